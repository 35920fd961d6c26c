"""The purpose of a choice, where its rule states it at once, and how often it is asked.

Takes a plan, a state that asks, and its question; gives a verb of the rules and a number.
Repetitions are counted on a copy, and only where nothing but choosing and moving is repeated: no
draw, roll or hidden card can leak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.walking import inner_blocks
from interpreter.run.plan import Plan, cached
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.declared import Site

AWAY = ("discard", "remove")
MOST = 20  # most decisions that are counted
Aims = dict[int, tuple[str, bool]]


def aim(plan: Plan, site: Site) -> str:
    """Return the verb for what happens to the chosen thing: `discard` or `remove`; else empty."""
    return _aims(plan).get(site.number, ("", False))[0]


def times_left(plan: Plan, state: BaseState) -> int:
    """Count how often in a row the same player is still asked this question.

    Returns 1 if only now or if it cannot be told, and at most `MOST`. The state is not changed."""
    if not _aims(plan).get(state.site, ("", False))[1]:
        return 1
    copy = state.clone()
    times = 0
    while times < MOST and not copy.over:
        if (copy.site, copy.actor) != (state.site, state.actor):
            break
        plan.choose(copy, 0)
        times += 1
    return times


@cached
def _aims(plan: Plan) -> Aims:
    found: Aims = {}
    for func in plan.program.funcs.values():
        _gather(func.body, False, found)
    return found


def _gather(body: list[Stmt], repeated: bool, found: Aims) -> None:
    """Record the aim of each question in a block, by site number.

    `repeated` says that the block is the whole body of a loop."""
    body = [s for s in body if not isinstance(s, nodes.Horizon)]  # only lookahead ends there
    plain = repeated and all(
        isinstance(s, (nodes.Choose, nodes.Let, nodes.Move, nodes.MoveAlike)) for s in body
    )
    for number, s in enumerate(body):
        if isinstance(s, nodes.Choose):
            verb = _put_away(body[number + 1 :], s.choice.into)
            if verb or plain:
                found[s.choice.site.number] = verb, plain
        for block in inner_blocks(s):
            _gather(block, isinstance(s, nodes.While), found)


def _put_away(rest: list[Stmt], name: str) -> str:
    """Return the verb of the next statement if it discards or removes the chosen thing.

    Empty otherwise."""
    for s in rest:
        if not isinstance(s, nodes.Let):
            chosen = bool(s.args) and isinstance(s.args[0], nodes.Local) and s.args[0].name == name
            return s.verb if chosen and s.verb in AWAY else ""
    return ""
