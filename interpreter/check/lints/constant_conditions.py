"""What is settled before play: questions that are always or never so, deeds that do themselves
again without end, and components that lack what all others of their kind have.

Takes a program without errors; gives problems. Must not know who wrote what. Long, because what is
left out of components is told with the same care for how many lack it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from interpreter.check.context import Context
from interpreter.check.lints import contradictions, endless_deeds, endless_loops, ranges
from interpreter.ir.program import Design, Expr, Func, Kind, Stmt
from interpreter.ir.types import Type
from interpreter.ir.walking import data_expressions, walk

_OPS = {"lt", "le", "gt", "ge", "eq", "ne"}
_COMPARED = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "eq": operator.eq,
    "ne": operator.ne,
}
_TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
_IN_HAS = re.compile(r"\b(have|has) (\d+)\b")
_FEWEST = 3  # others of a kind from which what one lacks is told
_RULES = ("action", "procedure", "rule", "setup", "turn", "round", "phase", "game", "card")


def look(ctx: Context) -> None:
    """Tell all that is settled before play."""
    for func in ctx.program.funcs.values():
        heaped = ranges.heaped(func)
        for asked in _asked(func):
            check_condition(ctx, asked, heaped)
        _again(ctx, func)
    _waits_for_itself(ctx)
    endless_deeds.look(ctx)
    endless_loops.look(ctx)
    contradictions.look(ctx)
    _left_out(ctx)


def check_condition(ctx: Context, asked: Expr, heaped: frozenset[str] = frozenset()) -> None:
    """Tell what is settled of a condition; `heaped` as in `ranges.known`."""
    for test in _within(asked):
        if test.op == "is_design":
            _two_names(ctx, test)
        else:
            _settled(ctx, test, heaped)


def _asked(func: Func) -> Iterator[Expr]:
    """Everything that a rule asks for."""
    for statement in walk(func.body):
        yield from statement.args
        yield from data_expressions(statement)


def _within(e: Expr) -> Iterator[Expr]:
    if e.op in _OPS or e.op == "is_design" or _from_to(e):
        yield e
    if _from_to(e):
        return
    for part in e.args:
        yield from _within(part)


def _from_to(e: Expr) -> bool:
    """Whether these are the two comparisons of one question, such as `is from 1 to 3`."""
    return e.op == "and" and all(p.op in _OPS and p.span == e.span for p in e.args)


def _says_not(test: Expr) -> bool:
    """Whether the words of a comparison say the opposite of what it is, as those of `is not from
    1 to 3` do. A `not` before them, and the `until` of a `repeat`, are not among its words."""
    if test.op == "ne":
        return False
    words = test.span.text
    for part in test.args[0].args if test.op == "and" else test.args:
        words = words.replace(part.span.text, "", 1)
    return "not" in words.split()


def _settled(ctx: Context, test: Expr, heaped: frozenset[str]) -> None:
    """A comparison of what is kept, printed or counted with numbers that it never crosses."""
    parts = test.args if test.op == "and" else (test,)
    if all(_written(e) for part in parts for e in part.args):
        _two_numbers(ctx, test, parts)
        return
    found = [_answer(ctx, one, heaped) for one in parts]
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
    )


def _answer(
    ctx: Context, test: Expr, heaped: frozenset[str]
) -> tuple[bool | None, ranges.Reach] | None:
    """The answer that a comparison always has, if it has one; and how far goes what is compared."""
    one, other = test.args
    op = test.op
    if ranges.known(ctx, other, heaped) is not None:
        one, other, op = other, one, _TURNED[op]
    reach = ranges.known(ctx, one, heaped)
    if reach is None or other.op != "num" or ranges.known(ctx, other, heaped) is not None:
        return None
    low, high = reach.low, reach.high
    number = other.data
    if reach.least and number <= low:
        reach = replace(reach, said=reach.least)
    always = {
        "lt": high < number,
        "le": high <= number,
        "gt": low > number,
        "ge": low >= number,
        "eq": low == high == number,
        "ne": not low <= number <= high,
    }[op]
    never = {
        "lt": low >= number,
        "le": low > number,
        "gt": high <= number,
        "ge": high < number,
        "eq": not low <= number <= high,
        "ne": low == high == number,
    }[op]
    return (True if always else False if never else None), reach


def _behind_not(test: Expr) -> bool:
    """Whether a `not` stands right before the words of a comparison."""
    text, start = test.span.source.text, test.span.start
    return re.search(r"\bnot +\(?$", text[text.rfind("\n", 0, start) + 1 : start]) is not None


def other_number(test: Expr, reach: ranges.Reach, all_of_them: bool = False) -> str:
    """What could be asked instead: a number that leaves both answers open; `all_of_them`: a range
    that is asked for takes in every number that there can be."""
    low, high = reach.low, reach.high
    if _IN_HAS.search(test.span.text) and test.op == "ge" and test.args[1].data <= low:
        said = _IN_HAS.sub(r"\1 exactly \2", test.span.text)
        return f"it asks for so many or more; did you mean: {said}?"
    if test.op == "and":
        if low == high:
            return "leave the question out"
        spare = "leave the question out, or " if all_of_them else ""
        return f"{spare}write numbers from {low} to {high}, and not all of these"
    one, other = test.args
    op = test.op
    if _written(one):
        one, other, op = other, one, _TURNED[op]
    low = max(reach.first, low + (op in ("ge", "lt")))
    high -= op in ("gt", "le")
    if low > high or reach.low == reach.high:
        return "leave the question out"
    if reach.high == ranges.MANY:
        return f"write a number from {low} on, or leave the question out"
    text, number = test.span.text, str(other.data)
    at = other.span.start - test.span.start
    if not _written(other):  # at most 4 cards in market
        found = [one.start() for one in re.finditer(rf"\b{number}\b", text)]
        at = found[0] if len(found) == 1 else -1
    if not text.startswith(number, at) or at < 0:
        return "leave the question out"
    fits = f"write a number from {low} to {high}" if low < high else f"only {low} fits here"
    nearest = min(max(int(number), low), high)
    said = f"{text[:at]}{nearest}{text[at + len(number) :]}"
    return f"{fits}, such as: {' '.join(said.split())}"


def _two_names(ctx: Context, test: Expr) -> None:
    """Whether a component that is named is another one that is named."""
    one, other = test.args[0], test.data
    if one.op != "num" or not isinstance(other, Design):
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
        "",
        helps=("ask where something lies, or what a player has",),
    )


def _written(e: Expr) -> bool:
    """Whether a number is written out."""
    return e.op == "num" and e.type.base == "number" and e.span.text == str(e.data)


def _two_numbers(ctx: Context, test: Expr, parts: Sequence[Expr]) -> None:
    """Numbers that are written out, and compared with one another."""
    so = all(_COMPARED[part.op](*(int(e.data) for e in part.args)) for part in parts)
    always = so != _says_not(test)
    ctx.report.add(
        "always-so" if always else "never-true",
        test.span,
        f"this is {'always' if always else 'never'} so: both numbers are fixed",
        "",
        helps=("ask for something that changes, or leave the question out",),
    )


def _again(ctx: Context, func: Func) -> None:
    """A deed that does itself again, whatever happens."""
    if func.sort not in _RULES:
        return
    for statement in func.body:
        if statement.op == "call" and statement.data == func.name:
            ctx.report.add(
                "endless",
                statement.span,
                f"`{func.name}` does itself again, for ever",
                "",
                helps=("do it only `if` something is so, or use `repeat`",),
            )
            return
        if _may_leave(statement):
            return


def _waits_for_itself(ctx: Context) -> None:
    """An action of menus that requires that it has been done: there is never a first time."""
    funcs = ctx.program.funcs.values()
    called = {s.data for func in funcs for s in walk(func.body) if s.op == "call"}
    for func in funcs:
        if func.sort != "action" or func.name in called:
            continue
        for statement in func.body:
            for test in _all_of(statement.args[0]) if statement.op == "requires" else ():
                if test.op == "has_done" and test.data[0] == func.name and _is_you(test.args[0]):
                    spell = test.span.text.replace("have done", "have not done", 1)
                    ctx.report.add(
                        "never-true",
                        test.span,
                        f"this is never so: only `{func.name}` itself does it",
                        "about the times before this one",
                        helps=(f"did you mean: {spell}?",),
                    )


def _all_of(test: Expr) -> Iterator[Expr]:
    """The parts of a condition that must all be so."""
    if test.op == "and":
        for part in test.args:
            yield from _all_of(part)
    else:
        yield test


def _is_you(e: Expr) -> bool:
    return (e.op, e.data) == ("local", "you")


def _may_leave(statement: Stmt) -> bool:
    return any(one.op in ("return", "answer", "end_game") for one in statement.walk())


def _left_out(ctx: Context) -> None:
    """A component that has no amounts, or no rules, where all others of its kind have some."""
    for kind in ctx.program.kinds.values():
        _without_rules(ctx, kind)
        _without_text(ctx, kind)
        for name, wanted in kind.printed.items():
            if wanted.base != "amounts":
                continue
            bare = [one for one in kind.designs if not any(one.printed[name])]
            others = len(kind.designs) - len(bare)
            for one in _at_fault(ctx, bare, others):
                if (one.id, name) not in ctx.said:
                    _tell_left_out(ctx, kind, one, name, len(bare) == 1)


def _at_fault(ctx: Context, bare: Sequence[Design], others: int) -> Sequence[Design]:
    """Those without something that all others have: one alone, or several that house rules add to a
    game in which all have it."""
    overlaid = ctx.overlaid
    added = overlaid is not None and all(overlaid.wrote(one.span.source) for one in bare)
    return bare if others >= _FEWEST and (len(bare) == 1 or added) else ()


def _without_text(ctx: Context, kind: Kind) -> None:
    """A component without a text where all others have one: nobody can read what it does."""
    bare = [one for one in kind.designs if not one.text]
    others = len(kind.designs) - len(bare)
    for design in _at_fault(ctx, bare, others):
        if (design.id, "text") in ctx.said:
            continue
        does = design.id in ctx.with_rules
        if kind.carries is not None and not does:
            continue  # a card that does nothing says nothing
        ctx.report.add(
            "left-out",
            design.span,
            _lacks(design, "text", len(bare) == 1),
            "nobody can read what its rules do" if does else f"{others} others have one",
            helps=('write its `text: "..."`, or `text: ""` if that is meant',),
        )


def _lacks(design: Design, what: str, alone: bool) -> str:
    """What is said of a component that lacks something."""
    if alone:
        return f"only `{design.id}` of its kind has no {what}"
    return f"`{design.id}` has no {what}, as others of its kind have"


def _without_rules(ctx: Context, kind: Kind) -> None:
    """A component with a text that nothing carries out: no rules of its own, no rule that names it,
    and nothing printed on it by which rules know it."""
    if kind.carries is None:
        return
    bare = [one for one in kind.designs if one.id not in ctx.with_rules]
    others = len(kind.designs) - len(bare)
    silent = [one for one in _at_fault(ctx, bare, others) if one.text and not _known(kind, one)]
    named, words = _components_named(ctx) if silent else (set(), set())
    for design in silent:
        if id(design) not in named and design.id not in words:
            _tell_without_rules(ctx, design, others, len(bare) == 1)


def _known(kind: Kind, design: Design) -> bool:
    """Whether something is printed on a component by which rules know it."""
    return any(_shows(kind.printed[name], value) for name, value in design.printed.items())


def _tell_without_rules(ctx: Context, design: Design, others: int, alone: bool) -> None:
    ctx.report.add(
        "left-out",
        design.span,
        _lacks(design, "rules", alone),
        "its text does nothing",
        notes=(f"the {others} others have `rules:` that carry out what their texts say",),
        helps=("write its `rules:`, or name it in a rule of the game",),
    )


def _shows(printed: Type, value: Any) -> bool:
    """Whether what is printed on a component is more than nothing, none or no."""
    if printed.base == "amounts":
        return any(value)
    return bool(value) if printed.base in ("number", "yesno") else value != -1


def _components_named(ctx: Context) -> tuple[set[int], set[str]]:
    """The components that rules name, each by its identity or by the word that stands there."""
    program = ctx.program
    hooks = [hook for _, _, hook in program.edges]
    asked = [e for func in program.funcs.values() for e in _asked(func)]
    for func in program.funcs.values():
        hooks += [*func.hooks_before, *func.hooks_after, *func.hooks_instead]
    asked += [e for one in program.modifiers for e in (one.amount, one.cond) if e is not None]
    asked += [e for hook in hooks for e in (hook.when, hook.test) if e is not None]
    named: set[int] = set()
    words: set[str] = set()
    for e in asked:
        for part in e.walk():
            if isinstance(part.data, Design):
                named.add(id(part.data))
            if part.op == "num":
                words.add(part.span.text)
    return named, words


def _tell_left_out(ctx: Context, kind: Kind, design: Design, name: str, alone: bool) -> None:
    others = [one for one in kind.designs if any(one.printed[name])]
    members = ctx.program.values[kind.printed[name].of].members
    amounts = [(n, members[at]) for at, n in enumerate(others[0].printed[name]) if n]
    if design.span.source.path.endswith(".rules"):
        none, such = "nothing", ", ".join(f"{n} {of}" for n, of in amounts)
    else:
        none, such = "{}", "{" + ", ".join(f"{of}: {n}" for n, of in amounts) + "}"
    ctx.report.add(
        "left-out",
        design.span,
        _lacks(design, f"`{name}`", alone),
        f"{len(others)} others have one",
        helps=(
            f"write its `{name}`, such as `{name}: {such}`, or `{name}: {none}` if that is meant",
        ),
    )
