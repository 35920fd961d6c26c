"""The rules of a game as they are called: their functions and tables by name.

One print of a game makes one of these; a plan has several, with and without a log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.diagnostics.json_data import Json
from interpreter.run.state import BaseState, Option

Look: TypeAlias = Callable[..., int]
"""A value of a thing that the layout shows: takes a state and the thing."""
Saying: TypeAlias = Callable[[BaseState, int, Option], tuple[tuple[int, ...], ...]]
"""The phrases of an option: takes a state, who chooses, and the option."""
Dearer: TypeAlias = Callable[[BaseState, int, int], int]
"""A change of a cost: takes a state, who pays, and for what."""


@dataclass(slots=True)
class Rules:
    """What printed rules can name, and what a state of them begins with.

    `fuel` is how many steps may run between two decisions, `tracked` counts the deeds whose uses
    are counted, `spans` are those that states count, `owners` has how many things there are of each
    holder of fields, and `memoized` counts the questions whose answers a state keeps.
    """

    space: Json = field(default_factory=dict)
    fuel: int = 0
    tracked: int = 0
    spans: tuple[str, ...] = ()
    owners: Mapping[str, int] = field(default_factory=dict)
    memoized: int = 0

    @property
    def state(self) -> type[BaseState]:
        """The class of states."""
        found: type[BaseState] = self.space[_STATE]
        return found

    @property
    def looks(self) -> Sequence[Look]:
        """The functions of the values that the layout shows, by their numbers in the program."""
        found: Sequence[Look] = self.space[_LOOKS]
        return found

    @property
    def sayings(self) -> Mapping[int, Saying]:
        """The functions that word the options of questions, by the numbers of their sites."""
        found: Mapping[int, Saying] = self.space[_SAYINGS]
        return found

    @property
    def dearer(self) -> Sequence[Dearer]:
        """The standing changes of costs, in the order of the program."""
        found: Sequence[Dearer] = self.space[_DEARER]
        return found


_STATE, _LOOKS, _SAYINGS, _DEARER = "State", "LOOKS", "SAYS", "DEARER"
"""What printed rules call these."""
