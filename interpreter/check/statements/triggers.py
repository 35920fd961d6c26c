"""What happens when: `after`, `before`, `instead`, and the edges of turns.

A trigger becomes a hidden procedure and a `Hook` on the deed or the moment it answers.
"""

from __future__ import annotations

import re
from typing import Any

from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.deeds import cancelling, carrying_out, dispatch, events, signatures
from interpreter.check.expressions import (
    adjectives,
    attributes,
    conditions,
    time_spans,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.check.statements import card_ownership, sentences
from interpreter.diagnostics import Span
from interpreter.ir.copies import told_copy
from interpreter.ir.program import Answer, E, Func, Hook, S
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type
from interpreter.syntax.rewording import find_rewording
from interpreter.syntax.tree import Node, Word


def events_of(node: Node) -> list[Node]:
    """The events that a clause answers."""
    events = node.parts[0]
    assert isinstance(events, Node)
    return list(events.nodes("event"))


def hidden_rule(ctx: Context, node: Node, owner: str, card: str) -> tuple[Func, Scope]:
    """A hidden rule for a clause of `owner`, and the scope in which it is read."""
    name = f"{owner}__{sum(1 for f in ctx.program.funcs if f.startswith(owner + '__')) + 1}"
    title = ctx.funcs[owner].title if owner in ctx.funcs else owner.replace("_", " ")
    func = Func(name, "trigger", [], title, node.span, card=card)
    ctx.program.funcs[name] = func
    scope = Scope(ctx, func, card_ownership.you_local(node.span), in_trigger=True)
    scope.they = None
    if card:
        scope.card = card_ownership.this(ctx, card, node.span)
    return func, scope


def title_of(ctx: Context, owner: str, card: str) -> str:
    """The rule or the card that a clause stands in, as players call it."""
    if card:
        return next(d.title for d in ctx.program.designs if d.id == card)
    title = ctx.funcs[owner].title if owner in ctx.funcs else ""
    return title or owner.replace("_", " ").capitalize()


def _who(ctx: Context, subject: Node | Word | None, card: str) -> str | None:
    assert isinstance(subject, Node)
    if subject.kind == "you":
        return "you"
    if subject.kind in ("any_player",):
        return "any"
    if subject.kind in ("another_player", "opponent"):
        if not card:
            ctx.report.add(
                "opponent-of-whom",
                subject.span,
                "a rule of the game has no opponents",
                "",
                helps=(
                    "write `any player`; only the rules of a card know whose opponent is meant",
                ),
            )
            return None
        return "opponent"
    if subject.kind == "name" and subject.words()[0].text in ctx.factions:
        return "any"
    if subject.kind == "name" and ctx.factions:
        word = subject.words()[0]
        legal = [*ctx.factions, "you", "any player", "another player"]
        ctx.unknown("unknown-faction", word.span, word.text, "faction", legal, "who acts")
        return None
    if not _edge_meant(ctx, subject):
        ctx.report.add(
            "who-acts",
            subject.span,
            "it is not clear who is meant",
            "nobody who acts",
            helps=("write `you`, `any player`, `another player` or `an opponent`",),
            fix=_any_player(subject.span),
        )
    return None


def _any_player(span: Span) -> tuple[Span, str] | None:
    """What is mostly meant by `a player`, `each player` or `players`; None for anything else."""
    if span.text.split()[-1:] not in (["player"], ["players"]):
        return None
    before = span.source.text[: span.start]
    article = re.search(r"\b(?:a|the) +\Z", before)
    return Span(
        span.source, span.start - (len(article[0]) if article else 0), span.end
    ), "any player"


def _edge_meant(ctx: Context, subject: Node) -> bool:
    """Whether `after the turn ends` is said for `at end of each turn`, which is told."""
    found = find_rewording(subject.span)
    if found is None or found[1].split()[-1] not in ("turn", "round", "phase", "game"):
        return False
    ctx.report.add(
        "who-acts",
        found[0],
        "nobody does this: it is an end or a beginning",
        "",
        helps=(f"did you mean `{found[1]}`?",),
        fix=found,
    )
    return True


def triggered(ctx: Context, node: Node, event: Node | None, owner: str, card: str) -> None:
    """`after`, `before` or `instead` of an event: a hidden rule that answers it."""
    subject, act = (
        (event.parts[0], event.parts[1]) if event is not None else (node.parts[0], node.parts[1])
    )
    assert isinstance(act, Node)
    who = _who(ctx, subject, card)
    if who is None:
        return
    func, scope = hidden_rule(ctx, node, owner, card)
    actor = E("local", (), PLAYER, node.span, "_actor")
    func.params = [("_actor", PLAYER)]
    if who != "you":
        scope.they = actor
    tests: list[E] = []
    if isinstance(subject, Node) and subject.kind == "name":
        faction = attributes.role(scope, subject.words()[0].text, subject.span)
        tests.append(E("eq", (actor, faction), YES_NO, subject.span))
    target = _event_target(ctx, act)
    if target is None:
        return
    facts: tuple[Any, ...] = ()
    scope.about, scope.waits = target if isinstance(target, Func) else None, node.kind
    targets = [target] if isinstance(target, Func) else []
    if target == carrying_out.VERB:
        targets = carrying_out.awaited(scope, act, func, tests)
        if not targets:
            return
    elif isinstance(target, str):
        read = events.bind(scope, act, target, func, tests)
        if read is None:
            return
        facts = (node.kind, target, *read)
    if isinstance(target, Func):
        bound = _bind_event(scope, act, target, func, tests)
        if not bound:
            return
    parts = [p for p in node.parts[1 if event is not None else 2 :] if isinstance(p, Node)]
    body_node = parts[-1]
    cond_node = next((p for p in parts if p.kind not in ("per", "block", "events")), None)
    # `they` acts in an opponent's event, but what follows is done by the card's owner
    scope_body = scope.inner()
    if who != "you":
        scope_body.locals["they"] = ("_actor", PLAYER, node.span)
        scope_body.they = None
        scope_body.bound["they"] = actor
        scope_body.bound["them"] = actor
    if cond_node is not None:
        test_scope = scope.inner()
        test_scope.they = actor if who != "you" else None
        tests.append(conditions.cond(_asking(scope_body, scope.you), cond_node))
    per = next((p for p in parts if p.kind == "per"), None)
    body = _body(scope_body, body_node, func)
    if per is not None:
        _once(scope, per.words()[0], func)
    if node.kind == "before":
        _parameters_changed(ctx, func, body, node)
    if not targets:
        func.params += [("_from", NUMBER), ("_to", NUMBER)]
    if node.kind == "instead":
        _asks_itself(ctx, targets, tests)
        cancelling.look(ctx, targets, body, card)
    joined = card_ownership.joined(tests)
    func.body = [S("if", (joined,), node.span, None, body)] if joined is not None else body
    hook = Hook(func.name, who, _held(ctx, func, card, node), card, node.span, joined)
    if not targets:
        ctx.program.answers.append(Answer(node.kind, facts[1], facts[2], facts[3], hook))
        kind = ctx.program.kinds.get(facts[2])
        if target in events.UNANSWERED:
            ctx.program.not_run.append((f"waiting for `{target}`", node.span))
        elif kind is not None and kind.alike:
            ctx.program.not_run.append(("waiting for deeds done to alike pieces", node.span))
        if any(part == "count" for part, _ in facts[3]):
            ctx.program.not_run.append(("answering how many are moved", node.span))
        return
    for rule in targets:
        place = {"after": rule.hooks_after, "before": rule.hooks_before}.get(
            node.kind, rule.hooks_instead
        )
        place.append(hook)


def _held(ctx: Context, func: Func, card: str, node: Node) -> E | None:
    """Whether a player has the card of a hidden rule; of several copies, the rule is told which."""
    held = card_ownership.carried(ctx, card, node.span)
    func.params += [(copy.data, copy.type) for copy in told_copy(held, node.span)]
    return held


def _parameters_changed(ctx: Context, func: Func, body: list[S], node: Node) -> None:
    """`before ... take_hits by hits: raise hits by 1` changes what is about to happen."""
    names = {name for name, _ in func.params[1:]}
    for one in (s for top in body for s in top.walk()):
        if one.op == "let" and one.data in names:
            one.op = "set_param"


def _asks_itself(ctx: Context, targets: list[Func], tests: list[E]) -> None:
    """Whether the deed can be done is asked of what stands in its place: this very rule."""
    names = {target.name for target in targets}
    for e in (part for test in tests for part in test.walk()):
        if e.op == "can" and e.data in names:
            ctx.report.add(
                "asks-itself",
                e.span,
                "this rule stands in for what it asks for",
                "answered by the deed as this rule leaves it",
                helps=("write it in the first line below: `requires " + e.span.text + "`",),
            )


def _asking(scope: Scope, you: E | None) -> Scope:
    scope = scope.inner()
    scope.you = you
    return scope


def _body(scope: Scope, node: Node, func: Func) -> list[S]:
    scope = scope.inner()
    scope.rule = node
    parts = list(node.parts)
    if parts and isinstance(parts[0], Node) and parts[0].kind == "once":
        _once(scope, parts[0].words()[0], func)
        parts = parts[1:]
    return sentences.block(scope, parts)


def _once(scope: Scope, word: Word, func: Func) -> None:
    if time_spans.time_span(scope, word):
        func.per = word.text
        time_spans.track(scope, func)


def _event_target(ctx: Context, act: Node) -> Func | str | None:
    word = act.words()[0]
    for func in ctx.funcs.values():
        if func.sort in ("procedure", "action") and same_verb(word.text, func.name):
            return func  # to wait for a deed is no use of it
    for verb in dispatch.verbs():
        if same_verb(word.text, verb):
            return verb
    legal = [f.name for f in ctx.funcs.values() if f.sort in ("procedure", "action")]
    legal += events.PLACES  # the deeds of the language that can be waited for
    ctx.unknown("unknown-deed", word.span, word.text, "deed", legal)
    return None


def _bind_event(scope: Scope, act: Node, target: Func, func: Func, tests: list[E]) -> bool:
    """Give the parameters of the event their names in the trigger; other words are filters."""
    ctx = scope.ctx
    if target.name in ctx.unclear:
        return False
    pattern = signatures.heading_pattern(ctx, ctx.nodes[target.name])
    for name, kind in target.params:
        func.params.append((name, kind))
        scope.locals[name] = (name, kind, act.span)
    tokens = [
        p
        for p in act.parts[1:]
        if isinstance(p, (Node, Word)) and not (isinstance(p, Node) and p.kind == "act_prep")
    ]
    preps = {
        next(w.text for w in p.walk() if isinstance(w, Word)): p
        for p in act.parts
        if isinstance(p, Node) and p.kind == "act_prep"
    }
    at = 0

    def match(name: str, kind: Type, token: Node | Word) -> None:
        word = (
            token
            if isinstance(token, Word)
            else (token.words()[0] if token.kind == "name" else None)
        )
        if word is not None and word.text == name:
            return
        value = typed_values.value(scope, token, kind)
        tests.append(adjectives.same(scope, E("local", (), kind, act.span, name), value))

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
        if not carrying_out.card_behind(ctx, act, tokens[at]):
            signatures.nothing_more(ctx, target, tokens[at])
        return False
    for prep, name, kind in pattern.preps:
        given = preps.pop(prep, None)
        if given is not None:
            match(name, kind, given.parts[1])  # type: ignore[arg-type]
    for prep, part in preps.items():
        signatures.no_such_part(ctx, target, prep, part)
        return False
    return True


def at_edge(ctx: Context, node: Node, owner: str, card: str) -> None:
    """At the start or the end of a turn or a round: a hidden rule for that moment."""
    edge, moment = node.parts[0], node.parts[1]
    assert isinstance(edge, Node) and isinstance(moment, Node)
    word = moment.words()[-1]
    func, scope = hidden_rule(ctx, node, owner, card)
    if not time_spans.time_span(scope, word):
        return
    func.params = [("_actor", PLAYER)]
    parts = [p for p in node.parts[2:] if isinstance(p, Node)]
    body_node = parts[-1]
    cond_node = next((p for p in parts[:-1] if p.kind != "per"), None)
    per = next((p for p in parts[:-1] if p.kind == "per"), None)
    who = "any"
    if moment.kind == "your_moment":
        who = "you"
    elif card and moment.kind == "each_players_moment":
        who = "any"
    if who == "any" and card:
        scope.bound["they"] = E("local", (), PLAYER, node.span, "_actor")
        scope.bound["them"] = scope.bound["they"]
    test = conditions.cond(scope, cond_node) if cond_node is not None else None
    body = _body(scope, body_node, func)
    if per is not None:
        _once(scope, per.words()[0], func)
    func.body = [S("if", (test,), node.span, None, body)] if test is not None else body
    held = _held(ctx, func, card, node)
    hook = Hook(func.name, "you" if not card else who, held, card, node.span)
    ctx.program.edges.append((edge.words()[0].text, word.text, hook))
