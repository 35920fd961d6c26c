"""What may turn out impossible after a choice, since it hangs on what the player did not see.

Looking ahead ends there, so the choice is offered all the same: then the rules must say what
happens if it cannot be done. Every rule that can be looked ahead into is read from its first
sentence on, with all that it calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.check.context import Context
from interpreter.check.lints.hidden.guards import guards, is_guard
from interpreter.diagnostics import Label, Span
from interpreter.ir import nodes
from interpreter.ir.effects import sure
from interpreter.ir.knowledge.hidden import ELSEWHERE, NOTHING, YOU, Hidden, Known, Names, Told
from interpreter.ir.knowledge.revealed_zones import meant_player
from interpreter.ir.knowledge.revealing_sentences import Telling
from interpreter.ir.nodes import Stmt
from interpreter.ir.program import OTHERS, Func
from interpreter.ir.types import PLAYER
from interpreter.ir.walking import conjuncts, inner_blocks, walk

MOST_DEEP = 12  # rules that call one another


@dataclass(frozen=True, slots=True)
class _Way:
    """The path on which a sentence is reached.

    It holds the rule it began in, what has been revealed on the way, the hidden things that decide
    whether the sentence is reached, and the deeds known to be possible.
    """

    begun: Func
    revealed: frozenset[str] = frozenset()
    by: Told = NOTHING
    possible: frozenset[str] = frozenset()
    calls: tuple[str, ...] = ()


def check_rest(ctx: Context, telling: Telling) -> None:
    """Report each sentence that may fail by what the player who was asked before does not see."""
    reader = _RestWalk(ctx, telling)
    for func in _looked_ahead_into(ctx):
        reader.block(func.body, {}, _Way(func))


def _looked_ahead_into(ctx: Context) -> Iterator[Func]:
    """Rules of which it is asked whether they can be carried out."""
    funcs = ctx.program.funcs
    names: dict[str, None] = dict.fromkeys(name for _, name in ctx.program.card_actions)
    names |= dict.fromkeys(func.name for func in funcs.values() if func.sort == "action")
    for func in funcs.values():
        for s in ctx.bodies.of(func):
            if isinstance(s, nodes.Menu):
                names |= dict.fromkeys(item for line in s.lines for item in line.items)
            for e in s.args:
                names |= dict.fromkeys(
                    part.rule for part in e.walk() if isinstance(part, nodes.Can)
                )
            if isinstance(s, nodes.Options):
                names |= dict.fromkeys(
                    one.rule for line in s.lines for one in line.body if isinstance(one, nodes.Call)
                )
    return (funcs[name] for name in names if name in funcs)


class _RestWalk:
    def __init__(self, ctx: Context, telling: Telling) -> None:
        self.ctx = ctx
        self.telling = telling
        self.reported: set[tuple[str, int]] = set()
        self._read: set[tuple[object, ...]] = set()
        self._known: dict[int, bool] = {}

    def block(self, body: list[Stmt], names: Names, way: _Way) -> _Way:
        """Check the sentences of a block in order; return the state of the path behind it."""
        able = guards(body)
        for s in body:
            fails, blocks = _may_fail(s), [one for one in inner_blocks(s) if one]
            told = NOTHING
            guarded = isinstance(s, nodes.If) and is_guard(s.args[0], able)
            if (fails or blocks) and not guarded:
                told = self._unseen(self.telling.decided(s, names), names, way)
            if isinstance(s, nodes.Reveal):
                way = replace(way, revealed=way.revealed | {s.kind})
            elif isinstance(s, nodes.Call):
                self._call(s, names, way)
            elif isinstance(s, nodes.Options):
                self._options(s, names, way)
            elif fails:
                self._check(s, told | way.by, way)
            self.telling.learn(s, names)
            if isinstance(s, (nodes.Menu, nodes.Options)):
                continue
            known = _possible(s) if isinstance(s, nodes.If) else frozenset()
            inside = replace(way, by=way.by | told, possible=way.possible | known)
            for inner in blocks:
                ended = self.block(inner, names, inside)
                if isinstance(s, nodes.For):
                    way = replace(way, revealed=way.revealed | ended.revealed)
            if told and any(
                isinstance(one, (nodes.Return, nodes.EndGame)) for one in walk(s.body + s.other)
            ):
                way = replace(way, by=way.by | told)
        return way

    def _options(self, s: nodes.Options, names: Names, way: _Way) -> None:
        """Of several ways to go on, one must be open."""
        lines = s.lines
        if all(self._fallible(line.body) for line in lines):
            for line in lines:
                self.block(line.body, dict(names), way)

    def _call(self, s: nodes.Call, names: Names, way: _Way) -> None:
        func = self.ctx.program.funcs.get(s.rule)
        if func is None or func.sort == "trigger" or s.rule in way.possible:
            return
        if s.rule in way.calls or len(way.calls) >= MOST_DEEP or not self._fallible(func.body):
            return
        inner: Names = {ELSEWHERE: Known()}
        for (name, _), arg in zip((("you", PLAYER), *func.params), s.args, strict=False):
            value, many = self.telling.value(arg, names), self.telling.many(arg, names)
            inner[name] = Known(value, many, meant_player(arg, names))
        # The same rule, called with the same knowledge, has nothing else to report.
        known = tuple(inner[name].key() for name in inner)
        key = (func.name, len(way.calls), way.revealed, way.by, known)
        if key in self._read:
            return
        self._read.add(key)
        self.block(func.body, inner, replace(way, calls=(*way.calls, s.rule), possible=frozenset()))

    def _unseen(self, told: Told, names: Names, way: _Way) -> Told:
        """Filter the hidden things to those that the player who began does not see.

        Numbers and kinds revealed on the way are left out.
        """
        hidden = [h for h in told if not h.number and h.kind not in way.revealed]
        return frozenset(h for h in hidden if not h.is_seen((YOU,), names))

    def _check(self, s: Stmt, told: Told, way: _Way) -> None:
        """Report a sentence that can fail, if that hangs on something."""
        hidden = sorted(told, key=lambda h: (h.zone, h.owner or ""))
        place = s.span.source.path, s.span.start
        if hidden and place not in self.reported:
            self.reported.add(place)
            self._report(s, hidden[0], way)

    def _fallible(self, body: list[Stmt]) -> bool:
        """Whether a block has any sentence that can fail, in all that it calls too."""
        if id(body) not in self._known:
            bodies = {id(body): body}
            todo = [body]
            while todo and not any(map(_may_fail, walk(todo[-1]))):
                called = [self._called(s) for s in walk(todo.pop()) if isinstance(s, nodes.Call)]
                todo += [one for one in called if id(one) not in bodies]
                bodies |= {id(one): one for one in called}
            self._known[id(body)] = bool(todo)
        return self._known[id(body)]

    def _called(self, s: nodes.Call) -> list[Stmt]:
        func = self.ctx.program.funcs.get(s.rule)
        return func.body if func is not None and func.sort != "trigger" else []

    def _report(self, s: Stmt, hidden: Hidden, way: _Way) -> None:
        kind = self.ctx.program.kinds[hidden.kind]
        sort = "choose" if isinstance(s, nodes.Choosing) else "pay" if s.verb == "pay" else s.op
        what, label, *helps = _SAID[sort]
        if sort == "pay":
            helps = [f"as far as they have it: `{s.span.text.replace('pay', 'lose', 1)}`", *helps]
        self.ctx.report.add(
            "hangs-on-unseen",
            _line(s.span),
            what,
            label,
            others=(Label(_line(way.begun.span), "offered all the same"),),
            notes=(
                f"it hangs on {kind.plural} that who takes this does not see:"
                f" {why(self.ctx, hidden)}",
            ),
            helps=helps,
        )


_SAID = {
    "choose": (
        "there may be nothing to choose from then",
        "that is known only when it is asked",
        "write below it `if none`, and below that what happens then",
    ),
    "requires": (
        "this may not hold when it is too late",
        "that is known only when it is done",
        "ask with `if` instead, and say under `otherwise` what happens then",
        "or ask before: `if can ...`",
    ),
    "pay": (
        "it may turn out that this cannot be paid",
        "that is known only when it is due",
        'or by choice: `may "..."`, and this line below it',
    ),
    "exchange": (
        "it may be that nothing can be exchanged",
        "that is known only when it is done",
        'by choice: `may "..."`, and this line below it',
    ),
}


def _line(span: Span) -> Span:
    """Narrow a span to its first line."""
    end = span.start + len(span.text.partition("\n")[0].rstrip())
    return Span(span.source, span.start, end)


def _possible(s: Stmt) -> frozenset[str]:
    """Collect the deeds that a statement does only if they can be done: `if can hire`."""
    return frozenset(part.rule for part in conjuncts(s.args[0]) if isinstance(part, nodes.Can))


def _may_fail(s: Stmt) -> bool:
    """Whether a sentence by itself cannot be carried out at times."""
    if not isinstance(s, nodes.Choosing):
        return isinstance(s, (nodes.Requires, nodes.Pay, nodes.Exchange))
    choice = s.choice
    may = choice.optional or choice.has_none or choice.how in ("any_number", "up_to_many")
    return not may and not sure(choice.source, choice.tests)


def why(ctx: Context, hidden: Hidden) -> str:
    """Why others do not see it."""
    family = next(f for f in ctx.program.families if f.key == hidden.zone)
    seen = family.number_seen if hidden.number else family.seen
    if seen == OTHERS:
        return "its owner does not see what lies there"
    return f"{'nobody' if seen == 'nobody' else 'only its owner'} sees what lies there"
