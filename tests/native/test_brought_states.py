"""States that are brought from Python, damaged in any way, can be refused or played, and never harm
the process; what is too large is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interpreter.backends.c.compiled.states import NativeFault
from interpreter.backends.c.state_layout import MOST_CHOSEN, MOST_LASTING, MOST_TOLD, MOST_WAITING
from interpreter.run.plan import IllegalMove
from tests.native.lockstep import both, native
from tests.native.small_games import both_of, cards

pytestmark = native

ODD: tuple[Any, ...] = (
    *(-1, -2, 0, 1, 2, 7, 99, 10_000, 2**15, 2**31 - 1, 2**31, -(2**31), 2**32, 2**53),
    *(10**15, 10**15 + 1, -(10**15), 2**62, 2**63, -(2**63), 2**64, 10**30),
    *(True, None, "x", 1.5, (), [], (1, 2), [3] * 300, {}),
)


def names_of(S: Any) -> list[str]:
    """Everything that a state keeps."""
    kinds = [kind for kind in type(S).__mro__ if hasattr(kind, "__slots__")]
    return sorted(name for kind in kinds for name in kind.__slots__ if hasattr(S, name))


def damaged(S: Any, dice: Random) -> str:
    """Change one thing in a state, somewhere; says which."""
    name = dice.choice([n for n in names_of(S) if n not in ("code", "agent", "log", "pins")])
    value = getattr(S, name)
    path = name
    if isinstance(value, (list, dict, tuple)) and dice.random() < 0.9:
        setattr(S, name, _damaged_within(value, dice))
    else:
        setattr(S, name, dice.choice(ODD))
    return path


def _damaged_within(value: Any, dice: Random) -> Any:
    if isinstance(value, dict):
        changed = dict(value)
        changed[dice.choice([*changed, "nothing like it"])] = dice.choice(ODD)
        return changed
    made = list(value)
    deed = dice.randrange(6)
    if not made or deed == 0:
        made.insert(dice.randrange(len(made) + 1), dice.choice(ODD))
    elif deed == 1:
        del made[dice.randrange(len(made))]
    elif deed == 2:
        made *= 2
    else:
        at = dice.randrange(len(made))
        inner = made[at]
        if isinstance(inner, (list, tuple)) and dice.random() < 0.9:
            made[at] = _damaged_within(inner, dice)
        else:
            made[at] = dice.choice(ODD)
    return type(value)(made)


def attack(plan: Any, other: Any, number: int) -> str:
    """Damage a state of a game that is under way, and go on with it; what became of it."""
    dice = Random(number)
    state = plan.start(dice.randint(plan.least, plan.most), number)
    for _ in range(dice.randrange(25)):
        if not state.over:
            plan.choose(state, dice.randrange(len(state.options)))
    for _ in range(dice.choice((1, 1, 1, 2, 5))):
        damaged(state, dice)
    try:
        twin = other.bring(state)
    except NativeFault as fault:
        assert fault.kind in ("not of this game", "no memory", "too deep")
        return "refused"
    into = other.empty()
    for _ in range(12):
        try:
            count = other.count(twin)
            if count:
                other.playout(into, twin, -1, number, 60)
                other.take_back(into)
            other.choose(twin, dice.randrange(max(1, count)))
            other.take_back(twin)
        except (NativeFault, IllegalMove):
            return "stopped"
    return "played"


GAMES = ("deities_of_the_old_kingdom", "deus_ex_machina", "mancala", "go_fish", "hex")


@pytest.mark.parametrize("name", GAMES)
def test_damaged_states_are_refused_or_played(name):
    outcomes = [attack(*both(name), number) for number in range(150)]
    assert {"refused", "played"} <= set(outcomes)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_many_damaged_states_are_refused_or_played(name):
    for number in range(150, 20_000):
        attack(*both(name), number)


GAME = """
kind card plural cards
    printed rank: 0 to 9
the table has
    zone deck: pile of cards, seen by nobody
each player has
    zone hand: set of cards, seen by owner
    points: 0 to 1000
    mood: 0 to 9

game main
    move all cards to deck
    have each player play my_turn

turn my_turn
    set your mood to 3 until your next turn
    let friends be all cards in deck
    choose count from 1 to 3
    gain count points
    choose card from friends
"""


def waiting() -> tuple[Any, Any, Any]:
    made = both_of(GAME, cards(("sun", 5), rank=[1]))
    return *made, made[0].start(2, 1)


def refused(kind: str, change: Any) -> None:
    _, other, state = waiting()
    other.bring(state)
    change(state)
    with pytest.raises(NativeFault, match=f"^{kind}$"):
        other.bring(state)


def test_more_that_lasts_than_there_is_room_for_is_refused():
    refused("no memory", lambda S: S.expiry.extend(S.expiry * MOST_LASTING))


def test_a_sentence_about_more_things_than_there_is_room_for_is_refused():
    def change(S: Any) -> None:
        S.expiry.append((*S.expiry[0][:5], (1,) * (MOST_TOLD + 1)))

    refused("not of this game", change)


def test_more_waiting_rules_than_there_is_room_for_are_refused():
    refused("too deep", lambda S: S.stack.extend(S.stack * MOST_WAITING))


def test_a_list_that_waits_and_is_longer_than_there_is_room_for_is_refused():
    def change(S: Any) -> None:
        S.stack[-1] = tuple(
            part * MOST_WAITING if isinstance(part, tuple) else part for part in S.stack[-1]
        )

    refused("too deep", change)


def test_an_answer_of_more_things_than_there_is_room_for_is_refused():
    def change(S: Any) -> None:
        S.choice = (1,) * (MOST_CHOSEN + 1)

    refused("no memory", change)


def test_more_options_than_there_is_room_for_are_refused():
    refused("no memory", lambda S: S.options.extend(range(20_000)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", 0),
        ("n", 5),
        ("active", 2),
        ("loc", []),
        ("loc", [2**31] * 5),
        ("shown", None),
        ("winners", [0, 1] * 9),
        ("winners", [7]),
        ("winners", {}),
        ("z_table_deck", [[0, 1, 2, 3, 5]]),
        ("z_table_deck", [[0] * 6]),
        ("z_table_deck", []),
        ("f_player_points", [2**70, 0, 0, 0, 0]),
        ("f_player_points", [0]),
        ("stack", [(77, 0, 1)]),
        ("stack", [(0, 0, 1, 2, 3)]),
        ("draws", {"no such stream": 1}),
        ("options", [1, (2, 3)]),
        ("seed", -1),
        ("fuel", 10**40),
        ("expiry", [("no such span", 0, 0, 0, 0, 0)]),
    ],
)
def test_what_is_not_of_this_game_is_refused(name, value):
    refused("not of this game", lambda S: setattr(S, name, value))


def test_a_state_of_another_game_is_refused():
    _, other = both("tic_tac_toe")
    with pytest.raises(NativeFault, match="not of this game"):
        other.bring(both("connect_four")[0].start(2, 1))
    with pytest.raises(ValueError, match="a state of another game"):
        other.choose(both("connect_four")[1].start(2, 1), 0)


def test_an_empty_state_can_be_looked_at():
    _, other, _ = waiting()
    assert other.options(other.empty()) == []
    with pytest.raises(IllegalMove):
        other.choose(other.empty(), 0)
