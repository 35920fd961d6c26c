"""Makes components of a table, once the kinds are known: columns by their use, cells by their kind.

Takes what `load` has read; writes the components and their places into the same `Spanned`, so that
whatever is checked or shown afterwards finds what YAML would have held. What was taken for what is
noted; what can be read in two ways is reported with both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.check.tables.cell_values import TwoReadings, count, read_cell, slug
from interpreter.check.tables.column_names import ColumnUse, uses
from interpreter.check.tables.column_types import ColumnType, TableKind, TableKinds
from interpreter.diagnostics import Report, Span
from interpreter.diagnostics.json_data import Json
from interpreter.diagnostics.suggest import listed
from interpreter.load.spanned import Path, Spanned
from interpreter.load.tables.csv_source import put_cell
from interpreter.load.tables.raw_table import RawCell, RawColumn, RawTable
from interpreter.syntax.parser import RESERVED

_YES_NO = ColumnType("yesno")
_TYPES = {"for_each_player": _YES_NO}
_TEXTS = ("id", "title", "text", "source", "rules")


Taken = tuple[Span, str]
"""The header of a table, and what was taken for what in it, in words."""


def fit(documents: Iterable[Spanned], kinds: TableKinds, report: Report) -> list[Taken]:
    """Make components of all tables; return what was taken for what."""
    notes: list[Taken] = []
    for document in documents:
        if not document.tables:
            continue
        whole = Span(document.source, 0, len(document.source.text))
        for places in (document.spans, document.keys, document.blocks):
            places.clear()
        document.spans[()] = document.keys[()] = whole
        document.data.clear()
        for table in document.tables:
            if table.sheet and kinds.by_plural and kinds.of(table.name) is None:
                report.add(
                    "unread-file",
                    whole,
                    f"the sheet `{table.sheet}` is not read: no kind of component is called so",
                    helps=(f"the kinds are: {listed(list(kinds.by_plural))}",),
                )
                document.data.setdefault(next(iter(kinds.by_plural)), [])
                continue
            notes += _FittedTable(document, table, kinds, report).fill()
    return notes


class _FittedTable:
    """The work on one table."""

    def __init__(
        self, document: Spanned, table: RawTable, kinds: TableKinds, report: Report
    ) -> None:
        self.document, self.table, self.report = document, table, report
        found = kinds.of(table.name)
        self.kind = found or TableKind(table.name.removesuffix("s"), table.name, {})
        self.taken = kinds.taken
        self.uses = uses((one.name for one in table.columns), self.kind.lines)
        self.lines = {one.line for one in self.uses}
        self.ids: set[str] = set()

    def fill(self) -> list[Taken]:
        """Write all components of the table; return what was taken for what."""
        document, plural = self.document, self.kind.plural
        document.data.setdefault(plural, [])
        document.spans[plural,] = document.keys[plural,] = document.spans[()]
        self._report_two_uses()
        first = len(document.data[plural])
        for number, row in enumerate(self.table.rows, first):
            document.data[plural].append(self._component(row, (plural, number)))
        return self._in_words()

    # ------------------------------------------------------------------------ a row

    def _component(self, row: Sequence[RawCell], path: Path) -> Json:
        document = self.document
        if row:
            whole = Span(document.source, row[0].span.start, row[-1].span.end)
            document.spans[path] = document.keys[path] = whole
        made: Json = {}
        for column, use, cell in zip(self.table.columns, self.uses, row, strict=False):
            if use.own or not cell.text.strip():
                continue
            if use.part:
                self._put_part(made, path, column, use, cell)
                continue
            line = use.line or column.name
            value = self._read(line, cell)
            if value is not None:
                made[line] = value
                put_cell(document, (*path, line), column, cell)
        self._name(made, path)
        return made

    def _read(self, line: str, cell: RawCell) -> object:
        """Read a cell by what its line can hold; None for nothing."""
        if line in _TEXTS:
            return cell.text if line in ("text", "rules") else cell.text.strip()
        if line == "copies":
            found = count(cell.text)
            return cell.value if found is None else found
        column = self.kind.lines.get(line) or _TYPES.get(line)
        return cell.value if column is None else self._one_reading(cell, column)

    def _one_reading(self, cell: RawCell, column: ColumnType) -> object:
        """Read a cell; one with two readings is reported, and stays a text."""
        read = read_cell(cell.text, cell.value, column)
        if not isinstance(read, TwoReadings):
            return read
        self.report.add(
            "two-readings",
            cell.span,
            f"`{cell.text.strip()}` can be read in two ways",
            helps=(f"write `{read.first}` or `{read.second}`",),
        )
        return cell.text

    def _put_part(
        self, made: Json, path: Path, column: RawColumn, use: ColumnUse, cell: RawCell
    ) -> None:
        """Add a column that holds one of the amounts of a line."""
        number = self._one_reading(cell, ColumnType("number"))
        if number is None or number == 0:
            return
        amounts = made.setdefault(use.line, {})
        if isinstance(amounts, dict):
            amounts[use.part] = number
        self.document.spans.setdefault((*path, use.line), cell.span)
        self.document.keys.setdefault((*path, use.line), column.span)
        put_cell(self.document, (*path, use.line, use.part), column, cell)

    # ------------------------------------------------------------------------ names

    def _name(self, made: Json, path: Path) -> None:
        """Give a component the id that it has, in the form of the rules, or one of its title."""
        said = str(made.get("id") or "")
        name = said if _is_id(said) else slug(said or str(made.get("title") or ""))
        if not said:
            name = self._free(name, int(path[1]))
        elif name[:1].isdigit() or not name:
            name = f"{self.kind.name}_{name or int(path[1]) + 1}"
        if not said and not made.get("title"):
            return  # nothing to make an id of: the checks say that it is missing
        made["id"] = name
        self.ids.add(name)
        at = (*path, "id")
        if at not in self.document.spans:
            title = (*path, "title")
            self.document.spans[at] = self.document.spans.get(title, self.document.spans[path])
            self.document.keys[at] = self.document.spans[at]

    def _free(self, name: str, number: int) -> str:
        """Return an id like a title that nothing else has."""
        kind = self.kind.name
        if not name:
            name = f"{kind}_{number + 1}"
        elif name[0].isdigit():
            name = f"{kind}_{name}"
        elif name in RESERVED or name in self.taken:
            name = f"{name}_{kind}"
        made, again = name[:60].strip("_"), 2
        while made in self.ids:
            made, again = f"{name[:56].strip('_')}_{again}", again + 1
        return made

    # ------------------------------------------------------------------------ what was taken

    def _report_two_uses(self) -> None:
        """Report headers that could be about two lines, and two that are about the same one."""
        first: dict[tuple[str, str], RawColumn] = {}
        for column, use in zip(self.table.columns, self.uses, strict=True):
            if use.other:
                self.report.add(
                    "two-readings",
                    column.span,
                    f"`{column.name}` can be read in two ways",
                    helps=(f"call the column `{use.line} {use.part}` or `{use.other}`",),
                )
            if not use.line:
                continue
            before = first.setdefault((use.line, use.part), column)
            if before is not column:
                self.report.add(
                    "two-readings",
                    column.span,
                    f"`{before.name}` and `{column.name}` both are the {use.line}",
                    helps=(f"call one of them `{use.line}`, and the other `_{slug(column.name)}`",),
                )

    def _in_words(self) -> list[Taken]:
        """Say in words what was taken for what."""
        pairs = zip(self.table.columns, self.uses, strict=True)
        taken = [
            f"`{column.name}` is {' '.join(filter(None, (use.line, use.part)))}"
            for column, use in pairs
            if use.line and column.name != use.line and not use.other
        ]
        if "id" not in self.lines and self.table.rows:
            taken.append("ids are made of the titles")
        own = [
            column.name
            for column, use in zip(self.table.columns, self.uses, strict=True)
            if use.own
        ]
        if own:
            taken.append(f"{listed(own)} {'is' if len(own) == 1 else 'are'} not for the game")
        columns = self.table.columns
        if not taken or not columns:
            return []
        source = columns[0].span.source
        return [(Span(source, columns[0].span.start, columns[-1].span.end), "; ".join(taken))]


def _is_id(text: str) -> bool:
    return bool(text) and slug(text) == text and text[0].isalpha()
