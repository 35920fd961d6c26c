"""Insertion of mutations into a program, each behind a switch of its own.

Takes a checked program that is not woven yet; changes it in place. Both the rule and its mutation
are printed once, so that hundreds of changes need no second reading: `CHANGED` of the namespace
says for each number whether its change is on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import chain

from interpreter.check.scenarios.reader import HIDDEN
from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.declared import Choice
from interpreter.ir.names import ACTOR
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func, Program
from interpreter.ir.standing import CostChange, Hook, Modifier
from interpreter.ir.types import YES_NO
from interpreter.ir.weaving.copies import COPY
from interpreter.language.steps import STEPS
from interpreter.testing.mutants.alternatives import (
    alike,
    constant,
    elsewhere,
    limits_moved,
    one_less,
    other_player,
    others,
    without_condition,
)
from interpreter.testing.mutants.change import Key, Mutation, key_of
from interpreter.testing.mutants.courses import (
    later_seat,
    line_changes,
    swapped,
    with_line,
    without_chance,
)

LEFT_OUT = "is left out"
_OWN = re.compile(r"(after|before|when) you\b")
"""How a rule begins that answers only what is done by whoever has it."""
_DEEDS = frozenset(STEPS) | {
    *("call", "modify_for", "return", "end_game", "end_span", "break", "set_param"),
    *("close_for", "ban", "refill", "pay"),
}
"""Sentences that can be left out: what is chosen or named below is spoken of by what follows."""


@dataclass(slots=True)
class Switches:
    """The changes of one program; `wanted` says which rules are changed at all."""

    program: Program
    wanted: Callable[[Func], bool]
    numbers: dict[Key, int] = field(default_factory=dict)
    """By what names a change: the same ones in every reading of the same rules."""
    made: dict[int, Mutation] = field(default_factory=dict)
    seen: dict[int, object] = field(default_factory=dict)
    """Rules that have their switches: programs with other settings share them."""
    func: Func | None = None
    by_another: bool = False
    """Whether the rule stands on a card and answers what anybody does."""

    def put(self) -> None:
        """Insert switches into all wanted rules, and into their hooks and standing sentences."""
        waiting: dict[str, list[Hook]] = {}
        for hook in self._hooks():
            waiting.setdefault(hook.func, []).append(hook)
        for name, func in self.program.funcs.items():
            made_up = name.startswith(HIDDEN) or func.sort == "carry_out"
            if made_up or not self.wanted(func) or id(func) in self.seen:
                continue
            self.seen[id(func)] = func
            self.func = func
            params = [name for name, _ in func.params]
            answers = func.sort == "trigger" and func.card and ACTOR in params
            self.by_another = bool(answers) and not _OWN.match(func.span.text)
            func.body = self.block(func.body)
            self.by_another = False
            if func.per_span is not None:
                no_and_yes = _constants(False, func.per_span)
                func.again = self.either(*no_and_yes, func.per_span, "is no limit")
            for hook in waiting.get(name, ()):
                self._hook(hook)
            if name in waiting:
                func.body = [self._guarded(func.body, waiting[name][0].span)]
        self._standing()
        self._earlier()

    # -------------------------------------------------------------------------- switches

    def number(self, span: Span, how: str) -> int:
        """Return the number of a change of the current rule; a new change gets the next one."""
        key = key_of(span, how)
        number = self.numbers.setdefault(key, len(self.numbers))
        func = self.func
        assert func is not None
        self.made.setdefault(number, Mutation(number, rule_of(func), func.card, span, how))
        return number

    def either(self, made: Expr, other: Expr, span: Span, how: str) -> Expr:
        """Build an expression that is `other` where the switch is on, else `made`."""
        return nodes.Changed((other, made), made.type, made.span, self.number(span, how))

    def left_out(self, s: Stmt) -> Stmt:
        """Wrap a sentence so that a switch leaves it out."""
        test = self.either(*_constants(True, s.span), s.span, LEFT_OUT)
        return nodes.If((test,), s.span, body=[s])

    def _guarded(self, body: list[Stmt], span: Span) -> Stmt:
        """Wrap the body of a triggered rule so that a switch leaves it out."""
        test = self.either(*_constants(True, span), span, "waits for nothing")
        return nodes.If((test,), span, body=body)

    # -------------------------------------------------------------------------- sentences

    def block(self, body: list[Stmt]) -> list[Stmt]:
        """Insert switches into the sentences of a block, and swaps of adjacent steps."""
        made = [self.sentence(s) for s in body]
        for place, how in swapped(self.program, body):
            first, second = body[place], body[place + 1]
            early, late = (
                self.either(*yes_or_no, first.span, how)
                for yes_or_no in (_constants(False, first.span), _constants(True, first.span))
            )
            made[place] = nodes.If((late,), first.span, body=[made[place]], other=[second])
            made[place + 1] = nodes.If((early,), first.span, body=[first], other=[made[place + 1]])
        return made

    def sentence(self, s: Stmt) -> Stmt:
        """Insert switches into all parts of a sentence."""
        if isinstance(s, (nodes.Menu, nodes.Options)):
            for line in s.lines:
                line.body[:] = self.block(line.body)
        args = tuple(self.expression(arg) for arg in s.args)
        made: Stmt = replace(s, args=args, body=self.block(s.body), other=self.block(s.other))
        if isinstance(made, nodes.Offering):
            self._lines(made)
        if isinstance(made, nodes.Choose):
            made = replace(made, choice=self._choice(made.choice, s))
        elif isinstance(s, nodes.Requires):
            out = self.either(args[0], constant(True, args[0]), s.span, LEFT_OUT)
            made = replace(made, args=(out, *args[1:]))
        elif isinstance(s, nodes.Pick):
            made = replace(made, args=(args[0], *map(self._criterion, s.args[1:], args[1:])))
            made = self._ends(s, made.args)
        for other, how in (*elsewhere(self.program, made), *without_chance(made)):
            test = self.either(*_constants(False, s.span), s.span, how)
            made = nodes.If((test,), s.span, body=[other], other=[made])
        return self.left_out(made) if self._may_go(s) else made

    def _may_go(self, s: Stmt) -> bool:
        """Check whether a sentence can be left out.

        Calls of the set-up cannot: a test lays out its position behind them.
        """
        called = self.program.funcs.get(s.rule) if isinstance(s, nodes.Call) else None
        return s.op in _DEEDS and (called is None or called.sort != "setup")

    def _lines(self, s: nodes.Offering) -> None:
        """Insert switches for what a line of a menu allows or demands."""
        for number, what, how in line_changes(s):
            span = s.lines[number].span or s.span
            with_line(s, number, what, self.either(*_constants(False, s.span), span, how))

    def _ends(self, s: nodes.Pick, args: tuple[Expr, ...]) -> nodes.Pick:
        """Let the criteria that a `pick` has for a range of numbers begin later or end earlier."""
        keys = list(args[1:])
        spans = [key.span for key in s.args[1:]]
        for span in {one.start: one for one in spans if spans.count(one) > 1}.values():
            places = [place for place, one in enumerate(spans) if one == span]
            for place, which in ((places[0], "first"), (places[-1], "last")):
                same = nodes.Num((), keys[place].type, span, 0)
                keys[place] = self.either(keys[place], same, span, f"goes without the {which}")
        return replace(s, args=(args[0], *keys))

    def _choice(self, choice: Choice, s: Stmt) -> Choice:
        tests = []
        for test, excuse in choice.tests:
            made = self.expression(test)
            made = self.either(made, constant(True, test), test.span, LEFT_OUT)
            tests.append((made, excuse))
        number = None if choice.number is None else self.expression(choice.number)
        source = self._source(choice.source)
        forced = None
        if choice.optional and choice.how == "one":
            forced = self.either(*_constants(False, s.span), s.span, "must be chosen")
        return replace(choice, source=source, tests=tests, number=number, forced=forced)

    def _source(self, source: Expr) -> Expr:
        """Insert switches into the ranges that are chosen from, also in combined choices."""
        if isinstance(source, nodes.Combined):
            return replace(source, args=tuple(map(self._source, source.args)))
        return self.expression(source) if isinstance(source, nodes.Range) else source

    def _criterion(self, key: Expr, made: Expr) -> Expr:
        """Let a criterion of a `pick` be ignored, or be reversed if it is a number."""
        same = nodes.Num((), key.type, key.span, 0)
        made = self.either(made, same, key.span, "is not looked at")
        if key.type.is_number:
            other = nodes.Sub((same, key), key.type, key.span)
            made = self.either(made, other, key.span, "counts the other way round")
        return made

    # -------------------------------------------------------------------------- expressions

    def expression(self, e: Expr) -> Expr:
        """Insert switches into an expression and its parts."""
        if isinstance(e, (nodes.Combined, nodes.CanBlock, nodes.Group)):
            return e
        args = tuple(self.expression(arg) for arg in e.args)
        if isinstance(e, nodes.Range) and (less := one_less(e.args[1])) is not None:
            args = (args[0], self.either(args[1], less, e.span, "ends one earlier"))
        made = (
            e if all(a is b for a, b in zip(args, e.args, strict=True)) else replace(e, args=args)
        )
        later = later_seat(e)
        if later is not None:
            made = self.either(made, later, e.span, "begins one seat later")
        program = self.program
        slips = others(program, e), without_condition(e), limits_moved(e), alike(program, e)
        for other, how in chain.from_iterable(slips):
            made = self.either(made, other, e.span, how)
        if self.by_another:
            meant = other_player(e)
            made = self.either(made, meant[0], e.span, meant[1]) if meant is not None else made
        return made

    # -------------------------------------------------------------------------- what waits

    def _earlier(self) -> None:
        """Let a rule with a condition react before its event instead of after it, by a copy."""
        funcs = self.program.funcs
        for called in list(funcs.values()):
            for hook in called.hooks_after:
                func = funcs[hook.func]
                asked = ", if " in hook.span.text.split("\n")[0]
                if not self.wanted(func) or func.per or id(hook) in self.seen or not asked:
                    continue
                self.seen[id(hook)] = hook
                self.func = func
                span = hook.span
                early = f"{func.name}_early"
                if early not in funcs:
                    comes, stays = (
                        self.either(*_constants(yes, span), span, "comes before it")
                        for yes in (False, True)
                    )
                    body = func.body
                    funcs[early] = replace(
                        func, name=early, body=[nodes.If((comes,), span, body=body)]
                    )
                    func.body = [nodes.If((stays,), span, body=body)]
                called.hooks_before.append(replace(hook, func=early))

    def _hooks(self) -> Iterable[Hook]:
        program = self.program
        yield from (hook for _, _, hook in program.edges)
        yield from (answer.hook for answer in program.answers)
        for func in program.funcs.values():
            yield from (*func.hooks_before, *func.hooks_after, *func.hooks_instead)

    def _hook(self, hook: Hook) -> None:
        hook.when = self._asked(hook.when, hook.card)
        hook.test = self._asked(hook.test, "")

    def _asked(self, test: Expr | None, card: str) -> Expr | None:
        """Insert switches into the condition of a hook or a standing sentence.

        On a card its first part is kept: it checks that the card is in play, which no rule says in
        so many words.
        """
        if test is None or not card:
            return test if test is None else self.expression(test)
        if isinstance(test, nodes.And):
            return replace(
                test, args=(self._asked(test.args[0], card) or test, self.expression(test.args[1]))
            )
        if (
            isinstance(test, nodes.Some)
            and test.name == COPY
            and isinstance(test.args[1], nodes.And)
        ):
            held, asked = test.args[1].args
            asked = replace(test.args[1], args=(held, self.expression(asked)))
            return replace(test, args=(test.args[0], asked))
        return test

    def _standing(self) -> None:
        """Insert switches into standing changes of numbers and costs."""
        program = self.program
        standing: list[Modifier | CostChange] = [*program.modifiers, *program.cost_changes]
        for one in standing:
            if id(one) not in self.seen and self._is_wanted_at(one.span, one.card):
                self.seen[id(one)] = one
                if one.amount is not None:
                    one.amount = self.expression(one.amount)
                one.cond = self._asked(one.cond, one.card)

    def _is_wanted_at(self, span: Span, card: str) -> bool:
        """Find the rule that holds a standing sentence, and check whether it is wanted.

        Makes it the current rule.
        """
        rules = [f for f in self.program.funcs.values() if f.card == card] if card else []
        rules += [
            func
            for func in self.program.funcs.values()
            if func.span.source is span.source and func.span.start <= span.start
        ]
        self.func = max(rules, key=lambda func: func.span.start, default=None)
        return self.func is not None and self.wanted(self.func)


def _constants(yes: bool, span: Span) -> tuple[Expr, Expr]:
    """Build a constant answer and its opposite."""
    one, other = (nodes.Num((), YES_NO, span, int(it)) for it in (yes, not yes))
    return one, other


def rule_of(func: Func) -> str:
    """Return the name by which users select a rule: its own, or that of its card."""
    return func.card or func.name.partition("__")[0]


def put_switches(
    program: Program,
    wanted: Callable[[Func], bool],
    numbers: dict[Key, int],
    seen: dict[int, object],
) -> list[Mutation]:
    """Insert a switch for every change into a program; return the changes in order of place."""
    switches = Switches(program, wanted, numbers, {}, seen)
    switches.put()
    return sorted(switches.made.values(), key=lambda one: (one.place[0], one.span.start))
