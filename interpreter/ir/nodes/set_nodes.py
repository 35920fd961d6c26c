"""Sets of things. `name` is bound to each in the tests and parts behind the first argument."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from interpreter.ir.nodes.node import Expr, ForEach


@dataclass(frozen=True, slots=True)
class Listed(Expr):
    """A list of the values of the arguments, in order."""

    op: ClassVar[str] = "list"


@dataclass(frozen=True, slots=True)
class Members(Expr):
    """All components of a kind."""

    op: ClassVar[str] = "members"
    kind: str


@dataclass(frozen=True, slots=True)
class Copies(Expr):
    """The components from `first` up to, but not including, `last`."""

    op: ClassVar[str] = "copies"
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class BoxItems(Expr):
    """The components of a kind that lie in the box."""

    op: ClassVar[str] = "box_items"
    kind: str


@dataclass(frozen=True, slots=True)
class Players(Expr):
    """All players, from the first seat on."""

    op: ClassVar[str] = "players"


@dataclass(frozen=True, slots=True)
class Others(Expr):
    """All players but one, from the next seat on."""

    op: ClassVar[str] = "others"


@dataclass(frozen=True, slots=True)
class FromSeat(Expr):
    """Some players in seat order, from one of them on."""

    op: ClassVar[str] = "from_seat"


@dataclass(frozen=True, slots=True)
class LeftOf(Expr):
    """The player to the left of one."""

    op: ClassVar[str] = "left"


@dataclass(frozen=True, slots=True)
class RightOf(Expr):
    """The player to the right of one."""

    op: ClassVar[str] = "right"


@dataclass(frozen=True, slots=True)
class WordBeside(Expr):
    """The word `by` places further on in its list of `many`; behind the last comes the first."""

    op: ClassVar[str] = "word_beside"
    by: int
    many: int


@dataclass(frozen=True, slots=True)
class Active(Expr):
    """The player whose turn it is."""

    op: ClassVar[str] = "active"


@dataclass(frozen=True, slots=True)
class ValuesOf(Expr):
    """The values of a list."""

    op: ClassVar[str] = "values"
    values: str


@dataclass(frozen=True, slots=True)
class Range(Expr):
    """The numbers of a range, both ends included."""

    op: ClassVar[str] = "range"


@dataclass(frozen=True, slots=True)
class Member(Expr):
    """Whether a value is in a list."""

    op: ClassVar[str] = "member"


@dataclass(frozen=True, slots=True)
class Filter(ForEach):
    """The things for which a test holds."""

    op: ClassVar[str] = "filter"


@dataclass(frozen=True, slots=True)
class Ordered(ForEach):
    """The things for which a test holds, sorted by a key, the largest first."""

    op: ClassVar[str] = "ordered"


@dataclass(frozen=True, slots=True)
class Distinct(ForEach):
    """The distinct values of a part over the things for which a test holds, sorted."""

    op: ClassVar[str] = "distinct"


@dataclass(frozen=True, slots=True)
class Best(ForEach):
    """The first of the things with the largest key; none if a test holds for none."""

    op: ClassVar[str] = "best"


@dataclass(frozen=True, slots=True)
class Each(ForEach):
    """The values of a part over the things for which a test holds."""

    op: ClassVar[str] = "each"


@dataclass(frozen=True, slots=True)
class Some(ForEach):
    """Whether a test holds for any."""

    op: ClassVar[str] = "some"


@dataclass(frozen=True, slots=True)
class AnyWhere(ForEach):
    """Whether a test holds for any of a few things that are quick to enumerate."""

    op: ClassVar[str] = "any"


@dataclass(frozen=True, slots=True)
class AnyOf(ForEach):
    """Whether a part holds for any of those for which a test holds."""

    op: ClassVar[str] = "any_of"


@dataclass(frozen=True, slots=True)
class AllOf(ForEach):
    """Whether a part holds for all of those for which a test holds."""

    op: ClassVar[str] = "all"


@dataclass(frozen=True, slots=True)
class Count(ForEach):
    """The number of things for which a test holds."""

    op: ClassVar[str] = "count"


@dataclass(frozen=True, slots=True)
class Sum(ForEach):
    """The sum of a part over the things for which a test holds."""

    op: ClassVar[str] = "sum"


@dataclass(frozen=True, slots=True)
class AmountsSum(ForEach):
    """The sum of amounts over the things for which a test holds."""

    op: ClassVar[str] = "vsum"


@dataclass(frozen=True, slots=True)
class MostAlike(ForEach):
    """The size of the largest group of the things for which a test holds with an equal part."""

    op: ClassVar[str] = "most_alike"


@dataclass(frozen=True, slots=True)
class Size(Expr):
    """The length of a list."""

    op: ClassVar[str] = "size"


@dataclass(frozen=True, slots=True)
class Nth(Expr):
    """The element at an index, from 0."""

    op: ClassVar[str] = "nth"


@dataclass(frozen=True, slots=True)
class FirstOf(Expr):
    """The first elements, up to a number."""

    op: ClassVar[str] = "first_of"


@dataclass(frozen=True, slots=True)
class Behind(Expr):
    """The elements behind an index."""

    op: ClassVar[str] = "behind"


@dataclass(frozen=True, slots=True)
class FirstItem(Expr):
    """The first element, or none."""

    op: ClassVar[str] = "first_item"


@dataclass(frozen=True, slots=True)
class LastItem(Expr):
    """The last element, or none."""

    op: ClassVar[str] = "last_item"


@dataclass(frozen=True, slots=True)
class WithOne(Expr):
    """A list with one more element."""

    op: ClassVar[str] = "with_one"


@dataclass(frozen=True, slots=True)
class Combined(Expr):
    """Every combination of one element from each argument, as joint values; see `Choice`."""

    op: ClassVar[str] = "combined"
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FewSets(Expr):
    """Whether there are only a few ways to choose so many of them."""

    op: ClassVar[str] = "few_sets"
    how: str
    few: int


@dataclass(frozen=True, slots=True)
class Matchable(Expr):
    """Whether what has been picked can be completed to the amounts wanted."""

    op: ClassVar[str] = "matchable"
    wild: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Repeated(Expr):
    """A list in which each value is repeated as often as the second list says."""

    op: ClassVar[str] = "repeated"
