"""What is done `as often as possible`."""

from __future__ import annotations

from dataclasses import replace

from interpreter.check import terms
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Choice, Func, MenuLine, Payment
from interpreter.ir.types import PLAYER


def as_often(scope: Scope, body: list[Stmt], span: Span) -> list[Stmt]:
    """Do `as often as possible`: until it cannot be done, or until a player will not.

    What can be done is asked of deeds; so any other block becomes a deed of its own.
    """
    if len(body) == 1 and isinstance(body[0], nodes.Options):
        offered = _ended_by_no(body[0])
        if any(isinstance(one, nodes.Break) for line in offered.lines for one in line.body):
            return [nodes.While((terms.true(span),), span, body=[offered])]
    if all(isinstance(one, (nodes.Call, nodes.Exchange)) for one in body):
        return [nodes.AsOften((), span, body=body)]
    known = {name: kind for name, kind, _ in scope.locals.values()}
    for e in (scope.they, scope.it, *scope.bound.values()):
        if e is not None and isinstance(e, nodes.Local):
            known[e.name] = e.type
    read, changed = set[str](), set[str]()
    locals_of(body, read, changed)
    leaves = any(isinstance(one, (nodes.Break, nodes.Return)) for top in body for one in top.walk())
    if leaves or changed & set(known) or scope.func is None:
        return [nodes.AsOften((), span, body=body)]
    taken = [(name, kind) for name, kind in known.items() if name in read and name != "you"]
    funcs = scope.ctx.program.funcs
    func = Func(
        f"{scope.func.name}__often_{len(funcs)}",
        "procedure",
        taken,
        scope.func.title,
        span,
        body=body,
        card=scope.func.card,
    )
    funcs[func.name] = func
    you = scope.you or nodes.Num((), PLAYER, span, -1)
    args = (you, *(nodes.Local((), kind, span, name) for name, kind in taken))
    return [nodes.AsOften((), span, body=[nodes.Call(args, span, func.name)])]


def _ended_by_no(options: nodes.Options) -> nodes.Options:
    """Let the option `No` end the repetition."""
    end: list[Stmt] = [nodes.Break((), options.span)]
    lines = [replace(o, body=end) if o.title == "No" and not o.body else o for o in options.lines]
    return replace(options, lines=lines)


def locals_of(part: object, read: set[str], changed: set[str]) -> None:
    """Gather the local names that statements read, and those they give a value to."""
    if isinstance(part, (list, tuple)):
        for one in part:
            locals_of(one, read, changed)
    elif isinstance(part, Expr):
        if isinstance(part, nodes.Local):
            read.add(str(part.name))
        locals_of(part.args, read, changed)
        locals_of(part.fixed(), read, changed)
    elif isinstance(part, Stmt):
        if isinstance(part, nodes.Let):
            changed.add(str(part.name))
        locals_of((part.args, part.fixed(), part.body, part.other), read, changed)
    elif isinstance(part, Choice):
        locals_of((part.source, part.tests, part.number), read, changed)
    elif isinstance(part, Payment):
        locals_of((part.cost, part.less, part.choice), read, changed)
    elif isinstance(part, MenuLine):
        locals_of(part.body, read, changed)
