"""Choices whose result is unused: mostly a player, with `have them ...` or a bare deed below.

`them` and a deed without a name mean whoever acts, and not who was chosen on the line before. Takes
a checked game, with the trees of its choices; reports warnings, and few: a choice that has
conditions, words of its own or an `if none` may be meant for these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING

from interpreter.check.context import Context
from interpreter.diagnostics import Label, Span
from interpreter.ir import nodes
from interpreter.ir.declared import Choice, Site
from interpreter.ir.nodes import Expr
from interpreter.ir.types import Type
from interpreter.load.game_folder import GameFiles
from interpreter.syntax import ast
from interpreter.syntax.source_words import without_comment

_CHOICES = (nodes.Choose, nodes.ChooseMatching)
_DEEDS = (ast.Statement, ast.Deed, ast.Pay)
_OF_OTHERS = (
    ast.ForEach, ast.HaveEach, ast.HaveEachDeed, ast.Pick, ast.Choose, ast.ChooseTogether,
    ast.Where,
)  # fmt: skip
"""Where `them` and `their` are each of those who are looked at."""
_NAMELESS = (Span, Type, Site, int)


def check(ctx: Context, files: GameFiles) -> None:
    """Report each choice whose name is read nowhere behind it."""
    laid = ctx.overlaid is not None and bool(ctx.overlaid.laid)
    told: set[Span] = set()
    for func in ctx.program.funcs.values():
        made = [s.choice for s in ctx.bodies.of(func) if isinstance(s, nodes.Choosing)]
        made = [choice for choice in made if choice.site.number in ctx.chosen]
        if not made:
            continue
        known = _names(func.body)
        for choice in made:
            node, rule = ctx.chosen[choice.site.number]
            assert isinstance(node, ast.Choose | ast.ChooseTogether)
            word = node.word
            if choice.into in known or word.span in told:
                continue
            if laid and not ctx.overlaid.wrote(word.span.source):  # type: ignore[union-attr]
                continue  # what house rules took away read it
            told.add(word.span)
            _report(
                ctx, choice, node, list(_behind(rule, node)) if isinstance(rule, ast.Block) else []
            )


def _names(part: object) -> set[str]:
    """Every name that statements speak of, but for the one that a choice gives."""
    found: set[str] = set()
    left = [part]
    while left:
        one = left.pop()
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, Expr):
            left += (*one.fixed(), *one.args)
        elif isinstance(one, (list, tuple)):
            left += one
        elif one is not None and not isinstance(one, _NAMELESS) and is_dataclass(one):
            names = _fields(one.__class__)
            left += [getattr(one, n) for n in names if n != "into" or not isinstance(one, Choice)]
    return found


if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@cache
def _fields(of: type[DataclassInstance]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(of))


def _behind(block: ast.Block, choice: ast.Tree) -> Iterator[ast.Sentence]:
    """Yield the statements below a choice in its own block."""
    for at, statement in enumerate(block.lines):
        if statement is choice:
            yield from block.lines[at + 1 :]
            return
        for inner in ast.blocks_in(statement):
            yield from _behind(inner, choice)


def _report(
    ctx: Context, choice: Choice, node: ast.Choose | ast.ChooseTogether, behind: list[ast.Sentence]
) -> None:
    word = choice.site.name
    player = choice.item.is_player and choice.how == "one"
    them = next((one for one in _they(behind)), None) if player else None
    if them is None and node.below:
        return
    others: tuple[Label, ...] = ()
    helps: tuple[str, ...] = ("use it in a line below, or leave this line out",)
    fix = None
    deed = next((one for one in behind if isinstance(one, _DEEDS)), None)
    if them is not None:
        others = (Label(them, f"whoever acts here, and not `{word}`"),)
        fix = (them, f"{word}'s" if them.text == "their" else word)
        helps = (f"write `{_with(fix)}`",)
    elif player and deed is not None:
        helps = (f"if `{word}` is to do it, write `have {word} {_line(deed.span)}`", *helps)
    ctx.report.add(
        "unused-choice",
        node.word.span,
        f"`{word}` is chosen and then left alone",
        "no line below speaks of it",
        others=others,
        helps=helps,
        fix=fix,
    )


def _they(behind: Iterable[ast.Tree]) -> Iterator[Span]:
    """Each `them` and `their` that means whoever acts at the choice itself."""
    for node in behind:
        if isinstance(node, _OF_OTHERS):
            continue
        if isinstance(node, ast.Have | ast.HaveDeed):
            if isinstance(node.who, ast.They):
                yield node.who.span
            continue
        if isinstance(node, ast.They):
            yield node.span
        elif isinstance(node, ast.Their):
            start = node.span.start
            yield Span(node.span.source, start, start + len("their"))
        else:
            yield from _they(part for part in node.children() if isinstance(part, ast.Tree))


def _with(fix: tuple[Span, str]) -> str:
    """Return the line around a fix, with the fix applied."""
    span, words = fix
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    return _bare(text[start : span.start] + words + _rest(text, span.end))


def _rest(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[at : end if end >= 0 else len(text)]


def _line(span: Span) -> str:
    return _bare(span.text.split("\n", 1)[0])


def _bare(line: str) -> str:
    return without_comment(line).strip()
