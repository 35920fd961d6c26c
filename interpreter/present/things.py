"""What is known of anything that players have a name for: cards, places, values, rules.

Takes a plan, what a viewer sees, and a name; gives lines. What is printed on a component is told to
anyone, as a rulebook would; where one lies, only as far as the viewer sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from interpreter.ir.declared import Design
from interpreter.present import printed_lines, words
from interpreter.present.model.parts import Cell, View, Zone
from interpreter.present.option_matching import plain
from interpreter.present.story.phrases import plural
from interpreter.run.plan import Plan

_T = TypeVar("_T")
LETTERS = 2  # up to this length, a name is tried as a letter first
MOST = 6  # most things of one name that are explained


def explained(plan: Plan, view: View, name: str) -> list[str]:
    """Describe everything known by a name; empty if nothing is called so."""
    wanted = plain(name)
    if not wanted:
        return []
    letters = _letters(plan, name.strip())
    if letters and len(name.strip()) <= LETTERS:
        return letters
    lines = [
        line
        for made in _called(wanted, plan.program.designs, _title)
        for line in _design(plan, view, made)
    ]
    cells = [cell for board in view.boards for cell in board.cells]
    found = _called(wanted, cells, lambda cell: cell.say)
    lines += [_cell(view, cell) for cell in found if not lines or cell.told or _lying(view, cell)]
    lines += letters
    lines += _facts(plan, view, wanted)
    return lines or _rules(plan, wanted)


def _title(made: Design) -> str:
    return made.title


def _called(wanted: str, things: Sequence[_T], title: Callable[[_T], str]) -> list[_T]:
    """Find things by name, else by prefix, else by substring; at most `MOST`."""
    titles = [plain(title(one)) for one in things]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [one for one, said in zip(things, titles, strict=True) if fits(said, wanted)]
        if found:
            return found[:MOST]
    return []


def _design(plan: Plan, view: View, made: Design) -> Iterator[str]:
    """Describe what is printed on a component, and where visible ones lie."""
    kind = plan.program.kinds[made.kind]
    facts = [words.spoken(kind.name), *printed_lines.printed_facts(plan, made)]
    text = f" {' '.join(made.text.split())}" if made.text else ""
    yield f"{made.title} ({', '.join(facts)}).{text}"
    places = list(dict.fromkeys(_places(view, made.id)))
    if places and len(places) <= MOST:
        yield f"It lies: {', '.join(places)}."


def _places(view: View, design: str) -> Iterator[str]:
    for zone in view.zones:
        if _holds(zone, design):
            yield zone.say
    for board in view.boards:
        for cell in board.cells:
            if any(_holds(zone, design) for zone in cell.zones):
                yield cell.say
    for seat in view.seats:
        whose = "your" if seat.you else f"{seat.called or seat.say}'s"
        for zone in seat.zones:
            if _holds(zone, design):
                yield f"{whose} {zone.say}"


def _holds(zone: Zone, design: str) -> bool:
    return any(item.design == design for item in zone.items)


def _lying(view: View, cell: Cell) -> list[str]:
    """List what lies on a space, after its owner."""
    names = {seat.seat: seat.called or seat.say for seat in view.seats}
    made = []
    for item in (item for zone in cell.zones for item in zone.items):
        many = f"{item.n} {plural(item.say)}" if item.n > 1 else item.say
        made.append(f"{names[item.owner]} {many}" if item.owner in names else many)
    return made


def _cell(view: View, cell: Cell) -> str:
    """Describe what is on a space."""
    facts = [f"{one.say} {one.text}" for one in cell.facts if not one.idle and not one.of]
    told = [*([cell.told] if cell.told else []), *facts, *_lying(view, cell)]
    return f"{cell.say}: {', '.join(told) or 'nothing lies there'}."


def _letters(plan: Plan, name: str) -> list[str]:
    """Explain what a letter or symbol stands for."""
    found = []
    for values in plan.program.values.values():
        for number in range(len(values.members)):
            title = words.value_title(plan, values.name, number)
            letter = words.value_letter(plan, values.name, number)
            if name in (letter, title) and letter and letter != title:
                found.append(f"{letter} stands for {title} ({words.spoken(values.name)}).")
    for made in plan.program.designs:
        letter = words.design_letters(plan, made.kind).get(made.id, "")
        if letter and letter == name and made.title != name:
            found.append(f"{letter} stands for {made.title} ({words.spoken(made.kind)}).")
    return list(dict.fromkeys(found))


def _facts(plan: Plan, view: View, wanted: str) -> list[str]:
    """Describe everyone's value of a field, or the contents of a zone, of this name.

    Falls back to where it is printed."""
    held: dict[str, list[str]] = {}
    for seat in view.seats:
        who = "you" if seat.you else seat.called or seat.say
        for fact in seat.facts:
            if wanted in (plain(fact.say), plain(fact.short)):
                text = fact.text if not isinstance(fact.value, bool) else YES_NO[fact.value]
                held.setdefault(fact.say, []).append(f"{who} {text}")
        for zone in seat.zones:
            if plain(zone.say) == wanted:
                held.setdefault(zone.say, []).append(f"{who} {_in_zone(zone)}")
    for fact in view.facts:
        if plain(fact.say) == wanted:
            held.setdefault(fact.say, []).append(fact.text)
    for zone in view.zones:
        if plain(zone.say) == wanted:
            held.setdefault(zone.say, []).append(_in_zone(zone))
    lines = [f"{words.capital(say)}: {', '.join(told)}." for say, told in held.items()]
    return lines or _printed(plan, wanted)


def _printed(plan: Plan, wanted: str) -> list[str]:
    """Say on which components an attribute of this name is printed."""
    for kind in plan.program.kinds.values():
        for name in kind.printed:
            title = words.field_title(plan, name)
            if plain(title) == wanted:
                return [f"{words.capital(title)} is printed on {words.spoken(kind.plural)}."]
    return []


YES_NO = ("no", "yes")


def _in_zone(zone: Zone) -> str:
    """Describe the visible contents of a zone, or else their number."""
    seen = [one for one in zone.items if not one.hidden]
    if seen and len(seen) == len(zone.items):
        return ", ".join(f"{one.n} {one.say}" if one.n > 1 else one.say for one in seen)
    return "?" if zone.size is None else str(zone.size)


def _rules(plan: Plan, wanted: str) -> list[str]:
    """Return the title and citations of the menu action of this name."""
    offered = {item[2] for site in plan.program.sites if site.sort == "menu" for item in site.items}
    funcs = [plan.program.funcs[name] for name in offered if name in plan.program.funcs]
    found = [one for one in funcs if plain(one.title).startswith(wanted) and "{" not in one.title]
    if not found:
        return []
    func = min(found, key=lambda one: one.name)
    cited = [plan.program.citations.get(cite, "") or cite for cite in func.cites]
    return [f"{func.title}. {'; '.join(cited)}".rstrip()]
