"""Slips of somebody who writes house rules: headings and changes that are written in another way.

Takes the text of an overlay and the place of a fault in it; gives a diagnostic and True if it
recognises the slip. Must not know any game. Long, because the slips of headings are tried one after
another, and the order counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.diagnostics import Report
from interpreter.diagnostics.suggest import nearest
from interpreter.syntax.recovery import component_slips
from interpreter.syntax.recovery.characters import Spans, without_comment
from interpreter.syntax.recovery.house_line import NAME, Line, is_done
from interpreter.syntax.vocabulary import CHANGES, ELSEWHERE, HEADINGS, NOT_CHANGES, SORTS

SORT = "|".join(SORTS)


OPENING = re.compile(
    rf"(?:add\s+(?:{SORT}|each|table|the)|(?:replace|extend|require|before|after)\s+(?:{SORT}))\b"
    r"|(?:after|before|when|while|if|at|repeat|otherwise|have each)\b"
)


def recognise(text: str, at: int, spans: Spans, report: Report, called: Mapping[str, str]) -> bool:
    """A slip of house rules in the line of this place; `called` says what names of the game are."""
    if not text.startswith("variant"):
        return False
    while at > 0 and (at >= len(text) or text[at].isspace()):
        at -= 1  # a line that ends too early
    line = Line(text, at, spans, report, called)
    if not line.indent:
        return _heading(line)
    if line.above == line.before != line.parent and OPENING.match(line.above):
        return False  # the block of the line above is missing
    if line.indent == 4:
        return _change(line)
    return component_slips.recognise(line) or _deed_of_a_rule(line)


def _heading(line: Line) -> bool:
    bare = line.find(r"variant\s+([^\"\s][^\"]*?)\s+for\b")
    if bare:
        name = bare[1].strip("“”„'‘’")
        return line.told(
            bare, 1, "the name of an overlay stands in plain quotes", "", f'write `"{name}"`',
            fix=f'"{name}"',
        )  # fmt: skip
    version = line.find(rf'variant\s+"[^"]*"\s+for\s+{NAME}\s+(version|v)\s*\d')
    if version:
        return line.told(
            version, 1, f"`{version[1]}` does not fit here", "expected a number such as 1.0",
            "leave it out", fix="",
        )  # fmt: skip
    long = line.find(r'variant\s+"[^"]*"\s+for\s+.*?(\d+(?:\.\d+){2,})$')
    if long:
        short = ".".join(long[1].split(".")[:2])
        return line.told(
            long, 1, "a version has one number, or two", "", f"write `{short}`", fix=short
        )
    title = line.find(r'variant\s+"[^"]*"\s+for\s+(.+?)(?:\s+(?:version\s+)?\d[\d.]*)?$')
    if title and re.fullmatch(r"[A-Za-z][\w' -]*", title[1]) and not re.fullmatch(NAME, title[1]):
        name = re.sub(r"[^a-z0-9]+", "_", title[1].lower()).strip("_")
        return line.told(
            title, 1, "a game is named by its folder, as in `rulewright list`", "",
            f"write `{name}`", fix=name,
        )  # fmt: skip
    return False


def _change(line: Line) -> bool:
    first = line.find(rf"({NAME}|-)")
    word = first[1] if first else ""
    if _beside_its_component(line):
        return True
    if word == "-":
        return line.told(
            first, 1, "`-` has no meaning here", "",
            'a component is added like: add component card lift "Lift"',
            slug="strange-character",
        )  # fmt: skip
    waits = line.find(
        r"((?:after|before)\s+(?:any|another|an?\s+opponent|you|each|every)\b.*)"
    ) or (line.find(r"((?:at\s+(?:the\s+)?(?:start|end)|when|while|always)\b.*)"))
    if waits:
        return line.told(
            waits, 1, "what waits for something stands in a rule", "",
            'write `add rule its_name "Its title"` above it, and indent it once more',
            slug="clause-inside",
        )  # fmt: skip
    if word in HEADINGS and word not in CHANGES:
        return line.told(
            first, 1, f"no change begins with `{word}`", "not the start of a change",
            f"what is new begins with `add`: `add {word}`",
            fix=f"add {word}", slug="unknown-sentence",
        )  # fmt: skip
    if word not in CHANGES:
        return _no_change(line, first, word)
    return _unfit_change(line, word)


def _beside_its_component(line: Line) -> bool:
    """Lines of a component that stand beside `add component` and not below it."""
    if not line.find(rf"{NAME}\s*:"):
        return False
    start = line.start - line.indent
    above, between = line.text[:start].split("\n")[:-1], 0
    while above and (not without_comment(above[-1]).strip() or above[-1].startswith(" " * 8)):
        between += bool(without_comment(above.pop()).strip())
    head = above[-1] if above else ""
    if not re.match(r" {4}(?:add|change)\s+component\s+\w", head):
        return False
    if between:
        deeper = f"    {line.words}"
        if re.match(r"rules\s*:", line.words):
            return False  # what it does may stand too far to the left, too
        return line.told(
            None, 0, "this line belongs to the component above", "",
            "indent it by four spaces more", fix=deeper, slug="indentation",
        )  # fmt: skip
    below: list[str] = []
    for one in line.text[start:].split("\n"):
        if one.strip() and not re.match(rf"    (?: |#|{NAME}\s*:)", one):
            break
        below.append(one)
    while below and not below[-1].strip():
        below.pop()
    deeper = "\n".join(f"    {one}" if one.strip() else one for one in below)
    end = start + len("\n".join(below))
    at = len("\n".join(above)) - len(head) + 4
    line.report.add(
        "missing-block",
        line.spans(at, at - 4 + len(without_comment(head).rstrip())),
        "an indented block is missing below this line",
        "",
        helps=("indent the lines of this component four spaces further in",),
        fix=(line.spans(start, end), deeper),
    )
    return True


def _no_change(line: Line, first: re.Match[str] | None, word: str) -> bool:
    doubled = line.find(rf"({NAME})\s+(?:{'|'.join(CHANGES)})\s+(?:{SORT})\b")
    if doubled and word in NOT_CHANGES:
        return line.told(
            doubled, 1, f"no change begins with `{word}`", "not the start of a change",
            "leave it out", slug="unknown-sentence",
        )  # fmt: skip
    guess = NOT_CHANGES.get(word) or nearest(word, CHANGES)
    if guess:
        return line.told(
            first, 1, f"no change begins with `{word}`", "not the start of a change",
            f"did you mean `{guess}`?", fix=guess, slug="unknown-sentence",
        )  # fmt: skip
    if is_done(line) and line.called.get(word) != "setting":
        sort = "setup" if word == "play" else "action"
        some = next((name for name, one in line.called.items() if one == sort), f"that_{sort}")
        return line.told(
            None, 0, "it is not said when this is done", "",
            f"write when above it, such as `after {sort} {some}`, and indent this once more",
            slug="unknown-sentence",
        )  # fmt: skip
    setting = line.find(rf"({NAME})\s*(?::|=|\bto\b|\bis\b)?\s*(\d+|{NAME})?$")
    if setting and setting[2]:
        return line.told(
            None, 0, f"no change begins with `{word}`", "not the start of a change",
            f"a setting is changed like: set {word} to {setting[2]}",
            fix=f"set {word} to {setting[2]}", slug="unknown-sentence",
        )  # fmt: skip
    if not first:
        return False
    return line.told(
        first, 1, f"no change begins with `{word}`", "not the start of a change",
        f"changes begin with {', '.join(f'`{one}`' for one in CHANGES)}",
        slug="unknown-sentence",
    )  # fmt: skip


def _unfit_change(line: Line, word: str) -> bool:
    new = line.find(rf"add\s+(?!component\b|the\b|an?\b)({NAME})")
    guess = (
        "" if new is None else ELSEWHERE.get(new[1]) or nearest(new[1], (*HEADINGS, "component"))
    )
    if new and guess and new[1] not in HEADINGS:
        return line.told(
            new, 1, f"`{new[1]}` does not fit here", "expected what is added",
            f"did you mean `{guess}`?", fix=guess,
        )  # fmt: skip
    title = line.find(rf"add\s+component\s+{NAME}\s+{NAME}\s+([^\"\s][^\"]*)$")
    if title:
        return line.told(
            title, 1, "the title of a component stands in quotes", "", f'write `"{title[1]}"`',
            fix=f'"{title[1]}"',
        )  # fmt: skip
    if _kind_left_out(line):
        return True
    nameless = line.find(rf'add\s+component\s+({NAME})\s+("([^"]*)")')
    if nameless:
        name = re.sub(r"[^a-z0-9]+", "_", nameless[3].lower()).strip("_")
        if not re.fullmatch(NAME, name):
            name = f"the_{name}" if name else "its_name"
        return line.told(
            nameless, 2, "a name is missing before this title", "",
            f"write a name of its own: `add component {nameless[1]} {name} {nameless[2]}`",
            fix=f"{name} {nameless[2]}",
        )  # fmt: skip
    if _setting_of_a_sort(line) or _named_otherwise(line, word):
        return True
    few = line.find(r"only\s+(?:with|for)\s+((\d+)(?:\s*(or|to|-)\s*(\d+))?\s+players?)$")
    if few:
        meant = f"is {few[2]}"
        if few[3]:
            meant = (
                f"is {few[2]} or {few[4]}" if few[3] == "or" else f"is from {few[2]} to {few[4]}"
            )
        meant = f"number of players {meant}"
        return line.told(
            few, 1, "it is not said what is asked of the players", "", f"write `{meant}`",
            fix=meant,
        )  # fmt: skip
    linked = line.find(rf"set\s+{NAME}\s+of\s+{NAME}\s+to\s+({component_slips.LINKED})$")
    if linked:
        return component_slips.told_with_commas(line, linked)
    if component_slips.amounts_told_otherwise(line, rf"set\s+{NAME}\s+of\s+{NAME}\s+to\b"):
        return True
    unsaid = line.find(rf"add\s+setting\s+{NAME}\s*:\s*(from\s+(\d+)\s+to\s+\d+)\b")
    if unsaid:
        return line.told(
            unsaid, 1, "it is not said what this setting is at first", "",
            f"write the number before it, such as `{unsaid[2]}, {unsaid[1]}`",
        )  # fmt: skip
    loose = line.find(
        rf"(?:replace|before|after|require|extend)\s+(?:{SORT})\s+{NAME}\s+(with|by|to)$"
    )
    if loose:
        return line.told(
            loose, 1, f"`{loose[1]}` does not fit here", "expected the end of the line",
            "leave it out: what belongs to it stands below, indented", fix="",
        )  # fmt: skip
    text = line.find(rf"set\s+(title|text|source)\s+of\s+{NAME}\s+to\s+([^\"\s][^\"]*)$")
    if text:
        return line.told(
            text, 2, f"a {text[1]} stands in quotes", "", f'write `"{text[2]}"`',
            fix=f'"{text[2]}"',
        )  # fmt: skip
    two = line.find(rf"(?:set|(?:remove|replace|require|before|after)\s+(?:{SORT}))"
                    rf"\s+(({NAME})\s+((?!to\b|of\b){NAME}))(?=\s+to\b|$)")  # fmt: skip
    if two:
        name = f"{two[2]}_{two[3]}"
        return line.told(
            two, 1, f"`{two[1]}` is not one name", "", f"names are one word: `{name}`", fix=name
        )
    setting = line.find(rf"(change)\s+({NAME})\s+(?:to|from)\b")
    if setting:
        return line.told(
            setting, 1, "only components are changed with `change`", "a setting is set",
            f"write `set {setting[2]} to`", fix="set",
        )  # fmt: skip
    removed = line.find(rf"remove\s+(setting)\s+({NAME})")
    if removed:
        return line.told(
            removed, 1, "a setting cannot be removed", "",
            f"give it another value: set {removed[2]} to 100",
        )  # fmt: skip
    other = line.find(rf"extend\s+((?!rule\b)(?:{SORT}))\s+({NAME})")
    if other:
        return line.told(
            other, 1, "only a rule is extended with `extend`", "",
            f"something more is done with `before {other[1]} {other[2]}`, or `after`",
        )  # fmt: skip
    both = line.find(rf"set\s+({NAME})\s+of\s+({NAME}(?:\s*(?:,|and)\s*{NAME})+)\s+to\s+(.+)$")
    if both:
        names = re.findall(NAME, both[2])
        written = [f"set {both[1]} of {name} to {both[3]}" for name in names if name != "and"]
        return line.told(
            both, 2, "each component has a line of its own", "",
            f"write `{written[0]}`, and so on", fix=None,
        )  # fmt: skip
    strange = line.find(rf"(remove|change)\s+component\s+({NAME})$")
    if strange:
        parts = [f"{s} {name}" for name, s in line.called.items() if s.startswith("component ")]
        of_it = [one for one in parts if one.split()[1] == strange[2]]
        example = f", as in `{strange[1]} {[*of_it, *parts][0]}`" if parts else ""
        if of_it:
            message = f"it is not said which {strange[2]}"
            return line.told(strange, 2, message, "", f"its name stands behind its kind{example}")
        message = f"the game has no component called `{strange[2]}`"
        return line.told(strange, 2, message, "", f"its kind stands before its name{example}")
    step = line.find(rf"(?:before|after)\s+((?!(?:{SORT})\b)[^\"]+?)\s+in\s+(?:{SORT})\s+{NAME}$")
    if step and step.start(1) < line.fault < step.end(1):
        return line.told(
            step, 1, "these words of a step stand in quotes", "",
            f'write `"{step[1]}"`', fix=f'"{step[1]}"',
        )  # fmt: skip
    bare = line.find(
        rf"(?:remove|replace|require|extend|before|after)\s+((?!{SORT}\b){NAME})\b(?!\s+in\b)"
    )
    if bare and bare[1] != "component":
        part = f", or `{word} component card lift`" if word == "remove" else ""
        return line.told(
            bare, 1, f"it is not said what `{bare[1]}` is", "such as a rule or an action",
            f"what it is stands before its name, as in `{CHANGES[word]}`{part}",
        )  # fmt: skip
    return False


KIND_LEFT_OUT = "the kind of this component is not said"


def kinds_in(called: Mapping[str, str]) -> list[str]:
    """The kinds of which a game has components."""
    sorts = (sort.partition(" ") for sort in called.values())
    return sorted({kind for first, _, kind in sorts if first == "component"})


def _kind_left_out(line: Line) -> bool:
    """`add component flood "Flood"`, and `add spell flood` without what a spell is."""
    kinds = kinds_in(line.called)
    found = line.find(rf"add\s+component\s+({NAME})(?:\s+\"[^\"]*\")?$")
    if found and found[1] not in kinds:
        near = nearest(found[1], kinds)
        if near:
            return line.told(
                found, 1, f"the game has no kind of component called `{found[1]}`", "",
                f"did you mean `{near}`?", fix=near,
            )  # fmt: skip
        kind = kinds[0] if kinds else "card"
        return line.told(
            found, 1, KIND_LEFT_OUT, "", f"write its kind before it: `component {kind} {found[1]}`",
        )  # fmt: skip
    bare = line.find(rf"(add|change)\s+({NAME})\s+({NAME}(?:\s+\"[^\"]*\")?)$")
    if bare is None or bare[2] not in kinds or bare[2] in HEADINGS:
        return False
    return line.told(
        bare, 2, f"`{bare[2]}` does not fit here", "it is a kind of component",
        f"write `{bare[1]} component {bare[2]} {bare[3]}`", fix=f"component {bare[2]}",
    )  # fmt: skip


def _setting_of_a_sort(line: Line) -> bool:
    """`set option turn_limit to 20`: what a setting is, is not said."""
    two = line.find(rf"set\s+(({NAME})\s+((?!to\b|of\b){NAME}))\s+to\b")
    if two is None or f"{two[2]}_{two[3]}" in line.called:
        return False
    known = line.called.get(two[3]) == "setting"
    if not known and two[2] not in ("option", "setting", "value", "game"):
        return False
    return line.told(
        two, 1, f"`{two[2]}` does not fit here", "expected the name of a setting",
        f"leave it out: `set {two[3]} to`", fix=two[3],
    )  # fmt: skip


def _named_otherwise(line: Line, word: str) -> bool:
    """Something of the game whose sort is not said, or said in other words: `remove card lift`."""
    found = line.find(
        rf"(?:remove|replace|require|extend|change|before|after)\s+((?:{NAME}\s+)*?)({NAME})$"
    )
    if found is None or word not in CHANGES:
        return False
    said, name = found[1].split(), found[2]
    if name not in line.called and " ".join(said) not in SORTS:
        name = nearest(name, line.called) or name
    sort = line.called.get(name, "")
    if not sort or sort == "setting" or sort.split() == said or "in" in said:
        return False
    if said and "_".join((*said, name)) in line.called:
        return False
    if " ".join(said) in SORTS and not sort.startswith("component"):
        return False  # told where the rules are looked up
    verb = _verb_for(word, sort)
    if not verb:
        return False
    start = line.words[: found.start(1)]
    told = re.match(rf"({re.escape(start)}.*)$", line.words)
    what, noun = f"{sort} {name}", sort.removeprefix("component ")
    written = f"`{verb} {what}`"
    if said:
        message, label = f"`{name}` is {_article(sort)} {noun}", ""
    else:
        message, label = f"it is not said what `{name}` is", f"it is {_article(sort)} {noun}"
    if name != found[2]:
        message, label = f"the game has nothing called `{found[2]}`", ""
    if verb != word:
        return line.told(told, 1, message, label, f"write {written}", fix=f"{verb} {what}")
    behind = re.match(rf"{re.escape(start)}(.*)$", line.words)
    return line.told(behind, 1, message, label, f"write {written}", fix=what)


def _verb_for(word: str, sort: str) -> str:
    """The change with which something of this sort can be changed as `word` says; empty if it
    cannot be told."""
    if sort.startswith("component"):
        return {"remove": "remove", "change": "change", "replace": "change"}.get(word, "")
    if sort == "rule":
        return word if word in ("remove", "replace", "extend") else ""
    return {"change": "replace", "extend": ""}.get(word, word)


def _article(noun: str) -> str:
    return "an" if noun.removeprefix("component ")[:1] in "aeiou" else "a"


def reserved(text: str, at: int, spans: Spans, report: Report) -> bool:
    """A word of the language for which a setting was meant to be yes or no."""
    line = Line(text, at, spans, report, {})
    told = line.find(rf"set\s+{NAME}\s+to\s+(on|off)$") if line.indent == 4 else None
    if told is None or not text.startswith("variant"):
        return False
    meant = "yes" if told[1] == "on" else "no"
    return line.told(
        told, 1, f"`{told[1]}` does not fit here", "expected `yes` or `no`",
        f"did you mean `{meant}`?", fix=meant,
    )  # fmt: skip


def _deed_of_a_rule(line: Line) -> bool:
    """`gain 1 glory` right below `extend rule`, where it is said when something happens."""
    if line.indent != 8 or not re.match(r"(?:add|extend|replace)\s+rule\b", line.parent):
        return False
    if not is_done(line):
        return False
    some = next((name for name, sort in line.called.items() if sort == "action"), "draw_card")
    sorts = set(line.called.values())
    span = next((one for one in ("turn", "round", "phase") if one in sorts), "turn")
    return line.told(
        None, 0, "it is not said when this is done", "",
        f"write when above it, such as `after any player {some}` or `at end of each {span}`,"
        " and indent this once more",
        slug="unknown-sentence",
    )  # fmt: skip
