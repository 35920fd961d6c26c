"""Locates a schema violation: the data, their span, and what they are called in the schema.

Takes an error of the `jsonschema` library; `title` of the schema is what a thing is called.
"""

from __future__ import annotations

from typing import Any

from interpreter.diagnostics import Span
from interpreter.load.spanned import Path, Spanned

KINDS = {
    "integer": "a number",
    "number": "a number",
    "boolean": "yes or no",
    "string": "a text",
    "array": "a list",
    "object": "a group of keys",
    "null": "nothing",
}


def is_of_key(error: Any) -> bool:
    """Check whether an error is about a key itself rather than its value."""
    return "propertyNames" in list(error.absolute_schema_path)[-3:]


def kind_of(value: Any) -> str:
    """Name the type of a value in words: `a number`, `a text`, `nothing`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes or no"
    names = {int: "number", str: "string", list: "array", dict: "object"}
    return KINDS[names[type(value)]]


def either(words: list[str]) -> str:
    """Join words, the last one with `or`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def with_article(noun: str) -> str:
    """Put `a` or `an` before a noun."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


class ErrorLocation:
    """The location of one error of the library, in the data and in the schema."""

    def __init__(self, error: Any, spanned: Spanned, validator: Any, what: str) -> None:
        self.error = error
        self.validator = validator
        self.spanned = spanned
        self.path: Path = tuple(error.absolute_path)
        self.value = error.instance
        self.rule: str = error.validator
        self.schema: dict[str, Any] = error.schema if isinstance(error.schema, dict) else {}
        self.noun, self.properties = self.around(validator.schema, what)
        last = self.path[-1] if self.path else None
        self.name = f"`{last}`" if isinstance(last, str) else f"this {self.noun}"
        self.subjects = [last] if isinstance(last, str) else []
        if isinstance(last, int) and not isinstance(self.value, dict):
            self.name = f"item {last + 1} of `{self.path[-2]}`" if len(self.path) > 1 else "an item"

    def around(self, schema: dict[str, Any], what: str) -> tuple[str, dict[str, Any]]:
        """Find the noun of the thing in which the error lies, and the keys that it may have.

        Follows the error's path through the schema; a step into the data begins a new thing, while
        `then`, `allOf` and references only say more about the same one.
        """
        at: Any = whole(schema, schema)
        noun, properties = at.get("title", what), self.keys_of(at)
        named = False
        for step in [*self.error.absolute_schema_path][:-1]:
            at = whole(schema, at[step])
            if not named and step in ("properties", "patternProperties", "prefixItems"):
                named = True  # the next step is the name of a key, not a word of JSON Schema
                continue
            if isinstance(at, dict):
                if named or step in ("items", "additionalProperties"):
                    noun, properties = "value", {}
                noun = at.get("title", noun)
                properties = properties | self.keys_of(at)
            named = False
        return str(noun), properties

    def keys_of(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Collect the keys that a schema names, including an applicable `then` or `else`."""
        found = dict(schema.get("properties", {}))
        parts = list(schema.get("allOf", []))
        if "if" in schema and isinstance(self.value, dict):
            holds = self.validator.evolve(schema=schema["if"]).is_valid(self.value)
            parts.append(schema.get("then" if holds else "else", {}))
        for part in parts:
            found |= self.keys_of(whole(self.validator.schema, part))
        return found

    def label(self) -> Span:
        """Return the span to mark: the value, or its key if the value is empty or multi-line."""
        span = self.spanned.span(self.path)
        if span.start == span.end or "\n" in span.text:
            return self.spanned.key(self.path) if self.path else self.head()
        return span

    def head(self) -> Span:
        """Return the span that identifies the thing: its id, its name, else its first key."""
        for key in ("id", "name", "title"):
            if isinstance(self.value, dict) and isinstance(self.value.get(key), str):
                return self.spanned.span((*self.path, key))
        if isinstance(self.value, dict) and self.value:
            return self.spanned.key((*self.path, next(iter(self.value))))
        if self.path and self.path in self.spanned.keys:
            return self.spanned.keys[self.path]
        span = self.spanned.span(self.path)
        end = self.spanned.source.text.find("\n", span.start, span.end)
        return Span(span.source, span.start, span.end if end < 0 else end)

    def described(self) -> list[str]:
        """Return the schema's description of the value as a note; empty if it has none."""
        words = self.schema.get("description")
        return [f"{self.name}: {words}"] if words else []


def whole(schema: dict[str, Any], part: Any) -> Any:
    """Resolve the `$ref` of a part of a schema, such as `#/$defs/name`, and merge in its own keys.

    The library leaves `$ref` out of its paths, so the two have to be read as one.
    """
    while isinstance(part, dict) and "$ref" in part:
        found: Any = schema
        for step in part["$ref"].removeprefix("#").strip("/").split("/"):
            found = found[step] if step else found
        part = {**found, **{key: part[key] for key in part if key != "$ref"}}
    return part
