"""The head of a declaration: its name, its title, what it says and what it cites.

Takes trees; gives words. It must not know what is declared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.check.context import Context
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.syntax import ast
from interpreter.syntax.verb_forms import base_form, is_never_verb

BRACES = re.compile(r"\{([^{}]*)\}")
"""What stands between braces in a text for players, which the grammar takes as a whole."""


def quoted(word: ast.Word | None) -> str:
    """Give what stands between the quotes of a text; nothing where there is none."""
    return word.quoted if word is not None else ""


def plain(ctx: Context, word: ast.Word | None) -> str:
    """Give a text in which nothing is filled in, nothing where there is none; report braces."""
    text = quoted(word)
    brace = BRACES.search(word.text) if word is not None else None
    if word is not None and brace is not None:
        start = word.span.start
        ctx.report.add(
            "says-of-what",
            Span(word.span.source, start + brace.start(), start + brace.end()),
            "nothing is filled in here",
            "players would read the braces",
            helps=("only `says` fills in what stands between braces: of a deed, or of an option",),
        )
    return text


def read_cites(ctx: Context, cites: ast.Cites | None) -> tuple[str, ...]:
    """Read what a declaration cites; `game.yaml` must list it."""
    words = cites.ids if cites is not None else ()
    ctx.cites += [(word.text, word.span) for word in words]
    return tuple(word.text for word in words)


def check_spoken(ctx: Context, says: ast.Says, sort: str, names: Sequence[str]) -> None:
    """Check that `says "draw {count} cards"` stands on a deed, begins with its verb as it is, and
    speaks of these names: what the deed is told, and what it chooses."""
    if sort not in ("procedure", "action"):
        ctx.report.add(
            "says-of-what",
            says.span,
            "only a deed is told in words of its own",
            helps=("`says` stands on a `procedure` or an `action`",),
        )
        return
    _check_verb(ctx, says.text)
    check_braces(ctx, says.text, names, reckons=True)


def check_braces(ctx: Context, text: ast.Word, names: Sequence[str], reckons: bool) -> None:
    """Check that these names stand between braces; what a rule `reckons` is read with its body."""
    for brace in BRACES.finditer(text.text):
        start, name = text.span.start, brace.group(1).strip()
        if name in names or (reckons and (not name.isidentifier() or is_of_game(ctx, name))):
            continue
        ctx.report.add(
            "says-of-what",
            Span(text.span.source, start + brace.start(1), start + brace.end(1)),
            "a deed is told by its parts and its choices",
            "none of these",
            notes=(f"they are: {listed(names)}",) if names else ("there are none",),
            meant=nearest(name, names),
        )


def is_of_game(ctx: Context, name: str) -> bool:
    """Whether a name is that of a setting, of a line of the table, or of something that the rules
    answer: what it stands for is reckoned when the deed begins."""
    named = ctx.names.get(name)
    return isinstance(ctx.nodes.get(name), ast.Define) or (
        named is not None and named.sort in ("setting", "note")
    )


def _check_verb(ctx: Context, text: ast.Word) -> None:
    """Check that a deed is told by the base form of its verb: the story says `climbs` of others and
    `climb` of whoever reads it. What begins with a capital or a brace is a sentence of its own."""
    first = text.quoted.split(" ", 1)[0]
    base = base_form(first)
    if is_never_verb(first) and first[:1].islower():
        start = text.span.start + 1
        ctx.report.add(
            "spoken-form",
            Span(text.span.source, start, start + len(first)),
            f"a deed is not told by `{first}`, which is no verb",
            "a verb stands first",
            helps=(
                "begin with the verb as it is, such as `draw`: the story says who does it",
                f"or tell a sentence of its own, which begins with a capital: `{first.title()}`",
            ),
        )
        return
    if not base:
        return
    start = text.span.start + 1
    place = Span(text.span.source, start, start + len(first))
    ctx.report.add(
        "spoken-form",
        place,
        f"the story makes `{first}` of `{base}` by itself",
        "a form of a verb",
        helps=(f"begin with the verb as it is: `{base}`",),
        fix=(place, base),
    )
