"""Conditions at a position: whether they hold, what they depend on, and what is missing.

Takes numbers of conditions of the explaining print with the values of their locals; returns
`Condition`s with values and places. Changes no state and tries no moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from interpreter.backends.python.explained import Listed, Question, Reason, rules_of
from interpreter.backends.target import make
from interpreter.explaining.explanations import Condition, Meant, MoveStep, RuleReference
from interpreter.explaining.inquiry import Inquiry
from interpreter.explaining.lists_read import among_words, candidates, chosen_from, lacks
from interpreter.explaining.prices import (
    exchange_condition,
    payment_condition,
    reason_holds,
    rule_here,
    sources_of,
)
from interpreter.explaining.typed_moves import Unseen
from interpreter.ir import nodes
from interpreter.ir.declared import Site
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr
from interpreter.ir.types import YES_NO
from interpreter.ir.walking import expressions, walk
from interpreter.present import labels, words
from interpreter.present.condition_words import ConditionValue, whole
from interpreter.run import handles
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState

_DENIED: dict[type[Expr], type[Expr]] = {
    nodes.Lt: nodes.Ge,
    nodes.Le: nodes.Gt,
    nodes.Gt: nodes.Le,
    nodes.Ge: nodes.Lt,
}
UP_TO: tuple[type[Expr], ...] = (nodes.Lt, nodes.Le, nodes.Gt, nodes.Ge)
COUNTED = (nodes.ZoneSize, nodes.Count, nodes.Size)
NAMED = ("value", "piece", "space")  # types whose values have names of their own
EXACTLY: dict[bool, tuple[type[Expr], ...]] = {
    True: (nodes.Eq,),
    False: (nodes.Ne,),
}  # by whether the comparison should hold


def condition_at(case: Inquiry, number: int, env: dict[str, object], state: BaseState) -> Condition:
    """Evaluate a condition at a position, with the values it depends on if the player sees them."""
    reason: Reason = case.rules.reasons[number]
    case.conditions.names = called_names(case.plan).get(number, {})
    holds = reason_holds(case, reason, state, env)
    rule = rule_here(case, reason.rule, reason.span)
    if reason.sort == "pay":
        return payment_condition(case, number, env, state)
    if reason.sort == "exchange":
        return exchange_condition(case, reason, env, state, holds, rule)
    test = reason.test
    assert test is not None
    known = env
    if reason.sort == "source" and number in _amongs(case.plan):
        return _among(case, reason, env, state, holds, rule)
    hidden = not case.conditions.visible(test, state, known)
    parts = (
        case.conditions.held(test, state, known)
        if holds
        else case.conditions.blamed(test, state, known)
    )
    told = [] if hidden else case.conditions.in_words(parts, state, known, test)
    short, missing = ("", 0) if hidden or holds else shortage(case, parts, state, known)
    phrase = "" if hidden else whole(test.span)
    return Condition(
        reason=reason,
        sort=reason.sort,
        rule=rule,
        env=env,
        state=state,
        holds=holds,
        says=_with_values(case, reason, env, state) if reason.sort == "source" else reason.text,
        phrase=phrase,
        values=told,
        short=short,
        missing=missing,
        hidden=hidden,
        titled=reason.said and bool(told) and case.conditions.titled(test),
    )


def _with_values(case: Inquiry, reason: Reason, env: dict[str, object], state: BaseState) -> str:
    """Word what a choice is made from, with its names replaced by their values.

    Places, pieces, players and values are replaced: `it is not among clearings next to 12 fox`.
    """
    func = case.plan.program.funcs.get(reason.rule)
    text = reason.text
    for name, kind in func.params if func is not None else ():
        value = env.get(name)
        if kind.base in ("piece", "space", "player", "value") and isinstance(value, int):
            said = case.conditions.worded(kind, value, state)
            text = said.join(re.split(rf"(?<![\w']){name}(?![\w'])", text))
    return text


def _among(
    case: Inquiry,
    reason: Reason,
    env: dict[str, object],
    state: BaseState,
    holds: bool,
    rule: RuleReference,
) -> Condition:
    """Evaluate whether something is among what is offered at all."""
    source = reason.test
    assert source is not None
    told: list[ConditionValue] = []
    missing, short = 0, ""
    text = _with_values(case, reason, env, state)
    hidden = not case.conditions.visible(source, state, env)
    if isinstance(source, nodes.Range):
        for arg in source.args:
            told += case.conditions.values_of(arg, state, env)
        low, high = (case.conditions.value(arg, state, env) for arg in source.args)
        text = f"it goes from {low} to {high}" if low <= high else "there is no such number"
    elif not hidden:
        candidate = env.get(next(iter(set(reason.names) - free(source)), ""))
        item = source.type.element
        if item.is_piece and isinstance(candidate, int) and candidate >= 0:
            local = nodes.Local((), item, source.span, "_c")
            place = nodes.InPlay((local,), YES_NO, source.span)
            told = [
                t
                for t in case.conditions.in_words([(place, True)], state, env | {"_c": candidate})
                if t.what.startswith("where") and state.loc[candidate] >= 0
            ]
    return Condition(
        reason=reason,
        sort="source",
        rule=rule,
        env=env,
        state=state,
        holds=holds,
        says=text,
        phrase=candidates(reason),
        values=told,
        short=short,
        missing=missing,
        hidden=hidden and isinstance(source, nodes.Range),
    )


@cached
def called_names(plan: Plan) -> dict[int, dict[str, str]]:
    """Map each condition of a question to the name of the question's candidate; cached."""
    names: dict[int, dict[str, str]] = {}
    for question in rules_of(plan).questions:
        site = plan.program.sites[question.site]
        name = "" if site.type.is_joint else site.name
        for number in (question.among, *question.tests):
            names[number] = {question.candidate: name}
    return names


@cached
def _amongs(plan: Plan) -> set[int]:
    """Collect the numbers of all conditions that something is among what is offered; cached."""
    return {question.among for question in rules_of(plan).questions}


def shortage(
    case: Inquiry, parts: Iterable[tuple[Expr, bool]], state: BaseState, env: Mapping[str, object]
) -> tuple[str, int]:
    """Measure by how much a comparison of numbers fails: `1 short`, `2 too many`, with the number.

    Returns an empty text and 0 unless exactly one comparison has such a gap.
    """
    found: list[tuple[int, str]] = []
    for part, want in parts:
        op = type(part)
        if op not in EXACTLY[want] + UP_TO or not part.args[0].type.is_number:
            return "", 0
        if not want:
            op = _DENIED[op]
        left, right = (case.conditions.value(arg, state, env) for arg in part.args)
        if op in EXACTLY[want]:
            if any(type(arg) in COUNTED for arg in part.args):
                return "", 0  # an occupied place lacks nothing that a player could have
            found.append((abs(left - right), ""))  # either side could change
            continue
        gap = {
            nodes.Ge: right - left,
            nodes.Gt: right - left + 1,
            nodes.Le: left - right,
            nodes.Lt: left - right + 1,
        }[op]
        halves = part.args[0].type.halves
        number = f"{gap / 2:g}" if halves else str(gap)
        lacking = part.args[0] if op in (nodes.Ge, nodes.Gt) else part.args[1]
        what = _kept_in(case, lacking)
        word = "short" if what or op in (nodes.Ge, nodes.Gt) else "too many"
        found.append((gap, f"{number}{f' {what}' if what else ''} {word}"))
    if len(found) != 1 or found[0][0] <= 0:
        return "", 0
    return found[0][1], found[0][0]


def nothing_there(
    case: Inquiry, question: Question, env: dict[str, object], T: BaseState, there: int
) -> Condition:
    """Build the failed condition for a question with nothing, or not enough, to choose from."""
    reason: Reason = case.rules.reasons[question.none]
    choice = nodes.choice_of(question.statement)
    rule = rule_here(case, question.rule, question.span)
    count = make.call("len", make.call("list", question.source))
    code = make.compare(count, ">", 0)
    listed = among_words(case.rules, question)
    told = [ConditionValue(listed, str(there), there)] if there else []
    says = "there is nothing to choose from" if there else _empty(case, question, env, T)
    short, missing = "", 0
    if there and choice.number is not None:
        wanted = case.conditions.value(choice.number, T, env)
        code = make.compare(count, ">=", wanted)
        says = f"there are fewer than {wanted} to choose from"
        missing = wanted - there
        short = f"{missing} short"
    reason = replace(reason, code=code, names=question.names, test=choice.source)
    hidden = not case.conditions.visible(choice.source, T, env)
    return Condition(
        reason=reason,
        sort="none",
        rule=rule,
        env=env,
        state=T,
        holds=False,
        says=says,
        phrase="",
        values=[] if hidden else told,
        short="" if hidden else short,
        missing=missing,
        hidden=hidden,
    )


def _empty(case: Inquiry, question: Question, env: dict[str, object], T: BaseState) -> str:
    """Word which source of a choice is empty, as far as the player sees it."""
    nothing = "there is nothing to choose from"
    source = nodes.choice_of(question.statement).source
    site = case.plan.program.sites[question.site]
    if not site.type.is_joint:
        said = among_words(case.rules, question)
        if (
            not said
            or isinstance(source, nodes.Range)
            or not case.conditions.visible(source, T, env)
        ):
            return nothing
        return lacks(said)
    empty = []
    for (name, _), part in zip(site.type.elements, source.args, strict=False):
        if free(part) <= env.keys() and case.conditions.visible(part, T, env):
            said = chosen_from(question, name)
            if said and not list(case.conditions.value(part, T, env)):
                empty.append(lacks(said))
    return words.joined(empty) or nothing


def carried_out(case: Inquiry, S: BaseState, card: str) -> Condition | None:
    """Return the unmet condition that the player has `card`, whose rules allow an action.

    Returns None if the player has it.
    """
    program = case.plan.program
    test: Expr = program.carried[card]
    design = next(d for d in program.designs if d.id == card)
    reason = Reason(
        "card",
        f"you do not have {design.title}",
        True,
        design.span,
        "",
        ("you",),
        make.rule(f"carries_{card}", make.local("you")),
        test,
    )
    env = {"you": S.actor}
    if reason_holds(case, reason, S, env):
        return None
    rule = RuleReference(
        card, str(design.title), sources_of(design.source, program.citations), design.span
    )
    return Condition(
        reason=reason,
        sort="card",
        rule=rule,
        env=env,
        state=S,
        holds=False,
        says=reason.text,
        phrase="",
    )


def _kept_in(case: Inquiry, e: Expr) -> str:
    """Find the number kept by players that an expression mentions; empty if not just one."""
    said = set(re.findall(r"[a-z0-9]+", words.spoken(e.span.text)))
    kept = {
        f.name
        for f in case.plan.program.fields
        if f.holder == "player" and f.type.is_number and f.name in said
    }
    return kept.pop() if len(kept) == 1 else ""


def step_of(
    case: Inquiry,
    S: BaseState,
    site: Site,
    value: Any,
    meant: Meant | None = None,
    listed: Listed | None = None,
) -> MoveStep:
    """Build the step for an answer, with its texts for players and for scripts made on demand.

    `meant` is given if somebody named the answer.
    """
    question = handles.question_handle(case.plan, site.number)
    option = None if isinstance(value, Unseen | str) else value
    options = list(S.options) if S.site == site.number else []
    parts = meant.parts if meant is not None else None
    asked = _asked_at(case, S, site, listed)
    asks = ""
    if site.sort not in ("menu", "options"):
        asks = labels.title_with(case.plan, site.func, asked[1])

    def said() -> tuple[str, str, str]:
        whole = parts is None or len(parts) == len(site.type.elements)
        if whole and (offered := _as_offered(case, S, site, value, options)):
            return offered, _handle(case.plan, S, site, value), ""
        if parts is not None and site.type.is_joint:
            return _said_in_parts(case, S, site, value, parts)
        return (*_said(case, S, site, value, options, asked), "")

    used = meant.used if meant is not None else 0
    return MoveStep(site.number, option, meant is not None, said, question, asks, used)


def _as_offered(case: Inquiry, S: BaseState, site: Site, value: Any, options: list[object]) -> str:
    """Label an option as its question words it; empty if it is not offered right now."""
    if site.sort != "choose" or S.probe or value not in options:
        return ""
    return labels.event_label(case.plan, S, options.index(value), case.viewer) or ""


def _said_in_parts(
    case: Inquiry, S: BaseState, site: Site, value: Any, parts: tuple[int, ...]
) -> tuple[str, str, str]:
    """Label a combined choice: named parts, their handles, and the parts left open."""
    named: list[str] = []
    open_: list[str] = []
    names: list[str] = []
    for place, (name, kind, one) in enumerate(site.type.split(value)):
        label = case.conditions.worded(kind, one, S)
        if kind.is_number:
            label = f"{words.spoken(name)} {label}"
        (named if place in parts else open_).append(label)
        if place in parts:
            names.append(handles.value_handle(case.plan, S, kind, one, 0))
    return ", ".join(named), "_and_".join(names), ", ".join(open_)


def _asked_at(
    case: Inquiry, S: BaseState, site: Site, listed: Listed | None
) -> tuple[Question | None, dict[str, object]]:
    """Find the question of a site and the locals it is asked with; these are empty if unknown."""
    listed = case.listed if S is case.state else listed
    if listed is not None:
        question: Question = case.rules.questions[listed[0]]
        if question.site == site.number:
            return question, dict(zip(question.names, listed[2], strict=True))
    every = (q for q in case.rules.questions if q.site == site.number)
    return next(every, None), {}


def _said(
    case: Inquiry,
    S: BaseState,
    site: Site,
    value: Any,
    options: list[object],
    asked: tuple[Question | None, dict[str, object]] = (None, {}),
) -> tuple[str, str]:
    if isinstance(value, Unseen):
        design = case.plan.program.designs[value.design]
        return str(design.title), str(design.id)
    if isinstance(value, str):
        return words.capital(words.spoken(value)), value
    if site.sort == "menu":
        names = case.vocabulary.item_names(site.items[value])
        return names[1], names[0]
    if site.sort == "options":
        text = str(site.items[value])
        return _deed(case, S, site, value, text, options, *asked), handles.plain_word(text)
    handle = _handle(case.plan, S, site, value)
    if site.sort == "pay":
        return handle.replace("_", " "), handle
    if site.several and value == -1:
        return "that is all", "none"
    if site.type.is_joint:
        every = tuple(range(len(site.type.elements)))
        return _said_in_parts(case, S, site, value, every)[:2]
    return case.conditions.worded(site.type, value, S, place=True), handle


def _deed(
    case: Inquiry,
    S: BaseState,
    site: Site,
    value: Any,
    text: str,
    options: list[object],
    question: Question | None,
    env: Mapping[str, object],
) -> str:
    """Label one of several deeds as the question words it, if it is offered now.

    Otherwise its names are replaced by their values, or by their types where these are unknown.
    """
    if value in options and S.stack != []:
        copy = S.clone()
        copy.probe, copy.site, copy.options = 0, site.number, options
        said = labels.option_labels(case.plan, copy, case.viewer)[options.index(value)]
        if said != text:  # the label tells its effect
            return said
    if question is None or question.statement is None or f'"{text}"' in site.span.text:
        return text
    body = nodes.lines_of(question.statement)[value].body
    if (
        len(body) == 1
        and isinstance(body[0], nodes.Exchange)
        and free(body[0].args[1]) <= env.keys()
    ):
        kept, verb = body[0].money, body[0].how
        symbol = case.conditions.value(body[0].args[1], S, env)
        event = ("exchange", S.actor, symbol, verb, kept.kind)
        return words.capital(labels.money_event(case.plan, event))
    for s in walk(body):
        for e in expressions(s):
            if isinstance(e, nodes.Local) and e.type.base in NAMED:
                known = e.name in env
                named = case.conditions.worded(e.type, env[e.name], S) if known else e.type.of
                text = re.sub(rf"\b{case.conditions.called(e)}\b", words.spoken(named), text)
    return text


def rule_of_step(case: Inquiry, site: Site, value: Any) -> RuleReference:
    """Find the rule that an answer stands for: an action of a menu, else the rule that asks."""
    if site.sort == "menu" and isinstance(value, int):
        _, sort, name, _ = site.items[value]
        if sort != "pass":
            func = case.plan.program.funcs[name]
            return rule_here(case, name, func.span)
    return rule_here(case, site.func, site.span)


def _handle(plan: Plan, S: BaseState, site: Site, value: Any) -> str:
    kind = site.type
    if site.sort == "pay":
        return handles.less_name(plan, kind, value)
    if isinstance(value, tuple):
        item = kind.element
        return "_and_".join(handles.value_handle(plan, S, item, one, 1) for one in value) or "none"
    return handles.value_handle(plan, S, kind, value, 1)
