"""What the parser gives: `Node`s named after grammar rules, and `Word`s, each with its span.

Takes nothing, gives plain data; must not know what a sentence means.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Word:
    """One token that carries meaning: a name, a number, a text or a kept keyword."""

    type: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Node:
    """One sentence or part of one; `parts` holds None where an optional part is absent."""

    kind: str
    parts: tuple[Part, ...]
    span: Span

    def nodes(self, kind: str) -> Iterator[Node]:
        """Direct parts of one kind."""
        for part in self.parts:
            if isinstance(part, Node) and part.kind == kind:
                yield part

    def node(self, kind: str) -> Node | None:
        """The first direct part of one kind."""
        return next(self.nodes(kind), None)

    def words(self) -> list[Word]:
        """Direct parts that are words."""
        return [part for part in self.parts if isinstance(part, Word)]

    def walk(self) -> Iterator[Node | Word]:
        """This node and everything below it, in the order of the text."""
        yield self
        for part in self.parts:
            if isinstance(part, Node):
                yield from part.walk()
            elif part is not None:
                yield part


Part = Node | Word | None
