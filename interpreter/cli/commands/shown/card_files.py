"""Cards as pictures: one by one, on sheets, and as decks of Tabletop Simulator.

Takes a stock and what was asked for; writes files, and returns what is in them as data. No file
is written before it is clear that none of somebody else would be lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from interpreter.cli import exits, output
from interpreter.cli.overwriting import writable
from interpreter.diagnostics.json_data import Json
from interpreter.load.files import make_folder, write_whole
from interpreter.present.picture.printed_card import HIGH, WIDE
from interpreter.present.sheets.card_sides import (
    back_name,
    by_kind,
    face_names,
    laid_out,
    named_svgs,
)
from interpreter.present.sheets.tabletop import COLUMNS, ROWS, tabletop

if TYPE_CHECKING:
    from interpreter.present.sheets.card_pictures import CardPictures
    from interpreter.present.sheets.stock import Stock

HEADS = {"png": b"\x89PNG\r\n", "svg": b"<svg ", "json": b'{\n  "SaveName"'}
"""How files begin that may be written over."""
PRINTED, SHOWN = 300, 150
"""Dots per inch of single cards, and of cards on sheets: a full sheet has 3720 x 3640 pixels."""
MOST_SIDE = 20  # cards in a row or a column
LARGEST = 16_384  # pixels of a side: graphics cards show no more
_GRID = re.compile(r"(\d{1,3})[xX×](\d{1,3})")


@dataclass(frozen=True, slots=True)
class CardOrders:
    """What is asked for: a folder for single cards, one for sheets, a file of decks.

    `dpi` is 0 where none was named, `url` the address at which the sheets will be."""

    images: str = ""
    form: str = "png"
    dpi: int = 0
    backs: bool = True
    grid: str = ""
    sheets: str = ""
    tabletop: str = ""
    url: str = ""

    @property
    def any(self) -> bool:
        """Whether any cards are to be written as pictures."""
        return bool(self.images or self.sheets or self.tabletop)


def check_cards(stock: Stock) -> None:
    """Raise `Stop` for a game without cards."""
    if not stock.cards:
        raise exits.Stop(
            exits.USAGE, f"{stock.title} has no cards", "print all that it has: --out FILE.pdf"
        )


def write_cards(orders: CardOrders, stock: Stock, tell: Callable[[str], None]) -> Json:
    """Write what is asked for; `tell` is called with what is being drawn."""
    made: Json = {}
    tell("drawing cards")
    if orders.images:
        made["images"] = _write_images(orders, stock)
    if orders.sheets or orders.tabletop:
        made |= _write_sheets(orders, stock)
    return made


def tell_cards(orders: CardOrders, made: Json, quiet: bool) -> None:
    """Print what was written; if `quiet`, only where it is."""
    told: list[tuple[str, str]] = []
    if "images" in made:
        many = output.plural(len(made["images"]["files"]), "picture")
        told.append((f"{many} of cards", f"the pictures are in {orders.images}"))
    if "sheets" in made:
        files = made["sheets"]["files"]
        faces = output.plural(sum(one["cards"] for one in files), "face")
        where = orders.sheets or made["sheets"]["folder"]
        told.append(
            (
                f"{faces} on {output.plural(len(files), 'sheet')}",
                f"the sheets of cards are in {where}",
            )
        )
    if "tabletop" in made:
        decks = output.plural(made["tabletop"]["decks"], "deck")
        cards = output.plural(made["tabletop"]["cards"], "card")
        told.append((f"{decks} with {cards}", f"the decks are in {orders.tabletop}"))
    for what, where in told:
        if not quiet:
            output.data(what)
        output.message(where)


# ------------------------------------------------------------------------------ single cards


def _write_images(orders: CardOrders, stock: Stock) -> Json:
    """Write a picture of each face, and of the back of each kind."""
    backs = [back_name(kind) for kind in by_kind(stock)] if orders.backs else []
    names = [*face_names(stock), *backs]
    paths = _free(orders.images, names, orders.form)
    made: Json = {"folder": str(Path(orders.images)), "form": orders.form}
    if orders.form == "svg":
        drawn: Iterable[tuple[str, str | bytes]] = named_svgs(stock)
    else:
        made["dpi"] = orders.dpi or PRINTED
        drawn = _pictures(stock, made["dpi"]).one_by_one(orders.backs)
    for name, data in drawn:
        if name in paths:
            write_whole(paths[name], data)
    return made | {"files": [f"{name}.{orders.form}" for name in names]}


def _pictures(stock: Stock, dpi: int) -> CardPictures:
    try:
        from interpreter.present.sheets.card_pictures import CardPictures
    except ImportError:
        raise exits.Stop(
            exits.USAGE,
            "a picture needs a library that is not installed",
            "pip install 'rulewright[print]'",
        ) from None
    return CardPictures(stock, dpi)


def _free(folder: str, names: Iterable[str], form: str) -> dict[str, Path]:
    """Return the paths of files by name, and create their folder; raises `Stop` if any of them is
    something else already."""
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise exits.Stop(exits.FILES, f"{folder} is not a folder", "name another folder")
    if not path.absolute().parent.is_dir():
        raise exits.Stop(
            exits.FILES, f"there is no folder for {folder}", "name a folder that is there"
        )
    if not path.is_dir():
        make_folder(path, path.absolute().parent)
    return {name: writable(str(path / f"{name}.{form}"), HEADS[form]) for name in names}


# ------------------------------------------------------------------------------ sheets


def _write_sheets(orders: CardOrders, stock: Stock) -> Json:
    """Write sheets of faces, a back of each kind, and the decks made of them."""
    dpi = orders.dpi or SHOWN
    columns, rows = _grid(orders)
    _check_size(columns, rows, dpi)
    sheets = laid_out(stock, columns, rows)
    folder, named = _place(orders, [sheet.name for sheet in sheets])
    kinds = list(by_kind(stock))
    backs = [back_name(kind) for kind in kinds] if orders.backs or orders.tabletop else []
    paths = _free(folder, [named(name) for name in (*(s.name for s in sheets), *backs)], "png")
    saved = writable(orders.tabletop, HEADS["json"]) if orders.tabletop else None
    pictures = _pictures(stock, dpi)
    for sheet, data in pictures.on_sheets(sheets):
        write_whole(paths[named(sheet.name)], data)
    for name, data in pictures.backs() if backs else ():
        write_whole(paths[named(name)], data)
    files = [
        {
            "file": f"{named(sheet.name)}.png",
            "kind": sheet.kind,
            "columns": sheet.columns,
            "rows": sheet.rows,
            "cards": sheet.cards,
        }
        for sheet in sheets
    ]
    made: Json = {"sheets": {"folder": folder, "dpi": dpi, "files": files}}
    made["sheets"]["backs"] = [f"{named(name)}.png" for name in backs]
    if saved is not None:

        def address(name: str) -> str:
            if orders.url:
                return f"{orders.url.rstrip('/')}/{quote(named(name))}.png"
            return paths[named(name)].absolute().as_uri()

        held = tabletop(stock, sheets, address)
        write_whole(saved, json.dumps(held, indent=2, ensure_ascii=False) + "\n")
        made["tabletop"] = {
            "file": str(Path(orders.tabletop)),
            "decks": len(kinds),
            "cards": sum(card.copies for card in stock.cards),
        }
    return made


def _grid(orders: CardOrders) -> tuple[int, int]:
    """Return the columns and rows of a sheet; raises `Stop` for what are none."""
    if not orders.grid:
        return COLUMNS, ROWS
    found = _GRID.fullmatch(orders.grid)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not (1 <= columns <= MOST_SIDE and 1 <= rows <= MOST_SIDE):
        raise exits.Stop(
            exits.USAGE,
            f"`{orders.grid}` is not the size of a sheet",
            f"columns and rows from 1 to {MOST_SIDE}, such as 10x7",
        )
    if orders.tabletop and (columns > COLUMNS or rows > ROWS):
        raise exits.Stop(
            exits.USAGE,
            f"Tabletop Simulator reads at most {COLUMNS}x{ROWS} cards on a sheet",
            f"--sheet {COLUMNS}x{ROWS} DIR",
        )
    return columns, rows


def _check_size(columns: int, rows: int, dpi: int) -> None:
    """Raise `Stop` if a full sheet has more pixels than can be shown."""
    most = int(LARGEST * 25.4 / max(columns * WIDE, rows * HIGH))
    if dpi > most:
        raise exits.Stop(
            exits.USAGE,
            f"a sheet of {columns}x{rows} cards has too many pixels at {dpi} dpi",
            f"--dpi {most}, or fewer cards on a sheet",
        )


def _place(orders: CardOrders, names: Sequence[str]) -> tuple[str, Callable[[str], str]]:
    """Return the folder of the sheets, and what names their files.

    One that was named is the only sheet; beside decks, each has the name of theirs before it."""
    if not orders.sheets:
        decks = Path(orders.tabletop)
        return str(decks.parent), lambda name: f"{decks.stem}.{name}"
    path = Path(orders.sheets)
    if path.suffix.lower() != ".png":
        return str(path), str
    if len(names) > 1:
        raise exits.Stop(
            exits.USAGE,
            f"the cards take {len(names)} sheets, not one file",
            "name a folder, or a larger sheet",
        )
    return str(path.parent), lambda name: path.stem + name.removeprefix(names[0])
