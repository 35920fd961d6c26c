"""What is shown works for any game: every worked item of the language is played and shown."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from interpreter.load.game_folder import list_games
from interpreter.present import labels
from interpreter.present.frame.frame import draw
from interpreter.present.log import Chronicle
from interpreter.present.model.parts import as_json
from interpreter.present.model.view import view
from interpreter.run import handles
from tests.language.worked_items import PLAYED, plan_of
from tests.run.invariants import plan_of as shipped

MOST = 30  # decisions of each game


@pytest.mark.parametrize("stem", PLAYED)
def test_every_position_of_a_small_game_can_be_shown(stem):
    plan = plan_of(int(stem[:2]))
    rng = Random(1)
    players = plan.most
    state = plan.start(players, 3, log=True)
    story = Chronicle(plan, (None, *range(players)))
    story.follow(state)
    for _ in range(MOST):
        if state.over:
            break
        assert labels.question(plan, state)
        names = handles.option_handles(plan, state)
        assert len(set(names)) == len(names) == len(state.options)
        assert all(name and handles.plain_word(name) == name for name in names), names
        for reader in (None, state.actor, (state.actor + 1) % players):
            said = labels.option_labels(plan, state, reader)
            assert len(set(said)) == len(said) == len(state.options), said
            json.dumps(as_json(view(plan, state, reader)))
            for plain in (True, False):
                drawn = draw(plan, state, reader, 80, plain)
                assert "\0" not in drawn
                assert not plain or drawn.isascii()
        index = rng.randrange(len(state.options))
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    assert all("\n" not in line.text for lines in story.lines.values() for line in lines)


def test_hexes_are_drawn_in_shifted_rows():
    plan = plan_of(18)
    state = plan.start(2, 3)
    drawn = draw(plan, state, None, 80, plain=True).split("\n")
    rows = [line[:20].rstrip() for line in drawn[:7]]
    assert [row.split()[0] for row in rows] == ["-3", "-2", "-1", "0", "1", "2", "3"]
    assert [len(row.split()) - 1 for row in rows] == [4, 5, 6, 7, 6, 5, 4]
    # The first space of each row, whether it lies open or, as `?`, face down.
    starts = [row.index(row.split()[1]) for row in rows]
    assert starts == [starts[3] + abs(number - 3) for number in range(7)]


def test_a_board_of_components_lists_what_lies_at_each():
    plan = plan_of(12)
    state = plan.start(2, 3)
    while state.actor == 0:
        plan.choose(state, 0)
    assert "North (coast): Blue's ship" in draw(plan, state, None, 80, plain=True)
    sea = next(one for one in view(plan, state, None).boards if one.id == "sea")
    lying = [item for cell in sea.cells for zone in cell.zones for item in zone.items]
    assert [(item.design, item.owner, item.n) for item in lying] == [("ship", "blue", 1)]


def test_what_holds_for_a_time_is_shown_where_it_holds():
    """A space that nothing may enter, and a quest that asks one player for less."""
    plan = plan_of(8)
    seen: set[str] = set()
    for seed in range(40):
        rng = Random(seed)
        state = plan.start(2, seed)
        while not state.over and len(seen) < 2:
            plan.choose(state, rng.randrange(len(state.options)))
            drawn = draw(plan, state, None, 80, plain=True)
            told = view(plan, state, None)
            heroes, quests = (
                next(zone for zone in told.zones if zone.key == name)
                for name in ("hero_track", "quest_track")
            )
            for spot, why in heroes.shut:
                assert re.search(rf"\b{spot} +-.*\n? +closed: blocked by Hera", drawn)
                assert why == "blocked by Hera"
                seen.add("closed")
            for fact in (fact for quest in quests.items for fact in quest.facts):
                if fact.key == "cunning_for_a_time":
                    assert fact.value == -2
                    assert f"cunning {fact.text}" in drawn
                    seen.add("lighter")
    assert seen == {"closed", "lighter"}


@pytest.mark.parametrize("game", [folder.name for folder in list_games()])
def test_no_letter_of_a_shipped_game_means_two_things(game):
    """The letters that are explained below a table: of values in the words of the game, and of
    players."""
    plan = shipped(game)
    drawn = draw(plan, plan.start(plan.most, 1), None, 9999, plain=True)
    explained = [line for line in drawn.split("\n") if line.startswith("Letters: ")]
    for line in explained:
        letters = re.findall(r"(?:^|: |, )(\S+) (?=\S)", line.removeprefix("Letters"))
        assert len(letters) == line.count(", ") + 1
        assert len(set(letters)) == len(letters), line
