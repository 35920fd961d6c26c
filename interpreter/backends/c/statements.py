"""Statements of a printed game, and its functions, as C text."""

from __future__ import annotations

import ast
from bisect import bisect
from typing import Any

from interpreter.backends.c.deeds import Deeds
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, PILE, Kind, resumes, unpacked
from interpreter.backends.c.names import Loop, Named
from interpreter.backends.c.trees import c_name, constant, takes_room

FAULTS = {"Fail": "FAIL", "Enough": "ENOUGH", "GameEnds": "ENDS", "Runaway": "RUNAWAY"}
TYPES = {NUMBER: "I", LIST: "L", LISTS: "M", PILE: "Z"}


class Statements(Deeds):
    """Prints functions; a line of C for each statement."""

    def begin(self, name: str) -> None:
        """Speak of this function from now on."""
        super().begin(name)
        self.blocks: list[int] = []
        self.flags: list[str] = []
        self.keeps = any(
            kind in (LIST, LISTS) and not n.startswith(("o", "x"))
            for n, kind in self.kinds.locals[name].items()
        )

    # -------------------------------------------------------------------------- functions

    def head(self, func: ast.FunctionDef) -> str:
        """What a function is called with and gives."""
        if resumes(func):
            return f"static I {c_name(func.name)}(State *S, I *F)"
        kinds = self.kinds.locals[func.name]
        params = "".join(
            f", {TYPES[kinds.get(a.arg, NUMBER)]} {c_name(a.arg)}" for a in func.args.args[1:]
        )
        return f"static {self.gives_type(func)} {c_name(func.name)}(State *S{params})"

    def gives_type(self, func: ast.FunctionDef) -> str:
        """The C type of what a function gives."""
        kind = self.kinds.returns.get(func.name)
        return "void" if kind is None else TYPES[kind]

    def function(self, func: ast.FunctionDef) -> str:
        """The whole text of a function."""
        self.begin(func.name)
        for param in func.args.args[1:]:
            self.kinds.locals[func.name].setdefault(param.arg, NUMBER)
        if resumes(func):
            self._resumable(func)
        else:
            for s in func.body:
                self.statement(s)
        params = {a.arg for a in func.args.args}
        body = "\n".join(self.lines)
        names = {n: k for n, k in self.kinds.locals[func.name].items() if n not in params}
        text = ""
        for kind, sort in TYPES.items():
            wanted = [c_name(n) for n, k in names.items() if k == kind and n != "pc"]
            zero = " = 0" if sort in ("I", "Z") else " = { 0, 0 }"
            text += "".join(f"    {sort} {n}{zero};\n" for n in wanted)
        counted = func.name in self.calls.counted
        if counted:
            text += f"    DEEPER({self.at(func)});\n"
        sort = "I" if resumes(func) else self.gives_type(func)
        room = sort in ("I", "void") and takes_room(body)
        if room:
            text += "    I *mark_ = A.top;\n"
        back = "A.top = mark_;" if room else ""
        leave = back + " A.deep--;" * counted
        kept = {n: k for n, k in names.items() if not n.startswith(("o", "x"))}
        tidy = ""
        if room and LISTS not in kept.values():
            held = [c_name(n) for n, k in kept.items() if k == LIST]
            made = "".join(f"{n} = copied({n}); " for n in held)
            moved = "".join(f"{n}.p -= by_; " for n in held)
            tidy = f"if (A.top - mark_ > ROOMY) {{ I *was_ = A.top; {made}"
            tidy += f"I by_ = moved_down(mark_, was_); {moved}}}"
        body = body.replace("@leave", leave).replace("@tidy", tidy).replace("@back", back)
        end = {"I": "return 0;", "void": "", "L": "return (L){ 0, 0 };", "M": "return (M){ 0, 0 };"}
        return f"{self.head(func)} {{\n{text}{body}\n    {leave} {end[sort]}\n}}\n"

    def _resumable(self, func: ast.FunctionDef) -> None:
        """Blocks with labels: `pc = 3; continue` becomes a jump."""
        body = func.body
        loop = next(s for s in body if isinstance(s, ast.While))
        unpacking = [s for s in body if _is_unpacking(s)]
        for s in body[1:]:  # what the ration puts there
            if s is not loop and s not in unpacking:
                self.statement(s)
        self.blocks = [number for number, _ in _leaves(loop.body, 0)]
        ways: list[tuple[int, list[ast.stmt]]] = []
        for unpack in unpacking:
            way: Any = unpack
            while isinstance(way, ast.If):
                assert isinstance(way.test, ast.Compare)
                ways.append((constant(way.test.comparators[0]), way.body))
                way = way.orelse[0] if way.orelse else None
        self.emit("    switch (F[1]) {")
        for number, fills in ways:
            self.emit(f"    case {number}: {{")
            names = list(unpacked(fills))
            if all(self.kinds.locals[self.here].get(n, NUMBER) == NUMBER for n in names):
                for place, name in enumerate(names, 2):
                    self.emit(f"    {c_name(name)} = F[{place}];")
            else:
                self.emit("    I at_ = 2;")
                for name in names:
                    if self.kinds.locals[self.here].get(name, NUMBER) == NUMBER:
                        self.emit(f"    {c_name(name)} = F[at_++];")
                    else:
                        self.emit(f"    {c_name(name)} = copied(of_numbers(F + at_ + 1, F[at_]));")
                        self.emit("    at_ += F[at_] + 1;")
            for s in fills[1:] if names else fills:
                self.statement(s)
            self.emit(f"    goto block_{self._block(number)};")
            self.emit("    }")
        self.emit("    default: fault(BAD_PLACE, 0);")
        self.emit("    }")
        for number, leaf in _leaves(loop.body, 0):
            self.emit(f"block_{number}: ;")
            self.body(leaf)

    def _block(self, number: int) -> int:
        return self.blocks[bisect(self.blocks, number) - 1]

    # -------------------------------------------------------------------------- statements

    def statement(self, s: ast.stmt) -> None:
        """One statement."""
        made = getattr(self, f"_s_{type(s).__name__}", None)
        if made is None:
            raise self.stop(type(s).__name__, s)
        made(s)

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
                    self.emit(f"{back}goto block_{self._block(constant(s.value))};")
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
        """A loop with something to be done if it was not left."""
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
                f"{pile}[{place} + 1] = (int)LYING({made}.p[{place}], {self.at(s)}); }}"
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
        """A number to be kept; where things lie, one that is a thing or none. What is looked up by
        what lies in a zone is looked up without a check."""
        text = self.number(value)
        low, high = self.bounds(value)
        if not self.holds_things(target):
            return text
        if low is not None and high is not None and low >= -1 and high < self.components:
            return text
        return f"(int)LYING({text}, {self.at(value)})"

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


def _is_unpacking(s: ast.stmt) -> bool:
    if not isinstance(s, ast.If) or not isinstance(s.test, ast.Compare):
        return False
    return isinstance(s.test.left, ast.Name) and s.test.left.id == "pc"


def _leaves(body: list[ast.stmt], first: int) -> list[tuple[int, list[ast.stmt]]]:
    """The blocks of a resumable function: from which number on which statements are meant."""
    one = body[0] if len(body) == 1 else None
    if isinstance(one, ast.If) and isinstance(one.test, ast.Compare):
        left = one.test.left
        if isinstance(left, ast.Name) and left.id == "pc":
            middle = constant(one.test.comparators[0])
            return [*_leaves(one.body, first), *_leaves(one.orelse, middle)]
    return [(first, body)]


def _is_made(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _assigns(s: ast.stmt, name: str) -> bool:
    return any(
        isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store)
        for one in ast.walk(s)
    )
