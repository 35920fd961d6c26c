"""Names that a nested block rebinds, while later lines read the outer one.

`let` makes a name for its own block: below `if`, `may` or `repeat` it does not change what the rule
called so before. Reports warnings.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.context import Context
from interpreter.diagnostics import Label
from interpreter.ir import nodes
from interpreter.ir.names import as_written
from interpreter.ir.nodes import Stmt
from interpreter.ir.walking import expressions, inner_blocks, walk
from interpreter.load.game_folder import GameFiles

_LETS = (nodes.Let, nodes.LetFrozen)
_LOOPS = (nodes.While, nodes.For, nodes.ForAll, nodes.AsOften, "repeat")


def check(ctx: Context, files: GameFiles) -> None:
    """Report each `let` that was perhaps meant to change a name."""
    for func in ctx.program.funcs.values():
        told: set[int] = set()
        for inner, outer in _again(func.body):
            if id(inner) not in told:
                told.add(id(inner))
                _tell(ctx, inner, outer)


def _again(body: list[Stmt]) -> Iterator[tuple[Stmt, Stmt]]:
    """Each `let` below a block, with the one beside that block whose name is read later; the
    innermost blocks first."""
    named: dict[str, Stmt] = {}
    for at, statement in enumerate(body):
        blocks = inner_blocks(statement)
        for block in blocks:
            yield from _again(block)
        later = [*([statement] if type(statement) in _LOOPS else []), *body[at + 1 :]]
        for inner in (one for block in blocks for one in walk(block)):
            outer = named.get(_word(inner))
            if outer is not None and _name(outer) != _name(inner) and _reads(later, _name(outer)):
                yield inner, outer
        if _word(statement):
            named[_word(statement)] = statement


def _word(statement: Stmt) -> str:
    """Return the name that a written `let` binds; empty for other statements."""
    if type(statement) not in _LETS or not statement.span.text.startswith("let "):
        return ""
    return as_written(_name(statement))


def _reads(body: list[Stmt], name: str) -> bool:
    return any(
        isinstance(e, nodes.Local) and e.name == name for s in walk(body) for e in expressions(s)
    )


def _tell(ctx: Context, inner: Stmt, outer: Stmt) -> None:
    word, text = _word(inner), inner.span.text.split("\n", 1)[0]
    value = text.partition(" be ")[2].strip()
    change = f"set {word} to {value}"
    if value.startswith("all "):
        change = f"let found be {value}; and below it: set {word} to found"
    ctx.report.add(
        "named-again",
        inner.span,
        f"this `{word}` is for its block alone",
        "forgotten where the block ends",
        others=(Label(outer.span, "this one is read later"),),
        helps=(f"to change it, write: {change}", "if another is meant, call it something else"),
    )


def _name(one: Stmt) -> str:
    """Return the internal name that a `let` binds; empty for other statements."""
    return one.name if isinstance(one, (nodes.Let, nodes.LetFrozen)) else ""
