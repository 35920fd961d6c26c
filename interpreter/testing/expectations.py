"""What a test expects of the game as it stands: conditions, zones, who sees what, how it ended.

Takes a state and lines of a test; reports what is not so. What the last step left open is told
once, with all that is not so because of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.model import Diagnostic
from interpreter.ir.game_test import Asked, GameTest, Line, Placed
from interpreter.ir.types import Type
from interpreter.run import handles
from interpreter.run.plan import Plan
from interpreter.testing import found
from interpreter.testing.arranging import Arranger
from interpreter.testing.test_position import Position


class Expectations(Position):
    """Looks at the game of one test."""

    def __init__(self, test: GameTest, plan: Plan, report: Report) -> None:
        super().__init__(test, plan, report)
        self.last: Line | None = None
        """The last line that carried the game on."""
        self.rounds = 0
        """How many rounds had begun before it."""
        self.untold: Diagnostic | None = None
        """What was told since then of what is not so while an answer is open."""

    def _line_expect(self, line: Line) -> None:
        assert line.asked is not None
        self.settle(self.S)
        if self._call(self.S, line.asked.rule):
            return
        notes = [
            f"`{part.span.text}` is {self.words_of(self.S, part)}" for part in line.asked_in_it
        ]
        self._not_so(line.asked.span, "this is not so", notes=notes)

    def _not_so(self, span: Span, words: str, label: str = "", notes: Iterable[str] = ()) -> None:
        """Report what is not so; once, if that may be since the last step is not over."""
        last, asked = self.last, self._left_open()
        if last is None or not asked:
            self.report.add("not-so", span, words, label, notes=[*notes, *self._over()])
            return
        told, open_now = self.report.found, [asked, *self._round_over()]
        if self.untold is not None:
            more = replace(
                self.untold,
                others=(*self.untold.others, Label(span, "nor is this so")),
                notes=(*self.untold.notes[: -len(open_now)], *notes, *open_now),
            )
            told[told.index(self.untold)] = more
            self.untold = more
            return
        before = len(told)
        self.report.add(
            "not-so",
            span,
            words,
            label,
            others=(Label(last.span, "an answer is still open after this"),),
            notes=(*notes, *open_now),
            helps=(self._more_of(last),),
        )
        self.untold = told[-1] if len(told) > before else None

    def _left_open(self) -> str:
        """Give what the last step still asks for, in words; nothing if it is over."""
        S = self.S
        if S.over or self.last is None or self.last.step is None or self.site(S).sort == "menu":
            return ""
        site, who = self.site(S), self.players[S.actor]
        if site.sort == "options" and not site.title:
            words = " or ".join(f'"{one}"' for one in self._shown(S))
            return f"{who} is asked now: {words}"
        return f"{who} is asked {self.question(S)} now; {self._offers(S)[0]}"

    def _more_of(self, last: Line) -> str:
        """How the open question is answered."""
        step, who, answer = last.step, self.players[self.S.actor], self.first_answer()
        assert step is not None
        if step.player == who and step.sort != "passes":
            said = f"{step.span.text}{',' if step.answers else ':'} {answer}"
            return f"say which in line {last.span.line}, such as: {said}"
        return f"say which in a line below it, such as: {who} answers {answer}"

    def first_answer(self) -> str:
        """Give the first answer to the open question, as a test says it."""
        S, site = self.S, self.site(self.S)
        if site.sort == "options":
            return f'"{self._shown(S)[0]}"'
        if site.sort == "pay":
            return f"less {found.worded(self.plan, S, site.type, S.options[0], self.players)}"
        if site.type.base == "joint":
            return ", ".join(
                f"{name} is {self._part_words(site.type, at)}"
                for at, (name, _, _) in enumerate(site.type.split(S.options[0]))
            )
        return f"{site.name} is {self._option_words(S, site, S.options[0])}"

    def _part_words(self, joint: Type, at: int) -> str:
        """One of the things that are chosen together, as an answer names it."""
        parts = [joint.split(option)[at] for option in self.S.options]
        _, kind, value = parts[0]
        owned = ""
        if kind.base == "piece" and value >= 0:
            owned = self.owned_words(value, {one for _, _, one in parts})
        return owned or found.worded(self.plan, self.S, kind, value, self.players)

    def rounds_begun(self) -> int:
        """How many rounds have begun; 0 in a game without rounds."""
        return int(getattr(self.S, "t_round", 0))

    def _round_over(self) -> list[str]:
        """Give that the last step ended a round, as a note: what was left of it came by itself."""
        if self.rounds_begun() == self.rounds:
            return []
        return ["a round is over since: what was left of it had only one answer each"]

    def _over(self) -> list[str]:
        """Give that the game is over, as a note: what was to come did not come any more."""
        if not self.S.over:
            return []
        name = self.plan.program.endings[self.S.ending] if self.S.ending >= 0 else ""
        return [f"the game is over here: it ended as `{name}`" if name else "the game is over here"]

    def words_of(self, S: Any, asked: Asked) -> str:
        """Give the value that a part of a condition has now."""
        return found.worded(self.plan, S, asked.type, self._call(S, asked.rule), self.players)

    def _line_holds(self, line: Line) -> None:
        self.settle(self.S)
        for placed in line.placed:
            index = self._index(placed)
            if found.holds(self.plan, self.S, placed, index, self.seats):
                continue
            words = found.zone_words(self.plan, self.S, placed, index, self.players)
            self._not_so(line.span, "this is not what lies there", notes=(f"there is: {words}",))

    def _line_sees(self, line: Line) -> None:
        self.settle(self.S)
        viewer = self.seats[line.viewer]
        wanted = line.sort == "sees"
        if line.placed:
            seen, what = self._seen_there(line.placed[0], viewer), "what lies there"
        else:
            seen, what = [self._seen(line, viewer)], "it"
        if any(one != wanted for one in seen):
            words = f"sees {what}" if any(seen) else f"does not see {what}"
            self._not_so(line.span, "this is not so", f"{line.viewer} {words}")

    def _seen(self, line: Line, viewer: int) -> bool:
        """Whether a player sees a component; of several copies, one of them."""
        if line.asked is not None:
            pieces = [self._call(self.S, line.asked.rule)]
        else:
            pieces = [c for made, _ in line.draws for c in range(made.first, made.last)]
        there = [c for c in pieces if c >= 0 and self.S.loc[c] >= 0]
        return any(handles.sees_piece(self.plan, self.S, c, viewer) for c in there)

    def _seen_there(self, lies: Placed, viewer: int) -> list[bool]:
        """Whether a player sees each thing in a zone, or could see it."""
        index = self._index(lies)
        if lies.family.shape == "counts":
            return [handles.sees_zone(self.plan, lies.family, index, viewer)]
        pieces = found.in_zone(self.plan, self.S, lies, index)
        seen = [handles.sees_piece(self.plan, self.S, c, viewer) for c in pieces]
        return seen or [handles.sees_zone(self.plan, lies.family, index, viewer)]

    _line_sees_not = _line_sees

    def _index(self, placed: Placed) -> int:
        holder = None if placed.holder is None else self._call(self.S, placed.holder.rule)
        return Arranger(self.plan, self.S, self.seats).index(placed.family, holder)

    def _line_ends(self, line: Line) -> None:
        self.settle(self.S)
        if not self.S.over:
            self.report.add(
                "not-over",
                line.span,
                "the game goes on",
                "",
                notes=(f"it asks {self.players[self.S.actor]}: {self.question(self.S)}",),
            )
            return
        endings = self.plan.program.endings
        ending = endings[self.S.ending] if self.S.ending >= 0 else ""
        if line.ending and ending != line.ending:
            how = f"it ended as `{ending}`" if ending else "it ended as its course says"
            self.report.add("wrong-end", line.span, "the game has ended in another way", how)
        winners = sorted(self.S.winners)
        said_to_win = None if line.winners is None else sorted(self.seats[w] for w in line.winners)
        if said_to_win not in (None, winners):
            names = " and ".join(self.players[w] for w in winners)
            said = "somebody else has won" if names else "nobody has won"
            label = f"{names} won" if names else "the game has ended without a winner"
            self.report.add("wrong-end", line.span, said, label)
