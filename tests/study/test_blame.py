"""The smallest sets of changes that do what all of them do."""

from __future__ import annotations

import pytest

from interpreter.comparing.blame import causes


def found(number, does, likely=(), same=lambda some: True):
    """Give what is found among `number` changes, and how many different sets were tried."""
    tried = set()

    def alike(some):
        tried.add(some)
        return does(some)

    some = causes(frozenset(range(number)), likely, alike, same)
    return [sorted(one) for one in some], len(tried)


@pytest.mark.parametrize("number", [1, 2, 5, 12, 40])
def test_one_change_alone(number):
    for at in {0, number // 2, number - 1}:
        sets, tried = found(number, lambda some, at=at: at in some)
        assert sets == [[at]]
        assert tried <= 14


@pytest.mark.parametrize("number", [2, 5, 12, 40])
def test_two_changes_that_do_it_only_together(number):
    sets, tried = found(number, lambda some: {0, number - 1} <= some)
    assert sets == [[0, number - 1]]
    assert tried <= 70


def test_two_changes_of_which_each_does_it():
    assert found(9, lambda some: bool({2, 7} & some))[0] == [[2], [7]]


def test_of_two_the_one_that_does_just_the_same_comes_first():
    sets, _ = found(3, lambda some: bool({0, 2} & some), same=lambda some: 2 in some)
    assert sets == [[2], [0]]


def test_what_is_likely_is_tried_first():
    assert found(40, lambda some: 33 in some, likely=[33]) == ([[33]], 2)


def test_where_no_part_can_be_laid_on_all_of_them_are_the_cause():
    assert found(4, lambda some: len(some) == 4)[0] == [[0, 1, 2, 3]]
