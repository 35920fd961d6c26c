"""Statements that act on components and money, as Python lines: moves, rolls, boards, payments.

Each statement is a few lines here; they are independent of one another.
"""

from __future__ import annotations

from interpreter.backends.python.places import count_place, holder_index, zone_number
from interpreter.backends.python.printing import Printing, Sentences
from interpreter.backends.python.statements import exchange_test
from interpreter.ir import nodes
from interpreter.ir.declared import Family, NotPlayable, Payment
from interpreter.ir.lowered import with_you
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER


def _print_move(p: Printing, s: nodes.Move) -> None:
    kind, op, family = s.kind, s.how, s.to
    piece = p.e(s.args[0])
    if op == "box":
        _remove(p, kind, piece, s.args[0].type.optional)
        return
    if not piece.isidentifier():
        name = p.temp()
        p.emit(f"{name} = {piece}")
        piece = name
    assert family is not None
    put(p, kind, piece, op, family, s.args[1:])


def _remove(p: Printing, kind: str, piece: str, optional: bool) -> None:
    """Print moving a component to the box; an optional one may be none."""
    if not p.logging:
        p.emit(f"{f'if {piece} >= 0: ' if optional else ''}box_{kind}(S, {piece})")
        return
    name = p.temp()
    p.emit(f"{name} = {piece}")
    p.emit(f"if {name} >= 0 and S.loc[{name}] >= 0:")
    p.depth += 1
    p.emit(f"x_from = S.loc[{name}]")
    p.emit(f"box_{kind}(S, {name})")
    p.steps.note(p, "'move'", name, "x_from", "-1")
    p.depth -= 1


def put(
    p: Printing, kind: str, piece: str, op: str, family: Family, args: tuple[Expr, ...]
) -> None:
    """Print moving a component from where it lies to a zone."""
    number = zone_number(p, op, family, args)
    if p.logging:
        p.emit(f"x_from = S.loc[{piece}]")
    if family.shape == "list":
        p.emit(f"put_{family.key}(S, {piece}, {holder_index(p, family, args)})")
    elif op in ("slot", "abs_slot"):
        p.emit(f"put_{family.key}(S, {piece}, ({number}) - {family.base})")
    elif family.slots == 1:
        p.emit(f"put_{family.key}(S, {piece}, {holder_index(p, family, args)})")
    else:
        p.emit(f"add_{family.key}(S, {piece}, {holder_index(p, family, args)})")
    if p.logging:  # an empty space moves nothing and logs nothing
        p.emit(f"if {piece} >= 0:")
        p.depth += 1
        p.steps.note(p, "'move'", piece, "x_from", f"S.loc[{piece}]")
        p.depth -= 1


def _print_move_alike(p: Printing, s: nodes.MoveAlike) -> None:
    source, n_source, target, n_target = s.family, s.sources, s.to, s.targets
    design, amount = s.args[0], s.args[1]
    source_args = s.args[2 : 2 + n_source]
    target_args = s.args[2 + n_source : 2 + n_source + n_target]
    name = p.temp()
    p.emit(f"{name} = {p.e(amount)}")
    a = f"S.z_{source.key}[{count_place(p, source, source_args, design)}]"
    b = f"S.z_{target.key}[{count_place(p, target, target_args, design)}]"
    most = [name, a]
    if target.limit is not None:
        held = nodes.ZoneSize(target_args, NUMBER, s.span, target)
        limit = target.limit
        if target.holder == "player":
            limit = with_you(limit, target_args[0])
        most.append(f"{p.e(limit)} - {p.e(held)}")
    p.emit(f"{name} = max(0, min({', '.join(most)}))")
    p.emit(f"{a} -= {name}; {b} += {name}")
    if p.logging:
        p.steps.note(
            p,
            "'alike'",
            p.e(design),
            name,
            str(source.number),
            holder_index(p, source, source_args),
            str(target.number),
            holder_index(p, target, target_args),
        )


def _print_draw(p: Printing, s: nodes.Draw) -> None:
    family, n_source, kind, op, target, var = s.family, s.sources, s.kind, s.how, s.to, s.name
    amount = s.args[0]
    source_args = s.args[1 : 1 + n_source]
    target_args = s.args[1 + n_source :]
    if p.effects and True:
        p.emit("if S.probe: raise Enough")
    index = holder_index(p, family, source_args)
    p.emit(f"for _ in range({p.e(amount)}):")
    p.depth += 1
    refill = f"REFILL_{family.key}" if family.refilled else "None"
    p.emit(f"v_{var} = next_card(S, S.z_{family.key}[{index}], {refill}, {index}, {family.key!r})")
    p.emit(f"if v_{var} < 0: break")
    if op == "box":
        _remove(p, kind, f"v_{var}", optional=False)
    else:
        assert target is not None
        put(p, kind, f"v_{var}", op, target, target_args)
    p.depth -= 1


def _print_shuffle(p: Printing, s: nodes.Shuffle) -> None:
    family = s.family
    p.emit("if S.probe: raise Enough")
    p.emit(
        f"shuffle(S, S.z_{family.key}[{holder_index(p, family, s.args)}], "
        f"{('shuffle ' + family.name)!r}, DESIGN_KEY, COPY)"
    )
    p.steps.note(p, "'shuffle'", str(family.number), holder_index(p, family, s.args))


def _print_reverse(p: Printing, s: nodes.Reverse) -> None:
    place = holder_index(p, s.family, s.args)
    pile = f"S.z_{s.family.key}[{place}]"
    p.emit(f"{pile}[:] = [{pile}[len({pile}) - 1 - i] for i in range(len({pile}))]")
    p.steps.note(p, "'reverse'", str(s.family.number), place)


def _print_roll(p: Printing, s: nodes.Roll) -> None:
    field = s.field
    piece = p.e(s.args[0])
    p.emit("if S.probe: raise Enough")
    kind = field.type
    if kind.is_value:
        count, low = len(p.program.values[kind.of].members), 0
    else:
        low, count = kind.low or 0, (kind.high or 0) - (kind.low or 0) + 1
    holder = field.holder
    add = f" + {low}" if low else ""
    p.emit(f"S.f_{field.key}[{piece}] = random(S, {('roll ' + holder)!r}, {count}){add}")
    p.steps.note(p, "'roll'", piece, f"S.f_{field.key}[{piece}]", str(field.number))


def _print_roll_odds(p: Printing, s: nodes.RollOdds) -> None:
    field, odds = s.field, s.odds
    piece = p.e(s.args[0])
    p.emit("if S.probe: raise Enough")
    p.emit(f"S.f_{field.key}[{piece}] = weighted(S, {('roll ' + field.holder)!r}, {tuple(odds)!r})")
    p.steps.note(p, "'roll'", piece, f"S.f_{field.key}[{piece}]", str(field.number))


def _print_turn_row(p: Printing, s: nodes.TurnRow) -> None:
    _row(p, "turn_row", s.family, s.args[:-1], f"{p.e(s.args[-1])}, ")


def _print_close_up(p: Printing, s: nodes.CloseUp) -> None:
    _row(p, "close_up", s.family, s.args, "")


def _row(p: Printing, how: str, family: Family, args: tuple[Expr, ...], more: str) -> None:
    first = f"({holder_index(p, family, args)}) * {family.slots}"
    if how == "close_up" and p.program.closings:
        more = "CLOSED, "
    p.emit(f"{how}(S, S.z_{family.key}, {first}, {family.slots}, {more}{family.base})")
    p.steps.note(p, repr(how), str(family.number), holder_index(p, family, args))


def _print_pass_on(p: Printing, s: nodes.PassOn) -> None:
    family, side = s.family, s.side
    if family.shape != "list":
        raise NotPlayable("passing on what lies in spaces", s.span)
    p.emit(f"pass_on(S, S.z_{family.key}, {1 if side == 'left' else -1}, {family.base})")
    p.steps.note(p, "'pass_on'", str(family.number), repr(side))


def _print_push(p: Printing, s: nodes.Push) -> None:
    board, out = s.family, s.out
    dice, amount, lane = s.args
    name = p.temp()
    p.emit(f"{name} = tuple({p.e(dice)})[:max(0, {p.e(amount)})]")
    kind = board.kinds[0]
    p.emit(
        f"push(S, {name}, LANES_{lane.type.of}[{p.e(lane)}], "
        f"S.z_{board.key}, {board.base}, take_{kind}, put_{out.key})"
    )
    p.steps.note(p, "'push'", name, p.e(lane))


def _print_rotate(p: Printing, s: nodes.Rotate) -> None:
    lane, amount = s.args
    board = s.family
    p.emit(
        f"rotate(S, LANES_{lane.type.of}[{p.e(lane)}], {p.e(amount)}, "
        f"S.z_{board.key}, {board.base})"
    )
    p.steps.note(p, "'rotate'", p.e(lane), p.e(amount))


def _print_change_of_places(p: Printing, s: nodes.Swap) -> None:
    kind = s.kind
    p.emit(f"change_places_{kind}(S, {p.e(s.args[0])}, {p.e(s.args[1])})")
    p.steps.note(p, repr(s.op), p.e(s.args[0]), p.e(s.args[1]))


def _print_reveal(p: Printing, s: nodes.Reveal) -> None:
    piece = p.e(s.args[0])
    p.emit(f"S.shown[{piece}] = 1")
    p.steps.note(p, "'reveal'", piece)


def _print_look(p: Printing, s: nodes.Look) -> None:
    """Print a look of one player, who knows the component until it is shuffled or hidden."""
    piece, viewer = p.e(s.args[0]), p.e(s.args[1])
    p.emit(f"S.shown[{piece}] = S.shown[{piece}] | 2 << {viewer}")
    p.steps.note(p, "'show'", piece, viewer)


def _print_show(p: Printing, s: nodes.Show) -> None:
    """Print a look that changes no knowledge in the state; only the log records it."""
    if p.logging:
        p.steps.note(p, "'show'", p.e(s.args[0]), p.e(s.args[1]))
    else:
        p.emit("pass")


def _print_cannot(p: Printing, s: nodes.Cannot) -> None:
    if p.logging:
        p.steps.note(p, "'cannot'", p.e(s.args[0]))
    else:
        p.emit("pass")


def _print_gain_money(p: Printing, s: nodes.GainMoney) -> None:
    player, symbol, amount = (p.e(a) for a in s.args)
    name = p.temp()
    p.emit(f"{name} = gain_money(S, MONEY_{s.money.kind}, {player}, {symbol}, {amount})")
    p.steps.note(p, "'gain'", player, symbol, name, repr(s.money.kind))


def _print_exchange(p: Printing, s: nodes.Exchange) -> None:
    money, verb = s.money, s.how
    p.emit(f"if not {exchange_test(p, s)}:")
    p.depth += 1
    p.steps.refuse(p)
    p.emit(p.leave)
    p.depth -= 1
    player, symbol = p.e(s.args[0]), p.e(s.args[1])
    p.emit(f"{verb}_money(S, MONEY_{money.kind}, {player}, {symbol})")
    p.steps.note(p, "'exchange'", player, symbol, repr(verb), repr(money.kind))


def _print_pay_due(p: Printing, s: nodes.PayDue) -> None:
    cost, choice = due(p, s.payment, s.args[0])
    p.emit(f"v_{s.due} = {cost}")
    p.emit(f"v_{s.most} = min(sum(v_{s.due}), {choice})")


def due(p: Printing, payment: Payment, you: Expr) -> tuple[str, str]:
    """Print a payment's cost after fixed reductions, and the most it may be reduced by choice."""
    cost = p.e(payment.cost)
    for less in payment.less:
        cost = f"vsub({cost}, {p.e(less)})"
    parts = [p.e(c) for c in payment.choice]
    return cost, " + ".join(parts) if parts else "0"


def _print_pay_out(p: Printing, s: nodes.PayOut) -> None:
    payment, due, name = s.payment, s.due, s.name
    player = p.e(s.args[0])
    paid = p.temp()
    p.emit(f"{paid} = vsub(v_{due}, v_{name})")
    p.emit(f"pay_money(S, MONEY_{payment.purse.kind}, {player}, {paid})")
    p.steps.note(p, "'pay'", player, paid, repr(payment.purse.kind))


SENTENCES: Sentences = {
    nodes.Move: _print_move,
    nodes.MoveAlike: _print_move_alike,
    nodes.Draw: _print_draw,
    nodes.Shuffle: _print_shuffle,
    nodes.Reverse: _print_reverse,
    nodes.Roll: _print_roll,
    nodes.RollOdds: _print_roll_odds,
    nodes.TurnRow: _print_turn_row,
    nodes.CloseUp: _print_close_up,
    nodes.PassOn: _print_pass_on,
    nodes.Push: _print_push,
    nodes.Rotate: _print_rotate,
    nodes.Swap: _print_change_of_places,
    nodes.Reveal: _print_reveal,
    nodes.Look: _print_look,
    nodes.Show: _print_show,
    nodes.Cannot: _print_cannot,
    nodes.GainMoney: _print_gain_money,
    nodes.Exchange: _print_exchange,
    nodes.PayDue: _print_pay_due,
    nodes.PayOut: _print_pay_out,
}
"""How the statements of this module are printed."""
