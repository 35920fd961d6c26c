"""Resolves `layout:` of game.yaml: how boards, rows, lanes and cards are drawn.

Takes what the rules declare and the data of `game.yaml`; produces a `Layout`. Values in braces are
read as in `says`, and may use only what everybody sees. House rules may remove what a layout names:
with an overlay, such entries are dropped without a diagnostic. Numbers that the overlay itself
shows are added to the layout.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.check.context import Context
from interpreter.check.declarations.titles import BRACES, quoted
from interpreter.check.expressions import value_reading
from interpreter.check.lints.hidden import unseen
from interpreter.check.names import attributes
from interpreter.check.scope import Scope
from interpreter.diagnostics import Report, Span
from interpreter.diagnostics.json_data import Json
from interpreter.ir import nodes
from interpreter.ir.layout import (
    BoardLook,
    Face,
    Layout,
    Mark,
    ParallelTracks,
    SittingFacts,
    Template,
)
from interpreter.ir.nodes import Expr
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Type, piece_type, value_type
from interpreter.load.spanned import Path, Spanned
from interpreter.run.handles import SEATS
from interpreter.syntax import ast
from interpreter.syntax.parser import parse_value
from interpreter.syntax.source_words import is_name

SPECIAL = ("hide", "seats", "table", "gives_way", "seldom")
HERE = "thing"  # what a value of the layout is about


def read_layout(ctx: Context, document: Spanned) -> Layout:
    """Read the layout of a game; problems are reported, unless an overlay is laid on.

    Settings that only the layout reads do not count as used.
    """
    data = document.data.get("layout") if isinstance(document.data, dict) else None
    laid = ctx.overlaid is not None and ctx.overlaid.laid
    reader = _LayoutReader(replace(ctx, report=Report()) if laid else ctx, document)
    by_rules = ctx.used & set(ctx.program.settings)
    layout = reader.layout(data) if isinstance(data, dict) else Layout()
    if ctx.overlaid is not None:
        layout = _with_shown(layout, _LayoutReader(ctx, document), ctx.overlaid.shown)
    ctx.used.difference_update(set(ctx.program.settings) - by_rules)  # to be shown changes nothing
    return layout


def read_sitting(ctx: Context, document: Spanned) -> SittingFacts:
    """Read the `sitting:` facts of a game, about its seats at a table of people.

    Problems are reported, unless an overlay is laid on. Settings read only here do not count as
    used.
    """
    data = document.data.get("sitting") if isinstance(document.data, dict) else None
    laid = ctx.overlaid is not None and ctx.overlaid.laid
    reader = _LayoutReader(replace(ctx, report=Report()) if laid else ctx, document)
    by_rules = ctx.used & set(ctx.program.settings)
    made = reader.sitting(data) if isinstance(data, dict) else SittingFacts()
    ctx.used.difference_update(set(ctx.program.settings) - by_rules)
    return made


def _with_shown(layout: Layout, reader: _LayoutReader, shown: Iterable[ast.ShowNumber]) -> Layout:
    """Add the numbers that house rules show to a layout.

    Each goes behind the existing ones, or replaces the one with the same title.
    """
    counts, table = dict(layout.counts), dict(layout.shown)
    for node in shown:
        of_table = isinstance(node.holder, ast.TheTable)
        of, noun = (None, "table") if of_table else (PLAYER, "player")
        number = reader.read(node.value.span.text, node.value.span, of, noun)
        if number >= 0:
            (table if of_table else counts)[quoted(node.called)] = number
    return replace(layout, counts=tuple(counts.items()), shown=tuple(table.items()))


class _LayoutReader:
    """Reads one layout."""

    def __init__(self, ctx: Context, document: Spanned) -> None:
        self.ctx = ctx
        self.program = ctx.program
        self.document = document
        self.families = {f.name: f for f in self.program.families}

    def layout(self, data: Json) -> Layout:
        """Read all entries of `layout:`."""
        kinds = self.program.kinds.values()
        printed = [name for k in kinds for line in k.printed for name in (line, f"{k.name}.{line}")]
        legal = {*self.families, *(f.name for f in self.program.fields), *printed}
        hidden = [
            name
            for number, name in enumerate(map(str, _list(data.get("hide"))))
            if self.known(name, ("layout", "hide", number), legal, "zone or field")
        ]
        boards: dict[str, BoardLook] = {}
        faces: dict[str, Face] = {}
        spaces: dict[str, tuple[str, ...]] = {}
        lanes: list[ParallelTracks] = []
        notes: dict[str, Template] = {}
        in_words: dict[str, Template] = {}
        for key, entry in data.items():
            path: Path = ("layout", key)
            if key in SPECIAL or not isinstance(entry, dict):
                continue
            if "lanes" in entry:
                made = self.lanes(key, entry, path)
                lanes += [made] if made is not None else []
            elif key in self.program.boards:
                boards[key] = self.board(key, entry, path)
            elif key in self.families and "spaces" in entry:
                spaces[key] = tuple(map(str, _list(entry.get("spaces"))))
            elif key in self.program.kinds:
                if "row" in entry:
                    self.row(key, entry, path, boards)
                else:
                    self.note(key, entry, path, piece_type(key), notes)
                    self.note(key, entry, path, piece_type(key), in_words, "in_words")
                faces[key] = self.face(key, entry, path)
            elif key in self.program.values and "note" in entry:
                self.note(key, entry, path, value_type(key), notes)
            else:
                names = [*self.program.boards, *self.families, *self.program.kinds]
                self.known(key, path, names, "board, zone or kind", key=True)
        seats = data["seats"] if isinstance(data.get("seats"), dict) else {}
        called, (out, counts) = self.called(seats.get("called")), self.of_seats(seats)
        entry = data["table"] if isinstance(data.get("table"), dict) else {}
        shown = self.counts(entry, ("layout", "table", "counts"), None, "table")
        return Layout(
            frozenset(hidden),
            called,
            out,
            boards,
            tuple(lanes),
            faces,
            spaces,
            counts,
            shown,
            notes,
            {name: _signs(data[name].get("legend")) for name in notes},
            in_words,
            frozenset(self.seldom(data, [title for title, _ in (*counts, *shown)])),
            tuple(map(str, _list(data.get("gives_way")))),
        )

    def seldom(self, data: Json, counted: list[str]) -> list[str]:
        """Read which of the `counted` numbers are shown only while they are not 0."""
        legal = {*counted, *(f.name for f in self.program.fields)}
        return [
            name
            for number, name in enumerate(map(str, _list(data.get("seldom"))))
            if self.known(name, ("layout", "seldom", number), legal, "number")
        ]

    def sitting(self, data: Json) -> SittingFacts:
        """Read all entries of `sitting:`."""
        options = tuple(
            (name, value)
            for name, value in _mapping(data.get("options")).items()
            if self.known(
                name, ("sitting", "options", name), self.program.settings, "setting", True
            )
        )
        kept = {one.name for one in self.program.fields}
        tell = frozenset(
            name
            for number, name in enumerate(map(str, _list(data.get("tell"))))
            if self.known(name, ("sitting", "tell", number), kept, "field")
        )
        mine = {one.name for one in self.program.fields if one.holder == "player"}
        follows = tuple(
            (name, self.worked_out(said, ("sitting", "follows", name), PLAYER, "player"))
            for name, said in _mapping(data.get("follows")).items()
            if self.known(name, ("sitting", "follows", name), mine, "line of players", True)
        )
        possible: dict[str, tuple[tuple[str, int], ...]] = {}
        for kind, tests in _mapping(data.get("possible")).items():
            path: Path = ("sitting", "possible", kind)
            legal = [*self.program.kinds, "player"]
            if not self.known(kind, path, legal, "kind", key=True):
                continue
            of = PLAYER if kind == "player" else piece_type(kind)
            read = [
                (
                    str(title),
                    self.worked_out(test, (*path, title), of, kind, want=YES_NO),
                )
                for title, test in tests.items()
            ]
            possible[kind] = tuple(one for one in read if one[1] >= 0)
        return SittingFacts(options, tell, tuple(one for one in follows if one[1] >= 0), possible)

    def known(
        self, name: str, path: Path, legal: Iterable[str], what: str, key: bool = False
    ) -> bool:
        """Check that the rules declare this name; report it if they do not."""
        if name in legal:
            return True
        span = self.document.key(path) if key else self.document.span(path)
        self.ctx.unknown("layout-name", span, name, what, sorted(legal))
        return False

    def place(self, path: Path, offset: int, length: int) -> Span:
        """Return the span of part of a text in game.yaml."""
        span, block = self.document.span(path), self.document.blocks.get(path)
        start = block.offset(offset) if block is not None else span.start
        return Span(span.source, start, start + length)

    def called(self, name: object) -> str:
        """Read `seats: called`: the open zone or value field whose contents players are called by.

        Returns an empty string if it is missing or unknown.
        """
        mine = [f.name for f in self.program.families if f.holder == "player" and f.seen == "all"]
        values = (f for f in self.program.fields if f.type.is_value)
        mine += [f.name for f in values if f.holder == "player"]
        path, what = ("layout", "seats", "called"), "open zone of each player"
        return name if isinstance(name, str) and self.known(name, path, mine, what) else ""

    def of_seats(self, seats: Json) -> tuple[int, tuple[tuple[str, int], ...]]:
        """Read the test (or -1) whether a player is out, and the counts shown at each seat."""
        counts = self.counts(seats, ("layout", "seats", "counts"), PLAYER, "player")
        said, path = seats.get("out"), ("layout", "seats", "out")
        out = -1 if said is None else self.worked_out(said, path, PLAYER, "player", want=YES_NO)
        return out, counts

    def counts(
        self, entry: Json, path: Path, of: Type | None, noun: str
    ) -> tuple[tuple[str, int], ...]:
        """Read the counts of each player or of the table: titles with numbers into `program.looks`.

        Counts with a problem are left out.
        """
        found = [
            (str(title), self.worked_out(said, (*path, title), of, noun))
            for title, said in _mapping(entry.get("counts")).items()
        ]
        return tuple(one for one in found if one[1] >= 0)

    def board(self, name: str, entry: Json, path: Path) -> BoardLook:
        """Read the coordinates, edges and picture of a board."""
        edges = entry.get("edges")
        found = []
        for side, seat in edges.items() if isinstance(edges, dict) else ():
            if self.known(str(seat), (*path, "edges", side), SEATS, "seat"):
                found.append((str(side), str(seat)))
        drawn = str(entry.get("picture") or "").rstrip("\n")
        picture = tuple(drawn.split("\n")) if drawn else ()
        names = self.program.boards[name].names
        for brace in BRACES.finditer(drawn):
            cell = brace.group(1).strip()
            if cell not in names:
                span = self.place((*path, "picture"), brace.start(1), len(cell))
                self.ctx.unknown("layout-name", span, cell, f"space of {name}", names)
                picture = ()
        empty = self.empty(name, entry, path)
        return BoardLook(str(entry.get("coordinates") or ""), tuple(found), picture, empty=empty)

    def empty(self, board: str, entry: Json, path: Path) -> tuple[tuple[str, str, int], ...]:
        """Read what is drawn on empty spaces of a board: a sign, its meaning and the test for it.

        Entries whose test has a problem are left out.
        """
        made = []
        for number, one in enumerate(_list(entry.get("empty"))):
            if isinstance(one, dict):
                place = (*path, "empty", number, "if")
                shown = self.worked_out(
                    one.get("if"), place, Type("space", board), "space", want=YES_NO
                )
                made.append((str(one.get("as")), str(one.get("say")), shown))
        return tuple(one for one in made if one[2] >= 0)

    def row(self, kind: str, entry: Json, path: Path, boards: dict[str, BoardLook]) -> None:
        """Read a board whose spaces are components of this kind, each drawn as a row."""
        held = [f.name for f in self.program.families if f.holder == kind]
        if not self.known(str(entry["row"]), (*path, "row"), held, f"zone of a {kind}"):
            return
        note = self.template(entry.get("note"), (*path, "note"), piece_type(kind), kind)
        for board in self.program.boards.values():
            if board.sort == f"kind:{kind}":
                boards[board.name] = BoardLook(row=str(entry["row"]), note=note)

    def note(
        self,
        name: str,
        entry: Json,
        path: Path,
        of: Type,
        notes: dict[str, Template],
        key: str = "note",
    ) -> None:
        """Read the note shown behind each place on a map, or behind each member of a list."""
        made = self.template(entry.get(key), (*path, key), of, name)
        if made is not None:
            notes[name] = made

    def face(self, kind: str, entry: Json, path: Path) -> Face:
        """Read how components of a kind are drawn: templates of the face and the short mark."""
        of = piece_type(kind)
        return Face(
            self.template(entry.get("face"), (*path, "face"), of, kind),
            self.template(entry.get("mark"), (*path, "mark"), of, kind),
        )

    def lanes(self, name: str, entry: Json, path: Path) -> ParallelTracks | None:
        """Read a set of tracks: one for each member of a list or each player."""
        holder = str(entry["lanes"])
        legal = [*self.program.values, "player"]
        if not self.known(holder, (*path, "lanes"), legal, "list of values"):
            return None
        of = PLAYER if holder == "player" else value_type(holder)
        length = self.worked_out(entry.get("length"), (*path, "length"), of, holder, want=NUMBER)
        given = enumerate(_list(entry.get("marks")))
        sorts = [(n, one) for n, one in given if isinstance(one, dict)]
        marks = [self.mark(holder, one, (*path, "marks", number)) for number, one in sorts]
        return (
            ParallelTracks(name, holder, length, tuple(filter(None, marks)))
            if length >= 0
            else None
        )

    def mark(self, holder: str, entry: Json, path: Path) -> Mark | None:
        """Read one sort of mark on lanes."""
        each = str(entry.get("each"))
        program = self.program
        lines = {
            kind.name: next(
                (n for n, t in kind.printed.items() if (t.base, t.of) == ("value", holder)), ""
            )
            for kind in program.kinds.values()
        }
        legal = [holder, *(kind for kind, line in lines.items() if line)]
        if not self.known(each, (*path, "each"), legal, f"kind that is of one {holder}"):
            return None
        if each == holder:
            of = PLAYER if holder == "player" else value_type(holder)
        else:
            of = piece_type(each)
        at = self.worked_out(entry.get("at"), (*path, "at"), of, each, want=NUMBER)
        shown = -1
        if entry.get("if") is not None:
            shown = self.worked_out(entry["if"], (*path, "if"), of, each, want=YES_NO)
        letter = str(entry.get("as") or "owner")
        lane = "" if each == holder else lines[each]
        return Mark(each, at, lane, "" if letter == "owner" else letter, shown) if at >= 0 else None

    def template(self, text: object, path: Path, of: Type, noun: str) -> Template | None:
        """Parse a text with values in braces; None if it is no text or a value has a problem."""
        if not isinstance(text, str):
            return None
        parts: list[str | tuple[int, Type]] = []
        at = 0
        for brace in BRACES.finditer(text):
            parts.append(text[at : brace.start()])
            at = brace.end()
            number = self.worked_out(brace.group(1), path, of, noun, offset=brace.start(1))
            if number < 0:
                return None
            parts.append((number, self.program.looks[number][1].type))
        parts.append(text[at:])
        return Template(tuple(part for part in parts if part != ""))

    def worked_out(
        self,
        text: object,
        path: Path,
        of: Type | None,
        noun: str,
        offset: int = 0,
        want: Type | None = None,
    ) -> int:
        """Read a value computed from one thing of type `of`, or from the table if `of` is None.

        Returns its index in `program.looks`, or -1 after a diagnostic. `want` is the type that the
        place requires, if it requires one; `offset` is where the value begins within its text in
        game.yaml.
        """
        text = "" if text is None or isinstance(text, bool) else str(text)
        place = self.place(path, offset, len(text))
        if not text.strip():
            self.ctx.report.add(
                "layout-name",
                place,
                "there is nothing to work out here",
                helps=(f"name a field of the {noun}, or write a value as in the rules",),
            )
            return -1
        return self.read(text, place, of, noun, want)

    def read(
        self, text: str, place: Span, of: Type | None, noun: str, want: Type | None = None
    ) -> int:
        """Read a value as `worked_out` does, from text that already has a span."""
        ctx, report = self.ctx, self.ctx.report
        holder = ctx.fields.get(ctx.holder_of(of), {}) if of is not None else {}
        printed = self.program.kinds[of.of].printed if of and of.is_piece else {}
        if is_name(text) and (text in holder or text in printed):
            text, place = f"its {text}", replace(place, start=place.start - 4)
        before = len(report.found)
        tree = parse_value(text, place, report)
        if tree is None:
            return -1
        scope = Scope(ctx, None, None, pure=True)
        if of is not None:
            it = nodes.Local((), of, place, HERE)
            scope = scope.with_it(it)
            scope.bound[noun] = it
        test = want == YES_NO
        value = (
            value_reading.question(scope, tree) if test else value_reading.value(scope, tree, want)
        )
        if not value.type.known or len(report.found) > before:
            return -1
        if value.type.base in ("set", "zone", "text"):
            self.cannot_be_drawn(value)
            return -1
        unseen.tells(ctx, value)
        self.program.looks.append((HERE, value))
        return len(self.program.looks) - 1

    def cannot_be_drawn(self, value: Expr) -> None:
        """Report a zone, a set or a text where a single value is drawn."""
        said = value.span.text
        several = "only one thing or a number can"
        helps = [f"write how many there are: `number of {said}`"]
        if value.type.is_text:
            helps = ["write the text outside of the braces"]
        elif (
            isinstance(value, nodes.Zone)
            and attributes.of_one(value)
            and value.family.seen == "all"
        ):
            helps.insert(0, f"write what lies there: `top of {said}`")
        message = f"{value.type.words()} cannot be drawn"
        self.ctx.report.add("wrong-kind-of-value", value.span, message, several, helps=helps)


def _mapping(value: object) -> Json:
    """Return a mapping, or an empty one for any other value, which its schema refuses."""
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _signs(legend: object) -> tuple[tuple[str, str], ...]:
    """List the signs of a note's legend with their meanings, in the author's order."""
    given = legend.items() if isinstance(legend, dict) else ()
    return tuple((str(sign), str(meaning)) for sign, meaning in given)
