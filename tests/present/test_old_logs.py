"""A log that was stored before entries said who did them, and where rules begin, is still read."""

from __future__ import annotations

import json
from pathlib import Path

from interpreter.present.log import Chronicle
from interpreter.present.story.paragraphs import paragraphs
from tests.present.test_maps import trails

STORED = Path(__file__).parent / "old_logs" / "trails.jsonl"


def told(reader):
    """Give the story of a stored log: its lines, and its sentences."""
    plan = trails()
    state = plan.start(2, 1, log=True)
    rows = STORED.read_text(encoding="utf-8").splitlines()
    state.log = [tuple(json.loads(row)) for row in rows]
    story = Chronicle(plan, (reader,))
    story.follow(state)
    lines = [line.text for line in story.lines[reader]]
    return lines, " ".join(paragraphs(story.catch_up(reader), 999))


def test_a_stored_log_without_doers_and_rules_is_told():
    """In Green's turn three scouts come to each of two places, after one straw of four fell up."""
    lines, story = told(None)
    turn = lines.index("Turn 2: Green")
    assert lines[turn + 1 : turn + 4] == [
        "Green rolls 3 Flat and Up.",
        "Green puts 6 folk on the units.",
        "Green puts 1 guide on deep cave's bats.",
    ]
    assert "Green rolls F F F U." in story


def test_each_reader_is_told_the_same_of_what_is_public():
    assert told(0)[0] == told(1)[0] == told(None)[0]
