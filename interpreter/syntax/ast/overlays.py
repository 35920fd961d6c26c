"""House rules: an overlay and its changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from interpreter.syntax.ast.declarations import CarriesLine, Holder, ValueName
from interpreter.syntax.ast.headings import Cites, Says
from interpreter.syntax.ast.sentences import Block, Requires


class Change(Tree):
    """One change of an overlay."""


class RuleChange(Change):
    """A change of a named rule."""

    if TYPE_CHECKING:
        name: Word

    @property
    def asked(self) -> Phrase | None:
        """The word that says of which sort the rule is; None where only `rule` may stand."""
        asked: Phrase | None = getattr(self, "sort", None)
        return asked

    @property
    def rule_sort(self) -> str:
        """Of which sort the rule is: `action`, `turn`, `rule`, ..."""
        return self.asked.text if self.asked is not None else "rule"


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
    only: Expression | None


class SetPrinted(Change, of="set_printed"):
    name: Word
    component: Word
    value: Expression


class SetBounds(Change, of="set_bounds"):
    name: Word
    owner: Word | None
    low: Word
    high: Word


class Replace(RuleChange, of="replace"):
    sort: Phrase
    name: Word
    title: Word | None
    says: Says | None
    cites: Cites | None
    body: Block


class ReplaceRule(RuleChange, of="replace_rule"):
    name: Word
    title: Word | None
    says: Says | None
    cites: Cites | None
    lines: tuple[Clause | Standing, ...]


class ExtendRule(RuleChange, of="extend_rule"):
    name: Word
    lines: tuple[Clause | Standing, ...]


class ExtendValues(Change, of="extend_values"):
    name: Word
    values: tuple[ValueName, ...]


class ChangeKind(Change, of="change_kind"):
    name: Word
    carries: CarriesLine


class Remove(RuleChange, of="remove"):
    sort: Phrase | None
    name: Word


class Extend(RuleChange, of="extend"):
    side: Phrase
    sort: Phrase
    name: Word
    body: Block


class Insert(RuleChange, of="insert"):
    side: Phrase
    step: tuple[Word, ...]
    sort: Phrase
    name: Word
    body: Block


class Tighten(RuleChange, of="tighten"):
    sort: Phrase
    name: Word
    conditions: tuple[Requires, ...]


class Offer(RuleChange, of="offer"):
    names: tuple[Word, ...]
    sort: Phrase
    name: Word


class AddComponent(Change, of="add_component"):
    of_kind: Word
    id: Word
    title: Word | None
    lines: tuple[PrintedLine | RulesLine, ...]


class ChangeComponent(Change, of="change_component"):
    of_kind: Word
    id: Word
    lines: tuple[PrintedLine | RulesLine, ...]


class TableRow(Change):
    """A row of a table beside an overlay: a component that is new, or has these lines from now on.

    `entry` is what the table says of it, for whoever lays it on.
    """

    id: Word
    of_kind: Word
    entry: object

    def children(self) -> list[Tree | Word]:
        """List its words; what the table says is none of the tree."""
        return [self.id, self.of_kind]


class RemoveComponent(Change, of="remove_component"):
    of_kind: Word
    id: Word


class Add(Change, of="add"):
    item: Heading


class ShowNumber(Change, of="show_number"):
    holder: Holder
    called: Word
    value: Expression


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
