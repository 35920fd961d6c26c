"""`--cluster`: a real scheduler and two workers on this machine; the games are the same."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest

from interpreter.bots import cluster as clusters

distributed = pytest.importorskip("distributed", reason="no cluster: pip install '.[cluster]'")

PLACED = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "host": "127.0.0.1"}


@pytest.fixture(scope="module")
def cluster():
    """Two workers in processes of their own, which a nanny begins again if they die."""
    with distributed.LocalCluster(**PLACED, dashboard_address=":0") as made:
        yield made


@pytest.fixture
def address(cluster):
    return cluster.scheduler_address


def told(data: dict) -> dict:
    """Give what does not hang on how fast it went."""
    return {name: one for name, one in data.items() if name != "cpu_seconds"}


@pytest.mark.slow
def test_workers_tell_how_long_they_played(rulewright, address):
    said = rulewright("sim", "pig", "-n", "3000", "--json", "--cluster", address)
    assert said.data["games"] == 3000
    assert 0 < said.data["cpu_seconds"] < 60


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("sim", "love_letter", "-n", "20", "--seats", "greedy,random"),
        ("sim", "pig", "-n", "200", "--players", "2"),
        ("compare", "pig", "goal=50", "-n", "100"),
        ("compare", "love_letter", "-n", "50", "--measure", "number of cards in deck"),
        ("sweep", "pig", "goal=50,100", "-n", "60"),
    ],
)
def test_a_cluster_plays_the_same_games(rulewright, address, words):
    here, there = rulewright(*words, "--json"), rulewright(*words, "--json", "--cluster", address)
    assert there.code == 0, there.err
    assert told(here.data) == told(there.data)


@pytest.mark.slow
def test_a_kept_run_goes_on_on_a_cluster(rulewright, address, tmp_path):
    kept = str(tmp_path / "games.sqlite")
    words = ("sim", "coup", "--seats", "greedy,random,random", "--json")
    assert rulewright(*words, "-n", "8", "--keep", kept).code == 0
    more = rulewright(*words, "-n", "24", "--keep", kept, "--cluster", address)
    assert "8 games of 24 were kept" in more.err
    assert told(more.data) == told(rulewright(*words, "-n", "24").data)


@pytest.mark.soak
def test_a_worker_that_is_killed_loses_nothing(rulewright, cluster):
    words = ("sim", "love_letter", "-n", "70", "--seats", "greedy,random", "--json")
    victim = next(iter(cluster.workers.values())).pid
    killer = threading.Timer(0.7, lambda: os.kill(victim, signal.SIGKILL))
    killer.start()
    there = rulewright(*words, "--cluster", cluster.scheduler_address)
    killer.join()
    for _ in range(100):  # the nanny of the dead one has begun another
        if next(iter(cluster.workers.values())).pid != victim:
            break
        time.sleep(0.1)
    assert next(iter(cluster.workers.values())).pid != victim
    assert told(there.data) == told(rulewright(*words).data)


def test_a_cluster_without_workers_is_told(monkeypatch):
    def waited(*_, **__):
        raise TimeoutError

    monkeypatch.setattr(distributed, "wait", waited)
    cluster = object.__new__(clusters.Cluster)
    left = iter([{"worker": 1}, {}])  # one of them is still there at first
    cluster._client = SimpleNamespace(as_current=nullcontext, nthreads=lambda: next(left))
    with pytest.raises(clusters.NoCluster) as fault:
        cluster._finished([])
    assert str(fault.value) == "no worker is left to play these games"


@pytest.mark.slow
def test_workers_with_another_version_or_other_rules_are_refused(
    rulewright,
    address,
    monkeypatch,
):
    words = ("sim", "pig", "-n", "4", "--cluster", address)
    of = clusters.Handed.of
    with monkeypatch.context() as patched:
        patched.setattr(clusters, "rw", SimpleNamespace(__version__="0.0.9", Problems=ValueError))
        said = rulewright(*words)
    assert said.code != 0
    assert "has Rulewright 0.1.0; this is 0.0.9" in said.err
    with monkeypatch.context() as patched:
        patched.setattr(clusters.Handed, "of", lambda match: replace(of(match), rules="0" * 16))
        said = rulewright(*words)
    assert (said.code, said.err) == (
        1, "error: a worker has other rules of this game: install the same files there\n",
    )  # fmt: skip


def test_no_scheduler_is_told(rulewright, monkeypatch):
    monkeypatch.setattr(clusters, "PATIENCE", 1)
    said = rulewright("sim", "pig", "-n", "4", "--cluster", "127.0.0.1:1")
    assert said.code != 0 and said.err == "error: no scheduler answers at 127.0.0.1:1\n"
    said = rulewright("sim", "pig", "-n", "4", "--cluster", "no address")
    assert said.code != 0 and said.err == "error: no scheduler answers at no address\n"
