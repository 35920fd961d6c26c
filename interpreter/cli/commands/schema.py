"""`rulewright schema`: JSON Schemas for editors, the general ones and those made from a game."""

from __future__ import annotations

import json
from pathlib import Path

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import JSON, VARIANTS, ByExample
from interpreter.load.files import make_folder, write_whole

TEXTMATE = "textmate"
FILE = Path(".schema") / "components.schema.json"  # below the folder of a game


class _SaysTheLine(ByExample):
    """Help with the line for the editor unwrapped, as it must be copied."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("In an editor"):
            formatter.write_text(
                "After `rulewright schema GAME --write`, an editor with a YAML language server"
                " helps with each file of components/ that begins with this line:"
            )
            formatter.write(f"\n  {LINE}\n\n")
            formatter.write_text("Write it anew when the kinds of component change.")
        super().format_epilog(ctx, formatter)


LINE = f"# yaml-language-server: $schema=../{FILE.as_posix()}"


@click.command(
    cls=_SaysTheLine,
    examples="""
    rulewright schema
    rulewright schema game
    rulewright schema kingdom
    rulewright schema my_game --write
    rulewright schema textmate
    rulewright schema kingdom --variant house_rules.rules
    """,
)
@click.argument("name", metavar="[GAME]", default="components")
@click.option("--write", is_flag=True, help="Write it to the folder of the GAME, as .schema/...")
@VARIANTS
@JSON
def schema(name: str, write: bool, variants: tuple[str, ...], json_: bool) -> int:
    """Print the JSON Schema of the component files of a GAME.

    It is made from the kinds that the rules of the game declare. In place of a GAME: `components`
    (those of any game; the same as nothing), `game` (game.yaml), `textmate` (the TextMate grammar
    with which editors colour rules), or the output of a command with --json: `check`,
    `diagnostics`, `list`, `new`, `sim`.
    """
    if name in (*_general(), TEXTMATE):
        if write or variants:
            what = "--write needs a GAME to write into" if write else "--variant needs a GAME"
            raise exits.Stop(exits.USAGE, what)
        if name == TEXTMATE:
            from interpreter.tools import textmate

            output.as_json(textmate.grammar())  # never read: that file may be the one written
            return exits.FINE
        from interpreter.load.game_folder import schema as general

        output.as_json(general(name))
        return exits.FINE
    _not_a_slip(name)
    made, folder = _derived(name, variants)
    if not write:
        output.as_json(made)
        return exits.FINE
    path = folder / FILE
    make_folder(path.parent, folder)
    write_whole(path, json.dumps(made, indent=2, ensure_ascii=False) + "\n", folder)
    if json_:
        output.as_json({"written": path.as_posix()})
    else:
        output.data(f"written: {path.as_posix()}")
        output.message("Let each file of components/ begin with the line", f"  {LINE}")
    return exits.FINE


def _general() -> list[str]:
    """List the names of the shipped schemas."""
    from interpreter.load.resources import root

    end = ".schema.json"
    return sorted(path.name.removesuffix(end) for path in (root() / "schemas").glob(f"*{end}"))


def _not_a_slip(name: str) -> None:
    """Raise `Stop` for a name that is no game, but nearly a general schema."""
    from interpreter.diagnostics.suggest import nearest
    from interpreter.load.game_folder import list_games

    close = nearest(name, [*_general(), TEXTMATE])
    taken = any(folder.name.startswith(name) for folder in list_games())
    if close and not taken and not Path(name).exists():
        raise exits.Stop(
            exits.USAGE, f"no game or schema is called `{name}`", f"did you mean `{close}`?"
        )


def _derived(name: str, variants: tuple[str, ...]) -> tuple[dict[str, object], Path]:
    """Derive the schema of a game from its declarations; returns it with the game's folder.

    Errors elsewhere in the rules only cause a warning. Raises `Stop` if no kind of component is
    declared.
    """
    from interpreter.check.declarations.derived_schema import derived_schema
    from interpreter.check.folder import check_folder
    from interpreter.diagnostics import Report

    laid = games.lay(name, variants)
    report = Report()
    checked = check_folder(laid.folder, report, overlays=laid.overlays)
    if checked is None or checked.program is None or not checked.program.kinds:
        output.stop_on_errors(report)
        raise exits.Stop(
            exits.GAME_ERRORS,
            "the rules of this game declare no kind of component",
            "such as: kind card plural cards",
        )
    if report.errors:
        count = output.plural(len(report.errors), "error")
        output.message(f"warning: the game has {count}; `rulewright check` shows them")
    return derived_schema(checked.program), laid.folder
