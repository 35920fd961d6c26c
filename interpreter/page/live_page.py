"""One open page of a table: sends what has changed, and hears what its reader answers.

Takes a table and a seat; speaks JSON over a websocket. The page itself is drawn by
`present/page`, which knows no server; `live.js` is its host in the browser.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from time import monotonic

from fastapi import WebSocket, WebSocketDisconnect

import interpreter as rw
from interpreter.diagnostics.json_data import Json
from interpreter.load.resources import read_packaged
from interpreter.page.answering import take_picked, take_then
from interpreter.page.shared_table import SharedTable
from interpreter.present.model.parts import StoryBeat, View
from interpreter.present.page.appearance import Wardrobe, wardrobe
from interpreter.present.page.markup import esc
from interpreter.present.page.table import fragments, page

MOST_ACTIONS = 30  # answers of one page in ten seconds
MOST_WAYS = 12  # movements that are shown at once
LONGEST_MESSAGE = 20_000  # letters of what a page sends
LONGEST_ID = 2_000

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


def drawn(table: SharedTable, view: View) -> dict[str, str]:
    """Draw a view of a table, with the names that people gave themselves."""
    over = view.now.over
    names = {view.seats[at].seat: name for at, name in table.names.items() if at < len(view.seats)}
    ended = table.state.result.words if over else ""
    return fragments(view, looks_of(table.game), ended, names)


class LivePage:
    """A page that is open: `seat` says whose it is, which can change in a workshop."""

    def __init__(self, table: SharedTable, seat: Follow, socket: WebSocket) -> None:
        self.table, self._seat, self.socket = table, seat, socket
        self.sent: dict[str, str] = {}
        self.version = -1
        self.beats = -1
        self.changed = asyncio.Event()
        self._actions: deque[float] = deque(maxlen=MOST_ACTIONS)

    async def run(self) -> None:
        """Send changes and hear answers until the page is closed."""
        await self.socket.accept()
        loop = asyncio.get_running_loop()
        forget = self.table.listen(lambda: loop.call_soon_threadsafe(self.changed.set))
        self.changed.set()
        sending = asyncio.create_task(self._send_changes())
        try:
            while True:
                text = await self.socket.receive_text()
                if len(text) > LONGEST_MESSAGE:
                    await self.tell("too long: a page sends less")
                    continue
                with contextlib.suppress(ValueError):
                    said = json.loads(text)
                    if isinstance(said, dict):
                        await self.hear(said)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            forget()
            sending.cancel()

    # ------------------------------------------------------------------------ sending

    async def _send_changes(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self.send()

    async def send(self) -> None:
        """Send the parts that differ from what the page has."""
        seat = self._seat()
        version, view, _ = self.table.moment(seat)
        parts = drawn(self.table, view)
        differing = {name: text for name, text in parts.items() if self.sent.get(name) != text}
        fresh = view.story[self.beats :] if 0 <= self.beats <= len(view.story) else ()
        self.sent, self.version, self.beats = parts, version, len(view.story)
        mine = view.asked is not None
        await self.socket.send_json(
            {
                "parts": differing,
                "version": version,
                "moved": ways(fresh),
                "fresh": [place for beat in fresh for place in beat.touches],
                "mine": mine,
                "title": f"{'Your turn - ' if mine else ''}{view.title}",
                "fault": self.table.fault,
            }
        )

    async def tell(self, text: str) -> None:
        """Say why something was not done."""
        await self.socket.send_json({"refused": text})

    # ------------------------------------------------------------------------ hearing

    async def hear(self, said: Json) -> None:
        """Do what the page asks for, or say why not."""
        if self._is_too_fast():
            await self.tell("too fast: wait a moment")
            return
        do = _ACTIONS.get(str(said.get("do")))
        if do is None:
            return
        try:
            await do(self, said)
        except rw.Misuse as fault:
            await self.tell(str(fault))
            self.sent = {}  # whatever the page shows now, it gets the whole
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
        option, then = (str(said.get(name) or "")[:LONGEST_ID] for name in ("option", "then"))
        take_then(self.table, self.mine(), option, then, _number(said))

    async def picked(self, said: Json) -> None:
        """Choose several things."""
        ids = said.get("ids")
        names = [str(one)[:LONGEST_ID] for one in ids] if isinstance(ids, list) else []
        take_picked(self.table, self.mine(), names, _number(said))

    async def undo(self, _: Json) -> None:
        """Undo the last decision."""
        self.table.undo(self.mine())

    async def hint(self, _: Json) -> None:
        """Say what a search would do; meanwhile other pages go on."""
        lines = await asyncio.to_thread(self.table.hint, self.mine())
        await self.socket.send_json({"notes": lines or ["There is nothing to choose now."]})

    async def why(self, said: Json) -> None:
        """Explain a move, or why the menu does not offer more."""
        move = str(said.get("move") or "").strip()
        lines = await asyncio.to_thread(self.table.why, self.mine(), move)
        await self.socket.send_json({"notes": lines or ["Everything in the menu is offered."]})

    async def log(self, _: Json) -> None:
        """Show the whole story."""
        told = "".join(f"<p>{esc(_said(beat))}</p>" for beat in self.table.view(self._seat()).story)
        await self.socket.send_json({"sheet": f"<h2>What has happened</h2>{told}"})

    async def again(self, _: Json) -> None:
        """Begin another game."""
        self.mine()
        self.table.again()

    async def call(self, said: Json) -> None:
        """Give this player a name."""
        self.table.call(self.mine(), str(said.get("name") or "")[:LONGEST_ID])

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
        """Show what else a player can do: a name, passing, and bots for those who have left."""
        await self.socket.send_json({"sheet": self._more()})

    def _more(self) -> str:
        table, seat = self.table, self._seat()
        if seat is None:
            return "<h2>You only watch</h2>"
        name = esc(table.names.get(seat, ""))
        checked = " checked" if seat in table.passing else ""
        made = (
            "<h2>You</h2><p><label>Your name, which all see: "
            f'<input id="called" maxlength="24" value="{name}"></label></p>'
            f'<p><label><input type="checkbox" id="passes"{checked}> Answer for me where there is'
            " only one answer, and it decides nothing</label></p>"
            '<p><label><input type="checkbox" id="notify"> Tell me when it is my turn</label></p>'
        )
        if table.seats[seat] != "human":
            made += '<p><button class="tool" data-send=\'{"do":"back"}\'>Play for myself again'
            return made + "</button></p>"
        view = table.view(seat)
        for other in table.people():
            if other == seat or table.seats[other] != "human" or view.now.over:
                continue
            agreed = len(table.agreed.get(other, ()))
            told = f" ({agreed} agreed)" if agreed else ""
            made += (
                f'<p><button class="tool" data-send=\'{{"do":"agree","seat":{other}}}\'>Let a bot'
                f" play for {esc(view.seats[other].say)}{told}</button></p>"
            )
        return made


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
    "more": LivePage.more,
}
"""What a page can ask for, by the word `do` of its message."""


def ways(beats: tuple[StoryBeat, ...]) -> list[tuple[str, str]]:
    """List the movements that beats tell of, as pairs of places."""
    return [way for beat in beats[-MOST_WAYS:] for way in pairwise(beat.touches)]


def _said(beat: StoryBeat) -> str:
    return "".join(one if isinstance(one, str) else str(one.get("say", "")) for one in beat.text)


def _number(said: Json, name: str = "version") -> int:
    found = said.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) else -1
