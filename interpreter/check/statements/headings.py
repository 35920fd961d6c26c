"""The headings of rules: their names and parts, so that every rule can call every other.

Takes trees of rules and of cards; fills the names of the game. Bodies are read later.
"""

from __future__ import annotations

import re

from interpreter.check.context import Context
from interpreter.check.declarations import titles
from interpreter.check.deeds import dispatch, signatures
from interpreter.check.statements import card_ownership
from interpreter.diagnostics import Label, Span
from interpreter.ir.program import Design, Func
from interpreter.ir.types import UNKNOWN, YES_NO, Type
from interpreter.load.spanned import Block
from interpreter.syntax.deed_forms import FORMS
from interpreter.syntax.tree import Node, Word

RULES = ("define", "relation", "procedure", "action", "flow")
CardNodes = list[tuple[Design, Block, Node | None]]


def declare_rules(ctx: Context, nodes: list[Node]) -> None:
    """The names and parts of all rules in the files."""
    for node in nodes:
        if node.kind in RULES:
            _heading(ctx, node, "")
        elif node.kind == "rule":
            word = node.words()[0]
            title, _, cites = titles.headline(ctx, node)
            func = Func(word.text, "rule", [], title, word.span, cites=cites)
            if ctx.declare(word.text, "rule", func, word.span):
                ctx.funcs[word.text] = func


def _heading(ctx: Context, node: Node, card: str) -> Func | None:
    told = len(ctx.report.found)
    func = _declared_rule(ctx, node, card)
    if func is not None and len(ctx.report.found) > told:
        ctx.unclear.add(func.name)  # of its parts nothing is known, so its body is left alone
    return func


def _declared_rule(ctx: Context, node: Node, card: str) -> Func | None:
    sort = node.kind
    if node.kind == "flow":
        first = node.parts[0]
        assert isinstance(first, Node)
        sort = first.words()[0].text
    words = [p for p in node.parts if isinstance(p, Word) and p.type == "NAME"]
    word = words[0]
    title, says, cites = titles.headline(ctx, node)
    params: list[tuple[str, Type]] = []
    if sort in ("procedure", "action"):
        if _name_of_several_words(ctx, node, word):
            return None
        pattern = signatures.heading_pattern(ctx, node)
        params = [(n, t) for s, n, t in pattern.things if s == "slot"]
        params += [(n, t) for _, n, t in pattern.preps]
    elif sort in ("define", "relation"):
        params = [_param(ctx, p) for p in node.nodes("param")]
    if sort == "relation":
        word = words[0]
    if word.text in dispatch.verbs():
        ctx.report.add(
            "deed-taken",
            word.span,
            f"`{word.text}` is a deed of the language already",
            "",
            notes=(f"it is written: {FORMS[word.text]}",),
            helps=(f"choose a longer name, such as `{word.text}_all`",),
        )
        return None
    seen: dict[str, Span] = {}
    for part in node.nodes("param"):
        name = part.words()[0]
        if name.text in seen and name.text in dict(params):
            ctx.report.add(
                "part-twice",
                name.span,
                f"two parts of `{word.text}` are called `{name.text}`",
                "the second one",
                others=(Label(seen[name.text], "the first one"),),
                helps=(
                    f"give them two names, such as `first_{name.text}` and `second_{name.text}`",
                ),
            )
        seen.setdefault(name.text, name.span)
    func = Func(word.text, sort, params, title, word.span, says, cites, card=card)
    titles.check_spoken(ctx, node, sort, dict(params))
    func.returns = YES_NO if sort == "relation" else UNKNOWN
    if not ctx.declare(word.text, "rule", func, word.span):
        return None
    ctx.funcs[word.text] = func
    ctx.nodes[word.text] = node
    ctx.program.funcs[word.text] = func
    if node.kind == "flow" and len(words) > 1:
        _role(ctx, func, words[1])
    return func


def _name_of_several_words(ctx: Context, node: Node, name: Word) -> bool:
    """Report `action buy wits`, where no kind of value is called `wits` and the rule does not speak
    of it, or others speak of `buy_wits`; whether it was so."""
    words = [name]
    for part in node.parts[1:]:
        if not isinstance(part, Node) or part.kind != "param" or isinstance(part.parts[1], Node):
            break
        words.append(part.words()[0])
    body = node.parts[-1]
    assert isinstance(body, Node)
    spoken = {one.text for one in body.walk() if isinstance(one, Word)}
    for many in range(len(words), 1, -1):
        those = words[:many]
        joined = "_".join(one.text for one in those)
        known = [ctx.type_named(one.text) or ctx.kind_named(one.text) for one in those[1:]]
        bare = those[-1].text in spoken or known[-1] or ctx.nearest_kind(those[-1].text)
        source = name.span.source
        if joined in ctx.funcs or (
            bare and not re.search(rf"\b{re.escape(joined)}\b", source.text)
        ):
            continue
        place = Span(source, name.span.start, those[-1].span.end)
        ctx.report.add(
            "unexpected-word",
            place,
            f"`{' '.join(one.text for one in those)}` is not one name",
            "",
            helps=(f"names are one word: `{joined}`",),
            fix=(place, joined),
        )
        return True
    return False


def _role(ctx: Context, func: Func, word: Word) -> None:
    """`turn daylight of eyrie`, or `round hero_round of player`: whose part of the game this is."""
    if word.text not in ("player", *ctx.factions):
        legal = ["player", *ctx.factions]
        ctx.unknown("unknown-faction", word.span, word.text, "faction", legal, "there are")
        return
    ctx.roles[func.name] = func.whose = word.text


def _param(ctx: Context, node: Node) -> tuple[str, Type]:
    word = node.words()[0]
    type_node = node.parts[1]
    if isinstance(type_node, Node):
        return word.text, ctx.read_type(type_node, word.text)
    known = ctx.type_named(word.text)
    if known is None:
        ctx.unknown_type(word)
        return word.text, UNKNOWN
    return word.text, known


def declare_card_rules(ctx: Context, card_nodes: CardNodes) -> None:
    """The actions that cards bring with them."""
    for design, _, node in card_nodes:
        if node is None:
            continue
        for part in node.parts:
            if isinstance(part, Node) and part.kind == "action":
                func = _heading(ctx, part, design.id)
                if func is not None:
                    ctx.program.card_actions.append((design.id, func.name))
                    test = card_ownership.carried(ctx, design.id, part)
                    if test is not None:
                        ctx.program.carried[design.id] = test
                    ctx.used.add(func.name)
