"""Says in a designer's words what is wrong with a sentence that the grammar does not know.

Takes what the parser saw and what it could have taken; gives diagnostics. Must not know any game.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lark import Token

from interpreter.diagnostics import Report, Span
from interpreter.diagnostics.suggest import nearest

Spans = Callable[[int, int], Span]

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
}


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
        line = match.group()
        code = _without_comment(line)
        if code.count('"') % 2:
            at = match.start() + code.rindex('"')
            report.add(
                "unclosed-text",
                spans(at, match.start() + len(code.rstrip())),
                "a text that begins here has no closing quote",
                "opened here",
                helps=('close the text with `"` on the same line',),
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


def ragged(
    text: str, end: int, width: int, expected: int, spans: Spans, report: Report
) -> None:
    """A line whose indentation belongs to no block."""
    start = end - width
    stop = text.find("\n", end)
    stop = len(text) if stop < 0 else stop
    if width % 4:
        lower = width // 4 * 4
        message = f"this line is indented by {width} spaces"
        help_ = f"indent by four spaces for each step: here {lower} or {lower + 4}"
    else:
        message = "this line is indented more than one step"
        help_ = f"indent it by {expected + 4} spaces, or by {expected} to stay in the block"
    report.add("indentation", spans(start, max(start + 1, stop)), message, "", helps=(help_,))


def strange_character(text: str, at: int, spans: Spans, report: Report) -> None:
    """A character that no sentence has."""
    letter = text[at : at + 1]
    helps = {
        "'": ("texts stand in double quotes", "`'s` follows a name without a space: `card's cost`"),
        "=": ("write `is` to compare, `set X to 3` to change",),
        "{": ("blocks are indented, without brackets",),
        "[": ("blocks are indented, without brackets",),
        "<": ("write `is less than`",),
        ">": ("write `is more than`",),
        "+": ("write `plus`",),
        "-": ("write `minus`; join words of a name by `_`",),
        "*": ("write `times`",),
        "/": ("write `divided by`",),
        "!": ("write `not`",),
        "&": ("write `and`",),
        "|": ("write `or`",),
        "“": ('use plain quotes: "',),
        "”": ('use plain quotes: "',),
        "’": ("use a plain apostrophe: '",),
    }.get(letter, ())
    if letter.isalpha() and letter.isupper():
        helps = ("names are written in small letters, with `_` between words",)
    report.add(
        "strange-character",
        spans(at, at + 1),
        f"`{letter}` has no meaning here" if letter.strip() else "this sentence stops too early",
        "",
        helps=helps,
    )


def too_deep(text: str, spans: Spans, report: Report) -> None:
    """Brackets inside brackets beyond what anybody reads."""
    report.add(
        "too-deep",
        spans(0, min(1, len(text))),
        "this rule nests too deeply to be read",
        "",
        helps=("name a part of it with `define` or `let`",),
    )


def reserved(word: str, span: Span, report: Report) -> None:
    """A keyword where a name stands."""
    notes = (f"it is used as in: {FORMS[word]}",) if word in FORMS else ()
    report.add(
        "reserved-word",
        span,
        f"`{word}` is a word of the language and cannot be a name",
        "not a name",
        notes=notes,
        helps=(f"choose another name, such as `{word}_1` or a longer word",),
    )


def _line_around(text: str, at: int) -> tuple[int, int]:
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    return start, len(text) if end < 0 else end


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
) -> None:
    """A word that does not fit where it stands: the likeliest slip, else what could stand there."""
    before = history[-1] if history else None
    word = str(token)
    if token.type in ("_NL", "$END", "_DEDENT", "_INDENT"):
        _stopped_or_stepped(text, token, at, accepts, before, spans, report)
        return
    line_start, line_end = _line_around(text, at)
    line = text[line_start:line_end]
    head = re.match(r"\s*([a-z_0-9]+)", line)
    for old in reversed(history[-4:]):
        if old.type == "NAME" and str(old) in reserved_words and (old.start_pos or 0) >= line_start:
            reserved(str(old), spans(old.start_pos or 0, old.end_pos or 0), report)
            return
    first = head is not None and line_start + head.start(1) == at
    if "COLON" in accepts and len(accepts) <= 3 and word not in ("(", ")"):
        report.add(
            "colon-missing",
            spans(at, end),
            f"a `:` is missing before `{word}`",
            "expected `:` here",
            helps=_form_help(head),
        )
        return
    legal = [name.lower() for name in accepts if name.isupper() and name.isalpha() and name != "NAME"]
    guess = nearest(word, [n for n in legal if n not in ("number", "string", "cite")])
    helps: tuple[str, ...] = (f"did you mean `{guess}`?",) if guess else ()
    if first:
        helps = helps or _form_help(head)
        report.add(
            "unknown-sentence",
            spans(at, end),
            f"no sentence begins with `{word}` here",
            "not the start of a sentence",
            helps=helps,
        )
        return
    report.add(
        "unexpected-word",
        spans(at, end),
        f"`{word}` does not fit here",
        f"expected {_expected(accepts)}",
        helps=helps + _form_help(head),
    )


def _form_help(head: re.Match[str] | None) -> tuple[str, ...]:
    if head and head.group(1) in FORMS:
        return (f"`{head.group(1)}` is written like: {FORMS[head.group(1)]}",)
    return ()


def _expected(accepts: set[str]) -> str:
    words = []
    for name in sorted(accepts):
        if name in FRIENDLY:
            words.append(FRIENDLY[name])
        elif name.isalpha() and name.isupper():
            words.append(f"`{name.lower()}`")
    first = [w for w in words if not w.startswith("`")]
    rest = [w for w in words if w.startswith("`")]
    shown = (first + rest)[:6]
    return " or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def _stopped_or_stepped(
    text: str,
    token: Token,
    at: int,
    accepts: set[str],
    before: Token | None,
    spans: Spans,
    report: Report,
) -> None:
    """The line ended too early, or a block is missing or stands where none belongs."""
    if before is not None and before.type == "_NL":
        at = max(at, 0)
    line_start, line_end = _line_around(text, max(0, min(at, len(text.rstrip())) - (1 if at else 0)))
    line = text[line_start:line_end]
    head = re.match(r"\s*([a-z_0-9]+)", line)
    code_end = line_start + len(_without_comment(line).rstrip())
    if token.type == "_INDENT":
        next_at = token.end_pos or at
        start, stop = _line_around(text, min(next_at, len(text) - 1))
        indented = text[start:stop]
        pad = len(indented) - len(indented.lstrip())
        report.add(
            "unexpected-block",
            spans(start + pad, stop),
            "this line is indented, but the line above opens no block",
            "",
            helps=("remove four spaces, or begin the block with a sentence such as `if ...`",),
        )
        return
    if "_INDENT" in accepts or (before is not None and before.type == "_NL"):
        report.add(
            "missing-block",
            spans(line_start + (len(line) - len(line.lstrip())), code_end),
            "an indented block is missing below this line",
            "",
            helps=("write what happens on the next line, indented by four more spaces",)
            + _form_help(head),
        )
        return
    report.add(
        "unfinished-line",
        spans(max(line_start, code_end - 1), max(code_end, line_start + 1)),
        "this sentence is not finished",
        f"expected {_expected(accepts)}",
        helps=_form_help(head),
    )
