"""The question as a bar: what is asked, its options as buttons, and what can be pointed at.

Many options that are all things of the picture are folded; others go by their first part."""

from __future__ import annotations

import json

from interpreter.present.model.parts import Option, PendingQuestion, View
from interpreter.present.page.appearance import Appearance, name_of
from interpreter.present.page.cards import Cards
from interpreter.present.page.icons import drawn
from interpreter.present.page.markup import capital, esc, span, tag
from interpreter.present.page.numbers import DrawnNumbers
from interpreter.present.page.pieces import piece
from interpreter.present.page.targets import Aim, Targets

LISTED = 9  # from so many options on, those that can all be pointed at are folded
KEYS = 9  # options that have a key
WAITS = "decides …"


class QuestionBar:
    """Draws the question of one view."""

    def __init__(self, view: View, cards: Cards, numbers: DrawnNumbers) -> None:
        self.view, self.cards, self.numbers = view, cards, numbers
        self.looks: Appearance = cards.looks
        self.targets: Targets = cards.targets

    def bar(self, ended: str = "") -> str:
        """Draw the bar; `ended` says in words how a game that is over ended."""
        if self.view.now.over:
            return self._end(ended)
        if self.view.asked is None:
            return self._waiting()
        return self._asked(self.view.asked)

    # ------------------------------------------------------------------------ no question

    def _waiting(self) -> str:
        names = {seat.seat: name_of(seat) for seat in self.view.seats}
        who = " and ".join(names[one] for one in self.view.now.deciding if one in names)
        dots = '<span class="think" aria-hidden="true"><i></i><i></i><i></i></span>'
        return tag("div", "q wait", f"<h1>{esc(who)} {WAITS if who else ''}</h1>{dots}")

    def _end(self, ended: str) -> str:
        """Draw the end of a game: how it ended, all scores, and a button for another."""
        score = self.looks.look.table.score
        rows = ""
        ranked = sorted(self.view.seats, key=lambda seat: not seat.wins)  # no rank behind a winner
        for seat in ranked:
            dress = self.looks.seat(seat.seat)
            fact = next((f for f in seat.facts if score and score in (f.key, f.say)), None)
            points = f"<b>{esc(fact.text)}</b> {esc(fact.say)}" if fact is not None else ""
            won = span("dec", "wins") if seat.wins else ""
            dot = span("dot", drawn(dress.icon) or esc(seat.letter), style=f"--c:{dress.colour}")
            rows += tag("li", "", f"{dot}{esc(name_of(seat))} {points} {won}")
        head = f"<h1>{esc(ended or self.view.now.ending)}</h1>"
        again = '<button class="tool strong" data-do="again">Play again</button>'
        undo = '<button class="tool" data-do="undo">Undo</button>'
        tools = span("tools", undo + again)
        return tag("div", "q end", head + tools) + tag("ul", "final", rows)

    # ------------------------------------------------------------------------ the question

    def _asked(self, asked: PendingQuestion) -> str:
        aims = self.targets.aims
        pointed = [aim for aim in aims if aim.on]
        so_far = "".join(span("sf", esc(capital(one))) for one in asked.so_far)
        me = self.looks.seat(self.view.viewer or "")
        tools = "".join(
            f'<button class="tool" data-do="{do}">{name}</button>'
            for do, name in (("undo", "Undo"), ("hint", "Hint"), ("why", "Why not …?"))
        )
        head = tag(
            "div",
            "q",
            '<button class="grip" aria-label="Show more or less"></button>'
            f"{so_far}<h1>{esc(asked.say)}</h1>{self._hint(asked, pointed)}"
            f'<span class="picks" aria-live="polite"></span>{span("tools", tools)}',
            style=f"--c:{me.colour}",
        )
        picks = self.targets.picks
        kept = ""
        if picks is not None:
            kept = json.dumps({"least": picks.least, "most": picks.most, "of": picks.of})
        made = self._groups(asked, pointed)
        if len(aims) > LISTED and len(pointed) == len(aims):
            summary = f"<summary>List of all {len(aims)}</summary>"
            made = tag("details", "fold", summary + made, data_n=len(aims))
        return head + tag("div", "opts", made, data_picks=kept)

    def _hint(self, asked: PendingQuestion, pointed: list[Aim]) -> str:
        picks = self.targets.picks
        if picks is not None and picks.most > 1:
            many = str(picks.most) if picks.least == picks.most else f"up to {picks.most}"
            return span("hint", f"Choose {many}, in any order")
        if all(aim.on or aim.at for aim in self.targets.aims):
            return span("hint", "Point at an outlined thing")
        if pointed:
            return span("hint", "Point at an outlined thing, or choose below")
        if self.targets.beyond:
            return span("hint via", "Point at a thing, or say what to do")
        return ""

    def _groups(self, asked: PendingQuestion, pointed: list[Aim]) -> str:
        groups: dict[str, list[tuple[int, Aim]]] = {}
        split = asked.how == "lists" or (len(asked.parts) > 1 and len(asked.options) > LISTED)
        for number, aim in enumerate(self.targets.aims):
            parts = aim.option.parts
            rest = bool(pointed) and not aim.on
            name = "~" if rest else parts[0] if split and len(parts) > 1 else ""
            groups.setdefault(name, []).append((number, aim))
        if len(groups) == 1:
            groups = {"": next(iter(groups.values()))}
        made = ""
        for name, members in sorted(groups.items(), key=lambda group: group[0] == "~"):
            chips = "".join(self._chip(number, aim, name) for number, aim in members)
            head = span("gl", esc(capital(name))) if name.strip("~") else ""
            made += tag("div", "g rest" if name == "~" else "g", head + chips)
        return made

    def _chip(self, number: int, aim: Aim, group: str) -> str:
        """Draw an option as a button, with its key, its icon and its sure effects."""
        option = aim.option
        label = option.plain or option.say
        if group.strip("~") and len(option.parts) > 1:
            label = ", ".join(option.parts[1:])
        viewer = self.view.viewer
        effects = "".join(
            self.numbers.effect(delta)
            for delta in (*option.gains, *option.pays)
            if delta.seat in ("", viewer)
        )
        effects += "".join(
            span("oth", self.numbers.effect(d), style=f"--c:{self.looks.seat(d.seat).colour}")
            for d in option.others
            if d.seat
        )
        key = f"<kbd>{number + 1}</kbd>" if number < KEYS else ""
        inner = key + self._art(option, aim) + span("ol", esc(capital(label))) + effects
        via = json.dumps(dict(aim.via)) if aim.via else ""
        return tag(
            "button", "opt", inner, data_take=option.take, data_on=" ".join(aim.on), data_via=via,
            data_at=" ".join(aim.at), title=option.say,
        )  # fmt: skip

    def _art(self, option: Option, aim: Aim) -> str:
        """Draw the icons of the values, or of the card, that an option is about."""
        found = ""
        for name in option.about:
            value = self.looks.value(name) if name in self.looks.values else None
            if value is not None and (value.icon or not value.plain):
                found += (
                    f'<svg class="ic" viewBox="0 0 42 42" aria-hidden="true">{piece(value)}</svg>'
                )
        item = self.targets.items.get(aim.on[0]) if len(aim.on) == 1 else None
        if not found and item is not None and not item.hidden:
            dress = self.looks.item(item)
            if dress.icon:
                found = (
                    f'<svg class="ic" viewBox="0 0 42 42" aria-hidden="true">{piece(dress)}</svg>'
                )
        return found

    def chips(self) -> str:
        """Lay out the numbers and values that are offered and that no thing of the table shows."""
        rows: dict[str, str] = {}
        for chip in self.targets.chips:
            opened, more = self.targets.place(chip.id, chip.say)
            if not opened:
                continue
            value = self.looks.value(chip.id) if chip.id in self.looks.values else None
            art = ""
            if value is not None and (value.icon or not value.plain):
                art = f'<svg class="ic" viewBox="0 0 42 42" aria-hidden="true">{piece(value)}</svg>'
            made = span(f"chip {opened}", art + esc(chip.say), **more)
            rows[chip.of] = rows.get(chip.of, "") + made
        return "".join(
            tag(
                "div",
                "offer",
                (span("zl", esc(capital(of))) if len(rows) > 1 else "") + span("zi", made),
            )
            for of, made in rows.items()
        )

    def offered(self) -> str:
        """Draw the cards that are offered and lie nowhere in sight."""
        asked = self.view.asked
        if asked is None or not asked.offered:
            return ""
        made = "".join(self.cards.draw(item) for item in asked.offered)
        head = span("zl", esc(asked.say))
        return tag("div", "offer", head + span("zi", made))
