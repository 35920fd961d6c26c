"""`--cluster ADDRESS`: games on the workers of a Dask scheduler, and its errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits

if TYPE_CHECKING:
    from interpreter.bots.cluster import Cluster

CLUSTER = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of this Dask scheduler; the games are the same.",
)


@contextmanager
def cluster_at(address: str | None) -> Iterator[Cluster | None]:
    """Connect to the workers of a scheduler, or yield None without an address.

    Raises `Stop` if the library is missing or the cluster fails.
    """
    if address is None:
        yield None
        return
    try:
        import distributed as _  # noqa: F401

        from interpreter.bots.cluster import Cluster, NoCluster
    except ImportError:
        raise exits.Stop(
            exits.USAGE,
            "a cluster needs a library that is not installed",
            "pip install 'rulewright[cluster]', here and for all workers",
        ) from None
    try:
        with Cluster(address) as cluster:
            yield cluster
    except NoCluster as fault:
        raise exits.Stop(exits.FAILED, str(fault)) from None
