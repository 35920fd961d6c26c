"""Calls in printed rules as C text: the game's own functions, and the helpers of `run`."""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.c.c_names import CName
from interpreter.backends.c.expressions import condition
from interpreter.backends.c.handed import handed_call
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, PILE, resumes
from interpreter.backends.c.lists import EMPTY, keys_of
from interpreter.backends.c.loops import paid_range
from interpreter.backends.c.state_layout import PIECE
from interpreter.backends.c.translation import Helpers, Printers, Translation
from interpreter.backends.c.trees import ALL, c_name
from interpreter.backends.target.names import thing_of


def call(t: Translation, name: str, e: ast.Call) -> str:
    """Translate a call of one of the game's functions, whatever its result kind.

    Resumable functions are started with their frame. Short functions are inlined, and hoisted out
    of loops in which their arguments stay the same.
    """
    func = t.kinds.functions[name]
    if resumes(func):
        return start(t, name, e.args[1])
    names = [a.arg for a in func.args.args][1:]
    kinds = t.kinds.locals[name]
    if name in t.short:
        return t.once(e, lambda: written_out(t, name, e))
    args = "".join(
        f", {t.steps.listing(t, value) if kinds.get(one) == LIST else t.number(value)}"
        for one, value in zip(names, e.args[1:], strict=True)
    )
    return f"{c_name(name)}(S{args})"


def written_out(t: Translation, name: str, e: ast.Call) -> str:
    """Inline a short function at its call as a C statement expression.

    Arguments that are not plain names or constants are evaluated once, in order, before the body.
    """
    func = t.kinds.functions[name]
    result = t.new("r")
    text, names = "", {}
    for param, value in zip(func.args.args[1:], e.args[1:], strict=True):
        low, high = t.steps.bounds(t, value)
        if isinstance(value, (ast.Name, ast.Constant)):
            names[param.arg] = CName(t.number(value), NUMBER, low, high)
        else:
            made = t.new("v")
            text += f"I {made} = {t.number(value)}; "
            names[param.arg] = CName(made, NUMBER, low, high)
    here, scopes, inner, loops = t.here, t.scopes, t.kinds.inner, t.loops
    t.here, t.scopes, t.kinds.inner, t.loops = name, [], [], []
    t.kinds.enter(name)
    with t.scope(names):
        text += f"I {result}; {_ways_out(t, func.body, result)}{result}; "
    t.here, t.scopes, t.kinds.inner, t.loops = here, scopes, inner, loops
    t.kinds.enter(here)
    return f"({{ {text}}})"


def _ways_out(t: Translation, body: list[ast.stmt], result: str) -> str:
    """Translate a function body so that each of its paths assigns the result."""
    s, *rest = body
    if isinstance(s, ast.Return):
        assert s.value is not None
        return f"{result} = {t.number(s.value)}; "
    if isinstance(s, ast.If):
        test = t.steps.level(t, s.test)
        then = _ways_out(t, s.body, result)
        return f"if ({test}) {{ {then}}} else {{ {_ways_out(t, rest, result)}}} "
    assert isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name)
    made = t.new("v")
    text = f"I {made} = {t.number(s.value)}; "
    with t.scope({s.targets[0].id: CName(made, NUMBER)}):
        return text + _ways_out(t, rest, result)


def start(t: Translation, name: str, frame: ast.expr) -> str:
    """Translate the call of a resumable function with its start frame.

    A frame of numbers only becomes a compound literal; any other is built by `frame_of`.
    """
    assert isinstance(frame, ast.Tuple)
    if all(t.kind(one) == NUMBER for one in frame.elts):
        numbers = ", ".join(t.number(one) for one in frame.elts)
        return f"{c_name(name)}(S, (I[]){{ {numbers} }})"
    return f"{c_name(name)}(S, {frame_of(t, frame)}.p)"


def frame_of(t: Translation, e: ast.expr) -> str:
    """Build a frame as a C list: plain numbers as they are, lists preceded by their length.

    Raises `NotNative` for a frame that holds a list of lists.
    """
    assert isinstance(e, ast.Tuple)
    kinds = [t.kind(one) for one in e.elts]
    name = t.new("f")
    if all(kind == NUMBER for kind in kinds):
        text = f"({{ L {name} = room_for({len(e.elts)}); "
        for place, one in enumerate(e.elts):
            text += f"{name}.p[{place}] = {t.number(one)}; "
        return text + f"{name}; }})"
    text = f"({{ L {name} = {EMPTY}; "
    for one, kind in zip(e.elts, kinds, strict=True):
        if kind == NUMBER:
            text += f"{name} = with_one({name}, {t.number(one)}); "
        elif kind == LISTS:
            raise t.stop("lists of lists that are kept", e)
        else:
            text += f"{name} = with_list({name}, {t.steps.listing(t, one)}); "
    return text + f"{name}; }})"


def _n_Call(t: Translation, e: ast.Call) -> str:
    if isinstance(e.func, ast.Attribute):
        if e.func.attr == "agent":
            name = t.new("l")
            from_ = t.steps.listing(t, e.args[1])
            return f"({{ L {name} = {from_}; {name}.p[picked_number(S, {name})]; }})"
        if e.func.attr == "count" and isinstance(e.func.value, ast.Attribute):
            member = t.layout.lists[e.func.value.attr]
            there = f"S->{c_name(member.name)}, {member.count}"
            counts = "pieces_count" if member.type == PIECE else "numbers_count"
            return f"{counts}({there}, {t.number(e.args[0])})"
        if e.func.attr == "index":
            pile = t.steps.pile(t, e.func.value)
            return f"pile_place({pile}, {t.number(e.args[0])}, {t.at(e)})"
        raise t.stop("this call", e)
    assert isinstance(e.func, ast.Name)
    name = e.func.id
    handed = handed_call(t, e)
    if handed is not None:
        return handed
    made = t.steps.number_calls.get(name)
    if made is not None:
        text: str = made(t, e)
        return text
    if name in t.kinds.functions:
        return t.steps.call(t, name, e)
    raise t.stop(f"`{name}`", e)


def _nc_held(t: Translation, e: ast.Call) -> str:
    low, high = t.steps.bounds(t, e.args[0])
    if low is not None and high is not None and max(-low, high) < 10**15:
        return t.number(e.args[0])
    return f"held({t.number(e.args[0])}, {t.at(e)})"


def _nc_bool(t: Translation, e: ast.Call) -> str:
    return f"(!!{condition(t, e.args[0])})"


def _nc_int(t: Translation, e: ast.Call) -> str:
    return t.number(e.args[0])


def _nc_len(t: Translation, e: ast.Call) -> str:
    inner = e.args[0]
    kind = t.kind(inner)
    if isinstance(inner, ALL):
        item, count = t.new("c"), t.new("n")
        loop = t.steps.loop(t, inner, item)
        return f"({{ I {count} = 0; {loop.before}{loop.open}{count}++; {loop.end}{count}; }})"
    if isinstance(inner, ast.Attribute) and inner.attr in t.layout.lists:
        return str(t.layout.lists[inner.attr].count)
    if kind == PILE:
        return f"((I){t.steps.pile(t, inner)}[0])"
    return f"({t.steps.listings(t, inner) if kind == LISTS else t.steps.listing(t, inner)}.n)"


def _nc_sum(t: Translation, e: ast.Call) -> str:
    inner = e.args[0]
    if isinstance(inner, ALL):
        item, found = t.new("c"), t.new("n")
        loop = t.steps.loop(t, inner, item)
        return (
            f"({{ I {found} = 0; {loop.before}{loop.open}"
            f"{found} = summed({found}, {item}, {t.at(e)}); {loop.end}{found}; }})"
        )
    return f"total({t.steps.listing(t, inner)}, {t.at(e)})"


def _nc_any(t: Translation, e: ast.Call) -> str:
    inner = e.args[0]
    if isinstance(inner, ALL):
        return t.steps.some(t, inner, None)
    raise t.stop("any of this", e)


def _nc_all(t: Translation, e: ast.Call) -> str:
    inner = e.args[0]
    if not isinstance(inner, ast.GeneratorExp):
        raise t.stop("all of this", e)
    item, found, done = t.new("c"), t.new("r"), t.new("done")
    loop = t.steps.loop(t, inner, item)
    return (
        f"({{ I {found} = 1; {loop.before}{loop.open}"
        f"if (!{item}) {{ {found} = 0; goto {done}; }} {loop.end}{done}: {found}; }})"
    )


def _nc_min(t: Translation, e: ast.Call) -> str:
    return _extreme(t, e, "least", "smallest")


def _nc_max(t: Translation, e: ast.Call) -> str:
    if any(k.arg == "key" for k in e.keywords):
        return _best(t, e)
    return _extreme(t, e, "most", "greatest")


def _extreme(t: Translation, e: ast.Call, two: str, many: str) -> str:
    if len(e.args) == 1:
        other = next((t.number(k.value) for k in e.keywords if k.arg == "default"), "0")
        return f"{many}({t.steps.listing(t, e.args[0])}, {other})"
    made = t.number(e.args[0])
    for more in e.args[1:]:
        made = f"{two}({made}, {t.number(more)})"
    return made


def _best(t: Translation, e: ast.Call) -> str:
    things, keys, best, place = (t.new(x) for x in ("l", "l", "n", "i"))
    other = next((t.number(k.value) for k in e.keywords if k.arg == "default"), "0")
    return (
        f"({{ L {things} = {t.steps.listing(t, e.args[0])}; L {keys} = {keys_of(t, e, things)}; "
        f"I {best} = 0; for (I {place} = 1; {place} < {things}.n; {place}++) "
        f"if ({keys}.p[{place}] > {keys}.p[{best}]) {best} = {place}; "
        f"{things}.n ? {things}.p[{best}] : {other}; }})"
    )


def _nc_next(t: Translation, e: ast.Call) -> str:
    inner = e.args[0]
    assert isinstance(inner, ast.Call)
    name = t.new("l")
    other = t.number(e.args[1])
    return (
        f"({{ L {name} = {t.steps.listing(t, inner.args[0])}; {name}.n ? {name}.p[0] : {other}; }})"
    )


def _nc_last_of(t: Translation, e: ast.Call) -> str:
    if t.kind(e.args[0]) == PILE:
        return f"((I)pile_top({t.steps.pile(t, e.args[0])}))"
    return f"last_of({t.steps.listing(t, e.args[0])})"


def _nc_lined_up(t: Translation, e: ast.Call) -> str:
    """Translate the test that some number of matching spaces lie in a row.

    On boards of up to 64 spaces, matching spaces become a bit set that is compared with a mask for
    every possible row; on larger boards the lines themselves are searched.
    """
    ways, total = e.args
    assert isinstance(ways, ast.Name) and isinstance(total, ast.Call)
    fitting: Any = total.args[0]
    one = fitting.generators[0]
    board, _, length = thing_of(ways.id).rpartition("_")
    paid, numbers = paid_range(t, one.iter)
    if numbers is None:
        raise t.stop("these lines", e)
    item, place, found = t.new("v"), t.new("i"), t.new("r")
    bits, several = t.new("m"), numbers.stop <= 64
    with t.scope({one.target.id: CName(item, NUMBER, 0, numbers.stop - 1)}):
        test = " && ".join(t.steps.level(t, part) for part in one.ifs)
    each = f"for (I {item} = 0; {item} < {numbers.stop}; {item}++) "
    if several:
        table, count = t.tables.in_a_line(f"STRAIGHTS_{board}", int(length))
        return (
            f"({{ {paid}U {bits} = 0; {each}{bits} |= (U)!!({test}) << {item}; "
            f"I {found} = 0; for (int {place} = 0; {place} < {count}; {place}++) "
            f"{found} |= ({bits} & {table}[{place}]) == {table}[{place}]; {found}; }})"
        )
    lines = f"((M){{ {len(t.tables.constants[f'STRAIGHTS_{board}'])}, "
    lines += f"(L *){t.tables.lists(f'STRAIGHTS_{board}')} }})"
    return (
        f"({{ {paid}L {bits} = room_for({numbers.stop}); {each}{bits}.p[{item}] = !!({test}); "
        f"longest_line({lines}, {bits}, {t.at(e)}) >= {length}; }})"
    )


def _nc_probe(t: Translation, e: ast.Call) -> str:
    _, frame, option, actor = e.args
    if t.kind(option) == LIST:
        return (
            f"probe_list(S, {frame_of(t, frame)}, {t.steps.listing(t, option)}, {t.number(actor)})"
        )
    return f"probe(S, {frame_of(t, frame)}, {t.number(option)}, {t.number(actor)})"


def _nc_probe_start(t: Translation, e: ast.Call) -> str:
    return f"probe_start(S, {frame_of(t, e.args[1])}, {t.number(e.args[2])})"


def _nc_try_out(t: Translation, e: ast.Call) -> str:
    deed = e.args[1]
    assert isinstance(deed, ast.Lambda) and isinstance(deed.body, ast.Call)
    inner = deed.body
    assert isinstance(inner.func, ast.Name)
    names = [a.arg for a in t.kinds.functions[inner.func.id].args.args][1:]
    kinds = t.kinds.locals[inner.func.id]
    sorts = ["L" if kinds.get(one) == LIST else "I" for one in names]
    name = t.new("try")
    params = "".join(f", {sort} a{i}" for i, sort in enumerate(sorts))
    args = "".join(f", a{i}" for i in range(len(names)))
    t.extra.append(
        f"static I {name}(State *S, I actor{params}) {{ "
        "State *T = probing(S); Way way; int how; T->probe = asker(S, actor); T->asides = 0; "
        "OPEN(way); how = _setjmp(way.room); "
        f"if (!how) {c_name(inner.func.id)}(T{args}); CLOSE(way); "
        "S->fuel = T->fuel - COPYING; drop_state(T); "
        "if (how > ENDS) fault(how, A.line); return how != FAIL; }\n"
    )
    values = "".join(
        f", {t.steps.listing(t, value) if sort == 'L' else t.number(value)}"
        for sort, value in zip(sorts, inner.args[1:], strict=True)
    )
    return f"{name}(S, {t.number(e.args[2])}{values})"


NUMBERS: Printers = {
    ast.Call: _n_Call,
}


NUMBER_CALLS: Helpers = {
    "held": _nc_held,
    "bool": _nc_bool,
    "int": _nc_int,
    "len": _nc_len,
    "sum": _nc_sum,
    "any": _nc_any,
    "all": _nc_all,
    "min": _nc_min,
    "max": _nc_max,
    "next": _nc_next,
    "last_of": _nc_last_of,
    "lined_up": _nc_lined_up,
    "probe": _nc_probe,
    "probe_start": _nc_probe_start,
    "try_out": _nc_try_out,
}
