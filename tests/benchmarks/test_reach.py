"""How often what people say leads to the sentence that is meant, for wordings that are not known.

`make bench ARGS="-k reach"` takes each of some wordings out of the table in turn, and asks for it.
It is a lower bound: other sentences of the first three may say the same.
"""

from __future__ import annotations

from random import Random

import pytest

from interpreter.tools import models as finder

pytestmark = pytest.mark.bench

WORDINGS = 800
OF_RULES = frozenset(["deed", "standing", "clause", "condition"])


def test_how_often_unknown_wordings_reach_their_sentence(monkeypatch):
    wordings, rare = finder._wordings()
    every = finder.models()
    said = [text for one in every for text in (None, *one.asked)]
    asked = [number for number, text in enumerate(said) if text is not None]
    first = among = 0
    for number in Random(1).sample(asked, WORDINGS):
        meant = every[wordings[number].at]
        place = meant.place
        places = dict.fromkeys(OF_RULES if place in OF_RULES else [place], 1.0)
        left = (wordings[:number] + wordings[number + 1 :], rare)
        monkeypatch.setattr(finder, "_wordings", lambda left=left: left)
        found = finder.find(str(said[number]), 3, places, finder.names())
        among += meant in found
        first += found[:1] == [meant]
    three, one = among / WORDINGS, first / WORDINGS
    print(f"\nof {WORDINGS} wordings: {three:.0%} among three, {one:.0%} first")
    assert among > WORDINGS / 2
