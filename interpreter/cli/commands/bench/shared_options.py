"""Options that several commands for many games have: the seed, processes, and what splits wins."""

from __future__ import annotations

import click

from interpreter.cli.command_list import Whole

SEED = click.option(
    "--seed",
    type=Whole(0),
    default=1,
    show_default=True,
    help="The same seed gives the same games.",
)
JOBS = click.option(
    "-j",
    "--jobs",
    type=Whole(1, 256),
    default=1,
    show_default=True,
    help="Number of processes; the games are the same.",
)
BY = click.option(
    "--by",
    metavar="EXPRESSION",
    help="Split wins by what each seat was at the end, in the rules' words: `their faction`.",
)
