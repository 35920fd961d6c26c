"""Money: pieces of a kind that are worth something, where they are kept and banked.

Takes the tree of a declaration; fills the program's `money`.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.declarations import titles
from interpreter.diagnostics import Label
from interpreter.ir.program import Family, Money
from interpreter.ir.types import article
from interpreter.syntax.tree import Node


def declare(ctx: Context, node: Node) -> None:
    """`money card of symbol` with what each piece is worth, where it is kept and banked."""
    kind_word, symbol = titles.word(node, 0), titles.word(node, 1)
    kind = ctx.kind_named(kind_word.text)
    if kind is None:
        ctx.unknown(
            "unknown-kind", kind_word.span, kind_word.text, "kind of component", ctx.program.kinds
        )
        return
    printed = ctx.program.kinds[kind].printed
    if symbol.text not in printed:
        ctx.unknown(
            "unknown-printed",
            symbol.span,
            symbol.text,
            "printed line",
            printed,
            message=f"{article(kind)} shows no `{symbol.text}`",
            label="not a printed line of it",
        )
        return
    worth: dict[str, int] = {}
    kept = bank = ""
    word_field = ""
    for line in node.parts[2:]:
        if not isinstance(line, Node):
            continue
        if line.kind == "denominations":
            for part in line.nodes("denomination"):
                number, word = part.words()
                field = next(
                    (
                        n
                        for n, t in printed.items()
                        if t.base == "value" and word.text in ctx.program.values[t.of].members
                    ),
                    None,
                )
                if field is None:
                    ctx.unknown(
                        "unknown-word",
                        word.span,
                        word.text,
                        f"value printed on {kind}",
                        [
                            m
                            for t in printed.values()
                            if t.base == "value"
                            for m in ctx.program.values[t.of].members
                        ],
                        message=f"no {kind} shows `{word.text}`",
                        label="not a value printed on it",
                    )
                    return
                word_field = field
                worth[word.text] = ctx.whole(number)
        elif line.kind == "kept_in":
            kept = _zone_name(ctx, line, "player")
        elif line.kind == "banked_in":
            bank = _zone_name(ctx, line, printed[symbol.text].of)
    if not (worth and kept and bank):
        if not any(
            d.label.span.start >= node.span.start
            for d in ctx.report.errors
            if d.label.span.source is node.span.source and d.label.span.end <= node.span.end
        ):
            missing = [
                line
                for line, given in (
                    ("worth 1 for single", worth),
                    ("kept in purse", kept),
                    ("banked in supply", bank),
                )
                if not given
            ]
            ctx.report.add(
                "money-unfinished",
                node.span,
                "this money is not declared to the end",
                "it needs a worth, a place to keep it, and a bank",
                helps=(f"add a line such as {' and '.join(f'`{m}`' for m in missing)}",),
            )
        return
    title = node.parts[2]
    ctx.program.money[kind] = Money(
        kind, symbol.text, worth, word_field, kept, bank, titles.text(title) or kind, node.span
    )
    titles.cites(ctx, node)


def _zone_name(ctx: Context, line: Node, holder: str) -> str:
    word = line.words()[0]
    legal = ctx.families.get(holder, {})
    if word.text not in legal:
        ctx.unknown("unknown-zone", word.span, word.text, "zone", legal)
        return ""
    _unlimited(ctx, legal[word.text], line)
    return word.text


def _unlimited(ctx: Context, family: Family, line: Node) -> None:
    """Money goes where it is kept and to its bank, whether or not there is room."""
    if family.limit is None:
        return
    instead = ""
    if family.holder == "player":
        many = f"{family.limit.span.text} {ctx.program.kinds[family.kinds[0]].plural}"
        most = f"your {family.name} holds at most {many}, discard down at end of turn"
        instead = f", and write in a rule: {most}"
    ctx.report.add(
        "unfit-fact",
        family.limit.span,
        f"no limit holds back the money in `{family.name}`",
        "it would do nothing",
        others=(Label(line.span, "money lies there"),),
        helps=(f"leave out `limit {family.limit.span.text}`{instead}",),
    )
