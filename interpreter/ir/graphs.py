"""Graphs of things that lead to one another, mostly of rules and the rules that they call.

Takes nodes and what follows each; knows nothing of rules. Nothing here recurses: a game may chain a
thousand rules.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeVar

_N = TypeVar("_N", bound=Hashable)


def reached(starts: Iterable[_N], following: Callable[[_N], Iterable[_N]]) -> list[_N]:
    """List some nodes and all that follow them, however indirectly, the nearest first."""
    found = list(dict.fromkeys(starts))
    seen = set(found)
    for node in found:  # grows while it is gone through
        for other in following(node):
            if other not in seen:
                seen.add(other)
                found.append(other)
    return found


def leading_to(goals: AbstractSet[_N], edges: Mapping[_N, Iterable[_N]]) -> set[_N]:
    """Collect the goals and all nodes from which one of them is reached."""
    before: dict[_N, list[_N]] = {}
    for node, others in edges.items():
        for other in others:
            before.setdefault(other, []).append(node)
    return set(reached(goals, lambda node: before.get(node, ())))


def shortest_cycle(start: _N, following: Callable[[_N], Iterable[_N]]) -> list[_N]:
    """Find the nodes on a shortest way from a node back to itself; empty if there is none."""
    before: dict[_N, _N] = {}
    todo = [start]
    for node in todo:
        for other in following(node):
            if other == start:
                way = [node]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if other not in before:
                before[other] = node
                todo.append(other)
    return []


def followed_first(edges: Mapping[str, AbstractSet[str]]) -> list[str]:
    """Order the nodes so that each stands after those that follow it, as far as no cycle forbids.

    What is not among the nodes is left out.
    """
    order: list[str] = []
    seen: set[str] = set()
    for root in edges:
        path = [(root, iter(sorted(edges[root])))] if root not in seen else []
        seen.add(root)
        while path:
            name, rest = path[-1]
            follow = next((other for other in rest if other in edges and other not in seen), None)
            if follow is None:
                order.append(name)
                path.pop()
            else:
                seen.add(follow)
                path.append((follow, iter(sorted(edges[follow]))))
    return order


def components(edges: Mapping[str, AbstractSet[str]]) -> Iterator[list[str]]:
    """Yield the strongly connected components, those that are followed first.

    This is Tarjan's algorithm. All that follows a node must be among the nodes.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    on: set[str] = set()

    def enter(node: str) -> tuple[str, Iterator[str]]:
        index[node] = low[node] = len(index)
        waiting.append(node)
        on.add(node)
        return node, iter(sorted(edges[node]))

    for root in edges:
        path = [enter(root)] if root not in index else []
        while path:
            name, rest = path[-1]
            for other in rest:
                if other not in index:
                    path.append(enter(other))
                    break
                if other in on:
                    low[name] = min(low[name], index[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[name])
                if low[name] == index[name]:
                    cut = waiting.index(name)
                    group = waiting[cut:][::-1]
                    del waiting[cut:]
                    on.difference_update(group)
                    yield group
