"""Names that a rule binds by choosing, picking or naming, and which of them a text refers to.

Works on trees alone, without types: the role of a word follows from the form of the sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_HOW: dict[type[ast.Tree], str] = {
    ast.Choose: "chosen",
    ast.MayChoose: "chosen",
    ast.ChooseTogether: "chosen",
    ast.Pick: "picked",
    ast.Let: "named",
}
"""How a sentence gives a name."""


@dataclass(frozen=True, slots=True)
class BoundName:
    """A name that a rule binds: the word, the statement, and the block in which it is known."""

    word: Word
    statement: ast.Tree
    how: str
    block: ast.Tree

    @property
    def name(self) -> str:
        """The name itself."""
        return self.word.text


def given(block: ast.Tree) -> Iterator[BoundName]:
    """Yield the names that a block and its nested blocks bind, in source order.

    Conditions (`requires`) are skipped: they bind no names.
    """
    if not isinstance(block, ast.Block | ast.CardRules):
        for inner in ast.blocks_in(block):
            yield from given(inner)
        return
    for statement in block.lines:
        if isinstance(statement, ast.Requires):
            continue  # a condition gives no name, and house rules may add many
        how = _HOW.get(type(statement))
        if how is not None:
            for word in _named(statement):
                yield BoundName(word, statement, how, block)
        for inner in ast.blocks_in(statement):
            yield from given(inner)


def _named(statement: ast.Tree) -> Iterator[Word]:
    assert isinstance(statement, ast.Choose | ast.ChooseTogether | ast.Pick | ast.Let)
    yield statement.word
    if isinstance(statement, ast.ChooseTogether):
        yield from (also.word for also in statement.also)


def meant(condition: ast.Tree, names: Collection[str], kinds: dict[str, str]) -> list[Word]:
    """List the words of a condition that refer to one of `names`.

    `kinds` maps the name and the plural of a kind to what one of it is called. A noun in a
    description (`no heroes in hero_track`, `any hero`) means all of its kind, and what follows it
    after `where` speaks of the candidate, unless that is called `it`.
    """
    return list(_meant(condition, frozenset(names), kinds))


def _meant(node: ast.Tree, names: frozenset[str], kinds: dict[str, str]) -> Iterator[Word]:
    match node:
        case ast.Name():
            if node.word.text in names:
                yield node.word
        case ast.Selection():
            yield from _described(node.head, names, kinds, placed=node.place is not None)
            if node.place is not None:
                yield from _meant(node.place, names, kinds)
            if node.where is not None:
                after = names if _says_it(node.where) else names - _candidate(node.head, kinds)
                yield from _meant(node.where, after, kinds)
        case ast.Head():
            yield from _described(node, names, kinds, placed=False)
        case ast.Owns() | ast.WhoHave():
            first = (node.amount.word,) if isinstance(node.amount, ast.Name) else ()
            for part in node.children():
                if isinstance(part, ast.Tree) and not (first and part is node.amount):
                    yield from _meant(part, names, kinds)
            yield from _noun_phrase((*first, *node.names), names, kinds, placed=False)
        case ast.OwnsNo() | ast.WhoHaveNo() | ast.HasMore():
            yield from _inner(node, names, kinds)
            yield from _noun_phrase(node.names, names, kinds, placed=False)
        case _:
            yield from _inner(node, names, kinds)


def _inner(node: ast.Tree, names: frozenset[str], kinds: dict[str, str]) -> Iterator[Word]:
    for part in node.children():
        if isinstance(part, ast.Tree):
            yield from _meant(part, names, kinds)


def _described(
    head: ast.Head, names: frozenset[str], kinds: dict[str, str], placed: bool
) -> Iterator[Word]:
    """Yield the referring words of a description such as `symbol dice` or `gifts`."""
    if isinstance(head.first, ast.Name):
        yield from _noun_phrase((head.first.word, *head.names), names, kinds, placed)
        return
    yield from _meant(head.first, names, kinds)
    yield from _noun_phrase(head.names, names, kinds, placed)


def _noun_phrase(
    words: Sequence[Word], names: frozenset[str], kinds: dict[str, str], placed: bool
) -> Iterator[Word]:
    """Yield the referring words among adjectives and a noun.

    A noun that is a kind means all of it, unless it is a plural by which a choice of several goes.
    """
    for word in words[:-1]:
        if word.text in names:
            yield word
    for word in words[-1:]:
        one = kinds.get(word.text)
        if word.text in names and (one is None or (one != word.text and not placed)):
            yield word


def _candidate(head: ast.Head, kinds: dict[str, str]) -> frozenset[str]:
    """Collect the words that mean the candidate after `where`: its noun, and its own name.

    The noun counts as written and in the singular.
    """
    words = [w for w in head.walk() if isinstance(w, Word) and w is not head.called]
    made = {w.text for w in words[-1:]} | {kinds.get(w.text, w.text) for w in words[-1:]}
    return frozenset(made | ({head.called.text} if head.called is not None else set()))


def _says_it(phrase: ast.Tree) -> bool:
    """Whether the candidate is `it` here, so that its noun stands for something else."""
    return any(isinstance(part, ast.It | ast.Its) for part in phrase.walk())
