"""The story as a column: others' last turns first, one's own so far, and what is older folded."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.present.model.parts import StoryBeat, View
from interpreter.present.page.appearance import Appearance
from interpreter.present.page.icons import drawn
from interpreter.present.page.markup import esc, span, tag

RECENT = 8  # turns that a spectator sees before older ones are folded
STRETCHES = 3  # of a game without turns, such as tricks: the last that are seen
OLDEST = 60  # turns that are kept in the fold
SHORT = 180  # letters of what goes by itself before the rest is left to the whole story


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
    if now:
        last = _last_read(view, turns)
        fresh = [turn for turn in reversed(turns) if turn.number > last]
        fresh.sort(key=lambda turn: turn.number == now and turn.seat == me)
        older = [turn for turn in reversed(turns) if turn.number <= last]
    else:
        fresh, older = turns[: -STRETCHES - 1 : -1], turns[-STRETCHES - 1 :: -1]
        older = older if len(turns) > STRETCHES else []
    made = "".join(_block(turn, looks, me) for turn in fresh)
    if older:
        told = "".join(_block(turn, looks, me) for turn in older[:OLDEST])
        more = f"<summary>Earlier ({len(older)})</summary>"
        made += tag("details", "", more + told, data_keep="earlier")
    if not made:
        return ""
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
    more = _upkeep(beat)
    return made + (span("upkeep", f" {esc(more)}") if more else "")


def _upkeep(beat: StoryBeat) -> str:
    """Return what went by itself, without what the beat says already; a long list is cut."""
    said = "".join(one if isinstance(one, str) else str(one.get("say", "")) for one in beat.text)
    sentences = [one.rstrip(".") for one in beat.upkeep.split(". ")]
    more = ". ".join(one for one in sentences if one and one not in said)
    if len(more) > SHORT:
        return f"{more[:SHORT].rsplit(' ', 1)[0].rstrip(',.')} …"
    return f"{more}." if more else ""


def _block(turn: _Turn, looks: Appearance, me: str | None) -> str:
    dress = looks.seat(turn.seat or "")
    who = "You" if turn.seat == me and me is not None else dress.say or "Table"
    many = "\N{MULTIPLICATION SIGN}"
    lines = "".join(
        f"<p>{line}{f' <b class=x>{many}{count}</b>' if count != 1 else ''}</p>"
        for line, count in turn.lines
    )
    when = tag("small", "", f"turn {turn.number}") if turn.number else ""
    head = f"<h3>{drawn(dress.icon)}{esc(who)}{when}</h3>"
    return tag("section", "beat", head + lines, style=f"--c:{dress.colour}")
