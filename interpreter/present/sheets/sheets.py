"""All sheets of a game in one file: cards and their backs, tokens, boards, the rules."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from interpreter.present.rulebook import Rulebook
from interpreter.present.sheets.board_pages import board_pages
from interpreter.present.sheets.cut_outs import Cut
from interpreter.present.sheets.paper import Paper, fonts_for
from interpreter.present.sheets.rule_pages import rule_pages
from interpreter.present.sheets.stock import Stock


@dataclass(frozen=True, slots=True)
class Sheets:
    """A PDF and its contents: the number of pages of each sort, and of each board by id.

    `lacking` says whether characters were replaced that the font does not have."""

    data: bytes
    pages: dict[str, int]
    boards: dict[str, int]
    font: str
    lacking: bool


def sheets(
    stock: Stock, book: Rulebook, size: str, backs: bool, tell: Callable[[str], None]
) -> Sheets:
    """Print everything on paper of a size, and cards alone on cards of poker size.

    `tell` is called with what is being printed."""
    paper = Paper(size, fonts_for(stock.font))
    with closing(paper):
        return _printed(paper, size, stock, book, backs, tell)


def _printed(
    paper: Paper,
    size: str,
    stock: Stock,
    book: Rulebook,
    backs: bool,
    tell: Callable[[str], None],
) -> Sheets:
    paper.pdf.set_title(paper.known(stock.title))
    tell("cards")
    cut = Cut(paper, stock)
    if size == "poker":
        faces = cut.single_cards(backs)
        pages = {"cards": faces, "backs": faces if backs else 0, "tokens": 0, "boards": 0}
        return Sheets(paper.data(), pages | {"rules": 0}, {}, paper.font, paper.lacking)
    faces, behind = cut.cards(backs)
    tell("tokens")
    pieces = cut.tokens()
    tell("boards")
    drawn = {one.id: board_pages(cut.drawer, cut.looks, stock.view, one) for one in stock.boards}
    tell("rules")
    rules = rule_pages(paper, book)
    tell("the file")
    pages = {
        "cards": faces,
        "backs": behind,
        "tokens": pieces,
        "boards": sum(drawn.values()),
        "rules": rules,
    }
    return Sheets(paper.data(), pages, drawn, paper.font, paper.lacking)
