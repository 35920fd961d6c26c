"""`rulewright print`: cards, tokens, boards and rules of a game as sheets to cut out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.present.sheets.sheets import Sheets
    from interpreter.present.sheets.stock import Piece, Stock

HEAD = b"%PDF-"


@click.command(
    "print",
    cls=ByExample,
    examples="""
    rulewright print love_letter --out love_letter.pdf
    rulewright print root --players 3 --paper letter --out root.pdf
    rulewright print kingdom --variant few_spells --no-backs --out kingdom.pdf
    """,
)
@games.GAME
@click.option("--out", metavar="FILE", required=True, help="Write the PDF here.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"], case_sensitive=False),
    default="a4",
    show_default=True,
    help="The size of the paper.",
)
@click.option(
    "--backs/--no-backs",
    default=True,
    help="Print backs of cards behind each page of them (the default), or none.",
)
@click.option(
    "-p", "--players", type=Whole(1), help="For how many players; the maximum by default."
)
@VARIANTS
@GAME_OPTION
@JSON
def print_game(
    game: str,
    out: str,
    paper: str,
    backs: bool,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
) -> int:
    """Write sheets of a GAME to cut out: cards, tokens and boards, and its rules.

    Each card is there as often as in the game. Print both sides, flipped on the short edge, at full
    size. Needs the extra `print`: pip install 'rulewright[print]'.
    """
    from interpreter.cli.commands.shown.rules import book_of
    from interpreter.cli.overwriting import writable
    from interpreter.cli.progress import Progress
    from interpreter.load.files import write_whole

    try:
        from interpreter.present.sheets.sheets import sheets
    except ImportError:
        raise exits.Stop(
            exits.USAGE,
            "a PDF needs a library that is not installed",
            "pip install 'rulewright[print]'",
        ) from None
    from interpreter.present.sheets.stock import stock

    path = writable(out, HEAD)
    plan = games.load(game, options, variants)
    number = games.players_fit(plan, plan.most if players is None else players)
    book = book_of(game, variants, options)
    listed = stock(plan, book, number)
    with Progress() as progress:
        made = sheets(
            listed, book, paper.lower(), backs, lambda what: progress.show(f"printing {what}")
        )
    write_whole(path, made.data)
    if json_:
        output.as_json(_as_data(plan.id, listed, made, number, paper.lower(), out))
    else:
        _tell(listed, made)
    if made.lacking:
        output.message(
            f"note: {made.font} lacks some letters of this game: others stand in their place",
            *(["  help: install the DejaVu fonts"] if made.font == "Helvetica" else []),
        )
    output.message(f"the sheets are in {out}")
    return exits.FINE


def _many(pieces: Sequence[Piece]) -> int:
    return sum(one.copies for one in pieces)


def _tell(listed: Stock, made: Sheets) -> None:
    pages = made.pages
    rows = (
        ("card", _many(listed.cards), pages["cards"] + pages["backs"]),
        ("token", _many(listed.tokens), pages["tokens"]),
        ("board", len(listed.boards), pages["boards"]),
    )
    for word, many, sheets in rows:
        if many:
            output.data(f"{output.plural(many, word)} on {output.plural(sheets, 'page')}")
    output.data(f"rules on {output.plural(pages['rules'], 'page')}")


def _as_data(
    game: str, listed: Stock, made: Sheets, players: int, paper: str, out: str
) -> dict[str, object]:
    return {
        "game": game,
        "title": listed.title,
        "players": players,
        "file": str(Path(out)),
        "paper": paper,
        "font": made.font,
        "replaced_letters": made.lacking,
        "pages": made.pages | {"all": sum(made.pages.values())},
        "cards": _by_kind(listed.cards),
        "tokens": _by_kind(listed.tokens),
        "boards": [{"name": name, "pages": pages} for name, pages in made.boards.items()],
    }


def _by_kind(pieces: Sequence[Piece]) -> list[dict[str, object]]:
    kinds: dict[str, list[Piece]] = {}
    for piece in pieces:
        kinds.setdefault(piece.kind, []).append(piece)
    return [
        {
            "kind": kind,
            "pieces": _many(found),
            "designs": [
                {"id": one.id, "title": one.title, "colour": one.colour, "copies": one.copies}
                for one in found
            ],
        }
        for kind, found in kinds.items()
    ]
