"""Play by another program: a line of JSON out, a line in.

Before each decision of a person it writes a view (`schemas/view.schema.json`), and reads the
answer: `{"take": NAME}` with the name of an option, `{"quit": true}`, or `{"resign": true}`, after
which a bot plays on for that seat. Anything else is answered by `{"error": ...}`, and asked again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from interpreter.cli.table.leaving import Left, Resigned
from interpreter.play.session import Session
from interpreter.present.model.parts import PendingQuestion, StoryBeat, View, as_json
from interpreter.present.model.view import view
from interpreter.present.model.view_changes import with_changes


class ExternalPeople:
    """All persons of a game, for whom another program answers."""

    def __init__(
        self, session: Session, read: Callable[[], str | None], write: Callable[[str], None]
    ) -> None:
        self.session = session
        self.at_keyboard = -1  # the program knows for whom it answers
        self.read = read
        self.write = write
        self.told: dict[int, int] = {}
        self.seen: dict[int, View] = {}

    def start_anew(self, said: Sequence[str] = ()) -> None:
        """Show everybody everything again after a reload; `said` is already on the screen."""
        self.seen.clear()

    def only_one(self) -> None:
        """Do nothing: the story tells which option was taken without asking."""

    def would_tell(self, seat: int) -> bool:
        """Whether leaving out the question would reveal that somebody has no choice.

        It would if there are several people, as the program may show each of them whom it asks.
        """
        return self.session.hides and self.session.seats.count("human") > 1

    def decide(self) -> int:
        """Ask the program for an option, and return its index. Raises `Left` or `Resigned`."""
        seat = self.session.state.actor
        now = self.view(seat)
        self.write(json.dumps(as_json(with_changes(now, self.seen.get(seat), self.told[seat]))))
        self.seen[seat] = now
        assert now.asked is not None
        while True:
            line = self._line(seat)
            if line is None:
                raise Left("end")
            answer = self._understood(line, now.asked)
            if isinstance(answer, int):
                return answer
            self.write(json.dumps({"error": answer}))

    def _line(self, seat: int) -> str | None:
        """Read an answer while the clock of its seat runs. Raises `Resigned` if a bot plays on."""
        session, clocks = self.session, self.session.clocks
        if clocks is None:
            return self.read()
        clocks.start(seat)
        try:
            line = self.read()
        finally:
            clocks.stop()
        session.run_out()
        if session.clock_ends and seat in clocks.out:
            raise Resigned
        return line

    def _understood(self, line: str, asked: PendingQuestion) -> int | str:
        """Parse an answer to the index of an option, or an error message.

        Raises `Left` or `Resigned`.
        """
        try:
            said: object = json.loads(line)
        except (ValueError, RecursionError):
            return 'an answer is a line of JSON, such as {"take": "NAME"}'
        if isinstance(said, dict) and said.get("quit") is True:
            raise Left("quit")
        if isinstance(said, dict) and said.get("resign") is True:
            raise Resigned
        name = said.get("take") if isinstance(said, dict) else None
        if not isinstance(name, str):
            return 'an answer names an option, as in {"take": "NAME"}, or is {"quit": true}'
        for number, option in enumerate(asked.options):
            if option.take == name:
                return number
        return f"no option is called {name[:60]!r}"

    def view(self, seat: int) -> View:
        """Build the view of a seat, with what happened since its last one."""
        chronicle = self.session.chronicle
        chronicle.settle(unless=seat)
        start = self.told.get(seat, 0)
        self.told[seat] = len(chronicle.catch_up(seat))
        story = [StoryBeat(**beat) for beat in chronicle.story(seat)[start:]]
        plan, state = self.session.plan, self.session.state
        under, so_far = chronicle.under(seat), chronicle.so_far(seat)
        known = chronicle.known(seat, plan.program.sites[state.site].func)
        return view(plan, state, seat, chronicle.turns, story, so_far, under, known)

    def closing(self) -> None:
        """Do nothing: the result, which follows, tells the end."""
