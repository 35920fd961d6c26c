"""Reads the reference of the language: its fenced examples, and the games they are run in.

Takes the text of `grammars/README.md`. A fence is labelled by the words behind its three backticks:

| label                   | holds                                                                |
|-------------------------|----------------------------------------------------------------------|
| `rules pebbles/rules/x` | a file of a whole game (with a `/` in it); so with `yaml`            |
| `rules`                 | sentences at the margin, added to the game of the first such folder  |
| `rules turn`            | sentences that a player does at the beginning of each turn of it     |
| `rules question`        | a question or a selection, as it is asked at a prompt                |
| `rules variant`         | a house rule                                                         |
| `rules test`            | tests of the game, or of the game with the fence before it           |
| `yaml`                  | components that are added                                            |
| `csv wagons`            | a table of components, called so                                     |
| `yaml game`             | more lines of `game.yaml`                                            |
| `yaml language`         | that game in another language                                        |
| `rules before`, `after` | lines as they stand in that game, and what is written instead        |
| `... faulty`, `message` | something with a fault, and what is said of it to the letter         |
| `... +`                 | goes with the fence before it                                        |

A heading that the game has already is replaced by the one of the example. A line that begins with
`*Not run yet` above a fence says that the example is checked but cannot be played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import indent

from interpreter.diagnostics import Report, Source
from interpreter.load.game_folder import GameFiles
from interpreter.load.spanned import Spanned
from interpreter.load.tables.csv_source import load_csv
from interpreter.load.yaml_source import load_yaml

README = Path(__file__).parents[2] / "grammars" / "README.md"
SHARED = "orchard"
NOT_RUN = "*Not run yet"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LABELS = frozenset(
    [
        "rules",
        "rules turn",
        "rules question",
        "rules variant",
        "rules test",
        "rules test faulty",
        "rules before",
        "rules after",
        "rules faulty",
        "yaml",
        "csv wagons",
        "yaml game",
        "yaml language",
        "yaml before",
        "yaml after",
        "yaml faulty",
        "message",
    ]
)
HEADING = re.compile(
    r"^(?:setup|game|turn|round|phase|action|procedure|define|rule|setting) [a-z0-9_]+"
    r"|^relation \w+(?:: \w+)? \w+",
)


@dataclass(frozen=True)
class Fence:
    """One fenced block; `line` counts from 1, `path` is that of a file of a whole game."""

    label: str
    text: str
    line: int
    start: int
    path: str = ""
    joined: bool = False
    not_run: bool = False


@dataclass
class Example:
    """What belongs together: one fence, and those that go with it."""

    fences: list[Fence] = field(default_factory=list)

    @property
    def name(self) -> str:
        """How a test calls it."""
        first = self.fences[0]
        return f"line_{first.line}_{first.label.replace(' ', '_')}"

    @property
    def label(self) -> str:
        """The label of the first fence."""
        return self.fences[0].label

    @property
    def not_run(self) -> bool:
        """Whether the reference says that this cannot be played yet."""
        return any(fence.not_run for fence in self.fences)

    def texts(self, label: str) -> list[str]:
        """Give the texts of its fences with this label."""
        return [fence.text for fence in self.fences if fence.label == label]


def fences(text: str) -> list[Fence]:
    """All fenced blocks, in order."""
    found = []
    for match in FENCE.finditer(text):
        words = match.group(1).split()
        joined = words[-1:] == ["+"]
        words = words[:-1] if joined else words
        path = next((word for word in words if "/" in word), "")
        label = " ".join(word for word in words if word != path)
        above = text[: match.start()].rstrip().rsplit("\n", 1)[-1]
        found.append(
            Fence(
                label,
                match.group(2),
                text.count("\n", 0, match.start()) + 1,
                match.start(),
                path,
                joined or label in ("message", "rules after", "yaml after"),
                above.startswith(NOT_RUN),
            )
        )
    return found


def examples(found: list[Fence]) -> list[Example]:
    """Give the examples that are not whole games."""
    made: list[Example] = []
    for fence in found:
        if fence.path:
            continue
        if fence.joined and made:
            made[-1].fences.append(fence)
        else:
            made.append(Example([fence]))
    return made


def whole_games(found: list[Fence]) -> dict[str, dict[str, str]]:
    """Give the files of each whole game: folder -> path inside it -> text."""
    made: dict[str, dict[str, str]] = {}
    for fence in found:
        if fence.path:
            folder, _, path = fence.path.partition("/")
            files = made.setdefault(folder, {})
            files[path] = files.get(path, "") + fence.text
    return made


# ------------------------------------------------------------------------------ the shared game


def _yaml(path: str, text: str) -> Spanned:
    report = Report()
    load = load_csv if path.endswith(".csv") else load_yaml
    read = load(Source(path, text), report)
    assert read is not None and not report.found, [d.message for d in report.found]
    return read


def game_files(files: dict[str, str]) -> GameFiles:
    """Give the files of a game as they are read from a folder."""
    return GameFiles(
        Path(SHARED),
        _yaml("game.yaml", files["game.yaml"]),
        tuple(Source(p, t) for p, t in sorted(files.items()) if p.startswith("rules/")),
        tuple(_yaml(p, t) for p, t in sorted(files.items()) if p.startswith("components/")),
        (),
        (),
    )


def written(files: dict[str, str], folder: Path) -> Path:
    """Give a game's files in a folder."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def completed(shared: dict[str, str], example: Example) -> dict[str, str]:
    """Give the shared game with an example in it."""
    files = dict(shared)
    for fence in example.fences:
        label = fence.label.removesuffix(" faulty")
        if label == "rules":
            replaced = {m.group() for m in map(HEADING.match, fence.text.splitlines()) if m}
            for path in files:
                if path.startswith("rules/"):
                    files[path] = _without(files[path], replaced)
            files["rules/sample.rules"] = files.get("rules/sample.rules", "") + fence.text
        elif label == "rules turn":
            path, text = next((p, t) for p, t in files.items() if "\nturn player_turn" in "\n" + t)
            head, line, rest = re.split(r"(^turn player_turn.*\n)", text, flags=re.MULTILINE)
            files[path] = head + line + indent(fence.text, "    ") + rest
        elif label == "rules test":
            files["tests/sample.rules"] = files.get("tests/sample.rules", "") + fence.text
        elif label == "yaml":
            files["components/sample.yaml"] = files.get("components/sample.yaml", "") + fence.text
        elif label.startswith("csv "):
            files[f"components/{label[4:]}.csv"] = fence.text
        elif label == "yaml game":
            files["game.yaml"] += fence.text
        elif label.endswith(" after"):
            old = next(f.text for f in example.fences if f.label == label[:-5] + "before")
            path = next(p for p, t in files.items() if unindented(old) in unindented(t))
            files[path] = _instead(files[path], old, fence.text)
    return files


def unindented(text: str) -> str:
    """Give a text whose lines begin at the margin, so that an example may show part of a block."""
    return "\n" + "\n".join(line.strip() for line in text.splitlines()) + "\n"


def _instead(text: str, old: str, new: str) -> str:
    lines, wanted = text.splitlines(), [line.strip() for line in old.splitlines()]
    at = next(
        n for n in range(len(lines)) if [x.strip() for x in lines[n : n + len(wanted)]] == wanted
    )
    margin = len(lines[at]) - len(lines[at].lstrip())
    shown = len(old) - len(old.lstrip(" "))
    made = [(" " * (margin - shown) + line) if line.strip() else line for line in new.splitlines()]
    return "\n".join([*lines[:at], *made, *lines[at + len(wanted) :]]) + "\n"


def _without(text: str, headings: set[str]) -> str:
    """Rules without the headings of these names and what stands below them."""
    kept, dropping = [], False
    for line in text.splitlines(keepends=True):
        if line[:1] not in (" ", "\n", "#"):
            match = HEADING.match(line)
            dropping = match is not None and match.group() in headings
        if not dropping:
            kept.append(line)
    return "".join(kept)
