"""Suppression of follow-up errors, so that one fault yields one diagnostic.

A declaration that cannot be parsed leaves names unknown, and their uses are not at fault; a name
that is unknown in ten places is one slip. Works on the report alone, removing and merging
diagnostics; it does not know what the names stand for.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter.check.declarations.rule_names import same_verb
from interpreter.diagnostics import Diagnostic, Label, Report, Source, Span
from interpreter.syntax.parser import IN_ITS_CHANGE, IN_ITS_PLACE, RESERVED, chunks, faulty_part
from interpreter.syntax.recovery.torn_lines import begins_anew
from interpreter.syntax.source_words import lines_that_say, names_in
from interpreter.syntax.vocabulary import HEADINGS

_ONE_NAME = frozenset(
    ["define", "relation", "procedure", "action", "turn", "setup", "game", "phase", "round", "rule"]
)
"""Headings that declare one name only, in their first line."""
_BESIDE_NAMES = IN_ITS_PLACE - {"reserved-word"}
"""Faults that leave the name of what a line declares as it was meant."""
_RULES = frozenset(["unknown-deed", "unknown-action", "unknown-flow", "unknown-question"])
_TITLE = re.compile(r"^[ -]*title: *(.+)", re.MULTILINE)
_SHOWN = 3
"""Further places of an unknown name that are shown."""


class Doubts:
    """Names that may be declared in source that could not be parsed or understood."""

    def __init__(
        self, report: Report, sources: Sequence[Source], unread: Iterable[Source] = ()
    ) -> None:
        """`unread` are files of the game that could not be read at all."""
        self.report = report
        self.names: set[str] = set()
        self.anything = False
        """Whether it cannot be said which names are in doubt."""
        self.changed: set[str] = set()
        """Words in the first lines of changes that cannot be parsed."""
        self.overlays: set[str] = set()
        """The paths of the overlays, whose changes are recorded by themselves."""
        self.nameless = False
        """Whether a rule has lost its name."""
        self.table_faulty = False
        """Whether something other than a rule was declared wrongly."""
        self.of_table = False
        """Whether more than the name of one rule is in doubt."""
        self.unread = False
        """Whether a file of rules or components could not be read at all."""
        _once_reserved(report)
        paths = {source.path for source in sources}
        for d in report.errors:
            if d.label.span.source.path in paths:
                self._add_unread(d)
            else:
                self._add_file(d.label.span.source)
        for source in unread:
            self._add_file(source)
        self.before = len(report.found)

    def of_changes(self, overlays: Sequence[Source]) -> None:
        """Record the names in the changes of overlays that cannot be parsed."""
        self.overlays = {source.path for source in overlays}
        for d in self.report.found[self.before :]:
            span = d.label.span
            unread = d.slug in IN_ITS_CHANGE or d.slug == "missing-block"
            if span.source.path not in self.overlays or not unread:
                continue
            change = _change_at(span)
            words = names_in(change)
            self.changed |= set(names_in(change.partition("\n")[0])[1:])
            if {"add", *HEADINGS} & {*words[:1]}:  # others declare nothing
                self.names |= set(words) | _meant(d)

    def after_declarations(self) -> None:
        """Record the names declared in lines with an error, which later lines may use."""
        found = self.report.found[self.before :]
        for d in found:
            if d.severity == "error" and d.label.span.source.path not in self.overlays:
                self._add_faulty(d)
            elif " " in d.label.span.text:
                self.names |= _meant(d)
        self._keep([d for d in found if not self._follows(d)])
        self.before = len(self.report.found)

    def after_rules(self) -> None:
        """Drop diagnostics that follow from names in doubt, and merge those of one unknown name."""
        kept: list[Diagnostic] = []
        later = self.report.found[self.before :]
        troubled = {_line(d) for d in later if _is_unknown(d)}
        for d in sorted(later, key=_place):
            if self._follows(d) or self._speaks_in_doubt(d):
                continue
            if _is_unknown(d) or d.slug == "not-chosen":
                if _bound_in_vain(d.label.span.text, d.label.span, kept):
                    continue
            elif d.code[0] in "KR" and (
                self.table_faulty or _line(d) in troubled or _names_in_vain(d, kept)
            ):
                continue  # of something unknown nothing can be said
            kept.append(d)
        self._keep(kept)
        tell_once(self.report)

    def _keep(self, kept: Sequence[Diagnostic]) -> None:
        """Exchange what was found since the last step; what is wrong is never left untold."""
        later = self.report.found[self.before :]
        if not kept and not self.unread and not self.report.found[: self.before]:
            kept = later[:1]
        self.report.found[self.before :] = kept

    def _add_unread(self, d: Diagnostic) -> None:
        """Record what the lines may declare that a fault keeps from being read."""
        text, (start, end) = d.label.span.source.text, _declaration(d.label.span)
        for first, last in chunks(text):  # lines that a missing indentation tore off
            if first >= end:
                if begins_anew(text[first:last]):
                    break
                end = last
        for line in text[start:end].splitlines():  # headings that were indented by mistake
            if names_in(line)[:1] and names_in(line)[0] in HEADINGS:
                self._add_words(line)
        cut = faulty_part(text[start:end], d.label.span.start - start)
        if d.slug in _BESIDE_NAMES and cut is not None:
            self._add_words(text[start + cut[0] : start + cut[1]])
        else:
            self._add_declaration(text[start:end])
        self.names |= _meant(d)

    def _add_faulty(self, d: Diagnostic) -> None:
        """Record what a declaration may declare that was read, and is wrong."""
        span = d.label.span
        text, (start, end) = span.source.text, _declaration(span)
        if not span.source.path.endswith(".rules"):
            self.table_faulty = True
            self.names |= _of_nameless_component(d)
            if d.slug == "unknown-kind":  # nor are its components known
                self._add_words(text)
        elif "\n" not in text[start : span.start]:
            self._add_declaration(text[start:end])
            self.nameless = self.nameless or d.slug == "name-twice"
        else:
            self.table_faulty = True
        if d.slug not in ("name-twice", "field-twice", "printed-twice"):
            line = span.source.line(span.line)
            self.names |= (set(names_in(line)) | _meant(d)) - {span.text}

    def _add_declaration(self, text: str) -> None:
        """Record the names of a declaration whose heading is faulty, or that is lost."""
        heading = text.partition("\n")[0]
        head = next(iter(names_in(heading.lstrip())), "")
        if head in _ONE_NAME:
            self.nameless = self.nameless or not names_in(heading.partition('"')[0])[1:]
            text = heading
        else:
            self.of_table = self.table_faulty = True
        self._add_words(text)

    def _add_words(self, text: str) -> None:
        words = names_in(text)
        self.names |= set(words)
        if "board" in words:
            self.names |= {"lane", "space", "hex", "lanes", "spaces", "hexes"}

    def _add_file(self, source: Source) -> None:
        """Record what a file may declare that cannot be read; game.yaml declares nothing."""
        if source.path.endswith("game.yaml"):
            return
        rules = source.path.endswith(".rules")
        self.unread = True
        self.of_table = self.of_table or rules
        self.names |= set(names_in(source.text))
        some_only = "\ufffd" in source.text  # what stands behind is not kept
        if some_only or not (any(lines_that_say(source.text)) if rules else "id:" in source.text):
            self.anything = True

    def _doubtful(self, word: str) -> bool:
        return (
            self.anything or word in self.names or any(same_verb(word, name) for name in self.names)
        )

    def _follows(self, d: Diagnostic) -> bool:
        """Whether a diagnostic is about a name in doubt."""
        span = d.label.span
        if _is_unknown(d) or d.slug in ("not-chosen", "local-hides", "unknown-value"):
            return self._doubtful(span.text) or (self.nameless and d.slug in _RULES)
        if d.slug == "unhit":
            first = names_in(_change_at(span).partition("\n")[0])[1:]
            return bool((self.changed | self.names) & set(first) - RESERVED)
        return d.slug == "no-card-rules" and "carries" in self.names

    def _speaks_in_doubt(self, d: Diagnostic) -> bool:
        """Whether a line that says nothing as it was understood speaks of a name in doubt:
        `if claim duke` asks for a deed where `claim` is one."""
        span = d.label.span
        words = set(names_in(span.source.line(span.line))) - RESERVED
        return d.slug in IN_ITS_PLACE and any(self._doubtful(word) for word in words)


def _once_reserved(report: Report) -> None:
    """Report a word of the language that names something there, and not where it is
    used."""
    told = {d.label.span.text for d in report.found if d.slug == "reserved-word"}
    seen: set[str] = set()
    kept: list[Diagnostic] = []
    for d in report.found:
        word = d.label.span.text
        if d.slug == "reserved-word":
            if word in seen:
                continue
            seen.add(word)
        elif word in told and d.slug in IN_ITS_PLACE:
            continue
        kept.append(d)
    report.found[:] = kept


def _change_at(span: Span) -> str:
    """Return the source text of the overlay change that contains a span."""
    start, end = _declaration(span)
    cut = faulty_part(span.source.text[start:end], span.start - start) or (0, 0)
    return span.source.text[start + cut[0] : start + cut[1]]


def _declaration(span: Span) -> tuple[int, int]:
    """Return the start and end offset of the declaration that contains a span."""
    parts = chunks(span.source.text)
    at = bisect(parts, span.start, key=lambda part: part[0]) - 1
    return parts[at] if at >= 0 and span.start < parts[at][1] else (span.start, span.end)


def _of_nameless_component(d: Diagnostic) -> set[str]:
    """Guess the names of a component whose `id` is misspelt, empty or missing.

    They are taken from its title and from the faulty line. Empty for any other diagnostic.
    """
    span = d.label.span
    if span.source.path.endswith(".rules") or d.severity != "error" or d.code[0] != "C":
        return set()
    if "id" not in d.subjects:
        return set()
    title = _TITLE.search(span.source.text, span.source.text.rfind("\n", 0, span.start) + 1)
    called = "_".join(names_in(title[1].lower())) if title else ""
    return {called} | set(names_in(span.source.line(span.line)))


def _meant(d: Diagnostic) -> set[str]:
    """Collect the names that the diagnostic's fix would introduce; empty if it has no fix."""
    return set(names_in(d.fix[1])) if d.fix is not None else set()


def _line(d: Diagnostic) -> tuple[str, int]:
    return d.label.span.source.path, d.label.span.line


def _bound_in_vain(word: str, span: Span, before: Sequence[Diagnostic]) -> bool:
    """Whether a word stands in an earlier line of the rule around `span` that should have made it a
    name, such as `chose card from your hand` or `for each crad in your hand`."""
    for one in before:
        other = one.label.span
        if (
            one.slug in ("unknown-deed", "unknown-things")
            and other.source is span.source
            and other.start < span.start
            and _declaration(other) == _declaration(span)
        ):
            named = _meant(one)
            if one.slug == "unknown-deed":
                named |= set(names_in(other.source.line(other.line)))
            if any(same_verb(word, name) for name in named):
                return True
    return False


def _names_in_vain(d: Diagnostic, before: Sequence[Diagnostic]) -> bool:
    """Whether the line of a problem names what an earlier line should have made a name."""
    span = d.label.span
    words = set(names_in(span.source.line(span.line))) - RESERVED
    return any(_bound_in_vain(word, span, before) for word in words)


def _is_unknown(d: Diagnostic) -> bool:
    return (d.slug.startswith("unknown-") and d.code[0] == "N") or d.slug == "unknown-ending"


def tell_once(report: Report) -> None:
    """Merge the diagnostics of a name that is unknown in several places."""
    report.found[:] = list(_once(report.found))


def _once(found: Sequence[Diagnostic]) -> Iterable[Diagnostic]:
    """Return the diagnostics, those of one unknown name merged at its first place in the rules.

    Diagnostics in which all components are alike are merged, too.
    """
    groups: list[list[Diagnostic]] = []
    for d in found:
        same = next((g for g in groups if _same(g[0], d)), None)
        if same is None:
            groups.append([d])
        else:
            same.append(d)
    for group in groups:
        first, *more = sorted(group, key=_place)
        others = [Label(one.label.span, "here, too") for one in more[:_SHOWN]]
        left = len(more) - _SHOWN
        notes = (f"and in {left} more place{'s' if left > 1 else ''}",) if left > 0 else ()
        yield replace(first, others=(*first.others, *others), notes=(*first.notes, *notes))


def _same(first: Diagnostic, d: Diagnostic) -> bool:
    of_components = "C" in (first.code[0], d.code[0]) or d.slug == "no-card-rules"
    if of_components and d.repeats(first):
        return True
    if d.slug == first.slug == "not-chosen":  # one name that a rule does not give
        span, other = d.label.span, first.label.span
        return (
            span.text == other.text
            and span.source is other.source
            and _declaration(span) == _declaration(other)
        )
    named = all(
        _is_unknown(one) or one.slug in ("unknown-key", "unknown-value") for one in (first, d)
    )
    return named and same_verb(first.label.span.text, d.label.span.text)


def _place(d: Diagnostic) -> tuple[bool, str, int]:
    path = d.label.span.source.path
    return not path.endswith(".rules"), path, d.label.span.start
