"""How a value of a game is written: one way through lists, joint values and none.

`ValueWriter` has a method for each kind of value (the table in `ir/types.py`). Who writes values
for a purpose (saves, JSON, players, game tests) derives from it and says what single values are
called. It knows no plan and no state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from interpreter.ir.types import Type

Value: TypeAlias = int | Sequence["Value"]
PlainValue: TypeAlias = int | Sequence[int]
"""What a field holds, or what is printed on a component: one number, or several."""
Written = TypeVar("Written")


class ValueWriter(ABC, Generic[Written]):
    """Writes values; `Written` is text, JSON, or a phrase with links."""

    def write(self, kind: Type, value: Value) -> Written:
        """Write a value of any kind."""
        if not isinstance(value, int):
            if kind.is_amounts:
                return self.amounts(kind, [count for count in value if isinstance(count, int)])
            return self.several(kind, value)
        if kind.is_joint:
            return self.joint(kind, value)
        if value < 0 and (kind.optional or not kind.is_number):
            return self.none(kind)
        method = _METHODS.get(kind.base)
        return self.other(kind, value) if method is None else method(self, kind, value)

    @abstractmethod
    def none(self, kind: Type) -> Written:
        """Write that there is no value."""

    @abstractmethod
    def amounts(self, kind: Type, counts: Sequence[int]) -> Written:
        """Write one number for each word of a values list."""

    @abstractmethod
    def several(self, kind: Type, values: Sequence[Value]) -> Written:
        """Write a list of values; each is of the kind `kind.element`."""

    @abstractmethod
    def joint(self, kind: Type, value: int) -> Written:
        """Write several values that were chosen together."""

    @abstractmethod
    def number(self, kind: Type, value: int) -> Written:
        """Write a number; where the kind has halves, they are what is counted."""

    @abstractmethod
    def yes_no(self, kind: Type, value: int) -> Written:
        """Write yes (1) or no (0)."""

    @abstractmethod
    def word(self, kind: Type, value: int) -> Written:
        """Write a word of a values list by its place in it."""

    @abstractmethod
    def player(self, kind: Type, value: int) -> Written:
        """Write a player by the seat."""

    @abstractmethod
    def piece(self, kind: Type, value: int) -> Written:
        """Write a component by its id."""

    @abstractmethod
    def space(self, kind: Type, value: int) -> Written:
        """Write a space of a board or, where `kind.of` begins with `zone:`, of a row."""

    @abstractmethod
    def lane(self, kind: Type, value: int) -> Written:
        """Write a line of a board with the end at which it is entered."""

    @abstractmethod
    def other(self, kind: Type, value: int) -> Written:
        """Write a value of a kind that no choice offers, such as a design by its title."""


_METHODS: dict[str, Callable[[ValueWriter[Written], Type, int], Written]] = {
    "number": lambda writer, kind, value: writer.number(kind, value),
    "yesno": lambda writer, kind, value: writer.yes_no(kind, value),
    "value": lambda writer, kind, value: writer.word(kind, value),
    "player": lambda writer, kind, value: writer.player(kind, value),
    "piece": lambda writer, kind, value: writer.piece(kind, value),
    "space": lambda writer, kind, value: writer.space(kind, value),
    "lane": lambda writer, kind, value: writer.lane(kind, value),
}
