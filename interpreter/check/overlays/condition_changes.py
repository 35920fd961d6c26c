"""Overlay changes that add conditions to a rule, placed where the names they use are bound.

Takes the statements of a rule and the conditions that an overlay adds; returns the changed
statements, or reports that there is no single place for a condition.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.names import chosen_names
from interpreter.check.names.chosen_names import BoundName
from interpreter.check.overlays.step_changes import step_behind
from interpreter.diagnostics import Label, Report
from interpreter.syntax import ast
from interpreter.syntax.ast import Word, replaced


def with_conditions(
    block: ast.Block,
    change: ast.Tighten,
    rule: ast.NamedRule,
    kinds: dict[str, str],
    report: Report,
) -> ast.Block | None:
    """Insert conditions into a rule; None, after a diagnostic, if one of them has no single place.

    Each goes right behind the last choice that it refers to, and to the top if it refers to none.
    """
    given = list(chosen_names.given(block))
    named: dict[str, list[BoundName]] = {}
    for one in given:
        named.setdefault(one.name, []).append(one)
    lines = list(block.lines)
    top = len([line for line in lines[:1] if isinstance(line, ast.Once)])
    behind: dict[int, list[ast.Sentence]] = {}
    for condition in change.conditions:
        place = top
        for word in chosen_names.meant(condition.condition, named, kinds):
            ways = named[word.text]
            if len(ways) > 1 or ways[0].block is not block or word.text in _params(rule):
                _no_one_place(block, word, ways, rule, report)
                return None
            at = next(n for n, line in enumerate(lines) if line is ways[0].statement)
            place = max(place, at + 1)
        behind.setdefault(place, []).append(condition)
    for place in sorted(behind, reverse=True):
        lines[place:place] = behind[place]
    return replaced(block, lines=tuple(lines))


def one_of_a_kind(nodes: Sequence[ast.Heading]) -> dict[str, str]:
    """Map the name and plural of each kind and values list to its singular.

    Players are included.
    """
    made: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Kind | ast.Values):
            for word in (node.name, node.plural):
                if word is not None:
                    made[word.text] = node.name.text
    return made | {"player": "player", "players": "player"}


def _params(rule: ast.NamedRule) -> list[str]:
    """List the parameter names of a rule: `procedure use_hero hero`."""
    return [param.name.text for param in rule.children() if isinstance(param, ast.Param)]


def _no_one_place(
    block: ast.Block, word: Word, ways: Sequence[BoundName], rule: ast.NamedRule, report: Report
) -> None:
    """Report that a condition speaks of what is chosen in several places, or in one part of the
    rule only."""
    where = f"{rule.sort} {rule.name.text}"
    several = len(ways) > 1
    how = ways[0].how
    step = next((step for one in ways if (step := step_behind(block, one))), "")
    report.add(
        "overlay-unfit",
        word.span,
        f"`{word.text}` is {how} in {len(ways)} places of `{where}`"
        if several
        else f"`{word.text}` is {how} in one part of this rule",
        "which of them?" if several else "not known in the whole of it",
        others=tuple(Label(one.word.span, f"{how} here") for one in ways[:3]),
        helps=(
            f"write where it is meant: `before {step} in {where}`, and below it the condition"
            if step
            else f"write the whole anew, with the condition in its place: `replace {where}`",
        ),
    )
