"""How a game ended, in words: why, who won, and the final standings."""

from __future__ import annotations

from interpreter.ir import nodes
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import Func
from interpreter.ir.walking import walk
from interpreter.present import words
from interpreter.present.model import computed_looks, facts
from interpreter.present.player_names import calling
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

ENDS = "The game ends."
DRAWN = "agreed_draw"
"""The ending that is none of the rules: all players have agreed to a draw."""
BY_AGREEMENT = "The game ends as a draw: all players have agreed."
SAYING = "trigger"
"""The sort of rules whose titles may say why somebody has won: others say what they did."""


def ending(plan: Plan, state: BaseState) -> str:
    """Return the name the rules give to this ending; empty for an ordinary or no ending."""
    if not state.over or not 0 <= state.ending < len(plan.program.endings):
        return ""
    name = str(plan.program.endings[state.ending])
    return "" if name == "end" else name


def result(plan: Plan, state: BaseState) -> str:
    """Describe the end of the game in one line: why it ended and who won."""
    if not state.over:
        return "The game is not over."
    told, name = in_words(plan, state), words.spoken(ending(plan, state))
    first = f"The game ends: {told}." if told else f"The game ends ({name})." if name else ENDS
    with calling(plan, state):
        winners = [words.seat_title(seat) for seat in sorted(state.winners)]
    if not winners:
        return f"{first} Nobody wins."
    if len(winners) == 1:
        return f"{first} {winners[0]} wins."
    return f"{first} {words.joined(winners)} win together."


def in_words(plan: Plan, state: BaseState) -> str:
    """Return the text for this ending from `words: endings:` in `game.yaml`; empty if none."""
    if not 0 <= state.ending < len(plan.program.endings):
        return ""
    told = (plan.program.words.get("endings") or {}).get(plan.program.endings[state.ending]) or {}
    return str(told.get("title") or "").strip()


def why(plan: Plan, state: BaseState) -> str:
    """Return the title of the rule by which somebody won: `Whoever reaches the goal wins at once`.

    Empty if the win follows from the ordinary course of the game, if the rule compares players, or
    if the ending has words of its own. Needs a state with a log."""
    open_: list[Func] = []
    found: Func | None = None
    for entry in state.log or ():
        if entry[0] == "deed":
            open_.append(plan.program.funcs[entry[1]])
        elif entry[0] == "back":
            names = [func.name for func in open_]
            if entry[1] in names:
                del open_[len(names) - 1 - names[::-1].index(entry[1]) :]
        elif entry[0] == "win" and found is None:
            found = next((f for f in reversed(open_) if f.title), None)
    if found is None or found.sort != SAYING or any(map(_picks_players, walk(found.body))):
        return ""
    if in_words(plan, state):
        return ""
    return found.title


def _picks_players(s: Stmt) -> bool:
    """Check whether a statement compares players: then the ranking says more."""
    return bool(isinstance(s, nodes.Pick) and s.item.is_player)


def ranking(plan: Plan, state: BaseState) -> list[tuple[int, list[tuple[str, str]]]]:
    """Rank the players from best to worst, each with what the rules compare: `points`, `12`.

    Winners come first. Empty if the rules compare nothing, or if the game is not over."""
    criteria = plan.program.ranking
    if not state.over or not criteria:
        return []
    rows = []
    for seat in range(state.n):
        values = [computed_looks.counted(plan, state, one.look, seat) for one in criteria]
        better = [
            int(v) if one.lowest else -int(v) for v, one in zip(values, criteria, strict=True)
        ]
        told = []
        for value, one in zip(values, criteria, strict=True):
            kind = plan.program.looks[one.look][1].type
            told.append((facts.titled(plan, one.title)[0], words.typed_words(plan, kind, value)))
        rows.append((seat not in state.winners, better, seat, told))
    return [(seat, told) for _, _, seat, told in sorted(rows, key=lambda row: row[:3])]
