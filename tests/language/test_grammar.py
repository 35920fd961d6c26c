"""The grammar itself: without conflicts, without dead rules, with sentences that show each rule.

A sample stands above its rule behind `//:`. Between two samples stands ` · `; ` / ` begins a line
one step further in, ` | ` one at the same step, and ` \\ ` one a step further out.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml
from lark import Lark
from lark.exceptions import LarkError

from interpreter.diagnostics import Report, Source
from interpreter.load.resources import root
from interpreter.pipeline import build
from interpreter.syntax.parser_tables import STARTS, Lines, RaggedLine
from interpreter.syntax.vocabulary import FRIENDLY, expected
from tests.checking import check_game
from tests.language.worked_items import FOLDER, files_of, random_play, results_of, said

# What no game is made of: questions at a prompt, a text where a value belongs (read so that it can
# be refused in plain words), and a name alone in a step of a test (likewise).
NOT_IN_GAMES = ["loose", "loose_question", "loose_things", "text", "unsaid"]

GRAMMAR = (root() / "grammars" / "rules.lark").read_text(encoding="utf-8")
HEAD = re.compile(r"^[?!]*([a-z_]+)(?:\.\d+)?:", re.MULTILINE)
RULES = HEAD.findall(GRAMMAR)
OPTIONS = {
    "parser": "lalr",
    "lexer": "contextual",
    "propagate_positions": True,
    "maybe_placeholders": True,
}


def samples() -> dict[str, list[str]]:
    """For each rule the sentences above it, as they are written in a file."""
    found: dict[str, list[str]] = {}
    above: list[str] = []
    for line in GRAMMAR.splitlines():
        head = HEAD.match(line)
        if line.startswith("//:"):
            above += [_lines(one) for one in line[3:].strip().split(" · ")]
        elif head:
            found[head.group(1)] = above
            above = []
    return found


def _lines(sample: str) -> str:
    text, depth = "", 0
    for part in re.split(r"(?:^| )([/|\\]) ", sample):
        if part in ("/", "|", "\\"):
            depth += {"/": 1, "|": 0, "\\": -1}[part]
            text += "\n" + "    " * depth
        else:
            text += part
    return text


SAMPLES = samples()


@cache
def every_rule() -> Lark:
    """Give a parser that can begin with any rule."""
    return Lark(GRAMMAR, postlex=Lines(), start=RULES, **OPTIONS)


def reads(text: str, rule: str) -> bool:
    """Whether a text, or a line of it, can be read as a rule."""
    for written in (text, text + "\n"):
        try:
            every_rule().parse(written, start=rule)
            return True
        except (LarkError, RaggedLine):
            continue
    return False


def test_the_grammar_has_no_conflicts():
    Lark(GRAMMAR, postlex=Lines(), start=STARTS, strict=True, **OPTIONS)


def test_every_rule_has_samples():
    assert [n for n in RULES if not n.startswith("_") and not SAMPLES[n]] == []


@pytest.mark.parametrize("rule", [name for name in RULES if SAMPLES[name]])
def test_the_samples_of_a_rule_are_read_by_it(rule):
    assert [text for text in SAMPLES[rule] if not reads(text, rule)] == []


# ------------------------------------------------------------------------------ nothing is dead


def sources() -> list[tuple[str, str]]:
    """(start, text) of all that is written in the language: rules, overlays, tests, cards."""
    games = root() / "games"
    files = [*games.rglob("*.rules"), *FOLDER.glob("*.rules"), *FOLDER.glob("*.tests")]
    files += [*FOLDER.glob("*.variant"), FOLDER.parent / "foxwood" / "table.rules"]
    files += [FOLDER.parent / f"one_of_each.{part}" for part in ("rules", "tests", "variant")]
    found = [("file", path.read_text(encoding="utf-8")) for path in sorted(files)]
    parts = [*games.rglob("components/*.yaml"), *FOLDER.glob("*.yaml")]
    for path in [*sorted(parts), FOLDER.parent / "one_of_each.yaml"]:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        found += [
            ("card_rules", entry["rules"])
            for entries in data.values()
            if isinstance(entries, list)
            for entry in entries
            if isinstance(entry, dict) and "rules" in entry
        ]
    for path in sorted((FOLDER.parent / "messages").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for block in re.finditer(r"^```near_miss( alone)?\n(.*?)^```$", text, re.M | re.S):
            if "```card" not in text:
                found.append(("file", block.group(2)))
    return found


@cache
def reached() -> frozenset[str]:
    """Give the names of all rules and alternatives that some text of games and tests goes
    through."""
    parser = Lark(GRAMMAR, postlex=Lines(), start=STARTS, **OPTIONS)
    found: set[str] = set()
    inner = parser.parser.parser.parser
    for rule, made in list(inner.callbacks.items()):
        names = {str(rule.origin.name)} | ({str(rule.alias)} if rule.alias else set())

        def counted(parts, names=names, made=made):
            found.update(names)
            return made(parts)

        inner.callbacks[rule] = counted
    for start, text in sources():
        parser.parse(text.rstrip() + "\n", start=start)
    return frozenset(found)


def test_every_rule_and_alternative_is_used_by_a_game_or_a_test():
    parser = Lark(GRAMMAR, postlex=Lines(), start=STARTS, **OPTIONS)
    names = {str(r.origin.name) for r in parser.rules} | {
        str(r.alias) for r in parser.rules if r.alias
    }
    told = {name for name in names if not name.startswith(("__", "$"))}
    assert sorted(told - reached()) == sorted(NOT_IN_GAMES)


def test_one_of_each_is_checked_without_any_problem_and_played():
    report, files = Report(), files_of("one_of_each", FOLDER.parent)
    program = check_game(files, report)
    assert program is not None and not report.found, said(report)
    assert random_play(build(program, files), 3, 1).over
    assert all(result.passed for result in results_of("one_of_each", FOLDER.parent))
    path = FOLDER.parent / "one_of_each.variant"
    overlay = Source(path.name, path.read_text(encoding="utf-8"))
    others = (Path("variants/market_holidays.rules"),)
    laid = replace(files, overlays=(overlay,), variants=others)
    assert check_game(laid, report) is not None
    assert not report.found, said(report)


def test_whatever_may_be_expected_has_friendly_words():
    left_out = re.compile(r"__IGNORE_\d+|_GOES_ON|_AFTER_COMMA")  # nobody is told to expect these
    terminals = [
        one.name for one in Lark(GRAMMAR, start=STARTS, **OPTIONS, postlex=Lines()).terminals
    ]
    signs = [name for name in terminals if not (name.isalpha() and name.isupper())]
    assert len(signs) > 10
    assert [n for n in signs if n not in FRIENDLY and not left_out.fullmatch(n)] == []
    assert expected({"WHOSE"}) == "`'s`" and expected({"HOW_MANY"}) == "`number`"
    assert expected({"_AFTER_COMMA"}) == ""
