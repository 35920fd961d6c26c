"""An option, and the position that offers it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.present import labels
from interpreter.present.model.parts import Option as Shown
from interpreter.present.model.view import view
from interpreter.run import handles
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.interface.game import Game


class Option:
    """One answer that is offered. Equal to the same answer to the same question elsewhere."""

    __slots__ = ("_place", "index", "value")

    def __init__(self, place: EnginePosition, index: int, value: int | tuple[int, ...]) -> None:
        self._place = place
        self.index = index  # index among the options, from 0
        self.value = value  # the engine's value: a number, or several

    @property
    def id(self) -> str:
        """The name of the option, made of ids of the game: `roll`, `copper`, `blue_and_green`."""
        return self._place.names[self.index]

    @property
    def question(self) -> str:
        """The id of the question that it answers: `push.lane`."""
        return self._place.question

    @property
    def words(self) -> str:
        """The label for people."""
        return self._place.labels[self.index]

    @property
    def places(self) -> tuple[str, ...]:
        """The ids, in a view, of what the option refers to: zones, spaces, cards, seats."""
        return self._shown.on

    @property
    def price(self) -> dict[str, int]:
        """The certain costs for the player, by title."""
        return {one.say: -one.by for one in self._shown.pays}

    @property
    def gain(self) -> dict[str, int]:
        """The certain gains of the player, by title."""
        return {one.say: one.by for one in self._shown.gains}

    @property
    def _shown(self) -> Shown:
        return self._place.shown[self.index]

    def __repr__(self) -> str:
        return f"<Option {self.id}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option):
            return NotImplemented
        return (self.question, self.id) == (other.question, other.id)

    def __hash__(self) -> int:
        return hash((self.question, self.id))


class EnginePosition:
    """An engine position, which never changes, with cached descriptions of its options."""

    def __init__(self, game: Game, engine: BaseState) -> None:
        self.game, self.engine = game, engine

    @cached_property
    def names(self) -> list[str]:
        """The ids of the options, in their order."""
        return handles.option_handles(self.game.plan, self.engine)

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the options for people, in order."""
        return labels.option_labels(self.game.plan, self.engine, self.engine.actor)

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        """The options as a view has them."""
        asked = view(self.game.plan, self.engine, self.engine.actor).asked
        assert asked is not None  # whoever decides is asked
        return asked.options

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options; empty when the game is over."""
        return tuple(Option(self, n, one) for n, one in enumerate(self.engine.options))

    @property
    def question(self) -> str:
        """The id of the present question; empty when the game is over."""
        return handles.question_handle(self.game.plan, self.engine.site)
