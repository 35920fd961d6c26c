"""The opening of a sitting: options and players, read before there is a table.

Takes a plan and what people type; returns options, factions and the number of seats.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.diagnostics import Report
from interpreter.load.game_folder import read_game
from interpreter.present import words
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.sitting.course import CoursePlayer
from interpreter.sitting.holders import Holders, side_of
from interpreter.sitting.ready_game import TableSeats, as_printed, seats_of
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.spoken import SpokenNames, plain_words
from interpreter.sitting.unknown_hands import UnknownHands


@dataclass(frozen=True, slots=True)
class Opening:
    """A game's title, the `options` that let the rules play a seat, and those on offer, by name."""

    title: str = ""
    options: dict[str, object] = field(default_factory=dict)
    offered: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, report: Report) -> Opening:
        """Read the opening of a game; errors in its files go to the report."""
        files = read_game(folder, report)
        data = files.game.data if files is not None else None
        if not isinstance(data, dict):
            return cls()
        sitting = data.get("sitting")
        given = sitting.get("options") if isinstance(sitting, dict) else None
        options = dict(given) if isinstance(given, dict) else {}
        listed = data.get("options")
        offered = {
            str(one["name"]): str(one.get("title", ""))
            for one in (listed if isinstance(listed, list) else [])
            if isinstance(one, dict) and "name" in one and one["name"] not in options
        }
        return cls(str(data.get("title", "")), options, offered)


def read_setting(parts: Sequence[str], offered: Collection[str]) -> tuple[str, object]:
    """Parse an option: `difficulty nightmare`, or `archnemesis` alone."""
    whole = "_".join(parts).casefold()
    if whole in offered:
        return whole, True
    known = {"yes": True, "no": False, "on": True, "off": False}
    if len(parts) == 1:
        return parts[0].casefold(), True
    name, value = "_".join(parts[:-1]).casefold(), parts[-1].casefold()
    if value in known:
        return name, known[value]
    return name, int(value) if value.isdecimal() and len(value) < 9 else value


def setting_words(value: object) -> str:
    """Format the value of an option: yes, no, a number or a word."""
    return (
        {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )


def faction_names(plan: Plan) -> SpokenNames[int] | None:
    """Collect the names of a game's factions, by index; None if it has none."""
    values = plan.program.values.get("faction")
    if values is None:
        return None
    names: SpokenNames[int] = SpokenNames()
    for index, member in enumerate(values.members):
        names.add(words.value_title(plan, "faction", index), index)
        names.add(member, index, shown=False)
        title = values.titles[index] if values.titles else ""
        for name in (title, *(word for word in title.split() if len(word) > 3)):
            names.add(name, index, shown=False)
        for design in plan.program.designs:
            if side_of(plan, design) == member:
                names.add(design.title, index, shown=False)
    return names


def read_factions(plan: Plan, line: str) -> list[int]:
    """Parse the players: `marquise, alliance`."""
    names = faction_names(plan)
    if names is None:
        raise NotSo(f"`{line}` is no number", "say how many play")
    found: list[int] = []
    for part in line.replace(" and ", ",").split(","):
        said = plain_words(part)
        if not said:
            continue
        meant = names.all_of(said)
        if len(meant) != 1:
            guess = names.like(said)
            can = words.joined(names.said, "or")
            raise NotSo(
                f"nobody here is called `{part.strip()}`",
                f"did you mean `{guess}`?" if guess else f"it can be {can}",
            )
        if meant[0] in found:
            raise NotSo(f"`{part.strip()}` is named twice", "each is played once")
        found.append(meant[0])
    return found


def number_with(plan: Plan, named: int, wanted: list[int]) -> int:
    """Infer the number of seats from `named` ones, as automated seats are not always named."""
    for number in range(max(named, plan.least), plan.most + 1):
        seats = seats_of(plan, number)
        if len(seats.people) == named:
            return number
        if number == named and set(wanted) & set(_played_factions(plan, seats)):
            return number
    return named


def _played_factions(plan: Plan, seats: TableSeats) -> list[int]:
    state = as_printed(CoursePlayer(plan, UnknownHands(plan, ())), seats.number)
    kept = next((f for f in plan.program.fields if f.name == "faction"), None)
    if state is None or kept is None:
        return []
    return [getattr(state, f"f_{kept.key}")[seat] for seat in seats.played]


def usual_names(plan: Plan, number: int, factions: dict[int, int]) -> list[str]:
    """List the names of the players after a default set-up."""
    player = CoursePlayer(plan, UnknownHands(plan, ()))
    state = as_printed(player, number, factions)
    names = handles.seat_names(number)
    if state is None:
        return [words.capital(name) for name in names]
    return [one.title for one in Holders(plan, state, names).players]
