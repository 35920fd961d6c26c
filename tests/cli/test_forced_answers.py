"""What has one answer is done for nobody where it costs, ends a turn, or cannot be taken back."""

from __future__ import annotations

from interpreter.play.forced import decides_nothing
from interpreter.present.model.view import view
from interpreter.run import handles
from tests.run.invariants import plan_of
from tests.run.test_events import plan_of as plan_from


def _options(plan, state):
    asked = view(plan, state, state.actor).asked
    assert asked is not None
    return [
        (one.plain, [(delta.by, delta.short or delta.say) for delta in (*one.pays, *one.gains)])
        for one in asked.options
    ]


def _go(plan, state, name):
    plan.choose(state, handles.option_handles(plan, state).index(name))


def test_the_only_card_that_can_be_bought_is_named_with_its_price_in_the_option():
    plan = plan_of("splendor")
    state = plan.start(2, 1, log=True)
    bought = ""
    for _ in range(400):
        names = handles.option_handles(plan, state)
        if "buy" in names:
            plain, deltas = _options(plan, state)[names.index("buy")]
            if plain.startswith("Buy a card: "):
                bought = plain.removeprefix("Buy a card: ")
                break
        plan.choose(state, len(names) // 2)
    assert bought
    assert deltas and all(by < 0 for by, _ in deltas)
    before = state.clone()
    _go(plan, state, "buy")
    assert len(state.options) == 1
    (piece,) = state.options
    assert handles.design(plan, piece).title == bought
    assert not decides_nothing(plan, state)  # it pays
    assert before.actor == state.actor


RULES = """
    game main
        move all cards to deck
        have each player draw 1 card from deck to their hand
        repeat 2 times
            have each player play player_turn

    turn player_turn "A turn"
        choose one
            option "Rest"
                choose card from your hand
                raise your hits by 1
            option "Give it away"
                choose card from your hand
                move card to deck
        choose guess from 1 to 1
"""


def test_an_answer_on_which_nothing_hangs_is_taken_and_one_that_costs_is_not(tmp_path):
    """The one card in the hand is chosen in order to keep it, and in order to give it away; at the
    end of a turn, the answer ends it."""
    plan = plan_from(tmp_path, RULES)
    state = plan.start(2, 1, log=True)
    resting = state.clone()
    plan.choose(resting, 0)
    assert len(resting.options) == 1
    assert decides_nothing(plan, resting)
    plan.choose(resting, 0)
    assert len(resting.options) == 1
    assert not decides_nothing(plan, resting)  # the turn ends
    giving = state.clone()
    plan.choose(giving, 1)
    assert len(giving.options) == 1
    assert not decides_nothing(plan, giving)
