"""What stands on a card, each part in its place: band, corner, text, labels, costs.

Takes a component of a view and the looks; gives plain data, from which cards are drawn on a page,
in a picture and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.present.model.parts import Fact, Item
from interpreter.present.page.appearance import Appearance, Dress
from interpreter.present.page.markup import capital

LONG_TITLE = 26  # letters of a title from which on it is the card's text
SHORT_FACE = 3  # letters of a large face


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
class CardContent:
    """All that a card shows.

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
    title, text = item.say, item.text
    if not text and len(item.say) > LONG_TITLE:
        title, text = capital(item.kind.replace("_", " ")), item.say
    sign = None
    if not (text or costs or tags or has_places):
        short = item.face.strip()
        sign = (dress.icon, short if len(short) <= SHORT_FACE else "")
    icon = "" if head or sign is not None else dress.icon
    return CardContent(
        dress, title, icon, head, corner, text, tuple(tags), tuple(costs), sign
    )  # fmt: skip


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
