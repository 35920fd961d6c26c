"""What is shown of a table, picked out of a view: piles, fields, rows, names of players.

Takes a `View`; gives parts of it, and the headline."""

from __future__ import annotations

from interpreter.present.frame.pen import Pen, possessive
from interpreter.present.model.parts import Board, Fact, Seat, View, Zone


def head(view: View, pen: Pen) -> str:
    """Format the headline: the game, the turn or round, and whose turn it is."""
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
    """List the table's piles and sets worth showing: nonempty ones, and any deck.

    That a deck is empty matters most."""
    found = [one for one in view.zones if one.sort != "row"]
    return [one for one in found if one.size != 0 or _drawn_from(one)]


def told_facts(view: View) -> list[Fact]:
    """List the table's facts that are worth showing."""
    found = view.facts
    told = [one for one in found if not one.idle or (_counts(one) and not one.seldom)]
    return [one for one in told if not isinstance(one.value, bool) or one.value]


def piles(view: View) -> list[Zone]:
    """List the piles and sets that may be dropped when room is scarce.

    Single components, dice with faces and a lone deck are not among them: players always ask how
    much of a deck is left."""
    decks = [one for one in view.zones if _drawn_from(one)]
    found = [one for one in told_zones(view) if one.sort == "pile" or _is_stock(one)]
    return [one for one in found if decks != [one]]


def row_zones(view: View) -> list[Zone]:
    """List the rows of the table."""
    return [zone for zone in view.zones if zone.sort == "row"]


def is_told(view: View, board: Board) -> bool:
    """Check whether a list board is worth showing: it has contents, or no other board exists."""
    others = any(one.shape != "values" and not is_list(one) for one in view.boards)
    return not others or any(zone.items for zone in zones_of(board))


def is_list(board: Board) -> bool:
    """Check whether a board is a plain list of its places, without a drawing."""
    return board.shape == "list" and not board.picture


def zones_of(board: Board) -> list[Zone]:
    """List all zones on the places of a board, in order."""
    return [zone for cell in board.cells for zone in cell.zones]


def _is_stock(zone: Zone) -> bool:
    """Check whether several things lie in a zone that do not all have faces, as dice do."""
    return (zone.size or 0) > 1 and not all(item.face for item in zone.items)


def _counts(fact: Fact) -> bool:
    """Check whether a fact is a number, which is worth showing even if it is 0."""
    return isinstance(fact.value, int) and not isinstance(fact.value, bool)


def _drawn_from(zone: Zone) -> bool:
    """Check whether a zone is a pile whose next card nobody knows."""
    return zone.sort == "pile" and zone.secret


def you(view: View) -> Seat:
    """Return the viewer's seat; the view must have a seated viewer."""
    return next(seat for seat in view.seats if seat.you)


def name_of(seat: Seat) -> str:
    """Return what a player is called at the table: by their component, or by the seat."""
    return seat.called or seat.say


def called_by(view: View) -> str:
    """Return the key of the zone whose component gives players their names; empty if none."""
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
    """Capitalize the first letter of a text and leave the others as they are."""
    return text[:1].upper() + text[1:]
