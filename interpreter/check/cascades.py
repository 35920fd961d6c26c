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
from interpreter.diagnostics.suggest import nearest
from interpreter.syntax.parser import IN_ITS_CHANGE, IN_ITS_PLACE, RESERVED, chunks, faulty_part
from interpreter.syntax.recovery.lines import begins_anew
from interpreter.syntax.vocabulary import HEADINGS
from interpreter.syntax.words import lines_that_say, names_in

_ALONE = frozenset(
    ["define", "relation", "procedure", "action", "turn", "setup", "game", "phase", "round", "rule"]
)
"""Headings that declare one name only, in their first line."""
_BESIDE_NAMES = IN_ITS_PLACE - {"reserved-word"}
"""Faults that leave the name of what a line declares as it was meant."""
_OF_TABLE = frozenset(["each", "the", "table", "faction", "kind", "values", "money"])
"""Headings of what many rules speak of."""
_UNPLACED = frozenset(["unknown-kind", "unknown-type", "unknown-zone"])
_RULES = frozenset(["unknown-deed", "unknown-action", "unknown-flow", "unknown-question"])
_OF_PLACES = frozenset(
    ["wrong-place", "no-board", "not-on-board", "no-spaces", "no-discard", "no-way-out",
     "from-where", "wrong-noun", "cannot-move", "not-a-pile", "not-a-row", "no-owner", "zone-kinds"]
)  # fmt: skip
_DECLARES_NOTHING = frozenset(
    ["set", "replace", "remove", "require", "change", "extend", "only", "comes", "offer",
     "show", "before", "after"]
)  # fmt: skip
"""How changes begin that declare no name; any other may be lacking its `add`."""
_OF_CHANGES = frozenset(
    ["set", "replace", "remove", "require", "add", "change", "extend", "only", "comes", "offer",
     "show", "after", "setup", "game", "round", "phase", "turn", "rule", "values", "component",
     "beside", "limit", "player", "table", "zone"]
)  # fmt: skip
"""Words of the first line of a change that name nothing of the game."""
_TITLE = re.compile(r"^[ -]*title: *(.+)", re.MULTILINE)
_SHOWN = 3
"""Further places of an unknown name that are shown."""


class Doubts:
    """Names that may be declared in source that could not be parsed."""

    def __init__(
        self, report: Report, sources: Sequence[Source], unread: Iterable[Source] = ()
    ) -> None:
        """`unread` are files of the game that could not be read at all."""
        self.report = report
        self.names: set[str] = set()
        self.unnamed: set[str] = set()
        """How the names of kinds begin that have lost their plural."""
        self.of_table = False
        """Whether more than the name of one rule is in doubt."""
        self.nameless = False
        """Whether a rule has lost its name."""
        self.no_places = False
        """Whether a zone or a board could not be declared."""
        self.anything = False
        """Whether it cannot be said which names are in doubt."""
        self.changed: set[str] = set()
        """What changes of overlays are for that cannot be read."""
        self.unread = False
        """Whether a file of rules or components could not be read at all."""
        _once_reserved(report)
        rules = {source.path: source for source in sources}
        for d in report.errors:
            source = rules.get(d.label.span.source.path)
            self.names |= _meant(d)
            if source is not None:
                self._cannot_be_read(source, d.label.span.start, d.slug in _BESIDE_NAMES)
            else:
                self._unread(d.label.span.source)
        for source in unread:
            self._unread(source)
        self.before = len(report.found)

    def of_changes(self, overlays: Sequence[Source]) -> None:
        """Record the names in doubt because an overlay change cannot be parsed.

        Its target may be missing or unchanged, and nobody knows which names an added declaration
        has.
        """
        paths = {source.path for source in overlays}
        for d in self.report.found[self.before :]:
            span = d.label.span
            if span.source.path not in paths or d.slug not in IN_ITS_CHANGE | {"missing-block"}:
                continue
            part = _change_at(span)
            words = names_in(part)
            if not _DECLARES_NOTHING & {*words[:1]}:
                self.names |= set(words) | _meant(d)
                self.of_table = self.of_table or bool(_OF_TABLE & {*words[:2]})
            self.changed |= _hit_by(part)

    def _unread(self, source: Source) -> None:
        if source.path.endswith("game.yaml"):
            return
        rules = source.path.endswith(".rules")
        self.unread = True
        self.names |= set(names_in(source.text))
        some_only = "\ufffd" in source.text  # what stands behind is not kept
        if some_only or not (any(lines_that_say(source.text)) if rules else "id:" in source.text):
            self.anything = True
        self.of_table = self.of_table or rules

    def _cannot_be_read(self, source: Source, at: int, alone: bool) -> None:
        """`alone` is whether the lines beside the fault could be read, and the name in its own."""
        text = source.text
        parts = [(a, b) for a, b in chunks(text) if b > at]
        first, end = parts[0]
        for a, b in parts[1:]:  # lines that a missing indentation tore off
            if begins_anew(text[a:b]):
                break
            end = b
        head = _first_word(text, first, end)
        lines = faulty_part(text[first:end], at - first) if alone else None
        named = lines is not None and bool(text[first + lines[0] : at].strip())
        if lines is not None and named and head in ("each", "table", "the", "faction"):
            words = names_in(text[first + lines[0] : first + lines[1]])
            self.names |= set(words)
            self.no_places |= words[0] in ("zone", "board")
            if "board" in words:
                self.names |= {"lane", "space", "hex", "lanes", "spaces", "hexes"}
            return
        heading = head if head in HEADINGS else nearest(head, HEADINGS) or ""
        for line in text[first:end].splitlines():  # headings that were indented by mistake
            words = names_in(line)
            if words and words[0] in HEADINGS:
                self.names |= set(words)
        self.nameless |= (
            heading in _ALONE and text[first:end].split("\n")[0].split('"')[0].strip() == head
        )
        if heading in _ALONE:
            end = text.find("\n", first, end) if "\n" in text[first:end] else end
        else:
            self.of_table = True
        self.names |= set(names_in(text[first:end]))
        if "board" in self.names:
            self.names |= {"lane", "space", "hex", "lanes", "spaces", "hexes"}

    def _doubtful(self, word: str) -> bool:
        return (
            self.anything or word in self.names or any(same_verb(word, name) for name in self.names)
        )

    def _follows(self, d: Diagnostic) -> bool:
        """Whether a zone or a name that could not be declared makes something look wrong."""
        if d.slug == "local-hides":
            return d.label.span.text in self.names
        if self.nameless and d.slug in _RULES:
            return True
        if _is_unknown(d) and d.label.span.text[:2] in self.unnamed:
            return True
        if d.slug == "unhit" and self.changed & _hit_by(_change_at(d.label.span)):
            return True
        if d.slug == "no-card-rules":
            return "carries" in self.names
        if d.slug == "unknown-value":  # of a component: another one that cannot be read
            return self._doubtful(d.label.span.text)
        return self.no_places and d.slug in _OF_PLACES

    def _speaks_in_doubt(self, d: Diagnostic) -> bool:
        """Whether a line that could be read, and says nothing as it was understood, names what is
        in doubt: `if claim duke` asks for a deed where `claim` is one."""
        span = d.label.span
        words = set(names_in(span.source.line(span.line))) - RESERVED
        return any(self._doubtful(word) for word in words)

    def after_declarations(self) -> None:
        """Record the names declared in lines with an error, which later lines may use."""
        kept = self.report.found[: self.before]
        for d in self.report.found[self.before :]:
            self.names |= _of_nameless_component(d)
        for d in self.report.found[self.before :]:
            span = d.label.span
            follows = (_is_unknown(d) and self._doubtful(span.text)) or self._follows(d)
            if not follows:
                kept.append(d)
            if d.severity != "error":
                continue
            if d.slug == "same-plural":
                self.unnamed.add(span.text[:2])
            self.no_places = self.no_places or d.slug in _UNPLACED
            if d.slug == "unknown-kind" and not span.source.path.endswith(".rules"):
                self.names |= set(re.findall(r"\bid: *(\w+)", span.source.text))
            if self._heads_many(span):
                self.of_table = True
            if d.slug == "name-twice" and self._heads_one(span):
                self.nameless = True  # one of the two should have had another name
            if d.slug not in ("name-twice", "field-twice", "printed-twice"):
                self.names |= _declared_at(span) - {"" if follows else span.text}
                self.names |= _meant(d) if d.slug == "reserved-word" or " " in span.text else set()
        self.report.found[:] = kept
        self.before = len(kept)

    def _heads_many(self, span: Span) -> bool:
        """Whether what is declared below a line is lost, as below `each playr has`."""
        if not span.source.path.endswith(".rules"):
            return False
        start, end = _declaration(span)
        text = span.source.text
        head = _first_word(text, start, end)
        return head == "money" or (
            head not in (*_ALONE, "values", "kind", "setting", "")
            and "\n" not in text[start : span.start]
        )

    def _heads_one(self, span: Span) -> bool:
        """Whether a place is the name of a rule, which its heading declares alone."""
        start, end = _declaration(span)
        text = span.source.text
        return _first_word(text, start, end) in _ALONE and "\n" not in text[start : span.start]

    def after_rules(self) -> None:
        """Drop diagnostics that follow from names in doubt, and merge those of one unknown name."""
        later = self.report.found[self.before :]
        troubled: set[tuple[str, int]] = set()
        for d in later:
            if _is_unknown(d):
                troubled.add(_line(d))
        kept: list[Diagnostic] = []
        for d in sorted(later, key=_place):
            if _is_unknown(d) or d.slug == "not-chosen":
                span = d.label.span
                if self._doubtful(span.text) or _bound_in_vain(span.text, span, kept):
                    continue
                if self._follows(d):
                    continue
            elif d.code[0] in "KR" and (_line(d) in troubled or _names_in_vain(d, kept)):
                continue  # of something unknown nothing can be said
            elif self._follows(d) or (d.slug in IN_ITS_PLACE and self._speaks_in_doubt(d)):
                continue
            kept.append(d)
        self.report.found[self.before :] = kept
        tell_once(self.report)


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


def _hit_by(change: str) -> set[str]:
    """Collect the names in the first line of an overlay change that its target may declare."""
    return set(names_in(change.split("\n")[0])) - _OF_CHANGES - RESERVED


def _declaration(span: Span) -> tuple[int, int]:
    """Return the start and end offset of the declaration that contains a span."""
    parts = chunks(span.source.text)
    at = bisect(parts, span.start, key=lambda part: part[0]) - 1
    return parts[at] if at >= 0 and span.start < parts[at][1] else (span.start, span.end)


def _first_word(text: str, start: int, end: int) -> str:
    return next(iter(names_in(text[start:end].lstrip().partition("\n")[0])), "")


def _declared_at(span: Span) -> set[str]:
    """Collect the names that the line of a faulty span may declare.

    If the fault is in the heading of a rules declaration that can declare several names, the words
    of the whole declaration count.
    """
    text = span.source.text
    if span.source.path.endswith(".rules"):
        start, end = _declaration(span)
        head = _first_word(text, start, end)
        if head and "\n" not in text[start : span.start] and head not in _ALONE:
            return set(names_in(text[start:end]))
    return set(names_in(span.source.line(span.line)))


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
