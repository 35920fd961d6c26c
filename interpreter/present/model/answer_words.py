"""Questions and answers in the words of the table, for statistics over many games.

Takes a plan, the number of a question and the engine's value of an answer; no state, so that the
words are the same in all games. A card is named by its title.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.present import aims, labels, words
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import Option

if TYPE_CHECKING:
    from interpreter.ir.declared import Site
    from interpreter.ir.types import Type


def question_words(plan: Plan, site: int) -> str:
    """Word a question: the title of a menu, or what is chosen and what for."""
    asked = plan.program.sites[site]
    if asked.title or asked.sort == "menu":
        return labels.site_title(plan, asked)
    title = labels.rule_title(plan, asked.func)
    if asked.sort == "options":
        return title
    verb = aims.aim(plan, asked)
    chosen = f"choose {_noun(asked)}{f' to {verb}' if verb else ''}"
    return title if chosen == title.lower() else f"{title}: {chosen}"


def _noun(asked: Site) -> str:
    if asked.type.is_yes_no:
        return "yes or no"
    noun = words.spoken(asked.name)
    if noun.startswith("other "):
        return f"another {noun[6:]}"
    if asked.type.is_list or noun.endswith("s"):
        return noun
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def answer_words(plan: Plan, site: int, value: Option) -> str:
    """Word an answer: the title of what is done, of the card or of the value."""
    asked = plan.program.sites[site]
    values = value if isinstance(value, tuple) else (value,)
    if asked.sort == "menu":
        return labels.menu_title(plan, asked.items[values[0]])
    if asked.sort == "options":
        return words.capital(words.spoken(str(asked.items[values[0]])))
    kind = asked.type.element if isinstance(value, tuple) and asked.type.is_list else asked.type
    return words.joined(words.typed_words(plan, kind, one) for one in values) or "none"


def answer_name(plan: Plan, site: int, value: Option) -> str:
    """Name an answer independently of who gives it: a card is named by its design."""
    question = plan.program.sites[site]
    values = value if isinstance(value, tuple) else (value,)
    if question.sort == "menu":
        return handles.plain_word(question.items[values[0]][2])
    if question.sort == "options":
        return handles.plain_word(question.items[values[0]])
    kind = question.type
    if isinstance(value, tuple) and kind.is_list:
        kind = kind.element
    return " and ".join(_designed(plan, kind, v) for v in values) or "none"


def _designed(plan: Plan, kind: Type, value: int) -> str:
    """Name a value by its design; of a joint choice, each of its parts."""
    if kind.is_joint:
        parts = kind.split(value)
        return " and ".join(_designed(plan, part, one) for _, part, one in parts)
    return handles.design_handle(plan, kind, value)
