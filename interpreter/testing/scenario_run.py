"""Execution of one game test: its steps and its expectations.

Takes a checked test and an explaining plan; reports what is not as the test says. A step that
cannot be done ends the test; an expectation that fails does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.backends.python.explained import Reason, set_aside
from interpreter.diagnostics import Label, Report
from interpreter.explaining.explanations import Condition
from interpreter.ir.scenario import GameTest, ScenarioAnswer, ScenarioLine, ScenarioStep
from interpreter.present.condition_words import refusal
from interpreter.run import machine
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Option
from interpreter.testing import expectations
from interpreter.testing.answer_resolution import pass_for_form, settle, take
from interpreter.testing.expectations import rounds_begun, words_of
from interpreter.testing.refusals import do_step, named
from interpreter.testing.refused import StepRefused
from interpreter.testing.run_in_progress import RunOperations, ScenarioRun
from interpreter.testing.standpoint import Standpoint
from interpreter.testing.table_position import (
    CannotContinue,
    begin,
    call,
    check_all_used,
    fork,
    pin,
    value,
)
from interpreter.testing.unmet_failures import granted

if TYPE_CHECKING:
    from interpreter.run.state import Entry

MOST = 5_000  # most decisions of `play on`


def carry_out(
    test: GameTest, plan: Plan, report: Report, reached: set[int] | None = None
) -> Standpoint:
    """Carry out a test from the set-up to its last line, and report what is not as it says.

    Returns the standpoint from which it looked at the game. The places in `reached` while the
    position was laid out behind the set-up are moved from there to the standpoint: no test looks at
    them.
    """
    run = ScenarioRun(test, plan, report, TEST)
    seen = Standpoint.of(test, plan)
    try:
        lines = list(run.test.lines)
        while lines and lines[0].sort in ("dice", "draws"):
            pin(run, lines.pop(0))
        begin(run)
        run.listed = run.rules.notes.listed
        seen.note_seats(plan, run.S)
        if reached is not None and not test.before and test.seed is None:
            seen.laid_out = set(reached)
            reached.clear()
        for line in lines:
            carry_on(run, line)
            seen.note_seats(plan, run.S)
        if run.rolls or run.cards:  # questions after the last step may still use them
            run.steps.settle(run, run.S)
        check_all_used(run)
    except CannotContinue:
        pass
    except machine.Runaway as fault:
        endless = type(fault) is machine.Runaway
        words = "a rule goes on and on" if endless else "a rule cannot be carried out to its end"
        helps = machine.LIMIT_HELP if endless else ()
        run.report.add("no-end", run.test.span, words, f"the rule at {fault}", helps=helps)
    for place, one in enumerate(run.report.found[:1]):
        more = run.overwritten.words()
        run.report.found[place] = replace(one, notes=(*one.notes, *more))
    undone = None if run.report.found else run.overwritten.undone()
    run.report.found += [] if undone is None else [undone]
    return seen


def carry_on(run: ScenarioRun, line: ScenarioLine) -> None:
    """Execute a line of a test."""
    LINES[line.sort](run, line)


def _line_dice(run: ScenarioRun, line: ScenarioLine) -> None:
    pin(run, line)
    if run.last is not None and line.sort in run.by_chance:
        spans = [one[2] for one in line.dice] + [one.span for one in line.draws]
        run.late |= dict.fromkeys(spans, run.last)
    run.pinning.append((line, list(run.missed)))


def _line_step(run: ScenarioRun, line: ScenarioLine) -> None:
    assert line.step is not None
    run.rounds = rounds_begun(run)
    run.by_chance.clear()
    try:
        do_step(run, run.S, line.step)
    except StepRefused as refused:
        _not_offered(run, refused)
        raise CannotContinue from None
    _went_on(run, line)


def _went_on(run: ScenarioRun, line: ScenarioLine) -> None:
    run.last = line
    run.untold = None
    run.pinning.clear()


def take_noting(run: ScenarioRun, S: BaseState, option: Option) -> None:
    """Answer a question, and forget what was left to chance before it."""
    if S is run.S:
        run.missed.clear()
        run.pinning.clear()
    take(run, S, option)
    if S is run.S:
        run.listed = run.rules.notes.listed


def named_in_time(run: ScenarioRun, entry: Entry) -> None:
    """Record that a step names a pass that was made by itself.

    Stops the test if a pin between that pass and the step before comes too late for what was rolled
    or drawn right after the pass.
    """
    at = next(n for n, one in enumerate(run.rules.heard) if one is entry)
    if entry[0] == "skipped":
        for line, missed in run.pinning:
            if any(one.sort == line.sort and one.before > at for one in missed):
                _too_late(run, line)
                raise CannotContinue
    for one in run.missed:
        one.before -= one.before > at
    named(run, entry)


def _too_late(run: ScenarioRun, line: ScenarioLine) -> None:
    dice = line.sort == "dice"
    done = "the dice were rolled" if dice else "cards were drawn"
    others = [] if run.last is None else [Label(run.last.span, f"{done} right after this")]
    run.report.add(
        "pinned-late",
        line.span,
        "these dice come too late" if dice else "these draws come too late",
        "" if others else f"{done} as play began",
        others=others,
        notes=("the pass below was made by itself, since nothing else was offered",),
        helps=(
            "write this line above that step" if others else "write it right below `given`",
            "if the next ones are meant, write it below the pass",
        ),
    )


def _line_allows(run: ScenarioRun, line: ScenarioLine) -> None:
    assert line.step is not None
    refused = _tried(run, line.step)
    if refused is not None:
        _not_offered(run, refused)


def _tried(run: ScenarioRun, step: ScenarioStep) -> StepRefused | None:
    """Try a step on a copy; return why it cannot be done, None if it can."""
    before = [one.before for one in run.missed]
    try:
        with run.rules.unheard():
            do_step(run, run.steps.fork(run, run.S), step)
    except StepRefused as refused:
        return refused
    finally:
        for one, there in zip(run.missed, before, strict=True):
            one.before = there
    return None


def _not_offered(run: ScenarioRun, refused: StepRefused) -> None:
    others, notes = [], list(refused.notes)
    for reason in refused.reasons[:3]:
        notes.insert(0, f"the reason: {_words(reason)}")
        others.append(Label(reason.span, "refused here"))
    run.report.add(
        "not-offered", refused.span, refused.words, refused.label, others=others, notes=notes
    )


def _line_refuses(run: ScenarioRun, line: ScenarioLine) -> None:
    assert line.step is not None
    with set_aside(run, "strict", True):
        refused = _tried(run, line.step)
    if refused is not None:
        because = line.because
        if because is None:
            if refused.unasked is not None and line.step.sort == "takes":
                _unasked(run, line.step, refused.unasked)
            else:
                _refused_at_last(run, line.step, refused)
            _refused_to_others(run, line, refused)
            return
        if any(because in (r.text, _words(r)) for r in refused.reasons):
            return
        if refused.plain == because:
            return
        told = [_words(r) for r in refused.reasons] or [refused.plain]
        others = [Label(r.span, "refused here") for r in refused.reasons[:3]]
        told = list(dict.fromkeys(told))
        run.report.add(
            "wrong-reason",
            line.because_span or line.span,
            "this is refused, but for another reason",
            "not the reason that is given",
            others=others,
            notes=[f"the reason: {text}" for text in told[:3]],
        )
        return
    others, notes = [], [f"expected the reason: {line.because}"] if line.because else []
    for one in _granted(run, line.step, line.because) if line.because else ():
        ban = " may not " in one.span.text
        others.append(Label(one.span, "this does not forbid it" if ban else "this holds"))
        values = ", ".join(f"`{told.what}` is {told.value}" for told in one.values)
        if one.phrase:  # otherwise it depends on hidden information
            how = "does not forbid it" if ban else "holds"
            notes.append(f"`{one.phrase}` {how}" + (f": {values}" if values else ""))
    run.report.add(
        "not-refused",
        line.span,
        "this is not refused",
        "it can be done",
        others=others,
        notes=notes,
    )


def _granted(run: ScenarioRun, step: ScenarioStep, because: str) -> list[Condition]:
    """List the conditions of a step with this reason that hold."""
    T = run.steps.fork(run, run.S)
    notes = run.rules.notes
    notes.listed = run.listed
    with run.rules.unheard():
        run.steps.settle(run, T)
        return granted(run.plan, T, notes.listed, step, because)


def _unasked(run: ScenarioRun, step: ScenarioStep, answer: ScenarioAnswer) -> None:
    """Report that an answer was not refused but never asked for: all before it could be done."""
    what = answer.name or answer.span.text
    run.report.add(
        "unknown-pick",
        answer.span,
        f"`{step.action}` does not ask for `{what}` here",
        "everything before it can be done",
        helps=(f'if this is what the test shows: because "nobody asks for {what} now"',),
    )


def _refused_to_others(run: ScenarioRun, line: ScenarioLine, refused: StepRefused) -> None:
    """Warn of a refusal that says no more than that somebody else decides."""
    if not refused.out_of_turn:
        return
    run.report.add(
        "refused-to-others",
        line.span,
        f"this is refused only because {refused.plain}",
        "so it says nothing of the rule itself",
        helps=(
            "let the one who decides be asked for it, or write what is meant behind it: "
            f'`because "{refused.plain}"`',
        ),
    )


def _refused_at_last(run: ScenarioRun, step: ScenarioStep, refused: StepRefused) -> None:
    """Report a refusal of an earlier answer; without a reason, the last one must be refused."""
    early = [answer for answer in step.answers[:-1] if answer.span == refused.span]
    if not early:
        return
    run.report.add(
        "wrong-reason",
        early[0].span,
        "this is refused already, and not what follows",
        "",
        others=[Label(step.answers[-1].span, "expected here")],
        notes=[f"the reason: {text}" for text in [_words(r) for r in refused.reasons][:3]],
    )


def _line_play_on(run: ScenarioRun, line: ScenarioLine) -> None:
    for _ in range(MOST):
        if run.S.over if line.asked is None else run.steps.call(run, run.S, line.asked.rule):
            _went_on(run, line)
            return
        if run.S.over:
            break
        run.plan.answer(run.S, usual(run, run.S))
        pass_for_form(run, run.S)
        run.listed = run.rules.notes.listed
    run.report.add(
        "never-so",
        line.span,
        "the game has ended before this was so" if run.S.over else "this never comes to be so",
        "",
        notes=[f"`{p.span.text}` is {words_of(run, run.S, p)}" for p in line.asked_in_it],
    )
    raise CannotContinue


def usual(run: ScenarioRun, S: BaseState) -> Option:
    """Choose an answer when it does not matter.

    In a menu this is a pass if there is one; among deeds the last one, such as `No`; else the first
    option.
    """
    site = run.plan.program.sites[S.site]
    options: list[Option] = S.options
    if site.sort == "menu":
        passes = (o for o in S.options if site.items[o][1] == "pass")
        return next(passes, options[0])
    return options[-1] if site.sort == "options" else options[0]


def _words(reason: Reason) -> str:
    """Return a reason for a refusal as a test may word it."""
    return reason.text if reason.said else refusal(reason.text)


TEST = RunOperations(
    call=call, value=value, fork=fork, settle=settle, take=take_noting, named=named_in_time
)
"""How a test is run."""
LINES: dict[str, Callable[[ScenarioRun, ScenarioLine], None]] = {
    "expect": expectations.line_expect,
    "holds": expectations.line_holds,
    "sees": expectations.line_sees,
    "sees_not": expectations.line_sees,
    "ends": expectations.line_ends,
    "dice": _line_dice,
    "draws": _line_dice,
    "step": _line_step,
    "allows": _line_allows,
    "refuses": _line_refuses,
    "play_on": _line_play_on,
}
"""What each sort of line does."""
