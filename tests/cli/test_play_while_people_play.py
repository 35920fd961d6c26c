"""`play` among people: clocks, leaving the game to a bot, and draws that all agree to."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from interpreter.cli.table.people.parting import offer_draw
from interpreter.play import clock
from interpreter.play.clock import Clocks, NoClock, TimeAllowed, read_time, time_left
from tests.cli.kept_plans import keep_plans

MORRIS = "nine_mens_morris"
TWO = ("--seats", "human,human", "--seed", "4", "--plain", "--save", "g.save")
BOT = ("--seats", "human,random", "--seed", "4", "--plain", "--save", "g.save")


class Waiting(io.StringIO):
    """What people type, each line after some seconds: `3 a1` is typed after three."""

    now = 0.0

    def readline(self, *_):
        line = super().readline()
        seconds, space, rest = line.partition(" ")
        if space and seconds.isdigit():
            Waiting.now += int(seconds)
            return rest
        return line


@pytest.fixture
def play(rulewright, monkeypatch, tmp_path):
    """`play("--clock", "1m", typed="3 a1\\nquit\\n")`: the first answer comes after 3 seconds."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    keep_plans(monkeypatch)
    Waiting.now = 0.0
    monkeypatch.setattr(clock, "monotonic", lambda: Waiting.now)

    def run(*words, typed="", game=MORRIS):
        monkeypatch.setattr(sys, "stdin", Waiting(typed))
        return rulewright("play", *([game] if game else []), *words)

    return run


def lines(name: str = "g.save") -> list[dict]:
    return [json.loads(line) for line in Path(name).read_text(encoding="utf-8").splitlines()]


def prompts(out: str) -> list[str]:
    return [line.split(">")[0].strip() for line in out.splitlines() if line.startswith("[")]


# ------------------------------------------------------------------------------ clocks


@pytest.mark.parametrize(
    ("text", "total", "more", "kept"),
    [
        ("20m+10s", 1200, 10, "20m+10s"), ("20m", 1200, 0, "20m"), ("90s", 90, 0, "1m30s"),
        ("1h+30s", 3600, 30, "1h+30s"), (" 1H30M + 5s ", 5400, 5, "1h30m+5s"),
        ("3d+1h", 259_200, 3600, "3d+1h"), ("20m+0s", 1200, 0, "20m"),
    ],
)  # fmt: skip
def test_a_clock_is_written_in_few_letters(text, total, more, kept):
    assert read_time(text) == TimeAllowed(total, more)
    assert read_time(text).text == kept and read_time(kept) == read_time(text)


HOW = (
    "Write 20m (20 minutes a person for the game), 20m+10s (and 10 seconds more for each"
    " decision), 90s, 1h30m or 3d+1h."
)


BAD = ["", "20", "m", "20x", "-5m", "5m+", "1,5m", "+10s", "10s20m", "5m+1s+1s", "٣m", "1m\n1s"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((bad, f"'{bad}' is no clock. {HOW}") for bad in BAD),
        ("x" * 90, f"'{'x' * 27}...' is no clock. {HOW}"),
        ("0s", f"a clock begins with some time. {HOW}"),
        ("0m+5s", f"a clock begins with some time. {HOW}"),
        ("366d", "a clock has at most 365 days."),
        ("1m+99999999h", "a clock has at most 365 days."),
    ],
)  # fmt: skip
def test_what_is_no_clock_is_told_with_what_to_write(text, message):
    with pytest.raises(NoClock) as fault:
        read_time(text)
    assert str(fault.value) == message


def test_a_bad_clock_is_told_on_the_command_line(rulewright):
    said = rulewright("play", MORRIS, "--clock", "20x")
    assert said.code == 2 and said.out == ""
    assert " ".join(said.err.split()).startswith(
        f"error: invalid value for `--clock`: `20x` is no clock. {HOW[:-1]} usage: "
    )
    said = rulewright("play", MORRIS, "--seats", "human,random", "--clock-ends")
    assert said.err.startswith("error: --clock-ends needs --clock, such as --clock 20m+10s\n")
    said = rulewright("play", MORRIS, "--seats", "random,random", "--clock", "5m")
    assert said.err.startswith("error: --clock is for people, and only bots play here\n")
    said = rulewright("play", "--resume", "--clock", "5m")
    assert said.err.startswith("error: a saved game has its own clock: leave --clock out\n")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (-3, "0:00"), (0.2, "0:01"), (65, "1:05"), (3723, "1:02:03"), (187_200, "2d 4h")],
)
def test_what_is_left_is_short(seconds, text):
    assert time_left(seconds) == text


def test_time_runs_for_whoever_is_asked(play):
    said = play(*TWO, "--clock", "1m+10s", typed="5 a1\n20 d5\n7 ?\n3 g7\nquit\n")
    assert prompts(said.out) == [
        "[1:00, Green 1:00]", "[1:00, Blue 1:05]", "[1:05, Green 0:50]", "[0:58, Green 0:50]",
        "[0:50, Blue 1:05]",
    ]  # fmt: skip
    kept = lines()
    assert kept[0]["clock"] == "1m+10s" and "clock_ends" not in kept[0]
    assert [line["clock"] for line in kept[1:] if "clock" in line][1:] == [
        {"blue": 65.0, "green": 60.0}, {"blue": 65.0, "green": 50.0}, {"blue": 65.0, "green": 50.0},
        {"blue": 65.0, "green": 50.0},
    ]  # fmt: skip


def test_a_saved_game_goes_on_with_the_time_that_was_left(play):
    play(*BOT, "--clock", "1m+10s", typed="5 a1\n20 quit\n")
    assert prompts(play("--load", "g.save", game="", typed="quit\n").out) == ["[0:45]"]
    play("--load", "g.save", "--save", "h.save", game="", typed="1 d6\n2 quit\n")
    assert lines("h.save")[-2]["clock"] == {"blue": 52.0}


def test_undo_gives_no_time_back(play):
    said = play(*BOT, "--clock", "1m+10s", typed="5 a1\n5 undo\n5 a1\n5 undo\n5 g7\nquit\n")
    assert prompts(said.out) == ["[1:00]", "[1:05]", "[1:00]", "[0:55]", "[0:50]", "[0:45]"]
    typed = "1 a1\nundo\n1 a1\n1 d6\nquit\n"
    assert prompts(play(*BOT, "--clock", "1m+10s", typed=typed).out)[-1] == "[1:17]"


def test_time_that_has_run_out_is_told_and_decides_nothing(play):
    said = play(*TWO, "--clock", "10s+5s", typed="30 a1\n1 d5\n90 g7\nquit\n")
    told = "Your time has run out. That decides nothing: the game goes on.\n"
    assert said.out.count(told) == 1 and said.out.count("(Blue has no time left.)") == 1
    assert "You place a man on g7." not in said.err and "Blue" in said.out
    assert prompts(said.out)[-2:] == ["[0:00, Green 0:14]", "[0:14, Blue 0:00]"]
    assert {"out": "blue"} in lines()
    assert [line["take"] for line in lines() if "take" in line] == ["a1", "d5", "g7"]
    again = play("--load", "g.save", game="", typed="quit\n")
    assert prompts(again.out) == ["[0:14, Blue 0:00]"]
    assert "(Blue has no time left.)" in again.out


def test_a_bot_plays_on_where_the_clock_ends(play, rulewright):
    said = play(*TWO, "--clock", "10s", "--clock-ends", typed="3 a1\n1 d5\n8 g7\n2 a4\nquit\n")
    assert said.out.count("Your time has run out: a bot plays on for you.\n") == 1
    assert "(Blue has no time left.)\n(Blue leaves the game to a bot: greedy.)\n" in said.out
    kept = lines()
    assert kept[0]["clock_ends"] is True
    at = kept.index({"out": "blue"})
    assert kept[at + 1] == {"leaves": "blue", "plays": "greedy"}
    assert [line["by"] for line in kept if "by" in line] == ["blue", "green", "blue"]
    assert "g7" not in [line.get("take") for line in kept[:at]]  # it came too late
    assert rulewright("replay", "g.save", "--verify").code == 0
    assert prompts(play("--load", "g.save", game="", typed="quit\n").out) == ["[0:07]"]
    assert kept[-2]["clock"] == {"green": 7.0}  # a bot has no clock


def test_the_clock_is_in_the_json_at_the_end(play, fits):
    said = play(*BOT, "--json", "--clock", "1m", typed='5 {"take":"a1"}\n{"quit":true}\n')
    last = json.loads(said.out.splitlines()[-1])
    assert last["clock"] == {"blue": 55.0}
    fits(last, "play")


def test_bots_have_no_clock():
    clocks = Clocks(TimeAllowed(60), [0])
    clocks.start(1)
    assert clocks.runs is None and not clocks.decided(1) and 1 not in clocks


# ------------------------------------------------------------------------------ leaving


def test_a_bot_plays_on_for_whoever_resigns(play, rulewright, fits):
    said = play(*TWO, typed="a1\nresign\nno\nresign\nyes\nb2\nquit\n")
    assert said.code == 0
    asked = (
        "A bot plays on for you, and you do not come back. `quit` would keep the game for\n"
        "  later.\n"
        "Leave the game to a bot? yes or no: "
    )
    assert said.out.count(asked) == 2 and said.out.count("You play on.\n") == 1
    assert said.out.count("(Green leaves the game to a bot: greedy.)\n") == 1
    kept = lines()
    assert {"leaves": "green", "plays": "greedy"} in kept and kept[0]["seats"] == ["human"] * 2
    again = rulewright("replay", "g.save", "--verify", "--json")
    fits(again.data, "replay")
    assert (again.code, again.data["diverges"]) == (0, None)
    assert "(Green leaves the game to a bot: greedy.)" in rulewright("replay", "g.save").out
    on = play("--load", "g.save", "--save", "h.save", game="", typed="quit\n")
    assert "(Green leaves the game to a bot: greedy.)" in on.out
    assert [line for line in lines("h.save") if "leaves" in line] == [
        {"leaves": "green", "plays": "greedy"}
    ]


def test_the_rest_of_a_game_that_all_have_left_is_told(play, rulewright):
    said = play(*BOT, typed="a1\nleave\nhm\ny\n")
    assert "Type `yes` or `no`.\n" in said.out
    assert "(Blue leaves the game to a bot: greedy.)\n   3 Blue    places a man on" in said.out
    assert "The game ends" in said.out and lines()[-1]["over"] is True
    assert rulewright("replay", "g.save", "--verify").code == 0


def test_a_program_can_resign_for_its_seat(play, fits):
    said = play(*TWO, "--json", typed='{"take":"a1"}\n{"resign":true}\n{"quit":true}\n')
    *_, view, last = map(json.loads, said.out.splitlines())
    fits(view, "view"), fits(last, "play")
    assert (last["seats"], view["viewer"]) == (["human", "greedy"], "blue")
    assert ["table"] == [beat["sort"] for beat in view["story"] if beat["sort"] == "table"]
    all_left = play(*BOT, "--json", typed='{"resign":true}\n')
    assert json.loads(all_left.out.splitlines()[-1])["over"] is True


def test_a_page_of_a_game_tells_what_people_did(play, rulewright):
    play(*TWO, typed="a1\nresign\nyes\nquit\n")
    assert rulewright("replay", "g.save", "--html", "a.html").code == 0
    page = Path("a.html").read_text(encoding="utf-8")
    assert "leaves the game to a bot: greedy" in page
    play(*TWO, typed="a1\ndraw\nyes\nyes\n")
    assert rulewright("replay", "g.save", "--html", "b.html").code == 0
    page = Path("b.html").read_text(encoding="utf-8")
    assert "offers a draw, and all others accept it" in page
    assert "<strong>The game ends as a draw: all players have agreed.</strong>" in page


def test_others_sit_down_where_somebody_has_left(play):
    play(*TWO, typed="a1\nresign\nyes\nquit\n")
    said = play(
        "--load", "g.save", "--seats", "human,human", "--save", "h.save", game="", typed="quit\n"
    )
    assert "leaves" not in said.out and not [line for line in lines("h.save") if "leaves" in line]


def test_undo_stops_where_somebody_has_left(play):
    said = play(*TWO, typed="a1\nresign\nyes\nundo\nquit\n")
    assert "This cannot be taken back: a bot plays for somebody since" in said.out


# ------------------------------------------------------------------------------ draws


def test_a_draw_that_all_accept_ends_the_game(play, rulewright, fits):
    said = play(*TWO, typed="a1\ndraw\nyes\nyes\n")
    assert "Offer the others to end the game as a draw? yes or no: yes\n" in said.out
    assert "---- Blue ----\nBlue: Green offers a draw. Accept it? yes or no: yes\n" in said.out
    assert "(Green offers a draw, and all others accept it.)\n" in said.out
    assert "The game ends as a draw: all players have agreed.\n" in said.out
    assert lines()[-1] == {"draw": ["green", "blue"]}
    again = rulewright("replay", "g.save", "--verify")
    assert (again.code, again.out) == (
        0, "1 answer played again, 1 state compared.\n"
        "The game ends as a draw: all players have agreed.\n",
    )  # fmt: skip
    shown = rulewright("replay", "g.save", "--json")
    fits(shown.data, "replay")
    assert (shown.data["over"], shown.data["ending"], shown.data["winners"]) == (
        True, "agreed_draw", [],
    )  # fmt: skip
    assert "all players have agreed" in rulewright("replay", "g.save").out
    assert rulewright("why", "g.save", "a1").code == 0
    over = play("--load", "g.save", "--json", "--save", "h.save", game="")
    fits(over.data, "play")
    assert (over.data["over"], over.data["ending"], over.data["winners"]) == (
        True, "agreed_draw", [],
    )  # fmt: skip
    assert lines("h.save")[-2:] == [{"draw": ["green", "blue"]}, lines("h.save")[-1]]
    assert play("--load", "h.save", game="").code == 0
    assert play("--resume", game="").code == 7  # no game was left before its end


def test_a_draw_that_one_refuses_is_none(play):
    said = play(*TWO, typed="a1\ndraw\nyes\nno\nb2\nquit\n")
    assert "Blue does not accept a draw: the game goes on.\n" in said.out
    assert "No draw is offered.\n" in play(*TWO, typed="draw\n\nquit\n").out
    assert not [line for line in lines() if "draw" in line]


def test_bots_agree_to_no_draw(play):
    said = play(*BOT, typed="draw\nquit\n")
    assert "No draw is offered: a bot plays here, and bots agree to none.\n" in said.out


def test_an_option_that_begins_so_is_meant_first(play):
    words = ("--seats", "human,human", "--seed", "3", "--plain")
    said = play(
        *words, game="deities_of_the_old_kingdom", typed="a1\nb1\ndraw\noffer draw\nno\nquit\n"
    )
    assert said.out.count("Offer the others to end the game as a draw?") >= 1
    typed = "a1\nb1\nroll\narcane\ndraw spells\nquit\n"
    said = play(*BOT[:4], "--plain", game="deities_of_the_old_kingdom", typed=typed)
    assert "No draw is offered" not in said.out


def test_one_person_alone_offers_nobody_a_draw():
    said: list[str] = []
    screen = SimpleNamespace(wrapped=lambda text, *_: said.append(text))
    alone: Any = SimpleNamespace(session=SimpleNamespace(seats=("human",)), screen=screen)
    offer_draw(alone, 0)
    assert said == ["No draw is offered: nobody else plays."]


# ------------------------------------------------------------------------------ damaged saves


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"leaves":"red9","plays":"greedy"}', "`leaves` does not name players"),
        ('{"leaves":"blue","plays":"x.py"}', "`plays` has no meaning here"),
        ('{"leaves":"blue","plays":"human"}', "`plays` names no bot"),
        ('{"leaves":"blue","plays":"wizard"}', "no kind of player is called `wizard`"),
        ('{"leaves":"blue"}', "`plays` is missing in this line"),
        ('{"out":["blue"]}', "`out` has no meaning here"),
        ('{"draw":["blue","blue"]}', "`draw` does not name players"),
        ('{"draw":[]}', "`draw` does not name players"),
        ('{"draw":["blue"]}\n{"back":0}', "the players agreed to a draw before this line"),
        ('{"clock":{"blue":-1}}', "`clock` has no meaning here"),
        ('{"clock":{"blue":true}}', "`clock` has no meaning here"),
        ('{"clock":{"blue":1},"owed":{"blue":0.5}}', "`owed` has no meaning here"),
        ('{"clock":{"pink9":1}}', "`clock` has no meaning here"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused(play, line, message):
    play(*TWO, typed="a1\nquit\n")
    text = Path("g.save").read_text(encoding="utf-8")
    Path("g.save").write_text(f"{text}{line}\n", encoding="utf-8")
    said = play("--load", "g.save", game="")
    assert said.code == 7 and message in said.err and "Traceback" not in said.err


@pytest.mark.parametrize("clock_text", ["5x", "0s", "999d"])
def test_a_first_line_with_another_clock_is_refused(play, clock_text):
    play(*TWO, "--clock", "5m", typed="a1\nquit\n")
    text = Path("g.save").read_text(encoding="utf-8").replace('"5m"', f'"{clock_text}"')
    Path("g.save").write_text(text, encoding="utf-8")
    said = play("--load", "g.save", game="")
    assert said.code == 7 and "`clock` has no meaning here" in said.err
