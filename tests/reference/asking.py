"""Chapter 5: what players are asked, and what is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import Any

from interpreter.ir import nodes
from interpreter.ir.declared import MenuLine
from interpreter.ir.nodes import Expr
from interpreter.ir.types import PART_BITS
from tests.reference.course import (
    FEW,
    Answer,
    Answers,
    Course,
    Item,
    Items,
    Lines,
    Question,
)
from tests.reference.money import Till
from tests.reference.table import NONE
from tests.reference.values import Names


def _pay(c: Course, s: nodes.Pay, names: Names) -> None:
    """`pay helper's cost, less 1 of your choice`: who can pay in several ways is asked."""
    payment = s.payment
    who = c.number(s.args[0], names)
    cost = c.seen(lambda: c.value(payment.cost, names))
    for less in payment.less:
        cost = tuple(max(0, a - b) for a, b in zip(cost, c.value(less, names), strict=True))
    most = min(sum(cost), sum(c.number(one, names) for one in payment.choice))
    ways = Till.of(c.program, c.table, payment.purse).ways(who, cost, most)
    if len(ways) > 1:
        _ask(c, who, "pay", ways, ("paid", s, names, cost), payment.site.title)
        return
    if not ways:
        c.fails()
        return
    _paid(c, ways[0], s, names, cost)


def _paid(
    c: Course, option: tuple[int, ...], s: nodes.Pay, names: Names, cost: tuple[int, ...]
) -> None:
    paid = tuple(max(0, a - b) for a, b in zip(cost, option, strict=True))
    who = c.number(s.args[0], names)
    Till.of(c.program, c.table, s.payment.purse).pay(who, paid)


def _candidates(c: Course, s: nodes.Choose, names: Names) -> list[int]:
    """What can be chosen: the selection, under the conditions below the choice."""
    choice = s.choice
    source = choice.source
    if isinstance(source, nodes.Combined):
        return [*_joint(c, choice, source, names)]
    return [
        thing
        for thing in c.several(source, names)
        if all(c.holds(test, {**names, choice.var: thing}) for test, _ in choice.tests)
    ]


def _joint(c: Course, choice: Any, source: nodes.Combined, names: Names) -> Iterator[int]:
    """Several things in one question: each way to take one of each, of alike ones the first."""

    def take(at: int, joint: int, inner: Names) -> Iterator[int]:
        if at == len(source.args):
            asked = {**inner, choice.var: joint}
            if all(c.holds(test, asked) for test, _ in choice.tests):
                yield joint
            return
        things = c.several(source.args[at], inner)
        if _looks(source.args[at]):
            things = _different(c, things)
        for thing in things:
            yield from take(at + 1, joint << PART_BITS | thing, {**inner, source.names[at]: thing})

    return take(0, 0, names)


def _looks(source: Expr) -> bool:
    """Whether copies that look the same are one option: those that lie in a pile, set or row."""
    items = source.args[0] if isinstance(source, nodes.Filter) else source
    return isinstance(items, nodes.Items) and items.family.shape == "list"


def _different(c: Course, things: list[int]) -> list[int]:
    """One of each look, the first of each."""
    found: dict[tuple[Any, ...], int] = {}
    for thing in things:
        found.setdefault(c.look(thing), thing)
    return list(found.values())


def _ask(c: Course, who: int, sort: str, options: list[Any], then: Item, title: str = "") -> None:
    """Ask a question; what leads nowhere is not offered."""
    c.question = Question(who, sort, options, then, title)
    if c.looking_ahead:
        return
    found = [(one, c.possible(one)) for one in options]
    c.question.options = [one for one, can in found if can is not Answer.NO]
    c.question.perhaps = tuple(one for one, can in found if can is Answer.PERHAPS)


def _choose(c: Course, s: nodes.Choose, names: Names) -> None:
    """`choose card from your hand`."""
    choice = s.choice
    who = c.number(s.args[0], names)
    found = c.seen(lambda: _candidates(c, s, names))
    if choice.how != "one":
        _choose_several(c, s, names, who, found)
        return
    if _looks(choice.source):
        found = _different(c, found)
    nothing = [NONE] if choice.optional else []
    _ask(c, who, "choose", found + nothing, ("chosen", s, names), choice.site.title)
    assert c.question is not None
    options = c.question.options
    if choice.has_none and options == nothing:
        c.question = None
        _chosen(c, NONE, s, names)
    elif not options:
        c.question = None
        c.fails()


def _chosen(c: Course, option: Any, s: nodes.Choose, names: Names) -> None:
    """Its name is what was chosen; `if none`, if it is none."""
    names[s.choice.into] = option
    if s.choice.has_none and option in (NONE, ()):
        c.do(s.other, names)


def _choose_several(c: Course, s: nodes.Choose, names: Names, who: int, found: list[int]) -> None:
    """`choose 2 neighbours from opponents`, `up to 2`, `any number`: at once, or one by one if
    there are more than 64 sets."""
    choice = s.choice
    wanted = c.number(choice.number, names) if choice.number is not None else len(found)
    exactly = choice.how == "exactly"
    if exactly and choice.has_none and not (len(found) >= wanted and found):
        names[choice.into] = ()
        c.do(s.other, names)
        return
    if not _few(len(found), wanted, exactly):
        if exactly and len(found) < wanted:
            c.fails()
            return
        names[choice.into] = ()
        c.next(("one more", s, names, wanted, NONE))
        return
    low = wanted if exactly else 0
    look = c.look if _looks(choice.source) else (lambda thing: (thing,))
    options: list[Any] = _sets(found, max(0, low), wanted, look)
    if exactly and choice.optional and options != [()]:
        options.append(())
    _ask(c, who, "choose", options, ("chosen", s, names), choice.site.title)
    assert c.question is not None
    if c.question.options == [()] or not c.question.options:
        options, c.question = c.question.options, None
        if options:
            _chosen(c, (), s, names)
        else:
            c.fails()


def _few(there: int, wanted: int, exactly: bool) -> bool:
    if exactly:
        return wanted < 0 or wanted > there or comb(there, wanted) <= FEW
    most = min(there, wanted)
    return most < 0 or (there <= FEW and sum(comb(there, n) for n in range(most + 1)) <= FEW)


def _sets(
    things: list[int], low: int, high: int, look: Callable[[int], tuple[Any, ...]]
) -> list[tuple[int, ...]]:
    """Sets of so many things, the smaller ones first; of things that look the same, the first."""
    looks = [look(thing) for thing in things]
    found = []
    for size in range(low, min(high, len(things)) + 1):
        for places in combinations(range(len(things)), size):
            earlier = (
                one
                for at in places
                for one in range(at)
                if looks[one] == looks[at] and one not in places
            )
            if next(earlier, None) is None:
                found.append(tuple(things[at] for at in places))
    return found[:FEW]


def _one_more(c: Course, s: nodes.Choose, names: Names, wanted: int, last: int) -> None:
    """One thing after the other, in the order of the things, so that each set is reached once."""
    choice = s.choice
    chosen = names[choice.into]
    found = [one for one in c.seen(lambda: _candidates(c, s, names)) if one > last]
    exactly = choice.how == "exactly"
    if len(chosen) >= wanted or (not exactly and not found):
        if choice.has_none and not chosen:
            c.do(s.other, names)
        return
    if exactly:
        later = {one: sum(1 for other in found if other > one) for one in found}
        found = [one for one in found if later[one] >= wanted - len(chosen) - 1]
    if _looks(choice.source):
        found = _different(c, found)
    ends = [NONE] if not exactly or (choice.optional and not chosen) else []
    who = c.number(s.args[0], names)
    _ask(c, who, "choose", found + ends, ("one chosen", s, names, wanted), choice.site.title)
    if c.question is not None and not c.question.options:
        c.question = None
        c.fails()


def _one_chosen(c: Course, option: int, s: nodes.Choose, names: Names, wanted: int) -> None:
    if option < 0:
        if s.choice.has_none and not names[s.choice.into]:
            c.do(s.other, names)
        return
    names[s.choice.into] = (*names[s.choice.into], option)
    c.next(("one more", s, names, wanted, option))


def _choose_matching(c: Course, s: nodes.ChooseMatching, names: Names) -> None:
    """`choose items from ... matching quest's items and 1 more`: pieces that show exactly these
    values, one after the other; each only while the others can still be chosen."""
    wanted, more = c.value(s.args[1], names), c.number(s.args[2], names)
    names[s.choice.into] = ()
    if not _can_match(c, s, names, wanted, more, (), NONE):
        c.fails()
        return
    c.next(("match", s, names, wanted, more, NONE))


def _left_of(
    c: Course, s: nodes.ChooseMatching, names: Names, chosen: tuple[int, ...]
) -> dict[int, int]:
    """How many there are left of what can be chosen: one of each, but of alike pieces more."""
    choice = s.choice
    found = {
        thing: 1
        for thing in c.several(choice.source, names)
        if all(c.holds(test, {**names, choice.var: thing}) for test, _ in choice.tests)
    }
    source = choice.source
    if isinstance(source, nodes.Items) and source.family.shape == "counts":
        first = c.program.kinds[source.family.kinds[0]].first
        counts = c.counts(source.family, c.holder(source.family, source.args, names))
        found = {thing: counts[thing - first] for thing in found}
    return {thing: many - chosen.count(thing) for thing, many in found.items()}


def _can_match(
    c: Course,
    s: nodes.ChooseMatching,
    names: Names,
    wanted: tuple[int, ...],
    more: int,
    chosen: tuple[int, ...],
    last: int,
) -> bool:
    """Whether what is chosen can be made up to what is wanted, of what comes after it; a wild
    piece stands for any value."""

    def shows(thing: int) -> int:
        return c.number(s.args[3], {**names, s.choice.var: thing})

    left = _left_of(c, s, names, chosen)
    alike = isinstance(s.choice.source, nodes.Items) and s.choice.source.family.shape == "counts"
    rest = [
        shows(thing)
        for thing, many in left.items()
        if thing > last or (alike and thing == last)
        for _ in range(many)
    ]
    picked = [shows(thing) for thing in chosen]
    still = sum(wanted) + more - len(picked)
    if not 0 <= still <= len(rest):
        return False
    wild = c.program.values[s.args[1].type.of].wild
    jokers = sum(one in wild for one in picked) - sum(wanted[one] for one in wild)
    missing, own = max(0, -jokers), 0
    for value, amount in enumerate(wanted):
        if value not in wild:
            short = max(0, amount - picked.count(value))
            missing += short
            own += min(short, rest.count(value))
    missing = max(0, missing - max(0, jokers))
    return missing <= still and missing <= own + sum(one in wild for one in rest)


def _match(
    c: Course,
    s: nodes.ChooseMatching,
    names: Names,
    wanted: tuple[int, ...],
    more: int,
    last: int,
) -> None:
    chosen = names[s.choice.into]
    if len(chosen) >= sum(wanted) + more:
        return
    alike = isinstance(s.choice.source, nodes.Items) and s.choice.source.family.shape == "counts"
    found = [
        thing
        for thing, many in _left_of(c, s, names, chosen).items()
        if many > 0
        and (thing > last or (alike and thing == last))
        and _can_match(c, s, names, wanted, more, (*chosen, thing), thing)
    ]
    if _looks(s.choice.source):
        found = _different(c, found)
    who = c.number(s.args[0], names)
    _ask(c, who, "choose", found, ("matched", s, names, wanted, more), s.choice.site.title)
    if c.question is not None and not c.question.options:
        c.question = None
        c.fails()


def _matched(
    c: Course,
    option: int,
    s: nodes.ChooseMatching,
    names: Names,
    wanted: tuple[int, ...],
    more: int,
) -> None:
    names[s.choice.into] = (*names[s.choice.into], option)
    c.next(("match", s, names, wanted, more, option))


def _options(c: Course, s: nodes.Options, names: Names) -> None:
    """`choose one`, `either ... or ...`, `may ...`: what cannot be done is not offered."""
    who = c.number(s.args[0], names)
    _ask(c, who, "options", list(range(len(s.lines))), ("option", s, names), s.site.title)
    if c.question is not None and not c.question.options:
        c.question = None
        c.fails()


def _option(c: Course, option: int, s: nodes.Options, names: Names) -> None:
    c.do(s.lines[option].body, names)


def _offers(c: Course, s: nodes.Menu) -> list[tuple[int, str, str, str]]:
    """What a menu offers, line by line: the line, its sort, the rule, and the card it is on."""
    found: list[tuple[int, str, str, str]] = []
    for number, line in enumerate(s.lines):
        if line.sort == "pass":
            found.append((number, "pass", line.title, ""))
        for item in line.items if line.sort != "pass" else ():
            if item == "card_actions":
                found += [(number, "card", name, card) for card, name in c.program.card_actions]
            else:
                found.append((number, "action", item, ""))
    return found


def _menu(c: Course, s: nodes.Menu, names: Names) -> None:
    """`menu`: actions, until the player has taken what must be taken and passes, or until nothing
    is left to take."""
    c.next(("menu", s, names, (0,) * len(s.lines)))


def _is_carried(c: Course, card: str, who: int) -> bool:
    """Whether a player has the rules of a card."""
    return bool(c.seen(lambda: c.holds(c.program.carried[card], {"you": who})))


def _menu_item(c: Course, s: nodes.Menu, names: Names, taken: tuple[int, ...]) -> None:
    who = c.number(s.args[0], names)
    offers = _offers(c, s)
    options = [
        at
        for at, (number, sort, rule, card) in enumerate(offers)
        if sort != "pass"
        and not (s.lines[number].limit and taken[number] >= s.lines[number].limit)
        and (not card or _is_carried(c, card, who))
    ]
    can = {at: c.can_do(offers[at][2], [who]) for at in options}
    options = [at for at in options if can[at] is not Answer.NO]
    lines = [line for line in s.lines if line.sort != "pass"]
    everything = all(
        line.limit and taken[at] >= line.limit
        for at, line in enumerate(s.lines)
        if line.sort != "pass"
    )
    if everything and lines and any(taken):
        return
    if not any(_still_must(s.lines[n], taken[n], n, offers, options) for n in range(len(s.lines))):
        options += [at for at, (_, sort, _, _) in enumerate(offers) if sort == "pass"]
    if not options:
        return
    perhaps = tuple(at for at in options if can.get(at) is Answer.PERHAPS)
    then = ("taken", s, names, taken)
    c.question = Question(who, "menu", options, then, s.site.title, perhaps)
    if len(options) == 1 and offers[options[0]][1] == "pass":
        c.question = None
        _taken(c, options[0], s, names, taken)


def _still_must(
    line: MenuLine,
    taken: int,
    number: int,
    offers: list[tuple[int, str, str, str]],
    options: list[int],
) -> bool:
    """What must be taken but cannot be is skipped."""
    offered = any(offers[at][0] == number for at in options)
    return line.sort == "must" and taken < (line.limit or 1) and offered


def _taken(c: Course, option: int, s: nodes.Menu, names: Names, taken: tuple[int, ...]) -> None:
    number, sort, rule, _ = _offers(c, s)[option]
    if sort == "pass":
        c.do(s.lines[number].body, names)
        return
    c.taken += 1
    now = tuple(n + (at == number) for at, n in enumerate(taken))
    c.todo.append(("menu", s, names, now))
    c.carry_out(c.program.funcs[rule], c.number(s.args[0], names), [])


ITEMS: Items = {
    "match": _match,
    "one more": _one_more,
    "menu": _menu_item,
}
ANSWERS: Answers = {
    "chosen": _chosen,
    "one chosen": _one_chosen,
    "matched": _matched,
    "option": _option,
    "paid": _paid,
    "taken": _taken,
}
LINES: Lines = {
    nodes.Pay: _pay,
    nodes.Choose: _choose,
    nodes.ChooseMatching: _choose_matching,
    nodes.Options: _options,
    nodes.Menu: _menu,
}
