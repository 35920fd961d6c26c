"""Nothing that can be asked for at a decision tells what lies hidden.

At positions of random games of every shipped game that hides something, all that a player cannot
see is mixed, in the position and in the one before it. Whatever they can ask for must stay the same
to the letter: the line of `--json`, the names that saves write, labels, what `?` explains, the
refusal of a wrong answer, `why` of everything in the menu, and whether a decision may be undone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from interpreter.explaining.explanations import reached
from interpreter.explaining.reasons import explain, inquire
from interpreter.explaining.typed_moves import ParsedMove, TypedAnswer, Unknown
from interpreter.play import because
from interpreter.present import details, labels
from interpreter.present.model.parts import as_json
from interpreter.present.model.view import view
from interpreter.present.option_matching import match
from interpreter.run import handles
from interpreter.run.lookahead import tells_hidden
from interpreter.run.plan import Plan
from tests.run.invariants import plan_of
from tests.run.test_hidden_information import HIDING, LARGE, SHORT, mixed, plan_for

EVERY = (*HIDING, *SHORT)
POSITIONS = 12  # of each game in the ordinary run
POSITIONS_OF_LARGE = 4
FULL = 400
MOST_ASKED = 6  # things of a menu of which it is asked why, at one position
WRONG = ("zz", "1", "99", "2 of nothing", "a card")


def decisions(plan: Plan, number: int, seed: int) -> Iterator[tuple[Any, Any, int]]:
    """Positions of random games: the state, the one before it, and the option taken there."""
    rng = Random(seed)
    given = 0
    while given < number:
        state = plan.start(rng.randint(plan.least, min(plan.most, 4)), rng.randrange(10**9))
        ahead = rng.randrange(3, 20)
        while not state.over and given < number:
            before, taken = state.clone(), rng.randrange(len(state.options))
            option = state.options[taken]
            plan.choose(state, taken)
            ahead -= 1
            if ahead <= 0 and not state.over:
                yield state, before, option
                given += 1
                ahead = rng.randrange(5, 40)


def asked_for(plan: Plan, state: Any, viewer: int) -> dict[str, Any]:
    """All that a player can be shown at a decision, but for the story."""
    found: dict[str, Any] = {"view": json.dumps(as_json(view(plan, state, viewer)))}
    if state.actor != viewer:
        return found
    options = range(len(state.options))
    names = handles.option_handles(plan, state)
    says = labels.option_labels(plan, state, viewer)
    titles = labels.option_titles(plan, state, viewer)
    found["names"], found["labels"], found["titles"] = names, says, titles
    found["question"] = labels.question(plan, state), details.of_question(plan, state)
    found["details"] = [details.of_option(plan, state, number, viewer) for number in options]
    found["also"] = labels.other_names(plan, state)
    found["wrong"] = [match(text, says, names, titles) for text in WRONG]
    return found


def why(plan: Plan, before: Any, option: Any, rng: Random) -> dict[str, list[str]] | None:
    """Why each of some things of the menu is possible or not; None if no menu is asked."""
    place = reached(plan, before, option)
    state = place.state
    if state.over or plan.program.sites[state.site].sort != "menu":
        return None
    items = plan.program.sites[state.site].items
    names = [str(one[2]) for one in items if one[1] == "action"]
    reasons, found = inquire(place, state.actor), {}
    for name in rng.sample(names, min(MOST_ASKED, len(names))):
        try:
            made = explain(reasons, ParsedMove("", (TypedAnswer(name),)))
        except Unknown:
            continue
        found[name] = because.sentences(made)
    return found


def check(plan: Plan, number: int, seed: int) -> dict[str, int]:
    """Compare; gives how many positions, reasons and undone decisions were looked at."""
    rng = Random(seed)
    counts = {"positions": 0, "reasons": 0, "undo": 0, "changed": 0}
    for state, before, option in decisions(plan, number, seed):
        for viewer in range(state.n):
            copy = mixed(plan, state, viewer, rng, log=False)
            assert asked_for(plan, state, viewer) == asked_for(plan, copy, viewer)
            counts["positions"] += 1
            counts["changed"] += plan.hash(copy) != plan.hash(state)
        viewer = state.actor
        if before.actor != viewer:
            continue
        other = mixed(plan, before, viewer, rng, log=False)
        if option not in other.options:
            continue
        assert tells_hidden(before, option, viewer) == tells_hidden(other, option, viewer)
        counts["undo"] += 1
        if tells_hidden(before, option, viewer):
            continue  # what comes after may look different, and is known then
        choice = rng.random()
        one, two = (why(plan, start, option, Random(choice)) for start in (before, other))
        if one is not None and two is not None:
            assert one == two
            counts["reasons"] += len(one)
    return counts


def plan_to_look_at(name: str) -> Plan:
    """Give a shipped game as it is looked at: large ones are cut short."""
    return plan_for(name) if name in SHORT else plan_of(name)


@pytest.mark.parametrize("name", EVERY)
def test_nothing_that_can_be_asked_for_tells_what_is_hidden(name):
    number = POSITIONS_OF_LARGE if name in LARGE else POSITIONS
    counts = check(plan_to_look_at(name), number, 21)
    assert counts["positions"] >= 2 * number and counts["changed"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_many_positions_of_every_game_tell_nothing(name):
    counts = check(plan_to_look_at(name), FULL, 22)
    assert counts["positions"] >= 2 * FULL
