"""`rulewright diff`: what house rules change, in words, and what takes another course with them."""

from __future__ import annotations

import pytest

from interpreter.cli import exits
from tests.language.reference import README, fences, whole_games, written

HOUSE = """\
variant "Steep hill" for my_game 1
    only with number of players is 2
    set height to 30
    add setting breath: 2, from 0 to 5 "Steps that a rest costs"
    after action rest
        lose_breath
    add procedure lose_breath "Out of breath"
        if your climbed is at least breath
            lower your climbed by breath
    require action play_card
        requires your climbed is less than 99 else "too high"
    change component card leap
        steps: 5
        copies: 2
    remove component card umbrella
    add component card rope "A rope"
        steps: 3
        weather: rain
        text: "Draw a card."
        rules:
            draw 1 card from deck to your hand

test "A rest costs breath on the steep hill"
    given 2 players: ann, ben
        ann's climbed is 5
        ann takes the turn
    ann takes rest
    expect ann's climbed is 3
"""


@pytest.fixture
def steep(my_game, tmp_path, monkeypatch):
    """Give a file of house rules for my_game, whose variants folder holds it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = my_game / "variants"
    folder.mkdir()
    file = folder / "steep.rules"
    file.write_text(HOUSE)
    return file


SHOWN = """\
Hilltop 1.0 with "Steep hill"

Numbers
  How many play: 2 to 4, now 2 (players)
  Steps to the top: 15, now 30 (height)
  Steps that a rest costs: 2 (breath, new; a number from 0 to 5)

Rules
  action rest "Rest and draw two cards": more after it
  (my_game/variants/steep.rules:5)
      before                              | now
      ------------------------------------+------------------------------------
      action rest "Rest and draw two      | action rest "Rest and draw two
          cards"                          |     cards"
          requires number of your hand is |     requires number of your hand is
              at most 5 else "your hand   |         at most 5 else "your hand
              is full"                    |         is full"
          draw 2 cards from deck to your  |     draw 2 cards from deck to your
              hand                        |         hand
                                          *     lose_breath

  procedure lose_breath "Out of breath": new (my_game/variants/steep.rules:7)
      + procedure lose_breath "Out of breath"
      +     if your climbed is at least breath
      +         lower your climbed by breath

  action play_card "Play a card and climb": one more condition
  (my_game/variants/steep.rules:10)
      before                              | now
      ------------------------------------+------------------------------------
      action play_card "Play a card and   | action play_card "Play a card and
          climb"                          |     climb"
                                          *     requires your climbed is less
                                          *         than 99 else "too high"
          choose card from your hand      |     choose card from your hand
          move card to discard            |     move card to discard
          ...                             |     ...

Components
  card Leap (leap)
      steps: 4, now 5
      copies: 3, now 2
  card A rope (rope, new)
      steps: 3
      weather: rain
      text: Draw a card.
      rules:
        draw 1 card from deck to your hand
  card Umbrella (umbrella, removed)
"""


def test_numbers_rules_and_components_are_told_in_words(rulewright, steep):
    said = rulewright("diff", "my_game", "--variant", "steep", "--rules-only")
    assert (said.code, said.err, said.out) == (exits.FINE, "", SHOWN)
    assert rulewright("diff", "my_game/variants/steep.rules", "--rules-only").out == SHOWN


def test_forty_columns_show_rules_one_below_the_other(rulewright, steep, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    said = rulewright("diff", "my_game", "--variant", "steep", "--rules-only")
    assert max(map(len, said.out.splitlines())) <= 40
    assert "      +     lose_breath\n" in said.out


def test_tests_that_take_another_course_are_told_with_their_step_and_rule(rulewright, steep):
    said = rulewright("diff", "my_game", "--variant", "steep")
    told = said.out.partition("\nTests\n")[2].partition("\nSaved games\n")[0]
    assert told == (
        "  2 of 2 tests take another course.\n"
        '    "A card takes you as far as its number says"\n'
        "      my_game/tests/race.rules:9: expect ann's climbed is 4\n"
        "        this is not so: `ann's climbed` is 5\n"
        "        through my_game/variants/steep.rules:12: change component card leap\n"
        '    "Whoever is first at the top wins"\n'
        "      my_game/tests/race.rules:18: game ends, ann wins\n"
        "        the game goes on: it asks ben: `Your turn`\n"
        "        at my_game/rules/2_course.rules:30 (at_the_top): answer player's climbed\n"
        "        is at least height\n"
        "        through my_game/variants/steep.rules:3: set height to 30\n"
    )


def test_a_setting_alone_is_named_where_the_rules_first_ask_for_it(rulewright, steep):
    steep.write_text('variant "High" for my_game 1\n    set height to 30\n')
    said = rulewright("diff", "my_game", "--variant", "steep", "--json")
    [test] = said.data["tests"]["altered"]
    assert test["rule"] == {
        "name": "at_the_top",
        "path": "my_game/rules/2_course.rules",
        "line": 30,
        "text": "answer player's climbed is at least height",
    }


def causes(told):
    """Give the causes of each test that takes another course, by its title, as lines of the
    overlay."""
    return {
        one["name"]: [[line["line"] for line in together] for together in one["causes"]]
        for one in told["tests"]["altered"]
    }


def test_the_change_that_does_it_is_named_and_not_the_last_that_was_gone_through(rulewright, steep):
    steep.write_text(
        'variant "Many" for my_game 1\n'
        "    change component card umbrella\n        copies: 1\n"
        "    before action play_card\n        lower your climbed by 0\n"
        "    set steps of leap to 5\n"
        "    set steps of stride to 1\n"
    )
    told = rulewright("diff", "my_game", "--variant", "steep", "--json").data
    assert causes(told)["A card takes you as far as its number says"] == [[6]]


def test_changes_that_do_it_only_together_are_named_together(rulewright, steep):
    steep.write_text(
        'variant "Two" for my_game 1\n    set height to 16\n    set steps of leap to 3\n'
    )
    said = rulewright("diff", "my_game", "--variant", "steep")
    told = said.out.partition('    "Whoever is first at the top wins"\n')[2]
    assert told.partition("\nSaved games\n")[0].endswith(
        "        through my_game/variants/steep.rules:2: set height to 16\n"
        "        together with my_game/variants/steep.rules:3: set steps of leap to 3\n"
    )


def test_a_change_and_what_it_cannot_be_made_without(rulewright, steep):
    steep.write_text(
        'variant "Breath" for my_game 1\n'
        "    add setting breath: 1, from 0 to 5\n"
        "    add procedure lose_breath\n        lower your climbed by breath\n"
        "    after action play_card\n        lose_breath\n"
    )
    told = rulewright("diff", "my_game", "--variant", "steep", "--json").data
    assert causes(told)["A card takes you as far as its number says"] == [[5]]


def saved(rulewright, *more):
    return rulewright(
        *("play", "my_game", "--seats", "random,random", "--seed", "3", "--save", "a.save"), *more
    )


def altered(rulewright):
    """Give the one saved game, whose course the overlay alters."""
    told = rulewright("diff", "my_game", "--variant", "steep", "--save", "a.save", "--json").data
    assert told["saves"]["all"] == 1
    [game] = told["saves"]["altered"]
    return game


def in_steep(rule, text):
    return {"name": rule, "path": "my_game/variants/steep.rules", "line": 3, "text": text}


def test_saved_games_are_played_again_side_by_side(rulewright, steep):
    saved(rulewright)
    steep.write_text(
        'variant "Steep" for my_game 1\n    after action rest\n        lower your climbed by 1\n'
    )
    game = altered(rulewright)
    lines = [line.split() for line in (steep.parents[2] / "a.save").read_text().splitlines()]
    rests = [n for n, line in enumerate(lines) if '"take":"rest"' in "".join(line)]
    assert game["step"] >= 1 and rests
    assert game["what"].endswith("takes rest")
    assert game["rule"] == in_steep("rest", "lower your climbed by 1")


def test_a_decision_that_is_not_offered_any_more(rulewright, steep):
    saved(rulewright)
    steep.write_text(
        'variant "Steep" for my_game 1\n    require action play_card\n'
        '        requires your climbed is 0 else "once"\n'
    )
    game = altered(rulewright)
    assert game["without"] == "play_card" and game["with"].startswith("not offered; there are ")
    assert game["rule"] == in_steep("play_card", 'requires your climbed is 0 else "once"')


def test_a_decision_that_is_gone_with_its_action_is_told_at_the_question(rulewright, steep):
    saved(rulewright)
    rules = steep.parents[1] / "rules" / "2_course.rules"
    steep.write_text(
        'variant "Steep" for my_game 1\n    remove action play_card\n    replace turn climb\n'
        '        menu "Your turn"\n            must take one of rest\n            may pass\n'
    )
    game = altered(rulewright)
    assert game["without"] == "play_card" and game["with"].startswith("not offered; there are ")
    assert game["rule"]["name"] == "climb"
    assert rules.is_file()


@pytest.mark.parametrize(
    ("before", "quoted"),
    [
        ("    move all cards to deck\n", "move all cards to deck"),
        (
            "    for each card                  # one by one\n        move card to deck\n",
            "for each card",
        ),
        (
            "    for each card\n        if steps of card is at least 1\n"
            "            move card to deck\n",
            "for each card",
        ),
    ],
)
def test_fewer_components_are_told_at_the_line_that_goes_through_them(
    rulewright, steep, before, quoted
):
    rules = steep.parents[1] / "rules" / "1_table.rules"
    text = rules.read_text()
    rules.write_text(text.replace("    move all cards to deck\n", before))
    saved(rulewright)
    steep.write_text('variant "S" for my_game 1\n    remove component card umbrella\n')
    game = altered(rulewright)
    assert game["step"] == 0
    line = rules.read_text().splitlines().index(before.splitlines()[0]) + 1
    assert (game["rule"]["line"], game["rule"]["text"]) == (line, quoted)


def test_house_rules_that_never_come_into_play_alter_no_saved_game(rulewright, steep):
    saved(rulewright)
    steep.write_text(
        'variant "Steep" for my_game 1\n    add rule far_away\n'
        "        at end of each player's turn, if your climbed is 100\n"
        "            lower your climbed by 1\n"
    )
    said = rulewright("diff", "my_game", "--variant", "steep", "--save", "a.save")
    assert "  1 saved game: none takes another course.\n" in said.out
    assert "  2 tests: none takes another course.\n" in said.out


def test_a_saved_game_with_another_number_of_players(rulewright, steep):
    rulewright(
        *("play", "my_game", "--seats", "random,random,random", "--seed", "3"),
        *("--save", "a.save"),
    )
    said = rulewright("diff", "my_game", "--variant", "steep", "--save", "a.save", "--rules-only")
    assert "before: 3 players\n        now: it is played by 2\n" in said.out


def test_what_follows_from_house_rules_is_told(rulewright, steep):
    steep.write_text(
        'variant "Flat" for my_game 1\n    replace action play_card\n'
        "        choose card from your hand\n"
        "        move card to discard\n"
        "        raise your climbed by 3\n"
        "        carry_out card\n"
    )
    said = rulewright("diff", "my_game", "--variant", "steep", "--rules-only")
    assert (
        "What follows from it\nwarning[O910 unused-now]: `steps` is not used any more\n" in said.out
    )


def test_nothing_at_all(rulewright, steep):
    steep.write_text('variant "Same" for my_game 1\n    set height to 15\n')
    said = rulewright("diff", "my_game", "--variant", "steep", "--rules-only")
    assert said.out.startswith('Hilltop 1.0 with "Same"\n\nNothing changes.\n')
    assert "warning[O911 already-so]: `height` is 15 already\n" in said.out


def test_several_house_rules_are_told_together(rulewright, steep):
    more = steep.with_name("more.rules")
    more.write_text(
        'variant "More" for my_game 1\n    comes after steep\n    before action rest\n'
        "        raise your climbed by 1\n"
    )
    told = rulewright(
        *("diff", "my_game", "--variant", "more", "--variant", "steep", "--rules-only", "--json")
    ).data
    rest = next(rule for rule in told["rules"] if rule["name"] == "rest")
    assert rest["how"] == ["more after it", "more before it"]
    condition = rest["before"][1]
    assert condition.startswith("    requires ")
    assert (
        rest["after"][1:]
        == [
            condition,  # it is asked before anything is done
            "    raise your climbed by 1",
            *rest["before"][2:],
            "    lose_breath",
        ]
    )


def test_json_fits_its_schema(rulewright, steep, fits):
    saved(rulewright)
    for words in (("--rules-only",), ("--save", "a.save")):
        said = rulewright("diff", "my_game", "--variant", "steep", "--json", *words)
        fits(said.data, "diff")
    assert [one["title"] for one in said.data["variants"]] == ["Steep hill"]
    assert {one["name"]: one["sort"] for one in said.data["components"]} == {
        "leap": "changed",
        "rope": "new",
        "umbrella": "removed",
    }


def test_slips(rulewright, steep):
    said = rulewright("diff", "my_game")
    assert (said.code, said.err.splitlines()[0]) == (
        exits.USAGE,
        "error: no house rules are named",
    )
    steep.write_text(HOUSE.replace("height", "hieght", 1))
    said = rulewright("diff", "my_game", "--variant", "steep")
    assert said.code == exits.GAME_ERRORS and "did you mean `height`?" in said.err


SINGING = """\
variant "Singing" for my_game 1
    add action sing "Sing"
        raise your climbed by 1
    offer sing beside rest in turn climb
"""
RESTLESS = """\
variant "Restless" for my_game 1
    remove action rest
"""


def test_menus_that_offer_more_and_less_are_told(rulewright, my_game, tmp_path):
    (tmp_path / "sing.rules").write_text(SINGING)
    (tmp_path / "hum.rules").write_text(SINGING.replace("sing", "hum"))
    (tmp_path / "restless.rules").write_text(RESTLESS)
    rules = my_game / "rules" / "2_course.rules"
    rules.write_text(
        rules.read_text() + "\nrule out_of_breath\n    after you rest or you play_card\n"
        "        lower your climbed by 0\n    after you rest\n        lower your climbed by 0\n"
    )
    both = ("--variant", "sing.rules", "--variant", "hum.rules")
    said = rulewright("check", "my_game", *both)
    assert "no problems" in said.out  # neither collides with the other

    told = rulewright("diff", "my_game", *both, "--rules-only", "--json").data
    climb = next(rule for rule in told["rules"] if rule["name"] == "climb")
    assert climb["how"] == ["offers more"]
    assert "        must take one of play_card, rest, sing, hum" in climb["after"]

    less = ("--variant", "restless.rules", "--rules-only", "--json")
    told = {rule["name"]: rule for rule in rulewright("diff", "my_game", *less).data["rules"]}
    assert told["climb"]["how"] == ["offers `rest` no more"]
    assert "        must take one of play_card" in told["climb"]["after"]
    assert told["out_of_breath"]["how"] == ["waits for `rest` no more"]
    assert told["out_of_breath"]["after"] == [
        "rule out_of_breath",
        "    after you play_card",
        "        lower your climbed by 0",
    ]


WORDS = """\
variant "Words" for my_game 1
    set copies of stride to 1
    change component card umbrella
        text: "Nothing."
        copies: 2
    add each player has
        songs: 0 to 9
        tired: yes or no
    add rule singing
        after you rest, if you are not tired
            mark you as tired
            gain 1 songs
            raise your climbed by your songs
"""


def test_what_is_new_keeps_its_layout_and_what_nobody_said_its_value(rulewright, my_game, tmp_path):
    (tmp_path / "words.rules").write_text(WORDS)
    cards = my_game / "components" / "cards.yaml"
    cards.write_text(cards.read_text().replace("weather: rain\n  copies: 2\n", "weather: rain\n"))
    said = rulewright("diff", "my_game", "--variant", "words.rules", "--rules-only").out
    assert "each player has: new (words.rules:6)\n" in said
    assert "      + each player has\n      +     songs: 0 to 9\n" in said
    assert 'text: "' in said and ', now "Nothing."\n' in said
    told = rulewright("diff", "my_game", "--variant", "words.rules", "--rules-only", "--json").data
    copies = {
        one["name"]: (part["before"], part["after"])
        for one in told["components"]
        for part in one["parts"]
        if part["name"] == "copies"
    }
    assert copies == {"stride": ("6", "1"), "umbrella": ("1", "2")}


def test_a_sum_is_told_in_all_its_words(rulewright, my_game, tmp_path):
    (tmp_path / "more.rules").write_text(
        'variant "More" for my_game 1\n    set height to 14\n\ntest "A sum"\n'
        "    given 2 players: ann, ben\n    expect sum of steps of cards is 3\n"
    )
    said = rulewright("test", "my_game", "--variant", "more.rules").out
    assert "`sum of steps of cards` is " in said


def test_ranges_and_limits_are_told_and_what_lies_outside_is_a_fault(rulewright, my_game, tmp_path):
    house = tmp_path / "wide.rules"
    house.write_text(
        'variant "Wide" for my_game 1\n    set steps from 1 to 9\n    set steps of leap to 9\n'
        "    set climbed of player from 0 to 200\n    set limit of hand to 4\n"
    )
    words = ("diff", "my_game", "--variant", "wide.rules", "--rules-only")
    told = rulewright(*words, "--json").data["numbers"]
    assert [(one["name"], one["before"], one["after"]) for one in told] == [
        ("steps", "1 to 5", "1 to 9"),
        ("climbed", "0 to 100", "0 to 200"),
        ("hand", "no limit", "4"),
    ]
    assert "  Range of steps: 1 to 5, now 1 to 9 (steps)\n" in rulewright(*words).out
    played = rulewright("sim", "my_game", "-n", "3", "--variant", "wide.rules", "--json")
    assert played.code == exits.FINE

    house.write_text('variant "Narrow" for my_game 1\n    set steps from 2 to 3\n')
    said = rulewright("check", "my_game", "--variant", "wide.rules").out
    assert " --> wide.rules:2:9\n" in said
    assert said.count("error[") == 2  # too small here, too large there

    house.write_text(
        'variant "Short" for my_game 1\n    set height from 1 to 9\n    set height to 5\n'
    )
    assert rulewright("check", "my_game", "--variant", "wide.rules").code == exits.FINE
    house.write_text('variant "Short" for my_game 1\n    set height from 1 to 9\n')
    assert " --> wide.rules:2:9\n" in rulewright("check", "my_game", "--variant", "wide.rules").out


EARLY = """\
variant "Early ends" for orchard 1
    add rule lazy
        when you would pick_fruit, if your gold is more than 5, instead
            gain 1 gold
    before discard in action play_trick
        if your gold is more than 4
            stop play_trick
    replace define score
        answer number of player's hand
"""


def test_what_else_is_left_out_and_who_does_what_is_replaced(rulewright, tmp_path):
    written(
        whole_games(fences(README.read_text(encoding="utf-8")))["orchard"], tmp_path / "orchard"
    )
    file = tmp_path / "early.rules"
    file.write_text(EARLY)
    given = ("diff", str(tmp_path / "orchard"), "--variant", str(file), "--rules-only")
    shown = " ".join(rulewright(*given).out.split())
    lines = "`choose fruit from faces of dice in garden`, `gain (number of fruit dice in garden)"
    assert f"in place of `pick_fruit`, not done then: {lines} fruit crates`, `roll all" in shown
    assert "left out where it says `stop play_trick`: `discard trick`" in shown
    assert "done or asked by `game orchard_year`" in shown
