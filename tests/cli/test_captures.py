"""Captures of a real terminal: three decisions of each game, at three sizes, read and kept.

Those of the small classics, and the large games read aloud, are for the soak.

`make snap` rewrites the files of `captures/`; look at each before it is committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.cli.terminal import Terminal

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent / "captures"
SIZES = {"80x24": ((80, 24), ()), "100x40": ((100, 40), ()), "plain": ((80, 24), ("--plain",))}
GAMES: dict[str, tuple[str, list[str], list[str]]] = {
    # seats, what is answered before the first capture, and between captures
    "deus_ex_machina": ("human,random,random", ["1", "1"], ["1", "1 yellow"]),
    "deities_of_the_old_kingdom": ("human,random,random", ["2", "1"], ["1", "1"]),
    "coup": ("human,random,random", ["1"], ["2", "1"]),
    "love_letter": ("human,random,random", [], ["1", "1"]),
    "cant_stop": ("human,random,random", ["1", "1"], ["1", "1"]),
    "six_takes": ("human,random,random", [], ["37", "44"]),
    "nine_mens_morris": ("human,random", ["a1", "a4"], ["a7", "f2"]),
    "deukalion": ("human,random,random", [], ["1", "1"]),
    "deities_domination": ("human,random,random", ["1"], ["1", "1"]),
    "root": ("human,random,random", [], ["1", "1"]),
}
SMALL: dict[str, tuple[str, list[str], list[str]]] = {
    "breakthrough": ("human,random", [], ["a7 a6", "b7 b6"]),
    "connect_four": ("human,random", [], ["4", "4"]),
    "go_fish": ("human,random", [], ["3", "4"]),
    "hex": ("human,random", [], ["f6", "e7"]),
    "kuhn_poker": ("human,random", [], []),
    "leduc_poker": ("human,random", [], ["1"]),
    "liars_dice": ("human,random", [], ["1", "1"]),
    "mancala": ("human,random", [], ["3", "6"]),
    "pig": ("human,random", [], ["1", "1"]),
    "reversi": ("human,random", [], ["1", "1"]),
    "tic_tac_toe": ("human,random", [], ["b2", "1"]),
}


def captured(game: str, size: str, state: Path) -> str:
    """Give what the screen shows at three decisions of a game."""
    seats, before, between = {**GAMES, **SMALL}[game]
    room, words = SIZES[size]
    terminal = Terminal(("play", game, "--seats", seats, "--seed", "5", *words), state, size=room)
    try:
        terminal.asked()
        for answer in before:
            terminal.answer(answer)
        screens = [terminal.lines()]
        for answer in between:
            screens.append(terminal.answer(answer))
    finally:
        terminal.close()
    rule = "=" * room[0]
    return f"{rule}\n" + "".join("\n".join(screen) + f"\n{rule}\n" for screen in screens)


LARGE = ("deukalion", "deities_domination", "root")  # which need longer to start
ALL = [
    pytest.param(
        game,
        size,
        marks=[pytest.mark.soak] if game in SMALL or (size == "plain" and game in LARGE) else [],
    )
    for game in (*GAMES, *SMALL)
    for size in SIZES
]


@pytest.mark.parametrize(("game", "size"), ALL)
def test_three_decisions_look_as_they_should(game, size, tmp_path, rewriting):
    file = HERE / f"{game}.{size}.txt"
    made = captured(game, size, tmp_path)
    if rewriting:
        file.write_text(made, encoding="utf-8")
    assert made == file.read_text(encoding="utf-8")
