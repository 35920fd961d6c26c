"""One frame: everything that a player needs for a decision.

Takes a view and the size of the terminal; gives the table and the question. The story stands above
them and is never cut. Where the rows do not suffice the table is drawn more closely, then whole
parts of it go; a line below it names them with what shows them. Boards and the question stay.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from interpreter.diagnostics.paint import Paint
from interpreter.present.frame import boards, rows, seats
from interpreter.present.frame.pen import Pen, beside, folded, possessive, run_on, wide
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
    Room,
    changes,
)
from interpreter.present.model.parts import Board, Fact, Seat, View, Zone
from interpreter.present.model.view import view
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

LEAST_BESIDE = 28  # columns that are worth filling beside a board
FREE, MOST_FREE = 4, 8  # a quarter of the rows is kept for question and story, up to so many
NEEDED = (HAND_TITLES, HAND, LETTERS)  # what may take the rows that are kept free
ASIDE = (DECKS, PLACES, BEFORE)  # what a long story may take the place of
MEANT = 100  # columns of the table whose letters are explained
FEWEST = 9  # lines of options that are shown whatever the room


@dataclass(frozen=True, slots=True)
class Frame:
    """A table and a question in lines. `room` is what the table takes from one decision to the
    next; for a long question it may take less."""

    table: list[str]
    question: list[str]
    room: Room
    gap: bool

    def lines(self, story: Sequence[str] = (), notes: Sequence[str] = ()) -> list[str]:
        """Return all of it: the story, the table, what is said about the table, the question."""
        told = [*story, ""] if story else []
        between = [""] if self.gap and self.question else []
        return [*told, *self.table, *between, *notes, *self.question]


def frame(
    view: View, width: int, height: int, colours: bool, story: Sequence[str] = ()
) -> list[str]:
    """Return a story, whole, and below it the table and the question on at most `height` lines, if
    they can be."""
    return fitted(view, width, height, colours).lines(story)


def fitted(
    view: View,
    width: int,
    height: int,
    colours: bool,
    most: Room | None = None,
    story: int = 0,
) -> Frame:
    """Return the table and the question on at most `height` lines, if they can be, with so many
    lines of the story.

    The table stays as it is from one decision to the next: it is drawn as `most` says, or more
    closely where it would take the rows that are kept free. Where a question or the story needs
    more than these, more parts of the table go while it is asked.
    """
    page = _Page(view, width, colours)
    free = min(height // FREE, MOST_FREE)
    most = replace(most, without=most.without - {*NEEDED}) if most is not None else Room()
    question = page.question(999, flow=False)
    kept = page.room_for(most, height - free, height - len(question))
    room = kept
    if len(page.table(kept)) + len(question) > height:
        left = height - len(question)
        room = page.room_for(kept, left, left)
        if len(page.table(room)) > left:  # options in brief, then, and more of the table
            question = page.question(999, flow=True)
            left = height - len(question)
            fits = len(page.table(kept)) <= left
            room = kept if fits else page.room_for(kept, left, left)
    if story:
        room = page.without_parts(room, height - len(question) - story - 1)
    shown = page.table(room)
    if len(shown) + len(question) > height:
        question = page.question(max(FEWEST, height - len(shown)), flow=True)
    gap = room.gaps and len(shown) + len(question) < height
    return Frame(shown, question, replace(kept, brief=kept.brief or page.too_wide), gap)


def table_lines(
    view: View, width: int, colours: bool, texts: bool, aloud: bool = False
) -> list[str]:
    """Give the whole table, however long it is; to be read `aloud`, maps and pictures in words."""
    return _Page(view, width, colours, aloud).drawn(Room(texts=texts))


def legend(view: View) -> dict[str, str]:
    """Return the letters by which things are drawn, and what they mean."""
    page = _Page(view, MEANT, False)
    page.drawn(Room())
    return dict(page.pen.letters)


def draw(
    plan: Plan,
    state: BaseState,
    viewer: int | None,
    width: int = 80,
    plain: bool = False,
    texts: bool = True,
    aloud: bool = False,
) -> str:
    """Give the whole table as one text; `plain` without colours, `texts` with what stands on
    cards, `aloud` with maps and pictures in words."""
    seen = view(plan, state, viewer)
    return "\n".join(table_lines(seen, max(40, width), not plain, texts, aloud))


class _Page:
    """Draws one view in several rooms; what is drawn once is kept."""

    def __init__(self, view: View, width: int, colours: bool, aloud: bool = False) -> None:
        self.view = view
        self.aloud = aloud
        names = {seat.seat: "You" if seat.you else _name(seat) for seat in view.seats}
        self.pen = Pen(Paint(colours), width, frozenset(view.changed.ids), names=names)
        self.kept: dict[tuple[Hashable, ...], list[str]] = {}
        self.meant: dict[tuple[Hashable, ...], dict[str, str]] = {}  # the letters of what is kept
        self.ways: dict[str, list[tuple[list[str], dict[str, str]]]] = {}
        self.besides: dict[tuple[Hashable, ...], tuple[list[str], list[str], dict[str, str]]] = {}
        self.narrow: dict[int, _Page] = {}
        self.too_wide = False  # whether a row had to be told in words

    def room_for(self, most: Room, height: int, at_most: int) -> Room:
        """Return a room, no wider than `most`, in which the table takes so many lines, if it can;
        what is `NEEDED` stays as long as it takes no more than `at_most`. What turns out not to
        have been in the way is given back."""
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
        """Give a block that is drawn but once; its letters are in use from now on."""
        if key not in self.kept:
            in_use, self.pen.letters = self.pen.letters, {}
            self.kept[key] = make()
            self.meant[key], self.pen.letters = self.pen.letters, in_use
        self.pen.letters |= self.meant[key]
        return self.kept[key]

    def without_parts(self, room: Room, height: int) -> Room:
        """Return a room with fewer parts and otherwise the same, so that the table takes so many
        lines, if it can; what players need for any decision stays."""
        for part in changes(self.view.gives_way):
            if part in ASIDE and len(self.table(room)) > height:
                less = room.closer(part)
                room = less if len(self.table(less)) < len(self.table(room)) else room
        return room

    def question(self, most: int, flow: bool) -> list[str]:
        """Draw what is asked, with its options on so many lines."""
        asked, you = self.view.asked, self.view.viewer and _you(self.view)
        if asked is None or not you:
            return []
        who = self.pen.paint(_name(you), you.colour)
        return self.once(("prompt", most, flow), lambda: prompt(asked, who, self.pen, most, flow))

    def table(self, room: Room) -> list[str]:
        """Draw what is played, the table, and what of it has given way."""
        made = [*self.drawn(room)]
        decks = self.block("decks", room)
        head = self.head()
        beside_head = wide([head]) + 3 + wide(decks) <= self.pen.width
        if len(decks) == 1 and decks[0] in made and beside_head:
            made.remove(decks[0])
            head += f"   {decks[0]}"
        return [head, *made, *self.left_out(room)]

    def left_out(self, room: Room) -> list[str]:
        """Name what is not shown, with what shows it."""
        said = [one for part in PARTS if not room.has(part) for one in self.names(part)]
        if not said:
            return []
        tail = ": `look`)"
        size = self.pen.width - len(tail) - 1
        while len(said) > 1 and len(", ".join(said)) > size:
            said = [*said[:-2], "more"] if said[-1] == "more" else [*said[:-1], "more"]
        return [self.pen.paint(f"({', '.join(said)}{tail}", "dim")]

    def names(self, part: str) -> list[str]:
        """Return what a part holds, by name."""
        if part == DECKS:
            return [zone.say for zone in self.piles()]
        if part == ROWS:
            return [zone.say for zone in self.row_zones()]
        if part == PLACES:
            return [one.say for one in self.view.boards if _is_list(one) and self.is_told(one)]
        if part == SUPPLIES:
            sold = [one for one in self.view.boards if one.shape == "values" and one.cells]
            return [one.say for one in sold if any(zone.items for zone in _zones(one))]
        if part == BEFORE:
            return seats.in_words(self.view.seats, self.pen, _called(self.view))
        if part == HAND:
            return ["your hand"] if self.hand(False, True) else []
        return ["letters"] if self.pen.letters else []

    def head(self) -> str:
        """Give what is played, and where it stands."""
        view = self.view
        left = self.pen.paint(view.title, "bold")
        said = [f"turn {view.now.turn}"] if view.now.turn else []
        if view.now.round:
            said = [f"{view.now.round[:1].lower()}{view.now.round[1:]}"]
        if view.now.on:
            seat = next(one for one in view.seats if one.seat == view.now.on)
            own = f"your turn ({seat.called})" if seat.called else "your turn"
            said.append(own if seat.you else f"{possessive(_name(seat))} turn")
        if view.viewer is not None and _you(view).called and not _you(view).on:
            said.append(f"you are {_you(view).called}")
        return f"{left}   {', '.join(said)}".rstrip()

    # -------------------------------------------------------------------------- the table

    def drawn(self, room: Room) -> list[str]:
        """Boards with what lies beside them, rows, players, one's own hand, the letters."""
        made: list[str] = []
        self.pen.letters = {}
        gap = [""] if room.gaps else []
        in_rows = [f"row {zone.id}" for zone in self.row_zones()] if room.has(ROWS) else []
        side = [*in_rows, "decks", "players"]
        shown = [one for one in self.view.boards if self.is_drawn(one, room)]
        several = len([one for one in shown if not _is_list(one)]) > 1
        for number, board in enumerate(shown):
            lines = self.board(board, several or _is_list(board), room)
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
        """Whether a board has a place of its own; one that is but a list, only if something lies
        on it or there is no other."""
        if not _is_list(board):
            return board.shape != "values"
        return room.has(PLACES) and self.is_told(board)

    def is_told(self, board: Board) -> bool:
        """Whether there is something to say of a board that is but a list."""
        others = any(one.shape != "values" and not _is_list(one) for one in self.view.boards)
        return not others or any(zone.items for zone in _zones(board))

    def board(self, board: Board, titled: bool, room: Room) -> list[str]:
        """One board; closer together where there is little room."""
        if board.id not in self.ways:
            told = boards.in_words if self.aloud else boards.ways
            self.ways[board.id] = told(board, self.pen)
        ways = self.ways[board.id]
        lines, letters = ways[-1 if room.step >= LAST else min(room.step, len(ways) - 1)]
        if room.step > LAST:
            lines = [*takewhile(lambda line: not line.startswith(boards.HIDDEN), lines)]
        self.pen.letters |= letters
        if not titled or (_is_list(board) and room.step):
            return lines
        return [self.pen.paint(board.say.capitalize(), "bold"), *lines]

    def block(self, name: str, room: Room) -> list[str]:
        """Give what can stand beside a board: a row, decks, supplies and kept lines, the
        players."""
        if name.startswith("row "):
            key = (name, room.brief, room.texts)
            return self.once(key, lambda: self.one_row(name, room))
        if name == "decks":
            piles, kept = room.has(DECKS), room.has(SUPPLIES)
            return self.once(("decks", piles, kept), lambda: self.decks(piles, kept))
        long = room.has(BEFORE)
        return self.once(("players", long), lambda: self.players(long))

    def filled(
        self, names: list[str], width: int, height: int, room: Room
    ) -> tuple[list[str], list[str]]:
        """Give what `fill` gives, worked out once for each room that differs in what it shows."""
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
        """Give the blocks that stand beside a board, and those that are left."""
        if width not in self.narrow:
            self.narrow[width] = _Page(self.view, width, self.pen.paint.on)
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
            self.pen.letters = own  # what stands beside the board does not stand below it
            shortened = ". " in f"{block[0]} " and ". " not in f"{below[0]} " if block else False
            rather_below = name == "players" and (shortened or len(block) > len(below))
            if wide(block) <= width and taller <= len(below) and not rather_below:
                right += [*between, *block] if block else []
            else:
                page.pen.letters = in_use
                left.append(name)
        self.pen.letters |= page.pen.letters
        return right, left

    def decks(self, piles: bool, values: bool) -> list[str]:
        """Piles, sets and what the table keeps, one after the other."""
        pen = self.pen
        gone = [] if piles else self.piles()
        said = [self.pile(zone) for zone in self.told_zones() if zone not in gone]
        for fact in self.told_facts():
            if isinstance(fact.value, bool):
                said.append(fact.say.capitalize())
            else:
                said.append(f"{_capital(fact.say)} {pen.value(fact)}{pen.star(fact.key)}")
        return [*run_on(said, pen.width), *(self.values() if values else [])]

    def pile(self, zone: Zone) -> str:
        """Return a pile or a set in a few words."""
        text = self.pen.zone(zone) if zone.size != 0 else "0"
        return f"{_capital(zone.say)} {text}{self.pen.star(zone.id)}"

    def told_zones(self) -> list[Zone]:
        """Give the piles and sets of the table that are told; that a deck is empty matters most."""
        found = [one for one in self.view.zones if one.sort != "row"]
        return [one for one in found if one.size != 0 or _drawn_from(one)]

    def told_facts(self) -> list[Fact]:
        """Return what the table keeps, as far as it is told."""
        found = self.view.facts
        told = [one for one in found if not one.idle or (_counts(one) and not one.seldom)]
        return [one for one in told if not isinstance(one.value, bool) or one.value]

    def piles(self) -> list[Zone]:
        """Return the piles and sets that may give way, but not a single piece, nor dice that show
        something; of one deck alone, all ask how much is left."""
        decks = [one for one in self.view.zones if _drawn_from(one)]
        found = [one for one in self.told_zones() if one.sort == "pile" or _is_stock(one)]
        return [one for one in found if decks != [one]]

    def values(self) -> list[str]:
        """Give what lies with the values of lists: markets, supplies."""
        return [
            one
            for board in self.view.boards
            if board.shape == "values" and board.cells
            for line in boards.drawn(board, self.pen)[0]
            for one in folded(line, self.pen.width, "  ")
        ]

    def row_zones(self) -> list[Zone]:
        """Give the rows of the table."""
        return [zone for zone in self.view.zones if zone.sort == "row"]

    def one_row(self, name: str, room: Room, gap: int = 2, most: int = 0) -> list[str]:
        """One row of cards, in full or by its titles."""
        zone = next(one for one in self.view.zones if f"row {one.id}" == name)
        if room.brief:
            return rows.brief(zone, self.pen)
        return rows.row(zone, self.pen, room.texts, gap, most)

    def rows(self, names: list[str], room: Room) -> list[str]:
        """Rows of cards, two side by side where they fit."""
        made: list[str] = []
        number = 0
        while number < len(names):
            pair = [] if self.aloud else self.pair(names[number : number + 2], room)
            if pair:
                made += pair
                number += 2
                continue
            block = self.one_row(names[number], room)
            if not room.texts and wide(block) > self.pen.width:  # in words rather than cut in two
                self.too_wide = True
                block = self.one_row(names[number], replace(room, brief=True))
            made += [one for line in block for one in folded(line, self.pen.width, "      ")]
            number += 1
        return made

    def pair(self, names: list[str], room: Room) -> list[str]:
        """Two rows side by side; nothing if they do not fit, or are but a line."""
        for gap, tight in ((2, False), (1, False), (1, True)) if len(names) == 2 else ():
            one = self.one_row(names[0], room, gap, 1 if tight else 0)
            left = self.pen.width - wide(one) - gap - 1
            other = self.one_row(names[1], room, gap, max(1, left) if tight else 0)
            lines = beside(one, other, gap + 1)
            if min(len(one), len(other)) > 1 and wide(lines) <= self.pen.width:
                return lines
        return []

    def players(self, long: bool) -> list[str]:
        """Give the players in columns."""
        return seats.players(self.view.seats, self.pen, _called(self.view), long, self.aloud)

    def hand(self, texts: bool, brief: bool) -> list[str]:
        """One's own cards, if the question does not list them all."""
        if self.view.viewer is None:
            return []
        you = _you(self.view)
        asked = self.view.asked
        shown: frozenset[str] = frozenset()
        if asked is not None and asked.how == "inline":
            shown = frozenset(place.rpartition(".")[0] for one in asked.options for place in one.on)
        mat = f"{_called(self.view)}.{you.seat}"
        return seats.hand(you, self.pen, texts, shown | {mat}, brief)

    def legend(self) -> list[str]:
        """Give what the letters mean that were drawn."""
        told = [f"{letter} {meaning}" for letter, meaning in self.pen.letters.items()]
        return folded(f"Letters: {', '.join(told)}", self.pen.width, "  ") if told else []


def _is_list(board: Board) -> bool:
    """Whether a board is but a list of its places, and no drawing."""
    return board.shape == "list" and not board.picture


def _zones(board: Board) -> list[Zone]:
    return [zone for cell in board.cells for zone in cell.zones]


def _is_stock(zone: Zone) -> bool:
    """Whether several things lie in a zone that show nothing, unlike dice."""
    return (zone.size or 0) > 1 and not all(item.face for item in zone.items)


def _counts(fact: Fact) -> bool:
    """Whether a number is kept, which 0 is, too."""
    return isinstance(fact.value, int) and not isinstance(fact.value, bool)


def _drawn_from(zone: Zone) -> bool:
    """Whether a zone is a pile of which nobody sees what comes next."""
    return zone.sort == "pile" and zone.secret


def _you(view: View) -> Seat:
    return next(seat for seat in view.seats if seat.you)


def _name(seat: Seat) -> str:
    return seat.called or seat.say


def _called(view: View) -> str:
    """Give the zone of each player whose piece players are called by."""
    for seat in view.seats:
        for zone in seat.zones:
            if (
                seat.called
                and zone.sort == "space"
                and zone.items
                and zone.items[0].say == seat.called
            ):
                return zone.key
    return ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
