"""Diagnoses changes of house rules whose names do not match the sort that they state.

Code and no rows, since the diagnosis depends on the names that the game declares.
"""

from __future__ import annotations

import re

from interpreter.diagnostics.suggest import nearest
from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.recovery.house_lines import NAME, is_done, words_of
from interpreter.syntax.recovery.paraphrase_reports import report_paraphrase
from interpreter.syntax.source_words import parent_line
from interpreter.syntax.vocabulary import CHANGES, ELSEWHERE, HEADINGS, NOT_CHANGES, SORTS

_NAMED = re.compile(
    rf"(remove|replace|require|extend|change|before|after)\s+((?:{NAME}\s+)*?)({NAME})$"
)
_WAITS = frozenset(["in", "any", "another", "an", "a", "opponent", "you", "each", "every"])
"""What a step, or somebody who is waited for, is said with."""


def report_name_of_game(failure: ParseFailure) -> bool:
    """Report a change whose names are of another sort than it states."""
    if failure.indent != 4:
        return _report_deed_of_rule(failure)
    return _report_sort(failure)


def _report(
    failure: ParseFailure,
    words: tuple[int, int],
    message: str,
    label: str,
    help_: str,
    fix: str | None = None,
    slug: str = "unexpected-word",
) -> bool:
    """Report some words of the line, by their offsets in it."""
    start = failure.start + failure.indent
    place = failure.spans(start + words[0], start + words[1])
    return failure.report.add(
        slug, place, message, label, helps=(help_,), fix=None if fix is None else (place, fix)
    )


def _report_sort(failure: ParseFailure) -> bool:
    """Report a change with a missing or wrong sort: `remove card lift`."""
    words = words_of(failure)
    found = _NAMED.fullmatch(words)
    if found is None:
        return False
    word, said, name = found[1], found[2].split(), found[3]
    if name not in failure.called and " ".join(said) not in SORTS:
        name = nearest(name, failure.called) or name
    sort = failure.called.get(name, "")
    if not sort or sort == "setting" or sort.split() == said or _WAITS & {*said}:
        return False
    if word == "change" and said == sort.split()[1:]:
        return False
    if said and "_".join((*said, name)) in failure.called:
        return False
    if " ".join(said) in SORTS and not sort.startswith("component"):
        return False  # told where the rules are looked up
    verb = _verb_for(word, sort)
    if not verb:
        return False
    what, noun = f"{sort} {name}", sort.removeprefix("component ")
    article = "an" if noun[:1] in "aeiou" else "a"
    message, label = f"it is not said what `{name}` is", f"it is {article} {noun}"
    if name != found[3]:
        message, label = f"the game has nothing called `{found[3]}`", ""
    elif said:
        message, label = f"`{name}` is {article} {noun}", ""
    written = what if verb == word else f"{verb} {what}"
    start = found.start(2) if verb == word else 0
    return _report(failure, (start, len(words)), message, label, f"write `{verb} {what}`", written)


def _verb_for(word: str, sort: str) -> str:
    """Return the keyword that changes something of this sort as `word` asks; empty if unknown."""
    if sort.startswith("component"):
        return {"remove": "remove", "change": "change", "replace": "change"}.get(word, "")
    if sort == "rule":
        return word if word in ("remove", "replace", "extend") else ""
    return {"change": "replace", "extend": ""}.get(word, word)


def _report_deed_of_rule(failure: ParseFailure) -> bool:
    """Report `gain 1 glory` right below `extend rule`, where a trigger is missing."""
    above = parent_line(failure.text, failure.start, failure.indent).split()
    if failure.indent != 8 or above[:1] not in (["add"], ["extend"], ["replace"]):
        return False
    if above[1:2] != ["rule"] or not is_done(failure):
        return False
    sorts = set(failure.called.values())
    some = next((name for name, sort in failure.called.items() if sort == "action"), "draw_card")
    span = next((one for one in ("turn", "round", "phase") if one in sorts), "turn")
    help_ = f"write when above it, such as `after any player {some}` or `at end of each {span}`,"
    return _report_undated(failure, f"{help_} and indent this once more")


def _report_undated(failure: ParseFailure, help_: str) -> bool:
    words = (0, len(words_of(failure)))
    message = "it is not said when this is done"
    return _report(failure, words, message, "", help_, slug="unknown-sentence")


def report_no_change(failure: ParseFailure) -> bool:
    """Report a line that is no change, with its likely meaning or else a list of the changes."""
    first = re.match(rf"{NAME}|-", words_of(failure))
    if failure.indent != 4 or first is None:
        return False
    word = first[0]
    if word in CHANGES:
        return _report_added(failure) or report_paraphrase(failure, "change")
    message, label = f"no change begins with `{word}`", "not the start of a change"
    guess = NOT_CHANGES.get(word) or nearest(word, CHANGES)
    help_ = f"changes begin with {', '.join(f'`{one}`' for one in CHANGES)}"
    if guess:
        help_ = f"did you mean `{guess}`?"
    elif is_done(failure) and failure.called.get(word) != "setting":
        sort = "setup" if word == "play" else "action"
        some = (name for name, one in failure.called.items() if one == sort)
        name = next(some, f"that_{sort}")
        help_ = f"write when above it, such as `after {sort} {name}`, and indent this once more"
        return _report_undated(failure, help_)
    return _report(failure, first.span(), message, label, help_, guess, "unknown-sentence")


def _report_added(failure: ParseFailure) -> bool:
    """Report `add actoin`, and other words for things that can be added."""
    new = re.match(rf"add\s+(?!component\b|the\b|an?\b)({NAME})", words_of(failure))
    if new is None or new[1] in HEADINGS:
        return False
    guess = ELSEWHERE.get(new[1]) or nearest(new[1], (*HEADINGS, "component"))
    if guess is None:
        return False
    message, label = f"`{new[1]}` does not fit here", "expected what is added"
    return _report(failure, new.span(1), message, label, f"did you mean `{guess}`?", guess)
