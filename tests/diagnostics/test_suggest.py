"""Did you mean: a near name, or none."""

import pytest

from interpreter.diagnostics.suggest import listed, nearest


@pytest.mark.parametrize(
    ("word", "names", "found"),
    [
        ("suply", ["supply", "deck"], "supply"),
        ("Tax-Collector", ["tax_collector"], "tax_collector"),
        ("tax collector", ["tax_collector", "tax_collectors"], "tax_collector"),
        ("deck", ["supply", "hand"], None),
        ("deck", [], None),
        ("deck", ["deck"], None),
    ],
)
def test_nearest(word, names, found):
    assert nearest(word, names) == found


def test_a_long_list_is_cut():
    assert listed("abcd", most=2) == "`a`, `b` and 2 more"
    assert listed("ba") == "`a`, `b`"
