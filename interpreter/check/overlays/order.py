"""The order in which overlays are applied, and conflicts between their changes.

Overlays come in the order in which they are named, unless one of them says `comes after` another.
Takes overlays and their changes; sorts them, and reports warnings. Must not know the rules.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from interpreter.check.overlays.changes import Overlay, OverlayChange
from interpreter.check.overlays.entries import ComponentEntry
from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.program import Program
from interpreter.ir.standing import Hook
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.parser import RESERVED
from interpreter.syntax.source_words import is_name

_LAST_WORD = (
    ast.SetSetting,
    ast.ShowNumber,
    ast.Replace,
    ast.ReplaceRule,
    ast.ChangeKind,
    ast.Remove,
)
"""Changes after which nothing is left of what was there before."""

_MORE = (ast.Extend, ast.ExtendRule, ast.ExtendValues, ast.Insert, ast.Offer, ast.Tighten)
"""Changes that add to a rule: any number of them take effect together."""

SUFFIX = ".rules"
WHOLE = ""  # in place of the name of a line: the whole component


def said_to_follow(overlay: Overlay) -> list[Word]:
    """List the overlays that this one says it comes after, as written."""
    return [
        word
        for line in overlay.node.changes
        if isinstance(line, ast.ComesAfter)
        for word in line.names
    ]


def named(word: Word) -> str:
    """Return the overlay name that a word refers to, without quotes and file suffix."""
    return word.text.strip('"').removesuffix(SUFFIX)


def written(name: str) -> str:
    """Format an overlay name for a rule: in quotes where it is no name of the language."""
    return name if is_name(name) and name not in RESERVED else f'"{name}"'


def in_order(laid: Sequence[Overlay], others: Sequence[str], report: Report) -> list[Overlay]:
    """Sort overlays by their `comes after` lines, otherwise keeping their order.

    Unknown names and cycles are reported; the overlays of a cycle keep their order. `others` are
    overlays that exist but are not applied: naming one is no fault.
    """
    known = {one.name for one in laid} | set(others)
    for overlay in laid:
        for word in said_to_follow(overlay):
            if named(word) not in known or named(word) == overlay.name:
                _unknown(word, known - {overlay.name}, report)
    waiting = list(laid)
    ordered: list[Overlay] = []
    while waiting:
        names = {one.name for one in waiting}
        free = next((one for one in waiting if not (_before(one) & names - {one.name})), None)
        if free is None:
            _circle(waiting, report)
            return [*ordered, *waiting]
        waiting.remove(free)
        ordered.append(free)
    return ordered


def perhaps_of_another(
    overlay: Overlay, laid: Collection[str], others: Collection[str], report: Report, first: int
) -> None:
    """Note that what an overlay misses may be in one that it comes after, and that is not laid on:
    this is added to what was told of it, from problem number `first` on. Where there is no such
    overlay, that has been told, and what it misses may follow from it."""
    if len(report.found) == first:
        return
    away = [named(word) for word in said_to_follow(overlay) if named(word) not in laid]
    if not away:
        return
    told = report.found[first:]
    del report.found[first:]
    for one in told:
        if one.slug == "unhit" and not one.helps:
            if not {*away} <= {*others}:
                continue
            names = " ".join(f"--variant {shlex.quote(name + SUFFIX)}" for name in away)
            help = f"it may be in `{away[0]}`, which is not laid on: add `{names}`"
            one = replace(one, helps=(help,))
        report.found.append(one)


def _before(overlay: Overlay) -> set[str]:
    return {named(word) for word in said_to_follow(overlay)}


def _unknown(word: Word, known: Iterable[str], report: Report) -> None:
    guess = nearest(named(word), known)
    report.add(
        "unhit",
        word.span,
        f"there is no other overlay called `{named(word)}`",
        notes=(f"there are: {listed(known)}",) if known and not guess else (),
        helps=(f"did you mean `{written(guess)}`?",)
        if guess
        else ("an overlay has the name of its file, without `.rules`",),
        fix=(word.span, written(guess)) if guess else None,
    )


def _circle(waiting: Sequence[Overlay], report: Report) -> None:
    names = {one.name for one in waiting}
    words = [word for one in waiting for word in said_to_follow(one) if named(word) in names]
    report.add(
        "overlay-unfit",
        words[0].span,
        f"{len(waiting)} overlays come after each other",
        others=tuple(Label(word.span, "and here") for word in words[1:4]),
        helps=("leave out one of these lines",),
    )


def later_first(program: Program, laid: Sequence[Overlay]) -> None:
    """Sort `instead` triggers: those of overlays first, the latest overlay foremost.

    Those of the game follow, in the order of its files.
    """
    ranks = {one.source.path: -number for number, one in enumerate(laid, 1)}

    def rank(hook: Hook) -> int:
        return ranks.get(hook.span.source.path, 0)

    for func in program.funcs.values():
        func.hooks_instead.sort(key=rank)
    others = [one for one in program.answers if one.sort != "instead"]
    replacing = [one for one in program.answers if one.sort == "instead"]
    program.answers[:] = [*others, *sorted(replacing, key=lambda one: rank(one.hook))]


# ------------------------------------------------------------------------------ clashes


def report_clashes(
    laid: Sequence[Overlay], changes: Sequence[OverlayChange], report: Report
) -> None:
    """Warn of two changes of one thing, unless an overlay says that it comes after the other."""
    touched: _Touched = {}
    told: set[tuple[str, ...]] = set()
    ordered = _settled(laid)
    for change in changes:
        for key, span in _keys(change):
            clash = None if key in told else _clashing(change, _touching(touched, key), ordered)
            if clash is not None:
                told.add(key)
                _clash(change, clash, key, span, report)
            alike = touched.setdefault(key[:2], {}).setdefault(key, {})
            sort = change.overlay, type(change.node)
            alike.pop(sort, None)
            alike[sort] = change


_Touched = dict[
    tuple[str, ...], dict[tuple[str, ...], dict[tuple[Overlay, type[ast.Change]], OverlayChange]]
]
"""What was changed before, thing by thing and line by line: of the changes of one sort in one
overlay, which clash with the same others, only the last."""


def _clashing(
    change: OverlayChange, before: Sequence[OverlayChange], ordered: Collection[tuple[str, str]]
) -> OverlayChange | None:
    """Find the latest earlier change that a change conflicts with; None if there is none."""
    for earlier in reversed(before):
        if isinstance(change.node, _MORE) and isinstance(earlier.node, _MORE):
            continue
        same = earlier.overlay is change.overlay
        if same and not isinstance(change.node, _LAST_WORD) and change.sort != "component":
            continue
        if not same and (change.overlay.name, earlier.overlay.name) in ordered:
            continue
        if _never_both(change, earlier):
            continue
        return earlier
    return None


def _never_both(change: OverlayChange, earlier: OverlayChange) -> bool:
    """Whether the conditions of two changes of one setting keep them apart: one overlay says both
    for that very reason, and of two it must be plain to see (`number of players is 2`, `... is 3`).
    """
    said, before = _condition(change), _condition(earlier)
    if said == before:
        return False
    if change.overlay is earlier.overlay:
        return True
    (asked, _, value), (same, _, other) = said.rpartition(" is "), before.rpartition(" is ")
    return asked == same and value.isdecimal() and other.isdecimal()


def _touching(touched: _Touched, key: tuple[str, ...]) -> list[OverlayChange]:
    """List the earlier changes of the same thing.

    The removal of a component touches all its lines, and a setting is one thing whatever the
    conditions.
    """
    lines = touched.get(key[:2], {})
    if key[-1] != WHOLE and key[0] != "setting":
        return list(lines.get(key, {}).values())
    return [one for alike in lines.values() for one in alike.values()]


def _settled(laid: Sequence[Overlay]) -> set[tuple[str, str]]:
    """Pairs of names of which the first says, itself or through others, that it comes later."""
    after = {one.name: _before(one) for one in laid}
    for _ in laid:
        after = {
            name: names | {far for near in names for far in after.get(near, ())}
            for name, names in after.items()
        }
    return {(name, one) for name, names in after.items() for one in names}


def _keys(change: OverlayChange) -> list[tuple[tuple[str, ...], Span]]:
    """List the keys of the things that a change touches, each with the span that names it.

    Empty for changes that only add something.
    """
    if change.sort != "component":
        word = change.word
        if isinstance(change.node, ast.SetSetting):
            return [((change.sort, word.text, _condition(change)), word.span)]
        return [] if isinstance(change.node, ast.Add) else [((change.sort, word.text), word.span)]
    if isinstance(change.node, ast.AddComponent):
        return []
    if isinstance(change.node, ast.RemoveComponent):
        return [(("component", change.name, WHOLE), change.word.span)]
    if isinstance(change.node, ast.SetPrinted):
        line = change.node.name
        return [(("component", change.name, line.text), line.span)]
    found: list[tuple[tuple[str, ...], Span]] = []
    if isinstance(change.node, ast.TableRow):
        row = change.node.entry
        assert isinstance(row, ComponentEntry)
        return [(("component", change.name, line), row.spans[line,]) for line in row.data]
    assert isinstance(change.node, ast.ChangeComponent)
    lines = change.node.lines
    for line in (one.name for one in lines if isinstance(one, ast.PrintedLine)):
        found.append((("component", change.name, line.text), line.span))
    if any(isinstance(one, ast.RulesLine) for one in lines):
        found.append((("component", change.name, "rules"), change.word.span))
    return found


def _condition(change: OverlayChange) -> str:
    """Return the text of the condition under which a setting is set; empty if there is none."""
    only = change.node.only if isinstance(change.node, ast.SetSetting) else None
    return "" if only is None else " ".join(only.span.text.split())


def _clash(
    change: OverlayChange, earlier: OverlayChange, key: tuple[str, ...], span: Span, report: Report
) -> None:
    whole = len(key) < 3 or key[2] == WHOLE or key[0] == "setting"
    thing = f"`{key[1]}`" if whole else f"`{key[2]}` of `{key[1]}`"
    later = f"comes after {written(earlier.overlay.name)}"
    first = next((at for one, at in _keys(earlier) if one == key), earlier.word.span)
    if change.overlay is earlier.overlay:
        report.add(
            "overlaid-twice",
            span,
            f"this overlay changes {thing} twice",
            "this one has the last word",
            others=(Label(first, "the first one"),),
            helps=("leave out one of the two",),
        )
        return
    report.add(
        "overlaid-twice",
        span,
        f"two overlays change {thing}",
        "the second one, which is laid on top",
        others=(Label(first, "the first one"),),
        helps=(
            f"if that is right, write `{later}` in this overlay",
            "or play with one of them, or write one that does both",
        ),
    )
