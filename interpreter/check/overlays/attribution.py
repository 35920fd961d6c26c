"""What goes wrong in a game because of an overlay is told of the overlay.

Takes the files of a game with overlays laid on; gives what the checker knows, as `game.read_game`
does, with each problem that the game would not have without them moved to the change that causes
it. Problems that the game has by itself stay where they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from interpreter.check import answers, game
from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.fixes import try_fixes
from interpreter.check.lints.acting import says_you
from interpreter.check.overlays import targets
from interpreter.check.overlays.changes import Change, Overlays
from interpreter.diagnostics import Diagnostic, Label, Report, Source, Span
from interpreter.diagnostics.suggest import listed
from interpreter.ir.walking import walk
from interpreter.load import kept
from interpreter.load.game_folder import GameFiles
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.parser import chunks
from interpreter.syntax.words import names_in

_UNUSED = {
    "unused-rule": "`{}` is not used any more",
    "unused-setting": "`{}` changes nothing any more",
    "unused-field": "`{}` is not used any more",
    "unused-zone": "nothing lies in `{}` any more",
    "never-marked": "`{}` is never so any more",
    "never-changed": "`{}` is never set any more",
    "never-placed": "no {} leaves the box any more",
}
_BROUGHT = ("move ", "place ", "draw ", "deal ", "refill ")
_BECOMES = {
    "never-marked": ("mark ", "set "),
    "never-changed": ("set ", "raise ", "lower ", "gain ", "lose ", "roll "),
    "unused-zone": _BROUGHT,
    "never-placed": _BROUGHT,
}
"""How sentences begin in which something becomes what it never is any more."""
_SHOWN = 3


def read_game(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None = None,
    unread: Iterable[Source] = (),
) -> Context | None:
    """What the checker knows about a game with its overlays; all problems in the report."""
    unread, found = list(unread), Report()

    def read(files: GameFiles, report: Report) -> Context | None:
        return _read_all(files, report, options, unread)

    context = read(files, found)
    try_fixes(files, found, read)
    report.found.extend(found.found)
    return context


def _read_all(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None,
    unread: Sequence[Source],
) -> Context | None:
    """The same, with fixes that are not tried."""
    if not files.overlays:
        return game.read_game(files, report, options, unread)
    files_alone = replace(files, overlays=(), tests=())
    name = answers.key("alone", files_alone, sorted((options or {}).items()))
    kept_places = kept.find(name)
    if kept_places is not None and not unread:
        known = {(slug, path, start) for slug, path, start in kept_places}
        return _read_laid_on(files, report, options, unread, known)
    alone = Report()
    base = game.read_game(files_alone, alone, options, unread)
    if base is None or alone.errors:
        report.found.extend(alone.found)
        return base
    if not unread:
        kept.keep(name, sorted(_places(alone)))
    return _read_laid_on(files, report, options, unread, _places(alone))


_Places = set[tuple[str, str, int]]
"""Which problem there is at which place of which file."""


def _places(report: Report) -> _Places:
    return {(d.slug, d.label.span.source.path, d.label.span.start) for d in report.found}


def read_laid_on(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None = None,
    unread: Iterable[Source] = (),
    alone: Report | None = None,
) -> Context | None:
    """The same for a game that has no errors without its overlays; `alone` is what it has."""
    known = _places(alone) if alone is not None else set()
    return _read_laid_on(files, report, options, unread, known)


def _read_laid_on(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None,
    unread: Iterable[Source],
    known: _Places,
) -> Context | None:
    found = Report()
    ctx = game.read_game(files, found, options, unread)
    if ctx is None or ctx.overlaid is None:
        report.found.extend(found.found)
        return ctx
    ours = {source.path for source in files.overlays}
    for d in _moved(ctx, found.found, known, ours, ctx.overlaid):
        if d.slug == "nobody-you":
            report.found.append(_acting(ctx, d, ours))
        else:
            report.found.append(_removed_before(d, ctx, ctx.overlaid, ours))
    if not found.errors:
        report.found += _printed_in_vain(ctx, ctx.overlaid)
    return ctx


def _printed_in_vain(ctx: Context, overlaid: Overlays) -> Iterator[Diagnostic]:
    """What is printed on components and was asked for only by what an overlay takes away."""
    for kind in ctx.program.kinds.values():
        for name in kind.printed:
            change = None if name in ctx.used else _last_to_use(name, overlaid)
            if change is None:
                continue
            yield Diagnostic(
                "unused-now",
                _UNUSED["unused-field"].format(name),
                Label(change.word.span, "through this change"),
                notes=(f"it is printed on each {kind.name}",),
                helps=(_kept(overlaid, change, [name], "unused-field"),),
            )


def _acting(ctx: Context, d: Diagnostic, ours: set[str]) -> Diagnostic:
    """Somebody acts in what an overlay adds to a rule that is nobody's: told where that is."""
    if d.label.span.source.path not in ours:
        return d
    func = ctx.program.funcs.get(d.label.span.text)
    added = [] if func is None else [s for s in walk(func.body) if s.span.source.path in ours]
    first = next((s for s in added if says_you(ctx, s, {})), None)
    if first is None:
        return d
    return Diagnostic(
        "nobody-you",
        "it is not said who does this",
        Label(first.span, "who?"),
        others=(Label(d.label.span, "nobody acts here"),),
        helps=("name the player, or act inside `have each player`",),
    )


def _moved(
    ctx: Context,
    found: Sequence[Diagnostic],
    known: _Places,
    ours: set[str],
    overlaid: Overlays,
) -> list[Diagnostic]:
    """All problems; those that overlays cause at the changes that cause them, one for each."""
    made: list[Diagnostic] = []
    told: set[tuple[str, int]] = set()
    misses = any(d.label.span.source.path in ours and d.severity == "error" for d in found)
    for d in found:
        span = d.label.span
        if (d.slug, span.source.path, span.start) in known or span.source.path in ours:
            made.append(d)
            continue
        if misses and d.severity == "error":
            continue  # it may follow from what the overlay meant to change
        new = _caused(ctx, d, overlaid)
        place = (new.label.span.source.path, new.label.span.start)
        if new.slug != "still-used" or place not in told:
            made.append(new)
        told.add(place)
    return made


def _caused(ctx: Context, d: Diagnostic, overlaid: Overlays) -> Diagnostic:
    name = d.label.span.text
    if d.severity == "error":
        verb = d.slug == "unknown-relation"  # `you own`, where the relation is called `owns`
        gone = next(
            (
                c
                for c in _removals(overlaid)
                if c.name == name or (verb and same_verb(c.name, name))
            ),
            None,
        )
        if gone is not None and d.slug.startswith("unknown-"):
            return _still_used(ctx, d, gone, overlaid)
        last = next(
            (
                c
                for c in _removals(overlaid)
                if isinstance(c.node, ast.RemoveComponent) and c.node.of_kind.text == name
            ),
            None,
        )
        if last is not None and d.slug == "no-components":
            return _through(d, overlaid, last)
        return _through(d, overlaid)
    words = names_in(name)
    if words[:1] == ["kind"]:  # kind coin plural coins
        words = [word for word in words[1:4] if word != "plural"]
        name = words[0]
    changes = (_last_to_use(word, overlaid) for word in words or [name])
    change = next((one for one in changes if one is not None), None)
    if d.slug not in _UNUSED:
        return _through(d, overlaid)
    span = change.word.span if change is not None else overlaid.laid[-1].heading()
    rule = d.slug == "unused-rule"
    sort = _sort_at(d.label.span) if rule else ""
    return Diagnostic(
        "unused-now",
        _UNUSED[d.slug].format(name),
        Label(span, "through this change" if change is not None else "through this overlay"),
        others=(Label(d.label.span, "it stands here"),),
        helps=(
            f"remove it, too: `remove {sort} {name}`"
            if sort
            else _kept(overlaid, change, words or [name], d.slug),
        ),
    )


def _kept(overlaid: Overlays, change: Change | None, names: Sequence[str], slug: str) -> str:
    """What to do about something that is used no more, and that no change can remove."""
    if slug in _BECOMES:
        changes, begins = list(reversed(overlaid.changes)), _BECOMES[slug]
    else:
        changes, begins = [change] if change is not None else [], ("",)
    for one in changes:
        for part in one.old.walk() if one.old is not None else ():
            line = _bare_line(part.span) if part.span.text in names else ""
            if line.startswith(begins) and line:
                where = "in this change" if one is change and one.new is not None else "in a rule"
                return f"let it be, or write {where} what was there: {line}"
    return "let it be, or use it in a rule that this overlay adds"


def _bare_line(span: Span) -> str:
    """The line around a place, without its comment."""
    return span.source.line(span.line).partition("  #")[0].strip()


def _removed_before(d: Diagnostic, ctx: Context, overlaid: Overlays, ours: set[str]) -> Diagnostic:
    """What an overlay names, and it or another one has removed: told with the removal."""
    if d.severity != "error" or d.label.span.source.path not in ours:
        return d
    name = d.label.span.text
    gone = next((c for c in _removals(overlaid) if c.name == name), None)
    if gone is None or not d.slug.startswith("unknown-"):
        return d
    left = _left_of_its_kind(gone, ctx, overlaid)
    spans = [one.span for one in d.others if one.span.source.path not in ours]
    line = f" in line {gone.word.span.line}" if gone.word.span.source is d.label.span.source else ""
    leave = f"take out the part that names it, or the `remove`{line}"
    helps = (f"use another one here, or {leave}" if left else leave,)
    told = targets.used_though_removed(
        d.label.span, gone.word, helps + _to_change_besides(ctx, spans, overlaid)
    )
    return replace(told, others=(*told.others, *d.others), notes=left)


def _removals(overlaid: Overlays) -> list[Change]:
    return [c for c in overlaid.changes if isinstance(c.node, ast.Remove | ast.RemoveComponent)]


def _still_used(ctx: Context, d: Diagnostic, gone: Change, overlaid: Overlays) -> Diagnostic:
    """Something was removed that is named elsewhere."""
    places = (d.label.span, *(one.span for one in d.others))
    others = tuple(Label(span, "used here") for span in places[:_SHOWN])
    more = len(places) - _SHOWN
    return Diagnostic(
        "still-used",
        f"`{gone.name}` is removed, and still used",
        Label(gone.word.span, "removed here"),
        others=others,
        notes=(f"and in {more} more place{'s' if more > 1 else ''}",) if more > 0 else (),
        helps=targets.in_its_place(gone) + _to_change_besides(ctx, places, overlaid),
    )


def _to_change_besides(ctx: Context, places: Sequence[Span], overlaid: Overlays) -> tuple[str, ...]:
    """What else to change where the game uses what was removed."""
    rules = [rule for rule in dict.fromkeys(_rule_at(span) for span in places) if rule]
    helps: tuple[str, ...] = ()
    if rules:
        helps = (f"change what uses it, too: {', '.join(f'`{one}`' for one in rules)}",)
    for span in places[:_SHOWN]:
        helps += _in_a_component(ctx, span, overlaid)
    return helps


def removed_before_tests(report: Report, before: int, ctx: Context) -> None:
    """What tests name and overlays have removed is told once, where a test first names it; the
    problems of the tests begin at `before`."""
    overlaid = ctx.overlaid
    assert overlaid is not None
    gone = {change.name: change for change in _removals(overlaid)}
    made: list[Diagnostic] = []
    told: dict[str, int] = {}
    for d in report.found[before:]:
        name = d.label.span.text
        if name not in gone or d.severity != "error" or "unknown-" not in d.slug:
            made.append(d)
        elif name in told:
            first = made[told[name]]
            again = Label(d.label.span, "here, too")
            made[told[name]] = replace(first, others=(*first.others, again))
        else:
            told[name] = len(made)
            made.append(_gone_in_a_test(d.label.span, gone[name], ctx, overlaid))
    report.found[before:] = made


def _gone_in_a_test(span: Span, gone: Change, ctx: Context, overlaid: Overlays) -> Diagnostic:
    helps = ("use another one here, or leave this out of the test",)
    told = targets.used_though_removed(span, gone.word, helps)
    return replace(told, notes=_left_of_its_kind(gone, ctx, overlaid))


def _left_of_its_kind(gone: Change, ctx: Context, overlaid: Overlays) -> tuple[str, ...]:
    """A note that names the other components of the kind of one that was removed."""
    kind = overlaid.called.get(gone.name, "").removeprefix("component ")
    known = ctx.program.kinds.get(kind)
    left = [one.id for one in known.designs] if known is not None else []
    return (f"there are: {listed(left)}",) if left else ()


def _in_a_component(ctx: Context, span: Span, overlaid: Overlays) -> tuple[str, ...]:
    """What else to do where another component names what was removed."""
    before = span.source.text[: span.start]
    entries = re.findall(r"^ *(?:- +)?id: *(\w+)", before, re.MULTILINE)
    key = re.search(r"(\w+): *$", before.rpartition("\n")[2])
    sort = overlaid.called.get(entries[-1], "") if entries else ""
    if span.source.path.endswith(".rules") or not sort.startswith("component"):
        return ()
    rules = re.findall(r"^ *(?:- +)?(\w+):", before, re.MULTILINE)[-1:] == ["rules"]
    if key is None and rules:
        other = f"`change {sort} {entries[-1]}` with other `rules:`"
        return (f"change its rules, too: {other}, or `remove {sort} {entries[-1]}`",)
    if key is None:
        return ()
    printed = ctx.program.kinds[sort.split()[1]].printed.get(key[1])
    value = "none" if printed is not None and printed.optional else "..."
    other = f"`set {key[1]} of {entries[-1]} to {value}`"
    return (f"change it there, too: {other}, or `remove {sort} {entries[-1]}`",)


def _through(d: Diagnostic, overlaid: Overlays, blamed: Change | None = None) -> Diagnostic:
    """Any other problem in the game that it has only with the overlay."""
    words = set(names_in(d.label.span.text))
    blamed = blamed or next((c for c in overlaid.changes if c.name in words), None)
    bounds = (c for c in overlaid.changes if c.sort in ("range", "limit"))
    blamed = blamed or next((c for c in bounds if f"`{c.name}`" in d.message), None)
    place = blamed.word.span if blamed is not None else overlaid.laid[-1].heading()
    label = d.label.text or "here"
    return replace(
        d,
        label=Label(place, "through this change" if blamed else "through this overlay"),
        others=(Label(d.label.span, label), *d.others),
        fix=None,
    )


def _last_to_use(name: str, overlaid: Overlays) -> Change | None:
    """The change that took away the last mention of a name in what it replaces or removes."""
    for change in reversed(overlaid.changes):
        if change.old is None:
            continue
        own = change.name == name  # in the heading of a rule that is called like it
        if _times(name, change.old) > own and (
            change.new is None or _times(name, change.new) == own
        ):
            return change
    for change, text in reversed(overlaid.lost):
        if name in names_in(text):
            return change
    return None


def _times(name: str, tree: ast.Tree) -> int:
    return sum(part.text == name for part in tree.walk() if isinstance(part, Word))


def _declared(span: Span) -> str:
    """The text of the declaration around a place in a file of rules."""
    if not span.source.path.endswith(".rules"):
        return ""
    for start, end in chunks(span.source.text):
        if start <= span.start < end:
            return span.source.text[start:end]
    return ""


def _rule_at(span: Span) -> str:
    """The sort and the name of the rule around a place, such as `turn regular_turn`."""
    words = names_in(_declared(span).split("\n")[0])
    return " ".join(words[:2]) if words else ""


def _sort_at(span: Span) -> str:
    words = names_in(_declared(span).split("\n")[0])
    return words[0] if words else ""
