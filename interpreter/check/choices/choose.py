"""`choose`: a player chooses one thing or several, subject to requirements.

Takes a tree; produces statements, with a `Site` for the question.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check import node_builders
from interpreter.check.choices import choice_sites, option_words
from interpreter.check.declarations import titles
from interpreter.check.expressions import conversions, selections, value_reading
from interpreter.check.names import candidate_names, shown_values
from interpreter.check.places import sources
from interpreter.check.scope import Scope
from interpreter.check.statements import nesting, number_ranges
from interpreter.ir import nodes
from interpreter.ir.declared import Choice, Saying
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.types import NUMBER, UNKNOWN, Type, set_of
from interpreter.syntax import ast


@dataclass(slots=True)
class Below:
    """The block below a choice.

    It has the requirements with their excuses, the texts of options, and what is done if there is
    nothing to choose from (None where the rules do not say).
    """

    tests: list[tuple[Expr, str]]
    said: tuple[Saying, ...] = ()
    if_none: list[Stmt] | None = None


def choose(scope: Scope, node: ast.Choose) -> list[Stmt]:
    """Read `choose card from your hand` with what it requires."""
    word, span = node.word, node.span
    if choice_sites.report_no_choice(scope, span):
        scope.bind(word.text, UNKNOWN, word.span)
        return []
    actor = scope.player(span)
    optional = isinstance(node, ast.MayChoose)
    how = choice_sites.HOW_MANY[type(node.how_many)]
    number = _count(scope, node.how_many)
    if isinstance(node.source, ast.NumberRange):
        numbers = number_ranges.read(scope, node.source.low, node.source.high, node.source.span)
        made = sources.fresh(scope, numbers, NUMBER, span)
    else:
        made = selections.to_choose_from(scope, node.source)
    _check_own_hand(scope, node, made)
    below = _below(scope, node, made, how == "one")
    if node.matching is not None:
        return _choose_matching(scope, node, made, below.tests, node.matching)
    many = how != "one"
    kind = set_of(made.item) if many else (made.item.maybe() if optional else made.item)
    name = scope.bind(word.text, kind, word.span)
    title = titles.plain(scope.ctx, node.title)
    site = choice_sites.add_site(scope, word.text, "choose", kind, span, title)
    scope.ctx.chosen[site.number] = node, scope.rule
    site.said = option_words.kinds_of(below.said)
    has_none = below.if_none is not None
    choice = Choice(
        site,
        made.var,
        name,
        made.source,
        below.tests,
        how,
        number,
        optional,
        has_none,
        made.item,
        below.said,
    )
    return [nodes.Choose((actor,), span, choice, body=[], other=below.if_none or [])]


def _check_own_hand(scope: Scope, node: ast.Choose, made: sources.Chosen) -> None:
    """Report `choose card from your hand` below `have rival`.

    There, `your` is not the player who chooses, and that player cannot see the hand.
    """
    source = made.source
    if not isinstance(source, nodes.Items) or scope.you is None or scope.they is None:
        return
    family = source.family
    whose = source.args[0] if source.args else None
    if family.holder != "player" or family.seen not in ("owner", "nobody") or whose is None:
        return
    kind = scope.ctx.program.kinds[family.kinds[0]]
    if len(kind.designs) > 1:
        return  # where they differ, it is told with all that is hidden (`lints/hidden`)
    if node_builders.is_same(whose, scope.you) and not node_builders.is_same(scope.they, scope.you):
        scope.ctx.report.add(
            "chosen-unseen",
            node.source.span,
            f"who chooses does not see these {kind.plural}",
            f"only the player of `{family.name}` does" if family.seen == "owner" else "nobody does",
            helps=(f"`your` is whoever acts around this: write `their {family.name}`",),
        )


def _count(scope: Scope, how_many: ast.HowMany | None) -> Expr | None:
    """Read how many are chosen, at most or exactly; None for one or any number."""
    if not isinstance(how_many, ast.UpToMany | ast.Exactly):
        return None
    count = value_reading.value(scope, how_many.count)
    kind = count.type
    if isinstance(how_many.count, ast.Name) and kind.base in ("value", "yesno", "player"):
        return scope.ctx.wrong(
            "wrong-kind-of-value",
            count.span,
            f"this is {kind.words()}, not a number",
            "this says how many are chosen",
            helps=("which ones there are to choose from stands behind `from`",),
        )
    return conversions.undivided(scope, conversions.as_kind(scope, count, NUMBER))


def _below(scope: Scope, node: ast.Choose, made: sources.Chosen, one: bool) -> Below:
    """Read the block below a choice of one thing or of several."""
    below = Below([])
    own = made.test()
    if own is not None:
        below.tests.append((own, ""))
    inner = scope.with_it(made.candidate())
    word = node.word.text
    inner.bound[word if one else candidate_names.singular(scope, word)] = made.candidate()
    inner.bound[word] = made.candidate()  # of several, each is asked alone
    for line in node.below:
        match line:
            case ast.Requires():
                excuse = titles.plain(
                    scope.ctx, line.reason.text if line.reason is not None else None
                )
                below.tests.append((value_reading.question(inner, line.condition), excuse))
            case ast.IfNone():
                below.if_none = nesting.child(scope, line.body)
            case ast.OptionSays():
                below.said += option_words.read_sayings(inner, line, {made.var})
    if below.said and not one:
        scope.ctx.report.add(
            "says-of-what",
            next(line.span for line in node.below if isinstance(line, ast.OptionSays)),
            "several things have no words of their own here",
            helps=("`says` stands below a choice of one thing",),
        )
    return below


def _choose_matching(
    scope: Scope,
    node: ast.Choose,
    made: sources.Chosen,
    tests: list[tuple[Expr, str]],
    wanted: ast.Matching,
) -> list[Stmt]:
    """Read `choose cards from your hand matching quest's wanted`: pieces that show these values.

    A wild piece stands for any value. `and N more` asks for N further pieces of any value.
    """
    ctx, word = scope.ctx, node.word
    optional = isinstance(node, ast.MayChoose)
    amounts = value_reading.value(scope, wanted.wanted)
    extra = node_builders.zero(wanted.span)
    if wanted.more is not None:
        extra = value_reading.number(scope, wanted.more)
    if not amounts.type.known or not made.item.known:
        scope.bind(word.text, set_of(ctx.bad(word.span).type), word.span)
        return []
    if amounts.type.is_value:  # one piece of this value
        zero = nodes.NoAmounts((), Type("amounts", amounts.type.of), wanted.span)
        one = nodes.Num((), NUMBER, wanted.span, 1)
        amounts = nodes.AmountsWith((zero, amounts, one), zero.type, wanted.span)
    show = None
    if made.item.is_piece and amounts.type.is_amounts:
        show = shown_values.adjective_field(scope, made.item.of, amounts.type.of, wanted.span)
    if show is None:
        ctx.report.add(
            "cannot-match",
            wanted.span,
            f"{made.item.words()} does not match {amounts.type.words()}",
            helps=("match pieces with amounts of what is printed on them",),
        )
        scope.bind(word.text, set_of(made.item), word.span)
        return []
    kind = set_of(made.item)
    name = scope.bind(word.text, kind, word.span)
    title = titles.plain(ctx, node.title)
    site = choice_sites.add_site(scope, word.text, "choose", kind, node.span, title)
    ctx.chosen[site.number] = node, scope.rule
    choice = Choice(
        site, made.var, name, made.source, tests, "matching", None, optional, False, made.item
    )
    shown = show(made.candidate())
    if optional:
        ctx.program.not_run.append(("matching that may be left out", node.span))
    actor = scope.player(node.span)
    return [nodes.ChooseMatching((actor, amounts, extra, shown), node.span, choice)]
