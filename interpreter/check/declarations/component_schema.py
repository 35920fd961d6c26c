"""The JSON Schema that the kinds of a game impose on its component files.

Takes a `Program` whose kinds and values are declared, and the ids of the components by kind;
produces plain data for `json_schema.validate` and for editors. It extends the general schema of
component files with the lines printed on each kind, and allows no others. It must not read files.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.check.declarations.printed_kinds import Ids, printed_kind
from interpreter.diagnostics.json_data import Json
from interpreter.ir.declared import Kind
from interpreter.ir.program import Program
from interpreter.load.game_folder import schema

_TEXT = {"type": "string", "description": "a text, for printing and pages"}


def component_schema(program: Program, ids: Ids) -> Json:
    """Build the schema that every component file of a game must meet.

    Lists of unknown kinds are not constrained: the checker reports those itself.
    """
    common: dict[str, object] = schema("components")["$defs"]["component"]["properties"]
    lists = {
        kind.plural: {"type": "array", "items": _component(kind, program, ids, common)}
        for kind in program.kinds.values()
    }
    return {"title": "component file", "type": "object", "properties": lists}


def _component(kind: Kind, program: Program, ids: Ids, common: Mapping[str, object]) -> Json:
    lines = {name: printed_kind(wanted, program) for name, wanted in kind.printed.items()}
    printed = {
        name: {"title": name, "description": one.words(), **one.schema(ids)}
        for name, one in lines.items()
    }
    printed |= {name: _TEXT | {"title": name} for name in kind.texts}
    needed = [name for name, one in lines.items() if one.needed]
    return {
        "title": kind.name,
        "type": "object",
        "properties": {"id": common["id"], **printed, **common},
        "required": ["id", *needed],
        "additionalProperties": False,
    }
