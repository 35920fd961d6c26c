"""Trace of the rule lines that a plan executes, in order.

Generated code carries the files and lines of the rules, so that a `Trace` can note each one as
Python reaches it. The search for dead ends is left out.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

from interpreter.diagnostics import Source
from interpreter.ir.program import Program
from interpreter.ir.walking import walk
from interpreter.run.limits import place_of

if TYPE_CHECKING:
    from _typeshed import TraceFunction

_RULE = re.compile(r"^r\d+_(?:card_)?(.+?)(?:__\d+|_)?$")
_LOOKING_AHEAD = ("can_", "rest_", "probe", "try_out", "_search")


@dataclass(frozen=True, slots=True)
class TracedLine:
    """A line of a game's file (numbered from 1), its text, and the rule that it belongs to."""

    path: str
    number: int
    text: str
    rule: str


def without_comment(text: str) -> str:
    """Strip the trailing comment and surrounding blanks of a rules line, for quoting."""
    return text.partition(" #")[0].strip()


class Trace:
    """Context manager that records executed rule lines in `lines`, without immediate repeats."""

    def __init__(self, program: Program) -> None:
        self.lines: list[TracedLine] = []
        spans = [func.span for func in program.funcs.values()]
        spans += [design.span for design in program.designs]
        spans += [kind.span for kind in program.kinds.values()]
        said = [one.span for func in program.funcs.values() for one in walk(func.body)]
        self._sources: dict[str, Source] = {one.source.path: one.source for one in (*spans, *said)}
        self._headings = {(span.source.path, span.line) for span in spans}
        self._ahead = 0
        self._before: TraceFunction | None = None

    def __enter__(self) -> Trace:
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _called(self, frame: FrameType, event: str, _: object) -> TraceFunction | None:
        name = frame.f_code.co_name
        if event != "call":
            return None
        if name.startswith(_LOOKING_AHEAD):
            self._ahead += 1
            return self._ahead_ends
        if self._ahead or frame.f_code.co_filename not in self._sources or not _RULE.match(name):
            return None
        return self._came_to

    def _ahead_ends(self, _: FrameType, event: str, __: object) -> TraceFunction:
        if event == "return":
            self._ahead -= 1
        return self._ahead_ends

    def _came_to(self, frame: FrameType, event: str, _: object) -> TraceFunction:
        code = frame.f_code
        path, number = place_of(frame, frame.f_lineno)
        if event == "line" and (path, number) not in self._headings:
            match = _RULE.match(code.co_name)
            source = self._sources[path]
            made = TracedLine(
                source.path,
                number,
                without_comment(source.line(number)),
                match.group(1) if match else code.co_name,
            )
            if not self.lines or self.lines[-1] != made:
                self.lines.append(made)
        return self._came_to
