"""Views of games that compiled rules play.

Takes a `NativePlan` and one of its states; returns what `present` returns for the same game in
Python, for bots that search with compiled rules and must not look into other hands. It must not
print.
"""

from __future__ import annotations

from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.compiled.states import NativeState
from interpreter.present import labels
from interpreter.present.model import view as views
from interpreter.present.model.parts import View


def view(game: NativePlan, state: NativeState, viewer: int | None) -> View:
    """Build everything that a seat sees (None: a spectator), as in Python."""
    return views.view(game.plan, game.take_back(state), viewer)


def option_labels(game: NativePlan, state: NativeState) -> list[str]:
    """List the labels of the options for whoever decides, in the order of `game.options`."""
    python = game.take_back(state)
    return [
        labels.option_label(game.plan, python, number, python.actor)
        for number in range(len(python.options))
    ]
