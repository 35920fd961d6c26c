"""Base classes of the syntax tree: `Tree` with its span, and the registry of productions.

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
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeVar, cast, dataclass_transform

from interpreter.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Word:
    """A token that carries meaning: a name, a number, a text or a keyword that the tree keeps."""

    type: str
    text: str
    span: Span

    @property
    def quoted(self) -> str:
        """The content of a quoted text, without its quotes."""
        return self.text[1:-1]

    @property
    def article(self) -> str:
        """The meaningless `a`, `an` or `the` right before the word; empty without one."""
        before = self.span.before.split()[-1:]
        return before[0] if before and before[0] in ("a", "an", "the") else ""


Part: TypeAlias = "Tree | Word | None"

PRODUCTIONS: dict[str, type[Tree]] = {}
"""The class of each production of the grammar, by its name there."""


@dataclass_transform(frozen_default=True)
class Production(type):
    """Metaclass that makes the annotations of a class its fields, as `dataclass` would.

    There are over 200 such classes; as data classes they would add 80 ms to the start of every
    command.
    """

    fields: tuple[str, ...]

    def __new__(
        mcs, name: str, bases: tuple[type, ...], space: dict[str, object], of: str = ""
    ) -> Production:
        """Create a class whose annotations are fields; register it as production `of`, if given."""
        annotations = space.get("__annotations__")
        fields = annotations.items() if isinstance(annotations, dict) else ()
        own = tuple(name for name, kind in fields if not kind.startswith("ClassVar"))
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
    """A node of the syntax tree with its span. It is never changed: see `replaced`."""

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
        """List the direct parts in the order of the text."""
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
        """Iterate over this tree and everything below it, in the order of the text."""
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
        """Collect the texts of all words in the tree; computed once per tree."""
        try:
            return self._spoken
        except AttributeError:
            words = frozenset(part.text for part in self.walk() if isinstance(part, Word))
            object.__setattr__(self, "_spoken", words)
            return words


_Made = TypeVar("_Made", bound=Tree)


def rewritten(tree: _Made, change: Callable[[Tree], Sequence[Tree] | None]) -> _Made:
    """Return a copy of the tree with some inner trees replaced; the tree itself if none changes.

    `change` returns what replaces a tree: an empty sequence removes it, and None keeps it and
    descends into its parts.
    """
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


def _changed(part: object, change: Callable[[Tree], Sequence[Tree] | None]) -> Sequence[object]:
    if not isinstance(part, Tree):
        return (part,)
    new = change(part)
    return (rewritten(part, change),) if new is None else new


def replaced(tree: _Made, **fields: object) -> _Made:
    """Return a copy of the tree with other values for some fields."""
    made = type(tree).__new__(type(tree))
    for name in type(tree).fields:
        object.__setattr__(made, name, fields.get(name, getattr(tree, name)))
    return made


class Expression(Tree):
    """A value, a question, or a description of things; expressions nest."""


class Sentence(Tree):
    """A sentence: one line, with its block, of a rule's body."""


class Clause(Sentence):
    """A clause that triggers something: `after ...`, `at start of ...`."""


class Standing(Sentence):
    """A sentence in force as long as its rule is: `your spells cost 1 less`."""


class Heading(Tree):
    """A top-level declaration of a rules file."""

    @property
    def sort(self) -> str:
        """The keyword before its name: `action`, `turn`, `setting`, ..."""
        return type(self).kind


class NamedRule(Heading):
    """A rule that is called, replaced and traced by its name."""

    if TYPE_CHECKING:
        name: Word


class Place(Tree):
    """A location behind a description of things: `in your hand`."""


class Where(Tree):
    """A condition on things or players: `where ...`, `who ...`."""


class Phrase(Tree, of="phrase"):
    """A choice among fixed words: `is not`, `at least`, `with`."""

    words_: tuple[Word, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """Its words as written."""
        return tuple(word.text for word in self.words_)

    @property
    def text(self) -> str:
        """Its words joined with spaces."""
        return " ".join(self.said)

    @property
    def first(self) -> str:
        """Its first word, which is the only one of most phrases: `to`, `after`."""
        return self.words_[0].text

    @property
    def last(self) -> str:
        """Its last word, which often decides the meaning: `least`, `up`, `not`."""
        return self.words_[-1].text

    @property
    def negated(self) -> bool:
        """Whether `not` is among its words."""
        return "not" in self.said


class YesNo(Expression, of="yes_no"):
    """The literal `yes` or `no`."""

    word: Word

    @property
    def yes(self) -> bool:
        """Whether it is `yes`."""
        return self.word.text == "yes"


class Blank(Tree, of="loose"):
    """Empty, where a question is allowed."""


for _name in (
    "is_", "is_plain", "in_", "at_least_most", "does", "has_", "viewer", "edge", "best",
    "deed_prep", "plain_prep", "in_on", "ask_prep", "after_before", "side", "rounded",
    "flow_kind", "rulekind",
    "often", "which_moment",
):  # fmt: skip
    Production(_name, (Phrase,), {}, of=_name)
