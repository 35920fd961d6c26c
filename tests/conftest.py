"""What all tests share: how Hypothesis picks cases, which cases run every time, what is kept of
texts, and whether expected files are rewritten."""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.shares import MOST_SECONDS, mark_shares, mark_slow

# The same cases on every run and every machine, so that a red test is red for everyone; `make
# soak` is the place to look for new ones. No deadlines: machines differ and are shared.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("soak", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile("ci")

# A shell lets what it starts in the background, with all that this starts, never see Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Ten thousand tests that were collected need not be searched for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what takes long; a case that is named on the command line always runs."""
    mark_slow(items)
    if not any("[" in one for one in config.args):
        mark_shares(items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that takes long without being marked: it costs everybody who runs the tests.
    What it starts as processes of their own is not counted."""
    start = time.process_time()
    yield
    taken = time.process_time() - start
    may_take_long = item.get_closest_marker("soak") or item.get_closest_marker("bench")
    if taken > MOST_SECONDS and not may_take_long:
        pytest.fail(
            f"takes {taken:.0f} s of the processor, and {MOST_SECONDS:.0f} are allowed: make it"
            " smaller, give it a share in tests/shares.toml, or mark it `soak`"
        )


@pytest.fixture(scope="session")
def rewriting(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be written anew (`make snap`) rather than compared."""
    return bool(request.config.getoption("update_snapshots", default=False))


@pytest.fixture(scope="session", autouse=True)
def own_cache(pytestconfig: pytest.Config) -> Iterator[None]:
    """Give tests a cache of their own, not that of whoever runs them.

    Tests that run side by side share it, as commands of one person do; the next run finds it.
    """
    cache = pytestconfig.cache
    assert cache is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(cache.mkdir("rulewright")))
        yield
