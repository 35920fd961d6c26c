"""The files of a workshop in its page: list, marks, saving, new names, house rules in force.

Takes a `Workshop`; asks its page to show another file. Nothing typed is dropped: what cannot be
merged is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from nicegui import ui

from interpreter.page.drafts import EditRefused
from interpreter.page.kept_drafts import KeptDrafts
from interpreter.page.workshop import Workshop


class Shows(Protocol):
    """The page around: what shows a file."""

    name: str
    line: int

    def open(self, name: str) -> None:
        """Show a file."""

    def bring(self, name: str, own: bool = False) -> bool:
        """Bring the text of a file to this window."""

    def soon(self) -> None:
        """Check what was changed."""


class FileRow:
    """What stands above the editor of a workshop."""

    def __init__(self, workshop: Workshop, kept: KeptDrafts, page: Shows) -> None:
        self.workshop, self.files, self.kept, self.page = workshop, workshop.files, kept, page
        self._drawn: object = None
        self._asides: dict[str, list[str]] = {}
        self._running: set[str] = set()  # files in which lines are being set aside

    def build(self, name: str) -> None:
        """Build the row, with a file chosen."""
        with ui.row().classes("items-center"):
            self.chosen = ui.select(self._labels(), value=name, label="File").classes("min-w-60")
            self.chosen.on_value_change(lambda event: self._choose(event.value))
            self._buttons(
                ("Save", lambda: self.save()),
                ("Save all", self.save_all),
                ("Take from disk", self.take_disk),
                ("Download", self.download),
                ("Change this by house rules", self.new_house_rule),
                ("New file", self.ask_new),
                ("Rename", self.ask_name),
                ("Delete", self.ask_delete),
            )
            self.back = ui.button("Undo delete", on_click=self.bring_back)
            self.back.props("dense no-caps flat").set_visibility(False)
            self.unsaved = ui.label().classes("text-sm")
        self.switches = ui.row().classes("items-center gap-x-4 gap-y-0")
        self.note = ui.label().props('role="status"').classes("text-sm")
        self.offered = ui.column().classes("w-full gap-1")
        self.asides = ui.column().classes("w-full gap-1")
        self.kept.find()
        self._offer()
        self.follow()

    def _buttons(self, *given: tuple[str, Callable[[], None]]) -> None:
        for label, do in given:
            ui.button(label, on_click=do).props("dense no-caps outline")

    def _labels(self) -> dict[str, str]:
        made = {}
        for name, draft in self.files.named.items():
            marks = ["unsaved"] * draft.changed + ["in force"] * draft.in_force
            made[name] = f"{name} ({', '.join(marks)})" if marks else name
        return made

    def _choose(self, name: object) -> None:
        if isinstance(name, str) and name != self.page.name:
            self.tell("")
            self.page.open(name)

    def show(self, name: str) -> None:
        """Show that a file is open."""
        self.follow()
        if self.chosen.value != name:
            self.chosen.set_value(name)

    def tell(self, words: str) -> None:
        """Say what was done, or why it was refused."""
        self.note.set_text(words)

    def follow(self) -> None:
        """Show the files as they are now: names, marks, and which house rules are in force."""
        labels = self._labels()
        removed = [draft.path.name for draft in self.files.removed]
        now = (labels, removed)
        if now == self._drawn:
            return
        self._drawn = now
        shown = self.page.name if self.page.name in labels else next(iter(labels))
        self.chosen.set_options(labels, value=shown)
        unsaved = self.files.unsaved()
        self.unsaved.set_text(f"Unsaved: {', '.join(unsaved)}" if unsaved else "All is saved.")
        self.back.set_visibility(bool(removed))
        self.back.set_text(f"Undo delete of {removed[-1]}" if removed else "Undo delete")
        self.switches.clear()
        with self.switches:
            names = [name for name in labels if self.files.can_be_in_force(name)]
            if names:
                ui.label("House rules in force:").classes("text-sm")
            for name in names:
                self._switch(name)

    def _switch(self, name: str) -> None:
        def turn(on: bool) -> None:
            if self._try(lambda: self.files.put_in_force(name, on)):
                self.tell(f"{name} is {'in force' if on else 'not in force any more'}.")

        on = self.files.named[name].in_force
        ui.switch(name, value=on, on_change=lambda event: turn(bool(event.value))).props("dense")

    def _try(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except EditRefused as fault:
            self.tell(str(fault))
            return False
        self.follow()
        self.page.soon()
        return True

    # ------------------------------------------------------------------------ saving

    def save(self, name: str = "") -> None:
        """Write a file, or the one that is shown."""
        name = name or self.page.name
        if self._try(lambda: self.files.save(name)):
            self.tell(f"{name} is saved.")
        self.keep()

    def save_all(self) -> None:
        """Write all files with unsaved changes."""
        many = len(self.files.unsaved())
        refused = self.files.save_all()
        done = f"{many - len(refused)} of {many} files are saved." if many else "All was saved."
        self.tell(" ".join([done, *refused]))
        self.follow()
        self.keep()

    def keep(self) -> None:
        """Keep what is unsaved, in case that the server ends."""
        self.kept.follow()

    def take_disk(self) -> None:
        """Reload this file from disk."""
        name = self.page.name
        if self._try(lambda: self.files.take_disk(name)):
            self.page.bring(name, own=True)
            self.tell(f"{name} is as it is on disk; undo in the text brings back yours.")

    def download(self) -> None:
        """Download the edited text of this file."""
        name = self.page.name
        ui.download(self.files.named[name].text.encode(), name.rsplit("/", 1)[-1])

    def new_house_rule(self) -> None:
        """Draft house rules for the rule at the cursor, in force at once, and open them."""
        made: list[str] = []
        at = (self.page.name, self.page.line)
        if self._try(lambda: made.append(self.workshop.new_house_rule(*at))):
            self.page.open(made[0])
            self.tell(f"{made[0]} is in force: the table is played by it. It is not saved yet.")

    # ------------------------------------------------------------------------ files

    def ask_new(self) -> None:
        """Ask for the name of a new file, and make it."""

        def make(name: str) -> None:
            self.files.new(name)
            self.page.open(name)

        self._ask("New file", "rules/", make)

    def ask_name(self) -> None:
        """Ask for another name of this file."""
        old = self.page.name

        def rename(name: str) -> None:
            self.files.rename(old, name)
            self.page.open(name)

        self._ask(f"Rename {old}", old, rename)

    def _ask(self, title: str, given: str, do: Callable[[str], None]) -> None:
        with ui.dialog() as dialog, ui.card():
            ui.label(title).classes("font-bold")
            field = ui.input("Folder and name", value=given).classes("min-w-72")
            ui.label("Such as rules/market.rules or components/cards.csv.").classes("text-sm")
            told = ui.label().props('role="alert"').classes("text-sm")

            def go() -> None:
                name = str(field.value or "").strip()
                try:
                    do(name)
                except EditRefused as fault:
                    told.set_text(str(fault))
                    return
                dialog.close()
                self.tell(f"{title}: done, {name}.")
                self.follow()
                self.page.soon()

            field.on("keydown.enter", go)
            with ui.row():
                ui.button("OK", on_click=go).props("no-caps")
                ui.button("Cancel", on_click=dialog.close).props("no-caps flat")
        dialog.on("hide", dialog.delete)
        dialog.open()

    def ask_delete(self) -> None:
        """Delete this file; it can be brought back until the server ends."""
        name = self.page.name
        if self._try(lambda: self.files.delete(name)):
            self.page.open(next(iter(self.files.named)))
            self.tell(f"{name} is deleted, on disk too. Undo delete brings it back.")

    def bring_back(self) -> None:
        """Bring back the file that was deleted last."""
        made: list[str] = []
        if self._try(lambda: made.append(self.files.bring_back())):
            self.page.open(made[0])
            self.tell(f"{made[0]} is back.")

    # ------------------------------------------------------------------------ nothing is dropped

    def set_aside(self, name: str, lines: str, settled: bool) -> None:
        """Offer lines of this window for which another window left no room."""
        if lines:
            kept = self._asides.setdefault(name, [])
            if name in self._running and kept:
                kept.pop()
            kept.append(lines)
            self._running.add(name)
            self._draw_asides()
        if settled:
            self._running.discard(name)

    def _draw_asides(self) -> None:
        self.asides.clear()
        with self.asides:
            for name, kept in self._asides.items():
                for lines in kept:
                    self._draw_aside(name, lines)

    def _draw_aside(self, name: str, lines: str) -> None:
        ui.label(
            f"Another window changed the same lines of {name}. Its text stands; you had:"
        ).classes("text-sm font-bold")
        ui.label(lines).classes("text-sm aside").style("white-space:pre-wrap")

        def drop() -> None:
            if lines in self._asides.get(name, []):
                self._asides[name].remove(lines)
            self._draw_asides()

        def put() -> None:
            text = self.files.named[name].text
            if self._try(lambda: self.files.edit(name, f"{text.rstrip()}\n\n{lines}\n", text)):
                self.page.bring(name, own=True)
                drop()

        with ui.row():
            self._buttons(("Put it at the end of the file", put), ("Drop it", drop))

    def _offer(self) -> None:
        """Offer what an earlier workshop left unsaved."""
        self.offered.clear()
        if not self.kept.left:
            return
        names = ", ".join(dict.fromkeys(one.name for one in self.kept.left))

        def take() -> None:
            told = self.kept.take_up()
            self._offer()
            self.follow()
            self.page.bring(self.page.name)
            self.page.soon()
            self.note.style("white-space:pre-wrap")
            self.tell("\n".join(["What was left is here, unsaved.", *told]))

        def forget() -> None:
            self.kept.forget()
            self._offer()

        with self.offered:
            ui.label(f"The last time, these were left unsaved: {names}.").classes("font-bold")
            with ui.row():
                self._buttons(("Take them up", take), ("Forget them", forget))
