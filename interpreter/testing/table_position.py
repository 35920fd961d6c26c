"""The starting position of a game test: seating, layout, and pinned results of chance.

Takes a checked test and an explaining plan; produces the state in which the first step is taken.
"""

from __future__ import annotations

from functools import partial

from interpreter.backends.python.explained import set_aside
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir.scenario import Placed, ScenarioField, ScenarioLine
from interpreter.run.handles import design, zone_of
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState
from interpreter.run.value_writer import Value
from interpreter.testing.answer_resolution import pass_for_form, question_words
from interpreter.testing.arranging import Arranger, TooFew
from interpreter.testing.pinned import PinnedCards, PinnedFaces, pieces_of
from interpreter.testing.run_in_progress import Missed, ScenarioRun

SEED = 1
MOST_OF_SETUP = 1_000  # decisions before the first turn


class CannotContinue(Exception):
    """The test cannot continue; the diagnostics have been reported."""


def begin(run: ScenarioRun) -> None:
    """Lay out the position, and run to the first question."""
    if run.test.seed is not None:
        run.seats = {name: seat for seat, name in enumerate(run.players)}
        run.S = _start(run, False)
        return
    pinned = list(run.rolls), list(run.cards)
    if _seated(run):
        return
    if run.test.first_span is not None:
        _never_their_turn(run, run.test.first_span)
        raise CannotContinue
    run.players = run.test.players
    run.seats = {name: seat for seat, name in enumerate(run.players)}
    run.rolls[:], run.cards[:] = pinned
    run.S = _start(run, run.test.before == "")


def _seated(run: ScenarioRun) -> bool:
    """Try all seatings until the turn is that of the player whom the test names.

    Returns whether there is one; the run then has its seats and state.
    """
    count = len(run.test.players)
    pinned = list(run.rolls), list(run.cards)
    for turned in range(count):
        run.rolls[:], run.cards[:] = list(pinned[0]), list(pinned[1])
        first = run.test.players.index(run.test.first)
        run.players = tuple(run.test.players[(first + n - turned) % count] for n in range(count))
        run.seats = {name: seat for seat, name in enumerate(run.players)}
        try:
            run.S = _start(run, run.test.before == "")
        except TooFew as fault:
            raise report_short(run, fault) from None
        begins = run.S
        if run.test.before:  # the first player is only known after the set-up
            run.rolls[:], run.cards[:] = list(pinned[0]), list(pinned[1])
            begins = _start(run, True, laid_out=False)
            run.rolls[:], run.cards[:] = list(pinned[0]), list(pinned[1])
            run.S = _start(run, False)
        if not begins.over and begins.active == run.seats[run.test.first]:
            return True
    run.rolls[:], run.cards[:] = pinned
    return False


def report_short(run: ScenarioRun, fault: TooFew) -> CannotContinue:
    """Report that the position names more than there is; return what ends the test."""
    notes = (fault.where,) if fault.where else ()
    run.report.add("too-few", fault.span, fault.words, "", notes=notes, helps=fault.helps)
    return CannotContinue()


def _never_their_turn(run: ScenarioRun, span: Span) -> None:
    """Report that no seating makes it this player's turn, and which line may prevent it."""
    decides = next((fact for fact in run.test.facts if _keeps_from(run, fact)), None)
    if decides is None:
        others, help_ = [], "say what decides whose turn it is"
    else:
        others = [Label(decides.span, "this decides whose turn it is")]
        help_ = f"leave out `{decides.span.text}`: `{span.text}` says it"
    run.report.add(
        "wrong-turn",
        span,
        f"it is never {run.test.first}'s turn after this set-up",
        "",
        others=others,
        helps=(help_,),
    )


def _keeps_from(run: ScenarioRun, fact: Placed | ScenarioField) -> bool:
    """Check whether it could be the named player's turn without this line of the position."""
    if not isinstance(fact, ScenarioField):
        return False
    with set_aside(run, "left_out", fact):
        try:
            return _seated(run)
        except CannotContinue:
            return False


def _start(run: ScenarioRun, through: bool, laid_out: bool = True) -> BaseState:
    """Start the game and run to its first decision.

    With `through`, run to the first decision after the set-up, whose questions are answered with
    the first option. `laid_out`: lay out the position of the test, too.
    """
    seed = SEED if run.test.seed is None else run.test.seed
    S = run.plan.fresh(len(run.players), seed)
    S.pins = {}

    def given(now: BaseState) -> None:
        if laid_out:
            arrange(run, now)
        assert now.pins is not None
        now.pins.update(pins_of(run))

    if through:
        S.pins["given"] = given
    else:
        S.pins |= pins_of(run)
    run.rules.heard.clear()
    run.missed.clear()
    run.instead.clear()
    with run.overwritten.watching():
        run.plan.run(S)
        decisions = 0
        while through and not S.over and "given" in S.pins:
            within_setup(run, S, decisions)
            decisions += 1
            run.rules.heard.clear()
            run.missed.clear()
            run.plan.answer(S, S.options[0])
    if laid_out and through:
        run.overwritten.asked(Arranger(run.plan, S, run.seats))
    pass_for_form(run, S)
    return S


@cached
def _endless_setups(_: Plan) -> dict[int, str]:
    """Set-ups that never end, by number of players; filled by `within_setup`."""
    return {}


def within_setup(run: ScenarioRun, S: BaseState, decisions: int) -> None:
    """Report a set-up that never ends, once for each number of players, and stop the test."""
    endless = _endless_setups(run.plan)
    count = len(run.players)
    if decisions == MOST_OF_SETUP:
        endless[count] = f"it still asks {question_words(run, S)} after {decisions:,} decisions"
    if count in endless:
        run.report.add("no-end", run.test.span, "the set-up never comes to an end", endless[count])
        raise CannotContinue


def pins_of(run: ScenarioRun) -> Json:
    """Build the pins for the dice and draws of the test."""
    kinds = {kept.holder for kept in run.plan.program.fields}
    pins: dict[str, object] = {
        f"roll {kind}": PinnedFaces(run.rolls, kind, partial(_miss, run)) for kind in kinds
    }
    for sort in ("", " player", " number", *(f" {name}" for name in run.plan.program.values)):
        pins[f"draw{sort}"] = PinnedCards(run.cards, sort.strip(), run.seats, partial(_miss, run))
    pins["instead"] = partial(_pass_over, run)
    return pins


def _miss(run: ScenarioRun, sort: str) -> None:
    """Record that dice were rolled, or a card drawn, without a pin."""
    run.missed.append(Missed(sort, len(run.rules.heard)))
    run.by_chance.add(sort)


def _pass_over(run: ScenarioRun, pile: str, card: int) -> None:
    """Record that a card was drawn by chance because the next pinned one was not in the pile."""
    run.instead.setdefault(run.cards[0].span, []).append((pile, card))


def arrange(run: ScenarioRun, S: BaseState) -> None:
    """Lay out the position of the test in a state."""
    arranger = Arranger(run.plan, S, run.seats)
    placed: list[tuple[Placed, int]] = []
    facts = [fact for fact in run.test.facts if fact is not run.left_out]

    def holder(fact: Placed) -> int | None:
        return None if fact.holder is None else run.steps.call(run, S, fact.holder.rule)

    for fact in facts:
        if isinstance(fact, Placed):
            arranger.clear(fact, holder(fact))
    arranger.clear_rest(run.test.bare)
    for fact in facts:
        if isinstance(fact, ScenarioField):
            run.steps.call(run, S, fact.rule)
        else:
            whose = holder(fact)
            arranger.place(fact, whose)
            placed.append((fact, arranger.index(fact.family, whose)))
    arranger.empty_rest(run.test.bare)
    arranger.finish()
    if not run.in_part and run.left_out is None:
        _tell_of_borrowed(run, arranger)
    run.overwritten.begin(arranger, placed)


def _tell_of_borrowed(run: ScenarioRun, arranger: Arranger) -> None:
    """Warn of alike pieces taken from places that no line mentions, once for each line."""
    for span, number, made, place in arranger.borrowed:
        if span in run.borrowed:
            continue
        run.borrowed.add(span)
        run.report.add(
            "taken-elsewhere",
            span,
            f"{number} of {place} {'is' if number == 1 else 'are'} taken for this",
            "none is left in the box or in a supply",
            helps=(f"say what lies there, too: `{place} holds ... {made.id}`",),
        )


def call(run: ScenarioRun, S: BaseState, rule: str) -> int:
    """Evaluate a hidden rule of the test that answers one number, or yes or no."""
    seats = [run.seats[name] for name in run.test.players]
    made: int = run.rules.rule(rule)(S, max(S.active, 0), *seats)
    return made


def value(run: ScenarioRun, S: BaseState, rule: str) -> Value:
    """Evaluate a hidden rule of the test."""
    seats = [run.seats[name] for name in run.test.players]
    made: Value = run.rules.rule(rule)(S, max(S.active, 0), *seats)
    return made


def fork(run: ScenarioRun, S: BaseState) -> BaseState:
    """Copy a state to try something on; the copy has its own queues of pins."""
    T = run.plan.clone(S)
    rolls, cards = list(run.rolls), list(run.cards)
    pins = {name: value for name, value in (S.pins or {}).items() if name != "instead"}
    for name, value in pins.items():
        if isinstance(value, PinnedFaces):
            pins[name] = PinnedFaces(rolls, value.kind, _unheard)
        elif isinstance(value, PinnedCards):
            pins[name] = PinnedCards(cards, value.sort, run.seats, _unheard)
    T.pins = pins
    return T


def pin(run: ScenarioRun, line: ScenarioLine) -> None:
    """Queue the dice or draws of a line."""
    if line.sort == "dice":
        run.rolls += line.dice
    else:
        run.cards += line.draws


def check_all_used(run: ScenarioRun) -> None:
    """Report the first dice and the first draw that were pinned and never came up."""
    for text, _, span in run.rolls[:1]:
        words = f"no die was rolled to show `{text}`"
        others, helps = _above(run, span, "the dice were rolled")
        run.report.add("never-used", span, words, "left over", others=others, helps=helps)
    for drawn in run.cards[:1]:
        span = drawn.span
        notes: list[str] = []
        others, helps = _above(run, span, "cards were drawn")
        if span in run.instead:
            notes, helps = _drawn_instead(run, set(pieces_of(drawn)), run.instead[span])
            _forget_what_followed(run, span)
        words = f"`{span.text}` was never drawn"
        run.report.add(
            "never-used", span, words, "left over", others=others, notes=notes, helps=helps
        )


def _above(run: ScenarioRun, span: Span, done: str) -> tuple[list[Label], list[str]]:
    """Explain a pin that stands below the step in which chance was used; empty for other pins."""
    step = run.late.get(span)
    if step is None:
        return [], []
    others = [Label(step.span, f"{done} by chance in this step")]
    return others, ["a line of these stands above its step: write it above that one"]


def _drawn_instead(
    run: ScenarioRun, things: set[int], drawn: list[tuple[str, int]]
) -> tuple[list[str], list[str]]:
    """Explain pinned things that did not lie where cards were drawn."""
    kinds = {design(run.plan, thing).kind for thing in things}
    alike = [one for one in drawn if design(run.plan, one[1]).kind in kinds]
    key, card = (alike or drawn)[0]
    pile = next(one.name for one in run.plan.program.families if one.key == key)
    found = design(run.plan, card).id
    notes = [f"while it waited, `{found}` was drawn by chance from `{pile}`"]
    places = [zone_of(run.plan, run.S.loc[thing]) for thing in things]
    if len(places) == 1 and places[0] is not None and places[0][0].key != key:
        zone, owner, _ = places[0]
        whose = f"{run.players[owner]}'s " if zone.holder == "player" else ""
        wanted = design(run.plan, min(things)).id
        notes.append(f"`{wanted}` lies in {whose}{zone.name}")
    return notes, [f"name another card of `{pile}` here, or leave it out"]


def _forget_what_followed(run: ScenarioRun, pinned: Span) -> None:
    """Remove failed expectations below a pin that was passed over: they follow from that."""
    run.report.found[:] = [
        one
        for one in run.report.found
        if one.slug != "not-so" or one.label.span.start < pinned.start
    ]


def _unheard(sort: str) -> None:
    """Ignore what is left to chance on a copy."""
