"""Whether somebody is asked to react tells nobody what they hold, and wastes nobody's time."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from interpreter.cli.table.people.screen import Screen
from interpreter.cli.table.running import Play
from interpreter.play.reactions import ASK, MEANINGS, STOP, Reactions, windows
from interpreter.play.recorded_scenario import game_test
from interpreter.play.session import Session
from interpreter.present.labels import option_handles
from interpreter.run.plan import Plan
from interpreter.simulation.random_games import play_game
from tests.run.invariants import plan_of

WINDOW = """
values mark: sun, moon
kind card plural cards
    printed mark: mark
each player has
    zone hand: set of cards, seen by owner, number seen by all
the table has
    zone deck: pile of cards, seen by nobody
    zone shown: pile of cards, seen by all
setup opening "Setting up"
    move all cards to deck
    shuffle deck
    have each player
        draw 1 card from deck to their hand
action show_sun "Show a sun"
    choose card from sun cards in your hand
    move card to shown
turn player_turn "A turn"
    have each player, starting with active_player, until all pass
        menu "Does anybody show a sun?"
            may take one of show_sun
            may pass
game suns "Suns"
    play opening
    repeat 3 times
        have each player
            play player_turn
    end the game as done
"""
ANSWER = WINDOW.replace(
    """    have each player, starting with active_player, until all pass
        menu "Does anybody show a sun?"
            may take one of show_sun
            may pass
""",
    """    have each other player
        may choose card from sun cards in their hand
        if card is not none
            move card to shown
""",
).replace(
    """action show_sun "Show a sun"
    choose card from sun cards in your hand
    move card to shown
""",
    "",
)
"""The same without a menu: who holds no sun has only one answer."""
SEVERAL = ANSWER.replace("may choose card", "choose any number of cards").replace(
    """        if card is not none
            move card to shown
""",
    "        move all cards to shown\n",
)
"""The same again with a choice of several: who holds no sun can only choose none."""
UP_TO = SEVERAL.replace("any number of", "up to 1")
OPEN = ANSWER.replace("seen by owner, number seen by all", "seen by all")
GAME = """id: suns
version: "1.0"
title: Suns
author: Nobody
language: 1
minutes: 1
players: {min: 2, max: 3}
description: Whoever holds a sun can show it at any time.
"""
CARDS = """cards:
- {id: the_sun, title: Sun, mark: sun, copies: 3, source: reconstructed}
- {id: the_moon, title: Moon, mark: moon, copies: 6, source: reconstructed}
"""


@pytest.fixture(scope="module")
def suns(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    return written(tmp_path_factory.mktemp("games") / "suns", WINDOW)


def written(place: Path, rules: str) -> Plan:
    """Give the game with these rules."""
    (place / "rules").mkdir(parents=True)
    (place / "components").mkdir()
    (place / "game.yaml").write_text(GAME, encoding="utf-8")
    (place / "rules/suns.rules").write_text(rules, encoding="utf-8")
    (place / "components/cards.yaml").write_text(CARDS, encoding="utf-8")
    return plan_of(str(place))


def begun(plan: Plan, seats: tuple[str, ...], suns_at: tuple[int, ...]) -> Session:
    """Give a game in which just these seats hold a sun."""
    for seed in range(500):
        session = Session.begin(plan, seats, seed, {})
        state = session.state
        held = [state.z_player_hand[seat][0] for seat in range(len(seats))]
        designs = plan.program.designs
        found = tuple(
            n for n, c in enumerate(held) if designs[plan.program.design_of[c]].id == "the_sun"
        )
        if found == suns_at:
            return session
    raise AssertionError("no seed deals so")


def test_everybody_is_asked_whatever_they_hold(suns):
    """Who decides, and where, is the same in both games, as long as all pass."""
    asked = []
    for held in ((), (0,), (1,), (0, 1)):
        state = begun(suns, ("random",) * 3, held).state
        order = []
        while not state.over:
            order.append((state.actor, state.site))
            suns.choose(state, len(state.options) - 1)
        asked.append(order)
    assert all(order == asked[0] for order in asked)
    assert len(asked[0]) == 3 * 3 * 3  # three rounds, three turns, three players each


def test_a_game_by_chance_counts_no_question_for_form(suns):
    """27 questions, of which only those to holders of a sun are decisions."""
    session = begun(suns, ("random",) * 3, ())
    assert session.asked == 0
    for seed in range(20):
        outcome = play_game(suns, 3, 1, seed, 1000)
        stepped = suns.start(3, outcome.seed)
        holders = sum(
            suns.program.designs[suns.program.design_of[stepped.z_player_hand[seat][0]]].id
            == "the_sun"
            for seat in range(3)
        )
        assert (outcome.asked > 0) == (holders > 0)


@pytest.mark.parametrize("rules", [ANSWER, SEVERAL, UP_TO], ids=["may", "any number", "up to"])
def test_who_is_asked_next_hangs_on_no_card(tmp_path, rules):
    """As the public interface and a page see it: the same seats are asked, in the same order."""
    plan = written(tmp_path / "suns", rules)
    asked = []
    for held in ((), (0,), (1,), (0, 1)):
        state = begun(plan, ("random",) * 3, held).state
        order = []
        while not state.over:
            order.append((state.actor, state.site))
            none = [n for n, option in enumerate(state.options) if option in ((), -1)]
            plan.choose(state, none[0])
        asked.append(order)
    assert all(order == asked[0] for order in asked)
    assert len(asked[0]) == 3 * 3 * 2


def reactions(session: Session, mode: str = STOP) -> Reactions:
    return Reactions(session, mode)


def test_one_person_alone_is_not_asked_for_form(suns):
    nothing = begun(suns, ("human", "random"), (1,))
    assert reactions(nothing).passing(0) == 0
    something = begun(suns, ("human", "random"), (0,))
    assert reactions(something).passing(0) is None


@pytest.mark.parametrize("word", ["always", "never", "later"])
@pytest.mark.parametrize("held", [(), (0,), (1,), (0, 1)])
def test_with_several_persons_the_keyboard_goes_on_by_what_was_set(suns, word, held):
    """What was set decides, and never a card: blue's window, asked in the turn of another."""
    session = begun(suns, ("human", "human"), held)
    made = reactions(session)
    assert made.set(1, word, made.titles()) == ""
    session.take(len(session.state.options) - 1)  # red passes; now it is blue who may react
    assert session.state.actor == 1
    passes = made.passing(0)
    assert (passes is None) == (word == "always")
    if passes is not None:
        assert session.state.options[passes] == session.state.options[-1]


def test_to_be_asked_only_with_cards_is_not_for_several_at_one_keyboard(suns):
    session = begun(suns, ("human", "human"), ())
    assert windows(reactions(session), 0, "can") == [
        "This cannot be set: whoever sees the keyboard passed on would see that you hold something."
    ]


def test_ask_asks_everybody_always(suns):
    for held in ((), (0,)):
        session = begun(suns, ("human", "random"), held)
        assert reactions(session, ASK).passing(0) is None
        assert windows(reactions(session, ASK), 0, "never") == [
            "This cannot be set: everybody is always asked in this game (`--windows ask`)."
        ]


def test_the_command_lists_and_sets(suns):
    made = reactions(begun(suns, ("human", "random"), ()))
    title = "Does anybody show a sun?"
    assert windows(made, 0, "") == [
        f"1  {title}: {MEANINGS['can']}",
        "Set it with `always`, `can`, `later`, `never`: `windows never`, `windows never 1`.",
    ]
    assert windows(made, 0, "never anybody") == [f"{title}: {MEANINGS['never']}."]
    assert windows(made, 0, "always 1") == [f"{title}: {MEANINGS['always']}."]
    assert windows(made, 0, "sometimes") == [
        "`sometimes` is none of `always`, `can`, `later`, `never`."
    ]
    assert windows(made, 0, "never 2") == ["`2` is none of the 1 windows; `windows` lists them."]


def test_passing_until_ones_next_turn_ends_with_it(suns):
    session = begun(suns, ("random", "human"), (1,))
    made = reactions(session)
    made.set(1, "later", made.titles())
    while session.state.actor != 1:
        session.take(len(session.state.options) - 1)
    assert made.passing(1) is not None
    while not (session.state.actor == 1 and session.state.active == 1):
        session.take(len(session.state.options) - 1)
    assert made.passing(1) is None


def test_a_game_without_windows_says_so():
    session = Session.begin(plan_of("mancala"), ("human", "random"), 1, {})
    assert windows(reactions(session), 0, "") == [
        "In this game nobody is asked whether they react with what others do not see."
    ]


def test_a_story_tells_nothing_of_who_could_only_pass(suns):
    """Blue sees the same story, and the same table, whether or not red could have shown a sun."""
    told = []
    for held in ((), (0,)):
        session = begun(suns, ("random", "human", "random"), held)
        for _ in range(6):
            session.take(len(session.state.options) - 1)
        lines = [line.text for line in session.chronicle.lines[1] if "turn" not in line.text]
        told.append(json.dumps([lines, len(session.steps)]))
    assert told[0] == told[1].replace("Sun", "Moon")


def test_a_story_of_ones_own_turn_tells_no_more(tmp_path):
    """A menu in a turn of one's own: that Blue passes is told whether or not Blue holds a sun."""
    window = """    have each player, starting with active_player, until all pass
        menu "Does anybody show a sun?"
            may take one of show_sun
            may pass
"""
    own = """    menu "Your turn"
        may take one of show_sun
        may pass
"""
    assert window in WINDOW
    plan = written(tmp_path / "suns", WINDOW.replace(window, own))
    told = []
    for held in ((), (0,)):
        session = begun(plan, ("random", "human", "random"), held)
        while not session.state.over:
            session.take(len(session.state.options) - 1)
        lines = [line.text for line in session.chronicle.lines[1]]
        told.append(json.dumps([lines, session.chronicle.story(1)]))
    assert told[0] == told[1]
    assert told[0].count('" passes."') == 6  # Blue and Yellow, once a round


def test_a_recorded_game_names_no_pass_for_form(suns):
    session = begun(suns, ("random",) * 3, (0, 2))
    rng = Random(1)
    while not session.state.over:
        session.take(rng.randrange(len(session.state.options)))
    text = game_test(session, "A game")
    said = text.count(" passes") + 2 * text.count(" takes ")  # and which card
    assert said == session.asked < len(session.steps)


class Keyboard(Screen):
    """A keyboard at which several sit: what it asks is kept, and the last option is taken."""

    def __init__(self, session: Session) -> None:
        super().__init__(plain=True)
        self.terminal = True
        self.session = session
        self.passed_on: list[str] = []

    def ask(self, prompt: str) -> str | None:
        if prompt == ">":
            return str(len(self.session.state.options))
        self.passed_on += [prompt] * prompt.startswith("Pass the keyboard")
        return ""


def handed(plan: Plan, held: tuple[int, ...]) -> list[str]:
    """To whom the keyboard goes while nobody shows a sun, if these hold one."""
    session = begun(plan, ("human",) * 3, held)
    screen = Keyboard(session)
    assert Play(session, screen, [], False, False).run() == 0
    return screen.passed_on


@pytest.mark.parametrize("rules", [ANSWER, SEVERAL, UP_TO], ids=["may", "any number", "up to"])
def test_the_keyboard_goes_also_to_those_who_have_no_choice(tmp_path, capsys, rules):
    """In the turns of blue, green and yellow are asked green and yellow, yellow and blue, blue and
    green: half of them have the keyboard from the turn before, but for the first of the game."""
    plan = written(tmp_path / "suns", rules)
    order = [*("Green", "Yellow", "Blue") * 3, "Green"]
    for held in ((), (0,), (1, 2), (0, 1, 2)):
        assert handed(plan, held) == [
            f"Pass the keyboard to {name}; press Enter." for name in order
        ]
    capsys.readouterr()


class Program(Keyboard):
    """Another program that answers for several people, and always says no."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.terminal = False

    def line_in(self) -> str | None:
        state = self.session.state
        names = option_handles(self.session.plan, state)
        return json.dumps({"take": names[0 if state.options[0] == () else -1]})


@pytest.mark.parametrize("rules", [WINDOW, ANSWER, SEVERAL], ids=["menu", "may", "any number"])
def test_a_program_that_asks_several_people_asks_also_those_who_have_no_choice(
    tmp_path, capsys, rules
):
    """With one person, it is asked only what can be decided."""
    plan = written(tmp_path / "suns", rules)
    asked = []
    for held in ((), (0,), (1, 2), (0, 1, 2)):
        session = begun(plan, ("human",) * 3, held)
        assert Play(session, Program(session), [], False, True).run() == 0
        lines = capsys.readouterr().out.splitlines()
        views = [json.loads(line) for line in lines if line.startswith("{")]
        asked.append([view["viewer"] for view in views])
    assert len(asked[0]) == 3 * 3 * (3 if rules is WINDOW else 2)
    assert [seats == asked[0] for seats in asked] == [True] * 4
    session = begun(plan, ("human", "random", "random"), (1, 2))
    assert Play(session, Program(session), [], False, True).run() == 0
    assert "{" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "rules", [OPEN, SEVERAL.replace("seen by owner, number seen by all", "seen by all")]
)
def test_where_nothing_is_hidden_nobody_is_asked_for_form(tmp_path, capsys, rules):
    plan = written(
        tmp_path / "suns",
        rules.replace("pile of cards, seen by nobody", "pile of cards, seen by all"),
    )
    assert handed(plan, ()) == []
    capsys.readouterr()
