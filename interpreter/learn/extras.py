"""Optional dependencies of this package, and what to do if one is missing."""

from __future__ import annotations

from importlib import import_module


class Missing(ImportError):
    """A library is not installed; the message says how to install it."""


def need(module: str, extra: str) -> None:
    """Import a library, or raise `Missing` with the extra of this package that brings it."""
    try:
        import_module(module)
    except ModuleNotFoundError as fault:
        raise Missing(
            f"{module} is not installed: pip install 'rulewright[{extra}]'", name=fault.name
        ) from None
