"""Overlay files: parsing, misplaced declarations, and the game version they are for.

Takes a text; returns the tree of one overlay. Its changes are applied by `laying`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from interpreter.check.overlays.entries import entries_of
from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.load.tables.csv_source import load_csv
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.parser import parse_rules

_CHANGE = re.compile(
    r"\A(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*"
    r"(set|replace|remove|before|after|require|add|change|extend|only|comes|offer|show)\b"
)


_HEADED = re.compile(r"^\s*variant\b", re.MULTILINE)


def changes_of(overlay: ast.Variant) -> list[ast.Change]:
    """List the changes of an overlay, including its conditions for play (`only with`).

    Its `comes after` lines are no changes.
    """
    return [change for change in overlay.changes if not isinstance(change, ast.ComesAfter)]


def place_of(change: ast.Change) -> tuple[str, int]:
    """Return the path and offset at which a change begins: its key for `lay_on`."""
    return change.span.source.path, change.span.start


def read_overlay(
    source: Source, report: Report, called: Mapping[str, str] | None = None
) -> ast.Variant | None:
    """Parse an overlay file, which may also hold tests; None, after a diagnostic, without one."""
    before = len(report.found)
    made: ast.Variant | None = None
    loose = _CHANGE.search(source.text)
    if loose is not None and not _HEADED.search(source.text):
        report.add(
            "no-overlay",
            Span(source, loose.start(1), loose.end(1)),
            "the heading of this overlay is missing",
            "a change without an overlay around it",
            helps=(
                'begin the file like: variant "A short game" for my_game 1.0',
                "and indent the changes below it by four spaces",
            ),
        )
        return None
    for node in parse_rules(source, report, called):
        head = Span(source, node.span.start, node.span.start + len(node.span.text.split()[0]))
        if isinstance(node, ast.Variant) and made is None:
            made = node
        elif isinstance(node, ast.Variant):
            assert made is not None
            report.add(
                "wrong-folder",
                head,
                "a second overlay stands in this file",
                "each has a file of its own",
                others=(Label(made.title.span, "the first one"),),
                helps=("move it to another file, or put its lines into the first one",),
            )
        elif not isinstance(node, ast.Test):
            report.add(
                "wrong-folder",
                head,
                "this file is for an overlay and its tests",
                helps=('write it inside `variant "..." for`, after `add`',),
            )
    if made is None and len(report.found) == before:
        report.add(
            "no-overlay",
            Span(source, 0, 0),
            "this file holds no overlay",
            helps=('begin it like: variant "A short game" for my_game 1.0',),
        )
    if made is not None:
        _report_added(made, report)
    return made


def with_rows(overlay: ast.Variant, tables: Iterable[Source], report: Report) -> ast.Variant:
    """Add the rows of the tables that lie beside an overlay to its changes."""
    rows: list[ast.Change] = []
    for table in tables:
        document = load_csv(table, report)
        plural = PurePosixPath(table.path).stem.rpartition(".")[2]
        kind = Word("NAME", plural, Span(table, 0, 0))
        for entry in entries_of(document) if document is not None else ():
            entry.plural = plural
            name = entry.data.get("id")
            if isinstance(name, str):
                word = Word("NAME", name, entry.spans["id",])
                rows.append(ast.TableRow(entry.spans[()], word, kind, entry))
            else:
                report.add(
                    "missing-key",
                    entry.spans[()],
                    "this component has no `id`",
                    helps=("write one into the column `id`: small letters, digits and `_`",),
                )
    return ast.replaced(overlay, changes=(*overlay.changes, *rows)) if rows else overlay


def _report_added(overlay: ast.Variant, report: Report) -> None:
    """Report a test or an overlay added to the rules, where nothing would look at it."""
    for change in overlay.changes:
        if isinstance(change, ast.Add) and isinstance(change.item, ast.Variant | ast.Test):
            tested, start = isinstance(change.item, ast.Test), change.item.span.start
            report.add(
                "wrong-folder",
                Span(change.span.source, start, start + len(change.item.sort)),
                f"{'a test' if tested else 'an overlay'} is not added to the rules",
                helps=(
                    "write it at the margin, below the changes, without `add`"
                    if tested
                    else "move it to a file of its own",
                ),
            )


def report_misplaced(nodes: Iterable[ast.Heading], report: Report) -> None:
    """Report overlays and tests among the rules, where they would be ignored."""
    for node in nodes:
        if isinstance(node, ast.Variant | ast.Test):
            what = "a test" if isinstance(node, ast.Test) else "an overlay"
            report.add(
                "wrong-folder",
                Span(node.span.source, node.span.start, node.span.start + len(node.sort)),
                f"{what} does not stand among the rules",
                helps=(f"move it to a file in the folder `{node.sort}s`",),
            )


def fits(variant: ast.Variant, game: tuple[str, str], report: Report) -> bool:
    """Check that an overlay is for this game and version; `wrong-base` is reported if not.

    The version `1` stands for every version 1.x.
    """
    name, version = variant.game, variant.version
    wanted = f"`for {game[0]} {game[1]}`"
    if name.text != game[0]:
        at, right = name.span, game[0]
        said = f"this overlay is for `{name.text}`, not for `{game[0]}`"
        help_ = f"write {wanted}, or lay it on the other game"
    elif game[1] != version.text and not game[1].startswith(version.text + "."):
        at, right = version.span, game[1]
        said = f"this overlay is for version {version.text}, not for {game[1]}"
        help_ = f"see whether it still fits, then write {wanted}"
    else:
        return True
    report.add("wrong-base", at, said, helps=(help_,), fix=(at, right))
    return False
