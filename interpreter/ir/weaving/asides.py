"""What cannot be done in a rule that waits for a deed keeps nobody from the deed.

Takes woven functions; puts a note before and behind each call of such a rule in which something can
fail, so that whoever looks ahead leaves that rule and goes on, as the game itself does.
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
    """Note where rules that wait begin and are done."""
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
    """Name the rules in which something may not be possible, themselves or in what they call."""
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
