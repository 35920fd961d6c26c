"""Who sits where: parsing `--seats`, and choices for random seats.

A random choice is a pure function of the seed, the seat and the number of earlier decisions, so
that a game can be repeated.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from interpreter.cli.exits import USAGE, Stop
from interpreter.present import words
from interpreter.run import chance
from interpreter.run.plan import Plan

KINDS = ("human", "random", "greedy", "search", "easy", "normal", "hard", "rules")


def seats_of(
    ctx: click.Context, param: click.Parameter, given: str | None
) -> tuple[str, ...] | None:
    """Parse `--seats human,random` to kinds of seats."""
    if given is None:
        return None
    found = tuple(map(_plain, given.split(",")))
    for one in found:
        if why := _why_not(one):
            raise click.BadParameter(why, ctx, param)
    return found


def _plain(given: str) -> str:
    """Normalize a kind of seat; the name of a file is kept as typed."""
    given = given.strip()
    return given if given.endswith(".py") else given.lower()


def is_kind(seat: str) -> bool:
    """Whether this is a kind of player."""
    return not _why_not(seat)


def _why_not(seat: str) -> str:
    """Return why a seat cannot be played by this; empty if it can."""
    if seat in KINDS:
        return ""
    if seat.endswith(".py") or seat.partition(":")[0] in KINDS[1:]:
        from interpreter.bots.player_kinds import NoSuchBot, check_name

        try:
            check_name(seat)
        except NoSuchBot as fault:
            return str(fault)
        return ""
    from interpreter.diagnostics.suggest import nearest

    close = nearest(seat, KINDS)
    hint = f"Did you mean '{close}'?" if close else f"There are: {', '.join(KINDS)}."
    return f"'{seat}' cannot take a seat. {hint}"


def seated(plan: Plan, wanted: Sequence[str] | None) -> tuple[str, ...]:
    """Return the kinds of all seats; by default a person (at a terminal) among random players.

    Raises `Stop` if the game does not allow that many.
    """
    if wanted is None:
        number = min(max(plan.least, 3), plan.most)
        first = "human" if _terminal() else "random"
        return (first, *["random"] * (number - 1))
    if not plan.least <= len(wanted) <= plan.most:
        raise Stop(
            USAGE,
            f"{plan.title} is played by {words.players(plan)}, not by {len(wanted)}",
            "name a kind for each seat, such as --seats human"
            + ",random" * (min(max(plan.least, 3), plan.most) - 1),
        )
    return tuple(wanted)


def _terminal() -> bool:
    try:
        return sys.stdin.isatty()
    except ValueError:  # closed
        return False


def random_choice(seed: int, seat: int, decisions: int, options: int) -> int:
    """Choose the option of a random seat: an index below `options`."""
    bits = chance.mix(
        (seed ^ chance.stream_key(f"seat {seat}")) + (decisions + 1) * chance.GOLDEN & chance.MASK
    )
    return (bits >> 32) * options >> 32
