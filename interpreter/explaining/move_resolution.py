"""Resolution of answers at a question, where several things may be chosen together.

Takes a state that asks, and answers as they were typed; returns the values that they may mean, and
of these the ones that come nearest to being offered. Changes no state.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.backends.python.explained import Listed, Question, Reason
from interpreter.backends.target import make
from interpreter.explaining.condition_evaluation import shortage
from interpreter.explaining.explanations import Condition, Meant, MoveStep
from interpreter.explaining.inquiry import Inquiry
from interpreter.explaining.lists_read import chosen_from
from interpreter.explaining.prices import reason_holds, rule_here
from interpreter.explaining.typed_moves import TypedAnswer, Unseen
from interpreter.ir import nodes
from interpreter.ir.declared import Site
from interpreter.ir.types import PART_BITS, PART_MOST
from interpreter.present import words
from interpreter.run.state import BaseState

MOST_NEAR = 60  # things of which it is told what keeps each from being chosen
MOST_WEIGHED = 2_000  # things of which it is counted how much they lack


def meanings(
    case: Inquiry,
    T: BaseState,
    site: Site,
    answers: tuple[TypedAnswer, ...],
    listed: Listed | None,
    first: bool = False,
) -> Meant | None:
    """Resolve the first of some answers at a question; None if they mean nothing to it.

    Several answers are used where the question asks for several things together, or where a name
    has commas of its own. `first` is as in `Vocabulary.fits`.
    """
    for number in (3, 2):  # a name may have commas of its own: `row 7, column 3`
        more = answers[1:number]
        if len(more) == number - 1 and not any(said.question for said in more):
            words_ = ", ".join(said.words for said in answers[:number])
            whole = TypedAnswer(words_, answers[0].question)
            values = case.vocabulary.fits(T, site, whole, exactly=True)
            if values:
                return Meant(values, number)
    values = case.vocabulary.fits(T, site, answers[0], first)
    if values:
        return Meant(values)
    if not site.type.is_joint or site.sort != "choose":
        return None
    named = _parts(case, T, site, answers)
    if not named:
        return None
    assert listed is not None  # a question of several things is listed before it is asked
    question: Question = case.rules.questions[listed[0]]
    env = dict(zip(question.names, listed[2], strict=True))
    code = case.conditions.code(question.source, question.names)
    source = list(code(T, *(env[name] for name in question.names)))
    split = [(value, site.type.split(value)) for value in source]
    found = [
        value
        for value, parts in split
        if all(parts[place][2] in wanted for place, wanted in named.items())
    ]
    lost = None
    if not found:
        there = {place: {parts[place][2] for _, parts in split} for place in named}
        gone = [place for place in named if not there[place] & set(_plain(named[place]))]
        lost = _not_there_to_choose(case, T, site, question, env, (gone or [*named])[-1], named)
    used = 1 if _in_one(site, answers) else len(named)
    return Meant(found, used, tuple(named), lost)


def _parts(
    case: Inquiry, T: BaseState, site: Site, answers: tuple[TypedAnswer, ...]
) -> dict[int, list[object]]:
    """Map the parts of a combined choice that answers name to the values they may mean."""
    named: dict[int, list[object]] = {}
    for said in _in_one(site, answers) or answers:
        found = case.vocabulary.part(T, site, said, named)
        if found is None:
            break
        named[found[0]] = found[1]
    return named


def named_parts(
    case: Inquiry, T: BaseState, site: Site, answers: tuple[TypedAnswer, ...], listed: Listed | None
) -> tuple[int, ...] | None:
    """Return which parts of a combined choice the answers name; None for other choices."""
    meant = meanings(case, T, site, answers, listed) if answers else None
    return meant.parts if meant is not None else None


def _not_there_to_choose(
    case: Inquiry,
    T: BaseState,
    site: Site,
    question: Question,
    env: dict[str, object],
    place: int,
    named: dict[int, list[object]],
) -> Condition:
    """Build the failed condition that a named part is not among what it is chosen from."""
    reason: Reason = case.rules.reasons[question.among]
    source = nodes.choice_of(question.statement).source.args[place]
    shift = (len(site.type.elements) - 1 - place) * PART_BITS
    wanted = _plain(named[place])
    part = make.binary(make.binary(make.name("c"), ">>", shift), "&", PART_MOST)
    named_part = make.compare(part, "in", make.constant(tuple(wanted)))
    code = make.call("any", make.one_by_one(named_part, make.loop("c", question.source)))
    name, kind = site.type.elements[place]
    words_of = chosen_from(question, name) or " ".join(source.span.text.split())
    label = case.conditions.worded(kind, wanted[0], T) if wanted else "it"
    reason = replace(
        reason, code=code, names=question.names, test=source, text=f"{label} is not among them"
    )
    rule = rule_here(case, question.rule, question.span)
    return Condition(
        reason=reason,
        sort="source",
        rule=rule,
        env=env,
        state=T,
        holds=False,
        says=f"{label} is not among {words_of}",
        phrase="",
    )


def lost_ways(
    case: Inquiry, T: BaseState, site: Site, answers: tuple[TypedAnswer, ...]
) -> MoveStep:
    """Build a step for answers of which one is not available, labelled as players read them."""
    labels = []
    for place, values in _parts(case, T, site, answers).items():
        name, kind = site.type.elements[place]
        value = values[0]
        if isinstance(value, Unseen):
            labels.append(str(case.plan.program.designs[value.design].title))
        else:
            number = f"{words.spoken(name)} " if kind.is_number else ""
            labels.append(number + case.conditions.worded(kind, value, T))
    said = ", ".join(labels) or ", ".join(one.words for one in answers)
    return MoveStep(-1, None, True, lambda: (said, said, ""), "")


def nearest_to(
    case: Inquiry, T: BaseState, site: Site, values: list[object], listed: Listed | None
) -> list[object]:
    """Pick the values of a combined choice that come nearest to being offered, at most `MOST_NEAR`.

    These are the ones that lack least, or if numbers are not the problem, those that fail at the
    last condition. Values of other choices are returned as they are. Sets `case.apart` if the
    values fail for several reasons.
    """
    if not site.type.is_joint or site.sort != "choose" or len(values) == 1:
        return values
    assert listed is not None
    question: Question = case.rules.questions[listed[0]]
    env = dict(zip(question.names, listed[2], strict=True))
    passed: dict[int, list[object]] = {}
    lacking: list[tuple[int, int, int]] = []
    for place, value in enumerate(values):
        inner = env | {question.candidate: value}
        number = _passed(case, T, question, inner)
        passed.setdefault(number, []).append(value)
        gap = lacking_for(case, T, question, inner) if len(lacking) < MOST_WEIGHED else 0
        if gap:
            lacking.append((gap, -number, place))
    failing = {_says(case, question, number) for number in passed}
    case.apart = case.apart or len(failing) > 1
    if lacking:
        return [values[place] for _, _, place in sorted(lacking)[:MOST_NEAR]]
    return passed[max(passed)][:MOST_NEAR]


def _says(case: Inquiry, question: Question, passed: int) -> str:
    """Return the text of the first condition that a candidate fails; empty if it passes all."""
    numbers = (question.among, *question.tests)
    return case.rules.reasons[numbers[passed]].text if passed < len(numbers) else ""


def lacking_for(case: Inquiry, T: BaseState, question: Question, env: dict[str, object]) -> int:
    """Sum up how much a candidate lacks over all conditions that it fails.

    Returns 0 if it fails one that no number would mend, or that the player cannot see.
    """
    total = 0
    for number in (question.among, *question.tests):
        reason: Reason = case.rules.reasons[number]
        if reason_holds(case, reason, T, env):
            continue
        test = reason.test
        if number == question.among or test is None:
            return 0
        if not case.conditions.visible(test, T, env):
            return 0
        gap = shortage(case, case.conditions.blamed(test, T, env), T, env)[1]
        if not gap:
            return 0
        total += gap
    return total


def _passed(case: Inquiry, T: BaseState, question: Question, env: dict[str, object]) -> int:
    """Count the conditions of a question that a candidate passes before the first that it fails."""
    for place, number in enumerate((question.among, *question.tests)):
        if not reason_holds(case, case.rules.reasons[number], T, env):
            return place
    return 1 + len(question.tests)


def _in_one(site: Site, answers: tuple[TypedAnswer, ...]) -> tuple[TypedAnswer, ...]:
    """Split a single name for several things, as saves have it (`hydra_and_ajax`), into answers.

    Returns an empty tuple if it is no such name.
    """
    parts = answers[0].words.split("_and_")
    if len(parts) != len(site.type.elements) or len(parts) < 2:
        return ()
    return tuple(
        TypedAnswer(words, name) for words, (name, _) in zip(parts, site.type.elements, strict=True)
    )


def _plain(values: list[object]) -> list[int]:
    """Keep the values that are present: no cards that the player does not see."""
    return [value for value in values if isinstance(value, int)]
