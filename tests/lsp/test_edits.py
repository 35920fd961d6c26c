"""Many edits one after the other find what a reading from scratch finds; what is kept of texts that
were read before changes nothing. Half-written and hostile texts are told, never raised."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from interpreter.load.resources import root
from interpreter.lsp.study import study

PIG = root() / "games" / "classics" / "pig" / "rules" / "pig.rules"
AGAIN = """
import json, sys
from pathlib import Path
from tests.lsp.test_edits import faults
path, texts = Path(sys.argv[1]), json.load(sys.stdin)
print(json.dumps([faults(path, text) for text in reversed(texts)]))
"""


def faults(path: Path, text: str) -> list[list[object]]:
    """Give what is wrong with a file that has this text in the editor: code, place and words."""
    found = study(path, {path: text}).problems
    return [[one.code, one.label.span.start, one.label.span.end, one.message] for one in found]


def edited(text: str, rng: Random) -> str:
    """Give a text after one edit as people make them: a key, a line less, a line twice, a word of
    another place."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    sort = rng.randrange(4)
    if sort == 0:
        place = rng.randrange(len(text) + 1)
        return text[:place] + rng.choice('abz 1"#:(\n\t') + text[place:]
    if sort == 1:
        return "\n".join(lines[:at] + lines[at + 1 :])
    if sort == 2:
        return "\n".join([*lines[: at + 1], *lines[at:]])
    words = lines[at].split(" ")
    words[rng.randrange(len(words))] = rng.choice(text.split())
    return "\n".join([*lines[:at], " ".join(words), *lines[at + 1 :]])


def compared(edits: int, tmp_path: Path) -> None:
    rng, start = Random(11), PIG.read_text(encoding="utf-8")
    texts, text = [], start
    for number in range(edits):
        text = edited(start if number % 5 == 0 else text, rng)
        texts.append(text)
    ours = [faults(PIG, one) for one in texts]
    again = subprocess.run(
        [sys.executable, "-c", AGAIN, str(PIG)],
        cwd=root(), input=json.dumps(texts), capture_output=True, text=True, check=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    )  # fmt: skip
    theirs = list(reversed(json.loads(again.stdout)))
    for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        assert one == other, (number, texts[number])
    assert sum(map(bool, ours)) > edits / 2


def test_edits_find_what_a_reading_from_scratch_finds(tmp_path):
    compared(60, tmp_path)


@pytest.mark.soak
def test_a_thousand_edits(tmp_path):
    compared(1000, tmp_path)


GROWTH = """
import os, sys
from pathlib import Path
from random import Random
from interpreter.lsp.study import study
from tests.lsp.test_edits import PIG, edited
rng, start = Random(5), PIG.read_text(encoding="utf-8")
text = start
for number in range(1, 10_001):
    text = edited(start if number % 5 == 0 else text, rng)
    study(PIG, {PIG: text}, tests=False)
    if number in (5_000, 10_000):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        print(pages * os.sysconf("SC_PAGE_SIZE") / 2**20)
"""


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells its memory")
def test_memory_stays_flat_over_ten_thousand_edits(tmp_path):
    said = subprocess.run(
        [sys.executable, "-c", GROWTH], cwd=root(), capture_output=True, text=True, check=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    )  # fmt: skip
    half, whole = map(float, said.stdout.split())
    assert whole - half < 15  # MB; what is kept of texts has a limit


@pytest.mark.parametrize(
    "text",
    ["", "\0\0", "x" * 200_000, "\n" * 50_000, '"' * 999, "turn " * 3_000, "\ufeff#", "((((" * 500],
)
def test_hostile_texts_are_told(text):
    assert study(PIG, {PIG: text}).folder is not None
