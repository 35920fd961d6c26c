"""`rulewright serve`: the server answers to its links, and to nothing else."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request

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
