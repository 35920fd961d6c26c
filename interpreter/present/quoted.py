"""Which options an answer in quotes means: as the rules say it, as players read it, or by its name
in saves.

Takes a plan and a state that waits for a decision. Tests are read and recorded with it.
"""

from __future__ import annotations

from interpreter.ir.program import Site
from interpreter.present import labels
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState


def rule_words(plan: Plan, site: Site) -> list[str]:
    """Give the words of the rules for each item of a menu or a list, offered or not."""
    if site.sort == "options":
        return [str(item) for item in site.items]
    if site.sort != "menu":
        return []
    funcs = plan.program.funcs
    return [
        str(item[2]) if item[1] == "pass" else funcs[item[2]].title or item[2]
        for item in site.items
    ]


def shown(plan: Plan, state: BaseState) -> list[str]:
    """Give what a person reads of the options, in their order."""
    return labels.option_labels(plan, state, state.actor)


def meant(plan: Plan, state: BaseState, said: str) -> list[object]:
    """Give the options that are called so; none if nothing that is offered is."""
    if state.over:
        return []
    site = plan.program.sites[state.site]
    options = list(state.options)
    plain = rule_words(plan, site)
    ways = (
        lambda: [plain[option] for option in options] if plain else [],
        lambda: shown(plan, state),
        lambda: labels.option_titles(plan, state, state.actor),
        lambda: handles.option_handles(plan, state),
    )
    for way in ways:
        found = [option for option, name in zip(options, way(), strict=False) if name == said]
        if found:
            return found
    return []
