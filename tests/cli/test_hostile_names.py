"""Names of files and titles are told, and never carried out: no mark of a terminal that a file's
name holds reaches it, and no name begins a line of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from interpreter.diagnostics.characters import HIDDEN
from interpreter.diagnostics.paint import Paint, columns, pad
from interpreter.load.resources import root
from tests.cli.kept_plans import keep_plans

pytestmark = pytest.mark.skipif(os.name == "nt", reason="names of files are others there")

EVIL = "a\x1b[2J\x9b31m\u202eb\n::error::forged"
TITLE = "A\n::error::forged\n::add-mask::x"


@pytest.fixture
def hostile(rulewright, tmp_path, monkeypatch):
    """Give a game with evil names of its files, house rules and tests, and a save of it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    rulewright("new", "hilltop")
    game = tmp_path / "hilltop"
    rules = game / "rules" / "2_course.rules"
    rules.rename(rules.with_name(f"2_{EVIL}.rules"))
    tests = next((game / "tests").glob("*.rules"))
    tests.write_text(tests.read_text("utf-8").replace("is 4", "is 5"), encoding="utf-8")
    tests.rename(tests.with_name(f"{EVIL}.rules"))
    (game / "variants").mkdir(exist_ok=True)
    for path in (game / "variants" / f"v_{EVIL}.rules", tmp_path / f"v_{EVIL}.rules"):
        path.write_text('variant "V" for hilltop 1\n    set height to 20\n', encoding="utf-8")
    shutil.copytree(game, tmp_path / f"g_{EVIL}")
    said = rulewright(
        "play", "hilltop", "--variant", f"v_{EVIL}.rules", "--seats", "random,random",
        "--seed", "1", "--save", f"s_{EVIL}.save",
    )  # fmt: skip
    assert said.code == 0
    return tmp_path


V, S, G = f"v_{EVIL}.rules", f"s_{EVIL}.save", f"g_{EVIL}"
COMMANDS = [
    ["check", "hilltop"],
    ["check", G],
    ["check", V],
    ["check", "hilltop", "--variant", V],
    *(["check", "hilltop", "--format", form] for form in ("brief", "json", "sarif", "github")),
    *(["check", G, "--format", form] for form in ("brief", "json", "sarif", "github")),
    ["test", "hilltop"],
    ["test", "hilltop", "--json"],
    ["fmt", "hilltop", "--check"],
    ["fmt", G, "--diff"],
    ["list", "hilltop"],
    ["list", G, "--json"],
    ["rules", "hilltop"],
    ["rules", "hilltop", "--variant", V],
    ["diff", "hilltop", "--variant", V],
    ["diff", "hilltop", "--variant", V, "--json"],
    ["play", "hilltop", "--seats", "random,random", "--seed", "1"],
    ["play", "hilltop", "--variant", V, "--seats", "random,random", "--seed", "1", "--json"],
    ["play", "--load", S],
    ["play", "hilltop", "--save", EVIL + "/x"],
    ["play", "hilltop", "--script", EVIL],
    ["replay", S],
    ["replay", S, "--trace"],
    ["replay", S, "--rules"],
    ["replay", S, "--verify"],
    ["replay", S, "--html", f"{EVIL}.html"],
    ["replay", S, "--json", "--html", "page.html"],
    ["print", "hilltop", "--variant", V, "--out", f"{EVIL}.pdf"],
    ["print", G, "--json", "--out", "sheets.pdf"],
    ["why", S],
    ["why", S, EVIL],
    ["sim", "hilltop", "-n", "2", "--variant", V],
    ["sim", EVIL],
    ["schema", G],
    ["new", EVIL],
    ["new", "copy", "--from", EVIL],
    ["explain", EVIL],
    [EVIL],
    ["check", f"--{EVIL}"],
    ["play", "hilltop", "--option", f"{EVIL}=3"],
]


def is_harmless(text: str) -> bool:
    """Whether nothing hidden is in a text, and no line begins with what a name holds."""
    forged = re.search(r"^\s*::error::forged", text, re.MULTILINE)
    return not HIDDEN.search(text) and not forged


@pytest.mark.slow
def test_no_name_of_a_file_reaches_the_terminal_as_it_is(hostile, rulewright, monkeypatch):
    monkeypatch.chdir(hostile)
    keep_plans(monkeypatch)
    found = []
    for words in COMMANDS:
        said = rulewright(*words)
        fault = said.code == 70 or not (is_harmless(said.out) and is_harmless(said.err))
        found += [(words, said)] if fault else []
        if words[-1] in ("--json", "json", "sarif"):
            json.loads(said.out)
    assert not found


def test_a_title_of_several_lines_forges_none(rulewright, my_game):
    path = my_game / "game.yaml"
    text = re.sub(
        r"(?m)^title:.*$", lambda _: f"title: {json.dumps(TITLE)}", path.read_text("utf-8")
    )
    path.write_text(text, encoding="utf-8")
    for form in ("text", "brief", "github", "sarif", "json"):
        said = rulewright("check", "my_game", "--format", form)
        assert said.code == 3
        for out in (said.out, said.err):
            assert not re.search(r"^\s*::(error::forged|add-mask)", out, re.MULTILINE), out


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
@pytest.mark.parametrize("form", ["text", "brief", "github", "sarif", "json"])
def test_a_name_that_is_not_utf8_is_told(rulewright, my_game, form):
    name = os.fsdecode(b"b\xff\xfe.rules")
    (my_game / "rules" / name).write_text("procedure x\n    nonsense here\n", encoding="utf-8")
    said = rulewright("check", "my_game", "--format", form)
    assert said.code == 3
    if form == "sarif":
        (result,) = said.data["runs"][0]["results"]
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri == "my_game/rules/b%FF%FE.rules"
    elif form == "json":
        assert os.fsencode(said.data["problems"][0]["path"]) == b"my_game/rules/b\xff\xfe.rules"
    else:
        assert "my_game/rules/b\ufffd\ufffd.rules" in said.out


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_folder_that_is_not_utf8_is_a_folder(rulewright, my_game):
    folder = Path(os.fsdecode(b"f\xff"))
    folder.mkdir()
    my_game.rename(folder / "my_game")
    game = str(folder / "my_game")
    assert rulewright("check", game).code == 0
    words = ("--seats", "random,random", "--seed", "1", "--save", "a.save")
    assert rulewright("play", game, *words).code == 0
    assert rulewright("replay", "a.save", "--verify").code == 0


# ------------------------------------------------------------------------------ paint


def test_paint_marks_what_it_paints_and_nothing_else():
    paint = Paint(True)
    assert paint("fox", "red") == "\x1b[91mfox\x1b[0m"
    assert paint("fox", "no such colour") == "fox" == Paint(False)("fox", "red")
    painted = paint("fox", "bold") + "\x1b[2J\x9b1m\x07"
    assert paint.shown(painted) == "\x1b[1mfox\x1b[0m\u241b[2J\ufffd1m\u2407"
    assert Paint(False).shown("\x1b[91mfox") == "\u241b[91mfox"


def test_columns_are_those_of_the_terminal():
    assert columns(Paint(True)("猎人", "red")) == 4
    assert pad("猎人", 6) == "猎人  "


def test_marks_of_a_terminal_are_made_in_one_place():
    package = Path(root() / "interpreter")
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"\\x1b\[|\\033\[|\\e\[", path.read_text("utf-8"))
    }
    # One clears the screen between two players.
    assert found == {"cli/table/people/screen.py"}
