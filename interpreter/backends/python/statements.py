"""Statements that cannot suspend, as Python lines with the place of the rule they come from.

What is done to components and money stands in `deeds`.
"""

from __future__ import annotations

from interpreter.backends.python.lines import Lines
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.effects import Effects
from interpreter.ir.lowered import Woven
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, NotPlayable
from interpreter.ir.types import YES_NO, Type
from interpreter.ir.walking import walk
from interpreter.language.steps import STEPS
from interpreter.run.machine import AGAIN


def _whose(how: int | str, you: str) -> str:
    """Whose span ends what lasts, or how many ends it outlives, as `Lasting` keeps it."""
    return {"next": you, "end_of_next": f"LATER + {you}"}.get(str(how), f"-{how}")


class Statements(Lines):
    """Prints straight code; `lines` and `spans` grow together."""

    loop_cost = AGAIN  # steps that each round of a loop counts for, besides what it does

    def __init__(
        self, woven: Woven, effects: Effects, names: dict[str, str], logging: bool
    ) -> None:
        super().__init__(woven, effects.fallible, names)
        self.effects = effects
        self.logging = logging
        self.lines: list[str] = []
        self.spans: list[Span | None] = []
        self.depth = 0
        self.here: Span | None = None
        self.acting: Expr | None = None
        self.temps = 0
        self.leave = "return None"
        self.answers = False

    def emit(self, text: str) -> None:
        """One line at the current depth."""
        self.lines.append("    " * self.depth + text)
        self.spans.append(self.here)

    def temp(self) -> str:
        """Give a fresh Python name."""
        self.temps += 1
        return f"x{self.temps}"

    def note(self, *parts: str) -> None:
        """Print a line of the log, only in the print that keeps one."""
        if self.logging:
            entry = f"done(({', '.join(parts)},), {self.doer()})"
            self.emit(f"if S.log is not None: S.log.append({entry})")

    def note_deed(self, func: Func) -> None:
        """At the beginning of a rule: who does it, to what."""
        if not self.is_noted(func.name):
            return
        self.acting = None
        told = [f"v_{name}" for name, _ in func.params]
        told += [self.e(value) for _, _, value in func.reckoned] if self.logging else []
        self.note("'deed'", repr(func.name.removesuffix(".")), "v_you", *told)

    def note_back(self, name: str) -> None:
        """Behind the call of a rule: it has ended, and with it all that it has done last."""
        if self.is_noted(name):
            self.acting = None
            self.note("'back'", repr(name.removesuffix(".")))

    def is_noted(self, name: str) -> bool:
        """Whether the log knows where a rule begins and ends: every rule that does something. Of an
        event, only the rule that is not replaced by another is told."""
        func = self.program.funcs.get(name.removesuffix("."))
        asked = func is None or func.sort in ("define", "relation")
        return not asked and f"{name}." not in self.woven.funcs

    def doer(self) -> str:
        """Who does what the current statement tells; nobody, if its rule has no doer."""
        return self.e(self.acting) if self.acting is not None else "NOBODY"

    def block(self, body: list[Stmt]) -> None:
        """Print a block, `pass` if it is empty."""
        self.depth += 1
        if not body:
            self.emit("pass")
        for s in body:
            self.statement(s)
        self.depth -= 1

    def statement(self, s: Stmt) -> None:
        """One statement."""
        self.here = s.span
        self.acting = s.actor
        handler = getattr(self, f"s_{s.op}", None)
        if handler is None:
            raise NotPlayable(s.op, s.span)
        step = STEPS.get(s.op)
        must_be = s.args[step.needs] if step is not None and step.needs is not None else ()
        there = [self.e(one) for one in must_be if one.type.optional]
        if not there:
            handler(s)
            return
        self.emit(f"if {' and '.join(f'{one} >= 0' for one in dict.fromkeys(there))}:")
        self.depth += 1
        handler(s)
        self.depth -= 1

    # -------------------------------------------------------------------------- control

    def s_let(self, s: nodes.Let) -> None:
        value = s.args[0]
        text = self.e(value)
        if isinstance(value, nodes.Items) and value.family.shape == "list" and value.how == "zone":
            text = f"tuple({text})"
        self.emit(f"v_{s.name} = {text}")

    def s_let_frozen(self, s: nodes.LetFrozen) -> None:
        self.emit(f"v_{s.name} = tuple({self.e(s.args[0])})")

    def s_fuel(self, s: nodes.Fuel) -> None:
        self.burn_round(s)

    def burn_round(self, s: Stmt) -> None:
        """Pay for one more round of a loop."""
        self.emit(f"S.fuel -= {self.loop_cost}")
        place = f"{s.span.source.path}:{s.span.line}"
        self.emit(f"if S.fuel < 0: raise Runaway({place!r})")

    def s_if(self, s: nodes.If) -> None:
        word = "if"
        while True:
            self.emit(f"{word} {self.e(s.args[0])}:")
            self.block(s.body)
            if len(s.other) != 1 or not isinstance(s.other[0], nodes.If):
                break
            s, word = s.other[0], "elif"
            self.statement_place(s)
        if s.other:
            self.emit("else:")
            self.block(s.other)

    def statement_place(self, s: Stmt) -> None:
        """Lines from here on come from this statement."""
        self.here = s.span

    def s_for(self, s: nodes.For) -> None:
        source = self.e(s.args[0])
        if len(s.args) > 1:
            limit = s.args[1]
            if isinstance(limit, nodes.Num) and limit.value == 1 and self._first_only(s):
                return
            source = f"tuple({source})[:max(0, {self.e(limit)})]"
        elif isinstance(s.args[0], (nodes.Items, nodes.Local)) or not source.startswith(
            ("range(", "SEATS", "OTHERS", "(", "[")
        ):
            source = f"tuple({source})"
        self.emit(f"for v_{s.name} in {source}:")
        self.block(s.body)

    def _first_only(self, s: nodes.For) -> bool:
        """One thing of a kind: the first that fits is looked for, and no list is made."""
        made = s.args[0]
        item = made.type.item
        if (
            not isinstance(made, nodes.Filter)
            or item is None
            or item.base not in ("piece", "space", "player")
        ):
            return False
        if any(isinstance(one, (nodes.Break, nodes.Return)) for one in walk(s.body)):
            return False
        source, test = made.args
        text, left = self.narrowed(source, made.name, [test])
        self.emit(f"for v_{made.name} in {text}:")
        self.depth += 1
        self.emit(f"if {' and '.join(self.e(one) for one in left) or '1'}: break")
        self.depth -= 1
        self.emit("else:")
        self.depth += 1
        self.emit(f"v_{made.name} = -1")
        self.depth -= 1
        self.emit(f"if v_{made.name} >= 0:")
        self.depth += 1
        if s.name != made.name:
            self.emit(f"v_{s.name} = v_{made.name}")
        self.depth -= 1
        self.block(s.body)
        return True

    def s_while(self, s: nodes.While) -> None:
        self.emit(f"while {self.e(s.args[0])}:")
        self.depth += 1
        self.burn_round(s)
        self.depth -= 1
        self.block(s.body)

    def s_as_often(self, s: nodes.AsOften) -> None:
        kind = s.args[0].type if s.args else YES_NO
        self.emit(f"while {self._can_block(nodes.CanBlock((), kind, s.span, s.body))}:")
        self.depth += 1
        self.burn_round(s)
        self.depth -= 1
        self.block(s.body)

    def _can_block(self, e: nodes.CanBlock) -> str:
        tests = []
        for one in e.body:
            if isinstance(one, nodes.Call) and self.fallible.get(one.rule):
                tests.append(
                    f"can_{self.name(one.rule)}(S{''.join(', ' + self.e(a) for a in one.args)})"
                )
            if isinstance(one, nodes.Exchange):
                tests.append(self._exchange_test(one))
        return " and ".join(tests) or "False"

    def _exchange_test(self, s: nodes.Exchange) -> str:
        money, verb = s.money, s.how
        return f"can_{verb}(S, MONEY_{money.kind}, {self.e(s.args[0])}, {self.e(s.args[1])})"

    def s_break(self, s: nodes.Break) -> None:
        self.emit("break")

    def s_return(self, s: nodes.Return) -> None:
        self.emit(self.leave)

    def s_answer(self, s: nodes.Answer) -> None:
        self.emit(f"return {self.e(s.args[0])}")

    def s_requires(self, s: nodes.Requires) -> None:
        self.emit(f"if {self.unless_unseen(s)}not {self.e(s.args[0])}:")
        self.depth += 1
        self.emit("if S.probe: raise Fail")
        self.emit(self.leave)
        self.depth -= 1

    def unless_unseen(self, s: Stmt) -> str:
        """For a condition that tells of something hidden: who looks ahead and may not see it takes
        it for granted."""
        return f"not (S.probe and {self.e(s.args[1])}) and " if len(s.args) > 1 else ""

    def s_call(self, s: nodes.Call) -> None:
        args = "".join(f", {self.e(a)}" for a in s.args)
        self.emit(f"{self.name(s.rule)}(S{args})")
        self.note_back(s.rule)

    def s_end_game(self, s: nodes.EndGame) -> None:
        self.emit(f"S.ending = {s.number}")
        self.emit("raise GameEnds")

    def s_win(self, s: nodes.Win) -> None:
        player = self.e(s.args[0])
        self.emit(f"if {player} not in S.winners: S.winners.append({player})")
        self.note("'win'", player)

    # -------------------------------------------------------------------------- keeping

    def s_set(self, s: nodes.Set) -> None:
        field = s.field
        value = s.args[-1]
        text = self.kept_value(s)
        place = self.place_of_field(field, s.args[:-1])
        if not self.logging or field in self.program.engine_fields:
            self.emit(f"{place} = {text}")
            return
        owner = self.e(s.args[0]) if len(s.args) > 1 else "-1"
        lost = (
            field.gained and isinstance(value, nodes.Clamp) and isinstance(value.args[0], nodes.Sub)
        )
        if lost:
            self.emit(f"x_had, x_due = {place}, {self.e(value.args[0].args[1])}")
        self.emit(f"{place} = {text}")
        self.note("'set'", str(field.number), owner, place)
        if lost:
            self.emit(f"if {place} == x_had and x_due > 0:")
            self.depth += 1
            self.note("'nothing'", str(field.number), owner)
            self.depth -= 1

    def kept_value(self, s: nodes.Set) -> str:
        """Give what is kept by a `set`, within the range of its field."""
        kind, value = s.field.type, s.args[-1]
        text = self.e(value)
        if (
            kind.base == "number"
            and kind.low is not None
            and kind.high is not None
            and not isinstance(value, nodes.Clamp)
        ):
            within = f"min(max({text}, {kind.low}), {kind.high})"
            none = kind.optional and value.type.optional
            return f"({within} if {text} >= 0 else -1)" if none else within
        return text

    def s_set_for(self, s: nodes.SetFor) -> None:
        field, (how, span), by = s.field, s.until, s.by
        place = self.place_of_field(field, s.args[:-1])
        owner = self.e(s.args[0]) if len(s.args) > 1 else "-1"
        whose = _whose(how, "v_you")
        self.emit(
            f"S.expiry.append(({span!r}, S.t_{span}, {whose}, {field.number}, {owner}, "
            f"{f'({place},)' if by else place}))"
        )
        self.s_set(nodes.Set(s.args, s.span, field))

    def s_last(self, s: nodes.Last) -> None:
        number, (how, span) = s.number, s.until
        you, *args = (self.e(a) for a in s.args)
        whose = _whose(how, you)
        told = "".join(f"{arg}, " for arg in args)
        self.emit(f"S.expiry.append(({span!r}, S.t_{span}, {whose}, ~{number}, {you}, ({told})))")

    def s_reopen(self, s: nodes.Reopen) -> None:
        first, last = (self.e(a) for a in s.args)
        if self.program.closings:
            self.emit(f"reopen(S, {first}, {last}, CLOSED)")

    def s_horizon(self, s: nodes.Horizon) -> None:
        """Note that looking ahead goes no further than this: always, or if it is as it says."""
        unless = f" and {self.e(s.args[0])}" if s.args else ""
        self.emit(f"if S.probe{unless}: raise Enough")

    def s_expire(self, s: nodes.Expire) -> None:
        self.emit(f"if S.expiry: expire(S, {s.time!r}, FIELDS)")

    def s_enter(self, s: nodes.Enter) -> None:
        span = s.time
        self.emit(f"S.d_{span} += 1")
        self.emit(f"if S.d_{span} == 1:")
        self.depth += 1
        self.emit(f"S.t_{span} += 1")
        if span == "turn":
            self.make_active(s.args[0])
        self.emit(f"if S.expiry: expire_next(S, {span!r}, {self.e(s.args[0])}, FIELDS)")
        self.depth -= 1

    def s_make_active(self, s: nodes.MakeActive) -> None:
        self.make_active(s.args[0])

    def make_active(self, player: Expr) -> None:
        """Make it the turn of a player."""
        self.emit(f"S.active = {self.e(player)}")
        self.note("'turn'", self.e(player))

    def s_leave(self, s: nodes.Leave) -> None:
        self.emit(f"S.d_{s.time} -= 1")

    def s_count_use(self, s: nodes.CountUse) -> None:
        key = next(k for k, n in self.woven.tracked.items() if n == s.number)
        self.emit(
            f"count_use(S, {s.number} * {self.program.most} + {self.e(s.args[0])}, S.t_{key[1]})"
        )

    # -------------------------------------------------------------------------- picking

    def by_lot(self, stream: str, things: str, kind: Type) -> str:
        """Give the place of one of some things, each as likely as any other."""
        return f"random(S, {stream!r}, len({things}))"

    def s_pick(self, s: nodes.Pick) -> None:
        name, var, sorts, every, at_random, has_none, kind = (
            s.name,
            s.each,
            s.sorts,
            s.every,
            s.at_random,
            s.has_none,
            s.item,
        )
        things = self.temp()
        self.emit(f"{things} = list({self.e(s.args[0])})")
        for sort, key in zip(sorts, s.args[1:], strict=True):
            keep = self.temp()
            if sort == "wish":
                self.emit(f"{keep} = [v_{var} for v_{var} in {things} if {self.e(key)}]")
                self.emit(f"if {keep}: {things} = {keep}")
            else:
                keys = self.temp()
                self.emit(f"{keys} = [{self.e(key)} for v_{var} in {things}]")
                self.emit(f"if {keys}:")
                self.depth += 1
                self.emit(f"{keep} = max({keys})")
                self.emit(f"{things} = [v for v, k in zip({things}, {keys}) if k == {keep}]")
                self.depth -= 1
        if every:
            self.emit(f"v_{name} = tuple({things})")
        elif at_random:
            self.emit("if S.probe: raise Enough")
            lot = self.by_lot(f"pick {name.rsplit('_', 1)[0]}", things, kind)
            self.emit(f"v_{name} = {things}[{lot}] if {things} else -1")
        else:
            self.emit(f"v_{name} = {things}[0] if {things} else -1")
        if has_none:
            self.emit(f"if not {things}:")
            self.block(s.other)
