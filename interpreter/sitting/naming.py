"""Name resolution for typed lines: players, places, their zones, and pieces with counts.

Takes words; returns what they name, or raises `NotSo` with the nearest existing name. Changes
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from interpreter.diagnostics.suggest import nearest
from interpreter.present import words
from interpreter.run.plan import Plan
from interpreter.sitting.holders import TABLE, Designs, Holders, TableHolder, thing_names
from interpreter.sitting.placing import Placer, Wish, Zone
from interpreter.sitting.refusals_at_table import NotSo
from interpreter.sitting.spoken import SpokenNames, number_in
from interpreter.sitting.what_to_say import COMMAND_WORDS

FORMS = (
    "say what stands in a place (`5: 2 c, 1 w`), a move (`2 c from 5 to 6`),"
    " or a number of a player"
)


class Naming:
    """Resolves names at the beginning of some words, at one table."""

    def __init__(self, plan: Plan, holders: Holders, placer: Placer) -> None:
        self.plan = plan
        self.holders = holders
        self.placer = placer

    def holder(self, parts: Sequence[str]) -> tuple[TableHolder, int]:
        """Find the holder that a line begins with, and the number of words in its name."""
        length, found = self.holders.names.beginning(parts)
        if not length:
            said = " ".join(parts[:3])
            guess = self.holders.names.like(parts[:2]) or self.holders.names.like(parts[:1])
            guess = guess or (nearest(said, COMMAND_WORDS) if len(parts) == 1 else None)
            meant = f"did you mean `{guess}`?" if guess else FORMS
            raise NotSo(f"there is no place or player called `{said}`", meant)
        if len(found) > 1:
            either = words.joined((one.title for one in found), "or")
            raise NotSo(f"`{' '.join(parts[:length])}` can be {either}", "write it out")
        return found[0], length

    def place(self, parts: Sequence[str]) -> TableHolder:
        """Find a place or player named by a whole line."""
        holder, length = self.holder(parts)
        if length < len(parts):
            rest = " ".join(parts[length:])
            raise NotSo(f"`{rest}` says nothing behind {holder.title}", "leave it out")
        return holder

    def zones(self, holder: TableHolder) -> list[Zone]:
        """List the visible zones of a holder."""
        return list(self.holders.families(holder))

    def zone(self, holder: TableHolder, parts: Sequence[str]) -> tuple[Zone | None, int]:
        """Find a zone of a holder by its name, at the beginning of some words."""
        names: SpokenNames[Zone] = SpokenNames()
        for zone in self.holders.families(holder, unseen=True):
            own = words.field_title(self.plan, zone[0].name)
            names.add(own, zone)
            names.add(words.spoken(zone[0].name), zone, shown=False)
            names.add(own.rpartition(" ")[2], zone, shown=False)
            names.add(self.holders.own_name(zone[0].name, holder), zone, shown=False)
        length, found = names.beginning(parts)
        if len(found) > 1:
            exact = [z for z in found if z[0].name == " ".join(parts[:length]).replace(" ", "_")]
            found = exact or found[:1]
        return (found[0], length) if found else (None, 0)

    def home_of(self, holder: TableHolder, designs: Designs) -> Zone:
        """Find the zone of a holder that contains something, or could."""
        fitting = [z for z in self.zones(holder) if designs[0].kind in z[0].kinds]
        if not fitting:
            raise NotSo(f"{designs[0].title} cannot lie in {holder.title}")
        holding = [zone for zone in fitting if self.placer.holds(zone, designs)]
        if len(fitting) > 1 and not holding and holder.of in ("player", "table"):
            zones = ", ".join(words.field_title(self.plan, z[0].name) for z in fitting)
            raise NotSo(
                f"{designs[0].title} can lie in several places of {holder.title}",
                f"say in which: {zones}",
            )
        return (holding or fitting)[0]

    def place_or_zone(self, parts: list[str]) -> tuple[TableHolder, Zone | None]:
        """Find a place, or a zone of a player or of the table."""
        zone, length = self.zone(TABLE, parts)
        if zone is not None and length == len(parts):
            return TABLE, zone
        holder, length = self.holder(parts)
        if length == len(parts):
            return holder, None
        zone, more = self.zone(holder, parts[length:])
        if zone is None or length + more < len(parts):
            self.refuse_zone(holder, parts[length:])
        return holder, zone

    def refuse_zone(self, holder: TableHolder, parts: Sequence[str]) -> NoReturn:
        """Refuse words that name nothing of a holder, listing what there is."""
        shown = [words.field_title(self.plan, z[0].name) for z in self.zones(holder)]
        kept = [words.field_title(self.plan, f.name) for f in self.holders.fields(holder)]
        there_is = f"there is {', '.join([*shown, *kept])}" if shown or kept else ""
        if holder.is_place and shown:
            there_is = f"say what stands there behind a colon (`5: 2 c`); {there_is}"
        raise NotSo(f"{holder.title} has nothing called `{' '.join(parts)}`", there_is)

    def among(self, zones: list[Zone], designs: Designs) -> Zone:
        """Pick the zone that contains something, or the first that could."""
        fitting = [zone for zone in zones if designs[0].kind in zone[0].kinds]
        return next((z for z in fitting if self.placer.holds(z, designs)), fitting[0])

    def things(
        self, parts: Sequence[str], kinds: Sequence[str], where: str
    ) -> list[tuple[str, Wish]]:
        """Parse counted pieces such as `2 c, 1 w`, each with its sign."""
        names = thing_names(self.plan, kinds)
        found: list[tuple[str, Wish]] = []
        at = 0
        while at < len(parts):
            if parts[at] in (",", "and"):
                at += 1
                continue
            sign = parts[at] if parts[at] in ("+", "-") else ""
            at += bool(sign)
            number = number_in(parts[at]) if at < len(parts) else None
            if number is not None and not _is_a_name(parts[at:], names):
                at += 1
            else:
                number = 1
            length, meant = names.beginning(parts[at:])
            if not length:
                self._unknown_thing(parts[at:], names, where)
            if len(meant) > 1:
                either = words.joined((one[0].title for one in meant), "or")
                said = " ".join(parts[at : at + length])
                raise NotSo(f"`{said}` can be {either}", "write it out")
            found.append((sign, (number, meant[0])))
            at += length
        return found

    def _unknown_thing(self, parts: Sequence[str], names: SpokenNames[Designs], where: str) -> None:
        said = " ".join(word for word in parts[:3] if word not in (",",))
        if not said:
            raise NotSo("it is not said of what", f"say what comes or lies in {where}")
        guess = names.like(parts[:2]) or names.like(parts[:1])
        can = words.joined(list(names.said)[:8], "or")
        raise NotSo(
            f"nothing that lies in {where} is called `{said}`",
            f"did you mean `{guess}`?" if guess else f"it can be {can}",
        )


def _is_a_name(parts: Sequence[str], names: SpokenNames[Designs]) -> bool:
    """Whether a word that could be a number is a name: `a` for rebels."""
    return bool(names.beginning(parts)[0]) and not names.beginning(parts[1:])[0]
