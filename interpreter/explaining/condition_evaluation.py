"""Conditions at a position: whether they hold, what they depend on, and what is missing.

Takes numbers of conditions of the explaining print with the values of their locals; gives
`Condition`s with values and places. Changes no state and follows no way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from interpreter.backends.python.explained import Question, Reason
from interpreter.explaining.explanations import Condition, Meant, Rule, Step
from interpreter.explaining.lists_read import among_words, candidates, chosen_from, lacks
from interpreter.explaining.moves import Unseen
from interpreter.explaining.prices import Prices, sources_of
from interpreter.ir import nodes
from interpreter.ir.names import free
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Site
from interpreter.ir.types import YES_NO
from interpreter.ir.walking import expressions, walk
from interpreter.present import labels, words
from interpreter.present.conditions import Told, whole
from interpreter.run import handles
from interpreter.run.plan import Plan

_DENIED: dict[type[Expr], type[Expr]] = {
    nodes.Lt: nodes.Ge,
    nodes.Le: nodes.Gt,
    nodes.Gt: nodes.Le,
    nodes.Ge: nodes.Lt,
}
UP_TO: tuple[type[Expr], ...] = (nodes.Lt, nodes.Le, nodes.Gt, nodes.Ge)
COUNTED = (nodes.ZoneSize, nodes.Count, nodes.Size)
NAMED = ("value", "piece", "space")  # what is called by its own name, not by that of a choice
EXACTLY: dict[bool, tuple[type[Expr], ...]] = {
    True: (nodes.Eq,),
    False: (nodes.Ne,),
}  # by what the comparison should be


class Judging(Prices):
    """Evaluates conditions of one game for one player."""

    # -------------------------------------------------------------------------- conditions

    def _condition(self, number: int, env: dict[str, Any], state: Any) -> Condition | None:
        """Give a condition with its values at a position."""
        reason: Reason = self.space["REASONS"][number]
        self.conditions.names = self._called().get(number, {})
        holds = self._holds(reason, state, env)
        rule = self._rule_of(reason.rule, reason.span)
        if reason.sort == "pay":
            return self._payment(number, env, state)
        if reason.sort == "exchange":
            return self._exchange(reason, env, state, holds, rule)
        test = reason.test
        assert test is not None
        known = env
        if reason.sort == "source" and number in self._amongs():
            return self._among(reason, env, state, holds, rule)
        hidden = not self.conditions.visible(test, state, known)
        parts = (
            self.conditions.held(test, state, known)
            if holds
            else self.conditions.blamed(test, state, known)
        )
        told = [] if hidden else self.conditions.in_words(parts, state, known, test)
        short, missing = ("", 0) if hidden or holds else self._shortage(parts, state, known)
        phrase = "" if hidden else whole(test.span)
        return Condition(
            reason,
            reason.sort,
            rule,
            env,
            state,
            holds,
            reason.text,
            phrase,
            told,
            short,
            missing,
            hidden,
            reason.said and bool(told) and self.conditions.titled(test),
        )

    def _among(
        self, reason: Reason, env: dict[str, Any], state: Any, holds: bool, rule: Rule
    ) -> Condition:
        """Whether something is among what is offered at all."""
        source = reason.test
        assert source is not None
        told: list[Told] = []
        missing, short = 0, ""
        text = reason.text
        hidden = not self.conditions.visible(source, state, env)
        if isinstance(source, nodes.Range):
            for arg in source.args:
                told += self.conditions.values_of(arg, state, env)
            low, high = (self.conditions.value(arg, state, env) for arg in source.args)
            text = f"it goes from {low} to {high}" if low <= high else "there is no such number"
        elif not hidden:
            candidate = env.get(next(iter(set(reason.names) - free(source)), ""))
            item = source.type.item or source.type
            if item.base == "piece" and isinstance(candidate, int) and candidate >= 0:
                local = nodes.Local((), item, source.span, "_c")
                place = nodes.InPlay((local,), YES_NO, source.span)
                told = [
                    t
                    for t in self.conditions.in_words(
                        [(place, True)], state, env | {"_c": candidate}
                    )
                    if t.what.startswith("where") and state.loc[candidate] >= 0
                ]
        return Condition(
            reason,
            "source",
            rule,
            env,
            state,
            holds,
            text,
            candidates(reason),
            told,
            short,
            missing,
            hidden and isinstance(source, nodes.Range),
        )

    def _called(self) -> dict[int, dict[str, str]]:
        """Give what the candidates of questions are called in the conditions on them."""
        kept: dict[int, dict[str, str]] | None = self.plan.kept.get("called")
        if kept is None:
            kept = self.plan.kept["called"] = {}
            for question in self.space["QUESTIONS"]:
                site = self.plan.program.sites[question.site]
                name = "" if site.type.base == "joint" else site.name
                for number in (question.among, *question.tests):
                    kept[number] = {question.candidate: name}
        return kept

    def _amongs(self) -> set[int]:
        """Give the conditions that something is among what is offered at all."""
        kept: set[int] | None = self.plan.kept.get("amongs")
        if kept is None:
            kept = self.plan.kept["amongs"] = {q.among for q in self.space["QUESTIONS"]}
        return kept

    def _shortage(
        self, parts: Iterable[tuple[Expr, bool]], state: Any, env: Mapping[str, Any]
    ) -> tuple[str, int]:
        """By how much a comparison of numbers fails: `1 short`, `2 too many`."""
        found: list[tuple[int, str]] = []
        for part, want in parts:
            op = type(part)
            if op not in EXACTLY[want] + UP_TO or part.args[0].type.base != "number":
                return "", 0
            if not want:
                op = _DENIED[op]
            left, right = (self.conditions.value(arg, state, env) for arg in part.args)
            if op in EXACTLY[want]:
                if any(type(arg) in COUNTED for arg in part.args):
                    return "", 0  # a place that is not empty lacks nothing that a player could have
                found.append((abs(left - right), ""))  # whichever side would have to change
                continue
            gap = {
                nodes.Ge: right - left,
                nodes.Gt: right - left + 1,
                nodes.Le: left - right,
                nodes.Lt: left - right + 1,
            }[op]
            halves = part.args[0].type.halves
            number = f"{gap / 2:g}" if halves else str(gap)
            lacking = part.args[0] if op in (nodes.Ge, nodes.Gt) else part.args[1]
            what = self._kept_in(lacking)
            word = "short" if what or op in (nodes.Ge, nodes.Gt) else "too many"
            found.append((gap, f"{number}{f' {what}' if what else ''} {word}"))
        if len(found) != 1 or found[0][0] <= 0:
            return "", 0
        return found[0][1], found[0][0]

    def _nothing(self, question: Question, env: dict[str, Any], T: Any, there: int) -> Condition:
        """There is nothing to choose from, or not enough."""
        reason: Reason = self.space["REASONS"][question.none]
        choice = nodes.choice_of(question.statement)
        rule = self._rule_of(question.rule, question.span)
        code = f"len(list({question.source})) > 0"
        listed = among_words(self.space, question)
        told = [Told(listed, str(there), there)] if there else []
        says = "there is nothing to choose from" if there else self._empty(question, env, T)
        short, missing = "", 0
        if there and choice.number is not None:
            wanted = self.conditions.value(choice.number, T, env)
            code = f"len(list({question.source})) >= {wanted}"
            says = f"there are fewer than {wanted} to choose from"
            missing = wanted - there
            short = f"{missing} short"
        reason = replace(reason, code=code, names=question.names, test=choice.source)
        hidden = not self.conditions.visible(choice.source, T, env)
        return Condition(
            reason,
            "none",
            rule,
            env,
            T,
            False,
            says,
            "",
            [] if hidden else told,
            "" if hidden else short,
            missing,
            hidden,
        )

    def _empty(self, question: Question, env: dict[str, Any], T: Any) -> str:
        """Which of the things that something is chosen from is empty, where the player sees it."""
        nothing = "there is nothing to choose from"
        source = nodes.choice_of(question.statement).source
        site = self.plan.program.sites[question.site]
        if site.type.base != "joint":
            said = among_words(self.space, question)
            if (
                not said
                or isinstance(source, nodes.Range)
                or not self.conditions.visible(source, T, env)
            ):
                return nothing
            return lacks(said)
        empty = []
        for (name, _), part in zip(site.type.elements, source.args, strict=False):
            if free(part) <= env.keys() and self.conditions.visible(part, T, env):
                said = chosen_from(question, name)
                if said and not list(self.conditions.value(part, T, env)):
                    empty.append(lacks(said))
        return words.joined(empty) or nothing

    def _carried(self, S: Any, card: str) -> Condition | None:
        """Give that the player has the card whose rules allow an action; None if they have it."""
        program = self.plan.program
        test: Expr = program.carried[card]
        design = next(d for d in program.designs if d.id == card)
        reason = Reason(
            "card",
            f"you do not have {design.title}",
            True,
            design.span,
            "",
            ("you",),
            f"carries_{card}(S, v_you)",
            test,
        )
        env = {"you": S.actor}
        if self._holds(reason, S, env):
            return None
        rule = Rule(
            card, str(design.title), sources_of(design.source, program.citations), design.span
        )
        return Condition(reason, "card", rule, env, S, False, reason.text, "")

    def _kept_in(self, e: Expr) -> str:
        """Give what players keep that an expression speaks of, such as gold; empty if it is not
        one."""
        said = set(re.findall(r"[a-z0-9]+", words.spoken(e.span.text)))
        kept = {
            f.name
            for f in self.plan.program.fields
            if f.holder == "player" and f.type.base == "number" and f.name in said
        }
        return kept.pop() if len(kept) == 1 else ""

    # -------------------------------------------------------------------------- words and places

    def _step(
        self, S: Any, site: Site, value: Any, meant: Meant | None = None, listed: Any = None
    ) -> Step:
        """Give an answer as players read it, and as scripts write it; `meant` if somebody named
        it."""
        question = handles.question_handle(self.plan, site.number)
        asks = "" if site.sort in ("menu", "options") else labels.rule_title(self.plan, site.func)
        option = None if isinstance(value, Unseen | str) else value
        options = list(S.options) if S.site == site.number else []
        parts = meant.parts if meant is not None else None
        asked = self._asked_at(S, site, listed)

        def said() -> tuple[str, str, str]:
            whole = parts is None or len(parts) == len(site.type.elements)
            if whole and (offered := self._as_offered(S, site, value, options)):
                return offered, _handle(self.plan, S, site, value), ""
            if parts is not None and site.type.base == "joint":
                return self._said_in_parts(S, site, value, parts)
            return (*self._said(S, site, value, options, asked), "")

        used = meant.used if meant is not None else 0
        return Step(site.number, option, meant is not None, said, question, asks, used)

    def _as_offered(self, S: Any, site: Site, value: Any, options: list[Any]) -> str:
        """Give an option that is offered now in the words of its choice; empty if there are
        none."""
        if site.sort != "choose" or S.probe or value not in options:
            return ""
        return labels.event_label(self.plan, S, options.index(value), self.viewer) or ""

    def _said_in_parts(
        self, S: Any, site: Site, value: Any, parts: tuple[int, ...]
    ) -> tuple[str, str, str]:
        """Several things chosen together, of which some were named."""
        named: list[str] = []
        open_: list[str] = []
        names: list[str] = []
        for place, (name, kind, one) in enumerate(site.type.split(value)):
            label = self.conditions.worded(kind, one, S)
            if kind.base == "number":
                label = f"{words.spoken(name)} {label}"
            (named if place in parts else open_).append(label)
            if place in parts:
                names.append(handles.value_handle(self.plan, S, kind, one, 0))
        return ", ".join(named), "_and_".join(names), ", ".join(open_)

    def _asked_at(self, S: Any, site: Site, listed: Any) -> tuple[Question | None, dict[str, Any]]:
        """Give the question of a place where one is asked, and the locals it is asked with, if they
        are known."""
        listed = self.listed if S is self.state else listed
        if listed is not None:
            question: Question = self.space["QUESTIONS"][listed[0]]
            if question.site == site.number:
                return question, dict(zip(question.names, listed[2], strict=True))
        every = (q for q in self.space["QUESTIONS"] if q.site == site.number)
        return next(every, None), {}

    def _said(
        self,
        S: Any,
        site: Site,
        value: Any,
        options: list[Any],
        asked: tuple[Question | None, dict[str, Any]] = (None, {}),
    ) -> tuple[str, str]:
        if isinstance(value, Unseen):
            design = self.plan.program.designs[value.design]
            return str(design.title), str(design.id)
        if isinstance(value, str):
            return words.capital(words.spoken(value)), value
        if site.sort == "menu":
            names = self.vocabulary.item_names(site.items[value])
            return names[1], names[0]
        if site.sort == "options":
            text = str(site.items[value])
            return self._deed(S, site, value, text, options, *asked), handles.plain_word(text)
        handle = _handle(self.plan, S, site, value)
        if site.sort == "pay":
            return handle.replace("_", " "), handle
        if site.several and value == -1:
            return "that is all", "none"
        if site.type.base == "joint":
            every = tuple(range(len(site.type.elements)))
            return self._said_in_parts(S, site, value, every)[:2]
        return self.conditions.worded(site.type, value, S, place=True), handle

    def _deed(
        self,
        S: Any,
        site: Site,
        value: Any,
        text: str,
        options: list[Any],
        question: Question | None,
        env: Mapping[str, Any],
    ) -> str:
        """One of several deeds: as the question words it, where it is offered; else with what its
        names stand for, or of what sort it is."""
        if value in options and S.stack != []:
            copy = S.clone()
            copy.probe, copy.site, copy.options = 0, site.number, options
            said = labels.option_labels(self.plan, copy, self.viewer)[options.index(value)]
            if said != text:  # it comes to something
                return said
        if question is None or question.statement is None or f'"{text}"' in site.span.text:
            return text
        body = nodes.lines_of(question.statement)[value].body
        if (
            len(body) == 1
            and isinstance(body[0], nodes.Exchange)
            and free(body[0].args[1]) <= env.keys()
        ):
            kept, verb = body[0].money, body[0].how
            symbol = self.conditions.value(body[0].args[1], S, env)
            event = ("exchange", S.actor, symbol, verb, kept.kind)
            return words.capital(labels.money_event(self.plan, event))
        for s in walk(body):
            for e in expressions(s):
                if isinstance(e, nodes.Local) and e.type.base in NAMED:
                    known = e.name in env
                    named = self.conditions.worded(e.type, env[e.name], S) if known else e.type.of
                    text = re.sub(rf"\b{self.conditions.called(e)}\b", words.spoken(named), text)
        return text

    def _rule_of_step(self, site: Site, value: Any) -> Rule:
        """Give the rule that an answer stands for: an action of a menu, or the one that asks."""
        if site.sort == "menu" and isinstance(value, int):
            _, sort, name, _ = site.items[value]
            if sort != "pass":
                func = self.plan.program.funcs[name]
                return self._rule_of(name, func.span)
        return self._rule_of(site.func, site.span)


def _handle(plan: Plan, S: Any, site: Site, value: Any) -> str:
    kind = site.type
    if site.sort == "pay":
        return handles.less_name(plan, kind, value)
    if isinstance(value, tuple):
        item = kind.item or kind
        return "_and_".join(handles.value_handle(plan, S, item, one, 1) for one in value) or "none"
    return handles.value_handle(plan, S, kind, value, 1)
