"""A quick look whether data surely fit a JSON Schema, without the library that finds the words.

`surely_fits` says yes only when it is certain; anything it does not know makes it say no, and the
library then decides and explains. It covers the keywords that our own schemas use.
"""

from __future__ import annotations

import re
from typing import Any

_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}
_SAYS_NOTHING = frozenset(
    [
        "$schema",
        "$id",
        "$comment",
        "$defs",
        "title",
        "description",
        "examples",
        "default",
        "markdownDescription",
    ]
)


def surely_fits(data: Any, schema: Any) -> bool:
    """Whether `data` fit `schema` for certain; False when unsure."""
    try:
        return _fits(data, schema, schema)
    except (RecursionError, re.error, TypeError, KeyError):
        return False


def _fits(data: Any, schema: Any, whole: Any) -> bool:
    if schema is True:
        return True
    if not isinstance(schema, dict):
        return False
    for word, wanted in schema.items():
        if word in _SAYS_NOTHING:
            continue
        check = _KEYWORDS.get(word)
        if check is None or not check(data, wanted, schema, whole):
            return False
    return True


def _type(data: Any, wanted: Any, schema: Any, whole: Any) -> bool:
    names = wanted if isinstance(wanted, list) else [wanted]
    for name in names:
        if name == "integer":
            if isinstance(data, int) and not isinstance(data, bool):
                return True
        elif name in _TYPES and isinstance(data, _TYPES[name]):
            return True
    return False


def _ref(data: Any, wanted: Any, schema: Any, whole: Any) -> bool:
    if not isinstance(wanted, str) or not wanted.startswith("#/$defs/"):
        return False
    return _fits(data, whole["$defs"][wanted[8:]], whole)


def _properties(data: Any, wanted: Any, schema: Any, whole: Any) -> bool:
    return not isinstance(data, dict) or all(
        _fits(data[key], one, whole) for key, one in wanted.items() if key in data
    )


def _pattern_properties(data: Any, wanted: Any, schema: Any, whole: Any) -> bool:
    return not isinstance(data, dict) or all(
        _fits(value, one, whole)
        for pattern, one in wanted.items()
        for key, value in data.items()
        if re.search(pattern, key)
    )


def _additional(data: Any, wanted: Any, schema: Any, whole: Any) -> bool:
    if not isinstance(data, dict):
        return True
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    return all(
        wanted is not False and _fits(value, wanted, whole)
        for key, value in data.items()
        if key not in known and not any(re.search(p, key) for p in patterns)
    )


def _property_names(data: Any, wanted: Any, schema: Any, whole: Any) -> bool:
    return not isinstance(data, dict) or all(_fits(key, wanted, whole) for key in data)


def _items(data: Any, wanted: Any, schema: Any, whole: Any) -> bool:
    return not isinstance(data, list) or all(_fits(one, wanted, whole) for one in data)


def _unique(data: Any, wanted: Any, schema: Any, whole: Any) -> bool:
    if not wanted or not isinstance(data, list):
        return True
    return len({repr(one) for one in data}) == len(data)


def _same(data: Any, other: Any) -> bool:
    return type(data) is type(other) and bool(data == other)


def _number(data: Any) -> bool:
    return isinstance(data, int) and not isinstance(data, bool)


_KEYWORDS: dict[str, Any] = {
    "type": _type,
    "$ref": _ref,
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "propertyNames": _property_names,
    "items": _items,
    "uniqueItems": _unique,
    "required": lambda d, w, s, r: not isinstance(d, dict) or all(key in d for key in w),
    "enum": lambda d, w, s, r: any(_same(d, one) for one in w),
    "const": lambda d, w, s, r: _same(d, w),
    "pattern": lambda d, w, s, r: not isinstance(d, str) or re.search(w, d) is not None,
    "minLength": lambda d, w, s, r: not isinstance(d, str) or len(d) >= w,
    "maxLength": lambda d, w, s, r: not isinstance(d, str) or len(d) <= w,
    "minimum": lambda d, w, s, r: not _number(d) or d >= w,
    "maximum": lambda d, w, s, r: not _number(d) or d <= w,
    "minItems": lambda d, w, s, r: not isinstance(d, list) or len(d) >= w,
    "maxItems": lambda d, w, s, r: not isinstance(d, list) or len(d) <= w,
    "minProperties": lambda d, w, s, r: not isinstance(d, dict) or len(d) >= w,
    "maxProperties": lambda d, w, s, r: not isinstance(d, dict) or len(d) <= w,
    "allOf": lambda d, w, s, r: all(_fits(d, one, r) for one in w),
    "anyOf": lambda d, w, s, r: any(_fits(d, one, r) for one in w),
}
