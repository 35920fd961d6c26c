"""`rulewright import`: a table of a spreadsheet as a kind of component, and its changes later."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import JSON, ByExample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.check.tables.guessed_kind import GuessedKind
    from interpreter.cli.commands.tables.rows_of import Rows
    from interpreter.load.tables.raw_table import RawTable

FEW = 3  # rows that are shown
MOST_TOLD = 40  # changed rows that are named


@click.command(
    "import",
    cls=ByExample,
    examples="""
    rulewright import cards.xlsx
    rulewright import cards.xlsx my_game
    rulewright import cards.csv my_game --clean
    """,
)
@click.argument("table", metavar="TABLE")
@click.argument("game", required=False)
@click.option("--clean", is_flag=True, help="Write a CSV with the names of the rules, not a copy.")
@JSON
def import_table(table: str, game: str | None, clean: bool, json_: bool) -> int:
    """Show what a TABLE would be in the rules; with a GAME, put it in.

    A kind that the GAME has not yet is written into its rules, and the table is copied into its
    folder `components`. Where it is there already, only what has changed is told, row by row, and
    the table is exchanged.
    """
    from interpreter.check.tables.guessed_kind import guessed_kind
    from interpreter.cli.commands.tables.reading import tables_of

    path = Path(table)
    tables = tables_of(path)
    if game is None:
        guesses = [guessed_kind(one) for one in tables]
        _tell(tables, guesses, json_)
        return exits.FINE
    folder = _own(games.find(game))
    told: list[str] = []
    for one in tables:
        told += _put_in(path, one, folder, clean, len(tables) > 1)
    if json_:
        output.as_json({"table": table, "game": folder.name, "done": told})
    else:
        for line in told:
            output.data(line)
    return exits.FINE


# ---------------------------------------------------------------------------- what it would be


def _tell(tables: Sequence[RawTable], guesses: Sequence[GuessedKind], json_: bool) -> None:
    if json_:
        output.as_json({"kinds": [_as_data(one) for one in guesses]})
        return
    for table, guess in zip(tables, guesses, strict=True):
        output.data(
            f"{output.plural(guess.cards, 'row')}, {output.plural(guess.copies, 'card')} in all"
        )
        output.data("")
        rows = [("column", "becomes", "holds", "for example")]
        rows += [(one.header, one.line or "-", one.holds, one.example) for one in guess.columns]
        widths = [max(len(row[n]) for row in rows) for n in range(4)]
        for row in rows:
            cells = (cell.ljust(wide) for cell, wide in zip(row, widths, strict=True))
            output.data("  ".join(cells).rstrip())
        output.data("")
        for line in guess.rules.rstrip().split("\n"):
            output.data(line)
        output.data("")
        for raw in table.rows[:FEW]:
            output.data(" | ".join(" ".join(cell.text.split())[:24] for cell in raw).rstrip())
    output.message("Nothing is written: name a GAME to put it in, or `new NAME --cards TABLE`")


def _as_data(guess: GuessedKind) -> dict[str, object]:
    return {
        "kind": guess.name,
        "plural": guess.plural,
        "rows": guess.cards,
        "cards": guess.copies,
        "rules": guess.rules,
        "columns": [
            {"header": one.header, "line": one.line, "holds": one.holds, "example": one.example}
            for one in guess.columns
        ],
    }


# ---------------------------------------------------------------------------- into a game


def _own(folder: Path) -> Path:
    """Return the folder of a game of one's own; raises `Stop` for one that is shipped."""
    from interpreter.load.game_folder import list_games

    if folder.resolve() in [one.resolve() for one in list_games()]:
        raise exits.Stop(
            exits.USAGE,
            f"{folder.name} is a game that is shipped",
            f"copy it first: rulewright new my_{folder.name} --from {folder.name}",
        )
    return folder


def _put_in(path: Path, table: RawTable, folder: Path, clean: bool, several: bool) -> list[str]:
    """Put a table into a game; return what was done, a line each."""
    from interpreter.check.tables.column_names import GENERAL
    from interpreter.check.tables.guessed_kind import guessed_kind
    from interpreter.cli.commands.tables.export import as_csv
    from interpreter.cli.commands.tables.rows_of import rows_in_game, rows_of_table, table_kinds_of
    from interpreter.load.files import make_folder, write_whole

    kinds = table_kinds_of(folder)
    told: list[str] = []
    guess = guessed_kind(table, kinds.taken)
    kind = kinds.of(table.name) or kinds.of(guess.plural)
    if kind is None:
        rules = folder / "rules" / f"{guess.plural}.rules"
        if rules.exists():
            raise exits.Stop(
                exits.FILES,
                f"{rules} is there already, and has no kind `{guess.name}`",
                "write the kind into it, or rename the table",
            )
        make_folder(folder / "rules", folder)
        write_whole(rules, guess.rules, folder)
        told.append(f"new kind `{guess.name}`: {rules.as_posix()}")
    plural = kind.plural if kind is not None else guess.plural
    before = rows_in_game(folder, plural)
    suffix = ".csv" if clean or several else path.suffix.lower()
    target = folder / "components" / f"{plural}{suffix}"
    make_folder(folder / "components", folder)
    _refuse_other_files(folder, plural, target)
    now = rows_of_table(path, folder, table.name, plural)
    if clean or several:
        write_whole(target, as_csv(now), folder)
    else:
        from interpreter.load.files import read_at_most
        from interpreter.load.text import MOST_BYTES

        write_whole(target, read_at_most(path, MOST_BYTES), folder)
    told.append(f"{output.plural(len(now), 'component')}: {target.as_posix()}")
    if kind is not None:
        told += [
            f"new column `{one.header}`: declare it below `kind {kind.name}`, such as"
            f" `printed {one.line}: {one.holds}`"
            for one in guess.columns
            if {one.line, one.header} & {line for row in now.values() for line in row}
            and one.line not in (*GENERAL, *kind.lines)
        ]
    return told + (_changes(before, now) if before else [])


def _refuse_other_files(folder: Path, plural: str, target: Path) -> None:
    """Refuse to leave two files with the same components."""
    for other in sorted((folder / "components").glob(f"{plural}.*")):
        if other != target and other.stem == plural:
            raise exits.Stop(
                exits.FILES,
                f"{other} holds {plural} already",
                f"remove it first, or save the table as `{plural}{other.suffix}`",
            )


def _changes(before: Rows, now: Rows) -> list[str]:
    """Say what has changed, a line for each component."""
    told = [f"+ {name}" for name in now if name not in before]
    told += [f"- {name}" for name in before if name not in now]
    for name, row in now.items():
        old = before.get(name, row)
        lines = [
            f"{line}: {old.get(line, '') or 'nothing'} -> {row.get(line, '') or 'nothing'}"
            for line in dict.fromkeys([*old, *row])
            if old.get(line, "") != row.get(line, "")
        ]
        if lines:
            told.append(f"~ {name}: {'; '.join(lines)}")
    if not told:
        return ["nothing has changed"]
    more = len(told) - MOST_TOLD
    return [*told[:MOST_TOLD], f"and {more} more"] if more > 0 else told
