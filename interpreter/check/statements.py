"""Sentences of a rule's body: from trees to typed statements."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check import clauses, conditions, deeds, expressions, places, selections
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.program import Choice, E, Func, MenuLine, Payment, S, Site
from interpreter.ir.types import NUMBER, PLAYER, UNKNOWN, YES_NO, Type, fits, set_of
from interpreter.syntax.tree import Node, Part, Word

MOST_RANKS = 100  # for each rank from 1 to ...: each is a line of its own


def block(scope: Scope, parts: Sequence[Part]) -> list[S]:
    """The statements of an indented block; what it binds is known to the end of the block."""
    made: list[S] = []
    stopped: Node | None = None
    for part in parts:
        if not isinstance(part, Node):
            continue
        if stopped is not None:
            scope.ctx.report.add(
                "never-reached",
                part.span,
                "this line is never reached",
                "",
                notes=(f"line {stopped.span.line} has already ended this block",),
                helps=("remove it, or move it up",),
            )
            stopped = None
            break
        made += statement(scope, part)
        if part.kind in (
            "stop_rule",
            "stop_repeating",
            "answer",
            "answer_yes_no",
            "end_game",
            "end_span",
        ):
            stopped = part
    return made


def child(scope: Scope, node: Part) -> list[S]:
    """A nested block in a scope of its own."""
    assert isinstance(node, Node)
    return block(scope.inner(), node.parts if node.kind == "block" else (node,))


def statement(scope: Scope, node: Node) -> list[S]:
    """One sentence."""
    handler = _SENTENCES.get(node.kind)
    if handler is not None:
        return handler(scope, node)
    if node.kind in ("after", "before", "instead", "at_edge", "while_true", "always"):
        scope.ctx.report.add(
            "clause-inside",
            node.span,
            "a rule that waits cannot stand inside another",
            "",
            helps=("write it under a `rule` of its own, or on the card itself",),
        )
        return []
    if node.kind in ("at_most_per", "may_not", "cost_change", "holds_at_most", "counts_as"):
        scope.ctx.report.add(
            "clause-inside",
            node.span,
            "a standing sentence cannot stand among deeds",
            "",
            helps=("write it under `rule`, `always` or `while ...`, or on the card itself",),
        )
        return []
    if node.kind == "once":
        scope.ctx.report.add(
            "once-first",
            node.span,
            "`once per` stands first in an action",
            "",
            helps=("move it to the top of the action",),
        )
        return []
    scope.ctx.report.add("unknown-sentence", node.span, "this sentence does not belong here", "")
    return []


def _with_duration(scope: Scope, node: Node) -> list[S]:
    deed_node, only, duration = node.parts
    assert isinstance(deed_node, Node)
    verb = deeds.take_apart(deed_node)
    if verb.verb.text in ("raise", "lower") and verb.first is not None and "by" in verb.preps:
        target = expressions.value(scope, verb.first) if only is not None or duration else None
        if target is not None and (only is not None or target.op == "attr"):
            return _changed_for_a_time(scope, verb, target, only, duration, node)
    elif only is not None:
        scope.ctx.report.add(
            "no-duration",
            only.span,
            "this cannot hold for one player only",
            "only what is raised or lowered can",
            helps=("it is written: lower card's cost by 1 only for you during this turn",),
        )
        return []
    made = deeds.deed(scope, deed_node)
    if duration is None:
        return made
    assert isinstance(duration, Node)
    return _for_a_time(scope, made, duration, node)


def _changed_for_a_time(
    scope: Scope, parts: deeds.Deed, target: E, only: Part, duration: Part, node: Node
) -> list[S]:
    """`lower quest's cunning by 2 only for you during this round`: also what is printed changes."""
    span = node.span
    if not target.type.known:
        return []
    if target.op not in ("attr", "field") or target.type.base != "number":
        scope.ctx.report.add(
            "cannot-change",
            target.span,
            "this cannot be raised or lowered",
            "",
            helps=("name a number that a player or a component has, or that is printed on it",),
        )
        return []
    if not isinstance(duration, Node):
        scope.ctx.report.add(
            "no-duration",
            span,
            "it is not said how long this holds",
            "",
            helps=(
                "end it with `during this turn`, `until your next turn` or "
                "`for the rest of the game`",
            ),
        )
        return []
    amount = expressions.number(scope, parts.preps["by"])
    args: tuple[E, ...] = (*target.args, amount)
    who = only.parts[0] if isinstance(only, Node) else None
    if isinstance(who, Node):
        args = (*args, expressions.value(scope, who, PLAYER))
    when = duration_key(scope, duration)
    op = "add" if parts.verb.text == "raise" else "sub"
    return [S("modify_for", args, span, (target.op, target.data, op, when, who is not None))]


def _for_a_time(scope: Scope, made: list[S], duration: Node, node: Node) -> list[S]:
    when = duration_key(scope, duration)
    for one in made:
        if one.op != "set":
            scope.ctx.report.add(
                "no-duration",
                duration.span,
                "only what is set, raised or lowered can last",
                "",
                helps=("a move or a draw is done for good",),
            )
            return made
        if when is not None:
            one.op = "set_for"
            one.data = (one.data, when)
    return made


def duration_key(scope: Scope, node: Node) -> tuple[str, str] | None:
    """(how, span of time): `end`, `next`; None is for the rest of the game."""
    if node.kind == "forever":
        return None
    word = node.words()[-1]
    if not deeds.time_span(scope, word):
        return None
    if node.kind == "during_this":
        return ("end", word.text)
    text = node.span.text.split()
    if "next" not in text or not _somebodys(scope, word.text):
        return ("end", word.text)
    return ("end_of_next" if "end" in text else "next", word.text)


def _somebodys(scope: Scope, span: str) -> bool:
    """Whether a span of time belongs to a player: only then is there a next one of `your` own."""
    roles = scope.ctx.roles
    flows = [f for f in scope.ctx.funcs.values() if span in (f.sort, f.name)]
    return any(f.sort in ("turn", "phase") or f.name in roles for f in flows)


def _deed(scope: Scope, node: Node) -> list[S]:
    return deeds.deed(scope, node)


def _let(scope: Scope, node: Node) -> list[S]:
    word, value_node = node.parts
    assert isinstance(word, Word)
    made = expressions.value(scope, value_node)
    if made.type.base == "zone":
        family = made.data
        if (
            made.op in ("zone", "slot")
            and family is not None
            and family.shape == "slots"
            and (made.op == "slot" or family.slots == 1)
        ):
            made = selections.only_item(scope, made)
        elif made.op in ("zone", "slot"):
            made = selections.items(scope, made)
    if made.type.base == "none":
        scope.ctx.report.add(
            "none-of-what",
            made.span,
            "it is not said what this is none of",
            "",
            helps=("declare it where it is kept, with its kind `or none`",),
        )
    name = scope.bind(word.text, made.type, word.span)
    return [S("let", (made,), node.span, name)]


def _answer(scope: Scope, node: Node) -> list[S]:
    func = scope.func
    if func is None or func.sort not in ("define", "relation"):
        scope.ctx.report.add(
            "answer-outside",
            node.span,
            "only a `define` or a `relation` answers",
            "",
            helps=("use `stop` and its name to leave another rule early",),
        )
        return []
    if node.kind == "answer_yes_no":
        made = expressions.value(scope, node.parts[0])
    elif func.sort == "relation":
        made = conditions.cond(scope, node.parts[0])
    else:
        made = expressions.value(scope, node.parts[0])
        if made.type.base == "zone":
            made = selections.items(scope, made)
    if func.returns == UNKNOWN and made.type.known:
        func.returns = made.type
    elif made.type.known and not fits(made.type, func.returns.maybe()):
        if fits(func.returns, made.type.maybe()):
            func.returns = made.type
        else:
            scope.ctx.report.add(
                "two-answers",
                made.span,
                f"`{func.name}` answers {func.returns.words()}, and here {made.type.words()}",
                "",
                helps=("let every `answer` of it be of one kind",),
            )
            func.returns = Type("unknown", func.name)  # who asks is not at fault
    if made.type.optional:
        func.returns = func.returns.maybe()
    return [S("answer", (made,), node.span)]


def _requires(scope: Scope, node: Node) -> list[S]:
    test = conditions.cond(scope, node.parts[0])
    other = node.parts[1]
    text = other.words()[0].text[1:-1] if isinstance(other, Node) else ""
    return [S("requires", (test,), node.span, text)]


def _stop_rule(scope: Scope, node: Node) -> list[S]:
    word = node.words()[0]
    if scope.func is None or word.text != scope.func.name.split("__")[0]:
        name = scope.func.name.split("__")[0] if scope.func else ""
        leave = ("to leave a loop, write `stop repeating`",) if scope.loops else ()
        scope.ctx.report.add(
            "stop-what",
            word.span,
            f"this rule is not called `{word.text}`",
            f"it is `{name}`" if name else "",
            helps=((f"write `stop {name}`",) if name and "__" not in name else ()) + leave,
            fix=(word.span, name) if name and "__" not in name and not leave else None,
        )
        return []
    return [S("return", (), node.span)]


def _stop_repeating(scope: Scope, node: Node) -> list[S]:
    if scope.loops == 0:
        scope.ctx.report.add(
            "no-loop",
            node.span,
            "nothing is being repeated here",
            "",
            helps=("`stop repeating` leaves a `repeat` or a `for each`",),
        )
        return []
    return [S("break", (), node.span)]


def _end_game(scope: Scope, node: Node) -> list[S]:
    word = next((w for w in node.words()), None)
    ending = word.text if word else "end"
    if ending not in scope.ctx.program.endings:
        scope.ctx.program.endings.append(ending)
    return [S("end_game", (), node.span, scope.ctx.program.endings.index(ending))]


def _end_span(scope: Scope, node: Node) -> list[S]:
    word = node.words()[0]
    flows = [f.name for f in scope.ctx.funcs.values() if f.sort in ("turn", "round", "phase")]
    sorts = {f.sort for f in scope.ctx.funcs.values() if f.sort in ("turn", "round", "phase")}
    if word.text not in flows and word.text not in sorts:
        scope.ctx.unknown(
            "unknown-time", word.span, word.text, "turn, round or phase", [*flows, *sorts]
        )
        return []
    scope.ctx.program.not_run.append(("ending a turn, round or phase early", node.span))
    return [S("end_span", (), node.span, word.text)]


def _if(scope: Scope, node: Node) -> list[S]:
    test = conditions.cond(scope, node.parts[0])
    then = child(scope, node.parts[1])
    made = S("if", (test,), node.span, None, then)
    last = made
    for part in node.parts[2:]:
        if not isinstance(part, Node):
            continue
        if part.kind == "elif":
            nested = S(
                "if",
                (conditions.cond(scope, part.parts[0]),),
                part.span,
                None,
                child(scope, part.parts[1]),
            )
            last.other = [nested]
            last = nested
        else:
            last.other = child(scope, part)
    return [made]


def _for_each(scope: Scope, node: Node) -> list[S]:
    inner = scope.inner()
    inner.loops += 1
    made = selections.chosen(inner, node.parts[0])
    parts = [p for p in node.parts[1:] if isinstance(p, Node)]
    word = _noun_of(node.parts[0])
    if word is None:
        return []
    name = inner.bind(_singular(inner, word), made.item, node.span)
    key = None
    if len(parts) > 1:
        best, key_node = parts[0], parts[1]
        key = selections.ranking(inner.with_it(made.candidate()), key_node, best)
    source = made.as_set(inner)
    if key is not None:
        source = E(
            "ordered",
            (made.source, made.test() or places.true(node.span), key),
            set_of(made.item),
            node.span,
            made.var,
        )
    body = child(inner, parts[-1])
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


def _singular(scope: Scope, word: str) -> str:
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


def _for_numbers(scope: Scope, node: Node) -> list[S]:
    word, low, high, body = node.parts
    assert isinstance(word, Word)
    first, last = expressions.number(scope, low), expressions.number(scope, high)
    inner = scope.inner()
    inner.loops += 1
    name = inner.bind(word.text, NUMBER, word.span)
    source = E("range", (first, last), set_of(NUMBER), node.span)
    return [S("for", (source,), node.span, name, child(inner, body))]


def _repeat(scope: Scope, node: Node) -> list[S]:
    inner = scope.inner()
    inner.loops += 1
    if node.kind == "as_often":
        body = child(inner, node.parts[0])
        return _as_often(scope, body, node)
    if node.kind in ("repeat_times", "repeat_up_to"):
        amount = expressions.number(scope, node.parts[0])
        var, _ = scope.temp(NUMBER, node.span)
        source = E("range", (E("num", (), NUMBER, node.span, 1), amount), set_of(NUMBER), node.span)
        body = child(inner, node.parts[1])
        return [S("for", (source,), node.span, var, body)]
    test = conditions.cond(scope, node.parts[0])
    if node.kind == "repeat_until":
        test = conditions.negated(test)
    body = child(inner, node.parts[1])
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
            return [S("while", (places.true(node.span),), node.span, None, body)]
    if all(one.op in ("call", "exchange") for one in body):
        return [S("as_often", (), node.span, None, body)]
    known = dict((name, kind) for name, kind, _ in scope.locals.values())
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


def _have(scope: Scope, node: Node) -> list[S]:
    who = expressions.value(scope, node.parts[0])
    if who.type.base == "set" and who.type.item is not None and who.type.item.base == "player":
        made = selections._as_source(scope, who, node.span)
        return _have_all(scope, made, node.parts[1], node, "")
    who = expressions.as_kind(scope, who, PLAYER.maybe() if who.type.optional else PLAYER)
    name, they = scope.temp(PLAYER, node.span)
    inner = scope.inner()
    inner.they = they
    body = [S("let", (who,), node.span, name)]
    part = node.parts[1]
    assert isinstance(part, Node)
    made_body = (
        deeds.deed(inner, part) if part.kind.startswith("deed") else block(inner, part.parts)
    )
    if who.type.optional:  # none does nothing, such as a faction that nobody plays
        played = E("ge", (they, E("num", (), PLAYER, node.span, 0)), YES_NO, node.span)
        made_body = [S("if", (played,), node.span, None, made_body)]
    return [*body, *made_body]


def _have_all(scope: Scope, made: selections.Chosen, part: Part, node: Node, mode: str) -> list[S]:
    inner = scope.inner()
    inner.they = made.candidate()
    inner.it = made.candidate()
    inner.loops += 1
    assert isinstance(part, Node)
    body = deeds.deed(inner, part) if part.kind.startswith("deed") else block(inner, part.parts)
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
    if not any(s.op in ("choose", "options", "menu", "pay", "choose_matching") for s in inside):
        scope.ctx.report.add(
            "nothing-together",
            node.span,
            "nobody chooses anything here",
            "",
            helps=("leave out `, together`: it hides choices until all have chosen",),
        )


def _have_each(scope: Scope, node: Node) -> list[S]:
    ctx = scope.ctx
    everyone = node.parts[0]
    assert isinstance(everyone, Node)
    span = node.span
    if everyone.kind == "both_of":
        a = expressions.value(scope, everyone.parts[0], PLAYER)
        b = expressions.value(scope, everyone.parts[1], PLAYER)
        made = selections.fresh(scope, E("list", (a, b), set_of(PLAYER), span), PLAYER, span)
    elif everyone.kind == "each_other":
        made = selections.fresh(
            scope, E("others", (scope.player(span),), set_of(PLAYER), span), PLAYER, span
        )
    else:
        made = selections.fresh(scope, E("players", (), set_of(PLAYER), span), PLAYER, span)
    mode = ""
    body: Part = None
    start: E | None = None
    for part in node.parts[1:]:
        if not isinstance(part, Node):
            continue
        if part.kind in ("where", "who_is", "who_does", "who_have", "who_have_no"):
            selections._where(scope, made, part)
        elif part.kind in ("together", "until_all_pass"):
            mode = part.kind
        elif part.kind == "block" or part.kind.startswith("deed"):
            body = part
        else:
            start = expressions.value(scope, part, PLAYER)
    if start is None and made.source.op == "players" and scope.you is not None:
        start = None
    if start is not None:
        made.source = E("from_seat", (made.source, start), made.source.type, span)
    del ctx
    return _have_all(scope, made, body, node, mode)


def _site(scope: Scope, name: str, sort: str, kind: Type, node: Node, title: str = "") -> Site:
    program = scope.ctx.program
    site = Site(
        len(program.sites),
        name,
        sort,
        kind,
        scope.func.name if scope.func else "",
        title,
        node.span,
    )
    program.sites.append(site)
    return site


def _no_choice_here(scope: Scope, node: Node) -> bool:
    if scope.pure:
        scope.ctx.report.add(
            "not-pure",
            node.span,
            "nobody can choose while a question is answered",
            "",
            helps=("make it a `procedure`",),
        )
        return True
    return False


def _choose(scope: Scope, node: Node) -> list[S]:
    if _no_choice_here(scope, node):
        word = node.parts[1]
        assert isinstance(word, Word)
        scope.bind(word.text, UNKNOWN, word.span)
        return []
    actor = scope.player(node.span)
    howmany, word, source_node = node.parts[0], node.parts[1], node.parts[2]
    assert isinstance(howmany, Node) and isinstance(word, Word)
    optional = node.kind == "may_choose"
    span = node.span
    number = None
    how = howmany.kind
    if howmany.kind == "up_to_many":
        number = expressions.number(scope, howmany.parts[0])
    elif howmany.kind == "exactly":
        number = E("num", (), NUMBER, span, int(howmany.words()[0].text))
    if isinstance(source_node, Node) and source_node.kind == "number_range":
        low, high = (
            expressions.number(scope, source_node.parts[0]),
            expressions.number(scope, source_node.parts[1]),
        )
        made = selections.fresh(scope, E("range", (low, high), set_of(NUMBER), span), NUMBER, span)
    else:
        made = selections.chosen(scope, source_node)
        if made.item.known and made.counted_in:
            pass
    tests: list[tuple[E, str]] = []
    own = made.test()
    if own is not None:
        tests.append((own, ""))
    inner = scope.with_it(made.candidate())
    singular = word.text if how == "one" else _singular(scope, word.text)
    inner.bound[singular] = made.candidate()
    wanted = next((p for p in node.parts[3:] if isinstance(p, Node) and p.kind == "matching"), None)
    if_none: list[S] = []
    has_none = False
    for part in node.parts[3:]:
        if not isinstance(part, Node):
            continue
        if part.kind == "requires":
            test = conditions.cond(inner, part.parts[0])
            other = part.parts[1]
            tests.append((test, other.words()[0].text[1:-1] if isinstance(other, Node) else ""))
        elif part.kind == "if_none":
            has_none = True
            if_none = child(scope, part.parts[0])
    if wanted is not None:
        return _choose_matching(scope, node, word, made, tests, wanted, optional)
    many = how in ("any_number", "up_to_many", "exactly")
    kind = set_of(made.item) if many else (made.item.maybe() if optional else made.item)
    name = scope.bind(word.text, kind, word.span)
    site = _site(scope, word.text, "choose", kind, node)
    choice = Choice(
        site, made.var, name, made.source, tests, how, number, optional, has_none, made.item
    )
    return [S("choose", (actor,), span, choice, [], if_none)]


def _choose_matching(
    scope: Scope,
    node: Node,
    word: Word,
    made: selections.Chosen,
    tests: list[tuple[E, str]],
    wanted: Node,
    optional: bool,
) -> list[S]:
    """`choose cards from your hand matching quest's wanted`: pieces that show exactly these values.

    A wild piece stands for any value. `and N more` asks for N further pieces of any value.
    """
    ctx = scope.ctx
    amounts = expressions.value(scope, wanted.parts[0])
    more = wanted.parts[1]
    extra = expressions.number(scope, more) if more is not None else places.zero(wanted.span)
    if not amounts.type.known or not made.item.known:
        scope.bind(word.text, set_of(ctx.bad(word.span).type), word.span)
        return []
    if amounts.type.base == "value":  # one piece of this value
        zero = E("vzero", (), Type("amounts", amounts.type.of), wanted.span)
        one = E("num", (), NUMBER, wanted.span, 1)
        amounts = E("vset", (zero, amounts, one), zero.type, wanted.span)
    show = None
    if made.item.base == "piece" and amounts.type.base == "amounts":
        show = selections.adjective_field(scope, made.item.of, amounts.type.of)
    if show is None:
        ctx.report.add(
            "cannot-match",
            wanted.span,
            f"{made.item.words()} does not match {amounts.type.words()}",
            "",
            helps=("match pieces with amounts of what is printed on them",),
        )
        scope.bind(word.text, set_of(made.item), word.span)
        return []
    kind = set_of(made.item)
    name = scope.bind(word.text, kind, word.span)
    site = _site(scope, word.text, "choose", kind, node)
    choice = Choice(
        site, made.var, name, made.source, tests, "matching", None, optional, False, made.item
    )
    shown = show(made.candidate())
    if optional:
        ctx.program.not_run.append(("matching that may be left out", node.span))
    actor = scope.player(node.span)
    return [S("choose_matching", (actor, amounts, extra, shown), node.span, choice)]


def _pay(scope: Scope, node: Node) -> list[S]:
    paid = next(p for p in node.parts if isinstance(p, Node) and p.kind == "paid")
    reductions = [
        p for p in node.parts if isinstance(p, Node) and p.kind in ("less", "less_choice")
    ]
    ctx = scope.ctx
    span = node.span
    cost_node = paid.parts[0]
    words = [p for p in paid.parts[1:] if isinstance(p, Word)]
    you = scope.player(span)
    if scope.pure:
        _no_choice_here(scope, node)
        return []
    thing = ""
    if isinstance(cost_node, Node) and cost_node.kind == "possessed":
        owner = expressions.value(scope, cost_node.parts[0])
        thing = owner.type.of if owner.type.base == "piece" else ""
    place = node.parts[1] if len(node.parts) > 1 else None
    if isinstance(place, Node) and place not in reductions:  # pay 2 cards from your purse
        expressions.value(scope, place)
        ctx.program.not_run.append(("paying from a place that is named", place.span))
    if words:
        return _pay_words(scope, node, cost_node, words, reductions, you, thing)
    cost = expressions.value(scope, cost_node)
    if not cost.type.known:
        return []
    if cost.type.base != "amounts":
        ctx.report.add(
            "pay-what",
            cost.span,
            f"this is {cost.type.words()}: of what is it paid?",
            "",
            helps=("name what is paid: `pay 3 power`, `pay 1 pyramid cards`",),
        )
        return []
    money = next(
        (
            m
            for m in ctx.program.money.values()
            if ctx.program.kinds[m.kind].printed[m.symbol].of == cost.type.of
        ),
        None,
    )
    if money is None:
        ctx.report.add(
            "no-money",
            cost.span,
            f"nothing pays for {cost.type.words()}",
            "",
            helps=("declare the pieces that pay, such as: money card of symbol",),
        )
        return []
    less, choice = _reductions(scope, reductions, cost.type)
    site = _site(scope, "payment", "pay", cost.type, node)
    return [S("pay", (you,), span, Payment(site, cost, less, choice, money, None, thing))]


def _reductions(scope: Scope, nodes: list[Node], kind: Type) -> tuple[list[E], list[E]]:
    less: list[E] = []
    choice: list[E] = []
    for part in nodes:
        if part.kind == "less":
            made = expressions.value(scope, part.parts[0])
            if made.type.known and made.type.base != "amounts":
                scope.ctx.report.add(
                    "less-of-what",
                    made.span,
                    "it is not said what this lessens",
                    "a number of what?",
                    helps=("write `less 1 of your choice`, or amounts of the same list",),
                )
                continue
            if made.type.known and made.type.of != kind.of:
                expressions.as_kind(scope, made, kind)
            less.append(made)
        else:
            amount = expressions.number(scope, part.parts[0])
            each = next((p for p in part.parts[1:] if isinstance(p, Node)), None)
            if each is not None:
                count = selections.chosen(scope, each).count()
                amount = E("mul", (amount, count), NUMBER, part.span)
            choice.append(amount)
    return less, choice


def _pay_words(
    scope: Scope,
    node: Node,
    cost_node: Part,
    words: list[Word],
    reductions: list[Node],
    you: E,
    thing: str,
) -> list[S]:
    ctx = scope.ctx
    span = node.span
    amount = expressions.number(scope, cost_node)
    noun = words[-1]
    money = ctx.program.money.get(ctx.kind_named(noun.text) or "")
    if money is not None and len(words) == 2:
        symbol_type = ctx.program.kinds[money.kind].printed[money.symbol]
        symbol = expressions.value(scope, words[0], symbol_type)
        zero = E("vzero", (), Type("amounts", symbol_type.of), span)
        cost = E("vset", (zero, symbol, amount), zero.type, span)
        less, choice = _reductions(scope, reductions, cost.type)
        site = _site(scope, "payment", "pay", cost.type, node)
        return [S("pay", (you,), span, Payment(site, cost, less, choice, money, None))]
    field = selections.player_line(scope, you, noun.text)
    if field is None or field.type.base != "number":
        legal = [n for n, f in ctx.fields.get("player", {}).items() if f.type.base == "number"]
        ctx.unknown(
            "unknown-attribute",
            noun.span,
            noun.text,
            "number",
            legal,
            "players have",
            message=f"players have no number called `{noun.text}`",
            label="not a number that players have",
        )
        return []
    ctx.used.add(noun.text)
    deeds.only_one_noun(scope, words)
    if thing:
        amount = clauses.standing_cost(ctx, thing, you, amount)
    for part in reductions:
        made = expressions.number(scope, part.parts[0])
        each = next((p for p in part.parts[2:] if isinstance(p, Node)), None)
        if each is not None:
            made = E("mul", (made, selections.chosen(scope, each).count()), NUMBER, part.span)
        amount = E(
            "max",
            (E("sub", (amount, made), NUMBER, span), E("num", (), NUMBER, span, 0)),
            NUMBER,
            span,
        )
    if field.type.halves and not amount.type.halves:
        amount = E("mul", (amount, E("num", (), NUMBER, span, 2)), field.type, span)
    now = E("field_raw", (you,), field.type, span, field)
    return [
        S("requires", (E("ge", (now, amount), YES_NO, span),), span, f"not enough {noun.text}"),
        S("set", (you, E("sub", (now, amount), field.type, span)), span, field),
    ]


def _options(scope: Scope, node: Node) -> list[S]:
    if _no_choice_here(scope, node):
        return []
    actor = scope.player(node.span)
    title = next(
        (p.text[1:-1] for p in node.parts if isinstance(p, Word) and p.type == "STRING"), ""
    )
    site = _site(scope, "option", "options", NUMBER, node, title)
    lines: list[MenuLine] = []
    for part in node.nodes("option"):
        label = part.words()[0].text[1:-1]
        body_node = next(p for p in part.parts if isinstance(p, Node))
        inner = scope.inner()
        body = (
            block(inner, body_node.parts)
            if body_node.kind == "block"
            else deeds.deed(inner, body_node)
        )
        site.items.append(label)
        lines.append(MenuLine("option", "one", 1, [], label, body))
    return [S("options", (actor,), node.span, (site, lines))]


def _either(scope: Scope, node: Node) -> list[S]:
    if _no_choice_here(scope, node):
        return []
    actor = scope.player(node.span)
    site = _site(scope, "option", "options", NUMBER, node, "")
    lines = []
    for part in node.nodes("plain_deed"):
        inner = scope.inner()
        body = deeds.deed(inner, Node("deed", part.parts, part.span))
        label = part.span.text.replace("_", " ")
        label = label[:1].upper() + label[1:]
        site.items.append(label)
        lines.append(MenuLine("option", "one", 1, [], label, body))
    return [S("options", (actor,), node.span, (site, lines))]


def _may(scope: Scope, node: Node) -> list[S]:
    if _no_choice_here(scope, node):
        return []
    actor = scope.player(node.span)
    inner = scope.inner()
    if node.kind == "may_deed":
        part = node.parts[0]
        assert isinstance(part, Node)
        body = deeds.deed(inner, part)
        label = part.span.text.replace("_", " ")
        label = label[:1].upper() + label[1:]
    else:
        label = node.words()[0].text[1:-1]
        block_node = next(p for p in node.parts if isinstance(p, Node))
        body = block(inner, block_node.parts)
    site = _site(scope, "option", "options", NUMBER, node, "")
    site.items += [label, "No"]
    lines = [
        MenuLine("option", "one", 1, [], label, body),
        MenuLine("option", "one", 1, [], "No", []),
    ]
    return [S("options", (actor,), node.span, (site, lines))]


def _menu(scope: Scope, node: Node) -> list[S]:
    if _no_choice_here(scope, node):
        return []
    ctx = scope.ctx
    actor = scope.player(node.span)
    title = next((p.text[1:-1] for p in node.parts if isinstance(p, Word)), "")
    name = title or "menu"
    handle = "".join(c if c.isalnum() else "_" for c in name.lower()).strip("_")
    site = _site(scope, handle, "menu", NUMBER, node, title)
    lines: list[MenuLine] = []
    for part in node.parts:
        if not isinstance(part, Node):
            continue
        if part.kind == "may_pass":
            label = next((p.text[1:-1] for p in part.parts if isinstance(p, Word)), "Pass")
            body_node = next((p for p in part.parts if isinstance(p, Node)), None)
            body = block(scope.inner(), body_node.parts) if body_node else []
            lines.append(MenuLine("pass", "one", 1, [], label, body))
            continue
        how = part.parts[0]
        assert isinstance(how, Node)
        limit = {"one": 1, "any_number": 0}.get(how.kind, 0)
        if how.kind in ("up_to_many", "exactly"):
            limit = int(how.words()[0].text)
        items: list[str] = []
        listed_items = part.parts[1]
        assert isinstance(listed_items, Node)
        for item in listed_items.nodes("menu_item"):
            word = item.words()[0]
            if word.text == "card_actions":
                items.append("card_actions")
                continue
            func = ctx.funcs.get(word.text)
            if func is None or func.sort not in ("action", "procedure"):
                legal = [f.name for f in ctx.funcs.values() if f.sort == "action"] + [
                    "card_actions"
                ]
                ctx.unknown("unknown-action", word.span, word.text, "action", legal, "actions")
                continue
            if func.params:
                ctx.report.add(
                    "action-needs",
                    word.span,
                    f"`{word.text}` needs {', '.join(n for n, _ in func.params)}",
                    "",
                    helps=("a menu can only offer actions that ask for everything themselves",),
                )
                continue
            ctx.used.add(word.text)
            items.append(word.text)
        lines.append(
            MenuLine("must" if part.kind == "must_take" else "may", how.kind, limit, items, "", [])
        )
    return [S("menu", (actor,), node.span, (site, lines))]


def _pick(scope: Scope, node: Node) -> list[S]:
    parts = list(node.parts)
    every = isinstance(parts[0], Word) and parts[0].type == "PICK_ALL"
    word = parts[1]
    assert isinstance(word, Word)
    made = selections.chosen(scope, parts[2])
    inner = scope.with_it(made.candidate())
    if made.noun:
        inner.locals.setdefault(made.noun, (made.var, made.item, node.span))
    inner.bound[word.text] = made.candidate()
    keys: list[tuple[str, E]] = []
    has_random = False
    if_none: list[S] = []
    has_none = False
    for part in parts[3:]:
        if not isinstance(part, Node):
            continue
        if part.kind == "at_random":
            has_random = True
        elif part.kind == "if_none":
            has_none = True
            if_none = child(scope, part.parts[0])
        elif part.kind == "if_possible":
            keys.append(("wish", conditions.cond(inner, part.parts[0])))
        else:
            best = part.parts[0]
            assert isinstance(best, Node)
            words = [p for p in part.parts[2:] if isinstance(p, Word)]
            nodes = [p for p in part.parts[2:] if isinstance(p, Node)]
            if words:
                low, high = (scope.ctx.constant(n) or 0 for n in nodes)
                if high - low >= MOST_RANKS:
                    scope.ctx.report.add(
                        "many-ranks",
                        Span(part.span.source, nodes[0].span.start, nodes[-1].span.end),
                        f"ties are broken by at most {MOST_RANKS} ranks",
                        f"{high - low + 1} of them",
                        helps=("end at the last rank that there is",),
                    )
                    high = low
                for number in range(low, high + 1):
                    ranked = inner.inner()
                    ranked.bound[words[0].text] = E("num", (), NUMBER, words[0].span, number)
                    keys.append(("most", selections.ranking(ranked, part.parts[1], best)))
            else:
                keys.append(("most", selections.ranking(inner, part.parts[1], best)))
    if not every and not has_random and not keys:
        scope.ctx.report.add(
            "pick-how",
            node.span,
            "it is not said which one is picked",
            "",
            helps=("add `at random`, or a line such as `most warriors in it`",),
        )
    kind = set_of(made.item) if every else made.item.maybe()
    name = scope.bind(word.text, kind, word.span)
    return [
        S(
            "pick",
            (made.as_set(scope), *(k for _, k in keys)),
            node.span,
            (name, made.var, tuple(w for w, _ in keys), every, has_random, has_none, made.item),
            [],
            if_none,
        )
    ]


def _forbid(scope: Scope, node: Node) -> list[S]:
    return clauses.forbid(scope, node)


_SENTENCES = {
    "statement": _with_duration,
    "deed": _deed,
    "deed_as_many": _deed,
    "let": _let,
    "answer": _answer,
    "answer_yes_no": _answer,
    "requires": _requires,
    "stop_rule": _stop_rule,
    "stop_repeating": _stop_repeating,
    "end_game": _end_game,
    "end_span": _end_span,
    "if": _if,
    "for_each": _for_each,
    "for_numbers": _for_numbers,
    "repeat_times": _repeat,
    "repeat_up_to": _repeat,
    "repeat_while": _repeat,
    "repeat_until": _repeat,
    "as_often": _repeat,
    "have": _have,
    "have_deed": _have,
    "have_each": _have_each,
    "have_each_deed": _have_each,
    "choose": _choose,
    "may_choose": _choose,
    "pay": _pay,
    "options": _options,
    "either": _either,
    "may": _may,
    "may_deed": _may,
    "menu": _menu,
    "pick": _pick,
    "forbid_until": _forbid,
}
