"""`rulewright lsp`: the language server for editors."""

from __future__ import annotations

import click

from interpreter.cli import exits
from interpreter.cli.command_list import ByExample


@click.command(
    cls=ByExample,
    examples="""
    rulewright lsp
    """,
)
def lsp() -> int:
    """Run a language server on standard input and output (Language Server Protocol).

    Set your editor to run this for `.rules` files and for the YAML files of a game. Needs the extra
    `lsp`: pip install 'rulewright[lsp]'.
    """
    try:
        from interpreter.lsp.server import serve
    except ImportError:
        raise exits.Stop(
            exits.USAGE,
            "the language server needs a library that is not installed",
            "pip install 'rulewright[lsp]'",
        ) from None
    serve()
    return exits.FINE
