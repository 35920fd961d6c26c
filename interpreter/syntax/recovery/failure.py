"""A parse failure and its context, and the check of every rewrite: does the sentence then parse?

Takes what the parser saw; answers what recognisers ask of the text, and knows none of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from interpreter.diagnostics import Report
from interpreter.syntax.recovery.strange_characters import Spans
from interpreter.syntax.source_words import (
    bare_words,
    indent_of,
    line_at,
    parent_line,
    without_comment,
)
from interpreter.syntax.vocabulary import CHANGES, FORMS, FRIENDLY

if TYPE_CHECKING:  # the library takes time to import, and is needed for faulty texts only
    from lark import Token


class FirstFault(NamedTuple):
    """The place where a text stops being valid: a word unexpected, or reserved but used as a name.

    It lies beyond the text if there is no fault.
    """

    at: int
    opens: bool
    """Whether only the block is missing that the line above opens."""


Reads = Callable[[str, str | None], FirstFault]
"""Reads a text as what it is, or as what the grammar rule of this name says."""
_SHORT = 300
"""Letters of a declaration that is read whole."""
_GOES_ON = re.compile(
    r" *(else(?! *(if |:? *(#|\n|$)))|unless|and|or|less|but|because)(?![a-z0-9_])"
)
"""How a line begins that goes on with the one above; `else` with a reason, not as `otherwise`."""
_JOINT = re.compile(r",| (?=(?:and|or|else|unless|where|but)\b)")


@dataclass(slots=True)
class ParseFailure:
    """An unexpected word, with everything that was read before it."""

    text: str
    at: int
    end: int
    spans: Spans
    report: Report
    reserved: frozenset[str]
    reads: Reads
    token: Token | None = None
    """None where the lexer knows no such word, and for a word of the language read as a name."""
    accepts: set[str] = field(default_factory=set)
    history: list[Token] = field(default_factory=list)
    called: Mapping[str, str] = field(default_factory=dict)
    """What names of the game are, such as `action` or `component card`."""
    start: int = -1
    """Where the sentence begins, lines that it goes on counted in."""
    frame: tuple[str, int, int] | None = None
    """The lines above it that are read with it, where they end, and how much follows its block."""
    known: dict[str, FirstFault] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    """What is not offered again: the sentence reads with it, and still has an error."""

    def __post_init__(self) -> None:
        if self.start < 0:
            self.start = sentence_start(self.text, self._place())
            self.frame = self._framed() if len(self.text) > _SHORT else None

    def _place(self) -> int:
        """Return the offset of the fault; if a line or block ends early, of the word before."""
        at = self.at
        if self.kind in ("_NL", "$END", "_DEDENT", "_INDENT") and at > 0:
            at = max(0, len(self.text[:at].rstrip()) - 1)
        return at

    @property
    def kind(self) -> str:
        """The token type of the unexpected word; empty for a word that the lexer does not know."""
        return self.token.type if self.token is not None else ""

    @property
    def word(self) -> str:
        """The unexpected word as written."""
        return str(self.token) if self.token is not None else self.text[self.at : self.end]

    @property
    def line(self) -> str:
        """The sentence up to the end of the line with the fault."""
        return self.text[self.start : self.stop]

    @property
    def head(self) -> tuple[str, int, int]:
        """The first word of the sentence other than an article, with its start and end."""
        found = re.match(r"\s*(?:(?:a|an|the)\s+)*([a-z_0-9]*)", self.line)
        assert found is not None
        return found.group(1), self.start + found.start(1), self.start + found.end(1)

    @property
    def at_margin(self) -> bool:
        """Whether the sentence stands at the margin of a file."""
        return bool(self.line[:1].strip())

    @property
    def legal(self) -> list[str]:
        """The words of the language that could stand here."""
        return [
            name.lower()
            for name in self.accepts
            if name.isupper() and name.isalpha() and name not in FRIENDLY
        ]

    @property
    def of_house_rules(self) -> bool:
        """Whether the sentence is a change of an overlay."""
        return (
            self.text.startswith("variant")
            and self.line.startswith("    ")
            and (self.line[4:5] != " ")
        )

    def form_help(self) -> tuple[str, ...]:
        """How the sentence, or the deed that it begins with, is written."""
        word = self.head[0]
        if self.of_house_rules and word in CHANGES:
            return (f"`{word}` is written like: {CHANGES[word]}",)
        return form_help(word)

    @property
    def stop(self) -> int:
        """The offset at which the line with the fault ends."""
        return line_at(self.text, max(self.at, self.start))[1]

    @property
    def indent(self) -> int:
        """The indentation of the sentence, in spaces."""
        return indent_of(self.line)

    @property
    def places(self) -> frozenset[str]:
        """The contexts in which the sentence stands, by the terms of the paraphrase rows."""
        overlay, test = self.text.startswith("variant"), self.text.startswith("test ")
        above = parent_line(self.text, self.start, self.indent).split()
        first = bare_words(self.line.removeprefix("    add "))[:1]
        head = bare_words(" ".join(above).removeprefix("add "))[:1]
        where = {
            "sentence": True,
            "heading": self.at_margin,
            "overlay": overlay,
            "change": overlay and self.indent == 4,
            "component": overlay and above[1:2] == ["component"] and above[0] in ("add", "change"),
            "facts": first[:1] in (["setting"], ["values"], ["zone"])
            or head in (["each"], ["table"], ["kind"], ["faction"]),
            "test": overlay or test,
            "given": test and above[:1] == ["given"],
        }
        return frozenset(name for name, so in where.items() if so)

    def names_of(self, sort: str) -> list[str]:
        """List the declared names of a sort.

        Sorts are `setting`, `component card`, `component` of any kind, `kind` of a component, and
        so on. For `seat`, these are the players that a test names.
        """
        if sort == "seat":
            given = (line for line in self.text.split("\n") if line.split()[:1] == ["given"])
            return next(given, "").partition(":")[2].replace(",", " ").split()
        if sort == "kind":
            sorts = (one.partition(" ") for one in self.called.values())
            return sorted({kind for first, _, kind in sorts if first == "component"})
        return [name for name, one in self.called.items() if f"{one} ".startswith(f"{sort} ")]

    def is_one(self, name: str, sort: str) -> bool:
        """Check whether a name is declared as this sort, or is `unknown` or `known` at all."""
        if sort in ("known", "unknown"):
            return (name in self.called) == (sort == "known")
        return name in self.names_of(sort)

    def at_word(self, start: int, end: int) -> ParseFailure:
        """Return the same failure with its fault at a given word of the sentence."""
        return replace(self, at=start, end=end, token=None)

    def reparses_with(self, start: int, end: int, word: str) -> bool:
        """Check whether the sentence parses up to the end of its line once a part is replaced.

        The block that it opens may still be missing.
        """
        return word not in self.without and self.rewritten(start, end, word) is None

    def rewritten(self, start: int, end: int, word: str) -> ParseFailure | None:
        """Return the failure that is left once a part of the sentence is replaced, if any."""
        text = self.text[:start] + word + self.text[end:]
        stop = max(self.stop, end) + len(word) - (end - start)
        fault = self.first_fault(text)
        code = self.start + len(without_comment(text[self.start : stop]).rstrip())
        if fault.at > stop or (fault.opens and fault.at >= code):
            return None
        begins = max(self.start, sentence_start(text, min(fault.at, stop)))
        return replace(self, text=text, at=fault.at, end=fault.at + 1, start=begins, token=None)

    def reads_up_to_a_joint(self, behind: int) -> bool:
        """Check whether the sentence parses up to a comma or a word such as `and` after `behind`.

        Its first fault, which lies further on, is then a separate one.
        """
        below = f"\n{' ' * self.indent}    stop repeating\n"
        for joint in _JOINT.finditer(self.text, behind, self.at + 1):
            text = self.text[: joint.start()]
            if any(
                self.first_fault(text + end, whole=True).at > len(text) for end in ("\n", below)
            ):
                return True
        return False

    def reads_alone(self, text: str) -> bool:
        """Check whether a text is a complete value or question."""
        return self.reads(text + "\n", "loose").at > len(text)

    def first_fault(self, text: str, whole: bool = False) -> FirstFault:
        """Find the first fault of a text in which only the sentence has been changed.

        Only the part of the text that the sentence depends on is parsed (unless `whole`), so that a
        long rule takes no longer than a short one. Results are cached.
        """
        head, start, tail = self.frame or ("", 0, 0)
        read = head + text[start : len(text) if whole else len(text) - tail]
        if read not in self.known:
            self.known[read] = self.reads(read, None)
        fault = self.known[read]
        return FirstFault(fault.at + start - len(head), fault.opens)

    def _framed(self) -> tuple[str, int, int] | None:
        """Compute the smallest context in which the sentence can be parsed.

        Returns the lines it stands below, the offset of the sentence, and the length of what
        follows its block. Returns None if the fault differs without the rest of the text.
        """
        pad, head = self.indent, ""
        beside = True  # the sentence above may be one with this one: `if` and `otherwise`
        for line in reversed(self.text[: self.start].split("\n")[:-1]):
            indent = indent_of(line)
            if line.strip() and line.strip()[0] != "#" and (indent < pad or beside):
                head, pad = f"{line}\n{head}", min(indent, pad)
                beside = beside and (indent > pad or line.split()[0] == "otherwise")
        stop = self.stop
        while stop < len(self.text):
            line = self.text[stop + 1 :].partition("\n")[0]
            if line.strip() and indent_of(line) <= self.indent:
                break
            stop = min(len(self.text), stop + 1 + len(line))
        kept = len(self.text[:stop].rstrip())
        there, here = (
            self.reads(head + self.text[self.start : kept], None),
            self.reads(self.text, None),
        )
        shift = self.start - len(head)
        if there.at != here.at - shift and not (here.at >= kept and there.at >= kept - shift):
            return None
        return head, self.start, len(self.text) - kept


def short(word: str) -> str:
    """Shorten a word to fit into a message."""
    return word if len(word) <= 24 else word[:23] + "…"


def sentence_start(text: str, at: int) -> int:
    """Find the start of the sentence around an offset, including lines that it continues."""
    start = text.rfind("\n", 0, at) + 1
    while start > 0:
        above = text.rfind("\n", 0, start - 1) + 1
        before = without_comment(text[above : start - 1]).rstrip()
        if not _GOES_ON.match(text, start) and not before.endswith(","):
            break
        start = above
    return start


def form_help(head: str) -> tuple[str, ...]:
    """Return how a sentence with this first word is written."""
    if head in FORMS:
        return (f"`{head}` is written like: {FORMS[head]}",)
    return ()
