"""Words that components show: by which printed or kept line, where a word stands before the noun.

Takes a kind and a list of values; returns the line, or reports that several may show it.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.check.context import Context
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.types import article


def lines_showing(ctx: Context, kind: str, values: str) -> list[str]:
    """List what components of a kind show a value of a list by: printed lines, then kept ones.

    A line that is called like the list is what the value alone means.
    """
    printed = ctx.program.kinds[kind].printed.items()
    names = [name for name, of in printed if of.is_value and of.of == values]
    kept = ctx.fields.get(kind, {}).values()
    names += [one.name for one in kept if one.type.is_value and one.type.of == values]
    return [values] if values in names else names


def adjective_field(
    scope: Scope, kind: str, values: str, said: Span, other: str = ""
) -> Callable[[Expr], Expr] | None:
    """How a component of a kind shows a value of a list: the printed line or what it keeps.

    Reports `said` if several lines may show it. `other` is how one of them is named instead, with
    `{}` in place of the line.
    """
    ctx = scope.ctx
    names = lines_showing(ctx, kind, values)
    if not names:
        return None
    if len(names) > 1:
        ways = " or ".join(f"`{other.format(name)}`" for name in names)
        one_only = f"let only one line of {article(kind)} be of the list `{values}`"
        ctx.report.add(
            "of-which-one",
            said,
            f"{article(kind)} shows such a word in {len(names)} lines",
            f"{' or '.join(names)}?",
            helps=(f"say which is meant: {ways}" if other else one_only,),
        )
    name = names[0]
    ctx.used.add(name)
    printed = ctx.program.kinds[kind].printed.get(name)
    if printed is not None:
        return lambda e: nodes.Attr((e,), printed, e.span, kind, name)
    field_ = ctx.fields[kind][name]
    return lambda e: nodes.FieldNow((e,), field_.type, e.span, field_)
