"""Optimizes printed functions for Python: short calls are inlined, comprehensions become loops.

Takes the syntax tree of a function with its fuel charges and returns one that does the same, in the
same order, at the same charges. Only code compiled as Python needs this: C compilers optimize by
themselves. Knows nothing of what rules mean.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from interpreter.backends.python.early.related import BoardQuestions, Tables
from interpreter.backends.python.quick.inlining import Inlining
from interpreter.backends.python.quick.late_paying import LatePaying
from interpreter.backends.python.quick.lowering import STEPS
from interpreter.backends.python.quick.plainer import plainer
from interpreter.backends.python.quick.shapes import QUIET
from interpreter.backends.python.quick.sharing import repeats
from interpreter.backends.python.quick.trees import NameSupply, called, copied, placed, settled
from interpreter.backends.python.quick.writing import Loop, Writing
from interpreter.backends.syntax_trees import walk
from interpreter.backends.target.blocks import Blocks, rewritten, with_bodies

_QUIET_SENTENCES = (ast.If, ast.For, ast.Return, ast.Raise, ast.Break, ast.Continue, ast.Pass)


class Quick:
    """Facts about the functions of a game that optimizing each of them needs."""

    def __init__(
        self,
        functions: Mapping[str, ast.FunctionDef],
        quiet: AbstractSet[str],
        remembered: AbstractSet[str],
        constants: Tables,
    ) -> None:
        self.quiet = quiet
        self.related = BoardQuestions({name: functions[name] for name in quiet}, constants)
        self.inlining = Inlining({name: functions[name] for name in quiet}, remembered)

    def quickened(self, func: ast.FunctionDef) -> ast.FunctionDef:
        """Optimize a function; the same tree if nothing can be improved."""
        if _holds_functions(func.body):
            return func
        sentences = _Sentences(self)
        body = sentences.block(func.body)
        body = LatePaying(sentences.names, self.quiet).block(body)
        if body is func.body:
            return func
        made = ast.FunctionDef(func.name, func.args, body, func.decorator_list)
        return settled(ast.copy_location(made, func))


class _Sentences:
    """Optimizes the statements of one function."""

    def __init__(self, quick: Quick) -> None:
        self.inlining = quick.inlining
        self.related = quick.related
        self.quiet = quick.quiet
        self.names = NameSupply()
        self.lowering = Writing(self.names, quick.quiet, 0, STEPS)

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Optimize a block; the same list if nothing changes."""
        return rewritten(body, self.sentence)

    def sentence(self, one: ast.stmt) -> list[ast.stmt]:
        """Optimize a statement into one or more; a list of the same one if nothing changes."""
        if isinstance(one, ast.If):
            return self._if(one)
        if isinstance(one, ast.For):
            return self._for(one)
        if isinstance(one, ast.While):
            body = self._apart(one.body)
            if body is one.body:
                return [one]
            return placed([ast.While(one.test, body, one.orelse)], one)
        if isinstance(one, Blocks):
            return [with_bodies(one, self.block, self._apart)]
        if isinstance(one, ast.Assign | ast.AugAssign | ast.Return | ast.Expr):
            return [one] if one.value is None else self._valued(one, one.value)
        return [one]

    def _lowered(self, e: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """Optimize an expression: the statements before it, and what is left of it.

        The same expression is returned if nothing can be improved.
        """
        asked = plainer(self.inlining.put_in(e, self.names), self.names)
        asked = self.related.narrowed(asked, self.names)
        if not self.lowering.worth(asked):
            if repeats(asked):
                asked = self.lowering.shared(copied(asked, {}, self.names))
            return [], asked
        found: list[ast.expr] = []
        w = self.lowering
        first = w.block(lambda: found.append(w.steps.expr(w, asked, {})))
        made = [one for one in first if not isinstance(one, ast.Pass)]
        return made, self.lowering.shared(found[0])

    def _valued(
        self, one: ast.Assign | ast.AugAssign | ast.Return | ast.Expr, e: ast.expr
    ) -> list[ast.stmt]:
        first, value = self._lowered(e)
        if value is e:
            return [one]
        made: ast.stmt
        if isinstance(one, ast.Assign):
            made = ast.Assign(one.targets, value)
        elif isinstance(one, ast.AugAssign):
            made = ast.AugAssign(one.target, one.op, value)
        else:
            made = type(one)(value)
        return placed([*first, made], one)

    def _if(self, one: ast.If) -> list[ast.stmt]:
        first, test = self._lowered(one.test)
        body, orelse = self.block(one.body), self.block(one.orelse)
        if test is one.test and body is one.body and orelse is one.orelse:
            return [one]
        return placed([*first, ast.If(test, body, orelse)], one)

    def _for(self, one: ast.For) -> list[ast.stmt]:
        if self._quiet_loop(one):
            one = self.related.through(one, self.names)
        first, source = self._lowered(one.iter)
        lowering = self.lowering
        lowering.deep += 1
        if self._quiet_loop(one):
            loop = Loop()
            lowering.loops.append(loop)
            for node in walk(one):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    lowering.bind(node)
            body = self.block(one.body)
            lowering.loops.pop()
            first += loop.before
        else:
            body = self._apart(one.body)
        lowering.deep -= 1
        if source is one.iter and body is one.body:
            return [one]
        return placed([*first, ast.For(one.target, source, body, one.orelse)], one)

    def _apart(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Optimize a block that may change state, with nothing hoisted out of it."""
        lowering = self.lowering
        outer, lowering.loops = lowering.loops, []
        lowering.deep += 1
        made = self.block(body)
        lowering.deep -= 1
        lowering.loops = outer
        return made

    def _quiet_loop(self, one: ast.For) -> bool:
        """Tell whether a loop changes nothing but locals and fuel."""
        for node in walk(one):
            if isinstance(node, ast.Assign):
                if not all(isinstance(target, ast.Name) for target in node.targets):
                    return False
            elif isinstance(node, ast.AugAssign):
                target = node.target
                if not isinstance(target, ast.Attribute) or target.attr != "fuel":
                    return False
            elif isinstance(node, ast.Call):
                name = called(node)
                if name not in QUIET and name not in self.quiet and name != "Runaway":
                    return False
            elif isinstance(node, ast.stmt) and not isinstance(node, _QUIET_SENTENCES):
                return False
        return True


def _holds_functions(body: list[ast.stmt]) -> bool:
    """Tell whether a block defines functions, which capture names of the one around them."""
    for one in body:
        if isinstance(one, ast.FunctionDef):
            return True
        inner = isinstance(one, ast.If | ast.For | ast.While) and [*one.body, *one.orelse]
        if inner and _holds_functions(inner):
            return True
    return False
