"""Doing a step by its words, and finding out why it cannot be done.

Takes a state of an explaining plan and a `Step`; changes the state, or raises `Refused` with the
requirements that stand in the way. "Why not?" builds on this.
"""

from __future__ import annotations

from typing import Any

from interpreter.ir.game_test import Answer, Step
from interpreter.ir.program import Site
from interpreter.present import quoted
from interpreter.testing.asked import Questions
from interpreter.testing.refused import Refused


class Refusals(Questions):
    """Does steps on states of one plan, question by question."""

    def do(self, S: Any, step: Step) -> None:
        """Carry out a step, or raise Refused."""
        if step.sort != "answers":
            self.settle(S)
        if self._passed_already(S, step):
            return
        if S.over:
            raise Refused(step.span, "the game is over", plain="the game is over")
        if step.sort == "takes":
            self._takes(S, step)
        elif step.sort == "passes":
            self._right_player(S, step)
            self._passes(S, step)
        answers = list(step.answers)
        while answers:
            self.give(S, step, answers)

    def _passed_already(self, S: Any, step: Step) -> bool:
        """Whether this is the pass of a menu that offered nothing else and so was not asked."""
        if step.sort == "takes" or (step.sort == "answers" and len(step.answers) != 1):
            return False
        answer = step.answers[0] if step.answers else None
        if answer is not None and answer.sort != "said":
            return False
        if not S.over and S.actor == self.seats[step.player]:
            if answer is None and self._pass_of(S) is not None:
                return False
            if answer is not None and self._fits(S, answer):
                return False
        for entry in self.space["HEARD"]:
            if entry[0] != "skipped" or entry[3] != self.seats[step.player]:
                continue
            site = self.plan.program.sites[entry[1]]
            if answer is None or quoted.rule_words(self.plan, site)[entry[2]] == answer.words:
                self._named(entry)
                return True
        return False

    def _named(self, entry: Any) -> None:
        """Note that an answer which was made by itself is named in a step, once."""
        self.space["HEARD"].remove(entry)

    def _pass_of(self, S: Any) -> Any:
        """Give the option by which one passes now; None if there is none."""
        site = self.site(S)
        if site.sort == "menu":
            return next((o for o in S.options if site.items[o][1] == "pass"), None)
        if site.sort == "options":
            return next((o for o in S.options if site.items[o] == "No"), None)
        if site.sort == "choose":
            return next((o for o in S.options if o in (-1, ())), None)
        return None

    def _right_player(self, S: Any, step: Step) -> None:
        if S.actor != self.seats[step.player]:
            other = self.players[S.actor]
            raise Refused(
                step.span,
                f"it is {other} who decides now, not {step.player}",
                f"{other} is asked {self.question(S)}",
                plain=f"it is {other} who decides now",
            )

    def _passes(self, S: Any, step: Step) -> None:
        chosen = self._pass_of(S)
        if chosen is None:
            raise Refused(
                step.span,
                f"{step.player} cannot pass",
                f"asked {self.question(S)}",
                plain="it is not possible to pass",
                notes=self._offers(S),
            )
        self._answer(S, chosen)

    def _takes(self, S: Any, step: Step) -> None:
        self._right_player(S, step)
        site = self.site(S)
        if site.sort != "menu":
            raise Refused(
                step.span,
                f"{step.player} must first answer something else",
                f"asked {self.question(S)}",
                notes=self._offers(S),
            )
        numbers = [n for n, item in enumerate(site.items) if item[2] == step.action]
        chosen = next((n for n in numbers if n in S.options), None)
        if chosen is not None:
            self._answer(S, chosen)
            return
        raise self._why_not(S, step, site, numbers)

    def _why_not(self, S: Any, step: Step, site: Site, numbers: list[int]) -> Refused:
        """Why an action is not in the menu."""
        words = f"`{step.action}` is not offered to {step.player}"
        for entry in [] if numbers else list(self.space["HEARD"]):
            # the menu that would offer it could only be passed, and so was not asked
            if entry[0] == "skipped" and entry[3] == S.actor:
                skipped = self.plan.program.sites[entry[1]]
                found_ = [n for n, item in enumerate(skipped.items) if item[2] == step.action]
                if found_:
                    site, numbers = skipped, found_
        if not numbers:
            where = f"`{site.title}`" if site.title else "this menu"
            return Refused(
                step.span,
                words,
                plain="it is not offered now",
                notes=(f"the menu {where} does not offer it", *self._offers(S)),
            )
        card = site.items[numbers[0]][3]
        if card and not self.space[f"carries_{card}"](S, S.actor):
            design = next(d for d in self.plan.program.designs if d.id == card)
            return Refused(step.span, words, plain=f"{step.player} does not have {design.title}")
        T = self.fork(S)
        heard = self._force(T, step.action)
        for place, answer in enumerate(step.answers):
            for entry in heard:
                if entry[0] != "choose" or not self._asked_for(entry[1], answer):
                    continue
                also = self._together(self.plan.program.sites[entry[1]], step.answers[place:])
                reasons = self._refused_pick(T, entry, also)
                if reasons:
                    return Refused(answer.span, words, "", reasons, notes=self._offers(S))
        last = next((e for e in reversed(heard) if e[0] == "none"), None)
        if last is not None:
            return Refused(step.span, words, "", self._reasons(last[1]), notes=self._offers(S))
        return Refused(
            step.span, words, plain="it cannot be taken again now", notes=self._offers(S)
        )

    def _force(self, T: Any, action: str) -> list[Any]:
        """Begin an action that is not offered, on a copy, and listen to what it says."""
        heard: list[Any] = self.space["HEARD"]
        heard.clear()
        number = self.space["NUMBERS"].get(action)
        if number is None:
            self.space[self.space["NAMED"][action]](T, T.actor)
            return list(heard)
        T.stack = [(number, 0, T.actor)]
        T.base = 0
        self.plan.run(T)
        return list(heard)

    # -------------------------------------------------------------------------- answers

    def give(self, S: Any, step: Step, answers: list[Answer]) -> None:
        """Answer a question of the step; those before it that leave no choice answer themselves.

        Answers are taken off the list: all of them that are asked for in one question.
        """
        answer, wrong, theirs = answers[0], None, False
        for _ in range(1_000):
            if self._made_by_itself(step, answer):
                del answers[0]
                return
            if answer.sort == "less" and (S.over or not self._fits(S, answer)):
                self._only_way(step, answer)
            if S.over:
                over = Refused(answer.span, "the game is over", plain="the game is over")
                raise wrong or over
            if self._fits(S, answer):
                taken = self._together(self.site(S), answers)
                try:
                    self._right_player(S, step)
                    option = self._option(S, taken)
                except Refused as refused:
                    # A question without a choice may be left out; the next may have its name.
                    mine = S.actor == self.seats[step.player]
                    if wrong is None or (mine and not theirs):
                        wrong, theirs = refused, mine
                    if not self.forced(S) or self.strict:
                        raise wrong from None
                else:
                    del answers[: len(taken)]
                    self._answer(S, option)
                    return
            if not self.forced(S):
                break
            self._answer(S, S.options[0])
        if wrong is not None:
            raise wrong
        who = self.players[S.actor]
        raise Refused(
            answer.span,
            f"nobody asks for `{answer.name or answer.span.text}` now",
            f"{who} is asked {self.question(S)}",
            plain=f"nobody asks for {answer.name or answer.span.text} now",
            notes=self._offers(S),
            unasked=answer,
        )

    def _made_by_itself(self, step: Step, answer: Answer) -> bool:
        """Whether this is the answer to a question that had no other one and so was not asked."""
        for entry in self.space["HEARD"]:
            if self._says(entry, step, answer):
                self._named(entry)
                return True
        return False

    def _says(self, entry: Any, step: Step, answer: Answer) -> bool:
        """Whether a note of what was not asked is just this answer."""
        if answer.sort == "picked":
            none = [asked.type.base for asked in answer.values] == ["none"]
            nothing = entry[0] == "choose" and entry[3] == [()]
            return none and nothing and self._asked_for(entry[1], answer)
        if answer.sort != "less" or entry[0] != "forced" or not any(entry[2]):
            return False
        used = tuple(answer.amounts.get(n, 0) for n in range(len(entry[2])))
        return bool(entry[2] == used and entry[3] == self.seats[step.player])

    def _only_way(self, step: Step, answer: Answer) -> None:
        """Refuse another use of a reduction for which there was one only."""
        for sort, number, *way in self.space["HEARD"]:
            if sort == "forced" and way[1] == self.seats[step.player] and any(way[0]):
                members = self.plan.program.values[self.plan.program.sites[number].type.of].members
                parts = [f"{n} {word}" for n, word in zip(way[0], members, strict=True) if n]
                raise Refused(
                    answer.span,
                    f"`{answer.span.text}` is not offered",
                    plain="it is not offered",
                    notes=(f"the only way to use it: less {' and '.join(parts)}",),
                )
