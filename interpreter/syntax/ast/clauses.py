"""What happens when, and what stands: clauses of rules and cards; how long something holds."""

from __future__ import annotations

from interpreter.syntax.ast.base import Clause, Expression, Phrase, Standing, Tree, Word
from interpreter.syntax.ast.sentences import Block, Deed, Else
from interpreter.syntax.ast.values import Duration, Who, WhoMay


class Moment(Tree):
    """Of what a clause waits for the start or the end."""


class HowMuch(Tree):
    """By how much a cost changes."""


Subject = Expression


class DuringThis(Duration, of="during_this"):
    time: Word


class UntilMoment(Duration, of="until_moment"):
    which: Phrase
    time: Word


class ForMany(Duration, of="for_many"):
    count: Word
    time: Word


class Forever(Duration, of="forever"):
    words_: tuple[Word, ...]


class After(Clause, of="after"):
    events: Events
    condition: Expression | None
    per: Per | None
    body: Block


class Before(Clause, of="before"):
    events: Events
    condition: Expression | None
    per: Per | None
    body: Block


class Instead(Clause, of="instead"):
    subject: Subject
    act: Act
    condition: Expression | None
    body: Block


class AtEdge(Clause, of="at_edge"):
    edge: Phrase
    moment: Moment
    condition: Expression | None
    per: Per | None
    body: Block


class WhileTrue(Clause, of="while_true"):
    condition: Expression
    lines: tuple[Standing, ...]


class Always(Clause, of="always"):
    lines: tuple[Standing, ...]


class Events(Tree, of="events"):
    events: tuple[Event, ...]


class Event(Tree, of="event"):
    subject: Subject
    act: Act


class AnyPlayer(Expression, of="any_player"): ...


class AnotherPlayer(Expression, of="another_player"): ...


class Opponent(Expression, of="opponent"): ...


class Act(Tree, of="act"):
    verb: Word
    words_: tuple[Expression, ...]
    prepositions: tuple[ActPreposition, ...]


class ActPreposition(Tree, of="act_prep"):
    word: Phrase
    values: tuple[Expression, ...]


class Per(Tree, of="per"):
    time: Word


class YourMoment(Moment, of="your_moment"):
    time: Word


class EachPlayersMoment(Moment, of="each_players_moment"):
    time: Word


class OpponentsMoment(Moment, of="opponents_moment"):
    time: Word


class EachMoment(Moment, of="each_moment"):
    time: Word


class AtMostPer(Standing, of="at_most_per"):
    who: Who
    verb: Word
    often: Phrase
    time: Word
    reason: Else | None


class MayNot(Standing, of="may_not"):
    who: Who
    deed: Deed
    unless: Expression | None
    reason: Else | None


class CostChange(Standing, of="cost_change"):
    names: tuple[Word, ...]
    change: HowMuch


class HoldsAtMost(Standing, of="holds_at_most"):
    zone: Word
    most: Expression
    things: Word
    down: bool
    place: Expression | None
    at_end: bool
    time: Word | None


class CountsAs(Standing, of="counts_as"):
    thing: Expression
    value: Expression


class Modifier(Standing, of="modifier"):
    deed: Deed
    only_for: Expression | None


class Opponents(WhoMay, of="opponents"): ...


class EveryoneMay(WhoMay, of="everyone_"): ...


class CostsNothing(HowMuch, of="nothing"): ...


class CostsLess(HowMuch, of="less_"):
    amount: Expression
    word: Word | None


class CostsMore(HowMuch, of="more_"):
    amount: Expression
    word: Word | None
