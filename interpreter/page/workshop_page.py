"""The workshop in a browser: the files of a game on the left, its table on the right.

Takes a `Workshop`; shows diagnostics in the text, fixes, the table at the same point after each
edit, tests, changes in words, and the statistics of many games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from nicegui import run, ui
from nicegui.events import KeyEventArguments, ValueChangeEventArguments

import interpreter as rw
from interpreter.bots import paired_games
from interpreter.bots.matches import Match, chance_player, play_numbers
from interpreter.page.editor import Editor
from interpreter.page.open_page import Page
from interpreter.page.shared_table import LinkTarget, SharedTable
from interpreter.page.workshop import EditRefused, FileProblem, Tested, Workshop
from interpreter.page.workshop_shown import (
    STYLE,
    WITHIN,
    coloured,
    in_words,
    intervals,
    plot,
    underlined,
)
from interpreter.simulation.random_games import Outcome

Made = TypeVar("Made")
PAUSE = 0.05  # seconds without a key before faults are looked for
SETTLED = 0.6  # seconds without a key before the table goes on, and tests are read
BATCH, BATCHES = 50, 20  # games, or pairs, of one look; looks
MOST_QUESTIONS = 100_000
SHOWN = 60  # faults, or tests, that are listed
CARET = """
<script>
let caretTimer;
document.addEventListener('selectionchange',()=>{clearTimeout(caretTimer);caretTimer=setTimeout(()=>{
  const box=document.activeElement.closest('.workshop-editor');if(!box)return;
  const view=getElement(box.id.slice(1)).editor;if(!view)return;
  const at=view.state.selection.main.head,line=view.state.doc.lineAt(at);
  const before=line.text.slice(0,at-line.from).match(/[a-z0-9_]*$/i)[0];
  const after=line.text.slice(at-line.from).match(/^[a-z0-9_]*/i)[0];
  emitEvent('caret',{word:before+after,line:line.number})},200)});
</script>
"""


class HotSeat(Page):
    """The table as the active player sees it: in a workshop, one person plays all seats."""

    def __init__(self, table: SharedTable) -> None:
        super().__init__(table, LinkTarget("", 0))

    @property
    def seat(self) -> int | None:
        """The seat that decides; the last one once the game is over."""
        state = self.table.state
        return 0 if state.over else state.actor

    @seat.setter
    def seat(self, seat: int | None) -> None:
        """Ignore it: the seat follows the game."""

    def typed(self, event: KeyEventArguments) -> None:
        """Ignore keys: they are for the editor."""


class WorkshopPage:
    """One browser window of a workshop."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self.name = next(iter(workshop.drafts))
        self.editors: dict[str, Editor] = {}
        self.versions: dict[str, int] = {}
        self.faults: list[FileProblem] = []
        self.line = 1
        self.work = 0  # goes up as other work begins, which ends what is being done

    def build(self) -> None:
        """Build the page."""
        ui.add_head_html(STYLE + CARET)
        with ui.row().classes("w-full items-start no-wrap-lg"):
            with ui.column().classes("workshop").style("flex:1 1 46%;min-width:min(100%,420px)"):
                self._build_files()
            with ui.column().style("flex:1 1 46%;min-width:min(100%,420px)"):
                self.became = ui.label(self.workshop.told).props('role="status"')
                HotSeat(self.workshop.table).build()
        ui.on("caret", lambda event: self.caret(event.args))
        self.checking = ui.timer(PAUSE, self.check, once=True)
        self.settling: ui.timer | None = None
        ui.timer(1.0, self.follow)

    def _build_files(self) -> None:
        names = list(self.workshop.drafts)
        with ui.row().classes("items-center"):
            self.chosen = ui.select(names, value=self.name, label="File").classes("min-w-60")
            self.chosen.on_value_change(lambda event: self.open(str(event.value)))
            for label, do in (
                ("Save", lambda: self.save()),
                ("Take from disk", self.take_disk),
                ("Download", self.download),
                ("Change this by house rules", self.new_house_rule),
            ):
                ui.button(label, on_click=do).props("dense no-caps outline")
        self.note = ui.label().props('role="status"').classes("text-sm")
        self.place = ui.column().classes("w-full")
        self._show(self.name)
        self.about = ui.column().classes("gap-0 text-sm")
        self.listed = ui.column().classes("gap-1 w-full")
        with ui.row():
            for label, work in (
                ("Tests", self.run_tests),
                ("What is changed", self.show_changes),
                ("Many games", self.simulate),
                ("Compare with before", self.compare),
            ):
                ui.button(label, on_click=work).props("dense no-caps")
        self.results = ui.column().classes("w-full gap-1")

    # ------------------------------------------------------------------------ editing

    @property
    def editor(self) -> Editor:
        """The editor of the file that is shown."""
        return self.editors[self.name]

    def open(self, name: str) -> None:
        """Show a file, with its text as it is now."""
        self._show(name)
        self.note.set_text("")
        self._soon()

    def _show(self, name: str) -> None:
        """Show the editor of a file. Each file has its own, so that no undo crosses files."""
        draft = self.workshop.drafts[name]
        other_text = self.versions.get(name, draft.version) != draft.version
        self.versions[name] = draft.version  # what is written to the editor comes back as an edit
        if name not in self.editors:
            with self.place:
                self.editors[name] = Editor(
                    name,
                    draft.text,
                    lambda event: self.edited(name, event),
                    lambda: self.save(name),
                )
        elif other_text:
            self.editors[name].write(draft.text)
        for other, editor in self.editors.items():
            editor.show(other == name)
        self.name = name

    def edited(self, name: str, event: ValueChangeEventArguments[str]) -> None:
        """Keep an edited text at once, and check it when typing pauses."""
        try:
            self.versions[name] = self.workshop.edit(name, event.value or "", self.versions[name])
        except EditRefused as fault:
            words = str(fault)  # the editor is told once it has taken the key
            ui.timer(0, lambda: self._take_back(name, words), once=True)
            return
        self._soon()

    def _take_back(self, name: str, words: str) -> None:
        draft = self.workshop.drafts[name]
        self.versions[name] = draft.version
        self.editors[name].write(draft.text)
        self.note.set_text(words)
        self._soon()

    def _soon(self) -> None:
        self.checking.cancel()
        self.checking = ui.timer(PAUSE, self.check, once=True)
        if self.settling is not None:
            self.settling.cancel()
        self.settling = ui.timer(SETTLED, self.settle, once=True)

    async def check(self) -> None:
        """Check the rules around this file."""
        await self._find_faults(False)

    async def settle(self) -> None:
        """Check the tests, too, and continue the table."""
        await self._find_faults(True)
        told = await run.io_bound(self.workshop.play_on)
        self.became.set_text(told or "")

    async def _find_faults(self, tests: bool) -> None:
        name, version = self.name, self.workshop.version
        found = await run.io_bound(self.workshop.faults, name, tests)
        if found is None or (name, version) != (self.name, self.workshop.version):
            return  # there were more keys meanwhile
        self.faults = found
        text = self.workshop.drafts[name].text
        marks = [*coloured(name, text), *underlined(found, len(text))]
        faults = {one.line: one.words for one in reversed(found)}
        self.editor.mark(text, marks, self.workshop.exact | faults)
        self.listed.clear()
        with self.listed:
            for fault in found[:SHOWN]:
                self._list(fault)
            if not found:
                ui.label("No faults.").classes("text-sm")

    def _list(self, fault: FileProblem) -> None:
        with ui.row().classes("items-center w-full no-wrap"):
            first, *rest = fault.words.split("\n")
            kind = "error" if fault.error else "warning"
            ui.label(f"{fault.line}: {kind}: {first}").classes("text-sm cursor-pointer").on(
                "click", lambda: self.editor.reveal(fault.line)
            ).tooltip("\n".join(rest) or first)
            if fault.fix is not None:
                ui.button(fault.fix_words, on_click=lambda: self.mend(fault)).props(
                    "dense no-caps size=sm"
                )

    def mend(self, fault: FileProblem) -> None:
        """Apply a fix."""
        if fault in self.faults:
            self.editor.write(self.workshop.mended(self.name, fault))

    def follow(self) -> None:
        """Show what other windows have changed in this file, and new files."""
        draft = self.workshop.drafts[self.name]
        if draft.version != self.versions[self.name]:
            self.open(self.name)
            self.note.set_text("This file was changed in another window.")
        names = list(self.workshop.drafts)
        if names != self.chosen.options:
            self.chosen.set_options(names)

    async def caret(self, args: object) -> None:
        """Show information about the word at the cursor."""
        if not isinstance(args, dict):
            return
        self.line = int(args.get("line", 1))
        word = str(args.get("word", ""))[:60]
        told = await run.io_bound(self.workshop.about, self.name, word) or []
        self.about.clear()
        with self.about:
            for line in told[:3]:
                ui.label(line)

    # ------------------------------------------------------------------------ keeping

    def tell(self, fault: Exception) -> None:
        """Show why something was refused."""
        self.note.set_text(str(fault))

    def save(self, name: str = "") -> None:
        """Write a file, or the one that is shown."""
        name = name or self.name
        try:
            self.workshop.save(name)
            self.note.set_text(f"{name} is saved.")
        except EditRefused as fault:
            self.tell(fault)

    def take_disk(self) -> None:
        """Reload this file from disk."""
        self.workshop.take_disk(self.name)
        self.open(self.name)

    def download(self) -> None:
        """Download the edited text of this file."""
        text = self.workshop.drafts[self.name].text
        ui.download(text.encode(), self.name.rsplit("/", 1)[-1])

    def new_house_rule(self) -> None:
        """Draft an overlay for the rule at the cursor, and open it."""
        try:
            name = self.workshop.new_house_rule(self.name, self.line)
        except EditRefused as fault:
            self.tell(fault)
            return
        self.chosen.set_options(list(self.workshop.drafts), value=name)

    # ------------------------------------------------------------------------ looking wider

    async def run_tests(self) -> None:
        """Run the tests, one after the other."""
        results = iter(self.workshop.tests())
        passed, failed = 0, 0
        count, shown = self._begin("Tests")
        while (one := await run.io_bound(_next_of, results)) is not None and self._goes_on(count):
            passed, failed = passed + one.passed, failed + (not one.passed)
            shown.set_text(f"{passed} passed, {failed} failed")
            if not one.passed and failed <= SHOWN:
                with self.results:
                    ui.label(f"{one.title} ({one.place})").classes("text-sm font-bold")
                    for line in one.words:
                        ui.label(line).classes("text-sm")
        if self._goes_on(count):
            shown.set_text(f"{passed} passed, {failed} failed: these are all.")

    async def show_changes(self) -> None:
        """Describe the changes in words."""
        _, shown = self._begin("Changes")
        found = await self._unless_faulty(shown, self.workshop.changes)
        if found is None:
            return
        lines = list(in_words(found))
        shown.set_text("" if lines else "Nothing is changed.")
        with self.results:
            for line in lines:
                ui.label(line).classes("text-sm").style("white-space:pre-wrap")

    async def simulate(self) -> None:
        """Play many random games by the edited rules."""
        count, shown = self._begin("Many games")
        game = await self._unless_faulty(shown, self.workshop.game)
        if game is None:
            return
        match = self._match(game)
        drawn = self._drawing()
        played: list[Outcome] = []
        player = chance_player(match)
        for number in range(BATCHES):
            numbers = range(number * BATCH, (number + 1) * BATCH)
            played += await run.io_bound(play_numbers, match, player, numbers) or []
            if not self._goes_on(count):
                return
            shown.set_text(f"{len(played):,} random games")
            drawn.set_content(plot(played, len(match.seats)))

    async def compare(self) -> None:
        """Compare random games by the edited rules with those by the rules when this was opened."""
        count, shown = self._begin("Comparison")
        before = await self._unless_faulty(shown, self.workshop.opened)
        now = await self._unless_faulty(shown, self.workshop.game)
        if before is None or now is None:
            return
        one, other = self._match(before), self._match(now)
        measures = paired_games.measures_of(one, other, 0.05)
        drawn = self._drawing()
        with paired_games.Pairs(one, other) as both:
            pilot = await run.io_bound(lambda: list(both.play(0, paired_games.PILOT)))
            if pilot is None:
                return
            paired_games.settle_bounds(measures, pilot, both, 0)
            for number in range(BATCHES):
                first = paired_games.PILOT + number * BATCH
                await run.io_bound(_add, measures, both, first)
                if not self._goes_on(count):
                    return
                shown.set_text(f"{(number + 1) * BATCH:,} pairs of random games, before and now")
                drawn.set_content(intervals(measures))
                if all(measure.verdict(WITHIN) != "undecided" for measure in measures):
                    return

    async def _unless_faulty(self, shown: ui.label, do: Callable[[], Made]) -> Made | None:
        """Run `do` in a thread; if the game has errors, say so and return None."""
        try:
            return await run.io_bound(do)
        except rw.Problems as fault:
            shown.set_text(f"{len(fault.diagnostics)} errors: mend them first")
            return None

    def _match(self, game: rw.Game) -> Match:
        number = len(self.workshop.table.kinds)
        return Match(game, ("random",) * number, 1, MOST_QUESTIONS)

    def _begin(self, title: str) -> tuple[int, ui.label]:
        self.work += 1
        self.results.clear()
        with self.results:
            ui.label(title).classes("text-sm font-bold")
            return self.work, ui.label("...").props('role="status"').classes("text-sm")

    def _goes_on(self, work: int) -> bool:
        return self.work == work

    def _drawing(self) -> ui.html:
        with self.results:
            return ui.html("", sanitize=False).classes("w-full")


def _next_of(results: Iterator[Tested]) -> Tested | None:
    return next(results, None)


def _add(measures: list[paired_games.Measure], both: paired_games.Pairs, first: int) -> None:
    paired_games.add(measures, list(both.play(first, BATCH)), both, first)
