"""Wrong answers of forty kinds at every kind of question of every game: what comes back is in the
words of the table."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from interpreter.cli.table.people.not_taken import in_table_words, not_now, refusal
from interpreter.load.game_folder import list_games
from interpreter.present.model.parts import Option
from interpreter.present.option_matching import OptionMatch
from tests.cli.wrong_answers import refused
from tests.run.invariants import plan_of

GAMES = [folder.name for folder in list_games()]
MOST = 800  # answers: seconds of the processor in the largest games
ENGINE = re.compile(r"it answers|what is asked now|not among|choose a count|so far")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_rules_own_words_comes_back(game):
    number = 0
    for question, typed, said in islice(refused(plan_of(game), 2, 80), MOST):
        where = f"{question}\n> {typed}\n{said}"
        assert said.strip(), where
        if typed == "why":  # tells conditions, which have a gate of their own
            continue
        assert in_table_words(said, typed), where
        assert not ENGINE.search(said), where
        assert "Traceback" not in said, where
        number += 1
    assert number >= 10


def _options(*titles):
    return [
        Option(title.lower().replace(" ", "_"), title, str(number), title)
        for number, title in enumerate(titles, 1)
    ]


ROWS = _options("row 3 from the left", "row 3 from the right", "column a from the top")


@pytest.mark.parametrize(
    ("typed", "found", "said"),
    [
        ("zzz", (), "`zzz` is no option. Type its number, or `help`."),
        ("9", (), "`9` is no option: they go from 1 to 3."),
        ("colum a", (), "`colum a` is no option. Type its number, or `help`."),
        (
            "column a from the to",
            (),
            "`column a from the to` is no option. Did you mean `column a from the top`?",
        ),
        (
            "row_3_from_the_lef",
            (),
            "`row_3_from_the_lef` is no option. Did you mean `row 3 from the left`?",
        ),
        ("row 3", (0, 1), "`row 3` fits several: 1 row 3 from the left or 2 row 3 from the right?"),
    ],
)
def test_a_refusal_says_what_to_type(typed, found, said):
    assert refusal(typed, OptionMatch(found), ROWS) == said


def test_what_is_there_and_cannot_be_chosen_is_told_with_what_can():
    assert not_now("b1", ROWS[:2]) == (
        "`b1` cannot be chosen now, only 1 row 3 from the left or 2 row 3 from the right."
    )
    many = not_now("b1", _options(*(f"card {n}" for n in range(9))))
    assert many.startswith("`b1` cannot be chosen now. Possible are 1 card 0, 2 card 1")
    assert many.endswith(", 6 card 5 and others.")


def test_a_reason_with_words_of_the_rules_does_not_get_through():
    why = "1 fox is not possible: it is not among near_clearings."
    assert refusal("1 fox", OptionMatch(()), ROWS, why=why).startswith("`1 fox` is no option.")
    assert refusal("1 fox", OptionMatch(()), ROWS, why="1 fox is not near.") == "1 fox is not near."
