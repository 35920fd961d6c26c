"""A game that is edited while it is played: faults, fixes, windows, the table at the same point."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import interpreter as rw
from interpreter.diagnostics import Report
from interpreter.load.game_folder import find_game
from interpreter.page.drafts import EditRefused
from interpreter.page.people.agreements import NotYours
from interpreter.page.shared_table import SharedTable
from interpreter.page.workshop import Workshop

RULES = "rules/pig.rules"


@pytest.fixture
def pig(tmp_path) -> Path:
    """Give a copy of Pig that may be written."""
    shipped = find_game("pig", Report())
    assert shipped is not None
    return Path(shutil.copytree(shipped, tmp_path / "pig"))


def opened(folder: Path, laid: tuple[Path, ...] = ()) -> Workshop:
    game = rw.load(folder, variants=[str(one) for one in laid])
    return Workshop(folder, laid, {}, SharedTable(game, ["human", "human"], 1))


def change(workshop: Workshop, old: str, new: str, name: str = RULES) -> None:
    draft = workshop.drafts[name]
    assert old in draft.text
    workshop.files.edit(name, draft.text.replace(old, new, 1), draft.text)


def test_all_files_of_the_game_are_there(pig):
    assert list(opened(pig).drafts) == [
        "game.yaml",
        RULES,
        "components/die.yaml",
        "tests/pig.rules",
        "variants/automaton.rules",
    ]


def test_a_fault_is_found_where_it_stands_and_mended(pig):
    workshop = opened(pig)
    change(workshop, "roll white_die", "rol white_die")
    (fault,) = workshop.faults(RULES)
    text = workshop.drafts[RULES].text
    assert (text[fault.start : fault.end], fault.error) == ("rol", True)
    assert fault.words.startswith("there is no deed called `rol`")
    assert fault.fix_words == "Write `roll`"
    assert workshop.mended(RULES, fault) == (pig / RULES).read_text(encoding="utf-8")
    assert "table waits" in workshop.play_on() and workshop.table.state.turn == 1


def test_what_lines_mean_stands_beside_them_as_long_as_there_is_no_error(pig):
    workshop = opened(pig)
    assert workshop.faults(RULES) == []
    text = workshop.drafts[RULES].text.split("\n")
    line = text.index("    repeat while you are rolling") + 1
    assert (
        workshop.exact[line] == "again and again as long as you are rolling, asked before each time"
    )
    change(workshop, "roll white_die", "rol white_die")
    workshop.faults(RULES)
    assert workshop.exact == {}


def test_a_fault_in_a_test_is_found_once_tests_are_read(pig):
    workshop = opened(pig)
    change(workshop, "given 2 players", "given 2 playrs", "tests/pig.rules")
    assert workshop.faults("tests/pig.rules") and not workshop.faults(RULES)


def test_the_table_goes_on_at_the_same_point_by_the_new_rules(pig):
    workshop = opened(pig)
    table = workshop.table
    for move in ("stop", "roll", "stop"):
        option = next(one for one in table.state.options if one.id == move)
        table.take(table.state.actor, option.id, table.version)
    turn = table.state.turn
    change(workshop, "goal: 100", "goal: 60")
    assert workshop.play_on() == "loaded: the table stands at the same point"
    assert table.state.turn == turn and table.game.settings["goal"] == 60
    change(workshop, '            option "Stop": hold\n', "")
    told = workshop.play_on()
    assert told.startswith("loaded: 0 of 3 decisions fit, the table goes on from there. blue: stop")
    with pytest.raises(NotYours):
        table.undo(0)


def test_the_table_takes_up_an_edit_once_whatever_number_of_windows_there_are(pig):
    workshop = opened(pig)
    change(workshop, "goal: 100", "goal: 60")
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda _: workshop.play_on(), range(8)))
    assert set(told) == {"loaded: the table stands at the same point"}
    assert workshop.table.version == 1


def test_an_error_elsewhere_is_told_with_its_place(pig):
    workshop = opened(pig)
    change(workshop, "title: Points that win", "title: [", "game.yaml")
    assert "the table waits (game.yaml, line " in workshop.play_on()


def test_what_another_program_has_written_is_not_overwritten(pig):
    workshop = opened(pig)
    path = pig / RULES
    change(workshop, "goal: 100", "goal: 60")
    workshop.files.save(RULES)
    assert "goal: 60" in path.read_text(encoding="utf-8")
    path.write_text("# another\n", encoding="utf-8")
    change(workshop, "goal: 60", "goal: 70")
    with pytest.raises(EditRefused) as caught:
        workshop.files.save(RULES)
    assert str(caught.value) == (
        f"{RULES} was changed on disk by another program: download your text, or take what is on"
        " disk"
    )
    assert path.read_text(encoding="utf-8") == "# another\n"
    workshop.files.take_disk(RULES)
    assert workshop.drafts[RULES].text == "# another\n" and not workshop.drafts[RULES].changed


def test_changes_and_tests_are_told_of_what_is_not_saved(pig):
    workshop = opened(pig)
    assert workshop.changes().nothing() and all(one.passed for one in workshop.tests())
    change(workshop, "goal: 100", "goal: 60")
    change(workshop, "if face of white_die is 1\n", "if face of white_die is 2\n")
    found = workshop.changes()
    assert [(one.title, one.before, one.after) for one in found.numbers] == [
        ("Points that win", "100", "60")
    ]
    assert [(one.name, one.how) for one in found.rules] == [("roll_on", ("changed",))]
    failed = [one for one in workshop.tests() if not one.passed]
    assert all(one.failed for one in failed)
    assert {one.place.file for one in failed} == {"tests/pig.rules", "variants/automaton.rules"}
    change(workshop, "raise turn_total", "rais turn_total")
    with pytest.raises(rw.Problems):
        workshop.changes()
    assert [one.title for one in workshop.tests()] == ["The tests cannot be read"]


def test_house_rules_begin_with_the_rule_that_is_pointed_at(pig):
    workshop = opened(pig)
    lines = workshop.drafts[RULES].text.split("\n")
    inside = next(n for n, line in enumerate(lines, 1) if "go_bust turn_total" in line)
    name = workshop.new_house_rule(RULES, inside)
    assert name == "variants/roll_on_1.rules" and not (pig / name).exists()
    assert workshop.drafts[name].text.startswith(
        'variant "Roll on" for pig 1.0\n    replace procedure roll_on\n'
        "        requires your score plus turn_total is less than goal"
    )
    assert [one for one in workshop.faults(name) if one.error] == []
    workshop.files.save(name)
    with pytest.raises(EditRefused, match=r"point at a rule in a file of rules first"):
        workshop.new_house_rule("game.yaml", 1)
    setting = next(n for n, line in enumerate(lines, 1) if line.startswith("setting goal"))
    other = workshop.new_house_rule(RULES, setting)
    assert workshop.drafts[other].text == 'variant "Goal" for pig 1.0\n    set goal to 100\n'


def test_house_rules_that_are_laid_on_are_edited_with_their_game(pig):
    mine = pig.parent / "mine.rules"
    mine.write_text('variant "Mine" for pig 1\n    set goal to 50\n', encoding="utf-8")
    workshop = opened(pig, (mine,))
    assert next(iter(workshop.drafts)) == "mine.rules"
    change(workshop, "to 50", "to 70", "mine.rules")
    assert workshop.play_on().startswith("loaded") and workshop.table.game.settings["goal"] == 70
    assert [(one.before, one.after) for one in workshop.changes().numbers] == [("100", "70")]
    change(workshop, "goal", "gaol", "mine.rules")
    assert "gaol" in workshop.faults("mine.rules")[0].words


def test_a_word_is_explained(pig):
    workshop = opened(pig)
    assert any("shuffle" in line for line in workshop.about(RULES, "shuffle"))
    (told,) = workshop.about(RULES, "turn_total")
    assert told.startswith("turn_total: 0 to 1000") and workshop.about(RULES, "zzz") == []


def test_a_line_is_completed_by_sentences_and_names_also_while_there_are_errors(pig):
    workshop = opened(pig)
    assert workshop.faults(RULES) == []
    change(workshop, "    roll white_die", "    rol")
    assert workshop.faults(RULES)
    text = workshop.drafts[RULES].text
    line = text.split("\n").index("    rol") + 1
    found = workshop.completed(RULES, text, line, "    rol")
    assert found[0].sort == "sentence" and found[0].replaces == len("rol")
    assert any(one.label.startswith("roll ") for one in found)
    assert "turn_total" in [one.label for one in found]
    data = "components/die.yaml"
    made = workshop.completed(data, workshop.drafts[data].text, 1, "")
    assert "dice" in [one.label for one in made]


def test_several_windows_may_read_at_once(pig):
    """Each finds what it finds alone."""
    workshop = opened(pig)
    change(workshop, "goal: 100", "goal: 60")
    work = [
        lambda: len(workshop.faults(RULES, tests=True)),
        lambda: [one.after for one in workshop.changes().numbers],
        lambda: workshop.game().settings["goal"],
        workshop.play_on,
    ]
    alone = [do() for do in work]
    with ThreadPoolExecutor(8) as pool:
        found = [list(pool.map(lambda do: do(), work)) for _ in range(6)]
    assert found == [alone] * 6
