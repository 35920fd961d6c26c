"""Parts of sentences in the words of everyday speech: `1 might or 1 cunning`, `if ... then`.

Takes a `ParseFailure`; gives a diagnostic and True if it recognises it. Knows no game.
Long, because these slips are tried one after another, and the order counts.
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Report, Span
from interpreter.syntax.recovery import rulebook_words, small_words
from interpreter.syntax.recovery.bounds_said import OR_MORE, OTHERWISE, meant_bound
from interpreter.syntax.recovery.characters import without_comment
from interpreter.syntax.recovery.failure import Mends, ParseFailure
from interpreter.syntax.vocabulary import FORMS

_HOW_MUCH = frozenset(["at", "more", "less", "fewer", "exactly"])
_WHEN = re.compile(
    r"(?:when|whenever|after|at|once)"
    r" +(?:(the|a|an|each|every|any|your) +)?([a-z_]+?)(?:'s +(turn|round|phase))?"
    r" +(ends?|is over|finishes|begins|starts?)\b"
)
_MAY = re.compile(r"((?:(?:all|each|every|any)(?: +the)? +)?players?) +(?:may|must|can|cannot)\b")
_COSTS = re.compile(
    r"((?:each|every|all|any) +([a-z_]+) +costs?) +(?:\d+ +(?:more|less)|nothing)\b"
)
_SORT = re.compile(r" *(pay|gain|lose) +(\w+) +((\w+)'s +(\w+)) +([a-z_]+) *$")
_BY_CHANCE = re.compile(r" *((?:picked +)?(?:randomly|random|at_random|by +chance|blindly))\b")


def recognise(slip: ParseFailure) -> bool:
    """A sentence that is nearly one of the language, in other words."""
    return (
        _or_more(slip)
        or _is_left_out(slip)
        or _at_random(slip)
        or _one_or_the_other(slip)
        or _players_may(slip)
        or _each_costs(slip)
        or _turn_ends(slip)
        or _then(slip)
        or _then_or_comma(slip)
        or _once_a_turn(slip)
        or _each_time(slip)
        or small_words.recognise(slip)
        or _returns(slip)
        or _from_a_list(slip)
        or _sort_of_a_thing(slip)
        or rulebook_words.recognise(slip)
    )


def _returns(slip: ParseFailure) -> bool:
    """`return 3` in a question, as other languages have it."""
    word, start, end = slip.head
    if word != "return" or not slip.reparses_with(start, end, "answer"):
        return False
    said = "a question is answered with `answer`"
    return slip.meant("unexpected-word", start, end, "answer", said, "")


def _sort_of_a_thing(slip: ParseFailure) -> bool:
    """`pay 1 die's face cards`: a sort of money is one word."""
    found = _SORT.match(slip.line)
    if found is None:
        return False
    start, end = (slip.start + at for at in found.span(3))
    name = f"this_{found[5]}"
    if not slip.reparses_with(start, end, name):
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(start, end),
        "the sort is one word here",
        "",
        helps=(
            f"name it in the line above: let {name} be {found[3]};"
            f" and below it: {found[1]} {found[2]} {name} {found[6]}",
        ),
    )
    return True


def _then(slip: ParseFailure) -> bool:
    """`if ... then gain 1 glory` in one line."""
    if slip.word != "then" or slip.head[0] not in ("if", "otherwise"):
        return False
    pad = slip.line[: len(slip.line) - len(slip.line.lstrip(" "))] + "    "
    behind = slip.end
    while slip.text[behind : behind + 1] == " ":
        behind += 1
    below = f"\n{pad}"
    if slip.text[behind : behind + 1] in ("", "\n") or not slip.reparses_with(
        slip.at - 1, behind, below
    ):
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(slip.at, slip.end),
        "`then` does not fit here",
        "expected the end of the line",
        helps=("what is done then stands on the next line, four spaces further in",),
        fix=(slip.spans(slip.at - 1, behind), below),
    )
    return True


def _from_a_list(slip: ParseFailure) -> bool:
    """`choose symbol from reeds, temple`: some of a list."""
    line = slip.line.partition("\n")[0]
    some = re.match(r" *choose +(\w+) +from +(\w+(?: *, *\w+)+) *$", line)
    if some is None:
        return False
    names = re.split(r" *, *", some[2])
    asked = " or ".join(f"it is {name}" for name in names)
    start = slip.start + some.start(2)
    slip.report.add(
        "unexpected-word",
        slip.spans(start, slip.start + some.end(2)),
        "some of a list are named behind `where`",
        "",
        helps=(f"write the name of the list before it: `from ... where {asked}`",),
    )
    return True


def _or_more(slip: ParseFailure) -> bool:
    """`is 3 or more`"""
    found = meant_bound(
        slip.line,
        lambda start, end, word: slip.reparses_with(slip.start + start, slip.start + end, word),
    )
    if found is None:
        return False
    start, end = slip.start + found.start, slip.start + found.end
    return slip.meant("unexpected-word", start, end, found.meant, OTHERWISE, "")


def _is_left_out(slip: ParseFailure) -> bool:
    """`requires your glory at least 2`"""
    if slip.word not in _HOW_MUCH or "IS" not in slip.accepts:
        return False
    how = re.match(r"(?:at +(?:least|most)|(?:more|less|fewer) +than|exactly)\b",
                   slip.text[slip.at :])  # fmt: skip
    if how is None or not slip.reparses_with(slip.at, slip.at, "is "):
        return False
    start, end = slip.at, slip.at + how.end()
    slip.report.add(
        "unexpected-word",
        slip.spans(start, end),
        f"`{how[0]}` does not fit here",
        "expected `is` before it",
        helps=(f"write `is {how[0]}`",),
        fix=(slip.spans(start, start), "is "),
    )
    return True


def read_as_name(span: Span, report: Report, mends: Mends) -> bool:
    """A word of the language that was read as a name, in a line that is said in other words:
    `is 3 or more`, `mark card as not used`."""
    if rulebook_words.read_as_name(span, report, mends):
        return True
    source, text = span.source, span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    line = text[start:].partition("\n")[0]
    spare = re.compile(r" +(each)(?= *(?:#|$))").search(line) if span.text == "each" else None
    if span.text == "for":
        spare = re.compile(r"(repeat) +(?=for each\b)").search(line)

    def mended(first: int, last: int, word: str) -> bool:
        return mends(Span(source, start + first, start + last), word)

    bound = meant_bound(line, mended)
    if bound is not None:
        first, last, meant, message, label = bound.start, bound.end, bound.meant, OTHERWISE, ""
    elif spare is not None:
        place = Span(source, start + spare.start(1), start + spare.end(1))
        where = Span(source, start + spare.start(), start + spare.end())
        report.add(
            "unexpected-word", place, f"`{spare[1]}` does not fit here", "",
            helps=("leave it out",), fix=(where, ""),
        )  # fmt: skip
        return True
    elif span.text == "not" and re.match(r" *mark +.+ +as +$", line[: span.start - start]):
        first, last, meant = span.start - start, span.end - start, "no longer"
        message, label = "`not` does not fit here", "a mark is taken off in other words"
    else:
        return False
    place = Span(span.source, start + first, start + last)
    report.add(
        "unexpected-word", place, message, label,
        helps=(f"did you mean `{meant}`?",), fix=(place, meant),
    )  # fmt: skip
    return True


def _at_random(slip: ParseFailure) -> bool:
    """`randomly` below `pick`"""
    start = slip.text.rfind("\n", 0, slip.at) + 1
    found = _BY_CHANCE.match(slip.text[start:])
    if slip.head[0] == "pick" and _BY_CHANCE.match(slip.word):
        slip.report.add(
            "unexpected-word",
            slip.spans(slip.at, slip.end),
            f"`{slip.word}` does not fit here",
            "",
            helps=("write `at random` on a line of its own, indented below `pick`",),
        )
        return True
    if found is None or not start + found.start(1) <= slip.at <= start + found.end(1):
        return False
    first, last = start + found.start(1), start + found.end(1)
    if not slip.reparses_with(first, last, "at random"):
        return False
    said = f"no sentence begins with `{found[1]}` here"
    return slip.meant("unknown-sentence", first, last, "at random", said, "")


def _one_or_the_other(slip: ParseFailure) -> bool:
    """`gain 1 might or 1 cunning`, `gain 1 might or gain 1 cunning`"""
    verb, start, _ = slip.head
    either = re.match(r"either +([a-z_]+) .* or +$", slip.text[start : slip.at])
    if either is not None and slip.reparses_with(slip.at, slip.at, f"{either[1]} "):
        slip.report.add(
            "unexpected-word",
            slip.spans(slip.at, slip.end),
            f"`{slip.word}` does not fit here",
            "a deed stands on each side of `or`",
            helps=(f"write `{either[1]} {slip.word}`",),
            fix=(slip.spans(slip.at, slip.at), f"{either[1]} "),
        )
        return True
    if slip.word != "or" or not verb or (verb in FORMS and verb not in ("set", "pay")):
        return False
    stop = slip.start + len(slip.line)
    first = slip.text[start : slip.at].strip()
    second = slip.text[slip.end : stop].split("#")[0].strip()
    if _one_number_or_another(slip, first, second):
        return True
    for again in ("", verb + " "):
        meant = f"either {first} or {again}{second}"
        if (again or " " in second) and slip.reparses_with(start, stop, meant):
            said = "what may be chosen begins with `either`"
            end = start + len(slip.text[start:stop].split("#")[0].rstrip())
            return slip.meant("unexpected-word", start, end, meant, said, "")
    return False


def _one_number_or_another(slip: ParseFailure, first: str, second: str) -> bool:
    """`draw 1 or 2 cards from deck to your hand`: one deed, with a number that is chosen."""
    start = slip.head[1]
    least = re.fullmatch(r"([a-z_].*) +(\d+)", first)
    behind = re.fullmatch(rf"(\d+|{'|'.join(OR_MORE)})((?: +[a-z].*)?)", second)
    if least is None or behind is None:
        return False
    stop = slip.start + len(slip.line)
    end = start + len(without_comment(slip.text[start:stop]).rstrip())
    deed, low, high, rest = least[1], least[2], behind[1], behind[2]
    if high.isdigit() and int(high) != int(low) + 1:
        meant = f"either {deed} {low}{rest} or {deed} {high}{rest}"
        said = "what may be chosen begins with `either`"
        return slip.reparses_with(start, end, meant) and slip.meant(
            "unexpected-word", start, end, meant, said, ""
        )
    name = "how_many" if re.search(r"\bcount\b", slip.text) else "count"
    fixed = high.isdigit()
    asked = f"choose {name} from {low} to {high if fixed else int(low) + 2}"
    done = f"{deed} {name}{rest}"
    pad = slip.line[: len(slip.line) - len(slip.line.lstrip(" "))]
    if not slip.reparses_with(start, end, f"{asked}\n{pad}{done}"):
        return False
    place = slip.spans(start, end)
    slip.report.add(
        "unexpected-word",
        slip.spans(start + least.start(2), slip.text.index(high, slip.end) + len(high)),
        OTHERWISE,
        "a number that is chosen",
        helps=(f"choose it on the line above: `{asked}`" if fixed
               else f"choose it on the line above, such as: {asked}", f"then write `{done}`"),
        fix=(place, f"{asked}\n{pad}{done}") if fixed else None,
    )  # fmt: skip
    return True


def _players_may(slip: ParseFailure) -> bool:
    """`players may draw_card at most once per turn`"""
    start = slip.start + len(slip.line) - len(slip.line.lstrip(" "))
    found = _MAY.match(slip.text[start:])
    if found is None or not slip.reparses_with(start, start + len(found[1]), "everyone"):
        return False
    said = f"`{found[1]}` does not fit here"
    return slip.meant("unexpected-word", start, start + len(found[1]), "everyone", said, "")


def _each_costs(slip: ParseFailure) -> bool:
    """`each card costs 1 less`"""
    start = slip.start + len(slip.line) - len(slip.line.lstrip(" "))
    found = _COSTS.match(slip.text[start:])
    if found is None:
        return False
    meant = f"your {_several(found[2])} cost"
    end = start + len(found[1])
    if not slip.reparses_with(start, end, meant):
        return False
    said = "only `your` things cost more or less"
    slip.report.add(
        "unexpected-word",
        slip.spans(start, end),
        said,
        "",
        helps=(
            f"did you mean `{meant}`?",
            "in a rule of the game `your` is said of every player; on a card, of its owner",
        ),
        fix=(slip.spans(start, end), meant),
    )
    return True


def _several(noun: str) -> str:
    """The plural of a noun, as most have it."""
    if noun.endswith("s") and not noun.endswith("ss"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def edge(line: str) -> tuple[int, str] | None:
    """How long `when the turn ends` at the beginning of a line is, and what it is called here."""
    found = _WHEN.match(line)
    if found is None:
        return None
    side = "start" if found[4].startswith(("begin", "start")) else "end"
    whose = "the" if found[2] == "game" else "your" if found[1] == "your" else "each"
    span = found[2]
    if found[3]:
        whose, span = ("each", "player's " + found[3]) if found[2] == "player" else ("", "")
    return (found.end(), f"at {side} of {whose} {span}") if span else None


def _turn_ends(slip: ParseFailure) -> bool:
    """`when the turn ends`"""
    start = slip.start + len(slip.line) - len(slip.line.lstrip(" "))
    found = edge(slip.text[start:])
    if found is None or not slip.reparses_with(start, start + found[0], found[1]):
        return False
    said = "an end or a beginning is told with `at`"
    return slip.meant("unexpected-word", start, start + found[0], found[1], said, "")


def _then_or_comma(slip: ParseFailure) -> bool:
    """`if your hand is empty then`, perhaps with what is done behind it"""
    found = re.match(r"then\b|, *then\b|,", slip.text[slip.at :])
    if found is None or slip.head[0] not in ("if", "otherwise", "while", "repeat"):
        return False
    start, end = len(slip.text[: slip.at].rstrip(" ")), slip.at + found.end()
    behind = re.match(r" *(?=[^\s#])", slip.text[end:].partition("\n")[0])
    if behind is None:
        mended, help_ = "", "leave it out: what is done stands in the next line"
    else:
        end += behind.end()
        mended = "\n" + " " * (slip.head[1] - slip.start + 4)
        help_ = "leave it out: what is done stands in the next line, four spaces further in"
    fits = slip.reparses_with(start, end, mended)
    if found[0] == "," and not fits:
        return False
    slip.report.add(
        "unexpected-word",
        slip.spans(slip.at, slip.at + found.end()),
        f"`{found[0]}` does not fit here",
        "",
        helps=(help_,),
        fix=(slip.spans(start, end), mended) if fits else None,
    )
    return True


_ONCE = re.compile(
    r"((?:at +most +)?(?:once|twice|\d+ +times)) +(?:in +)?(?:a|an|each|every|the) +"
)


def _once_a_turn(slip: ParseFailure) -> bool:
    """`once a turn`"""
    here = slip.at - slip.start
    found = next((m for m in _ONCE.finditer(slip.line) if m.start() <= here <= m.end()), None)
    if found is None:
        return False
    span = re.match(r"[a-z_]+", slip.line[found.end() :])
    start, end = slip.start + found.start(), slip.start + found.end()
    if span is None or not slip.reparses_with(start, end, f"{found[1]} per "):
        return False
    end += span.end()
    said = OTHERWISE
    return slip.meant("unexpected-word", start, end, f"{found[1]} per {span[0]}", said, "")


def _each_time(slip: ParseFailure) -> bool:
    """`have each player gain 1 glory each`, `repeat for each player`: a word too many."""
    if slip.word not in ("each", "for"):
        return False
    return read_as_name(slip.spans(slip.at, slip.end), slip.report, lambda *_: False)
