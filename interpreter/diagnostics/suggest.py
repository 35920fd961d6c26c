"""Did-you-mean suggestions: the legal name that a misspelt one most likely stands for."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST_COMPARED = 200
LONGEST = 64  # letters of a word that may be misspelt


def nearest(word: str, names: Iterable[str]) -> str | None:
    """Find the best legal name for `word`, or None rather than a poor guess.

    Case and the choice between `-`, `_` and a space never count as a difference. `word` itself is
    never suggested.
    """
    ordered = sorted(set(names))
    plain = {name: name.lower().replace("-", "_").replace(" ", "_") for name in ordered}
    wanted = word.lower().replace("-", "_").replace(" ", "_")
    for name in ordered:
        if plain[name] == wanted and name != word:
            return name
    if len(wanted) > LONGEST:
        return None
    near = [plain[n] for n in ordered]
    if len(near) > MOST_COMPARED:  # comparing takes its time: of many, those that begin alike
        near = [n for n in near if n[:1] == wanted[:1] and abs(len(n) - len(wanted)) <= 2]
    close = get_close_matches(wanted, near[:MOST_COMPARED], n=1, cutoff=0.72)
    if not close:
        return None
    return next((name for name in ordered if plain[name] == close[0] and name != word), None)


def listed(names: Iterable[str], most: int = 8) -> str:
    """Join names as a person lists them, sorted, cut after `most`."""
    ordered = sorted(set(names))
    text = ", ".join(f"`{name}`" for name in ordered[:most])
    return text + (f" and {len(ordered) - most} more" if len(ordered) > most else "")


_NUMBERS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
]  # fmt: skip


def digits(word: str) -> str | None:
    """Convert a number word to digits, `five` to `5`; None for any other word."""
    return str(_NUMBERS.index(word)) if word in _NUMBERS else None
