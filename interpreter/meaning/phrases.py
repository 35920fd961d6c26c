"""What a phrase stands for: values, questions, and things that fit.

One table has the words of every node; a row says what stands between its parts.
"""

from __future__ import annotations

import re

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, ForEach
from interpreter.ir.types import PART_BITS, Type
from interpreter.meaning.lying import LYING
from interpreter.meaning.names import Names, Phrases
from interpreter.meaning.wordings import words

ANSWER_OF = "_answer_"
"""How a field begins that keeps what a deed has answered."""
YES = {0: "no", 1: "yes"}


# ------------------------------------------------------------------------------ values


def _num(n: Names, e: nodes.Num) -> str:
    kind, p = e.type, n.program
    if e.value == -1 and kind.base != "number":
        return "none"
    if kind.base == "yesno":
        return YES[e.value]
    if kind.base == "value":
        return p.values[kind.of].members[e.value]
    if kind.base == "player":
        return f"player {e.value + 1}"
    if kind.base == "piece":
        designs = p.kinds[kind.of].designs
        return next((one.id for one in designs if one.first <= e.value < one.last), str(e.value))
    if kind.base == "title":
        return p.designs[e.value].id
    if kind.base == "space" and kind.of in p.boards:
        return re.sub(r"^(\d+)_(\d+)$", r"row_\1_column_\2", p.boards[kind.of].names[e.value])
    if kind.base == "lane" and kind.of in p.boards:
        return p.boards[kind.of].lane_names[e.value]
    return f"{e.value // 2}{'.5' * (e.value % 2)}" if kind.halves else str(e.value)


def _kept(n: Names, e: nodes.FieldNow | nodes.FieldRaw) -> str:
    if e.field in n.program.engine_fields and e.field.name.startswith(ANSWER_OF):
        return f"the answer of {e.field.name.removeprefix(ANSWER_OF)}"
    if e.args and e.field.type.base == "yesno":
        return f"{n.does(e.args[0], 'is', 'are')} {e.field.name}"
    return n.of(e.args[0], e.field.name) if e.args else e.field.name


def _attr(n: Names, e: nodes.Attr) -> str:
    if e.type.base == "yesno":
        return f"{n.does(e.args[0], 'is', 'are')} {e.name}"
    return n.of(e.args[0], e.name)


def _asked(n: Names, e: nodes.CallValue) -> str:
    func = n.program.funcs[e.rule]
    given = [n.part(one) for one in e.args[1:]]
    if func.sort == "relation":
        return f"{given[0]} {e.rule} {given[1]}"
    if len(given) == 1 and func.returns.base == "yesno":
        return f"{n.does(e.args[1], 'is', 'are')} {e.rule}"
    if len(given) < 2:
        return f"{e.rule} of {given[0]}" if given else e.rule
    told = ", ".join(
        f"{name} {one}" for (name, _), one in zip(func.params[1:], given[1:], strict=True)
    )
    return f"{e.rule} of {given[0]} with {told}"


def _can(n: Names, e: nodes.Can) -> str:
    given = f" with {', '.join(map(n.say, e.args[1:]))}" if e.args[1:] else ""
    return f"{n.say(e.args[0])} can carry out {e.rule}{given} to its end"


def _can_block(n: Names, e: nodes.CanBlock) -> str:
    return "all that stands below can be done"


def _done(n: Names, e: nodes.HasDone) -> str:
    deed, span = e.deed
    return f"{n.say(e.args[0])} has done {deed} to its end in this {span}"


def _times(n: Names, e: nodes.TimesDone) -> str:
    deed, span = e.deed
    return f"how often {n.say(e.args[0])} has done {deed} in this {span}"


def _or(n: Names, e: nodes.Or) -> str:
    return f"{n.part(e.args[0])} or {n.part(e.args[1])}"


def _and(n: Names, e: nodes.And) -> str:
    parts = [f"({n.say(one)})" if isinstance(one, nodes.Or) else n.say(one) for one in e.args]
    return " and ".join(parts)


def _not(n: Names, e: nodes.Not) -> str:
    inner = e.args[0]
    if isinstance(inner, (nodes.Some, nodes.AnyWhere)):
        return f"there are no {_those(n, inner)}"
    if isinstance(inner, nodes.AnyOf):
        return f"for none of the {_those(n, inner)}: {_of_each(n, inner)}"
    if type(inner) in NEGATED:
        return words(NEGATED[type(inner)])(n, inner)
    if isinstance(inner, (nodes.FieldNow, nodes.FieldRaw, nodes.CallValue, nodes.Attr)):
        said = n.say(inner)
        for verb in ("is", "are"):
            if f" {verb} " in said:
                return said.replace(f" {verb} ", f" {verb} not ", 1)
    return f"not {n.part(inner)}"


def _eq(n: Names, e: nodes.Eq) -> str:
    one, other = e.args
    if isinstance(other, nodes.Num) and other.type.base == "yesno":
        return n.say(one) if other.value else f"not {n.part(one)}"
    return f"{n.part(one)} is {n.part(other)}"


def _ne(n: Names, e: nodes.Ne) -> str:
    return f"{n.part(e.args[0])} is not {n.part(e.args[1])}"


def is_there(e: Expr) -> bool:
    """Whether a thing is compared with 0: that asks whether there is one."""
    zero = isinstance(e.args[1], nodes.Num) and e.args[1].value == 0
    lies = isinstance(e.args[0], (nodes.SlotItem, nodes.AbsSlotItem, nodes.At))
    return zero and (lies or e.args[0].type.base in ("piece", "player", "value", "space", "lane"))


def _less(n: Names, e: nodes.Lt) -> str:
    if is_there(e):
        return f"{n.part(e.args[0])} is none"
    return f"{n.part(e.args[0])} is less than {n.part(e.args[1])}"


def _at_least(n: Names, e: nodes.Ge) -> str:
    if is_there(e):
        return f"{n.part(e.args[0])} is not none"
    return f"{n.part(e.args[0])} is at least {n.part(e.args[1])}"


def _choose_value(n: Names, e: nodes.ChooseValue) -> str:
    return f"{n.part(e.args[1])} if {n.part(e.args[0])}, else {n.part(e.args[2])}"


TIMES, ROUNDED = words("{0} times {1}"), words("{0} divided by {1}, rounded down")


def _is_two(e: Expr) -> bool:
    return isinstance(e, nodes.Num) and e.value == 2


def _times_that(n: Names, e: nodes.Mul) -> str:
    one, by = e.args
    if e.type.halves and not one.type.halves and _is_two(by):
        return n.say(one)  # a whole number, counted in halves
    return TIMES(n, e)


def _divided(n: Names, e: nodes.DivDown) -> str:
    one, by = e.args
    if one.type.halves and not e.type.halves and _is_two(by):
        return f"{n.part(one)}, rounded down to a whole number"
    return ROUNDED(n, e)


PLUS = words("{0} plus {1}")


def _added(n: Names, e: nodes.Add) -> str:
    if e.type.base == "piece":  # of each player the one component that they have
        return n.of(e.args[1], e.type.of)
    return PLUS(n, e)


def _clamp(n: Names, e: nodes.Clamp) -> str:
    return n.say(e.args[0])


def _max(n: Names, e: nodes.Max) -> str:
    one, other = e.args
    if isinstance(other, nodes.Num) and other.value == 0 and one.type.optional:
        return n.say(one)  # a number that may be none is 0 in a sum
    return f"the larger of {n.part(one)} and {n.part(other)}"


# ------------------------------------------------------------------------------ things that fit


def _always(test: Expr) -> bool:
    return isinstance(test, nodes.Num) and test.value == 1


def _one(source: Expr) -> Type:
    return source.type.item or source.type


def noun(n: Names, kind: Type) -> str:
    """Say what one of some things is called."""
    return {"player": "player", "space": "space", "lane": "line", "number": "number"}.get(
        kind.base, kind.of or "thing"
    )


def _those(n: Names, e: ForEach) -> str:
    """Say which things are gone through, with the letter of each and what must be so of it."""
    source, test = e.args[:2]
    return those(n, source, e.name, test)


def those(n: Names, source: Expr, name: str, test: Expr | None, given: str = "") -> str:
    """Say which things they are: all of a source for which a test holds; each is called as is
    `given`, or by a letter of its own."""
    tests: list[Expr] = [] if test is None or _always(test) else [test]
    while isinstance(source, nodes.Filter):
        if not _always(source.args[1]):
            tests.insert(0, _renamed(source.args[1], source.name, name))
        source = source.args[0]
    if not tests:
        return n.say(source)
    if isinstance(source, nodes.Combined):
        said = n.say(source)
        return f"{said} for which {' and '.join(n.part(one) for one in tests)}"
    with n.called(name, _one(source)) as letter:
        if given:
            n.letters[name] = letter = given
        asked = " and ".join(
            f"({n.say(one)})" if isinstance(one, nodes.Or) else n.say(one) for one in tests
        )
        return f"{n.say(source)} {letter} for which {asked}"


def _renamed(e: Expr, old: str, new: str) -> Expr:
    from interpreter.ir.renaming import substituted

    kind = next((one.type for one in e.walk() if nodes.is_local(one, old)), e.type)
    return substituted(e, {old: nodes.Local((), kind, e.span, new)})


def _of_each(n: Names, e: ForEach) -> str:
    """Say what is asked of each, under its letter."""
    with n.called(e.name, _one(e.args[0])):
        return n.say(e.args[2])


def _letter(n: Names, e: ForEach) -> str:
    with n.called(e.name, _one(e.args[0])) as letter:
        return letter


def _filter(n: Names, e: nodes.Filter) -> str:
    return _those(n, e)


def _some(n: Names, e: ForEach) -> str:
    return f"there are {_those(n, e)}"


def _any_of(n: Names, e: nodes.AnyOf) -> str:
    return f"for at least one of the {_named(n, e)}: {_of_each(n, e)}"


def _all_of(n: Names, e: nodes.AllOf) -> str:
    return f"for each of the {_named(n, e)}: {_of_each(n, e)}"


def _named(n: Names, e: ForEach) -> str:
    """Say the things, with the letter under which something is said of each."""
    said, letter = _those(n, e), _letter(n, e)
    return said if f" {letter} " in f"{said} " else f"{said} {letter}"


def _count(n: Names, e: nodes.Count) -> str:
    return f"the number of {_those(n, e)}"


def _sum(n: Names, e: ForEach) -> str:
    return f"the sum of {_of_each(n, e)} over the {_named(n, e)}"


def _most_alike(n: Names, e: nodes.MostAlike) -> str:
    return f"how many of the {_named(n, e)} at most are alike in {_of_each(n, e)}"


def ranked(n: Names, key: Expr) -> tuple[str, str]:
    """Say which end of a ranking comes first, and of what; the lowest is the highest of 0 minus
    it."""
    if isinstance(key, nodes.Sub) and isinstance(key.args[0], nodes.Num) and not key.args[0].value:
        return "lowest", n.say(key.args[1])
    return "highest", n.say(key)


def _best(n: Names, e: nodes.Best) -> str:
    with n.called(e.name, _one(e.args[0])):
        end, key = ranked(n, e.args[2])
    return f"the one of the {_named(n, e)} with the {end} {key} (the first of equal ones)"


def _ordered(n: Names, e: nodes.Ordered) -> str:
    with n.called(e.name, _one(e.args[0])):
        end, key = ranked(n, e.args[2])
    return f"{_named(n, e)}, {end} {key} first"


def _distinct(n: Names, e: nodes.Distinct) -> str:
    return f"the different {_of_each(n, e)} of the {_named(n, e)}, each once"


def _each(n: Names, e: nodes.Each) -> str:
    return f"{_of_each(n, e)} for each of the {_named(n, e)}"


def _longest(n: Names, e: nodes.LongestLine) -> str:
    return f"how many {_those(n, e)} at most stand side by side in a straight line"


def _listed(n: Names, e: nodes.Listed) -> str:
    return ", ".join(map(n.say, e.args)) if e.args else "nothing"


def _members(n: Names, e: nodes.Members) -> str:
    return f"{n.program.kinds[e.kind].plural} anywhere"


def _in_box(n: Names, e: nodes.BoxItems) -> str:
    return f"{n.program.kinds[e.kind].plural} in the box"


def _copies(n: Names, e: nodes.Copies) -> str:
    one = next((d for d in n.program.designs if d.first == e.first), None)
    return f"copies of {one.id}" if one is not None else "copies of it"


def _values_of(n: Names, e: nodes.ValuesOf) -> str:
    return n.program.values[e.values].plural


def _region(n: Names, e: nodes.Region) -> str:
    return f"the part of {e.board} in which {n.part(e.args[0])} lies"


def _group(n: Names, e: nodes.Group) -> str:
    start, test, *rest = e.args
    item = e.type.item or e.type
    far = f", at most {n.say(rest[0])} steps away" if rest else ""
    with n.called(e.name, Type("space", e.board)) as letter:
        asked = "" if _always(test) else f" {letter} for which {n.say(test)}"
        over = f", over spaces {letter} for which {n.say(rest[1])}" if len(rest) > 1 else ""
    return f"all {noun(n, item)}s{asked} that hang together around {n.part(start)}{far}{over}"


def _combined(n: Names, e: nodes.Combined) -> str:
    told = []
    for name, each, source in zip(n.together, e.names, e.args, strict=True):
        told.append(f"{name} from {n.say(source)}")
        n.letters[each] = name  # later sources know the earlier things
    return "all ways to take " + " and ".join(told)


def _part(n: Names, e: nodes.Part) -> str:
    return n.together[len(n.together) - 1 - e.shift // PART_BITS]


NEGATED = {
    nodes.Eq: "{0} is not {1}",
    nodes.Member: "{0} is not one of {1}",
    nodes.NextTo: "{0} is not next to {1}",
    nodes.InBox: "{0} is not in the box",
}
PHRASES: Phrases = {
    **LYING,
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
    nodes.Part: _part,
    nodes.Listed: _listed,
    nodes.Members: _members,
    nodes.Copies: _copies,
    nodes.BoxItems: _in_box,
    nodes.Players: words("players"),
    nodes.Others: words("players other than {0}"),
    nodes.FromSeat: words("{0}, in turn order from {1} on"),
    nodes.LeftOf: words("the player to the left of {0}"),
    nodes.RightOf: words("the player to the right of {0}"),
    nodes.Active: words("whose turn it is"),
    nodes.ValuesOf: _values_of,
    nodes.Range: words("numbers from {0} to {1}, both included"),
    nodes.Member: words("{0} is one of {1}"),
    nodes.Filter: _filter,
    nodes.Ordered: _ordered,
    nodes.Distinct: _distinct,
    nodes.Best: _best,
    nodes.Each: _each,
    nodes.Some: _some,
    nodes.AnyWhere: _some,
    nodes.AnyOf: _any_of,
    nodes.AllOf: _all_of,
    nodes.Count: _count,
    nodes.Sum: _sum,
    nodes.AmountsSum: _sum,
    nodes.MostAlike: _most_alike,
    nodes.LongestLine: _longest,
    nodes.Size: words("the number of {0}"),
    nodes.Nth: words("number {1} (from 0) of {0}"),
    nodes.FirstOf: words("the first {1} of {0}"),
    nodes.Behind: words("{0} from number {1} (from 0) on"),
    nodes.FirstItem: words("the first of {0}"),
    nodes.LastItem: words("the last of {0}"),
    nodes.WithOne: words("{0} and {1}"),
    nodes.Combined: _combined,
    nodes.Region: _region,
    nodes.Sides: lambda n, e: f"{e.sides} of {e.board}",
    nodes.Group: _group,
}
"""The words of every phrase."""
