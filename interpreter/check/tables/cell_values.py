"""What people type into cells: numbers, yes and no, words, lists and amounts.

Takes the text of a cell and what its column can hold; returns what a component file would hold. A
text that can be read in two ways is `TwoReadings`, one that cannot be read stays as it is, so that
the checks name it. Nothing is guessed: all forms here have one meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import digits
from unicodedata import normalize

from interpreter.check.tables.column_types import ColumnType

NOTHING = frozenset(["", "-", "–", "—", "−", "n/a", "na", "none", "null", "nil", "/"])
YES = frozenset(["yes", "y", "true", "t", "x", "✓", "✔", "1", "on", "wahr", "ja", "oui", "vrai"])
NO = frozenset(["no", "n", "false", "f", "0", "off", "falsch", "nein", "non", "faux"])
TIMES = frozenset("x×*")
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "ł": "l"}
)
_BETWEEN = (",", ";", "|", "\n")
_AND = (" and ", " & ", " + ", " und ", " et ")
_BRACKETS = "[](){}"
_LONGEST = 15  # digits of a number


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """A cell that can be read in two ways, each as one would write it to mean it."""

    first: str
    second: str


def slug(text: str) -> str:
    """Write a text as a name of the rules: `Fire Elf` is `fire_elf`; empty for other letters."""
    plain = normalize("NFKD", text.casefold().translate(_UMLAUTS)).encode("ascii", "ignore")
    letters = plain.decode().replace("'", "")
    return "_".join("".join(one if one.isalnum() else " " for one in letters).split())


def read_cell(text: str, value: object, column: ColumnType) -> object:
    """Read a cell; None for nothing. `value` is what the cell is in itself, such as a number."""
    if column.sort in _READERS:
        bare = text.strip()
        empty = bare.casefold() in NOTHING and slug(bare) not in column.members
        if empty and column.sort not in ("yesno", "amounts", "set"):
            if column.optional and bare.casefold() == "none":
                return "none"
            return None
        return _READERS[column.sort](bare, value, column)
    return text.strip() if column.sort == "text" else value


def count(text: str) -> int | None:
    """Read a whole number, also with `x` before or behind it; None for anything else."""
    match _tokens(text):
        case [number] | ["+", number] if _is_number(number):
            return int(number)
        case ["-" | "−", number] if _is_number(number):
            return -int(number)
        case [number, "." | ",", rest] if _is_number(number) and not rest.strip("0"):
            return int(number)
        case [times, number] if times in TIMES and _is_number(number):
            return int(number)
        case [number, times] if times in TIMES and _is_number(number):
            return int(number)
    return None


def _tokens(text: str) -> list[str]:
    """Split a text into numbers, words, and single signs."""
    made: list[str] = []
    for sort, run in groupby(text.casefold(), _sort):
        if sort == "sign":
            made += run
        elif sort:
            made.append("".join(run))
    return made


def _sort(letter: str) -> str:
    if letter.isspace():
        return ""
    return "number" if letter in digits else "word" if letter.isalpha() else "sign"


def _is_number(token: str) -> bool:
    return token.isdecimal() and len(token) <= _LONGEST


def _number(text: str, value: object, column: ColumnType) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    tokens = _tokens(text)
    if column.halves and (half := _half(tokens)) is not None:
        return half
    match tokens:
        case [first, "." | ",", behind] if (
            _is_number(first) and len(behind) == len("000") and first[0] != "0"
        ):
            return TwoReadings(first + behind, f"{first}.{behind}" if behind.strip("0") else first)
    found = count(text)
    return value if found is None else found


def _half(tokens: Sequence[str]) -> str | None:
    """Read 0.5, 2,5, ½, 1/2 and 2 1/2; None for anything else."""
    match tokens:
        case ["½"] | ["1", "/", "2"] | ["." | ",", "5"]:
            return "½"
        case [whole, "½"] | [whole, "1", "/", "2"] if _is_number(whole):
            return f"{int(whole) or ''}½"
        case [whole, "." | ",", behind] if _is_number(whole) and behind.rstrip("0") == "5":
            return f"{int(whole) or ''}½"
    return None


def _yes_no(text: str, value: object, column: ColumnType) -> object:
    said = text.casefold()
    if isinstance(value, bool):
        return value
    if said in YES:
        return True
    return False if said in NO or said in NOTHING else value


def _word(text: str, value: object, column: ColumnType) -> object:
    found = slug(text)
    return found if found in column.members and text not in column.members else text


def _piece(text: str, value: object, column: ColumnType) -> object:
    return slug(text) or text


def _several(text: str, value: object, column: ColumnType) -> object:
    """Read a list: `raid, attack`, `Fish; Squirrel`, `[raid, attack]`."""
    each = column.each or ColumnType("other")
    if text.casefold() in NOTHING:
        return []
    parts = value if isinstance(value, list) else _parts(text)
    if each.sort == "word" and slug(text) in each.members:  # a word with `and` in it
        parts = [text]
    made: list[object] = []
    for part in parts:
        one = read_cell(str(part), part, each)
        if one not in made:
            made.append(one)
    return made


def _parts(text: str) -> list[str]:
    """Split a list at its marks."""
    inner = f" {text.strip(_BRACKETS)} "
    for mark in (*_BETWEEN, *_AND):
        inner = inner.replace(mark, " \n ")
    return [part for part in (one.strip() for one in inner.split("\n")) if part]


def _amounts(text: str, value: object, column: ColumnType) -> object:
    """Read amounts: `2 green, 1 blue`, `green: 2`, `2G1B`, a number of the only word."""
    if text.casefold() in NOTHING or text == "0":
        return {}
    if isinstance(value, dict):
        return {_member(str(name), column) or name: number for name, number in value.items()}
    if text.isdecimal():
        return {column.members[0]: int(text)} if len(column.members) == 1 else value
    made: dict[str, int] = {}
    for part in _parts(text):
        read = _amount(_tokens(part), column)
        if isinstance(read, TwoReadings):
            return read
        if not read:
            return value
        for name, number in read:
            made[name] = made.get(name, 0) + number
    return made


def _amount(tokens: Sequence[str], column: ColumnType) -> list[tuple[str, int]] | TwoReadings:
    """Read one amount, or several of one letter each; empty for neither."""
    said = [one for one in tokens if one not in (":", "=", "×", "*")]
    numbers = [one for one in said if _is_number(one)]
    words = [one for one in said if not one.isdecimal()]
    if len(numbers) == 1 and numbers[0] in (said[0], said[-1]):
        bare = [one for one in words if one != "x"] or words
        if (member := _member(" ".join(bare), column)) is not None:
            return [(member, int(numbers[0]))]
    if not numbers and (member := _member(" ".join(words), column)) is not None:
        return [(member, 1)]
    return _by_letters(said, column)


def _member(name: str, column: ColumnType) -> str | None:
    """Find a word of a list by how people write it, also in the plural."""
    found = slug(name)
    if found in column.members:
        return found
    return found.removesuffix("s") if found.removesuffix("s") in column.members else None


def _by_letters(tokens: Sequence[str], column: ColumnType) -> list[tuple[str, int]] | TwoReadings:
    """Read `2G1B` or `GGB`, by the first letters of the words; empty for anything else."""
    made: list[tuple[str, int]] = []
    number = ""
    for token in tokens:
        if _is_number(token):
            number = token
            continue
        for letter in token:
            fits = [one for one in column.members if one.startswith(slug(letter) or " ")]
            if not fits:
                return []
            if len(fits) > 1:
                return TwoReadings(f"{number or 1} {fits[0]}", f"{number or 1} {fits[1]}")
            made.append((fits[0], int(number or 1)))
            number = ""
    return [] if number else made


_READERS: dict[str, Callable[[str, object, ColumnType], object]] = {
    "number": _number,
    "yesno": _yes_no,
    "word": _word,
    "piece": _piece,
    "set": _several,
    "amounts": _amounts,
}
