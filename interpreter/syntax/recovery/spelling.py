"""Diagnoses misspelt and missing words, where one word more or another makes a sentence parse.

Code and no rows, since any word of the language may be meant: by the distance of spelling, or since
the grammar could go on with it.
"""

from __future__ import annotations

from interpreter.diagnostics.suggest import nearest
from interpreter.language.verbs import FORMS
from interpreter.syntax.recovery.failure import ParseFailure, form_help, short
from interpreter.syntax.vocabulary import (
    GOING_ON,
    HEADINGS,
    MEANT,
    OPENING,
    SENTENCES,
    TEST_LINES,
    WAITING,
    expected_here,
)

_BETWEEN = frozenset(
    ["at", "by", "for", "from", "in", "into", "of", "on", "onto", "to", "with", "where", "when",
     "while", "as", "than"]
)  # fmt: skip
"""Words that stand between two others: one of them in the wrong place is put for another one."""


def report_misspelt_start(failure: ParseFailure) -> bool:
    """Report a first word that nearly matches one with which sentences begin."""
    word, start, end = failure.head
    if not word or word in failure.reserved or start >= failure.at:
        return False
    in_test = failure.text.startswith("test ")
    legal = HEADINGS if failure.at_margin else TEST_LINES if in_test else SENTENCES
    guesses = [MEANT.get(word)]
    guesses += [nearest(word, names) or _one_letter_off(word, names) for names in (legal, WAITING)]
    for guess in guesses:
        if guess is None or (failure.kind == "_INDENT" and guess not in (*OPENING, *WAITING)):
            continue
        if failure.reparses_with(start, end, guess):
            said = f"no sentence begins with `{word}` here"
            label = "not the start of a sentence"
            place = failure.spans(start, end)
            return failure.report.add("unknown-sentence", place, said, label, meant=guess)
    return False


def report_misspelt_word(failure: ParseFailure) -> bool:
    """Report a word read as a name that nearly matches a keyword with which the sentence parses."""
    if failure.kind in ("_NL", "$END", "_DEDENT"):
        return False
    some = [*failure.history, *([failure.token] if failure.token is not None else [])]
    for old in reversed(some):
        at = old.start_pos if old.start_pos is not None else -1
        word = str(old)
        if old.type != "NAME" or at < failure.start or at == failure.head[1]:
            continue
        likely = (
            MEANT.get(word),
            nearest(word, failure.reserved),
            _one_letter_off(word, tuple(sorted(failure.reserved))),
        )
        for guess in dict.fromkeys(likely) if word not in failure.reserved else ():
            end = at + len(word)
            if guess and failure.reparses_with(at, end, guess):
                return failure.report.add(
                    "unexpected-word",
                    failure.spans(at, end),
                    f"`{short(word)}` does not fit here",
                    f"read as a name: did you mean `{guess}`?",
                    fix=(failure.spans(at, end), guess),
                )
    return False


def _one_letter_off(word: str, names: tuple[str, ...]) -> str | None:
    """Find a name of up to four letters that differs in one letter or a swap: `for` for `fro`."""
    for name in names:
        if len(name) != len(word) or len(name) > 4:
            continue
        other = [at for at in range(len(name)) if name[at] != word[at]]
        if len(other) == 1 or (len(other) == 2 and sorted(name) == sorted(word)):
            return name
    return None


def report_missing_colon(failure: ParseFailure) -> bool:
    """Report a place where little but a colon can stand."""
    if "COLON" not in failure.accepts or len(failure.accepts) > 4 or failure.word in ("(", ")"):
        return False
    at = failure.at
    mends = failure.text[at - 1] == " " and failure.reparses_with(at - 1, at, ": ")
    return failure.report.add(
        "colon-missing",
        failure.spans(at, failure.end),
        f"a `:` is missing before `{failure.word}`",
        "expected `:` here",
        helps=form_help(failure.head[0]),
        fix=(failure.spans(at - 1, at), ": ") if mends else None,
    )


def report_unfit_word(failure: ParseFailure) -> None:
    """Report an unexpected word.

    Offers the one that is meant or missing if there is only one, or else lists what could stand
    there.
    """
    at, end, word = failure.at, failure.end, failure.word
    between = word in _BETWEEN
    guess = nearest(word, failure.legal)
    if guess is not None and not failure.reparses_with(at, end, guess):
        guess = None
    if guess is None and between:
        instead = [w for w in failure.legal if failure.reparses_with(at, end, w)]
        guess = instead[0] if len(instead) == 1 else None
    lacking = None if guess or between else _missing_word(failure)
    if between and not guess and "COMMA" in failure.accepts:
        lacking = "," if failure.reparses_with(at - 1, at, ", ") else None
    place = failure.spans(at, end)
    could = expected_here(failure.accepts)
    helps, fix = failure.form_help(), None
    if lacking:
        could = f"expected `{lacking}` before it"
        fix = (failure.spans(at, at), lacking + " ")
        if lacking == ",":
            fix = (failure.spans(at - 1, at), ", ")
    elif guess:
        helps, fix = (f"did you mean `{guess}`?",), (place, guess)
    elif word == "and" and "_NL" in failure.accepts:
        could = "expected the end of the line"
        helps = ("a second sentence stands on a line of its own",)
    message = f"`{short(word)}` does not fit here"
    failure.report.add("unexpected-word", place, message, could, helps=helps, fix=fix)


def _missing_word(failure: ParseFailure) -> str | None:
    """Find the only word or comma whose insertion before this word makes the sentence parse.

    Among several, those that such a sentence usually contains win, then those it does not have yet.
    Returns None if more than one is left, or if `'s` may be what is missing.
    """
    at = failure.at
    if at == 0 or failure.text[at - 1] != " ":
        return None
    found = [
        word
        for word in failure.legal
        if word.upper() not in GOING_ON and failure.reparses_with(at, at, word + " ")
    ]
    if "COMMA" in failure.accepts and failure.reparses_with(at - 1, at, ", "):
        found.append(",")
    if failure.kind == "STRING" and "else" in found:
        return "else"  # no value is a text
    if len(found) > 1:  # the one with which such a sentence is mostly written
        written = (*failure.form_help(), FORMS.get(failure.head[0], ""))
        usual = {word for line in written for word in line.split()}
        found = [word for word in found if word in usual] or found
    if len(found) > 1:  # and that is not said already
        said = set(failure.line.split())
        found = [word for word in found if word not in said] or found
    if failure.kind == "NAME" and failure.reparses_with(at - 1, at, "'s "):
        return None  # `domain supply` may be short for `domain's supply`
    return found[0] if len(found) == 1 else None
