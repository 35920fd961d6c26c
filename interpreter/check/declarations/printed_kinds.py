"""What can be printed on a component, a class for each kind of value.

Each class says what a component file may hold (as JSON Schema and in words), converts what a file
or a house rule gives, and describes itself to whoever wrote something else. `printed_kind` finds
the class for a type. Nothing is reported here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from interpreter.diagnostics.json_data import Json
from interpreter.ir.program import Program
from interpreter.ir.types import Type
from interpreter.syntax import ast

MOST_AMOUNT = 1000

Ids = Mapping[str, Sequence[str]]
"""The ids of all components by kind."""
Held = int | str | tuple[object, ...]
"""What a design holds for a printed line; ids of components until all of them are known."""


class PrintedKind(ABC):
    """One kind of value that can be printed, in one game."""

    def __init__(self, wanted: Type, program: Program) -> None:
        self.wanted, self.program = wanted, program

    @property
    def needed(self) -> bool:
        """Whether a component file must give a value: what is left out is none, no or empty."""
        return not self.wanted.optional

    @property
    def members(self) -> Sequence[str]:
        """The words of which a value may consist; empty where it consists of none."""
        return ()

    @abstractmethod
    def schema(self, ids: Ids) -> Json:
        """Return the JSON Schema of a value; an empty one where anything is left to the checker."""

    @abstractmethod
    def from_file(self, given: object) -> Held:
        """Convert what a component file gives; a value that does not fit becomes an empty one."""

    def from_line(self, node: ast.Expression) -> object:
        """Convert what a line of a house rule gives to what a file would hold; None if it does not
        fit."""
        if self.wanted.optional and _names(node) == ["none"]:
            return "none"
        return self._from_line(node)

    @abstractmethod
    def _from_line(self, node: ast.Expression) -> object: ...

    def linked(self, held: Held, first: Mapping[str, int]) -> Held:
        """Exchange the ids of components for their numbers; unknown ones become none."""
        return held

    def words(self) -> str:
        """Describe the values that fit."""
        return self.wanted.words()

    def hint(self) -> str:
        """Say how a value is written in a component file."""
        return self.words()

    def example(self) -> str:
        """Return a value as a house rule writes it; empty for a single number or name."""
        return ""

    def stand_in(self) -> object:
        """Return a value that fits, for a line that could not be read; None if there is none."""
        return None


class _YesNo(PrintedKind):
    @property
    def needed(self) -> bool:
        return False

    def schema(self, ids: Ids) -> Json:
        return {"type": "boolean"}

    def from_file(self, given: object) -> Held:
        return int(bool(given))

    def _from_line(self, node: ast.Expression) -> object:
        return node.span.text == "yes" if isinstance(node, ast.YesNo) else None

    def hint(self) -> str:
        return "`true` for yes, `false` for no"

    def stand_in(self) -> object:
        return False


class PrintedNumber(PrintedKind):
    """A number, which may have halves, a range, or be none."""

    def schema(self, ids: Ids) -> Json:
        made = self._schema()
        # Anything but `none` is told that a number belongs here.
        told = made | {"description": self.words()}
        return {"if": {"not": {"enum": ["none"]}}, "then": told} if self.wanted.optional else made

    def _schema(self) -> Json:
        wanted = self.wanted
        if wanted.halves:  # written as 2 or as "1½"
            description = "a whole number, or one with a half such as ½ or 2½"
            halves = {"type": "string", "pattern": r"^[0-9]*½$(?!\n)", "description": description}
            return {"anyOf": [{"type": "integer"}, halves]}
        made: Json = {"type": "integer"}
        if wanted.low is not None:
            made["minimum"] = wanted.low
        if wanted.high is not None:
            made["maximum"] = wanted.high
        return made

    def from_file(self, given: object) -> Held:
        if isinstance(given, str) and given.endswith("½") and self.wanted.halves:
            return int(given[:-1] or 0) * 2 + 1
        if self.wanted.optional and (given is None or given == "none"):
            return -1
        number = given if isinstance(given, int) and not isinstance(given, bool) else 0
        return number * 2 if self.wanted.halves else number

    def _from_line(self, node: ast.Expression) -> object:
        return self.from_text(node.span.text) if isinstance(node, ast.Number) else None

    def from_text(self, text: str) -> object:
        """Convert the digits of a number; None if it is outside the range."""
        wanted = self.wanted
        if "½" in text:
            return text if wanted.halves else None
        number = int(text) * (2 if wanted.halves else 1)
        low = 0 if wanted.low is None else wanted.low
        high = number if wanted.high is None else wanted.high
        return int(text) if low <= number <= high else None

    def words(self) -> str:
        wanted = self.wanted
        if wanted.low is None or wanted.high is None:
            return wanted.words()
        unit = 2 if wanted.halves else 1
        ends = f"a number from {wanted.low // unit} to {wanted.high // unit}"
        return f"{ends} or none" if wanted.optional else ends

    def stand_in(self) -> object:
        return self.wanted.low or 0


class _Word(PrintedKind):
    @property
    def members(self) -> Sequence[str]:
        return self.program.values[self.wanted.of].members

    def schema(self, ids: Ids) -> Json:
        return {"enum": [*self.members, "none"] if self.wanted.optional else [*self.members]}

    def from_file(self, given: object) -> Held:
        return self.members.index(given) if isinstance(given, str) and given in self.members else -1

    def _from_line(self, node: ast.Expression) -> object:
        names = _names(node)
        return names[0] if len(names) == 1 and names[0] in self.members else None

    def stand_in(self) -> object:
        return self.members[0]


class _Piece(PrintedKind):
    def schema(self, ids: Ids) -> Json:
        if self.wanted.of not in self.program.kinds:
            return {}
        known = ids.get(self.wanted.of, ())
        return {"enum": [*known, "none"] if self.wanted.optional else [*known]}

    def from_file(self, given: object) -> Held:
        return given if isinstance(given, str) else -1

    def _from_line(self, node: ast.Expression) -> object:
        names = _names(node)
        return names[0] if len(names) == 1 else None

    def linked(self, held: Held, first: Mapping[str, int]) -> Held:
        return first.get(held, -1) if isinstance(held, str) else held


class _Amounts(PrintedKind):
    @property
    def needed(self) -> bool:
        return False

    @property
    def members(self) -> Sequence[str]:
        return self.program.values[self.wanted.of].members

    def schema(self, ids: Ids) -> Json:
        amount = {"type": "integer", "minimum": 0, "maximum": MOST_AMOUNT}
        return {
            "type": "object",
            "properties": dict.fromkeys(self.members, amount),
            "additionalProperties": False,
        }

    def from_file(self, given: object) -> Held:
        amounts = given if isinstance(given, dict) else {}
        return tuple(n if isinstance(n := amounts.get(m), int) else 0 for m in self.members)

    def _from_line(self, node: ast.Expression) -> object:
        if isinstance(node, ast.GivenNothing):
            return {}
        if not isinstance(node, ast.GivenAmounts):
            return None
        made: dict[str, int] = {}
        for amount in node.amounts:
            count, name = amount.count.text, amount.name.text
            if name not in self.members or not count.isdigit() or int(count) > MOST_AMOUNT:
                return None
            made[name] = made.get(name, 0) + int(count)
        return made

    def hint(self) -> str:
        example = f"{{{self.members[0]}: 2}}"
        return f"how many of each {self.wanted.of}, such as {example}; those left out are 0"

    def example(self) -> str:
        return ", ".join(f"{n + 1} {one}" for n, one in enumerate(self.members[:2]))


class _Several(PrintedKind):
    @property
    def needed(self) -> bool:
        return False

    def __init__(self, wanted: Type, program: Program) -> None:
        super().__init__(wanted, program)
        self.each = printed_kind(wanted.element, program)

    @property
    def members(self) -> Sequence[str]:
        return self.each.members

    def schema(self, ids: Ids) -> Json:
        return {"type": "array", "items": self.each.schema(ids), "uniqueItems": True}

    def from_file(self, given: object) -> Held:
        found = given if isinstance(given, list) else []
        if isinstance(self.each, _Word):
            return tuple(self.each.from_file(one) for one in found if one in self.members)
        return tuple(str(one) for one in found)

    def _from_line(self, node: ast.Expression) -> object:
        if isinstance(node, ast.GivenNothing):
            return []
        names = _names(node)
        fit = all(name in self.members for name in names) or not self.wanted.element.is_value
        return names if names and fit else None

    def linked(self, held: Held, first: Mapping[str, int]) -> Held:
        if not isinstance(self.each, _Piece) or not isinstance(held, tuple):
            return held
        return tuple(first.get(str(one), -1) for one in held)

    def hint(self) -> str:
        return f"a list in square brackets; each is {self.wanted.element.words()}"

    def example(self) -> str:
        return ", ".join(self.members[:2])


class _Other(PrintedKind):
    """A line of a type that could not be read, or that has no form: nothing fits."""

    @property
    def needed(self) -> bool:
        return not self.wanted.optional and not self.wanted.is_unknown

    def schema(self, ids: Ids) -> Json:
        return {}

    def from_file(self, given: object) -> Held:
        return -1

    def _from_line(self, node: ast.Expression) -> object:
        return None


_KINDS: dict[str, type[PrintedKind]] = {
    "yesno": _YesNo,
    "number": PrintedNumber,
    "value": _Word,
    "piece": _Piece,
    "amounts": _Amounts,
    "set": _Several,
}


def printed_kind(wanted: Type, program: Program) -> PrintedKind:
    """Find what can be printed in a line of this type."""
    if (wanted.is_value or wanted.is_amounts) and wanted.of not in program.values:
        return _Other(wanted, program)
    return _KINDS.get(wanted.base, _Other)(wanted, program)


def _names(node: ast.Expression) -> list[str]:
    return [word.text for word in node.names] if isinstance(node, ast.GivenNames) else []
