"""What can lie somewhere at a table, by the names that people use for it.

Takes a plan; gives names for `phrases.Names`: titles, kinds, the letters of the map.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.ir.program import Design, Family
from interpreter.present import words
from interpreter.run.plan import Plan
from interpreter.sitting.spoken import SpokenNames

Designs = tuple[Design, ...]


def thing_names(plan: Plan, kinds: Iterable[str]) -> SpokenNames[Designs]:
    """Name all components of some kinds. Those of one title are one thing: whichever
    of them is at hand is meant."""
    names: SpokenNames[Designs] = SpokenNames()
    for name in kinds:
        kind = plan.program.kinds[name]
        titles: dict[str, list[Design]] = {}
        for design in kind.designs:
            titles.setdefault(design.title, []).append(design)
        for title, designs in titles.items():
            names.add(title, tuple(designs))
        for design in kind.designs:
            names.add(design.id, (design,), shown=False)
        if len(titles) == 1:
            names.add(name, tuple(kind.designs), shown=False)
        if kind.alike:
            for design_id, letter in words.design_letters(plan, name).items():
                design = next(d for d in kind.designs if d.id == design_id)
                names.add(letter, (design,), shown=False)
    return names


def kinds_in(families: Iterable[Family]) -> list[str]:
    """List the kinds that may lie in some zones, each once."""
    return list(dict.fromkeys(kind for family in families for kind in family.kinds))
