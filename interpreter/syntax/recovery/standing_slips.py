"""Sentences in other words: limits, costs and bans as they are said at the table, and what
somebody is to do in one line with who it is.

Takes a `ParseFailure`; gives a diagnostic and True if it recognises it. Knows no game.
"""

from __future__ import annotations

import re

from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.vocabulary import SENTENCES

_EVERYBODYS = re.compile(
    r"(each player's|every player's|everyone's|everybody's|any player's|all players'|players') +"
    r"[a-z_]+ +(?:holds|costs?)\b"
)
_HOLDS = re.compile(
    r"(?:(?:nobody|no player|no one|players|you|everyone|opponents) +(?:may|can|must)(?: +not)? +"
    r"(?:hold|have|keep|own)(?: +(?:more +than|at +most))?"
    r"|(?:nobody|no player|no one|players|each player|every player|all players|you|everyone) +"
    r"(?:hold|have|keep|own)s? +(?:more +than|at +most)) +(\d+) +([a-z_]+)"
)
_NOBODY = re.compile(r"((?:nobody|no player|no one) +may)\b")
_COSTS = re.compile(r"(.+?)(?:'s)? +([a-z_]+) +costs? +((?:\d+ +(?:more|less)|nothing)\b.*)$")
_ARE = re.compile(r"(?:you|they) +(?:are|is) +(not +)?([a-z_]+) *$")


def recognise(slip: ParseFailure) -> bool:
    """A standing sentence in other words."""
    return (
        _of_everybody(slip)
        or _at_most(slip)
        or _nobody_may(slip)
        or _costs_of(slip)
        or _are_so(slip)
        or _in_a_block(slip)
        or _compared_twice(slip)
        or _who_does_it(slip)
        or _has_more_than(slip)
    )


def _found(slip: ParseFailure, pattern: re.Pattern[str]) -> tuple[re.Match[str] | None, int]:
    """What a pattern finds in the sentence, and where the sentence begins in the text."""
    pad = len(slip.line) - len(slip.line.lstrip(" "))
    line = slip.line[pad:]
    article = re.match(r"(?:the|a|an) +", line)
    skipped = article.end() if article else 0
    return pattern.match(line[skipped:]), slip.start + pad + skipped


def _of_everybody(slip: ParseFailure) -> bool:
    """`each player's hand holds at most 4 cards`"""
    found, start = _found(slip, _EVERYBODYS)
    if found is None:
        return False
    end = start + len(found[1])
    mends = slip.reparses_with(start, end, "your")
    slip.report.add(
        "unexpected-word",
        slip.spans(start, end),
        f"`{found[1]}` does not fit here",
        "expected `your`",
        helps=("in a rule of the game `your` is said of every player; on a card, of its owner",),
        fix=(slip.spans(start, end), "your") if mends else None,
    )
    return True


def _at_most(slip: ParseFailure) -> bool:
    """`nobody may hold more than 4 cards`"""
    found, start = _found(slip, _HOLDS)
    if found is None:
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(start, start + len(found[0])),
        "a limit is said of the zone it is for",
        "",
        helps=(
            f"write it like: your hand holds at most {found[1]} {found[2]},"
            " discard down at end of turn",
        ),
    )
    return True


def _nobody_may(slip: ParseFailure) -> bool:
    """`nobody may draw_card`"""
    found, start = _found(slip, _NOBODY)
    if found is None:
        return False
    end = start + len(found[0])
    word = "everyone may not"
    said = f"`{found[1]}` does not fit here"
    label = "expected `you`, `opponents` or `everyone`"
    return slip.meant(
        "unexpected-word", start, end, word, said, label, slip.reparses_with(start, end, word)
    )


def _costs_of(slip: ParseFailure) -> bool:
    """`the leader's cards cost 1 more`: whose, is asked by `while`."""
    found, start = _found(slip, _COSTS)
    if found is None or found[1] == "your" or not re.search(r"\bcosts?$", _read(slip)):
        return False
    who = found[1].rpartition(" ")[2]
    slip.report.add(
        "unexpected-word",
        slip.spans(start, start + len(found[1])),
        "only `your` things cost more or less",
        "",
        helps=(
            f"write `your {found[2]} cost {found[3]}`, below the question who that is:"
            f" `while you are {who}`",
        ),
    )
    return True


def _in_a_block(slip: ParseFailure) -> bool:
    """`have rival choose card from their hand`: what is no deed stands below."""
    if slip.head[0] != "have" or slip.word not in SENTENCES:
        return False
    who = slip.text[slip.head[1] : slip.at].strip()
    if " " not in who or "\n" in who:
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(slip.at, slip.end),
        f"`{slip.word}` does not fit here",
        "expected a deed",
        helps=(f"write it on a line of its own, indented below `{who}`",),
    )
    return True


def _compared_twice(slip: ParseFailure) -> bool:
    """`your score is at least 1 and at most 3`: what is compared is said again."""
    found = re.search(
        rf"\b(?:requires|if|while|until|where) +(.+? (?:is|are)) +(?:{_HOW}) +\S+ and +({_HOW})",
        slip.line,
    )
    if found is None:
        return False
    at = slip.start + found.start(2)
    if not slip.reparses_with(at, at, found[1] + " "):
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(at, slip.start + found.end(2)),
        "it is not said what is compared",
        "",
        helps=(f"say it again: `and {found[1]} {found[2]}`",),
        fix=(slip.spans(at, at), found[1] + " "),
    )
    return True


def _who_does_it(slip: ParseFailure) -> bool:
    """`they gain 1 glory`: you act unasked, and others are told to."""
    found, start = _found(slip, _ACTS)
    if found is None:
        return False
    who, verb = found[1], found[2]
    end = start + len(found[0])
    told = re.sub(r"s$", "", verb) if not verb.endswith("ss") else verb
    written = told if who == "you" else f"have them {told}"
    if not slip.reparses_with(start, end, written):
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(start, end),
        f"`{who}` does not fit here",
        "whoever acts is not named: it is you" if who == "you" else "",
        helps=(f"did you mean `{written}`?",),
        fix=(slip.spans(start, end), written),
    )
    return True


def _has_more_than(slip: ParseFailure) -> bool:
    """`your hand has more than 4 cards`: what somebody has is counted by `at least`."""
    found = re.search(r"\b(has|have) +(more|less|fewer) +than +(\d+)\b", slip.line)
    if found is None:
        return False
    start = slip.start + found.start()
    number = int(found[3]) + (1 if found[2] == "more" else -1)
    meant = f"{found[1]} {'at least' if found[2] == 'more' else 'at most'} {number}"
    end = slip.start + found.end()
    if number < 0 or not slip.reparses_with(start, end, meant):
        return False
    said = "this is said in other words"
    label = "with `at least`, `at most` or a number"
    return slip.meant("unexpected-word", start, end, meant, said, label)


_ACTS = re.compile(r"(you|they) +((?!are\b|is\b|may\b|must\b|have\b|has\b)[a-z_]+)\b")
_HOW = "at least|at most|more than|less than"


def _read(slip: ParseFailure) -> str:
    return slip.text[slip.start : slip.end].rstrip()


def _are_so(slip: ParseFailure) -> bool:
    """`you are ready` where it is neither asked nor made so."""
    found, start = _found(slip, _ARE)
    if found is None:
        return False
    how = "no longer " if found[1] else ""
    asked = found[0].strip()
    slip.report.add(
        "unknown-sentence",
        slip.spans(start, start + len(asked)),
        "this is neither asked nor made so",
        "",
        helps=(
            f"to make it so, inside what is done: `mark you as {how}{found[2]}`",
            f"to ask: `requires {asked}`, `if {asked}` or `while {asked}`",
        ),
    )
    return True
