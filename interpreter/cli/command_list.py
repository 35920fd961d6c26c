"""The commands by name, each imported when it is called: `rulewright --version` stays quick.

A misspelt command gets a suggestion.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

import click

from interpreter.cli.exits import NobodyListens
from interpreter.diagnostics.json_data import Json


class ListedCommand(NamedTuple):
    """A command: its function (`module:function` in `interpreter.cli.commands`) and summary."""

    place: str
    says: str


COMMANDS: dict[str, ListedCommand] = {
    "list": ListedCommand("list_games:list_games", "Show the games, their players and options."),
    "play": ListedCommand("play:play", "Play a game, or watch one."),
    "check": ListedCommand("check:check", "Look for errors in a game."),
    "fmt": ListedCommand("fmt:fmt", "Format rules."),
    "explain": ListedCommand("explain:explain", "Explain a kind of problem."),
    "test": ListedCommand("test:test", "Run the tests of a game."),
    "sim": ListedCommand("sim:sim", "Let random players play many games."),
    "compare": ListedCommand("bench.compare:compare", "Compare two games or variants."),
    "sweep": ListedCommand("bench.sweep:sweep", "Try several values of an option."),
    "tournament": ListedCommand(
        "bench.tournament:tournament", "Rate players by games between them."
    ),
    "report": ListedCommand("bench.report:report", "Write a page for a game's designer."),
    "diff": ListedCommand("diff:diff", "Show what house rules change in a game."),
    "replay": ListedCommand("shown.replay:replay", "Replay a saved game."),
    "rules": ListedCommand("shown.rules:rules", "Print the rules of a game for readers."),
    "windows": ListedCommand("windows:windows", "List where other players can react."),
    "bot": ListedCommand("sitting.bot:bot", "Play a rule-driven seat at your own table."),
    "why": ListedCommand("why:why", "Explain why a move is possible or not."),
    "serve": ListedCommand("serve:serve", "Open a table in the browser."),
    "show": ListedCommand("shown.show:show", "Show the table of a game or a save, or draw it."),
    "print": ListedCommand(
        "shown.print_game:print_game", "Write a game as sheets to cut out (PDF)."
    ),
    "how": ListedCommand("how:how", "Find how to write something in the rules."),
    "hint": ListedCommand("bench.hint:hint", "Suggest a move in a saved game."),
    "new": ListedCommand("new:new", "Create a game of your own."),
    "import": ListedCommand(
        "tables.import_table:import_table", "Make a spreadsheet's table a part of a game."
    ),
    "export": ListedCommand("tables.export:export", "Write the components of a game as tables."),
    "lsp": ListedCommand("lsp:lsp", "Run the language server for editors."),
    "schema": ListedCommand("schema:schema", "Print schemas for YAML files."),
}


class Commands(click.Group):
    """A group that imports each command only when it is needed."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        """Create the context, with help as wide as the terminal, from 40 to 100 columns."""
        wide = max(40, min(100, shutil.get_terminal_size((80, 24)).columns))
        extra.setdefault("terminal_width", wide - 2)
        return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command, and raise `NobodyListens` where click would report a broken pipe."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise NobodyListens from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List all names, in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of this name; None if there is none."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, name = entry.place.split(":")
        module = f"interpreter.cli.commands.{module}"
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run, or fail with a suggestion of the nearest name."""
        word = args[0]
        if word not in COMMANDS and not word.startswith("-"):
            from interpreter.diagnostics.suggest import nearest

            close = nearest(word, COMMANDS)
            starting = [name for name in COMMANDS if name.startswith(word)]
            guess = close or (starting[0] if len(starting) == 1 else None)
            hint = f"did you mean '{guess}'?" if guess else f"there are: {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command '{word}'; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.says) for name, entry in COMMANDS.items()])


class ByExample(click.Command):
    """A command whose help ends with examples to copy, one per line of `examples`."""

    def __init__(
        self,
        name: str | None,
        *,
        callback: Callable[..., object],
        params: list[click.Parameter],
        help: str | None,
        examples: str = "",
    ) -> None:
        super().__init__(name, callback=callback, params=params, help=help)
        self.examples = [line.strip() for line in examples.strip().splitlines()]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the examples."""
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")
        super().format_epilog(ctx, formatter)


class Whole(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.2
    """A whole number from `low` to `high`."""

    name = "number"

    def __init__(self, low: int, high: int | None = None) -> None:
        self.low = low
        self.high = high

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Parse a whole number, or fail with a message."""
        text = str(value).strip().replace("_", "").replace(",", "")
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            self.fail(f"'{value}' is not a whole number", param, ctx)
        if len(digits) > 25:
            self.fail(f"a number of {len(digits)} digits is too long", param, ctx)
        number = int(text)
        if number < self.low or (self.high is not None and number > self.high):
            limits = f"from {self.low:,}" + ("" if self.high is None else f" to {self.high:,}")
            self.fail(f"{number:,} is not a number {limits}", param, ctx)
        return number


def options_of(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> Json:
    """Parse `--option NAME=VALUE`: values are whole numbers, `yes`, `no` or words."""
    for one in given:
        name, sign, value = one.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise click.BadParameter(f"'{one}' is not written as NAME=VALUE.", ctx, param)
    return option_values(given)


def option_values(given: Sequence[str]) -> Json:
    """Collect `NAME=VALUE` texts in a dict; of repeated names the last one counts."""
    found: dict[str, object] = {}
    for one in given:
        name, _, value = one.partition("=")
        name, value = name.strip().replace("-", "_"), value.strip()
        digits = value.removeprefix("-")
        whole = digits.isascii() and digits.isdigit() and len(digits) <= 20
        found[name] = int(value) if whole else value
    return found


GAME_OPTION = click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    callback=options_of,
    help="Set an option of the game; may be repeated.",
)
VARIANTS = click.option(
    "--variant",
    "-v",
    "variants",
    multiple=True,
    metavar="FILE",
    help="Apply a file of house rules, or a variant of the game by name; may be repeated.",
)


def clock_of(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
    """Check `--clock 20m+10s`, and return it as it is kept."""
    from interpreter.play.clock import NoClock, read_time

    if given is None:
        return None
    try:
        return read_time(given).text
    except NoClock as fault:
        raise click.BadParameter(str(fault), ctx, param) from None


def check_clock(clock: str | None, ends: bool) -> None:
    """Refuse `--clock-ends` without a clock."""
    if ends and clock is None:
        raise click.UsageError("--clock-ends needs --clock, such as --clock 20m+10s.")


CLOCK = click.option(
    "--clock",
    metavar="TIME",
    callback=clock_of,
    help="The time that each person has: 20m+10s is 20 minutes for the game, and 10 seconds more"
    " for each decision; also 90s or 1h30m. When it has run out, all are told.",
)
CLOCK_ENDS = click.option(
    "--clock-ends", is_flag=True, help="A bot plays on for a person whose time has run out."
)
JSON = click.option("--json", "json_", is_flag=True, help="Print JSON, for other programs.")
