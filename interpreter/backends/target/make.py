"""Makes the nodes of printed rules: expressions and statements, each from its parts.

The nodes are Python's own syntax trees, of which printed rules use a part (`backends/README.md`
lists it). Printers build them here and nowhere else, and never from text. A part that is an `int`
stands for that number. Nodes have no places yet: a `Printing` gives each statement its line.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TypeAlias

Value: TypeAlias = ast.expr | int
"""A part of an expression: a node, or a number as it is."""

Changed: TypeAlias = ast.Name | ast.Attribute | ast.Subscript
"""What can be changed in place."""

LOAD, STORE = ast.Load(), ast.Store()
_BINARY: dict[str, ast.operator] = {
    "+": ast.Add(),
    "-": ast.Sub(),
    "*": ast.Mult(),
    "//": ast.FloorDiv(),
    "%": ast.Mod(),
    "<<": ast.LShift(),
    ">>": ast.RShift(),
    "&": ast.BitAnd(),
    "|": ast.BitOr(),
}
_COMPARED: dict[str, ast.cmpop] = {
    "==": ast.Eq(),
    "!=": ast.NotEq(),
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
    "in": ast.In(),
    "not in": ast.NotIn(),
    "is": ast.Is(),
    "is not": ast.IsNot(),
}
_AND, _OR, _NOT, _MINUS, _INVERT = ast.And(), ast.Or(), ast.Not(), ast.USub(), ast.Invert()
_STATE = "S"

# ---------------------------------------------------------------------------- names and constants


def name(of: str) -> ast.Name:
    """Make a name."""
    return ast.Name(of, LOAD)


def local(of: str) -> ast.Name:
    """Make the name of a local of the rules."""
    return ast.Name(f"v_{of}", LOAD)


def the_state() -> ast.Name:
    """Make the name of the state that the function works on."""
    return ast.Name(_STATE, LOAD)


def state(attribute: str) -> ast.Attribute:
    """Make an attribute of the state."""
    return ast.Attribute(ast.Name(_STATE, LOAD), attribute, LOAD)


def attribute(of: str, attribute: str) -> ast.Attribute:
    """Make an attribute of what a name stands for."""
    return ast.Attribute(ast.Name(of, LOAD), attribute, LOAD)


def node(value: Value) -> ast.expr:
    """Make a node of a part: a number becomes a constant, a node is itself."""
    if not isinstance(value, int):
        return value
    if value < 0 and value is not True:
        return ast.UnaryOp(_MINUS, ast.Constant(-value))
    return ast.Constant(value)


Constant: TypeAlias = "int | str | tuple[Constant, ...] | None"


def constant(value: Constant) -> ast.expr:
    """Make a constant: a number, a text, None, or a tuple of constants."""
    if isinstance(value, tuple):
        return ast.Tuple([constant(one) for one in value], LOAD)
    if isinstance(value, int) and value < 0:
        return node(value)
    return ast.Constant(value)


# ---------------------------------------------------------------------------- expressions


def item(of: Value, index: Value) -> ast.Subscript:
    """Make the item of a list at an index."""
    return ast.Subscript(node(of), node(index), LOAD)


def part(of: Value, low: Value | None, high: Value | None) -> ast.Subscript:
    """Make the part of a list between two indexes, each of which may be missing."""
    ends = [None if end is None else node(end) for end in (low, high)]
    return ast.Subscript(node(of), ast.Slice(*ends), LOAD)


def call(function: str, *args: Value) -> ast.Call:
    """Make a call of a function by its name."""
    return ast.Call(ast.Name(function, LOAD), [node(arg) for arg in args], [])


def rule(function: str, *args: Value) -> ast.Call:
    """Make a call of a function that takes the state first."""
    given = [node(arg) for arg in args]
    return ast.Call(ast.Name(function, LOAD), [ast.Name(_STATE, LOAD), *given], [])


def keyed(made: ast.Call, **named: Value) -> ast.Call:
    """Add arguments by name to a call."""
    made.keywords += [ast.keyword(word, node(value)) for word, value in named.items()]
    return made


def method(of: ast.expr, function: str, *args: Value) -> ast.Call:
    """Make a call of a method."""
    return ast.Call(ast.Attribute(of, function, LOAD), [node(arg) for arg in args], [])


def binary(left: Value, sign: str, right: Value) -> ast.BinOp:
    """Make a calculation with two numbers."""
    return ast.BinOp(node(left), _BINARY[sign], node(right))


def total(parts: Iterable[Value]) -> ast.expr:
    """Make a sum of one part or more, from left to right."""
    first, *rest = parts
    made = node(first)
    for one in rest:
        made = ast.BinOp(made, _BINARY["+"], node(one))
    return made


def minus(value: Value) -> ast.UnaryOp:
    """Make the negative of a number."""
    return ast.UnaryOp(_MINUS, node(value))


def inverted(value: Value) -> ast.UnaryOp:
    """Make the number with all its bits turned over."""
    return ast.UnaryOp(_INVERT, node(value))


def compare(left: Value, *more: str | Value) -> ast.Compare:
    """Make a comparison, or a chain of them: signs and values by turns, after the first value."""
    signs: list[ast.cmpop] = []
    values: list[ast.expr] = []
    for one in more:
        if isinstance(one, str):
            signs.append(_COMPARED[one])
        else:
            values.append(node(one))
    return ast.Compare(node(left), signs, values)


def both(*tests: Value) -> ast.expr:
    """Make a test that all of one test or more hold; a single one is itself."""
    return node(tests[0]) if len(tests) == 1 else ast.BoolOp(_AND, [node(one) for one in tests])


def either(*tests: Value) -> ast.expr:
    """Make a test that one of one test or more holds; a single one is itself."""
    return node(tests[0]) if len(tests) == 1 else ast.BoolOp(_OR, [node(one) for one in tests])


def negated(test: Value) -> ast.UnaryOp:
    """Make a test that another one does not hold."""
    return ast.UnaryOp(_NOT, node(test))


def choice(test: Value, then: Value, otherwise: Value) -> ast.IfExp:
    """Make one value if a test holds, and another one if it does not."""
    return ast.IfExp(node(test), node(then), node(otherwise))


def row(*values: Value) -> ast.Tuple:
    """Make a tuple."""
    return ast.Tuple([node(value) for value in values], LOAD)


def listed(*values: Value) -> ast.List:
    """Make a list of values."""
    return ast.List([node(value) for value in values], LOAD)


def all_of(values: Value) -> ast.Starred:
    """Make the items of a list stand one by one in another list."""
    return ast.Starred(node(values), LOAD)


def loop(each: str | ast.expr, source: Value, *tests: Value) -> ast.comprehension:
    """Make one `for ... in ... if ...` of a list that is described.

    `each` is the name, or the tuple of names, that takes the items.
    """
    target = ast.Name(each, STORE) if isinstance(each, str) else stored(each)
    return ast.comprehension(target, node(source), [both(*tests)] if tests else [], 0)


def described(value: Value, *loops: ast.comprehension) -> ast.ListComp:
    """Make a list of a value for each round of some loops."""
    return ast.ListComp(node(value), list(loops))


def one_by_one(value: Value, *loops: ast.comprehension) -> ast.GeneratorExp:
    """Make the values of some loops, each when it is asked for."""
    return ast.GeneratorExp(node(value), list(loops))


def without_repeats(value: Value, *loops: ast.comprehension) -> ast.SetComp:
    """Make the set of the values of some loops."""
    return ast.SetComp(node(value), list(loops))


def function_of(names: Iterable[str], value: Value) -> ast.Lambda:
    """Make a function without a name."""
    return ast.Lambda(parameters(names), node(value))


def table(entries: Iterable[tuple[Value, Value]]) -> ast.Dict:
    """Make a table from keys to values."""
    pairs = [(node(key), node(value)) for key, value in entries]
    return ast.Dict([key for key, _ in pairs], [value for _, value in pairs])


# ---------------------------------------------------------------------------- statements


def parameters(names: Iterable[str]) -> ast.arguments:
    """Make the parameters of a function."""
    return ast.arguments([], [ast.arg(of) for of in names], None, [], [], None, [])


def stored(target: ast.expr) -> ast.expr:
    """Make a place to put a value, of the expression that reads it."""
    if isinstance(target, ast.Name):
        return ast.Name(target.id, STORE)
    if isinstance(target, ast.Attribute):
        return ast.Attribute(target.value, target.attr, STORE)
    if isinstance(target, ast.Subscript):
        return ast.Subscript(target.value, target.slice, STORE)
    assert isinstance(target, ast.Tuple)
    return ast.Tuple([stored(one) for one in target.elts], STORE)


def let(target: str | ast.expr, value: Value) -> ast.Assign:
    """Make a statement that puts a value into a name or place."""
    place = ast.Name(target, STORE) if isinstance(target, str) else stored(target)
    return ast.Assign([place], node(value))


def change(target: Changed, sign: str, value: Value) -> ast.AugAssign:
    """Make a statement that changes a place by a value, as `+=` does."""
    place = stored(target)
    assert isinstance(place, Changed)
    return ast.AugAssign(place, _BINARY[sign], node(value))


def do(value: ast.expr) -> ast.Expr:
    """Make a statement of a call."""
    return ast.Expr(value)


def when(test: Value, *body: ast.stmt) -> ast.If:
    """Make a condition with what is done where it holds."""
    return ast.If(node(test), list(body), [])


def go_through(each: str, source: Value, *body: ast.stmt) -> ast.For:
    """Make a loop over the items of a list."""
    return ast.For(ast.Name(each, STORE), node(source), list(body), [])


def as_long_as(test: Value) -> ast.While:
    """Make a loop that goes on while a test holds."""
    return ast.While(node(test), [], [])


def give(value: Value | None = None) -> ast.Return:
    """Make a statement that ends the function, with its value if it has one."""
    return ast.Return(None if value is None else node(value))


def fail(what: str, *args: ast.expr) -> ast.Raise:
    """Make a statement that raises a fault: its class by name, or with arguments, a new one."""
    return ast.Raise(call(what, *args) if args else name(what))


def define(function: str, names: Iterable[str]) -> ast.FunctionDef:
    """Make a function without a body."""
    return ast.FunctionDef(function, parameters(names), [], [])
