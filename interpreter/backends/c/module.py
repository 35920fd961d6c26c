"""Assembles a whole game as one C file.

Takes a printed game (see `backends/python/module.py`) with its fuel charges and returns the text of
a C file and the memory layout of its state. All meaning of the rules was settled before: both back
ends run the same functions, with the same charges, in the same order.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any
from zlib import compress, decompress

from interpreter.backends.c.calls import Spoken, calls_of, spoken_in
from interpreter.backends.c.constant_tables import Tables
from interpreter.backends.c.functions import STEPS, function, head_of
from interpreter.backends.c.kinds import NUMBER, Kinds, NotNative
from interpreter.backends.c.remembered import remembered
from interpreter.backends.c.state_layout import MOST_LOOKS, WHOLE, StateLayout, layout_of
from interpreter.backends.c.translation import Translation
from interpreter.backends.c.trees import c_name, constant
from interpreter.backends.python.fuel.rationed import Charged, Rationed, rationed
from interpreter.backends.python.kept_code import kept_code, save
from interpreter.backends.target.names import sort_of
from interpreter.backends.target.printed_functions import PrintedGame
from interpreter.ir.program import Program
from interpreter.run import machine
from interpreter.run.chance import stream_key
from interpreter.run.money import Purse


@dataclass(frozen=True, slots=True)
class Native:
    """A game as C: its text, its state layout, and the frame contents of each rule's blocks."""

    source: str
    layout: StateLayout
    frames: dict[tuple[int, int], tuple[str, ...]]
    code: tuple[str, ...]


@dataclass(slots=True)
class PrintCache:
    """Cached results of the last printing, reused for whatever has not changed.

    A designer who changes one rule waits for one rule.
    """

    rationed: Rationed = field(default_factory=Rationed)
    spoken: dict[int, Spoken] = field(default_factory=dict)
    kinds: Kinds | None = None
    layout: StateLayout | None = None
    tables: Tables | None = None
    common: Any = None
    rows: dict[tuple[Any, ...], str] = field(default_factory=dict)
    texts: dict[str, tuple[ast.FunctionDef, str, list[str]]] = field(default_factory=dict)


_BEFORE: dict[str, PrintCache] = {}
MOST_GAMES = 8  # games in the cache


def native_of(printed: PrintedGame) -> Native:
    """Return a game as C, as it was printed in an earlier run or is printed now.

    Raises `NotNative`, with the line in the printed game, for a construct without translation.
    """
    if not printed.origin:
        return print_native(printed)
    kept = kept_code("C", printed.origin)
    found = kept.find(_WHOLE)
    if found is None:
        native = print_native(printed)
        streams, code = tuple(native.layout.streams), native.code
        text = compress(native.source.encode(), 1)  # a tenth of it
        kept.keep(_WHOLE, (text, streams, tuple(native.frames.items()), code), anew=True)
        save()  # while there is somebody who has it
        return native
    text, streams, frames, code = found
    layout = layout_of(printed.woven.program, printed.woven)
    layout.streams = list(streams)
    return Native(decompress(text).decode(), layout, dict(frames), code)


_WHOLE = "C"
"""The name under which the text of a game is kept."""


def print_native(printed: PrintedGame) -> Native:
    """Print a game as C, reusing cached functions of the last printing of the same program.

    Raises `NotNative`, with the line in the printed module, for a construct without translation.
    """
    program = printed.woven.program
    before = _BEFORE.pop(program.id, None) or PrintCache()
    while len(_BEFORE) >= MOST_GAMES:
        _BEFORE.pop(next(iter(_BEFORE)))
    made = rationed(printed, before.rationed)
    try:
        native = _print(printed, made, before)
    except NotNative as gap:
        if gap.function in printed.first:
            gap.line += printed.first[gap.function] - 1
        raise
    _BEFORE[program.id] = before
    return native


def _print(printed: PrintedGame, made: Charged, before: PrintCache) -> Native:
    program, keys = printed.woven.program, printed.constants
    functions: dict[str, ast.FunctionDef] = {}
    looks: dict[str, ast.FunctionDef] = {}
    for name, func in made.items():
        if sort_of(name) == "says":  # option texts, which only Python needs
            continue
        if id(func) not in before.spoken:
            _Questions().visit(func)
            _NamedRows(before.rows).visit(func)
            before.spoken[id(func)] = spoken_in(func)
        (looks if sort_of(name) == "LOOK" else functions)[name] = func
    code = printed.resumable
    layout = layout_of(program, printed.woven)
    if before.layout is not None and layout.same(before.layout):
        layout = before.layout
    keys = keys | {name: rows for rows, name in before.rows.items()}
    tables = before.tables
    if tables is None or tables.known != keys:
        tables = Tables(keys)
    spoken = {name: before.spoken[id(func)] for name, func in functions.items()}
    lists, piles = set(layout.lists), set(layout.piles)
    kinds = Kinds(functions, code, tables.known, lists, piles, spoken, before.kinds)
    known_answers = remembered(functions, printed.questions, kinds)
    printer = Translation(kinds, layout, tables, calls_of(spoken), known_answers, STEPS)
    common = (id(layout), id(tables), known_answers, *printer.common())
    if common != before.common:
        before.texts.clear()
    before.common, before.layout, before.tables, before.kinds = common, layout, tables, kinds
    bodies, extra = [], []
    for name, func in functions.items():
        known = before.texts.get(name)
        if known is None or known[0] is not func:
            printer.extra = []
            known = before.texts[name] = func, function(printer, func), printer.extra
        bodies.append(known[1])
        extra += known[2]
    seen = [_appearance(printer, func) for func in looks.values()]
    heads = _heads(printer, functions, looks, printed.first)
    text = layout.head() + _part("prelude.c")
    text += layout.struct(len(known_answers.questions))
    text += f"static const U DESIGN_KEY[] = {{ {_hex(keys['DESIGN_KEY'])} }};\n"
    text += f"#define CARDS {len(keys['COPY'])}\n"
    text += f"static const int COPY[] = {{ {', '.join(map(str, keys['COPY'])) or '0'} }};\n"
    text += f"static const U STREAM[] = {{ {_hex(map(stream_key, layout.streams))} }};\n"
    text += f"#define AGENT {stream_key('agent')}ULL\n"
    text += f"#define LOTS {stream_key('lots')}ULL\n"
    text += f"#define FUEL {machine.FUEL * printed.woven.program.patience}LL\n"
    text += _kept_number(printed) + _part("machine.c") + _part("random_answers.c")
    text += _purses(printed, layout, tables)
    text += tables.text() + heads + "".join(extra) + "".join(seen) + "".join(bodies)
    rules = ", ".join(c_name(name) for name in code)
    text += _judged(program)
    text += f"static Rule *const CODE[] = {{ {rules} }};\n" + _part("doors.c")
    text += _part("search.c") + _places(layout)
    return Native(text, layout, _frames(spoken, code, kinds), tuple(code))


def _heads(
    printer: Translation,
    functions: Mapping[str, ast.FunctionDef],
    looks: Iterable[str],
    first: Mapping[str, int],
) -> str:
    """Declare all functions, and the numbers of their lines."""
    text = "".join(f"{head_of(printer, func)};\n" for func in functions.values())
    text += "".join(f"static int {name}(State *S, I c, I *out);\n" for name in looks)
    return text + "".join(f"#define B_{c_name(n)} {line - 1}\n" for n, line in first.items())


def _judged(program: Program) -> str:
    """Name the functions that say how a seat stands, where the rules have them."""
    points = None if program.points is None else program.points.look
    judged = {"SCORE": points, "AIM": program.aim, "PAYOFF": program.payoff}
    judged["OUT"] = program.layout.out
    return "".join(
        f"#define {word} {c_name(f'looks_{look}')}\n"
        for word, look in judged.items()
        if look is not None and look >= 0
    )


class _Questions(ast.NodeTransformer):
    """Renames the options of each question apart: some are numbers, some are lists."""

    def __init__(self) -> None:
        self.number = 0

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Start a new name where options are listed afresh."""
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id == "o":
            anew = not any(isinstance(x, ast.Name) and x.id == "o" for x in ast.walk(node.value))
            self.number += anew
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Rename the options to those of the current question."""
        if node.id == "o":
            node.id = f"o{self.number}"
        return node


class _NamedRows(ast.NodeTransformer):
    """Gives names to rows of numbers, and to tables of rows, that are written out in the rules."""

    def __init__(self, names: dict[tuple[Any, ...], str]) -> None:
        self.names = names

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Replace a row by its name."""
        rows: Any = node.value
        if not isinstance(rows, tuple):
            return node
        name = self.names.setdefault(rows, f"WRITTEN_{len(self.names)}")
        return ast.copy_location(ast.Name(name, ast.Load()), node)


@cache
def _part(name: str) -> str:
    return (files("interpreter.backends.c") / name).read_text(encoding="utf-8")


def _hex(values: Any) -> str:
    return ", ".join(f"{value}ULL" for value in values) or "0"


def _appearance(printer: Translation, func: ast.FunctionDef) -> str:
    """Translate the function that describes a component's looks in numbers."""
    printer.kinds.locals[func.name] = {"c": NUMBER}
    printer.begin(func.name)
    made = func.body[0]
    assert isinstance(made, ast.Return) and isinstance(made.value, ast.Tuple)
    text = "".join(
        f"    out[{place}] = {printer.number(one)};\n" for place, one in enumerate(made.value.elts)
    )
    count = len(made.value.elts)
    if count > MOST_LOOKS:
        raise NotNative("components of which so much is kept", func.lineno)
    return (
        f"static int {c_name(func.name)}(State *S, I c, I *out) {{\n{text}    return {count};\n}}\n"
    )


def _kept_number(printed: PrintedGame) -> str:
    """Render the C functions that read and write a field by its number."""
    read = keep = ""
    for one in printed.woven.program.fields:
        place = f"S->{c_name(f'f_{one.key}')}"
        if one.holder != "table":
            place += f"[AT(who, sizeof {place} / sizeof *{place}, 0)]"
        read += f"    case {one.number}: return {place};\n"
        keep += f"    case {one.number}: {place} = value; return;\n"
    end = "    }\n    fault(BAD_PLACE, 0);\n"
    return (
        "static I kept_number(State *S, I number, I who) {\n"
        f"    switch (number) {{\n{read}{end}    return 0;\n}}\n"
        "static void keep_number(State *S, I number, I who, I value) {\n"
        f"    switch (number) {{\n{keep}{end}}}\n"
    )


def _purses(printed: PrintedGame, layout: StateLayout, tables: Tables) -> str:
    text = ""
    for kind in printed.woven.program.money:
        purse = printed.constants[f"MONEY_{kind}"]
        _check_purse(purse, layout)
        rows = (purse.small, purse.large, purse.order)
        small, large, order = (", ".join(map(str, row)) for row in rows)
        name = c_name(f"MONEY_{kind}")
        text += (
            f"static const I small_{name}[] = {{ {small} }}, large_{name}[] = {{ {large} }}, "
            f"order_{name}[] = {{ {order} }};\n"
            f"static const Purse {name} = {{ (Size)&((State *)0)->{c_name(purse.kept)}, "
            f"(Size)&((State *)0)->{c_name(purse.bank)}, {purse.designs}, {purse.size}, "
            f"{len(purse.small)}, small_{name}, large_{name}, order_{name}, "
            f"{len(purse.wild)} }};\n"
        )
    return text


def _check_purse(purse: Purse, layout: StateLayout) -> None:
    """Raise `NotNative` unless the pieces of a money lie where the C code looks for them."""
    kept, bank = layout.lists.get(purse.kept), layout.lists.get(purse.bank)
    fits = (
        kept is not None
        and bank is not None
        and kept.type == bank.type == WHOLE
        and kept.count >= layout.players * purse.designs
        and bank.count >= len(purse.small) * purse.designs
        and purse.size > 0
        and len(purse.small) == len(purse.large)
        and all(0 <= at < purse.designs for at in purse.small)
        and all(-1 <= at < purse.designs for at in purse.large)
    )
    if not fits:
        raise NotNative(f"money that is kept in `{purse.kept}`", 0)


def _places(layout: StateLayout) -> str:
    """Render the table of each state member's byte offset, in the order of `layout`."""
    names = ["n", "seed", "active", "over", "ending", "fuel", "site", "actor", "probe", "base"]
    names += ["asides"]
    names += HEADER + layout.single + list(layout.lists) + list(layout.piles) + TAIL
    at = ", ".join(f"(I)(Size)&((State *)0)->{c_name(name)}" for name in names)
    return f"I places[] = {{ (I)sizeof(State), {at} }};\nI *where(void) {{ return places; }}\n"


HEADER = ["used", "frames", "expiry_n", "choice_n", "options_n", "options_lists", "winners_n"]
TAIL = ["winners", "draws", "expiry", "stack", "choice", "options"]


def _frames(
    spoken: dict[str, Spoken], code: list[str], kinds: Kinds
) -> dict[tuple[int, int], tuple[str, ...]]:
    """Map each point at which a rule can wait to the kinds of its frame's members."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    for number, name in enumerate(code):
        known = kinds.locals[name]
        for one in spoken[name].frames:
            head, block, *more = one.elts
            names = [part.id for part in more if isinstance(part, ast.Name)]
            if constant(head) == number and constant(block) and len(names) == len(more):
                found[number, constant(block)] = tuple(known.get(n, NUMBER) for n in names)
        found[number, 0] = tuple(known.get(n, NUMBER) for n in kinds.entry[name])
    return found
