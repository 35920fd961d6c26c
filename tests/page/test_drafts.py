"""The edited texts of a workshop: two windows, files, house rules in force, what is unsaved."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.page.drafts import Drafts, EditRefused, merge
from interpreter.page.kept_drafts import KeptDrafts
from tests.page.test_workshop import RULES, change, opened, pig  # noqa: F401  # a fixture


def test_two_edits_of_other_lines_are_merged():
    assert merge("a\nb\nc", "a1\nb\nc", "a\nb\nc2").text == "a1\nb\nc2"
    assert merge("a\nb\nc", "a\nb", "b\nc").text == "b"
    assert merge("a", "a\nmine", "a\ntheirs").text == "a\ntheirs\nmine"
    assert merge("a\nb", "a\nb", "x") == merge("a\nb", "x", "a\nb") == merge("q", "x", "x")


def test_where_both_changed_a_line_the_second_is_given_back():
    made = merge("a\nb\nc", "a\nmine\nc", "a\ntheirs\nc")
    assert (made.text, made.aside) == ("a\ntheirs\nc", "mine")


@pytest.mark.parametrize("seed", range(40))
def test_no_new_line_of_either_is_lost(seed):
    """Each line that one of the two added stands in the text, or is given back."""
    lot = Random(seed)
    base = [lot.choice("abc") for _ in range(12)]

    def edited(mark: str) -> list[str]:
        made = list(base)
        for number in range(4):
            at = lot.randrange(len(made) + 1)
            made[at : at + lot.randrange(3)] = [f"{mark}{number}"]
        return made

    mine, theirs = edited("m"), edited("t")
    made = merge("\n".join(base), "\n".join(mine), "\n".join(theirs))
    found = {*made.text.split("\n"), *made.aside.split("\n")}
    assert {one for one in [*mine, *theirs] if one[0] in "mt"} <= found
    assert {one for one in theirs if one[0] == "t"} <= set(made.text.split("\n"))


def test_two_windows_type_at_once_and_no_key_is_lost(pig):  # noqa: F811
    """Each window sends what it has, knowing nothing of the other, and is brought up to date."""
    files = Drafts(pig, ())
    begun = files.named[RULES].text
    one = two = begun
    for letter in "abcdef":
        for end in ("one", "two"):
            seen = one if end == "one" else two
            text = f"# {letter}\n{seen}" if end == "one" else f"{seen}# {letter.upper()}\n"
            made = files.edit(RULES, text, seen)
            assert made.aside == ""
            one, two = (text, two) if end == "one" else (one, text)
    text = files.named[RULES].text
    assert text.startswith("# f\n# e\n# d\n# c\n# b\n# a\n" + begun[:20])
    assert text.endswith("# A\n# B\n# C\n# D\n# E\n# F\n")


def test_unsaved_files_are_named_and_saved_at_once(pig):  # noqa: F811
    workshop = opened(pig)
    change(workshop, "goal: 100", "goal: 60")
    change(workshop, "given 2 players", "given 3 players", "tests/pig.rules")
    assert workshop.files.unsaved() == [RULES, "tests/pig.rules"]
    (pig / RULES).write_text("# another\n", encoding="utf-8")
    (told,) = workshop.files.save_all()
    assert told.startswith(f"{RULES} was changed on disk") and workshop.files.unsaved() == [RULES]
    assert "given 3 players" in (pig / "tests/pig.rules").read_text(encoding="utf-8")


def test_a_file_keeps_the_ends_of_its_lines(pig):  # noqa: F811
    text = (pig / RULES).read_text(encoding="utf-8")
    (pig / RULES).write_bytes(text.replace("\n", "\r\n").encode())
    files = Drafts(pig, ())
    assert files.named[RULES].text == text and files.unsaved() == []
    files.edit(RULES, f"{text}# x\n", text)
    files.save(RULES)
    assert (pig / RULES).read_bytes() == f"{text}# x\n".replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("../out.rules", "begin the name with its folder"),
        ("rules/../../out.rules", "letters, digits"),
        ("/rules/out.rules", "begin the name with its folder"),
        ("out.rules", "begin the name with its folder"),
        ("rules/.hidden.rules", "letters, digits"),
        ("rules/a\\b.rules", "letters, digits"),
        ("rules/program.py", "a file in rules/ ends with .rules"),
        ("components/cards.rules", "a file in components/ ends with .yaml or .csv"),
        (RULES, "is there already"),
        ("rules/leads/out.rules", "would lie outside"),
        (f"rules/{'a' * 200}.rules", "letters, digits"),
    ],
)
def test_a_new_file_is_called_as_a_file_of_a_game_and_lies_in_it(pig, name, told):  # noqa: F811
    (pig / "rules/leads").symlink_to(pig.parent, target_is_directory=True)
    files = Drafts(pig, ())
    for do in (lambda: files.new(name), lambda: files.rename("components/die.yaml", name)):
        with pytest.raises(EditRefused, match=told):
            do()
    assert not (pig.parent / "out.rules").exists() and (pig / "components/die.yaml").exists()


def test_a_file_is_made_renamed_deleted_and_brought_back(pig):  # noqa: F811
    workshop = opened(pig)
    files = workshop.files
    files.new("rules/more/extra.rules")
    assert (pig / "rules/more/extra.rules").read_text(encoding="utf-8") == ""
    (fault,) = workshop.faults("rules/more/extra.rules")
    assert fault.words.startswith("there is nothing in this file")
    files.delete("rules/more/extra.rules")
    change(workshop, "goal: 100", "goal: 60")
    files.rename(RULES, "rules/main.rules")
    assert not (pig / RULES).exists() and RULES not in files.named
    assert files.unsaved() == ["rules/main.rules"]
    assert workshop.game().settings["goal"] == 60
    assert [(one.before, one.after) for one in workshop.changes().numbers] == [("100", "60")]
    files.delete("rules/main.rules")
    assert not (pig / "rules/main.rules").exists() and "waits" in workshop.play_on()
    assert files.bring_back() == "rules/main.rules"
    assert files.bring_back() == "rules/more/extra.rules"
    with pytest.raises(EditRefused, match="nothing was deleted"):
        files.bring_back()
    files.delete("rules/more/extra.rules")
    assert workshop.game().settings["goal"] == 60
    for do in (
        lambda: files.delete("game.yaml"),
        lambda: files.rename("game.yaml", "rules/a.rules"),
    ):
        with pytest.raises(EditRefused, match=r"a game needs its game.yaml"):
            do()


def test_what_was_deleted_or_made_is_compared_with_the_folder_as_it_was(pig):  # noqa: F811
    odd = 'procedure odd "Odd"\n    raise decisions by 1\n'
    (pig / "rules/odd.rules").write_text(odd, encoding="utf-8")
    workshop = opened(pig)
    files = workshop.files
    files.delete("rules/odd.rules")
    assert [(one.name, one.how) for one in workshop.changes().rules] == [("odd", ("removed",))]
    assert "odd" in workshop.opened().plan.program.funcs
    assert "odd" not in workshop.game().plan.program.funcs
    assert files.gone() == ["rules/odd.rules"]
    files.new("rules/odder.rules")
    files.edit("rules/odder.rules", odd.replace("odd", "odder"), "")
    assert {(one.name, one.how) for one in workshop.changes().rules} == {
        ("odd", ("removed",)),
        ("odder", ("new",)),
    }
    assert "odder" not in workshop.opened().plan.program.funcs
    assert files.bring_back() == "rules/odd.rules" and files.gone() == []
    files.rename("tests/pig.rules", "tests/all.rules")
    assert files.gone() == []
    files.delete("tests/all.rules")
    assert files.gone() == ["tests/pig.rules"]
    assert [one.name for one in workshop.changes().rules] == ["odder"]


def test_house_rules_that_were_in_force_and_are_deleted_are_in_the_comparison(pig):  # noqa: F811
    mine = pig / "variants/mine.rules"
    mine.write_text('variant "Mine" for pig 1\n    set goal to 50\n', encoding="utf-8")
    workshop = opened(pig, (mine,))
    workshop.files.delete("variants/mine.rules")
    assert not mine.exists() and workshop.files.gone() == ["variants/mine.rules"]
    assert workshop.opened().settings["goal"] == 50 and workshop.game().settings["goal"] == 100


def test_a_file_that_another_program_has_put_there_is_not_replaced(pig):  # noqa: F811
    files = Drafts(pig, ())
    (pig / "rules/new.rules").write_text("# mine\n", encoding="utf-8")
    for do in (
        lambda: files.new("rules/new.rules"),
        lambda: files.rename(RULES, "rules/new.rules"),
    ):
        with pytest.raises(EditRefused, match="is there already"):
            do()
    assert (pig / "rules/new.rules").read_text(encoding="utf-8") == "# mine\n"
    assert (pig / RULES).exists()


def test_house_rules_are_in_force_or_not(pig):  # noqa: F811
    workshop = opened(pig)
    lines = workshop.drafts[RULES].text.split("\n")
    setting = next(n for n, line in enumerate(lines, 1) if line.startswith("setting goal"))
    name = workshop.new_house_rule(RULES, setting)
    change(workshop, "to 100", "to 70", name)
    assert workshop.play_on().startswith("loaded") and workshop.table.game.settings["goal"] == 70
    assert workshop.game().settings["goal"] == 70 and workshop.opened().settings["goal"] == 100
    assert [(one.before, one.after) for one in workshop.changes().numbers] == [("100", "70")]
    assert not (pig / name).exists()
    workshop.files.put_in_force(name, False)
    assert workshop.play_on().startswith("loaded") and workshop.table.game.settings["goal"] == 100
    assert workshop.changes().nothing()
    with pytest.raises(EditRefused, match="holds no house rules"):
        workshop.files.put_in_force(RULES, False)


def test_house_rules_that_are_named_in_another_way_are_one_file(pig, monkeypatch):  # noqa: F811
    monkeypatch.chdir(pig)
    files = Drafts(pig, (Path("variants/automaton.rules"),))
    assert [one for one in files.named if "automaton" in one] == ["variants/automaton.rules"]
    assert files.in_force() == (Path("variants/automaton.rules"),)
    files.put_in_force("variants/automaton.rules", False)
    assert files.in_force() == ()


def test_what_is_unsaved_is_kept_and_taken_up_again(pig, tmp_path):  # noqa: F811
    workshop = opened(pig)
    kept = KeptDrafts(workshop.files, tmp_path / "state")
    assert kept.write() == 0 and not kept.path.exists()
    change(workshop, "goal: 100", "goal: 60")
    lines = workshop.drafts[RULES].text.split("\n")
    name = workshop.new_house_rule(RULES, len(lines) - 3)
    assert kept.write() == 2 and kept.path.stat().st_mode & 0o077 == 0
    path = pig / RULES
    path.write_text(f"# new since\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    again = opened(pig)
    assert KeptDrafts(again.files, tmp_path / "state").left == []  # the first one still runs
    kept.let_go()
    more = KeptDrafts(again.files, tmp_path / "state")
    assert [one.name for one in more.left] == [RULES, name]
    change(again, "given 2 players", "given 3 players", "tests/pig.rules")
    assert more.write() == 1  # what was left is still there, until it is taken or forgotten
    assert len(KeptDrafts(again.files, tmp_path / "state").left) == 2
    assert more.take_up() == [] and more.left == []
    text = again.drafts[RULES].text
    assert text.startswith("# new since\n") and "goal: 60" in text
    assert again.files.in_force() == (pig / name,) and again.drafts[name].changed
    assert not kept.path.exists() and KeptDrafts(again.files, tmp_path / "state").left == []
    more.let_go()
    assert len(KeptDrafts(again.files, tmp_path / "state").left) == 3
    assert again.files.save_all() == []
    more.follow()
    assert list((tmp_path / "state").iterdir()) == []


def test_a_damaged_file_of_what_was_left_offers_nothing(pig, tmp_path):  # noqa: F811
    files = Drafts(pig, ())
    kept = KeptDrafts(files, tmp_path)
    for text in ("", "{", '{"unsaved": 1, "files": [{"name": 1}]}', '{"unsaved": 1, "files": 3}'):
        kept.path.write_text(text, encoding="utf-8")
        assert KeptDrafts(files, tmp_path).left == []
    assert isinstance(kept.path, Path)
