"""What is said in other words: every row of `grammars/paraphrases.yaml` by its samples."""

from __future__ import annotations

from pathlib import Path

import pytest

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
