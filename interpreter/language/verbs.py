"""The verbs of the language: their syntax, their arguments, and what can wait for them.

Plain data; it must not know how deeds are checked or carried out.
"""

from __future__ import annotations

from dataclasses import dataclass

IN_PLACE = ("to", "into", "in", "on", "onto")
"""Words before the place where something goes."""


@dataclass(frozen=True, slots=True)
class VerbArgument:
    """One argument of a verb: what it takes, and the words that may introduce it."""

    takes: str
    after: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class EventForm:
    """What a trigger on a verb may name: the words that introduce its places.

    `answered` tells whether playing reacts to it yet.
    """

    places: tuple[str, ...] = ()
    answered: bool = True


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the language."""

    name: str
    form: str
    """An example of it, shown where one is not written so."""
    slots: tuple[VerbArgument, ...]
    event: EventForm | None = None
    """None where nothing can wait for it."""
    step: str = ""
    """The step that it is, where it is done to a whole zone and nothing more is said."""

    @property
    def prepositions(self) -> frozenset[str]:
        """The words that can introduce one of its arguments."""
        return frozenset(word for part in self.slots for word in part.after)

    @property
    def described(self) -> bool:
        """Whether several words may describe its object: `2 red dice`, but not `your score`."""
        whole = ("things", "money", "number of player")
        return any(part.takes in whole for part in self.slots if not part.after)

    @property
    def needs_object(self) -> bool:
        """Whether its object must follow the verb directly."""
        return any(not part.after for part in self.slots)


def _verb(
    form: str, *parts: VerbArgument, name: str = "", event: EventForm | None = None, step: str = ""
) -> Verb:
    return Verb(name or form.split()[0], form, parts, event, step)


_THINGS, _THING, _NUMBER = (
    VerbArgument("things"),
    VerbArgument("thing"),
    VerbArgument("number of player"),
)
_FROM = VerbArgument("place", ("from",), optional=True)
_GOES = VerbArgument("place", IN_PLACE)

_ALL = (
    _verb("move 2 cards from deck to your hand", _THINGS, _FROM, _GOES,
          event=EventForm(("from", "to"))),
    _verb("place 1 cube from the box on space", _THINGS, _FROM, _GOES,
          event=EventForm(("from", "on", "in"))),
    _verb("put card into your hand", _THINGS, _FROM, _GOES,
          event=EventForm(("from", "into", "in"))),
    _verb("return card to deck", _THINGS, _FROM, _GOES, event=EventForm(("from", "to"))),
    _verb("take 1 card from market to your hand", _THINGS, _FROM, _GOES,
          event=EventForm(("from", "to"))),
    _verb("draw 2 cards from deck to your hand", _THINGS, VerbArgument("pile", ("from",)),
          VerbArgument("place", ("to", "into", "in")), event=EventForm(("from", "to"))),
    _verb("deal 2 cards from deck to their hand", _THINGS, VerbArgument("pile", ("from",)),
          VerbArgument("place", ("to", "into", "in")), event=EventForm(("from", "to"))),
    _verb("shuffle deck", VerbArgument("zone"), event=EventForm(), step="shuffle"),
    _verb("reverse deck", VerbArgument("pile"), step="reverse"),
    _verb("roll die", _THINGS, event=EventForm()),
    _verb("toss coin", _THINGS, event=EventForm()),
    _verb("set your score to 3", VerbArgument("line"), VerbArgument("value", ("to",))),
    _verb("raise your power by 1", VerbArgument("line"), VerbArgument("number", ("by",))),
    _verb("lower your power by 1", VerbArgument("line"), VerbArgument("number", ("by",))),
    _verb("gain 2 glory", _NUMBER),
    _verb("lose 1 glory", _NUMBER),
    _verb("join pyramid cards", VerbArgument("money")),
    _verb("split pyramid cards", VerbArgument("money")),
    _verb("push 1 red dice from free_dice into lane", _THINGS, VerbArgument("place", ("from",)),
          VerbArgument("lane", ("into", "onto")),
          event=EventForm(("from", "into"), answered=False)),
    _verb("rotate lane by 1", VerbArgument("lane"), VerbArgument("number", ("by",))),
    _verb("swap die with other_die", _THING, VerbArgument("thing", ("with",)),
          event=EventForm(("with",), answered=False)),
    _verb("reveal card", _THINGS, event=EventForm(("in", "on"))),
    _verb("mark card as used", _THING, VerbArgument("quality", ("as",)),
          event=EventForm(("as",), answered=False)),
    _verb("have winner win", name="win"),
    _verb("carry_out card", _THING),
    _verb("play regular_turn", VerbArgument("part of the game")),
    _verb("discard card", _THINGS, _FROM, event=EventForm(("from",))),
    _verb("remove card", _THINGS, _FROM, event=EventForm(("from",))),
    _verb("close_up market", VerbArgument("row")),
    _verb("refill market from deck", VerbArgument("row"), VerbArgument("pile", ("from",))),
    _verb("reopen market", VerbArgument("place")),
    _verb("pass draft to left", VerbArgument("zone of player"), VerbArgument("side", ("to",))),
    _verb("look at the top 3 cards of deck", _THINGS, name="look at"),
    _verb("show card to rival", _THINGS, VerbArgument("player", ("to",)),
          event=EventForm(("to",), answered=False)),
)  # fmt: skip

_SAME = {
    **dict.fromkeys(("place", "put", "return", "take"), "move"),
    "deal": "draw",
    "toss": "roll",
}


def event_of(verb: str) -> str:
    """Return the verb that stands for all verbs with the same event: `move` for `place`."""
    return _SAME.get(verb, verb)


VERBS: dict[str, Verb] = {verb.name: verb for verb in _ALL}
"""The deeds of the language by their words."""
FORMS: dict[str, str] = {verb.name: verb.form for verb in _ALL}
"""How each deed of the language is written."""
