"""What every part of the checker shares: the game so far, the report, and the lookup of names.

A bare word is looked up as: local, setting, table field, value, component, zone, kind. Two things
that a sentence could confuse never share a name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING, Any

from interpreter.check.overlays.changes import Overlays
from interpreter.diagnostics import Label, Report, Span
from interpreter.diagnostics.suggest import listed, nearest
from interpreter.ir.program import Expr, Family, Field, Func, Program, Values
from interpreter.ir.types import NUMBER, UNKNOWN, YES_NO, Type, piece_type, value_type
from interpreter.syntax import ast
from interpreter.syntax.ast import Word

if TYPE_CHECKING:
    from interpreter.load.spanned import Spanned


_OF_NAMES = ascii_lowercase + digits + "_"

MEANT_BEFORE = frozenset({"none", "players", "others", "opponents", "active_player", "box"})
"""Words for which no name of a game is looked up, since they stand for something themselves."""


@dataclass(slots=True)
class Named:
    """What a name of the game stands for, and where it was declared."""

    sort: str
    thing: Any
    span: Span


@dataclass(slots=True)
class Context:
    """The checker's memory for one game."""

    program: Program
    report: Report
    names: dict[str, Named] = field(default_factory=dict)
    fields: dict[str, dict[str, Field]] = field(default_factory=dict)
    families: dict[str, dict[str, Family]] = field(default_factory=dict)
    funcs: dict[str, Func] = field(default_factory=dict)
    nodes: dict[str, ast.Tree] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    cites: list[tuple[str, Span]] = field(default_factory=list)
    lets: list[Span] = field(default_factory=list)
    chosen: dict[int, tuple[ast.Tree, ast.Tree | None]] = field(default_factory=dict)
    """Each `choose` of the rules by the number of its question, and the tree of its rule."""
    card_actions: dict[str, list[str]] = field(default_factory=dict)
    links: dict[tuple[int, str], Span] = field(default_factory=dict)
    """Where a zone names another one, by the id of the zone and `refilled` or `pushed_out`."""
    unclear: set[str] = field(default_factory=set)
    """Rules whose heading has a fault."""
    asked: dict[str, frozenset[str]] = field(default_factory=dict)
    """What each action may ask for, for the tests of the game."""
    factions: dict[str, str] = field(default_factory=dict)
    by_nobody: list[tuple[str, Span]] = field(default_factory=list)
    """Parts of the game that are played where there is no `you`."""
    roles: dict[str, str] = field(default_factory=dict)
    odds: dict[str, tuple[int, ...]] = field(default_factory=dict)
    payments: list[tuple[str, str]] = field(default_factory=list)
    """The kind of each thing that is paid for, and the list of which amounts are paid; nothing
    where a number is."""
    regions: dict[str, tuple[str, tuple[int, ...]]] = field(default_factory=dict)
    first_answers: dict[str, Span] = field(default_factory=dict)
    """Where each question says for the first time of which kind its answers are."""
    said: set[tuple[str, str]] = field(default_factory=set)
    with_rules: set[str] = field(default_factory=set)  # components, by their ids
    """Components and the printed lines that their entries give, were it as nothing."""
    overlaid: Overlays | None = None
    """The house rules that were laid on, and what they changed."""
    seats: tuple[int, int] = (0, 0)
    """The least and the most players of the game, whatever overlays make of it."""
    documents: tuple[Spanned, ...] = ()
    """The component files, with the changes of overlays in them."""

    def declare(self, name: str, sort: str, thing: Any, span: Span) -> bool:
        """Give a name to something; a second use of the name is a problem, and so is a word that
        means something before any name does."""
        if name in MEANT_BEFORE:
            self.report.add(
                "reserved-word",
                span,
                f"`{name}` is a word of the language, not a name",
                "it means something by itself",
                helps=(f"choose another name, such as `this_{name}`",),
            )
            return False
        old = self.names.get(name)
        if old is not None:
            self.report.add(
                "name-twice",
                span,
                f"the name `{name}` is already taken",
                f"a second {called(sort)} of that name"
                if old.sort == sort
                else f"this {called(sort)}",
                others=(Label(old.span, f"the {called(old.sort)} `{name}`"),),
                helps=("give one of the two another name",),
            )
            return False
        self.names[name] = Named(sort, thing, span)
        return True

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
        """Report a name that stands for nothing here; gives an expression of unknown kind.

        The legal names are told when none of them is near, or under the words of `note`; `helps`
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
        return Expr("num", (), UNKNOWN, span, 0)

    def bad(self, span: Span) -> Expr:
        """An expression of unknown kind, which never causes a second problem."""
        return Expr("num", (), UNKNOWN, span, 0)

    def holder_of(self, value: Type) -> str:
        """The key under which fields and zones of such a value are declared."""
        if value.base == "player":
            return "player"
        if value.base == "piece":
            return value.of
        if value.base == "value":
            return value.of
        if value.base == "space":
            return f"space:{value.of}"
        return ""

    def type_named(self, name: str) -> Type | None:
        """The kind of value that a single word stands for, such as `player` or `domain`."""
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

    def only_board(self, lanes: bool = False) -> str:
        """The name of the only board, or of the only one with lines; empty when there are more."""
        fitting = [b.name for b in self.program.boards.values() if not lanes or b.lanes]
        return fitting[0] if len(fitting) == 1 else ""

    def hex_board(self) -> str:
        """The name of the only board of hexes; empty when there is none, or more than one."""
        fitting = [b.name for b in self.program.boards.values() if b.sort == "hexes"]
        return fitting[0] if len(fitting) == 1 else ""

    def region_board(self, values: str) -> str:
        """The board that is divided into the values of a list; empty when there is none."""
        return next((b for b, (name, _) in self.regions.items() if name == values), "")

    def kind_named(self, word: str) -> str | None:
        """The kind whose name or plural this is."""
        for kind in self.program.kinds.values():
            if word in (kind.name, kind.plural):
                return kind.name
        named = self.names.get(word)  # the plural of a kind whose name was taken: told already
        return named.thing.name if named is not None and named.sort == "kind" else None

    def values_named(self, word: str) -> str | None:
        """The values list whose name or plural this is."""
        for values in self.program.values.values():
            if word in (values.name, values.plural):
                return values.name
        return None

    def read_type(self, node: ast.Tree, owner: str) -> Type:
        """Read a kind of value; `owner` is the name of a list that is written in its place."""
        match node:
            case ast.NumberType():
                return Type("number", low=self.constant(node.low), high=self.constant(node.high))
            case ast.RangeType():
                return self._range_type(node)
            case ast.YesNoType():
                return YES_NO
            case ast.AmountsType():
                return self._amounts_type(node.values)
            case ast.SetType():
                return self._set_type(node.item)
        assert isinstance(node, ast.OneOfType)
        return self._one_of_type(node, owner)

    def _range_type(self, node: ast.RangeType) -> Type:
        """Read `0 to 20`, `0 to 20 in halves`, of which the latter is counted in halves."""
        low, high = self.constant(node.low), self.constant(node.high)
        if low is not None and high is not None and low > high:
            swapped = f"{high} to {low}"
            self.report.add(
                "empty-range",
                node.span,
                f"{low} to {high} holds no number",
                "the smaller number comes first",
                helps=(f"write `{swapped}`",),
                fix=(node.span, swapped) if node.span.text == f"{low} to {high}" else None,
            )
            low, high = high, low
        factor = 2 if node.halves else 1
        return Type(
            "number",
            low=None if low is None else low * factor,
            high=None if high is None else high * factor,
            halves=node.halves,
        )

    def _amounts_type(self, word: Word) -> Type:
        """Read `amounts of domain`."""
        name = self.values_named(word.text)
        if name is None:
            self.unknown("unknown-values", word.span, word.text, "values list", self.program.values)
            return UNKNOWN
        return Type("amounts", name)

    def _set_type(self, word: Word) -> Type:
        """Read `set of cities`."""
        item = self.type_named(word.text)
        kind = self.kind_named(word.text) or self.values_named(word.text)
        if item is None and kind is not None:
            item = self.type_named(kind)
        if item is None and word.text == "players":
            item = Type("player")
        if item is None:
            self.unknown_type(word)
            return UNKNOWN
        return Type("set", item.of, item)

    def _one_of_type(self, node: ast.OneOfType, owner: str) -> Type:
        """Read `card or none`, or a list of words that is named after its `owner`."""
        words = [w for w in node.names if w.text != "none"]
        optional = len(words) < len(node.names)
        if len(words) == 1:
            known = self.type_named(words[0].text)
            if known is not None:
                return known.maybe() if optional else known
            if optional or words[0].text not in self.names:
                self.unknown_type(words[0])
                return UNKNOWN
        kinds = [word for word in words if self.type_named(word.text) is not None]
        others = [word for word in words if self.type_named(word.text) is None]
        if kinds and others:
            self.unknown_type(others[0], "none")
            return UNKNOWN
        if kinds:
            self._several_kinds(kinds[0], kinds[1])
            return UNKNOWN
        if owner in self.program.values or owner in self.program.kinds:
            old = self.names.get(owner)
            self.report.add(
                "name-twice",
                node.span,
                f"this list needs a name, and `{owner}` is taken",
                "a list of words takes the name of its line",
                others=(Label(old.span, f"the {called(old.sort)} `{owner}`"),) if old else (),
                helps=("give the line another name",),
            )
            return UNKNOWN
        values = Values(owner, owner + "s", tuple(w.text for w in words), frozenset(), node.span)
        self.program.values[owner] = values
        for number, word in enumerate(words):
            self.declare(word.text, "value", (owner, number), word.span)
        made = value_type(owner)
        return made.maybe() if optional else made

    def _several_kinds(self, first: Word, second: Word) -> None:
        """Report `player or card`: a value is of one kind."""
        same = first.text == second.text
        self.report.add(
            "several-kinds",
            second.span,
            "a value is of one kind, or none" if same else "a value is of one kind",
            "said twice" if same else "another kind",
            others=(Label(first.span, "the first one"),),
            helps=(f"write `{first.text}` once, or `{first.text} or none`",)
            if same
            else (
                f"keep two lines, one that is `{first.text} or none` and one that is "
                f"`{second.text} or none`",
            ),
        )

    def joined(self, span: Span) -> tuple[Span, str] | None:
        """The name that a word makes with the next one, where `free dice` is meant as `free_dice`:
        the place of both words and the name; None if the game has no such name."""
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

    def unknown_type(self, word: Word, *others: str, helps: tuple[str, ...] = ()) -> None:
        """Report a word that names no kind of value; `others` are words that can stand there."""
        legal = [*self._kinds_of_value(), *others]
        self.unknown(
            "unknown-type", word.span, word.text, "kind of value", legal, "there are", helps=helps
        )

    def _kinds_of_value(self) -> list[str]:
        return ["number", "player", *self.program.values, *self.program.kinds]

    def nearest_kind(self, word: str) -> str | None:
        """The kind of value, or of component, that a word most likely stands for."""
        plurals = [kind.plural for kind in self.program.kinds.values()]
        return nearest(word, [*self._kinds_of_value(), *plurals])

    def constant(self, node: ast.Tree | None) -> int | None:
        """Read a number that is known before play: written out, or a setting; None when absent."""
        if node is None:
            return None
        if isinstance(node, ast.Number):
            return self.whole(node.word)
        if isinstance(node, ast.Name):
            return self._setting_value(node.word)
        self.report.add(
            "not-constant",
            node.span,
            "this number must be known before play",
            helps=("write a number or the name of a setting",),
        )
        return None

    def whole(self, word: Word) -> int:
        """A number that is written out, where there are no halves."""
        if "½" in word.text:
            self.report.add(
                "half-number",
                word.span,
                f"`{word.text}` is not a whole number",
                "only whole numbers go here",
                helps=("write it without ½",),
            )
        return int(word.text.rstrip("½") or 0)

    def _setting_value(self, word: Word) -> int | None:
        setting = self.program.settings.get(word.text)
        if setting is None:
            self.unknown("unknown-setting", word.span, word.text, "setting", self.program.settings)
            return None
        self.used.add(word.text)
        return setting.value


def _nothing_called(slug: str, what: str, word: str) -> str:
    """`there is no zone called ...`, or in fewer words where that line would be long."""
    said = f"there is no {what} called `{word}`"
    return said if len(slug) + len(said) <= 72 - 14 else f"no {what} is called `{word}`"


def called(sort: str) -> str:
    """What a sort of name is called in messages."""
    return {"note": "line of the table"}.get(sort, sort)


def _a(what: str) -> str:
    return f"{'an' if what[:1] in 'aeiou' else 'a'} {what}"
