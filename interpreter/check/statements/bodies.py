"""The bodies of rules and of cards, once everything that they may name is known.

Takes trees whose headings are read; fills the statements of the program's rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.expressions import time_spans
from interpreter.check.scope import Scope
from interpreter.check.statements import card_ownership, clauses, sentences
from interpreter.check.statements.headings import CardNodes
from interpreter.ir.copies import COPY, first_copy
from interpreter.ir.names import block_names
from interpreter.ir.program import Func, S
from interpreter.ir.renaming import rewrite
from interpreter.syntax.tree import Node, Word, build


def _scope(ctx: Context, func: Func, node: Node | Word, pure: bool = False) -> Scope:
    nobody = func.sort in ("setup", "game", "round") and func.name not in ctx.roles
    you = None if nobody else card_ownership.you_local(node.span)
    scope = Scope(ctx, func, you, pure=pure)
    for name, kind in func.params:
        scope.locals[name] = (name, kind, func.span)
    scope.rule = node if isinstance(node, Node) else None
    if func.card:
        scope.card = card_ownership.this(ctx, func.card, node.span)
    return scope


def read_rules(ctx: Context, nodes: Sequence[Node]) -> None:
    """The bodies of the rules in the files, questions first."""
    pure = [n for n in nodes if n.kind in ("define", "relation") and _name(n) in ctx.nodes]
    for node in _in_order(ctx, pure):
        _body(ctx, node)
    for node in nodes:
        if node.kind in ("procedure", "action", "flow") and not ctx.report.full:
            _body(ctx, node)
    for node in nodes:
        if node.kind == "rule" and not ctx.report.full:
            name = _name(node)
            for part in node.parts:
                if isinstance(part, Node) and part.kind not in ("says", "cites"):
                    clauses.clause(ctx, part, name, "")


def _name(node: Node) -> str:
    return next(p.text for p in node.parts if isinstance(p, Word) and p.type == "NAME")


def _in_order(ctx: Context, nodes: list[Node]) -> list[Node]:
    """Questions after those they ask, so that the kind of every answer is known."""
    by_name = {_name(n): n for n in nodes}
    relations = [name for name in by_name if ctx.funcs[name].sort == "relation"]
    begun: set[str] = set()
    ordered: list[Node] = []
    for name in by_name:
        asking = [(name, iter((name,)))]  # a chain of questions may be longer than Python's stack
        while asking:
            asker, asked = asking[-1]
            other = next((one for one in asked if one not in begun), None)
            if other is not None:
                begun.add(other)
                asking.append((other, _asked_by(other, by_name, relations)))
                continue
            asking.pop()
            if asking:
                ordered.append(by_name[asker])
    return ordered


def _asked_by(name: str, by_name: Mapping[str, Node], relations: Sequence[str]) -> Iterator[str]:
    """The questions that one asks, in the order in which it names them."""
    words = [part for part in by_name[name].walk() if isinstance(part, Word)]
    for word in dict.fromkeys(one.text for one in words if one.type == "NAME"):
        if word == name:
            continue
        if word in by_name:
            yield word
        else:
            yield from (other for other in relations if same_verb(word, other))


def _body(ctx: Context, node: Node) -> None:
    func = ctx.funcs.get(_name(node))
    if func is None or ctx.nodes.get(func.name) is not node or func.name in ctx.unclear:
        return
    body = node.parts[-1]
    assert isinstance(body, Node)
    pure = func.sort in ("define", "relation")
    scope = _scope(ctx, func, body, pure)
    parts = list(body.parts)
    if parts and isinstance(parts[0], Node) and parts[0].kind == "once":
        word = parts[0].words()[0]
        if time_spans.time_span(scope, word):
            func.per, func.per_span = word.text, parts[0].span
            time_spans.track(scope, func)
        parts = parts[1:]
    made = sentences.block(scope, parts)
    if func.card:
        made = _of_first_copy(ctx, func, made, node)
    func.body = func.body + made
    if pure:
        if func.returns.base == "unknown" and not ctx.report.errors:
            ctx.report.add(
                "no-answer",
                func.span,
                f"`{func.name}` never answers",
                "",
                helps=("end it with `answer ...`",),
            )
        elif not _always_answers(made) and not ctx.report.errors:
            ctx.report.add(
                "no-answer",
                func.span,
                f"`{func.name}` may end without an answer",
                "",
                helps=("end it with an `answer` for all other cases",),
            )


def _of_first_copy(ctx: Context, func: Func, body: list[S], node: Node) -> list[S]:
    """An action of a card with several copies: it is that of the first copy that the player has."""
    held = card_ownership.carried(ctx, func.card, node.span)
    if held is None or COPY not in block_names(body):
        return body
    copy = first_copy(held, node.span)
    at = next((n for n, s in enumerate(body) if s.op != "requires" or s.verb == "pay"), len(body))
    for one in body[:at]:  # conditions are asked before anything is done
        rewrite(one, lambda e: copy if e.op == "local" and e.data == COPY else e)
    return [*body[:at], S("let", (copy,), node.span, COPY), *body[at:]]


def _always_answers(body: list) -> bool:  # type: ignore[type-arg]
    for one in body:
        if one.op == "answer":
            return True
        if (
            one.op == "if"
            and one.other
            and _always_answers(one.body)
            and _always_answers(one.other)
        ):
            return True
    return False


def read_cards(ctx: Context, card_nodes: CardNodes) -> None:
    """What cards do when they are played, and what stands while they are carried."""
    for design, _, node in card_nodes:
        if node is None:
            continue
        plain: list[Node] = []
        for part in node.parts:
            if not isinstance(part, Node):
                continue
            if part.kind == "action":
                _body(ctx, part)
            elif part.kind in (
                "after",
                "before",
                "instead",
                "at_edge",
                "while_true",
                "always",
                "at_most_per",
                "may_not",
                "cost_change",
                "holds_at_most",
                "counts_as",
            ):
                clauses.clause(ctx, part, f"card {design.id}", design.id)
            else:
                plain.append(part)
        if plain:
            func = Func(f"card {design.id}", "card", [], design.title, design.span, card=design.id)
            ctx.program.funcs[func.name] = func
            scope = _scope(ctx, func, build("block", tuple(plain), plain[0].span))
            func.body = sentences.block(scope, plain)
            this = card_ownership.this(ctx, design.id, plain[0].span)
            if this.op == "local" and this.data in block_names(func.body):
                func.params = [(this.data, this.type)]
