"""Pictures that single cards have of their own, in print and as files."""

from __future__ import annotations

import io
from base64 import b64decode
from xml.etree import ElementTree

import pytest

from interpreter.load.game_pictures import LARGEST_ART, NotAPicture, read_art, read_arts
from interpreter.present.model.parts import Item, Now, View
from interpreter.present.page.appearance import Wardrobe
from interpreter.present.sheets.card_sides import CardSides
from interpreter.present.sheets.stock import Piece, Stock

Image = pytest.importorskip("PIL.Image", reason="no pictures here: pip install pillow")
VIEW = View("", "", None, Now(), ())
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10">'
    '<circle cx="15" cy="5" r="5"/></svg>'
)


def picture(form: str, size: tuple[int, int] = (40, 20)) -> bytes:
    """Give a picture whose halves are red and blue."""
    file, made = io.BytesIO(), Image.new("RGB", size, "#ff0000")
    made.paste("#0000ff", (size[0] // 2, 0, *size))
    made.save(file, form)
    return file.getvalue()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "fox.png").write_bytes(picture("PNG"))
    (tmp_path / "fox.jpg").write_bytes(picture("JPEG"))
    (tmp_path / "fox.svg").write_text(SVG, encoding="utf-8")
    return tmp_path


def stock_of(folder, *names: str, text: str = "Take a card.") -> Stock:
    """Give a stock with a card of each picture."""
    cards = tuple(
        Piece("card", f"c{n}", "Fox", "Card", 1, item=Item(
            "card", say=f"Fox {n}", text=text, design=f"c{n}", art=name,
        ))
        for n, name in enumerate(names)
    )  # fmt: skip
    return Stock("A game", Wardrobe(arts=read_arts(folder, names)[0]), VIEW, cards, (), ())


def test_a_picture_is_read_from_the_folder_of_the_game(folder):
    for name, form in (("fox.png", "png"), ("fox.jpg", "jpeg")):
        head, _, data = read_art(folder, name).partition(",")
        assert head == f"data:image/{form};base64"
        assert b64decode(data) == (folder / name).read_bytes()
    assert read_art(folder, "fox.svg").startswith('<svg viewBox="0 0 30 10"><circle')
    found, wrong = read_arts(folder, ["", "fox.png", "fox.png", "none.png"])
    assert list(found) == ["fox.png"]
    assert wrong == ["there is no file `none.png` in the game's folder"]


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("none.png", None, "there is no file `none.png` in the game's folder"),
        ("../up.png", None, "there is no file `../up.png` in the game's folder"),
        ("a.png", b"GIF89a", "`a.png` is no PNG, JPEG or SVG"),
        ("a.png", b"x" * (LARGEST_ART + 1), "`a.png` has more than 2000000 bytes"),
        ("a.svg", b"<p/>", "`a.svg` is no SVG"),
    ],
)
def test_what_is_no_picture_of_a_card_is_told(folder, name, data, why):
    game = folder / "game"
    game.mkdir()
    (folder / "up.png").write_bytes(picture("PNG"))
    if data is not None:
        (game / name).write_bytes(data)
    with pytest.raises(NotAPicture) as fault:
        read_art(game, name)
    assert str(fault.value) == why


def test_a_drawing_holds_its_pictures(folder):
    sides = CardSides(stock_of(folder, "fox.png", "fox.svg", ""))
    drawn = [
        ElementTree.fromstring(sides.alone(sides.face(card))) for card in sides.stock.cards
    ]  # fmt: skip
    space = "{http://www.w3.org/2000/svg}"
    symbols = [list(one.iter(f"{space}symbol")) for one in drawn]
    assert [len(one) for one in symbols] == [1, 1, 0]
    assert symbols[0][0][0].attrib["href"] == read_art(folder, "fox.png")
    assert symbols[1][0].attrib["preserveAspectRatio"] == "xMidYMid slice"


def test_pictures_are_printed_and_cut_to_their_window(folder):
    pypdf = pytest.importorskip("pypdf", reason="no PDF can be read: pip install pypdf")
    pytest.importorskip("fpdf", reason="nothing is printed here: pip install fpdf2")
    from interpreter.present.sheets.cut_outs import Cut
    from interpreter.present.sheets.paper import Paper

    (folder / "torn.png").write_bytes(picture("PNG")[:40])
    paper = Paper("poker", None)
    names = ("fox.png", "fox.jpg", "fox.svg", "torn.png")
    assert Cut(paper, stock_of(folder, *names)).single_cards(backs=False) == 4
    pages = pypdf.PdfReader(io.BytesIO(paper.data())).pages
    assert [[one.image.size for one in page.images] for page in pages] == [
        [(40, 20)],
        [(40, 20)],
        [],
        [],
    ]
    assert "Take a card." in pages[3].extract_text()


def test_pictures_are_seen_in_pictures_of_cards(folder):
    pytest.importorskip("pypdfium2", reason="no pictures are made here: pip install pypdfium2")
    from interpreter.present.sheets.card_pictures import CardPictures

    made = dict(CardPictures(stock_of(folder, "fox.png", "fox.svg"), 127).one_by_one())
    fox, circle = (
        Image.open(io.BytesIO(made[name])).convert("RGB") for name in ("card.c0", "card.c1")
    )

    def at(shown, x: float, y: float):
        """Give the colour at a place in millimetres: a millimetre has five dots."""
        return shown.getpixel((round(x * 5), round(y * 5)))

    assert at(fox, 6, 24) == (255, 0, 0) and at(fox, 57, 24) == (0, 0, 255)
    assert at(fox, 1, 24) == at(fox, 62, 24) != (255, 0, 0), "the frame stays free"
    assert at(circle, 31.5, 24) == (0, 0, 0)
