"""Ctrl-C while compiled rules are at work, and threads that play at the same time."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from textwrap import dedent

import pytest

from interpreter.load.resources import root
from tests.native.lockstep import both, native

pytestmark = [pytest.mark.slow, native]

# Ten thousand decisions, before each of which the rules count far: minutes of work in one call.
LONG = """
from interpreter.backends.c.native import native_plan
from tests.native.lockstep import compiler
from tests.native.small_games import plan_of, rules

TABLE = "each player has" + chr(10) + "    score: 0 to 9"
BODY = '''
repeat 100 times
    repeat 100 times
        repeat 200000 times
            set your score to number of players
        choose count from 1 to 3
'''
game = native_plan(plan_of(rules(TABLE, BODY)), compiler())
state = game.fresh(2, 1)
print("at work", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped")
    again = game.start(2, 1)  # and what was stopped is no harm to what is played next
    print(game.count(again))
"""
CALLS = {
    "games": "game.games(2, 1, 0, 3, 100000, None)",
    "rollouts": "game.rollouts(state, 5, 1)",
    "playout": "game.playout(game.empty(), game.start(2, 1), 0, 1, 100000)",
}


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_stops_compiled_rules_within_a_call(call):
    code = dedent(LONG).replace("{call}", CALLS[call])
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=root(), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        try:
            said = process.communicate(timeout=20)[0]
        finally:
            process.kill()
    assert said == "stopped\n3\n"


def test_threads_play_at_the_same_time_without_a_word_of_each_other():
    _, game = both("connect_four")
    wanted = [game.games(2, seed, 0, 400, 1000, None) for seed in range(4)]
    found: dict[int, list[object]] = {}

    def play(seed: int) -> None:
        found[seed] = [game.games(2, seed, 0, 400, 1000, None) for _ in range(5)]

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {seed: [wanted[seed]] * 5 for seed in range(4)}
