"""Compiled rules for a plan, or the reason why there are none.

Takes a `Plan` and a compiler's name; gives a `NativePlan`, or raises `NoNative` with a sentence for
the person who asked.
"""

from __future__ import annotations

from interpreter.backends.c.compiled.compilers import (
    SYSTEM,
    TCC,
    AtWork,
    CannotCompile,
    available,
    supported,
)
from interpreter.backends.c.compiled.engine import NativePlan, compile_plan
from interpreter.backends.c.kinds import NotNative
from interpreter.run.plan import Plan

GAIN = "`pip install 'rulewright[fast]'` makes this about 20 times as fast"


class NoNative(Exception):
    """The game is played in Python; the message says why."""


def native_plan(
    plan: Plan, compiler: str | None = None, at_work: AtWork | None = None
) -> NativePlan:
    """Give the plan with compiled rules, by `tcc` or `cc`, or the one of them that is ready sooner.

    A compiler that is `at_work` can be ended from another thread. Raises `NoNative`: no compiler,
    or a sentence that the C back end does not know, with its line.
    """
    there = available()
    wanted = compiler or (there[0] if there else TCC)
    printed = plan.printed
    try:
        return compile_plan(plan, wanted, at_work)
    except NotNative as gap:
        place = ""
        if 0 < gap.line <= len(printed.spans):
            span = printed.spans[gap.line - 1]
            place = f" ({span.where()})" if span is not None else ""
        raise NoNative(f"the native back end does not know {gap.what}{place}") from None
    except CannotCompile as fault:
        raise NoNative(str(fault)) from None


__all__ = ["GAIN", "SYSTEM", "TCC", "AtWork", "NoNative", "available", "native_plan", "supported"]
