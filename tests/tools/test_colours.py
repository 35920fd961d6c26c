"""Colours for rules: the Pygments lexer and the TextMate grammar, made from the words of the
grammar. `make snap` writes the TextMate grammar anew."""

from __future__ import annotations

import json
import re

import pygments.lexers
import pytest
from pygments.token import Error, Keyword, Name, Whitespace

from interpreter.load.resources import root
from interpreter.syntax.parser import RESERVED
from interpreter.tools import textmate
from interpreter.tools.pygments_lexer import TOKENS, RulewrightLexer
from interpreter.tools.token_vocabulary import patterns, vocabulary
from tests.tools.test_layout import FILES, name_of

ROLES = (
    "comment",
    "text",
    "citation",
    "heading",
    "declared",
    "keyword",
    "word",
    "deed",
    "pronoun",
    "value",
    "article",
    "number",
    "name",
    "mark",
)

GRAMMAR = root() / "grammars" / textmate.FILE
LEXER = RulewrightLexer(stripnl=False, ensurenl=False)


def lexed(text: str) -> list[tuple[int, object, str]]:
    return [(at, token, part) for at, token, part in LEXER.get_tokens_unprocessed(text)]


def coloured(text: str) -> list[tuple[int, str, str]]:
    """Give what an editor makes of a text with the TextMate grammar: offset, scope, words."""
    grammar = json.loads(GRAMMAR.read_text(encoding="utf-8"))
    rules = [(re.compile(one["match"]), one["captures"]) for one in grammar["patterns"]]
    found = []
    start = 0
    for line in text.split("\n"):
        at = 0
        while at <= len(line):
            hits = [
                (m.start(), n, m) for n, (r, _) in enumerate(rules) if (m := r.search(line, at))
            ]
            if not hits:
                break
            _, number, match = min(hits, key=lambda hit: hit[:2])
            for group, told in rules[number][1].items():
                if match.group(int(group)):
                    found.append(
                        (start + match.start(int(group)), told["name"], match.group(int(group)))
                    )
            at = max(match.end(), at + 1)
        start += len(line) + 1
    return found


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_file_of_rules_is_coloured_whole(path):
    text = path.read_text(encoding="utf-8")
    tokens = lexed(text)
    assert "".join(part for _, _, part in tokens) == text
    assert not [part for _, token, part in tokens if token is Error]


@pytest.mark.parametrize("path", FILES[::4], ids=name_of)
def test_both_colour_alike(path):
    text = path.read_text(encoding="utf-8")
    scopes = {f"{scope}.rulewright": role for role, scope in textmate.SCOPES.items()}
    roles = {token: role for role, token in TOKENS.items() if role in textmate.SCOPES}
    one = [(at, roles[token], part) for at, token, part in lexed(text) if token in roles]
    other = [(at, scopes[scope], part) for at, scope, part in coloured(text)]
    assert one == other


def test_the_textmate_grammar_is_up_to_date(rewriting):
    text = json.dumps(textmate.grammar(), indent=2, ensure_ascii=False) + "\n"
    if rewriting:
        GRAMMAR.write_text(text, encoding="utf-8")
    assert GRAMMAR.read_text(encoding="utf-8") == text


def test_every_word_of_the_grammar_has_its_colour():
    text = (root() / "grammars" / "rules.lark").read_text(encoding="utf-8")
    code = re.sub(r"//.*", "", text)
    words = {w for literal in re.findall(r'"([a-z][a-z ]*)"', code) for w in literal.split()}
    told = vocabulary()
    groups = [
        told.headings,
        told.openers,
        told.reserved,
        told.others,
        told.deeds,
        told.pronouns,
        told.values,
        told.articles,
    ]
    known = [word for group in groups for word in group]
    assert len(known) == len(set(known)), "a word stands in two groups"
    assert words | RESERVED <= set(known)
    for word in words - {"a", "an", "the"}:
        [(_, token, part)] = lexed(word)
        assert part == word and token is not Name and token is not Error, word


def test_roles_are_known_to_both():
    used = {role for one in patterns() for role in one.roles} - {""}
    assert used == set(ROLES) == set(TOKENS) - {""}
    assert set(textmate.SCOPES) == set(ROLES) - {"article"}


def test_what_is_declared_stands_out():
    text = 'action lift "Lift"\n    choose card from your hand\n    lift card   # up\n'
    told = [(token, part) for _, token, part in lexed(text) if token is not Whitespace]
    assert told[:2] == [(Keyword.Declaration, "action"), (Name.Function, "lift")]
    assert (Name, "card") in told and (Name.Builtin.Pseudo, "your") in told
    assert (Name, "lift") in told


def test_an_unfinished_text_loses_nothing():
    for text in ('action x "Not closed\n    draw', "\t@ §", "", "zone x:"):
        assert "".join(part for _, _, part in lexed(text)) == text


def test_pygments_finds_it_by_name_and_by_file():
    import tomllib

    project = tomllib.loads((root() / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    place = project["entry-points"]["pygments.lexers"]["rulewright"]
    module, _, name = place.partition(":")
    assert (module, name) == (RulewrightLexer.__module__, RulewrightLexer.__name__)
    assert pygments.lexers.load_lexer_from_file is not None
    assert RulewrightLexer.filenames == ["*.rules"]
