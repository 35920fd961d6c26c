"""What a person reads of a choice: its price, what it is for, how often it is asked."""

from __future__ import annotations

import pytest

from interpreter.cli import games
from interpreter.present import details, labels
from interpreter.run import handles
from tests.run.test_events import plan_of

DEARER = """\
variant "Price of Glory" for deities_of_the_old_kingdom 1
    add rule price_of_glory "The start player pays more"
        while you are start_player
            your enchantments cost 1 more
            your eclipses cost 2 more worker
"""


@pytest.fixture(scope="module")
def dearer(tmp_path_factory):
    path = tmp_path_factory.mktemp("dearer") / "dearer.rules"
    path.write_text(DEARER, encoding="utf-8")
    return games.plan_of(games.lay("kingdom", (str(path),)))


def test_a_price_that_stands_higher_is_shown_with_the_rule_that_makes_it_so(dearer):
    state = dearer.start(2, 1)
    first = state.f_table_start_player
    site = next(s for s in dearer.sites if s.type.base == "piece" and s.type.of == "enchantment")
    state.site = site.number
    state.options = list(state.z_table_lower_row)[:1]
    (mine,) = labels.option_labels(dearer, state, first)
    assert ", now 1 more)" in mine
    price = "1 more: The start player pays more"
    assert details.of_option(dearer, state, 0, first)[-1] == price
    for reader in (None, 1 - first):
        assert "now" not in labels.option_labels(dearer, state, reader)[0]
        assert price not in details.of_option(dearer, state, 0, reader)


SMALL = """
    game main
        move all cards to deck
        have each player draw 3 cards from deck to their hand
        let starter be the first player
        have starter
            repeat while number of your hand is more than 1
                choose card from your hand
                remove card
            choose card from your hand
            move card to deck
        have each player, together
            choose guess from 1 to 3
            set their hits to guess
        have players win
"""


def test_what_is_put_away_is_asked_for_with_how_often(tmp_path):
    plan = plan_of(tmp_path, SMALL)
    state = plan.start(2, 1)
    asked = []
    for _ in range(4):
        asked.append(labels.question(plan, state))
        if handles.question_handle(plan, state.site) != "main.guess":
            plan.choose(state, 0)
    assert asked[:2] == [
        "Main: choose a card to remove (2 to go)",
        "Main: choose a card to remove",
    ]
    assert asked[-1] == "Main: choose a guess"
    assert details.of_question(plan, state) == [
        "Nobody else is told your answer before all have chosen."
    ]


def test_a_rule_whose_title_is_the_question_asks_it_once(tmp_path):
    plan = plan_of(tmp_path, SMALL.replace("game main", 'game main "Choose a card"'))
    state = plan.start(2, 1)
    for _ in range(2):
        plan.choose(state, 0)
    assert labels.question(plan, state) == "Choose a card"


def test_two_copies_of_a_card_are_told_apart_by_what_makes_them_different(tmp_path):
    rules = """
    game main
        have each player play player_turn

    turn player_turn "A turn"
        move all cards in the box to deck
        draw 1 card from deck to your hand
        choose card from your hand
            requires card did not arrive this turn or your hits is 0
        move card to deck
    """
    plan = plan_of(tmp_path, rules, "cards:\n  - {id: sun, copies: 6}\n")
    state = plan.start(2, 1)
    piece = state.z_player_hand[state.actor][0]
    other = next(c for c in range(6) if state.loc[c] != state.loc[piece])
    state.loc[other] = state.loc[piece]
    state.stamp_turn[other] = -1
    state.options = [piece, other]
    assert labels.option_labels(plan, state, state.actor) == ["Sun, arrived this turn", "Sun"]


WHISPERS = """\
variant "Whispers" for deities_of_the_old_kingdom 1
    before roll in turn regular_turn
        may whisper
    add procedure whisper "Swap a Spell with the top one"
        choose spell from your hand
        draw 1 spell from spell_deck to your hand
        move spell to spell_deck
"""


def test_a_deed_that_may_be_done_is_offered_by_its_title_and_shows_its_rule(tmp_path):
    path = tmp_path / "whispers.rules"
    path.write_text(WHISPERS, encoding="utf-8")
    plan = games.plan_of(games.lay("kingdom", (str(path),)))
    state = plan.start(2, 1)
    site = next(s for s in plan.sites if s.sort == "options" and "whisper" in s.deeds)
    state.site, state.options = site.number, [0, 1]
    title = "Swap a Spell with the top one"
    assert labels.option_labels(plan, state, 0) == [title, "No"]
    assert details.of_option(plan, state, 0, 0) == [f'{title}: a rule of "Whispers"']
    assert details.of_option(plan, state, 1, 0) == []
    cards = next(s for s in plan.sites if s.deeds == ("draw_cards", "draw_cards"))
    state.site = cards.number
    assert details.of_option(plan, state, 0, 0)[0] == "Draw Domain cards"
