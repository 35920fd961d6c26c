"""The games that are mutated: each a folder as plain data, path to text.

The games made from rulebooks, and every must-express snippet made a whole game by a `game.yaml`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from interpreter.load.resources import root
from tests.language.worked_items import NOT_RUN_YET

TESTS = Path(__file__).parents[1]
KINGDOM = "deities_of_the_old_kingdom"
LARGE = (KINGDOM, "deus_ex_machina")
FOLDERS = ("rules", "components")

GAME_YAML = """\
id: {id}
version: "1.0"
title: A game of its own
author: nobody
language: 1
players: {{min: 2, max: 4}}
description: One of the things that the language must express.
"""


@cache
def bases() -> dict[str, dict[str, str]]:
    """All games by id, the large ones first; their files in the order of their paths."""
    found = {name: shipped(name) for name in LARGE}
    for rules in sorted((TESTS / "language" / "must_express").glob("*.rules")):
        name = "g" + rules.stem.replace("-", "_")
        files = {"game.yaml": GAME_YAML.format(id=name)}
        things = rules.with_suffix(".yaml")
        if things.exists():
            files["components/things.yaml"] = with_sources(things.read_text("utf-8"))
        files["rules/base.rules"] = rules.read_text("utf-8")
        found[name] = files
    return found


def playable() -> dict[str, dict[str, str]]:
    """Give the games that can be played, as `bases` has them."""
    waiting = {"g" + stem.replace("-", "_") for stem in NOT_RUN_YET}
    return {name: files for name, files in bases().items() if name not in waiting}


def with_sources(text: str) -> str:
    """Components of a snippet with the `source` that those of a real game must have."""
    text = re.sub(r"(?m)^( *- id: \w+)$", r"\1\n  source: common", text)
    return re.sub(r"(- \{id: \w+)", r"\1, source: common", text)


def shipped(name: str) -> dict[str, str]:
    """Give the files of a shipped game, in the order of their paths."""
    folder = root() / "games" / name
    files = {"game.yaml": (folder / "game.yaml").read_text("utf-8")}
    for kind in FOLDERS:
        for path in sorted(one for one in (folder / kind).rglob("*") if one.is_file()):
            files[path.relative_to(folder).as_posix()] = path.read_text("utf-8")
    return files


def write(folder: Path, files: dict[str, str]) -> None:
    """Write a game's folder to disk; what stood there before goes."""
    for kind in FOLDERS:
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for old in [one for one in (folder / kind).rglob("*") if one.is_file()]:
            if old.relative_to(folder).as_posix() not in files:
                old.unlink()
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode("utf-8", "surrogatepass"))
