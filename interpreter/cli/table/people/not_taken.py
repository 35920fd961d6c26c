"""Messages for input that is no option, in the words of the table: the one gate for all of them.

Takes the input, what it matches, and the options as shown; returns a line. Nothing that is only
meant for authors of rules gets through: no names with `_`, no braces, no question that is not
pending.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.diagnostics.suggest import nearest
from interpreter.present.model.parts import Option
from interpreter.present.option_matching import OptionMatch, plain

SHOWN = 40  # letters of what was typed that are said again
FEW = 6  # options that are named one by one
_OF_THE_RULES = re.compile(r"[{}]|\w_\w")


def in_table_words(said: str, typed: str) -> bool:
    """Whether a sentence uses only words that players know, or that they typed themselves."""
    return not _OF_THE_RULES.search(said.replace(typed, ""))


def refusal(
    text: str,
    fits: OptionMatch,
    options: Sequence[Option],
    commands: Sequence[str] = (),
    why: str = "",
) -> str:
    """Explain why no option was taken: several match, or none, with suggestions.

    `why` is the reason for the thing that was named, if there is one.
    """
    shown = text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
    if fits.found:
        return _several(shown, fits, options)
    if why and in_table_words(why, text):
        return why
    numbered = is_numbered([one.key for one in options])
    heads = [one.plain.split(":")[0] for one in options]
    close = nearest(text, [*commands, *heads])
    if not close:  # by a name that nobody is shown
        names = {one.take.replace("_", " "): head for one, head in zip(options, heads, strict=True)}
        close = names.get(nearest(text.replace("_", " "), [*names]) or "")
    if close and in_table_words(close, text):
        return f"`{shown}` is no option. Did you mean `{close}`?"
    if numbered and text.isdigit():
        return f"`{shown}` is no option: they go from 1 to {len(options)}."
    if len(options) == 1:
        return f"`{shown}` is no option. There is but one: `{_typed(options[0], numbered)}`."
    if numbered:
        return f"`{shown}` is no option. Type its number, or `help`."
    return (
        f"`{shown}` is no option. Type one as it is shown, such as `{options[0].key}`, or `help`."
    )


def not_now(text: str, options: Sequence[Option]) -> str:
    """Say that something on the table cannot be chosen now, and what can be."""
    numbered = is_numbered([one.key for one in options])
    said = [_typed(one, numbered) for one in options[:FEW]]
    if len(options) > FEW:
        return f"`{text}` cannot be chosen now. Possible are {', '.join(said)} and others."
    only = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"
    return f"`{text}` cannot be chosen now, only {only}."


def offered(options: Sequence[Option]) -> str:
    """List what can be chosen, as far as that takes only a few words."""
    numbered = is_numbered([one.key for one in options])
    said = [_typed(one, numbered) for one in options[:FEW]]
    return f"Offered are {', '.join(said)}{' and others' if len(options) > FEW else ''}."


def is_numbered(keys: Sequence[str]) -> bool:
    """Whether options are typed by their numbers."""
    return sorted(keys) == sorted(str(number) for number in range(1, len(keys) + 1))


def _several(shown: str, fits: OptionMatch, options: Sequence[Option]) -> str:
    numbered = is_numbered([one.key for one in options])
    some = [_typed(options[i], numbered) for i in fits.found[:FEW]]
    left = len(fits.found) - len(some)
    more = f" and {left} more" if left else ""
    if fits.by_text:
        return (
            f"`{shown}` is no title. It is in the text of {', '.join(some)}{more}; "
            "type the number or the title of what you mean."
        )
    if left:
        return f"`{shown}` fits several: {', '.join(some)}{more}."
    return f"`{shown}` fits several: {', '.join(some[:-1])} or {some[-1]}?"


def _typed(option: Option, numbered: bool) -> str:
    """Format an option by its key, with its title if the key is a number."""
    title = option.plain.split(": ")[0].split(" (")[0]
    if not numbered:
        return option.key
    return title if plain(title) == plain(option.key) else f"{option.key} {title}"
