"""A game that nobody at the keyboard plays, told turn by turn with the table from time to time."""

from __future__ import annotations

from interpreter.cli import output
from interpreter.cli.session import Session
from interpreter.present import digest, standing, words
from interpreter.present.board import draw
from interpreter.present.log import Line

TURNS_PER_BOARD = 30
MOST_DECISIONS = 1_000_000


def opening(session: Session) -> list[str]:
    """What is played, by whom, and how to see it again."""
    plan = session.plan
    who = words.joined(
        f"{words.seat_title(seat)} ({kind})" for seat, kind in enumerate(session.seats)
    )
    return [f"{plan.title} {plan.version}", f"Players: {who}. Seed {session.seed}.", ""]


def watch(session: Session, width: int, plain: bool, quiet: bool, decide) -> None:  # type: ignore[no-untyped-def]
    """Play to the end; `decide` gives the number of the option that a seat takes."""
    told = 0
    turns = 0
    if not quiet:
        for line in opening(session):
            output.data(line)

    def tell(lines: list[Line]) -> None:
        nonlocal turns
        for group in digest.turns(lines):
            if group[0].sort == "turn":
                turns += 1
                if turns > 1 and (turns - 1) % TURNS_PER_BOARD == 0:
                    output.data("")
                    output.data(f"After {turns - 1} turns:")
                    output.data("")
                    output.data(draw(session.plan, boards[0], None, width, plain, texts=False))
                    output.data("")
            for text in digest.digest(group, width):
                output.data(text)

    boards = [session.state.clone()]
    story = session.chronicle.lines[None]
    while not session.state.over and len(session.steps) < MOST_DECISIONS:
        session.take(decide(session))
        last = len(story)
        start = next((n for n in range(last - 1, told - 1, -1) if story[n].sort == "turn"), None)
        if start is not None and start > told and not quiet:
            tell(story[told:start])
            told = start
            boards[0] = session.state.clone()
    if quiet:
        return
    tell(story[told:])
    closing(session, None, width, plain)


def closing(session: Session, viewer: int | None, width: int, plain: bool) -> None:
    """The table at the end and the result."""
    output.data("")
    output.data(draw(session.plan, session.state, viewer, width, plain, texts=False))
    output.data("")
    turns = session.chronicle.turns
    output.data(standing.result(session.plan, session.state))
    output.data(
        f"{output.plural(turns, 'turn')}, {output.plural(len(session.steps), 'decision')}."
    )
