"""Exact conversion of engine states to plain JSON data and back.

Lists stay lists; tuples, sets and dictionaries are written as an object with one key, since JSON
has neither. Only what matters later is written: no log, no player that a simulation has put in.
"""

from __future__ import annotations

from interpreter.diagnostics.json_data import Json
from interpreter.run.plan import Plan
from interpreter.run.state import BaseState

LEFT_OUT = frozenset({"agent", "log", "pins", "mine", "answers", "probe"})
EXACT = 1 << 53  # integers up to here are exact in every JSON parser


def state_data(state: BaseState) -> Json:
    """Convert everything in a state that matters later to JSON data, by the names of its slots."""
    names = [name for name in type(state).__slots__ if name not in LEFT_OUT]
    return {name: _encoded(getattr(state, name)) for name in names}


def state_from(plan: Plan, data: object) -> BaseState:
    """Restore a state from JSON data; raises `ValueError` if it is not a state of this game."""
    if not isinstance(data, dict):
        raise ValueError("no state is written there")
    players = data.get("n")
    if type(players) is not int or not plan.least <= players <= plan.most:
        raise ValueError("the number of players is not one of this game")
    made = plan.fresh(players, 0)
    names = {name for name in type(made).__slots__ if name not in LEFT_OUT}
    if set(data) != names:
        raise ValueError("its parts are not those of this game")
    for name in names:
        value = _decoded(data[name])
        if not _alike(getattr(made, name), value):
            raise ValueError(f"`{name}` is not as this game keeps it")
        setattr(made, name, value)
    return made


def _encoded(value: object) -> object:
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if -EXACT <= value <= EXACT else {"hex": hex(value)}
    if isinstance(value, list):
        return [_encoded(one) for one in value]
    if isinstance(value, tuple):
        return {"tuple": [_encoded(one) for one in value]}
    if isinstance(value, dict):
        return {"pairs": [[_encoded(k), _encoded(v)] for k, v in value.items()]}
    if isinstance(value, set):
        return {"set": sorted(value)}
    raise TypeError(f"a state holds {type(value).__name__}")


def _decoded(data: object) -> object:
    if isinstance(data, list):
        return [_decoded(one) for one in data]
    if not isinstance(data, dict):
        if isinstance(data, float):
            raise ValueError("a state holds whole numbers only")
        return data
    if len(data) != 1:
        raise ValueError("a part of it cannot be read")
    ((sort, value),) = data.items()
    if sort == "tuple":
        return tuple(_decoded(one) for one in value)
    if sort == "pairs":
        return {_decoded(k): _decoded(v) for k, v in value}
    if sort == "set":
        return set(value)
    if sort == "hex":
        return int(value, 16)
    raise ValueError("a part of it cannot be read")


def _alike(ours: object, theirs: object) -> bool:
    """Check whether a value has the shape of this game's: as many zones, numbers for numbers."""
    if isinstance(ours, list):
        if not isinstance(theirs, list):
            return False
        if ours and isinstance(ours[0], list):
            return len(ours) == len(theirs) and all(isinstance(one, list) for one in theirs)
        fixed = ours and isinstance(ours[0], int)
        return not fixed or (len(ours) == len(theirs) and all(type(x) is int for x in theirs))
    if isinstance(ours, bool | int):
        return isinstance(theirs, int)
    return ours is None or type(ours) is type(theirs)
