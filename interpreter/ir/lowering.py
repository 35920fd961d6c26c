"""Lowering: functions in which somebody may choose become basic blocks with live variables.

Only the places around a choice are cut; everything else stays structured for the code generators.
"""

from __future__ import annotations

from interpreter.diagnostics import Span
from interpreter.ir import nodes
from interpreter.ir.basic_blocks import AskExit, BasicBlock, Lowered
from interpreter.ir.declared import Field, MenuLine, NotPlayable
from interpreter.ir.effects import Effects
from interpreter.ir.liveness import finish
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Func
from interpreter.ir.types import NUMBER, YES_NO, Type
from interpreter.ir.walking import inner_blocks
from interpreter.ir.weaving.early_ends import left


class Lowering:
    """Lowers one function."""

    def __init__(self, effects: Effects, func: Func, dynamic: bool) -> None:
        self.effects = effects
        self.func = func
        self.dynamic = dynamic
        self.blocks: list[BasicBlock] = [BasicBlock()]
        self.hidden = 0
        self.loops: list[list[int]] = []

    def run(self) -> Lowered:
        """Lower the whole function to its blocks."""
        self._lower(self.func.body, [])
        self._end(("return",), self.func.span)
        return finish(self.func, self.blocks)

    # -------------------------------------------------------------------------- building

    def _new(self) -> int:
        self.blocks.append(BasicBlock())
        return len(self.blocks) - 1

    def _end(self, term: tuple[object, ...], span: Span) -> None:
        self.blocks[-1].term = term
        self.blocks[-1].span = span

    def _fresh(self) -> str:
        self.hidden += 1
        return f"_h{self.hidden}"

    def chooses(self, s: Stmt) -> bool:
        """Check whether a statement may suspend the game."""
        if isinstance(s, (nodes.Choose, nodes.Options, nodes.Menu, nodes.Pay)):
            return True
        if isinstance(s, nodes.Call):
            return self.effects.may_choose.get(s.rule, False)
        return any(self.chooses(one) for block in inner_blocks(s) for one in block)

    def _lower(self, body: list[Stmt], after: list[Stmt]) -> None:
        """Lower a block; `after` is what follows it within the function, for look-ahead."""
        for number, s in enumerate(body):
            rest = body[number + 1 :] + after
            if not self.chooses(s) and not (self.loops and self._breaks_out(s)):
                self.blocks[-1].statements.append(s)
                continue
            cut = getattr(self, f"_{s.op}", None)
            if cut is None:
                raise NotPlayable(s.op, s.span)
            cut(s, rest)

    def _breaks_out(self, s: Stmt) -> bool:
        """Check whether a `break` in a statement leaves a loop around it."""
        if isinstance(s, nodes.Break):
            return True
        if isinstance(s, (nodes.For, nodes.While, nodes.AsOften)):
            return False
        return any(self._breaks_out(one) for block in inner_blocks(s) for one in block)

    def _call(self, s: nodes.Call, rest: list[Stmt]) -> None:
        follow = len(self.blocks)
        self._end(("call", s.rule, s.args, follow), s.span)
        self.blocks[self._new()].resume = True

    def _ask(self, ask: AskExit, s: Stmt) -> None:
        follow = len(self.blocks)
        self._end(("ask", ask, follow), s.span)
        self.blocks[self._new()].resume = True

    def _choose(self, s: nodes.Choose, rest: list[Stmt]) -> None:
        choice = s.choice
        name = self._fresh()
        behind = [self._if_none(s)] if choice.has_none else []
        may_be_none = choice.optional or choice.how in ("any_number", "up_to_many")
        declined = behind if may_be_none else []  # else it is asked only where there is any
        self._ask(AskExit("choose", s, s.args[0], name, [*declined, *rest], self.dynamic), s)
        answer = nodes.Local((), choice.site.type, s.span, name)
        self.blocks[-1].statements.append(nodes.Let((answer,), s.span, choice.into))
        self._lower(behind, rest)

    def _if_none(self, s: nodes.Choose) -> Stmt:
        """Build the statement that runs `other` if nothing was chosen."""
        chosen = nodes.Local((), s.choice.site.type, s.span, s.choice.into)
        zero = nodes.Num((), NUMBER, s.span, 0)
        test: Expr = nodes.Lt((chosen, zero), YES_NO, s.span)
        if s.choice.how != "one":
            test = nodes.Eq((nodes.Size((chosen,), NUMBER, s.span), zero), YES_NO, s.span)
        return nodes.If((test,), s.span, body=s.other)

    def _pay(self, s: nodes.Pay, rest: list[Stmt]) -> None:
        due, most = self._fresh(), self._fresh()
        payment = s.payment
        self.blocks[-1].statements.append(nodes.PayDue(s.args, s.span, payment, due, most))
        name = self._fresh()
        ask = AskExit("pay", s, s.args[0], name, rest, self.dynamic, (due, most))
        self._ask(ask, s)
        self.blocks[-1].statements.append(nodes.PayOut(s.args, s.span, payment, due, name))

    def _options(self, s: nodes.Options, rest: list[Stmt]) -> None:
        name = self._fresh()
        lines = s.lines
        self._ask(AskExit("options", s, s.args[0], name, rest, self.dynamic), s)
        self._switch(s, name, [(i, line.body) for i, line in enumerate(lines)], rest)

    def _switch(
        self, s: Stmt, name: str, cases: list[tuple[int, list[Stmt]]], rest: list[Stmt]
    ) -> None:
        head = self.blocks[-1]
        targets: dict[int, int] = {}
        ends: list[BasicBlock] = []
        for value, body in cases:
            targets[value] = self._new()
            self._lower(body, rest)
            ends.append(self.blocks[-1])
        exit_ = self._new()
        head.term = ("switch", name, targets, exit_)
        head.span = s.span
        for end in ends:
            if end.term == ("return",) and end.span is None:
                end.term = ("jump", exit_)

    def _menu(self, s: nodes.Menu, rest: list[Stmt]) -> None:
        site, lines = s.site, s.lines
        counters = [self._fresh() for _ in lines]
        zero = nodes.Num((), NUMBER, s.span, 0)
        for counter, line in zip(counters, lines, strict=True):
            if line.sort != "pass":
                self.blocks[-1].statements.append(nodes.Let((zero,), s.span, counter))
        head = self._new()
        self.blocks[head - 1].term = ("jump", head)
        self.blocks[head - 1].span = s.span
        name = self._fresh()
        ask = AskExit("menu", s, s.args[0], name, rest, self.dynamic, counters)
        self._ask(ask, s)
        answer = len(self.blocks) - 1
        head_block = self.blocks[answer]
        targets: dict[int, int] = {}
        ends: list[tuple[BasicBlock, bool]] = []
        for number, (line_number, sort, item, _) in enumerate(site.items):
            targets[number] = self._new()
            if sort == "pass":
                self._lower(lines[line_number].body, rest)
                ends.append((self.blocks[-1], True))
                continue
            self._count_taken(s, lines[line_number], counters[line_number])
            if self.effects.counter is not None:
                self.blocks[-1].statements.append(_one_more(self.effects.counter, s.span))
            marks = self.effects.woven.left_after.get(item, [])
            call = nodes.Call((s.args[0],), s.span, item)
            self._lower([call, *(left(mark, s.span) for mark in marks)], rest)
            ends.append((self.blocks[-1], False))
        again = self._taken_all(lines, counters, head, s.span)
        exit_ = self._new()
        head_block.term = ("switch", name, targets, exit_)
        head_block.span = s.span
        if again != head:
            self.blocks[again].term = (*self.blocks[again].term, exit_, head)
        for end, leaves in ends:
            if end.term == ("return",) and end.span is None:
                end.term = ("jump", exit_ if leaves else again)

    def _count_taken(self, s: nodes.Menu, line: MenuLine, counter: str) -> None:
        """Count what is taken of a line as far as it matters: up to its limit, if it has one.

        Positions of a turn that differ in nothing else are then the same position.
        """
        if not line.limit and line.sort == "may" and line.duty is None and line.other_limit is None:
            return
        taken: Expr = nodes.Num((), NUMBER, s.span, 1)
        if line.limit:  # else it only matters whether anything was taken
            before = nodes.Local((), NUMBER, s.span, counter)
            taken = nodes.Add((before, taken), NUMBER, s.span)
        self.blocks[-1].statements.append(nodes.Let((taken,), s.span, counter))

    def _taken_all(self, lines: list[MenuLine], counters: list[str], head: int, span: Span) -> int:
        """Return the block to go to after a deed of a menu.

        This is its head or, where passing does something, a new block that leaves the menu once
        everything allowed has been taken. Whoever has taken everything has not passed.
        """
        limits = [line.limit for line in lines if line.sort != "pass"]
        if not all(limits) or not any(line.body for line in lines if line.sort == "pass"):
            return head
        tests: list[Expr] = []
        for line, counter in zip(lines, counters, strict=True):
            if line.sort != "pass":
                most = nodes.Num((), NUMBER, span, line.limit)
                taken = nodes.Local((), NUMBER, span, counter)
                tests.append(nodes.Ge((taken, most), YES_NO, span))
        test = tests[0] if len(tests) == 1 else nodes.And(tuple(tests), YES_NO, span)
        number = self._new()
        self.blocks[number].term = ("branch", test)
        self.blocks[number].span = span
        return number

    def _if(self, s: Stmt, rest: list[Stmt]) -> None:
        head = self.blocks[-1]
        then = self._new()
        self._lower(s.body, rest)
        ends = [self.blocks[-1]]
        other = None
        if s.other:
            other = self._new()
            self._lower(s.other, rest)
            ends.append(self.blocks[-1])
        exit_ = self._new()
        head.term = ("branch", s.args[0], then, exit_ if other is None else other)
        head.span = s.span
        for end in ends:
            if end.term == ("return",) and end.span is None:
                end.term = ("jump", exit_)

    def _loop(
        self, s: Stmt, head: int, body: int, test: Expr, rest: list[Stmt], again: Stmt | None = None
    ) -> None:
        """Lower a loop from its body block on, with the jump back to the head and out of it.

        `again` is what remains of the loop after a round.
        """
        breaks: list[int] = []
        self.loops.append(breaks)
        self._lower(s.body, [s if again is None else again, *rest])
        self.loops.pop()
        last = self.blocks[-1]
        if last.term == ("return",) and last.span is None:
            last.term = ("jump", head)
        exit_ = self._new()
        self.blocks[head].term = ("branch", test, body, exit_)
        self.blocks[head].span = s.span
        for number in breaks:
            self.blocks[number].term = ("jump", exit_)

    def _while(self, s: Stmt, rest: list[Stmt], test: Expr | None = None) -> None:
        head = self._new()
        self.blocks[head - 1].term = ("jump", head)
        self.blocks[head - 1].span = s.span
        self.blocks[head].statements.append(nodes.Fuel((), s.span))
        self._loop(s, head, self._new(), s.args[0] if test is None else test, rest)

    def _as_often(self, s: nodes.AsOften, rest: list[Stmt]) -> None:
        self._while(s, rest, nodes.CanBlock((), YES_NO, s.span, s.body))

    def _for_all(self, s: nodes.ForAll, rest: list[Stmt]) -> None:
        self._for(nodes.For(s.args, s.span, s.name, body=s.body, other=s.other), rest)

    def _for(self, s: nodes.For, rest: list[Stmt]) -> None:
        things, index = self._fresh(), self._fresh()
        kind = s.args[0].type
        source = s.args[0]
        if len(s.args) > 1:
            source = nodes.FirstOf(s.args, kind, s.span)
        start = self.blocks[-1].statements
        start.append(nodes.LetFrozen((source,), s.span, things))
        start.append(nodes.Let((nodes.Num((), NUMBER, s.span, 0),), s.span, index))
        head = self._new()
        self.blocks[head - 1].term = ("jump", head)
        self.blocks[head - 1].span = s.span
        here = nodes.Local((), NUMBER, s.span, index)
        all_ = nodes.Local((), Type("set", item=NUMBER), s.span, things)
        test = nodes.Lt((here, nodes.Size((all_,), NUMBER, s.span)), YES_NO, s.span)
        body = self._new()
        first = self.blocks[body].statements
        first.append(nodes.Let((nodes.Nth((all_, here), NUMBER, s.span),), s.span, s.name))
        first.append(
            nodes.Let(
                (nodes.Add((here, nodes.Num((), NUMBER, s.span, 1)), NUMBER, s.span),),
                s.span,
                index,
            )
        )
        left = nodes.Behind((all_, here), kind, s.span)
        again = nodes.For((left,), s.span, s.name, body=s.body, other=s.other)
        self._loop(s, head, body, test, rest, again)

    def _break(self, s: Stmt, rest: list[Stmt]) -> None:
        self.loops[-1].append(len(self.blocks) - 1)
        self._end(("break",), s.span)
        self._new()


def _one_more(kept: Field, span: Span) -> Stmt:
    """Increment a number that the engine keeps."""
    now = nodes.FieldNow((), NUMBER, span, kept)
    more = nodes.Add((now, nodes.Num((), NUMBER, span, 1)), NUMBER, span)
    return nodes.Set((more,), span, kept)
