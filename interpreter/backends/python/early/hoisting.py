"""Shortens loops in printed functions before anything is charged for: both back ends gain by it.

A loop over a board goes through the spaces that matter alone (`related.py`). Where a loop is within
another and a filter does not depend on that one, its list is filtered before: `any partner in field
where partner outflanks space and disc is between partner and space`, asked of each disc, looks for
the partners once. Takes printed functions and changes copies of their statements.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import TypeGuard

from interpreter.backends.python.early.related import BoardQuestions
from interpreter.backends.python.quick.trees import NameSupply
from interpreter.backends.syntax_trees import parts, walk
from interpreter.backends.target import make
from interpreter.backends.target.blocks import Blocks, Rewrite, rewritten, with_bodies
from interpreter.backends.target.matching import same
from interpreter.backends.target.names import sort_of
from interpreter.backends.target.printed_functions import PrintedFunction, placed_copy
from interpreter.diagnostics.json_data import Json

_LISTS = (ast.ListComp, ast.GeneratorExp, ast.SetComp)
_PURE = frozenset(["all", "any", "bool", "int", "len", "max", "min", "range", "sum"])
_FINDS = frozenset(["cell", "position"])
"""Sorts of functions that tell where something lies."""
_METHODS = frozenset(["count", "get"])


def shorten(
    functions: Mapping[str, PrintedFunction],
    questions: frozenset[str],
    constants: Json,
    temp: Callable[[], str],
) -> None:
    """Rewrite the functions in which a loop can be shortened.

    `questions` are those that only read the state; `temp` makes up names of locals.
    """
    asked = {name: one.tree for name, one in functions.items() if name in questions}
    boards = BoardQuestions(asked, constants)
    for one in functions.values():
        _rewrite(one, _Narrowing(boards).block)
    short = {
        name: one.tree
        for name, one in functions.items()
        if name in questions
        and len(one.tree.body) == 1
        and isinstance(one.tree.body[0], ast.Return)
        and any(isinstance(part, _LISTS) for part in walk(one.tree))
    }
    rewriting = _Hoisting(questions, short, temp)
    for one in functions.values():
        _rewrite(one, rewriting.block)


def _rewrite(one: PrintedFunction, block: Rewrite) -> None:
    body = block(one.tree.body)
    if body is not one.tree.body:
        made = ast.copy_location(ast.FunctionDef(one.tree.name, one.tree.args, body, []), one.tree)
        one.tree = made


class _Rewriting(ABC):
    """Goes through the statements of a function and what they evaluate."""

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrite a block; the same list if nothing changes."""
        return rewritten(body, self._statement)

    def _statement(self, s: ast.stmt) -> list[ast.stmt]:
        if isinstance(s, Blocks):
            return [with_bodies(s, self.block, self.block)]
        value = _value_of(s)
        new, first = (s, []) if value is None else self._valued(s, value)
        for name in ("body", "orelse"):
            inner = getattr(s, name, None)
            if inner:
                block = self.block(inner)
                if block is not inner:
                    new = _shallow(s) if new is s else new
                    setattr(new, name, block)
        for one in first:
            one.lineno = s.lineno
        return [*first, new]

    @abstractmethod
    def _valued(self, s: ast.stmt, value: ast.expr) -> tuple[ast.stmt, list[ast.stmt]]:
        """Rewrite what a statement evaluates: a new statement, and those before it."""


class _Narrowing(_Rewriting):
    """Has loops go through the spaces that matter alone."""

    def __init__(self, boards: BoardQuestions) -> None:
        self.boards, self.names = boards, NameSupply(letter="n")

    def _valued(self, s: ast.stmt, value: ast.expr) -> tuple[ast.stmt, list[ast.stmt]]:
        made = self.boards.narrowed(value, self.names)
        if made is value:
            return s, []
        new = _shallow(s)
        setattr(new, _PLACES[type(s)], made)
        return new, []


class _Hoisting(_Rewriting):
    """The lists that are filtered before the statement at hand, as statements of their own."""

    def __init__(
        self,
        questions: frozenset[str],
        short: Mapping[str, ast.FunctionDef],
        temp: Callable[[], str],
    ) -> None:
        self.questions, self.short, self.temp = questions, short, temp
        self.lifted: list[ast.stmt] = []

    def _valued(self, s: ast.stmt, value: ast.expr) -> tuple[ast.stmt, list[ast.stmt]]:
        if not _is_nested(value):
            return s, []
        self.lifted = []
        copy = placed_copy(value)
        self._visit(copy, frozenset(), False)
        if not self.lifted:
            return s, []
        new = _shallow(s)
        setattr(new, _PLACES[type(s)], copy)
        return new, self.lifted

    def _visit(self, e: ast.AST, bound: frozenset[str], guarded: bool) -> None:
        """Look for lists to filter earlier; `bound` are the names of the loops around.

        What is `guarded` is not evaluated in each round of those loops.
        """
        if isinstance(e, _LISTS):
            self._visit_list(e, bound, guarded)
            return
        if isinstance(e, ast.Lambda):
            return
        if isinstance(e, (ast.BoolOp, ast.IfExp)):
            first, *rest = e.values if isinstance(e, ast.BoolOp) else (e.test, e.body, e.orelse)
            self._visit_part(e, first, bound, guarded)
            guarded = guarded or not _is_there(first)
            for other in rest:
                self._visit_part(e, other, bound, guarded)
                guarded = True
            return
        for one in list(parts(e)):
            self._visit_part(e, one, bound, guarded)

    def _visit_part(self, e: ast.AST, one: ast.AST, bound: frozenset[str], guarded: bool) -> None:
        """Look into a part of an expression, and write a short question out where that helps."""
        if bound and not guarded and isinstance(one, ast.Call):
            written = self._written_out(one)
            if written is not None:
                before = len(self.lifted)
                self._visit(written, bound, guarded)
                if len(self.lifted) > before:
                    _replace(e, one, written)
                return
        self._visit(one, bound, guarded)

    def _visit_list(
        self, e: ast.ListComp | ast.GeneratorExp | ast.SetComp, bound: frozenset[str], guarded: bool
    ) -> None:
        inside, skips = bound, guarded
        for loop in e.generators:
            self._visit(loop.iter, inside, skips)
            target = loop.target
            assert isinstance(target, ast.Name)
            inside |= {target.id}
            for test in list(loop.ifs):
                self._visit_part(loop, test, inside, skips)
                skips = skips or not _is_there(test)
        self._visit_part(e, e.elt, inside, skips)
        if bound:
            self._filter_first(e, bound, guarded)

    def _filter_first(
        self,
        e: ast.ListComp | ast.GeneratorExp | ast.SetComp,
        bound: frozenset[str],
        guarded: bool,
    ) -> None:
        """Filter the list of a loop before the loops around it, by its first tests if they can."""
        *outer, loop = e.generators
        more = _all_of(e.elt) if isinstance(e, ast.GeneratorExp) and _is_all(e.elt) else []
        tests = [one for test in loop.ifs for one in _all_of(test)]
        sources = [part for one in outer for part in (one.iter, *one.ifs)]
        if not all(self._is_steady(one, bound, guarded) for one in (*sources, loop.iter)):
            return
        steady = []
        for test in (*tests, *more):
            if not self._is_steady(test, bound, guarded):
                break
            steady.append(test)
        left = [*tests, *more][len(steady) :]
        if all(_is_there(test) for test in steady):
            return
        if not left and self._is_steady(e.elt, bound, guarded):
            return
        behind = {one.id for one in walk(e.elt, *left) if isinstance(one, ast.Name)}
        if behind & {one.target.id for one in outer if isinstance(one.target, ast.Name)}:
            return
        name, each = self.temp(), loop.target
        assert isinstance(each, ast.Name)
        loops = (*outer, make.loop(each.id, loop.iter, *steady))
        self.lifted.append(make.let(name, make.described(make.name(each.id), *loops)))
        if len(steady) > len(tests):
            e.elt = make.both(*left)
        e.generators = [make.loop(each.id, make.name(name), *tests[len(steady) :])]

    def _is_steady(self, e: ast.expr, bound: frozenset[str], guarded: bool) -> bool:
        """Tell whether something only reads, and is the same in each round of the loops around."""
        for one in walk(e):
            if isinstance(one, ast.Name) and one.id in bound:
                return False
            if isinstance(one, ast.Lambda):
                return False
            if isinstance(one, ast.Call):
                if isinstance(one.func, ast.Attribute):
                    if one.func.attr not in _METHODS:
                        return False
                elif isinstance(one.func, ast.Name):
                    name = one.func.id
                    asks = name in self.questions
                    if not asks and name not in _PURE and sort_of(name) not in _FINDS:
                        return False
                    if asks and guarded:  # it may never be asked, and may take long
                        return False
        return True

    def _written_out(self, call: ast.Call) -> ast.expr | None:
        """Write the call of a short question out; None where it is no such call."""
        func = self.short.get(call.func.id) if isinstance(call.func, ast.Name) else None
        if func is None or not all(isinstance(a, (ast.Name, ast.Constant)) for a in call.args):
            return None
        answer = func.body[0]
        assert isinstance(answer, ast.Return) and answer.value is not None
        made = placed_copy(answer.value)
        given = {a.arg: one for a, one in zip(func.args.args, call.args, strict=True)}
        anew = {
            loop.target.id: self.temp()
            for loop in walk(made)
            if isinstance(loop, ast.comprehension) and isinstance(loop.target, ast.Name)
        }
        if any(isinstance(one, ast.Lambda) for one in walk(made)):
            return None
        return _with(made, given, anew)


def _with(e: ast.expr, given: Mapping[str, ast.expr], anew: Mapping[str, str]) -> ast.expr:
    """Put arguments in the place of parameters, and new names in that of a copy's own."""
    for node in list(walk(e)):
        for one in list(parts(node)):
            if isinstance(one, ast.Name) and one.id in given and one.id not in anew:
                _replace(node, one, placed_copy(given[one.id]))
            elif isinstance(one, ast.Name):
                one.id = anew.get(one.id, one.id)
    return e


def _replace(e: ast.AST, part: ast.AST, new: ast.AST) -> None:
    """Put a node in the place of a part of another."""
    for name, value in vars(e).items():
        if value is part:
            setattr(e, name, new)
        elif isinstance(value, list):
            setattr(e, name, [new if one is part else one for one in value])


_PLACES: Mapping[type[ast.stmt], str] = {
    ast.Assign: "value",
    ast.Return: "value",
    ast.If: "test",
    ast.For: "iter",
}
"""Where statements have what they evaluate once before they do anything."""


def _value_of(s: ast.stmt) -> ast.expr | None:
    place = _PLACES.get(type(s))
    return None if place is None else getattr(s, place)


def _shallow(s: ast.stmt) -> ast.stmt:
    """Copy a statement with the same parts."""
    made: ast.stmt = ast.copy_location(type(s)(*(getattr(s, name, None) for name in s._fields)), s)
    return made


def _is_nested(e: ast.expr) -> bool:
    """Tell whether there is a list within the tests of another, or a question in them."""
    return any(
        isinstance(inner, (*_LISTS, ast.Call))
        for one in walk(e)
        if isinstance(one, _LISTS)
        for inner in _tested(one)
    )


def _tested(e: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> Iterator[ast.AST]:
    yield from walk(e.elt)
    for loop in e.generators:
        yield from walk(*loop.ifs)


def _all_of(test: ast.expr) -> list[ast.expr]:
    """Take apart a test that holds where several hold."""
    return [part for one in test.values for part in _all_of(one)] if _is_all(test) else [test]


def _is_all(test: ast.expr) -> TypeGuard[ast.BoolOp]:
    return isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)


def _is_there(test: ast.expr) -> bool:
    """Match the test that a space is not empty."""
    return isinstance(test, ast.Compare) and same(test, make.compare(test.left, ">=", 0))
