"""What stands in a heading beside its name: what it says, and what it cites."""

from __future__ import annotations

from interpreter.syntax.ast.base import Tree, Word


class Says(Tree, of="says"):
    text: Word


class Cites(Tree, of="cites"):
    ids: tuple[Word, ...]
