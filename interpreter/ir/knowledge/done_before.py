"""What may have been done before a sentence is reached, by its own rule and by its callers.

Takes a checked game; answers for one sentence at a time. A loop counts as a whole: what stands
further down may have been done in an earlier round.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.walking import inner_blocks, walk

_LOOPS = frozenset([nodes.For, nodes.While, nodes.AsOften, nodes.ForAll])
_Place = tuple[str, Stmt | None]
"""A sentence of a rule; None is the end of the rule."""


class EarlierWins:
    """Finds whether somebody may have won before a sentence is reached."""

    def __init__(self, program: Program, wins: set[str]) -> None:
        """Collect the callers of each rule; `wins` are the rules that contain a win themselves."""
        self.program = program
        self.around: dict[str, list[_Place]] = {name: [] for name in program.funcs}
        """From where each rule is reached."""
        calls = {name: set(self._calls(func)) for name, func in program.funcs.items()}
        self.wins = set(wins)
        while True:
            more = {name for name, some in calls.items() if some & self.wins} - self.wins
            if not more:
                break
            self.wins |= more
        self._answers()

    def _calls(self, func: Func) -> Iterator[str]:
        for one in walk(func.body):
            for name in self._reached(one):
                self.around.setdefault(name, []).append((func.name, one))
                yield name

    def _reached(self, one: Stmt) -> Iterator[str]:
        if isinstance(one, nodes.Call):
            yield str(one.rule)
        if isinstance(one, nodes.Menu):
            for line in one.lines:
                for item in line.items:
                    yield from (
                        (name for _, name in self.program.card_actions)
                        if item == "card_actions"
                        else (item,)
                    )

    def _answers(self) -> None:
        """Record that a trigger is reached from the rule, or all the spans, that it waits for."""
        funcs = self.program.funcs
        for func in funcs.values():
            for hook in (*func.hooks_before, *func.hooks_after, *func.hooks_instead):
                self.around.setdefault(hook.func, []).append((func.name, None))
        for _, span_of_time, hook in self.program.edges:
            for func in funcs.values():
                if func.sort == span_of_time:
                    self.around.setdefault(hook.func, []).append((func.name, None))

    def may_have_won(self, name: str, at: Stmt | None) -> bool:
        """Check whether any path to this sentence passes one that lets somebody win.

        Returns True as well if it is not known what leads there.
        """
        todo: list[_Place] = [(name, at)]
        seen: set[tuple[str, int]] = set()
        while todo:
            rule, place = todo.pop()
            if (rule, id(place)) in seen:
                continue
            seen.add((rule, id(place)))
            func = self.program.funcs.get(rule)
            if func is None or self._within(func, place):
                return True
            if not self.around.get(rule) and func.sort != "game":
                return True
            todo += self.around.get(rule, ())
        return False

    def _within(self, func: Func, place: Stmt | None) -> bool:
        past: list[Stmt] = []
        _up_to(func.body, place, past)
        return any(
            isinstance(one, nodes.Win) or self.wins & {*self._reached(one)} for one in walk(past)
        )


def _up_to(body: list[Stmt], place: Stmt | None, past: list[Stmt]) -> bool:
    """Collect in `past` what precedes a sentence in a block; tell whether it is in the block."""
    for one in body:
        if one is place:
            return True
        if any(inner is place for inner in walk([one])) and place is not None:
            if type(one) in _LOOPS:
                past.append(one)
                return True
            return any(_up_to(block, place, past) for block in inner_blocks(one))
        past.append(one)
    return False
