"""Answers that a page gives in one: an answer and the next, or several things in any order.

Takes a table and what was pointed at; the table is asked step by step, as its rules ask. What does
not fit any more is left open, and the page shows the question where it stopped.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.page.people.agreements import NotYours
from interpreter.page.shared_table import SharedTable
from interpreter.present.model.parts import Option, PendingQuestion, View
from interpreter.present.page.targets import all_items

MOST_STEPS = 30  # answers to one click


def take_then(table: SharedTable, seat: int | None, option: str, then: str, version: int) -> None:
    """Take an option, and after it the answer `then` to the same player's next question.

    What alone can be answered in between is answered. Raises what `SharedTable.take` does."""
    table.take(seat, option, version)
    for _ in range(MOST_STEPS if then else 0):
        options = table.options(seat)
        if any(one.id == then for one in options):
            table.take(seat, then, table.version)
            return
        if len(options) != 1:
            return
        table.take(seat, options[0].id, table.version)


def take_picked(table: SharedTable, seat: int | None, picked: Sequence[str], version: int) -> None:
    """Choose all things with these ids, in the order in which the rules ask for them.

    Where fewer are chosen than could be, choosing is ended. Raises what `SharedTable.take` does."""
    if version != table.version:
        raise NotYours("the game has gone on since: look again")
    names = _names_of(table, seat, picked)
    for _ in range(min(MOST_STEPS, len(names))):
        asked = table.view(seat).asked
        if asked is None:
            return
        found = _next_of(table, seat, asked, names)
        if found is None:
            return
        names.remove(found.plain)
        table.take(seat, found.take, table.version)
        after = table.view(seat).asked
        if after is None or after.id != asked.id:
            return
    asked = table.view(seat).asked
    ends = [one for one in asked.options if not one.about] if asked is not None else []
    if asked is not None and asked.picks is not None and len(ends) == 1:
        table.take(seat, ends[0].take, table.version)


def _next_of(
    table: SharedTable, seat: int | None, asked: PendingQuestion, names: list[str]
) -> Option | None:
    """Find the option among these names after which all the others can still be chosen.

    The rules ask for things in an order of their own, which need not be that of the options."""
    fit = [one for one in asked.options if one.plain in names]
    for one in fit if len(names) > 1 and len(fit) > 1 else ():
        after = table.view_after(seat, one.take)
        following = after.asked
        if following is None or following.id != asked.id:
            continue
        known = _known(after)
        choosable = {known.get(i, "") for i in following.picks.of} if following.picks else set()
        choosable |= {option.plain for option in following.options}
        rest = list(names)
        rest.remove(one.plain)
        if choosable.issuperset(rest):
            return one
    return fit[0] if fit else None


def _names_of(table: SharedTable, seat: int | None, picked: Sequence[str]) -> list[str]:
    """Return what the things with these ids are called, since ids shift as things are chosen."""
    names = _known(table.view(seat))
    return [names[one] for one in picked if one in names]


def _known(view: View) -> dict[str, str]:
    """Map the ids of all things to what they are called, as options call them where they do."""
    names = {one.id: one.say for one in all_items(view) if one.id}
    for option in view.asked.options if view.asked is not None else ():
        names |= dict.fromkeys(option.about, option.plain)
    return names
