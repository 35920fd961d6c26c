"""Why a question offers an answer or not: menus, choices, ways to pay.

Takes a state that asks and one answer; returns what follows from it, or the condition in its way.
Changes no state.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from interpreter.backends.python.explained import Listed, Question, Reason
from interpreter.backends.target import make
from interpreter.explaining.attempts import (
    begun_rule,
    followed,
    held_at,
    in_all,
    of_candidate,
    on_copy,
    unasked,
)
from interpreter.explaining.condition_evaluation import carried_out, condition_at
from interpreter.explaining.explanations import Condition, Leaf, LegalWay, MoveStep
from interpreter.explaining.inquiry import Inquiry
from interpreter.explaining.prices import payment_condition, reason_holds, rule_here
from interpreter.explaining.typed_moves import TypedAnswer, Unseen
from interpreter.ir import nodes
from interpreter.ir.declared import MenuLine, Site
from interpreter.present import labels, words
from interpreter.present.condition_words import ConditionValue
from interpreter.run import handles
from interpreter.run.state import BaseState, Locals


@dataclass(slots=True)
class _Answer:
    """An answer to a question in a state, and the steps that led there.

    `env` maps the names that the question uses to their values.
    """

    S: BaseState
    site: Site
    value: Any
    question: Question
    env: Locals
    path: tuple[MoveStep, ...]


def taken_answer(
    case: Inquiry,
    S: BaseState,
    site: Site,
    option: Any,
    path: tuple[MoveStep, ...],
    rest: tuple[TypedAnswer, ...],
) -> LegalWay | list[Leaf]:
    """Try the rest of a move after an option that is offered."""
    if site.sort == "menu":
        _, sort, name, _ = site.items[option]
        if sort == "pass":
            held: list[Condition] = []
            return LegalWay(path, held) if not rest else [unasked(case, path, rest[0])]
        return begun_rule(case, S, name, path, rest)
    T = on_copy(case, S)
    T.choice = option
    return followed(case, T, path, rest, held_at(case, S, site, option, case.listed), S.actor)


def refused(
    case: Inquiry,
    S: BaseState,
    site: Site,
    value: object,
    path: tuple[MoveStep, ...],
    rest: tuple[TypedAnswer, ...],
    listed: Listed | None = None,
) -> LegalWay | list[Leaf]:
    """Find out why an answer is not among the options of a question.

    Returns where the move ends; an action or option that looks possible after all is tried further.
    """
    asked = listed or case.listed
    assert asked is not None
    number, _, args, _ = asked
    question: Question = case.rules.questions[number]
    env = dict(zip(question.names, args, strict=True))
    answer = _Answer(S, site, value, question, env, path)
    if site.sort == "menu":
        return _not_in_menu(case, answer, rest)
    if site.sort == "pay":
        return [Leaf(path, payment_condition(case, question.none, env, S, value))]
    if site.sort == "choose":
        if isinstance(value, Unseen):
            value = next(iter(_boxed(case, answer)), value)
        if isinstance(value, Unseen) or value in (-1, ()):
            return [_not_there(case, answer)]
        members = value if isinstance(value, tuple) else (value,)
        hidden: Condition | None = None
        for member in members:
            inner = env | {question.candidate: member}
            failed = of_candidate(case, S, question, inner)
            if failed is not None and not failed.hidden:
                lacking = in_all(case, S, question, inner, failed)
                return [Leaf(path, failed, "", 0, (), lacking)]
            hidden = hidden or failed
        if isinstance(value, tuple) and hidden is None:
            return [_wrong_size(case, answer)]
        if hidden is not None:
            return [Leaf(path, hidden, "", 0)]
    T = on_copy(case, S)
    if listed is not None:  # further on, on a copy whose stack is only the move's
        T.stack = [*S.stack]
    T.choice = value
    return followed(case, T, path, rest, [], S.actor)


def _not_in_menu(
    case: Inquiry, answer: _Answer, rest: tuple[TypedAnswer, ...]
) -> LegalWay | list[Leaf]:
    S, site, question, path = answer.S, answer.site, answer.question, answer.path
    line_number, sort, name, card = site.items[answer.value]
    lines = nodes.lines_of(question.statement)
    line = lines[line_number]
    if sort == "pass":
        return [_must_first(case, answer)]
    if line.limit:
        often = _often_enough(case, answer, line_number, line)
        if often is not None:
            return [Leaf(path, often)]
    if card:
        made_ = carried_out(case, S, card)
        if made_ is not None:
            return [Leaf(path, made_)]
    return begun_rule(case, S, name, path, rest)


def _often_enough(case: Inquiry, answer: _Answer, number: int, line: MenuLine) -> Condition | None:
    """Return the limit on a line of a menu if it is reached, with what was taken of the line.

    Returns None if the line may be taken again.
    """
    S, site, question = answer.S, answer.site, answer.question
    counter = question.counters[number]
    span = line.span or site.span
    each = sum(item[0] == number for item in site.items) > 1
    if each:
        says = f"only {'one' if line.limit == 1 else line.limit} of these may be taken"
    else:
        times = "once" if line.limit == 1 else f"{line.limit} times"
        says = f"this may be taken only {times}"
    where = labels.rule_title(case.plan, question.rule)
    reason = Reason(
        "limit",
        f"{says} in `{site.title or where}`",
        False,
        span,
        question.rule,
        (counter,),
        make.compare(make.local(counter), "<", line.limit),
    )
    if reason_holds(case, reason, S, answer.env):
        return None
    rule = rule_here(case, question.rule, span)
    taken = _taken_of(case, S, site, number, answer.env[counter]) if each else []
    told = [ConditionValue("you took", words.joined(taken), taken)] if taken else []
    return Condition(
        reason=reason,
        sort="limit",
        rule=rule,
        env=answer.env,
        state=S,
        holds=False,
        says=reason.text,
        phrase="",
        values=told,
    )


def _taken_of(case: Inquiry, S: BaseState, site: Site, number: int, count: int) -> list[str]:
    """List the titles of what the player took of a line of the present menu; empty if unknown."""
    if site.number != case.state.site or S.actor != case.state.actor:
        return []
    there = [
        option
        for seat, asked, option in case.taken
        if seat == S.actor and asked == site.number and site.items[option][0] == number
    ]
    last = there[-count:] if len(there) >= count else []
    titles = (case.vocabulary.item_names(site.items[option])[1] for option in last)
    return [f"`{title}`" for title in titles]


def _must_first(case: Inquiry, answer: _Answer) -> Leaf:
    """Build the leaf for a pass while something that must be taken can be taken."""
    S, site, question = answer.S, answer.site, answer.question
    assert question.statement is not None
    tests: list[ast.expr] = []
    names, titles = [], []
    span = site.span
    for number, line in enumerate(nodes.lines_of(question.statement)):
        if line.sort != "must":
            continue
        counter = question.counters[number]
        open_ = [n for n in S.options if site.items[n][0] == number]
        if open_ and span is site.span:
            span = line.span or span
        taken = make.compare(make.local(counter), ">=", line.limit or 1)
        tests.append(taken if open_ else make.constant(True))
        names.append(counter)
        titles += [case.vocabulary.item_names(site.items[n])[1] for n in open_]
    listed = " or ".join(f"`{title}`" for title in titles)
    reason = Reason(
        "must",
        f"first take {listed}",
        False,
        span,
        question.rule,
        tuple(names),
        make.both(*tests) if tests else make.constant(True),
    )
    rule = rule_here(case, question.rule, span)
    made = Condition(
        reason=reason,
        sort="must",
        rule=rule,
        env=answer.env,
        state=S,
        holds=False,
        says=reason.text,
        phrase="",
    )
    return Leaf(answer.path, made)


def _boxed(case: Inquiry, answer: _Answer) -> list[int]:
    """List the copies of an unseen card that lie in the box, if it is chosen from there.

    Whoever takes from the box sees what there is.
    """
    code = case.conditions.code(answer.question.source, answer.question.names)
    source = code(answer.S, *(answer.env[name] for name in answer.question.names))
    design = case.plan.program.designs[answer.value.design]
    return [c for c in range(design.first, design.last) if c in source and answer.S.loc[c] < 0]


def _not_there(case: Inquiry, answer: _Answer) -> Leaf:
    """Build the leaf for a card of which the player sees no copy, or for no choice at all."""
    S, question, env = answer.S, answer.question, answer.env
    if not isinstance(answer.value, Unseen):
        choice = nodes.choice_of(question.statement) if question.statement is not None else None
        if choice is not None and choice.how != "one":
            return _wrong_size(case, answer)
        rule = rule_here(case, question.rule, question.span)
        return Leaf(answer.path, None, "something must be chosen here", 0, (rule,))
    made = condition_at(case, question.among, env | {question.candidate: -1}, S)
    made.phrase = ""
    made.values = []
    code = case.conditions.code(question.source, question.names)
    source = code(S, *(env[name] for name in question.names))
    if any(not handles.sees_piece(case.plan, S, c, case.viewer) for c in source):
        made.says = "you do not see which of these it is, if it is one of them"
    return Leaf(answer.path, made)


def _wrong_size(case: Inquiry, answer: _Answer) -> Leaf:
    question = answer.question
    choice = nodes.choice_of(question.statement) if question.statement is not None else None
    rule = rule_here(case, question.rule, question.span)
    number = ""
    if choice is not None and choice.number is not None:
        number = str(case.conditions.value(choice.number, answer.S, answer.env))
    how = {
        "exactly": f"exactly {number} are to be chosen",
        "up_to_many": f"up to {number} are to be chosen",
    }
    word = how.get(choice.how, "") if choice is not None else ""
    return Leaf(answer.path, None, word or "these do not go together", 0, (rule,))
