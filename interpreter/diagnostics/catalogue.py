"""Every kind of diagnostic: slug, code, severity and title, in one explicit list.

The first letter of a code says which stage finds it: L loading, S sentences (syntax), N names,
K kinds of value, R rules (play), C components, G the game as a whole, T tests, V saves and scripts.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of diagnostic."""

    slug: str
    code: str
    severity: str
    title: str


_LINES = """
L001 error unreadable-file | a file cannot be read
L002 error missing-file | a file is not there
L003 error large-file | a file is larger than the limit
L004 error not-utf8 | a file is not saved as UTF-8
L005 error hidden-character | a text holds a character that cannot be seen
L006 error outside-folder | a link leads out of the game's folder
L007 error missing-game | no game has this name
L008 error several-games | a name fits more than one game
L009 error missing-rules | a game has no rules
L010 warning unread-file | a file is not read because of its name
L011 error game-id | the id of a game is not the name of its folder
L021 error tab-indent | a line is indented with a tab
L022 error open-quote | a quote is not closed
L023 error missing-colon | a key has no colon
L024 error wrong-indent | a line stands in the wrong column
L025 error open-bracket | a bracket is not closed
L026 error missing-comma | a comma is missing between brackets
L027 error needs-quotes | a text can only be read in quotes
L028 error wrong-escape | a backslash in quotes is followed by the wrong character
L029 error mixed-lines | list lines and key lines are mixed
L030 error stray-text | more stands on a line than its value
L031 error block-header | a text of several lines begins on the wrong line
L032 error unclear-line | a line of a YAML file cannot be understood
L033 error no-anchors | a YAML file refers to another part of itself
L034 error no-tags | a YAML value carries a tag
L035 error second-document | a YAML file holds more than one document
L036 error duplicate-key | a key stands twice
L037 error key-not-text | a key is not a text
L038 error not-whole | a number is not whole
L039 error long-number | a number has too many digits
L040 error long-text | a text is too long
L041 error deep-nesting | a YAML file is nested too deeply
L042 error too-many-values | a YAML file holds too many values
L043 error empty-file | a file holds nothing
L044 error no-directives | a YAML file begins with a directive
L045 error dash-space | a list line has no space behind its dash
C001 error unknown-key | a key is not known here
C002 error missing-key | a key that must be there is missing
C003 error wrong-kind | a value is of the wrong kind
C004 error unknown-value | a value is not one of those allowed
C005 error out-of-range | a number is too small or too large
C006 error wrong-count | there are too few or too many
C007 error wrong-form | a text is not written in the form that is needed
C008 error repeated-value | a value stands twice in a list
C009 error poor-fit | a value does not fit for another reason
C010 error repeated-id | two components have one id
"""


def _entries() -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for line in _LINES.strip().splitlines():
        head, title = line.split("|")
        code, severity, slug = head.split()
        entries[slug] = Entry(slug, code, severity, title.strip())
    return entries


CATALOGUE = _entries()
