"""Overlay changes to components: entries are added, changed and removed before they are read.

Takes the component files of a game and the changes of its overlays; returns files in which the
changed lines stand, each with its place in the overlay. The schema checks that a new component is
complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from interpreter.check.context import Context
from interpreter.check.overlays import change_targets, component_lines, order, printed_values
from interpreter.check.overlays.changes import OverlayChange
from interpreter.check.overlays.entries import ComponentEntry, document_of, entries_of
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.declared import Kind
from interpreter.ir.types import article
from interpreter.load import result_cache
from interpreter.load.spanned import Spanned
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_OF_A_KIND = (ast.AddComponent, ast.ChangeComponent, ast.RemoveComponent, ast.TableRow)
_MOST_LINES = 3  # that a message names
_SEVERAL = 2  # lines of another kind: one may be a slip of its own


def lay_on(
    ctx: Context, documents: Sequence[Spanned], changes: Sequence[OverlayChange]
) -> tuple[Spanned, ...]:
    """Apply all changes to the component files; changes without a target are reported.

    Every component that an overlay adds gets a file of its own, behind the others.
    """
    if not changes:
        return tuple(documents)
    made = [list(entries_of(document)) for document in documents]
    there = _Entries(entry for one in made for entry in one)
    gone: dict[str, OverlayChange] = {}
    for change in changes:
        if ctx.report.full:
            break  # nothing more would be told
        before = len(ctx.report.found)
        kind = _kind(ctx, change)
        row = change.node.entry if isinstance(change.node, ast.TableRow) else None
        if isinstance(row, ComponentEntry) and there.called(change.name) is None:
            if kind is not None:
                there.add(replace(row, data=dict(row.data), by=change))
            continue
        if isinstance(change.node, ast.AddComponent):
            if kind is not None:
                there.add(_new(ctx, kind, change))
            continue
        found = _hit(ctx, change, there, gone)
        if found is None:
            _perhaps_of_another(ctx, change, before)
        elif isinstance(change.node, ast.RemoveComponent):
            gone[change.name] = change
            _loses(ctx, found, change)
            there.remove(found)
        else:
            _change(ctx, found, change)
    salt = _salt(changes)
    files = [
        document_of([entry for entry in entries if entry in there], before, salt)
        for entries, before in zip(made, documents, strict=True)
    ]
    for entry in there.added():
        files.append(document_of([entry], None, f"{salt} {entry.data['id']}"))
    return tuple(files)


def _salt(changes: Sequence[OverlayChange]) -> str:
    """Names what changes make of components: each overlay is read once, however many it makes."""
    texts = dict.fromkeys(change.overlay.source.text for change in changes)
    ranks = {text: str(rank) for rank, text in enumerate(texts)}
    places = [f"{ranks[one.overlay.source.text]}:{one.node.span.start}" for one in changes]
    return result_cache.key(*texts, *places)


class _Entries:
    """All components at one point of the changes, in order and indexed by id."""

    def __init__(self, entries: Iterable[ComponentEntry]) -> None:
        self._all: dict[int, ComponentEntry] = {}
        self._called: dict[object, list[ComponentEntry]] = {}
        self._added: list[ComponentEntry] = []
        for entry in entries:
            self._put(entry)

    def _put(self, entry: ComponentEntry) -> None:
        self._all[id(entry)] = entry
        name = entry.data.get("id")
        if isinstance(name, str):
            self._called.setdefault(name, []).append(entry)

    def add(self, entry: ComponentEntry) -> None:
        """One more, behind all others."""
        self._put(entry)
        self._added.append(entry)

    def remove(self, entry: ComponentEntry) -> None:
        """Leave out the one that is found first by its id."""
        del self._all[id(entry)]
        self._called[entry.data["id"]].pop(0)

    def called(self, name: str) -> ComponentEntry | None:
        """Return the first component with this id; None without one."""
        return next(iter(self._called.get(name, ())), None)

    def added(self) -> list[ComponentEntry]:
        """Those that overlays have added and not removed."""
        return [entry for entry in self._added if entry in self]

    def __contains__(self, entry: ComponentEntry) -> bool:
        return id(entry) in self._all

    def __iter__(self) -> Iterator[ComponentEntry]:
        return iter(self._all.values())


def _kind(ctx: Context, change: OverlayChange) -> Kind | None:
    """Look up the kind that a change names; reports `unhit` and returns None if it is unknown.

    None, without a report, if the change names no kind.
    """
    if not isinstance(change.node, _OF_A_KIND):
        return None
    word = change.node.of_kind
    name = ctx.kind_named(word.text)
    if name is None and isinstance(change.node, ast.TableRow):
        _table_of_no_kind(ctx, word)
        return None
    if name is None:
        kinds = [kind.name for kind in ctx.program.kinds.values()]
        new = isinstance(change.node, ast.AddComponent)
        label = "not a kind of this game" if new else "nothing to change"
        change_targets.unhit(word, "kind of component", kinds, ctx.report, label=label)
        return None
    return ctx.program.kinds[name]


def _table_of_no_kind(ctx: Context, word: Word) -> None:
    """Report a table whose name ends in no kind of the game."""
    plurals = [kind.plural for kind in ctx.program.kinds.values()]
    name = word.span.source.path.rpartition("/")[2].split(".")[0]
    example = nearest(word.text, plurals) or (plurals[0] if plurals else "cards")
    ctx.report.add(
        "unhit",
        word.span,
        f"the game has no kind of component called `{word.text}`",
        notes=(f"there are: {listed(plurals)}",) if plurals else (),
        helps=(f"call this file `{name}.{example}.csv`, if it holds {example}",),
    )


def _hit(
    ctx: Context, change: OverlayChange, entries: _Entries, gone: dict[str, OverlayChange]
) -> ComponentEntry | None:
    """Find the component that a change targets; None after a diagnostic."""
    noun = change.node.of_kind if isinstance(change.node, _OF_A_KIND) else None
    kind = ctx.kind_named(noun.text) if noun is not None else None
    if noun is not None and kind is None:
        return None
    entry = entries.called(change.name)
    if entry is not None:
        other = ctx.kind_named(entry.plural)
        if noun is None or other == kind:
            return entry
        ctx.report.add(
            "unhit",
            noun.span,
            f"`{change.name}` is not {article(str(kind))}, but {article(str(other))}",
            others=(Label(entry.spans.get(("id",), entry.spans[()]), "it stands here"),),
            helps=(f"write `{other} {change.name}`",),
            fix=(noun.span, other or ""),
        )
        return None
    if change.name == "players" and isinstance(change.node, ast.SetPrinted):
        change_targets.players_are_not_set(change.word, change.node.value, ctx.report)
        return None
    if change.name in gone:
        change_targets.removed(change.word, gone[change.name], ctx.report)
        return None
    names = [
        str(entry.data.get("id"))
        for entry in entries
        if kind is None or ctx.kind_named(entry.plural) == kind
    ]
    change_targets.unhit(change.word, kind or "component", names, ctx.report)
    return None


def _perhaps_of_another(ctx: Context, change: OverlayChange, first: int) -> None:
    """Say that the component which is missed may be in an overlay that is not laid on."""
    if ctx.overlaid is not None:
        laid = [one.name for one in ctx.overlaid.laid]
        order.perhaps_of_another(change.overlay, laid, ctx.overlaid.others, ctx.report, first)


def _new(ctx: Context, kind: Kind, change: OverlayChange) -> ComponentEntry:
    """Create the entry for a component that an overlay adds."""
    node, word = change.node, change.word
    data: dict[str, object] = {"id": word.text}
    entry = ComponentEntry(kind.plural, data, {(): word.span, ("id",): word.span}, by=change)
    title = node.title if isinstance(node, ast.AddComponent) else None
    if title is not None:
        data["title"] = title.text.strip('"')
        entry.spans["title",] = title.span
    _change(ctx, entry, change)
    return entry


def _loses(ctx: Context, entry: ComponentEntry, change: OverlayChange) -> None:
    rules = entry.data.get("rules")
    if isinstance(rules, str) and ctx.overlaid is not None:
        ctx.overlaid.lost.append((change, rules))


def _change(ctx: Context, entry: ComponentEntry, change: OverlayChange) -> None:
    """Put the lines of a change into a component."""
    kind = ctx.program.kinds[ctx.kind_named(entry.plural) or ""]
    entry.data = dict(entry.data)
    if isinstance(change.node, ast.TableRow):
        assert isinstance(change.node.entry, ComponentEntry)
        if "rules" in change.node.entry.data:
            _loses(ctx, entry, change)
        entry.put_all(change.node.entry)
        return
    if isinstance(change.node, ast.SetPrinted):
        component_lines.lay(ctx, entry, kind, change.node.name, change.node.value)
        return
    seen: dict[str, Span] = {}
    strange = _of_another_kind(ctx, kind, change) if entry.by is change else []
    for line in component_lines.lines_of(change):
        if isinstance(line, ast.RulesLine):
            _loses(ctx, entry, change)
            entry.put_rules(line)
            continue
        word, value = line.name, line.value
        if word in strange:
            continue
        if word.text in seen and (lacking := _lacking(kind, entry, change, word.text)):
            message = f"`{lacking}` is missing, and `{word.text}` stands twice: is it this one?"
            others = (Label(seen[word.text], "here as well"),)
            ctx.report.add("missing-key", word.span, message, others=others, write=lacking)
            word = replace(word, text=lacking)
        if word.text in seen:
            ctx.report.add(
                "overlaid-twice",
                word.span,
                f"`{word.text}` is said twice of `{change.name}`",
                "this one has the last word",
                others=(Label(seen[word.text], "the first one"),),
                helps=("leave out one of the two",),
            )
        seen.setdefault(word.text, word.span)
        component_lines.lay(ctx, entry, kind, word, value)


def _lacking(kind: Kind, entry: ComponentEntry, change: OverlayChange, doubled: str) -> str:
    """Find the one printed line a component still lacks that has the same type as a doubled one.

    Empty unless there is exactly one.
    """
    lines = component_lines.lines_of(change)
    said = {*entry.data, *(line.name.text for line in lines if isinstance(line, ast.PrintedLine))}
    lacks = [n for n, t in kind.printed.items() if t == kind.printed.get(doubled) and n not in said]
    return lacks[0] if len(lacks) == 1 else ""


def _of_another_kind(ctx: Context, kind: Kind, change: OverlayChange) -> list[Word]:
    """List the lines of a new component that its kind does not have but another kind does.

    If there are several of them, and one kind has all lines, that kind was meant: it is reported
    once. Otherwise the result is empty.
    """
    lines = component_lines.lines_of(change)
    words = [line.name for line in lines if isinstance(line, ast.PrintedLine)]
    own = [w.text for w in words if w.text in kind.printed]
    strange = [w for w in words if w.text not in (*kind.printed, *printed_values.COMMON)]
    ruled = any(isinstance(line, ast.RulesLine) for line in lines)
    others = [
        one
        for one in ctx.program.kinds.values()
        if one is not kind
        and all(w.text in one.printed for w in strange)
        and all(name in one.printed for name in own)
        and (one.carries or not ruled)
    ]
    if len(strange) < _SEVERAL or not others or nearest(strange[0].text, kind.printed):
        return []
    best = min(others, key=lambda one: len(set(one.printed) - {w.text for w in words}))
    assert isinstance(change.node, _OF_A_KIND)
    noun, names = change.node.of_kind, " and ".join(f"`{w.text}`" for w in strange[:_MOST_LINES])
    ctx.report.add(
        "unhit",
        noun.span,
        f"{article(kind.name)} has no {' or '.join(f'`{w.text}`' for w in strange[:_MOST_LINES])}",
        f"{names} are printed on {best.plural}",
        helps=(f"write `{best.name} {change.name}`",),
        fix=(noun.span, best.name),
    )
    return strange
