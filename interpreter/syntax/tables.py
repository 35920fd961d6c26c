"""The parser of the grammar, its tables made once per installation and read as data.

Takes the grammar; gives a `Lark`. Building the tables takes a second: they travel with the program
as `grammars/rules.tables`, made when it is installed, and are used only if they are of this very
grammar, library and version. Other ones are made anew and kept in the user's cache. They are JSON,
which whoever writes there cannot make run; the library would pickle them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.indenter import DedentError, Indenter
from lark.lexer import TerminalDef

from interpreter import __version__
from interpreter.load import kept
from interpreter.load.resources import root

SHIPPED = "grammars/rules.tables"
STARTS = ["file", "card_rules", "loose"]
_OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "contextual",
    "start": STARTS,
    "propagate_positions": True,
    "maybe_placeholders": True,
}
_IN_CODE = ("postlex", "tree_class", "transformer", "lexer_callbacks", "edit_terminals", "_plugins")


class Lines(Indenter):
    """Indentation by four spaces; a tab or a ragged step is located, not just refused."""

    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR"]
    tab_len = 4

    @property
    def always_accept(self) -> tuple[str, ...]:  # type: ignore[override]
        """Names are read everywhere, so that `kinds` is never `kind` with something behind it."""
        return (self.NL_type, "NAME")

    def handle_NL(self, token: Token) -> Iterator[Token]:
        """Give the tokens of a line end; refuse a width that fits no block."""
        if self.paren_level > 0:
            return
        indent = token.rsplit("\n", 1)[1] if "\n" in token else ""
        width = len(indent)
        if width % 4 or width > self.indent_level[-1] + 4:
            raise RaggedLine(token, width, self.indent_level[-1])
        try:
            yield from super().handle_NL(token)
        except DedentError:
            raise RaggedLine(token, width, self.indent_level[-1]) from None


class RaggedLine(Exception):
    """A line whose indentation fits no block; carries the line break before it."""

    def __init__(self, token: Token, width: int, expected: int) -> None:
        super().__init__(width)
        self.end = token.end_pos or 0
        self.width = width
        self.expected = expected


def built(grammar: str) -> Lark:
    """The parser of a grammar, from tables that travel with the program, are kept, or are made."""
    name = _name(grammar)
    text = _read(name, root() / SHIPPED) or kept.find_large("grammar", name)
    if text is not None:
        return Lark.load(_from_json(text))
    made = _made(grammar)
    kept.keep_large("grammar", name, _to_json(made))
    return made


def ship(folder: Path) -> None:
    """Make the tables of the grammar below a folder, and put them where they are looked for."""
    grammar = (folder / "grammars" / "rules.lark").read_text(encoding="utf-8")
    name = _name(grammar)
    file = folder / SHIPPED
    if _read(name, file) is None:
        new = file.with_name(f"{file.name}.{os.getpid()}")
        new.write_text(kept.sealed(name, _to_json(_made(grammar))), encoding="utf-8")
        new.replace(file)


def _read(name: str, file: Path) -> str | None:
    """The tables in a file; None if there are none, or they are damaged or of another name."""
    try:
        return kept.undamaged(name, file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _name(grammar: str) -> str:
    """The name of the tables that fit a grammar, read by this version with this library."""
    return kept.key("tables", grammar, __version__, lark.__version__, repr(_OPTIONS))


def _made(grammar: str) -> Lark:
    return Lark(grammar, postlex=Lines(), **_OPTIONS)


def _to_json(parser: Lark) -> str:
    """The tables of a parser, without what stands in the code."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    left = {name: value for name, value in data["options"].items() if name not in _IN_CODE}
    return json.dumps(
        {"data": {**data, "options": left}, "memo": memo}, separators=(",", ":"), ensure_ascii=False
    )


def _from_json(text: str) -> dict[str, Any]:
    """The tables in the form in which the library gave them: JSON has texts only for keys, and no
    tuples."""
    made: dict[str, Any] = json.loads(text)
    made["data"]["options"]["postlex"] = Lines()
    made["memo"] = _by_number(made["memo"])
    for one in made["memo"].values():
        if "pattern" in one:
            one["pattern"]["flags"] = tuple(one["pattern"]["flags"])
    table = made["data"]["parser"]["parser"]
    table["tokens"] = _by_number(table["tokens"])
    table["states"] = {
        number: _by_number(actions) for number, actions in _by_number(table["states"]).items()
    }
    return made


def _by_number(made: dict[str, Any]) -> dict[int, Any]:
    return {int(name): value for name, value in made.items()}
