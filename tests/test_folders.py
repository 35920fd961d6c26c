"""Every folder of the package says what it holds, module by module."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "interpreter"
FOLDERS = sorted(
    {path.parent for path in PACKAGE.rglob("*.py") if path.name != "__init__.py"} - {PACKAGE}
)


def _named(folder: Path) -> dict[Path, set[str]]:
    """Read which modules the nearest README names, by the folder that it says they are in.

    A row that begins with a folder, and what follows a line such as "In `model/`:", is about the
    modules of that folder; a name with a path is about that place.
    """
    home = folder
    while not (home / "README.md").exists():
        home = home.parent
    named: dict[Path, set[str]] = {}
    below = home
    for line in (home / "README.md").read_text(encoding="utf-8").splitlines():
        part = re.match(r"In `([a-z_/]+)/`", line)
        if part or line.startswith("#"):
            below = home / part[1] if part else home
        row = re.match(r"\| `([a-z_/]+)/`", line)
        here = below / row[1] if row else below
        for path in re.findall(r"`([\w./]+\.py)`", line):
            name = Path(path).name
            roots = (here, home, PACKAGE, PACKAGE.parent) if "/" in path else (here,)
            places = [(root / path).resolve() for root in roots if (root / path).exists()]
            named.setdefault(places[0].parent if places else here, set()).add(name)
    return named


@pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: folder.relative_to(PACKAGE).as_posix()
)
def test_a_readme_names_every_module(folder):
    modules = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    assert sorted(modules - _named(folder).get(folder, set())) == []


@pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: folder.relative_to(PACKAGE).as_posix()
)
def test_a_readme_names_no_module_that_is_not_there(folder):
    named = _named(folder).items()
    assert (
        sorted(str(at / one) for at, some in named for one in some if not (at / one).exists()) == []
    )
