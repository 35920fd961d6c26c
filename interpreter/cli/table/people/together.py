"""Asks a person for several things that are chosen together, in any order.

Takes the people at the table and a `SetChoice`; returns the answers in the order of the rules, or
raises `Left`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.table.leaving import Left
from interpreter.cli.table.people.set_choice import END, SetChoice
from interpreter.present import labels, words

if TYPE_CHECKING:
    from interpreter.cli.table.people.person import People


class SetChoiceInProgress:
    """One set choice of one seat, while it is being made."""

    def __init__(self, people: People, seat: int, chosen: SetChoice) -> None:
        self.people = people
        self.screen, self.frames = people.screen, people.frames
        self.seat = seat
        self.chosen = chosen

    def ask(self) -> list[int]:
        """Ask until the choice is complete, and return the options in the order of the rules."""
        people, shown = self.people, False
        while True:
            self._show()
            typed: str | None = " ".join(people.queue)
            people.queue = []
            if not typed:
                if shown:
                    self.frames.question(self.frames.view(self.seat))
                    if len(self.chosen.chosen) == 1:
                        self.screen.wrapped("`undo` takes the last one back.", 2, 2)
                else:
                    self.frames.show(self.seat)
                shown = True
                typed = people.typed(self.seat)
            if typed is None:
                raise Left("end")
            if not typed.strip():
                self.frames.again(self.seat)
                continue
            people.asked = self.frames.view(self.seat).asked
            if typed.strip().lower() == "undo" and self.chosen.chosen:
                self.chosen.chosen.pop()
                continue
            answers = self._added(typed)
            if answers is not None:
                self.frames.stand_in(None)
                return answers

    def _added(self, typed: str) -> list[int] | None:
        """Add what a line names to the choice, all of it or nothing.

        Returns the whole answer once it is complete, otherwise None.
        """
        people, chosen = self.people, self.chosen
        before, rest = [*chosen.chosen], typed
        shown = self._numbers()
        while rest.strip():
            self._show()
            people.asked = self.frames.view(self.seat).asked
            first = chosen.chosen == before
            people.queue = []
            number = self._number(rest)
            if number in shown:
                index = self._by_number(shown[number], rest)
            else:
                told = people.understood if first else people.meant
                index = told(self.seat, rest)
            if index is None:
                if not first:
                    self.screen.wrapped(
                        f"`{rest}` does not fit; nothing of this line is taken.", 0, 2
                    )
                chosen.chosen[:] = before
                people.queue = []
                return None
            rest = " ".join(people.queue)
            people.queue = []
            option = chosen.state().options[index]
            if option != END:
                chosen.chosen.append(option)
            if option == END or not chosen.left:
                people.queue = rest.split()
                return self._whole(before)
        return None

    def _numbers(self) -> dict[str, int]:
        """Map the numbers on the screen to options; they hold for a whole line."""
        keys, options = self.people.keys(), self.chosen.state().options
        return {key: one for key, one in zip(keys, options, strict=True) if key.isdigit()}

    def _number(self, typed: str) -> str:
        """Return the first word of a line; empty if the line begins with a longer name."""
        parts = typed.replace(",", " ").split()
        return "" if self.people.words_of_a_name(parts) > 1 else parts[0]

    def _by_number(self, option: int, typed: str) -> int | None:
        """Find the index of an option chosen by number; None if it is chosen already."""
        options = self.chosen.state().options
        self.people.queue = typed.replace(",", " ").split()[1:]
        return int(options.index(option)) if option in options else None

    def _whole(self, before: list[int]) -> list[int] | None:
        """Return the whole answer; None, with a message, if it cannot be combined."""
        answers = self.chosen.answers()
        if answers is None:
            named = words.joined(self._named())
            self.chosen.chosen[:] = before
            self.people.queue = []
            self.screen.wrapped(f"These cannot be chosen together: {named}.", 0, 2)
        return answers

    def _show(self) -> None:
        """Tell the frames what can still be chosen."""
        chosen = self.chosen
        plan = self.people.session.plan
        say = labels.set_question(plan, chosen.start, chosen.most, chosen.may_end)
        self.frames.stand_in(chosen.state(), self._named(), say)

    def _named(self) -> list[str]:
        """List what is chosen so far, as this person reads it."""
        copy = self.chosen.start.clone()
        copy.options = [*self.chosen.chosen]
        plan, seat = self.people.session.plan, self.chosen.start.actor
        return [one.split(" (")[0] for one in labels.option_titles(plan, copy, seat)]
