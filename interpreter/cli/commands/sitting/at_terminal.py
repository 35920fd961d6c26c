"""A sitting at a terminal, or in a pipe: a question, a line, and its effect.

Takes a screen and a sitting; input is kept before it is answered.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli import exits
from interpreter.cli.commands.sitting import turn_text as told
from interpreter.diagnostics.characters import HIDDEN
from interpreter.load.files import write_whole
from interpreter.present import words
from interpreter.sitting.hand_steps import cited
from interpreter.sitting.positions.position_file import position_text
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.sitting import UNDO
from interpreter.sitting.what_to_say import COMMANDS, TELL

if TYPE_CHECKING:
    from interpreter.cli.commands.sitting.kept_lines import KeptLines
    from interpreter.cli.table.people.screen import Screen
    from interpreter.sitting.moment import Reply
    from interpreter.sitting.sitting import Sitting

LONGEST = 400  # characters of a line
COLUMN = 22


class SittingAtTerminal:
    """One sitting at one terminal."""

    def __init__(self, screen: Screen, sitting: Sitting, kept: KeptLines | None, game: str) -> None:
        self.screen = screen
        self.sitting = sitting
        self.kept = kept
        self.game = game
        self.writer = told.StepWriter(self._write)
        self.silent = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._help(),
            "map": lambda _: self._map(),
            "check": lambda _: self._check(),
            "why": self._why,
            "position": self._position,
            "summary": lambda _: self._summary(),
        }

    def run(self) -> int:
        """Ask and answer until somebody leaves."""
        try:
            return self._run()
        finally:
            if self.kept is not None:
                self.kept.close()

    def _run(self) -> int:
        sitting = self.sitting
        self.screen.wrapped(f"{sitting.opening.title}: a seat that the rules play, at your table.")
        self.screen.wrapped("`help` says what can be typed, `undo` takes a line back, `quit` ends.")
        if self.kept is not None:
            self._take_up(self.kept)
        while True:
            line = self._ask()
            if line is None or line.casefold() in ("quit", "q", "exit"):
                self._summary()
                return exits.FINE
            self._do(line)

    def _take_up(self, kept: KeptLines) -> None:
        """Replay the lines that were kept."""
        if not kept.lines:
            return
        self.silent = True
        for number, line in enumerate(kept.lines, 1):
            try:
                said = self.sitting.say(line)
                self._show(said)
            except NotSo as fault:
                self.silent = False
                self.screen.say(f"Line {number} of {kept.path} cannot be said any more: {line}")
                self.screen.wrapped(fault.words, 2)
                self.screen.say("The lines before it are taken up.")
                break
        self.silent = False
        self.screen.say(
            f"Taken up from {kept.path}: {words.counted(len(kept.lines), 'line', 'lines')}."
        )
        if self.sitting.now.stage in ("table", "over"):
            self._map()
        elif self.sitting.now.stage == "turn":
            self._turn_again()

    def _turn_again(self) -> None:
        """Show the current turn from its beginning."""
        self.writer.begin()
        for step in self.sitting.steps_so_far():
            self.writer.step(step)

    def _ask(self) -> str | None:
        sitting = self.sitting
        screen = self.screen
        screen.say()
        try:
            screen.wrapped(sitting.asks())
            for note in sitting.offers():
                screen.wrapped(note, 2, 4)
        except NotSo as fault:  # rules that cannot be made ready
            raise exits.Stop(exits.USAGE, fault.words, fault.help) from None
        line = screen.ask(">")
        return None if line is None else HIDDEN.sub("", line).strip()

    def _do(self, line: str) -> None:
        """Execute a line, or say why not."""
        if len(line) > LONGEST:
            self._refused(NotSo(f"a line has {LONGEST} characters at most", "say less at once"))
            return
        if line.startswith("#"):
            return
        name, _, rest = line.partition(" ")
        command = self.commands.get(name.casefold())
        if line == "?":
            command, rest = (lambda _: self._list()), ""
        try:
            if command is not None and self._is_command(name, rest):
                command(rest.strip())
                return
            said = self.sitting.say(line)
        except NotSo as fault:
            self._refused(fault)
            return
        if self.kept is not None:
            self.kept.add(" ".join(line.split()))
        self._show(said)
        if line.casefold() in UNDO and self.sitting.now.stage == "turn":
            self.silent = True  # so that the next step has the number that it had
            self._turn_again()
            self.silent = False

    def _is_command(self, name: str, rest: str) -> bool:
        """Whether a line with this first word is a command, not an answer."""
        return name.casefold() in ("why", "position") or not rest

    def _refused(self, fault: NotSo) -> None:
        self.screen.wrapped(_sentence(fault.words), 0, 2)
        if fault.help:
            self.screen.wrapped(_sentence(fault.help), 2, 4)

    def _help(self) -> None:
        """Show what can be typed, in two columns."""
        for title, rows in (
            ("Tell what happens at your table, a line each (letters are those of the map):", TELL),
            ("Then:", COMMANDS),
        ):
            self.screen.wrapped(title)
            for typed, meaning in rows:
                self.screen.wrapped(f"  {typed:{COLUMN - 2}}{meaning}", 0, COLUMN)

    # ------------------------------------------------------------------------ what is shown

    def _show(self, said: list[Reply]) -> None:
        for one in said:
            if one.sort == "turn":
                self.writer.begin()
            if one.step is not None:
                self.writer.step(one.step)
            elif one.sort == "map":
                if not self.silent:
                    self._map()
            elif not self.silent:
                self.screen.wrapped(one.text, 0, 2)

    def _write(self, text: str, indent: int, after: int, dim: bool) -> None:
        if self.silent:
            return
        if not text:
            self.screen.say()
            return
        import textwrap

        for line in textwrap.wrap(
            text,
            self.screen.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * after,
            break_on_hyphens=False,
        ):
            self.screen.say(self.screen.paint(line, "dim") if dim else line)

    def _map(self) -> None:
        if self.sitting.at_a_table:
            self.screen.say(told.drawn(self.sitting, self.screen.width, not self.screen.plain))
        else:
            self.screen.say("Nothing is set up yet.")

    def _check(self) -> None:
        """List the contents of all zones, in words."""
        if not self.sitting.at_a_table:
            self.screen.say("Nothing is set up yet.")
            return
        for line in self.sitting.listed():
            self.screen.wrapped(line, 0, 4)

    def _list(self) -> None:
        """List all possible answers."""
        answers = self.sitting.all_answers()
        if not answers:
            self._help()
            return
        self.screen.wrapped(words.joined(answers, "or"), 2, 2)

    def _why(self, rest: str) -> None:
        number = int(rest) if rest.isdecimal() and len(rest) < 6 else 0
        rule = self.writer.rules.get(number)
        if rule is None:
            last = max(self.writer.rules, default=0)
            told = f"the steps told so far are 1 to {last}" if last else "no step was told so far"
            if not rest:
                raise NotSo("it is not said which step", f"write its number: {told}")
            raise NotSo(f"no step of this turn has the number `{rest}`", told)
        self.screen.wrapped(cited(rule), 2, 4)
        self.screen.wrapped(f"{rule.span.source.path}:{rule.span.line}", 2, 4)

    def _position(self, rest: str) -> None:
        sitting = self.sitting
        if sitting.now.stage not in ("table", "over"):
            raise NotSo("a position is written between turns")
        text = position_text(
            sitting.plan,
            sitting,
            sitting.names,
            {**sitting.opening.options, **dict(sitting.now.options)},
        )
        if not rest:
            self.screen.say(text)
            return
        path = Path(rest)
        try:
            if path.exists():
                raise NotSo(f"{rest} is there already", "name a file that is not there yet")
            write_whole(path, f"{text}\n")
        except (OSError, ValueError) as fault:
            raise NotSo(
                f"{rest} cannot be written: {getattr(fault, 'strerror', '') or fault}"
            ) from None
        self.screen.say(f"{rest} is written: rulewright bot {self.game} {rest}")

    def _summary(self) -> None:
        for line in self.sitting.summary():
            self.screen.wrapped(line, 0, 2)


def _sentence(text: str) -> str:
    return words.capital(text) + ("" if text.endswith(("?", ".")) else ".")
