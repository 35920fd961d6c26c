"""A table without an engine: dictionaries of what lies where, on which only sentences are carried
out.

Written apart from `interpreter/sitting`: it knows sentences such as `Place 2 cats in 5 rabbit.`,
how many pieces there are, and nothing of any rule.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

PLACE = re.compile(r"Place (.+) in (.+)\.")
REMOVE = re.compile(r"Remove (.+) from (.+)\.")
MOVE = re.compile(r"Move (.+) from (.+) to (.+)\.")
DRAW = re.compile(r"Draw (.+) from (.+?) to (.+?)(, unseen)?\.")
PUT = re.compile(r"Put (.+) on (.+)\.")
NUMBER = re.compile(r"(?:(.+): )?(.+) (\S+) -> (\S+)\.")
MANY = re.compile(r"(\d+) (.+)")
PLURALS = {"cats": "cat", "birds": "bird", "rebels": "rebel", "Furies": "Fury"}


@dataclass
class PlainTable:
    """`there` says what lies in each place or zone by its name, `supply` what waits, `numbers` what
    is kept of whom, `unseen` which places hold cards that nobody sees."""

    there: dict[str, Counter[str]]
    supply: Counter[str]
    numbers: dict[tuple[str, str], str]
    unseen: frozenset[str] = frozenset()
    done: list[str] = field(default_factory=list)

    def carry_out(self, sentence: str) -> None:
        """Do what a sentence says; fails where hands could not do it."""
        self.done.append(sentence)
        if found := DRAW.fullmatch(sentence):
            self._shift(found[1], found[2], found[3])
        elif found := PLACE.fullmatch(sentence):
            number, name = counted(found[1])
            assert self.supply[name] >= number, (sentence, self.supply)
            self.supply[name] -= number
            self.there.setdefault(found[2], Counter())[name] += number
        elif found := REMOVE.fullmatch(sentence):
            number, name = counted(found[1])
            assert self.there[found[2]][name] >= number, (sentence, self.there[found[2]])
            self.there[found[2]][name] -= number
            self.supply[name] += number
        elif found := PUT.fullmatch(sentence):
            self._shift(found[1], "the box", found[2])
        elif found := MOVE.fullmatch(sentence):
            self._shift(found[1], found[2], found[3])
        elif found := NUMBER.fullmatch(sentence):
            key = (found[1] or "", found[2].casefold())
            assert self.numbers[key] == found[3], (sentence, self.numbers[key])
            self.numbers[key] = found[4]
        else:
            nothing = ("Roll ", "Cards of ")  # which cards, their owner says
            assert sentence.startswith(nothing) or sentence.endswith(" wins."), sentence

    def _shift(self, what: str, start: str, end: str) -> None:
        number, name = counted(what)
        if start not in self.unseen:
            assert self.there[start][name] >= number, (what, start, self.there.get(start))
            self.there[start][name] -= number
        if end not in self.unseen:
            self.there.setdefault(end, Counter())[name] += number

    def as_found(
        self,
    ) -> tuple[dict[str, dict[str, int]], dict[str, int], dict[tuple[str, str], str]]:
        """Give what is to be compared: nothing that is not there."""
        there = {
            place: {n: k for n, k in lying.items() if k} for place, lying in self.there.items()
        }
        return (
            {place: lying for place, lying in there.items() if lying},
            {name: number for name, number in self.supply.items() if number},
            self.numbers,
        )


def counted(what: str) -> tuple[int, str]:
    """Read `2 cats`, `a Fury` or the title of a card."""
    found = MANY.fullmatch(what)
    if found is not None:
        return int(found[1]), PLURALS.get(found[2], _singular(found[2]))
    for article in ("a ", "an "):
        if what.startswith(article):
            return 1, what.removeprefix(article)
    return 1, what


def _singular(name: str) -> str:
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name[:-1] if name.endswith("s") else name
