"""Iteration as loops in C: over ranges, lists, piles and comprehensions.

A list that only a loop reads is never built: its conditions become those of the loop, unless one of
them pays fuel and a member could be left out.
"""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.c.c_names import CLoop, CName
from interpreter.backends.c.calls import LOUD
from interpreter.backends.c.expressions import condition
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, PILE, PILES, element
from interpreter.backends.c.state_layout import PIECE
from interpreter.backends.c.translation import Translation
from interpreter.backends.c.trees import (
    ALL,
    SIMPLE,
    burnt_of,
    c_name,
    constant,
    is_range,
    less,
    merged,
    not_none,
    such_that,
    takes_room,
    with_name,
)
from interpreter.backends.target.names import ZONE, sort_of


def pile(t: Translation, e: ast.expr) -> str:
    """Translate a pile to a pointer to its memory in the state; no copy is made.

    Raises `NotNative` for anything but a local pile or a pile of the state.
    """
    if isinstance(e, ast.Name):
        found = t.named(e.id)
        if found is not None and found.kind == PILE:
            return found.c
    if isinstance(e, ast.Subscript) and isinstance(e.value, ast.Attribute):
        member = t.layout.piles.get(e.value.attr)
        if member is not None:
            return f"S->{c_name(member.name)}[{t.steps.index(t, e.slice, member.piles)}]"
    raise t.stop("a pile", e)


def ends(t: Translation, e: ast.Call) -> tuple[str, str, str]:
    """Translate the start, end and step of a range."""
    ends = [t.number(a) for a in e.args]
    if len(ends) == 1:
        return "0", ends[0], "1"
    return ends[0], ends[1], ends[2] if len(ends) > 2 else "1"


def of_loop(t: Translation, e: ast.expr) -> tuple[int | None, int | None]:
    """Compute the range of a list's members; None for an end that is unknown."""
    if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
        if e.func.id == "range":
            if len(e.args) == 1:
                return 0, less(t.steps.bounds(t, e.args[0])[1])
            return t.steps.bounds(t, e.args[0])[0], less(t.steps.bounds(t, e.args[1])[1])
        if e.func.id in ("list", "tuple", "sorted", "burn"):
            return of_loop(t, e.args[1 if e.func.id == "burn" else 0])
    if isinstance(e, ast.Subscript) and isinstance(e.slice, ast.Slice):
        return of_loop(t, e.value)
    if isinstance(e, ALL) and len(e.generators) == 1:
        one = e.generators[0]
        if (
            isinstance(e.elt, ast.Name)
            and isinstance(one.target, ast.Name)
            and e.elt.id == one.target.id
        ):
            return of_loop(t, one.iter)
    if isinstance(e, ast.Attribute):
        return t.steps.kept_between(t, e.attr)
    if t.kind(e) == PILE:
        return 0, t.components - 1
    return t.tables.bounds(e)


def kept_between(t: Translation, attr: str) -> tuple[int | None, int | None]:
    """Return the range of all entries of a list of the state; None where it is unknown."""
    member = t.layout.lists.get(attr)
    if sort_of(attr) == ZONE and member is not None and member.type == PIECE:
        return -1, t.components - 1
    return None, None


def loop(t: Translation, e: ast.expr, item: str) -> CLoop:
    """Translate a loop over something, in order; `item` is declared as each member."""
    if isinstance(e, ALL):
        return _loop_of(t, e, item)
    if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
        name = e.func.id
        if name in ("tuple", "list") and isinstance(e.args[0], ast.ListComp):
            return t.steps.loop(t, e.args[0], item)
        if name == "range":
            low, high, step = t.steps.ends(t, e)
            if high.isdigit():
                end, before = high, ""
            else:
                end = t.new("e")
                before = f"I {end} = {high}; "
            head = f"for (I {item} = {low}; {item} < {end}; {item} += {step}) {{ "
            return CLoop(before, head, "} ", most=f"{end}" if low.isdigit() else "")
        if name in ("tuple", "list"):
            return t.steps.loop(t, e.args[0], item)
        if name == "burn":
            return _burning(t, e, item)
        if name == "in_counts":
            return in_counts(t, e, item)
        if name == "zip":
            raise t.stop("two lists at once", e)
    place, end = t.new("i"), t.new("e")
    if isinstance(e, ast.Attribute) and e.attr in t.layout.lists:
        member = t.layout.lists[e.attr]
        start = f"S->{c_name(e.attr)}"
        return CLoop(
            "",
            f"for ({member.type} *{place} = {start}, *{end} = {start} + {member.count}; "
            f"{place} < {end}; {place}++) {{ I {item} = *{place}; ",
            "} ",
            most=str(member.count),
        )
    if (
        isinstance(e, (ast.Tuple, ast.List))
        and len(e.elts) == 1
        and not isinstance(e.elts[0], ast.Starred)
    ):
        return CLoop("", f"{{ I {item} = {t.number(e.elts[0])}; ", "} ")
    if t.kind(e) == PILE:
        pile = t.new("z")
        return CLoop(
            f"Z {pile} = {t.steps.pile(t, e)}; ",
            f"for (Piece *{place} = {pile} + 1, *{end} = {place} + {pile}[0]; "
            f"{place} < {end}; {place}++) {{ I {item} = *{place}; ",
            "} ",
            most=f"{pile}[0]",
        )
    return each_of(t, e, item)


def _each(t: Translation, text: str, item: str, before: str = "", sort: str = "I") -> CLoop:
    """Build a loop over a list that is given as C text."""
    name, place, end = t.new("l"), t.new("i"), t.new("e")
    return CLoop(
        f"{before}{'L' if sort == 'I' else 'M'} {name} = {text}; ",
        f"for ({sort} *{place} = {name}.p, *{end} = {place} + {name}.n; "
        f"{place} < {end}; {place}++) {{ {sort} {item} = *{place}; ",
        "} ",
        most=f"{name}.n",
    )


def each_of(t: Translation, e: ast.expr, item: str) -> CLoop:
    """Build a loop over a list that is made before it."""
    if t.kind(e) == LISTS:
        return _each(t, t.steps.listings(t, e), item, sort="L")
    return _each(t, t.steps.listing(t, e), item)


def _burning(t: Translation, e: ast.Call, item: str) -> CLoop:
    things, cost = e.args[1], t.number(e.args[2])
    if is_range(things):
        paid, numbers = paid_range(t, e)
        if numbers is not None:
            low, high = numbers.start, numbers.stop
            head = f"for (I {item} = {low}; {item} < {high}; {item}++) {{ "
            return CLoop(paid, head, "} ", most=str(len(numbers)))
        start, stop, step = t.steps.ends(t, things)
        one, end = t.new("b"), t.new("e")
        count = f"steps_between({one}, {end}, {step})"
        return CLoop(
            f"I {one} = {start}, {end} = {stop}; SPEND({count} * {cost}, {t.at(e)}); ",
            f"for (I {item} = {one}; {item} < {end}; {item} += {step}) {{ ",
            "} ",
            most=f"most({end} - {one}, 0)",
        )
    if isinstance(things, ast.Attribute) and things.attr in t.layout.lists:
        count = str(t.layout.lists[things.attr].count)
    elif t.kind(things) == PILE:
        count = f"(I){t.steps.pile(t, things)}[0]"
    else:
        made = each_of(t, things, item)
        name = made.before.split()[1]
        return made._replace(before=f"{made.before}SPEND({name}.n * {cost}, {t.at(e)}); ")
    inner = t.steps.loop(t, things, item)
    return inner._replace(before=f"SPEND({count} * {cost}, {t.at(e)}); {inner.before}")


def in_counts(t: Translation, e: ast.Call, item: str) -> CLoop:
    """Build a loop over the designs of which a zone holds at least one piece."""
    counts, start, number, first = e.args
    assert isinstance(counts, ast.Attribute)
    member = t.layout.lists[counts.attr]
    place, from_ = t.new("i"), t.new("b")
    return CLoop(
        f"I {from_} = {t.number(start)}; ",
        f"for (I {place} = 0; {place} < {t.number(number)}; {place}++) "
        f"if (S->{c_name(counts.attr)}[AT({from_} + {place}, {member.count}, {t.at(e)})]) "
        f"{{ I {item} = {t.number(first)} + {place}; ",
        "} ",
    )


def _loop_of(t: Translation, e: Any, item: str) -> CLoop:
    """Translate a comprehension to a loop that does not build its list.

    Invariant parts are hoisted in front of the loop.
    """
    bound = {x.id for one in e.generators for x in ast.walk(one.target) if isinstance(x, ast.Name)}
    with t.ahead(bound) as known:
        made = _loop_within(t, e, item)
    return made._replace(before=known.text() + made.before)


def _loop_within(t: Translation, e: Any, item: str) -> CLoop:
    before = head = close = most = ""
    plain = len(e.generators) == 1 and isinstance(e.elt, ast.Name)
    first = e.generators[0].target
    plain = plain and isinstance(first, ast.Name) and first.id == e.elt.id
    tests: list[str] = []
    entered = 0
    for number, one in enumerate(e.generators):
        if isinstance(one.target, ast.Tuple):
            return _loop_of_pairs(t, e, item)
        if tests:
            head += f"if ({' && '.join(tests)}) {{ "
            close = "} " + close
            tests = []
        name = item if plain else t.new("v")
        source, conditions = _flat(t, one)
        kind = element(t.kind(source))
        low, high = of_loop(t, source)
        if t.kind(source) == PILES:
            loop = _each_pile(t, source, name)
        elif isinstance(source, ast.ListComp) and not t.steps.settled(t, source):
            loop = each_of(t, source, name)
        else:
            loop = t.steps.loop(t, source, name)
        if number:
            head += loop.before
        else:
            before = loop.before
        head += loop.open
        close = loop.end + close
        most = loop.most if not number else ""
        t.scopes.append({one.target.id: CName(name, kind, low, high)})
        t.kinds.inner.append({one.target.id: kind})
        entered += 1
        asked = CName(name, kind, low, high)
        for test in conditions:
            # Tests beside `c >= 0` are evaluated together with it, even for none.
            text = t.steps.level(t, test)
            if asked.low != low and not SIMPLE.fullmatch(text):
                t.scopes[-1][one.target.id] = asked
                text = t.steps.level(t, test)
                text = f"({text})" if SIMPLE.fullmatch(text) else text
                low = asked.low
            tests.append(text)
            if low is not None and not_none(test, one.target.id):
                asked = CName(name, kind, max(low, 0), high)
        t.scopes[-1][one.target.id] = asked
    sort = "L" if t.kind(e.elt) == LIST else "I"
    value = t.steps.listing(t, e.elt) if sort == "L" else t.number(e.elt)
    for _ in range(entered):
        t.scopes.pop()
        t.kinds.inner.pop()
    made = "" if plain else f"{sort} {item} = {value}; "
    return CLoop(before, head, close, " && ".join(merged(tests)), made, most)


def _flat(t: Translation, one: ast.comprehension) -> tuple[ast.expr, list[ast.expr]]:
    """Merge nested filters into one: the innermost source, and the list of all conditions on it.

    An intermediate list is merged only if that changes neither fuel nor order.
    """
    source, conditions = one.iter, list(one.ifs)
    while isinstance(source, ast.ListComp) and len(source.generators) == 1:
        inner = source.generators[0]
        if not (isinstance(inner.target, ast.Name) and isinstance(source.elt, ast.Name)):
            break
        if source.elt.id != inner.target.id or not t.steps.settled(t, source):
            break
        assert isinstance(one.target, ast.Name)
        name = one.target.id
        conditions = [with_name(test, inner.target.id, name) for test in inner.ifs] + conditions
        source = inner.iter
    parts: list[ast.expr] = []
    for test in conditions:
        both = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
        parts += test.values if both else [test]  # type: ignore[attr-defined]
    return source, parts


def paid_range(t: Translation, e: ast.expr) -> tuple[str, range | None]:
    """Match `range(4, 9)`, perhaps paid for: the charge as C text, and the range.

    The range is None for anything else.
    """
    cost, burnt = "", burnt_of(e)
    if burnt is not None:
        e, cost = burnt[0], t.number(burnt[1])
    if not isinstance(e, ast.Call) or getattr(e.func, "id", "") != "range":
        return "", None
    if len(e.args) > 2 or not all(isinstance(a, ast.Constant) for a in e.args):
        return "", None
    numbers = range(*map(constant, e.args))
    return (f"SPEND({len(numbers)} * {cost}, {t.at(e)}); " if cost else ""), numbers


def _each_pile(t: Translation, e: Any, name: str) -> CLoop:
    there: Any = e.args[1] if isinstance(e, ast.Call) else e
    attr = there.attr
    member = t.layout.piles[attr]
    place = t.new("i")
    spend = ""
    if isinstance(e, ast.Call):
        spend = f"SPEND({member.piles} * {t.number(e.args[2])}, {t.at(e)}); "
    return CLoop(
        spend,
        f"for (I {place} = 0; {place} < {member.piles}; {place}++) "
        f"{{ Z {name} = S->{c_name(attr)}[{place}]; ",
        "} ",
    )


def _loop_of_pairs(t: Translation, e: Any, item: str) -> CLoop:
    """Build the loop for `[v for v, k in zip(things, keys) if k == best]`."""
    one = e.generators[0]
    source = one.iter
    if len(e.generators) != 1 or not isinstance(source, ast.Call) or len(source.args) != 2:
        raise t.stop("two lists at once", e)
    first, second = (target.id for target in one.target.elts)
    a, b, place = t.new("l"), t.new("l"), t.new("i")
    v, k = t.new("v"), t.new("v")
    things, keys = (t.steps.listing(t, side) for side in source.args)
    before = f"L {a} = {things}; L {b} = {keys}; "
    open_ = (
        f"for (I {place} = 0; {place} < {a}.n && {place} < {b}.n; {place}++) "
        f"{{ I {v} = {a}.p[{place}], {k} = {b}.p[{place}]; "
    )
    close = "} "
    with t.scope({first: CName(v, NUMBER), second: CName(k, NUMBER)}):
        for test in one.ifs:
            open_ += f"if ({t.steps.level(t, test)}) {{ "
            close += "} "
        open_ += f"I {item} = {t.number(e.elt)}; "
    return CLoop(before, open_, close)


def level(t: Translation, e: ast.expr) -> str:
    """Translate a condition so that the arena is left as it was."""
    return level_of(t, condition(t, e))


def level_of(t: Translation, text: str) -> str:
    """Wrap the text of a number so that the arena is reset after it is computed.

    Text that allocates nothing is returned unchanged.
    """
    if not takes_room(text):
        return text
    mark, value = t.new("m"), t.new("t")
    return f"({{ I *{mark} = A.top; I {value} = {text}; A.top = {mark}; {value}; }})"


def quiet(t: Translation, e: ast.AST) -> bool:
    """Tell whether an expression can be skipped at no difference in fuel: no call in it pays."""
    for one in ast.walk(e):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name):
            name = one.func.id
            if name in LOUD:
                return False
            if name in t.kinds.functions and name not in t.calls.quiet:
                return False
    return True


def settled(t: Translation, e: ast.expr) -> bool:
    """Tell whether a loop over a list may stop early at no difference in fuel.

    All charges must be made before the first member.
    """
    if not isinstance(e, ALL):
        return quiet(t, e)
    first, *more = e.generators
    source = first.iter
    burnt = burnt_of(source)
    source = burnt[0] if burnt is not None else source
    if not t.steps.settled(t, source):
        return False
    rest = [e.elt, *first.ifs, *(part for one in more for part in (one.iter, *one.ifs))]
    return all(quiet(t, part) for part in rest)


def some(t: Translation, e: Any, test: ast.expr | None) -> str:
    """Translate `any`: whether there is a member, or if `test` is None, a true one."""
    item, found, done = t.new("c"), t.new("r"), t.new("done")
    early = isinstance(e, ast.GeneratorExp) or t.steps.settled(t, e)
    if test is None:
        e = such_that(e)
    loop = t.steps.loop(t, e, item)
    hit = f"{found} = 1; goto {done}; " if early else f"{found} = 1; "
    end = f"{done}: " if early else ""
    return f"({{ I {found} = 0; {loop.before}{loop.open}{hit}{loop.end}{end}{found}; }})"
