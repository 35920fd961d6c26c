"""Ways through graphs: what is reached, shortest cycles, orders, components."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.ir import graphs

NAMES = "abcdef"
EDGES = st.dictionaries(st.sampled_from(NAMES), st.sets(st.sampled_from(NAMES)), max_size=6).map(
    lambda some: {name: some.get(name, set()) for name in NAMES}
)


def _paths(edges):
    """Whether one node leads to another in one step or more, by Warshall's rule."""
    leads = {(a, b): b in edges[a] for a, b in product(NAMES, NAMES)}
    for k, a, b in product(NAMES, NAMES, NAMES):
        leads[a, b] = leads[a, b] or (leads[a, k] and leads[k, b])
    return leads


@given(EDGES, st.sets(st.sampled_from(NAMES)))
@settings(deadline=None)
def test_what_is_reached_and_what_leads_there(edges, some):
    leads = _paths(edges)
    after = some | {b for a, b in leads if a in some and leads[a, b]}
    assert set(graphs.reached(sorted(some), edges.__getitem__)) == after
    before = some | {a for a, b in leads if b in some and leads[a, b]}
    assert graphs.leading_to(some, edges) == before


@given(EDGES, st.sampled_from(NAMES))
@settings(deadline=None)
def test_a_cycle_is_one_and_there_is_no_shorter(edges, start):
    cycle = graphs.shortest_cycle(start, lambda name: sorted(edges[name]))
    assert bool(cycle) == _paths(edges)[start, start]
    assert all(b in edges[a] for a, b in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True))
    ends, steps = {start}, 0
    while cycle:
        ends, steps = {b for a in ends for b in edges[a]}, steps + 1
        if start in ends:
            assert len(cycle) == steps
            break


@given(EDGES)
@settings(deadline=None)
def test_components_lead_to_one_another_and_come_in_order(edges):
    leads, found = _paths(edges), list(graphs.components(edges))
    assert sorted(name for group in found for name in group) == sorted(NAMES)
    for group in found:
        assert all(leads[a, b] for a, b in product(group, group) if a != b)
    for n, group in enumerate(found):
        for later in found[n + 1 :]:
            assert not any(leads[a, b] for a, b in product(group, later))


@given(EDGES)
@settings(deadline=None)
def test_who_is_followed_comes_later_unless_in_a_cycle(edges):
    leads, order = _paths(edges), graphs.followed_first(edges)
    assert sorted(order) == sorted(NAMES)
    for a, b in product(NAMES, NAMES):
        if b in edges[a] and not leads[b, a]:
            assert order.index(b) < order.index(a)


@pytest.mark.parametrize(
    "ways",
    [
        lambda edges: graphs.reached(["0"], edges.__getitem__),
        graphs.followed_first,
        lambda edges: list(graphs.components(edges)),
    ],
)
def test_a_long_chain_needs_no_deep_stack(ways):
    edges = {str(n): {str(n + 1)} for n in range(20_000)} | {"20000": set()}
    assert len(ways(edges)) == 20_001
