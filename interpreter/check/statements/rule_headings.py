"""Headings of rules: their names and parameters, so that every rule can call every other.

Takes trees of rules and of cards; fills the names of the game. Bodies are read later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import takewhile

from interpreter.check.clauses import card_ownership
from interpreter.check.context import Context
from interpreter.check.declarations import titles
from interpreter.check.deeds import answered, dispatch, signatures
from interpreter.check.value_types import read_type
from interpreter.diagnostics import Label, Span
from interpreter.ir.declared import Design
from interpreter.ir.program import Func
from interpreter.ir.types import UNKNOWN, YES_NO, Type
from interpreter.language.verbs import FORMS
from interpreter.load.spanned import EmbeddedText
from interpreter.syntax import ast

CardNodes = list[tuple[Design, EmbeddedText, ast.CardRules | None]]
Called = ast.Define | ast.Relation | ast.Procedure | ast.Flow
Spoken = Callable[[], frozenset[str]]
"""All words of the files or of the cards: asked for where a heading is in doubt."""


def declare_rules(ctx: Context, nodes: Sequence[ast.Tree]) -> None:
    """Declare the names and parameters of all rules in the files."""
    spoken = _words_of(nodes)
    for node in nodes:
        if isinstance(node, ast.Define | ast.Relation | ast.Procedure | ast.Flow):
            _declare(ctx, node, "", spoken)
        elif isinstance(node, ast.Rule):
            word, title = node.name, titles.quoted(node.title)
            cites = titles.read_cites(ctx, node.cites)
            func = Func(word.text, "rule", [], title, word.span, cites=cites)
            if ctx.declare(word.text, "rule", func, word.span):
                ctx.funcs[word.text] = func


def declare_card_rules(ctx: Context, card_nodes: CardNodes) -> None:
    """Declare the actions that cards bring with them."""
    spoken = _words_of([node for _, _, node in card_nodes if node is not None])
    for design, _, node in card_nodes:
        for part in node.lines if node is not None else ():
            if not isinstance(part, ast.Action):
                continue
            func = _declare(ctx, part, design.id, spoken)
            if func is not None:
                ctx.program.card_actions.append((design.id, func.name))
                test = card_ownership.carried(ctx, design.id, part.span)
                if test is not None:
                    ctx.program.carried[design.id] = test
                ctx.used.add(func.name)


def _words_of(nodes: Sequence[ast.Tree]) -> Spoken:
    return cache(lambda: frozenset[str]().union(*(node.spoken() for node in nodes)))


def _declare(ctx: Context, node: Called, card: str, spoken: Spoken) -> Func | None:
    faults = len(ctx.report.errors)
    func = _declared_rule(ctx, node, card, spoken)
    if func is not None and len(ctx.report.errors) > faults:
        ctx.unclear.add(func.name)  # of its parts nothing is known, so its body is left alone
    return func


def _declared_rule(ctx: Context, node: Called, card: str, spoken: Spoken) -> Func | None:
    """Declare a rule from its heading; None after a problem with its name."""
    faults = len(ctx.report.found)
    word = node.name
    asks, says = titles.quoted(node.title), titles.quoted(node.says.text if node.says else None)
    cites = titles.read_cites(ctx, node.cites)
    params: list[tuple[str, Type]] = []
    if isinstance(node, ast.Procedure):
        if _report_several_words(ctx, node, spoken):
            return None
        pattern = signatures.heading_pattern(ctx, node)
        params = [(n, t) for s, n, t in pattern.things if s == "slot"]
        params += [(n, t) for _, n, t in pattern.preps]
    else:
        params = [_param(ctx, param) for param in _params(node)]
    if word.text in dispatch.verbs():
        ctx.report.add(
            "deed-taken",
            word.span,
            f"`{word.text}` is a deed of the language already",
            notes=(f"it is written: {FORMS[word.text]}",),
            helps=(f"choose a longer name, such as `{word.text}_all`",),
        )
        return None
    _check_parts_differ(ctx, word, _params(node), {name for name, _ in params})
    title = titles.BRACES.sub(lambda hole: hole.group(1).strip().replace("_", " "), asks)
    func = Func(word.text, node.sort, params, title, word.span, says, cites, card=card, asks=asks)
    if len(ctx.report.found) == faults:  # or of some of its parts nothing is known
        names = [name for name, kind in params if not kind.is_zone]
        if node.says is not None:
            titles.check_spoken(ctx, node.says, func.sort, [*names, *_chosen(node)])
        if node.title is not None:
            titles.check_braces(ctx, node.title, names, reckons=False)
    func.returns = YES_NO if isinstance(node, ast.Relation) else UNKNOWN
    answered.keep_answer(ctx, func, node)
    if not ctx.declare(word.text, "rule", func, word.span):
        return None
    ctx.funcs[word.text] = func
    ctx.nodes[word.text] = node
    ctx.program.funcs[word.text] = func
    if isinstance(node, ast.Flow) and node.faction is not None:
        _role(ctx, func, node.faction)
    return func


def _chosen(node: Called) -> list[str]:
    """Collect the names that a rule binds with `choose` in its own lines, without duplicates."""
    found: dict[str, None] = {}
    for part in node.walk():
        if isinstance(part, ast.Choose | ast.ChooseTogether | ast.AlsoFrom):
            found[part.word.text] = None
    return list(found)


def _params(node: Called) -> list[ast.Param]:
    """List the parameters of a heading in source order."""
    if isinstance(node, ast.Flow):
        return []
    if isinstance(node, ast.Relation):
        return [node.first, node.second]
    if isinstance(node, ast.Define):
        first = [node.subject] if node.subject is not None else []
    else:
        first = [*node.params]
    return [*first, *(param for _, param in node.more)]


def _check_parts_differ(
    ctx: Context, rule: ast.Word, params: list[ast.Param], named: set[str]
) -> None:
    """Report a second parameter of the same name; `named` are those that a call gives a value."""
    seen: dict[str, Span] = {}
    for param in params:
        name = param.name
        if name.text in seen and name.text in named:
            ctx.report.add(
                "part-twice",
                name.span,
                f"two parts of `{rule.text}` are called `{name.text}`",
                "the second one",
                others=(Label(seen[name.text], "the first one"),),
                helps=(
                    f"give them two names, such as `first_{name.text}` and `second_{name.text}`",
                ),
            )
        seen.setdefault(name.text, name.span)


def _report_several_words(ctx: Context, node: ast.Procedure, spoken: Spoken) -> bool:
    """Report `action buy wits` where `buy_wits` is meant; tell whether it was reported.

    That is so if no type is called `wits` and the rule does not use it, or if others call
    `buy_wits`.
    """
    bare = takewhile(lambda param: param.type is None, node.params)
    words = [node.name, *(param.name for param in bare)]
    if len(words) == 1:
        return False
    inside = node.body.spoken()
    for many in range(len(words), 1, -1):
        those = words[:many]
        joined = "_".join(one.text for one in those)
        last = those[-1].text
        known = ctx.type_named(last) or ctx.kind_named(last) or ctx.nearest_kind(last)
        if joined in ctx.funcs or ((last in inside or known) and joined not in spoken()):
            continue
        place = Span(node.name.span.source, node.name.span.start, those[-1].span.end)
        return ctx.report.add(
            "unexpected-word",
            place,
            f"`{' '.join(one.text for one in those)}` is not one name",
            helps=(f"names are one word: `{joined}`",),
            fix=(place, joined),
        )
    return False


def _role(ctx: Context, func: Func, word: ast.Word) -> None:
    """Record whose a flow is: `turn daylight of eyrie`, `round hero_round of player`."""
    if word.text not in ("player", *ctx.factions):
        legal = ["player", *ctx.factions]
        ctx.unknown("unknown-faction", word.span, word.text, "faction", legal, "there are")
        return
    ctx.roles[func.name] = func.whose = word.text


def _param(ctx: Context, node: ast.Param) -> tuple[str, Type]:
    """Read the name and type of a parameter; the type is UNKNOWN after a diagnostic."""
    word = node.name
    if node.type is not None:
        return word.text, read_type(ctx, node.type, word.text)
    known = ctx.type_said(word)
    if known is None:
        ctx.unknown_type(word)
        return word.text, UNKNOWN
    return word.text, known
