"""A Pygments lexer, which highlights rules in documentation, notebooks and terminals.

Pygments finds it by itself, as `rulewright` and for names that end in `.rules`. The patterns come
from `vocabulary.patterns()`.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Punctuation,
    String,
    Text,
    Whitespace,
)

from interpreter.tools.token_vocabulary import patterns

TOKENS = {
    "": Whitespace,
    "comment": Comment.Single,
    "text": String.Double,
    "citation": Name.Label,
    "heading": Keyword.Declaration,
    "declared": Name.Function,
    "keyword": Keyword,
    "word": Keyword.Pseudo,
    "deed": Name.Builtin,
    "pronoun": Name.Builtin.Pseudo,
    "value": Keyword.Constant,
    "article": Text,
    "number": Number.Integer,
    "name": Name,
    "mark": Punctuation,
}


class RulewrightLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Rules of board games in the language of Rulewright."""

    name = "Rulewright"
    aliases: ClassVar[list[str]] = ["rulewright"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    mimetypes: ClassVar[list[str]] = ["text/x-rulewright"]
    tokens: ClassVar[dict[str, object]] = {
        "root": [
            *((one.regex, bygroups(*(TOKENS[role] for role in one.roles))) for one in patterns()),
            (r"\n|[ \t]+|\s", Whitespace),
            (r".", Error),
        ]
    }
