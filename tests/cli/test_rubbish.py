"""Whatever is typed at any kind of question of any game is answered, and decides nothing wrong."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.cli.table.leaving import Left, Taken
from interpreter.cli.table.people.person import People
from interpreter.cli.table.people.screen import Screen
from interpreter.load.game_folder import list_games
from interpreter.play.reactions import STOP, Reactions
from interpreter.play.session import Session
from tests.run.invariants import plan_of

TYPED = (
    *("maybe", "1", "3", "99", "1 1", "c3", "king of spades", "a, b: c", "?", "? 99"),
    *("why", "why 3", "why maybe", "log 3", "\x00", "((", "a" * 300, "{x}"),
)
GAMES = [folder.name for folder in list_games()]


class Said(Screen):
    """A screen of which what it says is kept."""

    def __init__(self) -> None:
        super().__init__(plain=True)
        self.lines: list[str] = []

    def say(self, text: str = "") -> None:
        self.lines.append(text)


@pytest.mark.parametrize("game", GAMES)
def test_rubbish_at_every_kind_of_question(game):
    """Each kind of question of a random game: rubbish is answered, or is an option."""
    plan, met, rng = plan_of(game), set(), Random(1)
    seats = ("human",) * max(plan.least, 2 if plan.most > 1 else 1)
    session = Session.begin(plan, seats, 1, {})
    for _ in range(100):
        if session.state.over:
            break
        site = plan.sites[session.state.site]
        if (site.sort, site.name, site.title, site.func) not in met:
            met.add((site.sort, site.name, site.title, site.func))
            answered(session)
        session.take(rng.randrange(len(session.state.options)))
    assert met


def answered(session: Session) -> None:
    """Type all of it at the question that is asked now."""
    screen = Said()
    people = People(session, screen, False, Reactions(session, STOP))
    seat, before = session.state.actor, len(session.steps)
    people.at_keyboard = seat
    people.asked = people.frames.show(seat)
    for typed in TYPED:
        screen.lines.clear()
        try:
            taken = people.understood(seat, typed)
        except (Left, Taken):
            continue
        assert taken is not None or screen.lines or typed.startswith("log"), typed
        people.queue.clear()
        if people.set is not None:
            people.set = None
    assert len(session.steps) == before
