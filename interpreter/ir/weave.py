"""Weaves triggers, spans of time, counts of use, modifiers and card rules into plain calls.

Takes a checked `Program`; gives the functions that the lowering prints. After this stage there
are no hooks: an event is a wrapper that calls what answers it.
"""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.ir.answering import wrap
from interpreter.ir.events import answer_deeds
from interpreter.ir.gatherings import gather
from interpreter.ir.lasting import lasting
from interpreter.ir.program import Design, E, Func, Program, S
from interpreter.ir.several import one_by_one
from interpreter.ir.standing_changes import changed_numbers
from interpreter.ir.types import YES_NO, Type
from interpreter.ir.walking import expressions, walk
from interpreter.ir.woven import Woven, local, you_at


def weave(program: Program) -> Woven:
    """All functions, with everything that answers an event called where it happens."""
    woven = Woven(program, {}, {}, ["turn"])
    for func in program.funcs.values():
        if func.sort in ("turn", "round", "phase") and func.sort not in woven.spans:
            woven.spans.append(func.sort)
    if "game" not in woven.spans:
        woven.spans.append("game")
    one_by_one(program, program.funcs)
    gather(program, program.funcs)
    answer_deeds(program, program.funcs)
    changes = lasting(program, program.funcs)
    _track_uses(woven)
    for func in list(program.funcs.values()):
        wrap(woven, func)
    _carry_outs(woven)
    changed_numbers(woven, changes)
    _menus(woven)
    return woven


def _menus(woven: Woven) -> None:
    """List what each menu offers: (line, sort, rule or label, card)."""
    for func in woven.funcs.values():
        for statement in walk(func.body):
            if statement.op != "menu":
                continue
            site, lines = statement.data
            site.items = []
            for number, line in enumerate(lines):
                if line.sort == "pass":
                    site.items.append((number, "pass", line.title, ""))
                    continue
                for item in line.items:
                    if item == "card_actions":
                        site.items += [
                            (number, "card", name, card)
                            for card, name in woven.program.card_actions
                        ]
                    else:
                        site.items.append((number, "action", item, ""))


def _track_uses(woven: Woven) -> None:
    program = woven.program

    def use(name: str, span: str) -> None:
        woven.tracked.setdefault((name, span), len(woven.tracked))

    for func in program.funcs.values():
        if func.per:
            use(func.name, func.per)
        for statement in func.body:
            for one in statement.walk():
                for part in expressions(one):
                    if part.op in ("has_done", "times_done"):
                        use(*part.data)


def _which_design(designs: list[Design], card: E, span: Span) -> list[S]:
    """Carry out the rules of the design that a card is of: half of them are ruled out at a time."""
    if not designs:
        return []
    if len(designs) == 1:
        test = E("is_design", (card,), YES_NO, span, designs[0])
        call = S("call", (you_at(span),), span, f"card_{designs[0].id}")
        return [S("if", (test,), span, None, [call])]
    middle = len(designs) // 2
    test = E("lt", (card, E("num", (), card.type, span, designs[middle].first)), YES_NO, span)
    lower = _which_design(designs[:middle], card, span)
    return [S("if", (test,), span, None, lower, _which_design(designs[middle:], card, span))]


def _carry_outs(woven: Woven) -> None:
    """One function for each kind that carries rules: it calls what is printed on the card."""
    program = woven.program
    for kind in program.kinds.values():
        if kind.carries is None:
            continue
        span = kind.span
        card = local("card", Type("piece", kind.name), span)
        carrying = [d for d in kind.designs if f"card_{d.id}" in woven.funcs]
        body = _which_design(carrying, card, span)
        func = Func(
            f"carry_out_{kind.name}",
            "procedure",
            [("card", Type("piece", kind.name))],
            f"Carry out {kind.name}",
            span,
            body=body,
        )
        woven.funcs[func.name] = func
    for func in woven.funcs.values():
        for statement in walk(func.body):
            if statement.op == "carry_out":
                statement.op, statement.data = "call", f"carry_out_{statement.data}"
            elif statement.op == "answer_event":
                statement.op = "call"
