"""What holds for a time: set, raised or lowered during this turn or until a later one."""

from __future__ import annotations

from interpreter.check.deeds import deed_parts, dispatch
from interpreter.check.expressions import time_spans, typed_values
from interpreter.check.scope import Scope
from interpreter.ir.program import E, S
from interpreter.ir.types import PLAYER
from interpreter.syntax.tree import Node, Part


def with_duration(scope: Scope, node: Node) -> list[S]:
    """A deed that may end with how long it holds."""
    deed_node, only, duration = node.parts
    assert isinstance(deed_node, Node)
    verb = deed_parts.take_apart(deed_node)
    if verb.verb.text in ("raise", "lower") and verb.first is not None and "by" in verb.preps:
        target = typed_values.value(scope, verb.first) if only is not None or duration else None
        if target is not None and (only is not None or target.op == "attr"):
            return _changed_for_a_time(scope, verb, target, only, duration, node)
    elif only is not None:
        scope.ctx.report.add(
            "no-duration",
            only.span,
            "this cannot hold for one player only",
            "only what is raised or lowered can",
            helps=("it is written: lower card's cost by 1 only for you during this turn",),
        )
        return []
    made = dispatch.deed(scope, deed_node)
    if duration is None:
        return made
    assert isinstance(duration, Node)
    return _for_a_time(scope, made, duration, verb.verb.text in ("raise", "lower"))


def _changed_for_a_time(
    scope: Scope, parts: deed_parts.Deed, target: E, only: Part, duration: Part, node: Node
) -> list[S]:
    """`lower quest's cunning by 2 only for you during this round`: also what is printed changes."""
    span = node.span
    if not target.type.known:
        return []
    if target.op not in ("attr", "field") or target.type.base != "number":
        scope.ctx.report.add(
            "cannot-change",
            target.span,
            "this cannot be raised or lowered",
            "",
            helps=("name a number that a player or a component has, or that is printed on it",),
        )
        return []
    if not isinstance(duration, Node):
        scope.ctx.report.add(
            "no-duration",
            span,
            "it is not said how long this holds",
            "",
            helps=(
                "end it with `during this turn`, `until your next turn` or "
                "`for the rest of the game`",
            ),
        )
        return []
    amount = typed_values.number(scope, parts.preps["by"])
    args: tuple[E, ...] = (*target.args, amount)
    who = only.parts[0] if isinstance(only, Node) else None
    if isinstance(who, Node):
        args = (*args, typed_values.value(scope, who, PLAYER))
    when = duration_key(scope, duration)
    op = "add" if parts.verb.text == "raise" else "sub"
    return [S("modify_for", args, span, (target.op, target.data, op, when, who is not None))]


def _for_a_time(scope: Scope, made: list[S], duration: Node, by: bool) -> list[S]:
    """What is set for a time, or, `by` so much, raised or lowered."""
    when = duration_key(scope, duration)
    for one in made:
        if one.op != "set":
            scope.ctx.report.add(
                "no-duration",
                duration.span,
                "only what is set, raised or lowered can last",
                "",
                helps=("a move or a draw is done for good",),
            )
            return made
        if when is not None:
            one.op = "set_for"
            one.data = (one.data, when, by)
    return made


def duration_key(scope: Scope, node: Node) -> tuple[str, str] | None:
    """(how, span of time): `end`, `next`; None is for the rest of the game."""
    if node.kind == "forever":
        return None
    word = node.words()[-1]
    if not time_spans.time_span(scope, word):
        return None
    if node.kind == "during_this":
        return ("end", word.text)
    text = node.span.text.split()
    told = "next" in text or ("end" not in text and bool({"your", "their"} & {*text}))
    if not told or not _somebodys(scope, word.text):  # `until your turn` is the next one, too
        return ("end", word.text)
    return ("end_of_next" if "end" in text else "next", word.text)


def _somebodys(scope: Scope, span: str) -> bool:
    """Whether a span of time belongs to a player: only then is there a next one of `your` own."""
    roles = scope.ctx.roles
    flows = [f for f in scope.ctx.funcs.values() if span in (f.sort, f.name)]
    return any(f.sort in ("turn", "phase") or f.name in roles for f in flows)
