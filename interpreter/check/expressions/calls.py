"""Calls of `define` and `relation`: a question with its parts after their prepositions."""

from __future__ import annotations

from interpreter.check.expressions import attributes, board_words, references, sources, typed_values
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.program import E
from interpreter.ir.types import NUMBER, PLAYER, Type, piece_type, set_of
from interpreter.syntax.tree import Node, Word


def ask(scope: Scope, node: Node, want: Type | None = None, those: E | None = None) -> E:
    """`name of thing [for thing] ...`: something built in, a line of the thing, or a `define`.

    `those` is the thing, where a place after it says more than the tree does.
    """
    ctx, span = scope.ctx, node.span
    word = node.parts[0]
    assert isinstance(word, Word)
    plain = node.parts[1]
    extra = [p for p in node.parts[2:] if isinstance(p, Node)]
    func = ctx.funcs.get(word.text)
    if func is not None and func.sort == "define":
        ctx.used.add(word.text)
        args = [typed_values.value(scope, plain, func.params[0][1])] if func.params else []
        heading = ctx.nodes[func.name]
        words = [p.words()[0].text for p in heading.nodes("ask_prep")]
        given = [_prep_of(part) for part in extra]
        if sorted(given) == sorted(words):  # each part goes by the word before it
            for word_before, (_, kind) in zip(words, func.params[1:], strict=True):
                at = given.index(word_before)
                args.append(typed_values.value(scope, extra[at].parts[1], kind))
                given[at] = ""
        if len(args) != len(func.params) or any(given):
            shown = " and ".join(n for n, _ in func.params)
            ctx.report.add(
                "wrong-question",
                span,
                f"`{word.text}` asks about {shown}",
                "it asks for other parts",
                others=(Label(func.span, "declared here"),),
                helps=(f"it is written: {_question_form(ctx.nodes[func.name])}",),
            )
            return ctx.bad(span)
        return references.call(scope, func, args, span)
    thing = those or typed_values.value(scope, plain)
    if not thing.type.known:
        return thing
    name, kind = word.text, thing.type
    if name == "number" and kind.base in ("zone", "set", "amounts"):
        return typed_values.as_kind(scope, thing, NUMBER)  # smaller of 3 and number of heap
    if name in ("left", "right") and kind.base == "player":
        return E(name, (thing,), PLAYER, span)
    if name == "spot" and kind.base == "zone" and extra:
        index = typed_values.number(scope, extra[0].parts[1])
        return E("slot", (*thing.args, index), Type("zone", kind.of), span, thing.data)
    if name in ("top", "latest") and kind.base == "zone" and thing.op == "zone":
        return E("top", thing.args, piece_type(thing.data.kinds[0]).maybe(), span, thing.data)
    if name == "spot" and thing.op == "spaces" and extra:
        numbered = board_words.numbered_space(scope, thing, extra[0].parts[1], span)
        if numbered is not None:
            return numbered
    in_order = kind.base != "piece" or not ctx.program.kinds[kind.of].alike
    if name == "position" and kind.base in ("piece", "value", "space") and in_order:
        return E("position", (thing,), NUMBER, span, kind)
    if name == "owner" and kind.base == "piece":
        return E("owner_of", (thing,), PLAYER, span)
    if name == "middle" and thing.op == "zone" and thing.data.board:
        board = ctx.program.boards[thing.data.board]
        return E("num", (), Type("space", board.name), span, board.spaces // 2)
    if name in ("lanes", "lines") and thing.op == "zone" and thing.data.board:
        board = ctx.program.boards[thing.data.board]
        return E("lanes", (), set_of(Type("lane", board.name)), span, board.name)
    lines = board_words.sides(scope, thing, name, span)
    if lines is not None:
        return lines
    if name == "spaces" and thing.op in ("zone", "spaces"):
        board_name = thing.data if thing.op == "spaces" else thing.data.board
        if board_name:
            return E(
                "spaces", (), set_of(references.space_type(scope, board_name)), span, board_name
            )
    if name == "space" and kind.base == "piece":
        board2 = references.board_of_kind(scope, kind.of)
        if board2 is not None:
            return references.cell(scope, thing, board2, span)
    if name == "amount" and kind.base == "value" and extra:
        amounts = typed_values.value(scope, extra[0].parts[1], Type("amounts", kind.of))
        return E("vget", (amounts, thing), NUMBER, span)
    one_space = thing.op == "zone" and thing.data.shape == "slots" and thing.data.slots == 1
    if kind.base == "zone" and (one_space or thing.op == "slot"):  # the one component there
        there = attributes.known(scope, sources.only_item(scope, thing), name, span)
        if there is not None:
            return there
    if kind.base in ("zone", "set"):
        several = attributes.of_several(scope, thing, name, span)
        if several is not None:
            return several
        if attributes.of_which(scope, thing, word):
            return ctx.bad(span)
        if kind.base == "zone" and thing.op in ("zone", "slot"):
            single = sources.only_item(scope, thing)
            part2 = attributes.known(scope, single, name, span)
            if part2 is not None:
                return part2
    else:
        part3 = attributes.known(scope, thing, name, span)
        if part3 is not None:
            return part3
    one = kind if kind.base not in ("zone", "set") else sources.as_source(scope, thing, span).item
    own = attributes.names_of(scope, one)
    legal = [f.name for f in ctx.funcs.values() if f.sort == "define"] + own
    legal += ["left", "right", "top", "latest", "position", "owner", "lanes", "spaces", "spot"]
    guess = nearest(name, [word for word in legal if word != name])
    if kind.base == "lane" and name in ("space", "spaces") and plain is not None:
        ctx.report.add(
            "unknown-question",
            word.span,
            f"of a line one cannot ask `{name}`",
            "all of them, or one of its ends",
            helps=(
                f"write `spaces in {plain.span.text}`, `first space of {plain.span.text}`"
                f" or `last space of {plain.span.text}`",
                f"several behind `in`: `in first 2 spaces of {plain.span.text}`",
            ),
        )
        return ctx.bad(span)
    ctx.report.add(
        "unknown-question",
        word.span,
        f"of {attributes.kind_noun(kind)} one cannot ask `{name}`",
        "not a question of this game",
        notes=(f"of {attributes.kind_noun(kind)} one can ask: {listed(own)}",) if own else (),
        helps=(f"did you mean `{guess}`?",) if guess else (),
        fix=(word.span, guess) if guess else None,
    )
    return ctx.bad(span)


def _prep_of(part: Node) -> str:
    before = part.parts[0]
    assert isinstance(before, Node)
    return before.words()[0].text


def _question_form(heading: Node) -> str:
    """The words of a `define` as a person would ask it."""
    said = [
        p.words()[0].text
        for p in heading.parts
        if isinstance(p, Node) and p.kind in ("param", "ask_prep")
    ]
    return " ".join([heading.words()[0].text, "of", *said]) if said else heading.words()[0].text
