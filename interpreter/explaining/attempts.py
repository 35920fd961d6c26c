"""Trying a move on copies, sentence by sentence, to see where each way to carry it out ends.

Takes a state, the answers that were named and the steps that were taken; returns the first
`LegalWay` to the end of the action, or a `Leaf` for each way that ends before. The state itself
never changes.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from interpreter.backends.python.explained import Args, Listed, Question, Reason
from interpreter.explaining.condition_evaluation import condition_at, nothing_there, step_of
from interpreter.explaining.explanations import Condition, Leaf, LegalWay, Meant, MoveStep
from interpreter.explaining.inquiry import Inquiry
from interpreter.explaining.move_resolution import (
    lacking_for,
    lost_ways,
    meanings,
    named_parts,
    nearest_to,
)
from interpreter.explaining.prices import payment_condition
from interpreter.explaining.typed_moves import TypedAnswer, Unseen
from interpreter.ir import nodes
from interpreter.ir.declared import Site
from interpreter.present import words
from interpreter.run import lookahead, machine
from interpreter.run.limits import is_endless
from interpreter.run.state import BaseState

MOST = 4_000  # positions that one answer may look at
DEEPEST = 24  # depth in questions
EXAMPLE = 1  # unnamed answers that are filled in for an incomplete move


def begun_rule(
    case: Inquiry,
    S: BaseState,
    name: str,
    path: tuple[MoveStep, ...],
    rest: tuple[TypedAnswer, ...],
    args: Args = (),
) -> LegalWay | list[Leaf]:
    """Try an action from its first sentence on; `args` are further arguments of a rule.

    Returns the first way to its end, or where each way ends.
    """
    T = S.clone()
    T.probe, T.base, T.asides, T.stack = 1 + S.actor, 0, 0, []
    number = case.rules.numbers.get(name)
    if number is not None:
        T.stack = [(number, 0, S.actor, *args)]
        return followed(case, T, path, rest, [], S.actor)
    rule = case.rules.rule(name)
    return followed(case, T, path, rest, [], S.actor, lambda T: rule(T, T.actor, *args))


def followed(
    case: Inquiry,
    T: BaseState,
    path: tuple[MoveStep, ...],
    rest: tuple[TypedAnswer, ...],
    before: list[Condition],
    actor: int,
    deed: Any = None,
) -> LegalWay | list[Leaf]:
    """Try the rest of an action: return the first way to its end, or where each way ends.

    `deed` runs a rule that has no choices; `before` are conditions known to hold already. The
    search runs without wording the conditions; only a way that was found is repeated with words.
    """
    notes = case.notes
    held, owed = list(notes.held), list(notes.owed)
    notes.held.clear()
    notes.owed.clear()
    # First without wording, which is slow; then once more, worded, the way that was found.
    copy = T.clone()
    copy.probe, copy.stack, copy.choice, copy.base = T.probe, list(T.stack), T.choice, 0
    try:
        result = _search(case, T, path, rest, actor, 0, deed)
        if isinstance(result, LegalWay):
            notes.held.clear()
            notes.keep = partial(_kept, case)
            known = result.path[len(path) :]
            again = _search(case, copy, path, rest, actor, 0, deed, known)
            if isinstance(again, LegalWay):
                result = again
            result = replace(result, held=[*before, *result.held])
        return result
    finally:
        notes.keep = None
        notes.held[:], notes.owed[:] = held, owed


def _kept(case: Inquiry, state: BaseState, number: int, args: tuple[object, ...]) -> Condition:
    reason: Reason = case.rules.reasons[number]
    return condition_at(case, number, dict(zip(reason.names, args, strict=True)), state)


def _search(
    case: Inquiry,
    T: BaseState,
    path: tuple[MoveStep, ...],
    rest: tuple[TypedAnswer, ...],
    actor: int,
    depth: int,
    deed: Any = None,
    known: tuple[MoveStep, ...] | None = None,
) -> LegalWay | list[Leaf]:
    notes = case.notes
    case.looked += 1
    progress = len(path) + len(notes.held)
    if case.looked > MOST or depth > DEEPEST:
        return LegalWay(path, [])
    if sum(not step.named for step in path) > EXAMPLE:
        notes.keep = None  # conditions beyond the first example are no reason for the move
    ended = _run(case, T, deed)
    if ended == "failed":
        return _failed(case, T, path, progress, rest)
    if ended == "done" or T.actor != actor:
        if notes.owed:
            return [Leaf(path, _owing(case), "", progress)]
        if rest:
            return [unasked(case, path, rest[0])]
        return LegalWay(path, [kept for _, _, kept in notes.held if kept is not None])
    site = case.plan.program.sites[T.site]
    listed = notes.listed
    options = list(T.options)
    stack = list(T.stack)
    meant: Meant | None = None
    if known:
        options = [known[0].option]
        if known[0].named:
            meant = Meant(options, known[0].used, named_parts(case, T, site, rest, listed))
    elif rest:
        meant = meanings(case, T, site, rest, listed)
        if meant is not None:
            chosen = [offered_to(case, T, site, value, options) for value in meant.values]
            options = [value for value in chosen if value is not None]
            if not options:
                T.stack = list(stack)
                return _none_of(case, T, site, meant, path, rest, listed, progress)
    rest = rest[meant.used :] if meant is not None else rest
    leaves: list[Leaf] = []
    mark, owing = len(notes.held), len(notes.owed)
    for option in options:
        step = step_of(case, T, site, option, meant, listed)
        copy = T.clone()
        copy.probe, copy.stack, copy.choice, copy.base = T.probe, list(stack), option, 0
        if notes.keep is not None:
            notes.held += [(-1, (), one) for one in held_at(case, T, site, option, listed)]
        result = _search(
            case, copy, (*path, step), rest, actor, depth + 1, None, known[1:] if known else None
        )
        if isinstance(result, LegalWay):
            return result
        del notes.held[mark:], notes.owed[owing:]
        leaves += result
    return leaves or [Leaf(path, None, "nothing can be chosen", progress)]


def _none_of(
    case: Inquiry,
    T: BaseState,
    site: Site,
    meant: Meant,
    path: tuple[MoveStep, ...],
    rest: tuple[TypedAnswer, ...],
    listed: Listed | None,
    progress: int,
) -> list[Leaf]:
    """List why none of the meant values is offered, for those that come nearest."""
    leaves: list[Leaf] = []
    if meant.lost is not None:
        step = lost_ways(case, T, site, rest[: meant.used])
        return [Leaf((*path, step), meant.lost, "", progress)]
    for value in nearest_to(case, T, site, meant.values, listed):
        step = step_of(case, T, site, value, meant, listed)
        found = case.refused(case, T, site, value, (*path, step), rest[meant.used :], listed)
        if isinstance(found, list):
            leaves += [replace(one, progress=one.progress + progress) for one in found]
    return leaves or [Leaf(path, None, "it is not offered", progress)]


def _run(case: Inquiry, T: BaseState, deed: Any) -> str:
    """Run until somebody is asked; return how it ended: `asked`, `failed` or `done`."""
    notes = case.notes
    notes.on, notes.failed, notes.listed = True, None, None
    T.agent = None
    try:
        with case.rules.unheard():
            if deed is not None:
                deed(T)
            while T.stack:
                frame = T.stack.pop()
                if T.code[frame[0]](T, frame):
                    return "asked"
    except machine.Fail:
        return "failed"
    except (machine.Enough, machine.GameEnds, machine.Runaway):
        return "done"
    except RecursionError as fault:
        if not is_endless(fault):
            raise
        return "done"  # the game stops there: nothing forbids it
    finally:
        notes.on = False
    return "done"


def _owing(case: Inquiry) -> Condition:
    """Build the condition for the first unaffordable price, with all that is missing so far."""
    made: list[Condition] = []
    for number, args, state in case.notes.owed:
        reason: Reason = case.rules.reasons[number]
        made.append(condition_at(case, number, dict(zip(reason.names, args, strict=True)), state))
    first = made[0]
    first.missing = sum(one.missing for one in made)
    first.short = words.joined(one.short.removesuffix(" short") for one in made) + " short"
    return first


def _failed(
    case: Inquiry,
    T: BaseState,
    path: tuple[MoveStep, ...],
    progress: int,
    rest: tuple[TypedAnswer, ...],
) -> list[Leaf]:
    """List the leaves where a way failed: at a condition, or one for each refused candidate."""
    notes = case.notes
    if notes.failed is not None:
        number, args = notes.failed
        reason: Reason = case.rules.reasons[number]
        made = condition_at(case, number, dict(zip(reason.names, args, strict=True)), T)
        if notes.owed and not made.hidden:
            made = _owing(case)
        return [Leaf(path, made, "", progress)]
    if notes.listed is None:
        return [Leaf(path, None, "it cannot be carried out", progress)]
    listed = notes.listed
    number, _, args, _ = listed
    question: Question = case.rules.questions[number]
    env = dict(zip(question.names, args, strict=True))
    if question.sort == "pay":
        return [Leaf(path, payment_condition(case, question.none, env, T), "", progress)]
    if question.sort != "choose":
        return [Leaf(path, None, "none of this can be done", progress)]
    site = case.plan.program.sites[question.site]
    meant = meanings(case, T, site, rest, listed) if rest else None
    if meant is not None:
        return _none_of(case, T, site, meant, path, rest, listed, progress)
    code = case.conditions.code(question.source, question.names)
    source = list(code(T, *(env[name] for name in question.names)))
    leaves = []
    for candidate in nearest_to(case, T, site, source, listed) if source else ():
        failed = of_candidate(case, T, question, env | {question.candidate: candidate})
        if failed is not None:
            step = step_of(case, T, site, candidate, None, listed)
            lacking = in_all(case, T, question, env | {question.candidate: candidate}, failed)
            leaves.append(Leaf((*path, step), failed, "", progress, (), lacking))
    if leaves:
        return leaves
    made = nothing_there(case, question, env, T, len(source))
    return [Leaf(path, made, "", progress)]


def of_candidate(
    case: Inquiry, S: BaseState, question: Question, env: dict[str, object]
) -> Condition | None:
    """Find the first condition on a candidate that fails, preferring those the player can see.

    Returns None if all hold.
    """
    hidden: Condition | None = None
    for number in (question.among, *question.tests):
        made = condition_at(case, number, env, S)
        if made.holds:
            continue
        if number == question.among or not made.hidden:
            return made
        hidden = hidden or made
    return hidden


def in_all(
    case: Inquiry, S: BaseState, question: Question, env: dict[str, object], failed: Condition
) -> int:
    """Compute the total that a candidate lacks, where it fails a condition about a number.

    Returns 0 elsewhere. If more than that condition's own shortage is missing, the total is added
    to its `short` text.
    """
    if not failed.missing or failed.hidden:
        return 0
    lacking = lacking_for(case, S, question, env)
    if lacking > failed.missing:
        in_all = f"{lacking} in all" if failed.short else f"{lacking} short in all"
        failed.short = ", ".join(part for part in (failed.short, in_all) if part)
    return lacking


def held_at(
    case: Inquiry, S: BaseState, site: Site, option: object, listed: Listed | None
) -> list[Condition]:
    """List the conditions that an option of a `choose` meets; empty for other questions."""
    if site.sort != "choose" or listed is None or not isinstance(option, int) or option < 0:
        return []
    question: Question = case.rules.questions[listed[0]]
    env = dict(zip(question.names, listed[2], strict=True)) | {question.candidate: option}
    found = [condition_at(case, n, env, S) for n in (question.among, *question.tests)]
    return [one for one in found if one.holds]


def offered_to(case: Inquiry, S: BaseState, site: Site, value: object, options: list[Any]) -> Any:
    """Find the option that equals a value or looks the same; None if there is none."""
    if isinstance(value, Unseen):
        return None
    if value in options:
        return value
    if site.sort != "choose" or not isinstance(value, int) or value < 0:
        return None
    look = case.space.get(f"LOOK_{site.type.of}") if site.type.is_piece else None
    if look is None:
        return None
    for option in options:
        alike = isinstance(option, int) and option >= 0 and look(S, option) == look(S, value)
        if alike and (S.loc[option] == S.loc[value] or _one_of_each(case, site)):
            return option
    return None


def _one_of_each(case: Inquiry, site: Site) -> bool:
    """Check whether only one of several pieces that look the same is offered, wherever they lie."""
    for question in case.rules.questions:
        if question.site == site.number and question.statement is not None:
            source = nodes.choice_of(question.statement).source
            if not isinstance(source, nodes.Items) or source.how == "zone":
                return False
            return source.family.shape == "list"
    return False


def on_copy(case: Inquiry, S: BaseState) -> BaseState:
    """Copy a state to try the rest of its present action."""
    T = S.clone()
    T.probe, T.base, T.asides = 1 + S.actor, 0, 0
    T.stack = [*lookahead.rest_of_action(S)[:-1], S.stack[-1]]
    return T


def unasked(case: Inquiry, path: tuple[MoveStep, ...], said: TypedAnswer) -> Leaf:
    """Build the leaf for a move that names further answers although nothing more is asked."""
    return Leaf(path, None, f"nobody asks for `{said.words}` after that", len(path))
