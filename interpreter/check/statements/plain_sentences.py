"""Sentences without blocks: let, answer, requires, stop, end."""

from __future__ import annotations

from interpreter.check.declarations import titles
from interpreter.check.deeds import answered
from interpreter.check.expressions import value_reading
from interpreter.check.places import sources
from interpreter.check.scope import Scope
from interpreter.diagnostics import Label
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import UNKNOWN, Type, fits
from interpreter.syntax import ast


def let(scope: Scope, node: ast.Let) -> list[Stmt]:
    """Read `let connected be the group of dice around the first space of lane`."""
    done = answered.asked(scope, node.value)
    if done is not None:
        return [*done[0], *_named(scope, node, done[1])]
    return _named(scope, node, value_reading.value(scope, node.value))


def _named(scope: Scope, node: ast.Let, made: Expr) -> list[Stmt]:
    """Bind a name to a value; to the contents, if the value is a zone."""
    word = node.word
    if made.type.is_zone and isinstance(made, (nodes.Zone, nodes.Slot)):
        one = made.family is not None and sources.holds_one(made)
        made = (sources.only_item if one else sources.items)(scope, made)
    if made.type.is_none:
        scope.ctx.report.add(
            "none-of-what",
            made.span,
            "it is not said what this is none of",
            helps=("declare it where it is kept, with its kind `or none`",),
        )
        made = scope.ctx.bad(made.span)
    _check_not_alike(scope, made)
    name = scope.bind(word.text, made.type, word.span)
    scope.ctx.lets.append(word.span)
    return [nodes.Let((made,), node.span, name)]


def _check_not_alike(scope: Scope, made: Expr) -> None:
    """Report a name for several alike pieces, which would stand for their sorts."""
    item = made.type.item
    kind = scope.ctx.program.kinds.get(item.of) if item is not None else None
    if kind is None or not kind.alike:
        return
    if isinstance(made, nodes.Local):  # what was chosen
        return
    scope.ctx.report.add(
        "wrong-kind-of-value",
        made.span,
        f"`{made.span.text}` are alike: a name would stand for their sorts, not for the pieces",
        "alike pieces are counted where they lie",
        helps=(f"say the place each time: `number of {kind.plural} in ...`, `move all ...`",),
    )


def answer(scope: Scope, node: ast.Answer | ast.AnswerYesNo) -> list[Stmt]:
    """Read `answer number of cards in hand`, `answer yes`."""
    func = scope.func
    kept = func.answer if func is not None else None
    if func is None or (func.sort not in ("define", "relation") and kept is None):
        scope.ctx.report.add(
            "answer-outside",
            node.span,
            "only questions and procedures answer",
            helps=("use `stop` and its name to leave another rule early",),
        )
        return []
    if func.sort == "relation" and isinstance(node, ast.Answer):
        made = value_reading.question(scope, node.value)
    else:
        made = value_reading.value(scope, node.value)
        if isinstance(made, nodes.Slot):
            made = sources.only_item(scope, made)
        elif made.type.is_zone:
            made = sources.items(scope, made)
    _fit_answer(scope, func, made)
    if kept is not None:
        return answered.give(scope, func, kept, made, node.span)
    return [nodes.Answer((made,), node.span)]


def _fit_answer(scope: Scope, func: Func, made: Expr) -> None:
    """Check that all answers of a question have one type, and make it the type of the question."""
    if not made.type.known and scope.ctx.report.errors:
        func.returns = Type("unknown", func.name)  # whatever else it answers, who asks cannot know
    if func.returns == UNKNOWN and made.type.known:
        func.returns = made.type
        scope.ctx.first_answers.setdefault(func.name, made.span)
    elif made.type.known and not fits(made.type, func.returns.maybe()):
        if fits(func.returns, made.type.maybe()):
            func.returns = made.type.maybe() if func.returns.is_none else made.type
        else:
            first = scope.ctx.first_answers.get(func.name)
            scope.ctx.report.add(
                "two-answers",
                made.span,
                f"`{func.name}` answers {func.returns.words()}, and here {made.type.words()}",
                others=[Label(first, f"here it answers {func.returns.words()}")] if first else [],
                helps=("let every `answer` of it be of one kind",),
            )
            func.returns = Type("unknown", func.name)  # who asks is not at fault
    if made.type.optional:
        func.returns = func.returns.maybe()


def requires(scope: Scope, node: ast.Requires) -> list[Stmt]:
    """Read `requires you are charged else "your ability is used up"`."""
    test = value_reading.question(scope, node.condition)
    text = titles.plain(scope.ctx, node.reason.text if node.reason is not None else None)
    actor = None if scope.pure else scope.they or scope.you
    return [nodes.Requires((test,), node.span, text, actor=actor)]


def stop_rule(scope: Scope, node: ast.StopRule) -> list[Stmt]:
    """Read `stop make_room`."""
    word = node.word
    name = _own_name(scope.func)
    if word.text != name:
        leave = ("to leave a loop, write `stop repeating`",) if scope.loops else ()
        if word.text == "game":
            leave = ("to end the game, write `end the game`",)
        scope.ctx.report.add(
            "stop-what",
            word.span,
            f"this rule is not called `{word.text}`",
            f"it is `{name}`" if name else "",
            helps=((f"write `stop {name}`",) if name and "__" not in name else ()) + leave,
            fix=(word.span, name) if name and "__" not in name and not leave else None,
        )
        return []
    return [nodes.Return((), node.span)]


def _own_name(func: Func | None) -> str:
    """Return the name by which a rule is left: its own, or that of the card on which it stands."""
    if func is None:
        return ""
    if func.card and func.sort in ("card", "trigger"):
        return func.card
    return func.name.split("__")[0]


def stop_repeating(scope: Scope, node: ast.StopRepeating) -> list[Stmt]:
    """Read `stop repeating`."""
    if scope.loops == 0:
        scope.ctx.report.add(
            "no-loop",
            node.span,
            "nothing is being repeated here",
            helps=("`stop repeating` leaves a `repeat` or a `for each`",),
        )
        return []
    return [nodes.Break((), node.span)]


def end_game(scope: Scope, node: ast.EndGame) -> list[Stmt]:
    """Read `end the game as stalemate`."""
    ending = node.word.text if node.word is not None else "end"
    if ending not in scope.ctx.program.endings:
        scope.ctx.program.endings.append(ending)
    return [nodes.EndGame((), node.span, scope.ctx.program.endings.index(ending))]


def end_span(scope: Scope, node: ast.EndSpan) -> list[Stmt]:
    """Read `end this turn`."""
    word = node.time
    flows = [f.name for f in scope.ctx.funcs.values() if f.sort in ("turn", "round", "phase")]
    sorts = {f.sort for f in scope.ctx.funcs.values() if f.sort in ("turn", "round", "phase")}
    if word.text not in flows and word.text not in sorts:
        scope.ctx.unknown(
            "unknown-time", word.span, word.text, "turn, round or phase", [*flows, *sorts]
        )
        return []
    own = scope.func
    if own is not None and word.text in (own.name, own.sort) and not _played_inside(scope, own):
        return [nodes.Return((), node.span)]
    if any(
        _played_inside(scope, func)
        for func in scope.ctx.funcs.values()
        if word.text in (func.name, func.sort)
    ):
        scope.ctx.program.not_run.append(("ending a turn, round or phase early", node.span))
    return [nodes.EndSpan((), node.span, word.text)]


def _played_inside(scope: Scope, own: Func) -> bool:
    """Tell whether a turn is played within another turn, which would have to end with it."""
    for name, node in scope.ctx.nodes.items():
        func = scope.ctx.funcs.get(name)
        inside = func is not None and func is not own and func.sort == own.sort
        if inside and own.name in node.spoken():
            return True
    return False
