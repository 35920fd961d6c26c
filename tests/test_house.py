"""The house keeps its shape: every limit of `make house` holds. Sizes are shown, not limited."""

from __future__ import annotations

import ast

from tests.house import LIMITS, measure, read_modules


def test_every_limit_of_shape_holds():
    figures, where = measure(read_modules())
    over = {name: figures[name] for name, limit in LIMITS.items() if figures[name] > limit}
    assert not over, where


def test_no_check_reads_what_another_one_says():
    """What only follows from a problem is known by its slug, its place and its subjects."""
    reading = {
        module.name
        for module in read_modules()
        if module.name.startswith(("check.", "syntax."))
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and node.attr == "message"
    }
    assert not reading
