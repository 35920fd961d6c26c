"""What a game consists of for printing: cards, tokens and boards, with their numbers.

Takes a plan and its rulebook; gives plain data. Cards are told from tokens by what the rules say of
the kind: whether it is ever hidden, whether its components are alike or belong to players, and what
is printed on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.ir.declared import Design, Kind
from interpreter.present import printed_lines, words
from interpreter.present.model.board_views import boards as views_of
from interpreter.present.model.parts import Board, Item, View
from interpreter.present.model.scene import Scene
from interpreter.present.model.view import view
from interpreter.present.page.appearance import Wardrobe, wardrobe
from interpreter.present.rulebook import Card as Described
from interpreter.present.rulebook import Rulebook, spoken
from interpreter.run import handles
from interpreter.run.plan import Plan

NOTHING = Item("")
ROWS = ("rows", "list", "values")
"""Boards that are no more than spaces side by side: their spaces are printed as cards."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A design to be printed `copies` times.

    `item` is the component as all see it, `text` and `facts` what is printed on it in words;
    `colour` and, for tokens, `letter` may be empty."""

    kind: str
    id: str
    title: str
    back: str
    copies: int
    text: str = ""
    facts: tuple[str, ...] = ()
    colour: str = ""
    letter: str = ""
    item: Item = NOTHING


@dataclass(frozen=True, slots=True)
class Stock:
    """Everything to cut out from a game's sheets, its boards, and how all that looks.

    `view` is the table as a game begins; `font` is a file of the font to print with, if one is
    named."""

    title: str
    looks: Wardrobe
    view: View
    cards: tuple[Piece, ...]
    tokens: tuple[Piece, ...]
    boards: tuple[Board, ...]
    font: Path | None = None


def stock(plan: Plan, book: Rulebook, players: int) -> Stock:
    """List what is to be printed for this number of players."""
    told = {(kind, card.id): card for kind, _, cards in book.components for card in cards}
    fresh = plan.fresh(players, 1)
    scene = Scene(plan, fresh, None)
    drawn = tuple(one for one in views_of(scene) if one.shape not in ROWS)
    spaces = {one.sort.removeprefix("kind:"): one.name for one in plan.program.boards.values()}
    on_boards = {kind for kind, name in spaces.items() if name in {one.id for one in drawn}}
    cards: list[Piece] = []
    tokens: list[Piece] = []
    for kind in plan.program.kinds.values():
        if kind.name in on_boards or not (kind.name in spaces or _is_used(plan, kind)):
            continue
        kept = tokens if _is_token(plan, kind) else cards
        for design in kind.designs:
            kept += _pieces(scene, kind, design, told.get((kind.name, design.id)), players)
    seen = view(plan, fresh, None, question=False)
    return Stock(plan.title, wardrobe(plan), seen, tuple(cards), tuple(tokens), drawn)


def _is_used(plan: Plan, kind: Kind) -> bool:
    """Check whether components of a kind can be anywhere but in the box."""
    return any(kind.name in one.kinds for one in plan.program.families if one.holder != "box")


def _is_token(plan: Plan, kind: Kind) -> bool:
    if any(design.text for design in kind.designs):
        return False
    if kind.alike or kind.owned or len(kind.designs) == 1:
        return True
    lies = [one for one in plan.program.families if kind.name in one.kinds and one.holder != "box"]
    hidden = any(one.seen != "all" for one in lies)
    copies = sum(design.copies for design in kind.designs)
    return not hidden and copies > len(kind.designs) and len(kind.printed) < 3


def _pieces(
    scene: Scene, kind: Kind, design: Design, told: Described | None, players: int
) -> Iterator[Piece]:
    """Yield a design once, or once per player if each has their own."""
    plan = scene.plan
    rules = [] if told is None or told.text else [spoken(said) for _, said, _ in told.rules if said]
    text = " ".join(rules) if told is None or not told.text else told.text
    name = design.title.casefold()
    facts = tuple(
        words.capital(one)
        for one in printed_lines.printed_facts(plan, design, whole=True)
        if not one.casefold().endswith(name)  # the title says that already
    )
    letter = words.design_letters(plan, kind.name)[design.id] if _is_token(plan, kind) else ""
    letter = letter.upper() if len(letter) <= 2 else ""
    colour = words.design_colour(plan, kind.name, design)
    back = words.capital(words.spoken(kind.name))
    for seat in range(players) if design.each_player else (-1,):
        whose = handles.seat_name(seat) if seat >= 0 else colour
        if design.copies:
            yield Piece(
                kind.name, design.id, words.capital(design.title), back, design.copies, text,
                facts, whose, letter, _item(scene, design, seat, text),
            )  # fmt: skip


def _item(scene: Scene, design: Design, seat: int, text: str) -> Item:
    """Return a component of a design, that of a player if each has their own."""
    owners = scene.program.owner_of
    number = next(
        (one for one in range(design.first, len(owners)) if seat < 0 or owners[one] == seat),
        design.first,
    )
    return replace(scene.item(number, "", 0), text=text)
