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
    html = parts["top"] + parts["table"] + parts["seats"]
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
            assert aim.things <= there, aim.option.say
        html = parts["top"] + parts["table"] + parts["seats"]
        opened = re.findall(r'<[a-z]+ class="[^"]*\bopen\b[^"]*"[^>]*data-id="([^"]*)"', html)
        assert bool(opened) == any(aim.things for aim in Targets(view).aims)


@pytest.mark.parametrize("name", MOVES_ALONE)
def test_every_decision_of_a_game_of_moves_is_made_by_pointing(name):
    for state in positions(name, 30):
        assert all(aim.on for aim in Targets(state.view(state.actor)).aims)


def pointed(view: View) -> bool:
    """Check whether every answer can be pointed at, alone or after another thing."""
    return all(aim.things for aim in Targets(view).aims)


def told_apart(view: View) -> bool:
    """Check whether things alone lead to each answer, and never leave several as buttons."""
    targets = Targets(view)
    found = [aim.things for aim in targets.aims]
    if targets.picks is not None:
        return all(found)
    return all(
        things
        and (
            any(sum(place in held for held in found) == 1 for place in things)
            or not any(things <= held for number, held in enumerate(found) if number != at)
        )
        for at, things in enumerate(found)
    )


LEAST = {
    "hanabi": (75, 75),  # "tell its colour", "tell its number" have no thing of their own
    "coup": (100, 50), "splendor": (90, 55), "outbreak_control": (95, 80), "root": (95, 80),
    "deities_domination": (95, 85), "deus_ex_machina": (95, 85), "love_letter": (100, 95),
    "deities_of_the_old_kingdom": (92, 90), "deukalion": (95, 90),
}  # fmt: skip
"""Percent of decisions of random games that can be made by pointing, and of those in which no two
answers are left at the end. What is not here is made by pointing alone."""


@pytest.mark.parametrize("name", GAMES, ids=lambda name: name.rpartition("/")[2])
def test_decisions_are_made_by_pointing(name):
    views = [state.view(state.actor) for state in positions(name, 40)]
    least = LEAST.get(name.rpartition("/")[2], (100, 100))
    for check, percent in zip((pointed, told_apart), least, strict=True):
        assert 100 * sum(map(check, views)) / len(views) >= percent, check.__name__


def on_of(state: rw.State) -> dict[str, tuple[str, ...]]:
    """Give where each answer is pointed at besides what it is about, by its id."""
    return {option.take: option.at for option in asked_of(state).options}


def test_a_look_says_where_a_deed_is_pointed_at():
    state = rw.load("pig").start(2, 1)
    assert on_of(state) == {"roll": ("tray",), "stop": ("player.blue",)}
    assert {aim.option.take: aim.at for aim in Targets(state.view(0)).aims} == on_of(state)


def test_a_deed_that_draws_is_pointed_at_its_pile():
    state = rw.load("far_expeditions").start(2, 1)
    state.choose(state.options[0])
    while "draw_card" not in {option.take for option in asked_of(state).options}:
        state.choose(state.options[0])
    assert on_of(state)["draw_card"] == ("deck",)


def test_a_deed_that_changes_one_number_is_pointed_at_it():
    state = rw.load("coup").start(3, 1)
    mine = state.seats[state.actor]
    assert on_of(state)["income"] == (f"coins.{mine}",)
    assert f'data-id="coins.{mine}"' in "".join(drawn(state).values())


def test_declining_is_pointed_at_ones_own_panel_and_doubting_at_who_claims():
    state = rw.load("coup").start(3, 1)
    who = state.seats[state.actor]
    state.choose("tax")
    mine = state.seats[state.actor]
    found = on_of(state)
    assert found == {"challenge_the_claim": (f"player.{who}",), "no": (f"player.{mine}",)}


def test_a_field_that_names_a_player_stands_for_their_panel():
    state = rw.load("liars_dice").start(2, 1)
    bidder = state.seats[state.actor]
    while "call_liar" not in {option.take for option in asked_of(state).options}:
        state.choose(state.options[0])
    assert on_of(state)["call_liar"] == (f"player.{bidder}",)


def test_numbers_are_laid_out_where_no_thing_shows_them():
    state = rw.load("oh_hell").start(3, 1)
    chips = asked_of(state).chips
    assert [chip.say for chip in chips] == [str(number) for number in range(len(chips))]
    html = drawn(state)["table"]
    assert all(f'data-id="{chip.id}"' in html for chip in chips)


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


def test_what_all_play_into_open_spaces_lies_in_the_middle():
    game, lot = rw.load("hearts"), Random(2)
    state = game.start(4, 3)
    while sum(bool(zone.items) for seat in state.view(0).seats for zone in seat.zones
              if zone.key == "played") != 2:  # fmt: skip
        state.choose(lot.choice(state.options))
    table = fragments(state.view(0), wardrobe(game.plan), "")["table"]
    middle = table.partition('<section class="middle">')[2].partition("</section>")[0]
    assert middle.count('class="trick"') == 4 and middle.count('class="face"') == 2
    secret = rw.load("kuhn_poker").start(2, 3)
    drawn = fragments(secret.view(0), wardrobe(secret.game.plan), "")["table"]
    assert "middle" not in drawn, "hands stay with their players"


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
