"""`rulewright explain`: what a diagnostic means, with an example and its fix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, output
from interpreter.cli.command_list import JSON, ByExample
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.diagnostics.catalogue import CatalogueEntry
    from interpreter.tools.pages import DiagnosticPage

STAGES = {
    "L": "Files",
    "C": "Components",
    "S": "Sentences",
    "N": "Names",
    "K": "Kinds of value",
    "R": "What rules do",
    "G": "The game as a whole",
    "T": "Tests",
    "O": "House rules",
    "P": "Not played yet",
    "V": "Saves and scripts",
}
WHERE = {
    "rules": "in a file of rules",
    "rules alone": "a whole game",
    "card": "in the rules of a card",
    "components": "in a file of components",
    "game": "in game.yaml",
    "variant": "in a file of house rules",
    "variant 2": "laid on top of it",
    "test": "in a file of tests",
    "yaml": "in a file of YAML",
    "yaml game": "game.yaml",
    "yaml components": "in a file of components",
    "yaml odd": "in a file of YAML",
    "name": "typed as the name of a game",
    "variant name": "typed behind --variant",
    "console": "typed at a prompt",
}


@click.command(
    cls=ByExample,
    examples="""
    rulewright explain N201
    rulewright explain unknown-name
    rulewright explain
    rulewright explain missing-part --json
    """,
)
@click.argument("name", metavar="[CODE|SLUG]", default="")
@JSON
def explain(name: str, json_: bool) -> int:
    """Explain a kind of problem: what it means, an example, and its fix.

    The CODE and the SLUG of a problem stand in brackets before it: error[N201 unknown-name].
    Without either, all kinds are listed.
    """
    from interpreter.diagnostics.catalogue import CATALOGUE
    from interpreter.tools.pages import UnknownKind, find, page_of

    if not name.strip():
        entries = list(CATALOGUE.values())
        if json_:
            output.as_json([_kind(entry) for entry in entries])
        else:
            _list(entries)
        return exits.FINE
    try:
        page = page_of(find(name).slug)
    except UnknownKind as fault:
        raise exits.Stop(
            exits.USAGE,
            f"no kind of problem is called `{name}`",
            f"did you mean `{fault.close}`?"
            if fault.close
            else "`rulewright explain` lists them all",
        ) from None
    if json_:
        output.as_json([_kind(page.entry, page)])
    else:
        _show(page)
    return exits.FINE


def _list(entries: list[CatalogueEntry]) -> None:
    for number, (letter, title) in enumerate(STAGES.items()):
        if number:
            output.data("")
        output.data(title)
        wide = max(len(entry.slug) for entry in entries)
        for entry in sorted((e for e in entries if e.code[0] == letter), key=lambda e: e.code):
            line = f"  {entry.code} {entry.slug:{wide}}  {entry.title}"
            if len(line) <= output.width():
                output.data(line)
            else:
                output.data(f"  {entry.code} {entry.slug}")
                output.wrapped(entry.title, 7)


def _show(page: DiagnosticPage) -> None:
    entry = page.entry
    output.data(f"{entry.severity}[{entry.code} {entry.slug}]: {entry.title}")
    for text in page.paragraphs:
        output.data("")
        output.wrapped(text)
    _examples("Wrong", page.wrong.items())
    output.text("\nWhat is said of it:\n")
    _block(page.message)
    _examples("Right", page.right.items())


def _examples(title: str, examples: Iterable[tuple[str, str]]) -> None:
    for label, text in examples:
        output.text(f"\n{title}, {WHERE[label]}:\n")
        _block(text)


def _block(text: str) -> None:
    """Print an example, indented."""
    for line in text.rstrip("\n").split("\n"):
        output.data(f"    {line}".rstrip())


def _kind(entry: CatalogueEntry, page: DiagnosticPage | None = None) -> Json:
    told: dict[str, object] = {
        "code": entry.code,
        "slug": entry.slug,
        "severity": entry.severity,
        "title": entry.title,
    }
    if page is not None:
        told |= {
            "text": list(page.paragraphs),
            "wrong": dict(page.wrong),
            "message": page.message,
            "right": dict(page.right),
        }
    return told
