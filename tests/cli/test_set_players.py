"""House rules that change how many play, by command."""

from __future__ import annotations


def test_a_test_with_a_seat_that_nobody_has_any_more_is_for_other_numbers_of_players(
    rulewright, tmp_path
):
    file = tmp_path / "alone.rules"
    lines = 'variant "Alone" for deus_ex_machina 1\n    set players from 1 to 1\n'
    file.write_text(lines, encoding="utf-8")  # one of the game's tests has `with youngest 2`
    told = rulewright("test", str(file))
    assert told.code == 0, told.err
    assert "are for other numbers of players" in told.out
    assert "no longer there" not in told.out and "and the others" not in told.out


def test_what_changes_is_shown(rulewright, tmp_path):
    file = tmp_path / "alone.rules"
    file.write_text('variant "Alone" for pig 1\n    set players from 1 to 1\n', encoding="utf-8")
    told = rulewright("diff", str(file))
    assert told.code == 0 and "How many play: 2 to 8, now 1 (players)" in told.out
    alone = rulewright("play", "pig", "--variant", str(file), "--seats", "random", "--seed", "1")
    assert alone.code == 0, alone.err
    two = rulewright("sim", "pig", "--variant", str(file), "--players", "2")
    assert two.code != 0 and "is played by 1 player, not by 2" in two.err
