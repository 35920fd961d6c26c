"""Choices of several things, asked for one by one where the sets would be too many to list.

Takes and gives statements. Afterwards a `choose` of a set is a question only where few sets are
possible whatever happens; every other one is a loop of questions for one thing more, which the
player may end as soon as the rule allows. Nothing that is legal is left out.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb

from interpreter.diagnostics import Span
from interpreter.ir.program import Choice, E, Func, Program, S
from interpreter.ir.renaming import renamed_expression
from interpreter.ir.types import NUMBER, YES_NO, set_of

FEW = 64  # sets that a player can look through; machine.subsets lists no more
MANY = ("exactly", "up_to_many", "any_number")


def one_by_one(program: Program, funcs: dict[str, Func]) -> None:
    """Write out every choice of several things."""
    number = 0

    def block(body: list[S]) -> list[S]:
        nonlocal number
        made: list[S] = []
        for s in body:
            s.body, s.other = block(s.body), block(s.other)
            if s.op in ("options", "menu"):
                for line in s.data[1]:
                    line.body = block(line.body)
            if s.op == "choose_matching":
                number += 1
                made += _matching(program, s, number)
            elif s.op == "choose" and s.data.how in MANY and not _few(program, s.data):
                number += 1
                made += _several(s, number)
            else:
                made.append(s)
        return made

    for func in funcs.values():
        func.body = block(func.body)


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


def _most(program: Program, source: E) -> int | None:
    """The most things there can be to choose from, where the declarations say it."""
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


def _number(value: int, span: Span) -> E:
    return E("num", (), NUMBER, span, value)


def _several(s: S, number: int) -> list[S]:
    choice: Choice = s.data
    span = s.span
    chosen = E("local", (), set_of(choice.item), span, choice.into)
    size = E("size", (chosen,), NUMBER, span)
    left = _left(choice, chosen, span)
    made: list[S] = []
    more: E = E("some", (left, _number(1, span)), YES_NO, span, f"_left{number}")
    if choice.number is not None:
        wanted = f"_wanted{number}"
        wanted_e = E("local", (), NUMBER, span, wanted)
        made.append(S("let", (choice.number,), span, wanted))
        fewer = E("lt", (size, wanted_e), YES_NO, span)
        if choice.how == "exactly":
            there = E("size", (_left(choice, None, span),), NUMBER, span)
            enough = E("ge", (there, wanted_e), YES_NO, span)
            if choice.has_none:
                return [
                    *made,
                    S("if", (enough,), span, None, _asked(s, number, fewer, []), s.other),
                ]
            made.append(S("requires", (enough,), span, ""))
            return made + _asked(s, number, fewer, [])
        more = E("and", (fewer, more), YES_NO, span)
    none = E("eq", (size, _number(0, span)), YES_NO, span)
    after = [S("if", (none,), span, None, s.other)] if choice.has_none else []
    return made + _asked(s, number, more, after)


def _left(choice: Choice, chosen: E | None, span: Span, suffix: str = "_left") -> E:
    """What can still be chosen."""
    var = choice.var + suffix
    each = E("local", (), choice.item, span, var)
    test: E | None = choice.test()
    if test is not None:
        test = renamed_expression(test, lambda name: var if name == choice.var else name)
    if chosen is not None:
        fresh = E("not", (E("member", (each, chosen), YES_NO, span),), YES_NO, span)
        test = fresh if test is None else E("and", (fresh, test), YES_NO, span)
    if test is None:
        return choice.source
    return E("filter", (choice.source, test), choice.source.type, span, var)


def _asked(s: S, number: int, more: E, after: list[S], test: E | None = None) -> list[S]:
    """Ask for one thing more while `more` holds; the player may end it, but not of `exactly`."""
    choice: Choice = s.data
    span = s.span
    chosen = E("local", (), set_of(choice.item), span, choice.into)
    one, ended = f"_one{number}", f"_ended{number}"
    one_e = E("local", (), choice.item, span, one)
    ended_e = E("local", (), YES_NO, span, ended)
    may_end = choice.how in ("up_to_many", "any_number")
    candidate = E("local", (), choice.item, span, choice.var)
    fresh = E("not", (E("member", (candidate, chosen), YES_NO, span),), YES_NO, span)
    site = choice.site
    site.type = choice.item.maybe() if may_end else choice.item
    site.several = True
    tests = [(fresh, "chosen already"), *choice.tests]
    if test is not None:
        tests.append((test, "then the rest cannot be chosen"))
    question = replace(
        choice,
        into=one,
        tests=tests,
        how="one",
        number=None,
        optional=may_end,
        has_none=False,
    )
    added = E("with_one", (chosen, one_e), chosen.type, span)
    take = S("let", (added,), span, choice.into)
    body = [S("choose", s.args[:1], span, question), take]
    if may_end:
        body[1] = S(
            "if",
            (E("lt", (one_e, _number(0, span)), YES_NO, span),),
            span,
            None,
            [S("let", (_number(1, span),), span, ended)],
            [take],
        )
    running = E("and", (E("not", (ended_e,), YES_NO, span), more), YES_NO, span)
    return [
        S("let", (E("list", (), chosen.type, span),), span, choice.into),
        S("let", (_number(0, span),), span, ended),
        S("while", (running,), span, None, body),
        *after,
    ]


def _matching(program: Program, s: S, number: int) -> list[S]:
    """Pieces that show what is asked for: each one offered only while the others can still be."""
    choice: Choice = s.data
    span = s.span
    actor, amounts, extra, shown = s.args
    wanted, more = f"_wanted{number}", f"_more{number}"
    wanted_e = E("local", (), amounts.type, span, wanted)
    more_e = E("local", (), NUMBER, span, more)
    chosen = E("local", (), set_of(choice.item), span, choice.into)
    wild = tuple(sorted(program.values[amounts.type.of].wild))

    def values(things: E, var: str) -> E:
        each = renamed_expression(shown, lambda name: var if name == choice.var else name)
        yes = E("num", (), YES_NO, span, 1)
        return E("each", (things, yes, each), set_of(shown.type), span, var)

    def possible(picked: E, rest: E) -> E:
        return E("matchable", (picked, rest, wanted_e, more_e), YES_NO, span, wild)

    candidate = E("local", (), choice.item, span, choice.var)
    with_this = E("with_one", (chosen, candidate), chosen.type, span)
    later = possible(
        values(with_this, f"_p{number}"),
        values(_left(choice, with_this, span), f"_r{number}"),
    )
    nothing = E("list", (), set_of(shown.type), span)
    now = possible(nothing, values(_left(choice, None, span), f"_r{number}"))
    total = E("add", (E("vtotal", (wanted_e,), NUMBER, span), more_e), NUMBER, span)
    fewer = E("lt", (E("size", (chosen,), NUMBER, span), total), YES_NO, span)
    asking = replace(choice, how="exactly")
    return [
        S("let", (amounts,), span, wanted),
        S("let", (extra,), span, more),
        S("requires", (now,), span, "what is asked for cannot be matched"),
        *_asked(S("choose", (actor,), span, asking), number, fewer, [], later),
    ]
