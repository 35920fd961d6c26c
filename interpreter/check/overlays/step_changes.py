"""Overlay changes that insert statements before or after a named step of a rule.

Takes the tree of a rule and a change of an overlay; returns the changed statements, or reports that
the rule has no such step, or several. Must not know what the steps mean.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.check.names.chosen_names import BoundName
from interpreter.check.overlays.change_targets import elsewhere, unhit
from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.syntax import ast
from interpreter.syntax.ast import Word, rewritten
from interpreter.syntax.source_words import without_comment

_Step = tuple[str, ast.Sentence]
_Steps = Sequence[_Step]
"""Statements, each with the name of the deed that it is made of."""

_NO_STEPS = frozenset(["pay", "menu", "may", "options", "stop", "answer"])
"""Words with which lines begin that are no steps; others are reserved."""


def inserted(
    block: ast.Block,
    change: ast.Insert,
    rule: ast.NamedRule,
    report: Report,
    rules: Sequence[ast.Heading] = (),
) -> ast.Block | None:
    """Insert statements before or after the step that the change names; None after a diagnostic.

    `rules` are all rules of the game, among which the step is looked for if this one lacks it.
    """
    word, *behind = change.step
    steps = list(_steps(block))
    named = [word.text, *(one.text for one in behind)]
    if word.type == "STRING":
        named = word.text.strip('"').split()
        if not named:
            _no_words(word, rule, [one for _, one in steps], report)
            return None
    hits = [one for name, one in steps if _is_named(one, name, word, named)]
    if len(hits) == 1:
        return _with_more(block, hits[0], change.body.lines, change.side.text == "after")
    where = f"`{rule.sort} {rule.name.text}`"
    step = word.text if word.type == "STRING" else " ".join(named)
    if not hits:
        message = f"{where} has no step `{step}`"
        if not _at_the_edge(change, rule, block, message, report):
            _no_such_step(change, rule, message, steps, named, rules, report)
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


def _no_words(
    word: Word, rule: ast.NamedRule, steps: Sequence[ast.Sentence], report: Report
) -> None:
    """Tell that quotes without words name no step."""
    quoted = next((words for one in steps if (words := _quoted(one, steps))), "")
    report.add(
        "overlay-unfit",
        word.span,
        "these quotes name no step",
        "the words of a step stand here",
        helps=(f"a step of `{rule.sort} {rule.name.text}` is: {quoted}",) if quoted else (),
    )


def _at_the_edge(
    change: ast.Insert, rule: ast.NamedRule, block: ast.Block, message: str, report: Report
) -> bool:
    """More behind a menu that ends a rule, or before one that begins it: more behind, or before,
    the whole rule."""
    word, side, lines = change.step[0], change.side, block.lines
    if word.text not in _NO_STEPS - {"stop", "answer"} or not lines:
        return False
    behind = side.text == "after"
    edge = lines[-1] if behind else lines[0]
    if _line(edge).split()[0] != word.text:
        return False
    whole = f"{side.text} {rule.sort} {rule.name.text}"
    place = Span(word.span.source, side.span.start, change.name.span.end)
    return report.add(
        "unhit",
        word.span,
        message,
        f"`{word.text}` is no step",
        others=(Label(_head(edge), f"the {'last' if behind else 'first'} line of this rule"),),
        helps=(f"write `{whole}`",),
        fix=(place, whole),
    )


def _head(statement: ast.Sentence) -> Span:
    """Narrow the span of a statement to its first line."""
    span = statement.span
    return Span(span.source, span.start, span.start + len(span.text.partition("\n")[0]))


def _led_to(
    rule: ast.NamedRule, there: Sequence[ast.NamedRule], rules: Sequence[ast.Heading]
) -> list[ast.NamedRule]:
    """Those of some rules that a rule plays or carries out, itself or through others."""
    named = {one.name.text: one for one in rules if isinstance(one, ast.NamedRule)}
    seen = {rule.name.text}
    todo = [rule]
    for one in todo:
        for name, _ in _steps_of(one):
            if name in named and name not in seen:
                seen.add(name)
                todo.append(named[name])
    return [one for one in todo[1:] if any(one is other for other in there)]


def _no_such_step(
    change: ast.Insert,
    within: ast.NamedRule,
    message: str,
    steps: _Steps,
    named: Sequence[str],
    rules: Sequence[ast.Heading],
    report: Report,
) -> None:
    """Tell that a rule has no such step: a near one of its own comes first, and then the rule in
    which it stands."""
    word, *behind = change.step
    added = change.span.source
    own = [name for name, one in steps if one.span.source is not added] or [n for n, _ in steps]
    there = [one for one in rules if isinstance(one, ast.NamedRule) and _hits(one, word, named)]
    guess = _near_line(word, steps) if word.type == "STRING" else _near_step(named, steps)
    if not there or guess:
        none = f"`{word.text}` is no step: name one before it or behind it"
        helps = (none,) if word.text in _NO_STEPS else ()
        unhit(word, "", own, report, message=message, guess=guess, behind=behind, helps=helps)
        if there and guess:
            where = f"`{there[0].sort} {there[0].name.text}`"
            told = report.found[-1]
            other = f"or the step `{' '.join(named)}` of {where}, where it stands?"
            if len(_hits(there[0], word, named)) == 1:
                report.found[-1] = replace(told, helps=(*told.helps, other))
        return
    led_to = _led_to(within, there, rules)
    if led_to:
        there = led_to[:1]
    rule = there[0]
    hits = _hits(rule, word, named)
    narrow = "" if len(hits) == 1 else _narrowed(hits, list(_steps_of(rule)), named)
    via = within.name.text if led_to else ""
    elsewhere(change, word, there, message, report, step=narrow, own=own, via=via)


def _near_step(named: Sequence[str], steps: _Steps) -> str:
    """How the step is named that words nearly like its own mean; empty if there is none."""
    found = nearest(named[0], [name for name, _ in steps])
    first = named[0] if found is None else found
    own = [one for name, one in steps if name == first]
    guess, hits = [first], own
    for many in range(2, len(named) + 1):  # as many words as go with that one
        words = [_words_from(first, one)[:many] for one in own]
        near = nearest(" ".join([first, *named[1:many]]), [" ".join(w) for w in words])
        exact = [first, *named[1:many]]
        if exact not in words and near is None:
            break
        guess = exact if exact in words else (near or "").split()
        hits = [one for one, w in zip(own, words, strict=True) if w == guess]
    if not hits or guess == list(named):
        return ""
    return " ".join(guess) if len(hits) == 1 else _narrowed(hits, steps, guess)


def _words_from(name: str, step: ast.Sentence) -> list[str]:
    words = _line(step).split()
    return words[words.index(name) if name in words else 0 :]


def _near_line(word: Word, steps: _Steps) -> str:
    """Find the step whose words nearly match a quoted text; empty if none, or several, do."""
    lines = [_line(one) for _, one in steps if '"' not in _line(one)]
    found = nearest(word.text.strip('"'), lines)
    return f'"{found}"' if found is not None and lines.count(found) == 1 else ""


def body_of(rule: ast.NamedRule) -> ast.Block | None:
    """Return the statements of a rule; None if it is made of clauses."""
    body: ast.Block | None = getattr(rule, "body", None)
    return body


def _steps_of(rule: ast.NamedRule) -> Iterator[_Step]:
    body = body_of(rule)
    yield from _steps(body) if body is not None else ()


def _hits(rule: ast.NamedRule, word: Word, named: Sequence[str]) -> list[ast.Sentence]:
    return [one for name, one in _steps_of(rule) if _is_named(one, name, word, named)]


def _is_named(step: ast.Sentence, name: str, word: Word, named: Sequence[str]) -> bool:
    """Whether a step is meant: by its name and more of its words, or by any words in quotes."""
    if word.type == "STRING":
        words = _line(step).split()
        first = words.index(name) if name in words else 0
        return any(words[at : at + len(named)] == list(named) for at in (0, first))
    return name == word.text and _begins_with(step, name, named)


def _line(step: ast.Sentence) -> str:
    """Return the first line of a step, without its comment and with spaces normalized."""
    return " ".join(without_comment(step.span.text.partition("\n")[0]).split())


def _steps(block: ast.Block) -> Iterator[_Step]:
    """Yield the deeds of a block and its nested blocks, each with the name by which it is a step.

    The name is the verb, or for `play` what is played. A `pick` is a step as well.
    """
    for statement in block.lines:
        if isinstance(statement, ast.Pick):
            yield "pick", statement
        inner = list(ast.blocks_in(statement))
        for one in inner:
            yield from _steps(one)
        deed = getattr(statement, "deed", None)
        if inner or not isinstance(deed, ast.Deed):
            continue
        words = [p for p in deed.walk() if isinstance(p, Word) and p.type == "NAME"]
        played = words[0].text == "play" and len(words) > 1
        yield words[1 if played else 0].text, statement


def step_behind(block: ast.Block, given: BoundName) -> str:
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


def _quoted(step: ast.Sentence, steps: Sequence[ast.Sentence]) -> str:
    """Quote the fewest first words of a step that are unique among the steps; else empty."""
    words = _line(step).split()
    for many in range(1, len(words) + 1):
        alike = [one for one in steps if _line(one).split()[:many] == words[:many]]
        if len(alike) == 1 and '"' not in " ".join(words[:many]):
            return f'"{" ".join(words[:many])}"'
    return ""


def _begins_with(statement: ast.Sentence, name: str, named: Sequence[str]) -> bool:
    """Whether a step is written with these words from its name on."""
    words = _line(statement).split()
    first = words.index(name) if name in words else 0
    return len(named) == 1 or words[first : first + len(named)] == list(named)


def _narrower(hits: Sequence[ast.Sentence], steps: _Steps, named: Sequence[str]) -> str:
    """Advise how to single out one of several steps of the same name."""
    narrow = _narrowed(hits, steps, named)
    if narrow:
        return f"name it by more of its words, as in `{narrow}`"
    return "replace the whole rule, or name another step beside it"


def _narrowed(hits: Sequence[ast.Sentence], steps: _Steps, named: Sequence[str]) -> str:
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
            return " ".join(longer)
        quoted = _quoted(one, [step for _, step in steps])
        if quoted:
            return quoted
    return ""


def _with_more(
    block: ast.Block, hit: ast.Sentence, more: Sequence[ast.Sentence], behind: bool
) -> ast.Block:
    """Insert statements before or behind one statement of a block, at any depth."""
    both = [hit, *more] if behind else [*more, hit]
    return rewritten(block, lambda tree: both if tree is hit else None)
