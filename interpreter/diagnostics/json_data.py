"""The type of data that is written as JSON for other programs."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""An object of JSON: its schema stands in `schemas/`, and tests hold each command to it."""
