"""Choice sites: their numbers, where none is allowed, and how many things are chosen.

Each question is a `Site` of the program.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir.declared import Site
from interpreter.ir.types import Type
from interpreter.syntax import ast

HOW_MANY: dict[type[ast.HowMany] | type[None], str] = {
    type(None): "one",
    ast.One: "one",
    ast.UpToMany: "up_to_many",
    ast.AnyNumber: "any_number",
    ast.Exactly: "exactly",
}
"""What it is called in the program how many are chosen."""


def add_site(scope: Scope, name: str, sort: str, kind: Type, span: Span, title: str = "") -> Site:
    """Add a choice site to the program; its number is its index among all sites."""
    program = scope.ctx.program
    func = scope.func.name if scope.func else ""
    site = Site(len(program.sites), name, sort, kind, func, title, span)
    program.sites.append(site)
    return site


def add_site_like(ctx: Context, other: Site, name: str, sort: str, kind: Type) -> Site:
    """Add another choice site at the place of an existing one."""
    site = Site(len(ctx.program.sites), name, sort, kind, other.func, "", other.span)
    ctx.program.sites.append(site)
    return site


def report_no_choice(scope: Scope, span: Span) -> bool:
    """Report a choice where nobody can choose; tell whether there was one."""
    if scope.pure:
        scope.ctx.report.add(
            "not-pure",
            span,
            "nobody can choose while a question is answered",
            helps=("make it a `procedure`",),
        )
    return scope.pure
