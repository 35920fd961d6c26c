"""Large files of rules and of house rules: the work grows as they do, not as its square.

Each test compares the work for some size with that for four times as much: about four times where
it grows evenly, sixteen times where it grows as a square.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from interpreter.check.game import read_game
from interpreter.diagnostics import Report, Source
from interpreter.syntax import ast
from interpreter.syntax.parser import parse_rules
from tests.checking import check_game
from tests.effort import GOOD_TIME, effort
from tests.language.worked_items import files_of, item, said

STEM = item(27)
EVENLY = 9.0  # between four times and sixteen times as much


def changed(line: Callable[[int], str]) -> Callable[[int], Callable[[], Report]]:
    """Give what makes a check of the game with so many changes: each time, of a text not seen
    before."""
    seen: list[int] = []

    def of(many: int) -> Callable[[], Report]:
        def check() -> Report:
            seen.append(many)
            lines = "".join(f"    {line(number)}\n" for number in range(many))
            text = f'variant "Large {len(seen)}" for house_rules 1\n{lines}'
            report = Report()
            read_game(replace(files_of(STEM), overlays=(Source("large.rules", text),)), report)
            return report

        return check

    return of


CARD = (
    'add component intervention new_{0} "New {0}"\n        price: 2\n'
    "        rules:\n            gain 1 glory"
)


@pytest.mark.parametrize(
    ("line", "many"),
    [
        (lambda n: CARD.format(n), 40),
        (lambda n: f"set glory_target to {n % 5 + 3}", 1000),
        (lambda n: f"set nothing_{n} to 3", 500),
        (lambda n: f"remove component intervention nothing_{n}", 500),
        (lambda n: f"set glory_target = {n}", 500),
    ],
    ids=["components", "one setting", "unknown settings", "unknown components", "slips"],
)
def test_many_changes_are_read_evenly(line, many):
    of = changed(line)
    of(1)()
    few, more = effort(of(many), 2), effort(of(4 * many), 2)
    assert more < EVENLY * few, (few, more)


def test_a_long_declaration_is_not_read_again_for_each_of_its_faults():
    good = "".join(f"    score_{n}: 0 to 9\n" for n in range(500))

    def read(faults: int) -> list[int]:
        bad = "".join(f"    slip_{n}: 0 upto 9\n" for n in range(faults))
        report = Report()
        parse_rules(Source(f"{faults}.rules", f"each player has\n{good}{bad}"), report)
        return [d.label.span.line for d in report.found]

    one, many = effort(lambda: read(1)), effort(lambda: read(50))
    assert read(50) == [502 + n for n in range(50)]
    assert many < 15 * one, (one, many)


@pytest.mark.parametrize("blanks", [" " * 100_000, " " * 100_000 + "to 3", "(" * 100_000])
def test_a_line_beyond_all_measure_is_told_at_once(blanks):
    text = f'variant "Long" for pear 1\n    set size{blanks}\n'
    report = Report()
    assert effort(lambda: parse_rules(Source("long.rules", text), report)) < GOOD_TIME / 10
    assert [d.slug for d in report.found] == ["long-line"]
    assert all(len(d.message) < 72 for d in report.found)


def test_faults_between_good_changes_are_all_told_and_the_good_ones_stand():
    text = (
        'variant "Busy" for pear 1\n'
        "    set size to 3\n"
        '    add rule one "One\n'
        "        nobody may draw\n"
        "    set height to 4\n"
        '    add rule two "Two\n'
        "        nobody may draw\n"
        "    set width = 5\n"
        "    set depth to 6\n"
    )
    report = Report()
    (variant,) = parse_rules(Source("busy.rules", text), report)
    assert [d.label.span.line for d in report.sorted()] == [3, 6, 8]
    settings = [part.name.text for part in variant.walk() if isinstance(part, ast.SetSetting)]
    assert settings == ["size", "height", "depth"]


def test_a_long_chain_of_questions_is_followed_to_its_end():
    files = files_of(STEM)
    chain = (
        "".join(f"define far_{n}\n    answer far_{n + 1}\n\n" for n in range(1200))
        + "define far_1200\n    answer 3\n"
    )
    report = Report()
    check_game(replace(files, rules=(*files.rules, Source("chain.rules", chain))), report)
    assert not report.errors, said(report)


def test_names_that_nothing_uses_are_counted_once():
    files = files_of(STEM)

    def check(many: int) -> Report:
        lets = "".join(f"    let name_{many}_{n} be {n}\n" for n in range(many))
        rule = Source("long.rules", f'procedure long_{many} "Long"\n{lets}')
        report = Report()
        check_game(replace(files, rules=(*files.rules, rule)), report)
        return report

    told = [d for d in check(50).found if d.slug == "unused-name"]
    assert len(told) == 50
    few, more = effort(lambda: check(250)), effort(lambda: check(1000))
    assert more < EVENLY * few, (few, more)
