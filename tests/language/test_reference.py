"""The reference of the language is true: every example in it is run, every word of it explained."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.ir.program import Program
from interpreter.load.game_folder import validate_game
from interpreter.load.yaml_source import load_yaml
from interpreter.pipeline import build, load
from interpreter.run.plan import Plan
from interpreter.syntax.ast import Tree
from interpreter.syntax.parser import RESERVED, _parse, _Place, parse_card, parse_rules
from interpreter.testing.game_tests import load_suite, suite_of
from tests.checking import check_game
from tests.language.reference import (
    LABELS,
    NOT_RUN,
    README,
    SHARED,
    Example,
    completed,
    examples,
    fences,
    game_files,
    unindented,
    whole_games,
    written,
)

GRAMMAR = README.with_name("rules.lark")
TEXT = README.read_text(encoding="utf-8")
FENCES = fences(TEXT)
EXAMPLES = examples(FENCES)
GAMES = whole_games(FENCES)
STEPS = 30


def said(report: Report) -> str:
    """All problems as a terminal shows them."""
    return "\n\n".join(render(d) for d in report.sorted()) + "\n"


def played(plan: Plan, steps: int, seeds: int = 1) -> None:
    """Random games of the fewest and of the most players, up to so many decisions."""
    for players in {plan.least, plan.most}:
        for seed in range(seeds):
            rng = Random(seed)
            state = plan.start(players, seed)
            for _ in range(steps):
                if state.over:
                    break
                assert state.options
                plan.choose(state, rng.randrange(len(state.options)))
            plan.hash(state)


def checked(example: Example) -> tuple[Program | None, Report, dict[str, str]]:
    """Give the shared game with an example in it, checked."""
    files = completed(GAMES[SHARED], example)
    report = Report()
    read = game_files(files)
    program = check_game(read, report)
    if not report.errors:
        validate_game(read, report)
        report.found[:] = [d for d in report.found if d.slug != "game-id"]
    return program, report, files


# ------------------------------------------------------------------------------ the examples


def test_every_fence_has_a_known_label():
    assert [
        f"line {f.line}: {f.label}" for f in FENCES if not f.path and f.label not in LABELS
    ] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_has_no_fault_and_is_played(name: str, tmp_path: Path):
    folder = written(GAMES[name], tmp_path / name)
    report = Report()
    plan = load(str(folder), report)
    assert not report.found, said(report)
    assert plan is not None
    assert not plan.program.not_run
    played(plan, 1000, seeds=3)
    assert not problems_of_tests(folder)


def problems_of_tests(folder: Path) -> str:
    """Give what the tests of a game say when they are run; nothing if all is as they tell."""
    report = Report()
    suite = load_suite(folder, report)
    found = [] if suite is None else [d for result in suite.run() for d in result.problems]
    return "\n\n".join(render(d) for d in [*report.sorted(), *found])


TESTS = [e for e in EXAMPLES if any(f.label == "rules test" for f in e.fences)]


@pytest.mark.parametrize("example", TESTS, ids=lambda e: e.name)
def test_a_story_comes_out_as_told(example: Example, tmp_path: Path):
    folder = written(completed(GAMES[SHARED], example), tmp_path / SHARED)
    said = problems_of_tests(folder)
    assert not [line for line in said.splitlines() if line.startswith("error")], said


RUN = [e for e in EXAMPLES if e.label in ("rules", "rules turn", "yaml", "yaml game")]
CHANGES = [e for e in EXAMPLES if e.label.endswith("before")]


@pytest.mark.parametrize("example", [*RUN, *CHANGES], ids=lambda e: e.name)
def test_an_example_has_no_fault_and_is_played(example: Example, rewriting: bool):
    program, report, files = checked(example)
    waiting = [one for one in report.errors if one.slug == "not-played-yet"]
    assert report.errors == waiting, said(report)
    if rewriting and example.not_run != bool(waiting):
        _mark(example, bool(waiting))
        return
    assert example.not_run or not waiting, f"`make snap` writes `{NOT_RUN}` above this example"
    if not waiting:
        assert program is not None
        played(build(program, game_files(files)), STEPS)
        assert not example.not_run, "this is played by now: `make snap` takes its mark away"


@pytest.mark.parametrize("example", CHANGES, ids=lambda e: e.name)
def test_what_is_changed_stands_in_a_whole_game(example: Example):
    for fence in example.fences:
        if fence.label.endswith("before"):
            texts = map(unindented, GAMES[SHARED].values())
            assert any(unindented(fence.text) in text for text in texts), fence.text
    assert any(fence.label.endswith("after") for fence in example.fences)


FAULTY = [e for e in EXAMPLES if e.label.endswith("faulty")]


@pytest.mark.parametrize("example", FAULTY, ids=lambda e: e.name)
def test_a_fault_is_told_in_these_words(example: Example, rewriting: bool, tmp_path: Path):
    if example.label == "rules test faulty":
        folder = written(completed(GAMES[SHARED], example), tmp_path / SHARED)
        told = problems_of_tests(folder).replace(f"{folder}/", "") + "\n"
    else:
        told = said(checked(example)[1])
    message = next(f for f in example.fences if f.label == "message")
    if rewriting:
        text = README.read_text(encoding="utf-8")
        number = [f.line for f in FENCES if f.label == "message"].index(message.line)
        old = [f for f in fences(text) if f.label == "message"][number]
        start = old.start + len("```message\n")
        text = text[:start] + told + text[start + len(old.text) :]
        README.write_text(text, encoding="utf-8")
        return
    assert told == message.text


def test_a_message_stands_below_something_faulty():
    assert [e.name for e in EXAMPLES if e.label in ("message", "rules after", "yaml after")] == []


def loose(line: str, report: Report) -> Tree | None:
    """Read one question or selection by itself."""
    return _parse(f"{line}\n", "loose", report, _Place(Source("question", line), 0))


@pytest.mark.parametrize(
    "example", [e for e in EXAMPLES if e.label == "rules question"], ids=lambda e: e.name
)
def test_a_question_can_be_read(example: Example):
    for line in example.fences[0].text.splitlines():
        report = Report()
        assert loose(line, report) is not None, said(report)


@pytest.mark.parametrize(
    "example", [e for e in EXAMPLES if e.label == "rules variant"], ids=lambda e: e.name
)
def test_a_house_rule_is_laid_on_and_played(example: Example):
    report = Report()
    read = game_files(completed(GAMES[SHARED], example))
    overlay = Source("house_rule.rules", example.fences[0].text)
    others = (Path("variants/hard_winters.rules"),)
    program = check_game(replace(read, overlays=(overlay,), variants=others), report)
    assert program is not None and not report.errors, said(report)
    assert not program.not_run
    played(build(program, read), STEPS)
    if "\ntest " in overlay.text:
        suite = suite_of(replace(read, overlays=(overlay,), tests=(overlay,)), report)
        assert suite is not None, said(report)
        results = suite.run()
        assert results and all(one.passed for one in results), [one.problems for one in results]


def _mark(example: Example, not_run: bool) -> None:
    """Write or take away the line above an example that says that it cannot be played."""
    text = README.read_text(encoding="utf-8")
    fence = f"```{example.label}\n{example.fences[0].text}"
    before, after = text.split(fence, 1)
    if not_run:
        before = before.rstrip() + f"\n\n{NOT_RUN}:*\n\n"
    else:
        before = before.rstrip().rsplit("\n", 1)[0].rstrip() + "\n\n"
    README.write_text(before + fence + after, encoding="utf-8")


# ------------------------------------------------------------------------------ completeness


@lru_cache
def trees() -> tuple[Tree, ...]:
    """Give the trees of everything that the examples and games say."""
    found: list[Tree] = []
    report = Report()
    for files in GAMES.values():
        found += _trees_of(files, report)
    for example in EXAMPLES:
        if example.label == "rules question":
            for line in example.fences[0].text.splitlines():
                made = loose(line, report)
                found += [made] if made is not None else []
        elif example.label == "rules variant":
            found += parse_rules(Source("house.rules", example.fences[0].text), report)
        elif not example.label.endswith("faulty"):
            found += _trees_of(completed(GAMES[SHARED], example), report)
    return tuple(found)


def _trees_of(files: dict[str, str], report: Report) -> list[Tree]:
    found: list[Tree] = []
    for path, text in files.items():
        source = Source(path, text)
        if path.endswith(".rules"):
            found += parse_rules(source, report)
        elif path.startswith("components/"):
            read = load_yaml(source, report)
            for block in read.blocks.values() if read is not None else ():
                made = parse_card(block.text, source, block.offset, report)
                found += [made] if made is not None else []
    return found


def productions() -> set[str]:
    """Give the names of everything that the grammar can find in a text."""
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    found = set(re.findall(r"->\s*(\w+)", text))
    for match in re.finditer(r"^(!?)([a-z]\w*):((?:.|\n(?![!?a-zA-Z%_]))*)", text, re.MULTILINE):
        name, body = match.group(2), match.group(3)
        if any("->" not in line for line in _alternatives(body)):
            found.add(name)
    return found


def _alternatives(body: str) -> list[str]:
    depth, made = 0, [""]
    quoted = False
    for letter in body:
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter in "([") - (letter in ")]")
        if letter == "|" and not depth and not quoted:
            made.append("")
        else:
            made[-1] += letter
    return made


def keywords() -> set[str]:
    """Give the words of the language, one by one."""
    text = re.sub(r"//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    quoted = re.findall(r'"([a-z][a-z ]*)"', text)
    return {word for words in quoted for word in words.split()}


def test_every_production_of_the_grammar_occurs_in_an_example():
    shown = {node.kind for tree in trees() for node in tree.walk() if isinstance(node, Tree)}
    # a file is never part of another tree, and a text in quotes is no value that anything takes;
    # a name alone in a step of a test is read to be told
    assert sorted(productions() - shown - {"file", "card_rules", "text", "unsaid"}) == []


def test_every_keyword_occurs_in_an_example():
    shown: set[str] = set()
    for fence in FENCES:
        if not fence.label.endswith("faulty") and fence.label != "message":
            code = re.sub(r'#.*|"[^"\n]*"', "", fence.text)
            shown |= set(re.findall(r"[a-z_]+", code))
    assert sorted(keywords() - shown) == []


def test_the_reserved_words_are_listed():
    quoted = re.search(r"can never be names:\n\n((?:> .*\n)+)", TEXT)
    assert quoted is not None
    assert set(quoted.group(1).replace("> ", "").split()) == RESERVED


def test_every_keyword_stands_in_the_index():
    index = TEXT.rsplit("\n## ", 1)[-1]
    listed = {word for words in re.findall(r"`([^`]+)`", index) for word in words.split()}
    assert sorted(keywords() - listed) == []
