"""Diagnoses why a YAML file cannot be read, in words that its author understands.

Takes the YAML parser's error and the text around the place; produces one diagnostic. The parser
names its own state ("did not find expected key"); here the lines themselves are looked at, since
the slip is often a line above the place at which the parser fails. It must not know what the data
are for.
"""

from __future__ import annotations

import re
from typing import Any

from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.load.yaml_columns import KEY, Columns
from interpreter.load.yaml_refusals import anchor, dash_space, directive, tag, to_line_end

_SPECIAL = "@`%&*!|>,"
_QUOTE_LINE = "put the whole text in quotes"


def explain(fault: Any, source: Source, report: Report, last_text: Span | None) -> None:
    """Report one error of the parser. `last_text` is the latest text in quotes before it."""
    said = f"{getattr(fault, 'context', '') or ''} {getattr(fault, 'problem', '') or ''}"
    at = _index(getattr(fault, "problem_mark", None), source)
    begun = _index(getattr(fault, "context_mark", None), source, at)
    at = min(at, len(source.text))
    _Fault(source, report, said, at, begun, last_text).report_it()


def _index(mark: Any, source: Source, default: int = 0) -> int:
    return default if mark is None else min(mark.index, len(source.text))


class _Fault(Columns):
    """One error of the parser, reported as the likeliest slip."""

    def report_it(self) -> None:
        """Report the likeliest slip: the first method that recognises its own."""
        for guess in (
            self.tab,
            self.quote,
            self.escape,
            self.header,
            self.mark,
            self.no_key,
            self.dash,
            self.fell_out,
            self.no_colon,
            self.colon_in_text,
            self.bracket,
            self.special,
            self.after_value,
            self.mixed,
            self.column_off,
        ):
            if guess():
                return
        self.report.add(
            "unclear-line",
            Span(self.source, self.at, self.at + (self.at < len(self.text))),
            "this line cannot be understood",
            "reading stops here",
            helps=["look at its indentation, its colon and its quotes, and at the line above"],
        )

    # ------------------------------------------------------------------------- the slips

    def quote(self) -> bool:
        """Report a quote that is never closed or closes too late; False if that is not the slip."""
        start = self.begun
        closed = self.last_text
        if not self.has("scanning a quoted scalar") or self.has("escape", "hexdecimal"):
            if closed is None or "\n" not in closed.text or not self.begins_after(closed):
                return False
            start = closed.start
        quote = self.text[start]
        self.report.add(
            "open-quote",
            to_line_end(self.source, start),
            "this quote is not closed",
            f"begins with {quote} and does not end with it",
            helps=[
                f"write {quote} at the end of the text",
                *(["put a text that begins with an apostrophe in double quotes"] * (quote == "'")),
            ],
        )
        return True

    def begins_after(self, span: Span) -> bool:
        """Check whether the parser failed on the line on which a span ends."""
        return span.end <= self.at and "\n" not in self.text[span.end : self.at]

    def escape(self) -> bool:
        """Report an invalid backslash escape in double quotes; False if that is not the slip."""
        if not self.has("escape", "hexdecimal"):
            return False
        at = self.text.rfind("\\", self.begun, self.at + 1)
        at = self.at if at < 0 else at
        span = Span(self.source, at, min(at + 2, len(self.text)))
        self.report.add(
            "wrong-escape",
            span,
            f"`{span.text}` means nothing here in double quotes",
            "a backslash changes what stands after it",
            helps=["write two backslashes for one, or use single quotes"],
        )
        return True

    def header(self) -> bool:
        """Report words on the line of `|` or `>`."""
        if not self.has("scanning a block scalar") or self.text[self.begun] not in "|>":
            return False
        sign = self.text[self.begun]
        self.report.add(
            "block-header",
            to_line_end(self.source, self.at),
            f"a text after `{sign}` begins on the next line",
            "too early",
            helps=[f"end the line after `{sign}` and indent the text below it"],
        )
        return True

    def mark(self) -> bool:
        """Report `*`, `&`, `!` or `%` that is not even well formed."""
        if self.has("scanning an alias", "scanning an anchor", "undefined alias"):
            anchor(self.source, self.report, self.begun)
        elif self.has("scanning a tag", "parsing a tag", "undefined tag handle"):
            tag(self.source, self.report, self.begun)
        elif self.has("directive"):
            directive(self.source, self.report, self.at if self.begun > self.at else self.begun)
        else:
            return False
        return True

    def no_key(self) -> bool:
        """Report a line that begins with its colon; False if that is not the slip."""
        if not re.match(r"\s*:(?:\s|$)", self.words):
            return False
        self.report.add(
            "key-not-text",
            Span(self.source, self.first, self.first + 1),
            "a key is missing before this colon",
            helps=["write a word before the colon"],
        )
        return True

    def dash(self) -> bool:
        """Report a `-` with no space behind it; False if that is not the slip."""
        at = self.source.starts()[self.source.place(self.begun)[0] - 1]
        if not self.has("simple key") or not re.match(r"\s*-[\w\"'\[{]", self.text[at : at + 200]):
            return False
        dash_space(self.source, self.report, self.text.index("-", at))
        return True

    def colon_in_text(self) -> bool:
        """Report a second `: ` in one line; False if that is not the slip."""
        if not self.has("mapping values are not allowed"):
            return False
        key = KEY.match(self.text, self.start)
        if key is None or key.end() > self.at:
            return False
        start = key.end() + len(self.text[key.end() :]) - len(self.text[key.end() :].lstrip(" "))
        span = to_line_end(self.source, start)
        self.report.add(
            "needs-quotes",
            Span(self.source, self.at, self.at + 1),
            "a text that holds a colon and a space needs quotes",
            "a second colon in this line",
            helps=[_QUOTE_LINE],
            fix=(span, _quoted(span.text)),
        )
        return True

    def bracket(self) -> bool:
        """Report an unclosed `[` or `{`, or a missing comma."""
        if not self.has("flow sequence", "flow mapping", "flow node"):
            return self.closes_nothing()
        opener = self.open_bracket()
        if opener is None:
            return False
        closer = "]" if self.text[opener] == "[" else "}"
        if self.closes_later(opener):
            here = self.text[self.at : self.at + 1]
            if here in _SPECIAL and here and "did not find expected node content" in self.said:
                return self.special()
            self.report.add(
                "missing-comma",
                Span(self.source, self.at, self.at + (self.at < len(self.text))),
                f"a comma or `{closer}` is missing before this",
                "a new item begins here",
                others=[Label(Span(self.source, opener, opener + 1), "in these brackets")],
            )
            return True
        self.report.add(
            "open-bracket",
            Span(self.source, opener, opener + 1),
            "this bracket is not closed",
            "begins here",
            helps=[f"write `{closer}` behind the last item"],
        )
        return True

    def brackets(self, upto: int) -> list[int]:
        """List the offsets of brackets still open at an offset, skipping quotes and comments."""
        found: list[int] = []
        parts = re.compile(r"#[^\n]*|\"(?:\\.|[^\"\\])*\"|(?<![\w])'[^']*'|[\[\]{}]")
        start = self.begun if self.text[self.begun : self.begun + 1] in "[{" else self.start
        for part in parts.finditer(self.text, start, upto):
            if part.group() in "[{":
                found.append(part.start())
            elif part.group() in "]}" and found:
                found.pop()
        return found

    def open_bracket(self) -> int | None:
        still = self.brackets(self.at)
        if still:
            return still[-1]
        return self.begun if self.text[self.begun : self.begun + 1] in ("[", "{") else None

    def closes_later(self, opener: int) -> bool:
        """Check whether a line further on, before the next key, closes the bracket."""
        end = re.compile(r"^[ ]*(?:- )?[\w-]+:(?:[ ]|$)", re.MULTILINE).search(self.text, self.at)
        upto = end.start() if end else len(self.text)
        return opener not in self.brackets(upto)

    def closes_nothing(self) -> bool:
        character = self.text[self.at : self.at + 1]
        if not character or character not in "]}":
            return False
        self.report.add(
            "stray-text",
            Span(self.source, self.at, self.at + 1),
            f"`{character}` closes nothing here",
            "no bracket is open",
            helps=["delete it, or put the text in quotes"],
        )
        return True

    def special(self) -> bool:
        """Report an unquoted text that begins with a special character; False if that is not it."""
        character = self.text[self.at : self.at + 1]
        if not character or character not in _SPECIAL:
            return False
        if not self.has("cannot start any token", "node content"):
            return False
        span = to_line_end(self.source, self.at)
        shown = "a backtick" if character == "`" else f"`{character}`"
        self.report.add(
            "needs-quotes",
            Span(self.source, self.at, self.at + 1),
            f"a text that begins with {shown} needs quotes",
            "has a meaning of its own in YAML",
            helps=[_QUOTE_LINE],
            fix=(span, _quoted(span.text)),
        )
        return True

    def after_value(self) -> bool:
        """Report words behind a closing quote or bracket."""
        before = self.text[self.start : self.at].rstrip()
        if not before or before[-1] not in "'\"]}" or not self.has("expected"):
            return False
        quoted = before[-1] in "'\""
        helps = [_QUOTE_LINE if quoted else "delete it, or put the whole value in quotes"]
        if quoted and before[-1] in self.text[self.at : self.start + len(self.words)]:
            helps = [
                "write `''` for an apostrophe inside single quotes, or use double quotes"
                if before[-1] == "'"
                else "use single quotes around a text that holds double ones"
            ]
        self.report.add(
            "stray-text",
            to_line_end(self.source, self.at),
            f"more stands here after the closing {'quote' if quoted else 'bracket'}",
            "does not belong to the value",
            helps=helps,
        )
        return True


def _quoted(text: str) -> str:
    """Quote a text with the quotes that need the least escaping."""
    text = text.rstrip()
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'
