"""Occurrences of a name in one of a game's texts.

Takes a text of rules, YAML or CSV; yields spans. Quoted strings and `#` comments are skipped,
except for what stands in braces inside a string. In YAML a name is a key or a whole value; below
`rules: |` it is a word of a sentence, and below `layout:` of an expression. In CSV it is a whole
cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from interpreter.diagnostics import Source, Span

_FOR_PEOPLE = re.compile(r'"[^"\n]*"|#[^\n]*|(?<![a-z_])title: [^",}\n]+')
_IN_BRACES = re.compile(r"\{[^{}]*\}")
_RULES_BELOW = re.compile(r"^( *(?:- +)?)(?:[^ #].*[ {,])?rules: *[|>]")
_LABELS = re.compile(r"(?<![a-z_])counts: *(\{[^{}]*\})?")
_Part = tuple[int, str, re.Pattern[str]]
"""Where a part of a text begins, the part, and what is looked for in it: the last group, or all."""
_LABEL = re.compile(r"(?<=[{,])[^{},:]+:")


def mentions(source: Source, name: str) -> Iterator[Span]:
    """Yield each occurrence of a name, in the order of the text."""
    word = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])")
    if source.path.endswith(".rules"):
        parts: Iterable[_Part] = [(0, _FOR_PEOPLE.sub(_blank, source.text), word)]
    elif source.path.endswith(".csv"):
        parts = [(0, source.text, re.compile(rf"(?m)(?:^|(?<=,)){word.pattern}(?=,|\r?$)"))]
    else:
        whole = re.compile(rf"(?:^|(?<=[:\[,{{-])) *({word.pattern}) *(?=$|[:,\]}}])")
        parts = _lines_of_yaml(source.text, word, whole)
    for start, text, regex in parts:
        for found in regex.finditer(text):
            at = start + found.start(regex.groups)
            yield Span(source, at, at + len(name))


def _blank(found: re.Match[str]) -> str:
    """Replace a string or comment by spaces of equal length, keeping interpolations in braces."""
    text = found[0]
    made = list(" " * len(text))
    for said in _IN_BRACES.finditer(text) if text.startswith('"') else ():
        made[said.start() : said.end()] = said[0]
    return "".join(made)


def _lines_of_yaml(text: str, word: re.Pattern[str], whole: re.Pattern[str]) -> Iterator[_Part]:
    """Yield each YAML line with the pattern that applies to it.

    Rules and layouts are searched for words, other lines for keys and whole values.
    """
    start, rules, layout, labels = 0, -1, False, -1
    for line in text.split("\n"):
        plain = _FOR_PEOPLE.sub(_blank, line)
        indent = len(line) - len(line.lstrip(" -"))
        if line.strip():
            rules = rules if 0 <= rules < indent else -1
            labels = labels if 0 <= labels < indent else -1
            layout = line.startswith("layout:") or (layout and line[:1] in " #")
        if layout:
            yield start, _without_labels(plain, labels >= 0), word
        else:
            yield start, plain, word if rules >= 0 else whole
        below = _RULES_BELOW.match(line)
        if below is not None and rules < 0:
            rules = len(below[1])
        if layout and re.search(r"(?<![a-z_])counts: *$", plain):
            labels = indent
        start += len(line) + 1


def _without_labels(line: str, label: bool) -> str:
    """Blank out the label texts beside numbers in a layout line, keeping its length."""

    def blank(found: re.Match[str]) -> str:
        return " " * len(found[0])

    if label:
        return re.sub(r"^ *[^:]+:", blank, line, count=1)
    return _LABELS.sub(lambda found: _LABEL.sub(blank, found[0]), line)
