"""Numbers that house rules show beside the players and on the table: `show for each player ...`."""

from __future__ import annotations

import pytest

PIG = """\
variant "Seen" for pig 1
    show for each player "twice": 2 times score of them
    show for the table "to throw": goal
"""


@pytest.fixture
def seen(tmp_path):
    """Give a file of house rules that show something of a game whose `game.yaml` shows little."""
    file = tmp_path / "seen.rules"
    file.write_text(PIG, encoding="utf-8")
    return str(file)


def test_what_a_house_rule_shows_stands_beside_players_and_table(rulewright, seen):
    told = rulewright("play", "pig", "--variant", seen, "--seats", "random,random", "--seed", "1")
    assert told.code == 0, told.err
    assert "twice" in told.out


def test_a_difference_names_what_is_shown(rulewright, seen):
    told = rulewright("diff", seen)
    assert told.code == 0, told.err
    assert 'number for each player "twice": shown' in told.out
    assert '+ show for the table "to throw": goal' in told.out


def test_the_title_of_the_game_gets_another_number(rulewright, tmp_path):
    file = tmp_path / "deal.rules"
    lines = ('variant "Deal" for hearts 1', '    show for each player "this deal": points of them')
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = rulewright(
        "play", "hearts", "--variant", str(file), "--seats", ",".join(["random"] * 4), "--seed", "1"
    )
    assert told.code == 0, told.err
    heads = [line.split() for line in told.out.splitlines() if "this deal" in line]
    assert heads and all(words.count("deal") == 1 for words in heads)
    rows = [line.split() for line in told.out.splitlines() if line.startswith(" B  Blue")]
    assert rows and rows[-1][2] == rows[-1][3]  # `this deal` shows what `points` does


def test_a_house_rule_is_written_as_it_stands(rulewright, seen):
    told = rulewright("fmt", "--check", seen)
    assert told.code == 0, told.out
