"""Several things in one question, `choose hero from heroes, count from 1 to 3`; words of options.

Takes trees and a scope; gives statements. What is said of an option (`says "{hero} for {count}"`)
is read into texts and values, which speak of what is chosen and of the table.
"""

from __future__ import annotations

from interpreter.check.declarations.titles import BRACES
from interpreter.check.expressions import conditions, selections, sources, typed_values
from interpreter.check.scope import Scope
from interpreter.check.statements import choices, flow
from interpreter.diagnostics import Span
from interpreter.diagnostics.suggest import listed
from interpreter.ir.names import free
from interpreter.ir.program import Choice, E, S, Saying
from interpreter.ir.types import MOST_PARTS, NUMBER, PART_BITS, PART_MOST, UNKNOWN, Type, set_of
from interpreter.syntax import parser
from interpreter.syntax.tree import Node, Word


def choose_together(scope: Scope, node: Node) -> list[S]:
    """`choose quest from quests, hero from heroes, count from 0 to 4` as one question."""
    asked = _asked(node)
    if choices.no_choice_here(scope, node) or _too_much(scope, node, asked):
        for word, _ in asked:
            scope.bind(word.text, UNKNOWN, word.span)
        return []
    actor, span = scope.player(node.span), node.span
    whole = f"_all{scope.counter.next()}"
    number = E("local", (), NUMBER, span, whole)
    inner = scope.inner()
    tests: list[tuple[E, str]] = []
    found: list[E] = []
    names: list[str] = []
    parts: list[tuple[str, Type]] = []
    for word, source in asked:
        made = _source(inner, source)
        found.append(made.as_set(inner))
        names.append(made.var)
        parts.append((word.text, made.item))
        inner.locals[word.text] = (made.var, made.item, word.span)
        inner.bound[word.text] = made.candidate()
    for place, (word, _) in enumerate(asked):
        shift = (len(asked) - 1 - place) * PART_BITS
        inner.bound[word.text] = E("part", (number,), parts[place][1], word.span, shift)
    said: tuple[Saying, ...] = ()
    for part in node.parts:
        if isinstance(part, Node) and part.kind == "requires":
            other = part.parts[1]
            excuse = other.words()[0].text[1:-1] if isinstance(other, Node) else ""
            tests.append((conditions.cond(inner, part.parts[0]), excuse))
        elif isinstance(part, Node) and part.kind == "option_says":
            said += (spoken(inner, part, {whole}),)
    combined = E("combined", tuple(found), set_of(NUMBER), span, tuple(names))
    kind = Type("joint", parts=tuple(parts))
    site = choices.site_of(scope, "_and_".join(n for n, _ in parts), "choose", kind, node)
    site.said = kinds_of(said)
    into = f"_chosen{scope.counter.next()}"
    choice = Choice(site, whole, into, combined, tests, said=said)
    answer = E("local", (), NUMBER, span, into)
    made_ = [S("choose", (actor,), span, choice)]
    for place, (word, _) in enumerate(asked):
        shift = (len(asked) - 1 - place) * PART_BITS
        item = parts[place][1]
        value = E("part", (answer,), item, span, shift)
        made_.append(S("let", (value,), span, scope.bind(word.text, item, word.span)))
    return made_


def _asked(node: Node) -> list[tuple[Word, Node]]:
    first, source = node.parts[1], node.parts[2]
    assert isinstance(first, Word) and isinstance(source, Node)
    asked = [(first, source)]
    for part in node.nodes("also_from"):
        word, also = part.parts
        assert isinstance(word, Word) and isinstance(also, Node)
        asked.append((word, also))
    return asked


def _too_much(scope: Scope, node: Node, asked: list[tuple[Word, Node]]) -> bool:
    """Report what cannot be said of several things in one question; whether there was any."""
    report = scope.ctx.report
    howmany = node.parts[0]
    assert isinstance(howmany, Node)
    if len(asked) > MOST_PARTS:
        extra = asked[MOST_PARTS][0]
        report.add(
            "too-many-at-once",
            extra.span,
            f"one question asks for at most {MOST_PARTS} things",
            "one too many",
            helps=("ask for it in a `choose` of its own, on the next line",),
        )
        return True
    if howmany.kind != "one":
        report.add(
            "several-at-once",
            howmany.span if howmany.span.end > howmany.span.start else node.span,
            "of several things only one each is chosen",
            "",
            helps=("choose several of one thing in a `choose` of its own",),
        )
        return True
    none = node.node("if_none")
    if none is not None:
        report.add(
            "several-at-once",
            none.span,
            "`if none` cannot stand below several things",
            "",
            helps=("ask before whether there is anything to choose, with `if`",),
        )
        return True
    return False


def _source(scope: Scope, node: Node) -> sources.Chosen:
    """What one of the things is chosen from; numbers below zero are left out."""
    if node.kind != "number_range":
        return selections.to_choose_from(scope, node)
    span = node.span
    low, high = flow.numbers(scope, node.parts[0], node.parts[1], span).args
    if low.op != "num":
        low = E("max", (low, E("num", (), NUMBER, span, 0)), NUMBER, span)
    if high.op != "num":
        high = E("min", (high, E("num", (), NUMBER, span, PART_MOST)), NUMBER, span)
    return sources.fresh(scope, E("range", (low, high), set_of(NUMBER), span), NUMBER, span)


def spoken(scope: Scope, node: Node, candidate: set[str]) -> Saying:
    """What is said of an option: the texts and values of `says "{hero} for {count} gold"`, and the
    condition `if count is more than 1`.

    `candidate` has the names under which the candidate is known; `you` may be spoken of as well.
    """
    says = node.node("says")
    assert says is not None
    word = says.words()[0]
    text = word.text[1:-1]
    found: list[str | E] = []
    at = 0
    actor = scope.actor
    known = candidate | {"you"} | ({actor.data} if actor is not None and actor.data else set())
    for brace in BRACES.finditer(text):
        found.append(text[at : brace.start()])
        at = brace.end()
        start = word.span.start + 1 + brace.start(1)
        place = Span(word.span.source, start, start + len(brace.group(1)))
        value = _value(scope, brace.group(1), place)
        if value is not None and _of_option(scope, value, known, place):
            found.append(value)
    found.append(text[at:])
    test = node.parts[1] if len(node.parts) > 1 else None
    when = None if test is None else conditions.cond(scope, test)
    if when is not None:
        assert isinstance(test, Node | Word)
        _of_option(scope, when, known, test.span)
    return Saying(tuple(part for part in found if part != ""), when)


def _of_option(scope: Scope, value: E, known: set[str], place: Span) -> bool:
    """Whether a value is known where options are told."""
    if free(value) <= known:
        return True
    scope.ctx.report.add(
        "says-of-what",
        place,
        "an option is told by what is chosen",
        "not chosen here",
        helps=("name what is chosen here, or ask the table or a player for it",),
    )
    return False


def kinds_of(said: tuple[Saying, ...]) -> tuple[tuple[str | Type, ...], ...]:
    """How an option is told, with the kinds of the values in place of the values."""
    return tuple(
        tuple(part if isinstance(part, str) else part.type for part in one.parts) for one in said
    )


def _value(scope: Scope, text: str, place: Span) -> E | None:
    """One value between braces."""
    report = scope.ctx.report
    tree = parser.parse_value(text, place, report) if text.strip() else None
    if tree is None:
        if not text.strip():
            names = [n for n in scope.bound if not n.startswith("_")]
            report.add(
                "says-of-what",
                place,
                "there is nothing between the braces",
                "",
                helps=(f"name what is told, such as {listed(names)}",) if names else (),
            )
        return None
    before = len(report.found)
    value = typed_values.value(scope, tree)
    if not value.type.known or len(report.found) > before:
        return None
    if value.type.base in ("amounts", "set", "zone", "text"):
        report.add(
            "says-of-what",
            place,
            f"{value.type.words()} cannot be told here",
            "",
            helps=("name one thing, a player or a number",),
        )
        return None
    return value
