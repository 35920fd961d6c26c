"""What may not be done, or not more often, or not with more: standing and for a time.

A limit becomes a requirement at the head of the actions it limits, a ban for a time a statement.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.deeds import (
    carrying_out,
    closings,
    deed_parts,
    dispatch,
    durations,
    moving,
    signatures,
)
from interpreter.check.expressions import (
    adjectives,
    attributes,
    conditions,
    sources,
    time_spans,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.check.statements import card_ownership, choices, triggers
from interpreter.ir.copies import both
from interpreter.ir.lasting import WHATEVER
from interpreter.ir.program import Choice, E, Func, Hook, S
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type
from interpreter.syntax.tree import Node, Word


def limit(ctx: Context, scope: Scope, node: Node, cond: E | None) -> None:
    """`at most once per turn` and `may not`: a requirement at the head of a deed."""
    who_node = node.parts[0]
    assert isinstance(who_node, Node)
    excuse_node = node.parts[-1]
    excuse = (
        excuse_node.words()[0].text[1:-1]
        if isinstance(excuse_node, Node) and excuse_node.kind == "else"
        else ""
    )
    if cond is None and who_node.kind == "opponents":
        ctx.report.add(
            "opponent-of-whom",
            who_node.span,
            "a rule of the game has no opponents",
            "",
            helps=("write `everyone` or `you`, or put it under `while ...`",),
        )
        return
    if node.kind == "at_most_per":
        _at_most(ctx, scope, node, cond, excuse)
        return
    deed_node = node.parts[1]
    assert isinstance(deed_node, Node)
    parts = deed_parts.take_apart(deed_node)
    unless = node.parts[2]
    for func in _banned(scope, parts):
        inner = scope.inner()
        inner.about, inner.waits = func, "ban"
        for name, kind in func.params:  # the words of the heading stand for what is about to happen
            inner.locals[name] = (name, kind, parts.verb.span)
        args = _ban_arguments(inner, parts, func)
        if args is None:
            return
        breach = E("num", (), YES_NO, node.span, 1)
        if isinstance(unless, Node) and unless.kind != "else":
            breach = conditions.negated(conditions.cond(inner, unless))
        for (name, kind), arg in zip(func.params, args, strict=False):
            if arg.op == "local" and arg.data == name:
                continue
            same = adjectives.same(scope, E("local", (), kind, node.span, name), arg)
            breach = same if breach.op == "num" else E("and", (breach, same), YES_NO, node.span)
        _require(func, node, cond, breach, excuse or "this is not allowed now")


def _at_most(ctx: Context, scope: Scope, node: Node, cond: E | None, excuse: str) -> None:
    """`you may hire at most twice per turn`"""
    word = node.parts[1]
    assert isinstance(word, Word) and scope.you is not None
    span_word = [p for p in node.parts if isinstance(p, Word)][-1]
    often = node.parts[2]
    assert isinstance(often, Node)
    many = often.words()[0]
    times = {"once": 1, "twice": 2}.get(many.text) or ctx.whole(many)
    funcs = dispatch.deeds_named(ctx, word, "counted")
    if not funcs or not time_spans.time_span(scope, span_word):
        return
    done: E | None = None
    for func in funcs:
        time_spans.track(scope, func)
        one = E("times_done", (scope.you,), NUMBER, node.span, (func.name, span_word.text))
        done = one if done is None else E("add", (done, one), NUMBER, node.span)
    assert done is not None
    breach = E("ge", (done, E("num", (), NUMBER, node.span, times)), YES_NO, node.span)
    for func in funcs:
        said = excuse or f"{func.title or func.name}: at most {times} per {span_word.text}"
        _require(func, node, cond, breach, said)


def _require(func: Func, node: Node, cond: E | None, breach: E, excuse: str) -> None:
    """A limit as the first line of a deed: it is not done if this would break the limit."""
    who = node.parts[0]
    assert isinstance(who, Node)
    if cond is not None:
        if who.kind == "opponents":
            breach = card_ownership.for_some_other(cond, breach, node.span)
        elif who.kind == "everyone_":
            breach = card_ownership.for_some_other(cond, breach, node.span, everyone=True)
        else:
            breach = both(cond, breach) or breach
    test = E("not", (breach,), YES_NO, node.span)
    func.body.insert(0, S("requires", (test,), node.span, excuse))


def _banned(scope: Scope, parts: deed_parts.Deed) -> list[Func]:
    """The deeds that a ban is about: one of the game, or what is printed on cards; none after a
    diagnostic."""
    if parts.verb.text == carrying_out.VERB:
        if not deed_parts.expect(scope, parts, set(), things=False):
            return []
        return carrying_out.meant(scope, parts) or []
    return dispatch.deeds_named(scope.ctx, parts.verb, "forbidden")


def _ban_arguments(scope: Scope, parts: deed_parts.Deed, func: Func) -> list[E] | None:
    """What a ban names of a deed: nothing at all bans it whatever it is done to."""
    if parts.form == "none" and not parts.preps:
        return []
    return signatures.arguments(scope, parts, func)


def _lie_elsewhere(ctx: Context, node: Node, zone: Word, noun: Word, kind: str | None) -> None:
    """Report a limit of things that never lie there, with where players have them."""
    families = ctx.families["player"]
    holds = ", ".join(ctx.program.kinds[k].plural for k in families[zone.text].kinds)
    places = [name for name, family in families.items() if kind in family.kinds]
    table = ctx.families.get("table", {}).values()
    discards = any(kind in f.kinds and f.refilled for f in table)
    helps = [f"`{zone.text}` holds {holds}"]
    if places:
        text, start = node.span.source.text, node.span.start
        said = f"{text[start : zone.span.start]}{places[0]}{text[zone.span.end : noun.span.end]}"
        where = " and ".join(f"`{name}`" for name in places)
        helps.insert(0, f"{noun.text} lie in {where}: write `{' '.join(said.split())}`")
    ctx.report.add(
        "wrong-noun",
        zone.span if places else noun.span,
        f"`{noun.text}` do not lie in `{zone.text}`",
        "",
        helps=helps,
        fix=(zone.span, places[0]) if len(places) == 1 and discards else None,
    )


def holds_at_most(
    ctx: Context, scope: Scope, node: Node, cond: E | None, owner: str, card: str
) -> None:
    """A limit of what players hold: they discard down to it, as a hidden rule."""
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
        _lie_elsewhere(ctx, node, zone_word, noun, kind)
        return
    limit = typed_values.number(scope, amount_node)
    nodes = [p for p in node.parts if isinstance(p, Node)]
    span_word = words[-1] if len(words) > 3 else None
    if span_word is None:
        ctx.program.not_run.append(("a limit without discarding", node.span))
        return
    if not time_spans.time_span(scope, span_word):
        return
    func, inner = triggers.hidden_rule(ctx, node, owner, card)
    func.params = [("_actor", PLAYER)]
    you = card_ownership.you_local(node.span)
    zone = E("zone", (you,), Type("zone", family.name), node.span, family)
    test = E("gt", (E("zone_size", (you,), NUMBER, node.span, family), limit), YES_NO, node.span)
    test = both(cond, test) or test
    made = sources.zone_source(inner, zone, node.span)
    name = f"_discard_{func.name}".replace(" ", "_")
    gone = E("local", (), made.item, node.span, name)
    there = inner.with_it(gone)  # each may go to a place of its own: `to its fruit's store`
    there.locals[ctx.program.kinds[kind].name] = (name, made.item, noun.span)
    goal = _surplus_to(there, kind, noun, nodes[1] if len(nodes) > 1 else None, gone)
    if goal is None:
        return
    site = choices.site_of(inner, ctx.program.kinds[kind].name, "choose", made.item, node)
    site.func = func.name

    if goal.data is family:
        ctx.report.add(
            "endless",
            node.span,
            "what is too much would stay where it is",
            f"it goes back to `{family.name}`",
            helps=("say another place: `discard down to ... at end of ...`",),
        )
        return
    choice = Choice(site, made.var, name, made.source, [], "one", None, False, False, made.item)
    away = S("move", (gone, *goal.args), node.span, (kind, goal.op, goal.data))
    if ctx.program.kinds[kind].alike:
        away = moving.one_alike(gone, zone, goal, node.span)
    away.actor, away.verb = you, "discard"
    body = [S("choose", (you,), node.span, choice), away]
    func.body = [S("while", (test,), node.span, None, body)]
    # Whether the card holds for a player is part of the condition.
    ctx.program.edges.append(("end", span_word.text, Hook(func.name, "you", None, "", node.span)))


def _surplus_to(scope: Scope, kind: str, noun: Word, named: Node | None, gone: E) -> E | None:
    """Where what is too much goes: the place that is named, else the discard pile, else the bank
    of such money. `gone` is the one that goes."""
    if named is not None:
        goal, _ = deed_parts.targets(scope, kind, named)
        return goal
    ctx = scope.ctx
    table = ctx.families["table"]
    piles = (f.refilled for f in table.values() if kind in f.kinds and f.refilled)
    discard = next(piles, None)
    if discard is not None:
        return E("zone", (), Type("zone", discard), gone.span, table[discard])
    money = ctx.program.money.get(kind)
    sort = attributes.known(scope, gone, money.symbol, gone.span) if money is not None else None
    if money is not None and sort is not None:
        return attributes.known(scope, sort, money.bank, gone.span)
    other = next((f.name for f in table.values() if kind in f.kinds and not f.board), "the box")
    ctx.report.add(
        "no-discard",
        gone.span,
        f"{noun.text} have no discard pile",
        "",
        helps=(
            f"say where to: `discard down to {other} at end of ...`",
            *(("nothing comes back from the box unless a rule takes it",) * (other == "the box")),
        ),
    )
    return None


def _known_now(scope: Scope, named: list[E]) -> bool:
    """Whether a ban for a time names only what is known as it begins, or whatever it will be."""
    asked = (e for one in named for arg in one.args for e in arg.walk())
    later = next((e for e in asked if e.op == "local" and e.data.startswith(WHATEVER)), None)
    if later is None:
        return True
    scope.ctx.report.add(
        "not-chosen",
        later.span,
        "what comes later is not known as a ban begins",
        "not known yet",
        helps=(
            "keep a mark for the time, such as `set your guarded to yes until your next turn`, "
            "and write a rule: `everyone may not ... unless ...`",
        ),
    )
    return False


def forbid(scope: Scope, node: Node) -> list[S]:
    """`until your next round, opponents may not use_hero hero`, `..., nothing may enter space`."""
    duration, ban = node.parts
    assert isinstance(duration, Node) and isinstance(ban, Node)
    when = durations.duration_key(scope, duration)
    excuse_node = ban.parts[-1]
    excuse = ""
    if isinstance(excuse_node, Node) and excuse_node.kind == "else":
        excuse = excuse_node.words()[0].text[1:-1]
    if ban.kind == "closed":
        return closings.close(scope, node, ban, excuse)
    who_node, deed_node = ban.parts[0], ban.parts[1]
    assert isinstance(who_node, Node) and isinstance(deed_node, Node)
    parts = deed_parts.take_apart(deed_node)
    you = scope.player(node.span)
    made: list[S] = []
    for func in _banned(scope, parts):
        inner = scope.inner()
        for name, kind in func.params:  # the words of the heading stand for whatever it will be
            inner.locals.setdefault(name, (WHATEVER + name, kind, parts.verb.span))
        found = _ban_arguments(inner, parts, func)
        if found is None or not _known_now(scope, found):
            return []
        what = (func.name, who_node.kind.rstrip("_"), when, excuse)
        made.append(S("ban", (you, *found), node.span, what))
    return made
