"""Diagnostics for other tools: a SARIF log, and workflow commands that nothing breaks out of."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, FormatChecker

from interpreter.diagnostics import Diagnostic, Label, Source, Span, render_github, render_sarif
from interpreter.diagnostics.catalogue import CATALOGUE
from interpreter.diagnostics.render_sarif import uri

CARDS = Source("my game/cards.yaml", "- id: fox\n  suite: réd\n")
FULL = Diagnostic(
    "unknown-key",
    "`suite` is not something a card can have",
    Label(Span(CARDS, 12, 17), "did you mean `suit`?"),
    (Label(Span(CARDS, 6, 9), "in this card"),),
    ("a card has: id, suit",),
    ("rename it",),
    (Span(CARDS, 12, 17), "suit"),
)
BARE = Diagnostic("unread-file", "this file is not read", Label(Span(Source("a.yml", ""), 0, 0)))
LONG = Diagnostic("endless", "this never ends", Label(Span(CARDS, 2, 15)))


# What the published schema (OASIS, SARIF 2.1.0) asks of the parts that a log of ours has. There,
# too, nothing may stand that it does not name.
def _closed(required: str, **properties):
    return {
        "type": "object",
        "additionalProperties": False,
        "required": required.split(),
        "properties": properties,
    }


TEXT = {"type": "string"}
MESSAGE = _closed("text", text=TEXT)
FROM_ONE = {"type": "integer", "minimum": 1}
REGION = _closed(
    "startLine", startLine=FROM_ONE, startColumn=FROM_ONE, endLine=FROM_ONE, endColumn=FROM_ONE
)
ARTIFACT = _closed("uri", uri={"type": "string", "format": "uri-reference"})
LOCATION = _closed(
    "physicalLocation",
    id={"type": "integer", "minimum": -1},
    physicalLocation=_closed("artifactLocation", artifactLocation=ARTIFACT, region=REGION),
    message=MESSAGE,
)
LEVEL = {"enum": ["none", "note", "warning", "error"]}
RULE = _closed(
    "id",
    id=TEXT,
    name=TEXT,
    shortDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=_closed("", level=LEVEL),
)
FIX = _closed(
    "artifactChanges",
    description=MESSAGE,
    artifactChanges={
        "type": "array",
        "minItems": 1,
        "items": _closed(
            "artifactLocation replacements",
            artifactLocation=ARTIFACT,
            replacements={
                "type": "array",
                "minItems": 1,
                "items": _closed(
                    "deletedRegion", deletedRegion=REGION, insertedContent=_closed("", text=TEXT)
                ),
            },
        ),
    },
)
RESULT = _closed(
    "message",
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=LEVEL,
    message=MESSAGE,
    locations={"type": "array", "items": LOCATION},
    relatedLocations={"type": "array", "uniqueItems": True, "items": LOCATION},
    fixes={"type": "array", "uniqueItems": True, "items": FIX},
)
DRIVER = _closed("name", name=TEXT, version=TEXT, rules={"type": "array", "items": RULE})
SARIF = _closed(
    "version runs",
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs={
        "type": "array",
        "items": _closed(
            "tool",
            tool=_closed("driver", driver=DRIVER),
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            results={"type": "array", "items": RESULT},
        ),
    },
)


def fits(log) -> None:
    Draft7Validator(SARIF, format_checker=FormatChecker()).validate(log)
    json.dumps(log)
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_log_fits_the_form_of_sarif():
    fits(render_sarif.render([], "1.0"))
    fits(render_sarif.render([FULL, BARE, LONG, FULL], "1.0"))


def test_every_kind_of_problem_fits():
    span = Span(CARDS, 0, 1)
    fits(render_sarif.render([Diagnostic(slug, "so", Label(span)) for slug in CATALOGUE], "1.0"))


def test_a_log_says_everything():
    [run] = render_sarif.render([BARE, FULL], "1.2.3")["runs"]
    assert run["tool"]["driver"]["version"] == "1.2.3"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["C001", "L010"]
    bare, full = run["results"]
    assert (bare["ruleId"], bare["level"]) == ("L010", "warning")
    assert full["message"]["text"] == (
        "`suite` is not something a card can have\nnote: a card has: id, suit\nhelp: rename it"
    )
    place = full["locations"][0]
    assert place["message"]["text"] == "did you mean `suit`?"
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "my%20game/cards.yaml"},
        "region": {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 8},
    }
    assert full["relatedLocations"][0]["message"]["text"] == "in this card"
    [change] = full["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "suit"}
    assert change["replacements"][0]["deletedRegion"]["startColumn"] == 3


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("rules/a b.rules", "rules/a%20b.rules"),
        ("rules/50%.rules", "rules/50%25.rules"),
        ("/home/me/a.rules", "file:///home/me/a.rules"),
        ("C:\\games\\a b.rules", "file:///C:/games/a%20b.rules"),
    ],
)
def test_a_path_is_a_uri(path, told):
    assert uri(path) == told


def test_a_workflow_command():
    assert render_github.render(FULL) == (
        "::error file=my game/cards.yaml,line=2,endLine=2,col=3,endColumn=7,"
        "title=C001 unknown-key::`suite` is not something a card can have (did you mean `suit`?)"
        "%0Anote: a card has: id, suit%0Ahelp: rename it"
    )
    assert render_github.render(BARE) == (
        "::warning file=a.yml,line=1,endLine=1,col=1,endColumn=1,title=L010 unread-file::"
        "this file is not read"
    )


def test_columns_are_left_out_where_a_place_goes_over_lines():
    assert "file=my game/cards.yaml,line=1,endLine=2,title=R418 endless::" in render_github.render(
        LONG
    )


@given(st.text(), st.text(min_size=1))
def test_nothing_breaks_out_of_a_workflow_command(text, path):
    source = Source(path, text)
    label = Label(Span(source, 0, len(text)), text)
    line = render_github.render(Diagnostic("endless", text, label, notes=(text,)))
    assert len(line.splitlines()) == 1
    head, _, said = line.removeprefix("::").partition("::")
    assert re.fullmatch(r"error( [a-zA-Z]+=[^,:]*)(,[a-zA-Z]+=[^,:]*)*", head)
    assert not re.search(r"%(?!25|0A|0D)", said)
