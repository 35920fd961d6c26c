"""`rulewright show`: the table in the terminal, and as a picture that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest

import interpreter as rw
from interpreter.load.game_folder import list_games
from interpreter.present.page.appearance import wardrobe
from interpreter.present.picture.picture import picture

GAMES = [folder.name for folder in list_games()]
SVG = "{http://www.w3.org/2000/svg}"


def mid_game(name: str) -> rw.State:
    """Give a state of a random game with as many players as can be."""
    game, rng = rw.load(name), Random(2)
    state = game.start(players=game.most, seed=8)
    for _ in range(30):
        if state.over:
            break
        state.choose(rng.choice(state.options))
    return state


def edges(part: ElementTree.Element, at=(1.0, 0.0, 0.0)) -> Iterator[tuple[float, ...]]:
    """Yield the left, upper and right edge of all shapes that are drawn, within their groups."""
    tag = part.tag.removeprefix(SVG)
    if tag == "svg" and part.attrib["viewBox"] == "0 0 63.0 88.0":
        return  # a card is cut to its own size
    scale, left, top = at
    moved = part.attrib.get("transform", "")
    for way, told in re.findall(r"(translate|scale)\(([-\d. ]+)\)", moved):
        numbers = [float(one) for one in told.split()]
        if way == "translate":
            left, top = left + scale * numbers[0], top + scale * numbers[1]
        else:
            scale *= numbers[0]
    has = {name: float(value) for name, value in part.attrib.items() if _is_number(value)}
    if tag == "rect":
        x, y, wide = has.get("x", 0), has.get("y", 0), has["width"]
        yield left + scale * x, top + scale * y, left + scale * (x + wide)
    if tag == "circle":
        x, y, r = has["cx"], has["cy"], has["r"]
        yield left + scale * (x - r), top + scale * (y - r), left + scale * (x + r)
    if tag == "polygon":
        pairs = [[float(one) for one in pair.split(",")] for pair in part.attrib["points"].split()]
        for x, y in pairs:
            yield left + scale * x, top + scale * y, left + scale * x
    for one in part:
        if one.tag != f"{SVG}defs":
            yield from edges(one, (scale, left, top) if tag != "svg" else (1.0, 0.0, 0.0))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[\d.]+", text) is not None


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_drawn_within_its_width(name):
    state = mid_game(name)
    looks = wardrobe(state.game.plan)
    for seat in (None, 0):
        for width in (390, 1080, 1920):
            text = picture(state.view(seat), looks, width)
            tree = ElementTree.fromstring(text)
            assert tree.attrib["viewBox"].split()[2] == str(width)
            assert "<script" not in text and "url(" not in text
            assert all(one.startswith("#") for one in re.findall(r'href="([^"]*)', text))
            shapes = list(edges(tree))
            assert len(shapes) > 10
            assert max(right for _, _, right in shapes) <= width + 1
            assert min(min(left, top) for left, top, _ in shapes) >= -1


def test_what_is_hidden_is_not_in_the_picture():
    """Of Love Letter, blue's hand is in blue's picture alone."""
    state = rw.load("love_letter").start(players=2, seed=3)
    looks = wardrobe(state.game.plan)
    seat = state.actor
    (hand,) = [zone for zone in state.view(seat).seats[seat].zones if zone.key == "hand"]
    everybody = picture(state.view(), looks)
    cards = [item.say for item in hand.items if f">{item.say}<" not in everybody]
    assert cards  # one that does not lie open as well
    for card in cards:
        assert f">{card}<" in picture(state.view(seat), looks)
        assert f">{card}<" not in picture(state.view(1 - seat), looks)


def test_a_picture_says_in_words_what_it_shows():
    state = rw.load("connect_four").start(players=2, seed=1)
    state.choose(state.options[3])
    tree = ElementTree.fromstring(picture(state.view(0), wardrobe(state.game.plan)))
    assert tree.attrib["role"] == "img"
    assert tree.attrib["aria-label"].startswith("Connect Four: turn ")
    told = [part.attrib.get("data-tip", "") for part in tree.iter(f"{SVG}g")]
    assert any("disc" in one for one in told)


def test_the_table_of_a_game_is_shown_and_drawn(rulewright, tmp_path):
    assert "row 6  .  .  .  .  .  .  ." in rulewright("show", "connect_four").out
    path = tmp_path / "table.svg"
    said = rulewright("show", "connect_four", "--svg", str(path))
    assert (said.code, said.out, said.err) == (0, "", f"the picture is in {path}\n")
    assert path.read_text(encoding="utf-8").startswith("<svg ")
    assert rulewright("show", "connect_four", "--svg", str(path)).code == 0
    path.write_text("mine", encoding="utf-8")
    assert rulewright("show", "connect_four", "--svg", str(path)).code == 7


def test_a_saved_game_is_shown_as_a_seat_sees_it(rulewright, fits, tmp_path):
    saved = str(tmp_path / "game.save")
    rulewright("play", "love_letter", "--seats", "random,random", "--seed", "3", "--save", saved)
    data = rulewright("show", saved, "--at", "3", "--seat", "green", "--json").data
    fits(data, "view")
    assert data["viewer"] == "green"
    assert rulewright("show", saved, "--at", "3", "--json").data["viewer"] is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("coup", "--seat", "purple"), "nobody sits on `purple`"),
        (("coup", "--at", "3"), "--at belongs to a save"),
        (("coup", "-p", "9"), "Coup is played by 2 to 6 players, not by 9"),
        (("cuop",), "did you mean `coup`?"),
    ],
)
def test_what_cannot_be_shown_is_told(rulewright, words, told):
    said = rulewright("show", *words)
    assert said.code in (2, 3) and told in " ".join(said.err.split()), said.err
