"""Two-word names written apart: `shuffle spell deck`, `any player casts a spell`.

Takes what is known of a game and its diagnostics; replaces each that such a name has caused with
one that says how the name is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from interpreter.check.context import Context
from interpreter.check.names.noun_forms import bare_verb
from interpreter.diagnostics import Diagnostic, Label, Report, Source, Span
from interpreter.syntax.ast import Tree
from interpreter.syntax.parser import RESERVED, parse_rules

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_ARTICLES = frozenset(["a", "an", "the"])
_SLUGS = frozenset(["unexpected-word", "not-chosen", "missing-part"])
_LONGEST = 3  # words that are one name


def report_split_names(ctx: Context) -> None:
    """Replace diagnostics caused by a name written apart with one that says how it is written."""
    if ctx.report.errors:
        mend(ctx.report, _known(ctx), 0)


def in_overlay(nodes: Iterable[Tree], report: Report, since: int) -> None:
    """Report the same of an overlay that cannot be read, in which names of the rules stand; its
    problems begin at `since`."""
    if len(report.found) > since:
        mend(report, {word for node in nodes for word in node.spoken() if "_" in word}, since)


def mend(report: Report, known: set[str], since: int) -> None:
    """Replace each diagnostic that a name written apart has caused by a better one."""
    for place, d in enumerate(report.found):
        if place < since:
            continue
        of_a_name = d.slug in _SLUGS or (d.slug.startswith("unknown-") and d.code[0] == "N")
        if d.severity != "error" or not of_a_name or d.fix is not None:
            continue
        found = next(_apart(d.label.span, known), None)
        if found is None or (d.code[0] == "S" and not _read(found)):
            continue
        span, name = found
        report.found[place] = replace(
            d,
            slug="unexpected-word",
            message=f"`{span.text}` is not one name",
            label=Label(span, ""),
            others=(),
            notes=(),
            helps=(f"names are one word: `{name}`",),
            fix=(span, name),
        )


def _known(ctx: Context) -> set[str]:
    """Collect the names of the game that consist of several words."""
    found = {*ctx.names, *ctx.funcs}
    for families in ctx.families.values():
        found |= {*families}
    for fields in ctx.fields.values():
        found |= {*fields}
    for kind in ctx.program.kinds.values():
        found |= {*kind.printed}
    return {name for name in found if "_" in name}


def _apart(at: Span, known: set[str]) -> Iterator[tuple[Span, str]]:
    """Words around a place, or right before it, that are a name once they are joined."""
    text = at.source.text
    start = text.rfind("\n", 0, at.start) + 1
    line = text[start:].partition("\n")[0].partition("#")[0]
    words = list(_WORD.finditer(line))
    for first, word in enumerate(words):
        if word[0] in RESERVED:
            continue
        for last in range(min(len(words), first + _LONGEST + 1) - 1, first, -1):
            between = line[word.start() : words[last].end()]
            those = [one[0] for one in words[first : last + 1] if one[0] not in _ARTICLES]
            if (
                between.split() != [one[0] for one in words[first : last + 1]]
                or RESERVED & {*those}
                or len(those) < 2
            ):
                continue
            name = next(
                (n for n in ("_".join(those), bare_verb("_".join(those))) if n in known), ""
            )
            span = Span(at.source, start + word.start(), start + words[last].end())
            behind = text[span.end : at.start].strip() == "" and first > 0 and span.end <= at.start
            if name and (behind or (span.start < at.end and at.start < span.end)):
                yield span, name


def _read(found: tuple[Span, str]) -> bool:
    """Whether the line can be read with the name in one word."""
    span, name = found
    text = span.source.text
    alone = Report()
    parse_rules(Source(span.source.path, text[: span.start] + name + text[span.end :]), alone)
    return all(not _same_line(d, span) for d in alone.errors)


def _same_line(d: Diagnostic, span: Span) -> bool:
    return d.label.span.line == span.line
