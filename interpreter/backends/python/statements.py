"""Statements that cannot suspend, as Python lines with the place of the rule they come from.

Long, since the language has many sentences: each is a few lines here, and none knows another.
"""

from __future__ import annotations

from interpreter.backends.python.lines import Lines
from interpreter.diagnostics import Span
from interpreter.ir.effects import Effects
from interpreter.ir.program import E, Family, Func, NotPlayable, Payment, S
from interpreter.ir.types import YES_NO, Type
from interpreter.ir.walking import walk
from interpreter.ir.woven import Woven

WHAT_MUST_BE = {
    "close_up": slice(None),
    "move_alike": slice(None),
    "push": slice(2, 3),
    "reveal": slice(1),
    "roll": slice(1),
    "roll_odds": slice(1),
    "rotate": slice(1),
    "set": slice(-1),
    "set_for": slice(-1),
    "shuffle": slice(None),
    "swap": slice(2),
    "turn_row": slice(-1),
    "win": slice(1),
}
"""The arguments of a deed of which none may be none: else it does nothing."""


class Statements(Lines):
    """Prints straight code; `lines` and `spans` grow together."""

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
        self.acting: E | None = None
        self.temps = 0
        self.leave = "return None"
        self.answers = False

    def emit(self, text: str) -> None:
        """One line at the current depth."""
        self.lines.append("    " * self.depth + text)
        self.spans.append(self.here)

    def temp(self) -> str:
        """A fresh Python name."""
        self.temps += 1
        return f"x{self.temps}"

    def note(self, *parts: str) -> None:
        """A line of the log, only in the print that keeps one."""
        if self.logging:
            self.emit(f"S.log.append(Done(({', '.join(parts)},), {self.doer()}))")

    def note_deed(self, func: Func) -> None:
        """At the beginning of a deed of the game's own that the story tells: who does it, to what.

        Of an event, only the rule that is not replaced by another is told.
        """
        if not (func.says or func.sort == "carry_out") or f"{func.name}." in self.woven.funcs:
            return
        self.acting = None
        told = (f"v_{name}" for name, _ in func.params)
        self.note("'deed'", repr(func.name.removesuffix(".")), "v_you", *told)

    def doer(self) -> str:
        """Who does what the current statement tells; nobody, if its rule has no doer."""
        return self.e(self.acting) if self.acting is not None else "NOBODY"

    def block(self, body: list[S]) -> None:
        """A block, `pass` if it is empty."""
        self.depth += 1
        if not body:
            self.emit("pass")
        for s in body:
            self.statement(s)
        self.depth -= 1

    def statement(self, s: S) -> None:
        """One statement."""
        self.here = s.span
        self.acting = s.actor
        handler = getattr(self, f"s_{s.op}", None)
        if handler is None:
            raise NotPlayable(s.op, s.span)
        must_be = s.args[WHAT_MUST_BE[s.op]] if s.op in WHAT_MUST_BE else ()
        there = [self.e(one) for one in must_be if one.type.optional]
        if not there:
            handler(s)
            return
        self.emit(f"if {' and '.join(f'{one} >= 0' for one in dict.fromkeys(there))}:")
        self.depth += 1
        handler(s)
        self.depth -= 1

    # -------------------------------------------------------------------------- control

    def s_let(self, s: S) -> None:
        value = s.args[0]
        text = self.e(value)
        if value.op == "items" and value.data[1].shape == "list" and value.data[0] == "zone":
            text = f"tuple({text})"
        self.emit(f"v_{s.data} = {text}")

    def s_let_frozen(self, s: S) -> None:
        self.emit(f"v_{s.data} = tuple({self.e(s.args[0])})")

    def s_fuel(self, s: S) -> None:
        self.emit("S.fuel -= 1")
        self.emit(f"if S.fuel < 0: raise Runaway({s.span.where()!r})")

    def s_if(self, s: S) -> None:
        word = "if"
        while True:
            self.emit(f"{word} {self.e(s.args[0])}:")
            self.block(s.body)
            if len(s.other) != 1 or s.other[0].op != "if":
                break
            s, word = s.other[0], "elif"
            self.statement_place(s)
        if s.other:
            self.emit("else:")
            self.block(s.other)

    def statement_place(self, s: S) -> None:
        """Lines from here on come from this statement."""
        self.here = s.span

    def s_for(self, s: S) -> None:
        source = self.e(s.args[0])
        if len(s.args) > 1:
            limit = s.args[1]
            if limit.op == "num" and limit.data == 1 and self._first_only(s):
                return
            source = f"tuple({source})[:max(0, {self.e(limit)})]"
        elif s.args[0].op in ("items", "local") or not source.startswith(
            ("range(", "SEATS", "OTHERS", "(", "[")
        ):
            source = f"tuple({source})"
        self.emit(f"for v_{s.data} in {source}:")
        self.block(s.body)

    def _first_only(self, s: S) -> bool:
        """One thing of a kind: the first that fits is looked for, and no list is made."""
        made = s.args[0]
        item = made.type.item
        if made.op != "filter" or item is None or item.base not in ("piece", "space", "player"):
            return False
        if any(one.op in ("break", "return") for one in walk(s.body)):
            return False
        source, test = made.args
        text, left = self.narrowed(source, made.data, [test])
        self.emit(f"for v_{made.data} in {text}:")
        self.depth += 1
        self.emit(f"if {' and '.join(self.e(one) for one in left) or '1'}: break")
        self.depth -= 1
        self.emit("else:")
        self.depth += 1
        self.emit(f"v_{made.data} = -1")
        self.depth -= 1
        self.emit(f"if v_{made.data} >= 0:")
        self.depth += 1
        if s.data != made.data:
            self.emit(f"v_{s.data} = v_{made.data}")
        self.depth -= 1
        self.block(s.body)
        return True

    def s_while(self, s: S) -> None:
        self.emit(f"while {self.e(s.args[0])}:")
        self.depth += 1
        self.s_fuel(s)
        self.depth -= 1
        self.block(s.body)

    def s_as_often(self, s: S) -> None:
        kind = s.args[0].type if s.args else YES_NO
        self.emit(f"while {self._can_block(E('can_block', (), kind, s.span, s.body))}:")
        self.depth += 1
        self.s_fuel(s)
        self.depth -= 1
        self.block(s.body)

    def _can_block(self, e: E) -> str:
        tests = []
        for one in e.data:
            if one.op == "call" and self.fallible.get(one.data):
                tests.append(
                    f"can_{self.name(one.data)}(S{''.join(', ' + self.e(a) for a in one.args)})"
                )
            if one.op == "exchange":
                tests.append(self._exchange_test(one))
        return " and ".join(tests) or "False"

    def s_break(self, s: S) -> None:
        self.emit("break")

    def s_return(self, s: S) -> None:
        self.emit(self.leave)

    def s_answer(self, s: S) -> None:
        self.emit(f"return {self.e(s.args[0])}")

    def s_requires(self, s: S) -> None:
        self.emit(f"if not {self.e(s.args[0])}:")
        self.depth += 1
        self.emit("if S.probe: raise Fail")
        self.emit(self.leave)
        self.depth -= 1

    def s_call(self, s: S) -> None:
        args = "".join(f", {self.e(a)}" for a in s.args)
        self.emit(f"{self.name(s.data)}(S{args})")

    def s_end_game(self, s: S) -> None:
        self.emit(f"S.ending = {s.data}")
        self.emit("raise GameEnds")

    def s_win(self, s: S) -> None:
        player = self.e(s.args[0])
        self.emit(f"if {player} not in S.winners: S.winners.append({player})")
        self.note("'win'", player)

    # -------------------------------------------------------------------------- keeping

    def s_set(self, s: S) -> None:
        field = s.data
        value = s.args[-1]
        text = self.e(value)
        kind = field.type
        if (
            kind.base == "number"
            and kind.low is not None
            and kind.high is not None
            and value.op != "clamp"
        ):
            text = f"min(max({text}, {kind.low}), {kind.high})"
        place = self.place_of_field(field, s.args[:-1])
        self.emit(f"{place} = {text}")
        if self.logging and field not in self.program.engine_fields:
            owner = self.e(s.args[0]) if len(s.args) > 1 else "-1"
            self.note("'set'", str(field.number), owner, place)

    def s_set_for(self, s: S) -> None:
        field, (how, span) = s.data
        place = self.place_of_field(field, s.args[:-1])
        owner = self.e(s.args[0]) if len(s.args) > 1 else "-1"
        whose = {"next": "v_you", "end_of_next": "LATER + v_you"}.get(how, "-1")
        self.emit(
            f"S.expiry.append(({span!r}, S.t_{span}, {whose}, {field.number}, {owner}, {place}))"
        )
        self.s_set(S("set", s.args, s.span, field))

    def s_last(self, s: S) -> None:
        number, (how, span) = s.data
        you, *args = (self.e(a) for a in s.args)
        whose = {"next": you, "end_of_next": f"LATER + {you}"}.get(how, "-1")
        told = "".join(f"{arg}, " for arg in args)
        self.emit(f"S.expiry.append(({span!r}, S.t_{span}, {whose}, ~{number}, {you}, ({told})))")

    def s_reopen(self, s: S) -> None:
        first, last = (self.e(a) for a in s.args)
        if self.program.closings:
            self.emit(f"reopen(S, {first}, {last}, CLOSED)")

    def s_horizon(self, s: S) -> None:
        """Looking ahead goes no further than this."""
        self.emit("if S.probe: raise Enough")

    def s_expire(self, s: S) -> None:
        self.emit(f"if S.expiry: expire(S, {s.data!r}, FIELDS)")

    def s_enter(self, s: S) -> None:
        span = s.data
        self.emit(f"S.d_{span} += 1")
        self.emit(f"if S.d_{span} == 1:")
        self.depth += 1
        self.emit(f"S.t_{span} += 1")
        if span == "turn":
            self.s_make_active(s)
        self.emit(f"if S.expiry: expire_next(S, {span!r}, {self.e(s.args[0])}, FIELDS)")
        self.depth -= 1

    def s_make_active(self, s: S) -> None:
        self.emit(f"S.active = {self.e(s.args[0])}")
        self.note("'turn'", self.e(s.args[0]))

    def s_leave(self, s: S) -> None:
        self.emit(f"S.d_{s.data} -= 1")

    def s_count_use(self, s: S) -> None:
        key = next(k for k, n in self.woven.tracked.items() if n == s.data)
        self.emit(
            f"count_use(S, {s.data} * {self.program.most} + {self.e(s.args[0])}, S.t_{key[1]})"
        )

    # -------------------------------------------------------------------------- moving

    def s_move(self, s: S) -> None:
        kind, op, family = s.data
        piece = self.e(s.args[0])
        if op == "box":
            unless = f"if {piece} >= 0: " if s.args[0].type.optional else ""
            self.emit(f"{unless}box_{kind}(S, {piece})")
            return
        if not piece.isidentifier():
            name = self.temp()
            self.emit(f"{name} = {piece}")
            piece = name
        self.put(kind, piece, op, family, s.args[1:])

    def put(self, kind: str, piece: str, op: str, family: Family, args: tuple[E, ...]) -> None:
        """Take a component from where it lies and put it into a zone."""
        number = self.zone_number(op, family, args)
        if self.logging:
            self.emit(f"x_from = S.loc[{piece}]")
        if family.shape == "list":
            self.emit(f"put_{family.key}(S, {piece}, {self._index(family, args)})")
        elif op in ("slot", "abs_slot"):
            self.emit(f"put_{family.key}(S, {piece}, ({number}) - {family.base})")
        elif family.slots == 1:
            self.emit(f"put_{family.key}(S, {piece}, {self._index(family, args)})")
        else:
            self.emit(f"add_{family.key}(S, {piece}, {self._index(family, args)})")
        self.note("'move'", piece, "x_from", f"S.loc[{piece}]")

    def s_move_alike(self, s: S) -> None:
        source, n_source, target, n_target = s.data
        design, amount = s.args[0], s.args[1]
        source_args = s.args[2 : 2 + n_source]
        target_args = s.args[2 + n_source : 2 + n_source + n_target]
        name = self.temp()
        self.emit(f"{name} = {self.e(amount)}")
        a = f"S.z_{source.key}[{self.count_place(source, source_args, design)}]"
        b = f"S.z_{target.key}[{self.count_place(target, target_args, design)}]"
        self.emit(f"{name} = max(0, min({name}, {a}))")
        self.emit(f"{a} -= {name}; {b} += {name}")
        if self.logging:
            self.note(
                "'alike'",
                self.e(design),
                name,
                str(source.number),
                self._index(source, source_args),
                str(target.number),
                self._index(target, target_args),
            )

    def s_draw(self, s: S) -> None:
        family, n_source, kind, op, target, var = s.data
        amount = s.args[0]
        source_args = s.args[1 : 1 + n_source]
        target_args = s.args[1 + n_source :]
        if self.effects and True:
            self.emit("if S.probe: raise Enough")
        index = self._index(family, source_args)
        self.emit(f"for _ in range({self.e(amount)}):")
        self.depth += 1
        refill = f"REFILL_{family.key}" if family.refilled else "None"
        self.emit(
            f"v_{var} = next_card(S, S.z_{family.key}[{index}], {refill}, {index}, {family.key!r})"
        )
        self.emit(f"if v_{var} < 0: break")
        self.put(kind, f"v_{var}", op, target, target_args)
        self.depth -= 1

    def s_shuffle(self, s: S) -> None:
        family = s.data
        self.emit("if S.probe: raise Enough")
        self.emit(
            f"shuffle(S, S.z_{family.key}[{self._index(family, s.args)}], "
            f"{('shuffle ' + family.name)!r}, DESIGN_KEY, COPY)"
        )
        self.note("'shuffle'", str(family.number), self._index(family, s.args))

    def s_roll(self, s: S) -> None:
        field = s.data
        piece = self.e(s.args[0])
        self.emit("if S.probe: raise Enough")
        kind = field.type
        if kind.base == "value":
            count, low = len(self.program.values[kind.of].members), 0
        else:
            low, count = kind.low or 0, (kind.high or 0) - (kind.low or 0) + 1
        holder = field.holder
        add = f" + {low}" if low else ""
        self.emit(f"S.f_{field.key}[{piece}] = random(S, {('roll ' + holder)!r}, {count}){add}")
        self.note("'roll'", piece, f"S.f_{field.key}[{piece}]", str(field.number))

    def s_roll_odds(self, s: S) -> None:
        field, odds = s.data
        piece = self.e(s.args[0])
        self.emit("if S.probe: raise Enough")
        self.emit(
            f"S.f_{field.key}[{piece}] = weighted(S, {('roll ' + field.holder)!r}, {tuple(odds)!r})"
        )
        self.note("'roll'", piece, f"S.f_{field.key}[{piece}]", str(field.number))

    def s_turn_row(self, s: S) -> None:
        self._row("turn_row", s.data, s.args[:-1], f"{self.e(s.args[-1])}, ")

    def s_close_up(self, s: S) -> None:
        self._row("close_up", s.data, s.args, "")

    def _row(self, how: str, family: Family, args: tuple[E, ...], more: str) -> None:
        first = f"({self._index(family, args)}) * {family.slots}"
        if how == "close_up" and self.program.closings:
            more = "CLOSED, "
        self.emit(f"{how}(S, S.z_{family.key}, {first}, {family.slots}, {more}{family.base})")
        self.note(repr(how), str(family.number), self._index(family, args))

    def s_pass_on(self, s: S) -> None:
        family, side = s.data
        if family.shape != "list":
            raise NotPlayable("passing on what lies in spaces", s.span)
        self.emit(f"pass_on(S, S.z_{family.key}, {1 if side == 'left' else -1}, {family.base})")
        self.note("'pass_on'", str(family.number), repr(side))

    def s_push(self, s: S) -> None:
        board, out = s.data
        dice, amount, lane = s.args
        name = self.temp()
        self.emit(f"{name} = tuple({self.e(dice)})[:max(0, {self.e(amount)})]")
        kind = board.kinds[0]
        self.emit(
            f"push(S, {name}, LANES_{lane.type.of}[{self.e(lane)}], "
            f"S.z_{board.key}, {board.base}, take_{kind}, put_{out.key})"
        )
        self.note("'push'", name, self.e(lane))

    def s_rotate(self, s: S) -> None:
        lane, amount = s.args
        board = s.data
        self.emit(
            f"rotate(S, LANES_{lane.type.of}[{self.e(lane)}], {self.e(amount)}, "
            f"S.z_{board.key}, {board.base})"
        )
        self.note("'rotate'", self.e(lane), self.e(amount))

    def s_swap(self, s: S) -> None:
        kind = s.data
        self.emit(f"swap_{kind}(S, {self.e(s.args[0])}, {self.e(s.args[1])})")
        self.note("'swap'", self.e(s.args[0]), self.e(s.args[1]))

    def s_reveal(self, s: S) -> None:
        piece = self.e(s.args[0])
        self.emit(f"S.shown[{piece}] = 1")
        self.note("'reveal'", piece)

    # -------------------------------------------------------------------------- paying

    def s_gain_money(self, s: S) -> None:
        player, symbol, amount = (self.e(a) for a in s.args)
        name = self.temp()
        self.emit(f"{name} = gain_money(S, MONEY_{s.data.kind}, {player}, {symbol}, {amount})")
        self.note("'gain'", player, symbol, name, repr(s.data.kind))

    def _exchange_test(self, s: S) -> str:
        money, verb = s.data
        return f"can_{verb}(S, MONEY_{money.kind}, {self.e(s.args[0])}, {self.e(s.args[1])})"

    def s_exchange(self, s: S) -> None:
        money, verb = s.data
        self.emit(f"if not {self._exchange_test(s)}:")
        self.depth += 1
        self.emit("if S.probe: raise Fail")
        self.emit(self.leave)
        self.depth -= 1
        player, symbol = self.e(s.args[0]), self.e(s.args[1])
        self.emit(f"{verb}_money(S, MONEY_{money.kind}, {player}, {symbol})")
        self.note("'exchange'", player, symbol, repr(verb), repr(money.kind))

    def s_pay_due(self, s: S) -> None:
        payment, due, most = s.data
        cost, choice = self.due(payment, s.args[0])
        self.emit(f"v_{due} = {cost}")
        self.emit(f"v_{most} = min(sum(v_{due}), {choice})")

    def due(self, payment: Payment, you: E) -> tuple[str, str]:
        """The cost after fixed reductions, and how much may be lessened by choice."""
        cost = self.e(payment.cost)
        for less in payment.less:
            cost = f"vsub({cost}, {self.e(less)})"
        parts = [self.e(c) for c in payment.choice]
        return cost, " + ".join(parts) if parts else "0"

    def s_pay_out(self, s: S) -> None:
        payment, due, name = s.data
        player = self.e(s.args[0])
        paid = self.temp()
        self.emit(f"{paid} = vsub(v_{due}, v_{name})")
        self.emit(f"pay_money(S, MONEY_{payment.money.kind}, {player}, {paid})")
        self.note("'pay'", player, paid, repr(payment.money.kind))

    # -------------------------------------------------------------------------- picking

    def by_lot(self, stream: str, things: str, kind: Type) -> str:
        """The place of one of some things, each as likely as any other."""
        return f"random(S, {stream!r}, len({things}))"

    def s_pick(self, s: S) -> None:
        name, var, sorts, every, at_random, has_none, kind = s.data
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
