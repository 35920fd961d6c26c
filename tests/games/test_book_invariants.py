"""What the rulebooks say is so in every position, looked at through whole random games.

`make soak` plays two thousand of each number of players, and compares how each ends with what the
compiled rules make of the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from interpreter.run.plan import Plan
from interpreter.run.random_answers import RandomPlayer
from interpreter.run.state import BaseState, Option
from interpreter.simulation.random_games import game_seed
from tests.native.lockstep import both, native
from tests.run.invariants import Watched, everything_holds, plan_of
from tests.soaking import seeds

FULL = 2_000
SHARE = 1


def printed(plan: Plan, kind: str, name: str) -> list[Any]:
    """Give what is printed on each component of a kind, in their order."""
    designs = plan.program.kinds[kind].designs
    return [d.printed[name] for d in designs for _ in range(d.first, d.last)]


def owner_counts(plan: Plan, kind: str, zones: list[list[int]]) -> list[int]:
    """How many components of a kind each player has in some zones."""
    first, last = plan.program.kinds[kind].first, plan.program.kinds[kind].last
    found = [0] * plan.most
    for zone in zones:
        for piece in zone:
            if first <= piece < last:
                found[plan.program.owner_of[piece]] += 1
    return found


def kingdom(plan: Plan, state: Any) -> None:
    """DOK-31: three dice are free, always; DOK-35: no two Blockers on one die; six cubes (Q9)."""
    assert len(state.z_table_free_dice[0]) == 3
    assert all(die >= 0 for die in state.z_table_field[:25])
    assert sum(one >= 0 for one in state.z_space_field_top[:25]) == 2
    cubes = [one for one in state.z_enchantment_squares[:-1] if one >= 0]
    cubes += [one for one in state.z_eclipse_squares[:-1] if one >= 0]
    for seat in range(state.n):
        placed = sum(plan.program.owner_of[one] == seat for one in cubes)
        assert placed + len(state.z_player_reserve[seat]) == 6


def deus(plan: Plan, state: Any) -> None:
    """Two Divine Interventions at most, three for Hermes; a hero or a god on a place, not two."""
    limits = {d.first: 3 if d.id == "hermes" else 2 for d in plan.program.kinds["god"].designs}
    for seat in range(state.n):
        assert len(state.z_player_hand[seat]) <= limits[state.z_player_mat[seat]]
    visitors = [one for one in state.z_place_visitor[:-1] if one >= 0]
    assert len(set(visitors)) == len(visitors)


def deukalion(plan: Plan, state: Any) -> None:
    """DEU-82, DEU-52: at the start of a turn no two pieces lie on one field, but for the Styx; ten
    fighters each."""
    names = [d.id for d in plan.program.kinds["field"].designs]
    for name, lying in zip(names, state.z_field_surface, strict=True):
        assert len(lying) <= 1 or name in ("a1", "b1")
    fighters = [*state.z_player_hold, *state.z_player_underworld, *state.z_settlement_garrison]
    assert owner_counts(plan, "fighter", fighters)[: state.n] == [10] * state.n
    assert sum(one >= 0 for one in state.z_table_open_contracts[:2]) <= 2


def domination(plan: Plan, state: Any) -> None:
    """G7: trackers from 0 to 10; DED-41, A9: a priest stands on what its owner holds, a tile, a
    temple or a mine; two of them, one more for Freya and with Shamans."""
    owner = plan.program.owner_of
    for seat in range(state.n):
        for kept in ("fervor", "power", "growth"):
            assert 0 <= getattr(state, f"f_player_{kept}")[seat] <= 10
    priests = [0] * state.n
    for space, clergy in enumerate(state.z_space_world_clergy):
        for priest in clergy:
            priests[owner[priest]] += 1
            token, tile = state.z_space_world_claim[space], state.z_table_world[space]
            assert owner[priest] == owner[token if token >= 0 else tile]
    designs = plan.program.designs
    for seat, many in enumerate(priests):
        cards = [*state.z_player_face_up[seat], state.z_player_patron[seat]]
        more = sum(designs[plan.program.design_of[c]].id in ("freya", "shamans") for c in cards)
        assert many <= 2 + more


def root(plan: Plan, state: Any) -> None:
    """RC-021: no more buildings and ruins in a clearing than slots; RC-042: no two lasting cards of
    a player alike; RC-037: nobody below 0 VP."""
    slots = printed(plan, "clearing", "slots")
    many = len(state.z_clearing_built) // len(slots)
    for clearing, room in enumerate(slots):
        built = sum(state.z_clearing_built[clearing * many : (clearing + 1) * many])
        assert built + bool(state.z_clearing_ruin[clearing]) <= room, clearing
    for seat in range(state.n):
        effects = [plan.program.design_of[card] for card in state.z_player_effects[seat]]
        assert len(set(effects)) == len(effects)
        assert state.f_player_victory_points[seat] >= 0


BOOKS: dict[str, Callable[[Plan, Any], None]] = {
    "deities_of_the_old_kingdom": kingdom,
    "deus_ex_machina": deus,
    "deukalion": deukalion,
    "deities_domination": domination,
    "root": root,
}


def played(plan: Plan, players: int, number: int) -> tuple[int, int, tuple[int, ...]]:
    """Game `number` of `rulewright sim`, looked at whenever somebody else has the turn: how many
    questions were asked, how many of them had one answer, and who won."""
    player = _Watching(plan, game_seed(1, number))
    state = plan.fresh(players, game_seed(1, number))
    state.agent = player
    plan.run(state)
    everything_holds(plan, state)
    return player.asked, player.forced, tuple(sorted(state.winners))


class _Watching(RandomPlayer):
    """Looks at the game whenever somebody else has the turn."""

    def __init__(self, plan: Plan, seed: int) -> None:
        super().__init__(seed)
        self.plan, self.holds = plan, BOOKS[plan.id]
        self.turn: tuple[int, Watched | None] = (-1, None)

    def __call__(self, S: BaseState, options: Sequence[Option]) -> Option:
        """Look, and answer by chance."""
        if S.active not in (-1, self.turn[0]):
            watched = self.turn[1] or Watched(self.plan, S)
            self.turn = S.active, watched
            watched.look(self.plan, S)
            self.holds(self.plan, S)
        return super().__call__(S, options)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", BOOKS)
def test_what_the_book_says_holds(game: str, players: int):
    for number in range(SHARE):
        asked, forced, _ = played(plan_of(game), players, number)
        assert asked > forced


@native
@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", BOOKS)
def test_two_thousand_games_hold_and_end_alike(game: str, players: int, pytestconfig):
    plan, other = both(game)
    for number in seeds(f"rulewright/book_{game}_{players}", FULL, pytestconfig.cache):
        (row,) = other.games(players, 1, number, 1, 100_000, None)
        assert (row[1], row[2], row[6]) == played(plan, players, number)
