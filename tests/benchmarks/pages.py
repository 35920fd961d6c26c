"""Four classic games, each a page of plain Python as one would write it, with all options listed.

They draw from the same streams as a simulation does, so a game of a seed goes the same way: that is
how they are known to play the same game (tests/benchmarks/test_native.py looks before it measures).
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.run.chance import GOLDEN, MASK, mix, stream_key
from interpreter.simulation.random_games import game_seed

Result = tuple[int, tuple[int, ...]]
"""How many decisions a game took, and who won."""

AGENT = stream_key("agent")


def chance(seed: int, number: int) -> Callable[[list[int]], int]:
    """Give the random player of game `number`."""
    base = mix(game_seed(seed, number) ^ AGENT)
    asked = 0

    def pick(options: list[int]) -> int:
        nonlocal asked
        asked += 1
        count = len(options)
        if count == 1:
            return options[0]
        bits = (base + asked * GOLDEN) & MASK
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & MASK
        return options[((bits ^ (bits >> 31)) >> 32) * count >> 32]

    return pick


# ------------------------------------------------------------------------------ tic-tac-toe

THREES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def tic_tac_toe(seed: int, number: int) -> Result:
    """Three marks in a line."""
    pick = chance(seed, number)
    board = [-1] * 9
    decisions = player = 0
    while True:
        free = [space for space in range(9) if board[space] < 0]
        board[pick(free)] = player
        decisions += 1
        for a, b, c in THREES:
            if board[a] == player and board[b] == player and board[c] == player:
                return decisions, (player,)
        if len(free) == 1:
            return decisions, ()
        player = 1 - player


# ------------------------------------------------------------------------------ connect four

ROWS, COLUMNS = 6, 7
FOURS = tuple(
    tuple((row + k * down) * COLUMNS + column + k * right for k in range(4))
    for row in range(ROWS)
    for column in range(COLUMNS)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 3 * down < ROWS and 0 <= column + 3 * right < COLUMNS
)


def connect_four(seed: int, number: int) -> Result:
    """Four discs in a line; a disc falls to the lowest free space of its column."""
    pick = chance(seed, number)
    board = [-1] * (ROWS * COLUMNS)
    decisions = player = 0
    while True:
        free = [column for column in range(COLUMNS) if board[column] < 0]
        space = pick(free)
        while space + COLUMNS < ROWS * COLUMNS and board[space + COLUMNS] < 0:
            space += COLUMNS
        board[space] = player
        decisions += 1
        for line in FOURS:
            for space in line:
                if board[space] != player:
                    break
            else:
                return decisions, (player,)
        if all(disc >= 0 for disc in board):
            return decisions, ()
        player = 1 - player


# ------------------------------------------------------------------------------ breakthrough

SIDE = 8


def breakthrough(seed: int, number: int) -> Result:
    """Pawns move forward, straight or slanting, and take slanting; the far row wins."""
    pick = chance(seed, number)
    board = [0] * 16 + [-1] * 32 + [1] * 16
    decisions = player = 0

    def steps(space: int) -> list[int]:
        ahead = space + (SIDE if player == 0 else -SIDE)
        if not 0 <= ahead < SIDE * SIDE:
            return []
        found = []
        column = space % SIDE
        for side in (-1, 0, 1):
            there = 0 <= column + side < SIDE and board[ahead + side] != player
            if there and (side or board[ahead] < 0):
                found.append(ahead + side)
        return found

    while True:
        movable = [space for space in range(64) if board[space] == player and steps(space)]
        start = pick(movable)
        goal = pick(steps(start))
        board[start], board[goal] = -1, player
        decisions += 2
        if goal // SIDE == (SIDE - 1 if player == 0 else 0) or 1 - player not in board:
            return decisions, (player,)
        player = 1 - player


# ------------------------------------------------------------------------------ hex

EDGE = 11


def _neighbours(space: int) -> tuple[int, ...]:
    row, column = divmod(space, EDGE)
    around = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
    return tuple(
        (row + down) * EDGE + column + right
        for down, right in around
        if 0 <= row + down < EDGE and 0 <= column + right < EDGE
    )


NEAR = tuple(_neighbours(space) for space in range(EDGE * EDGE))


def hex_11(seed: int, number: int) -> Result:
    """Give a chain from edge to edge: the first player's from top to bottom."""
    pick = chance(seed, number)
    board = [-1] * (EDGE * EDGE)
    decisions = player = 0
    while True:
        space = pick([space for space in range(EDGE * EDGE) if board[space] < 0])
        board[space] = player
        decisions += 1
        chain, seen = [space], {space}
        for one in chain:
            for other in NEAR[one]:
                if other not in seen and board[other] == player:
                    seen.add(other)
                    chain.append(other)
        along = [one // EDGE if player == 0 else one % EDGE for one in chain]
        if 0 in along and EDGE - 1 in along:
            return decisions, (player,)
        player = 1 - player


PAGES: dict[str, Callable[[int, int], Result]] = {
    "tic_tac_toe": tic_tac_toe,
    "connect_four": connect_four,
    "breakthrough": breakthrough,
    "hex": hex_11,
}
