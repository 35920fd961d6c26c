"""The parser of the grammar, its tables kept between runs as data.

Takes the grammar and what only code can say of it; gives a `Lark`. Building the tables takes a
second. They are kept as JSON, which whoever writes into the cache cannot make run; the library
would pickle them.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

from interpreter import __version__
from interpreter.load import kept

STARTS = ["file", "card_rules", "loose"]
_OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "contextual",
    "start": STARTS,
    "propagate_positions": True,
    "maybe_placeholders": True,
}
_IN_CODE = ("postlex", "tree_class", "transformer", "lexer_callbacks", "edit_terminals", "_plugins")


def built(grammar: str, lines: Indenter) -> Lark:
    """The parser of a grammar, from tables that are kept or made anew; `lines` reads its line
    ends."""
    name = kept.key("tables", grammar, __version__, lark.__version__, sys.version)
    text = kept.find_large("grammar", name)
    if text is not None:
        return Lark.load(_from_json(text, lines))
    made = Lark(grammar, postlex=lines, **_OPTIONS)
    kept.keep_large("grammar", name, _to_json(made))
    return made


def _to_json(parser: Lark) -> str:
    """The tables of a parser, without what stands in the code."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    left = {name: value for name, value in data["options"].items() if name not in _IN_CODE}
    return json.dumps(
        {"data": {**data, "options": left}, "memo": memo}, separators=(",", ":"), ensure_ascii=False
    )


def _from_json(text: str, lines: Indenter) -> dict[str, Any]:
    """The tables in the form in which the library gave them: JSON has texts only for keys, and no
    tuples."""
    made: dict[str, Any] = json.loads(text)
    made["data"]["options"]["postlex"] = lines
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
