"""What helps say to write in YAML is written, to the letter: the problem is gone then.

Each help of the samples is typed, or stands in `OPEN` since it leaves something to the reader.
"""

from __future__ import annotations

import re

import pytest

from interpreter.diagnostics import Diagnostic, Report, Source
from interpreter.load.yaml_source import load_yaml
from tests.load.test_schema_messages import CASES as MISFITS
from tests.load.test_schema_messages import faults
from tests.load.test_yaml_messages import CASES as SLIPS


def ends(text: str, at: int) -> tuple[int, int]:
    """Where the line of a place begins and ends."""
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    return begin, len(text) if end < 0 else end


def at_the_end(words):
    """Type words at the end of the line."""

    def type_(text, start, end, m):
        last = ends(text, start)[1]
        return text[:last] + words(m) + text[last:]

    return type_


def in_place(words):
    """Type words in place of what is pointed at."""
    return lambda text, start, end, m: text[:start] + words(text[start:end], m) + text[end:]


def of_line(change):
    """Type the line anew."""

    def type_(text, start, end, m):
        begin, last = ends(text, start)
        return text[:begin] + change(text[begin:last], m) + text[last:]

    return type_


def without_line(text, start, end, m):
    """Delete the line."""
    begin, last = ends(text, start)
    return text[:begin] + text[last + 1 :]


def as_above(text, start, end, m):
    """Begin the line in the column of the line above."""
    begin, _ = ends(text, start)
    above = text[: begin - 1].rpartition("\n")[2]
    margin = len(above) - len(above.lstrip())
    return text[:begin] + " " * margin + text[begin:].lstrip(" ")


def quoted(line, m):
    """Put the value of a line in double quotes."""
    key, colon, value = line.partition(": ")
    if not colon:
        value = line.lstrip(" -")
        key, colon = line[: len(line) - len(value)], ""
    inner = value.strip().strip("\"'").replace("\\", "\\\\").replace('"', "'")
    return f'{key}{colon}"{inner}"'


FORMS = (
    (r"^write `([\]}])` behind the last item$", at_the_end(lambda m: m[1])),
    (r"^write ([\"']) at the end of the text$", at_the_end(lambda m: m[1])),
    (r"^put a space after each `-`$", lambda text, *_: re.sub(r"(?m)^( *)-(?=\S)", r"\1- ", text)),
    (r"^put a space after each colon$", of_line(lambda line, m: re.sub(r":(?=\S)", ": ", line))),
    (r"^write `([^`.]+:)`$", of_line(lambda line, m: m[1])),
    (r"^write `true` for yes or `false` for no$", in_place(lambda said, m: "true")),
    (r"begin it in the same column as", as_above),
    (r"^put the whole text in quotes", of_line(quoted)),
    (
        r"^put a text that begins with a bracket",
        of_line(lambda line, m: re.sub(r"\[.*\]", r'"\g<0>"', line)),
    ),
    (r"if it goes on with the text above, put the whole text in quotes", None),
    (r"^write two backslashes for one", of_line(lambda line, m: line.replace("\\", "\\\\"))),
    (r"^delete this line$", without_line),
    (
        r"^delete the escape",
        of_line(lambda line, m: re.sub(r"\\(?:[uUx][0-9A-Fa-f]+|.)", "", line)),
    ),
    (r"keep one of the two$", without_line),
    (r"^delete it, or", in_place(lambda said, m: "")),
    (r"^leave it out, or put", in_place(lambda said, m: "")),
    (r"^write the value out again, or put it in quotes", in_place(lambda said, m: f'"{said}"')),
    (r"^put it in quotes if it is a text$", in_place(lambda said, m: f'"{said}"')),
    (
        r"^write a word before the colon$",
        of_line(lambda line, m: re.sub(r"^(\s*).*?:", r"\1word:", line)),
    ),
)
OPEN = (
    "write each part of it as",
    "write `title: ...`",
    "if it goes on with the text above",  # two lines
    "indent every line of the text",
    "indent the list below the key",
    "write `- ` before it, or indent it",
    "use single quotes around a text",
    "write `''` for an apostrophe",
    "write each item on a line of its own",
    "end the line after `|`",
    "look at its indentation",
    "write the keys out again",
    "put the second part into a file",
    "cut the file into several",
    "write something into it",
    "put a text that begins with an apostrophe",
)
"""Beginnings of helps that name several ways, or what only the writer knows."""


def told(text: str, name: str | None) -> list[Diagnostic]:
    """Give all that is said of a text; `name` is the schema that it has to fit."""
    report = Report()
    if load_yaml(Source("a.yaml", text), report) is None or name is None:
        return report.found
    found: list[Diagnostic] = faults(text, name)
    return found


SAMPLES = [(each.wrong, each.schema) for each in MISFITS] + [(each.wrong, None) for each in SLIPS]


@pytest.mark.parametrize(("text", "name"), SAMPLES)
def test_what_a_help_says_to_write_in_yaml_leads_on(text, name):
    found = told(text, name)
    for d in found:
        for help_ in d.helps if d.fix is None else ():
            span = d.label.span
            led = False
            for form, type_ in FORMS:
                m = re.search(form, help_)
                if m is not None and type_ is not None:
                    after = told(type_(text, span.start, span.end, m), name)
                    here = [(one.slug, one.message) for one in after]
                    led |= (d.slug, d.message) not in here or len(after) < len(found)
            assert led or any(help_.startswith(part) for part in OPEN), (help_, text)
