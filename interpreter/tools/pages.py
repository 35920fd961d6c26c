"""The documentation page of each diagnostic: its meaning, a wrong and a right example, its message.

Takes a code or a slug; returns a `DiagnosticPage`. Must not print. The pages are the files
`pages/<slug>.md`. Each has a heading (the slug), some paragraphs, and fenced blocks. The info
string of a fence names the sort of the example, and whether it is the wrong or the right one:

| label        | holds                                                                   |
|--------------|-------------------------------------------------------------------------|
| `rules`      | rules, read beside a small game; `rules alone` without it               |
| `card`       | the rules of a card                                                     |
| `components` | a file of components                                                    |
| `game`       | lines of `game.yaml`                                                    |
| `variant`    | house rules, applied to the small game; `variant 2` on top of it        |
| `test`       | tests of the game                                                       |
| `yaml`       | any YAML file; with `game` or `components` a whole one of that sort     |
| `name`       | the name of a game, as typed                                            |
| `variant name` | the argument of `--variant`                                           |
| `console`    | commands, each after `$`                                                |
| `message`    | the message for the wrong example                                       |

Blocks of the wrong example that the right one does not repeat apply to both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from interpreter.diagnostics.catalogue import CATALOGUE, CatalogueEntry
from interpreter.diagnostics.suggest import nearest

FOLDER = Path(__file__).parent / "pages"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class DiagnosticPage:
    """The documentation of one kind of diagnostic; examples are texts by their label."""

    entry: CatalogueEntry
    paragraphs: tuple[str, ...]
    wrong: Mapping[str, str]
    message: str
    right: Mapping[str, str]


class UnknownKind(Exception):
    """No kind of diagnostic has this name; `close` is a similar one, or None."""

    def __init__(self, name: str, close: str | None) -> None:
        super().__init__(name)
        self.close = close


def find(name: str) -> CatalogueEntry:
    """Look up a kind by code or slug, in any case, or as printed in a message.

    Raises `UnknownKind`.
    """
    wanted = name.strip().strip("[]").lower().replace("_", "-")
    code, _, slug = wanted.partition(" ")
    for entry in CATALOGUE.values():
        if wanted in (entry.slug, entry.code.lower()) or (code, slug.strip()) == (
            entry.code.lower(),
            entry.slug,
        ):
            return entry
    names = {entry.slug: entry.slug for entry in CATALOGUE.values()}
    names |= {entry.code.lower(): entry.code for entry in CATALOGUE.values()}
    close = nearest(wanted, names)
    raise UnknownKind(name, names[close] if close else None)


@lru_cache(maxsize=16)
def page_of(slug: str) -> DiagnosticPage:
    """Read the page of a kind; FileNotFoundError if it has none, which tests rule out."""
    return _read(CATALOGUE[slug], (FOLDER / f"{slug}.md").read_text(encoding="utf-8"))


def _read(entry: CatalogueEntry, text: str) -> DiagnosticPage:
    sides: dict[str, dict[str, str]] = {"wrong": {}, "right": {}}
    message = ""
    for fence in FENCE.finditer(text):
        label, _, side = fence.group(1).rpartition(" ")
        if fence.group(1) == "message":
            message = fence.group(2)
        else:
            sides[side][label] = fence.group(2)
    words = text.split("```", 1)[0].split("\n", 1)[1]
    paragraphs = tuple(" ".join(part.split()) for part in words.split("\n\n") if part.strip())
    return DiagnosticPage(entry, paragraphs, sides["wrong"], message, sides["right"])
