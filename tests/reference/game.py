"""The plain interpreter, whole: every phrase, every line, every step of the course of a game."""

from __future__ import annotations

from tests.reference import (
    asking,
    deeds,
    for_a_time,
    on_boards,
    places,
    reading,
    rules,
    selections,
    waiting,
)
from tests.reference import lines as flow
from tests.reference.course import Course


class Game(Course):
    """A game from its beginning, question by question."""

    meanings = {  # noqa: RUF012 - tables that nobody changes
        **reading.MEANING,
        **selections.MEANING,
        **places.MEANING,
        **on_boards.MEANING,
    }
    lines = {**flow.LINES, **deeds.LINES, **for_a_time.LINES, **asking.LINES}  # noqa: RUF012
    items = {  # noqa: RUF012
        **rules.ITEMS,
        **waiting.ITEMS,
        **flow.ITEMS,
        **for_a_time.ITEMS,
        **asking.ITEMS,
    }
    answers = asking.ANSWERS
