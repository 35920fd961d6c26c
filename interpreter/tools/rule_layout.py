"""The layout of rules: indentation by four spaces, one space between words, one blank line.

Takes rules text that parses; produces the same words and comments, laid out. Words, articles, line
breaks inside a sentence and the texts of comments are kept. Must not know files, or whether a text
parses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

STEP = 4
WORDS = re.compile(
    r"""(?P<text>"[^"\n]*")|(?P<comment>\#.*)|(?P<cite>[A-Z][A-Z0-9]*(?:-[A-Za-z0-9.]+)+)"""
    r"""|(?P<number>[0-9]+(?:\.[0-9]+)?½?|½)|(?P<word>[a-z][a-z0-9_]*)|(?P<mark>'s|[,:;()])"""
    r"""|(?P<blank>[ \t]+)|(?P<other>.)"""
)
GOES_ON = re.compile(r"(?:else|unless|and|or|less|but|because)(?![a-z0-9_])")
CLOSE_BEHIND = {",", ":", ";", ")", "'s"}  # no space before these
SIDE_BY_SIDE = {
    "values",
    "kind",
    "faction",
    "setting",
}  # may stand without blank lines between them


@dataclass(slots=True)
class Line:
    """A line of the text: its words, its trailing comment, and its place in the structure."""

    indent: int
    words: list[str] = field(default_factory=list)
    comment: str = ""
    column: int = 0  # of the comment, counted from 0
    level: int = 0
    goes_on: bool = False  # belongs to the sentence of the line before it
    opens: bool = False  # its sentence has a block
    coming: Line | None = None  # this line or the next one with words

    @property
    def is_code(self) -> bool:
        """Whether the line has words, not just a comment."""
        return bool(self.words)

    @property
    def is_blank(self) -> bool:
        """Whether the line has neither words nor a comment."""
        return not self.words and not self.comment


def laid_out(text: str, headings: bool = True) -> str:
    """Format the text, with exactly one newline at the end.

    `headings` says that declarations begin at the margin, as in a file, and are set apart by blank
    lines; the rules of a card have none.
    """
    lines = lines_of(text)
    _look_ahead(lines)
    _level_comments(lines)
    out: list[str] = []
    for group, line in _with_blanks(lines, headings):
        out += [""] * group
        out.append(_written(line))
    return "".join(f"{line}\n" for line in out)


def lines_of(text: str) -> list[Line]:
    """Split a text into lines, with their words and indentation levels."""
    lines = [_line(one) for one in text.split("\n")]
    depth, last = 0, None
    for line in lines:
        if not line.is_code:
            continue
        line.goes_on = last is not None and (
            depth > 0 or last.words[-1] == "," or bool(GOES_ON.match(line.words[0]))
        )
        if not line.goes_on:
            line.level = line.indent // STEP
        elif last is not None:
            line.level = last.level
        depth = max(0, depth + line.words.count("(") - line.words.count(")"))
        last = line
    return lines


def said_by(text: str) -> list[str]:
    """List all words and comments in order: what formatting must not change."""
    return [match.group().rstrip() for match in WORDS.finditer(text) if not match.group().isspace()]


def stepped(text: str) -> str | None:
    """Convert tabs and other indentation widths to steps of four spaces.

    None if the indentation is ambiguous.
    """
    out: list[str] = []
    widths = [0]
    for raw, line in zip(text.split("\n"), lines_of(text), strict=True):
        blanks = raw[: len(raw) - len(raw.lstrip(" \t"))]
        if " " in blanks and "\t" in blanks and line.is_code:
            return None
        width = len(blanks.expandtabs(STEP))
        if line.is_code and not line.goes_on:
            if width > widths[-1]:
                widths.append(width)
            while width < widths[-1]:
                widths.pop()
            if width != widths[-1]:
                return None
        level = sum(1 for one in widths[1:] if one <= width) if not line.goes_on else len(widths)
        out.append(" " * (STEP * level) + raw.lstrip(" \t") if raw.strip() else "")
    return "\n".join(out)


def _line(raw: str) -> Line:
    line = Line(len(raw[: len(raw) - len(raw.lstrip())].expandtabs(STEP)))
    for match in WORDS.finditer(raw):
        if match.lastgroup == "comment":
            line.comment, line.column = match.group().rstrip(), match.start()
        elif match.lastgroup != "blank" and not match.group().isspace():
            line.words.append(match.group())
    return line


def _look_ahead(lines: list[Line]) -> None:
    """Set for each line the next line with words, and whether its sentence opens a block."""
    coming: Line | None = None
    opening: Line | None = None  # the next line that begins a sentence
    for line in reversed(lines):
        if line.is_code:
            line.opens = opening is not None and opening.level > line.level
            coming = line
            if not line.goes_on:
                opening = line
        line.coming = coming


def _level_comments(lines: list[Line]) -> None:
    """Set the level of comment lines to that of what follows.

    After the last line of a block, a comment may stay as deep as that block.
    """
    before: Line | None = None
    for line in lines:
        behind = line.coming
        if not line.is_code and line.comment:
            low = 0 if behind is None else behind.level
            high = low if before is None else max(low, before.level)
            if behind is not None and behind.goes_on:
                line.level, line.goes_on, line.opens = behind.level, True, behind.opens
            elif before is not None and before.is_code and low > before.level:
                line.level = low
            else:
                line.level = min(high, max(low, (line.indent + STEP // 2) // STEP))
        if not line.is_blank:
            before = line


def _with_blanks(lines: list[Line], headings: bool) -> Iterator[tuple[int, Line]]:
    """Yield each line that is not blank, with the number of blank lines before it: 0 or 1."""
    apart = _apart(lines) if headings else set()
    blanks = 0
    last: Line | None = None  # the last line that is not blank
    for at, line in enumerate(lines):
        if line.is_blank:
            blanks += 1
            continue
        if last is None or line.goes_on or (last.is_code and line.level > last.level):
            blanks = 0
        yield (1 if at in apart else min(blanks, 1)), line
        blanks = 0
        last = line


def _apart(lines: list[Line]) -> set[int]:
    """Find the headings, or the comments above one, that lack a blank line before them.

    Headings of sorts in `SIDE_BY_SIDE` need none between them.
    """
    found = set()
    head = ""  # the first word of the last heading
    first = -1  # where the comments above the next heading begin
    blank = False  # whether a blank line stands between the headings
    for at, line in enumerate(lines):
        if line.is_blank:
            blank = True
        elif line.level or line.goes_on:
            first, blank = -1, False
        elif not line.is_code:
            first = at if first < 0 else first
        else:
            together = {head, line.words[0]} <= SIDE_BY_SIDE
            if head and not blank and not together:
                found.add(at if first < 0 else first)
            head, first, blank = line.words[0], -1, False
    return found


def _written(line: Line) -> str:
    """Format a line, without its newline."""
    margin = STEP * line.level
    if line.goes_on:
        margin += 2 * STEP if line.opens else STEP
    if not line.is_code:
        return " " * margin + line.comment
    code = " " * margin + _joined(line.words)
    if not line.comment:
        return code
    return code.ljust(max(line.column, len(code) + 2)) + line.comment


def _joined(words: list[str]) -> str:
    out = ""
    for at, word in enumerate(words):
        if at and word not in CLOSE_BEHIND and words[at - 1] != "(":
            out += " "
        out += word
    return out
