"""What somebody pays stands in one line with who pays it."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.syntax import ast
from interpreter.syntax.ast import Tree
from interpreter.syntax.parser import parse_rules

LINES = {
    "have rival pay 2 gold": "have_deed",
    "have each player pay 2 gold": "have_each_deed",
    "may pay 2 gold": "may_deed",
    'choose one\n        option "Pay": pay 2 gold': "option",
}


@pytest.mark.parametrize("line", LINES)
def test_a_payment_is_a_deed_of_its_line(line):
    report = Report()
    nodes = parse_rules(Source("game.rules", f"action busy\n    {line}\n"), report)
    assert not report.found
    sentence = next(
        part for part in nodes[0].walk() if isinstance(part, Tree) and part.kind == LINES[line]
    )
    assert any(isinstance(part, ast.Pay) for part in sentence.walk())
