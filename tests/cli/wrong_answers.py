"""What people type by mistake, at every kind of question of a game, and what comes back."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from interpreter.cli.table.people.person import People
from interpreter.diagnostics.paint import Paint
from interpreter.play.reactions import STOP, Reactions
from interpreter.play.session import Session
from interpreter.present.model.parts import View
from interpreter.run.plan import Plan

SLIPS = [
    "zzz",
    "999",
    "0",
    "-1",
    "1.5",
    "1 2 3 4 5 6 7 8 9",
    "1 zzz",
    "2 2",
    "3 3 3",
    "1,2",
    "&",
    '"',
    "{x}",
    "the",
    "a",
    "k",
    "r k g",
    "yes",
    "no",
    "none",
    "all",
    "end",
    "pass",
    "north",
    "b1",
    "z9",
    "row",
    "row 3",
    "column q",
    "blue",
    "green",
    "turn",
    "card",
    "origin",
    "?zzz",
    "why",
]
"""Letters, numbers and words that are typed at the wrong moment, in the wrong game or by a slip."""


class Paper:
    """A screen that keeps what is said on it."""

    aloud, plain, terminal, width, paint = False, True, True, 100, Paint(False)

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[str] = []

    def height(self) -> int:
        return 40

    def say(self, text: str = "") -> None:
        self.lines += text.split("\n")

    def wrapped(self, text: str, indent: int = 0, after: int | None = None) -> None:
        self.lines.append(text)


def typed_at(view: View) -> list[str]:
    """Give slips, and things that are there but perhaps not asked for."""
    assert view.asked is not None
    made = [*SLIPS]
    for board in view.boards:
        made += [cell.name or cell.say for cell in (*board.cells[:2], *board.cells[-1:])]
    for seat in view.seats:
        made += [seat.called or seat.say]
        made += [item.say for zone in seat.zones for item in zone.items[:1]]
    made += [item.say for zone in view.zones for item in zone.items[:1]]
    return list(dict.fromkeys(text for text in made if text))


def refused(plan: Plan, seed: int, most: int) -> Iterator[tuple[str, str, str]]:
    """Play a random game of so many decisions; at each kind of question that was not asked before,
    give the question, what is typed, and what is answered where nothing is taken."""
    chance = Random(seed)
    players = min(max(plan.least, 3), plan.most)
    session = Session.begin(plan, ("human",) * players, seed, {})
    paper: Any = Paper()
    people = People(session, paper, False, Reactions(session, STOP))
    seen: set[int] = set()
    for _ in range(most):
        state = session.state
        if state.over:
            return
        if state.site not in seen and len(state.options) > 1:
            seen.add(state.site)
            view = people.frames.view(state.actor)
            people.asked, people.at_keyboard = view.asked, state.actor
            for text in typed_at(view):
                paper.lines.clear()
                people.queue = []
                if people.understood(state.actor, text) is None:
                    assert view.asked is not None
                    yield view.asked.say, text, "\n".join(paper.lines)
        session.take(chance.randrange(len(state.options)))
