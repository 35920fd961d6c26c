"""One frame: everything that a player needs for a decision, on at most so many lines.

Takes a view, the size of the terminal and the story since the viewer decided last; gives lines.
What does not fit shrinks in a fixed order: card texts, old story, legends, decks, rivals' piles,
roomy drawings; the board and the question stay.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from itertools import takewhile

from interpreter.diagnostics.paint import Paint
from interpreter.present.frame import boards, rows, seats
from interpreter.present.frame.pen import Pen, beside, folded, possessive, run_on, wide
from interpreter.present.frame.prompt import prompt
from interpreter.present.frame.room import GIVEN_BACK, LAST, Room, changed, is_closer, rooms
from interpreter.present.model.parts import Board, Seat, View, Zone
from interpreter.present.model.view import view
from interpreter.present.story.paragraphs import Paragraph, grouped, newest
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

LEAST_BESIDE = 28  # columns that are worth filling beside a board


def frame(
    view: View,
    width: int,
    height: int,
    colours: bool,
    story: Sequence[str | Paragraph] = (),
    texts: bool = False,
) -> list[str]:
    """Give a frame of at most `height` lines, if it can be."""
    return fitted(view, width, height, colours, story, texts)[0]


def fitted(
    view: View,
    width: int,
    height: int,
    colours: bool,
    story: Sequence[str | Paragraph] = (),
    texts: bool = False,
) -> tuple[list[str], Room]:
    """Give a frame, and what it had room for."""
    page = _Page(view, width, colours, story)
    made: list[str] = []
    room = Room(texts=texts)
    for room in rooms(Room(texts=texts)):
        made = page.lines(room)
        if len(made) <= height:
            break
    else:
        return made, room
    for change in GIVEN_BACK:
        wider = changed(room, change)
        if wider != room and not is_closer(room, wider):
            again = page.lines(wider)
            if len(again) <= height:
                room, made = wider, again
    return made, room


def table_lines(view: View, width: int, colours: bool, texts: bool) -> list[str]:
    """Give the whole table, however long it is."""
    return _Page(view, width, colours, ()).table(Room(texts=texts))


def draw(
    plan: Plan,
    state: BaseState,
    viewer: int | None,
    width: int = 80,
    plain: bool = False,
    texts: bool = True,
) -> str:
    """Give the whole table as one text; `plain` without colours, `texts` with what stands on
    cards."""
    return "\n".join(table_lines(view(plan, state, viewer), max(40, width), not plain, texts))


class _Page:
    """Draws one view in several rooms; what is drawn once is kept."""

    def __init__(
        self, view: View, width: int, colours: bool, story: Sequence[str | Paragraph]
    ) -> None:
        self.view = view
        self.story = grouped(story)
        names = {seat.seat: "You" if seat.you else _name(seat) for seat in view.seats}
        self.pen = Pen(Paint(colours), width, frozenset(view.changed.ids), names=names)
        self.kept: dict[tuple[Hashable, ...], list[str]] = {}
        self.meant: dict[tuple[Hashable, ...], dict[str, str]] = {}  # the letters of what is kept
        self.ways: dict[str, list[tuple[list[str], dict[str, str]]]] = {}
        self.besides: dict[tuple[Hashable, ...], tuple[list[str], list[str], dict[str, str]]] = {}
        self.narrow: dict[int, _Page] = {}

    def once(self, key: tuple[Hashable, ...], make: Callable[[], list[str]]) -> list[str]:
        """Give a block that is drawn but once; its letters are in use from now on."""
        if key not in self.kept:
            in_use, self.pen.letters = self.pen.letters, {}
            self.kept[key] = make()
            self.meant[key], self.pen.letters = self.pen.letters, in_use
        self.pen.letters |= self.meant[key]
        return self.kept[key]

    def lines(self, room: Room) -> list[str]:
        """Table, story and question."""
        made = self.table(room)
        decks = self.block("decks", room)
        head = self.head()
        if (
            len(decks) == 1
            and decks[0] in made
            and wide([head]) + 3 + wide(decks) <= self.pen.width
        ):
            made.remove(decks[0])
            head += f"   {decks[0]}"
        made = [head, *made]
        told = newest(self.story, room.story, self.pen.width)
        gap = [""] if room.gaps else []
        if told:
            made += [*gap, *told]
        view = self.view
        if view.asked is not None:
            asked, you = view.asked, _you(view)
            who = self.pen.paint(_name(you), you.colour)
            key = ("prompt", room.options, room.flow)
            made += gap
            made += self.once(key, lambda: prompt(asked, who, self.pen, room.options, room.flow))
        return made

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

    def table(self, room: Room) -> list[str]:
        """Boards with what lies beside them, rows, players, one's own hand, the letters."""
        made: list[str] = []
        self.pen.letters = {}
        gap = [""] if room.gaps else []
        side = [*(f"row {zone.id}" for zone in self.row_zones()), "decks", "players"]
        drawn = [one for one in self.view.boards if self.is_drawn(one, room)]
        if room.bare:
            side = ["values", "players"] if room.values else ["players"]
        several = len([one for one in drawn if not _is_list(one)]) > 1
        for number, board in enumerate(drawn):
            lines = self.board(board, several or _is_list(board), room)
            left = self.pen.width - wide(lines) - 3
            if number == 0 and left >= LEAST_BESIDE:
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
        brief = not room.long
        made += (
            self.once(("hand", room.texts, brief), lambda: self.hand(room.texts, brief))
            if room.hand
            else []
        )
        if room.legend:
            made += self.legend()
        while made and not made[-1]:
            made.pop()
        return made

    def is_drawn(self, board: Board, room: Room) -> bool:
        """Whether a board has a place of its own; one that is but a list, only if something lies
        on it or there is no other."""
        if not _is_list(board):
            return board.shape != "values"
        others = any(one.shape != "values" and not _is_list(one) for one in self.view.boards)
        lying = any(zone.items for cell in board.cells for zone in cell.zones)
        return not room.bare and room.lists and (lying or not others)

    def board(self, board: Board, titled: bool, room: Room) -> list[str]:
        """One board; closer together where there is little room."""
        if board.id not in self.ways:
            self.ways[board.id] = boards.ways(board, self.pen)
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
            key = ("decks", room.decks, room.values)
            return self.once(key, lambda: self.decks(room.decks, room.values))
        if name == "values":
            return self.once(("values",), self.values)
        return self.once(("players", room.long), lambda: self.players(room.long))

    def filled(
        self, names: list[str], width: int, height: int, room: Room
    ) -> tuple[list[str], list[str]]:
        """Give what `fill` gives, worked out once for each room that differs in what it shows."""
        shown = (room.texts, room.brief, room.decks, room.lists, room.long, room.gaps)
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
            self.narrow[width] = _Page(self.view, width, self.pen.paint.on, ())
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
            cut = any(line.endswith(seats.CUT) for line in block)
            rather_below = name == "players" and (cut or taller >= len(below))
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
        said = []
        drawn_from = [one for one in self.view.zones if one.sort == "pile" and one.secret]
        for zone in self.view.zones:
            the_deck = drawn_from == [zone]  # of one alone, all ask how much is left
            if zone.sort == "row" or (not piles and zone.sort == "pile" and not the_deck):
                continue
            if zone.size == 0 and zone not in drawn_from:
                continue  # that a deck is empty matters most
            text = pen.zone(zone) if zone.size != 0 else "0"
            said.append(f"{_capital(zone.say)} {text}{pen.star(zone.id)}")
        for fact in self.view.facts:
            if fact.idle and not isinstance(fact.value, int):
                continue
            if isinstance(fact.value, bool):
                said += [fact.say.capitalize()] if fact.value else []
                continue
            said.append(f"{_capital(fact.say)} {pen.value(fact)}{pen.star(fact.key)}")
        return [*run_on(said, pen.width), *(self.values() if values else [])]

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
            pair = self.pair(names[number : number + 2], room)
            if pair:
                made += pair
                number += 2
                continue
            block = self.one_row(names[number], room)
            if not room.texts and wide(block) > self.pen.width:  # in words rather than cut in two
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
        return seats.players(self.view.seats, self.pen, _called(self.view), long)

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
