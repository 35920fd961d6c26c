"""Statements of the target that Python does not have: blocks, and jumps from one to another.

A function that can suspend the game is one `Blocks`: how it goes on from a frame, and what its
blocks do. Each writer has its own way to jump; `written` is Python's, a loop that looks for the
block by its number.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from interpreter.backends.target import make

MOST_WAYS = 32  # branches tested one after another; more are searched by halves
NEXT = "pc"
"""The name of the block that comes next."""
Rewrite: TypeAlias = Callable[[list[ast.stmt]], list[ast.stmt]]
"""What rewrites a body; it returns the same list if nothing changes."""
FRAME = "F"
"""The name of the frame with which a function that can suspend the game is called."""


class Block(ast.stmt):
    """Statements under a number: a block, or what is unpacked before it is resumed."""

    _fields = ("number", "names", "body")

    number: int
    names: list[str]
    """What a frame keeps for it, which is unpacked first."""
    body: list[ast.stmt]

    def __init__(
        self, number: int = 0, names: Sequence[str] = (), body: Sequence[ast.stmt] = ()
    ) -> None:
        super().__init__(number=number, names=list(names), body=list(body))  # type: ignore[call-arg]


class Blocks(ast.stmt):
    """The body of a function that can suspend the game.

    `entries` are the blocks at which a frame can be resumed, each with what it unpacks; `blocks`
    are those that can be jumped to, in the order of their numbers.
    """

    _fields = ("entries", "blocks")

    entries: list[Block]
    blocks: list[Block]

    def __init__(self, entries: Sequence[Block] = (), blocks: Sequence[Block] = ()) -> None:
        super().__init__(entries=list(entries), blocks=list(blocks))  # type: ignore[call-arg]


class Jump(ast.stmt):
    """A jump to a block of the same function."""

    _fields = ("block",)

    block: int

    def __init__(self, block: int = 0) -> None:
        super().__init__(block=block)  # type: ignore[call-arg]


def rewritten(body: list[ast.stmt], by: Callable[[ast.stmt], list[ast.stmt]]) -> list[ast.stmt]:
    """Replace each statement by what it is rewritten to; the same list if nothing changes."""
    made: list[ast.stmt] = []
    changed = False
    for one in body:
        new = by(one)
        changed = changed or len(new) != 1 or new[0] is not one
        made += new
    return made if changed else body


def blocks_in(func: ast.FunctionDef) -> Blocks | None:
    """Find the blocks of a function; None for one that cannot suspend the game."""
    last = func.body[-1] if func.body else None
    return last if isinstance(last, Blocks) else None


def with_bodies(blocks: Blocks, entry: Rewrite, block: Rewrite) -> Blocks:
    """Rewrite the bodies of all entries and blocks; the same node if nothing changes."""
    changed = False

    def part(one: Block, rewrite: Rewrite) -> Block:
        nonlocal changed
        body = rewrite(one.body)
        if body is one.body:
            return one
        changed = True
        return ast.copy_location(Block(one.number, one.names, body), one)

    entries = [part(one, entry) for one in blocks.entries]
    parts = [part(one, block) for one in blocks.blocks]
    return ast.copy_location(Blocks(entries, parts), blocks) if changed else blocks


def python_of(func: ast.FunctionDef) -> ast.FunctionDef:
    """Write a function that can suspend the game as Python; other functions are themselves."""
    body = written(func.body)
    if body is func.body:
        return func
    return ast.copy_location(ast.FunctionDef(func.name, func.args, body, []), func)


def written(body: list[ast.stmt]) -> list[ast.stmt]:
    """Write blocks and jumps as Python; the same list if there are none."""
    made: list[ast.stmt] = []
    changed = False
    for one in body:
        parts = _written(one)
        changed = changed or parts != [one]
        made += parts
    return made if changed else body


def _written(one: ast.stmt) -> list[ast.stmt]:
    if isinstance(one, Jump):
        return _placed([make.let(NEXT, one.block), ast.Continue()], one)
    if isinstance(one, Blocks):
        return _placed(list(_dispatch(one)), one)
    if not isinstance(one, ast.If):  # there is no jump out of a loop
        return [one]
    body, orelse = written(one.body), written(one.orelse)
    if body is one.body and orelse is one.orelse:
        return [one]
    return _placed([ast.If(one.test, body, orelse)], one)


def _placed(made: list[ast.stmt], at: ast.stmt) -> list[ast.stmt]:
    return [ast.copy_location(one, at) for one in made]


def at_block(sign: str, number: int) -> ast.expr:
    """Make the test that the number of the next block is the same as a number, or lower."""
    return make.compare(make.name(NEXT), sign, number)


def unpacked(names: list[str]) -> list[ast.stmt]:
    """Make the unpacking of a frame into locals; its first two members are known."""
    unnamed = make.name("_")
    target = make.row(unnamed, unnamed, *map(make.name, names))
    return [make.let(target, make.name(FRAME))] if names else []


def _dispatch(blocks: Blocks) -> Iterable[ast.stmt]:
    """Make the statements that find the block to go on with, and the loop over the blocks."""
    yield make.let(NEXT, make.item(make.name(FRAME), 1))
    chain: list[ast.stmt] = []
    into: list[ast.stmt] = []
    for count, one in enumerate(blocks.entries):
        body = [*unpacked(one.names), *written(one.body)]
        way = make.when(at_block("==", one.number), *(body or [ast.Pass()]))
        if count % MOST_WAYS == 0:
            yield from chain
            chain = [way]
        else:
            into.append(way)
        into = way.orelse
    yield from chain
    loop = make.as_long_as(make.constant(True))
    loop.body = _search(blocks.blocks)
    yield loop


def _search(blocks: list[Block]) -> list[ast.stmt]:
    """Make the binary search for a block by its number."""
    if len(blocks) == 1:
        return list(written(blocks[0].body))
    middle = len(blocks) // 2
    lower = make.when(at_block("<", blocks[middle].number), *_search(blocks[:middle]))
    lower.orelse = _search(blocks[middle:])
    return [lower]
