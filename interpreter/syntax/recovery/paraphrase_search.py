"""Searches for the row, or the chain of rows, whose replacement makes a sentence parse.

Takes a `ParseFailure`; produces the best `Rewrite`. Must not know any wording: all stand in the
rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from interpreter.diagnostics.suggest import nearest
from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.recovery.paraphrase_rows import ParaphraseRow, rows_for
from interpreter.syntax.recovery.pattern import READ_ALONE
from interpreter.syntax.recovery.sentence import SplitSentence, bare_words, words_changed
from interpreter.syntax.recovery.word_forms import complete, fill

LONGEST_CHAIN, MOST_CHAINS = 3, 4
_USUAL_RANK = 5
_ASKED = "did you mean `{written}`?"


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A row that matches a sentence: what it replaces in the text, and by what."""

    row: ParaphraseRow
    start: int
    end: int
    mark: tuple[int, int]
    written: str
    said: Mapping[str, str]
    offered: bool = False
    more: tuple[str, ...] = ()
    """What to do besides, as the rows say it that are joined to this one."""

    @property
    def help(self) -> tuple[str, ...]:
        """The advice of the row."""
        told = self.row.told.get("help", _ASKED if self.row.write else ())
        return (*((told,) if isinstance(told, str) else told), *self.more)


def find_rewrite(failure: ParseFailure, stage: str | None) -> Rewrite | None:
    """Find the likeliest rewrite with which the sentence parses, or else one that only advises.

    Without a stage, the sentence parses already, but something in it has no meaning in the game.
    """
    ranked = _ranked(failure, stage)
    best = next(_readable(failure, ranked, stage), None)
    if best is not None or stage is None:
        return best
    return next((one for one in ranked if _advises(failure, one)), None)


def find_advice(failure: ParseFailure) -> Rewrite | None:
    """Find a row that only advises, for a sentence that parses."""
    some = (one for one in _ranked(failure, None) if not one.row.write)
    return next((one for one in some if _advises(failure, one)), None)


def find_rewrites(failure: ParseFailure, stage: str | None) -> Iterator[Rewrite]:
    """Iterate over all rewrites with which the sentence parses, the likeliest first."""
    return _readable(failure, _ranked(failure, stage), stage)


def _readable(failure: ParseFailure, ranked: list[Rewrite], stage: str | None) -> Iterator[Rewrite]:
    some = [one for one in ranked if one.row.write]
    if stage is None:
        here = failure.at
        some = [one for one in some if one.start <= here <= max(one.end, one.mark[1]) - 1]
    while some:
        best, tried = _best(failure, some, stage)
        if best is None:
            return
        if best.written not in failure.without:
            yield replace(best, offered=best.row.told.get("offer", True))
        some = [one for one in some if one is not tried]


def _fitting(failure: ParseFailure, stage: str | None) -> Iterator[Rewrite]:
    """Iterate over every rewrite that the rows of a stage offer for the sentence."""
    sentence = SplitSentence.of(failure.text, failure.start, failure.stop, failure.reserved)
    there = sentence.plain.replace("~", "").split()
    seen: set[tuple[int, int, str | None, str]] = set()
    for row in rows_for(stage, failure.places):
        if not row.pattern.may_fit(there):
            continue
        for found in _matches(row, sentence):
            said = _said(failure, sentence, found, row)
            start, end = sentence.place(*found.span("it_"), failure.stop)
            if said is None or start > failure.end:
                continue
            if row.told.get("inside") and not start < failure.at < end:
                continue
            mark = (start, end)
            if "mark_" in row.pattern.form.groupindex:
                mark = sentence.place(*found.span("mark_"), failure.stop)
            said["add"] = "add " if "overlay" in failure.places else ""
            said["it"], said["marked"] = failure.text[start:end], failure.text[slice(*mark)]
            for form in row.write or ("",):
                written = fill(form, said)
                key = (start, end, written, "" if row.write else row.pattern.said)
                if written is not None and key not in seen and written != said["it"]:
                    seen.add(key)
                    yield _laid_out(failure, Rewrite(row, start, end, mark, written, said))


def _matches(row: ParaphraseRow, sentence: SplitSentence) -> Iterator[re.Match[str]]:
    """Iterate over the matches of a row; if its last words may go on, over each possible end."""
    ends = sorted(sentence.number)
    for start in ends[:1] if row.pattern.source.startswith(("^", "(?P<it_>^")) else ends[:-1]:
        first = row.pattern.form.match(sentence.plain, start)
        if first is None:
            continue
        yield first
        for end in ends if row.pattern.open_ended else ():
            if end > first.end() and (
                longer := row.pattern.form.fullmatch(sentence.plain, start, end)
            ):
                yield longer


def _said(
    failure: ParseFailure, sentence: SplitSentence, found: re.Match[str], row: ParaphraseRow
) -> dict[str, str] | None:
    """Map the slots of a row to what was said in them; None if something does not fit its slot."""
    said = {"misfit": failure.word}
    for label, kind in row.pattern.slots.items():
        plain = found[label]
        if plain is None:
            continue
        source = failure.text[slice(*sentence.place(*found.span(label), failure.stop))]
        if kind in READ_ALONE and not failure.reads_alone(source):
            return None
        known = None if label == "said_" else row.pattern.choices.get(label)
        said[label] = source if known is None else known[bare_words(plain)]
    return said if complete(row.told, said, failure.text) and _known(failure, row, said) else None


def _known(failure: ParseFailure, row: ParaphraseRow, said: dict[str, str]) -> bool:
    """Check that names are what the row requires in this game; add names of the game to `said`."""
    for form, sorts in row.told.get("are", {}).items():
        some = (sorts,) if isinstance(sorts, str) else sorts
        if not any(failure.is_one(fill(form, said) or "", sort) for sort in some):
            return False
    for label, sort in row.told.get("near", {}).items():
        said["near"] = nearest(said[label], failure.names_of(sort)) or ""
        if not said["near"]:
            return False
    for label, (sort, other) in row.told.get("some", {}).items():
        said[label] = next(iter(failure.names_of(fill(sort, said) or "")), other)
        said[f"{label}_sort"] = failure.called.get(said[label], sort)
    return True


def _laid_out(failure: ParseFailure, one: Rewrite) -> Rewrite:
    """Adjust the spacing and indentation of a rewrite to its surroundings."""
    text, start, end = failure.text, one.start, one.end
    written = one.written.replace("\n", "\n" + " " * failure.indent)
    if written[:1] in ("", "\n"):
        while end < failure.stop and text[end] == " ":
            end += 1
    at_the_end = end == failure.stop or text[end] == "#"
    if written[:1] in ("\n", ",", ":") or (not written and at_the_end):
        while start > failure.start and text[start - 1] == " ":
            start -= 1
    elif one.start == one.end and written:
        written += " "
    if written[:1].isalnum() and text[start - 1 : start].isalnum():
        written = " " + written
    if one.start == one.end and written[-1:] in (",", ":") and text[end : end + 1] != " ":
        written += " "
    return replace(one, start=start, end=end, written=written)


def _ranked(failure: ParseFailure, stage: str | None) -> list[Rewrite]:
    """List all rewrites that the rows offer, the likeliest first.

    What replaces a whole phrase is not tried for a part of it.
    """
    widest: dict[tuple[int, str], list[Rewrite]] = {}
    for one in sorted(_fitting(failure, stage), key=lambda one: one.start - one.end):
        others = widest.setdefault((one.row.order, one.written), [])
        if all(one.start < other.start or one.end > other.end for other in others):
            others.append(one)
    found = (one for others in widest.values() for one in others)

    def order(one: Rewrite) -> tuple[int, int, int]:
        changed = words_changed(one.said["it"], one.written)
        return one.row.told.get("rank", _USUAL_RANK), changed, one.row.order

    return sorted(found, key=order)


def _advises(failure: ParseFailure, one: Rewrite) -> bool:
    """Check whether a row gives advice on this fault, though no replacement of it parses."""
    here = one.start <= failure.end and failure.at <= max(one.end, one.mark[1]) + 1
    if one.row.told.get("here"):
        here = one.mark == (failure.at, failure.end)
    return here and (not one.row.write or one.row.told.get("always", False))


def _best(
    failure: ParseFailure, some: list[Rewrite], stage: str | None, depth: int = 1
) -> tuple[Rewrite | None, Rewrite | None]:
    """Find the first rewrite that makes the sentence parse, alone or in a chain.

    If there is none, takes one with which it parses up to a separate fault.

    Returns the complete rewrite and the one it begins with, or None twice.
    """
    further: list[tuple[Rewrite, ParseFailure]] = []
    for one in some:
        after = failure.rewritten(one.start, one.end, one.written)
        if after is None:
            return one, one
        behind = one.start + len(one.written)
        if after.at > max(behind, one.start + 1) or one.row.told.get("step"):
            further.append((one, after))
    for one, after in further[:MOST_CHAINS] if depth < LONGEST_CHAIN else ():
        more = [other for other in _ranked(after, stage) if other.row.write]
        following, _ = _best(after, more, stage, depth + 1)
        if following is not None:
            return _joined(failure, one, after, following), one
    for one, after in further:
        if after.reads_up_to_a_joint(one.start + len(one.written)):
            return one, one
    return None, None


def _joined(failure: ParseFailure, one: Rewrite, after: ParseFailure, other: Rewrite) -> Rewrite:
    """Join two rewrites into one, described as the first; what both replace is replaced at once."""
    start = min(one.start, other.start)
    end = max(one.end, other.end - len(one.written) + (one.end - one.start))
    text = after.text[: other.start] + other.written + after.text[other.end :]
    written = text[start : len(text) - (len(failure.text) - end)]
    alike = other.row.told.get("message") == one.row.told.get("message")
    mark = (start, end) if alike and "<" not in one.row.pattern.said else one.mark
    whole = other.help == one.help or any("{written}" in form for form in one.help)
    more = () if whole else other.help
    return replace(one, start=start, end=end, written=written, mark=mark, more=more)
