"""The part of Python that may be printed is written down, and both printers keep to it.

The table stands in `interpreter/backends/README.md`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from interpreter import backends
from interpreter.backends.c.expressions import BITS
from interpreter.backends.c.functions import STEPS
from interpreter.backends.c.handed import HANDED
from interpreter.backends.c.statements import FAULTS
from interpreter.backends.python.fuel.rationed import rationed
from interpreter.backends.python.module import print_game
from interpreter.diagnostics import Report
from interpreter.pipeline import check_folder

ROOT = Path(__file__).parents[2]
README = Path(backends.__file__).parent / "README.md"
TABLE = README.read_text(encoding="utf-8").partition("## The Python that may be printed")[2]
MAY = {
    part: frozenset(re.findall(r"`(\w+)`", words))
    for part, words in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", TABLE.partition("\n## ")[0], re.M)
}
HELPERS = "helpers of `run/`"
CALLED = MAY["functions of Python"] | MAY["faults"] | MAY[HELPERS]
SHAPES = MAY["sentences"] | MAY["values"] | MAY["lists"] | MAY["inside others"] | MAY["signs"]

PARTS_OF_OTHERS = {"SetComp", "Starred", "Slice"}
"""Read by whoever reads what they stand in: `sorted({...})`, `[*a, b]`, `a[1:]`."""
PYTHON_IN_OTHERS = {"iter", "zip"}
"""Likewise: `next(iter(...))`, `for a, b in zip(...)`."""
GAMES = sorted(
    path.parent for folder in ("games", "tests") for path in (ROOT / folder).glob("**/game.yaml")
)
GAMES = [
    folder
    for folder in GAMES
    if (folder / "rules").is_dir() and not (folder / "told.txt").exists()  # what is refused
]


def _names(*tables: Mapping[type, object]) -> set[str]:
    """Give the names of the classes in some tables."""
    return {one.__name__ for table in tables for one in table}


def test_c_can_translate_every_sentence_of_the_table():
    assert MAY["sentences"] - PARTS_OF_OTHERS == _names(STEPS.statements)


def test_c_can_translate_every_value_and_list_of_the_table():
    known = _names(STEPS.numbers, STEPS.lists)
    assert (MAY["values"] | MAY["lists"]) - PARTS_OF_OTHERS == known


def test_c_can_translate_every_call_of_the_table_and_no_other():
    calls = {*STEPS.number_calls, *STEPS.list_calls, *STEPS.deeds, *STEPS.lists_of_lists}
    assert MAY["functions of Python"] | MAY[HELPERS] == calls | set(HANDED) | PYTHON_IN_OTHERS
    assert MAY["faults"] == set(FAULTS)


def test_the_signs_of_bits_are_those_of_the_table():
    assert {sign.__name__ for sign in BITS} <= MAY["signs"]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_game_is_printed_in_this_python(folder: Path):
    report = Report()
    checked = check_folder(folder, report)
    assert checked is not None and not report.errors
    functions = rationed(print_game(checked[0], False))
    assert [*_beyond(functions)] == []


def _beyond(functions: Mapping[str, ast.FunctionDef]) -> Iterator[str]:
    """Give what is not in the table."""
    for name, func in functions.items():
        for node in ast.walk(func):
            if type(node).__name__ not in SHAPES:
                yield f"{name}: {type(node).__name__}"
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Attribute):
                if node.func.attr not in MAY["methods"]:
                    yield f"{name}: .{node.func.attr}()"
            elif not isinstance(node.func, ast.Name):
                yield f"{name}: a call of {ast.unparse(node.func)}"
            elif node.func.id not in CALLED and node.func.id not in functions:
                yield f"{name}: {node.func.id}()"


def test_what_is_beyond_the_table_is_found():
    source = "def rule(S):\n    with S: S.clear(lambda: print(1) ** 2)\n"
    (func,) = ast.parse(source).body
    assert isinstance(func, ast.FunctionDef)
    found = {*_beyond({"rule": func})}
    assert found == {"rule: With", "rule: withitem", "rule: .clear()", "rule: print()", "rule: Pow"}
