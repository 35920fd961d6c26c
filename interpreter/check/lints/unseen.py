"""What a player who chooses cannot see: cards of somebody else's hand, what lies in a deck.

Whoever offered such cards one by one would tell what they are, or let a player choose between
backs that look the same. And where an option is offered only if a hidden card is of a certain sort,
the list of options tells it.
"""

from __future__ import annotations

import re

from interpreter.check.context import Context
from interpreter.diagnostics import Span
from interpreter.ir.program import E, Family, S
from interpreter.ir.types import PLAYER
from interpreter.ir.walking import inner_blocks, walk

CHOICES = ("choose", "choose_matching")
CHOSEN = re.compile(r"(?:may )?choose (\w+) from ([^\n]+)")
MOST_DEEP = 4  # definitions that ask for one another
SHOWN = ("attr", "field", "field_raw", "is_design")  # what is asked of one component


def look(ctx: Context) -> None:
    """Report choices, and conditions for choices, about what the player who chooses cannot see."""
    for func in ctx.program.funcs.values():
        _Reader(ctx).block(func.body)


class _Reader:
    """One rule, read from its first sentence on."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.revealed: set[str] = set()  # kinds of which something has been laid open before
        self.named: dict[str, E] = {}  # what local names stand for

    def block(self, body: list[S]) -> None:
        """The sentences of a block, and those inside them."""
        for s in body:
            if s.op == "let":
                self.named[s.data] = s.args[0]
            if s.op in ("reveal", "show"):
                self.revealed.add(s.data)
            elif s.op in CHOICES:
                sources = s.data.source.args if s.data.source.op == "combined" else (s.data.source,)
                for source in sources:
                    self._chosen(s, source)
                for test, _ in s.data.tests:
                    self._condition(test, s.args[0])
            elif s.op == "requires":
                self._condition(s.args[0], None)
            for inner in inner_blocks(s):
                self.block(inner)

    def _chosen(self, s: S, source: E) -> None:
        if source.op != "items" or not isinstance(source.data[1], Family):
            return
        family = source.data[1]
        label = self._unseen(family, source.args, s.args[0])
        if not label or family.shape != "list":  # a space is chosen by its place
            return
        kind = self.ctx.program.kinds[family.kinds[0]]
        found = CHOSEN.match(s.span.text)
        name, where = found.groups() if found else ("", "")
        self.ctx.report.add(
            "chosen-unseen",
            Span(s.span.source, s.span.start, s.span.start + found.end()) if found else s.span,
            f"who chooses does not see these {kind.plural}",
            label,
            helps=(
                f"by chance: `pick {name} from {where}`, and below it `at random`"
                if found
                else "by chance: `pick` them, `at random`",
                f"or open for all: `reveal each {kind.name} in {where}` on the line before"
                if found and where.split()[-1].endswith(family.name) and " in " not in where
                else "or `reveal` them before",
            ),
        )

    def _condition(
        self, test: E, chooser: E | None, deep: int = 0, place: Span | None = None
    ) -> None:
        """A condition on which it hangs what is offered; it is told at `place`."""
        for part in test.walk():
            if part.op == "call" and deep < MOST_DEEP:
                self._definition(part, chooser, deep)
            read = _read(part)
            if read is None:
                continue
            family: Family = read.data[1] if isinstance(read.data, tuple) else read.data
            owner = read.args[1:] if read.op == "in_zone" else read.args
            label = self._unseen(family, owner, chooser)
            if label:
                kind = self.ctx.program.kinds[family.kinds[0]]
                self.ctx.report.add(
                    "asks-unseen",
                    place or part.span,
                    f"this would tell of hidden {kind.plural}",
                    label,
                    helps=("ask after the choice, with `if`", "or `reveal` them before"),
                )
                return

    def _definition(self, call: E, chooser: E | None, deep: int) -> None:
        """What a definition that is asked for looks at, with what it is told."""
        func = self.ctx.program.funcs.get(call.data)
        if func is None or func.sort not in ("define", "relation"):
            return
        inner = _Reader(self.ctx)
        inner.revealed = self.revealed
        told = zip(("you", *(name for name, _ in func.params)), call.args, strict=False)
        inner.named = {name: self._known(value) for name, value in told}
        who = E("local", (), PLAYER, call.span, "you") if chooser is None else chooser
        found = len(self.ctx.report.found)
        for s in walk(func.body):
            for value in s.args if len(self.ctx.report.found) == found else ():
                inner._condition(value, self._known(who), deep + 1, call.span)

    def _known(self, value: E) -> E:
        """What is handed on, under no local name."""
        op, data = self._meant(value)
        return E("handed", (), value.type, value.span, (op, data))

    def _unseen(self, family: Family, owner: tuple[E, ...], chooser: E | None) -> str:
        """Why a player does not see what lies in a zone; empty if they do."""
        kinds = [self.ctx.program.kinds[name] for name in family.kinds]
        if all(kind.alike or len(kind.designs) < 2 for kind in kinds):
            return ""
        if self.revealed & {*family.kinds}:
            return ""
        if family.seen == "nobody":
            return "nobody sees what lies there"
        if family.seen == "owner" and family.holder == "player" and owner:
            who = ("local", "you") if chooser is None else self._meant(chooser)
            if self._meant(owner[0]) != who:
                return "only its owner sees what lies there"
        return ""

    def _meant(self, player: E) -> tuple[str, object]:
        """Which player is meant, whatever they are called here."""
        for _ in range(len(self.named)):
            if player.op != "local" or player.data not in self.named:
                break
            player = self.named[player.data]
        return player.data if player.op == "handed" else (player.op, player.data)


def _read(part: E) -> E | None:
    """The zone whose components an expression looks at; None if it only counts them, or none."""
    first = part.args[0] if part.args else None
    if first is not None and first.op == "items" and len(part.args) > 1:
        return first if any(test.op != "num" for test in part.args[1:]) else None
    if first is not None and first.op in ("top", "slot_item") and part.op in SHOWN:
        return first
    if part.op == "in_zone" and first is not None:
        named = first.op == "num" or (first.op == "local" and not str(first.data).startswith("_"))
        return part if named else None
    return None
