"""Cards that can be read: a band with the title, the text, costs as symbols, places for pieces.

Takes components of a view; gives HTML. A card is as large as its content asks for, and the same
HTML is shown large when it is pointed at, so nothing of it is left out, only clipped."""

from __future__ import annotations

import re
from dataclasses import replace

from interpreter.present.model.parts import Item, Zone
from interpreter.present.page.appearance import Appearance, Dress
from interpreter.present.page.card_content import (
    CardContent,
    CardCost,
    CardMark,
    card_content,
    text_parts,
)
from interpreter.present.page.colours import ink
from interpreter.present.page.icons import drawn
from interpreter.present.page.markup import capital, esc, hidden_words, span
from interpreter.present.page.numbers import DrawnNumbers
from interpreter.present.page.pieces import piece
from interpreter.present.page.targets import Targets

TOGETHER = 6  # icons and words between them that stay on one line
LONG_WORD = 8  # letters of a word beyond which a title is smaller


class Cards:
    """Draws the cards and pieces of one view."""

    def __init__(self, looks: Appearance, numbers: DrawnNumbers, targets: Targets) -> None:
        self.looks, self.numbers, self.targets = looks, numbers, targets
        self.key: dict[tuple[str, str], Dress] = {}  # pieces with icons, for the legend

    # ------------------------------------------------------------------------ what it is

    def is_card(self, item: Item) -> bool:
        """Check whether a component is drawn as a card rather than as a piece."""
        if item.hidden:
            return True
        shape = self.looks.of(item.design, item.kind).shape
        if not shape and (shown := self.looks.shown(item)) is not None and shown.shape != "disc":
            shape = shown.shape
        if shape:
            return shape == "card"
        if not item.id or item.kind in ("die", "cube"):
            return False
        told = [f for f in item.facts if not f.idle and f.value not in (None, False)]
        return bool(
            item.text
            or item.suit
            or "card" in item.kind
            or any(fact.amounts for fact in told)
            or len(told) > 1
            or (len(item.say) > 16 and not item.face.strip())
        )

    def draw(self, item: Item, css: str = "") -> str:
        """Draw a component as a card, its back, or a piece."""
        if item.hidden:
            return self.back(item)
        if any(zone.sort == "space" and zone.items for zone in item.zones):
            return self._holder(item, css)
        drawn_ = self.card(item, css) if self.is_card(item) else self.piece(item)
        on_it = [one for zone in item.zones if not zone.room for one in zone.items]
        if not on_it:
            return drawn_
        return span("group", drawn_ + "".join(self.draw(one, css) for one in on_it))

    # ------------------------------------------------------------------------ attributes

    def aimed(self, item: Item, label: str) -> tuple[str, dict[str, str]]:
        """Return the classes and attributes of a thing that may be pointed at."""
        return self.place(item.id, label)

    def place(
        self, place: str, label: str, also: tuple[str, ...] = ()
    ) -> tuple[str, dict[str, str]]:
        """Return classes and attributes of a place: a button, where an option is about it."""
        return self.targets.place(place, label, also)

    # ------------------------------------------------------------------------ pieces, backs

    def piece(self, item: Item, css: str = "") -> str:
        """Draw a piece, with its number if there are several alike."""
        dress = self.looks.item(item)
        if dress.icon:
            self.key.setdefault((dress.icon, dress.colour), dress)
        name = f"{item.n} {item.say}" if item.n > 1 else capital(item.say)
        told = [f"{f.say}: {f.text}" for f in item.facts if not f.idle and f.value is not None]
        faded = any(f.value is True and self.looks.of(f.key).hidden for f in item.facts)
        opened, more = self.aimed(item, name)
        tip = "; ".join((name, *told))
        art = f'<svg viewBox="0 0 42 42" aria-hidden="true">{piece(dress, item.n, faded)}</svg>'
        return span(f"pc {css} {opened}".strip(), art + hidden_words(name), data_tip=tip, **more)

    def back(self, item: Item, count: int | None = None) -> str:
        """Draw the back of a card, with a number if there are several."""
        look = self.looks.of(item.kind)
        number = item.n if count is None else count
        if look.shape not in ("", "card"):
            return self.piece(replace(item, n=number, letter="?"), "unseen")
        icon = drawn(self.looks.icons.use(look.back or look.icon), "ic bi")
        told = f"{number} {item.say or item.kind}, face down"
        shown = f"<b>{number}</b>" if number > 1 else ""
        opened, more = self.aimed(item, told)
        return span(
            f"card back {opened}".strip(),
            span("bk", icon + shown) + hidden_words(told),
            data_tip=told,
            **more,
        )

    # ------------------------------------------------------------------------ cards

    def card(self, item: Item, css: str = "") -> str:
        """Draw a card with all that is printed on it."""
        content = card_content(item, self.looks, any(zone.room for zone in item.zones))
        dress = content.dress
        (css_of_band, title), body = (
            self._suited(content) if content.suited else self._plain_face(item, content)
        )
        said = self.in_words(item)
        opened, more = self.aimed(item, said)
        if not opened:
            more |= {"role": "img", "aria_label": said}
            if item.text and "mini" not in css:
                more["tabindex"] = "0"
        number = span("cx2", f"\N{MULTIPLICATION SIGN}{item.n}") if item.n > 1 else ""
        band = span(css_of_band, title + number)
        style = f"--c:{dress.colour};--ci:{ink(dress.colour)}"
        bare = "plain" if dress.plain else ""
        classes = " ".join(one for one in ("card", css, opened, bare) if one)
        return span(classes, band + body, style=style, **more)

    def in_words(self, item: Item) -> str:
        """Return all that a card says, for screen readers."""
        told = [f"{f.say} {f.text}" for f in item.facts if not f.idle and f.value is not None]
        text = [item.text] if item.text and item.text != item.say else []
        more = "; ".join((*told, *text))
        return f"{item.say}: {more}" if more else item.say

    def _suited(self, content: CardContent) -> tuple[tuple[str, str], str]:
        """Draw a card of a suit: its rank at the corner, and large."""
        icon, suit = content.sign or ("", "")
        sign = drawn(icon, "ic") or f"<i>{esc(suit[:1])}</i>"
        head = ("ct suit", f"{span('tt', esc(content.rank))}{sign}")
        big = drawn(icon, "ic fi") or f"<b>{esc(suit)}</b>"
        return head, span("face", big) + span("more mk", esc(content.title))

    def _plain_face(self, item: Item, content: CardContent) -> tuple[tuple[str, str], str]:
        """Return the classes and the content of a card's band, and what stands below it."""
        title = esc(content.title)
        if content.head:
            head = "".join(self.numbers.amount(a.number, a.dress, a.title) for a in content.head)
            title = span("hd", head) + hidden_words(item.say)
        most = LONG_WORD - 2 if content.corner is not None else LONG_WORD
        long_ = " long" if max(map(len, item.say.split() or [""])) > most else ""
        if content.sign is not None:
            icon, letters = content.sign
            body = span(
                "face", drawn(icon, "ic fi") + (f"<b>{esc(letters)}</b>" if letters else "")
            )
        else:
            body = span("cx", _written(content))
        body += span("tags", "".join(map(_tag, content.tags))) if content.tags else ""
        costs = "".join(map(self._cost, content.costs))
        body += span("cf", costs) if costs else ""
        band = f"{drawn(content.icon)}{span(f'tt{long_}', title)}{_corner(content.corner)}"
        return ("ct", band), body + "".join(self._slots(zone) for zone in item.zones if zone.room)

    def _cost(self, cost: CardCost) -> str:
        amounts = (self.numbers.amount(a.number, a.dress, a.title) for a in cost.amounts)
        return span("cost", span("lab", drawn(cost.icon) or esc(cost.label)) + "".join(amounts))

    def _slots(self, zone: Zone) -> str:
        """Draw the places on a card, with the pieces that lie there."""
        lying = [replace(one, n=1) for one in zone.items for _ in range(one.n)]
        free = "<u class=o></u>" * max(0, zone.room - len(lying))
        told = f"{zone.say}: {len(lying)} of {zone.room}"
        return span("sl", "".join(self.piece(one, "s") for one in lying) + free, title=told)

    def _holder(self, item: Item, css: str) -> str:
        """Draw a piece that holds a card: the card, with what is known of it below."""
        inside = "".join(
            self.draw(one, f"{css} held")
            for z in item.zones
            if z.sort == "space"
            for one in z.items
        )
        told = ""
        if item.face.strip(". "):
            dress = self.looks.item(item)
            style = "" if dress.plain else f"--c:{dress.colour};--ci:{ink(dress.colour)}"
            told += span("tag", drawn(dress.icon) + esc(item.face.strip()), style=style)
        for fact in item.facts:
            if not fact.idle and fact.value not in (None, False):
                told += span("tag", esc(fact.text), title=fact.say)
        opened, more = self.aimed(item, item.say)
        below = span("told", told or "&nbsp;")
        return span(f"hold {opened}".strip(), inside + below, data_tip=item.say, **more)


def _written(content: CardContent) -> str:
    """Return the text of a card with its icons; `2{ruby}` stays on one line."""
    if not content.signs:
        return esc(content.text)
    made = ""
    for word in re.split(r"(\s+)", content.text):
        parts = [
            esc(part)
            if isinstance(part, str)
            else drawn(part.icon) + hidden_words(part.name.rpartition(".")[2].replace("_", " "))
            for part in text_parts(content, word)
        ]
        whole = "".join(parts)
        made += span("nb", whole) if 1 < len(parts) <= TOGETHER else whole
    return made


def _corner(mark: CardMark | None) -> str:
    if mark is None:
        return ""
    label = span("lab more", esc(mark.words)) if mark.words else ""
    return span("cn", f"{drawn(mark.icon)}{esc(mark.number)}{label}", title=mark.title)


def _tag(mark: CardMark) -> str:
    icon = drawn(mark.icon)
    if mark.number:
        return span("tag", f"{icon or esc(mark.words)} <b>{esc(mark.number)}</b>", title=mark.title)
    return span("tag", icon + esc(mark.words), title=mark.title)
