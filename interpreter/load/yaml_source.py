"""Loads untrusted YAML as plain data, with the place of every key and value.

Takes a `Source`; produces a `Spanned`, or diagnostics and nothing. It reads the parser's events one
by one and keeps its own stack, so no file can exhaust the stack of the process or build a value
out of proportion to its size. Scalars are those of YAML 1.2 without fractions: `no`, `on`, `012`,
`1:30` and dates are texts. It must not know what the data are for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

from interpreter.diagnostics import Label, Report, Source, Span
from interpreter.diagnostics.characters import HIDDEN, name
from interpreter.load import yaml_refusals
from interpreter.load.spanned import EmbeddedText, Path, Spanned
from interpreter.load.text import clean

DEEPEST = 64
MOST_VALUES = 200_000
LONGEST_TEXT = 8192
MOST_DIGITS = 15
MOST_FAULTS = 20
MOST_KNOWN = 200  # files

_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})
_YES_NO = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FRACTION = re.compile(
    r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_PLAIN = ("", None)
_KNOWN: dict[Source, Spanned] = {}
"""What faultless files hold: a game is read again with other settings, or other house rules."""
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_yaml(source: Source, report: Report) -> Spanned | None:
    """Load the data of one YAML document; None after at least one diagnostic.

    Results without faults are cached by source.
    """
    if source in _KNOWN:
        return _KNOWN[source]
    if not clean(source, report):
        return None
    reader = _Reader(source, report)
    try:
        for event in yaml.parse(source.text, Loader=_Loader):
            reader.take(event)
    except _Hopeless:
        return None
    except yaml.YAMLError as fault:
        if not reader.faults:
            from interpreter.load import yaml_faults  # only if need be

            yaml_faults.explain(fault, source, report, reader.last_text)
        return None
    if reader.faults:
        return None
    if reader.data is None:
        empty_file(source, report)
        return None
    if len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[source] = Spanned(reader.data, source, reader.spans, reader.keys, reader.blocks)
    return _KNOWN[source]


def empty_file(source: Source, report: Report) -> None:
    """Report that a file has no content."""
    report.add(
        "empty-file",
        Span(source, 0, 0),
        "there is nothing in this file",
        helps=["write something into it, or delete the file"],
    )


class _Hopeless(Exception):
    """Raised when reading on is pointless."""


@dataclass(slots=True)
class _Group:
    """A list or a mapping that is being read."""

    data: dict[str, Any] | list[Any]
    path: Path
    start: int
    end: int
    flow: bool
    key: str | None = None
    doubled: bool = False

    def begins_again(self, key: str) -> bool:
        """Check whether an item's first key occurs in it again: its `-` may be missing."""
        item = bool(self.path) and isinstance(self.path[-1], int) and not self.flow
        return item and key == next(iter(self.data))


class _Reader:
    """Builds the data from the parser's events."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.data: Any = None
        self.spans: dict[Path, Span] = {}
        self.keys: dict[Path, Span] = {}
        self.blocks: dict[Path, EmbeddedText] = {}
        self.faults = 0
        self.last_text: Span | None = None  # the latest text in quotes
        self._open: list[_Group] = []
        self._values = 0
        self._documents = 0

    def take(self, event: Any) -> None:
        """Process one event. Raises `_Hopeless` when the rest is not worth reading."""
        if isinstance(event, yaml.ScalarEvent):
            self._allowed(event)
            self._scalar(event)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self._allowed(event)
            self._begin(event)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._finish(event)
        elif isinstance(event, yaml.AliasEvent):
            self._allowed(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._document(event)

    # ------------------------------------------------------------------ what is not allowed

    def _fault(self, slug: str, span: Span, message: str, label: str = "", **more: Any) -> None:
        self.report.add(slug, span, message, label, **more)
        self.faults += 1
        if self.faults >= MOST_FAULTS:
            raise _Hopeless

    def _span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def _document(self, event: Any) -> None:
        self._documents += 1
        at = event.start_mark.index
        if self._documents > 1:
            self._fault(
                "second-document",
                Span(self.source, at, event.end_mark.index),
                "a second document begins here",
                notes=["a file of a game holds one document, so `---` stands at most at its top"],
                helps=["put the second part into a file of its own"],
            )
            raise _Hopeless
        if event.version or event.tags:
            yaml_refusals.directive(self.source, self.report, at)
            self.faults += 1
            raise _Hopeless

    def _allowed(self, event: Any) -> None:
        """Refuse references and tags, and whatever goes beyond the limits."""
        at = event.start_mark.index
        if getattr(event, "anchor", None) is not None:
            yaml_refusals.anchor(self.source, self.report, at)
            self.faults += 1
            raise _Hopeless
        if getattr(event, "tag", None) is not None:
            yaml_refusals.tag(self.source, self.report, at)
            self.faults += 1
            raise _Hopeless
        self._values += 1
        if self._values > MOST_VALUES:
            self._fault(
                "too-many-values",
                Span(self.source, at, at + 1),
                f"this file holds more than {MOST_VALUES:,} values",
                "one too many",
                helps=["cut the file into several"],
            )
            raise _Hopeless

    # --------------------------------------------------------------------------- building

    def _begin(self, event: Any) -> None:
        start = event.start_mark.index
        keyed = isinstance(event, yaml.MappingStartEvent)
        if self._awaits_key():
            self._fault(
                "key-not-text",
                Span(self.source, start, start + 1),
                "a list or a group cannot be a key",
                "a key is a word",
                helps=["put a text that begins with a bracket in quotes"],
            )
            raise _Hopeless
        if len(self._open) >= DEEPEST:
            self._fault(
                "deep-nesting",
                Span(self.source, start, start + 1),
                f"this file is nested more than {DEEPEST} levels deep",
                "one level too many",
            )
            raise _Hopeless
        path = self._path()
        data: dict[str, Any] | list[Any] = {} if keyed else []
        self._open.append(_Group(data, path, start, start, bool(event.flow_style)))

    def _finish(self, event: Any) -> None:
        group = self._open.pop()
        end = event.end_mark.index if group.flow else group.end
        self._put(group.data, group.path, Span(self.source, group.start, max(group.start, end)))

    def _awaits_key(self) -> bool:
        group = self._open[-1] if self._open else None
        return group is not None and isinstance(group.data, dict) and group.key is None

    def _path(self) -> Path:
        """Return the path of the value that comes next."""
        if not self._open:
            return ()
        group = self._open[-1]
        step = len(group.data) if isinstance(group.data, list) else group.key
        assert step is not None
        return (*group.path, step)

    def _put(self, value: Any, path: Path, span: Span) -> None:
        self.spans[path] = span
        if not self._open:
            self.data = value
            return
        group = self._open[-1]
        group.end = max(group.end, span.end)
        if isinstance(group.data, list):
            group.data.append(value)
        else:
            assert group.key is not None
            group.data[group.key] = value
            group.key = None

    def _scalar(self, event: Any) -> None:
        span = self._span(event)
        if event.style in ("'", '"'):
            self.last_text = span
        elif event.style in ("|", ">"):
            # The parser counts the empty lines behind a block as part of it.
            words = self.source.text[span.start : span.end].rstrip()
            span = Span(self.source, span.start, span.start + len(words))
        readable = self._readable(event.value, span)
        if self._awaits_key():
            self._key(event, span)
            return
        path = self._path()
        value = event.value
        if event.style in _PLAIN and readable:
            value = self._plain(event.value, span)
        if isinstance(value, str):
            block = _block(self.source, span, event.style, value)
            if block is not None:
                self.blocks[path] = block
        self._put(value, path, span)

    def _readable(self, text: str, span: Span) -> bool:
        """Check whether a person can read a text; report what keeps them from it."""
        if len(text) > LONGEST_TEXT:
            self._fault(
                "long-text",
                Span(self.source, span.start, span.start + 1),
                f"this text is longer than {LONGEST_TEXT:,} characters",
                f"it has {len(text):,}",
            )
            return False
        hidden = HIDDEN.search(text)  # written as an escape, such as "\e"
        if hidden is not None:
            self._fault(
                "hidden-character",
                span,
                "this text holds a character that cannot be seen",
                name(hidden.group()),
                helps=["delete the escape that stands for it"],
            )
            return False
        return True

    def _key(self, event: Any, span: Span) -> None:
        group = self._open[-1]
        assert isinstance(group.data, dict)
        key: str = event.value
        if event.style in _PLAIN:
            self._key_is_text(key, span)
            if key[:1] == "-" and key[1:2].isalpha():
                yaml_refusals.dash_space(self.source, self.report, span.start)
                self.faults += 1
                raise _Hopeless
        path = (*group.path, key)
        if key in group.data and not group.doubled:
            again = group.begins_again(key)
            group.doubled = again  # then so is all else that it says
            self._fault(
                "duplicate-key",
                span,
                f"`{_short(key)}` is written twice in the same place",
                "again here",
                others=[Label(self.keys[path], "first here")],
                helps=[f"write `- {_short(key)}: ...` to begin another one, or keep one of the two"]
                if again
                else ["keep one of the two"],
            )
        self.keys.setdefault(path, span)
        group.key = key
        group.end = max(group.end, span.end)

    def _key_is_text(self, key: str, span: Span) -> None:
        if key == "<<":
            yaml_refusals.merge(self.source, self.report, span)
            self.faults += 1
            raise _Hopeless
        if key in _NOTHING:
            what, helps = "nothing", ["write a word before the colon"]
            message = "a key is missing before this colon"
        else:
            message, helps = f"`{_short(key)}` cannot be a key as it stands", []
            what = "yes or no" if key in _YES_NO else "a number"
            if not (key in _YES_NO or _WHOLE.fullmatch(key) or _FRACTION.fullmatch(key)):
                return
            helps = [f'put it in quotes: "{_short(key)}"']
        fix = (span, f'"{key}"') if key else None
        label = f"a key is a text, this is {what}" if key else ""
        self._fault("key-not-text", span, message, label, helps=helps, fix=fix)

    def _plain(self, word: str, span: Span) -> Any:
        """Parse an unquoted scalar; fractions and overlong numbers are reported and read as 0."""
        if word in _NOTHING:
            return None
        if word in _YES_NO:
            return _YES_NO[word]
        if word[0] not in "+-.0123456789":
            return word
        quoted = f'"{word}"'
        if _WHOLE.fullmatch(word):
            digits = len(word.lstrip("+-"))
            if digits <= MOST_DIGITS:
                return int(word)
            self._fault(
                "long-number",
                span,
                f"a number has at most {MOST_DIGITS} digits",
                f"this one has {digits:,}",
                helps=["put it in quotes if it is a text"],
            )
            return 0
        if _FRACTION.fullmatch(word):
            self._fault(
                "not-whole",
                span,
                f"`{_short(word)}` is not a whole number",
                "a whole number or a text goes here",
                helps=[f"if it is a text, put it in quotes: {quoted}"] if len(word) < 40 else [],
                fix=(span, quoted),
            )
            return 0
        return word


def _short(text: str) -> str:
    """Cut user text for a message to a readable length."""
    text = text.replace("\n", " ")
    return text if len(text) <= 40 else text[:39] + "…"


def _block(source: Source, span: Span, style: str | None, value: str) -> EmbeddedText | None:
    """Map each line of a text to its offset; None unless the file has every line unchanged."""
    text = source.text
    if style == ">":
        return None
    if style != "|":
        quote = 0 if style in _PLAIN else 1
        same = text[span.start + quote : span.end - quote] == value and "\n" not in value
        return EmbeddedText(value, (span.start + quote,)) if same else None
    if not value:
        return EmbeddedText("", (span.end,))
    offsets: list[int] = []
    end = text.find("\n", span.start)
    for line in value.split("\n"):
        if end >= len(text) or end < 0:
            offsets.append(len(text))
            continue
        begin = end + 1
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        # A line of the text is what is left of the line of the file without its indentation.
        offsets.append(end - len(line))
        if text[offsets[-1] : end] != line or offsets[-1] < begin:
            return None
    if value.endswith("\n"):
        offsets[-1] = offsets[-2] + len(value.split("\n")[-2])
    return EmbeddedText(value, tuple(offsets))
