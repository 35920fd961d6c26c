"""Deeds with a result: `if claim duke`, `if rival accepts`, `let offer be ask_price of 3`.

Reads questions; returns the statements that do the deed, and the result. The result is stored in a
hidden table field until the caller has read it.
"""

from __future__ import annotations

from interpreter.check import node_builders
from interpreter.check.context import Context
from interpreter.check.declarations.rule_names import same_verb
from interpreter.check.deeds import dispatch
from interpreter.check.expressions import conditions, value_reading
from interpreter.check.names import references
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Field
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import PLAYER, UNKNOWN, YES_NO, Type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.rewording import report_rewording

KINDS = ("number", "yesno", "value", "player", "piece", "space", "lane", "title")
"""What a deed can answer: one thing."""


def keep_answer(ctx: Context, func: Func, node: ast.Tree) -> None:
    """Allocate the hidden field for a procedure's result if its body contains `answer`.

    The result is yes or no if all answers are; otherwise its type is not known yet.
    """
    if not isinstance(node, ast.Procedure) or isinstance(node, ast.Action):
        return
    answers = [p for p in node.walk() if isinstance(p, ast.Answer | ast.AnswerYesNo)]
    if not answers:
        return
    plain = all(isinstance(one, ast.AnswerYesNo) for one in answers)
    func.returns = YES_NO if plain else UNKNOWN
    func.answer = Field(f"_answer_{func.name}", "table", func.returns, 0, func.span, -1)
    ctx.program.engine_fields.append(func.answer)


def give(scope: Scope, func: Func, kept: Field, made: Expr, span: Span) -> list[Stmt]:
    """Keep the answer of a deed, and leave it."""
    if made.type.known and made.type.base not in KINDS:
        scope.ctx.report.add(
            "answer-outside",
            made.span,
            f"a deed does not answer {made.type.words()}",
            helps=("let it answer yes or no, a number, or one thing",),
        )
        return []
    if func.returns.base not in ("number", "yesno"):
        func.returns = func.returns.maybe()  # it may end without an answer, which is none
    kept.type = func.returns
    kept.start = _nothing(func.returns)
    return [nodes.Set((made,), span, kept), nodes.Return((), span)]


def _nothing(kind: Type) -> int:
    """Return the default result when a deed gives no answer: no, 0, or none."""
    return 0 if kind.base in ("number", "yesno") else -1


def asked(scope: Scope, node: ast.Expression) -> tuple[list[Stmt], Expr] | None:
    """Do a deed whose answer is asked for, alone or behind `not`, and give that answer; None where
    no deed is asked."""
    if isinstance(node, ast.Not):
        inner = asked(scope, node.condition)
        return None if inner is None else (inner[0], node_builders.negated(inner[1]))
    meant = named(scope, node)
    if meant is None:
        return None
    who, deed = meant
    made: list[Stmt] = []
    inside = scope.inner()
    if who is not None:
        doer = value_reading.value(scope, who, PLAYER)
        var, they = scope.temp(PLAYER, who.span)
        made.append(nodes.Let((doer,), who.span, var))
        inside.they, inside.each = they, None
    func = next(f for f in _deeds(scope.ctx) if same_verb(deed.verb.text, f.name))
    verb = Word(deed.verb.type, func.name, deed.verb.span)
    done = dispatch.deed(inside, ast.Deed(deed.span, verb, deed.things, deed.prepositions))
    kept = func.answer
    if not done or kept is None or not kept.type.known:
        return [], scope.ctx.bad(node.span)
    var, answer = scope.temp(kept.type, node.span)
    nothing = node_builders.num(_nothing(kept.type), node.span, kept.type)
    forget = nodes.Set((nothing,), node.span, kept)
    read = nodes.Let((nodes.FieldNow((), kept.type, node.span, kept),), node.span, var)
    return [*made, forget, *done, read, forget], answer


def question(scope: Scope, node: ast.Expression) -> tuple[list[Stmt], Expr]:
    """Read what an `if` asks: what is so, or a deed that answers yes or no."""
    done = asked(scope, node)
    if done is None:
        return [], value_reading.question(scope, node)
    if done[1].type.known and not done[1].type.is_yes_no:
        scope.ctx.report.add(
            "not-a-question",
            node.span,
            f"this is {done[1].type.words()}, not yes or no",
            helps=("give the answer a name, and compare that: `let answered be ...`",),
        )
        return [], scope.ctx.bad(node.span)
    return done


def named(scope: Scope, node: ast.Expression) -> tuple[ast.Expression | None, ast.Deed] | None:
    """Find the deed with a result that a question names, with its actor; None if there is none.

    The actor is None where the deed stands first, without a subject.
    """
    match node:
        case ast.Name(word=word):
            func = scope.ctx.funcs.get(word.text)
            done = func is not None and func.answer is not None and word.text not in scope.locals
            return (None, ast.Deed(node.span, word, None, ())) if done else None
        case ast.DoesIt(first=first, second=second, prepositions=preps):
            if isinstance(first, ast.Name) and _deed(scope.ctx, first.word):
                return None, _with(node, first.word, second, (), preps)
            if isinstance(second, ast.Name) and _deed(scope.ctx, second.word):
                return first, ast.Deed(node.span, second.word, None, preps)
        case ast.Related(subject=first, verb=verb, thing=thing):
            return _of_three(scope.ctx, node, first, verb, thing, ())
        case ast.DoesItTo(subject=first, verb=verb, thing=thing, prepositions=preps):
            return _of_three(scope.ctx, node, first, verb, thing, preps)
    return None


def _of_three(
    ctx: Context,
    node: ast.Expression,
    first: ast.Expression,
    verb: Word,
    thing: ast.Expression,
    preps: tuple[ast.Preposition, ...],
) -> tuple[ast.Expression | None, ast.Deed] | None:
    """`rival claims duke`, or `show high card`, where the first word is the deed."""
    if isinstance(first, ast.Name) and _deed(ctx, first.word):
        if isinstance(thing, ast.Name):
            value = ast.Name.of_word(verb)
            return None, _with(node, first.word, value, (thing.word,), preps)
        return None
    return (first, _with(node, verb, thing, (), preps)) if _deed(ctx, verb) else None


def _with(
    node: ast.Expression,
    verb: Word,
    thing: ast.Expression,
    names: tuple[Word, ...],
    preps: tuple[ast.Preposition, ...],
) -> ast.Deed:
    return ast.Deed(node.span, verb, ast.Amount(thing.span, thing, names), preps)


def _deed(ctx: Context, word: Word) -> bool:
    """Whether a word is the verb of a deed that answers."""
    return any(same_verb(word.text, func.name) for func in _deeds(ctx))


def _deeds(ctx: Context) -> list[Func]:
    return [func for func in ctx.funcs.values() if func.answer is not None]


def name(scope: Scope, node: ast.Name, want: Type | None) -> Expr:
    """Read a name, unless it is that of a deed that is asked here."""
    if named(scope, node) is not None:
        return misplaced(scope, node)
    return references.reference(scope, node, want)


def related(scope: Scope, node: ast.Related) -> Expr:
    """Read `you own card`, unless it is a deed that is asked here."""
    if named(scope, node) is not None:
        return misplaced(scope, node)
    return conditions.stands_related(scope, node)


def misplaced(scope: Scope, node: ast.Expression) -> Expr:
    """Report a deed where only what is so already can be asked, or what is no question at all."""
    report = scope.ctx.report
    if named(scope, node) is not None:
        report.add(
            "deed-asked",
            node.span,
            "a deed stands in the middle of a question",
            "done here, before the rest is asked?",
            helps=(
                f"do it on a line of its own: `let answered be {node.span.text}`,"
                " and ask for `answered`",
                "or ask it alone: `if ...`, `if not ...`, `otherwise if ...`",
            ),
        )
        return scope.ctx.bad(node.span)
    verbs = [w for w in node.children() if isinstance(w, Word)]
    verbs += [n.word for n in node.children() if isinstance(n, ast.Name)]
    silent = next((v for v in verbs if _silent(scope.ctx, v)), None)
    if silent is not None:
        report.add(
            "deed-asked",
            silent.span,
            f"`{silent.text}` does not answer",
            helps=(
                "say in it what it answers: `answer yes`, `answer no`",
                "or ask whether it can be done: `can ...`",
            ),
        )
    elif not report_rewording(node.span, report):
        _report_no_word_between(scope.ctx, node)
    return scope.ctx.bad(node.span)


def _report_no_word_between(ctx: Context, node: ast.Expression) -> None:
    """Report two things side by side of which nothing is asked, as in `if your score 3`."""
    first, second = node.children()[:2]
    behind = node.span.source.text[second.span.end : node.span.end].split()
    if behind and behind[0] in ("in", "on"):
        ctx.report.add(
            "unexpected-word",
            second.span,
            f"`{second.span.text}` does not fit here",
            helps=("where something lies, is said with `is in` or `is on`",),
            fix=(second.span, "is"),
        )
        return
    apart, owned = first.span.text, isinstance(first, ast.Name) and isinstance(second, ast.Name)
    meant = f"{apart} is {second.span.text}"
    ctx.report.add(
        "unexpected-word",
        second.span,
        f"`{second.span.text}` does not fit here",
        "expected `is`, `is not` or `is at least`",
        helps=(f"compare them: `{meant}`", f"or say whose: `{apart}'s {second.span.text}`")
        if owned
        else (f"did you mean `{meant}`?",),
        fix=None if owned else (Span(node.span.source, first.span.start, second.span.end), meant),
    )


def _silent(ctx: Context, word: Word) -> bool:
    """Whether a word names a deed of the game that answers nothing."""
    return any(
        same_verb(word.text, func.name) and func.answer is None
        for func in ctx.funcs.values()
        if func.sort in ("procedure", "action")
    )
