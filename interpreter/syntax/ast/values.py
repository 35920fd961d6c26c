"""Values, and descriptions of things: `3 plus 1`, `your fox cards in hand where it is ready`."""

from __future__ import annotations

from interpreter.syntax.ast.base import Expression, Phrase, Place, Tree, Where, Word


class Name(Expression, of="name"):
    word: Word

    @classmethod
    def of_word(cls, word: Word) -> Name:
        """Build the value that consists of a bare word."""
        return cls(word.span, word)


class Number(Expression, of="number"):
    word: Word


class Text(Expression, of="text"):
    word: Word


class Your(Expression, of="your"):
    word: Word


class Their(Expression, of="their"):
    word: Word


class Its(Expression, of="its"):
    word: Word


class Possessed(Expression, of="possessed"):
    owner: Expression
    word: Word


class You(Expression, of="you"): ...


class They(Expression, of="they"): ...


class It(Expression, of="it"): ...


class ThisOne(Expression, of="this_one"):
    word: Word


Possessive = Your | Their | Its | Possessed
"""What somebody or something has: each has an owner, and the word for what it is."""
Reference = Name | Possessive | You | They | It | ThisOne


class Ask(Expression, of="ask"):
    word: Word
    subject: Expression
    arguments: tuple[AskArgument, ...]


class AskArgument(Tree, of="ask_arg"):
    preposition: Phrase
    value: Expression


class TopOnes(Expression, of="top_ones"):
    top: bool
    count: Expression
    word: Word
    pile: Expression


class TimesRecorded(Expression, of="times_recorded"): ...


class Larger(Expression, of="larger"):
    first: Expression
    second: Expression


class Smaller(Expression, of="smaller"):
    first: Expression
    second: Expression


class Plus(Expression, of="plus"):
    left: Expression
    right: Expression


class Minus(Expression, of="minus"):
    left: Expression
    right: Expression


class Times(Expression, of="times"):
    left: Expression
    right: Expression


class Divided(Expression, of="divided"):
    left: Expression
    right: Expression
    rounded: Phrase | None


class Half(Expression, of="half"):
    whole: Expression
    rounded: Phrase | None


class Bounded(Expression, of="bounded"):
    value: Expression
    bounds: Bounds


class Bounds(Tree, of="bounds"):
    words_: tuple[Word, ...]
    limit: Expression

    @property
    def least(self) -> bool:
        """Whether it is `but at least`, not `but at most`."""
        return self.words_[-1].text == "least"


class NumberOf(Expression, of="number_of"):
    things: Expression


class SumOf(Expression, of="sum_of"):
    word: Word
    things: Expression


class WorthOf(Expression, of="worth_of"):
    things: Expression


class BestOne(Expression, of="best_one"):
    things: Expression
    has: Phrase
    best: Phrase
    counted: Expression


class MostAlike(Expression, of="most_alike"):
    things: Expression
    word: Word


class FirstOne(Expression, of="first_one"):
    things: Expression


class LastOne(Expression, of="last_one"):
    last: bool
    things: Expression


class SpaceAfter(Expression, of="space_after"):
    word: Word
    side: Phrase
    place: Expression


class EndSpaces(Expression, of="end_spaces"):
    last: bool
    count: Expression
    word: Word
    lane: Expression


class EndSpace(Expression, of="end_space"):
    last: bool
    lane: Expression


class AllOf(Expression, of="all_of"):
    things: Expression


class EachOf(Expression, of="each_of"):
    things: Expression


class Head(Expression, of="head"):
    first: Expression
    names: tuple[Word, ...]
    called: Word | None


class Selection(Expression, of="sel"):
    head: Head
    place: Place | None
    where: Where | None


class Within(Tree, of="within"):
    steps: Expression


class Through(Tree, of="through"):
    words: tuple[Word, ...]


class StepsBetween(Expression, of="steps_between"):
    start: Expression
    goal: Expression
    through: Through | None


class Group(Expression, of="group"):
    first: Expression
    names: tuple[Word, ...]
    around: Expression
    within: Within | None
    through: Through | None
    where: Expression | None


class InPlace(Place, of="in_place"):
    preposition: Phrase
    place: Expression


class InEndPlace(Place, of="in_end_place"):
    preposition: Phrase
    spaces: EndSpaces


class InBetween(Place, of="in_between"):
    preposition: Phrase
    first: Expression
    second: Expression


class InPlaceNextTo(Place, of="in_place_next_to"):
    preposition: Phrase
    place: Expression
    beside: Expression


class Beside(Place, of="beside"):
    thing: Expression


class WhereSo(Where, of="where"):
    condition: Expression


class WhoIs(Where, of="who_is"):
    negated: bool
    value: Expression


class WhoDoes(Where, of="who_does"):
    verb: Word
    thing: Expression


class WhoHave(Where, of="who_have"):
    has: Phrase
    bound: Phrase | None
    amount: Expression
    names: tuple[Word, ...]
    place: Place | None


class WhoHaveNo(Where, of="who_have_no"):
    has: Phrase
    names: tuple[Word, ...]
    place: Place | None


class EveryOther(Expression, of="every_other"): ...


class AnyOther(Expression, of="any_other"): ...


class OneList(Tree, of="one_list"):
    values: tuple[Expression, ...]


class Duration(Tree):
    """How long something holds."""


class WhoMay(Tree):
    """Who may not."""


Who = WhoMay | You
