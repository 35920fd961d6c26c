"""Build hook: puts the data folders of the checkout into the wheel, under interpreter/_shipped/.

Editable installs get no copies: they read the folders of the checkout itself.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = ("grammars", "games", "schemas")


class ShippedFolders(BuildHookInterface[Any]):
    """Adds each shipped folder to a standard wheel; a folder that is missing fails the build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folders to include; `version` is "standard" or "editable"."""
        if version == "editable":
            return
        for folder in SHIPPED:
            build_data["force_include"][folder] = f"interpreter/_shipped/{folder}"
