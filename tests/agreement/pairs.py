"""Which of our games is which of OpenSpiel's, and how moves, chance and results correspond.

Data and small functions only. A move of OpenSpiel's is a whole number; one such move may be several
answers of ours, given in order. Nothing here plays, compares or imports OpenSpiel.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from interpreter.run.plan import Plan

Answers = tuple[Any, ...]
# Every move that is offered: OpenSpiel's number of it, and our answers.
Moves = Callable[[Plan, Any], list[tuple[int, Answers]]]
# What a player knows by OpenSpiel: its state, all outcomes of chance, and the seat.
Tells = Callable[[Any, list[int], int], str]


@dataclass(frozen=True, slots=True)
class Cards:
    """Chance deals cards from a pile. An outcome of OpenSpiel's stands for `alike` of our cards.

    `spare` is how many outcomes there are beyond the number of players, or `fixed` how many there
    are whoever plays; `common` is how many cards are drawn besides one for each player, where that
    is all that is ever drawn.
    """

    alike: int
    fixed: int = 0
    spare: int = 0
    common: int = 0
    hand: int = 0  # how many cards each is dealt at once, where nobody may be dealt a whole rank
    pile: str = "table_deck"

    def kinds(self, players: int) -> int:
        """How many outcomes differ."""
        return self.fixed or players + self.spare

    def all(self, players: int) -> list[int]:
        """Give the whole deck, as outcomes."""
        return [kind for kind in range(self.kinds(players)) for _ in range(self.alike)]

    def dealt_out(self, deck: list[int], players: int) -> bool:
        """Whether nobody is dealt a book: OpenSpiel would deal them as many cards again."""
        hands = [deck[seat * self.hand : (seat + 1) * self.hand] for seat in range(players)]
        return all(hand.count(kind) < self.alike for hand in hands for kind in set(hand))

    def ours(self, outcome: int) -> set[int]:
        """Give the cards, any of which is this outcome."""
        return set(range(outcome * self.alike, (outcome + 1) * self.alike))

    def left(self, state: Any) -> Counter[int]:
        """Give what our pile still holds."""
        pile = getattr(state, f"z_{self.pile}")[0]
        return Counter(card // self.alike for card in pile)


@dataclass(frozen=True, slots=True)
class Dice:
    """Chance rolls dice, each outcome being one less than the pips: `first` at the start, or 0 if
    a game rolls as long as its players like.
    """

    faces: int = 6
    first: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """One of our games and the one of OpenSpiel's that it is compared with."""

    ours: str
    theirs: str
    moves: Moves
    options: dict[str, int] = field(default_factory=dict)
    players: int = 2
    chance: Cards | Dice | None = None
    passes: int = -1  # their move of a player who cannot move; ours is not asked
    stake: int = 0  # chips at the start; 0: winners are compared, not chips
    tells: Tells | None = None  # what theirs tells each player, where something is hidden
    forgets: bool = False  # that is only about the moment: what was told before belongs to it


# ------------------------------------------------------------------------------ moves


def one(number: Callable[[Any], int]) -> Moves:
    """Give moves of a single answer: `number` makes OpenSpiel's of it."""
    return lambda plan, state: [(number(option), (option,)) for option in state.options]


def same(option: Any) -> int:
    """Both count alike."""
    return int(option)


def column(option: Any) -> int:
    """Give a column of the rack of six by seven, which has its places after those of the rows."""
    return (int(option) - 12) // 2


def labelled(*labels: str) -> Moves:
    """Give moves that a rule names in words; they are counted in this order."""
    return lambda plan, state: [
        (labels.index(plan.program.sites[state.site].items[option]), (option,))
        for option in state.options
    ]


def pawns(plan: Plan, state: Any) -> list[tuple[int, Answers]]:
    """Breakthrough: a pawn, then a space. Theirs is a space, one of six ways, and a capture."""
    columns = plan.settings["columns"]
    field_ = list(state.z_table_field)
    upwards = 3 * (state.actor == 1)
    made = []
    for pawn in state.options:
        row, start = divmod(field_.index(pawn), columns)
        asked = plan.clone(state)
        plan.answer(asked, pawn)
        for space in asked.options:
            way = upwards + space % columns - start + 1
            taken = field_[space] >= 0
            made.append((((row * columns + start) * 6 + way) * 2 + taken, (pawn, space)))
    return made


def questions(plan: Plan, state: Any) -> list[tuple[int, Answers]]:
    """Go Fish: a player, then a rank from 0."""
    made = []
    for rival in state.options:
        asked = plan.clone(state)
        plan.answer(asked, rival)
        made += [(rival * 13 + rank, (rival, rank)) for rank in asked.options]
    return made


def bids(plan: Plan, state: Any) -> list[tuple[int, Answers]]:
    """Liar's Dice: to bid, a number of dice and a face; or to doubt, their last move of all."""
    made: list[tuple[int, Answers]] = []
    dice = 2 * plan.settings["dice_each"]
    for option in state.options:
        if plan.program.sites[state.site].items[option][2] == "call_liar":
            made.append((dice * 6, (option,)))
            continue
        bidding = plan.clone(state)
        plan.answer(bidding, option)
        for count in bidding.options:
            counted = plan.clone(bidding)
            plan.answer(counted, count)
            made += [
                ((count - 1) * 6 + face - 1, (option, count, face)) for face in counted.options
            ]
    return made


def pits(option: Any) -> int:
    """Their store of the second player is space 0, ours the last."""
    return (int(option) + 1) % 14


# ------------------------------------------------------------------------------ knowledge


def state_of_information(theirs: Any, luck: list[int], seat: int) -> str:
    """Give what OpenSpiel itself calls one state of information."""
    return str(theirs.information_state_string(seat))


def rolled_in_order(theirs: Any, luck: list[int], seat: int) -> str:
    """Theirs sorts the dice of a cup, ours remembers which came first: both are added up."""
    dice = len(luck) // theirs.num_players()
    return f"{theirs.information_state_string(seat)} {luck[seat * dice : (seat + 1) * dice]}"


def hand_and_books(theirs: Any, luck: list[int], seat: int) -> str:
    """Give what a player observes. Theirs counts books, ours shows of what ranks they are; and a
    deal of five cards, which is for more than two players, is told rank by rank as they came.
    Theirs also names the card that another player has fished, which is nobody else's business: that
    is left out.
    """
    held = str(theirs).partition("\n")[2]
    books = "".join(rank for rank in "abcdefghijklm" if rank not in held)
    dealt = list(dict.fromkeys(luck[seat * 5 : seat * 5 + 5])) if theirs.num_players() > 2 else []
    seen = re.sub(
        rf"^((?!{seat} )\d+ asked -3 for )\d+", r"\1?", observed(theirs, seat), flags=re.M
    )
    return f"{seen} {books} {dealt}"


def observed(theirs: Any, seat: int) -> str:
    """OpenSpiel's words for what a seat sees at this moment."""
    return str(theirs.observation_string(seat))


# ------------------------------------------------------------------------------ games


def hex_of(size: int) -> Pair:
    return Pair("hex", f"hex(board_size={size})", one(same), {"size": size})


def breakthrough_of(rows: int, columns: int) -> Pair:
    theirs = f"breakthrough(rows={rows},columns={columns})"
    return Pair("breakthrough", theirs, pawns, {"rows": rows, "columns": columns})


def pig_of(players: int, goal: int, decisions: int) -> Pair:
    return Pair(
        "pig",
        f"pig(players={players},winscore={goal},horizon={decisions})",
        labelled("Roll", "Stop"),
        {"goal": goal, "most_decisions": decisions},
        players,
        Dice(),
    )


def kuhn_of(players: int) -> Pair:
    return Pair(
        "kuhn_poker",
        f"kuhn_poker(players={players})",
        labelled("Pass", "Bet"),
        {},
        players,
        Cards(alike=1, spare=1),
        stake=2,
        tells=state_of_information,
    )


def liars_of(dice: int) -> Pair:
    return Pair(
        "liars_dice",
        f"liars_dice(numdice={dice})",
        bids,
        {"dice_each": dice},
        chance=Dice(first=2 * dice),
        tells=rolled_in_order,
    )


def fish_of(players: int) -> Pair:
    return Pair(
        "go_fish",
        f"go_fish(players={players})",
        questions,
        {},
        players,
        Cards(alike=4, fixed=13, hand=7 if players == 2 else 5, pile="table_pool"),
        tells=hand_and_books,
        forgets=True,
    )


TIC_TAC_TOE = Pair("tic_tac_toe", "tic_tac_toe", one(same))
CONNECT_FOUR = Pair("connect_four", "connect_four", one(column))
MANCALA = Pair("mancala", "mancala", one(pits))
REVERSI = Pair("reversi", "othello", one(same), passes=64)
LEDUC_MOVES = labelled("Fold", "Call", "Raise")
# Ours knows no suits, so that what a player sees is the same only where theirs forgets them too.
LEDUC = Pair(
    "leduc_poker",
    "leduc_poker(suit_isomorphism=True)",
    LEDUC_MOVES,
    chance=Cards(alike=2, fixed=3, common=1),
    stake=100,
    tells=state_of_information,
)
LEDUC_WITH_SUITS = Pair(
    "leduc_poker", "leduc_poker", LEDUC_MOVES, chance=Cards(alike=1, fixed=6, common=1), stake=100
)

PAIRS = (
    TIC_TAC_TOE,
    CONNECT_FOUR,
    *(hex_of(size) for size in (5, 11)),
    *(breakthrough_of(*size) for size in ((6, 3), (8, 8))),
    REVERSI,
    MANCALA,
    pig_of(2, 100, 1000),
    pig_of(3, 50, 40),
    *(kuhn_of(players) for players in (2, 3)),
    LEDUC,
    LEDUC_WITH_SUITS,
    *(liars_of(dice) for dice in (1, 2, 5)),
    *(fish_of(players) for players in (2, 3, 4, 5)),
)
