"""Turns what a sentence goes through within an expression into loops of its own.

A list within a list is a call of Python's for each thing of the outer one. As loops, they are not,
and what hangs on nothing that a loop goes through is reckoned once in it, when it is first asked.
The same is asked in the same order, and the same steps are paid. It must not know what rules mean.
"""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.python.quick.loops import Loops
from interpreter.backends.python.quick.paying import fuel, paid, pays, spent
from interpreter.backends.python.quick.shapes import is_first
from interpreter.backends.python.quick.trees import (
    LISTINGS,
    Told,
    called,
    copied,
    free,
    outside,
    replaced,
)
from interpreter.backends.syntax_trees import walk


class Lowering(Loops):
    """Writes sentences that reckon an expression."""

    def expr(self, e: ast.expr, told: Told) -> ast.expr:
        """Give an expression, with sentences before it for what it goes through."""
        if not self.worth(e):
            made: ast.expr = copied(e, told, self.names)
            return self._remembered(e, made, told)
        if self._hoists(e) and (at := self._lifted(e, told)) is not None:
            return self._once(e, told, at)
        return self._worthy(e, told)

    def _worthy(self, e: ast.expr, told: Told) -> ast.expr:
        name = called(e)
        asks = name in ("any", "all") and self.own_loop(e)
        if isinstance(e, ast.BoolOp | ast.IfExp) or asks or is_first(e):
            kept = self.fresh()
            self.into(kept, e, told)
            return ast.Name(kept, ast.Load())
        if isinstance(e, ast.Call) and name == "burn":
            return self._burnt(e, told)
        if isinstance(e, LISTINGS):
            return self.listed(e, told)
        if isinstance(e, ast.Call) and name in ("len", "sum") and self.counts(e):
            kept = self.fresh()
            self.into(kept, e, told)
            return ast.Name(kept, ast.Load())
        if isinstance(e, ast.Lambda):
            return self._asked_often(e, told)
        if isinstance(e, ast.Compare) and len(e.ops) > 1:
            return copied(e, told, self.names)  # type: ignore[no-any-return]
        return self._parts(e, told)

    def _asked_often(self, e: ast.Lambda, told: Told) -> ast.expr:
        """Give what a helper asks of many things: who is the first of some, whatever the thing, is
        looked for before."""
        made: ast.Lambda = copied(e, told, self.names)
        changing = {one.arg for one in made.args.args}
        for node in walk(made.body):
            if isinstance(node, LISTINGS):
                for one in node.generators:
                    changing |= free(one.target)
        kept: dict[int, ast.expr] = {}
        for node in walk(made.body):
            if is_first(node) and not outside(node) & changing and not pays(node, self.quiet):
                kept[id(node)] = self._worthy(node, {})  # type: ignore[arg-type]
        return replaced(made, kept) if kept else made

    def _parts(self, e: ast.expr, told: Told) -> ast.expr:
        """Give an expression whose parts are all reckoned, in their order; it stays as it is if one
        of them may change what another asks."""
        parts = [one for one in ast.iter_child_nodes(e) if isinstance(one, ast.expr | ast.keyword)]
        if not all(map(self.quietly, parts)):
            return copied(e, told, self.names)  # type: ignore[no-any-return]
        return type(e)(*[self._part(getattr(e, name, None), told) for name in e._fields])

    def _part(self, value: Any, told: Told) -> Any:
        if isinstance(value, list):
            return [self._part(one, told) for one in value]
        if isinstance(value, ast.keyword):
            return ast.keyword(value.arg, self.expr(value.value, told))
        return self.expr(value, told) if isinstance(value, ast.expr) else value

    def into(self, kept: str, e: ast.expr, told: Told) -> None:
        """Write sentences that give a name the value of an expression."""
        name = called(e)
        if isinstance(e, ast.BoolOp) and self.worth(e):
            self._joined(kept, e, told)
        elif isinstance(e, ast.IfExp) and self.worth(e):
            test = self.expr(e.test, told)
            then = self.block(lambda: self.into(kept, e.body, told))
            other = self.block(lambda: self.into(kept, e.orelse, told))
            self.out.append(ast.If(test, then, other))
        elif name in ("any", "all") and self.own_loop(e):
            self.whether(kept, e, told)
        elif is_first(e):
            self.first_of(kept, e, told)
        elif isinstance(e, ast.Call) and name in ("len", "sum") and self.counts(e):
            self.counted(kept, e, told)
        else:
            value = self.expr(e, told)
            if not isinstance(value, ast.Name) or value.id != kept:
                self.keep(kept, value)

    def _joined(self, kept: str, e: ast.BoolOp, told: Told) -> None:
        """Print what is joined by `and` or `or`: as far as it takes, in its order."""
        first = next(at for at, value in enumerate(e.values) if self.worth(value))
        plain = [copied(value, told, self.names) for value in e.values[:first]]
        rest = e.values[first:]
        if plain:
            self.keep(kept, plain[0] if len(plain) == 1 else ast.BoolOp(e.op, plain))
        else:
            self.into(kept, rest[0], told)
            rest = rest[1:]
        if not rest:
            return
        left = rest[0] if len(rest) == 1 else ast.BoolOp(e.op, rest)
        so_far: ast.expr = ast.Name(kept, ast.Load())
        test = so_far if isinstance(e.op, ast.And) else ast.UnaryOp(ast.Not(), so_far)
        self.when(test, lambda: self.into(kept, left, told))

    def _burnt(self, e: ast.Call, told: Told) -> ast.expr:
        """Give a list that is paid for."""
        things = self.expr(e.args[1], told)
        if not isinstance(things, ast.Name) and called(things) != "range":
            kept = self.fresh()
            self.keep(kept, things)
            things = ast.Name(kept, ast.Load())
        self.out += paid(copied(things, {}, self.names), e.args[2])
        return things

    # ------------------------------------------------------------ what stays the same in a loop

    def _hoists(self, e: ast.expr) -> bool:
        return bool(self.loops) and (isinstance(e, ast.Call | ast.ListComp | ast.SetComp))

    def _lifted(self, e: ast.expr, told: Told) -> int | None:
        """Give the outermost loop in which an expression stays the same; None if it changes in
        each."""
        used = set()
        for name in free(e):
            used |= free(told[name]) if name in told else {name}
        at = None
        for number in range(len(self.loops) - 1, -1, -1):
            if used & self.loops[number].bound:
                break
            at = number
        return at if at is not None and self.quietly(e) else None

    def _once(self, e: ast.expr, told: Told, at: int) -> ast.expr:
        """Give what is reckoned when it is first asked in a loop; the steps for it are paid each
        time."""
        kept, cost = self.names.fresh(), self.names.fresh()
        self.loops[at].before.append(ast.Assign([ast.Name(kept, ast.Store())], ast.Constant(None)))
        for loop in self.loops[:at]:
            loop.bound.add(kept)
        charged = pays(e, self.quiet)

        def reckon() -> None:
            inner, self.loops = self.loops, self.loops[:at]
            if charged:
                self.keep(cost, fuel(ast.Load()))
            value = self._worthy(e, told) if self.worth(e) else copied(e, told, self.names)
            self.keep(kept, value)
            if charged:
                paid_for = ast.BinOp(ast.Name(cost, ast.Load()), ast.Sub(), fuel(ast.Load()))
                self.keep(cost, paid_for)
            self.loops = inner

        again: list[ast.stmt] = []
        if charged:
            again += spent(ast.Name(cost, ast.Load()))
        first = ast.Compare(ast.Name(kept, ast.Load()), [ast.Is()], [ast.Constant(None)])
        self.out.append(ast.If(first, self.block(reckon), again))
        return ast.Name(kept, ast.Load())

    def _remembered(self, e: ast.expr, made: ast.expr, told: Told) -> ast.expr:
        """Give what calls a rule that changes nothing, reckoned once where it stays the same."""
        if not isinstance(e, ast.Call) or called(e) not in self.quiet or not self._hoists(e):
            return made
        at = self._lifted(e, told)
        return made if at is None else self._once(e, told, at)
