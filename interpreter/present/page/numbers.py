"""Amounts, kept numbers and sure effects: an icon or a colour with a number, else words."""

from __future__ import annotations

from dataclasses import replace

from interpreter.present.model.parts import Delta, Fact, Id
from interpreter.present.page.appearance import Appearance, Dress
from interpreter.present.page.colours import ink
from interpreter.present.page.icons import drawn
from interpreter.present.page.markup import capital, esc, span
from interpreter.present.page.targets import Targets, is_amount

MINUS = "\N{MINUS SIGN}"
MOST_BOXES = 12  # of a number that is drawn as boxes


class DrawnNumbers:
    """Draws numbers in the look of a game."""

    def __init__(self, looks: Appearance, targets: Targets | None = None) -> None:
        self.looks, self.targets = looks, targets

    def amount(self, number: int | str, dress: Dress, title: str, sign: str = "") -> str:
        """Draw an amount of a value, in its colour and with its icon or letter."""
        inner = drawn(dress.icon) or f"<i>{esc(dress.letter or title)}</i>"
        label = f"{sign}{number} {title}".strip()
        count = f"<b>{esc(sign)}{esc(number)}</b>" if number != "" else ""
        if dress.plain:
            return span("pip bare", f"{count}{inner}", title=label)
        style = f"--c:{dress.colour};--ci:{ink(dress.colour)}"
        return span(f"pip {dress.shape}", f"{count}{inner}", style=style, title=label)

    def amounts(self, fact: Fact) -> str:
        """Draw the amounts of a fact, one after the other."""
        pairs = zip(fact.amounts, fact.units, strict=False)
        return "".join(
            self.amount(number, self.looks.value(unit), title)
            for (number, _, _, title), unit in pairs
        )

    def fact(self, fact: Fact, hidden: tuple[str, ...] = ()) -> str:
        """Draw what is kept or printed; what means nothing, or the look hides, is left out."""
        look = self.looks.of(fact.key, fact.key.lower())
        if fact.idle or look.hidden or fact.key in hidden or fact.value in (None, False):
            return ""
        label = look.title or fact.say
        if fact.amounts:
            return span("fact", span("lab", esc(label)) + self.amounts(fact))
        if fact.value is True:
            return span("fact on", drawn(self.looks.icon(fact.key)) + esc(label))
        if isinstance(fact.value, int | float):
            return self._number(fact, label)
        value = self.looks.value(f"{fact.of}.{fact.value}") if fact.of else None
        icon = drawn(value.icon) if value is not None else ""
        shown = f"{icon}<b>{esc(capital(fact.text))}</b>"
        return span("fact", span("lab", esc(label)) + shown)

    def kept(self, fact: Fact, place: Id) -> str:
        """Draw a number of the table or of a player; one that an option is about in any case."""
        opened, more = self.place(fact, place)
        if not opened:
            return self.fact(fact)
        shown = self.fact(replace(fact, idle=False)) or self._number(fact, fact.say)
        return span(f"kept {opened}", shown, **more)

    def place(self, fact: Fact, place: Id) -> tuple[str, dict[str, str]]:
        """Return classes and attributes of a number that an option is about; else nothing."""
        if self.targets is None or not is_amount(fact):
            return "", {}
        label = self.looks.of(fact.key, fact.key.lower()).title or fact.say
        css, more = self.targets.place(place, f"{label}: {fact.text}")
        return (css, more) if css else ("", {})

    def _number(self, fact: Fact, label: str) -> str:
        look = self.looks.of(fact.key, fact.key.lower())
        dress = self.looks.number(fact.key, fact.key.lower())
        if look.colour:
            return self.amount(fact.text, dress, look.title or fact.say)
        icon = drawn(dress.icon)
        told = f"{label}: {fact.text}"
        if look.boxes and fact.max and fact.max <= MOST_BOXES and isinstance(fact.value, int):
            boxes = "".join(
                f'<u class="{"i" if at < fact.value else "o"}"></u>' for at in range(fact.max)
            )
            title = f"{told} of {fact.max}"
            return span("fact", f"{icon}{span('lab', esc(label))}{span('bx', boxes)}", title=title)
        return span("fact", f"{icon}{span('lab', esc(label))}<b>{esc(fact.text)}</b>", title=told)

    def effect(self, delta: Delta) -> str:
        """Draw a sure effect: `+2` and what of."""
        sign = "+" if delta.by > 0 else MINUS
        if delta.of:
            return self.amount(abs(delta.by), self.looks.value(delta.of), delta.say, sign)
        look = self.looks.of(delta.key, delta.key.lower())
        what = drawn(self.looks.icons.use(look.icon)) or f" {esc(look.title or delta.say)}"
        css = f"pip bare {'up' if delta.by > 0 else 'down'}"
        return span(css, f"<b>{sign}{abs(delta.by)}</b>{what}", title=delta.say)
