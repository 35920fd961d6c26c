"""What a player who chooses cannot see: cards of somebody else's hand, what lies in a deck.

Whoever offered such cards one by one would tell what they are, or let a player choose between
backs that look the same. And where an option is offered only if a hidden card is of a certain sort,
the list of options tells it.
"""

from __future__ import annotations

import re

from interpreter.check.context import Context
from interpreter.check.lints.hidden import unseen_rest
from interpreter.diagnostics import Label, Span
from interpreter.ir import nodes
from interpreter.ir.declared import Family
from interpreter.ir.knowledge.hidden import YOU, Hidden, Known, Names, Told, spelt
from interpreter.ir.knowledge.looked_at import LookedAt
from interpreter.ir.knowledge.revealed_zones import meant_player
from interpreter.ir.knowledge.revealing_sentences import Telling
from interpreter.ir.names import ACTOR
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import PLAYER
from interpreter.ir.walking import inner_blocks
from interpreter.load.game_folder import GameFiles

_ANSWERED = f"local {ACTOR}()"  # as `spelt` has it
_OFFERED = ("ask after the choice, with `if`", "or `reveal` them before")
_STANDS = ("ask only for what all see", "or `reveal` it before")
_TOLD = ("name the component itself: it is told to those who see it", "or leave it out")
_SAYS_WHERE = (nodes.InZone, nodes.SamePlace, nodes.InBox, nodes.CallValue, nodes.FieldNow)
"""Conditions that may leave out what lies face down: where it is, or what has been done to it."""
HOLES = re.compile(r"\{(\w+)\}")
"""The parts of a deed between the braces of what the story says of it."""
CHOSEN = re.compile(r"(?:may )?choose (\w+) from ([^\n]+)")


def check(ctx: Context, files: GameFiles) -> None:
    """Report choices, and conditions for choices, about what the player who chooses cannot see; and
    what may turn out impossible after them because of that."""
    telling = Telling(ctx.program, ctx.program.funcs)
    if not telling.zones.unseen:
        return
    before = len(ctx.report.errors)
    counted: set[str] = set()  # zones of which it has been told that their number is asked for
    told: set[tuple[str, int]] = set()
    for func in ctx.program.funcs.values():
        reader = _RuleWalk(ctx, telling, counted, told)
        reader.block(func.body, {})
        reader.reckoned(func, {})
    _RuleWalk(ctx, telling, counted, told).standing()
    if len(ctx.report.errors) == before:  # else it may follow from them
        unseen_rest.check_rest(ctx, telling)


def tells(ctx: Context, value: Expr) -> None:
    """Report a value that everybody is shown and that tells of what lies hidden."""
    telling = Telling(ctx.program, ctx.program.funcs)
    if telling.zones.unseen:
        _RuleWalk(ctx, telling, set(), set()).shown(value)


class _RuleWalk:
    """The walk through one rule, from its first sentence on."""

    def __init__(
        self, ctx: Context, telling: Telling, counted: set[str], told: set[tuple[str, int]]
    ) -> None:
        self.ctx = ctx
        self.telling = telling
        self.revealed: set[str] = set()  # kinds of which something has been laid open before
        self.counted = counted
        self.told = told  # places of values in the words of deeds that have been reported
        self.looked = LookedAt()
        self.among = ""  # the pile of which the uppermost are chosen from now
        # Who acts: `you`, whoever did what a rule answers, each of those whom it goes through.
        self.acting = [YOU, _ANSWERED]

    def block(self, body: list[Stmt], names: Names) -> None:
        """Read the sentences of a block, and those inside them."""
        for s in body:
            if isinstance(s, nodes.Reveal):
                self.revealed.add(s.kind)
            elif isinstance(s, nodes.Choosing):
                self.among = self.looked.chosen_from(s)
                sources = (
                    s.choice.source.args
                    if isinstance(s.choice.source, nodes.Combined)
                    else (s.choice.source,)
                )
                for source in sources:
                    self._chosen(s, source, names)
                self._asked_of(s, names)
            elif isinstance(s, nodes.Requires) and s.verb != "pay":
                self._condition(s.args[0], None, names)
            elif isinstance(s, nodes.Call):
                self._called(s, names)
            self.looked.read(s)
            self.telling.learn(s, names)
            if self.among and isinstance(s, nodes.Choosing):
                names[s.choice.into] = names[s.choice.var] = Known()
                self.among = ""
            acts = None
            if isinstance(s, (nodes.For, nodes.ForAll)) and _goes_through_players(s):
                acts = meant_player(_one(s), names)
            if acts is not None:
                self.acting.append(spelt(acts))
            for inner in inner_blocks(s):
                self.block(inner, names)
            if acts is not None:
                self.acting.pop()

    def shown(self, value: Expr) -> None:
        """Read a value that is drawn for everybody, whoever acts; a component is drawn by its
        name."""
        self.acting = []
        self._condition(value, None, {}, _TOLD)

    def standing(self) -> None:
        """Read what always holds: what a number is raised by is seen in it by all, and so is the
        room of a zone; what is paid more or less is seen by who pays."""
        program = self.ctx.program
        self.acting = []
        for change in program.modifiers:
            if not change.card:  # who has a card shows by such a number that they have it
                self._standing(change.cond, change.amount)
        for family in program.families:
            self._standing(family.limit)
        self.acting = [YOU]
        for price in program.cost_changes:
            if not price.card:
                self._standing(price.cond, price.amount, price.which, price.word)

    def _standing(self, *parts: Expr | None) -> None:
        for part in parts:
            if part is not None:
                self._condition(part, None, {}, _STANDS)

    def reckoned(self, func: Func, names: Names) -> None:
        """Read what is reckoned for the words of a deed, of all that the deed is handed: the
        story tells it to everybody when the deed begins."""
        for _, _, value in func.reckoned:
            place = value.span.source.path, value.span.start
            if place not in self.told:
                errors = len(self.ctx.report.errors)
                acting, self.acting = self.acting, []
                self._value(value, None, names)
                self.acting = acting
                self.told |= {place} if len(self.ctx.report.errors) > errors else set()

    def _asked_of(self, s: nodes.Choosing, names: Names) -> None:
        """Read what a choice asks of its candidates, between which numbers it goes, and how
        many it is of."""
        choice = s.choice
        inner = dict(names)
        if isinstance(choice.source, nodes.Combined):
            for name, part in zip(choice.source.names, choice.source.args, strict=True):
                inner[name] = Known(self.telling.value(part, inner))
        else:
            tests = [test for test, _ in choice.tests]
            inner, _ = self.telling.candidate(choice.source, choice.var, tests, names)
            if not isinstance(choice.source, nodes.Items):
                self._condition(choice.source, s.args[0], names)
        for test, _ in choice.tests:
            self._condition(test, s.args[0], inner)
        for saying in choice.said:
            for one in (*saying.told, saying.test):
                if isinstance(one, Expr):
                    self._value(one, s.args[0], inner)
        if choice.number is not None:
            self._condition(choice.number, s.args[0], names)

    def _value(self, value: Expr, chooser: Expr | None, names: Names) -> None:
        """Report a value that is told. Of a component itself, whoever may not see it is told no
        more than that there is one."""
        for part in value.args if value.type.is_piece else (value,):
            self._condition(part, chooser, names, _TOLD)

    def _called(self, s: nodes.Call, names: Names) -> None:
        """Report what a deed tells of what it is handed here."""
        func = self.ctx.program.funcs.get(s.rule)
        if func is None or not (func.reckoned or func.says):
            return
        given: Names = {}
        spoken = set(HOLES.findall(func.says))
        opened = {
            one.name
            for s in func.body
            if _lays_open(s)
            for one in s.args[:1]
            if isinstance(one, nodes.Local)
        }
        for (name, _), arg in zip((("you", PLAYER), *func.params), s.args, strict=False):
            value, many = self.telling.value(arg, names), self.telling.many(arg, names)
            if name in spoken and _is_kept_apart(arg):
                self._value(arg, s.args[0], names)
            if name not in opened:
                given[name] = Known(value, many, meant_player(arg, names))
        self.reckoned(func, given)

    def _chosen(self, s: nodes.Choosing, source: Expr, names: Names) -> None:
        if source.type.item is not None and source.type.item.is_piece:
            self._chosen_anywhere(s, source)
        if not isinstance(source, nodes.Items) or not isinstance(source.family, Family):
            return
        family = source.family
        told = self.telling.value(source, names)
        label = self._why_unseen(told, s.args[0], names)
        if not label or family.shape != "list":  # a space is chosen by its place
            return
        kind = self.ctx.program.kinds[family.kinds[0]]
        found = CHOSEN.match(s.span.text)
        name, where = found.groups() if found else ("", "")
        yours = f"your {family.name}" in s.span.text and spelt(s.args[0]) != YOU
        self.ctx.report.add(
            "chosen-unseen",
            Span(s.span.source, s.span.start, s.span.start + found.end()) if found else s.span,
            f"who chooses does not see these {kind.plural}",
            label,
            helps=(f"`your` is whoever acts around this: write `their {family.name}`",)
            if yours
            else (
                f"by chance: `pick {name} from {where}`, and below it `at random`"
                if found
                else "by chance: `pick` them, `at random`",
                f"or open for all: `reveal each {kind.name} in {where}` on the line before"
                if found and where.split()[-1].endswith(family.name) and " in " not in where
                else "or `reveal` them before",
            ),
        )

    def _chosen_anywhere(self, s: nodes.Choosing, source: Expr) -> None:
        """Report a choice from all of a kind, wherever they are: where one lies face down, its back
        and its place would be offered, and tell who has it."""
        tests = [test for test, _ in s.choice.tests]
        while isinstance(source, nodes.Filter):
            tests.append(source.args[1])
            source = source.args[0]
        if not isinstance(source, nodes.Members):
            return
        if any(isinstance(part, _SAYS_WHERE) for test in tests for part in test.walk()):
            return
        item = source.type.item
        kind = self.ctx.program.kinds[item.of] if item is not None else None
        hidden = [f for f in self.telling.zones.hidden if kind is not None and kind.name in f.kinds]
        if kind is None or kind.name in self.revealed or not hidden:
            return
        self.ctx.report.add(
            "chosen-unseen",
            s.span,
            f"who chooses does not see all {kind.plural}",
            f"some may lie in `{hidden[0].name}`",
            helps=(
                f"say where: `{kind.plural} in ...`",
                "to name one, whoever has it: let players choose among `values`, one for each",
            ),
        )

    def _condition(
        self,
        test: Expr,
        chooser: Expr | None,
        names: Names,
        helps: tuple[str, ...] = _OFFERED,
    ) -> None:
        """Report a condition on which it hangs what is offered, or a value that is told."""
        if isinstance(test, nodes.And):
            for part in test.args:
                self._condition(part, chooser, names, helps)
            return
        told = self.telling.all_of(test, names)
        if not self._why_unseen(told, chooser, names):
            for one in self._unseen(told, chooser, names, number=True):
                self._number(test, one, helps is _TOLD)
            return
        place, told = self._smallest(test, told, chooser, names)
        kind = self.ctx.program.kinds[self._unseen(told, chooser, names)[0].kind]
        self.ctx.report.add(
            "asks-unseen",
            place,
            f"this would tell of hidden {kind.plural}",
            self._why_unseen(told, chooser, names),
            helps=helps,
        )

    def _number(self, test: Expr, hidden: Hidden, told: bool) -> None:
        """Report a condition that asks for a hidden number, reported once of each zone; or the
        number itself, where it is `told`, which is worse."""
        if hidden.zone in self.counted and not told:
            return
        self.counted.add(hidden.zone)
        family = next(f for f in self.ctx.program.families if f.key == hidden.zone)
        kind = self.ctx.program.kinds[hidden.kind]
        self.ctx.report.add(
            "asks-unseen" if told else "number-unseen",
            test.span,
            f"this tells how many {kind.plural} lie in `{family.name}`",
            unseen_rest.why(self.ctx, hidden),
            others=(Label(family.span, "here it is not said that all know the number"),),
            helps=(f"where `{family.name}` is declared, add `, number seen by all`",),
        )

    def _smallest(
        self, test: Expr, told: Told, chooser: Expr | None, names: Names
    ) -> tuple[Span, Told]:
        """Find the smallest part of a condition that reveals hidden information by itself."""
        for part in test.args:
            if part.type.base in ("yesno", "number", "set"):
                inside = self.telling.all_of(part, names)
                if not isinstance(part, nodes.Items) and self._why_unseen(inside, chooser, names):
                    return self._smallest(part, inside, chooser, names)
        return test.span, told

    def _unseen(
        self, told: Told, chooser: Expr | None, names: Names, number: bool = False
    ) -> list[Hidden]:
        """List what the choosing player does not see of `told`, sorted by zone and owner.

        With `number`, only hidden numbers are considered, else only hidden components. Without a
        chooser, whoever acts is meant.
        """
        who = None if chooser is None else meant_player(chooser, names)
        asked = self.acting if chooser is None else [] if who is None else [spelt(who)]
        hidden = [h for h in told if h.number == number]
        hidden = [h for h in hidden if h.number or h.kind not in self.revealed]
        hidden = [h for h in hidden if h.number or h.zone != self.among]
        hidden = [h for h in hidden if h.number or not self.looked.knows(h, asked)]
        unseen = [h for h in hidden if not h.is_seen(asked, names)]
        return sorted(unseen, key=lambda h: (h.zone, h.owner or ""))

    def _why_unseen(self, told: Told, chooser: Expr | None, names: Names) -> str:
        """Why a player does not see what is told; empty if they do."""
        unseen = self._unseen(told, chooser, names)
        return unseen_rest.why(self.ctx, unseen[0]) if unseen else ""


def _is_kept_apart(arg: Expr) -> bool:
    """Whether a deed is handed a number or word that was worked out before, under a name of its
    own; what is worked out where it is handed over is told on purpose: that is what it is for."""
    return isinstance(arg, nodes.Local) and arg.type.base not in ("piece", "player", "set")


def _lays_open(s: Stmt) -> bool:
    """Whether a sentence lets everybody see something that has a name."""
    moved = isinstance(s, nodes.Move) and isinstance(s.to, Family) and s.to.seen == "all"
    return (moved or isinstance(s, nodes.Reveal)) and isinstance(s.args[0], nodes.Local)


def _goes_through_players(s: Stmt) -> bool:
    return isinstance(s, (nodes.For, nodes.ForAll)) and s.args[0].type.item == PLAYER


def _one(s: nodes.For | nodes.ForAll) -> Expr:
    """One of the players that a sentence goes through."""
    return nodes.Local((), PLAYER, s.span, s.name)
