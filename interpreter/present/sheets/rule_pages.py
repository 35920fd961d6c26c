"""The rules on paper: what `rulewright rules` prints, in two columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from interpreter.present.rulebook import Card, Rulebook, RulebookEntry, spoken
from interpreter.present.sheets.paper import INK, MARGIN, POINT, SOFT, Paper

COLUMNS, GAP = 2, 8.0
_STEP = 1.3  # line height in font sizes


class RuleParagraph(NamedTuple):
    """A paragraph: its text, size and indent, and the space before it."""

    text: str
    size: float = 8.0
    indent: float = 0.0
    bold: bool = False
    soft: bool = False
    before: float = 0.0


def rule_pages(paper: Paper, book: Rulebook) -> int:
    """Print the rules; return the number of pages."""
    first = paper.pages
    wide = (paper.size[0] - 2 * MARGIN - GAP * (COLUMNS - 1)) / COLUMNS
    column, y = COLUMNS, 0.0
    foot = paper.size[1] - MARGIN - 5
    for said in _paragraphs(book):
        lines = paper.lines(said.text, wide - said.indent, said.size, said.bold)
        step = said.size * POINT * _STEP
        y += said.before
        kept = step * min(len(lines), 2) + said.bold * 2 * said.size  # keeps headings with text
        for number, line in enumerate(lines):
            if y + (kept if number == 0 else step) > foot or column == COLUMNS:
                column, y = (column + 1, MARGIN) if column + 1 < COLUMNS else (0, MARGIN)
                if column == 0:
                    paper.page()
                    told = f"{book.title}: the rules, page {paper.pages - first}"
                    paper.text(MARGIN, paper.size[1] - 7, told, 7, ink=SOFT)
            y += step
            x = MARGIN + column * (wide + GAP) + said.indent + (2 if number else 0) * said.soft
            paper.text(x, y, line, said.size, said.bold, SOFT if said.soft else INK)
    return paper.pages - first


def _paragraphs(book: Rulebook) -> Iterator[RuleParagraph]:
    least, most = book.players
    players = f"{least} to {most} players" if least < most else f"{least} players"
    facts = [players, *([f"{book.minutes} minutes"] if book.minutes else [])]
    facts += [f"version {book.version}", *([f"by {book.author}"] if book.author else [])]
    yield RuleParagraph(book.title, 15, bold=True)
    yield RuleParagraph(", ".join(facts), soft=True)
    if book.description:
        yield RuleParagraph(book.description, before=1)
    if book.laid:
        yield RuleParagraph(f"With the house rules {', '.join(book.laid)}.", before=1)
    if book.table:
        yield _chapter("What is on the table")
        for entry in book.table:
            yield from _entry(entry)
    for _, title, entries in book.chapters:
        yield _chapter(title)
        for entry in entries:
            yield from _entry(entry)
    for _, title, cards in book.components:
        yield _chapter(title)
        for card in cards:
            yield from _card(card)
    if book.options:
        yield _chapter("Options")
        for option in book.options:
            yield RuleParagraph(f"{option.name}={option.value}", bold=True, before=1)
            yield RuleParagraph(f"{option.title}. {option.text}".strip(), indent=3)
    if book.citations:
        yield _chapter("Rules of the book")
        for one in book.citations:
            yield RuleParagraph(f"{one.id}  {one.title}")


def _chapter(title: str) -> RuleParagraph:
    return RuleParagraph(title, 12, bold=True, before=5)


def _entry(entry: RulebookEntry) -> Iterator[RuleParagraph]:
    yield RuleParagraph(entry.title or spoken(entry.name), 9, bold=True, before=2.5)
    if entry.cites:
        yield RuleParagraph(", ".join(entry.cites), 6.5, soft=True)
    yield from _lines([(0, entry.heading, ""), *entry.lines])
    for title, lines in entry.changes:
        yield RuleParagraph(f"House rule: {title}", indent=2, bold=True)
        yield from _lines(lines)


def _lines(lines: list[tuple[int, str, str]]) -> Iterator[RuleParagraph]:
    for at, said, remark in lines:
        text = spoken(said) + (f" ({remark})" if remark and said else "")
        yield RuleParagraph(text or f"({remark})", 7.5, min(at, 24) * 0.9, soft=not said)


def _card(card: Card) -> Iterator[RuleParagraph]:
    many = f" × {card.copies}" if card.copies != 1 else ""
    each = " for each player" if card.each_player else ""
    yield RuleParagraph(f"{card.title}{many}{each}", 8, bold=True, before=1)
    if card.facts:
        yield RuleParagraph("; ".join(card.facts), 7, 2, soft=True)
    if card.text:
        yield RuleParagraph(card.text, 7.5, 2)
    else:
        yield from _lines([(at + 2, said, remark) for at, said, remark in card.rules])
