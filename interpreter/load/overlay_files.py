"""Overlay files (house rules): recognises them, finds them by name or path, finds their game.

Takes what a person typed, or a path; produces a `Source`, the folder of the game that an overlay is
for, or a diagnostic. It reads no more of an overlay than its heading.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.load.files import entries_of, read_at_most
from interpreter.load.game_folder import GAME, NESTED, PARTS, list_games, shown_path
from interpreter.load.resources import root
from interpreter.load.text import TABLE, read_source

FOLDER = "variants"
SUFFIX = ".rules"
# Headings as the grammar reads them: blanks are free beside a text, articles stand anywhere.
_BETWEEN = r"[ ]*(?:(?:an?|the)(?![a-z0-9_])[ ]*)*"
_NAMED = rf'^{_BETWEEN}variant{_BETWEEN}"([^"\n]*)"'
_HEADING = re.compile(
    rf"{_NAMED}{_BETWEEN}for(?![a-z0-9_]){_BETWEEN}(?P<game>[a-z][a-z0-9_-]*)", re.MULTILINE
)
_TITLE = re.compile(_NAMED, re.MULTILINE)
_TEST = re.compile(rf"^{_BETWEEN}test(?![a-z0-9_]).*?(?=^[^\s#]|\Z)", re.MULTILINE | re.DOTALL)
_ID = re.compile(r"^id:[ ]*([\"']?)([a-z][a-z0-9_-]*)\1[ ]*(?:#.*)?$", re.MULTILINE)
MOST_LOOKED_AT = 10_000  # bytes of a game.yaml in which its id is looked for
_NEAREST = 3  # folders above a file in which its game is looked for, outside the game's own parts


def is_overlay(path: Path) -> bool:
    """Check whether a file that somebody names is meant as an overlay, well written or not.

    Rules and tests of a game lie in the folders of those names, beside its game.yaml, or in a
    folder inside them; every other file of rules is an overlay, or meant to be one.
    """
    return path.suffix == SUFFIX and not path.is_dir() and part_of(path) not in ("rules", "tests")


def part_of(path: Path) -> str | None:
    """Return the part of its game that a file belongs to; None for a file elsewhere.

    It is `rules`, `components`, `tests` or `variants`, by the folder that lies beside the
    game.yaml.
    """
    folder = game_around(path)
    below = () if folder is None else _absolute(path).relative_to(folder).parts
    return below[0] if len(below) > 1 and below[0] in PARTS else None


def game_around(path: Path) -> Path | None:
    """Find the folder of the game in which a file lies, without following links.

    Returns None for a file that lies in no game.
    """
    way = _absolute(path).parts
    for near, folder in enumerate(_absolute(path).parents):
        inside = way[len(folder.parts)] in NESTED
        if (near < _NEAREST or inside) and (folder / GAME).is_file():
            return folder
    return None


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100  # links are not followed


def read_overlay(path: Path, report: Report) -> Source | None:
    """Read an overlay; None after a diagnostic.

    One in the folder of a game may not be a link that leads out of it.
    """
    inside = game_around(path) if part_of(path) == FOLDER else None
    return read_source(path, report, shown_path(path), inside)


def read_overlays(path: Path, report: Report) -> tuple[Source, ...]:
    """Read an overlay and the tables that lie beside it, behind it; empty after a diagnostic."""
    overlay = read_overlay(path, report)
    if overlay is None:
        return ()
    tables = [read_overlay(table, report) for table in tables_beside(path)]
    return (overlay, *(one for one in tables if one is not None)) if all(tables) else ()


def tables_beside(path: Path) -> list[Path]:
    """List an overlay's tables of components, by name: `asia.cards.csv` beside `asia.rules`."""
    try:
        entries = entries_of(path.parent) if path.stem else []
    except OSError:  # such as a folder that cannot be read
        return []
    return [
        one
        for one in entries
        if one.suffix == TABLE and one.name.removesuffix(TABLE).startswith(f"{path.stem}.")
    ]


def overlay_of_table(path: Path) -> Path | None:
    """Return the overlay beside which a table lies; None for any other file."""
    if path.suffix != TABLE or not is_there(str(path)):
        return None
    overlay = path.with_name(f"{path.stem.rpartition('.')[0]}{SUFFIX}")
    return overlay if is_there(str(overlay)) and is_overlay(overlay) else None


def with_tables(overlays: Iterable[Source]) -> list[tuple[Source, ...]]:
    """Group overlays as they were read: each with the tables behind it."""
    made: list[tuple[Source, ...]] = []
    for source in overlays:
        if source.path.endswith(TABLE) and made:
            made[-1] = (*made[-1], source)
        else:
            made.append((source,))
    return made


def without_tables(overlays: Iterable[Source]) -> tuple[Source, ...]:
    """Return the overlays alone, which have titles and tests."""
    return tuple(source for source in overlays if not source.path.endswith(TABLE))


def neighbours(overlays: Iterable[Source], folder: Path) -> list[Path]:
    """List the other overlays in the folders of these.

    The variants of the game in `folder` are left out, since they are known without looking.
    """
    own = (folder / FOLDER).absolute()
    found: dict[Path, None] = {}
    for source in overlays:
        places = [base / source.path for base in (Path.cwd(), root())]
        path = next((one for one in places if is_there(str(one))), None)
        if path is None or path.parent.absolute() == own:
            continue
        for other in _beside(path.parent, f"*{SUFFIX}"):
            if other.name != path.name and is_overlay(other):
                found[other] = None
    return list(found)


def path_of(source: Source) -> Path:
    """Return the path of a source's file, since sources have their path as messages show it."""
    path = Path(source.path)
    return path if path.is_absolute() or path.exists() else root() / path


def base_of(path: Path, source: Source, report: Report) -> Path | None:
    """Find the folder of the game that an overlay is for; None if there is none.

    This is the game in whose folder it lies; else the game of that name beside it or in a folder
    further up; else the shipped one. A name of no game is reported.
    """
    heading = _HEADING.search(source.text)
    span = None if heading is None else Span(source, heading.start("game"), heading.end("game"))
    return base_called(span, path, report)


def base_called(span: Span | None, path: Path, report: Report) -> Path | None:
    """Find the game as `base_of` does; `span` is its name in the heading, None if unreadable."""
    around = game_around(path)
    shipped = {folder.name: folder for folder in list_games()}
    named = "" if span is None else span.text
    own = _game_near(path, named) if named else None
    if around is not None:
        in_its_place = part_of(path.resolve()) == FOLDER
        if not named or named == around.name or in_its_place or not (own or named in shipped):
            return around
    if span is None:
        return None
    found = own or shipped.get(named)
    if found is None:
        plain = named.replace("-", "_")
        games = shipped | {folder.name: folder for folder in _games_in(path.absolute().parent)}
        guess = (plain if plain in games else nearest(plain, games)) or _beginning(named, games)
        report.add(
            "missing-base",
            span,
            f"no game is called `{named}`",
            "the game to change",
            notes=[f"the games are: {listed(games)}"],
            helps=[f"did you mean `{guess}`?"]
            if guess
            else ["keep the file beside the folder of your game, or in its folder `variants`"],
            fix=(span, guess) if guess else None,
        )
    return found


def _game_near(path: Path, name: str) -> Path | None:
    """Find a game by its id, beside a file or beside one of the folders around it."""
    above = _absolute(path).parents
    beside = (one for one in _games_in(above[0]) if _id_of(one) == name)
    further = (up / name for up in above if is_there(str(up / name / GAME)))
    return next(beside, None) or next(further, None)


def _games_in(folder: Path) -> list[Path]:
    return [found.parent for found in _beside(folder, f"*/{GAME}")]


def _id_of(folder: Path) -> str:
    """Return the id in a game's `game.yaml`; empty if there is none.

    It may differ from the name of the folder.
    """
    try:
        beginning = read_at_most(folder / GAME, MOST_LOOKED_AT).decode("utf-8", "replace")
    except OSError:
        return ""
    found = _ID.search(beginning)
    return found[2] if found else ""


def _beside(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))
    except OSError:  # such as a folder that cannot be read
        return []


def title_of(source: Source) -> str:
    """Return the title of an overlay, or its file name if the heading cannot be read."""
    found = _TITLE.search(source.text)
    return found[1] if found and found[1] else Path(source.path).stem


def digest_of(*sources: Source) -> str:
    """Compute 16 hexadecimal digits that identify an overlay with its tables, tests excluded."""
    text = "\0".join(map(rules_of, sources))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def rules_of(source: Source) -> str:
    """Strip the tests from the text of an overlay: they change nothing in play.

    A table has none, whatever its components are called.
    """
    if source.path.endswith(TABLE):
        return source.text.strip()
    return _TEST.sub("", source.text).strip()


def _beginning(name: str, games: dict[str, Path]) -> str | None:
    """Find the only game or variant whose id begins or ends like this; None if not exactly one."""
    found = [one for one in games if one.startswith(name) or one.endswith(name)]
    return found[0] if len(found) == 1 else None


def find_overlay(given: str, folder: Path, report: Report) -> Path | None:
    """Find the file of a variant for the game in `folder`, by path or by the name of its own ones.

    The game's own variants come first. Returns None after a diagnostic.
    """
    typed = given.strip()
    own = {path.stem: path for path in own_variants(folder)}
    named = typed.replace("-", "_").lower()
    if typed in own or named in own:
        return own.get(typed) or own[named]
    path = Path(typed)
    if typed and is_there(typed):
        return path
    asked = Span(Source("command line", given), 0, len(given))
    if typed.endswith(SUFFIX) or os.sep in typed:
        near = [path.name for path in path.parent.glob(f"*{SUFFIX}")] if _fine(path.parent) else []
        guess = nearest(path.name, near)
        report.add(
            "missing-variant",
            asked,
            f"there is no file `{typed}`",
            helps=[f"did you mean `{(path.parent / guess).as_posix()}`?"] if guess else [],
        )
        return None
    guess = nearest(named, own) or _beginning(named, own)
    report.add(
        "missing-variant",
        asked,
        f"this game has no variant called `{typed}`" if typed else "no variant is named",
        notes=[f"the variants are: {listed(own)}"] if own else [],
        helps=[f"did you mean `{guess}`?"]
        if guess
        else ["name one of the game's folder `variants`, or a file"],
    )
    return None


def own_variants(folder: Path) -> list[Path]:
    """List the variant files in the folder of a game, by name; empty if it has none."""
    try:
        found = [
            path
            for path in (folder / FOLDER).iterdir()
            if path.suffix == SUFFIX and not path.name.startswith(".")
        ]
    except OSError:
        return []
    return sorted(found, key=lambda path: path.name)


def is_there(path: str) -> bool:
    """Check whether a path names a file."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def _fine(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except (OSError, ValueError):
        return False
