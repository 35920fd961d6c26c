"""The players: what each is called, their score, numbers and what lies before them."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.present.model.parts import Fact, Seat, View, Zone
from interpreter.present.page.appearance import name_of
from interpreter.present.page.cards import Cards
from interpreter.present.page.colours import ink
from interpreter.present.page.icons import drawn
from interpreter.present.page.markup import button_of, capital, esc, span, tag
from interpreter.present.page.numbers import DrawnNumbers
from interpreter.present.page.zones import DrawnZones


class DrawnPlayers:
    """Draws the players of one view."""

    def __init__(
        self,
        view: View,
        cards: Cards,
        zones: DrawnZones,
        numbers: DrawnNumbers,
        names: Mapping[str, str],
    ) -> None:
        self.view, self.cards, self.zones, self.numbers = view, cards, zones, numbers
        self.names = names
        self.shared = self._shared() if not view.boards else ()
        self.looks = cards.looks
        self.table = self.looks.look.table

    def _shared(self) -> tuple[str, ...]:
        """List the open spaces that each player has: what is played there lies in the middle."""
        seats = self.view.seats
        keys = [
            {zone.key for zone in seat.zones if zone.sort == "space" and not zone.secret}
            for seat in seats
        ]
        common = set.intersection(*keys) if len(seats) > 1 else set()
        return tuple(zone.key for zone in seats[0].zones if zone.key in common) if seats else ()

    def middle(self) -> str:
        """Draw what each player has played into the middle, such as a trick; empty for none."""
        made = ""
        for key in self.shared:
            cells = ""
            for seat in self.in_order():
                zone = next(one for one in seat.zones if one.key == key)
                dress = self.looks.seat(seat.seat)
                card = self.zones.draw(zone, label=False) or "<u class='o slot'></u>"
                name = span("tn1", esc(self.names.get(seat.seat, "") or name_of(seat)))
                cells += span("trick", card + name, style=f"--c:{dress.colour}")
            title = span("zl", esc(capital(self.looks.of(key).title or key.replace("_", " "))))
            made += tag("section", "middle", title + span("zi", cells))
        return made

    def in_order(self) -> list[Seat]:
        """List the players in the order of play, beginning after the viewer, who comes last."""
        seats = list(self.view.seats)
        mine = next((number for number, seat in enumerate(seats) if seat.you), -1)
        return seats[mine + 1 :] + seats[: mine + 1]

    def panels(self) -> str:
        """Draw all players, small."""
        return "".join(self.draw(seat) for seat in self.in_order())

    def draw(self, seat: Seat, large: bool = False) -> str:
        """Draw a player; `large` as a main thing of the table, with cards that can be read."""
        dress = self.looks.seat(seat.seat)
        css, more = self.cards.place(f"player.{seat.seat}", dress.say)
        button = button_of(more)
        state = "".join(
            f" {name}"
            for name, holds in (
                ("on", seat.on), ("you", seat.you), ("big", large), ("out", seat.out),
            )
            if holds
        )  # fmt: skip
        you = " <small>(you)</small>" if seat.you else ""
        dot = span("dot", drawn(dress.icon) or esc(seat.letter))
        deciding = seat.seat in self.view.now.deciding and not seat.you
        decides = span("dec", "decides") if deciding and not self.view.now.over else ""
        won = span("dec", "wins") if seat.wins else ""
        score, pips, facts = self._numbers(seat)
        person = self.names.get(seat.seat, "")
        shown = f"{person} ({name_of(seat)})" if person else name_of(seat)
        name = f'<b class="sn">{esc(shown)}{you}</b>'
        head = span("sh", f"{dot}{name}{decides}{won}{score}", **button)
        lying = self._lying(seat, large)
        inner = (
            head + (span("pips", pips) if pips else "") + (span("facts", facts) if facts else "")
        )
        inner += span("zs", lying) if lying else ""
        style = f"--c:{dress.colour};--ci:{ink(dress.colour)}"
        return tag("section", f"seat{state} {css}".strip(), inner, style=style, **more)

    def _numbers(self, seat: Seat) -> tuple[str, str, str]:
        """Return a player's score, amounts in colours, and all other numbers."""
        score = pips = facts = ""
        for fact in seat.facts:
            if self.table.score and self.table.score in (fact.key, fact.say):
                score = self._score(seat, fact)
                continue
            if fact.text.casefold() == name_of(seat).casefold():
                continue  # the name says it
            made = self.numbers.kept(fact, f"{fact.key}.{seat.seat}")
            if made.startswith('<span class="pip'):
                pips += made
            else:
                facts += made
        return score, pips, facts

    def _score(self, seat: Seat, fact: Fact) -> str:
        """Draw the number that decides, and how far it is to the goal."""
        goal = next(
            (f for f in self.view.facts if self.table.goal in (f.key, f.say) and f.value), None
        )
        bar = ""
        if self.table.goal and goal is not None and isinstance(goal.value, int | float):
            held = fact.value if isinstance(fact.value, int | float) else 0
            part = max(0, min(100, 100 * held / goal.value))
            bar = span("bar", f'<span style="width:{part:.0f}%"></span>')
        title = self.looks.of(fact.key).title or fact.say
        told = f"<b>{esc(fact.text)}</b>{span('lab', esc(title))}"
        opened, more = self.numbers.place(fact, f"{fact.key}.{seat.seat}")
        return span(f"score {opened}".strip(), told, title=title, **more) + bar

    def _lying(self, seat: Seat, large: bool) -> str:
        """Draw what lies before a player; one's own cards lie below the table, in large."""
        made = ""
        for zone in seat.zones:
            if zone.key in self.shared or (seat.you and self.holds_cards(zone)):
                continue
            made += self.zones.draw(zone, "" if large else "mini")
        return made

    def holds_cards(self, zone: Zone) -> bool:
        """Check whether a zone holds cards that can be read, or pieces that hold any."""
        return any((self.cards.is_card(i) and not i.hidden) or i.zones for i in zone.items)

    def mine(self) -> str:
        """Draw what lies before the viewer, in large; empty for spectators."""
        me = next((seat for seat in self.view.seats if seat.you), None)
        if me is None:
            return ""
        own = (zone for zone in me.zones if zone.key not in self.shared)
        full = [zone for zone in own if self.holds_cards(zone)]
        inner = "".join(self.zones.draw(zone) for zone in full)
        if not inner:
            return ""
        colour = self.looks.seat(me.seat).colour
        return tag("div", "mine", inner, style=f"--c:{colour}")
