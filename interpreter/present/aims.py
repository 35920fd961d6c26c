"""What a choice is for, where its rule says so at once: `discard`, and how often it is asked.

Takes a plan, a state that asks and its question; gives a verb of the rules and a number. What is
counted is counted on a copy, and only where nothing but choosing and putting away is repeated: no
draw, roll or hidden card can be read out of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.walking import inner_blocks
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

if TYPE_CHECKING:
    from interpreter.ir.program import Site

AWAY = ("discard", "remove")
MOST = 20  # so often is asked on a copy
Aims = dict[int, tuple[str, bool]]


def aim(plan: Plan, site: Site) -> str:
    """Give what is done to what is chosen: `discard` or `remove`; empty if it is something else."""
    return _aims(plan).get(site.number, ("", False))[0]


def times_left(plan: Plan, state: BaseState) -> int:
    """How often in a row the same is still asked of the same player; 1 if only now, or unknown."""
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


def _aims(plan: Plan) -> Aims:
    found: Aims | None = plan.kept.get("aims")
    if found is None:
        found = {}
        for func in plan.program.funcs.values():
            _gather(func.body, False, found)
        plan.kept["aims"] = found
    return found


def _gather(body: list[Stmt], repeated: bool, found: Aims) -> None:
    """Find the questions of a block, by number; `repeated` where the block is all that is
    repeated."""
    body = [
        s for s in body if not isinstance(s, nodes.Horizon)
    ]  # nothing but looking ahead ends there
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
    """Give the verb of the next deed, if what was chosen is put away by it."""
    for s in rest:
        if not isinstance(s, nodes.Let):
            chosen = bool(s.args) and isinstance(s.args[0], nodes.Local) and s.args[0].name == name
            return s.verb if chosen and s.verb in AWAY else ""
    return ""
