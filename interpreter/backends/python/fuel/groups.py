"""Groups functions that call each other (strongly connected components of a call graph).

Knows nothing of what is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet


def groups(called: Mapping[str, AbstractSet[str]]) -> Iterable[list[str]]:
    """Compute the strongly connected components, callees first.

    This is Tarjan's algorithm without recursion, since a game may chain a thousand rules.
    """
    calls = {name: sorted(others) for name, others in called.items()}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    on: set[str] = set()
    for root in calls:
        if root in index:
            continue
        path = [(root, iter(calls[root]))]
        index[root] = low[root] = len(index)
        waiting.append(root)
        on.add(root)
        while path:
            name, rest = path[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    waiting.append(other)
                    on.add(other)
                    path.append((other, iter(calls[other])))
                    break
                if other in on:
                    low[name] = min(low[name], index[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[name])
                if low[name] == index[name]:
                    group = []
                    while True:
                        group.append(waiting.pop())
                        on.discard(group[-1])
                        if group[-1] == name:
                            break
                    yield group
