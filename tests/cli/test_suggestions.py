"""Model sentences stand beside a message about a line that nobody can read for sure."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.diagnostics import Source
from interpreter.tools.suggestions import sentences


@pytest.fixture
def pig(tmp_path):
    """Give a function that checks Pig with one more line in a rule."""
    from interpreter.load.resources import root

    source = root() / "games" / "classics" / "pig"
    folder = tmp_path / "pig"
    for path in source.rglob("*"):
        if path.is_file() and "tests" not in path.parts:
            copy = folder / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    (rules,) = (folder / "rules").glob("*.rules")
    text = rules.read_text(encoding="utf-8")

    def with_line(line: str) -> str:
        at = "        raise turn_total by face of white_die\n"
        rules.write_text(text.replace(at, f"{at}        {line}\n"), encoding="utf-8")
        return str(folder)

    return with_line


def test_a_line_in_own_words_gets_models_and_no_fix(rulewright, pig):
    said = rulewright("check", pig("gain 3 score while blocked"))
    assert said.out.splitlines()[0] == "error[S009 unexpected-word]: `while` does not fit here"
    told = " ".join(said.out.split())
    assert "= note: perhaps `gain 3 score` (a number of yours goes up)" in told
    data = rulewright("check", pig("gain 3 score while blocked"), "--format", "json").data
    assert all(one.get("fix") is None for one in data["problems"])


def test_a_verb_that_is_none_is_no_procedure_to_declare_alone(rulewright, pig):
    told = " ".join(rulewright("check", pig("add 3 to their points")).out.split())
    assert "there is no deed called `add`" in told
    assert "= note: perhaps `" in told


def test_a_misspelt_name_is_told_without_models(rulewright, pig):
    told = rulewright("check", pig("raise turn_totl by 1")).out
    assert "did you mean `turn_total`?" in told and "perhaps `" not in told


RULES = """\
each player has
    zone hand: set of cards, seen by owner
    coins: 0 to 9
    score: 0 to 99
procedure lantern "Lantern"
    choose rival from opponents
"""


def _near(line: str) -> list[str]:
    """Give the sentences shown for a line of a procedure."""
    source = Source("rules/lantern.rules", f"{RULES}    {line}\n")
    return [sentence for sentence, _ in sentences(f"    {line}", source, RULES.count("\n") + 1)]


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("if nobody has more coins than you", "if you have more coins than every other player"),
        ("requires you hold 3 or more cards", "requires you have at least 3 cards in your hand"),
        ("repeat until only one player is left", "repeat until exactly 1 players who are alive"),
        ("discard cards until you have 5 cards", "discard down to 5 cards in your hand"),
        ("whoever has the most coins wins", "pick winner from players / highest its coins"),
        ("this costs 7 coins", "pay 7 coins"),
        ("all other players draw a card each",
         "have each other player draw 1 card from deck to their hand"),
    ],
)  # fmt: skip
def test_a_model_can_stand_in_the_place_of_the_line(line, first):
    assert _near(line)[0] == first


def test_what_has_no_word_of_any_sentence_gets_no_model():
    assert _near("xyzzy plugh") == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("have all oponents gain 1 score", "did you mean `opponents`, not `oponents`?"),
        ("repeat till rolling", "did you mean `until`, not `till`?"),
        ("repeet until your score is 3", "did you mean `repeat`, not `repeet`?"),
    ],
)
def test_a_misspelt_word_of_the_language_is_told_first(rulewright, pig, line, told):
    out = rulewright("check", pig(line)).out
    helps = [one.strip() for one in out.splitlines() if "= help:" in one]
    assert helps[0] == f"= help: {told}"


def test_rules_on_cards_get_models_too(rulewright, tmp_path):
    from interpreter.load.resources import root

    folder = Path(shutil.copytree(root() / "games" / "deukalion", tmp_path / "deukalion"))
    cards = folder / "components" / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    line = "everybody else loses one of their points"
    cards.write_text(text.replace("  rules: |\n", f"  rules: |\n    {line}\n", 1), encoding="utf-8")
    told = " ".join(rulewright("check", str(folder)).out.split())
    assert "perhaps `have each other player lose 1 points`" in told


@pytest.mark.parametrize("word", ["rolled", "rolls", "rolling"])
def test_a_form_of_a_word_is_no_slip_for_it(rulewright, pig, word):
    assert "not `roll" not in rulewright("check", pig(f"if you {word} a 1")).out
