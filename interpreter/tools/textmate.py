"""The TextMate grammar, with which most editors highlight rules.

Produces the grammar as plain data. It is kept as `grammars/rulewright.tmLanguage.json`, which a
test holds up to date; the patterns come from `vocabulary.patterns()`.
"""

from __future__ import annotations

from interpreter.diagnostics.json_data import Json
from interpreter.tools.token_vocabulary import patterns

FILE = "rulewright.tmLanguage.json"
SCOPES = {
    "comment": "comment.line.number-sign",
    "text": "string.quoted.double",
    "citation": "entity.other.attribute-name",
    "heading": "storage.type",
    "declared": "entity.name.function",
    "keyword": "keyword.control",
    "word": "keyword.other",
    "deed": "support.function",
    "pronoun": "variable.language",
    "value": "constant.language",
    "number": "constant.numeric",
    "name": "variable.other",
    "mark": "punctuation.separator",
}


def grammar() -> Json:
    """Build the whole grammar, ready for `json.dumps`."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rulewright",
        "scopeName": "source.rulewright",
        "fileTypes": ["rules"],
        "patterns": [
            {
                "match": one.regex,
                "captures": {
                    str(number): {"name": f"{SCOPES[role]}.rulewright"}
                    for number, role in enumerate(one.roles, 1)
                    if role in SCOPES
                },
            }
            for one in patterns()
        ],
    }
