"""Games written to do harm: too large, too deep, without end, or with names and texts that try to
get out of the rules. Each is told with a line, stopped with a place, or simply played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from interpreter.cli import exits
from interpreter.cli.main import run
from interpreter.diagnostics import Report, catalogue
from interpreter.diagnostics.render_text import render
from interpreter.load import result_cache
from interpreter.pipeline import load_folder
from interpreter.run.sets import MOST_SUBSETS, subsets
from interpreter.run.state import BaseState
from tests.fuzz import trial
from tests.fuzz.bases import GAME_YAML, write

TABLE = """
values suit: fox, rabbit, mouse
kind card plural cards
    printed suit: suit
    carries rules
kind token plural tokens
the table has
    zone deck: pile of cards, seen by all
    board meadow: grid 5 by 5 of tokens, seen by all
    score: 0 to 1000
each player has
    zone hand: set of cards, seen by owner
    points: 0 to 1000
"""
MAIN = """
game main "The game"
    move all cards to deck
    repeat 20 times
        have each player go
    have players win
"""
THINGS = """
cards:
- {id: a_card, source: common, suit: fox, copies: 20}
- {id: b_card, source: common, suit: mouse, copies: 20}
tokens:
- {id: a_token, source: common, copies: 30}
"""
CHOOSE = "    choose card from deck\n"


@pytest.fixture(autouse=True)
def away_from_the_users_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(result_cache, "save", lambda: None)


def made(tmp_path, body="", rules="", table=TABLE, main=MAIN, things=THINGS, **files):
    """Give a folder with a game in which every player does `go`, twenty times."""
    folder = tmp_path / "hostile"
    go = f"\nprocedure go\n{body}" if body else ""
    texts = {
        "game.yaml": GAME_YAML.format(id="hostile"),
        "components/things.yaml": things,
        "rules/all.rules": table + main + rules + go,
    }
    write(folder, texts | files)
    return folder


def outcome(tmp_path, *args, **kwargs):
    return trial.attempt(made(tmp_path, *args, **kwargs))


def nest(lines, deed="gain 1 points"):
    lines = list(lines)
    indented = "".join("    " * (at + 1) + f"{line}\n" for at, line in enumerate(lines))
    return indented + "    " * (len(lines) + 1) + f"{deed}\n"


def chain(heading, body, many, last):
    return "".join(heading.format(i) + body.format(i + 1) for i in range(many)) + last


def test_the_table_itself_is_played(tmp_path):
    assert outcome(tmp_path, CHOOSE).outcome == "played"


# ------------------------------------------------------------------------------ without end

ENDLESS = {
    "a loop of numbers": "    for each n from 1 to 999999999\n        gain 1 points\n",
    "loops in loops": nest(f"for each n{i} from 1 to 1000" for i in range(3)),
    "a long repetition": "    repeat 999999999 times\n        gain 1 points\n",
    "counting in counting": "    let x be number of cards in deck where (number of cards in deck"
    " where (number of cards in deck where (number of cards in deck where (number of cards in deck"
    " where (number of cards in deck where it is a_card) is 1) is 2) is 3) is 4) is 5\n",
    "squares of squares": "    let big be 999999999\n    repeat 100000 times\n"
    "        set big to big times big\n",
    "doubles of doubles": "    let big be 1\n    repeat 1000000 times\n"
    "        set big to larger of (big plus big) and 3\n",
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_what_goes_on_and_on_is_stopped_at_its_line(tmp_path, body):
    verdict = outcome(tmp_path, body + CHOOSE)
    assert verdict.outcome == "limit"
    assert all("all.rules:" in said for said in verdict.said)


ENDLESS_RULES = {
    "a rule that doubles": chain(
        "procedure p{}\n", "    p{0}\n    p{0}\n", 40, "procedure p40\n    gain 1 points\n"
    )
    + f"procedure go\n    p0\n{CHOOSE}",
    "a question that doubles": chain(
        "define p{} of n: number\n",
        "    answer (p{0} of n) plus (p{0} of n)\n",
        40,
        "define p40 of n: number\n    answer n\n",
    )
    + f"procedure go\n    gain (p0 of 3) points\n{CHOOSE}",
    "a requirement that doubles": chain(
        "action p{}\n",
        "    p{0}\n    p{0}\n    requires score is 0\n",
        30,
        "action p30\n    requires score is 0\n    gain 1 points\n",
    )
    + "procedure go\n    menu\n        may take any of p0\n        may pass\n",
    "a number in a circle": "define f of n: number\n    answer n times n\n"
    "procedure go\n    gain (f of (f of (f of (f of 99999999)))) points\n" + CHOOSE,
    "an answer to itself": "rule again\n    after you gain_it, if your points is more than 0\n"
    f"        gain_it\nprocedure gain_it\n    gain 1 points\nprocedure go\n    gain_it\n{CHOOSE}",
    "a choice in a long look-ahead": "action try_it\n"
    + "".join(f"    choose card{i} from deck\n" for i in range(8))
    + "    requires your points is 3 and card1 is card2\n    gain 1 points\n"
    "procedure go\n    menu\n        may take any of try_it\n        may pass\n",
}


@pytest.mark.parametrize("rules", ENDLESS_RULES.values(), ids=ENDLESS_RULES)
def test_rules_without_end_are_stopped_at_a_line(tmp_path, rules):
    verdict = outcome(tmp_path, rules=rules)
    assert verdict.outcome == "limit"
    assert all("all.rules:" in said for said in verdict.said)


def test_what_ends_late_is_not_stopped(tmp_path):
    body = "    for each n from 1 to 20000\n        set score to n minus score but at least 0\n"
    assert outcome(tmp_path, body + CHOOSE).outcome == "played"


# ------------------------------------------------------------------------------ too many options

OPTIONS = {
    "30 of 40": "    choose 30 cards from deck\n",
    "any number of 40": "    choose any number of cards from deck\n",
    "up to 99999": "    choose up to 99999 cards from deck\n",
    "draws without end": f"    draw 999999999 cards from deck to your hand\n{CHOOSE}",
}


@pytest.mark.parametrize("body", OPTIONS.values(), ids=OPTIONS)
def test_a_choice_of_many_is_cut_down(tmp_path, body):
    assert outcome(tmp_path, body).outcome == "played"


def test_a_question_of_a_thousand_million_answers_is_stopped(tmp_path):
    for most in (100_000, 999_999_999):
        body = f"    choose count from 1 to {most}\n    gain count points\n"
        assert outcome(tmp_path, body).outcome == "limit"


@pytest.mark.parametrize("alike", [1, 2, 5, 30])
def test_sets_are_those_that_trying_all_would_find(alike):
    from itertools import combinations

    things = list(range(9))
    for low, high in ((0, 2), (3, 3), (1, 9), (9, 9), (8, 30)):
        wanted, seen = [], set()
        for size in range(low, min(high, len(things)) + 1):
            for chosen in combinations(things, size):
                key = tuple(sorted(c % alike for c in chosen))
                if key not in seen:
                    seen.add(key)
                    wanted.append(chosen)
        looks = cast(BaseState, None)  # what things look like hangs on nothing here
        assert subsets(looks, things, low, high, lambda _, c: c % alike) == wanted[:MOST_SUBSETS]


# ------------------------------------------------------------------------------ too large, too deep

LARGE = {
    "board-size": TABLE
    + "the table has\n    board b: grid 10000 by 10000 of tokens, seen by all\n",
    "large-zone": TABLE + "the table has\n    zone r: row of 999999999 tokens, seen by all\n",
    "huge-number": TABLE + "each player has\n    x: 0 to 1000000000000\n",
    "many-ranks": TABLE + "procedure extra\n    pick w from players\n"
    "        most points of it, for each rank from 1 to 1000000\n    have w win\n",
    "half-number": TABLE + "procedure extra\n    choose 2½ cards from deck\n",
}


@pytest.mark.parametrize("slug", LARGE)
def test_what_no_table_could_hold_is_told(tmp_path, slug):
    verdict = outcome(tmp_path, CHOOSE, table=LARGE[slug])
    assert (verdict.outcome, verdict.said) == ("rejected", (slug,))


DEEP = {
    "brackets": "    let x be " + "(" * 70 + "1" + " plus 1)" * 70 + "\n",
    "a sum": "    let x be " + " plus ".join(["1"] * 120) + "\n",
    "a condition": "    if "
    + "\n        or ".join(["score is 1"] * 2000)
    + "\n        gain 1 points\n",
    "nots": "    if " + "not " * 200 + "score is 1\n        gain 1 points\n",
    "ifs": nest(["if score is 1"] * 100),
    "loops": nest(f"for each n{i} from 1 to 1" for i in range(25)),
    "cases": "    if score is 1\n        gain 1 points\n"
    + "".join(f"    otherwise if score is {i}\n        gain 1 points\n" for i in range(1000)),
}


@pytest.mark.parametrize("body", DEEP.values(), ids=DEEP)
def test_what_is_too_deep_to_read_is_told(tmp_path, body):
    verdict = outcome(tmp_path, body + CHOOSE)
    assert (verdict.outcome, verdict.said) == ("rejected", ("too-deep",))


BEYOND_MEASURE = {
    "a sum": "    let x be " + " plus ".join(["1"] * 2000) + "\n",
    "a condition": "    if " + " or ".join(["score is 1"] * 2000) + "\n        gain 1 points\n",
    "nots": "    if " + "not " * 5000 + "score is 1\n        gain 1 points\n",
    "a wide gap": "    choose card" + " " * 100_000 + "from deck\n",
}


@pytest.mark.parametrize("body", BEYOND_MEASURE.values(), ids=BEYOND_MEASURE)
def test_a_line_beyond_measure_is_told(tmp_path, body):
    verdict = outcome(tmp_path, body + CHOOSE)
    assert (verdict.outcome, verdict.said) == ("rejected", ("long-line",))


LONG = {
    "50 cases with a choice": "    if score is 1\n        choose card from deck\n"
    + "".join(f"    otherwise if score is {i}\n        choose card from deck\n" for i in range(50)),
    "a thousand sentences": "    gain 1 points\n" * 1000 + CHOOSE,
    "300 options": "    choose one\n"
    + "".join(f'        option "{i}"\n            gain 1 points\n' for i in range(300)),
    "many blank lines": "\n" * 100_000 + CHOOSE,
    "a wide gap": "    choose card" + " " * 900 + "from deck\n",
    "25 ifs": nest(["if score is 0"] * 25, "choose card from deck"),
}


@pytest.mark.parametrize("body", LONG.values(), ids=LONG)
def test_what_is_only_long_is_played(tmp_path, body):
    assert outcome(tmp_path, body).outcome == "played"


def test_ifs_before_a_requirement_do_not_double_the_code(tmp_path):
    ifs = "".join(
        f"    if score is {i}\n        let n{i} be 1\n    otherwise\n        let m{i} be 1\n"
        for i in range(25)
    )
    rules = f"action try_it\n{ifs}    requires your points is 3\n{CHOOSE}"
    menu = "    menu\n        may take any of try_it\n        may pass\n"
    assert outcome(tmp_path, menu, rules).outcome == "played"


@pytest.mark.slow
def test_three_hundred_cards_with_rules_are_carried_out(tmp_path):
    cards = "".join(
        f"- id: c{i}\n  source: common\n  suit: fox\n  rules: |\n    gain 1 points\n"
        f"    choose card from deck\n"
        for i in range(300)
    )
    body = f"{CHOOSE}    carry_out card\n"
    assert outcome(tmp_path, body, things=f"cards:\n{cards}").outcome == "played"


MASSES = {
    "unread": "procedure p{}\n    gain of of\n",
    "unknown": "procedure p{}\n    gain 1 pints{}\n",
    "twice": "procedure p\n    gain 1 points\n",
    "near": "procedure p{}x\n    p{}y\n",
}


@pytest.mark.parametrize("rule", MASSES.values(), ids=MASSES)
def test_thousands_of_faults_are_told_in_good_time(tmp_path, rule):
    rules = "".join(rule.replace("{}", str(i)) for i in range(2500))
    verdict = outcome(tmp_path, CHOOSE, rules)
    assert verdict.outcome == "rejected"


def test_more_rules_than_anybody_reads_are_told_at_once(tmp_path):
    rules = "".join(f"procedure p{i}\n    gain 1 points\n" for i in range(20_000))
    folder = made(tmp_path, CHOOSE, rules)
    report = Report()
    assert load_folder(folder, report) is None
    told = render(report.found[0])
    assert len(report.found) == 1
    assert told.startswith(
        "error[L012 too-many-rules]: a game has at most 3,000 rules and declarations\n"
    )
    assert "all.rules:60" in told and "one too many" in told


# ------------------------------------------------------------------------------ nobody and nothing


def test_none_has_no_zones_and_does_nothing(tmp_path):
    table = TABLE.replace("    score", "    first_one: player or none\n    score")
    main = MAIN.replace(
        "    repeat", "    draw 3 cards from deck to first_one's hand\n"
        "    have first_one gain 3 points\n    repeat",
    )  # fmt: skip
    folder = made(tmp_path, CHOOSE, table=table, main=main)
    plan = load_folder(folder, Report())
    assert plan is not None
    state = plan.start(3, 1)
    assert state.z_player_hand == [[], [], [], []]
    assert state.f_player_points[:3] == [0, 0, 0]


def test_a_space_beyond_a_row_is_empty(tmp_path):
    table = TABLE + "the table has\n    zone shelf: row of 3 cards, seen by all\n"
    body = "    for each n from 1 to 9\n        if spot of shelf at n is empty\n"
    body += "            gain 1 points\n" + CHOOSE
    verdict = trial.attempt(made(tmp_path, body, table=table))
    assert verdict.outcome in ("played", "rejected")


def test_a_kind_declared_twice_is_one_fault(tmp_path):
    table = TABLE + "kind token plural chips\n"
    assert outcome(tmp_path, CHOOSE, table=table).said == ("name-twice",)


def test_a_fault_of_the_engine_would_show_the_line_of_the_rules(tmp_path):
    folder = made(tmp_path, "    gain (score plus 1) points\n" + CHOOSE)
    plan = load_folder(folder, Report())
    assert plan is not None
    state = plan.start(2, 1)
    setattr(state, "f_table_score", None)  # noqa: B010
    with pytest.raises(TypeError) as fault:
        for _ in range(9):
            plan.choose(state, 0)
    frames = [(str(entry.path), entry.lineno) for entry in fault.traceback]
    line = (folder / "rules" / "all.rules").read_text().split("\n").index("procedure go") + 2
    assert any(path.endswith("all.rules") and at + 1 == line for path, at in frames)


# ------------------------------------------------------------------------------ too much to read


def test_more_components_than_a_table_holds_are_told(tmp_path):
    cards = "".join(f"- {{id: c{i}, source: common, suit: fox, copies: 200}}\n" for i in range(110))
    folder = made(tmp_path, CHOOSE, things=f"cards:\n{cards}")
    report = Report()
    assert load_folder(folder, report) is None
    told = render(report.errors[0])
    assert told.startswith("error[C011 many-components]: a game has at most 20,000 components\n")
    assert "things.yaml:103:8\n" in told


def test_more_than_two_mebibytes_are_not_even_read(tmp_path):
    folder = made(tmp_path, CHOOSE)
    for number in range(3):
        (folder / "rules" / f"z{number}.rules").write_text("# nothing\n" * 90_000)
    report = Report()
    assert load_folder(folder, report) is None
    told = render(report.errors[0])
    assert len(report.errors) == 1
    assert told.startswith(
        "error[L013 large-game]: the files of a game hold at most 2 MiB together\n"
    )
    assert "z2.rules" in told


def test_odd_names_of_folders_and_files_are_only_names(tmp_path):
    odd = tmp_path / "q'uo\"te\\ {x} %s\n"
    odd.mkdir()
    body = "    repeat 999999999 times\n        gain 1 points\n" + CHOOSE
    folder = made(odd, body)
    (folder / "rules" / "a\x1b[31m.rules").write_text("procedure extra\n    gain 1 points\n")
    verdict = trial.attempt(folder)
    assert verdict.outcome == "limit"


def test_every_kind_of_problem_that_is_told_is_in_the_catalogue():
    told = re.compile(r'(?:\.add|unknown|_fault)\(\s*"([a-z0-9]+(?:-[a-z0-9]+)+)"')
    package = Path(catalogue.__file__).parents[1]
    for path in package.rglob("*.py"):
        for slug in told.findall(path.read_text("utf-8")):
            assert slug in catalogue.CATALOGUE, (path, slug)


def test_looking_ahead_has_a_horizon(tmp_path):
    """Eighty choices after one another, each of which could fail."""
    step = (
        "    choose card from deck\n        requires your points is less than 900\n    one_more\n"
    )
    rules = (
        f"action try_it\n{step * 80}    requires your points is less than 999\n"
        "procedure one_more\n    gain 1 points\n    choose token from tokens\n"
        "        requires score is 0\n"
    )
    menu = "    menu\n        may take any of try_it\n        may pass\n"
    assert outcome(tmp_path, menu, rules).outcome in ("played", "limit")


def test_the_command_line_tells_the_place_and_ends_with_5(tmp_path, capsys):
    folder = made(tmp_path, CHOOSE + "    repeat 999999999 times\n        gain 1 points\n")
    words = ["play", str(folder), "--seats", "random,random", "--seed", "1", "--plain"]
    assert run(words) == exits.LIMIT
    told = capsys.readouterr().err
    assert "`go` goes on without end (" in told and "all.rules:23)" in told


@pytest.mark.parametrize("end", ["", "   ", "\t", "\r\n", "# the end"])
def test_a_last_line_may_end_in_any_way(tmp_path, end):
    folder = made(tmp_path, CHOOSE)
    path = folder / "rules" / "all.rules"
    path.write_bytes((path.read_text("utf-8").rstrip() + end).encode())
    assert trial.attempt(folder).outcome in ("played", "rejected")
