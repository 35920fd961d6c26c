"""The figures in the READMEs of the games, each below the command that makes it.

`make figures` runs each command again and writes what it says. `python -m tests.figures GAME`
does it for one game; `contracts SEATS PLAYERS GAMES` tells how Deukalion's contracts are fulfilled.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import interpreter as rw
from interpreter.bots.matches import Match
from interpreter.ir.declared import Design
from interpreter.run import handles

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```\n\$ (?P<command>[^\n]+)\n(?P<said>.*?)^```$", re.MULTILINE | re.DOTALL)
TIMED = re.compile(r"^.*decisions a second.*\n?", re.MULTILINE)
COMMANDS = {
    "rulewright": (sys.executable, "-m", "interpreter"),
    "python": (sys.executable,),
}


def pages(game: str = "") -> Iterator[Path]:
    """Find the READMEs of the games that hold figures; those of one game if it is named."""
    for path in sorted((ROOT / "games").rglob("README.md")):
        if game in path.as_posix() and BLOCK.search(path.read_text(encoding="utf-8")):
            yield path


def said(command: str) -> str:
    """Run a command of a README, and give what it says but for how fast it was."""
    word, *words = command.split()
    done = subprocess.run(
        (*COMMANDS[word], *words),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "100"},
        check=True,
    )
    return TIMED.sub("", done.stdout).rstrip() + "\n"


def renewed(text: str) -> str:
    """Give a page with what its commands say now; where somebody answers them, they stay."""

    def block(found: re.Match[str]) -> str:
        answered = any(line.startswith("> ") for line in found["said"].split("\n"))
        if answered:
            return found[0]
        return f"```\n$ {found['command']}\n{said(found['command'])}```"

    return BLOCK.sub(block, text)


# ------------------------------------------------------------------------------ Deukalion


def _contracts_of(one: tuple[tuple[str, ...], int]) -> tuple[Counter[str], int]:
    """Play a game, and give how each contract was fulfilled, and the turns."""
    seats, number = one
    game = rw.load("deukalion")
    program, plan = game.plan.program, game.plan
    pieces = [
        (design, piece)
        for design in program.designs
        if design.kind in ("contract", "treasure")
        for piece in range(design.first, design.last)
    ]
    errands = program.values["errand"].members
    found: Counter[str] = Counter()
    before: dict[str, set[tuple[Design, int, int]]] = {}

    def look(state: Any, _: int) -> None:
        now: dict[str, set[tuple[Design, int, int]]] = {"fulfilled": set(), "hold": set()}
        for design, piece in pieces:
            there = handles.zone_of(plan, state.loc[piece])
            if there is not None and there[0].name in now:
                now[there[0].name].add((design, piece, there[1]))
        for design, _piece, seat in now["fulfilled"] - before.get("fulfilled", now["fulfilled"]):
            unloaded = any(who == seat for *_, who in before["hold"] - now["hold"])
            errand = design.printed["errand"]
            found["a delivery" if unloaded else f"another task ({errands[errand]})"] += 1
        before.update(now)

    outcome = Match(game, seats).play(number, look)
    return found, outcome.turns


def contracts(kind: str, players: int, games: int) -> str:
    """Tell how contracts are fulfilled by such players, and how long their games are."""
    found: Counter[str] = Counter()
    turns = []
    with ProcessPoolExecutor(2) as pool:
        for one, length in pool.map(_contracts_of, [((kind,) * players, n) for n in range(games)]):
            found += one
            turns.append(length)
    every = sum(found.values())
    lines = [f"{games} games of {players} players ({kind}): {every} contracts fulfilled"]
    lines += [f"  by {how:<26} {n:4}  {100 * n / every:4.0f} %" for how, n in found.most_common()]
    lines += [f"turns: {min(turns)} to {max(turns)}, on average {sum(turns) / games:.0f}"]
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Renew the pages, or tell of Deukalion's contracts."""
    if words[:1] == ["contracts"]:
        if len(words) != 4 or not all(word.isdigit() for word in words[2:]):
            sys.exit(
                "usage: python -m tests.figures contracts SEATS PLAYERS GAMES, as in: greedy 2 20"
            )
        print(contracts(words[1], int(words[2]), int(words[3])))
        return
    found = list(pages(*words[:1]))
    if not found:
        every = ", ".join(path.parent.name for path in pages())
        sys.exit(f"no game with figures is called {words[0]!r}; there are: {every}")
    for path in found:
        text = path.read_text(encoding="utf-8")
        print(path.relative_to(ROOT), flush=True)
        path.write_text(renewed(text), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
