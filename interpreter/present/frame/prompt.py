"""The question and its options in as few lines as possible.

Takes a `PendingQuestion`; gives lines. Spaces that are drawn need no list: their names are
typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from interpreter.diagnostics.paint import columns, pad
from interpreter.present.frame.pen import KEPT, Pen, folded, run_on, wide
from interpreter.present.model.chosen_together import sizes
from interpreter.present.model.keys import by_gain, factored, numbered_too, rest_of
from interpreter.present.model.parts import Delta, Option, PendingQuestion
from interpreter.present.story.phrases import singular

FEW_NAMES = 12  # up to so many spaces are listed by name
ALIKE = 3  # from so many options on, a common change is told once
EXCEPTIONS = 2  # unless more than so many options lack it
FEW_TITLES = 5  # up to so many numbers are followed by titles


def prompt(
    asked: PendingQuestion, who: str, pen: Pen, most: int = 999, flow: bool = False
) -> list[str]:
    """Render the question and its options; a numbered list or pairs take at most `most` lines.

    `flow` runs options of a numbered list on instead of one per line."""
    say = pen.paint(asked.say.rstrip(":"), "bold")
    so_far = f" (so far: {', '.join(asked.so_far)})" if asked.so_far else ""
    head = f"{who}: {say}{so_far}"
    groups = _groups(asked.options) if asked.how == "typed" else {}
    if len(groups) > 1:
        said = [f"{rest}: {' '.join(names)}" for rest, names in groups.items()]
        lines = [f"  {line}" for line in run_on(said, pen.width - 2)]
        return [*folded(head + _such_as(asked.options), pen.width, "  "), *lines]
    if numbered_too(asked):
        faces = [f"{option.key}{option.mark}" for option in asked.options]
        told = "  ".join(f"{number}{KEPT}{face}" for number, face in enumerate(faces, 1))
        return folded(f"{head}: {told}", pen.width, "  ")
    if asked.how == "typed":
        colon = "" if head.endswith("?") else ":"
        return folded(f"{head}{colon} {_typed(asked.options)}", pen.width, "  ")
    if asked.how == "inline":
        return folded(f"{head}: {'  '.join(_faces(asked.options))}", pen.width, "  ")
    if asked.how == "sets":
        return _sets(asked, head, pen)
    if asked.how == "pairs":
        return [
            *folded(head + _such_as(asked.options), pen.width, "  "),
            *_pairs(asked.options, pen)[: max(1, most - 1)],
        ]
    if asked.how == "lists":
        return [
            *folded(head + _such_as(asked.options), pen.width, "  "),
            *_lists(asked.options, pen),
        ]
    once, but = told_once(asked.options)
    order = [asked.options[number].key for number in by_gain(asked.options)]
    if order and order == sorted(order, key=int):
        head += f" (most {_of_what(asked.options)} first)"
    if once:
        head += f" (each{' but ' if but else ''}{' and '.join(but)}: {once})"
    return [*folded(head, pen.width, "  "), *numbered(asked.options, pen, most - 1, flow, once)]


def told_once(options: Sequence[Option]) -> tuple[str, list[str]]:
    """Find a change that nearly all options share, to be shown once in the question.

    Returns its text and the keys of the options without it; empty if there is none."""
    made = [_changes(option) for option in options]
    found = Counter(text for texts in made for text in texts)
    text, number = next(iter(found.most_common(1)), ("", 0))
    if number < ALIKE or len(options) - number > EXCEPTIONS:
        return "", []
    return text, [
        option.key for option, said in zip(options, made, strict=True) if text not in said
    ]


def _of_what(options: Sequence[Option]) -> str:
    """Return the title of what the options bring more or less of."""
    found = (one for option in options for one in (option.gains, *(way for _, way in option.ways)))
    return next(one[0].say for one in found if one)


def _such_as(options: Sequence[Option]) -> str:
    return f", such as `{options[0].key}`"


def _groups(options: Sequence[Option]) -> dict[str, list[str]]:
    """Group the inputs of options by the rest of their labels, such as `1 away`.

    Empty if one of them has no rest."""
    made: dict[str, list[str]] = {}
    for option in options:
        rest = rest_of(option, [] if option.parts else [option.key]).replace("_", "").strip(" ,:;")
        made.setdefault(rest, []).append(option.key)
    return made if all(made) else {}


def _typed(options: Sequence[Option]) -> str:
    keys = [option.key for option in options]
    if all(map(str.isdigit, keys)) and not any(option.on for option in options):
        first, last = int(keys[0]), int(keys[-1])
        if last - first == len(keys) - 1 > 1:
            return f"{first} to {last}"
    names = [(option.parts or (option.key,))[0].split(" (")[0] for option in options]
    if all(name.startswith(f"{key} ") for name, key in zip(names, keys, strict=True)):
        keys = names if len(names) <= FEW_TITLES else keys
    if len(keys) <= FEW_NAMES:
        return f"{', '.join(keys[:-1])} or {keys[-1]}"
    return f"type a space, such as {keys[len(keys) // 2]} ({len(keys)} can be chosen)"


def _faces(options: Sequence[Option]) -> list[str]:
    """List the distinct cards of a hand; numbers are sorted."""
    found = {option.key: f"{option.key}{option.mark}" for option in options}
    keys = sorted(found, key=int) if all(map(str.isdigit, found)) else list(found)
    return [found[key] for key in keys]


def _sets(asked: PendingQuestion, head: str, pen: Pen) -> list[str]:
    """Render the question for several things at once: how many, and the things to choose from."""
    least, most = sizes(asked)
    number = str(most) if least == most else f"{least} to {most}"
    told = f"{head}: {number} of them, such as `{asked.options[-1].key}`"
    each = [
        f"{pen.paint(key, 'bold')} {name}" if key != name else name for name, key in asked.things
    ]
    return [*folded(told, pen.width, "  "), *(f"  {line}" for line in run_on(each, pen.width - 2))]


def _pairs(options: Sequence[Option], pen: Pen) -> list[str]:
    """Render pairs grouped by their first part: `e4: e5 f4`."""
    groups: dict[str, list[str]] = {}
    for option in options:
        first, second = option.key.split(" ")
        groups.setdefault(first, []).append(second)
    said = [f"{pen.paint(first, 'bold')}: {' '.join(rest)}" for first, rest in groups.items()]
    return _in_columns(said, pen.width)


def _lists(options: Sequence[Option], pen: Pen) -> list[str]:
    """Render first parts with their numbers and second parts with their wording.

    Pairs that are not offered are listed below."""
    found = factored(options)
    if found is None:
        return []
    firsts, seconds = found
    numbers = [
        f"{number} {first}{f' ({extra})' if extra else ''}"
        for number, (first, extra) in enumerate(firsts.items(), 1)
    ]
    told = _without_common_start(list(seconds.values()))
    lines = [f"  {line}" for block in (numbers, told) for line in run_on(block, pen.width - 2)]
    offered = {option.parts for option in options}
    missing = [(one, other) for one in firsts for other in seconds if (one, other) not in offered]
    if missing:
        not_offered = ", ".join(f"{one} to {other}" for one, other in missing)
        lines += folded(f"  not: {not_offered}", pen.width, "    ")
    return lines


def _without_common_start(texts: list[str]) -> list[str]:
    """Strip the words with which all texts begin; each keeps at least one."""
    split = [text.split(" ") for text in texts]
    same = 0
    while all(len(one) > same + 1 and one[same] == split[0][same] for one in split):
        same += 1
    return [" ".join(one[same:]) for one in split]


def _in_columns(texts: Sequence[str], width: int) -> list[str]:
    """Lay out texts side by side, as many as fit."""
    size = max(map(columns, texts), default=0) + 2
    beside = max(1, (width - 2) // size)
    rows = -(-len(texts) // beside)
    if rows == 1:
        return [f"  {'   '.join(text.strip() for text in texts)}"]
    return [
        "  " + "".join(pad(text, size) for text in texts[row::rows]).rstrip() for row in range(rows)
    ]


def numbered(
    options: Sequence[Option], pen: Pen, most: int, flow: bool = False, once: str = ""
) -> list[str]:
    """Render options with their numbers, in order, on at most `most` lines.

    Many short ones stand side by side; what does not fit is counted. The change `once` is left
    out."""
    size = max(len(option.key) for option in options)
    options = sorted(options, key=lambda option: int(option.key))
    plain = [_entry(option, option.plain, size, once) for option in options]
    entries = [_entry(option, option.say, size, once) for option in options]
    indent = " " * (4 + size)
    whole = [line for entry in entries for line in folded(f"  {entry}", pen.width, indent)]
    if len(whole) <= min(most, 3) and not flow:
        return whole
    made = _in_columns(plain if len(whole) > most else entries, pen.width)
    made = made if wide(made) <= pen.width and len(made) < len(whole) else whole
    if len(made) <= most and not flow:
        return made
    flowing = [f"  {line}" for line in run_on([one.strip() for one in plain], pen.width - 2)]
    if len(flowing) < len(made):
        made = flowing
    if len(made) <= most:
        return made
    shown = max(1, most - 1)
    left = len(made) - shown
    return [*made[:shown], f"  and {left} more lines: `?` shows all"]


def _entry(option: Option, said: str, size: int, once: str) -> str:
    """Format one line of the list; a number that is its own key is not repeated."""
    told = f"{option.key:>{size}}" if option.key == said else f"{option.key:>{size}}  {said}"
    changed = changes(option, once)
    return told.removesuffix(".") + changed if changed else told


def changes(option: Option, once: str = "") -> str:
    """Describe the certain costs and gains that an option's label does not mention.

    `once` is a change to leave out; empty if nothing is left."""
    said = [text for text in _changes(option) if text != once]
    if option.ways:
        said.append(" or ".join(_by_number(option)))
    return f": {', '.join(said)}" if said else ""


def _by_number(option: Option) -> list[str]:
    """Describe an option's changes for each number that is asked for next."""
    return [" ".join(map(_change, deltas)) or "nothing" for _, deltas in option.ways]


def _changes(option: Option) -> list[str]:
    return [
        _change(one)
        for one in (*option.pays, *option.gains)
        if one.short or not _names(option.plain or option.say, one)
    ]


def _change(one: Delta) -> str:
    return f"{one.by:+d}{one.short or ' ' + singular(one.say, one.by)}"


def _names(told: str, one: Delta) -> bool:
    """Check whether an option's label mentions this amount together with its noun.

    A number alone may refer to something else."""
    nouns = {one.say.casefold(), singular(one.say, 1).casefold()}
    return any(re.search(rf"\b{abs(one.by)} {re.escape(n)}\b", told.casefold()) for n in nouns)
