"""Compiles `as often as possible`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.check import node_builders
from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.check.statements import loop_exits
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Choice, Field, MenuLine, Payment
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.renaming import renamed
from interpreter.ir.rewriting import with_blocks
from interpreter.ir.types import PLAYER, YES_NO, Type, set_of
from interpreter.ir.walking import inner_blocks, walk

_HOST = "_host"
"""The name of `you` in a deed that somebody else is told to do."""


def as_often(scope: Scope, body: list[Stmt], span: Span) -> list[Stmt]:
    """Compile `as often as possible`: repeat until the body cannot be done or a player declines.

    Whether something can be done is asked of deeds, so any other block becomes a deed of its own.
    Where the block exits the loop, rebinds an outer name, or is what somebody else is told to do,
    that deed is only used for the test, and the block is carried out in place.
    """
    if len(body) == 1 and isinstance(body[0], nodes.Call) and scope.func is not None:
        return [_until_it_fails(scope, body[0], True, span)]
    if all(isinstance(one, (nodes.Call, nodes.Exchange)) for one in body):
        return [nodes.AsOften((), span, body=body)]
    body = loop_exits.until_declined(scope, body, span)
    if len(body) == 1 and isinstance(body[0], nodes.Options) and loop_exits.breaks_out(body):
        return [nodes.While((node_builders.true(span),), span, body=body)]
    if scope.func is None:
        return [nodes.AsOften((), span, body=body)]
    known = _known(scope)
    read, changed = set[str](), set[str]()
    locals_of(body, read, changed)
    leaves = any(isinstance(one, (nodes.Break, nodes.Return)) for one in walk(body))
    calls = any(map(_is_deed, walk(body)))
    fails = can_fail(body) or calls
    if calls or leaves or changed & set(known) or scope.they is not None:
        can = can_be_done(scope, body, span, leaves or fails)
        body = loop_exits.ending_where_it_fails(_calls_told(scope.ctx, body))
        return [nodes.While((can,), span, body=body)]
    deed = _deed_of(scope, body, read, known, span)
    return [_until_it_fails(scope, deed, fails, span)]


def _until_it_fails(scope: Scope, deed: nodes.Call, fails: bool, span: Span) -> Stmt:
    """Repeat a deed while it can be done.

    A round that turns out to be impossible midway, by chance or because of hidden information, is
    the last one.
    """
    if not fails:
        return nodes.AsOften((), span, body=[deed])
    body = _calls_told(scope.ctx, [deed])
    can = nodes.CanBlock((), YES_NO, span, [deed], True)
    return nodes.While((can,), span, body=body)


def _is_deed(s: Stmt) -> bool:
    return isinstance(s, nodes.Call) and s.verb != "play"


def _calls_told(ctx: Context, body: list[Stmt]) -> list[Stmt]:
    """Make a round exit the loop where a deed in it does not come to its end."""
    made: list[Stmt] = []
    for s in body:
        if isinstance(s, nodes.Call) and _is_deed(s):
            done = _done(ctx, s)
            no = nodes.Num((), YES_NO, s.span, 0)
            failed = node_builders.negated(nodes.FieldNow((), YES_NO, s.span, done))
            out: list[Stmt] = [nodes.Break((), s.span)]
            made += [nodes.Set((no,), s.span, done), s, nodes.If((failed,), s.span, body=out)]
        elif isinstance(s, (nodes.For, nodes.ForAll, nodes.While, nodes.AsOften)):
            made.append(s)
        else:
            made.append(with_blocks(s, lambda block: _calls_told(ctx, block)))
    return made


def _done(ctx: Context, deed: nodes.Call) -> Field:
    """Return the field that a deed sets when it completes, creating it if need be."""
    done = ctx.until_failed.get(deed.rule)
    if done is None:
        done = Field(f"_done_{deed.rule}", "table", YES_NO, 0, deed.span, -1)
        ctx.program.engine_fields.append(done)
        ctx.until_failed[deed.rule] = done
    return done


def tell_when_done(ctx: Context) -> None:
    """Make each deed repeated `as often as possible` record when it has come to its end."""
    for name, done in ctx.until_failed.items():
        func = ctx.program.funcs[name]
        func.body = [*_noting(func.body, done), _note(func.span, done)]


def _note(span: Span, done: Field) -> Stmt:
    return nodes.Set((node_builders.true(span),), span, done)


def _noting(body: list[Stmt], done: Field) -> list[Stmt]:
    made: list[Stmt] = []
    for s in body:
        if isinstance(s, nodes.Return):
            made.append(_note(s.span, done))
        made.append(with_blocks(s, lambda block: _noting(block, done)))
    return made


def alone(
    scope: Scope, body: list[Stmt], span: Span, before: Sequence[Stmt] = ()
) -> nodes.Call | None:
    """Extract what each player is to do into a deed, so that nobody who fails blocks the others.

    Returns None where the body exits something around it or rebinds an outer name. It may name what
    was chosen `before`.
    """
    known = _known(scope)
    for s in walk(list(before)):
        if isinstance(s, nodes.Choosing):
            one = s.choice.how == "one"
            known[s.choice.into] = s.choice.item.maybe() if one else set_of(s.choice.item)
        elif isinstance(s, nodes.Let):
            known[s.name] = s.args[0].type
    read, changed = set[str](), set[str]()
    locals_of(body, read, changed)
    leaves = any(isinstance(one, (nodes.Break, nodes.Return)) for one in walk(body))
    if leaves or changed & set(known):
        return None
    return _deed_of(scope, body, read, known, span, "each")


def can_fail(body: list[Stmt]) -> bool:
    """Tell whether a player may be unable to do something in a block, offered options aside."""
    for s in body:
        if isinstance(s, (nodes.Requires, nodes.Pay, nodes.Exchange)) or _is_sure(s) is False:
            return True
        if isinstance(s, (nodes.Options, nodes.Menu)):
            continue
        if any(can_fail(block) for block in inner_blocks(s)):
            return True
    return False


def _is_sure(s: Stmt) -> bool | None:
    """Tell whether a choice can always be made; None for any other statement."""
    if isinstance(s, nodes.ChooseMatching):
        return False
    if not isinstance(s, nodes.Choose):
        return None
    choice = s.choice
    return choice.optional or choice.has_none or choice.how in ("any_number", "up_to_many")


def can_be_done(scope: Scope, body: list[Stmt], span: Span, freely: bool = True) -> Expr:
    """Build the test whether a block can be done to its end, asked of an equivalent deed.

    If nothing can prevent it, the test answers `freely`.
    """
    read, changed = set[str](), set[str]()
    locals_of(body, read, changed)
    asked = loop_exits.leaving(body, lambda s: [nodes.Return((), s.span)])
    deed = _deed_of(scope, asked, read | changed, _known(scope), span)
    return nodes.CanBlock((), YES_NO, span, [deed], freely)


def _known(scope: Scope) -> dict[str, Type]:
    """Map the names of outer locals that a block may use to their types."""
    known = {name: kind for name, kind, _ in scope.locals.values()}
    for e in (scope.they, scope.it, *scope.bound.values()):
        if e is not None and isinstance(e, nodes.Local):
            known[e.name] = e.type
    return known


def _deed_of(
    scope: Scope,
    body: list[Stmt],
    named: set[str],
    known: dict[str, Type],
    span: Span,
    how: str = "often",
) -> nodes.Call:
    """Extract a block into a deed whose parameters are the names it uses; return the call.

    Whoever is told to do the block acts in it and sees only what they may see; `you` stays the
    same.
    """
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
        f"{scope.func.name}__{how}_{len(funcs)}",
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
    """Collect the locals that statements read into `read`, and those they assign into `changed`."""
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
