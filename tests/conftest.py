"""What all tests share: how Hypothesis picks cases, and whether expected files are rewritten."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

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


@pytest.fixture(scope="session")
def rewriting(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be written anew (`make snap`) rather than compared."""
    return bool(request.config.getoption("update_snapshots", default=False))


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give tests neither read nor fill the cache of whoever runs them.

    Tests that run side by side share one, as commands of one person do.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
        yield
