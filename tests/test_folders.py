"""Every folder of the package says what it holds, module by module."""

from __future__ import annotations

from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "interpreter"
FOLDERS = sorted(
    {path.parent for path in PACKAGE.rglob("*.py") if path.name != "__init__.py"} - {PACKAGE}
)


def _readme(folder: Path) -> str:
    """Give what the nearest README at or above a folder says."""
    if not (folder / "README.md").exists():
        return _readme(folder.parent)
    return (folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: folder.relative_to(PACKAGE).as_posix()
)
def test_a_readme_names_every_module(folder):
    readme = _readme(folder)
    modules = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    assert sorted(name for name in modules if f"`{name}`" not in readme) == []


@pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: folder.relative_to(PACKAGE).as_posix()
)
def test_a_readme_names_no_module_that_is_gone(folder):
    readme = _readme(folder)
    words = [word.strip("`,;.()|") for word in readme.split()]
    named = {word for word in words if word.endswith(".py")}
    modules = {path.name for path in folder.rglob("*.py")}
    known = modules | {path.name for path in PACKAGE.rglob("*.py")}
    known |= {path.name for path in PACKAGE.parent.joinpath("tests").rglob("*.py")}
    assert sorted(name for name in named if Path(name).name not in known) == []
