"""Triggers: `after`, `before`, `instead`, and the edges of turns.

A trigger becomes a hidden procedure and a `Hook` on the deed or the moment it answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check.clauses import card_ownership, event_subjects, hidden_rules
from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.deeds import cancelling, carrying_out, dispatch, signatures, verb_events
from interpreter.check.expressions import value_reading
from interpreter.check.names import adjectives, faction_names, time_spans
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.names import ACTOR
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.rewriting import rewritten
from interpreter.ir.standing import DeedTrigger, Hook
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type
from interpreter.language.verbs import VERBS
from interpreter.syntax import ast

Trigger = ast.After | ast.Before | ast.Instead


@dataclass(slots=True)
class Awaited:
    """The deed that a clause waits for: either the rules it targets, or a verb of the language.

    A verb comes with the kind of component it is done to and what the trigger learns; see
    `DeedTrigger`.
    """

    targets: list[Func]
    span: Span
    verb: str = ""
    kind: str = ""
    slots: tuple[tuple[str, str], ...] | list[tuple[str, str]] = ()


def read(
    ctx: Context, node: Trigger, event: ast.Event | ast.Instead, owner: str, card: str
) -> None:
    """Read `after`, `before` or `instead` of an event: a hidden rule that answers it."""
    who = event_subjects.who_acts(ctx, event.subject, card)
    if who is None:
        return
    func, scope = hidden_rules.add_rule(ctx, node.span, owner, card)
    actor = nodes.Local((), PLAYER, node.span, ACTOR)
    func.params = [(ACTOR, PLAYER)]
    if who != "you":
        scope.they = actor
    tests: list[Expr] = []
    if isinstance(event.subject, ast.Name):
        faction = faction_names.role(scope, event.subject.word.text, event.subject.span)
        tests.append(nodes.Eq((actor, faction), YES_NO, event.subject.span))
    awaited = _awaited(scope, node, event.act, func, tests)
    if awaited is None:
        return
    inside = _scope_of_body(scope, who, actor)
    if node.condition is not None:
        asking = inside.inner()
        asking.you = scope.you
        tests.append(value_reading.question(asking, node.condition))
    if isinstance(node, ast.Before):
        _check_holds_back(ctx, node, awaited)
    body = hidden_rules.read_body(inside, node.body, func)
    if not isinstance(node, ast.Instead) and node.per is not None:
        hidden_rules.limit_to_once(inside, node.per.time, func)
    if isinstance(node, ast.Before):
        body = _with_parameters_changed(func, body)
    if not awaited.targets:
        func.params += [("_from", NUMBER), ("_to", NUMBER)]
    if isinstance(node, ast.Instead):
        _report_asking_itself(ctx, awaited.targets, tests)
        cancelling.check_blame(ctx, awaited.targets, body, card)
    joined = card_ownership.joined(tests)
    func.body = [nodes.If((joined,), node.span, body=body)] if joined is not None else body
    held = hidden_rules.whoever_has(ctx, func, card, node.span)
    _add_hook(ctx, node, awaited, Hook(func.name, who, held, card, node.span, joined))


def _check_holds_back(ctx: Context, node: ast.Before, awaited: Awaited) -> None:
    """Report `requires` below `before`: it ends only that rule, and the deed still happens."""
    for line in node.body.lines if isinstance(node.body, ast.Block) else ():
        if isinstance(line, ast.Requires):
            deed = awaited.targets[0].name if awaited.targets else awaited.verb
            ctx.report.add(
                "holds-nothing-back",
                line.span,
                "the deed is done all the same",
                "it ends what stands below `before`, and no more",
                helps=(
                    f"to forbid it, write a rule: `everyone may not {deed} unless ...`",
                    "to do this only sometimes, write `if ...`",
                ),
            )


def _scope_of_body(scope: Scope, who: str, actor: Expr) -> Scope:
    """Build the scope of a trigger's body, in which `they` is the actor unless that is you.

    The body itself is carried out by the card's owner.
    """
    inside = scope.inner()
    if who != "you":
        inside.locals["they"] = (ACTOR, PLAYER, actor.span)
        inside.they = None
        inside.bound["they"] = actor
        inside.bound["them"] = actor
    return inside


def _add_hook(ctx: Context, node: Trigger, awaited: Awaited, hook: Hook) -> None:
    """Attach a hidden rule to what it waits for."""
    for rule in awaited.targets:
        match node:
            case ast.After():
                rule.hooks_after.append(hook)
            case ast.Before():
                rule.hooks_before.append(hook)
            case _:
                rule.hooks_instead.append(hook)
    if awaited.targets:
        return
    parts = list(awaited.slots)
    ctx.program.answers.append(
        DeedTrigger(node.kind, awaited.verb, awaited.kind, parts, hook, awaited.span)
    )
    kind = ctx.program.kinds.get(awaited.kind)
    event = VERBS[awaited.verb].event
    if event is not None and not event.answered:
        ctx.program.not_run.append((f"waiting for `{awaited.verb}`", node.span))
    elif kind is not None and kind.alike:
        ctx.program.not_run.append(("waiting for deeds done to alike pieces", node.span))
    if any(part == "count" for part, _ in parts):
        ctx.program.not_run.append(("answering how many are moved", node.span))


def _awaited(
    scope: Scope, node: Trigger, act: ast.Act, func: Func, tests: list[Expr]
) -> Awaited | None:
    """Find the deed that a clause waits for and bind its parts; None after a diagnostic."""
    target = _event_target(scope.ctx, act.verb)
    if target is None:
        return None
    scope.waits = node.kind
    if isinstance(target, Func):
        scope.about = target
        return Awaited([target], act.span) if _bind_event(scope, act, target, func, tests) else None
    scope.about = None
    if target == carrying_out.VERB:
        targets = carrying_out.awaited(scope, act, func, tests)
        return Awaited(targets, act.span) if targets else None
    read = verb_events.bind(scope, act, target, func, tests)
    return Awaited([], act.span, target, *read) if read is not None else None


def _with_parameters_changed(func: Func, body: list[Stmt]) -> list[Stmt]:
    """Rewrite parameter changes, as in `before ... take_hits by hits: raise hits by 1`."""
    names = {name for name, _ in func.params[1:]}

    def change(s: Stmt) -> list[Stmt]:
        if not isinstance(s, nodes.Let) or s.name not in names:
            return [s]
        return [nodes.SetParam(s.args, s.span, s.name, verb=s.verb, actor=s.actor)]

    return rewritten(body, change)


def _report_asking_itself(ctx: Context, targets: list[Func], tests: list[Expr]) -> None:
    """Report an `instead` rule that asks whether the very deed it replaces can be done."""
    names = {target.name for target in targets}
    for e in (part for test in tests for part in test.walk()):
        if isinstance(e, nodes.Can) and e.rule in names:
            ctx.report.add(
                "asks-itself",
                e.span,
                "this rule stands in for what it asks for",
                "answered by the deed as this rule leaves it",
                helps=("write it in the first line below: `requires " + e.span.text + "`",),
            )


def _event_target(ctx: Context, word: ast.Word) -> Func | str | None:
    """Look up the rule or the verb of the language that a clause waits for.

    Returns None after a diagnostic.
    """
    for func in ctx.funcs.values():
        if func.sort in ("procedure", "action") and same_verb(word.text, func.name):
            return func  # to wait for a deed is no use of it
    for verb in dispatch.verbs():
        if same_verb(word.text, verb):
            return verb
    legal = [f.name for f in ctx.funcs.values() if f.sort in ("procedure", "action")]
    legal += [verb.name for verb in VERBS.values() if verb.event is not None]
    ctx.unknown("unknown-deed", word.span, word.text, "deed", legal)
    return None


def _bind_event(scope: Scope, act: ast.Act, target: Func, func: Func, tests: list[Expr]) -> bool:
    """Bind the event's parameters by name in the trigger; any other word becomes a test in `tests`.

    Adds the parameters to `func`. Returns False, after a diagnostic, if something could not be
    bound.
    """
    ctx = scope.ctx
    if target.name in ctx.unclear:
        return False
    pattern = signatures.heading_pattern(ctx, ctx.nodes[target.name])
    for name, kind in target.params:
        func.params.append((name, kind))
        scope.locals[name] = (name, kind, act.span)
    tokens = act.words_
    preps = {part.word.text: part for part in act.prepositions}
    at = 0

    def match(name: str, kind: Type, token: ast.Expression) -> None:
        if isinstance(token, ast.Name) and token.word.text == name:
            return
        value = value_reading.value(scope, token, kind)
        tests.append(adjectives.same(scope, nodes.Local((), kind, act.span, name), value))

    for sort, name, kind in pattern.things:
        if at >= len(tokens):
            break
        token = tokens[at]
        if sort == "noun":
            at += 1
            continue
        match(name, kind, token)
        at += 1
    if at < len(tokens):
        if not carrying_out.is_card_behind(ctx, act, tokens[at]):
            signatures.report_nothing_more(ctx, target, tokens[at])
        return False
    for prep, name, kind in pattern.preps:
        given = preps.pop(prep, None)
        if given is not None:
            match(name, kind, given.values[0])
    for prep, part in preps.items():
        signatures.report_no_such_part(ctx, target, prep, part)
        return False
    return True


def read_edge(ctx: Context, node: ast.AtEdge, owner: str, card: str) -> None:
    """Read `at start of your turn` and the like: a hidden rule for that moment."""
    moment = node.moment
    assert isinstance(
        moment, ast.YourMoment | ast.EachPlayersMoment | ast.OpponentsMoment | ast.EachMoment
    )
    if isinstance(moment, ast.OpponentsMoment) and not card:
        event_subjects.report_no_opponents(ctx, moment.span, f"each player's {moment.time.text}")
        return
    func, scope = hidden_rules.add_rule(ctx, node.span, owner, card)
    if not time_spans.check_span(scope, moment.time):
        return
    func.params = [(ACTOR, PLAYER)]
    who = "you" if isinstance(moment, ast.YourMoment) else "any"
    who = "opponent" if isinstance(moment, ast.OpponentsMoment) else who
    if who != "you":
        scope.bound["they"] = nodes.Local((), PLAYER, node.span, ACTOR)
        scope.bound["them"] = scope.bound["they"]
    test = value_reading.question(scope, node.condition) if node.condition is not None else None
    body = hidden_rules.read_body(scope, node.body, func)
    if node.per is not None:
        hidden_rules.limit_to_once(scope, node.per.time, func)
    func.body = [nodes.If((test,), node.span, body=body)] if test is not None else body
    held = hidden_rules.whoever_has(ctx, func, card, node.span)
    hook = Hook(func.name, who if card else "you", held, card, node.span)
    ctx.program.edges.append((node.edge.text, moment.time.text, hook))
