"""What people at a table in the browser do beside the game: clocks, agreements, notices."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random
from typing import Any

import pytest

import interpreter as rw
from interpreter.page import shared_table
from interpreter.page.hall import Hall
from interpreter.page.kept_tables import NotATable, kept_table
from interpreter.page.people import notices
from interpreter.page.people.agreements import NotYours
from interpreter.page.people.asking_bar import (
    asking_bar,
    clock_data,
    more_sheet,
    refused_sheet,
    sure_sheet,
)
from interpreter.page.people.notices import NoHook, TurnNotices, check_hook
from interpreter.page.shared_table import SharedTable
from interpreter.play import clock

TWO, THREE = ("human", "human"), ("human",) * 3


@pytest.fixture(scope="module")
def letters() -> rw.Game:
    return rw.load("love_letter")


@pytest.fixture(scope="module")
def morris() -> rw.Game:
    return rw.load("nine_mens_morris")


class Time:
    now = 100.0


@pytest.fixture
def later(monkeypatch):
    """`later(5)`: five seconds go by."""
    Time.now = 100.0
    for module in (clock, shared_table):
        monkeypatch.setattr(module, "monotonic", lambda: Time.now)

    def wait(seconds: float) -> None:
        Time.now += seconds

    return wait


def timed(game: rw.Game, seats: tuple[str, ...] = TWO, **more: Any) -> SharedTable:
    table = SharedTable(game, seats, 3, clock=more.pop("clock", "1m+10s"), **more)
    for seat in table.people():
        table.arrive(seat)
    return table


def answer(table: SharedTable) -> int:
    """Take the first option, and return whose it was."""
    seat = table.state.actor
    table.take(seat, table.options(seat)[0].id, table.version)
    return seat


def story(table: SharedTable, seat: int | None) -> list[str]:
    beats = table.view(seat).story
    return ["".join(str(part) for part in beat.text) for beat in beats if beat.sort == "table"]


# ------------------------------------------------------------------------------ clocks


def test_time_runs_for_whoever_is_asked_once_their_page_was_open(morris, later):
    table = SharedTable(morris, TWO, 3, clock="1m+10s")
    assert table.clocks is not None
    later(30)
    assert table.clocks.left(0) == 60  # nobody has opened the page yet
    table.arrive(None)
    table.arrive(1)
    later(5)
    assert table.clocks.left(0) == 60
    table.arrive(0)
    table.arrive(0)
    later(5)
    assert (table.clocks.left(0), table.clocks.left(1)) == (55, 60)
    assert clock_data(table, 1) == [
        {"who": "You", "left": 60.0, "runs": False, "mine": True},
        {"who": "Blue", "left": 55.0, "runs": True, "mine": False},
    ]
    assert answer(table) == 0
    later(7)
    table.call(0, "Ann")
    later(1)
    assert (table.clocks.left(0), table.clocks.left(1)) == (65, 52)
    assert [one["who"] for one in clock_data(table, None)] == ["Ann (Blue)", "Green"]
    assert clock_data(SharedTable(morris, TWO, 3), 0) == []


def test_bots_have_no_clock_and_stop_that_of_others(morris, later):
    table = timed(morris, ("human", "greedy"))
    later(5)
    answer(table)
    assert table.clocks is not None and table.clocks.runs is None
    later(50)
    assert table.step() and table.clocks.runs == 0 and table.clocks.left(0) == 65


def test_undo_gives_no_time_back_on_a_page(morris, later):
    table = timed(morris)
    for _ in range(3):
        later(5)
        answer(table)
        table.undo(0)
    assert table.clocks is not None and table.clocks.left(0) == 60 + 10 - 15
    answer(table)
    assert table.clocks.left(0) == 55  # this decision added its time when it was made first


def test_time_that_has_run_out_is_told_to_all_and_decides_nothing(morris, later):
    table = timed(morris)
    later(59)
    table.tick()
    assert table.happened == []
    later(2)
    table.tick()
    table.tick()
    for seat in (0, 1, None):
        assert story(table, seat) == ["Blue has no time left."]
    assert table.seats == ["human", "human"] and table.waits_for_person()
    assert answer(table) == 0 and table.clocks is not None
    later(5)
    assert answer(table) == 1
    assert (table.clocks.left(0), table.clocks.left(1)) == (0, 65)


def test_a_bot_plays_on_where_the_clock_ends(morris, later):
    table = timed(morris, clock_ends=True)
    later(61)
    option, version = table.options(0)[0].id, table.version
    with pytest.raises(NotYours, match=r"^your time has run out: a bot plays on for you$"):
        table.take(0, option, version)
    assert table.seats == ["normal", "human"]
    assert story(table, 1) == ["Blue has no time left.", "A bot plays for Blue: normal."]
    with pytest.raises(NotYours, match=r"^your time has run out: a bot plays on for you$"):
        table.return_to(0)
    assert not table.waits_for_person() and table.goes_on()


def test_an_answer_that_comes_as_time_runs_out_counts_where_it_ends_nothing(morris, later):
    table = timed(morris)
    later(61)
    assert answer(table) == 0 and story(table, 0) == ["Blue has no time left."]


def test_another_game_begins_with_new_clocks(morris, later):
    table = timed(morris)
    later(61)
    table.tick()
    table.agreements.ask(0, "draw")
    table.agreements.ask(1, "draw")
    table.again()
    assert table.clocks is not None and table.clocks.left(0) == 60
    assert table.happened == [] and not table.over and table.waits_for_person()


def test_clocks_are_kept_and_do_not_run_while_there_is_no_server(morris, later, tmp_path):
    path = tmp_path / "t.json"
    table = timed(morris, keep=path, clock_ends=True)
    later(5)
    answer(table)
    later(20)
    table.rest()
    later(100_000)
    again = kept_table(morris, path)
    assert again is not None and again.clocks is not None
    assert (again.clock, again.clock_ends, again.links) == ("1m+10s", True, table.links)
    assert (again.clocks.left(0), again.clocks.left(1)) == (65, 40)
    again.arrive(1)
    later(5)
    assert again.clocks.left(1) == 35
    other = Hall(again).open_another()
    assert (other.clock, other.clock_ends) == ("1m+10s", True)


def test_a_clock_that_runs_is_kept_from_time_to_time(morris, later, tmp_path):
    path = tmp_path / "t.json"
    table = timed(morris, keep=path, clock="1h")
    later(20)
    table.tick()
    assert json.loads(path.read_text("utf-8"))["clocks"]["clock"]["blue"] == 3600
    later(11)
    table.tick()
    assert json.loads(path.read_text("utf-8"))["clocks"]["clock"]["blue"] == 3569


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("clocks", 3), ("clocks", {}), ("clocks", {"time": "x", "ends": False, "clock": {}}),
        ("clocks", {"time": "5m", "ends": True, "clock": {"blue": -1}}),
        ("clocks", {"time": "5m", "ends": True, "clock": {"blue": "x"}}),
        ("clocks", {"time": "5m", "ends": True, "clock": {}, "owed": {"blue": 1.5}}),
        ("host", 3), ("host", "short"), ("host", "ä" * 30),
        ("happened", 3), ("happened", [3]), ("happened", [{"text": 1, "turn": 1, "at": {}}]),
        ("happened", [{"text": "x", "turn": 1, "at": {"x": 1}}]),
        ("happened", [{"text": "x" * 999, "turn": 1, "at": {}}]),
        ("happened", [{"text": "x", "turn": 1, "at": {"0": -1}}]),
    ],
)  # fmt: skip
def test_a_kept_table_with_damage_beside_the_game_is_refused(morris, tmp_path, part, value):
    path = tmp_path / "t.json"
    table = SharedTable(morris, TWO, 3, path)
    data = json.loads(table.as_text()) | {part: value}
    path.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")
    with pytest.raises(NotATable, match=r"is damaged: name another file$"):
        kept_table(morris, path)


# ------------------------------------------------------------------------------ leaving


def test_a_bot_plays_on_for_whoever_leaves_until_they_come_back(letters):
    table = SharedTable(letters, TWO, 3)
    assert 'data-send="{&quot;do&quot;: &quot;resign&quot;}"' in more_sheet(table, 0)
    table.resign(0)
    assert table.seats == ["normal", "human"]
    assert story(table, None) == ["Blue leaves the game to a bot.", "A bot plays for Blue: normal."]
    with pytest.raises(NotYours, match=r"^a bot plays for you already$"):
        table.resign(0)
    assert "Play for myself again" in more_sheet(table, 0)
    table.return_to(0)
    assert table.seats == ["human", "human"]
    assert story(table, 1)[-1] == "Blue plays again, and the bot does not."


def test_whoever_leaves_is_asked_whether_they_are_sure(letters):
    table = SharedTable(letters, TWO, 3)
    sheet = sure_sheet(table)
    assert sheet.startswith(
        "<h2>Let a bot play on for you?</h2><p>All are told. You can come back: More, Play for"
        " myself again.</p>"
    )
    table.clock_ends = True
    assert "You can come back while your clock has time" in sure_sheet(table)


def test_a_vote_for_a_bot_is_told(letters):
    table = SharedTable(letters, THREE, 3)
    table.agree(0, 2)
    assert table.happened == [] and "Yellow (1 agreed)" in more_sheet(table, 0)
    table.agree(1, 2)
    assert story(table, 2) == ["A bot plays for Yellow: normal."]


# ------------------------------------------------------------------------------ draws


def test_a_draw_that_all_accept_ends_the_game(letters, tmp_path):
    path = tmp_path / "t.json"
    table = SharedTable(letters, THREE, 3, path)
    table.call(0, "Ann")
    table.agreements.ask(0, "draw")
    assert asking_bar(table, 1).startswith(
        "<p>Ann (Blue) offers a draw: the game would end at once, and nobody would win.</p><button"
    )
    assert "button" not in asking_bar(table, None)
    assert "<p>You offer a draw. Green and Yellow have not answered yet.</p>" in asking_bar(
        table, 0
    )
    request = table.agreements.request
    assert request is not None
    table.agreements.answer(1, request.number, True)
    assert "<p>You offer a draw. Yellow has not answered yet.</p>" in asking_bar(table, 0)
    assert not table.over
    table.agreements.ask(2, "draw")  # to offer one, too, is to accept
    assert table.over and not table.state.over and not table.goes_on()
    for seat in (0, 1, 2, None):
        assert story(table, seat) == [
            "Blue offers a draw.", "All agree to a draw, and the game is over.",
        ]  # fmt: skip
        view = table.view(seat)
        assert (view.asked, view.now.over, view.now.ending, view.now.winners) == (
            None, True, "agreed_draw", (),
        )  # fmt: skip
        assert table.options(seat) == ()
    assert table.result() == "The game ends as a draw: all players have agreed."
    seat, version = table.state.actor, table.version
    with pytest.raises(NotYours, match=r"^somebody else decides now$"):
        table.take(seat, table.state.options[0].id, version)
    with pytest.raises(NotYours, match=r"^the game is over: all have agreed to a draw$"):
        table.undo(seat)
    with pytest.raises(NotYours, match=r"^the game is over$"):
        table.resign(seat)
    with pytest.raises(NotYours, match=r"^the game is over$"):
        table.agreements.ask(seat, "undo")
    assert json.loads(path.read_text("utf-8"))["drawn"] is True
    again = kept_table(letters, path)
    assert again is not None and again.over and again.view(1) == table.view(1)


def test_the_page_shows_how_a_game_that_is_drawn_has_ended(letters):
    pytest.importorskip("nicegui", reason="no page: pip install 'rulewright[page]'")
    from interpreter.page.live_page import drawn

    table = SharedTable(letters, TWO, 3)
    table.agreements.ask(0, "draw")
    table.agreements.ask(1, "draw")
    parts = drawn(table, table.view(0))
    assert "<h1>The game ends as a draw: all players have agreed.</h1>" in parts["dock"]
    assert "All agree to a draw, and the game is over." in parts["story"]
    assert 'class="dec">wins' not in parts["dock"]


def test_to_play_on_is_to_decline(letters):
    table = SharedTable(letters, TWO, 3)
    first = table.state.actor
    table.agreements.ask(first, "draw")
    while table.state.actor == first:
        answer(table)
    assert table.agreements.request is not None  # who has offered it plays on
    answer(table)
    assert table.agreements.request is None


def test_a_draw_that_one_refuses_is_none(letters):
    table = SharedTable(letters, TWO, 3)
    table.agreements.ask(0, "draw")
    request = table.agreements.request
    assert request is not None
    with pytest.raises(NotYours, match=r"^others are asked$"):
        table.agreements.answer(0, request.number, True)
    assert not table.agreements.can_ask(1, "undo")
    table.agreements.answer(1, request.number, False)
    assert not table.over and story(table, 0)[-1] == "Green does not accept the draw."
    with pytest.raises(NotYours, match=r"^this is not asked any more$"):
        table.agreements.answer(1, request.number, True)
    with pytest.raises(NotYours, match=r"^you have asked for that already: play on first$"):
        table.agreements.ask(0, "draw")
    answer(table)
    table.agreements.ask(0, "draw")
    with pytest.raises(NotYours, match=r"^something else is asked: it is to be answered first$"):
        table.agreements.ask(0, "undo")
    with pytest.raises(NotYours, match=r"^this is not asked any more$"):
        table.agreements.withdraw(1, request.number)
    now = table.agreements.request
    assert now is not None and now.number != request.number
    table.agreements.withdraw(0, now.number)
    assert table.agreements.request is None


def test_bots_agree_to_no_draw(letters):
    table = SharedTable(letters, ("human", "human", "greedy"), 3)
    with pytest.raises(NotYours, match=r"^a bot plays here, and bots agree to no draw$"):
        table.agreements.ask(0, "draw")
    assert "No draw is offered: a bot plays here, and bots agree to no draw." in more_sheet(
        table, 0
    )
    table = SharedTable(letters, TWO, 3)
    table.agreements.ask(0, "draw")
    table.resign(1)
    assert table.agreements.request is None and not table.over
    with pytest.raises(NotYours, match=r"^nobody can be asked for that$"):
        table.agreements.ask(0, "win")
    with pytest.raises(NotYours, match=r"^only those who play ask$"):
        table.agreements.ask(1, "undo")


# ------------------------------------------------------------------------------ undo


def test_what_undo_refuses_can_be_asked_for(letters):
    table = SharedTable(letters, THREE, 3)
    with pytest.raises(NotYours, match=r"^nothing to take back$"):
        table.agreements.ask(table.state.actor, "undo")
    before, first = table.state.hash, answer(table)
    while table.state.actor == first:
        answer(table)
    answer(table)
    with pytest.raises(NotYours) as fault:
        table.undo(first)
    assert str(fault.value) == "another player has decided since"
    assert refused_sheet(table, first, fault.value).startswith(
        "<h2>Not by yourself</h2><p>Another player has decided since.</p>"
    )
    table.agreements.ask(first, "undo")
    others = [seat for seat in range(3) if seat != first]
    assert (
        f"<p>{table.title(first)} asks to take back a decision, and with it all that was decided"
        " since.</p>"
    ) in asking_bar(table, others[0])
    assert "You ask to take back your decision. " in asking_bar(table, first)
    for seat in others:
        request = table.agreements.request
        assert request is not None
        table.agreements.answer(seat, request.number, True)
    assert table.state.actor == first and table.agreements.request is None
    told = f"{table.title(first)} takes back a decision, and all others agree."
    assert all(story(table, seat) == [told] for seat in (0, 1, 2, None))
    while table.last_decided(first) is not None:
        table.agreements.ask(first, "undo")
        for seat in others:
            request = table.agreements.request
            assert request is not None
            table.agreements.answer(seat, request.number, True)
    assert table.state.hash == before


def test_one_no_keeps_a_decision(letters):
    table = SharedTable(letters, TWO, 3)
    first = answer(table)
    now = table.state.hash
    table.agreements.ask(first, "undo")
    request = table.agreements.request
    assert request is not None
    table.agreements.answer(1 - first, request.number, False)
    assert table.state.hash == now
    told = f"{table.title(1 - first)} does not agree that a decision is taken back."
    assert story(table, first) == [told]
    answer(table)
    table.agreements.ask(first, "undo")
    answer(table)  # the game goes on: what was asked is about another moment
    assert table.agreements.request is None


def test_the_decision_that_ended_a_game_can_be_asked_for(letters):
    table, rng = SharedTable(letters, TWO, 3), Random(4)
    while not table.state.over:
        seat = table.state.actor
        if table.agreements.request is None and table.agreements.can_ask(seat, "draw"):
            table.agreements.ask(seat, "draw")
        table.take(seat, rng.choice(table.options(seat)).id, table.version)
    assert table.agreements.request is None and not table.drawn  # a game that is over is no draw
    with pytest.raises(NotYours, match=r"^the game is over$"):
        table.agreements.ask(seat, "draw")
    table.agreements.ask(seat, "undo")
    request = table.agreements.request
    assert request is not None
    table.agreements.answer(1 - seat, request.number, True)
    assert not table.over and table.state.actor == seat


def test_bots_agree_always(letters):
    table = SharedTable(letters, ("human", "random"), 3)
    while table.state.actor != 0:
        table.step()
    before = table.state.hash
    while table.state.actor == 0 and not table.state.over:
        answer(table)
    table.step()
    with pytest.raises(NotYours) as fault:
        table.undo(0)
    assert "Take it back all the same" in refused_sheet(table, 0, fault.value)
    while table.last_decided(0) is not None:
        table.agreements.ask(0, "undo")
    assert table.state.hash == before


def test_one_person_who_plays_all_seats_agrees_with_themselves(letters):
    table = SharedTable(letters, TWO, 3)
    table.alone = True
    before, first = table.state.hash, answer(table)
    with pytest.raises(NotYours, match=r"^nobody else plays$"):
        table.agreements.ask(first, "draw")
    assert "Take back my last decision, whatever has come to light since" in more_sheet(
        table, first
    )
    table.agreements.ask(first, "undo")
    assert table.state.hash == before


def test_what_is_asked_is_decided_by_those_who_still_play(letters):
    table = SharedTable(letters, THREE, 3)
    first = answer(table)
    others = [seat for seat in range(3) if seat != first]
    table.agreements.ask(first, "undo")
    request = table.agreements.request
    assert request is not None
    table.agreements.answer(others[0], request.number, True)
    table.resign(others[1])  # a bot plays there now, and bots agree
    assert table.agreements.request is None and table.last_decided() is None


def test_only_the_latest_lines_are_kept(letters, monkeypatch):
    monkeypatch.setattr(shared_table, "MOST_HAPPENED", 3)
    table = SharedTable(letters, TWO, 3)
    for _ in range(3):
        table.resign(0)
        table.return_to(0)
    assert table.happenings == 9 and len(table.happened) == 3
    assert story(table, 0) == [
        "Blue leaves the game to a bot.", "A bot plays for Blue: normal.",
        "Blue plays again, and the bot does not.",
    ]  # fmt: skip


def test_lines_stay_in_their_place_in_each_story(letters):
    table, rng = SharedTable(letters, TWO, 3), Random(4)
    for step in range(30):
        seat = table.state.actor
        if step % 7 == 3:
            table.happen(f"Step {step}")
        table.take(seat, rng.choice(table.options(seat)).id, table.version)
    for reader in (0, 1, None):
        beats = table.view(reader).story
        assert [one.n for one in beats] == list(range(len(beats)))
        assert [one for one in beats if one.sort != "table"] != []
        plain = [one.text for one in table.state.view(reader).story]
        assert [one.text for one in beats if one.sort != "table"] == plain
        turns = [one.turn for one in beats]
        assert turns == sorted(turns)
        assert story(table, reader) == ["Step 3.", "Step 10.", "Step 17.", "Step 24."]


# ------------------------------------------------------------------------------ notices


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ftp://a/b", "'ftp://a/b' is no address of a web hook."),
        ("hook", "'hook' is no address of a web hook."),
        ("http://", "'http://' is no address of a web hook."),
        ("http://a:99999/", "'http://a:99999/' is no address of a web hook."),
        ("http://[a", "'http://[a' is no address of a web hook."),
        ("file:///etc/passwd", "'file:///etc/passwd' is no address of a web hook."),
        ("http://a/b c", "'http://a/b c' has letters that no address has."),
        ("http://a/\r\nx: y", "'http://a/\r\nx: y' has letters that no address has."),
        ("http://ä/", "'http://ä/' has letters that no address has."),
        ("https://me:word@a/", "an address with a name or a password in it is not used."),
    ],
)
def test_what_is_no_hook_is_told_with_what_to_write(url, message):
    with pytest.raises(NoHook) as fault:
        check_hook(url)
    assert str(fault.value) == f"{message} Write an address such as https://example.org/my-hook."
    assert check_hook("https://example.org:8443/a?b=c") == "https://example.org:8443/a?b=c"


class HeldHook:
    """A server that keeps what it is sent; `code` is what it answers."""

    def __init__(self, code: int = 200) -> None:
        got: list[Any] = []
        self.got, self.some = got, threading.Event()
        some = self.some

        class Hook(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                got.append((self.path, self.headers["Content-Type"], json.loads(body)))
                self.send_response(code)
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()
                some.set()

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Hook)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def wait(self, many: int) -> list[Any]:
        end = time.monotonic() + 10
        while len(self.got) < many and time.monotonic() < end:
            self.some.wait(0.1)
            self.some.clear()
        return self.got

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def hook():
    made: list[HeldHook] = []

    def open_hook(code: int = 200) -> HeldHook:
        made.append(HeldHook(code))
        return made[-1]

    yield open_hook
    for one in made:
        one.close()


def test_a_hook_hears_whose_turn_it_is_and_nothing_hidden(letters, hook):
    said: list[str] = []
    held = hook()
    table = SharedTable(letters, TWO, 3)
    table.call(0, "Ann")
    hall = Hall(table)
    hall.attach(TurnNotices(held.url, said.append).attach)
    first = table.state.actor
    while table.state.actor == first:
        answer(table)
    seats = ["blue", "green"]
    got = held.wait(2)
    assert [one[:2] for one in got] == [("/hook", "application/json")] * 2
    assert [one[2] for one in got] == [
        {"game": "love_letter", "seat": seats[at], "name": "Ann" if at == 0 else ""}
        for at in (first, 1 - first)
    ]
    other = hall.open_another()
    while not other.waits_for_person():
        other.step()
    assert len(held.wait(3)) == 3 and said == []


def test_a_hook_gets_links_only_where_the_host_wants_that(letters, hook):
    held = hook()
    table = SharedTable(letters, TWO, 3)
    TurnNotices(held.url, print, "http://127.0.0.1:8080/t/").attach(table)
    ((_, _, data),) = held.wait(1)
    assert data["link"] == f"http://127.0.0.1:8080/t/{table.link_of(table.state.actor)}"


def test_each_person_hears_once_that_it_is_their_turn(letters):
    turns: list[int] = []
    table = SharedTable(letters, ("human", "random"), 3)
    table.on_turn(turns.append)
    table.call(0, "Ann")
    table.pass_for(0, False)
    while not table.state.over and len(turns) < 4:
        asked = table.waits_for_person()
        many = len(turns)
        if asked:
            again = table.state.actor
            answer(table)
            if table.waits_for_person() and table.state.actor == again:
                assert len(turns) == many  # the same person is asked on
        else:
            table.step()
    assert set(turns) == {0}


def test_a_table_that_is_opened_again_notifies_nobody_twice(letters, tmp_path):
    turns: list[int] = []
    path = tmp_path / "t.json"
    SharedTable(letters, TWO, 3, path)
    table = kept_table(letters, path)
    assert table is not None
    table.on_turn(turns.append)
    assert turns == []
    first = table.state.actor
    while table.state.actor == first:
        answer(table)
    assert turns == [1 - first]


@pytest.mark.parametrize(
    ("code", "why"), [(500, "it answers 500"), (302, "it answers 302"), (404, "it answers 404")]
)
def test_a_hook_that_fails_is_told_once_and_harms_nothing(letters, hook, code, why):
    said: list[str] = []
    held = hook(code)
    table = SharedTable(letters, TWO, 3)
    TurnNotices(held.url, said.append).attach(table)
    for _ in range(6):
        answer(table)
    held.wait(3)
    assert said == [
        f"warning: http://127.0.0.1 takes no notice of turns: {why}; the games go on, and this is"
        " not told again"
    ]


def test_a_hook_that_is_not_there_is_told(letters, monkeypatch):
    said: list[str] = []
    some = threading.Event()

    def tell(text: str) -> None:
        said.append(text)
        some.set()

    TurnNotices("http://127.0.0.1:9/x?secret=1", tell).attach(SharedTable(letters, TWO, 3))
    assert some.wait(10)
    assert said == [
        "warning: http://127.0.0.1 takes no notice of turns: Connection refused; the games go on,"
        " and this is not told again"
    ]


def test_a_hook_that_is_silent_is_told():
    assert notices._reason(TimeoutError()) == "it does not answer within 5 seconds"
    assert notices._reason(ValueError()) == "ValueError"


def test_a_hook_that_does_not_answer_holds_up_nothing(letters, monkeypatch):
    import socket

    monkeypatch.setattr(notices, "PATIENCE", 0.2)
    monkeypatch.setattr(notices, "MOST_WAITING", 2)
    said: list[str] = []
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        made = TurnNotices(f"http://127.0.0.1:{silent.getsockname()[1]}/", said.append)
        table = SharedTable(letters, TWO, 3)
        begun = time.monotonic()
        for _ in range(20):
            made.turn(table, 0)
        assert time.monotonic() - begun < 0.2
        assert said == [
            "warning: http://127.0.0.1 takes no notice of turns: it is too slow; the games go on,"
            " and this is not told again"
        ]
