"""The page of a table, drawn without a server: what can be pointed at, looks, escaping."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from random import Random

import pytest

import interpreter as rw
from interpreter.ir.look import GameLook, ThingLook
from interpreter.load.game_folder import list_games
from interpreter.load.game_pictures import NotAPicture, read_svg
from interpreter.present.model.parts import PendingQuestion, View
from interpreter.present.page import colours
from interpreter.present.page.appearance import Wardrobe, wardrobe
from interpreter.present.page.table import PARTS, fragments, page
from interpreter.present.page.targets import Targets

GAMES = [str(folder) for folder in list_games()]
BOARDS = ["brandubh", "connect_four", "hex", "mancala", "nine_mens_morris", "reversi"]
MOVES_ALONE = [*BOARDS, "breakthrough", "tic_tac_toe", "hearts", "go_fish", "six_takes"]


def positions(name: str, many: int, seed: int = 5) -> list[rw.State]:
    """Play at random; give the positions in which somebody has a choice."""
    game, rng = rw.load(name), Random(seed)
    found: list[rw.State] = []
    while len(found) < many:
        state = game.start(max(game.least, min(3, game.most)), rng.randrange(1 << 30))
        for _ in range(150):
            if state.over or len(found) == many:
                break
            if len(state.options) > 1:
                found.append(state.copy())
            state.choose(rng.choice(state.options))
    return found


def asked_of(state: rw.State) -> PendingQuestion:
    """Give the question of the player who decides."""
    asked = state.view(state.actor).asked
    assert asked is not None
    return asked


def drawn(state: rw.State, view: View | None = None) -> dict[str, str]:
    seen = view or state.view(0 if state.over else state.actor)
    return fragments(seen, wardrobe(state.game.plan), state.result.words if state.over else "")


def ids_in(parts: dict[str, str]) -> set[str]:
    """Give all ids by which things of the page are pointed at."""
    html = parts["table"] + parts["seats"]
    own = re.findall(r'data-id="([^"]*)"', html)
    also = [one for some in re.findall(r'data-also="([^"]*)"', html) for one in some.split()]
    return {unescape(one) for one in (*own, *also)}


@pytest.mark.parametrize("name", GAMES, ids=lambda name: name.rpartition("/")[2])
def test_what_options_are_about_is_drawn(name):
    """Each thing that an option says it can be pointed at by is on the page, as a button."""
    for state in positions(name, 12):
        view = state.view(state.actor)
        parts = drawn(state, view)
        assert set(parts) == set(PARTS)
        there = ids_in(parts)
        for aim in Targets(view).aims:
            assert set(aim.on) <= there, aim.option.say
            assert {place for place, _ in aim.via} <= there, aim.option.say
        html = parts["table"] + parts["seats"]
        opened = re.findall(r'<[a-z]+ class="[^"]*\bopen\b[^"]*"[^>]*data-id="([^"]*)"', html)
        assert bool(opened) == any(aim.on or aim.via for aim in Targets(view).aims)


@pytest.mark.parametrize("name", MOVES_ALONE)
def test_every_decision_of_a_game_of_moves_is_made_by_pointing(name):
    for state in positions(name, 30):
        assert all(aim.on for aim in Targets(state.view(state.actor)).aims)


def pointed(view: View) -> bool:
    """Check whether all answers can be pointed at but one, such as passing."""
    aims = Targets(view).aims
    return sum(not (aim.on or aim.via) for aim in aims) <= 1 and any(a.on or a.via for a in aims)


LEAST = {
    "crown_lands": 35, "deities_domination": 75, "deities_of_the_old_kingdom": 80,
    "deukalion": 65, "deus_ex_machina": 90, "far_expeditions": 95, "hanabi": 75,
    "love_letter": 70, "outbreak_control": 95, "root": 80, "splendor": 90,
}  # fmt: skip
"""Percent of decisions of random games that can be made by pointing, but for one button; what is
left are bids, dice and yes or no, which are no things on a table."""


@pytest.mark.parametrize(("name", "least"), LEAST.items())
def test_most_decisions_of_games_of_cards_are_made_by_pointing(name, least):
    found = [pointed(state.view(state.actor)) for state in positions(name, 60)]
    assert 100 * sum(found) / len(found) >= least


def test_a_deed_is_pointed_at_through_what_it_leads_to():
    """Pointing at a card says both that one is bought, and which."""
    for state in positions("splendor", 30):
        for option in asked_of(state).options:
            for place, then in option.leads_to:
                if not then:
                    continue
                after = state.after(next(o for o in state.options if o.id == option.take))
                while then not in {one.id for one in after.options}:
                    assert len(after.options) == 1
                    after.choose(after.options[0])
                asked = asked_of(after)
                meant = next(one for one in asked.options if one.take == then)
                assert place in meant.about


def test_several_things_are_described_as_one_choice():
    state = rw.load("hearts").start(4, 5)
    picks = asked_of(state).picks
    assert picks is not None
    assert (picks.least, picks.most, len(picks.of)) == (3, 3, 13)


def test_lines_of_a_board_have_a_place_where_they_are_entered():
    state = rw.load("connect_four").start(2, 1)
    view = state.view(state.actor)
    lines = view.boards[0].lines
    assert [line.cells[0] for line in lines] == [f"rack.1_{column}" for column in range(1, 8)]
    assert drawn(state)["table"].count('class="lane open"') == 7


def test_a_story_without_turns_is_folded_and_says_nothing_twice():
    """Hearts counts no turns: the last trick is in sight, the others are folded."""
    game, lot = rw.load("hearts"), Random(1)
    state = game.start(4, 3)
    for _ in range(60):
        state.choose(lot.choice(state.options))
    told = fragments(state.view(0), wardrobe(game.plan), "")["story"]
    assert "turn 0" not in told
    shown, folded = told.split("<details")
    assert 1 <= shown.count("<section") <= 3 and folded.count("<section") > 8
    for line in re.findall(r"<p>(.*?)</p>", told):
        plain = unescape(re.sub(r"<[^>]+>", "", line))
        sentences = re.split(r"(?<=[.]) ", plain)
        assert len(set(sentences)) == len(sentences), plain


def test_nothing_in_a_view_can_break_out_of_the_page():
    state = rw.load("splendor").start(3, 5)
    view = state.view(state.actor)
    evil = '"><script>alert(1)</script>'
    seats = tuple(replace(seat, say=evil, called=evil) for seat in view.seats)
    zones = tuple(
        replace(zone, say=evil, items=tuple(replace(i, say=evil, text=evil) for i in zone.items))
        for zone in view.zones
    )
    options = tuple(replace(o, say=evil, plain=evil, take=evil) for o in asked_of(state).options)
    asked = replace(asked_of(state), say=evil, so_far=(evil,), options=options)
    bad = replace(view, title=evil, seats=seats, zones=zones, asked=asked)
    looks = wardrobe(state.game.plan)
    parts = fragments(bad, looks, evil, {"blue": evil})
    html = page(bad, looks, parts)
    assert "<script>alert" not in html and 'alert(1)"' not in html
    over = fragments(replace(bad, asked=None, now=replace(view.now, over=True)), looks, evil)
    assert "<script>alert" not in "".join(over.values())


# ------------------------------------------------------------------------------ looks


@pytest.mark.parametrize("name", GAMES, ids=lambda name: name.rpartition("/")[2])
def test_every_shipped_game_has_a_look(name):
    look = rw.load(name).plan.program.look
    assert look.table.ground and (look.things or "tic_tac_toe" in name or "hex" in name)


def test_a_page_needs_no_look():
    state = positions("splendor", 1)[0]
    parts = fragments(state.view(state.actor), Wardrobe())
    assert "W2" in parts["table"] or "card" in parts["table"]


@pytest.mark.parametrize("colour", ["#ffff00", "#808080", "#777777", "#c8452f", "#000000"])
def test_text_on_any_colour_of_a_look_can_be_read(colour):
    made = colours.firm(colour)
    assert colours.contrast(colours.ink(made), made) >= 4.5


def test_contrast_is_that_of_wcag():
    assert round(colours.contrast("#000000", "#ffffff"), 1) == 21.0
    assert round(colours.contrast("#777777", "#ffffff"), 2) == 4.48


def test_a_look_of_a_design_goes_before_that_of_its_kind():
    look = GameLook(
        things={
            "card": ThingLook(colour="#111111", icon="x"),
            "ace": ThingLook(colour="#222222"),
            "a*": ThingLook(shape="gem"),
        }
    )
    found = look.of("ace", "card")
    assert (found.colour, found.shape, found.icon) == ("#222222", "gem", "x")


# ------------------------------------------------------------------------------ pictures


def test_a_picture_of_a_game_is_cut_down_to_shapes(tmp_path):
    (tmp_path / "fox.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>x'
        '</script><g fill="red" style="x"><path d="M0 0" onclick="x"/><image href="http://a/b"/>'
        '<rect fill="url(#a)" width="3"/></g></svg>'
    )
    assert read_svg(tmp_path, "fox.svg") == (
        '<svg viewBox="0 0 9 9"><g fill="red"><path d="M0 0"></path>'
        '<rect width="3"></rect></g></svg>'
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<html/>", "`a.svg` is no SVG"),
        ("<svg", "`a.svg` is no SVG: "),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "`a.svg` declares entities"),
        ("x" * 100_001, "`a.svg` has more than 100000 bytes"),
    ],
)
def test_what_is_no_picture_is_told(tmp_path, text, why):
    (tmp_path / "a.svg").write_text(text)
    with pytest.raises(NotAPicture, match=re.escape(why)):
        read_svg(tmp_path, "a.svg")


@pytest.mark.parametrize("name", ["none.svg", "../fox.svg"])
def test_a_picture_lies_in_the_folder_of_its_game(tmp_path, name):
    (tmp_path / "fox.svg").write_text("<svg/>")
    (tmp_path / "game").mkdir()
    with pytest.raises(NotAPicture, match="there is no file `"):
        read_svg(tmp_path / "game", name)
