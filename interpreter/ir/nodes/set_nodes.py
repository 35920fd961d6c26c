"""Many things at once. `name` is what the tests and parts behind the first argument call each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from interpreter.ir.nodes.base import Expr, ForEach


@dataclass(frozen=True, slots=True)
class Listed(Expr):
    """The values of the arguments, in their order."""

    op: ClassVar[str] = "list"


@dataclass(frozen=True, slots=True)
class Members(Expr):
    """All components of a kind."""

    op: ClassVar[str] = "members"
    kind: str


@dataclass(frozen=True, slots=True)
class Copies(Expr):
    """The components from `first` to before `last`."""

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
    """Some players in the order of the seats, from one of them on."""

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
    """The numbers from one to another, both included."""

    op: ClassVar[str] = "range"


@dataclass(frozen=True, slots=True)
class Member(Expr):
    """Whether a value is among some."""

    op: ClassVar[str] = "member"


@dataclass(frozen=True, slots=True)
class Filter(ForEach):
    """Those for which a test holds."""

    op: ClassVar[str] = "filter"


@dataclass(frozen=True, slots=True)
class Ordered(ForEach):
    """Those for which a test holds, the largest by a key first."""

    op: ClassVar[str] = "ordered"


@dataclass(frozen=True, slots=True)
class Distinct(ForEach):
    """What a part says of those for which a test holds, each value once, sorted."""

    op: ClassVar[str] = "distinct"


@dataclass(frozen=True, slots=True)
class Best(ForEach):
    """The first of those with the largest key; none if a test holds for none."""

    op: ClassVar[str] = "best"


@dataclass(frozen=True, slots=True)
class Each(ForEach):
    """What a part says of those for which a test holds."""

    op: ClassVar[str] = "each"


@dataclass(frozen=True, slots=True)
class Some(ForEach):
    """Whether a test holds for any."""

    op: ClassVar[str] = "some"


@dataclass(frozen=True, slots=True)
class AnyWhere(ForEach):
    """Whether a test holds for any, where the things are few and near."""

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
    """For how many a test holds."""

    op: ClassVar[str] = "count"


@dataclass(frozen=True, slots=True)
class Sum(ForEach):
    """The sum of a part of those for which a test holds."""

    op: ClassVar[str] = "sum"


@dataclass(frozen=True, slots=True)
class AmountsSum(ForEach):
    """The sum of amounts of those for which a test holds."""

    op: ClassVar[str] = "vsum"


@dataclass(frozen=True, slots=True)
class MostAlike(ForEach):
    """How many at most of those for which a test holds are alike by a part."""

    op: ClassVar[str] = "most_alike"


@dataclass(frozen=True, slots=True)
class Size(Expr):
    """How many there are."""

    op: ClassVar[str] = "size"


@dataclass(frozen=True, slots=True)
class Nth(Expr):
    """One of them by its place, from 0."""

    op: ClassVar[str] = "nth"


@dataclass(frozen=True, slots=True)
class FirstOf(Expr):
    """The first so many."""

    op: ClassVar[str] = "first_of"


@dataclass(frozen=True, slots=True)
class Behind(Expr):
    """Those behind a place."""

    op: ClassVar[str] = "behind"


@dataclass(frozen=True, slots=True)
class FirstItem(Expr):
    """The first, or none."""

    op: ClassVar[str] = "first_item"


@dataclass(frozen=True, slots=True)
class LastItem(Expr):
    """The last, or none."""

    op: ClassVar[str] = "last_item"


@dataclass(frozen=True, slots=True)
class WithOne(Expr):
    """Those and one more."""

    op: ClassVar[str] = "with_one"


@dataclass(frozen=True, slots=True)
class Combined(Expr):
    """Every way to take one from each argument, as joint values; see `Choice`."""

    op: ClassVar[str] = "combined"
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FewSets(Expr):
    """Whether so many of them can be chosen in few ways."""

    op: ClassVar[str] = "few_sets"
    how: str
    few: int


@dataclass(frozen=True, slots=True)
class Matchable(Expr):
    """Whether what is picked can be made up to the amounts wanted."""

    op: ClassVar[str] = "matchable"
    wild: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Repeated(Expr):
    """Whether something occurs so often among them."""

    op: ClassVar[str] = "repeated"
