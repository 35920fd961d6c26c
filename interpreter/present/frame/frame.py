"""One frame: everything a player needs for a decision.

Takes a view and the size of the terminal; gives the table and the question. The story stands above
them and is never cut. Where rows run short, the table is drawn more compactly, then whole parts of
it are dropped; a line below it names them and the command that shows them. Boards and the question
stay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.present.frame.room import HAND, LETTERS, TITLES, Room
from interpreter.present.frame.table_page import TablePage
from interpreter.present.model.parts import View
from interpreter.present.model.view import view
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

FREE, MOST_FREE = 4, 8  # 1/FREE of the rows, at most MOST_FREE, is for question and story
MEANT = 100  # width of the table that `legend` explains
FEWEST = 9  # lines of the question that are always shown


@dataclass(frozen=True, slots=True)
class Frame:
    """A table and a question in lines.

    `room` is what the table keeps from one decision to the next; for a long question it may use
    less."""

    table: list[str]
    question: list[str]
    room: Room
    gap: bool

    def lines(self, story: Sequence[str] = (), notes: Sequence[str] = ()) -> list[str]:
        """Return the whole frame: the story, the table, notes about it, and the question."""
        told = [*story, ""] if story else []
        between = [""] if self.gap and self.question else []
        return [*told, *self.table, *between, *notes, *self.question]


def frame(
    view: View, width: int, height: int, colours: bool, story: Sequence[str] = ()
) -> list[str]:
    """Render the whole story, and below it the table and the question.

    Table and question take at most `height` lines, if that is possible."""
    return fitted(view, width, height, colours).lines(story)


def fitted(
    view: View,
    width: int,
    height: int,
    colours: bool,
    most: Room | None = None,
    story: int = 0,
) -> Frame:
    """Fit the table and the question into `height` lines if possible, beside `story` lines.

    The table is stable from one decision to the next: it is drawn as `most` says, or more compactly
    where it would use the rows that are kept free. Where a question or the story needs more rows,
    further parts of the table are dropped while it is asked."""
    page = TablePage(view, width, colours)
    free = min(height // FREE, MOST_FREE)
    most = most.wider(HAND, LETTERS) if most is not None else Room()
    question = page.question(999, flow=False)
    kept = page.room_for(most, height - free, height - len(question))
    room = kept
    if len(page.table(kept)) + len(question) > height:
        left = height - len(question)
        room = page.room_for(kept, left, left)
        if len(page.table(room)) > left:  # shorten the options to show more of the table
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
    return Frame(shown, question, kept.closer(TITLES) if page.too_wide else kept, gap)


def table_lines(
    view: View, width: int, colours: bool, texts: bool, aloud: bool = False
) -> list[str]:
    """Render the whole table, however long; `aloud` describes maps and pictures in words."""
    return TablePage(view, width, colours, aloud).drawn(Room(texts=texts))


def legend(view: View) -> dict[str, str]:
    """Return the letters by which things are drawn, with their meanings."""
    page = TablePage(view, MEANT, False)
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
    """Render the whole table of a state as one text.

    `plain` leaves out colours, `texts` includes card texts, `aloud` describes maps and pictures in
    words."""
    seen = view(plan, state, viewer)
    return "\n".join(table_lines(seen, max(40, width), not plain, texts, aloud))
