"""Deeds, choices and refusals as clauses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from interpreter.language.verbs import VERBS
from interpreter.present import words
from interpreter.present.story.beat_draft import (
    HOLES,
    BeatDraft,
    ChosenPart,
    Tellers,
    as_phrase,
    is_known,
    oneself,
)
from interpreter.present.story.items import Happening, Refusal, RunningRule, StoryItem
from interpreter.present.story.phrases import Mention, Part, Phrase, behind, capital, counts, said
from interpreter.present.story.story_clauses import StoryClause
from interpreter.syntax.verb_forms import base_form, is_never_verb


def _menu(page: BeatDraft, item: Happening[tuple[str, Phrase]]) -> None:
    if page.title is None:
        page.title = item.seat, *item.data


def _says(page: BeatDraft, item: StoryItem) -> None:
    run = item.run
    assert run is not None
    if not is_known(run):
        return
    parts = _parts(page, run)
    starts = run.func.says.partition(" ")[0]
    if starts[:1] == "{" or starts[:1].isupper() or is_never_verb(starts):
        page.clauses.append(StoryClause("sentence", -1, rest=as_phrase(parts)))
        return
    first = parts[0]
    assert isinstance(first, str)
    verb, _, lead = first.partition(" ")
    verb = base_form(verb) or verb
    if len(parts) == 2 and isinstance(parts[1], tuple):
        made = StoryClause("deed", item.seat, verb, lead.rstrip(), [parts[1]])
    else:
        rest = as_phrase([f" {lead}", *parts[1:]]) if lead or len(parts) > 1 else ()
        made = StoryClause("deed", item.seat, verb, rest=rest)
        if len(parts) > 2 and isinstance(parts[-1], tuple):  # the last hole collects the objects
            made.rest, made.objects = (), [parts[-1]]
            made.opening = as_phrase([f" {lead}", *parts[1:-1]])
    last = page.clauses[-1] if page.clauses else None
    if last is not None and last.sort == "label" and last.seat == item.seat:
        same = last.verb == verb or said(last.predicate(True)) == said(made.predicate(True))
        if same:
            page.clauses.pop()
    page.clauses.append(made)


def _parts(page: BeatDraft, run: RunningRule) -> list[Part | Phrase]:
    """Split the wording of a deed into texts, and phrases for what stands in braces."""
    says, at = run.func.says, 0
    parts: list[Part | Phrase] = []
    for hole in HOLES.finditer(says):
        if hole.start() > at:
            parts.append(behind(_number_of(parts), says[at : hole.start()]))
        phrase = run.known[hole.group(1).strip()]
        at = hole.end()
        mention = phrase[0]
        if isinstance(mention, Mention) and mention.seat >= 0:
            if mention.seat == page.reader and says[at:].startswith("'s"):
                phrase, at = (replace(mention, say="your"),), at + 2
            elif not says[at:].startswith("'s"):
                phrase = tuple(_or_oneself(page, run, part) for part in phrase)
        parts.append(("no",) if said(phrase) == "0" and counts(says[at:]) else phrase)
    if at < len(says):
        parts.append(behind(_number_of(parts), says[at:]))
    return parts


def _or_oneself(page: BeatDraft, run: RunningRule, part: Part) -> Part:
    """Replace a mention of the doer with `themselves` or `yourself`."""
    if isinstance(part, Mention) and part.seat == run.seat:
        return replace(part, say=oneself(run.seat == page.reader))
    return part


def _play(page: BeatDraft, item: Happening[Phrase]) -> None:
    run = item.run
    assert run is not None
    sayer = next((one for one in run.chain()[1:] if one.func.says), None)
    if sayer is not None:
        return
    verb = "play"
    for one in run.chain()[1:]:
        found = re.match(r"([A-Z][a-z]+) (?:a|an|one|the) ", one.func.title)
        if found is not None:
            verb = found.group(1).lower()
            break
    page.clauses.append(StoryClause("play", item.seat, verb, objects=[item.data]))


def _label(page: BeatDraft, item: Happening[str]) -> None:
    page.clauses.append(_deed_of_label(page, item.data, item.seat))


def _refuse(page: BeatDraft, item: Happening[Refusal]) -> None:
    page.refused.append(item)


def refusals(page: BeatDraft, accepted: bool) -> None:
    """Add one clause for the pending refusals, such as `Nobody challenges`, and clear them.

    None is added if all refused the same offer and somebody `accepted` it after all."""
    refused, page.refused = page.refused, []
    seats = list(dict.fromkeys(item.seat for item in refused))
    label, deed = refused[0].data.label, refused[0].data.rule
    if accepted and len(seats) >= 1 and all(item.data.label == label for item in refused):
        return
    for item in refused:
        if item.seat == item.data.asker:
            seats = [seat for seat in seats if seat != item.seat]
    if not seats:
        return
    if len(seats) == 1:
        page.clauses.append(StoryClause("refuse", seats[0], "let", "it happen", minor=True))
        return
    func = page.plan.program.funcs.get(deed)
    made = _deed_of_label(page, label, seats[0])
    if func is not None and func.says and made.sort != "title":
        made = _deed_of_label(page, words.capital(label), seats[0])
    if made.sort == "title":
        body: Phrase = (f"{made.verb}: nobody",)
    else:
        body = ("nobody ", *made.predicate(False))
    page.clauses.append(StoryClause("sentence", -1, rest=capital(body), minor=True))


def _deed_of_label(page: BeatDraft, label: str, seat: int) -> StoryClause:
    """Parse an option label such as `Challenge the claim` into a clause.

    A label that does not begin with a verb becomes a title."""
    title, colon, _ = label.partition(":")
    if colon:  # a name and its effect
        return StoryClause("title", seat, title)
    first, _, rest = label.partition(" ")
    if not first[:1].isupper() or not first.isalpha() or _is_no_verb(page, first.lower()):
        return StoryClause("title", seat, label)
    return StoryClause("label", seat, first.lower(), rest)


def _is_no_verb(page: BeatDraft, word: str) -> bool:
    """Check whether a first word is no verb: a small word, or only a noun of the game."""
    if is_never_verb(word):
        return True
    program = page.plan.program
    if word in VERBS or any(name.split("_", 1)[0] == word for name in program.funcs):
        return False  # a deed has this name, too
    return any(word in (kind.name, kind.plural) for kind in program.kinds.values()) or any(
        word in values.members for values in program.values.values()
    )


def _chose(page: BeatDraft, item: Happening[tuple[str, Sequence[ChosenPart]]]) -> None:
    page.chosen.append((item.seat, *item.data, item.run, len(page.clauses)))


def _number_of(parts: list[Part | Phrase]) -> str:
    """Return the text of the last part if it fills a hole; empty otherwise."""
    return said(parts[-1]) if parts and isinstance(parts[-1], tuple) else ""


TOLD: Tellers = {
    "menu": _menu,
    "says": _says,
    "play": _play,
    "label": _label,
    "refuse": _refuse,
    "chose": _chose,
}
"""How each sort of item is told."""
