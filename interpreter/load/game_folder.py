"""The folder of a game: finds it by name and reads every file in it.

Takes a name or a path; produces a `GameFiles`: sources and data that are not interpreted yet. It
must not know what rules or components mean. Reading and checking against the schemas are two steps,
since the second needs a library that is slow to import.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.load import json_schema
from interpreter.load.files import entries_of
from interpreter.load.resources import read_shipped, root
from interpreter.load.spanned import Spanned
from interpreter.load.text import TABLE, TABLES, read_source

GAME = "game.yaml"
MOST_BYTES = 2 << 20  # of all files; a single one may have half of it
_SUFFIXES = {"rules": ".rules", "components": ".yaml", "variants": ".rules", "tests": ".rules"}
_NEAR_MISSES = {
    ".rules": {".rule", ".rules.txt", ".rules.yaml"},
    ".yaml": {".yml", ".yaml.txt"},
}
_OTHER_TABLES = (".csv.txt", ".tsv.txt", ".numbers", ".gsheet", ".xlsb", ".pdf", ".docx")
_BESIDE = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".md", ".txt", ".rst")
"""What may lie beside components: pictures of cards, and notes."""
PARTS = tuple(_SUFFIXES)
NESTED = ("rules", "components", "tests")  # may hold folders


@dataclass(frozen=True, slots=True)
class GameFiles:
    """All files read from a game's folder; each tuple is in the order of file names."""

    folder: Path
    game: Spanned
    rules: tuple[Source, ...]
    components: tuple[Spanned, ...]
    tests: tuple[Source, ...]
    variants: tuple[Path, ...]
    overlays: tuple[Source, ...] = ()
    """House rules that are laid on, in this order; none of those in `variants` unless named."""
    laid_only: frozenset[tuple[str, int]] | None = None
    """Which of their changes are laid on, each as its file and where it begins; all, if None."""


def list_games() -> list[Path]:
    """List the folders of the shipped games by name.

    They lie below `games/` at most two deep, as in `games/classics/hex`.
    """
    games = root() / "games"
    found = {path.parent for depth in (1, 2) for path in games.glob("*/" * depth + GAME)}
    return sorted(found, key=lambda folder: (folder.name, folder.as_posix()))


def shown_path(path: Path) -> str:
    """Format a path for messages: relative to the working folder or program root, or as given."""
    folder = _shown_folder(path.parent, Path.cwd())
    return path.as_posix() if folder is None else (folder / path.name).as_posix()


@lru_cache(maxsize=256)
def _shown_folder(folder: Path, here: Path) -> Path | None:
    """Make a folder relative to `here` or else to the program's root; None if in neither."""
    for base in (here, root()):
        with suppress(ValueError, OSError, RuntimeError):
            return folder.resolve().relative_to(base.resolve())
    return None


def find_game(name_or_path: str, report: Report) -> Path | None:
    """Find the folder of a game by its id, a prefix of it or of a word in it, or a path.

    The id of a shipped game comes first; then a folder with a `game.yaml` (or that file itself);
    then the beginning of an id, or of a word in one (`kingdom`). None after a diagnostic.
    """
    wanted = name_or_path.strip().rstrip("/\\")
    games = list_games()
    ids = {folder.name: folder for folder in games}
    nested = {folder.relative_to(root() / "games").as_posix(): folder for folder in games}
    exact = ids.get(wanted) or nested.get(wanted)
    if exact is not None:
        return exact
    asked = Span(Source("command line", name_or_path), 0, len(name_or_path))
    path = Path(wanted)
    try:
        if wanted and path.is_file() and path.name == GAME:
            return path.parent
        if wanted and path.is_dir():
            if (path / GAME).is_file():
                return path
            _no_game_yaml(path, asked, report)
            return None
    except (OSError, ValueError):
        pass
    lower = wanted.lower()
    starting = [name for name in ids if wanted and name.startswith(lower)]
    starting = starting or [name for name in ids if wanted and f"_{lower}" in name]
    if len(starting) == 1:
        return ids[starting[0]]
    if starting:
        report.add(
            "several-games",
            asked,
            f"`{wanted}` is the beginning of {len(starting)} games",
            notes=[f"they are: {listed(starting)}"],
            helps=["write more of the name"],
        )
        return None
    beginnings = {name[: max(4, len(wanted))]: name for name in ids}
    close = nearest(wanted, ids) or beginnings.get(nearest(wanted, beginnings) or "")
    report.add(
        "missing-game",
        asked,
        f"no game is called `{wanted}`" if wanted else "no game is named",
        notes=[f"the games are: {listed(ids)}"] if ids else [],
        helps=[f"did you mean `{close}`?"]
        if close
        else ["name a game, or the folder that holds its game.yaml"],
    )
    return None


def _no_game_yaml(path: Path, asked: Span, report: Report) -> None:
    inside = sorted(p.parent.name for p in path.glob(f"*/{GAME}"))
    report.add(
        "missing-game",
        asked,
        "this folder holds no game.yaml",
        notes=[f"games in the folders below it: {listed(inside)}"] if inside else [],
    )


def read_game(folder: Path, report: Report) -> GameFiles | None:
    """Read every file of a game.

    Returns None only if `game.yaml` cannot be used or the game is far too large. Any other file
    that cannot be read is reported and left out, so that the rest can still be checked.
    """
    game = _read_yaml(folder / GAME, folder, report)
    if _too_large(folder, report):
        return None
    rules = _not_empty(_sources(folder, "rules", report), report)
    components = tuple(
        document
        for path in _files(folder, "components", report)
        for document in _components(path, folder, report)
    )
    tests = _sources(folder, "tests", report)
    variants = tuple(_files(folder, "variants", report))
    if game is None:
        return None
    if not any(_files(folder, "rules", Report())):
        report.add(
            "missing-rules",
            Span(game.source, 0, len(game.source.line(1))),
            "this game has no rules",
            helps=[f"write them into `{shown_path(folder / 'rules')}/base.rules`"],
        )
    return GameFiles(folder, game, rules, components, tests, variants)


def _too_large(folder: Path, report: Report) -> bool:
    """Check whether the files that would be read are too large in all; report it if so."""
    left = MOST_BYTES
    for kind in _SUFFIXES:
        for path in _files(folder, kind, Report()):
            with suppress(OSError):
                left -= path.stat().st_size
            if left < 0:
                report.add(
                    "large-game",
                    Span(Source(shown_path(path), ""), 0, 0),
                    f"the files of a game hold at most {MOST_BYTES >> 20} MiB together",
                    helps=["remove what the game does not need"],
                )
                return True
    return False


def validate_game(files: GameFiles, report: Report) -> None:
    """Check `game.yaml` and the components against the general schemas."""
    json_schema.validate(files.game, schema("game"), report, "game")
    data = files.game.data
    name = data.get("id") if isinstance(data, dict) else None
    folder = files.folder.resolve().name
    if isinstance(name, str) and name != folder:
        usable = re.search(schema("game")["properties"]["id"]["pattern"], folder) is not None
        help_ = f"write `id: {folder}`, or rename the folder"
        report.add(
            "game-id",
            files.game.span(("id",)),
            "the id of a game is the name of its folder",
            f"the folder is called `{folder}`",
            helps=[
                help_ if usable else f"rename the folder to `{name}`: that is a name for a game"
            ],
            fix=(files.game.span(("id",)), folder) if usable else None,
        )
    general = schema("components")
    for components in files.components:
        json_schema.validate(components, general, report, "component file")
    _same_ids(files, report)


def schema(name: str) -> dict[str, Any]:
    """Load one of the schemas that ship with the program, such as `game`."""
    loaded: dict[str, Any] = json.loads(read_shipped(f"schemas/{name}.schema.json"))
    return loaded


def _same_ids(files: GameFiles, report: Report) -> None:
    """Report components with the same id, which rules could not tell apart."""
    seen: dict[str, Span] = {}
    for spanned in files.components:
        kinds = spanned.data.items() if isinstance(spanned.data, dict) else ()
        for kind, items in kinds:
            for at, item in enumerate(items if isinstance(items, list) else ()):
                name = item.get("id") if isinstance(item, dict) else None
                if not isinstance(name, str):
                    continue
                span = spanned.span((kind, at, "id"))
                if name in seen:
                    report.add(
                        "repeated-id",
                        span,
                        f"two components are called `{name}`",
                        "again here",
                        others=[Label(seen[name], "first here")],
                        helps=["give one of them another id"],
                    )
                seen.setdefault(name, span)


def _files(folder: Path, kind: str, report: Report) -> list[Path]:
    """List the files of one of a game's folders by name, then those one level down.

    Warns of files that are too deep or nearly match the expected suffix.
    """
    suffix = _SUFFIXES[kind]
    found = []
    inside: list[Path] = []
    entries = _entries(folder / kind, report)
    read = (suffix, *TABLES) if kind == "components" else (suffix,)
    if kind in NESTED:
        folders = [path for path in entries if path.is_dir() and not path.name.startswith(".")]
        inside = [path for path in folders if path.suffix != suffix]
        entries += [path for below in inside for path in _entries(below, report)]
        for below in (deep for one in inside for deep in _entries(one, Report()) if deep.is_dir()):
            if any(path.suffix in read for path in _entries(below, Report())):
                _unread(
                    below,
                    f"this folder is not read: it lies too deep in `{kind}`",
                    f"move its files into `{kind}`, or into a folder directly inside it",
                    report,
                )
    for path in entries:
        if path.name.startswith((".", "~$")) or path in inside:
            continue
        if path.suffix in read or (kind == "components" and path.suffix.lower() in TABLES):
            found.append(path)
        elif kind == "variants" and path.suffix == TABLE:
            _report_lone_table(path, report)
        else:
            _report_near_miss(path, read, report)
    return found


def _report_lone_table(path: Path, report: Report) -> None:
    """Warn of a table among the variants that belongs to none of them."""
    name = path.stem.rpartition(".")[0]
    if name and path.with_name(f"{name}.rules").is_file():
        return
    own = name or path.stem
    said = f"this table is not read: there is no `{own}.rules`"
    help_ = f"`{own}.cards.csv` holds cards of `{own}.rules`: first their name, then the kind"
    _unread(path, said, help_, report)


def _report_near_miss(path: Path, read: tuple[str, ...], report: Report) -> None:
    """Warn of a file that was probably meant to be read, but whose suffix is wrong."""
    lower = path.name.lower()
    for suffix in read:
        for miss in (*_NEAR_MISSES.get(suffix, ()), suffix):
            if lower.endswith(miss):
                said = f"this file is not read: its name does not end in `{suffix}`"
                help_ = f"rename it to `{path.name[: -len(miss)]}{suffix}`"
                _unread(path, said, help_, report)
                return
    table = next((one for one in _OTHER_TABLES if lower.endswith(one)), None)
    if table and TABLE in read:
        said = "this table is not read: its name does not end in `.csv`"
        name = f"{path.name[: -len(table)]}{TABLE}"
        _unread(path, said, f"save it as `{name}`, with a comma between two cells", report)
    elif TABLE in read and path.is_file() and not lower.endswith(_BESIDE):
        help_ = f"components stand in files that end in {listed(list(read))}"
        _unread(path, "this file is not read: it is no table and no YAML", help_, report)


def _unread(path: Path, said: str, help_: str, report: Report) -> None:
    report.add("unread-file", Span(Source(shown_path(path), ""), 0, 0), said, helps=[help_])


def files_below(folder: Path, suffix: str) -> list[Path]:
    """List the files in a folder, then those one level down, each sorted by path."""
    return [*sorted(folder.glob(f"*{suffix}")), *sorted(folder.glob(f"*/*{suffix}"))]


def _entries(folder: Path, report: Report) -> list[Path]:
    """List the entries of a folder by name; empty if it does not exist.

    A folder that cannot be read is reported, and counts as empty.
    """
    try:
        return entries_of(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError:
        report.add(
            "unreadable-file",
            Span(Source(shown_path(folder), ""), 0, 0),
            "this folder cannot be read",
        )
        return []


def _sources(folder: Path, kind: str, report: Report) -> tuple[Source, ...]:
    read = [read_source(p, report, shown_path(p), folder) for p in _files(folder, kind, report)]
    return tuple(source for source in read if source is not None)


def _not_empty(rules: tuple[Source, ...], report: Report) -> tuple[Source, ...]:
    """Drop empty files of rules and report them; a file with only a comment is not empty."""
    full = tuple(one for one in rules if one.text.strip())
    for source in rules:
        if source not in full:
            from interpreter.load.yaml_source import empty_file

            empty_file(source, report)
    return full


def _components(path: Path, folder: Path, report: Report) -> list[Spanned]:
    """Read a file of components: YAML, or a table."""
    if path.suffix.lower() in TABLES:
        from interpreter.load.tables.table_files import load_tables

        return load_tables(path, folder, shown_path(path), report)
    made = _read_yaml(path, folder, report)
    return [] if made is None else [made]


def _read_yaml(path: Path, folder: Path, report: Report) -> Spanned | None:
    from interpreter.load.yaml_source import load_yaml  # to find a game takes no library

    source = read_source(path, report, shown_path(path), folder)
    return None if source is None else load_yaml(source, report)
