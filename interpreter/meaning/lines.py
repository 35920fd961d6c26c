"""What a line does: one table has the words of every statement.

A statement gives what it says of its own line; what stands below it says it of its own lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Choice, Family, MenuLine
from interpreter.ir.standing import Until
from interpreter.ir.types import Type
from interpreter.meaning.names import Names, as_written, is_part
from interpreter.meaning.phrases import is_there, ranked, those


class Said(NamedTuple):
    """What is said of the line on which `span` begins."""

    span: Span
    text: str


Lines: TypeAlias = "dict[type[Stmt], Callable[[Names, Any], Iterator[Said]]]"
NOT_OFFERED = "what cannot be done to its end is not offered"


def block(n: Names, body: list[Stmt]) -> Iterator[Said]:
    """Say what the lines of a block do."""
    for s, then in zip_longest(body, body[1:]):
        if _leaves_too(s) and n.passed:
            continue
        if isinstance(then, nodes.If) and _leaves_too(then):
            n.passed.add(id(s))
        yield from line(n, s)


def _leaves_too(s: Stmt | None) -> bool:
    """Whether this leaves a repetition because `stop repeating` was said of each player below it:
    the checker adds it behind `have each player`."""
    return (
        isinstance(s, nodes.If)
        and isinstance(s.args[0], nodes.Local)
        and s.args[0].name.startswith("_t")
        and len(s.body) == 1
        and isinstance(s.body[0], nodes.Break)
    )


def line(n: Names, s: Stmt) -> Iterator[Said]:
    """Say what a statement does, and all that stands below it."""
    yield from LINES.get(type(s), _nothing)(n, s)


def _falls_away(n: Names) -> str:
    """Say what falls away where something cannot be done: the rest of this rule, of what one of
    several players is to do, or of what is done as often as possible."""
    for loop in reversed(n.loops):
        tests = loop.args[0].walk() if isinstance(loop, nodes.While) else ()
        if isinstance(loop, nodes.AsOften) or any(isinstance(e, nodes.CanBlock) for e in tests):
            return "this repetition ends"
        if any(
            one.args and _is_for_each_alone(one) for one in loop.body if isinstance(one, nodes.If)
        ):
            return "the rest of what this player is to do falls away"
    name = n.func.name if n.func is not None else "this rule"
    if "__often_" in name:
        return "this repetition ends"
    if "__each_" in name:
        return "the rest of what this player is to do falls away"
    return f"the rest of {as_written(name)} falls away"


def _is_for_each_alone(s: nodes.If) -> bool:
    """Whether it asks if a player can do all that each player is to do."""
    test = s.args[0]
    return isinstance(test, nodes.CanBlock) or (
        isinstance(test, nodes.Local) and bool(s.other) and isinstance(s.other[0], nodes.Cannot)
    )


def _deed(says: Callable[[Names, Any], str]) -> Callable[[Names, Any], Iterator[Said]]:
    """Say what has nothing below it."""

    def said(n: Names, s: Stmt) -> Iterator[Said]:
        yield Said(s.span, says(n, s))

    return said


# ------------------------------------------------------------------------------ numbers and marks


def _set(n: Names, s: nodes.Set) -> Iterator[Said]:
    value = s.args[-1]
    if s.field in n.program.fields:
        yield Said(s.span, _changed(n, s, value))
    elif n.func is not None and n.func.answer is s.field:
        yield Said(s.span, f"the answer is {n.say(value)}")


def _changed(n: Names, s: nodes.Set | nodes.SetFor, value: Expr) -> str:
    what = n.of(s.args[0], s.field.name) if len(s.args) > 1 else s.field.name
    if isinstance(value, nodes.Clamp):
        value = value.args[0]
    if isinstance(value, (nodes.Add, nodes.Sub)):
        first = value.args[0]
        if isinstance(first, (nodes.FieldRaw, nodes.FieldNow)) and first.field is s.field:
            how = "adds {} to {}" if isinstance(value, nodes.Add) else "takes {} from {}"
            return how.format(n.say(_amount(value.args[1])), what)
    return f"sets {what} to {n.say(value)}"


def _amount(e: Expr) -> Expr:
    """Give how much is gained or lost, without what keeps it from being less than 0."""
    zero = isinstance(e, nodes.Max) and isinstance(e.args[1], nodes.Num) and not e.args[1].value
    return e.args[0] if zero else e


def until(n: Names, for_: Until | None, whose: Expr | None) -> str:
    """Say how long something holds."""
    if for_ is None:
        return "to the end of the game"
    how, span = for_
    then = f"next {span}"
    next_one = n.of(whose, then) if whose is not None else f"the same player's {then}"
    if how == "next":
        return f"until {next_one} begins"
    if how == "end_of_next":
        return f"until {next_one} has ended"
    return (
        f"to the end of this {span}"
        if how == 1
        else f"to the end of {how} {span}s, this one included"
    )


def _set_for(n: Names, s: nodes.SetFor) -> str:
    then = "then the change is taken back" if s.by else "then it is what it was before"
    return f"{_changed(n, s, s.args[-1])}, {until(n, s.until, s.whose)}; {then}"


def _set_param(n: Names, s: nodes.SetParam) -> str:
    return f"{s.name} of what is about to happen becomes {n.say(s.args[-1])}"


def _ban(n: Names, s: nodes.Ban) -> str:
    whom = {"you": "you", "everyone": "nobody"}.get(s.whose, "no other player")
    given = [n.say(one) for one in s.args[2:] if not _is_any(one)]
    what = f" with {', '.join(given)}" if given else ""
    can = "may" if whom != "you" else "may not"
    return f"{whom} {can} do {s.deed}{what}, {until(n, s.until, s.args[1])}"


def _is_any(e: Expr) -> bool:
    return isinstance(e, nodes.Local) and e.name.startswith("_any ")


def _modify_for(n: Names, s: nodes.ModifyFor) -> str:
    args = list(s.args)
    only = f", for {n.say(args.pop())} alone" if s.only else ""
    amount = args.pop()
    name = s.target[1] if isinstance(s.target, tuple) else s.target.name
    what = n.of(args[0], name) if args else name
    more = "less" if s.sign == "sub" else "more"
    return f"{what} counts {n.say(amount)} {more}{only}, {until(n, s.until, s.whose)}"


# ------------------------------------------------------------------------------ components


def _end_of(family: Family | None, how: str) -> str:
    on_top = family is not None and family.sort == "pile" and how == "zone"
    return ", on top" if on_top else ""


def _move(n: Names, s: nodes.Move) -> str:
    return f"{n.say(s.args[0])} goes to {n.place(s.how, s.to, s.args[1:])}{_end_of(s.to, s.how)}"


def _draw(n: Names, s: nodes.Draw) -> str:
    source = n.zone(s.family, s.args[1 : 1 + s.sources])
    goal = n.place(s.how, s.to, s.args[1 + s.sources :])
    many = n.say(s.args[0])
    refilled = " (mixed anew when it is empty)" if s.family.refilled else ""
    on_top = _end_of(s.to, s.how)
    if many == "1":
        return f"the top card of {source}{refilled} goes to {goal}{on_top}"
    return f"the top {many} cards of {source}{refilled}, one by one, go to {goal}{on_top}"


def _move_alike(n: Names, s: nodes.MoveAlike) -> str:
    which, many = n.say(s.args[0]), n.say(s.args[1])
    if isinstance(s.args[1], nodes.CountIn):
        many = "all"
    source = n.zone(s.family, s.args[2 : 2 + s.sources])
    goal = n.zone(s.to, s.args[2 + s.sources : 2 + s.sources + s.targets])
    return f"{many} {which} go from {source} to {goal}, or as many as there are and have room"


def _shuffle(n: Names, s: nodes.Shuffle) -> str:
    return f"{n.zone(s.family, s.args)} is shuffled"


def _reverse(n: Names, s: nodes.Reverse) -> str:
    return f"{n.zone(s.family, s.args)} is turned over: its bottom card is on top now"


def _roll(n: Names, s: nodes.Roll | nodes.RollOdds) -> str:
    odds = (
        f", with odds of {' to '.join(map(str, s.odds))}" if isinstance(s, nodes.RollOdds) else ""
    )
    return f"{n.say(s.args[0])} is rolled: its {s.field.name} is any of them{odds}"


def _pass_on(n: Names, s: nodes.PassOn) -> str:
    return f"all players hand their {s.family.name} to the {s.side}, at the same time"


def _push(n: Names, s: nodes.Push) -> str:
    dice, many, lane = (n.say(one) for one in s.args)
    return (
        f"the first {many} of {dice} enter the line {lane} at its first space; what is pushed out"
        f" at its end goes to {s.out.name}"
    )


def _in_row(text: str) -> Callable[[Names, Any], str]:
    def said(n: Names, s: Any) -> str:
        args = s.args if isinstance(s, nodes.CloseUp) else s.args[:-1]
        by = "" if isinstance(s, nodes.CloseUp) else f" by {n.say(s.args[-1])}"
        return text.replace("{row}", n.zone(s.family, args)) + by

    return said


def _exchange(n: Names, s: nodes.Exchange) -> str:
    how = "joins small pieces into a large one" if s.how == "join" else "splits a large piece"
    return f"{n.say(s.args[0])} {how} of {n.say(s.args[1])}; if that cannot be, {_falls_away(n)}"


def _gain_money(n: Names, s: nodes.GainMoney) -> str:
    sort, amount = (n.say(one) for one in s.args[1:])
    coins = n.program.kinds[s.money.kind].plural
    return f"{n.does(s.args[0], 'gains', 'gain')} {amount} in {sort} {coins}"


# ------------------------------------------------------------------------------ the course


def _let(n: Names, s: nodes.Let | nodes.LetFrozen) -> Iterator[Said]:
    said = n.say(s.args[0])
    if s.name.startswith("_"):  # a name that the checker gives: it stands for its phrase
        n.letters[s.name] = said
        return
    if said == n.local(s.name):
        return
    now = " as they are now" if s.args[0].type.base == "set" else ""
    yield Said(s.span, f"{n.local(s.name)} is {said}{now}")


def _if(n: Names, s: nodes.If) -> Iterator[Said]:
    test = s.args[0]
    alone = _is_for_each_alone(s)
    if _leaves_undone(n, s):
        return
    guard = isinstance(test, nodes.Ge) and is_there(test)
    if guard and s.body and s.body[0].span.line == s.span.line and not s.other:
        yield from block(n, s.body)
        return
    if alone:
        yield Said(s.span, "who cannot do all that stands below does nothing of it")
    else:
        yield Said(s.span, f"only if {n.say(test)}")
    held = dict(n.letters)
    yield from block(n, s.body)
    n.letters = held
    if not alone:
        yield from block(n, s.other)


def _leaves_undone(n: Names, s: nodes.If) -> bool:
    """Whether it leaves a repetition of which a round was not possible: the checker adds it."""
    test = s.args[0].args[0] if isinstance(s.args[0], nodes.Not) else None
    return (
        isinstance(test, nodes.FieldNow)
        and test.field in n.program.engine_fields
        and bool(
            s.body and isinstance(s.body[0], nodes.Break) and test.field.name.startswith("_done_")
        )
    )


def _for(n: Names, s: nodes.For) -> Iterator[Said]:
    source = s.args[0]
    counted = isinstance(source, nodes.Range)
    kind = source.type.item or source.type
    with n.called(s.name, kind) as letter:
        many = n.say(s.args[1]) if len(s.args) > 1 else ""
        things = _in_order(n, s, letter, many)
        if counted and s.name.startswith("_"):
            yield Said(s.span, f"{n.say(source.args[1])} times")
        else:
            yield Said(s.span, f"for each of {things}, one after the other")
        yield from _looped(n, s)


def _in_order(n: Names, s: nodes.For | nodes.ForAll, letter: str, many: str) -> str:
    """Say what is gone through, and under which letter; cards of a pile from its top."""
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


def _looped(n: Names, s: Stmt) -> Iterator[Said]:
    held = dict(n.letters)
    n.loops.append(s)
    yield from block(n, s.body)
    n.loops.pop()
    n.letters = held


def _for_all(n: Names, s: nodes.ForAll) -> Iterator[Said]:
    with n.called(s.name, Type("player")) as letter:
        things = _in_order(n, s, letter, "")
        if s.how == "until_all_pass":
            how = "in turn, again and again, until all have passed one after the other"
        else:
            how = "at the same time: all choose before anything is done, and see no other's choice"
        yield Said(s.span, f"each of {things}, {how}")
        yield from _looped(n, s)


def _while(n: Names, s: nodes.While) -> Iterator[Said]:
    yield Said(s.span, f"again and again as long as {n.say(s.args[0])}, asked before each time")
    yield from _looped(n, s)


def _often(n: Names, s: nodes.AsOften) -> Iterator[Said]:
    yield Said(s.span, "again and again, until what stands below cannot be done to its end")
    yield from _looped(n, s)


def _break(n: Names, s: nodes.Break) -> str:
    if not n.loops:
        return "leaves what is repeated"
    loop = next((one for one in reversed(n.loops) if id(one) not in n.passed), n.loops[-1])
    head = loop.span.source.line(loop.span.line).strip()
    return f"leaves `{head}` (line {loop.span.line})"


def _return(n: Names, s: nodes.Return) -> str:
    name = as_written(n.func.name) if n.func is not None else "this rule"
    return f"ends {name} here; what called it goes on"


def _answer(n: Names, s: nodes.Answer) -> str:
    return f"the answer is {n.say(s.args[0])}"


def _call(n: Names, s: nodes.Call) -> Iterator[Said]:
    if is_part(s.rule):  # its lines are told where they stand
        return
    who = n.say(s.args[0]) if s.args else "none"
    func = n.program.funcs[s.rule]
    given = [
        f"{name} {n.say(one)}" for (name, _), one in zip(func.params, s.args[1:], strict=False)
    ]
    deed = f"{s.rule}{' with ' + ', '.join(given) if given else ''}"
    does = f"{deed} is done" if who == "none" else f"{n.does(s.args[0], 'does', 'do')} {deed}"
    yield Said(s.span, does)


def _requires(n: Names, s: nodes.Requires) -> str:
    return f"goes on only if {n.say(s.args[0])}; if not, {_falls_away(n)}"


def _foreseen(n: Names, s: nodes.Foreseen) -> str:
    return f"not offered unless {n.say(s.args[0])}; in play nothing asks for it"


def _end_game(n: Names, s: nodes.EndGame) -> str:
    return "the game is over at once"


def _end_span(n: Names, s: nodes.EndSpan) -> str:
    return f"this {s.time} ends here: what is still to come in it falls away"


def _win(n: Names, s: nodes.Win) -> str:
    return f"{n.does(s.args[0], 'is', 'are')} noted as winner; the game goes on to its end"


# ------------------------------------------------------------------------------ questions


def _pick(n: Names, s: nodes.Pick) -> Iterator[Said]:
    source = s.args[0]
    kind = source.type.item or source.type
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
    yield Said(
        s.span,
        f"by rule, nobody is asked: {n.local(s.name)} is {many}, from {n.say(source)}{named}"
        + (f"; {order}" if order else "")
        + ("" if s.has_none or s.every else "; none if there are none"),
    )
    yield from block(n, s.other)


def _from(n: Names, choice: Choice) -> str:
    n.together = tuple(n.local(name) for name, _ in choice.site.type.elements)
    test: Expr | None = None
    for one, _ in choice.tests:
        test = one if test is None else nodes.And((test, one), one.type, one.span)
    return those(n, choice.source, choice.var, test)


def _choose(n: Names, s: nodes.Choose) -> Iterator[Said]:
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
    yield Said(s.span, f"{chooses} {many} of {_from(n, choice)}{name}; {_if_none(n, choice)}")
    yield from block(n, s.other)


def _if_none(n: Names, choice: Choice) -> str:
    if choice.has_none:
        return "what stands below `if none` is done where none is chosen"
    if choice.optional or choice.how not in ("one", "exactly"):
        return "nothing to choose is no hindrance"
    return f"if there are not so many, {_falls_away(n)}"


def _matching(n: Names, s: nodes.ChooseMatching) -> str:
    wanted, more = n.say(s.args[1]), n.say(s.args[2])
    also = f" and {more} of any word" if more != "0" else ""
    return (
        f"{n.does(s.args[0], 'chooses', 'choose')}, of {_from(n, s.choice)}, what shows exactly"
        f" {wanted}{also}; if that cannot be, {_falls_away(n)}"
    )


def _options(n: Names, s: nodes.Options) -> Iterator[Said]:
    who = n.does(s.args[0], "takes", "take")
    yield Said(s.span, f"{who} one of the lines below; {NOT_OFFERED}")
    for line in s.lines:
        yield from _below(n, line)


def _below(n: Names, line: MenuLine) -> Iterator[Said]:
    held = dict(n.letters)
    yield from block(n, line.body)
    n.letters = held


def _menu(n: Names, s: nodes.Menu) -> Iterator[Said]:
    who = n.does(s.args[0], "is", "are")
    yield Said(s.span, f"{who} asked again and again what to take; {NOT_OFFERED}")
    for line in s.lines:
        if line.span is not None:
            yield Said(line.span, _taken(line))
        yield from _below(n, line)


def _taken(line: MenuLine) -> str:
    many = f"{line.limit} times" if line.limit != 1 else "once"
    if line.sort == "pass":
        return "who passes ends the menu"
    what = ", ".join(one.replace("card_actions", "actions on cards") for one in line.items)
    if line.sort == "must":
        return f"{what}: {many} in all before one may pass"
    return f"{what}: {'as often as one likes' if not line.limit else 'at most ' + many + ' in all'}"


def _pay(n: Names, s: nodes.Pay) -> str:
    payment = s.payment
    less = "".join(f", less {n.say(one)}" for one in payment.less)
    free = "".join(f", less {n.say(one)} of the payer's choice" for one in payment.choice)
    return (
        f"{n.does(s.args[0], 'pays', 'pay')} {n.say(payment.cost)}{less}{free}; if it cannot be"
        f" paid, {_falls_away(n)}"
    )


def _text(text: str) -> Callable[[Names, Any], str]:
    def said(n: Names, s: Stmt) -> str:
        made = text
        for at, arg in enumerate(s.args):
            made = made.replace(f"{{{at}}}", n.say(arg))
        return made

    return said


def _nothing(n: Names, s: Stmt) -> Iterator[Said]:
    return iter(())


LINES: Lines = {
    nodes.Set: _set,
    nodes.SetFor: _deed(_set_for),
    nodes.SetParam: _deed(_set_param),
    nodes.Ban: _deed(_ban),
    nodes.CloseFor: _deed(lambda n, s: f"nothing enters it, {until(n, s.until, None)}"),
    nodes.ModifyFor: _deed(_modify_for),
    nodes.Reopen: _deed(_text("it can be entered again")),
    nodes.Move: _deed(_move),
    nodes.Draw: _deed(_draw),
    nodes.MoveAlike: _deed(_move_alike),
    nodes.Shuffle: _deed(_shuffle),
    nodes.Reverse: _deed(_reverse),
    nodes.Roll: _deed(_roll),
    nodes.RollOdds: _deed(_roll),
    nodes.Reveal: _deed(_text("{0} lies open to all from now on, wherever it goes")),
    nodes.Look: _deed(_text("{1} knows which card {0} is, as long as it stays there")),
    nodes.Show: _deed(_text("{1} is shown {0}")),
    nodes.PassOn: _deed(_pass_on),
    nodes.Push: _deed(_push),
    nodes.Rotate: _deed(_text("what lies in the line {0} moves round by {1}")),
    nodes.TurnRow: _deed(_in_row("what lies in {row} moves round")),
    nodes.CloseUp: _deed(_in_row("gaps in {row} are closed towards its first space")),
    nodes.Swap: _deed(_text("{0} and {1} change places")),
    nodes.GainMoney: _deed(_gain_money),
    nodes.Exchange: _deed(_exchange),
    nodes.Let: _let,
    nodes.LetFrozen: _let,
    nodes.If: _if,
    nodes.For: _for,
    nodes.ForAll: _for_all,
    nodes.While: _while,
    nodes.AsOften: _often,
    nodes.Break: _deed(_break),
    nodes.Return: _deed(_return),
    nodes.Answer: _deed(_answer),
    nodes.Call: _call,
    nodes.Requires: _deed(_requires),
    nodes.Foreseen: _deed(_foreseen),
    nodes.EndGame: _deed(_end_game),
    nodes.EndSpan: _deed(_end_span),
    nodes.Win: _deed(_win),
    nodes.Pick: _pick,
    nodes.Choose: _choose,
    nodes.ChooseMatching: _deed(_matching),
    nodes.Options: _options,
    nodes.Menu: _menu,
    nodes.Pay: _deed(_pay),
    nodes.Cannot: _nothing,
}
"""The words of every statement."""
