"""Interleaved play: windows until all pass, and simultaneous secret choices.

Rewrites statements. A window goes round until everybody has passed in a row; a counter of what was
taken from menus tells whether anybody has acted. For a simultaneous choice, one player after the
other is asked, and nothing happens before all have answered. Look-ahead ends after what is done
with one's own answers: the options must not reveal what the others have chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.renaming import renamed
from interpreter.ir.rewriting import unless_same, with_blocks
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, set_of
from interpreter.ir.walking import inner_blocks

COUNTER = "_taken"
_LOOPS = (nodes.For, nodes.ForAll, nodes.While, nodes.AsOften)


def gather(program: Program, funcs: dict[str, Func]) -> None:
    """Expand every `until all pass` and every `together` in these rules."""
    number = 0

    def fresh() -> int:
        nonlocal number
        number += 1
        return number

    for func in funcs.values():
        made = Counter(_all_names_made(func.body))
        made.update(name for name, _ in func.params)
        func.body = _block(program, func.body, fresh, made)


def counter_of(program: Program) -> Field | None:
    """Return the field that counts things taken from menus; None if no window needs it."""
    return next((f for f in program.engine_fields if f.name == COUNTER), None)


def _block(
    program: Program, body: list[Stmt], fresh: Callable[[], int], names: Counter[str]
) -> list[Stmt]:
    made: list[Stmt] = []
    for s in body:
        s = with_blocks(s, lambda block: _block(program, block, fresh, names))
        if isinstance(s, nodes.ForAll) and s.how == "until_all_pass":
            made += _window(program, s, fresh())
        elif isinstance(s, nodes.ForAll) and s.how == "together":
            made += _together(program, s, fresh(), names)
        else:
            made.append(s)
    return unless_same(body, made)


def _number(value: int, span: Span) -> Expr:
    return nodes.Num((), NUMBER, span, value)


def _window(program: Program, s: nodes.ForAll, number: int) -> list[Stmt]:
    span = s.span
    kept = counter_of(program)
    if kept is None:
        kept = Field(COUNTER, "table", NUMBER, 0, span, -1)
        program.engine_fields.append(kept)
    for one in (inner for top in s.body for inner in top.walk()):
        if isinstance(one, nodes.Menu):
            one.site.window = True
    order, passed, before = (f"_{word}{number}" for word in ("order", "passed", "before"))
    order_e = nodes.Local((), set_of(PLAYER), span, order)
    passed_e = nodes.Local((), NUMBER, span, passed)
    taken = nodes.FieldNow((), NUMBER, span, kept)
    left = nodes.Lt((passed_e, nodes.Size((order_e,), NUMBER, span)), YES_NO, span)
    quiet = nodes.Eq((taken, nodes.Local((), NUMBER, span, before)), YES_NO, span)
    one_more = nodes.Add((passed_e, _number(1, span)), NUMBER, span)
    turn = [
        nodes.Let((taken,), span, before),
        *s.body,
        nodes.If(
            (quiet,),
            span,
            body=[nodes.Let((one_more,), span, passed)],
            other=[nodes.Let((_number(0, span),), span, passed)],
        ),
    ]
    going_round = nodes.For((order_e,), span, s.name, body=[nodes.If((left,), span, body=turn)])
    return [
        nodes.LetFrozen((s.args[0],), span, order),
        nodes.Let((_number(0, span),), span, passed),
        nodes.While((left,), span, body=[going_round]),
    ]


def _together(program: Program, s: nodes.ForAll, number: int, names: Counter[str]) -> list[Stmt]:
    """Ask one player after the other, then run the rest for each.

    `names` counts the names bound in the rule: a name from outside is shared by all players.
    """
    span = s.span
    above = names - Counter(_all_names_made(s.body))
    last = max((at for at, one in enumerate(s.body) if _chooses(one)), default=-1)
    answers, deeds = s.body[: last + 1], s.body[last + 1 :]
    for one in (inner for top in answers for inner in top.walk()):
        if isinstance(one, (nodes.Choose, nodes.Options)):
            site = one.choice.site if isinstance(one, nodes.Choose) else one.site
            site.secret = True
    order = f"_order{number}"
    order_e = nodes.Local((), set_of(PLAYER), span, order)
    size = nodes.Size((order_e,), NUMBER, span)
    made: list[Stmt] = [nodes.LetFrozen((s.args[0],), span, order)]
    left = f"_left{number}"
    stops = _is_left(s.body)
    if stops:
        made.append(nodes.Let((_number(0, span),), span, left))
        answers, deeds = _leaving(answers, left), _leaving(deeds, left)
    for part in (answers, deeds):
        for seat in range(program.most):
            tag = f"_of{seat}_"
            inside = {*_all_names_made(s.body), s.name} - set(above)

            def new(name: str, tag: str = tag, inside: set[str] = inside) -> str:
                return tag + name if name in inside else name

            player = nodes.Nth((order_e, _number(seat, span)), PLAYER, span)
            body = [nodes.Let((player,), span, new(s.name)), *(renamed(x, new) for x in part)]
            if part is answers:
                ahead = [*(renamed(x, new) for x in deeds), nodes.Horizon((), span)]
                body.append(nodes.If((nodes.LookingAhead((), YES_NO, span),), span, body=ahead))
            there: Expr = nodes.Lt((_number(seat, span), size), YES_NO, span)
            if stops:  # a loop of one round, for `stop repeating` to leave
                once = nodes.Listed((_number(0, span),), set_of(NUMBER), span)
                body = [nodes.For((once,), span, f"_once{number}", body=body)]
                gone = nodes.Local((), YES_NO, span, left)
                there = nodes.And((there, nodes.Not((gone,), YES_NO, span)), YES_NO, span)
            made.append(nodes.If((there,), span, body=body))
    return made


def _is_left(body: list[Stmt]) -> bool:
    """Check whether something in a block leaves the statement of all players, not an inner loop."""
    return any(
        isinstance(one, nodes.Break)
        or (not isinstance(one, _LOOPS) and any(map(_is_left, inner_blocks(one))))
        for one in body
    )


def _leaving(body: list[Stmt], left: str) -> list[Stmt]:
    """Set the flag `left` wherever a block is left, so that the other players' part is skipped."""
    made: list[Stmt] = []
    for one in body:
        if isinstance(one, nodes.Break):
            made.append(nodes.Let((_number(1, one.span),), one.span, left))
        elif not isinstance(one, _LOOPS):
            one = with_blocks(one, lambda block: _leaving(block, left))
        made.append(one)
    return made


def _chooses(s: Stmt) -> bool:
    return any(isinstance(one, (nodes.Choose, nodes.Options)) for one in s.walk())


def _all_names_made(body: list[Stmt]) -> list[str]:
    """List every local name that a block binds, as often as it does.

    A statement that occurs twice, since a choice of several things is asked in two ways, counts
    once.
    """
    found: list[str] = []
    lines = {id(inner): inner for top in body for inner in top.walk()}
    for one in lines.values():
        if isinstance(one, (nodes.Let, nodes.LetFrozen, nodes.For, nodes.ForAll, nodes.Draw)):
            found.append(one.name)
        elif isinstance(one, nodes.Pick):
            found += [one.name, one.each]
        elif isinstance(one, nodes.Choose):
            found += [one.choice.var, one.choice.into]
    return found
