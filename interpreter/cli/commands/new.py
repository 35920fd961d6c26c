"""`rulewright new`: a folder with a small game to begin with, or with a copy of a shipped one."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import JSON, ByExample
from interpreter.load.files import read_at_most, write_whole
from interpreter.load.text import MOST_BYTES

SKELETON = Path(__file__).parents[1] / "skeleton"
LONGEST = 64
NO_TEXT = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_PARTS = ("game.yaml", "README.md", "rules", "components", "variants", "tests")


@click.command(
    cls=ByExample,
    examples="""
    rulewright new my_game
    rulewright new games/my_game
    rulewright new my_deities --from kingdom
    rulewright new mine --from worker_placement
    rulewright new mine --cards cards.xlsx
    """,
)
@click.argument("name")
@click.option(
    "--from", "original", metavar="GAME", help="Copy this GAME, or that of a mechanism, instead."
)
@click.option("--cards", metavar="TABLE", help="Begin with the cards of a spreadsheet's table.")
@JSON
def new(name: str, original: str | None, cards: str | None, json_: bool) -> int:
    """Create a game of your own in a new folder NAME.

    The folder contains a small playable game, with comments to learn from, or a copy of the GAME
    that --from names. It may also name a mechanism, such as `worker_placement`: `rulewright how`
    finds these, each with a small game. With --cards, a game is made around a table of cards:
    .csv, .tsv, .json, .xlsx or .ods.
    """
    from interpreter.load import handbook

    if cards is not None and original is not None:
        raise click.UsageError("--from and --cards do not go together")

    folder = Path(name)
    identity = _identity(folder)
    page = None if original is None else handbook.mechanism(original)
    source: Path | Mapping[str, str | bytes] = SKELETON
    if cards is not None:
        from interpreter.cli.commands.tables.starter import starter

        source = starter(Path(cards), identity)
    elif page is not None:
        source = page.files(identity)
    elif original is not None:
        source = games.find(original)
    if folder.exists() or folder.is_symlink():
        raise exits.Stop(
            exits.FILES, f"there is something called `{name}` already", "choose another name"
        )
    if not folder.parent.is_dir():
        raise exits.Stop(
            exits.FILES,
            f"there is no folder `{folder.parent}` to put the game into",
            "make it first",
        )
    files = _made(source, folder, identity)
    if json_:
        output.as_json({"game": identity, "folder": folder.as_posix(), "files": files})
        return exits.FINE
    output.data(f"{folder.as_posix()}/")
    for file in files:
        output.data(f"    {file}")
    output.message(
        f"Next: `rulewright check {folder.as_posix()}`, `rulewright play {folder.as_posix()}`"
    )
    return exits.FINE


def _identity(folder: Path) -> str:
    """Return the id of the new game, the name of its folder; `Stop` if it cannot be used."""
    from interpreter.load.game_folder import list_games
    from interpreter.syntax.parser import RESERVED

    name = folder.name
    if not name or not _NAME.fullmatch(name) or len(name) > LONGEST:
        plain = _plain(name)
        raise exits.Stop(
            exits.USAGE,
            f"a game cannot be called `{name}`",
            "use small letters, digits and `_`, beginning with a letter"
            + (f", such as `{plain}`" if plain else ""),
        )
    if any(shipped.name == name for shipped in list_games()):
        raise exits.Stop(
            exits.USAGE, f"`{name}` is a game that is shipped", f"such as: rulewright new my_{name}"
        )
    if name in RESERVED:  # house rules could not say for which game they are
        raise exits.Stop(
            exits.USAGE, f"`{name}` is a word of the rules", f"such as: rulewright new my_{name}"
        )
    return name


def _plain(name: str) -> str:
    """Derive the nearest valid name; empty if nothing is left."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    words = re.sub(r"[^a-z0-9]+", "_", words).strip("_")
    words = re.sub(r"^[0-9_]+", "", words)[:LONGEST].strip("_")
    return words if _NAME.fullmatch(words) else ""


def _made(source: Path | Mapping[str, str | bytes], folder: Path, identity: str) -> list[str]:
    """Make the folder of a game, whole or not at all; returns the paths of its files inside it.

    `source` is the folder of another game, or texts by their paths.
    """
    place = Path(tempfile.mkdtemp(prefix=f".{identity}-", dir=folder.parent))
    try:
        made = place / identity
        made.mkdir()
        if isinstance(source, Path):
            _copy(source, made, identity)
        else:
            for path, text in source.items():
                (made / path).parent.mkdir(exist_ok=True)
                write_whole(made / path, text)
        files = sorted(p.relative_to(made).as_posix() for p in made.rglob("*") if p.is_file())
        made.rename(folder)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return files


def _copy(source: Path, made: Path, identity: str) -> None:
    """Copy a game's files."""
    for name in _PARTS:
        part = source / name
        if part.is_dir() and not part.is_symlink():
            _copy_folder(part, made / name)
        elif part.is_file() and not part.is_symlink():
            shutil.copyfile(part, made / name)
    old = source.resolve().name
    _rewrite(made / "game.yaml", lambda text: _with_id(text, identity))
    for variant in sorted((made / "variants").glob("*.rules")):
        _rewrite(variant, lambda text: _for_another(text, old, identity))
    if source == SKELETON:
        _rewrite(made / "README.md", lambda text: _padded(text, old, identity))


def _copy_folder(source: Path, target: Path) -> None:
    """Copy a folder, without hidden files and links, which might lead anywhere."""
    target.mkdir()
    for path in sorted(source.iterdir()):
        if path.name.startswith((".", "__")) or path.is_symlink():
            continue
        if path.is_dir():
            _copy_folder(path, target / path.name)
        elif path.is_file():
            shutil.copyfile(path, target / path.name)


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
    data = read_at_most(path, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise exits.Stop(exits.GAME_ERRORS, f"its {path.name} is larger than 1 MiB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise exits.Stop(exits.GAME_ERRORS, f"its {path.name} is not saved as UTF-8") from None
    write_whole(path, change(text.replace("\r\n", "\n")))


def _with_id(text: str, identity: str) -> str:
    """Replace the id in a game.yaml, and keep everything else, comments too.

    Ids that YAML would not read as text are quoted.
    """
    said = f'"{identity}"' if identity in NO_TEXT else identity
    return re.sub(r"(?m)^id:.*$", f"id: {said}", text, count=1)


def _for_another(text: str, old: str, identity: str) -> str:
    """Rewrite the headings of overlays for the copy of their game."""
    heading = rf'(?m)^(variant +"[^"\n]*" +for +){old}\b'
    return re.sub(heading, lambda found: found[1] + identity, text)


def _padded(text: str, old: str, identity: str) -> str:
    """Rename the game in the commands of the README, and realign their descriptions."""
    lines = text.split("\n")
    commands = [line.strip() for line in lines if line.startswith("    rulewright ")]
    parts = [re.split(r" {2,}", line, maxsplit=1) for line in commands]
    renamed = [(first.replace(f" {old}", f" {identity}"), rest) for first, rest in parts]
    widest = max(len(first) for first, _ in renamed)
    fresh = iter(f"    {first:<{widest}}    {rest}" for first, rest in renamed)
    return "\n".join(next(fresh) if line.startswith("    rulewright ") else line for line in lines)
