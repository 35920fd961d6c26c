"""Components as overlays change them: entries added, changed and left out before they are read.

Takes the component files of a game and the changes of its overlays; gives files in which the
changed lines stand, each with its place in the overlay. What a line holds is looked at here against
the kinds of the rules; whether a whole new component has all it needs is told by the schema. Long,
because every way to change an entry has its own way to miss it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from interpreter.check.context import Context
from interpreter.check.overlays import order, printed_values, targets
from interpreter.check.overlays.changes import Change
from interpreter.check.overlays.entries import Entry, document_of, entries_of
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import Kind
from interpreter.ir.types import Type, article
from interpreter.load import kept
from interpreter.load.spanned import Block, Spanned
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_OF_A_KIND = (ast.AddComponent, ast.ChangeComponent, ast.RemoveComponent)
_MOST_LINES = 3  # that a message names
_SEVERAL = 2  # lines of another kind: one may be a slip of its own
_SHORT = 20  # letters of a value that a message repeats


def lay_on(
    ctx: Context, documents: Sequence[Spanned], changes: Sequence[Change]
) -> tuple[Spanned, ...]:
    """The component files of a game with all changes made; problems are told of those that miss."""
    if not changes:
        return tuple(documents)
    made = [list(entries_of(document)) for document in documents]
    there = _Entries(entry for one in made for entry in one)
    gone: dict[str, Change] = {}
    for change in changes:
        if ctx.report.full:
            break  # nothing more would be told
        before = len(ctx.report.found)
        kind = _kind(ctx, change)
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


def _salt(changes: Sequence[Change]) -> str:
    """Names what changes make of components: each overlay is read once, however many it makes."""
    texts = dict.fromkeys(change.overlay.source.text for change in changes)
    ranks = {text: str(rank) for rank, text in enumerate(texts)}
    places = [f"{ranks[one.overlay.source.text]}:{one.node.span.start}" for one in changes]
    return kept.key(*texts, *places)


class _Entries:
    """All components that there are at one time, in order, and found by their ids."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._all: dict[int, Entry] = {}
        self._called: dict[object, list[Entry]] = {}
        self._added: list[Entry] = []
        for entry in entries:
            self._put(entry)

    def _put(self, entry: Entry) -> None:
        self._all[id(entry)] = entry
        name = entry.data.get("id")
        if isinstance(name, str):
            self._called.setdefault(name, []).append(entry)

    def add(self, entry: Entry) -> None:
        """One more, behind all others."""
        self._put(entry)
        self._added.append(entry)

    def remove(self, entry: Entry) -> None:
        """Leave out the one that is found first by its id."""
        del self._all[id(entry)]
        self._called[entry.data["id"]].pop(0)

    def called(self, name: str) -> Entry | None:
        """The first component of this id."""
        return next(iter(self._called.get(name, ())), None)

    def added(self) -> list[Entry]:
        """Those that overlays have added and not removed."""
        return [entry for entry in self._added if entry in self]

    def __contains__(self, entry: Entry) -> bool:
        return id(entry) in self._all

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._all.values())


# ------------------------------------------------------------------------------ what is meant


def _kind(ctx: Context, change: Change) -> Kind | None:
    """The kind of component that a change names; None, and a problem if there is no such kind."""
    if not isinstance(change.node, _OF_A_KIND):
        return None
    word = change.node.of_kind
    name = ctx.kind_named(word.text)
    if name is None:
        kinds = [kind.name for kind in ctx.program.kinds.values()]
        new = isinstance(change.node, ast.AddComponent)
        label = "not a kind of this game" if new else "nothing to change"
        targets.unhit(word, "kind of component", kinds, ctx.report, label=label)
        return None
    return ctx.program.kinds[name]


def _hit(ctx: Context, change: Change, entries: _Entries, gone: dict[str, Change]) -> Entry | None:
    """The component that a change is for; None, and a problem if there is none."""
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
    if change.name == "players" and noun is None:
        targets.players_are_not_set(change.word, ctx.report)
        return None
    if change.name in gone:
        targets.removed(change.word, gone[change.name], ctx.report)
        return None
    names = [
        str(entry.data.get("id"))
        for entry in entries
        if kind is None or ctx.kind_named(entry.plural) == kind
    ]
    targets.unhit(change.word, kind or "component", names, ctx.report)
    return None


def _perhaps_of_another(ctx: Context, change: Change, first: int) -> None:
    """The component that is missed may be in an overlay that is not laid on."""
    if ctx.overlaid is not None:
        laid = [one.name for one in ctx.overlaid.laid]
        order.perhaps_of_another(change.overlay, laid, ctx.overlaid.others, ctx.report, first)


def _new(ctx: Context, kind: Kind, change: Change) -> Entry:
    """A component that an overlay adds."""
    node, word = change.node, change.word
    data: dict[str, Any] = {"id": word.text}
    entry = Entry(kind.plural, data, {(): word.span, ("id",): word.span}, by=change)
    title = node.title if isinstance(node, ast.AddComponent) else None
    if title is not None:
        data["title"] = title.text.strip('"')
        entry.spans["title",] = title.span
    _change(ctx, entry, change)
    return entry


def _loses(ctx: Context, entry: Entry, change: Change) -> None:
    rules = entry.data.get("rules")
    if isinstance(rules, str) and ctx.overlaid is not None:
        ctx.overlaid.lost.append((change, rules))


# ------------------------------------------------------------------------------ lines


def _lines(change: Change) -> tuple[ast.PrintedLine | ast.RulesLine, ...]:
    node = change.node
    return node.lines if isinstance(node, ast.AddComponent | ast.ChangeComponent) else ()


def _change(ctx: Context, entry: Entry, change: Change) -> None:
    """Put the lines of a change into a component."""
    kind = ctx.program.kinds[ctx.kind_named(entry.plural) or ""]
    entry.data = dict(entry.data)
    if isinstance(change.node, ast.SetPrinted):
        _line(ctx, entry, kind, change.node.name, change.node.value)
        return
    seen: dict[str, Span] = {}
    strange = _of_another_kind(ctx, kind, change) if entry.by is change else []
    for line in _lines(change):
        if isinstance(line, ast.RulesLine):
            _loses(ctx, entry, change)
            _rules(entry, line)
            continue
        word, value = line.name, line.value
        if word in strange:
            continue
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
        _line(ctx, entry, kind, word, value)


def _of_another_kind(ctx: Context, kind: Kind, change: Change) -> list[Word]:
    """The lines of a new component that only components of other kinds have. If there are several,
    and one kind has them all, that kind was meant, which is told once."""
    words = [line.name for line in _lines(change) if isinstance(line, ast.PrintedLine)]
    own = [w.text for w in words if w.text in kind.printed]
    strange = [w for w in words if w.text not in (*kind.printed, *printed_values.COMMON)]
    ruled = any(isinstance(line, ast.RulesLine) for line in _lines(change))
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


def _line(ctx: Context, entry: Entry, kind: Kind, word: Word, value: ast.Expression) -> None:
    """`cost: 2 reeds`: what a line makes of a component."""
    name = word.text
    if name not in printed_values.COMMON and name not in kind.printed:
        amounts = _of_amounts(ctx, kind, name)
        if len(amounts) == 1 and isinstance(value, ast.Number):
            before = entry.data.get(amounts[0])
            made = {**(before if isinstance(before, dict) else {}), name: int(value.span.text)}
            _same(ctx, entry, name, before == made, value)
            _put(entry, amounts[0], made, word, value)
            return
        if amounts:
            _one_of_amounts(ctx, entry, word, value, amounts)
            return
        legal = [*kind.printed, *printed_values.COMMON, "rules"]
        unsaid = _unsaid(kind, entry)
        guess = nearest(name, legal) or (unsaid[0] if len(unsaid) == 1 else None)
        ctx.report.add(
            "unhit",
            word.span,
            f"nothing called `{name}` is printed on `{entry.data['id']}`",
            f"not a line of {kind.plural}" if entry.by is not None else "nothing to change",
            notes=(f"printed on each {kind.name}: {', '.join(f'`{one}`' for one in legal)}",),
            meant=guess,
            helps=(f"write what each has: {', '.join(f'`{one}`' for one in unsaid)}",)
            if unsaid
            else ("leave it out",) * (entry.by is not None),
        )
        _stand_in(ctx, entry, [guess] if guess else list(kind.printed))
        return
    wanted = kind.printed.get(name)
    fitting = (
        printed_values.common(name, value)
        if wanted is None
        else printed_values.value(ctx, wanted, value)
    )
    if fitting is None:
        _unfit(ctx, entry, name, wanted, value)
        _stand_in(ctx, entry, [name])
        return
    before = entry.data.get(name, printed_values.UNSAID.get(name))
    _same(ctx, entry, name, before == fitting[0], value)
    _put(entry, name, fitting[0], word, value)


def _unsaid(kind: Kind, entry: Entry) -> list[str]:
    """What is printed on each component of a kind, and not said of a new one."""
    if entry.by is None:
        return []
    named = [line.name.text for line in _lines(entry.by) if isinstance(line, ast.PrintedLine)]
    return [name for name in kind.printed if name not in named]


def _same(ctx: Context, entry: Entry, name: str, same: bool, value: ast.Expression) -> None:
    """A line that says what the component says without it."""
    if same and entry.by is None:
        thing = f"`{name}` of `{entry.data['id']}`"
        said = value.span.text if len(value.span.text) <= _SHORT else "this"
        targets.so_already(value.span, thing, said, ctx.report)


def _stand_in(ctx: Context, entry: Entry, names: Sequence[str]) -> None:
    """Fitting values for lines of a new component that are wrong: one fault, one message."""
    kind = ctx.program.kinds[ctx.kind_named(entry.plural) or ""]
    for name in names:
        wanted = kind.printed.get(name)
        if name in entry.data or wanted is None or entry.by is None:
            continue
        ctx.said.add((entry.data["id"], name))
        if wanted.base == "number":
            entry.data[name] = wanted.low or 0
        elif wanted.base == "value":
            entry.data[name] = ctx.program.values[wanted.of].members[0]
        elif wanted.base == "yesno":
            entry.data[name] = False


def _unfit(
    ctx: Context, entry: Entry, name: str, wanted: Type | None, value: ast.Expression
) -> None:
    """A value that cannot stand in its line: a misspelt word of it, or something else."""
    members: Sequence[str] = ()
    if wanted is not None:
        of = wanted.item if wanted.base == "set" and wanted.item is not None else wanted
        members = ctx.program.values[of.of].members if of.base in ("value", "amounts") else ()
    named = [w for w in value.walk() if isinstance(w, Word) and w.type == "NAME"]
    strange = next((w for w in named if w.text not in members), None) if members else None
    guess = nearest(strange.text, members) if strange is not None else None
    if strange is not None and guess is not None:
        ctx.report.add(
            "overlay-unfit",
            strange.span,
            f"`{name}` of `{entry.data['id']}` cannot be `{strange.text}`",
            meant=guess,
        )
        return
    example = printed_values.example(ctx, wanted)
    text = (
        wanted is None
        and printed_values.COMMON[name] == "a text"
        and isinstance(value, ast.GivenNames)
    )
    if text:
        example = f'"{value.span.text}"'
    meant = printed_values.meant(name, wanted, value)
    if meant:
        text, example = True, meant
    values = printed_values
    fitting = values.COMMON[name] if wanted is None else values.said(ctx, wanted)
    ctx.report.add(
        "overlay-unfit",
        value.span,
        f"`{name}` of `{entry.data['id']}` cannot be this",
        f"it is {fitting}",
        notes=(f"there are: {', '.join(f'`{one}`' for one in members)}",) if members else (),
        helps=_instead(ctx, entry, name, value)
        or _wider(ctx, entry, name, wanted, value)
        or (
            f"it is written like: {example}"
            if example
            else "write one of these"
            if members
            else f"write {fitting}",
        ),
        fix=(value.span, example) if text else None,
    )


def _wider(
    ctx: Context, entry: Entry, name: str, wanted: Type | None, value: ast.Expression
) -> tuple[str, ...]:
    """How a number can be what it may not be yet: within other bounds."""
    text = value.span.text
    if wanted is None or wanted.base != "number" or wanted.halves or not text.isdigit():
        return ()
    if wanted.low is None or wanted.high is None:
        return ()
    low, high = min(wanted.low, int(text)), max(wanted.high, int(text))
    kind = ctx.kind_named(entry.plural)
    return (f"allow it, too: `set {name} of {kind} from {low} to {high}`",)


def _put(entry: Entry, name: str, made: Any, word: Word, value: ast.Expression) -> None:
    for places in (entry.spans, entry.keys, entry.blocks):
        for path in [path for path in places if path[:1] == (name,)]:
            del places[path]
    entry.data[name] = made
    entry.keys[name,] = word.span
    entry.spans[name,] = value.span


def _instead(ctx: Context, entry: Entry, name: str, value: ast.Expression) -> tuple[str, ...]:
    """What to write in place of no copies at all."""
    if name == "copies" and value.span.text == "0":
        kind = ctx.kind_named(entry.plural)
        return (f"to leave it out, write: remove component {kind} {entry.data['id']}",)
    return ()


def _of_amounts(ctx: Context, kind: Kind, name: str) -> list[str]:
    """The printed lines that hold an amount of this, as `cost` does of `reeds`."""
    return [
        line
        for line, wanted in kind.printed.items()
        if wanted.base == "amounts" and name in ctx.program.values[wanted.of].members
    ]


def _one_of_amounts(
    ctx: Context, entry: Entry, word: Word, value: ast.Expression, amounts: list[str]
) -> None:
    several = len(amounts) > 1 and isinstance(value, ast.Number)
    choices = " or ".join(f"`{one}`" for one in amounts)
    ctx.report.add(
        "overlay-unfit",
        word.span if several else value.span,
        f"`{word.text}` may be of {choices}"
        if several
        else f"`{word.text}` of `{entry.data['id']}` cannot be this",
        "of which?" if several else "it is a number",
        helps=(f"write all of {amounts[0]}: `set {amounts[0]} of {entry.data['id']} to ...`",)
        if several
        else (),
    )


def _rules(entry: Entry, node: ast.RulesLine) -> None:
    """The rules of a card, as the text that stands in the overlay without its indentation."""
    source, first = node.span.source, node.lines[0]
    start = source.text.rfind("\n", 0, first.span.start) + 1
    key = source.text.rfind("rules", 0, start)
    lines = source.text[start : node.span.end].split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    offsets, at = [], start
    for line in lines:
        offsets.append(at + min(margin, len(line)))
        at += len(line) + 1
    text = "\n".join(line[margin:] for line in lines)
    for places in (entry.spans, entry.keys, entry.blocks):
        places.pop(("rules",), None)
    entry.data["rules"] = text
    entry.keys["rules",] = Span(source, key, key + len("rules"))
    entry.spans["rules",] = Span(source, start, node.span.end)
    entry.blocks["rules",] = Block(text, tuple(offsets))
