"""A printed game: its text with the place of every line, its syntax trees, and its code.

Takes what `module` has printed; charges it (`rationing`) and compiles it, file of rules by file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

from interpreter.backends.python.rationing import Rationed, longest, rationed_functions
from interpreter.diagnostics import Span
from interpreter.ir.woven import Woven
from interpreter.run.limits import FAR


@dataclass(slots=True)
class Printed:
    """A game as Python text."""

    source: str
    spans: list[Span | None]
    constants: dict[str, Any]
    woven: Woven
    numbers: dict[str, int]


@dataclass(slots=True)
class Parts:
    """A printed module as syntax trees. Lines of `others` are those of the module; those of a
    function are counted from its own first line, which stands at `first`."""

    functions: dict[str, ast.FunctionDef]
    first: dict[str, int]
    others: list[ast.stmt]


def rationed(printed: Printed, kept: Rationed | None = None) -> Parts:
    """The module with the charges that bring every rule to an end. What is `kept` of functions
    that were read before must not be changed."""
    texts: dict[str, str] = {}
    first: dict[str, int] = {}
    others: list[ast.stmt] = []
    for line, text in _pieces(printed.source):
        if text.startswith("def "):
            name = text[4 : text.index("(")]
            texts[name], first[name] = text, line
        else:
            for one in ast.parse(text).body:
                others.append(ast.increment_lineno(one, line - 1))
    lengths = longest(printed.woven.program, printed.constants)
    made = rationed_functions(texts, lengths, Rationed() if kept is None else kept)
    return Parts(made, first, others)


def _pieces(source: str) -> Iterator[tuple[int, str]]:
    """What stands at the left edge, with all that belongs to it, and the line it begins in."""
    begun, lines = 1, source.split("\n")
    for number, line in enumerate([*lines[1:], "end"], 2):
        if line and not line[0].isspace():
            yield begun, "\n".join(lines[begun - 1 : number - 1])
            begun = number


def compiled(printed: Printed) -> Iterator[CodeType]:
    """The module as code, a part for each file of rules, with the lines of that file: a traceback
    then names and quotes the rules.

    A rule that an overlay changes holds lines of another file; `run/limits.py` says how they are
    told apart.
    """
    made = rationed(printed)
    tree: list[ast.stmt] = list(made.others)
    for name, func in made.functions.items():
        tree.append(ast.increment_lineno(func, made.first[name] - 1))
    files = sorted({span.source.path for span in printed.spans if span is not None})
    yield compile(f"FILES = {tuple(files)!r}", "<rules>", "exec")
    parts: dict[str, list[ast.stmt]] = {}
    for one in sorted(tree, key=lambda part: part.lineno):
        file = ""
        for node in ast.walk(one):
            line = getattr(node, "lineno", None)
            span = printed.spans[line - 1] if line and line <= len(printed.spans) else None
            if span is not None:
                file = file or span.source.path
                far = 0 if span.source.path == file else files.index(span.source.path) + 1
                number = far * FAR + span.line
                node.lineno = node.end_lineno = number  # type: ignore[attr-defined]
        parts.setdefault(file, []).append(one)
    # Last comes what belongs to no rule: its tables name the functions of the rules.
    for file, body in sorted(parts.items(), reverse=True):
        yield compile(ast.Module(body, []), file or "<rules>", "exec")
