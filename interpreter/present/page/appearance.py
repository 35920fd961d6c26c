"""How things look: from the game's `look:`, else from the colours and letters that they have.

Takes what the rules name (values with their words, the look) and the things of a view; gives
colours, icons and shapes. Everything works without a look: a thing without a colour of its own has
that of its owner or of the value it shows, and a letter in place of an icon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.ir.look import GameLook, ThingLook
from interpreter.present import words
from interpreter.present.model.parts import Id, Item, Seat, View
from interpreter.present.page import colours
from interpreter.present.page.icons import Icons
from interpreter.run.plan import Plan

LONGEST_SIGN = 3  # letters on a piece


@dataclass(frozen=True, slots=True)
class ValueWord:
    """A value in words: its title, letter and colour, as game.yaml has them."""

    title: str
    letter: str
    colour: str


@dataclass(frozen=True, slots=True)
class Dress:
    """How one thing is drawn: its colour, the symbol of its icon, its letter and its shape.

    `plain` says that it has no colour of its own, so that it is grey."""

    colour: str
    icon: str = ""
    letter: str = ""
    say: str = ""
    shape: str = "disc"
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Wardrobe:
    """All that is known of looks before a game begins."""

    look: GameLook = field(default_factory=GameLook)
    values: Mapping[Id, ValueWord] = field(default_factory=dict)
    arts: Mapping[str, str] = field(default_factory=dict)
    """Pictures of components by their files: an SVG, or an address that holds a PNG or JPEG."""


def wardrobe(plan: Plan) -> Wardrobe:
    """Collect the look of a game and the words of its values."""
    values = {}
    for name, declared in plan.program.values.items():
        for number, member in enumerate(declared.members):
            values[f"{name}.{member}"] = ValueWord(
                words.value_title(plan, name, number),
                words.value_letter(plan, name, number),
                words.value_colour(plan, name, number),
            )
    return Wardrobe(plan.program.look, values)


class Appearance:
    """The looks of one view; remembers the icons that were used."""

    def __init__(self, view: View, known: Wardrobe) -> None:
        self.look, self.values, self.arts = known.look, known.values, known.arts
        self.icons = Icons()
        self.seats = {seat.seat: seat for seat in view.seats}

    def of(self, *names: str) -> ThingLook:
        """Look up names, the first of which says most."""
        return self.look.of(*names)

    def icon(self, *names: str) -> str:
        """Return the symbol of the icon that names have; empty if they have none."""
        return self.icons.use(self.of(*names).icon)

    # ------------------------------------------------------------------------ values, seats

    def value(self, name: Id) -> Dress:
        """Return how a value is drawn, by its id `gem.ruby`."""
        word = self.values.get(name)
        member = name.partition(".")[2]
        look = self.of(member)
        if word is None:
            return self._dress(look, colours.known(look.colour), "", member)
        colour = colours.known(look.colour) or colours.known(word.colour)
        return self._dress(look, colour, word.letter, word.title)

    def number(self, *names: str) -> Dress:
        """Return how a number is drawn: a field, a printed line, or what is counted."""
        look = self.of(*names)
        return self._dress(look, colours.known(look.colour), "", "")

    def seat(self, name: str) -> Dress:
        """Return how a player is drawn: as what they are called by, else in their colour."""
        seat = self.seats.get(name)
        if seat is None:
            return Dress(colours.NO_COLOUR, plain=True)
        look = self.of(_slug(seat.called), f"seat_{name}")
        colour = colours.known(look.colour) or colours.known(seat.colour)
        return self._dress(look, colour, seat.letter, name_of(seat))

    # ------------------------------------------------------------------------ components

    def item(self, item: Item) -> Dress:
        """Return how a component is drawn."""
        own, shown = self.of(item.design, item.kind), self.shown(item)
        letter = item.face.strip() if 0 < len(item.face.strip()) <= LONGEST_SIGN else item.letter
        colour = colours.known(self.of(item.design).colour)
        if not colour and item.owner in self.seats:
            colour = self.seat(item.owner).colour
        if not colour and shown is not None:
            colour = "" if shown.plain else shown.colour
        colour = colour or colours.known(own.colour) or colours.known(item.colour)
        icon = self.icons.use(self.of(item.design).icon) or (shown.icon if shown else "")
        icon = icon or self.icons.use(own.icon)
        shape = own.shape or (shown.shape if shown and shown.shape != "disc" else "disc")
        letter = letter or item.say[:1].upper()
        return Dress(colour or colours.NO_COLOUR, icon, letter, item.say, shape, not colour)

    def art(self, item: Item) -> str:
        """Return the symbol of a component's own picture; empty if it has none."""
        return self.icons.use_art(self.arts.get(item.art, ""))

    def shown(self, item: Item) -> Dress | None:
        """Return the look of the first value on a component that has a look or a colour.

        The value in the band of a card comes first."""
        head = self.of(item.kind).head
        banded = (unit for fact in item.facts if head and fact.key == head for unit in fact.units)
        found = (self.value(one) for one in (*banded, *item.shows))
        return next((one for one in found if not one.plain or one.icon), None)

    def _dress(self, look: ThingLook, colour: str, letter: str, say: str) -> Dress:
        icon = self.icons.use(look.icon)
        shape = look.shape or "disc"
        return Dress(colour or colours.NO_COLOUR, icon, letter, say, shape, not colour)


def name_of(seat: Seat) -> str:
    """Return what a player is called."""
    return seat.called or seat.say


def _slug(title: str) -> str:
    return "_".join("".join(c if c.isalnum() else " " for c in title.lower()).split())
