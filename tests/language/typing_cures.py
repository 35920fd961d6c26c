"""What a help says to write, typed into the file that it speaks of.

Takes a problem, one of its helps and the texts of the game; gives the texts as somebody leaves them
who does what the help says, to the letter. Must not know any game, and may not guess: what a help
leaves open it has not said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.diagnostics.model import Diagnostic

Typed = Callable[["Desk", "re.Match[str]"], str]
STEP = "    "
EXAMPLE = STEP + "gain 1 score"


@dataclass(frozen=True)
class Desk:
    """The file of a problem, and the place at which somebody types."""

    text: str
    start: int
    end: int

    @property
    def line_start(self) -> int:
        """Where the line of the place begins."""
        return self.text.rfind("\n", 0, self.start) + 1

    @property
    def line_end(self) -> int:
        """Where that line ends."""
        end = self.text.find("\n", self.start)
        return len(self.text) if end < 0 else end

    @property
    def indent(self) -> str:
        """The spaces before that line."""
        line = self.text[self.line_start : self.line_end]
        return line[: len(line) - len(line.lstrip())]

    def instead(self, words: str) -> str:
        """Type words in place of what is pointed at."""
        return self.text[: self.start] + words + self.text[self.end :]

    def without(self, words: str) -> str:
        """Take words out of the line, or of what is pointed at."""
        begin, end = self.line_start, max(self.line_end, self.end)
        word = (r"\b" if words[0].isalnum() else "") + re.escape(words) + r"(?![a-z0-9_])"
        places = [begin + m.start() for m in re.finditer(word, self.text[begin:end])]
        if not places:
            return self.text
        at = max((one for one in places if one <= self.start), default=places[0])
        before, after = self.text[:at], self.text[at + len(words) :]
        if before.endswith(" ") and after[:1] in (" ", "\n", ",", ""):
            before = before[:-1]
        return before + after

    def without_line(self) -> str:
        """Take the line of the place out."""
        return self.text[: self.line_start] + self.text[self.line_end + 1 :]

    def without_part(self) -> str:
        """Take what is pointed at out, with the mark or the word that joins it to the rest."""
        before = re.sub(r"(,| and| or|,? if)? *$", "", self.text[: self.start])
        return before + self.text[self.end :]

    def without_line_and_heading(self) -> str:
        """Take the line out, and the line above, of which it is the only one below."""
        begin = self.text.rfind("\n", 0, max(0, self.line_start - 1)) + 1
        return self.text[:begin] + self.text[self.line_end + 1 :]

    def without_block(self) -> str:
        """Take the line out, and what stands further in below it."""
        _, *rest = self.text[self.line_start :].splitlines(keepends=True)
        while rest and (not rest[0].strip() or rest[0].startswith(self.indent + STEP)):
            rest.pop(0)
        return self.text[: self.line_start] + "".join(rest)

    def moved_below(self, number: int) -> str:
        """Put the line below another one, by its number from 1."""
        lines = self.text.splitlines(keepends=True)
        at = self.text.count("\n", 0, self.line_start)
        line = lines.pop(at)
        lines.insert(number - (at < number - 1), line)
        return "".join(lines)

    def above(self, *lines: str) -> str:
        """Type lines above, in the same column."""
        typed = "".join(f"{self.indent}{line}\n" for line in lines)
        return self.text[: self.line_start] + typed + self.text[self.line_start :]

    def below(self, *lines: str) -> str:
        """Type lines right below, one step further in."""
        typed = "".join(f"\n{self.indent}{STEP}{line}" for line in lines)
        return self.text[: self.line_end] + typed + self.text[self.line_end :]

    def lines(self, *lines: str) -> str:
        """Type a sentence of several lines in place of what is pointed at."""
        return self.instead(f"\n{self.indent}".join(lines))

    def as_sentence(self, words: str) -> str:
        """Type a whole sentence in place of the line."""
        begin = self.line_start + len(self.indent)
        return self.text[:begin] + words + self.text[self.line_end :]

    def inside(self, words: str) -> str:
        """Type a line above, and move the line of the place into its block."""
        line = self.text[self.line_start : self.line_end]
        return (
            f"{self.text[: self.line_start]}{self.indent}{words}\n{STEP}{line}"
            f"{self.text[self.line_end :]}"
        )

    def renamed(self, name: str) -> str:
        """Call what is pointed at otherwise, wherever it stands in the file."""
        old = re.escape(self.text[self.start : self.end])
        return re.sub(rf"\b{old}\b", name, self.text)


Q = r"`([^`]+)`"
AHEAD = r"^(?:(?:or|else|if [^`]+?|by chance|open for all|all together)[:,]? )*"
IN_ITS_PLACE = (
    rf"{AHEAD}write {Q}(?:; .*)?$",
    rf"^for (?:all of them together|the different ones): {Q}$",
    rf"^(?:as far as they have it|or ask for what changes|say whose|ask for one): {Q}$",
    rf"^(?:write|name|say) (?:what lies there|which are meant|how many there are): {Q}$",
    rf"wait for (?:it|what it does): {Q}$",
    rf"give this end a name: {Q}$",
    rf": write {Q}$",
    rf"^write another plural, such as {Q}",
    rf"^use it as {Q}$",
)
ABOVE = (
    rf"{AHEAD}(?:write )?{Q} on (?:a|the) line before$",
    rf"choose one in a line above: {Q}$",
    rf"choose who it is on the line before: {Q}$",
)
NAMED_ABOVE = (
    rf"give (?:it|them) a name in the line above: {Q}, and write {Q} here$",
    rf"name them in the line above: {Q}, and write {Q} here$",
    rf"on a line of its own: {Q}, and ask for {Q}$",
    rf"say which, in the line before: {Q}; then {Q}$",
)
OTHER_NAMES = (
    rf"^choose another name, such as {Q}",
    rf"^choose a longer name, such as {Q}",
    rf"^give it a name that says what it is, such as {Q}",
)


# Sentences without quotes stand behind a colon, at the end.
EXAMPLES = (
    r"^(?!declare|write one rule|what happens|let a rule|take it)"
    r".*(?:such as|did you mean): ([^`?;]+?)\??(?:; or leave it out)?$",
    r"^for a time only, end it with a span: ([^`]+)$",
    rf"^name it by more of its words, as in {Q}$",
    r"^name what lies there: ([^`]+)$",
    rf"^name it otherwise, such as {Q}$",
)
LEFT_OUT = (
    r"^(?:or )?leave it out\b",
    r"^(?:or )?leave (?:one of (?:the two|them) out|out one of the two|out this line)",
    r"^leave the (?:question|condition) out$",
    r"^remove it\b",
    r"^use it in a line below, or leave this line out$",
)


def _all(forms: tuple[str, ...], types: Typed) -> tuple[tuple[str, Typed], ...]:
    return tuple((form, types) for form in forms)


TWO_LINES = rf"{AHEAD}(?:write )?{Q},(?: and)? below it {Q}$"
FORMS: tuple[tuple[str, Typed], ...] = (
    (TWO_LINES, lambda d, m: d.lines(m[1], STEP + m[2])),
    (TWO_LINES, lambda d, m: d.as_sentence(f"{m[1]}\n{d.indent}{STEP}{m[2]}")),
    *_all(IN_ITS_PLACE, lambda d, m: d.instead(m[1])),
    *_all(IN_ITS_PLACE, lambda d, m: d.as_sentence(m[1])),
    (rf"^write {Q}, or {Q}$", lambda d, m: d.instead(m[1])),
    (rf"^write {Q}, or {Q}$", lambda d, m: d.instead(m[2])),
    (rf"{AHEAD}leave (?:out )?{Q}", lambda d, m: d.without(m[1])),
    *_all(ABOVE, lambda d, m: d.above(m[1])),
    *_all(NAMED_ABOVE, lambda d, m: Desk(d.instead(m[2]), d.start, d.start).above(m[1])),
    (
        rf"^give it a name in the line above: {Q}$",
        lambda d, m: Desk(d.instead("found"), d.start, d.start).above(m[1]),
    ),
    *_all(OTHER_NAMES, lambda d, m: d.renamed(m[1])),
    ("^choose another word, or two words joined by `_`", lambda d, m: d.renamed("two_words")),
    (rf"^end it with {Q}", lambda d, m: d.instead(d.text[d.start : d.end] + " " + m[1])),
    (rf"(?:write|say) below it (?:what happens then: )?{Q}", lambda d, m: d.below(m[1], EXAMPLE)),
    (rf"^add {Q}, or a line such as", lambda d, m: d.below(m[1])),
    (rf"act inside {Q}$", lambda d, m: d.inside(m[1])),
    (rf"^or allow it on the line above: {Q}$", lambda d, m: _line_above(d, m[1])),
    *_all(EXAMPLES, lambda d, m: d.instead(m[1])),
    *_all(EXAMPLES, lambda d, m: d.as_sentence(m[1])),
    *_all(LEFT_OUT, lambda d, m: d.instead("")),
    *_all(LEFT_OUT, lambda d, m: d.without_part()),
    *_all(LEFT_OUT, lambda d, m: d.without_line()),
    *_all(LEFT_OUT, lambda d, m: d.without_line_and_heading()),
    *_all(LEFT_OUT, lambda d, m: d.without_block()),
    (
        r"^(?:change it|put something there|take something from there) inside, such as: ([^`]+)$",
        lambda d, m: d.below(m[1]),
    ),
    (rf"^add {Q} to {Q}$", lambda d, m: d.text.replace(m[2], m[2] + m[1], 1)),
    (rf"^add {Q} to {Q}$", lambda d, m: _in_lines_of(d, m[2], m[1])),
    (rf"^where {Q} is declared, add {Q}$", lambda d, m: _declared(d, m[1], m[2])),
    (r"^put this below line (\d+)$", lambda d, m: d.moved_below(int(m[1]))),
    (r"^if this is what the test shows: ([^`]+)$", lambda d, m: _at_the_end(d, " " + m[1])),
    (rf"^if that is right, write {Q} in this overlay$", lambda d, m: _heads(d, m[1])),
)
"""What is typed for a help of this form; for a form that can be read in two ways, both."""


def _declared(desk: Desk, name: str, more: str) -> str:
    return re.sub(
        rf"(?m)^( *(?:zone|board) {name}:[^#\n]*[^#\s])", rf"\1{more}", desk.text, count=1
    )


def _in_lines_of(desk: Desk, heading: str, line: str) -> str:
    return re.sub(rf"(?m)^{heading}\b.*$", rf"\g<0>\n{STEP}{line}", desk.text, count=1)


def _at_the_end(desk: Desk, words: str) -> str:
    return desk.text[: desk.line_end] + words + desk.text[desk.line_end :]


def _line_above(desk: Desk, words: str) -> str:
    begin = desk.text.rfind("\n", 0, desk.line_start - 1) + 1
    return desk.text[:begin] + desk.indent + words + "\n" + desk.text[desk.line_start :]


def _heads(desk: Desk, words: str) -> str:
    """Type a line below the heading of an overlay."""
    end = desk.text.index("\n")
    return f"{desk.text[:end]}\n{STEP}{words}{desk.text[end:]}"


def typed(problem: Diagnostic, help_: str, texts: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Do what a help says, in each way in which it can be read; nothing if it names no words."""
    span = problem.label.span
    path = span.source.path
    for form, types in FORMS:
        found = re.search(form, help_)
        if found is not None and "..." not in "".join(filter(None, found.groups())):
            desk = Desk(texts[path], span.start, span.end)
            yield {**texts, path: types(desk, found)}
