"""Places and players in the words of the story, from one reader's perspective: `your hand`.

Takes places of the engine; gives phrases, and ids that name a place and no component."""

from __future__ import annotations

from interpreter.present import words
from interpreter.present.player_names import faction_of
from interpreter.present.story.phrases import Mention, Phrase
from interpreter.run import handles
from interpreter.run.handles import Placed
from interpreter.run.plan import Plan


def seat_mention(seat: int, reader: int | None, first: bool = False) -> Mention:
    """Mention a player: `Green`, or `you` for the reader; `You` if `first` in a sentence."""
    if seat == reader:
        return Mention("You" if first else "you", seat=seat)
    return Mention(words.seat_title(seat), seat=seat)


def whose(seat: int, reader: int | None, subject: int = -1) -> str:
    """Return the possessive of a player, `your ` or `Green's `; empty for the `subject`."""
    if seat == subject:
        return ""
    return "your " if seat == reader else f"{words.seat_title(seat)}'s "


def hidden_names(plan: Plan) -> frozenset[str]:
    """Return the names of fields and zones that are mere bookkeeping and never told."""
    return plan.program.layout.hide


def place_id(plan: Plan, place: int) -> str:
    """Return the view id of a place: `map.red_area`, `hand.blue`, `quest_track.2`, `box`."""
    found = handles.zone_of(plan, place)
    if found is None:
        return "box"
    family, owner, spot = found
    many = family.sort == "row" and family.shape == "slots" and family.slots > 1
    row = f".{spot + 1}" if many else ""
    if family.board:
        return f"{family.name}.{handles.space_handle(plan, family.board, spot)}"
    if family.holder == "player":
        return f"{family.name}.{handles.seat_name(owner)}{row}"
    if family.of_spaces:
        board = family.holder[6:]
        return f"{board}.{handles.space_handle(plan, board, owner)}{row}"
    if family.holder in plan.program.values:
        return f"{family.name}.{plan.program.values[family.holder].members[owner]}{row}"
    if family.holder in plan.program.kinds:
        bearer = handles.design(plan, plan.program.kinds[family.holder].first + owner)
        return f"{family.name}.{bearer.id}{row}"
    return f"{family.name}{row}"


def place_phrase(plan: Plan, place: int, reader: int | None, subject: int = -1) -> Phrase:
    """Name a place in a sentence about `subject`: `your hand`, `the camp`, `e4`."""
    found = handles.zone_of(plan, place)
    if found is None:
        return ("the box",)
    family, owner, spot = found
    name = words.spoken(family.name.removeprefix(f"{faction_of(plan, family.name)}_"))
    if family.board:
        title = words.space_title(plan, family.board, spot)
    elif family.of_spaces:
        title = words.space_title(plan, family.holder[6:], owner)
    elif family.holder == "player":
        own = whose(owner, reader, subject)
        title = f"{own}{name}" if own else f"{'your' if owner == reader else 'their'} {name}"
    elif family.holder in plan.program.kinds:
        bearer = handles.design(plan, plan.program.kinds[family.holder].first + owner).title
        if _alone(plan, family):
            title = bearer
        else:
            title = f"{bearer}'s {name}" if not bearer.endswith("s") else f"{bearer}' {name}"
    else:
        title = words.zone_title(plan, family, owner, spot)
    return (Mention(title, place_id(plan, place)),)


def _alone(plan: Plan, family: object) -> bool:
    """Check whether a zone is its holder's only one, and so needs no name of its own."""
    holder = getattr(family, "holder", "")
    return sum(1 for one in plan.program.families if one.holder == holder) == 1


def on_board(plan: Plan, found: Placed | None) -> bool:
    """Check whether a place is on a space of a board."""
    if found is None:
        return False
    family = found[0]
    boards = (board.sort for board in plan.program.boards.values())
    return bool(family.board) or family.of_spaces or (f"kind:{family.holder}" in boards)


def rank_or_place(plan: Plan, place: int, reader: int | None) -> Phrase:
    """Name a place in short: `1` for the first space of a row, `a1`, `your hand`."""
    found = handles.zone_of(plan, place)
    if found is not None:
        family, _, spot = found
        if family.sort == "row" and family.shape == "slots" and family.holder == "table":
            return (Mention(str(spot + 1), place_id(plan, place)),)
    return place_phrase(plan, place, reader)
