"""Titles with gaps, such as "claim {card}": what a player sees never shows the gap's own name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest

import interpreter as rw
from interpreter.load.game_folder import list_games
from interpreter.present.model.parts import as_json

GAP = re.compile(r"[{}]")


def unfilled(game: rw.Game) -> list[re.Pattern[str]]:
    """Give the titles of a game with their gaps left open; `sun 3` fills a gap called `sun`."""
    program = game.plan.program
    told = [one.title for one in program.funcs.values()] + [one.title for one in program.sites]
    told += [one.says for one in program.funcs.values() if isinstance(one.says, str)]
    open_ = {GAP.sub("", one).lower() for one in told if one and "{" in one}
    return [re.compile(rf"{re.escape(one)}(?! \d)") for one in sorted(open_)]


def shown(state: rw.State) -> Iterator[str]:
    """Yield all that is shown at a decision, to the one who decides and to those who watch."""
    yield state.question
    for option in state.options:
        yield f"{option} {option!r}"
    forgotten = state.copy()
    forgotten.forget()
    for one in (state, forgotten):
        for seat in (None, one.actor):
            yield json.dumps(as_json(one.view(seat)))


GAMES = [folder.name for folder in list_games() if unfilled(rw.load(folder))]


def test_many_games_have_titles_with_gaps():
    assert len(GAMES) > 20


@pytest.mark.parametrize("name", GAMES)
def test_no_gap_of_a_title_stays_open(name):
    game = rw.load(name)
    gaps = unfilled(game)
    state = game.start(game.plan.least, 7)
    rng = Random(name)
    for number in range(16):
        if state.over:
            break
        told = list(shown(state)) + (state.why() if number % 20 == 0 else [])
        for text in told:
            found = [gap.pattern for gap in gaps if gap.search(text.lower())]
            assert not found, f"{found} in {text[:300]}"
        state.choose(rng.choice(state.options))
