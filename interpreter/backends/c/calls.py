"""Which functions of a printed game call which: those that cost nothing, those that go in circles.

Takes the functions of a printed module. Must not know C.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.backends.python.rationing import groups

LOUD = frozenset({"burn", "held", "probe", "probe_start", "try_out", "ways_to_pay"})
"""Helpers that are paid for, or may stop the game."""

HIGH = 40  # functions above one another that need not be counted


@dataclass(slots=True)
class Calls:
    """What is called by whom."""

    quiet: set[str] = field(default_factory=set)
    """Functions in which nothing is paid for, whatever they call."""
    counted: set[str] = field(default_factory=set)
    """Functions that may come to call themselves, or stand at the top of many others."""


def calls_of(functions: Mapping[str, ast.FunctionDef]) -> Calls:
    """Looks at every function once."""
    called: dict[str, set[str]] = {}
    loud = set()
    for name, func in functions.items():
        found = called[name] = set()
        for one in ast.walk(func):
            if isinstance(one, ast.Name):
                if one.id in functions:
                    found.add(one.id)
                elif one.id in LOUD:
                    loud.add(name)
            elif isinstance(one, ast.AugAssign) and getattr(one.target, "attr", "") == "fuel":
                loud.add(name)
    made = Calls()
    height: dict[str, int] = {}
    for group in groups(called):  # those that are called first
        below = max((height.get(other, 0) for name in group for other in called[name]), default=0)
        height.update(dict.fromkeys(group, below + 1))
        if len(group) > 1 or group[0] in called[group[0]] or below >= HIGH:
            made.counted.update(group)
        if any(name in loud or called[name] & loud for name in group):
            loud.update(group)
    made.quiet = set(functions) - loud
    return made
