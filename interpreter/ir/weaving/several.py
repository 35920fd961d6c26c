"""Choices of several things, asked for one by one where the sets would be too many to list.

Takes and gives statements. A `choose` of a set is one question while there are at most 64 sets;
beyond that it is a loop of questions for one thing more, in the order of the things, so that each
set is reached once. The player may end it as soon as the rule allows. Nothing legal is left out.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb

from interpreter.diagnostics import Span
from interpreter.ir.program import Choice, Expr, Func, Program, Stmt
from interpreter.ir.renaming import renamed_expression
from interpreter.ir.rewriting import rewritten
from interpreter.ir.types import NUMBER, YES_NO, set_of

FEW = 64  # sets that a player can look through; sets.subsets lists no more
MANY = ("exactly", "up_to_many", "any_number")


def one_by_one(program: Program, funcs: dict[str, Func]) -> None:
    """Write out every choice of several things."""
    number = 0

    def change(s: Stmt) -> list[Stmt]:
        nonlocal number
        if s.op == "choose_matching":
            number += 1
            return _matching(program, s, number)
        if s.op == "choose" and s.data.how in MANY and not _few(program, s.data):
            number += 1
            return _either_way(program, s, number)
        return [s]

    for func in funcs.values():
        func.body = rewritten(func.body, change)


def _few(program: Program, choice: Choice) -> bool:
    """Whether there are never more sets than a player can look through."""
    most = _most(program, choice.source)
    if most is None:
        return False
    if choice.number is None:
        return bool(2**most <= FEW)
    if choice.number.op != "num":
        return False
    size = int(choice.number.data)
    if choice.how == "exactly":
        return most <= FEW and comb(most, max(0, size)) <= FEW
    return most <= FEW and sum(comb(most, n) for n in range(min(size, most) + 1)) <= FEW


def _most(program: Program, source: Expr) -> int | None:
    """Give the most things there can be to choose from, where the declarations say it."""
    if source.op == "filter":
        return _most(program, source.args[0])
    if source.op == "players":
        return program.most
    if source.op == "values":
        return len(program.values[source.data].members)
    if source.op == "items":
        op, family = source.data
        if family.shape == "slots" and op == "zone":
            return int(family.slots)
        limit = family.limit if family.shape == "list" and op == "zone" else None
        return int(limit.data) if limit is not None and limit.op == "num" else None
    return None


def _number(value: int, span: Span) -> Expr:
    return Expr("num", (), NUMBER, span, value)


def _either_way(program: Program, s: Stmt, number: int) -> list[Stmt]:
    """One list of sets while there are few, else one thing after the other."""
    choice: Choice = s.data
    span = s.span
    there = Expr("size", (_left(choice, None, span),), NUMBER, span)
    made: list[Stmt] = []
    wanted = _number(-1, span)
    if choice.number is not None:
        wanted = Expr("local", (), NUMBER, span, f"_wanted{number}")
        made.append(Stmt("let", (choice.number,), span, wanted.data))
    few = Expr("few_sets", (there, wanted), YES_NO, span, (choice.how, FEW))
    listed = Stmt(s.op, s.args, span, replace(choice, number=choice.number and wanted), [], s.other)
    return [*made, Stmt("if", (few,), span, None, [listed], _several(program, s, number, wanted))]


def _several(program: Program, s: Stmt, number: int, wanted: Expr) -> list[Stmt]:
    """One thing after the other."""
    choice: Choice = s.data
    span = s.span
    chosen = Expr("local", (), set_of(choice.item), span, choice.into)
    size = Expr("size", (chosen,), NUMBER, span)
    if choice.how == "exactly":
        there = Expr("size", (_left(choice, None, span),), NUMBER, span)
        enough = Expr("ge", (there, wanted), YES_NO, span)
        candidate = Expr("local", (), choice.item, span, choice.var)
        later = Expr("size", (_left(choice, candidate, span, "_later"),), NUMBER, span)
        still = Expr(
            "sub", (Expr("sub", (wanted, size), NUMBER, span), _number(1, span)), NUMBER, span
        )
        asked = _asked(
            program,
            s,
            number,
            Expr("lt", (size, wanted), YES_NO, span),
            Expr("ge", (later, still), YES_NO, span),
        )
        if choice.has_none:
            return [Stmt("if", (enough,), span, None, asked, s.other)]
        return [Stmt("requires", (enough,), span, "there are too few"), *asked]
    last = Expr("local", (), choice.item, span, f"_last{number}")
    left = _left(choice, last, span)
    more: Expr = Expr("some", (left, _number(1, span)), YES_NO, span, f"_left{number}")
    if choice.number is not None:
        more = Expr("and", (Expr("lt", (size, wanted), YES_NO, span), more), YES_NO, span)
    none = Expr("eq", (size, _number(0, span)), YES_NO, span)
    after = [Stmt("if", (none,), span, None, s.other)] if choice.has_none else []
    return _asked(program, s, number, more) + after


def _left(choice: Choice, after: Expr | None, span: Span, suffix: str = "_left") -> Expr:
    """Give what can be chosen, or what of it comes after a thing."""
    var = choice.var + suffix
    each = Expr("local", (), choice.item, span, var)
    test: Expr | None = choice.test()
    if test is not None:
        test = renamed_expression(test, lambda name: var if name == choice.var else name)
    if after is not None:
        later = Expr("gt", (each, after), YES_NO, span)
        test = later if test is None else Expr("and", (later, test), YES_NO, span)
    if test is None:
        return choice.source
    return Expr("filter", (choice.source, test), choice.source.type, span, var)


def _times(things: Expr, one: Expr, var: str, span: Span) -> Expr:
    """How often a thing is among others."""
    each = Expr("local", (), one.type, span, var)
    return Expr("count", (things, Expr("eq", (each, one), YES_NO, span)), NUMBER, span, var)


def _asked(
    program: Program,
    s: Stmt,
    number: int,
    more: Expr,
    test: Expr | None = None,
    again: bool = False,
) -> list[Stmt]:
    """Ask for one thing more while `more` holds; the player may end it, but not of `exactly`.
    `again`: of alike pieces the same one can be chosen once more."""
    choice: Choice = s.data
    span = s.span
    chosen = Expr("local", (), set_of(choice.item), span, choice.into)
    one, ended, last = (f"_{word}{number}" for word in ("one", "ended", "last"))
    one_e = Expr("local", (), choice.item, span, one)
    last_e = Expr("local", (), choice.item, span, last)
    ended_e = Expr("local", (), YES_NO, span, ended)
    may_end = choice.how in ("up_to_many", "any_number")
    candidate = Expr("local", (), choice.item, span, choice.var)
    site = replace(
        choice.site,
        number=len(program.sites),
        type=choice.item.maybe() if may_end else choice.item,
        several=True,
    )
    program.sites.append(site)
    order = "ge" if again else "gt"
    tests = [*choice.tests, (Expr(order, (candidate, last_e), YES_NO, span), "one after the other")]
    if test is not None:
        tests.append((test, "then the rest cannot be chosen"))
    question = replace(
        choice,
        site=site,
        into=one,
        tests=tests,
        how="one",
        number=None,
        optional=may_end,
        has_none=False,
        sure=test is not None,
    )
    added = Expr("with_one", (chosen, one_e), chosen.type, span)
    take = [Stmt("let", (added,), span, choice.into), Stmt("let", (one_e,), span, last)]
    body = [Stmt("choose", s.args[:1], span, question), *take]
    if may_end:
        none = Expr("lt", (one_e, _number(0, span)), YES_NO, span)
        stop = Stmt("let", (_number(1, span),), span, ended)
        body[1:] = [Stmt("if", (none,), span, None, [stop], take)]
    running = Expr("and", (Expr("not", (ended_e,), YES_NO, span), more), YES_NO, span)
    return [
        Stmt("let", (Expr("list", (), chosen.type, span),), span, choice.into),
        Stmt("let", (_number(0, span),), span, ended),
        Stmt("let", (_number(-1, span),), span, last),
        Stmt("while", (running,), span, None, body),
    ]


def _matching(program: Program, s: Stmt, number: int) -> list[Stmt]:
    """Pieces that show what is asked for: each one offered only while the others can still be."""
    choice: Choice = s.data
    span = s.span
    actor, amounts, extra, shown = s.args
    wanted, more = f"_wanted{number}", f"_more{number}"
    wanted_e = Expr("local", (), amounts.type, span, wanted)
    more_e = Expr("local", (), NUMBER, span, more)
    chosen = Expr("local", (), set_of(choice.item), span, choice.into)
    wild = tuple(sorted(program.values[amounts.type.of].wild))

    def values(things: Expr, var: str) -> Expr:
        each = renamed_expression(shown, lambda name: var if name == choice.var else name)
        yes = Expr("num", (), YES_NO, span, 1)
        return Expr("each", (things, yes, each), set_of(shown.type), span, var)

    alike = program.kinds[choice.item.of].alike
    counted = choice.source if alike and choice.source.op == "items" else None

    def there(things: Expr, var: str, taken: Expr | None = None) -> Expr:
        """Give what the things show; alike ones as often as they lie there and are not taken."""
        shows = values(things, var)
        if counted is None:
            return shows
        each = Expr("local", (), choice.item, span, var)
        many = Expr("count_in", (*counted.args, each), NUMBER, span, counted.data[1])
        if taken is not None:
            many = Expr("sub", (many, _times(taken, each, f"{var}t", span)), NUMBER, span)
        yes = Expr("num", (), YES_NO, span, 1)
        times = Expr("each", (things, yes, many), set_of(NUMBER), span, var)
        return Expr("repeated", (shows, times), shows.type, span)

    def possible(picked: Expr, rest: Expr) -> Expr:
        return Expr("matchable", (picked, rest, wanted_e, more_e), YES_NO, span, wild)

    candidate = Expr("local", (), choice.item, span, choice.var)
    with_this = Expr("with_one", (chosen, candidate), chosen.type, span)
    after = candidate
    if counted is not None:  # of alike pieces the same one again, while any are left
        one = Expr("num", (), NUMBER, span, 1)
        after = Expr("sub", (candidate, one), NUMBER, span)
    later = possible(
        values(with_this, f"_p{number}"),
        there(_left(choice, after, span, "_later"), f"_r{number}", with_this),
    )
    if counted is not None:
        many = Expr("count_in", (*counted.args, candidate), NUMBER, span, counted.data[1])
        left = Expr("gt", (many, _times(chosen, candidate, f"_t{number}", span)), YES_NO, span)
        later = Expr("and", (left, later), YES_NO, span)
    nothing = Expr("list", (), set_of(shown.type), span)
    now = possible(nothing, there(_left(choice, None, span), f"_r{number}"))
    total = Expr("add", (Expr("vtotal", (wanted_e,), NUMBER, span), more_e), NUMBER, span)
    fewer = Expr("lt", (Expr("size", (chosen,), NUMBER, span), total), YES_NO, span)
    asking = replace(choice, how="exactly")
    return [
        Stmt("let", (amounts,), span, wanted),
        Stmt("let", (extra,), span, more),
        Stmt("requires", (now,), span, "what is asked for cannot be matched"),
        *_asked(
            program,
            Stmt("choose", (actor,), span, asking),
            number,
            fewer,
            later,
            again=counted is not None,
        ),
    ]
