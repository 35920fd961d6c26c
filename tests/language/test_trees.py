"""Typed trees from the parts of a production: each field takes what is its own."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Source, Span
from interpreter.syntax import ast, from_tree
from interpreter.syntax.ast import PRODUCTIONS, NoneOf, Word

SOURCE = Source("sample", "red blue green")
HERE = Span(SOURCE, 0, 3)
RED, BLUE, GREEN = (Word("NAME", name, HERE) for name in ("red", "blue", "green"))
NONE_AT_ALL = NoneOf(HERE, ast.Name(HERE, RED))


@pytest.fixture
def sample():
    class Sample(ast.Tree, of="a_sample_of_fields"):
        names: tuple[Word, ...]
        called: Word | None
        place: NoneOf | None
        where: NoneOf | None

    yield lambda *parts: from_tree.build("a_sample_of_fields", parts, HERE)
    del PRODUCTIONS["a_sample_of_fields"]


@pytest.mark.parametrize(
    ("parts", "names", "called", "place"),
    [
        ((RED, BLUE, GREEN, None, None), [RED, BLUE], GREEN, None),
        ((RED, BLUE, None, None, None), [RED, BLUE], None, None),
        ((RED, BLUE, GREEN, NONE_AT_ALL, None), [RED, BLUE], GREEN, NONE_AT_ALL),
        ((RED, None, NONE_AT_ALL, None), [RED], None, NONE_AT_ALL),
        ((GREEN, None, None), [], GREEN, None),
    ],
)
def test_the_last_of_several_words_is_left_to_the_field_that_asks_for_one(
    sample, parts, names, called, place
):
    made = sample(*parts)
    assert list(made.names) == names
    assert (made.called, made.place, made.where) == (called, place, None)
