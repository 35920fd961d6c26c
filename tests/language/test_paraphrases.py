"""What is said in other words: every row of `grammars/paraphrases.yaml` by its samples."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import yaml

from interpreter.load.resources import read_shipped
from interpreter.syntax.recovery.rows import table
from tests.language.sentences import frame_of, mended

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
            wrong = [one for one in frame.found(after) if one.label.span.line - 1 in lines]
            assert not wrong, f"{after}\n{wrong[0].message}"
