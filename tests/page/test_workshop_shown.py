"""What a workshop shows of results: changes with signs and colours, plots with scales."""

from __future__ import annotations

import re
from html import unescape

from interpreter.bots.matches import Match, chance_player, play_numbers
from interpreter.bots.paired_games import PILOT, Pairs, add, measures_of, settle_bounds
from interpreter.page.workshop_shown import in_html, intervals, plot
from tests.page.test_workshop import RULES, change, opened, pig  # noqa: F401  # a fixture


def test_changes_have_signs_beside_their_colours(pig):  # noqa: F811
    workshop = opened(pig)
    change(workshop, "goal: 100", "goal: 60")
    change(workshop, "if face of white_die is 1\n", "if face of white_die is <2>\n")
    change(workshop, "<2>", "2")
    shown = "".join(in_html(workshop.changes()))
    gone = [unescape(one) for one in re.findall(r"<del[^>]*>(.*?)</del>", shown)]
    new = [unescape(one) for one in re.findall(r"<ins[^>]*>(.*?)</ins>", shown)]
    assert gone[0] == "- 100" and new[0] == "+ 60"
    assert "if face of white_die is 1" in gone[1] and "if face of white_die is 2" in new[1]
    assert all(one.startswith("- ") for one in gone) and all(one.startswith("+ ") for one in new)


def test_many_games_are_drawn_with_a_scale_and_the_median(pig):  # noqa: F811
    match = Match(opened(pig).game(), ("random", "random"), 1, 10_000)
    drawn = plot(play_numbers(match, chance_player(match), range(50)), 2)
    assert ">Who wins: share of the games<" in drawn and drawn.count('class="axis"') == 2
    (told,) = re.findall(r"Length of the games in turns: median ([\d.,]+)<", drawn)
    assert f"(dashed: half of the games have {told} or fewer)<" in drawn


def test_a_comparison_has_a_line_at_zero_and_is_drawn_as_wide_as_it_is(pig):  # noqa: F811
    workshop = opened(pig)
    change(workshop, "goal: 100", "goal: 30")
    one, other = (
        Match(game, ("random", "random"), 1, 10_000)
        for game in (workshop.opened(), workshop.game())
    )
    measures = measures_of(one, other, 0.05)
    with Pairs(one, other) as both:
        settle_bounds(measures, list(both.play(0, PILOT)), both, 0)
        add(measures, list(both.play(PILOT, 50)), both, PILOT)
    drawn = intervals(measures)
    assert ">0<" in drawn and drawn.count('class="axis"') == 1
    ends = re.findall(r">[-+](\d+) %<", drawn)
    assert len(ends) == 2 and ends[0] == ends[1]
    assert "For what is no share, the ends of the scale are: length: " in drawn
    across = [float(x) for x in re.findall(r'class="mark" x1="([\d.]+)"', drawn)]
    assert len(across) == len(measures) and 12 <= min(across) and max(across) <= 388
