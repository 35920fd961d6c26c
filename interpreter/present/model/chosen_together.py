"""Several things chosen at once as one answer.

Things are named in any order, each by its letter, its number or its name. Takes options whose parts
are these things; gives what is typed for each, and what was meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.present.model.parts import Option, PendingQuestion
from interpreter.present.option_matching import plain

FEWEST = 4  # up to so many options are always listed
MOST = 26  # the most things that are shown in a row


def things_of(options: Sequence[Option], short: Callable[[int, int], str]) -> list[tuple[str, str]]:
    """Map each thing that options are made of to its input, in order of first appearance.

    `short` returns its letter or the name of its space, by option and part; numbers are used if
    these are missing or ambiguous. Empty where a plain list is as short."""
    found: dict[str, str] = {}
    for number, option in enumerate(options):
        for part, name in enumerate(option.parts):
            found.setdefault(name, short(number, part))
    if len(options) <= max(FEWEST, len(found)) or len(found) > MOST:
        return []
    typed = [name.lower() for name in found.values()]
    if not all(typed) or len(set(typed)) < len(typed):
        typed = [str(number) for number in range(1, len(found) + 1)]
    return [(name, key) for name, key in zip(found, typed, strict=True)]


def key_of(option: Option, things: Sequence[tuple[str, str]]) -> str:
    """Return the input for an option; `none` for the empty choice."""
    keys = dict(things)
    return " ".join(keys[name] for name in option.parts) or "none"


def sizes(asked: PendingQuestion) -> tuple[int, int]:
    """Return the smallest and the largest number of things that can be chosen."""
    numbers = [len(one.parts) for one in asked.options]
    return min(numbers), max(numbers)


def named(text: str, asked: PendingQuestion) -> frozenset[str] | None:
    """Parse the things that a text names, in any order; None if a word names none of them."""
    words = [plain(word) for word in text.replace(",", " ").split() if plain(word) != "and"]
    keys = [plain(key) for _, key in asked.things]
    if len(words) == 1 and words[0] not in keys and set(words[0]) <= set(keys):
        words = list(words[0])  # `wug`
    titles = [plain(name) for name, _ in asked.things]
    found: set[str] = set()
    at = 0
    while at < len(words):
        for size in range(len(words) - at, 0, -1):
            one = _thing(" ".join(words[at : at + size]), keys, titles)
            if one is not None:
                found.add(asked.things[one][0])
                at += size
                break
        else:
            return None
    return frozenset(found)


def _thing(said: str, keys: Sequence[str], titles: Sequence[str]) -> int | None:
    if said in keys:
        return keys.index(said)
    if said in titles:
        return titles.index(said)
    if said.isdigit():
        return int(said) - 1 if 0 < int(said) <= len(keys) else None
    begun = [number for number, title in enumerate(titles) if title.startswith(said)]
    return begun[0] if len(begun) == 1 else None


def meant(text: str, asked: PendingQuestion) -> int | None:
    """Find the index of the option that a text names, thing by thing; None if there is none."""
    wanted = named(text, asked)
    if plain(text) in ("none", "none of them"):
        wanted = frozenset()
    if wanted is None:
        return None
    parts = [frozenset(one.parts) for one in asked.options]
    return parts.index(wanted) if wanted in parts else None


def refusal(text: str, asked: PendingQuestion) -> str:
    """Explain why the named things are not an answer; empty if the text names no things."""
    wanted = named(text, asked)
    if not wanted:
        return ""
    least, most = sizes(asked)
    if least <= len(wanted) <= most:
        return f"These cannot be chosen together: {', '.join(sorted(wanted))}."
    number = str(most) if least == most else f"{least} to {most}"
    return (
        f"You named {len(wanted)} of them; {number} are chosen, such as `{asked.options[-1].key}`."
    )
