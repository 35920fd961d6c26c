"""Chapter 6: deeds."""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr, Stmt
from tests.reference import lasting
from tests.reference.course import (
    Course,
    LeadsNowhere,
    Lines,
)
from tests.reference.money import Till
from tests.reference.table import EVERYBODY, NONE
from tests.reference.values import Names


def _gain_money(c: Course, s: nodes.GainMoney, names: Names) -> None:
    """`gain 3 silver coins`."""
    player, sort, amount = (c.number(arg, names) for arg in s.args)
    Till.of(c.program, c.table, s.money).gain(player, sort, amount)


def _exchange(c: Course, s: nodes.Exchange, names: Names) -> None:
    """`join`, `split`: what cannot be done ends the rule."""
    if not c.can_exchange(s, names):
        c.fails()
        return
    player, sort = (c.number(arg, names) for arg in s.args)
    till = Till.of(c.program, c.table, s.money)
    if s.how == "join":
        till.join(player, sort)
    else:
        till.give_large(player, sort, 1, till.size)


def _move(c: Course, s: nodes.Move, names: Names) -> None:
    """`move card to market`. What would only move something into a closed place is not offered;
    what is moved in the rounds of a loop leaves it out."""
    if c.looking_ahead and s.to is not None and not (s.to.board and s.how == "zone"):
        number = c.place(s.how, s.to, s.args[1:], names)
        row = s.to.shape == "slots" and s.to.slots > 1 and s.how == "zone"
        said = {
            one.name for arg in s.args[1:] for one in arg.walk() if isinstance(one, nodes.Local)
        }
        if (
            number is not None
            and lasting.is_closed(c.table, number)
            and (not row or lasting.is_closed(c.table, number + s.to.slots - 1))
            and not said & names.get("*", set())
        ):
            raise LeadsNowhere
    c.put_into(c.number(s.args[0], names), s.how, s.to, s.args[1:], names)


def _draw(c: Course, s: nodes.Draw, names: Names) -> None:
    """`draw 2 cards from deck to your hand`: one by one, from the top."""
    c.unforeseen()
    owner = c.holder(s.family, s.args[1 : 1 + s.sources], names)
    for _ in range(c.number(s.args[0], names)):
        names[s.name] = c.next_card(s.family, owner)
        if names[s.name] < 0:
            break
        c.put_into(names[s.name], s.how, s.to, s.args[1 + s.sources :], names)


def _move_alike(c: Course, s: nodes.MoveAlike, names: Names) -> None:
    """`move 2 crates from ... to ...`: as many as there are, and as there is room for."""
    which, many = c.number(s.args[0], names), c.number(s.args[1], names)
    source = c.holder(s.family, s.args[2 : 2 + s.sources], names)
    target = c.holder(s.to, s.args[2 + s.sources : 2 + s.sources + s.targets], names)
    at = which - c.program.kinds[s.family.kinds[0]].first
    most = [many, c.counts(s.family, source)[at]]
    room = c.limit(s.to, target)
    if room is not None:
        most.append(room - sum(c.counts(s.to, target)))
    moved = max(0, min(most))
    c.table.counts[s.family.key][source * s.family.slots + at] -= moved
    c.table.counts[s.to.key][target * s.to.slots + at] += moved


def _shuffle(c: Course, s: nodes.Shuffle, names: Names) -> None:
    """`shuffle deck`."""
    c.unforeseen()
    c.shuffle(s.family, c.holder(s.family, s.args, names))


def _reverse(c: Course, s: nodes.Reverse, names: Names) -> None:
    """`reverse deck`: turns the pile over."""
    c.table.zones[s.family.key][c.holder(s.family, s.args, names)].reverse()


def _roll(c: Course, s: nodes.Roll, names: Names) -> None:
    """`roll die`: each value of its first line is equally likely."""
    c.unforeseen()
    kind = s.field.type
    low, many = 0, 0
    if kind.base == "value":
        many = len(c.program.values[kind.of].members)
    else:
        low, many = kind.low or 0, (kind.high or 0) - (kind.low or 0) + 1
    face = low + c.table.chance.below(f"roll {s.field.holder}", many)
    c.table.kept[s.field.key][c.number(s.args[0], names)] = face


def _roll_odds(c: Course, s: nodes.RollOdds, names: Names) -> None:
    """`toss coin`: each face as likely as its odds say."""
    c.unforeseen()
    left = c.table.chance.below(f"roll {s.field.holder}", sum(s.odds))
    face = next(at for at in range(len(s.odds)) if left < sum(s.odds[: at + 1]))
    c.table.kept[s.field.key][c.number(s.args[0], names)] = face


def _reveal(c: Course, s: nodes.Reveal, names: Names) -> None:
    """`reveal card`: to everybody, for good."""
    piece = c.number(s.args[0], names)
    if piece >= 0:
        c.table.shown[piece] = {EVERYBODY}


def _look(c: Course, s: nodes.Look, names: Names) -> None:
    """`look at the top card of deck`: the acting player knows it as long as it stays there."""
    piece, viewer = c.number(s.args[0], names), c.number(s.args[1], names)
    if piece >= 0:
        c.table.shown.setdefault(piece, set()).add(viewer)


def _nothing(c: Course, s: Stmt, names: Names) -> None:
    """What changes nothing on the table: `show card to rival`."""


def _pass_on(c: Course, s: nodes.PassOn, names: Names) -> None:
    """`pass hand to the left`: all players at the same time."""
    zones, n = c.table.zones[s.family.key], c.table.players
    by = 1 if s.side == "left" else -1
    held = [list(zones[(seat - by) % n]) for seat in range(n)]
    for seat, hand in enumerate(held):
        zones[seat] = hand
        for piece in hand:
            c.table.lies[piece] = s.family.base + seat
            c.table.shown.pop(piece, None)


def _row(c: Course, family: Family, args: tuple[Expr, ...], names: Names) -> range:
    first = c.holder(family, args, names) * family.slots
    return range(first, first + family.slots)


def _lay(c: Course, family: Family, places: list[int], pieces: list[int]) -> None:
    """Lay pieces into spaces, in their order; -1 for an empty one."""
    zones = c.table.zones[family.key]
    for place, piece in zip(places, pieces, strict=True):
        zones[place] = [piece] if piece >= 0 else []
        if piece >= 0:
            c.table.lies[piece] = family.base + place


def _pieces(c: Course, family: Family, places: list[int]) -> list[int]:
    zones = c.table.zones[family.key]
    return [zones[place][0] if zones[place] else NONE for place in places]


def _close_up(c: Course, s: nodes.CloseUp, names: Names) -> None:
    """`close_up market`: closes the gaps in a row."""
    row = _row(c, s.family, s.args, names)
    places = [at for at in row if not lasting.is_closed(c.table, s.family.base + at)]
    pieces = [piece for piece in _pieces(c, s.family, places) if piece >= 0]
    _lay(c, s.family, places, pieces + [NONE] * (len(places) - len(pieces)))


def _turned(pieces: list[int], by: int) -> list[int]:
    by %= len(pieces)
    return pieces[-by:] + pieces[:-by] if by else pieces


def _turn_row(c: Course, s: nodes.TurnRow, names: Names) -> None:
    """`rotate market by 1`: what leaves the end comes in at the start."""
    places = list(_row(c, s.family, s.args[:-1], names))
    pieces = _pieces(c, s.family, places)
    _lay(c, s.family, places, _turned(pieces, c.number(s.args[-1], names)))


def _rotate(c: Course, s: nodes.Rotate, names: Names) -> None:
    """`rotate lane by 1`."""
    lane, by = c.number(s.args[0], names), c.number(s.args[1], names)
    places = list(c.program.boards[s.args[0].type.of].lanes[lane])
    _lay(c, s.family, places, _turned(_pieces(c, s.family, places), by))


def _push(c: Course, s: nodes.Push, names: Names) -> None:
    """`push 1 red dice from free_dice into lane`: what touches moves on, each gap takes up the push
    of one die; what leaves at the other end goes to the zone that the board declares."""
    dice = c.several(s.args[0], names)[: max(0, c.number(s.args[1], names))]
    lane = list(c.program.boards[s.args[2].type.of].lanes[c.number(s.args[2], names)])
    dice = [die for die in dice if die >= 0][: len(lane)]
    for die in dice:
        c.table.lift(die)
    row, end, gaps = list(dice), 0, 0
    while end < len(lane) and gaps < len(dice):
        there = _pieces(c, s.family, [lane[end]])[0]
        gaps += there < 0
        row += [there] if there >= 0 else []
        end += 1
    out = row[end:]
    for piece in out:
        c.table.lies[piece] = NONE
    _lay(c, s.family, lane[:end], row[:end])
    for piece in out:
        c.put_into(piece, "zone", s.out, (), names)


def _swap(c: Course, s: nodes.Swap, names: Names) -> None:
    """`swap die with other_die`."""
    one, other = c.number(s.args[0], names), c.number(s.args[1], names)
    here, there = c.table.lies.get(one, NONE), c.table.lies.get(other, NONE)
    if one == other or here < 0 or there < 0:
        return
    a, b = c.table.zone_at(here), c.table.zone_at(there)
    at, to = a.index(one), b.index(other)
    a[at], b[to] = other, one
    c.table.lies[one], c.table.lies[other] = there, here


LINES: Lines = {
    nodes.GainMoney: _gain_money,
    nodes.Exchange: _exchange,
    nodes.Move: _move,
    nodes.Draw: _draw,
    nodes.MoveAlike: _move_alike,
    nodes.Shuffle: _shuffle,
    nodes.Reverse: _reverse,
    nodes.Roll: _roll,
    nodes.RollOdds: _roll_odds,
    nodes.Reveal: _reveal,
    nodes.Look: _look,
    nodes.Show: _nothing,
    nodes.Cannot: _nothing,
    nodes.PassOn: _pass_on,
    nodes.CloseUp: _close_up,
    nodes.TurnRow: _turn_row,
    nodes.Rotate: _rotate,
    nodes.Push: _push,
    nodes.Swap: _swap,
}
