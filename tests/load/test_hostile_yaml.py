"""YAML written to do harm: every file ends in a diagnostic or in data, soon, and never in more."""

import random

import pytest

from interpreter.diagnostics import Report, Source, render_brief, render_json, render_text
from interpreter.load.text import MOST_BYTES, from_bytes
from interpreter.load.yaml_source import MOST_FAULTS, load_yaml
from tests.effort import GOOD_TIME, effort

FULL = MOST_BYTES
HOSTILE = {
    "50 KB of brackets": "[" * 50_000,
    "a file of brackets": "[" * FULL,
    "a file of braces": "{" * FULL,
    "a file of dashes": "- " * (FULL // 2),
    "a file of question marks": "? " * (FULL // 2),
    "brackets on lines of their own": "[\n" * (FULL // 2),
    "dashes and brackets": "- [" * (FULL // 3),
    "groups in groups": "a: {" * (FULL // 4),
    "stairs": "".join(" " * step + "a:\n" for step in range(1400)),
    "merge keys": "a: &a {x: 1}\n" + "".join(f"b{i}: {{<<: [*a, *a]}}\n" for i in range(20)),
    "a bomb of aliases": "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
    "an alias of itself": "a: &a [*a]\n",
    "anchors": "&a " * (FULL // 3),
    "a long number": "a: " + "9" * (FULL - 3),
    "a long text": "x" * FULL,
    "a long text in quotes": "'" * FULL,
    "quotes": '"' * FULL,
    "open quotes": '- "a\n' * (FULL // 6),
    "exclamation marks": "!" * FULL,
    "per cent signs": "%" * FULL,
    "documents": "---\n" * (FULL // 4),
    "colons": ": " * (FULL // 2),
    "a program": "a: !!python/object/apply:os.system [x]\n",
    "the same key over and over": "a: 1\n" * 5000,
    "fractions": "- 1.5\n" * 5000,
    "an escape sequence": 'a: "\\e[2J"',
    "a direction override": 'a: "\\u202e"',
    "half a character": "a: \ud800",
    "not a character": "a\uffff: 1",
    "a line separator": "a: 1\u2028b: 2",
    "a large indentation": "- |9999999999\n a",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_files_are_refused_in_good_time(text):
    report = Report()

    def refuse():
        assert load_yaml(Source("a.yaml", text), report) is None
        render_all(report)

    assert effort(refuse) < GOOD_TIME
    assert 1 <= len(report.errors) <= MOST_FAULTS


HARMLESS = {
    "comments": "a: 1\n" + "#" * (FULL - 10),
    "empty lines": "\n" * (FULL - 10) + "a: 1",
    "many lines": "- a\n" * 50_000,
    "dashes inside dashes": "- - - - a",
}


@pytest.mark.parametrize("text", HARMLESS.values(), ids=HARMLESS.keys())
def test_odd_but_harmless_files_are_read(text):
    report = Report()
    assert load_yaml(Source("a.yaml", text), report) is not None
    assert report.found == []


SEED = """id: fox
cards:
  - {id: fox, cost: 2, text: "gain one", tags: [a, b]}
  - id: 'owl'
    rules: |
      after you draw a card
          gain 1 coin
    copies: 12   # of them
long: >-
  folded
  text
"""


def mutations(count):
    dice = random.Random(20_26)
    for _ in range(count):
        text = list(SEED)
        for _ in range(dice.randrange(1, 8)):
            at = dice.randrange(len(text))
            text[at] = dice.choice(
                [
                    "",
                    chr(dice.randrange(32, 127)),
                    dice.choice("{}[]:,&*!|>%@`\"'\n\t -?#\r\\"),
                    chr(dice.randrange(0, 0x2100)),
                    text[dice.randrange(len(text))] * dice.randrange(1, 4),
                    "\n" + " " * dice.randrange(8),
                ]
            )
        yield "".join(text)


def render_all(report):
    for diagnostic in report.found:
        drawn = render_text.render(diagnostic)
        assert not any(ord(c) < 32 and c != "\n" for c in drawn)
        assert "\n" not in render_brief.render(diagnostic)
        span = diagnostic.label.span
        assert 0 <= span.start <= span.end <= len(span.source.text)
    render_json.render(report.found)


def test_two_thousand_mutations_end_in_data_or_a_diagnostic():
    read = 0
    for text in mutations(2000):
        report = Report()
        source = from_bytes(text.encode("utf-8", "surrogatepass"), report, "a.yaml")
        spanned = None if source is None else load_yaml(source, report)
        assert (spanned is None) == bool(report.errors), text
        assert len(report.found) <= MOST_FAULTS + 1
        render_all(report)
        if spanned is not None:
            read += 1
            for path, block in spanned.blocks.items():
                assert block.text == value_at(spanned.data, path)
                for at, character in enumerate(block.text):
                    if character != "\n":
                        assert spanned.source.text[block.offset(at)] == character
    assert 100 < read < 1900


def value_at(data, path):
    for step in path:
        data = data[step]
    return data
