"""Several tables in one server, and what keeps other sites out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import interpreter as rw
from interpreter.page.guard import Guard
from interpreter.page.hall import Full, Hall
from interpreter.page.shared_table import SharedTable


@pytest.fixture(scope="module")
def letters() -> rw.Game:
    return rw.load("love_letter")


def test_each_table_has_links_of_its_own(letters):
    hall = Hall(SharedTable(letters, ("human", "random"), 3))
    other = hall.open_another()
    assert len(hall) == 2 and other.kinds == ("human", "random")
    for table in hall:
        for secret, seat in table.links.items():
            found = hall.place(secret)
            assert found is not None and found[0] is table and found[1].seat == seat
    assert hall.place("nothing") is None
    assert hall.is_host(hall.secret) and not hall.is_host("") and not hall.is_host("ü")
    assert hall.place(hall.secret) is None  # the host's link is no seat


def test_a_full_hall_refuses_and_loses_nothing(letters):
    hall = Hall(SharedTable(letters, ("human", "human"), 3), most=3)
    hall.open_another(), hall.open_another()
    with pytest.raises(Full, match="this server holds 3 tables, and all are taken"):
        hall.open_another()
    assert len(hall) == 3


def test_tables_that_are_kept_open_again_with_their_links(letters, tmp_path):
    keep = tmp_path / "t.json"
    hall = Hall(SharedTable(letters, ("human", "human"), 3, keep))
    other = hall.open_another()
    other.take(other.state.actor, other.options(other.state.actor)[0].id, 0)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["t.json", "t.json.2"]
    from interpreter.page.kept_tables import kept_table

    first = kept_table(letters, keep)
    assert first is not None
    again = Hall(first)
    assert len(again) == 2 and again.secret == hall.secret and again.is_host(hall.secret)
    assert [table.links for table in again] == [table.links for table in hall]
    assert [table.state.hash for table in again] == [table.state.hash for table in hall]


def asked(hosts: tuple[str, ...], kind: str, headers: dict[str, str]) -> list[Any]:
    """Give what a guard lets out for a request."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    told = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    scope = {"type": kind, "headers": told, "path": "/t/x"}
    asyncio.run(Guard(app, hosts)(scope, None, send))  # type: ignore[arg-type]
    return sent


HERE = ("127.0.0.1", "localhost", "::1")


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "127.0.0.1:8080"},
        {"host": "localhost:8080", "origin": "http://localhost:8080"},
        {"host": "[::1]:8080", "origin": "http://[::1]:8080"},
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_pages_of_the_server_are_let_in(headers, kind):
    (start,) = asked(HERE, kind, headers)
    assert start["status"] == 200
    assert (b"referrer-policy", b"no-referrer") in start["headers"]
    assert (b"cache-control", b"no-store") in start["headers"]


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "127.0.0.1:8080", "origin": "http://evil.example"},
        {"host": "127.0.0.1:8080", "origin": "null"},
        {"host": "127.0.0.1:8080", "origin": "http://[bad"},
        {"host": "evil.example:8080"},  # a name that was made to lead here
        {"host": "evil.example", "origin": "http://evil.example"},
        {},
    ],
)
def test_other_sites_are_refused(headers):
    assert asked(HERE, "http", headers)[0]["status"] == 403
    assert asked(HERE, "websocket", headers) == [{"type": "websocket.close", "code": 4403}]


def test_a_server_for_others_has_any_name_but_pages_of_its_own_alone():
    assert asked((), "http", {"host": "games.example"})[0]["status"] == 200
    told = {"host": "games.example", "origin": "http://evil.example"}
    assert asked((), "http", told)[0]["status"] == 403
