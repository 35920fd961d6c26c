"""Puts a whole game together as one Python module: state, movers, rules, tables.

Takes a checked `Program`; gives source text, the place of every line, and the constants it needs.
Long, since every part of a state has its movers: they are read side by side.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

from interpreter.backends.python.constants import constants
from interpreter.backends.python.functions import Functions
from interpreter.backends.python.rationing import Rationed, longest, rationed_functions
from interpreter.diagnostics import Span
from interpreter.ir.blocks import Lowered, Lowering
from interpreter.ir.effects import Effects
from interpreter.ir.program import E, Family, Program, S
from interpreter.ir.walking import inner_blocks, walk
from interpreter.ir.weave import weave
from interpreter.ir.woven import Woven
from interpreter.run.limits import FAR


@dataclass(slots=True)
class Printed:
    """A game as Python text."""

    source: str
    spans: list[Span | None]
    constants: dict[str, Any]
    woven: Woven
    numbers: dict[str, int]


def print_game(program: Program, logging: bool, woven: Woven | None = None) -> Printed:
    """The module of a game, with or without the lines that keep a log."""
    return _Module(program, logging, woven).run()


class _Module(Functions):
    def __init__(self, program: Program, logging: bool, woven: Woven | None) -> None:
        made = woven if woven is not None else weave(program)
        effects = Effects(made)
        names: dict[str, str] = {}
        for number, name in enumerate(made.funcs):
            plain = "".join(c if c.isalnum() else "_" for c in name)
            names[name] = f"r{number}_{plain}"
        super().__init__(made, effects, names, logging)
        self.numbers = {}
        self.later = []
        self.copies = {}
        for name in made.funcs:
            if effects.may_choose[name]:
                self.numbers[name] = len(self.numbers)
        self.open = _open_ends(made, effects)
        self.writes_out = not logging and type(self) is _Module

    def run(self) -> Printed:
        self._state()
        for kind in self.program.kinds.values():
            if not kind.alike:
                self._mover(kind.name)
        for family in self.program.families:
            if family.shape != "counts":
                self._putter(family)
        self._refills()
        self._looks()
        self._cards()
        for name, func in self.woven.funcs.items():
            if name in self.numbers:
                lowered: Lowered = Lowering(self.effects, func, self.open[name]).run()
                self.choosing(lowered, self.numbers[name])
            else:
                self.plain(func)
            if self.fallible.get(name) and func.sort != "trigger":
                self.can_function(func, self.numbers.get(name))
        self.print_later()
        self._says()
        self._prices()
        self.here = None
        order = sorted(self.numbers, key=lambda n: self.numbers[n])
        self.emit(f"CODE = ({''.join(self.name(n) + ', ' for n in order)})")
        self.emit("State.code = CODE")
        return Printed(
            "\n".join(self.lines) + "\n",
            self.spans,
            constants(self.program),
            self.woven,
            self.numbers,
        )

    # -------------------------------------------------------------------------- state

    def _slots(self) -> tuple[list[str], list[str]]:
        """Names of the plain values and of the lists of a state."""
        single: list[str] = []
        lists: list[str] = []
        for field in (*self.program.fields, *self.program.engine_fields):
            (single if field.holder == "table" else lists).append(f"f_{field.key}")
        for span in self.woven.spans:
            single += [f"t_{span}", f"d_{span}"]
            if any(span in k.stamped for k in self.program.kinds.values()):
                lists.append(f"stamp_{span}")
        return single, lists

    def _state(self) -> None:
        single, lists = self._slots()
        flat = [f"z_{f.key}" for f in self.program.families if f.shape != "list"]
        nested = [f"z_{f.key}" for f in self.program.families if f.shape == "list"]
        own = [
            "n",
            "seed",
            "active",
            "over",
            "ending",
            "fuel",
            "site",
            "actor",
            "probe",
            "base",
            "agent",
            "choice",
            "log",
            "options",
        ]
        lists += ["loc", "shown", "used_at", "used_n", "winners", "expiry", *flat]
        slots = [*own, *single, *lists, *nested, "draws", "pins", "stack"]
        self.emit("class State(BaseState):")
        self.depth = 1
        self.emit(f"__slots__ = {tuple(slots)!r}")
        self.emit("def clone(S):")
        self.depth = 2
        self.emit("T = new_state(State)")
        for name in [*own[:-2], *single]:
            self.emit(f"T.{name} = S.{name}")
        # A copy begins a story of its own: what is tried out on it never happened.
        self.emit(f"T.log = {[] if self.logging else None}; T.options = S.options; T.pins = S.pins")
        for name in lists:
            self.emit(f"T.{name} = S.{name}[:]")
        for name in nested:
            self.emit(f"T.{name} = [z[:] for z in S.{name}]")
        self.emit("T.draws = S.draws.copy(); T.stack = S.stack[:]")
        self.emit("return T")
        self.depth = 0
        self.emit("")

    def _mover(self, kind: str) -> None:
        """`take_KIND` lifts a component from where it lies; `box_KIND` puts it into the box."""
        places = [f for f in self.program.families if kind in f.kinds and f.shape != "counts"]
        self.emit(f"def take_{kind}(S, c):")
        self.depth = 1
        self.emit("z = S.loc[c]")
        self.emit("if z < 0: return")
        for family in places:
            total = family.owners * (family.slots if family.shape == "slots" else 1)
            self.emit(f"if {family.base} <= z < {family.base + total}:")
            self.depth = 2
            if family.shape == "list":
                self.emit(f"S.z_{family.key}[z - {family.base}].remove(c); return")
            else:
                self.emit(f"S.z_{family.key}[z - {family.base}] = -1; return")
            self.depth = 1
        self.depth = 0
        self.emit(f"def box_{kind}(S, c):")
        self.depth = 1
        self.emit(f"take_{kind}(S, c); S.loc[c] = -1; S.shown[c] = 0")
        self.depth = 0
        self.emit(f"def swap_{kind}(S, a, b):")
        self.depth = 1
        self.emit("x, y = S.loc[a], S.loc[b]")
        self.emit("if a == b or x < 0 or y < 0: return")
        for family in places:
            total = family.owners * (family.slots if family.shape == "slots" else 1)
            for here, there in (("x", "b"), ("y", "a")):
                self.emit(f"if {family.base} <= {here} < {family.base + total}:")
                self.depth = 2
                if family.shape == "list":
                    this = "a" if here == "x" else "b"
                    self.emit(
                        f"z = S.z_{family.key}[{here} - {family.base}]; "
                        f"z[z.index({this})] = ~{there}"
                    )
                else:
                    self.emit(f"S.z_{family.key}[{here} - {family.base}] = {there}")
                self.depth = 1
        for family in places:
            if family.shape == "list":
                total = family.owners
                for here in ("x", "y"):
                    self.emit(
                        f"if {family.base} <= {here} < {family.base + total}: "
                        f"z = S.z_{family.key}[{here} - {family.base}]; "
                        "z[:] = [c if c >= 0 else ~c for c in z]"
                    )
        self.emit("S.loc[a], S.loc[b] = y, x")
        self.depth = 0
        on_board = [f for f in places if f.board or f.holder.startswith("space:")]
        self.emit(f"def cell_{kind}(S, c):")
        self.depth = 1
        self.emit("if c < 0: return -1")
        self.emit("z = S.loc[c]")
        for family in on_board:
            total = family.owners * (family.slots if family.shape == "slots" else 1)
            per = 1 if family.board or family.shape == "list" else family.slots
            cell = f"z - {family.base}" if per == 1 else f"(z - {family.base}) // {per}"
            self.emit(f"if {family.base} <= z < {family.base + total}: return {cell}")
        self.emit("return -1")
        self.depth = 0
        self.emit(f"def position_{kind}(S, c):")
        self.depth = 1
        self.emit("if c < 0: return 0")
        self.emit("z = S.loc[c]")
        for family in places:
            total = family.owners * (family.slots if family.shape == "slots" else 1)
            if family.shape == "slots":
                self.emit(
                    f"if {family.base} <= z < {family.base + total}: "
                    f"return (z - {family.base}) % {family.slots} + 1"
                )
            else:
                self.emit(
                    f"if {family.base} <= z < {family.base + total}: "
                    f"return S.z_{family.key}[z - {family.base}].index(c) + 1"
                )
        self.emit("return 0")
        self.depth = 0
        self.emit("")

    def _takes(self, family: Family) -> None:
        if len(family.kinds) == 1:
            self.emit(f"take_{family.kinds[0]}(S, c)")
        else:
            for kind in family.kinds:
                made = self.program.kinds[kind]
                self.emit(f"if {made.first} <= c < {made.last}: take_{kind}(S, c)")
        if family.seen != "all":
            self.emit("S.shown[c] = 0")
        for span in self.woven.spans:
            if any(span in self.program.kinds[k].stamped for k in family.kinds):
                self.emit(f"S.stamp_{span}[c] = S.t_{span}")

    def _putter(self, family: Family) -> None:
        """`put_FAMILY` puts a component into one zone or space, `add_FAMILY` into a free one."""
        self.emit(f"def put_{family.key}(S, c, i):")
        self.depth = 1
        self.emit("if c < 0 or i < 0: return")
        if family.shape == "list":
            if family.limit is not None:
                self.emit(f"if len(S.z_{family.key}[i]) >= {self.e(family.limit)}: return")
            self._keeps_out(family)
            self._takes(family)
            self.emit(f"S.z_{family.key}[i].append(c); S.loc[c] = {family.base} + i")
        else:
            total = family.owners * family.slots
            self.emit(f"if not 0 <= i < {total} or S.z_{family.key}[i] >= 0: return")
            self._keeps_out(family)
            self._takes(family)
            self.emit(f"S.z_{family.key}[i] = c; S.loc[c] = {family.base} + i")
        self.depth = 0
        if family.shape == "slots" and family.slots > 1:
            self.emit(f"def add_{family.key}(S, c, owner):")
            self.depth = 1
            self.emit("if owner < 0: return")
            self.emit(
                f"for i in range(owner * {family.slots}, owner * {family.slots} + {family.slots}):"
            )
            self.depth = 2
            shut = ""
            if self.program.closings:
                shut = f" and not (S.expiry and closed(S, {family.base} + i, CLOSED))"
            self.emit(f"if S.z_{family.key}[i] < 0{shut}:")
            self.depth = 3
            self.emit(f"put_{family.key}(S, c, i); return")
            self.depth = 0
        self.emit("")

    def _keeps_out(self, family: Family) -> None:
        """Nothing enters a place that is closed for a time."""
        if self.program.closings:
            self.emit(f"if S.expiry and closed(S, {family.base} + i, CLOSED): return")

    def _refills(self) -> None:
        for family in self.program.families:
            if not family.refilled:
                continue
            other = next(
                f
                for f in self.program.families
                if f.name == family.refilled and f.holder in (family.holder, "table")
            )
            index = "owner" if other.holder == family.holder and family.holder != "table" else "0"
            self.emit(f"def refill_{family.key}(S, owner):")
            self.depth = 1
            self.emit("if S.probe: raise Enough")
            self.emit(f"for c in tuple(S.z_{other.key}[{index}]): put_{family.key}(S, c, owner)")
            self.emit(
                f"shuffle(S, S.z_{family.key}[owner], "
                f"{('shuffle ' + family.name)!r}, DESIGN_KEY, COPY)"
            )
            self.note("'reshuffle'", str(family.number), "owner")
            self.depth = 0
            self.emit(f"REFILL_{family.key} = (refill_{family.key},)")

    def _looks(self) -> None:
        for kind in self.program.kinds.values():
            parts = ["DESIGN[c]", "S.shown[c]", "OWNER[c]"]
            parts += [f"S.f_{f.key}[c]" for f in self.program.fields if f.holder == kind.name]
            parts += [f"S.stamp_{span}[c] == S.t_{span}" for span in kind.stamped]
            self.emit(f"def LOOK_{kind.name}(S, c): return ({', '.join(parts)})")

    def _says(self) -> None:
        """`SAYS`: for each question that tells its options in words of its own, of each saying
        1 and the values, or 0 where it is not said."""
        told: dict[int, str] = {}
        for func in self.woven.funcs.values():
            for s in walk(func.body):
                if s.op != "choose" or not s.data.said or s.data.site.number in told:
                    continue
                actor = s.args[0].data if s.args[0].op == "local" else "you"
                lines = []
                for one in s.data.said:
                    values = [self.e(part) for part in one.parts if isinstance(part, E)]
                    line = f"(1, {''.join(value + ', ' for value in values)})"
                    when = f" if {self.e(one.test)} else (0,)" if one.test is not None else ""
                    lines.append(f"{line}{when}")
                name = f"says_{s.data.site.number}"
                self.here = s.span
                self.emit(f"def {name}(S, v_{actor}, v_{s.data.var}):")
                if actor != "you":
                    self.emit(f"    v_you = v_{actor}")
                self.emit(f"    return ({', '.join(lines)},)")
                told[s.data.site.number] = name
        self.here = None
        self.emit(f"SAYS = {{{', '.join(f'{n}: {name}' for n, name in told.items())}}}")

    def _prices(self) -> None:
        """`DEARER`: for each standing change of a cost, by how much it counts now (-1: it makes the
        thing free of cost), for somebody who would pay for a thing."""
        names = []
        for number, change in enumerate(self.program.cost_changes):
            tests = [self.e(test) for test in (change.cond, change.which) if test is not None]
            amount = "-1" if change.amount is None else self.e(change.amount)
            self.here = change.span
            self.emit(f"def dearer_{number}(S, v_you, v__paid):")
            self.depth += 1
            self.emit(f"if not ({' and '.join(f'({one})' for one in tests) or '1'}): return 0")
            self.emit(f"return {amount}")
            self.depth -= 1
            names.append(f"dearer_{number}")
        self.here = None
        self.emit(f"DEARER = [{', '.join(names)}]")

    def _cards(self) -> None:
        for card, test in sorted(self.program.carried.items()):
            self.emit(f"def carries_{card}(S, v_you): return {self.e(test)}")


def _open_ends(woven: Woven, effects: Effects) -> dict[str, bool]:
    """Rules after whose end their caller, within the same action, may still fail."""
    found = dict.fromkeys(woven.funcs, False)
    within = {n for n, f in woven.funcs.items() if f.sort == "action" or f.card}
    todo = list(within)
    while todo:
        for other in effects.calls[todo.pop()]:
            if other in woven.funcs and other not in within:
                within.add(other)
                todo.append(other)
    changed = True
    while changed:
        changed = False
        for name, func in woven.funcs.items():
            if name not in within or func.sort in (
                "setup",
                "game",
                "turn",
                "round",
                "phase",
                "trigger",
                "define",
                "relation",
            ):
                continue
            for block in _blocks(func.body):
                for number, s in enumerate(block):
                    if s.op != "call" or s.data not in found or found[s.data]:
                        continue
                    if not effects.may_choose.get(s.data):
                        continue
                    if effects.can_fail(block[number + 1 :]) or found[name]:
                        found[s.data] = changed = True
    return found


def _blocks(body: list[S]) -> Iterator[list[S]]:
    yield body
    for s in walk(body):
        for block in inner_blocks(s):
            if block:
                yield block


@dataclass(slots=True)
class Parts:
    """A printed module as syntax trees. Lines of `others` are those of the module; those of a
    function are counted from its own first line, which stands at `first`."""

    functions: dict[str, ast.FunctionDef]
    first: dict[str, int]
    others: list[ast.stmt]


def rationed(printed: Printed, kept: Rationed | None = None) -> Parts:
    """The module with the charges that bring every rule to an end. What is `kept` of functions
    that were read before must not be changed."""
    texts: dict[str, str] = {}
    first: dict[str, int] = {}
    others: list[ast.stmt] = []
    for line, text in _pieces(printed.source):
        if text.startswith("def "):
            name = text[4 : text.index("(")]
            texts[name], first[name] = text, line
        else:
            for one in ast.parse(text).body:
                others.append(ast.increment_lineno(one, line - 1))
    lengths = longest(printed.woven.program, printed.constants)
    made = rationed_functions(texts, lengths, Rationed() if kept is None else kept)
    return Parts(made, first, others)


def _pieces(source: str) -> Iterator[tuple[int, str]]:
    """What stands at the left edge, with all that belongs to it, and the line it begins in."""
    begun, lines = 1, source.split("\n")
    for number, line in enumerate([*lines[1:], "end"], 2):
        if line and not line[0].isspace():
            yield begun, "\n".join(lines[begun - 1 : number - 1])
            begun = number


def compiled(printed: Printed) -> Iterator[CodeType]:
    """The module as code, a part for each file of rules, with the lines of that file: a traceback
    then names and quotes the rules.

    A rule that an overlay changes holds lines of another file; `run/limits.py` says how they are
    told apart.
    """
    made = rationed(printed)
    tree: list[ast.stmt] = list(made.others)
    for name, func in made.functions.items():
        tree.append(ast.increment_lineno(func, made.first[name] - 1))
    files = sorted({span.source.path for span in printed.spans if span is not None})
    yield compile(f"FILES = {tuple(files)!r}", "<rules>", "exec")
    parts: dict[str, list[ast.stmt]] = {}
    for one in sorted(tree, key=lambda part: part.lineno):
        file = ""
        for node in ast.walk(one):
            line = getattr(node, "lineno", None)
            span = printed.spans[line - 1] if line and line <= len(printed.spans) else None
            if span is not None:
                file = file or span.source.path
                far = 0 if span.source.path == file else files.index(span.source.path) + 1
                number = far * FAR + span.line
                node.lineno = node.end_lineno = number  # type: ignore[attr-defined]
        parts.setdefault(file, []).append(one)
    # Last comes what belongs to no rule: its tables name the functions of the rules.
    for file, body in sorted(parts.items(), reverse=True):
        yield compile(ast.Module(body, []), file or "<rules>", "exec")
