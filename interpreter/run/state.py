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
        """Give a copy that shares nothing that changes."""
        raise TypeError("states are copied by the game's own class")

    def lend(self) -> Any:
        """Give a copy for looking ahead, which shares its lists with this state until it changes
        them: it is done with before this state goes on."""
        return self.clone()


def own(S: Any, name: str) -> None:
    """Make a list that a copy shares with its game the copy's own, before it is changed."""
    if name in S.mine:
        return
    S.mine.add(name)
    shared = getattr(S, name)
    nested = shared and isinstance(shared[0], list)
    setattr(S, name, [part[:] for part in shared] if nested else shared[:])


def new_state(kind: Any) -> Any:
    """Give an empty state of a generated class."""
    return kind.__new__(kind)
