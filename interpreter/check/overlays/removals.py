"""Uses of what an overlay removed: reported with the removal, and with what else to change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from interpreter.check.context import Context
from interpreter.check.overlays import change_targets
from interpreter.check.overlays.changes import OverlayChange, Overlays
from interpreter.diagnostics import Diagnostic, Label, Report, Span
from interpreter.diagnostics.suggest import listed
from interpreter.syntax import ast
from interpreter.syntax.parser import chunks
from interpreter.syntax.source_words import names_in

_SHOWN = 3


def told_with_removal(
    d: Diagnostic, ctx: Context, overlaid: Overlays, ours: set[str]
) -> Diagnostic:
    """Point an unknown-name error in an overlay at the change that removed the name.

    Other diagnostics are returned unchanged.
    """
    if d.severity != "error" or d.label.span.source.path not in ours:
        return d
    name = d.label.span.text
    gone = next((c for c in removals(overlaid) if c.name == name), None)
    if gone is None or not d.slug.startswith("unknown-"):
        return d
    left = _left_of_its_kind(gone, ctx, overlaid)
    spans = [one.span for one in d.others if one.span.source.path not in ours]
    line = f" in line {gone.word.span.line}" if gone.word.span.source is d.label.span.source else ""
    leave = f"take out the part that names it, or the `remove`{line}"
    helps = (f"use another one here, or {leave}" if left else leave,)
    told = change_targets.used_though_removed(
        d.label.span, gone.word, helps + _to_change_besides(ctx, spans, overlaid)
    )
    return replace(told, others=(*told.others, *d.others), notes=left)


def removals(overlaid: Overlays) -> list[OverlayChange]:
    """List the changes that remove a rule or a component."""
    return [c for c in overlaid.changes if isinstance(c.node, ast.Remove | ast.RemoveComponent)]


def still_used(ctx: Context, d: Diagnostic, gone: OverlayChange, overlaid: Overlays) -> Diagnostic:
    """Something was removed that is named elsewhere."""
    places = (d.label.span, *(one.span for one in d.others))
    others = tuple(Label(span, "used here") for span in places[:_SHOWN])
    more = len(places) - _SHOWN
    return Diagnostic(
        "still-used",
        f"`{gone.name}` is removed, and still used",
        Label(gone.word.span, "removed here"),
        others=others,
        notes=(f"and in {more} more place{'s' if more > 1 else ''}",) if more > 0 else (),
        helps=change_targets.in_its_place(gone) + _to_change_besides(ctx, places, overlaid),
    )


def _to_change_besides(ctx: Context, places: Sequence[Span], overlaid: Overlays) -> tuple[str, ...]:
    """Suggest what else to change where the game uses what was removed."""
    rules = [rule for rule in dict.fromkeys(_rule_at(span) for span in places) if rule]
    helps: tuple[str, ...] = ()
    if rules:
        helps = (f"change what uses it, too: {', '.join(f'`{one}`' for one in rules)}",)
    for span in places[:_SHOWN]:
        helps += _in_a_component(ctx, span, overlaid)
    return helps


def removed_before_tests(report: Report, before: int, ctx: Context) -> None:
    """Note that what tests name and overlays have removed is told once, where a test first names
    it; the problems of the tests begin at `before`."""
    overlaid = ctx.overlaid
    assert overlaid is not None
    gone = {change.name: change for change in removals(overlaid)}
    made: list[Diagnostic] = []
    told: dict[str, int] = {}
    for d in report.found[before:]:
        name = d.label.span.text
        if name not in gone or d.severity != "error" or "unknown-" not in d.slug:
            made.append(d)
        elif name in told:
            first = made[told[name]]
            again = Label(d.label.span, "here, too")
            made[told[name]] = replace(first, others=(*first.others, again))
        else:
            told[name] = len(made)
            made.append(_gone_in_a_test(d.label.span, gone[name], ctx, overlaid))
    report.found[before:] = made


def _gone_in_a_test(
    span: Span, gone: OverlayChange, ctx: Context, overlaid: Overlays
) -> Diagnostic:
    helps = ("use another one here, or leave this out of the test",)
    told = change_targets.used_though_removed(span, gone.word, helps)
    return replace(told, notes=_left_of_its_kind(gone, ctx, overlaid))


def _left_of_its_kind(gone: OverlayChange, ctx: Context, overlaid: Overlays) -> tuple[str, ...]:
    """List the remaining components of the removed one's kind in a note; empty if none are left."""
    kind = overlaid.called.get(gone.name, "").removeprefix("component ")
    known = ctx.program.kinds.get(kind)
    left = [one.id for one in known.designs] if known is not None else []
    return (f"there are: {listed(left)}",) if left else ()


def _in_a_component(ctx: Context, span: Span, overlaid: Overlays) -> tuple[str, ...]:
    """Suggest how to change another component that names what was removed; empty elsewhere."""
    before = span.source.text[: span.start]
    entries = re.findall(r"^ *(?:- +)?id: *(\w+)", before, re.MULTILINE)
    key = re.search(r"(\w+): *$", before.rpartition("\n")[2])
    sort = overlaid.called.get(entries[-1], "") if entries else ""
    if span.source.path.endswith(".rules") or not sort.startswith("component"):
        return ()
    rules = re.findall(r"^ *(?:- +)?(\w+):", before, re.MULTILINE)[-1:] == ["rules"]
    if key is None and rules:
        other = f"`change {sort} {entries[-1]}` with other `rules:`"
        return (f"change its rules, too: {other}, or `remove {sort} {entries[-1]}`",)
    if key is None:
        return ()
    printed = ctx.program.kinds[sort.split()[1]].printed.get(key[1])
    value = "none" if printed is not None and printed.optional else "..."
    other = f"`set {key[1]} of {entries[-1]} to {value}`"
    return (f"change it there, too: {other}, or `remove {sort} {entries[-1]}`",)


def _declared(span: Span) -> str:
    """Return the text of the rules declaration that contains a span; empty outside of one."""
    if not span.source.path.endswith(".rules"):
        return ""
    for start, end in chunks(span.source.text):
        if start <= span.start < end:
            return span.source.text[start:end]
    return ""


def _rule_at(span: Span) -> str:
    """Return the sort and name of the rule that contains a span, such as `turn regular_turn`."""
    words = names_in(_declared(span).split("\n")[0])
    return " ".join(words[:2]) if words else ""


def sort_at(span: Span) -> str:
    """Return the sort of the rule that contains a span, such as `action`; empty outside of one."""
    words = names_in(_declared(span).split("\n")[0])
    return words[0] if words else ""
