"""Constants of a printed game as C tables; only those in use are emitted.

Takes the constants of the printed module: numbers, lists of numbers, lists of such lists. Knows
nothing of what they mean.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.backends.c.kinds import FIXED_TABLES, NotNative, depth_of
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.backends.c.translation import Translation

WIDEST = 1 << 16  # entries of a membership table
MOST_SPACES = 1 << 10  # of a board with a table entry for each pair of spaces


class Tables:
    """The tables that a game needs, in the order of their first use."""

    def __init__(self, constants: Json) -> None:
        self.known = constants
        self.constants = constants
        self.texts: dict[str, str] = {}
        self.rows: dict[tuple[int, ...], str] = {}

    def text(self) -> str:
        """Render all tables in use as C."""
        return "".join(self.texts.values())

    # -------------------------------------------------------------------------- writing

    def row(self, values: tuple[int, ...]) -> str:
        """Name the table of a literal list of numbers, emitting it on first use."""
        if values not in self.rows:
            self.rows[values] = name = f"row_{len(self.rows)}"
            self._write(name, "I", values)
        return self.rows[values]

    def flat(self, name: str) -> str:
        """Name the table of a constant list of numbers, emitting it on first use."""
        if name not in self.texts:
            self._write(name, "I", self.constants[name])
        return name

    def lists(self, name: str) -> str:
        """Name the table of a constant list of lists, emitting it on first use.

        A three-dimensional constant is flattened by one level: its rows follow one another.
        """
        if name not in self.texts:
            value = self.constants[name]
            if depth_of(value) == 3:
                value = [row for part in value for row in part]
            made = "".join(f"{{ {len(row)}, (I *)({self._row_at(row)}) }}, " for row in value)
            self.texts[name] = f"static const L {name}[] = {{ {made or '{ 0, 0 }'}}};\n"
        return name

    def _row_at(self, row: tuple[int, ...]) -> str:
        return self.row(tuple(row)) if row else "0"

    def _write(self, name: str, kind: str, values: Any) -> None:
        numbers = ", ".join(str(int(x)) + ("LL" if abs(x) > 2**31 - 1 else "") for x in values)
        self.texts[name] = f"static const {kind} {name}[] = {{ {numbers or '0'} }};\n"

    # -------------------------------------------------------------------------- what is asked

    def entry(self, name: str, at: ast.expr, printer: Translation) -> str:
        """Translate the lookup of one number in a constant table.

        Negative indices count from the end; where only -1 can occur, a copy of the table with its
        last entry in front saves the check. Raises `NotNative` if the constant is not a flat list.
        """
        value = self.constants.get(name)
        if depth_of(value) != 1:
            raise NotNative(f"the table {name}", getattr(at, "lineno", 0))
        assert value is not None
        low, high = printer.steps.bounds(printer, at)
        if low == -1 and high is not None and high < len(value):
            # The entry of none is the last; this copy has it in front as well.
            shifted = f"NONE_{name}"
            if shifted not in self.texts:
                self._write(shifted, "I", (value[-1], *value))
            return f"{shifted}[1 + {printer.number(at)}]"
        return f"{self.flat(name)}[{printer.steps.index(printer, at, len(value))}]"

    def list_of(self, e: ast.expr, printer: Translation) -> str | None:
        """Translate a list that is a constant, or a row of a constant table; None for any other."""
        if isinstance(e, ast.Name) and depth_of(self.constants.get(e.id)) == 1:
            count = len(self.constants[e.id])
            return f"of_numbers({self.flat(e.id)}, {count})"
        found = self._in_table(e, printer)
        return found and f"{found[0]}[{found[1]}]"

    def _in_table(self, e: ast.expr, printer: Translation) -> tuple[str, str, Any] | None:
        """Resolve the lookup of a row: the table's C name, the C index, and the table's rows.

        None if the expression is not the lookup of a row in a constant table.
        """
        if not isinstance(e, ast.Subscript) or isinstance(e.slice, ast.Slice):
            return None
        base = e.value
        if isinstance(base, ast.Name) and depth_of(self.constants.get(base.id)) == 2:
            if printer.named(base.id) is not None:
                return None
            rows = self.constants[base.id]
            return self.lists(base.id), printer.steps.index(printer, e.slice, len(rows)), rows
        if isinstance(base, ast.Subscript) and isinstance(base.value, ast.Name):
            name = base.value.id
            if name in FIXED_TABLES:
                parts = self.constants[name]
                player = printer.number(e.slice)
                # Tables of seats: the part for n players has n rows and follows those for
                # fewer players.
                at = f"AT({player}, S->n, {e.lineno})"
                rows = [row for part in parts for row in part]
                return self.lists(name), f"S->n * (S->n - 1) / 2 + {at}", rows
        return None

    def bounds(self, e: ast.expr) -> tuple[int | None, int | None]:
        """Return the smallest and largest entry of a constant list; None for any other expression.

        For a row of a table, all rows count.
        """
        rows: Any = None
        if isinstance(e, ast.Name) and depth_of(self.constants.get(e.id)) == 1:
            rows = [self.constants[e.id]]
        elif (
            isinstance(e, ast.Subscript)
            and isinstance(e.value, ast.Name)
            and depth_of(self.constants.get(e.value.id)) == 2
        ):
            rows = self.constants[e.value.id]
        numbers = [x for row in rows or () for x in row]
        return (min(numbers), max(numbers)) if numbers else (None, None)

    def bounds_of_entry(
        self, e: ast.Subscript, printer: Translation
    ) -> tuple[int | None, int | None]:
        """Return the range of one entry of a list; None where it is unknown."""
        if isinstance(e.value, ast.Attribute):
            return printer.steps.kept_between(printer, e.value.attr)
        if isinstance(e.value, ast.Name) and printer.named(e.value.id) is None:
            return self.bounds(e.value)
        return None, None

    def member(self, e: ast.expr, printer: Translation) -> Callable[[str], str] | None:
        """Return a function that translates membership tests in a constant list.

        The test compares with each of a few constants, or looks into a bit table. None if the list
        is not constant, or its table would be too large.
        """
        if isinstance(e, ast.Tuple) and all(isinstance(x, ast.Constant) for x in e.elts):
            if not 0 < len(e.elts) <= 4:
                return None
            name = printer.new("t")
            tests = " || ".join(f"{name} == {x.value}" for x in e.elts)  # type: ignore[attr-defined]
            return lambda value: f"({{ I {name} = {value}; {tests}; }})"
        found = self._in_table(e, printer)
        if found is None:
            return None
        table, at, rows = found
        numbers = [x for row in rows for x in row]
        if not numbers or (max(numbers) - min(numbers) + 1) * len(rows) > WIDEST:
            return None
        low, width = min(numbers), max(numbers) - min(numbers) + 1
        name = f"in_{table}"
        if name not in self.texts:
            bits = []
            for row in rows:
                there = set(row)
                bits += [int(low + k in there) for k in range(width)]
            self._write(name, "char", bits)
        one = printer.new("t")
        return lambda value: (
            f"({{ I {one} = {value} - {low}; "
            f"(U){one} < {width} && {name}[({at}) * {width} + {one}]; }})"
        )

    def in_a_line(self, name: str, length: int) -> tuple[str, int]:
        """Return the table of every row of `length` spaces as a bit mask, and its length."""
        ways = {
            sum(1 << space for space in line[at : at + length])
            for line in self.constants[name]
            for at in range(len(line) - length + 1)
        }
        table = f"WAYS{length}_{name}"
        if table not in self.texts:
            numbers = ", ".join(f"{way}ULL" for way in sorted(ways)) or "0"
            self.texts[table] = f"static const U {table}[] = {{ {numbers} }};\n"
        return table, len(ways)

    def between(self, name: str, line: int) -> str:
        """Name the C function that finds the spaces between two spaces, emitting it on first use.

        `line` is blamed in the `NotNative` that is raised for a board of more than `MOST_SPACES`
        spaces.
        """
        ways = self.constants[name]
        call = f"way_{name}"
        if call not in self.texts:
            size = max((max(pair) for pair in ways), default=0) + 1
            if size > MOST_SPACES:
                raise NotNative("the spaces between two spaces of so large a board", line)
            numbers = [0] * (size * size)
            rows: list[tuple[int, ...]] = [()]
            places: dict[tuple[int, ...], int] = {(): 0}
            for (a, b), way in ways.items():
                if way not in places:
                    places[way] = len(rows)
                    rows.append(way)
                numbers[a * size + b] = places[way]
            made = "".join(f"{{ {len(row)}, (I *)({self._row_at(row)}) }}, " for row in rows)
            at = ", ".join(map(str, numbers))
            self.texts[call] = (
                f"static const L {name}[] = {{ {made}}};\n"
                f"static const int at_{name}[] = {{ {at} }};\n"
                f"static L {call}(I a, I b) {{ return (U)a < {size} && (U)b < {size} ? "
                f"{name}[at_{name}[a * {size} + b]] : {name}[0]; }}\n"
            )
        return call
