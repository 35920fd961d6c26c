"""Faults as people and strangers make them: a case is a number, and always the same one.

`case(number)` gives a game with one file changed in one to four ways. The operators on words know
as much of the language as a careless writer does; those on YAML know lists and keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

from interpreter.load.resources import root
from tests.fuzz.bases import LARGE, bases

FULL = 20_000
TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_][A-Za-z0-9_]*|[0-9]+½?|½|[^\sA-Za-z0-9_]|\n *| +')
NAME = re.compile(r"[a-z][a-z0-9_]*")
NUMBERS = (
    "0", "1", "2", "3", "7", "12", "40", "100", "200", "1000", "9999", "65536", "999999",
    "99999999", "999999999", "1000000000", "99999999999999999999", "-1", "-7", "½", "2½", "0½",
    "1.5", "1e9", "0x10", "007",
)  # fmt: skip
HOSTILE_NAMES = (
    "class", "None", "self", "S", "print", "lambda", "import", "exec", "v_you", "x1", "State",
    "__import__", "take_die", "fuel", "stack", "range", "tuple", "_holder", "you_", "pc", "o",
    "player", "number", "none", "box", "table", "turn", "zone", "card_actions", "value", "h1",
)  # fmt: skip
CHARACTERS = (
    "\0", "\x1b[31m", "\x7f", "\r", "\t", "\f", "\v", "\u0085", "\u00a0", "\u200b", "\u202e",
    "\u2028", "\ufeff", "\ufffe", "\U000e0041", "é", "ß", "İ", "①", "²", "½", "Ⅷ", "漢", "🎲",
    "“", "”", "’", "«", "–", "…", "\\", "'", '"', "`", "$", "%", "{", "}", "%s", "{0}", "\\n",
    "\\u0041", "{player.__class__}", "#", ";", "!", "<<", "&a", "*a", "|", ">", "~", "@", "\ud800",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """A mutated game: which one, which file, what was done to it, and all its files."""

    number: int
    game: str
    path: str
    deeds: tuple[str, ...]
    files: dict[str, str]

    def __str__(self) -> str:
        return f"case {self.number} ({self.game}, {self.path}: {', '.join(self.deeds)})"


def case(number: int) -> Case:
    """Give the case of this number."""
    dice = Random(number)
    names = list(bases())
    game = dice.choice(LARGE) if dice.random() < 0.4 else dice.choice(names)
    files = dict(bases()[game])
    paths = list(files)
    rules = [p for p in paths if p.endswith(".rules")]
    path = dice.choice(rules) if dice.random() < 0.6 else dice.choice(paths)
    pool = WORDS if path.endswith(".rules") else YAML + WORDS
    times = dice.choice((1, 1, 1, 1, 2, 2, 3, 4))
    if path.endswith(".rules") and dice.random() < 0.5:
        pool, times = GENTLE, dice.choice((1, 1, 2))
    text, deeds = files[path], []
    for _ in range(times):
        operator = dice.choice(pool)
        text = operator(text, dice)
        deeds.append(operator.__name__)
    files[path] = text
    return Case(number, game, path, tuple(deeds), files)


SAVES = 10  # one case in so many is a save


def is_save(number: int) -> bool:
    """Whether the case of this number is a damaged save rather than a damaged game."""
    return number % SAVES == 7


def save_case(number: int, text: str) -> tuple[str, str]:
    """Give a save, damaged in one to four ways, and what was done to it."""
    dice = Random(number)
    deeds = []
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        operator = dice.choice(SAVE)
        text = operator(text, dice)
        deeds.append(operator.__name__)
    return text, f"case {number} (a save: {', '.join(deeds)})"


@cache
def grammar_words() -> list[str]:
    """Every word and sign that the grammar itself holds."""
    text = (root() / "grammars" / "rules.lark").read_text("utf-8")
    text = re.sub(r"(?m)^//.*$", "", text)
    return sorted(set(re.findall(r'"([a-z ,:().\']+)"', text)))


@cache
def names_of(text: str) -> list[str]:
    """Every name that stands in a text, the more often the likelier."""
    return NAME.findall(re.sub(r'"[^"\n]*"|#[^\n]*', "", text)) or ["fox"]


@cache
def declarations(text: str) -> list[str]:
    """Give the top-level declarations of a file of rules."""
    return re.split(r"(?m)^(?=[a-z])", text)


@cache
def all_rules() -> list[str]:
    """Every file of rules of all games."""
    return [t for files in bases().values() for p, t in files.items() if p.endswith(".rules")]


# ------------------------------------------------------------------------------ on words


def _tokens(text: str) -> list[str]:
    return TOKEN.findall(text) or [" "]


def _at(tokens: list[str], dice: Random) -> int:
    """Give the place of a token that is no blank."""
    for _ in range(20):
        at = dice.randrange(len(tokens))
        if tokens[at].strip():
            return at
    return at


def token_goes(text: str, dice: Random) -> str:
    tokens = _tokens(text)
    del tokens[_at(tokens, dice)]
    return "".join(tokens)


def token_twice(text: str, dice: Random) -> str:
    tokens = _tokens(text)
    at = _at(tokens, dice)
    tokens[at] += " " + tokens[at]
    return "".join(tokens)


def tokens_swap(text: str, dice: Random) -> str:
    tokens = _tokens(text)
    a = _at(tokens, dice)
    b = _at(tokens, dice) if dice.random() < 0.3 else min(len(tokens) - 1, a + 2)
    tokens[a], tokens[b] = tokens[b], tokens[a]
    return "".join(tokens)


def number_changes(text: str, dice: Random) -> str:
    found = list(re.finditer(r"\b[0-9]+½?|½", text))
    if not found:
        return token_goes(text, dice)
    match = dice.choice(found)
    return text[: match.start()] + dice.choice(NUMBERS) + text[match.end() :]


def _replaced(text: str, dice: Random, new: str) -> str:
    found = list(NAME.finditer(text))
    if not found:
        return text + new
    match = dice.choice(found)
    return text[: match.start()] + new + text[match.end() :]


def other_name(text: str, dice: Random) -> str:
    return _replaced(text, dice, dice.choice(names_of(text)))


def name_of_elsewhere(text: str, dice: Random) -> str:
    return _replaced(text, dice, dice.choice(names_of(dice.choice(all_rules()))))


def hostile_name(text: str, dice: Random) -> str:
    """One name becomes another one, everywhere in the file."""
    old, new = dice.choice(names_of(text)), dice.choice(HOSTILE_NAMES)
    return re.sub(rf"\b{old}\b", new, text)


def name_everywhere(text: str, dice: Random) -> str:
    names = names_of(text)
    return re.sub(rf"\b{dice.choice(names)}\b", dice.choice(names), text)


def letter_slips(text: str, dice: Random) -> str:
    found = [m for m in NAME.finditer(text) if len(m.group()) > 2]
    if not found:
        return token_twice(text, dice)
    match = dice.choice(found)
    at = dice.randrange(match.start(), match.end())
    new = dice.choice(("", text[at] * 2, dice.choice("abcdefghijklmnopqrstuvwxyz_0")))
    return text[:at] + new + text[at + 1 :]


def _line(text: str, dice: Random) -> tuple[list[str], int]:
    lines = text.split("\n")
    for _ in range(20):
        at = dice.randrange(len(lines))
        if lines[at].strip():
            break
    return lines, at


def line_goes(text: str, dice: Random) -> str:
    lines, at = _line(text, dice)
    del lines[at]
    return "\n".join(lines)


def line_twice(text: str, dice: Random) -> str:
    lines, at = _line(text, dice)
    return "\n".join([*lines[: at + 1], lines[at], *lines[at + 1 :]])


def line_moves(text: str, dice: Random) -> str:
    lines, at = _line(text, dice)
    line = lines.pop(at)
    near = dice.random() < 0.5 or not lines
    to = max(0, min(len(lines), at + dice.choice((-1, 1)))) if near else dice.randrange(len(lines))
    lines.insert(to, line)
    return "\n".join(lines)


def lines_join(text: str, dice: Random) -> str:
    lines, at = _line(text, dice)
    return "\n".join([*lines[:at], " ".join(lines[at : at + 2]), *lines[at + 2 :]])


def line_indents(text: str, dice: Random) -> str:
    lines, at = _line(text, dice)
    width = len(lines[at]) - len(lines[at].lstrip())
    new = max(0, width + dice.choice((-4, -4, 4, 4, 8, -1, 1, 2, 60)))
    lines[at] = (" " * new if dice.random() < 0.9 else "\t") + lines[at].lstrip()
    return "\n".join(lines)


def block_indents(text: str, dice: Random) -> str:
    lines, at = _line(text, dice)
    step = dice.choice((4, -4))
    for i in range(at, min(len(lines), at + dice.randrange(2, 8))):
        lines[i] = " " * 4 + lines[i] if step > 0 else lines[i].removeprefix("    ")
    return "\n".join(lines)


def line_of_elsewhere(text: str, dice: Random) -> str:
    """Give a line of another place, with the indentation of the one that it comes before."""
    lines, at = _line(text, dice)
    others, other = _line(dice.choice((text, text, dice.choice(all_rules()))), dice)
    width = len(lines[at]) - len(lines[at].lstrip())
    lines.insert(at, " " * width + others[other].lstrip())
    return "\n".join(lines)


def block_repeats(text: str, dice: Random) -> str:
    """Give a few lines again and again, each time a step deeper or not."""
    lines, at = _line(text, dice)
    some = lines[at : at + dice.randrange(1, 4)]
    deeper = "    " if dice.random() < 0.5 else ""
    made: list[str] = []
    for n in range(dice.choice((2, 3, 10, 80))):
        made += [deeper * n + line for line in some]
    return "\n".join(lines[:at] + made + lines[at:])


def grammar_word(text: str, dice: Random) -> str:
    tokens = _tokens(text)
    word = dice.choice(grammar_words())
    at = _at(tokens, dice)
    if dice.random() < 0.5:
        tokens[at] = word
    else:
        tokens.insert(at, word + " ")
    return "".join(tokens)


def rule_of_elsewhere(text: str, dice: Random) -> str:
    mine, theirs = list(declarations(text)), declarations(dice.choice(all_rules()))
    at = dice.randrange(len(mine))
    one = dice.choice(theirs)
    if dice.random() < 0.5:
        mine[at] = one
    else:
        mine.insert(at, one)
    return "".join(mine)


def rule_goes(text: str, dice: Random) -> str:
    mine = list(declarations(text))
    del mine[dice.randrange(len(mine))]
    return "".join(mine)


def rule_twice(text: str, dice: Random) -> str:
    mine = list(declarations(text))
    at = dice.randrange(len(mine))
    return "".join([*mine[: at + 1], mine[at], *mine[at + 1 :]])


def bodies_swap(text: str, dice: Random) -> str:
    """Two rules exchange all but their first lines."""
    mine = list(declarations(text))
    a, b = dice.randrange(len(mine)), dice.randrange(len(mine))
    first, _, rest = mine[a].partition("\n")
    other, _, more = mine[b].partition("\n")
    mine[a], mine[b] = f"{first}\n{more}", f"{other}\n{rest}"
    return "".join(mine)


def phrase_moves(text: str, dice: Random) -> str:
    """Give some words of one line replace some of another."""
    lines, at = _line(text, dice)
    others, other = _line(text, dice)
    words, more = lines[at].split(" "), others[other].split()
    a, b = sorted((dice.randrange(len(words) + 1), dice.randrange(len(words) + 1)))
    c, d = sorted((dice.randrange(len(more) + 1), dice.randrange(len(more) + 1)))
    lines[at] = " ".join([*words[:a], *more[c:d], *words[b:]])
    return "\n".join(lines)


def character(text: str, dice: Random) -> str:
    at = dice.randrange(len(text) + 1)
    keep = at + (dice.random() < 0.5)
    return text[:at] + dice.choice(CHARACTERS) * dice.choice((1, 1, 1, 2, 40)) + text[keep:]


def brackets(text: str, dice: Random) -> str:
    tokens = _tokens(text)
    at = _at(tokens, dice)
    many = dice.choice((1, 1, 1, 2, 100, 3000))
    a, b = dice.choice((("(", ")"), ('"', '"'), ("(", ""), ("", ")"), ("not ", ""), ("[", "]")))
    tokens[at] = a * many + tokens[at] + b * many
    return "".join(tokens)


def long_sum(text: str, dice: Random) -> str:
    """Give a number or name becomes a very long sum of itself."""
    found = list(re.finditer(r"\b[0-9]+\b", text))
    if not found:
        return brackets(text, dice)
    match = dice.choice(found)
    word = dice.choice((" plus ", " minus ", " times ", " or ", " and ", ", "))
    many = word.join([match.group()] * dice.choice((2, 30, 500)))
    return text[: match.start()] + many + text[match.end() :]


def cut_short(text: str, dice: Random) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] if dice.random() < 0.7 else text[at:]


WORDS: tuple[Callable[[str, Random], str], ...] = (
    token_goes, token_twice, tokens_swap, number_changes, number_changes, other_name, other_name,
    name_of_elsewhere, hostile_name, name_everywhere, letter_slips, line_goes, line_twice,
    line_moves, lines_join, line_indents, block_indents, line_of_elsewhere, line_of_elsewhere,
    block_repeats, grammar_word, grammar_word, rule_of_elsewhere, rule_goes, rule_twice,
    bodies_swap, phrase_moves, phrase_moves, character, brackets, long_sum, cut_short,
)  # fmt: skip


# ------------------------------------------------------------------------------ sentences stay

# What a designer who knows the language changes: most of these games can still be played.
PAIRS = (
    (" plus ", " minus "), (" minus ", " times "), (" and ", " or "), (" or ", " and "),
    (" is not ", " is "), (" is ", " is not "), ("at least", "at most"), ("at most", "at least"),
    ("more than", "less than"), ("while", "until"), ("until", "while"), ("highest", "lowest"),
    ("most ", "fewest "), ("first", "last"), ("may take any of", "may take one of"),
    ("must take one of", "may take any of"), ("may take one of", "may take any of"),
    ("each player", "each other player"), ("choose ", "may choose "), ("to your", "to their"),
    ("choose ", "choose any number of "), ("choose ", "choose up to 30 "),
    ("requires ", "requires not "), ("if ", "if not "), (" any ", " no "), ("lower ", "raise "),
    ("raise ", "lower "), ("all ", "1 "), ("once per turn", "once per game"),
    ("set of", "pile of"), ("pile of", "set of"), ("seen by all", "seen by owner"),
    ("after ", "before "), ("before ", "after "), ("left of", "right of"), ("yes", "no"),
    ("no", "yes"), ("else ", "    else "), ("from ", "to "), ("into ", "from "),
    ("their", "your"), ("your", "their"), ("you", "them"), ("them", "you"), ("it", "you"),
    (" times", " minus 1 times"), ("shuffle ", "roll "), ("repeat ", "repeat up to "),
    ("draw ", "move "), ("move ", "draw "), ("otherwise", "otherwise if 1 is 1"),
)  # fmt: skip


def phrase_turns(text: str, dice: Random) -> str:
    """One phrase becomes its opposite, or another one that is read in the same places."""
    for _ in range(30):
        old, new = dice.choice(PAIRS)
        places = [m.start() for m in re.finditer(re.escape(old), text)]
        if places:
            at = dice.choice(places)
            return text[:at] + new + text[at + len(old) :]
    return text


def small_number(text: str, dice: Random) -> str:
    found = list(re.finditer(r"\b[0-9]+\b", text))
    if not found:
        return phrase_turns(text, dice)
    match = dice.choice(found)
    new = str(dice.choice((0, 0, 1, 1, 2, 3, 4, 5, 6, 10, 20, 50, 100, 1000, 10**6, 10**8)))
    return text[: match.start()] + new + text[match.end() :]


def twin_name(text: str, dice: Random) -> str:
    """Give a name becomes another one that stands behind the same word somewhere."""
    found = list(re.finditer(r"([a-z]+|:|,) ([a-z][a-z0-9_]*)", text))
    match = dice.choice(found) if found else None
    if match is None:
        return text
    others = [m.group(2) for m in found if m.group(1) == match.group(1)]
    return text[: match.start(2)] + dice.choice(others) + text[match.end(2) :]


def sentence_goes(text: str, dice: Random) -> str:
    """Give a line inside a rule goes, and what is indented below it."""
    lines = text.split("\n")
    inner = [i for i, line in enumerate(lines) if line.startswith("    ")]
    if not inner:
        return text
    at = dice.choice(inner)
    end = at + 1
    width = len(lines[at]) - len(lines[at].lstrip())
    while end < len(lines) and lines[end].startswith(" " * (width + 1)):
        end += 1
    return "\n".join(lines[:at] + lines[end:])


def sentence_of_elsewhere(text: str, dice: Random) -> str:
    """Give a whole sentence of the same file, with its block, before another one or in its
    place."""
    lines = text.split("\n")
    inner = [i for i, line in enumerate(lines) if line.startswith("    ") and line.strip()]
    if not inner:
        return text
    at, other = dice.choice(inner), dice.choice(inner)
    width = len(lines[at]) - len(lines[at].lstrip())
    theirs = len(lines[other]) - len(lines[other].lstrip())
    end = other + 1
    while end < len(lines) and lines[end].startswith(" " * (theirs + 1)):
        end += 1
    some = [" " * width + line[theirs:] for line in lines[other:end]]
    return "\n".join([*lines[:at], *some, *lines[at + (dice.random() < 0.3) :]])


GENTLE: tuple[Callable[[str, Random], str], ...] = (
    phrase_turns, phrase_turns, small_number, small_number, twin_name, twin_name, sentence_goes,
    sentence_goes, sentence_of_elsewhere, sentence_of_elsewhere,
)  # fmt: skip


# ------------------------------------------------------------------------------ on YAML

VALUES = (
    "null", "~", "true", "no", "yes", "[]", "{}", '""', "''", "0", "-1", "1", "201", "1000000000",
    "999999999999999", "9999999999999999999999", "1.5", ".inf", "1e3", "0o17", "2026-01-01", "1:30",
    "[1, 2]", "{a: 1}", "[[[[[[]]]]]]", "{fox: {fox: {fox: 1}}}", "none", "[none]", "|", ">-",
    "!!x", "&a b", "*a", '"\\u202e"', '"\\0"', '"{0} %s \\\\ \'"', "&x [*x]", "a b c", "- a", "? a",
    "[",
    "{", "fox", "[fox, fox]", "[" * 500, "{a: " * 500, "x" * 9000,
)  # fmt: skip
KEYS = (
    "id", "title", "copies", "rules", "text", "source", "cost", "kind", "for_each_player", "<<",
    "players", "min", "max", "language", "version", "options", "name", "words", "citations",
    "__class__", "1", "null", "true", "'a b'", "a.b", "$ref", "é", '""',
)  # fmt: skip
PAIR = re.compile(r"(?m)^( *(?:- )?)([A-Za-z_0-9-]+)(:)( .*)?$")


def _pair(text: str, dice: Random) -> re.Match[str] | None:
    found = list(PAIR.finditer(text))
    return dice.choice(found) if found else None


def key_changes(text: str, dice: Random) -> str:
    match = _pair(text, dice)
    if match is None:
        return token_goes(text, dice)
    other = _pair(text, dice)
    new = dice.choice((dice.choice(KEYS), other.group(2) if other else "id"))
    return text[: match.start(2)] + new + text[match.end(2) :]


def value_changes(text: str, dice: Random) -> str:
    match = _pair(text, dice)
    if match is None:
        return text + "\n" + dice.choice(VALUES)
    return text[: match.end(3)] + " " + dice.choice(VALUES) + text[match.end() :]


def value_of_elsewhere(text: str, dice: Random) -> str:
    match, other = _pair(text, dice), _pair(text, dice)
    if match is None or other is None:
        return text
    return text[: match.end(3)] + (other.group(4) or "") + text[match.end() :]


def pair_goes(text: str, dice: Random) -> str:
    match = _pair(text, dice)
    return text if match is None else text[: match.start()] + text[match.end() + 1 :]


def pair_twice(text: str, dice: Random) -> str:
    match = _pair(text, dice)
    if match is None:
        return text
    pair = match.group().replace("- ", "  ", 1)
    return text[: match.end()] + "\n" + pair + text[match.end() :]


def deep_nest(text: str, dice: Random) -> str:
    match = _pair(text, dice)
    at = match.end(3) if match else 0
    a, b = dice.choice((("[", "]"), ("{a: ", "}"), ("- ", ""), ("[", ""), ("{", "")))
    many = dice.choice((3, 70, 5000))
    return text[:at] + " " + a * many + "1" + b * many + text[at:]


def entry_twice(text: str, dice: Random) -> str:
    entries = re.split(r"(?m)^(?=- )", text)
    at = dice.randrange(len(entries))
    many = dice.choice((1, 1, 3, 300))
    return "".join([*entries[: at + 1], *[entries[at]] * many, *entries[at + 1 :]])


def inline_value(text: str, dice: Random) -> str:
    """Give a value inside `{...}` or `[...]` becomes another one."""
    found = list(re.finditer(r"(?<=[:,\[{]) ?[\w½]+(?=[,\]}])", text))
    if not found:
        return value_changes(text, dice)
    match = dice.choice(found)
    return text[: match.start()] + " " + dice.choice(VALUES) + text[match.end() :]


def rules_put_on(text: str, dice: Random) -> str:
    """Give a declaration, or the inside of one, becomes the rules of a component."""
    match = _pair(text, dice)
    if match is None:
        return text
    one = dice.choice(declarations(dice.choice(all_rules())))
    if dice.random() < 0.5:
        one = one.partition("\n")[2]
    pad = " " * (len(match.group(1)) + 2)
    body = "".join(f"{pad}{line}\n" for line in one.split("\n"))
    indent = " " * len(match.group(1))
    return text[: match.end() + 1] + f"{indent}rules: |\n" + body + text[match.end() + 1 :]


YAML: tuple[Callable[[str, Random], str], ...] = (
    key_changes, key_changes, value_changes, value_changes, value_changes, value_of_elsewhere,
    value_of_elsewhere, pair_goes, pair_twice, deep_nest, entry_twice, inline_value, inline_value,
    inline_value, rules_put_on, rules_put_on,
)  # fmt: skip


# ------------------------------------------------------------------------------ on saves

JSON_VALUES = (
    "null", "true", "-1", "0", "1", "2", "4", "100", "1e400", "-0", "1.5", "NaN", "Infinity", '""',
    '"red"', '"0x7"', '"-0x7"', '"' + "f" * 5000 + '"', "[]", "{}", '["red"]', '{"die":["fox"]}',
    "9007199254740993", "9" * 400, "[" * 3000, '{"a":' * 3000,
   '"\\ud800"', '"\\u0000"', '{"a":1,"a":2}',
    '["human","random","red"]', '"deities_of_the_old_kingdom"', "99999999999999999999",
)  # fmt: skip
JSON_VALUE = re.compile(r'(?<=":)("(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null)')


def json_value(text: str, dice: Random) -> str:
    found = list(JSON_VALUE.finditer(text))
    if not found:
        return token_goes(text, dice)
    match = dice.choice(found)
    return text[: match.start()] + dice.choice(JSON_VALUES) + text[match.end() :]


def json_value_of_elsewhere(text: str, dice: Random) -> str:
    found = list(JSON_VALUE.finditer(text))
    if not found:
        return token_goes(text, dice)
    match, other = dice.choice(found), dice.choice(found)
    return text[: match.start()] + other.group() + text[match.end() :]


def header_value(text: str, dice: Random) -> str:
    first, _, rest = text.partition("\n")
    return f"{json_value(first, dice)}\n{rest}"


def other_rules(text: str, dice: Random) -> str:
    """Give the save is of other rules: it is played again name by name."""
    return re.sub(r'"rules":"[0-9a-f]+"', f'"rules":"{dice.getrandbits(64):016x}"', text)


SAVE: tuple[Callable[[str, Random], str], ...] = (
    token_goes, token_twice, tokens_swap, number_changes, other_name, other_name, letter_slips,
    line_goes, line_twice, line_moves, lines_join, line_indents, block_repeats, character, brackets,
    cut_short, json_value, json_value, json_value, json_value_of_elsewhere,
    json_value_of_elsewhere, header_value, header_value, other_rules, other_rules,
)  # fmt: skip
