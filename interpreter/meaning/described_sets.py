"""Explains described sets: selections, and what is counted, ranked or found in them."""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, ForEach
from interpreter.ir.renaming import substituted
from interpreter.ir.types import PART_BITS, Type
from interpreter.meaning.calling import Phrases, ReferenceNames


def _always(test: Expr) -> bool:
    return isinstance(test, nodes.Num) and test.value == 1


def _one(source: Expr) -> Type:
    return source.type.element


def noun(n: ReferenceNames, kind: Type) -> str:
    """Return the noun for one of some things."""
    return {"player": "player", "space": "space", "lane": "line", "number": "number"}.get(
        kind.base, kind.of or "thing"
    )


def those_of(n: ReferenceNames, e: ForEach) -> str:
    """Format which things are iterated over, with the letter of each and its condition."""
    source, test = e.args[:2]
    return those(n, source, e.name, test)


def those(n: ReferenceNames, source: Expr, name: str, test: Expr | None, given: str = "") -> str:
    """Format a selection: all of a source for which a test holds.

    Each is called `given`, or by a letter of its own.
    """
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

    kind = next((one.type for one in e.walk() if nodes.is_local(one, old)), e.type)
    return substituted(e, {old: nodes.Local((), kind, e.span, new)})


def of_each(n: ReferenceNames, e: ForEach) -> str:
    """Format what is asked of each, under its letter."""
    with n.called(e.name, _one(e.args[0])):
        return n.say(e.args[2])


def _letter(n: ReferenceNames, e: ForEach) -> str:
    with n.called(e.name, _one(e.args[0])) as letter:
        return letter


def _filter(n: ReferenceNames, e: nodes.Filter) -> str:
    return those_of(n, e)


def _some(n: ReferenceNames, e: ForEach) -> str:
    return f"there are {those_of(n, e)}"


def _any_of(n: ReferenceNames, e: nodes.AnyOf) -> str:
    return f"for at least one of the {_named(n, e)}: {of_each(n, e)}"


def _all_of(n: ReferenceNames, e: nodes.AllOf) -> str:
    return f"for each of the {_named(n, e)}: {of_each(n, e)}"


def _named(n: ReferenceNames, e: ForEach) -> str:
    """Format the things, with the letter under which something is said of each."""
    said, letter = those_of(n, e), _letter(n, e)
    return said if f" {letter} " in f"{said} " else f"{said} {letter}"


def _count(n: ReferenceNames, e: nodes.Count) -> str:
    return f"the number of {those_of(n, e)}"


def _sum(n: ReferenceNames, e: ForEach) -> str:
    return f"the sum of {of_each(n, e)} over the {_named(n, e)}"


def _most_alike(n: ReferenceNames, e: nodes.MostAlike) -> str:
    return f"how many of the {_named(n, e)} at most are alike in {of_each(n, e)}"


def ranked(n: ReferenceNames, key: Expr) -> tuple[str, str]:
    """Format which end of a ranking comes first, and of what.

    A ranking by the lowest is represented as one by the highest of 0 minus it.
    """
    if isinstance(key, nodes.Sub) and isinstance(key.args[0], nodes.Num) and not key.args[0].value:
        return "lowest", n.say(key.args[1])
    return "highest", n.say(key)


def _best(n: ReferenceNames, e: nodes.Best) -> str:
    with n.called(e.name, _one(e.args[0])):
        end, key = ranked(n, e.args[2])
    return f"the one of the {_named(n, e)} with the {end} {key} (the first of equal ones)"


def _ordered(n: ReferenceNames, e: nodes.Ordered) -> str:
    with n.called(e.name, _one(e.args[0])):
        end, key = ranked(n, e.args[2])
    return f"{_named(n, e)}, {end} {key} first"


def _distinct(n: ReferenceNames, e: nodes.Distinct) -> str:
    return f"the different {of_each(n, e)} of the {_named(n, e)}, each once"


def _each(n: ReferenceNames, e: nodes.Each) -> str:
    return f"{of_each(n, e)} for each of the {_named(n, e)}"


def _longest(n: ReferenceNames, e: nodes.LongestLine) -> str:
    return f"how many {those_of(n, e)} at most stand side by side in a straight line"


def _listed(n: ReferenceNames, e: nodes.Listed) -> str:
    return ", ".join(map(n.say, e.args)) if e.args else "nothing"


def _members(n: ReferenceNames, e: nodes.Members) -> str:
    return f"{n.program.kinds[e.kind].plural} anywhere"


def _in_box(n: ReferenceNames, e: nodes.BoxItems) -> str:
    return f"{n.program.kinds[e.kind].plural} in the box"


def _copies(n: ReferenceNames, e: nodes.Copies) -> str:
    one = next((d for d in n.program.designs if d.first == e.first), None)
    return f"copies of {one.id}" if one is not None else "copies of it"


def _values_of(n: ReferenceNames, e: nodes.ValuesOf) -> str:
    return n.program.values[e.values].plural


def _region(n: ReferenceNames, e: nodes.Region) -> str:
    return f"the part of {e.board} in which {n.part(e.args[0])} lies"


def _group(n: ReferenceNames, e: nodes.Group) -> str:
    start, test, *rest = e.args
    item = e.type.element
    far = f", at most {n.say(rest[0])} steps away" if rest else ""
    with n.called(e.name, Type("space", e.board)) as letter:
        asked = "" if _always(test) else f" {letter} for which {n.say(test)}"
        over = f", over spaces {letter} for which {n.say(rest[1])}" if len(rest) > 1 else ""
    return f"all {noun(n, item)}s{asked} that hang together around {n.part(start)}{far}{over}"


def _combined(n: ReferenceNames, e: nodes.Combined) -> str:
    told = []
    for name, each, source in zip(n.together, e.names, e.args, strict=True):
        told.append(f"{name} from {n.say(source)}")
        n.letters[each] = name  # later sources know the earlier things
    return "all ways to take " + " and ".join(told)


def _part(n: ReferenceNames, e: nodes.Part) -> str:
    return n.together[len(n.together) - 1 - e.shift // PART_BITS]


SETS: Phrases = {
    nodes.Part: _part,
    nodes.Listed: _listed,
    nodes.Members: _members,
    nodes.Copies: _copies,
    nodes.BoxItems: _in_box,
    nodes.ValuesOf: _values_of,
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
    nodes.Combined: _combined,
    nodes.Region: _region,
    nodes.Group: _group,
}
"""The words of every phrase about several things."""
