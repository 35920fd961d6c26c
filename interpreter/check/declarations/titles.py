"""The head of a declaration: its name, title, `says` text and citations.

Takes trees; produces text. It must not know what is declared.
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
    """Return the quoted content of a text, or an empty string if there is none."""
    return word.quoted if word is not None else ""


def plain(ctx: Context, word: ast.Word | None) -> str:
    """Return a text in which no braces are filled in, or an empty string; report any braces."""
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
    """Read the citations of a declaration, each of which game.yaml must list."""
    words = cites.ids if cites is not None else ()
    ctx.cites += [(word.text, word.span) for word in words]
    return tuple(word.text for word in words)


def check_spoken(ctx: Context, says: ast.Says, sort: str, names: Sequence[str]) -> None:
    """Check a deed's `says "draw {count} cards"`.

    It must belong to a deed, begin with the verb's base form, and name only `names`: parameters of
    the deed and what it chooses.
    """
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
    """Check the names between braces; what a rule `reckons` is checked when its body is read."""
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
    """Check whether a name is a setting, a table line, or a question that the rules answer.

    Such names are evaluated when the deed begins.
    """
    named = ctx.names.get(name)
    return isinstance(ctx.nodes.get(name), ast.Define) or (
        named is not None and named.sort in ("setting", "note")
    )


def _check_verb(ctx: Context, text: ast.Word) -> None:
    """Check that a deed's text begins with the base form of its verb.

    The story then says `climbs` of others and `climb` to the reader. A text that begins with a
    capital or a brace is a sentence of its own and is not checked.
    """
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
