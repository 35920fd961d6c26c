"""Writes the loops that a list within an expression stands for.

Takes syntax trees; what is asked in a loop is asked in the order in which the list asks it. It must
not know what rules mean.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from interpreter.backends.python.quick.paying import paid, pays
from interpreter.backends.python.quick.shapes import (
    Counts,
    all_of,
    in_counts,
    joins,
    negative,
    surely,
    wanted,
)
from interpreter.backends.python.quick.sharing import repeats
from interpreter.backends.python.quick.trees import Told, called, copied, renamed_target
from interpreter.backends.python.quick.writing import Loop, Writing


class Loops(Writing):
    """Writes loops."""

    def expr(self, e: ast.expr, told: Told) -> ast.expr:
        """Give an expression, with sentences before it for what it goes through."""
        raise TypeError("expressions are written by who writes sentences")

    def into(self, kept: str, e: ast.expr, told: Told) -> None:
        """Write sentences that give a name the value of an expression."""
        raise TypeError("expressions are written by who writes sentences")

    def listed(self, e: Any, told: Told) -> ast.expr:
        """Give a list, with its loops written out if that is worth it."""
        zones = all_of(e)
        if zones is not None:
            return self._all_of(*zones, told)
        first = e.generators[0]
        bare = ast.comprehension(first.target, ast.Constant(0), first.ifs, 0)
        inner = [e.elt, bare, *e.generators[1:]]
        several = any(map(self.worth, inner)) or len(e.generators) > 1 or joins(e)
        several = several or any(map(repeats, first.ifs))
        if several and isinstance(e, ast.ListComp) and self.deep_enough():
            return self._gathered(e, told)
        source = self.expr(first.iter, told)
        held = self.names.fresh()
        one = ast.comprehension(first.target, ast.Name(held, ast.Load()), first.ifs, 0)
        changed = type(e)(e.elt, [one, *e.generators[1:]])
        return copied(changed, {**told, held: source}, self.names)  # type: ignore[no-any-return]

    def _all_of(self, zones: ast.expr, cost: int, told: Told) -> ast.expr:
        """Give what lies in some zones, one zone after another."""
        kept = self.fresh()
        self.keep(kept, ast.Call(ast.Name("all_of", ast.Load()), [self.expr(zones, told)], []))
        if cost:
            self.out += paid(ast.Name(kept, ast.Load()), ast.Constant(cost))
        return ast.Name(kept, ast.Load())

    def _gathered(self, e: ast.ListComp, told: Told) -> ast.expr:
        """Give a list to which each thing is added."""
        kept = self.fresh()
        self.keep(kept, ast.List([], ast.Load()))

        def append(told: Told) -> None:
            value = self.expr(e.elt, told)
            add = ast.Attribute(ast.Name(kept, ast.Load()), "append", ast.Load())
            self.out.append(ast.Expr(ast.Call(add, [value], [])))

        self._all_through(e.generators, told, append)
        return ast.Name(kept, ast.Load())

    def whether(self, kept: str, e: Any, told: Told) -> None:
        """Whether anything, or all, of a list is so: no further than it takes."""
        listing = e.args[0]
        if not self.deep_enough():
            self.keep(kept, copied(e, told, self.names))
            return
        wanted = called(e) == "any"
        self.keep(kept, ast.Constant(not wanted))

        def found(told: Told) -> None:
            def stop() -> None:
                self.keep(kept, ast.Constant(wanted))
                if self.within_loop:
                    self.out.append(ast.Break())

            test = self.expr(listing.elt, told)
            self.when(test if wanted else ast.UnaryOp(ast.Not(), test), stop)

        so_far: ast.expr = ast.Name(kept, ast.Load())
        done = so_far if wanted else ast.UnaryOp(ast.Not(), so_far)
        self._all_through(listing.generators, told, found, done)

    def first_of(self, kept: str, e: Any, told: Told) -> None:
        """Print the first of a list, or what stands for none."""
        listing = e.args[0]
        if not self.deep_enough():
            self.keep(kept, copied(e, told, self.names))
            return
        none = next(one.value for one in e.keywords if one.arg == "default")
        self.keep(kept, copied(none, told, self.names))

        def found(told: Told) -> None:
            self.keep(kept, copied(listing.elt, told, self.names))
            self.out.append(ast.Break())

        self._all_through(listing.generators, told, found)

    def counted(self, kept: str, e: Any, told: Told) -> None:
        """How many there are in a list, or their sum."""
        listing, counting = e.args[0], called(e) == "len"
        self.keep(kept, ast.Constant(0))

        def add(told: Told) -> None:
            more = ast.Constant(1) if counting else self.expr(listing.elt, told)
            self.out.append(ast.AugAssign(ast.Name(kept, ast.Store()), ast.Add(), more))

        self._all_through(listing.generators, told, add)

    def _all_through(
        self,
        generators: list[ast.comprehension],
        told: Told,
        body: Callable[[Told], None],
        done: ast.expr | None = None,
    ) -> None:
        """Write the loops of a list of its own, which has no part in those around it."""
        outer, self.within_loop = self.within_loop, False
        self._through(generators, told, body, done)
        self.within_loop = outer

    def _through(
        self,
        generators: list[ast.comprehension],
        told: Told,
        body: Callable[[Told], None],
        done: ast.expr | None = None,
    ) -> None:
        """Write the loops of a list; `body` says what is done with each thing that meets the
        tests. `done`: when it is over before the end."""
        if not generators:
            body(told)
            return
        one, rest = generators[0], generators[1:]

        def then(told: Told) -> None:
            self._tests(one.ifs, told, lambda: self._through(rest, told, body, done))

        self._source(one.iter, one.target, one.ifs, told, then, done)

    def _source(
        self,
        source: ast.expr,
        target: ast.expr,
        tests: list[ast.expr],
        told: Told,
        then: Callable[[Told], None],
        done: ast.expr | None,
    ) -> None:
        """Write the loop through one source."""
        if called(source) in ("list", "tuple") and len(source.args) == 1:  # type: ignore[attr-defined]
            self._source(source.args[0], target, tests, told, then, done)  # type: ignore[attr-defined]
            return
        single = isinstance(source, ast.Tuple | ast.List) and len(source.elts) == 1
        inner = dict(told)
        if single and isinstance(target, ast.Name):
            kept = self.fresh()
            self.into(kept, source.elts[0], told)  # type: ignore[attr-defined]
            inner[target.id] = ast.Name(kept, ast.Load())
            then(inner)
            return
        counts = in_counts(source)
        if counts is not None and isinstance(target, ast.Name):
            self._designs(counts, target, tests, told, then, done)
            return
        nested = isinstance(source, ast.ListComp) and isinstance(target, ast.Name)
        if nested and self.quietly(source) and not self._pays_on_the_way(source):
            self._within_another(source, target, told, then, done)  # type: ignore[arg-type]
            return
        self._loop(self.expr(source, told), target, inner, lambda: then(inner), done)

    def _loop(
        self,
        things: ast.expr,
        target: ast.expr,
        inner: dict[str, ast.expr],
        write: Callable[[], None],
        done: ast.expr | None,
    ) -> None:
        """Write a loop; `inner` learns what it gives values to."""
        loop = Loop()
        made = renamed_target(target, inner, self.names)
        self.loops.append(loop)
        self.bind(made)
        outer, self.within_loop = self.within_loop, True
        self.deep += 1
        body = self.block(write)
        self.deep -= 1
        self.loops.pop()
        self.within_loop = outer
        self.out += [*loop.before, ast.For(made, things, body, [])]
        if done is not None and outer:
            self.out.append(ast.If(copied(done, {}, self.names), [ast.Break()], []))

    def _designs(
        self,
        counts: Counts,
        target: ast.Name,
        tests: list[ast.expr],
        told: Told,
        then: Callable[[Told], None],
        done: ast.expr | None,
    ) -> None:
        """Go through the designs of which a zone of alike pieces holds any; through the only one
        that is asked for, if that is said."""
        first, number, zone, added = counts
        inner = dict(told)
        only = wanted(tests, target.id)
        if only is not None and first <= only < first + number:
            inner[target.id] = ast.Constant(only)
            start_of, less = added, 0
            if isinstance(added, ast.BinOp) and (known := negative(added)) is not None:
                start_of, less = added.left, known
            place: ast.expr = ast.Constant(only - less)
            if not isinstance(start_of, ast.Constant) or not isinstance(start_of.value, int):
                place = ast.BinOp(self.expr(start_of, told), ast.Add(), place)
            else:
                place = ast.Constant(start_of.value + only - less)
            held = ast.Subscript(self.expr(zone, told), place, ast.Load())
            self.when(held, lambda: then(inner))
            return
        start = self.fresh()
        self.keep(start, self.expr(added, told))

        def write() -> None:
            name = copied(inner[target.id], {}, self.names)
            place = ast.BinOp(ast.Name(start, ast.Load()), ast.Add(), name)
            held = ast.Subscript(self.expr(zone, told), place, ast.Load())
            self.when(held, lambda: then(inner))

        ends: list[ast.expr] = [ast.Constant(first), ast.Constant(first + number)]
        designs = ast.Call(ast.Name("range", ast.Load()), ends, [])
        self._loop(designs, target, inner, write, done)

    def _pays_on_the_way(self, source: ast.expr) -> bool:
        """Whether steps are paid for each thing that a list is made of: who stops before its end
        would pay for fewer."""
        assert isinstance(source, ast.ListComp)
        one = source.generators[0]
        first = one.iter.args[1] if called(one.iter) == "burn" else one.iter  # type: ignore[attr-defined]
        if isinstance(first, ast.ListComp) and self._pays_on_the_way(first):
            return True
        parts = [source.elt, *one.ifs, *source.generators[1:]]
        return any(pays(part, self.quiet) for part in parts)

    def _within_another(
        self,
        source: ast.ListComp,
        target: ast.Name,
        told: Told,
        then: Callable[[Told], None],
        done: ast.expr | None,
    ) -> None:
        """Go through what another list is made of, instead of that list."""

        def each(inner: Told) -> None:
            if isinstance(source.elt, ast.Name):
                then({**told, target.id: inner.get(source.elt.id, source.elt)})
                return
            kept = self.fresh()
            self.into(kept, source.elt, inner)
            then({**told, target.id: ast.Name(kept, ast.Load())})

        self._through(source.generators, told, each, done)

    def _tests(self, tests: list[ast.expr], told: Told, then: Callable[[], None]) -> None:
        """Write what is done with what meets all tests."""
        if not tests:
            then()
            return
        if len(tests) > 1 and not any(map(self.worth, tests)):
            plain = [copied(test, told, self.names) for test in tests]
            self.when(ast.BoolOp(ast.And(), plain), then)
            return
        test = tests[0]
        if surely(copied(test, told, self.names)):
            self._tests(tests[1:], told, then)
            return
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and self.worth(test):
            self._tests([*test.values, *tests[1:]], told, then)
            return
        made = self.expr(test, told)
        self.when(made, lambda: self._tests(tests[1:], told, then))
