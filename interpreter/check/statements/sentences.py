"""Sentences of a rule's body: from trees to typed statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from interpreter.check.deeds import dispatch, durations
from interpreter.check.expressions import conditions, sources, typed_values
from interpreter.check.scope import Scope
from interpreter.check.statements import choices, flow, joint_choices, limits, payments
from interpreter.diagnostics import Label
from interpreter.ir.program import Func, S
from interpreter.ir.types import UNKNOWN, Type, fits
from interpreter.syntax.tree import Node, Part, Word


def block(scope: Scope, parts: Sequence[Part]) -> list[S]:
    """The statements of an indented block; what it binds is known to the end of the block."""
    made: list[S] = []
    stopped: Node | None = None
    for part in parts:
        if not isinstance(part, Node):
            continue
        if scope.ctx.report.full:
            break
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


def done(scope: Scope, part: Node) -> list[S]:
    """What is done in the same line, such as `have rival draw_card`, or in a block below it."""
    if part.kind.startswith("deed"):
        return dispatch.deed(scope, part)
    return block(scope, part.parts if part.kind == "block" else (part,))


def child(scope: Scope, node: Part) -> list[S]:
    """A nested block in a scope of its own."""
    assert isinstance(node, Node)
    return block(scope.inner(), node.parts if node.kind == "block" else (node,))


def statement(scope: Scope, node: Node) -> list[S]:
    """One sentence."""
    handler = _sentences().get(node.kind)
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


def _deed(scope: Scope, node: Node) -> list[S]:
    return dispatch.deed(scope, node)


def _let(scope: Scope, node: Node) -> list[S]:
    word, value_node = node.parts
    assert isinstance(word, Word)
    made = typed_values.value(scope, value_node)
    if made.type.base == "zone":
        family = made.data
        if (
            made.op in ("zone", "slot")
            and family is not None
            and family.shape == "slots"
            and (made.op == "slot" or family.slots == 1)
        ):
            made = sources.only_item(scope, made)
        elif made.op in ("zone", "slot"):
            made = sources.items(scope, made)
    if made.type.base == "none":
        scope.ctx.report.add(
            "none-of-what",
            made.span,
            "it is not said what this is none of",
            "",
            helps=("declare it where it is kept, with its kind `or none`",),
        )
    name = scope.bind(word.text, made.type, word.span)
    scope.ctx.lets.append(word.span)
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
        made = typed_values.value(scope, node.parts[0])
    elif func.sort == "relation":
        made = conditions.cond(scope, node.parts[0])
    else:
        made = typed_values.value(scope, node.parts[0])
        if made.type.base == "zone":
            made = sources.items(scope, made)
    if func.returns == UNKNOWN and made.type.known:
        func.returns = made.type
        scope.ctx.first_answers.setdefault(func.name, made.span)
    elif made.type.known and not fits(made.type, func.returns.maybe()):
        if fits(func.returns, made.type.maybe()):
            func.returns = made.type
        else:
            first = scope.ctx.first_answers.get(func.name)
            scope.ctx.report.add(
                "two-answers",
                made.span,
                f"`{func.name}` answers {func.returns.words()}, and here {made.type.words()}",
                "",
                others=[Label(first, f"here it answers {func.returns.words()}")] if first else [],
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
    return [S("return", (), node.span)]


def _own_name(func: Func | None) -> str:
    """What a rule is left by: its name, or that of the card on which it stands."""
    if func is None:
        return ""
    if func.card and func.sort in ("card", "trigger"):
        return func.card
    return func.name.split("__")[0]


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
    own = scope.func
    if own is not None and word.text in (own.name, own.sort) and not _played_inside(scope, own):
        return [S("return", (), node.span)]
    scope.ctx.program.not_run.append(("ending a turn, round or phase early", node.span))
    return [S("end_span", (), node.span, word.text)]


def _played_inside(scope: Scope, own: Func) -> bool:
    """Whether a turn is played within another turn, which would have to end with it."""
    for name, node in scope.ctx.nodes.items():
        func = scope.ctx.funcs.get(name)
        inside = func is not None and func is not own and func.sort == own.sort
        if inside and any(isinstance(w, Word) and w.text == own.name for w in node.walk()):
            return True
    return False


def _forbid(scope: Scope, node: Node) -> list[S]:
    return limits.forbid(scope, node)


Sentence = Callable[[Scope, Node], list[S]]


@cache
def _sentences() -> dict[str, Sentence]:
    """Who reads which sentence. Asked for late: the modules named here import this one."""
    return {
        "statement": durations.with_duration,
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
        "if": flow.if_,
        "for_each": flow.for_each,
        "for_numbers": flow.for_numbers,
        "repeat_times": flow.repeat,
        "repeat_up_to": flow.repeat,
        "repeat_while": flow.repeat,
        "repeat_until": flow.repeat,
        "as_often": flow.repeat,
        "have": flow.have,
        "have_deed": flow.have,
        "have_each": flow.have_each,
        "have_each_deed": flow.have_each,
        "choose": choices.choose,
        "may_choose": choices.choose,
        "choose_together": joint_choices.choose_together,
        "pay": payments.pay,
        "options": choices.options,
        "either": choices.either,
        "may": choices.may,
        "may_deed": choices.may,
        "menu": choices.menu,
        "pick": choices.pick,
        "forbid_until": _forbid,
    }
