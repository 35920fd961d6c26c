"""Functions of a printed game as C text: plain ones, and resumable ones as labelled blocks."""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.c import called, deeds, expressions, lists, loops, statements
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, Kind, resumes, unpacked
from interpreter.backends.c.remembered import looked_up
from interpreter.backends.c.statements import (
    TYPES,
    block,
    gives_type,
    in_braces,
    statement,
)
from interpreter.backends.c.translation import Translation, Translators
from interpreter.backends.c.trees import c_name, constant, takes_room


def head_of(t: Translation, func: ast.FunctionDef, more: str = "") -> str:
    """Format the C signature of a function; `more` is appended to its name."""
    if resumes(func):
        return f"static I {c_name(func.name)}(State *S, I *F)"
    kinds = t.kinds.locals[func.name]
    params = "".join(
        f", {TYPES[kinds.get(a.arg, NUMBER)]} {c_name(a.arg)}" for a in func.args.args[1:]
    )
    return f"static {gives_type(t, func)} {c_name(func.name)}{more}(State *S{params})"


def function(t: Translation, func: ast.FunctionDef) -> str:
    """Translate a whole function, with its locals, its depth check and its stack mark.

    For a memoized function, the lookup function that guards it follows, and the translation itself
    is renamed to `..._anew`.
    """
    t.begin(func.name)
    for param in func.args.args[1:]:
        t.kinds.locals[func.name].setdefault(param.arg, NUMBER)
    if resumes(func):
        _resumable(t, func)
    else:
        for s in func.body:
            statement(t, s)
    params = {a.arg for a in func.args.args}
    body = "\n".join(t.lines)
    names = {n: k for n, k in t.kinds.locals[func.name].items() if n not in params}
    text = ""
    for kind, sort in TYPES.items():
        wanted = [c_name(n) for n, k in names.items() if k == kind and n != "pc"]
        zero = " = 0" if sort in ("I", "Z") else " = { 0, 0 }"
        text += "".join(f"    {sort} {n}{zero};\n" for n in wanted)
    counted = func.name in t.calls.counted
    if counted:
        text += f"    DEEPER({t.at(func)});\n"
    sort = "I" if resumes(func) else gives_type(t, func)
    room = sort in ("I", "void") and takes_room(body)
    if room:
        text += "    I *mark_ = A.top;\n"
    back = "A.top = mark_;" if room else ""
    leave = back + " A.deep--;" * counted
    tidy = _tidying(names) if room else ""
    body = body.replace("@leave", leave).replace("@tidy", tidy).replace("@back", back)
    end = {"I": "return 0;", "void": "", "L": "return (L){ 0, 0 };", "M": "return (M){ 0, 0 };"}
    head = head_of(t, func)
    question = t.remembered.questions.get(func.name)
    behind = ""
    if question is not None:
        behind = looked_up(func, question, head, t.at(func))
        head = head_of(t, func, "_anew")
    return f"{head} {{\n{text}{body}\n    {leave} {end[sort]}\n}}\n{behind}"


def _resumable(t: Translation, func: ast.FunctionDef) -> None:
    """Translate a resumable function to labelled blocks: `pc = 3; continue` becomes a jump."""
    body = func.body
    loop = next(s for s in body if isinstance(s, ast.While))
    unpacking = [s for s in body if _is_unpacking(s)]
    for s in body[1:]:  # the inserted fuel check
        if s is not loop and s not in unpacking:
            statement(t, s)
    t.blocks = [number for number, _ in _leaves(loop.body, 0)]
    ways: list[tuple[int, list[ast.stmt]]] = []
    for unpack in unpacking:
        way: Any = unpack
        while isinstance(way, ast.If):
            assert isinstance(way.test, ast.Compare)
            ways.append((constant(way.test.comparators[0]), way.body))
            way = way.orelse[0] if way.orelse else None
    t.emit("    switch (F[1]) {")
    for number, fills in ways:
        t.emit(f"    case {number}: {{")
        names = list(unpacked(fills))
        if all(t.kinds.locals[t.here].get(n, NUMBER) == NUMBER for n in names):
            for place, name in enumerate(names, 2):
                t.emit(f"    {c_name(name)} = F[{place}];")
        else:
            t.emit("    I at_ = 2;")
            for name in names:
                if t.kinds.locals[t.here].get(name, NUMBER) == NUMBER:
                    t.emit(f"    {c_name(name)} = F[at_++];")
                else:
                    t.emit(f"    {c_name(name)} = copied(of_numbers(F + at_ + 1, F[at_]));")
                    t.emit("    at_ += F[at_] + 1;")
        for s in fills[1:] if names else fills:
            statement(t, s)
        t.emit(f"    goto block_{block(t, number)};")
        t.emit("    }")
    t.emit("    default: fault(BAD_PLACE, 0);")
    t.emit("    }")
    for number, leaf in _leaves(loop.body, 0):
        t.emit(f"block_{number}: ;")
        in_braces(t, leaf)


def _tidying(names: dict[str, Kind]) -> str:
    """Render the code that compacts the arena between blocks: lists still in use move down.

    Empty if a list of lists is live.
    """
    kept = {n: k for n, k in names.items() if not n.startswith(("o", "x"))}
    if LISTS in kept.values():
        return ""
    held = [c_name(n) for n, k in kept.items() if k == LIST]
    made = "".join(f"{n} = copied({n}); " for n in held)
    moved = "".join(f"{n}.p -= by_; " for n in held)
    return (
        f"if (A.top - mark_ > ROOMY) {{ I *was_ = A.top; {made}"
        f"I by_ = moved_down(mark_, was_); {moved}}}"
    )


def _is_unpacking(s: ast.stmt) -> bool:
    if not isinstance(s, ast.If) or not isinstance(s.test, ast.Compare):
        return False
    return isinstance(s.test.left, ast.Name) and s.test.left.id == "pc"


def _leaves(body: list[ast.stmt], first: int) -> list[tuple[int, list[ast.stmt]]]:
    """List the blocks of a resumable function, each with the lowest block number it handles.

    The function dispatches on `pc` by binary search; the leaves of that search are its blocks.
    """
    one = body[0] if len(body) == 1 else None
    if isinstance(one, ast.If) and isinstance(one.test, ast.Compare):
        left = one.test.left
        if isinstance(left, ast.Name) and left.id == "pc":
            middle = constant(one.test.comparators[0])
            return [*_leaves(one.body, first), *_leaves(one.orelse, middle)]
    return [(first, body)]


STEPS = Translators(
    numbers={**expressions.NUMBERS, **called.NUMBERS},
    number_calls=called.NUMBER_CALLS,
    lists=lists.LISTS_OF,
    list_calls=lists.LIST_CALLS,
    lists_of_lists=lists.LISTS_OF_LISTS,
    statements=statements.STATEMENTS,
    deeds=deeds.DEEDS,
    listing=lists.listing,
    listings=lists.listings,
    loop=loops.loop,
    pile=loops.pile,
    level=loops.level,
    settled=loops.settled,
    some=loops.some,
    ends=loops.ends,
    kept_between=loops.kept_between,
    call=called.call,
    bounds=expressions.bounds,
    index=expressions.index,
)
"""How each sort of sentence of printed Python is translated."""
