"""`rulewright print`: cards as pictures, on sheets, for print shops and for Tabletop Simulator."""

from __future__ import annotations

import json
import struct
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlparse
from xml.etree import ElementTree

import jsonschema
import pytest

pypdf = pytest.importorskip("pypdf", reason="no PDF can be read: pip install pypdf")
pdfium = pytest.mark.skipif(
    find_spec("pypdfium2") is None,
    reason="no pictures are made here: pip install pypdfium2",
)
SVG = "{http://www.w3.org/2000/svg}"
MM = 72 / 25.4
LOVE = ("guard", "priest", "baron", "handmaid", "king", "countess", "prince", "princess")

NUMBER, TEXT, YES = {"type": "number"}, {"type": "string"}, {"type": "boolean"}
PLACE = {
    "type": "object",
    "required": [a + b for a in ("pos", "rot", "scale") for b in "XYZ"],
    "additionalProperties": NUMBER,
}
SHEETS = {
    "type": "object",
    "minProperties": 1,
    "patternProperties": {
        "^[1-9][0-9]*$": {
            "type": "object",
            "required": ["FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden"],
            "properties": {
                "FaceURL": {"type": "string", "pattern": "^(file:///|https?://)"},
                "BackURL": {"type": "string", "pattern": "^(file:///|https?://)"},
                "NumWidth": {"type": "integer", "minimum": 1, "maximum": 10},
                "NumHeight": {"type": "integer", "minimum": 1, "maximum": 7},
                "BackIsHidden": YES,
                "UniqueBack": YES,
                "Type": {"enum": [0, 1, 2, 3, 4]},
            },
            "additionalProperties": False,
        }
    },
    "additionalProperties": False,
}
THING = {
    "type": "object",
    "required": ["Name", "Transform", "Nickname", "Description"],
    "properties": {
        "Name": {"enum": ["DeckCustom", "Card"]},
        "Transform": PLACE,
        "Nickname": TEXT,
        "Description": TEXT,
        "CardID": {"type": "integer", "minimum": 100},
        "DeckIDs": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 100}},
        "CustomDeck": SHEETS,
        "ContainedObjects": {"type": "array", "minItems": 2, "items": {"$ref": "#/$defs/thing"}},
    },
    "if": {"properties": {"Name": {"const": "DeckCustom"}}},
    "then": {"required": ["DeckIDs", "CustomDeck", "ContainedObjects"]},
    "else": {"required": ["CardID", "CustomDeck"]},
}
SAVED_OBJECT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["SaveName", "ObjectStates"],
    "properties": {
        "SaveName": TEXT,
        "LuaScript": TEXT,
        "ObjectStates": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/thing"}},
    },
    "$defs": {"thing": THING},
}
"""What a saved object of Tabletop Simulator has, by its page about save files
(kb.tabletopsimulator.com/custom-content/save-file-format) and by decks that people have published:
the number of a card is a hundred times that of its sheet and its place there."""


def size(path: Path) -> tuple[int, int]:
    """Give the width and the height of a PNG."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", data[16:24])
    return wide, high


@pdfium
def test_each_card_is_a_picture_named_by_its_id(rulewright, fits):
    said = rulewright("print", "love_letter", "--images", "cards")
    assert said == (0, "9 pictures of cards\n", "the pictures are in cards\n")
    names = {path.name for path in Path("cards").iterdir()}
    assert names == {f"card.{one}_card.png" for one in LOVE} | {"card-back.png"}
    for path in Path("cards").iterdir():
        assert size(path) == pytest.approx((63 / 25.4 * 300, 88 / 25.4 * 300), abs=1)
    said = rulewright("print", "love_letter", "--images", "cards", "--dpi", "96", "--json")
    fits(said.data, "print")
    assert said.data["images"]["dpi"] == 96 and len(said.data["images"]["files"]) == 9
    assert size(Path("cards/card.guard_card.png"))[0] == pytest.approx(63 / 25.4 * 96, abs=1)
    assert "file" not in said.data and "sheets" not in said.data
    rulewright("print", "love_letter", "--images", "faces", "--dpi", "30", "--no-backs")
    assert len(list(Path("faces").iterdir())) == 8


def test_cards_are_drawn_as_svg_without_any_library(rulewright, fits, monkeypatch):
    for name in ("fpdf", "pypdfium2", "PIL"):
        monkeypatch.setitem(sys.modules, name, None)
    said = rulewright("print", "love_letter", "--images", "cards", "--as", "svg", "--json")
    assert said.code == 0, said.err
    fits(said.data, "print")
    assert len(said.data["images"]["files"]) == 9
    for name in said.data["images"]["files"]:
        drawn = ElementTree.parse(Path("cards") / name).getroot()
        assert (drawn.attrib["width"], drawn.attrib["viewBox"]) == ("63mm", "0 0 63 88")
        symbols = {one.attrib["id"] for one in drawn.iter(f"{SVG}symbol")}
        used = {one.attrib["href"][1:] for one in drawn.iter(f"{SVG}use")}
        assert used == symbols
    text = Path("cards/card.guard_card.svg").read_text(encoding="utf-8")
    assert "Name a card other" in text and ">Guard<" in text


@pytest.mark.parametrize(
    ("name", "card"), [("root", "card.birdy_bindle"), ("coup", "card.duke_card")]
)
def test_what_belongs_to_a_kind_has_its_name(rulewright, name, card):
    data = rulewright("print", name, "--images", "a", "--as", "svg", "--json").data
    files = data["images"]["files"]
    assert f"{card}.svg" in files and len(files) == len(set(files))
    kinds = {one["kind"] for one in data["cards"]}
    assert {one for one in files if one.endswith("-back.svg")} == {f"{k}-back.svg" for k in kinds}


@pdfium
def test_faces_lie_on_sheets_kind_by_kind(rulewright, fits):
    said = rulewright("print", "splendor", "--sheet", "6x3", "sheets", "--json")
    assert said.code == 0, said.err
    fits(said.data, "print")
    files = {one["file"]: one for one in said.data["sheets"]["files"]}
    designs = {one["kind"]: len(one["designs"]) for one in said.data["cards"]}
    assert designs == {"card": 90, "noble": 10}
    assert [one["cards"] for one in files.values()] == [18, 18, 18, 18, 18, 10]
    assert files["noble.png"] == {
        "file": "noble.png",
        "kind": "noble",
        "columns": 6,
        "rows": 2,
        "cards": 10,
    }
    wide, high = size(Path("sheets/card-back.png"))
    assert size(Path("sheets/card-5.png")) == (6 * wide, 3 * high)
    assert size(Path("sheets/noble.png")) == (6 * wide, 2 * high)
    said = rulewright("print", "love_letter", "--sheet", "4x2", "one.PNG", "--dpi", "30")
    assert said == (0, "8 faces on 1 sheet\n", "the sheets of cards are in one.PNG\n")
    assert Path("one.png").exists() and Path("one-back.png").exists()


@pdfium
@pytest.mark.parametrize("name", ["love_letter", "splendor", "root"])
def test_decks_fit_what_tabletop_simulator_reads(rulewright, fits, name):
    said = rulewright("print", name, "--tabletop", "deck.json", "--dpi", "30", "--json")
    assert said.code == 0, said.err
    fits(said.data, "print")
    saved = json.loads(Path("deck.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(SAVED_OBJECT).validate(saved)
    assert len(saved["ObjectStates"]) == said.data["tabletop"]["decks"] == len(said.data["cards"])
    for deck, kind in zip(saved["ObjectStates"], said.data["cards"], strict=True):
        held = deck.get("ContainedObjects", [deck])
        if "DeckIDs" in deck:
            assert deck["DeckIDs"] == [one["CardID"] for one in held]
        titles = [one["title"] for one in kind["designs"] for _ in range(one["copies"])]
        assert [one["Nickname"] for one in held] == titles
        assert len({one["CardID"] for one in held}) == len(kind["designs"])
        for one in held:
            sheet, place = divmod(one["CardID"], 100)
            about = deck["CustomDeck"][str(sheet)]
            assert place < about["NumWidth"] * about["NumHeight"]
            assert one["CustomDeck"] == {str(sheet): about}
            assert about["BackIsHidden"] is True
        for about in deck["CustomDeck"].values():
            face = Path(unquote(urlparse(about["FaceURL"]).path))
            back = Path(unquote(urlparse(about["BackURL"]).path))
            wide, high = size(back)
            assert size(face) == (about["NumWidth"] * wide, about["NumHeight"] * high)


@pdfium
def test_a_card_of_a_deck_says_what_it_does(rulewright):
    words = ("--tabletop", "deck.json", "--dpi", "30", "--url", "https://example.org/my%20cards/")
    said = rulewright("print", "love_letter", *words)
    assert said.out == "8 faces on 1 sheet\n1 deck with 16 cards\n"
    assert said.err == "the sheets of cards are in .\nthe decks are in deck.json\n"
    deck = json.loads(Path("deck.json").read_text(encoding="utf-8"))["ObjectStates"][0]
    assert deck["DeckIDs"] == [100] * 5 + [n for n in (101, 102, 103, 104) for _ in "ab"] + [
        105,
        106,
        107,
    ]
    priest = next(one for one in deck["ContainedObjects"] if one["Nickname"] == "Priest")
    assert priest["Description"].splitlines()[0] == "Look at another player's hand."
    about = deck["CustomDeck"]["1"]
    assert about["FaceURL"] == "https://example.org/my%20cards/deck.card.png"
    assert about["BackURL"] == "https://example.org/my%20cards/deck.card-back.png"
    assert (about["NumWidth"], about["NumHeight"]) == (8, 1)


def test_a_print_shop_gets_a_card_on_each_page(rulewright, fits):
    said = rulewright("print", "love_letter", "--paper", "poker", "--out", "love.pdf")
    assert said == (0, "16 cards on 32 pages\n", "the sheets are in love.pdf\n")
    pages = pypdf.PdfReader("love.pdf").pages
    assert len(pages) == 32
    told = [page.extract_text() for page in pages]
    assert [sum("Guard" in one.split() for one in told[:5]), "Princess" in told[15]] == [5, True]
    assert all(one.startswith("Love Letter") for one in told[16:])
    for page in pages:
        wide, high = float(page.mediabox.width), float(page.mediabox.height)
        assert (wide / MM, high / MM) == pytest.approx((69, 94), abs=0.01)
        assert [float(n) for n in page.bleedbox] == pytest.approx([0, 0, wide, high], abs=0.02)
        cut = [3 * MM, 3 * MM, wide - 3 * MM, high - 3 * MM]
        assert [float(n) for n in page.trimbox] == pytest.approx(cut, abs=0.02)
    words = ("--paper", "poker", "--out", "love.pdf", "--no-backs", "--json")
    said = rulewright("print", "love_letter", *words)
    fits(said.data, "print")
    assert said.data["pages"] == {
        "cards": 16,
        "backs": 0,
        "tokens": 0,
        "boards": 0,
        "rules": 0,
        "all": 16,
    }


@pdfium
def test_only_pictures_and_decks_are_written_over(rulewright):
    Path("cards").mkdir()
    Path("cards/card.king_card.png").write_text("mine", encoding="utf-8")
    said = rulewright("print", "love_letter", "--images", "cards")
    assert (said.code, said.out) == (7, "")
    assert said.err == (
        "error: cards/card.king_card.png holds something else\n"
        "  help: name another file, or remove it first\n"
    )
    assert [path.name for path in Path("cards").iterdir()] == ["card.king_card.png"]
    Path("deck.json").write_text('{"mine": 1}', encoding="utf-8")
    words = ("--tabletop", "deck.json", "--sheet", "10x7", "sheets", "--dpi", "30")
    said = rulewright("print", "love_letter", *words)
    assert said.code == 7 and said.err.startswith("error: deck.json holds something else\n")
    assert not list(Path("sheets").iterdir())
    Path("deck.json").unlink()
    assert rulewright("print", "love_letter", *words).code == 0
    assert rulewright("print", "love_letter", *words).code == 0


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            ("love_letter",),
            2,
            "error: nothing says what to write\n"
            "  help: --out FILE.pdf, --images DIR, --sheet 10x7 DIR or --tabletop FILE.json\n",
        ),
        (
            ("pig", "--images", "a"),
            2,
            "error: Pig has no cards\n  help: print all that it has: --out FILE.pdf\n",
        ),
        (
            ("pig", "--paper", "poker", "--out", "a.pdf"),
            2,
            "error: Pig has no cards\n  help: print all that it has: --out FILE.pdf\n",
        ),
        (
            ("coup", "--sheet", "10by7", "a"),
            2,
            "error: `10by7` is not the size of a sheet\n"
            "  help: columns and rows from 1 to 20, such as 10x7\n",
        ),
        (
            ("coup", "--sheet", "0x7", "a"),
            2,
            "error: `0x7` is not the size of a sheet\n"
            "  help: columns and rows from 1 to 20, such as 10x7\n",
        ),
        (
            ("coup", "--sheet", "12x7", "a", "--tabletop", "a.json"),
            2,
            "error: Tabletop Simulator reads at most 10x7 cards on a sheet\n"
            "  help: --sheet 10x7 DIR\n",
        ),
        (
            ("coup", "--sheet", "20x20", "a", "--dpi", "1200"),
            2,
            "error: a sheet of 20x20 cards has too many pixels at 1200 dpi\n"
            "  help: --dpi 236, or fewer cards on a sheet\n",
        ),
        (
            ("splendor", "--sheet", "10x7", "a.png"),
            2,
            "error: the cards take 3 sheets, not one file\n"
            "  help: name a folder, or a larger sheet\n",
        ),
        (
            ("coup", "--images", "no/cards", "--as", "svg"),
            7,
            "error: there is no folder for no/cards\n  help: name a folder that is there\n",
        ),
        (
            ("coup", "--images", "file", "--as", "svg"),
            7,
            "error: file is not a folder\n  help: name another folder\n",
        ),
    ],
)
def test_what_cannot_be_drawn_is_told(rulewright, words, code, message):
    Path("file").write_text("", encoding="utf-8")
    assert rulewright("print", *words) == (code, "", message)
    assert [path.name for path in Path().iterdir()] == ["file"]


def test_a_card_whose_picture_is_missing_is_told(rulewright, monkeypatch):
    from interpreter.present.sheets import stock as stocks

    whole = stocks.stock

    def with_art(*given):
        listed = whole(*given)
        cards = [replace(one, item=replace(one.item, art="fox.png")) for one in listed.cards]
        return replace(listed, cards=tuple(cards))

    monkeypatch.setattr(stocks, "stock", with_art)
    said = rulewright("print", "love_letter", "--images", "cards", "--as", "svg")
    assert said.code == 0
    assert said.err.startswith(
        "note: there is no file `fox.png` in the game's folder\n"
        "  help: put a PNG, JPEG or SVG into the game's folder, or into `art` in it\n"
    )


def test_a_missing_library_of_pictures_is_named(rulewright, monkeypatch):
    for name in [one for one in sys.modules if one.endswith("sheets.card_pictures")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    said = rulewright("print", "love_letter", "--images", "cards")
    assert said == (
        2,
        "",
        "error: a picture needs a library that is not installed\n"
        "  help: pip install 'rulewright[print]'\n",
    )
