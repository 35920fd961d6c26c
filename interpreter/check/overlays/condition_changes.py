"""One more condition of a rule, put where what it names is known.

Takes the statements of a rule and the conditions that an overlay adds; gives the changed
statements, or a problem if there is no one place for a condition.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.declarations.rule_names import name_of, sort_of
from interpreter.check.expressions import chosen_names
from interpreter.check.expressions.chosen_names import Given
from interpreter.check.overlays.step_changes import step_behind
from interpreter.diagnostics import Label, Report
from interpreter.syntax.tree import Node, Part, Word, build


def with_conditions(
    block: Node, change: Node, rule: Node, kinds: dict[str, str], report: Report
) -> Node | None:
    """The statements of a rule with more conditions: each stands right behind the last choice that
    it speaks of, and at the top if it speaks of none. None if one of them has no place."""
    given = list(chosen_names.given(block))
    named: dict[str, list[Given]] = {}
    for one in given:
        named.setdefault(one.name, []).append(one)
    lines: list[Part] = list(block.parts)
    top = len([p for p in lines[:1] if isinstance(p, Node) and p.kind == "once"])
    behind: dict[int, list[Part]] = {}
    for condition in change.nodes("requires"):
        asked = condition.parts[0]
        assert isinstance(asked, Node)
        place = top
        for word in chosen_names.meant(asked, named, kinds):
            ways = named[word.text]
            if len(ways) > 1 or ways[0].block is not block or word.text in _told(rule):
                _no_one_place(block, word, ways, rule, report)
                return None
            place = max(place, lines.index(ways[0].statement) + 1)
        behind.setdefault(place, []).append(condition)
    for place in sorted(behind, reverse=True):
        lines[place:place] = behind[place]
    return build(block.kind, tuple(lines), block.span)


def one_of_a_kind(nodes: Sequence[Node]) -> dict[str, str]:
    """What one of a kind or a list is called, by its name and by its plural."""
    made: dict[str, str] = {}
    for node in nodes:
        if node.kind in ("kind", "values"):
            for word in [w for w in node.words() if w.type == "NAME"][:2]:
                made[word.text] = node.words()[0].text
    return made | {"player": "player", "players": "player"}


def _told(rule: Node) -> list[str]:
    """What a rule is told of: `procedure use_hero hero`."""
    return [param.words()[0].text for param in rule.nodes("param")]


def _no_one_place(
    block: Node, word: Word, ways: Sequence[Given], rule: Node, report: Report
) -> None:
    """A condition speaks of what is chosen in several places, or in one part of the rule only."""
    where = f"{sort_of(rule)} {name_of(rule).text}"
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
