"""Rulewright: board games run from their rules."""

__version__ = "0.1.0"
