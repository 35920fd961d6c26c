"""Says in a designer's words what is wrong with a sentence that the grammar does not know.

Takes what the parser saw and what it could have taken; gives diagnostics. Must not know any game.
Long, because all slips are tried one after another, and the order counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.suggest import nearest
from interpreter.syntax import deed_forms
from interpreter.syntax.recovery import (
    characters,
    left_out,
    long_names,
    paraphrases,
    standing_slips,
)
from interpreter.syntax.recovery.characters import Spans, without_comment
from interpreter.syntax.recovery.failure import (
    ParseFailure,
    Reads,
    form_help,
    sentence_start,
    short,
)
from interpreter.syntax.recovery.spelling import (
    article_as_name,
    at_the_start,
    doer_first,
    inside,
    misplaced,
    named_like_a_word,
    question_alone,
    unknown_start,
    unless_for_if,
    when_for_after,
)
from interpreter.syntax.vocabulary import GOING_ON, expected

if TYPE_CHECKING:  # the library takes time to import, and is needed for faulty texts only
    from lark import Token


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
    slip = ParseFailure(
        text, token, at, end, accepts, history, spans, report, reserved_words, reads,
        sentence_start(text, place),
    )  # fmt: skip
    for recognise in (
        named_like_a_word,
        long_names.recognise,
        _open_bracket,
        _counted_in_brackets,
        article_as_name,
        _stray_colon,
        left_out.recognise,
        standing_slips.recognise,
        paraphrases.recognise,
        doer_first,
        at_the_start,
        when_for_after,
        unless_for_if,
        _block_left_out,
        inside,
        question_alone,
        misplaced,
        _stopped_or_stepped,
        _block_missing,
        _colon_missing,
        _holds,
        _asked_in_test,
        _bracket_inside_deed,
        _question_without_is,
        unknown_start,
    ):
        if recognise(slip):
            return
    guess = nearest(slip.word, slip.legal)
    if guess is not None and not slip.reparses_with(at, end, guess):
        guess = None
    between = slip.word in _BETWEEN
    if guess is None and between:
        instead = [w for w in slip.legal if slip.reparses_with(at, end, w)]
        guess = instead[0] if len(instead) == 1 else None
    lacking = None if guess or between else _left_out(slip)
    if between and not guess and "COMMA" in accepts and slip.reparses_with(at - 1, at, ", "):
        lacking = ","
    if lacking:
        comma = lacking == ","
        report.add(
            "unexpected-word",
            spans(at, end),
            f"`{short(slip.word)}` does not fit here",
            f"expected `{lacking}` before it",
            helps=slip.form_help(),
            fix=(spans(at - 1, at), ", ") if comma else (spans(at, at), lacking + " "),
        )
        return
    if slip.word == "and" and "_NL" in accepts and not guess:
        report.add(
            "unexpected-word",
            spans(at, end),
            "`and` does not fit here",
            "expected the end of the line",
            helps=("a second sentence stands on a line of its own",),
            fix=_second_line(slip),
        )
        return
    if slip.word == ")" and slip.reparses_with(at, end, ""):
        report.add(
            "unexpected-word",
            spans(at, end),
            "this bracket closes nothing",
            "",
            helps=("leave it out",),
            fix=(spans(at, end), ""),
        )
        return
    report.add(
        "unexpected-word",
        spans(at, end),
        f"`{short(slip.word)}` does not fit here",
        _expected(accepts),
        helps=(f"did you mean `{guess}`?",) if guess else slip.form_help(),
        fix=(spans(at, end), guess) if guess else None,
    )


def _expected(accepts: set[str]) -> str:
    """The words of a label."""
    could = expected(accepts)
    return f"expected {could}" if could else ""


def _second_line(slip: ParseFailure) -> tuple[Span, str] | None:
    """`gain 1 might and 1 cunning` as two lines, if what stands behind `and` is a sentence, or is
    one with the verb of the first."""
    pad = slip.line[: len(slip.line) - len(slip.line.lstrip(" "))]
    behind = re.match(r" *", slip.text[slip.end :])
    end = slip.end + (behind.end() if behind else 0)
    for verb in ("", slip.head[0] + " "):
        word = f"\n{pad}{verb}"
        if slip.at and slip.text[slip.at - 1] == " " and slip.reparses_with(slip.at - 1, end, word):
            return slip.spans(slip.at - 1, end), word
    return None


# Words that stand between two others: one of them in the wrong place is put for another one.
_BETWEEN = frozenset(
    ["at", "by", "for", "from", "in", "into", "of", "on", "onto", "to", "with", "where", "when",
     "while", "as", "than"]
)  # fmt: skip


def _left_out(slip: ParseFailure) -> str | None:
    """The one word or comma with which the sentence can be read once it stands before this one."""
    if slip.at == 0 or slip.text[slip.at - 1] != " ":
        return None
    found = [
        word
        for word in slip.legal
        if word.upper() not in GOING_ON and slip.reparses_with(slip.at, slip.at, word + " ")
    ]
    if "COMMA" in slip.accepts and slip.reparses_with(slip.at - 1, slip.at, ", "):
        found.append(",")
    if slip.token.type == "STRING" and "else" in found:
        return "else"  # no value is a text
    if len(found) > 1:  # the one with which such a sentence is mostly written
        written = (*slip.form_help(), deed_forms.FORMS.get(slip.head[0], ""))
        usual = {word for line in written for word in line.split()}
        found = [word for word in found if word in usual] or found
    if len(found) > 1:  # and that is not said already
        said = set(slip.line.split())
        found = [word for word in found if word not in said] or found
    if slip.token.type == "NAME" and slip.reparses_with(slip.at - 1, slip.at, "'s "):
        return None  # `domain supply` may be short for `domain's supply`
    return found[0] if len(found) == 1 else None


_OF_THINGS = ("in", "on", "where", "who", "next", "called")
"""Words that go on after a noun, and never after a number."""


def _open_bracket(slip: ParseFailure) -> bool:
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
    if slip.word in _OF_THINGS and _things_in_brackets(slip, opened[-1]):
        return True
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


def _counted_in_brackets(slip: ParseFailure) -> bool:
    """`number of (dice in field)`: what is counted stands there by itself."""
    if slip.word != "(" or not slip.text[: slip.at].rstrip().endswith("number of"):
        return False
    return _things_in_brackets(slip, slip.at)


def _things_in_brackets(slip: ParseFailure, start: int) -> bool:
    """Brackets around things of which more is said, which are closed in the same line: brackets
    hold numbers, and things have a name instead."""
    line = without_comment(slip.text[start:].partition("\n")[0])
    depth, end = 0, 0
    for at, letter in enumerate(line):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            end = at + 1
            break
    inside, behind = line[1 : end - 1].strip(), line[end:].strip()
    if not end or not inside:
        return False
    place = slip.spans(start, start + end)
    counted = slip.text[:start].rstrip().endswith("number of")
    name = (
        f"give them a name in the line above: `let found be all {inside}`, and write `found` here"
    )
    slip.report.add(
        "unexpected-word",
        place,
        "brackets do not fit here",
        "things are not described in brackets",
        helps=("leave the brackets out",) if counted and not behind else (name,),
        fix=(place, inside) if counted and not behind else None,
    )
    return True


def _stray_colon(slip: ParseFailure) -> bool:
    """A `:` at the end of a line, as other languages have it, or behind a name among deeds."""
    if slip.word != ":" or slip.at_margin:
        return False
    behind = without_comment(slip.text[slip.end :].partition("\n")[0])
    place = slip.spans(slip.at, slip.end)
    name = slip.text[slip.head[1] : slip.at].strip()
    if not behind.strip():
        helps: tuple[str, ...] = ("leave it out: what is indented below belongs to this line",)
    elif (told := _told_in_a_test(slip)) is not None:
        message, place, word = told
        slip.report.add(
            "unexpected-word", place, "`:` does not fit here", "", helps=(message,),
            fix=(place, word),
        )  # fmt: skip
        return True
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
        fix=(place, "")
        if not behind.strip() and slip.reparses_with(slip.at, slip.end, "")
        else None,
    )
    return True


def _told_in_a_test(slip: ParseFailure) -> tuple[str, Span, str] | None:
    """`hero_track: perseus, jason` below `given`: how it is written, and what is to be mended."""
    if not slip.text.startswith("test "):
        return None
    at = slip.at
    while at > 0 and slip.text[at - 1] == " ":
        at -= 1
    whose = slip.text[slip.head[1] : at].strip()
    value = without_comment(slip.text[slip.end :].partition("\n")[0]).strip()
    seated = re.search(r"^ +given \d+ players: *([^\n]*)", slip.text, re.MULTILINE)
    seats = set(re.findall(r"\w+", seated[1])) if seated else set()
    verb = "holds"
    if whose in seats:
        verb = "has"
    elif value in (*seats, "none", "yes", "no") or value.rstrip("½").isdigit():
        verb = "is"
    if not slip.reparses_with(at, slip.end, f" {verb}"):
        return None
    return f"write `{whose} {verb} {value}`", slip.spans(at, slip.end), f" {verb}"


def _stopped_or_stepped(slip: ParseFailure) -> bool:
    """The line ended too early, or a block is missing or stands where none belongs."""
    if slip.token.type not in ("_NL", "$END", "_DEDENT", "_INDENT"):
        return False
    line = slip.line
    code_end = slip.start + len(without_comment(line).rstrip())
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
        _expected(slip.accepts),
        helps=slip.form_help(),
        fix=(slip.spans(code_end, code_end), ":") if slip.accepts == {"COLON"} else None,
    )
    return True


def _block_left_out(slip: ParseFailure) -> bool:
    """The line above opens a block, and this one stands beside it."""
    return slip.at == slip.head[1] and slip.accepts == {"_INDENT"} and _block_missing(slip)


def _block_missing(slip: ParseFailure) -> bool:
    if not slip.accepts or not slip.accepts <= {"_INDENT"}:
        return False
    start = slip.start
    if slip.token.type not in ("_NL", "$END", "_DEDENT"):  # the line above is at fault
        before = re.sub(r"(?:\n[ \t]*(?:#[^\n]*)?)+\Z", "", slip.text[:start])
        start = sentence_start(slip.text, max(0, len(before) - 1))
    stop = slip.text.find("\n", start)
    line = slip.text[start : stop if stop >= 0 else len(slip.text)]
    code = without_comment(line).rstrip()
    if _not_indented(slip, start, code):
        return True
    replaced = re.match(r" +replace +(?:procedure|action|turn|round|phase) +(\w+)$", code)
    nothing = f"if nothing is to be done, write `stop {replaced[1]}` there" if replaced else ""
    slip.report.add(
        "missing-block",
        slip.spans(start + len(code) - len(code.lstrip()), start + len(code)),
        "an indented block is missing below this line",
        "",
        helps=(
            "write what belongs to it on the next line, four spaces further in",
            *([nothing] if nothing else []),
        ),
    )
    return True


_NEXT_LINE = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)+( *)(?=[^\s#])")
"""From the end of what a line says to the first word of the next one, notes passed over."""


def _not_indented(slip: ParseFailure, start: int, code: str) -> bool:
    """What belongs into a block stands below its line, in the same column, and fits into it."""
    pad = len(code) - len(code.lstrip())
    stop = start + len(slip.text[start:].partition("\n")[0])
    below = _NEXT_LINE.match(slip.text, stop)
    if below is None or len(below[1]) != pad:
        return False
    first = below.end()
    words = without_comment(slip.text[first:].partition("\n")[0]).rstrip()
    header = slip.text[:start] + " " * len(slip.text[start:stop]) + slip.text[stop:]
    of_its_own = slip.text.startswith("variant") and pad == 4
    if of_its_own and slip.reads(header) > first + len(words):
        return False  # a change of its own
    end, number = _end_of_block(slip, first, pad), 1
    deeper, further = _deeper(slip, first - pad, end)
    if further <= first - pad + len(deeper):
        return False
    while (below := _NEXT_LINE.match(slip.text, end)) is not None:
        # the next line, if it stands beside the first one and fits nowhere but below the header
        if len(below[1]) != pad or further > first + len(deeper) - pad + len(below[0]):
            break
        longer = _end_of_block(slip, below.end(), pad)
        more, reached = _deeper(slip, first - pad, longer)
        if reached <= first - pad + len(more):
            break
        end, deeper, further, number = longer, more, reached, number + 1
    opens = short(code.split()[0])
    line = slip.spans(end - 1, end).line
    slip.report.add(
        "missing-block",
        slip.spans(first, first + len(words)),
        characters.NOT_INDENTED,
        "",
        others=(Label(slip.spans(start + pad, start + len(code)), "this opens a block"),),
        helps=(
            f"indent {'it' if number == 1 else 'the lines'} by four spaces more than `{opens}`"
            f"{'' if number == 1 else f', up to line {line}'}",
        ),
        fix=(slip.spans(first - pad, end), deeper),
    )
    return True


def _end_of_block(slip: ParseFailure, first: int, pad: int) -> int:
    """Where the last of the lines ends that belong to the sentence that begins at `first`."""
    end = first
    for one in re.finditer(r"[^\n]*(?:\n|$)", slip.text[first:]):
        if one.start() and one[0].strip() and not one[0].startswith(" " * (pad + 1)):
            break
        end = first + one.end()
    return first + len(slip.text[first:end].rstrip())


def _deeper(slip: ParseFailure, start: int, end: int) -> tuple[str, int]:
    """Some lines one step further in, and how far the text is read with them."""
    lines = re.sub(r"^(?=[^\n])", "    ", slip.text[start:end], flags=re.MULTILINE)
    return lines, slip.reads(slip.text[:start] + lines + slip.text[end:])


def _colon_missing(slip: ParseFailure) -> bool:
    if "COLON" not in slip.accepts or len(slip.accepts) > 4 or slip.word in ("(", ")"):
        return False
    slip.report.add(
        "colon-missing",
        slip.spans(slip.at, slip.end),
        f"a `:` is missing before `{slip.word}`",
        "expected `:` here",
        helps=form_help(slip.head[0]),
        fix=(slip.spans(slip.at - 1, slip.at), ": ")
        if slip.text[slip.at - 1] == " " and slip.reparses_with(slip.at - 1, slip.at, ": ")
        else None,
    )
    return True


def _holds(slip: ParseFailure) -> bool:
    """`holds`, which only says what lies somewhere in a test, in place of `has`."""
    if slip.word not in ("holds", "hold"):
        return False
    place = slip.spans(slip.at, slip.end)
    if slip.head[0] == "expect":
        helps = "what lies somewhere has a line of its own: expect market holds ladder"
        slip.report.add(
            "unexpected-word", place, f"`{slip.word}` does not fit here", "", helps=(helps,)
        )
        return True
    if not slip.reparses_with(slip.at, slip.end, "has"):
        return False
    slip.report.add(
        "unexpected-word",
        place,
        f"`{slip.word}` does not fit here",
        "",
        helps=("did you mean `has`?",),
        fix=(place, "has"),
    )
    return True


def _asked_in_test(slip: ParseFailure) -> bool:
    """A relation, such as `red owns ladder`, that a test states as if it could be done or given."""
    if slip.token.type != "NAME" or nearest(slip.word, slip.legal) is not None:
        return False
    start = slip.head[1]
    place = slip.spans(slip.at, slip.end)
    if {"TAKES", "PASSES"} <= slip.accepts and slip.reparses_with(start, start, "expect "):
        slip.report.add(
            "unexpected-word",
            place,
            f"`{slip.word}` does not fit here",
            "nothing that a player does",
            helps=("what must be so begins with `expect`",),
            fix=(slip.spans(start, start), "expect "),
        )
        return True
    behind = slip.text[slip.end :].partition("\n")[0].split()
    if "HOLDS" not in slip.accepts or "TAKES" not in slip.accepts or len(behind) != 1:
        return False
    slip.report.add(
        "unexpected-word",
        place,
        f"`{slip.word}` does not fit here",
        "nothing that can be set",
        helps=(
            f"say where it lies, `{slip.head[0]} has {behind[0]}` or `... holds {behind[0]}`, "
            "or what is kept",
        ),
    )
    return True


def _bracket_inside_deed(slip: ParseFailure) -> bool:
    """Brackets behind the first thing of a deed that the game declares: only names stand there."""
    head = slip.head[0]
    if slip.word != "(" or "LPAR" in slip.accepts or not head or head in slip.reserved:
        return False
    line = slip.line
    inside, depth = "", 0
    for letter in line[slip.at - slip.start :]:
        depth += (letter == "(") - (letter == ")")
        inside += letter
        if depth == 0:
            break
    slip.report.add(
        "unexpected-word",
        slip.spans(slip.at, slip.at + len(inside)),
        "brackets do not fit here",
        "a name is expected here",
        helps=(f"give it a name in the line above: `let found be {inside[1:-1]}`",),
    )
    return True


def _question_without_is(slip: ParseFailure) -> bool:
    word = slip.head[0]
    if "IS" not in slip.accepts or word not in (
        "if",
        "requires",
        "repeat",
        "otherwise",
        "while",
    ):
        return False
    if slip.token.type not in ("NUMBER", "NAME", "STRING"):
        return False
    mends = slip.reparses_with(slip.at, slip.at, "is ")
    slip.report.add(
        "unexpected-word",
        slip.spans(slip.at, slip.end),
        f"`{slip.word}` does not fit here",
        "expected `is`, `is not` or `is at least`",
        helps=form_help(word),
        fix=(slip.spans(slip.at, slip.at), "is ") if mends else None,
    )
    return True
