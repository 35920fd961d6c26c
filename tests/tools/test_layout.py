"""The one layout: what it changes, and what it never does, over all rules of the repository."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import Report, Source
from interpreter.load.resources import root
from interpreter.syntax.ast import Tree
from interpreter.syntax.parser import chunks, parse_rules
from interpreter.tools import formatting
from interpreter.tools.rule_layout import WORDS, laid_out, said_by, stepped

FILES = sorted(
    path
    for folder in ("games", "tests/language", "interpreter/cli/skeleton")
    for path in (root() / folder).rglob("*")
    if path.suffix in (".rules", ".tests", ".variant")
)
CARDS = sorted(
    path
    for folder in ("games", "tests/language/must_express", "interpreter/cli/skeleton")
    for path in (root() / folder).rglob("*.yaml")
    if "rules: |" in path.read_text(encoding="utf-8")
)
PIECES = [
    (path, path.read_text(encoding="utf-8")[start:end])
    for path in FILES
    for start, end in chunks(path.read_text(encoding="utf-8"))
]


def tree(text: str) -> list:
    report = Report()
    read = [plain(node) for node in parse_rules(Source("x.rules", text), report)]
    assert not report.found, [d.message for d in report.found]
    return read


def plain(node: Tree) -> list:
    return [node.kind, *(in_field(getattr(node, name)) for name in type(node).fields[1:])]


def in_field(value: object) -> object:
    if isinstance(value, tuple):
        return [in_field(one) for one in value]
    return plain(value) if isinstance(value, Tree) else getattr(value, "text", value)


def comments(text: str) -> list[str]:
    return [word for word in said_by(text) if word.startswith("#")]


def formatted(text: str) -> str:
    report = Report()
    new = formatting.rules(Source("x.rules", text), report)
    assert new is not None, [d.message for d in report.found]
    return new


def name_of(path: Path) -> str:
    return path.relative_to(root()).as_posix()


# ------------------------------------------------------------------ what never changes


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_file_of_rules_keeps_its_words_and_comments(path):
    text = path.read_text(encoding="utf-8")
    new = formatted(text)
    assert tree(new) == tree(text)
    assert said_by(new) == said_by(text)
    assert formatted(new) == new


@pytest.mark.parametrize("path", CARDS, ids=name_of)
def test_every_card_keeps_its_words_and_comments(path):
    report = Report()
    text = path.read_text(encoding="utf-8")
    new = formatting.components(Source("x.yaml", text), report)
    assert new is not None and not report.found
    assert new.split() == text.split()
    assert formatting.components(Source("x.yaml", new), report) == new


@pytest.mark.parametrize("path", [p for p in FILES if "games" in p.parts], ids=name_of)
def test_the_shipped_games_are_laid_out(path):
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text, f"rulewright fmt {name_of(path)}"


@pytest.mark.parametrize("path", [p for p in CARDS if "games" in p.parts], ids=name_of)
def test_the_cards_of_the_shipped_games_are_laid_out(path):
    text = path.read_text(encoding="utf-8")
    assert formatting.components(Source("x.yaml", text), Report()) == text


def mangled(draw: st.DrawFn, text: str) -> str:
    """Give the same rules with other spaces, blank lines, comments and steps."""
    step = draw(st.sampled_from([" ", "  ", "    ", "       ", "\t"]))
    out = []
    depth, last = 0, ""
    for line in text.split("\n"):
        words = [m.group() for m in WORDS.finditer(line) if not m.group().isspace()]
        if not words:
            out.append(draw(st.sampled_from(["", "    ", "   "])))
            continue
        level = (len(line) - len(line.lstrip(" "))) // 4
        margin = step * level
        goes_on = (
            depth > 0 or last == "," or re.match(r"else|unless|and|or|less|but|because", words[0])
        )
        if goes_on or words[0].startswith("#"):
            margin = " " * draw(st.integers(1 if goes_on else 0, 12))
        mixed = ""
        for at, word in enumerate(words):
            needs = at and words[at - 1][-1:].isalnum() and word[:1].isalnum()
            gap = draw(st.integers(1 if needs else 0, 3)) if at else 0
            if word.startswith("#"):
                gap = max(gap, 1)
            mixed += " " * gap + word
        if not words[-1].startswith("#"):
            mixed += draw(st.sampled_from(["", "", " ", "   ", "# so", "   # and so"]))
        out.append(margin + mixed)
        code = [word for word in words if not word.startswith("#")]
        depth += code.count("(") - code.count(")")
        last = code[-1] if code else last
        if draw(st.integers(0, 9)) == 0:
            out += [""] * draw(st.integers(1, 3))
    return "\n".join(out) + draw(st.sampled_from(["", "\n", "\n\n\n"]))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_mangled_spaces_and_steps_come_out_as_the_same_rules(data):
    _, text = data.draw(st.sampled_from(PIECES))
    worse = mangled(data.draw, text)
    new = formatted(worse)
    assert tree(new) == tree(text)
    assert comments(new) == comments(worse)
    assert formatted(new) == new
    assert not re.search(r"[ \t]+$|\t", new, re.MULTILINE)
    assert new.endswith("\n") and not new.endswith("\n\n") and "\n\n\n" not in new


@given(st.text(alphabet="ab \"#,()\n\t12:'s", max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_at_all_is_laid_out_once_and_for_all(text):
    once = laid_out(text)
    assert laid_out(once) == once
    assert said_by(once) == said_by(text)


# ------------------------------------------------------------------ what it changes

CHANGES = {
    "spaces between words": (
        'action   gain_more"More"cites  A-1 ,A-2\n    gain 2gold\n',
        'action gain_more "More" cites A-1, A-2\n    gain 2 gold\n',
    ),
    "brackets, colons and whose": (
        "define far of player at rank :number\n    answer ( player 's gold ) plus( 2 )\n",
        "define far of player at rank: number\n    answer (player's gold) plus (2)\n",
    ),
    "what stands in quotes is left alone": (
        'action rest "A  rest ,  at last"\n    gain 1 gold\n',
        'action rest "A  rest ,  at last"\n    gain 1 gold\n',
    ),
    "articles are left alone": (
        "action rest\n    shuffle  the deck\n",
        "action rest\n    shuffle the deck\n",
    ),
    "words of one meaning are held together by one space": (
        "each player has\n    gold: 0 to 9 in   halves\n",
        "each player has\n    gold: 0 to 9 in halves\n",
    ),
    "blank lines: one between headings, none at the start of a block": (
        "\n\naction rest\n\n    gain 1 gold\n\n\n    gain 1 gold\naction work\n    rest\n\n\n",
        "action rest\n    gain 1 gold\n\n    gain 1 gold\n\naction work\n    rest\n",
    ),
    "a comment stays with the heading below it": (
        "action rest\n    gain 1 gold\n# to work\naction work\n    rest\n",
        "action rest\n    gain 1 gold\n\n# to work\naction work\n    rest\n",
    ),
    "bare factions may stand side by side": (
        "faction cats\nfaction  dogs\n",
        "faction cats\nfaction dogs\n",
    ),
    "kinds and settings may stand side by side": (
        "kind card plural cards\nkind die plural dice\nsetting a_one: 1\nsetting b_two: 2\n",
        "kind card plural cards\nkind die plural dice\nsetting a_one: 1\nsetting b_two: 2\n",
    ),
    "comments keep their column, and two spaces at least": (
        "action rest\n    gain 1 gold          # one\n    gain   2   gold  # two\n"
        "    gain 3 gold# three\n",
        "action rest\n    gain 1 gold          # one\n    gain 2 gold      # two\n"
        "    gain 3 gold  # three\n",
    ),
    "comments on lines of their own stand with what follows": (
        "action rest\n# first\n    gain 1 gold\n      # last\n\n# next\naction work\n    rest\n",
        "action rest\n    # first\n    gain 1 gold\n    # last\n\n# next\naction work\n    rest\n",
    ),
    "a sentence goes on one step further in, two where a block follows": (
        "action rest\n    if your gold is 1\n    and your gold is 2\n        gain 1 gold\n"
        '    requires your gold is 3\n                else "no"\n',
        "action rest\n    if your gold is 1\n            and your gold is 2\n        gain 1 gold\n"
        '    requires your gold is 3\n        else "no"\n',
    ),
    "nothing but comments stands inside a sentence": (
        'action rest\n    requires your gold is 3\n\n  # so\n\n            else "no"\n',
        'action rest\n    requires your gold is 3\n        # so\n        else "no"\n',
    ),
    "tabs become steps": (
        "action rest\n\tif your gold is 1\n\t\tgain 1 gold\n",
        "action rest\n    if your gold is 1\n        gain 1 gold\n",
    ),
    "narrow steps become wide": (
        "action rest\n  if your gold is 1\n     gain 1 gold\n  gain 2 gold\n",
        "action rest\n    if your gold is 1\n        gain 1 gold\n    gain 2 gold\n",
    ),
}


@pytest.mark.parametrize("title", CHANGES)
def test_the_layout(title):
    before, after = CHANGES[title]
    assert formatted(before) == after


LEFT = {
    "a fault": "action rest\n   gain gain gain 1 2 3\n",
    "a line between two steps": "action rest\n    if a is b\n        rest\n      rest\n",
    "tabs and spaces in one line": "action rest\n \tgain 1 gold\n",
}


@pytest.mark.parametrize("title", LEFT)
def test_what_cannot_be_read_is_told_and_left(title):
    report = Report()
    assert formatting.rules(Source("x.rules", LEFT[title]), report) is None
    assert len(report.errors) == 1


def test_steps_that_lead_nowhere_are_not_guessed():
    assert stepped("a\n    b\n  c\n") is None
    assert stepped("a\n\t  b\n") is None
    assert stepped("a\n  b\n    c\n  d\n") == "a\n    b\n        c\n    d\n"


CARD = """\
# cards
cards:
- id:   lift      # as it was
  rules: |   # here

    gain   1 gold


    # then
    if your gold is 2
      gain 2 gold

- {id: other,   rules: "gain  1 gold"}
- id: last
  rules: >-
    gain  1
    gold
"""


def test_of_components_only_the_rules_of_cards_are_touched():
    report = Report()
    new = formatting.components(Source("x.yaml", CARD), report)
    assert new == CARD.replace("gain   1 gold\n\n\n", "gain 1 gold\n\n").replace(
        "      gain 2", "        gain 2"
    )


def test_a_card_that_cannot_be_read_leaves_the_whole_file():
    report = Report()
    text = CARD.replace("gain 2 gold", "gain gain gain 2")
    assert formatting.components(Source("x.yaml", text), report) is None
    [problem] = report.found
    assert problem.label.span.source.text == text
    assert "gain gain gain" in problem.label.span.source.line(problem.label.span.line)


def test_a_layout_that_would_read_otherwise_is_our_fault_and_never_given(monkeypatch):
    monkeypatch.setattr(formatting, "laid_out", lambda text, _headings: "action rest\n    work\n")
    with pytest.raises(formatting.LayoutChanged):
        formatting.rules(Source("x.rules", "action rest\n    gain 1 gold\n"), Report())
