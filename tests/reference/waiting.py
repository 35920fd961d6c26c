"""Chapter 9: rules that wait for a deed, or for a turn to begin or to end."""

from __future__ import annotations

from typing import Any

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.standing import DeedTrigger, Hook
from interpreter.language.verbs import event_of
from tests.reference.course import (
    COPY,
    Course,
    Item,
    Items,
)
from tests.reference.table import NONE
from tests.reference.values import Names


def _waiting(c: Course, sort: str, hook: Hook, func: Func, names: Names) -> None:
    """A rule that waits for a deed: of the game, or of a card for each player who has it, in the
    order of the table from the active player on."""
    you = names["you"]
    if not hook.card:
        c.next(("asked", sort, hook, func, names, you, ()))
        return
    if hook.who == "you":
        holders = [you]
    else:
        first = you if sort == "edge" else c.table.active
        n = c.table.players
        holders = [(first + step) % n for step in range(n)]
        if hook.who == "opponent":
            holders = [one for one in holders if one != you]
    c.next(*(("holder", sort, hook, func, names, holder) for holder in holders))


def _held_copies(when: Expr | None) -> nodes.Some | None:
    """The question which copies of a card somebody has, where there are several."""
    while isinstance(when, nodes.And):
        when = when.args[0]
    return when if isinstance(when, nodes.Some) and when.name == COPY else None


def _copy_named(copy: tuple[int, ...]) -> Names:
    return {COPY: copy[0]} if copy else {}


def _holder(c: Course, sort: str, hook: Hook, func: Func, names: Names, holder: int) -> None:
    """Every copy that a player has acts, one after the other."""
    assert hook.when is not None
    several = _held_copies(hook.when)
    if several is None:
        if c.seen(lambda: c.holds(hook.when, {"you": holder})):  # type: ignore[arg-type]
            c.next(("asked", sort, hook, func, names, holder, ()))
        return
    found = c.several(several.args[0], {"you": holder})
    c.next(*(("copy", sort, hook, func, names, holder, one) for one in found))


def _copy(
    c: Course, sort: str, hook: Hook, func: Func, names: Names, holder: int, copy: int
) -> None:
    several = _held_copies(hook.when)
    assert several is not None
    if c.seen(lambda: c.holds(several.args[1], {"you": holder, COPY: copy})):
        c.next(("asked", sort, hook, func, names, holder, (copy,)))


def _asked(
    c: Course,
    sort: str,
    hook: Hook,
    func: Func,
    names: Names,
    holder: int,
    copy: tuple[int, ...],
) -> None:
    """Carry out what waits: `you` is who has the card, `_actor` who acts."""
    trigger = c.program.funcs[hook.func]
    told = [] if sort == "edge" else [names[name] for name, _ in func.params]
    if sort == "instead":
        inner = {"you": holder, "_actor": names["you"], **_copy_named(copy)}
        inner |= {name: names[name] for name, _ in func.params}
        busy = (hook.func, copy[0] if copy else holder if hook.card and hook.who != "you" else 0)
        if c.table.marks.get(busy):
            return
        of = holder if trigger.card else 0
        if trigger.per and c.times_done(trigger.counted_as, trigger.per, of):
            return
        if hook.test is not None and not c.seen(lambda: c.holds(hook.test, inner)):  # type: ignore[arg-type]
            return
        c.table.marks[busy] = 1
        c.next(("carry", trigger, holder, [names["you"], *told, *copy], {}), ("replaced", busy))
        return
    event = names if sort == "before" else {}
    c.next(("carry", trigger, holder, [names["you"], *told, *copy], event))


def _carry(c: Course, func: Func, you: int, args: list[Any], event: Names) -> None:
    c.carry_out(func, you, args)
    if event and c.todo and c.todo[-1][0] != "end":
        for item in reversed(c.todo):
            if item[0] == "end":
                item[2]["event"] = event
                break


def _replaced(c: Course, busy: tuple[str, int]) -> None:
    """Something else was done in place of a deed: the deed itself falls away."""
    c.table.marks.pop(busy, None)
    while c.todo:
        item = c.todo.pop()
        if item[0] == "done":
            break


ANSWERED = (nodes.Move, nodes.Roll, nodes.RollOdds, nodes.Reveal, nodes.Draw, nodes.Shuffle)


def answers_to(c: Course, s: Stmt) -> list[DeedTrigger]:
    """The rules that wait for a built-in deed; none answers what it does itself."""
    kind = s.args[0].type.of if s.args and s.args[0].type.base == "piece" else ""
    if isinstance(s, nodes.Draw):
        kind = s.kind
    inside = next((item[1].name for item in reversed(c.todo) if item[0] == "end"), "")
    return [
        one
        for one in c.program.answers
        if event_of(one.verb) == event_of(s.verb)
        and one.kind in ("", kind)
        and one.hook.func != inside
    ]


def with_answers(
    c: Course, s: Stmt, names: Names, answers: list[DeedTrigger], facts: tuple[int, int, int]
) -> None:
    """First `instead`, then `before`, then the deed itself, then `after`."""

    def waiting(sort: str) -> list[Item]:
        return [("answers", one, s, names, facts) for one in answers if one.sort == sort]

    c.next(
        *waiting("instead"),
        *waiting("before"),
        ("deed", s, names),
        ("moved", s, facts, tuple(waiting("after"))),
        ("deed is done",),
    )


def _deed(c: Course, s: Stmt, names: Names) -> None:
    c.lines[type(s)](c, s, names)


def _moved(c: Course, s: Stmt, facts: tuple[int, int, int], after: tuple[Item, ...]) -> None:
    """What has no room stays where it is, and nothing waits for that."""
    thing, start, end = facts
    if isinstance(s, nodes.Move) and s.how != "box":
        now = c.table.lies.get(thing, NONE)
        if now == start and now != end:
            return
    c.next(*after)


def _draw_one(c: Course, s: nodes.Draw, names: Names, answers: list[DeedTrigger]) -> None:
    """Drawn cards are answered one by one; beforehand nobody knows which it is."""
    source = s.family.base + c.holder(s.family, s.args[1 : 1 + s.sources], names)
    place = c.place(s.how, s.to, s.args[1 + s.sources :], names)
    goal = NONE if place is None else place

    def waiting(sort: str, card: int) -> list[Item]:
        return [
            ("answers", one, s, names, (card, source, goal)) for one in answers if one.sort == sort
        ]

    c.next(
        *waiting("instead", NONE),
        *waiting("before", NONE),
        ("deed", s, names),
        ("drawn", s, names, [one for one in answers if one.sort == "after"], source, goal),
        ("deed is done",),
    )


def _drawn(
    c: Course, s: nodes.Draw, names: Names, answers: list[DeedTrigger], source: int, goal: int
) -> None:
    card = names.get(s.name, NONE)
    if card >= 0 and c.table.lies[card] != source:
        c.next(*(("answers", one, s, names, (card, source, goal)) for one in answers))


def _deed_is_done(c: Course) -> None:
    """A built-in deed and all that waited for it is done."""


def _answers(
    c: Course, one: DeedTrigger, s: Stmt, names: Names, facts: tuple[int, int, int]
) -> None:
    """Who has a rule that waits for a built-in deed."""
    assert s.actor is not None
    actor = c.number(s.actor, names)
    holders = [actor]
    if one.hook.card and one.hook.who != "you":
        n = c.table.players
        holders = [(c.table.active + step) % n for step in range(n)]
    if one.hook.who == "opponent":
        holders = [who for who in holders if who != actor]
    c.next(*(("answers for", one, actor, facts, who) for who in holders))


def _answers_for(
    c: Course, one: DeedTrigger, actor: int, facts: tuple[int, int, int], holder: int
) -> None:
    hook = one.hook
    trigger = c.program.funcs[hook.func]
    thing, start, end = facts
    parts = {"thing": thing, "from": start, "to": end}
    args: list[int] = [actor]
    for (part, _), (_, kind) in zip(one.told, trigger.params[1:], strict=False):
        place = parts.get(part, thing)
        args.append(place if part == "thing" else c.belongs_to(place, kind))
    args += [start, end]
    given: Names = dict(zip((name for name, _ in trigger.params), args, strict=False))
    given |= {"you": holder, "_from": start, "_to": end}
    several = _held_copies(hook.when)
    copies: list[tuple[int, ...]] = [()]
    if several is not None:
        found = c.several(several.args[0], given)
        copies = [(copy,) for copy in found if c.holds(several.args[1], {**given, COPY: copy})]
    elif hook.when is not None and not c.seen(lambda: c.holds(hook.when, given)):  # type: ignore[arg-type]
        return
    c.next(*(("answer one", one, holder, args, given, copy) for copy in copies))


def _answer_one(
    c: Course, one: DeedTrigger, holder: int, args: list[int], given: Names, copy: tuple[int, ...]
) -> None:
    inner = {**given, **_copy_named(copy)}
    if one.hook.test is not None and not c.seen(lambda: c.holds(one.hook.test, inner)):  # type: ignore[arg-type]
        return
    after: list[Item] = [("instead of it",)] if one.sort == "instead" else []
    c.next(("carry", c.program.funcs[one.hook.func], holder, [*args, *copy], {}), *after)


def _instead_of_it(c: Course) -> None:
    while c.todo and c.todo.pop()[0] != "deed is done":
        pass


ITEMS: Items = {
    "deed": _deed,
    "moved": _moved,
    "draw one": _draw_one,
    "drawn": _drawn,
    "deed is done": _deed_is_done,
    "answers": _answers,
    "answers for": _answers_for,
    "answer one": _answer_one,
    "instead of it": _instead_of_it,
    "waiting": _waiting,
    "holder": _holder,
    "copy": _copy,
    "asked": _asked,
    "carry": _carry,
    "replaced": _replaced,
}
