"""What house rules change in a game: numbers, rules and components, before and after.

Takes a game's files with overlays; produces plain data with display texts. It reads the game with
and without the overlays, and must not know how a game is played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from interpreter.check import game
from interpreter.check.context import Context
from interpreter.check.option_values import said, worded
from interpreter.check.overlays import bound_changes
from interpreter.check.overlays.attribution import places, read_laid_on
from interpreter.check.overlays.changes import OverlayChange
from interpreter.check.overlays.printed_values import UNSAID
from interpreter.check.overlays.step_changes import body_of
from interpreter.comparing import unreachable_changes
from interpreter.diagnostics import Report, Span
from interpreter.diagnostics.json_data import Json
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

STEP = 4


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting, or the number of players: its value without and with the house rules.

    `before` is empty for a setting that they add; `range` says which values are possible.
    """

    name: str
    title: str
    before: str
    after: str
    range: str = ""


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """A rule or other declaration that is new, changed or removed; texts as tuples of lines.

    `how` says what was done to it, in order, such as `replaced` or `more before it`.
    """

    sort: str
    name: str
    title: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    how: tuple[str, ...]
    place: Span
    follows: tuple[str, ...] = ()
    """Who does it, and what is left out where it ends early."""


@dataclass(frozen=True, slots=True)
class PropertyChange:
    """One property of a component before and after; texts of several lines are rules."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Component:
    """A component that is new, changed or removed."""

    kind: str
    name: str
    title: str
    sort: str
    parts: tuple[PropertyChange, ...]


@dataclass(slots=True)
class Changes:
    """All differences that an overlay makes."""

    numbers: list[SettingChange] = field(default_factory=list)
    rules: list[RuleDifference] = field(default_factory=list)
    components: list[Component] = field(default_factory=list)

    def nothing(self) -> bool:
        """Whether there are no differences."""
        return not (self.numbers or self.rules or self.components)


@dataclass(slots=True)
class Compared:
    """A game without and with its house rules; problems of the latter are in the report."""

    base: Context
    laid: Context
    changes: Changes


def compare(
    files: GameFiles, report: Report, options: Mapping[str, object] | None = None
) -> Compared | None:
    """Compute what the overlays among the files change.

    None, with errors in the report, if they do not fit the game or the game itself has errors.
    """
    alone = Report()
    base = game.read_game(replace(files, overlays=()), alone, options)
    if base is None or alone.errors:
        report.found.extend(alone.found)
        return None
    laid = read_laid_on(files, report, options, (), places(alone))
    if laid is None or report.errors:
        return None
    report.found[:] = [one for one in report.found if one not in alone.found]
    made = Changes(_numbers(base, laid), _rules(laid), _components(base, laid))
    return Compared(base, laid, made)


def between(base: Context, now: Context) -> Changes:
    """Compute the differences between two versions of a game, both without house rules."""
    return Changes(_settings(base, now), list(_edited(base, now)), _components(base, now))


# ------------------------------------------------------------------------------ numbers


def _numbers(base: Context, laid: Context) -> list[SettingChange]:
    found = _settings(base, laid)
    assert laid.overlaid is not None
    for change in laid.overlaid.changes:
        lines = [one for one in (change.old, change.new) if one is not None]
        if change.sort in ("range", "limit") and len(lines) == 2:
            what = "Range of" if change.sort == "range" else "Room in"
            was, then = (bound_changes.said(one, change.name) for one in lines)
            title = f"{what} {change.name.replace('_', ' ')}"
            found.append(SettingChange(change.name, title, was, then))
    return found


def _settings(base: Context, laid: Context) -> list[SettingChange]:
    found = []
    before = f"{base.program.least} to {base.program.most}"
    now = laid.program
    after = f"{now.least} to {now.most}" if now.least < now.most else str(now.least)
    if (base.program.least, base.program.most) != (now.least, now.most):
        found.append(SettingChange("players", "How many play", before, after))
    for name, setting in now.settings.items():
        old = base.program.settings.get(name)
        if old is None:
            found.append(
                SettingChange(name, setting.title, "", str(worded(setting)), said(setting))
            )
        elif (old.value, old.by_players) != (setting.value, setting.by_players):
            found.append(
                SettingChange(
                    name, setting.title, str(worded(old)), str(worded(setting)), said(setting)
                )
            )
    return found


# ------------------------------------------------------------------------------ rules

_NUMBERS = ("setting", "range", "limit")
HOW: dict[type[ast.Tree], str] = {
    ast.Replace: "replaced",
    ast.ReplaceRule: "replaced",
    ast.ExtendRule: "extended",
    ast.ExtendValues: "extended",
    ast.ChangeKind: "changed",
    ast.Tighten: "one more condition",
    ast.Remove: "removed",
    ast.Offer: "offers more",
    ast.Add: "new",
    ast.ShowNumber: "shown",
}


def _rules(laid: Context) -> list[RuleDifference]:
    """List each touched rule once, in the order of its first change."""
    assert laid.overlaid is not None
    by_name: dict[str, list[OverlayChange]] = {}
    for change in [*laid.overlaid.changes, *laid.overlaid.follows]:
        if (change.old is not None or change.new is not None) and change.sort not in _NUMBERS:
            by_name.setdefault(change.name, []).append(change)
    found = []
    for name, changes in by_name.items():
        first, last = changes[0], changes[-1]
        before = _text(first.old, first.old) if first.old is not None else ()
        after = _text(last.new, first.old or last.new) if last.new is not None else ()
        shown = last.new or first.old
        if shown is None or before == after:
            continue
        how = tuple(dict.fromkeys(_how(change) for change in changes))
        replaced = first.old is not None and bool({"replaced", "removed"} & {*how})
        follows = tuple(unreachable_changes.follows(laid, name, first.old, last.new, replaced))
        title, place = _title(first.old or shown), last.word.span
        found.append(RuleDifference(first.sort, name, title, before, after, how, place, follows))
    return found


def _edited(base: Context, now: Context) -> Iterator[RuleDifference]:
    """Yield each named rule that is new, removed, or worded differently."""
    for name in [*base.nodes, *(one for one in now.nodes if one not in base.nodes)]:
        old, new = base.nodes.get(name), now.nodes.get(name)
        before = _text(old, old) if old is not None else ()
        after = _text(new, new) if new is not None else ()
        shown = new or old
        if before == after or shown is None:
            continue
        how = "new" if old is None else "removed" if new is None else "changed"
        func = now.funcs.get(name) or base.funcs.get(name)
        sort = func.sort if func is not None else "rule"
        yield RuleDifference(sort, name, _title(shown), before, after, (how,), shown.span)


def _how(change: OverlayChange) -> str:
    node = change.node
    if change.how:
        return change.how
    if not isinstance(node, ast.Extend | ast.Insert):
        return HOW[type(node)]
    where = node.side.text
    if isinstance(node, ast.Insert):
        step = " ".join(word.text for word in node.step)
        return f"more {where} `{_plain(step)}`"
    return "more before it" if where == "before" else "more after it"


def _plain(text: str) -> str:
    """Strip the surrounding quotes."""
    return text.strip('"')


def _title(node: ast.Tree) -> str:
    title = getattr(node, "title", None)
    return title.text.strip('"') if isinstance(title, Word) else ""


def _text(node: ast.Tree, heading: ast.Tree | None) -> tuple[str, ...]:
    """Print a rule in full, under the heading of the base game and with its latest title."""
    if isinstance(node, ast.Values):
        words = ", ".join(" ".join(word.span.text.split()) for word in node.values)
        return (f"values {node.name.text}: {words}",)
    if isinstance(node, ast.Kind):
        begin = f"kind {node.name.text} plural {node.plural.text}{node.facts.span.text}"
        return (begin, *(" " * STEP + " ".join(line.span.text.split()) for line in node.lines))
    head = heading or node
    body = _body(node)
    if not body:
        return tuple(_dedented(node.span))
    start = head.span.start
    first = _body(head)[0]
    text = head.span.source.text[start : first.span.start].rstrip()
    own, said = getattr(node, "title", None), getattr(head, "title", None)
    if isinstance(own, Word):
        text = text.replace(said.text, own.text) if isinstance(said, Word) else f"{text} {own.text}"
    lines = [" ".join(text.split())]
    for part in body:
        lines += _written(part, STEP)
    return tuple(lines)


def _body(node: ast.Tree) -> Sequence[ast.Tree]:
    """Return the statements or clauses of a rule; empty for other declarations."""
    if isinstance(node, ast.Rule):
        return node.lines
    body = body_of(node) if isinstance(node, ast.NamedRule) else None
    return body.lines if body is not None else ()


def _written(node: ast.Tree, margin: int) -> list[str]:
    """Print a statement with its blocks, whose parts may come from different files."""
    source = node.span.source
    column = source.place(node.span.start)[1] - 1
    if isinstance(node, ast.Menu):
        return _menu(node, margin, column)
    lines: list[str] = []
    at = node.span.start
    for block in ast.blocks_in(node):
        own = [p for p in block.lines if p.span.source is source and p.span.start >= at]
        if not own:
            continue
        lines += _pieces(_own_words(node, at, own[0].span.start), margin, column)
        deeper = source.place(own[0].span.start)[1] - 1 - column
        for part in block.lines:
            lines += _written(part, margin + deeper)
        at = own[-1].span.end
    return lines + _pieces(source.text[at : node.span.end], margin, column)


def _own_words(node: ast.Tree, start: int, end: int) -> str:
    """Slice the source of a clause, keeping only the events it still waits for."""
    text = node.span.source.text
    events = node.events if isinstance(node, ast.After | ast.Before) else None
    if events is None or not start <= events.span.start < events.span.end <= end:
        return text[start:end]
    waits = " or ".join(event.span.text for event in events.events)
    return text[start : events.span.start] + waits + text[events.span.end : end]


def _menu(node: ast.Menu, margin: int, column: int) -> list[str]:
    """Print a menu, whose lines may offer items from elsewhere, or fewer than in their source."""
    lines = _pieces(node.span.source.line(node.span.line)[column:], margin, 0)
    for part in node.lines:
        if isinstance(part, ast.MustTake | ast.MayTake):
            head = part.span.source.text[part.span.start : part.items.span.start]
            offers = ", ".join(item.span.text for item in part.items.items)
            lines += _pieces(head + offers, margin + STEP, 0)
        else:
            lines += _written(part, margin + STEP)
    return lines


def _pieces(text: str, margin: int, column: int) -> list[str]:
    """Split a statement's own text into lines, keeping relative indentation and dropping comments.

    The statement begins at `column` of its source line.
    """
    lines = []
    for number, line in enumerate(text.split("\n")):
        words = re.sub(r"(^|\s)#.*$", "", line).rstrip()
        if words.strip():
            deeper = len(words) - len(words.lstrip()) - column if number else 0
            lines.append(" " * (margin + max(0, deeper)) + words.strip())
    return lines


def _dedented(span: Span) -> list[str]:
    """Split a declaration into lines, without the indentation that it has inside an overlay."""
    begun = span.source.line(span.line)
    margin = len(begun) - len(begun.lstrip())
    first, *more = span.text.split("\n")
    return [first, *(line[min(margin, len(line) - len(line.lstrip())) :].rstrip() for line in more)]


# ------------------------------------------------------------------------------ components

COMMON = ("title", "text", "copies", "for_each_player")
_NOT_SHOWN = ("id", "source")


def _components(base: Context, laid: Context) -> list[Component]:
    old, new = _entries(base), _entries(laid)
    found = []
    for name, (kind, data) in new.items():
        before = old.get(name)
        parts = _parts({} if before is None else before[1], data)
        if before is None:
            found.append(Component(kind, name, _called(name, data), "new", parts))
        elif parts:
            found.append(Component(kind, name, _called(name, before[1]), "changed", parts))
    for name, (kind, data) in old.items():
        if name not in new:
            found.append(Component(kind, name, _called(name, data), "removed", _parts(data, {})))
    return found


def _entries(ctx: Context) -> dict[str, tuple[str, Json]]:
    """Index the components of a game by id: kind, and data from the file."""
    found: dict[str, tuple[str, Json]] = {}
    for document in ctx.documents:
        for plural, items in _lists(document).items():
            kind = ctx.kind_named(plural)
            for item in items:
                if kind is not None and isinstance(item.get("id"), str):
                    found[item["id"]] = (kind, item)
    return found


def _lists(document: Spanned) -> dict[str, list[Json]]:
    data = document.data if isinstance(document.data, dict) else {}
    return {
        plural: [item for item in items if isinstance(item, dict)]
        for plural, items in data.items()
        if isinstance(items, list)
    }


def _called(name: str, data: Mapping[str, object]) -> str:
    return str(data.get("title") or name.replace("_", " ").capitalize())


def _parts(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[PropertyChange, ...]:
    keys = [*before, *(key for key in after if key not in before)]
    parts = []
    for key in keys:
        if key in _NOT_SHOWN or before.get(key) == after.get(key):
            continue
        unsaid = UNSAID.get(key) if before and after else None
        one, two = _worded(before.get(key, unsaid)), _worded(after.get(key, unsaid))
        if key == "rules":
            one, two = one.strip("\n"), two.strip("\n")
        if one != two:
            parts.append(PropertyChange(key, one, two))
    return tuple(parts)


def _worded(value: object) -> str:
    """Format a printed value for people."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{number} {name}" for name, number in value.items()) or "nothing"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_worded, value)) or "nothing"
    return str(value)
