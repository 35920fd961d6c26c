"""Sentences in which something is chosen: `choose`, menus, and `pick`, where the rules choose."""

from __future__ import annotations

from interpreter.syntax.ast.base import Expression, Phrase, Sentence, Tree, Word
from interpreter.syntax.ast.headings import Says
from interpreter.syntax.ast.sentences import Block, Deed, Pay, PlainDeed, Requires


class HowMany(Tree):
    """How many are chosen."""


class MenuLine(Tree):
    """What a menu offers."""


class PickLine(Tree):
    """How the rules pick."""


class Choose(Sentence, of="choose"):
    how_many: HowMany | None
    word: Word
    source: Expression
    matching: Matching | None
    title: Word | None
    below: tuple[Requires | IfNone | OptionSays, ...]


class MayChoose(Choose, of="may_choose"): ...


class ChooseTogether(Sentence, of="choose_together"):
    how_many: HowMany | None
    word: Word
    source: Expression
    also: tuple[AlsoFrom, ...]
    title: Word | None
    below: tuple[Requires | IfNone | OptionSays, ...]


class AlsoFrom(Tree, of="also_from"):
    word: Word
    source: Expression


class Matching(Tree, of="matching"):
    wanted: Expression
    more: Expression | None


class OptionSays(Tree, of="option_says"):
    says: Says
    also: tuple[Word, ...]
    otherwise: ToldElse | None
    condition: Expression | None


class ToldElse(Tree, of="told_else"):
    text: Word


class IfNone(Tree, of="if_none"):
    body: Block


class One(HowMany, of="one"): ...


class UpToMany(HowMany, of="up_to_many"):
    count: Expression | Word


class AnyNumber(HowMany, of="any_number"): ...


class Exactly(HowMany, of="exactly"):
    count: Expression | Word


class NumberRange(Expression, of="number_range"):
    low: Expression
    high: Expression


class Options(Sentence, of="options"):
    title: Word | None
    options: tuple[Option, ...]


class Option(Tree, of="option"):
    title: Word
    does: Block | Deed | Pay | None


class Either(Sentence, of="either"):
    first: PlainDeed
    second: PlainDeed


class MayDeed(Sentence, of="may_deed"):
    deed: Deed | Pay


class May(Sentence, of="may"):
    title: Word
    body: Block


class Menu(Sentence, of="menu"):
    title: Word | None
    lines: tuple[MenuLine, ...]


class MustTake(MenuLine, of="must_take"):
    taken: HowMany
    items: MenuItems


class MayTake(MenuLine, of="may_take"):
    taken: HowMany
    items: MenuItems


class MayPass(MenuLine, of="may_pass"):
    title: Word | None
    body: Block | None


class MenuItems(Tree, of="menu_items"):
    items: tuple[MenuItem, ...]


class MenuItem(Tree, of="menu_item"):
    word: Word


class Pick(Sentence, of="pick"):
    all: bool
    word: Word
    things: Expression
    lines: tuple[PickLine | IfNone, ...]


class By(PickLine, of="by"):
    best: Phrase
    ranking: Expression
    word: Word | None
    low: Expression | None
    high: Expression | None


class IfPossible(PickLine, of="if_possible"):
    condition: Expression


class AtRandom(PickLine, of="at_random"): ...
