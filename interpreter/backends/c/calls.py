"""Call graph of a printed game: which functions are free of charge, and which are recursive.

Works on the syntax trees of a printed module and knows nothing of C.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.backends.target.blocks import Block
from interpreter.ir import graphs

LOUD = frozenset({"burn", "held", "probe", "probe_start", "try_out", "ways_to_pay"})
"""Helpers that are paid for, or may stop the game."""

HIGH = 40  # call depth below which no depth counter is needed


@dataclass(slots=True)
class Calls:
    """The call graph of a module."""

    quiet: set[str] = field(default_factory=set)
    """Functions in which nothing is paid for, whatever they call."""
    counted: set[str] = field(default_factory=set)
    """Functions that may come to call themselves, or stand at the top of many others."""


@dataclass(slots=True)
class Spoken:
    """What one function refers to: all names, the names it binds, and whether it pays fuel."""

    func: ast.FunctionDef
    names: frozenset[str]
    made: frozenset[str]
    pays: bool
    frames: tuple[ast.Tuple, ...] = ()
    """What may be a frame: two numbers and names."""


def spoken_in(func: ast.FunctionDef) -> Spoken:
    """Collect the names that a function uses and binds, whether it pays fuel, and its frames.

    Variables of comprehensions and lambdas do not count as bound.
    """
    names: set[str] = set()
    made: set[str] = {a.arg for a in func.args.args}
    pays = False
    frames: list[ast.Tuple] = []
    todo: list[tuple[ast.AST, bool]] = [(one, False) for one in func.body]
    while todo:
        one, within = todo.pop()
        kind = type(one)
        if kind is ast.Name:
            name = one.id  # type: ignore[attr-defined]
            names.add(name)
            if not within and type(one.ctx) is ast.Store:  # type: ignore[attr-defined]
                made.add(name)
            continue
        if kind is ast.Constant:
            continue
        if kind is Block:
            made.update(one.names)  # type: ignore[attr-defined]
        if kind is ast.Tuple and _may_be_frame(one):  # type: ignore[arg-type]
            frames.append(one)  # type: ignore[arg-type]
        if kind is ast.AugAssign and getattr(one.target, "attr", "") == "fuel":  # type: ignore[attr-defined]
            pays = True
        within = within or kind in (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.Lambda)
        for field_ in one._fields:
            value = getattr(one, field_, None)
            if isinstance(value, list):
                todo += [(part, within) for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST):
                todo.append((value, within))
    made -= {"S", "F", "_"}
    return Spoken(func, frozenset(names), frozenset(made), pays, tuple(frames))


def _may_be_frame(e: ast.Tuple) -> bool:
    return len(e.elts) > 1 and all(type(part) is ast.Constant for part in e.elts[:2])


def calls_of(spoken: Mapping[str, Spoken]) -> Calls:
    """Build the call graph of a game's functions."""
    functions = spoken.keys()
    called: dict[str, set[str]] = {}
    loud = set()
    for name, one in spoken.items():
        called[name] = set(one.names & functions)
        if one.pays or one.names & LOUD:
            loud.add(name)
    made = Calls()
    height: dict[str, int] = {}
    for group in graphs.components(called):  # callees first
        below = max((height.get(other, 0) for name in group for other in called[name]), default=0)
        height.update(dict.fromkeys(group, below + 1))
        if len(group) > 1 or group[0] in called[group[0]] or below >= HIGH:
            made.counted.update(group)
        if any(name in loud or called[name] & loud for name in group):
            loud.update(group)
    made.quiet = set(functions) - loud
    return made
