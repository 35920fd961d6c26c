"""Sentences of the reference with a word put in that means nothing, at each place.

Most of these cannot be parsed any more, and what cannot be parsed is always told. Those that still
can are what the checker must tell: `untold_in_turns` and `untold_in_rules` give those it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.check.overlays.attribution import read_game
from interpreter.diagnostics import Report
from interpreter.syntax import parser, reading
from tests.language.reference import README, Example, completed, examples, fences, game_files

WORD = "blah"
_PART = re.compile(r'"[^"]*"|#.*|[^\s"#]+')


@dataclass(frozen=True, slots=True)
class Mutant:
    """A block with a foreign word in one of its lines, counted from 0."""

    lines: tuple[str, ...]
    at: int

    @property
    def said(self) -> str:
        """The line with the word."""
        return self.lines[self.at].strip()


def those_of(label: str) -> list[Example]:
    """Give the examples of the reference with this label: sentences of a turn, or whole rules."""
    found = examples(fences(README.read_text(encoding="utf-8")))
    return [one for one in found if one.label == label and not one.not_run]


def with_word(line: str) -> Iterator[str]:
    """Give the line with the word behind each of its parts but comments, and before their
    commas."""
    for part in _PART.finditer(line):
        if part[0].startswith("#"):
            continue
        end = part.end()
        comma = part[0].endswith((",", ";", ":", ")")) and len(part[0]) > 1
        for at in [end - 1, end] if comma else [end]:
            yield f"{line[:at]} {WORD}{line[at:]}"


def readable(text: str) -> bool:
    """Whether rules can be parsed, whatever they mean."""
    judge = reading.first_faults("file", parser._grammar(), parser.RESERVED)
    return judge(text, None).at > len(text)


def mutants(lines: list[str]) -> Iterator[Mutant]:
    """All that can still be parsed of one block."""
    for at, line in enumerate(lines):
        for changed in with_word(line):
            block = (*lines[:at], changed, *lines[at + 1 :])
            if readable("procedure p\n" + "".join(f"    {one}\n" for one in block)):
                yield Mutant(block, at)


def untold_in_turns(example: Example, shared: dict[str, str]) -> list[str]:
    """Give the lines of an example in which nothing is told of the foreign word. Each stands in a
    procedure of its own, with a word of its own, as what is said of one word is told once."""
    made = list(mutants(example.fences[0].text.rstrip().split("\n")))
    files, own = completed(shared, example), "rules/mutants.rules"
    text, begins = "", list[int]()
    for number, mutant in enumerate(made):
        begins.append(len(text))
        lines = "".join(f"    {line}\n" for line in mutant.lines)
        lines = lines.replace(WORD, f"{WORD}{number}")
        lines = lines.replace("stop player_turn", f"stop mutant_{number}")
        text += f"procedure mutant_{number}\n{lines}"
    report = Report()
    read_game(game_files({**files, own: text}), report)
    labels = [label for one in report.found for label in (one.label, *one.others)]
    places = [label.span.start for label in labels if label.span.source.path == own]
    ends = [*begins[1:], len(text)][: len(made)]
    return [
        mutant.said
        for mutant, begin, end in zip(made, begins, ends, strict=True)
        if not any(begin <= place < end for place in places)
    ]


def untold_in_rules(example: Example, shared: dict[str, str]) -> list[str]:
    """Give the lines of an example of whole rules in which nothing is told of the foreign word."""
    files, own = completed(shared, example), "rules/sample.rules"
    lines = files[own].rstrip().split("\n")
    found = []
    for at, line in enumerate(lines):
        for changed in with_word(line):
            text = "\n".join([*lines[:at], changed, *lines[at + 1 :]]) + "\n"
            if readable(text):
                report = Report()
                read_game(game_files({**files, own: text}), report)
                if not report.found:
                    found.append(changed.strip())
    return found
