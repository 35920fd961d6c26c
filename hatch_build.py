"""Build hook: makes the tables of the grammar, and puts the data folders of the checkout into the
wheel, under interpreter/_shipped/.

Editable installs get no copies: they read the folders of the checkout itself.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = ("grammars", "games", "schemas")


class ShippedFolders(BuildHookInterface[Any]):
    """Adds each shipped folder to a standard wheel; a folder that is missing fails the build."""

    def dependencies(self) -> list[str]:
        """Name what the tables are made with: the library that reads them."""
        return [one for one in self.metadata.core.dependencies if one.startswith("lark")]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folders to include; `version` is "standard" or "editable"."""
        sys.path.insert(0, self.root)
        from interpreter.syntax import parser_tables

        parser_tables.ship(Path(self.root))
        if version == "editable":
            return
        for folder in SHIPPED:
            build_data["force_include"][folder] = f"interpreter/_shipped/{folder}"
