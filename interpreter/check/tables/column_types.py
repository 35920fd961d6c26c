"""What the rules declare of each kind's lines, read from their trees before anything is checked.

Takes the trees of all declarations; returns plain data. It reports nothing: the checks do that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from interpreter.syntax import ast


@dataclass(frozen=True, slots=True)
class ColumnType:
    """What a printed line can hold.

    `sort` is number, yesno, word, piece, amounts, set, text or other; `members` are the words of
    its list, `of` the name of that list."""

    sort: str
    of: str = ""
    members: tuple[str, ...] = ()
    halves: bool = False
    optional: bool = False
    each: ColumnType | None = None


@dataclass(frozen=True, slots=True)
class TableKind:
    """A kind of component: its plural, and its printed lines."""

    name: str
    plural: str
    lines: Mapping[str, ColumnType]


@dataclass(frozen=True, slots=True)
class TableKinds:
    """All kinds of a game by plural, and the names that no component can have."""

    by_plural: dict[str, TableKind] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()

    def of(self, name: str) -> TableKind | None:
        """Find a kind by its plural, or by its name."""
        found = self.by_plural.get(name)
        return found or next((one for one in self.by_plural.values() if one.name == name), None)


OTHER = ColumnType("other")


def table_kinds(nodes: Iterable[ast.Tree]) -> TableKinds:
    """Collect the kinds of a game."""
    declared = list(nodes)
    lists: dict[str, tuple[str, ...]] = {}
    plurals: dict[str, str] = {}
    factions = []
    for node in declared:
        if isinstance(node, ast.Values):
            lists[node.name.text] = tuple(one.name.text for one in node.values)
            if node.plural is not None:
                plurals[node.plural.text] = node.name.text
        elif isinstance(node, ast.Faction):
            factions.append(node.name.text)
        elif isinstance(node, ast.Setting) and isinstance(node.value, ast.SettingWord):
            lists[node.name.text] = tuple(one.text for one in node.value.words_)
    if factions:
        lists["faction"] = tuple(factions)
    plurals |= {f"{name}s": name for name in lists if f"{name}s" not in plurals}
    kinds = [node for node in declared if isinstance(node, ast.Kind)]
    pieces = {node.name.text: node.name.text for node in kinds}
    pieces |= {node.plural.text: node.name.text for node in kinds}
    known = _Known(lists, plurals, pieces)
    found = {
        node.plural.text: TableKind(node.name.text, node.plural.text, _lines(node, known))
        for node in kinds
    }
    members = (one for each in lists.values() for one in each)
    return TableKinds(found, frozenset([*lists, *plurals, *members, *pieces]))


@dataclass(frozen=True, slots=True)
class _Known:
    """Lists of values and kinds, by their names and plurals."""

    lists: Mapping[str, tuple[str, ...]]
    plurals: Mapping[str, str]
    pieces: Mapping[str, str]

    def one_of(self, name: str) -> ColumnType:
        """Return the type of a value, or of a component, by the name of its list or kind."""
        of = name if name in self.lists else self.plurals.get(name, "")
        if of:
            return ColumnType("word", of, self.lists[of])
        return ColumnType("piece", self.pieces[name]) if name in self.pieces else OTHER


def _lines(node: ast.Kind, known: _Known) -> dict[str, ColumnType]:
    found: dict[str, ColumnType] = {}
    for line in node.lines:
        if isinstance(line, ast.Printed):
            for name in line.names:
                found[name.text] = _type(line.type, name.text, known)
    return found


def _type(node: ast.Tree, owner: str, known: _Known) -> ColumnType:
    match node:
        case ast.RangeType():
            optional = isinstance(node, ast.RangeOrNoneType)
            return ColumnType("number", halves=node.halves, optional=optional)
        case ast.NumberType():
            return ColumnType("number")
        case ast.YesNoType():
            return ColumnType("yesno")
        case ast.AmountsType():
            one = known.one_of(node.values.text)
            return replace(one, sort="amounts") if one.sort == "word" else OTHER
        case ast.SetType():
            return ColumnType("set", each=known.one_of(node.item.text))
        case ast.OneOfType():
            return _one_of(node, owner, known)
    return OTHER


def _one_of(node: ast.OneOfType, owner: str, known: _Known) -> ColumnType:
    """Read `card or none`, `text`, or a list of words that is written in place."""
    words = [one.text for one in node.names if one.text != "none"]
    optional = len(words) < len(node.names)
    if len(words) == 1:
        made = known.one_of(words[0])
        if made is OTHER and words[0] == "text":
            return ColumnType("text")
        return replace(made, optional=optional)
    return ColumnType("word", owner, tuple(words), optional=optional)
