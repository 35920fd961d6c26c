"""What is said in other words: every row of `grammars/paraphrases.yaml` by its samples."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from interpreter.load.resources import read_shipped
from interpreter.syntax.recovery.paraphrase_rows import table
from tests.language.sentences import Frame, frame_of, mended

HERE = Path(__file__).parent
SAMPLES = sorted({sample for row in table().rows for sample in row.told.get("samples", ())})


def words(text: str) -> list[str]:
    return [word for word in text.split() if word not in ("a", "an", "the")]


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_a_row_writes_for_its_sample_is_right(sample: str):
    said, meant = sample.split(" -> ")
    frame = frame_of(meant)
    assert frame is not None, f"no frame reads: {meant}"
    text = frame.text(said)
    found = frame.found(text)
    assert len(found) == 1, [d.message for d in found]
    assert found[0].fix is not None, found[0]
    assert words(mended(found[0], text)) == words(frame.text(meant))


ADVICE = [
    (sample, row.told["message"]) for row in table().rows for sample in row.told.get("advises", ())
]


@pytest.mark.parametrize(("sample", "message"), dict.fromkeys(ADVICE))
def test_a_row_that_writes_nothing_gives_its_advice(sample: str, message: str):
    name, said = sample.split(": ", 1)
    frame = Frame(name)
    found = frame.found(frame.text(said))
    assert message in [d.message for d in found], [d.message for d in found]


NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "once": 1, "twice": 2}
NOT = re.compile(
    r"\b(not|no|noone|never|cannot|none|nobody|without|unless|neither|nothing|empty)\b|n't\b"
)
VERSION = r" for [Ff]oxwood( version)? [0-9.]+"
BOUND = re.compile(
    r"\b(more|fewer|less|at least|at most|over|under|above|below)\b"
    r"|\b(high|larg|bigg|low|small|great)er\b"
)


def numbers(text: str) -> Counter[int]:
    """Give the numbers of a sentence, in figures or in words."""
    found = re.findall(r"[a-z_0-9]+", text)
    return Counter(
        int(one) if one.isdigit() else NUMBERS[one]
        for one in found
        if one.isdigit() or one in NUMBERS
    )


def lost(said: str, written: str) -> list[str]:
    """Give what a fix takes away from what was written: a name, a number, a `not`. A bound may be
    said the other way round: `not 3 or more` is `less than 3`, `more than 3` is `at least 4`."""
    names = {*re.findall(r"[a-z]+(?:_[a-z0-9]+)+", said)}
    found = sorted(names - {*re.findall(r"[a-z]+(?:_[a-z0-9]+)+", written)})
    bound = BOUND.search(said) is not None
    left = numbers(written)
    for number, times in (numbers(said) - left).items():
        near = left[number + 1] + left[number - 1] if bound else 0
        found += [str(number)] * (near < times)
    if bool(NOT.search(said)) != bool(NOT.search(written)) and not bound:
        found.append("not")
    return found


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_fix_keeps_names_numbers_and_negation(sample: str):
    said, meant = (re.sub(VERSION, "", one) for one in sample.split(" -> "))
    assert lost(said, meant) == []


def test_what_a_fix_loses_is_found():
    assert lost("draw 2 cards to extra_hand", "draw 1 card to hand") == ["extra_hand", "2"]
    assert lost("you cannot rest", "you rest") == ["not"]
    assert lost("if you have more than 3 cards", "if you have at least 4 cards") == []
    assert lost("draw more than 3 cards", "draw 6 cards") == ["3"]


NEW = [
    line.split(" -> ")
    for line in (HERE / "new_wordings.txt").read_text(encoding="utf-8").splitlines()
    if " -> " in line
]


def test_new_wordings_are_mended_or_told_without_a_fix():
    right, poor = 0, []
    for said, meant in NEW:
        frame = frame_of(meant)
        assert frame is not None, f"no frame reads: {meant}"
        text = frame.text(said)
        found = frame.found(text)
        if found and found[0].fix is not None:
            after = mended(found[0], text)
            right += words(after) == words(frame.text(meant))
            if frame.found(after):
                poor.append(after)
    assert poor == []
    assert len(NEW) >= 60
    assert right * 10 >= len(NEW) * 9


SAME = yaml.load(
    read_shipped("grammars/paraphrases.yaml"), getattr(yaml, "CSafeLoader", yaml.SafeLoader)
)["same"]
SMALL = ("also", "then", "of", "now", "the", "to")


def variants(said: str) -> list[str]:
    """Give a sentence in words that mean the same, and with a small word more."""
    by_lot = random.Random(said)
    found = []
    for one, others in SAME.items():
        if f" {one} " in said:
            found.append(said.replace(f" {one} ", f" {by_lot.choice(others)} ", 1))
    place = said.rfind(" ", 0, by_lot.randrange(1, len(said) + 1))
    if place > 0 and '"' not in said:
        found.append(f"{said[:place]} {by_lot.choice(SMALL)}{said[place:]}")
    return found


VARIANTS = {
    one: meant for said, meant in (s.split(" -> ") for s in SAMPLES) for one in variants(said)
}


@pytest.mark.parametrize("said", sorted(VARIANTS))
def test_no_fix_that_is_offered_leaves_an_error(said: str):
    frame = frame_of(VARIANTS[said])
    assert frame is not None
    text = frame.text(said)
    for d in frame.found(text):
        if d.fix is not None and d.slug != "unclosed-text":
            lines = {d.label.span.line - 1}
            after = mended(d, text)
            assert lost(said, mended(d, text)) == []
            wrong = [one for one in frame.found(after) if one.label.span.line - 1 in lines]
            assert not wrong, f"{after}\n{wrong[0].message}"
