"""Types of values. At run time every value is a whole number, a tuple of them, or a list of them.

| base    | of              | at run time                                        |
|---------|-----------------|----------------------------------------------------|
| number  |                 | the number; doubled when counted in halves         |
| yesno   |                 | 0 or 1                                             |
| value   | a values list   | place in the list, from 0                          |
| player  |                 | seat, from 0                                       |
| piece   | a kind          | component id (of alike kinds: the id of its design)|
| space   | a board         | place on the board, from 0                         |
| lane    | a board         | a line of the board with the end it is entered from|
| zone    | a zone family   | never a value: only a place to move to or to list  |
| amounts | a values list   | a tuple with one number per value                  |
| title   | a kind          | place of the design in the list of all designs     |
| set     | (see `item`)    | a list                                             |
| joint   | (see `elements`)| one number for several values chosen together      |

A value stands where its own type is wanted, or the optional one of it; `none` stands wherever an
optional type is wanted, and a list where a list of something that fits is. What `of` names must
agree unless nothing is named. Whatever has a type that is not known fits everywhere, and is never
reported a second time. `fits` decides it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

PART_BITS = 15  # of each value in a joint one: components are at most 20,000
PART_MOST = (1 << PART_BITS) - 1
MOST_PARTS = 3


@dataclass(frozen=True, slots=True)
class Type:
    """A type of value; `optional` ones may be none (-1)."""

    base: str
    of: str = ""
    item: Type | None = None
    optional: bool = False
    low: int | None = None
    high: int | None = None
    halves: bool = False
    elements: tuple[tuple[str, Type], ...] = ()

    def maybe(self) -> Type:
        """Return the optional version of this type."""
        return self if self.optional else replace(self, optional=True)

    def sure(self) -> Type:
        """Return the non-optional version of this type."""
        return replace(self, optional=False) if self.optional else self

    def split(self, value: int) -> list[tuple[str, Type, int]]:
        """Decode a joint value into its elements, each with its name and type."""
        last = len(self.elements) - 1
        return [
            (name, kind, value >> (last - place) * PART_BITS & PART_MOST)
            for place, (name, kind) in enumerate(self.elements)
        ]

    @property
    def known(self) -> bool:
        """False for the type of a faulty expression, which never causes a second diagnostic."""
        return self.base != "unknown" and (self.item is None or self.item.known)

    @property
    def is_number(self) -> bool:
        """Whether values are numbers, halves among them."""
        return self.base == "number"

    @property
    def is_yes_no(self) -> bool:
        """Whether values are yes or no."""
        return self.base == "yesno"

    @property
    def is_value(self) -> bool:
        """Whether values are words of a values list."""
        return self.base == "value"

    @property
    def is_player(self) -> bool:
        """Whether values are seats."""
        return self.base == "player"

    @property
    def is_piece(self) -> bool:
        """Whether values are components."""
        return self.base == "piece"

    @property
    def is_space(self) -> bool:
        """Whether values are spaces of a board or a row."""
        return self.base == "space"

    @property
    def is_lane(self) -> bool:
        """Whether values are lines of a board."""
        return self.base == "lane"

    @property
    def is_zone(self) -> bool:
        """Whether it is a zone, which is no value."""
        return self.base == "zone"

    @property
    def is_amounts(self) -> bool:
        """Whether values hold one number for each word of a values list."""
        return self.base == "amounts"

    @property
    def is_list(self) -> bool:
        """Whether values are lists of `item`."""
        return self.base == "set"

    @property
    def is_joint(self) -> bool:
        """Whether values are several `elements` in one number."""
        return self.base == "joint"

    @property
    def is_none(self) -> bool:
        """Whether it is the kind of `none` alone."""
        return self.base == "none"

    @property
    def is_text(self) -> bool:
        """Whether values are printed texts, which no rule reads."""
        return self.base == "text"

    @property
    def is_title(self) -> bool:
        """Whether values are designs, by their titles."""
        return self.base == "title"

    @property
    def is_unknown(self) -> bool:
        """Whether it is the kind of a faulty expression itself."""
        return self.base == "unknown"

    @property
    def element(self) -> Type:
        """The kind of each thing in a list; of any other kind, the kind itself."""
        return self.item if self.item is not None else self

    def words(self) -> str:
        """Describe such a value in words, with its article."""
        plain = {
            "number": "a number",
            "yesno": "yes or no",
            "player": "a player",
            "lane": "a line of a board",
            "text": "a text",
            "title": "a title",
            "none": "none",
            "unknown": "something unknown",
        }
        if self.base in plain:
            said = plain[self.base]
        elif self.base in ("value", "piece"):
            said = article(self.of)
        elif self.base == "space":
            said = f"a space of {self.of}"
        elif self.base == "zone":
            said = f"the zone {self.of}"
        elif self.base == "amounts":
            said = f"amounts of {self.of}"
        elif self.base == "set" and self.item is not None:
            said = "more than one " + self.item.words().removeprefix("an ").removeprefix("a ")
        else:
            said = self.base
        return said + " or none" if self.optional and self.base != "none" else said


def article(name: str) -> str:
    """Put `a` or `an` before a name."""
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


NUMBER = Type("number")
YES_NO = Type("yesno")
PLAYER = Type("player")
NONE = Type("none", optional=True)
UNKNOWN = Type("unknown")


def value_type(name: str) -> Type:
    """Build the type of a member of a values list."""
    return Type("value", name)


def piece_type(kind: str) -> Type:
    """Build the type of a component of a kind."""
    return Type("piece", kind)


def set_of(item: Type) -> Type:
    """Build the type of a list of values of one type."""
    return Type("set", item.of, item.sure())


def fits(given: Type, wanted: Type) -> bool:
    """Check whether a value of one type can be used where another is wanted."""
    if not given.known or not wanted.known:
        return True
    if given.base == "none":
        return wanted.optional
    if given.optional and not wanted.optional:
        return False
    if given.base == "set" and wanted.base == "set":
        return given.item is None or wanted.item is None or fits(given.item, wanted.item)
    return given.base == wanted.base and (given.of == wanted.of or not wanted.of)
