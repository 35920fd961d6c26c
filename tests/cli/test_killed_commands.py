"""Commands that are killed leave nothing behind that hinders anybody, whenever it happens."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator

import pytest

from interpreter.backends.c.compiled import compilers
from tests.cli.killed import COMMANDS, SIGNALS, Desk, Ended, without_times

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

KILLS = 60


@pytest.fixture
def desk(my_game, tmp_path, rulewright):
    """`desk(name, command)`, when its game has been checked: what every game needs is kept then."""
    assert rulewright("test", "my_game").code == 0

    def set_up(name: str, command: str) -> Desk:
        return Desk(tmp_path / "desks" / name, my_game, command)

    return set_up


def kill(desk, command: str, kills: int, seed: int, longest: float) -> Iterator[Desk]:
    """Kill a command so many times, by each signal in turn; the desk after each kill."""
    chance = random.Random(f"{seed} {command}")
    killed = desk("killed", command)
    first = chance.randrange(len(SIGNALS))
    for number in range(kills):
        sent = SIGNALS[(first + number) % len(SIGNALS)]
        if number and number % 2 == 0:
            killed.forget()
        moment = chance.uniform(0, longest)
        to_all = sent != SIGNALS[0] and chance.random() < 0.5
        where = ", to all its processes" if to_all else ""
        print(f"seed {seed}, {command}, kill {number + 1}: {sent.name} after {moment:.3f} s{where}")
        killed.kill(moment, sent, to_all)
        yield killed


@pytest.mark.slow
@pytest.mark.parametrize("command", ["sim of two", "test"])
def test_a_command_that_was_killed_goes_as_ever(command, desk, rulewright):
    said = rulewright(*[word for word in COMMANDS[command] if word not in ("--jobs", "2")])
    (*_, killed) = kill(desk, command, 2, random.getrandbits(32), longest=2.0)
    assert killed.to_its_end() == Ended(said.code, without_times(said.data))


@pytest.mark.slow
def test_a_game_that_was_killed_while_its_rules_are_edited_goes_as_ever(desk):
    (*_, killed) = kill(desk, "play", 2, random.getrandbits(32), longest=2.0)
    assert killed.to_its_end() == desk("unharmed", "play").to_its_end()


@pytest.mark.soak
@pytest.mark.parametrize("command", COMMANDS)
def test_sixty_kills_harm_nothing(command, desk):
    if "compiled" in command and compilers.SYSTEM not in compilers.available():
        pytest.skip("no compiler here")
    seed = int(os.environ.get("SOAK_KILLS") or random.getrandbits(32))
    begun = time.monotonic()
    wanted = desk("unharmed", command).to_its_end()
    longest = 1.05 * (time.monotonic() - begun)
    for killed in kill(desk, command, KILLS // len(COMMANDS), seed, longest):
        assert killed.to_its_end() == wanted
