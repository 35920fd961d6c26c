"""A game in several languages: what is read, what is missing, what there is too much of."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.folder import check_folder
from interpreter.diagnostics import Report
from interpreter.ir.texts import texts
from interpreter.load.game_folder import find_game
from interpreter.load.language_files import languages


def own_texts(folder: Path) -> list[str]:
    checked = check_folder(folder, Report())
    assert checked is not None and checked.program is not None
    return texts(checked.program)


@pytest.fixture
def german(my_game: Path) -> Path:
    """The game of `rulewright new`, wholly in German: each text in capital letters."""
    lines = [f'  "{text}": "{text.upper()}"' for text in own_texts(my_game)]
    file = my_game / "lang/de.yaml"
    file.parent.mkdir()
    file.write_text("language: Deutsch\ntexts:\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_a_game_that_is_wholly_translated_has_no_fault(rulewright, german):
    said = rulewright("check", "my_game", "--strict")
    assert said.code == 0, said.out


def test_what_is_missing_is_listed(rulewright, my_game, german):
    lines = german.read_text(encoding="utf-8").splitlines()
    german.write_text("\n".join(lines[:-2]) + "\n", encoding="utf-8")
    lost = [line.split('"')[1] for line in lines[-2:]]
    said = rulewright("check", "my_game")
    assert said.out.startswith(
        "warning[G527 untranslated]: 2 texts are not there in Deutsch\n"
        " --> my_game/lang/de.yaml:1:11\n"
        "  |\n"
        "1 | language: Deutsch\n"
        "  |           ^^^^^^^ players read them as the rules have them\n"
        "  |\n"
        f'  = note: these: "{lost[0]}", "{lost[1]}"\n'
        f'  = help: add them under `texts`: "{lost[0]}": ...\n'
    )
    assert rulewright("check", "my_game", "--strict").code == 1


def test_a_translation_of_nothing_is_told(rulewright, german):
    text = german.read_text(encoding="utf-8")
    german.write_text(text + '  "Not in this game": "Gibt es nicht"\n', encoding="utf-8")
    at = text.count("\n") + 1
    said = rulewright("check", "my_game")
    assert (
        f"warning[G528 unknown-text]: the game has no such text\n --> my_game/lang/de.yaml:{at}:"
        in (said.out.replace("  -->", " -->"))
    )
    assert "help: remove this line" in said.out


def test_what_is_missing_is_read_in_the_language_of_the_rules(rulewright, my_game):
    wanted = own_texts(my_game)
    (my_game / "lang").mkdir()
    title = wanted[0]
    (my_game / "lang/de.yaml").write_text(
        f'language: Deutsch\ntexts:\n  "{title}": "Mein Spiel"\n', encoding="utf-8"
    )
    seats = ("--seats", "random,random", "--seed", "1", "--plain")
    plain = rulewright("play", "my_game", *seats).out
    german = rulewright("play", "my_game", *seats, "--lang", "de").out
    assert title in plain and "Mein Spiel" not in plain
    assert german == plain.replace(title, "Mein Spiel")


def test_the_same_game_is_played_in_every_language(rulewright):
    """Titles are words, and never change what happens: the same seed comes to the same state."""
    ends = []
    for lang in ("en", "fr", "de"):
        seats = ("--seats", "random,random", "--seed", "4", "--option", "turn_limit=3")
        ends.append(rulewright("play", "deukalion", *seats, "--lang", lang, "--json").data)
    assert ends[0] == ends[1] == ends[2]


def test_an_unknown_language_names_those_that_there_are(rulewright):
    said = rulewright("play", "deukalion", "--lang", "it")
    assert (said.code, said.err) == (
        2,
        "error: the game has no language `it`\n  help: it has: `de`, `en`, `fr`\n",
    )
    said = rulewright("play", "pig", "--lang", "it")
    assert "help: it has the words of its rules only" in said.err


def test_deukalion_stands_in_french_and_german():
    folder = find_game("deukalion", Report())
    assert folder is not None
    assert list(languages(folder)) == ["de", "fr"]


@pytest.mark.parametrize(
    "text", ["texts: {}\n", "language: Deutsch\ntexts: [a]\n", "language: ''\n"]
)
def test_a_file_that_is_no_language_is_refused(rulewright, my_game, text):
    (my_game / "lang").mkdir()
    (my_game / "lang/de.yaml").write_text(text, encoding="utf-8")
    assert rulewright("check", "my_game").code == 3
    assert rulewright("play", "my_game", "--lang", "de", "--seats", "random,random").code == 3


def test_nothing_is_said_of_translations_while_rules_cannot_be_read(rulewright, my_game, german):
    rules = my_game / "rules/2_course.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('menu "', 'men "', 1), encoding="utf-8")
    said = rulewright("check", "my_game")
    assert said.out.count("error[") == 1
    assert "warning[" not in said.out
