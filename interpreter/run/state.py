"""What every state has, whatever the game: who decides, what the options are, how it ended."""

from __future__ import annotations

from typing import Any


class BaseState:
    """A game in progress. The game's own fields and zones are slots of a generated subclass.

    `actor` is the seat that decides, `site` the number of the question, `options` what can be
    answered: whole numbers, or tuples of them. `over` is 1 when the game has ended.
    """

    __slots__ = ()
    code: Any = ()

    def clone(self) -> Any:
        """A copy that shares nothing that changes."""
        raise TypeError("states are copied by the game's own class")


def new_state(kind: Any) -> Any:
    """An empty state of a generated class."""
    return kind.__new__(kind)
