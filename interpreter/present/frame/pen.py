"""What all renderers of a frame share: colours, width, changes, letters in use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from interpreter.diagnostics.paint import Paint, columns, pad
from interpreter.present.model.parts import Fact, Id, Item, Zone
from interpreter.present.story.phrases import plural

FEW = 14  # most columns of a phrase in a table
KEPT = "\0"  # a non-breaking space
MOST_FACES = 5  # up to so many equal faces are shown individually


@dataclass(slots=True)
class Pen:
    """Paints phrases, and collects the letters that need explaining."""

    paint: Paint
    width: int
    changed: frozenset[Id] = frozenset()
    letters: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # of the seats, as displayed

    def star(self, place: Id) -> str:
        """Return the mark for a changed place; empty if it has not changed."""
        return " *" if place in self.changed else ""

    def letter(self, letter: str, colour: str, meaning: str) -> str:
        """Paint a letter, and add its meaning to the legend unless it is the letter itself."""
        if letter and meaning.casefold() != letter.casefold():
            self.letters.setdefault(letter, meaning)
        return self.paint(letter, colour)

    def name(self, seat: str) -> str:
        """Return a player's name in their colour: `You`, or what they are called."""
        return self.paint(self.names.get(seat, seat.capitalize()), seat)

    def item(self, item: Item, holder: str = "") -> str:
        """Describe a component briefly; names its owner unless that is `holder`."""
        if item.face:
            meaning = item.say.rsplit(" showing ", 1)[-1] if " showing " in item.say else ""
            one = self.letter(item.face, item.colour, meaning or item.face) + item.mark
            lying = [self.inside(zone) for zone in item.zones if zone.items]
            one += f" ({', '.join(lying)})" if lying else ""
            return " ".join([one] * item.n) if item.n <= MOST_FACES else f"{item.n} {one}"
        say = item.say
        if item.owner and item.owner != holder:
            owner = self.names.get(item.owner, item.owner.capitalize())
            say = f"{self.paint(possessive(owner), item.owner)} {say}"
        many = f"{item.n} " if item.n > 1 or item.hidden else ""
        say = plural(say) if item.n > 1 and not item.hidden else say
        return f"{many}{say}{item.mark}{self.on(item)}"

    def on(self, item: Item) -> str:
        """Describe in parentheses what lies on a component and is kept of it; empty for nothing."""
        said = [self.fact(fact) for fact in item.facts if not fact.idle and kept(fact)]
        said += [self.inside(zone) for zone in item.zones if zone.items]
        return f" ({', '.join(said)})" if said else ""

    def inside(self, zone: Zone) -> str:
        """Describe the contents of a component's zone; `?` for a single face-down card."""
        return "?" if zone.size == 1 and zone.items[0].hidden else self.zone(zone)

    def fact(self, fact: Fact) -> str:
        """Format a fact with its title: `Might 3`, `2M`, `born Black`."""
        if isinstance(fact.value, bool):
            return fact.say
        if fact.amounts:
            return f"{fact.say} {self.value(fact)}"
        if fact.short or fact.say.isupper():
            return f"{fact.text}{fact.short or ' ' + fact.say}"
        return fact.text if fact.of else f"{fact.say} {fact.text}"

    def value(self, fact: Fact) -> str:
        """Format the value of a fact alone, with letters in their colours."""
        if fact.amounts:
            return " ".join(f"{n}{self.letter(*letter)}" for n, *letter in fact.amounts)
        return self.paint(fact.text, fact.colour) if fact.colour else fact.text

    def zone(self, zone: Zone, holder: str = "") -> str:
        """Describe the contents of a zone in one phrase; `-` for nothing."""
        if zone.size is None:
            opened = [self.item(item, holder) for item in zone.items]
            return ", ".join(opened) if opened else "face down"
        if zone.room and not any(item.facts or item.zones for item in zone.items):
            return self.squares(zone)
        if not zone.size:
            return "-"
        if zone.sort == "counts":
            return self.counts(zone)
        if all(item.face and not item.mark for item in zone.items) and zone.sort != "row":
            return " ".join(self.item(item) for item in by_face(zone.items))
        alike = zone.sort == "pile" and len(zone.items) == 1 and not holder
        if alike and (zone.items[0].hidden or zone.size > 1):
            return str(zone.size)
        if zone.sort == "pile" and not zone.items[-1].hidden:
            top = zone.items[-1].say
            return top if zone.size == 1 else f"{zone.size}, top {top}"
        return ", ".join(self.item(item, holder) for item in zone.items)

    def squares(self, zone: Zone) -> str:
        """Render a row of spaces as `[B][ ]`."""
        lying = {item.spot: item for item in zone.items}
        cells = []
        for spot in range(1, zone.room + 1):
            item = lying.get(spot)
            shown = " " if item is None else self.paint(item.letter or "?", item.colour)
            cells.append(f"[{shown}]")
        return "".join(cells)

    def worth(self, item: Item) -> int:
        """Return how much money a piece stands for; 1 for what is not money."""
        value = item.facts[0].value if item.facts else 1
        return value if isinstance(value, int) else 1

    def counts(self, zone: Zone) -> str:
        """Describe money by symbol, with large pieces in parentheses; other components by name."""
        totals: Counter[str] = Counter()
        says: dict[str, tuple[str, str]] = {}
        large: dict[str, list[str]] = {}
        for item in zone.items:
            worth = self.worth(item)
            name = item.letter or item.say
            totals[name] += item.n * worth
            says[name] = (
                item.colour,
                item.say.removesuffix(f" {item.facts[0].say}") if item.facts else item.say,
            )
            if worth > 1:
                large.setdefault(item.facts[0].say, []).append(f"{item.n}{name}")
        said = " ".join(
            f"{n}{self.letter(name, says[name][0], name)}"
            if len(name) == 1
            else f"{n} {plural(name) if n > 1 else name}"
            for name, n in totals.items()
        )
        for size, parts in large.items():
            said += f" ({size}s: {' '.join(parts)})"
        return said


def possessive(name: str) -> str:
    """Return the possessive of a name: `Blue's`, `Zeus'`, `your`."""
    if name == "You":
        return "your"
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def kept(fact: Fact) -> bool:
    """Check whether a fact is worth mentioning after a title in a list."""
    return fact.key.endswith("_for_a_time") or isinstance(fact.value, bool) or not fact.max


def by_face(items: Iterable[Item]) -> list[Item]:
    """Sort items by face: numbers in descending order, letters alphabetically."""
    listed = list(items)
    if all(item.face.isdigit() for item in listed):
        return sorted(listed, key=lambda item: -int(item.face))
    return sorted(listed, key=lambda item: item.face)


def folded(text: str, width: int, indent: str = "") -> list[str]:
    """Fold painted text to a width, indenting later lines.

    Lines break at spaces, but not in an empty space `[ ]` nor before the mark of a change."""
    lines: list[str] = []
    body = text.lstrip(" ").replace("[ ]", f"[{KEPT}]").replace(" *", f"{KEPT}*")
    line, begun = " " * (len(text) - len(body)), False
    for word in body.split(" "):
        if begun and columns(line) + 1 + columns(word) > width:
            lines.append(line)
            line = indent + word
        else:
            line = f"{line} {word}" if begun else line + word
        begun = True
    return [one.rstrip().replace(KEPT, " ") for one in (*lines, line)]


def beside(left: Sequence[str], right: Sequence[str], gap: int = 3) -> list[str]:
    """Set two blocks side by side."""
    wide = max(map(columns, left), default=0) + gap
    high = max(len(left), len(right))
    one = [*left, *[""] * (high - len(left))]
    other = [*right, *[""] * (high - len(right))]
    return [f"{pad(a, wide)}{b}".rstrip() for a, b in zip(one, other, strict=True)]


def wide(lines: Sequence[str]) -> int:
    """Return the width of a block in columns."""
    return max(map(columns, lines), default=0)


def table(
    rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset(), gap: int = 2
) -> list[str]:
    """Lay out rows of painted cells in columns; those of `right` are right-aligned.

    Columns that are empty throughout are left out."""
    sizes = [max(columns(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    made = []
    for row in rows:
        cells = [
            " " * (size - columns(cell)) + cell if i in right else pad(cell, size)
            for i, (cell, size) in enumerate(zip(row, sizes, strict=True))
        ]
        made.append((" " * gap).join(cell for cell, size in zip(cells, sizes, strict=True) if size))
    return [line.rstrip() for line in made]


def run_on(texts: Sequence[str], width: int) -> list[str]:
    """Pack short texts into lines, several per line where they fit."""
    lines: list[str] = []
    for text in texts:
        if lines and wide([lines[-1]]) + 3 + wide([text]) <= width:
            lines[-1] = pad(lines[-1], wide([lines[-1]])) + "   " + text
        else:
            lines += folded(text, width, "  ")
    return lines
