"""Phrases of the story: texts, and mentions of places and players.

A phrase is a tuple of parts. Knows neither games nor the log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from interpreter.run import handles


@dataclass(frozen=True, slots=True)
class Mention:
    """Something on the table in words: `id` is the place where it lies, `seat` a player."""

    say: str
    id: str = ""
    seat: int = -1
    plural: str = ""  # the plural of indistinguishable ones

    def as_data(self) -> dict[str, str]:
        """Convert the mention to plain JSON data."""
        if self.seat >= 0:
            return {"seat": handles.seat_name(self.seat), "say": self.say}
        return {"id": self.id, "say": self.say}


Part = str | Mention
Phrase = tuple[Part, ...]


def said(phrase: Phrase) -> str:
    """Return a phrase as plain text."""
    return "".join(part if isinstance(part, str) else part.say for part in phrase)


def capital(phrase: Phrase) -> Phrase:
    """Capitalize the first letter of a phrase."""
    if not phrase:
        return phrase
    first = phrase[0]
    if isinstance(first, str):
        return (first[:1].upper() + first[1:], *phrase[1:])
    return (replace(first, say=first.say[:1].upper() + first.say[1:]), *phrase[1:])


def listed(phrases: Iterable[Phrase], last: str = "and") -> Phrase:
    """Join phrases in prose: `a`, `a and b`, `a, b and c`; empty ones are skipped."""
    every = [phrase for phrase in phrases if phrase]
    made: list[Part] = []
    for number, phrase in enumerate(every):
        if number:
            made.append(f" {last} " if number == len(every) - 1 else ", ")
        made += phrase
    return tuple(made)


def counted(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Collapse equal phrases into one with their number: `2 Contessa`, `2 roses`.

    Phrases that begin with a digit are not collapsed: `5 5` are two dice."""
    totals = Counter(said(phrase) for phrase in phrases)
    made: list[Phrase] = []
    for phrase in phrases:
        words = said(phrase)
        number = totals.pop(words, 0)
        first = phrase[0]
        if number > 1 and isinstance(first, Mention) and first.plural:
            made.append((replace(first, say=f"{number} {first.plural}"), *phrase[1:]))
        elif number > 1 and isinstance(first, Mention) and len(phrase) == 1:
            made.append((replace(first, say=f"{number} {plural(first.say)}"),))
        elif number > 1 and not words[:1].isdigit():
            made.append((f"{number} ", *phrase))
        elif number:
            made += [phrase] * number
    return made


def singular(title: str, number: int) -> str:
    """Turn a regular plural into the singular if the number is 1 or -1."""
    last = title.rsplit(" ", 1)[-1].casefold()
    if abs(number) != 1 or not last.endswith("s") or last.endswith(_NO_PLURALS):
        return title
    if last.endswith("ies") and len(last) > len("ties") and last not in _IN_IE:
        return f"{title[:-3]}y"
    return title[:-2] if last.endswith(("sses", "shes", "ches", "xes", "zzes")) else title[:-1]


_NO_PLURALS = ("ss", "us", "is", "series", "species")
_IN_IE = frozenset(["cookies", "genies", "movies", "pixies", "zombies"])


def behind(number: str, text: str) -> str:
    """Make the noun that begins a text singular after the number 1.

    For example, ` warriors in ` becomes ` warrior in `."""
    word = _FIRST_WORD.match(text) if number == "1" else None
    return f" {singular(word[1], 1)}{text[word.end() :]}" if word else text


_FIRST_WORD = re.compile(r" ([\w-]+)")


_METALS = frozenset(["copper", "gold", "iron", "ore", "silver", "steel", "stone", "coal", "clay"])
_GOODS = frozenset(
    ["corn", "food", "grain", "money", "oil", "tea", "water", "wheat", "wood", "wool"]
)
NOT_COUNTED = _METALS | _GOODS | {"sympathy"}
"""Nouns of the table that stay as they are behind a number."""


def plural(noun: str) -> str:
    """Form the plural of a noun: `cats`, `foxes`, `cities`.

    Names, which start with a capital, and nouns without a plural (`wood`, `boots`) stay as they
    are."""
    last = noun.split(" ")[-1]
    if not last[:1].islower() or last in NOT_COUNTED or re.search(r"[^s]s$", last):
        return noun
    if noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if re.search(r"[^aeiou]y$", noun) else f"{noun}s"


def counts(text: str) -> bool:
    """Check whether a text begins with a noun counted by the number before it."""
    word = text[1:].partition(" ")[0]
    return text[:1] == " " and singular(word, 1) != word


def as_data(phrase: Phrase) -> list[object]:
    """Convert a phrase to JSON data, merging adjacent texts."""
    made: list[object] = []
    for part in phrase:
        if isinstance(part, Mention) and (part.id or part.seat >= 0):
            made.append(part.as_data())
            continue
        text = part if isinstance(part, str) else part.say
        if made and isinstance(made[-1], str):
            made[-1] += text
        elif text:
            made.append(text)
    return made
