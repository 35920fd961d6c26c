"""Bodies of rules and cards, read once every name they may use is known.

Takes trees whose headings are read; fills the statements of the program's rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from interpreter.check.choices import option_words
from interpreter.check.clauses import card_ownership
from interpreter.check.clauses.clause_readers import read_clause, read_costs
from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.expressions import value_reading
from interpreter.check.names import time_spans
from interpreter.check.scope import Scope
from interpreter.check.statements import answer_circles, nesting
from interpreter.check.statements.rule_headings import CardNodes
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Design
from interpreter.ir.names import block_names
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.ir.rewriting import with_expressions
from interpreter.ir.types import UNKNOWN, YES_NO
from interpreter.ir.weaving.copies import COPY, first_copy
from interpreter.syntax import ast

_Question = ast.Define | ast.Relation
_Asked = TypeVar("_Asked", ast.Define | ast.Relation, ast.Procedure | ast.Flow)


def _scope(ctx: Context, func: Func, node: ast.Block, pure: bool = False) -> Scope:
    nobody = func.sort in ("setup", "game", "round") and func.name not in ctx.roles
    you = None if nobody else card_ownership.you_local(node.span)
    scope = Scope(ctx, func, you, pure=pure)
    for name, kind in func.params:
        scope.locals[name] = (name, kind, func.span)
    scope.rule = node
    if func.card:
        scope.card = card_ownership.this(ctx, func.card, node.span)
    return scope


def read_rules(ctx: Context, nodes: Sequence[ast.Tree], card_nodes: CardNodes) -> None:
    """Read the bodies of the rules in the files.

    Questions come first, since everything else needs their types; then changes of costs, also those
    on cards, since payments need them.
    """
    pure = [
        node
        for node in nodes
        if isinstance(node, ast.Define | ast.Relation) and node.name.text in ctx.nodes
    ]
    for question in _in_order(ctx, pure):
        _body(ctx, question)
    for node in nodes:
        if isinstance(node, ast.Rule):
            for line in node.lines:
                read_costs(ctx, line, node.name.text, "")
    for design, _, card in card_nodes:
        for part in card.lines if card is not None else ():
            read_costs(ctx, part, f"card {design.id}", design.id)
    deeds = [node for node in nodes if isinstance(node, ast.Procedure | ast.Flow)]
    answering = [node for node in deeds if _answers(ctx, node)]
    for node in (*_in_order(ctx, answering), *(one for one in deeds if one not in answering)):
        if not ctx.report.full:
            _body(ctx, node)
    for node in nodes:
        if isinstance(node, ast.Rule) and not ctx.report.full:
            for line in node.lines:
                read_clause(ctx, line, node.name.text, "")


def _answers(ctx: Context, node: ast.NamedRule) -> bool:
    """Tell whether a rule is a deed that answers."""
    func = ctx.funcs.get(node.name.text)
    return func is not None and func.answer is not None and ctx.nodes.get(func.name) is node


def _in_order(ctx: Context, nodes: Sequence[_Asked]) -> list[_Asked]:
    """Sort questions after those they ask, so that the type of every answer is known."""
    by_name = {node.name.text: node for node in nodes}
    relations = [name for name in by_name if ctx.funcs[name].sort == "relation"]
    begun: set[str] = set()
    ordered: list[_Asked] = []
    for name in by_name:
        asking = [(name, iter((name,)))]  # a chain of questions may be longer than Python's stack
        while asking:
            asker, asked = asking[-1]
            other = next((one for one in asked if one not in begun), None)
            if other is not None:
                begun.add(other)
                asking.append((other, _asked_by(other, by_name, relations)))
                continue
            asking.pop()
            if asking:
                ordered.append(by_name[asker])
    return ordered


def _asked_by(name: str, by_name: Mapping[str, _Asked], relations: Sequence[str]) -> Iterator[str]:
    """Yield the names of the questions that one asks, in the order in which they appear in it.

    A verb form counts as the relation it belongs to.
    """
    words = [part for part in by_name[name].walk() if isinstance(part, ast.Word)]
    for word in dict.fromkeys(one.text for one in words if one.type == "NAME"):
        if word == name:
            continue
        if word in by_name:
            yield word
        else:
            yield from (other for other in relations if same_verb(word, other))


def _body(ctx: Context, node: _Question | ast.Procedure | ast.Flow) -> None:
    """Read the body of a rule, which may begin with `once per turn`."""
    func = ctx.funcs.get(node.name.text)
    if func is None or ctx.nodes.get(func.name) is not node or func.name in ctx.unclear:
        return
    pure = isinstance(node, ast.Define | ast.Relation)
    scope = _scope(ctx, func, node.body, pure)
    if isinstance(node, ast.Procedure) and node.says is not None:
        func.reckoned = option_words.read_reckoned(scope, func, node.says)
    lines = node.body.lines
    if lines and isinstance(lines[0], ast.Once):
        time = lines[0].time
        if time_spans.check_span(scope, time):
            func.per, func.per_span = time.text, lines[0].span
            time_spans.track(scope, func)
        lines = lines[1:]
    if func.returns == UNKNOWN and func.name in _words(node.body):
        _guess_answer(ctx, func, node)
    made = nesting.block(scope, lines)
    if func.card:
        made = _of_first_copy(ctx, func, made, node.span)
    func.body = func.body + made
    if pure:
        if func.returns.is_unknown and not ctx.report.errors:
            if not answer_circles.report_circle(ctx, node):
                ctx.report.add(
                    "no-answer",
                    func.span,
                    f"`{func.name}` never answers",
                    helps=("end it with `answer ...`",),
                )
        elif not _always_answers(made) and not ctx.report.errors:
            ctx.report.add(
                "no-answer",
                func.span,
                f"`{func.name}` may end without an answer",
                helps=("end it with an `answer` for all other cases",),
            )


def _words(node: ast.Tree) -> set[str]:
    return {part.text for part in node.walk() if isinstance(part, ast.Word)} - {""}


def _guess_answer(ctx: Context, func: Func, node: _Question | ast.Procedure | ast.Flow) -> None:
    """Infer the answer type of a rule that asks itself, from an answer that asks nothing else."""
    for part in node.body.walk():
        if isinstance(part, ast.AnswerYesNo):
            kind = YES_NO
        elif isinstance(part, ast.Answer) and func.name not in _words(part):
            before = list(ctx.report.found)
            made = value_reading.value(_scope(ctx, func, node.body, pure=True), part.value)
            kind = made.type if len(ctx.report.found) == len(before) else UNKNOWN
            ctx.report.found[:] = before
        else:
            continue
        if kind.known and not kind.is_none:
            func.returns = kind
            if func.answer is not None:
                func.answer.type = kind
            return


def _of_first_copy(ctx: Context, func: Func, body: list[Stmt], span: Span) -> list[Stmt]:
    """Make an action on a card with several copies act for the first copy that the player has."""
    held = card_ownership.carried(ctx, func.card, span)
    if held is None or COPY not in block_names(body):
        return body
    copy = first_copy(held, span)
    at = next(
        (n for n, s in enumerate(body) if not isinstance(s, nodes.Requires) or s.verb == "pay"),
        len(body),
    )
    asked = [  # conditions are asked before anything is done
        with_expressions(
            one, lambda e: copy if isinstance(e, nodes.Local) and e.name == COPY else e
        )
        for one in body[:at]
    ]
    return [*asked, nodes.Let((copy,), span, COPY), *body[at:]]


def _always_answers(body: list[Stmt]) -> bool:
    """Tell whether every path through the statements answers."""
    for one in body:
        if isinstance(one, nodes.Answer):
            return True
        if (
            isinstance(one, nodes.If)
            and one.other
            and _always_answers(one.body)
            and _always_answers(one.other)
        ):
            return True
    return False


def read_cards(ctx: Context, card_nodes: CardNodes) -> None:
    """Read what cards do when they are played, and what stands while they are carried."""
    for design, _, node in card_nodes:
        plain: list[ast.Sentence] = []
        for part in node.lines if node is not None else ():
            if isinstance(part, ast.Action):
                _body(ctx, part)
            elif isinstance(part, ast.Clause | ast.Standing):
                read_clause(ctx, part, f"card {design.id}", design.id)
            elif isinstance(part, ast.Sentence):
                plain.append(part)
        if plain:
            _read_played(ctx, design, plain)


def _read_played(ctx: Context, design: Design, lines: Sequence[ast.Sentence]) -> None:
    """Read what a card does when it is played."""
    func = Func(f"card {design.id}", "card", [], design.title, design.span, card=design.id)
    ctx.program.funcs[func.name] = func
    block = ast.Block(lines[0].span, tuple(lines))
    func.body = nesting.block(_scope(ctx, func, block), block.lines)
    this = card_ownership.this(ctx, design.id, block.span)
    if isinstance(this, nodes.Local) and this.name in block_names(func.body):
        func.params = [(this.name, this.type)]
