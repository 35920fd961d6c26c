"""Help: every command has some, it ends with examples, and every example works."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest

from interpreter.cli.command_list import COMMANDS, ByExample

OURS = ("list", "check", "fmt", "explain", "sim", "new", "schema", "rules")


def command_of(name: str) -> ByExample:
    module, attribute = COMMANDS[name].place.split(":")
    command = getattr(import_module(f"interpreter.cli.commands.{module}"), attribute)
    assert isinstance(command, ByExample)
    return command


def examples(names=tuple(COMMANDS)):
    return [(name, line) for name in names for line in command_of(name).examples]


def test_the_list_of_commands_names_all_of_them(rulewright):
    told = rulewright("--help")
    assert told.code == 0
    for name, entry in COMMANDS.items():
        assert f"  {name} " in told.out
        assert entry.says in told.out


def test_no_command_at_all_shows_the_help(rulewright):
    told = rulewright()
    assert "Commands:" in told.out + told.err
    assert told.code in (0, 2)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does_and_ends_with_examples(rulewright, name):
    told = rulewright(name, "--help")
    assert told.code == 0
    command = command_of(name)
    assert command.help
    assert command.examples
    assert "Examples:\n  rulewright " in told.out
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_readable_in_forty_columns(rulewright, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "40")
    told = rulewright(name, "--help")
    before = told.out.partition("Examples:")[0]
    fixed = "# yaml-language-server"  # has to be copied as it stands
    wide = [line for line in before.splitlines() if len(line) > 40 and fixed not in line]
    assert wide == []


@pytest.mark.parametrize(("name", "line"), examples())
def test_every_example_is_understood(name, line):
    program, asked, *words = shlex.split(line)
    assert (program, asked) == ("rulewright", name)
    context = command_of(name).make_context(name, words)
    assert context.command.name is not None


@pytest.mark.parametrize(("name", "line"), examples(OURS))
def test_every_example_does_what_it_says(rulewright, my_game, name, line):
    words = shlex.split(line)[1:]
    if name == "sim":
        words += ["--games", "2", "--max-decisions", "20000"]
    if "house_rules.rules" in words:
        rules = 'variant "Short" for deities_of_the_old_kingdom 1\n    set turn_limit to 20\n'
        (my_game.parent / "house_rules.rules").write_text(rules)
    if "cards.xlsx" in words:
        pytest.importorskip("python_calamine")
        sheet = Path(__file__).parents[1] / "check" / "tables" / "exports" / "libreoffice.xlsx"
        (my_game.parent / "cards.xlsx").write_bytes(sheet.read_bytes())
    if name == "new":
        (my_game.parent / "games").mkdir()
        my_game.rename(my_game.parent / "another")
    told = rulewright(*words)
    assert told.code == 0, told.err
    assert told.out + told.err
