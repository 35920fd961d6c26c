"""What each part of the rules reads, changes, and how it can fail: the facts behind the look-ahead.

A token names what is read or changed: `k:spell` where components of a kind lie, `f:key` something
kept, `u` counts of use. Everything is worked out once for the whole woven program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from interpreter.ir.lowered import Woven
from interpreter.ir.program import Expr, Family, Program, Stmt
from interpreter.ir.sure_choices import sure_choices
from interpreter.ir.walking import data_expressions, inner_blocks, walk
from interpreter.ir.weaving.simultaneous_choices import counter_of
from interpreter.language.steps import STEPS

RANDOM = frozenset({"shuffle", "roll", "roll_odds", "draw"})
_OF_ZONES = frozenset(
    ["zone_size", "slot_item", "abs_slot_item", "top", "count_in", "zone", "slot", "all", "lane"]
) | {"slots_of", "on_top"}
_OF_PIECES = frozenset(
    ["cell_of", "in_box", "in_play", "position", "arrived", "zone_of", "lies_on"]
)


class Effects:
    """Facts about every function of a woven program."""

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
            self.calls[name] = {s.data for s in statements if s.op == "call"}
            self.may_choose[name] = any(
                s.op in ("choose", "options", "menu", "pay") for s in statements
            )
            self.random[name] = any(self._is_random(s) for s in statements)
            for s in statements:
                self._reads[name] |= self.statement_reads(s, deep=False)
                self._writes[name] |= self.statement_writes(s, deep=False)
                for e in _expressions(s):
                    if e.op == "call":
                        self.calls[name].add(e.data)
                    if e.op == "can":
                        self.calls[name].add(e.data)
        self._spread()
        # The course of the game is where play begins, so it is lowered as if somebody chose in it.
        self.may_choose[woven.program.main] = True
        self._menus = self._that(lambda s: s.op == "menu")
        self._sure = sure_choices(self)
        self.fallible: dict[str, bool] = dict.fromkeys(names, False)
        order = _callees_first(self.calls)
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
        """Give the rules of which a statement does something, and those that call them."""
        found = {n for n, f in self.woven.funcs.items() if any(map(does, walk(f.body)))}
        steps = {
            n: {s.data for s in walk(f.body) if s.op == "call"} for n, f in self.woven.funcs.items()
        }
        changed = True
        while changed:
            more = {n for n, called in steps.items() if n not in found and called & found}
            found |= more
            changed = bool(more)
        return found

    def _spread(self) -> None:
        """Give every rule what the rules that it calls read, write, and may do."""
        funcs = self.woven.funcs
        order = _callees_first(self.calls)
        calls = {n: [c for c in self.calls[n] if c in funcs] for n in order}
        steps = {
            n: [s.data for s in walk(funcs[n].body) if s.op == "call" and s.data in funcs]
            for n in order
        }
        _gather(self._reads, calls, order)
        _gather(self._writes, steps, order)
        for facts in (self.may_choose, self.random):
            changed = True
            while changed:
                changed = False
                for name in order:
                    if not facts[name] and any(facts[other] for other in steps[name]):
                        facts[name] = changed = True

    def _is_random(self, s: Stmt) -> bool:
        return s.op in RANDOM or (s.op == "pick" and bool(s.data[4]))

    # -------------------------------------------------------------------------- tokens

    def reads(self, e: Expr) -> set[str]:
        """Give what an expression depends on."""
        found: set[str] = set()
        sifted: set[int] = set()
        for part in e.walk():
            kind = only_kind(part)
            if kind:
                found.add(f"k:{kind}")
                sifted.add(id(part.args[0]))
            if id(part) not in sifted:
                found |= touched(self.program, part)
            if part.op in ("field", "field_raw") and part.data.number in self.woven.modified:
                found |= self._reads.get(f"mod {part.data.key}", set())
            elif part.op in ("call", "can"):
                found |= self._reads.get(part.data, set())
        return found

    def statement_reads(self, s: Stmt, deep: bool = True) -> set[str]:
        """Give what a statement (with its blocks, if deep) depends on."""
        found: set[str] = set()
        for e in (*s.args, *data_expressions(s)):
            found |= self.reads(e)
        if s.op == "pay" and s.data.money is not None:
            found.add(f"k:{s.data.money.kind}")
        if s.op in ("gain_money",):
            found.add(f"k:{s.data.kind}")
        if s.op == "exchange":
            found.add(f"k:{s.data[0].kind}")
        if deep:
            if s.op == "call":
                found |= self._reads.get(s.data, set())
            for block in inner_blocks(s):
                for one in block:
                    found |= self.statement_reads(one)
        return found

    def statement_writes(self, s: Stmt, deep: bool = True) -> set[str]:
        """Give what a statement (with its blocks, if deep) changes."""
        found = written(self.program, s)
        if deep:
            if s.op == "call":
                found |= self._writes.get(s.data, set())
            for block in inner_blocks(s):
                for one in block:
                    found |= self.statement_writes(one)
        return found

    # -------------------------------------------------------------------------- failing

    def step_fails(self, s: Stmt) -> bool:
        """Whether one statement can keep an action from being carried out."""
        if s.op in ("requires", "pay", "exchange"):
            return True
        if s.op == "choose":
            choice = s.data
            if choice.optional or choice.has_none or choice.how in ("any_number", "up_to_many"):
                return False
            if choice.sure or choice.site.number in self._sure:
                return False
            return choice.how == "exactly" or not sure(choice.source, choice.tests)
        if s.op == "options":
            return all(self.can_fail(line.body) for line in s.data[1])
        if s.op == "call":
            return bool(self.fallible.get(s.data)) and self.woven.funcs[s.data].sort != "trigger"
        if s.op == "if":
            return self.can_fail(s.body) or self.can_fail(s.other)
        if s.op in ("for", "while", "for_all"):
            return self.can_fail(s.body)
        return False

    def can_fail(self, body: list[Stmt]) -> bool:
        """Whether a block can fail before its first random event."""
        for number, s in enumerate(body):
            if self._ends_search(s):
                return False
            if s.op == "leave_call":
                return self.can_fail(after_call(s, body[number + 1 :]))
            if s.op == "more_rounds":
                return True
            if only_ahead(s):
                return self.can_fail(s.body)
            if self.step_fails(s):
                return True
            if s.op == "return":
                return False
        return False

    def _ends_search(self, s: Stmt) -> bool:
        return self._is_random(s) or s.op == "end_game" or (s.op == "horizon" and not s.args)

    # -------------------------------------------------------------------------- on the way

    def asks_menus(self, s: Stmt) -> bool:
        """Whether a menu may be put to somebody in what a statement does: it calls other rules."""
        return any(
            one.op == "menu" or (one.op == "call" and one.data in self._menus) for one in walk([s])
        )

    def may_end_search(self, s: Stmt, asked: AbstractSet[str]) -> bool:
        """Whether looking ahead may end in what a statement does: by chance, or because somebody
        else decides than who is called one of these names."""
        return any(self._may_end(one, asked) for one in walk([s]))

    def _may_end(self, s: Stmt, asked: AbstractSet[str]) -> bool:
        if self._is_random(s) or s.op in ("end_game", "horizon"):
            return True
        if s.op not in ("choose", "options", "pay", "call"):
            return False
        who = s.args[0]
        other = not (who.op == "local" and who.data in asked)
        if s.op != "call":
            return other
        func = self.woven.funcs[s.data]
        if func.sort == "trigger" and self.can_fail(func.body):
            return True
        return s.data in self._ending or (other and self.may_choose[s.data])


def after_call(s: Stmt, rest: list[Stmt]) -> list[Stmt]:
    """Give what follows where a rule ends that was looked into: all behind its mark."""
    for number, one in enumerate(rest):
        if one.op == "call_left" and one.data == s.data:
            return rest[number + 1 :]
    return []


def only_ahead(s: Stmt) -> bool:
    """Whether a statement is for looking ahead alone, which ends with it."""
    return s.op == "if" and s.args[0].op == "looking_ahead"


def sure(source: Expr, tests: Iterable[object]) -> bool:
    """Whether a choice always has something to offer."""
    if list(tests):
        return False
    if source.op in ("values", "lanes", "spaces", "players"):
        return True
    if source.op == "range":
        low, high = source.args
        return low.op == "num" and high.op == "num" and low.data <= high.data
    return False


def only_kind(e: Expr) -> str:
    """Give the one kind of components for which something looks in a zone; empty if it looks for
    all."""
    if e.op not in ("filter", "some", "any", "count") or e.args[0].op != "items":
        return ""
    tests = [e.args[1]]
    while tests:
        test = tests.pop()
        if test.op == "and":
            tests += test.args
        elif test.op == "is_kind" and test.args[0].op == "local" and test.args[0].data == e.data:
            return str(test.data)
    return ""


def touched(program: Program, part: Expr) -> set[str]:
    """Give what one expression depends on, without its parts, what it calls and what changes it."""
    op, data = part.op, part.data
    if op in ("field", "field_raw"):
        return {f"f:{data.key}"}
    if op in ("items", "in_zone"):
        return _kinds(data[1])
    if op == "shown":
        return {"s"} | {f"k:{a.type.of}" for a in part.args if a.type.base == "piece"}
    if op in _OF_ZONES:
        return _kinds(data) if isinstance(data, Family) else set()
    if op in _OF_PIECES:
        return {f"k:{part.args[0].type.of}"} if part.args else set()
    if op == "box_items":
        return {f"k:{data}"}
    if op in ("at", "group"):
        board = data if op == "at" else data[0]
        on_it = [f for f in program.families if board in (f.board, f.holder.removeprefix("space:"))]
        return {token for family in on_it for token in _kinds(family)}
    if op in ("lasts", "lasting_sum", "closed") or (op == "free" and program.closings):
        return {"x"}
    return {"u"} if op in ("has_done", "times_done") else set()


def written(program: Program, s: Stmt) -> set[str]:
    """Give what one statement changes, without its blocks and what it calls."""
    if s.op == "pay":
        return {f"k:{s.data.money.kind}"} if s.data.money is not None else set()
    if s.op == "reveal":
        return {"s"}
    if s.op == "expire":
        return {"x", *(f"f:{f.key}" for f in program.fields)}
    step = STEPS.get(s.op)
    if step is None or step.changes is None:
        return set()
    data = s.data if step.changes.at is None else s.data[step.changes.at]
    match step.changes.what:
        case "kind":
            return {f"k:{data}"}
        case "zone":
            return _kinds(data)
        case "field":
            return {f"f:{data.key}"}
        case "money":
            return {f"k:{data.kind}"}
        case "lasting":
            return {"x"}
        case "uses":
            return {"u"}


def moved_kinds(s: Stmt) -> set[str]:
    """Give the kinds of components that a statement takes to another place."""
    step = STEPS.get(s.op)
    if step is None or not step.moves or step.changes is None:
        return set()
    data = s.data if step.changes.at is None else s.data[step.changes.at]
    return set(data.kinds) if step.changes.what == "zone" else {data}


def _gather(facts: dict[str, set[str]], calls: dict[str, list[str]], order: list[str]) -> None:
    """Add to the facts of each rule those of the rules that it calls, until nothing is new."""
    changed = True
    while changed:
        changed = False
        for name in order:
            for other in calls[name]:
                if not facts[other] <= facts[name]:
                    facts[name] |= facts[other]
                    changed = True


def _callees_first(calls: dict[str, set[str]]) -> list[str]:
    """All rules, each after those that it carries out as far as there is no circle: what is found
    out about one is then at hand for the next."""
    order: list[str] = []
    seen: set[str] = set()
    for root in calls:
        path = [(root, iter(sorted(calls[root])))] if root not in seen else []
        seen.add(root)
        while path:
            name, rest = path[-1]
            follow = next((other for other in rest if other in calls and other not in seen), None)
            if follow is None:
                order.append(name)
                path.pop()
            else:
                seen.add(follow)
                path.append((follow, iter(sorted(calls[follow]))))
    return order


def _kinds(family: Family) -> set[str]:
    return {f"k:{kind}" for kind in family.kinds}


def _expressions(s: Stmt) -> Iterable[Expr]:
    for e in (*s.args, *data_expressions(s)):
        yield from e.walk()
