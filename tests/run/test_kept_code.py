"""Code of rules is kept from one run to the next: it is read only where nobody else can have put
it, whole, and for the very same rules. All else is made anew, and the game is the same."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from interpreter.backends.python import compiled_module, kept_code, module
from interpreter.backends.python.fuel.rationed import rationed
from interpreter.diagnostics import Report, Source
from interpreter.load import cache
from interpreter.load.game_folder import find_game
from interpreter.pipeline import build, check_folder, load_folder
from tests.native.small_games import plan_of

RULES = """\
the table has
    stones: 0 to 30, starts at 20
each player has
    coins: 0 to 60

game main
    repeat 30 times
        have each player play your_turn

turn your_turn
    menu "Your turn"
        may take one of take_one, take_two
        may pass

action take_one
    requires stones is at least 1
    set stones to stones minus 1
    gain 1 coins

action take_two
    requires stones is at least 2
    set stones to stones minus 2
    gain 2 coins
"""

owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
pytestmark = owners


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of the cache, empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept_code._CHANGED.clear()
    return tmp_path / "cache" / "rulewright"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the names of the functions that are compiled, one after the other."""
    names: list[str] = []
    whole = compiled_module._code

    def noted(sentences, file, places):
        names.append(sentences[0].name)
        return whole(sentences, file, places)

    monkeypatch.setattr(compiled_module, "_code", noted)
    return names


def played(rules: str = RULES, decisions: int = 9) -> str:
    """Give the hash of a position after some decisions; what was compiled for it is written."""
    plan = plan_of(rules)
    S = plan.start(2, 7)
    for number in range(decisions):
        plan.choose(S, number % len(S.options))
    kept_code.save()
    return plan.hash(S)


def files(place: Path) -> list[Path]:
    """Where code is kept."""
    return sorted(place.glob("code-*"))


def test_code_is_made_once(made, place):
    before = played()
    assert "r0_main" in made and files(place)
    made.clear()
    assert played() == before
    assert made == []


def test_what_is_kept_is_of_these_rules_alone(made):
    played()
    for other in (f"# A line more.\n{RULES}", RULES.replace("starts at 20", "starts at 19")):
        made.clear()
        played(other)
        assert "r0_main" in made


def test_a_rule_that_moved_is_told_at_its_new_line():
    plan = plan_of(RULES)
    plan.start(2, 7)
    kept_code.save()
    moved = plan_of(f"# A line more.\n{RULES}")
    moved.start(2, 7)
    first, second = (one.namespace["r0_main"].__code__.co_firstlineno for one in (plan, moved))
    assert second == first + 1


def test_what_is_damaged_is_made_anew(made, place):
    before = played()
    (file,) = files(place)
    whole = file.read_bytes()
    rng = random.Random(3)
    broken = [whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :] for at in (0, 40, 200)]
    broken += [whole[: rng.randrange(len(whole))] for _ in range(4)]
    broken += [b"", os.urandom(3000), whole + b"\0", whole[32:]]
    for data in broken:
        file.write_bytes(data)
        made.clear()
        assert played() == before
        assert "r0_main" in made
        made.clear()
        played()
        assert made == []  # it is whole again


def test_the_file_of_other_rules_is_not_read(made, place):
    before = played()
    (file,) = files(place)
    played(RULES.replace("at least 2", "at least 5"))
    (other,) = set(files(place)) - {file}
    other.replace(file)
    made.clear()
    assert played() == before
    assert "r0_main" in made


def test_what_others_may_write_is_not_run(made, place):
    before = played()
    (file,) = files(place)
    for mode in (0o620, 0o602):
        file.chmod(mode)
        made.clear()
        assert played() == before
        assert "r0_main" in made
        assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o777, 0o775])
def test_where_others_may_write_on_the_way_no_code_is_kept(made, place, mode):
    played()
    place.parent.chmod(mode)
    assert cache.folder() == place  # what is no code may be
    assert cache.folder_of_code() is None
    made.clear()
    played()
    assert "r0_main" in made


def test_a_folder_of_all_people_may_be_on_the_way(place):
    place.parent.mkdir()
    place.parent.chmod(0o1777)
    assert cache.folder_of_code() == place


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives away")
@pytest.mark.parametrize("what", ["file", "folder on the way", "link on the way"])
def test_what_belongs_to_somebody_else_is_not_run(made, place, what):
    played()
    (file,) = files(place)
    if what == "link on the way":
        elsewhere = place.parent.with_name("elsewhere")
        place.parent.rename(elsewhere)
        place.parent.symlink_to(elsewhere)
        assert cache.folder_of_code() is not None
        os.lchown(place.parent, 12345, -1)
    else:
        os.chown(file if what == "file" else place.parent, 12345, -1)
    made.clear()
    played()
    assert "r0_main" in made


def test_a_few_functions_more_are_not_written():
    first = kept_code.kept_code("a module")
    for number in range(9):
        first.keep(f"rule_{number}", (number,), anew=True)
    kept_code.save()
    more = kept_code.kept_code("a module")
    more.keep("rule_9", (9,), anew=True)
    more.keep("rule_10", (10,), anew=False)
    kept_code.save()
    again = kept_code.kept_code("a module")
    found = [again.find(f"rule_{number}") for number in range(10)]
    assert found == [*((number,) for number in range(9)), None]


def test_only_functions_that_are_asked_for_are_read():
    plan = plan_of(RULES)
    rationed(plan.printed)
    functions = rationed(plan.printed)  # whose prices are known by now
    assert "r0_main" in functions and "missing" not in functions
    assert "r0_main" in functions.keys() and list(functions)  # noqa: SIM118
    assert not functions.kept.functions
    assert functions["r0_main"].name == "r0_main"
    assert len(functions.kept.functions) == 1


def test_so_many_files_are_kept(place, monkeypatch):
    monkeypatch.setattr(kept_code, "FILES", 2)
    for number in range(2, 6):
        played(RULES.replace("at least 2", f"at least {number}"))
    assert len(files(place)) == 2


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """Give a copy of a shipped game."""
    found = find_game("pig", Report())
    assert found is not None
    return Path(shutil.copytree(found, tmp_path / "pig"))


@pytest.fixture
def prints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the titles of the games that are printed, one after the other."""
    found: list[str] = []
    whole = module._printed

    def noted(p):
        found.append(str(p.program.title))
        return whole(p)

    monkeypatch.setattr(module, "_printed", noted)
    return found


def first_question(folder: Path, *overlays: Source, **options: object) -> str:
    """Load a game from its folder and begin it; gives the hash of its first question."""
    report = Report()
    plan = load_folder(folder, report, options, overlays)
    assert plan is not None and not report.errors, report.found
    state = plan.start(2, 7)
    found = plan.hash(state)
    kept_code.save()
    return found


def test_a_game_whose_code_is_kept_is_not_printed_again(pig, place, prints):
    first = first_question(pig)
    assert prints == ["Pig"]
    assert first_question(pig) == first
    assert prints == ["Pig"]


def test_an_option_prints_a_game_again(pig, place, prints):
    first_question(pig)
    first_question(pig, goal=50)
    assert len(prints) == 2


@pytest.mark.parametrize("file", ["rules/pig.rules", "game.yaml", "components/die.yaml"])
def test_every_file_of_a_game_prints_it_again(pig, place, prints, file):
    first_question(pig)
    with (pig / file).open("a", encoding="utf-8") as opened:
        opened.write("# one more line\n")
    first_question(pig)
    assert len(prints) == 2


def test_house_rules_print_a_game_again(pig, place, prints):
    first_question(pig)
    first_question(pig, Source("short.rules", 'variant "Short" for pig 1\n    set goal to 50\n'))
    assert len(prints) == 2


def test_a_program_that_was_changed_after_it_was_read_is_printed(pig, place, prints):
    first_question(pig)
    checked = check_folder(pig, Report())
    assert checked is not None
    build(*checked).start(2, 7)
    assert len(prints) == 2
