"""What happens when: triggers, replacements, the edges of turns, and standing sentences.

A trigger becomes a hidden procedure and a `Hook` on the rule it answers. Standing limits become
requirements at the head of the actions they limit; standing changes become modifiers.
"""

from __future__ import annotations

from typing import Any

from interpreter.check import (
    choices,
    conditions,
    deed_headings,
    deed_parts,
    deeds,
    durations,
    events,
    expressions,
    places,
    references,
    selections,
    spans,
    statements,
)
from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import Answer, Choice, CostChange, E, Func, Hook, Modifier, S
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, piece_type, set_of
from interpreter.syntax.tree import Node, Word


def you_local(node: Node) -> E:
    """`you` as the hidden first parameter of a rule."""
    return E("local", (), PLAYER, node.span, "you")


def clause(ctx: Context, node: Node, owner: str, card: str) -> None:
    """One clause of a rule or of a card; `card` is the id of its design, or empty."""
    if node.kind in ("after", "before"):
        for event in _events(node):
            _trigger(ctx, node, event, owner, card)
    elif node.kind == "instead":
        _trigger(ctx, node, None, owner, card)
    elif node.kind == "at_edge":
        _edge(ctx, node, owner, card)
    elif node.kind in ("while_true", "always"):
        test_node = node.parts[0] if node.kind == "while_true" else None
        for part in node.parts:
            if isinstance(part, Node) and part is not test_node:
                standing(ctx, part, test_node if isinstance(test_node, Node) else None, owner, card)
    else:
        standing(ctx, node, None, owner, card)


def _events(node: Node) -> list[Node]:
    events = node.parts[0]
    assert isinstance(events, Node)
    return list(events.nodes("event"))


def _trigger_func(ctx: Context, node: Node, owner: str, card: str) -> tuple[Func, Scope]:
    name = f"{owner}__{sum(1 for f in ctx.program.funcs if f.startswith(owner + '__')) + 1}"
    title = ctx.funcs[owner].title if owner in ctx.funcs else owner.replace("_", " ")
    func = Func(name, "trigger", [], title, node.span, card=card)
    ctx.program.funcs[name] = func
    scope = Scope(ctx, func, you_local(node), in_trigger=True)
    scope.they = None
    if card:
        design = next(d for d in ctx.program.designs if d.id == card)
        scope.card = E("num", (), piece_type(design.kind), node.span, design.first)
    return func, scope


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
    ctx.report.add(
        "who-acts",
        subject.span,
        "it is not clear who is meant",
        "nobody who acts",
        helps=("write `you`, `any player`, `another player` or `an opponent`",),
    )
    return None


def _trigger(ctx: Context, node: Node, event: Node | None, owner: str, card: str) -> None:
    subject, act = (
        (event.parts[0], event.parts[1]) if event is not None else (node.parts[0], node.parts[1])
    )
    assert isinstance(act, Node)
    who = _who(ctx, subject, card)
    if who is None:
        return
    func, scope = _trigger_func(ctx, node, owner, card)
    actor = E("local", (), PLAYER, node.span, "actor")
    func.params = [("actor", PLAYER)]
    if who != "you":
        scope.they = actor
    tests: list[E] = []
    if isinstance(subject, Node) and subject.kind == "name":
        faction = references.role(scope, subject.words()[0].text, subject.span)
        tests.append(E("eq", (actor, faction), YES_NO, subject.span))
    target = _event_target(ctx, act)
    if target is None:
        return
    facts: tuple[Any, ...] = ()
    if isinstance(target, str):
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
        scope_body.locals["they"] = ("actor", PLAYER, node.span)
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
    if not isinstance(target, Func):
        func.params += [("_from", NUMBER), ("_to", NUMBER)]
    joined = _joined(tests)
    func.body = [S("if", (joined,), node.span, None, body)] if joined is not None else body
    hook = Hook(func.name, who, carried(ctx, card, node), card, node.span, joined)
    if not isinstance(target, Func):
        ctx.program.answers.append(Answer(node.kind, facts[1], facts[2], facts[3], hook))
        kind = ctx.program.kinds.get(facts[2])
        if target in events.UNANSWERED:
            ctx.program.not_run.append((f"waiting for `{target}`", node.span))
        elif kind is not None and kind.alike:
            ctx.program.not_run.append(("waiting for deeds done to alike pieces", node.span))
        if any(part == "count" for part, _ in facts[3]):
            ctx.program.not_run.append(("answering how many are moved", node.span))
        return
    place = {"after": target.hooks_after, "before": target.hooks_before}.get(
        node.kind, target.hooks_instead
    )
    place.append(hook)


def _parameters_changed(ctx: Context, func: Func, body: list[S], node: Node) -> None:
    """`before ... take_hits by hits: raise hits by 1` changes what is about to happen."""
    names = {name for name, _ in func.params[1:]}
    for one in (s for top in body for s in top.walk()):
        if one.op == "let" and one.data in names:
            one.op = "set_param"


def _asking(scope: Scope, you: E | None) -> Scope:
    scope = scope.inner()
    scope.you = you
    return scope


def _joined(tests: list[E]) -> E | None:
    made: E | None = None
    for test in tests:
        made = test if made is None else E("and", (made, test), YES_NO, test.span)
    return made


def _body(scope: Scope, node: Node, func: Func) -> list[S]:
    parts = list(node.parts)
    if parts and isinstance(parts[0], Node) and parts[0].kind == "once":
        _once(scope, parts[0].words()[0], func)
        parts = parts[1:]
    return statements.block(scope.inner(), parts)


def _once(scope: Scope, word: Word, func: Func) -> None:
    if spans.time_span(scope, word):
        func.per = word.text
        spans.track(scope, func)


def _event_target(ctx: Context, act: Node) -> Func | str | None:
    word = act.words()[0]
    for func in ctx.funcs.values():
        if func.sort in ("procedure", "action") and references.same_verb(word.text, func.name):
            ctx.used.add(func.name)
            return func
    for verb in deeds.VERBS:
        if references.same_verb(word.text, verb):
            return verb
    legal = [f.name for f in ctx.funcs.values() if f.sort in ("procedure", "action")] + list(
        deeds.VERBS
    )
    ctx.unknown("unknown-deed", word.span, word.text, "deed", legal)
    return None


def _bind_event(scope: Scope, act: Node, target: Func, func: Func, tests: list[E]) -> bool:
    """Give the parameters of the event their names in the trigger; other words are filters."""
    ctx = scope.ctx
    heading = ctx.nodes[target.name]
    if target.name in ctx.unclear:
        return False
    pattern = deed_headings.heading_pattern(ctx, heading)
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
        value = expressions.value(scope, token, kind)
        tests.append(E("eq", (E("local", (), kind, act.span, name), value), YES_NO, act.span))

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
        extra = tokens[at]
        ctx.report.add(
            "extra-part",
            extra.span,
            f"`{target.name}` takes nothing more here",
            "one word too many",
            helps=(f"it is written: {deed_headings.written_form(heading)}",),
        )
        return False
    for prep, name, kind in pattern.preps:
        given = preps.pop(prep, None)
        if given is not None:
            match(name, kind, given.parts[1])  # type: ignore[arg-type]
    for prep, part in preps.items():
        ctx.report.add(
            "extra-part",
            part.span,
            f"`{target.name}` has no part with `{prep}`",
            "not asked for",
            helps=(f"it is written: {deed_headings.written_form(heading)}",),
        )
        return False
    return True


def carried(ctx: Context, card: str, node: Node) -> E | None:
    """The test that player `you` carries a card's rules now; None for rules of the game."""
    if not card:
        return None
    design = next(d for d in ctx.program.designs if d.id == card)
    kind = ctx.program.kinds[design.kind]
    carries = kind.carries
    if carries is None:  # told where its rules stand
        return None
    you = you_local(node)
    this = E("num", (), piece_type(kind.name), node.span, design.first)
    scope = Scope(ctx, None, you)
    copies = design.last - design.first

    def holds(card_e: E) -> E:
        if carries.kind == "carries_by":
            word = carries.words()[0]
            return conditions.related(scope, you, word, card_e, node.span)
        if carries.kind == "carries_in":
            inner = scope.inner()
            inner.it = card_e
            thing = expressions.value(inner, carries.parts[0])
            return places.inside_thing(inner, card_e, thing, node.span)
        return places.belongs(scope, card_e, you)

    if copies == 1:
        return holds(this)
    var = "_carried"
    each = E("local", (), piece_type(kind.name), node.span, var)
    source = E("copies", (), set_of(piece_type(kind.name)), node.span, (design.first, design.last))
    return E("some", (source, holds(each)), YES_NO, node.span, var)


def _edge(ctx: Context, node: Node, owner: str, card: str) -> None:
    edge, moment = node.parts[0], node.parts[1]
    assert isinstance(edge, Node) and isinstance(moment, Node)
    word = moment.words()[-1]
    func, scope = _trigger_func(ctx, node, owner, card)
    if not spans.time_span(scope, word):
        return
    func.params = [("actor", PLAYER)]
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
        scope.bound["they"] = E("local", (), PLAYER, node.span, "actor")
        scope.bound["them"] = scope.bound["they"]
    test = conditions.cond(scope, cond_node) if cond_node is not None else None
    body = _body(scope, body_node, func)
    if per is not None:
        _once(scope, per.words()[0], func)
    func.body = [S("if", (test,), node.span, None, body)] if test is not None else body
    hook = Hook(func.name, "you" if not card else who, carried(ctx, card, node), card, node.span)
    ctx.program.edges.append((edge.words()[0].text, word.text, hook))


# ------------------------------------------------------------------------------ standing


def standing(ctx: Context, node: Node, test_node: Node | None, owner: str, card: str) -> None:
    """A standing sentence, under an optional `while`."""
    scope = Scope(ctx, None, you_local(node), pure=True)
    if card:
        design = next(d for d in ctx.program.designs if d.id == card)
        scope.card = E("num", (), piece_type(design.kind), node.span, design.first)
    tests: list[E] = []
    held = carried(ctx, card, node)
    if held is not None:
        tests.append(held)
    if test_node is not None:
        tests.append(conditions.cond(scope, test_node))
    cond = _joined(tests)
    if node.kind in ("at_most_per", "may_not"):
        _limit(ctx, scope, node, cond)
    elif node.kind == "cost_change":
        _cost_change(ctx, scope, node, cond, card)
    elif node.kind == "holds_at_most":
        _holds_at_most(ctx, scope, node, cond, owner, card)
    elif node.kind == "modifier":
        _modifier(ctx, scope, node, cond, card)
    elif node.kind == "counts_as":
        target = expressions.value(scope, node.parts[0])
        value = expressions.value(scope, node.parts[1], target.type if target.type.known else None)
        if not (target.type.known and value.type.known):
            return
        if target.op != "field":
            ctx.report.add(
                "cannot-change",
                target.span,
                "this cannot count as something else",
                "",
                helps=("name what a player, a space or a component `has`",),
            )
            return
        ctx.program.modifiers.append(Modifier(target.data, "set", value, cond, card, node.span))
    else:
        ctx.report.add("unknown-sentence", node.span, "this sentence does not belong here", "")


def _limit(ctx: Context, scope: Scope, node: Node, cond: E | None) -> None:
    who_node = node.parts[0]
    assert isinstance(who_node, Node)
    excuse_node = node.parts[-1]
    excuse = (
        excuse_node.words()[0].text[1:-1]
        if isinstance(excuse_node, Node) and excuse_node.kind == "else"
        else ""
    )
    if node.kind == "at_most_per":
        word = node.parts[1]
        assert isinstance(word, Word)
        func = ctx.funcs.get(word.text)
        span_word = [p for p in node.parts if isinstance(p, Word)][-1]
        often = node.parts[2]
        assert isinstance(often, Node)
        many = often.words()[0]
        times = {"once": 1, "twice": 2}.get(many.text) or ctx.whole(many)
    else:
        deed_node = node.parts[1]
        assert isinstance(deed_node, Node)
        parts = deed_parts.take_apart(deed_node)
        word, func = parts.verb, ctx.funcs.get(parts.verb.text)
    if func is None or func.sort not in ("action", "procedure"):
        legal = [f.name for f in ctx.funcs.values() if f.sort in ("action", "procedure")]
        ctx.unknown("unknown-deed", word.span, word.text, "action", legal, "actions")
        return
    ctx.used.add(func.name)
    you = scope.you
    assert you is not None
    if node.kind == "at_most_per":
        if not spans.time_span(scope, span_word):
            return
        spans.track(scope, func)
        done = E("times_done", (you,), NUMBER, node.span, (func.name, span_word.text))
        breach: E = E("ge", (done, E("num", (), NUMBER, node.span, times)), YES_NO, node.span)
        excuse = excuse or f"{func.title or func.name}: at most {times} per {span_word.text}"
    else:
        inner = scope.inner()
        for name, kind in func.params:  # the words of the heading stand for what is about to happen
            inner.locals[name] = (name, kind, word.span)
        args = _ban_arguments(inner, parts, func)
        if args is None:
            return
        unless = node.parts[2]
        breach = E("num", (), YES_NO, node.span, 1)
        if isinstance(unless, Node) and unless.kind != "else":
            breach = conditions.negated(conditions.cond(inner, unless))
        for (name, kind), arg in zip(func.params, args, strict=False):
            if arg.op == "local" and arg.data == name:
                continue
            same = E("eq", (E("local", (), kind, node.span, name), arg), YES_NO, node.span)
            breach = same if breach.op == "num" else E("and", (breach, same), YES_NO, node.span)
        excuse = excuse or "this is not allowed now"
    if cond is None and who_node.kind == "opponents":
        ctx.report.add(
            "opponent-of-whom",
            who_node.span,
            "a rule of the game has no opponents",
            "",
            helps=("write `everyone` or `you`, or put it under `while ...`",),
        )
        return
    if cond is not None:
        if who_node.kind == "opponents":
            breach = _for_some_other(cond, breach, node)
        elif who_node.kind == "everyone_":
            breach = _for_some_other(cond, breach, node, everyone=True)
        else:
            breach = E("and", (cond, breach), YES_NO, node.span)
    test = E("not", (breach,), YES_NO, node.span)
    func.body.insert(0, S("requires", (test,), node.span, excuse))


def _ban_arguments(scope: Scope, parts: deed_parts.Deed, func: Func) -> list[E] | None:
    """What a ban names of a deed: nothing at all bans it whatever it is done to."""
    if parts.form == "none" and not parts.preps:
        return []
    return deed_headings.arguments(scope, parts, func)


def _for_some_other(cond: E, breach: E, node: Node, everyone: bool = False) -> E:
    """`cond` of some other player (or of anybody), and `breach` of you."""
    var = "_holder"
    holder = E("local", (), PLAYER, node.span, var)
    moved = _with_you(cond, holder)
    you = you_local(node)
    source = (
        E("players", (), set_of(PLAYER), node.span)
        if everyone
        else E("others", (you,), set_of(PLAYER), node.span)
    )
    some = E("some", (source, moved), YES_NO, node.span, var)
    return E("and", (some, breach), YES_NO, node.span)


def _with_you(test: E, you: E) -> E:
    if test.op == "local" and test.data == "you":
        return you
    return E(test.op, tuple(_with_you(a, you) for a in test.args), test.type, test.span, test.data)


def _cost_change(ctx: Context, scope: Scope, node: Node, cond: E | None, card: str) -> None:
    words = [p for p in node.parts if isinstance(p, Word)]
    change = next(p for p in node.parts if isinstance(p, Node))
    kind = ctx.kind_named(words[-1].text)
    if kind is None:
        legal = [k.plural for k in ctx.program.kinds.values()]
        ctx.unknown("unknown-kind", words[-1].span, words[-1].text, "kind of component", legal)
        return
    amount = expressions.number(scope, change.parts[0]) if change.parts else None
    ctx.program.cost_changes.append(
        CostChange(kind, change.kind.rstrip("_"), amount, cond, card, node.span)
    )


def standing_cost(ctx: Context, kind: str, you: E, cost: E) -> E:
    """A cost in numbers; `settle_costs` changes it by what stands about things of this kind."""
    made = E(cost.op, cost.args, cost.type, cost.span, cost.data)
    ctx.payments.append((kind, you, made))
    return made


def settle_costs(ctx: Context) -> None:
    """Let `your spells cost 1 less` and the like change what is paid in numbers."""
    for kind, you, paid in ctx.payments:
        cost = E(paid.op, paid.args, paid.type, paid.span, paid.data)
        changes = [c for c in ctx.program.cost_changes if c.kind == kind]
        for change in sorted(changes, key=lambda c: c.sort == "nothing"):
            zero = E("num", (), NUMBER, change.span, 0)
            made = zero
            if change.amount is not None:
                op = "add" if change.sort == "more" else "sub"
                made = E(op, (cost, _with_you(change.amount, you)), NUMBER, change.span)
                made = E("max", (made, zero), NUMBER, change.span)
            if change.cond is not None:
                test = _with_you(change.cond, you)
                made = E("choose_value", (test, made, cost), NUMBER, change.span)
            cost = made
        paid.op, paid.args, paid.data = cost.op, cost.args, cost.data
    ctx.payments.clear()


def _holds_at_most(
    ctx: Context, scope: Scope, node: Node, cond: E | None, owner: str, card: str
) -> None:
    words = [p for p in node.parts if isinstance(p, Word)]
    amount_node = next(p for p in node.parts if isinstance(p, Node))
    zone_word, noun = words[0], words[1]
    family = ctx.families.get("player", {}).get(zone_word.text)
    if family is None:
        ctx.unknown(
            "unknown-zone", zone_word.span, zone_word.text, "zone", ctx.families.get("player", {})
        )
        return
    kind = ctx.kind_named(noun.text)
    if kind not in family.kinds:
        ctx.report.add(
            "wrong-noun",
            noun.span,
            f"`{noun.text}` do not lie in `{family.name}`",
            "",
            helps=(f"it holds {', '.join(ctx.program.kinds[k].plural for k in family.kinds)}",),
        )
        return
    limit = expressions.number(scope, amount_node)
    span_word = words[-1] if len(words) > 3 else None
    if span_word is None:
        ctx.program.not_run.append(("a limit without discarding", node.span))
        return
    if not spans.time_span(scope, span_word):
        return
    func, inner = _trigger_func(ctx, node, owner, card)
    func.params = [("actor", PLAYER)]
    discard_to = next(
        (f.refilled for f in ctx.families["table"].values() if kind in f.kinds and f.refilled), None
    )
    if discard_to is None:
        ctx.report.add(
            "no-discard",
            node.span,
            f"{noun.text} have no discard pile",
            "",
            helps=("declare a pile `refilled from` its discard pile",),
        )
        return
    you = you_local(node)
    zone = E("zone", (you,), Type("zone", family.name), node.span, family)
    test = E("gt", (E("zone_size", (you,), NUMBER, node.span, family), limit), YES_NO, node.span)
    if cond is not None:
        test = E("and", (cond, test), YES_NO, node.span)
    made = selections.zone_source(inner, zone, node.span)
    site = choices.site_of(
        inner, ctx.program.kinds[kind].name, "choose", made.item, node, "Discard down"
    )
    site.func = func.name

    name = f"_discard_{func.name}"
    choice = Choice(site, made.var, name, made.source, [], "one", None, False, False, made.item)
    gone = E("local", (), made.item, node.span, name)
    body = [
        S("choose", (you,), node.span, choice),
        S("move", (gone,), node.span, (kind, "zone", ctx.families["table"][discard_to])),
    ]
    func.body = [S("while", (test,), node.span, None, body)]
    ctx.program.edges.append(("end", span_word.text, Hook(func.name, "you", None, card, node.span)))


def _modifier(ctx: Context, scope: Scope, node: Node, cond: E | None, card: str) -> None:
    deed_node = node.parts[0]
    assert isinstance(deed_node, Node)
    parts = deed_parts.take_apart(deed_node)
    if parts.verb.text not in ("raise", "lower") or "by" not in parts.preps:
        guess = nearest(parts.verb.text, ["raise", "lower"])
        ctx.report.add(
            "not-standing",
            parts.verb.span,
            f"`{parts.verb.text}` is done once, not for a while",
            "",
            helps=(f"did you mean `{guess}`?",)
            if guess
            else (
                "under `while` and `always` write `raise ... by`, `lower ... by`, "
                "or who may not do what",
            ),
        )
        return
    target = expressions.value(scope, parts.first)
    if not target.type.known:
        return
    if target.op != "field" or target.type.base != "number":
        ctx.report.add(
            "cannot-change",
            target.span,
            "this cannot be raised or lowered",
            "",
            helps=("name a number that a player, a space or a component has",),
        )
        return
    amount = expressions.number(scope, parts.preps["by"])
    op = "add" if parts.verb.text == "raise" else "sub"
    only = node.parts[1]
    if isinstance(only, Node) and only.kind != "you":
        who = expressions.value(scope, only, PLAYER)
        same = E("eq", (you_local(node), who), YES_NO, node.span)
        cond = same if cond is None else E("and", (cond, same), YES_NO, node.span)
    whose = target.args[0] if target.args else None
    if whose is not None and not (whose.op == "local" and whose.data == "you"):
        if whose.type.base != "player" or amount.op != "num":
            ctx.program.not_run.append(("a standing change of what others have", node.span))
            return
        cond = _of_another(whose, cond, node)
    ctx.program.modifiers.append(Modifier(target.data, op, amount, cond, card, node.span))


def _of_another(whose: E, cond: E | None, node: Node) -> E:
    """`lower rival's strength by 1`: you are the one that some player for whom it holds means."""
    holder = E("local", (), PLAYER, node.span, "_holder")
    meant = E("eq", (you_local(node), _with_you(whose, holder)), YES_NO, node.span)
    if cond is not None:
        meant = E("and", (_with_you(cond, holder), meant), YES_NO, node.span)
    players = E("players", (), set_of(PLAYER), node.span)
    return E("some", (players, meant), YES_NO, node.span, "_holder")


def forbid(scope: Scope, node: Node) -> list[S]:
    """`until your next round, opponents may not use_hero hero`, `..., nothing may enter space`."""
    ctx = scope.ctx
    duration, ban = node.parts
    assert isinstance(duration, Node) and isinstance(ban, Node)
    when = durations.duration_key(scope, duration)
    excuse_node = ban.parts[-1]
    excuse = ""
    if isinstance(excuse_node, Node) and excuse_node.kind == "else":
        excuse = excuse_node.words()[0].text[1:-1]
    if ban.kind == "closed":
        ctx.program.not_run.append(("closing a place for a time", node.span))
        place = expressions.value(scope, ban.parts[0])
        if (
            place.type.known
            and place.type.base not in ("space", "zone")
            and not (
                place.type.base == "piece"
                and any(b.sort == f"kind:{place.type.of}" for b in ctx.program.boards.values())
            )
        ):
            ctx.report.add(
                "wrong-place",
                place.span,
                f"nothing can enter {place.type.words()}",
                "not a place",
                helps=("name a space or a zone",),
            )
            return []
        args = place.args if place.type.base == "zone" else (place,)
        return [S("close_for", args, node.span, (place.op, place.data, when, excuse))]
    who_node, deed_node = ban.parts[0], ban.parts[1]
    assert isinstance(who_node, Node) and isinstance(deed_node, Node)
    parts = deed_parts.take_apart(deed_node)
    func = ctx.funcs.get(parts.verb.text)
    if func is None or func.sort not in ("action", "procedure"):
        legal = [f.name for f in ctx.funcs.values() if f.sort in ("action", "procedure")]
        ctx.unknown("unknown-deed", parts.verb.span, parts.verb.text, "action", legal, "actions")
        return []
    ctx.used.add(func.name)
    found = _ban_arguments(scope, parts, func)
    if found is None:
        return []
    you = scope.player(node.span)
    return [
        S("ban", (you, *found), node.span, (func.name, who_node.kind.rstrip("_"), when, excuse))
    ]
