"""A recorded game as one self-contained HTML page to step through.

Takes a `Recording`; gives a text. Without scripting, the first and last table and the whole story
can be read. Every word of a game is escaped, and only the page's own script may run."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from html import escape

from interpreter.present.picture.sheet import STYLE as PICTURE_STYLE
from interpreter.present.replayed.moments import WIDTHS, Recording
from interpreter.present.replayed.packing import packed
from interpreter.present.replayed.page_script import SCRIPT, STYLE
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
    title = escape(made.title)
    digest = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}: a game again</title>",
            f"<style>{STYLE}{PICTURE_STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            "<div>",
            *_head(made),
            *_controls(made),
            *_tables(made),
            "</div>",
            *_story(made),
            "</main>",
            f'<script type="application/json" id="data">{_data(made)}</script>',
            f"<script>{SCRIPT}</script>",
            "</body>",
            "</html>",
            "",
        )
    )


def _head(made: Recording) -> Iterable[str]:
    seen = f"as {made.viewer} sees it" if made.viewer else "as everybody sees it"
    yield f"<h1>{escape(made.title)}</h1>"
    yield f'<p class="about">{escape(", ".join(made.seats))}; {escape(seen)}.</p>'


def _controls(made: Recording) -> Iterable[str]:
    yield '<nav aria-label="Steps of the game"><div>'
    for key, word, told in BUTTONS:
        label = "" if key == "play" else f' aria-label="{word}: {told}"'
        yield f'<button type="button" id="{key}" title="{told}"{label}>{word}</button>'
    yield "</div>"
    yield '<label for="slider" id="where">Decision</label>'
    yield f'<input type="range" id="slider" min="0" max="{len(made.moments) - 1}" value="0">'
    yield '<p id="decided" role="status" aria-live="polite"></p>'
    yield "</nav>"


def _tables(made: Recording) -> Iterable[str]:
    """Yield the figures of the first table, which the script replaces, and of the last."""
    first, last = made.moments[0].drawings[0], made.moments[-1].drawings[0]
    yield '<figure id="table" tabindex="0" aria-label="The table">'
    yield '<figcaption class="still">The table at the beginning</figcaption>'
    yield f"{first.svg(styled=False).rstrip()}</figure>"
    yield '<figure class="still" tabindex="0" aria-label="The table at the end">'
    yield "<figcaption>The table at the end</figcaption>"
    yield f"{last.svg(styled=False).rstrip()}</figure>"


def _story(made: Recording) -> Iterable[str]:
    yield '<section id="story" tabindex="0" aria-label="The story of the game">'
    yield "<h2>The story</h2>"
    yield '<ol id="beats">'
    for number, beat in enumerate(made.beats):
        yield _beat(number, beat)
    yield '<li id="now" aria-current="step" hidden></li>'
    yield "</ol>"
    yield f'<p id="result"><strong>{escape(made.result)}</strong></p>'
    yield "</section>"


def _beat(number: int, beat: Beat) -> str:
    kind = ' class="heading"' if beat.sort == "heading" else ' class="more"' if beat.level else ""
    more = " ".join(f"{said(capital(one))}." for one in beat.upkeep)
    small = f"<small>{escape(more)}</small>" if more else ""
    return f'<li data-n="{number}"{kind}>{escape(beat.text)}{small}</li>'


def _data(made: Recording) -> str:
    """Serialize the script's data as JSON that cannot end the script element early."""
    moments = [[one.decided, one.beats, one.under_way, one.turn] for one in made.moments]
    pictures = [
        packed(one.drawings[number] for one in made.moments) for number in range(len(WIDTHS))
    ]
    text = json.dumps(
        {"moments": moments, "pictures": pictures}, ensure_ascii=False, separators=(",", ":")
    )
    return _ENDS.sub(r"\\u003c", text)
