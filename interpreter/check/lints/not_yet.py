"""Errors for what the checker understands but the engine cannot run yet.

There is one for each such sentence. It must not know who asks.
"""

from __future__ import annotations

from itertools import chain

from interpreter.diagnostics import Report, Span
from interpreter.ir import nodes
from interpreter.ir.program import Program
from interpreter.ir.walking import program_expressions

# What can be written instead, by the first words of what is not carried out.
INSTEAD = {
    "ending a turn": "the turn, round or phase itself can say it; where something else ends it,"
    " keep a mark of the table, such as `over: yes or no`, and ask for it there",
    "a limit of a row": "declare fewer spaces: `row of 3`; or a `set` in place of the row",
    "closing a place": "forbid the procedure or action that moves them: `everyone may not ...`",
    "paying from": "leave out `from ...`: it is paid from where the money is kept",
    "wild values": "name a zone in which only one kind shows such a value",
    "matching that": 'write `choose` without `may`, below a question: `may "..."`',
    "a time named": "write `turn`, `round`, `phase` or `game`",
    "passing on": "declare it as a `set` or a `pile` of pieces that are not `alike`",
    "a standing change": "write it for whoever has it: `raise your ...`, below `while`",
    "a place as a value": "name what lies there: `top of ...`, `number of ...`, `... in ...`",
    "waiting for": "wait for the procedure or action of the game in which it happens",
    "answering how many": "wait for the procedure or action of the game in which it happens",
}


def not_played_yet(program: Program, report: Report) -> None:
    """Report an error for each sentence of a game that cannot be played yet."""
    for what, span in [
        *program.not_run,
        *(("a place as a value", one) for one in _places(program)),
    ]:
        instead = (says for words, says in INSTEAD.items() if what.startswith(words))
        report.add(
            "not-played-yet",
            span,
            f"{what} cannot be played yet",
            "understood, but not carried out",
            helps=(next(instead, "say it in another way for now"),),
        )


def _places(program: Program) -> list[Span]:
    """Where a place stands for a value, without being turned into what lies there."""
    looks = (part for _, look in program.looks for part in look.walk())
    values = list(chain(program_expressions(program), looks))
    where_it_happens = {
        part.span for one in values if isinstance(one, nodes.SamePlace) for part in one.args
    }
    found = dict.fromkeys(one.span for one in values if one.type.is_zone)
    return [span for span in found if span not in where_it_happens]
