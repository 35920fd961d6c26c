"""What an option is pointed at where it names no thing: what the look or the rules say of its deed.

Takes a `Scene` that has shown the table, a question and one of its options; gives ids, of which a
page uses those that it draws. Nothing is read from titles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from interpreter.ir import nodes
from interpreter.ir.look import PLAYER
from interpreter.ir.walking import walk
from interpreter.present import words
from interpreter.present.model.option_places import DEEDS, named_parts, value_id
from interpreter.present.model.parts import Chip, Id, Option
from interpreter.present.model.scene import Scene
from interpreter.present.story.beat_draft import HOLES
from interpreter.run import handles
from interpreter.run.plan import Plan, cached

if TYPE_CHECKING:
    from interpreter.ir.declared import Site
    from interpreter.run.state import Option as EngineOption

MOST_DICE = 8  # more dice than these are not one thing
MOST_CHIPS = 30  # numbers and values of one question that are laid out


def pointed_at(
    scene: Scene, site: Site, value: EngineOption, option: Option, known: Mapping[str, str]
) -> tuple[Id, ...]:
    """List the ids at which an option is pointed beyond what it is about and leads to.

    `known` maps parts of the asking rule to their wording."""
    found = [
        place
        for name in handles.deeds_of(site, value)
        if (on := scene.program.look.of(name).on)
        for place in _places_named(scene, on)
    ]
    found += [f"{part}.{one}" for part, kind, one in named_parts(site, value) if kind.is_number]
    if found or option.about:
        return tuple(dict.fromkeys(found))
    if declines(site, value):
        return (_mine(scene),)
    if option.leads_to:
        return ()
    return (
        tuple(_by_the_rules(scene, site, value))
        or _changed(scene, option)
        or _asked_about(scene, site, known)
    )


def declines(site: Site, value: EngineOption) -> bool:
    """Check whether an option passes, declines what may be done, or chooses none."""
    if not isinstance(value, int):
        return False
    if site.sort == "menu":
        return bool(site.items[value][1] == "pass")
    if site.sort == "options":
        said = str(site.items[value])  # what may be done is declined by a word of the language
        return said == "No" and f'"{said}"' not in site.span.text
    return site.sort not in DEEDS and value == -1


def _mine(scene: Scene) -> Id:
    assert scene.viewer is not None
    return f"player.{handles.seat_name(scene.viewer)}"


# ---------------------------------------------------------------------- what a look names


def _places_named(scene: Scene, name: str) -> list[Id]:
    """List the ids of what a look names: one's own panel, a place, a number, components."""
    if name == PLAYER:
        return [_mine(scene)]
    seat = _mine(scene).partition(".")[2]
    program = scene.program
    holders = [one.holder for one in program.families if one.name == name]
    holders += [one.holder for one in program.fields if one.name == name]
    holders += ["table" for title, _ in program.layout.shown if title.replace(" ", "_") == name]
    holders += [PLAYER for title, _ in program.layout.counts if title.replace(" ", "_") == name]
    lies = "table" in holders or name in program.values
    lies = lies or name.partition(".")[0] in program.boards
    found = [_held(scene, name) or name] if lies else []
    found += [f"{name}.{seat}"] if PLAYER in holders else []
    for piece, place in () if found else scene.ids.items():
        design = handles.design(scene.plan, piece)
        if name in (design.id, design.kind, program.kinds[design.kind].plural):
            found.append(place)
    return found


def _held(scene: Scene, name: str) -> Id:
    """Return the panel of the player whom a field of the table names; empty for other fields."""
    for kept in scene.program.fields:
        if kept.name == name and kept.holder == "table" and kept.type.is_player:
            seat = getattr(scene.state, f"f_{kept.key}")
            return f"player.{handles.seat_name(seat)}" if seat >= 0 else ""
    return ""


# ---------------------------------------------------------------------- what the rules say


def _by_the_rules(scene: Scene, site: Site, value: EngineOption) -> Iterator[Id]:
    """Yield the dice that a deed rolls, or the pile that it draws from, if it is only one."""
    sources = {one for name in handles.deeds_of(site, value) for one in _sources(scene.plan, name)}
    if len(sources) != 1:
        return
    sort, name = next(iter(sources))
    if sort == "zone":
        yield name
    elif sort == "own zone":
        yield f"{name}.{_mine(scene).partition('.')[2]}"
    else:
        kind = scene.program.kinds[name]
        dice = [place for piece, place in scene.ids.items() if kind.first <= piece < kind.last]
        yield from dice if len(dice) <= MOST_DICE else ()


@cached
def _sources(plan: Plan, deed: str) -> frozenset[tuple[str, str]]:
    """List what a deed rolls and draws from, in whatever it does, each as a sort and a name."""
    funcs, found = plan.program.funcs, set()
    open_, seen = [deed], {deed}
    while open_:
        func = funcs.get(open_.pop())
        for statement in walk(func.body) if func is not None else ():
            if isinstance(statement, (nodes.Roll, nodes.RollOdds)):
                found.add(_rolled(plan, statement))
            elif isinstance(statement, nodes.Draw):
                found.add(_drawn_from(statement))
            elif isinstance(statement, nodes.Call) and statement.rule not in seen:
                seen.add(statement.rule)
                open_.append(statement.rule)
    return frozenset(found)


def _rolled(plan: Plan, statement: nodes.Roll | nodes.RollOdds) -> tuple[str, str]:
    holder = statement.field.holder
    return ("kind" if holder in plan.program.kinds else "else", holder)


def _drawn_from(statement: nodes.Draw) -> tuple[str, str]:
    family = statement.family
    if family.holder == "table":
        return "zone", family.name
    you = [one for one in statement.args[: statement.sources] if _is_you(one)]
    return ("own zone" if you and family.holder == PLAYER else "else", family.name)


def _is_you(one: nodes.Expr) -> bool:
    return isinstance(one, nodes.Local) and one.name == "you"


def _changed(scene: Scene, option: Option) -> tuple[Id, ...]:
    """Return one's own number, or the value of money, if a deed surely changes that alone."""
    seat = _mine(scene).partition(".")[2]
    changed = {one.of or f"{one.key}.{seat}" for one in (*option.gains, *option.pays)}
    return tuple(changed) if len(changed) == 1 else ()


def _asked_about(scene: Scene, site: Site, known: Mapping[str, str]) -> tuple[Id, ...]:
    """Return the panel of the only other player whom a question of yes or no names."""
    func = scene.program.funcs.get(site.func)
    if func is None or site.sort != "options":
        return ()
    told = {hole.strip() for hole in HOLES.findall(func.asks)}
    named = {known.get(name) for name, kind in func.params if kind.is_player and name in told}
    seats = [seat for seat in range(scene.state.n) if words.seat_title(seat) in named]
    others = [f"player.{handles.seat_name(seat)}" for seat in seats if seat != scene.viewer]
    return tuple(others) if len(others) == 1 else ()


# ---------------------------------------------------------------------- numbers and values


def chips(scene: Scene, site: Site) -> tuple[Chip, ...]:
    """List the numbers and values that a question offers, in order, each once.

    Those of which there is only one to choose are left out, and all if they are too many."""
    found: dict[str, dict[Id, Chip]] = {}
    for option in scene.state.options:
        for part, kind, value in named_parts(site, option):
            if kind.is_number or kind.is_value:
                place = f"{part}.{value}" if kind.is_number else value_id(scene, kind, value)
                say = words.capital(words.typed_words(scene.plan, kind, value))
                found.setdefault(part, {})[place] = Chip(place, say, words.spoken(part))
    if sum(map(len, found.values())) > MOST_CHIPS:
        return ()
    several = [held for held in found.values() if len(held) > 1 or len(scene.state.options) == 1]
    return tuple(chip for held in several for chip in held.values())
