"""A plan may be shared by threads, from the first moment on; what is no fault of the rules is never
told as one."""

from __future__ import annotations

import sys
from threading import Barrier, Thread
from types import FrameType

import pytest

from interpreter.diagnostics import Report
from interpreter.load.resources import root
from interpreter.pipeline import load
from interpreter.run.limits import DeepCalls
from interpreter.run.machine import Runaway
from tests.native.small_games import plan_of

THREADS = 8
SMALL = sorted(
    game.name
    for group in ("classics", "modern")
    for game in (root() / "games" / group).iterdir()
    if (game / "game.yaml").is_file()
)


def plan_named(name):
    plan = load(name, Report())
    assert plan is not None
    return plan


def in_threads(work, count=THREADS):
    """Give what `work` gives in each of several threads that begin together."""
    together = Barrier(count)
    given, faults = [], []

    def go(number):
        together.wait()
        try:
            given.append((number, work(number)))
        except BaseException as fault:
            faults.append(fault)

    threads = [Thread(target=go, args=(number,)) for number in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not faults, faults
    return [what for _, what in sorted(given)]


def played(plan, seed, log=False, most=400):
    state = plan.start(plan.least, seed, log)
    for number in range(most):
        if state.over:
            break
        plan.choose(state, (number * 7 + seed) % len(state.options))
    return plan.hash(state)


@pytest.fixture
def often():
    """Threads have their turns so often that each function is met half made."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("name", SMALL)
def test_threads_share_a_fresh_plan(name, often):
    alone = plan_named(name)
    expected = [played(alone, number % 3) for number in range(THREADS)]
    shared = plan_named(name)
    assert in_threads(lambda number: played(shared, number % 3)) == expected


@pytest.mark.parametrize("name", ["coup", "love_letter"])
def test_threads_share_the_prints_with_a_log_and_with_reasons(name, often):
    shared = plan_named(name)
    kinds = (
        lambda: shared,
        shared.explaining,
    )
    expected = [played(plan_named(name), number % 2) for number in range(THREADS)]
    assert (
        in_threads(lambda number: played(kinds[number // 2 % 2](), number % 2, log=True))
        == expected
    )
    assert len(set(map(id, in_threads(lambda _: shared.explaining())))) == 1


def deep(depth, work):
    """Call something from far within other calls."""
    return work() if depth == 0 else deep(depth - 1, work)


def test_a_full_stack_of_who_plays_is_no_fault_of_the_rules():
    plan = plan_named("coup")
    told = set()
    for room in range(5, 80, 5):

        def start(room=room):
            used = len(_frames())
            try:
                deep(sys.getrecursionlimit() - used - room, lambda: plan.start(2, 1))
            except BaseException as fault:
                told.add(type(fault))

        start()
    assert told == {RecursionError}
    assert played(plan, 1) == played(plan_named("coup"), 1)


def test_a_print_that_was_cut_short_begins_anew(monkeypatch):
    """A full stack can end it half way: what is there then must not stand in its own way."""
    from interpreter.backends.python import module

    program = plan_named("coup").program
    whole, cut = module.print_game(program, False), module.print_game(program, False)
    with monkeypatch.context() as full:

        def no_room(_):
            raise RecursionError

        full.setattr(module, "print_later", no_room)
        with pytest.raises(RecursionError):
            _ = cut.functions
    assert list(cut.functions) == list(whole.functions)
    for name, one in whole.functions.items():
        assert cut.functions[name].signature == one.signature


def _frames():
    frame: FrameType | None = sys._getframe()
    found = []
    while frame is not None:
        found.append(frame)
        frame = frame.f_back
    return found


CIRCLE = """\
the table has
    coins: 0 to 10
game main
    hither
    have players win
procedure hither
    if coins is at most 10
        thither
procedure thither
    hither
"""


def test_the_recursion_limit_is_lowered_when_the_last_thread_is_done():
    """Earlier, Python would abort under a thread that is deep in rules."""
    usual, calls = sys.getrecursionlimit(), DeepCalls()
    with calls:
        raised = sys.getrecursionlimit()
        with calls:
            assert sys.getrecursionlimit() == raised > usual
        assert sys.getrecursionlimit() == raised
    assert sys.getrecursionlimit() == usual


def test_rules_in_a_circle_are_told_in_threads_as_well():
    plan = plan_of(CIRCLE)

    def start(_):
        with pytest.raises(Runaway) as stop:
            plan.start(2, 1)
        return set(stop.value.rules)

    assert in_threads(start) == [{"hither", "thither"}] * THREADS
