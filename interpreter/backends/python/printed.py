"""A printed game: its text with the place of every line, its syntax trees, and its code.

Takes what `module` has printed; charges it (`rationing`) and compiles it, function by function
when they are first called: what was made of a function before is taken again.
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

from interpreter.backends.python.kept_code import KeptCode, kept_code
from interpreter.backends.python.memory.lending import lending
from interpreter.backends.python.memory.remembering import (
    forgetting,
    quiet_facts,
    remembering,
    worth_remembering,
)
from interpreter.backends.python.quick.quickening import Quick
from interpreter.backends.python.quick.related import board_tables
from interpreter.backends.python.rationing.lengths import longest
from interpreter.backends.python.rationing.rationed import (
    Charged,
    Rationed,
    rationed_functions,
)
from interpreter.backends.syntax_trees import walk
from interpreter.diagnostics import Span
from interpreter.ir.lowered import Woven
from interpreter.load.kept import of_file
from interpreter.run.limits import FAR
from interpreter.run.making import MAKING


@dataclass(slots=True)
class Printed:
    """A game as Python text."""

    source: str
    spans: list[Span | None]
    constants: dict[str, Any]
    woven: Woven
    numbers: dict[str, int]
    questions: frozenset[str] = frozenset()  # functions whose answers may be remembered


@dataclass(slots=True)
class Parts:
    """A printed module as syntax trees. Lines of `others` are those of the module; those of a
    function are counted from its own first line, which stands at `first`; it has `length` lines."""

    functions: Charged
    first: dict[str, int]
    length: dict[str, int]
    others: list[ast.stmt]


def rationed(printed: Printed, kept: Rationed | None = None) -> Parts:
    """Give the module with the charges that bring every rule to an end. What is `kept` of functions
    that were read before must not be changed."""
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
    return Parts(made, first, length, others)


def _pieces(source: str) -> Iterator[tuple[int, str]]:
    """Give what stands at the left edge, with all that belongs to it, and the line it begins in."""
    begun, lines = 1, source.split("\n")
    for number, line in enumerate([*lines[1:], "end"], 2):
        if line and not line[0].isspace():
            yield begun, "\n".join(lines[begun - 1 : number - 1])
            begun = number


@dataclass(slots=True)
class Compiled:
    """What was compiled of a game before, to be taken again for a module in which most functions
    are the same: that of the same game with other settings, or with other house rules."""

    rationed: Rationed = field(default_factory=Rationed)
    code: dict[Any, CodeType] = field(default_factory=dict)
    """By the function with its charges, its file, and the places of its lines."""


def fill(printed: Printed, space: dict[str, object], kept: Compiled | None = None) -> None:
    """Fill a namespace with the module, each function compiled when it is first called: a game
    that is begun, or one turn of it, needs few of them. What is `kept`, or was compiled by an
    earlier run of the program, is not compiled again.

    Lines are those of the file of rules: a traceback then names and quotes the rules. A rule that
    an overlay changes holds lines of another file; `run/limits.py` says how they are told apart.
    """
    code = kept_code(printed.source, *_hung_on(printed))
    functions = Functions(printed, space, Compiled() if kept is None else kept, code)
    space["FILES"] = tuple(functions.files)
    space["first_call"] = functions.first_call
    for name in functions.left:
        exec(_STANDS_FOR.format(name=name), space)
    # Last comes what is no function: its tables name the functions.
    space["ANSWERS"], others = functions.rest()
    exec(others, space)


def _hung_on(printed: Printed) -> Iterator[str]:
    """Give what the code of a module hangs on besides its text: the places of its lines, how long
    lists can be, and which functions answer with what hangs on the state alone."""
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
_NESTED = 20  # first calls within first calls, each of which takes room on Python's stack
_REST = ""  # the name under which what is no function is kept


class _Trees:
    """The functions of a module as trees, and what is known of all of them together."""

    def __init__(self, printed: Printed, kept: Rationed) -> None:
        self.parts = parts = rationed(printed, kept)
        asking = sorted(printed.questions & parts.functions.keys())
        quiet = quiet_facts(parts.functions, asking)
        self.asked = worth_remembering(parts.functions, quiet)
        self.quick = Quick(parts.functions, quiet.keys(), self.asked.keys(), printed.constants)
        self.boards = repr(board_tables(printed.constants))
        self.quiet = quiet.keys()

    def around(self, name: str) -> tuple[object, ...]:
        """Give what the code of a function hangs on besides itself: which questions are remembered,
        and the questions that it asks, with those that they ask, since they may be put into it."""
        functions = self.parts.functions
        found: dict[str, ast.FunctionDef] = {}
        left = [name]
        while left:
            for other in sorted(functions.calls[left.pop()] & self.quiet - found.keys()):
                found[other] = functions[other]
                left.append(other)
        return *self.asked.items(), *found.values()


class Functions:
    """The functions of a module, those that were never called still as text."""

    def __init__(
        self,
        printed: Printed,
        space: dict[str, Any],
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
        """The functions as trees: not made where all code that is called was kept."""
        return _Trees(self.printed, self.kept.rationed)

    def rest(self) -> tuple[int, CodeType]:
        """How many questions are remembered, and what is no function."""
        found = self.kept_code.find(_REST) if self.kept_code is not None else None
        if found is None:
            others = ast.Module(self.trees.parts.others, [])
            found = len(self.trees.asked), compile(others, "<rules>", "exec")
            if self.kept_code is not None:
                self.kept_code.keep(_REST, found, anew=True)
        made: tuple[int, CodeType] = found
        return made

    def first_call(self, name: str, given: tuple[object, ...], named: dict[str, object]) -> Any:
        """Call a function that was not compiled yet."""
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
        """Compile what was never called, too."""
        for name in list(self.left):
            self.make(name)

    def make(self, name: str) -> None:
        """Compile a function; whoever holds what stood for it calls it from now on. Another thread
        that calls it meanwhile waits until it is whole."""
        with MAKING:
            if name not in self.left:
                return
            stood = self.space[name]
            for part in self.code(name):
                exec(part, self.space)
            function = self.space[name]
            # Its code comes last: with that it can be called, and needs all the rest.
            stood.__defaults__ = function.__defaults__
            stood.__code__ = function.__code__
            del self.left[name]

    def code(self, name: str) -> tuple[CodeType, ...]:
        """Give what makes a function, and behind it what remembers its answers, if that is worth
        it."""
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
        """Give the file of a function, and the place that each of its lines stands for."""
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
    """Give a function as code, with its lines at their places; its tree is left as it was."""
    placed = (node for node in walk(*sentences) if "lineno" in node.__dict__)
    moved: list[Any] = list({id(node): node for node in placed}.values())  # some stand there twice
    lines = [(node.lineno, node.end_lineno) for node in moved]
    for node in moved:
        node.lineno = node.end_lineno = places[node.lineno - 1]
    try:
        return compile(ast.Module(sentences, []), file or "<rules>", "exec")
    finally:
        for node, (line, end) in zip(moved, lines, strict=True):
            node.lineno, node.end_lineno = line, end
