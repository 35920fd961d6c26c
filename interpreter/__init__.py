"""Rulewright: board games run from their rules.

What programs use is offered here, and nothing below is promised: `load` gives a `Game`, its `start`
a `State`, a state its `options` and views.

    import interpreter as rw

    game = rw.load("love_letter")
    state = game.start(players=3, seed=7)
    while not state.over:
        state.choose(state.options[0])
    print(state.result.words)

Names are imported when they are first used: who needs only the engine does not load the reader.
"""

import sys

TYPE_CHECKING = False  # as `typing` has it, which takes a while to import
if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic as Diagnostic
    from interpreter.interface.faults import Endless as Endless
    from interpreter.interface.faults import Fault as Fault
    from interpreter.interface.faults import GameOver as GameOver
    from interpreter.interface.faults import Misuse as Misuse
    from interpreter.interface.faults import NoStory as NoStory
    from interpreter.interface.faults import NoSuchSeat as NoSuchSeat
    from interpreter.interface.faults import NotOffered as NotOffered
    from interpreter.interface.faults import NotOver as NotOver
    from interpreter.interface.faults import OtherRules as OtherRules
    from interpreter.interface.faults import Problems as Problems
    from interpreter.interface.faults import Unreadable as Unreadable
    from interpreter.interface.faults import WrongPlayers as WrongPlayers
    from interpreter.interface.game import Game as Game
    from interpreter.interface.game import load as load
    from interpreter.interface.option import Option as Option
    from interpreter.interface.state import Result as Result
    from interpreter.interface.state import State as State
    from interpreter.present.model.parts import View as View
    from interpreter.simulation.random_games import Outcome as Outcome

__version__ = "0.1.0"

_FAULTS = (
    "Endless",
    "Fault",
    "GameOver",
    "Misuse",
    "NoStory",
    "NoSuchSeat",
    "NotOffered",
    "NotOver",
    "OtherRules",
    "Problems",
    "Unreadable",
    "WrongPlayers",
)
_OFFERED = {
    **dict.fromkeys(_FAULTS, "interpreter.interface.faults"),
    "Diagnostic": "interpreter.diagnostics",
    "Game": "interpreter.interface.game",
    "Option": "interpreter.interface.option",
    "Result": "interpreter.interface.state",
    "State": "interpreter.interface.state",
    "View": "interpreter.present.model.parts",
    "Outcome": "interpreter.simulation.random_games",
}


def _offered(module: str, name: str) -> object:
    """Import an attribute from the module that defines it."""
    from importlib import import_module

    return getattr(import_module(module), name)


class _Interface(type(sys)):  # type: ignore[misc]  # a module
    """This package, with `load` as the function.

    Without it, the import system would replace it by the subpackage of that name, as soon as
    something in there is imported.
    """

    @property
    def load(self) -> object:
        """Load a game; see `interpreter.interface.game.load`."""
        return _offered("interpreter.interface.game", "load")

    @load.setter
    def load(self, folder: object) -> None:
        """Ignore the assignment, by which an import would hide the function."""


sys.modules[__name__].__class__ = _Interface


def __getattr__(name: str) -> object:
    if name in _OFFERED:
        return _offered(_OFFERED[name], name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_OFFERED])
