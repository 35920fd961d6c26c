"""Liveness analysis, and removal of unreachable blocks.

Takes the blocks of one function as the lowering cut them; threads jumps through empty ones, and
records in each what a frame that waits before it must hold.
"""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.basic_blocks import AskExit, BasicBlock, Lowered, successors
from interpreter.ir.names import block_names, free, statement_names
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.ir.walking import walk


def finish(func: Func, blocks: list[BasicBlock]) -> Lowered:
    """Thread jumps, drop unreachable blocks, and compute the live variables of each block."""
    _thread_jumps(blocks)
    seen: set[int] = set()
    todo = [0]
    while todo:
        number = todo.pop()
        if number not in seen:
            seen.add(number)
            todo += successors(blocks[number].term)
    order = sorted(seen)
    names: dict[str, None] = {"you": None} | {name: None for name, _ in func.params}
    facts = {number: _used_and_made(blocks[number]) for number in order}
    for used, made in facts.values():
        names |= dict.fromkeys(sorted(used | made))
    _spread(blocks, order, facts)
    return Lowered(func, blocks, order, list(names))


def _thread_jumps(blocks: list[BasicBlock]) -> None:
    """Redirect every edge past blocks that only jump."""

    def thread(number: int, seen: int = 0) -> int:
        block = blocks[number]
        if not block.statements and block.term[0] == "jump" and not block.resume and seen < 99:
            return thread(block.term[1], seen + 1)
        return number

    for block in blocks:
        term = block.term
        if term[0] == "jump":
            block.term = ("jump", thread(term[1]))
        elif term[0] == "branch":
            block.term = ("branch", term[1], thread(term[2]), thread(term[3]))
        elif term[0] == "switch":
            ways = {value: thread(number) for value, number in term[2].items()}
            block.term = ("switch", term[1], ways, thread(term[3]))


def _used_and_made(block: BasicBlock) -> tuple[set[str], set[str]]:
    """Compute the variables that a block uses before setting them, and those that it sets."""
    used: set[str] = set()
    made: set[str] = set()
    for s in block.statements:
        statement_names(s, used, made)
    term = block.term
    if term[0] == "branch":
        used |= free(term[1]) - made
    elif term[0] == "switch":
        used |= {term[1]} - made
    elif term[0] == "call":
        for arg in term[2]:
            used |= free(arg) - made
    elif term[0] == "ask":
        used |= ask_names(term[1]) - made
    return used, made


def _spread(
    blocks: list[BasicBlock], order: list[int], facts: dict[int, tuple[set[str], set[str]]]
) -> None:
    """Propagate live variables backwards until nothing changes."""
    told = {number: _doers(blocks[number].statements) - facts[number][1] for number in order}
    changed = True
    while changed:
        changed = False
        for number in reversed(order):
            used, made = facts[number]
            block = blocks[number]
            out: set[str] = set()
            after: set[str] = set()
            answer = {block.term[1].into} if block.term[0] == "ask" else set()
            for follow in successors(block.term):
                out |= blocks[follow].live - answer
                after |= blocks[follow].told - answer
            now = used | (out - made)
            more = told[number] | (after - made)
            if now != block.live or more != block.told:
                block.live, block.told = now, more
                changed = True


def _doers(body: list[Stmt]) -> set[str]:
    """Collect the outer variables in a block's statements that name who acts."""
    found: set[str] = set()
    bound: set[str] = set()
    for s in walk(body):
        if s.actor is not None:
            found |= free(s.actor)
        if isinstance(s, (nodes.For, nodes.Let)) and isinstance(s.name, str):
            bound.add(s.name)
    return found - bound


def ask_names(ask: AskExit) -> set[str]:
    """Collect the variables needed to list the options of a question and to look ahead from it."""
    found = free(ask.actor)
    if ask.sort == "choose":
        choice = ask.choice
        found |= free(choice.source)
        for test, _ in choice.tests:
            found |= free(test) - {choice.var}
        if choice.number is not None:
            found |= free(choice.number)
        rest_names = block_names(ask.rest or [])
        found |= rest_names - {choice.into, choice.var}
    elif ask.sort == "pay":
        found |= set(ask.extra)
        found |= block_names(ask.rest or [])
    elif ask.sort == "options":
        for line in ask.lines:
            found |= block_names(line.body)
        found |= block_names(ask.rest or [])
    elif ask.sort == "menu":
        found |= {c for c, line in zip(ask.extra, ask.lines, strict=True) if line.sort != "pass"}
    return found
