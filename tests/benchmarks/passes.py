"""What each pass of the Python back end brings: random play with it and without it, in turns.

`python -m tests.benchmarks.passes` prints a table; a figure above 1 says that the game is quicker
with the pass. Words behind it are names of games; without any it measures the large ones and some
small ones. The last line has the seconds to the first question, with no code kept.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from interpreter.backends.python import compiled_module
from interpreter.backends.python.early import hoisting, related
from interpreter.backends.python.quick import inlining, lowering, quickening, writing
from interpreter.backends.python.quick.late_paying import LatePaying
from interpreter.diagnostics import Report
from interpreter.load import cache
from interpreter.pipeline import load
from interpreter.run.plan import Plan

GAMES = (
    *("root", "deukalion", "deities_domination", "deities_of_the_old_kingdom", "deus_ex_machina"),
    *("splendor", "hearts", "connect_four", "brandubh", "nine_mens_morris"),
)
SECONDS = 1.0
ROUNDS = 3


def same(*given: Any) -> Any:
    """Leave an expression or block as it is; the first of what a function or method was given."""
    return given[0] if not isinstance(given[0], OWNERS) else given[1]


OWNERS = (inlining.Inlining, related.BoardQuestions, LatePaying, writing.Writing)
PASSES: Mapping[str, tuple[tuple[object, str, object], ...]] = {
    "inlining": ((inlining.Inlining, "put_in", same),),
    "lowering, loops": ((writing.Writing, "worth", lambda *_: False),),
    "sharing": (
        (quickening, "repeats", lambda _: False),
        (writing.Writing, "shared", same),
    ),
    "steady": ((lowering, "steadied", lambda w, e: e),),
    "related": (
        (related.BoardQuestions, "narrowed", same),
        (related.BoardQuestions, "through", same),
    ),
    "hoisting": ((hoisting, "_is_nested", lambda _: False),),
    "late_paying": ((LatePaying, "block", same),),
    "plainer": ((quickening, "plainer", same), (inlining, "plainer", same)),
    "memoization": ((compiled_module, "worth_remembering", lambda *_: {}),),
}


@contextmanager
def without(name: str) -> Iterator[None]:
    """Leave a pass out of what is compiled meanwhile."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(cache, "folder_of_code", lambda: None))
        for owner, word, other in PASSES.get(name, ()):
            stack.enter_context(patch.object(owner, word, other))
        yield


def begun(game: str, name: str) -> tuple[Plan, float]:
    """Load a game without a pass, whole; gives the processor's seconds to its first question."""
    with without(name):
        began = time.process_time()
        plan = load(game, Report())
        assert plan is not None
        plan.start(plan.least, 1)
        seconds = time.process_time() - began
        plan.namespace["first_call"].__self__.make_all()
    return plan, seconds


def play(plan: Plan, seed: int, until: float) -> int:
    """Play random games from a seed on; gives the number of decisions."""
    decisions = 0
    while time.process_time() < until:
        dice = Random(seed)
        state = plan.start(plan.least, seed)
        while not state.over and time.process_time() < until:
            plan.choose(state, dice.randrange(len(state.options)))
            decisions += 1
        seed += 1
    return decisions


def measured(games: tuple[str, ...]) -> None:
    """Print the table."""
    print(f"| pass | {' | '.join(games)} |\n|---|{'--:|' * len(games)}")
    plans = {game: begun(game, "") for game in games}
    for name in PASSES:
        found = []
        for game in games:
            plan, there = plans[game]
            other, start = begun(game, name)
            gc.collect()
            gains = []
            for number in range(ROUNDS):
                seed = 1_000 * number
                rates = [play(one, seed, time.process_time() + SECONDS) for one in (plan, other)]
                gains.append(rates[0] / rates[1])
            found.append(f"{sorted(gains)[ROUNDS // 2]:.2f} ({there - start:+.1f} s)")
        print(f"| `{name}` | {' | '.join(found)} |", flush=True)


if __name__ == "__main__":
    measured(tuple(sys.argv[1:]) or GAMES)
