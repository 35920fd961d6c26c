"""Icons in texts: drawn on a page, in pictures and in print, and words at a terminal."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import pairwise

import pytest

import interpreter as rw
from interpreter.ir.look import GameLook, ThingLook
from interpreter.present.model.parts import Item, Now, View
from interpreter.present.page.appearance import Appearance, Wardrobe
from interpreter.present.page.card_content import card_content
from interpreter.present.page.cards import Cards
from interpreter.present.page.numbers import DrawnNumbers
from interpreter.present.page.targets import Targets
from interpreter.present.picture.lettering import estimated
from interpreter.present.picture.printed_card import LEFT, ROOM, card_face

VIEW = View("", "", None, Now(), ())
KNOWN = Wardrobe(GameLook(things={"ruby": ThingLook(icon="🔴"), "jade": ThingLook(icon="🟢")}))
CARD = Item("card", "hand.1", "Mine", text="Pay 2 ruby, ruby or jade; {gold}?", design="mine")
MARKED = replace(CARD, marked="Pay 2{ruby}, {gem.ruby} or {jade}; {gold}?")
GAME = """\
id: gems
version: "1.0"
title: Gems
author: a test
language: 1
minutes: 1
players: {min: 2, max: 2}
description: Gems are paid.
words:
  gem:
    ruby: {title: Blood ruby}
look:
  ruby: {icon: 🔴}
  jade: {icon: 🟢}
  mine: {icon: ⛏️}
"""
RULES = """\
values gem: ruby, jade

kind card plural cards
    printed gem: gem

the table has
    zone row: set of cards, seen by all

game main "The game"
    move all cards to row
    pick winner from players
        at random
    have winner win
"""


def on_page(item: Item) -> tuple[str, Appearance]:
    """Draw a card as on the page of a table."""
    looks = Appearance(VIEW, KNOWN)
    return Cards(looks, DrawnNumbers(looks), Targets(VIEW)).card(item), looks


def test_an_icon_stands_in_the_text_of_a_card_on_a_page():
    html, looks = on_page(MARKED)
    text = html[html.index('<span class="cx">') :]
    icons = [looks.icons.use(icon) for icon in ("🔴", "🔴", "🟢")]
    assert re.findall(r'href="#(\w+)"', text) == icons
    words = re.sub(r"<svg.*?</svg>", "*", text)
    words = re.sub(r'<span class="sr">(.*?)</span>', r"[\1]", words)
    words = re.sub(r'<span class="nb">(.*?)</span>', r"(\1)", words)
    assert words.startswith('<span class="cx">Pay (2*[ruby],) *[ruby] or (*[jade];) {gold}?</span>')
    assert 'aria-label="Mine: Pay 2 ruby, ruby or jade; {gold}?"' in html


def test_a_text_without_icons_is_drawn_as_before():
    html, looks = on_page(replace(CARD, text="Pay {ruby} & go"))
    assert '<span class="cx">Pay {ruby} &amp; go</span>' in html and not looks.icons.used


@pytest.mark.parametrize("repeated", [1, 4, 12])
def test_a_line_with_icons_is_no_wider_than_its_room(repeated):
    item = replace(MARKED, marked=" ".join([MARKED.marked, "{ruby}{jade}{ruby}"] * repeated))
    drawn = card_face(card_content(item, Appearance(VIEW, KNOWN)), "Card")
    body = drawn[drawn.index(">Pay 2<") - 150 :]
    found: list[tuple[float, float, float]] = []
    for x, y, size, text in re.findall(
        r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)" fill="#22262b"[^>]*>([^<]*)', body
    ):
        found.append((float(y), float(x), float(x) + estimated(text, float(size))))
    for x, y, side in re.findall(r'<use [^>]*x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', body):
        found.append((float(y) + float(side) / 2, float(x), float(x) + float(side)))
    assert len([one for one in found if one[1] > LEFT]) >= 4 * repeated
    found.sort(key=lambda one: (round(one[0], 1), one[1]))
    for (y, _, end), (below, start, _) in pairwise(found):
        assert abs(below - y) > 0.1 or start >= end - 0.02, "nothing lies over its neighbour"
    assert max(end for _, _, end in found) <= LEFT + ROOM + 0.02


def test_icons_of_a_text_are_printed():
    pypdf = pytest.importorskip("pypdf", reason="no PDF can be read: pip install pypdf")
    pytest.importorskip("fpdf", reason="nothing is printed here: pip install fpdf2")
    from interpreter.present.sheets.paper import Paper
    from interpreter.present.sheets.svg_on_paper import SvgOnPaper

    looks, paper = Appearance(VIEW, KNOWN), Paper("card", None)
    paper.page()
    face = card_face(card_content(MARKED, looks), "Card", (), paper.measured)
    SvgOnPaper(paper, looks.icons.used).draw(face, 0, 0, 1)
    told = pypdf.PdfReader(io.BytesIO(paper.data())).pages[0].extract_text()
    assert "{gold}?" in told and "ruby" not in told


@pytest.fixture
def gems(tmp_path):
    folder = tmp_path / "gems"
    (folder / "rules").mkdir(parents=True)
    (folder / "components").mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "rules" / "gems.rules").write_text(RULES, encoding="utf-8")
    (folder / "components" / "cards.yaml").write_text(
        "cards:\n- {id: mine, gem: jade, source: common, "
        'text: "Pay 2{ruby}{jade} to the {mine}, {gem.ruby}s or {gold}."}\n',
        encoding="utf-8",
    )
    return folder


def test_a_terminal_shows_words_and_a_view_has_both(gems):
    game = rw.load(str(gems))
    design = game.plan.program.designs[0]
    assert design.text == "Pay 2 Blood ruby jade to the Mine, Blood rubys or {gold}."
    zones = {zone.key: zone for zone in game.start(players=2, seed=1).view().zones}
    assert zones["row"].items[0].marked == design.marked
    assert design.marked == "Pay 2{ruby}{jade} to the {mine}, {gem.ruby}s or {gold}."
