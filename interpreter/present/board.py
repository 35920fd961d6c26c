"""The table as text: boards, rows of cards, piles, supplies, and what each player has before them.

Takes a plan, a state, the seat that reads and a width in columns; gives lines made for any game
from its declarations. Shows what the reader may see and counts the rest. `plain` uses no colour
and nothing but ASCII, one fact after the other, so that it can be read aloud.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import Any

from interpreter.present import words
from interpreter.present.grids import draw_board
from interpreter.present.labels import owned_title
from interpreter.present.paint import Paint, columns, pad
from interpreter.run import handles
from interpreter.run.plan import Plan

HARD = "\x00"  # a space at which no line is broken


def draw(
    plan: Plan,
    state: Any,
    viewer: int | None,
    width: int = 80,
    plain: bool = False,
    texts: bool = True,
) -> str:
    """The whole table; `texts` adds what is written on the cards that lie open."""
    return "\n".join(Table(plan, state, viewer, max(40, width), plain, texts).lines())


class Table:
    """Draws one state for one reader."""

    def __init__(
        self, plan: Plan, state: Any, viewer: int | None, width: int, plain: bool, texts: bool
    ) -> None:
        self.plan = plan
        self.state = state
        self.viewer = viewer
        self.width = width
        self.paint = Paint(not plain)
        self.rule = "-" if plain else "─"
        self.texts = texts
        self.program = plan.program

    def lines(self) -> list[str]:
        """Boards with what lies beside them, rows of cards, players."""
        made: list[str] = []
        beside = self.beside()
        drawn = [f.board for f in self.program.families if f.board]
        drawn += [b.name for b in self.program.boards.values() if b.sort == "ring"]
        for number, name in enumerate(drawn):
            shape = self.program.boards[name]
            board = draw_board(self.plan, self.state, self.viewer, shape, self.paint)
            room = self.width - max(map(columns, board)) - 3
            if number == 0 and room >= 40:
                board = _side_by_side(board, _all_folded(beside, room), self.width - room)
                beside = []
            made += [*board, ""]
        for board in self.program.boards.values():
            if board.sort.startswith("kind:"):
                made += [*self.places(board), ""]
        if beside:
            made += [*_all_folded(beside, self.width), ""]
        for family in self.program.families:
            if family.holder == "table" and family.sort == "row" and not family.board:
                made += [*self.row(family), ""]
        for seat in range(self.state.n):
            made += self.player(seat)
        if self.texts:
            made += ["", *self.legend()]
        return [line.replace(HARD, " ").rstrip() for line in made]

    # -------------------------------------------------------------------------- the table

    def beside(self) -> list[str]:
        """Piles, sets and supplies of the table, and what it keeps."""
        made = []
        for family in self.program.families:
            if family.board or family.sort == "row":
                continue
            if family.holder == "table":
                said = self.zone(family, 0)
                if said is not None:
                    made.append(f"{words.capital(words.spoken(family.name))}: {said}")
            elif family.holder in self.program.values:
                made.append(self.supply(family))
        for kept in self.program.fields:
            if kept.holder == "table":
                said = self.kept(kept, getattr(self.state, f"f_{kept.key}"))
                if said:
                    made.append(f"{words.capital(words.spoken(kept.name))}: {said}")
        return made

    def supply(self, family: Any) -> str:
        """What lies with each value, on one line."""
        values = family.holder
        parts = []
        for owner in range(family.owners):
            letter = self.letter(values, owner)
            if family.shape == "counts":
                zone = getattr(self.state, f"z_{family.key}")
                counts = zone[owner * family.slots : (owner + 1) * family.slots]
                of_this = [
                    n
                    for n, made in zip(
                        counts, self.program.kinds[family.kinds[0]].designs, strict=True
                    )
                    if values not in [t.of for t in self._printed(made).values()]
                    or owner in self._values_of(made, values)
                ]
                parts.append(f"{letter}{HARD}{'+'.join(map(str, of_this))}")
            else:
                parts.append(f"{letter}{HARD}{self.zone(family, owner) or 'empty'}")
        name = words.capital(words.spoken(family.name))
        note = ""
        for money in self.program.money.values():
            if family.shape == "counts" and money.kind in family.kinds:
                sizes = sorted(money.worth, key=lambda word: money.worth[word])
                if len(sizes) > 1:
                    note = f" ({' + '.join(words.spoken(size) + 's' for size in sizes)})"
        return f"{name}{note}: {' '.join(parts)}"

    def _printed(self, made: Any) -> dict[str, Any]:
        return {n: t for n, t in self.program.kinds[made.kind].printed.items() if t.base == "value"}

    def _values_of(self, made: Any, values: str) -> list[int]:
        return [made.printed[n] for n, t in self._printed(made).items() if t.of == values]

    def letter(self, values: str, value: int) -> str:
        """The letter of a value in its colour."""
        colour = words.value_colour(self.plan, values, value)
        return self.paint(words.value_letter(self.plan, values, value), colour)

    def row(self, family: Any) -> list[str]:
        """A row of cards, each on a line of its own with what is printed and what lies on it."""
        zone = getattr(self.state, f"z_{family.key}")
        pieces = zone[0] if family.shape == "list" else zone[: family.slots]
        cards = [
            (spot, piece)
            for spot, piece in enumerate(pieces, 1)
            if piece >= 0 and handles.sees_piece(self.plan, self.state, piece, self.viewer)
        ]
        hidden = sum(1 for p in pieces if p >= 0) - len(cards)
        head = self.title(words.capital(words.spoken(family.name)))
        if not cards and not hidden:
            return [f"{head}: empty"]
        facts = [self.facts(piece) for _, piece in cards]
        same = set(facts[0]).intersection(*map(set, facts)) if len(facts) > 1 else set()
        facts = [[f for f in one if f not in same] for one in facts]
        longest = max((len(handles.design(self.plan, p).title) for _, p in cards), default=0)
        sizes = [
            max((columns(one[i]) for one in facts if i < len(one)), default=0)
            for i in range(max(map(len, facts), default=0))
        ]
        made = [head]
        for (spot, piece), one in zip(cards, facts, strict=True):
            design = handles.design(self.plan, piece)
            cells = [pad(fact, sizes[i]) for i, fact in enumerate(one)]
            on_it = self.on_piece(piece)
            line = f" {spot} {'  '.join([pad(design.title, longest), *cells, *on_it])}"
            if columns(line) <= self.width:
                made.append(line)
            else:
                made += folded(
                    f"{HARD}{spot} {design.title}  {'  '.join([*one, *on_it])}", self.width, "    "
                )
            if self.texts and design.text:
                made += self.text(design.text, 4)
        if hidden:
            made.append(f" and {hidden} face down")
        return made

    def places(self, board: Any) -> list[str]:
        """A board whose spaces are components: each in play with what lies there."""
        kind = self.program.kinds[board.sort[5:]]
        made = [self.title(words.capital(words.spoken(board.name)))]
        for piece in range(kind.first, kind.last):
            if not handles.sees_piece(self.plan, self.state, piece, self.viewer):
                continue
            here = self.on_piece(piece)
            title = handles.design(self.plan, piece).title
            said = f"{title}: {'; '.join(here) or '-'}"
            made += [f"  {line}" for line in folded(said, self.width - 2, "  ")]
        return made

    def title(self, text: str) -> str:
        """A heading."""
        return self.paint(text, "bold")

    def text(self, text: str, indent: int) -> list[str]:
        """What is written on a card, indented."""
        margin = " " * indent
        made = textwrap.wrap(
            " ".join(text.split()),
            self.width,
            initial_indent=margin,
            subsequent_indent=margin,
            break_on_hyphens=False,
        )
        return [self.paint(line, "dim") for line in made]

    def facts(self, piece: int) -> list[str]:
        """What is printed on a piece, with letters in their colours."""
        design = handles.design(self.plan, piece)
        made = []
        for name, kind in self.program.kinds[design.kind].printed.items():
            value = design.printed.get(name)
            if kind.base == "amounts" and value and any(value):
                parts = [f"{n}{self.letter(kind.of, i)}" for i, n in enumerate(value) if n]
                made.append(f"{words.spoken(name)} {' '.join(parts)}")
        listed = words.printed_facts(self.plan, design)
        amounts = {words.spoken(n) for n, k in self.program.kinds[design.kind].printed.items()}
        others = [
            fact
            for fact in listed
            if not any(
                fact.startswith(f"{name} ")
                and self.program.kinds[design.kind].printed[name.replace(" ", "_")].base
                == "amounts"
                for name in amounts
            )
        ]
        return [*others, *made]

    def on_piece(self, piece: int) -> list[str]:
        """What lies on a piece: its rows of spaces as `[B][ ]`, zones in words, fields."""
        design = handles.design(self.plan, piece)
        kind = self.program.kinds[design.kind]
        made = []
        for family in self.program.families:
            if family.holder != design.kind:
                continue
            owner = piece - kind.first
            if family.shape == "slots":
                zone = getattr(self.state, f"z_{family.key}")
                cells = []
                for cube in zone[owner * family.slots : (owner + 1) * family.slots]:
                    cells.append(f"[{self.piece(cube) if cube >= 0 else ' '}]")
                made.append("".join(cells))
            else:
                said = self.zone(family, owner)
                if said is not None:
                    made.append(f"{words.spoken(family.name)}: {said}")
        for kept in self.program.fields:
            if kept.holder == design.kind:
                said = self.kept(kept, getattr(self.state, f"f_{kept.key}")[piece])
                if said:
                    made.append(f"{words.spoken(kept.name)} {said}")
        return made

    def piece(self, piece: int) -> str:
        """The letter of a piece in its colour; `?` for what lies face down."""
        if not handles.sees_piece(self.plan, self.state, piece, self.viewer):
            return "?"
        letter = words.piece_letter(self.plan, self.state, piece)
        return self.paint(letter, words.piece_colour(self.plan, self.state, piece))

    def kept(self, kept: Any, value: Any) -> str:
        """A kept value worth telling: not what is nothing, none or no."""
        if isinstance(value, list | tuple) or (kept.type.base == "number" and value == 0):
            return ""
        if kept.type.base == "yesno":
            return "yes" if value else ""
        if kept.type.base != "number" and value < 0:
            return ""
        if kept.type.base == "piece" and not handles.sees_piece(
            self.plan, self.state, value, self.viewer
        ):
            return f"a face-down {words.spoken(kept.type.of)}"
        said = words.typed_words(self.plan, kept.type, value)
        if kept.type.base == "player":
            return self.paint(said, handles.seat_name(value))
        if kept.type.base == "piece":
            found = handles.zone_of(self.plan, self.state.loc[value])
            if found is not None and (found[0].board or found[0].holder.startswith("space:")):
                said += f" in {words.zone_title(self.plan, *found)}"
        return said

    def legend(self) -> list[str]:
        """What the letters mean."""
        said = []
        for values in self.program.values.values():
            if not self.program.words.get(values.name):
                continue
            said += [
                f"{self.letter(values.name, i)}{HARD}{words.value_title(self.plan, values.name, i)}"
                for i in range(len(values.members))
            ]
        if any(kind.owned for kind in self.program.kinds.values()):
            for seat in range(self.state.n):
                letter = self.paint(words.seat_letter(seat), handles.seat_name(seat))
                said.append(f"{letter}{HARD}{words.seat_title(seat)}")
        return folded("Letters: " + ", ".join(said), self.width, "  ") if said else []

    # -------------------------------------------------------------------------- zones

    def zone(self, family: Any, owner: int) -> str | None:
        """What a reader sees of a zone in one phrase; None if it is not worth a word."""
        if family.shape == "counts":
            return self.counts(family, owner)
        pieces = self.pieces(family, owner)
        kind = self.program.kinds[family.kinds[0]]
        if not pieces:
            return None
        open_ = [p for p in pieces if handles.sees_piece(self.plan, self.state, p, self.viewer)]
        noun = words.spoken(kind.name if len(pieces) == 1 else kind.plural)
        if not handles.sees_zone(family, owner, self.viewer):
            if family.number_seen not in ("", "all") and not (
                family.number_seen == "owner" and owner == self.viewer
            ):
                return "face down"
            said = f"{len(pieces)} {noun}"
            if open_:
                titles = [words.piece_title(self.plan, self.state, p) for p in open_]
                said += f" ({words.joined(titles)} open)"
            return said
        shows = [words.shown_value(self.plan, self.state, p) for p in pieces]
        numbers = [words.shown_number(self.plan, self.state, p) for p in pieces]
        if any(one is not None for one in (*shows, *numbers)):
            ordered = sorted(
                pieces, key=lambda p: (words.piece_letter(self.plan, self.state, p), p)
            )
            return " ".join(self.piece(p) for p in ordered)
        designs = [handles.design(self.plan, p) for p in pieces]
        if kind.owned and family.holder != "player":
            tally = Counter(owned_title(self.plan, p) for p in pieces)
            return words.joined(f"{n} x {one}" if n > 1 else one for one, n in tally.items())
        if len(kind.designs) == 1:
            return f"{len(pieces)} {noun}"
        if family.sort == "pile":
            return f"{len(pieces)}, on top {designs[-1].title}"
        return words.joined(dict.fromkeys(d.title for d in designs))

    def pieces(self, family: Any, owner: int) -> list[int]:
        """All pieces of a zone that keeps them one by one."""
        zone = getattr(self.state, f"z_{family.key}")
        if family.shape == "list":
            return list(zone[owner])
        return [p for p in zone[owner * family.slots : (owner + 1) * family.slots] if p >= 0]

    def counts(self, family: Any, owner: int) -> str:
        """Alike pieces: money by symbol, anything else by design."""
        zone = getattr(self.state, f"z_{family.key}")
        counts = zone[owner * family.slots : (owner + 1) * family.slots]
        kind = self.program.kinds[family.kinds[0]]
        if not handles.sees_zone(family, owner, self.viewer):
            total = sum(counts)
            return f"{total} {words.spoken(kind.name if total == 1 else kind.plural)}"
        if not any(counts):
            return "empty"
        money = self.program.money.get(kind.name)
        if money is None:
            return words.joined(
                f"{n} {made.title}" for n, made in zip(counts, kind.designs, strict=True) if n
            )
        symbols = kind.printed[money.symbol].of
        sizes = self.program.values[kind.printed[money.word_field].of].members
        totals = [0] * len(self.program.values[symbols].members)
        large: dict[str, list[str]] = {}
        for n, made in zip(counts, kind.designs, strict=True):
            size = sizes[made.printed[money.word_field]]
            worth = money.worth.get(size, 0)
            totals[made.printed[money.symbol]] += n * worth
            if n and worth > 1:
                letter = self.letter(symbols, made.printed[money.symbol])
                large.setdefault(words.spoken(size), []).append(f"{n}{letter}")
        said = " ".join(f"{n}{self.letter(symbols, i)}" for i, n in enumerate(totals) if n)
        for size, parts in large.items():
            said += f" ({size}s: {' '.join(parts)})"
        return said

    # -------------------------------------------------------------------------- players

    def player(self, seat: int) -> list[str]:
        """What lies before a player; one's own cards with their texts."""
        name = self.paint(words.seat_title(seat), handles.seat_name(seat))
        marks = []
        if seat == self.viewer:
            marks.append("you")
        if seat == self.state.active and not self.state.over:
            marks.append("on turn")
        if seat in self.state.winners:
            marks.append("winner")
        head = f"{name} ({', '.join(marks)})" if marks else name
        said: list[str] = []
        below: list[str] = []
        for family in self.program.families:
            if family.holder != "player":
                continue
            title = words.spoken(family.name)
            pieces = [] if family.shape == "counts" else self.pieces(family, seat)
            listed = [
                p
                for p in pieces
                if self.carded(p)
                and handles.sees_piece(self.plan, self.state, p, self.viewer)
                and (seat == self.viewer or self.state.shown[p])
            ]
            if listed and len(listed) == len(pieces):
                below += self.cards(title, listed)
            else:
                what = self.zone(family, seat)
                if what is not None:
                    said.append(f"{title}: {what}")
        for kept in self.program.fields:
            if kept.holder == "player":
                what = self.kept(kept, getattr(self.state, f"f_{kept.key}")[seat])
                if what:
                    name = words.spoken(kept.name)
                    said.append(name if what == "yes" else f"{name}: {what}")
        return [*_hanging(f"{head}: ", said, self.width), *below]

    def carded(self, piece: int) -> bool:
        """Whether there is more on a piece than its title."""
        design = handles.design(self.plan, piece)
        return bool(design.text or words.printed_facts(self.plan, design))

    def cards(self, title: str, pieces: list[int]) -> list[str]:
        """Cards in words, one on a line."""
        made = []
        for piece in pieces:
            design = handles.design(self.plan, piece)
            on_it = self.on_piece(piece)
            facts = [*self.facts(piece), *on_it]
            head = f"  {title}: {design.title}{' (' + ', '.join(facts) + ')' if facts else ''}"
            if design.text:
                text = " ".join(design.text.split())
                made += textwrap.wrap(
                    f"{head}: {text}", self.width, subsequent_indent="    ", break_on_hyphens=False
                )
            else:
                made += [f"  {line}" for line in folded(head.strip(), self.width - 2, "  ")]
        return made


def _all_folded(facts: list[str], width: int) -> list[str]:
    """Lines of at most a width; what goes on is indented."""
    made: list[str] = []
    for fact in facts:
        made += folded(fact, width, "  ")
    return made


def folded(text: str, width: int, indent: str) -> list[str]:
    """A painted text in lines of at most a width, broken at spaces; later lines are indented."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line and columns(line) + 1 + columns(word) > width:
            lines.append(line)
            line = indent + word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _hanging(head: str, facts: list[str], width: int) -> list[str]:
    return folded(head + "; ".join(facts or ["nothing"]), width, "    ")


def _side_by_side(left: list[str], right: list[str], at: int) -> list[str]:
    height = max(len(left), len(right))
    left = left + [""] * (height - len(left))
    right = right + [""] * (height - len(right))
    return [f"{pad(a, at)}{b}" for a, b in zip(left, right, strict=True)]
