"""Scripts of answers: one per line, `#` begins a comment, `blue: pyramid` answers for one player.

Takes untrusted bytes; returns lines with their places.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from interpreter.cli import exits, output
from interpreter.cli.exits import Stop
from interpreter.diagnostics import Report, Source, Span
from interpreter.load.files import read_given
from interpreter.run import handles

MOST_BYTES = 8 * 2**20


@dataclass(frozen=True, slots=True)
class ScriptAnswer:
    """One line of a script; `seat` is empty if it may be anybody's answer."""

    seat: str
    text: str
    span: Span


def read_script(
    data: bytes, path: str, seats: tuple[str, ...], report: Report
) -> list[ScriptAnswer]:
    """Parse the answers of a script, in order; empty with an error if it is not text."""
    try:
        if len(data) > MOST_BYTES or b"\0" in data:
            raise ValueError
        text = data.decode("utf-8-sig")
    except ValueError:
        report.add(
            "script-not-text",
            Span(Source(path, ""), 0, 0),
            "this script cannot be read",
            "a script is a text of at most 8 MiB, one answer on a line",
        )
        return []
    source = Source(path, text)
    found = []
    for number, start in enumerate(source.starts(), 1):
        line = source.line(number)
        said = line.split("#")[0].strip()
        if not said:
            continue
        at = start + line.index(said)
        head, colon, rest = said.partition(":")
        seat = head.strip().lower() if colon else ""
        if seat in seats and rest.strip():
            said = rest.strip()
        else:
            seat = ""
        found.append(
            ScriptAnswer(seat, said, Span(source, at, start + len(line.split("#")[0].rstrip())))
        )
    return found


def answers_of(script: str, players: int) -> list[ScriptAnswer]:
    """Read the answers of a script file; prints its problems and raises `Stop`."""
    report = Report()
    names = handles.seat_names(players)
    data = read_given(Path(script), MOST_BYTES)
    found = read_script(data, script, names, report)
    if report.errors:
        output.problems(report.sorted())
        raise Stop(exits.FILES)
    return found
