"""Circular questions, which answer only by asking one another and so never reach an answer.

Takes the tree of a question whose answer type is unknown; reports the cycle it is in.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.diagnostics import Label
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

_MOST_SHOWN = 4
"""Places of one circle that are shown."""


def report_circle(ctx: Context, node: ast.NamedRule) -> bool:
    """Report the cycle of questions that a question is in, if any; tell whether there is one."""
    start = node.name.text
    came_by: dict[str, tuple[str, Word]] = {}
    waiting = [start]
    while waiting and start not in came_by:
        asker = waiting.pop(0)
        for word in _asked_for_answers(ctx, asker):
            if word.text not in came_by:
                came_by[word.text] = asker, word
                waiting.append(word.text)
    if start not in came_by:
        return False
    circle: list[tuple[str, Word]] = []
    while not circle or circle[0][0] != start:
        circle.insert(0, came_by[circle[0][0] if circle else start])
    begin = min(range(len(circle)), key=lambda at: _place(circle[at][1]))
    circle = circle[begin:] + circle[:begin]
    start = circle[0][0]
    first, *others = (word for _, word in circle)
    names = [asker for asker, _ in circle]
    steps = ", which asks ".join(f"`{name}`" for name in (*names[1:], start))
    return ctx.report.add(
        "answer-circle",
        first.span,
        f"`{start}` answers only by asking itself"
        if not others
        else "these questions only ask each other",
        "asked for the answer",
        others=tuple(Label(word.span, "and here") for word in others[: _MOST_SHOWN - 1]),
        notes=(f"`{start}` asks {steps}",) if others else (),
        helps=(
            f"let {'it' if not others else 'one of them'} answer without asking {_again(names)}",
        ),
    )


def _place(word: Word) -> tuple[str, int]:
    return word.span.source.path, word.span.start


def _again(names: list[str]) -> str:
    return "itself" if len(names) == 1 else "the others" if len(names) > 2 else "the other"


def _asked_for_answers(ctx: Context, name: str) -> list[Word]:
    """List the questions with unknown answer types that a question names in its answers."""
    node = ctx.nodes.get(name)
    return [
        word
        for answer in (node.walk() if node is not None else ())
        if isinstance(answer, ast.Answer)
        for word in answer.walk()
        if isinstance(word, Word)
        and word.type == "NAME"
        and isinstance(ctx.nodes.get(word.text), ast.Define)
        and not ctx.funcs[word.text].returns.known
    ]
