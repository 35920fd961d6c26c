"""No text of a game can become code: whatever is written in titles, texts, excuses and names, the
generated Python differs in its string constants only, and uses nothing but what it is given."""

from __future__ import annotations

import ast
import builtins
import re
from itertools import cycle

import pytest

from interpreter.backends.python import explaining, module
from interpreter.diagnostics import Report
from interpreter.load import result_cache
from interpreter.pipeline import check_folder
from tests.fuzz import trial
from tests.fuzz.bases import bases, playable, write
from tests.fuzz.test_hostile import CHOOSE, MAIN, TABLE, THINGS

PRINTS = {
    "plain": lambda program: module.print_game(program, False),
    "logging": lambda program: module.print_game(program, True),
    "explaining": lambda program: explaining.print_explaining(program, False),
}

# What a hostile designer would write into a text; the grammar keeps out quotes and line ends.
PAYLOADS = (
    "'); __import__('builtins').CAUGHT = 1 #",
    "\\\\'\\\\n__import__('os')\\\\",
    "{__import__('os')} {0.__class__} %s %(x)s {count!r:>{symbol}}",
    "'''+exec('CAUGHT = 1')+'''",
    "\\N{LATIN SMALL LETTER A} \\x27 \\u0027 \\",
)
SAFE = frozenset(
    ("len", "sum", "min", "max", "any", "all", "range", "tuple", "list", "sorted", "zip",
     "enumerate", "set", "int", "abs", "reversed", "dict", "map", "bool", "next", "iter")
)  # fmt: skip
OURS = frozenset(("S", "T", "State", "NOTES"))  # the state, its copies, and what is noted for "why"
METHODS = frozenset(
    ("append", "remove", "index", "pop", "copy", "insert", "extend", "clear", "sort", "count",
     "add", "get", "items", "setdefault", "update", "discard", "clone")
)  # fmt: skip


@pytest.fixture(autouse=True)
def away_from_the_users_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(result_cache, "save", lambda: None)


def program_of(folder, files):
    write(folder, files)
    checked = check_folder(folder, Report())
    return None if checked is None else checked[0]


def shape(tree):
    """Give the generated code with every text blotted out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


TITLE = re.compile(r"(?m)^( *(?:- )?(?:title|author): )[^>|\n]+$")
TEXT = re.compile(r'(?m)((?:^|(?<="))[^"\n]*)"([^"\n]+)"')


def with_texts(files):
    """Give the same game with a payload in every text that a person reads. Values in a text stay,
    and rules get none that are not there: their braces are checked."""
    payloads = cycle(PAYLOADS)

    def payload(found):
        before, text = found[1], found[2]
        values = re.findall(r"\{[^{}]*\}", text)
        return f'{before}"{re.sub(r"[{}]", "", next(payloads)) + " ".join(values)}"'

    changed = {}
    for path, text in files.items():
        if path.endswith(".rules"):
            changed[path] = TEXT.sub(payload, text)
        else:
            changed[path] = TITLE.sub(lambda m: m.group(1) + quoted(next(payloads)), text)
    return changed


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


@pytest.mark.parametrize("game", playable())
def test_texts_change_nothing_but_texts_and_code_is_harmless(tmp_path, game):
    folder = tmp_path / game
    files = bases()[game]
    plain, hostile = (program_of(folder, f) for f in (files, with_texts(files)))
    assert plain is not None and hostile is not None
    for how, print_game in PRINTS.items():
        printed = ast.parse(print_game(plain).source)
        uses_nothing_but_what_it_is_given(printed)
        assert shape(ast.parse(print_game(hostile).source)) == shape(printed), how


def uses_nothing_but_what_it_is_given(tree):
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Import | ast.ImportFrom | ast.Global | ast.Nonlocal)
        if isinstance(node, ast.Name):
            assert not node.id.startswith("__") or node.id == "__slots__"
            assert node.id in SAFE or not hasattr(builtins, node.id), node.id
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("__")
            on_state = isinstance(node.value, ast.Name) and node.value.id in OURS
            assert on_state or node.attr in METHODS, ast.unparse(node)


def test_hostile_texts_are_played_without_effect(tmp_path):
    for payload in PAYLOADS:
        harmless = re.sub("[{}]", "", payload)
        rules = f"""
procedure go "{harmless}" says "{harmless}"
    choose card from deck
        requires score is 0 else "{harmless}"
    choose one "{harmless}"
        option "{harmless}"
            gain 1 points
        option "x{harmless}"
            gain 2 points
"""
        folder = tmp_path / "hostile"
        files = dict(bases()["g01_push_dice"])
        files = {"game.yaml": files["game.yaml"].replace("g01_push_dice", "hostile")}
        files["components/things.yaml"] = THINGS
        files["rules/all.rules"] = TABLE + MAIN + rules
        write(folder, files)
        assert trial.attempt(folder).outcome == "played"
        assert not hasattr(builtins, "CAUGHT")


NAMES = (
    "class", "lambda", "import", "print", "self", "def", "exec", "eval", "pass", "range", "tuple",
    "len", "sum", "min", "max", "sorted", "list", "probe", "state", "fuel", "burn", "held",
    "random", "shuffle", "push", "rotate", "code", "pins", "draws", "stack", "loc", "shown",
    "take_die", "v_x", "v_you", "h1", "x1", "o", "pc", "q", "n", "seed", "active", "t_turn",
    "you_", "they_", "box_", "none_", "r0_main", "can_r0", "c1_x", "s", "f", "p", "runaway",
    "card_x", "spot", "true", "false", "null", "nonlocal", "async", "await", "match", "type",
    "object",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_words_of_python_are_names_like_any_other(tmp_path, name):
    """As a line of the table, of a player, a rule, a part of a rule and a local."""
    files = dict(bases()["g01_push_dice"])
    files = {"game.yaml": files["game.yaml"].replace("g01_push_dice", "hostile")}
    table = TABLE.replace("score", name).replace("points", f"p_{name}")
    rules = f"""
procedure {name}_do {name}x: number
    let {name}y be {name}x
    raise {name} by 1
    gain {name}y p_{name}
procedure go
{CHOOSE}    {name}_do 3
"""
    files |= {"components/things.yaml": THINGS, "rules/all.rules": table + MAIN + rules}
    write(tmp_path / "hostile", files)
    verdict = trial.attempt(tmp_path / "hostile")
    assert verdict.outcome in ("played", "rejected")
    if verdict.outcome == "rejected":  # a word of the language, or of the table
        assert set(verdict.said) <= {"reserved-word", "name-twice", "unexpected-word"}, verdict


KINDS = ("token", "hand", "suit", "deck", "meadow", "card", "fox", "a_card")


@pytest.mark.parametrize("old", KINDS)
@pytest.mark.parametrize("part", range(4))
def test_they_can_name_everything_else_as_well(tmp_path, old, part):
    for name in NAMES[(KINDS.index(old) + part) % 4 :: 16]:
        named(tmp_path, old, name)


def named(tmp_path, old, name):
    files = dict(bases()["g01_push_dice"])
    files = {"game.yaml": files["game.yaml"].replace("g01_push_dice", "hostile")}
    texts = {
        "components/things.yaml": THINGS,
        "rules/all.rules": TABLE + MAIN + "\nprocedure go\n" + CHOOSE,
    }
    files |= {path: re.sub(rf"\b{old}(s?)\b", rf"{name}\1", text) for path, text in texts.items()}
    write(tmp_path / "hostile", files)
    trial.attempt(tmp_path / "hostile")


def test_two_ways_to_one_long_name_are_told(tmp_path):
    """`card` with `box_n1`, and `card_box` with `n1`."""
    table = (
        TABLE
        + """
kind card_box plural card_boxes
each card has
    box_n1: 0 to 5
    zone box_z: set of tokens, seen by all
each card_box has
    n1: 0 to 5
    zone z: set of tokens, seen by all
"""
    )
    things = THINGS + "card_boxes:\n- {id: a_box, source: common, copies: 3}\n"
    body = (
        CHOOSE
        + "    set card's box_n1 to 3\n    for each card_box\n        set card_box's n1 to 4\n"
    )
    files = {"game.yaml": bases()["g01_push_dice"]["game.yaml"].replace("g01_push_dice", "hostile")}
    files |= {"components/things.yaml": things}
    files |= {"rules/all.rules": table + MAIN + "\nprocedure go\n" + body}
    write(tmp_path / "hostile", files)
    verdict = trial.attempt(tmp_path / "hostile")
    assert (verdict.outcome, verdict.said) == ("rejected", ("field-twice",))
