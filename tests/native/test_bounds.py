"""Compiled code trusts no shape: every helper writes only where there is room for it, whatever it
is handed, and money that lies somewhere else is not compiled at all."""

from __future__ import annotations

import ast
import ctypes
from functools import cache
from typing import Any

import pytest

from interpreter.backends.c.compiled.compilers import Library, compile_text
from interpreter.backends.c.kinds import NotNative
from interpreter.backends.c.module import print_native
from interpreter.backends.c.native import native_plan
from interpreter.backends.c.state_layout import StateLayout
from interpreter.backends.python.module import print_game
from tests.native.lockstep import compiler, native
from tests.native.small_games import cards, plan_of, rules

pytestmark = native

BAD_PLACE = 8
TABLE = """
kind card plural cards
the table has
    zone market: row of 4 cards, seen by all
    board field: grid 3 by 3 of cards, seen by all
each player has
    zone hand: set of cards, seen by all
    score: 0 to 9
"""
# Each takes three numbers, and what lies before and behind the spaces stays as it was.
DOORS = """
#define DOOR(name, deed) int name(State *S, I a, I b, I c) { \\
    Way way; int how; if (!begin(&way)) return 1; how = _setjmp(way.room); \\
    if (how) return how; deed; return 0; }
static void nothing(State *S, I c) {}
static void nowhere(State *S, I c, I i) {}
static I edge[3];
static L lane(I a, I b, I c) { edge[0] = a; edge[1] = b; edge[2] = c; return of_numbers(edge, 3); }
#define MARKET ((R){ S->z_table_market, 4 })
#define FIELD ((R){ S->z_table_field, 9 })
DOOR(try_turn_row, turn_row(S, MARKET, a, b, c, 0))
DOOR(try_close_up, close_up(S, MARKET, a, b, 0, 0, 0))
DOOR(try_rotate, rotate(S, lane(a, b, c), 1, FIELD, 0))
DOOR(try_push, push(S, with_one((L){ 0, 0 }, c), lane(a, b, 2), FIELD, 0, nothing, nowhere, 0))
DOOR(try_pass_on, (S->z_player_hand[0][0] = (Piece)a, S->z_player_hand[0][1] = (Piece)b,
    pass_on(S, (R){ &S->z_player_hand[0][0], (THINGS + 1) * 2 }, c, 1, 0)))
DOOR(try_pile_add, (S->z_player_hand[0][0] = (Piece)a,
    pile_add(S->z_player_hand[0], b, LYING(c, 0), 0)))
DOOR(try_shuffle, (S->z_player_hand[0][0] = 1, S->z_player_hand[0][1] = (Piece)a,
    shuffle(S, S->z_player_hand[0], 0)))
"""


@cache
def doors() -> tuple[Library, StateLayout, int]:
    """Give a game with doors to its helpers, and how large a state is."""
    plan = plan_of(
        rules(TABLE, "move all cards in market to your hand\nshuffle your hand\nclose_up market"),
        cards(("ace", 6)),
        most=2,
    )
    made = print_native(plan.printed)
    library = compile_text(made.source + DOORS, compiler())
    size = ctypes.CFUNCTYPE(ctypes.POINTER(ctypes.c_int64))(library.address("where"))()[0]
    return library, made.layout, int(size)


def attempt(name: str, *numbers: int) -> int:
    """Give what comes of a helper: 0, or the kind of its fault; and nothing beside the state is
    touched, which lies between two stretches of memory that are looked at afterwards."""
    library, _, size = doors()
    room = (ctypes.c_ubyte * (3 * size))()
    ctypes.memset(room, 0x5A, 3 * size)
    ctypes.memset(ctypes.addressof(room) + size, 0, size)
    state = ctypes.addressof(room) + size
    places = ctypes.CFUNCTYPE(ctypes.POINTER(ctypes.c_int64))(library.address("where"))()
    ctypes.c_int64.from_address(state + places[1]).value = 2  # players
    deed: Any = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, *[ctypes.c_int64] * 3)
    came = int(deed(library.address(f"try_{name}"))(state, *numbers))
    assert set(room[:size]) == set(room[2 * size :]) == {0x5A}
    return came


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("turn_row", (0, 4, 1)),
        ("close_up", (2, 2, 0)),
        ("rotate", (0, 4, 8)),
        ("push", (0, 1, 5)),
        ("pass_on", (1, 5, 7)),
        ("pile_add", (0, 6, 5)),
        ("shuffle", (5, 0, 0)),
    ],
)
def test_what_fits_is_done(name, numbers):
    assert attempt(name, *numbers) == 0


FAR = (-(2**40), -7, 4, 9, 2**31, 2**40)
HELD = (-(2**15), -7, 9, 2**15 - 1)  # as far as what a pile of this game holds can be


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        *(("turn_row", (far, 2, 1)) for far in FAR),
        *(("turn_row", (1, far, 1)) for far in FAR),
        ("turn_row", (3, 2, 1)),
        *(("close_up", (far, 1, 0)) for far in FAR),
        *(("close_up", (1, far, 0)) for far in FAR),
        *(("rotate", (0, far, 8)) for far in FAR if far != 4),
        *(("push", (0, far, 5)) for far in FAR if far != 4),
        *(("push", (0, 1, far)) for far in FAR if far > 6),
        *(("pass_on", (far, 5, 7)) for far in HELD),
        *(("pass_on", (1, far, 7)) for far in HELD if abs(far) > 8),
        *(("pass_on", (1, 5, far)) for far in FAR if far not in (4,)),
        *(("pile_add", (far, 6, 5)) for far in HELD),
        *(("pile_add", (0, 6, far)) for far in FAR if far != 4),
        *(("shuffle", (far, 0, 0)) for far in HELD),
    ],
)
def test_what_does_not_fit_is_a_fault_and_writes_nothing_beside_the_state(name, numbers):
    assert attempt(name, *numbers) == BAD_PLACE


# ------------------------------------------------------------------------------ money

MONEY = """
values metal: copper, silver
kind coin plural coins, alike
    printed stuff: metal
    printed size: penny or crown
kind card plural cards
each metal has
    zone mint: set of coins, seen by all
    zone shelf: row of 2 cards, seen by all
each player has
    zone purse: set of coins, seen by all
    zone spot: row of 3 cards, seen by all
    zone hand: set of cards, seen by all
money coin of stuff
    worth 1 for penny, 5 for crown
    kept in purse
    banked in mint
"""
COINS = "coins:\n" + "".join(
    f"- {{id: {metal}_{size}, stuff: {metal}, size: {size}, copies: 9, source: common}}\n"
    for metal in ("copper", "silver")
    for size in ("penny", "crown")
)


@pytest.mark.parametrize(
    "wrong",
    [{"kept": "spot"}, {"kept": "hand"}, {"bank": "shelf"}, {"worth": {"penny": -1, "crown": 0}}],
)
def test_money_that_would_not_fit_is_not_compiled(wrong):
    """`check` refuses it; this is the fence behind `check`."""
    body = "move all coins to copper's mint\ngain 3 silver coins"
    plan = plan_of(rules(MONEY, body), COINS + cards(("ace", 2)))
    native_plan(plan, compiler())
    for name, value in wrong.items():
        setattr(plan.program.money["coin"], name, value)
    with pytest.raises(NotNative, match="money that is kept in"):
        print_native(print_game(plan.program, logging=False))


def test_spaces_that_are_none_are_not_compiled():
    """A list of numbers is not taken for a row of spaces."""
    plan = plan_of(rules(TABLE, "close_up market"), cards(("ace", 6)), most=2)
    printed = print_game(plan.program, logging=False)
    market = [
        one
        for function in printed.functions.values()
        for one in ast.walk(function.tree)
        if isinstance(one, ast.Attribute)
        and one.attr == "z_table_market"
        and "close_up" in function.names
    ]
    assert market
    for one in market:
        one.attr = "f_player_score"
    with pytest.raises(NotNative, match="spaces of `f_player_score`"):
        print_native(printed)
