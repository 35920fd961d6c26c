"""Values worked out from sets of things: `number of ...`, `sum of ...`, `group of ...`."""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.expressions import (
    adjectives,
    attributes,
    conditions,
    containment,
    not_chosen,
    references,
    selections,
    sources,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import Board, E
from interpreter.ir.types import NUMBER, YES_NO, Type, piece_type, set_of
from interpreter.syntax.tree import Node, Word


def how_many(scope: Scope, node: Node | Word | None, span: Span) -> E:
    """`number of ...`"""
    assert isinstance(node, Node)
    whose = node.parts[0] if node.kind == "head" and len(node.parts) == 2 else None
    if isinstance(whose, Node) and whose.kind in ("your", "their", "its", "possessed"):
        found = typed_values.value(scope, whose)  # number of helper's cost
        if found.type.base == "amounts" or not found.type.known:
            return typed_values.as_kind(scope, found, NUMBER)
    if node.kind == "head" and isinstance(whose, Node) and whose.kind == "name":
        word = whose.words()[0]  # number of hero: one is no number
        if not_chosen.told(scope, word, references.lookup(scope, word)):
            return scope.ctx.bad(span)
    if not_chosen.one_of_several(scope, node):
        return scope.ctx.bad(span)
    made = selections.chosen(scope, node)
    if not made.item.known:
        return scope.ctx.bad(span)
    found = made.count()
    found.span = span
    return found


def sum_of(scope: Scope, node: Node) -> E:
    """`sum of gives of higher enchantments where ...`"""
    word = node.words()[0]
    if not_chosen.one_of_several(scope, node.parts[1]):
        return scope.ctx.bad(node.span)
    made = selections.chosen(scope, node.parts[1])
    if not made.item.known:
        return scope.ctx.bad(node.span)
    part = attributes.of(scope, made.candidate(), word)
    if not part.type.known:
        return part
    if part.type.base == "amounts":
        return made.loop("vsum", part.type, part)
    if part.type.base != "number":
        scope.ctx.report.add(
            "not-a-sum",
            word.span,
            f"`{word.text}` cannot be added up",
            f"it is {part.type.words()}",
        )
        return scope.ctx.bad(node.span)
    if made.counted_in:
        zone = made.counted_in[0]
        amount = E("count_in", (*zone.args, made.candidate()), NUMBER, node.span, zone.data)
        part = E("mul", (part, amount), NUMBER, node.span)
    total = made.loop("sum", part.type if part.type.halves else NUMBER, part)
    return replace(total, span=node.span)


def worth_of(scope: Scope, node: Node) -> E:
    """`worth of pyramid cards in your treasury`"""
    made = selections.chosen(scope, node.parts[0])
    money = scope.ctx.program.money.get(made.item.of) if made.item.base == "piece" else None
    if not made.item.known:
        return scope.ctx.bad(node.span)
    if money is None or not made.counted_in:
        scope.ctx.report.add(
            "not-money",
            node.span,
            "only money in a zone has a worth",
            "",
            helps=("declare the pieces as `money`, and name the zone they lie in",),
        )
        return scope.ctx.bad(node.span)
    zone = made.counted_in[0]
    amount = E("count_in", (*zone.args, made.candidate()), NUMBER, node.span, zone.data)
    each = E("worth", (made.candidate(),), NUMBER, node.span, money.kind)
    return made.loop("sum", NUMBER, E("mul", (each, amount), NUMBER, node.span))


def best_one(scope: Scope, node: Node) -> E:
    """`whichever clearing has the most warriors in it`"""
    made = selections.chosen(scope, node.parts[0])
    best = node.parts[2]
    assert isinstance(best, Node)
    if not made.item.known:
        return scope.ctx.bad(node.span)
    inner = scope.with_it(made.candidate())
    if made.noun:  # whichever fruit has the most fruit dice in garden
        inner.locals.setdefault(made.noun, (made.var, made.item, node.span))
    key = ranking(inner, node.parts[3], best)
    return made.loop("best", made.item.maybe(), key)


def ranking(scope: Scope, node: Node | Word | None, best: Node) -> E:
    """What a ranking compares, so that more is better."""
    assert node is not None
    if isinstance(node, Node) and node.kind in ("head", "sel"):
        made = chosen_or_number(scope, node)
    else:
        made = typed_values.number(scope, node)
    if best.words()[0].text in ("fewest", "lowest"):
        return E("sub", (E("num", (), NUMBER, made.span, 0), made), NUMBER, made.span)
    return made


def chosen_or_number(scope: Scope, node: Node) -> E:
    """A selection is counted; a single number stands for itself."""
    head = node.parts[0] if node.kind == "sel" else node
    if node.kind == "head" and isinstance(head, Node) and len(node.parts) == 2:
        first = node.parts[0]
        assert isinstance(first, Node)
        found = typed_values.value(scope, first)
        if found.type.base in ("set", "zone"):
            return typed_values.as_kind(scope, found, NUMBER)
        if found.type.base in ("yesno",):
            return found
        return typed_values.as_kind(scope, found, NUMBER)
    return selections.chosen(scope, node).count()


def most_alike(scope: Scope, node: Node) -> E:
    """`most dice in free_dice with one face`: the size of the largest set that shows one value."""
    word = node.words()[-1]
    made = selections.chosen(scope, node.parts[0])
    if not made.item.known:
        return scope.ctx.bad(node.span)
    key = attributes.of(scope, made.candidate(), word)
    if not key.type.known:
        return key
    return made.loop("most_alike", NUMBER, key)


def group(scope: Scope, node: Node) -> E:
    """`group of symbol dice around the first space of lane [where ...]`"""
    said, *rest = [p for p in node.parts if isinstance(p, Node)]
    if said.kind not in ("name", "your", "their", "its", "possessed"):
        scope.ctx.report.add(
            "unexpected-word",
            said.span,
            f"`{said.span.text}` does not fit here",
            "a group is made of spaces or of components",
            helps=("it is written: group of red dice around space",),
        )
        return scope.ctx.bad(node.span)
    named = [said.words()[-1], *(p for p in node.parts if isinstance(p, Word))]
    words = selections.spell_out(scope, named)
    whose = None if said.kind == "name" else references.owner(scope, said)
    start = typed_values.value(scope, rest[0])
    ctx = scope.ctx
    if not start.type.known:
        return ctx.bad(node.span)
    noun = words[-1]
    kind = ctx.kind_named(noun.text)
    board: Board | None = None
    if noun.text in ("space", "spaces"):
        on = start.type
        board = references.board_of_kind(scope, on.of) if on.base == "piece" else None
        board = board or ctx.program.boards.get(on.of)
    elif kind is not None:
        board = references.board_of_kind(scope, kind) or next(
            (b for b in ctx.program.boards.values() if b.sort == f"kind:{kind}"), None
        )
    if board is None:
        ctx.report.add(
            "no-board",
            noun.span,
            f"`{noun.text}` do not lie on a board",
            "",
            helps=(
                "a group is made of spaces, or of components that lie on the spaces of a board",
            ),
        )
        return ctx.bad(node.span)
    if start.type.base == "piece" and board.sort == "grid":
        start = E("cell_of", (start,), Type("space", board.name), start.span, board.name)
    start = typed_values.as_kind(scope, start, references.space_type(scope, board.name))
    cell = sources.fresh(
        scope,
        E("list", (), set_of(references.space_type(scope, board.name)), node.span),
        references.space_type(scope, board.name),
        node.span,
    )
    candidate = cell.candidate()
    item = candidate.type
    if kind is not None and not board.sort.startswith("kind:"):
        item = piece_type(kind)
        candidate = E("at", (candidate,), item.maybe(), node.span, board.name)
    tests: list[E] = []
    if kind is not None and not board.sort.startswith("kind:"):
        tests.append(E("ge", (candidate, E("num", (), NUMBER, node.span, 0)), YES_NO, node.span))
    for word in words[:-1]:
        test = adjectives.asks(scope, candidate, word)
        if test is not None:
            tests.append(test)
    if whose is not None and whose.type.known:
        tests.append(containment.belongs(scope, candidate, whose))
    if len(rest) > 1:
        tests.append(conditions.cond(scope.with_it(candidate), rest[1]))
    joined = E("num", (), YES_NO, node.span, 1)
    for test in tests:
        joined = E("and", (joined, test), YES_NO, node.span) if joined.op != "num" else test
    return E("group", (start, joined), set_of(item), node.span, (board.name, cell.var, item.base))
