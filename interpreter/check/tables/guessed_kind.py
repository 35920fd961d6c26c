"""What a table could be in the rules: a kind block with a printed line for each of its columns.

Takes a table as it was read; returns lines of rules, and what each column became. It is a proposal
that a person reads before it is written: nothing of it is used to read a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.check.tables.cell_values import NO, NOTHING, YES, count, read_cell, slug
from interpreter.check.tables.column_names import uses
from interpreter.check.tables.column_types import ColumnType
from interpreter.load.tables.raw_table import RawTable
from interpreter.syntax.parser import RESERVED

MOST_WORDS = 24  # that a column of words may have to become a list
LONGEST_WORD = 24  # letters of a word of a list
NO_KINDS = frozenset(
    ["deck", "decks", "hand", "hands", "played", "player", "players", "table", "opening", "active",
     "main", "game", "text", "title", "copies", "rules", "source", "art", "winner"]
)  # fmt: skip
"""Names of tables that a new game, or every game, has for something else."""
_HISSING = ("ss", "x", "ch", "sh", "zz")
USUAL_MOST = (3, 5, 6, 9, 10, 12, 20, 50, 100, 1000)  # to which a range of numbers is rounded up


@dataclass(frozen=True, slots=True)
class GuessedColumn:
    """What a column becomes: its header, the line of the rules, what that holds, and an example."""

    header: str
    line: str
    holds: str
    example: str


@dataclass(frozen=True, slots=True)
class GuessedKind:
    """A kind block as text, and what it was made of."""

    name: str
    plural: str
    rules: str
    columns: tuple[GuessedColumn, ...]
    cards: int
    copies: int


def kind_names(table: str) -> tuple[str, str]:
    """Return the name of a kind and its plural, by the name of its table.

    They are those of cards where the table is called like something else: a zone, a word of the
    language, a year."""
    if table.endswith("ies"):
        names = f"{table[:-3]}y", table
    elif table.endswith(tuple(f"{one}es" for one in _HISSING)):
        names = table[:-2], table
    elif table.endswith("s") and not table.endswith("ss"):
        names = table[:-1], table
    elif table.endswith(_HISSING):
        names = table, f"{table}es"
    else:
        names = table, f"{table}s"
    usable = names[0][:1].isalpha() and not {*names, table} & {*NO_KINDS, *RESERVED}
    return names if usable else ("card", "cards")


def guessed_kind(table: RawTable, reserved: Iterable[str] = ()) -> GuessedKind:
    """Propose the kind block of a table."""
    return _Guess(table, frozenset(reserved)).made()


class _Guess:
    """The work on one table."""

    def __init__(self, table: RawTable, taken: frozenset[str]) -> None:
        self.table = table
        self.taken = set(taken) | set(RESERVED)
        self.name, self.plural = kind_names(table.name)
        self.uses = uses([one.name for one in table.columns], {})
        self.lists: list[str] = []
        self.lines: list[str] = []
        self.columns: list[GuessedColumn] = []

    def made(self) -> GuessedKind:
        """Return the proposal."""
        spread = self._spread()
        for number, column in enumerate(self.table.columns):
            cells = [
                row[number].text.strip() if number < len(row) else "" for row in self.table.rows
            ]
            example = next((one for one in cells if one), "")
            use = self.uses[number]
            if use.own or not column.name:
                self._note(column.name, "", "not for the game", example)
            elif use.line:
                self._note(column.name, use.line, _GENERAL.get(use.line, "of every card"), example)
            elif column.name in spread:
                line, part = spread[column.name]
                self._note(column.name, f"{line} {part}", "amounts, one column each", example)
            else:
                self._line(column.name, cells, example)
        body = "\n".join(f"    {line}" for line in self.lines) or "    carries rules"
        lists = "".join(f"{line}\n" for line in self.lists)
        rules = f"{lists}{chr(10) if lists else ''}kind {self.name} plural {self.plural}\n{body}\n"
        return GuessedKind(
            self.name, self.plural, rules, tuple(self.columns), len(self.table.rows), self._copies()
        )

    def _copies(self) -> int:
        at = next((n for n, one in enumerate(self.uses) if one.line == "copies"), None)
        if at is None:
            return len(self.table.rows)
        return sum(count(row[at].text) or 1 for row in self.table.rows if at < len(row))

    def _note(self, header: str, line: str, holds: str, example: str) -> None:
        self.columns.append(GuessedColumn(header, line, holds, " ".join(example.split())[:40]))

    # ------------------------------------------------------------------------ amounts

    def _spread(self) -> dict[str, tuple[str, str]]:
        """Find amounts that are spread over columns, such as `cost green` and `cost blue`."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for column, use in zip(self.table.columns, self.uses, strict=True):
            words = slug(column.name).split("_")
            if len(words) > 1 and not use.line and not use.own and self._numbers(column.name):
                groups.setdefault(words[0], []).append((column.name, "_".join(words[1:])))
        found: dict[str, tuple[str, str]] = {}
        for line, parts in groups.items():
            if len(parts) > 1:
                of = self._free(f"{line}_kind")
                members = [self._free(part) for _, part in parts]
                self.lists.append(f"values {of}: {', '.join(members)}")
                self.lines.append(f"printed {line}: amounts of {of}")
                found |= {
                    header: (line, part) for (header, _), part in zip(parts, members, strict=True)
                }
        return found

    def _numbers(self, header: str) -> bool:
        """Check whether a column holds numbers and nothing else."""
        at = next(n for n, one in enumerate(self.table.columns) if one.name == header)
        cells = [row[at].text.strip() for row in self.table.rows if at < len(row)]
        return all(count(one) is not None for one in cells if one.casefold() not in NOTHING)

    # ------------------------------------------------------------------------ one column

    def _line(self, header: str, cells: Sequence[str], example: str) -> None:
        """Propose the printed line of a column, by what stands in its cells."""
        name = slug(header) or f"column_{len(self.columns) + 1}"
        name = f"{self.name}_{name}" if name in self.taken or name[0].isdigit() else name
        said = [one for one in cells if one.casefold() not in NOTHING]
        for guess in (self._yes_no, self._number, self._amounts, self._words):
            holds = guess(name, said, len(said) < len(cells))
            if holds:
                break
        else:
            holds = "text"
        self.taken.add(name)
        self.lines.append(f"printed {name}: {holds}")
        self._note(header, name, holds, example)

    def _yes_no(self, name: str, said: Sequence[str], gaps: bool) -> str:
        words = {one.casefold() for one in said}
        fits = words <= YES | NO and not words <= {"0", "1"} and bool(words)
        return "yes or no" if fits else ""

    def _number(self, name: str, said: Sequence[str], gaps: bool) -> str:
        numbers = [count(one) for one in said]
        halves = [read_cell(one, one, ColumnType("number", halves=True)) for one in said]
        if not said or not all(isinstance(one, int) or str(one).endswith("½") for one in halves):
            return ""
        found = [one for one in numbers if one is not None]
        in_halves = len(found) < len(said)
        whole = [int(str(one).rstrip("½") or 0) + 1 for one in halves if str(one).endswith("½")]
        most = max((*found, *whole))
        if min(found, default=0) < 0:
            return ""
        high = next((one for one in USUAL_MOST if one >= most), most)
        return f"0 to {high}{' in halves' if in_halves else ''}{' or none' if gaps else ''}"

    def _amounts(self, name: str, said: Sequence[str], gaps: bool) -> str:
        """Find amounts in cells such as `2 green, 1 blue`."""
        parts: Counter[str] = Counter()
        for cell in said:
            for part in cell.replace(";", ",").split(","):
                number, _, word = part.strip().partition(" ")
                if not number.isdecimal() or not slug(word):
                    return ""
                parts[slug(word)] += 1
        if not parts or len(parts) > MOST_WORDS:
            return ""
        of = self._free(f"{name}_kind")
        members = [self._free(one) for one in parts]
        self.lists.append(f"values {of}: {', '.join(members)}")
        return f"amounts of {of}"

    def _words(self, name: str, said: Sequence[str], gaps: bool) -> str:
        """Find words that come again, alone or several in a cell."""
        marks = any("," in one or ";" in one for one in said)
        parts = [
            part.strip()
            for one in said
            for part in one.replace(";", ",").split(",")
            if part.strip()
        ]
        words = Counter(map(slug, parts))
        few = 1 < len(words) <= MOST_WORDS and 2 * len(words) <= max(len(parts), 4)
        if (
            not few
            or "" in words
            or any(len(one) > LONGEST_WORD or one[0].isdigit() for one in words)
        ):
            return ""
        of = self._free(f"{name}_kind")
        members = [self._free(one) for one in words]
        if any(member != word for member, word in zip(members, words, strict=True)):
            return ""  # a word has another meaning: a text says it as well
        self.lists.append(f"values {of} plural {of}s: {', '.join(members)}")
        return f"set of {of}s" if marks else f"{of}{' or none' if gaps else ''}"

    def _free(self, name: str) -> str:
        """Return a name that nothing else has."""
        made = f"{name}_word" if name in self.taken else name
        self.taken.add(made)
        return made


_GENERAL = {
    "title": "the title",
    "text": "the text printed on it",
    "copies": "how many there are",
    "id": "the name in the rules",
    "source": "where it comes from",
}
