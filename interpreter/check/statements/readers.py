"""Registers who reads which sentence of a body. Modules that read bodies import this first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Never, TypeAlias, cast

from interpreter.check.choices import choose, joint_choices, menus, picking
from interpreter.check.clauses import bans, hand_limits
from interpreter.check.declarations import records
from interpreter.check.deeds import temporary_changes
from interpreter.check.scope import Scope
from interpreter.check.statements import (
    acting_players,
    control_flow,
    nesting,
    payments,
    plain_sentences,
)
from interpreter.check.statements.nesting import Reader
from interpreter.ir.nodes import Stmt
from interpreter.syntax import ast


def _report_clause(scope: Scope, node: ast.Sentence) -> list[Stmt]:
    """Report a clause or a standing sentence among the statements of a body."""
    waits = isinstance(node, ast.Clause)
    scope.ctx.report.add(
        "clause-inside",
        node.span,
        "a rule that waits cannot stand inside another"
        if waits
        else "a standing sentence cannot stand among deeds",
        helps=(
            "write it under a `rule` of its own, or on the card itself"
            if waits
            else "write it under `rule`, `always` or `while ...`, or on the card itself",
        ),
    )
    return []


def _report_once(scope: Scope, node: ast.Once) -> list[Stmt]:
    """Report `once per turn` anywhere but at the beginning."""
    scope.ctx.report.add(
        "once-first",
        node.span,
        "`once per` stands first in an action",
        helps=("move it to the top of the action",),
    )
    return []


_OfClass: TypeAlias = Callable[[Scope, Never], list[Stmt]]
"""A reader of one class: it is only called with sentences of the class it stands for."""

READERS: dict[type[ast.Sentence], _OfClass] = {
    ast.Statement: temporary_changes.with_duration,
    ast.Let: plain_sentences.let,
    ast.Answer: plain_sentences.answer,
    ast.AnswerYesNo: plain_sentences.answer,
    ast.Requires: plain_sentences.requires,
    ast.StopRule: plain_sentences.stop_rule,
    ast.StopRepeating: plain_sentences.stop_repeating,
    ast.EndGame: plain_sentences.end_game,
    ast.EndSpan: plain_sentences.end_span,
    ast.RecordPosition: records.record_position,
    ast.ForbidUntil: bans.forbid,
    ast.If: control_flow.if_,
    ast.ForEach: control_flow.for_each,
    ast.ForNumbers: control_flow.for_numbers,
    ast.RepeatTimes: control_flow.repeat_times,
    ast.RepeatUpTo: control_flow.repeat_times,
    ast.RepeatWhile: control_flow.repeat_while,
    ast.RepeatUntil: control_flow.repeat_while,
    ast.AsOften: control_flow.as_often,
    ast.Have: acting_players.have,
    ast.HaveDeed: acting_players.have,
    ast.HaveThose: acting_players.have_those,
    ast.DiscardDown: hand_limits.discard_down,
    ast.HaveEach: acting_players.have_each,
    ast.HaveEachDeed: acting_players.have_each,
    ast.Pay: payments.pay,
    ast.Choose: choose.choose,
    ast.MayChoose: choose.choose,
    ast.ChooseTogether: joint_choices.choose_together,
    ast.Options: menus.options,
    ast.Either: menus.either,
    ast.May: menus.may,
    ast.MayDeed: menus.may,
    ast.Menu: menus.menu,
    ast.Pick: picking.pick,
    ast.Once: _report_once,
    **dict.fromkeys(
        (ast.After, ast.Before, ast.Instead, ast.AtEdge, ast.WhileTrue, ast.Always, ast.AtMostPer,
         ast.MayNot, ast.CostChange, ast.HoldsAtMost, ast.CountsAs),
        _report_clause,
    ),
}  # fmt: skip

nesting.SENTENCES.update(cast("dict[type[ast.Sentence], Reader]", READERS))
