"""House rules with a table of components beside them: `bolder.cards.csv` beside `bolder.rules`."""

from __future__ import annotations

import shutil

import pytest

import interpreter as rw
from interpreter.cli import exits
from interpreter.load.resources import root

RULES = """\
variant "Bolder" for far_expeditions 1
    set copies of red_wager to 4

test "Two cards more"
    given 2 players: ann, ben
        ann's red_expedition's path holds red_2, crimson_10
    expect yield of ann's red_expedition is 0 minus 5
"""
TABLE = """\
id,title,colour,rank,copies
red_2,Red Two,red,5,2
crimson_10,Crimson 10,red,10,
"""


@pytest.fixture
def game(tmp_path):
    """Give a copy of a game, with house rules that have a table beside them."""
    shipped = root() / "games/modern/far_expeditions"
    made = shutil.copytree(shipped, tmp_path / "far_expeditions")
    (made / "variants/bolder.rules").write_text(RULES)
    (made / "variants/bolder.cards.csv").write_text(TABLE)
    return made


def test_a_row_is_a_new_component_or_changes_one(rulewright, game):
    assert rulewright("check", "./far_expeditions").code == exits.FINE
    said = rulewright("check", "./far_expeditions", "-v", "bolder")
    assert said.out == (
        'Far Expeditions with "Bolder": no problems (15 rules, 73 components, 1 option)\n'
    )
    said = rulewright("test", "far_expeditions/variants/bolder.rules")
    assert said.out.startswith('"Bolder": 1 test passed\n')
    said = rulewright("diff", "./far_expeditions", "-v", "bolder", "--rules-only")
    assert said.out == (
        'Far Expeditions 1.0 with "Bolder"\n\n'
        "Components\n"
        "  card Red wager (red_wager)\n"
        "      copies: 3, now 4\n"
        "  card Red 2 (red_2)\n"
        '      title: "Red 2", now "Red Two"\n'
        "      rank: 2, now 5\n"
        "      copies: 1, now 2\n"
        "  card Crimson 10 (crimson_10, new)\n"
        "      colour: red\n"
        "      rank: 10\n"
    )


def test_the_table_itself_may_be_named(rulewright, game):
    said = rulewright("check", "far_expeditions/variants/bolder.cards.csv")
    assert said.out.startswith('Far Expeditions with "Bolder": no problems')


def test_a_slip_in_a_cell_is_told_at_its_place(rulewright, game):
    (game / "variants/bolder.cards.csv").write_text(TABLE.replace("red,10", "red,11"))
    said = rulewright("check", "./far_expeditions", "-v", "bolder")
    assert said.code == exits.GAME_ERRORS
    assert said.out == (
        "error[C005 out-of-range]: `rank` is 11, and must be at most 10\n"
        " --> far_expeditions/variants/bolder.cards.csv:3:27\n"
        "  |\n"
        "3 | crimson_10,Crimson 10,red,11,\n"
        "  |                           ^^ too large\n"
        "  |\n"
        "  = note: `rank`: a number from 2 to 10 or none\n\n"
        'Far Expeditions with "Bolder": 1 error\n'
    )


def test_a_component_needs_an_id_and_the_file_a_kind(rulewright, game):
    table = game / "variants/bolder.cards.csv"
    table.write_text("id,title\n,Nobody\n")
    said = rulewright("check", "./far_expeditions", "-v", "bolder")
    assert said.out == (
        "error[C002 missing-key]: this component has no `id`\n"
        " --> far_expeditions/variants/bolder.cards.csv:2:1\n"
        "  |\n"
        "2 | ,Nobody\n"
        "  | ^^^^^^^\n"
        "  |\n"
        "  = help: write one into the column `id`: small letters, digits and `_`\n\n"
        'Far Expeditions with "Bolder": 1 error\n'
    )
    table.write_text(TABLE)
    table.rename(table.with_name("bolder.carts.csv"))
    said = rulewright("check", "./far_expeditions", "-v", "bolder")
    assert said.out == (
        "error[O902 unhit]: the game has no kind of component called `carts`\n"
        " --> far_expeditions/variants/bolder.carts.csv:1:1\n"
        "  |\n"
        "1 | id,title,colour,rank,copies\n"
        "  | ^\n"
        "  |\n"
        "  = note: there are: `cards`, `expeditions`\n"
        "  = help: call this file `bolder.cards.csv`, if it holds cards\n\n"
        'Far Expeditions with "Bolder": 1 error\n'
    )


def test_a_table_without_house_rules_is_told(rulewright, game):
    table = game / "variants/bolder.cards.csv"
    table.rename(table.with_name("bold.cards.csv"))
    said = rulewright("check", "./far_expeditions")
    assert said.out.startswith(
        "warning[L010 unread-file]: this table is not read: there is no `bold.rules`\n"
        " --> far_expeditions/variants/bold.cards.csv:1:1\n"
        "  = help: `bold.cards.csv` holds cards of `bold.rules`: first their name, then\n"
        "          the kind\n"
    )


def test_the_game_is_another_one_when_the_table_changes(game):
    def hash_now() -> str:
        return rw.load(str(game), variants=["bolder"]).rules

    before = hash_now()
    assert before == hash_now()
    (game / "variants/bolder.cards.csv").write_text(TABLE.replace("red,10", "red,9"))
    assert hash_now() != before


def test_a_component_called_test_is_no_test_of_the_rules(game):
    table = game / "variants/bolder.cards.csv"
    table.write_text("id,title,colour,rank\ntest,Test,red,4\n")
    before = rw.load(str(game), variants=["bolder"]).rules
    table.write_text("id,title,colour,rank\ntest,Test,red,5\n")
    assert rw.load(str(game), variants=["bolder"]).rules != before


def test_a_save_knows_that_the_table_has_changed(rulewright, game, tmp_path):
    house = tmp_path / "bolder.rules"
    (game / "variants/bolder.rules").rename(house)
    table = tmp_path / "bolder.cards.csv"
    (game / "variants/bolder.cards.csv").rename(table)
    words = ("play", "./far_expeditions", "-v", "bolder.rules", "--save", "one.save")
    assert rulewright(*words, "--seats", "random,random").code == exits.FINE
    assert rulewright("replay", "one.save", "--plain").code == exits.FINE
    table.write_text(TABLE.replace("red,10", "red,9"))
    said = rulewright("replay", "one.save", "--plain")
    assert "bolder.rules" in said.err, said


def test_a_check_that_was_kept_is_not_told_for_another_table(rulewright, game):
    house, table = game.parent / "bolder.rules", game.parent / "bolder.cards.csv"
    (game / "variants/bolder.rules").rename(house)
    (game / "variants/bolder.cards.csv").rename(table)
    for _ in range(2):
        assert rulewright("check", "./far_expeditions", "-v", "bolder.rules").code == exits.FINE
    table.write_text(TABLE.replace("red,10", "red,11"))
    assert rulewright("check", "./far_expeditions", "-v", "bolder.rules").code == exits.GAME_ERRORS
