"""A game in progress: state, story, past decisions, and undo.

Every decision goes through `Session.take`, which extends the story and the save. Prints nothing and
asks nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.diagnostics.json_data import Json
from interpreter.explaining.causes import Causes
from interpreter.explaining.explanations import ExplainedPosition, RuleReference, opened, reached
from interpreter.play.clock import Clocks, read_time
from interpreter.play.savefile import SaveFile
from interpreter.play.taking_back import CAME_TO_LIGHT, SHOWN, barred_by, shows
from interpreter.present import final_standing
from interpreter.present.log import Chronicle
from interpreter.run import handles, replay, saves
from interpreter.run.lookahead import tells_hidden
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState, Option, Pins
from interpreter.simulation.random_games import length_span

if TYPE_CHECKING:
    from interpreter.run.state import Entry


@dataclass(slots=True)
class PlayedStep:
    """One decision with the state before it.

    `barred` says why it cannot be taken back, if that is known. A `forced` one was taken for a
    person because nothing else was possible.
    """

    seat: int
    question: str
    answer: str
    site: int
    option: Option
    before: BaseState
    log: int
    chance: dict[str, object] = field(default_factory=dict)
    barred: str = ""
    forced: bool = False
    joined: bool = False  # chosen together with the step before
    timed: bool = False  # it added time to a clock
    form: bool = False  # a forced pass, asked only so that nobody can tell
    asked: int = 0  # questions up to this one, except for form
    decisions: int = 0  # those of them that had more than one answer

    def begins_answer(self, seat: int) -> bool:
        """Whether a seat made a decision of its own here, not one that continues an earlier one."""
        return self.seat == seat and not self.forced and not self.joined


@dataclass(slots=True)
class Session:
    """One game; `file`, if there is one, grows with every decision."""

    plan: Plan
    seats: tuple[str, ...]
    seed: int
    options: Mapping[str, object]
    state: BaseState
    chronicle: Chronicle
    opening: dict[str, object] = field(default_factory=dict)
    steps: list[PlayedStep] = field(default_factory=list)
    file: SaveFile | None = None
    variants: tuple[saves.Pinned, ...] = ()
    folder: str = ""  # of a game that is not shipped
    pinned: int = -1  # as in `saves.Save`
    opened: tuple[str, ...] = ()  # the seats as they were before anybody left
    events: list[saves.TableEvent] = field(default_factory=list)
    due: list[saves.TableEvent] = field(default_factory=list)  # those of a save, still to come
    drawn: bool = False  # over, as the players have agreed
    clocks: Clocks | None = None
    clock_ends: bool = False  # whether a bot plays on for whoever has no time left
    _causes: Causes | None = None

    @classmethod
    def begin(
        cls,
        plan: Plan,
        seats: tuple[str, ...],
        seed: int,
        options: Mapping[str, object],
        state: BaseState | None = None,
        variants: tuple[saves.Pinned, ...] = (),
        folder: str = "",
    ) -> Session:
        """Start a game at its first decision, or from a `state` that is set up."""
        state = plan.start(len(seats), seed, log=True) if state is None else state
        people = [seat for seat, kind in enumerate(seats) if kind == "human"]
        chronicle = Chronicle(plan, (None, *people))
        chronicle.follow(state)
        opening = saves.outcomes(plan, state.log)
        return cls(
            plan, seats, seed, options, state, chronicle, opening, variants=variants, folder=folder,
            opened=seats,
        )  # fmt: skip

    # -------------------------------------------------------------------------- going on

    def sealed(self) -> tuple[tuple[BaseState, Option], ...]:
        """List the latest secret answers, oldest first, as pairs of state before and option."""
        found: list[tuple[BaseState, Option]] = []
        for step in reversed(self.steps):
            if not self.plan.sites[step.site].secret:
                break
            found.append((step.before, step.option))
        return tuple(reversed(found))

    def in_turn(self) -> int:
        """Count the decisions since the current turn or round began."""
        span = length_span(self.plan)
        now, count = self.turns, 0
        for step in reversed(self.steps):
            if span and getattr(step.before, f"t_{span}") != now:
                break
            count += 1
        return count

    @property
    def asked(self) -> int:
        """Number of questions answered, except for form; `sim` draws chance by the same count."""
        return self.steps[-1].asked if self.steps else 0

    @property
    def hides(self) -> bool:
        """Whether anybody sees something that others do not: a zone, or a secret answer."""
        program = self.plan.program
        return any(site.secret for site in program.sites) or any(
            family.seen != "all" for family in program.families if family.holder != "box"
        )

    @property
    def decisions(self) -> int:
        """Number of answers that had an alternative."""
        return self.steps[-1].decisions if self.steps else 0

    @property
    def turns(self) -> int:
        """Number of turns begun, or of rounds where the rules have no turns, as `sim` counts."""
        span = length_span(self.plan)
        return getattr(self.state, f"t_{span}") if span else 0

    def take(self, index: int, forced: bool = False, joined: bool = False) -> None:
        """Take an option of the pending question.

        `joined` says that a person chose it together with the answer before. Raises `OSError` if
        the save cannot be written.
        """
        self.catch_up(len(self.steps))
        state = self.state
        step = PlayedStep(
            state.actor,
            handles.question_handle(self.plan, state.site),
            handles.option_handle(self.plan, state, index),
            state.site,
            state.options[index],
            state.clone(),
            len(state.log),
            forced=forced,
            joined=joined,
            form=self.plan.asks_for_form(state),
        )
        step.asked = self.asked + (not step.form)
        step.decisions = self.decisions + (not step.form and len(state.options) > 1)
        self.chronicle.choice(state, index)
        self.plan.choose(state, index)
        self.chronicle.follow(state)
        entries = state.log[step.log :]
        step.chance = saves.outcomes(self.plan, entries)
        step.barred = barred_by(self.plan, step.before, entries, state)
        self.steps.append(step)
        if self.clocks is not None and not (forced or joined or step.form):
            step.timed = self.clocks.decided(step.seat)
        if self.file is not None:
            number = len(self.steps)
            human = self.seats[step.seat] == "human"
            self.file.add(saves.as_line(self._line(number)), surely=human)
            if step.timed and self.clocks is not None:
                self.file.add(saves.as_line(self.clocks.as_data()))
            for line in self._checks(number, state):
                self.file.add(line, surely=bool(state.over))

    def tried(self, index: int) -> None:
        """Try an option on a copy of the state; raises `Runaway` if its rules do not end."""
        copy = self.state.clone()
        copy.log = list(self.state.log)
        self.plan.choose(copy, index)

    def become(self, other: Session) -> None:
        """Replace this game by another of the same players; the file is kept as it is."""
        self.plan, self.state, self.chronicle = other.plan, other.state, other.chronicle
        self.opening, self.steps = other.opening, other.steps
        self.variants, self.pinned = other.variants, other.pinned
        self.seats, self.events = other.seats, other.events
        self._causes = None

    def causes(self) -> list[RuleReference | None]:
        """List for each log entry the rule that caused it; None where there is none."""
        if self._causes is None:
            self._causes = Causes(self.plan, self.state.n, self.seed, self.opening)
        return self._causes.of(self.state.log, self.steps)

    def position(self) -> ExplainedPosition:
        """Rebuild the pending question on the explaining plan.

        If chance would now give something else, as the rules have changed since the save, its
        results are pinned.
        """
        step = self.steps[-1] if self.steps else None
        place = self._asked_again(step, None)
        if place.plan.hash(place.state) == self.plan.hash(self.state):
            return place
        # Chance came out differently: the rules have changed since the game was saved.
        chance = self.opening if step is None else step.chance
        return self._asked_again(step, replay.pinned(self.plan, replay.remembered(chance)))

    def _asked_again(self, step: PlayedStep | None, pins: Pins | None) -> ExplainedPosition:
        if step is None:
            return opened(self.plan, self.state.n, self.seed, pins)
        taken = tuple((one.seat, one.site, one.option) for one in self.steps)
        return reached(self.plan, step.before, step.option, pins, taken)

    # -------------------------------------------------------------------------- at the table

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or by agreement."""
        return bool(self.state.over) or self.drawn

    def befall(self, event: saves.TableEvent) -> None:
        """Let something happen at the table, between two decisions; it is told and kept."""
        names = handles.seat_names(len(self.seats))
        seat = names.index(event.seats[0])
        event = replace(event, at=len(self.steps))
        if event.sort == "leaves":
            self.seats = (*self.seats[:seat], event.plays, *self.seats[seat + 1 :])
            if self.clocks is not None:
                self.clocks.drop(seat)
        elif event.sort == "draw":
            self.drawn = True
        self.events.append(event)
        self.chronicle.befalls(seat, *in_words(event))
        if self.file is not None:
            self.file.add(saves.as_line(event.as_data()), surely=True)

    def catch_up(self, decisions: int | None = None) -> None:
        """Let happen what a save tells of, up to this number of decisions; without it, all."""
        while self.due and (decisions is None or self.due[0].at <= decisions):
            self.befall(self.due.pop(0))

    def leave(self, seat: int, plays: str) -> None:
        """Let a bot play on for a person."""
        self.befall(saves.TableEvent("leaves", (handles.seat_name(seat),), plays))

    def agree_draw(self, by: int) -> None:
        """End the game as a draw that a seat has offered, and all others have accepted."""
        others = [seat for seat in range(len(self.seats)) if seat != by]
        self.befall(saves.TableEvent("draw", tuple(map(handles.seat_name, (by, *others)))))

    def wind(self, clock: str, ends: bool, kept: Json | None = None) -> None:
        """Give all people a clock, with the time that a save has `kept`. Raises `NoClock`."""
        people = [seat for seat, kind in enumerate(self.seats) if kind == "human"]
        self.clocks, self.clock_ends = Clocks(read_time(clock), people), ends
        if kept:
            self.clocks.restore(kept)

    def run_out(self) -> int | None:
        """Tell everybody whose time has run out; returns the seat, None if there is none."""
        seat = self.clocks.ran_out() if self.clocks is not None else None
        if seat is not None:
            self.befall(saves.TableEvent("out", (handles.seat_name(seat),)))
        return seat

    # -------------------------------------------------------------------------- going back

    def undo(self, seat: int, free: bool) -> str:
        """Go back to before a seat's last decision; returns why not, or empty if it is done.

        If undo is `free`, later decisions of others and chance results are undone with it.
        """
        number = len(self.steps)
        while number and not self.steps[number - 1].begins_answer(seat):
            number -= 1
        if not number:
            return "you have not decided anything yet"
        number -= 1
        why = "" if free else self.kept_by(number, seat)
        if not why:
            self.back_to(number)
        return why

    def kept_by(self, number: int, seat: int) -> str:
        """Return why a seat may not go back to before this step; empty if it may."""
        since = self.steps[number:]
        alone = self.seats.count("human") == 1
        for at, step in enumerate(since, number):
            barred = self.barred(step, seat)
            if barred and not (alone and self._only_shown(at, seat)):
                return barred
        if any(one.seat != seat and self.seats[one.seat] == "human" for one in since):
            return "another player has acted since"
        if any(one.sort == "leaves" and one.at > number for one in self.events):
            return "a bot plays for somebody since"
        if any(self._shows(n, seat) for n in range(number, len(self.steps))):
            return CAME_TO_LIGHT
        return ""

    def _only_shown(self, number: int, seat: int) -> bool:
        """Whether a step is barred only because it shows others what its player knew.

        That matters between people, and not to someone who plays alone.
        """
        step, entries = self.steps[number], self._entries(number)
        rest = [one for one in entries if one[0] not in SHOWN]
        if barred_by(self.plan, step.before, rest, self._after(number)):
            return False
        shown = [one[1] for one in entries if one[0] == "reveal"]
        return all(handles.sees_piece(self.plan, step.before, piece, seat) for piece in shown)

    def _entries(self, number: int) -> list[Entry]:
        """Slice the log entries of one step."""
        end = self.steps[number + 1].log if number + 1 < len(self.steps) else len(self.state.log)
        return list(self.state.log[self.steps[number].log : end])

    def _after(self, number: int) -> BaseState:
        return self.steps[number + 1].before if number + 1 < len(self.steps) else self.state

    def barred(self, step: PlayedStep, seat: int) -> str:
        """Return why a player may not take back a decision; empty if they may."""
        if not step.barred and tells_hidden(step.before, step.option, seat):
            step.barred = CAME_TO_LIGHT
        return step.barred

    def _shows(self, number: int, seat: int) -> bool:
        """Whether a step has revealed something to a seat that it did not see before."""
        return shows(self.plan, self.steps[number].before, self._entries(number), seat)

    def back_to(self, number: int) -> None:
        """Go back to the state after the first `number` decisions, and note that in the file."""
        step = self.steps[number]
        log = self.state.log[: step.log]
        for one in self.steps[number:]:
            if one.timed and self.clocks is not None:
                self.clocks.taken_back(one.seat)
        self.state = step.before
        self.state.log = log
        del self.steps[number:]
        self.events = [replace(one, at=min(one.at, number)) for one in self.events]
        self.pinned = min(self.pinned, number)
        self.chronicle.back_to(log, step.seat)
        if self.file is not None:
            self.file.add(saves.as_line({"back": number}))

    # -------------------------------------------------------------------------- saving

    def _line(self, number: int) -> Json:
        step = self.steps[number - 1]
        return {
            "n": number,
            "by": handles.seat_name(step.seat),
            "at": step.question,
            "take": step.answer,
            **step.chance,
        }

    def _checks(self, number: int, state: BaseState) -> list[str]:
        """Format the hash line that belongs after a decision; empty if none does."""
        if state.over:
            return [saves.as_line(saves.last_line(self.plan, state, number))]
        if number % saves.HASH_EVERY == 0:
            return [saves.as_line({"after": number, "hash": self.plan.hash(state)})]
        return []

    def left(self) -> None:
        """Add the hash of the current state to the file of a game left before its end."""
        if self.file is not None and not self.over:
            self.keep_clocks()
            check = {"after": len(self.steps), "hash": self.plan.hash(self.state)}
            self.file.add(saves.as_line(check), surely=True)

    def keep_clocks(self) -> None:
        """Add what is left of the clocks to the file, with the time of the pending question."""
        if self.file is not None and self.clocks is not None and not self.over:
            self.file.add(saves.as_line(self.clocks.as_data()), surely=True)

    def saved(self) -> str:
        """Serialize the game as the text of a save."""
        head = saves.first_line(
            self.plan,
            self.options,
            self.opened,
            self.seed,
            self.variants,
            self.pinned,
            self.folder,
            self.clocks.allowed.text if self.clocks is not None else "",
            self.clock_ends,
        )
        events = [*self.events]
        lines = [saves.as_line(head)]
        if self.opening:
            lines.append(saves.as_line({"n": 0, **self.opening}))
        for number in range(1, len(self.steps) + 1):
            while events and events[0].at < number:
                lines.append(saves.as_line(events.pop(0).as_data()))
            lines.append(saves.as_line(self._line(number)))
            last = number == len(self.steps)
            lines += self._checks(number, self.state if last else self.steps[number].before)
        if self.clocks is not None:
            lines.append(saves.as_line(self.clocks.as_data()))
        lines += [saves.as_line(event.as_data()) for event in events]
        if not self.state.over:
            check = {"after": len(self.steps), "hash": self.plan.hash(self.state)}
            lines.append(saves.as_line(check))
        # A hash line may be doubled: once by number, once as the last line.
        return "".join(dict.fromkeys(lines))

    def write_to(self, path: Path) -> None:
        """Write the whole save to a file, which may be the session's own."""
        if self.file is not None and self.file.path.resolve() == path.resolve():
            self.file.rewrite(self.saved())
        else:
            SaveFile.create(path, self.saved()).close()

    def outcome(self) -> Json:
        """Summarize the game as JSON data."""
        plan, state = self.plan, self.state
        return {
            "game": plan.id,
            "version": plan.version,
            "rules": plan.hash_of_rules,
            "variants": [one.file for one in self.variants],
            "options": dict(self.options),
            "seats": list(self.seats),
            "players": list(handles.seat_names(state.n)),
            "seed": self.seed if abs(self.seed) <= saves.LARGEST else hex(self.seed),
            "decisions": self.decisions,
            "steps": len(self.steps),
            "turns": self.turns,
            "over": self.over,
            "ending": final_standing.DRAWN if self.drawn else final_standing.ending(plan, state),
            "winners": [handles.seat_name(seat) for seat in sorted(state.winners)],
            "hash": plan.hash(state),
            **({"clock": self.clocks.as_data()["clock"]} if self.clocks is not None else {}),
        }


def in_words(event: saves.TableEvent) -> tuple[str, str]:
    """Say what happened: what follows `You`, and what follows a player's name."""
    if event.sort == "draw":
        return "offer a draw, and all others accept it", "offers a draw, and all others accept it"
    if event.sort == "out":
        return "have no time left", "has no time left"
    return f"leave the game to a bot: {event.plays}", f"leaves the game to a bot: {event.plays}"
