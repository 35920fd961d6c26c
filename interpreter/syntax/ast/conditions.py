"""Questions that are answered with yes or no: `your hand is empty`, `you own card`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.syntax.ast.base import Expression, Phrase, Place, Tree, Word
from interpreter.syntax.ast.values import OneList

if TYPE_CHECKING:
    from interpreter.syntax.ast.sentences import Deed, Preposition


class Or(Expression, of="or_"):
    left: Expression
    right: Expression


class And(Expression, of="and_"):
    left: Expression
    right: Expression


class Not(Expression, of="not_"):
    condition: Expression


class Compare(Expression, of="compare"):
    left: Expression
    how: Phrase
    right: Expression


class IsStepsFrom(Expression, of="is_steps_from"):
    left: Expression
    how: Phrase
    steps: Expression
    place: Expression


class IsBetween(Expression, of="is_between"):
    subject: Expression
    how: Phrase
    low: Expression
    high: Expression


class LiesIn(Expression, of="is_in"):
    subject: Expression
    how: Phrase
    place: Expression


class LiesBetween(Expression, of="is_in_between"):
    subject: Expression
    how: Phrase
    first: Expression
    second: Expression


class LiesNextTo(Expression, of="is_next_to"):
    subject: Expression
    negated: bool
    place: Expression


class IsOneOf(Expression, of="is_one_of"):
    subject: Expression
    how: Phrase
    listed: OneList


class Related(Expression, of="related"):
    subject: Expression
    verb: Word
    thing: Expression


class NotRelated(Expression, of="not_related"):
    subject: Expression
    does: Phrase
    verb: Word
    thing: Expression


class KeptFor(Expression, of="kept_for"):
    kept: Expression
    place: Expression


class DoesIt(Expression, of="does_it"):
    first: Expression
    second: Expression
    prepositions: tuple[Preposition, ...]


class DoesItTo(Expression, of="does_it_to"):
    subject: Expression
    verb: Word
    thing: Expression
    prepositions: tuple[Preposition, ...]


class RelatesMany(Expression, of="relates_many"):
    subject: Expression
    verb: Word
    bound: Phrase
    amount: Expression
    names: tuple[Word, ...]


class RelatesEvery(Expression, of="relates_every"):
    subject: Expression
    verb: Word
    things: Expression


class Owns(Expression, of="owns"):
    subject: Expression
    has: Phrase
    bound: Phrase | None
    amount: Expression
    names: tuple[Word, ...]
    place: Place | None


class OwnsNo(Expression, of="owns_no"):
    subject: Expression
    has: Phrase
    names: tuple[Word, ...]
    place: Place | None


class HasMore(Expression, of="has_more"):
    subject: Expression
    has: Phrase
    more: Word
    names: tuple[Word, ...]
    place: Place | None
    compared: Expression


class NoneOf(Expression, of="none_of"):
    things: Expression


class SomeOf(Expression, of="some_of"):
    things: Expression


class EveryIs(Expression, of="every_is"):
    things: Expression
    value: Expression


class EveryIsIn(Expression, of="every_is_in"):
    things: Expression
    preposition: Phrase
    place: Expression


class AtLeastOf(Expression, of="at_least_of"):
    bound: Phrase
    amount: Word | None
    things: Expression


class Can(Expression, of="can"):
    verb: Word | None
    deed: Deed | None


class HasDone(Expression, of="has_done"):
    subject: Expression
    has: Phrase
    negated: bool
    verb: Word
    time: Word


class Arrived(Expression, of="arrived"):
    subject: Expression
    time: Word


class NotArrived(Expression, of="not_arrived"):
    subject: Expression
    does: Phrase
    time: Word


class LooseQuestion(Tree, of="loose_question"):
    condition: Expression


class LooseThings(Tree, of="loose_things"):
    things: Expression
