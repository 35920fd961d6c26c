"""Weaves triggers, spans of time, counts of use, modifiers and card rules into plain calls.

Takes a checked `Program`; produces the functions that are lowered. After this stage there are no
hooks: an event is a wrapper that calls its triggers.
"""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.knowledge.horizons import end_looking_ahead
from interpreter.ir.lowered import Woven
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Program
from interpreter.ir.rewriting import rewritten
from interpreter.ir.walking import program_expressions, walk
from interpreter.ir.weaving.answering import wrap
from interpreter.ir.weaving.asides import stand_aside
from interpreter.ir.weaving.early_ends import end_early
from interpreter.ir.weaving.events import answer_deeds
from interpreter.ir.weaving.kept_answers import forget_answers
from interpreter.ir.weaving.lasting import lasting
from interpreter.ir.weaving.nullability import let_be_none
from interpreter.ir.weaving.several import one_by_one
from interpreter.ir.weaving.simultaneous_choices import gather
from interpreter.ir.weaving.standing_changes import changed_numbers


def weave(program: Program) -> Woven:
    """Bring all functions into their final form, with triggers called where their events happen."""
    woven = Woven(program, {}, {}, ["turn"])
    for func in program.funcs.values():
        if func.sort in ("turn", "round", "phase") and func.sort not in woven.spans:
            woven.spans.append(func.sort)
    if "game" not in woven.spans:
        woven.spans.append("game")
    woven.for_a_time |= {
        statement.field.number
        for func in program.funcs.values()
        for statement in walk(func.body)
        if isinstance(statement, nodes.SetFor)
    }
    one_by_one(program, program.funcs)
    gather(program, program.funcs)
    answer_deeds(program, program.funcs)
    changes = lasting(program, program.funcs)
    _track_uses(woven)
    for func in list(program.funcs.values()):
        wrap(woven, func)
    for func in woven.funcs.values():
        if any(isinstance(statement, nodes.AnswerEvent) for statement in walk(func.body)):
            func.body = rewritten(func.body, _called)
    changed_numbers(woven, changes)
    _menus(woven)
    end_early(woven)
    forget_answers(woven)
    let_be_none(woven.funcs)
    stand_aside(woven)
    end_looking_ahead(woven)
    return woven


def _called(s: Stmt) -> list[Stmt]:
    """Replace the call of a trigger by a plain call."""
    if not isinstance(s, nodes.AnswerEvent):
        return [s]
    return [nodes.Call(s.args, s.span, s.rule, verb=s.verb, actor=s.actor)]


def _menus(woven: Woven) -> None:
    """Fill what each menu offers: (line, sort, rule or label, card)."""
    for func in woven.funcs.values():
        for statement in walk(func.body):
            if not isinstance(statement, nodes.Menu):
                continue
            site, lines = statement.site, statement.lines
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
            use(func.counted_as, func.per)
    for part in program_expressions(program):
        if isinstance(part, (nodes.HasDone, nodes.TimesDone)):
            use(*part.deed)
