"""More that is done before or after a named step of a rule.

Takes the tree of a rule and a change of an overlay; gives the changed statements, or a problem if
the rule has no such step, or several. Must not know what the steps mean.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from interpreter.check.chosen_names import Given
from interpreter.check.overlay_misses import elsewhere, unhit
from interpreter.check.rule_heads import RULES, name_of, sort_of
from interpreter.diagnostics import Label, Report
from interpreter.syntax.tree import Node, Part, Word


def inserted(
    block: Node, change: Node, rule: Node, report: Report, rules: Sequence[Node] = ()
) -> Node | None:
    """The statements of a rule with more before or after one that is named; `rules` are all rules
    of the game, in which the step may stand."""
    word, *behind = change.words()[:-1]
    side, more = change.node("side"), change.parts[-1]
    assert side is not None and isinstance(more, Node)
    steps = list(_steps(block))
    named = [word.text, *(one.text for one in behind)]
    if word.type == "STRING":
        named = word.text.strip('"').split()
    hits = [one for name, one in steps if _is_named(one, name, word, named)]
    if len(hits) == 1:
        return _with_more(block, hits[0], more.parts, side.words()[0].text == "after")
    where = f"`{sort_of(rule)} {name_of(rule).text}`"
    step = word.text if word.type == "STRING" else " ".join(named)
    if not hits:
        message = f"{where} has no step `{step}`"
        there = [one for one in rules if one.kind in RULES and _has_step(one, word, named)]
        if not elsewhere(change, word, there, message, report):
            unhit(word, f"step of {where}", [name for name, _ in steps], report, message=message)
        return None
    report.add(
        "overlay-unfit",
        word.span,
        f"{where} has {len(hits)} steps `{step}`",
        "which of them?",
        others=tuple(Label(one.span, "one of them") for one in hits[:3]),
        helps=(_narrower(hits, steps, named),),
    )
    return None


def _has_step(rule: Node, word: Word, named: Sequence[str]) -> bool:
    block = rule.parts[-1]
    steps = _steps(block) if isinstance(block, Node) else ()
    return any(_is_named(step, one, word, named) for one, step in steps)


def _is_named(step: Node, name: str, word: Word, named: Sequence[str]) -> bool:
    """Whether a step is meant: by its name and more of its words, or by any words in quotes."""
    if word.type == "STRING":
        words = _line(step).split()
        first = words.index(name) if name in words else 0
        return any(words[at : at + len(named)] == list(named) for at in (0, first))
    return name == word.text and _begins_with(step, name, named)


def _line(step: Node) -> str:
    """The first line of a step, as it is written but for its spaces."""
    return " ".join(step.span.text.partition("\n")[0].split())


def _steps(block: Node) -> Iterator[tuple[str, Node]]:
    """The statements of a block, and of the blocks in it, with the deed that each is made of."""
    for statement in block.parts:
        if not isinstance(statement, Node):
            continue
        inner = [n for n in statement.walk() if isinstance(n, Node) and n.kind == "block"]
        if inner:
            for one in inner:
                if not any(one in other.walk() for other in inner if other is not one):
                    yield from _steps(one)
            continue
        deed = statement.node("deed")
        if deed is None:
            continue
        words = [p for p in deed.walk() if isinstance(p, Word) and p.type == "NAME"]
        played = words[0].text == "play" and len(words) > 1
        yield words[1 if played else 0].text, statement


def step_behind(block: Node, given: Given) -> str:
    """How a step of a rule is named behind which something is known; empty if there is none.

    `block` has all statements of the rule; steps that an overlay adds are left out.
    """
    source, start = given.word.span.source, given.statement.span.start
    within = {id(part) for part in given.block.walk()}
    steps = list(_steps(block))
    for name, one in steps:
        if one.span.source is not source or one.span.start < start or id(one) not in within:
            continue
        words = one.span.text.partition("\n")[0].split()
        first = words.index(name) if name in words else 0
        names = [name, *itertools.takewhile(str.isidentifier, words[first + 1 :])]
        for many in range(1, len(names) + 1):
            named = names[:many]
            hits = [o for n, o in steps if n == name and _begins_with(o, name, named)]
            if len(hits) == 1:
                return " ".join(named)
    return ""


def _quoted(step: Node, steps: Sequence[Node]) -> str:
    """The fewest first words of a step that no other begins with, in quotes; empty if none do."""
    words = _line(step).split()
    for many in range(1, len(words) + 1):
        alike = [one for one in steps if _line(one).split()[:many] == words[:many]]
        if len(alike) == 1 and '"' not in " ".join(words[:many]):
            return f'"{" ".join(words[:many])}"'
    return ""


def _begins_with(statement: Node, name: str, named: Sequence[str]) -> bool:
    """Whether a step is written with these words from its name on."""
    words = _line(statement).split()
    first = words.index(name) if name in words else 0
    return len(named) == 1 or words[first : first + len(named)] == list(named)


def _narrower(hits: Sequence[Node], steps: Sequence[tuple[str, Node]], named: Sequence[str]) -> str:
    """How one of several steps is named: by more of its words, if they differ."""
    lines = [_line(one) for one in hits]
    for name, one in steps:
        if not any(one is hit for hit in hits):
            continue
        line = _line(one)
        words = line.split()
        first = words.index(name) if name in words else 0
        names = list(itertools.takewhile(str.isidentifier, words[first:]))
        longer = names[: len(named) + 1]
        others = [o for o in lines if o != line and f" {' '.join(longer)} " in f" {o} "]
        if len(longer) > len(named) and lines.count(line) == 1 and not others:
            return f"name it by more of its words, as in `{' '.join(longer)}`"
        quoted = _quoted(one, [step for _, step in steps])
        if quoted:
            return f"name it by more of its words, as in `{quoted}`"
    return "replace the whole rule, or name another step beside it"


def _with_more(tree: Node, hit: Node, more: Sequence[Part], behind: bool) -> Node:
    """A tree in which statements stand before or behind one of its statements."""
    parts: list[Part] = []
    for part in tree.parts:
        if part is hit:
            parts += [hit, *more] if behind else [*more, hit]
        else:
            parts.append(_with_more(part, hit, more, behind) if isinstance(part, Node) else part)
    return Node(tree.kind, tuple(parts), tree.span)
