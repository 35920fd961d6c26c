"""The files in which a game stands in other languages: `lang/fr.yaml` beside its rules.

Takes the folder of a game; gives what each file says, as plain data, or reports why it cannot be
used. Must not know which texts a game has.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.diagnostics import Report
from interpreter.load import json_schema
from interpreter.load.game_folder import schema, shown_path
from interpreter.load.spanned import Spanned
from interpreter.load.text import read_source
from interpreter.load.yaml_source import load_yaml

FOLDER = "lang"
OWN = "en"
"""What the rules are written in, where no file says something else."""


def languages(folder: Path) -> dict[str, Path]:
    """The languages that a game can be read in beside its own, by the names of their files."""
    return {path.stem: path for path in sorted((folder / FOLDER).glob("*.yaml"))}


def read_language(path: Path, folder: Path, report: Report) -> Spanned | None:
    """One language of a game; None and a problem if the file cannot be used."""
    source = read_source(path, report, shown_path(path), folder)
    made = None if source is None else load_yaml(source, report)
    if made is None:
        return None
    before = len(report.errors)
    json_schema.validate(made, schema("language"), report, "language")
    return made if len(report.errors) == before else None
