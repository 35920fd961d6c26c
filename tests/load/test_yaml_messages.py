"""What is wrong with a YAML file, told in full: each message beside a file that is nearly the same
and right."""

from dataclasses import dataclass
from textwrap import dedent

import pytest

from interpreter.diagnostics import Report, Source
from interpreter.diagnostics.catalogue import CATALOGUE
from interpreter.diagnostics.render_text import render
from interpreter.load.yaml_source import load_yaml


@dataclass
class Case:
    name: str
    slug: str
    wrong: str
    right: str
    message: str


def case(name, slug, wrong, right, message):
    return Case(name, slug, wrong, right, dedent(message).strip("\n"))


CASES = [
    case(
        "a tab for indentation",
        "tab-indent",
        "players:\n\tmin: 2\n",
        "players:\n  min:\t2\n",
        """
            error[L021 tab-indent]: this line is indented with a tab
             --> game.yaml:2:1
              |
            2 |     min: 2
              | ^^^^ a tab
              |
              = help: indent with spaces, two for each step
        """,
    ),
    case(
        "a tab one line below a value",
        "tab-indent",
        "title: Fox\n\tid: fox\n",
        "title: Fox\t# a tab before a comment\n",
        """
            error[L021 tab-indent]: this line is indented with a tab
             --> game.yaml:2:1
              |
            2 |     id: fox
              | ^^^^ a tab
              |
              = help: indent with spaces, two for each step
        """,
    ),
    case(
        "a quote that nothing closes",
        "open-quote",
        'title: "Fox\nid: fox\n',
        'title: "Fox\n  and Wood"\n',
        """
            error[L022 open-quote]: this quote is not closed
             --> game.yaml:1:8
              |
            1 | title: "Fox
              |        ^^^^ begins with " and does not end with it
              |
              = help: write " at the end of the text
        """,
    ),
    case(
        "a quote that the next one closes",
        "open-quote",
        'title: "Fox\ntext: "Wood"\n',
        'title: "Fox"\ntext: "Wood"\n',
        """
            error[L022 open-quote]: this quote is not closed
             --> game.yaml:1:8
              |
            1 | title: "Fox
              |        ^^^^ begins with " and does not end with it
              |
              = help: write " at the end of the text
        """,
    ),
    case(
        "an apostrophe at the start",
        "open-quote",
        "title: 'tis Fox\n",
        "title: it's Fox\n",
        """
            error[L022 open-quote]: this quote is not closed
             --> game.yaml:1:8
              |
            1 | title: 'tis Fox
              |        ^^^^^^^^ begins with ' and does not end with it
              |
              = help: write ' at the end of the text
              = help: put a text that begins with an apostrophe in double quotes
        """,
    ),
    case(
        "a word alone in a line",
        "missing-colon",
        "id: fox\ntitle\n",
        "id: fox\ntitle:\n",
        """
            error[L023 missing-colon]: a colon is missing in this line
             --> game.yaml:2:1
              |
            2 | title
              | ^^^^^ `key: value` is expected
              |
              = help: write `title: ...`
        """,
    ),
    case(
        "a key and a value without colon",
        "missing-colon",
        "id: fox\ntitle Fox\nminutes: 3\n",
        "id: fox\ntitle: Fox\nminutes: 3\n",
        """
            error[L023 missing-colon]: a colon is missing in this line
             --> game.yaml:2:1
              |
            2 | title Fox
              | ^^^^^^^^^ `key: value` is expected
              |
              = help: write `title: Fox`
        """,
    ),
    case(
        "the first key of a group without colon",
        "missing-colon",
        "players:\n  min 2\n  max: 4\n",
        "players:\n  min: 2\n  max: 4\n",
        """
            error[L023 missing-colon]: a colon is missing in this line
             --> game.yaml:2:3
              |
            2 |   min 2
              |   ^^^^^ `key: value` is expected
              |
              = help: write `min: 2`
        """,
    ),
    case(
        "a line too far to the right",
        "wrong-indent",
        "id: fox\n  title: Fox\n",
        "id:\n  title: Fox\n",
        """
            error[L024 wrong-indent]: this line begins in the wrong column
             --> game.yaml:2:3
              |
            1 | id: fox
              | ------- the line above
            2 |   title: Fox
              |   ^^^^^^^^^^ 2 columns too far to the right
              |
              = help: begin it in the same column as the lines it belongs with
              = help: if it goes on with the text above, put the whole text in quotes
        """,
    ),
    case(
        "an item with keys in two columns",
        "wrong-indent",
        "- id: fox\n   cost: 3\n",
        "- id: fox\n  cost: 3\n",
        """
            error[L024 wrong-indent]: this line begins in the wrong column
             --> game.yaml:2:4
              |
            1 | - id: fox
              |   ------- the line above
            2 |    cost: 3
              |    ^^^^^^^ 1 column too far to the right
              |
              = help: begin it in the same column as the lines it belongs with
              = help: if it goes on with the text above, put the whole text in quotes
        """,
    ),
    case(
        "a line between two columns",
        "wrong-indent",
        "players:\n    min: 2\n  max: 4\n",
        "players:\n    min: 2\n    max: 4\n",
        """
            error[L024 wrong-indent]: this line begins in the wrong column
             --> game.yaml:3:3
              |
            3 |   max: 4
              |   ^^^^^^ in no column that a line above begins in
              |
              = help: begin it in the same column as the lines it belongs with
        """,
    ),
    case(
        "rules that fall out of their place",
        "wrong-indent",
        "- id: fox\n  rules: |\n    draw a card\n  gain 1 coin\n  cost: 3\n",
        "- id: fox\n  rules: |\n    draw a card\n    gain 1 coin\n  cost: 3\n",
        """
            error[L024 wrong-indent]: this line begins in the wrong column
             --> game.yaml:4:3
              |
            2 |   rules: |
              |   -------- the text begins below this line
            3 |     draw a card
            4 |   gain 1 coin
              |   ^^^^^^^^^^^ too far to the left for the text above it
              |
              = help: indent every line of the text further than its key, and all alike
        """,
    ),
    case(
        "rules that are not indented",
        "wrong-indent",
        "- id: fox\n  rules: |\n  draw a card\n  cost: 3\n",
        "- id: fox\n  rules: |\n   draw a card\n  cost: 3\n",
        """
            error[L024 wrong-indent]: this line begins in the wrong column
             --> game.yaml:3:3
              |
            2 |   rules: |
              |   -------- the text begins below this line
            3 |   draw a card
              |   ^^^^^^^^^^^ too far to the left for the text above it
              |
              = help: indent every line of the text further than its key, and all alike
        """,
    ),
    case(
        "an item between two columns",
        "wrong-indent",
        "cards:\n- id: fox\n  cost: 3\n - id: owl\n",
        "cards:\n- id: fox\n  cost: 3\n- id: owl\n",
        """
            error[L024 wrong-indent]: this line begins in the wrong column
             --> game.yaml:4:2
              |
            4 |  - id: owl
              |  ^^^^^^^^^ in no column that a line above begins in
              |
              = help: begin it in the same column as the lines it belongs with
        """,
    ),
    case(
        "rules that fall back",
        "wrong-indent",
        "rules: |\n    draw a card\n  discard it\n",
        "rules: |\n    draw a card\n     discard it\n",
        """
            error[L024 wrong-indent]: this line begins in the wrong column
             --> game.yaml:3:3
              |
            3 |   discard it
              |   ^^^^^^^^^^ in no column that a line above begins in
              |
              = help: begin it in the same column as the lines it belongs with
        """,
    ),
    case(
        "a list without its closing bracket",
        "open-bracket",
        "suits: [fox, mouse\nid: x\n",
        "suits: [fox,\n  mouse]\nid: x\n",
        """
            error[L025 open-bracket]: this bracket is not closed
             --> game.yaml:1:8
              |
            1 | suits: [fox, mouse
              |        ^ begins here
              |
              = help: write `]` behind the last item
        """,
    ),
    case(
        "a group without its closing brace",
        "open-bracket",
        "cost: {fox: 1\nid: x\n",
        "cost: {fox: 1,\n  mouse: 2}\nid: x\n",
        """
            error[L025 open-bracket]: this bracket is not closed
             --> game.yaml:1:7
              |
            1 | cost: {fox: 1
              |       ^ begins here
              |
              = help: write `}` behind the last item
        """,
    ),
    case(
        "a comma left out between brackets",
        "missing-comma",
        "cost: [{fox: 1} {mouse: 2}]\n",
        "cost: [{fox: 1}, {mouse: 2}]\n",
        """
            error[L026 missing-comma]: a comma or `]` is missing before this
             --> game.yaml:1:17
              |
            1 | cost: [{fox: 1} {mouse: 2}]
              |       -         ^ a new item begins here
              |       |
              |       in these brackets
        """,
    ),
    case(
        "a comma left out at the end of a line",
        "missing-comma",
        "cost: [\n  {fox: 1}\n  {mouse: 2}\n]\n",
        "cost: [\n  {fox: 1},\n  {mouse: 2},\n]\n",
        """
            error[L026 missing-comma]: a comma or `]` is missing before this
             --> game.yaml:3:3
              |
            1 | cost: [
              |       - in these brackets
            2 |   {fox: 1}
            3 |   {mouse: 2}
              |   ^ a new item begins here
        """,
    ),
    case(
        "a colon inside a text",
        "needs-quotes",
        "text: Choose one: draw or pass\n",
        "text: Choose one:draw or pass\n",
        """
            error[L027 needs-quotes]: a text that holds a colon and a space needs quotes
             --> game.yaml:1:17
              |
            1 | text: Choose one: draw or pass
              |                 ^ a second colon in this line
              |
              = help: put the whole text in quotes
        """,
    ),
    case(
        "a text that begins with an at sign",
        "needs-quotes",
        "text: @dawn draw a card\n",
        "text: at dawn@home draw a card\n",
        """
            error[L027 needs-quotes]: a text that begins with `@` needs quotes
             --> game.yaml:1:7
              |
            1 | text: @dawn draw a card
              |       ^ has a meaning of its own in YAML
              |
              = help: put the whole text in quotes
        """,
    ),
    case(
        "a text that begins with a backtick",
        "needs-quotes",
        "text: `draw` a card\n",
        "text: now `draw` a card\n",
        """
            error[L027 needs-quotes]: a text that begins with a backtick needs quotes
             --> game.yaml:1:7
              |
            1 | text: `draw` a card
              |       ^ has a meaning of its own in YAML
              |
              = help: put the whole text in quotes
        """,
    ),
    case(
        "a backslash in double quotes",
        "wrong-escape",
        'text: "draw\\discard"\n',
        "text: 'draw\\discard'\n",
        """
            error[L028 wrong-escape]: `\\d` means nothing here in double quotes
             --> game.yaml:1:12
              |
            1 | text: "draw\\discard"
              |            ^^ a backslash changes what stands after it
              |
              = help: write two backslashes for one, or use single quotes
        """,
    ),
    case(
        "half a character as an escape",
        "wrong-escape",
        'text: "\\ud800"\n',
        'text: "\\u00e9"\n',
        """
            error[L028 wrong-escape]: `\\u` means nothing here in double quotes
             --> game.yaml:1:8
              |
            1 | text: "\\ud800"
              |        ^^ a backslash changes what stands after it
              |
              = help: write two backslashes for one, or use single quotes
        """,
    ),
    case(
        "a list line among keys",
        "mixed-lines",
        "id: fox\n- mouse\n",
        "id:\n- mouse\n",
        """
            error[L029 mixed-lines]: a line of a list cannot stand among keys
             --> game.yaml:2:1
              |
            1 | id: fox
              | ------- the keys begin here
            2 | - mouse
              | ^^^^^^^ a key is expected here
              |
              = help: indent the list below the key that it belongs to
        """,
    ),
    case(
        "a key among list lines",
        "mixed-lines",
        "- fox\nid: mouse\n",
        "- fox\n- id: mouse\n",
        """
            error[L029 mixed-lines]: a key cannot stand among the lines of a list
             --> game.yaml:2:1
              |
            1 | - fox
              | ----- the list begins here
            2 | id: mouse
              | ^^^^^^^^^ a line with `-` is expected here
              |
              = help: write `- ` before it, or indent it below the line above
        """,
    ),
    case(
        "words behind a closing quote",
        "stray-text",
        'title: "Fox" Wood\n',
        'title: "Fox" # Wood\n',
        """
            error[L030 stray-text]: more stands here after the closing quote
             --> game.yaml:1:14
              |
            1 | title: "Fox" Wood
              |              ^^^^ does not belong to the value
              |
              = help: put the whole text in quotes
        """,
    ),
    case(
        "a quote inside quotes",
        "stray-text",
        'text: "Draw "two" cards"\n',
        "text: 'Draw \"two\" cards'\n",
        """
            error[L030 stray-text]: more stands here after the closing quote
             --> game.yaml:1:14
              |
            1 | text: "Draw "two" cards"
              |              ^^^^^^^^^^^ does not belong to the value
              |
              = help: use single quotes around a text that holds double ones
        """,
    ),
    case(
        "an apostrophe inside single quotes",
        "stray-text",
        "text: 'It's mine'\n",
        "text: 'It''s mine'\n",
        """
            error[L030 stray-text]: more stands here after the closing quote
             --> game.yaml:1:11
              |
            1 | text: 'It's mine'
              |           ^^^^^^^ does not belong to the value
              |
              = help: write `''` for an apostrophe inside single quotes, or use double
                      quotes
        """,
    ),
    case(
        "a dash without a space",
        "dash-space",
        "cards:\n- id: fox\n-id: owl\n",
        "cards:\n- id: fox\n- id: -owl\n",
        """
            error[L045 dash-space]: a `-` that begins an item needs a space behind it
             --> game.yaml:3:1
              |
            3 | -id: owl
              | ^^^^ no space behind `-`
              |
              = help: write `- ` before the item
        """,
    ),
    case(
        "a word after a dash without a space",
        "dash-space",
        "- fox\n-owl\n",
        "- fox\n- -owl\n",
        """
            error[L045 dash-space]: a `-` that begins an item needs a space behind it
             --> game.yaml:2:1
              |
            2 | -owl
              | ^^^^ no space behind `-`
              |
              = help: write `- ` before the item
        """,
    ),
    case(
        "a list on the line of its key",
        "mixed-lines",
        "cost: - fox\n",
        "cost: -fox\n",
        """
            error[L029 mixed-lines]: a list begins on the line below its key
             --> game.yaml:1:7
              |
            1 | cost: - fox
              |       ^ too early
              |
              = help: write each item on a line of its own, or the list as `[one, two]`
        """,
    ),
    case(
        "a list whose key has no colon",
        "missing-colon",
        "cards\n- id: fox\n",
        "cards:\n- id: fox\n",
        """
            error[L023 missing-colon]: a colon is missing in this line
             --> game.yaml:1:1
              |
            1 | cards
              | ^^^^^ `key: value` is expected
              |
              = help: write `cards:`
        """,
    ),
    case(
        "a bracket too many",
        "stray-text",
        "suits: [fox, mouse]]\n",
        "suits: [fox, [mouse]]\n",
        """
            error[L030 stray-text]: `]` closes nothing here
             --> game.yaml:1:20
              |
            1 | suits: [fox, mouse]]
              |                    ^ no bracket is open
              |
              = help: delete it, or put the text in quotes
        """,
    ),
    case(
        "rules on the line of the bar",
        "block-header",
        "rules: | draw a card\n",
        "rules: | # a comment\n  draw a card\n",
        """
            error[L031 block-header]: a text after `|` begins on the next line
             --> game.yaml:1:10
              |
            1 | rules: | draw a card
              |          ^^^^^^^^^^^ too early
              |
              = help: end the line after `|` and indent the text below it
        """,
    ),
    case(
        "a line of colons",
        "key-not-text",
        ": : :\n",
        'a: ":"\n',
        """
            error[L037 key-not-text]: a key is missing before this colon
             --> game.yaml:1:1
              |
            1 | : : :
              | ^
              |
              = help: write a word before the colon
        """,
    ),
    case(
        "the end of a document at the top",
        "unclear-line",
        "...\n",
        "id: ...\n",
        """
            error[L032 unclear-line]: this line cannot be understood
             --> game.yaml:1:1
              |
            1 | ...
              | ^ reading stops here
              |
              = help: look at its indentation, its colon and its quotes, and at the line
                      above
        """,
    ),
    case(
        "a key of more than a thousand characters",
        "unclear-line",
        "x" * 1100 + ": 1\n",
        "x" * 1000 + ": 1\n",
        """
            error[L032 unclear-line]: this line cannot be understood
             --> game.yaml:1:1101
              |
            1 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: 1
              |                                      ^ reading stops here
              |
              = help: look at its indentation, its colon and its quotes, and at the line
                      above
        """,
    ),
    case(
        "an anchor",
        "no-anchors",
        "cost: &cheap [fox]\n",
        "cost: fox & mouse\n",
        """
            error[L033 no-anchors]: `&` at the start of a value refers to another place
             --> game.yaml:1:7
              |
            1 | cost: &cheap [fox]
              |       ^^^^^^ not possible in the files of a game
              |
              = help: write the value out again, or put it in quotes if it is meant as a
                      text
        """,
    ),
    case(
        "an alias",
        "no-anchors",
        "cost: *cheap\n",
        "cost: 3*cheap\n",
        """
            error[L033 no-anchors]: `*` at the start of a value refers to another place
             --> game.yaml:1:7
              |
            1 | cost: *cheap
              |       ^^^^^^ not possible in the files of a game
              |
              = help: write the value out again, or put it in quotes if it is meant as a
                      text
        """,
    ),
    case(
        "a text that begins with a star",
        "no-anchors",
        "text: * draw a card\n",
        'text: "* draw a card"\n',
        """
            error[L033 no-anchors]: `*` at the start of a value refers to another place
             --> game.yaml:1:7
              |
            1 | text: * draw a card
              |       ^ not possible in the files of a game
              |
              = help: write the value out again, or put it in quotes if it is meant as a
                      text
        """,
    ),
    case(
        "a merge key",
        "no-anchors",
        "<<: {cost: 1}\n",
        '"<<": {cost: 1}\n',
        """
            error[L033 no-anchors]: `<<` takes over the keys of another group
             --> game.yaml:1:1
              |
            1 | <<: {cost: 1}
              | ^^ not possible in the files of a game
              |
              = help: write the keys out again
        """,
    ),
    case(
        "a tag that would run a program",
        "no-tags",
        "a: !!python/object/apply:os.system [x]\n",
        "a: hit!!\n",
        """
            error[L034 no-tags]: `!` at the start of a value names a kind of value
             --> game.yaml:1:4
              |
            1 | a: !!python/object/apply:os.system [x]
              |    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ not possible in the files of a game
              |
              = help: leave it out, or put the value in quotes if it is meant as a text
        """,
    ),
    case(
        "a text that begins with an exclamation mark",
        "no-tags",
        "text: ! now\n",
        'text: "! now"\n',
        """
            error[L034 no-tags]: `!` at the start of a value names a kind of value
             --> game.yaml:1:7
              |
            1 | text: ! now
              |       ^ not possible in the files of a game
              |
              = help: leave it out, or put the value in quotes if it is meant as a text
        """,
    ),
    case(
        "two documents",
        "second-document",
        "id: fox\n---\nid: mouse\n",
        "---\nid: fox\n...\n",
        """
            error[L035 second-document]: a second document begins here
             --> game.yaml:2:1
              |
            2 | ---
              | ^^^
              |
              = note: a file of a game holds one document, so `---` stands at most at its
                      top
              = help: put the second part into a file of its own
        """,
    ),
    case(
        "a key twice",
        "duplicate-key",
        "id: fox\ntitle: Fox\nid: mouse\n",
        "id: fox\nmouse: {id: mouse}\n",
        """
            error[L036 duplicate-key]: `id` is written twice in the same place
             --> game.yaml:3:1
              |
            1 | id: fox
              | -- first here
            2 | title: Fox
            3 | id: mouse
              | ^^ again here
              |
              = help: keep one of the two
        """,
    ),
    case(
        "an item that does not begin",
        "duplicate-key",
        "gods:\n- id: zeus\n  title: Zeus\n  id: hera\n  title: Hera\n",
        "gods:\n- id: zeus\n  title: Zeus\n- id: hera\n  title: Hera\n",
        """
            error[L036 duplicate-key]: `id` is written twice in the same place
             --> game.yaml:4:3
              |
            2 | - id: zeus
              |   -- first here
            3 |   title: Zeus
            4 |   id: hera
              |   ^^ again here
              |
              = help: write `- id: ...` to begin another one, or keep one of the two
        """,
    ),
    case(
        "a key twice on one line",
        "duplicate-key",
        "cost: {fox: 1, fox: 2}\n",
        "cost: {fox: 1, Fox: 2}\n",
        """
            error[L036 duplicate-key]: `fox` is written twice in the same place
             --> game.yaml:1:16
              |
            1 | cost: {fox: 1, fox: 2}
              |        ---     ^^^ again here
              |        |
              |        first here
              |
              = help: keep one of the two
        """,
    ),
    case(
        "a number as a key",
        "key-not-text",
        "1: fox\n",
        '"1": fox\n012: mouse\n',
        """
            error[L037 key-not-text]: `1` cannot be a key as it stands
             --> game.yaml:1:1
              |
            1 | 1: fox
              | ^ a key is a text, this is a number
              |
              = help: put it in quotes: "1"
        """,
    ),
    case(
        "yes or no as a key",
        "key-not-text",
        "true: fox\n",
        "yes: fox\nno: mouse\n",
        """
            error[L037 key-not-text]: `true` cannot be a key as it stands
             --> game.yaml:1:1
              |
            1 | true: fox
              | ^^^^ a key is a text, this is yes or no
              |
              = help: put it in quotes: "true"
        """,
    ),
    case(
        "no key at all",
        "key-not-text",
        "a: 1\n: fox\n",
        'a: 1\n"": fox\n',
        """
            error[L037 key-not-text]: a key is missing before this colon
             --> game.yaml:2:1
              |
            2 | : fox
              | ^
              |
              = help: write a word before the colon
        """,
    ),
    case(
        "a list as a key",
        "key-not-text",
        "[fox, mouse]: 1\n",
        '"[fox, mouse]": 1\n',
        """
            error[L037 key-not-text]: a list or a group cannot be a key
             --> game.yaml:1:1
              |
            1 | [fox, mouse]: 1
              | ^ a key is a word
              |
              = help: put a text that begins with a bracket in quotes
        """,
    ),
    case(
        "a version without quotes",
        "not-whole",
        "version: 1.0\n",
        'version: "1.0"\nnext: 1.0.1\n',
        """
            error[L038 not-whole]: `1.0` is not a whole number
             --> game.yaml:1:10
              |
            1 | version: 1.0
              |          ^^^ a whole number or a text goes here
              |
              = help: if it is a text, put it in quotes: "1.0"
        """,
    ),
    case(
        "not a number",
        "not-whole",
        "cost: .nan\nlimit: -.inf\n",
        "cost: nan\nlimit: inf\n",
        """
            error[L038 not-whole]: `.nan` is not a whole number
             --> game.yaml:1:7
              |
            1 | cost: .nan
              |       ^^^^ a whole number or a text goes here
              |
              = help: if it is a text, put it in quotes: ".nan"

            error[L038 not-whole]: `-.inf` is not a whole number
             --> game.yaml:2:8
              |
            2 | limit: -.inf
              |        ^^^^^ a whole number or a text goes here
              |
              = help: if it is a text, put it in quotes: "-.inf"
        """,
    ),
    case(
        "a number with an exponent",
        "not-whole",
        "cost: 1e3\n",
        "cost: e3\n",
        """
            error[L038 not-whole]: `1e3` is not a whole number
             --> game.yaml:1:7
              |
            1 | cost: 1e3
              |       ^^^ a whole number or a text goes here
              |
              = help: if it is a text, put it in quotes: "1e3"
        """,
    ),
    case(
        "sixteen digits",
        "long-number",
        "seed: 1234567890123456\n",
        "seed: 123456789012345\n",
        """
            error[L039 long-number]: a number has at most 15 digits
             --> game.yaml:1:7
              |
            1 | seed: 1234567890123456
              |       ^^^^^^^^^^^^^^^^ this one has 16
              |
              = help: put it in quotes if it is a text
        """,
    ),
    case(
        "a text of 8193 characters",
        "long-text",
        "text: " + "x" * 8193 + "\n",
        "text: " + "x" * 8192 + "\n",
        """
            error[L040 long-text]: this text is longer than 8,192 characters
             --> game.yaml:1:7
              |
            1 | text: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
              |       ^ it has 8,193
        """,
    ),
    case(
        "sixty-five lists",
        "deep-nesting",
        "[" * 65 + "]" * 65 + "\n",
        "[" * 64 + "]" * 64 + "\n",
        """
            error[L041 deep-nesting]: this file is nested more than 64 levels deep
             --> game.yaml:1:65
              |
            1 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]…
              |                                                                 ^
              |                                                                 |
              |                                                     one level too many
        """,
    ),
    case(
        "200,001 values",
        "too-many-values",
        "[" + "1," * 200_000 + "]\n",
        "[" + "1," * 199_999 + "]\n",
        """
            error[L042 too-many-values]: this file holds more than 200,000 values
             --> game.yaml:1:400000
              |
            1 | …1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,]
              |                                      ^ one too many
              |
              = help: cut the file into several
        """,
    ),
    case(
        "an empty file",
        "empty-file",
        "",
        "{}\n",
        """
            error[L043 empty-file]: there is nothing in this file
             --> game.yaml:1:1
              = help: write something into it, or delete the file
        """,
    ),
    case(
        "a file of comments",
        "empty-file",
        "# nothing yet\n",
        "nothing: yet # here\n",
        """
            error[L043 empty-file]: there is nothing in this file
             --> game.yaml:1:1
              |
            1 | # nothing yet
              | ^
              |
              = help: write something into it, or delete the file
        """,
    ),
    case(
        "a directive",
        "no-directives",
        "%YAML 1.1\n---\nid: fox\n",
        "id: fox # %YAML 1.1\n",
        """
            error[L044 no-directives]: a line of a game's file cannot begin with `%`
             --> game.yaml:1:1
              |
            1 | %YAML 1.1
              | ^^^^^^^^^ instructions to the reader are not possible
              |
              = help: delete this line
        """,
    ),
    case(
        "a control character as an escape",
        "hidden-character",
        'text: "\\e[2J"\n',
        'text: "\\t"\n',
        """
            error[L005 hidden-character]: this text holds a character that cannot be seen
             --> game.yaml:1:7
              |
            1 | text: "\\e[2J"
              |       ^^^^^^^ the escape character (U+001B)
              |
              = help: delete the escape that stands for it
        """,
    ),
    case(
        "a direction override in the file",
        "hidden-character",
        "id: fox\ntext: draw \u202ea card\u202c\n",
        "text: שלום\n",
        """
            error[L005 hidden-character]: this file holds a character that cannot be seen
             --> game.yaml:2:12
              |
            2 | text: draw �a card�
              |            ^ right-to-left override (U+202E)
              |
              = note: 1 more of this sort stands below
              = help: delete it; an editor that shows invisible characters makes it seen
        """,
    ),
]


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_the_message(each):
    report = Report()
    assert load_yaml(Source("game.yaml", each.wrong), report) is None
    assert "\n\n".join(map(render, report.found)) == each.message
    assert {diagnostic.slug for diagnostic in report.found} == {each.slug}


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_the_near_miss(each):
    report = Report()
    assert load_yaml(Source("game.yaml", each.right), report) is not None
    assert report.found == []


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.name)
def test_what_a_fix_makes_of_it_is_not_the_same_fault(each):
    report = Report()
    load_yaml(Source("game.yaml", each.wrong), report)
    first = report.found[0]
    if first.fix is None:
        return
    span, text = first.fix
    mended = each.wrong[: span.start] + text + each.wrong[span.end :]
    again = Report()
    load_yaml(Source("game.yaml", mended), again)
    found = [(d.slug, d.label.span.start) for d in again.found]
    assert (first.slug, first.label.span.start) not in found


def test_every_kind_of_yaml_fault_is_here():
    kinds = {slug for slug, entry in CATALOGUE.items() if "L020" < entry.code < "L050"}
    assert kinds <= {each.slug for each in CASES}
