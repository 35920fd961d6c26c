"""Conversion of a played game to a passing test in the rules language.

The test replays exactly this game: its seed, its options and every decision, in the words of the
rules where those name just one option, otherwise in those that the player read. Chance results
are added as comments. Prints and asks nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from interpreter.diagnostics.json_data import Json
from interpreter.play.session import PlayedStep, Session
from interpreter.present.chooser import Chooser
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.run.value_writer import Value, ValueWriter

if TYPE_CHECKING:
    from interpreter.ir.declared import Site
    from interpreter.ir.types import Type

NAMES = ("ann", "ben", "cleo", "dan", "eve", "finn", "gwen", "hal")
PLAIN_END = "end"  # of `end the game`, which has no name
PLAIN_SEED = 10**9  # larger numbers stand in quotes
WIDE = 90  # letters of a line, before answers go on in one of their own


def game_test(session: Session, title: str) -> str:
    """Build the test that replays this game."""
    words = _Words(session.plan, session.state.n)
    lines = [f'test "{title}"']
    lines += [f"    # played with house rules: {one.file}" for one in session.variants]
    lines += [f"    with {name} {_option(value)}" for name, value in session.options.items()]
    seats = ", ".join(words.players)
    seed = f"{session.seed}" if 0 <= session.seed < PLAIN_SEED else f'"{session.seed}"'
    lines.append(f"    given {session.state.n} players: {seats}, with seed {seed}")
    lines += _chance(session.opening, session.pinned >= 0)
    open_step, whose = "", -1
    for number, step in enumerate(session.steps):
        if step.form:  # it passes by itself, too, when the test is run
            lines += chance_lines(session, number) if number < session.pinned else []
            continue
        who, said = words.players[step.seat], words.of_step(session, step)
        again = step.seat == whose and said.startswith("answers ") and "passes" not in open_step
        joined = f"{open_step}{_between(open_step)}{said.removeprefix('answers ')}"
        known = _chance_before(session, number)
        if open_step and again and not known and len(joined) <= WIDE:
            open_step = joined
            continue
        lines += [open_step] if open_step else []
        pinned = chance_lines(session, number) if number < session.pinned else []
        lines += [*([] if number <= session.pinned else known), *pinned]
        open_step, whose = f"    {who} {said}", step.seat
    lines += [open_step] if open_step else []
    if session.steps and len(session.steps) > session.pinned:
        lines += _chance_before(session, len(session.steps))
    return "\n".join([*lines, *_ending(session, words)]) + "\n"


def chance_lines(session: Session, number: int) -> list[str]:
    """Format the chance results after a decision, pinned if the seed does not determine them."""
    return _chance(session.steps[number].chance, number < session.pinned)


def _chance_before(session: Session, number: int) -> list[str]:
    """Format the chance results since the previous decision, including formal passes in between."""
    first = number - 1
    while first > 0 and session.steps[first].form:
        first -= 1
    return [line for n in range(max(first, 0), number) for line in chance_lines(session, n)]


def _between(line: str) -> str:
    return ", " if ": " in line or " answers " in line else ": "


def _option(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _chance(given: Json, pinned: bool) -> list[str]:
    """Format rolls and draws as comments, or as lines of a test that pin them."""
    lines = []
    faces = [str(face) for rolled in given.get("rolled", {}).values() for face in rolled]
    if faces:
        lines.append(f"dice: {' '.join(faces)}" if pinned else f"# rolled: {' '.join(faces)}")
    if given.get("drew"):
        drew = ", ".join(given["drew"])
        lines.append(f"draws: {drew}" if pinned else f"# drawn: {drew}")
    return [f"    {line}" for line in lines if pinned or len(line) <= WIDE]


def _ending(session: Session, words: _Words) -> list[str]:
    """Format how the game ended; empty if it was left before its end."""
    plan, state = session.plan, session.state
    if not state.over:
        return []
    winners = " and ".join(words.players[seat] for seat in sorted(state.winners)) or "nobody"
    verb = "win" if len(state.winners) > 1 else "wins"
    ending = plan.program.endings[state.ending] if state.ending >= 0 else ""
    named = f" as {ending}" if ending not in ("", PLAIN_END) else ""
    return [f"    game ends{named}, {winners} {verb}"]


class _Words:
    """Names of players and options in the test of one game."""

    def __init__(self, plan: Plan, players: int) -> None:
        self.plan = plan
        self.names = _names(plan)
        self.players = self._seats(players)
        boards = [b for b in plan.program.boards.values() if not b.of_kind]
        self.one_board = len(boards) == 1

    def _seats(self, players: int) -> list[str]:
        for names in (handles.seat_names(players), NAMES[:players]):
            if len(names) == players and not any(name in self.names for name in names):
                return list(names)
        free = (f"player_{n}" for n in range(1, 1000) if f"player_{n}" not in self.names)
        return [next(free) for _ in range(players)]

    def of_step(self, session: Session, step: PlayedStep) -> str:
        """Format a decision as the end of a step: `takes push`, `answers fruit is apple`."""
        site = self.plan.program.sites[step.site]
        if site.sort == "menu" and isinstance(step.option, int):
            _, sort, name, _ = site.items[step.option]
            alike = [site.items[o] for o in step.before.options if site.items[o][1] == "pass"]
            if sort == "pass" and len(alike) == 1:
                return "passes"
            if sort != "pass" and [item[2] for item in site.items].count(name) == 1:
                return f"takes {name}"
        if site.sort == "pay" and isinstance(step.option, tuple):
            values = self.plan.program.values[site.type.of]
            parts = [f"{n} {values.members[i]}" for i, n in enumerate(step.option) if n > 0]
            if len(parts) == 1 and (len(values.wild) < 2 or min(step.option) == 0):
                return f"answers less {parts[0]}"
        if site.sort == "choose":
            picked = self._picked(site, step)
            if picked:
                return f"answers {picked}"
        return f'answers "{self._as_read(step, site)}"'

    def _as_read(self, step: PlayedStep, site: Site) -> str:
        """Return the title of an option if it is unambiguous, otherwise its name in saves."""
        at = step.before.options.index(step.option)
        chooser = Chooser(self.plan, step.before, step.seat)
        shown = chooser.titles[at]
        meant = chooser.quoted(shown)
        plain = shown.isprintable() and '"' not in shown and len(shown) < WIDE
        if plain and meant == [step.option]:
            return str(shown)
        return str(chooser.names[at])

    def _picked(self, site: Site, step: PlayedStep) -> str:
        """Format a choice as `fruit is apple, die is row_1_column_2`; empty if ambiguous."""
        option, options = step.option, step.before.options
        if isinstance(option, tuple):
            item = site.type.element
            every = {one for other in options for one in other}
            said = [self._value(step, item, one, every) for one in option]
            return (
                f"{site.name} {'are' if len(said) > 1 else 'is'} {' and '.join(said)}"
                if all(said) and said
                else (f"{site.name} is none" if not said else "")
            )
        if site.type.is_joint:
            parts = [site.type.split(other) for other in options]
            made = []
            for n, (name, kind, value) in enumerate(site.type.split(option)):
                word = self._value(step, kind, value, {part[n][2] for part in parts})
                if not word:
                    return ""
                made.append(f"{name} is {word}")
            return ", ".join(made)
        word = self._value(step, site.type, option, set(options))
        return f"{site.name} is {word}" if word else ""

    def _value(self, step: PlayedStep, kind: Type, value: int, others: Iterable[int]) -> str:
        """Name a value; empty if the name fits another value that is offered, too."""
        word = self._word(step, kind, value)
        if not word or any(o != value and self._word(step, kind, o) == word for o in others):
            return ""
        return word

    def _word(self, step: PlayedStep, kind: Type, value: int) -> str:
        return _StepWriter(self, step).write(kind, value)

    def alone(self, word: str) -> str:
        """Return a word that is the name of one thing only; else nothing."""
        return word if self.names[word] <= 1 else ""


def _names(plan: Plan) -> Counter[str]:
    """Count for each name of a game how many sorts of things have it."""
    program = plan.program
    sorts: list[Iterable[str]] = [
        (member for values in program.values.values() for member in values.members),
        program.values,
        program.kinds,
        (kind.plural for kind in program.kinds.values()),
        (design.id for design in program.designs),
        (family.name for family in program.families),
        (kept.name for kept in program.fields if kept.holder == "table"),
        program.settings,
        program.boards,
        program.funcs,
    ]
    return Counter(name for sort in sorts for name in set(sort))


class _StepWriter(ValueWriter[str]):
    """Writes the value of a step in one word of the rules; "" where no word means it alone."""

    def __init__(self, words: _Words, step: PlayedStep) -> None:
        self.words, self.step, self.program = words, step, words.plan.program

    def none(self, kind: Type) -> str:
        return "" if kind.is_number else "none"

    def number(self, kind: Type, value: int) -> str:
        return "" if value < 0 or kind.halves else str(value)

    def word(self, kind: Type, value: int) -> str:
        return self.words.alone(self.program.values[kind.of].members[value])

    def player(self, kind: Type, value: int) -> str:
        return self.words.players[value]

    def piece(self, kind: Type, value: int) -> str:
        plan = self.words.plan
        if not handles.sees_piece(plan, self.step.before, value, self.step.seat):
            return ""
        return self.words.alone(handles.design(plan, value).id)

    def space(self, kind: Type, value: int) -> str:
        board = self.program.boards.get(kind.of)
        if not self.words.one_board or board is None or board.sort != "grid":
            return ""
        row, column = divmod(value, board.width)
        return f"row_{row + 1}_column_{column + 1}"

    def lane(self, kind: Type, value: int) -> str:
        board = self.program.boards.get(kind.of)
        if not self.words.one_board or board is None:
            return ""
        return self.words.alone(board.lane_names[value])

    def amounts(self, kind: Type, counts: Sequence[int]) -> str:
        return ""

    def several(self, kind: Type, values: Sequence[Value]) -> str:
        return ""

    def other(self, kind: Type, value: int) -> str:
        return ""

    joint = yes_no = other
