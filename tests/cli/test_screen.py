"""The Tab key completes what can be typed."""

from __future__ import annotations

from interpreter.cli.screen import Screen


def test_a_beginning_is_completed_whatever_its_case():
    screen = Screen(plain=True)
    screen.words = ["Pyramid", "Pass the turn", "look"]
    assert screen.completed("pa", 0) == "Pass the turn"
    assert screen.completed("P", 0) == "Pyramid"
    assert screen.completed("P", 1) == "Pass the turn"
    assert screen.completed("P", 2) is None
    assert screen.completed("x", 0) is None
