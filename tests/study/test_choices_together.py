"""Several things in one question: how tests answer it, and what is said where it cannot be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.explaining.explanations import opened
from interpreter.explaining.reasons import explain, inquire
from interpreter.explaining.typed_moves import ParsedMove, TypedAnswer
from interpreter.load.game_folder import find_game, read_game
from interpreter.testing.game_tests import suite_of
from tests.run.invariants import plan_of

GAME = "deus_ex_machina"
STORY = """\
test "A quest"
    given 2 players: ann, ben
        ann's mat holds athena
        ben's mat holds hera
        ann's might is 3
        ann's cunning is 2
        hero_track holds meleager, ajax, theseus
        quest_track holds hydra, lityerses, procrustes, alcestis
"""


def problems(step: str, cunning: int = 2):
    """Give what is said of one step at a position."""
    report = Report()
    folder = find_game(GAME, report)
    assert folder is not None
    files = read_game(folder, report)
    assert files is not None
    story = STORY.replace("cunning is 2", f"cunning is {cunning}")
    told = Source("story.rules", f"{story}    {step}\n")
    suite = suite_of(replace(files, tests=(told,)), report)
    assert suite is not None and not report.errors, [d.message for d in report.sorted()]
    return [problem for result in suite.run() for problem in result.problems]


@pytest.mark.parametrize(
    "step",
    [
        "ann takes complete_quest: quest is hydra, hero is meleager, paid is 1",
        "ann takes complete_quest: paid is 1, hero is meleager, quest is hydra",
        "ann takes complete_quest: quest is hydra, hero is meleager",  # there is one way only
        "ann takes gather_points: place is red_area, hero is spot of hero_track at 2",
    ],
)
def test_the_things_are_named_in_any_order_and_as_far_as_need_be(step):
    assert problems(step) == []


def test_what_leaves_several_options_is_told_with_what_else_can_be_said():
    (found,) = problems("ann takes complete_quest: quest is hydra, hero is meleager", cunning=4)
    assert found.message == "2 options are `quest is hydra, hero is meleager`"
    assert found.label.text == "which one?"
    assert found.notes == ("say also: `paid`",)


def test_what_is_not_offered_has_the_reason_of_just_these_things():
    (found,) = problems("ann takes complete_quest: quest is hydra, hero is meleager, paid is 2")
    assert found.message == "`quest is hydra, hero is meleager, paid is 2` is not offered"
    assert found.notes[0] == "the reason: less Might would do as well"
    assert "(quest is hydra, hero is meleager, paid is 1)" in found.notes[-1]


def test_what_is_in_no_list_is_told_so():
    (found,) = problems('refuses ann takes complete_quest: quest is sinis because "it is far"')
    assert found.message == "this is refused, but for another reason"


@pytest.mark.parametrize(
    ("answers", "plain"),
    [
        (("hydra", "meleager", "2"), "less Might would do as well"),
        (("meleager", "hydra", "0"), "the hero is not up to this quest, and you cannot make up"),
        (("sinis",), "it is not among quests in quest_track"),
    ],
)
def test_why_takes_them_together(answers, plain):
    plan = plan_of(GAME)
    place = opened(plan, 2, 3)
    position = _laid_out(plan, place)
    move = ParsedMove("", (TypedAnswer("complete_quest"), *map(TypedAnswer, answers)))
    made = explain(inquire(position, position.state.actor), move)
    assert not made.legal and made.leaf is not None and made.leaf.condition is not None
    assert made.leaf.condition.says.startswith(plain)


def _laid_out(plan, place):
    """Give the first round, with the hero track and the quest track of the story above."""
    from interpreter.explaining.explanations import reached

    while place.state.active < 0:
        place = reached(plan, place.state, place.state.options[0])
    S = place.state
    ids = {d.id: d.first for d in plan.program.designs}
    for row, wanted in (
        ("hero_track", ("meleager", "ajax", "theseus")),
        ("quest_track", ("hydra", "lityerses", "procrustes", "alcestis")),
    ):
        family = next(f for f in plan.program.families if f.name == row)
        kind = family.kinds[0]
        zone = getattr(S, f"z_{family.key}")
        for piece in [c for c in zone if c >= 0] + [ids[name] for name in wanted]:
            plan.namespace[f"box_{kind}"](S, piece)
        for at, name in enumerate(wanted):
            plan.namespace[f"put_{family.key}"](S, ids[name], at)
    S.f_player_might[S.actor], S.f_player_cunning[S.actor] = 3, 2
    return place
