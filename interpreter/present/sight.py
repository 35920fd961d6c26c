"""What a reader sees of one thing, in a phrase: a piece, a zone, what is kept, what is printed.

Takes a plan, a state and the seat that reads; gives text with colours. It says nothing that the
reader may not know, and does not know where on the screen a phrase stands.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from interpreter.diagnostics.paint import Paint
from interpreter.present import words
from interpreter.present.labels import owned_title
from interpreter.run import handles
from interpreter.run.plan import Plan

HARD = "\x00"  # a space at which no line is broken


class Sight:
    """One state as one reader sees it."""

    def __init__(self, plan: Plan, state: Any, viewer: int | None, paint: Paint) -> None:
        self.plan = plan
        self.state = state
        self.viewer = viewer
        self.paint = paint
        self.program = plan.program

    def letter(self, values: str, value: int) -> str:
        """The letter of a value in its colour."""
        colour = words.value_colour(self.plan, values, value)
        return self.paint(words.value_letter(self.plan, values, value), colour)

    def piece(self, piece: int) -> str:
        """The letter of a piece in its colour; `?` for what lies face down."""
        if not handles.sees_piece(self.plan, self.state, piece, self.viewer):
            return "?"
        letter = words.piece_letter(self.plan, self.state, piece)
        return self.paint(letter, words.piece_colour(self.plan, self.state, piece))

    def facts(self, piece: int) -> list[str]:
        """What is printed on a piece, with letters in their colours."""
        design = handles.design(self.plan, piece)
        made = []
        for name, kind in self.program.kinds[design.kind].printed.items():
            value = design.printed.get(name)
            if kind.base == "amounts" and value and any(value):
                parts = [f"{n}{self.letter(kind.of, i)}" for i, n in enumerate(value) if n]
                made.append(f"{words.spoken(name)} {' '.join(parts)}")
        listed = words.printed_facts(self.plan, design)
        amounts = {words.spoken(n) for n, k in self.program.kinds[design.kind].printed.items()}
        others = [
            fact
            for fact in listed
            if not any(
                fact.startswith(f"{name} ")
                and self.program.kinds[design.kind].printed[name.replace(" ", "_")].base
                == "amounts"
                for name in amounts
            )
        ]
        return [*others, *made]

    def on_piece(self, piece: int) -> list[str]:
        """What lies on a piece: its rows of spaces as `[B][ ]`, zones in words, fields."""
        design = handles.design(self.plan, piece)
        kind = self.program.kinds[design.kind]
        made = []
        for family in self.program.families:
            if family.holder != design.kind:
                continue
            owner = piece - kind.first
            if family.shape == "slots":
                zone = getattr(self.state, f"z_{family.key}")
                cells = []
                for cube in zone[owner * family.slots : (owner + 1) * family.slots]:
                    cells.append(f"[{self.piece(cube) if cube >= 0 else ' '}]")
                made.append("".join(cells))
            else:
                said = self.zone(family, owner)
                if said is not None:
                    made.append(f"{words.spoken(family.name)}: {said}")
        for line, by, only in words.changed(self.plan, self.state, piece):
            whom = f" for {words.seat_title(only)}" if only >= 0 else ""
            made.append(f"{words.spoken(line)} {by:+d}{whom}")
        for kept in self.program.fields:
            if kept.holder == design.kind:
                said = self.kept(kept, getattr(self.state, f"f_{kept.key}")[piece])
                if said:
                    made.append(f"{words.spoken(kept.name)} {said}")
        return made

    def kept(self, kept: Any, value: Any) -> str:
        """A kept value worth telling: not what is nothing, none or no."""
        if isinstance(value, list | tuple) or (kept.type.base == "number" and value == 0):
            return ""
        if kept.type.base == "yesno":
            return "yes" if value else ""
        if kept.type.base != "number" and value < 0:
            return ""
        if kept.type.base == "piece" and not handles.sees_piece(
            self.plan, self.state, value, self.viewer
        ):
            return f"a face-down {words.spoken(kept.type.of)}"
        said = words.typed_words(self.plan, kept.type, value)
        if kept.type.base == "player":
            return self.paint(said, handles.seat_name(value))
        if kept.type.base == "piece":
            found = handles.zone_of(self.plan, self.state.loc[value])
            if found is not None and (found[0].board or found[0].holder.startswith("space:")):
                said += f" in {words.zone_title(self.plan, *found)}"
        return said

    def zone(self, family: Any, owner: int) -> str | None:
        """What a reader sees of a zone in one phrase; None if it is not worth a word."""
        if family.shape == "counts":
            return self.counts(family, owner)
        pieces = self.pieces(family, owner)
        kind = self.program.kinds[family.kinds[0]]
        if not pieces:
            return None
        open_ = [p for p in pieces if handles.sees_piece(self.plan, self.state, p, self.viewer)]
        noun = words.spoken(kind.name if len(pieces) == 1 else kind.plural)
        if not handles.sees_zone(family, owner, self.viewer):
            if family.number_seen not in ("", "all") and not (
                family.number_seen == "owner" and owner == self.viewer
            ):
                return "face down"
            said = f"{len(pieces)} {noun}"
            if open_:
                titles = [words.piece_title(self.plan, self.state, p) for p in open_]
                said += f" ({words.joined(titles)} open)"
            return said
        shows = [words.shown_value(self.plan, self.state, p) for p in pieces]
        numbers = [words.shown_number(self.plan, self.state, p) for p in pieces]
        if any(one is not None for one in (*shows, *numbers)):
            ordered = sorted(
                pieces, key=lambda p: (words.piece_letter(self.plan, self.state, p), p)
            )
            return " ".join(self.piece(p) for p in ordered)
        designs = [handles.design(self.plan, p) for p in pieces]
        if kind.owned and family.holder != "player":
            tally = Counter(owned_title(self.plan, p) for p in pieces)
            return words.joined(f"{n} x {one}" if n > 1 else one for one, n in tally.items())
        if len(kind.designs) == 1:
            return f"{len(pieces)} {noun}"
        if family.sort == "pile":
            return f"{len(pieces)}, on top {designs[-1].title}"
        return words.joined(dict.fromkeys(d.title for d in designs))

    def pieces(self, family: Any, owner: int) -> list[int]:
        """All pieces of a zone that keeps them one by one."""
        zone = getattr(self.state, f"z_{family.key}")
        if family.shape == "list":
            return list(zone[owner])
        return [p for p in zone[owner * family.slots : (owner + 1) * family.slots] if p >= 0]

    def counts(self, family: Any, owner: int) -> str:
        """Alike pieces: money by symbol, anything else by design."""
        zone = getattr(self.state, f"z_{family.key}")
        counts = zone[owner * family.slots : (owner + 1) * family.slots]
        kind = self.program.kinds[family.kinds[0]]
        if not handles.sees_zone(family, owner, self.viewer):
            total = sum(counts)
            return f"{total} {words.spoken(kind.name if total == 1 else kind.plural)}"
        if not any(counts):
            return "empty"
        money = self.program.money.get(kind.name)
        if money is None:
            return words.joined(
                f"{n} {made.title}" for n, made in zip(counts, kind.designs, strict=True) if n
            )
        symbols = kind.printed[money.symbol].of
        sizes = self.program.values[kind.printed[money.word_field].of].members
        totals = [0] * len(self.program.values[symbols].members)
        large: dict[str, list[str]] = {}
        for n, made in zip(counts, kind.designs, strict=True):
            size = sizes[made.printed[money.word_field]]
            worth = money.worth.get(size, 0)
            totals[made.printed[money.symbol]] += n * worth
            if n and worth > 1:
                letter = self.letter(symbols, made.printed[money.symbol])
                large.setdefault(words.spoken(size), []).append(f"{n}{letter}")
        said = " ".join(f"{n}{self.letter(symbols, i)}" for i, n in enumerate(totals) if n)
        for size, parts in large.items():
            said += f" ({size}s: {' '.join(parts)})"
        return said

    def supply(self, family: Any) -> str:
        """What lies with each value, on one line."""
        values = family.holder
        parts = []
        for owner in range(family.owners):
            letter = self.letter(values, owner)
            if family.shape == "counts":
                zone = getattr(self.state, f"z_{family.key}")
                counts = zone[owner * family.slots : (owner + 1) * family.slots]
                of_this = [
                    n
                    for n, made in zip(
                        counts, self.program.kinds[family.kinds[0]].designs, strict=True
                    )
                    if values not in [t.of for t in self._printed(made).values()]
                    or owner in self._values_of(made, values)
                ]
                parts.append(f"{letter}{HARD}{'+'.join(map(str, of_this))}")
            else:
                parts.append(f"{letter}{HARD}{self.zone(family, owner) or 'empty'}")
        name = words.capital(words.spoken(family.name))
        note = ""
        for money in self.program.money.values():
            if family.shape == "counts" and money.kind in family.kinds:
                sizes = sorted(money.worth, key=lambda word: money.worth[word])
                if len(sizes) > 1:
                    note = f" ({' + '.join(words.spoken(size) + 's' for size in sizes)})"
        return f"{name}{note}: {' '.join(parts)}"

    def _printed(self, made: Any) -> dict[str, Any]:
        return {n: t for n, t in self.program.kinds[made.kind].printed.items() if t.base == "value"}

    def _values_of(self, made: Any, values: str) -> list[int]:
        return [made.printed[n] for n, t in self._printed(made).items() if t.of == values]
