"""Sentences in which somebody chooses: choose, either, may, menu; and pick, where the rules do.

Each takes a tree and gives statements, with a `Site` for every question that is asked.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.declarations import titles
from interpreter.check.deeds import dispatch
from interpreter.check.expressions import (
    attributes,
    conditions,
    counting,
    places,
    selections,
    sources,
    typed_values,
)
from interpreter.check.scope import Scope
from interpreter.check.statements import flow, joint_choices, sentences
from interpreter.diagnostics import Span
from interpreter.ir.program import Choice, E, MenuLine, S, Saying, Site
from interpreter.ir.types import NUMBER, UNKNOWN, Type, set_of
from interpreter.syntax.tree import Node, Word, build


def site_of(scope: Scope, name: str, sort: str, kind: Type, node: Node, title: str = "") -> Site:
    """A question of the rules, with its number."""
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


def site_like(ctx: Context, other: Site, name: str, sort: str, kind: Type) -> Site:
    """One more question at the place of another one."""
    site = Site(len(ctx.program.sites), name, sort, kind, other.func, "", other.span)
    ctx.program.sites.append(site)
    return site


def no_choice_here(scope: Scope, node: Node) -> bool:
    """Report a choice where nobody can choose; whether there was one."""
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


def choose(scope: Scope, node: Node) -> list[S]:
    """`choose card from your hand` with what it requires."""
    if no_choice_here(scope, node):
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
        number = typed_values.number(scope, howmany.parts[0])
    elif howmany.kind == "exactly":
        number = E("num", (), NUMBER, span, scope.ctx.whole(howmany.words()[0]))
    if isinstance(source_node, Node) and source_node.kind == "number_range":
        numbers = flow.numbers(scope, source_node.parts[0], source_node.parts[1], source_node.span)
        made = sources.fresh(scope, numbers, NUMBER, span)
    else:
        made = selections.to_choose_from(scope, source_node)
    tests: list[tuple[E, str]] = []
    own = made.test()
    if own is not None:
        tests.append((own, ""))
    inner = scope.with_it(made.candidate())
    singular = word.text if how == "one" else flow.singular_of(scope, word.text)
    inner.bound[singular] = made.candidate()
    wanted = next((p for p in node.parts[3:] if isinstance(p, Node) and p.kind == "matching"), None)
    if_none: list[S] = []
    has_none = False
    said: tuple[Saying, ...] = ()
    for part in node.parts[3:]:
        if not isinstance(part, Node):
            continue
        if part.kind == "requires":
            test = conditions.cond(inner, part.parts[0])
            other = part.parts[1]
            tests.append((test, other.words()[0].text[1:-1] if isinstance(other, Node) else ""))
        elif part.kind == "if_none":
            has_none = True
            if_none = sentences.child(scope, part.parts[0])
        elif part.kind == "option_says":
            said += (joint_choices.spoken(inner, part, {made.var}),)
    if said and how != "one":
        scope.ctx.report.add(
            "says-of-what",
            next(p.span for p in node.nodes("option_says")),
            "several things have no words of their own here",
            "",
            helps=("`says` stands below a choice of one thing",),
        )
    if wanted is not None:
        return _choose_matching(scope, node, word, made, tests, wanted, optional)
    many = how in ("any_number", "up_to_many", "exactly")
    kind = set_of(made.item) if many else (made.item.maybe() if optional else made.item)
    name = scope.bind(word.text, kind, word.span)
    site = site_of(scope, word.text, "choose", kind, node)
    scope.ctx.chosen[site.number] = node, scope.rule
    site.said = joint_choices.kinds_of(said)
    choice = Choice(
        site, made.var, name, made.source, tests, how, number, optional, has_none, made.item, said
    )
    return [S("choose", (actor,), span, choice, [], if_none)]


def _choose_matching(
    scope: Scope,
    node: Node,
    word: Word,
    made: sources.Chosen,
    tests: list[tuple[E, str]],
    wanted: Node,
    optional: bool,
) -> list[S]:
    """`choose cards from your hand matching quest's wanted`: pieces that show exactly these values.

    A wild piece stands for any value. `and N more` asks for N further pieces of any value.
    """
    ctx = scope.ctx
    amounts = typed_values.value(scope, wanted.parts[0])
    more = wanted.parts[1]
    extra = typed_values.number(scope, more) if more is not None else places.zero(wanted.span)
    if not amounts.type.known or not made.item.known:
        scope.bind(word.text, set_of(ctx.bad(word.span).type), word.span)
        return []
    if amounts.type.base == "value":  # one piece of this value
        zero = E("vzero", (), Type("amounts", amounts.type.of), wanted.span)
        one = E("num", (), NUMBER, wanted.span, 1)
        amounts = E("vset", (zero, amounts, one), zero.type, wanted.span)
    show = None
    if made.item.base == "piece" and amounts.type.base == "amounts":
        show = attributes.adjective_field(scope, made.item.of, amounts.type.of)
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
    site = site_of(scope, word.text, "choose", kind, node)
    ctx.chosen[site.number] = node, scope.rule
    choice = Choice(
        site, made.var, name, made.source, tests, "matching", None, optional, False, made.item
    )
    shown = show(made.candidate())
    if optional:
        ctx.program.not_run.append(("matching that may be left out", node.span))
    actor = scope.player(node.span)
    return [S("choose_matching", (actor, amounts, extra, shown), node.span, choice)]


def options(scope: Scope, node: Node) -> list[S]:
    """`choose one` and its options."""
    if no_choice_here(scope, node):
        return []
    actor = scope.player(node.span)
    title = next(
        (p.text[1:-1] for p in node.parts if isinstance(p, Word) and p.type == "STRING"), ""
    )
    site = site_of(scope, "option", "options", NUMBER, node, title)
    lines: list[MenuLine] = []
    for part in node.nodes("option"):
        label = part.words()[0].text[1:-1]
        body_node = next(p for p in part.parts if isinstance(p, Node))
        inner = scope.inner()
        body = sentences.done(inner, body_node)
        site.items.append(label)
        site.deeds += (_deed(body),)
        lines.append(MenuLine("option", "one", 1, [], label, body))
    return [S("options", (actor,), node.span, (site, lines))]


def either(scope: Scope, node: Node) -> list[S]:
    """`either A or B`."""
    if no_choice_here(scope, node):
        return []
    actor = scope.player(node.span)
    site = site_of(scope, "option", "options", NUMBER, node, "")
    lines = []
    for part in node.nodes("plain_deed"):
        inner = scope.inner()
        body = dispatch.deed(inner, build("deed", part.parts, part.span))
        label = _label(scope, part.span, body)
        site.items.append(label)
        site.deeds += (_deed(body),)
        lines.append(MenuLine("option", "one", 1, [], label, body))
    return [S("options", (actor,), node.span, (site, lines))]


def _deed(body: list[S]) -> str:
    """The rule that an option does, if it is nothing else."""
    return str(body[0].data) if [s.op for s in body] == ["call"] else ""


def _label(scope: Scope, span: Span, body: list[S]) -> str:
    """A deed as an option, where the rules give no label: in the words of its `says`, if all that
    it is told stands in the sentence; else by its title, if it is told nothing; else as the
    sentence is written."""
    label = span.text.replace("_", " ")
    func = scope.ctx.funcs.get(_deed(body))
    if func is not None and func.says:
        told = dict(zip((n for n, _ in func.params), body[0].args[1:], strict=True))
        holes = titles.BRACES.findall(func.says)
        if all((value := told.get(hole.strip())) and value.op == "num" for hole in holes):
            label = titles.BRACES.sub(
                lambda hole: told[hole.group(1).strip()].span.text.replace("_", " "), func.says
            )
    elif func is not None and func.title and not func.params:
        label = func.title
    return label[:1].upper() + label[1:]


def may(scope: Scope, node: Node) -> list[S]:
    """`may DEED`."""
    if no_choice_here(scope, node):
        return []
    actor = scope.player(node.span)
    inner = scope.inner()
    if node.kind == "may_deed":
        part = node.parts[0]
        assert isinstance(part, Node)
        body = sentences.done(inner, part)
        label = _label(scope, part.span, body)
    else:
        label = node.words()[0].text[1:-1]
        block_node = next(p for p in node.parts if isinstance(p, Node))
        body = sentences.block(inner, block_node.parts)
    site = site_of(scope, "option", "options", NUMBER, node, "")
    site.items += [label, "No"]
    site.deeds = (_deed(body), "")
    lines = [
        MenuLine("option", "one", 1, [], label, body),
        MenuLine("option", "one", 1, [], "No", []),
    ]
    return [S("options", (actor,), node.span, (site, lines))]


def menu(scope: Scope, node: Node) -> list[S]:
    """`menu` with its lines."""
    if no_choice_here(scope, node):
        return []
    ctx = scope.ctx
    actor = scope.player(node.span)
    title = next((p.text[1:-1] for p in node.parts if isinstance(p, Word)), "")
    name = title or "menu"
    handle = "".join(c if c.isalnum() else "_" for c in name.lower()).strip("_")
    site = site_of(scope, handle, "menu", NUMBER, node, title)
    lines: list[MenuLine] = []
    for part in node.parts:
        if not isinstance(part, Node):
            continue
        if part.kind == "may_pass":
            label = next((p.text[1:-1] for p in part.parts if isinstance(p, Word)), "Pass")
            body_node = next((p for p in part.parts if isinstance(p, Node)), None)
            body = sentences.block(scope.inner(), body_node.parts) if body_node else []
            lines.append(MenuLine("pass", "one", 1, [], label, body, part.span))
            continue
        how = part.parts[0]
        assert isinstance(how, Node)
        limit = {"one": 1, "any_number": 0}.get(how.kind, 0)
        if how.kind in ("up_to_many", "exactly"):
            limit = scope.ctx.whole(how.words()[0])
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
        sort = "must" if part.kind == "must_take" else "may"
        lines.append(MenuLine(sort, how.kind, limit, items, "", [], part.span))
    return [S("menu", (actor,), node.span, (site, lines))]


def pick(scope: Scope, node: Node) -> list[S]:
    """`pick` with the wishes that decide."""
    parts = list(node.parts)
    every = isinstance(parts[0], Word) and parts[0].type == "PICK_ALL"
    word = parts[1]
    assert isinstance(word, Word)
    made = selections.to_choose_from(scope, parts[2])
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
            if_none = sentences.child(scope, part.parts[0])
        elif part.kind == "if_possible":
            keys.append(("wish", conditions.cond(inner, part.parts[0])))
        else:
            best = part.parts[0]
            assert isinstance(best, Node)
            words = [p for p in part.parts[2:] if isinstance(p, Word)]
            nodes = [p for p in part.parts[2:] if isinstance(p, Node)]
            if words:
                low, high = (scope.ctx.constant(n) or 0 for n in nodes)
                if high - low >= flow.MOST_RANKS:
                    scope.ctx.report.add(
                        "many-ranks",
                        Span(part.span.source, nodes[0].span.start, nodes[-1].span.end),
                        f"ties are broken by at most {flow.MOST_RANKS} ranks",
                        f"{high - low + 1} of them",
                        helps=("end at the last rank that there is",),
                    )
                    high = low
                for number in range(low, high + 1):
                    ranked = inner.inner()
                    ranked.bound[words[0].text] = E("num", (), NUMBER, words[0].span, number)
                    keys.append(("most", counting.ranking(ranked, part.parts[1], best)))
            else:
                keys.append(("most", counting.ranking(inner, part.parts[1], best)))
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
