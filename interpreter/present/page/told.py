"""The story as a column: others' last turns first, one's own so far, and what is older folded."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from interpreter.present.model.parts import StoryBeat, View
from interpreter.present.page.appearance import Appearance
from interpreter.present.page.icons import drawn
from interpreter.present.page.markup import esc, span, tag

SENTENCES = re.compile(r"(?<=\.) ")
RECENT = 8  # turns that a spectator sees before older ones are folded
OLDEST = 60  # turns that are kept in the fold
UNCOUNTED = 2  # parts that are not folded where a game counts no turns


@dataclass(slots=True)
class _Turn:
    """The lines of one turn, each with how often it was told in a row."""

    number: int
    seat: str | None
    lines: list[list[object]] = field(default_factory=list)

    def add(self, line: str) -> None:
        same = next((one for one in self.lines if one[0] == line), None)
        if same is None:
            self.lines.append([line, 1])
        else:
            same[1] = int(str(same[1])) + 1


def story(view: View, looks: Appearance) -> str:
    """Draw the story of a view."""
    turns = _turns(view, looks)
    now, me = view.now.turn, view.viewer
    last = _last_read(view, turns)
    if now:
        fresh = [turn for turn in reversed(turns) if turn.number > last]
        fresh.sort(key=lambda turn: turn.number == now and turn.seat == me)
        older = [turn for turn in reversed(turns) if turn.number <= last]
    else:  # a game without turns, such as one of tricks
        fresh, older = turns[: -UNCOUNTED - 1 : -1], turns[-UNCOUNTED - 1 :: -1]
    made = "".join(_block(turn, looks, me) for turn in fresh)
    if older:
        told = "".join(_block(turn, looks, me) for turn in older[:OLDEST])
        more = f"<summary>Earlier ({len(older)}{' turns' if now else ''})</summary>"
        made += tag("details", "", more + told, data_keep="earlier")
    title = "Since your last turn" if me is not None and now else "What has happened"
    return f"<h2>{title}</h2>{made}"


def _last_read(view: View, turns: list[_Turn]) -> int:
    """Return the last turn that is folded: one's turn before, or for a spectator an early one.

    While others decide, one's own last turn stays in sight."""
    if view.viewer is None:
        return turns[-RECENT].number if len(turns) > RECENT else -1
    numbers = [t.number for t in turns if t.seat == view.viewer and t.number != view.now.turn]
    mine = sorted(set(numbers))
    if view.asked is None:
        mine = mine[:-1]
    return mine[-1] if mine else -1


def _turns(view: View, looks: Appearance) -> list[_Turn]:
    turns: list[_Turn] = []
    for beat in view.story:
        if beat.sort == "undo":
            continue
        seat = beat.seat or _named(beat)
        if beat.sort == "heading" or not turns or turns[-1].number != beat.turn:
            turns.append(_Turn(beat.turn, seat))
        elif turns[-1].seat is None:
            turns[-1].seat = seat
        turns[-1].add(_line(beat, looks))
    return turns


def _named(beat: StoryBeat) -> str | None:
    """Return the first player that a beat names; None if it names none."""
    seats = (part.get("seat") for part in beat.text if not isinstance(part, str))
    return next((str(seat) for seat in seats if seat), None)


def _line(beat: StoryBeat, looks: Appearance) -> str:
    """Write a beat; words that name a place light it up while they are pointed at."""
    made = ""
    for part in beat.text:
        if isinstance(part, str):
            made += esc(part)
        elif part.get("seat"):
            colour = looks.seat(str(part["seat"])).colour
            made += tag("b", "w", esc(part.get("say", "")), style=f"--c:{colour}")
        elif part.get("id"):
            made += span("w ref", esc(part.get("say", "")), data_ref=part["id"])
        else:
            made += esc(part.get("say", ""))
    plain = "".join(
        part if isinstance(part, str) else str(part.get("say", "")) for part in beat.text
    )
    more = " ".join(one for one in SENTENCES.split(beat.upkeep) if one not in plain)
    if more:
        made += span("upkeep", f" {esc(more)}")
    return made


def _block(turn: _Turn, looks: Appearance, me: str | None) -> str:
    dress = looks.seat(turn.seat or "")
    who = "You" if turn.seat == me and me is not None else dress.say or "Table"
    many = "\N{MULTIPLICATION SIGN}"
    lines = "".join(
        f"<p>{line}{f' <b class=x>{many}{count}</b>' if count != 1 else ''}</p>"
        for line, count in turn.lines
    )
    number = f"<small>turn {turn.number}</small>" if turn.number else ""
    head = f"<h3>{drawn(dress.icon)}{esc(who)}{number}</h3>"
    return tag("section", "beat", head + lines, style=f"--c:{dress.colour}")
