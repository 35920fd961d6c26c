"""A page for each kind of problem: what it means, a wrong example, what is said of it, a right one.

The pages are the files `pages/<slug>.md`. Takes a code or a slug; gives a `Page`. Must not print.
A page is its heading (the slug), some paragraphs, and fences. What stands behind the three
backticks says what an example is, and whether it is the wrong or the right one:

| label        | holds                                                                   |
|--------------|-------------------------------------------------------------------------|
| `rules`      | rules, read beside a small game; `rules alone` without it               |
| `card`       | the rules of a card                                                     |
| `components` | a file of components                                                    |
| `game`       | lines of `game.yaml`                                                    |
| `variant`    | house rules, laid on the small game; `variant 2` goes on top            |
| `test`       | tests of the game                                                       |
| `yaml`       | any file in YAML; with `game` or `components` a whole one of that sort  |
| `name`       | the name of a game, as it is typed                                      |
| `variant name` | what is typed behind `--variant`                                      |
| `console`    | commands that are typed, each behind `$`                                |
| `message`    | what is said of the wrong example                                       |

In the right example, what the wrong one has besides stands as it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from interpreter.diagnostics.catalogue import CATALOGUE, Entry
from interpreter.diagnostics.suggest import nearest

FOLDER = Path(__file__).parent / "pages"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """What there is to say of one kind of problem; examples are texts by their label."""

    entry: Entry
    paragraphs: tuple[str, ...]
    wrong: Mapping[str, str]
    message: str
    right: Mapping[str, str]


class UnknownKind(Exception):
    """No kind of problem is called so; `close` is one that nearly is, or nothing."""

    def __init__(self, name: str, close: str | None) -> None:
        super().__init__(name)
        self.close = close


def find(name: str) -> Entry:
    """Give the kind of a code or slug, in whatever case, also as it stands in a message."""
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
def page_of(slug: str) -> Page:
    """Give the page of a kind of the catalogue; FileNotFoundError if it has none, which tests
    forbid."""
    return _read(CATALOGUE[slug], (FOLDER / f"{slug}.md").read_text(encoding="utf-8"))


def _read(entry: Entry, text: str) -> Page:
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
    return Page(entry, paragraphs, sides["wrong"], message, sides["right"])
