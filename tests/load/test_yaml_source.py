"""YAML as plain data with places: which values come out, where they stood, what blocks map to."""

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.load.yaml_source import load_yaml
from tests.effort import effort


def load(text):
    report = Report()
    spanned = load_yaml(Source("cards.yaml", text), report)
    assert spanned is not None, report.found
    return spanned


@pytest.mark.parametrize(
    "word",
    [
        "no",
        "on",
        "off",
        "yes",
        "y",
        "012",
        "1:30",
        "1_000",
        "2001-01-01",
        "0x10",
        "0o14",
        "=",
        "1.0.1",
    ],
)
def test_words_that_stay_texts(word):
    assert load(f"a: {word}").data == {"a": word}


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("0", 0),
        ("12", 12),
        ("-3", -3),
        ("+4", 4),
        ("'12'", "12"),
        ('"true"', "true"),
        ('"caf\\u00e9"', "café"),
        ("|\n  12", "12"),
    ],
)
def test_words_that_are_values(word, value):
    found = load(f"a: {word}").data["a"]
    assert found == value
    assert type(found) is type(value)


def test_keys_keep_their_order():
    assert list(load("b: 1\na: 2\nc: 3\n").data) == ["b", "a", "c"]


def test_every_value_and_key_has_its_place():
    spanned = load('cards:\n- id: fox # red\n  cost: {mouse: 1, "bird": [2, 34]}\n- owl\n')
    assert {path: span.text for path, span in spanned.spans.items() if len(path) > 2} == {
        ("cards", 0, "id"): "fox",
        ("cards", 0, "cost"): '{mouse: 1, "bird": [2, 34]}',
        ("cards", 0, "cost", "mouse"): "1",
        ("cards", 0, "cost", "bird"): "[2, 34]",
        ("cards", 0, "cost", "bird", 0): "2",
        ("cards", 0, "cost", "bird", 1): "34",
    }
    assert spanned.spans[("cards", 1)].text == "owl"
    assert spanned.spans[("cards", 0)].text.endswith("[2, 34]}")
    assert spanned.spans[()].text == spanned.source.text.rstrip()
    assert {path: span.text for path, span in spanned.keys.items()} == {
        ("cards",): "cards",
        ("cards", 0, "id"): "id",
        ("cards", 0, "cost"): "cost",
        ("cards", 0, "cost", "mouse"): "mouse",
        ("cards", 0, "cost", "bird"): '"bird"',
    }


def test_places_count_characters_not_bytes():
    spanned = load('名: "狐 🦊"\nnext: here\n')
    assert spanned.span(("名",)).text == '"狐 🦊"'
    assert spanned.span(("next",)).text == "here"


def test_a_span_ends_before_comments_and_empty_lines():
    spanned = load("a:\n  - b # say\n\n# more\nc: |\n  x\n\n\nd: 1\n")
    assert spanned.span(("a",)).text == "- b"
    assert spanned.span(("c",)).text == "|\n  x"


def test_a_path_that_is_not_there_stands_where_its_surroundings_do():
    spanned = load("a: {b: 1}")
    assert spanned.span(("a", "x", 3)).text == "{b: 1}"
    assert spanned.key(("a", "x")).text == "{b: 1}"


BLOCKS = {
    "plain": "rules: |\n    draw a card\n    discard it\nnext: 1\n",
    "in a list": "cards:\n- id: fox\n  rules: |\n    after a turn\n        draw a card\n",
    "empty lines": "rules: |\n\n  one\n\n   two\n \n  three\n\n\nnext: 1\n",
    "no end": "rules: |\n  one\n  two",
    "stripped": "rules: |-\n  one\n  two\nnext: 1\n",
    "kept": "rules: |+\n  one\n\n\nnext: 1\n",
    "indentation given": "rules: |2\n    one\n   two\n",
    "comment in the header": "rules: | # say\n  one # not a comment\n",
    "wide characters": "# 狐🦊\nrules: |\n  draw 🦊 two\n  狐\n",
    "tabs": "rules: |\n  one\ttwo\n  \tthree\n",
    "trailing spaces": "rules: |\n  one  \n  two \n",
}


@pytest.mark.parametrize("text", BLOCKS.values(), ids=BLOCKS.keys())
def test_every_character_of_a_block_is_found_in_the_file(text):
    spanned = load(text)
    (path,) = [path for path in spanned.blocks if path[-1] == "rules"]
    block = spanned.blocks[path]
    assert block.text == (spanned.data if len(path) == 1 else spanned.data["cards"][0])["rules"]
    assert len(block.offsets) == len(block.text.split("\n"))
    for at, character in enumerate(block.text):
        if character != "\n":
            assert text[block.offset(at)] == character
    places = [block.offset(at) for at in range(len(block.text) + 1)]
    assert places == sorted(places)


def test_beyond_a_block_is_its_end():
    block = load("rules: |\n  one\nnext: 1\n").blocks[("rules",)]
    assert block.offset(len(block.text)) == block.offset(99) == len("rules: |\n  one")
    assert block.offset(-1) == block.offset(0) == len("rules: |\n  ")


@pytest.mark.parametrize(
    "text", ["rules: draw a card\n", "rules: 'draw a card'\n", 'rules: "draw"\n']
)
def test_a_text_of_one_line_is_a_block_too(text):
    spanned = load(text)
    block = spanned.blocks[("rules",)]
    assert text[block.offset(0) :].startswith("draw")
    assert len(block.offsets) == 1


@pytest.mark.parametrize(
    "text",
    [
        "rules: 'it''s'\n",
        'rules: "a\\tb"\n',
        "rules: >\n  a\n  b\n",
        "rules: a\n  b\n",
        "rules: 12\n",
    ],
)
def test_a_text_that_is_not_in_the_file_as_it_reads_has_no_block(text):
    assert load(text).blocks == {}


def test_an_empty_block_stands_behind_its_header():
    spanned = load("rules: |\nnext: 1\n")
    assert spanned.data == {"rules": "", "next": 1}
    assert spanned.blocks[("rules",)].offset(0) == len("rules: |")


def test_eight_times_as_many_lines_take_about_eight_times_as_long():
    card = (
        "- id: card_%d\n  title: A Card\n  cost: {fox: 1, mouse: 2}\n  rules: |\n    draw a card\n"
    )

    def work(cards):
        text = "cards:\n" + "".join(card % i for i in range(cards))
        return effort(lambda: load(text), attempts=3)

    assert work(1600) < 24 * work(200)  # as a square it would be 64 times
