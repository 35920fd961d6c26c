"""Conditions whose answer is settled before play: always or never true.

Takes a program without errors; reports diagnostics. Must not know who wrote what.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.check.context import Context
from interpreter.check.lints import ranges
from interpreter.ir import nodes
from interpreter.ir.declared import Design
from interpreter.ir.knowledge.loop_counts import TURNED
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.walking import data_expressions
from interpreter.load.game_folder import GameFiles

_IN_HAS = re.compile(r"\b(have|has) (\d+)\b")


def check(ctx: Context, files: GameFiles) -> None:
    """Report conditions that are always or never so."""
    for func in ctx.program.funcs.values():
        for asked in asked_in(ctx, func):
            check_condition(ctx, asked, func)


def check_condition(ctx: Context, asked: Expr, func: Func | None = None) -> None:
    """Report the parts of a condition that are constant, in a rule or in a test."""
    for test in _within(asked):
        if isinstance(test, nodes.IsDesign):
            _two_names(ctx, test)
        elif _beyond_the_setting(ctx, test):
            continue
        else:
            _settled(ctx, test, func)


def asked_in(ctx: Context, func: Func) -> Iterator[Expr]:
    """Iterate over the outermost expressions of all statements of a rule."""
    for statement in ctx.bodies.of(func):
        yield from statement.args
        yield from data_expressions(statement)


def _within(e: Expr) -> Iterator[Expr]:
    if type(e) in TURNED or isinstance(e, nodes.IsDesign) or _from_to(e):
        yield e
    if _from_to(e):
        return
    for part in e.args:
        yield from _within(part)


def _from_to(e: Expr) -> bool:
    """Whether these are the two comparisons of one question, such as `is from 1 to 3`."""
    return isinstance(e, nodes.And) and all(type(p) in TURNED and p.span == e.span for p in e.args)


def _says_not(test: Expr) -> bool:
    """Whether the words of a comparison say the opposite of what it is, as those of `is not from
    1 to 3` do. A `not` before them, and the `until` of a `repeat`, are not among its words."""
    if isinstance(test, nodes.Ne):
        return False
    words = test.span.text
    for part in test.args[0].args if isinstance(test, nodes.And) else test.args:
        words = words.replace(part.span.text, "", 1)
    return "not" in words.split()


def _settled(ctx: Context, test: Expr, func: Func | None) -> None:
    """Report a comparison of what is kept, printed or counted with numbers that it never
    crosses."""
    parts = test.args if isinstance(test, nodes.And) else (test,)
    if all(_written(e) for part in parts for e in part.args):
        _two_numbers(ctx, test, parts)
        return
    found = [_answer(ctx, one, func) for one in parts]
    reach = next((one[1] for one in found if one is not None), None)
    answers = [None if one is None else one[0] for one in found]
    never = False in answers
    if reach is None or not (never or all(answers)):
        return
    always = (not never) != _says_not(test)
    ctx.report.add(
        "always-so" if always else "never-true",
        test.span,
        f"this is {'always' if always else 'never'} so: {reach.said}",
        "this part, without the `not` before it" if _behind_not(test) else "",
        helps=(other_number(test, reach, all(answers)),),
        subjects=[reach.of],
    )


def _beyond_the_setting(ctx: Context, test: Expr) -> bool:
    """Report a number that is asked to reach a setting, which may be set higher than it goes.

    Tells whether there was one.
    """
    one, other = test.args if len(test.args) == 2 else (test, test)
    op = type(test)
    if isinstance(one, nodes.Num):
        one, other, op = other, one, TURNED.get(op, op)
    setting = ctx.program.settings.get(other.span.text) if isinstance(other, nodes.Num) else None
    if setting is None or not isinstance(one, nodes.FieldNow) or one.type.halves:
        return False
    most = one.type.high
    beyond = setting.high > most if most is not None else False
    if op not in (nodes.Eq, nodes.Ge) or most is None or not beyond:
        return False
    name = one.field.name
    return ctx.report.add(
        "never-true",
        test.span,
        f"with `{setting.name}` at {setting.high} this is never so",
        f"`{name}` is from {one.type.low} to {most}",
        helps=(
            f"let it go as high: `{name}: {one.type.low} to {setting.high}`, or in house rules"
            f" `set {name} from {one.type.low} to {setting.high}`",
        ),
        subjects=[name],
    )


def _answer(ctx: Context, test: Expr, func: Func | None) -> tuple[bool | None, ranges.Reach] | None:
    """Compute the constant answer of a comparison, and the range of what is compared.

    The answer is None if both are possible; None altogether if the range is not known or the other
    side is no literal.
    """
    one, other = test.args
    op = type(test)
    if ranges.known(ctx, other, func) is not None:
        one, other, op = other, one, TURNED[op]
    reach = ranges.known(ctx, one, func)
    if (
        reach is None
        or not isinstance(other, nodes.Num)
        or ranges.known(ctx, other, func) is not None
    ):
        return None
    low, high = reach.low, reach.high
    number = other.value
    if reach.least and number <= low:
        reach = replace(reach, said=reach.least)
    nearest = min(max(number, low), high)
    answers = {getattr(operator, op.op)(value, number) for value in (low, nearest, high)}
    return (answers.pop() if len(answers) == 1 else None), reach


def _behind_not(test: Expr) -> bool:
    """Whether a `not` stands right before the words of a comparison."""
    text, start = test.span.source.text, test.span.start
    return text[:start].removesuffix("(").rstrip(" ").endswith((" not", "(not"))


def other_number(test: Expr, reach: ranges.Reach, all_of_them: bool = False) -> str:
    """Suggest a number that leaves both answers open, or to leave the question out.

    With `all_of_them`, the range that is asked for covers every possible number.
    """
    low, high = reach.low, reach.high
    if (
        _IN_HAS.search(test.span.text)
        and isinstance(test, nodes.Ge)
        and _number(test.args[1]) <= low
    ):
        said = _IN_HAS.sub(r"\1 exactly \2", test.span.text)
        return f"it asks for so many or more; did you mean: {said}?"
    if isinstance(test, nodes.And):
        if low == high:
            return "leave the question out"
        spare = "leave the question out, or " if all_of_them else ""
        return f"{spare}write numbers from {low} to {high}, and not all of these"
    one, other = test.args
    op = type(test)
    if _written(one):
        one, other, op = other, one, TURNED[op]
    low = max(reach.first, low + (op in (nodes.Ge, nodes.Lt)))
    high -= op in (nodes.Gt, nodes.Le)
    if low > high or reach.low == reach.high:
        return "leave the question out"
    if reach.high == ranges.MANY:
        return f"write a number from {low} on, or leave the question out"
    text, number = test.span.text, str(_number(other))
    at = other.span.start - test.span.start
    if not _written(other):  # at most 4 cards in market
        found = [one.start() for one in re.finditer(rf"\b{number}\b", text)]
        at = found[0] if len(found) == 1 else -1
    if not text.startswith(number, at) or at < 0:
        return (
            f"{reach.more}, or leave the question out" if reach.more else "leave the question out"
        )
    fits = f"write a number from {low} to {high}" if low < high else f"only {low} fits here"
    nearest = min(max(int(number), low), high)
    said = f"{text[:at]}{nearest}{text[at + len(number) :]}"
    return f"{fits}, such as: {' '.join(said.split())}"


def _two_names(ctx: Context, test: Expr) -> None:
    """Whether a component that is named is another one that is named."""
    one = test.args[0]
    other = test.design if isinstance(test, nodes.IsDesign) else None
    if not isinstance(one, nodes.Num) or not isinstance(other, Design):
        return
    called = one.span.text
    design = next((d for d in ctx.program.designs if d.id == called), None)
    if design is None:
        return
    same = design is other
    between = test.span.source.text[one.span.end : test.span.start]
    always = same != ("not" in between.split())
    ctx.report.add(
        "always-so" if always else "never-true",
        test.span,
        f"this is {'always' if always else 'never'} so: "
        + (f"it is `{other.id}` itself" if same else f"`{design.id}` is not `{other.id}`"),
        helps=("ask where something lies, or what a player has",),
    )


def _written(e: Expr) -> bool:
    """Whether a number is written out."""
    return isinstance(e, nodes.Num) and e.type.is_number and e.span.text == str(e.value)


def _two_numbers(ctx: Context, test: Expr, parts: Sequence[Expr]) -> None:
    """Numbers that are written out, and compared with one another."""
    so = all(getattr(operator, part.op)(*(_number(e) for e in part.args)) for part in parts)
    always = so != _says_not(test)
    ctx.report.add(
        "always-so" if always else "never-true",
        test.span,
        f"this is {'always' if always else 'never'} so: both numbers are fixed",
        helps=("ask for something that changes, or leave the question out",),
    )


def _number(e: Expr) -> int:
    assert isinstance(e, nodes.Num)
    return e.value
