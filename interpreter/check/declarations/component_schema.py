"""The JSON Schema that the kinds of a game's rules ask of its component files.

Takes a `Program` whose kinds and values are declared, and the ids of the components by kind; gives
plain data for `json_schema.validate` and for editors. It adds to the general schema of component
files what is printed on each kind, and allows nothing else. It must not read files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.diagnostics.json_data import Json
from interpreter.ir.program import Kind, Program
from interpreter.ir.types import Type
from interpreter.load.game_folder import schema

Ids = Mapping[str, Sequence[str]]


def component_schema(program: Program, ids: Ids) -> Json:
    """Give the schema of every component file of a game. Lists of unknown kinds are left alone: the
    checker tells of them itself."""
    common: dict[str, object] = schema("components")["$defs"]["component"]["properties"]
    lists = {
        kind.plural: {"type": "array", "items": _component(kind, program, ids, common)}
        for kind in program.kinds.values()
    }
    return {"title": "component file", "type": "object", "properties": lists}


def _component(kind: Kind, program: Program, ids: Ids, common: Mapping[str, object]) -> Json:
    printed = {
        name: {"title": name, "description": wanted.words(), **_value(wanted, program, ids)}
        for name, wanted in kind.printed.items()
    }
    needed = [name for name, wanted in kind.printed.items() if not _may_be_absent(wanted)]
    return {
        "title": kind.name,
        "type": "object",
        "properties": {"id": common["id"], **printed, **common},
        "required": ["id", *needed],
        "additionalProperties": False,
    }


def _may_be_absent(wanted: Type) -> bool:
    """Amounts and lists that are not given are empty, and what may be none is none."""
    return wanted.optional or wanted.base in ("amounts", "set", "yesno", "unknown")


def _value(wanted: Type, program: Program, ids: Ids) -> Json:
    """Give what one printed line holds; nothing is asked where nothing is known."""
    if wanted.is_yes_no:
        return {"type": "boolean"}
    if wanted.is_number and wanted.optional:
        return {"anyOf": [_number(wanted), {"enum": ["none"]}]}
    if wanted.is_number:
        return _number(wanted)
    if wanted.is_value and wanted.of in program.values:
        members = program.values[wanted.of].members
        return {"enum": [*members, "none"] if wanted.optional else list(members)}
    if wanted.is_piece and wanted.of in program.kinds:
        known = ids.get(wanted.of, ())
        return {"enum": [*known, "none"] if wanted.optional else list(known)}
    if wanted.is_amounts and wanted.of in program.values:
        amount = {"type": "integer", "minimum": 0, "maximum": 1000}
        return {
            "type": "object",
            "properties": dict.fromkeys(program.values[wanted.of].members, amount),
            "additionalProperties": False,
        }
    if wanted.is_list and wanted.item is not None:
        return {"type": "array", "items": _value(wanted.item, program, ids), "uniqueItems": True}
    return {}


def _number(wanted: Type) -> Json:
    if wanted.halves:  # written as 2 or as "1½"
        return {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^[0-9]*½$(?!\n)"}]}
    made: dict[str, object] = {"type": "integer"}
    if wanted.low is not None:
        made["minimum"] = wanted.low
    if wanted.high is not None:
        made["maximum"] = wanted.high
    return made
