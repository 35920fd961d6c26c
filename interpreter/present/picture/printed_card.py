"""A card as a drawing of its own, in millimetres: frame, band, picture, text, labels and costs.

Takes what stands on a card; gives SVG. Its corner is the trimmed one: colours run 3 mm beyond it,
and nothing that is read is nearer than 4 mm to it, but for its kind at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.present.page.card_content import (
    SIGN,
    CardAmount,
    CardContent,
    CardCost,
    CardMark,
    text_parts,
)
from interpreter.present.page.colours import ink
from interpreter.present.page.markup import esc
from interpreter.present.picture.lettering import Measure, clipped, estimated, wrapped

WIDE, HIGH, BLEED = 63.0, 88.0, 3.0
FRAME = 3.0  # width of the coloured frame
PAPER, INK, SOFT, CHIP = "#fffdf6", "#22262b", "#565247", "#ece5d4"
PLAIN, BACK = "#8d8473", "#4b5563"
ROOM = WIDE - 2 * FRAME - 5  # for texts
LEFT = FRAME + 2.5
ART = 24.0  # height of the picture above a text
SHORT_TEXT = 150  # letters with which there is room for a picture
TITLE_SIZES = (4.6, 4.0, 3.5, 3.1)
TEXT_SIZES = (4.2, 3.7, 3.4, 3.1, 2.8, 2.5, 2.2, 1.9)
PIPS = (8.0, 6.6, 5.2, 4.4, 3.6)  # heights of amounts
LINE = 1.28  # distance of lines, by their size
SIGN_SIZE, SIGN_ROOM = 1.12, 1.2  # of an icon in a text, by the size of its letters


@dataclass(frozen=True, slots=True)
class CardBack:
    """What the back of a kind of card shows; the icon is the name of a symbol."""

    game: str
    kind: str
    icon: str = ""
    colour: str = ""


def card_face(
    content: CardContent,
    kind: str,
    places: Sequence[int] = (),
    measure: Measure = estimated,
    art: str = "",
) -> str:
    """Draw a face; `places` are the numbers of places for pieces that are printed on it, `art` is
    the symbol of its own picture."""
    return _Face(content, kind, places, measure, art).drawn()


def card_back(back: CardBack, measure: Measure = estimated) -> str:
    """Draw a back."""
    ground = back.colour or BACK
    pale = ink(ground)
    out = [
        _box(-BLEED, -BLEED, WIDE + 2 * BLEED, HIGH + 2 * BLEED, ground),
        f'<rect x="4.500" y="4.500" width="{WIDE - 9}" height="{HIGH - 9}" rx="3" fill="none"'
        f' stroke="{pale}" stroke-opacity=".45" stroke-width=".7"/>',
    ]
    out += [
        f'<path d="M{x} 12l14 14-14 14-14-14z" fill="none" stroke="{pale}" stroke-opacity=".12"'
        ' stroke-width=".8" transform="translate(0 18)"/>'
        for x in (17.5, 31.5, 45.5)
    ]
    y = 14.0
    for line in wrapped(back.game, ROOM - 4, 5.0, measure, True)[:3]:
        out.append(_words(WIDE / 2, y, line, 5.0, pale, True, "middle"))
        y += 6.2
    if back.icon:
        out.append(f'<circle cx="31.500" cy="44" r="13" fill="{PAPER}"/>')
        out.append(_symbol(back.icon, 22.5, 35, 18))
    out.append(_words(WIDE / 2, HIGH - 12, back.kind, 3.6, pale, False, "middle"))
    return "".join(out)


class _Face:
    """Draws one face from the top and from the bottom, with the text in between."""

    def __init__(
        self,
        content: CardContent,
        kind: str,
        places: Sequence[int],
        measure: Measure,
        art: str,
    ) -> None:
        self.content, self.kind, self.measure = content, kind, measure
        self.places, self.art = places, art
        self.colour = PLAIN if content.dress.plain else content.dress.colour
        self.out: list[str] = []
        self.top, self.foot = FRAME, HIGH - FRAME - 2.5

    def drawn(self) -> str:
        """Return the whole face."""
        self.out = [
            _box(-BLEED, -BLEED, WIDE + 2 * BLEED, HIGH + 2 * BLEED, self.colour),
            _box(FRAME, FRAME, WIDE - 2 * FRAME, HIGH - 2 * FRAME, PAPER, 2.5),
        ]
        if self.content.suited:
            self._suited()
        else:
            self._band()
            self._costs()
            self._tags()
            self._places()
            self._middle()
        name = clipped(self.kind, ROOM, 2.0, self.measure)
        edge = ink(self.colour)
        self.out.append(_words(WIDE / 2, HIGH - 1.6, name, 2.0, edge, False, "middle"))
        return "".join(self.out)

    # ------------------------------------------------------------------------ above

    def _band(self) -> None:
        """Draw the band: an icon, the title or amounts, and the number at the corner."""
        content, room, left = self.content, ROOM, LEFT
        taken = self._corner(content.corner) if content.corner is not None else 0.0
        room -= taken
        if content.icon:
            left, room = left + 8.5, room - 8.5
        size, lines = self._title(room)
        high = max(10.0, len(lines) * size * LINE + 4)
        band = (
            f'<path d="M{FRAME} {FRAME + high}V{FRAME + 2.5}a2.500 2.500 0 0 1 2.500-2.500'
            f'h{WIDE - 2 * FRAME - 5}a2.500 2.500 0 0 1 2.500 2.500V{FRAME + high}z"'
            f' fill="{self.colour}"/>'
        )
        self.out.insert(2, band)
        middle = FRAME + high / 2
        if content.icon:
            self.out.append(f'<circle cx="{LEFT + 3.4}" cy="{middle}" r="3.500" fill="{PAPER}"/>')
            self.out.append(_symbol(content.icon, LEFT + 0.7, middle - 2.7, 5.4))
        if content.head:
            x = LEFT
            for amount in content.head:
                x += self._pip(x, middle, amount, 7.0) + 1
        for number, line in enumerate(lines):
            y = middle + (number - (len(lines) - 1) / 2) * size * LINE
            self.out.append(_words(left, y, line, size, ink(self.colour), True))
        self.top = FRAME + high + 1.5

    def _title(self, room: float) -> tuple[float, list[str]]:
        """Return the size and the lines of the title; none where amounts stand in its place."""
        if self.content.head:
            return TITLE_SIZES[0], []
        for size in TITLE_SIZES:
            lines = wrapped(self.content.title, room, size, self.measure, True)
            whole = all(word in " ".join(lines) for word in self.content.title.split())
            if len(lines) <= 2 and whole:
                return size, lines
        return size, lines[:3]

    def _corner(self, mark: CardMark) -> float:
        """Draw the number at the corner; return how much of the band it takes."""
        wide = self.measure(mark.number, 5.0, True) + (5.5 if mark.icon else 0) + 2.6
        x = WIDE - FRAME - 2 - wide
        self.out.append(_box(x, FRAME + 1.6, wide, 6.8, PAPER, 1.6))
        if mark.icon:
            self.out.append(_symbol(mark.icon, x + 1, FRAME + 2.5, 5.0))
        at = x + wide - 1.3
        self.out.append(_words(at, FRAME + 5.1, mark.number, 5.0, INK, True, "end"))
        return wide + 1

    def _suited(self) -> None:
        """Draw a card of a rank and a suit."""
        content = self.content
        icon, suit = content.sign or ("", "")
        rank = content.title.removesuffix(f" of {suit}")
        corner = _words(0, 0, content.rank, 9.0, self.colour, True, "middle")
        corner += (
            _symbol(icon, -3.5, 6, 7.0)
            if icon
            else _words(0, 9, suit[:1].upper(), 6.0, self.colour, True, "middle")
        )
        for x, y, turn in ((11, 12, 0), (WIDE - 11, HIGH - 12, 180)):
            self.out.append(f'<g transform="translate({x} {y}) rotate({turn})">{corner}</g>')
        if icon:
            self.out.append(_symbol(icon, WIDE / 2 - 14, HIGH / 2 - 14, 28))
        else:
            self.out.append(_words(WIDE / 2, HIGH / 2, suit, 8.0, self.colour, True, "middle"))
        named = rank if len(rank) > len(content.rank) else content.title
        at = HIGH / 2 + 20
        self.out.append(_words(WIDE / 2, at, named, 3.6, SOFT, False, "middle"))

    # ------------------------------------------------------------------------ below

    def _costs(self) -> None:
        """Draw the amounts at the foot, from the last line up, larger where there is no text."""
        sizes = PIPS if self.content.sign is not None or not self.content.text else PIPS[2:]
        for cost in reversed(self.content.costs):
            label = 6.0 if cost.icon else self.measure(cost.label, 2.9, False) + 1.5
            high = next(
                (one for one in sizes if label + self._pips_wide(cost, one) <= ROOM), sizes[-1]
            )
            self.foot -= high + 1.2
            x, y = LEFT, self.foot + (high + 1.2) / 2
            if cost.icon:
                self.out.append(_symbol(cost.icon, x, y - 2.4, 4.8))
            else:
                self.out.append(_words(x, y, cost.label, 2.9, SOFT))
            x += label
            for amount in cost.amounts:
                x += self._pip(x, y, amount, high) + 0.8

    def _pips_wide(self, cost: CardCost, high: float) -> float:
        """Return how wide the amounts of a cost are."""
        return sum(self._parts_of_pip(one, high)[2] + 0.8 for one in cost.amounts)

    def _parts_of_pip(self, amount: CardAmount, high: float) -> tuple[str, float, float]:
        """Return the words of an amount, the size of its sign, and how wide it is."""
        dress = amount.dress
        sign = high * 0.86 if dress.icon else 0.0
        word = "" if dress.icon else (dress.letter or amount.title)
        shown = f"{amount.number} {word}".strip()
        wide = (self.measure(shown, high * 0.66, True) + 1.6 if shown else 0.4) + sign + 0.4
        return shown, sign, wide

    def _pip(self, x: float, y: float, amount: CardAmount, high: float) -> float:
        """Draw an amount in the colour of its value around a height; return how wide it is."""
        dress, size = amount.dress, high * 0.66
        shown, sign, wide = self._parts_of_pip(amount, high)
        ground = CHIP if dress.plain else dress.colour
        self.out.append(_box(x, y - high / 2, wide, high, ground, high / 2))
        self.out.append(_words(x + 1, y, shown, size, ink(ground), True))
        if sign:
            middle = x + wide - sign / 2 - 0.4
            self.out.append(
                f'<circle cx="{middle:.2f}" cy="{y:.2f}" r="{sign / 2}" fill="{PAPER}"/>'
            )
            self.out.append(_symbol(dress.icon, middle - sign * 0.42, y - sign * 0.42, sign * 0.84))
        return wide

    def _tags(self) -> None:
        """Draw labels above the costs, in as many rows as they need."""
        rows: list[list[tuple[CardMark, str, float]]] = [[]]
        used = 0.0
        for mark in self.content.tags:
            words = " ".join(filter(None, (mark.words, mark.number)))
            if mark.icon and mark.number:
                words = mark.number
            size = 2.9
            words = clipped(words, ROOM - 6, size, self.measure, bool(mark.number))
            wide = self.measure(words, size, bool(mark.number)) + (5.2 if mark.icon else 0) + 2.4
            if rows[-1] and used + wide > ROOM:
                rows.append([])
                used = 0.0
            rows[-1].append((mark, words, wide))
            used += wide + 1
        for row in reversed([one for one in rows if one]):
            self.foot -= 6.0
            x, y = LEFT, self.foot + 2.8
            for mark, words, wide in row:
                self.out.append(_box(x, y - 2.5, wide, 5.0, CHIP, 1.2))
                start = x + 1.2
                if mark.icon:
                    self.out.append(_symbol(mark.icon, start, y - 2.1, 4.2))
                    start += 5.2
                self.out.append(_words(start, y, words, 2.9, INK, bool(mark.number)))
                x += wide + 1

    def _places(self) -> None:
        """Draw empty places for pieces."""
        for number in self.places:
            self.foot -= 9.5
            side = min(8.0, (ROOM - (number - 1)) / max(1, number))
            for at in range(number):
                self.out.append(
                    f'<rect x="{LEFT + at * (side + 1):.2f}" y="{self.foot + 0.7:.2f}"'
                    f' width="{side:.2f}" height="{side:.2f}" rx="1" fill="none" stroke="#8a8272"'
                    ' stroke-width=".4" stroke-dasharray="1.2 .8"/>'
                )

    # ------------------------------------------------------------------------ between

    def _middle(self) -> None:
        """Draw the sign of a card without a text, or a picture and the text."""
        content = self.content
        sign, letters = content.sign or (content.dress.icon, "")
        high = self.foot - self.top
        if self.art:
            most = 2 * ART if len(content.text) <= SHORT_TEXT / 2 else ART
            self._own_art(min(most, high / 2) if content.text else high)
            self._text(content.text)
            return
        if content.sign is not None or not content.text:
            side = min(30.0, high - 2)
            y = self.top + high / 2
            if sign:
                self.out.append(_symbol(sign, WIDE / 2 - side / 2, y - side / 2, side))
            else:
                letters = letters or content.dress.letter
                self.out.append(_words(WIDE / 2, y, letters, 16.0, self.colour, True, "middle"))
            return
        if sign and len(content.text) <= SHORT_TEXT and high > ART + 22:
            self.out.append(
                f'<rect x="{FRAME}" y="{self.top - 1.5}" width="{WIDE - 2 * FRAME}"'
                f' height="{ART}" fill="{self.colour}" fill-opacity=".16"/>'
            )
            side = ART - 5
            self.out.append(_symbol(sign, WIDE / 2 - side / 2, self.top + 1, side))
            self.top += ART
        self._text(content.text)

    def _own_art(self, high: float) -> None:
        """Draw the card's own picture from edge to edge of its paper."""
        wide, top = WIDE - 2 * FRAME, self.top - 1.5
        self.out.append(_box(FRAME, top, wide, high, self.colour))
        self.out.append(
            f'<use href="#{self.art}" x="{FRAME}" y="{top:.2f}" width="{wide:.2f}"'
            f' height="{high:.2f}"/>'
        )
        self.top += high

    def _text(self, text: str) -> None:
        """Write the text in the largest size that fits; in the smallest, the rest is cut."""
        high = self.foot - self.top - 1
        for size in TEXT_SIZES:
            lines = wrapped(text, ROOM, size, self._wide)
            most = max(1, int(high / (size * LINE)))
            if len(lines) <= most:
                break
        if len(lines) > most:
            lines = [*lines[: most - 1], lines[most - 1].rstrip(".") + "…"]
        y = self.top + size * 0.9
        for line in lines:
            self._line(y, line, size)
            y += size * LINE

    def _wide(self, text: str, size: float, bold: bool) -> float:
        """Measure a text with icons."""
        icons = len(SIGN.findall(text))
        return self.measure(SIGN.sub("", text), size, bold) + icons * size * SIGN_ROOM

    def _line(self, y: float, line: str, size: float) -> None:
        """Write a line of the text, with icons. Beside them words keep the width that was
        measured, so that nothing lies over another in whatever font it is shown."""
        parts = list(text_parts(self.content, line))
        x = LEFT
        for part in parts:
            if isinstance(part, str):
                before = self.measure(part[: len(part) - len(part.lstrip())], size, False)
                wide = self.measure(part.strip(), size, False) if len(parts) > 1 else 0.0
                self.out.append(_words(x + before, y, part.strip(), size, INK, wide=wide))
                x += self.measure(part, size, False) if len(parts) > 1 else 0.0
                continue
            side, room = size * SIGN_SIZE, size * SIGN_ROOM
            self.out.append(_symbol(part.icon, x + (room - side) / 2, y - side / 2, side))
            x += room


# ------------------------------------------------------------------------------ shapes


def _box(x: float, y: float, w: float, h: float, fill: str, round_: float = 0) -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{w:.2f}" height="{h:.2f}" rx="{round_:.2f}"'
        f' fill="{fill}"/>'
    )


def _symbol(name: str, x: float, y: float, side: float) -> str:
    return f'<use href="#{name}" x="{x:.2f}" y="{y:.2f}" width="{side:.2f}" height="{side:.2f}"/>'


def _words(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    bold: bool = False,
    anchor: str = "",
    wide: float = 0.0,
) -> str:
    """Write a line whose middle is at y, stretched to a width if there is one."""
    if not text:
        return ""
    how = ' font-weight="700"' if bold else ""
    how += f' text-anchor="{anchor}"' if anchor else ""
    how += f' textLength="{wide:.2f}" lengthAdjust="spacingAndGlyphs"' if wide else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" fill="{colour}"{how}>'
        f"{esc(text)}</text>"
    )
