"""Explains deeds: numbers and marks, components, money."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.nodes import Expr
from interpreter.ir.standing import Until
from interpreter.meaning.calling import ReferenceNames
from interpreter.meaning.said_lines import LineMeaning, Lines, falls_away, one_line, with_parts

# ------------------------------------------------------------------------------ numbers and marks


def _set(n: ReferenceNames, s: nodes.Set) -> Iterator[LineMeaning]:
    value = s.args[-1]
    if s.field in n.program.fields:
        yield LineMeaning(s.span, _changed(n, s, value))
    elif s.field.holder == "record":
        yield LineMeaning(s.span, "the present position is remembered")
    elif n.func is not None and n.func.answer is s.field:
        yield LineMeaning(s.span, f"the answer is {n.say(value)}")


def _changed(n: ReferenceNames, s: nodes.Set | nodes.SetFor, value: Expr) -> str:
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
    """Strip from an amount what keeps the result from being less than 0."""
    zero = isinstance(e, nodes.Max) and isinstance(e.args[1], nodes.Num) and not e.args[1].value
    return e.args[0] if zero else e


def until(n: ReferenceNames, for_: Until | None, whose: Expr | None) -> str:
    """Format how long something holds."""
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


def _set_for(n: ReferenceNames, s: nodes.SetFor) -> str:
    then = "then the change is taken back" if s.by else "then it is what it was before"
    return f"{_changed(n, s, s.args[-1])}, {until(n, s.until, s.whose)}; {then}"


def _set_param(n: ReferenceNames, s: nodes.SetParam) -> str:
    return f"{s.name} of what is about to happen becomes {n.say(s.args[-1])}"


def _ban(n: ReferenceNames, s: nodes.Ban) -> str:
    whom = {"you": "you", "everyone": "nobody"}.get(s.whose, "no other player")
    given = [n.say(one) for one in s.args[2:] if not _is_any(one)]
    what = f" with {', '.join(given)}" if given else ""
    can = "may" if whom != "you" else "may not"
    return f"{whom} {can} do {s.deed}{what}, {until(n, s.until, s.args[1])}"


def _is_any(e: Expr) -> bool:
    return isinstance(e, nodes.Local) and e.name.startswith("_any ")


def _modify_for(n: ReferenceNames, s: nodes.ModifyFor) -> str:
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


def _move(n: ReferenceNames, s: nodes.Move) -> str:
    return f"{n.say(s.args[0])} goes to {n.place(s.how, s.to, s.args[1:])}{_end_of(s.to, s.how)}"


def _draw(n: ReferenceNames, s: nodes.Draw) -> str:
    source = n.zone(s.family, s.args[1 : 1 + s.sources])
    goal = n.place(s.how, s.to, s.args[1 + s.sources :])
    many = n.say(s.args[0])
    refilled = " (mixed anew when it is empty)" if s.family.refilled else ""
    on_top = _end_of(s.to, s.how)
    if many == "1":
        return f"the top card of {source}{refilled} goes to {goal}{on_top}"
    return f"the top {many} cards of {source}{refilled}, one by one, go to {goal}{on_top}"


def _move_alike(n: ReferenceNames, s: nodes.MoveAlike) -> str:
    which, many = n.say(s.args[0]), n.say(s.args[1])
    if isinstance(s.args[1], nodes.CountIn):
        many = "all"
    source = n.zone(s.family, s.args[2 : 2 + s.sources])
    goal = n.zone(s.to, s.args[2 + s.sources : 2 + s.sources + s.targets])
    return f"{many} {which} go from {source} to {goal}, or as many as there are and have room"


def _shuffle(n: ReferenceNames, s: nodes.Shuffle) -> str:
    return f"{n.zone(s.family, s.args)} is shuffled"


def _reverse(n: ReferenceNames, s: nodes.Reverse) -> str:
    return f"{n.zone(s.family, s.args)} is turned over: its bottom card is on top now"


def _roll(n: ReferenceNames, s: nodes.Roll | nodes.RollOdds) -> str:
    odds = (
        f", with odds of {' to '.join(map(str, s.odds))}" if isinstance(s, nodes.RollOdds) else ""
    )
    return f"{n.say(s.args[0])} is rolled: its {s.field.name} is any of them{odds}"


def _pass_on(n: ReferenceNames, s: nodes.PassOn) -> str:
    return f"all players hand their {s.family.name} to the {s.side}, at the same time"


def _push(n: ReferenceNames, s: nodes.Push) -> str:
    dice, many, lane = (n.say(one) for one in s.args)
    return (
        f"the first {many} of {dice} enter the line {lane} at its first space; what is pushed out"
        f" at its end goes to {s.out.name}"
    )


def _in_row(
    text: str,
) -> Callable[[ReferenceNames, nodes.CloseUp | nodes.TurnRow], str]:
    def said(n: ReferenceNames, s: nodes.CloseUp | nodes.TurnRow) -> str:
        args = s.args if isinstance(s, nodes.CloseUp) else s.args[:-1]
        by = "" if isinstance(s, nodes.CloseUp) else f" by {n.say(s.args[-1])}"
        return text.replace("{row}", n.zone(s.family, args)) + by

    return said


def _exchange(n: ReferenceNames, s: nodes.Exchange) -> str:
    how = "joins small pieces into a large one" if s.how == "join" else "splits a large piece"
    return f"{n.say(s.args[0])} {how} of {n.say(s.args[1])}; if that cannot be, {falls_away(n)}"


def _gain_money(n: ReferenceNames, s: nodes.GainMoney) -> str:
    sort, amount = (n.say(one) for one in s.args[1:])
    coins = n.program.kinds[s.money.kind].plural
    return f"{n.does(s.args[0], 'gains', 'gain')} {amount} in {sort} {coins}"


DEEDS: Lines = {
    nodes.Set: _set,
    nodes.SetFor: one_line(_set_for),
    nodes.SetParam: one_line(_set_param),
    nodes.Ban: one_line(_ban),
    nodes.CloseFor: one_line(lambda n, s: f"nothing enters it, {until(n, s.until, None)}"),
    nodes.ModifyFor: one_line(_modify_for),
    nodes.Reopen: one_line(with_parts("it can be entered again")),
    nodes.Move: one_line(_move),
    nodes.Draw: one_line(_draw),
    nodes.MoveAlike: one_line(_move_alike),
    nodes.Shuffle: one_line(_shuffle),
    nodes.Reverse: one_line(_reverse),
    nodes.Roll: one_line(_roll),
    nodes.RollOdds: one_line(_roll),
    nodes.Reveal: one_line(with_parts("{0} lies open to all from now on, wherever it goes")),
    nodes.Look: one_line(with_parts("{1} knows which card {0} is, as long as it stays there")),
    nodes.Show: one_line(with_parts("{1} is shown {0}")),
    nodes.PassOn: one_line(_pass_on),
    nodes.Push: one_line(_push),
    nodes.Rotate: one_line(with_parts("what lies in the line {0} moves round by {1}")),
    nodes.TurnRow: one_line(_in_row("what lies in {row} moves round")),
    nodes.CloseUp: one_line(_in_row("gaps in {row} are closed towards its first space")),
    nodes.Swap: one_line(with_parts("{0} and {1} change places")),
    nodes.GainMoney: one_line(_gain_money),
    nodes.Exchange: one_line(_exchange),
}
"""The words of every deed."""
