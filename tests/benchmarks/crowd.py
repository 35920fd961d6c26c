"""Many people at the pages of one server: how long an answer takes to the others' screens.

Speaks with the server as a browser does (socket.io), without drawing anything. Takes links of
tables, four a table; gives the milliseconds of each answer until all others at the table have heard
of it. Run by `tests/benchmarks/test_crowd.py`.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from random import Random

import aiohttp
import socketio

CLIENT = re.compile(r"'client_id': '([^']+)'")
ELEMENTS = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.DOTALL)
WARM = 15.0  # seconds that do not count
CHOICE = re.compile(r"\d+  ")  # how the button of an option begins


class Person:
    """One open page."""

    def __init__(self, link: str) -> None:
        self.link, self.heard = link, 0.0
        self.elements: dict[str, dict] = {}
        self.socket = socketio.AsyncClient(reconnection=False)
        self.socket.on("update", self._update)

    async def come(self, web: aiohttp.ClientSession) -> None:
        """Open the page."""
        async with web.get(self.link) as answer:
            text = await answer.text()
        found, elements = CLIENT.search(text), ELEMENTS.search(text)
        assert found is not None and elements is not None
        self.client = found[1]
        plain = elements[1].replace("&gt;", ">").replace("&lt;", "<").replace("&#96;", "`")
        self.elements = json.loads(plain.replace("&#36;", "$").replace("&amp;", "&"))
        base = self.link.split("/t/")[0]
        query = f"client_id={self.client}&next_message_id=0&implicit_handshake=true"
        await self.socket.connect(
            f"{base}?{query}&document_id={self.client}&tab_id={self.client}",
            transports=["websocket"],
            socketio_path="/_nicegui_ws/socket.io",
        )

    def _update(self, data: dict) -> None:
        self.heard = time.perf_counter()
        for key, element in data.items():
            if element is None:
                self.elements.pop(key, None)
            elif isinstance(element, dict):
                self.elements[key] = element

    def choices(self) -> list[tuple[int, str]]:
        """Give what can be pressed: elements and their listeners."""
        found = []
        for key, one in list(self.elements.items()):
            label = str(one.get("props", {}).get("label", ""))
            if CHOICE.match(label) and one.get("events"):
                found.append((int(key), one["events"][0]["listener_id"]))
        return found

    async def press(self, choice: tuple[int, str]) -> None:
        """Press a button."""
        at, listener = choice
        said: dict[str, object] = {
            "id": at,
            "client_id": self.client,
            "listener_id": listener,
            "args": [],
        }
        await self.socket.emit("event", said)


async def table(
    people: list[Person], rng: Random, since: float, until: float, pause: float
) -> list[float]:
    """Let four people play until a time; each thinks for a while. What was answered before `since`
    does not count: rules are made ready when they are used for the first time."""
    took = []
    while time.perf_counter() < until:
        await asyncio.sleep(pause * (0.5 + rng.random()))
        deciding = next((one for one in people if one.choices()), None)
        if deciding is None:
            continue
        begun = time.perf_counter()
        await deciding.press(rng.choice(deciding.choices()))
        others = [one for one in people if one is not deciding]
        while any(one.heard < begun for one in others):
            await asyncio.sleep(0.001)
            if time.perf_counter() - begun > 5:
                break
        if begun > since:
            took.append(1000 * (max(one.heard for one in others) - begun))
    return took


async def main(links: list[list[str]], seconds: float, pause: float) -> None:
    """Print the milliseconds of all answers as JSON."""
    async with aiohttp.ClientSession() as web:
        tables = [[Person(link) for link in each] for each in links]
        for people in tables:
            await asyncio.gather(*(one.come(web) for one in people))
        since = time.perf_counter() + WARM
        ends = since + seconds
        rounds = (table(each, Random(n), since, ends, pause) for n, each in enumerate(tables))
        found = await asyncio.gather(*rounds)
        for people in tables:
            for one in people:
                await one.socket.disconnect()
    print(json.dumps([one for each in found for one in each]))


if __name__ == "__main__":
    given = json.loads(sys.stdin.read())
    asyncio.run(main(given["links"], given["seconds"], given["pause"]))
