"""Reading one file: what is taken, what is refused, and what is said of it."""

import os
from textwrap import dedent

import pytest

from interpreter.diagnostics import Report
from interpreter.diagnostics.render_text import render
from interpreter.load.text import MOST_BYTES, from_bytes, read_source


def told(report):
    return "\n\n".join(map(render, report.found))


def drawn(text):
    return dedent(text).strip("\n")


def refused(data):
    report = Report()
    assert from_bytes(data, report, "a.rules") is None
    return told(report)


def taken(data):
    report = Report()
    source = from_bytes(data, report, "a.rules")
    assert source is not None
    assert report.found == []
    return source.text


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "fox"
    folder.mkdir()
    (folder / "base.rules").write_text("draw a card\n")
    return folder


def refused_file(path, **more):
    report = Report()
    assert read_source(path, report, "a.rules", **more) is None
    return told(report)


def test_a_good_file(game):
    report = Report()
    source = read_source(game / "base.rules", report, "fox/base.rules", game)
    assert source is not None
    assert (source.path, source.text) == ("fox/base.rules", "draw a card\n")
    assert report.found == []


def test_line_ends_of_windows_become_ours():
    assert taken(b"one\r\ntwo\r\n") == "one\ntwo\n"


def test_tabs_and_foreign_letters_are_left_alone():
    text = "a\tb é 狐 🦊 שלום می‌خواهم 👩‍🚀\n"
    assert taken(text.encode()) == text


def test_an_empty_file_is_a_text():
    assert taken(b"") == ""


def test_a_carriage_return_alone():
    assert refused(b"one\rtwo\r\n") == drawn("""
        error[L005 hidden-character]: this file holds a character that cannot be seen
         --> a.rules:1:4
          |
        1 | one␍two
          |    ^ a carriage return without a line feed (U+000D)
          |
          = help: save the file with line ends of the Unix or Windows kind
    """)


def test_a_zero_byte():
    assert refused(b"one\ntwo\0three\0\n") == drawn("""
        error[L005 hidden-character]: this file holds a character that cannot be seen
         --> a.rules:2:4
          |
        2 | two␀three␀
          |    ^ a zero byte (U+0000)
          |
          = note: 1 more of this sort stands below
          = help: delete it; an editor that shows invisible characters makes it seen
    """)


def test_a_byte_order_mark():
    assert refused(b"\xef\xbb\xbfone\n") == drawn("""
        error[L005 hidden-character]: this file holds a character that cannot be seen
         --> a.rules:1:1
          |
        1 | �one
          | ^ a byte order mark (U+FEFF)
          |
          = help: save the file as UTF-8 without a byte order mark
    """)


@pytest.mark.parametrize(
    "character",
    "\x00\x07\x0b\x1b\x7f\x85\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069"
    "\ufeff\ufffe\uffff\U000e0041",
    ids=lambda c: f"U+{ord(c):04X}",
)
def test_every_sort_of_hidden_character_is_refused(character):
    assert f"(U+{ord(character):04X})" in refused(f"one {character} two".encode())


def test_a_byte_of_another_encoding():
    assert refused("naïve\n".encode("cp1252")) == drawn("""
        error[L004 not-utf8]: this file is not saved as UTF-8
         --> a.rules:1:3
          |
        1 | na�ve
          |   ^ byte EF is not a part of any character
          |
          = note: in the older Windows encoding this byte stands for `ï`
          = help: save the file as UTF-8
    """)


def test_utf_16():
    assert refused("one".encode("utf-16")).splitlines()[-2:] == [
        "  = note: it looks like UTF-16, which some editors call Unicode",
        "  = help: save the file as UTF-8",
    ]


def test_the_place_of_a_bad_byte_counts_characters():
    assert "--> a.rules:2:3\n" in refused("狐\r\n狐🦊".encode() + b"\xff")


def test_a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_not():
    assert len(taken(b"x" * MOST_BYTES)) == MOST_BYTES
    assert refused(b"x" * (MOST_BYTES + 1)) == drawn("""
        error[L003 large-file]: this file is larger than 1 MiB
         --> a.rules:1:1
          = help: cut it into several files in the same folder
    """)


def test_a_large_file_is_not_read_to_its_end(tmp_path):
    path = tmp_path / "a.rules"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert refused_file(path).startswith("error[L003 large-file]")


def test_a_missing_file_with_a_near_neighbour(game):
    assert refused_file(game / "bsae.rules") == drawn("""
        error[L002 missing-file]: this file is not there
         --> a.rules:1:1
          = help: did you mean `base.rules`?
    """)


def test_a_missing_file_without_one(game):
    assert refused_file(game / "none" / "x.rules") == drawn("""
        error[L002 missing-file]: this file is not there
         --> a.rules:1:1
    """)


def test_a_folder(game):
    assert refused_file(game) == drawn("""
        error[L001 unreadable-file]: this is a folder, not a file
         --> a.rules:1:1
    """)


def test_a_path_through_a_file(game):
    assert "a part of its path is a file, not a folder" in refused_file(game / "base.rules" / "x")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_refused_without_waiting(game):
    os.mkfifo(game / "pipe.rules")
    assert "a device or a pipe, not a file" in refused_file(game / "pipe.rules", inside=game)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_without_permission(game):
    (game / "base.rules").chmod(0)
    assert "there is no permission to read it" in refused_file(game / "base.rules")


def test_a_link_that_leads_out_of_the_folder(game):
    outside = game.parent / "secret.rules"
    outside.write_text("secret")
    (game / "link.rules").symlink_to(outside)
    assert refused_file(game / "link.rules", inside=game) == drawn("""
        error[L006 outside-folder]: this link leads out of the game's folder
         --> a.rules:1:1
          = note: a game reads only what lies in its own folder
          = help: copy the file into the folder in place of the link
    """)


def test_a_folder_that_is_a_link_out_of_the_folder(game):
    (game.parent / "other").mkdir()
    (game.parent / "other" / "x.rules").write_text("secret")
    (game / "rules").symlink_to(game.parent / "other")
    assert "outside-folder" in refused_file(game / "rules" / "x.rules", inside=game)


def test_a_link_inside_the_folder_is_followed(game):
    (game / "link.rules").symlink_to("base.rules")
    report = Report()
    assert read_source(game / "link.rules", report, "link.rules", game) is not None


def test_a_game_behind_a_link_is_read(game):
    link = game.parent / "linked"
    link.symlink_to(game)
    report = Report()
    assert read_source(link / "base.rules", report, "base.rules", link) is not None


def test_a_circle_of_links(game):
    (game / "a.rules").symlink_to("b.rules")
    (game / "b.rules").symlink_to("a.rules")
    assert refused_file(game / "a.rules") == drawn("""
        error[L001 unreadable-file]: this file cannot be read: its links lead in a circle
         --> a.rules:1:1
    """)
