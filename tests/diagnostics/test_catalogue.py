"""The catalogue: one line per kind of problem, none of them dead, each of them shown in a test.

Problems of sentences, names, kinds, rules, the game as a whole and house rules (S, N, K, R, G, O)
have their samples in tests/language/messages, which has a test of its own. T (tests) and V (saves
and scripts) are not looked at here; all others, such as L (loading) and C (components), are.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.diagnostics import catalogue

HERE = Path(__file__).parent
PACKAGE = Path(catalogue.__file__).parents[1]
ENTRIES = list(catalogue.CATALOGUE.values())
IN_MESSAGES = "SNKRGO"
LATER = "TV"


def lines() -> list[str]:
    """Give the lines of the catalogue as they are written."""
    return [line for line in catalogue._LINES.strip().splitlines() if line]


def test_slugs_and_codes_are_given_once():
    assert len({e.slug for e in ENTRIES}) == len(lines())
    assert len({e.code for e in ENTRIES}) == len(lines())


def test_every_line_is_in_the_voice_of_the_others():
    for e in ENTRIES:
        assert re.fullmatch(r"[A-Z][0-9]{3}", e.code), e
        assert e.severity in ("error", "warning"), e
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+){0,4}", e.slug), e
        assert e.title[:1].islower() or e.title.startswith("YAML"), e
        assert not e.title.endswith(".") and len(e.title) <= 72, e


def test_no_kind_of_problem_is_dead():
    texts = [
        path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.py")
        if path.name != "catalogue.py"
    ]
    whole = "\n".join(texts)
    named = set(re.findall(r"[\"']([a-z0-9-]+)[\"']", whole))
    assert [e.slug for e in ENTRIES if e.slug not in named and e.code[0] not in LATER] == []


@pytest.mark.parametrize(
    "entry", [e for e in ENTRIES if e.code[0] not in IN_MESSAGES + LATER], ids=lambda e: e.slug
)
def test_every_other_message_is_shown_whole_in_a_test(entry: catalogue.CatalogueEntry):
    head = f"{entry.severity}[{entry.code} {entry.slug}]: "
    tests = HERE.parent.rglob("*.py")
    assert any(head in path.read_text(encoding="utf-8") for path in tests), head
