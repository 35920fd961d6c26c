"""The text editor of the workshop page, and its decorations.

Takes texts, decorations and tooltips; reports what is typed. Typed text always wins: decorations
for an older text are dropped, and a page whose text differs from the server's sends its own. Must
not know a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from nicegui import ui
from nicegui.events import GenericEventArguments, ValueChangeEventArguments

MARK = """
{const shown=getElement(%(id)s),text=shown.editor.state.doc.toString();
if(text===%(text)s){shown.setLineTooltips(%(notes)s);shown.setDecorations(%(marks)s)}
else emitEvent('stands',{id:%(id)s,text:text})}
"""


class Editor:
    """A text editor in a page, of one file: what is undone in it was typed in it.

    Keys take a while to arrive: the server never sends the text back with its decorations, which
    would undo them.
    """

    def __init__(
        self,
        name: str,
        text: str,
        edited: Callable[[ValueChangeEventArguments[str]], None],
        save: Callable[[], None],
    ) -> None:
        """Build it at the current place of the page; `edited` is called for each change of `text`.

        `name` is that of the file.
        """
        # Hidden with what is around it: an editor that is itself updated is sent the server's text.
        self._around = ui.element("div").classes("w-full")
        with self._around:
            self._shown = ui.codemirror(text, on_change=edited, keymap={"Mod-s": lambda _: save()})
        self._shown.classes("w-full workshop-editor")
        self._shown.props["aria-label"] = self._shown.props["data-file"] = name
        ui.on("stands", self._stands)

    def show(self, shown: bool) -> None:
        """Show it, or hide it behind that of another file."""
        self._around.set_visibility(shown)

    def write(self, text: str) -> None:
        """Replace the text."""
        self._shown.set_value(text)

    def reveal(self, line: int) -> None:
        """Scroll to a line (from 1)."""
        self._shown.reveal_line(line)

    def mark(self, text: str, marks: list[dict[str, object]], notes: dict[int, str]) -> None:
        """Draw decorations and tooltips that were made for this text."""
        given = {"id": self._shown.id, "text": text, "notes": notes, "marks": marks}
        self._shown.client.run_javascript(MARK % {k: _script(one) for k, one in given.items()})

    def _stands(self, event: GenericEventArguments) -> None:
        """Accept the page's text where the server has another."""
        told = event.args if isinstance(event.args, dict) else {}
        if told.get("id") == self._shown.id and isinstance(told.get("text"), str):
            self._shown.set_value(told["text"])


def _script(value: object) -> str:
    """Serialize plain data for use inside a script element."""
    return json.dumps(value).replace("<", "\\u003c")
