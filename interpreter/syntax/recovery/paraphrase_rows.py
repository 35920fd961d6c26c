"""The rows of `grammars/paraphrases.yaml`, read once.

Provides the `ParaphraseTable`. Raises ValueError for a malformed row: a bug in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import yaml

from interpreter.diagnostics.json_data import Json
from interpreter.load.resources import read_shipped
from interpreter.syntax.recovery.pattern import Pattern

_KEYS = frozenset(
    ["said", "write", "message", "label", "help", "slug", "in", "stage", "rank", "reads", "always",
     "offer", "here", "inside", "step", "not", "when", "fresh", "each", "at_least", "are", "near",
     "some", "subject", "samples", "advises"]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ParaphraseRow:
    """A wording and the language's own for it; the keys of `told` are explained in the file."""

    pattern: Pattern
    order: int
    told: Json

    @property
    def write(self) -> tuple[str, ...]:
        """The replacements; none if the row only gives advice."""
        return _several(self.told.get("write", ()))

    @property
    def places(self) -> tuple[str, ...]:
        """Where the row applies: see `ParseFailure.places`."""
        return _several(self.told.get("in", "sentence"))


@dataclass(frozen=True, slots=True)
class ParaphraseTable:
    """All rows in the order of the file, and other names of deeds."""

    rows: tuple[ParaphraseRow, ...]
    verbs: Mapping[str, str]


@lru_cache(maxsize=1)
def table() -> ParaphraseTable:
    """Read the rows of the file, followed by rows made of its synonyms.

    Raises ValueError for a row with an unknown key.
    """
    text = read_shipped("grammars/paraphrases.yaml")
    data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    words = {name: _mapping(some) for name, some in data["words"].items()}
    same: dict[str, list[str]] = data["same"]
    rows: list[ParaphraseRow] = []
    for group in data["groups"]:
        shared = {key: value for key, value in group.items() if key != "rows"}
        for told in group["rows"]:
            unknown = {*shared, *told} - _KEYS
            if unknown:
                raise ValueError(f"a row has no {sorted(unknown)}: {told['said']}")
            for said in _several(told["said"]):
                rows.append(
                    ParaphraseRow(Pattern(said, same, words), len(rows), {**shared, **told})
                )
    for one, others in same.items():
        alike = Pattern(f"{{said_:{'|'.join(others)}}}", {}, {})
        told = {"write": one, "rank": 6, "reads": True, "message": "`{it}` does not fit here"}
        rows.append(ParaphraseRow(alike, len(rows), told))
    return ParaphraseTable(
        tuple(rows), {o: one for one, others in data["verbs"].items() for o in others}
    )


@lru_cache(maxsize=64)
def rows_for(stage: str | None, places: frozenset[str]) -> tuple[ParaphraseRow, ...]:
    """Select the rows of a stage that apply in these places.

    Without a stage, these are the rows for sentences that can be parsed.
    """
    return tuple(
        row
        for row in table().rows
        if (row.told.get("stage", "usual") == stage if stage else row.told.get("reads"))
        and not places.isdisjoint(row.places)
    )


def _several(some: str | Iterable[str]) -> tuple[str, ...]:
    return (some,) if isinstance(some, str) else tuple(some)


def _mapping(some: dict[str, str] | Iterable[str]) -> Mapping[str, str]:
    return some if isinstance(some, dict) else {one: one for one in some}
