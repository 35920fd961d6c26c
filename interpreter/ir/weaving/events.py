"""Weaves triggers on built-in deeds: `after any player draws card`, `instead of moving ...`.

Takes the `answers` of a program; inserts the calls around each statement that does such a deed, so
that later stages know no events. Zones go by the numbers with which components store their place.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, OfFamily, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.renaming import substituted
from interpreter.ir.rewriting import rewritten
from interpreter.ir.standing import DeedTrigger
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, piece_type, set_of
from interpreter.ir.weaving.copies import COPY, each_copy, if_held, told_copy, under_name
from interpreter.language.verbs import event_of

# Statements that are done to one component, their first argument.
DONE_TO = frozenset([nodes.Move, nodes.Roll, nodes.RollOdds, nodes.Reveal])


def answer_deeds(program: Program, funcs: dict[str, Func]) -> None:
    """Insert the calls of triggers on the built-in deeds in these rules."""
    if not program.answers:
        return
    for made in program.answers:
        hook, func = made.hook, funcs[made.hook.func]
        hook.test = None if hook.test is None else _placed(program, hook.test)
        func.body = rewritten(
            func.body,
            lambda s: [replace(s, args=tuple(_placed(program, arg) for arg in s.args))],
        )
    number = 0

    def change(s: Stmt, inside: str) -> list[Stmt]:
        nonlocal number
        number += 1
        return _deed(program, s, inside, number)

    for func in funcs.values():
        func.body = rewritten(func.body, partial(change, inside=func.name))


def answers_of(program: Program, s: Stmt, inside: str) -> list[DeedTrigger]:
    """List the triggers on a statement that is inside the rule called `inside`.

    A trigger does not respond to its own statements.
    """
    if s.actor is None or (
        type(s) not in DONE_TO and not isinstance(s, (nodes.Draw, nodes.Shuffle))
    ):
        return []
    kind = kind_of(s)
    return [
        a
        for a in program.answers
        if event_of(a.verb) == event_of(s.verb) and a.kind in ("", kind) and a.hook.func != inside
    ]


def _deed(program: Program, s: Stmt, inside: str, number: int) -> list[Stmt]:
    """Weave the triggers of one statement around it; a trigger does not respond to itself."""
    kind, answers = kind_of(s), answers_of(program, s, inside)
    if not answers:
        return [s]
    span = s.span
    if isinstance(s, nodes.Draw):
        return _draws(program, s, answers, number)
    thing, start, end = (f"_{word}{number}" for word in ("thing", "from", "to"))
    none = nodes.Num((), NUMBER, span, -1)
    thing_e = nodes.Local((), piece_type(kind), span, thing) if kind else none
    start_e, end_e = nodes.Local((), NUMBER, span, start), nodes.Local((), NUMBER, span, end)
    made: list[Stmt] = []
    if type(s) in DONE_TO:
        made.append(nodes.Let((s.args[0],), span, thing))
        s = replace(s, args=(thing_e, *s.args[1:]))
        made.append(nodes.Let((nodes.ZoneOf((thing_e,), NUMBER, span),), span, start))
    else:
        made.append(nodes.Let((none,), span, start))
    target: Expr = none
    if not isinstance(s, nodes.Move) and type(s) in DONE_TO:
        target = start_e  # what is rolled or revealed stays where it lies
    elif isinstance(s, nodes.Move) and s.how != "box":
        target = nodes.ZoneNumber(s.args[1:], NUMBER, span, s.how, s.to)
    made.append(nodes.Let((target,), span, end))
    facts = (thing_e, start_e, end_e)
    if not isinstance(s, nodes.Move) or s.how == "box":
        return made + _around(program, s, [s], answers, facts, number)
    # What has no room stays where it is, and triggers nothing.
    now = nodes.ZoneOf((thing_e,), NUMBER, span)
    elsewhere = nodes.Ne((now, start_e), YES_NO, span)
    moved = nodes.Or((elsewhere, nodes.Eq((now, end_e), YES_NO, span)), YES_NO, span)
    after = [one for one in answers if one.sort == "after"]
    then = _around(program, s, [], after, facts, number)
    body: list[Stmt] = [s, nodes.If((moved,), span, body=then)] if after else [s]
    others = [one for one in answers if one.sort != "after"]
    return made + _around(program, s, body, others, facts, number)


def _draws(program: Program, s: nodes.Draw, answers: list[DeedTrigger], number: int) -> list[Stmt]:
    """Draw cards one by one with triggers for each; beforehand nobody knows which card it is."""
    span = s.span
    family, n_source, kind, op, target, var = s.family, s.sources, s.kind, s.how, s.to, s.name
    card = nodes.Local((), piece_type(kind), span, var)
    each = f"_each{number}"
    amount = s.args[0]
    source = nodes.ZoneNumber(s.args[1 : 1 + n_source], NUMBER, span, "zone", family)
    goal = nodes.ZoneNumber(s.args[1 + n_source :], NUMBER, span, op, target)
    one = nodes.Num((), NUMBER, span, 1)
    single = replace(s, args=(one, *s.args[1:]))
    drawn: Expr = nodes.Ge((card, nodes.Num((), NUMBER, span, 0)), YES_NO, span)
    moved = nodes.Ne((nodes.ZoneOf((card,), NUMBER, span), source), YES_NO, span)
    drawn = nodes.And((drawn, moved), YES_NO, span)
    after = [a for a in answers if a.sort == "after"]
    known = (card, source, goal)
    unknown = (nodes.Num((), piece_type(kind), span, -1), source, goal)
    body: list[Stmt] = [single]
    if after:
        body.append(nodes.If((drawn,), span, body=_around(program, s, [], after, known, number)))
    others = [a for a in answers if a.sort != "after"]
    body = _around(program, s, body, others, unknown, number)
    times = nodes.Range((one, amount), set_of(NUMBER), span)
    return [nodes.For((times,), span, each, body=body)]


def _around(
    program: Program,
    s: Stmt,
    deed: list[Stmt],
    answers: list[DeedTrigger],
    facts: tuple[Expr, Expr, Expr],
    number: int,
) -> list[Stmt]:
    """Put a deed between its `before` and `after` triggers, all inside its replacements."""

    def calls(sort: str) -> list[Stmt]:
        return [
            _called(program, one, s, facts, None, number) for one in answers if one.sort == sort
        ]

    span = s.span
    made = [*calls("before"), *deed, *calls("after")]
    replacing = [a for a in answers if a.sort == "instead"]
    for at, one in enumerate(reversed(replacing)):  # the first one is asked first: outermost
        done = f"_instead{number}_{at}"
        done_e = nodes.Local((), YES_NO, span, done)
        made = [
            nodes.Let((nodes.Num((), YES_NO, span, 0),), span, done),
            _called(program, one, s, facts, done_e, number),
            nodes.If((nodes.Not((done_e,), YES_NO, span),), span, body=made),
        ]
    return made


def _called(
    program: Program,
    one: DeedTrigger,
    s: Stmt,
    facts: tuple[Expr, Expr, Expr],
    done: nodes.Local | None,
    number: int,
) -> Stmt:
    """Call a trigger for every player it concerns; for the first only, if `done` is given."""
    actor, hook, span = s.actor, one.hook, s.span
    assert actor is not None
    func = program.funcs[hook.func]
    by_part = dict(zip(("thing", "from", "to"), facts, strict=True))
    args: list[Expr] = [actor]
    for (part, _), (_, kind) in zip(one.told, func.params[1:], strict=False):
        fact = by_part.get(part, facts[0])
        args.append(fact if part == "thing" else holder_of(program, fact, kind))
    args += facts[1:]
    named = f"{COPY}{number}"  # not the one in whose rule the deed may stand
    args += told_copy(hook.when, span, named)
    everyone = bool(hook.card) and hook.who != "you"
    holder = nodes.Local((), PLAYER, span, "_holder") if everyone else actor
    given = dict(zip((name for name, _ in func.params), args, strict=True)) | {"you": holder}

    conds: list[Expr] = [] if done is None else [nodes.Not((done,), YES_NO, span)]
    if hook.who == "opponent":
        conds.append(nodes.Ne((holder, actor), YES_NO, span))
    several = each_copy(hook.when) is not None
    when = [] if hook.when is None or several else [hook.when]
    tests = [under_name(test, named) for test in (*when, hook.test) if test is not None]
    conds += [substituted(test, given) for test in tests]
    body: list[Stmt] = [nodes.Call((holder, *args), span, hook.func)]
    if done is not None:
        body.insert(0, nodes.Let((nodes.Num((), YES_NO, span, 1),), span, done.name))
    cond: Expr = conds[0] if conds else nodes.Num((), YES_NO, span, 1)
    for more in conds[1:]:
        cond = nodes.And((cond, more), YES_NO, span)
    call: Stmt = nodes.If((cond,), span, body=body)
    if several and hook.when is not None:
        call = if_held(substituted(hook.when, given), [call], span, named)
    if not everyone:
        return call
    everybody = nodes.Players((), set_of(PLAYER), span)
    in_turn = nodes.FromSeat((everybody, nodes.Active((), PLAYER, span)), set_of(PLAYER), span)
    return nodes.For((in_turn,), span, "_holder", body=[call])


def kind_of(s: Stmt) -> str:
    """Return the kind of component a statement is done to; empty if it is done to none."""
    if isinstance(s, nodes.Draw):
        return str(s.kind)
    if type(s) in DONE_TO and s.args:
        return s.args[0].type.of if s.args[0].type.is_piece else ""
    return ""


def _placed(program: Program, e: Expr) -> Expr:
    """Rewrite tests on the places of a deed as tests on numbers of zones."""
    args = tuple(_placed(program, a) for a in e.args)
    if isinstance(e, nodes.SamePlace):
        at, there = args
        assert isinstance(at, nodes.EventPlace)
        return _same_place(program, nodes.Local((), NUMBER, e.span, f"_{at.end}"), there)
    return replace(e, args=args)


def _same_place(program: Program, number: Expr, there: Expr) -> Expr:
    span = there.span
    if there.type.is_zone and isinstance(there, OfFamily):
        family = there.family
        first = nodes.ZoneNumber(there.args, NUMBER, span, "zone", family)
        many = family.slots if family.shape == "slots" else 1
        if family.board:
            many = family.slots * family.owners
        last = nodes.Add((first, nodes.Num((), NUMBER, span, many)), NUMBER, span)
        low, high = (
            nodes.Ge((number, first), YES_NO, span),
            nodes.Lt((number, last), YES_NO, span),
        )
        return nodes.And((low, high), YES_NO, span)
    return nodes.Eq((holder_of(program, number, there.type), there), YES_NO, span)


def holder_of(program: Program, number: Expr, wanted: Type) -> Expr:
    """Build the expression for the space, value or component that a zone belongs to; -1 if none.

    `number` is the number of the zone.
    """
    span = number.span
    made: Expr = nodes.Num((), wanted, span, -1)
    for family in program.families:
        each = family.slots if family.shape == "slots" else 1
        first = 0
        if wanted.is_space and family.board == wanted.of:
            each = 1
        elif wanted.is_space and family.holder == f"space:{wanted.of}":
            pass
        elif wanted.is_piece and family.holder == wanted.of:
            first = program.kinds[wanted.of].first
        elif not wanted.is_value or family.holder != wanted.of:
            continue
        total = family.owners * (family.slots if family.shape == "slots" else 1)

        def count(value: int) -> Expr:
            return nodes.Num((), NUMBER, span, value)

        low = nodes.Ge((number, count(family.base)), YES_NO, span)
        high = nodes.Lt((number, count(family.base + total)), YES_NO, span)
        place: Expr = nodes.Sub((number, count(family.base)), NUMBER, span)
        if each != 1:
            place = nodes.DivDown((place, count(each)), NUMBER, span)
        place = nodes.Add((place, count(first)), wanted, span)
        inside = nodes.And((low, high), YES_NO, span)
        made = nodes.ChooseValue((inside, place, made), wanted, span)
    return made
