"""`empty:` of a board's layout: a sign on spaces on which nothing lies."""

from __future__ import annotations

from interpreter.present.model.view import view
from tests.run.invariants import plan_of


def test_corners_and_throne_are_drawn_while_they_are_empty():
    plan = plan_of("brandubh")
    state = plan.start(2, 1)
    field = next(one for one in view(plan, state, 0).boards if one.id == "field")
    told = {cell.name: [fact.say for fact in cell.facts] for cell in field.cells}
    corners = {"a1", "a7", "g1", "g7"}
    assert {name for name, facts in told.items() if facts == ["corner"]} == corners
    assert not told["d4"]  # the king stands on his throne
    king = state.z_table_field[24]
    assert king >= 0
    state.z_table_field[24] = -1
    field = next(one for one in view(plan, state, 0).boards if one.id == "field")
    throne = next(cell for cell in field.cells if cell.name == "d4")
    assert [(fact.say, fact.short) for fact in throne.facts] == [("throne", "+")]
