"""The workshop in a browser: the files of a game on the left, its table on the right.

Takes a `Workshop`; shows diagnostics in the text, fixes, the table at the same point after each
edit, tests, changes in words, and the statistics of many games.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from nicegui import run, ui

from interpreter.diagnostics.json_data import Json
from interpreter.page.drafts import EditRefused
from interpreter.page.editor import Editor, head
from interpreter.page.kept_drafts import KeptDrafts
from interpreter.page.workshop import FileProblem, Workshop
from interpreter.page.workshop_files import FileRow
from interpreter.page.workshop_results import Results
from interpreter.page.workshop_shown import STYLE, coloured, underlined

INK = "#1c5a8f"  # of buttons: dark enough to be read on white
PAUSE = 0.05  # seconds without a key before faults are looked for
SETTLED = 0.4  # seconds without a key before the table goes on, and tests are read
FOLLOW = 0.5  # seconds between two looks at what other windows have changed
SIGN = 0.3  # seconds after which what takes longer is told of
SHOWN = 60  # faults that are listed
ABOUT = 3  # lines about a word
CARET = """
<script>
document.documentElement.lang='en';
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


def first_shown(names: list[str]) -> str:
    """Return the file that a workshop opens with: the rules, if they are among its files."""
    rules = [name for name in names if name.startswith("rules/") and name.endswith(".rules")]
    return (rules or names)[0]


class WorkshopPage:
    """One browser window of a workshop."""

    def __init__(self, workshop: Workshop, kept: KeptDrafts, table: str) -> None:
        self.workshop, self.table = workshop, table
        self.files = FileRow(workshop, kept, self)
        self.results = Results(workshop, self.open_at)
        self.name = first_shown(list(workshop.drafts))
        self.editors: dict[str, Editor] = {}
        self.faults: list[FileProblem] = []
        self.listed_now: object = None  # the file and its faults that are listed
        self.line = 1
        self.took = 0.0  # seconds that the table took the last time
        self.seen = workshop.files.version

    def build(self) -> None:
        """Build the page."""
        ui.add_head_html(STYLE + CARET + head())
        ui.colors(primary=INK)
        ui.label(self.workshop.table.game.title).classes("text-lg").props(
            'role="heading" aria-level="1"'
        )
        with ui.row().classes("w-full items-start no-wrap-lg"):
            with ui.column().classes("workshop").style("flex:1 1 46%;min-width:min(100%,420px)"):
                self._build_left()
            with ui.column().style("flex:1 1 46%;min-width:min(100%,420px)"):
                self.became = ui.label(self.workshop.told).props('role="status"')
                ui.element("iframe").classes("workshop-table").props(
                    f'src="{self.table}" title="The table"'
                )
        ui.on("caret", lambda event: self.caret(event.args))
        self.checking = ui.timer(PAUSE, self.check, once=True)
        self.settling: ui.timer | None = None
        ui.timer(FOLLOW, self.follow)

    def _build_left(self) -> None:
        self.files.build(self.name)
        self.place = ui.column().classes("w-full")
        self._show(self.name)
        ui.label(
            "Control-Space completes; Tab takes it, goes on to the next blank, or indents. F8 goes"
            " to the next fault, Shift-F8 back. Escape, then Tab leaves the text. Control-S"
            " (Command-S) saves."
        ).classes("text-xs")
        self.here = ui.label().classes("text-sm").style("white-space:pre-wrap")
        self.here.props('role="status" data-here')
        self.about = ui.column().classes("gap-0 text-sm")
        self.listed = ui.column().classes("gap-1 w-full").props('role="list" aria-label="Faults"')
        self.results.build()

    # ------------------------------------------------------------------------ editing

    @property
    def editor(self) -> Editor:
        """The editor of the file that is shown."""
        return self.editors[self.name]

    def open(self, name: str) -> None:
        """Show a file, with its text as it is now."""
        if name in self.workshop.drafts:
            self._show(name)
            self.files.show(name)
            self.soon()

    def open_at(self, name: str, line: int) -> None:
        """Show a line of a file."""
        if name in self.workshop.drafts:
            self.open(name)
            self.editor.reveal(line)

    def _show(self, name: str) -> None:
        """Show the editor of a file. Each file has its own, so that no undo crosses files."""
        if name not in self.editors:
            with self.place:
                self.editors[name] = Editor(name, self.workshop.drafts[name].text, self)
        for other, editor in self.editors.items():
            editor.show(other == name)
        self.name = name

    def edited(self, name: str, text: str, before: str) -> None:
        """Keep an edited text at once, and check it when typing pauses."""
        try:
            made = self.workshop.files.edit(name, text, before)
        except EditRefused as fault:
            self.files.tell(str(fault))
            self.files.set_aside(name, text, True)
        else:
            self.files.set_aside(name, made.aside, made.text == text)
        self.bring(name)
        self.soon()

    def save(self, name: str) -> None:
        """Write a file."""
        self.files.save(name)

    def completed(self, name: str, text: str, line: int, before: str) -> list[Json]:
        """Complete a line: what the browser lists, and what each writes in place of what."""
        if name not in self.workshop.drafts:
            return []
        return [
            {
                "label": one.label,
                "about": one.about,
                "sentence": one.sort == "sentence",
                "text": one.text,
                "replaced": before[len(before) - one.replaces :],
                "slots": one.slots,
            }
            for one in self.workshop.completed(name, text, line, before)
        ]

    def explained(self, name: str, word: str) -> list[str]:
        """Explain a word in a few lines."""
        return self.workshop.about(name, word)[:ABOUT] if name in self.workshop.drafts else []

    def bring(self, name: str, own: bool = False) -> bool:
        """Bring the text of a file to this window; whether it has another.

        What this window has changed itself is its `own`, and can be undone in the text.
        """
        draft, editor = self.workshop.drafts.get(name), self.editors.get(name)
        if draft is None or editor is None or editor.text == draft.text:
            return False
        editor.write(draft.text, own)
        return True

    def soon(self) -> None:
        """Look for faults, and let the table go on, once typing pauses."""
        self.seen = self.workshop.files.version
        self.checking.cancel()
        if self.settling is not None:
            self.settling.cancel()
        with self.place:  # what was clicked may be gone from the page
            self.checking = ui.timer(PAUSE, self.check, once=True)
            self.settling = ui.timer(SETTLED, self.settle, once=True)

    async def check(self) -> None:
        """Check the rules around this file."""
        await self._find_faults(False)

    async def settle(self) -> None:
        """Continue the table, and check the tests, too."""
        told = await self._with_sign(self.workshop.play_on)
        self.became.set_text(told or "")
        self.files.keep()
        if self.seen == self.workshop.files.version:  # else it is done again at once
            await self._find_faults(True)

    async def _with_sign(self, work: Callable[[], str]) -> str | None:
        """Do what takes a while in a thread; say so where it takes long, or did the last time."""
        begun, since = asyncio.ensure_future(run.io_bound(work)), monotonic()
        wait = SIGN if self.took < SIGN else 0
        words = "The table takes up the edited rules"
        while not (await asyncio.wait({begun}, timeout=wait))[0]:
            seconds = int(monotonic() - since)
            self.became.set_text(f"{words}: {seconds} s" if seconds else f"{words} ...")
            wait = 1.0
        self.took = monotonic() - since
        return await begun

    async def _find_faults(self, tests: bool) -> None:
        name, version = self.name, self.workshop.files.version
        found = await run.io_bound(self.workshop.faults, name, tests)
        if found is None or (name, version) != (self.name, self.workshop.files.version):
            return  # there were more keys meanwhile
        self.faults = found
        text = self.workshop.drafts[name].text
        marks = [*coloured(name, text), *underlined(found, len(text))]
        faults = {one.line: one.words for one in reversed(found)}
        self.editor.mark(text, marks, self.workshop.exact | faults)
        if (name, found) == self.listed_now:
            return  # what is listed keeps the focus of the keyboard
        self.listed_now = (name, found)
        self._tell_fault()
        self.listed.clear()
        with self.listed:
            for fault in found[:SHOWN]:
                with ui.row().classes("items-center w-full no-wrap").props('role="listitem"'):
                    self._list(fault)
            if not found:
                ui.label("No faults.").classes("text-sm").props('role="listitem"')

    def _list(self, fault: FileProblem) -> None:
        """Build a fault: a button that goes there, and one that mends it."""
        first, *rest = fault.words.split("\n")
        ui.button(
            f"{fault.line}: {fault.kind}: {first}", on_click=lambda: self._go_to(fault)
        ).props("flat dense no-caps align=left").classes("text-sm text-left").tooltip(
            "\n".join(rest) or first
        )
        if fault.fix is not None:
            ui.button(fault.fix_words, on_click=lambda: self.mend(fault)).props(
                "dense no-caps size=sm"
            )

    def go_to_fault(self, step: int) -> None:
        """Go to the next line below with a fault, or the one above, and round at the end."""
        lines = sorted({one.line for one in self.faults})
        if not lines:
            self.here.set_text("No faults.")
            return
        beyond = [line for line in lines[::step] if (line - self.line) * step > 0]
        line = (beyond or lines[::step])[0]
        self._go_to(next(one for one in self.faults if one.line == line))

    def _go_to(self, fault: FileProblem) -> None:
        self.editor.reveal(fault.line, fault.column)
        self.line = fault.line
        self._tell_fault()

    def _tell_fault(self) -> None:
        """Say what is at fault in the line of the cursor, as the pointer is told above it."""
        here = [f"{one.kind}: {one.words}" for one in self.faults if one.line == self.line]
        self.here.set_text("\n".join(here))

    def mend(self, fault: FileProblem) -> None:
        """Apply a fix."""
        if fault in self.faults:
            text = self.workshop.drafts[self.name].text
            self.workshop.files.edit(self.name, self.workshop.mended(self.name, fault), text)
            self.bring(self.name, own=True)
            self.editor.reveal(fault.line, fault.column)  # the button that was pressed goes
            self.soon()

    def follow(self) -> None:
        """Show what other windows have changed in this file, and in the list of files."""
        for name in [name for name in self.editors if name not in self.workshop.drafts]:
            self.editors.pop(name).remove()
        if self.name not in self.workshop.drafts:
            self.open(next(iter(self.workshop.drafts)))
        if self.bring(self.name):
            self.files.tell("This file was changed in another window.")
        if self.seen != self.workshop.files.version:
            self.soon()
        self.files.follow()

    async def caret(self, args: object) -> None:
        """Show information about the word at the cursor."""
        if not isinstance(args, dict):
            return
        self.line = int(args.get("line", 1))
        self._tell_fault()
        word = str(args.get("word", ""))[:60]
        told = await run.io_bound(self.explained, self.name, word) or []
        self.about.clear()
        with self.about:
            for line in told:
                ui.label(line)
