"""Words for everything on the table: values, components, places, amounts, seats.

Takes a plan (its declarations and the words of `game.yaml`) and engine numbers; gives short texts.
Decides nothing about visibility: callers ask `run.handles` first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from interpreter.diagnostics.json_data import Json
from interpreter.present.player_names import faction_of, name_now
from interpreter.run.handles import design, row_space, seat_name, zone_of
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState
from interpreter.run.value_writer import Value, ValueWriter

if TYPE_CHECKING:
    from interpreter.ir.declared import Board, Design, Family, Field
    from interpreter.ir.types import Type


def spoken(name: str) -> str:
    """Replace underscores with spaces: `spell_discard` becomes `spell discard`."""
    return name.replace("_", " ")


def game_title(plan: Plan) -> str:
    """Return the title of the game with its version and house rules."""
    return f"{plan.title} {plan.version}{house_rules(plan)}"


def players(plan: Plan) -> str:
    """Format the number of players: `2 to 4 players`, and the setting that limits it, if any."""
    many = f"{plan.least} to {plan.most}" if plan.least < plan.most else f"{plan.least}"
    because = plan.program.seats_because
    noun = "player" if plan.most == 1 else "players"
    return f"{many} {noun}{f' where {because}' if because else ''}"


def house_rules(plan: Plan) -> str:
    """Format the titles of the house rules: ` with "A short night"`; empty if there are none."""
    laid = [f'"{title}"' for title in plan.program.house_rules]
    return f" with {joined(laid)}" if laid else ""


def capital(text: str) -> str:
    """Capitalize the first letter of a text and leave the others as they are."""
    return text[:1].upper() + text[1:]


def seat_title(seat: int) -> str:
    """Return what a player is called now, by default `Blue`; `nobody` for -1."""
    return name_now(seat) or (capital(spoken(seat_name(seat))) if seat >= 0 else "nobody")


def seat_letter(seat: int) -> str:
    """Return the capital that stands for a player, or a number past the named seats."""
    name = seat_name(seat)
    return name[0].upper() if "_" not in name else name.rsplit("_", 1)[1]


def joined(parts: Iterable[str], last: str = "and") -> str:
    """Join parts in prose: `a`, `a and b`, `a, b and c`."""
    listed = list(parts)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {last} {listed[-1]}"


def counted(number: int, one: str, many: str) -> str:
    """Format a number with the matching noun: `1 spell`, `2 spells`."""
    return f"{number} {one if number == 1 else many}"


# ------------------------------------------------------------------------------ values


def _word(plan: Plan, values: str, value: int) -> Json:
    listed = plan.program.words.get(values)
    member = plan.program.values[values].members[value]
    word = listed.get(member) if isinstance(listed, dict) else None
    return word if isinstance(word, dict) else {}


def value_title(plan: Plan, values: str, value: int) -> str:
    """Return the title of a value as players read it; `none` for -1."""
    if value < 0:
        return "none"
    member = plan.program.values[values].members[value]
    return str(_word(plan, values, value).get("title") or capital(spoken(member)))


def value_letter(plan: Plan, values: str, value: int) -> str:
    """Return the letter that stands for a value on a board; `.` for -1."""
    if value < 0:
        return "."
    return _letters(plan, values)[value]


@cached
def _letters(plan: Plan, values: str) -> tuple[str, ...]:
    """Return a letter per value: from `game.yaml`, or else its shortest unique prefix."""
    members = plan.program.values[values].members
    made: list[str] = [
        str(_word(plan, values, value).get("letter") or "") for value in range(len(members))
    ]
    for value, member in enumerate(members):
        if made[value]:
            continue
        title = member.replace("_", "").capitalize()
        for length in range(1, len(title) + 1):
            short = title[:length]
            others = (m for i, m in enumerate(members) if i != value)
            if short not in made and not any(
                o.replace("_", "").capitalize().startswith(short) for o in others
            ):
                break
        made[value] = short
    return tuple(made)


@cached
def design_letters(plan: Plan, kind: str) -> dict[str, str]:
    """Map the designs of a kind to letters, by id; cached.

    They come from `game.yaml`, or else are the shortest unique prefixes of the titles."""
    titles = {one.id: one.title.replace(" ", "") for one in plan.program.kinds[kind].designs}
    made: dict[str, str] = {}
    for name, title in titles.items():
        rest = tuple(other.casefold() for key, other in titles.items() if key != name)
        starts = (title[:n] for n in range(1, len(title) + 1))
        alone = (s for s in starts if not any(o.startswith(s.casefold()) for o in rest))
        made[name] = next(alone, title)
    given = plan.program.words.get(kind)
    for name, word in given.items() if isinstance(given, dict) else ():
        if name in made and isinstance(word, dict) and word.get("letter"):
            made[name] = str(word["letter"])
    return made


def design_colour(plan: Plan, kind: str, made: Design) -> str:
    """Return the colour of a design's first printed value that has one; empty if none."""
    for name, of in plan.program.kinds[kind].printed.items():
        value = made.printed.get(name)
        if of.is_value and isinstance(value, int) and value_colour(plan, of.of, value):
            return value_colour(plan, of.of, value)
    return ""


def value_colour(plan: Plan, values: str, value: int) -> str:
    """Return the colour of a value; empty if it has none."""
    return str(_word(plan, values, value).get("colour") or "") if value >= 0 else ""


def field_title(plan: Plan, name: str) -> str:
    """Return the title of a field: from `game.yaml`, or else its name in words."""
    fields = plan.program.words.get("fields")
    word = fields.get(name) if isinstance(fields, dict) else None
    if isinstance(word, dict) and word.get("title"):
        return str(word["title"])
    return spoken(name.removeprefix(f"{faction_of(plan, name)}_"))


def amounts_words(plan: Plan, values: str, amounts: Sequence[int]) -> str:
    """Format amounts with titles: `3 Worker and 2 Reeds`, or `nothing`."""
    parts = [f"{n} {value_title(plan, values, i)}" for i, n in enumerate(amounts) if n]
    return joined(parts) or "nothing"


def amounts_letters(plan: Plan, values: str, amounts: Sequence[int]) -> str:
    """Format amounts with letters: `3W 2R`, or `nothing`."""
    parts = [f"{n}{value_letter(plan, values, i)}" for i, n in enumerate(amounts) if n]
    return " ".join(parts) or "nothing"


def typed_words(plan: Plan, kind: Type, value: Value) -> str:
    """Format an engine value in words by its type, without places.

    Does not check visibility."""
    return TitleWriter(plan).write(kind, value)


class TitleWriter(ValueWriter[str]):
    """Writes values by the titles that players read."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def none(self, kind: Type) -> str:
        return "none"

    def amounts(self, kind: Type, counts: Sequence[int]) -> str:
        return amounts_words(self.plan, kind.of, counts)

    def several(self, kind: Type, values: Sequence[Value]) -> str:
        return joined(self.write(kind.element, one) for one in values) or "none"

    def joint(self, kind: Type, value: int) -> str:
        return ", ".join(
            f"{spoken(name) + ' ' if part.is_number else ''}{self.write(part, one)}"
            for name, part, one in kind.split(value)
        )

    def number(self, kind: Type, value: int) -> str:
        return f"{value / 2:g}" if kind.halves else str(value)

    def yes_no(self, kind: Type, value: int) -> str:
        return "yes" if value else "no"

    def word(self, kind: Type, value: int) -> str:
        return value_title(self.plan, kind.of, value)

    def player(self, kind: Type, value: int) -> str:
        return seat_title(value)

    def piece(self, kind: Type, value: int) -> str:
        return str(design(self.plan, value).title)

    def space(self, kind: Type, value: int) -> str:
        return space_title(self.plan, kind.of, value)

    def lane(self, kind: Type, value: int) -> str:
        return lane_title(self.plan, kind.of, value)

    def other(self, kind: Type, value: int) -> str:
        if kind.is_title:
            return str(self.plan.program.designs[value].title)
        return str(value)


# ------------------------------------------------------------------------------ places


def turn_word(plan: Plan) -> str:
    """Return the game's word for a player's time to act: `Turn`, or `Round` if it has no turns."""
    return "Turn" if any(f.sort == "turn" for f in plan.program.funcs.values()) else "Round"


def space_title(plan: Plan, board: str, space: int) -> str:
    """Name a space: `row 2, column 3` of a grid, `hex 1, -2`, or the component it is.

    A space of a row (`board` is then `zone:` with its family) is `space 2 of the quest track`."""
    if board.startswith("zone:"):
        found = row_space(plan, board, space)
        return f"space {found[2] + 1} of {zone_title(plan, *found)}" if found else "no space"
    made = plan.program.boards[board]
    if made.of_kind:
        return str(design(plan, plan.program.kinds[made.of_kind].first + space).title)
    look = plan.program.layout.boards.get(board)
    if look is not None and look.coordinates:
        return coordinate(made, look.coordinates, space)
    if made.sort in ("grid", "rhombus", "hexes"):
        return plain_space(made, space)
    if made.sort == "ring":
        return f"space {made.names[space]}"
    return spoken(made.names[space])


def plain_space(board: Board, space: int) -> str:
    """Name a space by row and column or hex coordinates; empty for no space."""
    if space < 0:
        return ""
    one, other = board.names[space].replace("m", "-").split("_")
    if board.sort == "hexes":
        return f"hex {one}, {other}"
    return f"row {one}, column {other}"


def coordinate(board: Board, how: str, space: int) -> str:
    """Return the coordinate of a grid space, such as `f6`.

    Columns have letters; rows count from the top, or from the bottom if `how` ends with `upwards`.
    In a hexagon, rows have letters from the top and the lines falling to the right have numbers."""
    row, column = (int(part.replace("m", "-")) for part in board.names[space].split("_"))
    if board.sort == "hexes":
        radius = board.width // 2
        return f"{column_letters(column + radius + 1)}{row + radius + 1}"
    number = board.height + 1 - row if how.endswith("upwards") else row
    return f"{column_letters(column)}{number}"


def column_letters(column: int) -> str:
    """Convert a column number from 1 on to letters: 1 is `a`, 26 `z`, 27 `aa`."""
    made = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        made = chr(97 + rest) + made
    return made


def lane_title(plan: Plan, board: str, lane: int) -> str:
    """Name a line of a board: `row 2 from the left`, with the layout's coordinates if any."""
    said = spoken(plan.program.boards[board].lane_names[lane]).replace(" from ", " from the ")
    look = plan.program.layout.boards.get(board)
    sort, number, *rest = said.split(" ")
    if look is None or not look.coordinates or sort not in ("row", "column"):
        return said
    if sort == "column":
        number = column_letters(int(number))
    elif look.coordinates.endswith("upwards"):
        number = str(plan.program.boards[board].height + 1 - int(number))
    return " ".join([sort, number, *rest])


def holder_title(plan: Plan, family: Family, owner: int) -> str:
    """Return the holder of a zone as a prefix: `Blue's `, `Worker `; empty for the table."""
    if family.holder == "player":
        return f"{seat_title(owner)}'s "
    if family.holder in plan.program.values:
        return f"{value_title(plan, family.holder, owner)} "
    return ""


def zone_title(plan: Plan, family: Family, owner: int, spot: int = 0) -> str:
    """Name a zone: `Blue's hand`, `the spell deck`, `row 2, column 3 of the field`."""
    name = spoken(family.name)
    if family.board:
        return f"{space_title(plan, family.board, spot)} of the {name}"
    if family.of_spaces:
        return space_title(plan, family.holder[6:], owner)
    if family.holder in plan.program.kinds:
        bearer = design(plan, plan.program.kinds[family.holder].first + owner).title
        return f"{bearer}'s {name}" if not bearer.endswith("s") else f"{bearer}' {name}"
    whose = holder_title(plan, family, owner)
    if family.holder in plan.program.values:
        return f"the {whose}{name}"
    return f"{whose}{name}" if whose else f"the {name}"


def place_title(plan: Plan, place: int) -> str:
    """Name a place; `the box` outside the table."""
    found = zone_of(plan, place)
    return zone_title(plan, *found) if found is not None else "the box"


# ------------------------------------------------------------------------------ pieces


@cached
def _shown_field(plan: Plan, kind: str) -> Field | None:
    """Find the visible field of a kind that holds a word of a list; None if it has none."""
    hide = plan.program.layout.hide
    every = (one for one in plan.program.fields if one.holder == kind)
    return next((one for one in every if one.type.is_value and one.name not in hide), None)


def shown_value(plan: Plan, state: BaseState, piece: int) -> tuple[str, int] | None:
    """Return the value list and the value that a component shows, such as a die's face.

    The value is -1 while it shows none; None if the kind has no such visible field."""
    kept = _shown_field(plan, design(plan, piece).kind)
    return None if kept is None else (kept.type.of, getattr(state, f"f_{kept.key}")[piece])


def shown_number(plan: Plan, state: BaseState, piece: int) -> int | None:
    """Return the number that a component shows, such as a six-sided die.

    None unless the kind is unowned, has a single design, and has a visible number."""
    made = design(plan, piece)
    kind = plan.program.kinds[made.kind]
    if kind.owned or len(kind.designs) != 1:
        return None
    for kept in plan.program.fields:
        hidden = kept.name in plan.program.layout.hide
        if kept.holder == made.kind and kept.type.is_number and not hidden:
            number: int = getattr(state, f"f_{kept.key}")[piece]
            return number
    return None


def piece_title(plan: Plan, state: BaseState, piece: int) -> str:
    """Return the title of a visible component, or `die showing Pyramid`; `none` for -1."""
    if piece < 0:
        return "none"
    made = design(plan, piece)
    shows = shown_value(plan, state, piece)
    if shows is not None and shows[1] >= 0:
        return f"{spoken(made.kind)} showing {value_title(plan, *shows)}"
    number = shown_number(plan, state, piece)
    return str(made.title) if number is None else f"{made.title} showing {number}"


def piece_letter(plan: Plan, state: BaseState, piece: int) -> str:
    """Return the one to three characters that stand for a component on a board."""
    made = design(plan, piece)
    shows = shown_value(plan, state, piece)
    if shows is not None:
        return value_letter(plan, *shows)
    number = shown_number(plan, state, piece)
    if number is not None:
        return str(number)
    if plan.program.kinds[made.kind].owned:
        owner = plan.program.owner_of[piece]
        letter = seat_letter(owner)
        same = plan.program.kinds[made.kind].designs
        return letter if len(same) == 1 else letter + made.title[:1].lower()
    if len(plan.program.kinds[made.kind].designs) > 1:
        for name, kind in plan.program.kinds[made.kind].printed.items():
            if kind.is_value and isinstance(made.printed.get(name), int):
                return value_letter(plan, kind.of, made.printed[name])
    return "".join(word[0] for word in made.title.split()[:2]).upper()


def piece_colour(plan: Plan, state: BaseState, piece: int) -> str:
    """Return the colour in which a component is drawn; empty if it has none."""
    shows = shown_value(plan, state, piece)
    if shows is not None:
        return value_colour(plan, *shows)
    if plan.program.kinds[design(plan, piece).kind].owned:
        return seat_name(plan.program.owner_of[piece])
    return ""
