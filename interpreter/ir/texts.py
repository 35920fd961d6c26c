"""The texts of a game that players read, and a game in which they are others.

Takes a checked program, not yet woven; gives its texts, or puts others in their place. A text is
known by itself: the same words are translated once, wherever they stand. What the story is told in
(`says`) stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from interpreter.ir.program import Program, Stmt
from interpreter.ir.rewriting import rewritten

_UNREAD = ("define", "relation", "carry_out")  # rules that nobody is asked by
_OWN = frozenset(["No", "Pass"])  # words of the table, which no game writes
Change = Callable[[str], str]


def texts(program: Program) -> list[str]:
    """Each text of a game once, in the order in which it stands there."""
    found: dict[str, None] = {}

    def note(text: str) -> str:
        if text and text not in _OWN:
            found.setdefault(text)
        return text

    _through(program, note)
    return list(found)


def translate(program: Program, table: Mapping[str, str]) -> None:
    """Put other texts in the place of those of a game; what the table has not stays as it is."""
    _through(program, lambda text: table.get(text) or text)


def _through(program: Program, change: Change) -> None:
    """Hand every text of a game on, and put in its place what comes back."""
    spaces = {board.sort.removeprefix("kind:") for board in program.boards.values()}
    program.title = change(program.title)
    for design in program.designs:
        # A space that has no title of its own is called by its name: `a1` needs no translation.
        named = design.title != design.id.replace("_", " ").capitalize()
        design.title = change(design.title) if named or design.kind not in spaces else design.title
        design.text = change(design.text)
    for func in program.funcs.values():
        if func.sort not in _UNREAD:
            func.title = change(func.title)
        func.body = rewritten(func.body, lambda s: [_sentence(s, change)])
    for site in program.sites:
        site.title = change(site.title)
        if site.sort == "options":
            site.items = [_option(item, change) for item in site.items]
    for setting in program.settings.values():
        setting.title = change(setting.title)
    program.words = {name: _word(word, change) for name, word in program.words.items()}


def _sentence(s: Stmt, change: Change) -> Stmt:
    """Hand on why something cannot be done, and what a menu calls passing."""
    if s.op == "requires" and isinstance(s.data, str):
        text = change(s.data)
        return s if text is s.data else replace(s, data=text)
    if s.op == "choose":
        tests = [(test, change(excuse)) for test, excuse in s.data.tests]
        return s if tests == s.data.tests else replace(s, data=replace(s.data, tests=tests))
    if s.op == "menu":
        site, lines = s.data
        made = [replace(one, title=change(one.title)) for one in lines]
        same = all(a.title == b.title for a, b in zip(made, lines, strict=True))
        return s if same else replace(s, data=(site, made))
    return s


def _option(item: Any, change: Change) -> Any:
    return change(item) if isinstance(item, str) else item


def _word(word: Any, change: Change) -> Any:
    """Hand on the titles of `words:` in game.yaml."""
    if not isinstance(word, dict):
        return word
    return {
        key: change(value) if key == "title" and isinstance(value, str) else _word(value, change)
        for key, value in word.items()
    }
