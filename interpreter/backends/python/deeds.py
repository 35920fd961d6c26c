"""Statements that act on components and money, as nodes: moves, rolls, boards, payments.

Each statement is a few lines here; they are independent of one another.
"""

from __future__ import annotations

import ast

from interpreter.backends.python.places import (
    at_least_0,
    count_place,
    holder_index,
    lane,
    shifted,
    zone,
    zone_number,
    zones,
)
from interpreter.backends.python.printing import Printing, Sentences
from interpreter.backends.python.statements import copied, exchange_test, money, stop_looking
from interpreter.backends.target import make
from interpreter.backends.target.make import Value
from interpreter.ir import nodes
from interpreter.ir.declared import Family, NotPlayable, Payment
from interpreter.ir.lowered import with_you
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER


def location(piece: ast.expr) -> ast.expr:
    """Print where the state keeps the location of a component."""
    return make.item(make.state("loc"), piece)


def _print_move(p: Printing, s: nodes.Move) -> None:
    kind, op, family = s.kind, s.how, s.to
    piece = p.e(s.args[0])
    if op == "box":
        _remove(p, kind, piece, s.args[0].type.optional)
        return
    if not isinstance(piece, ast.Name):
        name = p.temp()
        p.let(name, piece)
        piece = make.name(name)
    assert family is not None
    put(p, kind, piece, op, family, s.args[1:])


def _remove(p: Printing, kind: str, piece: ast.expr, optional: bool) -> None:
    """Print moving a component to the box; an optional one may be none."""
    if not p.logging:
        box = make.do(make.rule(f"box_{kind}", piece))
        p.emit(make.when(make.compare(piece, ">=", 0), box) if optional else box)
        return
    name, was = make.name(p.temp()), make.name("x_from")
    p.let(name, piece)
    there = make.both(make.compare(name, ">=", 0), make.compare(location(name), ">=", 0))
    with p.inside(make.when(there)):
        p.let(was, location(name))
        p.do(make.rule(f"box_{kind}", name))
        p.steps.note(p, "move", name, was, -1)


def put(
    p: Printing, kind: str, piece: ast.expr, op: str, family: Family, args: tuple[Expr, ...]
) -> None:
    """Print moving a component from where it lies to a zone."""
    was = make.name("x_from")
    if p.logging:
        p.let(was, location(piece))
    if op in ("slot", "abs_slot") and family.shape != "list":
        number = zone_number(p, op, family, args)
        p.do(make.rule(f"put_{family.key}", piece, make.binary(number, "-", family.base)))
    else:
        how = "put" if family.shape == "list" or family.slots == 1 else "add"
        p.do(make.rule(f"{how}_{family.key}", piece, holder_index(p, family, args)))
    if p.logging:  # an empty space moves nothing and logs nothing
        with p.inside(make.when(make.compare(piece, ">=", 0))):
            p.steps.note(p, "move", piece, was, location(piece))


def _print_move_alike(p: Printing, s: nodes.MoveAlike) -> None:
    source, n_source, target, n_target = s.family, s.sources, s.to, s.targets
    design, amount = s.args[0], s.args[1]
    source_args = s.args[2 : 2 + n_source]
    target_args = s.args[2 + n_source : 2 + n_source + n_target]
    name = make.name(p.temp())
    p.let(name, p.e(amount))
    here = zone(source, count_place(p, source, source_args, design))
    there = zone(target, count_place(p, target, target_args, design))
    most: list[ast.expr] = [name, here]
    if target.limit is not None:
        held = nodes.ZoneSize(target_args, NUMBER, s.span, target)
        limit = target.limit
        if target.holder == "player":
            limit = with_you(limit, target_args[0])
        most.append(make.binary(p.e(limit), "-", p.e(held)))
    p.let(name, at_least_0(make.call("min", *most)))
    p.emit(make.change(here, "-", name), make.change(there, "+", name))
    if p.logging:
        from_index, to_index = (
            holder_index(p, source, source_args),
            holder_index(p, target, target_args),
        )
        numbers = source.number, from_index, target.number, to_index
        p.steps.note(p, "alike", p.e(design), name, *numbers)


def _print_draw(p: Printing, s: nodes.Draw) -> None:
    family, n_source, kind, op, target = s.family, s.sources, s.kind, s.how, s.to
    source_args = s.args[1 : 1 + n_source]
    target_args = s.args[1 + n_source :]
    stop_looking(p)
    index, drawn = holder_index(p, family, source_args), make.local(s.name)
    refill = make.name(f"REFILL_{family.key}") if family.refilled else make.constant(None)
    with p.inside(make.go_through("_", make.call("range", p.e(s.args[0])))):
        key = make.constant(family.key)
        p.let(drawn, make.rule("next_card", zone(family, index), refill, index, key))
        p.emit(make.when(make.compare(drawn, "<", 0), ast.Break()))
        if op == "box":
            _remove(p, kind, drawn, optional=False)
        else:
            assert target is not None
            put(p, kind, drawn, op, target, target_args)


def shuffled(family: Family, index: Value) -> ast.expr:
    """Print the shuffling of one zone of a family."""
    stream = make.constant("shuffle " + family.name)
    return make.rule(
        "shuffle", zone(family, index), stream, make.name("DESIGN_KEY"), make.name("COPY")
    )


def _print_shuffle(p: Printing, s: nodes.Shuffle) -> None:
    stop_looking(p)
    index = holder_index(p, s.family, s.args)
    p.do(shuffled(s.family, index))
    p.steps.note(p, "shuffle", s.family.number, index)


def _print_reverse(p: Printing, s: nodes.Reverse) -> None:
    place = holder_index(p, s.family, s.args)
    pile, i = zone(s.family, place), make.name("i")
    length = make.call("len", pile)
    from_end = make.item(pile, make.binary(make.binary(length, "-", 1), "-", i))
    turned = make.described(from_end, make.loop("i", make.call("range", length)))
    p.let(make.part(pile, None, None), turned)
    p.steps.note(p, "reverse", s.family.number, place)


def _print_roll(p: Printing, s: nodes.Roll) -> None:
    kind = s.field.type
    if kind.is_value:
        count, low = len(p.program.values[kind.of].members), 0
    else:
        low, count = kind.low or 0, (kind.high or 0) - (kind.low or 0) + 1
    stream = make.constant("roll " + s.field.holder)
    _rolled(p, s, make.node(shifted(make.rule("random", stream, count), low)))


def _print_roll_odds(p: Printing, s: nodes.RollOdds) -> None:
    stream = make.constant("roll " + s.field.holder)
    _rolled(p, s, make.rule("weighted", stream, make.constant(tuple(s.odds))))


def _rolled(p: Printing, s: nodes.Roll | nodes.RollOdds, result: ast.expr) -> None:
    """Print what a die shows after a roll."""
    piece = p.e(s.args[0])
    shows = make.item(make.state(f"f_{s.field.key}"), piece)
    stop_looking(p)
    p.let(shows, result)
    p.steps.note(p, "roll", piece, shows, s.field.number)


def _print_turn_row(p: Printing, s: nodes.TurnRow) -> None:
    _row(p, "turn_row", s.family, s.args[:-1], [p.e(s.args[-1])])


def _print_close_up(p: Printing, s: nodes.CloseUp) -> None:
    _row(p, "close_up", s.family, s.args, [make.name("CLOSED")] if p.program.closings else [])


def _row(
    p: Printing, how: str, family: Family, args: tuple[Expr, ...], more: list[ast.expr]
) -> None:
    """Print a change of the row of spaces of one holder."""
    first = make.binary(holder_index(p, family, args), "*", family.slots)
    p.do(make.rule(how, zones(family), first, family.slots, *more, family.base))
    p.steps.note(p, how, family.number, holder_index(p, family, args))


def _print_pass_on(p: Printing, s: nodes.PassOn) -> None:
    family, side = s.family, s.side
    if family.shape != "list":
        raise NotPlayable("passing on what lies in spaces", s.span)
    p.do(make.rule("pass_on", zones(family), 1 if side == "left" else -1, family.base))
    p.steps.note(p, "pass_on", family.number, side)


def _print_push(p: Printing, s: nodes.Push) -> None:
    board, out = s.family, s.out
    dice, amount, line = s.args
    name = make.name(p.temp())
    p.let(name, make.part(copied(p.e(dice)), None, at_least_0(p.e(amount))))
    take, drop = make.name(f"take_{board.kinds[0]}"), make.name(f"put_{out.key}")
    spaces = lane(line, p.e(line))
    p.do(make.rule("push", name, spaces, zones(board), board.base, take, drop))
    p.steps.note(p, "push", name, p.e(line))


def _print_rotate(p: Printing, s: nodes.Rotate) -> None:
    line, amount = s.args
    board = s.family
    p.do(make.rule("rotate", lane(line, p.e(line)), p.e(amount), zones(board), board.base))
    p.steps.note(p, "rotate", p.e(line), p.e(amount))


def _print_change_of_places(p: Printing, s: nodes.Swap) -> None:
    p.do(make.rule(f"change_places_{s.kind}", p.e(s.args[0]), p.e(s.args[1])))
    p.steps.note(p, s.op, p.e(s.args[0]), p.e(s.args[1]))


def _print_reveal(p: Printing, s: nodes.Reveal) -> None:
    piece = p.e(s.args[0])
    p.let(make.item(make.state("shown"), piece), 1)
    p.steps.note(p, "reveal", piece)


def _print_look(p: Printing, s: nodes.Look) -> None:
    """Print a look of one player, who knows the component until it is shuffled or hidden."""
    piece, viewer = p.e(s.args[0]), p.e(s.args[1])
    shown = make.item(make.state("shown"), piece)
    p.let(shown, make.binary(shown, "|", make.binary(2, "<<", viewer)))
    p.steps.note(p, "show", piece, viewer)


def _print_show(p: Printing, s: nodes.Show) -> None:
    """Print a look that changes no knowledge in the state; only the log records it."""
    if p.logging:
        p.steps.note(p, "show", p.e(s.args[0]), p.e(s.args[1]))
    else:
        p.emit(ast.Pass())


def _print_cannot(p: Printing, s: nodes.Cannot) -> None:
    if p.logging:
        p.steps.note(p, "cannot", p.e(s.args[0]))
    else:
        p.emit(ast.Pass())


def _print_gain_money(p: Printing, s: nodes.GainMoney) -> None:
    player, symbol, amount = (p.e(a) for a in s.args)
    name = make.name(p.temp())
    p.let(name, make.rule("gain_money", money(s.money.kind), player, symbol, amount))
    p.steps.note(p, "gain", player, symbol, name, s.money.kind)


def _print_exchange(p: Printing, s: nodes.Exchange) -> None:
    with p.inside(make.when(make.negated(exchange_test(p, s)))):
        p.steps.refuse(p)
        p.leaves()
    exchanged(p, s)


def exchanged(p: Printing, s: nodes.Exchange) -> None:
    """Print an exchange of money that can be done."""
    player, symbol = p.e(s.args[0]), p.e(s.args[1])
    p.do(make.rule(f"{s.how}_money", money(s.money.kind), player, symbol))
    p.steps.note(p, "exchange", player, symbol, s.how, s.money.kind)


def _print_pay_due(p: Printing, s: nodes.PayDue) -> None:
    cost, choice = due(p, s.payment, s.args[0])
    p.let(f"v_{s.due}", cost)
    p.let(f"v_{s.most}", make.call("min", make.call("sum", make.local(s.due)), choice))


def due(p: Printing, payment: Payment, you: Expr) -> tuple[ast.expr, ast.expr]:
    """Print a payment's cost after fixed reductions, and the most it may be reduced by choice."""
    cost = p.e(payment.cost)
    for less in payment.less:
        cost = make.call("vsub", cost, p.e(less))
    return cost, make.total([p.e(c) for c in payment.choice] or [0])


def _print_pay_out(p: Printing, s: nodes.PayOut) -> None:
    player, kind = p.e(s.args[0]), s.payment.purse.kind
    paid = make.name(p.temp())
    p.let(paid, make.call("vsub", make.local(s.due), make.local(s.name)))
    p.do(make.rule("pay_money", money(kind), player, paid))
    p.steps.note(p, "pay", player, paid, kind)


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
