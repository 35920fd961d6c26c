"""Components in a table: what is read of it, and what is wrong with one, told in full."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.render_text import render
from interpreter.load import json_schema
from interpreter.load.game_folder import GameFiles, schema
from interpreter.load.tables.csv_source import load_csv
from interpreter.load.text import read_source
from interpreter.load.yaml_source import load_yaml
from tests.checking import check_game

GAME = 'id: tables\nversion: "1.0"\ntitle: Tables\nlanguage: 1\nplayers: {min: 2, max: 2}\n'
RULES = """\
values suit: fox, hare
kind card plural cards
    printed suit: suit
    printed cost: amounts of suit
    printed wild: yes or no
    printed next_to: set of cards
    printed points: 0 to 9
    carries rules

each player has
    zone hand: set of cards, seen by owner
    score: 0 to 40

game main "The game"
    have each player
        place 1 card from the box in their hand
        choose card from their hand
        carry_out card
        gain (points of card) score
"""
TABLE = """\
id,title,suit,cost,wild,next_to,points,text,rules,source
cub,"Cub, a fox",fox,"1 fox, 2 hare",no,"[leveret]",3,"Says ""yip"".",,common
leveret,Leveret,hare,{hare: 1},yes,,0,12,"gain 1 score
if you have 2 cards in your hand
    gain 2 score",common
"""


def read(text: str, name: str = "components/cards.csv"):
    report = Report()
    return load_csv(Source(name, text), report), report


def said(report: Report) -> str:
    return "\n\n".join(render(one) for one in report.sorted())


def checked(text: str) -> tuple[Any, str]:
    report = Report()
    made = load_csv(Source("components/cards.csv", text), report)
    assert made is not None, said(report)
    game = load_yaml(Source("game.yaml", GAME), report)
    assert game is not None
    files = GameFiles(Path("tables"), game, (Source("r.rules", RULES),), (made,), (), ())
    return check_game(files, report), "\n\n".join(render(one) for one in report.errors)


def test_a_row_is_a_component_and_its_cells_are_what_is_printed_on_it():
    made, report = read(TABLE)
    assert not report.found
    assert made.data == {
        "cards": [
            {
                "id": "cub", "title": "Cub, a fox", "suit": "fox", "cost": {"fox": 1, "hare": 2},
                "wild": False, "next_to": ["leveret"], "points": 3, "text": 'Says "yip".',
                "source": "common",
            },
            {
                "id": "leveret", "title": "Leveret", "suit": "hare", "cost": {"hare": 1},
                "wild": True, "points": 0, "text": "12", "source": "common",
                "rules": "gain 1 score\nif you have 2 cards in your hand\n    gain 2 score",
            },
        ]
    }  # fmt: skip


def test_semicolons_part_the_cells_where_a_spreadsheet_writes_them():
    made, _ = read("id;title;points\ncub;Cub, a fox;3\n;;\n")
    assert made.data == {"cards": [{"id": "cub", "title": "Cub, a fox", "points": 3}]}


@pytest.mark.parametrize(
    "text",
    [
        'id\ttitle\twild\tpoints\ncub\tCub, a fox\tTRUE\t0.5\n',
        'sep=;\nid;title;wild;points\ncub;Cub, a fox;True;0,5\n',
        '# by hand\n\nid|title|wild|points\ncub|Cub, a fox|YES|.5\n',
        '"sep=,"\nid, title, wild, points\ncub, "Cub, a fox" , Yes, 0.50\n',
    ],
)  # fmt: skip
def test_a_table_is_read_as_programs_and_people_write_it(text):
    made, report = read(text)
    assert report.found == []
    cub = {"id": "cub", "title": "Cub, a fox", "wild": True, "points": "½"}
    assert made.data == {"cards": [cub]}


def typed_in(wrong: str, cell: str, right: str) -> None:
    """Check that a table is wrong with one cell, and right with what the help says in its place."""
    _, before = checked(TABLE.replace(cell, wrong))
    assert before, wrong
    program, after = checked(TABLE.replace(cell, right))
    assert (program is not None, after) == (True, ""), after


def test_cures_for_cells_are_those_of_a_table():
    _, errors = checked(TABLE.replace('"1 fox, 2 hare"', '"1 Wolf; 2 hare"'))
    assert "help: write amounts like `2 green, 1 blue`, by the names of the rules" in errors
    typed_in('"1 Wolf; 2 hare"', '"1 fox, 2 hare"', '"1 fox, 2 hare"')


@pytest.mark.parametrize(
    ("cell", "typed"),
    [
        ('"[leveret]"', "leveret"),
        ('"[leveret]"', "Leveret"),
        ('"1 fox, 2 hare"', '"1 Fox; 2 hare"'),
    ],
)
def test_cells_are_read_as_people_type_them(cell, typed):
    program, errors = checked(TABLE.replace(cell, typed))
    assert program is not None and errors == ""


def test_a_common_name_in_capitals_leads_to_ours_at_once():
    made, report = read("id,Quantity,source\ncub,3,common\n")
    json_schema.validate(made, schema("components"), report, "component file")
    assert [(one.slug, one.label.text) for one in report.found] == [
        ("wrong-form", "did you mean `copies`?")
    ]


def test_a_column_that_the_game_does_not_know_can_be_declared():
    _, errors = checked("id,strength,source\ncub,3,common\n")
    help_ = "declare it below the kind, `printed strength: text` if no rule is about it; or call"
    assert help_ in " ".join(errors.replace("\n", " ").split())


def test_rules_with_quotes_have_their_places_in_a_table():
    text = 'id,rules\ncub,"requires you are rich else ""poor""\nhop ""now"" twice"\n'
    made, _ = read(text)
    block = made.blocks["cards", 0, "rules"]
    assert block.text == 'requires you are rich else "poor"\nhop "now" twice'
    for word in ("requires", "poor", "hop", "now", "twice"):
        at = block.offset(block.text.index(word))
        assert text[at : at + len(word)] == word


def test_an_id_that_is_a_word_of_the_language_is_told_as_an_id():
    _, errors = checked("id,title,source\nlast,Last,common\n")
    assert "`last` is a word of the language, not a name" in errors
    assert "help: choose another word, or two words joined by `_`" in errors


def test_a_game_is_played_with_components_of_a_table():
    program, errors = checked(TABLE)
    assert errors == ""
    assert [design.id for design in program.kinds["card"].designs] == ["cub", "leveret"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "cub,\"Cub, a fox\",fox",
            "cub,\"Cub, a fox\",foxx",
            """
            error[C004 unknown-value]: `suit` cannot be `foxx`
             --> components/cards.csv:2:18
              |
            2 | cub,"Cub, a fox",foxx,"1 fox, 2 hare",no,"[leveret]",3,"Says ""yip"".",,com…
              |                  ^^^^ did you mean `fox`?
              |
              = note: it can be: `fox`, `hare`
            """,
        ),
        (
            "    gain 2 score",
            "    gain 2 scores",
            """
            error[N211 unknown-attribute]: players have no number called `scores`
             --> components/cards.csv:5:12
              |
            5 |     gain 2 scores",common
              |            ^^^^^^ not a number that players have
              |
              = note: players have: `score`
              = help: did you mean `score`?
            """,
        ),
        (
            "points,text",
            "poinst,text",
            """
            error[C001 unknown-key]: `poinst` is not something a card can have
             --> components/cards.csv:1:33
              |
            1 | id,title,suit,cost,wild,next_to,poinst,text,rules,source
              |                                 ^^^^^^ did you mean `points`?
            """,
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_with_its_file_row_and_column(old, new, message):
    _, errors = checked(TABLE.replace(old, new))
    assert dedent(message).strip("\n") in errors


FAULTS = [
    (
        'id,title\ncub,"Cub\n',
        'id,title\ncub,"Cub"\n',
        """
        error[L022 open-quote]: this quote is not closed
         --> components/cards.csv:2:5
          |
        2 | cub,"Cub
          |     ^
          |
          = help: close it with `"`; a quote inside a text is written twice: `""`
        """,
    ),
    (
        'id,title\ncub,"The "big" cub"\n',
        'id,title\ncub,"The ""big"" cub"\n',
        """
        error[L030 stray-text]: more stands here after the closing quote
         --> components/cards.csv:2:11
          |
        2 | cub,"The "big" cub"
          |           ^^^^^^^^^ does not belong to the cell
          |
          = help: a quote inside a text is written twice: `""`
        """,
    ),
    (
        "id,title\ncub,Cub, a fox\n",
        'id,title\ncub,"Cub, a fox"\n',
        """
        error[C006 wrong-count]: this row has more cells than the 2 columns
         --> components/cards.csv:2:10
          |
        2 | cub,Cub, a fox
          |          ^^^^^
          |
          = help: put a text with such a mark in it into quotes, or name one more column
        """,
    ),
    (
        "id,title,title\ncub,Cub,Cub\n",
        "id,title,text\ncub,Cub,Cub\n",
        """
        error[L036 duplicate-key]: two columns are called `title`
         --> components/cards.csv:1:10
          |
        1 | id,title,title
          |    ----- ^^^^^ again here
          |    |
          |    first here
        """,
    ),
    (
        "id,\ncub,Cub\n",
        "id,title\ncub,Cub\n",
        """
        error[C002 missing-key]: this column has no name
         --> components/cards.csv:1:4
          |
        1 | id,
          |    ^
          |
          = help: write into its first row what stands in it, such as `title`
        """,
    ),
    (
        "\n\n",
        "id\ncub\n",
        """
        error[L043 empty-file]: there is nothing in this file
         --> components/cards.csv:1:1
          |
        1 |
          | ^
          |
          = help: write something into it, or delete the file
        """,
    ),
]


@pytest.mark.parametrize(("wrong", "right", "message"), FAULTS)
def test_a_faulty_table_is_told_in_full(wrong, right, message):
    made, report = read(wrong)
    assert made is None
    assert said(report) == dedent(message).strip("\n")
    near, none = read(right)
    assert near is not None
    assert not none.found


def test_no_text_of_a_table_goes_unread_or_breaks_the_reader():
    dice = Random(7)
    for _ in range(400):
        text = "".join(dice.choice('ab1,;"\n []{}:é ') for _ in range(dice.randrange(40)))
        made, report = read("id,a,b\n" + text)
        assert (made is None) == bool(report.found), text
        assert all(0 <= one.label.span.start <= one.label.span.end for one in report.found)


def test_a_table_as_a_spreadsheet_saves_it(tmp_path):
    """With a mark of its encoding, line ends of Windows, and columns in which nothing stands."""
    file = tmp_path / "cards.csv"
    file.write_bytes(b"\xef\xbb\xbfid,title,,,\r\ncub,Cub,,,\r\n,,,,\r\n")
    report = Report()
    source = read_source(file, report, "components/cards.csv")
    assert source is not None
    made = load_csv(source, report)
    assert made is not None and report.found == []
    assert made.data == {"cards": [{"id": "cub", "title": "Cub"}]}
