"""A beat: what one decision has caused, told to one reader, as sentences and as plain data.

Does not depend on how it came about, nor on the width of a screen."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.diagnostics.json_data import Json
from interpreter.present.story.phrases import Mention, Part, Phrase, as_data, capital, said
from interpreter.run import handles


@dataclass(frozen=True, slots=True)
class StorySentence:
    """A sentence: its subject (None for a sentence without one), and what follows.

    `colon` separates a player from what is not a verb: `Green: +3 coins (5)`."""

    subject: Mention | None
    body: Phrase
    colon: bool = False
    own: bool = False  # about the reader: `You` is repeated

    def phrase(self, before: int = -1) -> Phrase:
        """Return the sentence without its full stop.

        The subject is left out after a sentence about the same seat, `before`: see `spoken_of`."""
        if self.subject is None:
            return capital(self.body)
        if not self.own and before == self.subject.seat:
            return capital(self.body)
        return (self.subject, ": " if self.colon else " ", *self.body)

    def spoken_of(self, leader: int) -> int:
        """Return the seat that a next sentence without a subject would refer to; -1 for none.

        This is the subject's, unless the sentence names another player and the subject is not
        `leader`, whose turn is being told."""
        if self.subject is None:
            return -1
        seat = self.subject.seat
        others = (one for one in self.body if isinstance(one, Mention) and one.seat >= 0)
        return seat if seat == leader or all(one.seat == seat for one in others) else -1


@dataclass(frozen=True, slots=True)
class Beat:
    """What is told at once.

    `sort` is beat, heading, undo, table (what people did beside the game) or end; `level` is 0 for
    everyone including spectators, 1 for players, 2 for readers who want to know everything.

    `turn` counts turns, `seat` is whose turn it is, -1 between turns; `upkeep` is told last and
    dimmed, `touches` holds the places of what has changed."""

    n: int
    turn: int
    seat: int
    level: int
    sort: str
    sentences: tuple[StorySentence, ...]
    upkeep: tuple[Phrase, ...] = ()
    touches: tuple[str, ...] = ()
    by_turn: bool = False  # whether the player has decided in this turn
    name: str = ""  # what the player whose turn it is is called

    def phrase(self) -> Phrase:
        """Join all sentences, naming each subject where it changes."""
        made: list[Part] = []
        before = -1
        for sentence in self.sentences:
            if made:
                made.append(" ")
            phrase = sentence.phrase(before)
            made += phrase if said(phrase).endswith(("!", "?")) else (*phrase, ".")
            before = sentence.spoken_of(self.seat)
        return tuple(made)

    @property
    def text(self) -> str:
        """The whole beat as plain text; a heading has no full stop."""
        text = said(self.phrase())
        return text.removesuffix(".") if self.sort == "heading" else text

    def as_data(self) -> Json:
        """Convert the beat to plain JSON data."""
        phrase = self.phrase()
        if self.sort == "heading":
            phrase = phrase[:-1]
        made: dict[str, object] = {
            "n": self.n,
            "turn": self.turn,
            "seat": handles.seat_name(self.seat) if self.seat >= 0 else None,
            "level": self.level,
            "sort": self.sort,
            "text": as_data(phrase),
        }
        if self.upkeep:
            made["upkeep"] = " ".join(f"{said(capital(one))}." for one in self.upkeep)
        made["touches"] = list(self.touches)
        return made
