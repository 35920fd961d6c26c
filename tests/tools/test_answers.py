"""Situations in everyday words, and what `how` answers.

`wordings.tsv` holds fifty situations of ten kinds, each in three wordings of somebody who has seen
the rulebooks alone, some of them misspelt; before them a pattern of the answers that are of use.
None of the wordings stands in the table of sentences.
"""

from __future__ import annotations

import re
from pathlib import Path

from interpreter.load.handbook import Mechanism, mechanisms
from interpreter.tools.answers import answers
from interpreter.tools.models import Model, models
from interpreter.tools.shipped_rules import ShippedRule

LINES = Path(__file__).with_name("wordings.tsv").read_text(encoding="utf-8").splitlines()
ROWS = [line.split("\t") for line in LINES]
AMONG_THREE, AMONG_FIVE = 0.85, 0.95


def useful(wanted: str, said: str, most: int) -> bool:
    """Whether an answer of use is among the first ones."""
    names = [
        f"[M]{one.id}" if isinstance(one, Mechanism) else getattr(one, "shown", "")
        for one in answers(said, most).found
        if not isinstance(one, ShippedRule)
    ]
    return any(re.search(wanted, name) for name in names)


def missed(most: int) -> list[str]:
    """List the wordings without an answer of use among the first ones."""
    return [said for _, wanted, *asked in ROWS for said in asked if not useful(wanted, said, most)]


def test_most_wordings_are_answered_by_the_first_three_and_nearly_all_by_five():
    count = sum(len(asked) for _, _, *asked in ROWS)
    three, five = missed(3), missed(5)
    assert count == 150
    assert len(three) <= (1 - AMONG_THREE) * count, three
    assert len(five) <= (1 - AMONG_FIVE) * count, five


def test_no_wording_of_the_test_stands_in_the_table():
    known = {said for one in models() for said in one.asked}
    examples = {"skip your next turn", "lose a turn"}  # of those who asked for it first
    assert not known & {said for _, _, *asked in ROWS for said in asked} - examples


def test_situations_and_mechanisms_come_before_sentences():
    first = answers("somebody has to skip a turn", 3).found[0]
    assert isinstance(first, Model) and first.chapter == "Situations"


def test_a_misspelt_word_is_taken_for_the_known_one():
    assert answers("shufle the deck", 1) == answers("shuffle the deck", 1)


def test_where_nothing_fits_there_are_no_unrelated_lines():
    assert answers("a xylophone plays the anthem", 3).found == ()


def test_the_name_of_a_mechanism_is_its_page_alone():
    for page in mechanisms():
        assert answers(page.title.upper(), 3).found == (page,)
