"""A card in a hidden hand asks its owner: who declines gives nothing away."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from interpreter.diagnostics import Report
from interpreter.pipeline import build
from interpreter.present.labels import option_label
from interpreter.present.log import Chronicle
from interpreter.run.plan import Plan
from tests.checking import check_game
from tests.language.reference import (
    README,
    SHARED,
    completed,
    examples,
    fences,
    game_files,
    whole_games,
)

READERS = (0, 1, 2, None)
GLASS = "Bell Glass: the trick does nothing"


@lru_cache
def orchard() -> Plan:
    """Give the game of the reference, with the card of its chapter on copies that cancels
    others."""
    found = fences(README.read_text(encoding="utf-8"))
    example = next(e for e in examples(found) if any("id: bell_glass" in f.text for f in e.fences))
    files = game_files(completed(whole_games(found)[SHARED], example))
    program = check_game(files, Report())
    assert program is not None
    return build(program, files)


def stories(answer: str) -> tuple[list[str], list[list[str]]]:
    """For whoever is asked, and for each of the others: the story of a trick that this player could
    cancel and answers so; of three players and somebody who looks on."""
    plan = orchard()
    for seed in range(40):
        rng, state = Random(seed), plan.start(3, seed, log=True)
        story = Chronicle(plan, READERS)
        story.follow(state)
        while not state.over and story.turns < 8:
            names = [option_label(plan, state, n, state.actor) for n in range(len(state.options))]
            number = rng.randrange(len(names))
            if "Play a trick" in names:
                number = names.index("Play a trick")
                begun = {reader: len(lines) for reader, lines in story.lines.items()}
            asked, holder = GLASS in names, state.actor
            if asked:
                number = names.index(GLASS if answer == "yes" else "No")
            story.choice(state, number)
            plan.choose(state, number)
            story.follow(state)
            if asked and GLASS not in option_label(plan, state, 0, state.actor):
                story.settle()
                told = {r: [one.text for one in story.lines[r][begun[r] :]] for r in READERS}
                if any("Windfall" in line for line in told[holder]):
                    return told.pop(holder), list(told.values())
    raise AssertionError("nobody could cancel a trick")


def test_who_declines_is_not_given_away():
    holder, others = stories("no")
    assert "Play a trick: Windfall" in holder[0]
    assert holder[1].endswith(f"Bell Glass: No ({GLASS}).")
    for lines in others:
        assert lines == [holder[0], *holder[2:]]
        assert not any("Glass" in line or "reveals" in line for line in lines)


def test_who_does_it_is_told():
    holder, others = stories("yes")
    for lines in others:
        assert "Play a trick: Windfall" in lines[0]
        assert any("Bell Glass" in line for line in lines) and lines == holder
