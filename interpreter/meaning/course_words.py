"""Explains statements: the course of rules, and questions to players. One table has them all.

A statement yields what its own line means; statements below it do so for their own lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import cast

from interpreter.ir import nodes
from interpreter.ir.declared import Choice, MenuLine
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import Type
from interpreter.meaning.calling import ReferenceNames, as_written, is_part
from interpreter.meaning.deed_words import DEEDS
from interpreter.meaning.described_sets import ranked, those
from interpreter.meaning.phrase_words import is_there
from interpreter.meaning.said_lines import (
    LineMeaning,
    Lines,
    Tells,
    falls_away,
    is_for_each_alone,
    one_line,
)

NOT_OFFERED = "what cannot be done to its end is not offered"


def block(n: ReferenceNames, body: list[Stmt]) -> Iterator[LineMeaning]:
    """Explain the lines of a block."""
    for s, then in zip_longest(body, body[1:]):
        if _leaves_too(s) and n.passed:
            continue
        if isinstance(then, nodes.If) and _leaves_too(then):
            n.passed.add(id(s))
        yield from line(n, s)


def _leaves_too(s: Stmt | None) -> bool:
    """Check whether this leaves a loop only because of `stop repeating` said of each player in it.

    The checker adds it behind `have each player`.
    """
    return (
        isinstance(s, nodes.If)
        and isinstance(s.args[0], nodes.Local)
        and s.args[0].name.startswith("_t")
        and len(s.body) == 1
        and isinstance(s.body[0], nodes.Break)
    )


def line(n: ReferenceNames, s: Stmt) -> Iterator[LineMeaning]:
    """Explain a statement and everything below it."""
    tells = cast("Tells[Stmt] | None", LINES.get(type(s)))
    if tells is not None:
        yield from tells(n, s)


# ------------------------------------------------------------------------------ the course


def _let(n: ReferenceNames, s: nodes.Let | nodes.LetFrozen) -> Iterator[LineMeaning]:
    said = n.say(s.args[0])
    if s.name.startswith("_"):  # a name that the checker gives: it stands for its phrase
        n.letters[s.name] = said
        return
    if said == n.local(s.name):
        return
    now = " as they are now" if s.args[0].type.item is not None else ""
    yield LineMeaning(s.span, f"{n.local(s.name)} is {said}{now}")


def _if(n: ReferenceNames, s: nodes.If) -> Iterator[LineMeaning]:
    test = s.args[0]
    alone = is_for_each_alone(s)
    if _leaves_undone(n, s) or all(_kept_unseen(n, one) for one in s.body):
        return
    guard = isinstance(test, nodes.Ge) and is_there(test)
    if guard and s.body and s.body[0].span.line == s.span.line and not s.other:
        yield from block(n, s.body)
        return
    if alone:
        yield LineMeaning(s.span, "who cannot do all that stands below does nothing of it")
    else:
        yield LineMeaning(s.span, f"only if {n.say(test)}")
    held = dict(n.letters)
    yield from block(n, s.body)
    n.letters = held
    if not alone:
        yield from block(n, s.other)


def _leaves_undone(n: ReferenceNames, s: nodes.If) -> bool:
    """Check whether it leaves a loop whose round was impossible: the checker adds that."""
    test = s.args[0].args[0] if isinstance(s.args[0], nodes.Not) else None
    return (
        isinstance(test, nodes.FieldNow)
        and test.field in n.program.engine_fields
        and bool(
            s.body and isinstance(s.body[0], nodes.Break) and test.field.name.startswith("_done_")
        )
    )


def _kept_unseen(n: ReferenceNames, s: Stmt) -> bool:
    """Check whether a statement sets what only the engine knows of."""
    return isinstance(s, nodes.Set) and s.field in n.program.engine_fields


def _for(n: ReferenceNames, s: nodes.For) -> Iterator[LineMeaning]:
    source = s.args[0]
    counted = isinstance(source, nodes.Range)
    kind = source.type.element
    with n.called(s.name, kind) as letter:
        many = n.say(s.args[1]) if len(s.args) > 1 else ""
        things = _in_order(n, s, letter, many)
        if counted and s.name.startswith("_"):
            yield LineMeaning(s.span, f"{n.say(source.args[1])} times")
        else:
            yield LineMeaning(s.span, f"for each of {things}, one after the other")
        yield from _looped(n, s)


def _in_order(n: ReferenceNames, s: nodes.For | nodes.ForAll, letter: str, many: str) -> str:
    """Format what a loop goes through, and under which letter; cards of a pile from its top."""
    source = s.args[0]
    first = f"the first {many} of " if many else ""
    if isinstance(source, nodes.Ordered) and isinstance(source.args[2], nodes.Position):
        said = those(n, source.args[0], source.name, source.args[1], letter)
        first = f"the top {many} of " if many else ""
        return f"{first}{said}" if f" {letter} " in said else f"{first}{said} {letter}"
    if isinstance(source, nodes.Ordered):
        return f"{first}{n.say(source)}"
    said = those(n, source, s.name, None, letter)
    if f" {letter} for which" in said:
        return f"{first}{said}"
    return f"{first}{said} {letter}"


def _looped(n: ReferenceNames, s: Stmt) -> Iterator[LineMeaning]:
    held = dict(n.letters)
    n.loops.append(s)
    yield from block(n, s.body)
    n.loops.pop()
    n.letters = held


def _for_all(n: ReferenceNames, s: nodes.ForAll) -> Iterator[LineMeaning]:
    with n.called(s.name, Type("player")) as letter:
        things = _in_order(n, s, letter, "")
        if s.how == "until_all_pass":
            how = "in turn, again and again, until all have passed one after the other"
        else:
            how = "at the same time: all choose before anything is done, and see no other's choice"
        yield LineMeaning(s.span, f"each of {things}, {how}")
        yield from _looped(n, s)


def _while(n: ReferenceNames, s: nodes.While) -> Iterator[LineMeaning]:
    yield LineMeaning(
        s.span, f"again and again as long as {n.say(s.args[0])}, asked before each time"
    )
    yield from _looped(n, s)


def _often(n: ReferenceNames, s: nodes.AsOften) -> Iterator[LineMeaning]:
    yield LineMeaning(s.span, "again and again, until what stands below cannot be done to its end")
    yield from _looped(n, s)


def _break(n: ReferenceNames, s: nodes.Break) -> str:
    if not n.loops:
        return "leaves what is repeated"
    loop = next((one for one in reversed(n.loops) if id(one) not in n.passed), n.loops[-1])
    head = loop.span.source.line(loop.span.line).strip()
    return f"leaves `{head}` (line {loop.span.line})"


def _return(n: ReferenceNames, s: nodes.Return) -> str:
    name = as_written(n.func.name) if n.func is not None else "this rule"
    return f"ends {name} here; what called it goes on"


def _answer(n: ReferenceNames, s: nodes.Answer) -> str:
    return f"the answer is {n.say(s.args[0])}"


def _call(n: ReferenceNames, s: nodes.Call) -> Iterator[LineMeaning]:
    if is_part(s.rule):  # its lines are told where they stand
        return
    who = n.say(s.args[0]) if s.args else "none"
    func = n.program.funcs[s.rule]
    given = [
        f"{name} {n.say(one)}" for (name, _), one in zip(func.params, s.args[1:], strict=False)
    ]
    deed = f"{s.rule}{' with ' + ', '.join(given) if given else ''}"
    does = f"{deed} is done" if who == "none" else f"{n.does(s.args[0], 'does', 'do')} {deed}"
    yield LineMeaning(s.span, does)


def _requires(n: ReferenceNames, s: nodes.Requires) -> str:
    return f"goes on only if {n.say(s.args[0])}; if not, {falls_away(n)}"


def _foreseen(n: ReferenceNames, s: nodes.Foreseen) -> str:
    return f"not offered unless {n.say(s.args[0])}; in play nothing asks for it"


def _end_game(n: ReferenceNames, s: nodes.EndGame) -> str:
    return "the game is over at once"


def _end_span(n: ReferenceNames, s: nodes.EndSpan) -> str:
    return f"this {s.time} ends here: what is still to come in it falls away"


def _win(n: ReferenceNames, s: nodes.Win) -> str:
    return f"{n.does(s.args[0], 'is', 'are')} noted as winner; the game goes on to its end"


# ------------------------------------------------------------------------------ questions


def _pick(n: ReferenceNames, s: nodes.Pick) -> Iterator[LineMeaning]:
    source = s.args[0]
    kind = source.type.element
    with n.called(s.each, kind) as letter:
        ranks = []
        for sort, key in zip(s.sorts, s.args[1:], strict=True):
            if sort == "wish":
                ranks.append(f"of those, only those for which {n.say(key)}, if there are any")
            else:
                end, said = ranked(n, key)
                ranks.append(f"of those, the ones with the {end} {said}")
    many = "all that are left" if s.every else "one of those left at random"
    if not s.every and not s.at_random:
        many = "the first of those left"
    order = "; ".join(ranks)
    named = f" {letter}" if ranks else ""
    yield LineMeaning(
        s.span,
        f"by rule, nobody is asked: {n.local(s.name)} is {many}, from {n.say(source)}{named}"
        + (f"; {order}" if order else "")
        + ("" if s.has_none or s.every else "; none if there are none"),
    )
    yield from block(n, s.other)


def _from(n: ReferenceNames, choice: Choice) -> str:
    n.together = tuple(n.local(name) for name, _ in choice.site.type.elements)
    test: Expr | None = None
    for one, _ in choice.tests:
        test = one if test is None else nodes.And((test, one), one.type, one.span)
    return those(n, choice.source, choice.var, test)


def _choose(n: ReferenceNames, s: nodes.Choose) -> Iterator[LineMeaning]:
    choice = s.choice
    who = n.say(s.args[0])
    many = {"one": "one"}.get(choice.how, "")
    if not many:
        number = n.say(choice.number) if choice.number is not None else ""
        many = f"exactly {number}" if choice.how == "exactly" else f"any number up to {number}"
        many = many if number else "any number"
    chooses = (
        f"{who} may choose none, or" if choice.optional else n.does(s.args[0], "chooses", "choose")
    )
    joint = isinstance(choice.source, nodes.Combined) or choice.into.startswith("_")
    name = "" if joint else f", called {n.local(choice.into)}"
    yield LineMeaning(
        s.span, f"{chooses} {many} of {_from(n, choice)}{name}; {_if_none(n, choice)}"
    )
    yield from block(n, s.other)


def _if_none(n: ReferenceNames, choice: Choice) -> str:
    if choice.has_none:
        return "what stands below `if none` is done where none is chosen"
    if choice.optional or choice.how not in ("one", "exactly"):
        return "nothing to choose is no hindrance"
    return f"if there are not so many, {falls_away(n)}"


def _matching(n: ReferenceNames, s: nodes.ChooseMatching) -> str:
    wanted, more = n.say(s.args[1]), n.say(s.args[2])
    also = f" and {more} of any word" if more != "0" else ""
    return (
        f"{n.does(s.args[0], 'chooses', 'choose')}, of {_from(n, s.choice)}, what shows exactly"
        f" {wanted}{also}; if that cannot be, {falls_away(n)}"
    )


def _options(n: ReferenceNames, s: nodes.Options) -> Iterator[LineMeaning]:
    who = n.does(s.args[0], "takes", "take")
    yield LineMeaning(s.span, f"{who} one of the lines below; {NOT_OFFERED}")
    for line in s.lines:
        yield from _below(n, line)


def _below(n: ReferenceNames, line: MenuLine) -> Iterator[LineMeaning]:
    held = dict(n.letters)
    yield from block(n, line.body)
    n.letters = held


def _menu(n: ReferenceNames, s: nodes.Menu) -> Iterator[LineMeaning]:
    who = n.does(s.args[0], "is", "are")
    yield LineMeaning(s.span, f"{who} asked again and again what to take; {NOT_OFFERED}")
    for line in s.lines:
        if line.span is not None:
            yield LineMeaning(line.span, _taken(line))
        yield from _below(n, line)


def _taken(line: MenuLine) -> str:
    many = f"{line.limit} times" if line.limit != 1 else "once"
    if line.sort == "pass":
        return "who passes ends the menu"
    what = ", ".join(one.replace("card_actions", "actions on cards") for one in line.items)
    if line.sort == "must":
        return f"{what}: {many} in all before one may pass"
    return f"{what}: {'as often as one likes' if not line.limit else 'at most ' + many + ' in all'}"


def _pay(n: ReferenceNames, s: nodes.Pay) -> str:
    payment = s.payment
    less = "".join(f", less {n.say(one)}" for one in payment.less)
    free = "".join(f", less {n.say(one)} of the payer's choice" for one in payment.choice)
    return (
        f"{n.does(s.args[0], 'pays', 'pay')} {n.say(payment.cost)}{less}{free}; if it cannot be"
        f" paid, {falls_away(n)}"
    )


def _nothing(n: ReferenceNames, s: Stmt) -> Iterator[LineMeaning]:
    return iter(())


LINES: Lines = {
    **DEEDS,
    nodes.Let: _let,
    nodes.LetFrozen: _let,
    nodes.If: _if,
    nodes.For: _for,
    nodes.ForAll: _for_all,
    nodes.While: _while,
    nodes.AsOften: _often,
    nodes.Break: one_line(_break),
    nodes.Return: one_line(_return),
    nodes.Answer: one_line(_answer),
    nodes.Call: _call,
    nodes.Requires: one_line(_requires),
    nodes.Foreseen: one_line(_foreseen),
    nodes.EndGame: one_line(_end_game),
    nodes.EndSpan: one_line(_end_span),
    nodes.Win: one_line(_win),
    nodes.Pick: _pick,
    nodes.Choose: _choose,
    nodes.ChooseMatching: one_line(_matching),
    nodes.Options: _options,
    nodes.Menu: _menu,
    nodes.Pay: one_line(_pay),
    nodes.Cannot: _nothing,
}
"""The words of every statement."""
