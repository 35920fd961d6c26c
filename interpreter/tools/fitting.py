"""Fit model sentences to a game: fill slots with names and numbers of a line.

Takes a model, a line, and the names of the game; produces the sentence. Names of the line come
first; slots that it leaves open are filled from the game, where that has a suitable name.
"""

from __future__ import annotations

import re

from interpreter.tools.declared_names import Names
from interpreter.tools.models import NUMBERS, Model, names

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER = re.compile(rf"\b(?:\d+|{'|'.join(NUMBERS[1:])})\b")
_SLOT = re.compile(r"(\b(?:your|their) )?\b([a-z][a-z0-9_]*)\b")
_GAINED = re.compile(r"\b(gain|lose) (\d+|\([^()]*\)) ([a-z][a-z0-9_]*)$", re.MULTILINE)
FROM_GAME = frozenset(["pile", "row", "zone", "board", "number", "part", "setting"])
"""Sorts of which a name of the game is better than a name of the table."""
ALSO = {"pile": ("place",), "row": ("place",), "zone": ("pile", "place"), "board": ("place",),
        "space": ("thing",), "thing": ("place",), "value": ("member",), "player": ()}  # fmt: skip
"""Names of which other sorts stand for a slot if the line has none of its own."""


def fitted(model: Model, line: str, game: Names) -> str:
    """Fill a model sentence with the line's numbers and names, then with names of the game.

    Numbers are used only if the line has as many as the sentence; each name fills one slot of its
    sort.
    """
    given = _given(line, game)
    sentence = _numbered(model.shown, line, [*given.get("setting", ()), *given.get("count", ())])
    known: dict[str, str] = {}
    for slots in (False, True):
        for _, slot in _SLOT.findall(sentence):
            sort = names().get(slot)
            if sort is None or slot in known:
                continue
            for one in ALSO.get(sort, ()) if slots else (sort,):
                if given.get(one):
                    known[slot] = given[one].pop(0)
                    break
    for _, slot in _SLOT.findall(sentence):
        sort = names().get(slot)
        if sort in FROM_GAME and slot not in known and slot not in game.sorts:
            found = game.first(sort)
            if found is not None and found not in known.values():
                known[slot] = found
    _contents(sentence, known, game)
    made = _SLOT.sub(lambda found: _filled(found, known, game, sentence), sentence)
    return _GAINED.sub(lambda found: _of_table(found, game), made)


def _given(line: str, game: Names) -> dict[str, list[str]]:
    """Group the game's names that occur in a line by sort, each once, in order."""
    made: dict[str, list[str]] = {}
    for name in _NAME.findall(line):
        sort = game.sorts.get(name)
        if sort is not None and name not in made.setdefault(sort, []):
            made[sort].append(name)
    return made


def _numbered(sentence: str, line: str, named: list[str]) -> str:
    """Replace the numbers of a sentence by those of the line.

    If the line has none, the first of `named` is used: a setting, or a number someone chose.
    Unchanged if the counts differ.
    """
    said = [str(NUMBERS.index(one)) if one in NUMBERS else one for one in _NUMBER.findall(line)]
    said = said or named[:1]
    there = re.findall(r"\b\d+\b", sentence)
    if not said or len(said) != len(there):
        return sentence
    return re.sub(r"\b\d+\b", lambda _: said.pop(0), sentence)


def _contents(sentence: str, known: dict[str, str], game: Names) -> None:
    """Fill slots for things with the contents of the sentence's zones, by adding to `known`."""
    things = [name for _, name in _SLOT.findall(sentence) if names().get(name) == "things"]
    zones = [name for name in known.values() if name in game.contents]
    for slot in things:
        if slot not in known and slot not in game.sorts and zones:
            known[slot] = game.contents[zones[0]]


def _filled(found: re.Match[str], known: dict[str, str], game: Names, sentence: str) -> str:
    whose, slot = found[1] or "", found[2]
    name = known.get(slot) if found.start() else None  # no sentence begins with a name
    if name is None:
        return found[0]
    if names()[slot] in ("number", "zone", "pile"):
        if whose and name in game.sorts and name not in game.owned:
            whose = ""
        elif not whose and name in game.owned and names()[slot] == "pile":
            whose = "your "
    behind = re.search(r"\b(\d+) $", sentence[: found.start()])
    if behind is not None and name in game.plural and behind[1] != "1":
        name = game.plural[name]
    return whose + name


def _of_table(found: re.Match[str], game: Names) -> str:
    """Rewrite `gain` and `lose` to `raise` and `lower` for a number that no player owns."""
    verb, many, name = found.groups()
    if game.sorts.get(name) != "number" or name in game.owned:
        return found[0]
    return f"{'raise' if verb == 'gain' else 'lower'} {name} by {many.strip('()')}"


def slots_in(sentence: str, game: Names) -> list[tuple[int, int]]:
    """List the start and end of each number and name that can be filled in."""
    found = re.finditer(r"\"[^\"]*\"|\b[a-z][a-z0-9_]*\b|\b\d+\b", sentence)
    return [
        one.span()
        for one in found
        if one.start() and (one[0][0].isdigit() or one[0] in names() or one[0] in game.sorts)
    ]
