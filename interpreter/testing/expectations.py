"""Checks of what a test expects of the game: conditions, zones, who sees what, how it ended.

Takes a state and lines of a test; reports what is not so. If the last step left a question open,
that is reported once, together with everything that fails because of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.diagnostics import Label, Span
from interpreter.ir.scenario import Placed, ScenarioLine, ScenarioValue
from interpreter.ir.types import Type
from interpreter.run import handles
from interpreter.run.state import BaseState
from interpreter.testing import value_words
from interpreter.testing.answer_resolution import (
    offers,
    option_words,
    owned_words,
    question_words,
    shown_words,
    site_of,
)
from interpreter.testing.arranging import Arranger
from interpreter.testing.run_in_progress import ScenarioRun


def line_expect(run: ScenarioRun, line: ScenarioLine) -> None:
    """Report a condition that does not hold, with the values of its parts."""
    assert line.asked is not None
    run.steps.settle(run, run.S)
    if run.steps.call(run, run.S, line.asked.rule):
        return
    notes = [f"`{part.span.text}` is {words_of(run, run.S, part)}" for part in line.asked_in_it]
    _not_so(run, line.asked.span, "this is not so", notes=notes)


def _not_so(
    run: ScenarioRun, span: Span, words: str, label: str = "", notes: Iterable[str] = ()
) -> None:
    """Report a failed expectation; if the last step is not over, all share one diagnostic."""
    last, asked = run.last, _left_open(run)
    if last is None or not asked:
        run.report.add("not-so", span, words, label, notes=[*notes, *_over(run)])
        return
    told, open_now = run.report.found, [asked, *_round_over(run)]
    if run.untold is not None:
        more = replace(
            run.untold,
            others=(*run.untold.others, Label(span, "nor is this so")),
            notes=(*run.untold.notes[: -len(open_now)], *notes, *open_now),
        )
        told[told.index(run.untold)] = more
        run.untold = more
        return
    before = len(told)
    run.report.add(
        "not-so",
        span,
        words,
        label,
        others=(Label(last.span, "an answer is still open after this"),),
        notes=(*notes, *open_now),
        helps=(_more_of(run, last),),
    )
    run.untold = told[-1] if len(told) > before else None


def _left_open(run: ScenarioRun) -> str:
    """Phrase what the last step still asks for; empty if it is over."""
    S = run.S
    if S.over or run.last is None or run.last.step is None or site_of(run, S).sort == "menu":
        return ""
    site, who = site_of(run, S), run.players[S.actor]
    if site.sort == "options" and not site.title:
        words = " or ".join(f'"{one}"' for one in shown_words(run, S))
        return f"{who} is asked now: {words}"
    return f"{who} is asked {question_words(run, S)} now; {offers(run, S)[0]}"


def _more_of(run: ScenarioRun, last: ScenarioLine) -> str:
    """Suggest how a test would answer the open question."""
    step, who, answer = last.step, run.players[run.S.actor], first_answer(run)
    assert step is not None
    if step.player == who and step.sort != "passes":
        said = f"{step.span.text}{',' if step.answers else ':'} {answer}"
        return f"say which in line {last.span.line}, such as: {said}"
    return f"say which in a line below it, such as: {who} answers {answer}"


def first_answer(run: ScenarioRun) -> str:
    """Word the first option of the open question as an answer of a test."""
    S, site = run.S, site_of(run, run.S)
    if site.sort == "options":
        return f'"{shown_words(run, S)[0]}"'
    if site.sort == "pay":
        return f"less {value_words.worded(run.plan, S, site.type, S.options[0], run.players)}"
    if site.type.is_joint:
        return ", ".join(
            f"{name} is {_part_words(run, site.type, at)}"
            for at, (name, _, _) in enumerate(site.type.split(S.options[0]))
        )
    return f"{site.name} is {option_words(run, S, site, S.options[0])}"


def _part_words(run: ScenarioRun, joint: Type, at: int) -> str:
    """Word one part of a combined choice as an answer names it."""
    parts = [joint.split(option)[at] for option in run.S.options]
    _, kind, value = parts[0]
    owned = ""
    if kind.is_piece and value >= 0:
        owned = owned_words(run, value, {one for _, _, one in parts})
    return owned or value_words.worded(run.plan, run.S, kind, value, run.players)


def rounds_begun(run: ScenarioRun) -> int:
    """Count the rounds that have begun; 0 in a game without rounds."""
    return int(getattr(run.S, "t_round", 0))


def _round_over(run: ScenarioRun) -> list[str]:
    """Build a note if a round has ended since the last step began; else an empty list.

    Whatever was left of that round had only one answer and so was played by itself.
    """
    if rounds_begun(run) == run.rounds:
        return []
    return ["a round is over since: what was left of it had only one answer each"]


def _over(run: ScenarioRun) -> list[str]:
    """Build a note if the game is over, so that what was expected can no longer happen."""
    if not run.S.over:
        return []
    name = run.plan.program.endings[run.S.ending] if run.S.ending >= 0 else ""
    return [f"the game is over here: it ended as `{name}`" if name else "the game is over here"]


def words_of(run: ScenarioRun, S: BaseState, asked: ScenarioValue) -> str:
    """Word the present value of a part of a condition."""
    return value_words.worded(
        run.plan, S, asked.type, run.steps.value(run, S, asked.rule), run.players
    )


def line_holds(run: ScenarioRun, line: ScenarioLine) -> None:
    """Report zones that do not hold what they should."""
    run.steps.settle(run, run.S)
    for placed in line.placed:
        index = _index(run, placed)
        if value_words.holds(run.plan, run.S, placed, index, run.seats):
            continue
        words = value_words.zone_words(run.plan, run.S, placed, index, run.players)
        several = placed.family.sort == "pile" and len(words.split(",")) > 1
        there = "there is, from the top" if several else "there is"
        _not_so(run, line.span, "this is not what lies there", notes=(f"{there}: {words}",))


def line_sees(run: ScenarioRun, line: ScenarioLine) -> None:
    """Report what a player should see and does not, or the other way round."""
    run.steps.settle(run, run.S)
    viewer = run.seats[line.viewer]
    wanted = line.sort == "sees"
    if line.placed:
        seen, what = _seen_there(run, line.placed[0], viewer), "what lies there"
    else:
        seen, what = [_seen(run, line, viewer)], "it"
    if any(one != wanted for one in seen):
        words = f"sees {what}" if any(seen) else f"does not see {what}"
        _not_so(run, line.span, "this is not so", f"{line.viewer} {words}")


def _seen(run: ScenarioRun, line: ScenarioLine, viewer: int) -> bool:
    """Check whether a player sees a component, or one of its copies."""
    if line.asked is not None:
        pieces = [run.steps.call(run, run.S, line.asked.rule)]
    else:
        pieces = [
            c for one in line.draws if (d := one.design) is not None for c in range(d.first, d.last)
        ]
    there = [c for c in pieces if c >= 0 and run.S.loc[c] >= 0]
    return any(handles.sees_piece(run.plan, run.S, c, viewer) for c in there)


def _seen_there(run: ScenarioRun, lies: Placed, viewer: int) -> list[bool]:
    """Check for each thing in a zone whether a player sees it.

    For alike pieces and empty zones, this is whether the player sees the zone.
    """
    index = _index(run, lies)
    if lies.family.shape == "counts":
        return [handles.sees_zone(run.plan, lies.family, index, viewer)]
    pieces = value_words.in_zone(run.plan, run.S, lies, index)
    seen = [handles.sees_piece(run.plan, run.S, c, viewer) for c in pieces]
    return seen or [handles.sees_zone(run.plan, lies.family, index, viewer)]


def _index(run: ScenarioRun, placed: Placed) -> int:
    holder = None if placed.holder is None else run.steps.call(run, run.S, placed.holder.rule)
    return Arranger(run.plan, run.S, run.seats).index(placed.family, holder)


def line_ends(run: ScenarioRun, line: ScenarioLine) -> None:
    """Report a game that should have ended, or ended otherwise."""
    run.steps.settle(run, run.S)
    if not run.S.over:
        run.report.add(
            "not-over",
            line.span,
            "the game goes on",
            "",
            notes=(f"it asks {run.players[run.S.actor]}: {question_words(run, run.S)}",),
        )
        return
    endings = run.plan.program.endings
    ending = endings[run.S.ending] if run.S.ending >= 0 else ""
    if line.ending and ending != line.ending:
        how = f"it ended as `{ending}`" if ending else "it ended as its course says"
        run.report.add("wrong-end", line.span, "the game has ended in another way", how)
    winners = sorted(run.S.winners)
    said_to_win = None if line.winners is None else sorted(run.seats[w] for w in line.winners)
    if said_to_win not in (None, winners):
        names = " and ".join(run.players[w] for w in winners)
        said = "somebody else has won" if names else "nobody has won"
        label = f"{names} won" if names else "the game has ended without a winner"
        run.report.add("wrong-end", line.span, said, label)
