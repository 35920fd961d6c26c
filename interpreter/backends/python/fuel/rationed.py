"""Adds fuel charges: whatever rules say, generated code comes to a decision or stops soon.

Takes the printed functions of a game and returns their trees with charges. Every
loop, long list and recursive rule pays from `S.fuel`, in steps of about one operation each. Short
lists and straight-line code are paid for by the loop or rule around them, so that the fast path
stays fast. Numbers that grow without bound are stopped as well. Knows nothing of what rules mean.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.backends.python.fuel.charges import charge
from interpreter.backends.python.fuel.lengths import longest
from interpreter.backends.python.fuel.prices import Costs, Price
from interpreter.backends.target.names import is_rule
from interpreter.backends.target.printed_functions import (
    PrintedFunction,
    PrintedGame,
    placed_copy,
)
from interpreter.ir import graphs
from interpreter.load import result_cache
from interpreter.load.content_digest import state_of
from interpreter.run.machine import AGAIN


@dataclass(slots=True)
class Rationed:
    """Cache of charged functions, keyed by what they depend on, shared by successive games."""

    functions: dict[Any, ast.FunctionDef] = field(default_factory=dict)


class Charged(Mapping[str, ast.FunctionDef]):
    """The charged functions of a game, each copied from its print on first access."""

    def __init__(
        self, printed: Mapping[str, PrintedFunction], costs: Costs, kept: Rationed
    ) -> None:
        self.printed = printed
        self.costs = costs
        self.kept = kept
        self.keys_of: dict[str, Any] = {}
        self.calls: dict[str, frozenset[str]] = {}
        """The functions of the game that each of them names."""

    def __getitem__(self, name: str) -> ast.FunctionDef:
        key = self.keys_of[name]
        if key not in self.kept.functions:
            _charge(self, name)
        return self.kept.functions[key]

    def __contains__(self, name: object) -> bool:
        return name in self.printed  # without copying the function

    def __iter__(self) -> Iterator[str]:
        return iter(self.printed)

    def __len__(self) -> int:
        return len(self.printed)


def rationed(printed: PrintedGame, kept: Rationed | None = None) -> Charged:
    """Add the charges that make every rule terminate.

    Functions in `kept` that were charged before are reused and must not be modified.
    """
    lengths = longest(printed.woven.program, printed.constants)
    return rationed_functions(printed.functions, lengths, Rationed() if kept is None else kept)


def rationed_functions(
    printed: Mapping[str, PrintedFunction], lengths: Mapping[str, int], before: Rationed
) -> Charged:
    """Add charges to some functions by name; `lengths` bounds the lists that they name.

    A function is charged again only if its print, the bound on a list it names, or the price of a
    function it calls has changed. Prices are cached on disk, too.
    """
    costs = Costs(lengths)
    made = Charged(printed, costs, before)
    calls = made.calls
    for name, one in printed.items():
        calls[name] = one.names & printed.keys()
    for group in graphs.components(calls):
        circle = len(group) > 1 or group[0] in calls[group[0]]
        for name in group if circle else ():
            costs.of_rules[name] = Price()
        for name in group:
            told = tuple((other, costs.of_rules.get(other)) for other in sorted(calls[name]))
            long = tuple(
                (word, lengths.get(word), lengths.get(f"all {word}"))
                for word in sorted(printed[name].names & lengths.keys())
            )
            made.keys_of[name] = (printed[name].signature, circle, told, long)
            costs.of_rules[name] = _price(made, name)
    return made


def _price(made: Charged, name: str) -> Price:
    """Look up what a call of a function costs in the disk cache, or compute and cache it."""
    key = result_cache.key("price", state_of(("backends",)), repr(made.keys_of[name]))
    known = result_cache.find(key)
    if known is not None:
        return Price(*known)
    price = _charge(made, name)
    result_cache.keep(key, list(price))
    return price


def _charge(made: Charged, name: str) -> Price:
    """Copy a function, insert its charges, and return what a call costs."""
    _, circle, _, _ = made.keys_of[name]
    func = placed_copy(made.printed[name].tree)
    price = made.costs.function(func, is_rule(name))
    if circle or price.heavy:
        charge(func.body, price.due(AGAIN), func)
        price = Price()
    # Compiled code is keyed by its tree, so a cached tree is never replaced.
    made.kept.functions.setdefault(made.keys_of[name], func)
    return price
