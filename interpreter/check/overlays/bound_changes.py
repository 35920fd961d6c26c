"""Between which numbers something goes, and how much a zone holds, as overlays change it.

Takes the trees of declarations, and changes; gives changed trees. Whether components, or what a
setting is, lie outside then is told by the checker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.check.overlays.targets import unhit
from interpreter.diagnostics import Label, Report, Span
from interpreter.syntax.tree import Node, Part, Word, build

_NUMBERS = ("number_type", "range_type")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that declares names: of a setting, of what is printed or kept, of a zone. `of` says
    whose it is, `at` is the place of its declaration among all."""

    at: int
    node: Node
    of: str

    @property
    def names(self) -> list[Word]:
        """The names that it declares."""
        return [p for p in self.node.parts if isinstance(p, Word) and p.type == "NAME"]

    @property
    def numbers(self) -> Node | None:
        """Between which numbers it goes, if it is a number."""
        kinds = ("setting_number",) if self.node.kind == "setting" else _NUMBERS
        return next((p for p in self.node.parts if isinstance(p, Node) and p.kind in kinds), None)


def bounded(
    nodes: Sequence[Node], change: Node, report: Report
) -> tuple[int, Node, Node, Node] | None:
    """`set glory from 0 to 99`: the place of the declaration, what it becomes, and its line before
    and after it; None and a problem if there is none, or several."""
    word, of, low, high = change.parts
    assert isinstance(word, Word) and isinstance(low, Word) and isinstance(high, Word)
    lines = list(_lines(nodes, ("printed", "field")))
    hits = [line for line in lines if word.text in [w.text for w in line.names]]
    if isinstance(of, Word):
        hits = [line for line in hits if line.of == of.text]
    if not hits:
        names = [w.text for line in lines if line.numbers is not None for w in line.names]
        whose = f" of `{of.text}`" if isinstance(of, Word) else ""
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
            "",
            others=(Label(line.node.span, "it stands here"),),
            helps=("replace the rule or the component that says what it is",),
        )
        return None
    if int(low.text.rstrip("½") or 0) > int(high.text.rstrip("½") or 0):
        report.add(
            "overlay-unfit",
            Span(low.span.source, low.span.start, high.span.end),
            f"no number goes from {low.text} to {high.text}",
            "the smaller number comes first",
            helps=(f"write `from {high.text} to {low.text}`",),
        )
        return None
    new = _with_bounds(line, word.text, low, high)
    whole = nodes[line.at]
    if line.node is whole:
        return line.at, new[0], line.node, new[0]
    return line.at, _with(whole, line.node, new), line.node, new[-1]


def roomy(
    nodes: Sequence[Node], change: Node, report: Report
) -> tuple[int, Node, Node, Node] | None:
    """`set limit of hand to 5`: the same for the zone; None if there is none of this name, which
    may be a component, or if a problem was told: a row of 4 is as long as it is."""
    _, name = change.words()[:2]
    value = change.parts[-1]
    assert isinstance(value, Node)
    hits = [line for line in _lines(nodes, ("zone", "board")) if line.names[0].text == name.text]
    if not hits:
        return None
    line = next((one for one in hits if not _has_spaces(one.node)), None)
    if line is None:
        _fixed_room(hits[0], name, value, report)
        return None
    facts = [p for p in line.node.parts if not (isinstance(p, Node) and p.kind == "limit")]
    limit = build("limit", (build("number", value.parts, value.span),), value.span)
    new = build(line.node.kind, (*facts, limit), line.node.span)
    return line.at, _with(nodes[line.at], line.node, [new]), line.node, new


def _has_spaces(line: Node) -> bool:
    """Whether a zone or a board has a fixed number of spaces, each for one component."""
    shape = line.parts[1]
    assert isinstance(shape, Node)
    return line.kind == "board" or shape.kind == "slot" or _length(shape) > 0


def _length(shape: Node) -> int:
    """How many spaces a row has; 0 if it has no fixed number."""
    number = shape.parts[0] if shape.kind == "row" else None
    return int(number.text) if isinstance(number, Word) else 0


def _fixed_room(line: _Line, name: Word, value: Node, report: Report) -> None:
    shape = line.node.parts[1]
    assert isinstance(shape, Node)
    room = 1 if shape.kind == "slot" else _length(shape)
    nouns = shape.node("nouns")
    whose = {"table": "", "player": "your "}.get(line.of, f"{line.of}'s ")
    wanted = int(value.span.text.rstrip("½") or 0)
    help = "leave it out"
    if line.node.kind == "board":
        kept = f"number of {nouns.span.text} on {name.text}" if nouns is not None else ""
        help = f"ask for room where one is put there: requires {kept} is less than {wanted}"
        if not kept:
            help = "to hold more or fewer is for the zones of its spaces, not for the board"
    elif wanted < room:
        kept = f"number of {whose}{name.text}"
        help = f"ask for room where one is put there: requires {kept} is less than {wanted}"
    elif wanted > room:
        assert nouns is not None
        more = f", `row of {wanted} {nouns.span.text}`," if shape.kind == "row" else ""
        help = f"for more, add a zone{more} and replace the rules that use `{name.text}`"
    report.add(
        "overlay-unfit",
        name.span,
        f"`{name.text}` is fixed: `{shape.span.text}`",
        "it has the spaces that it has",
        others=(Label(shape.span, "it stands here"),),
        helps=(help,),
    )


def zones_called(nodes: Sequence[Node], name: str) -> bool:
    """Whether a zone or a board has this name."""
    return any(line.names[0].text == name for line in _lines(nodes, ("zone", "board")))


def said(line: Node, name: str) -> str:
    """Between which numbers a line goes, or how much it holds, in words."""
    if line.kind in ("zone", "board"):
        limit = line.node("limit")
        return limit.span.text.removeprefix("limit").strip() if limit is not None else "no limit"
    numbers = _Line(0, line, "").numbers
    assert numbers is not None
    ends = numbers.parts[1:] if line.kind == "setting" else numbers.parts[:2]
    words = [end.span.text for end in ends if end is not None]
    return " to ".join(words) if len(words) == 2 else "any number"


def _lines(nodes: Sequence[Node], kinds: tuple[str, ...]) -> Iterator[_Line]:
    for at, node in enumerate(nodes):
        if node.kind == "setting" and "field" in kinds:
            yield _Line(at, node, "setting")
        if node.kind in ("kind", "area", "faction"):
            of = _owner(node)
            for part in node.parts:
                if isinstance(part, Node) and part.kind in kinds:
                    yield _Line(at, part, of)


def _owner(node: Node) -> str:
    """Whose lines stand below a heading: a kind, `player`, `space`, `table`."""
    if node.kind != "area":
        return node.words()[0].text
    holder = node.parts[0]
    assert isinstance(holder, Node)
    if holder.kind == "each_of_kind":
        return holder.words()[0].text
    return "space" if holder.kind == "each_space" else "table"


def _with_bounds(line: _Line, name: str, low: Word, high: Word) -> list[Node]:
    """A line with other numbers; a line of several names keeps its own for the others."""
    old = line.numbers
    assert old is not None
    ends = (build("number", (low,), low.span), build("number", (high,), high.span))
    span = Span(low.span.source, low.span.start, high.span.end)
    if old.kind == "setting_number":
        numbers = build(old.kind, (old.parts[0], *ends), old.span)
    else:
        halves = old.parts[2] if old.kind == "range_type" else None
        numbers = build("range_type", (*ends, halves), span)
    parts: list[Part] = []
    others: list[Part] = []
    for part in line.node.parts:
        named = isinstance(part, Word) and part.type == "NAME"
        if not named or (isinstance(part, Word) and part.text == name):
            parts.append(numbers if part is old else part)
        if not named or (isinstance(part, Word) and part.text != name):
            others.append(part)
    new = build(line.node.kind, tuple(parts), line.node.span)
    return [build(line.node.kind, tuple(others), line.node.span), new] if line.names[1:] else [new]


def _with(tree: Node, old: Node, new: Sequence[Node]) -> Node:
    parts: list[Part] = []
    for part in tree.parts:
        parts += new if part is old else [part]
    return build(tree.kind, tuple(parts), tree.span)
