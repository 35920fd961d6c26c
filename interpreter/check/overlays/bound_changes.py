"""Overlay changes to number ranges and zone limits.

Takes the trees of declarations, and changes; returns changed trees. Components or settings that are
outside the new bounds are reported by the checker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.check.overlays.change_targets import unhit
from interpreter.check.overlays.changes import Edit
from interpreter.diagnostics import Label, Report, Span
from interpreter.syntax import ast
from interpreter.syntax.ast import Word, replaced, rewritten

_Declared = ast.Printed | ast.Field | ast.Zone | ast.Board | ast.Setting


@dataclass(frozen=True, slots=True)
class _DeclaringLine:
    """A line that declares names: of a setting, of what is printed or kept, of a zone.

    `of` is the owner, `at` the index of the enclosing declaration.
    """

    at: int
    node: _Declared
    of: str

    @property
    def names(self) -> tuple[Word, ...]:
        """The names that it declares."""
        return self.node.names if isinstance(self.node, ast.Printed) else (self.node.name,)

    @property
    def numbers(self) -> ast.SettingNumber | ast.NumberType | ast.RangeType | None:
        """Between which numbers it goes, if it is a number."""
        node = self.node
        found = node.value if isinstance(node, ast.Setting) else getattr(node, "type", None)
        numbers = ast.SettingNumber | ast.NumberType | ast.RangeType
        return found if isinstance(found, numbers) else None


def bounded(nodes: Sequence[ast.Heading], change: ast.SetBounds, report: Report) -> Edit | None:
    """Give a number another range: `set glory from 0 to 99`.

    None, after a diagnostic, if there is no such number, or several.
    """
    word, of, low, high = change.name, change.owner, change.low, change.high
    lines = list(_lines(nodes, (ast.Printed, ast.Field, ast.Setting)))
    hits = [line for line in lines if word.text in [w.text for w in line.names]]
    if of is not None:
        hits = [line for line in hits if line.of == of.text]
    if not hits:
        names = [w.text for line in lines if line.numbers is not None for w in line.names]
        names += ["players"] if of is None else []
        whose = f" of `{of.text}`" if of is not None else ""
        unhit(word, "number", names, report, message=f"nothing is called `{word.text}`{whose}")
        return None
    if len(hits) > 1:
        first, second = hits[:2]
        report.add(
            "overlay-unfit",
            word.span,
            f"`{word.text}` may be of `{first.of}` or `{second.of}`",
            "of which?",
            others=tuple(Label(one.names[0].span, "one of them") for one in hits[:3]),
            helps=(f"write `set {word.text} of {first.of} from ...`",),
        )
        return None
    [line] = hits
    if line.numbers is None:
        report.add(
            "overlay-unfit",
            word.span,
            f"`{word.text}` is no number",
            others=(Label(line.node.span, "it stands here"),),
            helps=("replace the rule or the component that says what it is",),
        )
        return None
    if turned_round(change, report):
        return None
    new = _with_bounds(line, word.text, low, high)
    whole = _with(nodes[line.at], line.node, new)
    return Edit("range", word, line.at, whole, line.node, new[-1])


def turned_round(change: ast.SetBounds, report: Report) -> bool:
    """Whether the larger number comes first, which is told."""
    low, high = change.low, change.high
    if int(low.text.rstrip("½") or 0) <= int(high.text.rstrip("½") or 0):
        return False
    return (
        report.add(
            "overlay-unfit",
            Span(low.span.source, low.span.start, high.span.end),
            f"no number goes from {low.text} to {high.text}",
            "the smaller number comes first",
            helps=(f"write `from {high.text} to {low.text}`",),
        )
        or True
    )


def numbers_called(nodes: Sequence[ast.Heading], name: str) -> bool:
    """Whether a setting, or a line that is printed or kept, has this name."""
    lines = _lines(nodes, (ast.Printed, ast.Field, ast.Setting))
    return any(name == word.text for line in lines for word in line.names)


def roomy(nodes: Sequence[ast.Heading], change: ast.SetPrinted, report: Report) -> Edit | None:
    """Give a zone another limit: `set limit of hand to 5`.

    None if no zone has this name, or after a diagnostic: a row of 4 is as long as it is.
    """
    name, value = change.component, change.value
    assert isinstance(value, ast.Number)
    hits = [line for line in _zones(nodes) if line.names[0].text == name.text]
    if not hits:
        return None
    line = next((one for one in hits if not _has_spaces(one.node)), None)
    if line is None:
        _fixed_room(hits[0], name, value, report)
        return None
    assert isinstance(line.node, ast.Zone | ast.Board)
    facts = [fact for fact in line.node.facts if not isinstance(fact, ast.Limit)]
    limit = ast.Limit(span=value.span, most=value)
    new = replaced(line.node, facts=(*facts, limit))
    return Edit("limit", name, line.at, _with(nodes[line.at], line.node, [new]), line.node, new)


def _has_spaces(line: _Declared) -> bool:
    """Whether a zone or a board has a fixed number of spaces, each for one component."""
    shape = line.shape if isinstance(line, ast.Zone) else None
    return shape is None or isinstance(shape, ast.Slot) or _length(shape) > 0


def _length(shape: ast.Tree) -> int:
    """How many spaces a row has; 0 if it has no fixed number."""
    return int(shape.size.text) if isinstance(shape, ast.Row) and shape.size is not None else 0


def _fixed_room(line: _DeclaringLine, name: Word, value: ast.Number, report: Report) -> None:
    assert isinstance(line.node, ast.Zone | ast.Board)
    shape = line.node.shape
    room = 1 if isinstance(shape, ast.Slot) else _length(shape)
    nouns: ast.Nouns | None = getattr(shape, "nouns", None)
    whose = {"table": "", "player": "your "}.get(line.of, f"{line.of}'s ")
    wanted = int(value.span.text.rstrip("½") or 0)
    help = "leave it out"
    if isinstance(line.node, ast.Board):
        kept = f"number of {nouns.span.text} on {name.text}" if nouns is not None else ""
        help = f"ask for room where one is put there: requires {kept} is less than {wanted}"
        if not kept:
            help = "to hold more or fewer is for the zones of its spaces, not for the board"
    elif wanted < room:
        kept = f"number of {whose}{name.text}"
        help = f"ask for room where one is put there: requires {kept} is less than {wanted}"
    elif wanted > room:
        assert nouns is not None
        more = f", `row of {wanted} {nouns.span.text}`," if isinstance(shape, ast.Row) else ""
        help = f"for more, add a zone{more} and replace the rules that use `{name.text}`"
    report.add(
        "overlay-unfit",
        name.span,
        f"`{name.text}` is fixed: `{shape.span.text}`",
        "it has the spaces that it has",
        others=(Label(shape.span, "it stands here"),),
        helps=(help,),
    )


def zones_called(nodes: Sequence[ast.Heading], name: str) -> bool:
    """Whether a zone or a board has this name."""
    return any(line.names[0].text == name for line in _zones(nodes))


def said(line: ast.Tree, name: str) -> str:
    """Between which numbers a line goes, or how much it holds, in words."""
    if isinstance(line, ast.Zone | ast.Board):
        limit = next((fact for fact in line.facts if isinstance(fact, ast.Limit)), None)
        return limit.most.span.text if limit is not None else "no limit"
    assert isinstance(line, _Declared)
    numbers = _DeclaringLine(0, line, "").numbers
    assert numbers is not None
    words = [end.span.text for end in (numbers.low, numbers.high) if end is not None]
    return " to ".join(words) if len(words) == 2 else "any number"


def _zones(nodes: Sequence[ast.Heading]) -> Iterator[_DeclaringLine]:
    return _lines(nodes, (ast.Zone, ast.Board))


def _lines(
    nodes: Sequence[ast.Heading], kinds: tuple[type[_Declared], ...]
) -> Iterator[_DeclaringLine]:
    for at, node in enumerate(nodes):
        if isinstance(node, ast.Setting) and ast.Setting in kinds:
            yield _DeclaringLine(at, node, "setting")
        if isinstance(node, ast.Kind | ast.Area | ast.Faction):
            for line in node.lines:
                if isinstance(line, kinds):
                    yield _DeclaringLine(at, line, _owner(node))


def _owner(node: ast.Kind | ast.Area | ast.Faction) -> str:
    """Whose lines stand below a heading: a kind, `player`, `space`, `table`."""
    if not isinstance(node, ast.Area):
        return node.name.text
    if isinstance(node.holder, ast.EachOfKind):
        return node.holder.name.text
    return "space" if isinstance(node.holder, ast.EachSpace) else "table"


def _with_bounds(line: _DeclaringLine, name: str, low: Word, high: Word) -> list[_Declared]:
    """Replace the range in a line; a line of several names is split so the others keep theirs."""
    old, node = line.numbers, line.node
    assert old is not None
    ends = [ast.Number(span=word.span, word=word) for word in (low, high)]
    if isinstance(node, ast.Setting):
        return [replaced(node, value=replaced(old, low=ends[0], high=ends[1]))]
    halves = isinstance(old, ast.RangeType) and old.halves
    span = Span(low.span.source, low.span.start, high.span.end)
    numbers = ast.RangeType(span=span, low=ends[0], high=ends[1], halves=halves)
    if not isinstance(node, ast.Printed):
        return [replaced(node, type=numbers)]
    own = tuple(word for word in node.names if word.text == name)
    others = tuple(word for word in node.names if word.text != name)
    new = replaced(replaced(node, type=numbers), names=own)
    return [replaced(node, names=others), new] if others else [new]


def _with(tree: ast.Heading, old: ast.Tree, new: Sequence[ast.Tree]) -> ast.Heading:
    """Replace one line of a declaration by others, or the declaration itself."""
    if tree is old:
        assert isinstance(new[0], ast.Heading)
        return new[0]
    return rewritten(tree, lambda part: new if part is old else None)
