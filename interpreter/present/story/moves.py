"""Moves of components as clauses, and which of them cancel out.

Takes items as recorded for a reader; a component that the reader has not seen is counted, never
followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from interpreter.present import words
from interpreter.present.story.items import ComponentMove, Happening, StoryItem
from interpreter.present.story.phrases import Mention, Phrase, said
from interpreter.present.story.story_clauses import StoryClause
from interpreter.present.story.story_places import on_board, place_phrase, seat_mention, whose
from interpreter.run import handles
from interpreter.run.handles import Placed
from interpreter.run.plan import Plan

if TYPE_CHECKING:
    from interpreter.ir.declared import Family

Place: TypeAlias = "Placed | None"


def net(items: Sequence[StoryItem]) -> list[StoryItem]:
    """Drop moves that cancel out, unless a choice or chance lies between them."""
    made: list[StoryItem] = []
    part: list[StoryItem] = []
    for item in items:
        if item.sort == "wait":
            made += _net_of_part(part)
            made.append(item)
            part = []
        else:
            part.append(item)
    return made + _net_of_part(part)


def _net_of_part(items: Sequence[StoryItem]) -> list[StoryItem]:
    seen: dict[int, list[tuple[int, ComponentMove]]] = {}
    unseen: dict[tuple[str, int, int], list[int]] = {}
    left: dict[int, StoryItem | None] = {}
    for number, item in enumerate(items):
        if not isinstance(item.data, ComponentMove):
            continue
        move = item.data
        if move.piece >= 0:
            seen.setdefault(move.piece, []).append((number, move))
            continue
        forth = unseen.get((move.kind, move.end, move.start))
        if forth:  # one of its kind went the other way; which one is unknown
            left[number] = left[forth.pop()] = None
        else:
            unseen.setdefault((move.kind, move.start, move.end), []).append(number)
    for steps in seen.values():
        _follow(items, steps, left)
    made = (left.get(number, item) for number, item in enumerate(items))
    return [item for item in made if item is not None]


def _follow(
    items: Sequence[StoryItem],
    steps: Sequence[tuple[int, ComponentMove]],
    left: dict[int, StoryItem | None],
) -> None:
    """Cancel consecutive moves of a component that end where they began.

    `steps` are its moves, each with the number of its item.
    A component other than one from the box leaves a glimpse, since it was seen."""
    at = 0
    while at < len(steps):
        back = at
        for end in range(at + 1, len(steps)):
            if steps[end][1].start != steps[end - 1][1].end:
                break
            if steps[end][1].end == steps[at][1].start:
                back = end
        if back > at:
            for number, _ in steps[at : back + 1]:
                left[number] = None
            number, move = steps[at]
            if move.start >= 0:  # from the box and back: not worth telling
                first = items[number]
                left[number] = Happening("glimpse", first.seat, first.run, move.name)
        at = back + 1


def move_clause(
    plan: Plan, reader: int | None, item: Happening[ComponentMove]
) -> StoryClause | None:
    """Word a move as a clause; None for a move within the box."""
    move = item.data
    source, target = handles.zone_of(plan, move.start), handles.zone_of(plan, move.end)
    objects = [_named(plan, reader, move, item.seat)]
    if source is None and target is None:
        return None
    if source is None or (source[0].sort == "pile" and _of_player(target)):
        assert target is not None
        if _of_player(target) and (source is None or target[0].sort != "pile"):
            own = source is not None and source[0].holder == "player"
            known = own and source is not None and source[0].seen != "nobody"
            verb = "take" if source is None or known else "draw"
            return StoryClause("event", target[1], verb, objects=objects, minor=not move.name)
    return _put(plan, reader, item, source, target, objects)


def _put(
    plan: Plan,
    reader: int | None,
    item: Happening[ComponentMove],
    source: Place,
    target: Place,
    objects: list[Phrase],
) -> StoryClause:
    """Word a move other than drawing or taking: removals, discards, turned-up cards, the rest."""
    move, seat = item.data, item.seat

    def to(place: int) -> Phrase:
        return place_phrase(plan, place, reader, seat)

    if target is None:
        assert source is not None
        if seat < 0:
            return StoryClause("sentence", -1, "leave", objects=objects, rest=(" the table",))
        return StoryClause(
            "event", seat, "remove", objects=objects, rest=_from(plan, source, to, move)
        )
    if _is_discard(plan, target[0]):
        if _of_player(source) and source is not None and seat not in (source[1],):
            whose = source[1]
            return StoryClause("event", whose, "discard", objects=objects)
        if seat < 0:
            return StoryClause("sentence", -1, "leave", objects=objects, rest=(" the table",))
        return StoryClause("event", seat, "discard", objects=objects)
    if source is not None and source[0].sort == "pile" and target[0].seen == "all":
        board = bool(target[0].board or target[0].holder != "table")
        rest: Phrase = (" to ", *to(move.end)) if board else (" up",)
        return StoryClause("sentence", -1, "come", objects=objects, rest=rest)
    return _carried(plan, reader, item, source, target, objects)


def _carried(
    plan: Plan,
    reader: int | None,
    item: Happening[ComponentMove],
    source: Place,
    target: Place,
    objects: list[Phrase],
) -> StoryClause:
    """Word a move between players, or on the table."""
    move, seat = item.data, item.seat
    assert target is not None
    from_, to = (place_phrase(plan, place, reader, seat) for place in (move.start, move.end))
    if source is not None and _of_player(source) and _of_player(target) and source[1] != target[1]:
        giver, taker = (seat_mention(found[1], reader) for found in (source, target))
        if seat == target[1]:
            return StoryClause("event", seat, "take", objects=objects, rest=(" from ", giver))
        if seat == source[1]:
            return StoryClause("event", seat, "give", objects=objects, rest=(" to ", taker))
        rest: Phrase = (" from ", giver, " to ", taker)
        return StoryClause("sentence", -1, "go", objects=objects, rest=rest)
    if seat < 0:
        return StoryClause("sentence", -1, "go", objects=objects, rest=(" to ", *to))
    hidden = source is not None and source[0].seen == "owner" and target[0].seen == "all"
    if source is not None and hidden and target[0].holder in ("table", "player"):
        verb, lead = ("play", "") if source[0].name == "hand" else ("lay", "open")
        return StoryClause("event", seat, verb, lead, objects=objects)
    if target[0].sort == "pile":
        return StoryClause("event", seat, "put", objects=objects, rest=(" on ", *to))
    if on_board(plan, source) and on_board(plan, target):
        if source is not None and source[0].key != target[0].key:
            return StoryClause("event", seat, "move", objects=objects, rest=(" to ", *to))
        rest = (" from ", *from_, " to ", *to)
        return StoryClause("event", seat, "move", objects=objects, rest=rest)
    if on_board(plan, target):
        return StoryClause("event", seat, "place", objects=objects, rest=(" on ", *to))
    if source is None:
        return StoryClause("event", seat, "put", objects=objects, rest=(" on ", *to))
    rest = (" from ", *from_, " to ", *to)
    return StoryClause("event", seat, "move", objects=objects, rest=rest)


def _from(
    plan: Plan, source: Placed | None, to: Callable[[int], Phrase], move: ComponentMove
) -> Phrase:
    """Name the board space that something is removed from; empty for other places."""
    return (" from ", *to(move.start)) if on_board(plan, source) else ()


def _named(plan: Plan, reader: int | None, move: ComponentMove, seat: int) -> Phrase:
    """Name the moved component: with its owner if its kind is owned, or by kind if unseen."""
    kind = plan.program.kinds[move.kind]
    if move.name and (len(kind.designs) > 1 or not isinstance(move.name[0], Mention)):
        return _of_kind(move.name, words.spoken(kind.name), words.spoken(kind.plural))
    if move.name and said(move.name) != kind.designs[0].title:
        return move.name  # what it shows
    noun = kind.designs[0].title if move.name else words.spoken(move.kind)
    alike = not move.name or noun == words.spoken(kind.name)
    many = words.spoken(kind.plural) if alike else f"{noun}s"
    first = move.name[0] if move.name else ""
    place = first.id if isinstance(first, Mention) else ""
    if move.owner >= 0 and move.owner != seat:
        own = whose(move.owner, reader)
        return (Mention(f"{own}{noun}", place, plural=f"of {own}{many}"),)
    return (Mention(f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}", place, plural=many),)


def _of_kind(name: Phrase, noun: str, many: str) -> Phrase:
    """Set the plural of a name that ends with its kind: `Temple cards` for `Temple card`."""
    first = Mention(name[0]) if isinstance(name[0], str) else name[0]
    if len(name) > 1 or not first.say.endswith(f" {noun}"):
        return name
    return (replace(first, plural=first.say.removesuffix(noun) + many),)


def _of_player(found: Place) -> bool:
    return found is not None and found[0].holder == "player"


def _is_discard(plan: Plan, family: Family) -> bool:
    """Check whether a zone is a discard pile: by its name, or since a pile refills from it."""
    if "discard" in family.name:
        return True
    return any(other.refilled == family.name for other in plan.program.families)
