"""Explains expressions: values and questions.

One table has the words of every node; a row says what stands between its parts.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.space_names import space_names
from interpreter.ir.types import YES_NO
from interpreter.meaning.calling import Phrases, ReferenceNames
from interpreter.meaning.described_sets import SETS, of_each, those_of
from interpreter.meaning.lying import LYING
from interpreter.meaning.wordings import words

ANSWER_OF = "_answer_"
"""How a field begins that keeps what a deed has answered."""
YES = {0: "no", 1: "yes"}


# ------------------------------------------------------------------------------ values


def _num(n: ReferenceNames, e: nodes.Num) -> str:
    say = NUMBERED.get(e.type.base)
    if say is None:
        return f"{e.value // 2}{'.5' * (e.value % 2)}" if e.type.halves else str(e.value)
    return "none" if e.value == -1 else say(n, e)


def _piece(n: ReferenceNames, e: nodes.Num) -> str:
    designs = n.program.kinds[e.type.of].designs
    return next((one.id for one in designs if one.first <= e.value < one.last), str(e.value))


def _space(n: ReferenceNames, e: nodes.Num) -> str:
    board = n.program.boards.get(e.type.of)
    if board is None:
        return str(e.value)
    return space_names(board)[e.value]


def _lane(n: ReferenceNames, e: nodes.Num) -> str:
    board = n.program.boards.get(e.type.of)
    return board.lane_names[e.value] if board is not None else str(e.value)


NUMBERED: dict[str, Callable[[ReferenceNames, nodes.Num], str]] = {
    "yesno": lambda n, e: YES[e.value],
    "value": lambda n, e: n.program.values[e.type.of].members[e.value],
    "player": lambda n, e: f"player {e.value + 1}",
    "piece": _piece,
    "title": lambda n, e: n.program.designs[e.value].id,
    "space": _space,
    "lane": _lane,
    "none": lambda n, e: "none",
}
"""What a number stands for that is none, by its kind of value."""


def _kept(n: ReferenceNames, e: nodes.FieldNow | nodes.FieldRaw) -> str:
    if e.field in n.program.engine_fields and e.field.name.startswith(ANSWER_OF):
        return f"the answer of {e.field.name.removeprefix(ANSWER_OF)}"
    if e.args and e.field.type == YES_NO:
        return f"{n.does(e.args[0], 'is', 'are')} {e.field.name}"
    return n.of(e.args[0], e.field.name) if e.args else e.field.name


def _attr(n: ReferenceNames, e: nodes.Attr) -> str:
    if e.type == YES_NO:
        return f"{n.does(e.args[0], 'is', 'are')} {e.name}"
    return n.of(e.args[0], e.name)


def _asked(n: ReferenceNames, e: nodes.CallValue) -> str:
    func = n.program.funcs[e.rule]
    given = [n.part(one) for one in e.args[1:]]
    if func.sort == "relation":
        return f"{given[0]} {e.rule} {given[1]}"
    if len(given) == 1 and func.returns == YES_NO:
        return f"{n.does(e.args[1], 'is', 'are')} {e.rule}"
    if len(given) < 2:
        return f"{e.rule} of {given[0]}" if given else e.rule
    told = ", ".join(
        f"{name} {one}" for (name, _), one in zip(func.params[1:], given[1:], strict=True)
    )
    return f"{e.rule} of {given[0]} with {told}"


def _can(n: ReferenceNames, e: nodes.Can) -> str:
    given = f" with {', '.join(map(n.say, e.args[1:]))}" if e.args[1:] else ""
    return f"{n.say(e.args[0])} can carry out {e.rule}{given} to its end"


def _can_block(n: ReferenceNames, e: nodes.CanBlock) -> str:
    return "all that stands below can be done"


def _done(n: ReferenceNames, e: nodes.HasDone) -> str:
    deed, span = e.deed
    return f"{n.does(e.args[0], 'has', 'have')} done {deed} to its end in this {span}"


def _times(n: ReferenceNames, e: nodes.TimesDone) -> str:
    deed, span = e.deed
    return f"how often {n.does(e.args[0], 'has', 'have')} done {deed} in this {span}"


def _or(n: ReferenceNames, e: nodes.Or) -> str:
    return f"{n.part(e.args[0])} or {n.part(e.args[1])}"


def _and(n: ReferenceNames, e: nodes.And) -> str:
    parts = [f"({n.say(one)})" if isinstance(one, nodes.Or) else n.say(one) for one in e.args]
    return " and ".join(parts)


def _word_beside(n: ReferenceNames, e: nodes.WordBeside) -> str:
    side = "next" if e.by > 0 else "one before"
    return words("the " + side + " in the list, round it, from {0}")(n, e)


def _not(n: ReferenceNames, e: nodes.Not) -> str:
    inner = e.args[0]
    if isinstance(inner, (nodes.Some, nodes.AnyWhere)):
        return f"there are no {those_of(n, inner)}"
    if isinstance(inner, nodes.AnyOf):
        return f"for none of the {those_of(n, inner)}: {of_each(n, inner)}"
    if type(inner) in NEGATED:
        return words(NEGATED[type(inner)])(n, inner)
    if isinstance(inner, (nodes.FieldNow, nodes.FieldRaw, nodes.CallValue, nodes.Attr)):
        said = n.say(inner)
        for verb in ("is", "are"):
            if f" {verb} " in said:
                return said.replace(f" {verb} ", f" {verb} not ", 1)
    return f"not {n.part(inner)}"


def _eq(n: ReferenceNames, e: nodes.Eq) -> str:
    one, other = e.args
    if isinstance(other, nodes.Num) and other.type == YES_NO:
        return n.say(one) if other.value else f"not {n.part(one)}"
    return f"{n.part(one)} is {n.part(other)}"


def _ne(n: ReferenceNames, e: nodes.Ne) -> str:
    return f"{n.part(e.args[0])} is not {n.part(e.args[1])}"


def is_there(e: Expr) -> bool:
    """Check whether a comparison with 0 asks whether there is a thing."""
    zero = isinstance(e.args[1], nodes.Num) and e.args[1].value == 0
    lies = isinstance(e.args[0], (nodes.SlotItem, nodes.AbsSlotItem, nodes.At))
    return zero and (lies or e.args[0].type.base in ("piece", "player", "value", "space", "lane"))


def _less(n: ReferenceNames, e: nodes.Lt) -> str:
    if is_there(e):
        return f"{n.part(e.args[0])} is none"
    return f"{n.part(e.args[0])} is less than {n.part(e.args[1])}"


def _at_least(n: ReferenceNames, e: nodes.Ge) -> str:
    if is_there(e):
        return f"{n.part(e.args[0])} is not none"
    return f"{n.part(e.args[0])} is at least {n.part(e.args[1])}"


def _choose_value(n: ReferenceNames, e: nodes.ChooseValue) -> str:
    return f"{n.part(e.args[1])} if {n.part(e.args[0])}, else {n.part(e.args[2])}"


TIMES, ROUNDED = words("{0} times {1}"), words("{0} divided by {1}, rounded down")


def _is_two(e: Expr) -> bool:
    return isinstance(e, nodes.Num) and e.value == 2


def _times_that(n: ReferenceNames, e: nodes.Mul) -> str:
    one, by = e.args
    if e.type.halves and not one.type.halves and _is_two(by):
        return n.say(one)  # a whole number, counted in halves
    return TIMES(n, e)


def _divided(n: ReferenceNames, e: nodes.DivDown) -> str:
    one, by = e.args
    if one.type.halves and not e.type.halves and _is_two(by):
        return f"{n.part(one)}, rounded down to a whole number"
    return ROUNDED(n, e)


PLUS = words("{0} plus {1}")


def _added(n: ReferenceNames, e: nodes.Add) -> str:
    if e.type.of in n.program.kinds:  # of each player the one component that they have
        return n.of(e.args[1], e.type.of)
    return PLUS(n, e)


def _clamp(n: ReferenceNames, e: nodes.Clamp) -> str:
    return n.say(e.args[0])


def _max(n: ReferenceNames, e: nodes.Max) -> str:
    one, other = e.args
    if isinstance(other, nodes.Num) and other.value == 0 and one.type.optional:
        return n.say(one)  # a number that may be none is 0 in a sum
    return f"the larger of {n.part(one)} and {n.part(other)}"


NEGATED = {
    nodes.Eq: "{0} is not {1}",
    nodes.Member: "{0} is not one of {1}",
    nodes.NextTo: "{0} is not next to {1}",
    nodes.InBox: "{0} is not in the box",
}
PHRASES: Phrases = {
    **LYING,
    **SETS,
    nodes.Num: _num,
    nodes.Local: lambda n, e: n.local(e.name),
    nodes.Text: lambda n, e: f'"{e.text}"',
    nodes.FieldNow: _kept,
    nodes.FieldRaw: _kept,
    nodes.Attr: _attr,
    nodes.OwnerOf: words("the owner of {0}"),
    nodes.TitleOf: words("which card {0} is"),
    nodes.Worth: words("what {0} is worth"),
    nodes.CallValue: _asked,
    nodes.Can: _can,
    nodes.CanBlock: _can_block,
    nodes.HasDone: _done,
    nodes.TimesDone: _times,
    nodes.PositionNow: words("this position"),
    nodes.TimesRecorded: words("how often this position was recorded"),
    nodes.Running: lambda n, e: f"a {e.time} is under way",
    nodes.Outermost: lambda n, e: f"no other {e.time} lies around this one",
    nodes.LookingAhead: words("somebody looks ahead"),
    nodes.Asked: words("who looks ahead"),
    nodes.Shown: words("{0} lies open to whoever looks ahead"),
    nodes.Free: words("{0}, and nothing keeps things out of it"),
    nodes.Closed: words("something keeps things out of {0} for a time"),
    nodes.Clamp: _clamp,
    nodes.ChooseValue: _choose_value,
    nodes.Add: _added,
    nodes.Sub: words("{0} minus {1}"),
    nodes.Mul: _times_that,
    nodes.DivDown: _divided,
    nodes.DivUp: words("{0} divided by {1}, rounded up"),
    nodes.Min: words("the smaller of {0} and {1}"),
    nodes.Max: _max,
    nodes.AmountsAdd: words("{0} plus {1}, word by word"),
    nodes.AmountsSub: words("{0} minus {1}, word by word, never below 0"),
    nodes.AmountsTotal: words("all of {0} together"),
    nodes.AmountOf: words("how much {1} is in {0}"),
    nodes.AmountsWith: words("{0} with {2} of {1}"),
    nodes.NoAmounts: words("nothing of anything"),
    nodes.AmountsGe: words("{0} covers {1} word by word"),
    nodes.AmountsLe: words("{1} covers {0} word by word"),
    nodes.AmountsGt: words("{0} has more of some word than {1}"),
    nodes.AmountsLt: words("{1} has more of some word than {0}"),
    nodes.Eq: _eq,
    nodes.Ne: _ne,
    nodes.Lt: _less,
    nodes.Le: words("{0} is at most {1}"),
    nodes.Gt: words("{0} is more than {1}"),
    nodes.Ge: _at_least,
    nodes.And: _and,
    nodes.Or: _or,
    nodes.Not: _not,
    nodes.Players: words("players"),
    nodes.Others: words("players other than {0}"),
    nodes.FromSeat: words("{0}, in turn order from {1} on"),
    nodes.LeftOf: words("the player to the left of {0}"),
    nodes.RightOf: words("the player to the right of {0}"),
    nodes.WordBeside: _word_beside,
    nodes.Active: words("whose turn it is"),
    nodes.Range: words("numbers from {0} to {1}, both included"),
    nodes.Member: words("{0} is one of {1}"),
    nodes.Size: words("the number of {0}"),
    nodes.Nth: words("number {1} (from 0) of {0}"),
    nodes.FirstOf: words("the first {1} of {0}"),
    nodes.Behind: words("{0} from number {1} (from 0) on"),
    nodes.FirstItem: words("the first of {0}"),
    nodes.LastItem: words("the last of {0}"),
    nodes.WithOne: words("{0} and {1}"),
    nodes.Sides: lambda n, e: f"{e.sides} of {e.board}",
}
"""The words of every phrase."""
