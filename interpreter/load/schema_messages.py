"""Reports one schema violation in the project's own words.

Takes an error of the `jsonschema` library, the data with their places and the schema; produces one
diagnostic. The schema's annotations supply words: `title` is what a thing is called, `description`
what a value should look like. It must not import the library, which is slow, nor choose which
errors are reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any

from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.load.schema_places import (
    KINDS,
    ErrorLocation,
    either,
    is_of_key,
    kind_of,
    with_article,
)
from interpreter.load.text import TABLES

MOST_FAULTS = 20
_FEW = 4  # values that are all said
_MOST_NAMES = 200  # looked at for a name that is nearly right


class SchemaMisfit(ErrorLocation):
    """One error of the library, with the methods that report it."""

    def report_to(self, report: Report, misfits: list[SchemaMisfit]) -> None:
        """Report the error, unless another misfit covers it."""
        tellers: dict[str, Callable[[Report], None]] = {
            "additionalProperties": self.unknown_keys,
            "unevaluatedProperties": self.unknown_keys,
            "type": self.wrong_kind,
            "anyOf": self.wrong_kind,
            "oneOf": self.wrong_kind,
            "enum": self.unknown_value,
            "const": self.unknown_value,
            "minimum": self.out_of_range,
            "maximum": self.out_of_range,
            "exclusiveMinimum": self.out_of_range,
            "exclusiveMaximum": self.out_of_range,
            "minItems": self.wrong_count,
            "maxItems": self.wrong_count,
            "minProperties": self.wrong_count,
            "maxProperties": self.wrong_count,
            "minLength": self.wrong_count,
            "maxLength": self.wrong_count,
            "pattern": self.wrong_form,
            "uniqueItems": self.repeated,
        }
        if self.rule == "required":
            meant = {
                key
                for other in misfits
                if other.path == self.path and other.rule.endswith("Properties")
                for key in other.suggestions().values()
            }
            wanted = self.error.validator_value
            self.missing_keys(report, [k for k in wanted if k not in self.value and k not in meant])
            return
        tellers.get(self.rule, self.poor_fit)(report)

    def extras(self) -> list[str]:
        """List the keys that the thing may not have, at most MOST_FAULTS."""
        if self.rule == "unevaluatedProperties":
            found = (key for key in self.value if repr(key) in self.error.message)
            return list(islice(found, MOST_FAULTS))
        patterns = self.schema.get("patternProperties") or {}
        found = (
            key
            for key in self.value
            if key not in self.properties and not any(re.search(p, key) for p in patterns)
        )
        return list(islice(found, MOST_FAULTS))

    def suggestions(self) -> dict[str, str]:
        """Map each unknown key to the one that is probably meant, if that is not there already."""
        free = [key for key in self.properties if key not in self.value]
        found: dict[str, str] = {}
        for key in self.extras():
            left = [name for name in free if name not in found.values()]
            other = _OTHER_NAMES.get(str(key).casefold().strip())
            close = other if other in left else nearest(key, left)
            close = close or next((name for name in left if name == key[::-1]), None)
            if close:
                found[key] = close
        return found

    def unknown_keys(self, report: Report) -> None:
        """Report keys that the thing cannot have, one message each."""
        meant = self.suggestions()
        head = self.head()
        keys = ", ".join(self.properties)
        a_noun = with_article(self.noun)
        for key in self.extras():
            span = self.spanned.key((*self.path, key))
            close = meant.get(key)
            others = [] if head == span else [Label(head, f"in this {self.noun}")]
            report.add(
                "unknown-key",
                span,
                f"`{_short(key)}` is not something {a_noun} can have",
                f"did you mean `{close}`?" if close else "not known here",
                others=others,
                notes=[f"{a_noun} has: {keys}"] if keys else [],
                helps=self._cures_of_column(key),
                fix=(span, close) if close else None,
                subjects=[close or key],
            )

    def missing_keys(self, report: Report, keys: list[str]) -> None:
        """Report all keys that one thing lacks in one message; misspelt ones separately."""
        head = self.head()
        misspelt: dict[str, str] = {}
        for key in keys:
            free = [name for name in self.value if name not in self.properties][:_MOST_NAMES]
            close = nearest(key, [name for name in free if name not in misspelt.values()])
            if close:
                misspelt[key] = close
        for key, close in misspelt.items():
            span = self.spanned.key((*self.path, close))
            report.add(
                "missing-key",
                span,
                f"this {self.noun} has no `{key}`",
                f"did you mean `{key}`?",
                others=[Label(head, f"this {self.noun}")],
                notes=self.needed([key]),
                fix=(span, key),
                subjects=[key],
            )
        absent = [key for key in keys if key not in misspelt]
        if absent:
            *most, last = [f"`{key}`" for key in absent]
            listing = f"{', '.join(most)} and {last}" if most else last
            report.add(
                "missing-key",
                head,
                f"this {self.noun} has no {listing.replace(' and ', ' and no ')}",
                f"{listing} {'are' if most else 'is'} missing",
                notes=self.needed(absent),
                subjects=absent,
            )

    def needed(self, keys: list[str]) -> list[str]:
        """Describe missing keys by the schema's description and legal values, one note each."""
        notes = []
        for key in keys:
            about = self.properties.get(key)
            words = about.get("description") if isinstance(about, dict) else None
            plain = f"{with_article(self.noun)} needs `{key}`"
            values = about.get("enum", ()) if isinstance(about, dict) else ()
            said = f"`{key}`: {words}" if words else plain
            if values and len(values) <= _FEW:
                said += f": write {either([f'`{key}: {one}`' for one in values])}"
            elif values:
                said += f", such as {listed(map(str, values))}"
            notes.append(said)
        return notes

    def wrong_kind(self, report: Report) -> None:
        """Report a value of the wrong type, such as a text where a number belongs."""
        wanted = self.wanted()
        if not wanted:
            self.poor_fit(report)
            return
        helps, fix = self.kind_help(wanted)
        words = either([KINDS[kind] for kind in wanted])
        if self.in_table and wanted == ["object"]:
            words = "amounts"
        got = "empty" if self.value is None else kind_of(self.value)
        report.add(
            "wrong-kind",
            self.label(),
            f"{self.name} is {got}, and must be {words}",
            "nothing stands behind the colon" if self.value is None else f"this is {got}",
            notes=self.described(),
            helps=helps,
            fix=fix,
            subjects=self.subjects,
        )

    def wanted(self) -> list[str]:
        """List the JSON Schema types that would be accepted.

        Empty if the value has one of the alternatives' types already, or an alternative has no
        type.
        """
        if self.rule == "type":
            kinds = self.error.validator_value
            return [kinds] if isinstance(kinds, str) else list(kinds)
        kinds = [branch.get("type") for branch in self.error.validator_value]
        flat = [k for kind in kinds for k in (kind if isinstance(kind, list) else [kind])]
        fits = {"array": list, "object": dict, "string": str, "integer": int}
        if any(k is None or isinstance(self.value, fits.get(k, bool)) for k in flat):
            return []
        return list(dict.fromkeys(flat))

    def kind_help(self, wanted: list[str]) -> tuple[list[str], tuple[Span, str] | None]:
        """Suggest what to write instead of a value of the wrong type, if the slip is a common one.

        Returns the helps and, if the correction is certain, a fix.
        """
        span, value = self.spanned.span(self.path), self.value
        fix: str | None = None
        helps: list[str] = []
        if isinstance(value, str):
            low = value.lower()
            if "integer" in wanted and re.fullmatch(r"[-+]?(0|[1-9][0-9]{0,14})", value):
                fix, helps = value, [f"write it without quotes: {value}"]
            elif "boolean" in wanted and low in ("yes", "on", "y", "true"):
                fix, helps = "true", ["write `true` for yes"]
            elif "boolean" in wanted and low in ("no", "off", "n", "false"):
                fix, helps = "false", ["write `false` for no"]
            elif "array" in wanted and value.startswith("-"):
                helps = ["put a space after each `-`"]
            elif "object" in wanted and re.match(r"[\w-]+:\S", value):
                helps = ["put a space after each colon"]
            elif "array" in wanted and "\n" not in span.text:
                fix, helps = self.as_list()
            elif "object" in wanted:
                helps = ["write each part of it as `key: value`"]
                if self.in_table:
                    helps = ["write amounts like `2 green, 1 blue`, by the names of the rules"]
        elif "string" in wanted and isinstance(value, (int, bool)):
            fix = f'"{span.text}"'
            helps = [f"put it in quotes: {fix}"]
        if "boolean" in wanted and not helps:
            helps = ["write `true` for yes or `false` for no"]
            if self.in_table:
                helps = ["write `yes` or `no`"]
        if self.in_table and {"integer", "number"} & {*wanted} and not helps:
            helps = ["write a whole number, such as `3`"]
        return helps, (span, fix) if fix is not None else None

    def _cures_of_column(self, key: str) -> list[str]:
        """Say what to do with a column that the game does not know."""
        if not self.in_table or len(self.path) != len(("kind", "number")):
            return []
        name = _snake(key)
        if not _LINE.fullmatch(name):
            return ["begin its name with `_` if it is not for the game"]
        return [
            f"declare it below the kind, `printed {name}: text` if no rule is about it; or call it"
            f" `_{name}` if it is not for the game"
        ]

    @property
    def in_table(self) -> bool:
        """Whether it stands in a cell of a table."""
        return self.spanned.span(self.path).source.path.lower().endswith(TABLES)

    def as_list(self) -> tuple[str, list[str]]:
        """Return a list with what stands where a list belongs, and the help that says so."""
        text = self.spanned.span(self.path).text
        if not self.in_table:
            return f"[{text}]", [f"write a list of one: [{text}]"]
        parts = [part.strip() for part in re.split("[,;]", text.strip('"'))]
        made = f"[{', '.join(parts)}]"
        return (f'"{made}"' if "," in made else made), [f"write a list in brackets: {made}"]

    def unknown_value(self, report: Report) -> None:
        """Report a word that is not in the list of those allowed."""
        allowed = self.error.validator_value
        allowed = allowed if self.rule == "enum" else [allowed]
        names = [str(value) for value in allowed]
        close = nearest(str(self.value), names) if isinstance(self.value, str) else None
        shown = f"`{_short(self.value)}`" if isinstance(self.value, (str, int)) else "this"
        notes = [f"it can be: {listed(names, 16)}"] if len(names) > 1 else []
        if not names:
            notes = ["there is none of these in the game yet"]
        report.add(
            "unknown-value",
            self.label(),
            f"{self.name} cannot be {shown}"
            if len(names) != 1
            else f"{self.name} must be `{names[0]}`",
            f"did you mean `{close}`?" if close else "",
            notes=notes or self.described(),
            fix=(self.spanned.span(self.path), close) if close else None,
            subjects=self.subjects,
        )

    def out_of_range(self, report: Report) -> None:
        """Report a number that is too small or too large."""
        limit = self.error.validator_value
        limit += {"exclusiveMinimum": 1, "exclusiveMaximum": -1}.get(self.rule, 0)
        low = self.rule in ("minimum", "exclusiveMinimum")
        report.add(
            "out-of-range",
            self.label(),
            f"{self.name} is {self.value}, and must be at {'least' if low else 'most'} {limit}",
            "too small" if low else "too large",
            notes=self.described(),
            subjects=self.subjects,
        )

    def wrong_count(self, report: Report) -> None:
        """Report too few or too many items, keys or characters."""
        limit, count = self.error.validator_value, len(self.value)
        few = self.rule.startswith("min")
        thing = {"L": "character", "I": "item", "P": "key"}[self.rule[3]]
        shown = f"{limit} {thing}" if limit == 1 else f"{limit} {thing}s"
        report.add(
            "wrong-count",
            self.label(),
            f"{self.name} has {count or 'no'} {thing}{'' if count == 1 else 's'}",
            f"needs at least {shown}" if few else f"has room for {shown}",
            notes=self.described(),
            subjects=self.subjects,
        )

    def wrong_form(self, report: Report) -> None:
        """Report a text or a key that does not match its pattern."""
        pattern = str(self.error.validator_value)
        snake = _snake(str(self.value))
        of_key = is_of_key(self.error)
        span = self.spanned.span(self.path)
        if of_key:
            span = self.spanned.key((*self.path, self.value))
        # Only names get a fix: of a sentence nobody can say how it should have been written.
        close = snake if pattern.startswith("^[a-z]") and re.search(pattern, snake) else None
        if of_key and self.in_table:
            close = _OTHER_NAMES.get(snake.replace("_", " "), close)
        words = self.schema.get("description") or "another form"
        subject = "as a key" if of_key else f"as {self.name}"
        if not of_key and not isinstance(self.path[-1] if self.path else 0, str):
            subject = "here"
        report.add(
            "wrong-form",
            span if "\n" not in span.text else self.label(),
            f"`{_short(self.value)}` does not do {subject}",
            f"did you mean `{close}`?" if close else "",
            notes=[f"what is needed: {words}"],
            fix=(span, close) if close else None,
            subjects=self.subjects,
        )

    def repeated(self, report: Report) -> None:
        """Report a value that is in its list already."""
        *path, at = self.path
        items = self.error.instance
        first = next(i for i, item in enumerate(items) if item == items[int(at)])
        report.add(
            "repeated-value",
            self.spanned.span(self.path),
            f"`{_short(items[int(at)])}` stands twice in this list",
            "again here",
            others=[Label(self.spanned.span((*path, first)), "first here")],
        )

    def poor_fit(self, report: Report) -> None:
        """Report any violation that no other method covers."""
        report.add(
            "poor-fit",
            self.label(),
            f"{self.name} does not fit here",
            notes=self.described() or [f"a rule of its form is not met: {self.rule}"],
            subjects=self.subjects,
        )


def _short(value: Any) -> str:
    text = str(value).replace("\n", " ")
    return text if len(text) <= 40 else text[:39] + "…"


def _snake(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


_OTHER_NAMES = {
    **dict.fromkeys(("name", "card", "card name"), "title"),
    **dict.fromkeys(("qty", "quantity", "count", "number", "num", "amount", "copy"), "copies"),
    **dict.fromkeys(("description", "desc", "effect", "effects", "rules text"), "text"),
}
"""What spreadsheets of cards call the lines that every component can have."""
_LINE = re.compile(r"[a-z][a-z0-9_]*")
"""A name that a printed line can have."""
