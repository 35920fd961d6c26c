"""Ids that no rule could name, letters that stand for two values, and the plural of a kind that
was lost with its declaration."""

from __future__ import annotations

from tests.language.test_messages import Game, problems


def told(rules: str = "", yaml: str = "", game: str = "") -> list[tuple[str, str]]:
    made = problems(Game(rules=rules, yaml=yaml, game=game))
    return [(d.slug, d.message) for d in made.found]


def test_two_values_with_one_letter():
    words = "words:\n  suit:\n    fox: {letter: F}\n    rabbit: {letter: %s}\n"
    assert told(game=words % "F") == [("repeated-value", "`F` stands for `fox` and for `rabbit`")]
    assert told(game=words % "R") == []


def test_a_component_is_not_called_by_a_word_of_the_language():
    card = "cards:\n- {id: %s, suit: fox, cost: 2, source: common}\n"
    assert told(yaml=card % "the") == [
        ("reserved-word", "`the` is a word of the language, not a name")
    ]
    assert told(yaml=card % "vixen") == []


def test_a_plural_that_was_not_declared_is_told_once():
    rules = "kind trout plural trout\n\neach player has\n    zone net: set of trouts, seen by all\n"
    assert [slug for slug, _ in told(rules=rules)] == ["same-plural"]


def test_a_start_in_halves():
    rules = (
        "each player has\n    heat: 0 to 9 in halves, starts at %s\n"
        "rule bonus\n    after you draw_card, if your heat is 1½\n        gain 1 score\n"
    )
    assert told(rules=rules % "½") == []
    assert told(rules=rules % "9½") == [("start-range", "it cannot start at 9½")]
