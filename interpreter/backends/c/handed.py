"""Calls of the helpers of `run` as C text, with each argument translated as the helper needs it.

The helper of the same name in `machine.c`, or in `prelude.c` if it works on lists and numbers
alone, takes the same arguments in the same order; one letter per argument of the Python helper says
how it is translated.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from interpreter.backends.c.state_layout import PIECE
from interpreter.backends.c.translation import Translation
from interpreter.backends.c.trees import c_name, constant
from interpreter.backends.target.names import SPAN, ZONE, sort_of, thing_of

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
    "mingled": "NNN",
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
    """Translate the call of a helper listed in `HANDED`; None for any other call."""
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
        for letter, one in zip(letters.rstrip("@"), e.args, strict=True)
        if letter != "."
    ]
    if "@" in letters:
        told.append(t.at(e))
    return f"{NAMED.get(name, name)}({', '.join(told)})"


def purse(t: Translation, e: ast.expr) -> str:
    """Translate a money to a pointer to its `Purse`."""
    assert isinstance(e, ast.Name)
    return f"&{c_name(e.id)}"


def stream(t: Translation, e: ast.expr) -> str:
    """Translate the name of a random stream to its number."""
    return str(t.layout.stream(constant(e)))


def kept(t: Translation, e: ast.expr) -> str:
    """Translate a family of single spaces to its array and the length of that.

    Raises `NotNative` if the attribute is not such a family.
    """
    assert isinstance(e, ast.Attribute)
    member = t.layout.lists.get(e.attr)
    if member is None or member.type != PIECE or sort_of(e.attr) != ZONE:
        raise t.stop(f"spaces of `{e.attr}`", e)
    return f"((R){{ S->{c_name(e.attr)}, {member.count} }})"


def function_named(t: Translation, e: ast.expr) -> str:
    """Translate a callback to a C function name; 0 if there is none."""
    return c_name(e.id) if isinstance(e, ast.Name) else "0"


def refill(t: Translation, e: ast.expr) -> str:
    """Name the C function that refills a pile; 0 if the pile is never refilled."""
    return c_name(f"refill_{e.id[7:]}") if isinstance(e, ast.Name) else "0"


def closings_of(t: Translation, e: ast.expr) -> str:
    """Translate the numbers of the sentences that close places for a time: table and length."""
    assert isinstance(e, ast.Name)
    numbers = tuple(sorted(t.tables.constants[e.id]))
    return f"{t.tables.row(numbers)}, {len(numbers)}"


def span_place(t: Translation, name: str) -> int:
    """Look up the index of a span among the spans of the state.

    Raises `ValueError` for an unknown span.
    """
    return [thing_of(one) for one in t.layout.single if sort_of(one) == SPAN].index(name)
