"""What there is: values, kinds, what each holder has, settings, money."""

from __future__ import annotations

from interpreter.syntax.ast.base import Expression, Heading, Phrase, Tree, Word, YesNo
from interpreter.syntax.ast.headings import Cites, Says


class KindFact(Tree):
    """What is said of all pieces of a kind."""


class AreaLine(Tree):
    """One thing that a holder has."""


class Holder(Tree):
    """Who or what has something."""


class ZoneShape(Tree):
    """How things lie in a zone."""


class ZoneFact(Tree):
    """What is said of a zone or a board behind its shape."""


class BoardShape(Tree):
    """How the spaces of a board lie."""


class Type(Tree):
    """A kind of value."""


class SettingValue(Tree):
    """What a setting is, and may be."""


class MoneyLine(Tree):
    """What is said of money."""


class Values(Heading, of="values"):
    name: Word
    plural: Word | None
    values: tuple[ValueName, ...]


class ValueName(Tree, of="value_name"):
    name: Word
    wild: bool


class Kind(Heading, of="kind"):
    name: Word
    plural: Word
    facts: KindFacts
    lines: tuple[AreaLine, ...]


class KindFacts(Tree, of="kind_facts"):
    facts: tuple[KindFact, ...]


class OwnedByPlayer(KindFact, of="owned"): ...


class Alike(KindFact, of="alike"): ...


class StaysInBox(KindFact, of="stays"): ...


class Printed(AreaLine, of="printed"):
    names: tuple[Word, ...]
    type: Type


class Field(AreaLine, of="field"):
    name: Word
    within: Word | None
    type: Type
    starts: Starts | None
    odds: Odds | None


class Odds(Tree, of="odds"):
    numbers: tuple[Word, ...]


class Starts(Tree, of="starts"):
    value: Expression


class CarriesLine(AreaLine):
    """Who has the rules of the components of a kind."""


class Carries(CarriesLine, of="carries"): ...


class CarriesBy(CarriesLine, of="carries_by"):
    verb: Word


class CarriesIn(CarriesLine, of="carries_in"):
    place: Expression


class Area(Heading, of="area"):
    holder: Holder
    lines: tuple[AreaLine, ...]


class EachOfKind(Holder, of="each_of_kind"):
    name: Word


class EachSpace(Holder, of="each_space"):
    board: Word


class TheTable(Holder, of="table"): ...


class Faction(Heading, of="faction"):
    name: Word
    title: Word | None
    cites: Cites | None
    lines: tuple[AreaLine, ...]


class Zone(AreaLine, of="zone"):
    name: Word
    shape: ZoneShape
    facts: tuple[ZoneFact, ...]


class Pile(ZoneShape, of="pile"):
    nouns: Nouns


class Heap(ZoneShape, of="heap"):
    nouns: Nouns


class Row(ZoneShape, of="row"):
    size: Word | None
    nouns: Nouns


class Slot(ZoneShape, of="slot"):
    nouns: Nouns


class Nouns(Tree, of="nouns"):
    names: tuple[Word, ...]


class SeenBy(ZoneFact, of="seen_by"):
    viewer: Phrase


class NumberSeenBy(ZoneFact, of="number_seen_by"):
    viewer: Phrase


class TopSeen(ZoneFact, of="top_seen"): ...


class Limit(ZoneFact, of="limit"):
    most: Expression


class RefilledFrom(ZoneFact, of="refilled_from"):
    zone: Word


class PushedOutTo(ZoneFact, of="pushed_out_to"):
    zone: Word


class DividedInto(ZoneFact, of="divided_into"):
    values: Word


class CornersTouch(ZoneFact, of="corners_touch"): ...


class Record(AreaLine, of="record"):
    names: tuple[Word, ...]


class Board(AreaLine, of="board"):
    name: Word
    shape: BoardShape
    facts: tuple[ZoneFact, ...]


class Grid(BoardShape, of="grid"):
    rows: Expression
    columns: Expression
    nouns: Nouns


class Hexes(BoardShape, of="hexes"):
    radius: Expression
    nouns: Nouns


class Rhombus(BoardShape, of="rhombus"):
    rows: Expression
    columns: Expression
    nouns: Nouns


class Spaces(BoardShape, of="spaces"):
    of: Word


class Ring(BoardShape, of="ring"):
    size: Expression


class NumberType(Type, of="number_type"):
    low: Expression | None
    high: Expression | None


class RangeType(Type, of="range_type"):
    low: Expression
    high: Expression
    halves: bool


class RangeOrNoneType(RangeType, of="range_or_none_type"): ...


class YesNoType(Type, of="yes_no_type"): ...


class AmountsType(Type, of="amounts_type"):
    values: Word


class SetType(Type, of="set_type"):
    item: Word


class OneOfType(Type, of="one_of_type"):
    names: tuple[Word, ...]


class Setting(Heading, of="setting"):
    name: Word
    value: SettingValue
    title: Word | None
    says: Says | None
    cites: Cites | None


class SettingNumber(SettingValue, of="setting_number"):
    value: Expression
    low: Expression | None
    high: Expression | Seats | None


class SettingYesNo(SettingValue, of="setting_yes_no"):
    value: YesNo


class SettingWord(SettingValue, of="setting_word"):
    words_: tuple[Word, ...]


class Seats(Tree, of="seats"): ...


class Money(Heading, of="money"):
    piece: Word
    values: Word
    title: Word | None
    says: Says | None
    cites: Cites | None
    lines: tuple[MoneyLine, ...]


class Denominations(MoneyLine, of="denominations"):
    denominations: tuple[Denomination, ...]


class Denomination(Tree, of="denomination"):
    worth: Word
    name: Word


class KeptIn(MoneyLine, of="kept_in"):
    zone: Word


class BankedIn(MoneyLine, of="banked_in"):
    zone: Word
