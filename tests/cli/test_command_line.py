"""What holds for every command: slips of the person who types, streams, files, faults of ours."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from interpreter import __version__
from interpreter.cli import exits
from interpreter.load.resources import root

RUN = [sys.executable, "-m", "interpreter"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(root())}
GAME = "deities_of_the_old_kingdom"


def process(*words, args=None, env=None):
    """Give a command line in a process of its own; `args` are all its words, the program's too."""
    return subprocess.run(
        args or [*RUN, *words],
        check=False,
        env=env or ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_command_line_without_a_word_is_a_call_for_help(rulewright):
    assert rulewright() == rulewright("--help")
    assert rulewright().out.startswith("Usage: rulewright ")


def test_the_version(rulewright):
    assert rulewright("--version") == (0, f"rulewright {__version__}\n", "")


@pytest.mark.parametrize("words", [("--version", "--json"), ("--json", "--version")])
def test_the_version_for_programs(rulewright, fits, words):
    said = rulewright(*words)
    assert (said.code, said.err) == (0, "")
    fits(said.data, "version")
    assert said.data == {"name": "rulewright", "version": __version__}


@pytest.mark.parametrize("words", [("--json",), ("--json", "list")])
def test_json_without_a_command_that_gives_it_is_a_slip(rulewright, words):
    said = rulewright(*words)
    assert said.code == 2 and said.out == ""
    assert "--json stands behind a command, or with --version" in said.err


# --------------------------------------------------------------------------------- slips


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chek", "kingdom"), "error: there is no command `chek`; did you mean `check`?"),
        (("frobnicate",), "error: there is no command `frobnicate`; there are: list, play"),
        (("check",), "error: missing argument `GAME...`"),
        (
            ("check", "kingdom", "--breif"),
            "error: no such option `--breif`. Did you mean `--brief`",
        ),
        (("sim", "kingdom", "-n", "many"), "`many` is not a whole number"),
        (("sim", "kingdom", "dues"), "error: too many words: `dues`"),
        (("sim", "kingdom", "-n", "0"), "0 is not a number from 1 to 10,000,000"),
        (("sim", "kingdom", "--seed", "-1"), "-1 is not a number from 0 to"),
        (("sim", "kingdom", "--option", "turn_limit"), "`turn_limit` is not written as NAME=VALUE"),
        (("sim", "kingdom", "--option", "=3"), "`=3` is not written as NAME=VALUE"),
    ],
)
def test_a_slip_is_told_with_the_nearest_word_and_the_usage(rulewright, words, told):
    said = rulewright(*words)
    assert said.code == exits.USAGE
    assert said.out == ""
    assert told in said.err.partition("\n")[0]
    assert "  usage: rulewright" in said.err
    assert "--help` says more" in said.err


def test_an_option_without_its_value_is_told_in_our_words(rulewright):
    said = rulewright("play", "kingdom", "--seed")
    assert said.code == exits.USAGE
    assert said.err.startswith("error: `--seed` needs a value behind it\n")


@pytest.mark.parametrize("command", ["check", "sim", "list", "schema"])
@pytest.mark.parametrize(
    ("name", "first", "help_"),
    [
        ("dieties", "error: no game is called `dieties`", f"  help: did you mean `{GAME}`?"),
        ("zzz", "error: no game is called `zzz`", "  help: name a game, or the folder"),
        ("", "error: no game is named", "  help: name a game"),
        ("x" * 5000, "error: no game is called `xxx", "  help: name a game"),
        ("a\0b", "error: no game is called `a", "  help: name a game"),
    ],
)
def test_an_unknown_game_is_told_with_what_there_is(rulewright, command, name, first, help_):
    said = rulewright(command, name)
    assert (said.code, said.out) == (exits.USAGE, "")
    assert said.err.startswith(first)
    assert "  note: the games are: " in said.err
    assert f"`{GAME}`" in said.err
    assert help_ in said.err


def test_a_folder_without_a_game_and_a_file_that_is_none(rulewright, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "note.txt").write_text("no game")
    said = rulewright("check", "empty")
    assert said == (exits.USAGE, "", "error: this folder holds no game.yaml\n")
    said = rulewright("sim", "note.txt")
    assert said.code == exits.USAGE
    assert said.err == (
        "error: `note.txt` is a file, and belongs to no game\n  help: name the folder of a game\n"
    )


@pytest.mark.parametrize("words", [("check",), ("sim", "-n", "1"), ("windows",)])
def test_a_shipped_game_beside_a_folder_of_its_name_is_told(rulewright, my_game, words):
    my_game.rename(my_game.with_name("coup"))
    command, *more = words
    said = rulewright(command, "coup", *more)
    assert said.code == 0
    assert said.err.startswith(
        "note: `coup` is the shipped game here, not the folder of that name\n"
        "  help: to name the folder, write `./coup`\n"
    )
    assert "is the shipped game" not in rulewright(command, "./coup", *more).err
    assert "is the shipped game" not in rulewright(command, "hearts", *more).err


def test_a_file_of_a_game_is_not_its_folder(rulewright, my_game):
    said = rulewright("sim", "my_game/rules/1_table.rules")
    assert said.code == exits.USAGE
    assert said.err == (
        "error: `my_game/rules/1_table.rules` is a file of a game, not its folder\n"
        "  help: did you mean `my_game`?\n"
    )


@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() == 0, reason="root may read everything"
)
def test_a_folder_that_may_not_be_read(rulewright, my_game):
    my_game.chmod(0)
    try:
        said = rulewright("check", "my_game")
    finally:
        my_game.chmod(0o755)
    assert said == (exits.FILES, "", "error: this folder cannot be read: my_game\n")


@pytest.mark.parametrize("command", ["check", "sim"])
@pytest.mark.parametrize(
    ("option", "first", "help_"),
    [
        ("hight=3", "error: this game has no option called `hight`", "did you mean `height`?"),
        ("height=4", "error: `height` cannot be `4`", "write a number from 5 to 60"),
        ("height=--5", "error: `height` cannot be `--5`", "write a number from 5 to 60"),
        (f"height={'9' * 30}", "error: `height` cannot be `999", "write a number from 5 to 60"),
        ("height=tall", "error: `height` cannot be `tall`", "write a number from 5 to 60"),
    ],
)
def test_an_option_that_does_not_fit(rulewright, my_game, command, option, first, help_):
    said = rulewright(command, "my_game", "--option", option)
    assert (said.code, said.out) == (exits.USAGE, "")
    assert said.err.startswith(first)
    assert said.err.endswith(f"  help: {help_}\n")


def test_options_of_every_kind(rulewright, my_game):
    rules = my_game / "rules" / "1_table.rules"
    rules.write_text(
        rules.read_text()
        + 'setting pace: one of slow, quick "Pace"\n\nsetting alone: no "Everybody for himself"\n'
    )
    for option in ("pace=quick", "alone=yes", "alone=TRUE", "height=20", "height = 20"):
        assert rulewright("check", "my_game", "-o", option).code == 0, option
    said = rulewright("check", "my_game", "-o", "pace=fast", "-o", "alone=maybe")
    assert said.code == exits.USAGE
    assert "`pace` cannot be `fast`\n  help: write slow or quick\n" in said.err
    assert "`alone` cannot be `maybe`\n  help: write yes or no\n" in said.err
    file = my_game / "game.yaml"
    text = "- name: pace\n  title: Pace\n  values: [slow]\n"
    file.write_text(file.read_text().replace("options:\n", f"options:\n{text}"))
    said = rulewright("check", "my_game", "-o", "pace=quick")
    assert said.err == "error: `pace` cannot be `quick`\n  help: this game offers: slow\n"


# --------------------------------------------------------------------------------- streams


def test_a_pipe_that_is_closed_early_is_no_fault():
    with subprocess.Popen(
        [*RUN, "schema", GAME], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


@pytest.mark.parametrize("words", [("sim", "tic_tac_toe", "-n", "2"), ("list",), ("check", GAME)])
def test_a_command_whose_answer_nobody_reads_has_not_failed(words):
    with subprocess.Popen(
        [*RUN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


@pytest.mark.skipif(os.name == "nt", reason="a shell is needed")
def test_streams_that_are_closed_from_the_start():
    words = " ".join([*RUN, "list"])
    done = subprocess.run(["sh", "-c", f"{words} >&- 2>&-"], check=False, env=ENVIRONMENT)
    assert done.returncode == 0
    words = " ".join([*RUN, "play", "tic_tac_toe", "--seats", "human,random"])
    done = subprocess.run(
        ["sh", "-c", f"{words} <&-"], check=False, env=ENVIRONMENT, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_without_the_letters_shows_substitutes():
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "latin-1"}
    done = process("schema", "components", env=environment)
    assert done.returncode == 0
    done = process("check", "f☃x", env=environment)
    assert done.returncode == 2
    assert "no game is called `f?x`" in done.stderr


def test_a_message_is_not_coloured_where_nobody_sees_colours(my_game):
    (my_game / "rules" / "2_course.rules").write_text("nonsense\n")
    done = process("check", str(my_game))
    assert done.returncode == exits.GAME_ERRORS
    assert "\x1b[" not in done.stdout + done.stderr


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colours_are_for_terminals_that_want_them(monkeypatch):
    from interpreter.cli import output

    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert output.colours(Terminal())
    monkeypatch.setenv("TERM", "dumb")
    assert not output.colours(Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not output.colours(Terminal())


def test_importing_for_a_check_leaves_out_what_it_does_not_need(my_game):
    script = (
        "import sys; from interpreter.cli.main import run; run(['check', sys.argv[1]]);"
        "run(['check', sys.argv[1]]);"
        "print([m for m in sys.modules if m.partition('.')[0] in ('rich',)"
        " or m.startswith('interpreter.backends')])"
    )
    done = process(args=[sys.executable, "-c", script, str(my_game)])
    assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr


def test_a_checked_game_is_checked_again_without_the_parsing_and_schema_libraries(my_game):
    script = (
        "import sys; from interpreter.cli.main import run; run(['check', sys.argv[1]]);"
        "print([m for m in ('lark', 'jsonschema') if m in sys.modules])"
    )
    words = [sys.executable, "-c", script, str(my_game)]
    process(args=words)
    assert process(args=words).stdout.splitlines()[-1] == "[]"


# --------------------------------------------------------------------------------- faults


def test_a_fault_of_ours_writes_a_report_and_shows_no_traceback(rulewright, monkeypatch, tmp_path):
    import tempfile

    from interpreter.load import game_folder

    def breaks(*_):
        raise ZeroDivisionError("one over none")

    monkeypatch.setattr(game_folder, "find_game", breaks)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    said = rulewright("check", "kingdom")
    assert said.code == exits.OUR_BUG
    assert "Traceback" not in said.err
    assert said.err.startswith("error: something went wrong inside Rulewright (ZeroDivisionError)")
    [report] = tmp_path.glob("rulewright-crash-*.txt")
    assert str(report) in said.err
    text = report.read_text()
    assert "command: rulewright check kingdom" in text
    assert "one over none" in text


def test_ctrl_c_has_its_own_exit_code(rulewright, monkeypatch):
    from interpreter.load import game_folder

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(game_folder, "find_game", interrupted)
    said = rulewright("check", "kingdom")
    assert said.code == exits.INTERRUPTED
    assert said.err.strip() == "interrupted"


def test_a_full_disk_is_told_with_the_file(rulewright, my_game, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    said = rulewright("schema", "my_game", "--write")
    assert said.code == exits.FILES
    assert said.err == ("error: no space left on device: my_game/.schema/components.schema.json\n")
