"""The names that a game declares, and their sorts, read from its rules line by line.

Takes texts that need not parse; collects what can be recognized, for hints in the words of the
game. Says nothing about whether a game is valid: that is for the checker, which reads no further
than a text allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from interpreter.diagnostics import Report, Source
from interpreter.load.game_folder import files_below
from interpreter.load.overlay_files import base_of, path_of
from interpreter.load.text import read_source

_HOLDER = re.compile(r"^(?:the )?(?:(each player|faction [a-z0-9_]+)|table|each .*)\b")
_ZONE = re.compile(r"^ +zone ([a-z0-9_]+): *(pile|set|row|space) (?:of|for) (?:\d+ )?([a-z0-9_]+)")
_LINE = re.compile(r"^ +(?:has )?([a-z0-9_]+)(?: in [a-z0-9_]+)?: *(yes or no|number|-?\d|\()?")
_KIND = re.compile(r"^kind ([a-z0-9_]+) plural ([a-z0-9_]+)")
_VALUES = re.compile(r"^values ([a-z0-9_]+)(?: plural ([a-z0-9_]+))?: *([^#]*)")
_NAMED = re.compile(
    r"^ *(?:add )?(action|procedure|turn|round|phase|game|setup|setting|define) ([a-z0-9_]+)"
)
_BOARD = re.compile(r"^ +board ([a-z0-9_]+):")
_LOCAL = re.compile(
    r"\b(?:choose|pick)(?: all| any number of| up to [a-z0-9_]+| \d+)? ([a-z0-9_]+)"
    r" from ([a-z0-9_ ]+)"
    r"|\blet ([a-z0-9_]+) be "
)
SORTS = {
    "action": "deed", "procedure": "deed", "setting": "setting", "define": "question",
    "turn": "part", "round": "part", "phase": "part", "game": "part", "setup": "part",
}  # fmt: skip
PEOPLE = frozenset(["players", "opponents", "player", "opponent"])


@dataclass(slots=True)
class Names:
    """Names with their sorts: those of `grammars/sentences.yaml`, and a few more.

    These are `place`, `count`, `member` and `question`. `owned` names belong to each player;
    `contents` maps a zone to the components in it; `plural` maps a kind to its plural.
    """

    sorts: dict[str, str] = field(default_factory=dict)
    owned: set[str] = field(default_factory=set)
    contents: dict[str, str] = field(default_factory=dict)
    plural: dict[str, str] = field(default_factory=dict)

    def first(self, sort: str) -> str | None:
        """Find the first name of a sort; None if there is none.

        Numbers and zones must belong to players; otherwise the table's names come before theirs.
        """
        of_sort = [name for name, one in self.sorts.items() if one == sort]
        if sort in ("number", "zone"):
            of_sort = [name for name in of_sort if name in self.owned]
        return min(of_sort, key=lambda name: name in self.owned, default=None)


def names_around(source: Source) -> Names:
    """Collect the names of a text, and of the rules of the game it belongs to."""
    folder = base_of(path_of(source), source, Report())
    texts = [source.text]
    if folder is not None:
        here = path_of(source).resolve()
        for path in files_below(folder / "rules", ".rules"):
            if path.resolve() != here:
                read = read_source(path, Report(), str(path), folder)
                texts += [read.text] if read is not None else []
    return names_in(texts)


def names_in(texts: Iterable[str]) -> Names:
    """Collect the names that rules texts declare; the first declaration of a name wins."""
    made = Names()
    for text in texts:
        one = _in_text(text)
        made.sorts |= {name: sort for name, sort in one.sorts.items() if name not in made.sorts}
        made.owned |= one.owned
        made.contents |= one.contents
        made.plural |= one.plural
    return made


@lru_cache(maxsize=64)
def _in_text(text: str) -> Names:
    made, owned = Names(), False
    for line in text.splitlines():
        if line[:1].strip():
            holder = _HOLDER.match(line)
            owned = bool(holder and holder[1])
        for name, sort in _declared(line, made):
            made.sorts.setdefault(name, sort)
            if owned and sort in ("zone", "pile", "row", "number", "mark"):
                made.owned.add(name)
    for found in _LOCAL.finditer(text):
        name, source, let = found.groups()
        made.sorts.setdefault(let or name, "thing" if let else _chosen(source))
    for name, sort in made.sorts.items():
        if sort == "zone" and name not in made.owned:
            made.sorts[name] = "place"
    return made


def _declared(line: str, made: Names) -> Iterator[tuple[str, str]]:
    if found := _ZONE.match(line):
        name, shape, things = found.groups()
        made.contents[name] = things
        yield name, {"set": "zone", "space": "place"}.get(shape, shape)
    elif found := _KIND.match(line):
        made.plural[found[1]] = found[2]
        yield found[1], "thing"
        yield found[2], "things"
    elif found := _VALUES.match(line):
        yield found[1], "value"
        yield found[2] or f"{found[1]}s", "values"
        for one in found[3].split(","):
            if one.strip():
                yield one.split()[0], "member"
    elif found := _BOARD.match(line):
        yield found[1], "board"
    elif found := _NAMED.match(line):
        yield found[2], SORTS[found[1]]
    elif (found := _LINE.match(line)) and found[1] not in ("dice", "draws"):
        kept = found[2]
        yield found[1], "mark" if kept == "yes or no" else "number" if kept else "value"


def _chosen(source: str) -> str:
    words = source.split()
    if words[0] in PEOPLE:
        return "player"
    return "count" if words[0].isdigit() else "thing"
