"""Attribution of diagnostics to the overlay that causes them.

Checks a game with its overlays, as `game.read_game` does, and moves each problem that the game does
not have without them to the change that causes it. Problems that the game has by itself stay where
they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from interpreter.check import cache_keys, game
from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.fixes import try_fixes
from interpreter.check.lints.acting import says_you
from interpreter.check.overlays.changes import OverlayChange, Overlays
from interpreter.check.overlays.removals import removals, sort_at, still_used, told_with_removal
from interpreter.diagnostics import Diagnostic, Label, Report, Source, Span
from interpreter.ir.walking import walk
from interpreter.load import result_cache
from interpreter.load.game_folder import GameFiles
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.source_words import names_in

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


def read_game(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None = None,
    unread: Iterable[Source] = (),
) -> Context | None:
    """Check a game with its overlays; all problems go to the report.

    Fixes are kept only if they work when tried. Returns what the checker knows of the game, or None
    as `game.read_game` does.
    """
    unread, found = list(unread), Report()

    def read(files: GameFiles, report: Report) -> Context | None:
        return _read_all(files, report, options, unread)

    context = read(files, found)
    try_fixes(files, found, read)
    report.found.extend(found.found)
    return context


def _read_all(
    files: GameFiles, report: Report, options: Mapping[str, object] | None, unread: Sequence[Source]
) -> Context | None:
    """Check a game with its overlays, without trying any fixes.

    The game is first checked without its overlays, unless that result is cached. If it has errors
    by itself, only these are reported.
    """
    if not files.overlays:
        return game.read_game(files, report, options, unread)
    files_alone = replace(files, overlays=(), tests=())
    name = cache_keys.key("alone", files_alone, sorted((options or {}).items()))
    kept_places = result_cache.find(name)
    if kept_places is not None and not unread:
        known = {(slug, path, start) for slug, path, start in kept_places}
        return read_laid_on(files, report, options, unread, known)
    alone = Report()
    base = game.read_game(files_alone, alone, options, unread)
    if base is None or alone.errors:
        report.found.extend(alone.found)
        return base
    if not unread:
        result_cache.keep(name, sorted(places(alone)))
    return read_laid_on(files, report, options, unread, places(alone))


Places = Set[tuple[str, str, int]]
"""Which problem there is at which place of which file."""


def places(report: Report) -> Places:
    """Collect the slug and location of each diagnostic of a report."""
    return {(d.slug, d.label.span.source.path, d.label.span.start) for d in report.found}


def read_laid_on(
    files: GameFiles,
    report: Report,
    options: Mapping[str, object] | None,
    unread: Iterable[Source] = (),
    known: Places = frozenset(),
) -> Context | None:
    """Check a game with its overlays, given that it has no errors without them.

    `known` are the places of the problems that it has without overlays.
    """
    found = Report()
    ctx = game.read_game(files, found, options, unread)
    if ctx is None or ctx.overlaid is None:
        report.found.extend(found.found)
        return ctx
    ours = {source.path for source in files.overlays}
    for d in _moved(ctx, found.found, known, ours, ctx.overlaid):
        if d.slug == "nobody-you":
            told = _acting(ctx, d, ours)
        else:
            told = told_with_removal(d, ctx, ctx.overlaid, ours)
        if told not in report.found:  # what is played at two places is told once
            report.found.append(told)
    if not found.errors:
        report.found += _printed_in_vain(ctx, ctx.overlaid)
        report.found += _shown_by_nothing(ctx, ctx.overlaid)
    return ctx


def _printed_in_vain(ctx: Context, overlaid: Overlays) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each printed line whose last use an overlay took away."""
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


def _shown_by_nothing(ctx: Context, overlaid: Overlays) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each value that overlays add and no component shows, as others do."""
    added = [c.node for c in overlaid.changes if isinstance(c.node, ast.ExtendValues)]
    for name in (value.name for node in added for value in node.values):
        of, number = next(
            (one.name, one.members.index(name.text))
            for one in ctx.program.values.values()
            if name.text in one.members
        )
        for kind in ctx.program.kinds.values():
            for line, printed in kind.printed.items():
                shown = {one.printed[line] for one in kind.designs if printed.base == "value"}
                if printed.of == of and shown and number not in shown:
                    yield Diagnostic(
                        "shown-by-nothing",
                        f"no {kind.name} shows `{name.text}`",
                        Label(name.span, "a new value"),
                        notes=(f"`{line}` is printed on each {kind.name}",),
                        helps=(
                            f"add one: `add component {kind.name} ...`, with `{line}: {name.text}`",
                        ),
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
    ctx: Context, found: Sequence[Diagnostic], known: Places, ours: set[str], overlaid: Overlays
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
            (c for c in removals(overlaid) if c.name == name or (verb and same_verb(c.name, name))),
            None,
        )
        if gone is not None and d.slug.startswith("unknown-"):
            return still_used(ctx, d, gone, overlaid)
        last = next(
            (
                c
                for c in removals(overlaid)
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
    sort = sort_at(d.label.span) if rule else ""
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


def _kept(overlaid: Overlays, change: OverlayChange | None, names: Sequence[str], slug: str) -> str:
    """Advise what to do about a name that became unused and that no change can remove."""
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
    """Return the source line of a span without its comment and indentation."""
    return span.source.line(span.line).partition("  #")[0].strip()


def _through(d: Diagnostic, overlaid: Overlays, blamed: OverlayChange | None = None) -> Diagnostic:
    """Place any other problem that the game has only with the overlay at what that changes."""
    words = set(names_in(d.label.span.text))
    blamed = blamed or next((c for c in overlaid.changes if c.name in words), None)
    kept = (c for c in overlaid.changes if isinstance(c.node, ast.Replace | ast.ReplaceRule))
    told = next((c for c in kept if c.old is not None and _is_within(d.label.span, c.old)), None)
    if told is not None and d.slug == "says-of-what":  # of the heading, which stays as it was
        again = f"`replace {told.sort} {told.name} says ...`"
        helps = (f"the heading stays as it was: give it another text, {again}", *d.helps)
        blamed, d = blamed or told, replace(d, helps=helps)
    bounds = (c for c in overlaid.changes if c.sort in ("range", "limit", "players"))
    blamed = blamed or next((c for c in bounds if c.name in d.subjects), None)
    place = blamed.word.span if blamed is not None else overlaid.laid[-1].heading()
    label = d.label.text or "here"
    return replace(
        d,
        label=Label(place, "through this change" if blamed else "through this overlay"),
        others=(Label(d.label.span, label), *d.others),
        fix=None,
    )


def _is_within(span: Span, tree: ast.Tree) -> bool:
    whole = tree.span
    return span.source is whole.source and whole.start <= span.start < whole.end


def _last_to_use(name: str, overlaid: Overlays) -> OverlayChange | None:
    """Find the change that replaced or removed the last mention of a name; None without one."""
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
