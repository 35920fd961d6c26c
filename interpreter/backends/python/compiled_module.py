"""A printed game: its text with the source of every line, its syntax trees, and its code.

Takes what `module` has printed, adds fuel charges (`fuel`) and compiles each function when it
is first called, reusing what was made of it before.
"""

from __future__ import annotations

import ast
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType
from typing import Any

from interpreter.backends.python.fuel.lengths import longest
from interpreter.backends.python.fuel.rationed import (
    Charged,
    Rationed,
    rationed_functions,
)
from interpreter.backends.python.kept_code import KeptCode, kept_code
from interpreter.backends.python.memory.copy_on_write import lending
from interpreter.backends.python.memory.memoization import (
    forgetting,
    quiet_facts,
    remembering,
    worth_remembering,
)
from interpreter.backends.python.quick.quickening import Quick
from interpreter.backends.python.quick.related import board_tables
from interpreter.backends.syntax_trees import walk
from interpreter.diagnostics import Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir.lowered import Woven
from interpreter.load.result_cache import of_file
from interpreter.run.compile_lock import MAKING
from interpreter.run.limits import FAR


@dataclass(slots=True)
class PythonText:
    """A game as Python text."""

    source: str
    spans: list[Span | None]
    constants: Json
    woven: Woven
    numbers: dict[str, int]
    questions: frozenset[str] = frozenset()  # functions that may be memoized


@dataclass(slots=True)
class ModuleTrees:
    """A printed module as syntax trees.

    Line numbers of `others` are those of the module; those of a function count from its own first
    line, which is line `first` of the module; `length` is its number of lines.
    """

    functions: Charged
    first: dict[str, int]
    length: dict[str, int]
    others: list[ast.stmt]


def rationed(printed: PythonText, kept: Rationed | None = None) -> ModuleTrees:
    """Parse a module and add the fuel charges that make every rule terminate.

    Functions in `kept` that were parsed before are reused and must not be modified.
    """
    texts: dict[str, str] = {}
    first: dict[str, int] = {}
    length: dict[str, int] = {}
    others: list[ast.stmt] = []
    for line, text in _pieces(printed.source):
        if text.startswith("def "):
            name = text[4 : text.index("(")]
            texts[name], first[name] = text, line
            length[name] = text.rstrip().count("\n") + 1
        else:
            for one in ast.parse(text).body:
                others.append(ast.increment_lineno(one, line - 1))
    lengths = longest(printed.woven.program, printed.constants)
    made = rationed_functions(texts, lengths, Rationed() if kept is None else kept)
    return ModuleTrees(made, first, length, others)


def _pieces(source: str) -> Iterator[tuple[int, str]]:
    """Iterate over a module's top-level statements as text, with their first line numbers."""
    begun, lines = 1, source.split("\n")
    for number, line in enumerate([*lines[1:], "end"], 2):
        if line and not line[0].isspace():
            yield begun, "\n".join(lines[begun - 1 : number - 1])
            begun = number


@dataclass(slots=True)
class Compiled:
    """Compiled code of earlier modules of a game, reused where functions are the same.

    Modules of the same game with other settings or house rules share most functions.
    """

    rationed: Rationed = field(default_factory=Rationed)
    code: dict[Any, CodeType] = field(default_factory=dict)
    """By the function with its charges, its file, and the places of its lines."""


def fill(printed: PythonText, space: dict[str, object], kept: Compiled | None = None) -> None:
    """Fill a namespace with the module, whose functions are compiled when they are first called.

    A game that is begun, or one turn of it, needs few of them. What is in `kept`, or was compiled
    by an earlier run of the program, is not compiled again.

    Line numbers are those of the rules' file, so that tracebacks name and quote the rules. A rule
    that an overlay changes contains lines of another file; `run/limits.py` says how these are
    encoded.
    """
    code = kept_code(printed.source, *_hung_on(printed))
    functions = Functions(printed, space, Compiled() if kept is None else kept, code)
    space["FILES"] = tuple(functions.files)
    space["first_call"] = functions.first_call
    for name in functions.left:
        exec(_STANDS_FOR.format(name=name), space)
    # The code outside of functions comes last: its tables name the functions.
    space["ANSWERS"], others = functions.rest()
    exec(others, space)


def _hung_on(printed: PythonText) -> Iterator[str]:
    """Iterate over what a module's code depends on besides its text, for the cache key.

    That is the memoized functions, the limits on list lengths, the board tables, and the source
    spans of all lines.
    """
    yield repr(sorted(printed.questions))
    yield repr(longest(printed.woven.program, printed.constants))
    yield repr(board_tables(printed.constants))
    sources = {span.source: 0 for span in printed.spans if span is not None}
    for number, source in enumerate(sources):
        sources[source] = number
        yield f"{source.path} {of_file(source.text)}"
    yield repr([span and (sources[span.source], span.start) for span in printed.spans])


_STANDS_FOR = """\
def {name}(*given, **named):
    return first_call({name!r}, given, named)
"""
_DEFINED = re.compile(r"^def (\w+)", re.MULTILINE)
_NESTED = 20  # nested first calls, each of which takes up Python's stack
_REST = ""  # the cache key of the code outside of functions


class _Trees:
    """The functions of a module as trees, with facts about all of them together."""

    def __init__(self, printed: PythonText, kept: Rationed) -> None:
        self.parts = parts = rationed(printed, kept)
        asking = sorted(printed.questions & parts.functions.keys())
        quiet = quiet_facts(parts.functions, asking)
        self.asked = worth_remembering(parts.functions, quiet)
        self.quick = Quick(parts.functions, quiet.keys(), self.asked.keys(), printed.constants)
        self.boards = repr(board_tables(printed.constants))
        self.quiet = quiet.keys()

    def around(self, name: str) -> tuple[object, ...]:
        """Collect what a function's code depends on besides itself, for the cache key.

        These are the memoized questions, and all pure questions that it calls, directly or not,
        since they may be inlined.
        """
        functions = self.parts.functions
        found: dict[str, ast.FunctionDef] = {}
        left = [name]
        while left:
            for other in sorted(functions.calls[left.pop()] & self.quiet - found.keys()):
                found[other] = functions[other]
                left.append(other)
        return *self.asked.items(), *found.values()


class Functions:
    """The functions of a module; those not yet called are still text."""

    def __init__(
        self,
        printed: PythonText,
        space: Json,
        kept: Compiled,
        code: KeptCode | None = None,
    ) -> None:
        self.printed = printed
        self.space = space
        self.kept = kept
        self.kept_code = code
        self.spans = printed.spans
        self.paths = [None if span is None else span.source.path for span in printed.spans]
        self.files = sorted({path for path in self.paths if path is not None})
        self.left = dict.fromkeys(_DEFINED.findall(printed.source))
        self.calls = threading.local()

    @cached_property
    def trees(self) -> _Trees:
        """The functions as trees; built only if some code is not cached."""
        return _Trees(self.printed, self.kept.rationed)

    def rest(self) -> tuple[int, CodeType]:
        """Return the number of memoized questions, and the code outside of functions."""
        found = self.kept_code.find(_REST) if self.kept_code is not None else None
        if found is None:
            others = ast.Module(self.trees.parts.others, [])
            found = len(self.trees.asked), compile(others, "<rules>", "exec")
            if self.kept_code is not None:
                self.kept_code.keep(_REST, found, anew=True)
        made: tuple[int, CodeType] = found
        return made

    def first_call(self, name: str, given: tuple[object, ...], named: dict[str, object]) -> Any:
        """Compile a function that is called for the first time, and call it."""
        self.make(name)
        nested = getattr(self.calls, "nested", 0)
        if nested >= _NESTED:
            self.make_all()
        self.calls.nested = nested + 1
        try:
            return self.space[name](*given, **named)
        finally:
            self.calls.nested = nested

    def make_all(self) -> None:
        """Compile all functions that have not been called yet."""
        for name in list(self.left):
            self.make(name)

    def make(self, name: str) -> None:
        """Compile a function in place: whoever holds its stub calls the real function from now on.

        Another thread that calls it meanwhile waits until it is complete.
        """
        with MAKING:
            if name not in self.left:
                return
            stood = self.space[name]
            for part in self.code(name):
                exec(part, self.space)
            function = self.space[name]
            # The code comes last: from then on it can be called and needs all the rest.
            stood.__defaults__ = function.__defaults__
            stood.__code__ = function.__code__
            del self.left[name]

    def code(self, name: str) -> tuple[CodeType, ...]:
        """Return a function's code objects, compiled or cached.

        If it is memoized, the code of its wrapper follows.
        """
        kept = self.kept_code
        found: tuple[CodeType, ...] | None = kept.find(name) if kept is not None else None
        if found is None:
            before = len(self.kept.code)
            found = self._made(name)
            if kept is not None:
                kept.keep(name, found, anew=len(self.kept.code) > before)
        return found

    def _made(self, name: str) -> tuple[CodeType, ...]:
        trees = self.trees
        func = trees.parts.functions[name]
        file, places = self._places(name)
        key = func, file, tuple(places), trees.around(name), trees.boards
        code = self.kept.code
        if key not in code:
            told = lending(trees.quick.quickened(func))
            if trees.asked:
                told = forgetting(told, trees.asked, trees.parts.functions.keys())
            code[key] = _code([told], file, places)
        if name not in trees.asked:
            return (code[key],)
        return code[key], _code(remembering(func, trees.asked[name]), file, places)

    def _places(self, name: str) -> tuple[str, list[int]]:
        """Find a function's main file, and the encoded source line for each of its lines.

        Lines from other files are offset by a multiple of `FAR`; lines without source keep their
        own number.
        """
        first = self.trees.parts.first[name] - 1
        last = first + self.trees.parts.length[name]
        file = next((path for path in self.paths[first:last] if path is not None), "")
        places = []
        for number, span in enumerate(self.spans[first:last], 1):
            path = file if span is None else span.source.path
            far = 0 if path == file else self.files.index(path) + 1
            places.append(number if span is None else far * FAR + span.line)
        return file, places


def _code(sentences: list[ast.stmt], file: str, places: list[int]) -> CodeType:
    """Compile statements with their line numbers mapped to `places`.

    The trees are changed meanwhile, and restored even if the compilation fails.
    """
    placed = (node for node in walk(*sentences) if "lineno" in node.__dict__)
    moved: list[Any] = list({id(node): node for node in placed}.values())  # some occur twice
    lines = [(node.lineno, node.end_lineno) for node in moved]
    for node in moved:
        node.lineno = node.end_lineno = places[node.lineno - 1]
    try:
        return compile(ast.Module(sentences, []), file or "<rules>", "exec")
    finally:
        for node, (line, end) in zip(moved, lines, strict=True):
            node.lineno, node.end_lineno = line, end
