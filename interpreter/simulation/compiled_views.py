"""What a reader may see of a game that compiled rules play.

Takes a `NativePlan` and one of its states; gives what `present` gives for the same game in Python,
for bots that search with compiled rules and must not look into other hands. It must not print.
"""

from __future__ import annotations

from interpreter.backends.c.compiled.engine import NativePlan
from interpreter.backends.c.compiled.states import NativeState
from interpreter.present import labels
from interpreter.present.model import view as views
from interpreter.present.model.parts import View


def view(game: NativePlan, state: NativeState, viewer: int | None) -> View:
    """Everything that a seat sees (None: somebody who looks on), as in Python."""
    return views.view(game.plan, game.take_back(state), viewer)


def option_labels(game: NativePlan, state: NativeState) -> list[str]:
    """Give the options in words, for whoever decides; in the order of `game.options`."""
    python = game.take_back(state)
    return [
        labels.option_label(game.plan, python, number, python.actor)
        for number in range(len(python.options))
    ]
