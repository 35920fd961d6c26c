"""Built-in deeds as events: `after any player draws card`, `before you move count cards to hand`.

Takes the act of a trigger whose verb is built in. What the sentence names becomes known to the
trigger: the thing under its kind's name, a number under `count`, a place under the word for such a
place. Every other word is a filter, so that a slip is an unknown name and not a new one.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check.context import Context
from interpreter.check.deeds import carrying_out, deed_things
from interpreter.check.expressions import selections
from interpreter.check.expressions.conversions import as_kind
from interpreter.check.expressions.value_reading import value
from interpreter.check.names import adjectives, references
from interpreter.check.scope import Scope
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.nodes import Expr
from interpreter.ir.program import Func
from interpreter.ir.types import NUMBER, YES_NO, Type, piece_type
from interpreter.language.verbs import FORMS, IN_PLACE, VERBS
from interpreter.syntax import ast
from interpreter.syntax.ast import Word


@dataclass(frozen=True, slots=True)
class _Event:
    """The event of one trigger while it is read; fills in the parameters and tests of `func`."""

    scope: Scope
    verb: str
    func: Func
    tests: list[Expr]
    bound: list[tuple[str, str]]
    """What the lowering must hand to the trigger: (part of the deed, local name)."""

    @property
    def ctx(self) -> Context:
        return self.scope.ctx

    def bind(self, part: str, name: str, kind: Type) -> None:
        self.func.params.append((name, kind))
        self.scope.locals[name] = (name, kind, self.func.span)
        self.bound.append((part, name))

    def thing(self, said: list[Word]) -> str | None:
        """Read the words for the component, binding it under its kind; return the kind.

        None after a diagnostic.
        """
        ctx = self.ctx
        *described, last = selections.spell_out(self.scope, said)
        kind = ctx.kind_named(last.text)
        found = references.lookup(self.scope, last) if kind is None else None
        named = found is not None and found.type.is_piece
        if kind is None and not named:
            self._report_no_kind(last, found)
            return None
        kind = kind or (found.type.of if found is not None else "")
        self.bind("thing", kind, piece_type(kind))
        thing = nodes.Local((), piece_type(kind), last.span, kind)
        if found is not None:
            self.tests.append(adjectives.same(self.scope, thing, found))
            return kind
        ctx.used.add(kind)
        for word in described:
            if word.text == "count":
                self.bind("count", "count", NUMBER)
                continue
            test = adjectives.asks(self.scope, thing, word)
            if test is None:
                return None
            self.tests.append(test)
        return kind

    def _report_no_kind(self, word: Word, found: Expr | None) -> None:
        kinds = self.ctx.program.kinds
        lie = found.family.kinds if found is not None and isinstance(found, nodes.Zone) else ()
        if lie:
            message = f"`{word.text}` is a place, not a component"
            help_ = f"name what lies there: `{self.verb} {kinds[lie[0]].plural}`"
            self.ctx.report.add("unknown-kind", word.span, message, helps=(help_,))
            return
        self.ctx.unknown_kind(word)

    def place(self, part: ast.ActPreposition, kind: str) -> bool:
        """Read where it happens; False after a diagnostic."""
        ctx, prep = self.ctx, part.word.first
        event = VERBS[self.verb].event
        assert event is not None
        if prep not in event.places + (IN_PLACE if "to" in event.places else ()):
            message = f"`{self.verb}` has no part with `{prep}`"
            helps = (f"it is written: {FORMS[self.verb]}",)
            return not ctx.report.add(
                "extra-part", part.span, message, "not asked for", helps=helps
            )
        end = "from" if prep == "from" else "to"
        names, named = _place_names(ctx, kind), part.values[0]
        if isinstance(named, ast.Possessed):  # helper's porch
            return self._zone_of(kind, named, names, end)
        *more, word = carrying_out.act_words(part)
        if word.text in names and not more:
            self._bind_place(end, word, names[word.text])
            return True
        found = references.lookup(self.scope, word)
        if found is None or more:
            ctx.unknown(
                "unknown-name",
                word.span,
                word.text,
                "place",
                [*names, *ctx.families.get("table", {})],
                "places that can be named here",
                label="not a place of the table",
            )
            return False
        if not found.type.known or not kind:
            return found.type.known
        if found.type.is_zone and isinstance(found, nodes.Zone) and kind not in found.family.kinds:
            deed_things.no_place(self.scope, kind, found, word.span)
            return False
        self.tests.append(_same_place(as_kind(self.scope, found, found.type), end, word.span))
        return True

    def _bind_place(self, end: str, word: Word, kind: Type) -> None:
        """Name what the place belongs to under its kind's name; only if there is such a one."""
        self.bind(end, word.text, kind)
        place = nodes.Local((), kind, word.span, word.text)
        none = nodes.Num((), kind.maybe(), word.span, -1)
        self.tests.append(nodes.Ne((place, none), YES_NO, word.span))

    def _zone_of(self, kind: str, named: ast.Possessed, names: dict[str, Type], end: str) -> bool:
        """`to helper's porch`: whose it is becomes known under its kind's name."""
        assert isinstance(named.owner, ast.Name)
        owner = named.owner.word
        if owner.text in names:
            self._bind_place(end, owner, names[owner.text])
        place = value(self.scope, named)
        if not place.type.known:
            return False
        if not isinstance(place, nodes.Zone) or kind not in place.family.kinds:
            deed_things.no_place(self.scope, kind, place, named.span)
            return False
        self.tests.append(_same_place(place, end, named.span))
        return True


def bind(
    scope: Scope, act: ast.Act, verb: str, func: Func, tests: list[Expr]
) -> tuple[str, list[tuple[str, str]]] | None:
    """Read the act of a built-in event: the kind of component it is about, and what it binds.

    The kind is empty if the act names no component. None after a diagnostic.
    """
    if VERBS[verb].event is None:
        message = f"nothing can wait for `{verb}`"
        help_ = "wait for a procedure or an action of the game instead"
        scope.ctx.report.add("no-event", act.span, message, "it is no event", helps=(help_,))
        return None
    event = _Event(scope, verb, func, tests, [])
    words = carrying_out.act_words(act)
    kind = event.thing(words) if words else ""
    if kind is None or not all(event.place(part, kind) for part in act.prepositions):
        return None
    return kind, event.bound


def _same_place(place: Expr, end: str, span: Span) -> Expr:
    return nodes.SamePlace((nodes.EventPlace((), place.type, span, end), place), YES_NO, span)


def _place_names(ctx: Context, kind: str) -> dict[str, Type]:
    """Words that stand for the place of such a component: `space`, a kind it lies on, `hand`."""
    names: dict[str, Type] = {}
    for family in ctx.program.families:
        if kind and kind not in family.kinds:
            continue
        board = family.board or family.holder.partition("space:")[2]
        if board:
            names["space"] = Type("space", board)
            if ctx.program.boards[board].sort == "hexes":
                names["hex"] = names["space"]
        elif family.holder in ctx.program.kinds:
            names[family.holder] = piece_type(family.holder)
        elif family.holder in ctx.program.values:
            names[family.holder] = Type("value", family.holder)
    return names
