"""OpenSpiel, if it is there: without it, each test of this folder is skipped and says so."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(scope="session")
def spiel() -> Any:
    """OpenSpiel's module; importing it is all that it takes."""
    return pytest.importorskip(
        "pyspiel", reason="compares with OpenSpiel: pip install 'rulewright[agreement]'"
    )
