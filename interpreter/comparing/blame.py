"""Which changes of an overlay cause an effect, found by applying subsets of them.

Takes a game's files with overlays, and a predicate on sets of changes; finds the smallest sets that
have the same effect. Prints nothing, and must not know what the predicate tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from interpreter.check.overlays.changes import Overlays
from interpreter.check.overlays.overlay_file import changes_of, place_of
from interpreter.comparing.divergence import Diverged
from interpreter.comparing.trace import TracedLine
from interpreter.load.game_folder import GameFiles
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

MOST_MADE = 40
"""Parts of the house rules that are laid on by themselves; beyond that nothing new is tried."""
MOST_CAUSES = 3
_GUESSES = 6  # single changes tried before bisection

Some = frozenset[int]


@dataclass(frozen=True, slots=True)
class BlamedChange:
    """One change of an overlay: the name of its target, and the text of each line it replaces."""

    node: ast.Change
    name: str
    old: frozenset[str] = frozenset()

    @property
    def line(self) -> TracedLine:
        """The first line of the change in its file."""
        span = self.node.span
        return TracedLine(span.source.path, span.line, span.source.line(span.line).strip(), "")

    def holds(self, line: TracedLine) -> bool:
        """Whether a line lies within this change."""
        span = self.node.span
        last = span.line + span.text.rstrip().count("\n")
        return line.path == span.source.path and span.line <= line.number <= last

    def wrote(self, line: TracedLine) -> bool:
        """Whether a line lies within this change and is not one that it replaces."""
        return self.holds(line) and line.text not in self.old


@dataclass(slots=True)
class BlamedChanges:
    """All changes of a game's overlays, and access to the files with only some of them applied."""

    files: GameFiles
    items: list[BlamedChange]
    made: set[Some] = field(default_factory=set)

    @property
    def all(self) -> Some:
        """The indices of all changes."""
        return frozenset(range(len(self.items)))

    def with_only(self, some: Some) -> GameFiles:
        """Build the game's files with only these changes, and the additions that they refer to."""
        places = frozenset(place_of(self.items[at].node) for at in self._with_what_they_name(some))
        return replace(self.files, laid_only=places)

    def may_try(self, some: Some) -> bool:
        """Whether these changes may be built: seen before, or not yet `MOST_MADE` sets so far."""
        if some not in self.made and len(self.made) >= MOST_MADE:
            return False
        self.made.add(some)
        return True

    def blamed(self, step: Diverged, found: Sequence[Some]) -> Diverged:
        """Attach the sets of changes that cause it to a divergence."""
        lines = tuple(tuple(self.items[at].line for at in sorted(some)) for some in found)
        only = self.items[next(iter(found[0]))] if len(found) == 1 == len(found[0]) else None
        within = only is not None and step.line is not None and only.holds(step.line)
        return replace(step, causes=lines, within=within)

    def _with_what_they_name(self, some: Some) -> set[int]:
        added = {
            one.name: at
            for at, one in enumerate(self.items)
            if isinstance(one.node, ast.Add | ast.AddComponent)
        }
        found: set[int] = set()
        waiting = list(some)
        while waiting:
            at = waiting.pop()
            if at in found:
                continue
            found.add(at)
            waiting += [added[word] for word in _names(self.items[at].node) if word in added]
        return found


def parts_of(files: GameFiles, laid: Overlays) -> BlamedChanges:
    """Collect the changes of a game's overlays, in the order in which they are applied.

    `laid` is the result of applying them.
    """
    changes = {place_of(one.node): one for one in laid.changes}
    items = []
    for overlay in laid.laid:
        for node in changes_of(overlay.node):
            change = changes.get(place_of(node))
            old = change.old if change is not None else None
            lines = old.span.text.split("\n") if old is not None else ()
            words = frozenset(line.partition(" #")[0].strip() for line in lines)
            items.append(
                BlamedChange(node, change.name if change is not None else "players", words)
            )
    return BlamedChanges(files, items)


def _names(node: ast.Tree) -> Iterator[str]:
    return (one.text for one in node.walk() if isinstance(one, Word) and one.type == "NAME")


# ------------------------------------------------------------------------------ the search


def causes(
    all_of_them: Some,
    likely: Iterable[int],
    alike: Callable[[Some], bool],
    the_same: Callable[[Some], bool],
) -> list[Some]:
    """Find up to `MOST_CAUSES` disjoint, small sets of changes that each have the whole effect.

    `alike` says whether some changes have an effect of that sort, `the_same` whether exactly that
    one; `likely` changes are tried alone, in that order. The first set is never empty.
    """
    guesses = list(dict.fromkeys(likely))[:_GUESSES]
    if len(all_of_them) <= _GUESSES:
        guesses += [at for at in sorted(all_of_them) if at not in guesses]
    found: list[Some] = []
    left = all_of_them
    while not found or (len(found) < MOST_CAUSES and left and alike(left)):
        single = [frozenset([at]) for at in guesses if at in left]
        first = next((one for one in single if alike(one) and the_same(one)), None)
        first = first or next((one for one in single if alike(one)), None)
        found.append(first or _smallest(sorted(left), alike))
        left -= found[-1]
    return found


def _smallest(items: Sequence[int], alike: Callable[[Some], bool]) -> Some:
    """Minimize a set of changes by delta debugging, as far as `alike` can be tried.

    No tried part of the result can be left out.
    """
    current, pieces = list(items), 2
    while len(current) > 1:
        size = -(-len(current) // pieces)
        chunks = [current[at : at + size] for at in range(0, len(current), size)]
        part = next((one for one in chunks if alike(frozenset(one))), None)
        if part is not None:
            current, pieces = part, 2
            continue
        rests = [[at for at in current if at not in one] for one in chunks]
        rest = next((one for one in rests if one and alike(frozenset(one))), None)
        if rest is not None:
            current, pieces = rest, max(pieces - 1, 2)
            continue
        if pieces >= len(current):
            break
        pieces = min(len(current), pieces * 2)
    return frozenset(current)
