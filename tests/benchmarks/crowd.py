"""Many people at the pages of one server: how long an answer takes to the others' screens.

Speaks with the server as a browser does (a websocket for each page), without drawing anything.
Takes links of tables, four a table; gives the milliseconds of each answer until all others at the
table have heard of it. Run by `tests/benchmarks/test_crowd.py`.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from html import unescape
from random import Random

import aiohttp

TAKEN = re.compile(r'data-take="([^"]+)"')  # the id of an option, in its button
WARM = 15.0  # seconds that do not count
LATE = 30.0  # seconds after which an answer is given up


class Person:
    """One open page: `version` and `choices` are what it shows, `heard` is when that came."""

    def __init__(self, link: str) -> None:
        self.link = link
        self.heard, self.version = 0.0, -1
        self.mine = False
        self.choices: list[str] = []
        self.refused: list[str] = []
        self.changed = asyncio.Event()

    async def come(self, web: aiohttp.ClientSession) -> None:
        """Open the page and its websocket, and wait for what it shows."""
        async with web.get(self.link) as answer:
            assert answer.status == 200, answer.status
            await answer.text()
        self.socket = await web.ws_connect(f"{self.link}/live", max_msg_size=0)
        self.hearing = asyncio.create_task(self._hear())
        await asyncio.wait_for(self.changed.wait(), 30)

    async def _hear(self) -> None:
        async for message in self.socket:
            said = json.loads(message.data)
            if "refused" in said:
                self.refused.append(said["refused"])
            if "parts" not in said:
                continue
            self.heard, self.version, self.mine = time.perf_counter(), said["version"], said["mine"]
            if "dock" in said["parts"]:
                self.choices = [unescape(one) for one in TAKEN.findall(said["parts"]["dock"])]
            self.changed.set()

    async def later_than(self, version: int) -> float:
        """Wait until the page shows a later version, and return when it came."""
        while self.version <= version:
            self.changed.clear()
            await self.changed.wait()
        return self.heard

    async def press(self, option: str) -> None:
        """Choose an option."""
        await self.socket.send_json({"do": "take", "option": option, "version": self.version})

    async def leave(self) -> None:
        """Close the page."""
        await self.socket.close()
        self.hearing.cancel()


async def answered(deciding: Person, people: list[Person], rng: Random) -> float | None:
    """Let somebody answer; gives the milliseconds until all others show it, None if that never
    comes."""
    before, begun = deciding.version, time.perf_counter()
    await deciding.press(rng.choice(deciding.choices))
    others = (one.later_than(before) for one in people if one is not deciding)
    try:
        heard = await asyncio.wait_for(asyncio.gather(*others), LATE)
    except TimeoutError:
        return None
    return 1000 * (max(heard) - begun)


async def table(
    people: list[Person], rng: Random, since: float, until: float, pause: float
) -> list[float | None]:
    """Let four people play until a time; each thinks for a while. What was answered before `since`
    does not count: rules are made ready when they are used for the first time."""
    took = []
    while time.perf_counter() < until:
        await asyncio.sleep(pause * (0.5 + rng.random()))
        deciding = next((one for one in people if one.mine and one.choices), None)
        if deciding is None:
            continue
        begun = time.perf_counter()
        after = await answered(deciding, people, rng)
        if begun > since:
            took.append(after)
    return took


async def main(links: list[list[str]], seconds: float, pause: float) -> None:
    """Print what `answered` found, and what was refused, as JSON."""
    # A browser opens a websocket of its own, not over what has brought the page.
    connector = aiohttp.TCPConnector(limit=0, force_close=True)
    async with aiohttp.ClientSession(connector=connector) as web:
        tables = [[Person(link) for link in each] for each in links]
        for people in tables:
            await asyncio.gather(*(one.come(web) for one in people))
        since = time.perf_counter() + WARM
        ends = since + seconds
        rounds = (table(each, Random(n), since, ends, pause) for n, each in enumerate(tables))
        found = await asyncio.gather(*rounds)
        everybody = [one for people in tables for one in people]
        await asyncio.gather(*(one.leave() for one in everybody))
    took = [one for each in found for one in each]
    refused = [words for one in everybody for words in one.refused]
    print(json.dumps({"took": took, "refused": refused}))


if __name__ == "__main__":
    given = json.loads(sys.stdin.read())
    asyncio.run(main(given["links"], given["seconds"], given["pause"]))
