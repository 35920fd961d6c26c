"""What helps say to write is written: there are fewer problems then, and none of another sort."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from interpreter.diagnostics import Diagnostic
from tests.language.test_messages import CASES, cases_of, checked, said, texts_of
from tests.language.typing_cures import typed

ELSEWHERE = (
    ("alike-zone", "leave out `alike`"),  # on the heading of the kind
    ("same-choice", "leave out `, together`"),  # on the line above
    ("unknown-sentence", "leave out `otherwise`"),  # the line above
    ("chosen-unseen", "write `their hand`"),  # of the two words that begin with `your`
    ("local-hides", "choose another name"),  # for the new one alone
    ("printed-twice", "choose another name"),  # in the components, too
    ("nobody-else", "`if none`"),  # in the rule, which house rules have no line of
    ("nobody-you", "act inside"),  # below the line with `at`
    ("nobody-you", "write `rival's score`"),  # of two words that begin with `their`
    ("of-which-one", "for the different ones"),  # of a phrase, whose one word is pointed at
    ("of-which-one", "for all of them together"),
    ("overlay-unfit", "write `from 10 to 20`"),
    ("unknown-kind", "`shuffle cards`"),
    ("wrong-kind-of-value", "`any fox cards in your hand`"),
    ("unexpected-word", "`roll_dice, if`"),
    ("owner-asked", "write `have them`"),  # for two lines, of which one is pointed at
    ("unknown-deed", "write `have players who are ready`"),
    ("reserved-word", "two words joined by `_`"),  # for a word in the plural
    ("setting-range", "or allow it on the line above"),  # above what the other file says
    ("no-card-rules", "add `carries rules`"),  # in another file
    ("already-so", "leave it out"),  # the only line of house rules
    ("overlay-unfit", "leave it out"),
    ("asks-unseen", "or leave it out"),  # what is told, with what hangs on it
    ("cannot-be-money", "add `, alike`"),  # and then the zones of the kind are of another sort
    ("cannot-be-money", "leave it out: change"),
    ("field-twice", "leave it out, since the game has it"),  # the heading `add` above it as well
    ("never-true", "leave one of the two out"),  # which leaves a question about nothing else
    ("unknown-attribute", "below a question such as"),
    ("unused-zone", "remove it"),  # in the layout, too
    ("unfit-fact", "leave out `limit 5`, and write in a rule"),  # with the rule it needs
)
"""Helps of samples that speak of another place than the one that is pointed at."""
TYPED_AT_LEAST = 130


def helps() -> Iterator[tuple[str, Diagnostic, str, dict[str, str], int]]:
    """Yield every help of the samples that is not also a fix, which a test of its own applies."""
    for path, number in CASES:
        texts = texts_of(cases_of(path)[number].faulty)
        found = checked(texts).found
        for d in found:
            for help_ in d.helps:
                if d.fix is None or d.fix[1] not in help_:
                    yield path.stem, d, help_, texts, len(found)


def better(d: Diagnostic, texts: dict[str, str], before: int) -> bool:
    """Whether a problem is gone, and no error has come."""
    after = checked(texts)
    gone = all((one.slug, one.message) != (d.slug, d.message) for one in after.found)
    return gone and (len(after.found) < before or not after.errors)


@pytest.mark.slow
def test_what_a_help_says_to_write_leads_on():
    led, failed = 0, []
    for stem, d, help_, texts, before in helps():
        ways = list(typed(d, help_, texts))
        if not ways or any(stem == of and part in help_ for of, part in ELSEWHERE):
            continue
        if any(better(d, way, before) for way in ways):
            led += 1
        else:
            failed.append(f"{stem}: {help_}\n{said(checked(ways[0]))}")
    assert not failed, "\n".join(failed)
    assert led >= TYPED_AT_LEAST
