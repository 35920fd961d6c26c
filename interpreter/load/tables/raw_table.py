"""A table as it was read: columns by their headers, and rows of cells, before kinds are known.

`check/tables` makes components of it once the rules have said what a kind has."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.diagnostics import Span


@dataclass(frozen=True, slots=True)
class RawColumn:
    """A column: its header as it is written, and where."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class RawCell:
    """A cell: its text, its place, and what it is in itself, such as a number or a list.

    `start` is the offset of its text in the file, -1 where the file has it in another form;
    `doubled` says that quotes in it are written twice there."""

    text: str
    span: Span
    value: object
    start: int = -1
    doubled: bool = False


@dataclass(frozen=True, slots=True)
class RawTable:
    """The cells of one list of components; a row may be shorter than the columns.

    `sheet` is the name of its sheet, where a workbook has several."""

    name: str
    columns: tuple[RawColumn, ...]
    rows: tuple[tuple[RawCell, ...], ...]
    sheet: str = ""
