"""The game as a whole: its main rule, its end, and what nothing ever uses.

Long, because the order in which all of it is looked for stands here, and what is used by what is
counted once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator

from interpreter.check.context import Context
from interpreter.check.lints import (
    constant_conditions,
    cyclic_definitions,
    idle_cards,
    missing_winners,
    never_assigned,
    never_placed,
    shadowed_names,
    unreachable,
    unseen,
    unused_choices,
)
from interpreter.check.options import fit_offers
from interpreter.check.overlays import menu_changes
from interpreter.check.overlays.changes import Overlays
from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import Expr, Func, Program, Stmt
from interpreter.ir.walking import data_expressions, walk
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.syntax import ast
from interpreter.syntax.ast import Word
from interpreter.syntax.parser import chunks

_LEFT_OUT = "leave it out, or cite a rule that game.yaml lists"
FLOWS = ("setup", "game", "turn", "round", "phase")


def complete(ctx: Context, files: GameFiles, whole: bool = True) -> None:
    """Find what is missing, unused or cited in vain; only for games without other errors, and
    only what stands in the rules by itself if not the `whole` game could be read."""
    program, report = ctx.program, ctx.report
    if not files.rules:
        return  # told when the folder was read
    program.main = _main_flow(program, Span(files.rules[0], 0, 0), report)
    if not program.main:
        return
    _played_by_nobody(ctx)
    unseen.look(ctx)
    cyclic_definitions.look(ctx)
    _letters(ctx, files)
    if report.errors or not whole:
        return
    _ends(ctx)
    missing_winners.look(ctx)
    shadowed_names.look(ctx)
    _unused(ctx, files.components)
    unreachable.never_carried_out(ctx)
    idle_cards.look(ctx)
    never_placed.look(ctx)
    _unused_names(ctx)
    _citations(ctx)
    _options(ctx, files)
    constant_conditions.look(ctx)
    never_assigned.look(ctx)
    if not report.errors:  # loops without an end among them
        unused_choices.check(ctx)


def _letters(ctx: Context, files: GameFiles) -> None:
    """Values of one list that game.yaml draws by the same letter."""
    for values in ctx.program.values.values():
        told = ctx.program.words.get(values.name) or {}
        drawn: dict[str, str] = {}
        for member in values.members:
            about = told.get(member)
            letter = str(about.get("letter") or "") if isinstance(about, dict) else ""
            other = drawn.setdefault(letter, member)
            if not letter or other == member:
                continue
            path = ("words", values.name, member, "letter")
            before = ("words", values.name, other, "letter")
            ctx.report.add(
                "repeated-value",
                files.game.span(path),
                f"`{letter}` stands for `{other}` and for `{member}`",
                "the second one",
                others=(Label(files.game.span(before), "the first one"),),
                helps=("give each value of a list a letter of its own",),
            )


def _main_flow(program: Program, span: Span, report: Report) -> str:
    """The name of the `game` rule with which play begins."""
    games = [f.name for f in program.funcs.values() if f.sort == "game"]
    if len(games) != 1:
        report.add(
            "one-game",
            span,
            "no rule says how the game goes" if not games else "two rules say how the game goes",
            "",
            helps=(
                "write one rule that begins with `game`, such as: "
                'game main "The course of the game"',
            ),
        )
        return ""
    return games[0]


def _all_statements(ctx: Context) -> Iterator[Stmt]:
    for func in ctx.program.funcs.values():
        yield from walk(func.body)


def _played_by_nobody(ctx: Context) -> None:
    """A turn, or a phase in which somebody acts, must be played by somebody."""
    known: dict[str, bool] = {}
    for name, span in ctx.by_nobody:
        func = ctx.program.funcs.get(name)
        if func is None or not _needs_somebody(ctx, func, known):
            continue
        flow = func.sort in FLOWS
        ctx.report.add(
            "nobody-you",
            span,
            f"it is not said whose {func.sort} this is" if flow else "it is not said who does this",
            "who plays it?" if flow else "who?",
            helps=(
                f"write `have each player play {name}`, or name the player"
                if flow
                else "name the player, or act inside `have each player`",
            ),
        )
    nobodys = [f for f in ctx.program.funcs.values() if f.name in {n for n, _ in ctx.by_nobody}]
    game = ctx.program.main
    for edge, when, hook in ctx.program.edges:
        answer = ctx.program.funcs.get(hook.func)
        if answer is None or hook.card or not _needs_somebody(ctx, answer, known):
            continue
        if when in ("game", game) or any(when in (func.sort, func.name) for func in nobodys):
            ctx.report.add(
                "nobody-you",
                hook.span,
                f"nobody is meant at the {edge} of {'the' if when == 'game' else 'each'} {when}",
                "who does this?",
                helps=("act inside `have each player`",),
            )


def _needs_somebody(ctx: Context, func: Func, known: dict[str, bool]) -> bool:
    """Whether `you` means anything in a rule, or in what it carries out for the same player."""
    if func.name not in known:
        known[func.name] = func.sort == "turn"  # of rules in a circle, the others decide
        known[func.name] = func.sort == "turn" or any(
            says_you(ctx, one, known) for one in walk(func.body)
        )
    return known[func.name]


def says_you(ctx: Context, one: Stmt, known: dict[str, bool]) -> bool:
    """Whether a statement means whoever acts; `known` is what was found out about rules."""
    parts = [*one.args, *data_expressions(one)]
    if one.op == "call":
        return _hands_you_on(ctx, one.data, one.args, known)
    return any(_means_you(ctx, part, known) for part in parts)


def _means_you(ctx: Context, e: Expr, known: dict[str, bool]) -> bool:
    if e.op == "local":
        return bool(e.data == "you")
    if e.op in ("call", "can"):
        return _hands_you_on(ctx, e.data, e.args, known)
    return any(_means_you(ctx, part, known) for part in e.args)


def _hands_you_on(ctx: Context, name: str, args: tuple[Expr, ...], known: dict[str, bool]) -> bool:
    """Whether a rule is told of a player: as who carries it out, or as a part of it."""
    if any(_means_you(ctx, arg, known) for arg in args[1:]):
        return True
    called = ctx.program.funcs.get(name)
    same = bool(args) and _means_you(ctx, args[0], known)
    return same and (called is None or _needs_somebody(ctx, called, known))


def _ends(ctx: Context) -> None:
    if all(s.op != "win" for s in _all_statements(ctx)):
        span = ctx.program.funcs[ctx.program.main].span
        ctx.report.add(
            "nobody-wins",
            span,
            "nobody ever wins this game",
            "",
            helps=(
                "pick the winner and write `have winner win`",
                "if all win together: `have each player win`",
            ),
        )


def _use_of(ctx: Context, func: Func) -> tuple[str, ...]:
    """What to do with a rule that is never used, in the words of house rules if they wrote it."""
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
    """The words of each deed of a rule."""
    for deed in rule.walk():
        if isinstance(deed, ast.Deed) and not isinstance(deed, ast.PlainDeed):
            words = [one.text for one in deed.walk() if isinstance(one, Word)]
            if words:
                yield words


def _some_menu(overlaid: Overlays) -> tuple[str, str]:
    """An action in the largest menu of a game, and the rule in which that stands."""
    rules = [one for one in overlaid.nodes if isinstance(one, ast.NamedRule)]
    menus = [(len(names), one, names[0]) for one in rules if (names := menu_changes.offers(one))]
    if not menus:
        return "...", "turn ..."
    _, rule, name = max(menus, key=lambda menu: menu[0])
    return name, f"{rule.sort} {rule.name.text}"


def _unused(ctx: Context, components: Iterable[Spanned]) -> None:
    program, report = ctx.program, ctx.report
    unused = [
        func
        for func in ctx.funcs.values()
        if func.sort not in ("game", "rule") and func.name not in ctx.used
    ]
    for func in [*unused, *unreachable.with_them(ctx, unused, components)]:
        what = {"define": "asked", "relation": "asked", "action": "offered in a menu"}.get(
            func.sort, "carried out"
        )
        report.add(
            "unused-rule",
            func.span,
            f"`{func.name}` is never {what}",
            "",
            helps=_use_of(ctx, func),
        )
    for setting in program.settings.values():
        if setting.name not in ctx.used:
            report.add(
                "unused-setting",
                setting.span,
                f"the setting `{setting.name}` changes nothing",
                "",
                helps=("use it in a rule, or remove it",),
            )
    for field in program.fields:
        if field.name not in ctx.used:
            report.add(
                "unused-field",
                field.span,
                f"`{field.name}` is never used",
                "",
                helps=("remove it, or use it in a rule",),
            )


def _unused_names(ctx: Context) -> None:
    """`let` gives a name to something that no other line of its rule speaks of."""
    laid = ctx.overlaid.laid if ctx.overlaid is not None else []
    known: dict[tuple[Source, int, int], Counter[str]] = {}

    def words(source: Source, start: int, end: int) -> Counter[str]:
        place = (source, start, end)
        if place not in known:
            bare = re.sub(r"#[^\n]*", "", source.text[start:end])
            known[place] = Counter(re.findall(r"\w+", bare))
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
            "",
            helps=("use it in a line below, or leave this line out",),
        )


def _citations(ctx: Context) -> None:
    known = ctx.program.citations
    if not known:
        return
    for cite, span in ctx.cites:
        if cite in known:
            continue
        # Of another number nobody can say which is meant.
        number = re.sub(r"[^0-9]", "", cite)
        guess = nearest(cite, [k for k in known if re.sub(r"[^0-9]", "", k) == number])
        at = span.start + max(0, span.text.find(cite))
        word = Span(span.source, at, at + len(cite))
        ctx.report.add(
            "unknown-citation",
            word,
            f"game.yaml lists no rule `{cite}`",
            "",
            helps=(f"did you mean `{guess}`?",)
            if guess
            else (_LEFT_OUT,)
            if ctx.overlaid is not None and ctx.overlaid.wrote(span.source)
            else ("add it under `citations:` in game.yaml",),
            fix=(word, guess) if guess else None,
        )


def _options(ctx: Context, files: GameFiles) -> None:
    data = files.game.data
    options = data.get("options") if isinstance(data, dict) else None
    if not isinstance(options, list):
        return
    seen: dict[str, Span] = {}
    for number, option in enumerate(options):
        name = option.get("name") if isinstance(option, dict) else None
        if isinstance(name, str) and name in ctx.program.settings:
            span = files.game.span(("options", number, "name"))
            if name in seen:
                ctx.report.add(
                    "repeated-value",
                    span,
                    f"the option `{name}` is listed twice",
                    "again here",
                    others=(Label(seen[name], "first here"),),
                    helps=("leave out one of the two",),
                )
            seen.setdefault(name, span)
            fit_offers(ctx.program.settings[name], files.game, ("options", number), ctx.report)
        elif isinstance(name, str):
            span = files.game.span(("options", number, "name"))
            guess = nearest(name, ctx.program.settings)
            ctx.report.add(
                "unknown-setting",
                span,
                f"there is no setting called `{name}`",
                "an option offers a setting of the rules",
                helps=(f"did you mean `{guess}`?",)
                if guess
                else (f"declare it in the rules: `setting {name}: ...`",),
                fix=(span, guess) if guess else None,
            )
