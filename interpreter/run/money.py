"""Money: alike pieces in two sizes (or one), kept by players, banked by symbol.

A `Purse` is the fixed description; amounts are in symbols (a triple of worth 3 counts 3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.run.doers import done
from interpreter.run.machine import burn
from interpreter.run.state import BaseState, own

WAY = 10  # steps of fuel for each symbol of a way to pay


@dataclass(frozen=True, slots=True)
class Purse:
    """Where money is kept: names of state lists, and for each symbol its designs.

    `small` and `large` hold, for each symbol, the index of the design among the kind's designs
    (large is -1 where there is only one size); `size` is what a large one is worth. `wild` symbols
    stand for any other that is due.
    """

    kept: str
    bank: str
    designs: int
    small: tuple[int, ...]
    large: tuple[int, ...]
    size: int
    wild: tuple[int, ...] = ()
    kind: str = ""
    """What the pieces are called in the rules, for the story."""

    @property
    def order(self) -> tuple[int, ...]:
        """All symbols, wild ones first, so that payments that need few of them are listed first."""
        return *self.wild, *(one for one in range(len(self.small)) if one not in self.wild)


def wealth(S: BaseState, M: Purse, player: int, symbol: int) -> int:
    """Count the symbols that a player holds."""
    kept = getattr(S, M.kept)
    start = player * M.designs
    total = kept[start + M.small[symbol]]
    if M.large[symbol] >= 0:
        total += M.size * kept[start + M.large[symbol]]
    return int(total)


def _own_pieces(S: BaseState, M: Purse) -> None:
    """Make sure that a look-ahead copy owns its lists of what players and the bank have."""
    if S.probe:
        own(S, M.kept)
        own(S, M.bank)


def _bank(S: BaseState, M: Purse, symbol: int) -> tuple[list[int], int]:
    return getattr(S, M.bank), symbol * M.designs


def can_join(S: BaseState, M: Purse, player: int, symbol: int) -> bool:
    """Check whether a player can exchange small pieces for a large one; False for symbol -1."""
    large = M.large[symbol]
    if symbol < 0 or large < 0:
        return False
    bank, at = _bank(S, M, symbol)
    return bool(
        getattr(S, M.kept)[player * M.designs + M.small[symbol]] >= M.size and bank[at + large] > 0
    )


def can_split(S: BaseState, M: Purse, player: int, symbol: int) -> bool:
    """Check whether a player can exchange a large piece for small ones; False for symbol -1.

    It is also False if these would be the last small pieces, to be turned in again at once.
    """
    large = M.large[symbol]
    if symbol < 0 or large < 0 or getattr(S, M.kept)[player * M.designs + large] < 1:
        return False
    bank, at = _bank(S, M, symbol)
    there, turned_in = bank[at + M.small[symbol]], 0
    if there < M.size:
        turned_in = min(_spare(S, M, player, symbol), bank[at + large] + 1)
        there += M.size * turned_in
    return bool(there > M.size or (there == M.size and bank[at + large] + 1 == turned_in))


def join_money(S: BaseState, M: Purse, player: int, symbol: int) -> None:
    """Exchange small pieces of a player for a large one."""
    _own_pieces(S, M)
    kept, start = getattr(S, M.kept), player * M.designs
    bank, at = _bank(S, M, symbol)
    kept[start + M.small[symbol]] -= M.size
    bank[at + M.small[symbol]] += M.size
    kept[start + M.large[symbol]] += 1
    bank[at + M.large[symbol]] -= 1


def split_money(S: BaseState, M: Purse, player: int, symbol: int) -> None:
    """Exchange a large piece of a player for small ones."""
    _change_large(S, M, player, symbol, 1, M.size)


def _change_large(
    S: BaseState, M: Purse, player: int, symbol: int, given: int, change: int
) -> None:
    """Move `given` large pieces to the bank and `change` small ones back to the player.

    Other players turn in small pieces where the bank has too few.
    """
    _own_pieces(S, M)
    kept, start = getattr(S, M.kept), player * M.designs
    bank, at = _bank(S, M, symbol)
    kept[start + M.large[symbol]] -= given
    bank[at + M.large[symbol]] += given
    if change > bank[at + M.small[symbol]]:
        free_small(S, M, symbol, player)
    kept[start + M.small[symbol]] += change
    bank[at + M.small[symbol]] -= change
    if change > 0 and bank[at + M.small[symbol]] == 0:
        free_small(S, M, symbol)


def _spare(S: BaseState, M: Purse, player: int, symbol: int) -> int:
    """Count how many large pieces the other players could take for their small ones."""
    kept, small = getattr(S, M.kept), M.small[symbol]
    return sum(kept[p * M.designs + small] // M.size for p in range(S.n) if p != player)


def free_small(S: BaseState, M: Purse, symbol: int, spared: int = -1) -> None:
    """Have all players, from the active one on, exchange small pieces for large ones.

    This happens when the bank has run out of small pieces; player `spared`, for whom it is done, is
    left out.
    """
    if M.large[symbol] < 0:
        return
    for step in range(S.n):
        player = (max(S.active, 0) + step) % S.n
        while player != spared and can_join(S, M, player, symbol):
            join_money(S, M, player, symbol)
            if S.log is not None:
                S.log.append(done(("exchange", player, symbol, "join", M.kind), player))


def gain_money(S: BaseState, M: Purse, player: int, symbol: int, amount: int) -> int:
    """Move up to `amount` symbols from the bank to a player, small pieces first; return how many.

    No symbol (-1) yields 0.
    """
    if symbol < 0:
        return 0
    _own_pieces(S, M)
    kept, start = getattr(S, M.kept), player * M.designs
    bank, at = _bank(S, M, symbol)
    small, large = M.small[symbol], M.large[symbol]
    due = max(0, amount)
    while due:
        if bank[at + small] == 0:
            free_small(S, M, symbol)
        if bank[at + small]:
            taken = min(due, bank[at + small])
            bank[at + small] -= taken
            kept[start + small] += taken
            due -= taken
        elif large < 0 or bank[at + large] == 0:
            break
        elif due >= M.size:
            bank[at + large] -= 1
            kept[start + large] += 1
            due -= M.size
        elif kept[start + small] + due >= M.size:
            back = M.size - due
            kept[start + small] -= back
            bank[at + small] += back
            bank[at + large] -= 1
            kept[start + large] += 1
            due = 0
        else:
            break
    if bank[at + small] == 0 and due < amount:
        free_small(S, M, symbol)
    return max(0, amount) - due


def _change(S: BaseState, M: Purse, player: int, symbol: int, cost: int) -> int:
    """Count the small pieces due from the bank as change for a payment; -1 if it cannot be paid."""
    kept, start = getattr(S, M.kept), player * M.designs
    small = kept[start + M.small[symbol]]
    if cost <= small:
        return 0
    if M.large[symbol] < 0:
        return -1
    needed = -(-(cost - small) // M.size)
    if needed > kept[start + M.large[symbol]]:
        return -1
    return int(max(0, needed * M.size - cost))


def can_pay_one(S: BaseState, M: Purse, player: int, symbol: int, cost: int) -> bool:
    """Check whether a player can pay exactly `cost` of a symbol, with change from the bank."""
    change = _change(S, M, player, symbol, cost)
    if change <= 0:
        return change == 0
    bank, at = _bank(S, M, symbol)
    there = bank[at + M.small[symbol]]
    if there >= change:
        return True
    most = bank[at + M.large[symbol]] + (cost + change) // M.size  # including what is paid
    return bool(there + M.size * min(_spare(S, M, player, symbol), most) >= change)


def pay_one(S: BaseState, M: Purse, player: int, symbol: int, cost: int) -> None:
    """Pay an exact number of symbols: small pieces first, then large ones with change."""
    if cost <= 0:
        return
    _own_pieces(S, M)
    kept, start = getattr(S, M.kept), player * M.designs
    bank, at = _bank(S, M, symbol)
    small = M.small[symbol]
    if kept[start + small] >= cost:
        kept[start + small] -= cost
        bank[at + small] += cost
        return
    needed = -(-(cost - kept[start + small]) // M.size)
    _change_large(S, M, player, symbol, needed, needed * M.size - cost)


def pay_money(S: BaseState, M: Purse, player: int, amounts: tuple[int, ...]) -> None:
    """Pay exact amounts of every symbol; the caller has checked that this is possible."""
    for symbol, cost in enumerate(amounts):
        if cost:
            pay_one(S, M, player, symbol, cost)


def can_pay(S: BaseState, M: Purse, player: int, due: tuple[int, ...], lessened: int) -> bool:
    """Check whether the player can pay `due` after some reduction by `lessened` symbols.

    The player chooses what to leave out; wild symbols pay for any other.
    """
    short, spare, exact = _lacking(S, M, player, due)
    lessened = min(lessened, sum(due))
    if short > lessened + spare:
        return False
    if exact and lessened == short == 0:
        return True
    if not lessened and not M.wild:  # the one way is to leave nothing out
        burn(S, due, WAY)
        return False
    for way in _spread(M.order, *_bounds(S, M, player, due), lessened):
        burn(S, way, WAY)
        if all(
            cost == less or can_pay_one(S, M, player, i, cost - less)
            for i, (cost, less) in enumerate(zip(due, way, strict=True))
        ):
            return True
    return False


def _lacking(S: BaseState, M: Purse, player: int, due: tuple[int, ...]) -> tuple[int, int, bool]:
    """Count the symbols that a player lacks, and the wild ones that are left over for them.

    Also tells whether each symbol that is there can be paid exactly, with change from the bank.
    """
    kept, start, small, wild = getattr(S, M.kept), player * M.designs, M.small, M.wild
    short = spare = 0
    exact = True
    for symbol, cost in enumerate(due):
        if wild and symbol in wild:
            missing = cost - wealth(S, M, player, symbol)
            spare -= missing
            exact = exact and missing <= 0  # another wild symbol may stand for it
        elif cost <= kept[start + small[symbol]]:
            continue  # small pieces pay for it
        else:
            missing = cost - wealth(S, M, player, symbol)
            short += max(0, missing)
        if missing < 0 and exact and not can_pay_one(S, M, player, symbol, cost):
            exact = False
    return short, spare, exact


def _bounds(
    S: BaseState, M: Purse, player: int, due: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Compute the least and most that can be taken off each symbol: at least what the player lacks.

    The least of a wild symbol is negative where it can pay for others.
    """
    if not M.wild:
        return (0,) * len(due), due
    total = sum(due)
    least = [
        cost - min(total if symbol in M.wild else cost, wealth(S, M, player, symbol))
        for symbol, cost in enumerate(due)
    ]
    return tuple(least), due


def _spread(
    order: Sequence[int], least: tuple[int, ...], most: tuple[int, ...], lessened: int
) -> Iterator[tuple[int, ...]]:
    """Yield every way to take exactly `lessened` off within the bounds, in a fixed order.

    The first ways take as much as possible off the first symbol of `order`, then off the second.
    """
    way = [0] * len(most)

    def spread(at: int, left: int) -> Iterator[tuple[int, ...]]:
        if at == len(order):
            if left == 0:
                yield tuple(way)
            return
        symbol, rest = order[at], order[at + 1 :]
        low = max(least[symbol], left - sum(most[one] for one in rest))
        high = min(most[symbol], left - sum(least[one] for one in rest))
        for take in range(high, low - 1, -1):
            way[symbol] = take
            yield from spread(at + 1, left - take)

    return spread(0, lessened)


def ways_to_pay(
    S: BaseState, M: Purse, player: int, due: tuple[int, ...], lessened: int
) -> list[tuple[int, ...]]:
    """List the ways to spread a reduction over the symbols so that the player can pay the rest.

    Where wild symbols pay for others, these are reduced further, and the wild ones by a negative
    amount.
    """
    burn(S, due, 1 + 4 * sum(due))
    if not lessened and not M.wild:  # the one way is to leave nothing out
        burn(S, due, WAY)
        payable_so = all(can_pay_one(S, M, player, i, cost) for i, cost in enumerate(due) if cost)
        return [(0,) * len(due)] if payable_so else []
    least, most = _bounds(S, M, player, due)
    payable = [
        {less: can_pay_one(S, M, player, symbol, cost - less) for less in range(low, cost + 1)}
        for symbol, (cost, low) in enumerate(zip(due, least, strict=True))
    ]
    ways = []
    for way in _spread(M.order, least, most, lessened):
        burn(S, way, WAY)
        if all(payable[i][x] for i, x in enumerate(way)):
            ways.append(way)
    return ways


def made_up(M: Purse, less: tuple[int, ...], lessened: int) -> tuple[int, ...]:
    """Charge what a reduction takes off beyond `lessened` to the first wild symbol.

    Returns `less` itself if there are no wild symbols or nothing is beyond.
    """
    more = sum(less) - lessened
    if not M.wild or more <= 0:
        return less
    return tuple(n - more if symbol == M.wild[0] else n for symbol, n in enumerate(less))
