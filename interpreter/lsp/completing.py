"""Completion in rules texts: model sentences by wording or meaning, and names of the game.

Names that fit the preceding words come first. Takes the text, the line and the text before the
cursor; produces suggestions. Must not know the editor protocol.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from interpreter.diagnostics import Source
from interpreter.ir.program import Program
from interpreter.load.handbook import mechanisms
from interpreter.tools.declared_names import Names
from interpreter.tools.fitting import fitted, slots_in
from interpreter.tools.models import NEXT, Model, in_lines, models
from interpreter.tools.models import names as slot_names
from interpreter.tools.suggestions import names_of, places, sentences

MOST_SENTENCES = 8
OWNED = re.compile(r"(?:your|their|its|[a-z0-9_]+'s) [a-z0-9_]*$")
PLACED = re.compile(r"(?:from|to|in|of|into|on) (?:your |their |[a-z0-9_]+'s )?[a-z0-9_]*$")
DONE = re.compile(r"(?:^|(?:have [a-z0-9_ ]+|must take one of|may take any of|offer)) ?[a-z0-9_]*$")
_TOKEN = re.compile(r"[a-z0-9_]+|'s")
SET = re.compile(r"^set [a-z0-9_]*$")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A completion whose text replaces the last `replaces` characters of the line."""

    label: str
    about: str
    sort: str
    text: str
    replaces: int
    rank: int
    slots: tuple[tuple[int, int], ...] = ()
    """Beginnings and ends of what is to be filled in, in the text."""


def suggestions(
    program: Program | None, source: Source, number: int, before: str
) -> list[Suggestion]:
    """Suggest completions for `before`, the start of line `number` (from 1), best first."""
    typed = before.strip()
    word = re.search(r"[a-z0-9_]*$", before)
    size = len(word[0]) if word else 0
    if source.text.strip() in ("", typed):
        return _mechanisms(typed)
    game = names_of(source)
    made = [_sentence(*one, before, game) for one in _sentences(source, number, before)]
    names = _names(program, typed, size) if program is not None else []
    fitting = wanted(typed[: len(typed) - size])
    fits = {one for one, sort in game.sorts.items() if sort in fitting}
    names = [replace(one, rank=1) if one.label in fits else one for one in names]
    return sorted([*made, *names], key=lambda one: (one.rank, one.label))


def _mechanisms(typed: str) -> list[Suggestion]:
    """Suggest the rules of whole small games for an empty file, by the names of mechanisms."""
    made: list[Suggestion] = []
    for one in mechanisms():
        names = [name.lower() for name in (one.id, one.title, *one.names)]
        rank = 0 if any(name.startswith(typed) for name in names) else 1
        if rank == 0 or any(typed in name for name in names):
            text = "".join(one.fences("rules"))
            made.append(Suggestion(one.title, one.about, "sentence", text, len(typed), rank))
    return sorted(made, key=lambda one: one.rank)


def wanted(typed: str) -> set[str]:
    """Collect the sorts of names that model sentences expect after the typed words.

    For example a pile after `shuffle`, or a kept value after `gain 2`.
    """
    said = _TOKEN.findall(typed)
    slots, made = slot_names(), set()
    for one in models():
        words = _TOKEN.findall(in_lines(one.shown)[0])
        behind = words[len(said)] if len(words) > len(said) > 0 else ""
        if behind in slots and all(_alike(*pair) for pair in zip(words, said, strict=False)):
            made.add(slots[behind])
    return made


def _alike(word: str, said: str) -> bool:
    """Whether a word of a sentence can be the one that is said: the same, or any for a slot."""
    return word == said or word in slot_names() or (word.isdigit() and said.isalnum())


def _sentences(source: Source, number: int, before: str) -> list[tuple[str, Model]]:
    typed = before.strip()
    if not typed:
        return []
    where = places(before, source, number)
    game = names_of(source)
    begin = [
        (fitted(one, "", game), one)
        for one in models()
        if one.shown.startswith(typed) and one.place in where
    ]
    known = {one.sentence for _, one in begin}
    meant = [one for one in sentences(before, source, number) if one[1].sentence not in known]
    return [*begin, *meant][:MOST_SENTENCES]


def _sentence(sentence: str, model: Model, before: str, game: Names) -> Suggestion:
    indent = len(before) - len(before.lstrip())
    text = "\n".join(in_lines(sentence, indent)).lstrip()
    label = NEXT.sub(lambda found: ": " if found[1] == "/" else ", ", sentence)
    slots = tuple(slots_in(text, game))
    return Suggestion(label, model.does, "sentence", text, len(before.strip()), 0, slots)


def _names(program: Program, typed: str, size: int) -> list[Suggestion]:
    owned, placed = OWNED.search(typed) is not None, PLACED.search(typed) is not None
    done, settings = DONE.search(typed) is not None, SET.search(typed) is not None
    rows = [
        *((kept.name, "line of " + kept.holder, owned) for kept in program.fields),
        *((zone.name, "zone of " + zone.holder, placed or owned) for zone in program.families),
        *((kind.name, "kind of component", False) for kind in program.kinds.values()),
        *((one.name, "setting", settings) for one in program.settings.values()),
        *((one.id, one.title, False) for one in program.designs),
        *((f.name, f.title or f.sort, done) for f in program.funcs.values()),
    ]
    made: dict[str, Suggestion] = {}
    for name, about, fits in rows:
        made.setdefault(name, Suggestion(name, about, "name", name, size, 1 if fits else 3))
    return list(made.values())
