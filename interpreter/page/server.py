"""The pages of a server: each link shows a table as its seat sees it, the host's shows all links.

Takes a `Hall`; serves it until it is stopped. Only its own pages are served: requests that come
from other sites are refused.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from functools import partial
from secrets import compare_digest

from fastapi import HTTPException, Request, WebSocket
from fastapi.responses import HTMLResponse
from nicegui import app, background_tasks, run, ui

from interpreter.page.guard import Guard
from interpreter.page.hall import Full, Hall
from interpreter.page.kept_drafts import KeptDrafts
from interpreter.page.live_page import LivePage, whole_page
from interpreter.page.shared_table import SharedTable
from interpreter.page.sitting_room import SittingRoom
from interpreter.page.workshop import Workshop

LOOK = 0.1  # seconds between two looks whether a bot is to play
PAUSE = 0.35  # seconds between what two bots do, so that people can follow
TICK = 0.25  # seconds between two looks at the clocks
SELDOM_SWEPT = (20_000, 10, 500)
"""When Python looks for unused objects. As it is set by itself, it looks through all pages of all
tables every few seconds, and everybody waits for half a second."""
SOON = 0.02  # seconds between two looks whether the server listens
ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # where a server is reached that listens everywhere
LARGEST = 2_000_000  # bytes of a message that is received
LOCAL = ("127.0.0.1", "localhost", "::1")


def serve(hall: Hall, host: str, port: int, base: str, ready: Callable[[], object]) -> None:
    """Serve the tables until Ctrl-C; `base` is the beginning of all links.

    `ready` is called as soon as links can be opened.
    """

    @app.get("/t/{secret}")
    def page(secret: str, request: Request) -> HTMLResponse:
        found = hall.place(secret)
        if found is None:
            raise HTTPException(404, "There is no table here: ask for your link again.")
        table, place = found
        return HTMLResponse(whole_page(table, place.seat, request.scope["nonce"]))

    @app.websocket("/t/{secret}/live")
    async def live(secret: str, socket: WebSocket) -> None:
        found = hall.place(secret)
        if found is None:
            await socket.close(4404)
            return
        table, place = found
        await LivePage(table, lambda: place.seat, socket).run()

    @ui.page("/host/{secret}")
    def links(secret: str) -> None:
        if not hall.is_host(secret):
            raise HTTPException(404, "There is nothing here: the server printed the host's link.")
        HostPage(hall, base).build()

    @ui.page("/")
    def front() -> None:
        ui.label("Open the link of your seat.")

    app.add_middleware(Guard, hosts=LOCAL if host in LOCAL else ())
    app.on_startup(lambda: background_tasks.create(_play_bots(hall), name="bots"))
    app.on_startup(lambda: background_tasks.create(_run_clocks(hall), name="clocks"))
    app.on_shutdown(hall.rest)
    _run(host, port, next(iter(hall)).game.title, ready)


async def _play_bots(hall: Hall) -> None:
    """Let bots play at all tables; none waits for a bot of another table."""
    moving: set[SharedTable] = set()

    async def move(table: SharedTable) -> None:
        if await run.io_bound(table.step):
            await asyncio.sleep(PAUSE)
        moving.discard(table)  # what fails is told once: the table stands, others go on

    while _goes_on():
        for table in hall:
            if table not in moving and table.goes_on():
                moving.add(table)
                background_tasks.create(move(table), name="bot")
        await asyncio.sleep(LOOK)


async def _run_clocks(hall: Hall) -> None:
    """Notice whose time runs out, at all tables."""
    while _goes_on():
        if any(table.clocks is not None for table in hall):
            await run.io_bound(hall.tick)
        await asyncio.sleep(TICK)


def _goes_on() -> bool:
    """Whether the server is not ending: a loop that waits for threads is not told otherwise."""
    return not (app.is_stopping or app.is_stopped)


def _run(host: str, port: int, title: str, ready: Callable[[], object]) -> None:
    gc.set_threshold(*SELDOM_SWEPT)
    app.on_startup(lambda: background_tasks.create(_tell_when_heard(host, port, ready)))
    ui.run(
        host=host,
        port=port,
        title=title,
        show=False,
        reload=False,
        show_welcome_message=False,
        dark=None,
        uvicorn_logging_level="warning",
        ws_max_size=LARGEST,
    )


async def _tell_when_heard(host: str, port: int, ready: Callable[[], object]) -> None:
    """Call `ready` once the server listens."""
    at = ANY.get(host, host)
    while _goes_on():
        try:
            _, writer = await asyncio.open_connection(at, port)
        except OSError:
            await asyncio.sleep(SOON)
            continue
        writer.close()
        ready()
        return


def serve_workshop(
    workshop: Workshop,
    secret: str,
    host: str,
    port: int,
    tell: Callable[[str], object],
    ready: Callable[[], object],
) -> None:
    """Serve the workshop of a game until Ctrl-C, to this machine only.

    What is unsaved then is kept, and a message says where.
    """
    from interpreter.page.workshop_page import WorkshopPage

    kept = KeptDrafts(workshop.files)

    @ui.page("/edit/{given}")
    def page(given: str) -> None:
        if not compare_digest(given.encode(), secret.encode()):
            raise HTTPException(404, "There is nothing here: the server printed the link.")
        WorkshopPage(workshop, kept, f"/edit/{secret}/table").build()

    @app.get("/edit/{given}/table")
    def table(given: str, request: Request) -> HTMLResponse:
        if not compare_digest(given.encode(), secret.encode()):
            raise HTTPException(404, "There is nothing here: the server printed the link.")
        return HTMLResponse(whole_page(workshop.table, decides(), request.scope["nonce"]))

    @app.websocket("/edit/{given}/table/live")
    async def live(given: str, socket: WebSocket) -> None:
        if not compare_digest(given.encode(), secret.encode()):
            await socket.close(4404)
            return
        await LivePage(workshop.table, decides, socket).run()

    def decides() -> int:
        """Return the seat that decides: in a workshop, one person plays all of them."""
        state = workshop.table.state
        return 0 if state.over else state.actor

    async def play_bots() -> None:
        while _goes_on():
            moved = await run.io_bound(workshop.table.step)
            await asyncio.sleep(PAUSE if moved else LOOK)

    app.add_middleware(Guard, hosts=LOCAL)
    app.on_startup(lambda: background_tasks.create(play_bots(), name="bots"))
    app.on_shutdown(partial(_keep_drafts, kept, tell))
    _run(host, port, workshop.table.game.title, ready)


def _keep_drafts(kept: KeptDrafts, tell: Callable[[str], object]) -> None:
    """Keep what is unsaved, and say where."""
    try:
        many = kept.write()
    except OSError as fault:
        tell(f"what is not saved could not be kept: {fault}")
        return
    if many:
        files = "1 file has" if many == 1 else f"{many} files have"
        tell(
            f"{files} unsaved changes: they are kept in {kept.path}, and the workshop offers"
            " them when you open it again"
        )


def serve_sitting(
    room: SittingRoom, secret: str, host: str, port: int, ready: Callable[[], object]
) -> None:
    """Serve a sitting until Ctrl-C: whoever has the link takes part."""
    from interpreter.page.sitting_page import SittingPage

    @ui.page("/bot/{given}")
    def page(given: str) -> None:
        if not compare_digest(given.encode(), secret.encode()):
            raise HTTPException(404, "There is nothing here: the server printed the link.")
        SittingPage(room).build()

    app.add_middleware(Guard, hosts=LOCAL if host in LOCAL else ())
    _run(host, port, room.sitting.opening.title, ready)


class HostPage:
    """The links of all seats at all tables, each with a QR code."""

    def __init__(self, hall: Hall, base: str) -> None:
        self.hall, self.base = hall, base

    def build(self) -> None:
        """Build the page, with a button that opens another table."""
        ui.label(next(iter(self.hall)).game.title).classes("text-xl").props(
            'role="heading" aria-level="1"'
        )
        ui.label("Each link is a seat: whoever holds it sees its hand. Give each to one person.")
        self.shown = ui.column().classes("w-full")
        self.told = ui.label().props('role="status"')
        ui.button("Open another table", on_click=self.open).props("no-caps")
        self.fill()

    def open(self) -> None:
        """Open another table, if there is room for it."""
        try:
            self.hall.open_another()
        except Full as fault:
            self.told.set_text(str(fault).capitalize() + ".")
        self.fill()

    def fill(self) -> None:
        """Show the links of all tables."""
        self.shown.clear()
        with self.shown:
            for number, table in enumerate(self.hall, 1):
                ui.label(f"Table {number}").classes("text-lg")
                with ui.row():
                    for name, link in links_of(table, self.base):
                        with ui.column().classes("items-center"):
                            ui.html(code_of(link), sanitize=False)
                            ui.link(name, link)


def links_of(table: SharedTable, base: str) -> list[tuple[str, str]]:
    """List the links of a table with their labels: the seats of people, and spectators."""
    names = table.state.seats
    found = [(names[at].capitalize(), base + table.link_of(at)) for at in table.people()]
    return [*found, ("Watch", base + table.link_of(None))]


def code_of(link: str) -> str:
    """Render a link as a QR code in SVG."""
    import segno

    made: str = segno.make(link).svg_inline(scale=3, border=2, light="#fff", dark="#000")
    return made
