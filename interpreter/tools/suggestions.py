"""How a line that cannot be read may be said: model sentences beside a message that has no cure.

Takes diagnostics; gives the same, some with the nearest sentences of the language as notes. They
are models, not fixes: nothing promises that they say what the line says. Only sentences of the same
place are shown: conditions for a condition, deeds for a deed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from interpreter.diagnostics import Diagnostic
from interpreter.language.verbs import VERBS
from interpreter.tools.models import Model, find, meant_by

UNREAD = frozenset(["unexpected-word", "unfinished-line"])
"""Kinds of problem of a line that cannot be read, where nothing says what to write."""
UNSURE = frozenset(["unknown-sentence", "reserved-word", "unknown-deed"])
"""The same where what is said is no more than one way out, unless a name is misspelt."""
FEW, LOOKED_AT = 2, 16
CONDITIONS = frozenset(["if", "requires", "while", "otherwise"])
MOMENTS = frozenset(["after", "before", "at", "whenever", "instead", "during"])
DEEDS = frozenset(
    ["have", "for", "choose", "let", "pick", "repeat", "play", "may", "end", "win", "stop", "mark"]
) | {verb.split()[0] for verb in VERBS}
_NUMBER = re.compile(r"\b\d+\b")


def with_models(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Give diagnostics; where a line of rules cannot be read and nothing says what to write, the
    sentences that come nearest are shown."""
    return [_with_models(one) for one in found]


def _with_models(one: Diagnostic) -> Diagnostic:
    span = one.label.span
    if not span.source.path.endswith(".rules") or not _is_open(one):
        return one
    line = span.source.line(span.line).partition("#")[0].strip()
    notes = tuple(f"perhaps as in `{_fitted(model, line)}`{_about(model)}" for model in near(line))
    return replace(one, notes=(*one.notes, *notes)) if notes else one


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


def _fitted(model: Model, line: str) -> str:
    """Give a model sentence with the number of the line, if each has one."""
    said, there = _NUMBER.findall(line), _NUMBER.findall(model.sentence)
    if len(said) == len(there) == 1:
        return _NUMBER.sub(said[0], model.sentence)
    return model.sentence
