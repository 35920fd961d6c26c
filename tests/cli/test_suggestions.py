"""Model sentences stand beside a message about a line that nobody can read for sure."""

from __future__ import annotations

import pytest

from interpreter.tools.suggestions import fitted, near


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
    said = rulewright("check", pig("gain 3 score unless blocked"))
    assert said.out.splitlines()[0] == "error[S009 unexpected-word]: `unless` does not fit here"
    told = " ".join(said.out.split())
    assert told.count("= note: perhaps as in `gain 3 ") == 2
    data = rulewright("check", pig("gain 3 score unless blocked"), "--format", "json").data
    assert all(one.get("fix") is None for one in data["problems"])


def test_a_verb_that_is_none_is_no_procedure_to_declare_alone(rulewright, pig):
    told = " ".join(rulewright("check", pig("add 3 to their points")).out.split())
    assert "there is no deed called `add`" in told
    assert "= note: perhaps as in `" in told


def test_a_misspelt_name_is_told_without_models(rulewright, pig):
    told = rulewright("check", pig("raise turn_totl by 1")).out
    assert "did you mean `turn_total`?" in told and "perhaps as in" not in told


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("if nobody has more coins than you", "if"),
        ("discard cards until you have hand_limit cards", "discard"),
        ("after somebody shuffles", "after"),
        ("whoever has the most coins wins", "have"),
    ],
)
def test_a_model_can_stand_in_the_place_of_the_line(line, begins):
    assert near(line)[0].sentence.split()[0] == begins


def test_what_has_no_word_of_any_sentence_gets_no_model():
    assert near("xyzzy plugh") == []


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


@pytest.mark.parametrize(
    ("line", "own", "first"),
    [
        ("draw 3 card from discard", {"card", "discard"}, "draw 3 card from discard to your hand"),
        ("raise score with 2", {"score"}, "raise your score by 2"),
    ],
)
def test_models_carry_the_names_and_numbers_of_the_line(line, own, first):
    assert fitted(near(line)[0], line, own.__contains__) == first
    for model in near(line):  # what is no name of the game stays out
        assert "discard" not in fitted(model, line.replace("discard", "dscrd"))
