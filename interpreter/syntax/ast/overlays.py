"""House rules: an overlay and its changes."""

from __future__ import annotations

from interpreter.syntax.ast.base import (
    Clause,
    Expression,
    Heading,
    Phrase,
    Sentence,
    Standing,
    Tree,
    Word,
)
from interpreter.syntax.ast.headings import Cites
from interpreter.syntax.ast.sentences import Block, Requires


class Change(Tree):
    """One change of an overlay."""


class ComponentLine(Tree):
    """A line of a component that an overlay adds or changes."""


class Variant(Heading, of="variant"):
    title: Word
    game: Word
    version: Word
    cites: Cites | None
    changes: tuple[Change, ...]


class SetSetting(Change, of="set_setting"):
    name: Word
    value: Expression


class SetPrinted(Change, of="set_printed"):
    name: Word
    component: Word
    value: Expression


class SetBounds(Change, of="set_bounds"):
    name: Word
    owner: Word | None
    low: Word
    high: Word


class Replace(Change, of="replace"):
    sort: Phrase
    name: Word
    body: Block


class ReplaceRule(Change, of="replace_rule"):
    name: Word
    lines: tuple[Clause | Standing, ...]


class ExtendRule(Change, of="extend_rule"):
    name: Word
    lines: tuple[Clause | Standing, ...]


class Remove(Change, of="remove"):
    sort: Phrase | None
    name: Word


class Extend(Change, of="extend"):
    side: Phrase
    sort: Phrase
    name: Word
    body: Block


class Insert(Change, of="insert"):
    side: Phrase
    step: tuple[Word, ...]
    sort: Phrase
    name: Word
    body: Block


class Tighten(Change, of="tighten"):
    sort: Phrase
    name: Word
    conditions: tuple[Requires, ...]


class Offer(Change, of="offer"):
    names: tuple[Word, ...]
    sort: Phrase
    name: Word


class AddComponent(Change, of="add_component"):
    kind_: Word
    id: Word
    title: Word | None
    lines: tuple[ComponentLine, ...]


class ChangeComponent(Change, of="change_component"):
    kind_: Word
    id: Word
    lines: tuple[ComponentLine, ...]


class RemoveComponent(Change, of="remove_component"):
    kind_: Word
    id: Word


class Add(Change, of="add"):
    item: Heading


class OnlyWith(Change, of="only_with"):
    condition: Expression


class ComesAfter(Change, of="comes_after"):
    names: tuple[Word, ...]


class PrintedLine(ComponentLine, of="printed_line"):
    name: Word
    value: Expression


class RulesLine(ComponentLine, of="rules_line"):
    lines: tuple[Heading | Sentence, ...]


class GivenText(Expression, of="given_text"):
    word: Word


class GivenNothing(Expression, of="given_nothing"): ...


class GivenAmounts(Expression, of="given_amounts"):
    amounts: tuple[GivenAmount, ...]


class GivenAmount(Tree, of="given_amount"):
    count: Word
    name: Word


class GivenNames(Expression, of="given_names"):
    names: tuple[Word, ...]
