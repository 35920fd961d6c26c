"""Registry of readers: which function reads which class of value or question.

A new value or question takes its class in `syntax/ast/`, the function that reads it, and a line
here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Never, TypeAlias, cast

from interpreter.check.declarations import records
from interpreter.check.deeds import answered, asked
from interpreter.check.expressions import (
    board_groups,
    board_lines,
    comparisons,
    conditions,
    counting,
    pairs,
    possession,
    prepositional_questions,
    typed_values,
    value_reading,
)
from interpreter.check.names import references
from interpreter.check.scope import Scope
from interpreter.ir.nodes import Expr
from interpreter.ir.types import Type
from interpreter.syntax import ast

_OfClass: TypeAlias = Callable[[Scope, Never], Expr]
_WantedOfClass: TypeAlias = Callable[[Scope, Never, Type | None], Expr]
"""Readers of one class each: they are only called with trees of the class they stand for."""

VALUES: dict[type[ast.Tree], _OfClass] = {
    ast.Number: typed_values.read_number, ast.Text: typed_values.report_text,
    ast.YesNo: typed_values.yes_or_no,
    **dict.fromkeys((ast.Plus, ast.Minus), typed_values.plus_or_minus),
    ast.TimesRecorded: records.times_recorded,
    ast.Times: typed_values.times, **dict.fromkeys((ast.Half, ast.Divided), typed_values.divided),
    ast.Bounded: typed_values.bounded,
    **dict.fromkeys((ast.Larger, ast.Smaller), typed_values.larger_or_smaller),
    **dict.fromkeys((ast.Head, ast.Selection, ast.AllOf, ast.TopOnes), typed_values.as_set),
    ast.NumberOf: counting.number_of, ast.SumOf: counting.sum_of, ast.WorthOf: counting.worth_of,
    ast.BestOne: counting.best_one, ast.MostAlike: counting.most_alike,
    **dict.fromkeys((ast.FirstOne, ast.LastOne), counting.end_one), ast.Group: board_groups.group,
    ast.StepsBetween: board_groups.steps_between,
    ast.SpaceAfter: board_lines.space_after, ast.EndSpace: board_lines.end_space,
}  # fmt: skip

WANTED: dict[type[ast.Tree], _WantedOfClass] = {
    ast.Name: answered.name,
    **dict.fromkeys((ast.Your, ast.Their, ast.Its, ast.Possessed), references.reference),
    **dict.fromkeys((ast.You, ast.They, ast.It, ast.ThisOne), references.reference),
    ast.Ask: prepositional_questions.ask,
}  # fmt: skip

QUESTIONS: dict[type[ast.Tree], _OfClass] = {
    **dict.fromkeys((ast.And, ast.Or), conditions.both_or_either), ast.Not: conditions.opposite,
    ast.Compare: comparisons.compare, ast.IsBetween: comparisons.is_between,
    ast.IsStepsFrom: comparisons.steps_from, ast.IsOneOf: comparisons.is_one_of,
    ast.LiesIn: conditions.lies_in, ast.LiesBetween: conditions.lies_between,
    ast.LiesNextTo: conditions.lies_next_to, ast.Related: answered.related,
    ast.NotRelated: conditions.stands_related, ast.RelatesEvery: conditions.relates_every,
    ast.RelatesMany: conditions.relates_many, ast.Owns: possession.owns,
    ast.OwnsNo: possession.owns_no, ast.HasMore: possession.has_more,
    **dict.fromkeys((ast.SomeOf, ast.NoneOf), conditions.some_or_none),
    ast.EveryIs: conditions.every_is, ast.EveryIsIn: conditions.every_is_in,
    ast.AtLeastOf: conditions.at_least_of, ast.KeptFor: pairs.kept_for,
    **dict.fromkeys((ast.DoesIt, ast.DoesItTo), answered.misplaced), ast.Can: asked.can,
    ast.HasDone: asked.has_done, **dict.fromkeys((ast.Arrived, ast.NotArrived), conditions.arrived),
}  # fmt: skip

value_reading.VALUES.update(cast("dict[type[ast.Tree], value_reading.Reader]", VALUES))
value_reading.WANTED.update(cast("dict[type[ast.Tree], value_reading.Wanting]", WANTED))
value_reading.QUESTIONS.update(cast("dict[type[ast.Tree], value_reading.Reader]", QUESTIONS))
