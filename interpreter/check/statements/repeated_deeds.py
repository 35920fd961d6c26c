"""What is done `as often as possible`."""

from __future__ import annotations

from dataclasses import replace

from interpreter.check import terms
from interpreter.check.scope import Scope
from interpreter.check.statements import leaving
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Choice, Func, MenuLine, Payment
from interpreter.ir.renaming import renamed
from interpreter.ir.types import PLAYER, YES_NO, Type
from interpreter.ir.walking import walk

_HOST = "_host"
"""The name of `you` in a deed that somebody else is told to do."""


def as_often(scope: Scope, body: list[Stmt], span: Span) -> list[Stmt]:
    """Do `as often as possible`: until it cannot be done, or until a player will not.

    What can be done is asked of deeds; so any other block becomes a deed of its own. Where the
    block leaves the repetition, changes a name from above, or is what somebody else is told to do,
    that deed is only asked whether it can be done, and the block is done where it stands.
    """
    if all(isinstance(one, (nodes.Call, nodes.Exchange)) for one in body):
        return [nodes.AsOften((), span, body=body)]
    body = leaving.until_declined(scope, body, span)
    if len(body) == 1 and isinstance(body[0], nodes.Options) and leaving.breaks_out(body):
        return [nodes.While((terms.true(span),), span, body=body)]
    if scope.func is None:
        return [nodes.AsOften((), span, body=body)]
    known = _known(scope)
    read, changed = set[str](), set[str]()
    locals_of(body, read, changed)
    leaves = any(isinstance(one, (nodes.Break, nodes.Return)) for one in walk(body))
    if leaves or changed & set(known) or scope.they is not None:
        return [nodes.While((can_be_done(scope, body, span, leaves),), span, body=body)]
    return [nodes.AsOften((), span, body=[_deed_of(scope, body, read, known, span)])]


def can_be_done(scope: Scope, body: list[Stmt], span: Span, freely: bool = True) -> Expr:
    """Give the question whether a block can be done to its end: asked of a deed like it. Where
    nothing can keep it from being done, what `freely` says."""
    read, changed = set[str](), set[str]()
    locals_of(body, read, changed)
    asked = leaving.leaving(body, lambda s: [nodes.Return((), s.span)])
    deed = _deed_of(scope, asked, read | changed, _known(scope), span)
    return nodes.CanBlock((), YES_NO, span, [deed], freely)


def _known(scope: Scope) -> dict[str, Type]:
    """Give the names that a block here may speak of, but for those that it makes."""
    known = {name: kind for name, kind, _ in scope.locals.values()}
    for e in (scope.they, scope.it, *scope.bound.values()):
        if e is not None and isinstance(e, nodes.Local):
            known[e.name] = e.type
    return known


def _deed_of(
    scope: Scope, body: list[Stmt], named: set[str], known: dict[str, Type], span: Span
) -> Stmt:
    """Make a deed of a block of a rule, for what it names; give the call of it. Whoever is told to
    do the block does it, and sees what they see; `you` stays the same."""
    assert scope.func is not None
    taken = [(name, kind) for name, kind in known.items() if name in named and name != "you"]
    you = scope.you or nodes.Num((), PLAYER, span, -1)
    args: list[Expr] = [nodes.Local((), kind, span, name) for name, kind in taken]
    if scope.they is not None and "you" in named:
        body = [renamed(one, lambda name: _HOST if name == "you" else name) for one in body]
        taken.append((_HOST, PLAYER.maybe()))
        args.append(replace(you, span=span))
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
    return nodes.Call((scope.they or you, *args), span, func.name)


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
