"""Consistency of `game.yaml` with the rules: letters, citations, options.

Diagnostics are located in that file.
"""

from __future__ import annotations

from interpreter.check.context import Context
from interpreter.check.option_values import fit_offers
from interpreter.diagnostics import Label, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.load.game_folder import GameFiles

_LEFT_OUT = "leave it out, or cite a rule that game.yaml lists"


def check_letters(ctx: Context, files: GameFiles) -> None:
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


def check_citations(ctx: Context, files: GameFiles) -> None:
    """Check that game.yaml lists what rules cite."""
    known = ctx.program.citations
    if not known:
        return
    for cite, span in ctx.cites:
        if cite in known:
            continue
        # Of another number nobody can say which is meant.
        guess = nearest(cite, [k for k in known if _digits(k) == _digits(cite)])
        at = span.start + max(0, span.text.find(cite))
        word = Span(span.source, at, at + len(cite))
        ctx.report.add(
            "unknown-citation",
            word,
            f"game.yaml lists no rule `{cite}`",
            meant=guess,
            helps=(_LEFT_OUT,)
            if ctx.overlaid is not None and ctx.overlaid.wrote(span.source)
            else ("add it under `citations:` in game.yaml",),
        )


def check_options(ctx: Context, files: GameFiles) -> None:
    """Check that options offer settings of the rules, each once."""
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
                meant=guess,
                helps=(f"declare it in the rules: `setting {name}: ...`",),
            )


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))
