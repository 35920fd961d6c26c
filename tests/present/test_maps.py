"""Maps of places with long names, lists of places, factions: nothing is covered, nothing idle."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from interpreter.diagnostics.paint import Paint, columns
from interpreter.present.frame.board_frames import ways
from interpreter.present.frame.frame import frame
from interpreter.present.frame.pen import Pen
from interpreter.present.frame.prompt import prompt
from interpreter.present.log import Chronicle
from interpreter.present.model.parts import Option, PendingQuestion
from interpreter.present.model.view import view
from interpreter.present.story.paragraphs import paragraphs
from interpreter.run import handles
from tests.run.invariants import plan_of

GAME = str(Path(__file__).parent / "large_boards" / "trails")
JOINED = ("walkers", "riders")


@cache
def trails():
    return plan_of(GAME)


def played(answers):
    """Give a game in which these options were taken: what the next player sees, and the story."""
    plan = trails()
    state = plan.start(2, 1, log=True)
    story = Chronicle(plan, (0, 1))
    story.follow(state)
    for answer in answers:
        index = handles.option_handles(plan, state).index(answer)
        story.choice(state, index)
        plan.choose(state, index)
        story.follow(state)
    return view(plan, state, state.actor), " ".join(paragraphs(story.catch_up(0), 999))


def lines(seen, width=80, height=23):
    return frame(seen, width, height, False)


@pytest.mark.parametrize("width", [80, 40, 24])
def test_no_text_of_a_map_covers_another(width):
    """Places 4 and 5 are one step apart, and the texts of both are longer than a step."""
    seen, _ = played([*JOINED, "3", "meadow", "deep_cave", "3", "shore", "wet_cave"])
    for drawn, _ in ways(seen.boards[0], Pen(Paint(False), width)):
        text = " ".join(" ".join(drawn).split())
        for place, many in (("1h", 6), ("4l", 3), ("5l", 3)):
            drawn_so = (f"{place}: s{many}", f"({place[0]} ")
            listed = rf"{place[0]} \w+\*? \([\d ]+\): {many} scouts"
            assert any(one in text for one in drawn_so) or re.search(listed, text), text
        assert max(map(columns, drawn)) <= width


def test_places_of_a_map_are_typed_by_the_first_word_of_their_names():
    seen, _ = played([*JOINED, "2"])
    assert seen.asked.how == "typed"
    assert [one.key for one in seen.asked.options] == ["1", "2", "3", "4", "5"]
    asked = "1 lookout, 2 pond, 3 gorge, 4 meadow or 5 shore"
    assert asked in " ".join(" ".join(lines(seen)).split())


def test_numbers_are_asked_as_numbers():
    seen, _ = played(JOINED)
    assert [one.key for one in seen.asked.options] == ["1", "2", "3"]
    assert lines(seen)[-1].endswith("how many? 1 to 3")


def test_a_list_of_places_is_shown_where_something_lies():
    seen, _ = played(JOINED)
    assert not any("cave" in line for line in lines(seen))
    seen, _ = played([*JOINED, "1", "pond", "wet_cave", "1"])
    assert "wet cave: 1 guide" in lines(seen)
    (caves,) = (board for board in seen.boards if board.say == "caves below")
    close = [" ".join(told) for told, _ in ways(caves, Pen(Paint(False), 80))]
    assert close[1:] == [
        "Caves below: deep cave; wet cave 1 guide",
        "Caves below: wet cave 1 guide",
    ]


def test_players_are_called_by_their_faction_and_have_its_lines_alone():
    seen, _ = played(JOINED)
    told = lines(seen)
    text = " ".join(" ".join(told).split())
    assert text.index("Walkers (you) 7 0") < text.index("maps 2") < text.index("Riders 7 0")
    assert text.count("maps") == 1
    assert not any("Blue" in line or "Calm" in line or "spent" in line for line in told)


def test_what_a_line_begins_as_is_not_worth_a_word():
    seen, _ = played([*JOINED, "1", "pond", "wet_cave"])
    text = " ".join(" ".join(lines(seen)).split())
    assert text.index("Walkers") < text.index("Cross") < text.rindex("Riders (you)")
    assert "Calm" not in text


def test_hidden_printed_lines_and_links_are_not_told():
    seen, _ = played([*JOINED, "1", "pond"])
    said = [one.say for one in seen.asked.options]
    assert said == ["Deep cave", "Wet cave"]
    assert not any(fact.key == "rank" for cell in seen.boards[0].cells for fact in cell.facts)


def test_the_legend_has_letters_that_are_drawn_and_no_others():
    """Huts lie nowhere yet, and the soil of a place without a scout is in its name alone."""
    seen, _ = played([*JOINED, "2", "meadow"])
    (legend,) = (line for line in lines(seen, 100) if line.startswith("Letters:"))
    assert "s scout" in legend and "hut" not in legend


def test_the_same_deed_is_told_once_and_agrees_with_its_number():
    _, story = played([*JOINED, "1", "meadow"])
    assert "send 1 scout to 4 meadow and 1 lookout." in story
    _, story = played([*JOINED, "2", "meadow"])
    assert "send 2 scouts to 4 meadow and 1 lookout." in story


def test_what_has_a_place_between_the_spaces_of_a_map_is_drawn_there_and_told_beside_it():
    seen, _ = played([*JOINED, "1", "pond"])
    (row,) = (line for line in lines(seen, 100) if "2l:" in line or "2 pond" in line)
    assert row.casefold().index("old") > row.index("2")
    (towers,) = (board for board in seen.boards if board.say == "towers")
    assert ["Towers: Old tower 3"] in [told for told, _ in ways(towers, Pen(Paint(False), 80))]


def test_what_the_layout_works_out_of_players_stands_in_a_column():
    told = " ".join(" ".join(lines(played(JOINED)[0])).split())
    assert "weight points" in told
    assert "Walkers (you) 7 0" in told


def test_pieces_that_are_tossed_one_by_one_are_told_as_one_roll():
    """Four straws, each tossed once: their faces stand together, most of a letter first."""
    _, story = played([*JOINED, "1", "pond"])
    (faces,) = re.findall(r"You roll ([FU ]+)[.a-z]", story)
    letters = faces.split()
    assert len(letters) == 4
    assert letters in (sorted(letters), sorted(letters, reverse=True))


def test_options_that_differ_in_a_word_are_grouped_under_it():
    options = [
        Option(name.lower(), f"{name}, {far} away", name, f"{name}, {far} away", parts=(name,))
        for name, far in (("A1", 1), ("B1", 1), ("C1", 2), ("D1", 2))
    ]
    asked = PendingQuestion("sail", "Sail", "typed", options=tuple(options))
    told = prompt(asked, "You", Pen(Paint(False), 80))
    assert told == ["You: Sail, such as `A1`", "  1 away: A1 B1   2 away: C1 D1"]


def test_a_map_without_room_is_a_list_that_says_what_is_next_to_what():
    """The paths of Root's map, by RC-020, where 80 columns and 24 rows must do."""
    paths = {
        "1-5",
        "1-9",
        "1-10",
        "2-5",
        "2-6",
        "2-10",
        "3-6",
        "3-7",
        "3-11",
        "4-8",
        "4-9",
        "4-12",
        "6-11",
        "7-8",
        "7-12",
        "9-12",
        "10-12",
        "11-12",
    }
    plan = plan_of("root")
    state = plan.start(3, 5)
    for _ in range(30):
        plan.choose(state, 0)
    board = next(one for one in view(plan, state, 0).boards if one.shape == "points")
    roomy, *_, (closest, _) = ways(board, Pen(Paint(False), 80))
    assert not any("next to each other" in line for line in roomy[0])
    found = re.findall(r"(\d+) (?:fox|mouse|rabbit)\*? \(([\d ]+)\)", " ".join(closest))
    told = {tuple(sorted((int(place), int(one)))) for place, by in found for one in by.split()}
    assert {f"{one}-{other}" for one, other in told} == paths
    assert len(closest) <= 15
