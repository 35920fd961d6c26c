"""What is chosen and then left alone: mostly a player, with `have them ...` or a bare deed below.

`them` and a deed without a name mean whoever acts, and not who was chosen on the line before. Takes
a checked game, with the trees of its choices; gives warnings. It is cautious: a choice that has
conditions, words of its own or an `if none` may be meant for these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from interpreter.check.context import Context
from interpreter.check.expressions.chosen_names import blocks
from interpreter.diagnostics import Label, Span
from interpreter.ir.program import Choice, E, Site
from interpreter.ir.types import Type
from interpreter.ir.walking import walk
from interpreter.syntax.recovery.characters import without_comment
from interpreter.syntax.tree import Node, Word

_CHOICES = ("choose", "choose_matching")
_DEEDS = ("statement", "deed", "deed_as_many", "pay")
_ON_PURPOSE = ("requires", "if_none", "option_says")
_PLAYERS_LOOKED_AT = ("who_is", "who_does", "who_have", "who_have_no", "where")
_OF_OTHERS = frozenset(
    ["for_each", "have_each", "have_each_deed", "pick", "choose", "may_choose", "choose_together"]
).union(_PLAYERS_LOOKED_AT)
"""Where `them` and `their` are each of those who are looked at."""


def look(ctx: Context) -> None:
    """Report each choice whose name is read nowhere behind it."""
    laid = ctx.overlaid is not None and bool(ctx.overlaid.laid)
    told: set[Span] = set()
    for func in ctx.program.funcs.values():
        made = [s.data for s in walk(func.body) if s.op in _CHOICES]
        made = [choice for choice in made if choice.site.number in ctx.chosen]
        if not made:
            continue
        known = set(_names(func.body))
        for choice in made:
            node, rule = ctx.chosen[choice.site.number]
            word = _word(node)
            if choice.into in known or word.span in told:
                continue
            if laid and not ctx.overlaid.wrote(word.span.source):  # type: ignore[union-attr]
                continue  # what house rules took away read it
            told.add(word.span)
            _tell(ctx, choice, node, list(_behind(rule, node)) if rule is not None else [])


def _word(choice: Node) -> Word:
    word = choice.parts[1]
    assert isinstance(word, Word)
    return word


def _names(part: object) -> Iterator[str]:
    """Every name that statements speak of, but for the one that a choice gives."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, E):
        yield from _names(part.data)
        yield from _names(part.args)
    elif isinstance(part, (list, tuple)):
        for one in part:
            yield from _names(one)
    elif isinstance(part, (Span, Type, Site)):
        return
    elif is_dataclass(part):
        for one in fields(part):
            if not (isinstance(part, Choice) and one.name == "into"):
                yield from _names(getattr(part, one.name))


def _behind(block: Node, choice: Node) -> Iterator[Node]:
    """What stands below a choice in its own block."""
    statements = [part for part in block.parts if isinstance(part, Node)]
    for at, statement in enumerate(statements):
        if statement is choice:
            yield from statements[at + 1 :]
            return
        for inner in blocks(statement):
            yield from _behind(inner, choice)


def _tell(ctx: Context, choice: Choice, node: Node, behind: list[Node]) -> None:
    word = choice.site.name
    player = choice.item.base == "player" and choice.how == "one"
    them = next((one for one in _they(behind)), None) if player else None
    if them is None and any(node.node(kind) is not None for kind in _ON_PURPOSE):
        return
    others: tuple[Label, ...] = ()
    helps: tuple[str, ...] = ("use it in a line below, or leave this line out",)
    fix = None
    deed = next((one for one in behind if one.kind in _DEEDS), None)
    if them is not None:
        others = (Label(them, f"whoever acts here, and not `{word}`"),)
        fix = (them, f"{word}'s" if them.text == "their" else word)
        helps = (f"write `{_with(fix)}`",)
    elif player and deed is not None:
        helps = (f"if `{word}` is to do it, write `have {word} {_line(deed.span)}`", *helps)
    ctx.report.add(
        "unused-choice",
        _word(node).span,
        f"`{word}` is chosen and then left alone",
        "no line below speaks of it",
        others=others,
        helps=helps,
        fix=fix,
    )


def _they(behind: list[Node]) -> Iterator[Span]:
    """Each `them` and `their` that means whoever acts at the choice itself."""
    for node in behind:
        if node.kind in _OF_OTHERS:
            continue
        if node.kind in ("have", "have_deed"):
            who = node.parts[0]
            if isinstance(who, Node) and who.kind == "they":
                yield who.span
            continue
        if node.kind == "they":
            yield node.span
        elif node.kind == "their":
            start = node.span.start
            yield Span(node.span.source, start, start + len("their"))
        else:
            yield from _they([part for part in node.parts if isinstance(part, Node)])


def _with(fix: tuple[Span, str]) -> str:
    """The line around some words, with others in their place."""
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
