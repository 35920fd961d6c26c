"""Replay of saves: state for state with the same rules, name by name with edited rules.

Takes a plan, a save and something that takes options (a bare state or a whole session); returns how
far it got and reports where the save first does not fit. Does not print and opens no files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.json_data import Json
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.saves import Decision, Pinned, Save, outcomes
from interpreter.run.state import BaseState, Pins


@dataclass(slots=True)
class Replayed:
    """The result of a replay: `done` decisions were played; `misfit` is the first difference."""

    state: BaseState
    done: int
    same_rules: bool
    misfit: Json | None = None


def start(plan: Plan, save: Save, log: bool, verify: bool = False) -> BaseState:
    """Start a saved game and return its first position.

    With other rules, chance in the set-up is pinned to what the save recorded, unless this is to be
    verified.
    """
    pins = None
    pinning = save.pinned >= 0 or (not verify and plan.hash_of_rules != save.rules)
    if pinning and save.opening is not None:
        pins = pinned(plan, save.opening)
    state = plan.start(len(save.seats), save.seed, log=log, pins=pins)
    state.pins = None
    return state


def fits(plan: Plan, save: Save, report: Report, variants: Sequence[Pinned] = ()) -> bool:
    """Check whether a save can be of this game at all, and report if its rules were different.

    `variants` are the house rules that are applied now.
    """
    if save.game != plan.id:
        report.add(
            "save-other-game",
            save.header,
            f"this is a game of `{save.game}`",
            f"not of `{plan.id}`",
            helps=(f"play it on with `rulewright play {save.game} --load ...`",),
        )
        return False
    if not plan.least <= len(save.seats) <= plan.most:
        report.add(
            "save-value",
            save.header,
            f"`{plan.id}` is not played by {len(save.seats)}",
            f"it is played by {plan.least} to {plan.most}",
        )
        return False
    if plan.hash_of_rules != save.rules:
        changed = [
            f"the house rules `{then.file}` are others now"
            for then, now in zip(save.variants, variants, strict=False)
            if then.text != now.text
        ]
        report.add(
            "save-other-rules",
            save.header,
            "the rules have changed since then",
            f"saved with version {save.version}; this is version {plan.version}"
            if save.version != plan.version
            else f"version {save.version} then as now, but with other rules",
            notes=(
                *changed,
                "it is played again decision by decision, as far as they fit",
            ),
        )
    return True


def replay(
    plan: Plan,
    save: Save,
    report: Report,
    state_of: Callable[[], BaseState],
    take: Callable[[int], None],
    verify: bool = True,
) -> Replayed:
    """Replay all decisions; `take` takes an option by its index and `state_of` returns the state.

    Stops at the first decision that does not fit. With `verify`, everything else that the save
    records is compared, too, and the first difference stops the replay: hashes, rolls and draws (if
    the state keeps a log), winners. Chance is then left to the seed even with other rules.
    """
    same = plan.hash_of_rules == save.rules
    made = Replayed(state_of(), 0, same)
    if verify and not (
        _given(plan, save, save.opening, 0, report, made) and _checked(plan, save, report, made)
    ):
        return made
    for number, decision in enumerate(save.decisions, 1):
        state = state_of()
        index = _index(plan, state, decision, number, report, made)
        if index is None:
            return made
        if number <= save.pinned or not (same or verify):
            state.pins = pinned(plan, decision)
        at = len(state.log or ())
        take(index)
        made.state = state_of()
        made.state.pins = None
        made.done = number
        if verify and not (
            _given(plan, save, decision, at, report, made) and _checked(plan, save, report, made)
        ):
            return made
    if save.over and made.state.over and verify and not _won(save, report, made):
        return made
    if save.over and not save.drawn and not made.state.over:
        made.misfit = _misfit(made, "", "the end of the game", "the game goes on")
        report.add(
            "save-not-over",
            save.header,
            "the saved game was over; this one goes on",
            f"after {made.done} decisions",
        )
    return made


def _given(
    plan: Plan, save: Save, decision: Decision | None, at: int, report: Report, made: Replayed
) -> bool:
    """Check that chance gave what the save recorded, after a decision or in the set-up.

    Nothing is checked where no log is kept, or where chance was pinned.
    """
    if made.state.log is None or made.done <= save.pinned:
        return True
    apart = _apart(decision, remembered(outcomes(plan, made.state.log[at:])))
    if apart is None:
        return True
    what = f"after decision {made.done}" if made.done else "in the set-up"
    made.misfit = _misfit(made, decision.by if decision is not None else "", *apart)
    report.add(
        "save-outcome",
        decision.span if decision is not None else save.header,
        f"the game rolls or draws something else {what}",
        f"found {_short(apart[1])}",
        notes=_why_other(made),
    )
    return False


def _apart(then: Decision | None, now: Decision) -> tuple[str, str] | None:
    """Find the first result of chance that differs: what the save recorded, and what came instead.

    Returns None if all agree.
    """
    rolled = then.rolled if then is not None else {}
    for kind in sorted({*rolled, *now.rolled}):
        pairs = zip_longest(rolled.get(kind, ()), now.rolled.get(kind, ()))
        for number, (before, after) in enumerate(pairs, 1):
            if before != after:
                what = f"roll {number} of {kind}"
                return _nth(what, before), _nth(what, after)
    drew = then.drew if then is not None else ()
    for number, (card, other) in enumerate(zip_longest(drew, now.drew), 1):
        if card != other:
            return _nth(f"draw {number}", card), _nth(f"draw {number}", other)
    return None


def _nth(what: str, gave: object) -> str:
    return f"no {what}" if gave is None else f"{what}: {gave}"


def _won(save: Save, report: Report, made: Replayed) -> bool:
    """Check that the winners are those of the save; a save that names none always passes."""
    if save.winners is None:
        return True
    found = [handles.seat_name(seat) for seat in sorted(made.state.winners)]
    if sorted(found) == sorted(save.winners):
        return True
    won = ", ".join(found) or "nobody"
    made.misfit = _misfit(made, "", ", ".join(save.winners) or "nobody", won)
    report.add(
        "save-outcome",
        save.checks[made.done][1],
        "the game is won by others than the save says",
        f"found {won}",
        notes=_why_other(made),
    )
    return False


def _why_other(made: Replayed) -> tuple[str, ...]:
    if not made.same_rules:
        return ("the rules have changed since the game was saved",)
    return ("the rules are the same: the save was changed, or another Rulewright wrote it",)


def _checked(plan: Plan, save: Save, report: Report, made: Replayed) -> bool:
    check = save.checks.get(made.done)
    if check is None:
        return True
    expected, span = check
    found = plan.hash(made.state)
    if found == expected:
        return True
    actor = made.state.actor
    made.misfit = _misfit(made, handles.seat_name(actor) if actor >= 0 else "", expected, found)
    report.add(
        "save-hash",
        span,
        f"the game comes to another state at decision {made.done}",
        f"found {found}",
        notes=_why_other(made),
    )
    return False


def _misfit(made: Replayed, player: str, expected: str, found: str) -> Json:
    return {
        "decision": made.done,
        "player": player,
        "expected": expected,
        "found": found,
        "rules_changed": not made.same_rules,
    }


def _index(
    plan: Plan, state: BaseState, decision: Decision, number: int, report: Report, made: Replayed
) -> int | None:
    """Find the index of a decision among the options; None, with an error, if it does not fit."""
    span = decision.span

    def stop(slug: str, message: str, label: str, found: str, helps: tuple[str, ...] = ()) -> None:
        made.misfit = _misfit(made, decision.by, f"{decision.at}: {decision.take}", found)
        made.misfit["decision"] = number
        report.add(slug, span, message, label, helps=helps)

    if state.over:
        stop(
            "save-goes-on",
            f"the game is over before decision {number}",
            "this decision comes too late",
            "the end of the game",
        )
        return None
    actor = handles.seat_name(state.actor)
    asked = handles.question_handle(plan, state.site)
    if actor != decision.by:
        stop(
            "save-player",
            f"decision {number} is {actor.capitalize()}'s, not {decision.by.capitalize()}'s",
            f"{actor.capitalize()} is asked for {asked}",
            f"{actor} at {asked}",
        )
        return None
    names = handles.option_handles(plan, state)
    if asked != decision.at and (made.same_rules or decision.take not in names):
        stop(
            "save-question",
            f"decision {number} answers another question",
            f"`{asked}` is asked here, not `{decision.at}`",
            asked,
        )
        return None
    if decision.take not in names:
        from interpreter.diagnostics.suggest import listed, nearest

        close = nearest(decision.take, names)
        offered = listed(names)
        stop(
            "save-option",
            f"decision {number} takes what is not offered",
            f"no `{_short(decision.take)}` at `{asked}`",
            ", ".join(names[:8]),
            (f"did you mean `{close}`?",) if close else (f"offered: {offered}",),
        )
        return None
    return names.index(decision.take)


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:37] + "..."


def remembered(chance: Json) -> Decision:
    """Convert results of chance, as returned by `saves.outcomes`, to a saved decision."""
    span = Span(Source("", ""), 0, 0)
    return Decision("", "", "", chance.get("rolled", {}), chance.get("drew", []), span)


def pinned(plan: Plan, decision: Decision) -> Pins | None:
    """Convert the recorded results of chance to pins for a state; None if there are none.

    Results that have no meaning in the present rules are left out.
    """
    pins: Pins = {}
    for kind, faces in decision.rolled.items():
        kept = next(
            (
                f
                for f in plan.program.fields
                if f.holder == kind and f.type.base in ("value", "number")
            ),
            None,
        )
        if kept is None:
            continue
        if kept.type.is_value:
            members = plan.program.values[kept.type.of].members
            found = [members.index(f) for f in faces if f in members]
        else:
            low = kept.type.low or 0
            found = [
                f - low for f in faces if isinstance(f, int) and low <= f <= (kept.type.high or 0)
            ]
        if len(found) == len(faces):
            pins[f"roll {kind}"] = found
    drawn = []
    for name in decision.drew:
        made = next((d for d in plan.program.designs if d.id == name), None)
        if made is None:
            break
        drawn.append(set(range(made.first, made.last)))
    if drawn:
        pins["draw"] = drawn
    return pins or None
