"""Says in a designer's words what is wrong with a sentence that the grammar does not know.

Takes what the parser saw and what it could have taken; gives diagnostics. Must not know any game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.suggest import nearest

if TYPE_CHECKING:  # the library takes time to import, and is needed for faulty texts only
    from lark import Token

Spans = Callable[[int, int], Span]
Reads = Callable[[str], int]
"""How far a text can be read: the offset of its first fault, or its length."""

FORMS: dict[str, str] = {
    "values": "values suit: fox, rabbit, mouse",
    "kind": "kind card plural cards",
    "each": "each player has",
    "table": "the table has",
    "setting": "setting hand_limit: 5, from 1 to 10",
    "define": 'define score of player "What a player has scored"',
    "relation": "relation player owns card",
    "procedure": "procedure draw_cards count: number",
    "action": 'action draw_card "Draw a card"',
    "turn": 'turn regular_turn "A turn"',
    "setup": 'setup table "Setting up"',
    "game": 'game my_game "The course of the game"',
    "phase": 'phase scoring "Scoring"',
    "round": 'round market_round "A round"',
    "rule": 'rule hand_limit "At most five cards"',
    "test": 'test "A pair scores two"',
    "variant": 'variant "A short game" for my_game 1.0',
    "zone": "zone hand: set of cards, seen by owner",
    "board": "board field: grid 5 by 5 of dice, seen by all",
    "choose": "choose card from your hand",
    "menu": 'menu "Your action"',
    "may": "may draw_card",
    "must": "must take one of draw_card, play_card",
    "requires": 'requires your hand is not empty else "you have no cards"',
    "if": "if number of your hand is more than 4",
    "otherwise": "otherwise",
    "for": "for each card in your hand",
    "repeat": "repeat 3 times",
    "have": "have each player draw_card",
    "let": "let total be 3",
    "answer": "answer number of your hand",
    "set": "set score of player to 3",
    "pick": "pick winner from players",
    "after": "after you draw_card",
    "before": "before you draw_card",
    "when": "when you would draw_card, instead",
    "at": "at end of each player's turn",
    "while": "while your power is at least 7",
    "pay": "pay card's cost, less 1",
    "carries": "carries rules",
    "printed": "printed cost: number",
    "given": "given 2 players: blue, red",
    "expect": "expect number of blue's hand is 3",
    "refuses": 'refuses blue takes draw_card because "the deck is empty"',
}

FRIENDLY: dict[str, str] = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "_NL": "the end of the line",
    "_INDENT": "an indented block below",
    "_DEDENT": "the end of the block",
    "COMMA": "`,`",
    "COLON": "`:`",
    "SEMICOLON": "`;`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "CITE": "a citation such as ABC-12",
    "$END": "the end of the file",
    "__ANON_0": "`'s`",
    "HALVES": "`in halves`",
    "FOREVER": "`for the rest of the game`",
    "AS_MANY": "`as many`",
    "OF_CHOICE": "`of your choice`",
    "DISCARD_DOWN": "`discard down at end of`",
    "PICK_ALL": "`all`",
}

# What can stand at the margin, and what can begin a line of a rule's body.
HEADINGS = (
    "values", "kind", "each", "table", "faction", "setting", "money", "define", "relation",
    "procedure", "action", "turn", "setup", "game", "phase", "round", "rule", "test", "variant",
)  # fmt: skip
SENTENCES = (
    "choose", "menu", "may", "requires", "if", "otherwise", "for", "repeat", "have", "let",
    "answer", "pick", "pay", "either", "option", "stop", "end", "until",
)  # fmt: skip
TEST_LINES = (
    "given", "with", "expect", "allows", "refuses", "dice", "draws", "play", "game",
)  # fmt: skip
OPENING = ("choose", "menu", "if", "otherwise", "for", "repeat", "have", "pick", "option", "may")

# Words of other trades, and what they are called here.
ELSEWHERE = {
    "function": "define", "def": "define", "enum": "values", "list": "values", "type": "kind",
    "class": "kind", "constant": "setting", "option": "setting", "players": "each",
    "player": "each", "currency": "money", "trigger": "rule",
}  # fmt: skip

# Words that go on with a value that is already whole: named only when nothing else is expected.
_GOING_ON = frozenset(
    [
        "PLUS",
        "MINUS",
        "TIMES",
        "DIVIDED",
        "BUT",
        "CALLED",
        "ARRIVED",
        "ROUNDED",
        "__ANON_0",
        "DOES",
        "DO",
        "DID",
        "HAVE",
        "HAS",
        "ARE",
        "WHO",
        "NEXT",
        "THAN",
        "WHERE",
        "AND",
        "OR",
    ]
)
# Words that begin a value, beside names and numbers.
_VALUES = frozenset(
    [
        "STRING",
        "LPAR",
        "SUM",
        "WORTH",
        "MOST",
        "WHICHEVER",
        "GROUP",
        "HALF",
        "LARGER",
        "SMALLER",
        "YOU",
        "YOUR",
        "THEY",
        "THEM",
        "THEIR",
        "IT",
        "ITS",
        "THIS",
        "NO",
        "ANY",
        "EVERY",
        "CAN",
        "EXACTLY",
        "AT",
        "NOT",
        "FIRST",
        "LAST",
        "EACH",
        "ALL",
        "EMPTY",
    ]
)


def before_parsing(text: str, spans: Spans, report: Report) -> bool:
    """Slips that are plain to see before the grammar looks: tabs and unclosed quotes."""
    found = False
    for match in re.finditer(r"^[ ]*\t\s*", text, re.MULTILINE):
        at = match.group().index("\t") + match.start()
        report.add(
            "tab",
            spans(at, at + 1),
            "this line is indented with a tab",
            "a tab",
            helps=("indent by four spaces for each step",),
        )
        return True
    for match in re.finditer(r"^.*$", text, re.MULTILINE):
        code = _without_comment(match.group()).rstrip()
        if code.count('"') % 2:
            at = match.start() + code.rindex('"')
            closing = code.endswith('"') and code.count('"') == 1 and code[-2:-1].strip() != ""
            report.add(
                "unclosed-text",
                spans(at, match.start() + len(code)),
                "this text has no opening quote" if closing else "this text has no closing quote",
                "closed here" if closing else "opened here",
                helps=(
                    'put a `"` before its first word'
                    if closing
                    else 'close the text with `"` on the same line',
                ),
            )
            found = True
    return found


def _without_comment(line: str) -> str:
    inside = False
    for at, letter in enumerate(line):
        if letter == '"':
            inside = not inside
        elif letter == "#" and not inside:
            return line[:at]
    return line


def indented_start(text: str, spans: Spans, report: Report) -> bool:
    """A file whose first sentence does not stand at the margin."""
    pad = re.match(r" +(?=[^\s#])", text)
    if pad is None:
        return False
    report.add(
        "unexpected-block",
        spans(0, pad.end()),
        "this line is indented without a reason",
        "nothing stands above it",
        helps=("begin it at the margin, without spaces",),
    )
    return True


def begins_anew(text: str) -> bool:
    """Whether a text at the margin begins with a heading of the language."""
    head = re.match(r"(?:(?:a|an|the)\s+)*([a-z_]+)", text)
    return head is not None and head.group(1) in HEADINGS


def ragged(text: str, end: int, width: int, expected: int, spans: Spans, report: Report) -> None:
    """A line whose indentation belongs to no block."""
    if width % 4:
        lower = min(width // 4 * 4, expected + 4)
        steps = (lower,) if width > expected + 4 else (lower, lower + 4)
        if width % 4 != 2 and len(steps) == 2:
            steps = (steps[width % 4 == 3],)
        message = f"this line is indented by {width} space{'s' if width > 1 else ''}"
        help_ = "indent by four spaces for each step: here " + " or ".join(map(str, steps))
    else:
        message = "this line is indented more than one step"
        help_ = f"indent it by {expected + 4} spaces, or by {expected} to stay in the block"
    report.add("indentation", spans(end - width, end), message, f"{width} spaces", helps=(help_,))


_SIGNS = {
    "=": ("write `is` to compare, `set ... to ...` to change",),
    "==": ("write `is`",),
    "!=": ("write `is not`",),
    "<>": ("write `is not`",),
    "<": ("write `is less than`",),
    ">": ("write `is more than`",),
    "<=": ("write `is at most`",),
    ">=": ("write `is at least`",),
    "+": ("write `plus`",),
    "+=": ("write `raise ... by ...`",),
    "-": ("write `minus`",),
    "-=": ("write `lower ... by ...`",),
    "*": ("write `times`",),
    "/": ("write `divided by`",),
    "!": ("write `not`",),
    "&": ("write `and`",),
    "&&": ("write `and`",),
    "|": ("write `or`",),
    "||": ("write `or`",),
    "'": ("texts stand in double quotes", "`'s` follows a name without a space: `card's cost`"),
    "{": ("blocks are indented, without brackets",),
    "}": ("blocks are indented, without brackets",),
    "[": ("blocks are indented, without brackets",),
    ".": ("a sentence ends with its line, without a full stop",),
    "“": ('write plain quotes: "',),
    "”": ('write plain quotes: "',),
    "„": ('write plain quotes: "',),
    "’": ("write a plain apostrophe: '",),
}


_NOTE = ("a note to whoever reads this begins with `#`",)


# What `=` stands for, by the first word of its line.
_EQUALS = {"if": "is", "requires": "is", "otherwise": "is", "while": "is", "repeat": "is",
           "let": "be", "set": "to"}  # fmt: skip


def strange_character(text: str, at: int, spans: Spans, report: Report) -> None:
    """A character that no sentence has."""
    found = re.compile(r"[=<>!&|+*/-]+").match(text, at)
    sign = found.group() if found else text[at : at + 1]
    helps = _SIGNS.get(sign) or _SIGNS.get(sign[:1], ())
    line = text[text.rfind("\n", 0, at) + 1 : at]
    first = line.split()[0] if line.split() else ""
    if sign == "=" and first in _EQUALS:
        helps = (f"write `{_EQUALS[first]}`",)
    if sign == "." and re.search(r"\w$", line) and re.match(r"\.[a-z]", text[at:]):
        report.add(
            "strange-character",
            spans(at, at + 1),
            "`.` has no meaning here",
            "",
            helps=("whose something is, is said with `'s`: `card's cost`",),
            fix=(spans(at, at + 1), "'s "),
        )
        return
    around = re.compile(r"[A-Za-z][\w-]*")
    word = next((m for m in around.finditer(text) if m.start() <= at < m.end()), None)
    if word is not None and not sign.isupper() and sign == "-":
        joined = word.group().replace("-", "_").lower()
        helps = (f"join the words of a name by `_`: `{joined}`", "to take away, write `minus`")
    if word is not None and sign.isupper():
        start = word.start()
        small = word.group().lower()
        report.add(
            "strange-character",
            spans(start, word.end()),
            f"`{word.group()}` is written with a capital letter",
            "names have small letters",
            helps=(f"write `{small}`", *_NOTE)
            if text[:start].endswith("\n") or not start
            else (f"write `{small}`",),
            fix=(spans(start, word.end()), small),
        )
        return
    place = spans(at, at + max(1, len(sign)))
    instead = re.fullmatch(r"write `([a-z ]+)`", helps[0]) if len(helps) == 1 else None
    report.add(
        "strange-character",
        place,
        f"`{sign}` has no meaning here" if sign.strip() else "this sentence stops too early",
        "",
        helps=helps,
        fix=(place, instead[1]) if instead and _spaced(text, at, len(sign)) else None,
    )


def _spaced(text: str, at: int, length: int) -> bool:
    """Whether something stands between blanks, so that words can take its place."""
    return text[max(0, at - 1) : at] == " " and text[at + length : at + length + 1] == " "


def too_deep(span: Span, report: Report) -> None:
    """More inside one another than anybody reads."""
    report.add(
        "too-deep",
        span,
        "too much stands inside one another here",
        "",
        helps=("give a part of it a name, with `define` or `let`",),
    )


def huge_number(span: Span, report: Report) -> None:
    """A number that no table has."""
    report.add(
        "huge-number",
        span,
        "this number is too large for a board game",
        "",
        helps=("write a number below 1000000000",),
    )


def reserved(word: str, span: Span, report: Report) -> None:
    """A keyword where a name stands."""
    notes = (f"it is used as in: {FORMS[word]}",) if word in FORMS else ()
    report.add(
        "reserved-word",
        span,
        f"`{word}` is a word of the language, not a name",
        "a name is expected here",
        notes=notes,
        helps=("choose another word, or two words joined by `_`",),
    )


# ------------------------------------------------------------------------------ unexpected words


@dataclass(slots=True)
class _Slip:
    """A word that does not fit where it stands, and all that was read before it."""

    text: str
    token: Token
    at: int
    end: int
    accepts: set[str]
    history: list[Token]
    spans: Spans
    report: Report
    reserved: frozenset[str]
    reads: Reads
    start: int
    """Where the sentence begins, lines that it goes on counted in."""

    @property
    def word(self) -> str:
        return str(self.token)

    @property
    def line(self) -> str:
        """The sentence up to the end of the line with the fault."""
        stop = self.text.find("\n", max(self.at, self.start))
        return self.text[self.start : stop if stop >= 0 else len(self.text)]

    @property
    def head(self) -> tuple[str, int, int]:
        """The first word of the sentence and where it stands; articles do not count."""
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

    def mended(self, start: int, end: int, word: str) -> bool:
        """Whether the sentence can be read with another word in one place."""
        stop = self.start + len(self.line)
        text = self.text[:start] + word + self.text[end:]
        return self.reads(text) >= stop + len(word) - (end - start)

    def gets_further(self, start: int, end: int, word: str) -> bool:
        """Whether another word in one place lets the sentence, and the first line of a block that
        it opens, be read."""
        stop = self.start + len(self.line)
        if self.token.type == "_INDENT":
            below = self.text.find("\n", stop + 1)
            stop = below if below >= 0 else len(self.text)
        text = self.text[:start] + word + self.text[end:]
        return self.reads(text) >= stop + len(word) - (end - start)


def unexpected(
    text: str,
    token: Token,
    at: int,
    end: int,
    accepts: set[str],
    history: list[Token],
    spans: Spans,
    report: Report,
    reserved_words: frozenset[str],
    reads: Reads,
) -> None:
    """A word that does not fit where it stands: the likeliest slip, else what could stand there."""
    stepped = token.type in ("_NL", "$END", "_DEDENT", "_INDENT")
    place = at
    if stepped and place > 0:
        while place > 0 and text[place - 1 : place].isspace():
            place -= 1
        place = max(0, place - 1)
    slip = _Slip(
        text, token, at, end, accepts, history, spans, report, reserved_words, reads,
        _sentence_start(text, place),
    )  # fmt: skip
    for recognise in (
        _open_bracket,
        _stray_colon,
        _misspelt_start,
        _misspelt_inside,
        _misplaced_word,
        _stopped_or_stepped,
        _block_missing,
        _colon_missing,
        _question_without_is,
        _unknown_start,
    ):
        if recognise(slip):
            return
    guess = nearest(slip.word, slip.legal)
    if guess is not None and not slip.mended(at, end, guess):
        guess = None
    between = slip.word in _BETWEEN
    if guess is None and between:
        instead = [w for w in slip.legal if slip.mended(at, end, w)]
        guess = instead[0] if len(instead) == 1 else None
    left_out = None if guess or between else _left_out(slip)
    if left_out:
        comma = left_out == ","
        report.add(
            "unexpected-word",
            spans(at, end),
            f"`{_short(slip.word)}` does not fit here",
            f"expected `{left_out}` before it",
            helps=_form_help(slip.head[0]),
            fix=(spans(at - 1, at), ", ") if comma else (spans(at, at), left_out + " "),
        )
        return
    report.add(
        "unexpected-word",
        spans(at, end),
        f"`{_short(slip.word)}` does not fit here",
        f"expected {_expected(accepts)}",
        helps=(f"did you mean `{guess}`?",) if guess else _form_help(slip.head[0]),
        fix=(spans(at, end), guess) if guess else None,
    )


# Words that stand between two others: one of them in the wrong place is put for another one.
_BETWEEN = frozenset(
    ["at", "by", "for", "from", "in", "into", "of", "on", "onto", "to", "with", "where", "when",
     "while", "as", "than"]
)  # fmt: skip


def _short(word: str) -> str:
    return word if len(word) <= 24 else word[:23] + "…"


def _left_out(slip: _Slip) -> str | None:
    """The one word or comma with which the sentence can be read once it stands before this one."""
    if slip.at == 0 or slip.text[slip.at - 1] != " ":
        return None
    found = [
        word
        for word in slip.legal
        if word.upper() not in _GOING_ON and slip.mended(slip.at, slip.at, word + " ")
    ]
    if "COMMA" in slip.accepts and slip.mended(slip.at - 1, slip.at, ", "):
        found.append(",")
    if slip.token.type == "STRING" and "else" in found:
        return "else"  # no value is a text
    return found[0] if len(found) == 1 else None


def _sentence_start(text: str, at: int) -> int:
    """Where the sentence around a place begins, going up over lines that go on with another."""
    start = text.rfind("\n", 0, at) + 1
    while start > 0:
        above = text.rfind("\n", 0, start - 1) + 1
        goes_on = re.match(r" *(else|and|or|less|but)(?![a-z0-9_])", text[start:])
        if not goes_on and not _without_comment(text[above : start - 1]).rstrip().endswith(","):
            break
        start = above
    return start


def _form_help(head: str) -> tuple[str, ...]:
    if head in FORMS:
        return (f"`{head}` is written like: {FORMS[head]}",)
    return ()


def _open_bracket(slip: _Slip) -> bool:
    if "RPAR" not in slip.accepts or slip.token.type == "RPAR":
        return False
    opened: list[int] = []
    inside = False
    for at in range(min(slip.at, len(slip.text))):
        letter = slip.text[at]
        if letter == '"':
            inside = not inside
        elif letter == "(" and not inside:
            opened.append(at)
        elif letter == ")" and not inside and opened:
            opened.pop()
    if not opened:
        return False
    others: tuple[Label, ...] = ()
    if slip.word.strip():
        others = (Label(slip.spans(slip.at, slip.end), "expected `)` before this"),)
    slip.report.add(
        "unfinished-line",
        slip.spans(opened[-1], opened[-1] + 1),
        "this bracket is never closed",
        "opened here",
        others=others,
        helps=("close it with `)` behind the last word that belongs inside",),
    )
    return True


def _misspelt_start(slip: _Slip) -> bool:
    """A sentence that can be read once its first word is spelt like one of the language."""
    word, start, end = slip.head
    if not word or word in slip.reserved or start >= slip.at:
        return False
    inside = TEST_LINES if slip.text.startswith("test ") else SENTENCES
    legal = HEADINGS if slip.at_margin else inside
    guess = nearest(word, legal) or _nearly(word, legal)
    if slip.token.type == "_INDENT":
        if guess not in OPENING or not slip.mended(start, end, str(guess)):
            return False
    elif guess is None or not slip.mended(start, end, guess):
        return False
    slip.report.add(
        "unknown-sentence",
        slip.spans(start, end),
        f"no sentence begins with `{word}` here",
        "not the start of a sentence",
        helps=(f"did you mean `{guess}`?",),
        fix=(slip.spans(start, end), str(guess)),
    )
    return True


def _nearly(word: str, names: tuple[str, ...]) -> str | None:
    """A short word with one other letter, or with two letters changed about: `fro` for `for`."""
    for name in names:
        if len(name) != len(word) or len(name) > 4:
            continue
        other = [at for at in range(len(name)) if name[at] != word[at]]
        if len(other) == 1 or (len(other) == 2 and sorted(name) == sorted(word)):
            return name
    return None


def _misspelt_inside(slip: _Slip) -> bool:
    """A word of the language misspelt inside a sentence, so that it was read as a name."""
    if slip.token.type in ("_NL", "$END", "_DEDENT"):
        return False
    for old in reversed([*slip.history, slip.token]):
        at = old.start_pos if old.start_pos is not None else -1
        word = str(old)
        if old.type != "NAME" or at < slip.start or word in slip.reserved or at == slip.head[1]:
            continue
        for guess in _keywords_like(word, slip.reserved):
            end = at + len(word)
            if slip.gets_further(at, end, guess):
                slip.report.add(
                    "unexpected-word",
                    slip.spans(at, end),
                    f"`{_short(word)}` does not fit here",
                    f"read as a name: did you mean `{guess}`?",
                    fix=(slip.spans(at, end), guess),
                )
                return True
    return False


def _keywords_like(word: str, words: frozenset[str]) -> list[str]:
    """The words of the language that a word may stand for."""
    found = [nearest(word, words), _nearly(word, tuple(sorted(words)))]
    return list(dict.fromkeys(guess for guess in found if guess))


def _stray_colon(slip: _Slip) -> bool:
    """A `:` at the end of a line, as other languages have it, or behind a name among deeds."""
    if slip.word != ":" or slip.at_margin:
        return False
    behind = _without_comment(slip.text[slip.end :].partition("\n")[0])
    place = slip.spans(slip.at, slip.end)
    name = slip.text[slip.head[1] : slip.at].strip()
    if not behind.strip():
        helps: tuple[str, ...] = ("leave it out: what is indented below belongs to this line",)
    elif name.isidentifier():
        helps = (f"what is kept is declared below `each player has`, `{name}:` and all",)
    else:
        return False
    slip.report.add(
        "unexpected-word",
        place,
        "`:` does not fit here",
        "expected the end of the line" if not behind.strip() else "",
        helps=helps,
        fix=(place, "") if not behind.strip() and slip.mended(slip.at, slip.end, "") else None,
    )
    return True


def _misplaced_word(slip: _Slip) -> bool:
    """A word of the language that was read as a name, since none of its sentences fits here."""
    head, start, end = slip.head
    for old in reversed(slip.history):
        at = old.start_pos or 0
        if old.type != "NAME" or str(old) not in slip.reserved or at < slip.start:
            continue
        if at == start:
            _no_start(slip, head, start, end)
        else:
            reserved(str(old), slip.spans(at, old.end_pos or at), slip.report)
        return True
    if slip.at == start and slip.token.type == "NAME" and head in slip.reserved:
        _no_start(slip, head, start, end)
        return True
    return False


def _stopped_or_stepped(slip: _Slip) -> bool:
    """The line ended too early, or a block is missing or stands where none belongs."""
    if slip.token.type not in ("_NL", "$END", "_DEDENT", "_INDENT"):
        return False
    line = slip.line
    code_end = slip.start + len(_without_comment(line).rstrip())
    if slip.token.type == "_INDENT":
        start = slip.token.end_pos or slip.at
        start = slip.text.rfind("\n", 0, start) + 1
        stop = slip.text.find("\n", start)
        indented = slip.text[start : stop if stop >= 0 else len(slip.text)]
        pad = len(indented) - len(indented.lstrip())
        slip.report.add(
            "unexpected-block",
            slip.spans(start + pad, start + len(indented.rstrip())),
            "this line is indented without a reason",
            "",
            others=(Label(slip.spans(slip.head[1], code_end), "this opens no block"),),
            helps=("remove four spaces, or put a sentence such as `if ...` above it",),
        )
        return True
    if slip.accepts and slip.accepts <= {"_INDENT"}:
        return _block_missing(slip)
    slip.report.add(
        "unfinished-line",
        slip.spans(max(slip.start, code_end - 1), max(code_end, slip.start + 1)),
        "this sentence is not finished",
        f"expected {_expected(slip.accepts)}",
        helps=_form_help(slip.head[0]),
    )
    return True


def _block_missing(slip: _Slip) -> bool:
    if not slip.accepts or not slip.accepts <= {"_INDENT"}:
        return False
    start = slip.start
    if slip.token.type not in ("_NL", "$END", "_DEDENT"):  # the line above is at fault
        before = slip.text[:start].rstrip()
        start = _sentence_start(slip.text, max(0, len(before) - 1))
    stop = slip.text.find("\n", start)
    line = slip.text[start : stop if stop >= 0 else len(slip.text)]
    code = _without_comment(line).rstrip()
    slip.report.add(
        "missing-block",
        slip.spans(start + len(code) - len(code.lstrip()), start + len(code)),
        "an indented block is missing below this line",
        "",
        helps=("write what belongs to it on the next line, four spaces further in",),
    )
    return True


def _colon_missing(slip: _Slip) -> bool:
    if "COLON" not in slip.accepts or len(slip.accepts) > 4 or slip.word in ("(", ")"):
        return False
    slip.report.add(
        "colon-missing",
        slip.spans(slip.at, slip.end),
        f"a `:` is missing before `{slip.word}`",
        "expected `:` here",
        helps=_form_help(slip.head[0]),
    )
    return True


def _question_without_is(slip: _Slip) -> bool:
    word = slip.head[0]
    if "IS" not in slip.accepts or word not in ("if", "requires", "repeat", "otherwise", "while"):
        return False
    if slip.token.type not in ("NUMBER", "NAME", "STRING"):
        return False
    mends = slip.mended(slip.at, slip.at, "is ")
    slip.report.add(
        "unexpected-word",
        slip.spans(slip.at, slip.end),
        f"`{slip.word}` does not fit here",
        "expected `is`, `is not` or `is at least`",
        helps=_form_help(word),
        fix=(slip.spans(slip.at, slip.at), "is ") if mends else None,
    )
    return True


def _unknown_start(slip: _Slip) -> bool:
    head, start, end = slip.head
    if start != slip.at:
        line = slip.text.rfind("\n", 0, slip.at) + 1
        if slip.text[line : slip.at].strip():
            return False
        head, start, end = slip.word, slip.at, slip.end
    _no_start(slip, head or slip.word, start, max(end, slip.end))
    return True


def _no_start(slip: _Slip, word: str, start: int, end: int) -> None:
    """No sentence begins like this here."""
    guess = nearest(word, [w for w in slip.legal if w in (*HEADINGS, *SENTENCES)])
    other = ELSEWHERE.get(word, "")
    fix = None
    notes: tuple[str, ...] = ()
    if slip.at_margin and other and not (guess and slip.mended(start, end, guess)):
        helps: tuple[str, ...] = (f"write: {FORMS[other]}",)
    elif guess:
        helps, fix = (f"did you mean `{guess}`?",), (slip.spans(start, end), guess)
    elif word in ("each", "every") and slip.mended(start, end, "have each"):
        helps, fix = (f"did you mean `have {word}`?",), (slip.spans(start, end), f"have {word}")
    elif word in HEADINGS and not slip.at_margin:
        helps = ("it begins at the margin, without spaces before it",)
    elif word == "otherwise":
        helps = ("it stands right below the block of an `if`, in the column of that `if`",)
    elif word == "else":
        helps = (
            "write `otherwise` after the block of an `if`",
            "`else` gives the reason of a `requires`",
        )
    elif slip.at_margin:
        helps = ("what happens stands inside a rule, indented below a line such as: "
                 + FORMS["action"],)  # fmt: skip
    else:
        inside = re.match(r"(?:(?:a|an|the)\s+)*([a-z_]+)", slip.text.lstrip())
        holder = inside.group(1) if inside else ""
        helps = ()
        if holder in ("each", "table", "faction", "kind"):
            notes = ("lines here look like: `score: 0 to 100` or `zone hand: set of cards`",)
        elif holder == "rule":
            notes = ("lines of a rule begin with `after`, `before`, `when`, `at`, `while` or who",)
    slip.report.add(
        "unknown-sentence",
        slip.spans(start, end),
        f"no sentence begins with `{word}` here",
        "not the start of a sentence",
        notes=notes,
        helps=helps,
        fix=fix,
    )


def _expected(accepts: set[str]) -> str:
    """What could stand here, the likeliest first."""
    names = {n for n in accepts if n in FRIENDLY or (n.isalpha() and n.isupper())}
    if {"NAME", "NUMBER"} <= names:
        names -= _VALUES
    if "NUMBER" in names:
        names.discard("LPAR")
    if names - _GOING_ON - {"_NL"}:
        names -= _GOING_ON

    def said(name: str) -> str:
        return FRIENDLY.get(name, f"`{name.lower()}`")

    signs = sorted(
        said(n)
        for n in names
        if (said(n)[:1] == "`" and not n.isalpha()) or n in ("COMMA", "COLON")
    )
    words = sorted(said(n) for n in names if said(n)[:1] == "`" and said(n) not in signs)
    last = [
        said(n)
        for n in ("NAME", "NUMBER", "STRING", "CITE", "_INDENT", "_NL", "_DEDENT", "$END")
        if n in names
    ]
    shown = list(dict.fromkeys([*signs, *words]))[: max(2, 6 - len(last))] + last
    return " or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)
