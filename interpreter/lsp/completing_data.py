"""Completion in a game's YAML and CSV files, from the schema that its rules derive.

Suggests keys, values and ids. Takes the text before the cursor, which need not be well-formed, and
the program; produces suggestions. Must not know the editor protocol.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import cast

from interpreter.check.declarations.derived_schema import derived_schema
from interpreter.diagnostics import Source
from interpreter.diagnostics.json_data import Json
from interpreter.ir.program import Program
from interpreter.load.files import unsaved
from interpreter.load.game_folder import GAME, schema
from interpreter.lsp.completing import Suggestion, suggestions

Step = str | None
"""A key, or None for an item of a list."""
KEY = re.compile(r"([A-Za-z_][A-Za-z0-9_ ]*):(?: |$)")
_LINE = re.compile(r"^( *)((?:- +)*)(?:([A-Za-z_][A-Za-z0-9_]*):(?: +(.*)|$))?")
_WORD = re.compile(r"[A-Za-z0-9_]*$")
RULES = "rules"
"""The key below which rules of the language stand."""


def suggested(
    program: Program | None, path: Path, texts: Mapping[Path, bytes], above: str, before: str
) -> list[Suggestion]:
    """Suggest completions in a file of any kind, whose text is among `texts`.

    `above` are the lines above the cursor, `before` is the start of its line.
    """
    if path.suffix != ".rules" and not in_rules(above + before):
        return data_suggestions(program, path, above + before) if program is not None else []
    text = texts.get(path, b"").decode()
    with unsaved(texts):
        return suggestions(program, Source(str(path), text), above.count("\n") + 1, before)


def data_suggestions(program: Program, path: Path, before: str) -> list[Suggestion]:
    """Suggest completions for `before`, the text of a YAML or CSV file up to the cursor."""
    size = len(cast("re.Match[str]", _WORD.search(before))[0])
    if path.suffix == ".csv":
        found = list(_in_table(derived_schema(program), path.stem, before))
    else:
        document = _game_schema(program) if path.name == GAME else derived_schema(program)
        steps, is_key = place_in(before)
        node = _node(document, steps)
        found = list(_keys(document, node, before)) if is_key else []
        found = found or list(_values(document, node))
    return [Suggestion(one, about, "name", text, size, 1) for one, about, text in found]


def in_rules(before: str) -> bool:
    """Whether a YAML text ends inside a block of rules text."""
    steps, _ = place_in(before)
    return bool(steps) and steps[-1] == RULES and "\n" in before


def place_in(before: str) -> tuple[list[Step], bool]:
    """Find the path of keys and list items at the end of a YAML text.

    The flag is True if a key may stand there, False if a value is expected.
    """
    *above, last = before.split("\n")
    entries, rest = _entries(last)
    steps = [step for _, step in entries]
    bound = entries[0][0] if entries else len(last) - len(rest)
    is_item = bool(entries) and entries[0][1] is None
    for line in reversed(above):
        if line.lstrip().startswith("#"):
            continue
        for column, step in reversed(_entries(line)[0]):
            beside = column == bound and is_item and step is not None  # the key of this list
            if column < bound or beside:
                steps, bound, is_item = [step, *steps], column, step is None
    return _flow(steps, rest, not steps or entries == [] or entries[-1][1] is None)


def _entries(line: str) -> tuple[list[tuple[int, Step]], str]:
    """Split a line into its leading list items and key, each with its column, and the rest."""
    found = _LINE.match(line)
    assert found is not None
    made: list[tuple[int, Step]] = [
        (column, None) for column in range(found.end(1), found.end(2)) if line[column] == "-"
    ]
    if found[3] is None:
        return made, line[found.end(2) :]
    return [*made, (found.start(3), found[3])], found[4] or ""


def _flow(steps: list[Step], rest: str, is_key: bool) -> tuple[list[Step], bool]:
    """Extend the path through the flow-style brackets of the last line, up to the cursor."""
    open_: list[str] = []
    at = 0
    while at < len(rest):
        sign = rest[at]
        if sign == '"':
            at = rest.find('"', at + 1)
            if at < 0:
                break
        elif sign in "[{":
            open_.append(sign)
            is_key = sign == "{"
            steps += [None] if sign == "[" else []
        elif sign in "]}" and open_:
            if open_.pop() == "[" or not is_key:
                steps = steps[:-1]
            is_key = False
        elif sign == "," and open_:
            if open_[-1] == "{" and not is_key:
                steps = steps[:-1]
            is_key = open_[-1] == "{"
        elif is_key and (found := KEY.match(rest, at)):
            steps.append(found[1])
            is_key = False
            at = found.end() - 1
        at += 1
    return steps, is_key


def _node(document: Json, steps: Sequence[Step]) -> Json:
    """Resolve a path to its subschema, following references; empty if the path is unknown."""
    node = document
    for step in steps:
        node = _meant(document, node)
        if step is None:
            node = node.get("items") or {}
        else:
            rest = node.get("additionalProperties")
            node = node.get("properties", {}).get(step) or (rest if isinstance(rest, dict) else {})
    return _meant(document, node)


def _meant(document: Json, node: Json) -> Json:
    while "$ref" in node:
        node = document["$defs"][node["$ref"].rpartition("/")[2]]
    return node


def _keys(document: Json, node: Json, before: str) -> Iterator[tuple[str, str, str]]:
    there = set(KEY.findall(before.rpartition("\n")[2]))
    for key, one in node.get("properties", {}).items():
        if key not in there:
            yield key, _meant(document, one).get("description", ""), f"{key}: "


def _values(document: Json, node: Json) -> Iterator[tuple[str, str, str]]:
    about = node.get("description", "")
    if node.get("type") == "boolean":
        yield from ((word, about, word) for word in ("true", "false"))
    for value in [*node.get("enum", ()), *node.get("examples", ())]:
        yield str(value), about, str(value)
    if node.get("type") == "array":
        yield from _values(document, _meant(document, node.get("items", {})))
    if "properties" in node:
        for key in node["properties"]:
            yield key, about, f"{{{key}: "


def _in_table(document: Json, kind: str, before: str) -> Iterator[tuple[str, str, str]]:
    """Yield column names in the first line of a CSV, and cell values in all others."""
    node = _node(document, [kind, None])
    lines = before.split("\n")
    row = next(csv.reader([lines[-1]]), []) or [""]
    head = next(csv.reader([lines[0]]), [])
    if len(lines) == 1:
        for key, about, _ in _keys(document, node, ""):
            if key not in head[:-1]:
                yield key, about, key
    elif len(row) <= len(head):
        one = _meant(document, node.get("properties", {}).get(head[len(row) - 1].strip(), {}))
        yield from _values(document, one)


def _game_schema(program: Program) -> Json:
    """Build the schema of game.yaml with this game's names filled in as enums."""
    document = deepcopy(schema("game"))
    names = [*(one.name for one in program.fields), *(one.name for one in program.families)]
    option: Mapping[str, Json] = document["$defs"]["option"]["properties"]
    option["name"]["enum"] = list(program.settings)
    layout = document["properties"]["layout"]["properties"]
    layout["hide"]["items"]["enum"] = list(dict.fromkeys([*names, *program.settings]))
    look = {"$ref": "#/$defs/look"}
    layout |= {kind: look for kind in program.kinds if kind not in layout}
    words = document["properties"]["words"]
    words["properties"] = dict.fromkeys(program.values, words["additionalProperties"])
    return document
