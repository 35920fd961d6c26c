"""Model sentences as hints on a parse error for which no fix is known.

Takes diagnostics; returns them, some with the nearest model sentences as notes. These are models,
not fixes: nothing promises that they mean what the line means. Only sentences that fit the position
are shown: conditions for a condition, statements for a statement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import PurePath

from interpreter.diagnostics import Diagnostic, Label, Source
from interpreter.diagnostics.suggest import nearest
from interpreter.tools.colours import roles_in
from interpreter.tools.declared_names import Names, names_around
from interpreter.tools.fitting import fitted
from interpreter.tools.models import NEXT, Model
from interpreter.tools.searching import find
from interpreter.tools.token_vocabulary import vocabulary

UNREAD = frozenset(["unexpected-word", "unfinished-line"])
"""Kinds of problem of a line that cannot be read, where nothing says what to write."""
UNSURE = frozenset(["unknown-sentence", "reserved-word", "unknown-deed", "unknown-name"])
"""The same where what is said is no more than one way out, unless a name is misspelt."""
UNFIT = frozenset(["unexpected-block", "unknown-things"])
"""Kinds of problem that a misspelt word of the language causes on its line."""
ALIASES = {"till": "until", "til": "until", "noone": "no players", "others": "opponents"}
"""What people write, and no nearness tells: words of the language that are meant."""
FORM_ENDINGS = frozenset(["s", "ed", "d", "ing", "es", "er", "led", "ped", "ned"])
SHORT = 3  # letters: too few for an edit distance to mean much
FEW = 3
MOST_LINES = 20  # more than these mean that it is another language
CLOSE = 0.45  # least score of further sentences, relative to the best
CONDITION = {"condition": 1.0}
CONDITIONS = ("if ", "requires ", "otherwise if ", "repeat while ", "repeat until ", "while ")
"""How lines begin that go on with a condition; a model stands behind the same words."""
CLAUSES = frozenset(["after", "before", "at", "when", "whenever", "instead", "every"])
RULES = {"deed": 1.0, "condition": 0.9, "clause": 0.85, "standing": 0.85, "fact": 0.5}
CLAUSE = {"clause": 1.0, "condition": 0.9, "standing": 0.8, "deed": 0.8}
TEST = {"test": 1.0, "deed": 0.3}
CHANGE = {"change": 1.0, "fact": 0.7}
FACT = {"fact": 1.0, "deed": 0.5}
HOLDERS = frozenset(["each", "the", "table", "kind", "faction", "values"])
"""First words of what holds declarations, and no deeds."""
STEP = 4  # spaces
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def with_models(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Add the nearest model sentences to diagnostics of lines that do not parse.

    Only where nothing else says what to write, and at most for the first `MOST_LINES` of them.
    """
    made, left = [], MOST_LINES
    for one in found:
        told = _with_models(one) if left else one
        left -= told is not one
        made.append(told)
    return made


def _with_models(one: Diagnostic) -> Diagnostic:
    span = one.label.span
    if not _holds_rules(span.source) or one.slug not in UNREAD | UNSURE | UNFIT:
        return one
    if one.slug == "reserved-word" and one.subjects:  # the id of a component
        return one
    line = span.source.line(span.line).partition("#")[0]
    elsewhere = Counter(_NAME.findall(span.source.text))
    here = Counter(_NAME.findall(line))

    def own(name: str) -> bool:
        return elsewhere[name] > here[name]

    slip = None
    if one.fix is None and one.slug not in ("unknown-deed", "unknown-name"):
        slip = _slip(line.strip(), own, names_of(span.source))
    if slip is not None:
        return replace(one, helps=(f"did you mean `{slip[1]}`, not `{slip[0]}`?", *one.helps))
    if not _is_open(one):
        return one
    shown = {
        f"perhaps `{_below(sentence)}`": f" ({model.does})"
        for sentence, model in sentences(line, span.source, span.line)
    }
    if not shown:
        return one
    notes = tuple(sentence + about for sentence, about in shown.items())
    label = Label(span, "" if "expected" in one.label.text else one.label.text)
    helps = tuple(said for said in one.helps if "is written like" not in said)
    told = replace(one, label=label, notes=(*one.notes, *notes), helps=helps)
    if one.slug != "reserved-word":
        return told
    begins = not span.before.strip()
    message = f"no sentence begins with `{span.text}` here" if begins else one.message
    return replace(told, message=message, notes=notes, helps=())


def _holds_rules(source: Source) -> bool:
    """Whether a source is a rules file, or a component file, which may contain rules."""
    path = PurePath(source.path)
    return path.suffix == ".rules" or path.parent.name == "components"


def sentences(line: str, source: Source, number: int) -> list[tuple[str, Model]]:
    """Find the model sentences nearest to a line (numbered from 1) that fit its position.

    They are filled with names of the game; a condition follows the words that open the line.
    """
    game = names_of(source)
    opener = _opener(line)
    said = line.strip().removeprefix(opener)
    where = tuple(places(line, source, number).items())
    found = _found(said, where, tuple(game.sorts.items()))
    return [(_behind(opener, fitted(model, line, game), model), model) for model in found]


@lru_cache(maxsize=256)
def _found(
    said: str, where: tuple[tuple[str, float], ...], sorts: tuple[tuple[str, str], ...]
) -> list[Model]:
    return find(said, FEW, dict(where), dict(sorts), CLOSE)


def _opener(line: str) -> str:
    return next((one for one in CONDITIONS if line.strip().startswith(one)), "")


def _behind(opener: str, sentence: str, model: Model) -> str:
    return (
        opener + sentence.removeprefix("if ") if opener and model.place == "condition" else sentence
    )


@lru_cache(maxsize=8)
def names_of(source: Source) -> Names:
    """Look up the names of the game that a text belongs to; cached by source."""
    return names_around(source)


def _below(sentence: str) -> str:
    """Join a sentence of several lines so that it reads well in one message."""
    below = NEXT.sub(lambda found: " | " if found[1] != "/" else " / ", sentence)
    return below.replace(" / ", "`, and below it `").replace(" | ", "`, `")


def _slip(line: str, own: Callable[[str], bool], game: Names) -> tuple[str, str] | None:
    """Find the first misspelt word of a line, and the keyword it is probably meant to be.

    A word that is declared, or used elsewhere, is no misspelling.
    """
    words = vocabulary()
    known = {*words.openers, *words.reserved, *words.others, *words.deeds, *words.headings}
    for start, end, role in roles_in(line):
        word = line[start:end]
        if role != "name" or own(word) or "_" in word or nearest(word, game.sorts):
            continue
        meant = ALIASES.get(word) or (nearest(word, known) if len(word) > SHORT else None)
        if meant is not None and not _is_form(word, meant):
            return word, meant
    return None


def _is_form(word: str, of: str) -> bool:
    """Whether a word is an inflected form of a keyword (`rolled`), not a misspelling."""
    return word.removeprefix(of) in FORM_ENDINGS


def _is_open(one: Diagnostic) -> bool:
    """Whether no fix and no firm suggestion is known."""
    if one.fix is not None:
        return False
    sure = any("did you mean" in said for said in one.helps)
    vague = all("is written like" in said for said in one.helps)
    return (one.slug in UNREAD and vague) or (one.slug in UNSURE and not sure)


def places(line: str, source: Source, number: int) -> Mapping[str, float]:
    """Weigh the sorts of sentences that fit the position of a line; those left out do not fit."""
    indent, words = len(line) - len(line.lstrip()), line.split()
    head = _heading(line, source, number)
    if head == "test" or PurePath(source.path).parent.name == "tests":
        return TEST
    if head == "variant" and indent <= STEP:
        return CHANGE
    if head in HOLDERS or not indent:
        return FACT
    if _opener(line):
        return CONDITION
    return CLAUSE if words and words[0] in CLAUSES else RULES


def _heading(line: str, source: Source, number: int) -> str:
    """Return the first word of the declaration that contains a line."""
    if not line[:1].isspace():
        return line.split()[0] if line.strip() else ""
    above = source.text.split("\n")[: number - 1]
    return next((one.split()[0] for one in reversed(above) if one[:1].isalpha()), "")
