"""Moves of pieces as clauses, unless the words of a deed tell them already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.language.steps import STEPS
from interpreter.present import words
from interpreter.present.story.clauses import Clause
from interpreter.present.story.items import Item, Move, Run
from interpreter.present.story.moves import move_clause
from interpreter.present.story.page import is_known
from interpreter.present.story.phrases import Mention, Phrase, listed, said
from interpreter.present.story.places import (
    hidden_names,
    on_board,
    place_id,
    rank_or_place,
    seat_mention,
)
from interpreter.present.story.told_deeds import ToldDeeds
from interpreter.run import handles
from interpreter.run.plan import Plan

_FLOWS = ("game", "setup", "round", "phase")


@dataclass(slots=True)
class ToldMoves(ToldDeeds):
    """Tells where pieces go."""

    def _move(self, item: Item) -> None:
        move: Move = item.data
        for place in (move.start, move.end):
            if place >= 0:
                self.touches[place_id(self.plan, place)] = None
        clause = move_clause(self.plan, self.reader, item)
        if clause is None:
            return
        if self._is_upkeep(item, move):
            self.upkeep.append(clause)
            return
        self._append(clause)

    def _glimpse(self, item: Item) -> None:
        """Something was where the reader could see it, and is back where it was."""
        if item.data and self.clauses and self.clauses[-1].seat == item.seat:
            self.clauses[-1].noted.append(item.data)

    def _is_upkeep(self, item: Item, move: Move) -> bool:
        """Whether a sentence of the rules tells this already, or nobody needs to know it."""
        source, target = (handles.zone_of(self.plan, p) for p in (move.start, move.end))
        if self._comes_to_reader(move, source, target):
            return False
        hide = hidden_names(self.plan)
        if any(found is not None and found[0].name in hide for found in (source, target)):
            return True
        drawn = source is not None and source[0].sort == "pile"
        if move.name and said(move.name) in self.played and not drawn:
            return True
        of_table = source is not None and source[0].holder != "player"
        back = target is not None and target[0].sort == "pile" and target[0].seen == "nobody"
        if back and of_table and source is not None and source[0].seen == "all":
            return True
        run = item.run
        sayer = next((one for one in run.chain() if one.func.says), None) if run else None
        if sayer is None or not is_known(sayer):
            told = move.opened or (source is not None and source[0].sort == "pile")
            return not told and run is not None and run.func.sort in _FLOWS
        return not self._is_news(item, sayer, source, target)

    def _comes_to_reader(self, move: Move, source: Any, target: Any) -> bool:
        """Whether somebody else's card comes into the reader's own hand, and no other is told."""
        if not move.name or source is None or target is None or self.reader is None:
            return False
        if {source[0].holder, target[0].holder} != {"player"} or target[0].seen == "all":
            return False
        return bool(target[1] == self.reader != source[1])

    def _is_news(self, item: Item, sayer: Run, source: Any, target: Any) -> bool:
        """Whether a move tells more than the sentence of the deed that does it."""
        move: Move = item.data
        if sayer.func.says[:1].isupper() or move.piece in sayer.pieces:
            return False
        if item.run is not None and is_chosen_below(item.run, sayer, move.piece):
            return True
        mentioned = {
            part.seat
            for phrase in sayer.known.values()
            for part in phrase
            if isinstance(part, Mention) and part.seat >= 0
        }
        if move.opened:
            return True
        holders = {
            found[1]
            for found in (source, target)
            if found is not None and found[0].holder == "player"
        }
        piles = [found for found in (source, target) if found is not None]
        if holders and any(found[0].sort == "pile" for found in piles):
            return True
        if move.owner >= 0:
            holders.add(move.owner)
        return bool(holders - mentioned - {sayer.seat})

    def _alike(self, item: Item) -> None:
        design, number, source, owner, target, owner_then = item.data
        program = self.plan.program
        families = program.families
        title = handles.design(self.plan, design).title
        noun = f"{number} {title}"
        if families[target].holder == "box" and self.clauses:
            return self.upkeep.append(Clause("event", item.seat, "return", objects=[(noun,)]))
        if families[target].holder == "player":
            given = families[source].holder == "player" and owner != owner_then
            rest: Phrase = (" from ", seat_mention(owner, self.reader)) if given else ()
            self._append(Clause("event", owner_then, "take", objects=[(noun,)], rest=rest))
            return
        to = words.zone_title(self.plan, families[target], owner_then)
        kind = handles.design(self.plan, design).kind
        money = program.money.get(kind)
        held = families[source].holder == "player" and money is not None
        verb = "return" if held and money.bank == families[target].name else "move"
        made = Clause("event", item.seat, verb, objects=[(noun,)], rest=(f" to {to}",))
        if item.seat < 0:
            made = Clause("sentence", -1, "go", objects=[(noun,)], rest=(f" to {to}",))
        self.upkeep.append(made) if self.clauses else self._append(made)

    def _pair(self, item: Item) -> None:
        named, places = item.data
        if any(_hidden_place(self.plan, place) for place in places):
            return
        for place in places:
            self.touches[place_id(self.plan, place)] = None
        where = [rank_or_place(self.plan, place, self.reader) for place in places]
        board = all(on_board(self.plan, handles.zone_of(self.plan, place)) for place in places)
        both = [
            (*name, " ", *at) if board else (*name, " (", *at, ")")
            for name, at in zip(named, where, strict=True)
        ]
        if self._sayer(item) is None:
            body = (*listed(both), " change places")
            self.clauses.append(Clause("sentence", -1, rest=body))

    def _line(self, item: Item) -> None:
        if self._sayer(item) is not None:
            return
        verb, _, rest = item.data.partition(" ")
        if item.seat < 0:
            self.clauses.append(Clause("sentence", -1, rest=(item.data,)))
        else:
            base = verb.removesuffix("es") if verb.endswith("shes") else verb.removesuffix("s")
            self.clauses.append(Clause("event", item.seat, base, rest=(f" {rest}",)))

    def _zone(self, item: Item) -> None:
        sort, number, owner = item.data[:3]
        family = self.plan.program.families[number]
        title = words.zone_title(self.plan, family, owner)
        told = STEPS[sort].told
        if told is not None:
            self._aside((f"{title} {told.done}",))
        else:
            self._aside((f"the {words.spoken(family.refilled)} becomes {title}",))

    def _reveal(self, item: Item) -> None:
        piece, name = item.data
        chain = item.run.chain() if item.run is not None else []
        if any(piece in run.pieces and run.func.says for run in chain):
            return
        if said(name) in self.played or piece in self.opened:
            return
        self._append(Clause("event", item.seat, "reveal", objects=[name]))


def _hidden_place(plan: Plan, place: int) -> bool:
    found = handles.zone_of(plan, place)
    return found is not None and found[0].name in hidden_names(plan)


def is_chosen_below(run: Run, sayer: Run, piece: int) -> bool:
    """Whether a rule that a deed with words of its own carries out has chosen a piece that these
    words do not name."""
    for one in run.chain():
        if one is sayer:
            return False
        if piece >= 0 and piece in one.pieces and one.func.sort == "card":
            return True
    return False
