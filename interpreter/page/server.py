"""The pages of a table: a picture, the story, what can be chosen, for whoever holds the link.

Takes a `Table`; serves it until it is stopped. Everything that a page shows comes from the view of
its seat; texts of a game are escaped by the picture, and are text to the page.
"""

from __future__ import annotations

import json
from typing import Any

from fastapi import HTTPException
from nicegui import app, background_tasks, run, ui

import interpreter as rw
from interpreter.page.table import Place, Table
from interpreter.present.model.parts import Told
from interpreter.present.picture.picture import picture

LOOK = 0.25  # seconds between two looks at whether the table has changed
PAUSE = 0.35  # seconds between what two bots do, so that people can follow
STORY = 40  # the last beats that are shown
WIDTH = 980
STYLE = """
<style>
.table-picture svg{max-width:100%;height:auto}
.story{max-height:34vh;overflow-y:auto}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
</style>
"""


def serve(table: Table, host: str, port: int) -> None:
    """Serve a table until Ctrl-C."""

    @ui.page("/t/{secret}")
    def page(secret: str) -> None:
        place = table.place(secret)
        if place is None:
            raise HTTPException(404, "There is no table here: ask for your link again.")
        Page(table, place).build()

    @ui.page("/")
    def front() -> None:
        ui.label("Open the link of your seat.")

    async def play_bots() -> None:
        while True:
            moved = await run.io_bound(table.step)
            await _sleep(PAUSE if moved else LOOK)

    app.on_startup(lambda: background_tasks.create(play_bots(), name="bots"))
    ui.run(
        host=host,
        port=port,
        title=table.game.title,
        show=False,
        reload=False,
        show_welcome_message=False,
        dark=None,
        uvicorn_logging_level="warning",
    )


async def _sleep(seconds: float) -> None:
    import asyncio

    await asyncio.sleep(seconds)


class Page:
    """One open page of one place."""

    def __init__(self, table: Table, place: Place) -> None:
        self.table, self.seat = table, place.seat
        self.seen = -1
        self.notes: list[str] = []

    def build(self) -> None:
        """Lay the page out; it is filled anew whenever the table changes."""
        ui.add_head_html(STYLE)
        with ui.row().classes("w-full items-start"):
            with ui.column().classes("grow").style("flex-basis:60%;min-width:min(100%,480px)"):
                self.drawn = ui.html("", sanitize=False).classes("table-picture w-full")
            with ui.column().style("flex:1 1 320px;min-width:min(100%,300px)"):
                self.asked = ui.label().classes("text-lg").props('role="status"')
                self.told = ui.column().classes("gap-1")
                self.choices = ui.column().classes("gap-1 w-full")
                self.hint = ui.button("Hint", on_click=self.show_hint).props("flat dense")
                ui.label("What has happened").classes("text-sm font-bold")
                self.story = ui.column().classes("story gap-0 w-full")
        ui.keyboard(on_key=self.typed)
        ui.timer(LOOK, self.follow)
        self.fill()

    def follow(self) -> None:
        """Fill the page anew if something has happened."""
        if self.table.version != self.seen:
            self.notes.clear()
            self.fill()

    def fill(self) -> None:
        """Show what this seat sees now."""
        table = self.table
        self.seen = table.version
        view, options = table.view(self.seat), table.options(self.seat)
        self.drawn.set_content(picture(view, WIDTH))
        self.asked.set_text(self._moment(view))
        self.hint.set_visibility(len(options) > 1)
        self.told.clear()
        with self.told:
            for note in [table.fault, *self.notes]:
                if note:
                    ui.label(note)
        self.choices.clear()
        with self.choices:
            for number, option in enumerate(options, 1):
                ui.button(
                    self._label(number, option), on_click=lambda one=option: self.take(one.id)
                ).props("no-caps align=left outline").classes("w-full")
        self.story.clear()
        with self.story:
            for beat in reversed(view.story[-STORY:]):
                ui.label(_said(beat)).classes("text-sm")
        mine = "Your turn - " if options else ""
        ui.run_javascript(f"document.title={json.dumps(mine + view.title)}")

    def _moment(self, view: rw.View) -> str:
        if view.now.over:
            return self.table.state.result.words
        if view.asked is not None:
            return view.asked.say
        names = {seat.seat: seat.called or seat.say for seat in view.seats}
        who = " and ".join(names[one] for one in view.now.deciding if one in names)
        return f"{who} decides ..." if who else ""

    def _label(self, number: int, option: rw.Option) -> str:
        told = [f"-{many} {what}" for what, many in option.price.items()]
        told += [f"+{many} {what}" for what, many in option.gain.items()]
        more = f"  ({', '.join(told)})" if told else ""
        return f"{number}  {option.words}{more}"

    def take(self, option: str) -> None:
        """Take an option of this seat."""
        try:
            self.table.take(self.seat, option, self.seen)
            self.notes.clear()
        except rw.Misuse as fault:
            self.notes = [str(fault)]
        self.fill()

    def typed(self, event: Any) -> None:
        """Keys 1 to 9 take the option of that number."""
        key = event.key.number
        options = self.table.options(self.seat)
        if event.action.keydown and key is not None and 1 <= key <= min(9, len(options)):
            self.take(options[key - 1].id)

    async def show_hint(self) -> None:
        """Tell what a search would do."""
        if self.seat is not None:
            self.notes = await run.io_bound(self.table.hint, self.seat) or []
            self.fill()


def _said(beat: Told) -> str:
    return "".join(
        part if isinstance(part, str) else str(part.get("say", "")) for part in beat.text
    )
