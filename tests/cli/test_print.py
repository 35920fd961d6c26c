"""`rulewright print`: sheets to cut out, with each piece as often as it is in the game."""

from __future__ import annotations

import io
import re
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from interpreter.cli.commands.shown.rules import book_of
from interpreter.load.game_folder import list_games
from interpreter.present.model.parts import Item, Now, View
from interpreter.present.model.view import view
from interpreter.present.page.appearance import Appearance, Wardrobe, wardrobe
from interpreter.present.page.card_content import card_content
from interpreter.present.page.cards import Cards
from interpreter.present.page.drawn_boards import DrawnBoards
from interpreter.present.page.geometry import GEOMETRIC
from interpreter.present.page.numbers import DrawnNumbers
from interpreter.present.page.targets import Targets
from interpreter.present.picture.printed_card import FRAME, WIDE, card_face
from interpreter.present.picture.svg_style import STYLES
from interpreter.present.sheets import paper as papers
from interpreter.present.sheets.board_pages import SCALE
from interpreter.present.sheets.cut_outs import Cut
from interpreter.present.sheets.paper import SIZES, Paper, dejavu
from interpreter.present.sheets.stock import Piece, Stock, stock
from interpreter.present.sheets.svg_on_paper import SvgOnPaper
from tests.run.invariants import plan_of

pypdf = pytest.importorskip("pypdf", reason="no PDF can be read: pip install pypdf")
LARGE = ("deities_domination", "root", "deukalion")
GAMES = [
    pytest.param(folder.name, marks=[pytest.mark.slow] if folder.name in LARGE else [])
    for folder in list_games()
]
MM = 72 / 25.4
NO_VIEW = View("", "", None, Now(), ())


def read(path: str) -> list[str]:
    """Give the texts of a PDF's pages."""
    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


def test_love_letter_is_printed_card_by_card(rulewright):
    said = rulewright("print", "love_letter", "--out", "love.pdf")
    assert said.code == 0
    assert said.out == "16 cards on 4 pages\nrules on 2 pages\n"
    assert said.err == "the sheets are in love.pdf\n"
    pages = read("love.pdf")
    assert len(pages) == 6
    faces = pages[0].splitlines() + pages[2].splitlines()
    assert [faces.count(one) for one in ("1Guard", "2Priest", "8Princess")] == [5, 2, 1]
    assert " ".join(faces).count("Look at another player's hand.") == 2
    assert pages[1].splitlines().count("Love Letter") == 8
    assert "Love Letter\n2 to 4 players, 20 minutes" in pages[4]
    assert "What the words mean" not in pages[4], "a title stands above its text"
    assert "The King or a Prince" in pages[4] + pages[5]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_printed(rulewright, fits, name):
    said = rulewright("print", name, "--out", "game.pdf", "--no-backs", "--json")
    assert said.code == 0, said.err
    fits(said.data, "print")
    pages = said.data["pages"]
    assert pages["all"] == sum(many for what, many in pages.items() if what != "all")
    assert len(pypdf.PdfReader("game.pdf").pages) == pages["all"]
    assert pages["backs"] == 0 and pages["rules"] > 0
    assert sum(one["pages"] for one in said.data["boards"]) == pages["boards"]
    pieces = sum(one["pieces"] for one in said.data["cards"])
    assert pages["cards"] == -(-pieces // 8)


def test_pieces_of_players_are_there_for_each_of_them(rulewright):
    two = rulewright("print", "kingdom", "--out", "a.pdf", "--players", "2", "--json").data
    four = rulewright("print", "kingdom", "--out", "a.pdf", "--json").data
    cubes = [next(one for one in made["tokens"] if one["kind"] == "cube") for made in (two, four)]
    assert [one["pieces"] for one in cubes] == [12, 24]
    assert [one["colour"] for one in cubes[0]["designs"]] == ["blue", "green"]
    assert "Cube: Cube 24 (4 × 6)" in "\n".join(read("a.pdf"))


def test_house_rules_are_printed_as_well(rulewright):
    Path("more.rules").write_text(
        'variant "More" for love_letter 1\n    add component card spy "Spy"\n'
        "        person: guard\n        strength: 1\n"
        '        text: "Nothing happens."\n        copies: 3\n',
        encoding="utf-8",
    )
    said = rulewright("print", "love_letter", "-v", "more.rules", "--out", "a.pdf")
    assert said.code == 0, said.err
    assert said.out.startswith("19 cards on 6 pages\n")
    pages = read("a.pdf")
    assert "\n".join(pages[:6]).count("Nothing happens.") == 3
    assert "With the house rules More." in pages[6]


@pytest.mark.parametrize("size", SIZES)
def test_backs_lie_behind_their_cards(size):
    """On lying pages, flipped on the short edge, left and right change places."""
    paper = Paper(size, None)
    pieces = [
        Piece("card", f"c{n}", "", f"Back {n}", 1, item=Item("card", say=f"Front {n}", design="c"))
        for n in range(5)
    ]
    stock = Stock("A game", Wardrobe(), NO_VIEW, tuple(pieces), (), ())
    assert Cut(paper, stock).cards(backs=True) == (1, 1)
    places: list[dict[str, tuple[float, float]]] = []
    for page in pypdf.PdfReader(io.BytesIO(paper.data())).pages:
        found: dict[str, tuple[float, float]] = {}

        def visit(text, _, matrix, *more, found=found):
            for name in re.findall(r"(?:Front|Back) \d", text):
                found.setdefault(name, (matrix[4], matrix[5]))

        page.extract_text(visitor_text=visit)
        wide, high = float(page.mediabox.width), float(page.mediabox.height)
        assert (wide, high) == pytest.approx((SIZES[size][1] * MM, SIZES[size][0] * MM), abs=1)
        places.append(found)
    front, back = places
    for n in range(5):
        left = front[f"Front {n}"][0] / MM - 8.5  # a title begins 5.5 mm, the bleed 3 mm away
        middle = SIZES[size][1] - (left + 34.5)
        assert back[f"Back {n}"][0] / MM == pytest.approx(middle, abs=10)


def test_letters_that_no_font_has_are_written_in_others(rulewright, my_game, monkeypatch):
    monkeypatch.setattr(papers, "dejavu", lambda: None)
    path = my_game / "game.yaml"
    text = re.sub(
        r"(?m)^title:.*$", "title: 'Łódź “ζ” 神…'", path.read_text(encoding="utf-8")
    )  # fmt: skip
    path.write_text(text, encoding="utf-8")
    said = rulewright("print", "./my_game", "--out", "mine.pdf")
    assert said.code == 0
    assert said.err == (
        "note: Helvetica lacks some letters of this game: others stand in their place\n"
        "  help: name a font that has them: --font FILE, or install the DejaVu fonts\n"
        "the sheets are in mine.pdf\n"
    )
    assert 'Lódz "?" ?...' in "\n".join(read("mine.pdf"))


@pytest.mark.skipif(dejavu() is None, reason="no DejaVu fonts here")
def test_letters_of_many_languages_are_printed_as_they_are():
    with closing(Paper("a4", dejavu())) as paper:
        assert paper.known("Łódź ζήτα Жук …") == "Łódź ζήτα Жук …" and not paper.lacking
        assert paper.known("神") == "?" and paper.lacking


@pytest.mark.skipif(dejavu() is None, reason="no DejaVu fonts here")
def test_a_font_may_be_named(rulewright, tmp_path):
    found = dejavu()
    assert found is not None
    mine = tmp_path / "Mine.ttf"
    mine.write_bytes(found[1].read_bytes())
    data = rulewright("print", "pig", "--out", "a.pdf", "--font", str(mine), "--json").data
    assert data["font"] == "Mine" and not data["replaced_letters"]


def test_a_line_is_no_wider_than_its_room():
    paper = Paper("a4", None)
    for text in ("many words " * 20, "x" * 300, ""):
        lines = paper.lines(text, 30, 9)
        assert all(paper._measure(line, 9, False) <= 30.5 for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_board_larger_than_a_page_is_divided(rulewright):
    data = rulewright("print", "deities_domination", "--out", "a.pdf", "--json").data
    assert data["boards"] == [{"name": "world", "pages": 1}]
    assert SCALE * 98 > 16, "a token fits on a square"


def test_every_class_of_a_drawing_can_be_printed():
    """Whatever a page gives a style in a drawing has one on paper."""
    drawn = "".join(
        f'<g class="{css.split()[0]}"><text x="1" y="1">{css}</text></g>' for css in STYLES
    )
    paper = Paper("a4", None)
    paper.page()
    SvgOnPaper(paper, {}).draw(drawn, 0, 0, 1)
    told = pypdf.PdfReader(io.BytesIO(paper.data())).pages[0].extract_text()
    told = told.replace("\n", " ")
    seen = {css for css, style in STYLES.items() if style.get("fill") != "none"}
    assert {css for css in seen if css not in told} == set()


@pytest.mark.parametrize("name", [folder.name for folder in list_games()])
def test_every_class_of_a_board_has_a_style(name):
    """A board is drawn on a page by its classes: pictures and paper must know all of them."""
    plan = plan_of(name)
    state, rng = plan.start(plan.most, 3), Random(3)
    for _ in range(60):
        if not state.over:
            plan.choose(state, rng.randrange(len(state.options)))
    seen = view(plan, state, None, question=False)
    looks = Appearance(seen, wardrobe(plan))
    boards = DrawnBoards(Cards(looks, DrawnNumbers(looks), Targets(seen)))
    drawn = "".join(boards.drawing(one)[0] for one in seen.boards if one.shape in GEOMETRIC)
    found = {css for told in re.findall(r'class="([^"]*)"', drawn) for css in told.split()}
    assert found <= set(STYLES) | {"flagged"}


def test_a_missing_library_is_named(rulewright, monkeypatch):
    for name in [one for one in sys.modules if one.startswith("interpreter.present.sheets.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fpdf", None)
    said = rulewright("print", "pig", "--out", "pig.pdf")
    assert said == (
        2,
        "",
        "error: a PDF needs a library that is not installed\n"
        "  help: pip install 'rulewright[print]'\n",
    )


def test_only_a_pdf_is_written_over(rulewright):
    Path("mine.pdf").write_text("mine", encoding="utf-8")
    said = rulewright("print", "pig", "--out", "mine.pdf")
    assert said.code == 7
    assert said.err == (
        "error: mine.pdf holds something else\n  help: name another file, or remove it first\n"
    )
    assert rulewright("print", "pig", "--out", "pig.pdf").code == 0
    assert rulewright("print", "pig", "--out", "pig.pdf").code == 0
    said = rulewright("print", "pig", "--out", "no/pig.pdf")
    assert said.code == 7 and said.err.startswith("error: there is no folder for no/pig.pdf\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("pig",), "nothing says what to write"),
        (("pig", "--out", "a.pdf", "--font", __file__), "is no font"),
        (("pig", "--out", "a.pdf", "--font", "none.ttf"), "none.ttf is no font"),
        (("pig", "--out", "a.pdf", "--paper", "a3"), "`a3` is not one of `a4`, `letter`, `poker`"),
        (("coup", "--out", "a.pdf", "-p", "9"), "Coup is played by 2 to 6 players, not by 9"),
        (("cuop", "--out", "a.pdf"), "did you mean `coup`?"),
    ],
)
def test_what_cannot_be_printed_is_told(rulewright, words, told):
    said = rulewright("print", *words)
    assert said.code in (2, 3, 7) and told in " ".join(said.err.split()), said.err
    assert not Path("a.pdf").exists()


@pytest.mark.parametrize("name", [folder.name for folder in list_games()])
def test_nothing_on_a_card_runs_beyond_its_frame(name):
    """Costs in a row, titles and labels end before the frame of the card."""
    plan = plan_of(name)
    listed = stock(plan, book_of(name, (), {}), plan.most)
    looks = Appearance(listed.view, listed.looks)
    for card in listed.cards:
        places = tuple(zone.room for zone in card.item.zones if zone.room)
        drawn = card_face(card_content(card.item, looks, bool(places)), card.back, places)
        boxes = re.findall(r'<(?:rect|use)[^>]* x="([\d.-]+)"[^>]* width="([\d.]+)"', drawn)
        reach = [float(x) + float(wide) for x, wide in boxes if float(x) > FRAME]
        assert all(one <= WIDE - FRAME + 0.1 for one in reach), (card.id, max(reach))
