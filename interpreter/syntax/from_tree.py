"""Builds typed trees from parse trees by assigning the parts of each production to fields.

Takes the name of a production and its parts, which are typed trees already; produces a tree of its
class. What a field takes follows from its annotation: see `ast/base.py`.
"""

from __future__ import annotations

from functools import cache
from inspect import get_annotations
from types import GenericAlias, NoneType, UnionType
from typing import get_args, get_origin

from interpreter.diagnostics import Span
from interpreter.syntax import ast
from interpreter.syntax.ast import PRODUCTIONS, Part, Phrase, Tree, Word

_OF_THE_AUTHOR = frozenset(["NAME", "NUMBER", "STRING", "CITE", "VERSION"])


# How many parts a field takes.
_ONE, _ONE_OR_NONE, _MANY, _PAIRS, _FLAG = range(5)

_Taking = tuple[str, int, tuple[type, ...]]
_Step = tuple[str, int, tuple[type, ...], tuple[_Taking, ...]]
"""The name of a field, how many parts it takes and of which classes, and the later fields that may
take parts of the same classes."""


class Misfit(Exception):
    """A part that no field of its tree takes: the grammar and the classes disagree."""


def build(kind: str, parts: tuple[Part, ...], span: Span) -> Tree:
    """Build the tree of a production from its parts; raise Misfit if they do not fit its fields."""
    of, steps = _plan(kind)
    if steps is None:  # words that may be left out in a phrase leave None
        return of(span, tuple(p for p in parts if p is not None))
    made: Tree = of.__new__(of)
    put = object.__setattr__
    put(made, "span", span)
    at, end = 0, len(parts)
    for name, takes, classes, later in steps:
        value: object = parts[at] if at < end else None
        if takes == _ONE:
            if not isinstance(value, classes):
                raise Misfit(kind, name, value)
            at += 1
        elif takes == _ONE_OR_NONE:
            if value is None or isinstance(value, classes):
                at += 1
            else:
                value = None
        elif takes == _FLAG:
            flag = isinstance(value, Word) and value.type not in _OF_THE_AUTHOR
            at += flag or value is None
            value = flag
        else:
            start, behind = at, _begin(parts, at, later) if later else end
            while at < behind and isinstance(parts[at], classes):
                at += 1
            value = parts[start:at]
            if takes == _PAIRS:
                value = tuple(zip(value[::2], value[1::2], strict=True))
        put(made, name, value)
    if at < end and any(part is not None for part in parts[at:]):
        raise Misfit(kind, parts[at:])
    return made


@cache
def _plan(kind: str) -> tuple[type[Tree], tuple[_Step, ...] | None]:
    """Look up the class of a production and the steps to fill its fields; None for a phrase."""
    of = PRODUCTIONS[kind]
    return of, None if issubclass(of, Phrase) else _steps(of)


def _steps(made: type[Tree]) -> tuple[_Step, ...]:
    annotations: dict[str, str] = {}
    for base in reversed(made.__mro__):
        annotations |= get_annotations(base)
    steps = [_step(name, eval(annotations[name], vars(ast))) for name in made.fields[1:]]
    return tuple(
        (name, takes, classes, tuple(steps[at + 1 :]) if _shared(classes, steps[at + 1 :]) else ())
        for at, (name, takes, classes) in enumerate(steps)
    )


def _shared(classes: tuple[type, ...], later: list[_Taking]) -> bool:
    """Tell whether a later field may take such a part: `head: asked NAME* ["called" NAME]`."""
    return any(takes in (_ONE, _ONE_OR_NONE) and {*classes} & {*of} for _, takes, of in later)


def _begin(parts: tuple[Part, ...], start: int, later: tuple[_Taking, ...]) -> int:
    """Find where the parts of later fields begin, by matching these fields from the end."""
    at = len(parts)
    for _, takes, classes in reversed(later):
        while at > start:
            last = parts[at - 1]
            left_out = last is None and takes in (_ONE_OR_NONE, _FLAG)
            flag = takes == _FLAG and isinstance(last, Word) and last.type not in _OF_THE_AUTHOR
            if not (left_out or flag or isinstance(last, classes)):
                break
            at -= 1
            if takes not in (_MANY, _PAIRS):
                break
    return at


def _step(name: str, annotation: type | UnionType | GenericAlias) -> _Taking:
    if annotation is bool:
        return name, _FLAG, ()
    if isinstance(annotation, GenericAlias):
        inner = get_args(annotation)[0]
        if get_origin(inner) is tuple:
            return name, _PAIRS, get_args(inner)
        return name, _MANY, _classes(inner)
    classes = _classes(annotation)
    if NoneType in classes:
        return name, _ONE_OR_NONE, tuple(c for c in classes if c is not NoneType)
    return name, _ONE, classes


def _classes(annotation: type | UnionType) -> tuple[type, ...]:
    return get_args(annotation) if isinstance(annotation, UnionType) else (annotation,)
