"""Sentences of a rule's body: what is done, how often, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.syntax.ast.base import Expression, Phrase, Sentence, Tree, Where, Word, YesNo
from interpreter.syntax.ast.values import AllOf, Duration, EachOf, Who

if TYPE_CHECKING:
    from collections.abc import Iterator


class Ban(Tree):
    """What may not be done."""


class Everyone(Tree):
    """Several players, each of whom acts."""


class Together(Tree):
    """How several players act at the same time."""


class Things(Tree):
    """The object of a deed."""


class Reduction(Tree):
    """Something that makes a payment smaller."""


class Block(Tree, of="block"):
    lines: tuple[Sentence, ...]


def blocks_in(tree: Tree) -> Iterator[Block]:
    """Iterate over the blocks directly below a sentence, including those of options and `if none`.

    Blocks nested inside these are not included.
    """
    for part in tree.children():
        if isinstance(part, Block):
            yield part
        elif isinstance(part, Tree):
            yield from blocks_in(part)


class Once(Sentence, of="once"):
    time: Word


class Statement(Sentence, of="statement"):
    deed: Deed
    only_for: OnlyFor | None
    duration: Duration | None


class OnlyFor(Tree, of="only_for"):
    player: Expression


class Let(Sentence, of="let"):
    word: Word
    value: Expression


class Answer(Sentence, of="answer"):
    value: Expression


class AnswerYesNo(Sentence, of="answer_yes_no"):
    value: YesNo


class Requires(Sentence, of="requires"):
    condition: Expression
    reason: Else | None


class Else(Tree, of="else"):
    text: Word


class StopRepeating(Sentence, of="stop_repeating"): ...


class RecordPosition(Sentence, of="record_position"): ...


class StopRule(Sentence, of="stop_rule"):
    word: Word


class EndGame(Sentence, of="end_game"):
    word: Word | None


class EndSpan(Sentence, of="end_span"):
    time: Word


class ForbidUntil(Sentence, of="forbid_until"):
    duration: Duration
    ban: Ban


class MayNots(Ban, of="may_nots"):
    who: Who
    deed: Deed
    reason: Else | None


class Closed(Ban, of="closed"):
    place: Expression
    reason: Else | None


class If(Sentence, of="if"):
    condition: Expression
    then: Block
    elifs: tuple[Elif, ...]
    otherwise: Block | None


class Elif(Tree, of="elif"):
    condition: Expression
    then: Block


class ForEach(Sentence, of="for_each"):
    things: Expression
    best: Phrase | None
    rank: Expression | None
    body: Block


class ForNumbers(Sentence, of="for_numbers"):
    word: Word
    low: Expression
    high: Expression
    body: Block


class RepeatTimes(Sentence, of="repeat_times"):
    count: Expression
    body: Block


class RepeatUpTo(Sentence, of="repeat_up_to"):
    count: Expression
    body: Block


class RepeatWhile(Sentence, of="repeat_while"):
    condition: Expression
    body: Block


class RepeatUntil(Sentence, of="repeat_until"):
    condition: Expression
    body: Block


class AsOften(Sentence, of="as_often"):
    body: Block


class Have(Sentence, of="have"):
    who: Expression
    body: Block


class HaveThose(Sentence, of="have_those"):
    who: Expression
    where: Where
    body: Block


class DiscardDown(Sentence, of="discard_down"):
    down: bool
    most: Expression
    things: Word
    zone: Expression | None


class HaveDeed(Sentence, of="have_deed"):
    who: Expression
    deed: Deed | Pay


class HaveEach(Sentence, of="have_each"):
    who: Everyone
    where: Where | None
    first: Expression | None
    together: Together | None
    body: Block


class HaveEachDeed(Sentence, of="have_each_deed"):
    who: Everyone
    deed: Deed | Pay


class EachPlayer(Everyone, of="each_player"): ...


class EachOther(Everyone, of="each_other"): ...


class BothOf(Everyone, of="both_of"):
    first: Expression
    second: Expression


class TogetherAsOne(Together, of="together"): ...


class UntilAllPass(Together, of="until_all_pass"): ...


class Deed(Tree, of="deed"):
    verb: Word
    things: Things | AllOf | EachOf | None
    prepositions: tuple[Preposition, ...]


class DeedAsMany(Deed, of="deed_as_many"):
    as_many: bool
    names: tuple[Word, ...]
    more: tuple[Preposition, ...]
    amount: Expression


class PlainDeed(Deed, of="plain_deed"): ...


class Amount(Things, of="things"):
    first: Expression
    names: tuple[Word, ...]


class SomeOfThese(Things, of="some_of_these"):
    count: Word
    first: Expression
    names: tuple[Word, ...]


class UpTo(Things, of="up_to"):
    count: Expression
    names: tuple[Word, ...]


class Preposition(Tree, of="prep"):
    word: Phrase
    value: Expression | NoLonger


class NoLonger(Tree, of="no_longer"):
    no_longer: bool
    word: Word


class Pay(Sentence, of="pay"):
    paid: Paid
    source: Expression | None
    reductions: tuple[Reduction, ...]


class Paid(Tree, of="paid"):
    amount: Expression
    names: tuple[Word, ...]


class Less(Reduction, of="less"):
    amount: Expression


class LessOfChoice(Reduction, of="less_choice"):
    amount: Expression
    of_choice: bool
    each: Expression | None
