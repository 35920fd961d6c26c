"""The keywords of the language by role, extracted from its grammar.

Reads `grammars/rules.lark`, the reserved words and the verbs of the language. The Pygments lexer
and the TextMate grammar are both made from this one list, so that neither misses a word. Must not
know how roles are displayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from interpreter.language.verbs import FORMS
from interpreter.load.resources import read_shipped
from interpreter.syntax.parser import RESERVED

RULE = re.compile(r"^[?!]?([a-z_]+)(?:\.\d+)?:(.*(?:\n[ \t]*\|.*)*)", re.MULTILINE)
WORD = re.compile(r'"([a-z][a-z_]*)"')
TERMINAL = re.compile(
    r'^[A-Z_]+(?:\.\d+)?:[ ]*(?:"([a-z]+)"|/([a-z]+(?:\[ \]\+[a-z]+)+))', re.MULTILINE
)
LINE_END = re.compile(r"_NL|\bblock\b|\bbody\b|_choose_end")
ARTICLES = frozenset(["a", "an", "the"])
PRONOUNS = frozenset(["you", "your", "they", "them", "their", "it", "its", "this"])
VALUES = frozenset(["yes", "no", "none", "nothing", "nobody"])


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Keywords, sorted, each in exactly one group.

    `headings` begin a declaration at the margin, `openers` a line below one; `reserved` can never
    be names; `others` are keywords that can be names as well; `phrases` are several words of one
    meaning.
    """

    headings: tuple[str, ...]
    openers: tuple[str, ...]
    reserved: tuple[str, ...]
    others: tuple[str, ...]
    deeds: tuple[str, ...]
    pronouns: tuple[str, ...]
    values: tuple[str, ...]
    articles: tuple[str, ...]
    phrases: tuple[str, ...]


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Collect all keywords; one that fits several groups goes to the most specific."""
    text = read_shipped("grammars/rules.lark")
    code = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    rules = dict(RULE.findall(code))
    every = {word for body in rules.values() for word in WORD.findall(body)}
    phrases = []
    for word, phrase in TERMINAL.findall(code):
        if word:
            every.add(word)
        else:
            phrases.append(phrase.replace("[ ]+", " "))
    every |= {word for phrase in phrases for word in phrase.split()}
    headings = _headings(rules)
    every |= RESERVED
    special = ARTICLES | PRONOUNS | VALUES
    openers = {word for body in rules.values() for word in _openers(body)}
    deeds = set(FORMS)
    groups = []
    taken: set[str] = set(special)
    for group in (headings, openers, deeds, RESERVED & every, every):
        groups.append(tuple(sorted(group - taken)))
        taken |= group
    first, opening, done, reserved, others = groups
    return Vocabulary(
        first,
        opening,
        reserved,
        others,
        done,
        tuple(sorted(PRONOUNS & every)),
        tuple(sorted(VALUES & every)),
        tuple(sorted(ARTICLES)),
        tuple(sorted(phrases)),
    )


def _headings(rules: dict[str, str]) -> set[str]:
    """Find the first words of declarations; `each` and `table` also occur in sentences."""
    found = set(WORD.findall(rules["flow_kind"]))
    for name in re.findall(r"[a-z]+", rules["item"]):
        first = re.match(r'\s*"([a-z]+)"', rules[name])
        if first:
            found.add(first[1])
    return found


def _openers(body: str) -> Iterator[str]:
    """Yield the first words of alternatives that take a line of their own or open a block."""
    for alternative in re.split(r"\|", body):
        first = re.match(r'\s*"([a-z]+)"', alternative)
        if first and LINE_END.search(alternative):
            yield first[1]


@dataclass(frozen=True, slots=True)
class TokenPattern:
    """A regular expression for one sort of token, and the role of each of its groups.

    The first pattern that matches wins; `^` is the beginning of a line. The syntax is limited to
    what Python and the editors that read TextMate grammars both understand.
    """

    regex: str
    roles: tuple[str, ...]


NAME = r"[a-z][a-z0-9_]*"


@lru_cache(maxsize=1)
def patterns() -> tuple[TokenPattern, ...]:
    """Build the highlighting patterns that all tools share, in order of precedence."""
    words = vocabulary()
    headings = _any(words.headings)
    changes = _any(("add", "after", "before", "remove", "replace", "require"))
    return (
        TokenPattern(r"(#.*)", ("comment",)),
        TokenPattern(r'("[^"\n]*"?)', ("text",)),
        TokenPattern(r"([A-Z][A-Z0-9]*(?:-[A-Za-z0-9.]+)+)", ("citation",)),
        TokenPattern(rf"^{headings}(?=[ ]+(?:of[ ]|for[ ]|\"))", ("heading",)),
        TokenPattern(rf"^{headings}([ ]+)({NAME})", ("heading", "", "declared")),
        TokenPattern(
            rf"^([ ]+){changes}([ ]+){headings}([ ]+)({NAME})",
            ("", "keyword", "", "heading", "", "declared"),
        ),
        TokenPattern(
            rf"^([ ]+)(zone|board|printed|has)([ ]+)({NAME})", ("", "keyword", "", "declared")
        ),
        TokenPattern(rf"^([ ]+)(?!dice:|draws:)({NAME})(?=[ ]*:)", ("", "declared")),
        TokenPattern(
            "(" + "|".join(p.replace(" ", "[ ]+") for p in words.phrases) + r")(?![a-z0-9_])",
            ("keyword",),
        ),
        TokenPattern(_any(words.articles), ("article",)),
        TokenPattern(_any(words.pronouns), ("pronoun",)),
        TokenPattern(_any(words.values), ("value",)),
        TokenPattern(_any((*words.openers, *words.reserved)), ("keyword",)),
        TokenPattern(_any(words.deeds), ("deed",)),
        TokenPattern(_any((*words.headings, *words.others)), ("word",)),
        TokenPattern(r"([0-9]+(?:\.[0-9]+)?½?|½)", ("number",)),
        TokenPattern(rf"({NAME})", ("name",)),
        TokenPattern(r"('s|[,:;()])", ("mark",)),
    )


def _any(words: tuple[str, ...]) -> str:
    """Build a pattern for any of these as a whole word, longest first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return rf"({'|'.join(ordered)})(?![a-z0-9_])"
