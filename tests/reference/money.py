"""Chapter 3, money: pieces of one or two sizes, kept by players and banked by sort."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.ir.declared import Money
from interpreter.ir.program import Program
from tests.reference.table import Table

Amounts = tuple[int, ...]


@dataclass
class Till:
    """Where the pieces of one money lie: with each player, and in the bank of each sort."""

    table: Table
    kept: str
    bank: str
    width: int
    small: list[int]
    large: list[int]
    size: int
    wild: list[int]

    @classmethod
    def of(cls, program: Program, table: Table, money: Money) -> Till:
        """Give the till of a money: which piece is the small one of a sort, and which the large."""
        kind = program.kinds[money.kind]
        sorts = program.values[kind.printed[money.symbol].of]
        words = program.values[kind.printed[money.word_field].of].members
        sizes = sorted(money.worth.values())

        def piece(sort: int, worth: int) -> int:
            for design in kind.designs:
                word = words[design.printed[money.word_field]]
                if design.printed[money.symbol] == sort and money.worth.get(word) == worth:
                    return design.first - kind.first
            return -1

        many = range(len(sorts.members))
        kept = next(f for f in program.families if f.holder == "player" and f.name == money.kept)
        bank = next(f for f in program.families if f.holder == sorts.name and f.name == money.bank)
        return cls(
            table,
            kept.key,
            bank.key,
            kept.slots,
            [piece(sort, sizes[0]) for sort in many],
            [piece(sort, sizes[-1]) if len(sizes) > 1 else -1 for sort in many],
            sizes[-1],
            sorted(sorts.wild),
        )

    def held(self, player: int, piece: int) -> int:
        """How many pieces of a sort and size a player has."""
        return self.table.counts[self.kept][player * self.width + piece]

    def banked(self, sort: int, piece: int) -> int:
        """How many of them lie in the bank."""
        return self.table.counts[self.bank][sort * self.width + piece]

    def hand_over(self, player: int, sort: int, piece: int, many: int) -> None:
        """Pieces go from a player to the bank, or back if there are less than none."""
        self.table.counts[self.kept][player * self.width + piece] -= many
        self.table.counts[self.bank][sort * self.width + piece] += many

    def worth(self, player: int, sort: int) -> int:
        """`worth of silver coins in your purse`."""
        total = self.held(player, self.small[sort])
        return total + (
            self.size * self.held(player, self.large[sort]) if self.large[sort] >= 0 else 0
        )

    # -------------------------------------------------------------------------- change

    def can_join(self, player: int, sort: int) -> bool:
        """`join`: small pieces for a large one, if the bank has one."""
        if sort < 0 or self.large[sort] < 0:
            return False
        enough = self.held(player, self.small[sort]) >= self.size
        return enough and self.banked(sort, self.large[sort]) > 0

    def join(self, player: int, sort: int) -> None:
        """Small pieces for a large one."""
        self.hand_over(player, sort, self.small[sort], self.size)
        self.hand_over(player, sort, self.large[sort], -1)

    def can_split(self, player: int, sort: int) -> bool:
        """`split`: a large piece for small ones; not where these would have to be turned in again
        at once."""
        if sort < 0 or self.large[sort] < 0 or self.held(player, self.large[sort]) < 1:
            return False
        there, turned_in = self.banked(sort, self.small[sort]), 0
        larges = self.banked(sort, self.large[sort]) + 1
        if there < self.size:
            turned_in = min(self.others_could_join(player, sort), larges)
            there += self.size * turned_in
        return there > self.size or (there == self.size and larges == turned_in)

    def others_could_join(self, player: int, sort: int) -> int:
        """How often the others have the small pieces for a large one."""
        others = (one for one in range(self.table.players) if one != player)
        return sum(self.held(one, self.small[sort]) // self.size for one in others)

    def all_must_change(self, sort: int, spared: int = -1) -> None:
        """If the small pieces of a sort run out, every player who can must change, from the active
        one on; not the one for whom it is done."""
        if self.large[sort] < 0:
            return
        n = self.table.players
        for step in range(n):
            player = (max(self.table.active, 0) + step) % n
            while player != spared and self.can_join(player, sort):
                self.join(player, sort)

    def give_large(self, player: int, sort: int, many: int, back: int) -> None:
        """Large pieces go to the bank, and small ones come back."""
        self.hand_over(player, sort, self.large[sort], many)
        if back > self.banked(sort, self.small[sort]):
            self.all_must_change(sort, player)
        self.hand_over(player, sort, self.small[sort], -back)
        if back > 0 and self.banked(sort, self.small[sort]) == 0:
            self.all_must_change(sort)

    # -------------------------------------------------------------------------- gaining

    def gain(self, player: int, sort: int, amount: int) -> None:
        """`gain 3 silver coins`: as much from the bank as there is, small pieces first."""
        if sort < 0:
            return
        small, large, due = self.small[sort], self.large[sort], max(0, amount)
        while due:
            if self.banked(sort, small) == 0:
                self.all_must_change(sort)
            if self.banked(sort, small):
                now = min(due, self.banked(sort, small))
                self.hand_over(player, sort, small, -now)
                due -= now
            elif large < 0 or self.banked(sort, large) == 0:
                break
            elif due >= self.size:
                self.hand_over(player, sort, large, -1)
                due -= self.size
            elif self.held(player, small) + due >= self.size:
                self.hand_over(player, sort, small, self.size - due)
                self.hand_over(player, sort, large, -1)
                due = 0
            else:
                break
        if self.banked(sort, small) == 0 and due < amount:
            self.all_must_change(sort)

    # -------------------------------------------------------------------------- paying

    def can_pay_one(self, player: int, sort: int, cost: int) -> bool:
        """Whether a player can pay so much of a sort, with change from the bank."""
        small = self.held(player, self.small[sort])
        if cost <= small:
            return True
        if self.large[sort] < 0:
            return False
        needed = -(-(cost - small) // self.size)
        if needed > self.held(player, self.large[sort]):
            return False
        change = max(0, needed * self.size - cost)
        there = self.banked(sort, self.small[sort])
        most = self.banked(sort, self.large[sort]) + (cost + change) // self.size
        freed = self.size * min(self.others_could_join(player, sort), most)
        return there >= change or there + freed >= change

    def pay(self, player: int, amounts: Amounts) -> None:
        """`pay helper's cost`: small pieces first, then large ones, with change."""
        for sort, cost in enumerate(amounts):
            small = self.held(player, self.small[sort])
            if cost <= 0:
                continue
            if small >= cost:
                self.hand_over(player, sort, self.small[sort], cost)
                continue
            needed = -(-(cost - small) // self.size)
            self.give_large(player, sort, needed, needed * self.size - cost)

    def ways(self, player: int, due: Amounts, less: int) -> list[Amounts]:
        """What may be left out of a cost, in every way that leaves what the player can pay; a wild
        piece pays for any other. First as much as can be of the wild sorts, then of the others."""
        total = sum(due)
        least = [
            cost - min(total if sort in self.wild else cost, self.worth(player, sort))
            if self.wild
            else 0
            for sort, cost in enumerate(due)
        ]
        order = self.wild + [sort for sort in range(len(due)) if sort not in self.wild]
        return [
            way
            for way in self._spread(order, least, due, less, [0] * len(due))
            if all(
                self.can_pay_one(player, sort, cost - off)
                for sort, (cost, off) in enumerate(zip(due, way, strict=True))
            )
        ]

    def _spread(
        self, order: list[int], least: list[int], most: Amounts, left: int, way: list[int]
    ) -> Iterator[Amounts]:
        if not order:
            if left == 0:
                yield tuple(way)
            return
        sort, *rest = order
        low = max(least[sort], left - sum(most[one] for one in rest))
        high = min(most[sort], left - sum(least[one] for one in rest))
        for off in range(high, low - 1, -1):
            way[sort] = off
            yield from self._spread(rest, least, most, left - off, way)
