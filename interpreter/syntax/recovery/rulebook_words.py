"""Who, how much and how long, in the words of a rulebook: `your left neighbour`, `is least 2`.

Takes a `ParseFailure`; gives a diagnostic and True if it recognises it. Knows no game.
"""

from __future__ import annotations

import re

from interpreter.diagnostics import Report, Span
from interpreter.syntax.recovery.bounds_said import OTHERWISE
from interpreter.syntax.recovery.characters import without_comment
from interpreter.syntax.recovery.failure import Mends, ParseFailure

_WHO = r"(?:players?|opponents?|neighbou?rs?|persons?)"
_OF = r"(your|their|his|her|its|[a-z][a-z0-9_]*'s)"
_BESIDE = (
    re.compile(rf"\b(?P<of>{_OF}) +(?P<side>left|right) +(?:hand +)?{_WHO}\b"),
    re.compile(
        rf"\b(?:the +)?(?:next +)?(?:{_WHO} +)?(?:(?:who +)?(?:sits?|sitting|seated|is) +)?"
        rf"(?:to|on|at) +(?P<of>{_OF}) +(?P<side>left|right)(?: +(?:side|hand))?\b"
    ),
    re.compile(
        rf"\b(?:(?:the|your) +)?{_WHO} +(?:to|on|at) +the +(?P<side>left|right)"
        r"(?: +of +(?P<of>[a-z][a-z0-9_]*))?"
    ),
    re.compile(
        rf"\b(?:the +)?(?P<side>left|right) +(?:hand +)?{_WHO}(?: +of +(?P<of>[a-z_0-9]+))?"
    ),
    re.compile(rf"\b(?:the +)?{_WHO} +(?P<side>left|right) +of +(?P<of>[a-z][a-z0-9_]*)"),
    re.compile(r"\b(?:the +)?(?P<side>next|previous) +player\b(?: +(?:anti)?clockwise)?"),
)
_SIDES = {"next": "left", "previous": "right"}
_OWNERS = {"your": "you", "their": "them", "his": "them", "her": "them", "its": "it"}


def recognise(slip: ParseFailure) -> bool:
    """A sentence that is nearly one of the language, in the words of a rulebook."""
    return (
        _neighbour(slip)
        or _bound_without_at(slip)
        or _choice_of_deeds(slip)
        or _until_it_ends(slip)
        or _counted_without_brackets(slip)
        or _ban_for_one(slip)
    )


def _neighbour(slip: ParseFailure) -> bool:
    """`your left neighbour`, `the player to your left`"""
    line, here = slip.line, slip.at - slip.start
    for pattern in _BESIDE:
        for found in pattern.finditer(line):
            if found.start() > here:
                continue
            start, end = slip.start + found.start(), slip.start + found.end()
            said = found.groupdict().get("of") or "you"
            of = _OWNERS.get(said, said.removesuffix("'s"))
            meant = f"left of {of}".replace("left", _SIDES.get(found["side"], found["side"]))
            label = "a neighbour at the table"
            owns = line[found.end() :].startswith("'s")
            if not owns and slip.reparses_with(start, end, f"the {meant}"):
                message = f"`{found[0]}` is said in other words"
                if len(message) > 45:
                    message = "a neighbour is said in other words"
                return slip.meant("unexpected-word", start, end, f"the {meant}", message, label)
            if slip.reparses_with(start, end, "neighbour"):
                slip.report.add(
                    "unexpected-word",
                    slip.spans(start, end),
                    "a neighbour is said in other words",
                    label,
                    helps=(
                        f"name them in the line above: `let neighbour be {meant}`, and write"
                        " `neighbour` here",
                    ),
                )
                return True
    return False


_AT = re.compile(r"\b(?:is|are|has|have) +(least|most|not +(?:at +)?(?:least|most))\b")


def _in_full(bound: str) -> str:
    """What the language says for `least`, `not at most`."""
    if not bound.startswith("not"):
        return f"at {bound}"
    return "less than" if bound.endswith("least") else "more than"


def _bound_without_at(slip: ParseFailure) -> bool:
    """`is least 2`, `is most 4`, `is not at most 4`"""
    for found in _AT.finditer(slip.line):
        start, end = slip.start + found.start(1), slip.start + found.end(1)
        if start <= slip.at and slip.reparses_with(start, end, _in_full(found[1])):
            meant = _in_full(found[1])
            return slip.meant("unexpected-word", start, end, meant, OTHERWISE, "")
    return False


def read_as_name(span: Span, report: Report, mends: Mends) -> bool:
    """`is least 2`, where `least` was read as a name; `rival may not cast_spell until ...`."""
    if span.text not in ("least", "most", "may"):
        return False
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    if span.text == "may":
        ban = _BAN.match(without_comment(text[start:].partition("\n")[0]))
        if ban is None:
            return False
        who = Span(span.source, *(start + at for at in ban.span("who")))
        return _one_is_barred(ban, who, report)
    found = re.search(rf"(?:{_AT.pattern})$", text[start : span.end])
    if found is None:
        return False
    place = Span(span.source, start + found.start(1), span.end)
    meant = _in_full(found[1])
    if not mends(place, meant):
        return False
    report.add(
        "unexpected-word", place, OTHERWISE, "",
        helps=(f"did you mean `{meant}`?",), fix=(place, meant),
    )  # fmt: skip
    return True


_CHOOSE = re.compile(r" *(choose(?: +to| +either| +between| *:)?) +([a-z_]+ .+? or .+)$")


def _choice_of_deeds(slip: ParseFailure) -> bool:
    """`choose gain 1 might or gain 1 cunning`"""
    line = without_comment(slip.line).rstrip()
    found = _CHOOSE.match(line)
    if found is None:
        return False
    deeds = re.sub(r"\bor +to +", "or ", found[2])
    verb = deeds.split()[0]
    start, end = slip.start + found.start(1), slip.start + len(line)
    for meant in (f"either {deeds}", f"either {deeds.replace(' or ', f' or {verb} ', 1)}"):
        if slip.reparses_with(start, end, meant):
            said = "one of two deeds begins with `either`"
            return slip.meant("unexpected-word", start, end, meant, said, "")
    return _choice_of_several(slip, start, start + len(line) - found.start(1), deeds)


def _choice_of_several(slip: ParseFailure, start: int, end: int, deeds: str) -> bool:
    """`choose gain 1 might, gain 1 cunning or lose 1 glory`"""
    each = re.split(r" *, *(?:or +)?| +or +", deeds)
    titles = [f"{one[:1].upper()}{one[1:]}".replace("_", " ") for one in each]
    options = [f'option "{title}": {one}' for title, one in zip(titles, each, strict=True)]
    pad = " " * (start - slip.text.rfind("\n", 0, start) - 1 + 4)
    meant = f"\n{pad}".join(["choose one", *options])
    text = slip.text[:start] + meant + slip.text[end:]
    if len(each) < 3 or slip.reads(text) < start + len(meant):
        return False
    place = slip.spans(start, end)
    there = place.source.text  # the text of a card stands further in than its sentences
    pad = " " * (place.start - there.rfind("\n", 0, place.start) - 1 + 4)
    slip.report.add(
        "unexpected-word",
        place,
        "one of several deeds is chosen from options",
        "",
        helps=(f"write `choose one`, and below it a line for each: {options[0]}",),
        fix=(place, f"\n{pad}".join(["choose one", *options])),
    )
    return True


_UNTIL = re.compile(
    r"\b(until +(?:(?P<next>(?:your|their) +next)|the|this|that|your|each) +(?P<span>[a-z_]+)"
    r" +(?P<edge>ends?|is +over|begins|starts))\b"
    r"|\b(until +(?:the +)?end +of +(?:this|the|that) +(?P<other>[a-z_]+))\b"
)


def _until_it_ends(slip: ParseFailure) -> bool:
    """`until the round ends`"""
    for found in _UNTIL.finditer(slip.line):
        if found.start() > slip.at - slip.start:
            continue
        group = 1 if found[1] else 5
        begins = (found["edge"] or "").startswith(("begin", "start"))
        if begins and not found["next"]:
            meant = f"until your next {found['span']}"
        else:
            whose = f"{found['next']} " if found["next"] else ""
            edge = "" if begins else "end of "
            meant = f"until {edge}{whose}{found['span'] or found['other']}"
        start, end = slip.start + found.start(group), slip.start + found.end(group)
        if slip.reparses_with(start, end, meant):
            said = "how long something lasts is said in other words"
            return slip.meant("unexpected-word", start, end, meant, said, "")
    return False


_COUNTED = re.compile(r"\b(?:number of|sum of [a-z_]+ of|worth of)\b")
_BEFORE = re.compile(r"(?:\btimes|\bhalf of|\bdivided by) +$")
_BEHIND = re.compile(r" +(?:times|divided by)\b")
_GOES_ON = re.compile(r" +(?:plus|minus|but|is|are|and|or|rounded|times|divided|to|from)\b")


def _counted_without_brackets(slip: ParseFailure) -> bool:
    """`2 times number of cards in deck`, `number of cards in deck divided by 2 rounded up`"""
    line = without_comment(slip.line).rstrip()
    whole = re.sub(r" else \".*", "", line)
    for found in _COUNTED.finditer(whole):
        rest = whole[found.start() :]
        if _BEFORE.search(whole[: found.start()]):
            ends = [m.start() for m in _GOES_ON.finditer(rest)]
            if " where " in rest:  # what is asked may hold any of these words
                ends = []
            ends += [m.start() for m in re.finditer(",", rest)] + [len(rest)]
        else:
            ends = [m.start() for m in _BEHIND.finditer(rest)]
        for end in ends:
            first, last = slip.start + found.start(), slip.start + found.start() + end
            if not slip.reparses_with(first, last, f"({rest[:end]})"):
                continue
            place = slip.spans(first, last)
            slip.report.add(
                "unexpected-word",
                place,
                "what is counted stands in brackets here",
                "",
                helps=(f"write `({rest[:end]})`",),
                fix=(place, f"({rest[:end]})"),
            )
            return True
    return False


_TIME = r"(?:until|during) [a-z ']+?|for the rest of the game"
_BAN = re.compile(
    rf" *(?:(?P<before>{_TIME}), +)?(?:have +)?(?P<who>(?:[a-z]+ +){{0,2}}?[a-z_][a-z0-9_]*)"
    r" +(?:may +not|cannot|can +not|must +not) +(?P<deed>[a-z_][a-z0-9_]*)[a-z0-9_ ]*?"
    rf"(?: +(?P<after>{_TIME}))?(?P<why> +else +\"[^\"]*\")? *$"
)
_EVERYBODY = re.compile(r"(?:(?:each|every|all|any|the) +)?players|(?:each|every|any) +player")
_OTHERS = re.compile(
    r"(?:the +)?other +players|(?:each|every|any) +(?:other +player|opponent)"
    r"|(?:all|the) +opponents"
)
_WHO_MAY = frozenset(["everyone", "nothing", "opponents", "you", "nobody"])


def _ban_for_one(slip: ParseFailure) -> bool:
    """`until your next turn, rival may not cast_spell`"""
    found = _BAN.match(without_comment(slip.line))
    if found is None:
        return False
    start, end = (slip.start + at for at in found.span("who"))
    for said, meant in ((_OTHERS, "opponents"), (_EVERYBODY, "everyone")):
        if said.fullmatch(found["who"]):
            message = f"`{found['who']}` does not fit here"
            return slip.reparses_with(start, end, meant) and slip.meant(
                "unexpected-word", start, end, meant, message, ""
            )
    return _one_is_barred(found, slip.spans(start, end), slip.report)


def _one_is_barred(found: re.Match[str], place: Span, report: Report) -> bool:
    """What to write for a ban for a time on somebody who is chosen."""
    who = re.sub(r"^(?:the|a|an) +", "", found["who"])
    time = found["before"] or found["after"]
    if not time or " " in who or who in _WHO_MAY:
        return False
    whose = "their" if who in ("they", "them") else f"{who}'s"
    house = "add " if place.source.text.lstrip().startswith("variant") else ""
    report.add(
        "unexpected-word",
        place,
        "a ban for a time is not said of one player",
        "who is chosen gets a mark",
        helps=(
            f"write here `set {whose} barred to yes {time}`",
            f"below `{house}each player has`: `barred: yes or no`",
            f"in a rule: `everyone may not {found['deed']} unless they are not barred"
            f"{found['why'] or ''}`",
        ),
    )
    return True
