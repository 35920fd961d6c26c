"""Texts of options that mention what is chosen and the table: `says "{hero} for {count}"`.

Takes trees and a scope; produces texts with the values in between.
"""

from __future__ import annotations

from interpreter.check.declarations.titles import BRACES, is_of_game
from interpreter.check.expressions import value_reading
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed
from interpreter.ir import sayings
from interpreter.ir.declared import Saying
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr, Local
from interpreter.ir.program import Func
from interpreter.ir.types import Type
from interpreter.syntax import ast, parser


def read_sayings(scope: Scope, node: ast.OptionSays, candidate: set[str]) -> tuple[Saying, ...]:
    """Read the texts of an option, with conditions such as `if count is more than 1`.

    `candidate` has the names under which the candidate is known; `you` is available as well.
    """
    actor = scope.actor
    known = candidate | {"you"} | ({actor.name} if isinstance(actor, Local) else set())
    when = None
    if node.condition is not None:
        when = value_reading.question(scope, node.condition)
        _is_known(scope, when, known, node.condition.span)
    words = (node.says.text, *node.also, *((node.otherwise.text,) if node.otherwise else ()))
    told = [_read_text(scope, word, known) for word in words]
    return sayings.in_a_row(told, node.otherwise is not None, when, node.span)


def _read_text(scope: Scope, word: ast.Word, known: set[str]) -> tuple[str | Expr, ...]:
    """Read the text of a saying: literal parts, and the values between braces."""
    found: list[str | Expr] = []
    plain = BRACES.split(word.quoted)[::2]
    for before, (text, place) in zip(plain, _holes(word), strict=False):
        value = _value(scope, text, place)
        told = value is not None and _is_known(scope, value, known, place)
        found += [before, value] if value is not None and told else [before]
    return tuple(part for part in [*found, plain[-1]] if part != "")


def read_reckoned(scope: Scope, func: Func, says: ast.Says) -> list[tuple[str, Type, Expr]]:
    """Read the values in a deed's text other than its parameters and choices: `{count plus 1}`."""
    known = {name for name, _ in func.params} | {"you"}
    values: list[tuple[str, Type, Expr]] = []
    for text, place in _holes(says.text):
        name = text.strip()
        alone = name.isidentifier() and (name in known or not is_of_game(scope.ctx, name))
        value = None if alone else _value(scope, text, place)
        if value is not None and _is_known(scope, value, known, place, _OF_DEEDS):
            values.append((text.strip(), value.type, value))
    return values


def _holes(word: ast.Word) -> list[tuple[str, Span]]:
    start = word.span.start
    return [
        (brace[1], Span(word.span.source, start + brace.start(1), start + brace.end(1)))
        for brace in BRACES.finditer(word.text)
    ]


_OF_OPTIONS = (
    "an option is told by what is chosen",
    "not chosen here",
    "name what is chosen here, or ask the table or a player for it",
)
_OF_DEEDS = (
    "what is reckoned is told when a deed begins",
    "not known then",
    "ask its parts, the table or a player for it, or name a choice by itself",
)


def _is_known(
    scope: Scope,
    value: Expr,
    known: set[str],
    place: Span,
    told: tuple[str, str, str] = _OF_OPTIONS,
) -> bool:
    """Check that a value is known where the text is shown; report it if not."""
    if not free(value) <= known:
        scope.ctx.report.add("says-of-what", place, *told[:2], helps=told[2:])
    return free(value) <= known


def kinds_of(said: tuple[Saying, ...]) -> tuple[tuple[str | Type, ...], ...]:
    """Return what is said of an option with each value replaced by its type."""
    return tuple(
        tuple(part if isinstance(part, str) else part.type for part in one.told) for one in said
    )


def _value(scope: Scope, text: str, place: Span) -> Expr | None:
    """Read one value between braces; None after a diagnostic."""
    report = scope.ctx.report
    tree = parser.parse_value(text, place, report) if text.strip() else None
    if tree is None:
        if not text.strip():
            names = [n for n in scope.bound if not n.startswith("_")]
            report.add(
                "says-of-what",
                place,
                "there is nothing between the braces",
                helps=(f"name what is told, such as {listed(names)}",) if names else (),
            )
        return None
    before = len(report.found)
    value = value_reading.value(scope, tree)
    if not value.type.known or len(report.found) > before:
        return None
    if value.type.base in ("set", "zone", "text"):
        report.add(
            "says-of-what",
            place,
            f"{value.type.words()} cannot be told here",
            helps=("name one thing, a player or a number",),
        )
        return None
    return value
