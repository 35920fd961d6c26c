"""Questions and options in the words of the table, for Old Kingdom."""

from __future__ import annotations

import re
from random import Random

import pytest

import interpreter as rw
from interpreter.present import details, labels
from interpreter.present.option_preview import logged_copy
from interpreter.run import handles
from tests.run.invariants import plan_of

GAME = "deities_of_the_old_kingdom"


@pytest.fixture(scope="module")
def plan():
    return plan_of(GAME, turn_limit=30)


@pytest.fixture(scope="module")
def met(plan):
    """Give the first position at which each question is asked, over some random games."""
    found = {}
    for seed in range(4):
        rng = Random(seed)
        state = plan.start(3, seed)
        while not state.over:
            asked = handles.question_handle(plan, state.site)
            if asked not in found:
                found[asked] = state.clone()
                found[asked].options = state.options
            plan.choose(state, rng.randrange(len(state.options)))
    return found


def said(plan, met, asked):
    state = met[asked]
    return labels.question(plan, state), labels.option_labels(plan, state, state.actor)


def test_a_menu_is_asked_by_its_title_and_lists_titles_of_rules(plan, met):
    question, options = said(plan, met, "regular_turn.your_action")
    assert question == "Your action"
    assert options[:2] == ["Domain Influence", "Arcane Power"]


def test_a_choice_says_the_rule_and_what_is_chosen(plan, met):
    assert said(plan, met, "influence_domain.symbol")[0] == ("Domain Influence: choose a domain")
    assert said(plan, met, "influence_domain.lane")[0] == "Domain Influence: choose a lane"
    assert said(plan, met, "card_swap.other_die")[0] == "Swap: choose another die"


def test_lanes_say_from_where_they_are_entered(plan, met):
    options = said(plan, met, "influence_domain.lane")[1]
    assert all(" from the " in option for option in options)
    names = handles.option_handles(plan, met["influence_domain.lane"])
    for option, name in zip(options, names, strict=True):  # columns have letters, as on the board
        sort, number, *_ = name.split("_")
        called = "abcde"[int(number) - 1] if sort == "column" else number
        assert option.startswith(f"{sort} {called} from the ")


def test_spaces_say_what_lies_on_them(plan, met):
    options = said(plan, met, "move_blocker.space")[1]
    assert any(re.fullmatch(r"[a-e]1 \(\w+\)", option) for option in options)
    assert not any("Blocker" in option for option in options), "a blocked space is not offered"


def test_dice_say_what_they_show_and_where_they_lie(plan, met):
    options = said(plan, met, "card_turn_die.die")[1]
    assert all(re.fullmatch(r"Die showing \w+, [a-e][1-5]", option) for option in options)


def test_cards_say_what_they_are_and_what_is_written_on_them(plan, met):
    options = said(plan, met, "cast_spell.spell")[1]
    assert all(option.endswith(".") for option in options)
    assert not any("spell" in option.split(":")[0] for option in options), "the question says it"


def test_what_a_card_costs_stands_beside_its_name(plan, met):
    for option in said(plan, met, "unlock_enchantment.enchantment")[1]:
        assert ", cost " in option.split(":")[0]


def test_ways_to_pay_say_what_is_paid_and_what_is_saved(plan, met):
    question, options = said(plan, met, "unlock_enchantment.payment")
    assert question == "Unlock an Enchantment: choose how to pay"
    assert all(o.startswith("Pay ") and "(saves " in o for o in options)
    names = handles.option_handles(plan, met["unlock_enchantment.payment"])
    assert all(name.startswith("less_") for name in names)


def test_exchanges_say_what_is_turned_into_what(plan, met):
    for option in said(plan, met, "exchange_cards.option")[1]:
        assert option.startswith("Turn ") and " into " in option


def test_gifts_say_what_is_taken(plan, met):
    options = said(plan, met, "card_gift_worker_reeds.option")[1]
    assert options == ["Take 2 Worker cards", "Take 2 Reeds cards"]


def test_a_deed_that_may_be_left_keeps_the_words_of_its_author(plan, met):
    assert said(plan, met, "card_twist.option")[1] == ["Reroll it once more", "No"]


def test_looking_at_a_label_changes_nothing(plan, met):
    for state in met.values():
        before = plan.hash(state)
        labels.option_labels(plan, state, state.actor)
        assert plan.hash(state) == before


def test_no_two_options_are_called_alike_at_any_position(plan):
    for seed in range(3):
        rng = Random(seed)
        state = plan.start(4, seed)
        while not state.over:
            names = handles.option_handles(plan, state)
            said = labels.option_labels(plan, state, state.actor)
            assert len(set(names)) == len(names) == len(set(said))
            plan.choose(state, rng.randrange(len(state.options)))


def test_options_that_agree_get_numbers_that_nobody_else_has():
    assert handles.numbered(["a", "a", "b"], "_{}") == ["a_1", "a_2", "b"]
    assert handles.numbered(["a", "a", "a_1"], "_{}") == ["a_2", "a_3", "a_1"]


def test_questions_of_one_name_in_one_rule_are_told_apart(plan):
    names = [handles.question_handle(plan, site.number) for site in plan.sites]
    assert len(set(names)) == len(names)
    assert "set_free_die.payment" in names and "set_free_die.payment.2" in names


def test_an_option_in_the_words_of_the_rules_is_explained_with_the_text_of_its_card(plan, met):
    state = met["unlock_enchantment.enchantment"]
    card = handles.design(plan, state.options[0])
    label = labels.option_labels(plan, state, state.actor)[0]
    assert card.text and card.text not in label
    assert card.text in details.of_option(plan, state, 0, state.actor)


def test_the_rule_behind_a_question_is_cited(plan, met):
    state = met["influence_domain.lane"]
    assert "DOK-32: No push into a line with a Blocker" in details.of_question(plan, state)
    menu = met["regular_turn.your_action"]
    assert "DOK-44: Draw Spells for the largest group rolled" in details.of_option(
        plan, menu, 1, menu.actor
    )


def test_an_option_is_called_by_what_it_does_not_by_what_others_do_first():
    """Splitting a triple takes singles; where the supply has none, another player first joins."""
    plan = rw.load("kingdom").plan
    rng, state, met = Random(1), plan.start(2, 1), 0
    for _ in range(900):
        if plan.program.sites[state.site].sort == "options":
            for place, (value, label) in enumerate(
                zip(state.options, labels.option_labels(plan, state, state.actor), strict=True)
            ):
                after = logged_copy(plan, state)
                plan.choose(after, place)
                exchanged = [event for event in after.log if event[0] == "exchange"]
                if exchanged and exchanged[0][1] != state.actor:
                    met += 1
                    item = plan.program.sites[state.site].items[value]
                    word = "a triple of" if item == "Split symbol cards" else "3 singles of"
                    assert label.startswith(f"Turn {word} ")
        plan.choose(state, rng.randrange(len(state.options)))
    assert met
