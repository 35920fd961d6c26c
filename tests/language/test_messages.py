"""What Rulewright says of faulty rules: one file of samples for each kind of problem.

A file `messages/<slug>.md` holds cases. A case is made of fenced blocks, in this order:

| block             | holds                                                                |
|-------------------|----------------------------------------------------------------------|
| `rules`           | faulty rules, read as `game.rules` beside the shared `foxwood` table |
| `card`            | or instead: faulty rules of a card called `lantern`                  |
| `yaml`            | more components, read as `more.yaml`                                 |
| `game`            | more lines of `game.yaml`                                            |
| `overlay`         | or instead: faulty house rules for the table, each block a file      |
| `message`         | all that is said of it, to the letter; `make snap` writes it anew    |
| `near_miss`       | nearly the same, without a fault (of the card, in a case of a card;  |
|                   | house rules in a case of house rules)                                |
| `near_miss yaml`  | other components or lines of `game.yaml` that go with it             |
| `near_miss game`  |                                                                      |

`rules alone` and `near_miss alone` are a whole game, without the shared table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import indent

import pytest

from interpreter.check.overlays.attribution import read_game
from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.catalogue import CATALOGUE
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.load.yaml_source import load_yaml

HERE = Path(__file__).parent
FOLDER = HERE / "messages"
TABLE = HERE / "foxwood"
LETTERS = "SNKRGO"
# Told by commands: tests/cli/test_variants.py shows them.
OF_COMMANDS = {"missing-variant", "missing-base"}
NOT_OF_THE_TABLE = re.compile(
    r"[A-Z_]{4,}|\b(int|str|bool|None|True|False|null|tuple|dict|node|token|parse\w*|syntax|"
    r"expression|statement|integer|string|boolean|identifier|invalid|illegal|bad|wrong|failed|"
    r"type|array|argument|parameter|function|you (must|should|forgot)|please|sorry)\b|\$|[#/]\w+/"
)
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Game:
    """The texts of one sample; `alone` goes without the shared table."""

    rules: str = ""
    card: str = ""
    yaml: str = ""
    game: str = ""
    overlays: list[str] = field(default_factory=list)
    alone: bool = False


@dataclass
class Case:
    """A faulty game, what is said of it, and the games nearby that have no fault."""

    slug: str
    title: str
    faulty: Game = field(default_factory=Game)
    message: str | None = None
    near: list[Game] = field(default_factory=list)


@cache
def cases_of(path: Path) -> list[Case]:
    """Give the cases of one file; a faulty text begins a new one."""
    text = path.read_text(encoding="utf-8")
    found: list[Case] = []
    for block in BLOCK.finditer(text):
        kind, more, body = block.group(1), block.group(2).strip(), block.group(3)
        if kind in ("rules", "card", "overlay", "yaml", "game") and (
            not found or found[-1].message is not None
        ):
            headings = re.findall(r"^## (.+)$", text[: block.start()], re.MULTILINE)
            found.append(Case(path.stem, headings[-1] if headings else path.stem))
        case = found[-1]
        if kind == "message":
            case.message = body
        elif kind == "near_miss":
            if more in ("yaml", "game"):
                setattr(case.near[-1], more, body)
                continue
            near = Game(yaml=case.faulty.yaml, game=case.faulty.game, alone=more == "alone")
            if case.faulty.overlays:
                near.overlays, near.rules = [body], case.faulty.rules
            else:
                setattr(near, "card" if case.faulty.card else "rules", body)
            if case.faulty.card:
                near.rules = case.faulty.rules
            case.near.append(near)
        elif kind == "overlay":
            case.faulty.overlays.append(body)
        else:
            setattr(case.faulty, kind, body)
            case.faulty.alone = case.faulty.alone or more == "alone"
    return found


CASES = [(path, n) for path in sorted(FOLDER.glob("*.md")) for n in range(len(cases_of(path)))]


def _yaml(path: str, text: str) -> Spanned:
    report = Report()
    read = load_yaml(Source(path, text), report)
    assert read is not None and not report.found, [d.message for d in report.found]
    return read


def texts_of(game: Game) -> dict[str, str]:
    """Give the files of a sample by name, in the order in which they are read."""
    head = (TABLE / "game.yaml").read_text(encoding="utf-8")
    texts = {"game.yaml": head + game.game}
    if not game.alone:
        texts["table.rules"] = (TABLE / "table.rules").read_text(encoding="utf-8")
        texts["components.yaml"] = (TABLE / "components.yaml").read_text(encoding="utf-8")
    if game.rules:
        texts["game.rules"] = game.rules
    if game.yaml:
        texts["more.yaml"] = game.yaml
    if game.card:
        text = "cards:\n- id: lantern\n  suit: fox\n  cost: 2\n  rules: |\n"
        texts["cards.yaml"] = text + indent(game.card, "    ")
    for name, overlay in zip(("calm", "wild", "late"), game.overlays, strict=False):
        texts[f"variants/{name}.rules"] = overlay
    return texts


def checked(texts: dict[str, str]) -> Report:
    """Everything that is wrong with some files."""
    report = Report()
    yaml = {path: _yaml(path, text) for path, text in texts.items() if path.endswith(".yaml")}
    files = GameFiles(
        Path("foxwood"),
        yaml.pop("game.yaml"),
        tuple(_sources(texts, of_overlays=False)),
        tuple(yaml.values()),
        (),
        (),
        tuple(_sources(texts, of_overlays=True)),
    )
    read_game(files, report)
    return report


def _sources(texts: dict[str, str], of_overlays: bool) -> list[Source]:
    """Give the files of rules, or those of overlays."""
    found = {path: text for path, text in texts.items() if path.endswith(".rules")}
    return [Source(p, text) for p, text in found.items() if p.startswith("var") == of_overlays]


def problems(game: Game) -> Report:
    """Everything that is wrong with a sample."""
    return checked(texts_of(game))


def said(report: Report) -> str:
    """All problems as a terminal shows them."""
    return "\n\n".join(render(d) for d in report.sorted()) + "\n"


@dataclass
class Sample:
    """A case, and what is said of it: checked once for all tests of it."""

    path: Path
    number: int
    case: Case
    texts: dict[str, str]
    report: Report


@pytest.fixture(scope="module", params=CASES, ids=[f"{p.stem}-{n + 1}" for p, n in CASES])
def sample(request: pytest.FixtureRequest) -> Sample:
    path, number = request.param
    case = cases_of(path)[number]
    texts = texts_of(case.faulty)
    return Sample(path, number, case, texts, checked(texts))


def test_a_fault_is_told_once_and_in_these_words(sample: Sample, rewriting: bool):
    case, report = sample.case, sample.report
    if rewriting:
        _rewrite(sample.path, sample.number, said(report))
    else:
        assert said(report) == case.message
    assert [d.slug for d in report.found] == [case.slug], case.title


def test_what_is_nearly_the_same_has_no_fault(sample: Sample):
    case = sample.case
    for near in case.near:
        report = problems(near)
        # Some of what is right cannot be played yet, which has messages of its own.
        assert {d.slug for d in report.errors} <= {"not-played-yet"}, said(report)
        assert case.slug not in {d.slug for d in report.found}, said(report)


def test_a_fix_mends_what_it_is_for(sample: Sample):
    texts = sample.texts
    for d in sample.report.found:
        guessed = re.search(r"did you mean `([^`]+)`", " ".join((*d.helps, d.label.text)))
        if guessed:
            assert d.fix is not None and d.fix[1] == guessed[1], said(sample.report)
        if d.fix is None:
            continue
        mended, fix = texts, d.fix
        for _ in range(10 if any(label.text == "here, too" for label in d.others) else 1):
            span, word = fix
            old = mended[span.source.path]
            new = old[: span.start] + word + old[span.end :]
            mended = {**mended, span.source.path: new}
            after = checked(mended)
            again = next((one for one in after.found if one.slug == d.slug and one.fix), None)
            if again is None or again.fix is None:
                break
            fix = again.fix
        assert not after.errors, f"{word!r} in place of {span.text!r}\n{said(after)}"
        assert d.slug not in {one.slug for one in after.found}, said(after)


@pytest.mark.parametrize("slug", ["always-so", "never-true"])
def test_a_number_that_is_offered_fits(slug: str):
    followed = 0
    for case in cases_of(FOLDER / f"{slug}.md"):
        texts = texts_of(case.faulty)
        for d in checked(texts).found:
            _, offered, comparison = "".join(d.helps).partition(", such as: ")
            if not offered:
                continue
            span = d.label.span
            old = texts[span.source.path]
            new = old[: span.start] + comparison + old[span.end :]
            after = checked({**texts, span.source.path: new})
            assert not after.found, said(after)
            followed += 1
    assert followed > 4


def test_all_that_is_said_of_house_rules_says_what_to_do():
    bare = []
    for path in sorted(FOLDER.glob("*.md")):
        if CATALOGUE[path.stem].code[0] != "O":
            continue
        for case in cases_of(path):
            found = problems(case.faulty).found
            bare += [(path.stem, case.title) for d in found if not d.helps]
    assert bare == []


def test_every_kind_of_problem_has_samples():
    wanted = {e.slug for e in CATALOGUE.values() if e.code[0] in LETTERS}
    assert {path.stem for path in FOLDER.glob("*.md")} == wanted - OF_COMMANDS


def test_every_file_has_a_near_miss():
    assert [p.stem for p in FOLDER.glob("*.md") if not any(c.near for c in cases_of(p))] == []


def test_the_shared_table_has_no_fault():
    report = problems(Game())
    assert not report.found, said(report)


def test_messages_are_short_and_in_small_letters():
    poor = []
    for path in sorted(FOLDER.glob("*.md")):
        for case in cases_of(path):
            first = (case.message or "").split("\n", 1)[0]
            sentence = first.partition(": ")[2]
            if len(first) > 72 or sentence[:1].isupper() or sentence.endswith("."):
                poor.append(f"{len(first)}: {first}")
    assert poor == []


def test_messages_speak_of_the_table_and_blame_nobody():
    poor = []
    for path in sorted(FOLDER.glob("*.md")):
        for case in cases_of(path):
            ours = re.sub(r"`[^`]*`", "", " ".join(_our_words(case.message or "")))
            found = NOT_OF_THE_TABLE.search(ours)
            if found:
                poor.append(f"{path.stem}: {found.group()}")
    assert poor == []


def _our_words(message: str) -> list[str]:
    """Give a message without the lines that are quoted from the rules and the paths."""
    return [
        re.sub(r"^(error|warning)\[[^]]*\]: |^ *\|[ ^|-]*", "", line)
        for line in message.splitlines()
        if not re.match(r"^ *(\d+ \||-->|:::)", line)
    ]


def _rewrite(path: Path, number: int, message: str) -> None:
    text = path.read_text(encoding="utf-8")
    blocks = [b for b in BLOCK.finditer(text) if b.group(1) == "message"]
    block = blocks[number]
    path.write_text(text[: block.start(3)] + message + text[block.end(3) :], encoding="utf-8")
