"""How the sentences of a rule are looked through: each prints lines that return True as soon as
it and all behind it can be carried out, and that are fallen through if not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from interpreter.backends.python.ahead.ways import Later, NeedsCopy, Ways, if_all
from interpreter.backends.python.sets import joint
from interpreter.ir import nodes
from interpreter.ir.effects import after_call
from interpreter.ir.names import block_names, free, names_made
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Choice
from interpreter.ir.renaming import renamed
from interpreter.ir.rewriting import rewritten
from interpreter.ir.types import NUMBER
from interpreter.ir.walking import walk


def _left(s: Stmt, tag: str) -> Stmt:
    """Give the end of a rule that is looked into from another one."""
    return nodes.LeaveCall((), s.span, tag) if isinstance(s, nodes.Return) else s


class Ahead(Ways):
    """Prints how each sentence is looked through."""

    def _ahead_set(self, s: nodes.Set, rest: list[Stmt], written: set[str], deep: int) -> None:
        """Go on behind what is kept: where the rest asks for it, it is kept while that is looked
        through, and put back."""
        writes = self.after(s, written)
        plain = all(
            isinstance(a, (nodes.Local, nodes.Num)) and not a.type.optional for a in s.args[:-1]
        )
        if not self.half_sure or self.trying or not plain or self.tells_of(rest, writes, deep):
            self.pass_over(s, rest, written, deep)
            return
        if not self.tells_of(rest, written, deep):
            raise NeedsCopy
        self.unchanged(self.effects.statement_reads(s), written)
        place, kept, found = self.place_of_field(s.field, s.args[:-1]), self.temp(), self.temp()
        names = sorted(block_names(rest))
        given = "".join(f", v_{name}" for name in names)
        name = self.another("with_" + s.field.key)
        self.emit(f"{kept} = {place}")
        self.emit(f"{place} = {self.kept_value(s)}")
        self.emit(f"{found} = {name}(S, {self.asked}{given})")
        self.emit(f"{place} = {kept}")
        self.emit(f"if {found}:")
        self.emit(f"    if {found} == 1: return True")
        self.emit("    v__unsure = 1")
        told = Later(name, ("asked", *names), rest, None, "2", (), written, deep, self.likewise)
        self.later.append(told)

    def _ahead_loop(
        self,
        s: nodes.For | nodes.ForAll | nodes.While,
        rest: list[Stmt],
        written: set[str],
        deep: int,
    ) -> None:
        """Look through no round of a loop, and through one: what more of them come to is unsure."""
        ends = any(isinstance(one, (nodes.Return, nodes.LeaveCall)) for one in walk(s.body))
        if not self.effects.step_fails(s) and not (ends and self.half_sure):
            self.pass_over(s, rest, written, deep)
            return
        self.unchanged(self.effects.statement_reads(s, deep=False), written)
        if isinstance(s, nodes.While):
            self.emit(f"if {self.e(s.args[0])}: v__unsure = 1")
            self.emit("else:")
            self.then(rest, written, deep)
            return
        var = s.name
        self.temps += 1
        things = f"_r{self.temps}"
        several = s.args[0]
        if len(s.args) > 1:
            several = nodes.FirstOf(s.args, several.type, s.span)
        self.emit(f"v_{things} = tuple({self.e(several)})")
        drawn = self._drawn_from(s, var)
        if drawn is not None:
            gone = [self.gone(kind, written) for kind in drawn.family.kinds]
            known = {t for t in self.effects.reads(drawn) if not t.startswith("k:")}
            if None not in gone and not known & written:
                there = self.e(nodes.Size((drawn,), NUMBER, s.span))
                fewer = f" - {sum(filter(None, gone))}" if any(gone) else ""
                self.emit(f"if {there}{fewer} < len(v_{things}): v__unsure = 1")
                self.emit("else:")
                self.then(rest, self.after(s, written), deep)
                return
        self.emit(f"if len(v_{things}) == 0:")
        self.then(rest, written, deep)
        self.emit("else:")
        if any(isinstance(one, nodes.Break) for one in walk(s.body)):
            self.depth += 1
            self.emit("v__unsure = 1")
            self.depth -= 1
            return
        self.depth += 1
        self.emit(f"v_{var} = v_{things}[0]")
        self.depth -= 1
        many = nodes.Local((), s.args[0].type, s.span, things)
        self.then([*s.body, nodes.MoreRounds((many,), s.span), *rest], written, deep)

    def _drawn_from(
        self, loop: nodes.For | nodes.ForAll | nodes.While, var: str
    ) -> nodes.Items | None:
        """Give the zone of a loop of which each round takes one component away, whichever is
        chosen."""
        found: nodes.Items | None = None
        into = ""
        for s in loop.body:
            if isinstance(s, nodes.Choose) and found is None:
                choice = s.choice
                who, source = s.args[0], choice.source
                if choice.tests or choice.how != "one" or choice.optional or choice.has_none:
                    return None
                if (
                    not isinstance(source, nodes.Items)
                    or source.family.shape != "list"
                    or var in free(source)
                ):
                    return None
                if not isinstance(who, nodes.Local) or who.name not in self.likewise:
                    return None
                found, into = source, choice.into
            elif isinstance(s, nodes.Move):
                if (
                    found is None
                    or not isinstance(s.args[0], nodes.Local)
                    or s.args[0].name != into
                ):
                    return None
            elif not isinstance(s, nodes.Horizon) or not s.args or not self.is_asked(s.args[0]):
                return None
        return found

    def _ahead_more_rounds(
        self, s: nodes.MoreRounds, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        self.emit(f"if len({self.e(s.args[0])}) > 1: v__unsure = 1")
        self.emit("else:")
        self.then(rest, written, deep)

    def _unless_another(self, actor: Expr) -> None:
        """Somebody else decides: nothing is sure about that."""
        if not self.half_sure or (isinstance(actor, nodes.Local) and actor.name in self.likewise):
            return
        self.emit(f"if {self.e(actor)} != {self.asked}: v__unsure = 1")

    def _ahead_let(
        self, s: nodes.Let | nodes.LetFrozen, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        self.statement(s)
        self.possible(rest, written, deep)

    def _ahead_pick(self, s: nodes.Pick, rest: list[Stmt], written: set[str], deep: int) -> None:
        if s.other:
            raise NeedsCopy
        self.statement(s)
        self.possible(rest, self.after(s, written), deep)

    def _ahead_requires(
        self, s: nodes.Requires, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        unseen = f"{self.e(s.args[1])} or " if len(s.args) > 1 else ""
        self.emit(f"if {unseen}{self.e(s.args[0])}:")
        self.then(rest, written, deep)

    def _ahead_exchange(
        self, s: nodes.Exchange, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        self.emit(f"if {self._exchange_test(s)}:")
        self.then(rest, self.after(s, written), deep)

    def _ahead_pay(self, s: nodes.Pay, rest: list[Stmt], written: set[str], deep: int) -> None:
        payment = s.payment
        self._unless_another(s.args[0])
        cost, choice = self.due(payment, s.args[0])
        self.emit(
            f"if can_pay(S, MONEY_{payment.purse.kind}, {self.e(s.args[0])}, {cost}, {choice}):"
        )
        self.then(rest, self.after(s, written), deep)

    def _ahead_choose(
        self, s: nodes.Choose, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        choice = s.choice
        self._unless_another(s.args[0])
        if choice.how != "one":
            if self.effects.can_fail(rest) or (self.half_sure and choice.has_none):
                raise NeedsCopy
            source, conds = self.candidates(choice)
            need = self.e(choice.count) if choice.how == "exactly" else "0"
            self.emit(f"if len([0 for v_{choice.var} in {source}{if_all(conds)}]) >= {need}:")
            self.then([], written, deep)
            return
        if isinstance(choice.source, nodes.Combined):
            self._possible_jointly(choice, rest, written, deep)
            return
        source, conds = self.candidates(choice)
        depth = self.depth
        if choice.has_none:
            asked = f"any({' and '.join(conds) or '1'} for v_{choice.var} in {source})"
            self.emit(f"if not {asked}:")
            self.depth += 1
            self.emit(f"v_{choice.into} = -1")
            self.depth -= 1
            self.then([*s.other, *rest], written, deep)
        first = self.asked_first(choice)
        if not choice.optional:
            whatever, rest = self.whatever_chosen(choice, rest, written)
            first += [self.e(test) for test in whatever]
        if first:
            self.emit(f"if {' and '.join(first)}:")
            self.depth += 1
        zones = [] if choice.optional or self.effects.can_fail(rest) else self.zones_of(choice)
        for source, conds in zones:
            self.emit(f"for v_{choice.var} in {source}:")
            self.emit(f"    if {' and '.join(conds) or '1'}: return True")
        if zones:
            self.depth = depth
            return
        self.emit(f"for v_{choice.var} in {source}:")
        self.depth += 1
        if conds:
            self.emit(f"if {' and '.join(conds)}:")
            self.depth += 1
        self.emit(f"v_{choice.into} = v_{choice.var}")
        self.possible(rest, written, deep + 1)
        self.depth = depth
        if choice.optional:
            self.emit(f"v_{choice.into} = -1")
            self.possible(rest, written, deep + 1)

    def _ahead_options(
        self, s: nodes.Options, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        lines = s.lines
        self._unless_another(s.args[0])
        for line in lines:
            self.emit("if True:")
            self.then([*line.body, *rest], written, deep)

    def _ahead_if(self, s: nodes.If, rest: list[Stmt], written: set[str], deep: int) -> None:
        self.emit(f"if {self.e(s.args[0])}:")
        self.then([*s.body, *rest], written, deep - 1)
        self.emit("else:")
        self.then([*s.other, *rest], written, deep - 1)

    def _ahead_call(self, s: nodes.Call, rest: list[Stmt], written: set[str], deep: int) -> None:
        callee = self.woven.funcs[s.rule]
        if s.rule in self.effects.calls.get(s.rule, ()):
            raise NeedsCopy
        self.temps += 1
        tag = f"_c{self.temps}"
        made = {name for one in walk(callee.body) for name in names_made(one)}
        called: dict[str, str] = {}
        for (name, _), arg in zip([("you", None), *callee.params], s.args, strict=True):
            if isinstance(arg, nodes.Local) and name not in made:
                called[name] = arg.name
            else:
                self.emit(f"v_{tag}_{name} = {self.e(arg)}")

        def known(name: str) -> str:
            return called.get(name) or f"{tag}_{name}"

        inlined = [renamed(one, known) for one in callee.body]
        if any(isinstance(one, nodes.Return) for one in walk(inlined)):
            inlined = rewritten(inlined, lambda one: [_left(one, tag)])
            rest = [nodes.CallLeft((), s.span, tag), *rest]
        self.possible([*inlined, *rest], written, deep + 1)

    def _ahead_leave_call(
        self, s: nodes.LeaveCall, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        self.possible(after_call(s, rest), written, deep)

    def _ahead_call_left(
        self, s: nodes.CallLeft, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        self.possible(rest, written, deep)

    def _ahead_return(
        self, s: nodes.Return, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        self.emit("return True")

    def _ahead_horizon(
        self, s: nodes.Horizon, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        if not self.is_asked(s.args[0]):
            self.emit(f"if {self.e(s.args[0])}: return True")
        self.possible(rest, written, deep)

    _ahead_of: ClassVar[dict[type[Stmt], Callable[..., None]]] = {
        nodes.Let: _ahead_let,
        nodes.LetFrozen: _ahead_let,
        nodes.Pick: _ahead_pick,
        nodes.Requires: _ahead_requires,
        nodes.Exchange: _ahead_exchange,
        nodes.Pay: _ahead_pay,
        nodes.Choose: _ahead_choose,
        nodes.Options: _ahead_options,
        nodes.If: _ahead_if,
        nodes.Call: _ahead_call,
        nodes.Return: _ahead_return,
        nodes.Horizon: _ahead_horizon,
        nodes.Set: _ahead_set,
        nodes.For: _ahead_loop,
        nodes.ForAll: _ahead_loop,
        nodes.While: _ahead_loop,
        nodes.MoreRounds: _ahead_more_rounds,
        nodes.LeaveCall: _ahead_leave_call,
        nodes.CallLeft: _ahead_call_left,
    }

    def _possible_jointly(
        self, choice: Choice, rest: list[Stmt], written: set[str], deep: int
    ) -> None:
        depth = self.depth
        for name, source, tests in self.joint_loops(choice):
            self.emit(f"for {name} in {source}:")
            self.depth += 1
            for test in tests:
                self.emit(f"if {self.e(test)}:")
                self.depth += 1
        self.emit(f"v_{choice.into} = {joint(choice.source)}")
        self.possible(rest, written, deep + 1)
        self.depth = depth
