"""Deeds that lead to themselves again: recursive rules, and triggers that cause their own event.

Takes a program without errors; reports diagnostics. A cycle in which nothing is asked, chosen or
able to fail goes on for ever, which is an error. One that goes through a trigger and stops only
when something cannot be done, or upon a condition that the cycle itself never changes, is a
warning. What the rules mean is not looked at: only what they read and what they change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.check.context import Context
from interpreter.check.names import time_spans
from interpreter.diagnostics import Label, Span
from interpreter.ir import nodes
from interpreter.ir.declared import Family, Field
from interpreter.ir.names import ACTOR
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.standing import Hook
from interpreter.ir.walking import walk, with_conditions
from interpreter.ir.weaving import events
from interpreter.load.game_folder import GameFiles

_LONGEST = 6  # rules in one circle; nobody writes longer ones
_PLAIN = frozenset(
    [
        nodes.Set,
        nodes.SetParam,
        nodes.Let,
        nodes.LetFrozen,
        nodes.Call,
        nodes.If,
        nodes.For,
        nodes.CountUse,
    ]
)
"""Statements that can always be done, and move nothing."""
_SURE = _PLAIN | {nodes.Move, nodes.Shuffle, nodes.Win, nodes.Reveal}
_ENDS = frozenset([nodes.Return, nodes.Answer, nodes.EndGame, nodes.Break, nodes.EndSpan])
_OF_PLAYERS = frozenset(
    [
        nodes.AsOften,
        nodes.Options,
        nodes.Menu,
        nodes.Choose,
        nodes.ChooseMatching,
        nodes.Pay,
        "may",
        nodes.Exchange,
    ]
)
"""Statements in which a player decides whether what stands inside is done."""


@dataclass(frozen=True, slots=True, eq=False)
class _Edge:
    """An edge from one rule to another: a call, or a trigger that answers it."""

    goal: str
    span: Span
    sure: bool
    guards: tuple[Expr, ...]
    answers: bool = False


def check(ctx: Context, files: GameFiles) -> None:
    """Report every cycle once."""
    funcs = ctx.program.funcs.values()
    hooks = [hook for func in funcs for hook in (*func.hooks_before, *func.hooks_after)]
    owners = {hook.func for hook in hooks if hook.card and hook.who == "you"}
    found = {func.name: list(_steps(func, owners)) for func in funcs}
    for func in funcs:  # what replaces a deed may still do the deed itself, once
        for hook in func.hooks_instead:
            found[hook.func] = [step for step in found[hook.func] if step.goal != func.name]
    for func in funcs if ctx.program.answers else ():
        for deed, answers in _built_in(ctx.program, func):
            found[func.name].append(deed)
            found.setdefault(deed.goal, []).extend(answers)
    steps = _in_circles(found)
    told: set[frozenset[str]] = set()
    for name in steps:
        for circle in _circles(name, steps, (), name):
            members = frozenset(step.goal for step in circle)
            if members not in told and _tell(ctx, circle):
                told.add(members)


def _in_circles(steps: dict[str, list[_Edge]]) -> dict[str, list[_Edge]]:
    """Prune rules without incoming or outgoing steps, repeatedly.

    Cycles remain, and paths between cycles; mostly there are none.
    """
    left = dict(steps)
    while True:
        reached = {step.goal for some in left.values() for step in some}
        kept = {
            name: [step for step in some if step.goal in left]
            for name, some in left.items()
            if name in reached and any(step.goal in left for step in some)
        }
        if kept.keys() == left.keys():
            return kept
        left = kept


def _circles(
    start: str, steps: dict[str, list[_Edge]], way: tuple[_Edge, ...], at: str
) -> Iterator[tuple[_Edge, ...]]:
    """Yield the paths from a rule back to itself that visit no other rule twice.

    Paths of more than `_LONGEST` steps are not looked for.
    """
    for step in steps.get(at, ()):
        if step.goal == start:
            yield (*way, step)
        elif len(way) < _LONGEST - 1 and step.goal not in {one.goal for one in way}:
            yield from _circles(start, steps, (*way, step), step.goal)


def _steps(func: Func, owners: set[str]) -> Iterator[_Edge]:
    """`owners` are the answers of cards to what their own owner does."""
    if func.per or func.sort == "define":
        return
    replacing = [_answered(hook) for hook in func.hooks_instead if not hook.card]
    yield from replacing
    done = not any(step.sure for step in replacing)
    for step, call in _calls(func.body, done, ()):
        if func.name not in owners or _by_you(call):
            yield step
    for hook in (*func.hooks_before, *func.hooks_after):
        if not hook.card or hook.who != "opponent":
            answer = _answered(hook)
            yield answer if done else replace(answer, sure=False)


def _built_in(program: Program, func: Func) -> Iterator[tuple[_Edge, list[_Edge]]]:
    """Yield the built-in deeds that a rule does, such as `discard card`, with their triggers.

    Only deeds that have triggers are yielded; `instead` is not among them, nor are cards that
    answer an opponent's deed.
    """
    for s, guards in with_conditions(func.body):
        answers = [
            _answered(one.hook)
            for one in events.answers_of(program, s, func.name)
            if one.sort != "instead" and not (one.hook.card and one.hook.who == "opponent")
        ]
        if answers:
            kind = events.kind_of(s)
            yield (
                _Edge(f"{s.verb} {kind}".strip() + f"__{func.name}", s.span, False, guards),
                answers,
            )


def _answered(hook: Hook) -> _Edge:
    guards = tuple(one for one in (hook.when, hook.test) if one is not None)
    return _Edge(hook.func, hook.span, not guards, guards, True)


def _calls(body: list[Stmt], sure: bool, guards: tuple[Expr, ...]) -> Iterator[tuple[_Edge, Stmt]]:
    """Yield the calls of a block as steps.

    `sure` is whether the block is reached whatever happens; if not, it depends on `guards`.
    """
    for one in body:
        if isinstance(one, nodes.Call):
            yield _Edge(str(one.rule), one.span, sure, guards), one
        elif isinstance(one, (nodes.If, nodes.While)):
            inner = (*guards, one.args[0])
            yield from _calls(one.body, False, inner)
            yield from _calls(one.other, False, inner)
            if any(type(s) in _ENDS for s in walk([one])):
                sure, guards = False, inner
        elif isinstance(one, nodes.For):
            all_players = isinstance(one.args[0], nodes.Players)
            inner = guards if all_players else (*guards, one.args[0])
            yield from _calls(one.body, sure and all_players, inner)
        elif isinstance(one, nodes.Requires):
            sure, guards = False, (*guards, one.args[0])
        elif type(one) in _OF_PLAYERS:
            sure = False
        elif type(one) in _ENDS:
            return


def _by_you(call: Stmt) -> bool:
    """Whether whoever has the card does this, too: an answer to its owner is waited for."""
    return bool(call.args) and nodes.is_local(call.args[0], "you")


def _tell(ctx: Context, circle: tuple[_Edge, ...]) -> bool:
    names = [step.goal for step in circle]
    bodies = [s for func in ctx.bodies.come_to(names) for s in ctx.bodies.of(func)]
    calls = [step for step in circle if not step.answers]
    answers = [step for step in circle if step.answers]
    for_ever = all(step.sure for step in circle) and all(type(s) in _SURE for s in bodies)
    if not for_ever and (not answers or _changes(ctx, circle, bodies)):
        return False
    if not calls or (len(names) == 1 and not answers):
        return False  # a deed that does itself is told by itself
    shown = max(calls, key=lambda step: (bool(answers), step.span.source.path, step.span.start))
    first = shown.goal
    others = tuple(
        Label(step.span, f"this does `{_said(step.goal)}`") for step in calls if step is not shown
    )
    told = f"`{_said(first)}` leads to itself again" + (", for ever" if for_ever else "")
    return ctx.report.add(
        "endless" if for_ever else "sets-off-itself",
        shown.span,
        told,
        "this sets off what is answered here" if answers else "",
        others=others,
        notes=(_way(circle, shown),),
        helps=(
            "answer it only `if` something is so that changes by it, or"
            f" `once per {time_spans.shortest(ctx)}`"
            if answers
            else "do it only `if` something is so, or use `repeat`",
        ),
    )


def _said(name: str) -> str:
    return name.partition("__")[0]


def _way(circle: tuple[_Edge, ...], shown: _Edge) -> str:
    """Describe a cycle in words, from the step that is shown back to it."""
    at = circle.index(shown)
    turned = (*circle[at + 1 :], *circle[: at + 1])
    told, last = [], shown.goal
    for step in turned:
        verb = "is answered by" if step.answers else "does"
        told.append(f"`{_said(last)}` {verb} `{_said(step.goal)}`")
        last = step.goal
    return ", ".join(told)


def _changes(ctx: Context, circle: tuple[_Edge, ...], bodies: list[Stmt]) -> bool:
    """Whether the circle may come to an end by what it does itself."""
    kept: set[str] = set()
    moves = any(type(s) not in _PLAIN and type(s) not in _OF_PLAYERS | {"requires"} for s in bodies)
    for one in bodies:
        if isinstance(one, nodes.Set) and isinstance(one.field, Field):
            kept.add(one.field.key)
    guards = [guard for step in circle for guard in step.guards]
    for guard in guards:
        for e in _all_asked(ctx, guard):
            if isinstance(e, nodes.FieldNow) and isinstance(e.field, Field) and e.field.key in kept:
                return True
            if moves and (any(isinstance(d, Family) for d in e.fixed()) or type(e) in _OF_PLACES):
                return True
            if isinstance(e, nodes.Local) and e.name not in ("you", ACTOR):
                return True
    return False


_OF_PLACES = frozenset(
    [nodes.CellOf, nodes.LiesOn, nodes.Best, nodes.Can, nodes.HasDone, nodes.Arrived, nodes.Filter]
)


def _all_asked(ctx: Context, guard: Expr) -> Iterator[Expr]:
    """Every part of a question, and of the questions of the game that it asks."""
    seen: set[str] = set()
    left = [guard]
    while left:
        for e in left.pop().walk():
            yield e
            if (
                isinstance(e, nodes.CallValue)
                and str(e.rule) not in seen
                and str(e.rule) in ctx.program.funcs
            ):
                seen.add(str(e.rule))
                left += ctx.bodies.asked(ctx.program.funcs[str(e.rule)])
