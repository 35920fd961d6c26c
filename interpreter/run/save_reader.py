"""Parsing of saves from untrusted input.

Takes bytes; returns a `Save`, or reports the line that cannot be used. Whether the game is still
the same is for `replay` to check. Does not print and opens no files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.json_data import Json
from interpreter.run import handles
from interpreter.run.saves import FORMAT, LARGEST, Decision, Pinned, Save, TableEvent

MOST_BYTES = 32 * 2**20

NAME = re.compile(r"[a-z0-9_]+")
SEAT = re.compile(r"[a-z0-9_]+(:[0-9]+)?|[^\0\n]+\.py")  # a kind of player
GAME = re.compile(r"[a-z0-9_-]+")
QUESTION = re.compile(r"[a-z0-9_.]+")
HASH = re.compile(r"[0-9a-f]{16}")
VERSION = re.compile(r"[0-9]+(\.[0-9]+)*")
BOT = re.compile(r"[a-z]+(:[0-9]{1,9})?")  # no program: a save starts none
CLOCK = re.compile(r"([0-9]+[dhms])+(\+([0-9]+[dhms])+)?")
SEED = re.compile(r"-?0x[0-9a-f]{1,64}")


class _Damage(Exception):
    """An unusable line; carries the slug, the message and hints of the diagnostic."""

    def __init__(self, slug: str, message: str, label: str = "", helps: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.slug = slug
        self.message = message
        self.label = label
        self.helps = tuple(helps)


FIRST = {"rulewright", "format", "game", "version", "rules", "options", "seats", "seed"}
KEYS = {
    "first": FIRST | {"folder", "variants", "pinned", "clock", "clock_ends"},
    "decision": {"n", "by", "at", "take", "rolled", "drew"},
    "check": {"after", "hash", "over", "winners"},
    "back": {"back"},
    "leaves": {"leaves", "plays"},
    "out": {"out"},
    "draw": {"draw"},
    "clock": {"clock", "owed"},
}
MUST = {
    "first": FIRST,
    "decision": {"n", "by", "at", "take"},
    "check": {"after", "hash"},
    "back": {"back"},
    "leaves": {"leaves", "plays"},
    "out": {"out"},
    "draw": {"draw"},
    "clock": {"clock"},
}
EVENTS = ("leaves", "out", "draw", "clock")


def read_save(data: bytes, path: str, report: Report) -> Save | None:
    """Parse a save; None, with an error in the report, if it cannot be used.

    An unfinished last line is left out with a warning: that is what remains when a computer stops
    while writing.
    """
    text = _decoded(data, path, report)
    if text is None:
        return None
    source = Source(path, text)
    save: Save | None = None
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        unfinished = end < 0
        end = len(text) if unfinished else end
        span = Span(source, at, min(end, at + 200))
        try:
            line = _object(text[at:end])
            if save is None:
                save = _header(line, source, span)
            else:
                _add(save, line, span)
        except _Damage as damage:
            if unfinished and save is not None:
                report.add(
                    "save-unfinished",
                    span,
                    "the last line was not written to its end",
                    "left out",
                    notes=("the game goes on from the decision before it",),
                )
                return save
            report.add(damage.slug, span, damage.message, damage.label, helps=damage.helps)
            return None
        at = end + 1
        save.whole = min(at, len(text))
    if save is None:
        report.add(
            "save-header",
            Span(source, 0, 0),
            "this file is empty",
            "a save begins with a line about its game",
        )
    return save


def _decoded(data: bytes, path: str, report: Report) -> str | None:
    """Decode a save; None, with an error in the report, if it is too large or not UTF-8."""
    empty = Source(path, "")
    if len(data) > MOST_BYTES:
        report.add(
            "save-too-large",
            Span(empty, 0, 0),
            f"this file is larger than {MOST_BYTES // 2**20} MiB",
            "no save is as large as this",
        )
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        source = Source(path, data[: fault.start].decode("utf-8"))
        end = len(source.text)
        report.add(
            "save-not-text",
            Span(source, end, end),
            "this is not a text file",
            "what stands here is no letter of UTF-8",
            helps=("a save is the file that `play` has written",),
        )
        return None


def _object(text: str) -> Json:
    try:
        line = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        raise _Damage(
            "save-line",
            "this line cannot be read",
            f"from its character {fault.colno} on it makes no sense",
            ["take an older copy of the save, or cut it off before this line"],
        ) from fault
    except (RecursionError, ValueError) as fault:
        raise _Damage("save-line", "this line cannot be read", "no line of a save") from fault
    if not isinstance(line, dict):
        raise _Damage("save-line", "this line is not a line of a save", "expected `{...}`")
    return line


def _once(pairs: list[tuple[str, object]]) -> Json:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice")
    return made


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _keys(line: dict[str, object], sort: str) -> None:
    missing = sorted(MUST[sort] - line.keys())
    if missing:
        raise _Damage("save-key", f"`{missing[0]}` is missing in this line")
    strange = sorted(line.keys() - KEYS[sort])
    if strange:
        raise _Damage("save-key", f"`{strange[0][:40]}` is not known here")


def _text(line: dict[str, object], key: str, form: re.Pattern[str]) -> str:
    value = line[key]
    if not isinstance(value, str) or not form.fullmatch(value):
        raise _Damage("save-value", f"`{key}` has no meaning here", _shown(value))
    return value


def _number(line: dict[str, object], key: str) -> int:
    value = line[key]
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**9:
        raise _Damage("save-value", f"`{key}` is not a number of decisions", _shown(value))
    return value


def _shown(value: object) -> str:
    text = json.dumps(value)
    return f"this is {text if len(text) <= 40 else text[:37] + '...'}"


def _names(value: object, key: str, form: re.Pattern[str] = NAME) -> list[str]:
    if not isinstance(value, list) or not all(
        isinstance(one, str) and form.fullmatch(one) for one in value
    ):
        raise _Damage("save-value", f"`{key}` is not a list of names", _shown(value))
    return value


def _header(line: dict[str, object], source: Source, span: Span) -> Save:
    if line.get("rulewright") != "save":
        raise _Damage(
            "save-header",
            "this is not a save",
            "a save begins with a line about its game",
            ["a script of answers is played with `--script`"],
        )
    if line.get("format") != FORMAT:
        raise _Damage(
            "save-format",
            "this save is of another format",
            _shown(line.get("format")),
            [f"this Rulewright reads format {FORMAT}; try the one that wrote it"],
        )
    _keys(line, "first")
    seed = line["seed"]
    if isinstance(seed, str) and SEED.fullmatch(seed):
        seed = int(seed, 16)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise _Damage("save-value", "`seed` is not a whole number", _shown(seed))
    options = line["options"]
    if not isinstance(options, dict) or not all(
        NAME.fullmatch(name) and isinstance(value, bool | int | str)
        for name, value in options.items()
    ):
        raise _Damage("save-value", "`options` are not options of a game", _shown(options))
    seats = _names(line["seats"], "seats", SEAT)
    if not 1 <= len(seats) <= 100:
        raise _Damage("save-value", "`seats` names no players, or too many")
    version = line["version"]
    if not isinstance(version, str) or not VERSION.fullmatch(version):
        raise _Damage("save-value", "`version` is not a version", _shown(version))
    folder = line.get("folder", "")
    if not isinstance(folder, str) or "\0" in folder:
        raise _Damage("save-value", "`folder` is not the folder of a game", _shown(folder))
    ends = line.get("clock_ends", False)
    if ends not in (True, False) or (ends and "clock" not in line):
        raise _Damage("save-value", "`clock_ends` has no meaning here", _shown(ends))
    return Save(
        source,
        _text(line, "game", GAME),
        version,
        _text(line, "rules", HASH),
        options,
        tuple(seats),
        seed,
        span,
        folder,
        _variants(line.get("variants", [])),
        _number(line, "pinned") if "pinned" in line else -1,
        clock=_text(line, "clock", CLOCK) if "clock" in line else "",
        clock_ends=bool(ends),
    )


def _variants(value: object) -> tuple[Pinned, ...]:
    if not isinstance(value, list) or not all(
        isinstance(one, dict)
        and one.keys() == {"file", "text"}
        and isinstance(one["file"], str)
        and one["file"]
        and "\0" not in one["file"]
        and isinstance(one["text"], str)
        and HASH.fullmatch(one["text"])
        for one in value
    ):
        raise _Damage("save-value", "`variants` are not house rules", _shown(value))
    return tuple(Pinned(one["file"], one["text"]) for one in value)


def _add(save: Save, line: dict[str, object], span: Span) -> None:
    if save.drawn and "after" not in line:
        raise _Damage("save-order", "the players agreed to a draw before this line")
    event = next((sort for sort in EVENTS if sort in line), "")
    if event:
        _keys(line, event)
        _befall(save, line, event)
    elif "back" in line:
        _keys(line, "back")
        number = _number(line, "back")
        if number > len(save.decisions):
            raise _Damage("save-order", f"there are no {number} decisions to go back to")
        del save.decisions[number:]
        save.pinned = min(save.pinned, number)
        save.checks = {n: check for n, check in save.checks.items() if n <= number}
        save.events = [replace(one, at=min(one.at, number)) for one in save.events]
        save.over, save.winners = False, None
    elif "after" in line:
        _keys(line, "check")
        number = _number(line, "after")
        if number != len(save.decisions):
            raise _Damage(
                "save-order",
                f"this is about {number} decisions, but {len(save.decisions)} stand above",
                helps=["a line is missing, or stands in the wrong place"],
            )
        save.checks[number] = (_text(line, "hash", HASH), span)
        if line.get("over", False) not in (True, False):
            raise _Damage("save-value", "`over` is neither true nor false", _shown(line["over"]))
        winners = _names(line.get("winners", []), "winners")
        save.winners = tuple(winners) if "winners" in line else None
        save.over = bool(line.get("over")) or save.drawn
    elif "n" in line:
        number = _number(line, "n")
        rolled, drew = _chance(line)
        if number == 0:
            if save.opening is not None or save.decisions:
                raise _Damage("save-order", "the set-up stands before all decisions, once")
            save.opening = Decision("", "", "", rolled, drew, span)
            return
        _keys(line, "decision")
        if number != len(save.decisions) + 1:
            raise _Damage(
                "save-order",
                f"decision {number} stands where decision {len(save.decisions) + 1} belongs",
                helps=["a line is missing, or stands in the wrong place"],
            )
        save.decisions.append(
            Decision(
                _text(line, "by", NAME),
                _text(line, "at", QUESTION),
                _text(line, "take", NAME),
                rolled,
                drew,
                span,
            )
        )
    else:
        raise _Damage("save-key", "this line says neither `n`, `after` nor `back`")


def _befall(save: Save, line: dict[str, object], sort: str) -> None:
    """Add what happened at the table between two decisions."""
    seats = handles.seat_names(len(save.seats))
    named = line[sort]
    if sort == "clock":
        _seconds(named, "clock", seats)
        _seconds(line.get("owed", {}), "owed", seats)
        save.clocks = line
        return
    found = _names(named, sort) if sort == "draw" else [_text(line, sort, NAME)]
    if not found or not set(found) <= set(seats) or len(set(found)) < len(found):
        raise _Damage("save-value", f"`{sort}` does not name players", _shown(named))
    plays = _text(line, "plays", BOT) if sort == "leaves" else ""
    if plays == "human":
        raise _Damage("save-value", "`plays` names no bot", _shown(plays))
    save.events.append(TableEvent(sort, tuple(found), plays, len(save.decisions)))
    if sort == "draw":
        save.over = save.drawn = True


def _seconds(value: object, key: str, seats: Sequence[str]) -> None:
    """Check numbers by seat; whole ones for what is owed."""
    kind = int | float if key == "clock" else int
    if not isinstance(value, dict) or not all(
        seat in seats
        and isinstance(number, kind)
        and not isinstance(number, bool)
        and 0 <= number < 10**9
        for seat, number in value.items()
    ):
        raise _Damage("save-value", f"`{key}` has no meaning here", _shown(value))


def _chance(line: dict[str, object]) -> tuple[dict[str, list[object]], list[str]]:
    rolled = line.get("rolled", {})
    if not isinstance(rolled, dict) or not all(
        NAME.fullmatch(kind)
        and isinstance(faces, list)
        and all(
            (isinstance(f, str) and NAME.fullmatch(f))
            or (isinstance(f, int) and not isinstance(f, bool) and abs(f) <= LARGEST)
            for f in faces
        )
        for kind, faces in rolled.items()
    ):
        raise _Damage("save-value", "`rolled` does not list faces by kind", _shown(rolled))
    return rolled, _names(line.get("drew", []), "drew")
