"""What a game in other languages lacks, and what it has too much.

Takes a checked program and its folder; reports texts without a translation, and translations of
texts that the game has not. A text that is missing is read in the language of the rules.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.diagnostics import Report
from interpreter.diagnostics.suggest import nearest
from interpreter.ir.program import Program
from interpreter.ir.texts import texts
from interpreter.load import kept
from interpreter.load.files import read_at_most
from interpreter.load.language_files import languages, read_language
from interpreter.load.spanned import Spanned
from interpreter.load.text import MOST_BYTES

SHOWN = 5  # missing texts that are named


def check_languages(program: Program, folder: Path, report: Report) -> None:
    """Look through every language of a game."""
    found = languages(folder)
    if not found:
        return
    wanted = texts(program)
    for path in found.values():
        try:
            text = read_at_most(path, MOST_BYTES, inside=folder).decode("utf-8")
            name = kept.key("language", text, *wanted)
        except (OSError, ValueError):
            name = ""
        if name and kept.find(name):
            continue  # nothing was found in the same file before
        before = len(report.found)
        made = read_language(path, folder, report)
        if made is not None:
            compare(made, wanted, report)
        if name and len(report.found) == before:
            kept.keep(name, True)


def compare(made: Spanned, wanted: list[str], report: Report) -> None:
    """Compare what a file translates with what the game says."""
    given, called = made.data["texts"], made.data["language"]
    missing = [text for text in wanted if text not in given]
    if missing:
        some = [f'"{text}"' for text in missing[:SHOWN]]
        more = len(missing) - len(some)
        number = "1 text of the game is" if len(missing) == 1 else f"{len(missing)} texts are"
        report.add(
            "untranslated",
            made.span(("language",)),
            f"{number} not there in {called}",
            "players read them as the rules have them",
            notes=(f"these: {', '.join(some)}{f' and {more} more' if more else ''}",),
            helps=(f"add them under `texts`: {some[0]}: ...",),
        )
    known = {text: text for text in wanted}
    for text in given:
        if text in known:
            continue
        close = nearest(text, missing)
        report.add(
            "unknown-text",
            made.key(("texts", text)),
            "the game has no such text",
            "the words before the colon are those of the rules",
            helps=(f'it may have become "{close}"',) if close else ("remove this line",),
        )
