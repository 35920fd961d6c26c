"""Work that is done in steps, so that it can be given up between two of them.

Takes a generator that yields between its steps and returns what it found; gives what it found, at
once, or leaving time for others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import TypeVar

Found = TypeVar("Found")
PAUSE = 0.002  # seconds, in which what an editor says meanwhile is read
Work = Generator[None, None, Found]


def whole(work: Work[Found]) -> Found:
    """Do all steps, and give what was found."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Found = done.value
            return found


async def in_steps(work: Work[Found]) -> Found:
    """Do one step after the other, hearing in between of what else is asked; whoever asked may take
    the question back."""
    while True:
        await asyncio.sleep(PAUSE)
        try:
            next(work)
        except StopIteration as done:
            found: Found = done.value
            return found
