"""The JSON Schema of one game's component files, for editors.

Takes a checked `Program`; produces a complete schema document. It builds on `component_schema`, as
the checks do, and adds what helps an author: descriptions, examples, and strict properties, so that
nothing is allowed that the checker would refuse. It must not read files of a game.
"""

from __future__ import annotations

from interpreter.check.declarations.component_schema import component_schema
from interpreter.check.declarations.printed_kinds import printed_kind
from interpreter.diagnostics.json_data import Json
from interpreter.ir.declared import Kind
from interpreter.ir.program import Program
from interpreter.load.game_folder import schema


def derived_schema(program: Program) -> Json:
    """Build the schema for the files in `components/` of this game, one list per kind's plural."""
    general = schema("components")
    ids = {kind.name: [d.id for d in kind.designs] for kind in program.kinds.values()}
    lists = component_schema(program, ids)["properties"]
    made: Json = {
        "$schema": general["$schema"],
        "$comment": "Made from the rules of the game by `rulewright schema`. Make it anew when the"
        " kinds of component change.",
        "title": f"components of {program.title}",
        "type": "object",
        "minProperties": 1,
        "additionalProperties": False,
        "properties": {},
        "$defs": {},
    }
    common = general["$defs"]["component"]
    made["$defs"]["source"] = common["properties"]["source"] | {
        "examples": [*(f"rulebook {cite}" for cite in program.citations), "reconstructed", "common"]
    }
    for kind in program.kinds.values():
        made["$defs"][f"kind_{kind.name}"] = _component(
            program, kind, lists[kind.plural]["items"], common["required"]
        )
        made["properties"][kind.plural] = {
            "type": "array",
            "description": f"the {kind.plural.replace('_', ' ')}, each beginning with `- id:`",
            "items": {"$ref": f"#/$defs/kind_{kind.name}"},
        }
    return made


def _component(program: Program, kind: Kind, checked: Json, needed: list[str]) -> Json:
    properties = {name: dict(one) for name, one in checked["properties"].items()}
    if kind.carries is None:
        del properties["rules"]
    for name, wanted in kind.printed.items():
        properties[name]["description"] = printed_kind(wanted, program).hint()
    properties["source"] = {"$ref": "#/$defs/source"}
    return {
        "title": checked["title"],
        "type": "object",
        "required": list(dict.fromkeys([*needed, *checked["required"]])),
        "additionalProperties": False,
        "properties": properties,
    }
