"""How often what people say leads to the sentence that is meant, for wordings that are not known.

`make bench ARGS="-k reach"` takes each of some wordings out of the table in turn, and asks for it.
It is a lower bound: other sentences of the first three may say the same.
"""

from __future__ import annotations

from random import Random

import pytest

from interpreter.tools.models import models, names
from interpreter.tools.searching import Index, wordings_of

pytestmark = pytest.mark.bench

WORDINGS = 200
OF_RULES = frozenset(["deed", "standing", "clause", "condition"])


def test_how_often_unknown_wordings_reach_their_sentence():
    every = models()
    asked = [(at, said) for at, one in enumerate(every) for said in one.asked]
    first = among = 0
    for at, said in Random(1).sample(asked, WORDINGS):
        entries = [tuple(one for one in wordings_of(model) if one != said) for model in every]
        place = every[at].place
        places = OF_RULES if place in OF_RULES else {place}
        weights = [float(model.place in places) for model in every]
        found = [one for one, _ in Index(entries).nearest(said, 3, weights, names(), 0.0)]
        among += at in found
        first += found[:1] == [at]
    three, one = among / WORDINGS, first / WORDINGS
    print(f"\nof {WORDINGS} wordings: {three:.0%} among three, {one:.0%} first")
    assert among > WORDINGS / 2
