"""A recorded game as one self-contained HTML page to step through.

Takes a `Recording`; gives a text: the page of a table, whose question is replaced by controls.
Without scripting, the first and the last table and the whole story can be read. Every word of a
game is escaped, and only the page's own script may run."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape

from interpreter.load.resources import read_packaged
from interpreter.present.page.table import page as page_of
from interpreter.present.page.table import script_of
from interpreter.present.replayed.moments import DRAWN, Recording
from interpreter.present.replayed.packing import packed
from interpreter.present.story.beats import Beat
from interpreter.present.story.phrases import capital, said

BUTTONS = (
    ("first", "First", "to the beginning (Home)"),
    ("back", "Back", "one decision back (left arrow)"),
    ("play", "Play", "play or pause (space)"),
    ("forward", "Forward", "one decision forward (right arrow)"),
    ("last", "Last", "to the end (End)"),
)


_ENDS = re.compile("<(?=[/!]|script)", re.IGNORECASE)  # what could end the script element


def page(made: Recording) -> str:
    """Render the HTML page, with a policy that allows only its own script to run."""
    host = _packaged("replay.js")
    digest = b64encode(sha256(script_of(host).encode()).digest()).decode()
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
    policy += f"script-src 'sha256-{digest}'"
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<style>{_packaged('replay.css')}</style>"
        f'<script type="application/json" id="data">{_data(made)}</script>'
    )
    ends = (made.moments[0], made.moments[-1])
    first, last = (dict(zip(DRAWN, map("".join, one.drawn), strict=True)) for one in ends)
    parts = {
        **first,
        "icons": made.symbols,
        "table": first["table"] + _still(last["table"]),
        "story": _story(made),
        "dock": _controls(made),
    }
    title = f"{made.last.title}: a game again"
    return page_of(made.last, made.looks, parts, more=host, head=head, title=title) + "\n"


def _packaged(name: str) -> str:
    return read_packaged("interpreter.present.replayed", name)


def _still(table: str) -> str:
    """Show the last table to readers without scripts."""
    return f'<noscript><h2 class="still">The table at the end</h2>{table}</noscript>'


def _controls(made: Recording) -> str:
    buttons = ""
    for key, word, told in BUTTONS:
        label = "" if key == "play" else f' aria-label="{word}: {told}"'
        buttons += (
            f'<button type="button" class="opt" id="{key}" title="{told}"{label}>{word}</button>'
        )
    return (
        '<p id="decided" role="status" aria-live="polite"></p>'
        f'<nav aria-label="Steps of the game"><div>{buttons}</div>'
        '<label for="slider" id="where">Decision</label>'
        f'<input type="range" id="slider" min="0" max="{len(made.moments) - 1}" value="0"></nav>'
    )


def _story(made: Recording) -> str:
    seen = f"as {made.viewer} sees it" if made.viewer else "as everybody sees it"
    seats = ", ".join(seat.called or seat.say for seat in made.last.seats)
    about = f"{seats}; {seen}. Version {made.version}."
    beats = "".join(_beat(number, beat) for number, beat in enumerate(made.beats))
    return (
        f'<h2>The story</h2><p class="about">{escape(about)}</p><ol id="beats">{beats}'
        '<li id="now" aria-current="step" hidden></li></ol>'
        f'<p id="result"><strong>{escape(made.result)}</strong></p>'
    )


def _beat(number: int, beat: Beat) -> str:
    kind = ' class="heading"' if beat.sort == "heading" else ' class="more"' if beat.level else ""
    more = " ".join(f"{said(capital(one))}." for one in beat.upkeep)
    small = f"<small>{escape(more)}</small>" if more else ""
    return f'<li data-n="{number}"{kind}>{escape(beat.text)}{small}</li>'


def _data(made: Recording) -> str:
    """Serialize the script's data as JSON that cannot end the script element early."""
    moments = [[one.decided, one.beats, one.under_way, one.turn, one.moved] for one in made.moments]
    parts = {
        name: packed(one.drawn[number] for one in made.moments) for number, name in enumerate(DRAWN)
    }
    data = {"moments": moments, "parts": parts}
    return _ENDS.sub(r"\\u003c", json.dumps(data, ensure_ascii=False, separators=(",", ":")))
