"""`end this turn` in what a turn calls: every rule on the way back to the turn is left.

Takes woven rules. The sentence sets a mark of the engine; whoever calls a rule that may set it asks
for it behind the call, and leaves too. The turn itself begins without the mark and ends with it.
"""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.ir.lowered import Woven
from interpreter.ir.program import Expr, Field, Func, Stmt
from interpreter.ir.rewriting import unless_same, with_blocks
from interpreter.ir.types import NUMBER, YES_NO
from interpreter.ir.walking import walk


def end_early(woven: Woven) -> None:
    """Write out every `end_span` of these rules."""
    words = {
        s.data: s.span for f in woven.funcs.values() for s in walk(f.body) if s.op == "end_span"
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
    """Give the rules in which a span may be ended that began outside of them."""
    found = {
        name
        for name, func in woven.funcs.items()
        if any(s.op == "end_span" and s.data == word for s in walk(func.body))
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
        if s.op == "call":
            found.add(s.data)
        elif s.op == "menu":
            found |= {item for _, sort, item, _ in s.data[0].items if sort != "pass"}
    return found


def _is_of(woven: Woven, name: str, word: str) -> bool:
    """Whether a rule is a span that a word means: `turn`, `player_turn`."""
    func = woven.funcs[name]
    return word in (func.sort, name.removesuffix(".")) and func.sort in ("turn", "round", "phase")


def _block(
    woven: Woven, func: Func, body: list[Stmt], word: str, mark: Field, ending: set[str]
) -> list[Stmt]:
    made: list[Stmt] = []
    waiting: Span | None = None
    around = any(s.op == "enter" for s in func.body)
    own = _is_of(woven, func.name, word)
    for s in body:
        if waiting is not None and not _belongs_to_a_call(s):
            made.append(left(mark, waiting))
            waiting = None
        s = with_blocks(s, lambda block: _block(woven, func, block, word, mark, ending))
        if s.op == "end_span" and s.data == word:
            sort = woven.program.funcs[word].sort if word in woven.program.funcs else word
            on = Expr("running", (), YES_NO, s.span, sort)
            made.append(Stmt("if", (on,), s.span, None, [_set(mark, 1, s.span), _leave(s.span)]))
        elif around and own and s.op == "call" and s.data == f"{func.name}.":
            still = Expr("not", (Expr("field", (), YES_NO, s.span, mark),), YES_NO, s.span)
            made += [Stmt("if", (still,), s.span, None, [s]), _set(mark, 0, s.span)]
        else:
            made.append(s)
            if s.op == "call" and s.data in ending and not around:
                waiting = s.span
            if s.op == "leave" and own:
                made.append(_set(mark, 0, s.span))
    if waiting is not None:
        made.append(left(mark, waiting))
    return unless_same(body, made)


def _belongs_to_a_call(s: Stmt) -> bool:
    """Whether a sentence is done behind a call in any case: the engine's own marks."""
    return s.op in ("leave", "expire") or (s.op == "set" and s.data.number < 0)


def left(mark: Field, span: Span) -> Stmt:
    """Leave a rule in which what goes on around it has been ended."""
    return Stmt("if", (Expr("field", (), YES_NO, span, mark),), span, None, [_leave(span)])


def _leave(span: Span) -> Stmt:
    return Stmt("return", (), span)


def _set(mark: Field, value: int, span: Span) -> Stmt:
    return Stmt("set", (Expr("num", (), NUMBER, span, value),), span, mark)
