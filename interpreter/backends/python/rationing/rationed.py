"""Rations work: whatever rules say, generated code comes to a decision or stops soon.

Takes the functions of a generated module as text; gives their syntax trees with the charges that
every loop, every long list and every rule that calls itself pays from `S.fuel`, in steps of about
one operation each. Short lists and straight lines are paid for by the loop or rule they stand in,
so that the fast path stays fast. Numbers that grow without bound are stopped as well. It must not
know what rules mean.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.backends.python.rationing.charges import RULE, charge
from interpreter.backends.python.rationing.groups import groups
from interpreter.backends.python.rationing.prices import Costs, Price
from interpreter.run.machine import AGAIN

_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class Rationed:
    """Functions with their charges, kept from one module to the next by what they are made of."""

    words: dict[str, frozenset[str]] = field(default_factory=dict)
    functions: dict[Any, tuple[ast.FunctionDef, Price]] = field(default_factory=dict)


def rationed_functions(
    texts: Mapping[str, str], lengths: Mapping[str, int], kept: Rationed
) -> dict[str, ast.FunctionDef]:
    """The functions of a module with charges for all that they do; `texts` are their sources by
    name, `lengths` says how long the lists of a state and of the module can be at most. A function
    is read again only if its text, how long a list that it names can be, or what is charged for one
    that it calls is not as it was."""
    named = {name.removeprefix("all ") for name in lengths}
    costs = Costs(lengths)
    calls: dict[str, frozenset[str]] = {}
    for name, text in texts.items():
        if text not in kept.words:
            kept.words[text] = frozenset(_WORD.findall(text.partition("\n")[2] or text))
        calls[name] = kept.words[text] & texts.keys()
        if "\n" not in text.strip():  # all in one line: its own name is no call
            calls[name] -= {name}
    found: dict[str, ast.FunctionDef] = {}
    for group in groups(calls):
        circle = len(group) > 1 or group[0] in calls[group[0]]
        for name in group if circle else ():
            costs.of_rules[name] = Price()
        for name in group:
            told = tuple((other, costs.of_rules.get(other)) for other in sorted(calls[name]))
            long = tuple(
                (word, lengths.get(word), lengths.get(f"all {word}"))
                for word in sorted(kept.words[texts[name]] & named)
            )
            key = (texts[name], circle, told, long)
            if key not in kept.functions:
                func = ast.parse(texts[name]).body[0]
                assert isinstance(func, ast.FunctionDef)
                price = costs.function(func, RULE.match(name) is not None)
                if circle or price.heavy:
                    charge(func.body, price.due(AGAIN), func, 1 if _resumes(func) else 0)
                    price = Price()
                kept.functions[key] = func, price
            found[name], costs.of_rules[name] = kept.functions[key]
    return {name: found[name] for name in texts}


def _resumes(func: ast.FunctionDef) -> bool:
    return [a.arg for a in func.args.args] == ["S", "F"]
