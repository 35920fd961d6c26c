"""Parts of a page about the people at its table: what is asked, the sheet "More", the clocks.

Takes a table and the seat of the page; returns HTML, and data for `live.js`.
"""

from __future__ import annotations

import json

import interpreter as rw
from interpreter.diagnostics.json_data import Json
from interpreter.page.people.agreements import (
    DRAW,
    NO_DRAW_WITH_BOTS,
    UNDO,
    asked_words,
    asking_words,
)
from interpreter.page.shared_table import SharedTable
from interpreter.present.page.markup import esc
from interpreter.present.page.table import LIVE_TOOLS

CLOCKS = '<span id="clocks" role="timer" aria-label="Time left"></span>'


def tools_of(table: SharedTable) -> str:
    """Draw what stands above the table: the tools, and room for the clocks."""
    return LIVE_TOOLS + (CLOCKS if table.clocks is not None else "")


def clock_data(table: SharedTable, seat: int | None) -> list[Json]:
    """List the clocks of all people with their seconds, one's own first."""
    clocks = table.clocks
    if clocks is None:
        return []
    people = [one for one in table.people() if one in clocks and table.seats[one] == "human"]
    return [
        {
            "who": "You" if one == seat else name_at(table, one),
            "left": round(clocks.left(one), 1),
            "runs": clocks.runs == one,
            "mine": one == seat,
        }
        for one in sorted(people, key=lambda one: one != seat)
    ]


def asking_bar(table: SharedTable, seat: int | None) -> str:
    """Draw what somebody asks of the others, with the answers of whoever is asked."""
    request = table.agreements.request
    if request is None:
        return ""
    waits = request.open_to(table.playing())
    if seat == request.by:
        names = " and ".join(name_at(table, one) for one in waits)
        said = f"{asking_words(request.sort)} {names} {'has' if len(waits) == 1 else 'have'}"
        button = _button({"do": "withdraw", "number": request.number}, "Withdraw it")
        return f"<p>{esc(said)} not answered yet.</p>{button}"
    said = f"<p>{esc(asked_words(request.sort, name_at(table, request.by)))}</p>"
    if seat not in waits:
        return said
    answer = {"do": "answer", "number": request.number}
    return (
        said + _button({**answer, "yes": True}, "Agree") + _button({**answer, "yes": False}, "No")
    )


def more_sheet(table: SharedTable, seat: int | None) -> str:
    """Draw what else a player can do: a name, passing, a draw, and bots for people."""
    if seat is None:
        return "<h2>You only watch</h2>"
    name = esc(table.names.get(seat, ""))
    checked = " checked" if seat in table.passing else ""
    made = (
        "<h2>You</h2><p><label>Your name, which all see: "
        f'<input id="called" maxlength="24" value="{name}"></label></p>'
        f'<p><label><input type="checkbox" id="passes"{checked}> Answer for me where there is'
        " only one answer, and it decides nothing</label></p>"
        '<p><label><input type="checkbox" id="notify"> Tell me when it is my turn</label></p>'
    )
    if table.seats[seat] != "human":
        return f"{made}<p>{_button({'do': 'back'}, 'Play for myself again')}</p>"
    if table.over:
        return made
    made += f"<p>{_button({'do': 'resign'}, 'Let a bot play on for me')}</p>"
    if table.agreements.can_ask(seat, UNDO):
        alone = table.alone or [seat] == table.playing()
        asks = "Take back my last decision, whatever has come to light since"
        asks = asks if alone else "Ask the others to take back my last decision"
        made += f"<p>{_button({'do': 'ask', 'what': UNDO}, asks)}</p>"
    if table.agreements.can_ask(seat, DRAW):
        made += f"<p>{_button({'do': 'ask', 'what': DRAW}, 'Offer all others a draw')}</p>"
    elif any(kind != "human" for kind in table.seats):
        made += f"<p>No draw is offered: {NO_DRAW_WITH_BOTS}.</p>"
    for other in table.playing():
        if other != seat:
            agreed = len(table.agreed.get(other, ()))
            votes = f" ({agreed} agreed)" if agreed else ""
            said = f"Let a bot play for {name_at(table, other)}{votes}"
            made += f"<p>{_button({'do': 'agree', 'seat': other}, said)}</p>"
    return made


def sure_sheet(table: SharedTable) -> str:
    """Ask somebody who leaves whether a bot shall play on."""
    back = "You can come back: More, Play for myself again."
    if table.clock_ends:
        back = "You can come back while your clock has time: More, Play for myself again."
    return (
        f"<h2>Let a bot play on for you?</h2><p>All are told. {esc(back)}</p>"
        f"<p>{_button({'do': 'resign', 'sure': True}, 'Yes, let a bot play on')}</p>"
    )


def refused_sheet(table: SharedTable, seat: int, fault: rw.Fault) -> str:
    """Offer to ask the others for what undo refuses."""
    alone = table.alone or [seat] == table.playing()
    asks = "Take it back all the same" if alone else "Ask the others whether I may"
    said = str(fault)
    return (
        f"<h2>Not by yourself</h2><p>{esc(said[:1].upper() + said[1:])}.</p>"
        f"<p>{_button({'do': 'ask', 'what': UNDO}, asks)}</p>"
    )


def name_at(table: SharedTable, seat: int) -> str:
    """Name a seat as all know it, with what its player wants to be called."""
    title = table.title(seat)
    called = table.names.get(seat, "")
    return f"{called} ({title})" if called and called != title else title


def _button(message: Json, text: str) -> str:
    return f'<button class="tool" data-send="{esc(json.dumps(message))}">{esc(text)}</button>'
