"""A line of the story of a game, as it is stored and rendered."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.present import words


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line of the story; `seat` is the actor, -1 for nobody.

    `sort` is turn, choice (from a menu), part (of what a rule asks), pass, deed (in words of the
    rules), event, set, win or undo. `plays` is the title of what came out of a hand for all to see,
    if this line tells of it. `entry` is the log index of the first entry it tells, -1 where that
    was taken back. `gain` is the seat whose number has changed, its name, and the difference."""

    sort: str
    seat: int
    says: str
    plays: str = ""
    entry: int = -1
    gain: tuple[int, str, int] | None = None

    @property
    def text(self) -> str:
        """The whole line as a sentence."""
        if self.sort == "turn":
            return self.says
        if self.seat < 0:
            return words.capital(self.says) + "."
        colon = ":" if self.sort in ("choice", "part", "pass", "deed") else ""
        return f"{words.seat_title(self.seat)}{colon} {self.says}."
