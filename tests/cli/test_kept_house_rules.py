"""House rules of our own for shipped games: each is checked, its tests run, and it is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.cli import exits

FOLDER = Path(__file__).parents[1] / "house_rules" / "kept"
FILES = sorted(FOLDER.glob("*.rules"))


def test_a_new_title_stands_beside_the_old_one(rulewright):
    told = rulewright("diff", str(FOLDER / "connect_four_five.rules"), "--json").data
    (rule,) = told["rules"]
    heads = rule["before"][0], rule["after"][0]
    assert heads == tuple(
        f'rule four_in_a_line "{many} in a line win"' for many in ("Four", "Five")
    )


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_house_rule_does_what_it_says_and_its_games_end(rulewright, file):
    text = file.read_text(encoding="utf-8")
    game = re.search(r"for ([a-z_]+) 1", text)
    assert game is not None
    checked = rulewright("check", str(file), "--strict")
    assert (checked.code, checked.err) == (exits.FINE, ""), checked.out
    if '\ntest "' in text:
        assert re.search(r"[1-9] tests? passed", rulewright("test", str(file)).out)
    played = rulewright(
        "sim", game[1], "--variant", str(file), "--games", "2", "--backend", "python"
    )
    assert played.code == exits.FINE, played.err
