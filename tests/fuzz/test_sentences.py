"""What the checker accepts is played: sentences about what may be none, or about pieces that are
alike, each in a game of its own, in both back ends, with the invariants of every game.

A sentence says each thing by its name in one game, and by the parameters of a procedure in another.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from interpreter.backends.c.native import native_plan
from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.pipeline import build
from interpreter.run.plan import Plan
from tests.checking import check_game
from tests.fuzz.sentences import CONDITIONS, DEEDS, NONE
from tests.language.reference import SHARED, game_files
from tests.language.test_reference import GAMES
from tests.native.lockstep import compiler, native, same_game
from tests.run import invariants

pytestmark = [pytest.mark.slow, native]

COURSE = "rules/2_course.rules"
TURN = 'turn player_turn "A turn" cites ORC-2\n'
DECISIONS = 30
NAMED = re.findall(r"^    (\w+): (\w+) or none$", NONE, re.MULTILINE)
IFS = [f"{one}\n    gain 1 gold" for one in CONDITIONS.splitlines()]
TOGETHER = 8  # conditions change nothing that others ask for: one game takes several
ALL = ["\n".join(IFS[n : n + TOGETHER]) for n in range(0, len(IFS), TOGETHER)]
ALL += DEEDS.strip().split("\n\n")


AMBIGUOUS = {"same-for-each", "which-ones"}
"""Told of a sentence that would do something else than it says: in these games, each thing is named
by hand, also where a ranking or a move asks for one of several."""


def game(sentence: str, told: bool) -> Plan | None:
    """Give the game of the reference with a sentence at the start of each turn; `told`: in a
    procedure to which everything is handed over."""
    files = dict(GAMES[SHARED])
    rules, first = NONE, sentence
    if told:
        words = [name for name, _ in NAMED]
        prepositions = ("with", "to", "by", "as", "over", "into", "from")
        heading = f"{words[0]}: {NAMED[0][1]}" + "".join(
            f" {prep} {name}: {kind}"
            for prep, (name, kind) in zip(prepositions, NAMED[1:], strict=True)
        )
        rules = re.sub(r"^    (\w+):", r"    no_\1:", NONE, flags=re.MULTILINE)
        rules += f"\nprocedure go_on {heading}\n" + "".join(
            f"    {x}\n" for x in sentence.split("\n")
        )
        first = f"go_on no_{words[0]}" + "".join(
            f" {prep} no_{name}" for prep, name in zip(prepositions, words[1:], strict=True)
        )
    assert TURN in files[COURSE]
    lines = "".join(f"    {line}\n" for line in first.split("\n"))
    files[COURSE] = files[COURSE].replace(TURN, TURN + lines)
    files["rules/9_more.rules"] = rules
    report = Report()
    read = game_files(files)
    program = check_game(read, report)
    errors = [d for d in report.sorted() if d.severity == "error"]
    if errors and {d.slug for d in errors} <= AMBIGUOUS:
        return None
    said = "\n\n".join(map(render, errors))
    assert program is not None and not said, said
    return build(program, read)


# Every other sentence is handed over to a procedure as well.
CASES = [*((one, False) for one in ALL), *((one, True) for one in ALL[::2])]


@pytest.mark.parametrize(("sentence", "told"), CASES)
def test_what_is_accepted_can_be_played(sentence, told):
    if told and "stop player_turn" in sentence:
        sentence = sentence.replace("stop player_turn", "stop go_on")
    plan = game(sentence, told)
    if plan is None:  # it is refused, which is an answer, too
        return
    for players in (plan.least, plan.most):
        rng, state = Random(players), plan.start(players, players)
        for _ in range(DECISIONS):
            if state.over:
                break
            plan.choose(state, rng.randrange(len(state.options)))
            invariants.components_lie_once(plan, state)
            invariants.alike_pieces_are_conserved(plan, state)
            invariants.kept_numbers_are_in_range(plan, state)
    same_game(plan, native_plan(plan, compiler()), plan.least, 1, most=DECISIONS)
