"""Compiles the rules of a plan, or tells why that cannot be done.

Takes a `Plan` and a compiler's name; returns a `NativePlan`, or raises `NoNative` with a sentence
for the person who asked.
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
    """The game must be played in Python; the message says why."""


def native_plan(
    plan: Plan, compiler: str | None = None, at_work: AtWork | None = None
) -> NativePlan:
    """Compile a plan's rules with `tcc` or `cc`; by default with the first that is available.

    `at_work` lets another thread cancel the compiler. Raises `NoNative` if there is no compiler, if
    it fails, or for a sentence that the C back end cannot print, with its place in the rules.
    """
    there = available()
    wanted = compiler or (there[0] if there else TCC)
    printed = plan.printed
    try:
        return compile_plan(plan, wanted, at_work)
    except NotNative as gap:
        span = printed.span(gap.line)
        place = f" ({span.where()})" if span is not None else ""
        raise NoNative(f"the native back end does not know {gap.what}{place}") from None
    except CannotCompile as fault:
        raise NoNative(str(fault)) from None


__all__ = ["GAIN", "SYSTEM", "TCC", "AtWork", "NoNative", "available", "native_plan", "supported"]
