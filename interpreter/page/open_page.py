"""One open page: the picture to point at, the question and its options, the story, and commands.

Takes a table and a place; shows what the view of that seat contains, and nothing else. Texts of a
game are escaped by the picture, and are plain text to the page.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from time import monotonic

from nicegui import run, ui
from nicegui.events import KeyEventArguments

import interpreter as rw
from interpreter.page.pointing import Pointing, label
from interpreter.page.shared_table import LinkTarget, SharedTable
from interpreter.present.model.parts import StoryBeat
from interpreter.present.picture.picture import pointed

LOOK = 0.1  # seconds between two looks at whether a bot is to decide
SELDOM = 3.0  # seconds between two looks at a table that tells of changes by itself
INK = "#1c5a8f"  # of buttons: dark enough to be read on white
MOST_WAYS = 6  # beats of which it is shown what moved
STORY = 40  # the last beats that are shown
WIDE, NARROW, PHONE = (
    980,
    390,
    640,
)  # widths of the picture, and of the window below which it is narrow
MOST_ACTIONS = 100  # within ten seconds from one page; no person is as quick
HEAD = """
<style>
.table-picture svg{max-width:100%;height:auto}
.story{max-height:34vh;overflow-y:auto}
.open{cursor:pointer}
.open>rect:first-of-type,.open>circle:first-of-type,.open>polygon:first-of-type,
.open>g>rect:first-of-type,.open>g>circle:first-of-type{stroke:#d55e00;stroke-width:3.5}
.open>text{text-decoration:underline}
.picked>rect:first-of-type,.picked>circle:first-of-type,.picked>polygon:first-of-type,
.picked>g>rect:first-of-type,.picked>g>circle:first-of-type{stroke:#0072b2;stroke-width:6}
.body--dark .q-btn--flat,.body--dark .q-btn--outline{--q-primary:#8cc4f0}
.body--dark a{color:#8cc4f0}
.lit,.told:hover{filter:drop-shadow(0 0 4px #e69f00)}
[data-place]:focus-visible{outline:3px solid #0072b2}
.moved{animation:moved 1.2s ease-out}
@keyframes moved{from{opacity:.15}to{opacity:1}}
.travels{position:fixed;z-index:9;pointer-events:none;filter:drop-shadow(0 2px 4px #0008)}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
</style>
<script>
document.documentElement.lang='en';
function placeOf(event){const at=event.target.closest&&event.target.closest('.open,.picked');
  return at&&at.dataset.place}
document.addEventListener('click',event=>{const place=placeOf(event);
  if(place)emitEvent('pointed',place)});
document.addEventListener('keydown',event=>{if(event.key!=='Enter'&&event.key!==' ')return;
  const place=placeOf(event);if(place){event.preventDefault();emitEvent('pointed',place)}});
const partOf=place=>document.querySelector('svg [data-place="'+CSS.escape(place)+'"]');
function travel(ways){  // what moved goes from where it was to where it is, all at once
  if(matchMedia('(prefers-reduced-motion: reduce)').matches)return;
  setTimeout(()=>{for(const [from,to] of ways){
    const begin=partOf(from),end=partOf(to);if(!begin||!end)continue;
    const a=begin.getBoundingClientRect(),b=end.getBoundingClientRect(),box=end.getBBox();
    if(!b.width||b.width>MOST)continue;
    const moving=document.createElementNS('http://www.w3.org/2000/svg','svg');
    moving.setAttribute('viewBox',[box.x,box.y,box.width,box.height].join(' '));
    moving.setAttribute('aria-hidden','true');moving.classList.add('travels');
    const copy=end.cloneNode(true);
    for(const one of [copy,...copy.querySelectorAll('[data-place]')])
      one.removeAttribute('data-place');
    moving.append(copy);
    for(const side of ['left','top','width','height'])moving.style[side]=b[side]+'px';
    document.body.append(moving);
    const dx=a.left+a.width/2-b.left-b.width/2,dy=a.top+a.height/2-b.top-b.height/2;
    moving.animate([{transform:`translate(${dx}px,${dy}px)`},{transform:'none'}],
      {duration:600,easing:'ease-in-out'}).onfinish=()=>moving.remove();
  }},40)}
const MOST=260;  // pixels: what is wider is a whole hand, and stays
for(const [kind,on] of [['mouseover',true],['mouseout',false],['focusin',true],['focusout',false]])
  document.addEventListener(kind,event=>{
    const line=event.target.closest&&event.target.closest('[data-touches]');if(!line)return;
    for(const place of line.dataset.touches.split(' '))
      for(const part of document.querySelectorAll('[data-place="'+CSS.escape(place)+'"]'))
        part.classList.toggle('lit',on)});
</script>
"""


class Page:
    """One browser page of one seat or spectator."""

    def __init__(self, table: SharedTable, place: LinkTarget) -> None:
        self.table, self.seat = table, place.seat
        self.seen = -1
        self.beats = -1  # how much of the story was told before
        self.notes: list[str] = []
        self.pointing = Pointing()
        self.width = WIDE
        self._actions: deque[float] = deque(maxlen=MOST_ACTIONS)

    def build(self) -> None:
        """Build the page; it is filled again whenever the table changes."""
        ui.add_head_html(HEAD)
        ui.colors(primary=INK)
        with ui.row().classes("w-full items-start"):
            with ui.column().classes("grow").style("flex-basis:60%;min-width:min(100%,480px)"):
                self.drawn = ui.html("", sanitize=False).classes("table-picture w-full")
            with ui.column().style("flex:1 1 320px;min-width:min(100%,300px)"):
                ui.label(self.table.game.title).classes("text-sm").props(
                    'role="heading" aria-level="1"'
                )
                self.asked = ui.label().classes("text-lg").props('role="status"')
                self.told = ui.column().classes("gap-1").props('role="log" aria-live="polite"')
                self.choices = ui.column().classes("gap-1 w-full")
                if self.seat is not None:
                    self._commands()
                with ui.row().classes("items-center"):
                    ui.label("What has happened").classes("text-sm font-bold")
                    ui.button("All of it", on_click=self.show_log).props("flat dense no-caps")
                self.story = ui.column().classes("story gap-0 w-full").props('tabindex="0"')
        ui.keyboard(on_key=self.typed)
        ui.on("pointed", lambda event: self.point(event.args))
        ui.on("narrow", lambda event: self._narrow(bool(event.args)))
        loop, client = asyncio.get_running_loop(), ui.context.client

        def followed() -> None:
            with client:
                self.follow()

        client.on_delete(self.table.listen(lambda: loop.call_soon_threadsafe(followed)))
        ui.timer(SELDOM, self.follow)
        self.fill()
        ui.run_javascript(f"emitEvent('narrow',innerWidth<{PHONE})")

    def _commands(self) -> None:
        with ui.row().classes("items-center gap-1"):
            self.hint = ui.button("Hint", on_click=self.show_hint).props("flat dense no-caps")
            ui.button("Undo", on_click=self.undo).props("flat dense no-caps")
            self.move = ui.input("Why not …?").props("dense").style("width:10em")
            self.move.on("keydown.enter", self.show_why)
            ui.button("Why", on_click=self.show_why).props("flat dense no-caps")
        self.others = ui.row().classes("gap-1")

    # ------------------------------------------------------------------------ showing

    def _narrow(self, narrow: bool) -> None:
        width = NARROW if narrow else WIDE
        if width != self.width:
            self.width = width
            self.fill()

    def follow(self) -> None:
        """Fill the page again if the table has changed."""
        if self.table.version != self.seen:
            self.notes.clear()
            self.fill()

    def fill(self) -> None:
        """Show what this seat sees now."""
        table = self.table
        version, view, options = table.moment(self.seat)
        if version != self.seen:
            self.pointing = Pointing(options)
        self.seen = version
        self.drawn.set_content(pointed(view, self.width, self._marks(view)))
        self.asked.set_text(self._moment(view))
        self.told.clear()
        with self.told:
            for note in [table.fault, *self.notes]:
                if note:
                    ui.label(note)
        self._fill_choices(options)
        if self.seat is not None:
            self.hint.set_visibility(len(options) > 1)
            self._fill_others(view)
        self.story.clear()
        with self.story:
            for beat in reversed(view.story[-STORY:]):
                _line(beat)
        ways = self._ways(view)
        if ways:
            ui.run_javascript(f"travel({json.dumps(ways)})")
        self.beats = len(view.story)
        mine = "Your turn - " if options else ""
        ui.run_javascript(f"document.title={json.dumps(mine + view.title)}")

    def _marks(self, view: rw.View) -> dict[str, str]:
        """Map places to their marks: just changed, selectable, or selected."""
        fresh = view.story[self.beats :] if self.beats >= 0 else ()
        marks = {place: "moved" for beat in fresh for place in beat.touches}
        marks |= dict.fromkeys(self.pointing.open, "open")
        return marks | dict.fromkeys(self.pointing.picked, "picked")

    def _ways(self, view: rw.View) -> list[tuple[str, str]]:
        """List the movements since the page was last filled, as pairs of places."""
        fresh = view.story[self.beats :] if self.beats >= 0 else ()
        return [way for beat in fresh[-MOST_WAYS:] for way in pairwise(beat.touches)]

    def _moment(self, view: rw.View) -> str:
        if view.now.over:
            return self.table.state.result.words
        if view.asked is not None:
            return view.asked.say
        names = {seat.seat: seat.called or seat.say for seat in view.seats}
        who = " and ".join(names[one] for one in view.now.deciding if one in names)
        return f"{who} decides ..." if who else ""

    def _fill_choices(self, options: tuple[rw.Option, ...]) -> None:
        self.choices.clear()
        left = set(self.pointing.left)
        with self.choices:
            for number, option in enumerate(options, 1):
                if option in left:
                    ui.button(
                        label(number, option), on_click=lambda one=option: self.take(one.id)
                    ).props("no-caps align=left outline").classes("w-full")
            if self.pointing.picked:
                ui.button("Show all", on_click=self.forget).props("flat dense no-caps")

    def _fill_others(self, view: rw.View) -> None:
        """Offer bots for people who have left, and the return of one's own seat."""
        table, mine = self.table, self.seat
        assert mine is not None
        self.others.clear()
        with self.others:
            if table.seats[mine] != "human":
                ui.button("Play for myself again", on_click=lambda: table.return_to(mine)).props(
                    "dense no-caps"
                )
                return
            for other in table.people():
                if other == mine or table.seats[other] != "human" or view.now.over:
                    continue
                agreed = len(table.agreed.get(other, ()))
                told = f" ({agreed} agreed)" if agreed else ""
                ui.button(
                    f"Let a bot play for {view.seats[other].say}{told}",
                    on_click=lambda one=other: self.tried(lambda: table.agree(mine, one)),
                ).props("flat dense no-caps size=sm")

    # ------------------------------------------------------------------------ doing

    def tried(self, do: Callable[[], None]) -> None:
        """Run an action at the table; show why if it is refused."""
        now = monotonic()
        if len(self._actions) == MOST_ACTIONS and now - self._actions[0] < 10:
            self.notes = ["too fast: wait a moment"]
            return
        self._actions.append(now)
        try:
            do()
            self.notes.clear()
        except rw.Misuse as fault:
            self.notes = [str(fault)]
        self.fill()

    def take(self, option: str) -> None:
        """Take an option of this seat."""
        self.tried(lambda: self.table.take(self.seat, option, self.seen))

    def point(self, place: object) -> None:
        """Select a place of the picture, and take the option that this completes, if any."""
        meant = self.pointing.point(place) if isinstance(place, str) else None
        if meant is not None:
            self.take(meant.id)
        else:
            self.fill()

    def forget(self) -> None:
        """Clear the selection."""
        self.pointing.forget()
        self.fill()

    def undo(self) -> None:
        """Undo the last decision, if that is allowed."""
        self.tried(lambda: self.table.undo(self.seat))

    def typed(self, event: KeyEventArguments) -> None:
        """Handle keys: 1 to 9 take an option, Escape clears the selection."""
        key = event.key.number
        options = self.table.options(self.seat)
        if event.action.keydown and event.key.escape:
            self.forget()
        elif event.action.keydown and key is not None and 1 <= key <= min(9, len(options)):
            self.take(options[key - 1].id)

    async def show_hint(self) -> None:
        """Show what a search would do."""
        if self.seat is not None:
            self.notes = await run.io_bound(self.table.hint, self.seat) or []
            self.fill()

    async def show_why(self) -> None:
        """Explain a move; without one, why things of the menu are not offered."""
        move = str(self.move.value or "").strip()
        self.notes = await run.io_bound(_told_why, self.table, self.seat, move) or []
        self.fill()

    def show_log(self) -> None:
        """Show the whole story."""
        with ui.dialog() as dialog, ui.card():
            with ui.column().classes("gap-0"):
                for beat in self.table.view(self.seat).story:
                    _line(beat)
            ui.button("Close", on_click=dialog.close)
        dialog.value = True


def _told_why(table: SharedTable, seat: int | None, move: str) -> list[str]:
    try:
        return table.why(seat, move) or ["everything in the menu is offered"]
    except rw.Misuse as fault:
        return [str(fault)]


def _line(beat: StoryBeat) -> None:
    """Write a line of the story, which highlights its places while it is hovered."""
    said = "".join(
        part if isinstance(part, str) else str(part.get("say", "")) for part in beat.text
    )
    line = ui.label(said).classes("text-sm")
    if beat.touches:
        line.classes("told").props(f'data-touches="{" ".join(beat.touches)}"')
