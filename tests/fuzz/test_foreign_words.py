"""A pass means that every word was understood: a foreign word in a sentence is always told."""

from __future__ import annotations

import pytest

from tests.fuzz.foreign_words import those_of, untold_in_rules, untold_in_turns
from tests.language.reference import README, SHARED, fences, whole_games


@pytest.fixture(scope="module")
def orchard() -> dict[str, str]:
    """Give the game of the reference."""
    return whole_games(fences(README.read_text(encoding="utf-8")))[SHARED]


TURNS = those_of("rules turn")
RULES = those_of("rules")


@pytest.mark.parametrize("part", range(3))
def test_a_foreign_word_in_a_sentence_of_a_turn_is_told(orchard, part):
    assert [line for one in TURNS[part::3] for line in untold_in_turns(one, orchard)] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_a_foreign_word_in_whole_rules_is_told(orchard, part):
    assert [line for one in RULES[part::6] for line in untold_in_rules(one, orchard)] == []
