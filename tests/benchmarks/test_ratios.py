"""The check of the kept ratios, with rates that are made up: it measures nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks import ratios
from tests.benchmarks.measures import Rate

RATES = {"python": Rate(5.0, 100.0, 20.0)}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the file of kept ratios, empty; each game plays a tenth as fast as the page."""
    path = tmp_path / "ratios.toml"
    monkeypatch.setattr(ratios, "KEPT", path)
    monkeypatch.setattr(ratios, "GAMES", ("pig", "root"))
    monkeypatch.setattr(ratios, "QUICKEST", ("pig",))
    monkeypatch.setattr(ratios, "measured", lambda _: (dict(RATES), {"python": 0.1}))
    return path


def test_all_rows_are_kept(kept, capsys):
    assert ratios.main(["--keep"]) == 0
    assert kept.read_text() == '"pig, python" = 0.1\n"root, python" = 0.1\n'
    assert capsys.readouterr().out == (
        "                                               games/s   decisions/s     ratio      kept"
        "  OpenSpiel\n"
        "pig, python                                          5           100     0.100"
        "                     \n"
        "root, python                                         5           100     0.100"
        "                     \n"
    )


@pytest.mark.parametrize(("before", "code"), [(0.05, 0), (0.14, 0), (0.15, 1)])
def test_a_row_below_seven_tenths_of_what_was_kept_fails(kept, capsys, before, code):
    kept.write_text(f'"pig, python" = {before}\n')
    assert ratios.main(["--check"]) == code
    said = capsys.readouterr().err
    slow = "far slower than it was: pig, python: 0.100, and 0.150 was kept\n"
    assert said == (slow if code else "")


def test_only_the_check_fails(kept):
    kept.write_text('"pig, python" = 9.0\n')
    assert ratios.main([]) == 0
