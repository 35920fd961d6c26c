"""A game without people at the keyboard, shown turn by turn with the table from time to time."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.cli import output
from interpreter.cli.table.people.screen import Screen
from interpreter.play.session import Session
from interpreter.present import final_standing, words
from interpreter.present.frame.frame import draw, table_lines
from interpreter.present.frame.pen import folded
from interpreter.present.model.view import view
from interpreter.present.player_names import calling
from interpreter.present.story.beats import Beat
from interpreter.present.story.paragraphs import paragraphs
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState
from interpreter.simulation.random_games import length_span

TURNS_PER_BOARD = 30


class Watch:
    """Shows a game to a spectator, who sees what is public."""

    def __init__(self, session: Session, screen: Screen, quiet: bool) -> None:
        self.session = session
        self.screen = screen
        self.quiet = quiet
        self.at = 0
        self.turns = 0

    def opening(self) -> None:
        """Show what is played, by whom, and how to see it again."""
        if self.quiet:
            return
        session = self.session
        who = words.joined(
            f"{words.seat_title(seat)} ({kind})" for seat, kind in enumerate(session.seats)
        )
        self.screen.wrapped(words.game_title(session.plan))
        self.screen.wrapped(f"Players: {who}. Seed {session.seed}.", 0, 2)
        self.screen.say()
        self.screen.say(
            draw(
                session.plan,
                session.state,
                None,
                self.screen.width,
                self.screen.plain,
                texts=True,
                aloud=self.screen.aloud,
            )
        )
        self.screen.say()

    def join(self) -> None:
        """Go on from here with a game that its people have followed so far."""
        self.at = max(0, len(self.session.chronicle.beats(None)) - 1)
        self.turns = self.session.chronicle.turns - 1

    def tell_turns(self) -> None:
        """Tell the turns that are over."""
        if self.quiet:
            return
        done = self.session.chronicle.turns - 1
        beats = self.session.chronicle.beats(None)[self.at :]
        self.tell([beat for beat in beats if beat.turn <= done])
        if done > self.turns and done % TURNS_PER_BOARD == 0:
            self.screen.say()
            self.screen.say(f"After {done} turns:")
            self.screen.say()
            self.screen.say(self._drawn())
            self.screen.say()
        self.turns = max(self.turns, done)

    def tell(self, beats: Sequence[Beat]) -> None:
        """Print the given beats that have not been printed yet."""
        for text in paragraphs(beats, self.screen.width):
            self.screen.say(text)
        self.at += len(beats)

    def closing(self) -> None:
        """Show the last turn, the table at the end and the result."""
        if self.quiet:
            return
        self.tell(self.session.chronicle.beats(None)[self.at :])
        result(self.session, self.screen, None)

    def _drawn(self) -> str:
        return draw(
            self.session.plan,
            self.session.state,
            None,
            self.screen.width,
            self.screen.plain,
            texts=False,
            aloud=self.screen.aloud,
        )


def _ranked(plan: Plan, state: BaseState) -> list[str]:
    """Format the final ranking, best first, with as many criteria as tell the players apart."""
    rows = final_standing.ranking(plan, state)
    deciding = 1
    while rows and deciding < len(rows[0][1]):
        if len({tuple(told[:deciding]) for _, told in rows}) == len(rows):
            break
        deciding += 1
    with calling(plan, state):
        said = [[f"{what} {value}" for what, value in told[:deciding]] for _, told in rows]
        names = [words.seat_title(seat) for seat, _ in rows]
    return [f"{name}: {', '.join(told)}" for name, told in zip(names, said, strict=True)]


def result(session: Session, screen: Screen, viewer: int | None, news: Sequence[str] = ()) -> None:
    """Show the final table, what led to it, and who has won."""
    plan, state = session.plan, session.state
    story = session.chronicle
    seen = view(plan, state, viewer, story.turns, under=story.under(viewer))
    screen.say()
    for line in (*news, *([""] if news else [])):
        screen.say(line)
    for line in table_lines(seen, screen.width, not screen.plain, False, screen.aloud):
        screen.say(line)
    screen.say()
    told = final_standing.BY_AGREEMENT if session.drawn else final_standing.result(plan, state)
    for line in folded(told, screen.width, ""):
        screen.say(screen.paint(line, "bold"))
    rule = final_standing.why(plan, state)
    if rule:
        screen.wrapped(f"{rule}.", 2, 4)
    for number, line in enumerate(_ranked(plan, state), 1):
        screen.wrapped(f"{number}  {line}", 2, 5)
    long = output.plural(session.turns, length_span(plan) or "turn")
    screen.wrapped(f"{long}, {output.plural(session.decisions, 'decision')}.")
