"""Model sentences: how something is said in the rules, found by the words of somebody who asks.

Takes words; gives the sentences of the language that come nearest, each with what it does and where
the reference speaks of it. The sentences are those of the tables of `grammars/README.md` and of the
verbs: there is no second list. Ranked by BM25 (Robertson, Zaragoza, "The Probabilistic Relevance
Framework: BM25 and Beyond", 2009) over the words of a sentence, what it does, and words that people
use in their place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import log

from interpreter.language.verbs import VERBS
from interpreter.load.resources import read_shipped, root

REFERENCE = "grammars/README.md"
PASSED_OVER = ("1.", "2.", "13.", "House rules in")
LAST = "16. "  # chapters from here on are no longer about sentences of rules
_ROW = re.compile(r"^\| (`.+?) \| (.*?) \|(?: .*\|)?$")
_HEAD = re.compile(r"^#{2,3} (.*)$")
_CODE = re.compile(r"`([^`]+)`")
_QUOTED = re.compile(r'"[^"]*"')
HEADINGS = ("test", "action", "procedure", "rule", "turn", "round", "phase", "given", "expect")
_WORD = re.compile(r"[a-z_]+|\d+")

K1, B = 1.2, 0.6  # of BM25: how soon a word said again counts no more; how much length counts
SAID = 0.35  # what a word counts once a sentence before has it
SENTENCE = 3  # a word of the sentence itself counts so often
LIKE = """\
mix: shuffle
pick up, takes, grab, collect, get, gets, receive, obtain: take draw gain
throw away, trash, toss away, get rid: discard remove
throw, throws: roll discard toss
cast: roll
flip, turn over, turn up, face up: reveal
show: reveal show look
peek, glance, inspect: look at
everyone, everybody, all players, each player, every player: each player have
everybody else, everyone else, all others, all other players: each other player
others, rivals, opponents: opponents
anybody, anyone: any player
nobody, noone, no one: no player cannot
finish, finishes, over, stops, stop: end
win, wins, winner, victory: win
lose, loses, pay, spend, spends, costs, cost, price: lose pay cost
earn, score, scores, points, add, adds, increase, increases, plus, more: gain raise score
decrease, reduce, reduces, subtract, minus, fewer: lower lose
twice: 2 times repeat
thrice: 3 times repeat
once: once per
until, till: until
while, as long: while
randomly, random, chance, lot: at random chance
steal, steals, rob: take from rival
give, gives, hand over: move give
swap, exchange, exchanges, trade: swap
adjacent, beside, neighbour, neighbouring, next: next to
near, within, distance, far, away: steps within
forbid, forbidden, prevent, not allowed, may not, cannot, must not: cannot may not
must, forced, has to: must
optional, optionally, may, can, allowed: may
before, first: before
after, whenever, when, each time, every time: after when
instead, replace, replaces: instead replace
secret, secretly, hidden, face down, unseen: seen secretly
visible, open, public: seen by all
bottom, under, beneath: bottom last
top, uppermost: top first
count, how many, amount: number of
biggest, most, greatest, highest, largest, maximum: highest larger most
smallest, least, lowest, minimum, fewest: lowest smaller fewest
tie, ties, tied: then ties
clockwise: left
throw dice: roll
skip, skips, miss: skip no turn
extra, another turn, again: extra turn again
start, begin, beginning, setup, set up: starts as
limit, maximum hand, hand limit: at most limit discard
half, halve, divide, divided: divided by
double, doubled, twice as, triple, multiply: 2 times multiplied
sum, total, altogether: sum of number
in a row: marks in a line
clockwise from: starting with left of
random player, player at random: pick players at random
no, without, none: no empty nothing
hide, hides, hidden from: seen by
most, highest: highest pick
skip, skips, miss, lose a turn: skip turn
random player: at random
refill, fill up, replenish: refill
return, back, put back: return
block, blocked, close: closed
own, owner, belongs: owned owner
empty: empty nothing
full: full
move, moves, goes, walk: move
place, put, puts, lay: place put
remember, keep, store: mark set
choose, chooses, select, selects, picks, pick: choose pick
vote, votes, bid, bids, simultaneously, same time, secret, secretly: together have each player
another player, some player, other player: opponents from choose
round: round
turn, turns: turn"""
"""What people say, and words of the language that are meant."""


@dataclass(frozen=True, slots=True)
class Model:
    """A sentence of the language: what it does in a line, and the chapter of the reference."""

    sentence: str
    does: str
    chapter: str
    words: tuple[str, ...]


@cache
def models() -> tuple[Model, ...]:
    """All model sentences: rows of tables first, then what the text of the reference explains, then
    lines of its examples, then the verbs. Each sentence once."""
    rows, prose, lines = _Reader().read(read_shipped(REFERENCE))
    verbs = [
        Model(verb.form, f"the deed `{verb.name}`", "Deeds", _words(verb.form) * SENTENCE)
        for verb in VERBS.values()
    ]
    made: dict[str, Model] = {}
    for one in (*rows, *prose, *lines, *verbs):
        made.setdefault(one.sentence, one)
    return tuple(made.values())


class _Reader:
    """Goes through the reference line by line."""

    def __init__(self) -> None:
        self.chapter = self.part = self.fence = ""
        self.paragraph: list[str] = []
        self.found: tuple[list[Model], list[Model], list[Model]] = ([], [], [])

    def read(self, text: str) -> tuple[list[Model], list[Model], list[Model]]:
        """Sentences of tables, of the text, and of examples."""
        for line in text.splitlines():
            if line.startswith("## ") and line[3:].startswith(LAST):
                break
            self._line(line)
        return self.found

    def _line(self, line: str) -> None:
        if line.startswith("```"):
            self.fence = "" if self.fence else line[3:].strip() or "text"
            return
        if self.fence:
            self._example(line)
            return
        head = _HEAD.match(line)
        if head:
            self._end_paragraph()
            if line.startswith("## "):
                self.chapter, self.part = head[1], ""
            else:
                self.part = _plain(head[1])
        elif line.startswith("|"):
            self._row(line)
        elif line.strip():
            self.paragraph.append(line.strip(" -"))
        else:
            self._end_paragraph()

    @property
    def _speaks(self) -> bool:
        """Whether this chapter is about sentences of rules."""
        return bool(self.chapter) and not self.chapter.startswith(PASSED_OVER)

    @property
    def _where(self) -> str:
        chapter = self.chapter.split(" ", 1)[-1]
        return f"{chapter}, {self.part}" if self.part else chapter

    def _row(self, line: str) -> None:
        row = _ROW.match(line)
        if row is None or not self._speaks:
            return
        does = _plain(row[2])
        for code in _CODE.findall(row[1]):
            if len(_WORD.findall(code)) > 1:
                words = _words(code) * SENTENCE + _words(does, self.part)
                self.found[0].append(Model(code, does, self._where, words))

    def _end_paragraph(self) -> None:
        text, self.paragraph = " ".join(self.paragraph), []
        if not self._speaks:
            return
        for said in re.split(r"(?<=[.:;]) (?=[A-Z`])", text):
            for code in _CODE.findall(said):
                if len(_WORD.findall(code)) > 1 and code[0].islower():
                    does = _plain(said)
                    words = _words(code) * SENTENCE + _words(does, self.part)
                    self.found[1].append(Model(code, does, self._where, words))

    def _example(self, line: str) -> None:
        said = line.partition("#")[0].strip()
        if not self.fence.startswith("rules") or not self._speaks:
            return
        plain = _QUOTED.sub("", said)
        if len(_WORD.findall(plain)) > 2 and plain.split()[0] not in HEADINGS and said[0].islower():
            words = _words(plain) * SENTENCE + _words(self.part)
            self.found[2].append(Model(said, self.part, self._where, words))


def _plain(text: str) -> str:
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text.replace("`", "")).strip()


def _words(*texts: str) -> tuple[str, ...]:
    return tuple(_root(word) for text in texts for word in _WORD.findall(text.lower()))


def _root(word: str) -> str:
    """Give a word without the endings that do not matter."""
    for ending in ("ies", "ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            stem = word[: -len(ending)]
            return stem + "y" if ending == "ies" else stem.rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


@cache
def _likes() -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Words that people say, longest first, and those that are meant."""
    made = []
    for line in LIKE.splitlines():
        said, _, meant = line.partition(":")
        made += [(_words(one), _words(meant)) for one in said.split(",")]
    return tuple(sorted(made, key=lambda pair: -len(pair[0])))


_COMMON = frozenset(_words("the a an of is are to from with and or their your my it its by in on"))


def _asked(text: str) -> Counter[str]:
    """Give the words to look for, each with its weight in tenths: what is said, and what is
    meant."""
    said = _words(text)
    weights: Counter[str] = Counter()
    for word in said:
        weights[word] = 10 if word not in _COMMON else 3
    for words, meant in _likes():
        size = len(words)
        if any(said[at : at + size] == words for at in range(len(said) - size + 1)):
            for word in words:
                if word not in meant:
                    weights[word] = min(weights[word], 5)
            for word in meant:
                weights[word] = max(weights[word], 10)
    return weights


def meant_by(text: str, alike: bool = True) -> set[str]:
    """Give the roots of the words that count in a text; with those that are meant by words that
    people use in their place, if `alike`."""
    words = set(_asked(text)) if alike else set(_words(text))
    return words - _COMMON


def find(text: str, most: int = 5) -> list[Model]:
    """Give the sentences that come nearest to some words, the best first; none if no word is known.

    Each next one counts for what the ones before it leave unsaid: who does it and what is done may
    be two sentences. One word that is a verb gives the sentences of that verb.
    """
    every = models()
    verb = text.strip().lower()
    if verb in VERBS:
        form = VERBS[verb].form
        own = [one for one in every if verb.split()[0] == one.sentence.split()[0]]
        own += [one for one in every if one.sentence == form and one not in own]
        return _different(sorted(own, key=lambda one: one.does == one.chapter), most)
    asked = {word: float(weight) for word, weight in _asked(text).items()}
    seen: Counter[str] = Counter(word for one in every for word in set(one.words))
    usual = sum(len(one.words) for one in every) / len(every)
    holding: dict[str, list[tuple[int, float]]] = {word: [] for word in asked}
    for place, one in enumerate(every):
        counts = Counter(one.words)
        long = K1 * (1 - B + B * len(one.words) / usual)
        for word in holding:
            if times := counts.get(word, 0):
                rare = log(1 + (len(every) - seen[word] + 0.5) / (seen[word] + 0.5))
                holding[word].append((place, rare * times * (K1 + 1) / (times + long)))
    made: list[Model] = []
    while len(made) < most:
        scores: Counter[int] = Counter()
        for word, places in holding.items():
            for place, value in places:
                scores[place] += asked[word] * value  # type: ignore[assignment]
        for one in made:
            scores.pop(every.index(one), None)
        best = max(scores, key=lambda place: (scores[place], -place), default=None)
        if best is None or not scores[best]:
            break
        made.append(every[best])
        for word in set(every[best].words) & set(asked):
            asked[word] *= SAID
    return made


def _different(found: Iterable[Model], most: int) -> list[Model]:
    """No more than two forms of one row: others may be what is meant."""
    made: list[Model] = []
    rows: Counter[str] = Counter()
    for one in found:
        rows[one.does] += 1
        if rows[one.does] <= 2:
            made.append(one)
        if len(made) == most:
            break
    return made


def examples(one: Model, most: int = 2) -> list[tuple[str, str]]:
    """Lines of shipped games that begin alike and have its words in their order: the place, the
    line. At most one of a file."""
    wanted = [word for word in _WORD.findall(_QUOTED.sub("", one.sentence)) if word in _KNOWN]
    first = one.sentence.split()[0]
    if first not in _KNOWN:
        return []
    made: list[tuple[str, str]] = []
    for path in sorted((root() / "games").rglob("rules/**/*.rules")):
        name = path.relative_to(root()).as_posix()
        for number, line in enumerate(read_shipped(name).splitlines(), 1):
            words = _WORD.findall(_QUOTED.sub("", line.partition("#")[0]))
            if words and words[0] == first and _in_order(wanted, words):
                made.append((f"{name}:{number}", line.strip()))
                break
        if len(made) == most:
            break
    return made


_WORDS_OF_EXAMPLES = """choose pick repeat times until while each every other player may must take
one of instead after before when once per turn at random highest lowest number top bottom secretly
cannot costs let requires have win end game until seen by owner nobody within steps next called
where if any no starts with left exactly up"""
_KNOWN = frozenset(_WORDS_OF_EXAMPLES.split()).union(
    *((*verb.name.split(), *verb.prepositions) for verb in VERBS.values())
)


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    rest = iter(words)
    return all(word in rest for word in wanted)
