"""Puts a whole game together as one Python module: state, movers, rules, tables.

Takes a checked `Program`; gives source text, the place of every line, and the constants it needs.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.backends.python.constants import constants
from interpreter.backends.python.movers import Movers
from interpreter.backends.python.printed import Printed
from interpreter.ir import nodes
from interpreter.ir.blocks import Lowered
from interpreter.ir.effects import Effects
from interpreter.ir.lowered import Woven
from interpreter.ir.lowering import Lowering
from interpreter.ir.nodes import Expr, Stmt
from interpreter.ir.program import Program
from interpreter.ir.walking import inner_blocks, walk
from interpreter.ir.weaving.weave import weave


def print_game(program: Program, logging: bool, woven: Woven | None = None) -> Printed:
    """Give the module of a game, with or without the lines that keep a log."""
    return _Module(program, logging, woven).run()


class _Module(Movers):
    def __init__(self, program: Program, logging: bool, woven: Woven | None) -> None:
        made = woven if woven is not None else weave(program)
        effects = Effects(made)
        names: dict[str, str] = {}
        for number, name in enumerate(made.funcs):
            plain = "".join(c if c.isalnum() else "_" for c in name)
            names[name] = f"r{self.number_of(name, number)}_{plain}"
        super().__init__(made, effects, names, logging)
        self.numbers = {}
        self.later = []
        self.copies = {}
        for name in made.funcs:
            if effects.may_choose[name]:
                self.numbers[name] = len(self.numbers)
        self.open = _open_ends(made, effects)
        self.ends_searches = self.reads_first = type(self) is _Module
        self.writes_out = not logging and self.ends_searches

    def number_of(self, name: str, number: int) -> int:
        """Give the number in the name of a function, which tells rules apart whose names look
        alike."""
        del name
        return number

    def run(self) -> Printed:
        self._state()
        for kind in self.program.kinds.values():
            if not kind.alike:
                self.mover(kind.name)
        for family in self.program.families:
            if family.shape != "counts":
                self.putter(family)
        self.refills()
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
        self._layout()
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
            self._questions() if self.ends_searches else frozenset(),
        )

    def _questions(self) -> frozenset[str]:
        """Give the functions that answer with one value what hangs on the state alone."""
        return frozenset(
            self.name(name)
            for name, func in self.woven.funcs.items()
            if func.sort in ("define", "relation")
            and all(kind.base != "set" for kind in (func.returns, *(k for _, k in func.params)))
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
        plain = [*own[:-2], *single]
        lists += ["loc", "shown", "used_at", "used_n", "winners", "expiry", *flat]
        slots = [*own, *single, *lists, *nested, "draws", "pins", "stack", "mine", "answers"]
        self.emit("class State(BaseState):")
        self.depth = 1
        self.emit(f"__slots__ = {tuple(slots)!r}")
        self.emit("def clone(S):")
        self.depth = 2
        self.emit("T = new_state(State)")
        self._copy_plain(plain)
        for name in lists:
            self.emit(f"T.{name} = S.{name}[:]")
        for name in nested:
            self.emit(f"T.{name} = [z[:] for z in S.{name}]")
        self.emit("T.draws = S.draws.copy(); T.stack = S.stack[:]; T.mine = set()")
        self.emit("T.answers = None")
        self.emit("return T")
        self.depth = 1
        if self.ends_searches:  # what tells why keeps the states that it has tried
            self.emit("def lend(S):")
            self.depth = 2
            self.emit("T = new_state(State)")
            self._copy_plain([*plain, *lists, *nested])
            self.emit("T.draws = S.draws.copy(); T.stack = S.stack[:]; T.mine = set()")
            self.emit("T.answers = S.answers and S.answers[:]")
            self.emit("return T")
        self.depth = 0
        self.emit("")

    def _copy_plain(self, names: list[str]) -> None:
        """Print what a copy has in common with its state."""
        for name in names:
            self.emit(f"T.{name} = S.{name}")
        # A copy begins a story of its own: what is tried out on it never happened. One that only
        # looks ahead has none, nor have its copies.
        log = "None if S.log is None else []" if self.logging else None
        self.emit(f"T.log = {log}; T.options = S.options; T.pins = S.pins")

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
                if (
                    not isinstance(s, nodes.Choose)
                    or not s.choice.said
                    or s.choice.site.number in told
                ):
                    continue
                actor = s.args[0].name if isinstance(s.args[0], nodes.Local) else "you"
                lines = []
                for one in s.choice.said:
                    values = [self.e(part) for part in one.told if isinstance(part, Expr)]
                    line = f"(1, {''.join(value + ', ' for value in values)})"
                    when = f" if {self.e(one.test)} else (0,)" if one.test is not None else ""
                    lines.append(f"{line}{when}")
                name = f"says_{s.choice.site.number}"
                self.here = s.span
                self.emit(f"def {name}(S, v_{actor}, v_{s.choice.var}):")
                if actor != "you":
                    self.emit(f"    v_you = v_{actor}")
                self.emit(f"    return ({', '.join(lines)},)")
                told[s.choice.site.number] = name
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

    def _layout(self) -> None:
        """Print `LOOKS`: what the layout of the game works out at the table, each of one thing."""
        names = []
        for number, (name, value) in enumerate(self.program.looks):
            self.here = value.span
            self.emit(f"def looks_{number}(S, v_{name}): return {self.e(value)}")
            names.append(f"looks_{number}")
        self.here = None
        self.emit(f"LOOKS = [{', '.join(names)}]")

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
                    if not isinstance(s, nodes.Call) or s.rule not in found or found[s.rule]:
                        continue
                    if not effects.may_choose.get(s.rule):
                        continue
                    if effects.can_fail(block[number + 1 :]) or found[name]:
                        found[s.rule] = changed = True
    return found


def _blocks(body: list[Stmt]) -> Iterator[list[Stmt]]:
    yield body
    for s in walk(body):
        for block in inner_blocks(s):
            if block:
                yield block
