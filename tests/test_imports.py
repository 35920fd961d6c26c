"""Every module can be the first that is imported: commands import what they need, when they do."""

from __future__ import annotations

import subprocess
import sys

import pytest

ALL = """
import importlib, pkgutil, sys
import interpreter

failed = []
for module in pkgutil.walk_packages(interpreter.__path__, "interpreter."):
    for name in [name for name in sys.modules if name.startswith("interpreter.")]:
        del sys.modules[name]
    try:
        importlib.import_module(module.name)
    except ImportError as fault:
        if fault.name == "pyspiel":  # the extra `agreement`, which is no part of dev
            continue
        failed.append(f"{module.name}: {fault}")
print("\\n".join(failed))
"""


@pytest.mark.soak  # that modules import one another in no circle is looked at each time
def test_every_module_can_be_imported_first():
    done = subprocess.run(
        [sys.executable, "-c", ALL], check=True, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.strip() == ""
