"""What is chosen together, in secret, is told to nobody else before all have chosen, or after."""

from __future__ import annotations

from interpreter.present.log import Chronicle
from tests.run.test_limits import plan_of

RULES = """
    values color plural colors: red, green, blue

    each player has
        guess: color or none
        nerve: 0 to 9

    game main "The secret choice"
        have each player, together
            choose picked from colors
            choose one
                option "boldly"
                    gain 3 nerve
                option "meekly"
                    gain 1 nerve
            set their guess to picked
        have players win
"""


def test_the_story_says_only_that_somebody_has_chosen(tmp_path):
    plan = plan_of(tmp_path, RULES)
    state = plan.start(2, 1, log=True)
    story = Chronicle(plan, (0, 1, None))
    first = state.actor
    while not state.over and state.actor == first:
        story.choice(state, 0)
        plan.choose(state, 0)
        story.follow(state)
    story.settle()
    told = {reader: " ".join(line.says for line in story.lines[reader]) for reader in (0, 1, None)}
    own = told[first].lower()
    assert "red" in own
    for reader in (1 - first, None):
        heard = told[reader].lower()
        assert "has chosen" in heard
        assert "red" not in heard and "boldly" not in heard
