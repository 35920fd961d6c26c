"""What a hint says, whole: what is expected, what is certain, and what counts besides a win."""

from __future__ import annotations

import pytest

from interpreter.bots.hints import as_data, sentences
from interpreter.bots.search import Considered

LABELS = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([Considered(0, 9, 0.5)], ["a: nothing else is possible."]),
        (
            [Considered(1, 700, 0.62), Considered(0, 300, 0.55)],
            ["b: of 1,000 tries 700 went there; they expect 62 % of the win.",
             "Next best: a, 55 % (7 % less)."],
        ),
        (
            [Considered(1, 700, 0.62), Considered(0, 300, 0.61)],
            ["b: of 1,000 tries 700 went there; they expect 62 % of the win.",
             "Next best: a, 61 % (as good)."],
        ),
        (
            [Considered(1, 997, 0.9), Considered(0, 3, 0.1)],
            ["b: of 1,000 tries 997 went there; they expect 90 % of the win.",
             "The others were hardly looked at."],
        ),
        (
            [Considered(1, 40, 1.0, sure=1), Considered(0, 3, 0.1)],
            ["b: this wins for certain."],
        ),
        (
            [Considered(1, 40, 0.0, sure=-1), Considered(0, 3, 0.0, sure=-1)],
            ["Whatever you answer, the game is lost against good play."],
        ),
        (
            [Considered(1, 700, 0.62, counted=1.25), Considered(0, 300, 0.55, counted=-0.5)],
            ["b: of 1,000 tries 700 went there; they expect to end 1.2 ahead in what counts.",
             "Next best: a, 0.5 behind (1.8 less)."],
        ),
        (
            [Considered(1, 700, 0.5, counted=0.0), Considered(0, 300, 0.5, counted=-0.04)],
            ["b: of 1,000 tries 700 went there; they expect to end level in what counts.",
             "Next best: a, level (as good)."],
        ),
        (
            [Considered(1, 700, 0.62, counted=27.25, together=True),
             Considered(0, 300, 0.55, counted=23.0, together=True)],
            ["b: of 1,000 tries 700 went there; they expect 27.2 of what counts in the end.",
             "Next best: a, 23.0 (4.2 less)."],
        ),
    ],
)  # fmt: skip
def test_a_hint_says_what_is_expected(found, said):
    assert sentences(found, LABELS, 1000) == said


def test_a_hint_as_data_says_the_same():
    found = [
        Considered(1, 7, 0.75, sure=1),
        Considered(0, 0, 0.0),
        Considered(2, 3, 0.25, counted=2.0),
    ]
    assert as_data(found, ["x", "y", "z"], LABELS) == [
        {"take": "y", "say": "b", "tries": 7, "expects": 0.75, "sure": "wins"},
        {"take": "x", "say": "a", "tries": 0, "expects": None},
        {"take": "z", "say": "c", "tries": 3, "expects": None, "counts": 2.0},
    ]
