"""The parts of Python's syntax trees, quickly.

`ast.walk` and its like look at every field of a node by its name, which takes three times as long.
Whether a name is read or written (`ctx`) is a field of it here, not a part.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

_LEAVES = frozenset([ast.Name, ast.Constant, ast.arg])
"""What has no parts in printed Python; half of all nodes."""


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Give what a node is made of, in the order of its fields."""
    if type(node) in _LEAVES:
        return
    for value in node.__dict__.values():
        if isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
            yield value
        elif isinstance(value, list):
            for one in value:
                if isinstance(one, ast.AST):
                    yield one


def walk(*nodes: ast.AST) -> Iterator[ast.AST]:
    """Give some nodes and all that is in them, in any order."""
    left = list(nodes)
    while left:
        node = left.pop()
        yield node
        if type(node) in _LEAVES:
            continue
        for value in node.__dict__.values():
            if isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                left.append(value)
            elif isinstance(value, list):
                left += [one for one in value if isinstance(one, ast.AST)]
