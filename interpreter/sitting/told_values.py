"""Parses values of a player, or others that the rules keep.

    cats 12 points       so many now; +2 and -1 change it
    eyrie leader despot  one of several values

Takes the words said of a holder; sets the value, or raises `NotSo` with the possible ones.
"""

from __future__ import annotations

from interpreter.ir.declared import Field
from interpreter.present import words
from interpreter.run.plan import Plan
from interpreter.sitting.holders import TABLE, Holders, TableHolder
from interpreter.sitting.placing import Placer
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.spoken import SpokenNames, number_in


class ToldValues:
    """Interprets and sets values at one table."""

    def __init__(self, plan: Plan, holders: Holders, placer: Placer) -> None:
        self.plan = plan
        self.holders = holders
        self.placer = placer

    def tell(self, holder: TableHolder, parts: list[str], negated: bool) -> bool:
        """Set the value that some words name; False if the holder has none of that name."""
        found = self._field(holder, parts)
        if found is not None:
            self._set(holder, *found, negated=negated)
        return found is not None

    def _field(self, holder: TableHolder, parts: list[str]) -> tuple[Field, list[str]] | None:
        """Find a field of a holder in some words, and the rest of them."""
        names: SpokenNames[Field] = SpokenNames()
        for kept in self.holders.fields(holder):
            names.add(words.field_title(self.plan, kept.name), kept)
            names.add(self.holders.own_name(kept.name, holder), kept)
        for begin in range(len(parts)):
            for end in range(len(parts), begin, -1):
                found = names.all_of(parts[begin:end])
                if len(found) == 1 and any(word.isalpha() for word in parts[begin:end]):
                    said = parts[:begin] + parts[end:]
                    if said or found[0].type.is_yes_no:
                        return found[0], said
        return None

    def _set(self, holder: TableHolder, kept: Field, said: list[str], negated: bool) -> None:
        """Set a field of a holder to the value that was typed."""
        title = words.field_title(self.plan, kept.name)
        if kept.name in dict(self.plan.program.sitting.follows):
            raise NotSo(f"{title} follows from what else you say", "say that, and leave this out")
        base = kept.type.base
        if base == "number":
            self._set_number(holder, kept, title, said)
            return
        if base == "yesno":
            if not said or said == ["yes"]:
                self.placer.set_field(holder, kept, 0 if negated else 1)
                return
            if said == ["no"]:
                self.placer.set_field(holder, kept, 0)
                return
            raise NotSo(f"{title} is yes or no", f"say `{title} yes`")
        values = self._can_be(kept)
        found = values.all_of(said)
        if len(found) != 1:
            can = words.joined(list(values.said)[:12], "or")
            raise NotSo(f"{title} cannot be `{' '.join(said)}`", f"it can be {can}")
        self.placer.set_field(holder, kept, found[0])

    def _set_number(self, holder: TableHolder, kept: Field, title: str, said: list[str]) -> None:
        sign = said[0] if said and said[0] in ("+", "-") else ""
        number = number_in(said[-1]) if len(said) == 1 + bool(sign) else None
        if number is None and kept.type.optional and said == ["none"]:
            self.placer.set_field(holder, kept, -1)
            return
        if number is None:
            raise NotSo(f"{title} is a number, and `{' '.join(said)}` is none", f"say `{title} 3`")
        before = self.placer.value(holder, kept)
        halves = 2 if kept.type.halves else 1
        value = number * halves
        if sign:
            value = before + value if sign == "+" else before - value
        low, high = kept.type.low, kept.type.high
        low_at = low if low is not None else 0
        if value < low_at * halves or (high is not None and value > high * halves):
            most = f" to {high}" if high is not None else " upwards"
            raise NotSo(f"{title} goes from {low_at}{most}")
        self.placer.set_field(holder, kept, value)
        whose = f"{holder.title}: {title}" if holder is not TABLE else words.capital(title)
        self.placer.notes.append(f"{whose} {before // halves} -> {value // halves}")

    def _can_be(self, kept: Field) -> SpokenNames[int]:
        """List the possible values of a field."""
        names: SpokenNames[int] = SpokenNames()
        if kept.type.is_value:
            for index, member in enumerate(self.plan.program.values[kept.type.of].members):
                names.add(words.value_title(self.plan, kept.type.of, index), index)
                names.add(member, index, shown=False)
        elif kept.type.is_player:
            for player in self.holders.players:
                names.add(player.title, player.index)
                for key, meant in self.holders.names.meant.items():
                    if player in meant:
                        names.add(" ".join(key), player.index, shown=False)
        elif kept.type.is_space:
            for place in self.holders.places:
                if place.of == f"space:{kept.type.of}" or self._is_kind(kept.type.of, place.of):
                    names.add(place.title, place.index)
        elif kept.type.is_piece:
            for design in self.plan.program.kinds[kept.type.of].designs:
                names.add(design.title, design.first)
                names.add(design.id, design.first, shown=False)
        if kept.type.optional:
            names.add("none", -1)
            names.add("nobody", -1, shown=False)
        return names

    def _is_kind(self, board: str, kind: str) -> bool:
        made = self.plan.program.boards.get(board)
        return made is not None and made.sort == f"kind:{kind}"
