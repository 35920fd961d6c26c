"""What a player may know is the same in both games: neither tells more, neither less.

Takes lines of both games and asks, at every decision and for every seat: do two moments that are
one to OpenSpiel show that seat one view and one story with us, and the other way round? What is
shown when a game is over is not compared: theirs says nothing of the cards that are turned up.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from interpreter.present.model.parts import as_json
from interpreter.present.model.view import view
from tests.agreement.lock_step import Table, drawn
from tests.agreement.pairs import Cards, Pair


def shown(table: Table, seat: int) -> str:
    """All that we show: the view of this moment and the story so far."""
    assert table.story is not None
    table.story.settle()
    story = [line.text for line in table.story.lines[seat]]
    return json.dumps([as_json(view(table.plan, table.state, seat)), story], sort_keys=True)


class Known:
    """What OpenSpiel has told each player, carried along where it forgets by itself."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.told = [""] * table.pair.players
        self.follow()

    def follow(self) -> None:
        """Take in what was told by the last move."""
        pair, table = self.table.pair, self.table
        assert pair.tells is not None
        if table.over:
            return
        for seat, before in enumerate(self.told):
            now = pair.tells(table.theirs, table.luck, seat)
            if pair.forgets:
                told = f"{before} {table.actions[-1:]} {now}"
                now = hashlib.blake2b(told.encode(), digest_size=16).hexdigest()
            self.told[seat] = now


@dataclass(slots=True)
class Knowledge:
    """Which state of information is which view with its story; each must have one of the other."""

    views: dict[tuple[int, str], str] = field(default_factory=dict)
    states: dict[tuple[int, str], str] = field(default_factory=dict)

    def compare(self, table: Table, told: str, seat: int) -> None:
        """Check what both show a seat at this moment."""
        ours = shown(table, seat)
        digest = hashlib.blake2b(ours.encode(), digest_size=16).hexdigest()
        known = self.views.setdefault((seat, told), digest)
        assert known == digest, f"ours gives more away to {seat}: {table.where()}\n{ours}"
        known = self.states.setdefault((seat, digest), told)
        assert known == told, f"theirs tells {seat} more: {table.where()}\n{ours}"


def follow_line(
    pair: Pair, game: Any, luck: list[int], actions: list[int], knowledge: Knowledge
) -> None:
    """Play a line again and compare what is known at each of its decisions."""
    table = Table(pair, game, luck, log=True)
    known = Known(table)
    for action in actions:
        for seat, told in enumerate(known.told):
            knowledge.compare(table, told, seat)
        table.move(action, table.moves()[action])
        known.follow()


def other_luck(pair: Pair, luck: list[int], seat: int, rng: Random) -> list[int]:
    """Chance might have brought something else to the others: two cards change places, or all dice
    that are not the seat's own are rolled again.
    """
    other = list(luck)
    if isinstance(pair.chance, Cards):
        first = rng.randrange(len(other))
        second = rng.choice([n for n, kind in enumerate(other) if kind != other[first]])
        other[first], other[second] = other[second], other[first]
        if not pair.chance.dealt_out(other, pair.players):
            return other_luck(pair, luck, seat, rng)
    else:
        own = len(luck) // pair.players
        for number in range(len(other)):
            if number // own != seat:
                other[number] = rng.randrange(6)
    return other


def follow_twins(pair: Pair, game: Any, seed: int) -> int:
    """Give a random line, and its moves with other luck, as long as one seat cannot tell which it
    is.

    Gives the number of decisions at which theirs were one state of information and ours one view.
    """
    rng = Random(seed)
    luck = drawn(pair, rng)
    seat = rng.randrange(pair.players)
    twins = [
        Table(pair, game, given, log=True) for given in (luck, other_luck(pair, luck, seat, rng))
    ]
    known = [Known(table) for table in twins]
    together = 0
    while not any(table.over for table in twins):
        told = {k.told[seat] for k in known}
        ours = {shown(table, seat) for table in twins}
        assert len(told) == len(ours), (
            f"{'theirs' if len(told) > len(ours) else 'ours'} tells seat {seat} more: "
            + "\n".join([table.where() for table in twins] + sorted(ours))
        )
        if len(told) > 1:
            break
        together += 1
        offered = [table.moves() for table in twins]
        both = sorted(offered[0].keys() & offered[1].keys())
        if not both:
            break
        action = rng.choice(both)
        for table, moves in zip(twins, offered, strict=True):
            table.move(action, moves[action])
        for k in known:
            k.follow()
    return together
