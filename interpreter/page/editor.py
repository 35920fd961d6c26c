"""The editor of a workshop's page: a text that somebody types, and what is drawn into it.

Takes texts, decorations and tooltips; gives what is typed. What has been typed stands: marks that
were made for an older text are left out, and a page that shows another text than the server holds
sends its own. Must not know a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from nicegui import ui
from nicegui.events import GenericEventArguments, ValueChangeEventArguments

MARK = """
{const shown=getElement(%(id)s),text=shown.editor.state.doc.toString();
if(text===%(text)s){shown.setLineTooltips(%(notes)s);shown.setDecorations(%(marks)s)}
else emitEvent('stands',{text:text})}
"""


class Editor:
    """A text in a page. Keys are on their way for a while: the server never sends the text back
    with what it draws, which would take them away."""

    def __init__(
        self,
        text: str,
        edited: Callable[[ValueChangeEventArguments[str]], None],
        save: Callable[[], None],
    ) -> None:
        """Build it where the page is being built; `edited` hears of each key."""
        self._shown = ui.codemirror(text, on_change=edited, keymap={"Mod-s": lambda _: save()})
        self._shown.classes("w-full workshop-editor").props('aria-label="Rules"')
        ui.on("stands", self._stands)

    def write(self, text: str) -> None:
        """Put another text in the place of this one."""
        self._shown.set_value(text)

    def reveal(self, line: int) -> None:
        """Scroll to a line, from 1."""
        self._shown.reveal_line(line)

    def mark(self, text: str, marks: list[dict[str, object]], notes: dict[int, str]) -> None:
        """Draw marks, and notes for lines under the pointer, which were made for this text."""
        given = {"id": self._shown.id, "text": text, "notes": notes, "marks": marks}
        self._shown.client.run_javascript(MARK % {k: _script(one) for k, one in given.items()})

    def _stands(self, event: GenericEventArguments) -> None:
        """Take the text that the page shows where the server came to hold another."""
        if isinstance(event.args, dict) and isinstance(event.args.get("text"), str):
            self._shown.set_value(event.args["text"])


def _script(value: object) -> str:
    """Write plain data so that it can stand in a script."""
    return json.dumps(value).replace("<", "\\u003c")
