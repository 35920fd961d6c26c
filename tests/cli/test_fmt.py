"""`rulewright fmt`: what it writes, what it only shows, and what it leaves."""

from __future__ import annotations

import io
import sys

import pytest

from interpreter.cli import exits

WORSE = "procedure   rest\n    gain  1 step   \n"
BETTER = "procedure rest\n    gain 1 step\n"


@pytest.fixture
def worse(my_game):
    path = my_game / "rules" / "9_more.rules"
    path.write_text(WORSE)
    return path


def test_a_new_game_is_laid_out_already(rulewright, my_game):
    assert rulewright("fmt", "my_game", "--check") == (0, "", "4 files: nothing to change\n")


def test_what_changes_is_written_and_named(rulewright, worse):
    worse.chmod(0o640)
    told = rulewright("fmt", "my_game")
    assert told == (
        0,
        "laid out: my_game/rules/9_more.rules\n",
        "1 of 5 files laid out\n",
    )
    assert worse.read_text() == BETTER
    assert worse.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in worse.parent.iterdir() if path.name.startswith(".")] == []
    assert rulewright("fmt", "my_game").err == "5 files: nothing to change\n"


def test_check_writes_nothing_and_fails(rulewright, worse):
    told = rulewright("fmt", "my_game", "--check")
    assert told.code == exits.FAILED
    assert told.out == "would be laid out anew: my_game/rules/9_more.rules\n"
    assert told.err == "1 of 5 files to be laid out\n"
    assert worse.read_text() == WORSE


def test_diff_shows_and_writes_nothing(rulewright, worse):
    told = rulewright("fmt", str(worse.relative_to(worse.parents[2])), "--diff")
    assert told.code == exits.FINE
    assert told.out == (
        "--- my_game/rules/9_more.rules\n"
        "+++ my_game/rules/9_more.rules, laid out\n"
        "@@ -1,2 +1,2 @@\n"
        "-procedure   rest\n"
        "-    gain  1 step   \n"
        "+procedure rest\n"
        "+    gain 1 step\n"
    )
    assert worse.read_text() == WORSE
    assert rulewright("fmt", "my_game", "--diff", "--check").code == exits.FAILED


def test_line_ends_stay_as_they_are(rulewright, worse):
    worse.write_bytes(WORSE.replace("\n", "\r\n").encode())
    assert rulewright("fmt", "my_game").code == exits.FINE
    assert worse.read_bytes() == BETTER.replace("\n", "\r\n").encode()


def test_a_fault_is_told_and_its_file_left(rulewright, worse):
    worse.write_text("procedure  rest\n    gain 1 step else\n")
    other = worse.with_name("8_other.rules")
    other.write_text(WORSE)
    told = rulewright("fmt", "my_game")
    assert told.code == exits.GAME_ERRORS
    assert told.out == "laid out: my_game/rules/8_other.rules\n"
    assert "--> my_game/rules/9_more.rules:2:" in told.err
    assert worse.read_text() == "procedure  rest\n    gain 1 step else\n"
    assert other.read_text() == BETTER


def test_rules_of_cards_are_laid_out(rulewright, my_game):
    cards = my_game / "components" / "cards.yaml"
    text = cards.read_text()
    assert "rules: |\n" in text
    rules = text[text.index("rules: |\n") :].splitlines()[1].strip()
    assert " " in rules
    cards.write_text(text.replace(rules, rules.replace(" ", "   ") + "  "))
    told = rulewright("fmt", "my_game")
    assert (told.code, told.out) == (exits.FINE, "laid out: my_game/components/cards.yaml\n")
    assert cards.read_text() == text
    cards.write_text(text.replace("title: ", "title:   "))
    told = rulewright("fmt", "my_game/components/cards.yaml", "--check")
    assert told.code == exits.FINE  # the YAML around them is the designer's


def test_standard_input_comes_out_laid_out(rulewright, monkeypatch):
    def given(text):
        stream = io.TextIOWrapper(io.BytesIO(text.encode()))
        monkeypatch.setattr(sys, "stdin", stream)

    given(WORSE)
    assert rulewright("fmt", "-") == (0, BETTER, "")
    given(BETTER)
    assert rulewright("fmt", "-", "--check") == (0, "", "")
    given(WORSE)
    assert rulewright("fmt", "-", "--check").code == exits.FAILED
    faulty = "procedure rest\n    gain 1 step else\n"
    given(faulty)
    told = rulewright("fmt", "-")
    assert (told.code, told.out) == (exits.GAME_ERRORS, faulty)
    assert "--> <stdin>:2:" in told.err


def test_the_game_of_this_folder_needs_no_name(rulewright, worse, monkeypatch):
    monkeypatch.chdir(worse.parent)
    assert rulewright("fmt").out == "laid out: 9_more.rules\n"


SLIPS = [
    ((), "no game is in this folder"),
    (("-", "my_game"), "`-` is standard input, and stands alone"),
    (("notes.txt",), "`notes.txt` holds no rules"),
    (("my_gam",), "no game is called `my_gam`"),
]


@pytest.mark.parametrize(("words", "said"), SLIPS)
def test_slips_of_the_command_line(rulewright, tmp_path, words, said):
    (tmp_path / "notes.txt").write_text("x\n")
    told = rulewright("fmt", *words)
    assert (told.code, told.out) == (exits.USAGE, "")
    assert told.err.startswith(f"error: {said}")


def test_a_file_that_is_not_there(rulewright, my_game):
    told = rulewright("fmt", "my_game/rules/1_tabel.rules")
    assert told.code == exits.GAME_ERRORS
    assert "missing-file" in told.err and "did you mean `1_table.rules`?" in told.err


def test_json_fits_its_schema(rulewright, worse, fits):
    told = rulewright("fmt", "my_game", "--check", "--json")
    fits(told.data, "fmt")
    assert told.code == exits.FAILED
    assert [one["path"] for one in told.data["files"] if one["changed"]] == [
        "my_game/rules/9_more.rules"
    ]
    assert not any(one["written"] for one in told.data["files"])
    told = rulewright("fmt", "my_game", "--json")
    fits(told.data, "fmt")
    assert [one["path"] for one in told.data["files"] if one["written"]] == [
        "my_game/rules/9_more.rules"
    ]
    worse.write_text("nonsense\n")
    told = rulewright("fmt", "my_game", "--json")
    fits(told.data, "fmt")
    assert len(told.data["problems"]) == 1
