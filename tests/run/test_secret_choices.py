"""What is chosen together, in secret, is told to nobody else before all have chosen, or after."""

from __future__ import annotations

from interpreter.present.log import Chronicle
from tests.run.test_limits import plan_of

RULES = """
    values color plural colors: red, green, blue
    values stance: boldly, meekly

    each player has
        guess: color or none
        nerve: 0 to 9

    game main "The secret choice"
        have each player, together
            choose picked from colors
            choose stance from stances
            set their guess to picked
            if stance is boldly
                gain 2 nerve
            gain 1 nerve
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


BIDDING = """
    each player has
        bid: 0 to 3

    game main "Bids"
        have each player, together
            choose offer from 1 to 3
            set their bid to offer
        let starter be the first player
        let other be left of starter
        if other's bid is less than starter's bid
            have starter
                choose amount from 5 to starter's bid
                set their bid to amount
        have players win
"""


def test_what_is_offered_does_not_tell_what_others_have_chosen(tmp_path):
    """Of a lower bid nothing can come in the end, and yet it is offered."""
    plan = plan_of(tmp_path, BIDDING)
    state = plan.start(2, 1)
    for _ in range(2):
        assert len(state.options) == 3
        plan.choose(state, 1)
