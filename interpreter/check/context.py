"""State shared by all parts of the checker: the program so far, the report, names and their lookup.

A bare word is looked up as: local, setting, table field, value, component, zone, kind. Two things
that a sentence could confuse never share a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING, TypeAlias, Unpack

from interpreter.check.overlays.changes import Overlays
from interpreter.check.rule_bodies import RuleBodies
from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.model import MoreToSay
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir import nodes
from interpreter.ir.declared import Board, Design, Family, Field, Kind, Setting, Values
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func, Program
from interpreter.ir.types import NUMBER, UNKNOWN, Type, piece_type, value_type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

if TYPE_CHECKING:
    from interpreter.load.spanned import Spanned


_OF_NAMES = ascii_lowercase + digits + "_"

MEANT_BEFORE = frozenset({"none", "players", "others", "opponents", "active_player", "box"})
"""Words for which no name of a game is looked up, since they stand for something themselves."""


CHANGED = ("action", "procedure", "define", "relation", "setup", "turn", "round", "phase", "rule")
"""Headings that house rules can replace, or do something after."""


NamedThing: TypeAlias = (
    Board | Design | Family | Field | Func | Kind | Setting | Values | tuple[str, int] | str
)
"""What a name can stand for; a value is its list and its number, a faction its name."""


@dataclass(slots=True)
class Named:
    """A named thing of the game: what the name stands for, and where it was declared."""

    sort: str
    thing: NamedThing
    span: Span

    @property
    def design(self) -> Design:
        """The design of a component."""
        assert isinstance(self.thing, Design)
        return self.thing

    @property
    def member(self) -> tuple[str, int]:
        """The values list of a value, and its number in it."""
        assert isinstance(self.thing, tuple)
        return self.thing


@dataclass(slots=True)
class Context:
    """Everything known about one game while it is checked."""

    program: Program
    report: Report
    names: dict[str, Named] = field(default_factory=dict)
    fields: dict[str, dict[str, Field]] = field(default_factory=dict)
    stays_in_box: set[str] = field(default_factory=set)
    """Kinds that are there for what is printed on them alone."""
    kept_for_each: dict[str, dict[str, tuple[str, list[Field]]]] = field(default_factory=dict)
    """By holder and name: what is kept for each value of a list, and in which lines."""
    families: dict[str, dict[str, Family]] = field(default_factory=dict)
    funcs: dict[str, Func] = field(default_factory=dict)
    nodes: dict[str, ast.Tree] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    cites: list[tuple[str, Span]] = field(default_factory=list)
    lets: list[Span] = field(default_factory=list)
    chosen: dict[int, tuple[ast.Tree, ast.Tree | None]] = field(default_factory=dict)
    """Each `choose` of the rules by the number of its question, and the tree of its rule."""
    until_failed: dict[str, Field] = field(default_factory=dict)
    """By the name of a deed that is done as often as possible: what it sets when it is done."""
    stands_for: list[tuple[Span, Span]] = field(default_factory=list)
    taken: list[tuple[Span, str]] = field(default_factory=list)  # how tables were read, in words
    """Where `it`, `its`, `they` or `their` stands, and where what is meant is named."""
    card_actions: dict[str, list[str]] = field(default_factory=dict)
    links: dict[tuple[int, str], Span] = field(default_factory=dict)
    """Where a zone names another one, by the id of the zone and `refilled` or `pushed_out`."""
    unclear: set[str] = field(default_factory=set)
    """Rules whose heading has a fault."""
    factions: dict[str, str] = field(default_factory=dict)
    by_nobody: list[tuple[str, Span]] = field(default_factory=list)
    """Parts of the game that are played where there is no `you`."""
    roles: dict[str, str] = field(default_factory=dict)
    odds: dict[str, tuple[int, ...]] = field(default_factory=dict)
    payments: list[tuple[str, str]] = field(default_factory=list)
    """The kind of each thing that is paid for, and the list of which amounts are paid; nothing
    where a number is."""
    record_line: ast.Record | None = None
    """Where the table says what makes a position."""
    regions: dict[str, tuple[str, tuple[int, ...]]] = field(default_factory=dict)
    first_answers: dict[str, Span] = field(default_factory=dict)
    """Where each question says for the first time of which kind its answers are."""
    said: set[tuple[str, str]] = field(default_factory=set)
    texts: list[tuple[Design, Span]] = field(default_factory=list)
    """Components whose text has braces, and where it stands."""
    with_rules: set[str] = field(default_factory=set)  # components, by their ids
    """Components and the printed lines that their entries give, were it as nothing."""
    overlaid: Overlays | None = None
    """The house rules that were laid on, and what they changed."""
    shaping: set[str] = field(default_factory=set)
    """Settings whose value decides what there is in the game, not only what is done with it."""
    seats: tuple[int, int] = (0, 0)
    """The least and the most players of the game, with overlays or without them: its rules ask for
    numbers of players that an overlay leaves out, and are none the worse for it."""
    documents: tuple[Spanned, ...] = ()
    """The component files, with the changes of overlays in them."""
    _bodies: RuleBodies | None = None

    @property
    def bodies(self) -> RuleBodies:
        """Index of the statements of all rules; use it only once all of them are read."""
        if self._bodies is None:
            self._bodies = RuleBodies(self.program)
        return self._bodies

    @contextmanager
    def reporting_to(self, report: Report) -> Iterator[Report]:
        """Redirect diagnostics to another report within the `with` block."""
        before, self.report = self.report, report
        try:
            yield report
        finally:
            self.report = before

    def declare(self, name: str, sort: str, thing: NamedThing, span: Span) -> bool:
        """Bind a name to a thing; return whether that succeeded.

        Reports `name-twice` if the name is taken, and `reserved-word` if it is a word of the
        language that takes precedence over any name.
        """
        if name in MEANT_BEFORE:
            return not self.report.add(
                "reserved-word",
                span,
                f"`{name}` is a word of the language, not a name",
                "it means something by itself",
                helps=(f"choose another name, such as `this_{name}`",),
            )
        old = self.names.get(name)
        if old is not None:
            return not self.report.add(
                "name-twice",
                span,
                f"the name `{name}` is already taken",
                f"a second {called(sort)} of that name"
                if old.sort == sort
                else f"this {called(sort)}",
                others=(Label(old.span, f"the {called(old.sort)} `{name}`"),),
                helps=self._other_name(name, old, span),
            )
        self.names[name] = Named(sort, thing, span)
        return True

    def _other_name(self, name: str, old: Named, span: Span) -> tuple[str, ...]:
        """Suggest what to write where a name is taken.

        In an overlay that redeclares a rule of the game, that is a `replace`, `extend` or `after`
        change.
        """
        overlaid, sort = self.overlaid, getattr(old.thing, "sort", "")
        if overlaid is None or not overlaid.wrote(span.source) or overlaid.wrote(old.span.source):
            return ("give one of the two another name",)
        if old.sort == "value":
            return ("leave it out, if that of the game is meant; else give it another name",)
        if old.sort == "values list":
            return (f"to make that of the game longer, write `extend values {name}: ...`",)
        if not isinstance(old.thing, Func) or sort not in CHANGED:
            return ("give it another name",)
        change = f"to change that of the game, write `replace {sort} {name}`"
        if sort in ("define", "relation"):
            return (f"{change}; else give it another name",)
        more = "extend" if sort == "rule" else "after"
        return (
            change,
            f"to do more than that, write `{more} {sort} {name}`; else give it another name",
        )

    def unknown(
        self,
        slug: str,
        span: Span,
        word: str,
        what: str,
        legal: Iterable[str],
        note: str = "",
        *,
        message: str = "",
        label: str = "",
        helps: tuple[str, ...] = (),
    ) -> Expr:
        """Report a name that stands for nothing here; returns an expression of unknown type.

        Lists the legal names if none of them is near, introduced by the words of `note`; `helps`
        are given when there is no did-you-mean.
        """
        legal = list(legal)
        guess = nearest(word, legal)
        told = note or ("" if guess else "you can name")
        notes = (f"{told}: {listed(legal)}",) if told and legal else ()
        self.report.add(
            slug,
            span,
            message or _nothing_called(slug, what, word),
            label or f"not {_a(what)} of this game",
            notes=notes,
            meant=guess,
            helps=helps,
        )
        return nodes.Num((), UNKNOWN, span, 0)

    def wrong(
        self, slug: str, span: Span, message: str, label: str = "", **more: Unpack[MoreToSay]
    ) -> Expr:
        """Report a diagnostic, as `Report.add` does; returns an expression of unknown type."""
        self.report.add(slug, span, message, label, **more)
        return self.bad(span)

    def bad(self, span: Span) -> Expr:
        """Build a placeholder of unknown type, which never causes a second diagnostic."""
        return nodes.Num((), UNKNOWN, span, 0)

    def holder_of(self, value: Type) -> str:
        """Return the key under which the fields and zones of such a value are declared.

        Empty if values of this type hold neither.
        """
        if value.is_player:
            return "player"
        if value.is_piece:
            return value.of
        if value.is_value:
            return value.of
        if value.is_space:
            return f"space:{value.of}"
        return ""

    def type_named(self, name: str) -> Type | None:
        """Resolve a single word such as `player` or `domain` to a type; None if it names none."""
        if name == "player":
            return Type("player")
        if name in ("number", "count", "amount"):
            return NUMBER
        if name in self.program.values:
            return value_type(name)
        if name in self.program.kinds:
            return piece_type(name)
        if name == "lane" and self.program.boards:
            return Type("lane", self.only_board(lanes=True))
        if name == "space" and self.program.boards:
            return Type("space", self.only_board())
        if name == "hex" and self.hex_board():
            return Type("space", self.hex_board())
        if name in self.program.boards:
            return Type("space", name)
        return None

    def type_said(self, word: Word) -> Type | None:
        """Resolve a word to a type; None if it names none.

        Where `space` and `lane` could be of several boards, that is reported, and the type is
        unknown.
        """
        known = self.type_named(word.text)
        if known is None or known.of or word.text not in ("space", "lane"):
            return known
        every = self.program.boards.values()
        boards = [one.name for one in every if word.text == "space" or one.lanes]
        self.report.add(
            "no-board",
            word.span,
            f"`{word.text}` does not say of which board",
            f"a {word.text} of {' or of '.join(boards)}",
            helps=(
                f"a space is named by its board, such as `place: {boards[0]}`"
                if word.text == "space"
                else "a line can be handed on where one board alone has lines",
            ),
        )
        return UNKNOWN

    def only_board(self, lanes: bool = False) -> str:
        """Name the only board, or the only one with lines; empty when there are more."""
        fitting = [b.name for b in self.program.boards.values() if not lanes or b.lanes]
        return fitting[0] if len(fitting) == 1 else ""

    def hex_board(self) -> str:
        """Name the only board of hexes; empty when there is none, or more than one."""
        fitting = [b.name for b in self.program.boards.values() if b.sort == "hexes"]
        return fitting[0] if len(fitting) == 1 else ""

    def region_board(self, values: str) -> str:
        """Name the board that is divided into the values of a list; empty when there is none."""
        return next((b for b, (name, _) in self.regions.items() if name == values), "")

    def kind_named(self, word: str) -> str | None:
        """Name the kind whose name or plural this is."""
        for kind in self.program.kinds.values():
            if word in (kind.name, kind.plural):
                return kind.name
        named = self.names.get(word)  # the plural of a kind whose name was taken: told already
        thing = None if named is None else named.thing
        return thing.name if isinstance(thing, Kind) else None

    def values_named(self, word: str) -> str | None:
        """Name the values list whose name or plural this is."""
        for values in self.program.values.values():
            if word in (values.name, values.plural):
                return values.name
        return None

    def joined(self, span: Span) -> tuple[Span, str] | None:
        """Join a word with the next one if that makes a name: `free dice` for `free_dice`.

        Returns the span of both words, and the name; None if the game has no such name.
        """
        source = span.source
        behind = source.text[span.end : span.end + 80]
        rest = behind.lstrip(" ")
        word = rest[: len(rest) - len(rest.lstrip(_OF_NAMES))]
        if not word or rest == behind:
            return None
        name = f"{span.text}_{word}"
        kept: set[str] = {key for of in self.fields.values() for key in of}
        lie: set[str] = {key for of in self.families.values() for key in of}
        if name not in self.names and name not in kept and name not in lie:
            return None
        end = span.end + len(behind) - len(rest) + len(word)
        return Span(source, span.start, end), name

    def unknown_kind(self, word: Word) -> None:
        """Report a word that names no kind of component."""
        self.unknown("unknown-kind", word.span, word.text, "kind of component", self.kind_words())

    def kind_words(self) -> list[str]:
        """List the names and plurals of all component kinds."""
        return [word for one in self.program.kinds.values() for word in (one.name, one.plural)]

    def unknown_type(self, word: Word, *others: str, helps: tuple[str, ...] = ()) -> None:
        """Report a word that names no kind of value; `others` are words that can stand there."""
        legal = [*self._kinds_of_value(), *others]
        self.unknown(
            "unknown-type", word.span, word.text, "kind of value", legal, "there are", helps=helps
        )

    def _kinds_of_value(self) -> list[str]:
        return ["number", "player", *self.program.values, *self.program.kinds]

    def nearest_kind(self, word: str) -> str | None:
        """Guess the kind of value, or of component, that a word stands for."""
        plurals = [kind.plural for kind in self.program.kinds.values()]
        return nearest(word, [*self._kinds_of_value(), *plurals])

    def constant(self, node: ast.Tree | None) -> int | None:
        """Read a number that is known before play: written out, or a setting; None when absent."""
        if node is None:
            return None
        if isinstance(node, ast.Number):
            return self.whole(node.word)
        if isinstance(node, ast.Name):
            return self.setting_value(node.word)
        self.report.add(
            "not-constant",
            node.span,
            "this number must be known before play",
            helps=("write a number or the name of a setting",),
        )
        return None

    def whole(self, word: Word) -> int:
        """Read a number that is written out, where there are no halves."""
        if "½" in word.text:
            self.report.add(
                "half-number",
                word.span,
                f"`{word.text}` is not a whole number",
                "only whole numbers go here",
                helps=("write it without ½",),
            )
        return int(word.text.rstrip("½") or 0)

    def setting_value(self, word: Word) -> int | None:
        """Read a setting by its name; None after a problem."""
        setting = self.program.settings.get(word.text)
        if setting is None:
            self.unknown("unknown-setting", word.span, word.text, "setting", self.program.settings)
            return None
        self.used.add(word.text)
        self.shaping.add(word.text)
        return setting.value


def _nothing_called(slug: str, what: str, word: str) -> str:
    """Say that `there is no zone called ...`, in fewer words where that line would be long."""
    said = f"there is no {what} called `{word}`"
    return said if len(slug) + len(said) <= 72 - 14 else f"no {what} is called `{word}`"


def called(sort: str) -> str:
    """Return the word that diagnostics use for a sort of name."""
    return {"note": "line of the table"}.get(sort, sort)


def _a(what: str) -> str:
    return f"{'an' if what[:1] in 'aeiou' else 'a'} {what}"
