"""Moves of components as clauses, unless the wording of a deed tells them already."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language.steps import STEPS
from interpreter.present import words
from interpreter.present.story.beat_draft import HOLES, BeatDraft, Tellers, is_known
from interpreter.present.story.items import ComponentMove, Happening, RunningRule
from interpreter.present.story.moves import move_clause
from interpreter.present.story.phrases import Mention, Phrase, listed, said
from interpreter.present.story.story_clauses import StoryClause
from interpreter.present.story.story_places import (
    hidden_names,
    on_board,
    place_id,
    rank_or_place,
    seat_mention,
)
from interpreter.run import handles
from interpreter.run.handles import Placed
from interpreter.run.plan import Plan
from interpreter.run.state import Entry

_FLOWS = ("game", "setup", "round", "phase")


def _move(page: BeatDraft, item: Happening[ComponentMove]) -> None:
    move = item.data
    for place in (move.start, move.end):
        if place >= 0:
            page.touches[place_id(page.plan, place)] = None
    clause = move_clause(page.plan, page.reader, item)
    if clause is None:
        return
    if _is_upkeep(page, item, move):
        page.upkeep.append(clause)
        return
    page.append(clause)


def _glimpse(page: BeatDraft, item: Happening[Phrase]) -> None:
    """Add what the reader saw briefly, before it went back to its place."""
    if item.data and page.clauses and page.clauses[-1].seat == item.seat:
        page.clauses[-1].noted.append(item.data)


def _is_upkeep(page: BeatDraft, item: Happening[ComponentMove], move: ComponentMove) -> bool:
    """Check whether a move is told already or of no interest, and so goes to the upkeep."""
    source, target = (handles.zone_of(page.plan, p) for p in (move.start, move.end))
    if _comes_to_reader(page, move, source, target):
        return False
    hide = hidden_names(page.plan)
    if any(found is not None and found[0].name in hide for found in (source, target)):
        return True
    drawn = source is not None and source[0].sort == "pile"
    if move.name and said(move.name) in page.played and not drawn:
        return True
    of_table = source is not None and source[0].holder != "player"
    back = target is not None and target[0].sort == "pile" and target[0].seen == "nobody"
    own = target is not None and target[0].holder == "player"  # arrivals there are news
    if back and not own and of_table and source is not None and source[0].seen == "all":
        return True
    run = item.run
    sayer = next((one for one in run.chain() if one.func.says), None) if run else None
    if sayer is None or not is_known(sayer):
        told = move.opened or (source is not None and source[0].sort == "pile")
        return not told and run is not None and run.func.sort in _FLOWS
    return not _is_news(page, item, sayer, source, target)


def _comes_to_reader(
    page: BeatDraft, move: ComponentMove, source: Placed | None, target: Placed | None
) -> bool:
    """Check whether another player's card comes into the reader's own hidden zone."""
    if not move.name or source is None or target is None or page.reader is None:
        return False
    if {source[0].holder, target[0].holder} != {"player"} or target[0].seen == "all":
        return False
    return bool(target[1] == page.reader != source[1])


def _is_news(
    page: BeatDraft,
    item: Happening[ComponentMove],
    sayer: RunningRule,
    source: Placed | None,
    target: Placed | None,
) -> bool:
    """Check whether a move tells more than the wording of the deed that causes it."""
    move = item.data
    if sayer.func.says[:1].isupper() or move.piece in sayer.pieces:
        return False
    if move.piece < 0 and _tells_unseen(sayer, words.spoken(move.kind)):
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
        found[1] for found in (source, target) if found is not None and found[0].holder == "player"
    }
    piles = [found for found in (source, target) if found is not None]
    if holders and any(found[0].sort == "pile" for found in piles):
        return True
    if move.owner >= 0:
        holders.add(move.owner)
    return bool(holders - mentioned - {sayer.seat})


def _tells_unseen(sayer: RunningRule, noun: str) -> bool:
    """Check whether the wording of a deed tells of a component that the reader does not see."""
    unseen = (f"a {noun}", f"an {noun}")
    holes = (hole.strip() for hole in HOLES.findall(sayer.func.says))
    return any(said(sayer.known[hole]) in unseen for hole in holes if hole in sayer.known)


def _alike(page: BeatDraft, item: Happening[tuple[int, int, int, int, int, int]]) -> None:
    design, number, source, owner, target, owner_then = item.data
    program = page.plan.program
    families = program.families
    title = handles.design(page.plan, design).title
    noun = f"{number} {title}"
    if families[target].holder == "box" and page.clauses:
        return page.upkeep.append(StoryClause("event", item.seat, "return", objects=[(noun,)]))
    if families[target].holder == "player":
        given = families[source].holder == "player" and owner != owner_then
        rest: Phrase = (" from ", seat_mention(owner, page.reader)) if given else ()
        page.append(StoryClause("event", owner_then, "take", objects=[(noun,)], rest=rest))
        return
    to = words.zone_title(page.plan, families[target], owner_then)
    kind = handles.design(page.plan, design).kind
    money = program.money.get(kind)
    to_bank = money is not None and money.bank == families[target].name
    verb = "return" if to_bank and families[source].holder == "player" else "move"
    made = StoryClause("event", item.seat, verb, objects=[(noun,)], rest=(f" to {to}",))
    if item.seat < 0:
        made = StoryClause("sentence", -1, "go", objects=[(noun,)], rest=(f" to {to}",))
    page.upkeep.append(made) if page.clauses else page.append(made)


def _pair(page: BeatDraft, item: Happening[tuple[Sequence[Phrase], Sequence[int]]]) -> None:
    named, places = item.data
    if any(_hidden_place(page.plan, place) for place in places):
        return
    for place in places:
        page.touches[place_id(page.plan, place)] = None
    where = [rank_or_place(page.plan, place, page.reader) for place in places]
    board = all(on_board(page.plan, handles.zone_of(page.plan, place)) for place in places)
    both = [
        (*name, " ", *at) if board else (*name, " (", *at, ")")
        for name, at in zip(named, where, strict=True)
    ]
    if page.sayer(item) is None:
        body = (*listed(both), " change places")
        page.clauses.append(StoryClause("sentence", -1, rest=body))


def _line(page: BeatDraft, item: Happening[str]) -> None:
    if page.sayer(item) is not None:
        return
    verb, _, rest = item.data.partition(" ")
    if item.seat < 0:
        page.clauses.append(StoryClause("sentence", -1, rest=(item.data,)))
    else:
        base = verb.removesuffix("es") if verb.endswith("shes") else verb.removesuffix("s")
        if item.seat == page.reader and rest.startswith("their "):
            rest = f"your {rest.removeprefix('their ')}"
        page.clauses.append(StoryClause("event", item.seat, base, rest=(f" {rest}",)))


def _zone(page: BeatDraft, item: Happening[Entry]) -> None:
    sort, number, owner = item.data[:3]
    family = page.plan.program.families[number]
    title = words.zone_title(page.plan, family, owner)
    told = STEPS[sort].told
    if told is not None:
        page.aside((f"{title} {told.done}",))
    else:
        page.aside((f"the {words.spoken(family.refilled)} becomes {title}",))


def _reveal(page: BeatDraft, item: Happening[tuple[int, Phrase]]) -> None:
    piece, name = item.data
    chain = item.run.chain() if item.run is not None else []
    if any(piece in run.pieces and run.func.says for run in chain):
        return
    if said(name) in page.played or piece in page.opened:
        return
    page.append(StoryClause("event", item.seat, "reveal", objects=[name]))


def _hidden_place(plan: Plan, place: int) -> bool:
    found = handles.zone_of(plan, place)
    return found is not None and found[0].name in hidden_names(plan)


def is_chosen_below(run: RunningRule, sayer: RunningRule, piece: int) -> bool:
    """Check whether a card's rule called by this deed chose a component.

    Then the wording of the deed, `sayer`, does not name it."""
    for one in run.chain():
        if one is sayer:
            return False
        if piece >= 0 and piece in one.pieces and one.func.sort == "card":
            return True
    return False


TOLD: Tellers = {
    "move": _move,
    "glimpse": _glimpse,
    "alike": _alike,
    "pair": _pair,
    "line": _line,
    "look": _line,
    "zone": _zone,
    "reveal": _reveal,
}
"""How each sort of item is told."""
