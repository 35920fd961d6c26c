"""The text editor of the workshop page, and its decorations.

Takes texts, decorations, tooltips, and what completes and explains words; reports what is typed.
Typed text always stands: texts and decorations for an older text are dropped. `editor.js` is its
part in the browser. Must not know a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Protocol

from nicegui import run, ui
from nicegui.events import GenericEventArguments, ValueChangeEventArguments

from interpreter.diagnostics.json_data import Json
from interpreter.load.resources import read_packaged

MARK = """
{const shown=getElement(%(id)s),text=shown?.editor?.state.doc.toString();
if(text===undefined){}
else if(text===%(text)s){shown.setLineTooltips(%(notes)s);shown.setDecorations(%(marks)s)}
else emitEvent('stands',{id:%(id)s,text:text})}
"""
WRITE = """
import('nicegui-codemirror').then(({Transaction})=>{
const view=getElement(%(id)s)?.editor,old=%(old)s,made=%(made)s;
if(view?.state.doc.toString()!==old)return;
let from=0,end=old.length,stop=made.length;
while(from<end&&from<stop&&old[from]===made[from])from++;
while(end>from&&stop>from&&old[end-1]===made[stop-1]){end--;stop--}
const half=one=>one>='\\uD800'&&one<='\\uDFFF';
while(from&&half(old[from-1]))from--;
while(end<old.length&&half(old[end])){end++;stop++}
view.dispatch({changes:{from:from,to:end,insert:made.slice(from,stop)},
  annotations:Transaction.addToHistory.of(%(own)s)})})
"""
READY = "fitOutEditor(%(id)s,%(name)s)"
ANSWER = "answerEditor(%(number)s,%(found)s)"
REVEAL = """
{const go=()=>{const view=getElement(%(id)s)?.editor;
if(!view||!view.dom.offsetParent){setTimeout(go,50);return}
const line=view.state.doc.line(Math.max(1,Math.min(%(line)s,view.state.doc.lines)));
view.dispatch({selection:{anchor:Math.min(line.from+%(column)s,line.to)}});view.focus();
getElement(%(id)s).revealLine(line.number)};go()}
"""


MOST_LETTERS = 60  # of a word that is explained


class Hears(Protocol):
    """The page around: what hears of the edits of a text, and answers about it.

    `completed` and `explained` are called in threads.
    """

    def edited(self, name: str, text: str, before: str) -> None:
        """Keep a new text; it is the one before where `write` has made the change."""

    def save(self, name: str) -> None:
        """Write a file."""

    def go_to_fault(self, step: int) -> None:
        """Show the next fault, or the one before."""

    def completed(self, name: str, text: str, line: int, before: str) -> list[Json]:
        """Complete a line (from 1) that begins so: what the browser lists."""

    def explained(self, name: str, word: str) -> list[str]:
        """Explain a word."""


def head() -> str:
    """Return the script that pages with an editor have in their head."""
    return f"<script>{read_packaged('interpreter.page', 'editor.js')}</script>"


class Editor:
    """A text editor in a page, of one file: what is undone in it was typed in it.

    Keys take a while to arrive, so the server never sends a text over them: `write` changes the
    page's text only as long as it is still the one that the server knows; what was typed meanwhile
    arrives as an edit of its own.
    """

    def __init__(self, name: str, text: str, page: Hears) -> None:
        """Build it at the current place of the page, with the text of the file of that name."""
        self.text = text
        """What the page shows, as far as the server knows."""
        self._name, self._page = name, page
        self._sent: list[str] = []  # what was written over the text as it is known
        # Hidden with what is around it: an editor that is itself updated is sent the server's text.
        self._around = ui.element("div").classes("w-full")
        self._build()
        ui.on("stands", self._stands)
        ui.on("asks", self._asks)

    def _build(self) -> None:
        with self._around:
            self._shown = ui.codemirror(
                self.text,
                on_change=self._typed,
                keymap={
                    "Mod-s": lambda _: self._page.save(self._name),
                    "F8": lambda _: self._page.go_to_fault(1),
                    "Shift-F8": lambda _: self._page.go_to_fault(-1),
                },
                indent=" " * 4,
            )
        self._shown.classes("w-full workshop-editor")
        self._shown.props["data-file"] = self._name
        self._run(READY, name=f"Text of {self._name}")

    def show(self, shown: bool) -> None:
        """Show it, or hide it behind that of another file."""
        self._around.set_visibility(shown)

    def remove(self) -> None:
        """Remove it from the page."""
        self._around.delete()

    def write(self, text: str, own: bool = False) -> None:
        """Change the text, unless there are keys on their way; undo takes back what is `own`."""
        if text != self.text:
            self._sent.append(text)
            self._run(WRITE, old=self.text, made=text, own=own)

    def reveal(self, line: int, column: int = 0) -> None:
        """Scroll to a line (from 1), and go there, to a column of it (from 0)."""
        self._run(REVEAL, line=line, column=column)

    def mark(self, text: str, marks: list[dict[str, object]], notes: dict[int, str]) -> None:
        """Draw decorations and tooltips that were made for this text."""
        self._run(MARK, text=text, notes=notes, marks=marks)

    def _run(self, script: str, **given: object) -> None:
        made = {name: _script(one) for name, one in given.items()}
        self._shown.client.run_javascript(script % {"id": self._shown.id, **made})

    def _typed(self, event: ValueChangeEventArguments[str]) -> None:
        before, self.text = self.text, event.value or ""
        if self.text in self._sent:  # no key: what was written has arrived
            before = self.text
        self._sent.clear()
        self._page.edited(self._name, self.text, before)

    async def _asks(self, event: GenericEventArguments) -> None:
        """Answer what the browser asks: how a line may go on, or what a word is about."""
        asked = event.args if isinstance(event.args, dict) else {}
        if asked.get("id") != self._shown.id:
            return
        word, before = str(asked.get("about", "")), str(asked.get("before", ""))
        if word:
            work: Callable[[], object] = partial(
                self._page.explained, self._name, word[:MOST_LETTERS]
            )
        else:
            line = int(asked.get("line", 1))
            work = partial(self._page.completed, self._name, self.text, line, before)
        found = await run.io_bound(work)
        self._run(ANSWER, number=asked.get("number"), found=found or [])

    def _stands(self, event: GenericEventArguments) -> None:
        """Begin anew with the page's text if it is not the one that the server knows."""
        told = event.args if isinstance(event.args, dict) else {}
        text = told.get("text")
        if told.get("id") != self._shown.id or not isinstance(text, str) or text == self.text:
            return
        before, self.text = self.text, text
        self._around.clear()
        self._build()
        self._page.edited(self._name, text, before)


def _script(value: object) -> str:
    """Serialize plain data for use inside a script element."""
    return json.dumps(value).replace("<", "\\u003c")
