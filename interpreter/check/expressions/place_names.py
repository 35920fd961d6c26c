"""Names of places: what is said where a deed or a description names a place that is none.

Takes the word and the kind of what lies there; gives one problem, with the places where it can lie
as they are written in that rule. Must not know what is done there.
"""

from __future__ import annotations

from interpreter.check.expressions import name_hints, places
from interpreter.check.scope import Scope
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.program import E, Family
from interpreter.ir.types import Type
from interpreter.syntax.tree import Word

_PLACES = ("space", "lane", "zone")


def no_such(scope: Scope, word: Word, kind: str, piles: bool) -> None:
    """Report a name that stands for no place, with the places that are meant perhaps."""
    ctx = scope.ctx
    whose = name_hints.whose_line(scope, word.text)
    known = _written(scope, kind, piles)
    guess = None if whose else _guess(word.text, known)
    plural = ctx.program.kinds[kind].plural if kind in ctx.program.kinds else "components"
    verb = "are drawn from" if piles else "can lie in"
    helps: tuple[str, ...] = (f"did you mean `{guess}`?",) if guess else ()
    ctx.report.add(
        "unknown-name",
        word.span,
        f"there is nothing called `{word.text}` here",
        "not a name of this game",
        notes=() if guess or whose or not known else (f"{plural} {verb}: {listed(known)}",),
        helps=name_hints.say_whose(scope, whose) if whose else helps,
        fix=(word.span, guess) if guess else None,
    )


def _written(scope: Scope, kind: str, piles: bool) -> dict[str, str]:
    """How each place is written here at which components of a kind, or any, can lie, and its name
    alone."""
    found: dict[str, str] = {}
    for name, (_, known, span) in scope.locals.items():
        place = E("local", (), known.sure(), span, name)
        if piles or name.startswith("_") or not known.known:
            continue
        if known.base in _PLACES if not kind else places.zones_for(scope, place, kind, span):
            found[name] = name
    for family in scope.ctx.program.families:
        if family.holder == "box" or (kind and kind not in family.kinds):
            continue
        if piles and (family.shape != "list" or family.sort == "set"):
            continue
        written = _of_holder(scope, family)
        if written:
            found.setdefault(written, family.name)
    if not piles:
        found.setdefault("the box", "box")
    return found


def _of_holder(scope: Scope, family: Family) -> str:
    """How a zone is written in a rule: `market`, `your hand`, `fruit's store`."""
    if family.holder == "table":
        return family.name
    if family.holder == "player":
        return name_hints.whose_line(scope, family.name)
    holder = family.holder.partition(":")[0]
    here = [name for name, (_, known, _) in scope.locals.items() if _holds(scope, known, family)]
    one = holder if holder in here else next(reversed(here), holder)
    return f"{one}'s {family.name}"


def _holds(scope: Scope, known: Type, family: Family) -> bool:
    return known.known and scope.ctx.holder_of(known.sure()) == family.holder


def _guess(word: str, known: dict[str, str]) -> str | None:
    """The place that a word most likely stands for: spelt nearly so, or the only one with one of
    its words, or the only one there is."""
    bare = {name: written for written, name in known.items()}
    near = nearest(word, bare)
    if near is not None:
        return bare[near]
    words = {one.rstrip("s") for one in word.split("_")} - {"the", "my", "your"}
    alike = [
        written
        for written, name in known.items()
        if words & {one.rstrip("s") for one in name.split("_")}
    ]
    return alike[0] if len(alike) == 1 else None
