"""Resolves input to an option of the current question; nothing else does.

An option has a name in saves, a label, a title without explanations, and the wording of the rules.
`Chooser` reads each of them once for a state that waits for a decision; tests, `why`, scripts and
prompts differ only in the names that count. Saves, which are read where no labels are known, use
the same first name (`handles.option_named`). Prints nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.present import labels
from interpreter.present.option_matching import OptionMatch, match
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.declared import Site
    from interpreter.present.model.parts import Option
    from interpreter.run.state import Option as EngineOption


def rule_words(plan: Plan, site: Site) -> list[str]:
    """Return the rules' wording for each item of a menu or list of options, offered or not.

    Empty for other questions."""
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
    """The options of the current question by all their names, as `viewer` reads them.

    By default, the viewer is the player who decides."""

    def __init__(self, plan: Plan, state: BaseState, viewer: int | None = None) -> None:
        self.plan, self.state = plan, state
        self.viewer = state.actor if viewer is None else viewer

    @classmethod
    def of(cls, plan: Plan, state: BaseState, options: Sequence[Option]) -> Chooser:
        """Create a chooser for options as a view presents them, which may be sets of answers."""
        made = cls(plan, state)
        made.names = [option.take for option in options]
        made.labels = [option.say for option in options]
        made.titles = [option.plain for option in options]
        return made

    @cached_property
    def names(self) -> list[str]:
        """The ids of the options in saves and scripts, without duplicates."""
        return handles.option_handles(self.plan, self.state)

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the options as a person reads them."""
        return labels.option_labels(self.plan, self.state, self.viewer)

    @cached_property
    def titles(self) -> list[str]:
        """The labels without texts that explain an option."""
        return labels.option_titles(self.plan, self.state, self.viewer)

    def quoted(self, said: str) -> list[EngineOption]:
        """Find the options that a test means by words in quotes; empty if there are none.

        Tries the exact wording of the rules, then labels, titles, and ids in saves."""
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

    def typed(self, text: str, keys: Sequence[str] | None = None) -> OptionMatch:
        """Match what a person typed: a key, a name, or some letters of it.

        `keys` are those printed before the options, by default their numbers."""
        also = labels.other_names(self.plan, self.state)
        return match(text, self.labels, self.names, self.titles, keys, also)

    def scripted(self, text: str) -> tuple[int, ...]:
        """Find the indexes of the options that a line of a script means.

        A name has precedence over a number: `1` may be the name of an option."""
        if text in self.names:
            return (self.names.index(text),)
        fits = self.typed(text)
        return () if fits.by_text else fits.found
