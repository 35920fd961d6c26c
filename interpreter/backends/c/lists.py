"""Lists, and lists of lists, of a printed game as C text."""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.c.c_names import CName
from interpreter.backends.c.expressions import condition
from interpreter.backends.c.handed import handed_call
from interpreter.backends.c.kinds import (
    LIST,
    NUMBER,
    PILE,
    PILES,
    depth_of,
    element,
)
from interpreter.backends.c.loops import in_counts, level_of, of_loop
from interpreter.backends.c.state_layout import PIECE
from interpreter.backends.c.translation import Helpers, Printers, Translation
from interpreter.backends.c.trees import (
    ALL,
    c_name,
    is_range,
    is_yes_no,
    takes_room,
    uses_room,
)

EMPTY = "((L){ 0, 0 })"


def listing(t: Translation, e: ast.expr) -> str:
    """Translate a list of numbers.

    Raises `NotNative` for an expression that cannot be printed as a list.
    """
    known = t.tables.list_of(e, t) if not _local(t, e) else None
    if known is not None:
        return known
    kind = t.kind(e)
    if kind == PILE:
        return f"of_pile({t.steps.pile(t, e)})"
    made = t.steps.lists.get(type(e))
    if made is None:
        raise t.stop(f"{type(e).__name__} as a list", e)
    text: str = made(t, e)
    return text


def _local(t: Translation, e: ast.expr) -> bool:
    return isinstance(e, ast.Name) and t.named(e.id) is not None


def _l_Name(t: Translation, e: ast.Name) -> str:
    found = t.named(e.id)
    if found is None or found.kind != LIST:
        raise t.stop(f"{e.id} as a list", e)
    return found.c


def _l_Attribute(t: Translation, e: ast.Attribute) -> str:
    if e.attr == "winners":
        return "copied(of_numbers(S->winners, S->winners_n))"
    member = t.layout.lists.get(e.attr)
    if member is None:
        raise t.stop(f"{e.attr} as a list", e)
    if member.type == PIECE:
        return f"of_pieces(S->{c_name(e.attr)}, {member.count})"
    return f"copied(of_numbers(S->{c_name(e.attr)}, {member.count}))"


def _l_Subscript(t: Translation, e: ast.Subscript) -> str:
    if isinstance(e.slice, ast.Slice):
        low = t.number(e.slice.lower) if e.slice.lower else "0"
        high = t.number(e.slice.upper) if e.slice.upper else "1LL << 40"
        base = e.value
        if isinstance(base, ast.Attribute) and base.attr in t.layout.lists:
            member = t.layout.lists[base.attr]
            call = "pieces_part" if member.type == PIECE else "numbers_part"
            return f"{call}(S->{c_name(base.attr)}, {member.count}, {low}, {high})"
        inner = base.args[0] if isinstance(base, ast.Call) and base.args else base
        if e.slice.lower is None and isinstance(inner, ALL) and t.steps.settled(t, inner):
            return build(t, inner, high)
        return f"part({t.steps.listing(t, base)}, {low}, {high})"
    name = t.new("m")
    at = f"AT({t.number(e.slice)}, {name}.n, {t.at(e)})"
    return f"({{ M {name} = {t.steps.listings(t, e.value)}; {name}.p[{at}]; }})"


def _l_Tuple(t: Translation, e: ast.Tuple | ast.List) -> str:
    if not e.elts:
        return EMPTY
    if all(isinstance(x, ast.Constant) for x in e.elts):
        values = tuple(int(x.value) for x in e.elts)  # type: ignore[attr-defined]
        return f"of_numbers({t.tables.row(values)}, {len(values)})"
    name = t.new("l")
    if isinstance(e.elts[0], ast.Starred):
        text = f"({{ L {name} = copied({t.steps.listing(t, e.elts[0].value)}); "
        for one in e.elts[1:]:
            value = t.new("t")
            text += f"I {value} = {t.number(one)}; {name} = with_one({name}, {value}); "
        return text + f"{name}; }})"
    text = f"({{ L {name} = room_for({len(e.elts)}); "
    for place, one in enumerate(e.elts):
        text += f"{name}.p[{place}] = {t.number(one)}; "
    return text + f"{name}; }})"


def _l_IfExp(t: Translation, e: ast.IfExp) -> str:
    return (
        f"({condition(t, e.test)} ? {t.steps.listing(t, e.body)} : {t.steps.listing(t, e.orelse)})"
    )


def _l_ListComp(t: Translation, e: Any) -> str:
    return build(t, e)


def build(t: Translation, e: Any, limit: str | None = None) -> str:
    """Translate a comprehension to code that builds its list in the arena.

    At most `limit` members (a C expression) are built, if that is given.
    """
    item, start, name = t.new("c"), t.new("b"), t.new("l")
    loop = t.steps.loop(t, e, item)
    if _inner_room(t, e):
        return (
            f"({{ {loop.before}L {name} = {EMPTY}; {loop.open}"
            f"{name} = with_one({name}, {item}); {loop.end}{name}; }})"
        )
    if limit is None and loop.most and not uses_room(loop.test + loop.made + loop.head):
        to = t.new("p")
        push = f"*{to}++ = {item}; "
        each = f"{loop.open}{push}{loop.end}"
        if loop.test and isinstance(e.elt, ast.Name):
            yes = f"({loop.test})" if " && " in loop.test else f"!!({loop.test})"
            if all(is_yes_no(test) for one in e.generators for test in one.ifs):
                yes = f"({loop.test})"
            each = f"{loop.head}{loop.made}*{to} = {item}; {to} += {yes}; {loop.close}"
        room = f"CHECK_ROOM({loop.most} + 1, {t.at(e)}); "
        return (
            f"({{ {loop.before}{room}I *{to} = A.top; {each}"
            f"L {name} = {{ {to} - A.top, A.top }}; A.top = {to}; {name}; }})"
        )
    push = f"PUSH({item}); "
    end = ""
    head = f"I *{start} = A.top; "
    if limit is not None:
        done, most = t.new("done"), t.new("e")
        head += f"I {most} = {limit}; if ({most} <= 0) goto {done}; "
        push += f"if (A.top - {start} >= {most}) goto {done}; "
        end = f"{done}: ; "
    return (
        f"({{ {loop.before}{head}{loop.open}{push}{loop.end}{end}"
        f"L {name} = {{ A.top - {start}, {start} }}; {name}; }})"
    )


def _inner_room(t: Translation, e: Any) -> bool:
    """Tell whether something within a loop leaves lists in the arena."""
    entered = 0
    found = False
    if any(isinstance(one.target, ast.Tuple) for one in e.generators):
        return False
    loops, t.loops = t.loops, []  # this trial print must not hoist anything
    for number, one in enumerate(e.generators):
        if number and t.kind(one.iter) != PILES:
            found = found or takes_room(t.steps.loop(t, one.iter, "x").before)
        low, high = of_loop(t, one.iter)
        kind = element(t.kind(one.iter))
        t.scopes.append({one.target.id: CName("x", kind, low, high)})
        t.kinds.inner.append({one.target.id: kind})
        entered += 1
        if isinstance(one.iter, ALL):
            found = found or _inner_room(t, one.iter)
    if t.kind(e.elt) == NUMBER and not found:
        found = takes_room(t.number(e.elt))
    for _ in range(entered):
        t.scopes.pop()
        t.kinds.inner.pop()
    t.loops = loops
    return found


def _l_Call(t: Translation, e: ast.Call) -> str:
    if isinstance(e.func, ast.Attribute):
        if e.func.attr == "agent":
            name = t.new("m")
            return (
                f"({{ M {name} = {t.steps.listings(t, e.args[1])}; "
                f"copied({name}.p[picked_list(S, {name})]); }})"
            )
        if e.func.attr == "get" and isinstance(e.func.value, ast.Name):
            pair = e.args[0]
            assert isinstance(pair, ast.Tuple)
            call = t.tables.between(e.func.value.id, e.lineno)
            return f"{call}({t.number(pair.elts[0])}, {t.number(pair.elts[1])})"
        raise t.stop("this call", e)
    assert isinstance(e.func, ast.Name)
    name = e.func.id
    made = t.steps.list_calls.get(name)
    if made is not None:
        text: str = made(t, e)
        return text
    handed = handed_call(t, e)
    if handed is not None:
        return handed
    if name in t.kinds.functions:
        return f"gives({t.steps.call(t, name, e)})"
    raise t.stop(f"`{name}`", e)


def _lc_list(t: Translation, e: ast.Call) -> str:
    inner = e.args[0]
    if isinstance(inner, ALL):
        return build(t, inner)
    return t.steps.listing(t, inner)


def _lc_range(t: Translation, e: ast.Call) -> str:
    return f"span({', '.join(t.steps.ends(t, e))})"


def _lc_sorted(t: Translation, e: ast.Call) -> str:
    inner = e.args[0]
    if isinstance(inner, ast.SetComp):
        return f"each_once({build(t, inner)})"
    things = t.new("l")
    text = f"({{ L {things} = copied({t.steps.listing(t, inner)}); "
    if not e.keywords:
        return text + f"in_order({things}); }})"
    return text + f"ordered_by({things}, {keys_of(t, e, things)}); }})"


def keys_of(t: Translation, e: ast.Call, things: str) -> str:
    """Translate the sort keys of the list `things`: one key per member, in list order."""
    key = next(k.value for k in e.keywords if k.arg == "key")
    assert isinstance(key, ast.Lambda)
    keys, place, item = t.new("l"), t.new("i"), t.new("c")
    low, high = of_loop(t, e.args[0])
    with t.scope({key.args.args[0].arg: CName(item, NUMBER, low, high)}):
        value = level_of(t, t.number(key.body))
    return (
        f"({{ L {keys} = room_for({things}.n); "
        f"for (I {place} = 0; {place} < {things}.n; {place}++) "
        f"{{ I {item} = {things}.p[{place}]; {keys}.p[{place}] = {value}; }} {keys}; }})"
    )


def _lc_in_counts(t: Translation, e: ast.Call) -> str:
    item, start, name = t.new("c"), t.new("b"), t.new("l")
    loop = in_counts(t, e, item)
    return (
        f"({{ {loop.before}I *{start} = A.top; {loop.open}PUSH({item}); {loop.end}"
        f"L {name} = {{ A.top - {start}, {start} }}; {name}; }})"
    )


def _lc_offered(t: Translation, e: ast.Call) -> str:
    return f"offered({t.steps.listing(t, e.args[0])}, {t.at(e)})"


def _lc_mixed(t: Translation, e: ast.Call) -> str:
    return f"mixed(S, {t.steps.listing(t, e.args[1])})"


def _lc_held(t: Translation, e: ast.Call) -> str:
    return t.steps.listing(t, e.args[0])


def _lc_burn(t: Translation, e: ast.Call) -> str:
    name = t.new("l")
    if is_range(e.args[1]):  # paid for before it is built
        low, high, step = t.steps.ends(t, e.args[1])
        one, end = t.new("b"), t.new("e")
        cost = f"steps_between({one}, {end}, {step}) * {t.number(e.args[2])}"
        return (
            f"({{ I {one} = {low}, {end} = {high}; SPEND({cost}, {t.at(e)}); "
            f"span({one}, {end}, {step}); }})"
        )
    return (
        f"({{ L {name} = {t.steps.listing(t, e.args[1])}; "
        f"SPEND({name}.n * {t.number(e.args[2])}, {t.at(e)}); {name}; }})"
    )


def _lc_group_around(t: Translation, e: ast.Call) -> str:
    return _spaces_around(t, e, e.args[3], e.args[4] if len(e.args) > 4 else None, None)


def _lc_reached_over(t: Translation, e: ast.Call) -> str:
    return _spaces_around(t, e, *e.args[3:])


def _spaces_around(
    t: Translation, e: ast.Call, belongs: ast.expr, steps: ast.expr | None, passes: ast.expr | None
) -> str:
    """Translate a breadth-first search over spaces, ring by ring.

    `belongs` tests what is found, and `passes` which spaces the search goes on from; by default,
    the same.
    """
    near, start, first = e.args[:3]
    assert isinstance(near, ast.Name)
    count = len(t.tables.constants[near.id])
    table = t.tables.lists(near.id)
    low = int(t.number(first))
    seen, found, here, place, item = (t.new(x) for x in ("s", "l", "k", "i", "c"))
    far, ring = t.new("d"), t.new("r")
    test, before = _asked_of(t, belongs, CName(item, NUMBER, low, low + count - 2))
    begin = f"if ({test}) {found}.p[{found}.n++] = {item};"
    way, made, add = found, "", begin
    if passes is not None:
        way = t.new("l")
        passed, more = _asked_of(t, passes, CName(item, NUMBER, low, low + count - 2))
        before += more
        made = f"L {way} = room_for({count}); {way}.n = 0; "
        add = f"{begin} if ({passed}) {way}.p[{way}.n++] = {item};"
        begin += f" {way}.p[{way}.n++] = {item};"
    at = f"AT({item} - {low}, {count}, {t.at(e)})"
    within = t.number(steps) if steps is not None else f"{count}"
    return (
        f"({{ {before}I {item} = {t.number(start)}, {far} = {within}, {ring} = 1; "
        f"L {found} = room_for({count}); {made}"
        f"char *{seen} = (char *)A.top; CHECK_ROOM({count // 8 + 1}, {t.at(e)}); "
        f"A.top += {count // 8 + 1}; memset({seen}, 0, {count}); {found}.n = 0; "
        f"if ({item} >= 0 && {far} >= 0) {{ {seen}[{at}] = 1; {begin} }} "
        f"for (I {here} = 0; {here} < {way}.n; {here}++) "
        f"{{ if ({here} == {ring}) {{ {far}--; {ring} = {way}.n; }} if ({far} <= 0) break; "
        f"L near_{here} = {table}[{way}.p[{here}] - {low}]; "
        f"for (I {place} = 0; {place} < near_{here}.n; {place}++) "
        f"{{ I {item} = near_{here}.p[{place}]; if (!{seen}[{item} - {low}]) "
        f"{{ {seen}[{item} - {low}] = 1; {add} }} }} }} {found}; }})"
    )


def _asked_of(t: Translation, asked: ast.expr, inner: CName) -> tuple[str, str]:
    """Translate a predicate on spaces: the test, and the code hoisted in front of its loop."""
    assert isinstance(asked, ast.Lambda)
    name = asked.args.args[0].arg
    with t.ahead({name}) as known, t.scope({name: inner}):
        test = t.steps.level(t, asked.body)
    return test, known.text()


def listings(t: Translation, e: ast.expr) -> str:
    """Translate a list of lists.

    Raises `NotNative` for an expression that cannot be printed as one.
    """
    if isinstance(e, ast.Name):
        found = t.named(e.id)
        if found is not None:
            return found.c
        if depth_of(t.tables.constants.get(e.id)) == 2:
            count = len(t.tables.constants[e.id])
            return f"((M){{ {count}, (L *){t.tables.lists(e.id)} }})"
    if isinstance(e, (ast.Tuple, ast.List)):
        name = t.new("m")
        text = f"({{ M {name} = {{ 0, 0 }}; "
        for one in e.elts:
            text += f"{name} = lists_with_one({name}, {t.steps.listing(t, one)}); "
        return text + f"{name}; }})"
    if isinstance(e, ALL):
        item, name = t.new("c"), t.new("m")
        loop = t.steps.loop(t, e, item)
        return (
            f"({{ {loop.before}M {name} = {{ 0, 0 }}; {loop.open}"
            f"{name} = lists_with_one({name}, {item}); {loop.end}{name}; }})"
        )
    if isinstance(e, ast.Subscript) and isinstance(e.slice, ast.Slice) and e.slice.upper:
        low = t.number(e.slice.lower) if e.slice.lower else "0"
        return f"parts({t.steps.listings(t, e.value)}, {low}, {t.number(e.slice.upper)})"
    if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
        made = t.steps.lists_of_lists.get(e.func.id)
        if made is not None:
            return str(made(t, e))
        handed = handed_call(t, e)
        if handed is not None:
            return handed
        if e.func.id in t.kinds.functions:
            return f"gives({t.steps.call(t, e.func.id, e)})"
    raise t.stop("these lists", e)


def _m_list(t: Translation, e: ast.Call) -> str:
    return t.steps.listings(t, e.args[0])


def _m_held(t: Translation, e: ast.Call) -> str:
    return t.steps.listings(t, e.args[0])


def _m_offered(t: Translation, e: ast.Call) -> str:
    return f"lists_offered({t.steps.listings(t, e.args[0])}, {t.at(e)})"


def _m_mixed(t: Translation, e: ast.Call) -> str:
    return f"lists_mixed(S, {t.steps.listings(t, e.args[1])})"


def _m_burn(t: Translation, e: ast.Call) -> str:
    name = t.new("m")
    return (
        f"({{ M {name} = {t.steps.listings(t, e.args[1])}; "
        f"SPEND({name}.n * {t.number(e.args[2])}, {t.at(e)}); {name}; }})"
    )


LISTS_OF: Printers = {
    ast.Name: _l_Name,
    ast.Attribute: _l_Attribute,
    ast.Subscript: _l_Subscript,
    ast.Tuple: _l_Tuple,
    ast.IfExp: _l_IfExp,
    ast.ListComp: _l_ListComp,
    ast.Call: _l_Call,
    ast.List: _l_Tuple,
    ast.GeneratorExp: _l_ListComp,
}


LIST_CALLS: Helpers = {
    "list": _lc_list,
    "range": _lc_range,
    "sorted": _lc_sorted,
    "in_counts": _lc_in_counts,
    "offered": _lc_offered,
    "held": _lc_held,
    "mixed": _lc_mixed,
    "burn": _lc_burn,
    "group_around": _lc_group_around,
    "reached_over": _lc_reached_over,
    "tuple": _lc_list,
}


LISTS_OF_LISTS: Helpers = {
    "list": _m_list,
    "held": _m_held,
    "offered": _m_offered,
    "mixed": _m_mixed,
    "burn": _m_burn,
    "tuple": _m_list,
}
