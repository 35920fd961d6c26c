"""What `look:` of game.yaml says of how things are drawn where there are colours and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase

ICON_WORD = r"\{([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)\}"
"""How an icon stands in a text: `{ruby}`."""

SHAPES = ("disc", "square", "shield", "gem", "die", "cube", "card")
"""How a component can be drawn."""
PLAYER = "player"
"""What a deed can be pointed at: the panel of the player who decides."""


@dataclass(frozen=True, slots=True)
class ThingLook:
    """How one thing is drawn; what is empty is not said."""

    colour: str = ""  # `#c8452f`
    icon: str = ""  # an emoji, or the text of an SVG
    shape: str = ""  # one of `SHAPES`
    title: str = ""  # of a board, a zone or a number
    head: str = ""  # of a kind of card: the printed amount that stands in its band
    corner: str = ""  # of a kind of card: the printed number at its corner
    back: str = ""  # of a kind of card: the icon on its back
    ground: str = ""  # of a board: the colour around its spaces
    cell: str = ""  # of a board: the colour of its spaces
    scatter: str = ""  # of a board: an icon that is strewn over its ground
    on: str = ""  # of a deed or an answer: the thing of the table at which it is pointed
    boxes: bool = False  # of a number with a most: drawn as boxes
    reverse: bool = False  # of a board: its last space first
    hidden: bool = False
    without: tuple[str, ...] = ()  # of a kind: printed attributes that its cards do not show

    def over(self, other: ThingLook) -> ThingLook:
        """Return this look, with what it leaves open taken from another."""
        mine = {one.name: getattr(self, one.name) for one in fields(self)}
        return ThingLook(**{n: value or getattr(other, n) for n, value in mine.items()})


PLAIN = ThingLook()


@dataclass(frozen=True, slots=True)
class TableLook:
    """The table as a whole: its ground, the colour of the question's edge, and who is ahead."""

    ground: str = ""
    accent: str = ""
    score: str = ""  # the number of each player that decides
    goal: str = ""  # the number of the table that a player's must reach


@dataclass(frozen=True, slots=True)
class GameLook:
    """The look of a game: its table, and things by name; names with `*` fit several designs."""

    table: TableLook = TableLook()
    things: dict[str, ThingLook] = field(default_factory=dict)
    _known: dict[tuple[str, ...], ThingLook] = field(
        default_factory=dict, repr=False, compare=False
    )

    def of(self, *names: str) -> ThingLook:
        """Combine what is said of several names; the first says most."""
        made = self._known.get(names)
        if made is None:
            made = PLAIN
            for name in names:
                for one in self._said_of(name):
                    made = made.over(one)
            self._known[names] = made
        return made

    def icon_of(self, name: str) -> str:
        """Return the icon that `{name}` stands for in a text; a value may have its list before
        it: `gem.ruby`."""
        return self.of(name.rpartition(".")[2]).icon

    def _said_of(self, name: str) -> Iterable[ThingLook]:
        if not name:
            return
        if name in self.things:
            yield self.things[name]
        for pattern, look in self.things.items():
            if "*" in pattern and fnmatchcase(name, pattern):
                yield look
