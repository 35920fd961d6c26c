"""A game's tests: what lies where, what the players do, and what must be so then."""

from __future__ import annotations

from interpreter.syntax.ast.base import Expression, Heading, Phrase, Tree, Word, YesNo
from interpreter.syntax.ast.headings import Cites


class TestLine(Tree):
    """One line of a test."""


class Step(TestLine):
    """What a player does."""


class GivenAnswer(Tree):
    """One answer to a question."""


class Fact(Tree):
    """What is so when a test begins."""


class Held(Tree):
    """What lies somewhere."""


class Test(Heading, of="test"):
    title: Word
    cites: Cites | None
    lines: tuple[TestLine, ...]


class Given(TestLine, of="given"):
    count: Word
    seated: Seated
    facts: tuple[Fact, ...]


class Seated(Tree, of="seated"):
    names: tuple[Word, ...]
    before: BeforeFlow | None
    seed: Word | None


class BeforeFlow(Tree, of="before_flow"):
    word: Word


class WithSetting(TestLine, of="with_setting"):
    name: Word
    value: Expression


class PlayOn(TestLine, of="play_on"):
    condition: Expression


class PlayToEnd(TestLine, of="play_to_end"): ...


class Expect(TestLine, of="expect"):
    condition: Expression


class ExpectHolds(TestLine, of="expect_holds"):
    place: Expression
    held: Held


class Sees(TestLine, of="sees"):
    player: Expression
    place: Expression


class SeesNot(TestLine, of="sees_not"):
    player: Expression
    does: Phrase
    place: Expression


class Allows(TestLine, of="allows"):
    step: Step


class Refuses(TestLine, of="refuses"):
    step: Step
    reason: Word | None


class Dice(TestLine, of="dice"):
    values: tuple[Word, ...]


class Draws(TestLine, of="draws"):
    names: tuple[Word, ...]


class GameEnds(TestLine, of="game_ends"):
    word: Word | None
    winners: Winners | None


class Winners(Tree, of="winners"):
    names: tuple[Word, ...]


class Takes(Step, of="takes"):
    player: Word
    name: Word
    answers: Answers | None


class AnswersStep(Step, of="answers_step"):
    player: Word
    answers: Answers


class Passes(Step, of="passes"):
    player: Word


class Answers(Tree, of="answers"):
    answers: tuple[GivenAnswer, ...]


class Unsaid(GivenAnswer, of="unsaid"):
    word: Word


class Picked(GivenAnswer, of="picked"):
    name: Word
    values: tuple[Expression, ...]


class Said(GivenAnswer, of="said"):
    word: Word | YesNo


class Lessened(GivenAnswer, of="lessened"):
    reductions: tuple[Reduced, ...]


class Reduced(Tree, of="reduced"):
    count: Word
    name: Word


class FactHas(Fact, of="fact_has"):
    who: Expression
    has: Phrase
    held: Held


class FactHolds(Fact, of="fact_holds"):
    place: Expression
    held: Held


class FactIs(Fact, of="fact_is"):
    left: Expression
    negated: bool
    right: Expression


class FactTurn(Fact, of="fact_turn"):
    player: Word


class FactBare(Fact, of="fact_bare"):
    board: Word


class HeldThings(Held, of="held"):
    things: tuple[HeldThing, ...]


class HeldNothing(Held, of="held_nothing"): ...


class HeldNone(Held, of="held_none"):
    names: tuple[Word, ...]


class HeldThing(Tree, of="held_thing"):
    words_: tuple[Word, ...]
