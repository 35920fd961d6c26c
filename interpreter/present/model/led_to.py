"""Where answers lead: the things of the next question, and several things chosen one by one.

Takes a `Scene` that has shown the table and a question; follows answers on copies, as far as
nothing is uncertain or hidden, and gives ids of places that the viewer sees now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.present import option_preview
from interpreter.present.model.option_places import about, values_of
from interpreter.present.model.parts import Id, Item, Picks
from interpreter.present.model.scene import Scene
from interpreter.run import handles
from interpreter.run.machine import Runaway

if TYPE_CHECKING:
    from interpreter.ir.declared import Site
    from interpreter.run.state import BaseState
    from interpreter.run.state import Option as EngineOption

MOST_PICKED = 20  # most things of one choice that are followed
MOST_LED_TO = 80  # most answers of the next question


def leads_to(scene: Scene, after: BaseState | None) -> tuple[tuple[Id, str], ...]:
    """List the things that the question after an option is about, each with its answer there.

    The answer is empty where several are about one thing."""
    if after is None or not 1 < len(after.options) <= MOST_LED_TO:
        return ()
    site = scene.program.sites[after.site]
    if site.several:
        return ()
    names = handles.option_handles(scene.plan, after)
    found: dict[Id, list[str]] = {}
    whole = [frozenset(about(scene, site, option)) for option in after.options]
    shared = frozenset.intersection(*whole)
    for name, ids in zip(names, whole, strict=True):
        for place in ids - shared:
            found.setdefault(place, []).append(name if len(ids - shared) == 1 else "")
    return tuple((place, took[0] if len(took) == 1 else "") for place, took in found.items())


def picks(scene: Scene, site: Site) -> Picks | None:
    """Describe a choice of several things that the rules ask for one by one, in their own order.

    None for any other question, and where the things are nowhere in sight."""
    if not site.several:
        return None
    state = scene.state
    found: dict[Id, None] = {}
    least = most = 0
    at: BaseState | None = state
    while at is not None and most < MOST_PICKED:
        done = [number for number, one in enumerate(at.options) if not _chooses(site, one)]
        for option in at.options:
            found.update(dict.fromkeys(about(scene, site, option)))
        if not done:
            least = most + 1
        most += 1
        at = _after_first(scene, at, done)
    return Picks(least, most, tuple(found)) if found else None


def _chooses(site: Site, option: EngineOption) -> bool:
    """Check whether an option chooses something, rather than ending the choice."""
    return any(isinstance(value, int) and value >= 0 for _, value in values_of(site, option))


def _after_first(scene: Scene, at: BaseState, done: list[int]) -> BaseState | None:
    """Choose the first thing on a copy; None if another question follows."""
    first = next((number for number in range(len(at.options)) if number not in done), None)
    if first is None:
        return None
    copy = option_preview.logged_copy(scene.plan, at)
    try:
        scene.plan.choose(copy, first)
    except Runaway:
        return None
    same = copy.site == at.site and copy.actor == at.actor and not copy.over
    return copy if same else None


def offered(scene: Scene, site: Site) -> tuple[Item, ...]:
    """Build the components that options name and that the table shows nowhere, once each.

    Only those that the viewer sees; their ids are `offered.` and a number."""
    found: dict[int, Item] = {}
    for option in scene.state.options:
        for kind, value in values_of(site, option):
            if not kind.is_piece or not isinstance(value, int) or value < 0:
                continue
            if value in scene.ids or value in found:
                continue
            if handles.sees_piece(scene.plan, scene.state, value, scene.viewer):
                found[value] = scene.item(value, f"offered.{len(found) + 1}", 0)
    return tuple(found.values())
