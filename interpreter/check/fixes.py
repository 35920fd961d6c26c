"""Validation of proposed fixes: each is tried out before it is offered.

A sentence can be readable with other words and still name what the game does not have. So all fixes
are applied to a copy of the texts, and the game is checked again. A fix that leaves an error in its
lines makes way for the next likeliest one, or for none. Takes the files of a game, a report and a
function that checks the files; changes which fixes the report offers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import ModuleType

from interpreter.diagnostics import Diagnostic, Report, Source, Span
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.load.yaml_source import load_yaml
from interpreter.syntax.parser import IN_ITS_PLACE

Read = Callable[[GameFiles, Report], object]
ROUNDS = 3
MOST = 30
"""Errors for which other words are looked for: nobody mends more at once."""
_UNKNOWN = frozenset(
    ["unknown-deed", "unknown-name", "unknown-relation", "unknown-things", "unknown-attribute",
     "unknown-word", "unknown-action", "unknown-question", "extra-part", "missing-part", "no-it"]
)  # fmt: skip
"""Errors of sentences that can be read, and may be said in other words."""
_Offers = dict[int, Diagnostic]


def _rewording() -> ModuleType:
    """Import the rewording module lazily: it is slow to import, and few games need it."""
    from interpreter.syntax import rewording

    return rewording


def try_fixes(files: GameFiles, report: Report, read: Read) -> None:
    """Keep only those fixes that leave no error where they are applied."""
    offers: _Offers = {}
    others: dict[int, Iterator[Diagnostic]] = {}
    for number, d in enumerate(report.found):
        if len(offers) >= MOST:
            break
        if d.slug in IN_ITS_PLACE and d.fix is not None:
            offers[number] = d
            others[number] = _rewording().find_alternatives(d)
        elif d.slug in _UNKNOWN and d.fix is None:
            others[number] = _rewording().find_rewordings(d)
            first = next(others[number], None)
            if first is not None:
                offers[number] = first
            else:
                report.found[number] = _rewording().find_advice(d) or d
        elif d.slug == "unknown-deed":  # the sentence is known, whatever its verb is spelt like
            report.found[number] = _rewording().find_advice(d) or d
    tried = dict(offers)
    for _ in range(ROUNDS):
        poor = _poor(files, tried, read) if tried else set()
        for number in poor:
            del offers[number]
        following = {number: next(others[number], None) for number in poor}
        tried = {number: d for number, d in following.items() if d is not None}
        offers |= tried
        if not tried:
            break
    for number in tried:  # not known to be right
        del offers[number]
    places = [one.fix[0] for one in offers.values() if one.fix is not None]
    found = []
    for number, d in enumerate(report.found):
        if number in offers:
            found.append(offers[number])
        elif number in others and d.fix is not None:
            found.append(_without_fix(d))
        elif d.slug not in _UNKNOWN or not any(_begins_in(d, place) for place in places):
            found.append(d)
    report.found[:] = found


def _begins_in(d: Diagnostic, place: Span) -> bool:
    """Whether a problem begins in words that a fix replaces, which is known to leave no error."""
    span = d.label.span
    return span.source is place.source and place.start <= span.start < place.end


def _without_fix(d: Diagnostic) -> Diagnostic:
    """Strip a fix that does not work from a diagnostic, with the texts that offer it."""
    assert d.fix is not None
    offered = f"`{d.fix[1].strip()}`"
    label = replace(d.label, text="" if offered in d.label.text else d.label.text)
    helps = tuple(line for line in d.helps if offered not in line)
    return replace(d, fix=None, helps=helps, label=label)


def _poor(files: GameFiles, offers: Mapping[int, Diagnostic], read: Read) -> set[int]:
    """Find the diagnostics whose fix leaves an error in the lines that it writes."""
    texts: dict[str, str] = {}
    lines: dict[int, tuple[str, range]] = {}
    for source in _sources(files):
        text, shift, end = source.text, 0, 0
        here = [(n, d.fix) for n, d in offers.items() if d.fix and d.fix[0].source is source]
        for number, (place, word) in sorted(here, key=lambda one: one[1][0].start):
            if place.start < end:
                continue
            end, start = place.end, place.start + shift
            text = text[:start] + word + text[start + place.end - place.start :]
            shift += len(word) - (place.end - place.start)
            first = text.count("\n", 0, start)
            lines[number] = (source.path, range(first, first + word.count("\n") + 1))
        if here:
            texts[source.path] = text
    if not texts:
        return set()
    after = Report()
    read(_with_texts(files, texts), after)
    wrong = {(d.label.span.source.path, d.label.span.line - 1) for d in after.errors}
    return {n for n, (path, some) in lines.items() if any((path, line) in wrong for line in some)}


def _sources(files: GameFiles) -> Iterator[Source]:
    yield from files.rules
    yield from files.overlays
    for one in files.components:
        yield one.source


def _with_texts(files: GameFiles, texts: Mapping[str, str]) -> GameFiles:
    """Copy the game files, with the text of some (by path) replaced.

    A component file whose new text is not valid YAML is left as it was.
    """

    def rules(some: tuple[Source, ...]) -> tuple[Source, ...]:
        return tuple(Source(s.path, texts[s.path]) if s.path in texts else s for s in some)

    def data(one: Spanned) -> Spanned:
        path = one.source.path
        return (load_yaml(Source(path, texts[path]), Report()) or one) if path in texts else one

    return replace(
        files,
        rules=rules(files.rules),
        overlays=rules(files.overlays),
        components=tuple(map(data, files.components)),
    )
