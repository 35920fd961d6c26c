"""Constant tables of printed rules: owners, printed values, boards, seats, money.

Takes a checked `Program` and returns tables by the names that printed rules use. Both back ends
need them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.diagnostics.json_data import Json
from interpreter.ir.declared import Board, Kind
from interpreter.ir.program import Program
from interpreter.run.chance import stream_key
from interpreter.run.money import Purse


def constants(program: Program) -> Json:
    """Build all tables of a game, by their names in printed rules."""
    kinds = program.kinds.values()
    made: dict[str, object] = {
        "OWNER": (*program.owner_of, -1),
        "DESIGN": (*program.design_of, -1),
        "DESIGN_KEY": tuple(stream_key(program.designs[d].id) for d in program.design_of),
        "COPY": tuple(
            copy
            for kind in kinds
            for design in kind.designs
            for copy in range(design.last - design.first)
        ),
        "CLOSED": frozenset(program.closings),
        **{f"CLOSED_{number}": frozenset([number]) for number in program.closings},
        "FIELDS": tuple((f"f_{f.key}", f.holder == "table") for f in program.fields),
    }
    for kind in kinds:
        made |= _printed(program, kind) | _components(program, kind)
    for board in program.boards.values():
        made[f"NEAR_{board.name}"] = (*board.neighbours, ())  # no space has no neighbours
        made[f"LANES_{board.name}"] = (*board.lanes, ())  # and is on no line
        made |= _lines(board)
    for name, skipped in (("SEATS", 0), ("OTHERS", 1)):
        made[name] = tuple(
            tuple(tuple((start + i) % n for i in range(skipped, n)) for start in range(n))
            for n in range(program.most + 1)
        )
    for name in program.money:
        made[f"MONEY_{name}"] = purse(program, name)
        made[f"WORTH_{name}"] = _worth(program, name)
    return made


def _printed(program: Program, kind: Kind) -> Json:
    """Build a table per printed field of a kind, indexed by component.

    Components of other kinds have the value that stands for none.
    """
    made: dict[str, object] = {}
    for name, wanted in kind.printed.items():
        usual: Any = 0
        if wanted.is_amounts:
            usual = (0,) * len(program.values[wanted.of].members)
        elif wanted.base in ("value", "piece"):
            usual = -1
        elif wanted.is_list:
            usual = ()
        table = [usual] * (program.components + 1)
        for design in kind.designs:
            for c in range(design.first, design.last):
                table[c] = design.printed[name]
        made[f"A_{kind.name}_{name}"] = tuple(table)
    return made


def _components(program: Program, kind: Kind) -> Json:
    """Build the tables of a kind's spaces, of its components per player count, and per owner."""
    owners = program.owner_of
    of_kind = range(kind.first, kind.last)
    seats = range(program.most + 1)
    return {
        f"CELL_{kind.name}": cells(program, kind.name),
        f"PRESENT_{kind.name}": tuple(tuple(c for c in of_kind if owners[c] < n) for n in seats),
        # The last row is for nobody, which is -1.
        f"OWNED_{kind.name}": tuple(
            tuple(c for c in of_kind if owners[c] == (seat if seat < program.most else -1))
            for seat in seats
        ),
    }


def _worth(program: Program, name: str) -> tuple[int, ...]:
    """Build the table of what each piece of a money is worth; 0 for any other component."""
    money, kind = program.money[name], program.kinds[name]
    words = program.values[kind.printed[money.word_field].of].members
    table = [0] * (program.components + 1)
    for design in kind.designs:
        table[design.first] = money.worth.get(words[design.printed[money.word_field]], 0)
    return tuple(table)


def _shifts(one: int, length: int) -> Iterator[int]:
    """Yield the shifts by which a bit set is and-ed with itself to find `length` in a row."""
    there = 1
    while there < length:
        more = min(there, length - there)
        yield one * more
        there += more


def cells(program: Program, kind: str) -> tuple[int, ...]:
    """Build the table from locations to board spaces for a kind of components.

    -1 for a location off the board; the last entries stand for no location (-1) and for out of the
    game (-2).
    """
    families = [f for f in program.families if f.shape != "counts"]
    last = max((f.base + f.owners * max(1, f.slots) for f in families), default=0)
    made = [-1] * (last + 2)
    for family in families:
        if kind not in family.kinds or not (family.board or family.of_spaces):
            continue
        per = 1 if family.board or family.shape == "list" else family.slots
        total = family.owners * (family.slots if family.shape == "slots" else 1)
        for place in range(total):
            made[family.base + place] = place // per
    return tuple(made)


def _lines(board: Board) -> Json:
    """Build the tables behind sentences about a board's lines, rows and columns."""
    ways: dict[tuple[int, int], tuple[int, ...]] = {}
    for line in board.straights:
        for first in range(len(line)):
            for last in range(first + 2, len(line)):
                way = line[first + 1 : last]
                ways[line[first], line[last]] = way
                ways[line[last], line[first]] = way[::-1]
    made: dict[str, object] = {f"BETWEEN_{board.name}": ways}
    made[f"STRAIGHTS_{board.name}"] = board.straights
    if board.sort == "grid":
        # Each space as a bit; an empty column on the right keeps lines from running on.
        wide = board.width + 1
        made[f"BIT_{board.name}"] = tuple(
            1 << at // board.width * wide + at % board.width for at in range(board.spaces)
        )
        for length in range(1, max(board.width, board.height) + 2):
            made[f"LINED_{board.name}_{length}"] = tuple(
                tuple(_shifts(one, length)) for one in (1, wide - 1, wide, wide + 1)
            )
    if board.sort in ("grid", "rhombus"):
        spaces = range(board.spaces)
        made[f"ROW_{board.name}"] = (*(at // board.width + 1 for at in spaces), 0)
        made[f"COLUMN_{board.name}"] = (*(at % board.width + 1 for at in spaces), 0)
    return made


def purse(program: Program, kind_name: str) -> Purse:
    """Build the description of a money that the run-time payment functions work with."""
    money = program.money[kind_name]
    kind = program.kinds[kind_name]
    words = program.values[kind.printed[money.word_field].of].members
    symbols = program.values[kind.printed[money.symbol].of].members
    ordered = sorted(money.worth.items(), key=lambda item: item[1])
    small_word = ordered[0][0]
    large_word = ordered[-1][0] if len(ordered) > 1 else None

    def place(symbol: int, word: str | None) -> int:
        for design in kind.designs:
            if (
                design.printed[money.symbol] == symbol
                and words[design.printed[money.word_field]] == word
            ):
                return design.first - kind.first
        return -1

    kept = next(f for f in program.families if f.holder == "player" and f.name == money.kept)
    symbol_values = kind.printed[money.symbol].of
    bank = next(f for f in program.families if f.holder == symbol_values and f.name == money.bank)
    return Purse(
        f"z_{kept.key}",
        f"z_{bank.key}",
        kept.slots,
        tuple(place(i, small_word) for i in range(len(symbols))),
        tuple(place(i, large_word) if large_word else -1 for i in range(len(symbols))),
        ordered[-1][1],
        tuple(sorted(program.values[symbol_values].wild)),
        kind.name,
    )
