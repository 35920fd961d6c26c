"""What is done `as often as possible`."""

from __future__ import annotations

from dataclasses import replace

from interpreter.check import terms
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import Choice, Expr, Func, MenuLine, Payment, Site, Stmt
from interpreter.ir.types import PLAYER


def as_often(scope: Scope, body: list[Stmt], span: Span) -> list[Stmt]:
    """Do `as often as possible`: until it cannot be done, or until a player will not.

    What can be done is asked of deeds; so any other block becomes a deed of its own.
    """
    if len(body) == 1 and body[0].op == "options":
        offered = _ended_by_no(body[0])
        if any(one.op == "break" for line in offered.data[1] for one in line.body):
            return [Stmt("while", (terms.true(span),), span, None, [offered])]
    if all(one.op in ("call", "exchange") for one in body):
        return [Stmt("as_often", (), span, None, body)]
    known = {name: kind for name, kind, _ in scope.locals.values()}
    for e in (scope.they, scope.it, *scope.bound.values()):
        if e is not None and e.op == "local":
            known[e.data] = e.type
    read, changed = set[str](), set[str]()
    locals_of(body, read, changed)
    leaves = any(one.op in ("break", "return") for top in body for one in top.walk())
    if leaves or changed & set(known) or scope.func is None:
        return [Stmt("as_often", (), span, None, body)]
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
    you = scope.you or Expr("num", (), PLAYER, span, -1)
    args = (you, *(Expr("local", (), kind, span, name) for name, kind in taken))
    return [Stmt("as_often", (), span, None, [Stmt("call", args, span, func.name)])]


def _ended_by_no(options: Stmt) -> Stmt:
    """Let the option `No` end the repetition."""
    site: Site = options.data[0]
    lines: list[MenuLine] = options.data[1]
    end = [Stmt("break", (), options.span)]
    lines = [replace(o, body=end) if o.title == "No" and not o.body else o for o in lines]
    return replace(options, data=(site, lines))


def locals_of(part: object, read: set[str], changed: set[str]) -> None:
    """Gather the local names that statements read, and those they give a value to."""
    if isinstance(part, (list, tuple)):
        for one in part:
            locals_of(one, read, changed)
    elif isinstance(part, Expr):
        if part.op == "local":
            read.add(str(part.data))
        locals_of(part.args, read, changed)
        locals_of(part.data, read, changed)
    elif isinstance(part, Stmt):
        if part.op == "let":
            changed.add(str(part.data))
        locals_of((part.args, part.data, part.body, part.other), read, changed)
    elif isinstance(part, Choice):
        locals_of((part.source, part.tests, part.number), read, changed)
    elif isinstance(part, Payment):
        locals_of((part.cost, part.less, part.choice), read, changed)
    elif isinstance(part, MenuLine):
        locals_of(part.body, read, changed)
