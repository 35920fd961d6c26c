"""Warnings for components that lack what all others of their kind have: amounts, rules, a text."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.context import Context
from interpreter.check.lints.constant_conditions import asked_in
from interpreter.ir import nodes
from interpreter.ir.declared import Design, Kind
from interpreter.ir.types import Type
from interpreter.load.game_folder import GameFiles

_FEWEST = 3  # others of a kind from which what one lacks is told


def check(ctx: Context, files: GameFiles) -> None:
    """Report a component that has no amounts, or no rules, where all others of its kind have
    some."""
    for kind in ctx.program.kinds.values():
        _without_rules(ctx, kind)
        _without_text(ctx, kind)
        for name, wanted in kind.printed.items():
            if not wanted.is_amounts:
                continue
            bare = [one for one in kind.designs if not any(one.printed[name])]
            others = len(kind.designs) - len(bare)
            for one in _at_fault(ctx, bare, others):
                if (one.id, name) not in ctx.said:
                    _report_left_out(ctx, kind, one, name, len(bare) == 1)


def _at_fault(ctx: Context, bare: Sequence[Design], others: int) -> Sequence[Design]:
    """Those without something that all others have: one alone, or several that house rules add to a
    game in which all have it."""
    overlaid = ctx.overlaid
    added = overlaid is not None and all(overlaid.wrote(one.span.source) for one in bare)
    return bare if others >= _FEWEST and (len(bare) == 1 or added) else ()


def _without_text(ctx: Context, kind: Kind) -> None:
    """Report a component without a text where all others have one: nobody can read what it does."""
    bare = [one for one in kind.designs if not one.text]
    others = len(kind.designs) - len(bare)
    for design in _at_fault(ctx, bare, others):
        if (design.id, "text") in ctx.said:
            continue
        does = design.id in ctx.with_rules
        if kind.carries is not None and not does:
            continue  # a card that does nothing says nothing
        ctx.report.add(
            "left-out",
            design.span,
            _lacks(design, "text", len(bare) == 1),
            "nobody can read what its rules do" if does else f"{others} others have one",
            helps=('write its `text: "..."`, or `text: ""` if that is meant',),
        )


def _lacks(design: Design, what: str, alone: bool) -> str:
    """Format the message for a component that lacks something; `alone` if it is the only one."""
    if alone:
        return f"only `{design.id}` of its kind has no {what}"
    return f"`{design.id}` has no {what}, as others of its kind have"


def _without_rules(ctx: Context, kind: Kind) -> None:
    """Report a component with a text that nothing carries out: no rules of its own, no rule that
    names it, and nothing printed on it by which rules know it."""
    if kind.carries is None:
        return
    bare = [one for one in kind.designs if one.id not in ctx.with_rules]
    others = len(kind.designs) - len(bare)
    silent = [one for one in _at_fault(ctx, bare, others) if one.text and not _known(kind, one)]
    named, words = _components_named(ctx) if silent else (set(), set())
    for design in silent:
        if id(design) not in named and design.id not in words:
            _report_without_rules(ctx, design, others, len(bare) == 1)


def _known(kind: Kind, design: Design) -> bool:
    """Whether something is printed on a component by which rules know it."""
    return any(_shows(kind.printed[name], value) for name, value in design.printed.items())


def _report_without_rules(ctx: Context, design: Design, others: int, alone: bool) -> None:
    ctx.report.add(
        "left-out",
        design.span,
        _lacks(design, "rules", alone),
        "its text does nothing",
        notes=(f"the {others} others have `rules:` that carry out what their texts say",),
        helps=("write its `rules:`, or name it in a rule of the game",),
    )


def _shows(printed: Type, value: int | Sequence[object]) -> bool:
    """Whether what is printed on a component is more than nothing, none or no."""
    if printed.is_amounts and not isinstance(value, int):
        return any(value)
    return bool(value) if printed.base in ("number", "yesno") else value != -1


def _components_named(ctx: Context) -> tuple[set[int], set[str]]:
    """Collect the components that rules name: designs by identity, and literals as written."""
    program = ctx.program
    hooks = [hook for _, _, hook in program.edges]
    asked = [e for func in program.funcs.values() for e in asked_in(ctx, func)]
    for func in program.funcs.values():
        hooks += [*func.hooks_before, *func.hooks_after, *func.hooks_instead]
    asked += [e for one in program.modifiers for e in (one.amount, one.cond) if e is not None]
    asked += [e for hook in hooks for e in (hook.when, hook.test) if e is not None]
    named: set[int] = set()
    words: set[str] = set()
    for e in asked:
        for part in e.walk():
            if isinstance(part, nodes.IsDesign):
                named.add(id(part.design))
            if isinstance(part, nodes.Num):
                words.add(part.span.text)
    return named, words


def _report_left_out(ctx: Context, kind: Kind, design: Design, name: str, alone: bool) -> None:
    others = [one for one in kind.designs if any(one.printed[name])]
    members = ctx.program.values[kind.printed[name].of].members
    amounts = [(n, members[at]) for at, n in enumerate(others[0].printed[name]) if n]
    if design.span.source.path.endswith(".rules"):
        none, such = "nothing", ", ".join(f"{n} {of}" for n, of in amounts)
    else:
        none, such = "{}", "{" + ", ".join(f"{of}: {n}" for n, of in amounts) + "}"
    ctx.report.add(
        "left-out",
        design.span,
        _lacks(design, f"`{name}`", alone),
        f"{len(others)} others have one",
        helps=(
            f"write its `{name}`, such as `{name}: {such}`, or `{name}: {none}` if that is meant",
        ),
    )
