"""What the README shows is what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from interpreter.cli.command_list import COMMANDS
from interpreter.cli.main import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def fences():
    return re.findall(r"^```\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def answer_to(command):
    """Give what the README says that a command answers."""
    block = next(text for text in fences() if text.startswith(f"$ {command}\n"))
    return block.split("\n", 1)[1]


def test_tic_tac_toe_comes_first_and_is_shown_whole():
    folder = ROOT / "games" / "classics" / "tic_tac_toe"
    rules = (folder / "rules" / "tic_tac_toe.rules").read_text(encoding="utf-8")
    assert fences()[0] == rules
    reference = (ROOT / "grammars" / "README.md").read_text(encoding="utf-8")
    first = re.search(r"^```rules [^\n]*\n(.*?)^```$", reference, re.MULTILINE | re.DOTALL)
    assert first is not None and first[1] == rules


def test_the_rules_at_the_top_are_those_of_the_game():
    block = next(text for text in fences() if text.startswith("action influence_domain"))
    rules = ROOT / "games" / "deities_of_the_old_kingdom" / "rules"
    assert block in "".join(path.read_text(encoding="utf-8") for path in rules.iterdir())


def test_the_slip_is_told_as_shown(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["new", "mine", "--from", "kingdom"]) == 0
    file = tmp_path / "mine" / "rules" / "3_actions.rules"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("gain count symbol", "gain count symbl"), encoding="utf-8")
    capsys.readouterr()
    assert run(["check", "mine"]) == 3
    assert capsys.readouterr().out == answer_to("rulewright check mine")


def test_why_is_answered_as_shown(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    played = "play kingdom --seats random,random --seed 5 -o turn_limit=3 --save game.save"
    assert run(played.split()) == 0
    capsys.readouterr()
    command = "rulewright why game.save --at 11 influence_domain: reeds, row_4_from_left"
    assert run(command.split()[1:]) == 0
    assert capsys.readouterr().out == answer_to(command)


@pytest.mark.slow
def test_the_simulation_comes_out_as_shown(capsys):
    command = "rulewright sim kingdom -n 400 --players 3 --jobs 2"
    assert run(command.split()[1:]) == 0
    lines = capsys.readouterr().out.splitlines()
    shown = answer_to(command).splitlines()
    assert lines[:-1] == shown[:-1]  # the last line is how fast it was
    assert re.fullmatch(r"[\d,]+ decisions a second \([\d.]+ s of cpu\)", shown[-1])


def test_the_comparison_comes_out_as_shown(capsys):
    command = "rulewright compare pig goal=50 -n 1000"
    assert run(command.split()[1:]) == 0
    lines = capsys.readouterr().out.splitlines()
    shown = answer_to(command).splitlines()
    assert lines[3].startswith("2 players, all random: 1,000 pairs in ")
    assert lines[:3] + lines[4:] == shown[:3] + shown[4:]  # the line between is how fast it was


def test_the_walk_from_an_idea_to_an_answer(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["new", "mine", "--from", "pig"]) == 0
    rules = tmp_path / "mine" / "rules" / "pig.rules"
    text = rules.read_text(encoding="utf-8")
    assert "goal: 100" in text
    rules.write_text(text.replace("goal: 100", "goal: 50"), encoding="utf-8")
    assert run(["check", "mine"]) == 0
    capsys.readouterr()
    assert run(["compare", "pig", "mine", "-n", "2000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    verdicts = {one["measure"]: one["verdict"] for one in found["ladder"][0]["measures"]}
    assert verdicts["length"] == verdicts["points of all"] == "worse"
    assert run(["report", "mine", "-n", "20", "--out", "mine.html"]) == 0
    assert (tmp_path / "mine.html").stat().st_size > 2000


def test_every_command_is_listed():
    listed = re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE)
    assert listed == list(COMMANDS)


def test_every_link_leads_somewhere():
    for place in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / place).exists(), place


def test_the_house_rules_shown_fit_the_game(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    block = next(text for text in fences() if text.startswith("# three_spells.rules"))
    (tmp_path / "three_spells.rules").write_text(block, encoding="utf-8")
    assert run(["check", "three_spells.rules"]) == 0
    assert "no problems" in capsys.readouterr().out


def test_a_spreadsheet_becomes_a_game_as_shown(tmp_path, monkeypatch, capsys):
    """The walk of the README: from a table to a checked, played, simulated and printed game."""
    pytest.importorskip("fpdf", reason="no PDF: pip install 'rulewright[print]'")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    table = next(text for text in fences() if text.startswith("Name,Qty,"))
    Path("cards.csv").write_text(table, encoding="utf-8")
    for command in ("new hilltop --cards cards.csv", "check hilltop"):
        assert run(command.split()) == 0
        assert capsys.readouterr().out == answer_to(f"rulewright {command}")
    walk = next(text for text in fences() if text.startswith("rulewright play hilltop"))
    commands = [line.partition("#")[0].split()[1:] for line in walk.splitlines()]
    assert [words[0] for words in commands] == ["play", "sim", "print", "import", "export"]
    commands[0] = ["play", "hilltop", "--seats", "random,random", "--plain"]
    for words in commands:
        assert run(words) == 0, words
    assert Path("hilltop.pdf").read_bytes().startswith(b"%PDF-")
    assert Path("hilltop.xlsx").read_bytes().startswith(b"PK")
    assert "nothing has changed" in capsys.readouterr().out
