"""Lines of the story, and what a line typed below them means."""

from __future__ import annotations

from dataclasses import replace

from interpreter.diagnostics.paint import Paint
from interpreter.present.frame.pen import Pen, folded
from interpreter.present.frame.rows import brief, row
from interpreter.present.model.parts import Fact, Item, Zone
from interpreter.present.option_matching import match
from interpreter.present.option_preview import takings
from interpreter.present.story.beat_draft import BeatDraft
from interpreter.present.story.beats import Beat, StorySentence
from interpreter.present.story.composing import TELLERS
from interpreter.present.story.items import Happening, NumberChange
from interpreter.present.story.paragraphs import in_paragraphs, paragraphs
from interpreter.present.story.phrases import Mention
from interpreter.present.story.story_clauses import StoryClause
from tests.run.invariants import plan_of


def beat(*sentences):
    return Beat(0, 3, 0, 0, "beat", sentences, by_turn=True, name="Blue")


def test_a_turn_names_who_has_it_and_nobody_else_in_their_place():
    green = StorySentence(Mention("Green", seat=1), ("-1 coin (3)",), colon=True)
    blue = StorySentence(Mention("Blue", seat=0), ("rests",))
    assert paragraphs([beat(green)], 80) == ["   3 Blue    Green: -1 coin (3)."]
    assert paragraphs([beat(blue)], 80) == ["   3 Blue    rests."]


def test_a_turn_begins_a_paragraph_though_others_act_first():
    green = StorySentence(Mention("Green", seat=1), ("rolls 3 1",))
    blue = StorySentence(Mention("Blue", seat=0), ("sails",))
    told = [
        beat(blue),
        replace(beat(green), turn=4, seat=1, name="Green", by_turn=False),
        replace(beat(blue), turn=4, seat=1, name="Green"),
    ]
    assert paragraphs(told, 80) == ["   3 Blue    sails.", "   4 Green   rolls 3 1. Blue sails."]
    under_way = paragraphs(told[:2], 80)
    assert under_way == ["   3 Blue    sails.", "     Green rolls 3 1."]


def test_a_title_with_a_stop_of_its_own_gets_no_other():
    played = StorySentence(Mention("Blue", seat=0), ("plays Stand and Deliver!",))
    assert paragraphs([beat(played)], 80) == ["   3 Blue    plays Stand and Deliver!"]
    assert beat(played).text == "Blue plays Stand and Deliver!"


def test_what_is_lost_and_won_back_is_told_both_ways():
    plan = plan_of("coup")
    coins = next(one for one in plan.program.fields if one.name == "coins")
    page = BeatDraft(plan, None, False)
    for before, after in ((5, 3), (3, 2), (2, 4)):
        change = NumberChange(coins.number, before, after)
        TELLERS["number"](page, Happening("number", 0, None, change))
    assert all(isinstance(one, StoryClause) for one in page.clauses)
    assert [[gain.by for gain in one.gains.values()] for one in page.clauses] == [[-3], [2]]


def test_what_goes_on_in_a_turn_does_not_say_again_whose_it_is():
    you = Mention("you", seat=0)
    first = replace(
        beat(StorySentence(you, ("roll P P W",))), seat=0, turn=4, name="Blue", by_turn=True
    )
    second = replace(first, sentences=(StorySentence(you, ("rest",)),))
    assert in_paragraphs([first], 80) == [["   4 Blue    roll P P W."]]
    assert in_paragraphs([second], 80, after=first) == [["     you rest."]]
    assert in_paragraphs([replace(second, turn=5)], 80, after=first) == [["   5 Blue    rest."]]


def test_half_of_an_answer_is_no_answer():
    labels = ["Ajax to the Red area", "Ajax to the Blue area", "Jason to the Red area"]
    keys = ["1 red", "1 blue", "2 red"]
    assert match("1", labels, labels, labels, keys).found == (0, 1)
    assert match("2", labels, labels, labels, keys).found == (2,)
    assert match("2 red", labels, labels, labels, keys).found == (2,)
    assert match("3", labels, labels, labels, keys).found == ()


def test_a_number_that_is_not_shown_is_none_also_where_there_are_other_names():
    """Domination: `2` at a list of spaces placed a village on the second of them."""
    labels, also = ["e5", "f3", "g3"], ["hex 4 4", "hex 5 2", "hex 6 2"]
    assert match("2", labels, labels, labels, labels, also).found == ()
    assert match("2", labels, also, labels, labels).found == ()
    assert match("hex 5 2", labels, also, labels, labels).found == (1,)
    assert match("f3", labels, labels, labels, labels, also).found == (1,)
    assert match("hex 5 2", labels, labels, labels, labels, also).found == (1,)


def test_what_is_taken_for_certain_is_added_up():
    gain = ("gain", 0, 4, 2, "card")
    assert takings([gain, ("set", 1, 0, 3), gain]) == {("card", 0, 4): 4}
    assert takings([("gain", 0, 4, 0, "card")]) == {}


def quests(*extra):
    glory = Fact("glory", "GP", 8, "8", short="GP")
    items = [
        Item("quest", f"track.{n}", say, facts=(glory, *extra), spot=n, design="one")
        for n, say in ((1, "Hydra"), (3, "Medusa"))
    ]
    return Zone("track", "track", "track", "row", tuple(items), 2, 3, (), ((2, "blocked"),))


def test_a_row_tells_numbers_that_are_all_alike_and_why_a_space_is_closed():
    pen = Pen(Paint(False), 80)
    lines = row(quests(), pen)
    assert lines[0].split() == ["Track", "GP"] and lines[1].split() == ["1", "Hydra", "8"]
    assert lines[2].split() == ["2", "-", "closed:", "blocked"]
    assert brief(quests(), pen) == ["Track: Hydra 8GP, Medusa 8GP, (2 closed: blocked)"]


def test_words_beside_a_row_go_below_where_there_is_no_room():
    pen = Pen(Paint(False), 80)
    zone = quests(Fact("legendary", "legendary", True, "yes"))
    assert [line.strip() for line in row(zone, pen, most=12)][1:3] == ["1  Hydra    8", "legendary"]
    assert row(zone, pen, most=60)[1].split() == ["1", "Hydra", "8", "legendary"]


def test_a_folded_text_keeps_its_margin():
    assert folded(" 1  Hydra", 80) == [" 1  Hydra"]
    assert folded("   one two", 9, "  ") == ["   one", "  two"]


def test_a_row_of_squares_stays_on_one_line():
    assert folded("Scales [B][ ][ ]", 12, "  ") == ["Scales", "  [B][ ][ ]"]


def test_the_mark_of_a_change_stays_with_what_has_changed():
    assert folded("Circe, Sciron *; Ketos", 13, "  ") == ["Circe,", "  Sciron *;", "  Ketos"]
