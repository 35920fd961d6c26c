"""What may follow where somebody types: sentences of the language that begin so or mean so, and
names of the game, those that fit the word before first.

Takes the line up to the caret and what is known of the game; gives suggestions. Must not know how
an editor is spoken to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.ir.program import Program
from interpreter.tools.models import Model, models
from interpreter.tools.suggestions import fitted, near

MOST_SENTENCES = 8
OWNED = re.compile(r"(?:your|their|its|[a-z0-9_]+'s) [a-z0-9_]*$")
PLACED = re.compile(r"(?:from|to|in|of|into|on) (?:your |their |[a-z0-9_]+'s )?[a-z0-9_]*$")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that can be written: instead of the last `replaces` characters of the line."""

    label: str
    about: str
    sort: str
    text: str
    replaces: int
    rank: int


def suggestions(program: Program | None, before: str) -> list[Suggestion]:
    """Give what may be written behind `before`, the best first."""
    typed = before.strip()
    word = re.search(r"[a-z0-9_]*$", before)
    size = len(word[0]) if word else 0
    names = _names(program, before, size) if program is not None else []
    own = {one.label for one in names}
    found = [*(_sentence(one, typed, own) for one in _sentences(typed)), *names]
    return sorted(found, key=lambda one: (one.rank, one.label))


def _sentences(typed: str) -> list[Model]:
    if not typed:
        return []
    begin = [one for one in models() if one.sentence.startswith(typed)]
    known = {one.sentence for one in begin}
    meant = [one for one in near(typed) if one.sentence not in known]
    return [*begin, *meant][:MOST_SENTENCES]


def _sentence(model: Model, typed: str, own: set[str]) -> Suggestion:
    text = fitted(model, typed, own.__contains__)
    return Suggestion(text, model.does, "sentence", text, len(typed), 0)


def _names(program: Program, before: str, size: int) -> list[Suggestion]:
    owned, placed = OWNED.search(before) is not None, PLACED.search(before) is not None
    rows = [
        *((kept.name, "line of " + kept.holder, owned) for kept in program.fields),
        *((zone.name, "zone of " + zone.holder, placed or owned) for zone in program.families),
        *((kind.name, "kind of component", False) for kind in program.kinds.values()),
        *((one.name, "setting", False) for one in program.settings.values()),
        *((one.id, one.title, False) for one in program.designs),
        *((f.name, f.title or f.sort, not before.strip()) for f in program.funcs.values()),
    ]
    made: dict[str, Suggestion] = {}
    for name, about, fits in rows:
        made.setdefault(name, Suggestion(name, about, "name", name, size, 1 if fits else 3))
    return list(made.values())
