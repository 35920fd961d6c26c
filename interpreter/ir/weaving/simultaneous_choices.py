"""What all players do around one another: windows until all pass, and choices made in secret.

Takes and gives statements. A window goes round until everybody has passed one after the other; who
has done anything is seen from a counter of what was taken from menus. A choice made together is
asked of one player after the other, and nothing happens before all have answered. Looking ahead
ends with what is done of one's own answers: what is offered must not tell what the others have
chosen.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.diagnostics import Span
from interpreter.ir.program import Expr, Field, Func, Program, Stmt
from interpreter.ir.renaming import renamed
from interpreter.ir.rewriting import unless_same, with_blocks
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, set_of

COUNTER = "_taken"


def gather(program: Program, funcs: dict[str, Func]) -> None:
    """Write out every `until all pass` and every `together` of these rules."""
    number = 0

    def fresh() -> int:
        nonlocal number
        number += 1
        return number

    for func in funcs.values():
        func.body = _block(program, func.body, fresh)


def counter_of(program: Program) -> Field | None:
    """Give the number of things taken from menus, if a window asks for it."""
    return next((f for f in program.engine_fields if f.name == COUNTER), None)


def _block(program: Program, body: list[Stmt], fresh: Callable[[], int]) -> list[Stmt]:
    made: list[Stmt] = []
    for s in body:
        s = with_blocks(s, lambda block: _block(program, block, fresh))
        if s.op == "for_all" and s.data[1] == "until_all_pass":
            made += _window(program, s, fresh())
        elif s.op == "for_all" and s.data[1] == "together":
            made += _together(program, s, fresh())
        else:
            made.append(s)
    return unless_same(body, made)


def _number(value: int, span: Span) -> Expr:
    return Expr("num", (), NUMBER, span, value)


def _window(program: Program, s: Stmt, number: int) -> list[Stmt]:
    span = s.span
    kept = counter_of(program)
    if kept is None:
        kept = Field(COUNTER, "table", NUMBER, 0, span, -1)
        program.engine_fields.append(kept)
    for one in (inner for top in s.body for inner in top.walk()):
        if one.op == "menu":
            one.data[0].window = True
    order, passed, before = (f"_{word}{number}" for word in ("order", "passed", "before"))
    order_e = Expr("local", (), set_of(PLAYER), span, order)
    passed_e = Expr("local", (), NUMBER, span, passed)
    taken = Expr("field", (), NUMBER, span, kept)
    left = Expr("lt", (passed_e, Expr("size", (order_e,), NUMBER, span)), YES_NO, span)
    quiet = Expr("eq", (taken, Expr("local", (), NUMBER, span, before)), YES_NO, span)
    one_more = Expr("add", (passed_e, _number(1, span)), NUMBER, span)
    turn = [
        Stmt("let", (taken,), span, before),
        *s.body,
        Stmt(
            "if",
            (quiet,),
            span,
            None,
            [Stmt("let", (one_more,), span, passed)],
            [Stmt("let", (_number(0, span),), span, passed)],
        ),
    ]
    going_round = Stmt("for", (order_e,), span, s.data[0], [Stmt("if", (left,), span, None, turn)])
    return [
        Stmt("let_frozen", (s.args[0],), span, order),
        Stmt("let", (_number(0, span),), span, passed),
        Stmt("while", (left,), span, None, [going_round]),
    ]


def _together(program: Program, s: Stmt, number: int) -> list[Stmt]:
    span = s.span
    last = max((at for at, one in enumerate(s.body) if _chooses(one)), default=-1)
    answers, deeds = s.body[: last + 1], s.body[last + 1 :]
    for one in (inner for top in answers for inner in top.walk()):
        if one.op in ("choose", "options"):
            site = one.data.site if one.op == "choose" else one.data[0]
            site.secret = True
    order = f"_order{number}"
    order_e = Expr("local", (), set_of(PLAYER), span, order)
    size = Expr("size", (order_e,), NUMBER, span)
    made = [Stmt("let_frozen", (s.args[0],), span, order)]
    for part in (answers, deeds):
        for seat in range(program.most):
            tag = f"_of{seat}_"
            inside = _names_made(s.body) | {s.data[0]}

            def new(name: str, tag: str = tag, inside: set[str] = inside) -> str:
                return tag + name if name in inside else name

            player = Expr("nth", (order_e, _number(seat, span)), PLAYER, span)
            body = [Stmt("let", (player,), span, new(s.data[0])), *(renamed(x, new) for x in part)]
            if part is answers:
                ahead = [*(renamed(x, new) for x in deeds), Stmt("horizon", (), span)]
                body.append(
                    Stmt("if", (Expr("looking_ahead", (), YES_NO, span),), span, None, ahead)
                )
            there = Expr("lt", (_number(seat, span), size), YES_NO, span)
            made.append(Stmt("if", (there,), span, None, body))
    return made


def _chooses(s: Stmt) -> bool:
    return any(one.op in ("choose", "options") for one in s.walk())


def _names_made(body: list[Stmt]) -> set[str]:
    """Every local name that a block gives to something."""
    found: set[str] = set()
    for one in (inner for top in body for inner in top.walk()):
        if one.op in ("let", "let_frozen", "for"):
            found.add(one.data)
        elif one.op == "for_all":
            found.add(one.data[0])
        elif one.op == "pick":
            found |= {one.data[0], one.data[1]}
        elif one.op == "draw":
            found.add(one.data[5])
        elif one.op == "choose":
            found |= {one.data.var, one.data.into}
    return found
