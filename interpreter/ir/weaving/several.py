"""Splits choices of several things into single questions where there are too many sets to list.

Rewrites statements. A `choose` of a set is one question while there are at most 64 sets; beyond
that it is a loop of questions for one thing more, in the order of the things, so that each set is
reached once. The player may end it as soon as the rule allows. Nothing legal is left out.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Choice
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.renaming import renamed_expression
from interpreter.ir.rewriting import rewritten
from interpreter.ir.types import NUMBER, YES_NO, set_of

FEW = 64  # sets that a player can look through; sets.subsets lists no more
MANY = ("exactly", "up_to_many", "any_number")


def one_by_one(program: Program, funcs: dict[str, Func]) -> None:
    """Expand every choice of several things."""
    number = 0

    def change(s: Stmt) -> list[Stmt]:
        nonlocal number
        if isinstance(s, nodes.ChooseMatching):
            number += 1
            return _matching(program, s, number)
        if not isinstance(s, nodes.Choose):
            return [s]
        if s.choice.how == "exactly" and s.choice.has_none:
            number += 1
            return _if_enough(program, s, number)
        if s.choice.how in MANY and not _few(program, s.choice):
            number += 1
            return _either_way(program, s, number)
        return [s]

    for func in funcs.values():
        func.body = rewritten(func.body, change)


def _few(program: Program, choice: Choice) -> bool:
    """Check whether there are never more sets than a player can look through."""
    most = _most(program, choice.source)
    if most is None:
        return False
    if choice.number is None:
        return bool(2**most <= FEW)
    if not isinstance(choice.number, nodes.Num):
        return False
    size = int(choice.number.value)
    if choice.how == "exactly":
        return most <= FEW and comb(most, max(0, size)) <= FEW
    return most <= FEW and sum(comb(most, n) for n in range(min(size, most) + 1)) <= FEW


def _most(program: Program, source: Expr) -> int | None:
    """Compute an upper bound on the number of candidates from declarations; None if unbounded."""
    if isinstance(source, nodes.Filter):
        return _most(program, source.args[0])
    if isinstance(source, nodes.Players):
        return program.most
    if isinstance(source, nodes.ValuesOf):
        return len(program.values[source.values].members)
    if isinstance(source, nodes.Items):
        op, family = source.how, source.family
        if family.shape == "slots" and op == "zone":
            return int(family.slots)
        limit = family.limit if family.shape == "list" and op == "zone" else None
        return int(limit.value) if limit is not None and isinstance(limit, nodes.Num) else None
    return None


def _number(value: int, span: Span) -> Expr:
    return nodes.Num((), NUMBER, span, value)


def _if_enough(program: Program, s: nodes.Choose, number: int) -> list[Stmt]:
    """Choose a number of things if there are enough of them; else run what is done for none."""
    choice, span = s.choice, s.span
    assert choice.number is not None
    wanted = nodes.Local((), NUMBER, span, f"_asked{number}")
    there = nodes.Local((), NUMBER, span, f"_there{number}")
    enough = nodes.And(
        (
            nodes.Ge((there, wanted), YES_NO, span),
            nodes.Gt((there, _number(0, span)), YES_NO, span),
        ),
        YES_NO,
        span,
    )
    asked = nodes.Choose(s.args, span, replace(choice, number=wanted, has_none=False))
    body: list[Stmt] = [asked] if _few(program, choice) else _either_way(program, asked, number)
    if choice.optional:
        chosen = nodes.Local((), set_of(choice.item), span, choice.into)
        size = nodes.Size((chosen,), NUMBER, span)
        none = nodes.Eq((size, _number(0, span)), YES_NO, span)
        body.append(nodes.If((none,), span, body=s.other))
    return [
        nodes.Let((choice.number,), span, wanted.name),
        nodes.Let((nodes.Size((_left(choice, None, span),), NUMBER, span),), span, there.name),
        nodes.If(
            (enough,),
            span,
            body=body,
            other=[_nothing(choice, span), *s.other],
        ),
    ]


def _nothing(choice: Choice, span: Span) -> Stmt:
    return nodes.Let((nodes.Listed((), set_of(choice.item), span),), span, choice.into)


def _either_way(program: Program, s: nodes.Choose, number: int) -> list[Stmt]:
    """Choose from a list of sets at run time if they are few; else one thing after the other."""
    choice = s.choice
    span = s.span
    there = nodes.Size((_left(choice, None, span),), NUMBER, span)
    made: list[Stmt] = []
    wanted = _number(-1, span)
    if choice.number is not None:
        wanted = nodes.Local((), NUMBER, span, f"_wanted{number}")
        made.append(nodes.Let((choice.number,), span, wanted.name))
    few = nodes.FewSets((there, wanted), YES_NO, span, choice.how, FEW)
    listed = nodes.Choose(
        s.args, span, replace(choice, number=choice.number and wanted), other=s.other
    )
    return [
        *made,
        nodes.If((few,), span, body=[listed], other=_several(program, s, number, wanted)),
    ]


def _several(program: Program, s: nodes.Choose, number: int, wanted: Expr) -> list[Stmt]:
    """Expand a choice into questions for one thing after the other."""
    choice = s.choice
    span = s.span
    chosen = nodes.Local((), set_of(choice.item), span, choice.into)
    size = nodes.Size((chosen,), NUMBER, span)
    if choice.how == "exactly":
        there = nodes.Size((_left(choice, None, span),), NUMBER, span)
        enough = nodes.Ge((there, wanted), YES_NO, span)
        candidate = nodes.Local((), choice.item, span, choice.var)
        later = nodes.Size((_left(choice, candidate, span, "_later"),), NUMBER, span)
        still = nodes.Sub((nodes.Sub((wanted, size), NUMBER, span), _number(1, span)), NUMBER, span)
        possible = nodes.Ge((later, still), YES_NO, span)
        asked = _asked(program, s, number, nodes.Lt((size, wanted), YES_NO, span), possible)
        if not choice.optional:
            return [nodes.Requires((enough,), span, "there are too few"), *asked]
        # With the first one the player may still decline; then all of them are chosen.
        first = nodes.Lt((size, _number(1, span)), YES_NO, span)
        declined = _asked(program, s, number, first, possible, may_end=True)
        body = [*declined, asked[-1]]
        return [nodes.If((enough,), span, body=body, other=[_nothing(choice, span)])]
    last = nodes.Local((), choice.item, span, f"_last{number}")
    left = _left(choice, last, span)
    more: Expr = nodes.Some((left, _number(1, span)), YES_NO, span, f"_left{number}")
    if choice.number is not None:
        more = nodes.And((nodes.Lt((size, wanted), YES_NO, span), more), YES_NO, span)
    none = nodes.Eq((size, _number(0, span)), YES_NO, span)
    after = [nodes.If((none,), span, body=s.other)] if choice.has_none else []
    return _asked(program, s, number, more) + after


def _left(choice: Choice, after: Expr | None, span: Span, suffix: str = "_left") -> Expr:
    """Build the source of the candidates that pass all tests, or of those that follow a thing."""
    var = choice.var + suffix
    each = nodes.Local((), choice.item, span, var)
    test: Expr | None = choice.test()
    if test is not None:
        test = renamed_expression(test, lambda name: var if name == choice.var else name)
    if after is not None:
        later = nodes.Gt((each, after), YES_NO, span)
        test = later if test is None else nodes.And((later, test), YES_NO, span)
    if test is None:
        return choice.source
    return nodes.Filter((choice.source, test), choice.source.type, span, var)


def _times(things: Expr, one: Expr, var: str, span: Span) -> Expr:
    """Count how often a thing occurs in a list."""
    each = nodes.Local((), one.type, span, var)
    return nodes.Count((things, nodes.Eq((each, one), YES_NO, span)), NUMBER, span, var)


def _asked(
    program: Program,
    s: nodes.Choose | nodes.ChooseMatching,
    number: int,
    more: Expr,
    test: Expr | None = None,
    again: bool = False,
    may_end: bool = False,
) -> list[Stmt]:
    """Build the loop that asks for one thing more while `more` holds.

    The player may end it if `may_end` is set or the number is open, but not for `exactly`. With
    `again`, the same alike piece can be chosen once more. The last statement is the loop.
    """
    choice = s.choice
    span = s.span
    chosen = nodes.Local((), set_of(choice.item), span, choice.into)
    one, ended, last = (f"_{word}{number}" for word in ("one", "ended", "last"))
    one_e = nodes.Local((), choice.item, span, one)
    last_e = nodes.Local((), choice.item, span, last)
    ended_e = nodes.Local((), YES_NO, span, ended)
    may_end = may_end or choice.how in ("up_to_many", "any_number")
    candidate = nodes.Local((), choice.item, span, choice.var)
    site = replace(
        choice.site,
        number=len(program.sites),
        type=choice.item.maybe() if may_end else choice.item,
        several=True,
    )
    program.sites.append(site)
    order = nodes.Ge if again else nodes.Gt
    tests = [*choice.tests, (order((candidate, last_e), YES_NO, span), "one after the other")]
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
    added = nodes.WithOne((chosen, one_e), chosen.type, span)
    take: list[Stmt] = [nodes.Let((added,), span, choice.into), nodes.Let((one_e,), span, last)]
    body: list[Stmt] = [nodes.Choose(s.args[:1], span, question), *take]
    if may_end:
        none = nodes.Lt((one_e, _number(0, span)), YES_NO, span)
        stop = nodes.Let((_number(1, span),), span, ended)
        body[1:] = [nodes.If((none,), span, body=[stop], other=take)]
    running = nodes.And((nodes.Not((ended_e,), YES_NO, span), more), YES_NO, span)
    return [
        nodes.Let((nodes.Listed((), chosen.type, span),), span, choice.into),
        nodes.Let((_number(0, span),), span, ended),
        nodes.Let((_number(-1, span),), span, last),
        nodes.While((running,), span, body=body),
    ]


def _matching(program: Program, s: nodes.ChooseMatching, number: int) -> list[Stmt]:
    """Choose pieces that match amounts, offering each only while the rest can be completed."""
    choice = s.choice
    span = s.span
    actor, amounts, extra, shown = s.args
    wanted, more = f"_wanted{number}", f"_more{number}"
    wanted_e = nodes.Local((), amounts.type, span, wanted)
    more_e = nodes.Local((), NUMBER, span, more)
    chosen = nodes.Local((), set_of(choice.item), span, choice.into)
    wild = tuple(sorted(program.values[amounts.type.of].wild))

    def values(things: Expr, var: str) -> Expr:
        each = renamed_expression(shown, lambda name: var if name == choice.var else name)
        yes = nodes.Num((), YES_NO, span, 1)
        return nodes.Each((things, yes, each), set_of(shown.type), span, var)

    alike = program.kinds[choice.item.of].alike
    counted = choice.source if alike and isinstance(choice.source, nodes.Items) else None

    def there(things: Expr, var: str, taken: Expr | None = None) -> Expr:
        """List what the things show; alike ones as often as they lie there and are not taken."""
        shows = values(things, var)
        if counted is None:
            return shows
        each = nodes.Local((), choice.item, span, var)
        many: Expr = nodes.CountIn((*counted.args, each), NUMBER, span, counted.family)
        if taken is not None:
            many = nodes.Sub((many, _times(taken, each, f"{var}t", span)), NUMBER, span)
        yes = nodes.Num((), YES_NO, span, 1)
        times = nodes.Each((things, yes, many), set_of(NUMBER), span, var)
        return nodes.Repeated((shows, times), shows.type, span)

    def possible(picked: Expr, rest: Expr) -> Expr:
        return nodes.Matchable((picked, rest, wanted_e, more_e), YES_NO, span, wild)

    candidate = nodes.Local((), choice.item, span, choice.var)
    with_this = nodes.WithOne((chosen, candidate), chosen.type, span)
    after: Expr = candidate
    if counted is not None:  # of alike pieces the same one again, while any are left
        one = nodes.Num((), NUMBER, span, 1)
        after = nodes.Sub((candidate, one), NUMBER, span)
    later = possible(
        values(with_this, f"_p{number}"),
        there(_left(choice, after, span, "_later"), f"_r{number}", with_this),
    )
    if counted is not None:
        many = nodes.CountIn((*counted.args, candidate), NUMBER, span, counted.family)
        left = nodes.Gt((many, _times(chosen, candidate, f"_t{number}", span)), YES_NO, span)
        later = nodes.And((left, later), YES_NO, span)
    nothing = nodes.Listed((), set_of(shown.type), span)
    now = possible(nothing, there(_left(choice, None, span), f"_r{number}"))
    total = nodes.Add((nodes.AmountsTotal((wanted_e,), NUMBER, span), more_e), NUMBER, span)
    fewer = nodes.Lt((nodes.Size((chosen,), NUMBER, span), total), YES_NO, span)
    asking = replace(choice, how="exactly")
    return [
        nodes.Let((amounts,), span, wanted),
        nodes.Let((extra,), span, more),
        nodes.Requires((now,), span, "what is asked for cannot be matched"),
        *_asked(
            program,
            nodes.Choose((actor,), span, asking),
            number,
            fewer,
            later,
            again=counted is not None,
        ),
    ]
