"""Memoizes the answers of pure questions until something they depend on changes.

Takes the printed functions of a game and the names of its pure questions. Rewrites these to consult
`S.answers` first, and makes every function invalidate the answers that depend on what it changes.
Answers cost the same fuel whether they are cached or not, so C, which caches fewer of them, comes
to the same end. Knows nothing of what rules mean.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from interpreter.backends.python.memory.state_writes import (
    CHANGING,
    calls,
    changed_names,
    of_state,
    sentence,
    targets,
    with_more,
    written_lists,
)
from interpreter.backends.python.quick.only_one import only_one
from interpreter.backends.syntax_trees import walk

ASKS = {
    "burn": (),
    "divided": (),
    "different": (),
    "subsets": (),
    "lasts": ("expiry",),
    "lasting_sum": ("expiry",),
    "closed": ("expiry",),
    "times_done": ("used_at", "used_n"),
}
"""Helpers of `run/` that are handed a state and change nothing: what they look at."""
LOOKS = frozenset(["probe", "probe_start", "try_out", "can_pay", "can_join", "can_split"]) | {
    *("own", "mixed", "ways_to_pay", "random", "weighted"),
}
"""Other helpers that change nothing that a rule could ask for."""
EVERYTHING = "*"
_FIXED = frozenset(["n", "fuel", "seed"])
_UNSURE = frozenset(
    ["probe", "asides", "choice", "agent", "options", "stack", "log", "pins", "base", "draws"]
)
_LOOPS = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.For, ast.While)


@dataclass(slots=True)
class _Facts:
    """What one function does: what it reads and calls, and whether it pays, loops and is pure."""

    asks: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    pays: bool = False
    loops: bool = False
    pure: bool = True


@dataclass(frozen=True, slots=True)
class MemoizedQuestion:
    """A memoized question.

    Its index in `S.answers`, the arguments and the parts of the state that the answer depends on,
    and whether it pays fuel.
    """

    place: int
    given: tuple[str, ...]
    asks: frozenset[str]
    pays: bool


def quiet_facts(
    functions: Mapping[str, ast.FunctionDef], names: Iterable[str]
) -> dict[str, _Facts]:
    """Find the pure functions among `names`, with the merged facts of all that they call."""
    facts: dict[str, _Facts] = {}
    whole: dict[str, _Facts | None] = {}

    def gathered(name: str) -> _Facts | None:
        """Merge a function's facts with those of its callees; None if impure or recursive."""
        if name in whole:
            return whole[name]
        whole[name] = None
        if name not in facts:
            facts[name] = _facts(functions[name], functions.keys())
        own = facts[name]
        made = _Facts(set(own.asks), set(own.calls), own.pays, own.loops, own.pure)
        for other in own.calls:
            inner = gathered(other)
            if inner is None:
                return None
            made.asks |= inner.asks
            made.pays = made.pays or inner.pays
            made.loops = made.loops or inner.loops
        whole[name] = made if made.pure else None
        return whole[name]

    return {name: made for name in names if (made := gathered(name)) is not None}


def questions(
    functions: Mapping[str, ast.FunctionDef], names: AbstractSet[str]
) -> dict[str, MemoizedQuestion]:
    """Find the questions worth memoizing: they loop, and depend on state and arguments only."""
    return worth_remembering(functions, quiet_facts(functions, sorted(names & functions.keys())))


def worth_remembering(
    functions: Mapping[str, ast.FunctionDef], facts: Mapping[str, _Facts]
) -> dict[str, MemoizedQuestion]:
    """Select the questions worth memoizing from the facts about pure functions."""
    found: dict[str, MemoizedQuestion] = {}
    for name, made in facts.items():
        if made.asks & _UNSURE or not made.loops:
            continue
        used = {node.id for node in walk(functions[name]) if isinstance(node, ast.Name)}
        given = tuple(a.arg for a in functions[name].args.args[1:] if a.arg in used)
        found[name] = MemoizedQuestion(len(found), given, frozenset(made.asks), made.pays)
    return found


def _facts(func: ast.FunctionDef, functions: AbstractSet[str]) -> _Facts:
    """Collect what one function reads of the state, what it calls, and whether it is pure."""
    facts = _Facts()
    helpers: set[str] = set()
    names = changed_names(func)
    for node in walk(func):
        if isinstance(node, _LOOPS):
            facts.loops = facts.loops or not _of_one(node)
        elif isinstance(node, ast.Attribute) and _is_state(node.value):
            facts.pays = facts.pays or node.attr == "fuel"
            facts.asks |= {node.attr} - _FIXED
        elif isinstance(node, ast.Name) and node.id in functions:
            facts.calls.add(node.id)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name not in functions and any(_is_state(arg) for arg in node.args):
                helpers.add(name)
        if isinstance(node, ast.stmt) and node is not func:
            facts.pure = facts.pure and written(node, names, functions) <= _FIXED
    facts.pure = facts.pure and helpers <= ASKS.keys()
    for name in helpers & ASKS.keys():
        facts.asks |= set(ASKS[name])
        facts.pays = facts.pays or name == "burn"
    return facts


def _of_one(node: ast.AST) -> bool:
    """Tell whether all sources of a loop hold at most one item: then memoizing gains nothing."""
    if isinstance(node, ast.While):
        return False
    loops = [node] if isinstance(node, ast.For) else node.generators  # type: ignore[attr-defined]
    return all(only_one(one.iter) is not None for one in loops)


def _is_state(e: ast.expr) -> bool:
    return isinstance(e, ast.Name) and e.id == "S"


def written(one: ast.stmt, names: frozenset[str], functions: AbstractSet[str]) -> set[str]:
    """Find the attributes of the state that a statement changes by itself.

    Calls of the game's own functions are left out: these invalidate for themselves. Contains
    `EVERYTHING` if an unknown helper is handed the state.
    """
    found = written_lists(one, names)
    for target in targets(one):
        if isinstance(target, ast.Attribute):
            found |= of_state(target)
    for call in calls(one):
        if not isinstance(call.func, ast.Name) or call.func.id in functions:
            continue
        name = call.func.id
        if name in CHANGING:
            found |= {"loc", "shown"}
        elif name == "count_use":
            found |= {"used_at", "used_n"}
        elif name not in ASKS and name not in LOOKS and any(map(_is_state, call.args)):
            found.add(EVERYTHING)
    return found


def forgetting(
    func: ast.FunctionDef, known: Mapping[str, MemoizedQuestion], functions: AbstractSet[str]
) -> ast.FunctionDef:
    """Insert invalidation code behind each statement that changes what cached answers depend on."""
    names = changed_names(func)
    seen: dict[frozenset[str], str] = {}

    def forgets(changed: frozenset[str]) -> str:
        """Build the invalidation code for a set of changes; empty if no answer depends on them."""
        gone = [
            question.place
            for question in known.values()
            if EVERYTHING in changed or changed & question.asks
        ]
        each = [f"    if S.answers[{place}]: S.answers[{place}] = {{}}" for place in gone]
        return "\n".join(["if S.answers:", *each]) if each else ""

    def more(one: ast.stmt) -> tuple[list[ast.stmt], list[ast.stmt]]:
        changed = frozenset(written(one, names, functions))
        if not changed:
            return [], []
        if changed not in seen:
            seen[changed] = forgets(changed)
        return [], [sentence(seen[changed], one)] if seen[changed] else []

    return with_more(func, more)


def remembering(func: ast.FunctionDef, question: MemoizedQuestion) -> list[ast.stmt]:
    """Build the memoizing wrapper of a question, which replaces it under its own name.

    The first `_ENOUGH` calls count hits and misses. After these the question settles for good: on
    the cache if at least half of them hit, else on `..._anew`, which asks every time.
    """
    name, given = func.name, [a.arg for a in func.args.args]
    key = ", ".join(question.given) or "0"
    key = f"({key})" if len(question.given) > 1 else key
    anew = f"{name}_anew({', '.join(given)})"
    text = (_PAYING if question.pays else _FREE) + _TRIED
    text = text.format(
        name=name,
        given=", ".join(given),
        all=f"S.answers[{question.place}]",
        key=key,
        anew=anew,
        enough=_ENOUGH,
    )
    found = ast.parse(text).body
    for one in found:
        for node in walk(one):
            ast.copy_location(node, func)
    return found


_FREE = """\
{name}_anew = {name}
def {name}_kept({given}):
    try:
        answer = {all}.get({key})
    except TypeError:
        return {anew}
    if answer is None:
        answer = {all}[{key}] = {anew}
    return answer
"""
_PAYING = """\
{name}_anew = {name}
def {name}_kept({given}):
    try:
        known = {all}.get({key})
    except TypeError:
        return {anew}
    if known is None:
        before = S.fuel
        answer = {anew}
        {all}[{key}] = answer, before - S.fuel
        return answer
    S.fuel -= known[1]
    if S.fuel < 0:
        raise Runaway("")
    return known[0]
"""
_TRIED = """\
{name}_tried = [0, 0]
def {name}({given}):
    global {name}
    try:
        {name}_tried[{key} in {all}] += 1
    except TypeError:
        return {anew}
    if sum({name}_tried) >= {enough}:
        {name} = {name}_kept if {name}_tried[1] >= {name}_tried[0] else {name}_anew
    return {name}_kept({given})
"""
"""How often an answer was known is counted at first: where it seldom is, to ask is quicker."""
_ENOUGH = 500  # calls after which a question settles on the faster way
