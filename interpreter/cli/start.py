"""Entry point of the installed command: ready for Ctrl-C before anything large is imported."""

from interpreter.cli import ctrl_c


def main() -> None:
    """Run the command line, and exit with its code."""
    ctrl_c.end_at_once()
    from interpreter.cli import main as command

    command.main()
