"""Where the installed command begins: ready for Ctrl-C before anything large is imported.

Takes and gives nothing; ends with an exit code.
"""

from interpreter.cli import ctrl_c


def main() -> None:
    """Carry out the words of the command line."""
    ctrl_c.end_at_once()
    from interpreter.cli import main as command

    command.main()
