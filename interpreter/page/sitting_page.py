"""The page of a sitting: the map, the question, an input line, and steps to tick off.

Takes a `SittingRoom`; on a telephone it is all in one column.
"""

from __future__ import annotations

from nicegui import run, ui

from interpreter.page.sitting_room import SittingRoom
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.what_to_say import TELL

SOON = 0.5  # seconds between two looks at what another window has done
INK = "#1c5a8f"  # of buttons: dark enough to be read on white
WIDE, NARROW, PHONE = 980, 390, 640  # of the picture, and of a window for the narrow one: pixels
STYLE = """
<style>
.table-picture svg{max-width:100%;height:auto}
.open,.picked{cursor:pointer}
.open>.ring{stroke:#ffd34d;stroke-width:7}.open:hover>.ring{stroke:#fff}
.picked>.ring{stroke:#ff5a1f;stroke-width:10}
.body--dark .q-btn--flat,.body--dark .q-btn--outline{--q-primary:#8cc4f0}
.body--dark a{color:#8cc4f0}
[data-id]:focus-visible{outline:3px solid #0072b2}
.step .q-checkbox__label{font-size:16px;white-space:normal}
.why{padding-left:2.6em;font-size:14px;color:#555}
@media(prefers-color-scheme:dark){.why{color:#bbb}}
</style>
<script>
document.documentElement.lang='en';
function placeOf(event){const at=event.target.closest&&event.target.closest('.open,.picked');
  return at&&at.dataset.id}
document.addEventListener('click',event=>{const place=placeOf(event);
  if(place)emitEvent('pointed',place)});
document.addEventListener('keydown',event=>{if(event.key!=='Enter'&&event.key!==' ')return;
  const place=placeOf(event);if(place){event.preventDefault();emitEvent('pointed',place)}});
</script>
"""


class SittingPage:
    """One browser window of a sitting."""

    def __init__(self, room: SittingRoom) -> None:
        self.room = room
        self.seen = -1
        self.width = WIDE

    def build(self) -> None:
        """Build the page; it is filled again whenever something is said."""
        ui.add_head_html(STYLE)
        ui.colors(primary=INK)
        with ui.row().classes("w-full items-start"):
            with ui.column().style("flex:1 1 340px;min-width:min(100%,320px)"):
                ui.label(self.room.sitting.opening.title).props('role="heading" aria-level="1"')
                self.asked = ui.label().classes("text-lg").props('role="status"')
                self.hints = ui.column().classes("gap-0 text-sm")
                self.answers = ui.row().classes("gap-1")
                with ui.row().classes("w-full items-center no-wrap"):
                    self.typed = ui.input("Say it").classes("grow")
                    self.typed.on("keydown.enter", self.send)
                    ui.button("Say", on_click=self.send).props("dense no-caps")
                with ui.row().classes("gap-1"):
                    self.play = ui.button("Play the turn", on_click=lambda: self.say("turn"))
                    self.play.props("dense no-caps")
                    ui.button("Help", on_click=self.help).props("dense no-caps outline")
                    undo = ui.button("Undo", on_click=lambda: self.say("undo"))
                    undo.props("dense no-caps outline")
                self.notes = ui.column().classes("gap-0").props('role="log" aria-live="polite"')
                self.steps = ui.column().classes("gap-0 w-full")
            with ui.column().classes("grow").style("flex-basis:55%;min-width:min(100%,340px)"):
                self.drawn = ui.html("", sanitize=False).classes("table-picture w-full")
        ui.on("pointed", lambda event: self.point(event.args))
        ui.on("narrow", lambda event: self._narrow(bool(event.args)))
        ui.timer(SOON, self.follow)
        self.fill()
        ui.run_javascript(f"emitEvent('narrow',innerWidth<{PHONE})")

    def _narrow(self, narrow: bool) -> None:
        self.width = NARROW if narrow else WIDE
        self.fill()

    def follow(self) -> None:
        """Fill the page again if another window has said something."""
        if self.room.version != self.seen:
            self.fill()

    # ------------------------------------------------------------------------ showing

    def fill(self) -> None:
        """Show the question, what was said, the steps and the map."""
        room = self.room
        self.seen = room.version
        try:
            asked, hints = room.sitting.asks(), room.sitting.offers()
        except NotSo as fault:
            asked, hints = fault.words, [fault.help]
        question = room.sitting.question
        answers = question.answers if question is not None else ()
        self.asked.set_text("What has happened?" if room.settable else asked)
        self.hints.clear()
        with self.hints:
            for hint in hints if len(answers) < 2 else hints[len(answers) :]:
                ui.label(hint)
        self.answers.clear()
        with self.answers:
            for answer in answers:
                ui.button(answer, on_click=lambda one=answer: self.say(one)).props(
                    "no-caps outline"
                )
        self.play.set_visibility(room.settable)
        self.notes.clear()
        with self.notes:
            for note in room.notes:
                ui.label(note)
        self._fill_steps()
        self.drawn.set_content(room.picture(self.width))

    def _fill_steps(self) -> None:
        self.steps.clear()
        with self.steps:
            for step in self.room.steps:
                if step.heading:
                    ui.label(step.heading).classes("font-bold pt-2")
                if not step.number:
                    ui.label(step.text).classes("why")
                    continue
                ui.checkbox(
                    f"{step.number}. {step.text}",
                    value=step.number in self.room.ticked,
                    on_change=lambda event, one=step.number: self.tick(one, bool(event.value)),
                ).classes("step")

    # ------------------------------------------------------------------------ doing

    async def send(self) -> None:
        """Submit the input line; an empty one accepts the proposal."""
        line = str(self.typed.value or "")
        self.typed.set_value("")
        await self.say(line)

    async def say(self, line: str) -> None:
        """Submit a line; building the game's plan may take a second."""
        await run.io_bound(self.room.say, line[:400])
        self.fill()

    def help(self) -> None:
        """Show what can be typed."""
        with ui.dialog() as dialog, ui.card():
            ui.label("Point at a place of the map to set what lies there, or say it:")
            for typed, meaning in TELL:
                ui.label(f"{typed}: {meaning}").classes("text-sm")
            ui.button("Close", on_click=dialog.close).props("no-caps")
        dialog.value = True

    def tick(self, number: int, done: bool) -> None:
        """Tick a step, or untick it."""
        self.room.tick(number, done)
        self.seen = self.room.version

    def point(self, place: object) -> None:
        """Show the pieces that can be set in a place of the map."""
        pieces = self.room.pieces(place) if isinstance(place, str) else []
        if not pieces or not isinstance(place, str):
            return
        with ui.dialog() as dialog, ui.card():
            ui.label(self.room.places()[place].title).classes("text-lg")
            shown: dict[str, ui.label] = {}
            for piece in pieces:
                with ui.row().classes("items-center no-wrap"):
                    for sign, by in (("−", -1), ("+", 1)):
                        self._changer(shown, place, piece.title, sign, by)
                    shown[piece.title] = ui.label()
            shown[""] = ui.label().classes("text-sm").props('role="status"')
            self._count(shown, place)
            ui.button("Done", on_click=dialog.close).props("no-caps")
        dialog.value = True

    def _count(self, shown: dict[str, ui.label], place: str) -> None:
        """Update the counts in place: the buttons are kept, so that no tap is lost."""
        for piece in self.room.pieces(place):
            shown[piece.title].set_text(f"{piece.number} {piece.title}")
        shown[""].set_text(" ".join(self.room.notes))

    def _changer(
        self, shown: dict[str, ui.label], place: str, title: str, sign: str, by: int
    ) -> None:
        def change() -> None:
            self.room.change(place, title, by)
            self._count(shown, place)
            self.fill()

        word = "more" if by > 0 else "less"
        button = ui.button(sign, on_click=change).classes("w-10 h-10")
        button.props(f'dense outline aria-label="one {title} {word}"')
