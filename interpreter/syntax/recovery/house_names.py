"""Changes of house rules that name something of the game otherwise than its sort asks.

Code and no rows, since what is told hangs on the names that the game declares.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.diagnostics.suggest import nearest
from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.recovery.house_lines import NAME, is_done, words_of
from interpreter.syntax.vocabulary import CHANGES, ELSEWHERE, HEADINGS, NOT_CHANGES, SORTS
from interpreter.syntax.words import parent_line

KIND_LEFT_OUT = "the kind of this component is not said"
_NAMED = re.compile(
    rf"(remove|replace|require|extend|change|before|after)\s+((?:{NAME}\s+)*?)({NAME})$"
)
_WAITS = frozenset(["in", "any", "another", "an", "a", "opponent", "you", "each", "every"])
"""What a step, or somebody who is waited for, is said with."""
_SETTINGS = ("option", "setting", "value", "game")


def kinds_in(called: Mapping[str, str]) -> list[str]:
    """The kinds of which a game has components."""
    sorts = (sort.partition(" ") for sort in called.values())
    return sorted({kind for first, _, kind in sorts if first == "component"})


def report_name_of_game(failure: ParseFailure) -> bool:
    """Report a change whose names are of another sort than it says."""
    if failure.indent != 4:
        return _report_deed_of_rule(failure)
    return _report_kind(failure) or _report_setting(failure) or _report_sort(failure)


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


def _report_kind(failure: ParseFailure) -> bool:
    """Report `add component flood "Flood"`, and `add spell flood` without what a spell is."""
    kinds = kinds_in(failure.called)
    words = words_of(failure)
    found = re.fullmatch(rf"add\s+component\s+({NAME})(?:\s+\"[^\"]*\")?", words)
    if found and found[1] not in kinds:
        near = nearest(found[1], kinds)
        if near:
            message = f"the game has no kind of component called `{found[1]}`"
            return _report(failure, found.span(1), message, "", f"did you mean `{near}`?", near)
        kind = kinds[0] if kinds else "card"
        help_ = f"write its kind before it: `component {kind} {found[1]}`"
        return _report(failure, found.span(1), KIND_LEFT_OUT, "", help_)
    bare = re.fullmatch(rf"(add|change)\s+({NAME})\s+({NAME}(?:\s+\"[^\"]*\")?)", words)
    if bare is None or bare[2] not in kinds or bare[2] in HEADINGS or bare[3] == "has":
        return False
    help_ = f"write `{bare[1]} component {bare[2]} {bare[3]}`"
    message = f"`{bare[2]}` does not fit here"
    label = "it is a kind of component"
    return _report(failure, bare.span(2), message, label, help_, f"component {bare[2]}")


def _report_setting(failure: ParseFailure) -> bool:
    """Report `set option turn_limit to 20`: what a setting is, is not said."""
    two = re.match(rf"set\s+(({NAME})\s+((?!to\b|of\b){NAME}))\s+to\b", words_of(failure))
    if two is None or f"{two[2]}_{two[3]}" in failure.called:
        return False
    if failure.called.get(two[3]) != "setting" and two[2] not in _SETTINGS:
        return False
    message, label = f"`{two[2]}` does not fit here", "expected the name of a setting"
    help_ = f"leave it out: `set {two[3]} to`"
    return _report(failure, two.span(1), message, label, help_, two[3])


def _report_sort(failure: ParseFailure) -> bool:
    """Report something of the game whose sort is not said, or said in other words: `remove card
    lift`."""
    words = words_of(failure)
    found = _NAMED.fullmatch(words)
    if found is None:
        return False
    word, said, name = found[1], found[2].split(), found[3]
    if name not in failure.called and " ".join(said) not in SORTS:
        name = nearest(name, failure.called) or name
    sort = failure.called.get(name, "")
    if not sort and said == ["component"]:
        return _report_component(failure, found)
    if not sort or sort == "setting" or sort.split() == said or _WAITS & {*said}:
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


def _report_component(failure: ParseFailure, found: re.Match[str]) -> bool:
    """Report `remove component lift`, without its kind."""
    if found[1] not in ("remove", "change"):
        return False
    parts = [f"{sort} {name}" for name, sort in failure.called.items() if sort[:10] == "component "]
    of_it = [one for one in parts if one.split()[1] == found[3]]
    example = f", as in `{found[1]} {[*of_it, *parts][0]}`" if parts else ""
    message, place = f"it is not said which {found[3]}", "its name stands behind its kind"
    if not of_it:
        message = f"the game has no component called `{found[3]}`"
        place = "its kind stands before its name"
    return _report(failure, found.span(3), message, "", place + example)


def _verb_for(word: str, sort: str) -> str:
    """The change with which something of this sort can be changed as `word` says; empty if it
    cannot be told."""
    if sort.startswith("component"):
        return {"remove": "remove", "change": "change", "replace": "change"}.get(word, "")
    if sort == "rule":
        return word if word in ("remove", "replace", "extend") else ""
    return {"change": "replace", "extend": ""}.get(word, word)


def _report_deed_of_rule(failure: ParseFailure) -> bool:
    """Report `gain 1 glory` right below `extend rule`, where it is said when something happens."""
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
    """Report a line that is no change: what it may be instead, else how changes begin."""
    first = re.match(rf"{NAME}|-", words_of(failure))
    if failure.indent != 4 or first is None:
        return False
    word = first[0]
    if word in CHANGES:
        return _report_added(failure) or _report_unsorted(failure, word)
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
    """Report `add actoin`, and what other trades call the things that are added."""
    new = re.match(rf"add\s+(?!component\b|the\b|an?\b)({NAME})", words_of(failure))
    if new is None or new[1] in HEADINGS:
        return False
    guess = ELSEWHERE.get(new[1]) or nearest(new[1], (*HEADINGS, "component"))
    if guess is None:
        return False
    message, label = f"`{new[1]}` does not fit here", "expected what is added"
    return _report(failure, new.span(1), message, label, f"did you mean `{guess}`?", guess)


def _report_unsorted(failure: ParseFailure, word: str) -> bool:
    """Report a change of something of which it is not said what it is."""
    sorts = "|".join((*SORTS, "component"))
    bare = re.match(
        rf"(?:remove|replace|require|extend|before|after)\s+((?!(?:{sorts})\b){NAME})\b(?!\s+in\b)",
        words_of(failure),
    )
    if bare is None:
        return False
    message, label = f"it is not said what `{bare[1]}` is", "such as a rule or an action"
    part = f", or `{word} component card lift`" if word == "remove" else ""
    help_ = f"what it is stands before its name, as in `{CHANGES[word]}`{part}"
    return _report(failure, bare.span(1), message, label, help_)
