"""Diagnostics for programs: one line each, and JSON that fits its schema."""

import json

from jsonschema import Draft202012Validator

from interpreter.diagnostics import Diagnostic, Label, Source, Span, render_brief, render_json
from interpreter.load.resources import root

CARDS = Source("cards.yaml", "- id: fox\n  suite: red\n")
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


def schema():
    return json.loads((root() / "schemas" / "diagnostics.schema.json").read_text("utf-8"))


def test_brief_is_one_line_that_an_editor_can_follow():
    assert (
        render_brief.render(FULL)
        == "cards.yaml:2:3: error[C001 unknown-key]: `suite` is not something a card can have"
    )


def test_brief_stays_one_line():
    source = Source("a\nb.yaml", "x")
    diagnostic = Diagnostic("unclear-line", "one\ntwo\x1b", Label(Span(source, 0, 1)))
    assert render_brief.render(diagnostic) == "a b.yaml:1:1: error[L032 unclear-line]: one two␛"


def test_json_holds_everything():
    assert render_json.render([FULL]) == [
        {
            "code": "C001",
            "slug": "unknown-key",
            "severity": "error",
            "message": "`suite` is not something a card can have",
            "path": "cards.yaml",
            "line": 2,
            "column": 3,
            "end_line": 2,
            "end_column": 8,
            "label": "did you mean `suit`?",
            "others": [
                {
                    "path": "cards.yaml",
                    "line": 1,
                    "column": 7,
                    "end_line": 1,
                    "end_column": 10,
                    "label": "in this card",
                }
            ],
            "notes": ["a card has: id, suit"],
            "helps": ["rename it"],
            "fix": {
                "path": "cards.yaml",
                "line": 2,
                "column": 3,
                "end_line": 2,
                "end_column": 8,
                "text": "suit",
            },
        }
    ]


def test_json_fits_its_schema():
    Draft202012Validator.check_schema(schema())
    Draft202012Validator(schema()).validate(render_json.render([FULL, BARE]))


def test_the_schema_refuses_what_we_do_not_write():
    validator = Draft202012Validator(schema())
    good = render_json.render([FULL])[0]
    for change in ({"line": 0}, {"more": 1}, {"severity": "bad"}, {"fix": {"text": "x"}}):
        assert not validator.is_valid([{**good, **change}])
    assert not validator.is_valid([{k: v for k, v in good.items() if k != "label"}])
