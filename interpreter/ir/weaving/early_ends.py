"""Implements `end this turn` in callees of a turn: every rule on the way back to it returns.

Takes woven rules. The sentence sets an engine flag; each caller of a rule that may set it tests it
after the call, and returns too. The turn itself begins without the flag and ends with it.
"""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.lowered import Woven
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.ir.rewriting import unless_same, with_blocks
from interpreter.ir.types import NUMBER, YES_NO
from interpreter.ir.walking import walk


def end_early(woven: Woven) -> None:
    """Expand every `end_span` of these rules."""
    words = {
        s.time: s.span
        for f in woven.funcs.values()
        for s in walk(f.body)
        if isinstance(s, nodes.EndSpan)
    }
    for word, span in words.items():
        mark = Field(f"_ended_{word}", "table", YES_NO, 0, span, -1)
        woven.program.engine_fields.append(mark)
        ending = _that_may_end(woven, word)
        for func in woven.funcs.values():
            func.body = _block(woven, func, func.body, word, mark, ending)
        for name in ending:
            woven.left_after.setdefault(name, []).append(mark)


def _that_may_end(woven: Woven, word: str) -> set[str]:
    """Find the rules that may end a span which began outside them."""
    found = {
        name
        for name, func in woven.funcs.items()
        if any(isinstance(s, nodes.EndSpan) and s.time == word for s in walk(func.body))
    }
    calls = {name: _called(func) for name, func in woven.funcs.items()}
    todo = list(found)
    while todo:
        ended = todo.pop()
        for name, called in calls.items():
            inside = _is_of(woven, name, word)
            if ended in called and name not in found and not (inside and "." not in name):
                found.add(name)
                todo.append(name)
    return {name for name in found if not _is_of(woven, name, word) or name.endswith(".")}


def _called(func: Func) -> set[str]:
    found: set[str] = set()
    for s in walk(func.body):
        if isinstance(s, nodes.Call):
            found.add(s.rule)
        elif isinstance(s, nodes.Menu):
            found |= {item for _, sort, item, _ in s.site.items if sort != "pass"}
    return found


def _is_of(woven: Woven, name: str, word: str) -> bool:
    """Check whether a rule is a span that a word means: `turn`, `player_turn`."""
    func = woven.funcs[name]
    return word in (func.sort, name.removesuffix(".")) and func.sort in ("turn", "round", "phase")


def _block(
    woven: Woven, func: Func, body: list[Stmt], word: str, mark: Field, ending: set[str]
) -> list[Stmt]:
    made: list[Stmt] = []
    waiting: Span | None = None
    around = any(isinstance(s, nodes.Enter) for s in func.body)
    own = _is_of(woven, func.name, word)
    for s in body:
        if waiting is not None and not _belongs_to_a_call(s):
            made.append(left(mark, waiting))
            waiting = None
        s = with_blocks(s, lambda block: _block(woven, func, block, word, mark, ending))
        if isinstance(s, nodes.EndSpan) and s.time == word:
            sort = woven.program.funcs[word].sort if word in woven.program.funcs else word
            on = nodes.Running((), YES_NO, s.span, sort)
            made.append(nodes.If((on,), s.span, body=[_set(mark, 1, s.span), _leave(s.span)]))
        elif around and own and isinstance(s, nodes.Call) and s.rule == f"{func.name}.":
            still = nodes.Not((nodes.FieldNow((), YES_NO, s.span, mark),), YES_NO, s.span)
            made += [nodes.If((still,), s.span, body=[s]), _set(mark, 0, s.span)]
        else:
            made.append(s)
            if isinstance(s, nodes.Call) and s.rule in ending and not around:
                waiting = s.span
            if isinstance(s, nodes.Leave) and own:
                made.append(_set(mark, 0, s.span))
    if waiting is not None:
        made.append(left(mark, waiting))
    return unless_same(body, made)


def _belongs_to_a_call(s: Stmt) -> bool:
    """Check whether a statement runs after a call in any case: the engine's own markers."""
    return isinstance(s, (nodes.Leave, nodes.Expire)) or (
        isinstance(s, nodes.Set) and s.field.number < 0
    )


def left(mark: Field, span: Span) -> Stmt:
    """Build the return from a rule whose enclosing span has been ended."""
    return nodes.If((nodes.FieldNow((), YES_NO, span, mark),), span, body=[_leave(span)])


def _leave(span: Span) -> Stmt:
    return nodes.Return((), span)


def _set(mark: Field, value: int, span: Span) -> Stmt:
    return nodes.Set((nodes.Num((), NUMBER, span, value),), span, mark)
