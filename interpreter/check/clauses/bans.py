"""Bans for a limited time: `until your next round, opponents may not use_hero hero`."""

from __future__ import annotations

from interpreter.check.declarations import titles
from interpreter.check.deeds import asked, carrying_out, deed_parts, signatures, temporary_changes
from interpreter.check.scope import Scope
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.weaving.lasting import WHATEVER
from interpreter.syntax import ast

_BANNED: dict[type[ast.Tree], str] = {
    ast.You: "you",
    ast.Opponents: "opponents",
    ast.EveryoneMay: "everyone",
}


def forbid(scope: Scope, node: ast.ForbidUntil) -> list[Stmt]:
    """Read a temporary ban of deeds or of a place: `..., nothing may enter space`."""
    when = temporary_changes.duration_key(scope, node.duration)
    ban = node.ban
    assert isinstance(ban, ast.MayNots | ast.Closed)
    excuse = titles.plain(scope.ctx, ban.reason.text if ban.reason is not None else None)
    if isinstance(ban, ast.Closed):
        return temporary_changes.close(scope, node, ban, excuse)
    parts = deed_parts.take_apart(ban.deed)
    you = scope.player(node.span)
    theirs = temporary_changes.whose(scope, node.duration, when) or scope.you or you
    made: list[Stmt] = []
    for func in banned_deeds(scope, parts):
        inner = scope.inner()
        for name, kind in func.params:  # the words of the heading stand for whatever it will be
            inner.locals.setdefault(name, (WHATEVER + name, kind, parts.verb.span))
        found = ban_arguments(inner, parts, func)
        if found is None or not _check_known_now(scope, found):
            return []
        what = (func.name, _BANNED[type(ban.who)], when, excuse)
        made.append(nodes.Ban((you, theirs, *found), node.span, *what))
    return made


def _check_known_now(scope: Scope, named: list[Expr]) -> bool:
    """Check that a temporary ban names only what is known when it begins, or any value at all."""
    asked = (e for one in named for arg in one.args for e in arg.walk())
    later = next(
        (e for e in asked if isinstance(e, nodes.Local) and e.name.startswith(WHATEVER)), None
    )
    if later is None:
        return True
    return not scope.ctx.report.add(
        "not-chosen",
        later.span,
        "what comes later is not known as a ban begins",
        "not known yet",
        helps=(
            "keep a mark for the time, such as `set your guarded to yes until your next turn`, "
            "and write a rule: `everyone may not ... unless ...`",
        ),
    )


def banned_deeds(scope: Scope, parts: deed_parts.VerbPhrase) -> list[Func]:
    """Find the deeds that a ban is about: one of the game, or those printed on cards.

    Returns an empty list after a diagnostic.
    """
    if parts.verb.text == carrying_out.VERB:
        if not deed_parts.check_parts(scope, parts):
            return []
        return carrying_out.meant(scope, parts) or []
    return asked.deeds_named(scope.ctx, parts.verb, "forbidden")


def ban_arguments(scope: Scope, parts: deed_parts.VerbPhrase, func: Func) -> list[Expr] | None:
    """Read the arguments of a banned deed; with none, it is banned whatever it is done to.

    Returns None after a diagnostic.
    """
    if parts.form == "none" and not parts.preps:
        return []
    return signatures.arguments(scope, parts, func)
