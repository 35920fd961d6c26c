"""Reads one text file so that a hostile one can do no harm.

Takes a path or bytes; produces a `Source`, or a diagnostic and nothing. Text has at most 1 MiB, is
UTF-8, ends its lines with line feeds, and holds no character that a reader cannot see. It must not
know what language the text is written in: tabs are left to the grammar.
"""

from __future__ import annotations

import errno
from pathlib import Path

from interpreter.diagnostics import Report, Source, Span
from interpreter.diagnostics.characters import HIDDEN, name
from interpreter.diagnostics.suggest import nearest
from interpreter.load.files import NotAFile, read_at_most, stays_inside

MOST_BYTES = 1 << 20
TABLE = ".csv"
"""How a table ends, as spreadsheets save one."""
TABLES = (TABLE, ".tsv", ".tab", ".json", ".xlsx", ".xlsm", ".xls", ".ods")
"""How tables of components may end, in any case."""

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_REASONS = {
    errno.EACCES: "there is no permission to read it",
    errno.EPERM: "there is no permission to read it",
    errno.ELOOP: "its links lead in a circle",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
}


def read_source(
    path: Path, report: Report, shown: str, inside: Path | None = None
) -> Source | None:
    """Read a text file; None after a diagnostic.

    `shown` is the path as messages write it. With `inside`, a link that leads out of that folder is
    refused.
    """
    here = Span(Source(shown, ""), 0, 0)
    if not _is_inside(path, report, here, inside):
        return None
    data = _read_bytes(path, report, here)
    return None if data is None else from_bytes(data, report, shown)


def read_bytes_of(path: Path, report: Report, here: Span, inside: Path) -> bytes | None:
    """Read a file that is no text, such as a workbook; None after a diagnostic."""
    if not _is_inside(path, report, here, inside):
        return None
    data = _read_bytes(path, report, here)
    if data is not None and len(data) > MOST_BYTES:
        _too_large(report, here)
        return None
    return data


def _is_inside(path: Path, report: Report, here: Span, inside: Path | None) -> bool:
    """Check that a link does not lead out of a folder; report one that does."""
    if inside is None or stays_inside(path, inside):
        return True
    report.add(
        "outside-folder",
        here,
        "this link leads out of the game's folder",
        notes=["a game reads only what lies in its own folder"],
        helps=["copy the file into the folder in place of the link"],
    )
    return False


def _too_large(report: Report, here: Span) -> None:
    report.add(
        "large-file",
        here,
        "this file is larger than 1 MiB",
        helps=["cut it into several files in the same folder"],
    )


def from_bytes(data: bytes, report: Report, shown: str) -> Source | None:
    """Decode text from bytes that were read elsewhere, such as from standard input."""
    if len(data) > MOST_BYTES:
        _too_large(report, Span(Source(shown, ""), 0, 0))
        return None
    table = shown.lower().endswith(TABLES)
    try:
        wide = table and data[:2] in _UTF_16
        text = data.decode("utf-16" if wide else "utf-8")
    except UnicodeDecodeError as fault:
        _not_utf8(data, fault.start, report, shown)
        return None
    text = text.replace("\r\n", "\n")
    if table:  # spreadsheets begin one with a mark of its encoding; old ones end lines alone
        text = text.removeprefix("\ufeff").replace("\r", "\n")
    source = Source(shown, text)
    return source if clean(source, report) else None


def clean(source: Source, report: Report) -> bool:
    """Check that a text has no hidden characters; the first one is reported at its place."""
    match = HIDDEN.search(source.text)
    if match is None:
        return True
    character = match.group()
    more = sum(1 for _ in HIDDEN.finditer(source.text)) - 1
    helps = ["delete it; an editor that shows invisible characters makes it seen"]
    if character == "\ufeff" and match.start() == 0:
        helps = ["save the file as UTF-8 without a byte order mark"]
    elif character == "\r":
        helps = ["save the file with line ends of the Unix or Windows kind"]
    report.add(
        "hidden-character",
        Span(source, match.start(), match.end()),
        "this file holds a character that cannot be seen",
        name(character),
        notes=[f"{more} more of this sort stand{'s' if more == 1 else ''} below"] if more else [],
        helps=helps,
        fix=(Span(source, match.start(), match.end()), "\n" if character == "\r" else ""),
    )
    return False


def _read_bytes(path: Path, report: Report, here: Span) -> bytes | None:
    """Read at most one byte more than is allowed; None after a diagnostic."""
    try:
        return read_at_most(path, MOST_BYTES)
    except FileNotFoundError:
        _missing(path, report, here)
    except NotAFile as fault:
        _unreadable(report, here, str(fault.strerror))
    except (OSError, ValueError) as fault:
        reason = _REASONS.get(getattr(fault, "errno", None) or 0, "the system refuses to open it")
        _unreadable(report, here, f"this file cannot be read: {reason}")
    return None


def _unreadable(report: Report, here: Span, message: str) -> None:
    report.add("unreadable-file", here, message)


def _missing(path: Path, report: Report, here: Span) -> None:
    try:
        names = [entry.name for entry in path.parent.iterdir() if entry.is_file()]
    except OSError:
        names = []
    close = nearest(path.name, names)
    report.add(
        "missing-file",
        here,
        "this file is not there",
        helps=[f"did you mean `{close}`?"] if close else [],
    )


def _not_utf8(data: bytes, at: int, report: Report, shown: str) -> None:
    before = data[:at].decode("utf-8").replace("\r\n", "\n")
    after = data[at + 1 : at + 400].decode("utf-8", "replace").replace("\r\n", "\n")
    source = Source(shown, f"{before}\ufffd{after}")
    notes, helps = [], ["save the file as UTF-8"]
    if data[:2] in _UTF_16:
        notes = ["it looks like UTF-16, which some editors call Unicode"]
    else:
        letter = data[at : at + 1].decode("cp1252", "replace")
        if letter.isprintable() and letter != "\ufffd":
            notes = [f"in the older Windows encoding this byte stands for `{letter}`"]
    report.add(
        "not-utf8",
        Span(source, len(before), len(before) + 1),
        "this file is not saved as UTF-8",
        f"byte {data[at]:02X} is not a part of any character",
        notes=notes,
        helps=helps,
    )
