"""Names that fit what is typed come first."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Source
from interpreter.load.resources import root
from interpreter.lsp.completing import suggestions, wanted
from interpreter.lsp.study import study


@pytest.mark.parametrize(
    ("typed", "sorts"),
    [
        ("shuffle ", {"pile"}),
        ("gain 2 ", {"number"}),
        ("choose gift from your ", {"zone"}),
        ("mark card as ", {"mark"}),
        ("xyzzy ", set()),
        ("", set()),
    ],
)
def test_what_follows_is_known_from_model_sentences(typed, sorts):
    assert wanted(typed) >= sorts and (sorts or not wanted(typed))


@pytest.mark.parametrize(
    ("game", "typed", "first"),
    [
        ("modern/coup", "    shuffle ", "court"),
        ("modern/coup", "    gain 2 ", "coins"),
        ("modern/love_letter", "    mark you as ", "out"),
        ("root", "    play ", "birdsong"),
    ],
)
def test_names_that_fit_stand_before_others(game, typed, first):
    path = sorted((root() / "games" / game / "rules").rglob("*.rules"))[0]
    text = path.read_text(encoding="utf-8") + f"\nprocedure odd\n{typed}"
    program = study(path, {}, tests=False).program
    found = suggestions(program, Source(str(path), text), text.count("\n") + 1, typed)
    names = [one for one in found if one.sort == "name"]
    fitting = [one.label for one in names if one.rank == 1]
    assert first in fitting and len(fitting) < len(names)


def test_an_empty_file_is_offered_whole_mechanisms():
    source = Source("rules/new.rules", "worker")
    found = suggestions(None, source, 1, "worker")
    first = next(one for one in found[:4] if one.label == "Worker placement")
    assert "kind worker plural workers" in first.text and first.replaces == len("worker")
    assert len(suggestions(None, Source("rules/new.rules", ""), 1, "")) > 150
