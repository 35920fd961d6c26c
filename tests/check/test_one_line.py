"""What somebody pays stands in one line with who pays it."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.syntax.parser import parse_rules

LINES = {
    "have rival pay 2 gold": ["have_deed", "name", "pay"],
    "have each player pay 2 gold": ["have_each_deed", "each_player", "pay"],
    "may pay 2 gold": ["may_deed", "pay"],
}


@pytest.mark.parametrize("line", LINES)
def test_a_payment_is_a_deed_of_its_line(line):
    report = Report()
    nodes = parse_rules(Source("game.rules", f"action busy\n    {line}\n"), report)
    assert not report.found
    sentence = nodes[0].parts[-1].parts[0]
    assert [sentence.kind, *(part.kind for part in sentence.parts)] == LINES[line]


def test_an_option_pays_in_its_line():
    report = Report()
    text = 'action busy\n    choose one\n        option "Pay": pay 2 gold\n'
    nodes = parse_rules(Source("game.rules", text), report)
    assert not report.found
    assert "pay" in [part.kind for part in nodes[0].walk() if hasattr(part, "kind")]
