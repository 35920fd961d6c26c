"""What words mean while one rule is read: locals, `you`, `they`, `it`."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.check.context import Context, called
from interpreter.diagnostics import Label, Span
from interpreter.ir import nodes
from interpreter.ir.names import numbered
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import PLAYER, UNKNOWN, Type
from interpreter.syntax import ast

BEGIN_VALUES = {
    "number": "number of ...",
    "sum": "sum of ...",
    "worth": "worth of ...",
    "group": "group of ...",
    "larger": "larger of ...",
    "smaller": "smaller of ...",
}
"""Words that are names elsewhere, and begin a value where a value stands."""


@dataclass(slots=True)
class Counter:
    """A counter that makes names unique within one rule."""

    value: int = 0

    def next(self) -> int:
        """Advance the counter and return it; the first number is 1."""
        self.value += 1
        return self.value


@dataclass(slots=True)
class Scope:
    """Lexical scope at one point of a rule; inner scopes see what outer ones bind."""

    ctx: Context
    func: Func | None
    you: Expr | None
    locals: dict[str, tuple[str, Type, Span]] = field(default_factory=dict)
    they: Expr | None = None
    """Who is told to by the nearest `have`."""
    each: Expr | None = None
    """The player who is looked at among several: `they`, but nobody who acts."""
    it: Expr | None = None
    pure: bool = False
    counter: Counter = field(default_factory=Counter)
    read: set[str] = field(default_factory=set)
    in_trigger: bool = False
    bound: dict[str, Expr] = field(default_factory=dict)
    pre: list[Stmt] = field(default_factory=list)
    loops: int = 0
    card: Expr | None = None
    rule: ast.Tree | None = None
    """The tree of all that is read, for what is said of names it gives elsewhere."""
    about: Func | None = None
    """The deed that a ban or a rule that waits is about."""
    waits: str = ""
    """How it is about that deed: `ban`, `after`, `before` or `instead`."""
    looped: str = ""
    """The name of each player whom a `for each` around this goes through."""

    def inner(self) -> Scope:
        """Open a scope for a block inside this one; what it binds is forgotten afterwards."""
        return Scope(
            ctx=self.ctx,
            func=self.func,
            you=self.you,
            locals=dict(self.locals),
            they=self.they,
            each=self.each,
            it=self.it,
            pure=self.pure,
            counter=self.counter,
            read=self.read,
            in_trigger=self.in_trigger,
            bound=dict(self.bound),
            pre=self.pre,
            loops=self.loops,
            card=self.card,
            rule=self.rule,
            about=self.about,
            waits=self.waits,
            looped=self.looped,
        )

    def with_it(self, it: Expr) -> Scope:
        """Open a scope in which `it` is a candidate; its noun stands for it, too. Where players are
        looked at, `they` and `their` are each in turn, too."""
        scope = self.inner()
        scope.it = it
        if it.type.is_player:
            scope.each = it
        return scope

    @property
    def actor(self) -> Expr | None:
        """The acting player: who the nearest `have` addresses, else `you`; None if nobody acts."""
        return self.they or self.you

    def temp(self, kind: Type, span: Span) -> tuple[str, Expr]:
        """Make a fresh hidden variable."""
        name = f"_t{self.counter.next()}"
        return name, nodes.Local((), kind, span, name)

    def bind(self, word: str, kind: Type, span: Span) -> str:
        """Declare a local and return its unique internal name.

        Reports a reserved word. A local that would hide a name of the game is reported too, and
        gets the unknown type so that its uses cause no further diagnostics.
        """
        if word in BEGIN_VALUES:
            self.ctx.report.add(
                "reserved-word",
                span,
                f"`{word}` is a word of the language",
                f"read again, it would begin `{BEGIN_VALUES[word]}`",
                helps=(f"choose another name, such as `this_{word}`",),
            )
        named = self.ctx.names.get(word)
        if named is not None and named.sort in (
            "value",
            "setting",
            "note",
            "zone",
            "component",
            "board",
        ):
            self.ctx.report.add(
                "local-hides",
                span,
                f"`{word}` already stands for a {called(named.sort)}",
                "a name for something else here",
                others=(Label(named.span, f"the {called(named.sort)} `{word}`"),),
                helps=(f"choose another name, such as `this_{word}`",),
            )
            kind = UNKNOWN  # what is done with it has no fault of its own
        name = numbered(word, self.counter.next())
        self.locals[word] = (name, kind, span)
        self.bound.pop(word, None)
        return name

    def player(self, span: Span) -> Expr:
        """Read `you`; report that nobody is meant here, if so."""
        if self.actor is None:
            self.report_nobody(span)
            return nodes.Num((), PLAYER, span, 0)
        return self.actor

    def report_nobody(self, span: Span) -> None:
        """Report that nobody is meant by `you` or `they` here."""
        word = (span.text.split(maxsplit=1) or [""])[0]
        meant = {"your": "you", "their": "they", "them": "they"}.get(word, word)
        named = meant in ("you", "they", "opponents", "others")
        self.ctx.report.add(
            "nobody-you",
            Span(span.source, span.start, span.start + len(word)) if named else span,
            f"there is no `{meant}` in this rule" if named else "it is not said who does this",
            "whose?" if word in ("your", "their") else "who?",
            helps=("name the player, or act inside `have each player`",),
        )
