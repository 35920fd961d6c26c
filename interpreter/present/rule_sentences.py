"""Lines of rules as the sentences of a rulebook.

Takes the lines of a rule as `rulebook.text_of` splits them, and the titles of other rules; gives
sentences of a depth, in which rules that are played or offered are named by their titles, with the
anchors to link to. The words stay those of the rules; what is short in them is said in full
(`requires`, `may take any of`, articles), and what only the table says is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from interpreter.present import words

Lines: TypeAlias = "Sequence[tuple[int, str, str]]"
Names: TypeAlias = "Mapping[str, tuple[str, str]]"
"""The title and the anchor of each rule, by its name."""
Known: TypeAlias = "Mapping[str, str]"
"""What is said in place of a word: `the deck` of what is there once, a number of a setting."""
Piece: TypeAlias = "tuple[str, str]"
"""A part of a sentence, and the anchor that it leads to, if any."""

_WORD = re.compile(r'"[^"]*"|[a-z][a-z0-9_]*')
_OFFER = re.compile(r"(may|must) take (any|one) of (.+)")
_OFFERS = {
    ("may", "any"): "You may do any of these: ",
    ("may", "one"): "You may do one of these: ",
    ("must", "one"): "Do one of these: ",
    ("must", "any"): "Do any of these: ",
}
_ONE = "([a-z][a-z0-9_]*[a-rt-z0-9])"  # what is chosen, unless it is several
_FORMS = (
    (re.compile(r'requires (.+?) else "(.+)"'), r'only if \1 (otherwise: "\2")'),
    (re.compile(r"requires (.+)"), r"only if \1"),
    (
        re.compile(rf"choose {_ONE} from (.+), {_ONE} from (.+)"),
        r"choose a \1 from \2, and a \3 from \4",
    ),
    (re.compile(rf"choose {_ONE} (from .+)"), r"choose a \1 \2"),
    (re.compile(rf"may choose {_ONE} (from .+)"), r"you may choose a \1 \2"),
    (re.compile(r'may pass "(.+)"'), r'or pass: "\1"'),
    (re.compile(r"may pass"), r"or pass"),
    (re.compile(r'may "(.+)"'), r'you may: "\1"'),
    (re.compile(r"may (.+)"), r"you may \1"),
    (re.compile(r"answer (.+)"), r"the answer is \1"),
    (re.compile(r'option "(.+)"'), r'"\1"'),
)
_NUMBER = re.compile(r"(?<!the )(?<!any )\bnumber of\b")
_HAVE = frozenset(
    ("the", "a", "an", "your", "their", "its", "her", "his", "each", "every", "no", "any", "s")
)
"""Words after which there is no article; `s` is what is left of `level's`."""
_AN = re.compile(r"\b([Aa]) (?=[aeiou])")


class Sentence(NamedTuple):
    """One sentence: how deep it lies in others, its parts, and the author's note."""

    depth: int
    pieces: list[Piece]
    note: str = ""
    head: bool = False

    @property
    def text(self) -> str:
        """The sentence without its links."""
        return "".join(text for text, _ in self.pieces)


def sentences(lines: Lines, names: Names, known: Known) -> list[Sentence]:
    """Turn the lines of a rule into sentences; texts that only the table says are left out."""
    joined = [one for one in _joined(lines) if not one[1].startswith("says ")]
    made: list[Sentence] = []
    above: list[int] = []
    for number, (at, said, note) in enumerate(joined):
        while above and above[-1] >= at:
            above.pop()
        more = number + 1 < len(joined) and joined[number + 1][0] > at
        made.append(_sentence((len(above), said, note), more, names, known))
        above.append(at)
    return made


def _joined(lines: Lines) -> list[tuple[int, str, str]]:
    """Join what goes on in a line of its own, and drop what does not begin with a word."""
    made: list[tuple[int, str, str]] = []
    for at, said, note in lines:
        if made and said and _goes_on(made[-1][1], said):
            before = made[-1]
            link = ", " if said == "at random" else " "
            made[-1] = before[0], before[1] + link + said, before[2] or note
        else:
            made.append((at, said, note))
    return made


def _goes_on(before: str, said: str) -> bool:
    return said.startswith("else ") or said == "at random" or before.endswith((",", " or", " and"))


def _sentence(line: tuple[int, str, str], more: bool, names: Names, known: Known) -> Sentence:
    """Word one line; `more` says whether others lie below it."""
    depth, said, note = line
    if not said:
        return Sentence(depth, [], note)
    if said.startswith('menu "') and said.endswith('"'):
        return Sentence(depth, [(said[6:-1], "")], note, head=True)
    offered = _OFFER.fullmatch(said)
    if offered:
        pieces = [(_OFFERS[offered[1], offered[2]], ""), *_listed(offered[3], names)]
    else:
        text = said.removeprefix("have ") if more else said
        for form, worded in _FORMS:
            if form.fullmatch(said):
                text = form.sub(worded, said)
                break
        text = _NUMBER.sub("the number of", _AN.sub(r"\1n ", text))
        pieces = _linked(text, names, known)
    first, target = pieces[0]
    pieces[0] = words.capital(first), target
    end = ":" if more else "" if said.endswith((".", "!", "?")) else "."
    return Sentence(depth, [*pieces, (end, "")], note)


def _listed(text: str, names: Names) -> Iterable[Piece]:
    """List what is offered by its titles."""
    for number, part in enumerate(re.split(r",\s*", text)):
        if number:
            yield "; ", ""
        yield names.get(part, (words.spoken(part), ""))


def _linked(text: str, names: Names, known: Known) -> list[Piece]:
    """Split a line into pieces: rules that it names lead to them."""
    pieces: list[Piece] = []
    done, before = 0, ""
    for found in _WORD.finditer(text):
        word = found[0]
        if word in names and ("_" in word or before == "play" or found.start() == 0):
            pieces.append((words.spoken(text[done : found.start()]), ""))
            title, anchor = names[word]
            titled = before == "play" or found.span() == (0, len(text))
            pieces.append((title if titled else words.spoken(word), anchor))
            done = found.end()
        elif word in known and not (known[word].startswith("the ") and before in _HAVE):
            pieces.append((words.spoken(f"{text[done : found.start()]}{known[word]}"), ""))
            done = found.end()
        elif word.startswith('"'):
            pieces.append((words.spoken(text[done : found.start()]), ""))
            pieces.append((f"\u201c{word[1:-1]}\u201d", ""))
            done = found.end()
        before = word
    pieces.append((words.spoken(text[done:]), ""))
    return [one for one in pieces if one[0]]
