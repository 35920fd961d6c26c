"""Unreachable rules: those used by unused rules only, and card rules that nothing carries out.

Both checks are cautious: a word anywhere else counts as use.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.deeds import carrying_out
from interpreter.check.ranking import TRIED_FOR
from interpreter.diagnostics import Span
from interpreter.ir.program import Func
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.syntax import ast
from interpreter.syntax.source_words import names_in


def with_them(ctx: Context, unused: Iterable[Func], components: Iterable[Spanned]) -> list[Func]:
    """List the rules that only unused rules mention once overlays are laid on.

    They would otherwise be found one by one, each after the one before was removed. Empty without
    overlays.
    """
    if ctx.overlaid is None or not ctx.overlaid.laid:
        return []
    gone = {func.name for func in unused}
    spoken = {word for one in components for word in names_in(one.source.text)}
    # Players that look ahead ask these, and no rule need do so.
    spoken |= {name for name in TRIED_FOR if getattr(ctx.program, name) is not None}
    for change in ctx.overlaid.components:
        spoken |= set(names_in(change.node.span.text))
    words = [(_declared(node), _words(node)) for node in ctx.overlaid.nodes]
    found: list[Func] = []
    rest = [f for f in ctx.funcs.values() if f.sort not in ("game", "rule") and f.name not in gone]
    while gone:
        left = spoken.union(*(said for name, said in words if name not in gone))
        more = [func for func in rest if not _speaks(left, func)]
        if not more:
            break
        found += more
        gone |= {func.name for func in more}
        rest = [func for func in rest if func.name not in gone]
    return found


def _declared(node: ast.Heading) -> str:
    return node.name.text if isinstance(node, ast.NamedRule) else ""


def _words(node: ast.Heading) -> frozenset[str]:
    """Return the words of a declaration but for its own name."""
    return node.spoken() - {_declared(node)}


def _speaks(left: set[str], func: Func) -> bool:
    return any(same_verb(word, func.name) or same_verb(func.name, word) for word in left)


def check(ctx: Context, files: GameFiles) -> None:
    """Cards whose rules are to be carried out, in a game in which nothing does so."""
    others = (func for func in ctx.program.funcs.values() if func.sort != carrying_out.SORT)
    called = {name for func in others for name in ctx.bodies.calls(func)}
    for func in carrying_out.rules(ctx):
        kind = ctx.program.kinds[func.params[0][1].of]
        cards = [d for d in kind.designs if f"card {d.id}" in ctx.program.funcs]
        if func.name in called or not cards:
            continue
        start, text = kind.span.start, kind.span.text.partition("#")[0].rstrip()
        ctx.report.add(
            "never-carried-out",
            Span(kind.span.source, start, start + len(text)),
            f"nothing carries out the rules of {kind.plural}",
            helps=(f"write where they are done: carry_out {kind.name}",),
        )
