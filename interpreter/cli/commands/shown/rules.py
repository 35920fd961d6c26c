"""`rulewright rules`: the rules, components and options of a game, for a reader."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample
from interpreter.diagnostics.json_data import Json

if TYPE_CHECKING:
    from interpreter.present.rulebook import Card, Rulebook, RulebookEntry, SettingEntry


@click.command(
    cls=ByExample,
    examples="""
    rulewright rules kingdom
    rulewright rules kingdom --options
    rulewright rules kingdom --exact
    rulewright rules kingdom --html
    rulewright rules kingdom --variant few_spells
    rulewright rules my_game --json
    """,
)
@games.GAME
@click.option("--html", is_flag=True, help="Print one self-contained HTML page.")
@click.option("--options", "only_options", is_flag=True, help="Print the options only.")
@click.option(
    "--exact",
    is_flag=True,
    help="Print what each line means, in words that cannot be read two ways.",
)
@VARIANTS
@GAME_OPTION
@JSON
def rules(
    game: str,
    html: bool,
    only_options: bool,
    exact: bool,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Print the rules of a GAME for readers: its rules, components, options and citations.

    The output comes from the files that the game is played from, so it is always up to date.
    Redirect the output to keep it: `rulewright rules kingdom --html > rules.html`.
    """
    if html and json_:
        raise exits.Stop(exits.USAGE, "--html and --json cannot be given together")
    if exact and (html or only_options):
        raise exits.Stop(exits.USAGE, "--exact cannot be given with --html or --options")
    if exact:
        _exactly(game, variants, options, json_)
        return exits.FINE
    made = book_of(game, variants, options)
    if json_:
        output.as_json(_as_data(made, only_options))
    elif html:
        from interpreter.present.rulebook_page import page

        output.text(page(made, only_options).rstrip("\n"))
    elif only_options:
        _show_options(made)
    else:
        _show(made)
    return exits.FINE


def book_of(game: str, variants: tuple[str, ...], options: dict[str, object]) -> Rulebook:
    """Build the rulebook of a game with its house rules; prints errors and raises `Stop`."""
    from interpreter.check.option_values import fit_options
    from interpreter.check.overlays.attribution import read_game as understood
    from interpreter.diagnostics import Report
    from interpreter.load.game_folder import read_game
    from interpreter.load.overlay_files import read_overlay, title_of
    from interpreter.present.rulebook import book

    laid = games.lay(game, variants)
    report = Report()
    files = read_game(laid.folder, report)
    output.stop_on_errors(report)
    assert files is not None
    files = replace(files, overlays=laid.overlays)
    ctx = understood(files, report, options)
    if ctx is not None and not report.errors:
        fit_options(ctx.program.settings, files.game.data, dict(options), report)
    output.stop_on_errors(report)
    assert ctx is not None
    own = []
    for path in files.variants:
        source = read_overlay(path, Report())
        own.append((path.stem, title_of(source) if source is not None else path.stem))
    return book(ctx, files, own)


# ------------------------------------------------------------------------------ line by line


def _exactly(game: str, variants: tuple[str, ...], options: dict[str, object], json_: bool) -> None:
    """Print the exact meaning of rule lines, where it adds to the wording."""
    import textwrap

    from interpreter import pipeline
    from interpreter.diagnostics import Report
    from interpreter.meaning.told import meanings

    laid = games.lay(game, variants)
    report = Report()
    checked = pipeline.check_folder(laid.folder, report, options, laid.overlays)
    output.stop_on_errors(report)
    assert checked is not None
    found = meanings(checked[0])
    if json_:
        lines = [one._asdict() | {"source": one.source.path} for one in found]
        output.as_json({"game": checked[0].id, "lines": lines})
        return
    path = ""
    for one in found:
        if one.source.path != path:
            path = one.source.path
            output.data("")
            output.data(path)
        first, *more = textwrap.wrap(one.text, min(output.width(), 100) - 11)
        output.data(f"{one.line:5}  {first}")
        for text in more:
            output.data(f"{text:>{len(text) + 11}}")
        output.wrapped(f"= {one.meaning}", 9)


# ------------------------------------------------------------------------------ for people


def _show(made: Rulebook) -> None:
    least, most = made.players
    players = f"{least} to {most}" if least < most else str(least)
    output.wrapped(f"{made.title} {made.version}")
    facts = [f"{players} players"] + ([f"{made.minutes} minutes"] if made.minutes else [])
    output.wrapped(", ".join(facts + ([f"by {made.author}"] if made.author else [])), 2)
    if made.description:
        output.data("")
        output.wrapped(made.description, 2)
    if made.laid:
        output.data("")
        output.wrapped(f"With the house rules {', '.join(made.laid)}.", 2)
    if made.table:
        _chapter("What is on the table")
        for entry in made.table:
            _entry(entry)
    for _, title, entries in made.chapters:
        _chapter(title)
        for entry in entries:
            _entry(entry)
    for _, title, cards in made.components:
        _chapter(title)
        for card in cards:
            _card(card)
    if made.options:
        _show_options(made)
    if made.citations:
        _chapter("Rules of the book")
        for one in made.citations:
            output.wrapped(f"{one.id}  {one.title}", 2)
            where = dict.fromkeys(title for _, title in one.places)
            if where:
                output.wrapped(", ".join(where), 6)


def _chapter(title: str) -> None:
    output.data("")
    output.data(title.upper())


def _entry(entry: RulebookEntry) -> None:
    output.data("")
    if entry.title:
        output.wrapped(entry.title[:1].upper() + entry.title[1:], 2)
    if entry.cites:
        output.wrapped(f"[{', '.join(entry.cites)}]", 2)
    margin = 4 if entry.title or entry.cites else 2
    _said([(0, entry.heading, ""), *entry.lines], margin)
    for title, lines in entry.changes:
        output.wrapped(f"House rule: {title}", 4)
        _said(lines, 6)


def _said(lines: list[tuple[int, str, str]], margin: int) -> None:
    import textwrap

    from interpreter.present.rulebook import spoken

    wide = min(output.width(), 100)
    for at, said, remark in lines:
        text = spoken(said) + (f" ({remark})" if remark and said else f"({remark})" * (not said))
        indent = " " * (margin + min(at, wide // 3))
        for line in textwrap.wrap(
            text, wide, initial_indent=indent, subsequent_indent=indent + "    ",
            break_on_hyphens=False,
        ):  # fmt: skip
            output.data(line)


def _card(card: Card) -> None:
    many = f" x {card.copies}" if card.copies != 1 else ""
    each = " for each player" if card.each_player else ""
    cites = f" [{', '.join(card.cites)}]" if card.cites else ""
    output.data("")
    output.wrapped(f"{card.title}{many}{each}{cites}", 2)
    if card.facts:
        output.wrapped("; ".join(card.facts), 4)
    if card.text:
        output.wrapped(card.text, 4)
    elif card.rules:
        _said(card.rules, 4)


def _show_options(made: Rulebook) -> None:
    _chapter("Options")
    if not made.options:
        output.data("  This game has none.")
    for one in made.options:
        output.data("")
        by = f", set by {one.set_by}" if one.set_by else ""
        output.wrapped(f"{one.name}={one.value}  ({possible(one)}{by})", 2)
        cites = f" [{', '.join(one.cites)}]" if one.cites else ""
        output.wrapped(f"{one.title}.{cites}", 4)
        if one.text:
            output.wrapped(one.text, 4)
        if not one.offered:
            output.wrapped("Meant for house rules; `--option` sets it as well.", 4)
    if made.variants:
        output.data("")
        output.data("  Variants that the game comes with:")
        for name, title in made.variants:
            output.wrapped(f"{name}: {title}", 4)


def possible(one: SettingEntry) -> str:
    """Format the possible values of an option."""
    if not one.values:
        return one.span
    listed = [str(value) for value in one.values]
    return " or ".join([", ".join(listed[:-1]), listed[-1]]) if listed[1:] else listed[0]


# ------------------------------------------------------------------------------ for programs


def _as_data(made: Rulebook, only_options: bool) -> Json:
    options = [asdict(one) for one in made.options]
    variants = [{"name": name, "title": title} for name, title in made.variants]
    head: dict[str, object] = {
        "game": made.id,
        "title": made.title,
        "version": made.version,
        "players": {"min": made.players[0], "max": made.players[1]},
        "house_rules": made.laid,
        "variants": variants,
        "options": options,
    }
    if only_options:
        return head
    return head | {
        "author": made.author,
        "description": made.description,
        "minutes": made.minutes,
        "table": [_entry_data(entry) for entry in made.table],
        "chapters": [
            {"name": key, "title": title, "rules": [_entry_data(entry) for entry in entries]}
            for key, title, entries in made.chapters
        ],
        "components": [
            {"kind": key, "title": title, "designs": [_card_data(card) for card in cards]}
            for key, title, cards in made.components
        ],
        "citations": [
            {
                "id": one.id,
                "title": one.title,
                "cited_by": [{"anchor": anchor, "title": title} for anchor, title in one.places],
            }
            for one in made.citations
        ],
    }


def _entry_data(entry: RulebookEntry) -> Json:
    return {
        "anchor": entry.anchor,
        "name": entry.name,
        "sort": entry.sort,
        "title": entry.title,
        "cites": list(entry.cites),
        "path": entry.path,
        "line": entry.line,
        "text": entry.source,
        "changed_by": [title for title, _ in entry.changes],
    }


def _card_data(card: Card) -> Json:
    return {
        "anchor": card.anchor,
        "id": card.id,
        "title": card.title,
        "copies": card.copies,
        "each_player": card.each_player,
        "facts": card.facts,
        "text": card.text,
        "source": card.source,
        "cites": list(card.cites),
        "path": card.path,
        "line": card.line,
        "rules": "\n".join(" " * at + said for at, said, _ in card.rules),
    }
