"""Small games to the very last line: how many positions there are, and how the lines end.

Both games are walked together, so that every position is also compared as in a random line. Where
everybody sees everything, lines that come to the same position are counted once and multiplied;
where something is hidden, every line of every deal is walked.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Any

from interpreter.present.model.parts import as_json
from interpreter.present.model.view import view
from tests.agreement.lock_step import Table
from tests.agreement.pairs import Cards, Dice, Pair

Results = Counter[tuple[float, ...]]  # how many lines end with these returns


@dataclass(slots=True)
class Tree:
    """A whole game; what is the same position for one side is so for the other."""

    theirs: dict[str, str] = field(default_factory=dict)  # their position -> ours
    ours: dict[str, str] = field(default_factory=dict)
    results: dict[str, Results] = field(default_factory=dict)  # of the lines from here on

    def same(self, theirs: str, ours: str) -> None:
        """Both stand here at once."""
        assert self.theirs.setdefault(theirs, ours) == ours, f"ours tells more apart: {theirs}"
        assert self.ours.setdefault(ours, theirs) == theirs, f"theirs tells more apart: {theirs}"


def open_tree(pair: Pair, game: Any) -> tuple[Tree, Results]:
    """All positions of a game without chance and secrets, and the results of all lines."""
    tree = Tree()
    return tree, _walk(Table(pair, game, []), tree)


def _walk(table: Table, tree: Tree) -> Results:
    theirs = f"{table.theirs.current_player()} {table.theirs}"
    seen = as_json(view(table.plan, table.state, None))
    tree.same(theirs, json.dumps(seen, sort_keys=True))
    if theirs not in tree.results:
        if table.over:
            found: Results = Counter({tuple(table.theirs.returns()): 1})
        else:
            found = Counter()
            for action, answers in table.moves().items():
                after = table.copy()
                after.move(action, answers)
                found.update(_walk(after, tree))
        tree.results[theirs] = found
    return tree.results[theirs]


def deals(pair: Pair) -> Iterator[list[int]]:
    """Everything that chance can bring, each once."""
    if isinstance(pair.chance, Cards):
        deck = pair.chance.all(pair.players)
        for dealt in sorted(set(permutations(deck, pair.players + pair.chance.common))):
            yield [*dealt, *(Counter(deck) - Counter(dealt)).elements()]
    elif isinstance(pair.chance, Dice):
        for rolled in product(range(pair.chance.faces), repeat=pair.chance.first):
            yield list(rolled)


def lines(pair: Pair, game: Any) -> Iterator[tuple[list[int], Table]]:
    """Every line there is, with its deal; the last card dealt may not matter to a line."""
    seen: set[str] = set()
    for luck in deals(pair):
        for table in _ends(Table(pair, game, luck)):
            line = table.theirs.history_str()
            if line not in seen:
                seen.add(line)
                yield luck, table


def _ends(table: Table) -> Iterator[Table]:
    if table.over:
        yield table
        return
    for action, answers in table.moves().items():
        after = table.copy()
        after.move(action, answers)
        yield from _ends(after)
