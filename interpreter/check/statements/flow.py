"""Sentences that decide what is done how often and by whom: if, for each, repeat, have.

Each takes a tree and gives statements; what is inside is read by `statements`.
"""

from __future__ import annotations

from interpreter.check.expressions import (
    conditions,
    containment,
    counting,
    selections,
    sources,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.check.statements import sentences, simultaneous
from interpreter.diagnostics import Span
from interpreter.ir.program import Choice, E, Func, MenuLine, Payment, S
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, set_of
from interpreter.syntax.recovery import characters
from interpreter.syntax.tree import Node, Part, Word

MOST_CASES = 60  # if ..., otherwise if ...: each stands inside the one before


MOST_LOOPS = 12  # repetitions inside one another


MOST_RANKS = 100  # for each rank from 1 to ...: each is a line of its own


def if_(scope: Scope, node: Node) -> list[S]:
    """`if ...`, `otherwise`."""
    test = conditions.cond(scope, node.parts[0])
    then = sentences.child(scope, node.parts[1])
    made = S("if", (test,), node.span, None, then)
    last = made
    for number, part in enumerate(node.parts[2:]):
        if not isinstance(part, Node):
            continue
        if number > MOST_CASES:
            characters.too_deep(part.span, scope.ctx.report)
            break
        if part.kind == "elif":
            nested = S(
                "if",
                (conditions.cond(scope, part.parts[0]),),
                part.span,
                None,
                sentences.child(scope, part.parts[1]),
            )
            last.other = [nested]
            last = nested
        else:
            last.other = sentences.child(scope, part)
    return [made]


def _deeper(inner: Scope, node: Node) -> None:
    """One repetition more around what follows."""
    inner.loops += 1
    if inner.loops == MOST_LOOPS + 1:
        characters.too_deep(node.span, inner.ctx.report)


def for_each(scope: Scope, node: Node) -> list[S]:
    """`for each card in ...`."""
    inner = scope.inner()
    _deeper(inner, node)
    made = selections.chosen(inner, node.parts[0])
    parts = [p for p in node.parts[1:] if isinstance(p, Node)]
    word = _noun_of(node.parts[0])
    if word is None:
        return []
    name = inner.bind(singular_of(inner, word), made.item, node.span)
    key = None
    if len(parts) > 1:
        best, key_node = parts[0], parts[1]
        key = counting.ranking(inner.with_it(made.candidate()), key_node, best)
    source = made.as_set(inner)
    if key is not None:
        source = E(
            "ordered",
            (made.source, made.test() or containment.true(node.span), key),
            set_of(made.item),
            node.span,
            made.var,
        )
    body = sentences.child(inner, parts[-1])
    return [S("for", (source,), node.span, name, body)]


def _noun_of(node: Part) -> str | None:
    """The word that the candidates of a selection are called by: its noun in the singular."""
    if not isinstance(node, Node):
        return None
    if node.kind == "sel":
        return _noun_of(node.parts[0])
    if node.kind == "head":
        called = node.parts[-1]
        if isinstance(called, Word):
            return called.text
        names = [p for p in node.parts[1:] if isinstance(p, Word)]
        if names:
            return names[-1].text
        return _noun_of(node.parts[0])
    if node.kind in ("name", "your", "their", "its", "possessed", "ask"):
        word = node.words()[-1] if node.kind != "ask" else node.words()[0]
        return word.text
    return "it"


def singular_of(scope: Scope, word: str) -> str:
    """The word for one of several things."""
    ctx = scope.ctx
    kind = ctx.kind_named(word)
    if kind:
        return kind
    values = ctx.values_named(word)
    if values:
        return values
    if word in ("players", "opponents", "others"):
        return "player"
    return {"spaces": "space", "lanes": "lane"}.get(word, word)


def for_numbers(scope: Scope, node: Node) -> list[S]:
    """`for each rank from 1 to 4`."""
    word, low, high, body = node.parts
    assert isinstance(word, Word)
    source = numbers(scope, low, high, node.span)
    inner = scope.inner()
    _deeper(inner, node)
    name = inner.bind(word.text, NUMBER, word.span)
    return [S("for", (source,), node.span, name, sentences.child(inner, body))]


def numbers(scope: Scope, low: Part, high: Part, span: Span) -> E:
    """`from 1 to 4`: the numbers in between; none, if the first one is larger."""
    first, last = typed_values.number(scope, low), typed_values.number(scope, high)
    if low is not None and high is not None and _larger(first, last):
        told = f"{first.data} to {last.data} holds no number"
        first_to_last = Span(span.source, low.span.start, high.span.end)
        swapped = f"{high.span.text} to {low.span.text}"
        scope.ctx.report.add(
            "empty-range",
            first_to_last,
            told,
            "the smaller number comes first",
            helps=(f"write `{swapped}`",),
            fix=(first_to_last, swapped),
        )
    return E("range", (first, last), set_of(NUMBER), span)


def _larger(first: E, last: E) -> bool:
    """Whether two numbers that are written out are the wrong way round."""
    written = all(one.op == "num" and one.span.text == str(one.data) for one in (first, last))
    return written and int(first.data) > int(last.data)


def repeat(scope: Scope, node: Node) -> list[S]:
    """`repeat 3 times`, `repeat until`, `repeat as often as`."""
    inner = scope.inner()
    _deeper(inner, node)
    if node.kind == "as_often":
        body = sentences.child(inner, node.parts[0])
        return _as_often(scope, body, node)
    if node.kind in ("repeat_times", "repeat_up_to"):
        amount = typed_values.number(scope, node.parts[0])
        var, _ = scope.temp(NUMBER, node.span)
        source = E("range", (E("num", (), NUMBER, node.span, 1), amount), set_of(NUMBER), node.span)
        body = sentences.child(inner, node.parts[1])
        return [S("for", (source,), node.span, var, body)]
    test = conditions.cond(scope, node.parts[0])
    if node.kind == "repeat_until":
        test = conditions.negated(test)
    body = sentences.child(inner, node.parts[1])
    if _settled(test) and not any(
        s.op in ("break", "return", "answer", "end_game") for b in body for s in b.walk()
    ):
        scope.ctx.report.add(
            "endless",
            node.span,
            "this is repeated for ever",
            "",
            helps=("give it an end, or `stop repeating` inside",),
        )
    return [S("while", (test,), node.span, None, body)]


def _as_often(scope: Scope, body: list[S], node: Node) -> list[S]:
    """`as often as possible`: until it cannot be done, or until a player will not.

    What can be done is asked of deeds; so any other block becomes a deed of its own.
    """
    if len(body) == 1 and body[0].op == "options":
        lines: list[MenuLine] = body[0].data[1]
        for line in lines:
            if line.title == "No" and not line.body:
                line.body = [S("break", (), node.span)]
        if any(one.op == "break" for line in lines for one in line.body):
            return [S("while", (containment.true(node.span),), node.span, None, body)]
    if all(one.op in ("call", "exchange") for one in body):
        return [S("as_often", (), node.span, None, body)]
    known = {name: kind for name, kind, _ in scope.locals.values()}
    for e in (scope.they, scope.it, *scope.bound.values()):
        if e is not None and e.op == "local":
            known[e.data] = e.type
    read, changed = set[str](), set[str]()
    _locals_of(body, read, changed)
    leaves = any(one.op in ("break", "return") for top in body for one in top.walk())
    if leaves or changed & set(known) or scope.func is None:
        return [S("as_often", (), node.span, None, body)]
    taken = [(name, kind) for name, kind in known.items() if name in read and name != "you"]
    funcs = scope.ctx.program.funcs
    func = Func(
        f"{scope.func.name}__often_{len(funcs)}",
        "procedure",
        taken,
        scope.func.title,
        node.span,
        body=body,
        card=scope.func.card,
    )
    funcs[func.name] = func
    you = scope.you or E("num", (), PLAYER, node.span, -1)
    args = (you, *(E("local", (), kind, node.span, name) for name, kind in taken))
    return [S("as_often", (), node.span, None, [S("call", args, node.span, func.name)])]


def _locals_of(part: object, read: set[str], changed: set[str]) -> None:
    """The local names that statements read, and those they give a value to."""
    if isinstance(part, (list, tuple)):
        for one in part:
            _locals_of(one, read, changed)
    elif isinstance(part, E):
        if part.op == "local":
            read.add(str(part.data))
        _locals_of(part.args, read, changed)
        _locals_of(part.data, read, changed)
    elif isinstance(part, S):
        if part.op == "let":
            changed.add(str(part.data))
        _locals_of((part.args, part.data, part.body, part.other), read, changed)
    elif isinstance(part, Choice):
        _locals_of((part.source, part.tests, part.number), read, changed)
    elif isinstance(part, Payment):
        _locals_of((part.cost, part.less, part.choice), read, changed)
    elif isinstance(part, MenuLine):
        _locals_of(part.body, read, changed)


def _settled(test: E) -> bool | None:
    """The answer of a question that is the same for ever; None for any other."""
    if not test.type.known:
        return None
    if test.op == "num":
        return bool(test.data)
    if test.op == "not":
        inner = _settled(test.args[0])
        return None if inner is None else not inner
    numbers = [part.data for part in test.args if part.op == "num" and part.type.known]
    if len(numbers) != 2:
        return None
    a, b = numbers
    answers = {"eq": a == b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}
    return answers.get(test.op)


def have(scope: Scope, node: Node) -> list[S]:
    """`have rival draw 1 card`."""
    who = typed_values.value(scope, node.parts[0])
    if who.type.base == "set" and who.type.item is not None and who.type.item.base == "player":
        made = sources.as_source(scope, who, node.span)
        return _have_all(scope, made, node.parts[1], node, "")
    who = typed_values.as_kind(scope, who, PLAYER.maybe() if who.type.optional else PLAYER)
    name, they = scope.temp(PLAYER, node.span)
    inner = scope.inner()
    inner.they, inner.each = they, None
    body = [S("let", (who,), node.span, name)]
    part = node.parts[1]
    assert isinstance(part, Node)
    made_body = sentences.done(inner, part)
    if who.type.optional:  # none does nothing, such as a faction that nobody plays
        played = E("ge", (they, E("num", (), PLAYER, node.span, 0)), YES_NO, node.span)
        made_body = [S("if", (played,), node.span, None, made_body)]
    return [*body, *made_body]


def _have_all(scope: Scope, made: sources.Chosen, part: Part, node: Node, mode: str) -> list[S]:
    inner = scope.inner()
    inner.they, inner.each = made.candidate(), None
    inner.it = made.candidate()
    _deeper(inner, node)
    assert isinstance(part, Node)
    body = sentences.done(inner, part)
    if mode:
        _window(scope, body, node, mode)
    return [
        S("for", (made.as_set(scope),), node.span, made.var, body, [])
        if not mode
        else S("for_all", (made.as_set(scope),), node.span, (made.var, mode), body, [])
    ]


def _window(scope: Scope, body: list[S], node: Node, mode: str) -> None:
    """What a window and a simultaneous choice must hold."""
    inside = [s for top in body for s in top.walk()]
    if mode == "until_all_pass":
        menus = [s for s in inside if s.op == "menu"]
        if not any(line.sort == "pass" for s in menus for line in s.data[1]):
            scope.ctx.report.add(
                "window-without-pass",
                node.span,
                "nobody can pass, so this never ends",
                "",
                helps=("offer a `menu` with the line `may pass`",),
            )
        return
    simultaneous.look(scope.ctx, body, node.span)


def have_each(scope: Scope, node: Node) -> list[S]:
    """`have each player ...`, together or until all pass."""
    ctx = scope.ctx
    everyone = node.parts[0]
    assert isinstance(everyone, Node)
    span = node.span
    if everyone.kind == "both_of":
        a = typed_values.value(scope, everyone.parts[0], PLAYER)
        b = typed_values.value(scope, everyone.parts[1], PLAYER)
        made = sources.fresh(scope, E("list", (a, b), set_of(PLAYER), span), PLAYER, span)
    elif everyone.kind == "each_other":
        made = sources.fresh(
            scope, E("others", (scope.player(span),), set_of(PLAYER), span), PLAYER, span
        )
    else:
        made = sources.fresh(scope, E("players", (), set_of(PLAYER), span), PLAYER, span)
    mode = ""
    body: Part = None
    start: E | None = None
    for part in node.parts[1:]:
        if not isinstance(part, Node):
            continue
        if part.kind in ("where", "who_is", "who_does", "who_have", "who_have_no"):
            selections.narrowed(scope, made, part)
        elif part.kind in ("together", "until_all_pass"):
            mode = part.kind
        elif part.kind in ("block", "pay") or part.kind.startswith("deed"):
            body = part
        else:
            start = typed_values.value(scope, part, PLAYER)
    if start is None and made.source.op == "players" and scope.you is not None:
        start = None
    if start is not None:
        made.source = E("from_seat", (made.source, start), made.source.type, span)
    del ctx
    return _have_all(scope, made, body, node, mode)
