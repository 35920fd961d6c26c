"""Prompts: what options bring for certain, lists that are short, nothing of others' answers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from interpreter.diagnostics.paint import Paint
from interpreter.present.frame.frame import frame
from interpreter.present.frame.pen import Pen
from interpreter.present.frame.prompt import changes, numbered, prompt
from interpreter.present.log import Chronicle
from interpreter.present.model.keys import factored, keys_of
from interpreter.present.model.parts import (
    Board,
    Cell,
    ChoicePart,
    Delta,
    Item,
    Option,
    PendingQuestion,
    Zone,
)
from interpreter.present.model.view import view
from interpreter.run import handles
from tests.run.invariants import plan_of


def asked_at(plan, state):
    found = view(plan, state, state.actor).asked
    assert found is not None
    return found


def take(plan, state, name):
    plan.choose(state, handles.option_handles(plan, state).index(name))


def lines(asked, width=80):
    return prompt(asked, "You", Pen(Paint(False), width))


def test_an_option_tells_what_it_brings_for_certain():
    """Income is a coin for sure; foreign aid can be blocked, and a claim can be challenged."""
    plan = plan_of("coup")
    state = plan.start(3, 5)
    options = {one.take: one for one in asked_at(plan, state).options}
    (gain,) = options["income"].gains
    assert (gain.by, gain.total, gain.seat) == (1, 3, "blue")
    for name in ("foreign_aid", "tax", "steal"):
        assert (options[name].pays, options[name].gains, options[name].others) == ((), (), ())
    assert "1  Income: +1 coin  " in "\n".join(lines(asked_at(plan, state)))


def test_an_option_tells_nothing_that_hangs_on_hidden_cards():
    """Naming a card with the Guard may end the round and bring a token: nobody knows before."""
    plan = plan_of("love_letter")
    for seed in range(6):
        state, rng = plan.start(2, seed), Random(seed)
        while not state.over:
            for option in asked_at(plan, state).options:
                assert (option.pays, option.gains, option.others) == ((), (), ())
            plan.choose(state, rng.randrange(len(state.options)))


def test_the_cards_of_a_hand_are_offered_once_and_in_order():
    plan = plan_of("six_takes")
    asked = asked_at(plan, plan.start(3, 5))
    told = " ".join(lines(asked)).split(": ")[-1].split()
    ranks = [int(one.split("(")[0]) for one in told]
    assert ranks == sorted(ranks) and len(ranks) == 10
    assert all(one.endswith(")") for one in told)


def options(labels):
    return [Option(str(n), say, "", say, parts=parts) for n, (say, parts) in enumerate(labels)]


def pairs(heroes, areas, extra=""):
    return [
        (f"{hero} to the {area} area: gain {n}{extra if hero == 'Ajax' else ''}", (hero, area))
        for hero in heroes
        for n, area in enumerate(areas, 1)
    ]


def test_two_lists_stand_for_what_is_said_of_each_of_two_things():
    made = pairs(["Ajax", "Orpheus"], ["Red", "Blue"], "; Green gains 2 GP")
    assert factored(options(made)) == (
        {"Ajax": "Green gains 2 GP", "Orpheus": ""},
        {"Red": "to the Red area: gain 1", "Blue": "to the Blue area: gain 2"},
    )
    asked = PendingQuestion(
        "q", "Send a hero", "lists", options=tuple(options([made[0], *made[2:]]))
    )
    assert lines(asked)[1:] == [
        "  1 Ajax (Green gains 2 GP)   2 Orpheus",
        "  Red area: gain 1   Blue area: gain 2",
        "  not: Ajax to Blue",
    ]


@pytest.mark.parametrize(
    "labels",
    [
        [
            *pairs(["Ajax", "Orpheus"], ["Red", "Blue"])[:3],
            ("Orpheus to Blue: 9", ("Orpheus", "Blue")),
        ],
        pairs(["Ajax"], ["Red", "Blue"]),
        [
            ("Ajax Red", ("Ajax", "Red")),
            ("Orpheus Blue", ("Orpheus", "Blue")),
            ("Zeno Green", ("Zeno", "Green")),
        ],
    ],
    ids=["said of two together", "one first thing", "few go together"],
)
def test_what_cannot_be_told_in_two_lists_is_listed(labels):
    assert factored(options(labels)) is None


def test_two_lists_stand_for_what_is_said_of_the_first_thing_behind_the_second():
    """Root's building: what it costs hangs on the building, wherever it stands."""
    says = {"Sawmill": "for 1 wood: 1 VP", "Workshop": "for 2 wood: 2 VP"}
    made = [
        (f"{first} in {second} {told}", (first, second))
        for first, told in says.items()
        for second in ("2 mouse", "3 rabbit", "10 rabbit")
    ]
    asked = PendingQuestion("q", "Build", "lists", options=tuple(options(made)))
    assert lines(asked)[1:] == [
        "  1 Sawmill (for 1 wood: 1 VP)   2 Workshop (for 2 wood: 2 VP)",
        "  2 mouse   3 rabbit   10 rabbit",
    ]
    made[0] = ("Sawmill in 2 mouse for 4 wood: 1 VP", made[0][1])
    assert factored(options(made)) is None


def test_options_that_bring_more_come_first_and_are_numbered_so():
    """Twelve lanes of Old Kingdom differ in nothing but what is taken."""
    plan = plan_of("deities_of_the_old_kingdom")
    state = plan.start(3, 5)
    rng = Random(1)
    while handles.question_handle(plan, state.site) != "influence_domain.lane":
        plan.choose(state, rng.randrange(len(state.options)))
    asked = asked_at(plan, state)
    by_key = {one.key: one.gains[0].by for one in asked.options}
    made = lines(asked, 40)
    assert "(most Sarcophagus first)" in " ".join(" ".join(made).split())
    told = [line.split()[0] for line in made if line.split()[0].isdigit()]
    assert told == [str(number) for number in range(1, len(told) + 1)]
    assert len(told) == len(asked.options) and set(told) == set(by_key)
    brought = [by_key[key] for key in told]
    assert brought == sorted(brought, reverse=True) and len(set(brought)) > 1


def test_who_is_asked_is_told_of_what_the_rule_is_about():
    """Coup's claims: the question names the character, in words that the rules fill in."""
    plan = plan_of("coup")
    state, story = plan.start(3, 5, log=True), Chronicle(plan, (0, 1, 2))
    story.follow(state)

    def asked(index):
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
        known = story.known(state.actor, plan.program.sites[state.site].func)
        found = view(plan, state, state.actor, known=known).asked
        return found.say if found is not None else ""

    names = handles.option_handles(plan, state)
    assert asked(names.index("tax")) == "Blue claims the Duke to take 3 coins: do you doubt it?"
    assert asked(0) == "Your Duke is doubted"
    without = view(plan, state, state.actor).asked
    assert without is not None and without.say == "Your character is doubted"


def test_a_piece_is_called_by_its_space_if_no_other_there_is_offered():
    """Domination's priests stand on villages, and are moved as `g1 f1`."""
    lying = (
        Item("tile", "world.g1", "village"),
        Item("priest", "world.g1.clergy.1", "priest"),
    )
    cells = (
        Cell("world.g1", "g1", (0, 0), "g1", zones=(Zone("z", "z", "", "set", lying, 2),)),
        Cell("world.f1", "f1", (1, 0), "f1"),
        Cell("world.g2", "g2", (2, 0), "g2"),
    )
    board = Board("world", "world", "hexes", (3, 1), cells, coordinates=True)
    parts = (ChoicePart("priest", "piece"), ChoicePart("hex", "place"))
    made = [
        Option(goal, "", "", f"priest, g1, {goal}", ("world.g1.clergy.1", f"world.{goal}"))
        for goal in ("f1", "g2")
    ]
    assert keys_of(parts, made, False, (board,), ()) == ("pairs", ["g1 f1", "g1 g2"])


def test_what_is_counted_stands_in_the_singular_behind_one():
    plan = plan_of("six_takes")
    found = set()
    for seed in range(4):
        state, rng = plan.start(4, seed), Random(seed)
        while not state.over and "1 bullhead" not in found:
            if handles.question_handle(plan, state.site) == "take_a_line.line":
                found |= {one.say.split(": ")[1] for one in asked_at(plan, state).options}
            plan.choose(state, rng.randrange(len(state.options)))
    assert "1 bullhead" in found
    assert not any(one.startswith("1 ") and one != "1 bullhead" for one in found)


def test_what_is_chosen_so_far_is_ones_own():
    """Before anything of a question's rule is chosen by whoever is asked, nothing is chosen."""
    plan = plan_of("coup")
    for seed in range(8):
        state, rng = plan.start(4, seed, log=True), Random(seed)
        story = Chronicle(plan, tuple(range(4)))
        story.follow(state)
        before = -1
        while not state.over:
            so_far = story.so_far(state.actor)
            if state.actor != before:
                assert so_far == []
            assert not any(one.startswith("No (") for one in so_far)
            number, before = rng.randrange(len(state.options)), state.actor
            story.choice(state, number)
            plan.choose(state, number)
            story.follow(state)


def test_what_does_not_fit_in_columns_flows_and_then_is_counted():
    """One long option makes columns too wide; the short ones still stand side by side."""
    says = [*(f"Do thing {n}" for n in range(8)), "Do a thing that takes very many words to say it"]
    made = tuple(Option(str(n), say, str(n), say) for n, say in enumerate(says, 1))
    pen = Pen(Paint(False), 80)
    asked = PendingQuestion("q", "Your round", options=made)
    assert len(prompt(asked, "You", pen, 99)) == 10
    assert (
        prompt(asked, "You", pen, 5)[1]
        == "  1  Do thing 0   2  Do thing 1   3  Do thing 2   4  Do thing 3   5  Do thing 4"
    )
    assert prompt(asked, "You", pen, 3)[-1] == "  and 2 more lines: `?` shows all"


def test_no_two_options_are_typed_alike():
    """Two cards are chosen of a hand with two alike: each pair has a key of its own."""
    plan = plan_of("coup")
    for seed in range(12):
        state, rng = plan.start(3, seed), Random(seed)
        while not state.over:
            keys = [option.key for option in asked_at(plan, state).options]
            assert len(set(keys)) == len(keys), keys
            plan.choose(state, rng.randrange(len(state.options)))


def test_a_card_says_what_it_asks_for_as_its_title_does_not():
    plan, said = plan_of("deus_ex_machina"), ""
    for seed in range(9):
        rng, state = Random(seed), plan.start(2, seed)
        while not state.over and not said:
            if handles.question_handle(plan, state.site) == "card_athena.quest":
                said = asked_at(plan, state).say
            plan.choose(state, rng.randrange(len(state.options)))
    assert said == "Athena: which quest?"


def test_quests_of_which_one_is_given_back_are_shown_with_what_they_ask_for():
    plan = plan_of("deus_ex_machina")
    state = plan.start(2, 1)
    while handles.question_handle(plan, state.site) != "keep_secret_quests.returned":
        plan.choose(state, 0)
    shown = frame(view(plan, state, state.actor), 80, 23, False)
    secret = next(line for line in shown if line.startswith("Secret: "))
    assert "M " in secret and "GP" in secret


def test_a_price_stands_behind_an_option_whatever_numbers_its_text_has():
    price = Delta("coins", "coins", -2, "red"), Delta("buys", "buys", -1, "red")
    card = Option("moat", "Moat: +2 Cards, +1 Action", "1", plain="Moat", pays=price)
    assert changes(card) == ": -2 coins, -1 buy"
    number = Option("2", "2", "2", plain="2", pays=price[:1])
    assert changes(number) == ": -2 coins"
    said = Option("pay", "Pay 2 coins and 1 buy", "3", plain="Pay 2 coins and 1 buy", pays=price)
    assert changes(said) == ""


def test_what_is_brought_by_a_number_that_is_asked_for_next_stands_beside_each_option():
    """Old Kingdom: two dice of one symbol can be pushed into a lane, or one of them."""
    plan = plan_of("deities_of_the_old_kingdom")
    found = []
    for seed in range(12):
        state, rng = plan.start(3, seed), Random(seed)
        for _ in range(300):
            if handles.question_handle(plan, state.site) == "influence_domain.lane":
                found += [one for one in asked_at(plan, state).options if one.ways]
            if found or state.over:
                break
            plan.choose(state, rng.randrange(len(state.options)))
        if found:
            break
    for one in found:
        assert not one.gains
        numbers = [number for number, _ in one.ways]
        assert numbers == [1, 2] or numbers == [1, 2, 3]
        brought = [deltas[0].by for _, deltas in one.ways if deltas]
        assert brought == sorted(brought)
        told = numbered([replace(one, key="1")], Pen(Paint(False), 80), 9)
        assert " or ".join(f"+{by}{one.ways[0][1][0].short}" for by in brought) in told[0]
