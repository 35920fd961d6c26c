"""Data model of overlays: their names, their changes, and the resulting game.

Filled in by `laying`. Must not know how a change is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.diagnostics import Source, Span
from interpreter.diagnostics.json_data import Json
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


@dataclass(frozen=True, slots=True, eq=False)
class Overlay:
    """An overlay that is applied; `name` is that of its file."""

    name: str
    title: str
    node: ast.Variant

    @property
    def source(self) -> Source:
        """The file in which it stands."""
        return self.node.span.source

    def cites(self) -> tuple[str, ...]:
        """List the ids of the sources that the overlay's heading cites."""
        return tuple(word.text for word in self.node.cites.ids) if self.node.cites else ()

    def heading(self) -> Span:
        """Its first words, up to its title."""
        return Span(self.source, self.node.span.start, self.node.title.span.end)


@dataclass(frozen=True, slots=True, eq=False)
class OverlayChange:
    """A single change of an overlay.

    `sort` and `name` identify its target: a rule by its kind, a setting, a component; `old` and
    `new` are the trees of a rule before and after it.
    """

    overlay: Overlay
    node: ast.Change
    sort: str
    word: Word
    old: ast.Tree | None = None
    new: ast.Tree | None = None
    how: str = ""
    """What it does to a rule that it does not name, such as one with a menu."""

    @property
    def name(self) -> str:
        """What the thing is called that it changes."""
        return self.word.text


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """What a change does to the declarations of a game, and what it is for (`sort`, `word`).

    `at` is the index of the declaration it edits, the number of declarations for a new one, and
    None for what is no declaration; `whole` is what stands there afterwards, None if nothing does.
    `old` and `new` are the trees that differ.
    """

    sort: str
    word: Word | None
    at: int | None = None
    whole: ast.Heading | None = None
    old: ast.Tree | None = None
    new: ast.Tree | None = None


@dataclass(slots=True)
class Overlays:
    """A game's trees with its overlays applied, and what else these change.

    `settings` holds the values they set, each with its place; `components` what is to be done to
    components, in order.
    """

    nodes: list[ast.Heading]
    called: dict[str, str] = field(default_factory=dict)
    """What names of the game without overlays are: `define`, `component card`, ..."""
    on_components: dict[str, tuple[str, Span]] = field(default_factory=dict)
    """The actions that stand on components: on which, and where."""
    laid: list[Overlay] = field(default_factory=list)
    others: tuple[str, ...] = ()
    """The names of overlays that could be laid on, too."""
    changes: list[OverlayChange] = field(default_factory=list)
    settings: dict[str, tuple[object, Span]] = field(default_factory=dict)
    players: list[tuple[OverlayChange, int, int]] = field(default_factory=list)
    """How few and how many play, as overlays say one after the other."""
    components: list[OverlayChange] = field(default_factory=list)
    shown: list[ast.ShowNumber] = field(default_factory=list)
    """The numbers that are shown beside the players and the table."""
    by_players: list[ast.SetSetting] = field(default_factory=list)
    """The settings that have another value with some numbers of players."""
    conditions: list[ast.OnlyWith] = field(default_factory=list)
    lost: list[tuple[OverlayChange, str]] = field(default_factory=list)
    """The rules of components that were removed or changed, as texts."""
    follows: list[OverlayChange] = field(default_factory=list)
    """What the removal of actions makes of rules that offer them or wait for them."""

    def apply(self, edit: Edit, overlay: Overlay, node: ast.Change) -> OverlayChange | None:
        """Carry out an edit and record it; None if it has no name to be recorded by."""
        if edit.at is not None:
            self.nodes[edit.at : edit.at + 1] = [edit.whole] if edit.whole is not None else []
        if edit.word is None:
            return None
        change = OverlayChange(overlay, node, edit.sort, edit.word, edit.old, edit.new)
        self.changes.append(change)
        return change

    def wrote(self, source: Source) -> bool:
        """Whether a source file belongs to one of these overlays."""
        return any(overlay.source is source for overlay in self.laid)

    def gone(self, name: str, sort: str) -> OverlayChange | None:
        """Find the last change that removed a rule of this name and sort; None if none did."""
        removals = (c for c in reversed(self.changes) if isinstance(c.node, ast.Remove))
        return next((c for c in removals if (c.name, c.sort) == (name, sort)), None)

    def values(self) -> Json:
        """Return the values that overlays set, by setting, in the form of options."""
        return {name: value for name, (value, _) in self.settings.items()}
