"""The names under which trees were known before each had a class of its own."""

from __future__ import annotations

from interpreter.syntax.ast import Part, Tree, Word
from interpreter.syntax.from_tree import build

Node = Tree

__all__ = ["Node", "Part", "Word", "build"]
