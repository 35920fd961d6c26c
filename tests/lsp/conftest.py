"""A language server and a small game for tests that speak with it as an editor does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lsp.speaking import GAME, RULES, Editor


@pytest.fixture
def editor():
    made = Editor()
    options = {"initializationOptions": {"play": True}}
    made.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}, **options})
    made.send("initialized", {})
    yield made
    made.process.kill()
    made.process.communicate()


@pytest.fixture
def file(tmp_path) -> Path:
    rules: Path = tmp_path / "mine" / "rules" / "day.rules"
    rules.parent.mkdir(parents=True)
    rules.write_text(RULES, encoding="utf-8")
    (tmp_path / "mine" / "game.yaml").write_text(GAME, encoding="utf-8")
    return rules
