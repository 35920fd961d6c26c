"""Boards ready to be drawn: spaces and their contents, links, lanes, pictures.

Takes a `Scene`; gives `Board`s, also for what lies with the values of a list. Where `game.yaml`
says nothing, a board has the shape of its declaration."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import nodes
from interpreter.ir.declared import Board as Declared
from interpreter.ir.declared import Design, Family, Field, Kind
from interpreter.ir.layout import BoardLook, Mark, ParallelTracks
from interpreter.present import words
from interpreter.present.model import computed_looks, facts
from interpreter.present.model.parts import Board, Cell, Fact, Id, Item, Zone
from interpreter.present.model.scene import Scene
from interpreter.run import handles
from interpreter.run.plan import Plan, cached

LONGEST = 60  # most spaces of a lane that are drawn
LETTERS = 3  # least letters of a landmark's name


def boards(scene: Scene) -> tuple[Board, ...]:
    """Build all boards: declared ones, landmark lists, lanes, then values without a lane.

    Boards with neither cells nor lanes are left out."""
    made = [board(scene, declared) for declared in scene.program.boards.values()]
    made += landmark_lists(scene)
    drawn = []
    for lanes in scene.program.layout.lanes:
        drawn.append(lanes.holder)
        made.append(lanes_board(scene, lanes))
    for name in scene.program.values:
        if name not in drawn:
            made += values_board(scene, name)
    return tuple(one for one in made if one.cells or one.lanes)


# ------------------------------------------------------------------------------ declared boards


def board(scene: Scene, declared: Declared) -> Board:
    """Build a declared board with all its spaces."""
    look = scene.program.layout.boards.get(declared.name, BoardLook())
    if declared.of_kind:
        return _of_components(scene, declared, look)
    cells = tuple(_space(scene, declared, look, space) for space in range(declared.spaces))
    width = declared.width or declared.spaces
    return Board(
        declared.name,
        facts.titled(scene.plan, declared.name)[0],
        declared.sort,
        (width, declared.height or 1),
        cells,
        edges=look.edges,
        picture=look.picture,
        coordinates=bool(look.coordinates) or declared.sort == "ring",
    )


def space_id(scene: Scene, declared: str, space: int) -> Id:
    """Return the view id of a space, such as `map.red_area`."""
    return f"{declared}.{handles.space_handle(scene.plan, declared, space)}"


def _space(scene: Scene, declared: Declared, look: BoardLook, space: int) -> Cell:
    place = space_id(scene, declared.name, space)
    holder = f"space:{declared.name}"
    zones = [*scene.zones(holder, space, f"{place}.{{}}")]
    family = next((f for f in scene.program.families if f.board == declared.name), None)
    if family is not None:
        piece = getattr(scene.state, f"z_{family.key}")[space]
        lying: tuple[Item, ...] = ()
        if piece >= 0:
            seen = handles.sees_piece(scene.plan, scene.state, piece, scene.viewer)
            back = handles.design(scene.plan, piece).kind
            lying = (scene.item(piece, place, 0),) if seen else scene.backs(back, 1)
        zones.insert(0, Zone(place, family.name, "", "space", lying, len(lying)))
    marks = () if any(zone.items for zone in zones) else _of_empty(scene, look, space)
    return Cell(
        place,
        words.space_title(scene.plan, declared.name, space),
        _at(declared, space),
        _name(declared, look, space),
        (*scene.facts(holder, space), *marks),
        tuple(zones),
        part=_part(scene, declared, space),
    )


def _of_empty(scene: Scene, look: BoardLook, space: int) -> tuple[Fact, ...]:
    """List the layout's marks for an empty space whose tests hold."""
    return tuple(
        Fact(say.replace(" ", "_"), say, True, "yes", short=letter)
        for letter, say, number in look.empty
        if computed_looks.worked_out(scene.plan, scene.state, number, space)
    )


def _part(scene: Scene, declared: Declared, space: int) -> str:
    """Return the title of the part a space belongs to on a divided board; empty for the middle."""
    values, of_spaces = declared.divided
    part = of_spaces[space] if values else -1
    return words.value_title(scene.plan, values, part) if part >= 0 else ""


def _at(declared: Declared, space: int) -> tuple[int, int]:
    """Return the column and row of a space; for hexes on a hexagon, their two axial coordinates."""
    if declared.sort in ("hexes", "rhombus"):
        one, other = (int(n.replace("m", "-")) for n in declared.names[space].split("_"))
        return (other - 1, one - 1) if declared.sort == "rhombus" else (one, other)
    if declared.width:
        return space % declared.width, space // declared.width
    return space, 0


def _name(declared: Declared, look: BoardLook, space: int) -> str:
    """Return the short name of a space, drawn and typed; empty if it has none.

    This is its coordinate where the layout asks for coordinates, or its number on a ring."""
    if look.coordinates:
        return words.coordinate(declared, look.coordinates, space)
    return str(space + 1) if declared.sort == "ring" else ""


def _of_components(scene: Scene, declared: Declared, look: BoardLook) -> Board:
    """Build a board whose spaces are components, from those the viewer sees.

    Records the id of each component in the scene."""
    kind = scene.program.kinds[declared.of_kind]
    cells = []
    for piece in range(kind.first, kind.last):
        if not handles.sees_piece(scene.plan, scene.state, piece, scene.viewer):
            continue
        design = handles.design(scene.plan, piece)
        place = space_id(scene, declared.name, piece - kind.first)
        cells.append(
            Cell(
                place,
                design.title,
                design.at or (0, 0),
                design.title,
                (*facts.printed_facts(scene.plan, design), *scene.facts(kind.name, piece)),
                scene.zones(kind.name, piece - kind.first, f"{place}.{{}}"),
                computed_looks.filled(scene.plan, scene.state, look.note, piece)
                or note(scene, kind.name, piece),
                told=_note_in_words(scene, kind.name, piece),
                shows=scene.printed_values(design),
                noted=computed_looks.noted(
                    scene.plan,
                    scene.state,
                    look.note or scene.program.layout.notes.get(kind.name),
                    piece,
                ),
                letter=_printed_letters(scene, design),
            )
        )
        scene.ids.setdefault(piece, place)
    points = all(design.at is not None for design in kind.designs)
    cells += landmarks(scene, declared.name) if points else []
    shape = "rows" if look.row else "points" if points else "list"
    wide = max((cell.at[0] + 1 for cell in cells), default=1) if points else 1
    high = max((cell.at[1] + 1 for cell in cells), default=1) if points else len(cells)
    return Board(
        declared.name,
        facts.titled(scene.plan, declared.name)[0],
        shape,
        (wide, high),
        tuple(cells),
        _links(scene, declared, kind),
        look.edges,
        picture=look.picture,
        coordinates=points or bool(look.picture),
        legend=_legend(scene, kind.name, *(one.name for one in _marked_kinds(scene) if points)),
    )


def note(scene: Scene, holder: str, thing: int) -> str:
    """Render the layout's note for a component or value in brief; empty if there is none."""
    template = scene.program.layout.notes.get(holder)
    return computed_looks.filled(scene.plan, scene.state, template, thing, brief=True)


def noted(scene: Scene, holder: str, thing: int) -> tuple[tuple[str, str], ...]:
    """Return the values in the layout's note for a component or value."""
    template = scene.program.layout.notes.get(holder)
    return computed_looks.noted(scene.plan, scene.state, template, thing)


def _note_in_words(scene: Scene, holder: str, thing: int) -> str:
    """Render the layout's spelled-out note for a component; empty if there is none."""
    template = scene.program.layout.in_words.get(holder)
    return computed_looks.filled(scene.plan, scene.state, template, thing, nobody="nobody")


def _legend(scene: Scene, *holders: str) -> tuple[tuple[str, str], ...]:
    """Collect the signs used in these holders' notes, each with its meaning."""
    legends = scene.program.layout.legends
    return tuple(sign for holder in holders for sign in legends.get(holder, ()))


def _links(scene: Scene, declared: Declared, kind: Kind) -> tuple[tuple[Id, Id], ...]:
    """List pairs of adjacent spaces of a board of components, each pair once; cached."""
    known = _links_of_boards(scene.plan)
    if declared.name not in known:
        near = [{piece - kind.first for piece in pieces} for pieces in declared.neighbours]
        known[declared.name] = tuple(
            (space_id(scene, declared.name, one), space_id(scene, declared.name, other))
            for one, others in enumerate(near)
            for other in sorted(others)
            if one < other or one not in near[other]
        )
    return known[declared.name]


@cached
def _links_of_boards(_: Plan) -> dict[str, tuple[tuple[Id, Id], ...]]:
    """Pairs of adjacent spaces by board; filled by `_links`."""
    return {}


def _printed_letters(scene: Scene, design: Design) -> str:
    """Join the letters that `game.yaml` assigns to the values printed on a component."""
    values = [
        (of.of, design.printed.get(name, -1))
        for name, of in scene.program.kinds[design.kind].printed.items()
        if of.is_value and not facts.is_hidden(scene.plan, name)
    ]
    return "".join(facts.given_letter(scene.plan, of, value) for of, value in values)


def _marked_kinds(scene: Scene) -> list[Kind]:
    """List kinds that have positions on the map but are not its spaces."""
    boards_of = {board.of_kind for board in scene.program.boards.values()}
    return [
        kind
        for kind in scene.program.kinds.values()
        if kind.name not in boards_of and kind.designs and all(one.at for one in kind.designs)
    ]


def landmarks(scene: Scene, board: str) -> list[Cell]:
    """Build cells for components between the spaces of a map, such as cities beside a sea.

    Each is named by a few letters. Records their ids in the scene."""
    found = []
    for kind in _marked_kinds(scene):
        for piece in range(kind.first, kind.last):
            design = handles.design(scene.plan, piece)
            if design.at and handles.sees_piece(scene.plan, scene.state, piece, scene.viewer):
                place = f"{board}.{design.id}"
                short = words.design_letters(scene.plan, kind.name)[design.id]
                name = design.title[: max(LETTERS, len(short))].lower()
                scene.ids.setdefault(piece, place)
                said = note(scene, kind.name, piece)
                found.append(
                    Cell(
                        place,
                        design.title,
                        design.at,
                        name,
                        note=said,
                        of=f"{kind.name}.{design.id}",
                        noted=noted(scene, kind.name, piece),
                    )
                )
    return found


def _landmark(scene: Scene, kind: Kind, piece: int) -> Cell:
    """Build the list entry of a landmark, with its facts, zones and note."""
    design = handles.design(scene.plan, piece)
    place = f"{kind.name}.{design.id}"
    told = (*facts.printed_facts(scene.plan, design), *scene.facts(kind.name, piece))
    zones = scene.zones(kind.name, piece - kind.first, f"{place}.{{}}")
    said = note(scene, kind.name, piece)
    at = (0, piece - kind.first)
    values = noted(scene, kind.name, piece)
    return Cell(place, design.title, at, facts=told, zones=zones, note=said, noted=values)


def landmark_lists(scene: Scene) -> list[Board]:
    """Build a list board for each kind of landmark, with facts, zones and notes."""
    made = []
    for kind in _marked_kinds(scene):
        cells = tuple(
            _landmark(scene, kind, piece)
            for piece in range(kind.first, kind.last)
            if handles.sees_piece(scene.plan, scene.state, piece, scene.viewer)
        )
        title = facts.titled(scene.plan, kind.plural)[0]
        made.append(Board(kind.plural, title, "list", (1, len(cells)), cells))
    return made


# ------------------------------------------------------------------------------ lanes and values


def lanes_board(scene: Scene, lanes: ParallelTracks) -> Board:
    """Build the board of lanes side by side, with their marks."""
    program, plan = scene.program, scene.plan
    number = (
        scene.state.n if lanes.holder == "player" else len(program.values[lanes.holder].members)
    )
    lengths = [
        min(LONGEST, max(0, int(computed_looks.counted(plan, scene.state, lanes.length, lane))))
        for lane in range(number)
    ]
    standing: dict[tuple[int, int], list[Item]] = {}
    for mark in lanes.marks:
        for lane, at, item in _marks(scene, lanes, mark, number):
            standing.setdefault((lane, at), []).append(item)
    cells = []
    heads = []
    for lane in range(number):
        name = _lane_name(scene, lanes.holder, lane)
        base = f"{lanes.name}.{name}"
        for at in range(1, lengths[lane] + 1):
            place = f"{base}.{at}"
            lying = tuple(standing.get((lane, at), ()))
            zone = Zone(place, "marks", "", "space", lying, len(lying))
            says = f"space {at} of {_lane_title(scene, lanes.holder, lane)}"
            cells.append(Cell(place, says, (at - 1, lane), str(at), zones=(zone,)))
        shown = set(_fields_of_marks(scene, lanes))
        kept = () if lanes.holder == "player" else scene.facts(lanes.holder, lane)
        heads.append(
            Cell(
                base,
                _lane_title(scene, lanes.holder, lane),
                (0, lane),
                facts=tuple(fact for fact in kept if fact.key not in shown),
                of="" if lanes.holder == "player" else f"{lanes.holder}.{name}",
            )
        )
    title = facts.titled(plan, lanes.name)[0]
    size = (max(lengths, default=0), number)
    return Board(lanes.name, title, "lanes", size, tuple(cells), lanes=tuple(heads))


def _fields_of_marks(scene: Scene, lanes: ParallelTracks) -> Iterator[str]:
    """Yield the names of fields that the positions of marks already show."""
    for mark in lanes.marks:
        for part in scene.program.looks[mark.at][1].walk():
            if isinstance(part, (nodes.FieldNow, nodes.FieldRaw)):
                yield getattr(part.field, "name", "")


def _lane_name(scene: Scene, holder: str, lane: int) -> str:
    if holder == "player":
        return handles.seat_name(lane)
    return str(scene.program.values[holder].members[lane])


def _lane_title(scene: Scene, holder: str, lane: int) -> str:
    if holder == "player":
        return words.seat_title(lane)
    return words.value_title(scene.plan, holder, lane)


def _marks(
    scene: Scene, lanes: ParallelTracks, mark: Mark, number: int
) -> Iterator[tuple[int, int, Item]]:
    """Yield the lane, the space and the item of each mark of one sort that is on the board."""
    plan, state = scene.plan, scene.state
    if mark.each == lanes.holder:
        things = [(lane, lane) for lane in range(number)]
    else:
        kind = scene.program.kinds[mark.each]
        things = [
            (piece, handles.design(plan, piece).printed[mark.lane])
            for piece in range(kind.first, kind.last)
            if state.loc[piece] >= 0 and handles.sees_piece(plan, state, piece, scene.viewer)
        ]
    for thing, lane in things:
        if mark.shown >= 0 and not computed_looks.worked_out(plan, state, mark.shown, thing):
            continue
        at = int(computed_looks.counted(plan, state, mark.at, thing))
        if at <= 0 or lane < 0:
            continue
        seat = -1
        if mark.each == "player":
            seat = thing
        elif mark.each in scene.program.kinds and scene.program.kinds[mark.each].owned:
            seat = scene.program.owner_of[thing]
        owner = handles.seat_name(seat) if seat >= 0 else ""
        letter = mark.letter or (words.seat_letter(seat) if seat >= 0 else "*")
        yield lane, at, Item(mark.each, letter=letter, colour=owner, owner=owner, design=mark.each)


def values_board(scene: Scene, name: str) -> list[Board]:
    """Build the board of what lies with and is kept for the values of a list.

    Returns an empty list if no visible zone, field or note belongs to the values."""
    holders: list[Family | Field] = [*scene.program.families, *scene.program.fields]
    held = any(one.holder == name and not facts.is_hidden(scene.plan, one.name) for one in holders)
    if not held and name not in scene.program.layout.notes:
        return []
    cells = tuple(
        Cell(
            f"{name}.{member}",
            words.value_title(scene.plan, name, value),
            (0, value),
            member,
            scene.facts(name, value),
            scene.zones(name, value, f"{{}}.{member}"),
            note(scene, name, value),
            noted=noted(scene, name, value),
            letter=words.value_letter(scene.plan, name, value),
            colour=words.value_colour(scene.plan, name, value),
        )
        for value, member in enumerate(scene.program.values[name].members)
    )
    title = facts.titled(scene.plan, name)[0]
    return [Board(name, title, "values", (1, len(cells)), cells, legend=_legend(scene, name))]
