"""Prices as conditions at a position: what they ask for, what is missing, and their rule.

Takes numbers of conditions of the explaining print with the values of their locals; returns
`Condition`s with values and places. Changes no state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Bill:
    """A cost at a position, by symbols: what is due, what is there for it, and what is missing.

    `less` is the reduction that the player asks for, None for any; `spare` counts wild symbols
    that are left over, and `free` what the player may still leave out.
    """

    purse: money.Purse
    due: tuple[int, ...]
    most: int
    have: tuple[int, ...]
    less: tuple[int, ...] | None

    @property
    def left(self) -> tuple[int, ...]:
        """What is due after the reduction that was asked for."""
        return self.due if self.less is None else tuple(sets.vsub(self.due, self.less))

    @property
    def missing(self) -> tuple[int, ...]:
        """How many of each symbol are missing, before wild symbols stand in for them."""
        return tuple(max(0, cost - n) for cost, n in zip(self.left, self.have, strict=True))

    @property
    def free(self) -> int:
        """How much the player may still choose to leave out."""
        return self.most if self.less is None else 0

    @property
    def spare(self) -> int:
        """How many wild symbols are left over for what is missing."""
        if self.less is not None:
            return 0
        return sum(max(0, self.have[i] - self.left[i]) for i in self.purse.wild)

    @property
    def total(self) -> int:
        """How many symbols are missing after all."""
        return max(0, sum(self.missing) - self.free - self.spare)

    @property
    def asked(self) -> tuple[int, ...]:
        """What the player has of the symbols that can pay for this."""
        return tuple(
            n if cost or i in self.purse.wild else 0
            for i, (cost, n) in enumerate(zip(self.due, self.have, strict=True))
        )

    def fault_of_reduction(self) -> str:
        """Say why what the player asks to leave out does not do; empty if it does."""
        if self.less is None:
            return ""
        if sum(self.less) != self.most:
            return f"exactly {self.most} of the cost must be left out"
        if any(a > b for a, b in zip(self.less, self.due, strict=True)):
            return "this would leave out more than is asked for"
        return ""


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
    bill = Bill(purse, due, most, have, None if less is None else money.made_up(purse, less, most))

    def amounts(what: tuple[int, ...]) -> str:
        return words.amounts_words(case.plan, symbols, what)

    told = [ConditionValue("the cost", amounts(due), list(due))]
    if most:
        told.append(ConditionValue("left out by choice", str(most), most))
    told.append(ConditionValue("you have", amounts(bill.asked), list(bill.asked)))
    holds = reason_holds(case, reason, S, env)
    fault = bill.fault_of_reduction()
    short, says = "", fault or "the cost can be paid"
    if not fault and bill.total:
        says = "it cannot be paid like this" if holds else "the cost cannot be paid"
        short = f"{amounts(bill.missing)} short"
        if bill.free or bill.spare:
            which = [i for i, n in enumerate(bill.missing) if n]
            what = words.value_title(case.plan, symbols, which[0])
            short = f"{bill.total} {what} short"
            if len(which) > 1:
                short = f"{bill.total} short, of {amounts(bill.missing)}"
    elif not fault and (not holds or less is not None):
        says = "the bank cannot give change"
    return Condition(
        reason=reason,
        sort="pay",
        rule=rule_here(case, reason.rule, reason.span),
        env=dict(env),
        state=S,
        holds=holds,
        says=says,
        phrase=one_line(reason.span.text),
        values=told,
        short=short,
        missing=bill.total,
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
