"""What does not fit a schema, told in full: each message beside data that are nearly the same and
fit. One fault, one message."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from textwrap import dedent

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.catalogue import CATALOGUE
from interpreter.diagnostics.render_text import render
from interpreter.load.game_folder import schema
from interpreter.load.json_schema import validate
from interpreter.load.resources import root
from interpreter.load.schema_messages import MOST_FAULTS
from interpreter.load.yaml_source import load_yaml
from tests.effort import GOOD_TIME, effort

GAME = """id: fox
version: "1.0"
title: Fox
language: 1
players: {min: 2, max: 4}
"""
CARD = {
    "type": "object",
    "additionalProperties": {"type": "array", "items": {"$ref": "#/$defs/card"}},
    "$defs": {
        "card": {
            "title": "card",
            "type": "object",
            "additionalProperties": False,
            "required": ["id", "suit"],
            "properties": {
                "id": {"type": "string"},
                "suit": {"enum": ["fox", "mouse", "bird"]},
                "copies": {"type": "integer"},
                "title": {},
                "text": {},
                "rules": {},
            },
        }
    },
}
KIND = {
    "type": "object",
    "properties": {"kind": {"enum": ["tile", "card"]}, "id": {"type": "string"}},
    "allOf": [
        {
            "if": {"properties": {"kind": {"const": "tile"}}, "required": ["kind"]},
            "then": {"properties": {"sides": {"type": "integer"}}, "required": ["sides"]},
        }
    ],
    "unevaluatedProperties": False,
}
MIX = {
    "type": "object",
    "properties": {
        "cost": {
            "anyOf": [
                {"type": "integer"},
                {"type": "object", "additionalProperties": {"type": "integer"}},
            ]
        },
        "size": {"exclusiveMinimum": 0},
        "odd": {"not": {"const": 3}, "description": "any number but 3"},
        "pair": {"type": "array", "maxItems": 2},
    },
}
SCHEMAS = {
    "game": (schema("game"), "game"),
    "components": (schema("components"), "component file"),
    "CARD": (CARD, "card file"),
    "KIND": (KIND, "piece"),
    "MIX": (MIX, "piece"),
    "NONE": ({"properties": {"hero": {"enum": []}}}, "quest"),
}


@dataclass
class Case:
    name: str
    slug: str
    schema: str
    wrong: str
    right: str
    message: str


def case(name, slug, schema, wrong, right, message):
    return Case(name, slug, schema, wrong, right, dedent(message).strip("\n"))


def faults(text, name):
    report = Report()
    spanned = load_yaml(Source("a.yaml", text), report)
    assert spanned is not None, report.found
    rules, what = SCHEMAS[name]
    validate(spanned, rules, report, what)
    return report.found


CASES = [
    case(
        "a key of a card that is misspelt",
        "unknown-key",
        "CARD",
        "cards:\n  - id: tax_collector\n    suite: fox\n",
        "cards:\n  - id: tax_collector\n    suit: fox\n",
        """
            error[C001 unknown-key]: `suite` is not something a card can have
             --> a.yaml:3:5
              |
            2 |   - id: tax_collector
              |         ------------- in this card
            3 |     suite: fox
              |     ^^^^^ did you mean `suit`?
              |
              = note: a card has: id, suit, copies, title, text, rules
        """,
    ),
    case(
        "a colour that is none",
        "wrong-form",
        "game",
        GAME + 'look:\n  fox: {colour: "#12"}\n',
        GAME + 'look:\n  fox: {colour: "#121212"}\n',
        """
            error[C007 wrong-form]: `#12` does not do as `colour`
             --> a.yaml:7:17
              |
            7 |   fox: {colour: "#12"}
              |                 ^^^^^
              |
              = note: what is needed: a colour such as "#c8452f" in quotes, or red, yellow,
                      green, blue, white, magenta, orange, purple, black, brown, grey, cyan,
                      pink
        """,
    ),
    case(
        "a shape that no piece has",
        "unknown-value",
        "game",
        GAME + "look:\n  fox: {shape: star}\n",
        GAME + "look:\n  fox: {shape: disc}\n",
        """
            error[C004 unknown-value]: `shape` cannot be `star`
             --> a.yaml:7:16
              |
            7 |   fox: {shape: star}
              |                ^^^^
              |
              = note: it can be: `card`, `cube`, `die`, `disc`, `gem`, `shield`, `square`
        """,
    ),
    case(
        "a key that is like no other",
        "unknown-key",
        "game",
        GAME + "colour: red\n",
        GAME + "author: Ann\n",
        """
            error[C001 unknown-key]: `colour` is not something a game can have
             --> a.yaml:6:1
              |
            1 | id: fox
              |     --- in this game
            ...
            6 | colour: red
              | ^^^^^^ not known here
              |
              = note: a game has: id, version, title, language, players, author, publisher,
                      description, minutes, patience, options, citations, words, sitting,
                      look, layout
        """,
    ),
    case(
        "a key whose fellow is there already",
        "unknown-key",
        "game",
        GAME + "titles: Fox\n",
        GAME + "description: Fox\n",
        """
            error[C001 unknown-key]: `titles` is not something a game can have
             --> a.yaml:6:1
              |
            1 | id: fox
              |     --- in this game
            ...
            6 | titles: Fox
              | ^^^^^^ not known here
              |
              = note: a game has: id, version, title, language, players, author, publisher,
                      description, minutes, patience, options, citations, words, sitting,
                      look, layout
        """,
    ),
    case(
        "a key on the same line",
        "unknown-key",
        "game",
        GAME.replace("max", "mx"),
        GAME,
        """
            error[C001 unknown-key]: `mx` is not something a number of players can have
             --> a.yaml:5:19
              |
            5 | players: {min: 2, mx: 4}
              |           ---     ^^ did you mean `max`?
              |           |
              |           in this number of players
              |
              = note: a number of players has: min, max
        """,
    ),
    case(
        "a misspelt key that must be there",
        "unknown-key",
        "game",
        GAME.replace("title", "titel"),
        GAME,
        """
            error[C001 unknown-key]: `titel` is not something a game can have
             --> a.yaml:3:1
              |
            1 | id: fox
              |     --- in this game
            2 | version: "1.0"
            3 | titel: Fox
              | ^^^^^ did you mean `title`?
              |
              = note: a game has: id, version, title, language, players, author, publisher,
                      description, minutes, patience, options, citations, words, sitting,
                      look, layout
        """,
    ),
    case(
        "a key of one kind of thing only",
        "unknown-key",
        "KIND",
        "kind: card\nid: fox\nsides: 6\n",
        "kind: tile\nid: fox\nsides: 6\n",
        """
            error[C001 unknown-key]: `sides` is not something a piece can have
             --> a.yaml:3:1
              |
            2 | id: fox
              |     --- in this piece
            3 | sides: 6
              | ^^^^^ not known here
              |
              = note: a piece has: kind, id
        """,
    ),
    case(
        "a missing key",
        "missing-key",
        "game",
        GAME.replace("language: 1\n", ""),
        GAME,
        """
            error[C002 missing-key]: this game has no `language`
             --> a.yaml:1:5
              |
            1 | id: fox
              |     ^^^ `language` is missing
              |
              = note: `language`: the version of the rules language, which is 1
        """,
    ),
    case(
        "two missing keys",
        "missing-key",
        "game",
        'id: fox\nversion: "1.0"\nlanguage: 1\n',
        GAME,
        """
            error[C002 missing-key]: this game has no `title` and no `players`
             --> a.yaml:1:5
              |
            1 | id: fox
              |     ^^^ `title` and `players` are missing
              |
              = note: `title`: the name on the box, in one line
              = note: `players`: how few and how many can play, such as {min: 2, max: 4}
        """,
    ),
    case(
        "a missing key in a list",
        "missing-key",
        "components",
        "cards:\n- title: Fox\n- id: owl\n  source: common\n",
        "cards:\n- id: fox\n  source: common\n",
        """
            error[C002 missing-key]: this component has no `id`
             --> a.yaml:2:10
              |
            2 | - title: Fox
              |          ^^^ `id` is missing
              |
              = note: `id`: small letters, digits and `_`, beginning with a letter
        """,
    ),
    case(
        "a missing key that is misspelt where any key is free",
        "missing-key",
        "components",
        "cards:\n- title: Fox\n  idd: fox\n",
        "cards:\n- id: fox\n  source: common\n  sauce: red\n",
        """
            error[C002 missing-key]: this component has no `id`
             --> a.yaml:3:3
              |
            2 | - title: Fox
              |          --- this component
            3 |   idd: fox
              |   ^^^ did you mean `id`?
              |
              = note: `id`: small letters, digits and `_`, beginning with a letter
        """,
    ),
    case(
        "a missing key of a thing without a name",
        "missing-key",
        "components",
        "cards:\n- copies: 2\n  source: common\n",
        "cards:\n- id: fox\n  copies: 2\n  source: common\n",
        """
            error[C002 missing-key]: this component has no `id`
             --> a.yaml:2:3
              |
            2 | - copies: 2
              |   ^^^^^^ `id` is missing
              |
              = note: `id`: small letters, digits and `_`, beginning with a letter
        """,
    ),
    case(
        "a missing key of one kind of thing",
        "missing-key",
        "KIND",
        "kind: tile\nid: fox\n",
        "kind: card\nid: fox\n",
        """
            error[C002 missing-key]: this piece has no `sides`
             --> a.yaml:2:5
              |
            2 | id: fox
              |     ^^^ `sides` is missing
              |
              = note: a piece needs `sides`
        """,
    ),
    case(
        "a number in quotes",
        "wrong-kind",
        "game",
        GAME + 'minutes: "60"\n',
        GAME + "minutes: 60\n",
        """
            error[C003 wrong-kind]: `minutes` is a text, and must be a number
             --> a.yaml:6:10
              |
            6 | minutes: "60"
              |          ^^^^ this is a text
              |
              = note: `minutes`: how long a game takes, in minutes
              = help: write it without quotes: 60
        """,
    ),
    case(
        "a word for a number",
        "wrong-kind",
        "game",
        GAME + "minutes: sixty\n",
        GAME + "minutes: 61\n",
        """
            error[C003 wrong-kind]: `minutes` is a text, and must be a number
             --> a.yaml:6:10
              |
            6 | minutes: sixty
              |          ^^^^^ this is a text
              |
              = note: `minutes`: how long a game takes, in minutes
        """,
    ),
    case(
        "a number for a text",
        "wrong-kind",
        "game",
        GAME + "author: 7\n",
        GAME + 'author: "7"\n',
        """
            error[C003 wrong-kind]: `author` is a number, and must be a text
             --> a.yaml:6:9
              |
            6 | author: 7
              |         ^ this is a number
              |
              = note: `author`: who designed the game, in one line
              = help: put it in quotes: "7"
        """,
    ),
    case(
        "yes for true",
        "wrong-kind",
        "components",
        "dice:\n- id: d\n  source: common\n  for_each_player: yes\n",
        "dice:\n- id: d\n  source: common\n  for_each_player: true\n",
        """
            error[C003 wrong-kind]: `for_each_player` is a text, and must be yes or no
             --> a.yaml:4:20
              |
            4 |   for_each_player: yes
              |                    ^^^ this is a text
              |
              = note: `for_each_player`: whether every player has so many copies
              = help: write `true` for yes
        """,
    ),
    case(
        "a number for yes or no",
        "wrong-kind",
        "components",
        "dice:\n- id: d\n  source: common\n  for_each_player: 1\n",
        "dice:\n- id: d\n  source: common\n  for_each_player: false\n",
        """
            error[C003 wrong-kind]: `for_each_player` is a number, and must be yes or no
             --> a.yaml:4:20
              |
            4 |   for_each_player: 1
              |                    ^ this is a number
              |
              = note: `for_each_player`: whether every player has so many copies
              = help: write `true` for yes or `false` for no
        """,
    ),
    case(
        "nothing behind a colon",
        "wrong-kind",
        "game",
        GAME + "author:\n",
        GAME + 'author: ""\n',
        """
            error[C003 wrong-kind]: `author` is empty, and must be a text
             --> a.yaml:6:1
              |
            6 | author:
              | ^^^^^^ nothing stands behind the colon
              |
              = note: `author`: who designed the game, in one line
        """,
    ),
    case(
        "a list without spaces",
        "wrong-kind",
        "components",
        "cards:\n  -fox\n  -owl\n",
        "cards:\n  - {id: fox, source: common}\n",
        """
            error[C003 wrong-kind]: `cards` is a text, and must be a list
             --> a.yaml:1:1
              |
            1 | cards:
              | ^^^^^ this is a text
              |
              = note: `cards`: a list of components, each beginning with `- id:`
              = help: put a space after each `-`
        """,
    ),
    case(
        "one thing for a list",
        "wrong-kind",
        "components",
        "cards:\n  id: fox\n  source: common\n",
        "cards:\n- id: fox\n  source: common\n",
        """
            error[C003 wrong-kind]: `cards` is a group of keys, and must be a list
             --> a.yaml:1:1
              |
            1 | cards:
              | ^^^^^ this is a group of keys
              |
              = note: `cards`: a list of components, each beginning with `- id:`
        """,
    ),
    case(
        "a text for a list",
        "wrong-kind",
        "game",
        GAME + "options:\n- name: a\n  title: A\n  values: short\n",
        GAME + "options:\n- name: a\n  title: A\n  values: [short]\n",
        """
            error[C003 wrong-kind]: `values` is a text, and must be a list
             --> a.yaml:9:11
              |
            9 |   values: short
              |           ^^^^^ this is a text
              |
              = note: `values`: the values that are offered
              = help: write a list of one: [short]
        """,
    ),
    case(
        "keys without spaces",
        "wrong-kind",
        "game",
        "id:fox\ntitle:Fox\n",
        GAME,
        """
            error[C003 wrong-kind]: this game is a text, and must be a group of keys
             --> a.yaml:1:1
              |
            1 | id:fox
              | ^^^^^^ this is a text
              |
              = help: put a space after each colon
        """,
    ),
    case(
        "an item of the wrong kind",
        "wrong-kind",
        "game",
        GAME + "options: [fox]\n",
        GAME + "options: []\n",
        """
            error[C003 wrong-kind]: item 1 of `options` is a text, and must be a group of keys
             --> a.yaml:6:11
              |
            6 | options: [fox]
              |           ^^^ this is a text
              |
              = help: write each part of it as `key: value`
        """,
    ),
    case(
        "neither of two kinds",
        "wrong-kind",
        "MIX",
        "cost: cheap\n",
        "cost: 3\n",
        """
            error[C003 wrong-kind]: `cost` is a text, and must be a number or a group of keys
             --> a.yaml:1:7
              |
            1 | cost: cheap
              |       ^^^^^ this is a text
              |
              = help: write each part of it as `key: value`
        """,
    ),
    case(
        "the inside of one of two kinds",
        "wrong-kind",
        "MIX",
        "cost: {fox: one}\n",
        "cost: {fox: 1}\n",
        """
            error[C003 wrong-kind]: `fox` is a text, and must be a number
             --> a.yaml:1:13
              |
            1 | cost: {fox: one}
              |             ^^^ this is a text
        """,
    ),
    case(
        "a word that is not in the list",
        "unknown-value",
        "game",
        GAME + "words: {suit: {fox: {colour: gren}}}\n",
        GAME + "words: {suit: {fox: {colour: green}}}\n",
        """
            error[C004 unknown-value]: `colour` cannot be `gren`
             --> a.yaml:6:30
              |
            6 | words: {suit: {fox: {colour: gren}}}
              |                              ^^^^ did you mean `green`?
              |
              = note: it can be: `black`, `blue`, `cyan`, `green`, `grey`, `magenta`,
                      `orange`, `purple`, `red`, `white`, `yellow`
        """,
    ),
    case(
        "a word like none in the list",
        "unknown-value",
        "CARD",
        "cards: [{id: a, suit: stone}]\n",
        "cards: [{id: a, suit: bird}]\n",
        """
            error[C004 unknown-value]: `suit` cannot be `stone`
             --> a.yaml:1:23
              |
            1 | cards: [{id: a, suit: stone}]
              |                       ^^^^^
              |
              = note: it can be: `bird`, `fox`, `mouse`
        """,
    ),
    case(
        "a word where nothing is to choose from",
        "unknown-value",
        "NONE",
        "hero: jason\n",
        "title: Jason\n",
        """
            error[C004 unknown-value]: `hero` cannot be `jason`
             --> a.yaml:1:7
              |
            1 | hero: jason
              |       ^^^^^
              |
              = note: there is none of these in the game yet
        """,
    ),
    case(
        "a word that decides what else there is",
        "unknown-value",
        "KIND",
        "kind: tyle\nid: fox\nsides: 6\n",
        "kind: tile\nid: fox\nsides: 6\n",
        """
            error[C004 unknown-value]: `kind` cannot be `tyle`
             --> a.yaml:1:7
              |
            1 | kind: tyle
              |       ^^^^ did you mean `tile`?
              |
              = note: it can be: `card`, `tile`
        """,
    ),
    case(
        "another version of the language",
        "unknown-value",
        "game",
        GAME.replace("language: 1", "language: 2"),
        GAME,
        """
            error[C004 unknown-value]: `language` must be `1`
             --> a.yaml:4:11
              |
            4 | language: 2
              |           ^
              |
              = note: `language`: the version of the rules language, which is 1
        """,
    ),
    case(
        "too many copies",
        "out-of-range",
        "components",
        "cards:\n- id: fox\n  source: common\n  copies: 201\n",
        "cards:\n- id: fox\n  source: common\n  copies: 200\n",
        """
            error[C005 out-of-range]: `copies` is 201, and must be at most 200
             --> a.yaml:4:11
              |
            4 |   copies: 201
              |           ^^^ too large
              |
              = note: `copies`: how many of it there are
        """,
    ),
    case(
        "no copies",
        "out-of-range",
        "components",
        "cards:\n- id: fox\n  source: common\n  copies: 0\n",
        "cards:\n- id: fox\n  source: common\n  copies: 1\n",
        """
            error[C005 out-of-range]: `copies` is 0, and must be at least 1
             --> a.yaml:4:11
              |
            4 |   copies: 0
              |           ^ too small
              |
              = note: `copies`: how many of it there are
        """,
    ),
    case(
        "a number that must be more",
        "out-of-range",
        "MIX",
        "size: 0\n",
        "size: 1\n",
        """
            error[C005 out-of-range]: `size` is 0, and must be at least 1
             --> a.yaml:1:7
              |
            1 | size: 0
              |       ^ too small
        """,
    ),
    case(
        "two characters for one",
        "wrong-count",
        "game",
        GAME + "words: {suit: {fox: {letter: FX}}}\n",
        GAME + "words: {suit: {fox: {letter: 狐}}}\n",
        """
            error[C006 wrong-count]: `letter` has 2 characters
             --> a.yaml:6:30
              |
            6 | words: {suit: {fox: {letter: FX}}}
              |                              ^^ has room for 1 character
              |
              = note: `letter`: the one character that stands for it on a board
        """,
    ),
    case(
        "an empty title",
        "wrong-count",
        "game",
        GAME.replace("title: Fox", 'title: ""'),
        GAME,
        """
            error[C006 wrong-count]: `title` has no characters
             --> a.yaml:3:8
              |
            3 | title: ""
              |        ^^ needs at least 1 character
              |
              = note: `title`: the name on the box, in one line
        """,
    ),
    case(
        "an empty list",
        "wrong-count",
        "game",
        GAME + "options:\n- name: a\n  title: A\n  values: []\n",
        GAME + "options:\n- name: a\n  title: A\n  values: [1]\n",
        """
            error[C006 wrong-count]: `values` has no items
             --> a.yaml:9:11
              |
            9 |   values: []
              |           ^^ needs at least 1 item
              |
              = note: `values`: the values that are offered
        """,
    ),
    case(
        "a file without kinds",
        "wrong-count",
        "components",
        "{}\n",
        "cards: []\n",
        """
            error[C006 wrong-count]: this component file has no keys
             --> a.yaml:1:1
              |
            1 | {}
              | ^^ needs at least 1 key
        """,
    ),
    case(
        "three for a pair",
        "wrong-count",
        "MIX",
        "pair: [1, 2, 3]\n",
        "pair: [1, 2]\n",
        """
            error[C006 wrong-count]: `pair` has 3 items
             --> a.yaml:1:7
              |
            1 | pair: [1, 2, 3]
              |       ^^^^^^^^^ has room for 2 items
        """,
    ),
    case(
        "an id with a space and capitals",
        "wrong-form",
        "components",
        "cards:\n- id: Tax Collector\n  source: common\n",
        "cards:\n- id: tax_collector\n  source: common\n",
        """
            error[C007 wrong-form]: `Tax Collector` does not do as `id`
             --> a.yaml:2:7
              |
            2 | - id: Tax Collector
              |       ^^^^^^^^^^^^^ did you mean `tax_collector`?
              |
              = note: what is needed: small letters, digits and `_`, beginning with a letter
        """,
    ),
    case(
        "a source that says nothing",
        "wrong-form",
        "components",
        "cards:\n- id: fox\n  source: rulebook\n",
        "cards:\n- id: fox\n  source: rulebook DOK-01\n",
        """
            error[C007 wrong-form]: `rulebook` does not do as `source`
             --> a.yaml:3:11
              |
            3 |   source: rulebook
              |           ^^^^^^^^
              |
              = note: what is needed: `rulebook` and the id of a rule, or `reconstructed`,
                      or `common`
        """,
    ),
    case(
        "a version that is none",
        "wrong-form",
        "game",
        GAME.replace("1.0", "1.0-beta"),
        GAME.replace("1.0", "1.10.2"),
        """
            error[C007 wrong-form]: `1.0-beta` does not do as `version`
             --> a.yaml:2:10
              |
            2 | version: "1.0-beta"
              |          ^^^^^^^^^^
              |
              = note: what is needed: numbers and points in quotes, such as "1.0"
        """,
    ),
    case(
        "a title of two lines",
        "wrong-form",
        "game",
        GAME.replace("title: Fox", 'title: "Fox\\n::error::wood"'),
        GAME,
        """
            error[C007 wrong-form]: `Fox ::error::wood` does not do as `title`
             --> a.yaml:3:8
              |
            3 | title: "Fox\\n::error::wood"
              |        ^^^^^^^^^^^^^^^^^^^^
              |
              = note: what is needed: the name on the box, in one line
        """,
    ),
    case(
        "a version with a line end behind it",
        "wrong-form",
        "game",
        GAME.replace('"1.0"', '"1.0\\n"'),
        GAME,
        """
            error[C007 wrong-form]: `1.0 ` does not do as `version`
             --> a.yaml:2:10
              |
            2 | version: "1.0\\n"
              |          ^^^^^^^
              |
              = note: what is needed: numbers and points in quotes, such as "1.0"
        """,
    ),
    case(
        "an id with a line end behind it",
        "wrong-form",
        "components",
        'cards:\n- id: "owl\\n"\n  source: common\n',
        "cards:\n- id: owl\n  source: common\n",
        """
            error[C007 wrong-form]: `owl ` does not do as `id`
             --> a.yaml:2:7
              |
            2 | - id: "owl\\n"
              |       ^^^^^^^ did you mean `owl`?
              |
              = note: what is needed: small letters, digits and `_`, beginning with a letter
        """,
    ),
    case(
        "a kind with a capital",
        "wrong-form",
        "components",
        "Cards: []\n",
        "cards_2: []\n",
        """
            error[C007 wrong-form]: `Cards` does not do as a key
             --> a.yaml:1:1
              |
            1 | Cards: []
              | ^^^^^ did you mean `cards`?
              |
              = note: what is needed: a kind of component in the plural: small letters,
                      digits and `_`
        """,
    ),
    case(
        "a printed field with a hyphen",
        "wrong-form",
        "components",
        "cards:\n- id: fox\n  source: common\n  hit-points: 3\n",
        "cards:\n- id: fox\n  source: common\n  hit_points: 3\n",
        """
            error[C007 wrong-form]: `hit-points` does not do as a key
             --> a.yaml:4:3
              |
            4 |   hit-points: 3
              |   ^^^^^^^^^^ did you mean `hit_points`?
              |
              = note: what is needed: small letters, digits and `_`, beginning with a letter
        """,
    ),
    case(
        "a value twice",
        "repeated-value",
        "game",
        GAME + "options:\n- name: a\n  title: A\n  values: [short, long, short]\n",
        GAME + 'options:\n- name: a\n  title: A\n  values: [short, long, "1", 1]\n',
        """
            error[C008 repeated-value]: `short` stands twice in this list
             --> a.yaml:9:25
              |
            9 |   values: [short, long, short]
              |            -----        ^^^^^ again here
              |            |
              |            first here
        """,
    ),
    case(
        "something no other message says",
        "poor-fit",
        "MIX",
        "odd: 3\n",
        "odd: 4\n",
        """
            error[C009 poor-fit]: `odd` does not fit here
             --> a.yaml:1:6
              |
            1 | odd: 3
              |      ^
              |
              = note: `odd`: any number but 3
        """,
    ),
]


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_the_message(each):
    assert "\n\n".join(map(render, faults(each.wrong, each.schema))) == each.message


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_one_fault_is_one_message(each):
    assert [diagnostic.slug for diagnostic in faults(each.wrong, each.schema)] == [each.slug]


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_the_near_miss(each):
    assert faults(each.right, each.schema) == []


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_a_fix_mends_it(each):
    (fault,) = faults(each.wrong, each.schema)
    if fault.fix is not None:
        span, text = fault.fix
        assert faults(each.wrong[: span.start] + text + each.wrong[span.end :], each.schema) == []


def test_every_kind_of_misfit_is_here():
    kinds = {slug for slug, entry in CATALOGUE.items() if "C000" < entry.code < "C010"}
    assert kinds <= {each.slug for each in CASES}


def test_several_faults_are_several_messages_in_the_order_of_the_file():
    found = faults(GAME.replace("Fox", "7") + "author: 3\nfoo: 1\nminutes: no\n", "game")
    assert [fault.label.span.text for fault in found] == ["7", "3", "foo", "no"]


def test_a_file_full_of_faults_is_cut_short():
    text = "cards:\n" + "- {id: 1, copies: x}\n" * 5000
    assert len(faults(text, "components")) == MOST_FAULTS


def test_a_long_list_of_mixed_kinds_is_compared_in_good_time():
    values = ", ".join(f'{i}, "{i}"' for i in range(30_000))
    options = f"options: [{{name: a, title: A, values: [{values}]}}]\n"
    assert effort(lambda: faults(GAME + options, "game")) < GOOD_TIME


@pytest.mark.slow
def test_a_hundred_thousand_unknown_keys_are_told_in_good_time():
    keys = "".join(f"titl{i}: 1\n" for i in range(99_000))
    items = "".join(f"  id{i}: 1\n" for i in range(90_000))

    def tell():
        assert len(faults(keys, "game")) == MOST_FAULTS
        faults(f"cards:\n- x: 1\n{items}", "components")

    assert effort(tell) < GOOD_TIME


def test_a_long_key_does_not_fill_the_message():
    (fault,) = faults(GAME + "x" * 900 + ": 1\n", "game")
    assert len(fault.message) < 100


def test_nothing_outside_the_schema_is_fetched():
    report = Report()
    spanned = load_yaml(Source("a.yaml", "a: 1\n"), report)
    assert spanned is not None
    for elsewhere in ("http://localhost:9/x.json", "file:///etc/hostname", "other.json"):
        with pytest.raises(ValueError, match="outside itself"):
            validate(spanned, {"properties": {"a": {"$ref": elsewhere}}}, report, "game")


def test_the_schemas_are_schemas():
    from jsonschema import Draft202012Validator

    for name in ("game", "components", "diagnostics"):
        Draft202012Validator.check_schema(schema(name))


def test_loading_does_not_import_what_is_slow():
    code = (
        "import sys, json; import interpreter.load.game_folder, interpreter.load.json_schema;"
        "print(json.dumps(sorted({'jsonschema', 'lark', 'click', 'rich'} & set(sys.modules))))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert json.loads(found.stdout) == []


def test_no_pattern_of_a_schema_lets_a_line_end_through():
    """`$` alone matches before the last line end of a text, in Python and others."""
    texts = [path.read_text("utf-8") for path in sorted((root() / "schemas").glob("*.json"))]
    found = [p for text in texts for p in re.findall(r'"pattern": (".*?[^\\]")', text)]
    assert len(found) > 20
    for pattern in map(json.loads, found):
        assert pattern.endswith(r"$(?!\n)"), pattern
