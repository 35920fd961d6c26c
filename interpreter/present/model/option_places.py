"""What an option is about: the places, components, values and lines that its parts name.

Takes a `Scene` that has shown the table, a question and one of its options; gives ids and words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.present import labels, words
from interpreter.present.model.board_views import space_id
from interpreter.present.model.parts import BoardLine, Id
from interpreter.present.model.scene import Scene
from interpreter.run import handles

if TYPE_CHECKING:
    from interpreter.ir.declared import Site
    from interpreter.ir.types import Type
    from interpreter.run.state import Option as EngineOption

DEEDS = ("menu", "options", "pay")
"""Questions about what to do, not about what to do it with."""


def values_of(site: Site, option: EngineOption) -> list[tuple[Type, int]]:
    """List the types and values that make up an option; empty for a menu item or payment."""
    if site.sort in DEEDS:
        return []
    if isinstance(option, tuple):
        item = site.type.element
        return [(item, one) for one in option]
    if site.type.is_joint:
        return [(kind, value) for _, kind, value in site.type.split(option)]
    return [(site.type, option)]


def named_parts(site: Site, option: EngineOption) -> list[tuple[str, Type, int]]:
    """List the single values that make up an option, with the name of each choice; not `none`."""
    if site.sort in DEEDS or isinstance(option, tuple):
        return []
    parts = site.type.split(option) if site.type.is_joint else [(site.name, site.type, option)]
    return [(name, kind, value) for name, kind, value in parts if value >= 0]


def parts_of(scene: Scene, site: Site, option: EngineOption) -> list[str]:
    """Describe each part of an option; a visible component on a space by that space."""
    found = []
    for kind, value in values_of(site, option):
        place = _place(scene, kind, value)
        if (
            place
            and kind.is_piece
            and handles.sees_piece(scene.plan, scene.state, value, scene.viewer)
        ):
            cell = _cell_of(scene, value)
            if cell:
                found.append(cell)
                continue
        found.append(labels.value_label(scene.plan, scene.state, kind, value, scene.viewer))
    return found


def _cell_of(scene: Scene, piece: int) -> str:
    """Return the title of the space a component lies on; empty if it lies on none."""
    found = handles.zone_of(scene.plan, scene.state.loc[piece])
    if found is None:
        return ""
    family, owner, spot = found
    board = family.board or (family.holder[6:] if family.of_spaces else "")
    if board:
        return words.space_title(scene.plan, board, spot if family.board else owner)
    for declared in scene.program.boards.values():
        if declared.sort == f"kind:{family.holder}":
            return words.space_title(scene.plan, declared.name, owner)
    return ""


def places_of(scene: Scene, site: Site, option: EngineOption) -> list[Id]:
    """List the ids of the places an option refers to."""
    return [
        place for kind, value in values_of(site, option) if (place := _place(scene, kind, value))
    ]


def _place(scene: Scene, kind: Type, value: object) -> Id:
    if not isinstance(value, int) or value < 0:
        return ""
    if kind.is_piece:
        return scene.ids.get(value, "")
    if kind.is_space:
        if kind.of.startswith("zone:"):
            found = handles.row_space(scene.plan, kind.of, value)
            if found is None:
                return ""
            family, owner, spot = found
            base = (
                family.name
                if family.holder != "player"
                else (f"{family.name}.{handles.seat_name(owner)}")
            )
            return f"{base}.{spot + 1}"
        return space_id(scene, kind.of, value)
    if kind.is_player:
        return f"player.{handles.seat_name(value)}"
    return ""


def about(scene: Scene, site: Site, option: EngineOption) -> tuple[Id, ...]:
    """List the ids of everything an option names, values and lines of a board among them.

    A value has the id `gem.ruby`, a line of a board the id `field.column_1_from_top`; a card that
    is played is what the viewer sees of it."""
    if site.sort == "menu" and isinstance(option, int):
        card = site.items[option][3]
        seen = scene.ids.items() if card else ()
        return tuple(i for piece, i in seen if handles.design(scene.plan, piece).id == card)
    found = []
    for kind, value in values_of(site, option):
        place = _place(scene, kind, value) or _named(scene, kind, value)
        if place:
            found.append(place)
    return tuple(found)


def value_id(scene: Scene, kind: Type, value: int) -> Id:
    """Return the id of a value of a list: `gem.ruby`."""
    return f"{kind.of}.{scene.program.values[kind.of].members[value]}"


def _named(scene: Scene, kind: Type, value: object) -> Id:
    if not isinstance(value, int) or value < 0:
        return ""
    if kind.is_lane:
        return line_id(scene, kind.of, value)
    if kind.is_value:
        return value_id(scene, kind, value)
    return ""


def line_id(scene: Scene, board: str, line: int) -> Id:
    """Return the id of a line of a board, entered at one of its ends."""
    return f"{board}.{scene.program.boards[board].lane_names[line]}"


def lines(scene: Scene, site: Site, board: str) -> tuple[BoardLine, ...]:
    """Build the lines of a board that a question offers, each with its spaces in order."""
    kinds = [kind for _, kind in site.type.elements] if site.type.is_joint else [site.type.element]
    if not any(kind.is_lane and kind.of == board for kind in kinds):
        return ()
    declared = scene.program.boards[board]
    offered = {
        value
        for option in scene.state.options
        for kind, value in values_of(site, option)
        if kind.is_lane and isinstance(value, int) and value >= 0
    }
    return tuple(
        BoardLine(
            line_id(scene, board, line),
            words.spoken(declared.lane_names[line]),
            tuple(space_id(scene, board, cell) for cell in declared.lanes[line]),
        )
        for line in sorted(offered)
    )
