"""The explanation of every line of a game, by its place: rules, triggers and standing sentences.

A line whose text and meaning have the same words is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, cast

from interpreter.diagnostics import Source, Span
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func, Program
from interpreter.ir.standing import CostChange, Hook, Modifier
from interpreter.ir.types import Type
from interpreter.meaning.calling import ReferenceNames, is_part
from interpreter.meaning.course_words import block
from interpreter.meaning.phrase_words import PHRASES
from interpreter.meaning.said_lines import LineMeaning

PLAIN = frozenset(
    re.findall(
        r"\w+",
        "a an the of to is are be only if it its by and your you gain lose add take set do"
        " anywhere go at else answer otherwise from with game over choose one each after other",
    )
)
"""Words that say nothing that the text does not say."""
WHO = {"you": "who has this", "opponent": "another player than who has this", "any": "any player"}
EDGES = {"start": "begins", "end": "ends"}


class Meaning(NamedTuple):
    """The meaning of a line: its file, its number from 1, its text and the explanation."""

    source: Source
    line: int
    text: str
    meaning: str


class Speaker(ReferenceNames):
    """Explains lines."""

    phrases = cast("dict[type[Expr], Callable[[ReferenceNames, Expr], str]]", PHRASES)


def meanings(program: Program) -> list[Meaning]:
    """List the explanations of a game's lines, file by file.

    Lines that mean just what they say are left out.
    """
    found: dict[tuple[str, int], tuple[Span, list[str]]] = {}
    for said in _all(program):
        place = (said.span.source.path, said.span.line)
        texts = found.setdefault(place, (said.span, []))[1]
        if said.text not in texts:
            texts.append(said.text)
    every = []
    for _, (span, texts) in sorted(found.items(), key=lambda pair: pair[0]):
        line = span.source.line(span.line).strip()
        every.append(Meaning(span.source, span.line, line, "; ".join(texts)))
    return [one for one in every if differs(one.text, one.meaning)]


def differs(text: str, meaning: str) -> bool:
    """Check whether an explanation says anything that its line does not say in the same words."""
    words = _words(text)
    mixed = {"and", "or"} <= words and "(" not in text  # which of them binds more closely
    return mixed or bool(_words(meaning) - words - PLAIN)


def _words(text: str) -> set[str]:
    """Collect the words of a text, singular and plural alike; letters stand for themselves."""
    text = re.sub(r'"[^"]*"', "", text).replace("'s", " ")
    return {_stem(word) for word in re.findall(r"[a-z0-9_]+|[A-Z]\d*\b", text)}


def _stem(word: str) -> str:
    if word in ("goes", "does"):
        return word[:2]
    return word.removesuffix("s") if len(word) > 3 else word


def _all(program: Program) -> Iterator[LineMeaning]:
    told: set[tuple[str, int]] = set()
    every = [func for func in program.funcs.values() if func.sort != "carry_out"]
    for func in sorted(every, key=lambda one: is_part(one.name)):
        speaker = Speaker(program)
        speaker.func = func
        with speaker.parts(func):
            lines = list(block(speaker, func.body))
        if not is_part(func.name):
            told |= {(one.span.source.path, one.span.line) for one in lines}
        elif any((one.span.source.path, one.span.line) in told for one in lines[1:]):
            continue  # lines that are told where they stand
        yield from lines
        for sort, hooks in (
            ("before", func.hooks_before),
            ("after", func.hooks_after),
            ("instead", func.hooks_instead),
        ):
            yield from _hooks(speaker, func, sort, hooks)
    for edge, span, hook in program.edges:
        per = _often(program, hook)
        whose = f" of {WHO[hook.who]}" if hook.card and hook.who in WHO else ""
        yield LineMeaning(hook.span, f"each time a {span}{whose} {EDGES.get(edge, edge)}{per}")
    for change in program.modifiers:
        yield _modifier(Speaker(program), change)
    for cost in program.cost_changes:
        yield _cost(Speaker(program), cost)


def _hooks(n: Speaker, func: Func, sort: str, hooks: Iterable[Hook]) -> Iterator[LineMeaning]:
    for hook in hooks:
        who = WHO.get(hook.who, hook.who)
        when = {
            "before": f"each time {who} is about to do {func.name}, before it",
            "after": f"each time {who} has done {func.name} to its end",
            "instead": f"each time {who} would do {func.name}, this is done and {func.name} is not",
        }[sort]
        with_test = hook.test is not None and sort == "instead"
        test = f", if {n.say(hook.test)}" if with_test and hook.test is not None else ""
        yield LineMeaning(hook.span, when + test + _often(n.program, hook))


def _often(program: Program, hook: Hook) -> str:
    func = program.funcs.get(hook.func)
    per = func.per if func is not None else ""
    return f", once in a {per}" if per else ""


def _modifier(n: Speaker, change: Modifier) -> LineMeaning:
    with n.called("you", Type("player")):
        n.letters["you"] = "that player" if change.field.holder == "player" else "you"
        cond = f", as long as {n.say(change.cond)}" if change.cond is not None else ""
        amount = n.say(change.amount)
    how = {"add": f"counts {amount} more", "sub": f"counts {amount} less"}
    said = how.get(change.op, f"counts as {amount}")
    return LineMeaning(change.span, f"{change.field.name} {said} wherever it is asked for{cond}")


def _cost(n: Speaker, cost: CostChange) -> LineMeaning:
    cond = f", as long as {n.say(cost.cond)}" if cost.cond is not None else ""
    which = f" for which {n.say(cost.which)}" if cost.which is not None else ""
    amount = n.say(cost.amount) if cost.amount is not None else ""
    how = {"less": f"{amount} less", "more": f"{amount} more", "free": "nothing"}
    plural = n.program.kinds[cost.kind].plural if cost.kind in n.program.kinds else cost.kind
    word = f" of {n.say(cost.word)}" if cost.word is not None else ""
    return LineMeaning(
        cost.span, f"{plural}{which} cost {how.get(cost.sort, cost.sort)}{word}{cond}"
    )
