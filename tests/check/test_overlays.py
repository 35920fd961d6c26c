"""House rules laid on a game: what they change, and what is said of those that miss."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.check.game import check_game, read_game
from interpreter.diagnostics import Report, Source
from interpreter.load.game_folder import GameFiles
from interpreter.pipeline import build
from tests.language.worked_items import files_of, item, overlays_of, random_play, said

STEM = item(27)
HEAD = 'variant "House rule" for house_rules 1\n    '


def laid(*overlays: Source) -> GameFiles:
    """The game with some overlays on it."""
    return replace(files_of(STEM), overlays=overlays)


def told(*lines: str, variants: int = 1) -> str:
    """What is said of an overlay with these lines, which stand under its heading."""
    text = HEAD + "\n    ".join(lines) + "\n"
    report = Report()
    sources = [Source(f"{n + 1}.rules", text) for n in range(variants)]
    read_game(laid(*sources), report)
    return said(report)


def laid_on():
    report = Report()
    program = check_game(laid(*overlays_of(STEM)), report)
    assert program is not None and not report.found, said(report)
    return program


def test_an_overlay_changes_settings_cards_and_players():
    program = laid_on()
    designs = {d.id: d for d in program.designs}
    assert (program.least, program.most) == (2, 2)
    assert program.settings["glory_target"].value == 5
    assert designs["bribery"].printed["price"] == 1
    assert designs["ruin_plans"].copies == 7
    assert designs["ruin_plans"].last - designs["ruin_plans"].first == 7
    assert "lucky_day" not in designs


def test_an_option_has_the_last_word_over_an_overlay():
    report = Report()
    program = check_game(laid(*overlays_of(STEM)), report, {"glory_target": 9})
    assert program is not None and program.settings["glory_target"].value == 9


def test_an_overlay_changes_set_up_actions_and_the_order_of_phases():
    plan = build(laid_on(), files_of(STEM))
    state = plan.start(2, 1)
    hands, supplies = state.z_player_hand, state.z_player_supply
    assert [len(hand) for hand in hands[:2]] == [2, 2]
    assert sorted(len(supply) for supply in supplies[:2]) == [3, 4]
    assert state.f_player_glory[:2] == [1, 1]  # the Altar came first
    menu = plan.sites[state.site]
    names = [menu.items[option][2] for option in state.options]
    assert "visit_olympus" not in names  # it asks for 1 might
    first = state.actor
    plan.choose(state, names.index("gather_points"))
    assert state.f_player_might[first] == 1 and state.f_player_glory[first] == 0
    names = [menu.items[option][2] for option in state.options]
    assert "visit_olympus" in names
    plan.choose(state, names.index("play_intervention"))
    for _ in range(5):
        if plan.sites[state.site].sort == "menu":
            break
        plan.choose(state, 0)
    assert state.f_player_might[first] == 1  # paid 1, and gained 1 afterwards
    for seed in range(3):
        assert random_play(plan, 2, seed).over


def test_the_game_beneath_is_as_it_was():
    report = Report()
    program = check_game(files_of(STEM), report)
    assert program is not None and not report.found
    assert program.settings["glory_target"].value == 8 and program.most == 4
    assert "lucky_day" in {d.id for d in program.designs}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set glory_traget to 5", "error[O902 unhit]: the game has no setting called"),
        ("set price of briberi to 1", "error[O902 unhit]: the game has no such component"),
        ("set cost of bribery to 1", "error[O902 unhit]: nothing called `cost` is printed on"),
        ("set price of bribery to 9", "error[O905 overlay-unfit]: `price` of `bribery` cannot be"),
        ("remove component intervention lucky_dya", "error[O902 unhit]: the game has no such"),
        ("remove rule first_player_tokn", "error[O902 unhit]: the game has no rule called"),
        ("remove procedure hero_turn", "error[O902 unhit]: the game has no procedure called"),
        ("only with number of players is 5", "error[O905 overlay-unfit]: this overlay cannot be"),
        ("only with first_player is none", "error[O905 overlay-unfit]: this is not known before"),
    ],
)
def test_an_overlay_that_misses_is_told(line, message):
    assert message in told(line)
    assert told(line).count("error[") == 1


def test_a_near_miss_is_guessed():
    assert "did you mean `glory_target`?" in told("set glory_traget to 5")
    assert "did you mean `first_player_token`?" in told("remove rule first_player_tokn")


def test_overlays_are_pinned_to_a_game_and_a_version():
    report = Report()
    for text in ('variant "X" for other 1', 'variant "X" for house_rules 2'):
        source = Source("x.rules", f"{text}\n    set glory_target to 5\n")
        read_game(laid(source), report)
    said_of_it = said(report)
    assert "error[O901 wrong-base]: this overlay is for `other`, and the game is" in said_of_it
    assert "error[O901 wrong-base]: this overlay is for version 2, and the game is" in said_of_it


def test_two_overlays_that_change_the_same_are_told():
    text = told("set glory_target to 5", variants=2)
    assert "warning[O903 overlaid-twice]: two overlays change `glory_target`" in text


def test_an_overlay_among_the_rules_and_a_rule_among_overlays_are_told():
    report = Report()
    files = files_of(STEM)
    rules = (*files.rules, *overlays_of(STEM))
    read_game(replace(files, rules=rules), report)
    source = Source("x.rules", 'rule r "R"\n    at end of each turn\n        end game\n')
    read_game(laid(source), report)
    assert said(report).count("error[O904 wrong-folder]: ") == 2
