"""What the checker understands and the engine cannot carry out yet: told wherever rules are read.

Takes a checked program; gives one problem for each such sentence. It must not know who asks.
"""

from __future__ import annotations

from itertools import chain

from interpreter.diagnostics import Report
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
    """One error for each sentence of a game that cannot be played yet."""
    values = chain(program_expressions(program), *(look.walk() for _, look in program.looks))
    places = {
        one.span: ("a place as a value", one.span) for one in values if one.type.base == "zone"
    }
    for what, span in [*program.not_run, *places.values()]:
        instead = (says for words, says in INSTEAD.items() if what.startswith(words))
        report.add(
            "not-played-yet",
            span,
            f"{what} cannot be played yet",
            "understood, but not carried out",
            helps=(next(instead, "say it in another way for now"),),
        )
