"""Match typed input with options: a number, a name, or a few letters of a label.

Takes texts; gives the index of an option, or why none was meant. Prints nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class OptionMatch:
    """The options that fit the input: one if it is clear, several if ambiguous, none otherwise.

    `by_text`: it fits only card text or other explanation of an option. That is not enough to
    decide by, since a card may name another one."""

    found: tuple[int, ...]
    by_text: bool = False
    exact: bool = False  # a number, a key or a whole name was typed


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Normalize a text for comparison: case-folded, with punctuation as single spaces."""
    made = "".join(c if c.isalnum() else " " for c in text.casefold())
    return " ".join(made.split())


def match(
    typed: str,
    labels: Sequence[str],
    names: Sequence[str],
    titles: Sequence[str] | None = None,
    keys: Sequence[str] | None = None,
    also: Sequence[str] = (),
) -> OptionMatch:
    """Find the options that a text means, by the strictest interpretation that fits any.

    `titles` are labels without explanatory texts, by default the labels. `keys` are the shortest
    inputs, by default the numbers; equal keys stand for equivalent options. `also` are other names,
    tried only if nothing else fits."""
    found = _match(typed, labels, names, titles, keys)
    counted = keys is not None and typed.strip().isdigit()  # a number that no option shows
    if not found.found and any(also) and not counted:
        return _match(typed, also, names, None, None if keys is None else ())
    return found


def _match(
    typed: str,
    labels: Sequence[str],
    names: Sequence[str],
    titles: Sequence[str] | None,
    keys: Sequence[str] | None,
) -> OptionMatch:
    """Try each interpretation of the text in turn, from the strictest on."""
    text = typed.strip()
    if keys is not None:
        found = _by_key(text, keys)
        if found:
            return OptionMatch(found, exact=True)
    if keys is None and text.isascii() and text.isdigit():  # otherwise keys are shown
        number = int(text) if len(text) < 9 else 0
        if 1 <= number <= len(labels):
            return OptionMatch((number - 1,), exact=True)
        # The number may still be an option's own text.
    wanted = plain(text)
    if not wanted:
        return OptionMatch(())
    whole = [plain(label) for label in labels]
    said = whole if titles is None else [plain(title) for title in titles]
    named = [plain(name) for name in names]
    heads = [plain(label.split(":")[0].split("(")[0]) for label in titles or labels]
    if keys is not None and wanted.isdigit():  # numbers inside hidden names do not count
        named = [name if name == wanted else "" for name in named]
    parts = wanted.split()
    ways: list[Callable[[int], bool]] = [
        lambda i: text == names[i],
        lambda i: wanted in (whole[i], said[i], named[i], heads[i]),
        lambda i: f"{said[i]} ".startswith(f"{wanted} ") or f"{named[i]} ".startswith(f"{wanted} "),
        lambda i: f" {wanted} " in f" {said[i]} " or f" {wanted} " in f" {named[i]} ",
        lambda i: _begins(wanted, said[i]) or _begins(wanted, named[i]),
        lambda i: _whole_in_order(parts, said[i].split()),
        lambda i: _in_order(parts, said[i].split()) or _in_order(parts, named[i].split()),
        lambda i: _initials(wanted, said[i].split()),
        lambda i: len(wanted) >= FEW_LETTERS and not wanted.isdigit() and wanted in said[i],
    ]
    for number, way in enumerate(ways):
        found = tuple(i for i in range(len(labels)) if way(i))
        if found:
            return OptionMatch(found, exact=number < 2 or way is ways[INITIALS])
    found = tuple(i for i, one in enumerate(whole) if _in_order(parts, one.split()))
    return OptionMatch(found, bool(found))


def _by_key(text: str, keys: Sequence[str]) -> tuple[int, ...]:
    """Find the first option with this key, or else those whose keys it abbreviates word by word.

    A number that is the first of two words selects every key that starts with it."""
    wanted = text.casefold().replace(",", " ").split()
    parts = [key.casefold().split() for key in keys]
    for number, key in enumerate(parts):
        if key == wanted:
            return (number,)
    if len(wanted) == 1 and wanted[0].isdigit():
        return tuple(n for n, key in enumerate(parts) if len(key) > 1 and key[0] == wanted[0])
    return tuple(
        number
        for number, key in enumerate(parts)
        if len(key) == len(wanted) > 1
        and all(
            one == typed or (not typed.isdigit() and one.startswith(typed))
            for one, typed in zip(key, wanted, strict=True)
        )
    )


INITIALS = 7  # index of `_initials` among the interpretations
FEW_LETTERS = 4  # fewer letters do not match inside a word
FILLING = frozenset(["a", "an", "and", "from", "in", "of", "on", "the", "to"])


def _initials(wanted: str, words: Sequence[str]) -> bool:
    """Check whether a word consists of the initials of all significant words.

    Numbers count in full: `2d` for `2 of Diamonds`, `ks` for `King of Spades`."""
    told = [word for word in words if word not in FILLING]
    return len(told) > 1 and wanted == "".join(w if w.isdigit() else w[0] for w in told)


def _begins(typed: str, text: str) -> bool:
    """Check for a prefix that does not end within a number: `1` does not begin `13`."""
    behind = text[len(typed) :][:1]
    return text.startswith(typed) and not (typed[-1:].isdigit() and behind.isdigit())


def _whole_in_order(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Check whether all parts occur as whole words, in order.

    For example, `c top` fits `column c from the top`."""
    rest = iter(words)
    return all(part in rest for part in parts)


def _in_order(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Check whether each part begins a word, in order: `r 2 l` for `row 2 from the left`.

    Numbers and small words must be typed in full: `t` is `top`, never `the`."""
    at = 0
    for part in parts:
        whole = part.isdigit()
        while at < len(words) and not (
            words[at] == part
            or (not whole and words[at] not in FILLING and words[at].startswith(part))
        ):
            at += 1
        if at == len(words):
            return False
        at += 1
    return True
