"""Diagnoses an unexpected word: the likeliest fault, or else a list of what could stand there.

Takes a `ParseFailure`; produces one diagnostic. Must not know any game.
"""

from __future__ import annotations

from interpreter.syntax.recovery import (
    blocks,
    brackets,
    house_lines,
    house_names,
    reserved_words,
    spelling,
    strange_characters,
    unsaid_source,
)
from interpreter.syntax.recovery.failure import ParseFailure
from interpreter.syntax.recovery.paraphrase_reports import report_paraphrase
from interpreter.syntax.source_words import parent_line
from interpreter.syntax.vocabulary import SORTS, WAITING


def report_failure(failure: ParseFailure) -> None:
    """Report why a text cannot be parsed, with the first recogniser that applies."""
    if _report_house_rule(failure):
        return
    if failure.token is None:
        if not report_paraphrase(failure):
            strange_characters.strange_character(
                failure.text, failure.at, failure.spans, failure.report
            )
        return
    for recognise in (
        reserved_words.report_name_above,
        _report_paraphrase_first,
        brackets.report_brackets,
        reserved_words.report_article,
        unsaid_source.report_unsaid_source,
        report_paraphrase,
        spelling.report_misspelt_start,
        blocks.report_goes_on,
        blocks.report_block_beside,
        spelling.report_misspelt_word,
        _report_paraphrase_late,
        _report_misplaced,
        blocks.report_early_end,
        blocks.report_missing_block,
        spelling.report_missing_colon,
        reserved_words.report_unknown_start,
    ):
        if recognise(failure):
            return
    spelling.report_unfit_word(failure)


def report_reserved_word(failure: ParseFailure) -> None:
    """Report a reserved word that was read as a name, in a text that otherwise parses."""
    for recognise in (
        reserved_words.report_nothing_done,
        _report_house_paraphrase,
        report_paraphrase,
        _report_paraphrase_late,
    ):
        if recognise(failure):
            return
    _report_reserved(failure, failure.at, failure.end)


def _report_house_paraphrase(failure: ParseFailure) -> bool:
    """Report a line of an overlay that is written in another way."""
    return failure.text.startswith("variant") and report_paraphrase(failure, "early")


def _report_house_rule(failure: ParseFailure) -> bool:
    """Report a fault of house rules, unless the block of the line above is missing."""
    if not failure.text.startswith("variant"):
        return False
    above = parent_line(failure.text, failure.start, failure.indent + 1)
    beside = above == parent_line(failure.text, failure.start, len(failure.text))
    parent = parent_line(failure.text, failure.start, failure.indent)
    if beside and above != parent and not failure.at_margin and _opens_block(above):
        return False
    return any(
        report(failure)
        for report in (
            house_lines.report_lines_of_component,
            house_names.report_name_of_game,
            _report_house_paraphrase,
            house_names.report_no_change,
        )
    )


def _opens_block(line: str) -> bool:
    """Check whether a line of an overlay must have a block below it."""
    words = line.split()
    if words[0] == "add":
        return words[1:2] != ["component"] and words[1:2] != ["setting"]
    if words[0] in ("replace", "extend", "require", "before", "after") and words[1:2]:
        return words[1] in SORTS or words[0] in WAITING
    return words[0] in (*WAITING, "if", "repeat", "otherwise") or words[:2] == ["have", "each"]


def _report_paraphrase_first(failure: ParseFailure) -> bool:
    """Report needless brackets."""
    return report_paraphrase(failure, "first")


def _report_paraphrase_late(failure: ParseFailure) -> bool:
    """Report a paraphrase, where no word is misspelt."""
    return report_paraphrase(failure, "late")


def _report_misplaced(failure: ParseFailure) -> bool:
    """Report a reserved word that was read as a name because no sentence with it fits."""
    head, start, end = failure.head
    place = reserved_words.find_misplaced(failure)
    if place is None and failure.kind == "NAME" and head in failure.reserved:
        place = (start, end) if failure.at == start else None
    if place is None:
        return False
    read_as_deed = any(one.type == "NAME" and one.start_pos == start for one in failure.history)
    if read_as_deed and head in failure.reserved:
        place = start, end  # whatever follows, no sentence begins so
    if place[0] == start:
        reserved_words.report_no_start(failure, head, start, end)
    else:
        _report_reserved(failure, *place)
    return True


def _report_reserved(failure: ParseFailure, start: int, end: int) -> None:
    """Report a reserved word that is used as a name, or where no use of it fits."""
    word = failure.text[start:end]
    if reserved_words.report_reserved_name(failure, start, end):
        return
    misplaced = failure.at_word(start, end)
    if not report_paraphrase(misplaced, "word"):
        failure.report.add(
            "unexpected-word",
            failure.spans(start, end),
            f"`{word}` does not fit here",
            "a name is expected here",
        )
