"""Chapter 9, for a time: what is set, raised, banned and closed until something ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.ir.declared import Field
from tests.reference.table import Value

if TYPE_CHECKING:
    from interpreter.ir.standing import Until
    from tests.reference.table import Table


@dataclass(frozen=True)
class Lasting:
    """Something that holds for a time: `left` ends of `span`, or until `whose` next one begins, or
    has ended."""

    sort: str
    span: str
    left: int
    whose: int
    begins: bool
    owner: int = -1
    field: Field | None = None
    before: Value = 0
    relative: bool = False
    rule: object = None
    what: tuple[int, ...] = ()


def lasting(sort: str, until: Until | None, who: int) -> Lasting:
    """`during this turn`, `for 2 turns`, `until your next turn`, `until end of your next turn`."""
    how, span = (1, "game") if until is None else until
    if how == "next":
        return Lasting(sort, span, 0, who, True)
    if how == "end_of_next":
        return Lasting(sort, span, 0, who, False)
    return Lasting(sort, span, int(how), -1, False)


def span_begins(table: Table, span: str, you: int) -> None:
    """A player's next turn begins: what lasted until then is over."""
    table.lasting = [
        replace(one, left=1, whose=-1)
        if one.span == span and one.whose == you >= 0 and not one.begins
        else one
        for one in table.lasting
    ]
    _over(table, [one for one in table.lasting if one.span == span and one.whose == you >= 0])


def span_ends(table: Table, span: str) -> None:
    """A turn, round or phase ends, and with it what lasts until then."""
    over = [one for one in table.lasting if one.span == span and one.whose < 0 and one.left == 1]
    table.lasting = [
        replace(one, left=one.left - 1)
        if one.span == span and one.whose < 0 and one.left > 1
        else one
        for one in table.lasting
    ]
    _over(table, over)


def _over(table: Table, over: list[Lasting]) -> None:
    for one in reversed(over):
        at = next(n for n, other in enumerate(table.lasting) if other is one)
        del table.lasting[at]
        if one.sort == "set":
            _put_back(table, one, at)


def _put_back(table: Table, over: Lasting, at: int) -> None:
    """The old value returns. If it was set again meanwhile and that change still lasts, the later
    value stays; what was raised or lowered later stays so much more or less."""
    assert over.field is not None
    value = over.before
    later = [n for n in range(at, len(table.lasting)) if _same(table.lasting[n], over)]
    now = table.read(over.field, over.owner)
    afters = [table.lasting[n].before for n in later[1:]] + [now]
    for n, after in zip(later, afters, strict=False):
        one = table.lasting[n]
        table.lasting[n] = replace(one, before=value)
        if not one.relative:
            return
        value += after - one.before  # type: ignore[operator]
    table.write(over.field, over.owner, value)


def _same(one: Lasting, other: Lasting) -> bool:
    return one.sort == "set" and one.field is other.field and one.owner == other.owner


def changed_for_good(table: Table, field: Field, owner: int, was: Value, by: bool) -> None:
    """What is changed for good stays when something temporary ends: `by` so much, or set anew."""
    now = table.read(field, owner)
    for n, one in enumerate(table.lasting):
        if one.sort != "set" or one.field is not field or one.owner != owner:
            continue
        before = now
        if by:
            low, high = field.type.low, field.type.high
            before = one.before + (now - was)  # type: ignore[operator]
            if low is not None and high is not None:
                before = min(max(before, low), high)
        table.lasting[n] = replace(one, before=before)


def amount_of(table: Table, target: object, owner: int, reader: int) -> int:
    """By how much a number is raised or lowered for a time, as `reader` sees it."""
    return sum(
        one.what[1]
        for one in table.lasting
        if one.sort == "modify"
        and one.rule == target
        and one.what[0] == owner
        and one.what[2] in (-1, reader)
    )


def is_closed(table: Table, number: int) -> bool:
    """Whether nothing may enter a place now."""
    return any(one.what[0] <= number < one.what[1] for one in table.lasting if one.sort == "closed")
