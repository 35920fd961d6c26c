"""The branches (ways) of the rules, for coverage.

These are `if` and `otherwise`, each option, `if none`, each case of an `or`, and each event that a
rule waits for. Takes a checked program that is not woven yet; lists its ways, and can mark them, so
that the explaining print records which are taken. Must not know who takes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.rewriting import with_expressions
from interpreter.ir.types import YES_NO
from interpreter.ir.walking import walk

_EVENTS = re.compile(r"^(?:after|before)\s+|\s+or\s+")
_ASKED = re.compile(r"\b(if|unless)\b")  # other sentences have implicit conditions


@dataclass(frozen=True, slots=True)
class Branch:
    """One branch: where its question stands, the words of it, and how it is answered there.

    `answer` is yes, no, none, or the words of an option.
    """

    path: str
    line: int
    column: int
    answer: str
    words: str
    rule: str
    card: str

    @property
    def says(self) -> str:
        """The outcome that never occurred, in words."""
        if self.answer in ("yes", "no"):
            return f"{'not ' if self.answer == 'no' else ''}`{self.words}`"
        if self.answer == "none":
            return f"nothing there for `{self.words}`"
        return f'"{self.answer}"'


def ways_of(program: Program) -> list[Branch]:
    """List all ways of a game, in the order of its rules, each once."""
    found = [way for way, _ in _ways(program)]
    for name, func in program.funcs.items():
        cases = _Cases(name, func.card, found)
        for s in func.body:
            with_expressions(s, cases.of)
    return list(dict.fromkeys(found))


def mark(program: Program) -> list[Branch]:
    """Mark all ways in a program, in place; the print records indices into the returned list."""
    found: list[Branch] = []
    for way, body in list(_ways(program)):
        body.insert(0, nodes.Way((), _span_of(body, program), len(found)))
        found.append(way)
    for name, func in program.funcs.items():
        cases = _Cases(name, func.card, found)
        func.body = [with_expressions(s, cases.of) for s in func.body]
    return found


@dataclass(slots=True)
class _Cases:
    """The cases of each `or` in one rule."""

    rule: str
    card: str
    found: list[Branch]

    def of(self, e: Expr) -> Expr:
        """Mark the cases of an `or`; other expressions are returned as they are."""
        if not isinstance(e, nodes.Or):
            return e
        return replace(e, args=tuple(self._marked(part, e) for part in e.args))

    def _marked(self, part: Expr, whole: Expr) -> Expr:
        written = part.span.text != whole.span.text and part.span.text in whole.span.text
        if isinstance(part, (nodes.Or, nodes.Case)) or not written:
            return part
        self.found.append(_way(part.span, "yes", self.rule, self.card))
        return nodes.Case((part,), YES_NO, part.span, len(self.found) - 1)


def _events(program: Program) -> Iterator[tuple[Branch, list[Stmt]]]:
    """Yield the events of each rule that waits for several: `after A or B`."""
    clauses: dict[tuple[str, int], dict[str, Span]] = {}
    for func in program.funcs.values():
        for hook in (*func.hooks_before, *func.hooks_after):
            clause = clauses.setdefault((hook.span.source.path, hook.span.start), {})
            clause[hook.func] = hook.span
    for clause in clauses.values():
        parts = [part for name in clause if (part := program.funcs.get(name)) is not None]
        parts.sort(key=lambda part: (len(part.name), part.name))  # in the order of their numbers
        if len(parts) < 2:
            continue
        span = clause[parts[0].name]
        said = _EVENTS.split(span.text.split("\n")[0].split(",")[0])[1:]
        for number, part in enumerate(parts):
            words = said[number] if len(said) == len(parts) else part.name
            yield replace(_way(span, "yes", part.name, part.card), words=words.strip()), part.body


def _span_of(body: list[Stmt], program: Program) -> Span:
    return body[0].span if body else program.funcs[program.main].span


def _ways(program: Program) -> Iterator[tuple[Branch, list[Stmt]]]:
    """Yield each way with the block it leads to; an empty block where nothing is done."""
    yield from _events(program)
    for name, func in program.funcs.items():
        for s in walk(func.body):
            if isinstance(s, nodes.If) and _ASKED.search(_first_line(s.args[0].span)):
                yield _way(s.args[0].span, "yes", name, func.card), s.body
                if len(s.other) != 1 or not isinstance(s.other[0], nodes.If):
                    yield _way(s.args[0].span, "no", name, func.card), s.other
            elif isinstance(s, nodes.Options):
                site, lines = s.site, s.lines
                for number, line in enumerate(lines):
                    if number < len(site.items):
                        answer = str(site.items[number])
                        yield _way(s.span, answer, name, func.card), line.body
            elif isinstance(s, (nodes.Choose, nodes.Pick)) and s.other:
                yield _way(s.span, "none", name, func.card), s.other


def _first_line(span: Span) -> str:
    """Return the source line on which a span begins, without its comment."""
    return span.source.line(span.line).split("#")[0]


def _way(span: Span, answer: str, rule: str, card: str) -> Branch:
    line, column = span.source.place(span.start)
    text = " ".join(span.text.split("\n")[0].split("#")[0].split())
    return Branch(span.source.path, line, column, answer, text, rule.partition("__")[0], card)
