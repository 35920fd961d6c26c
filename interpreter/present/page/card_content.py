"""What stands on a card, each part in its place: band, corner, text, labels, costs.

Takes a component of a view and the looks; gives plain data, from which cards are drawn on a page,
in a picture and on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.ir.look import ICON_WORD
from interpreter.present.model.parts import Fact, Item
from interpreter.present.page.appearance import Appearance, Dress
from interpreter.present.page.markup import capital

LONG_TITLE = 26  # letters of a title from which on it is the card's text
SHORT_FACE = 3  # letters of a large face
FIRST_SIGN = 0xE000  # the character that stands for the first icon in a text
SIGN = re.compile("[\ue000-\uf8ff]")
"""Characters of no language, which Unicode leaves to private use."""
_ICON_WORD = re.compile(ICON_WORD)


@dataclass(frozen=True, slots=True)
class CardAmount:
    """An amount of a value; the number is empty where one is meant."""

    number: int | str
    dress: Dress
    title: str


@dataclass(frozen=True, slots=True)
class CardMark:
    """A printed attribute: the symbol of its icon, words, a number; `title` says what it is."""

    icon: str
    words: str
    number: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class CardCost:
    """Printed amounts, under an icon or a label."""

    icon: str
    label: str
    amounts: tuple[CardAmount, ...]


@dataclass(frozen=True, slots=True)
class IconWord:
    """An icon in a text: its symbol, and the name that is written for it."""

    icon: str
    name: str


@dataclass(frozen=True, slots=True)
class CardContent:
    """All that a card shows. In `text` a character of `SIGN` stands for each of `signs`.

    `sign` is what a card without anything else shows large: a symbol and letters; `suited` says
    that it has a rank and a suit, `rank` the short rank at its corner."""

    dress: Dress
    title: str
    icon: str = ""
    head: tuple[CardAmount, ...] = ()
    corner: CardMark | None = None
    text: str = ""
    tags: tuple[CardMark, ...] = ()
    costs: tuple[CardCost, ...] = ()
    sign: tuple[str, str] | None = None
    suited: bool = False
    rank: str = ""
    signs: tuple[IconWord, ...] = ()


def card_content(item: Item, looks: Appearance, has_places: bool = False) -> CardContent:
    """Sort what is printed on a component; `has_places` says that pieces lie on it."""
    dress = looks.item(item)
    if item.suit:
        rank = item.say.removesuffix(f" of {item.suit}")
        short = rank if len(rank) < SHORT_FACE else rank[:1]
        return CardContent(dress, item.say, sign=(dress.icon, item.suit), suited=True, rank=short)
    look = looks.of(item.kind)
    head: tuple[CardAmount, ...] = ()
    corner = None
    tags: list[CardMark] = []
    costs: list[CardCost] = []
    for fact in item.facts:
        if fact.idle or fact.value in (None, False) or fact.key in look.without:
            continue
        if fact.amounts and fact.key == look.head:
            head += tuple(_amounts(fact, looks, bare_one=True))
        elif fact.amounts:
            label = looks.of(fact.key).title or fact.say
            costs.append(CardCost(looks.icon(fact.key), label, tuple(_amounts(fact, looks))))
        elif _is_number(fact) and fact.key == look.corner:
            corner = _mark(fact, looks)
        else:
            tags.append(_mark(fact, looks))
    if corner is None and item.mark.strip() and not item.facts:
        corner = CardMark("", "", item.mark.strip(" ()"))  # what the layout puts behind its face
    title, (text, signs) = item.say, _text(item, looks)
    if not text and len(item.say) > LONG_TITLE:
        title, text = capital(item.kind.replace("_", " ")), item.say
    sign = None
    if not (text or costs or tags or has_places):
        short = item.face.strip()
        sign = (dress.icon, short if len(short) <= SHORT_FACE else "")
    icon = "" if head or sign is not None else dress.icon
    return CardContent(
        dress, title, icon, head, corner, text, tuple(tags), tuple(costs), sign, signs=signs
    )


def _text(item: Item, looks: Appearance) -> tuple[str, tuple[IconWord, ...]]:
    """Return the text of a component with a character for each icon, and these icons."""
    if not item.marked:
        return item.text, ()
    signs: list[IconWord] = []

    def sign(found: re.Match[str]) -> str:
        symbol = looks.icons.use(looks.look.icon_of(found[1]))
        if not symbol:
            return found[0]
        made = IconWord(symbol, found[1])
        if made not in signs:
            signs.append(made)
        return chr(FIRST_SIGN + signs.index(made))

    return _ICON_WORD.sub(sign, SIGN.sub("", item.marked)), tuple(signs)


def text_parts(content: CardContent, text: str) -> Iterator[str | IconWord]:
    """Split a text, or a line of it, into words and icons."""
    at = 0
    for found in SIGN.finditer(text):
        number = ord(found[0]) - FIRST_SIGN
        if number < len(content.signs):
            if text[at : found.start()]:
                yield text[at : found.start()]
            yield content.signs[number]
            at = found.end()
    if text[at:]:
        yield text[at:]


def _is_number(fact: Fact) -> bool:
    return isinstance(fact.value, int | float) and fact.value is not True


def _amounts(fact: Fact, looks: Appearance, bare_one: bool = False) -> Iterator[CardAmount]:
    for (number, _, _, title), unit in zip(fact.amounts, fact.units, strict=False):
        shown = "" if bare_one and number == 1 else number
        yield CardAmount(shown, looks.value(unit), title)


def _mark(fact: Fact, looks: Appearance) -> CardMark:
    """Return a printed attribute that is a yes, a number, or a value."""
    label = looks.of(fact.key).title or fact.say
    if fact.value is True:
        return CardMark(looks.icon(fact.key), label)
    if _is_number(fact):
        return CardMark(looks.icon(fact.key), label, fact.text, label)
    value = looks.value(f"{fact.of}.{fact.value}") if fact.of else None
    return CardMark(value.icon if value else "", capital(fact.text), "", label)
