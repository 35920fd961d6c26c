"""Cooperative work: generators that can be cancelled between steps.

A generator yields between its steps and returns its result; run it in one go, or in an event loop
with pauses for other requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import TypeVar

Found = TypeVar("Found")
PAUSE = 0.002  # seconds, in which the event loop handles other requests
Work = Generator[None, None, Found]


def whole(work: Work[Found]) -> Found:
    """Run all steps without a pause, and return the result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Found = done.value
            return found


async def in_steps(work: Work[Found]) -> Found:
    """Run the steps with pauses in which other requests, and a cancellation, are handled."""
    while True:
        await asyncio.sleep(PAUSE)
        try:
            next(work)
        except StopIteration as done:
            found: Found = done.value
            return found
