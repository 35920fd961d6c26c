"""Helpers of `run` that are called with what stands in the rules, as C text: what each is handed.

The helper of the same name in `machine.c` takes the same things in the same order; a letter for
each argument of the Python helper says as what it is handed on.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from interpreter.backends.c.state_layout import PIECE
from interpreter.backends.c.translation import Translation
from interpreter.backends.c.trees import c_name, constant

HANDED = {
    "can_join": "SPNN@",
    "can_pay": "SPNLN@",
    "can_split": "SPNN@",
    "closed": "SNC",
    "count_use": "SNN@",
    "different": "SLF",
    "divided": ".NN",
    "expire": "SD.",
    "expire_next": "SDN.",
    "few_sets": "NNNN",
    "gain_money": "SPNNN@",
    "in_last": "NLN",
    "in_turn_order": "LL",
    "join_money": "SPNN@",
    "lasting_sum": "SNNN",
    "lasts": "SNWNL",
    "line_of": "MLN",
    "longest_line": "ML@",
    "matchable": "LLLNL",
    "most_alike": "L",
    "next_card": "SZRN.",
    "pay_money": "SPNL@",
    "push": "SLLANFF@",
    "random": "STN",
    "reopen": "SNNC",
    "repeated": "LL",
    "rotate": "SLNAN",
    "settled": "SNNNNNN",
    "shuffle": "SZT..",
    "split_money": "SPNN@",
    "spot": "NNN",
    "steps": "MNNN@",
    "steps_over": "MNNNLN@",
    "subsets": "SLNNF",
    "times_done": "SNN@",
    "turn_row": "SANNNN",
    "vadd": "LL",
    "vge": "LL",
    "vset": "LNN@",
    "vsub": "LL",
    "vtotal": "ML",
    "ways_to_pay": "SPNLN@",
    "with_none": "M",
    "weighted": "STL@",
}
"""`S` the state · `.` nothing · `N` a number · `L` a list · `M` lists · `P` money · `T` a stream of
chance · `Z` a pile · `A` spaces of the state itself · `F` a function or none · `R` what refills ·
`C` sentences that close places · `W` whom a ban is for · `D` a span of time · `@`, at the end, the
line of the rules."""
NAMED = {"random": "random_number"}
"""Helpers that are called otherwise in C, where the name is taken."""
WHO = {"everyone": 2, "you": 1}


def handed_call(t: Translation, e: ast.Call) -> str | None:
    """Give the call of a helper; None where it is none of those."""
    name = getattr(e.func, "id", "")
    letters = HANDED.get(name)
    if letters is None:
        return None
    ways: dict[str, Callable[[Translation, ast.expr], str]] = {
        "S": lambda _, __: "S",
        "N": Translation.number,
        "L": t.steps.listing,
        "M": t.steps.listings,
        "P": purse,
        "T": stream,
        "Z": t.steps.pile,
        "A": kept,
        "F": function_named,
        "R": refill,
        "C": closings_of,
        "W": lambda _, who: str(WHO.get(constant(who), 0)),
        "D": lambda t, span: str(span_place(t, constant(span))),
    }
    told = [
        ways[letter](t, one)
        for letter, one in zip(letters.removesuffix("@"), e.args, strict=True)
        if letter != "."
    ]
    if letters.endswith("@"):
        told.append(t.at(e))
    return f"{NAMED.get(name, name)}({', '.join(told)})"


def purse(t: Translation, e: ast.expr) -> str:
    """Give a money."""
    assert isinstance(e, ast.Name)
    return f"&{c_name(e.id)}"


def stream(t: Translation, e: ast.expr) -> str:
    """Give the number of a stream of chance."""
    return str(t.layout.stream(constant(e)))


def kept(t: Translation, e: ast.expr) -> str:
    """Give the spaces of a family: where they lie, and how many there are."""
    assert isinstance(e, ast.Attribute)
    member = t.layout.lists.get(e.attr)
    if member is None or member.type != PIECE or not e.attr.startswith("z_"):
        raise t.stop(f"spaces of `{e.attr}`", e)
    return f"((R){{ S->{c_name(e.attr)}, {member.count} }})"


def function_named(t: Translation, e: ast.expr) -> str:
    """Give a function, to be called by the helper; 0 for none."""
    return c_name(e.id) if isinstance(e, ast.Name) else "0"


def refill(t: Translation, e: ast.expr) -> str:
    """Give what refills a pile; 0 if nothing does."""
    return c_name(f"refill_{e.id[7:]}") if isinstance(e, ast.Name) else "0"


def closings_of(t: Translation, e: ast.expr) -> str:
    """Give the sentences that close places for a time, and how many there are."""
    assert isinstance(e, ast.Name)
    numbers = tuple(sorted(t.tables.constants[e.id]))
    return f"{t.tables.row(numbers)}, {len(numbers)}"


def span_place(t: Translation, name: str) -> int:
    """Give the number of a span of time."""
    return [one[2:] for one in t.layout.single if one.startswith("t_")].index(name)
