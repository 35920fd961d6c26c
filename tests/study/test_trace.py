"""A trace names the lines of the rules that are carried out, in their order."""

from __future__ import annotations

from interpreter.comparing.trace import Trace
from interpreter.diagnostics import Report
from interpreter.load.game_folder import find_game
from interpreter.pipeline import load

OPENING = [
    "place the blank_die in the middle of field",
    "roll all domain_die dice",
    "place 1 die from the box in each empty space in field",
    "move all dice in the box to free_dice",
]


def test_the_set_up_is_traced_line_by_line():
    plan = load("deities_of_the_old_kingdom", Report())
    assert plan is not None
    with Trace(plan.program) as trace:
        plan.start(2, 1)
    texts = [line.text for line in trace.lines]
    assert texts[: len(OPENING) + 1] == ["play opening", *OPENING]
    first = trace.lines[1]
    assert first.path.endswith("rules/1_table.rules")
    assert first.rule == "opening"
    folder = find_game("deities_of_the_old_kingdom", Report())
    assert folder is not None
    file = folder / "rules" / "1_table.rules"
    assert file.read_text(encoding="utf-8").splitlines()[first.number - 1].strip() == OPENING[0]


def test_looking_ahead_is_left_out():
    plan = load("deities_of_the_old_kingdom", Report())
    assert plan is not None
    state = plan.start(2, 1)
    with Trace(plan.program) as trace:
        plan.choose(state, 0)
    places = {line.text for line in trace.lines}
    assert "move 1 blocker from the box onto space" in places
    assert not any(text.startswith("pay ") for text in places)
