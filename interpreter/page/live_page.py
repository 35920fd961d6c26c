"""One open page of a table: sends what has changed, and hears what its reader answers.

Takes a table and a seat; speaks JSON over a websocket. The page itself is drawn by
`present/page`, which knows no server; `live.js` is its host in the browser.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from time import monotonic
from weakref import WeakKeyDictionary, WeakValueDictionary

from fastapi import WebSocket, WebSocketDisconnect

import interpreter as rw
from interpreter.diagnostics.json_data import Json
from interpreter.load.resources import read_packaged
from interpreter.page.answering import take_picked, take_then
from interpreter.page.people.agreements import UNDO, NotYours
from interpreter.page.people.asking_bar import (
    asking_bar,
    clock_data,
    more_sheet,
    refused_sheet,
    sure_sheet,
    tools_of,
)
from interpreter.page.shared_table import SharedTable
from interpreter.present.model.parts import StoryBeat, View
from interpreter.present.page.appearance import Wardrobe, wardrobe
from interpreter.present.page.markup import esc
from interpreter.present.page.table import fragments, page

MOST_ACTIONS = 30  # answers of one page in ten seconds
MOST_WAYS = 12  # movements that are shown at once
LONGEST_MESSAGE = 20_000  # letters of what a page sends
LONGEST_ID = 2_000
BREATH = 0.2  # seconds in which a page that is too fast is not heard
PATIENCE = 30.0  # seconds in which a page must take what it is sent
THINKERS = 2  # hints that are searched for at once: more would only be slower, and so would pages

Follow = Callable[[], "int | None"]


@lru_cache(maxsize=16)
def looks_of(game: rw.Game) -> Wardrobe:
    """Return the looks of a game, worked out once."""
    return wardrobe(game.plan)


def whole_page(table: SharedTable, seat: int | None, nonce: str) -> str:
    """Return the page of a seat, or of a spectator, as it is when it is opened."""
    view = table.view(seat)
    looks = looks_of(table.game)
    script = read_packaged("interpreter.page", "live.js")
    return page(view, looks, drawn(table, view), nonce, script)


@dataclass(frozen=True, eq=False)
class DrawnMoment:
    """What a seat sees at one version of a table."""

    version: int
    parts: dict[str, str]
    story: tuple[StoryBeat, ...]
    mine: bool
    title: str


_Shown = WeakValueDictionary["int | None", DrawnMoment]
_shown: WeakKeyDictionary[SharedTable, _Shown] = WeakKeyDictionary()
"""What open pages show, by table and seat; kept by those pages."""
_thinkers = ThreadPoolExecutor(THINKERS, "hint")


def moment_of(table: SharedTable, seat: int | None) -> DrawnMoment:
    """Return what a seat sees now, drawn once for all windows that show it."""
    shown = _shown.setdefault(table, WeakValueDictionary())
    found = shown.get(seat)
    if found is None or found.version != table.version:
        version, view, _ = table.moment(seat)
        mine = view.asked is not None and table.waits_for_person()  # else it is given
        found = DrawnMoment(version, drawn(table, view), view.story, mine, view.title)
        shown[seat] = found
    return found


def drawn(table: SharedTable, view: View) -> dict[str, str]:
    """Draw a view of a table, with the names that people gave themselves."""
    over = view.now.over
    names = {view.seats[at].seat: name for at, name in table.names.items() if at < len(view.seats)}
    ended = table.result() if over else ""
    return fragments(view, looks_of(table.game), ended, names, tools_of(table))


class LivePage:
    """A page that is open: `seat` says whose it is, which can change in a workshop."""

    def __init__(self, table: SharedTable, seat: Follow, socket: WebSocket) -> None:
        self.table, self._seat, self.socket = table, seat, socket
        self.shows: DrawnMoment | None = None
        self.whole = True  # whether the page gets all parts
        self.changed = asyncio.Event()
        self._actions: deque[float] = deque(maxlen=MOST_ACTIONS)
        self._thought: asyncio.Task[None] | None = None
        self._told = -1  # lines about what happened beside the game that the page has shown

    async def run(self) -> None:
        """Send changes and hear answers until the page is closed, or takes nothing any more."""
        try:
            await self.socket.accept()
        except (WebSocketDisconnect, RuntimeError, OSError):
            return
        loop = asyncio.get_running_loop()
        forget = self.table.listen(lambda: loop.call_soon_threadsafe(self.changed.set))
        self.table.arrive(self._seat())
        self.changed.set()
        tasks = [asyncio.create_task(self._send_changes()), asyncio.create_task(self._hear_all())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            forget()
            if self._thought is not None:
                tasks.append(self._thought)
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                raise end

    # ------------------------------------------------------------------------ sending

    async def _send_changes(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            await self.send()

    async def send(self) -> None:
        """Send the parts that differ from what the page has."""
        before, now = self.shows, moment_of(self.table, self._seat())
        known = before.parts if before is not None and not self.whole else {}
        beats = len(before.story) if before is not None else len(now.story)
        fresh = now.story[beats:]  # none, where another game has begun
        self.shows, self.whole = now, False
        await self._say(
            {
                "parts": {
                    name: text for name, text in now.parts.items() if known.get(name) != text
                },
                "version": now.version,
                "moved": ways(fresh),
                "fresh": [place for beat in fresh for place in beat.touches],
                "mine": now.mine,
                "title": f"{'Your turn - ' if now.mine else ''}{now.title}",
                "fault": self.table.fault,
                "asking": asking_bar(self.table, self._seat()),
                "clocks": clock_data(self.table, self._seat()),
                "told": self._news(),
            }
        )

    def _news(self) -> str:
        """Return what has happened beside the game since the page was told of it last."""
        known, self._told = self._told, self.table.happenings
        fresh = max(0, self._told - known) if known >= 0 else 0
        return " ".join(one.text for one in self.table.happened[-fresh:]) if fresh else ""

    async def tell(self, text: str) -> None:
        """Say why something was not done."""
        await self._say({"refused": text})

    async def _say(self, message: Json) -> None:
        """Send a message. Raises `WebSocketDisconnect` if the page is closed or does not read."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.socket.send_json(message)
        except (RuntimeError, TimeoutError):
            raise WebSocketDisconnect(1006) from None

    # ------------------------------------------------------------------------ hearing

    async def _hear_all(self) -> None:
        while True:
            text = await self._receive()
            if self._is_too_fast():
                await self.tell("too fast: wait a moment")
                await asyncio.sleep(BREATH)
            elif len(text) > LONGEST_MESSAGE:
                await self.tell("too long: a page sends less")
            elif (said := _parsed(text)) is not None:
                await self.hear(said)

    async def _receive(self) -> str:
        """Return the next message, as nothing if it is no text. Raises `WebSocketDisconnect`."""
        try:
            message = await self.socket.receive()
        except RuntimeError:
            raise WebSocketDisconnect(1006) from None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        return message.get("text") or ""

    async def hear(self, said: Json) -> None:
        """Do what the page asks for, or say why not."""
        do = _ACTIONS.get(str(said.get("do")))
        if do is None:
            return
        try:
            await do(self, said)
        except rw.Fault as fault:
            await self.tell(str(fault))
            self.whole = True  # whatever the page shows now, it gets the whole
            self.changed.set()

    def _is_too_fast(self) -> bool:
        now = monotonic()
        if len(self._actions) == MOST_ACTIONS and now - self._actions[0] < 10:
            return True
        self._actions.append(now)
        return False

    def mine(self) -> int:
        """Return the seat of this page. Raises `Misuse` for a spectator."""
        seat = self._seat()
        if seat is None:
            raise rw.Misuse("you only watch: a player's link decides")
        return seat

    async def take(self, said: Json) -> None:
        """Take an option, and the answer behind it."""
        option, then = (_words(said.get(name)) for name in ("option", "then"))
        take_then(self.table, self.mine(), option, then, _number(said))

    async def picked(self, said: Json) -> None:
        """Choose several things."""
        ids = said.get("ids")
        names = [_words(one) for one in ids] if isinstance(ids, list) else []
        take_picked(self.table, self.mine(), names, _number(said))

    async def undo(self, _: Json) -> None:
        """Undo the last decision; what cannot be undone alone can be asked for."""
        seat = self.mine()
        try:
            self.table.undo(seat)
        except NotYours as fault:
            if not self.table.agreements.can_ask(seat, UNDO):
                raise
            await self._say({"sheet": refused_sheet(self.table, seat, fault)})

    async def hint(self, _: Json) -> None:
        """Say what a search would do; meanwhile this page and others go on."""
        self._think(partial(self.table.hint, self.mine()), "There is nothing to choose now.")

    async def why(self, said: Json) -> None:
        """Explain a move, or why the menu does not offer more."""
        asked = partial(self.table.why, self.mine(), _words(said.get("move")).strip())
        self._think(asked, "Everything in the menu is offered.")

    def _think(self, think: Callable[[], list[str]], otherwise: str) -> None:
        """Begin to find out something that can take long; one thing at a time."""
        if self._thought is not None and not self._thought.done():
            raise rw.Misuse("wait: what you asked before is not answered yet")
        self._thought = asyncio.create_task(self._answer(think, otherwise))

    async def _answer(self, think: Callable[[], list[str]], otherwise: str) -> None:
        loop = asyncio.get_running_loop()
        try:
            lines = await loop.run_in_executor(_thinkers, think)
            await self._say({"notes": lines or [otherwise]})
        except rw.Fault as fault:
            await self.tell(str(fault))

    async def log(self, _: Json) -> None:
        """Show the whole story."""
        told = "".join(f"<p>{esc(_said(beat))}</p>" for beat in self.table.view(self._seat()).story)
        await self._say({"sheet": f"<h2>What has happened</h2>{told}"})

    async def again(self, _: Json) -> None:
        """Begin another game."""
        self.mine()
        self.table.again()

    async def call(self, said: Json) -> None:
        """Give this player a name."""
        self.table.call(self.mine(), _words(said.get("name")))

    async def passes(self, said: Json) -> None:
        """Say whether answers that decide nothing are given for this player."""
        self.table.pass_for(self.mine(), bool(said.get("given")))

    async def agree(self, said: Json) -> None:
        """Agree that a bot plays for somebody who has left."""
        self.table.agree(self.mine(), _number(said, "seat"))

    async def back(self, _: Json) -> None:
        """Take one's seat back from a bot."""
        self.table.return_to(self.mine())

    async def more(self, _: Json) -> None:
        """Show what else a player can do."""
        await self._say({"sheet": more_sheet(self.table, self._seat())})

    async def resign(self, said: Json) -> None:
        """Let a bot play on for this player, once they are sure."""
        seat = self.mine()
        if said.get("sure") is True:
            self.table.resign(seat)
        else:
            await self._say({"sheet": sure_sheet(self.table)})

    async def ask(self, said: Json) -> None:
        """Ask all others for a draw, or to take back a decision."""
        self.table.agreements.ask(self.mine(), _words(said.get("what")))

    async def answer(self, said: Json) -> None:
        """Answer what somebody else asks."""
        self.table.agreements.answer(self.mine(), _number(said, "number"), said.get("yes") is True)

    async def withdraw(self, said: Json) -> None:
        """Ask no more."""
        self.table.agreements.withdraw(self.mine(), _number(said, "number"))


_ACTIONS = {
    "take": LivePage.take,
    "picked": LivePage.picked,
    "undo": LivePage.undo,
    "hint": LivePage.hint,
    "why": LivePage.why,
    "log": LivePage.log,
    "again": LivePage.again,
    "call": LivePage.call,
    "passes": LivePage.passes,
    "agree": LivePage.agree,
    "back": LivePage.back,
    "resign": LivePage.resign,
    "ask": LivePage.ask,
    "answer": LivePage.answer,
    "withdraw": LivePage.withdraw,
    "more": LivePage.more,
}
"""What a page can ask for, by the word `do` of its message."""


def ways(beats: tuple[StoryBeat, ...]) -> list[tuple[str, str]]:
    """List the movements that beats tell of, as pairs of places."""
    return [way for beat in beats[-MOST_WAYS:] for way in pairwise(beat.touches)]


def _said(beat: StoryBeat) -> str:
    said = "".join(one if isinstance(one, str) else str(one.get("say", "")) for one in beat.text)
    return f"{said} {beat.upkeep}".strip()


def _parsed(text: str) -> Json | None:
    """Return what a page has sent; None if that is no message."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _words(said: object) -> str:
    """Return what was said as a text that can be sent on: JSON can hold halves of a letter."""
    return str(said or "")[:LONGEST_ID].encode("utf-8", "ignore").decode()


def _number(said: Json, name: str = "version") -> int:
    found = said.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) else -1
