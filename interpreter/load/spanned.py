"""Plain data with the places in a file that they came from.

Holds `Spanned` and `EmbeddedText`. It must not know which format the file was written in.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

from interpreter.diagnostics import Source, Span
from interpreter.load.tables.raw_table import RawTable

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class EmbeddedText:
    """A text inside a file, such as a card's rules, and the offset in the file of each line of it.

    `offsets` has one entry for every line of `text.split("\\n")`, so a text that ends with a line
    end has one more, for the empty line behind it, which stands at the end of the last full line.
    `doubled` lists the places in the text of quotes that are written twice in the file.
    """

    text: str
    offsets: tuple[int, ...]
    doubled: tuple[int, ...] = ()

    def offset(self, at: int) -> int:
        """Map an offset in the text to one in the file; clamped to the bounds of the text."""
        starts = _starts(self.text)
        at = max(0, min(at, len(self.text)))
        line = min(bisect_right(starts, at), len(self.offsets)) - 1
        more = bisect_left(self.doubled, at) - bisect_left(self.doubled, starts[line])
        return self.offsets[line] + at - starts[line] + more


@lru_cache(maxsize=256)
def _starts(text: str) -> tuple[int, ...]:
    """List the offset of each line of a text, and of one more behind the last."""
    return tuple(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))


@dataclass(frozen=True, slots=True, eq=False)
class Spanned:
    """Dicts, lists, texts, whole numbers, booleans and None, with their places.

    A path lists keys and list positions from the outside in; `()` is the whole file. `spans` covers
    values, `keys` the keys themselves. `blocks` has an entry for each text whose every character
    stands unchanged in the file.
    """

    data: Any
    source: Source
    spans: dict[Path, Span]
    keys: dict[Path, Span]
    blocks: dict[Path, EmbeddedText]
    salt: str = ""  # names what was changed in the data since they were read from the source
    tables: tuple[RawTable, ...] = ()  # what the data were read from, if it was no YAML

    def span(self, path: Path) -> Span:
        """Return the span of the value at a path, or of the nearest one around it."""
        while path and path not in self.spans:
            path = path[:-1]
        return self.spans.get(path) or Span(self.source, 0, 0)

    def key(self, path: Path) -> Span:
        """Return the span of the key of a path; for an item of a list, that of the item."""
        return self.keys.get(path) or self.span(path)
