"""What one viewer sees as fragments of a page, which any host puts into its place.

`fragments` needs no server, socket, thread or file: a host sends those that have changed, and calls
`table.render` of `table.js` with them. `page` is the whole page around them."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.load.resources import read_packaged
from interpreter.present.model.parts import View
from interpreter.present.page.appearance import Appearance, Wardrobe
from interpreter.present.page.cards import Cards
from interpreter.present.page.colours import ink, known
from interpreter.present.page.drawn_boards import DrawnBoards
from interpreter.present.page.geometry import GEOMETRIC
from interpreter.present.page.icons import LICENCE, drawn
from interpreter.present.page.markup import esc, span, tag
from interpreter.present.page.numbers import DrawnNumbers
from interpreter.present.page.pieces import piece
from interpreter.present.page.players import DrawnPlayers
from interpreter.present.page.question import QuestionBar
from interpreter.present.page.strips import Strips
from interpreter.present.page.targets import Targets
from interpreter.present.page.told import story
from interpreter.present.page.zones import DrawnZones

PARTS = ("icons", "top", "table", "seats", "story", "dock")
"""The fragments of a page, each the content of the element with this id."""
LIVE_TOOLS = (
    '<button class="tool" data-do="log">Whole story</button>'
    '<button class="tool" data-do="more">More</button>'
)
"""What a host offers above the table while a game is played."""


def fragments(
    view: View,
    known_looks: Wardrobe,
    ended: str = "",
    names: Mapping[str, str] | None = None,
    tools: str = LIVE_TOOLS,
) -> dict[str, str]:
    """Draw a view.

    `ended` says in words how a game that is over ended; `names` has what the people on some seats
    are called; `tools` are the buttons that the host offers above the table."""
    return _Table(view, known_looks, names or {}).fragments(ended, tools)


class _Table:
    """The parts of one view, which share its looks and what can be pointed at."""

    def __init__(self, view: View, known_looks: Wardrobe, names: Mapping[str, str]) -> None:
        self.view = view
        self.looks = Appearance(view, known_looks)
        self.targets = Targets(view)
        self.numbers = DrawnNumbers(self.looks, self.targets)
        self.cards = Cards(self.looks, self.numbers, self.targets)
        self.zones = DrawnZones(self.cards)
        self.boards = DrawnBoards(self.cards)
        self.strips = Strips(self.cards, self.zones, self.numbers)
        self.players = DrawnPlayers(view, self.cards, self.zones, self.numbers, names)
        self.question = QuestionBar(view, self.cards, self.numbers)

    def fragments(self, ended: str, tools: str) -> dict[str, str]:
        made = {
            "top": self._top(tools),
            "table": self._table(),
            "seats": self.players.panels() if self.view.boards else "",
            "story": story(self.view, self.looks),
            "dock": self.question.bar(ended),
        }
        return {"icons": self.looks.icons.symbols(), **made}

    # ------------------------------------------------------------------------ the top

    def _top(self, tools: str) -> str:
        """Draw the line above the table: title, turn, and numbers of the table."""
        view, now = self.view, self.view.now
        when = " · ".join(one for one in (f"turn {now.turn}" if now.turn else "", now.round) if one)
        who = ""
        if now.on:
            dress = self.looks.seat(now.on)
            mine = now.on == view.viewer
            whose = "Your turn" if mine else f"{dress.say}{chr(8217)}s turn"
            style = f"--c:{dress.colour}"
            who = span("turn", (drawn(dress.icon) or "<i></i>") + esc(whose), style=style)
        facts = "".join(
            self.numbers.kept(fact, fact.key) for fact in view.facts if not self._is_track(fact.key)
        )
        return (
            f'<h1 class="name">{esc(view.title)}</h1>{span("when", esc(when))}{who}'
            f"{span('facts', facts)}"
            f'{tools}<button class="tool" id="dark" aria-label="Dark or light">◐</button>'
        )

    def _is_track(self, key: str) -> bool:
        """Check whether a number of the table is drawn as a track, in a colour of its own."""
        return bool(self.looks.of(key, key.lower()).colour)

    # ------------------------------------------------------------------------ the table

    def _table(self) -> str:
        """Draw boards, rows and piles, and what lies before the viewer."""
        view = self.view
        drawn_, lists = self._boards()
        rows = [one for one in lists if 'class="strip rows' in one]
        columns = [one for one in lists if one not in rows]
        laid = [
            (zone.sort in ("pile", "space", "counts"), self.zones.draw(zone)) for zone in view.zones
        ]
        piles = "".join(made for low, made in laid if low)
        rest = "".join(made for low, made in laid if not low)
        others = ""
        if not view.boards:
            seats = (seat for seat in self.players.in_order() if not seat.you)
            others = "".join(self.players.draw(seat, large=True) for seat in seats)
        around = tag("div", "round", others) if others else ""
        main = "".join(drawn_) or around or "".join(rows)
        flow = self.players.middle() + self._tracks() + "".join(columns)
        flow += ("".join(rows) if drawn_ or around else "") + rest + piles
        me = next((seat for seat in view.seats if seat.you), None)
        if me is not None and not view.boards:
            flow += self.players.draw(me)
        kind = "has-board" if drawn_ else "has-main" if main else ""
        return tag(
            "div",
            f"tab {kind}".strip(),
            self.question.offered()
            + self.question.chips()
            + tag("div", "main", main)
            + tag("div", "flow", flow)
            + self.players.mine()
            + self._legend(),
        )

    def _boards(self) -> tuple[list[str], list[str]]:
        """Draw all boards; a list whose places are on a drawn board is drawn there."""
        boards = [one for one in self.view.boards if not self.looks.of(one.id).hidden]
        drawn_ = [one for one in boards if one.shape in GEOMETRIC]
        lists = [one for one in boards if one not in drawn_]
        homes = {cell.of: cell.id for one in drawn_ for cell in one.cells if cell.of}
        for board in list(lists):
            if board.cells and all(cell.id in homes for cell in board.cells):
                self.boards.guests |= {homes[cell.id]: cell for cell in board.cells}
                lists.remove(board)
        return [self.boards.figure(one) for one in drawn_], [
            made for one in lists if (made := self.strips.draw(one))
        ]

    def _tracks(self) -> str:
        """Draw numbers of the table that have a colour of their own, nothing included."""
        made = ""
        for fact in self.view.facts:
            if not self._is_track(fact.key) or isinstance(fact.value, str):
                continue
            dress = self.looks.number(fact.key, fact.key.lower())
            shown = "–" if fact.idle else fact.text
            inner = span("ch", esc(fact.say)) + span(
                f"tn{' none' if fact.idle else ''}", f"{drawn(dress.icon)}<b>{esc(shown)}</b>"
            )
            style = f"--c:{dress.colour};--ci:{ink(dress.colour)}"
            opened, more = self.numbers.place(fact, fact.key)
            css, title = f"cell track {opened}".strip(), f"{fact.say}: {fact.text}"
            made += span(css, inner, style=style, title=title, **more)
        return tag("section", "strip cols few", span("cells", made)) if made else ""

    def _legend(self) -> str:
        """Draw what the icons of pieces mean, folded; names the licence of the icons."""
        made, seen = "", set()
        for dress in self.cards.key.values():
            if dress.say.casefold() in seen:
                continue
            seen.add(dress.say.casefold())
            art = f'<svg class="ic" viewBox="0 0 42 42" aria-hidden="true">{piece(dress)}</svg>'
            made += span("", art + esc(dress.say))
        if self.looks.icons.drawn:
            made += f"<small>{esc(LICENCE)}</small>"
        if not made:
            return ""
        return tag("details", "legend", f"<summary>Key</summary>{made}", data_keep="key")


def page(
    view: View,
    known_looks: Wardrobe,
    made: dict[str, str],
    nonce: str = "",
    more: str = "",
    head: str = "",
    title: str = "",
) -> str:
    """Put fragments into a whole page; `more` is the script of the host, run after its own.

    A nonce is needed where the host allows scripts and styles by it alone; `head` is what else a
    host puts at the top."""
    table = known_looks.look.table
    style = "".join(
        f"--{name}:{colour};"
        for name, colour in (("felt", known(table.ground)), ("accent", known(table.accent)))
        if colour
    )
    given = f' nonce="{esc(nonce)}"' if nonce else ""
    script = script_of(more)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<link rel="icon" href="data:,">'  # else browsers ask the server for one
        f"{head}<title>{esc(title or view.title)}</title><style{given}>{text('table.css')}"
        f":root{{{style}}}</style></head><body>"
        f'<svg id="icons" width="0" height="0" aria-hidden="true">{made["icons"]}</svg>'
        f'<header id="top">{made["top"]}</header>'
        f'<main id="table" aria-label="Table">{made["table"]}</main>'
        '<aside id="side"><div id="seats" role="region" aria-label="Players" tabindex="0">'
        f'{made["seats"]}</div><div id="story" role="log" aria-label="What has happened"'
        f' tabindex="0">{made["story"]}</div></aside>'
        f'<section id="dock" aria-label="Question">{made["dock"]}</section>'
        '<div id="zoom" hidden></div><div id="toast" role="status"></div>'
        '<dialog id="sheet"></dialog>'
        f"<script{given}>{script}</script></body></html>"
    )


def script_of(more: str) -> str:
    """Return the whole script of a page whose host has a script of its own."""
    return text("table.js") + more


def text(name: str) -> str:
    """Read the style or the script that every page has."""
    return read_packaged("interpreter.present.page", name)
