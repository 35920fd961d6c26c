"""Chooses which blocks of a resumable function are jump targets, and which are written in place."""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.basic_blocks import BasicBlock, Lowered, successors
from interpreter.ir.program import Func
from interpreter.ir.walking import walk

MOST_WORDS = 6  # statements that are duplicated rather than jumped to
NESTED = 25  # blocks inside one another; Python refuses a hundred


def heads_of(lowered: Lowered, ended: set[int]) -> list[int]:
    """List the blocks that must be jump targets, in ascending order.

    These are the entry, blocks at which execution resumes after a question, blocks with several
    predecessors, and some more that would otherwise be nested too deeply.
    """
    blocks = lowered.blocks
    counts = dict.fromkeys(lowered.order, 0)
    for i in lowered.order:
        for follow in successors(blocks[i].term):
            counts[follow] += 1
    order = [i for i in lowered.order if i not in ended]
    heads = [i for i in order if i == 0 or blocks[i].resume or counts[i] > 1]
    return sorted({*heads, *_too_deep(blocks, heads)})


def is_short_end(block: BasicBlock) -> bool:
    """Tell whether a block ends the function after so little code that it is better copied."""
    if block.term != ("return",):
        return False
    return sum(1 for _ in walk(block.statements)) <= MOST_WORDS


def ended_blocks(lowered: Lowered, funcs: dict[str, Func]) -> set[int]:
    """Find the empty final blocks that are reached from calls of rules only, never of actions.

    A caller can return such a call's result at once instead of pushing a frame.
    """
    blocks = lowered.blocks
    found = set()
    for i in lowered.order:
        term = blocks[i].term
        if term[0] == "call" and funcs[term[1]].sort != "action":
            follow = blocks[term[3]]
            if not follow.statements and follow.term == ("return",):
                found.add(term[3])
    for i in lowered.order:
        term = blocks[i].term
        if term[0] != "call" or funcs[term[1]].sort == "action":
            found -= set(successors(term))
    return found


def names_of_many(lowered: Lowered) -> set[str]:
    """Find the locals that hold sets or amounts."""
    return {
        s.name
        for block in lowered.blocks
        for s in walk(block.statements)
        if isinstance(s, (nodes.Let, nodes.LetFrozen)) and s.args[0].type.base in ("set", "amounts")
    }


def _too_deep(blocks: list[BasicBlock], heads: list[int]) -> set[int]:
    """Find the blocks that must become jump targets to keep nesting below `NESTED` levels."""
    found: set[int] = set()
    todo = [(i, 0) for i in heads]
    seen = set(heads)
    while todo:
        number, depth = todo.pop()
        for follow in successors(blocks[number].term):
            if follow in seen:
                continue
            seen.add(follow)
            if depth + 1 >= NESTED:
                found.add(follow)
            todo.append((follow, 0 if depth + 1 >= NESTED else depth + 1))
    return found
