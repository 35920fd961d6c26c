"""Doing a step by its words, and finding out why it cannot be done.

Takes a state of an explaining plan and a `Step`; changes the state, or raises `Refused` with the
requirements that stand in the way. "Why not?" builds on this. Long, because doing a step and saying
why it fails go the same way, question by question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import permutations
from typing import Any

from interpreter.backends.python.explained import Reason
from interpreter.diagnostics import Span
from interpreter.ir.game_test import Answer, Asked, Step
from interpreter.ir.program import Site
from interpreter.ir.types import Type
from interpreter.present.labels import option_labels
from interpreter.run.plan import Plan
from interpreter.testing import found


class Refused(Exception):
    """A step is not offered. `plain` is the reason in a few words where no requirement says it."""

    def __init__(
        self,
        span: Span,
        words: str,
        label: str = "",
        reasons: tuple[Reason, ...] = (),
        plain: str = "",
        notes: tuple[str, ...] = (),
        unasked: Answer | None = None,
    ) -> None:
        super().__init__(words)
        self.span = span
        self.words = words
        self.label = label
        self.reasons = reasons
        self.plain = plain or (words if not reasons else "")
        self.notes = notes
        self.unasked = unasked  # the answer to a question that did not come


class Refusals(ABC):
    """Does steps on states of one plan; the players of a test have names."""

    plan: Plan
    space: dict[str, Any]
    players: tuple[str, ...]
    seats: dict[str, int]

    @abstractmethod
    def _call(self, S: Any, rule: str) -> Any:
        """What a hidden rule of a test answers."""

    @abstractmethod
    def fork(self, S: Any) -> Any:
        """A copy to try something out on."""

    # -------------------------------------------------------------------------- where the game is

    def site(self, S: Any) -> Site:
        """The question that is asked now."""
        made: Site = self.plan.program.sites[S.site]
        return made

    def question(self, S: Any) -> str:
        """The question that is asked now, in words."""
        site = self.site(S)
        if site.sort == "pay":
            return "what to pay less"
        return f"`{site.title}`" if site.title else f"for `{site.name}`"

    def settle(self, S: Any) -> None:
        """Answer by itself what leaves no choice; menus are never answered."""
        for _ in range(1_000):
            if S.over or not self.forced(S):
                return
            self._answer(S, S.options[0])

    def forced(self, S: Any) -> bool:
        """Whether a question has only one answer."""
        return len(S.options) == 1 and self.site(S).sort != "menu"

    def _answer(self, S: Any, option: Any) -> None:
        self.space["HEARD"].clear()
        self.plan.answer(S, option)

    # -------------------------------------------------------------------------- steps

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
            if answer is None or self._labels(site)[entry[2]] == answer.words:
                self._named(entry)
                return True
        return False

    def _named(self, entry: Any) -> None:
        """An answer that was made by itself is named in a step, once."""
        self.space["HEARD"].remove(entry)

    def _pass_of(self, S: Any) -> Any:
        """The option by which one passes now; None if there is none."""
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
        answer = answers[0]
        for _ in range(1_000):
            if self._made_by_itself(step, answer):
                del answers[0]
                return
            if answer.sort == "less" and (S.over or not self._fits(S, answer)):
                self._only_way(step, answer)
            if S.over:
                raise Refused(answer.span, "the game is over", plain="the game is over")
            if self._fits(S, answer):
                self._right_player(S, step)
                taken = self._together(self.site(S), answers)
                del answers[: len(taken)]
                self._answer(S, self._option(S, taken))
                return
            if not self.forced(S):
                break
            self._answer(S, S.options[0])
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

    def _together(self, site: Site, answers: list[Answer]) -> list[Answer]:
        """The first answers that one question asks for."""
        taken = answers[:1]
        for answer in answers[1:] if site.type.base == "joint" else ():
            if not self._asked_for(site.number, answer):
                break
            if any(answer.name == one.name for one in taken):
                break
            taken.append(answer)
        return taken

    def _fits(self, S: Any, answer: Answer) -> bool:
        site = self.site(S)
        if answer.sort == "picked":
            return site.sort == "choose" and self._asked_for(site.number, answer)
        if answer.sort == "less":
            return site.sort == "pay"
        if answer.sort == "yes_no":
            return site.sort == "options"
        return answer.words in self._labels(site) or answer.words in self._shown(S)

    def _shown(self, S: Any) -> list[str]:
        """What a person reads of the options of a menu or a list, in their order."""
        if self.site(S).sort not in ("menu", "options"):
            return []
        return option_labels(self.plan, S, S.actor)

    def _labels(self, site: Site) -> list[str]:
        """The words of the options of a menu or a list."""
        if site.sort == "options":
            return [str(item) for item in site.items]
        if site.sort != "menu":
            return []
        funcs = self.plan.program.funcs
        return [
            str(item[2]) if item[1] == "pass" else funcs[item[2]].title or item[2]
            for item in site.items
        ]

    def _option(self, S: Any, answers: list[Answer]) -> Any:
        site = self.site(S)
        answer = answers[0]
        if site.sort == "choose" and site.type.base == "joint":
            return self._pick_together(S, site, answers)
        if answer.sort == "picked":
            return self._pick(S, site, answer)
        if answer.sort == "less":
            size = len(S.options[0])
            wanted = tuple(answer.amounts.get(n, 0) for n in range(size))
            if wanted in S.options:
                return wanted
        elif answer.sort == "yes_no":
            number = 0 if answer.words == "yes" else len(site.items) - 1
            if number in S.options:
                return number
        else:
            names = self._labels(site)
            if answer.words not in names:
                return S.options[self._shown(S).index(answer.words)]
            number = names.index(answer.words)
            if number in S.options:
                return number
        raise Refused(
            answer.span,
            f"`{answer.span.text}` is not offered",
            plain="it is not offered",
            notes=self._offers(S),
        )

    def _pick(self, S: Any, site: Site, answer: Answer) -> Any:
        values = [(asked, self._call(S, asked.rule)) for asked in answer.values]
        item = site.type.item if site.type.base == "set" and site.type.item else site.type
        if site.type.base == "set":
            if len(values) == 1 and values[0][0].type.base == "none":
                values = []
            for option in S.options:
                if len(option) == len(values) and any(
                    all(
                        self.means(S, item, a, v, one)
                        for (a, v), one in zip(values, order, strict=True)
                    )
                    for order in permutations(option)
                ):
                    return option
        elif len(values) == 1:
            asked, value = values[0]
            meant = [o for o in S.options if self.means(S, item, asked, value, o)]
            exact = [o for o in meant if o == value and asked.type.base == item.base]
            if len(meant) == 1 or (exact and not self._names_design(asked, value)):
                return (exact or meant)[0]
            if meant:
                raise Refused(
                    asked.span,
                    f"{len(meant)} options are `{asked.span.text}`",
                    "which one?",
                    notes=("name the space it lies on, or a value that only it shows",),
                )
        raise self._not_picked(S, site, [answer])

    def _pick_together(self, S: Any, site: Site, answers: list[Answer]) -> Any:
        """The one option of which all of this is so; what is not said must follow from the rest."""
        meant = [o for o in S.options if self._all_meant(S, site, answers, o)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            named = {answer.name for answer in answers}
            left = [name for name, _ in site.type.elements if name not in named]
            said = ", ".join(answer.span.text for answer in answers)
            raise Refused(
                answers[0].span,
                f"{len(meant)} options are `{said}`",
                "which one?",
                notes=(f"say also: {', '.join(f'`{name}`' for name in left)}",) if left else (),
            )
        raise self._not_picked(S, site, answers)

    def _all_meant(self, S: Any, site: Site, answers: list[Answer], option: int) -> bool:
        parts = {name: (kind, value) for name, kind, value in site.type.split(option)}
        for answer in answers:
            kind, value = parts[answer.name]
            for asked in answer.values:
                if not self.means(S, kind, asked, self._call(S, asked.rule), value):
                    return False
        return True

    def _not_picked(self, S: Any, site: Site, answers: list[Answer]) -> Refused:
        heard = [e for e in self.space["HEARD"] if e[0] == "choose" and e[1] == site.number]
        reasons: tuple[Reason, ...] = ()
        if heard:
            reasons = self._refused_pick(S, heard[-1], answers)
        last = answers[-1].span
        span = Span(last.source, answers[0].span.start, last.end)
        return Refused(
            span,
            f"`{span.text}` is not offered",
            "",
            reasons,
            "" if reasons else f"it is not among {self._source(site)}",
            self._offers(S),
        )

    def _names_design(self, asked: Asked, value: int) -> bool:
        program = self.plan.program
        if asked.type.base != "piece" or value < 0:
            return False
        return bool(program.designs[program.design_of[value]].id == asked.span.text)

    def means(self, S: Any, item: Type, asked: Asked, value: Any, option: Any) -> bool:
        """Whether a value means this option: a die by its space or by what it shows."""
        kind = asked.type
        if option == -1 or kind.base == "none":
            return bool(option == value)
        if item.base == "piece" and kind.base != "piece":
            if kind.base == "space":
                return bool(self.space[f"cell_{item.of}"](S, option) == value)
            if kind.base == "player":
                return bool(self.space["OWNER"][option] == value)
            return bool(self._shows(S, item.of, kind.of, option) == value)
        if item.base == "space" and kind.base == "piece":
            return bool(self.space[f"cell_{kind.of}"](S, value) == option)
        if self._names_design(asked, value):
            design: tuple[int, ...] = self.space["DESIGN"]
            return bool(design[option] == design[value])
        if item.base == "piece" and value >= 0 and f"LOOK_{item.of}" in self.space:
            look = self.space[f"LOOK_{item.of}"]
            alike = S.loc[option] == S.loc[value] and look(S, option) == look(S, value)
            return bool(option == value or alike)
        return bool(option == value)

    def _shows(self, S: Any, kind: str, values: str, piece: int) -> int:
        for name, printed in self.plan.program.kinds[kind].printed.items():
            if printed.base == "value" and printed.of == values:
                return int(self.space[f"A_{kind}_{name}"][piece])
        for kept in self.plan.program.fields:
            if kept.holder == kind and kept.type.base == "value" and kept.type.of == values:
                return int(getattr(S, f"f_{kept.key}")[piece])
        return -1

    # -------------------------------------------------------------------------- reasons

    def _source(self, site: Site) -> str:
        """What a choice is made from, in the words of the rules."""
        return str(self.space["SOURCES"].get(site.number, site.name))

    def _asked_for(self, number: int, answer: Answer) -> bool:
        site = self.plan.program.sites[number]
        names = [name for name, _ in site.type.elements] or [site.name]
        return answer.sort == "picked" and answer.name in names

    def _refused_pick(self, S: Any, entry: Any, answers: list[Answer]) -> tuple[Reason, ...]:
        """Why what is picked is not among the options of a choice."""
        _, number, refused, options = entry
        site = self.plan.program.sites[number]
        if site.type.base == "joint":
            if any(self._all_meant(S, site, answers, o) for o in options):
                return ()
            whys = [why or () for c, why in refused if self._all_meant(S, site, answers, c)]
            return self._reasons(tuple(dict.fromkeys(number for why in whys for number in why)))
        answer = answers[0]
        item = site.type.item if site.type.base == "set" and site.type.item else site.type
        reasons: dict[int, None] = {}
        for asked in answer.values:
            value = self._call(S, asked.rule)
            plain = [o for o in options if not isinstance(o, tuple)]
            if any(self.means(S, item, asked, value, o) for o in plain):
                continue
            for candidate, why in refused:
                if self.means(S, item, asked, value, candidate):
                    reasons |= dict.fromkeys(why or ())
        return self._reasons(tuple(reasons))

    def _reasons(self, numbers: tuple[int, ...]) -> tuple[Reason, ...]:
        table: list[Reason] = self.space["REASONS"]
        made: dict[tuple[str, str], Reason] = {}
        for number in numbers:
            reason = table[number]
            made.setdefault((reason.sort, reason.text), reason)
        return tuple(made.values())

    def _option_words(self, S: Any, site: Site, option: Any) -> str:
        item = site.type.item if site.type.base == "set" and site.type.item else site.type
        if item.base == "piece" and not isinstance(option, tuple) and option >= 0:
            spaces = [
                b for b in self.plan.program.boards.values() if not b.sort.startswith("kind:")
            ]
            if len(spaces) == 1 and f"cell_{item.of}" in self.space:
                cell = self.space[f"cell_{item.of}"](S, option)
                if cell >= 0:
                    where = Type("space", spaces[0].name)
                    return found.worded(self.plan, S, where, cell, self.players)
        return found.worded(self.plan, S, site.type, option, self.players)

    def _offers(self, S: Any) -> tuple[str, ...]:
        """What is offered instead, as a test would write it."""
        if S.over:
            return ()
        site = self.site(S)
        if site.sort == "menu":
            words = [
                f'"{site.items[o][2]}"' if site.items[o][1] == "pass" else site.items[o][2]
                for o in S.options
            ]
        elif site.sort == "options":
            words = [f'"{label}"' for label in self._shown(S)]
        else:
            words = [self._option_words(S, site, o) for o in S.options]
        words = list(dict.fromkeys(words))
        more = f" and {len(words) - 12} more" if len(words) > 12 else ""
        return (f"offered are: {', '.join(words[:12])}{more}",)
