"""A printed game as compiled functions.

Takes what `module` has printed, adds fuel charges (`fuel`) and compiles each function when it
is first called, reusing what was made of it before.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType
from typing import Any

from interpreter.backends.python.early.related import board_tables
from interpreter.backends.python.fuel.lengths import longest
from interpreter.backends.python.fuel.rationed import Rationed, rationed
from interpreter.backends.python.kept_code import KeptCode, kept_code, save
from interpreter.backends.python.memory.copy_on_write import lending
from interpreter.backends.python.memory.memoization import (
    forgetting,
    quiet_facts,
    remembering,
    worth_remembering,
)
from interpreter.backends.python.quick.quickening import Quick
from interpreter.backends.python.quick.trees import settled
from interpreter.backends.syntax_trees import walk
from interpreter.backends.target.blocks import python_of
from interpreter.backends.target.printed_functions import PrintedGame, placed_copy, signed
from interpreter.diagnostics import Source
from interpreter.diagnostics.json_data import Json
from interpreter.load.result_cache import of_file
from interpreter.run.compile_lock import MAKING
from interpreter.run.limits import FAR
from interpreter.run.rules import Rules


@dataclass(slots=True)
class Compiled:
    """Compiled code of earlier modules of a game, reused where functions are the same.

    Modules of the same game with other settings or house rules share most functions.
    """

    rationed: Rationed = field(default_factory=Rationed)
    code: dict[Any, CodeType] = field(default_factory=dict)
    """By the function with its charges, its file, and the places of its lines."""


def fill(printed: PrintedGame, rules: Rules, kept: Compiled | None = None) -> None:
    """Add the functions of a print to its rules, each compiled when it is first called.

    A game that is begun, or one turn of it, needs few of them. What is in `kept`, or was compiled
    by an earlier run of the program, is not compiled again.

    Line numbers are those of the rules' file, so that tracebacks name and quote the rules. A rule
    that an overlay changes contains lines of another file; `run/limits.py` says how these are
    encoded.
    """
    code, space = code_of(printed), rules.space
    functions = Functions(printed, space, Compiled() if kept is None else kept, code)
    space |= {"FILES": functions.files, "first_call": functions.first_call}
    for name in functions.left:
        exec(_STANDS_FOR.format(name=name), space)
    # The code outside of functions comes last: its tables name the functions.
    rules.memoized, others = functions.rest()
    exec(others, space)


def code_of(printed: PrintedGame) -> KeptCode:
    """Open the cache of a game's code: by what it was read from, else by what is printed."""
    return kept_code(printed.origin) if printed.origin else kept_code(*_hung_on(printed))


def check_print(printed: PrintedGame) -> None:
    """Print a game to see that it can be, unless it was printed in an earlier run.

    Raises `NotPlayable`.
    """
    if printed.origin and code_of(printed).find(_NAMES) is not None:
        return
    mark = kept_code("printed", printed.origin) if printed.origin else None
    if mark is not None and mark.find(_DONE) is not None:
        return
    _ = printed.functions
    if mark is not None:
        mark.keep(_DONE, (), anew=True)
        save()  # it is dropped with the last who has it


_DONE = "done"


def _hung_on(printed: PrintedGame) -> Iterator[str]:
    """Iterate over what the code of a game depends on, for the cache key.

    That is what is printed, the memoized functions, the limits on list lengths, the board tables,
    and the source spans of all lines.
    """
    yield signed(printed.others)[0]
    yield repr(sorted(printed.questions))
    yield repr(longest(printed.woven.program, printed.constants))
    yield repr(board_tables(printed.constants))
    sources: dict[Source, int] = {}
    for name, one in printed.functions.items():
        places = []
        for span in one.spans:
            if span is not None and span.source not in sources:
                sources[span.source] = len(sources)
            places.append(span and (sources[span.source], span.start))
        yield f"{name} {','.join(one.arg for one in one.tree.args.args)} {one.signature} {places}"
    for source in sources:
        yield f"{source.path} {of_file(source.text)}"


_STANDS_FOR = """\
def {name}(*given, **named):
    return first_call({name!r}, given, named)
"""
_NESTED = 20  # nested first calls, each of which takes up Python's stack
_REST = ""  # the cache key of the code outside of functions
_NAMES = " "  # the cache key of the names of all functions, and of the files of the rules


class _Trees:
    """The functions of a module as trees, with facts about all of them together."""

    def __init__(self, printed: PrintedGame, kept: Rationed) -> None:
        self.functions = functions = rationed(printed, kept)
        asking = sorted(printed.questions & functions.keys())
        quiet = quiet_facts(functions, asking)
        self.asked = worth_remembering(functions, quiet)
        self.quick = Quick(functions, quiet.keys(), self.asked.keys(), printed.constants)
        self.boards = repr(board_tables(printed.constants))
        self.quiet = quiet.keys()

    def around(self, name: str) -> tuple[object, ...]:
        """Collect what a function's code depends on besides itself, for the cache key.

        These are the memoized questions, and all pure questions that it calls, directly or not,
        since they may be inlined.
        """
        functions = self.functions
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
        printed: PrintedGame,
        space: Json,
        kept: Compiled,
        code: KeptCode | None = None,
    ) -> None:
        self.printed = printed
        self.space = space
        self.kept = kept
        self.kept_code = code
        names, self.files = self._names()
        self.left = dict.fromkeys(names)
        self.calls = threading.local()

    def _names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """List all functions, and the files of the rules that they come from."""
        kept = self.kept_code
        found: tuple[tuple[str, ...], tuple[str, ...]] | None
        found = kept.find(_NAMES) if kept is not None else None
        if found is None:
            functions = self.printed.functions
            spans = {span for one in functions.values() for span in one.spans}
            files = {span.source.path for span in spans if span is not None}
            found = tuple(functions), tuple(sorted(files))
            if kept is not None:
                kept.keep(_NAMES, found, anew=False)
        return found

    @cached_property
    def trees(self) -> _Trees:
        """The functions as trees; built only if some code is not cached."""
        return _Trees(self.printed, self.kept.rationed)

    def rest(self) -> tuple[int, CodeType]:
        """Return the number of memoized questions, and the code outside of functions."""
        found = self.kept_code.find(_REST) if self.kept_code is not None else None
        if found is None:
            others = placed_copy(ast.Module(self.printed.others, []))
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
        func = trees.functions[name]
        file, places = self._places(name)
        key = func, file, tuple(places), trees.around(name), trees.boards
        code = self.kept.code
        if key not in code:
            told = lending(trees.quick.quickened(func))
            if trees.asked:
                told = forgetting(told, trees.asked, trees.functions.keys())
            code[key] = _code([settled(python_of(told))], file, places)
        if name not in trees.asked:
            return (code[key],)
        return code[key], _code(remembering(func, trees.asked[name]), file, places)

    def _places(self, name: str) -> tuple[str, list[int]]:
        """Find a function's main file, and the encoded source line for each of its lines.

        Lines from other files are offset by a multiple of `FAR`; lines without source keep their
        own number.
        """
        spans = self.printed.functions[name].spans
        file = next((span.source.path for span in spans if span is not None), "")
        places = []
        for number, span in enumerate(spans, 1):
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
