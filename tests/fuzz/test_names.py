"""Every name of a game is given each word of the printers, of Python and of C, in turn: the game is
the same, in both back ends, or the word is told to be one of the language.

In one game all names are changed at once, each into another word, and in the next each into the
word after that; so after as many games as there are words every name has had every word.
"""

from __future__ import annotations

import builtins
import keyword
import re
from functools import cache
from random import Random

import pytest

from interpreter.backends.c.native import native_plan
from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.ir.program import Program
from interpreter.language.verbs import FORMS
from interpreter.load.resources import root
from interpreter.pipeline import build
from interpreter.run import (
    boards,
    chance,
    doers,
    durations,
    lookahead,
    machine,
    money,
    sets,
    tables,
)
from tests.checking import check_game
from tests.language.reference import SHARED, game_files
from tests.language.test_reference import GAMES
from tests.native.lockstep import compiler, native, same_game

pytestmark = native

DECISIONS = 40
NAME = re.compile(r"[a-z][a-z0-9_]*")
C_WORDS = """
auto break case char const continue default do double else enum extern float for goto if inline
int long register restrict return short signed sizeof static struct switch typedef typeof union
unsigned void volatile while asm alignof main memcpy memset calloc free malloc exit abort longjmp
setjmp printf errno stdin stdout environ signal
"""
# What the printers call things, with a letter or a number behind it, and what is nearly that.
PRINTED = """
actor value you_1 h1 h2 c1_you c2_count v_you v_actor x1 x_from t1 o o1 z c i pc s f l_1 r_1 r1_go
h_1 fuel stack options site probe base agent choice log winners expiry loc shown used_at used_n
draws pins seed active over ending n state base_state new_state s_ f_ count_1 count_5 count_l5
take_die put_back z_table_basket f_player_gold stamp_turn t_turn d_turn mark_ was_ by_ at_ r_
place index here_ paid lot chosen offered held burn random shuffle span part parts same has total
sort merge spot push rotate row_0 in_row_0 block_1 done_1 try_1 told thing from_1 to_1 replacing
holder each copy one ended last passed order before wanted more due most rest other both none_cost
ways_3 lined_garden_3 garden_1 cost_1 points_1 suits_1 design owner money closed code says dearer
tracked spans sizes fields seats others present owned near lanes cell bit row column worth carries
look position box refill swap add
"""


@cache
def words() -> list[str]:
    """Every word that a printer or its languages use and that could be the name of something."""
    c_folder = root() / "interpreter" / "backends" / "c"
    found = set(keyword.kwlist) | set(keyword.softkwlist) | set(dir(builtins))
    found |= {*C_WORDS.split(), *PRINTED.split()}
    for tools in (machine, chance, sets, boards, doers, durations, lookahead, money, tables):
        found |= set(dir(tools))
    for path in c_folder.glob("*.c"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        found |= set(re.findall(r"\b[a-z]\w*", text))
    grammar = (root() / "grammars" / "rules.lark").read_text("utf-8")
    grammar = re.sub(r"(?m)^ *//.*$", "", grammar)
    spoken = set(re.findall(r'"([a-z_]+)"', grammar))
    spoken |= {"amount", "count"}  # kinds of value, as `number` is
    spoken |= {word.removesuffix("s") for word in spoken}
    taken = spoken | FORMS.keys() | set(" ".join(FORMS.values()).split())
    taken |= {word for text in GAMES[SHARED].values() for word in NAME.findall(text)}
    return sorted(word for word in found if NAME.fullmatch(word) and word not in taken)


def program_of(files: dict[str, str]) -> tuple[Program | None, Report]:
    """Give the checked game of some files."""
    report = Report()
    return check_game(game_files(files), report), report


@cache
def names() -> list[str]:
    """Every name of the game, a plural behind its singular."""
    program, _ = program_of(dict(GAMES[SHARED]))
    assert program is not None
    found: dict[str, None] = {}
    for values in program.values.values():
        found |= dict.fromkeys((values.name, *values.members))
    for kind in program.kinds.values():
        found |= dict.fromkeys((kind.name, kind.plural, *kind.printed))
    found |= dict.fromkeys(field.name for field in program.fields)
    found |= dict.fromkeys(family.name for family in program.families)
    found |= dict.fromkeys((*program.boards, *program.funcs))
    found |= dict.fromkeys((*program.settings, *(d.id for d in program.designs)))
    found |= dict.fromkeys(name for func in program.funcs.values() for name, _ in func.params)
    text = "\n".join(GAMES[SHARED].values())
    found |= dict.fromkeys(re.findall(r"(?:let|called|pick(?: all)?) (\w+)", text))
    grammar = (root() / "grammars" / "rules.lark").read_text("utf-8")
    language = set(re.findall(r'"([a-z_]+)"', grammar)) | FORMS.keys()
    built_in = {"space", "lane", "player", "number", "players", "box", "middle", "faces", "it"}
    return [n for n in found if NAME.fullmatch(n) and n not in language | built_in]


def renamed(given: dict[str, str]) -> dict[str, str]:
    """Give the files of the game with other names; what stands in quotes stays."""
    plurals = {f"{old}s": f"{new}s" for old, new in given.items() if f"{old}s" not in given}
    ways = plurals | given
    every = re.compile(r'"[^"\n]*"|[A-Za-z_][A-Za-z0-9_]*')
    files = {}
    for path, text in GAMES[SHARED].items():
        files[path] = every.sub(lambda found: ways.get(found[0], found[0]), text)
    return files


def given_at(number: int) -> dict[str, str]:
    """Give the words that all names have in one game, no two of them the same or each other's
    plural."""
    found: dict[str, str] = {}
    said: set[str] = set()
    for at, name in enumerate(names()):
        word = words()[(number + at) % len(words())]
        if {word, f"{word}s", word.removesuffix("s")} & said:
            continue
        said |= {word, f"{word}s"}
        found[name] = word
    return found


def attempt(number: int) -> int:
    """Check and play one game; how many names have kept their own name since the word was told to
    be one of the language."""
    given, left = given_at(number), 0
    for _ in range(12):
        program, report = program_of(files := renamed(given))
        if program is not None:
            break
        told = {
            name
            for name, word in given.items()
            for d in report.errors
            if d.label.span.text == word or f"`{word}`" in d.message
        }
        said = "\n".join(render(d) for d in report.errors)
        assert told, f"{number}: an error that is about no name\n{given}\n{said}"
        left += len(told)
        for name in told:
            del given[name]
    assert program is not None, (number, given)
    plan = build(program, game_files(files))
    same_game(plan, native_plan(plan, compiler()), 2, number, most=DECISIONS)
    return left


def test_there_are_words_and_names_enough():
    assert len(words()) > 400 and len(names()) > 60
    assert {"actor", "h1", "fields", "lambda", "goto", "c1_you", "fuel", "cost_1"} <= set(words())


@pytest.mark.slow
@pytest.mark.parametrize("place", range(4))
def test_names_may_be_words_of_the_printers(place):
    games = Random(place).sample(range(len(words())), 8)
    left = sum(attempt(number) for number in games)
    assert left < len(games) * len(names()) / 5


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_every_name_may_be_every_word_of_the_printers(first):
    for number in range(first, min(first + 50, len(words()))):
        attempt(number)


ARGUMENT = """\
values hue: red, blue
kind gem plural gems
    printed hue: hue
    printed {name}: 1 to 3
    printed {name}_1: 4 to 6
each player has
    total: 0 to 10000
    {name}: 0 to 10000
game main "Main"
    have each player
        repeat 2 times
            tell_all 2 to 3
    have each player win
procedure tell_all {name}: number to other: number "Tell"
    choose count from 1 to 3
    let kept be {name} plus count
    raise your total by kept plus other
    repeat {name} times
        choose count from 1 to 2
        raise your {name} by count
rule one
    before any player tell_all {name} to other
        raise {name} by 1
rule two
    after any player tell_all {name} to other
        raise their total by {name} times other
"""


@pytest.mark.parametrize(
    "name", ["actor", "h1", "h2", "value", "count_5", "count_l5", "c1_you", "c1_count", "holder"]
)
def test_a_parameter_may_be_called_as_the_printers_call_theirs(name):
    """The total is what it is with an ordinary name."""
    gems = "gems:\n- {id: ruby, hue: red, NAME: 2, NAME_1: 5, copies: 2, source: common}\n"
    totals = []
    for called in ("amount", name):
        game = "id: g\nversion: '1.0'\ntitle: G\nlanguage: 1\nplayers: {min: 2, max: 2}\n"
        files = {
            "game.yaml": game,
            "rules/a.rules": ARGUMENT.replace("{name}", called),
            "components/a.yaml": gems.replace("NAME", called),
        }
        program, report = program_of(files)
        assert program is not None, "\n".join(render(d) for d in report.errors)
        plan = build(program, game_files(files))
        same_game(plan, native_plan(plan, compiler()), 2, 1)
        state = plan.start(2, 1)
        while not state.over:
            plan.choose(state, 0)
        totals.append(list(state.f_player_total))
    assert totals[0] == totals[1] and totals[0][0] > 0
