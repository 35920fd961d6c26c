"""The sentences that messages hold up as examples are sentences of the language."""

from __future__ import annotations

from textwrap import indent

import pytest

from interpreter.check.deeds import dispatch
from interpreter.diagnostics import Report, Source
from interpreter.language.verbs import FORMS as DEED_FORMS
from interpreter.language.verbs import VERBS
from interpreter.syntax.parser import parse_rules
from interpreter.syntax.vocabulary import FORMS

BODY = "    gain 1 score\n"
FRAMES = (
    "{}\n",
    "{}\n" + BODY,
    "{}\n    score: 0 to 100\n",
    "{}\n    set hand_limit to 3\n",
    "{}\n    after you draw_card\n    " + BODY,
    "the table has\n    {}\n",
    "kind card plural cards\n    {}\n",
    "action example\n    {}\n",
    "action example\n    {}\n    " + BODY,
    "action example\n    {}\n        at random\n",
    "action example\n    {}\n        may pass\n",
    "action example\n    menu\n        {}\n",
    "action example\n    if your hand is empty\n    " + BODY + "    {}\n    " + BODY,
    "rule example\n    {}\n",
    "rule example\n    {}\n    " + BODY,
    "rule example\n    {}\n        raise your score by 1\n",
    'test "An example"\n    given 2 players: blue, red\n    {}\n',
    "{}\n    given 2 players: blue, red\n    expect number of blue's hand is 3\n",
    'test "An example"\n    {}\n    expect number of blue\'s hand is 3\n',
)
"""Where an example can stand, with as little around it as makes a whole declaration."""


def can_be_read(text: str) -> bool:
    """Whether rules have no fault of the sentence."""
    report = Report()
    nodes = parse_rules(Source("example.rules", text), report)
    return bool(nodes) and not report.found


@pytest.mark.parametrize("word", list(FORMS))
def test_the_example_of_a_word_can_be_read(word: str):
    form = FORMS[word]
    assert form.split()[0] == word or word in form.split(), form
    assert any(can_be_read(frame.format(form)) for frame in FRAMES), form


@pytest.mark.parametrize("verb", list(DEED_FORMS))
def test_the_example_of_a_deed_can_be_read(verb: str):
    form = DEED_FORMS[verb]
    assert verb in form
    assert can_be_read("action example\n" + indent(form, "    ") + "\n"), form


def test_each_verb_of_the_table_is_read_and_no_other():
    assert set(dispatch.verbs()) == set(VERBS)
