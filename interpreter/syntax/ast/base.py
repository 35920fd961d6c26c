"""What every part of a sentence is: a `Tree` with its place, and how its class is made known.

Each class stands for one production of `grammars/rules.lark`; its fields name the parts of it, in
the order in which they are written. `from_tree.py` fills them by their types:

    Word, or a class         the next part
    X | None                 the next part if it is an X; None where it is left out
    tuple[X, ...]            all following parts that are X
    tuple[tuple[X, Y], ...]  all following parts that are X and Y in turn
    bool                     whether an optional word stands there
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar, cast, dataclass_transform

from interpreter.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Word:
    """One token that carries meaning: a name, a number, a text or a kept keyword."""

    type: str
    text: str
    span: Span

    @property
    def quoted(self) -> str:
        """What stands between the quotes, of a text."""
        return self.text[1:-1]

    @property
    def article(self) -> str:
        """`a`, `an` or `the` right before it, which means nothing; empty without one."""
        before = self.span.before.split()[-1:]
        return before[0] if before and before[0] in ("a", "an", "the") else ""


Part: TypeAlias = "Tree | Word | None"

PRODUCTIONS: dict[str, type[Tree]] = {}
"""The class of each production of the grammar, by its name there."""


@dataclass_transform(frozen_default=True)
class Production(type):
    """Makes the annotations of a class its fields, as `dataclass` would. There are over 200 such
    classes, and as data classes they would add 80 ms to the start of every command."""

    fields: tuple[str, ...]

    def __new__(
        mcs, name: str, bases: tuple[type, ...], space: dict[str, Any], of: str = ""
    ) -> Production:
        """Give a class whose annotations are fields; `of` names its production."""
        annotations = space.get("__annotations__", {})
        own = tuple(name for name, kind in annotations.items() if not kind.startswith("ClassVar"))
        space.setdefault("__slots__", own)
        made = super().__new__(mcs, name, bases, space)
        before = next((base.fields for base in bases if isinstance(base, Production)), ())
        made.fields = before + own
        if of:
            tree = cast("type[Tree]", made)
            tree.kind = of
            PRODUCTIONS[of] = tree
        return made

    def __init__(
        cls, name: str, bases: tuple[type, ...], space: dict[str, object], of: str = ""
    ) -> None:
        super().__init__(name, bases, space)


class Tree(metaclass=Production):
    """One sentence or part of one, and where it stands. Never changed: see `replaced`."""

    __slots__ = ("_below", "_spoken", "span")
    span: Span
    kind: ClassVar[str]
    _below: ClassVar[list[Tree | Word]]
    _spoken: ClassVar[frozenset[str]]
    """What `walk` and `spoken` found: many ask it of one tree, which outlives a reading."""

    def __init__(self, *values: object, **named: object) -> None:
        for name, value in zip(type(self).fields, values, strict=False):
            object.__setattr__(self, name, value)
        for name, value in named.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a tree is never changed; use replaced(tree, {name}=...)")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.span.text!r})"

    def children(self) -> list[Tree | Word]:
        """Give the direct parts, in the order of the text."""
        found: list[Tree | Word] = []
        for name in type(self).fields[1:]:
            value = getattr(self, name)
            if isinstance(value, tuple):
                if value and isinstance(value[0], tuple):
                    value = chain.from_iterable(value)
                found += value
            elif value is not None and not isinstance(value, bool):
                found.append(value)
        return found

    def walk(self) -> Iterator[Tree | Word]:
        """Go through this tree and everything below it, in the order of the text."""
        try:
            return iter(self._below)
        except AttributeError:
            pass
        found: list[Tree | Word] = []
        left: list[Tree | Word] = [self]
        while left:
            part = left.pop()
            found.append(part)
            if isinstance(part, Tree):
                left += reversed(part.children())
        object.__setattr__(self, "_below", found)
        return iter(found)

    def spoken(self) -> frozenset[str]:
        """Give all words of which it is made."""
        try:
            return self._spoken
        except AttributeError:
            words = frozenset(part.text for part in self.walk() if isinstance(part, Word))
            object.__setattr__(self, "_spoken", words)
            return words


_Made = TypeVar("_Made", bound=Tree)


def rewritten(tree: _Made, change: Callable[[Tree], Sequence[Tree] | None]) -> _Made:
    """Give the same tree with other ones in place of some trees in it. `change` gives what stands
    in place of a tree, nothing to leave it out, or None where it is looked through in turn."""
    fields = {}
    for name in type(tree).fields[1:]:
        old = getattr(tree, name)
        if isinstance(old, Tree):
            new: object = next(iter(_changed(old, change)), None)
        elif isinstance(old, tuple):
            new = tuple(made for one in old for made in _changed(one, change))
            new = old if all(a is b for a, b in zip_longest(old, new)) else new
        else:
            continue
        if new is not old:
            fields[name] = new
    return replaced(tree, **fields) if fields else tree


def _changed(part: Any, change: Callable[[Tree], Sequence[Tree] | None]) -> Sequence[object]:
    if not isinstance(part, Tree):
        return (part,)
    new = change(part)
    return (rewritten(part, change),) if new is None else new


def replaced(tree: _Made, **fields: object) -> _Made:
    """Give the same tree with other values of some fields."""
    made = type(tree).__new__(type(tree))
    for name in type(tree).fields:
        object.__setattr__(made, name, fields.get(name, getattr(tree, name)))
    return made


class Expression(Tree):
    """A value, a question, or a description of things: they nest in one another."""


class Sentence(Tree):
    """What may stand on a line of a rule's body."""


class Clause(Sentence):
    """What happens when: `after ...`, `at start of ...`."""


class Standing(Sentence):
    """What holds as long as its rule stands: `your spells cost 1 less`."""


class Heading(Tree):
    """What may stand at the margin of a file of rules."""

    @property
    def sort(self) -> str:
        """The word before its name: `action`, `turn`, `setting`, ..."""
        return type(self).kind


class NamedRule(Heading):
    """A rule that is called, replaced and traced by its name."""

    if TYPE_CHECKING:
        name: Word


class Place(Tree):
    """Where things lie, behind what they are: `in your hand`."""


class Where(Tree):
    """What must be so of things, or of whoever: `where ...`, `who ...`."""


class Phrase(Tree, of="phrase"):
    """Fixed words of which one or another stands at a place: `is not`, `at least`, `with`."""

    words_: tuple[Word, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """The words, as they are written."""
        return tuple(word.text for word in self.words_)

    @property
    def text(self) -> str:
        """The words with a space between two of them."""
        return " ".join(self.said)

    @property
    def first(self) -> str:
        """The first of them, which is the only one of most phrases: `to`, `after`."""
        return self.words_[0].text

    @property
    def last(self) -> str:
        """The last of them, which often says it: `least`, `up`, `not`."""
        return self.words_[-1].text

    @property
    def negated(self) -> bool:
        """Whether `not` is among them."""
        return "not" in self.said


class YesNo(Expression, of="yes_no"):
    """`yes`, `no`."""

    word: Word

    @property
    def yes(self) -> bool:
        """Whether it is `yes`."""
        return self.word.text == "yes"


class Blank(Tree, of="loose"):
    """Nothing, where a question might stand."""


for _name in (
    "is_", "is_plain", "in_", "at_least_most", "does", "has_", "viewer", "edge", "best",
    "deed_prep", "plain_prep", "in_on", "ask_prep", "after_before", "side", "rounded",
    "flow_kind", "rulekind",
    "often", "which_moment",
):  # fmt: skip
    Production(_name, (Phrase,), {}, of=_name)
