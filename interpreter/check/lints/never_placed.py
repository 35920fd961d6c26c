"""Kinds of component that never leave the box, and zones that stay empty.

Takes a program without errors; reports warnings. A component leaves the box if a rule takes it from
there, takes of all there are, or names it; what is taken from a zone of the table has come there
before. Where that is not certain, it is assumed to leave, so that there are no false warnings.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.context import Context
from interpreter.ir import nodes
from interpreter.ir.declared import Family, Kind
from interpreter.ir.effects import moved_kinds
from interpreter.ir.nodes import Expr, Stmt
from interpreter.language.steps import STEPS
from interpreter.load.game_folder import GameFiles

_MOVES = frozenset(name for name, step in STEPS.items() if step.moves)
_HANDED_ON = frozenset([nodes.Local, nodes.Part])
"""Values that another expression has given before."""
_LYING = frozenset([nodes.Top, nodes.SlotItem, nodes.AbsSlotItem, nodes.At, nodes.Group])
"""Components that are found by where they lie."""
_STAYING = frozenset(name for name, step in STEPS.items() if step.stays)
"""Statements after which a zone holds nothing if it held nothing before."""


def check(ctx: Context, files: GameFiles) -> None:
    """Report kinds that stay in the box, and zones that stay empty."""
    program = ctx.program
    statements = list(ctx.bodies.every())
    spaces = {b.of_kind for b in program.boards.values() if b.of_kind}
    boxed = set(program.kinds) - _taken(statements) - spaces
    for kind in program.kinds.values():
        if not kind.designs:
            ctx.report.add(
                "no-components",
                kind.span,
                f"there are no {kind.plural}",
                helps=(f"list them under `{kind.plural}:` in a component file",),
            )
        elif kind.name in ctx.stays_in_box:
            if kind.name not in boxed:
                ctx.report.add(
                    "never-placed",
                    kind.span,
                    f"a rule moves {kind.plural}, which stay in the box",
                    helps=("leave out `, stays in the box`",),
                )
        elif kind.name in boxed:
            ctx.report.add(
                "never-placed",
                kind.span,
                f"no {kind.name} ever leaves the box",
                helps=(f"move the {kind.plural} to their place in the set-up", *_rolled(ctx, kind)),
            )
    filled = set(_filled(statements))
    filled |= {m.kept for m in program.money.values()} | {m.bank for m in program.money.values()}
    filled |= {f.pushed_out for f in program.families}
    bare = boxed | {kind.name for kind in program.kinds.values() if not kind.designs}
    for family in program.families:
        told = family.name in ctx.used and bare.issuperset(family.kinds)  # by what stays in the box
        if family.holder == "box" or family.board or family.refilled or told:
            continue
        feeds = any(family.name == f.refilled for f in program.families)
        if family.key in filled or family.name in filled or feeds:
            continue
        ctx.report.add(
            "unused-zone",
            family.span,
            f"nothing ever lies in `{family.name}`",
            helps=("remove it, or move something there",),
        )


def _rolled(ctx: Context, kind: Kind) -> tuple[str, ...]:
    """Say how dice that are only rolled are declared; nothing for other components."""
    rolls = (s for s in ctx.bodies.every() if isinstance(s, (nodes.Roll, nodes.RollOdds)))
    if not any(s.field.holder == kind.name for s in rolls):
        return ()
    return (f"if they are only rolled: `kind {kind.name} plural {kind.plural}, stays in the box`",)


def _filled(statements: list[Stmt]) -> Iterator[str]:
    """Yield the keys of all zones into which the statements may put something."""
    for s in statements:
        if s.op in _STAYING:
            continue
        brought = s.to if isinstance(s, (nodes.Draw, nodes.MoveAlike)) else s.fixed()
        for family in _families(brought):
            yield family.key


def _families(data: object) -> Iterator[Family]:
    """Yield the zones in a statement's data, nested at any depth."""
    if isinstance(data, Family):
        yield data
    elif isinstance(data, (tuple, list)):
        for one in data:
            yield from _families(one)


def _taken(statements: list[Stmt]) -> set[str]:
    """Collect the kinds of which a component may leave the box."""
    moved: set[str] = set()
    given: set[str] = set()
    for s in statements:
        if isinstance(s, nodes.MoveAlike) and s.family.holder == "box":
            moved.update(moved_kinds(s))
            given.update(moved_kinds(s))
        elif s.op not in _MOVES:
            moved.update(_families_of_unknown(s))
        elif not isinstance(s, (nodes.Draw, nodes.MoveAlike)):
            moved.update(moved_kinds(s))
        for e in _values(s):
            given.update(_from_box(e))
    return moved & given


def _families_of_unknown(s: Stmt) -> set[str]:
    """Collect the kinds in zones that a statement changes in a way that is not analysed."""
    known = _STAYING | {"gain_money", "exchange", "close_for"}
    return set() if s.op in known else {k for f in _families(s.fixed()) for k in f.kinds}


def _values(s: Stmt) -> Iterator[Expr]:
    """Yield the expressions whose results a statement uses or passes on, not its conditions."""
    yield from s.args
    if isinstance(s, nodes.Choosing):
        test = s.choice.test()
        if test is None or not _on_table(test, s.choice.var):
            yield s.choice.source
    elif isinstance(s, (nodes.Pay, nodes.PayDue, nodes.PayOut)):
        yield from (s.payment.cost, *s.payment.less, *s.payment.choice)


def _kind_of(e: Expr) -> str | None:
    """Return the component kind of an expression or of its set members; None for other types."""
    item = e.type.item if e.type.is_list else e.type
    return item.of if item is not None and item.is_piece else None


def _from_box(e: Expr) -> set[str]:
    """Collect the kinds of which an expression may yield a component from the box."""
    kind = _kind_of(e)
    if kind is None:
        if isinstance(e, nodes.Combined):
            return set().union(*(_from_box(part) for part in e.args))
        return set()
    if type(e) in _HANDED_ON or type(e) in _LYING or (isinstance(e, nodes.Num) and e.value == -1):
        return set()
    if isinstance(e, nodes.Items):
        return {kind} if e.family.holder == "box" else set()
    if isinstance(e, nodes.FieldNow):  # what it is set to is looked at there
        return set() if e.type.optional else {kind}
    if isinstance(e, (nodes.Filter, nodes.Ordered, nodes.Best)) and _on_table(e.args[1], e.name):
        return set()
    if isinstance(e, nodes.CallValue):  # what the rule itself answers is looked at there
        return set().union(*(_from_box(part) for part in e.args))
    parts = [part for part in e.args if _kind_of(part) is not None]
    if not parts or isinstance(e, nodes.Attr):
        return {kind}
    return set().union(*(_from_box(part) for part in parts))


def _on_table(test: Expr, var: str) -> bool:
    """Whether what fulfils a test lies on the table."""
    if isinstance(test, nodes.And):
        return any(_on_table(part, var) for part in test.args)
    if isinstance(test, nodes.Or):
        return all(_on_table(part, var) for part in test.args)
    about = bool(test.args) and nodes.is_local(test.args[0], var)
    if isinstance(test, nodes.InPlay):
        return about
    if isinstance(test, nodes.InZone):
        return about and isinstance(test.family, Family) and test.family.holder != "box"
    if isinstance(test, nodes.Member):
        return about and not _from_box(test.args[1])
    return False
