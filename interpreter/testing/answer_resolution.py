"""Resolution of a test's answers to options, and the reasons why an option is refused.

Takes a state of an explaining plan and a `ScenarioAnswer` in words; returns the option, or raises
`StepRefused` with the requirements that stand in its way.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import TYPE_CHECKING

from interpreter.backends.python.explained import Reason
from interpreter.diagnostics import Span
from interpreter.ir.declared import Site
from interpreter.ir.scenario import ScenarioAnswer, ScenarioValue
from interpreter.ir.types import Type
from interpreter.present.chooser import Chooser, rule_words
from interpreter.run import handles
from interpreter.run.state import BaseState, Option
from interpreter.testing import value_words
from interpreter.testing.refused import StepRefused
from interpreter.testing.run_in_progress import ScenarioRun

if TYPE_CHECKING:
    from interpreter.run.state import Entry


def site_of(run: ScenarioRun, S: BaseState) -> Site:
    """Return the choice site that is asked now."""
    made: Site = run.plan.program.sites[S.site]
    return made


def question_words(run: ScenarioRun, S: BaseState) -> str:
    """Phrase the question that is asked now."""
    site = site_of(run, S)
    if site.sort == "pay":
        return "what to pay less"
    return f"`{site.title}`" if site.title else f"for `{site.name}`"


def settle(run: ScenarioRun, S: BaseState) -> None:
    """Answer every question that has a single answer; menus are never answered.

    Each is recorded in `HEARD` as it was asked, so that the test may name its answer all the same.
    """
    asked: list[Entry] = []
    for _ in range(1_000):
        if S.over or not is_forced(run, S):
            break
        if S is run.S:
            asked.append(("settled", run.plan.clone(S)))
        run.steps.take(run, S, S.options[0])
    run.rules.heard[:0] = asked


def is_forced(run: ScenarioRun, S: BaseState) -> bool:
    """Check whether the present question has only one answer and is no menu."""
    return len(S.options) == 1 and site_of(run, S).sort != "menu"


def take(run: ScenarioRun, S: BaseState, option: Option) -> None:
    """Answer a question, and the passes made only for form after it."""
    run.rules.heard.clear()
    run.plan.answer(S, option)
    pass_for_form(run, S)


def pass_for_form(run: ScenarioRun, S: BaseState) -> None:
    """Pass for players who are asked though they can do nothing else.

    Each such pass is recorded in `HEARD`, so that a test may name it but need not.
    """
    for _ in range(1_000):
        if S.over or not run.plan.asks_for_form(S):
            return
        run.rules.heard.append(("skipped", S.site, S.options[0], S.actor))
        run.plan.answer(S, S.options[0])


def taken_together(
    run: ScenarioRun, site: Site, answers: list[ScenarioAnswer]
) -> list[ScenarioAnswer]:
    """Return the first answers that one question asks for together."""
    taken = answers[:1]
    for answer in answers[1:] if site.type.is_joint else ():
        if not asked_for(run, site.number, answer):
            break
        if any(answer.name == one.name for one in taken):
            break
        taken.append(answer)
    return taken


def fits_option(run: ScenarioRun, S: BaseState, answer: ScenarioAnswer) -> bool:
    """Check whether an answer belongs to the question that is asked now."""
    site = site_of(run, S)
    if answer.sort == "picked":
        return site.sort == "choose" and asked_for(run, site.number, answer)
    if answer.sort == "less":
        return site.sort == "pay"
    if answer.sort == "yes_no":
        return site.sort == "options"
    if answer.words in rule_words(run.plan, site):
        return True
    return bool(Chooser(run.plan, S).quoted(answer.words))


def shown_words(run: ScenarioRun, S: BaseState) -> list[str]:
    """List the labels of the options of a menu or a list, in order; empty for other questions."""
    return Chooser(run.plan, S).labels if site_of(run, S).sort in ("menu", "options") else []


def option_meant(run: ScenarioRun, S: BaseState, answers: list[ScenarioAnswer]) -> Option:
    """Find the option that answers mean together.

    Raises `StepRefused` if there is none, or several.
    """
    site = site_of(run, S)
    meant: list[Option]
    answer = answers[0]
    if answer.sort == "picked" and site.type.is_joint:
        return _pick_together(run, S, site, answers)
    if answer.sort == "picked":
        return _pick(run, S, site, answer)
    if answer.sort == "less":
        size = len(S.options[0])
        wanted = tuple(answer.amounts.get(n, 0) for n in range(size))
        meant = [o for o in S.options if tuple(max(0, n) for n in o) == wanted]
        if wanted in S.options or len(meant) == 1:
            return wanted if wanted in S.options else meant[0]
    elif answer.sort == "yes_no":
        number = 0 if answer.words == "yes" else len(site.items) - 1
        if number in S.options:
            return number
    else:
        meant = Chooser(run.plan, S).quoted(answer.words)
        if meant:
            return meant[0]
    raise StepRefused(
        answer.span,
        f"`{answer.span.text}` is not offered",
        plain="it is not offered",
        notes=offers(run, S),
    )


def _pick(run: ScenarioRun, S: BaseState, site: Site, answer: ScenarioAnswer) -> Option:
    values = [(asked, run.steps.call(run, S, asked.rule)) for asked in answer.values]
    item = site.type.element
    option: tuple[int, ...]
    if site.type.is_list:
        if len(values) == 1 and values[0][0].type.is_none:
            values = []
        for option in S.options:
            if len(option) == len(values) and any(
                all(
                    means(run, S, item, a, v, one)
                    for (a, v), one in zip(values, order, strict=True)
                )
                for order in permutations(option)
            ):
                return option
    elif len(values) == 1:
        asked, value = values[0]
        meant: list[Option] = [o for o in S.options if means(run, S, item, asked, value, o)]
        exact = [o for o in meant if o == value and asked.type.base == item.base]
        if len(meant) == 1 or (exact and not _names_design(run, asked, value)):
            return (exact or meant)[0]
        if meant:
            raise StepRefused(
                asked.span,
                f"{len(meant)} options are `{asked.span.text}`",
                "which one?",
                notes=("name the space it lies on, or a value that only it shows",),
            )
    raise _not_picked(run, S, site, [answer])


def _pick_together(
    run: ScenarioRun, S: BaseState, site: Site, answers: list[ScenarioAnswer]
) -> Option:
    """Find the one option of a combined choice that all answers fit.

    Raises `StepRefused` if there is none, or if the parts left out do not follow from the rest.
    """
    meant: list[Option] = [o for o in S.options if _all_meant(run, S, site, answers, o)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        named = {answer.name for answer in answers}
        left = [name for name, _ in site.type.elements if name not in named]
        said = ", ".join(answer.span.text for answer in answers)
        raise StepRefused(
            answers[0].span,
            f"{len(meant)} options are `{said}`",
            "which one?",
            notes=(f"say also: {', '.join(f'`{name}`' for name in left)}",) if left else (),
        )
    raise _not_picked(run, S, site, answers)


def _all_meant(
    run: ScenarioRun, S: BaseState, site: Site, answers: list[ScenarioAnswer], option: int
) -> bool:
    parts = {name: (kind, value) for name, kind, value in site.type.split(option)}
    for answer in answers:
        kind, value = parts[answer.name]
        for asked in answer.values:
            if not means(run, S, kind, asked, run.steps.call(run, S, asked.rule), value):
                return False
    return True


def _not_picked(
    run: ScenarioRun, S: BaseState, site: Site, answers: list[ScenarioAnswer]
) -> StepRefused:
    heard = [e for e in run.rules.heard if e[0] == "choose" and e[1] == site.number]
    reasons: tuple[Reason, ...] = ()
    if heard:
        reasons = refused_pick(run, S, heard[-1], answers)
    last = answers[-1].span
    span = Span(last.source, answers[0].span.start, last.end)
    return StepRefused(
        span,
        f"`{span.text}` is not offered",
        "",
        reasons,
        "" if reasons else f"it is not among {_source(run, site)}",
        offers(run, S),
    )


def _names_design(run: ScenarioRun, asked: ScenarioValue, value: int) -> bool:
    program = run.plan.program
    if not asked.type.is_piece or value < 0:
        return False
    return bool(program.designs[program.design_of[value]].id == asked.span.text)


def means(
    run: ScenarioRun, S: BaseState, item: Type, asked: ScenarioValue, value: int, option: int
) -> bool:
    """Check whether a value means this option: a die by its space or by what it shows."""
    kind = asked.type
    if option == -1 or kind.is_none:
        return bool(option == value)
    if item.is_piece and kind.is_piece and kind.of != item.of:
        return bool(handles.lies_on(run.plan, S, option) == value)
    if item.is_piece and not kind.is_piece:
        if kind.is_space:
            return bool(run.space[f"cell_{item.of}"](S, option) == value)
        if kind.is_player:
            return bool(run.plan.program.owner_of[option] == value)
        return bool(_shows(run, S, item.of, kind.of, option) == value)
    if item.is_space and kind.is_piece:
        return bool(run.space[f"cell_{kind.of}"](S, value) == option)
    if _names_design(run, asked, value):
        design = run.plan.program.design_of
        return bool(design[option] == design[value])
    if item.is_piece and value >= 0 and f"LOOK_{item.of}" in run.space:
        look = run.space[f"LOOK_{item.of}"]
        alike = S.loc[option] == S.loc[value] and look(S, option) == look(S, value)
        return bool(option == value or alike)
    return bool(option == value)


def _shows(run: ScenarioRun, S: BaseState, kind: str, values: str, piece: int) -> int:
    for name, printed in run.plan.program.kinds[kind].printed.items():
        if printed.is_value and printed.of == values:
            return int(run.space[f"A_{kind}_{name}"][piece])
    for kept in run.plan.program.fields:
        if kept.holder == kind and kept.type.is_value and kept.type.of == values:
            return int(getattr(S, f"f_{kept.key}")[piece])
    return -1


def _source(run: ScenarioRun, site: Site) -> str:
    """Return what a choice is made from, in the words of the rules."""
    return str(run.rules.sources.get(site.number, site.name))


def asked_for(run: ScenarioRun, number: int, answer: ScenarioAnswer) -> bool:
    """Check whether a question asks for what an answer names."""
    site = run.plan.program.sites[number]
    names = [name for name, _ in site.type.elements] or [site.name]
    return answer.sort == "picked" and answer.name in names


def refused_pick(
    run: ScenarioRun, S: BaseState, entry: Entry, answers: list[ScenarioAnswer]
) -> tuple[Reason, ...]:
    """Find out why what is picked is not among the options of a choice; empty if unknown."""
    _, number, refused, options = entry
    site = run.plan.program.sites[number]
    if site.type.is_joint:
        if any(_all_meant(run, S, site, answers, o) for o in options):
            return ()
        whys = [why or () for c, why in refused if _all_meant(run, S, site, answers, c)]
        return reasons_of(run, tuple(dict.fromkeys(number for why in whys for number in why)))
    answer = answers[0]
    item = site.type.element
    reasons: dict[int, None] = {}
    for asked in answer.values:
        value = run.steps.call(run, S, asked.rule)
        plain = [o for o in options if not isinstance(o, tuple)]
        if any(means(run, S, item, asked, value, o) for o in plain):
            continue
        for candidate, why in refused:
            if means(run, S, item, asked, value, candidate):
                reasons |= dict.fromkeys(why or ())
    return reasons_of(run, tuple(reasons))


def reasons_of(run: ScenarioRun, numbers: tuple[int, ...]) -> tuple[Reason, ...]:
    """Look up reasons by number, without duplicates of the same text."""
    table: list[Reason] = run.rules.reasons
    made: dict[tuple[str, str], Reason] = {}
    for number in numbers:
        reason = table[number]
        made.setdefault((reason.sort, reason.text), reason)
    return tuple(made.values())


def option_words(run: ScenarioRun, S: BaseState, site: Site, option: Option) -> str:
    """Word an option as a test would."""
    item = site.type.element
    if item.is_piece and not isinstance(option, tuple) and option >= 0:
        spaces = [b for b in run.plan.program.boards.values() if not b.of_kind]
        if len(spaces) == 1 and f"cell_{item.of}" in run.space:
            cell = run.space[f"cell_{item.of}"](S, option)
            if cell >= 0:
                where = Type("space", spaces[0].name)
                return value_words.worded(run.plan, S, where, cell, run.players)
        owned = owned_words(run, option, S.options)
        if owned:
            return owned
    return value_words.worded(run.plan, S, site.type, option, run.players)


def owned_words(run: ScenarioRun, option: int, among: Iterable[int]) -> str:
    """Name a player's component as an answer does: `place_1`, `ben's place_1`.

    Returns an empty text if that does not say which one.
    """
    program = run.plan.program
    owner, design = program.owner_of[option], program.design_of[option]
    if not 0 <= owner < len(run.players):
        return ""
    alike = [one for one in among if one >= 0 and program.design_of[one] == design]
    if len(alike) == 1:
        return str(program.designs[design].id)
    if sum(program.owner_of[one] == owner for one in alike) == 1:
        return f"{run.players[owner]}'s {program.designs[design].id}"
    return ""


def offers(run: ScenarioRun, S: BaseState) -> tuple[str, ...]:
    """Build a note of what is offered instead, as a test would write it.

    Returns an empty tuple if the game is over.
    """
    if S.over:
        return ()
    site = site_of(run, S)
    if site.sort == "menu":
        words = [
            f'"{site.items[o][2]}"' if site.items[o][1] == "pass" else site.items[o][2]
            for o in S.options
        ]
    elif site.sort == "options":
        words = [f'"{label}"' for label in shown_words(run, S)]
    else:
        words = [option_words(run, S, site, o) for o in S.options]
        if len(set(words)) < len(words):  # these would not say which one is meant
            words = [f'"{label}"' for label in Chooser(run.plan, S).titles]
    words = list(dict.fromkeys(words))
    more = f" and {len(words) - 12} more" if len(words) > 12 else ""
    return (f"offered are: {', '.join(words[:12])}{more}",)
