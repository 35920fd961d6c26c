"""`rulewright schema`: an editor's schema accepts what `check` accepts, and refuses the rest."""

from __future__ import annotations

import json

import jsonschema
import pytest

from interpreter.cli import exits
from interpreter.cli.commands.schema import FILE, LINE
from interpreter.diagnostics import Report
from interpreter.load.game_folder import read_game
from interpreter.load.resources import root

GAME = "deities_of_the_old_kingdom"


@pytest.fixture
def old_kingdom(rulewright):
    said = rulewright("schema", GAME)
    assert (said.code, said.err) == (exits.FINE, "")
    jsonschema.Draft202012Validator.check_schema(said.data)
    return jsonschema.Draft202012Validator(said.data)


@pytest.fixture
def components():
    files = read_game(root() / "games" / GAME, Report())
    assert files is not None
    return [spanned.data for spanned in files.components]


@pytest.mark.parametrize(
    "name", ["game", "components", "diagnostics", "list", "check", "new", "sim"]
)
def test_the_general_ones(rulewright, name):
    said = rulewright("schema", name)
    assert said.code == exits.FINE
    text = (root() / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    assert said.data == json.loads(text)
    jsonschema.Draft202012Validator.check_schema(said.data)


def test_without_a_name_that_of_components(rulewright):
    assert rulewright("schema").out == rulewright("schema", "components").out


def test_that_of_a_game_accepts_all_components_of_the_game(old_kingdom, components):
    assert len(components) == 5
    for data in components:
        old_kingdom.validate(data)


CARD = {"id": "extra", "source": "common", "symbol": "reeds", "size": "single"}
FAULTS = [
    ({"cardz": [CARD]}, "a kind that there is not"),
    ({"cards": [CARD | {"symbl": "reeds"}]}, "an unknown line"),
    ({"cards": [CARD | {"symbol": "reed"}]}, "an unknown value"),
    ({"cards": [CARD | {"symbol": 3}]}, "a number for a word"),
    ({"cards": [{k: v for k, v in CARD.items() if k != "size"}]}, "a line too few"),
    ({"cards": [CARD | {"source": "my head"}]}, "an odd source"),
    ({"cards": [CARD | {"copies": 0}]}, "no copies"),
    ({"cards": [CARD | {"rules": "x"}]}, "rules on what carries none"),
    ({"cards": CARD}, "no list"),
    ({"eclipses": [{"id": "extra", "source": "common", "cost": {"gold": 1}}]}, "an unknown amount"),
    (
        {"eclipses": [{"id": "extra", "source": "common", "cost": {"reeds": -1}}]},
        "less than nothing",
    ),
    ({"eclipses": [{"id": "extra", "source": "common", "cost": {"reeds": "1"}}]}, "a text"),
]


@pytest.mark.parametrize(("data", "why"), FAULTS)
def test_schema_and_check_refuse_the_same(old_kingdom, rulewright, tmp_path, data, why):
    assert list(old_kingdom.iter_errors(data)), why
    rulewright("new", "copy", "--from", GAME)
    file = tmp_path / "copy" / "components" / "faulty.yaml"
    file.write_text(json.dumps(data))
    said = rulewright("check", "copy", "--json")
    assert said.code == exits.GAME_ERRORS, why
    at = [one for one in said.data["problems"] if one["path"].endswith("faulty.yaml")]
    assert len(at) == 1, (why, said.data["problems"])


# Eclipses and not cards: a second card of one sort and size is a fault that no schema tells.
ECLIPSE = {"id": "extra", "source": "common", "cost": {}}
GOOD = [
    {"eclipses": [ECLIPSE]},
    {"eclipses": [ECLIPSE | {"title": "A", "text": "B", "copies": 3, "for_each_player": True}]},
    {"eclipses": [{"id": "extra", "source": "rulebook DOK-01", "cost": {}}]},
    {"eclipses": [{"id": "extra", "source": "reconstructed"}]},
    {"cards": []},
]


@pytest.mark.parametrize("data", GOOD)
def test_schema_and_check_accept_the_same(old_kingdom, rulewright, tmp_path, data):
    old_kingdom.validate(data)
    rulewright("new", "copy", "--from", GAME)
    (tmp_path / "copy" / "components" / "more.yaml").write_text(json.dumps(data))
    said = rulewright("check", "copy")
    assert said.code == exits.FINE, said.out


EVERYTHING = """
values colour: red, blue

kind place plural places
    printed near: set of places
    printed ground: colour or none
    printed coast: yes or no
kind ship plural ships
    printed home: place
    printed speed: 0 to 3 in halves
    printed colours: set of colours
    printed crew: number 1 to 6
"""
PLACES = [
    {"id": "here", "source": "common", "near": ["there"], "ground": "none", "coast": True},
    {"id": "there", "source": "common", "near": []},
]
SHIP = {"id": "boat", "source": "common", "home": "here", "speed": "1½", "crew": 3}


def test_every_kind_of_printed_line(rulewright, my_game):
    table = my_game / "rules" / "1_table.rules"
    table.write_text(table.read_text() + EVERYTHING)
    more = my_game / "components" / "more.yaml"

    def agree(ship, good):
        more.write_text(json.dumps({"places": PLACES, "ships": [ship]}, ensure_ascii=False))
        said = rulewright("check", "my_game", "--json").data
        at = [one for one in said["problems"] if one["path"].endswith("more.yaml")]
        made = rulewright("schema", "my_game").data
        wrong = list(
            jsonschema.Draft202012Validator(made).iter_errors(json.loads(more.read_text()))
        )
        assert (bool(at), bool(wrong)) == (not good, not good), (ship, at, wrong)

    agree(SHIP, good=True)
    agree(SHIP | {"colours": ["red"], "speed": 2}, good=True)
    agree(SHIP | {"colours": ["red", "red"]}, good=False)
    agree(SHIP | {"home": "nowhere"}, good=False)
    agree(SHIP | {"speed": "fast"}, good=False)
    agree(SHIP | {"crew": 7}, good=False)
    agree(SHIP | {"colours": ["green"]}, good=False)
    agree(SHIP | {"colours": "red"}, good=False)
    agree({k: v for k, v in SHIP.items() if k != "crew"}, good=False)


def test_writing_it_beside_the_game(rulewright, my_game):
    said = rulewright("schema", "my_game", "--write")
    assert said == (
        0,
        f"written: my_game/{FILE.as_posix()}\n",
        f"Let each file of components/ begin with the line\n  {LINE}\n",
    )
    assert json.loads((my_game / FILE).read_text()) == rulewright("schema", "my_game").data
    assert (my_game / "components" / "cards.yaml").read_text().startswith(f"{LINE}\n")
    assert (my_game / "components" / LINE.partition("=")[2]).resolve() == (my_game / FILE)
    assert rulewright("check", "my_game", "--strict").code == exits.FINE
    said = rulewright("schema", "my_game", "--write", "--json")
    assert said.data == {"written": f"my_game/{FILE.as_posix()}"}


def test_slips(rulewright):
    said = rulewright("schema", "gmae")
    assert said == (
        2,
        "",
        "error: no game or schema is called `gmae`\n  help: did you mean `game`?\n",
    )
    said = rulewright("schema", "game", "--write")
    assert said == (2, "", "error: --write needs a GAME to write into\n")


def test_faulty_components_do_not_keep_anybody_from_the_schema(rulewright, my_game):
    (my_game / "components" / "cards.yaml").write_text("cards:\n- id: a\n")
    said = rulewright("schema", "my_game")
    assert said.code == exits.FINE
    assert "kind_card" in said.data["$defs"]
    assert said.err.startswith("warning: the game has ")


def test_rules_that_declare_no_component(rulewright, my_game):
    for file in (my_game / "rules").iterdir():
        file.write_text("nonsense\n")
    said = rulewright("schema", "my_game")
    assert (said.code, said.out) == (exits.GAME_ERRORS, "")


def test_the_textmate_grammar_for_editors(rulewright):
    told = rulewright("schema", "textmate")
    assert told.code == 0 and told.data["scopeName"] == "source.rulewright"
    kept = root() / "grammars" / "rulewright.tmLanguage.json"  # what is printed may go there
    assert told.out == kept.read_text(encoding="utf-8")
    assert rulewright("schema", "textmate", "--write").code == 2
    assert "did you mean `textmate`?" in rulewright("schema", "textmat").err
