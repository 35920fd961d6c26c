"""`rulewright why`, and `why` in play: what allows a move, or the first thing in its way."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from random import Random

import pytest

from interpreter.cli.table.people.frames import Frames
from interpreter.cli.table.people.screen import Screen
from interpreter.cli.table.people.whys import Whys
from interpreter.explaining.prices import rule_of
from interpreter.play import because
from interpreter.play.session import Session
from interpreter.run import handles
from tests.cli.kept_plans import keep_plans
from tests.run.invariants import plan_of
from tests.small_game import YAML

GAME = "deities_of_the_old_kingdom"
COURSE = Path(__file__).parents[2] / "games/deus_ex_machina/rules/2_course.rules"

SHOP = YAML.replace("mine", "shop").replace("Mine", "Shop")
ONCE = """\
each player has
    coins: 0 to 9

game week "The week"
    pick active from players
        at random
    repeat until any players where it is rich
        have active play day
        set active to left of active
    pick all winners from players where it is rich
    have winners win

turn day "A day"
    menu "Your day"
        may take any of earn, rest
        may pass "Go home"

action earn "Earn a coin"
    once per turn
    raise your coins by 1

action rest "Rest"
    lower your coins by 0

define rich of player "Whether a player has enough"
    answer player's coins is at least 5
"""


@pytest.fixture
def saved(rulewright, monkeypatch, tmp_path):
    """Give a whole game in game.save; `why(...)` asks about it."""
    keep_plans(monkeypatch)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    words = ("--seats", "random,random", "--seed", "5", "-o", "turn_limit=3", "--json")
    assert rulewright("play", GAME, *words, "--save", "game.save").code == 0
    return lambda *words: rulewright("why", "game.save", *words)


def sentence(said):
    """Give the answer without the place, on one line."""
    assert said.err == "", said.err
    assert max(map(len, said.out.splitlines())) <= 80
    return " ".join(said.out.split("\n  ")[0].split())


def test_what_stands_in_the_way_its_values_and_the_rule(saved):
    said = saved("--at", "11", "influence_domain:", "reeds,", "lane", "is", "row_4_from_left")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "Decision 11, Green: Your action"
    assert sentence(said).endswith(
        "Domain Influence: Reeds, row 4 from the left is not possible: a Blocker closes this line. "
        "`no blockers in lane` does not hold: found Blocker in c4 and Blocker in d4."
    )
    assert "is not possible, whatever is chosen: a Blocker closes" in (
        sentence(saved("--at", "11", "influence_domain: row_4_from_left"))
    )
    assert "games/deities_of_the_old_kingdom/rules/3_actions.rules:" in said.out
    assert "    DOK-32: No push into a line with a Blocker" in lines


def test_what_works_once_a_turn_says_that_it_was_done(rulewright, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nquit\n"))
    game = tmp_path / "shop"
    (game / "rules").mkdir(parents=True)
    (game / "game.yaml").write_text(SHOP, encoding="utf-8")
    (game / "rules" / "1.rules").write_text(ONCE, encoding="utf-8")
    words = ("--seats", "human,human", "--seed", "1", "--save", "a.save")
    assert rulewright("play", "shop", *words).code == 0
    told = rulewright("why", "a.save", "earn")
    assert sentence(told).endswith(
        "Earn a coin is not possible: only once per turn. This has been done once this turn."
    )
    line = ONCE.split("once per turn")[0].count("\n") + 1
    assert told.out.splitlines()[-1].endswith(f"1.rules:{line}"), "the line that says how often"


def test_an_option_that_is_not_open_is_called_as_on_the_screen(saved):
    said = sentence(saved("--at", "3", "exchange_cards"))
    assert re.search(r"\(nearest: [A-Z]\w+, Turn (3 singles|a triple) of", said), said
    asked = sentence(saved("--at", "3", "split"))
    assert "symbol" not in asked, asked


def test_a_comparison_names_both_sides_and_what_is_missing(saved):
    assert sentence(saved("--at", "11", "unlock_eclipse")) == (
        "Decision 11, Green: Your action Arcane Power: Unlock your Eclipse is not possible: your "
        "Eclipse needs more Higher Enchantments. `you own at least highers_for_eclipse higher "
        "enchantments` does not hold: there are 0, highers for eclipse is 2: 2 short."
    )


def test_where_nothing_can_be_paid_the_smallest_shortage_is_told(saved):
    said = sentence(saved("--at", "11", "unlock_enchantment"))
    assert "Unlock an Enchantment is not possible (nearest: " in said
    assert "): the cost cannot be paid. " in said
    assert said.endswith(" short.")
    every = [
        sentence(saved("--at", "11", f"unlock_enchantment: {name}"))
        for name in ("crook_of_osiris", "jaws_of_sobek")
    ]
    assert all("short" in one or "not among" in one for one in every)


def test_a_card_that_is_not_in_the_hand(saved):
    assert sentence(saved("--at", "11", "cast_spell:", "theft")) == (
        "Decision 11, Green: Your action Use a Spell: Theft is not possible: it is not among your "
        "hand."
    )


def test_what_is_offered_by_another_menu(saved):
    assert "it is offered in `Your action`, and what is asked now is `Before you roll`." in (
        sentence(saved("--at", "10", "influence_domain"))
    )


@pytest.mark.parametrize("name", ["row 3, column 3", "c3"])
def test_a_space_is_called_by_its_coordinate_or_by_a_name_with_a_comma(saved, name):
    assert sentence(saved("--at", "9", name)).startswith(
        "Decision 9, Blue: Swap: choose another die Swap: blank die in c3 is not possible: it is "
        "not among changeable dice in field where it is not die."
    )


def test_somebody_else_decides(saved):
    assert sentence(saved("--at", "11", "blue: pass")).endswith(
        "pass is not possible: it is Green who decides now."
    )


def test_a_legal_move_the_conditions_that_held_and_the_rule(saved):
    said = saved("--at", "11", "influence_domain")
    assert "Domain Influence is possible, for instance with " in said.out
    said = saved("--at", "12")
    assert "Domain Influence: " in said.out and " is possible" in said.out
    assert "`no blockers in lane` holds" in saved("--at", "13").out
    assert "Domain Influence (influence_domain)," in said.out


def test_without_a_move_it_is_about_what_was_decided(saved):
    assert "Decision 11, Green: Your action\nDomain Influence is possible" in (
        saved("--at", "11").out
    )
    last = saved().out
    assert last.startswith("Decision ") and " is possible" in last


def test_what_no_longer_fits_after_a_change_of_the_rules_is_explained(saved):
    file = Path("game.save")
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    lines[0]["rules"] = "0" * 16  # as if it had been played with other ones
    changed = next(one for one in lines if one.get("at") == "influence_domain.lane")
    changed["take"] = "row_4_from_left"
    file.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    said = saved()
    number = changed["n"]
    assert said.err == (
        f"warning: the rules have changed: decision {number} does not fit any more\n"
    )
    assert said.out.startswith(f"Decision {number}, Green: Domain Influence: choose a lane\n")
    assert "row 4 from the left is not possible: a Blocker closes this line." in (
        " ".join(said.out.split())
    )


def test_a_misspelt_word_gets_the_nearest_one(saved):
    said = saved("--at", "11", "influence_domian")
    assert said.code == 2 and said.out == ""
    assert said.err == (
        "error: nothing in this game is called `influence_domian`\n"
        "  help: did you mean `influence_domain`?\n"
    )


def test_words_that_name_nothing_at_all(saved):
    said = saved("--at", "11", ",")
    assert said.code == 2
    assert said.err.startswith("error: nothing in this game is called `,`\n  help: offered are: `")


def test_a_decision_that_there_is_not(saved):
    said = saved("--at", "9999")
    assert said.code == 2 and "there is no decision 9,999 in this game: the last is " in said.err


def test_json_says_the_same_for_programs(saved, fits):
    said = saved("--at", "11", "unlock_eclipse", "--json")
    fits(said.data, "why")
    assert (said.data["player"], said.data["decision"]) == ("green", 11)
    (move,) = said.data["moves"]
    assert move["possible"] is False and move["move"] == "unlock_eclipse"
    (condition,) = move["conditions"]
    assert condition["short"] == "2 short" and not condition["holds"]
    assert condition["rule"]["name"] == "unlock_eclipse"
    assert {"id": "DOK-43", "title": "The Eclipse needs two Higher Enchantments"} in (
        condition["rule"]["cites"]
    )
    fits(saved("--at", "11", "--json").data, "why")


@pytest.fixture
def play(rulewright, monkeypatch, tmp_path):
    keep_plans(monkeypatch)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def run(typed):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return rulewright("play", GAME, "--seats", "human,random", "--seed", "3")

    return run


def test_why_in_play(play):
    said = play("why 9_9\nwhy row_1_column_1\nwhy e5\nwhy pass\nwhy\nquit\n")
    assert "Nothing in this game is called `9_9`: offered are: `a1`, `a2`, `a3`, `a4`" in said.out
    assert "Place a Blocker on a die of the Field: a1 is possible." in said.out
    assert "Place a Blocker on a die of the Field: e5 is possible." in said.out
    assert "Passing is not possible: what is asked now is `Place a Blocker on a die of" in said.out
    assert "Name a move: `why MOVE`" in said.out


def test_why_alone_lists_what_the_menu_does_not_offer(play):
    said = play("\n".join(["a1", "b1", "1", "1", "1", "why", "quit"]) + "\n")
    told = " ".join(said.out.split())
    assert "set a Free die is not possible: you do not have Eye of Thoth." in told
    assert "1 Worker triple short. Hands of Ptah" in told


# ------------------------------------------------------------------------------ the rule behind


def test_the_log_with_the_rule_behind_each_line(play):
    said = play("2_3\nlog --rules\nlog --rules 1\nquit\n")
    lines = said.out.splitlines()
    at = lines.index("  Blue: Place a Blocker on a die of the Field: c2.")
    assert lines[at + 1] == (
        "      Place a Blocker on a die of the Field, 1_table.rules:106 (DOK-18, DOK-Q4)"
    )
    assert lines[at + 2] == "  Blue puts Blocker on c2."
    assert lines[at + 3].startswith(
        "      Place a Blocker on a die of the Field, 1_table.rules:108"
    )


def test_what_was_taken_back_has_no_rule_any_more(play):
    said = play("2_3\nundo\nlog --rules 3\nquit\n")
    lines = said.out.splitlines()
    at = lines.index("  Blue puts Blocker on c2.")
    assert lines[at + 1] == "  Blue takes back the last decision."


def test_a_replay_tells_the_rule_behind_each_event(saved, rulewright, fits):
    said = rulewright("replay", "game.save", "--rules")
    assert said.code == 0
    assert "Green: Domain Influence: " in said.out
    assert "    Domain Influence, 3_actions.rules:4 (DOK-30, DOK-31" in said.out
    data = rulewright("replay", "game.save", "--rules", "--json").data
    fits(data, "replay")
    events = {one["text"]: one["rule"] for one in data["events"]}
    assert events["The spell deck is shuffled."]["name"] == "opening"
    assert all(rule is not None for rule in events.values())
    fits(rulewright("replay", "game.save", "--json").data, "replay")


def test_a_card_that_was_played_and_shuffled_away_is_still_behind_what_it_did(rulewright):
    words = ("--seats", "random,random,random", "--seed", "5", "--save", "game.save")
    assert rulewright("play", "deus_ex_machina", *words).code == 0
    events = rulewright("replay", "game.save", "--rules", "--json").data["events"]
    assert [one["text"] for one in events if one["rule"] is None] == []
    [swap] = [one for one in events if " swaps Cadmus " in one["text"]]
    assert swap["rule"]["name"] == "card in_his_sandals"
    made = [one["rule"]["name"] for one in events if one["text"].startswith("The hero discard ")]
    assert set(made) == {"fill_hero_track"}


def test_the_rules_of_a_card_that_is_not_seen_are_not_named():
    plan = plan_of(GAME)
    session = Session.begin(plan, ("human", "human"), 3, {})
    state = session.state
    piece = state.z_player_hand[0][0]
    card = handles.design(plan, piece).id
    for others in range(len(state.loc)):
        if handles.design(plan, others).id == card and state.loc[others] >= 0 and others != piece:
            plan.namespace["box_spell"](state, others)
    name = next(name for name, func in plan.program.funcs.items() if func.card == card)
    rule = rule_of(plan.program, name, plan.program.funcs[name].span)
    assert because.may_know(session, rule, 0)
    assert not because.may_know(session, rule, 1)
    assert not because.may_know(session, rule, None)


def test_what_is_offered_elsewhere_names_the_menu_that_what_goes_on_leads_to(saved):
    said = saved("--at", "12", "unlock_eclipse")
    assert "it is offered in `Unlock` and `The final round: one extra unlock`" in sentence(said)
    assert "Arcane Power (use_arcane_power)" in said.out and "final_turn" not in said.out


@pytest.mark.parametrize("word", ["pass", "nothing"])
def test_to_pass_where_a_question_waits_names_the_question(saved, word):
    said = saved("--at", "12", word)
    assert sentence(said).endswith(
        "Passing is not possible: what is asked now is `Domain Influence: choose a domain`."
    )
    assert "(influence_domain)" in said.out


LAID = """\
variant "A toll" for deus_ex_machina 1 cites {cite}
    require action visit_altar
        requires your glory is at least 90 else "the Altar asks for much"
    before action visit_olympus
        requires your glory is at least 1 else "alms"
        lose 1 glory
"""


@pytest.mark.parametrize("cite", ["DXM-42"])
def test_a_condition_of_house_rules_names_the_house_rules(rulewright, tmp_path, cite):
    """Their file, their line and what they cite: not what the rule beneath them cites."""
    Path("toll.rules").write_text(LAID.format(cite=cite), encoding="utf-8")
    words = ("--seats", "random,random", "--seed", "5", "--variant", "toll.rules", "--json")
    assert rulewright("play", "deus_ex_machina", *words, "--save", "a.save").code == 0
    lines = Path("a.save").read_text(encoding="utf-8").splitlines()
    decisions = [json.loads(line) for line in lines if '"at"' in line]
    at = next(d["n"] for d in decisions if d["at"] == "own_round.your_round")
    for move, line in (("visit_altar", 3), ("visit_olympus", 5)):
        rule = rulewright("why", "a.save", "--at", str(at), move, "--json").data["moves"][0][
            "rules"
        ][0]
        assert rule["path"].endswith("toll.rules") and rule["line"] == line
        assert rule["title"].endswith(', with "A toll"')
        assert [one["id"] for one in rule["cites"]] == [cite]


# ------------------------------------------------------------------------------ chosen together


@pytest.fixture
def deus(rulewright, monkeypatch, tmp_path):
    """Give a game of Deus Ex Machina, in which several things are chosen in one question."""
    keep_plans(monkeypatch)
    words = ("--seats", "random,random", "--seed", "5", "--save", "game.save", "--json")
    assert rulewright("play", "deus_ex_machina", *words).code == 0
    lines = Path("game.save").read_text(encoding="utf-8").splitlines()
    decisions = [json.loads(line) for line in lines if '"at"' in line]
    at = next(d["n"] for d in decisions if d["take"] == "gather_points")
    taken = next(d["take"] for d in decisions if d["n"] == at + 1)
    return at, taken, lambda *words: rulewright("why", "game.save", *words)


def test_of_several_things_chosen_together_one_can_be_named(deus):
    at, taken, why = deus
    hero, place = taken.split("_and_")
    whole = f"gather_points: {hero}, {place}"
    for move in (whole, f"gather_points: {place}", f"gather_points: hero is {hero}"):
        said = why("--at", str(at), move)
        assert said.code == 0 and " is possible" in said.out, said.out + said.err
    assert " is possible" in why("--at", str(at), f"gather_points: {taken}").out
    said = " ".join(why("--at", str(at + 1), taken).out.split())
    assert f": {hero.capitalize()} to the " in said and " is possible. " in said  # as it is offered
    said = sentence(why("--at", str(at), "gather_points: olympus"))
    assert (
        "Mount Olympus is not possible, whatever is chosen: this is not one of the six areas"
        in (said)
    )
    assert said.endswith(
        "`place's colour is not none` does not hold: place is Mount Olympus, "
        "place's colour is none."
    )


def test_what_is_missing_is_told_in_what_players_keep(deus):
    at, _, why = deus
    said = sentence(why("--at", str(at), "complete_quest: paid is 4"))
    assert "): you do not have so much Might. Paid is 4, quest is " in said
    assert ", Might on the mat is " in said or ", might on the mat is " in said
    assert said.endswith(" might short.") or said.endswith(" in all.")


def test_what_was_taken_instead_is_told_with_its_line_of_the_menu(deus):
    at, _, why = deus
    for number in range(at + 1, at + 12):
        said = why("--at", str(number), "visit_olympus")
        if "You took" not in said.out:
            continue
        assert sentence(said).endswith(
            "Send a hero to Mount Olympus is not possible: only one of these may be taken in "
            "`Your round`. You took `Send a hero to complete a quest`."
        )
        menu = COURSE.read_text(encoding="utf-8").splitlines()
        line = next(n for n, text in enumerate(menu, 1) if "must take one of gather_points" in text)
        assert f"games/deus_ex_machina/rules/2_course.rules:{line}" in " ".join(said.out.split())
        return
    raise AssertionError("nothing was ever taken")


def test_which_of_several_things_is_empty_is_told(deus):
    at, _, why = deus
    assert sentence(why("--at", str(at), "place_secret_quest")).endswith(
        "Place a Secret Quest and complete it in this round is not possible: there are no free "
        "spaces in quest track."
    )


def test_a_card_that_lies_elsewhere_is_not_there_to_be_chosen(deus, fits):
    at, _, why = deus
    names = ["heracles", "cadmus", "jason", "perseus", "orpheus", "theseus", "ajax"]
    told = [sentence(why("--at", str(at), f"complete_quest: {name}")) for name in names]
    assert any(" is not among heroes in hero_track." in one for one in told)
    fits(why("--at", str(at), "complete_quest: ajax", "--json").data, "why")


def test_a_place_is_known_by_its_number_where_options_have_none():
    """Root: clearing 3 is a rabbit clearing, by the map of RC-020."""
    session = Session.begin(plan_of("root"), ("human", "random", "random"), 5, {})
    state, rng = session.state, Random(1)
    while session.plan.sites[state.site].name != "clearing" or state.actor:
        session.take(rng.randrange(len(state.options)))
    whys = Whys(session, Frames(session, Screen(plain=True), [0]))
    (first, *_) = whys.of_move("3", numbered=False)
    assert "3 rabbit" in first[1]
    assert whys.of_move("3 rabbit", numbered=False) == whys.of_move("3", numbered=False)
    assert "3 rabbit" not in whys.of_move("3", numbered=True)[0][1]
