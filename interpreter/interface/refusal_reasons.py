"""Why a move is possible or not, and why an option cannot be taken back, at a state.

Takes engines, options and the history of a state; returns sentences. What the player who asks
cannot see is never told.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.interface.faults import NotOffered
from interpreter.play.taking_back import CAME_TO_LIGHT, barred_by, shows
from interpreter.run.lookahead import tells_hidden
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

MAY_COME_TO_LIGHT = "chance speaks after it, or something hidden may come to light"


def sentences_of(
    plan: Plan, players: int, seed: int, taken: Sequence[object], move: str
) -> list[str]:
    """Explain why a move is possible or not for whoever decides after the choices `taken`.

    Without a move, explains why the rest of the menu is not offered. Raises `NotOffered` for words
    that mean nothing.
    """
    from interpreter.explaining.explanations import opened, reached
    from interpreter.explaining.reasons import explanations
    from interpreter.explaining.typed_moves import Unknown
    from interpreter.play.because import sentences

    if taken:
        engine, steps = plan.start(players, seed), []
        for value in taken[:-1]:
            steps.append((engine.actor, engine.site, value))
            plan.answer(engine, value)
        steps.append((engine.actor, engine.site, taken[-1]))
        place = reached(plan, engine, taken[-1], None, tuple(steps))
    else:
        place = opened(plan, players, seed)
    try:
        return [" ".join(sentences(made)) for made in explanations(place, move)]
    except Unknown as unknown:
        near = f": did you mean `{unknown.near}`?" if unknown.near else ""
        raise NotOffered(f"nothing in this game is called `{unknown.word}`{near}") from None


def kept_by(plan: Plan, before: BaseState, index: int) -> str:
    """Explain why an option may not be taken back once it is taken; empty if it may.

    Where the outcome depends on chance or on something hidden, the text does not say on which: that
    would reveal what is hidden to whoever asks before they choose.
    """
    seat, option = before.actor, before.options[index]
    if tells_hidden(before, option, seat):
        return MAY_COME_TO_LIGHT
    again = plan.copied(before, log=True)
    plan.choose(again, index)
    why = barred_by(plan, before, again.log, again)
    return why or (CAME_TO_LIGHT if shows(plan, before, again.log, seat) else "")
