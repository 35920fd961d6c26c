"""A model sentence in the words of a game: its slots filled with the names and numbers of a line.

Takes a model, a line, and the names of the game; gives the sentence. What the line names comes
first; what it leaves open is filled from the game, where the game has such a thing.
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
    """Give a model sentence with the numbers of the line, if it has as many, and with names of the
    line, each for a slot of its sort; then with names of the game."""
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
    """Give the names of a line by their sorts, each once, in their order."""
    made: dict[str, list[str]] = {}
    for name in _NAME.findall(line):
        sort = game.sorts.get(name)
        if sort is not None and name not in made.setdefault(sort, []):
            made[sort].append(name)
    return made


def _numbered(sentence: str, line: str, named: list[str]) -> str:
    """Give a sentence with the numbers of a line, or, where it has none, with what it names as
    one: a setting, or a number that somebody chose."""
    said = [str(NUMBERS.index(one)) if one in NUMBERS else one for one in _NUMBER.findall(line)]
    said = said or named[:1]
    there = re.findall(r"\b\d+\b", sentence)
    if not said or len(said) != len(there):
        return sentence
    return re.sub(r"\b\d+\b", lambda _: said.pop(0), sentence)


def _contents(sentence: str, known: dict[str, str], game: Names) -> None:
    """Name what lies in the zones of the sentence, where the game has other things than cards."""
    things = [name for _, name in _SLOT.findall(sentence) if names().get(name) == "things"]
    zones = [name for name in known.values() if name in game.contents]
    for slot in things:
        if slot not in known and slot not in game.sorts and zones:
            known[slot] = game.contents[zones[0]]


def _filled(found: re.Match[str], known: dict[str, str], game: Names, sentence: str) -> str:
    whose, slot = found[1] or "", found[2]
    name = known.get(slot) if found.start() else None  # a sentence begins with no name
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
    """Give how a number of the table changes: players gain and lose only what is theirs."""
    verb, many, name = found.groups()
    if game.sorts.get(name) != "number" or name in game.owned:
        return found[0]
    return f"{'raise' if verb == 'gain' else 'lower'} {name} by {many.strip('()')}"


def slots_in(sentence: str, game: Names) -> list[tuple[int, int]]:
    """Give where a sentence can be filled in: the beginnings and ends of its numbers and names."""
    found = re.finditer(r"\"[^\"]*\"|\b[a-z][a-z0-9_]*\b|\b\d+\b", sentence)
    return [
        one.span()
        for one in found
        if one.start() and (one[0][0].isdigit() or one[0] in names() or one[0] in game.sorts)
    ]
