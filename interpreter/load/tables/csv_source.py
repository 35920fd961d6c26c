"""Loads components from a table, `components/cards.csv`: rows of components, columns of lines.

Takes a `Source`; produces the `Spanned` that the same list in YAML would be, or diagnostics and
nothing. The first row names the columns, behind a line `sep=;` and comments that begin with `#`;
commas, semicolons, tabs or `|` part the cells. The list is named after the file. An empty cell says
nothing. A cell in brackets is a list or amounts (`[north, south]`, `{apple: 2}`), and amounts are
written `2 apple, 1 pear` as well; `yes`, `no`, `TRUE` and `FALSE` are booleans, and `0.5` and `2,5`
are halves. It must not know any kind.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.load.spanned import EmbeddedText, Path, Spanned
from interpreter.load.tables.raw_table import RawCell, RawColumn, RawTable
from interpreter.load.yaml_source import empty_file, load_yaml

TEXTS = frozenset(["id", "title", "text", "short", "source", "rules"])
"""Columns whose cells are texts, whatever stands in them."""
_YES_NO = {"yes": True, "no": False, "true": True, "false": False}
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_AMOUNTS = re.compile(r"[0-9]{1,4} [a-z][a-z0-9_]*(?:, *[0-9]{1,4} [a-z][a-z0-9_]*)*")
_HALF = re.compile(r"([0-9]{0,4})[.,]50*")
_HEAD = re.compile(
    r'(?:[ \t]*(?:#[^\n]*)?\n)*(?:"?sep=(?P<mark>[,;\t|])"?[ ,;]*\n)?(?:[ \t]*(?:#[^\n]*)?\n)*'
)
"""What may stand above the row that names the columns."""
_MARKS = ",;\t|"
"""What may part two cells."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """The content of a cell, its span, and whether the file has all its characters unchanged."""

    text: str
    span: Span
    plain: bool = True

    @property
    def inner(self) -> int:
        """The offset in the file at which its text begins."""
        return self.span.start + self.span.text.startswith('"')


def load_csv(source: Source, report: Report) -> Spanned | None:
    """Load the list of components of one table; None after a diagnostic."""
    rows = _rows(source, report)
    if rows is None:
        return None
    rows = [row for row in rows if any(cell.text.strip() for cell in row)]
    if not rows:
        empty_file(source, report)
        return None
    columns, *lines = rows
    if not _check(columns, lines, report):
        return None
    name = name_of_list(source.path)
    faults = len(report.found)
    table = RawTable(
        name,
        tuple(RawColumn(one.text.strip(), one.span) for one in columns),
        tuple(tuple(map(partial(_raw, report), columns, row)) for row in lines),
    )
    made = as_read(table, source)
    return made if len(report.found) == faults else None


def name_of_list(path: str) -> str:
    """Return the name of the list that a file holds, from the file's name."""
    stem = PurePosixPath(path).stem.removesuffix(".csv")
    return "_".join("".join(c if c.isalnum() else " " for c in stem.lower()).split()) or "cards"


def as_read(table: RawTable, source: Source) -> Spanned:
    """Make components of a table as its cells are in themselves, with their places."""
    made = Spanned({table.name: []}, source, {}, {}, {}, tables=(table,))
    whole = Span(source, 0, len(source.text))
    for above in ((), (table.name,)):
        made.spans[above] = made.keys[above] = whole
    for number, row in enumerate(table.rows):
        path: Path = (table.name, number)
        if row:
            made.spans[path] = made.keys[path] = Span(source, row[0].span.start, row[-1].span.end)
        found: dict[str, Any] = {}
        for column, cell in zip(table.columns, row, strict=False):
            if cell.text.strip():
                found[column.name] = cell.value
                put_cell(made, (*path, column.name), column, cell)
        made.data[table.name].append(found)
    return made


def put_cell(made: Spanned, at: Path, column: RawColumn, cell: RawCell) -> None:
    """Record where a cell stands, and its text if it stands unchanged in the file."""
    made.spans[at] = cell.span
    made.keys[at] = cell.span if at[-1] == "rules" else column.span
    if not isinstance(cell.value, str):
        return
    offsets, start = [], cell.start
    quotes = tuple(n for n, one in enumerate(cell.text) if one == '"') if cell.doubled else ()
    for line in cell.text.split("\n"):
        offsets.append(start if start >= 0 else cell.span.start)
        start += len(line) + 1 + line.count('"') * cell.doubled if start >= 0 else 0
    made.blocks[at] = EmbeddedText(cell.text, tuple(offsets), quotes)


def _raw(report: Report, column: _Cell, cell: _Cell) -> RawCell:
    value = _value(column.text.strip(), cell, report) if cell.text.strip() else None
    return RawCell(cell.text, cell.span, value, cell.inner, not cell.plain)


def _value(key: str, cell: _Cell, report: Report) -> Any:
    """Convert a cell to a number, a boolean, a list or amounts; any other stays a text.

    The columns in `TEXTS` are always texts. Amounts of the same name are added up, as in rules.
    """
    text = cell.text.strip()
    if key in TEXTS:
        return cell.text if key in ("text", "rules") else text
    if text.casefold() in _YES_NO:
        return _YES_NO[text.casefold()]
    half = _HALF.fullmatch(text)
    if half is not None:
        return f"{half[1].removeprefix('0')}½"
    if _WHOLE.fullmatch(text):
        return int(text)
    if _AMOUNTS.fullmatch(text):
        made: Counter[str] = Counter()  # one that is named twice is added up, as in rules
        for part in text.split(","):
            amount, name = part.split()
            made[name] += int(amount)
        return dict(made)
    if text[:1] + text[-1:] in ("[]", "{}") and "\n" not in text:
        inner = Report()
        read = load_yaml(Source(cell.span.source.path, text), inner)
        for one in inner.found:
            report.add(one.slug, cell.span, one.message, helps=one.helps, subjects=one.subjects)
        return read.data if read is not None else text
    return text


def _check(columns: list[_Cell], lines: list[list[_Cell]], report: Report) -> bool:
    """Report columns with no name or the same one, and cells outside all columns; False if any."""
    faults = len(report.found)
    first: dict[str, Span] = {}
    for number, column in enumerate(columns):
        name = column.text.strip()
        if not name and any(cell.text.strip() for row in lines for cell in row[number:][:1]):
            report.add(
                "missing-key",
                column.span,
                "this column has no name",
                helps=("write into its first row what stands in it, such as `title`",),
            )
        elif name and name in first:
            report.add(
                "duplicate-key",
                column.span,
                f"two columns are called `{name}`",
                "again here",
                others=[Label(first[name], "first here")],
            )
        first.setdefault(name, column.span)
    for row in lines:
        beyond = [cell for cell in row[len(columns) :] if cell.text.strip()]
        if beyond:
            report.add(
                "wrong-count",
                beyond[0].span,
                "this row has more cells than "
                + (f"the {len(columns)} columns" if len(columns) > 1 else "the one column"),
                helps=("put a text with such a mark in it into quotes, or name one more column",),
            )
    return len(report.found) == faults


def _rows(source: Source, report: Report) -> list[list[_Cell]] | None:
    """Split the text into rows of cells; None after a quote that is unclosed or ends too early."""
    text = source.text
    above = _HEAD.match(text)
    assert above is not None
    at = above.end()
    head = re.sub(r'"[^"\n]*"', "", text[at:].partition("\n")[0])
    mark = above["mark"] or max(_MARKS, key=head.count)
    rows: list[list[_Cell]] = [[]]
    while at <= len(text):
        while text[at : at + 1] == " ":
            at += 1
        end = at
        if text[at : at + 1] == '"':
            end = at + 1
            while (end := text.find('"', end)) >= 0 and text[end + 1 : end + 2] == '"':
                end += 2
            if end < 0:
                report.add(
                    "open-quote",
                    Span(source, at, at + 1),
                    "this quote is not closed",
                    helps=('close it with `"`; a quote inside a text is written twice: `""`',),
                )
                return None
            end += 1
            said = text[at + 1 : end - 1]
            rows[-1].append(_Cell(said.replace('""', '"'), Span(source, at, end), '""' not in said))
            while text[end : end + 1] == " ":
                end += 1
            if text[end : end + 1] not in ("", mark, "\n"):
                line_end = text.find("\n", end)
                report.add(
                    "stray-text",
                    Span(source, end, line_end if line_end > 0 else len(text)),
                    "more stands here after the closing quote",
                    "does not belong to the cell",
                    helps=('a quote inside a text is written twice: `""`',),
                )
                return None
        else:
            while end < len(text) and text[end] not in (mark, "\n"):
                end += 1
            rows[-1].append(_Cell(text[at:end], Span(source, at, end)))
        if text[end : end + 1] == "\n":
            rows.append([])
        at = end + 1
    return rows
