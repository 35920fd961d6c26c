"""Which names a rule gives to what is chosen, picked or told in it, and which of them a text means.

Takes trees; gives names with the statements that give them. It knows no kinds of value: a word is
told from the form of the sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from interpreter.syntax.tree import Node, Word

_HOW = {
    "choose": "chosen",
    "may_choose": "chosen",
    "choose_together": "chosen",
    "pick": "picked",
    "let": "named",
}


@dataclass(frozen=True, slots=True)
class Given:
    """A name that a rule gives: the word, the statement, and the block in which it is known."""

    word: Word
    statement: Node
    how: str
    block: Node

    @property
    def name(self) -> str:
        """The name itself."""
        return self.word.text


def given(block: Node) -> Iterator[Given]:
    """The names that a block and the blocks in it give, in the order of the text."""
    for statement in block.parts:
        if not isinstance(statement, Node) or statement.kind == "requires":
            continue  # a condition gives no name, and house rules may add many
        how = _HOW.get(statement.kind)
        if how is not None:
            for word in _named(statement):
                yield Given(word, statement, how, block)
        for inner in blocks(statement):
            yield from given(inner)


def _named(statement: Node) -> Iterator[Word]:
    yield next(w for w in statement.words() if w.type == "NAME")
    for also in statement.nodes("also_from"):
        yield also.words()[0]


def blocks(statement: Node) -> Iterator[Node]:
    """The blocks right inside a statement; an option or an `if none` may be one of them."""
    for part in statement.parts:
        if isinstance(part, Node):
            if part.kind == "block":
                yield part
            else:
                yield from blocks(part)


def meant(condition: Node, names: Collection[str], kinds: dict[str, str]) -> list[Word]:
    """The words of a condition that are among `names` and stand for what is so called.

    `kinds` gives what one of a kind is called, by its name and by its plural. A noun in a
    description (`no heroes in hero_track`, `any hero`) means all of its kind, and what follows it
    after `where` speaks of the candidate, unless that is called `it`.
    """
    return list(_meant(condition, frozenset(names), kinds))


def _meant(node: Node, names: frozenset[str], kinds: dict[str, str]) -> Iterator[Word]:
    if node.kind == "name":
        word = node.words()[0]
        if word.text in names:
            yield word
    elif node.kind == "sel":
        head, *more = [p for p in node.parts if isinstance(p, Node)]
        after = names - _candidate(head, kinds)
        placed = any(phrase.kind not in _AFTER_NOUN for phrase in more)
        yield from _described(head, names, kinds, placed)
        for phrase in more:
            own = phrase.kind in _AFTER_NOUN and not _says_it(phrase)
            yield from _meant(phrase, after if own else names, kinds)
    elif node.kind == "head":
        yield from _described(node, names, kinds, placed=False)
    elif node.kind in ("owns", "owns_no", "who_have"):
        words = [w for w in node.words() if w.type == "NAME"]
        for part in node.parts:
            if isinstance(part, Node) and part.kind == "name" and part is not node.parts[0]:
                words.insert(0, part.words()[0])
            elif isinstance(part, Node):
                yield from _meant(part, names, kinds)
        yield from _noun_phrase(words, names, kinds, placed=False)
    else:
        for part in node.parts:
            if isinstance(part, Node):
                yield from _meant(part, names, kinds)


def _described(
    head: Node, names: frozenset[str], kinds: dict[str, str], placed: bool
) -> Iterator[Word]:
    """The words meant in a description: `symbol dice`, `enchantment's squares`, `gifts`."""
    first = head.parts[0]
    words = [p for p in head.parts[1:-1] if isinstance(p, Word)]
    if head.kind == "head" and isinstance(first, Node) and first.kind == "name":
        yield from _noun_phrase([first.words()[0], *words], names, kinds, placed)
        return
    for part in head.parts:
        if isinstance(part, Node):
            yield from _meant(part, names, kinds)
    yield from _noun_phrase(words, names, kinds, placed)


def _noun_phrase(
    words: list[Word], names: frozenset[str], kinds: dict[str, str], placed: bool
) -> Iterator[Word]:
    """The words meant among adjectives and a noun. A noun that is a kind means all of it, unless
    a choice of several goes by its plural."""
    for word in words[:-1]:
        if word.text in names:
            yield word
    for word in words[-1:]:
        one = kinds.get(word.text)
        if word.text in names and (one is None or (one != word.text and not placed)):
            yield word


def _candidate(head: Node, kinds: dict[str, str]) -> frozenset[str]:
    """What the candidate of a description goes by after `where`: its noun and its own name."""
    called = head.parts[-1] if head.kind == "head" else None
    words = [w for w in head.walk() if isinstance(w, Word) and w is not called]
    made = {w.text for w in words[-1:]} | {kinds.get(w.text, w.text) for w in words[-1:]}
    return frozenset(made | ({called.text} if isinstance(called, Word) else set()))


def _says_it(phrase: Node) -> bool:
    """Whether the candidate is `it` here, so that its noun stands for something else."""
    return any(isinstance(p, Node) and p.kind in ("it", "its") for p in phrase.walk())


_AFTER_NOUN = ("where", "who_is", "who_does", "who_have", "who_have_no")
