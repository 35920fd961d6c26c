"""Games that are left and taken up again: kept after every decision, whatever happens."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from interpreter.load.resources import root
from interpreter.play.savefile import InUse, SaveFile
from tests.cli.kept_plans import keep_plans

GAME = "deities_of_the_old_kingdom"
TWO = ("--seats", "human,random", "--seed", "3")


@pytest.fixture
def play(rulewright, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    keep_plans(monkeypatch)

    def run(*words, typed="", command="play"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return rulewright(command, *words)

    return run


def kept(tmp_path) -> list[Path]:
    return sorted((tmp_path / "state" / "rulewright" / "saves").glob("*.save"))


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_decision_is_kept_as_it_is_made(play, tmp_path):
    said = play(GAME, *TWO, typed="a1\nb1\nroll\n")
    assert said.code == 0
    assert "The game is kept. Go on with: rulewright play --resume" in said.out
    (path,) = kept(tmp_path)
    taken = [line["take"] for line in lines(path) if "take" in line]
    assert taken[:2] == ["1_1", "1_2"] and taken[-1] == "roll_the_free_dice"
    assert lines(path)[0]["seats"] == ["human", "random"]


def test_others_sit_at_a_saved_game_from_now_on(play, tmp_path):
    """Somebody leaves in the middle: a bot goes on in their place, and the save says so."""
    play("pig", "--seats", "human,human", "--seed", "3", typed="roll\nstop\n")
    said = play("--resume", "--seats", "human,random", typed="")
    assert "2 Green" in said.out  # nobody was asked
    (path,) = kept(tmp_path)
    assert lines(path)[0]["seats"] == ["human", "random"]
    taken = [line for line in lines(path) if "take" in line]
    assert len(taken) > 2  # what was decided before is there, too


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seats", "human"), "this game has 2 seats, not 1"),
        (("--players", "2"), "a saved game has its own players"),
    ],
)
def test_seats_that_do_not_fit_a_saved_game_are_refused(play, words, message):
    play("pig", "--seats", "human,human", "--seed", "3", typed="roll\n")
    said = play("--resume", *words)
    assert said.code == 2 and message in said.err


def test_resume_goes_on_where_the_game_was_left(play, tmp_path):
    play(GAME, *TWO, typed="a1\nb1\nroll\n")
    before = len(lines(kept(tmp_path)[0]))
    said = play("--resume", typed="arcane\ndraw spells\nquit\n")
    assert "answers played again." in said.out
    assert "Blue: Your action" in said.out
    assert "     You draw Echo, Slide and Gift of Scarabs and Temples." in said.out
    (path,) = kept(tmp_path)
    assert len(lines(path)) > before
    again = play("--resume", typed="quit\n")
    assert again.code == 0, again.err


def test_resume_takes_the_game_left_last_that_is_not_over(play, tmp_path):
    play(GAME, *TWO, typed="a1\nquit\n")
    (path,) = kept(tmp_path)
    over = path.with_name("newer.save")
    play(GAME, "--seats", "random,random", "-o", "turn_limit=1", "--save", str(over))
    said = play("--resume", typed="quit\n")
    assert "1 answer played again." in said.out


def test_a_game_that_was_killed_before_its_first_line_is_no_game(play, tmp_path):
    play(GAME, *TWO, typed="a1\nquit\n")
    (path,) = kept(tmp_path)
    path.with_name("begun.save").touch()
    said = play("--resume", typed="quit\n")
    assert (said.code, said.err) == (0, "")
    assert "1 answer played again." in said.out


def test_resume_without_a_game_says_so(play):
    said = play("--resume")
    assert said.code == 7
    assert "no game was left before its end" in said.err


def test_a_line_that_was_cut_short_is_left_out_and_written_over(play, tmp_path):
    play(GAME, *TWO, typed="a1\nb1\n")
    (path,) = kept(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    said = play("--resume", typed="quit\n")
    assert said.code == 0
    assert "warning[V709 save-unfinished]" in said.err
    assert all(isinstance(line, dict) for line in lines(path))


def test_a_last_line_that_lacks_only_its_end_is_ended_before_the_next(play, tmp_path):
    play(GAME, *TWO, typed="a1\nb1\n")
    (path,) = kept(tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    before = lines(path)
    for _ in range(2):
        said = play("--resume", typed="quit\n")
        assert (said.code, said.err) == (0, "")
        assert lines(path)[: len(before)] == before


@pytest.mark.skipif(os.name == "nt", reason="no such limit there")
@pytest.mark.parametrize("room", [0, 1, 10, 24])
def test_of_a_line_that_a_full_disk_cuts_short_nothing_stays(tmp_path, room):
    import resource

    path = tmp_path / "game.save"
    kept_by = SaveFile.create(path, '{"rulewright":"save"}\n')
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + room, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            kept_by.add('{"after":0,"hash":"12"}\n{}')
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == before
    kept_by.add('{"back":0}\n')
    kept_by.close()
    assert path.read_bytes() == before + b'{"back":0}\n'


def test_undo_is_kept_too(play, tmp_path):
    play(GAME, *TWO, typed="a1\nb1\nroll\ndom\nr 4 l\nundo\nr 2 l\nquit\n")
    (path,) = kept(tmp_path)
    assert any("back" in line for line in lines(path))
    said = play("--resume", typed="quit\n")
    assert "Domain Influence: how many? (so far: Sarcophagus, row 2 from the left)" in said.out


def test_a_game_that_nobody_plays_is_not_kept(play, tmp_path):
    play(GAME, "--seats", "random,random", "-o", "turn_limit=1")
    assert kept(tmp_path) == []


def test_where_games_cannot_be_kept_they_can_be_played(play, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    said = play(GAME, *TWO, typed="a1\nquit\n")
    assert said.code == 0
    assert "warning: this game is not kept" in said.err


def test_save_and_load(play, tmp_path):
    said = play(GAME, *TWO, typed="a1\nb1\nsave mine.save\nsave no/where.save\nsave\nquit\n")
    assert "Saved: mine.save" in said.out
    assert "The game is not saved: there is no folder for no/where.save." in said.out
    assert "The game is saved after every decision: " in said.out
    before = Path("mine.save").read_bytes()
    again = play("--load", "mine.save", typed="quit\n")
    assert again.code == 0 and "answers played again" in again.out
    assert Path("mine.save").read_bytes() == before, "a file that is loaded is not changed"


def test_a_named_save_holds_the_whole_game(play):
    words = ("--seats", "random,random", "--seed", "5", "-o", "turn_limit=2", "--json")
    first = play(GAME, *words, "--save", "game.save").data
    made = lines(Path("game.save"))
    assert made[0]["options"] == {"turn_limit": 2}
    assert made[-1]["over"] is True and made[-1]["hash"] == first["hash"]
    assert [line["n"] for line in made if "n" in line] == list(range(first["steps"] + 1))


SHORT = ("--seats", "random,random", "-o", "turn_limit=1")


@pytest.mark.parametrize("where", ["--save", "--record"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("notes.txt", {"--save": "holds something else", "--record": "is there already"}),
        ("there", {"--save": "is not a file", "--record": "is not a file"}),
    ],
)
def test_what_is_there_is_not_lost(play, where, name, told):
    Path("notes.txt").write_text("precious\n", encoding="utf-8")
    Path("there").mkdir()
    said = play(GAME, *SHORT, where, name)
    assert said.code == 7
    assert f"error: {name} {told[where]}" in said.err and "name another file" in said.err
    assert said.out == "" and Path("notes.txt").read_text(encoding="utf-8") == "precious\n"


def test_a_save_takes_the_place_of_an_older_one_and_of_an_empty_file(play):
    Path("empty.save").touch()
    for name in ("empty.save", "empty.save"):
        assert play(GAME, *SHORT, "--save", name).code == 0
    assert lines(Path("empty.save"))[-1]["over"] is True


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
def test_a_link_stays_and_its_file_is_written(play):
    Path("folder").mkdir()
    Path("link.save").symlink_to(Path("folder") / "game.save")
    assert play(GAME, *SHORT, "--save", "link.save").code == 0
    assert Path("link.save").is_symlink()
    assert lines(Path("folder") / "game.save")[-1]["over"] is True


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
@pytest.mark.parametrize("where", ["--save", "--record"])
def test_a_link_that_leads_to_itself_is_told(play, where):
    Path("round").symlink_to("about")
    Path("about").symlink_to("round")
    said = play(GAME, *SHORT, where, "round")
    assert (said.code, said.out) == (7, "")
    assert said.err == "error: the links of round lead in a circle\n  help: name another file\n"
    assert Path("round").is_symlink() and Path("about").is_symlink()


@pytest.mark.parametrize("other", ["game.save", "./folder/../game.save"])
def test_the_save_and_the_record_are_two_files(play, other):
    Path("folder").mkdir()
    said = play(GAME, *SHORT, "--save", "game.save", "--record", other)
    assert (said.code, said.out) == (2, "")
    told = "--save and --record name one file, which holds only one of them"
    assert f"error: {told}\n" in said.err
    assert not Path("game.save").exists()
    assert play(GAME, *SHORT, "--save", "game.save", "--record", "game.txt").code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_device_is_not_replaced(play):
    said = play(GAME, *SHORT, "--save", "/dev/full")
    assert said.code == 7 and "/dev/full is not a file" in said.err


def test_saving_by_hand_loses_nothing_either(play):
    Path("notes.txt").write_text("precious\n", encoding="utf-8")
    said = play(GAME, *TWO, typed="save notes.txt\nquit\n")
    assert "The game is not saved: notes.txt holds something else." in said.out
    assert Path("notes.txt").read_text(encoding="utf-8") == "precious\n"


def test_loading_a_save_of_another_game_is_refused(play, my_game):
    play(GAME, "--seats", "random,random", "-o", "turn_limit=1", "--save", "game.save")
    said = play(str(my_game), "--load", "game.save")
    assert said.code == 2
    assert f"is a game of `{GAME}`, not of `my_game`" in said.err


def test_a_changed_save_is_refused_with_its_line(play):
    play(GAME, "--seats", "random,random", "-o", "turn_limit=1", "--save", "game.save")
    text = Path("game.save").read_text(encoding="utf-8").split("\n")
    text[3] = text[3].replace('"take":"', '"take":"not_')
    Path("game.save").write_text("\n".join(text), encoding="utf-8")
    said = play("--load", "game.save")
    assert said.code == 6
    assert "game.save:4:1" in said.err


def test_a_save_that_is_no_save_is_refused(play):
    Path("x.save").write_text("hello\n", encoding="utf-8")
    said = play("--load", "x.save")
    assert said.code == 7 and "error[V703 save-line]" in said.err
    assert play("--load", ".").code == 7


@pytest.mark.parametrize("script, code", [("1\n1\nroll\n", 0), ("1\n1\nno_such_thing\n", 4)])
def test_a_game_that_only_a_script_has_played_is_not_what_resume_takes(
    play, tmp_path, script, code
):
    Path("s.txt").write_text(script, encoding="utf-8")
    said = play(GAME, *TWO, "--script", "s.txt")
    assert said.code == code and "--resume" not in said.out
    assert kept(tmp_path) == []
    assert play("--resume").code == 7
    named = play(GAME, *TWO, "--script", "s.txt", "--save", "mine.save")
    assert named.code == code
    assert sum("take" in line for line in lines(Path("mine.save"))) >= 2


def test_what_a_person_adds_to_a_script_is_kept_with_it(play, tmp_path, monkeypatch):
    monkeypatch.setattr("interpreter.cli.table.people.screen._terminal", lambda: True)
    Path("s.txt").write_text("1\n1\n", encoding="utf-8")
    said = play(GAME, *TWO, "--script", "s.txt", typed="roll\nquit\n")
    assert said.code == 0 and "rulewright play --resume" in said.out
    (path,) = kept(tmp_path)
    taken = [line["take"] for line in lines(path) if "take" in line]
    assert taken[:2] == ["1_1", "1_2"] and taken[-1] == "roll_the_free_dice"


def test_what_is_said_of_a_kept_game_fits_a_narrow_screen(play, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    first = play(GAME, *TWO, typed="a1\nb1\nroll\nquit\n")
    again = play("--resume", typed="quit\n")
    watched = play(GAME, "--seats", "random,random,random", "--seed", "3", "-o", "turn_limit=2")
    for said in (first, again, watched):
        assert said.code == 0, said.err
        assert max(map(len, said.out.splitlines())) <= 50
    assert "The game is kept. Go on with:\n  rulewright play --resume\n" in first.out
    assert "answers played again." in " ".join(again.out.split())


@pytest.mark.parametrize("columns", [40, 50])
def test_a_wide_board_is_drawn_closer_together_where_it_must_be(play, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    said = play("hex", "--seats", "random,random", "--seed", "3")
    assert "\n      a b c d e f g h i j k   B\n  1 G . . ." in said.out
    assert max(map(len, said.out.splitlines())) <= columns


# ------------------------------------------------------------------------------ one game, one file


def test_two_games_do_not_write_to_one_save(play, tmp_path):
    play(GAME, *TWO, typed="a1\nquit\n")
    (path,) = kept(tmp_path)
    other = SaveFile.take_up(path)
    before = path.read_bytes()
    for words in (["--resume"], [GAME, *SHORT, "--save", str(path)]):
        said = play(*words, typed="quit\n")
        assert said.code == 7 and said.out == ""
        assert path.read_bytes() == before
    said = play("--resume")
    assert said.err == (
        f"error: the game that was left last is being played in another window: {path}\n"
        "  help: end it there first; `--load FILE` plays on from a copy of it\n"
    )
    assert play("--load", str(path), typed="quit\n").code == 0
    other.close()
    assert play("--resume", typed="quit\n").code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="its locks are others")
def test_a_save_is_held_against_other_processes(tmp_path):
    """And by nobody any more, once its process has ended, however it ended."""
    path = tmp_path / "a.save"
    held = SaveFile.create(path, "one\n")
    take = (
        "import sys; from pathlib import Path\n"
        "from interpreter.play.savefile import SaveFile\n"
        f"f = SaveFile.take_up(Path({str(path)!r})); print('taken', flush=True); sys.stdin.read()"
    )
    refused = subprocess.run([sys.executable, "-c", take], capture_output=True, text=True)
    assert "InUse" in refused.stderr and "taken" not in refused.stdout
    held.close()
    child = subprocess.Popen([sys.executable, "-c", take], stdin=PIPE, stdout=PIPE)
    with child:
        assert child.stdout is not None and child.stdout.readline() == b"taken\n"
        with pytest.raises(InUse):
            SaveFile.take_up(path)
        child.kill()
    SaveFile.take_up(path).close()


def test_saving_by_hand_into_the_file_that_grows_loses_nothing(play):
    said = play(GAME, *TWO, "--save", "a.save", typed="a1\nsave a.save\nb1\nroll\nquit\n")
    assert said.code == 0 and "Saved: a.save" in said.out
    taken = [line["take"] for line in lines(Path("a.save")) if "take" in line]
    assert len(taken) >= 3 and taken[-1] == "roll_the_free_dice"


def test_resume_names_what_it_passes_over(play, tmp_path):
    play(GAME, *TWO, typed="a1\nquit\n")
    (path,) = kept(tmp_path)
    broken = path.with_name("broken.save")
    broken.write_text(
        path.read_text(encoding="utf-8").replace('"format":1', '"format":2'), encoding="utf-8"
    )
    os.utime(broken, ns=(2**62, 2**62))
    path.with_name("folder.save").mkdir()
    said = play("--resume", typed="quit\n")
    assert said.code == 0
    assert (
        f"warning: not looked at: {path.with_name('folder.save')}: this is a folder, not a file"
        in (said.err)
    )
    assert f"warning: not looked at: {broken}:1:1: this save is of another format" in said.err


def test_a_copy_of_a_shipped_game_goes_on_by_its_own_rules(play, tmp_path, monkeypatch):
    copy = tmp_path / "copies" / "hex"
    shutil.copytree(next((root() / "games").glob("**/hex")), copy)
    rules = sorted((copy / "rules").glob("*.rules"))[0]
    rules.write_text("# mine\n" + rules.read_text(encoding="utf-8"), encoding="utf-8")
    words = ("--seats", "human,random", "--seed", "3")
    assert play(str(copy), *words, typed="a1\nquit\n").code == 0
    (path,) = kept(tmp_path)
    assert lines(path)[0]["folder"] == str(copy.resolve())
    said = play("--resume", typed="a1\nquit\n")
    assert said.code == 0 and "warning" not in said.err and "played again" in said.out
    assert play(str(path), "--verify", command="replay").code == 0
    monkeypatch.chdir(copy.parent)
    for name in ("hex", "./hex", str(copy)):  # one of them is the id of the shipped game
        said = play(name, "--resume", typed="quit\n")
        assert said.code == 0 and "warning" not in said.err
    copy.rename(tmp_path / "moved")
    said = play("--resume", typed="quit\n")
    assert said.code == 7
    assert f"error: the game of this save is not there any more: {copy}\n" in said.err
    (tmp_path / "elsewhere").mkdir()
    there = (tmp_path / "moved").rename(tmp_path / "elsewhere" / "hex")
    said = play(str(there), "--load", str(path), typed="quit\n")
    assert said.code == 0 and "warning" not in said.err


def test_nothing_is_shown_of_a_file_that_a_save_names(play, tmp_path):
    """A save from a stranger names a file as its house rules; only those it was played with are
    known to be rules."""
    play(GAME, *SHORT, "--save", "game.save")
    secret = tmp_path / "secret.rules"
    secret.write_text("the password is swordfish\n", encoding="utf-8")
    other = tmp_path / "secret.txt"
    other.write_text("the password is swordfish\n", encoding="utf-8")
    text = Path("game.save").read_text(encoding="utf-8").split("\n")
    for named in (secret, other):
        header = json.loads(text[0]) | {"variants": [{"file": str(named), "text": "0" * 16}]}
        Path("evil.save").write_text("\n".join([json.dumps(header), *text[1:]]), encoding="utf-8")
        for words in (["play", "--load"], ["replay"], ["why"]):
            said = play(*words[1:], "evil.save", command=words[0])
            assert said.code == 7
            assert "swordfish" not in said.out + said.err
    said = play("evil.save", command="replay")
    assert "`variants` names a file that holds no rules" in said.err
    header["variants"][0]["file"] = str(secret)
    Path("evil.save").write_text("\n".join([json.dumps(header), *text[1:]]), encoding="utf-8")
    assert play("evil.save", command="replay").err == (
        f"error: the house rules of this game are others now, and cannot be used: {secret}\n"
        f"  help: `rulewright check {secret}` says why\n"
    )


def test_a_game_that_is_saved_under_a_name_goes_on_being_saved_there(play):
    play(GAME, *TWO, typed="a1\nsave mine.save\nb1\nroll\nquit\n")
    assert [line["at"] for line in lines(Path("mine.save")) if "take" in line][:2] == [
        "place_blocker.space",
        "place_blocker.space",
    ]
    assert sum("take" in line for line in lines(Path("mine.save"))) >= 3
