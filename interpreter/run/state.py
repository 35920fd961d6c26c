"""The game-independent part of every state: who decides, what the options are, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

Option: TypeAlias = int | tuple[int, ...]
"""An answer to a question: a whole number, or several of them."""
NO_LOG: Any = None
"""The log of a state that keeps none."""
Env: TypeAlias = Mapping[str, Any]
"""Values of locals, by their names: numbers, and lists of them."""
Locals: TypeAlias = dict[str, Any]
"""The same, to which more may be added."""
Entry: TypeAlias = tuple[Any, ...]
"""An entry of the log: its sort, then what `language/steps.py` says of it."""
Pins: TypeAlias = MutableMapping[str, Any]
"""Results of chance that come before those of the seed, or what gives them, by their stream."""
Frame: TypeAlias = tuple[Any, ...]
"""A rule that waits: its number, its block, then its locals: numbers, and lists of them."""
_S = TypeVar("_S", bound="BaseState")


class Agent(Protocol):
    """Who answers all questions of a game at once, so that it is never suspended."""

    def __call__(self, S: BaseState, options: Sequence[Option]) -> Option:
        """Answer a question."""

    def mixed(self, S: BaseState, candidates: Sequence[Option]) -> Sequence[Option]:
        """Order what might be options, of which two that work are enough; empty for all of them."""


class BaseState:
    """A game in progress. The game's own fields and zones are slots of a generated subclass.

    `actor` is the seat that decides, `site` the number of the question, `options` its possible
    answers: whole numbers, or tuples of them. `over` is 1 when the game has ended.
    """

    if not TYPE_CHECKING:  # a type checker would report the slots below as missing
        __slots__ = ()
    code: tuple[Callable[..., int], ...] = ()

    if TYPE_CHECKING:  # the slots of every generated class
        n: int
        seed: int
        active: int
        over: int
        ending: int
        fuel: int
        site: int
        actor: int
        probe: int
        base: int
        asides: int  # on a copy: begun rules that wait and are not done
        agent: Agent | None
        choice: Any  # the option that was taken; None until the rules have read it
        log: list[Entry]  # None in a state without a log
        options: list[Any]
        loc: list[int]
        shown: list[int]
        used_at: list[int]
        used_n: list[int]
        winners: list[int]
        expiry: list[Entry]
        draws: dict[str, int]
        pins: Pins | None
        stack: list[Frame]
        mine: set[str]
        answers: list[object] | None
        __slots__: tuple[str, ...]

        def __getattr__(self, name: str) -> Any:
            """Look up a field or a zone of the game, such as `f_player_gold`."""

    def clone(self: _S) -> _S:
        """Copy the state; the copy shares nothing mutable with it."""
        raise TypeError("states are copied by the game's own class")

    def lend(self: _S) -> _S:
        """Copy the state for looking ahead; lists are shared until the copy changes them (`own`).

        The copy must be done with before this state goes on.
        """
        return self.clone()


def own(S: BaseState, name: str) -> None:
    """Copy a list that a look-ahead copy shares with its game, before the list is changed."""
    if name in S.mine:
        return
    S.mine.add(name)
    shared = getattr(S, name)
    nested = shared and isinstance(shared[0], list)
    setattr(S, name, [part[:] for part in shared] if nested else shared[:])


def new_state(kind: type[_S]) -> _S:
    """Create an empty state of a generated class; no slot is set."""
    return kind.__new__(kind)
