"""One attempt to read and play a game: rejected with places, or accepted and played.

Whatever else happens is a fault of the program, and raises.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from interpreter.diagnostics import Report, render_brief, render_json, render_text
from interpreter.load import result_cache, yaml_source
from interpreter.pipeline import load_folder
from interpreter.run import replay
from interpreter.run.machine import MOST_OPTIONS, Runaway
from interpreter.run.plan import Plan
from interpreter.run.replay import fits
from interpreter.run.save_reader import read_save
from interpreter.syntax import parser

DECISIONS = 50
SLOWEST = 2.0  # seconds of the processor for a whole case
PATIENCE = 10  # seconds of the processor until a case is given up
ROOM = 1 << 30  # bytes of memory that one case may ask for


class TooLong(BaseException):
    """A case goes on and on."""


@dataclass(slots=True)
class Verdict:
    """What became of a case: `rejected`, `played` or `limit` (a rule that was stopped)."""

    outcome: str
    seconds: float
    said: tuple[str, ...] = ()


def attempt(folder: Path, seed: int = 0, anew: bool = False) -> Verdict:
    """Read, check, build and play the game in a folder; raises on whatever must not happen."""
    if anew:
        result_cache._answers.clear()
        parser._TREES.clear()
        yaml_source._KNOWN.clear()
    start = time.process_time()
    with _guarded():
        report = Report()
        plan = load_folder(folder, report)
        if plan is None:
            said = _well_said(report)
            return Verdict("rejected", time.process_time() - start, said)
        assert not report.errors
        for diagnostic in report.found:
            _well_placed(diagnostic)
        stopped = [play(plan, players, seed) for players in range(plan.least, plan.most + 1)]
    outcome = "limit" if any(stopped) else "played"
    return Verdict(outcome, time.process_time() - start, tuple(filter(None, stopped)))


def play(plan: Plan, players: int, seed: int) -> str:
    """Fifty random decisions; gives the place of a rule that was stopped, else nothing."""
    dice = Random(seed)
    try:
        go_on(plan, plan.start(players, seed), dice)
    except Runaway as stop:
        place = str(stop)
        assert ":" in place, f"no place: {place!r}"
        return place
    return ""


def go_on(plan: Plan, state: Any, dice: Random) -> None:
    """Fifty decisions, or fewer if the game ends."""
    for _ in range(DECISIONS):
        if state.over:
            break
        assert 0 <= state.actor < state.n
        assert 0 < len(state.options) <= MOST_OPTIONS
        plan.choose(state, dice.randrange(len(state.options)))
    plan.hash(plan.clone(state))


def attempt_save(plan: Plan, data: bytes, seed: int = 0) -> Verdict:
    """Read a save, play it again and go on for a while; raises on whatever must not happen."""
    start = time.process_time()
    with _guarded():
        report = Report()
        save = read_save(data, "damaged.save", report)
        if save is None or not fits(plan, save, report):
            return Verdict("rejected", time.process_time() - start, _well_said(report))
        state = replay.start(plan, save, log=False)
        made = replay.replay(plan, save, report, lambda: state, lambda at: plan.choose(state, at))
        for diagnostic in report.found:
            _well_placed(diagnostic)
        if made.misfit is not None:
            return Verdict("rejected", time.process_time() - start, _well_said(report))
        go_on(plan, state, Random(seed))
    return Verdict("played", time.process_time() - start)


def _well_said(report: Report) -> tuple[str, ...]:
    assert report.errors, "rejected without a word"
    for diagnostic in report.found:
        _well_placed(diagnostic)
    assert render_json.render(report.found)
    return tuple(sorted({d.slug for d in report.errors}))


def _well_placed(diagnostic: Any) -> None:
    """Check a code, a line in a file, and a message that can be printed."""
    assert diagnostic.code
    span = diagnostic.label.span
    assert 0 <= span.start <= span.end <= len(span.source.text), diagnostic
    assert span.line >= 1
    assert span.source.path
    assert "\n" not in diagnostic.message, diagnostic.message
    for drawn in (render_text.render(diagnostic), render_brief.render(diagnostic)):
        assert all(ord(c) >= 32 or c == "\n" for c in drawn), repr(drawn)


@contextmanager
def _guarded() -> Iterator[None]:
    """Stop a case that hangs, and make one that asks for too much memory fail."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"still running after {PATIENCE} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        with _little_room():
            yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def _little_room() -> Iterator[None]:
    """Linux only: at most so many bytes beyond what the process has already."""
    if not sys.platform.startswith("linux"):
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    wanted = now + ROOM
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
