"""Games on disk: what was decided, by names, and enough hashes to see whether it is the same game.

A save is a text file with one JSON object on each line, so that a decision is kept by adding a
line, and a computer that stops in the midst costs at most the last line:

    {"rulewright":"save","format":1,"game":"foxwood","version":"1.0","rules":"5c2a...",
     "options":{},"seats":["human","random"],"seed":7}            the first line (here on two);
                            of a game that is not shipped also "folder":"/home/ann/foxwood";
                            with house rules also "variants":[{"file":"short","text":"5c..."}],
                            and "pinned":9 if the rules were edited after 9 decisions
    {"n":0,"rolled":{"die":["fox","hare"]},"drew":["owl"]}        what chance gave in the set-up
    {"n":1,"by":"blue","at":"push.lane","take":"row_2_from_left"} a decision, and what chance gave
    {"after":50,"hash":"9a3d51c07be2f418"}                        the state after 50 decisions
    {"back":12}                                                   all after decision 12 is undone
    {"leaves":"blue","plays":"greedy"}                            a bot plays on for Blue
    {"clock":{"blue":1180.5},"owed":{"blue":1}}                   the seconds that Blue has left,
                            and how many decisions add none; of a game with "clock":"20m+10s" in its
                            first line, and perhaps "clock_ends":true
    {"out":"blue"}                                                Blue's time has run out
    {"draw":["blue","green"]}                                     the end: Blue's draw is accepted
    {"after":61,"hash":"...","over":true,"winners":["green"]}     the end

Takes plans, states and entries of the log; returns lines, which `save_reader` parses. Whole
numbers above 2 to the power of 53 stand as hexadecimal texts. Does not print and opens no files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.diagnostics import Source, Span
from interpreter.diagnostics.json_data import Json
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.run.state import Entry

FORMAT = 1
HASH_EVERY = 50
LARGEST = 2**53


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: who, at which question, which option, and what chance gave after it."""

    by: str
    at: str
    take: str
    rolled: Mapping[str, Sequence[object]]
    drew: Sequence[str]
    span: Span


@dataclass(frozen=True, slots=True)
class Pinned:
    """House rules that a game was played with.

    `file` is the name of a variant of the game, or the path of a file; `text` is 16 hexadecimal
    digits that identify its contents.
    """

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class TableEvent:
    """What people did at the table, or befell them, that is no decision of the game.

    `sort` is leaves, out or draw; `at` counts the decisions before it. A draw names who offered
    it first. `plays` is the bot that plays on for somebody who leaves.
    """

    sort: str
    seats: tuple[str, ...]
    plays: str = ""
    at: int = 0

    def as_data(self) -> Json:
        """Return the line of a save."""
        if self.sort == "draw":
            return {"draw": list(self.seats)}
        return {self.sort: self.seats[0], **({"plays": self.plays} if self.plays else {})}


@dataclass(slots=True)
class Save:
    """A parsed save. `checks` maps numbers of decisions to the hash of the state after them."""

    source: Source
    game: str
    version: str
    rules: str
    options: dict[str, object]
    seats: tuple[str, ...]
    seed: int
    header: Span
    folder: str = ""
    """Where the game lies, if it is not a shipped one."""
    variants: tuple[Pinned, ...] = ()
    pinned: int = -1
    """Up to this decision chance gave what the save says, not what the seed gives: the rules were
    edited since. -1: the seed decides all; 0: the set-up only."""
    decisions: list[Decision] = field(default_factory=list)
    checks: dict[int, tuple[str, Span]] = field(default_factory=dict)
    opening: Decision | None = None
    over: bool = False
    winners: tuple[str, ...] | None = None  # None: the save does not tell
    events: list[TableEvent] = field(default_factory=list)
    drawn: bool = False  # over by agreement, not by the rules
    clock: str = ""  # the time that each person is allowed; empty without clocks
    clock_ends: bool = False  # whether a bot plays on once it has run out
    clocks: Json = field(default_factory=dict)  # the last line about them
    whole: int = 0  # length up to the end of the last complete line


def first_line(
    plan: Plan,
    options: Mapping[str, object],
    seats: Sequence[str],
    seed: int,
    variants: Sequence[Pinned] = (),
    pinned: int = -1,
    folder: str = "",
    clock: str = "",
    clock_ends: bool = False,
) -> Json:
    """Build the header of a save."""
    laid = {"variants": [{"file": one.file, "text": one.text} for one in variants]}
    return {
        "rulewright": "save",
        "format": FORMAT,
        "game": plan.id,
        "version": plan.version,
        "rules": plan.hash_of_rules,
        "options": dict(options),
        **({"folder": folder} if folder else {}),
        **(laid if variants else {}),
        **({"pinned": pinned} if pinned >= 0 else {}),
        **({"clock": clock} if clock else {}),
        **({"clock_ends": True} if clock_ends else {}),
        "seats": list(seats),
        "seed": seed if abs(seed) <= LARGEST else hex(seed),
    }


def outcomes(plan: Plan, entries: Sequence[Entry]) -> Json:
    """Collect the results of chance from log entries: faces by kind, designs drawn from piles.

    Both keys, `rolled` and `drew`, are left out where there is nothing.
    """
    rolled: dict[str, list[object]] = {}
    drew: list[str] = []
    for entry in entries:
        if entry[0] == "roll":
            kept = plan.program.fields[entry[3]]
            named = kept.type.is_value
            face = handles.value_handle(plan, None, kept.type, entry[2]) if named else entry[2]
            rolled.setdefault(kept.holder, []).append(face)
        elif entry[0] == "move" and entry[3] >= 0:  # what returns to the box is of no interest
            found = handles.zone_of(plan, entry[2])
            if found is not None and found[0].sort == "pile":
                drew.append(handles.design(plan, entry[1]).id)
    made: dict[str, object] = {}
    if rolled:
        made["rolled"] = rolled
    if drew:
        made["drew"] = drew
    return made


def last_line(plan: Plan, state: BaseState, decisions: int) -> Json:
    """Build the line that ends the save of a finished game."""
    return {
        "after": decisions,
        "hash": plan.hash(state),
        "over": True,
        "winners": [handles.seat_name(seat) for seat in sorted(state.winners)],
    }


def as_line(value: Mapping[str, object]) -> str:
    """Format an object as one line of a save, with its newline."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True) + "\n"
