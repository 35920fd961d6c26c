"""Resolves words into an option of the question that is asked now: the only place that does.

An option has a name in saves, a label, a title without explanations, and the words of the rules.
`Chooser` reads each of them once for a state that waits for a decision; tests, `why`, scripts and
prompts differ only in the names that count. Saves, read where no labels are known, use the same
first name (`handles.option_named`). Prints nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.present import labels
from interpreter.present.answers import Match, match
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.program import Site
    from interpreter.present.model.parts import Option


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


class Chooser:
    """The options of the present question by all their names, as `viewer` reads them: the player
    who decides, if not given."""

    def __init__(self, plan: Plan, state: BaseState, viewer: int | None = None) -> None:
        self.plan, self.state = plan, state
        self.viewer = state.actor if viewer is None else viewer

    @classmethod
    def of(cls, plan: Plan, state: BaseState, options: Sequence[Option]) -> Chooser:
        """Give a chooser of options as a view tells them, which may be sets of answers."""
        made = cls(plan, state)
        made.names = [option.take for option in options]
        made.labels = [option.say for option in options]
        made.titles = [option.plain for option in options]
        return made

    @cached_property
    def names(self) -> list[str]:
        """The names of the options in saves and scripts; no two are alike."""
        return handles.option_handles(self.plan, self.state)

    @cached_property
    def labels(self) -> list[str]:
        """What a person reads of the options."""
        return labels.option_labels(self.plan, self.state, self.viewer)

    @cached_property
    def titles(self) -> list[str]:
        """The same without the texts that explain an option."""
        return labels.option_titles(self.plan, self.state, self.viewer)

    def quoted(self, said: str) -> list[object]:
        """Give the options that a test means by words in quotes: exactly as the rules say it, as a
        label, as a title or as a name in saves, in this order; none if nothing is called so."""
        if self.state.over:
            return []
        options = list(self.state.options)
        words = rule_words(self.plan, self.plan.program.sites[self.state.site])
        ways = (
            lambda: [words[option] for option in options] if words else [],
            lambda: self.labels,
            lambda: self.titles,
            lambda: self.names,
        )
        for way in ways:
            found = [one for one, name in zip(options, way(), strict=False) if name == said]
            if found:
                return found
        return []

    def typed(self, text: str, keys: Sequence[str] | None = None) -> Match:
        """Give the options that a person means: a key, a name, or some letters of it.

        `keys` are what is printed before the options; their numbers, if not given.
        """
        also = labels.other_names(self.plan, self.state)
        return match(text, self.labels, self.names, self.titles, keys, also)

    def scripted(self, text: str) -> tuple[int, ...]:
        """Give the places of the options that a line of a script means. A name comes before a
        number: `1` is what an option says, if one does."""
        if text in self.names:
            return (self.names.index(text),)
        fits = self.typed(text)
        return () if fits.by_text else fits.found
