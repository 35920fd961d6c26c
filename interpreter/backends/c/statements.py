"""Statements of a printed game as C text."""

from __future__ import annotations

import ast
from bisect import bisect

from interpreter.backends.c.deeds import Deeds
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, PILE, Kind, resumes
from interpreter.backends.c.names import Loop, Named
from interpreter.backends.c.trees import c_name, constant

FAULTS = {"Fail": "FAIL", "Enough": "ENOUGH", "GameEnds": "ENDS", "Runaway": "RUNAWAY"}
TYPES = {NUMBER: "I", LIST: "L", LISTS: "M", PILE: "Z"}


class Statements(Deeds):
    """Prints a line of C for each statement."""

    def begin(self, name: str) -> None:
        """Speak of this function from now on."""
        super().begin(name)
        self.blocks: list[int] = []
        func = self.kinds.functions.get(name)
        self.lists = self.remembered.lists_of(func) if func is not None else frozenset()
        self.flags: list[str] = []
        self.keeps = any(
            kind in (LIST, LISTS) and not n.startswith(("o", "x"))
            for n, kind in self.kinds.locals[name].items()
        )

    def gives_type(self, func: ast.FunctionDef) -> str:
        """Give the C type of what a function gives."""
        kind = self.kinds.returns.get(func.name)
        return "void" if kind is None else TYPES[kind]

    def block(self, number: int) -> int:
        """Give the block in which a number that is jumped to begins."""
        return self.blocks[bisect(self.blocks, number) - 1]

    # -------------------------------------------------------------------------- statements

    def statement(self, s: ast.stmt) -> None:
        """One statement."""
        made = getattr(self, f"_s_{type(s).__name__}", None)
        if made is None:
            raise self.stop(type(s).__name__, s)
        made(s)
        if self.remembered.questions and (gone := self.remembered.forgets(s, self.lists)):
            self.emit(gone)

    def body(self, body: list[ast.stmt]) -> None:
        """Statements in braces."""
        self.emit("{")
        at = 0
        while at < len(body):
            s = body[at]
            if (
                isinstance(s, ast.Assign)
                and isinstance(s.targets[0], ast.Name)
                and s.targets[0].id == "pc"
            ):
                following = body[at + 1]
                if isinstance(s.value, ast.Constant):
                    # the ration may stand between the two
                    while not isinstance(following, ast.Continue):
                        self.statement(following)
                        at += 1
                        following = body[at + 1]
                    back = "@tidy " if self.keeps else "@back "
                    self.emit(f"{back}goto block_{self.block(constant(s.value))};")
                    at += 2
                    continue
            self.statement(s)
            at += 1
        self.emit("}")

    def _s_Pass(self, s: ast.Pass) -> None:
        self.emit(";")

    def _s_If(self, s: ast.If) -> None:
        if (
            isinstance(s.test, ast.Compare)
            and isinstance(s.test.left, ast.Name)
            and s.test.left.id == "pc"
        ):
            raise self.stop("blocks within blocks", s)
        if isinstance(s.test, ast.Compare) and isinstance(s.test.ops[0], ast.Is):
            self.suspend(s)
            return
        if _is_stop(s):
            self.emit(f"SPENT({self.at(s.body[0])});")
            return
        self.emit(f"if ({self.level(s.test)})")
        self.body(s.body)
        while s.orelse:  # one question after another, however many
            (*others, last) = s.orelse
            if others or not isinstance(last, ast.If) or not _is_plain(last):
                self.emit("else")
                self.body(s.orelse)
                return
            s = last
            self.emit(f"else if ({self.level(s.test)})")
            self.body(s.body)

    def _s_While(self, s: ast.While) -> None:
        self.emit(f"while ({self.level(s.test)})")
        self.flags.append("")
        self.body(s.body)
        self.flags.pop()

    def _s_Break(self, s: ast.Break) -> None:
        flag = self.flags[-1] if self.flags else ""
        self.emit(f"{{ {flag} = 0; break; }}" if flag else "break;")

    def _s_Return(self, s: ast.Return) -> None:
        if s.value is None:
            self.emit("{ @leave return; }")
            return
        kind = "I" if resumes(self.kinds.functions[self.here]) else None
        kind = kind or self.gives_type(self.kinds.functions[self.here])
        if kind == "void":
            self.emit("{ @leave return; }")
            return
        value = {"I": self.number, "L": self.listing, "M": self.listings}[kind](s.value)
        self.emit(f"{{ {kind} r_ = {value}; @leave return r_; }}")

    def _s_Raise(self, s: ast.Raise) -> None:
        what = s.exc.func if isinstance(s.exc, ast.Call) else s.exc
        if not isinstance(what, ast.Name) or what.id not in FAULTS:
            raise self.stop("this fault", s)
        self.emit(f"fault({FAULTS[what.id]}, {self.at(s)});")

    def _s_For(self, s: ast.For) -> None:
        if not isinstance(s.target, ast.Name):
            raise self.stop("a loop of pairs", s)
        name = s.target.id
        item = self.new("c")
        low, high = self.of_loop(s.iter)
        if any(_assigns(part, name) for part in s.body):
            low = high = None
        loop = self.loop(s.iter, item) if self._stays(s.iter) else self._each_of(s.iter, item)
        if s.orelse:
            self._or_else(s, item, loop, low, high)
            return
        self.flags.append("")
        if not self.here.startswith(("can_", "rest_")):
            self.emit(f"{{ {loop.before}{loop.open}")
            self._rounds(s, item, low, high)
            self.emit(loop.end + "}")
            self.flags.pop()
            return
        # Nothing changes while the rules look ahead, but for what they give names to.
        bound = {x.id for x in ast.walk(s) if isinstance(x, ast.Name) and _is_made(x)}
        outer, self.lines = self.lines, []
        with self.ahead(bound) as known:
            self._rounds(s, item, low, high)
        inner, self.lines = self.lines, outer
        self.emit(f"{{ {loop.before}{known.text()}{loop.open}")
        self.lines += inner
        self.emit(loop.end + "}")
        self.flags.pop()

    def _or_else(
        self, s: ast.For, item: str, loop: Loop, low: int | None, high: int | None
    ) -> None:
        """Print a loop with something to be done if it was not left."""
        self.flags.append(self.new("all"))
        self.emit(f"{{ I {self.flags[-1]} = 1; {loop.before}{loop.open}")
        self._rounds(s, item, low, high)
        self.emit(f"{loop.end} if ({self.flags.pop()})")
        self.body(s.orelse)
        self.emit("}")

    def _stays(self, e: ast.expr) -> bool:
        """Whether what is gone through cannot change meanwhile."""
        if isinstance(e, ast.Call) and getattr(e.func, "id", "") == "burn":
            e = e.args[1]
        if isinstance(e, ast.Call) and getattr(e.func, "id", "") == "range":
            return True
        return self.tables.list_of(e, self) is not None

    def _rounds(self, s: ast.For, item: str, low: int | None, high: int | None) -> None:
        assert isinstance(s.target, ast.Name)
        name = s.target.id
        if name == "_":
            self.emit(f"(void){item};")
            self.body(s.body)
            return
        self.emit(f"{c_name(name)} = {item};")
        kind = self.kinds.locals[self.here].get(name, NUMBER)
        with self.scope({name: Named(c_name(name), kind, low, high)}):
            self.body(s.body)

    def _s_AugAssign(self, s: ast.AugAssign) -> None:
        target = self.place(s.target)
        sign = {ast.Add: "+=", ast.Sub: "-="}.get(type(s.op))
        if sign is None:
            raise self.stop("this change", s)
        self.emit(f"{target} {sign} {self.number(s.value)};")

    def place(self, e: ast.expr) -> str:
        """Where a number is kept, to write it."""
        if isinstance(e, ast.Name):
            return c_name(e.id)
        if isinstance(e, ast.Attribute):
            return f"S->{c_name(e.attr)}"
        if isinstance(e, ast.Subscript) and isinstance(e.value, ast.Attribute):
            member = self.layout.lists.get(e.value.attr)
            if member is not None:
                return f"S->{c_name(e.value.attr)}[{self.index(e.slice, member.count)}]"
        if isinstance(e, ast.Subscript) and self.kind(e.value) == PILE:
            pile = self.pile(e.value)
            return f"{pile}[1 + AT({self.number(e.slice)}, {pile}[0], {self.at(e)})]"
        raise self.stop("this place to keep something", e)

    def _s_Assign(self, s: ast.Assign) -> None:
        target, value = s.targets[0], s.value
        if isinstance(target, ast.Tuple):
            assert isinstance(value, ast.Tuple)
            names = [self.new("t") for _ in target.elts]
            for name, one in zip(names, value.elts, strict=True):
                self.emit(f"I {name} = {self.number(one)};")
            for name, kept in zip(names, target.elts, strict=True):
                if self.holds_things(kept):
                    raise self.stop("things laid into two places at once", s)
                self.emit(f"{self.place(kept)} = {name};")
            return
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            pile, made, place = self.pile(target.value), self.new("l"), self.new("i")
            self.emit(f"{{ L {made} = {self.listing(value)};")
            self.emit(f"if ({made}.n != {pile}[0]) fault(BAD_PLACE, {self.at(s)});")
            self.emit(
                f"for (I {place} = 0; {place} < {made}.n; {place}++) "
                f"{pile}[{place} + 1] = (Piece)LYING({made}.p[{place}], {self.at(s)}); }}"
            )
            return
        if isinstance(target, ast.Attribute) and target.attr == "options":
            raise self.stop("options on their own", s)
        if isinstance(target, ast.Attribute) and target.attr == "base":
            self.emit("S->base = S->frames;")
            return
        if isinstance(target, ast.Name):
            kind = self.kinds.locals[self.here].get(target.id, NUMBER)
            self.emit(f"{c_name(target.id)} = {self._value(value, kind)};")
            return
        self.emit(f"{self.place(target)} = {self.laid(target, value)};")

    def holds_things(self, e: ast.expr) -> bool:
        """Whether what is kept there is a thing that lies in a zone."""
        if not isinstance(e, ast.Subscript):
            return False
        if self.kind(e.value) == PILE:
            return True
        return isinstance(e.value, ast.Attribute) and self.kept_between(e.value.attr)[0] is not None

    def laid(self, target: ast.expr, value: ast.expr) -> str:
        """Give a number to be kept; where things lie, one that is a thing or none. What is looked
        up by what lies in a zone is looked up without a check."""
        text = self.number(value)
        low, high = self.bounds(value)
        if not self.holds_things(target):
            return text
        if low is not None and high is not None and low >= -1 and high < self.components:
            return text
        return f"(Piece)LYING({text}, {self.at(value)})"

    def _value(self, e: ast.expr, kind: Kind) -> str:
        if isinstance(e, ast.Attribute) and e.attr == "choice":
            if kind == LIST:
                return "chosen(S)"
            return "S->choice[0]"
        if kind == PILE:
            return self.pile(e)
        if kind == LISTS:
            return self.listings(e)
        if kind == LIST:
            return self.listing(e)
        return self.number(e)

    def _s_Expr(self, s: ast.Expr) -> None:
        call = s.value
        if not isinstance(call, ast.Call):
            raise self.stop("a sentence without a deed", s)
        if isinstance(call.func, ast.Attribute):
            self._deed(call)
            return
        assert isinstance(call.func, ast.Name)
        made = getattr(self, f"_d_{call.func.id}", None)
        if made is not None:
            made(call)
        else:
            self.emit(f"{self.number(call)};")

    # -------------------------------------------------------------------------- asking

    def suspend(self, s: ast.If) -> None:
        """`if S.agent is None:` the question is put; the body says which."""
        said = {
            one.targets[0].attr: one.value
            for one in s.body
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Attribute)
        }
        self.emit("if (!S->agent) {")
        for one in s.body:
            if isinstance(one, ast.Expr):
                self._s_Expr(one)
        options = said["options"]
        many = self.kind(options) == LISTS
        value = self.listings(options) if many else self.listing(options)
        self.emit(
            f"{'offer_lists' if many else 'offer'}(S, {value}, {self.number(said['site'])}, "
            f"{self.number(said['actor'])});"
        )
        self.emit("@leave return 1; }")


def _is_plain(s: ast.If) -> bool:
    """Whether this is a question of the rules: not where a rule goes on, asks somebody or stops."""
    test = s.test
    if _is_stop(s):
        return False
    return not (
        isinstance(test, ast.Compare)
        and (
            isinstance(test.ops[0], ast.Is)
            or (isinstance(test.left, ast.Name) and test.left.id == "pc")
        )
    )


def _is_stop(s: ast.If) -> bool:
    """Whether this is how a rule ends that has taken too many steps: `if S.fuel < 0: raise ...`."""
    return ast.unparse(s.test) == "S.fuel < 0" and isinstance(s.body[0], ast.Raise) and not s.orelse


def _is_made(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _assigns(s: ast.stmt, name: str) -> bool:
    return any(
        isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store)
        for one in ast.walk(s)
    )
