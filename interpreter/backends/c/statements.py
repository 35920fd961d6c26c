"""Statements of a printed game as C text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from interpreter.backends.c.c_names import CLoop, CName
from interpreter.backends.c.deeds import method_called
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, PILE, Kind, resumes
from interpreter.backends.c.loops import each_of, of_loop
from interpreter.backends.c.translation import Translation
from interpreter.backends.c.trees import c_name
from interpreter.backends.target import make
from interpreter.backends.target.blocks import Jump
from interpreter.backends.target.matching import same
from interpreter.backends.target.names import sort_of

FAULTS = {"Fail": "FAIL", "Enough": "ENOUGH", "GameEnds": "ENDS", "Runaway": "RUNAWAY"}
TYPES = {NUMBER: "I", LIST: "L", LISTS: "M", PILE: "Z"}


def gives_type(t: Translation, func: ast.FunctionDef) -> str:
    """Return the C type of a function's result; `void` if it has none."""
    kind = t.kinds.returns.get(func.name)
    return "void" if kind is None else TYPES[kind]


def statement(t: Translation, s: ast.stmt) -> None:
    """Translate a statement, followed by the code that invalidates cached answers."""
    made = t.steps.statements.get(type(s))
    if made is None:
        raise t.stop(type(s).__name__, s)
    made(t, s)
    if t.remembered.questions and (gone := t.remembered.forgets(s, t.lists)):
        t.emit(gone)


def in_braces(t: Translation, body: list[ast.stmt]) -> None:
    """Translate statements as a block in braces."""
    t.emit("{")
    for s in body:
        statement(t, s)
    t.emit("}")


def _s_Jump(t: Translation, s: Jump) -> None:
    back = "@tidy " if t.keeps else "@back "
    t.emit(f"{back}goto block_{s.block};")


def _s_Pass(t: Translation, s: ast.Pass) -> None:
    t.emit(";")


def _s_If(t: Translation, s: ast.If) -> None:
    if isinstance(s.test, ast.Compare) and isinstance(s.test.ops[0], ast.Is):
        suspend(t, s)
        return
    if _is_stop(s):
        t.emit(f"SPENT({t.at(s.body[0])});")
        return
    t.emit(f"if ({t.steps.level(t, s.test)})")
    in_braces(t, s.body)
    while s.orelse:  # any number of `elif` branches
        (*others, last) = s.orelse
        if others or not isinstance(last, ast.If) or not _is_plain(last):
            t.emit("else")
            in_braces(t, s.orelse)
            return
        s = last
        t.emit(f"else if ({t.steps.level(t, s.test)})")
        in_braces(t, s.body)


def _s_While(t: Translation, s: ast.While) -> None:
    t.emit(f"while ({t.steps.level(t, s.test)})")
    t.flags.append("")
    in_braces(t, s.body)
    t.flags.pop()


def _s_Break(t: Translation, s: ast.Break) -> None:
    flag = t.flags[-1] if t.flags else ""
    t.emit(f"{{ {flag} = 0; break; }}" if flag else "break;")


def _s_Return(t: Translation, s: ast.Return) -> None:
    if s.value is None:
        t.emit("{ @leave return; }")
        return
    kind = "I" if resumes(t.kinds.functions[t.here]) else None
    kind = kind or gives_type(t, t.kinds.functions[t.here])
    if kind == "void":
        t.emit("{ @leave return; }")
        return
    ways = {"I": Translation.number, "L": t.steps.listing, "M": t.steps.listings}
    value = ways[kind](t, s.value)
    t.emit(f"{{ {kind} r_ = {value}; @leave return r_; }}")


def _s_Raise(t: Translation, s: ast.Raise) -> None:
    what = s.exc.func if isinstance(s.exc, ast.Call) else s.exc
    if not isinstance(what, ast.Name) or what.id not in FAULTS:
        raise t.stop("this fault", s)
    t.emit(f"fault({FAULTS[what.id]}, {t.at(s)});")


def _s_For(t: Translation, s: ast.For) -> None:
    if not isinstance(s.target, ast.Name):
        raise t.stop("a loop of pairs", s)
    name = s.target.id
    item = t.new("c")
    low, high = of_loop(t, s.iter)
    if any(_assigns(part, name) for part in s.body):
        low = high = None
    loop = t.steps.loop(t, s.iter, item) if _stays(t, s.iter) else each_of(t, s.iter, item)
    if s.orelse:
        _or_else(t, s, item, loop, low, high)
        return
    t.flags.append("")
    if sort_of(t.here) not in ("can", "rest"):
        t.emit(f"{{ {loop.before}{loop.open}")
        _rounds(t, s, item, low, high)
        t.emit(loop.end + "}")
        t.flags.pop()
        return
    # A look-ahead changes nothing but its own locals.
    bound = {x.id for x in ast.walk(s) if isinstance(x, ast.Name) and _is_made(x)}
    outer, t.lines = t.lines, []
    with t.ahead(bound) as known:
        _rounds(t, s, item, low, high)
    inner, t.lines = t.lines, outer
    t.emit(f"{{ {loop.before}{known.text()}{loop.open}")
    t.lines += inner
    t.emit(loop.end + "}")
    t.flags.pop()


def _or_else(
    t: Translation, s: ast.For, item: str, loop: CLoop, low: int | None, high: int | None
) -> None:
    """Translate a `for` loop with an `else` branch."""
    t.flags.append(t.new("all"))
    t.emit(f"{{ I {t.flags[-1]} = 1; {loop.before}{loop.open}")
    _rounds(t, s, item, low, high)
    t.emit(f"{loop.end} if ({t.flags.pop()})")
    in_braces(t, s.orelse)
    t.emit("}")


def _stays(t: Translation, e: ast.expr) -> bool:
    """Tell whether the source of a loop is constant."""
    if isinstance(e, ast.Call) and getattr(e.func, "id", "") == "burn":
        e = e.args[1]
    if isinstance(e, ast.Call) and getattr(e.func, "id", "") == "range":
        return True
    return t.tables.list_of(e, t) is not None


def _rounds(t: Translation, s: ast.For, item: str, low: int | None, high: int | None) -> None:
    assert isinstance(s.target, ast.Name)
    name = s.target.id
    if name == "_":
        t.emit(f"(void){item};")
        in_braces(t, s.body)
        return
    t.emit(f"{c_name(name)} = {item};")
    kind = t.kinds.locals[t.here].get(name, NUMBER)
    with t.scope({name: CName(c_name(name), kind, low, high)}):
        in_braces(t, s.body)


def _s_AugAssign(t: Translation, s: ast.AugAssign) -> None:
    target = place_of(t, s.target)
    sign = {ast.Add: "+=", ast.Sub: "-="}.get(type(s.op))
    if sign is None:
        raise t.stop("this change", s)
    t.emit(f"{target} {sign} {t.number(s.value)};")


def place_of(t: Translation, e: ast.expr) -> str:
    """Translate the target of an assignment of a number."""
    if isinstance(e, ast.Name):
        return c_name(e.id)
    if isinstance(e, ast.Attribute):
        return f"S->{c_name(e.attr)}"
    if isinstance(e, ast.Subscript) and isinstance(e.value, ast.Attribute):
        member = t.layout.lists.get(e.value.attr)
        if member is not None:
            return f"S->{c_name(e.value.attr)}[{t.steps.index(t, e.slice, member.count)}]"
    if isinstance(e, ast.Subscript) and t.kind(e.value) == PILE:
        pile = t.steps.pile(t, e.value)
        return f"{pile}[1 + AT({t.number(e.slice)}, {pile}[0], {t.at(e)})]"
    raise t.stop("this place to keep something", e)


def _s_Assign(t: Translation, s: ast.Assign) -> None:
    target, value = s.targets[0], s.value
    if isinstance(target, ast.Tuple):
        assert isinstance(value, ast.Tuple)
        names = [t.new("t") for _ in target.elts]
        for name, one in zip(names, value.elts, strict=True):
            t.emit(f"I {name} = {t.number(one)};")
        for name, kept in zip(names, target.elts, strict=True):
            if holds_things(t, kept):
                raise t.stop("things laid into two places at once", s)
            t.emit(f"{place_of(t, kept)} = {name};")
        return
    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
        pile, made, place = t.steps.pile(t, target.value), t.new("l"), t.new("i")
        t.emit(f"{{ L {made} = {t.steps.listing(t, value)};")
        t.emit(f"if ({made}.n != {pile}[0]) fault(BAD_PLACE, {t.at(s)});")
        t.emit(
            f"for (I {place} = 0; {place} < {made}.n; {place}++) "
            f"{pile}[{place} + 1] = (Piece)LYING({made}.p[{place}], {t.at(s)}); }}"
        )
        return
    if isinstance(target, ast.Attribute) and target.attr == "options":
        raise t.stop("options on their own", s)
    if isinstance(target, ast.Attribute) and target.attr == "base":
        begins = isinstance(value, ast.BoolOp)  # an action; else one has ended
        t.emit(
            f"if ({'!S->base' if begins else 'S->base > S->frames'}) "
            f"S->base = {'S->frames' if begins else '0'};"
        )
        return
    if isinstance(target, ast.Name):
        kind = t.kinds.locals[t.here].get(target.id, NUMBER)
        t.emit(f"{c_name(target.id)} = {_value(t, value, kind)};")
        return
    t.emit(f"{place_of(t, target)} = {laid(t, target, value)};")


def holds_things(t: Translation, e: ast.expr) -> bool:
    """Tell whether an assignment target holds a component that lies in a zone."""
    if not isinstance(e, ast.Subscript):
        return False
    if t.kind(e.value) == PILE:
        return True
    return (
        isinstance(e.value, ast.Attribute) and t.steps.kept_between(t, e.value.attr)[0] is not None
    )


def laid(t: Translation, target: ast.expr, value: ast.expr) -> str:
    """Translate a number to be stored; in arrays of components, check that it is one, or none.

    The check lets later lookups by these components go unchecked; it is left out where the known
    range proves it.
    """
    text = t.number(value)
    low, high = t.steps.bounds(t, value)
    if not holds_things(t, target):
        return text
    if low is not None and high is not None and low >= -1 and high < t.components:
        return text
    return f"(Piece)LYING({text}, {t.at(value)})"


def _value(t: Translation, e: ast.expr, kind: Kind) -> str:
    if isinstance(e, ast.Attribute) and e.attr == "choice":
        if kind == LIST:
            return "chosen(S)"
        return "S->choice[0]"
    if kind == PILE:
        return t.steps.pile(t, e)
    if kind == LISTS:
        return t.steps.listings(t, e)
    if kind == LIST:
        return t.steps.listing(t, e)
    return t.number(e)


def _s_Expr(t: Translation, s: ast.Expr) -> None:
    call = s.value
    if not isinstance(call, ast.Call):
        raise t.stop("a sentence without a deed", s)
    if isinstance(call.func, ast.Attribute):
        method_called(t, call)
        return
    assert isinstance(call.func, ast.Name)
    made = t.steps.deeds.get(call.func.id)
    if made is not None:
        made(t, call)
    else:
        t.emit(f"{t.number(call)};")


def suspend(t: Translation, s: ast.If) -> None:
    """Translate `if S.agent is None:`, which puts a question and leaves the function."""
    said = {
        one.targets[0].attr: one.value
        for one in s.body
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Attribute)
    }
    t.emit("if (!S->agent) {")
    for one in s.body:
        if isinstance(one, ast.Expr):
            _s_Expr(t, one)
    options = said["options"]
    many = t.kind(options) == LISTS
    value = t.steps.listings(t, options) if many else t.steps.listing(t, options)
    t.emit(
        f"{'offer_lists' if many else 'offer'}(S, {value}, {t.number(said['site'])}, "
        f"{t.number(said['actor'])});"
    )
    t.emit("@leave return 1; }")


def _is_plain(s: ast.If) -> bool:
    """Tell whether an `if` is from the rules: not a question or a fuel check."""
    test = s.test
    if _is_stop(s):
        return False
    return not (isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is))


def _is_stop(s: ast.If) -> bool:
    """Match the fuel check `if S.fuel < 0: raise ...`."""
    return isinstance(s.body[0], ast.Raise) and not s.orelse and same(s.test, _SPENT)


_SPENT = make.compare(make.state("fuel"), "<", 0)


def _is_made(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _assigns(s: ast.stmt, name: str) -> bool:
    return any(
        isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store)
        for one in ast.walk(s)
    )


STATEMENTS: Mapping[type[ast.stmt], Callable[..., None]] = {
    ast.Pass: _s_Pass,
    ast.If: _s_If,
    Jump: _s_Jump,
    ast.While: _s_While,
    ast.Break: _s_Break,
    ast.Return: _s_Return,
    ast.Raise: _s_Raise,
    ast.For: _s_For,
    ast.AugAssign: _s_AugAssign,
    ast.Assign: _s_Assign,
    ast.Expr: _s_Expr,
}
