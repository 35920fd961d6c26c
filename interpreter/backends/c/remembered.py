"""Memoizes questions in C, as `memory/remembering.py` does in Python.

Finds which functions of a printed game are worth memoizing and prints the C text of the lookup. A
state has an era for each such question: a number that no other state had before, replaced by a new
one whenever something changes that the question depends on. Copies share the era of their original,
and an answer of an era holds for all of them. A cached answer costs the fuel that finding it cost.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.backends.c.kinds import NUMBER, Kinds
from interpreter.backends.c.trees import c_name
from interpreter.backends.python.memory.memoization import (
    EVERYTHING,
    MemoizedQuestion,
    quiet_facts,
    worth_remembering,
    written,
)
from interpreter.backends.python.memory.state_writes import changed_names

_ROOM = 512  # cached answers per question


@dataclass(frozen=True, slots=True)
class Remembered:
    """The memoized questions of a game, and the names of all its functions."""

    questions: dict[str, MemoizedQuestion] = field(default_factory=dict)
    functions: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()

    def forgets(self, one: ast.stmt, names: frozenset[str]) -> str:
        """Emit code that invalidates the answers a statement affects; empty if there are none.

        The code belongs behind the statement. `names` are this function's locals that may alias
        lists of the state.
        """
        changed = written(one, names, self.functions)
        if EVERYTHING not in changed:
            changed &= self.asks
        if not changed:
            return ""
        gone = [
            question.place
            for question in self.questions.values()
            if EVERYTHING in changed or changed & question.asks
        ]
        return " ".join(f"S->era[{place}] = ++last_era;" for place in gone)

    def lists_of(self, func: ast.FunctionDef) -> frozenset[str]:
        """List a function's locals that may alias lists of the state; empty without questions."""
        return changed_names(func) if self.questions else frozenset()


def remembered(
    functions: Mapping[str, ast.FunctionDef], names: frozenset[str], kinds: Kinds
) -> Remembered:
    """Find the functions worth memoizing in C: pure ones that take and return numbers only.

    `names` are the candidates.
    """
    quiet = quiet_facts(functions, sorted(names & functions.keys()))
    found = {
        name: question
        for name, question in worth_remembering(functions, quiet).items()
        if kinds.returns.get(name) == NUMBER
        and all(kinds.locals[name].get(one, NUMBER) == NUMBER for one in question.given)
    }
    placed = {
        name: MemoizedQuestion(place, one.given, one.asks, one.pays)
        for place, (name, one) in enumerate(found.items())
    }
    asks = frozenset[str]().union(*(one.asks for one in placed.values()))
    return Remembered(placed, frozenset(functions), asks)


def looked_up(
    func: ast.FunctionDef, question: MemoizedQuestion, head: str, line: str, first: str
) -> str:
    """Emit the lookup function of a memoized question; the question itself is called `..._anew`.

    While the hit rate is low, the cache is bypassed for some thousand calls. The answer is no where
    the test `first` fails, if there is one.
    """
    name = c_name(func.name)
    keys = [c_name(one) for one in question.given]
    told = ", ".join(["S", *(c_name(a.arg) for a in func.args.args[1:])])
    mixed = "0"
    for key in keys:
        mixed = f"mix({mixed} ^ (U){key})" if mixed != "0" else f"mix((U){key})"
    room = _ROOM if keys else 1
    same = "".join(f" && at_->given[{k}] == {key}" for k, key in enumerate(keys))
    kept = "".join(f" at_->given[{k}] = {key};" for k, key in enumerate(keys))
    spend = f"SPEND(at_->paid, {line}); " if question.pays else ""
    era = f"S->era[{question.place}]"
    begin = f"    if (!{first}) return 0;\n" if first else ""
    return (
        f"{head} {{\n"
        f"    static struct {{ U era; I given[{max(1, len(keys))}], answer, paid; }} "
        f"all_[{room}], *at_;\n"
        "    static I asked_, known_, later_;\n"
        f"{begin}"
        f"    if (later_ > 0) {{ later_--; return {name}_anew({told}); }}\n"
        f"    at_ = all_ + ({mixed}) % {room};\n"
        "    if (++asked_ >= 512) { later_ = known_ < 128 ? 8192 : 0; asked_ = known_ = 0; }\n"
        f"    if (at_->era == {era}{same}) {{\n"
        f"        I known_answer_ = at_->answer;\n        known_++;\n        {spend}\n"
        "        return known_answer_;\n    }\n"
        f"    U era_ = {era};\n"
        "    I before_ = S->fuel;\n"
        f"    I r_ = {name}_anew({told});\n"
        f"    at_ = all_ + ({mixed}) % {room};\n"
        f"    at_->era = era_;{kept} at_->answer = r_; at_->paid = before_ - S->fuel;\n"
        "    return r_;\n}\n"
    )
