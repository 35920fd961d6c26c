"""Narrows loops over all spaces of a board to those spaces that a test on the board allows.

`in the same row or column`, `two steps away`, `something lies between`: relations that depend on
the board alone are evaluated for every pair of spaces when a function is compiled. Pieces that can
move are then tested before their targets, and only reachable targets are tried. Tests that cost no
fuel can be reordered, so that nobody pays more or less.

Takes syntax trees, the questions of a game and the tables of its boards; the trees are left as they
are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.backends.python.fuel.lengths import number
from interpreter.backends.python.quick.shapes import QUIET
from interpreter.backends.python.quick.trees import LISTINGS, NameSupply, called, copied, free
from interpreter.backends.syntax_trees import walk
from interpreter.backends.target import make
from interpreter.backends.target.matching import hole, matched, same
from interpreter.backends.target.names import ZONE, sort_of, thing_of
from interpreter.backends.target.printed_functions import placed_copy
from interpreter.diagnostics.json_data import Json
from interpreter.run.tables import steps

MOST = 128
"""Spaces: each of them is tried with each."""
_TABLES = frozenset(["ROW", "COLUMN", "NEAR", "BETWEEN", "CELL"])
_LIES = make.item(make.state("loc"), hole("piece"))
_PLACE = make.choice(
    make.both(make.compare(_LIES, ">=", hole("first")), make.compare(_LIES, "<", hole("last"))),
    make.binary(make.binary(_LIES, "-", hole("less")), "+", hole("more")),
    -1,
)
"""A location converted to a space of a board, or -1 where it is none."""
_PLAIN = (
    *(ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Constant, ast.Name, ast.Tuple),
    *(ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop),
)


Tables = Json
"""The constants of a game by name: those of boards are sequences, by space, and dictionaries."""


def board_tables(constants: Tables) -> Tables:
    """Select the tables that are constant for a game.

    They hold rows, columns, neighbours, spaces between others, and the space of each location.
    """
    return {name: value for name, value in constants.items() if sort_of(name) in _TABLES}


@dataclass(frozen=True, slots=True)
class LoopSource:
    """The source of a loop: the spaces of a board by their numbers, or the pieces on them."""

    name: str
    spaces: int
    pieces: bool


@dataclass(slots=True)
class BoardTest:
    """A test that depends on the board alone, and the other space in it, if there is one."""

    test: ast.expr
    other: ast.expr | None


class BoardQuestions:
    """The boards and questions of one game."""

    def __init__(self, functions: Mapping[str, ast.FunctionDef], constants: Tables) -> None:
        self.functions = functions
        self.tables = board_tables(constants)

    def narrowed(self, e: ast.expr, names: NameSupply) -> ast.expr:
        """Narrow the loops of an expression to fewer spaces; the same tree if none can be."""
        if not self.tables or not any(isinstance(node, LISTINGS) for node in walk(e)):
            return e
        made = _LoopNarrowing(self, names)
        copy: ast.expr = made.visit(copied(e, {}, names))
        return copy if made.changed else e

    def through(self, one: ast.For, names: NameSupply) -> ast.For:
        """Narrow a loop whose body is one `if`, by those of its tests that depend on the board.

        The loop must change nothing. The same node is returned if it cannot be narrowed.
        """
        first = one.body[0]
        if len(one.body) > 1 or not isinstance(first, ast.If) or first.orelse or one.orelse:
            return one
        if not isinstance(one.target, ast.Name) or not free_of_cost(first.test):
            return one
        each = ast.Name(one.target.id, ast.Load())
        source = ast.comprehension(one.target, one.iter, [first.test], 0)
        whole = ast.ListComp(each, [source])
        narrowed = self.narrowed(whole, names)
        return one if narrowed is whole else ast.For(one.target, narrowed, first.body, [])

    def place(self, one: ast.comprehension) -> LoopSource | None:
        """Find the board whose spaces, or whose pieces, a loop goes through.

        None for any other source, and for boards of a single space or of more than `MOST`.
        """
        if not isinstance(one.target, ast.Name):
            return None
        source, spaces, pieces = one.iter, 0, False
        if isinstance(source, ast.Attribute) and sort_of(source.attr) == ZONE:
            board = thing_of(thing_of(source.attr))  # `z_table_desk` holds what lies on the desk
            spaces = len(self.tables.get(f"NEAR_{board}", ())) - 1
            pieces = True
        elif isinstance(source, ast.Call) and called(source) == "range":
            first, end = (0, *map(number, source.args))[-2:]
            spaces = end if first == 0 and end is not None else 0
        return LoopSource(one.target.id, spaces, pieces) if 1 < spaces <= MOST else None

    def guard(self, test: ast.expr, names: NameSupply) -> ast.expr | None:
        """Return a condition that a one-line question implies: its first conjunct.

        None if the test is not a call of such a question.
        """
        func = self.functions.get(called(test))
        if func is None or len(func.body) != 1 or not isinstance(func.body[0], ast.Return):
            return None
        assert isinstance(test, ast.Call) and func.body[0].value is not None
        given = zip(func.args.args, test.args, strict=False)
        told = {one.arg: value for one, value in given}
        made: ast.expr = copied(parts(func.body[0].value)[0], told, names)
        return made

    def asked(self, test: ast.expr, place: LoopSource) -> BoardTest | None:
        """Match a test that depends on the board alone, with at most one other space in it."""
        found = _Reading(self.tables, place).of(test)
        if found is None or any(not same(one, found[0]) for one in found):
            return None
        if place.name not in free(test):
            return None
        return BoardTest(test, found[0] if found else None)

    def spaces(self, tests: list[BoardTest], place: LoopSource) -> ast.expr | None:
        """Build the expression for the spaces that pass all tests, which name the same other space.

        The tests are evaluated now, for every space or pair of spaces. The result is a constant, or
        a lookup by the other space in a constant table, whose last row stands for no space.
        """
        other = next((one.other for one in tests if one.other is not None), None)
        asked = [_Named(place, other).named(one.test) for one in tests]
        test = asked[0] if len(asked) == 1 else ast.BoolOp(ast.And(), asked)
        given = ast.arguments([], [ast.arg("one"), ast.arg("by")], None, [], [], None, [])
        whole = ast.fix_missing_locations(ast.Expression(ast.Lambda(given, test)))
        holds = eval(compile(whole, "<board>", "eval"), {**self.tables, "steps": steps})
        every = range(place.spaces)
        if other is None:
            return _constant(tuple(one for one in every if holds(one, -1)))
        # The last row stands for no space, as in all tables.
        by = (tuple(one for one in every if holds(one, other)) for other in (*every, -1))
        return ast.Subscript(_constant(tuple(by)), placed_copy(other), ast.Load())


class _Reading:
    """Reads which spaces a test depends on besides the one that is iterated."""

    def __init__(self, tables: Tables, place: LoopSource) -> None:
        self.tables, self.place = tables, place

    def of(self, e: ast.AST) -> list[ast.expr] | None:
        """List the other spaces that a test names; None if it depends on more than the board."""
        if isinstance(e, ast.Subscript):
            table = e.value.id if isinstance(e.value, ast.Name) else ""
            return self._space(e.slice) if self._has(table) else None
        if isinstance(e, ast.Call):
            return self._call(e)
        if isinstance(e, ast.Compare):
            within = len(e.ops) == 1 and isinstance(e.ops[0], ast.In | ast.NotIn)
            first = self._space(e.left) if within else self._side(e.left)
            rest = [self.of(one) if within else self._side(one) for one in e.comparators]
            return _all([first, *rest])
        if isinstance(e, ast.Name):
            return [] if e.id == self.place.name and not self.place.pieces else None
        if not isinstance(e, _PLAIN):
            return None
        return _all(self.of(one) for one in ast.iter_child_nodes(e))

    def _side(self, e: ast.expr) -> list[ast.expr] | None:
        """List the other spaces in one side of a comparison; None if it depends on more."""
        return self._space(e) if self._is_cell(e) else self.of(e)

    def _call(self, e: ast.Call) -> list[ast.expr] | None:
        name = called(e)
        if name == "steps" and isinstance(e.args[0], ast.Name) and self._has(e.args[0].id):
            return _all(map(self._space, e.args[1:3]))
        if name == "between":
            pair, table = e.args[0], e.func.value.id  # type: ignore[attr-defined]
            if isinstance(pair, ast.Tuple) and self._has(f"NEAR_{thing_of(table)}"):
                return _all(map(self._space, pair.elts))
        if name == "len" and called(e.args[0]) == "between":
            return self.of(e.args[0])
        return None

    def _has(self, table: str) -> bool:
        """Tell whether a table has one entry per space of this board."""
        if sort_of(table) in ("BETWEEN", "CELL") or table not in self.tables:
            return False
        return len(self.tables[table]) == self.place.spaces + 1

    def _space(self, e: ast.expr) -> list[ast.expr] | None:
        """List the other space, if any, by which a table is indexed; None if it is not a space."""
        if isinstance(e, ast.Constant):
            known = isinstance(e.value, int) and -1 <= e.value < self.place.spaces
            return [] if known else None
        name = self.place.name
        if isinstance(e, ast.Name) and (e.id != name or not self.place.pieces):
            return [e] if e.id != name else []
        if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Sub) and number(e.right) == 0:
            return self._space(e.left)
        if self._is_cell(e):
            if _is_own_cell(e, self.place):
                return []
            return [e] if name not in free(e) else None
        return None

    def _is_cell(self, e: ast.AST) -> bool:
        """Match the space of a piece on this board, or -1: `CELL_disc[S.loc[disc]]`."""
        if isinstance(e, ast.IfExp):
            return _within(e, self.place.spaces)
        table = _cell_table(e)
        return table in self.tables and max(self.tables[table]) < self.place.spaces


class _Named(ast.NodeTransformer):
    """Renames the iterated space to `one` and the other space to `by`."""

    def __init__(self, place: LoopSource, other: ast.expr | None) -> None:
        self.place = place
        self.other = other

    def named(self, test: ast.expr) -> ast.expr:
        """Rename the spaces in a copy of a test."""
        made = self.visit(placed_copy(test))
        assert isinstance(made, ast.expr)
        return made

    def visit(self, node: ast.AST) -> ast.AST:
        """Replace a space by its new name."""
        if isinstance(node, ast.expr):
            if self.other is not None and same(node, self.other):
                return ast.Name("by", ast.Load())
            own = isinstance(node, ast.Name) and node.id == self.place.name
            if own or _is_own_cell(node, self.place):
                return ast.Name("one", ast.Load())
        made: ast.AST = self.generic_visit(node)
        return made


class _LoopNarrowing(ast.NodeTransformer):
    """Narrows the loops of a tree that it owns and may modify."""

    def __init__(self, related: BoardQuestions, names: NameSupply) -> None:
        self.related, self.names = related, names
        self.changed = False

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        """Narrow a list comprehension."""
        return self._listing(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        """Narrow a generator expression."""
        return self._listing(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Narrow `any`, whose condition counts as a filter of its generator."""
        if called(node) == "any" and isinstance(node.args[0], ast.GeneratorExp):
            listing = node.args[0]
            tests = parts(listing.elt)
            found = self._sources(listing.generators[-1], tests)
            if found:
                listing.generators[-1:] = found
                left = found[-1].ifs
                last = bool(left) and left[-1] is tests[-1]
                listing.elt = left.pop() if last else ast.Constant(True)
        return self.generic_visit(node)

    def _listing(self, node: ast.ListComp | ast.GeneratorExp) -> ast.AST:
        node.generators = [
            source for one in node.generators for source in self._sources(one, []) or [one]
        ]
        return self.generic_visit(node)

    def _sources(self, one: ast.comprehension, more: list[ast.expr]) -> list[ast.comprehension]:
        """Build the narrowed loop clauses for a loop over a board, filtered by `more` tests, too.

        Empty if the whole board must be gone through.
        """
        one = self._joined(one)
        place = self.related.place(one)
        if place is None:
            return []
        tests = [part for test in one.ifs for part in parts(test)] + more
        asked: list[BoardTest] = []
        other: ast.expr | None = None
        for test in self._with_guards(tests):
            if not free_of_cost(test):
                break
            found = self.related.asked(test, place)
            if found is None:
                continue
            if found.other is not None and other is not None and not same(found.other, other):
                continue
            other = found.other or other
            asked.append(found)
        if not asked:
            return []
        self.changed = True
        spaces = self.related.spaces(asked, place)
        met = {id(found.test) for found in asked}
        left = [test for test in tests if id(test) not in met]
        assert spaces is not None
        if not place.pieces:
            return [ast.comprehension(one.target, spaces, left, 0)]
        at = self.names.fresh()
        held = ast.Subscript(one.iter, ast.Name(at, ast.Load()), ast.Load())
        return [
            ast.comprehension(ast.Name(at, ast.Store()), spaces, [], 0),
            ast.comprehension(one.target, ast.Tuple([held], ast.Load()), left, 0),
        ]

    def _with_guards(self, tests: list[ast.expr]) -> Iterator[ast.expr]:
        for test in tests:
            guard = self.related.guard(test, self.names)
            if guard is not None:
                yield guard
            yield test

    def _joined(self, one: ast.comprehension) -> ast.comprehension:
        """Merge a list of spaces within another, `x for x in [y for y ...]`, into one."""
        inner = one.iter
        if not isinstance(inner, ast.ListComp) or len(inner.generators) > 1:
            return one
        source = inner.generators[0]
        if not isinstance(one.target, ast.Name) or not isinstance(source.target, ast.Name):
            return one
        if not isinstance(inner.elt, ast.Name) or inner.elt.id != source.target.id:
            return one
        if self.related.place(source) is None or not all(map(free_of_cost, source.ifs)):
            return one
        told = {source.target.id: ast.Name(one.target.id, ast.Load())}
        tests = [copied(test, told, self.names) for test in source.ifs]
        return ast.comprehension(one.target, source.iter, [*tests, *one.ifs], 0)


def parts(test: ast.expr) -> list[ast.expr]:
    """Split a conjunction into its tests."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [part for value in test.values for part in parts(value)]
    return [test]


def free_of_cost(e: ast.AST) -> bool:
    """Tell whether an expression costs no fuel and changes nothing."""
    calls = (called(node) for node in walk(e) if isinstance(node, ast.Call))
    return all((name in QUIET and name != "burn") or sort_of(name) == "cell" for name in calls)


def _cell_table(e: ast.AST) -> str:
    """Name the table that `CELL_disc[S.loc[disc]]` or `cell_disc(S, disc)` looks up.

    This is the space of a piece. Empty for any other expression.
    """
    if sort_of(called(e)) == "cell":
        return f"CELL_{thing_of(called(e))}"
    if not isinstance(e, ast.Subscript) or not isinstance(e.value, ast.Name):
        return ""
    plain = not any(isinstance(node, ast.Call) for node in walk(e))
    return e.value.id if plain and sort_of(e.value.id) == "CELL" else ""


def _within(e: ast.IfExp, spaces: int) -> bool:
    """Match a location converted to a space of a board, or -1.

    For example `S.loc[man] - 5 + 0 if S.loc[man] >= 5 and S.loc[man] < 29 else -1`.
    """
    found = matched(_PLACE, e)
    if found is None:
        return False
    less, more, first, last = (number(found[name]) for name in ("less", "more", "first", "last"))
    if less is None or more is None or first is None or last is None:
        return False
    return first - less + more >= 0 and last - less + more <= spaces


def _is_own_cell(e: ast.AST, place: LoopSource) -> bool:
    """Match the space of the piece that is iterated."""
    if not place.pieces or not _cell_table(e):
        return False
    if isinstance(e, ast.Call):
        piece = e.args[1]
    else:
        assert isinstance(e, ast.Subscript)
        inner = e.slice
        if not isinstance(inner, ast.Subscript):
            return False
        piece = inner.slice
    return isinstance(piece, ast.Name) and piece.id == place.name


def _all(found: Iterable[list[ast.expr] | None]) -> list[ast.expr] | None:
    """Concatenate lists; None if any of them is None."""
    made: list[ast.expr] = []
    for one in found:
        if one is None:
            return None
        made += one
    return made


def _constant(value: tuple[object, ...]) -> ast.Constant:
    return ast.Constant(value)  # type: ignore[arg-type]  # tuples are constants, too
