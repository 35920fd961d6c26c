"""A table and a question in lines, drawn in rooms of any size.

Takes a `View` and a `Room`; gives lines. Rendered blocks are cached."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import takewhile

from interpreter.diagnostics.paint import Paint
from interpreter.present.frame import board_frames, rows, seat_columns
from interpreter.present.frame.pen import Pen, beside, folded, run_on, wide
from interpreter.present.frame.place_maps import HIDDEN
from interpreter.present.frame.prompt import prompt
from interpreter.present.frame.room import (
    BEFORE,
    DECKS,
    HAND,
    HAND_TITLES,
    LAST,
    LETTERS,
    PARTS,
    PLACES,
    ROWS,
    SUPPLIES,
    TITLES,
    Room,
    changes,
)
from interpreter.present.frame.what_is_told import (
    called_by,
    capital,
    head,
    is_list,
    is_told,
    name_of,
    piles,
    row_zones,
    told_facts,
    told_zones,
    you,
    zones_of,
)
from interpreter.present.model.parts import Board, View, Zone

LEAST_BESIDE = 28  # least columns worth filling beside a board
NEEDED = (HAND_TITLES, HAND, LETTERS)  # may use the rows kept free
ASIDE = (DECKS, PLACES, BEFORE)  # may give way to a long story


class TablePage:
    """Renders one view in several rooms, caching each block."""

    def __init__(self, view: View, width: int, colours: bool, aloud: bool = False) -> None:
        self.view = view
        self.aloud = aloud
        names = {seat.seat: "You" if seat.you else name_of(seat) for seat in view.seats}
        self.pen = Pen(Paint(colours), width, frozenset(view.changed.ids), names=names)
        self.kept: dict[tuple[Hashable, ...], list[str]] = {}
        self.meant: dict[tuple[Hashable, ...], dict[str, str]] = {}  # the letters of cached blocks
        self.ways: dict[str, list[tuple[list[str], dict[str, str]]]] = {}
        self.besides: dict[tuple[Hashable, ...], tuple[list[str], list[str], dict[str, str]]] = {}
        self.narrow: dict[int, TablePage] = {}
        self.too_wide = False  # whether a row was reduced to titles

    def room_for(self, most: Room, height: int, at_most: int) -> Room:
        """Find the roomiest room within `most` in which the table takes `height` lines.

        Parts in `NEEDED` stay as long as the table takes no more than `at_most` lines. Changes
        that turn out to be unnecessary are undone. If nothing suffices, the table may still be
        longer."""
        room, made = most, list[str]()
        for change in changes(self.view.gives_way):
            if len(self.table(room)) <= (at_most if change in NEEDED else height):
                break
            closer = room.closer(change)
            made += [change] if closer != room else []
            room = closer
        for change in reversed(made):
            wider = room.wider(change)
            if len(self.table(wider)) <= (at_most if change in NEEDED else height):
                room = wider
        return room

    def once(self, key: tuple[Hashable, ...], make: Callable[[], list[str]]) -> list[str]:
        """Return the cached block for a key, rendering it first if needed.

        Its letters are in use from now on."""
        if key not in self.kept:
            in_use, self.pen.letters = self.pen.letters, {}
            self.kept[key] = make()
            self.meant[key], self.pen.letters = self.pen.letters, in_use
        self.pen.letters |= self.meant[key]
        return self.kept[key]

    def without_parts(self, room: Room, height: int) -> Room:
        """Drop parts in `ASIDE` until the table takes `height` lines, if that is possible.

        What players need for any decision stays."""
        for part in changes(self.view.gives_way):
            if part in ASIDE and len(self.table(room)) > height:
                less = room.closer(part)
                room = less if len(self.table(less)) < len(self.table(room)) else room
        return room

    def question(self, most: int, flow: bool) -> list[str]:
        """Render the question and its options; empty if the viewer is not asked."""
        asked = self.view.asked
        if asked is None or self.view.viewer is None:
            return []
        mine = you(self.view)
        who = self.pen.paint(name_of(mine), mine.colour)
        return self.once(("prompt", most, flow), lambda: prompt(asked, who, self.pen, most, flow))

    def table(self, room: Room) -> list[str]:
        """Render the headline, the table, and the line about dropped parts."""
        made = [*self.drawn(room)]
        decks = self.block("decks", room)
        line = head(self.view, self.pen)
        beside_head = wide([line]) + 3 + wide(decks) <= self.pen.width
        if len(decks) == 1 and decks[0] in made and beside_head:
            made.remove(decks[0])
            line += f"   {decks[0]}"
        return [line, *made, *self.left_out(room)]

    def left_out(self, room: Room) -> list[str]:
        """Name the parts that are not shown and the command that shows them; empty for none."""
        said = [one for part in PARTS if not room.has(part) for one in self.names(part)]
        if not said:
            return []
        tail = ": `look`)"
        size = self.pen.width - len(tail) - 1
        while len(said) > 1 and len(", ".join(said)) > size:
            said = [*said[:-2], "more"] if said[-1] == "more" else [*said[:-1], "more"]
        return [self.pen.paint(f"({', '.join(said)}{tail}", "dim")]

    def names(self, part: str) -> list[str]:
        """List the titles of what a part holds."""
        if part == DECKS:
            return [zone.say for zone in piles(self.view)]
        if part == ROWS:
            return [zone.say for zone in row_zones(self.view)]
        if part == PLACES:
            return [one.say for one in self.view.boards if is_list(one) and is_told(self.view, one)]
        if part == SUPPLIES:
            sold = [one for one in self.view.boards if one.shape == "values" and one.cells]
            return [one.say for one in sold if any(zone.items for zone in zones_of(one))]
        if part == BEFORE:
            return seat_columns.in_words(self.view.seats, self.pen, called_by(self.view))
        if part == HAND:
            return ["your hand"] if self.hand(False, True) else []
        return ["letters"] if self.pen.letters else []

    # -------------------------------------------------------------------------- the table

    def drawn(self, room: Room) -> list[str]:
        """Render boards with blocks beside them, rows, players, the viewer's hand, the legend.

        Resets the letters in use."""
        made: list[str] = []
        self.pen.letters = {}
        gap = [""] if room.gaps else []
        in_rows = [f"row {zone.id}" for zone in row_zones(self.view)] if room.has(ROWS) else []
        side = [*in_rows, "decks", "players"]
        shown = [one for one in self.view.boards if self.is_drawn(one, room)]
        several = len([one for one in shown if not is_list(one)]) > 1
        for number, board in enumerate(shown):
            lines = self.board(board, several or is_list(board), room)
            left = self.pen.width - wide(lines) - 3
            if number == 0 and left >= LEAST_BESIDE and not self.aloud:
                right, side = self.filled(side, left, len(lines), room)
                lines = beside(lines, right) if right else lines
            made += [*lines, *gap]
        left_over = [name for name in side if name.startswith("row ")]
        rows = self.once(
            ("rows", *left_over, room.brief, room.texts), lambda: self.rows(left_over, room)
        )
        made += [*rows, *gap] if rows else []
        for name in side:
            made += self.block(name, room) if name not in left_over else []
        if room.has(HAND):
            key = ("hand", room.texts, room.brief_hand)
            made += self.once(key, lambda: self.hand(room.texts, room.brief_hand))
        if room.has(LETTERS):
            made += self.legend()
        while made and not made[-1]:
            made.pop()
        return made

    def is_drawn(self, board: Board, room: Room) -> bool:
        """Check whether a board gets a place of its own.

        A mere list does only if something lies on it or no other board exists."""
        if not is_list(board):
            return board.shape != "values"
        return room.has(PLACES) and is_told(self.view, board)

    def board(self, board: Board, titled: bool, room: Room) -> list[str]:
        """Render one board, more compactly in higher steps of the room."""
        if board.id not in self.ways:
            told = board_frames.in_words if self.aloud else board_frames.ways
            self.ways[board.id] = told(board, self.pen)
        ways = self.ways[board.id]
        lines, letters = ways[-1 if room.step >= LAST else min(room.step, len(ways) - 1)]
        if room.step > LAST:
            lines = [*takewhile(lambda line: not line.startswith(HIDDEN), lines)]
        self.pen.letters |= letters
        if not titled or (is_list(board) and room.step):
            return lines
        return [self.pen.paint(board.say.capitalize(), "bold"), *lines]

    def block(self, name: str, room: Room) -> list[str]:
        """Render a block that can stand beside a board: a row, `decks`, or the players.

        `decks` includes supplies and table fields."""
        if name.startswith("row "):
            key = (name, room.brief, room.texts)
            return self.once(key, lambda: self.one_row(name, room))
        if name == "decks":
            whole, kept = room.has(DECKS), room.has(SUPPLIES)
            return self.once(("decks", whole, kept), lambda: self.decks(whole, kept))
        long = room.has(BEFORE)
        return self.once(("players", long), lambda: self.players(long))

    def filled(
        self, names: list[str], width: int, height: int, room: Room
    ) -> tuple[list[str], list[str]]:
        """Return the result of `fill`, cached by everything that it depends on."""
        shown = (room.texts, room.brief, room.gaps, room.without)
        key = (*names, width, height, *shown)
        if key not in self.besides:
            in_use, self.pen.letters = self.pen.letters, {}
            self.besides[key] = (*self.fill(names, width, height, room), self.pen.letters)
            self.pen.letters = in_use
        right, left, letters = self.besides[key]
        self.pen.letters |= letters
        return right, left

    def fill(
        self, names: list[str], width: int, height: int, room: Room
    ) -> tuple[list[str], list[str]]:
        """Split blocks into lines that go beside a board, and names of those that do not fit."""
        if width not in self.narrow:
            self.narrow[width] = TablePage(self.view, width, self.pen.paint.on)
        page = self.narrow[width]
        page.pen.letters = {}
        right: list[str] = []
        left: list[str] = []
        for name in names:
            in_use, own = dict(page.pen.letters), dict(self.pen.letters)
            block = page.block(name, room)
            between = [""] if right and room.gaps else []
            taller = max(0, len(right) + len(between) + len(block) - height) - max(
                0, len(right) - height
            )
            below = self.block(name, room)
            self.pen.letters = own  # drop the letters of the trial rendering
            shortened = ". " in f"{block[0]} " and ". " not in f"{below[0]} " if block else False
            rather_below = name == "players" and (shortened or len(block) > len(below))
            if wide(block) <= width and taller <= len(below) and not rather_below:
                right += [*between, *block] if block else []
            else:
                page.pen.letters = in_use
                left.append(name)
        self.pen.letters |= page.pen.letters
        return right, left

    def decks(self, with_piles: bool, values: bool) -> list[str]:
        """Render piles, sets and table fields, one after the other."""
        pen = self.pen
        gone = [] if with_piles else piles(self.view)
        said = [self.pile(zone) for zone in told_zones(self.view) if zone not in gone]
        for fact in told_facts(self.view):
            if isinstance(fact.value, bool):
                said.append(fact.say.capitalize())
            else:
                said.append(f"{capital(fact.say)} {pen.value(fact)}{pen.star(fact.key)}")
        return [*run_on(said, pen.width), *(self.values() if values else [])]

    def pile(self, zone: Zone) -> str:
        """Describe a pile or a set briefly."""
        text = self.pen.zone(zone) if zone.size != 0 else "0"
        return f"{capital(zone.say)} {text}{self.pen.star(zone.id)}"

    def values(self) -> list[str]:
        """Render what lies with the values of lists: markets, supplies."""
        return [
            one
            for board in self.view.boards
            if board.shape == "values" and board.cells
            for line in board_frames.drawn(board, self.pen)[0]
            for one in folded(line, self.pen.width, "  ")
        ]

    def one_row(self, name: str, room: Room, gap: int = 2, most: int = 0) -> list[str]:
        """Render one row of cards, in full or by titles."""
        zone = next(one for one in self.view.zones if f"row {one.id}" == name)
        if room.brief:
            return rows.brief(zone, self.pen)
        return rows.row(zone, self.pen, room.texts, gap, most)

    def rows(self, names: list[str], room: Room) -> list[str]:
        """Render rows of cards, two side by side where they fit.

        Sets `too_wide` if a row had to be reduced to titles."""
        made: list[str] = []
        number = 0
        while number < len(names):
            pair = [] if self.aloud else self.pair(names[number : number + 2], room)
            if pair:
                made += pair
                number += 2
                continue
            block = self.one_row(names[number], room)
            if not room.texts and wide(block) > self.pen.width:  # titles rather than folded lines
                self.too_wide = True
                block = self.one_row(names[number], room.closer(TITLES))
            made += [one for line in block for one in folded(line, self.pen.width, "      ")]
            number += 1
        return made

    def pair(self, names: list[str], room: Room) -> list[str]:
        """Render two rows side by side; empty if they do not fit, or if one is a single line."""
        for gap, tight in ((2, False), (1, False), (1, True)) if len(names) == 2 else ():
            one = self.one_row(names[0], room, gap, 1 if tight else 0)
            left = self.pen.width - wide(one) - gap - 1
            other = self.one_row(names[1], room, gap, max(1, left) if tight else 0)
            lines = beside(one, other, gap + 1)
            if min(len(one), len(other)) > 1 and wide(lines) <= self.pen.width:
                return lines
        return []

    def players(self, long: bool) -> list[str]:
        """Render the table of players."""
        return seat_columns.players(
            self.view.seats, self.pen, called_by(self.view), long, self.aloud
        )

    def hand(self, texts: bool, brief: bool) -> list[str]:
        """Render the viewer's own cards, leaving out zones that the question lists."""
        if self.view.viewer is None:
            return []
        mine = you(self.view)
        asked = self.view.asked
        shown: frozenset[str] = frozenset()
        if asked is not None and asked.how == "inline":
            shown = frozenset(place.rpartition(".")[0] for one in asked.options for place in one.on)
        mat = f"{called_by(self.view)}.{mine.seat}"
        return seat_columns.hand(mine, self.pen, texts, shown | {mat}, brief)

    def legend(self) -> list[str]:
        """Explain the letters in use; empty if there are none."""
        told = [f"{letter} {meaning}" for letter, meaning in self.pen.letters.items()]
        return folded(f"Letters: {', '.join(told)}", self.pen.width, "  ") if told else []
