"""What a table is told of, picked out of a view: piles, kept lines, rows, players by name.

Takes a `View`; gives parts of it, and the line that says what is played.
"""

from __future__ import annotations

from interpreter.present.frame.pen import Pen, possessive
from interpreter.present.model.parts import Board, Fact, Seat, View, Zone


def head(view: View, pen: Pen) -> str:
    """Give what is played, and where it stands."""
    left = pen.paint(view.title, "bold")
    said = [f"turn {view.now.turn}"] if view.now.turn else []
    if view.now.round:
        said = [f"{view.now.round[:1].lower()}{view.now.round[1:]}"]
    if view.now.on:
        seat = next(one for one in view.seats if one.seat == view.now.on)
        own = f"your turn ({seat.called})" if seat.called else "your turn"
        said.append(own if seat.you else f"{possessive(name_of(seat))} turn")
    if view.viewer is not None and you(view).called and not you(view).on:
        said.append(f"you are {you(view).called}")
    return f"{left}   {', '.join(said)}".rstrip()


def told_zones(view: View) -> list[Zone]:
    """Give the piles and sets of the table that are told; that a deck is empty matters most."""
    found = [one for one in view.zones if one.sort != "row"]
    return [one for one in found if one.size != 0 or _drawn_from(one)]


def told_facts(view: View) -> list[Fact]:
    """Return what the table keeps, as far as it is told."""
    found = view.facts
    told = [one for one in found if not one.idle or (_counts(one) and not one.seldom)]
    return [one for one in told if not isinstance(one.value, bool) or one.value]


def piles(view: View) -> list[Zone]:
    """Return the piles and sets that may give way, but not a single piece, nor dice that show
    something; of one deck alone, all ask how much is left."""
    decks = [one for one in view.zones if _drawn_from(one)]
    found = [one for one in told_zones(view) if one.sort == "pile" or _is_stock(one)]
    return [one for one in found if decks != [one]]


def row_zones(view: View) -> list[Zone]:
    """Give the rows of the table."""
    return [zone for zone in view.zones if zone.sort == "row"]


def is_told(view: View, board: Board) -> bool:
    """Whether there is something to say of a board that is but a list."""
    others = any(one.shape != "values" and not is_list(one) for one in view.boards)
    return not others or any(zone.items for zone in zones_of(board))


def is_list(board: Board) -> bool:
    """Whether a board is but a list of its places, and no drawing."""
    return board.shape == "list" and not board.picture


def zones_of(board: Board) -> list[Zone]:
    """All that lies on the places of a board, in their order."""
    return [zone for cell in board.cells for zone in cell.zones]


def _is_stock(zone: Zone) -> bool:
    """Whether several things lie in a zone that show nothing, unlike dice."""
    return (zone.size or 0) > 1 and not all(item.face for item in zone.items)


def _counts(fact: Fact) -> bool:
    """Whether a number is kept, which 0 is, too."""
    return isinstance(fact.value, int) and not isinstance(fact.value, bool)


def _drawn_from(zone: Zone) -> bool:
    """Whether a zone is a pile of which nobody sees what comes next."""
    return zone.sort == "pile" and zone.secret


def you(view: View) -> Seat:
    """Return the seat of the one who looks on."""
    return next(seat for seat in view.seats if seat.you)


def name_of(seat: Seat) -> str:
    """Return what a player is called at the table: by the piece they play, or by the seat."""
    return seat.called or seat.say


def called_by(view: View) -> str:
    """Give the zone of each player whose piece players are called by."""
    for seat in view.seats:
        for zone in seat.zones:
            if (
                seat.called
                and zone.sort == "space"
                and zone.items
                and zone.items[0].say == seat.called
            ):
                return zone.key
    return ""


def capital(text: str) -> str:
    """Return a text with a capital first letter; the others stay."""
    return text[:1].upper() + text[1:]
