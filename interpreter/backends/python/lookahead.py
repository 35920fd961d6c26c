"""Options without dead ends: what is listed can be carried out to the end of its action.

Most look-aheads become plain nested loops over the choices that follow, skipping what happens in
between when it cannot matter. Where it can matter, a copy of the game is played on (`probe`). Long,
since listing options and looking ahead go hand in hand: each asks the other for what comes next.
"""

from __future__ import annotations

from interpreter.backends.python.deeds import Deeds
from interpreter.backends.python.sets import joint
from interpreter.ir.blocks import Ask
from interpreter.ir.effects import only_ahead
from interpreter.ir.names import block_names, free
from interpreter.ir.program import Choice, Expr, Func, Stmt
from interpreter.ir.renaming import renamed
from interpreter.ir.types import PART_BITS
from interpreter.ir.walking import walk

DEEPEST = 12  # loops in one another
LONGEST = 150  # sentences one after another
MOST_LINES = 1500  # lines of code: every `if` doubles what follows it


def single_parts(e: Expr, var: str, names: tuple[str, ...]) -> Expr:
    """A test of several things chosen together, asked of the things one by one."""
    if e.op == "part" and e.args[0].op == "local" and e.args[0].data == var:
        name = names[len(names) - 1 - e.data // PART_BITS]
        return Expr("local", (), e.type, e.span, name)
    args = tuple(single_parts(a, var, names) for a in e.args)
    return Expr(e.op, args, e.type, e.span, e.data)


class NeedsCopy(Exception):
    """This look-ahead cannot be written as loops."""


class Lookahead(Deeds):
    """Prints option lists and the tests behind them."""

    numbers: dict[str, int]

    # -------------------------------------------------------------------------- listing

    def choose_options(self, ask: Ask) -> None:
        """The options of a `choose` in `o`."""
        choice = ask.statement.data
        if choice.source.op == "combined":
            self._joint_options(ask)
            return
        var = f"v_{choice.var}"
        tests = [test for test, _ in choice.tests]
        source, left = self.narrowed(choice.source, choice.var, tests)
        conds = [self.e(test) for test in left]
        if choice.how != "one":
            self._subset_options(ask, source, conds)
            return
        later = self.rest_test(ask)
        if later == "probe":
            self.emit(f"o = [{var} for {var} in {source}{self._ifs(conds)}]")
            self._same_looks(choice)
            self.emit("if not S.probe:")
            self.depth += 1
            self.emit(
                f"o = [c for c in o if probe(S, {self.current_frame}, c, {self.e(ask.actor)})]"
            )
            self.depth -= 1
            return
        if later:
            conds.append(f"(S.probe or {later})")
        if conds:
            self.emit(f"o = [{var} for {var} in {source}{self._ifs(conds)}]")
        else:
            self.emit(f"o = list({source})")
        self._same_looks(choice)

    def _joint_options(self, ask: Ask) -> None:
        """The options of a question for several things: loops in one another, each test as early as
        all that it asks for is there."""
        choice = ask.statement.data
        loops = " ".join(
            f"for {name} in {source}{self._ifs([self.e(test) for test in tests])}"
            for name, source, tests in self.joint_loops(choice)
        )
        self.emit(f"o = [{joint(choice.source)} {loops}]")
        later = self.rest_test(ask)
        if not later:
            return
        if later == "probe":
            later = f"probe(S, {self.current_frame}, v_{choice.var}, {self.e(ask.actor)})"
        self.emit("if not S.probe:")
        self.depth += 1
        self.emit(f"o = [v_{choice.var} for v_{choice.var} in o if {later}]")
        self.depth -= 1

    def joint_loops(self, choice: Choice) -> list[tuple[str, str, list[Expr]]]:
        """Variable, source and tests of each of the things that are chosen together."""
        source = choice.source
        last = len(source.data) - 1
        tests: list[list[Expr]] = [[] for _ in source.data]
        for test, _ in choice.tests:
            told = single_parts(test, choice.var, source.data)
            needs = free(told)
            place = max((n for n, name in enumerate(source.data) if name in needs), default=0)
            tests[last if choice.var in needs else place].append(told)
        return [
            (f"v_{name}", self.e(each), asked)
            for name, each, asked in zip(source.data, source.args, tests, strict=True)
        ]

    def _ifs(self, conds: list[str]) -> str:
        return f" if {' and '.join(conds)}" if conds else ""

    def _same_looks(self, choice: Choice) -> None:
        """Copies that look the same are one option."""
        source = choice.source
        if source.op == "items" and source.data[1].shape == "list":
            kind = self.program.kinds[source.data[1].kinds[0]]
            if any(d.last - d.first > 1 for d in kind.designs):
                self.emit(f"if len(o) > 1: o = different(S, o, LOOK_{kind.name})")

    def _subset_options(self, ask: Ask, source: str, conds: list[str]) -> None:
        choice = ask.statement.data
        var = f"v_{choice.var}"
        items = f"[{var} for {var} in {source}{self._ifs(conds)}]"
        look = "None"
        if choice.source.op == "items" and choice.source.data[1].shape == "list":
            look = f"LOOK_{choice.source.data[1].kinds[0]}"
        if choice.how == "exactly":
            low = high = self.e(choice.number)
        elif choice.how == "up_to_many":
            low, high = "0", self.e(choice.number)
        else:
            low, high = "0", "99"
        self.emit(f"o = subsets(S, {items}, {low}, {high}, {look})")
        if ask.dynamic or self.effects.can_fail(ask.rest or []):
            actor = self.e(ask.actor)
            self.emit("if not S.probe:")
            self.depth += 1
            self.emit(f"o = [c for c in o if probe(S, {self.current_frame}, c, {actor})]")
            self.depth -= 1

    def line_options(self, ask: Ask) -> None:
        """The options of `choose one`, `either` and `may`: those whose text can be carried out."""
        _, lines = ask.statement.data
        tests = []
        for number, line in enumerate(lines):
            body = [*line.body, *(ask.rest or [])]
            if ask.dynamic or (self.effects.can_fail(body) and not self._loops_suffice(body)):
                tests.append(
                    (number, f"probe(S, {self.current_frame}, {number}, {self.e(ask.actor)})")
                )
            elif self.effects.can_fail(body):
                name = self.test_function(body, ask, f"l{number}")
                tests.append((number, name))
            else:
                tests.append((number, ""))
        if all(not test for _, test in tests):
            self.emit(f"o = [{', '.join(str(n) for n, _ in tests)}]")
            return
        self.emit("o = []")
        for number, test in tests:
            if test:
                self.emit(f"if S.probe or {test}: o.append({number})")
            else:
                self.emit(f"o.append({number})")

    def menu_options(self, ask: Ask) -> None:
        """The options of a menu: what can be done now; passing once the musts are met."""
        site, lines = ask.statement.data
        counters = ask.extra
        you = self.e(ask.actor)
        self.emit("o = []")
        must = False
        for number, (line_number, sort, item, card) in enumerate(site.items):
            if sort == "pass":
                continue
            line = lines[line_number]
            conds = []
            if line.limit:
                conds.append(f"v_{counters[line_number]} < {line.limit}")
            if card:
                conds.append(self.carried_test(card, you))
            if self.fallible.get(item):
                conds.append(f"can_{self.name(item)}(S, {you})")
            if conds:
                self.emit(f"if {' and '.join(conds)}: o.append({number})")
            else:
                self.emit(f"o.append({number})")
            must = must or line.sort == "must"
        for number, (_, sort, _, _) in enumerate(site.items):
            if sort != "pass":
                continue
            if not must:
                self.emit(f"o.append({number})")
                continue
            open_musts = []
            for line_number, line in enumerate(lines):
                if line.sort == "must":
                    numbers = [n for n, item in enumerate(site.items) if item[0] == line_number]
                    offered = " or ".join(f"{n} in o" for n in numbers) or "False"
                    open_musts.append(
                        f"(v_{counters[line_number]} < {line.limit or 1} and ({offered}))"
                    )
            self.emit(f"if not ({' or '.join(open_musts)}): o.append({number})")

    def carried_test(self, card: str, you: str) -> str:
        """Whether a player carries a card's rules."""
        return f"carries_{card}(S, {you})"

    # -------------------------------------------------------------------------- looking ahead

    def rest_test(self, ask: Ask) -> str:
        """The test that the rest of the rule can be carried out; empty if it always can."""
        rest = ask.rest or []
        fails = self.effects.can_fail(rest)
        if ask.dynamic:
            return "probe"
        if not fails:
            return ""
        if not self._loops_suffice(rest):
            return "probe"
        return self.test_function(rest, ask, "r", ask.statement.data)

    def _loops_suffice(self, body: list[Stmt]) -> bool:
        """Whether `possible` can write the look-ahead of a block."""
        start, depth, temps, here = len(self.lines), self.depth, self.temps, self.here
        try:
            self.possible(body, set(), 0)
            return True
        except NeedsCopy:
            return False
        finally:
            del self.lines[start:], self.spans[start:]
            self.depth, self.temps, self.here = depth, temps, here

    def test_function(
        self, body: list[Stmt], ask: Ask, tag: str, choice: Choice | None = None
    ) -> str:
        """Write a function that tells whether `body` can be carried out; give the call."""
        names = self._needs(body)
        if choice is not None:
            names.discard(choice.into)
            names.add(choice.var)
            body = [
                Stmt(
                    "let",
                    (Expr("local", (), choice.item, ask.statement.span, choice.var),),
                    ask.statement.span,
                    choice.into,
                ),
                *body,
            ]
        names |= free(ask.actor)
        ordered = sorted(names)
        site = ask.statement.data.site if choice is not None else ask.statement.data[0]
        name = f"rest_{site.number}_{tag}"
        # One question may stand in several places: what all choose together is there once a seat.
        copy = self.copies[name] = self.copies.get(name, 0) + 1
        name = name if copy == 1 else f"{name}_{copy}"
        self.later.append((name, ordered, body, ask.actor))
        return f"{name}(S{''.join(', v_' + n for n in ordered)})"

    def _needs(self, body: list[Stmt]) -> set[str]:
        return block_names(body)

    later: list[tuple[str, list[str], list[Stmt], Expr]]
    copies: dict[str, int]

    def print_later(self) -> None:
        """The test functions that the option lists asked for."""
        while self.later:
            name, names, body, actor = self.later.pop(0)
            self.here = body[0].span
            self.emit(f"def {name}(S{''.join(', v_' + n for n in names)}):")
            self.depth += 1
            self.emit(f"v_asked = {self.e(actor)}")
            start = len(self.lines)
            self.asked = "v_asked"
            self.possible(body, set(), 0)  # `_loops_suffice` has tried it
            self.emit("return False")
            if not any("v_asked" in line for line in self.lines[start:]):
                del self.lines[start - 1], self.spans[start - 1]
            self.asked = Lookahead.asked
            self.depth = 0
            self.emit("")

    def can_function(self, func: Func, number: int | None) -> None:
        """`can_NAME`: whether a rule can be carried out from its first line."""
        params = ["you", *(n for n, _ in func.params)]
        self.here = func.span
        start = len(self.lines)
        self.emit(f"def can_{self.name(func.name)}(S{''.join(', v_' + p for p in params)}):")
        self.depth += 1
        self.asked = "v_you"
        try:
            self.possible(func.body, set(), 0)
            self.emit("return False")
        except NeedsCopy:
            del self.lines[start + 1 :], self.spans[start + 1 :]
            self.depth = 1
            if number is None:
                self.emit(
                    "return try_out(S, lambda T: "
                    f"{self.name(func.name)}(T{''.join(', v_' + p for p in params)}), v_you)"
                )
            else:
                args = "".join(f"v_{p}, " for p in params)
                self.emit(f"return probe_start(S, ({number}, 0, {args}), v_you)")
        self.asked = Lookahead.asked
        self.depth = 0
        self.emit("")

    current_frame = "()"

    def possible(self, body: list[Stmt], written: set[str], deep: int) -> None:
        """Emit code that returns True as soon as `body` can be carried out, else falls through."""
        if not self.ahead:
            self.ahead_from = len(self.lines)
        if deep > DEEPEST or self.ahead > LONGEST or len(self.lines) - self.ahead_from > MOST_LINES:
            raise NeedsCopy
        self.ahead += 1
        try:
            self._possible(body, written, deep)
        finally:
            self.ahead -= 1

    ahead = 0
    ahead_from = 0

    def _possible(self, body: list[Stmt], written: set[str], deep: int) -> None:
        if not self.effects.can_fail(body):
            self.emit("return True")
            return
        s, rest = body[0], body[1:]
        self.here = s.span
        op = s.op
        reads = self.effects.statement_reads(s, deep=False)
        if op in ("let", "let_frozen"):
            self._unchanged(reads, written)
            self.statement(s)
            self.possible(rest, written, deep)
        elif op == "requires":
            self._unchanged(reads, written)
            unseen = f"{self.e(s.args[1])} or " if len(s.args) > 1 else ""
            self.emit(f"if {unseen}{self.e(s.args[0])}:")
            self._then(rest, written, deep)
        elif op == "exchange":
            self._unchanged(reads, written)
            self.emit(f"if {self._exchange_test(s)}:")
            self._then(rest, written | self.effects.statement_writes(s), deep)
        elif op == "pay":
            self._unchanged(reads, written)
            payment = s.data
            cost, choice = self.due(payment, s.args[0])
            self.emit(
                f"if can_pay(S, MONEY_{payment.money.kind}, {self.e(s.args[0])}, {cost}, {choice}):"
            )
            self._then(rest, written | self.effects.statement_writes(s), deep)
        elif op == "choose":
            choice_ = s.data
            self._unchanged(reads, written)
            if choice_.how != "one":
                if self.effects.can_fail(rest):
                    raise NeedsCopy
                tests = [test for test, _ in choice_.tests]
                source, left = self.narrowed(choice_.source, choice_.var, tests)
                conds = [self.e(test) for test in left]
                need = self.e(choice_.number) if choice_.how == "exactly" else "0"
                self.emit(
                    f"if len([0 for v_{choice_.var} in {source}{self._ifs(conds)}]) >= {need}:"
                )
                self._then([], written, deep)
                return
            name = f"v_{choice_.into}"
            if choice_.source.op == "combined":
                self._possible_jointly(choice_, rest, written, deep)
                return
            tests = [test for test, _ in choice_.tests]
            source, left = self.narrowed(choice_.source, choice_.var, tests)
            self.emit(f"for v_{choice_.var} in {source}:")
            self.depth += 1
            if left:
                self.emit(f"if {' and '.join(self.e(test) for test in left)}:")
                self.depth += 1
            self.emit(f"{name} = v_{choice_.var}")
            self.possible(rest, written, deep + 1)
            if left:
                self.depth -= 1
            self.depth -= 1
            if choice_.optional:
                self.emit(f"{name} = -1")
                self.possible(rest, written, deep + 1)
            if choice_.has_none and self.effects.can_fail([*s.other, *rest]):
                raise NeedsCopy
        elif op == "options":
            _, lines = s.data
            for line in lines:
                self.emit("if True:")
                self._then([*line.body, *rest], written, deep)
        elif only_ahead(s):
            self.possible(s.body, written, deep)
        elif op == "if":
            self._unchanged(reads, written)
            self.emit(f"if {self.e(s.args[0])}:")
            self._then([*s.body, *rest], written, deep - 1)
            self.emit("else:")
            self._then([*s.other, *rest], written, deep - 1)
        elif op == "call" and self.effects.step_fails(s):
            self._unchanged(reads, written)
            callee = self.woven.funcs[s.data]
            if s.data in self.effects.calls.get(s.data, ()) or any(
                x.op == "return" for x in walk(callee.body)
            ):
                raise NeedsCopy
            self.temps += 1
            tag = f"_c{self.temps}"
            self.emit(f"v_{tag}_you = {self.e(s.args[0])}")
            for (name2, _), arg in zip(callee.params, s.args[1:], strict=True):
                self.emit(f"v_{tag}_{name2} = {self.e(arg)}")
            inlined = [renamed(one, lambda name: f"{tag}_{name}") for one in callee.body]
            self.possible([*inlined, *rest], written, deep + 1)
        elif op in ("for", "while", "for_all", "as_often", "menu") and self.effects.step_fails(s):
            raise NeedsCopy
        elif op == "return":
            self.emit("return True")
        elif op == "horizon":
            self._unchanged(reads, written)
            self.emit(f"if {self.e(s.args[0])}: return True")
            self.possible(rest, written, deep)
        else:
            writes = self.effects.statement_writes(s)
            if op == "pick":
                self._unchanged(reads, written)
                self.statement(s)
            elif any(x.op in ("let", "let_frozen", "pick") for x in walk([s])) and self._binds(
                s, rest
            ):
                raise NeedsCopy
            self.possible(rest, written | writes, deep)

    def _possible_jointly(
        self, choice: Choice, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        depth = self.depth
        for name, source, tests in self.joint_loops(choice):
            self.emit(f"for {name} in {source}:")
            self.depth += 1
            for test in tests:
                self.emit(f"if {self.e(test)}:")
                self.depth += 1
        self.emit(f"v_{choice.into} = {joint(choice.source)}")
        self.possible(rest, written, deep + 1)
        self.depth = depth

    def _binds(self, s: Stmt, rest: list[Stmt]) -> bool:
        """Whether a skipped statement changes a variable that the rest needs."""
        needed = self._needs(rest)
        made = {
            x.data if isinstance(x.data, str) else x.data[0]
            for x in walk([s])
            if x.op in ("let", "let_frozen", "pick")
        }
        return bool(needed & made)

    def _then(self, body: list[Stmt], written: set[str], deep: int) -> None:
        self.depth += 1
        self.possible(body, written, deep + 1)
        self.depth -= 1

    def _unchanged(self, reads: set[str], written: set[str]) -> None:
        if reads & written:
            raise NeedsCopy
