"""What `?` says about a question and its options: the rule, its citations, the card text.

Takes a state and the reader; gives lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.present import printed_lines, temporary_effects, words
from interpreter.present.labels import is_place, one_line
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.declared import Site
    from interpreter.ir.program import Func


def of_question(plan: Plan, state: BaseState) -> list[str]:
    """Describe the rule behind the question: its card's text and the rules it cites."""
    site = plan.program.sites[state.site]
    func = plan.program.funcs.get(site.func)
    lines = []
    if func is not None:
        made = next((d for d in plan.program.designs if d.id == func.card), None)
        if made is not None and made.text:
            lines.append(f"{made.title}: {one_line(made.text)}")
        lines += _cited(plan, func)
    if site.secret:
        lines.append("Nobody else is told your answer before all have chosen.")
    return lines


def of_option(plan: Plan, state: BaseState, index: int, viewer: int | None) -> list[str]:
    """Describe one option: the rule it stands for with citations, its card, and prices.

    Empty if the viewer may not see what it stands for, or if nothing is to be said."""
    site = plan.program.sites[state.site]
    option = state.options[index]
    if site.sort == "menu":
        _, sort, name, card = site.items[option]
        if sort == "pass":
            return []
        lines = []
        made = next((d for d in plan.program.designs if d.id == card), None)
        if made is not None and made.text:
            lines.append(f"{made.title}: {one_line(made.text)}")
        func = plan.program.funcs.get(name)
        return lines + (_cited(plan, func) if func is not None else [])
    if site.sort == "options":
        return _rule_of(plan, site, option)
    if site.sort != "choose" or not site.type.is_piece or option < 0:
        return []
    if not handles.sees_piece(plan, state, option, viewer):
        return []
    made = handles.design(plan, option)
    facts = [] if is_place(plan, made.kind) else printed_lines.printed_facts(plan, made, whole=True)
    lines = [words.capital("; ".join(facts))] if facts else []
    if site.said and made.text:  # the rules' own wording leaves out the card's text
        lines.append(one_line(made.text))
    prices = temporary_effects.prices(plan, state, option, viewer) if viewer is not None else []
    return lines + [f"{words.capital(said)}: {why}" for said, why in prices]


def _rule_of(plan: Plan, site: Site, option: int) -> list[str]:
    """Describe the rule that an option carries out: title, citations, and house rules.

    House rules are named if the rule comes from them. Empty if the option stands for no rule."""
    name = site.deeds[option] if site.deeds else ""
    func = plan.program.funcs.get(name)
    if func is None:
        return []
    lines = _cited(plan, func)
    house, _ = plan.program.house_cites.get(func.span.source.path, ("", ()))
    if house:
        lines.insert(0, f'{func.title or words.capital(words.spoken(name))}: a rule of "{house}"')
    elif func.title and func.title != site.items[option]:
        lines.insert(0, func.title)
    return lines


def _cited(plan: Plan, func: Func) -> list[str]:
    lines = []
    for cite in func.cites:
        title = plan.program.citations.get(cite, "")
        lines.append(f"{cite}: {title}" if title else cite)
    return lines
