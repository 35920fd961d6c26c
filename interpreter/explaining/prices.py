"""Prices as conditions at a position: what they ask for, what is missing, and their rule.

Takes numbers of conditions of the explaining print with the values of their locals; returns
`Condition`s with values and places. Changes no state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.backends.python.explained import Reason
from interpreter.diagnostics import Span
from interpreter.explaining.explanations import Condition, RuleReference
from interpreter.explaining.inquiry import Inquiry
from interpreter.ir.program import Program
from interpreter.present import words
from interpreter.present.condition_words import ConditionValue, one_line
from interpreter.run import money, sets
from interpreter.run.state import BaseState, Env


def reason_holds(case: Inquiry, reason: Reason, state: BaseState, env: Env) -> bool:
    """Check whether a condition holds at a position, for these values of its names."""
    code = case.conditions.code(reason.code, reason.names)
    return bool(code(state, *(env[name] for name in reason.names)))


def rule_here(case: Inquiry, name: str, span: Span) -> RuleReference:
    """Build the `RuleReference` for a rule of the inquiry's game and a place in it."""
    return rule_of(case.plan.program, name, span)


def payment_condition(
    case: Inquiry, number: int, env: Env, S: BaseState, less: Any = None
) -> Condition:
    """Evaluate a cost: what is due, how much may be left out, what the player has, what is missing.

    `less` is the reduction that the player asks for; None for any.
    """
    reason: Reason = case.rules.reasons[number]
    statement, due_name, most_name = reason.data
    kept = statement.payment.purse
    player = case.conditions.value(statement.args[0], S, env)
    due, most = tuple(env[due_name]), int(env[most_name])
    purse = case.space[f"MONEY_{kept.kind}"]
    symbols = case.plan.program.kinds[kept.kind].printed[kept.symbol].of
    have = tuple(money.wealth(S, purse, player, i) for i in range(len(due)))
    if less is not None:
        less = money.made_up(purse, less, most)
    left = due if less is None else tuple(sets.vsub(due, less))
    free_of_choice = most if less is None else 0
    missing = tuple(max(0, cost - there) for cost, there in zip(left, have, strict=True))
    spare = 0 if less is not None else sum(max(0, have[i] - left[i]) for i in purse.wild)
    total = max(0, sum(missing) - free_of_choice - spare)

    def amounts(what: tuple[int, ...]) -> str:
        return words.amounts_words(case.plan, symbols, what)

    told = [ConditionValue("the cost", amounts(due), list(due))]
    if most:
        told.append(ConditionValue("left out by choice", str(most), most))
    asked = tuple(
        there if cost or i in purse.wild else 0
        for i, (cost, there) in enumerate(zip(due, have, strict=True))
    )
    told.append(ConditionValue("you have", amounts(asked), list(asked)))
    holds = reason_holds(case, reason, S, env)
    short, says = "", "the cost can be paid" if holds else "the cost cannot be paid"
    if less is not None and sum(less) != most:
        says = f"exactly {most} of the cost must be left out"
    elif less is not None and any(a > b for a, b in zip(less, due, strict=True)):
        says = "this would leave out more than is asked for"
    elif total:
        says = "it cannot be paid like this" if holds else "the cost cannot be paid"
        short = f"{amounts(missing)} short"
        if free_of_choice or spare:
            which = [i for i, n in enumerate(missing) if n]
            what = words.value_title(case.plan, symbols, which[0])
            short = (
                f"{total} {what} short"
                if len(which) == 1
                else (f"{total} short, of {amounts(missing)}")
            )
    elif not holds or less is not None:
        says = "the bank cannot give change"
    rule = rule_here(case, reason.rule, reason.span)
    phrase = one_line(reason.span.text)
    return Condition(
        reason=reason,
        sort="pay",
        rule=rule,
        env=dict(env),
        state=S,
        holds=holds,
        says=says,
        phrase=phrase,
        values=told,
        short=short,
        missing=total,
    )


def exchange_condition(
    case: Inquiry,
    reason: Reason,
    env: dict[str, object],
    state: BaseState,
    holds: bool,
    rule: RuleReference,
) -> Condition:
    """Evaluate an exchange of small money for large, or back."""
    kept, verb = reason.data.money, reason.data.how
    player = case.conditions.value(reason.data.args[0], state, env)
    symbol = case.conditions.value(reason.data.args[1], state, env)
    purse = case.space[f"MONEY_{kept.kind}"]
    worth = sorted(kept.worth.items(), key=lambda one: one[1])
    small, large = words.spoken(worth[0][0]), words.spoken(worth[-1][0])
    pieces = getattr(state, purse.kept)
    bank = getattr(state, purse.bank)
    start, at = player * purse.designs, symbol * purse.designs
    kind = case.plan.program.kinds[kept.kind]
    title = words.value_title(case.plan, kind.printed[kept.symbol].of, symbol)
    give, take = (small, large) if verb == "join" else (large, small)
    need = (purse.size, 1) if verb == "join" else (1, purse.size)
    place = {small: purse.small[symbol], large: purse.large[symbol]}
    have, there = pieces[start + place[give]], bank[at + place[take]]
    told = [
        ConditionValue(f"{title} {give}s", str(have), have),
        ConditionValue(f"{title} {take}s left to take", str(there), there),
    ]
    lacking = max(0, need[0] - have), max(0, need[1] - there)
    which = give if have < need[0] else take
    given = words.counted(need[0], f"{title} {give}", f"{title} {give}s")
    taken = words.counted(need[1], f"{title} {take}", f"{title} {take}s")
    says = f"{given} for {taken}"
    short = "" if holds else f"{lacking[0] or lacking[1]} {title} {which} short"
    return Condition(
        reason=reason,
        sort="exchange",
        rule=rule,
        env=env,
        state=state,
        holds=holds,
        says=says,
        phrase="",
        values=told,
        short=short,
        missing=sum(lacking),
    )


def rule_of(program: Program, name: str, span: Span) -> RuleReference:
    """Build a `RuleReference` from the title and citations of a rule, and a place in it.

    House rules are attributed to their overlay, rules on cards to the card. An unknown name yields
    a rule without title and citations.
    """
    func = program.funcs.get(name.rstrip("."))
    if func is None:
        return RuleReference(name.rstrip("."), "", (), span)
    cites, title = tuple(func.cites), func.title
    laid = program.house_cites.get(span.source.path)
    if laid is not None and (not cites or func.span.source.path != span.source.path):
        cites = laid[1]  # a line added to a rule by house rules, or a rule of theirs
        if func.span.source.path != span.source.path:
            title = f'{title or words.capital(words.spoken(func.name))}, with "{laid[0]}"'
    if func.card:
        design = next((d for d in program.designs if d.id == func.card), None)
        if design is not None:
            cites = cites or (() if laid else sources_of(design.source, program.citations))
            title = title or str(design.title)
    return RuleReference(func.name.partition("__")[0], title, cites, span)


def sources_of(source: str, citations: Mapping[str, str]) -> tuple[str, ...]:
    """List the citations that a component's `source` names."""
    return tuple(word for word in source.replace(",", " ").split() if word in citations)
