"""What the README of the folder shows is what the programs do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).parents[2] / "interpreter" / "learn" / "README.md"
EXAMPLES = re.findall(
    r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


@pytest.mark.slow
def test_the_example_of_environments_runs():
    names: dict[str, Any] = {}
    exec(EXAMPLES[0], names)
    assert not names["env"].agents and names["env"].table.state.over
    assert not names["both"].agents and sum(names["rewards"].values()) == 0


def test_the_example_of_openspiel_runs():
    pytest.importorskip("pyspiel", reason="pip install 'rulewright[agreement]'")
    names: dict[str, Any] = {}
    exec(EXAMPLES[1], names)
    assert names["kuhn"].num_players() == 2 and names["solver"].average_policy()
