"""The caret form of a diagnostic, drawn in full."""

from textwrap import dedent

from interpreter.diagnostics import Diagnostic, Label, Source, Span
from interpreter.diagnostics.render_text import render

RULES = Source(
    "games/foxwood/rules/base.rules",
    "\n" * 9 + "        move 1 roost from suply to place\n",
)
CARDS = Source(
    "games/foxwood/components/cards.yaml",
    "# cards\n\n\ncards:\n  - id: tax_collector\n    suite: fox\n    copies: 2\n    cost: 1\n",
)


def span(source, words, nth=0):
    at = -1
    for _ in range(nth + 1):
        at = source.text.index(words, at + 1)
    return Span(source, at, at + len(words))


def drawn(text):
    return dedent(text).strip("\n")


def small(text, words="here", label="look", **more):
    source = Source("a.rules", text)
    return Diagnostic("tab-indent", "a fault", Label(span(source, words), label), **more)


def test_one_label_with_note_and_help():
    diagnostic = Diagnostic(
        "unknown-key",
        "there is no zone called `suply`",
        Label(span(RULES, "suply"), "not a zone of this game"),
        notes=("zones you can move from here: deck, discard, hand, supply",),
        helps=("did you mean `supply`?",),
    )
    assert render(diagnostic) == drawn("""
        error[C001 unknown-key]: there is no zone called `suply`
          --> games/foxwood/rules/base.rules:10:27
           |
        10 |         move 1 roost from suply to place
           |                           ^^^^^ not a zone of this game
           |
           = note: zones you can move from here: deck, discard, hand, supply
           = help: did you mean `supply`?
    """)


def test_another_label_in_the_line_above():
    diagnostic = Diagnostic(
        "unknown-key",
        "`suite` is not something a card can have",
        Label(span(CARDS, "suite"), "did you mean `suit`?"),
        (Label(span(CARDS, "tax_collector"), "in this card"),),
        notes=("a card has: id, suit, copies, title, text, rules",),
    )
    assert render(diagnostic) == drawn("""
        error[C001 unknown-key]: `suite` is not something a card can have
         --> games/foxwood/components/cards.yaml:6:5
          |
        5 |   - id: tax_collector
          |         ------------- in this card
        6 |     suite: fox
          |     ^^^^^ did you mean `suit`?
          |
          = note: a card has: id, suit, copies, title, text, rules
    """)


def test_a_warning_says_so():
    diagnostic = Diagnostic("unread-file", "a fault", Label(span(CARDS, "suite")))
    assert render(diagnostic).startswith("warning[L010 unread-file]: a fault\n")


def test_one_line_between_is_shown_and_more_are_left_out():
    diagnostic = Diagnostic(
        "tab-indent",
        "a fault",
        Label(span(CARDS, "copies"), "here"),
        (Label(span(CARDS, "tax_collector"), "near"), Label(span(CARDS, "# cards"), "far")),
    )
    assert render(diagnostic) == drawn("""
        error[L021 tab-indent]: a fault
         --> games/foxwood/components/cards.yaml:7:5
          |
        1 | # cards
          | ------- far
        ...
        5 |   - id: tax_collector
          |         ------------- near
        6 |     suite: fox
        7 |     copies: 2
          |     ^^^^^^ here
    """)


def test_several_labels_on_one_line():
    source = Source("a.rules", "move 3 cubes from supply to bank\n")
    diagnostic = Diagnostic(
        "tab-indent",
        "a fault",
        Label(span(source, "cubes"), "what"),
        (Label(span(source, "supply"), "whence"), Label(span(source, "3"), "how many")),
    )
    assert render(diagnostic) == drawn("""
        error[L021 tab-indent]: a fault
         --> a.rules:1:8
          |
        1 | move 3 cubes from supply to bank
          |      - ^^^^^      ------ whence
          |      | |
          |      | what
          |      |
          |      how many
    """)


def test_a_label_inside_another():
    source = Source("a.rules", "move 3 cubes\n")
    diagnostic = Diagnostic(
        "tab-indent",
        "a fault",
        Label(span(source, "3"), "the number"),
        (Label(span(source, "move 3 cubes"), "the sentence"),),
    )
    assert render(diagnostic) == drawn("""
        error[L021 tab-indent]: a fault
         --> a.rules:1:6
          |
        1 | move 3 cubes
          | -----^------
          | |    |
          | |    the number
          | |
          | the sentence
    """)


def test_labels_in_two_files():
    diagnostic = Diagnostic(
        "tab-indent",
        "a fault",
        Label(span(CARDS, "suite"), "here"),
        (Label(span(RULES, "suply"), "and there"),),
        helps=("mend one of them",),
    )
    assert render(diagnostic) == drawn("""
        error[L021 tab-indent]: a fault
          --> games/foxwood/components/cards.yaml:6:5
           |
         6 |     suite: fox
           |     ^^^^^ here
          ::: games/foxwood/rules/base.rules:10:27
           |
        10 |         move 1 roost from suply to place
           |                           ----- and there
           |
           = help: mend one of them
    """)


def test_tabs_stand_at_every_fourth_column():
    assert render(small("\tab\there\n")) == drawn("""
        error[L021 tab-indent]: a fault
         --> a.rules:1:5
          |
        1 |     ab  here
          |         ^^^^ look
    """)


def test_wide_characters_take_two_columns():
    assert render(small("狐の森 here\n")) == drawn("""
        error[L021 tab-indent]: a fault
         --> a.rules:1:5
          |
        1 | 狐の森 here
          |        ^^^^ look
    """)


def test_a_mark_on_wide_characters_is_as_wide_as_they_are():
    assert render(small("a 狐の b\n", "狐の")).splitlines()[-1] == "  |   ^^^^ look"


def test_an_empty_span_is_one_caret():
    source = Source("a.rules", "draw a card\n")
    diagnostic = Diagnostic("tab-indent", "a fault", Label(Span(source, 5, 5), "before this"))
    assert render(diagnostic).splitlines()[-1] == "  |      ^ before this"


def test_the_end_of_the_file():
    source = Source("a.rules", "draw a card\n")
    diagnostic = Diagnostic("tab-indent", "a fault", Label(Span(source, 12, 12), "ends here"))
    assert render(diagnostic) == drawn("""
        error[L021 tab-indent]: a fault
         --> a.rules:2:1
          |
        2 |
          | ^ ends here
    """)


def test_the_end_of_a_last_line_without_a_line_end():
    source = Source("a.rules", "draw a card")
    diagnostic = Diagnostic("tab-indent", "a fault", Label(Span(source, 11, 99), "ends here"))
    assert render(diagnostic).splitlines()[-1] == "  |            ^ ends here"


def test_a_file_without_text_shows_no_lines():
    diagnostic = Diagnostic(
        "missing-file", "this file is not there", Label(Span(Source("a.rules", ""), 0, 0))
    )
    assert render(diagnostic) == drawn("""
        error[L002 missing-file]: this file is not there
         --> a.rules:1:1
    """)


def test_a_span_of_several_lines_is_marked_to_the_end_of_its_first():
    text = "rule a\n    draw a card\n"
    diagnostic = small(text, text)
    assert render(diagnostic) == drawn("""
        error[L021 tab-indent]: a fault
         --> a.rules:1:1
          |
        1 | rule a
          | ^^^^^^ look
    """)


def test_a_long_line_is_cut_around_the_caret():
    diagnostic = small("word " * 100 + "here" + " word" * 100 + "\n")
    assert render(diagnostic, width=60) == drawn("""
        error[L021 tab-indent]: a fault
         --> a.rules:1:501
          |
        1 | …word word word word word here word word word word word…
          |                           ^^^^ look
    """)


def test_a_long_line_is_cut_behind_a_caret_near_its_start():
    diagnostic = small("here" + " word" * 100 + "\n")
    assert render(diagnostic, width=40) == drawn("""
        error[L021 tab-indent]: a fault
         --> a.rules:1:1
          |
        1 | here word word word word word word …
          | ^^^^ look
    """)


def test_a_line_that_just_fits_is_not_cut():
    line = "x" * 52 + "here"
    assert f"1 | {line}\n" in render(small(line), width=60)


def test_two_marks_far_apart_on_a_long_line_show_it_twice():
    source = Source("a.rules", "there" + " word" * 40 + " here\n")
    diagnostic = Diagnostic(
        "tab-indent",
        "a fault",
        Label(span(source, " here", 0), "look"),
        (Label(span(source, "there"), "and look"),),
    )
    assert render(diagnostic, width=40) == drawn("""
        error[L021 tab-indent]: a fault
         --> a.rules:1:206
          |
        1 | …word word word here
          |                ^^^^^ look
        1 | there word word word word word word…
          | ----- and look
    """)


def test_no_row_but_the_first_two_is_wider_than_the_terminal():
    diagnostic = small(
        "狐" * 900 + "here" + "\t狐" * 900,
        label="a label of many words " * 6,
        notes=("a note of many words " * 9,),
    )
    from rich.cells import cell_len

    for width in (40, 60, 80, 200):
        rows = render(diagnostic, width=width).splitlines()
        assert max(cell_len(row) for row in rows[2:]) <= width


def test_notes_and_helps_are_wrapped_under_their_first_word():
    diagnostic = small("here\n", notes=("one two three four five six seven eight nine ten",))
    assert render(diagnostic, width=40).splitlines()[-2:] == [
        "  = note: one two three four five six",
        "          seven eight nine ten",
    ]


def test_nothing_of_a_hostile_file_reaches_the_terminal():
    source = Source("a\x1b[2J.rules", "draw \x1b[2J\u202e here\n")
    diagnostic = Diagnostic(
        "tab-indent", "a \x1b[31m fault\nmore", Label(span(source, "here"), "\x07"), notes=("\x1b",)
    )
    assert render(diagnostic) == drawn("""
        error[L021 tab-indent]: a ␛[31m fault more
         --> a␛[2J.rules:1:12
          |
        1 | draw ␛[2J� here
          |            ^^^^ ␇
          |
          = note: ␛
    """)


def test_colours_change_nothing_but_colours():
    import re

    diagnostic = small("look here\n", notes=("a note",), helps=("a help",))
    coloured = render(diagnostic, colour=True)
    assert "\x1b[" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render(diagnostic)


def test_a_mark_behind_a_long_line_that_ends_with_a_carriage_return_is_drawn():
    for size in range(1, 140):
        source = Source("a.save", "漢" * (size // 3) + "x" * size + "\r")
        place = Span(source, len(source.text), len(source.text))
        for width in (40, 60, 80):
            text = render(Diagnostic("save-not-text", "no text", Label(place, "here")), width=width)
            assert "^ here" in text or "here" in text.splitlines()[-1]
