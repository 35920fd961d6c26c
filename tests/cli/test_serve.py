"""`rulewright serve`: the server answers to its links, and to nothing else."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from interpreter.load.resources import root

nicegui = pytest.importorskip("nicegui", reason="no page: pip install 'rulewright[page]'")


def _get(link: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(link, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as fault:
        return fault.code, ""


@pytest.fixture
def server(tmp_path):
    words = ["serve", "love_letter", "--seats", "human,random,human", "--port", "0", "--seed", "3"]
    env = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    running = subprocess.Popen(
        [sys.executable, "-m", "interpreter", *words, "--keep", str(tmp_path / "t.json"), "--json"],
        cwd=root(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
    )  # fmt: skip
    assert running.stdout is not None
    yield json.loads(running.stdout.readline())
    running.terminate()
    running.communicate()


@pytest.mark.slow
def test_each_link_opens_its_seat_and_no_other_does(server):
    assert [one["seat"] for one in server["seats"]] == ["blue", "green", "yellow"]
    assert [("link" in one) for one in server["seats"]] == [True, False, True]
    links = [one["link"] for one in server["seats"] if "link" in one]
    for link in [*links, server["watch"]]:
        code, page = _get(link)
        assert code == 200 and "Love Letter" in page
        outside = [part for part in page.split('"') if part.startswith(("http://", "https://"))]
        assert all("127.0.0.1" in part or "w3.org" in part for part in outside), outside
        others = {one.rsplit("/", 1)[1] for one in links} - {link.rsplit("/", 1)[1]}
        assert not any(secret in page for secret in others)
    assert _get(links[0][:-3] + "xyz")[0] == 404


def test_what_cannot_be_served_is_told(rulewright, tmp_path):
    said = rulewright("serve", "love_letter", "--seats", "human")
    assert said.code == 2 and "Love Letter is played by 2 to 4 players, not by 1" in said.err
    other = tmp_path / "letter.txt"
    other.write_text("Dear all", encoding="utf-8")
    said = rulewright("serve", "love_letter", "--keep", str(other))
    assert (said.code, said.err) == (
        7, f"error: {other} keeps no table: name another file\n",
    )  # fmt: skip
    assert other.read_text(encoding="utf-8") == "Dear all"


@pytest.mark.slow
def test_links_are_listened_to_before_they_are_printed(server):
    with socket.create_connection(("127.0.0.1", int(server["watch"].split(":")[2].split("/")[0]))):
        pass


def test_a_port_that_is_taken_is_told(rulewright):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = rulewright("serve", "love_letter", "--port", port)
    assert (said.code, said.out) == (7, "")
    assert said.err == (
        f"error: nothing can listen at 127.0.0.1, port {port}: Address already in use\n"
        "  help: name another port, or 0 for any that is free: --port 0\n"
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7"])
def test_a_workshop_is_for_this_machine_alone(rulewright, host):
    said = rulewright("serve", "pig", "--edit", "--host", host)
    assert said.code == 2
    assert " ".join(said.err.split()).startswith(
        f"error: --edit is for this machine only, not for {host}: whoever reached it could write"
        " files"
    )


def test_who_edits_a_shipped_game_is_told_of_copies(rulewright, monkeypatch, tmp_path):
    served = []

    def listens_at_once(*given):
        served.append(given)
        given[-1]()

    monkeypatch.setattr("interpreter.page.server.serve_workshop", listens_at_once)
    said = rulewright("serve", "pig", "--edit")
    assert said.err == (
        "saving changes the shipped game; `rulewright new mine --from pig` makes a copy\n"
    )
    assert said.out.startswith("Edit     http://127.0.0.1:8080/edit/")
    (tmp_path / "mine.rules").write_text('variant "Mine" for pig 1\n    set goal to 50\n', "utf-8")
    assert rulewright("serve", str(tmp_path / "mine.rules"), "--edit").err == ""
    assert len(served) == 2 and next(iter(served[1][0].drafts)) == "mine.rules"


class _Served:
    """A server of a table in a process of its own, with what it has printed."""

    def __init__(self, *words: str) -> None:
        env = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
        self.running = subprocess.Popen(
            [sys.executable, "-m", "interpreter", "serve", *words, "--port", "0", "--json"],
            cwd=root(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
        )  # fmt: skip
        assert self.running.stdout is not None
        self.links = json.loads(self.running.stdout.readline())
        self.secrets = [one["link"].rsplit("/", 1)[1] for one in self.links["seats"]]

    def end(self, kill: bool = False) -> str:
        """End it as Ctrl-C does, or at once, and return what it has told."""
        self.running.kill() if kill else self.running.send_signal(signal.SIGINT)
        return self.running.communicate(timeout=30)[1]


async def _heard(link: str) -> dict[str, Any]:
    """Open the page of a link as a browser does, and return what it is sent first."""
    import websockets

    address = link.replace("http://", "ws://") + "/live"
    async with websockets.connect(address, origin=link.split("/t/")[0]) as page:  # type: ignore[arg-type]
        found: dict[str, Any] = json.loads(await page.recv())
        return found


@pytest.mark.slow
@pytest.mark.parametrize("kill", [False, True])
def test_a_table_lasts_for_days(tmp_path, kill):
    """Links stay, and a clock runs only while the server does."""
    pytest.importorskip("websockets", reason="no client for websockets: pip install websockets")
    keep, words = str(tmp_path / "t.json"), ("nine_mens_morris", "--seed", "3", "--clock", "1d+1h")
    first = _Served(*words, "--keep", keep)
    asked = first.links["seats"][0]["link"]
    before = asyncio.run(_heard(asked))
    assert [(one["who"], one["runs"]) for one in before["clocks"]] == [
        ("You", True),
        ("Green", False),
    ]
    time.sleep(2.5)
    assert "Traceback" not in first.end(kill)
    kept = json.loads(Path(keep).read_text(encoding="utf-8"))["clocks"]
    assert kept["time"] == "1d+1h" and kept["clock"]["green"] == 86_400
    assert 86_370 <= kept["clock"]["blue"] <= 86_400 - (0 if kill else 2)
    time.sleep(2)
    again = _Served("nine_mens_morris", "--keep", keep)
    try:
        assert again.secrets == first.secrets
        for name in ("watch", "host"):
            assert again.links[name].rsplit("/", 1)[1] == first.links[name].rsplit("/", 1)[1]
        link = again.links["seats"][0]["link"]
        assert link.rsplit("/", 1)[1] == asked.rsplit("/", 1)[1]
        left = asyncio.run(_heard(link))["clocks"][0]["left"]
        assert kept["clock"]["blue"] - 1.5 <= left <= kept["clock"]["blue"]
    finally:
        again.end()


def test_options_for_people_are_checked(rulewright, tmp_path):
    def refused(*words: str) -> str:
        said = rulewright("serve", "nine_mens_morris", *words)
        assert said.code == 2 and said.out == ""
        return str(said.err.split("\n")[0])

    assert refused("--clock-ends") == "error: --clock-ends needs --clock, such as --clock 20m+10s"
    assert refused("--notify-links") == "error: --notify-links needs --notify URL"
    alone = "error: --clock and --notify are for a table, not for --edit or --bot"
    assert refused("--edit", "--clock", "5m") == alone
    assert refused("--bot", "--notify", "http://127.0.0.1/") == alone
    assert refused("--notify", "ftp://a") == (
        "error: invalid value for `--notify`: `ftp://a` is no address of a web hook. Write an"
        " address such as https://example.org/my-hook"
    )
    assert refused("--clock", "soon").startswith("error: invalid value for `--clock`: `soon` is no")
    bots = "error: --clock is for people, and only bots play here"
    assert refused("--clock", "5m", "--seats", "random,random") == bots
    keep = str(tmp_path / "t.json")
    import interpreter as rw
    from interpreter.page.shared_table import SharedTable

    SharedTable(rw.load("nine_mens_morris"), ("human", "human"), 3, Path(keep), clock="5m")
    told = "error: the kept table has its own clock: leave --clock out"
    assert refused("--keep", keep, "--clock", "6m") == told


def test_the_host_is_asked_for_a_notice_of_each_turn(rulewright, monkeypatch):
    made: list[Any] = []

    class Notices:
        def __init__(self, *given):
            made.append(given)

        def attach(self, table):
            made.append(table)

    monkeypatch.setattr("interpreter.page.people.notices.TurnNotices", Notices)
    monkeypatch.setattr("interpreter.page.server.serve", lambda *given: given[-1]())
    words = ("serve", "nine_mens_morris", "--port", "0", "--notify", "http://127.0.0.1/x")
    rulewright(*words)
    rulewright(*words, "--notify-links")
    (url, _, base), table, (_, _, with_links), _ = made
    assert (url, base, table.clock) == ("http://127.0.0.1/x", "", "")
    assert with_links.startswith("http://127.0.0.1:") and with_links.endswith("/t/")
