"""A beat: what one decision has caused, told to one reader, as sentences and as plain data.

Must not know how it came to be, nor how wide a screen is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.diagnostics.json_data import Json
from interpreter.present.story.phrases import Mention, Phrase, as_data, capital, said
from interpreter.run import handles


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: who does it (none, where it has no subject) and what follows.

    `colon` stands between a player and what is not a verb: `Green: +3 coins (5)`.
    """

    subject: Mention | None
    body: Phrase
    colon: bool = False
    own: bool = False  # of the reader: `You` is said each time

    def phrase(self, before: int = -1) -> Phrase:
        """Give the sentence without its stop; the subject is not said again after a sentence of
        seat `before`: see `spoken_of`."""
        if self.subject is None:
            return capital(self.body)
        if not self.own and before == self.subject.seat:
            return capital(self.body)
        return (self.subject, ": " if self.colon else " ", *self.body)

    def spoken_of(self, leader: int) -> int:
        """Whose deed the next sentence tells, if it names nobody: of the subject, unless another
        player was named and the subject is not the `leader` of what is told; -1 for nobody's."""
        if self.subject is None:
            return -1
        seat = self.subject.seat
        others = (one for one in self.body if isinstance(one, Mention) and one.seat >= 0)
        return seat if seat == leader or all(one.seat == seat for one in others) else -1


@dataclass(frozen=True, slots=True)
class Beat:
    """What is told at once. `sort` is beat, heading, undo or end; `level` 0 is for those who only
    watch, 1 for those who play, 2 for those who want to know everything.

    `turn` counts turns, `seat` is whose turn it is, -1 between turns; `upkeep` is what is told last
    and dim, `touches` has the places of what has changed.
    """

    n: int
    turn: int
    seat: int
    level: int
    sort: str
    sentences: tuple[Sentence, ...]
    upkeep: tuple[Phrase, ...] = ()
    touches: tuple[str, ...] = ()
    by_turn: bool = False  # whether its turn has had a decision of its player
    name: str = ""  # of whose turn it is

    def phrase(self) -> Phrase:
        """All sentences, each subject said where it changes."""
        made: list[Any] = []
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
        """All of it as plain text; a heading without a stop."""
        text = said(self.phrase())
        return text.removesuffix(".") if self.sort == "heading" else text

    def as_data(self) -> Json:
        """As plain JSON data."""
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
