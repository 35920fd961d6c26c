"""Execution of a step by its words, and the reasons why it cannot be done.

Takes a state of an explaining plan and a `ScenarioStep`; changes the state, or raises `StepRefused`
with the requirements that stand in the way. "Why not?" builds on this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.ir.declared import Site
from interpreter.ir.scenario import ScenarioAnswer, ScenarioStep
from interpreter.present.chooser import rule_words
from interpreter.run.state import BaseState, Option
from interpreter.testing.answer_resolution import (
    asked_for,
    fits_option,
    is_forced,
    offers,
    option_meant,
    question_words,
    reasons_of,
    refused_pick,
    site_of,
    taken_together,
)
from interpreter.testing.refused import StepRefused
from interpreter.testing.run_in_progress import ScenarioRun

if TYPE_CHECKING:
    from interpreter.run.state import Entry


def do_step(run: ScenarioRun, S: BaseState, step: ScenarioStep) -> None:
    """Carry out a step; raises `StepRefused` if it is impossible."""
    if step.sort != "answers":
        run.steps.settle(run, S)
    if _passed_already(run, S, step):
        return
    if S.over:
        raise StepRefused(step.span, "the game is over", plain="the game is over")
    if step.sort == "takes":
        _takes(run, S, step)
    elif step.sort == "passes":
        _right_player(run, S, step)
        _passes(run, S, step)
    answers = list(step.answers)
    while answers:
        give(run, S, step, answers)


def _passed_already(run: ScenarioRun, S: BaseState, step: ScenarioStep) -> bool:
    """Check whether a step is a pass made only for form, which has been made by itself already."""
    if step.sort == "takes" or (step.sort == "answers" and len(step.answers) != 1):
        return False
    answer = step.answers[0] if step.answers else None
    if answer is not None and answer.sort != "said":
        return False
    if not S.over and S.actor == run.seats[step.player]:
        if answer is None and _pass_of(run, S) is not None:
            return False
        if answer is not None and fits_option(run, S, answer):
            return False
    for entry in run.rules.heard:
        if entry[0] != "skipped" or entry[3] != run.seats[step.player]:
            continue
        site = run.plan.program.sites[entry[1]]
        if answer is None or rule_words(run.plan, site)[entry[2]] == answer.words:
            run.steps.named(run, entry)
            return True
    return False


def named(run: ScenarioRun, entry: Entry) -> None:
    """Record that a step names an answer that was made by itself; each can be named once."""
    run.rules.heard.remove(entry)


def _pass_of(run: ScenarioRun, S: BaseState) -> Option | None:
    """Find the option that passes at the present question; None if there is none."""
    site = site_of(run, S)
    if site.sort == "menu":
        return next((o for o in S.options if site.items[o][1] == "pass"), None)
    if site.sort == "options":
        return next((o for o in S.options if site.items[o] == "No"), None)
    if site.sort == "choose":
        return next((o for o in S.options if o in (-1, ())), None)
    return None


def _right_player(run: ScenarioRun, S: BaseState, step: ScenarioStep) -> None:
    if S.actor != run.seats[step.player]:
        other = run.players[S.actor]
        raise StepRefused(
            step.span,
            f"it is {other} who decides now, not {step.player}",
            f"{other} is asked {question_words(run, S)}",
            plain=f"it is {other} who decides now",
            out_of_turn=True,
        )


def _passes(run: ScenarioRun, S: BaseState, step: ScenarioStep) -> None:
    chosen = _pass_of(run, S)
    if chosen is None:
        raise StepRefused(
            step.span,
            f"{step.player} cannot pass",
            f"asked {question_words(run, S)}",
            plain="it is not possible to pass",
            notes=offers(run, S),
        )
    run.steps.take(run, S, chosen)


def _takes(run: ScenarioRun, S: BaseState, step: ScenarioStep) -> None:
    _right_player(run, S, step)
    site = site_of(run, S)
    if site.sort != "menu":
        raise StepRefused(
            step.span,
            f"{step.player} must first answer something else",
            f"asked {question_words(run, S)}",
            notes=offers(run, S),
        )
    numbers = [n for n, item in enumerate(site.items) if item[2] == step.action]
    chosen = next((n for n in numbers if n in S.options), None)
    if chosen is not None:
        run.steps.take(run, S, chosen)
        return
    raise _why_not(run, S, step, site, numbers)


def _why_not(
    run: ScenarioRun, S: BaseState, step: ScenarioStep, site: Site, numbers: list[int]
) -> StepRefused:
    """Build the refusal of an action that is not offered by the menu."""
    words = f"`{step.action}` is not offered to {step.player}"
    for entry in [] if numbers else list(run.rules.heard):
        # the menu that would offer it allowed only a pass, and so was not asked
        if entry[0] == "skipped" and entry[3] == S.actor:
            skipped = run.plan.program.sites[entry[1]]
            found_ = [n for n, item in enumerate(skipped.items) if item[2] == step.action]
            if found_:
                site, numbers = skipped, found_
    if not numbers:
        where = f"the menu `{site.title}`" if site.title else "this menu"
        return StepRefused(
            step.span,
            words,
            plain="it is not offered now",
            notes=(f"{where} does not offer it", *offers(run, S)),
        )
    card = site.items[numbers[0]][3]
    if card and not run.space[f"carries_{card}"](S, S.actor):
        design = next(d for d in run.plan.program.designs if d.id == card)
        return StepRefused(step.span, words, plain=f"{step.player} does not have {design.title}")
    T = run.steps.fork(run, S)
    heard = _force(run, T, step.action)
    for place, answer in enumerate(step.answers):
        for entry in heard:
            if entry[0] != "choose" or not asked_for(run, entry[1], answer):
                continue
            also = taken_together(run, run.plan.program.sites[entry[1]], step.answers[place:])
            reasons = refused_pick(run, T, entry, also)
            if reasons:
                return StepRefused(answer.span, words, "", reasons, notes=offers(run, S))
    last = next((e for e in reversed(heard) if e[0] == "none"), None)
    if last is not None:
        return StepRefused(step.span, words, "", reasons_of(run, last[1]), notes=offers(run, S))
    return StepRefused(step.span, words, plain="it cannot be taken again now", notes=offers(run, S))


def _force(run: ScenarioRun, T: BaseState, action: str) -> list[Entry]:
    """Start an action that is not offered, on a copy, and return the events it records."""
    heard: list[Entry] = run.rules.heard
    heard.clear()
    number = run.rules.numbers.get(action)
    if number is None:
        run.rules.rule(action)(T, T.actor)
        return list(heard)
    T.stack = [(number, 0, T.actor)]
    T.base = 0
    run.plan.run(T)
    return list(heard)


def give(run: ScenarioRun, S: BaseState, step: ScenarioStep, answers: list[ScenarioAnswer]) -> None:
    """Answer the question of a step that its first answer belongs to.

    Questions before it that have only one answer are answered automatically. Removes from `answers`
    all those that the one question asks for. Raises `StepRefused` if the answer is not offered.
    """
    answer, wrong, theirs = answers[0], None, False
    for _ in range(1_000):
        theirs_now = not S.over and S.actor == run.seats[step.player]
        if _made_by_itself(run, step, answer, theirs_now):
            del answers[0]
            return
        if answer.sort == "less" and (S.over or not fits_option(run, S, answer)):
            _only_way(run, step, answer)
        if S.over:
            over = StepRefused(answer.span, "the game is over", plain="the game is over")
            raise wrong or over
        if fits_option(run, S, answer):
            taken = taken_together(run, site_of(run, S), answers)
            try:
                _right_player(run, S, step)
                option = option_meant(run, S, taken)
            except StepRefused as refused:
                # A test may omit a forced question; the next one may have the same name.
                mine = S.actor == run.seats[step.player]
                if wrong is None or (mine and not theirs):
                    wrong, theirs = refused, mine
                if not is_forced(run, S) or run.strict:
                    raise wrong from None
            else:
                del answers[: len(taken)]
                run.steps.take(run, S, option)
                return
        if not is_forced(run, S):
            break
        run.steps.take(run, S, S.options[0])
    if wrong is not None:
        raise wrong
    who = run.players[S.actor]
    raise StepRefused(
        answer.span,
        f"nobody asks for `{answer.name or answer.span.text}` now",
        f"{who} is asked {question_words(run, S)}",
        plain=f"nobody asks for {answer.name or answer.span.text} now",
        notes=offers(run, S),
        unasked=answer,
    )


def _made_by_itself(
    run: ScenarioRun, step: ScenarioStep, answer: ScenarioAnswer, theirs_now: bool
) -> bool:
    """Check whether an answer belongs to a question that answered itself.

    A player who is asked now is not taken to answer what a line of the test went past.
    """
    for entry in run.rules.heard:
        if entry[0] == "settled" and theirs_now:
            continue
        if _says(run, entry, step, answer):
            run.steps.named(run, entry)
            return True
    return False


def _says(run: ScenarioRun, entry: Entry, step: ScenarioStep, answer: ScenarioAnswer) -> bool:
    """Check whether a record of an automatic answer is just this answer."""
    if entry[0] == "settled":
        return _was_meant(run, entry[1], step, answer)
    if answer.sort == "picked":
        none = [asked.type.base for asked in answer.values] == ["none"]
        nothing = entry[0] == "choose" and entry[3] == [()]
        return none and nothing and asked_for(run, entry[1], answer)
    if answer.sort != "less" or entry[0] != "forced" or not any(entry[2]):
        return False
    used = tuple(answer.amounts.get(n, 0) for n in range(len(entry[2])))
    return bool(entry[2] == used and entry[3] == run.seats[step.player])


def _was_meant(run: ScenarioRun, S: BaseState, step: ScenarioStep, answer: ScenarioAnswer) -> bool:
    """Check whether an answer is the only one of a question that a line of the test went past."""
    if S.actor != run.seats[step.player] or not fits_option(run, S, answer):
        return False
    try:
        return bool(option_meant(run, S, [answer]) == S.options[0])
    except StepRefused:
        return False


def _only_way(run: ScenarioRun, step: ScenarioStep, answer: ScenarioAnswer) -> None:
    """Refuse a use of a reduction that differs from the only possible one."""
    for sort, number, *way in run.rules.heard:
        if sort == "forced" and way[1] == run.seats[step.player] and any(way[0]):
            members = run.plan.program.values[run.plan.program.sites[number].type.of].members
            parts = [f"{n} {word}" for n, word in zip(way[0], members, strict=True) if n]
            raise StepRefused(
                answer.span,
                f"`{answer.span.text}` is not offered",
                plain="it is not offered",
                notes=(f"the only way to use it: less {' and '.join(parts)}",),
            )
