"""Adds fuel charges: whatever rules say, generated code comes to a decision or stops soon.

Takes the functions of a generated module as text and returns their syntax trees with charges. Every
loop, long list and recursive rule pays from `S.fuel`, in steps of about one operation each. Short
lists and straight-line code are paid for by the loop or rule around them, so that the fast path
stays fast. Numbers that grow without bound are stopped as well. Knows nothing of what rules mean.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.backends.python.fuel.charges import RULE, charge
from interpreter.backends.python.fuel.prices import Costs, Price
from interpreter.ir import graphs
from interpreter.load import result_cache
from interpreter.load.content_digest import state_of
from interpreter.run.machine import AGAIN

_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class Rationed:
    """Cache of charged functions, keyed by what they depend on, shared by successive modules."""

    words: dict[str, frozenset[str]] = field(default_factory=dict)
    functions: dict[Any, ast.FunctionDef] = field(default_factory=dict)


class Charged(Mapping[str, ast.FunctionDef]):
    """The charged functions of a module, each parsed on first access."""

    def __init__(self, texts: Mapping[str, str], costs: Costs, kept: Rationed) -> None:
        self.texts = texts
        self.costs = costs
        self.kept = kept
        self.keys_of: dict[str, Any] = {}
        self.calls: dict[str, frozenset[str]] = {}
        """The functions of the module that each of them names."""

    def __getitem__(self, name: str) -> ast.FunctionDef:
        key = self.keys_of[name]
        if key not in self.kept.functions:
            _charge(self, name)
        return self.kept.functions[key]

    def __contains__(self, name: object) -> bool:
        return name in self.texts  # without parsing the function

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)


def rationed_functions(
    texts: Mapping[str, str], lengths: Mapping[str, int], before: Rationed
) -> Charged:
    """Add charges to the functions of a module.

    `texts` are their sources by name; `lengths` bounds the lists of the state and of the module. A
    function is parsed again only if its text, the bound on a list it names, or the price of a
    function it calls has changed. Prices are cached on disk, too.
    """
    named = {name.removeprefix("all ") for name in lengths}
    costs = Costs(lengths)
    made = Charged(texts, costs, before)
    calls = made.calls
    for name, text in texts.items():
        if text not in before.words:
            before.words[text] = frozenset(_WORD.findall(text.partition("\n")[2] or text))
        calls[name] = before.words[text] & texts.keys()
        if "\n" not in text.strip():  # all in one line: its own name is no call
            calls[name] -= {name}
    for group in graphs.components(calls):
        circle = len(group) > 1 or group[0] in calls[group[0]]
        for name in group if circle else ():
            costs.of_rules[name] = Price()
        for name in group:
            told = tuple((other, costs.of_rules.get(other)) for other in sorted(calls[name]))
            long = tuple(
                (word, lengths.get(word), lengths.get(f"all {word}"))
                for word in sorted(before.words[texts[name]] & named)
            )
            made.keys_of[name] = (texts[name], circle, told, long)
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
    """Parse a function, insert its charges, and return what a call costs."""
    text, circle, _, _ = made.keys_of[name]
    func = ast.parse(text).body[0]
    assert isinstance(func, ast.FunctionDef)
    price = made.costs.function(func, RULE.match(name) is not None)
    if circle or price.heavy:
        charge(func.body, price.due(AGAIN), func, 1 if _resumes(func) else 0)
        price = Price()
    # Compiled code is keyed by its tree, so a cached tree is never replaced.
    made.kept.functions.setdefault(made.keys_of[name], func)
    return price


def _resumes(func: ast.FunctionDef) -> bool:
    return [a.arg for a in func.args.args] == ["S", "F"]
