"""Keeps failures in triggers from blocking the deed that they wait for.

Takes woven functions; puts a marker before and behind each call of a trigger that can fail, so that
look-ahead leaves the trigger and goes on, as the game itself does.
"""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.lowered import Woven
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.ir.rewriting import rewritten
from interpreter.ir.walking import walk

FAILING = (nodes.Requires, nodes.Pay, nodes.Choose, nodes.ChooseMatching, nodes.Options)
"""What may not be possible; also what a menu offers, and money that is changed."""
ALSO = (nodes.Menu, nodes.Exchange, nodes.Move, nodes.CanBlock)


def stand_aside(woven: Woven) -> None:
    """Mark where triggers that can fail begin and end."""
    waiting = {name for name, func in woven.funcs.items() if func.sort == "trigger"}
    if not waiting:
        return
    failing = _failing(woven.funcs)
    marked = waiting & failing

    def noted(s: Stmt) -> list[Stmt]:
        if not isinstance(s, nodes.Call) or s.rule not in marked:
            return [s]
        return [nodes.Aside((), s.span, True), s, nodes.Aside((), s.span, False)]

    for func in woven.funcs.values():
        if any(isinstance(s, nodes.Call) and s.rule in marked for s in walk(func.body)):
            func.body = rewritten(func.body, noted)


def _failing(funcs: dict[str, Func]) -> set[str]:
    """Find the rules in which something may fail, themselves or in a callee."""
    found = {
        name
        for name, func in funcs.items()
        if any(isinstance(s, (*FAILING, *ALSO)) for s in walk(func.body))
    }
    more = True
    while more:
        more = False
        for name, func in funcs.items():
            if name in found:
                continue
            if any(isinstance(s, nodes.Call) and s.rule in found for s in walk(func.body)):
                found.add(name)
                more = True
    return found
