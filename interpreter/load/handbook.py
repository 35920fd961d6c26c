"""The handbook of mechanisms: pages of Markdown, each with a whole small game in its fences.

Takes nothing; gives the pages of `games/mechanisms`, and the files of a page's game as they stand
in a folder of their own. A page has fences for the facts of the game (`yaml`), its tables (`csv
cards`, `yaml tiles`), its rules (`rules`), house rules (`rules variant`) and tests (`rules test`).
It must not know what any of them say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from textwrap import wrap

from interpreter.load.resources import read_shipped, root

FOLDER = "games/mechanisms"
_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_NAMES = re.compile(r"^Also called: (.+?)\.?\n(?=\n)", re.MULTILINE | re.DOTALL)
_VARIANT = re.compile(r'^variant "([^"\n]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Mechanism:
    """One page: the name of its file, its heading, further names, what it is, and its text."""

    id: str
    title: str
    names: tuple[str, ...]
    about: str
    page: str

    def fences(self, label: str) -> list[str]:
        """List the texts of all fences with this label, in their order."""
        return [text for said, text in _FENCE.findall(self.page) if said == label]

    def files(self, identity: str) -> dict[str, str]:
        """Return the files of its game by their path in a folder; the game is called `identity`."""
        about = "\n".join(wrap(self.about, 96, initial_indent="  ", subsequent_indent="  "))
        facts = "".join(self.fences("yaml"))
        facts = f'id: {identity}\nversion: "1.0"\nlanguage: 1\n{facts}description: >-\n{about}\n'
        made = {
            "game.yaml": facts,
            "README.md": f"# {self.title}\n\n{self.about}\n",
            "rules/game.rules": "\n".join(self.fences("rules")),
        }
        for label, text in _FENCE.findall(self.page):
            form, _, name = label.partition(" ")
            if name and form in ("csv", "yaml"):
                made[f"components/{name}.{form}"] = _with_source(text) if form == "csv" else text
        for text in self.fences("rules variant"):
            named = _VARIANT.search(text)
            title = named[1] if named else "variant"
            file = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
            made[f"variants/{file}.rules"] = re.sub(
                rf'(?m)^(variant "[^"\n]+" for ){self.id}\b', rf"\g<1>{identity}", text
            )
        made["tests/game.rules"] = "\n".join(self.fences("rules test"))
        return {path: text for path, text in made.items() if text.strip()}


def _with_source(table: str) -> str:
    """Add the column `source`, which a page leaves out, to a table."""
    head, *rows = table.splitlines()
    if "source" in head.split(","):
        return table
    lines = [f"{head},source", *(f"{row},common" for row in rows if row.strip())]
    return "\n".join(lines) + "\n"


def _read(name: str) -> Mechanism:
    page = read_shipped(f"{FOLDER}/{name}.md")
    title, names = _TITLE.search(page), _NAMES.search(page)
    prose = _FENCE.sub("", page[title.end() if title else 0 :])
    parts = [" ".join(part.split()) for part in prose.split("\n\n")]
    about = next((part for part in parts if part and not part.startswith("Also called: ")), "")
    called = re.split(r"[;\n]\s*", " ".join(names[1].split())) if names else []
    return Mechanism(
        name,
        title[1] if title else name,
        tuple(one for one in called if one),
        about,
        page,
    )


@cache
def mechanisms() -> tuple[Mechanism, ...]:
    """List all pages of the handbook by their names."""
    names = sorted(path.stem for path in (root() / FOLDER).glob("*.md"))
    return tuple(_read(name) for name in names if name != "README")


def mechanism(name: str) -> Mechanism | None:
    """Find the page of a mechanism by its id, its heading or another of its names."""
    wanted = _plain(name)
    for one in mechanisms():
        if wanted in {_plain(called) for called in (one.id, one.title, *one.names)}:
            return one
    return None


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
