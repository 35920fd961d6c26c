"""Named rules: questions, deeds, parts of the course of a game, and what happens when."""

from __future__ import annotations

from interpreter.syntax.ast.base import (
    Clause,
    Heading,
    NamedRule,
    Phrase,
    Sentence,
    Standing,
    Tree,
    Word,
)
from interpreter.syntax.ast.declarations import Type
from interpreter.syntax.ast.headings import Cites, Says
from interpreter.syntax.ast.sentences import Block


class File(Tree, of="file"):
    items: tuple[Heading, ...]


class CardRules(Tree, of="card_rules"):
    lines: tuple[Heading | Sentence, ...]


class Param(Tree, of="param"):
    name: Word
    type: Type | None


class Define(NamedRule, of="define"):
    name: Word
    subject: Param | None
    more: tuple[tuple[Phrase, Param], ...]
    title: Word | None
    says: Says | None
    cites: Cites | None
    body: Block


class Relation(NamedRule, of="relation"):
    first: Param
    name: Word
    second: Param
    title: Word | None
    says: Says | None
    cites: Cites | None
    body: Block


class Procedure(NamedRule, of="procedure"):
    name: Word
    params: tuple[Param, ...]
    more: tuple[tuple[Phrase, Param], ...]
    title: Word | None
    says: Says | None
    cites: Cites | None
    body: Block


class Action(Procedure, of="action"): ...


class Flow(NamedRule, of="flow"):
    part: Phrase
    name: Word
    faction: Word | None
    title: Word | None
    says: Says | None
    cites: Cites | None
    body: Block

    @property
    def sort(self) -> str:
        """`setup`, `game`, `turn`, `round` or `phase`."""
        return self.part.text


class Rule(NamedRule, of="rule"):
    name: Word
    title: Word | None
    says: Says | None
    cites: Cites | None
    lines: tuple[Clause | Standing, ...]
