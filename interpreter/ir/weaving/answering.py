"""Weaves triggers into rules, as calls where their events happen.

Takes a rule with its hooks; produces the wrapper that calls before, instead, the rule, and after.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import replace

from interpreter.diagnostics import Span
from interpreter.ir import graphs, nodes
from interpreter.ir.declared import Field
from interpreter.ir.lowered import Woven, local, with_you, you_at
from interpreter.ir.names import ACTOR, free
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.rewriting import rewritten
from interpreter.ir.standing import Hook
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, set_of
from interpreter.ir.walking import walk
from interpreter.ir.weaving import kept_answers
from interpreter.ir.weaving.copies import if_held, told_copy
from interpreter.ir.weaving.flow import has_edges, of_others, weave_flow


def wrap(woven: Woven, func: Func) -> None:
    """Bring a rule into its final form, wrapped if triggers respond to it or its uses are counted.

    A wrapped rule keeps its body under its name with a trailing dot.
    """
    if has_edges(woven, func):
        weave_flow(woven, func)
        return
    span = func.span
    tracked = [number for key, number in woven.tracked.items() if key[0] == func.name]
    if func.sort == "trigger" or not (
        tracked or func.hooks_before or func.hooks_after or func.hooks_instead
    ):
        if func.per and func.sort == "trigger":
            number = woven.tracked[(func.counted_as, func.per)]
            who = _counted_of(func, you_at(span))
            test = _not_yet(who, func, span)
            func.body = [nodes.If((test,), span, body=_marking([*func.body], number, who, span))]
        woven.funcs[func.name] = func
        return
    raw = replace(
        func,
        name=f"{func.name}.",
        cites=(),
        may_choose=False,
        per="",
        per_span=None,
        whose="",
        hooks_before=[],
        hooks_after=[],
        hooks_instead=[],
        used_number=-1,
    )
    body = _wrapper(woven.program, func, raw, tracked)
    woven.funcs[raw.name] = raw
    woven.funcs[func.name] = replace(raw, name=func.name, cites=func.cites, body=body)


def _wrapper(program: Program, func: Func, raw: Func, tracked: list[int]) -> list[Stmt]:
    """Build the body of a wrapper: the limit on uses, the triggers, and the call of the rule."""
    span = func.span
    args = tuple(local(n, t, span) for n, t in func.params)
    body: list[Stmt] = []
    if func.per:
        there = func.per_span or span
        test = _not_yet(you_at(there), func, there)
        body.append(nodes.Requires((test,), there, f"only once per {func.per}"))
    for hook in func.hooks_instead:
        busy = _replacing(program, hook, func.name)
        body.append(_answer(program, hook, args, span, True, busy))
    changed = _changed(program, func)
    if func.hooks_before:
        conditions, raw.body = _conditions(raw.body, changed)
        body += conditions
    body += _before(program, func, args, changed)
    body.append(nodes.Call((you_at(span), *args), span, raw.name))
    body += [nodes.CountUse((you_at(span),), span, number) for number in tracked]
    after = [_answer(program, hook, args, span) for hook in func.hooks_after]
    body += after if func.answer is None else kept_answers.across(after, func.answer, span)
    return body


def _before(
    program: Program, func: Func, args: tuple[Expr, ...], changed: dict[str, Field]
) -> list[Stmt]:
    """Call what comes before a rule.

    An event parameter that it changes is kept in a field meanwhile, whose former value is restored.
    """
    span = func.span
    now = {name: nodes.FieldNow((), kept.type, span, kept) for name, kept in changed.items()}
    shown = tuple(now.get(name, arg) for arg, (name, _) in zip(args, func.params, strict=True))
    body: list[Stmt] = []
    for name, kept in changed.items():
        body.append(nodes.Let((now[name],), span, f"_was_{name}"))
        body.append(nodes.Set((local(name, kept.type, span),), span, kept))
    body += [_answer(program, hook, shown, span) for hook in func.hooks_before]
    for name, kept in changed.items():
        body.append(nodes.Let((now[name],), span, name))
        body.append(nodes.Set((local(f"_was_{name}", kept.type, span),), span, kept))
    return body


def _conditions(body: list[Stmt], changed: Container[str]) -> tuple[list[Stmt], list[Stmt]]:
    """Split off the conditions at the start of a rule, to be tested before its triggers.

    A condition on a parameter that a trigger changes stays in the rule, to be tested on the new
    value.
    """
    at = next(
        (n for n, s in enumerate(body) if not isinstance(s, nodes.Requires) or s.verb == "pay"),
        len(body),
    )
    first = [s for s in body[:at] if not any(name in changed for name in free(s.args[0]))]
    return first, [s for s in body if not any(s is one for one in first)]


def _changed(program: Program, func: Func) -> dict[str, Field]:
    """Redirect changes of event parameters in `before` triggers to engine fields.

    Returns these fields by parameter. Several triggers may change the same one, in turn.
    """
    kinds = dict(func.params)
    found: dict[str, Field] = {}

    def kept(one: Stmt) -> list[Stmt]:
        if not isinstance(one, nodes.SetParam):
            return [one]
        name = one.name
        if name not in found:
            key = f"_{func.name}_OF_{name}"
            found[name] = Field(key, "table", kinds[name], 0, func.span, -1)
        now = nodes.FieldNow((), kinds[name], one.span, found[name])
        changed = nodes.Set(one.args, one.span, found[name], verb=one.verb, actor=one.actor)
        return [changed, nodes.Let((now,), one.span, name)]

    for hook in func.hooks_before:
        trigger = program.funcs[hook.func]
        trigger.body = rewritten(trigger.body, kept)
    program.engine_fields += found.values()
    return found


def _counted_of(func: Func, holder: Expr) -> Expr:
    """Return the player whose uses of a trigger are counted.

    This is whoever has the card; for a rule of the game, seat 0 stands for all.
    """
    return holder if func.card else nodes.Num((), PLAYER, holder.span, 0)


def _marking(body: list[Stmt], number: int, who: Expr, span: Span) -> list[Stmt]:
    """Count a use of a limited trigger when its heading's condition holds.

    Conditions further down do not matter.
    """
    if len(body) == 1 and isinstance(body[0], nodes.If) and body[0].span == span:
        inner = body[0]
        used = nodes.CountUse((who,), span, number)
        return [replace(inner, body=[used, *inner.body])]
    return [nodes.CountUse((who,), span, number), *body]


def _answer(
    program: Program,
    hook: Hook,
    args: tuple[Expr, ...],
    span: Span,
    instead: bool = False,
    busy: Field | None = None,
) -> Stmt:
    """Call a trigger for every player it concerns; `busy` keeps it from triggering itself."""
    you = you_at(span)
    copy = told_copy(hook.when, span)

    def answered(holder: Expr) -> list[Stmt]:
        """Build the call for one holder; for `instead`, also the return that skips the deed."""
        call = nodes.AnswerEvent((holder, you, *args, *copy), span, hook.func)
        if not instead:
            return [call]
        made: list[Stmt] = [call, nodes.Return((), span)]
        others: Expr | None = None
        if busy is not None:
            yes, no = (nodes.Num((), YES_NO, span, value) for value in (1, 0))
            whose = () if busy.holder == "table" else copy or (holder,)
            begun, done = (nodes.Set((*whose, value), span, busy) for value in (yes, no))
            made = [begun, call, done, made[1]]
            others = nodes.Not((nodes.FieldNow(whose, YES_NO, span, busy),), YES_NO, span)
        for test in (_first_time(program, hook, holder), _asked_there(hook.test, holder), others):
            made = [nodes.If((test,), span, body=made)] if test is not None else made
        return made

    if not hook.card:
        made = answered(you)
        return made[0] if len(made) == 1 else nodes.If((_always(span),), span, body=made)
    if hook.who == "you":
        assert hook.when is not None
        return if_held(hook.when, answered(you), span)
    var = "_holder"
    holder = local(var, PLAYER, span)
    assert hook.when is not None
    asked = [if_held(with_you(hook.when, holder), answered(holder), span)]
    if hook.who == "opponent":
        asked = [of_others(asked[0], holder, you)]
    players = nodes.FromSeat(
        (nodes.Players((), set_of(PLAYER), span), nodes.Active((), PLAYER, span)),
        set_of(PLAYER),
        span,
    )
    return nodes.For((players,), span, var, body=asked)


def _replacing(program: Program, hook: Hook, deed: str) -> Field | None:
    """Create the field that records that a replacement is running, if it may do the deed itself.

    The deed within it is then not replaced again. For a card, each of its owners is asked once, and
    each copy if there are several. Returns None if the rule cannot do the deed.
    """

    def led_to(rule: str) -> Iterator[str]:
        func = program.funcs.get(rule)
        for s in walk(func.body) if func is not None else ():
            if isinstance(s, nodes.Call):
                yield s.rule
            elif isinstance(s, nodes.Menu):
                yield from (item for line in s.lines for item in line.items)
                yield from (name for _, name in program.card_actions)

    if deed not in graphs.reached([hook.func], led_to):
        return None
    name = "_replacing_" + re.sub(r"[^a-z0-9_]", "X", hook.func)
    copies = told_copy(hook.when, hook.span)
    whose = "player" if hook.card and hook.who != "you" else "table"
    busy = Field(name, copies[0].type.of if copies else whose, YES_NO, 0, hook.span, -1)
    program.engine_fields.append(busy)
    return busy


def _always(span: Span) -> Expr:
    return nodes.Num((), YES_NO, span, 1)


def _first_time(program: Program, hook: Hook, holder: Expr) -> Expr | None:
    """Build the test that a limited replacement has not yet been used in this turn or round."""
    func = program.funcs[hook.func]
    return _not_yet(_counted_of(func, holder), func, hook.span) if func.per else None


def _not_yet(who: Expr, func: Func, span: Span) -> Expr:
    """Build the test that somebody has not done something yet in the present turn or round."""
    done = nodes.TimesDone((who,), NUMBER, span, (func.counted_as, func.per))
    first = nodes.Eq((done, nodes.Num((), NUMBER, span, 0)), YES_NO, span)
    return first if func.again is None else nodes.Or((func.again, first), YES_NO, span)


def _asked_there(test: Expr | None, holder: Expr) -> Expr | None:
    """Translate a trigger's condition to the event: `you` is its holder, `actor` who acts."""
    if test is None:
        return None
    if isinstance(test, nodes.Local) and test.name in ("you", ACTOR):
        return holder if test.name == "you" else you_at(test.span)
    args = tuple(made for arg in test.args if (made := _asked_there(arg, holder)) is not None)
    return replace(test, args=args)
