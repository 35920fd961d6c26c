"""Functions of a printed game as C text: straight ones, and resumable ones as labelled blocks."""

from __future__ import annotations

import ast
from typing import Any

from interpreter.backends.c.kinds import LIST, LISTS, NUMBER, Kind, resumes, unpacked
from interpreter.backends.c.remembered import looked_up
from interpreter.backends.c.statements import TYPES, Statements
from interpreter.backends.c.trees import c_name, constant, takes_room


class Functions(Statements):
    """Prints whole functions."""

    def head(self, func: ast.FunctionDef, more: str = "") -> str:
        """Give what a function is called with and gives."""
        if resumes(func):
            return f"static I {c_name(func.name)}(State *S, I *F)"
        kinds = self.kinds.locals[func.name]
        params = "".join(
            f", {TYPES[kinds.get(a.arg, NUMBER)]} {c_name(a.arg)}" for a in func.args.args[1:]
        )
        return f"static {self.gives_type(func)} {c_name(func.name)}{more}(State *S{params})"

    def function(self, func: ast.FunctionDef) -> str:
        """Give the whole text of a function."""
        self.begin(func.name)
        for param in func.args.args[1:]:
            self.kinds.locals[func.name].setdefault(param.arg, NUMBER)
        if resumes(func):
            self._resumable(func)
        else:
            for s in func.body:
                self.statement(s)
        params = {a.arg for a in func.args.args}
        body = "\n".join(self.lines)
        names = {n: k for n, k in self.kinds.locals[func.name].items() if n not in params}
        text = ""
        for kind, sort in TYPES.items():
            wanted = [c_name(n) for n, k in names.items() if k == kind and n != "pc"]
            zero = " = 0" if sort in ("I", "Z") else " = { 0, 0 }"
            text += "".join(f"    {sort} {n}{zero};\n" for n in wanted)
        counted = func.name in self.calls.counted
        if counted:
            text += f"    DEEPER({self.at(func)});\n"
        sort = "I" if resumes(func) else self.gives_type(func)
        room = sort in ("I", "void") and takes_room(body)
        if room:
            text += "    I *mark_ = A.top;\n"
        back = "A.top = mark_;" if room else ""
        leave = back + " A.deep--;" * counted
        tidy = _tidying(names) if room else ""
        body = body.replace("@leave", leave).replace("@tidy", tidy).replace("@back", back)
        end = {"I": "return 0;", "void": "", "L": "return (L){ 0, 0 };", "M": "return (M){ 0, 0 };"}
        head = self.head(func)
        question = self.remembered.questions.get(func.name)
        behind = ""
        if question is not None:
            behind = looked_up(func, question, head, self.at(func))
            head = self.head(func, "_anew")
        return f"{head} {{\n{text}{body}\n    {leave} {end[sort]}\n}}\n{behind}"

    def _resumable(self, func: ast.FunctionDef) -> None:
        """Blocks with labels: `pc = 3; continue` becomes a jump."""
        body = func.body
        loop = next(s for s in body if isinstance(s, ast.While))
        unpacking = [s for s in body if _is_unpacking(s)]
        for s in body[1:]:  # what the ration puts there
            if s is not loop and s not in unpacking:
                self.statement(s)
        self.blocks = [number for number, _ in _leaves(loop.body, 0)]
        ways: list[tuple[int, list[ast.stmt]]] = []
        for unpack in unpacking:
            way: Any = unpack
            while isinstance(way, ast.If):
                assert isinstance(way.test, ast.Compare)
                ways.append((constant(way.test.comparators[0]), way.body))
                way = way.orelse[0] if way.orelse else None
        self.emit("    switch (F[1]) {")
        for number, fills in ways:
            self.emit(f"    case {number}: {{")
            names = list(unpacked(fills))
            if all(self.kinds.locals[self.here].get(n, NUMBER) == NUMBER for n in names):
                for place, name in enumerate(names, 2):
                    self.emit(f"    {c_name(name)} = F[{place}];")
            else:
                self.emit("    I at_ = 2;")
                for name in names:
                    if self.kinds.locals[self.here].get(name, NUMBER) == NUMBER:
                        self.emit(f"    {c_name(name)} = F[at_++];")
                    else:
                        self.emit(f"    {c_name(name)} = copied(of_numbers(F + at_ + 1, F[at_]));")
                        self.emit("    at_ += F[at_] + 1;")
            for s in fills[1:] if names else fills:
                self.statement(s)
            self.emit(f"    goto block_{self.block(number)};")
            self.emit("    }")
        self.emit("    default: fault(BAD_PLACE, 0);")
        self.emit("    }")
        for number, leaf in _leaves(loop.body, 0):
            self.emit(f"block_{number}: ;")
            self.body(leaf)


def _tidying(names: dict[str, Kind]) -> str:
    """How room for lists is given back between two blocks, once it is much: kept ones move down."""
    kept = {n: k for n, k in names.items() if not n.startswith(("o", "x"))}
    if LISTS in kept.values():
        return ""
    held = [c_name(n) for n, k in kept.items() if k == LIST]
    made = "".join(f"{n} = copied({n}); " for n in held)
    moved = "".join(f"{n}.p -= by_; " for n in held)
    return (
        f"if (A.top - mark_ > ROOMY) {{ I *was_ = A.top; {made}"
        f"I by_ = moved_down(mark_, was_); {moved}}}"
    )


def _is_unpacking(s: ast.stmt) -> bool:
    if not isinstance(s, ast.If) or not isinstance(s.test, ast.Compare):
        return False
    return isinstance(s.test.left, ast.Name) and s.test.left.id == "pc"


def _leaves(body: list[ast.stmt], first: int) -> list[tuple[int, list[ast.stmt]]]:
    """Give the blocks of a resumable function: from which number on which statements are meant."""
    one = body[0] if len(body) == 1 else None
    if isinstance(one, ast.If) and isinstance(one.test, ast.Compare):
        left = one.test.left
        if isinstance(left, ast.Name) and left.id == "pc":
            middle = constant(one.test.comparators[0])
            return [*_leaves(one.body, first), *_leaves(one.orelse, middle)]
    return [(first, body)]
