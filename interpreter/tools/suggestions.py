"""How a line that cannot be read may be said: model sentences beside a message that has no cure.

Takes diagnostics; gives the same, some with the nearest sentences of the language as notes. They
are models, not fixes: nothing promises that they say what the line says. Only sentences of the same
place are shown: conditions for a condition, deeds for a deed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.suggest import nearest
from interpreter.language.verbs import VERBS
from interpreter.tools.colours import roles_in
from interpreter.tools.models import Model, find, meant_by
from interpreter.tools.vocabulary import vocabulary

UNREAD = frozenset(["unexpected-word", "unfinished-line"])
"""Kinds of problem of a line that cannot be read, where nothing says what to write."""
UNSURE = frozenset(["unknown-sentence", "reserved-word", "unknown-deed"])
"""The same where what is said is no more than one way out, unless a name is misspelt."""
UNFIT = frozenset(["unexpected-block", "unknown-things"])
"""Kinds of problem that a misspelt word of the language causes on its line."""
ALIASES = {"till": "until", "til": "until", "noone": "no players", "others": "opponents"}
"""What people write, and no nearness tells: words of the language that are meant."""
SHORT = 3  # letters: too few to be told from others by their nearness
FEW, LOOKED_AT = 2, 16
CONDITIONS = frozenset(["if", "requires", "while", "otherwise"])
MOMENTS = frozenset(["after", "before", "at", "whenever", "instead", "during"])
DEEDS = frozenset(
    ["have", "for", "choose", "let", "pick", "repeat", "play", "may", "end", "win", "stop", "mark"]
) | {verb.split()[0] for verb in VERBS}
PREPOSITIONS = frozenset(["from", "to", "into", "in", "on", "onto", "under", "of", "with", "at"])
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER = re.compile(r"\b\d+\b")


def with_models(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Give diagnostics; where a line of rules cannot be read and nothing says what to write, the
    sentences that come nearest are shown."""
    return [_with_models(one) for one in found]


def _with_models(one: Diagnostic) -> Diagnostic:
    span = one.label.span
    if not span.source.path.endswith(".rules") or one.slug not in UNREAD | UNSURE | UNFIT:
        return one
    line = span.source.line(span.line).partition("#")[0].strip()
    elsewhere = Counter(_NAME.findall(span.source.text))
    here = Counter(_NAME.findall(line))

    def own(name: str) -> bool:
        return elsewhere[name] > here[name]

    slip = _slip(line, own) if one.fix is None and one.slug != "unknown-deed" else None
    if slip is not None:
        return replace(one, helps=(f"did you mean `{slip[1]}`, not `{slip[0]}`?", *one.helps))
    if not _is_open(one):
        return one
    shown = {f"perhaps as in `{fitted(model, line, own)}`": _about(model) for model in near(line)}
    notes = tuple(sentence + about for sentence, about in shown.items())
    return replace(one, notes=(*one.notes, *notes)) if notes else one


def _slip(line: str, own: Callable[[str], bool]) -> tuple[str, str] | None:
    """Give the first word of a line that is no word of the language and no name that stands
    elsewhere, with the word of the language that it is nearly, or commonly stands for."""
    words = vocabulary()
    known = {*words.openers, *words.reserved, *words.others, *words.deeds, *words.headings}
    for start, end, role in roles_in(line):
        word = line[start:end]
        if role != "name" or own(word) or "_" in word:
            continue
        meant = ALIASES.get(word) or (nearest(word, known) if len(word) > SHORT else None)
        if meant is not None:
            return word, meant
    return None


def _is_open(one: Diagnostic) -> bool:
    """Whether nobody can say for sure what was meant."""
    if one.fix is not None:
        return False
    sure = any("did you mean" in said for said in one.helps)
    return (one.slug in UNREAD and not one.helps) or (one.slug in UNSURE and not sure)


def _about(model: Model) -> str:
    does = model.does.strip().rstrip(".")
    return f" ({does})" if does else ""


def near(line: str) -> list[Model]:
    """Give the model sentences that come nearest to a line of rules and can stand in its place."""
    first = line.split(" ", 1)[0]
    group = next((one for one in (CONDITIONS, MOMENTS) if first in one), DEEDS)
    wanted = meant_by(line)
    made = [
        model
        for model in find(line, LOOKED_AT)
        if _begins(model) in group and wanted & meant_by(model.sentence, alike=False)
    ]
    return sorted(made, key=lambda model: _begins(model) != first)[:FEW]


def _begins(model: Model) -> str:
    return model.sentence.split(" ", 1)[0]


def fitted(model: Model, line: str, own: Callable[[str], bool] = lambda _: False) -> str:
    """Give a model sentence with the number of the line, if each has one, and with its names, as
    far as they are `own` names of the game: what is done something with, and places, in order."""
    said, there = _NUMBER.findall(line), _NUMBER.findall(model.sentence)
    sentence = model.sentence
    if len(said) == len(there) == 1:
        sentence = _NUMBER.sub(said[0], sentence)
    wanted, given = _slots(sentence), _slots(line)
    made, at = [], 0
    there_already = {name for sort in wanted for _, _, name in wanted[sort]}
    left = {
        sort: [name for _, _, name in given[sort] if own(name) and name not in there_already]
        for sort in given
    }
    known: dict[str, str] = {}
    slots = sorted((start, end, name, sort) for sort in wanted for start, end, name in wanted[sort])
    for start, end, name, sort in slots:
        if name not in known and left[sort]:
            known[name] = left[sort].pop(0)
        made += [sentence[at:start], known.get(name, name)]
        at = end
    return "".join([*made, sentence[at:]])


def _slots(sentence: str) -> dict[str, list[tuple[int, int, str]]]:
    """Give the names of a sentence with their places: those behind a preposition, and the others;
    its first word is no name."""
    found: dict[str, list[tuple[int, int, str]]] = {"place": [], "thing": []}
    behind = False
    for start, end, role in roles_in(sentence):
        word = sentence[start:end]
        if start and (role == "name" or (behind and role in ("deed", "word"))):
            found["place" if behind else "thing"].append((start, end, word))
            behind = False
        elif word in PREPOSITIONS:
            behind = True
        elif role not in ("pronoun", "article", "mark"):
            behind = False
    return found
