"""The shortest input for each option: `f6`, `e4 e5`, `67`, `2 black`, or a number.

Takes options with the places they refer to; gives how they are presented, and their keys. Spaces
drawn with short names need no list, nor do the player's own visible cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from interpreter.present.model.parts import (
    Board,
    ChoicePart,
    Id,
    Item,
    Option,
    PendingQuestion,
    Seat,
)

SHORT = 4  # most letters of a name drawn on a space
FEW_PLACES, FEW_CARDS = 6, 12  # up to so many options get numbers besides names
BRIEF = 14  # most letters of a card listed inline
_Rests = Mapping[tuple[str, ...], str]
_Factored = tuple[dict[str, str], dict[str, str]]


def keys_of(
    parts: Sequence[ChoicePart],
    options: Sequence[Option],
    worded: bool,
    boards: Sequence[Board],
    seats: Sequence[Seat],
) -> tuple[str, list[str]]:
    """Choose how options are presented, and the key to type for each.

    `worded` says that the rules have their own wording for them."""
    numbers = [str(number) for number in range(1, len(options) + 1)]
    if len(options) < 2 or any(part.kind == "deed" for part in parts):
        return "list", numbers
    spaces = _typed_spaces(boards, options)
    question = _Question(parts, options, worded, spaces, seats)
    for way in (_by_number, _by_place, _inline_cards, _by_two_places, _by_two_lists):
        found = way(question)
        if found is not None:
            return found
    return "list", _in_order_of_hand(options, seats) or _in_order(by_gain(options)) or numbers


def _typed_spaces(boards: Sequence[Board], options: Sequence[Option]) -> dict[Id, str]:
    """Map what can be typed by the name of a space to that name.

    A space names itself, and the only component offered there."""
    spaces = {
        place: name
        for board in boards
        if board.coordinates
        for place, name in _short_names(board).items()
    }
    offered = {place for option in options for place in option.on}
    for board in boards:
        for cell in board.cells:
            lying = [i.id for zone in cell.zones for i in zone.items if i.id in offered]
            if cell.id in spaces and len(lying) == 1:
                spaces[lying[0]] = spaces[cell.id]
    return spaces


class _Question(NamedTuple):
    """What is chosen from; `spaces` maps what can be typed by the name of a space to it."""

    parts: Sequence[ChoicePart]
    options: Sequence[Option]
    worded: bool
    spaces: Mapping[Id, str]
    seats: Sequence[Seat]


_Way = tuple[str, list[str]] | None
"""How options are presented, with their keys; None if they do not fit this way."""


def _by_number(q: _Question) -> _Way:
    """Present numbers: typed, or listed if they cost or bring something."""
    if len(q.parts) != 1 or q.parts[0].kind != "number" or q.worded:
        return None
    said = [option.plain for option in q.options]
    changing = any(option.pays or option.gains or option.others for option in q.options)
    if not all(map(str.isdigit, said)):
        return None
    return "list" if changing else "typed", said


def _by_place(q: _Question) -> _Way:
    """Present single places by their names, unless each option says something of its own."""
    real = [option for option in q.options if option.on]
    if len(q.parts) != 1 or not _is_placed(q.parts[0]) or not real:
        return None
    typed = [q.spaces.get(option.on[0], "") if option.on else "none" for option in q.options]
    if not all(typed) or len(set(typed)) < len(typed):
        return None
    rests = {rest_of(option, [q.spaces[option.on[0]]]) for option in real}
    few = not q.worded or len(rests) <= max(1, len(real) // 2)
    return ("typed", typed) if few else None


def _inline_cards(q: _Question) -> _Way:
    """Present cards of the player's hand in one line."""
    if len(q.parts) != 1 or not _is_placed(q.parts[0]) or q.worded:
        return None
    inline = _inline(q.options, q.seats)
    return ("inline", inline) if inline else None


def _by_two_places(q: _Question) -> _Way:
    """Present pairs of places, such as from and to, by their names."""
    if len(q.parts) != 2 or not all(map(_is_placed, q.parts)):
        return None
    if not all(len(one.on) == 2 and all(p in q.spaces for p in one.on) for one in q.options):
        return None
    pairs = [" ".join(q.spaces[place] for place in one.on) for one in q.options]
    if len(set(pairs)) < len(pairs):
        return None
    rests = {rest_of(one, [q.spaces[place] for place in one.on]) for one in q.options}
    return ("pairs", pairs) if not q.worded or len(rests) == 1 else None


def _by_two_lists(q: _Question) -> _Way:
    """Present two parts as two lists, one key from each."""
    lists = _lists(q.options) if len(q.parts) == 2 else []
    return ("lists", lists) if lists else None


def _is_placed(part: ChoicePart) -> bool:
    return part.kind in ("place", "piece")


def numbered_too(asked: PendingQuestion) -> bool:
    """Check whether options typed by name are few enough to be numbered as well."""
    most = {"typed": FEW_PLACES, "inline": FEW_CARDS}.get(asked.how, 0)
    keys = [option.key for option in asked.options]
    return 1 < len(keys) <= most and not any(key[:1].isdigit() for key in keys)


def by_gain(options: Sequence[Option]) -> list[int]:
    """Rank options that differ only in how much of one thing they bring, best first.

    Returns their indexes; empty if they cost anything, affect others, or differ otherwise."""
    brought = []
    for option in options:
        found = [option.gains, *(deltas for _, deltas in option.ways)]
        best = max(found, key=lambda deltas: sum(one.by for one in deltas))
        if len(best) != 1 or option.pays or option.others or best[0].by < 0:
            return []
        brought.append((best[0].key, best[0].by))
    if len({key for key, _ in brought}) > 1 or len({by for _, by in brought}) < 2:
        return []
    return sorted(range(len(options)), key=lambda number: -brought[number][1])


def _in_order(order: Sequence[int]) -> list[str]:
    """Return the number of each option in this order, as text."""
    numbers = {option: number for number, option in enumerate(order, 1)}
    return [str(numbers[option]) for option in range(len(order))]


def _in_order_of_hand(options: Sequence[Option], seats: Sequence[Seat]) -> list[str]:
    """Assign numbers to options in the order of their cards in the player's hand.

    Empty unless each option is exactly one of these cards."""
    mine = [i.id for s in seats if s.you for zone in s.zones for i in zone.items if i.id]
    places = {item: number for number, item in enumerate(mine)}
    if not all(len(option.on) == 1 and option.on[0] in places for option in options):
        return []
    order = sorted(range(len(options)), key=lambda number: places[options[number].on[0]])
    numbers = {option: place for place, option in enumerate(order, 1)}
    return [str(numbers[number]) for number in range(len(options))]


def _short_names(board: Board) -> dict[Id, str]:
    """Map drawn spaces to the short names typed for them.

    A long name is cut to its first word, such as a number, if that is unique. Spaces without a name
    of at most `SHORT` letters are left out."""
    heads = [cell.name.split(" ")[0] for cell in board.cells]
    made = {}
    for cell, head in zip(board.cells, heads, strict=True):
        name = cell.name if len(cell.name) <= SHORT or heads.count(head) > 1 else head
        if 0 < len(name) <= SHORT:
            made[cell.id] = name
    return made


def rest_of(option: Option, names: Sequence[str]) -> str:
    """Replace the names of an option's parts in its label with `_`."""
    said = f" {option.plain} "
    for name in (*option.parts, *names):
        at = said.casefold().find(name.casefold())
        if name and at >= 0:
            said = said[:at] + "_" + said[at + len(name) :]
    return said.strip()


def _inline(options: Sequence[Option], seats: Sequence[Seat]) -> list[str]:
    """Return the face of the player's own card for each option.

    Empty unless each option is one such card, and its face is short and unambiguous."""
    mine: dict[Id, Item] = {
        item.id: item
        for seat in seats
        if seat.you
        for zone in seat.zones
        for item in zone.items
        if item.id
    }
    made = []
    for option in options:
        item = mine.get(option.on[0]) if option.on else None
        face = (item.face or item.say) if item is not None and not item.text else ""
        if not face or len(face) > BRIEF or " " in face.strip() or len(option.on) > 1:
            return []
        made.append(face)
    said = {option.plain for option in options}
    return made if len(set(made)) == len(said) else []


def first_and_second(option: Option) -> tuple[str, str]:
    """Split an option of two parts into the first, and the second with its wording."""
    first = option.parts[0]
    rest = option.plain.replace(first, "", 1).strip(" ,:")
    return first, rest


def factored(options: Sequence[Option]) -> _Factored | None:
    """Split options of two parts into two maps, from each first and second to its wording.

    None if the wording of a pair does not follow from its parts, or if so few pairs are offered
    that a list is shorter."""
    if any(len(option.parts) != 2 for option in options):
        return None
    rests = {option.parts: first_and_second(option)[1] for option in options}
    firsts = dict.fromkeys(first for first, _ in rests)
    seconds = dict.fromkeys(second for _, second in rests)
    if len(firsts) < 2 or len(seconds) < 2 or len(rests) != len(options):
        return None
    every = len(firsts) * len(seconds)
    if len(options) <= max(len(firsts), len(seconds)) or every > 2 * len(options):
        return None
    return _told_by_second(rests, seconds, firsts) or _told_by_first(options, firsts)


def _told_by_second(
    rests: _Rests, seconds: Iterable[str], firsts: Iterable[str]
) -> _Factored | None:
    """Factor labels in which the second part has the wording: `to Red: gain 1`.

    The first part may add a suffix. None if the labels do not fit this pattern."""
    said = {
        second: min((rest for (_, other), rest in rests.items() if other == second), key=len)
        for second in seconds
    }
    extra: dict[str, str] = {}
    for (first, second), rest in rests.items():
        more = rest.removeprefix(said[second])
        if said[second] + more != rest or extra.setdefault(first, more) != more:
            return None
    return {first: extra[first].strip(" ,;:") for first in firsts}, said


def _told_by_first(options: Sequence[Option], firsts: Iterable[str]) -> _Factored | None:
    """Factor labels in which the first part adds a suffix: `Sawmill in 2 for 1 wood`.

    None if the labels do not fit this pattern."""
    extra: dict[str, str] = {}
    said: dict[str, str] = {}
    for option in options:
        first, second = option.parts
        between, found, behind = option.plain.removeprefix(first).partition(second)
        told = f"{between}{second}".strip(" ,")
        if not found or extra.setdefault(first, behind) != behind or not behind:
            return None
        if said.setdefault(second, told) != told:
            return None
    return {first: extra[first].strip(" ,;:") for first in firsts}, said


def _lists(options: Sequence[Option]) -> list[str]:
    """Build keys such as `2 black` from two factored lists; empty if options do not factor."""
    found = factored(options)
    if found is None:
        return []
    firsts, short = list(found[0]), shortest([*found[1]])
    return [f"{firsts.index(one.parts[0]) + 1} {short[one.parts[1]]}" for one in options]


def shortest(names: Sequence[str]) -> dict[str, str]:
    """Map each name to its lowercase first word if that is unique, else to the whole name."""
    heads = [name.split()[0].lower() if name.split() else name for name in names]
    return {
        name: head if heads.count(head) == 1 else name.lower()
        for name, head in zip(names, heads, strict=True)
    }
