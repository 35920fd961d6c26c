"""Diagnoses lines of a YAML file that begin in the wrong column, or lack their colon.

Takes an error of the parser and the text in which it arose; produces a diagnostic where a column or
a colon is to blame. Other causes are for `yaml_faults.py`.
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.load.yaml_refusals import to_line_end

KEY = re.compile(r"[ ]*(?:-[ ]+)*([^\s#:'\"\[\]{},-][^:#]*?)[ ]*:(?=[ \n]|$)")
_HEADER = re.compile(r":[ ]+[|>][-+1-9]*[ ]*(?:#.*)?$")


class Columns:
    """One error of the parser, with the text in which it arose."""

    def __init__(
        self,
        source: Source,
        report: Report,
        said: str,
        at: int,
        begun: int,
        last_text: Span | None,
    ) -> None:
        self.source = source
        self.text = source.text
        self.report = report
        self.said = said
        self.at = at
        self.begun = begun
        self.last_text = last_text
        self.line, self.column = source.place(at)
        self.start = source.starts()[self.line - 1]
        self.words = source.line(self.line)
        self.first = self.start + len(self.words) - len(self.words.lstrip())

    def has(self, *parts: str) -> bool:
        """Check whether the parser's message contains one of these parts."""
        return any(part in self.said for part in parts)

    def tab(self) -> bool:
        """Report a tab in the indentation; False if there is none."""
        indent = self.words[: len(self.words) - len(self.words.lstrip())]
        at = self.start + indent.find("\t")
        if "\t" not in indent:
            if self.text[self.at : self.at + 1] != "\t":
                return False
            at = self.at
        self.report.add(
            "tab-indent",
            Span(self.source, at, at + 1),
            "this line is indented with a tab",
            "a tab",
            helps=["indent with spaces, two for each step"],
            fix=(Span(self.source, at, at + 1), "  "),
        )
        return True

    def fell_out(self) -> bool:
        """Report a line indented too little for the text above it; False if that is not it."""
        at = self.begun if self.has("could not find expected ':'") else self.at
        if not self.has("could not find expected ':'", "not allowed"):
            return False
        number = self.source.place(at)[0]
        if self.has("not allowed"):
            number -= 1
        words = self.source.line(number)
        indent = len(words) - len(words.lstrip())
        for above in range(number - 1, 0, -1):
            line = self.source.line(above)
            if _HEADER.search(line):
                break
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                return False
        else:
            return False
        if KEY.match(words) or indent < len(line) - len(line.lstrip(" -")):
            return False
        begin = self.source.starts()[above - 1]
        begin += len(line) - len(line.lstrip(" -"))
        self.report.add(
            "wrong-indent",
            to_line_end(self.source, self.source.starts()[number - 1] + indent),
            "this line begins in the wrong column",
            "too far to the left for the text above it",
            others=[Label(to_line_end(self.source, begin), "the text begins below this line")],
            helps=["indent every line of the text further than its key, and all alike"],
        )
        return True

    def no_colon(self) -> bool:
        """Report a line that should be `key: value`; False if it has its colon."""
        if self.has("could not find expected ':'"):
            start = self.begun
        elif self.has("mapping values are not allowed") and self.above_lacks_colon():
            start = self.line_above()
            start += len(self.text[start:]) - len(self.text[start:].lstrip(" -"))
        else:
            return False
        span = to_line_end(self.source, start)
        first, _, rest = span.text.partition(" ")
        example = f"{first}: {rest.strip() or '...'}"
        if self.words.lstrip().startswith("- ") and start < self.start:
            example = f"{span.text}:"
        fix = (Span(self.source, start + len(first), start + len(first)), ":") if rest else None
        self.report.add(
            "missing-colon",
            span,
            "a colon is missing in this line",
            "`key: value` is expected",
            helps=[f"write `{example}`"] if len(example) <= 60 else [],
            fix=fix,
        )
        return True

    def line_above(self) -> int:
        """Return the offset of the nearest line above with words on it, or -1."""
        for number in range(self.line - 1, 0, -1):
            words = self.source.line(number).strip()
            if words and not words.startswith("#"):
                return self.source.starts()[number - 1]
        return -1

    def above_lacks_colon(self) -> bool:
        """Check whether the line above stands where a key does, and has no colon."""
        start = self.line_above()
        if start < 0 or ": " in self.words[: self.column - 1]:
            return False
        line = to_line_end(self.source, start).text
        column = len(line) - len(line.lstrip(" -"))
        here = len(self.words) - len(self.words.lstrip(" -"))
        listed = self.words.lstrip().startswith("- ") and column <= self.first - self.start
        return not KEY.match(line) and (column == here or (listed and "-" not in line[:column]))

    def mixed(self) -> bool:
        """Report a list line among key lines, or the other way round; False if it is neither."""
        if self.has("block sequence entries are not allowed") and self.at != self.first:
            self.report.add(
                "mixed-lines",
                Span(self.source, self.at, self.at + 1),
                "a list begins on the line below its key",
                "too early",
                helps=["write each item on a line of its own, or the list as `[one, two]`"],
            )
            return True
        if self.at != self.first or not self.has("expected key", "expected '-'"):
            return False
        dash = self.words.lstrip().startswith("- ") or self.words.strip() == "-"
        list_wanted = self.has("expected '-'")
        if dash == list_wanted:
            return False
        if self.column != self.source.place(self.begun)[1]:
            return False
        self.report.add(
            "mixed-lines",
            to_line_end(self.source, self.at),
            "a line of a list cannot stand among keys"
            if dash
            else "a key cannot stand among the lines of a list",
            "a key is expected here" if dash else "a line with `-` is expected here",
            others=[
                Label(self.opening(), "the keys begin here" if dash else "the list begins here")
            ],
            helps=[
                "indent the list below the key that it belongs to"
                if dash
                else "write `- ` before it, or indent it below the line above"
            ],
        )
        return True

    def column_off(self) -> bool:
        """Report a line that is indented too far or not far enough; False if that is not it."""
        if not self.has("expected key", "expected '-'", "not allowed", "<block end>"):
            return False
        if self.words[: self.first - self.start].strip():
            return False
        above = self.line_above()
        same = self.column == self.source.place(self.begun)[1]
        if above < 0 or (same and not self.has("not allowed")):
            return False
        line = to_line_end(self.source, above)
        others = []
        helps = ["begin it in the same column as the lines it belongs with"]
        label = "in no column that a line above begins in"
        indent = len(line.text) - len(line.text.lstrip(" -"))
        if self.first - self.start > indent:
            others = [Label(Span(self.source, above + indent, line.end), "the line above")]
            label = f"{self.first - self.start - indent} columns too far to the right"
            label = label.replace("1 columns", "1 column") if label.startswith("1 ") else label
            if self.has("not allowed"):
                helps.append("if it goes on with the text above, put the whole text in quotes")
        self.report.add(
            "wrong-indent",
            to_line_end(self.source, self.first),
            "this line begins in the wrong column",
            label,
            others=others,
            helps=helps,
        )
        return True

    def opening(self) -> Span:
        """Return the first line of the group in which the parser failed."""
        return to_line_end(self.source, self.begun)
