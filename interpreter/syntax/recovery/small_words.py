"""Small words that stand one too many, or in place of another: `draw 1 spell of deck to hand`.

Takes a `ParseFailure`, or a word; gives a diagnostic and True if it recognises it. Knows no
game.
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Report, Span
from interpreter.syntax.deed_forms import FORMS as DEEDS
from interpreter.syntax.recovery.characters import without_comment
from interpreter.syntax.recovery.failure import Mends, ParseFailure

_SMALL = frozenset(
    ["at", "by", "for", "from", "in", "into", "of", "on", "onto", "to", "with", "than", "that",
     "then", "the", "so", "is", "be"]
)  # fmt: skip
_WHERE = re.compile(r"\b(?:from|to|into|on|in|with|by)\b")


def recognise(slip: ParseFailure) -> bool:
    """`done draw_card in this turn`: the word behind a small one is what was expected."""
    behind = re.match(r"( +)([a-z]+)", slip.text[slip.end :])
    if slip.word not in _SMALL or behind is None or behind[2].upper() not in slip.accepts:
        return False
    end = slip.end + len(behind[1])
    if not slip.reparses_with(slip.at, end, ""):
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(slip.at, slip.end),
        f"`{slip.word}` does not fit here",
        f"expected `{behind[2]}`",
        helps=("leave it out",),
        fix=(slip.spans(slip.at, end), ""),
    )
    return True


def read_as_name(span: Span, report: Report, mends: Mends) -> bool:
    """`draw 1 spell of spell_deck to your hand`, where `of` was read as a name: the deed has
    another word there; `mends` tells whether another word in a place is read."""
    text = span.source.text
    before = span.before
    behind = without_comment(text[span.end :].partition("\n")[0])
    deed = next((word for word in reversed(before.split()) if word in DEEDS), "")
    if span.text not in _SMALL or not deed:
        return False
    out_of = re.search(r"\bout +$", before) if span.text == "of" else None
    place = Span(span.source, span.start - (len(out_of[0]) if out_of else 0), span.end)
    said = [*before.split(), *behind.split()]
    for word in _WHERE.findall(DEEDS[deed]):
        if word not in said and mends(place, word):
            report.add(
                "unexpected-word",
                place,
                f"`{place.text}` does not fit here",
                "",
                helps=(f"did you mean `{word}`?",),
                fix=(place, word),
            )
            return True
    return False
