"""The table as text: boards, rows of cards, piles, supplies, and what each player has before them.

Takes a plan, a state, the seat that reads and a width in columns; gives lines made for any game
from its declarations. Shows what the reader may see and counts the rest. `plain` uses no colour
and nothing but ASCII, one fact after the other, so that it can be read aloud.
"""

from __future__ import annotations

import textwrap
from typing import Any

from interpreter.diagnostics.paint import Paint, columns, pad
from interpreter.present import words
from interpreter.present.grids import draw_board
from interpreter.present.sight import HARD, Sight
from interpreter.run import handles
from interpreter.run.plan import Plan


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


class Table(Sight):
    """Draws one state for one reader."""

    def __init__(
        self, plan: Plan, state: Any, viewer: int | None, width: int, plain: bool, texts: bool
    ) -> None:
        super().__init__(plan, state, viewer, Paint(not plain))
        self.width = width
        self.texts = texts

    def lines(self) -> list[str]:
        """Boards with what lies beside them, rows of cards, players."""
        made: list[str] = []
        beside = self.beside()
        drawn = [f.board for f in self.program.families if f.board]
        drawn += [b.name for b in self.program.boards.values() if b.sort == "ring"]
        for number, name in enumerate(drawn):
            shape = self.program.boards[name]
            board = draw_board(self.plan, self.state, self.viewer, shape, self.paint, self.width)
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
        shut = self.shut(family)
        if not cards and not hidden:
            return [f"{head}: empty", *shut.values()]
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
            for closed in [n for n in shut if n < spot]:
                made.append(shut.pop(closed))
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
        made += shut.values()
        if hidden:
            made.append(f" and {hidden} face down")
        return made

    def shut(self, family: Any) -> dict[int, str]:
        """A line for each empty space of a row that nothing may enter now."""
        zone = getattr(self.state, f"z_{family.key}")
        made = {}
        for spot in range(1, family.slots + 1 if family.shape == "slots" else 1):
            why = words.closed(self.plan, self.state, family.base + spot - 1)
            if why is not None and zone[spot - 1] < 0:
                made[spot] = f" {spot} -  closed{': ' * bool(why)}{why}"
        return made

    def places(self, board: Any) -> list[str]:
        """A board whose spaces are components: each in play with what lies there."""
        kind = self.program.kinds[board.sort[5:]]
        made = [self.title(words.capital(words.spoken(board.name)))]
        for piece in range(kind.first, kind.last):
            if not handles.sees_piece(self.plan, self.state, piece, self.viewer):
                continue
            here = self.on_piece(piece)
            design = handles.design(self.plan, piece)
            facts = [f for f in words.printed_facts(self.plan, design) if not f.endswith(" 0")]
            near = {words.spoken(n) for n, t in kind.printed.items() if t.base == "set"}
            facts = [f for f in facts if not any(f.startswith(f"{n} ") for n in near)]
            title = f"{design.title} ({', '.join(facts)})" if facts else design.title
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
                who = "players: " if said and not seat else ""
                said.append(f"{who}{letter}{HARD}{words.seat_title(seat)}")
        return folded("Letters: " + ", ".join(said), self.width, "  ") if said else []

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
