"""Infers what each expression of a printed game is: a number, a list, a list of lists, or a pile.

Takes the functions of a printed module and finds the kind of every parameter, local and result, by
following values through all functions together. Knows nothing of C.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from interpreter.backends.target.blocks import blocks_in
from interpreter.backends.target.names import ZONE

if TYPE_CHECKING:
    from interpreter.backends.c.calls import Spoken

NUMBER = "number"
LIST = "list"
LISTS = "lists"
PILE = "pile"
"""A zone whose order is kept: a list that lives in the state."""
PILES = "piles"
"""All zones of such a family."""

Kind = str

_LISTS = {"subsets", "with_none", "ways_to_pay"}
_LIST = {
    *("vadd", "vsub", "vset", "vtotal", "in_counts", "in_turn_order", "different"),
    "repeated",
    *("group_around", "reached_over"),
}
_SAME = {"list": 0, "tuple": 0, "sorted": 0, "offered": 0, "held": 0, "burn": 1, "mixed": 1}
"""Calls that give what one of their arguments is."""

FIXED_TABLES = {"SEATS", "OTHERS"}
"""Tables with two indices whose entries are lists."""


class NotNative(Exception):
    """A construct that the C back end cannot print.

    `line` is that of the printed module, or is counted from the first line of `function`.
    """

    def __init__(self, what: str, line: int, function: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.line = line
        self.function = function


def element(kind: Kind | None) -> Kind | None:
    """Return the kind of a list's members; None if the kind is not a list."""
    return {LIST: NUMBER, PILE: NUMBER, LISTS: LIST, PILES: PILE}.get(kind or "")


def depth_of(value: object) -> int:
    """Count the levels of nested lists in a constant; an empty list counts as one."""
    if not isinstance(value, (tuple, list)):
        return 0
    return 1 + max((depth_of(part) for part in value), default=0)


class Kinds:
    """The kinds of everything that the functions of a module name."""

    def __init__(
        self,
        functions: Mapping[str, ast.FunctionDef],
        code: list[str],
        constants: Mapping[str, object],
        flat: set[str],
        piles: set[str],
        spoken: Mapping[str, Spoken],
        before: Kinds | None = None,
    ) -> None:
        self.functions = functions
        self.code = code
        self.constants = constants
        self.flat = flat
        self.piles = piles
        self.locals: dict[str, dict[str, Kind]] = {name: {} for name in functions}
        self.returns: dict[str, Kind] = {}
        self.entry = {name: _entry_names(one) for name, one in functions.items()}
        self.news: set[str] = set()
        self.callers: dict[str, set[str]] = {}
        self.here = ""
        self.inner: list[dict[str, Kind | None]] = []
        anew = set(functions)
        if before is not None and before.constants is constants and self._as_in(before):
            # Unchanged functions keep their kinds; callers of changed ones are analysed again.
            anew = {
                name for name, one in functions.items() if before.functions.get(name) is not one
            }
            for name in functions.keys() - anew:
                self.locals[name] = before.locals[name]
                if name in before.returns:
                    self.returns[name] = before.returns[name]
            self.callers = {name: known - anew for name, known in before.callers.items()}
            anew |= {name for name, one in spoken.items() if one.names & anew}
        self._settle(anew)
        for name in anew:  # nothing has shown these to be lists
            for made in spoken[name].made:
                self.locals[name].setdefault(made, NUMBER)
        self._settle(anew)

    def _as_in(self, before: Kinds) -> bool:
        """Tell whether the lists of the state and the resumable functions are the same."""
        lists = self.flat, self.piles
        return self.code == before.code and lists == (before.flat, before.piles)

    def _settle(self, anew: set[str]) -> None:
        """Infer the kinds in these functions until nothing changes any more."""
        self.news = set(anew)
        while self.news:
            wanted, self.news = self.news, set()
            for name, one in self.functions.items():
                if name in wanted:
                    self.here = name
                    for s in one.body:
                        self._statement(s)

    def _learnt(self, name: str) -> None:
        """Mark a function and its callers for another round of inference."""
        self.news.add(name)
        self.news |= self.callers.get(name, set())

    # -------------------------------------------------------------------------- what is asked

    def parameters(self, name: str) -> list[str]:
        """List a function's parameters without the state.

        For a resumable function, these are the names that its start frame fills.
        """
        func = self.functions[name]
        return self.entry[name] if resumes(func) else [a.arg for a in func.args.args[1:]]

    def of(self, e: ast.expr) -> Kind | None:
        """Infer the kind of an expression in the current function; None if not known yet."""
        return self._of(e)

    def enter(self, name: str) -> None:
        """Resolve names in this function from now on."""
        self.here = name

    # -------------------------------------------------------------------------- statements

    def _put(self, func: str, name: str, kind: Kind | None, line: int) -> None:
        if kind is None:
            return
        if kind == PILE and name[0] != ZONE:
            kind = LIST
        known = self.locals[func].get(name)
        if known == kind:
            return
        if known is not None:
            if {known, kind} == {LIST, LISTS}:  # an empty list of lists looks like an empty list
                kind = LISTS
                if known == kind:
                    return
            else:
                raise NotNative("a value that is now a number and now a list", line, self.here)
        self.locals[func][name] = kind
        self.news.add(func)

    def _statement(self, s: ast.stmt) -> None:
        if isinstance(s, ast.Assign):
            for target in s.targets:
                if isinstance(target, ast.Name):
                    self._put(self.here, target.id, self._of(s.value), s.lineno)
                elif isinstance(target, ast.Tuple) and isinstance(s.value, ast.Tuple):
                    for one, value in zip(target.elts, s.value.elts, strict=True):
                        if isinstance(one, ast.Name):
                            self._put(self.here, one.id, self._of(value), s.lineno)
        if isinstance(s, ast.For) and isinstance(s.target, ast.Name):
            self._put(self.here, s.target.id, element(self._of(s.iter)), s.lineno)
        if isinstance(s, ast.Return) and s.value is not None:
            kind = self._of(s.value)
            kind = LIST if kind == PILE else kind
            known = self.returns.get(self.here)
            if kind is not None and known != kind and not (known == LISTS and kind == LIST):
                if known is not None and {known, kind} != {LIST, LISTS}:
                    raise NotNative(
                        "a rule that gives now a number and now a list", s.lineno, self.here
                    )
                self.returns[self.here] = kind
                self._learnt(self.here)
        for part in _parts(s):
            if isinstance(part, ast.stmt):
                self._statement(part)
            else:
                self._calls(part)

    def _calls(self, e: ast.expr) -> None:
        """Propagate the kinds of arguments to the functions called within an expression."""
        opened = isinstance(e, (ast.ListComp, ast.GeneratorExp, ast.SetComp))
        if opened:
            self.inner.append({})
            for one in e.generators:  # type: ignore[attr-defined]
                self._calls(one.iter)
                self._bind(one)
                for test in one.ifs:
                    self._calls(test)
            self._calls(e.elt)  # type: ignore[attr-defined]
            self.inner.pop()
            return
        if isinstance(e, ast.Lambda):
            self.inner.append(dict.fromkeys((a.arg for a in e.args.args), NUMBER))
            self._calls(e.body)
            self.inner.pop()
            return
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name):
            self._call(e.func.id, e)
        for part in _parts(e):
            if isinstance(part, ast.expr):
                self._calls(part)

    def _call(self, name: str, e: ast.Call) -> None:
        if name == "probe_start":
            frame: Any = e.args[1]
            self._enter_frame(self.code[frame.elts[0].value], frame)
            return
        func = self.functions.get(name)
        if func is None:
            return
        self.callers.setdefault(name, set()).add(self.here)
        if resumes(func):
            if isinstance(e.args[1], ast.Tuple):
                self._enter_frame(name, e.args[1])
            return
        names = [a.arg for a in func.args.args][1:]
        for one, value in zip(names, e.args[1:], strict=True):
            kind = self._of(value)
            self._put(name, one, LIST if kind == PILE else kind, e.lineno)

    def _enter_frame(self, name: str, frame: ast.Tuple) -> None:
        for one, value in zip(self.entry[name], frame.elts[2:], strict=True):
            kind = self._of(value)
            self._put(name, one, LIST if kind == PILE else kind, frame.lineno)

    # -------------------------------------------------------------------------- expressions

    def _bind(self, one: ast.comprehension) -> None:
        target = one.target
        if isinstance(target, ast.Name):
            self.inner[-1][target.id] = element(self._of(one.iter))
        elif isinstance(target, ast.Tuple) and isinstance(one.iter, ast.Call):
            for name, source in zip(target.elts, one.iter.args, strict=True):
                assert isinstance(name, ast.Name)
                self.inner[-1][name.id] = element(self._of(source))

    def _of(self, e: ast.expr) -> Kind | None:
        if isinstance(e, ast.Name):
            for scope in reversed(self.inner):
                if e.id in scope:
                    return scope[e.id]
            known = self.locals[self.here].get(e.id)
            if known is not None or e.id not in self.constants:
                return known
            return {0: NUMBER, 1: LIST, 2: LISTS}.get(depth_of(self.constants[e.id]))
        if isinstance(e, (ast.Tuple, ast.List)):
            if any(not isinstance(x, ast.Starred) and self._of(x) == LIST for x in e.elts):
                return LISTS
            return LIST
        if isinstance(e, ast.Attribute):
            if e.attr in self.flat or e.attr == "winners":
                return LIST
            if e.attr in self.piles:
                return PILES
            return None if e.attr == "choice" else NUMBER
        if isinstance(e, ast.Subscript):
            return self._subscript(e)
        if isinstance(e, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            self.inner.append({})
            for one in e.generators:
                self._bind(one)
            kind = self._of(e.elt)
            self.inner.pop()
            return {NUMBER: LIST, LIST: LISTS}.get(kind or "")
        if isinstance(e, ast.IfExp):
            yes, no = self._of(e.body), self._of(e.orelse)
            return LIST if PILE in (yes, no) else yes if yes is not None else no
        if isinstance(e, ast.BoolOp):
            return NUMBER
        if isinstance(e, ast.Call):
            return self._of_call(e)
        return NUMBER

    def _subscript(self, e: ast.Subscript) -> Kind | None:
        base = e.value
        if isinstance(base, ast.Attribute) and base.attr in self.piles:
            return PILE
        if (
            isinstance(base, ast.Subscript)
            and isinstance(base.value, ast.Name)
            and base.value.id in FIXED_TABLES
        ):
            return LIST
        kind = self._of(base)
        if isinstance(e.slice, ast.Slice):
            return LIST if kind == PILE else kind
        return element(kind)

    def _of_call(self, e: ast.Call) -> Kind | None:
        if isinstance(e.func, ast.Attribute):
            if e.func.attr == "agent":
                return element(self._of(e.args[1]))
            return LIST if e.func.attr == "get" else NUMBER
        assert isinstance(e.func, ast.Name)
        name = e.func.id
        if name in _SAME:
            kind = self._of(e.args[_SAME[name]])
            return LIST if kind == PILE else kind
        if name in _LISTS:
            return LISTS
        if name in _LIST or name == "range":
            return LIST
        if name in ("max", "min") and len(e.args) == 1:
            return element(self._of(e.args[0]))
        if name == "next":
            inner = e.args[0]
            assert isinstance(inner, ast.Call)
            return element(self._of(inner.args[0]))
        if name in self.functions and not resumes(self.functions[name]):
            return self.returns.get(name, None if _gives(self.functions[name]) else NUMBER)
        return NUMBER


def resumes(func: ast.FunctionDef) -> bool:
    """Tell whether a function is resumable, by its parameters."""
    return [a.arg for a in func.args.args] == ["S", "F"]


def _parts(node: ast.AST) -> Iterator[ast.stmt | ast.expr]:
    """Iterate over the child statements and expressions, except bare names and constants.

    A keyword argument counts as its value.
    """
    for name in node._fields:
        value = getattr(node, name)
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, ast.keyword):
                yield part.value
            elif isinstance(part, (ast.Name, ast.Constant)):
                continue
            elif isinstance(part, (ast.stmt, ast.expr)):
                yield part


def _gives(func: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Return) and one.value is not None for one in ast.walk(func))


def _entry_names(func: ast.FunctionDef) -> list[str]:
    """List the names that the start frame of a resumable function fills."""
    whole = blocks_in(func)
    return whole.entries[0].names if whole is not None else []
