"""An open page that behaves badly, or has company: what it sends or leaves unread harms nobody."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import interpreter as rw
from interpreter.page.people.agreements import NotYours
from interpreter.page.shared_table import SharedTable

pytest.importorskip("nicegui", reason="no page: pip install 'rulewright[page]'")
from interpreter.page import live_page, server
from interpreter.page.hall import Hall
from interpreter.page.live_page import LivePage

SOON = 5.0  # seconds


class FakeSocket:
    """A websocket in memory: `says` are messages to come, `got` is what was sent."""

    def __init__(self, reads: bool = True) -> None:
        self.reads = reads
        self.says: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.got: list[dict[str, Any]] = []
        self.some = asyncio.Event()

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        return await self.says.get()

    async def send_json(self, message: dict[str, Any]) -> None:
        if not self.reads:
            await asyncio.Event().wait()
        self.got.append(json.loads(json.dumps(message, ensure_ascii=False).encode()))
        self.some.set()

    def say(self, text: str | bytes | dict[str, Any]) -> None:
        said = json.dumps(text) if isinstance(text, dict) else text
        kind = "bytes" if isinstance(said, bytes) else "text"
        self.says.put_nowait({"type": "websocket.receive", kind: said})

    def leave(self) -> None:
        self.says.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def until(self, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait for a message that fits."""
        async with asyncio.timeout(SOON):
            while True:
                found = next((one for one in self.got if fits(one)), None)
                if found is not None:
                    return found
                self.some.clear()
                await self.some.wait()


@pytest.fixture(scope="module")
def letters() -> rw.Game:
    return rw.load("love_letter")


def table_of(game: rw.Game) -> SharedTable:
    return SharedTable(game, ("human", "human"), 3)


def opened(table: SharedTable, seat: int | None, reads: bool = True) -> tuple[Any, FakeSocket]:
    """Open a page; gives its task and its socket."""
    socket = FakeSocket(reads)
    page = LivePage(table, lambda: seat, socket)  # type: ignore[arg-type]
    return asyncio.create_task(page.run()), socket


def within(play: Callable[[], Awaitable[None]]) -> None:
    """Run this; no task may be left behind."""

    async def whole() -> None:
        async with asyncio.timeout(3 * SOON):
            await play()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(whole())


GARBAGE: list[str | bytes] = [
    "", "{", "null", "[1]", '"x"', "[" * 19_000, '{"a":' * 3_000, "9" * 9_000, "x" * 30_000,
    b"\xff\x00", b"{}",
    '{"do":[]}', '{"do":"run"}', '{"do":"take"}', '{"do":"take","option":{"a":1},"then":[1]}',
    '{"do":"take","option":"\\ud800","version":0}', '{"do":"picked","ids":[{"a":1},null]}',
    '{"do":"agree","seat":99}', '{"do":"agree","seat":-1}', '{"do":"agree","seat":-100}',
    '{"do":"agree","seat":1e999}', '{"do":"agree","seat":' + "9" * 4_000 + "}",
    '{"do":"ask"}', '{"do":"ask","what":["undo"]}', '{"do":"answer","number":[1],"yes":3}',
    '{"do":"withdraw"}', '{"do":"resign","sure":1}',
    '{"do":"why","move":"\\ud800"}', '{"do":"call","name":"a\\ud800b"}',
]  # fmt: skip


@pytest.mark.parametrize("text", GARBAGE, ids=lambda text: repr(text[:36]))
def test_garbage_harms_nobody(letters, text):
    async def play() -> None:
        table = table_of(letters)
        (task, bad), (other_task, other) = opened(table, table.state.actor), opened(table, None)
        await bad.until(lambda one: "parts" in one)
        bad.say(text)
        bad.say({"do": "log"})
        await bad.until(lambda one: "sheet" in one)
        version = table.version
        bad.say({"do": "call", "name": "Ann"})
        await other.until(lambda one: one.get("version") == version + 1)
        bad.leave()
        other.leave()
        await asyncio.gather(task, other_task)
        assert table._listening == [] and table.seats == ["human", "human"]

    within(play)


def test_a_page_that_is_too_fast_is_heard_less(letters, monkeypatch):
    monkeypatch.setattr(live_page, "BREATH", 0.01)

    async def play() -> None:
        table = table_of(letters)
        task, socket = opened(table, 0)
        for _ in range(live_page.MOST_ACTIONS + 5):
            socket.say("garbage")
        socket.leave()
        await task
        assert socket.got.count({"refused": "too fast: wait a moment"}) == 5

    within(play)


def test_a_page_that_never_reads_is_given_up(letters, monkeypatch):
    monkeypatch.setattr(live_page, "PATIENCE", 0.1)

    async def play() -> None:
        table = table_of(letters)
        task, _ = opened(table, 0, reads=False)
        other_task, other = opened(table, 1)
        await other.until(lambda one: "parts" in one)
        table.call(1, "Ann")
        await other.until(lambda one: one.get("version") == 1)
        await task
        assert len(table._listening) == 1
        other.leave()
        await other_task

    within(play)


def test_nothing_is_left_of_pages_that_are_closed(letters):
    async def play() -> None:
        table = table_of(letters)
        pages = [opened(table, n % 2) for n in range(40)]
        for _, socket in pages:
            await socket.until(lambda one: "parts" in one)
            socket.say({"do": "hint"})
            socket.leave()
        await asyncio.gather(*(task for task, _ in pages))
        del pages, socket
        gc.collect()
        assert table._listening == []
        assert not live_page._shown.get(table)
        assert not any(isinstance(one, LivePage) for one in gc.get_objects())

    within(play)


def test_many_windows_of_a_seat_are_drawn_once(letters, monkeypatch):
    drawn, many = live_page.drawn, []

    def counted(table, view):
        many.append(view)
        return drawn(table, view)

    monkeypatch.setattr(live_page, "drawn", counted)

    async def play() -> None:
        table = table_of(letters)
        pages = [opened(table, seat) for seat in (0, 1) for _ in range(10)]
        for _, socket in pages:
            await socket.until(lambda one: "parts" in one)
        assert len(many) == 2
        table.call(0, "Ann")
        for _, socket in pages:
            await socket.until(lambda one: one.get("version") == 1)
            socket.leave()
        await asyncio.gather(*(task for task, _ in pages))
        assert len(many) == 4

    within(play)


def test_a_slow_hint_holds_up_neither_its_page_nor_others(letters, monkeypatch):
    async def play() -> None:
        table, goes = table_of(letters), threading.Event()
        monkeypatch.setattr(table, "hint", lambda seat: goes.wait(SOON) and ["Do this."])
        actor = table.state.actor
        (task, socket), (other_task, other) = opened(table, actor), opened(table, 1 - actor)
        await socket.until(lambda one: "parts" in one)
        socket.say({"do": "hint"})
        socket.say({"do": "hint"})
        await socket.until(lambda one: str(one.get("refused")).startswith("wait: "))
        option = table.options(actor)[0].id
        socket.say({"do": "take", "option": option, "version": table.version})
        await other.until(lambda one: one.get("version", 0) > 0)
        goes.set()
        await socket.until(lambda one: one.get("notes") == ["Do this."])
        socket.leave()
        other.leave()
        await asyncio.gather(task, other_task)

    within(play)


def test_a_slow_bot_holds_up_no_other_table(letters, monkeypatch):
    async def play() -> None:
        hall = Hall(SharedTable(letters, ("random", "random"), 3))
        slow, quick = next(iter(hall)), hall.open_another()
        goes = threading.Event()
        monkeypatch.setattr(slow, "step", lambda: goes.wait(SOON) and False)
        monkeypatch.setattr(server, "PAUSE", 0.0)
        monkeypatch.setattr(server, "LOOK", 0.01)
        monkeypatch.setattr(server, "_goes_on", lambda: quick.version < 5)
        monkeypatch.setattr("nicegui.run.io_bound", asyncio.to_thread)
        monkeypatch.setattr("nicegui.background_tasks.create", begin)
        await server._play_bots(hall)
        assert quick.version >= 5
        goes.set()
        await asyncio.gather(*tasks)

    tasks: list[asyncio.Task[None]] = []

    def begin(made: Any, name: str) -> None:
        tasks.append(asyncio.create_task(made))

    within(play)


def test_an_option_that_is_not_offered_leaves_nothing_to_take_back(letters):
    table = table_of(letters)
    with pytest.raises(rw.NotOffered):
        table.take(table.state.actor, "nonsense", table.version)
    with pytest.raises(NotYours, match="nothing to take back"):
        table.undo(table.state.actor)


def test_people_ask_and_answer_from_their_pages(letters):
    async def play() -> None:
        table = table_of(letters)
        first = table.state.actor
        (task, asks), (other_task, other) = opened(table, first), opened(table, 1 - first)
        (watching, spectator) = opened(table, None)
        for one in (asks, other, spectator):
            got = await one.until(lambda one: "parts" in one)
            assert (got["asking"], got["clocks"], got["told"]) == ("", [], "")
        table.take(first, table.options(first)[0].id, table.version)
        while table.state.actor == first:
            table.take(first, table.options(first)[0].id, table.version)
        version = table.version
        asks.say({"do": "undo"})
        sheet = await asks.until(lambda one: "sheet" in one)
        assert "<h2>Not by yourself</h2>" in sheet["sheet"]
        asks.say({"do": "ask", "what": "undo"})
        asked = await other.until(lambda one: one.get("version") == version + 1)
        assert "asks to take back a decision" in asked["asking"]
        spectator.say({"do": "answer", "number": version + 1, "yes": True})
        refused = await spectator.until(lambda one: "refused" in one)
        assert refused["refused"] == "you only watch: a player's link decides"
        other.say({"do": "answer", "number": version + 1, "yes": True})
        name = table.title(first)
        for one in (asks, other, spectator):
            got = await one.until(lambda one: one.get("version") == version + 2)
            assert got["told"] == f"{name} takes back a decision, and all others agree."
            assert got["asking"] == ""
        assert table.state.actor == first
        other.say({"do": "resign"})
        sheet = await other.until(lambda one: "sheet" in one)
        assert "Let a bot play on for you?" in sheet["sheet"] and table.seats == ["human"] * 2
        other.say({"do": "resign", "sure": True})
        got = await asks.until(lambda one: one.get("version") == version + 3)
        left = table.title(1 - first)
        assert got["told"] == f"{left} leaves the game to a bot. A bot plays for {left}: normal."
        for one in (asks, other, spectator):
            one.leave()
        await asyncio.gather(task, other_task, watching)

    within(play)


def test_pages_have_the_clocks(letters):
    async def play() -> None:
        table = SharedTable(letters, ("human", "human"), 3, clock="5m")
        first = table.state.actor
        task, socket = opened(table, first)
        got = await socket.until(lambda one: "parts" in one)
        assert (
            '<span id="clocks" role="timer" aria-label="Time left"></span>' in got["parts"]["top"]
        )
        assert [(one["who"], one["runs"]) for one in got["clocks"]] == [
            ("You", True), (table.title(1 - first), False),
        ]  # fmt: skip
        assert 299 < got["clocks"][0]["left"] <= 300
        socket.leave()
        await task

    within(play)
