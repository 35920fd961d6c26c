"""Errors of the public interface: one class for each kind of fault.

Every message says what to do instead. `Problems` carries the same diagnostics as `check`.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic


class Fault(Exception):
    """The base class of everything that the interface raises on purpose."""


class Problems(Fault):
    """A game or a house rule has errors.

    `diagnostics` has all of them, in the order of their places; the text is what `rulewright check`
    prints.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        from interpreter.diagnostics.render_text import render

        return "\n\n".join(render(one) for one in self.diagnostics)


class Misuse(Fault, ValueError):
    """A call that cannot mean anything here: the state is as it was before."""


class WrongPlayers(Misuse):
    """The game is not for so many players."""


class NoSuchSeat(Misuse):
    """There is no player with this number or name."""


class NotOffered(Misuse):
    """The option is not one of those that are offered now."""


class GameOver(Misuse):
    """The game has ended: nothing can be chosen."""


class NoStory(Misuse):
    """A state that does not know how it came about is asked about its past."""


class NotOver(Misuse):
    """The game has not ended: it has no result."""


class OtherRules(Misuse):
    """A state belongs to another game, or to other rules of the same game."""


class Unreadable(Misuse):
    """Data that is not a state as `State.to_json` writes it."""


class Endless(Fault):
    """The rules go on without anybody deciding anything; the text names the rules involved."""
