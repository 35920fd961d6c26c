"""Effects analysis: what each rule reads, writes, and how it can fail, as look-ahead needs it.

A token names what is read or written: `k:spell` where components of a kind lie, `f:key` a field,
`u` counts of use, `s` what has been revealed, `x` what lasts for a time. Everything is computed
once for the whole woven program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import TypeVar

from interpreter.ir import graphs, nodes
from interpreter.ir.declared import Family, Field, Money
from interpreter.ir.lowered import Woven
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.sure_choices import sure_choices
from interpreter.ir.walking import data_expressions, inner_blocks, walk
from interpreter.ir.weaving.simultaneous_choices import counter_of
from interpreter.language.steps import STEPS

_Carried = TypeVar("_Carried")

RANDOM: frozenset[type[Stmt]] = frozenset({nodes.Shuffle, nodes.Roll, nodes.RollOdds, nodes.Draw})
_OF_ZONES = frozenset(
    [
        nodes.ZoneSize,
        nodes.SlotItem,
        nodes.AbsSlotItem,
        nodes.Top,
        nodes.CountIn,
        nodes.Zone,
        nodes.Slot,
        nodes.AllZones,
        nodes.LaneZone,
    ]
) | {nodes.SlotsOf, nodes.OnTop}
_OF_PIECES = frozenset(
    [
        nodes.CellOf,
        nodes.InBox,
        nodes.InPlay,
        nodes.Position,
        nodes.Arrived,
        nodes.ZoneOf,
        nodes.LiesOn,
    ]
)


class Effects:
    """Effects of every function of a woven program."""

    def __init__(self, woven: Woven) -> None:
        self.woven = woven
        self.program = woven.program
        names = woven.funcs
        self._reads = {n: set[str]() for n in names}
        self._writes = {n: set[str]() for n in names}
        self.counter = counter_of(woven.program)
        self.calls: dict[str, set[str]] = {}
        self.may_choose: dict[str, bool] = {}
        self.random: dict[str, bool] = {}
        for name, func in names.items():
            statements = list(walk(func.body))
            self.calls[name] = {s.rule for s in statements if isinstance(s, nodes.Call)}
            self.may_choose[name] = any(
                isinstance(s, (nodes.Choose, nodes.Options, nodes.Menu, nodes.Pay))
                for s in statements
            )
            self.random[name] = any(self._is_random(s) for s in statements)
            for s in statements:
                self._reads[name] |= self.statement_reads(s, deep=False)
                self._writes[name] |= self.statement_writes(s, deep=False)
                for e in _expressions(s):
                    if isinstance(e, nodes.CallValue):
                        self.calls[name].add(e.rule)
                    if isinstance(e, nodes.Can):
                        self.calls[name].add(e.rule)
        self._spread()
        # The course of the game is where play begins, so it is lowered as if somebody chose in it.
        self.may_choose[woven.program.main] = True
        self._menus = self._that(lambda s: isinstance(s, nodes.Menu))
        self._sure = sure_choices(self)
        self.fallible: dict[str, bool] = dict.fromkeys(names, False)
        order = graphs.followed_first(self.calls)
        changed = True
        while changed:
            changed = False
            for name in order:
                func = names[name]
                if not self.fallible[name] and func.sort != "trigger" and self.can_fail(func.body):
                    self.fallible[name] = changed = True
        self._ending: set[str] = set()
        self._ending = self._that(lambda s: self._may_end(s, {"you"}))

    def _that(self, does: Callable[[Stmt], bool]) -> set[str]:
        """Find the rules with a statement for which `does` holds, and all that call them."""
        found = {n for n, f in self.woven.funcs.items() if any(map(does, walk(f.body)))}
        steps = {
            n: {s.rule for s in walk(f.body) if isinstance(s, nodes.Call)}
            for n, f in self.woven.funcs.items()
        }
        return graphs.leading_to(found, steps)

    def _spread(self) -> None:
        """Propagate reads, writes, choices and randomness from each rule to its callers."""
        funcs = self.woven.funcs
        order = graphs.followed_first(self.calls)
        calls = {n: [c for c in self.calls[n] if c in funcs] for n in order}
        steps = {
            n: [
                s.rule for s in walk(funcs[n].body) if isinstance(s, nodes.Call) and s.rule in funcs
            ]
            for n in order
        }
        _gather(self._reads, calls, order)
        _gather(self._writes, steps, order)
        for facts in (self.may_choose, self.random):
            for name in graphs.leading_to({n for n, so in facts.items() if so}, steps):
                facts[name] = True

    def _is_random(self, s: Stmt) -> bool:
        return type(s) in RANDOM or (isinstance(s, nodes.Pick) and bool(s.at_random))

    # -------------------------------------------------------------------------- tokens

    def reads(self, e: Expr) -> set[str]:
        """Collect the tokens that an expression depends on, including those of rules it asks."""
        found: set[str] = set()
        sifted: set[int] = set()
        for part in e.walk():
            kind = only_kind(part)
            if kind:
                found.add(f"k:{kind}")
                sifted.add(id(part.args[0]))
            if id(part) not in sifted:
                found |= touched(self.program, part)
            if (
                isinstance(part, (nodes.FieldNow, nodes.FieldRaw))
                and part.field.number in self.woven.modified
            ):
                found |= self._reads.get(f"mod {part.field.key}", set())
            elif isinstance(part, (nodes.CallValue, nodes.Can)):
                found |= self._reads.get(part.rule, set())
        return found

    def statement_reads(self, s: Stmt, deep: bool = True) -> set[str]:
        """Collect the tokens that a statement (with its blocks and calls, if deep) reads."""
        found: set[str] = set()
        for e in (*s.args, *data_expressions(s)):
            found |= self.reads(e)
        if isinstance(s, nodes.Pay) and s.payment.money is not None:
            found.add(f"k:{s.payment.money.kind}")
        if isinstance(s, (nodes.GainMoney)):
            found.add(f"k:{s.money.kind}")
        if isinstance(s, nodes.Exchange):
            found.add(f"k:{s.money.kind}")
        if deep:
            if isinstance(s, nodes.Call):
                found |= self._reads.get(s.rule, set())
            for block in inner_blocks(s):
                for one in block:
                    found |= self.statement_reads(one)
        return found

    def statement_writes(self, s: Stmt, deep: bool = True) -> set[str]:
        """Collect the tokens that a statement (with its blocks and calls, if deep) writes."""
        found = written(self.program, s)
        if deep:
            if isinstance(s, nodes.Call):
                found |= self._writes.get(s.rule, set())
            for block in inner_blocks(s):
                for one in block:
                    found |= self.statement_writes(one)
        return found

    # -------------------------------------------------------------------------- failing

    def step_fails(self, s: Stmt) -> bool:
        """Check whether one statement can prevent an action from being carried out."""
        if isinstance(s, (nodes.Requires, nodes.Pay, nodes.Exchange)):
            return True
        if isinstance(s, nodes.Choose):
            choice = s.choice
            if choice.has_none:
                return self.can_fail(s.other)
            if choice.optional or choice.how in ("any_number", "up_to_many"):
                return False
            if choice.sure or choice.site.number in self._sure:
                return False
            return choice.how == "exactly" or not sure(choice.source, choice.tests)
        if isinstance(s, nodes.Options):
            return all(self.can_fail(line.body) for line in s.lines)
        if isinstance(s, nodes.Call):
            return bool(self.fallible.get(s.rule)) and self.woven.funcs[s.rule].sort != "trigger"
        if isinstance(s, nodes.If):
            return self.can_fail(s.body) or self.can_fail(s.other)
        if isinstance(s, (nodes.For, nodes.While, nodes.ForAll)):
            return self.can_fail(s.body)
        return False

    def can_fail(self, body: list[Stmt]) -> bool:
        """Check whether a block can fail before its first random event.

        It can also fail if an inlined rule is left before that event.
        """
        leaving: list[nodes.LeaveCall] = []
        for number, s in enumerate(body):
            if isinstance(s, nodes.MoreRounds):
                return True
            if only_ahead(s):
                rest = body[number + 1 :]
                leaves = any(isinstance(one, nodes.Break) for one in walk(s.body))
                return self.can_fail([*s.body, *rest]) or (leaves and self.can_fail(rest))
            if isinstance(s, nodes.LeaveCall):
                leaving.append(s)
            if isinstance(s, (nodes.LeaveCall, nodes.Return)) or self._ends_search(s):
                rest = body[number + 1 :]
                return any(self.can_fail(after_call(one, rest)) for one in leaving)
            if self.step_fails(s):
                return True
            leaving += (one for one in walk([s]) if isinstance(one, nodes.LeaveCall))
        return False

    def _ends_search(self, s: Stmt) -> bool:
        return (
            self._is_random(s)
            or isinstance(s, nodes.EndGame)
            or (isinstance(s, nodes.Horizon) and not s.args)
        )

    # -------------------------------------------------------------------------- on the way

    def asks_menus(self, s: Stmt) -> bool:
        """Check whether a statement, or a rule it calls, may offer a menu."""
        return any(
            isinstance(one, nodes.Menu) or (isinstance(one, nodes.Call) and one.rule in self._menus)
            for one in walk([s])
        )

    def may_end_search(self, s: Stmt, asked: AbstractSet[str]) -> bool:
        """Check whether look-ahead may end within a statement.

        It ends by chance, or because somebody decides who is called none of the names in `asked`.
        """
        return any(self._may_end(one, asked) for one in walk([s]))

    def _may_end(self, s: Stmt, asked: AbstractSet[str]) -> bool:
        if self._is_random(s) or isinstance(s, (nodes.EndGame, nodes.Horizon)):
            return True
        if not isinstance(s, (nodes.Choose, nodes.Options, nodes.Pay, nodes.Call)):
            return False
        who = s.args[0]
        other = not (isinstance(who, nodes.Local) and who.name in asked)
        if not isinstance(s, nodes.Call):
            return other
        func = self.woven.funcs[s.rule]
        if func.sort == "trigger" and self.can_fail(func.body):
            return True
        return s.rule in self._ending or (other and self.may_choose[s.rule])


def after_call(s: nodes.LeaveCall, rest: list[Stmt]) -> list[Stmt]:
    """Return the statements behind the mark of an inlined rule; empty if it is not found."""
    for number, one in enumerate(rest):
        if isinstance(one, nodes.CallLeft) and one.tag == s.tag:
            return rest[number + 1 :]
    return []


def only_ahead(s: Stmt) -> bool:
    """Check whether a statement exists only for look-ahead, which ends with it."""
    return isinstance(s, nodes.If) and isinstance(s.args[0], nodes.LookingAhead)


def sure(source: Expr, tests: Iterable[object]) -> bool:
    """Check whether a choice always has something to offer."""
    if list(tests):
        return False
    if isinstance(source, (nodes.ValuesOf, nodes.Lanes, nodes.Spaces, nodes.Players)):
        return True
    if isinstance(source, nodes.Range):
        low, high = source.args
        return (
            isinstance(low, nodes.Num) and isinstance(high, nodes.Num) and low.value <= high.value
        )
    return False


def only_kind(e: Expr) -> str:
    """Return the only kind of component that a search of a zone accepts; empty if any."""
    if not isinstance(e, (nodes.Filter, nodes.Some, nodes.AnyWhere, nodes.Count)) or not isinstance(
        e.args[0], nodes.Items
    ):
        return ""
    tests = [e.args[1]]
    while tests:
        test = tests.pop()
        if isinstance(test, nodes.And):
            tests += test.args
        elif (
            isinstance(test, nodes.IsKind)
            and isinstance(test.args[0], nodes.Local)
            and test.args[0].name == e.name
        ):
            return str(test.kind)
    return ""


def touched(program: Program, part: Expr) -> set[str]:
    """Collect the tokens that one expression reads, without its parts, calls and modifiers."""
    if isinstance(part, (nodes.FieldNow, nodes.FieldRaw)):
        return {f"f:{part.field.key}"}
    if isinstance(part, nodes.WhereLies):
        return _kinds(part.family)
    if isinstance(part, nodes.Shown):
        return {"s"} | {f"k:{a.type.of}" for a in part.args if a.type.is_piece}
    if type(part) in _OF_ZONES:
        return _kinds(nodes.family_of(part))
    if type(part) in _OF_PIECES:
        return {f"k:{part.args[0].type.of}"} if part.args else set()
    if isinstance(part, nodes.BoxItems):
        return {f"k:{part.kind}"}
    if isinstance(part, (nodes.At, nodes.Group)):
        board = part.board
        on_it = [f for f in program.families if board in (f.board, f.holder.removeprefix("space:"))]
        return {token for family in on_it for token in _kinds(family)}
    if isinstance(part, (nodes.PositionNow, nodes.TimesRecorded)) and program.record is not None:
        made = {token for family in program.record.families for token in _kinds(family)}
        kept = (*program.record.fields, program.record.places)
        return made | {f"f:{field.key}" for field in kept}
    if isinstance(part, (nodes.Lasts, nodes.LastingSum, nodes.Closed)):
        return {"x"}
    if isinstance(part, nodes.Free) and program.closings:
        return {"x"}
    return {"u"} if isinstance(part, (nodes.HasDone, nodes.TimesDone)) else set()


def written(program: Program, s: Stmt) -> set[str]:
    """Collect the tokens that one statement writes, without its blocks and calls."""
    if isinstance(s, nodes.Pay):
        return {f"k:{s.payment.money.kind}"} if s.payment.money is not None else set()
    if isinstance(s, nodes.Reveal):
        return {"s"}
    if isinstance(s, nodes.Expire):
        return {"x", *(f"f:{f.key}" for f in program.fields)}
    step = STEPS.get(s.op)
    if step is None or step.changes is None:
        return set()
    match step.changes:
        case "kind":
            return {f"k:{_of(s, 'kind', str)}"}
        case "zone":
            return _kinds(_of(s, "family", Family))
        case "field":
            return {f"f:{_of(s, 'field', Field).key}"}
        case "money":
            return {f"k:{_of(s, 'money', Money).kind}"}
        case "lasting":
            return {"x"}
        case "uses":
            return {"u"}


def moved_kinds(s: Stmt) -> set[str]:
    """Collect the kinds of components that a statement moves."""
    step = STEPS.get(s.op)
    if step is None or not step.moves or step.changes is None:
        return set()
    if step.changes == "zone":
        return set(_of(s, "family", Family).kinds)
    return {_of(s, "kind", str)}


def _of(s: Stmt, name: str, kind: type[_Carried]) -> _Carried:
    """Return the attribute of a statement that the table of steps declares, checking its type."""
    carried = getattr(s, name)
    assert isinstance(carried, kind), s
    return carried


def _gather(facts: dict[str, set[str]], calls: dict[str, list[str]], order: list[str]) -> None:
    """Propagate facts from callees to callers until nothing changes."""
    changed = True
    while changed:
        changed = False
        for name in order:
            for other in calls[name]:
                if not facts[other] <= facts[name]:
                    facts[name] |= facts[other]
                    changed = True


def _kinds(family: Family) -> set[str]:
    return {f"k:{kind}" for kind in family.kinds}


def _expressions(s: Stmt) -> Iterable[Expr]:
    for e in (*s.args, *data_expressions(s)):
        yield from e.walk()
