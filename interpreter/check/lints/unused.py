"""Warnings for what nothing uses: rules, settings, fields, names.

They are put in terms of overlays where an overlay wrote the line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator

from interpreter.check.choices import menus
from interpreter.check.context import Context
from interpreter.check.declarations import records
from interpreter.check.lints import unreachable
from interpreter.check.overlays import menu_changes
from interpreter.check.overlays.changes import Overlays
from interpreter.check.ranking import TRIED_FOR
from interpreter.diagnostics import Source
from interpreter.diagnostics.suggest import nearest
from interpreter.ir import nodes
from interpreter.ir.program import Func
from interpreter.load.game_folder import GameFiles
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.parser import chunks
from interpreter.syntax.source_words import names_in


def check(ctx: Context, files: GameFiles) -> None:
    """Report rules, settings and fields that nothing uses."""
    program, report = ctx.program, ctx.report
    asked = _asked_for(ctx)
    unused = [
        func
        for func in ctx.funcs.values()
        if func.sort not in ("game", "rule") and func.name not in ctx.used | asked
    ]
    for func in [*unused, *unreachable.with_them(ctx, unused, files.components)]:
        what = {"define": "asked", "relation": "asked", "action": "offered in a menu"}.get(
            func.sort, "carried out"
        )
        report.add(
            "unused-rule", func.span, f"`{func.name}` is never {what}", helps=_use_of(ctx, func)
        )
    _check_card_actions(ctx)
    for setting in program.settings.values():
        if setting.name not in ctx.used:
            report.add(
                "unused-setting",
                setting.span,
                f"the setting `{setting.name}` changes nothing",
                helps=("use it in a rule, or remove it",),
            )
    if program.record is not None and not {records.RECORDED, records.COUNTED} <= ctx.used:
        never = (
            records.RECORDED if records.RECORDED not in ctx.used else f"number of {records.COUNTED}"
        )
        report.add(
            "unused-field",
            program.record.span,
            "positions are never compared",
            helps=(f"use `{never}` in a rule, or remove this line",),
        )
    for field in program.fields:
        if field.name not in ctx.used:
            report.add(
                "unused-field",
                field.span,
                f"`{field.name}` is never used",
                helps=("remove it, or use it in a rule",),
            )


def _asked_for(ctx: Context) -> set[str]:
    """Actions of which rules ask whether they can be done: house rules that offer one no more let
    it be, as what asks for it needs it."""
    if ctx.overlaid is None or not ctx.overlaid.laid:
        return set()
    asked = (e for func in ctx.program.funcs.values() for e in ctx.bodies.asked(func))
    return {str(e.rule) for e in asked if isinstance(e, nodes.Can)}


def _check_card_actions(ctx: Context) -> None:
    """Report actions that stand on cards, where no menu offers what stands on cards."""
    program = ctx.program
    asked = (s for s in ctx.bodies.every() if isinstance(s, nodes.Menu))
    if any(menus.CARD_ACTIONS in line.items for menu in asked for line in menu.lines):
        return
    for design, name in program.card_actions[:1]:
        ctx.report.add(
            "unused-rule",
            program.funcs[name].span,
            "no menu offers actions of cards",
            f"nobody can take that of `{design}`"
            + ", and of others" * (len(program.card_actions) > 1),
            helps=("write in a menu: `may take any of card_actions`",),
        )


def check_names(ctx: Context, files: GameFiles) -> None:
    """`let` gives a name to something that no other line of its rule speaks of."""
    laid = ctx.overlaid.laid if ctx.overlaid is not None else []
    known: dict[tuple[Source, int, int], Counter[str]] = {}

    def words(source: Source, start: int, end: int) -> Counter[str]:
        place = (source, start, end)
        if place not in known:
            lines = source.text[start:end].split("\n")
            known[place] = Counter(
                one for line in lines for one in names_in(line.partition("#")[0])
            )
        return known[place]

    for span in dict.fromkeys(ctx.lets):
        source = span.source
        start, end = (0, len(source.text))
        if source.path.endswith(".rules"):
            parts = chunks(source.text)
            at = bisect_right(parts, span.start, key=lambda part: part[0]) - 1
            if at >= 0 and span.start < parts[at][1]:
                start, end = parts[at]
        spoken = words(source, start, end)[span.text]
        for one in laid:
            if one.source is not source:
                spoken += words(one.source, 0, len(one.source.text))[span.text]
        if spoken > 1:
            continue
        ctx.report.add(
            "unused-name",
            span,
            f"`{span.text}` is never used",
            helps=("use it in a line below, or leave this line out",),
        )


def _use_of(ctx: Context, func: Func) -> tuple[str, ...]:
    """Suggest what to do with an unused rule, in terms of overlays if one of them wrote it."""
    overlaid = ctx.overlaid
    if func.sort == "action" and overlaid is not None and overlaid.wrote(func.span.source):
        ways = menu_changes.examples(overlaid.nodes, func.name)
        if len(ways) > 1:
            return ("offer it in a menu, or remove it", *ways)
    return (_one_use_of(ctx, func),)


def _one_use_of(ctx: Context, func: Func) -> str:
    overlaid = ctx.overlaid
    ours = overlaid is not None and overlaid.wrote(func.span.source)
    told = func.name + " ..." * bool(func.params)
    exact = func.name if func.name in TRIED_FOR else None
    wish = exact or nearest(func.name, TRIED_FOR)
    if wish is not None and func.sort == "define":
        return (
            f"players that look ahead ask for `{wish} of player`, whose answer is a number:"
            f" `define {wish} of player`; or ask for it in a rule"
        )
    if func.sort in ("define", "relation"):
        return "ask for it in a rule, or remove it"
    if func.sort == "action":
        if overlaid is None or not ours:
            return f"offer it in a menu: `may take any of {func.name}`; or remove it"
        beside, where = _some_menu(overlaid)
        return (
            f"offer it: `offer {func.name} beside {beside} in {where}`, or beside"
            " another action there; or remove it"
        )
    if func.sort == "procedure":
        if overlaid is None or not ours:
            return f"have it done: write `{told}` in a rule; or remove it"
        beside, _ = _some_menu(overlaid)
        return f"have it done: `after action {beside}`, and below it `{told}`; or remove it"
    each = "have each player " * (func.sort == "turn")
    if overlaid is None or not ours:
        return f"have it played: write `{each}play {func.name}` in a rule; or remove it"
    step = played_beside(overlaid.nodes, func.sort)
    return f"play it: `after {step}`, and below it `{each}play {func.name}`; or remove it"


def played_beside(rules: Iterable[ast.Heading], sort: str) -> str:
    """Where a game plays something of a sort, as house rules name that place: `opening in game
    glory`; the course of the game itself if it plays nothing of that sort."""
    heads = [one for one in rules if isinstance(one, ast.NamedRule)]
    sorts = {one.name.text: one.sort for one in heads}
    main = [one for one in heads if one.sort == "game"]
    found: dict[str, str] = {}
    for rule in [*main, *heads]:
        played = [words[1] for words in _deeds(rule) if words[0] == "play" and len(words) > 1]
        for name in played:
            if name in sorts and played.count(name) == 1:
                where = f"{name} in {rule.sort} {rule.name.text}"
                found.setdefault(sorts[name], where)
    for other in (sort, "round", "turn", "phase", "setup"):
        if other in found:
            return found[other]
    return f"game {main[0].name.text}" if main else "game ..."


def _deeds(rule: ast.NamedRule) -> Iterator[list[str]]:
    """Yield the words of each deed of a rule, but for the two deeds of an `either ... or`."""
    for deed in rule.walk():
        if isinstance(deed, ast.Deed) and not isinstance(deed, ast.PlainDeed):
            words = [one.text for one in deed.walk() if isinstance(one, Word)]
            if words:
                yield words


def _some_menu(overlaid: Overlays) -> tuple[str, str]:
    """Pick an action in the game's largest menu, and the rule with that menu, as an example."""
    rules = [one for one in overlaid.nodes if isinstance(one, ast.NamedRule)]
    menus = [(len(names), one, names[0]) for one in rules if (names := menu_changes.offers(one))]
    if not menus:
        return "...", "turn ..."
    _, rule, name = max(menus, key=lambda menu: menu[0])
    return name, f"{rule.sort} {rule.name.text}"
