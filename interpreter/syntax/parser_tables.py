"""The parser of the grammar, with tables that are built once per installation and read as data.

Takes the grammar; produces a `Lark`. Building the tables takes a second: they ship with the program
as `grammars/rules.tables`, made when it is installed, and are used only if they belong to this very
grammar, library and version. Others are built and kept in the user's cache. They are JSON, which
cannot execute code whoever writes it; the library would pickle them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from copy import copy
from pathlib import Path
from typing import ClassVar

import lark
from lark import Lark, Token
from lark.common import LexerConf
from lark.grammar import Rule
from lark.indenter import DedentError, Indenter
from lark.lexer import BasicLexer, TerminalDef
from lark.parsers.lalr_analysis import Action, Reduce, Shift

from interpreter.diagnostics.json_data import Json
from interpreter.load import result_cache
from interpreter.load.files import read_at_most, write_whole
from interpreter.load.resources import root

SHIPPED = "grammars/rules.tables"
_MOST_BYTES = 8 << 20  # the tables have a tenth of that
STARTS = ["file", "card_rules", "loose"]
_OPTIONS: dict[str, object] = {
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
        """Names are accepted everywhere, so that `kinds` is never read as `kind` plus a rest."""
        return (self.NL_type, "NAME")

    def handle_NL(self, token: Token) -> Iterator[Token]:
        """Yield the tokens of a line end; raise RaggedLine for indentation that fits no block."""
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
    """Return the parser of a grammar, from shipped or cached tables if possible.

    Otherwise the tables are built and cached.
    """
    name = _name(grammar)
    text = _read(name, root() / SHIPPED) or result_cache.find_large("grammar", name)
    if text is not None:
        return _from_json(text)
    made = _made(grammar)
    result_cache.keep_large("grammar", name, _to_json(made))
    return made


def ship(folder: Path) -> None:
    """Build the tables of the grammar into an installation's folder, where they are looked for."""
    grammar = _text(folder / "grammars" / "rules.lark")
    name = _name(grammar)
    file = folder / SHIPPED
    if _read(name, file) is None:
        write_whole(file, result_cache.sealed(name, _to_json(_made(grammar))))


def _read(name: str, file: Path) -> str | None:
    """Read the tables in a file; None if there are none, or they are damaged or of another name."""
    try:
        return result_cache.undamaged(name, _text(file))
    except (OSError, ValueError):
        return None


def _name(grammar: str) -> str:
    """Compute the name of the tables for the grammar, this module and the library's version."""
    return result_cache.key("tables", grammar, lark.__version__, _text(Path(__file__)))


def _text(file: Path) -> str:
    return read_at_most(file, _MOST_BYTES).decode("utf-8")


def _made(grammar: str) -> Lark:
    return Lark(grammar, postlex=Lines(), **_OPTIONS)


def _to_json(parser: Lark) -> str:
    """Serialize the tables of a parser compactly, without the options that the code sets."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {n: value for n, value in data["options"].items() if n not in _IN_CODE}
    states = data["parser"]["parser"]["states"]
    for state, actions in states.items():  # of each word, the next state, or else ~ the rule read
        does = (f"{word} {~to['@'] if reduces else to}" for word, (reduces, to) in actions.items())
        states[state] = " ".join(does)
    return json.dumps({"data": data, "memo": memo}, separators=(",", ":"), ensure_ascii=False)


def _from_json(text: str) -> Lark:
    """Build a parser from serialized tables, restoring the key and tuple types that JSON lacks.

    The actions of a state are decoded only once it is reached: most texts reach few states.
    """
    made: Json = json.loads(text)
    made["memo"] = {int(number): one for number, one in made["memo"].items()}
    for one in made["memo"].values():
        if "pattern" in one:
            one["pattern"]["flags"] = tuple(one["pattern"]["flags"])
    table, words = made["data"]["parser"]["parser"], Lines()
    told, table["states"] = table["states"], {}
    made["data"]["options"]["postlex"] = words
    parser = Lark.load(made)
    numbers = (one["@"] for one in made["data"]["rules"])
    states = _States(told, table["tokens"], dict(zip(numbers, parser.rules, strict=True)))
    front = parser.parser
    front.parser._parse_table.states = states
    front.lexer.lexer.lexers = _Lexers(states, parser.lexer_conf, words.always_accept)
    return parser


Step = (
    tuple[Action, int] | tuple[Action, Rule]
)  # what lark does at a token: its action, and the state or rule


class _States(dict[int, dict[str, Step]]):
    """The parser's actions in each state, by the type of the next token; decoded on first use."""

    def __init__(self, told: dict[str, str], kinds: dict[str, str], rules: dict[int, Rule]) -> None:
        super().__init__()
        self.told, self.kinds, self.rules = told, kinds, rules

    def __missing__(self, state: int) -> dict[str, Step]:
        told = iter(self.told[str(state)].split())
        self[state] = made = {
            self.kinds[word]: (Shift, to) if (to := int(does)) >= 0 else (Reduce, self.rules[~to])
            for word, does in zip(told, told, strict=True)
        }
        return made


class _Lexers(dict[int, BasicLexer]):
    """The lexer of each state, which accepts the tokens that may follow; made on first use."""

    def __init__(self, states: _States, conf: LexerConf, always: Iterable[str]) -> None:
        super().__init__()
        self.states, self.conf, self.always = states, conf, {*always, *conf.ignore}
        self.alike: dict[frozenset[str], BasicLexer] = {}

    def __missing__(self, state: int) -> BasicLexer:
        words = frozenset(self.always.union(self.states[state]))
        if words not in self.alike:
            conf, named = copy(self.conf), self.conf.terminals_by_name
            conf.terminals = [named[name] for name in words if name in named]
            self.alike[words] = BasicLexer(conf)
        self[state] = self.alike[words]
        return self[state]
