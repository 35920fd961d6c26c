"""The list of mutations known to make no difference: `tests/same.yaml` of a game.

Takes the folder of a game and its changes; finds those that are listed. An entry that matches none
of them is reported at its line: the rules were edited, or the entry was mistyped.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.diagnostics import Report
from interpreter.diagnostics.suggest import nearest
from interpreter.load import json_schema
from interpreter.load.game_folder import schema, shown_path
from interpreter.load.text import read_source
from interpreter.load.yaml_source import load_yaml
from interpreter.testing.mutants.change import Mutation

FILE = Path("tests") / "same.yaml"


def listed(folder: Path, changes: Iterable[Mutation], report: Report) -> set[int]:
    """Read the numbers of the changes that a game's file lists; empty if it has none.

    Errors go to `report`, where an invalid file counts as empty.
    """
    path = folder / FILE
    if not path.exists():
        return set()
    source = read_source(path, report, shown_path(path), folder)
    made = None if source is None else load_yaml(source, report)
    if made is None:
        return set()
    before = len(report.errors)
    json_schema.validate(made, schema("same"), report, "list of same changes")
    if len(report.errors) > before or not isinstance(made.data, dict):
        return set()
    by_rule: dict[str, dict[str, list[int]]] = {}
    for change in changes:
        by_rule.setdefault(change.rule, {}).setdefault(change.says, []).append(change.number)
    found: set[int] = set()
    for at, entry in enumerate(made.data["same"]):
        rule, says = entry["rule"], " ".join(entry["change"].split())
        told = by_rule.get(rule, {})
        if says in told:
            found.update(told[says])
            continue
        key = "change" if told else "rule"
        close = nearest(says, [*told]) if told else nearest(rule, [*by_rule])
        meant = (f"perhaps: {close}",) if close else ()
        report.add(
            "unknown-change",
            made.span(("same", at, key)),
            "no change of the rules is called so",
            f"none in `{rule}`" if told else "no rule of this name is changed",
            helps=(*meant, "write it as `rulewright test GAME --mutants` tells it"),
        )
    return found
