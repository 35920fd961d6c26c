"""Functions of a printed game as C text: plain ones, and resumable ones as labelled blocks."""

from __future__ import annotations

import ast
from bisect import bisect

from interpreter.backends.c import called, deeds, expressions, lists, loops, statements
from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, Kind, resumes
from interpreter.backends.c.remembered import looked_up
from interpreter.backends.c.statements import (
    TYPES,
    gives_type,
    in_braces,
    statement,
)
from interpreter.backends.c.translation import Translation, Translators
from interpreter.backends.c.trees import c_name, takes_room, uses_room
from interpreter.backends.target.blocks import Blocks, blocks_in
from interpreter.backends.target.names import is_fleeting


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
    whole = blocks_in(func)
    if whole is not None:
        _resumable(t, func, whole)
    else:
        for s in func.body:
            statement(t, s)
    params = {a.arg for a in func.args.args}
    body = "\n".join(t.lines)
    names = {n: k for n, k in t.kinds.locals[func.name].items() if n not in params}
    text = ""
    for kind, sort in TYPES.items():
        wanted = [c_name(n) for n, k in names.items() if k == kind]
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
        behind = looked_up(func, question, head, t.at(func), _first_test(t, func))
        head = head_of(t, func, "_anew")
    return f"{head} {{\n{text}{body}\n    {leave} {end[sort]}\n}}\n{behind}"


def _first_test(t: Translation, func: ast.FunctionDef) -> str:
    """Translate the first of the tests that a question gives all of, if it is quickly done.

    Where it fails, that is the answer, and looking for a remembered one takes longer. Empty if
    there is no such test.
    """
    answer = func.body[0]
    if not isinstance(answer, ast.Return) or not isinstance(answer.value, ast.BoolOp):
        return ""
    first: ast.expr = answer.value
    while isinstance(first, ast.BoolOp) and isinstance(first.op, ast.And):
        first = first.values[0]
    if first is answer.value or not isinstance(first, ast.Compare):
        return ""
    text = t.number(first)
    return "" if uses_room(text) or "SPEND" in text else text


def _resumable(t: Translation, func: ast.FunctionDef, whole: Blocks) -> None:
    """Translate a resumable function to labelled blocks."""
    for s in func.body[:-1]:  # the inserted fuel check
        statement(t, s)
    t.emit("    switch (F[1]) {")
    for entry in whole.entries:
        t.emit(f"    case {entry.number}: {{")
        names = entry.names
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
        for s in entry.body:
            statement(t, s)
        t.emit(f"    goto block_{_block_of(whole, entry.number)};")
        t.emit("    }")
    t.emit("    default: fault(BAD_PLACE, 0);")
    t.emit("    }")
    for one in whole.blocks:
        t.emit(f"block_{one.number}: ;")
        in_braces(t, one.body)


def _block_of(whole: Blocks, number: int) -> int:
    """Find the block that contains a jump target."""
    numbers = [one.number for one in whole.blocks]
    return numbers[bisect(numbers, number) - 1]


def _tidying(names: dict[str, Kind]) -> str:
    """Render the code that compacts the arena between blocks: lists still in use move down.

    Empty if a list of lists is live.
    """
    kept = {n: k for n, k in names.items() if not is_fleeting(n)}
    if LISTS in kept.values():
        return ""
    held = [c_name(n) for n, k in kept.items() if k == LIST]
    made = "".join(f"{n} = copied({n}); " for n in held)
    moved = "".join(f"{n}.p -= by_; " for n in held)
    return (
        f"if (A.top - mark_ > ROOMY) {{ I *was_ = A.top; {made}"
        f"I by_ = moved_down(mark_, was_); {moved}}}"
    )


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
