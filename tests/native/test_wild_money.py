"""Wild money: what pays for others, against trying every way by hand, in both back ends."""

from __future__ import annotations

from itertools import product

import pytest

from interpreter.run import money
from interpreter.run.sets import vsub
from tests.native.small_games import Pair, both_of, rules

GEMS = ("ruby", "jade", "gold", "pearl")
TABLE = """
values gem: ruby, jade, gold wild, pearl{second}
values size: one, three
kind token plural tokens, alike
    printed gem: gem
    printed size: size
kind card plural cards
    printed cost: amounts of gem
    printed discount: amounts of gem
each gem has
    zone bank: set of tokens, seen by all
each player has
    zone purse: set of tokens, seen by all
    paid: yes or no
the table has
    sought: card or none
money token of gem
    worth 1 for one{large}
    kept in purse
    banked in bank
"""
CARDS = "cards:\n" + "".join(
    f"- {{id: card_{n}, cost: {cost}, discount: {discount}, copies: 1}}\n"
    for n, (cost, discount) in enumerate(
        [
            ("{ruby: 2}", "{}"),
            ("{ruby: 1, jade: 2}", "{ruby: 1}"),
            ("{ruby: 2, gold: 1}", "{}"),
            ("{jade: 3, pearl: 1}", "{jade: 1}"),
            ("{ruby: 1, jade: 1, gold: 1, pearl: 1}", "{}"),
            ("{gold: 2}", "{jade: 2}"),
        ]
    )
)
BODY = """
for each gem
    move all gem tokens to gem's bank
repeat 5 times
    pick gem from gems
        at random
    gain 1 gem tokens
pick card from cards
    at random
set sought to card
may "Pay for it"
    pay card's cost, less card's discount{less}
    mark you as paid
"""


def tokens(large: bool) -> str:
    sizes = [("one", "small", 9), *([("three", "large", 3)] if large else [])]
    return "tokens:\n" + "".join(
        f"- {{id: {named}_{gem}, gem: {gem}, size: {size}, copies: {copies}}}\n"
        for gem in GEMS
        for size, named, copies in sizes
    )


def by_hand(due: tuple[int, ...], lessened: int, wild: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Give what can be paid in all: each gem that is due is left out, paid in kind, or by a wild
    one."""
    owed = [gem for gem, amount in enumerate(due) for _ in range(amount)]
    found = set()
    for ways in product(*({gem, None, *wild} for gem in owed)):
        if ways.count(None) == min(lessened, len(owed)):
            found.add(tuple(ways.count(gem) for gem in range(len(due))))
    return found


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("lessened", [0, 1])
def test_it_pays_exactly_where_some_way_pays(large: bool, second: bool, lessened: int):
    table = TABLE.format(second=" wild" * second, large=", 3 for three" * large)
    body = BODY.format(less=", less 1 of your choice" * lessened)
    plans = both_of(rules(table, body), tokens(large) + CARDS)
    plan, wild = plans[0], (2, 3) if second else (2,)
    designs = [d for d in plan.program.designs if d.kind == "card"]
    purse = plan.namespace["MONEY_token"]
    seen: set[int] = set()
    for seed in range(150):
        pair = Pair(plans, seed=seed)
        S = pair.python
        card = next(d for d in designs if d.first == S.f_table_sought)
        due = vsub(card.printed["cost"], card.printed["discount"])
        hand = {
            paid
            for paid in by_hand(due, lessened, wild)
            if all(money.can_pay_one(S, purse, 0, gem, cost) for gem, cost in enumerate(paid))
        }
        had = tuple(money.wealth(S, purse, 0, gem) for gem in range(4))
        assert (0 in S.options) == bool(hand), (seed, due, had, hand)
        if not hand:
            seen.add(0)
            continue
        pair.take(0)
        if S.over:  # there was one way, which was taken
            left = tuple(money.wealth(S, purse, 0, gem) for gem in range(4))
            assert {vsub(had, left)} == hand
        else:
            ways = [tuple(a - b for a, b in zip(due, way, strict=True)) for way in S.options]
            assert len(set(ways)) == len(ways)
            assert set(ways) == hand, (seed, due, had)
            at = seed % len(ways)
            pair.take(at)
            left = tuple(money.wealth(S, purse, 0, gem) for gem in range(4))
            assert vsub(had, left) == ways[at]
        seen.add(len(hand))
        assert S.f_player_paid[0] == 1
    assert {0, 1, 2} <= seen
