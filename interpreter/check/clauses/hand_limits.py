"""Limits on holdings: `your hand holds at most 4 spells, discard down at end of turn`."""

from __future__ import annotations

from dataclasses import replace

from interpreter.check import node_builders
from interpreter.check.choices import choice_sites
from interpreter.check.clauses import card_ownership, hidden_rules
from interpreter.check.context import Context
from interpreter.check.deeds import deed_things, moving
from interpreter.check.expressions import value_reading
from interpreter.check.names import attributes, time_spans
from interpreter.check.places import discard_piles, sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Choice, Family
from interpreter.ir.names import ACTOR
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.standing import Hook
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type
from interpreter.ir.weaving.copies import both
from interpreter.syntax import ast

ENDLESS = 1_000_000  # more than any game has components


def holds_at_most(
    ctx: Context, scope: Scope, node: ast.HoldsAtMost, cond: Expr | None, owner: str, card: str
) -> None:
    """Read a limit on what players hold: a hidden rule makes them discard down to it."""
    zones = ctx.families.get("player", {})
    family = zones.get(node.zone.text)
    if family is None:
        ctx.unknown("unknown-zone", node.zone.span, node.zone.text, "zone", zones)
        return
    kind = ctx.kind_named(node.things.text)
    if kind is None or kind not in family.kinds:
        _report_elsewhere(scope, node, kind)
        return
    limit = value_reading.number(scope, node.most)
    if node.time is None:
        _limit(ctx, node, family, limit, cond)
        return
    if not time_spans.check_span(scope, node.time):
        return
    func, inner = hidden_rules.add_rule(ctx, node.span, owner, card)
    func.params = [(ACTOR, PLAYER)]
    you = card_ownership.you_local(node.span)
    size = nodes.ZoneSize((you,), NUMBER, node.span, family)
    test: Expr = nodes.Gt((size, limit), YES_NO, node.span)
    test = both(cond, test) or test
    discarded = _discard(inner, node, kind, family, func.name, you)
    if discarded is None:
        return
    func.body = [nodes.While((test,), node.span, body=discarded)]
    # Whether the player has the card is part of the condition.
    ctx.program.edges.append(("end", node.time.text, Hook(func.name, "you", None, "", node.span)))


def _limit(
    ctx: Context, node: ast.HoldsAtMost, family: Family, limit: Expr, cond: Expr | None
) -> None:
    """Let what does not fit stay where it is; of several limits, the lowest applies."""
    if family.shape == "slots":
        ctx.program.not_run.append(("a limit of a row of spaces", node.span))
        return
    if cond is not None:
        no_limit = nodes.Num((), NUMBER, node.span, ENDLESS)
        limit = nodes.ChooseValue((cond, limit, no_limit), NUMBER, node.span)
    if family.limit is not None:
        limit = nodes.Min((family.limit, limit), NUMBER, node.span)
    family.limit = limit


def discard_down(scope: Scope, node: ast.DiscardDown) -> list[Stmt]:
    """Read `discard down to 4 tricks`: immediately, by the acting player."""
    if choice_sites.report_no_choice(scope, node.span):
        return []
    ctx, zones = scope.ctx, scope.ctx.families.get("player", {})
    kind = ctx.kind_named(node.things.text)
    holding = [f for f in zones.values() if kind in f.kinds and f.shape == "list"]
    if node.zone is not None:
        there = value_reading.value(scope, node.zone)
        holding = [f for f in holding if isinstance(there, nodes.OfFamily) and f is there.family]
        if not there.type.known:
            return []
        if not _is_own(scope, there, node.zone.span):
            return []
    if kind is None or len(holding) != 1:
        own = "their" if scope.they is not None else "your"
        places = " or ".join(f"`in {own} {f.name}`" for f in holding)
        ctx.report.add(
            "wrong-noun",
            node.things.span if node.zone is None else node.zone.span,
            f"players hold {node.things.text} in several places"
            if holding
            else f"players hold no {node.things.text}{' there' if node.zone is not None else ''}",
            helps=(f"say behind it where: {places}",)
            if holding
            else ("name what lies in a zone of each player",),
        )
        return []
    you, family = scope.player(node.span), holding[0]
    limit = value_reading.number(scope, node.most)
    size = nodes.ZoneSize((you,), NUMBER, node.span, family)
    test: Expr = nodes.Gt((size, limit), YES_NO, node.span)
    rule = scope.func.name if scope.func is not None else ""
    discarded = _discard(scope.inner(), node, kind, family, rule, you)
    return [nodes.While((test,), node.span, body=discarded)] if discarded else []


def _is_own(scope: Scope, zone: Expr, span: Span) -> bool:
    """Whether a zone is that of who discards, as told by `have`; reported if it is not."""
    actor = scope.player(span)
    whose = zone.args[0] if isinstance(zone, nodes.OfFamily) and zone.args else actor
    if node_builders.is_same(whose, actor):
        return True
    assert isinstance(zone, nodes.OfFamily)
    return not scope.ctx.report.add(
        "chosen-unseen",
        span,
        "a player discards from a place of their own",
        "this is somebody else's",
        helps=(f"`your` is whoever acts around this: write `their {zone.family.name}`",),
    )


def _discard(
    scope: Scope,
    node: ast.HoldsAtMost | ast.DiscardDown,
    kind: str,
    family: Family,
    rule: str,
    you: Expr,
) -> list[Stmt] | None:
    """Let a player choose one to discard; None after a diagnostic."""
    ctx = scope.ctx
    zone = nodes.Zone((you,), Type("zone", family.name), node.span, family)
    made = sources.zone_source(scope, zone, node.span)
    name = f"_discard_{rule}".replace(" ", "_")
    gone = nodes.Local((), made.item, node.span, name)
    there = scope.with_it(gone)  # each may go to a place of its own: `to its fruit's store`
    noun = ctx.program.kinds[kind].name
    there.locals[noun] = (name, made.item, node.things.span)
    goal = _surplus_to(there, kind, node, gone, you)
    if goal is None:
        return None
    site = choice_sites.add_site(scope, noun, "choose", made.item, node.span)
    site.func = rule
    if isinstance(goal, nodes.OfFamily) and goal.family is family:
        ctx.report.add(
            "endless",
            node.span,
            "what is too much would stay where it is",
            f"it goes back to `{family.name}`",
            helps=("say another place: `discard down to ... at end of ...`",),
        )
        return None
    choice = Choice(site, made.var, name, made.source, [], "one", None, False, False, made.item)
    away: Stmt = nodes.Move((gone, *goal.args), node.span, kind, goal.op, nodes.family_or_box(goal))
    if ctx.program.kinds[kind].alike:
        away = moving.one_alike(gone, zone, goal, node.span)
    choose = nodes.Choose((you,), node.span, choice)
    return [choose, replace(away, actor=you, verb="discard")]


def _report_elsewhere(scope: Scope, node: ast.HoldsAtMost, kind: str | None) -> None:
    """Report a limit on things that never lie there, and name the zones where players have them."""
    ctx = scope.ctx
    zone, noun = node.zone, node.things
    families = ctx.families["player"]
    holds = ", ".join(ctx.program.kinds[k].plural for k in families[zone.text].kinds)
    places = [name for name, family in families.items() if kind in family.kinds]
    discards = kind is not None and bool(discard_piles.discard_piles(scope, kind))
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
        helps=helps,
        fix=(zone.span, places[0]) if len(places) == 1 and discards else None,
    )


def _surplus_to(
    scope: Scope, kind: str, node: ast.HoldsAtMost | ast.DiscardDown, gone: Expr, you: Expr
) -> Expr | None:
    """Find the destination of the surplus `gone`; None after a diagnostic.

    This is the place that is named, else the discard pile, perhaps a player's own, else the bank of
    that money.
    """
    if isinstance(node, ast.HoldsAtMost) and node.place is not None:
        goal, _ = deed_things.targets(scope, kind, node.place)
        return goal
    ctx = scope.ctx
    pile = discard_piles.discard_pile(scope, kind, gone.span, you)
    if pile is not None:
        return pile
    money = ctx.program.money.get(kind)
    sort = attributes.known(scope, gone, money.symbol, gone.span) if money is not None else None
    if money is not None and sort is not None:
        return attributes.known(scope, sort, money.bank, gone.span)
    several = discard_piles.names_of(scope, kind)
    if isinstance(node, ast.DiscardDown):
        noun = ctx.program.kinds[kind].name
        ctx.report.add(
            "no-discard",
            gone.span,
            f"{node.things.text} have {'more than one' if several else 'no'} discard pile",
            helps=(
                f"let them go elsewhere: write `repeat while number of ... is more than "
                f"{node.most.span.text}`, and below it `choose {noun} from ...` and `move {noun} "
                "to ...`",
            ),
        )
        return None
    lies = (f.name for f in ctx.families["table"].values() if kind in f.kinds and not f.board)
    other = [*several, *lies, "the box"][0]
    ctx.report.add(
        "no-discard",
        gone.span,
        f"{node.things.text} have {'more than one' if several else 'no'} discard pile",
        helps=(
            f"say where to: `discard down to {other} at end of ...`",
            *(("nothing comes back from the box unless a rule takes it",) * (other == "the box")),
        ),
    )
    return None
