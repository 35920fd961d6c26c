"""The command `windows` at the prompt: when a person is asked whether they react.

Takes what was typed behind it; gives the lines that answer it.
"""

from __future__ import annotations

from interpreter.cli.table.reactions import CAN, MEANINGS, Reactions
from interpreter.diagnostics.suggest import listed


def command(reactions: Reactions, seat: int, rest: str) -> list[str]:
    """List the windows of the game, or set when a person is asked in them."""
    titles = reactions.titles()
    if not titles:
        return ["In this game nobody is asked whether they react with what others do not see."]
    word, _, which = rest.strip().lower().partition(" ")
    if not word:
        return _shown(reactions, seat, titles)
    if word not in MEANINGS:
        return [f"`{word}` is none of {listed(MEANINGS)}."]
    chosen = _meant(which.strip(), titles)
    if not chosen:
        return [f"`{which.strip()}` is none of the {len(titles)} windows; `windows` lists them."]
    refused = reactions.set(seat, word, chosen)
    if refused:
        return [f"This cannot be set: {refused}."]
    return [f"{title}: {MEANINGS[word]}." for title in chosen]


def _shown(reactions: Reactions, seat: int, titles: list[str]) -> list[str]:
    """What holds now, and how it is set."""
    lines = [
        f"{number}  {title}: {MEANINGS[reactions.of(seat, title)]}"
        for number, title in enumerate(titles, 1)
    ]
    words = [word for word in MEANINGS if word != CAN or len(reactions.seats) == 1]
    return [*lines, f"Set it with {listed(words)}: `windows never`, `windows never 1`."]


def _meant(which: str, titles: list[str]) -> list[str]:
    """The windows of a number or of the letters of a title; all without either."""
    if which.isascii() and which.isdigit() and len(which) < 4:
        return titles[int(which) - 1 : int(which)] if int(which) else []
    return [title for title in titles if which in title.lower()]
