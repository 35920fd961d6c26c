"""What is done to components and with money, as Python lines: moving, rolling, boards, paying.

Each sentence is a few lines here, and none knows another.
"""

from __future__ import annotations

from interpreter.backends.python.statements import Statements
from interpreter.ir import nodes
from interpreter.ir.lowered import with_you
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Family, NotPlayable, Payment
from interpreter.ir.types import NUMBER


class Deeds(Statements):
    """Prints deeds, below the sentences that say when and how often."""

    # -------------------------------------------------------------------------- moving

    def s_move(self, s: nodes.Move) -> None:
        kind, op, family = s.kind, s.how, s.to
        piece = self.e(s.args[0])
        if op == "box":
            self._remove(kind, piece, s.args[0].type.optional)
            return
        if not piece.isidentifier():
            name = self.temp()
            self.emit(f"{name} = {piece}")
            piece = name
        assert family is not None
        self.put(kind, piece, op, family, s.args[1:])

    def _remove(self, kind: str, piece: str, optional: bool) -> None:
        """Put a component into the box; nothing, if there may be none."""
        if not self.logging:
            self.emit(f"{f'if {piece} >= 0: ' if optional else ''}box_{kind}(S, {piece})")
            return
        name = self.temp()
        self.emit(f"{name} = {piece}")
        self.emit(f"if {name} >= 0 and S.loc[{name}] >= 0:")
        self.depth += 1
        self.emit(f"x_from = S.loc[{name}]")
        self.emit(f"box_{kind}(S, {name})")
        self.note("'move'", name, "x_from", "-1")
        self.depth -= 1

    def put(self, kind: str, piece: str, op: str, family: Family, args: tuple[Expr, ...]) -> None:
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
        if self.logging:  # nothing is moved from an empty space, and nothing is told of it
            self.emit(f"if {piece} >= 0:")
            self.depth += 1
            self.note("'move'", piece, "x_from", f"S.loc[{piece}]")
            self.depth -= 1

    def s_move_alike(self, s: nodes.MoveAlike) -> None:
        source, n_source, target, n_target = s.family, s.sources, s.to, s.targets
        design, amount = s.args[0], s.args[1]
        source_args = s.args[2 : 2 + n_source]
        target_args = s.args[2 + n_source : 2 + n_source + n_target]
        name = self.temp()
        self.emit(f"{name} = {self.e(amount)}")
        a = f"S.z_{source.key}[{self.count_place(source, source_args, design)}]"
        b = f"S.z_{target.key}[{self.count_place(target, target_args, design)}]"
        most = [name, a]
        if target.limit is not None:
            held = nodes.ZoneSize(target_args, NUMBER, s.span, target)
            limit = target.limit
            if target.holder == "player":
                limit = with_you(limit, target_args[0])
            most.append(f"{self.e(limit)} - {self.e(held)}")
        self.emit(f"{name} = max(0, min({', '.join(most)}))")
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

    def s_draw(self, s: nodes.Draw) -> None:
        family, n_source, kind, op, target, var = s.family, s.sources, s.kind, s.how, s.to, s.name
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
        if op == "box":
            self._remove(kind, f"v_{var}", optional=False)
        else:
            assert target is not None
            self.put(kind, f"v_{var}", op, target, target_args)
        self.depth -= 1

    def s_shuffle(self, s: nodes.Shuffle) -> None:
        family = s.family
        self.emit("if S.probe: raise Enough")
        self.emit(
            f"shuffle(S, S.z_{family.key}[{self._index(family, s.args)}], "
            f"{('shuffle ' + family.name)!r}, DESIGN_KEY, COPY)"
        )
        self.note("'shuffle'", str(family.number), self._index(family, s.args))

    def s_reverse(self, s: nodes.Reverse) -> None:
        place = self._index(s.family, s.args)
        pile = f"S.z_{s.family.key}[{place}]"
        self.emit(f"{pile}[:] = [{pile}[len({pile}) - 1 - i] for i in range(len({pile}))]")
        self.note("'reverse'", str(s.family.number), place)

    def s_roll(self, s: nodes.Roll) -> None:
        field = s.field
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

    def s_roll_odds(self, s: nodes.RollOdds) -> None:
        field, odds = s.field, s.odds
        piece = self.e(s.args[0])
        self.emit("if S.probe: raise Enough")
        self.emit(
            f"S.f_{field.key}[{piece}] = weighted(S, {('roll ' + field.holder)!r}, {tuple(odds)!r})"
        )
        self.note("'roll'", piece, f"S.f_{field.key}[{piece}]", str(field.number))

    def s_turn_row(self, s: nodes.TurnRow) -> None:
        self._row("turn_row", s.family, s.args[:-1], f"{self.e(s.args[-1])}, ")

    def s_close_up(self, s: nodes.CloseUp) -> None:
        self._row("close_up", s.family, s.args, "")

    def _row(self, how: str, family: Family, args: tuple[Expr, ...], more: str) -> None:
        first = f"({self._index(family, args)}) * {family.slots}"
        if how == "close_up" and self.program.closings:
            more = "CLOSED, "
        self.emit(f"{how}(S, S.z_{family.key}, {first}, {family.slots}, {more}{family.base})")
        self.note(repr(how), str(family.number), self._index(family, args))

    def s_pass_on(self, s: nodes.PassOn) -> None:
        family, side = s.family, s.side
        if family.shape != "list":
            raise NotPlayable("passing on what lies in spaces", s.span)
        self.emit(f"pass_on(S, S.z_{family.key}, {1 if side == 'left' else -1}, {family.base})")
        self.note("'pass_on'", str(family.number), repr(side))

    def s_push(self, s: nodes.Push) -> None:
        board, out = s.family, s.out
        dice, amount, lane = s.args
        name = self.temp()
        self.emit(f"{name} = tuple({self.e(dice)})[:max(0, {self.e(amount)})]")
        kind = board.kinds[0]
        self.emit(
            f"push(S, {name}, LANES_{lane.type.of}[{self.e(lane)}], "
            f"S.z_{board.key}, {board.base}, take_{kind}, put_{out.key})"
        )
        self.note("'push'", name, self.e(lane))

    def s_rotate(self, s: nodes.Rotate) -> None:
        lane, amount = s.args
        board = s.family
        self.emit(
            f"rotate(S, LANES_{lane.type.of}[{self.e(lane)}], {self.e(amount)}, "
            f"S.z_{board.key}, {board.base})"
        )
        self.note("'rotate'", self.e(lane), self.e(amount))

    def s_swap(self, s: nodes.Swap) -> None:
        kind = s.kind
        self.emit(f"change_places_{kind}(S, {self.e(s.args[0])}, {self.e(s.args[1])})")
        self.note("'swap'", self.e(s.args[0]), self.e(s.args[1]))

    def s_reveal(self, s: nodes.Reveal) -> None:
        piece = self.e(s.args[0])
        self.emit(f"S.shown[{piece}] = 1")
        self.note("'reveal'", piece)

    def s_look(self, s: nodes.Look) -> None:
        """Print a look of one player, who knows what was seen as long as it is not mixed or
        hidden."""
        piece, viewer = self.e(s.args[0]), self.e(s.args[1])
        self.emit(f"S.shown[{piece}] = S.shown[{piece}] | 2 << {viewer}")
        self.note("'show'", piece, viewer)

    def s_show(self, s: nodes.Show) -> None:
        """Print a look for one player: nothing lies otherwise than before, so only the story
        has it."""
        if self.logging:
            self.note("'show'", self.e(s.args[0]), self.e(s.args[1]))
        else:
            self.emit("pass")

    # -------------------------------------------------------------------------- paying

    def s_gain_money(self, s: nodes.GainMoney) -> None:
        player, symbol, amount = (self.e(a) for a in s.args)
        name = self.temp()
        self.emit(f"{name} = gain_money(S, MONEY_{s.money.kind}, {player}, {symbol}, {amount})")
        self.note("'gain'", player, symbol, name, repr(s.money.kind))

    def s_exchange(self, s: nodes.Exchange) -> None:
        money, verb = s.money, s.verb
        self.emit(f"if not {self._exchange_test(s)}:")
        self.depth += 1
        self.emit("if S.probe: raise Fail")
        self.emit(self.leave)
        self.depth -= 1
        player, symbol = self.e(s.args[0]), self.e(s.args[1])
        self.emit(f"{verb}_money(S, MONEY_{money.kind}, {player}, {symbol})")
        self.note("'exchange'", player, symbol, repr(verb), repr(money.kind))

    def s_pay_due(self, s: nodes.PayDue) -> None:
        payment, due, most = s.payment, s.due, s.most
        cost, choice = self.due(payment, s.args[0])
        self.emit(f"v_{due} = {cost}")
        self.emit(f"v_{most} = min(sum(v_{due}), {choice})")

    def due(self, payment: Payment, you: Expr) -> tuple[str, str]:
        """Give the cost after fixed reductions, and how much may be lessened by choice."""
        cost = self.e(payment.cost)
        for less in payment.less:
            cost = f"vsub({cost}, {self.e(less)})"
        parts = [self.e(c) for c in payment.choice]
        return cost, " + ".join(parts) if parts else "0"

    def s_pay_out(self, s: nodes.PayOut) -> None:
        payment, due, name = s.payment, s.due, s.name
        player = self.e(s.args[0])
        paid = self.temp()
        self.emit(f"{paid} = vsub(v_{due}, v_{name})")
        self.emit(f"pay_money(S, MONEY_{payment.purse.kind}, {player}, {paid})")
        self.note("'pay'", player, paid, repr(payment.purse.kind))
