"""The table of model sentences: each can be read, and each form of the language has one."""

from __future__ import annotations

import re

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.language.verbs import VERBS
from interpreter.load.resources import read_shipped
from interpreter.syntax.parser import parse_rules
from interpreter.tools.models import STEP, Model, in_lines, models, names

FRAMES = {
    "deed": ("procedure lantern", 1),
    "clause": ("rule lantern", 1),
    "standing": ("rule lantern", 1),
    "test": ('test "lantern"\n    given 2 players: red, blue', 1),
    "change": ('variant "Calm" for foxwood 1.0', 1),
    "below a choice": ("procedure lantern\n    choose card from your hand", 2),
    "below a pick": ("procedure lantern\n    pick card from your hand", 2),
    "below given": ('test "lantern"\n    given 2 players: red, blue', 2),
}
ABOVE = {"otherwise": "procedure lantern\n    if your hand is empty\n        draw_card"}
HEADINGS = [
    "kind",
    "values",
    "setting",
    "action",
    "procedure",
    "turn",
    "setup",
    "define",
    "rule",
    "each",
    "table",
]


def _text(one: Model) -> str:
    """Give rules in which the sentence stands."""
    frame = one.does.partition(":")[0]
    head, depth = FRAMES.get(frame, FRAMES.get(one.place, ("", 0)))
    head = ABOVE.get(one.sentence, head)
    if one.place == "condition":
        head, depth = FRAMES["deed"]
    if one.place == "fact" and one.sentence.split()[0] not in HEADINGS:
        head, depth = "each player has", 1
    lines = [*([head] if head else []), *in_lines(one.shown, STEP * depth)]
    if one.place == "condition" or one.sentence == "otherwise":
        lines.append(" " * STEP * (depth + 1) + "draw_card")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("one", models(), ids=lambda one: one.sentence)
def test_every_model_sentence_can_be_read(one):
    report = Report()
    parse_rules(Source("rules/lantern.rules", _text(one)), report)
    assert [said.message for said in report.found] == []


def test_every_deed_of_the_language_has_a_sentence():
    said = " | ".join(one.sentence for one in models())
    assert [verb for verb in VERBS if not re.search(rf"\b{verb}\b", said)] == []


def test_every_sentence_of_the_grammar_has_a_model():
    """The words with which statements, conditions and changes of the grammar begin."""
    grammar = read_shipped("grammars/rules.lark")
    named = "let answer requires pay stop if for_each repeat have choose options may menu pick"
    named += " forbid clause discard_down change test_line pick_line menu_line"
    openers = set()
    for rule in named.split():
        body = re.search(rf"^\??{rule}: (.*(?:\n +\|.*)*)", grammar, re.MULTILINE)
        assert body is not None, rule
        for form in re.split(r"\n +\| ", body[1]):
            word = re.match(r'"([a-z]+)"', form)
            openers |= {word[1]} if word else set()
    said = {line.split()[0].rstrip(":") for one in models() for line in in_lines(one.shown)}
    assert openers - said - {"up"} == set()


def test_chapters_are_chapters_of_the_reference():
    heads = set(re.findall(r"^#{2,3} (?:\d+\. )?(.*)$", read_shipped("grammars/README.md"), re.M))
    assert {one.chapter for one in models()} <= heads


def test_names_of_the_table_stand_in_its_sentences():
    said = " ".join(one.sentence for one in models())
    assert [name for name in names() if not re.search(rf"\b{name}\b", said)] == []


def test_what_people_say_leads_to_one_sentence_only():
    """Two sentences with one wording would be told apart by chance."""
    wordings = [said for one in models() for said in one.asked]
    assert sorted(set(wordings)) == sorted(wordings)
