"""`rulewright print`: a game as sheets to cut out, and its cards as pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from interpreter.cli import exits, games, output
from interpreter.cli.command_list import GAME_OPTION, JSON, VARIANTS, ByExample, Whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.cli.commands.shown.card_files import CardOrders
    from interpreter.present.rulebook import Rulebook
    from interpreter.present.sheets.sheets import Sheets
    from interpreter.present.sheets.stock import Piece, Stock

HEAD = b"%PDF-"
MOST_TOLD = 5  # pictures that are not there


class CardOptions(TypedDict):
    """The options that are about pictures of cards."""

    images: str | None
    form: str
    dpi: int | None
    backs: bool
    sheet: tuple[str, str] | None
    tabletop: str | None
    url: str
    font: str | None


@click.command(
    "print",
    cls=ByExample,
    examples="""
    rulewright print love_letter --out love_letter.pdf
    rulewright print root --players 3 --paper letter --out root.pdf
    rulewright print kingdom --variant few_spells --no-backs --out kingdom.pdf
    rulewright print love_letter --images cards --as svg
    rulewright print splendor --sheet 10x7 sheets --tabletop splendor.json
    """,
)
@games.GAME
@click.option("--out", metavar="FILE", help="Write everything as a PDF here.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter", "poker"], case_sensitive=False),
    default="a4",
    show_default=True,
    help="The size of the paper; poker: one card a page, as print shops take them.",
)
@click.option(
    "--backs/--no-backs",
    default=True,
    help="Print the backs of cards as well (the default), or not.",
)
@click.option("--images", metavar="DIR", help="Write a picture of each card into this folder.")
@click.option(
    "--as",
    "form",
    type=click.Choice(["png", "svg"], case_sensitive=False),
    default="png",
    show_default=True,
    help="What pictures these are.",
)
@click.option(
    "--dpi",
    type=Whole(30, 1200),
    help="Dots per inch of pictures; 300 for each card, 150 on sheets by default.",
)
@click.option(
    "--sheet",
    nargs=2,
    metavar="10x7 DIR|FILE",
    help="Write sheets of as many columns and rows of cards as PNG here.",
)
@click.option(
    "--tabletop",
    metavar="FILE",
    help="Write the decks for Tabletop Simulator here, and their sheets beside it.",
)
@click.option(
    "--font", metavar="FILE", help="A font (.ttf, .otf) that has the letters of the game."
)
@click.option("--url", default="", help="Where the sheets of the decks will be on the net.")
@click.option(
    "-p", "--players", type=Whole(1), help="For how many players; the maximum by default."
)
@VARIANTS
@GAME_OPTION
@JSON
def print_game(
    game: str,
    out: str | None,
    paper: str,
    players: int | None,
    variants: tuple[str, ...],
    options: dict[str, object],
    json_: bool,
    **cards: Unpack[CardOptions],
) -> int:
    """Write sheets of a GAME to cut out, or its cards as pictures.

    A PDF has cards, tokens and boards, and the rules: each card as often as in the game. Print both
    sides, flipped on the short edge, at full size. --paper poker is for a print shop: cards alone,
    all faces and then their backs, of 63 x 88 mm with 3 mm around them to cut off. Pictures show
    each card once. Needs the extra `print`, but for --as svg: pip install 'rulewright[print]'.
    """
    from interpreter.cli.commands.shown.card_files import (
        check_cards,
        tell_cards,
        write_cards,
    )
    from interpreter.cli.commands.shown.rules import book_of
    from interpreter.cli.progress import Progress
    from interpreter.present.sheets.stock import stock

    orders = _orders(cards)
    if out is None and not orders.any:
        raise exits.Stop(
            exits.USAGE,
            "nothing says what to write",
            "--out FILE.pdf, --images DIR, --sheet 10x7 DIR or --tabletop FILE.json",
        )
    press = _Press(out, paper.lower(), orders.backs) if out is not None else None
    laid = games.lay(game, variants)
    plan = games.plan_of(laid, options)
    number = games.players_fit(plan, plan.most if players is None else players)
    book = book_of(game, variants, options)
    listed = _with_art(stock(plan, book, number), laid.folder)
    listed = replace(listed, font=_font(cards["font"]))
    if orders.any or paper.lower() == "poker":
        check_cards(listed)
    data: dict[str, object] = {"game": plan.id, "title": listed.title, "players": number}
    with Progress() as progress:
        drawn = write_cards(orders, listed, progress.show) if orders.any else {}
        made = press.write(listed, book, progress.show) if press is not None else None
    if json_:
        told = press.as_data(made) if press is not None and made is not None else {}
        listed_data = {"cards": _by_kind(listed.cards), "tokens": _by_kind(listed.tokens)}
        output.as_json(data | told | drawn | listed_data)
    elif made is not None:
        _tell(listed, made)
    if made is not None:
        _say_where(made, str(out))
    tell_cards(orders, drawn, quiet=json_)
    return exits.FINE


def _font(named: str | None) -> Path | None:
    """Return the font that somebody named; raises `Stop` if it is none."""
    if named is None:
        return None
    from interpreter.present.sheets.paper import NotAFont, Paper

    try:
        Paper("a4", (Path(named), Path(named))).close()
    except NotAFont:
        raise exits.Stop(
            exits.FILES, f"{named} is no font", "name a file that ends in .ttf or .otf"
        ) from None
    return Path(named)


def _with_art(listed: Stock, folder: Path) -> Stock:
    """Add the pictures that cards have of their own; those that are none are told."""
    from interpreter.load.game_pictures import read_arts

    arts, wrong = read_arts(folder, (card.item.art for card in listed.cards))
    if wrong:
        output.message(
            *(f"note: {fault}" for fault in wrong[:MOST_TOLD]),
            *([f"note: and {len(wrong) - MOST_TOLD} more"] if len(wrong) > MOST_TOLD else []),
            "  help: put a PNG, JPEG or SVG into the game's folder, or into `art` in it",
        )
    return replace(listed, looks=replace(listed.looks, arts=arts))


def _orders(cards: CardOptions) -> CardOrders:
    from interpreter.cli.commands.shown.card_files import CardOrders

    grid, sheets = cards["sheet"] or ("", "")
    return CardOrders(
        cards["images"] or "",
        cards["form"].lower(),
        cards["dpi"] or 0,
        cards["backs"],
        grid,
        sheets,
        cards["tabletop"] or "",
        cards["url"],
    )


class _Press:
    """Prints a PDF into a file that is free for it."""

    def __init__(self, out: str, paper: str, backs: bool) -> None:
        """Raise `Stop` if the library is missing, or the file is something else."""
        from interpreter.cli.overwriting import writable

        try:
            from interpreter.present.sheets.sheets import sheets
        except ImportError:
            raise exits.Stop(
                exits.USAGE,
                "a PDF needs a library that is not installed",
                "pip install 'rulewright[print]'",
            ) from None
        self.sheets = sheets
        self.out, self.paper, self.backs = out, paper, backs
        self.path = writable(out, HEAD)

    def write(self, listed: Stock, book: Rulebook, tell: Callable[[str], None]) -> Sheets:
        """Write the PDF."""
        from interpreter.load.files import write_whole

        made = self.sheets(
            listed, book, self.paper, self.backs, lambda what: tell(f"printing {what}")
        )
        write_whole(self.path, made.data)
        return made

    def as_data(self, made: Sheets) -> dict[str, object]:
        """Return what was printed, for other programs."""
        return {
            "file": str(Path(self.out)),
            "paper": self.paper,
            "font": made.font,
            "replaced_letters": made.lacking,
            "pages": made.pages | {"all": sum(made.pages.values())},
            "boards": [{"name": name, "pages": pages} for name, pages in made.boards.items()],
        }


def _say_where(made: Sheets, out: str) -> None:
    if made.lacking:
        output.message(
            f"note: {made.font} lacks some letters of this game: others stand in their place",
            "  help: name a font that has them: --font FILE"
            + (", or install the DejaVu fonts" if made.font == "Helvetica" else ""),
        )
    output.message(f"the sheets are in {out}")


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
    if pages["rules"]:
        output.data(f"rules on {output.plural(pages['rules'], 'page')}")


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
